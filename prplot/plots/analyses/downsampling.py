"""Areas against the ratio of the classes, which show the effect of downsampling."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import LogFormatter
from numpy.typing import ArrayLike

from prplot.core.bounds import aucpr_min
from prplot.core.calls import answered
from prplot.core.checks import FloatArray, brief, finite_numbers
from prplot.core.measures.score_definitions import SCORES, score_keys
from prplot.draw import scene
from prplot.draw.axes import checked_axes, open_limits, resolved_axes, set_share_ticks
from prplot.draw.scene import Mark, Polyline
from prplot.draw.style import CORNER, CURVE, MINIMUM, Style, cycle_colors, dash_of, merged
from prplot.draw.tex import check_formulas
from prplot.inputs.curves import Curves, named_curves, positive_name
from prplot.inputs.rows import rows_and_groups
from prplot.inputs.samples import progress_bar
from prplot.plots.alt_text.wording import counted, course, titled
from prplot.plots.figure.arguments import checked_legend
from prplot.plots.figure.figure import name_positive, read_out, show
from prplot.plots.figure.layers import row

KIND = "downsampling"
# Range of negatives for each positive, and the number of ratios at which lines are computed.
RATIOS = (1.0, 100.0)
STEPS = 41
# Beyond these ratios, prevalence can hardly be distinguished from 0 or 1.
EXTREME = (1e-9, 1e15)
# Lower limit of the axes.
DEEPEST = -0.5


@answered
def plot_downsampling(
    y_true: Any,
    y_score: Any = None,
    *,
    ratios: tuple[float, float] | None = None,
    score: str | Sequence[str] = ("aucpr", "aucnpr", "auprg"),
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | None = None,
    missing: str = "raise",
    name: str | None = None,
    show_min: bool = True,
    show_data: bool = True,
    progress: bool = True,
    legend: bool | str = "auto",
    curve_kws: Mapping[str, Any] | None = None,
    min_kws: Mapping[str, Any] | None = None,
    data_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw areas under curves against the number of negatives per positive.

    Parameters
    ----------
    y_true : array_like, shape (n,), ConfusionCurve, or dict of curves
        Labels, or a curve instead of labels and scores, or a dict of the curves of several models.
    y_score : array_like of numbers, shape (n,), dict of name to array_like, or data frame
        Scores, or those of several models, as a dict or as a table with one column per model; a
        higher score means more likely positive.
    ratios : (low, high), optional
        The range of negatives per positive, by default 1 to 100, extended to include the ratio of
        the data.
    score : str or sequence of str, default ("aucpr", "aucnpr", "auprg")
        Areas to draw: "aucpr", "aucnpr", "average_precision", "auroc" or "auprg".
    pos_label
    sample_weight : array_like of numbers, shape (n,), optional
        Nonnegative weights of the examples; counts and prevalence are weighted.
    missing
    name : str, optional
        The name of a single model in the legend.
    show_min : bool, default True
        Draw the lowest possible area under the PR curve, that of the worst ranking.
    show_data : bool, default True
        Mark the ratio of the data on each line.
    progress
    legend : {"auto", "outside", "outside right", "outside below", True, False}, default "auto"
        Whether to draw a legend. It is placed where it covers nothing; the axes make room for one
        "outside".
    curve_kws, min_kws, data_kws : dict, optional
        Line properties of the areas, the minimum and the markers of the data, overriding the
        defaults.
    ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input, such as a class without examples; nothing is drawn.

    See Also
    --------
    ConfusionCurve.at_prevalence : The curve whose area is drawn.

    Notes
    -----
    Removing negatives (or positives) at random does not change the expected ROC curve. The areas
    are computed exactly, from the same ROC curve at another prevalence (Boyd et al. 2012, section
    4.3). Only AUROC does not depend on the ratio.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_downsampling([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> ax.get_xlabel()
    'Positives : negatives'
    """
    rows = {"pos_label": pos_label, "sample_weight": sample_weight, "missing": missing}
    given, _ = rows_and_groups(y_true, y_score, name=name, **rows)
    curves = named_curves(**given)
    check_formulas(curves)
    scores = score_keys(score)
    if not scores:
        raise ValueError("score must be a list of at least one name, found []")
    low, high = _checked_ratios(ratios, curves)
    with_legend = checked_legend(legend, direct=False)
    line_style = merged(CURVE, curve_kws, "curve_kws")
    min_style = merged(MINIMUM, min_kws, "min_kws")
    data_style = merged(CORNER, data_kws, "data_kws")
    checked_axes(ax, kind=KIND)

    at = np.geomspace(low, high, STEPS)
    areas = _areas_at(curves, scores, at, progress)
    ax = resolved_axes(ax)
    # Those of one point are no areas.
    noun = "area" if all(key in tuple(SCORES) for key in scores) else "score"
    ends = [float(end) for line in areas.values() for end in (line.min(), line.max())]
    _dress(ax, low, high, (min(0.0, *ends), max(1.0, *ends)), noun)
    name_positive(ax.xaxis, ax.get_xlabel(), positive_name(y_true, pos_label, sample_weight))
    if len(scores) == 1 and len(curves) > 1:
        ax.set_ylabel(SCORES[scores[0]].head)
    colors = cycle_colors(len(scores) if len(curves) == 1 else len(curves), ax)
    of = f"{noun}s of {counted(len(curves), 'model')}"
    head = f"{of} against the ratio of positives to negatives, {_ratio(low)} to {_ratio(high)}"
    marks = list(_areas(curves, at, areas, colors, line_style, head))
    for j, key in enumerate(scores if len(scores) > 1 and len(curves) > 1 else []):
        marks.append(row(scene.OTHER, SCORES[key].head, {"linestyle": dash_of(j), **line_style}))
    if show_data:
        marks += _data(curves, scores, colors, data_style, (low, high))
    if show_min and any(SCORES[key].minimum is not None for key in scores):
        lowest = aucpr_min(1 / (1 + at))
        told = (f"The lowest achievable AUCPR {course(lowest)}.",)
        line = row(scene.OTHER, "lowest AUCPR", min_style)
        marks.append(replace(line, shape=Polyline(at, lowest), told=told))
    return show(ax, marks, with_legend, (0.0, 0.0))


def _areas_at(
    curves: Curves, scores: Sequence[str], ratios: FloatArray, progress: bool
) -> dict[tuple[str | None, str], FloatArray]:
    """Return the areas of curves by name and score, at ratios of negatives to positives."""
    found = {(name, key): np.empty(ratios.size) for name in curves for key in scores}
    work = [(name, i) for name in curves for i in range(ratios.size)]
    with progress_bar(len(work), "ratios", "ratio", shown=progress) as advance:
        for name, i in work:
            moved = curves[name].at_prevalence(1 / (1 + ratios[i]))
            for key in scores:
                found[name, key][i] = SCORES[key].of(moved)
            advance()
    return found


def _areas(
    curves: Curves,
    at: FloatArray,
    areas: Mapping[tuple[str | None, str], FloatArray],
    colors: Sequence[Any],
    own: Style,
    head: str,
) -> Iterator[Mark]:
    """Yield a line for each area.

    Areas of a single model have colours; of several, models have colours, and areas dashes.
    """
    single, scores = len(curves) == 1, list(dict.fromkeys(key for _, key in areas))
    for i, (model, curve) in enumerate(curves.items()):
        for j, score in enumerate(map(SCORES.__getitem__, scores)):
            y = areas[model, scores[j]]
            in_data = f"{score.of(curve):.3f} in the data, {_ratio(curve.neg / curve.pos)}"
            told = (f"{titled(model, score.head)} {course(y)}; {in_data}.",)
            # Of several models, each is named once, by its colour.
            words = "" if j else model or ""
            if single:
                words = ", ".join(filter(None, [model, score.head]))
            color, dash = (colors[j], "-") if single else (colors[i], dash_of(j))
            look = {"color": color, "linestyle": dash, **own}
            facts: dict[str, Any] = {"is_listed": True, "head": head, "told": told}
            yield Mark(scene.CURVE, Polyline(at, y), words, style=look, **facts)


def _data(
    curves: Curves,
    scores: Sequence[str],
    colors: Sequence[Any],
    own: Style,
    within: tuple[float, float],
) -> Iterator[Mark]:
    """Yield a dot for each area at the ratio of its data, if that is shown, and a legend row."""
    dot = {key: value for key, value in own.items() if key != "label"}
    ratios = [float(curve.neg / curve.pos) for curve in curves.values()]
    for i, curve in enumerate(curves.values()):
        for j, key in enumerate(scores if within[0] <= ratios[i] <= within[1] else ()):
            point = Polyline(np.array([ratios[i]]), np.array([SCORES[key].of(curve)]))
            color = colors[j if len(curves) == 1 else i]
            yield Mark(scene.PART, point, color=color, style=dot)
    seen = {_ratio(ratio) for ratio in ratios if within[0] <= ratio <= within[1]}
    if seen:
        yield row(scene.OTHER, f"data, {seen.pop()}" if len(seen) == 1 else "data", own)


def _checked_ratios(ratios: tuple[float, float] | None, curves: Curves) -> tuple[float, float]:
    for key, curve in curves.items():
        if curve.pos == 0 or curve.neg == 0:
            of = "" if key is None else f"model {key!r}: "
            raise ValueError(f"{of}one class only has no other ratio")
    if ratios is None:
        own = [float(curve.neg / curve.pos) for curve in curves.values()]
        return min(RATIOS[0], *own), max(RATIOS[1], *own)
    ends = finite_numbers(ratios, "ratios")
    if ends.shape != (2,) or not EXTREME[0] <= ends[0] < ends[1] <= EXTREME[1]:
        raise ValueError(
            f"ratios must be two numbers with 0 < low < high, from {EXTREME[0]:g} to "
            f"{EXTREME[1]:g}, found {brief(ratios)}"
        )
    return float(ends[0]), float(ends[1])


def _dress(ax: Axes, low: float, high: float, ends: tuple[float, float], noun: str) -> None:
    ax.set(xscale="log", xlabel="Positives : negatives", ylabel=noun.capitalize())
    ax.set_xlim(low / 1.03, high * 1.03)
    open_limits(ax, y=(max(ends[0], DEEPEST), ends[1]))
    ax.xaxis.set(major_formatter=RatioFormatter(), minor_formatter=RatioFormatter())
    set_share_ticks(ax.yaxis)
    read_out(ax, KIND, partial(_words, noun))


class RatioFormatter(LogFormatter):
    """Ratios of the classes at the ticks that matplotlib labels on a logarithmic axis."""

    def __call__(self, x: float, pos: int | None = None) -> str:
        """Return the label of a tick."""
        return _ratio(x) if super().__call__(x, pos) else ""


def _words(noun: str, x: float, y: float) -> str:
    return f"{_ratio(x)}  prevalence {1 / (1 + x):.3g}  {noun} {y:.3f}"


def _ratio(negatives: float) -> str:
    """Return the ratio of the classes in three digits, as "1:3" or "3:1"."""
    if negatives <= 0:
        return ""
    larger = float(f"{max(negatives, 1 / negatives):.3g}")
    return f"1:{larger:g}" if negatives >= 1 else f"{larger:g}:1"
