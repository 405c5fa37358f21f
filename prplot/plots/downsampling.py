"""Areas under curves at other ratios of the classes, as by downsampling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Unpack

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import LogFormatter

from prplot.core.calls import answered
from prplot.core.checks import FloatArray, brief, finite_numbers
from prplot.core.measures.score_definitions import SCORES, score_keys
from prplot.core.points import aucpr_min
from prplot.core.signatures import ScoreOptions
from prplot.draw import scene
from prplot.draw.axes import checked_axes, open_limits, resolved_axes, set_share_ticks
from prplot.draw.scene import Mark, Polyline
from prplot.draw.scene_artist import SceneArtist, scene_of
from prplot.draw.style import CORNER, CURVE, MINIMUM, Style, cycle_colors, dash_of, merged
from prplot.draw.tex import check_formulas
from prplot.inputs.notices import progress_bar
from prplot.inputs.resolve import Curves, named_curves
from prplot.inputs.rows import Rows
from prplot.plots.description import counted, course, titled
from prplot.plots.figure.arguments import checked_legend
from prplot.plots.figure.figure import name_positive, negative_marks, show
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
    name: str | None = None,
    show_min: bool = True,
    show_data: bool = True,
    progress: bool = True,
    legend: bool | str = "auto",
    curve_kws: Mapping[str, Any] | None = None,
    min_kws: Mapping[str, Any] | None = None,
    data_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
    **options: Unpack[ScoreOptions],
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
    rows = Rows.of(y_true=y_true, y_score=y_score, name=name, **options)
    curves = named_curves(rows)
    check_formulas(curves)
    keys = score_keys(score)
    if not keys:
        raise ValueError("score must be a list of at least one name, found []")
    low, high = ends = _checked_ratios(ratios, curves)
    with_legend = checked_legend(legend, direct=False)
    styles = {
        "line": merged(CURVE, curve_kws, "curve_kws"),
        "min": merged(MINIMUM, min_kws, "min_kws"),
        "data": merged(CORNER, data_kws, "data_kws"),
    }
    checked_axes(ax, kind=KIND)

    at = np.geomspace(low, high, STEPS)
    areas = _areas_at(curves, keys, at, progress)
    ax = resolved_axes(ax)
    # Those of one point are no areas.
    noun = "area" if all(key in tuple(SCORES) for key in keys) else "score"
    earlier: list[Any] = [mark.shape for mark in scene_of(ax).of(scene.CURVE)]
    heights = np.concatenate([*areas.values(), *(line.y for line in earlier)])
    _dress(ax, ends, (min(0.0, heights.min()), max(1.0, heights.max())), noun)
    name_positive(ax.xaxis, ax.get_xlabel(), rows.positive)
    if len(keys) == 1 and len(curves) > 1:
        ax.set_ylabel(SCORES[keys[0]].head)
    colors = cycle_colors(len(keys) if len(curves) == 1 else len(curves), ax)
    of = f"{noun}s of {counted(len(curves), 'model')}"
    head = f"{of} against the ratio of positives to negatives, {_ratio(low)} to {_ratio(high)}"
    marks = list(_area_marks(curves, areas, at, colors, styles["line"], head))
    marks += _data(curves, keys, colors, styles["data"], ends) if show_data else []
    if heights.min() < 0:
        marks += negative_marks(ax, ax.get_xlim(), heights.min(), f"negative {noun}")
    if show_min and any(SCORES[key].minimum is not None for key in keys):
        lowest = aucpr_min(1 / (1 + at))
        told = (f"The lowest achievable AUCPR {course(lowest)}.",)
        line = row(scene.OTHER, "lowest AUCPR", styles["min"])
        marks.append(replace(line, shape=Polyline(at, lowest), told=told))
    return show(ax, marks, with_legend, (0.0, 0.0))


def _areas_at(
    curves: Curves, keys: Sequence[str], ratios: FloatArray, progress: bool
) -> dict[tuple[str | None, str], FloatArray]:
    """Return the areas of curves by name and score, at ratios of negatives to positives."""
    found = {(name, key): np.empty(ratios.size) for name in curves for key in keys}
    work = list(product(curves, range(ratios.size)))
    with progress_bar(len(work), "ratios", "ratio", shown=progress) as advance:
        for name, i in work:
            moved = curves[name].at_prevalence(1 / (1 + ratios[i]))
            for key in keys:
                found[name, key][i] = SCORES[key].of(moved)
            advance()
    return found


def _area_marks(
    curves: Curves,
    areas: Mapping[Any, FloatArray],
    at: FloatArray,
    colors: Any,
    own: Style,
    head: str,
) -> Iterator[Mark]:
    """Yield a line for each area, and the rows of the legend for several of several models.

    Areas of a single model have colours; of several, models have colours, and areas dashes.
    """
    single, models = len(curves) == 1, list(curves)
    keys = list(dict.fromkeys(key for _, key in areas))
    for (model, key), y in areas.items():
        i, j, score, curve = models.index(model), keys.index(key), SCORES[key], curves[model]
        in_data = f"{score.of(curve):.3f} in the data, {_ratio(curve.neg / curve.pos)}"
        told = (f"{titled(model, score.head)} {course(y)}; {in_data}.",)
        # Of several models, each is named once, by its colour.
        words = "" if j else model or ""
        if single:
            words = ", ".join(filter(None, [model, score.head]))
        look = {"color": colors[j if single else i], "linestyle": dash_of(j * (not single)), **own}
        facts: dict[str, Any] = {"is_listed": True, "head": head, "told": told}
        yield Mark(scene.CURVE, Polyline(at, y), words, style=look, **facts)
    for j, key in enumerate(keys if len(keys) > 1 and not single else []):
        yield row(scene.OTHER, SCORES[key].head, {"linestyle": dash_of(j), **own})


def _data(
    curves: Curves, keys: Sequence[str], colors: Any, own: Style, within: tuple[float, float]
) -> Iterator[Mark]:
    """Yield a dot for each area at the ratio of its data, if that is shown, and a legend row."""
    dot, seen = {key: value for key, value in own.items() if key != "label"}, set[str]()
    for (i, curve), (j, key) in product(enumerate(curves.values()), enumerate(keys)):
        ratio = float(curve.neg / curve.pos)
        if within[0] <= ratio <= within[1]:
            point = Polyline(np.array([ratio]), np.array([SCORES[key].of(curve)]))
            yield Mark(scene.PART, point, color=colors[j if len(curves) == 1 else i], style=dot)
            seen.add(_ratio(ratio))
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


def _dress(ax: Axes, x: tuple[float, float], y: tuple[float, float], noun: str) -> None:
    ax.set(xscale="log", xlabel="Positives : negatives", ylabel=noun.capitalize())
    ax.set_xlim(x[0] / 1.03, x[1] * 1.03)
    open_limits(ax, y=(max(y[0], DEEPEST), y[1]))
    ax.xaxis.set(major_formatter=RatioFormatter(), minor_formatter=RatioFormatter())
    set_share_ticks(ax.yaxis)
    SceneArtist.of(ax).kind = KIND


class RatioFormatter(LogFormatter):
    """Ratios of the classes at the ticks that matplotlib labels on a logarithmic axis."""

    def __call__(self, x: float, pos: int | None = None) -> str:
        """Return the label of a tick."""
        return _ratio(x) if super().__call__(x, pos) else ""


def _ratio(negatives: float) -> str:
    """Return the ratio of the classes in three digits, as "1:3" or "3:1"."""
    if negatives <= 0:
        return ""
    larger = float(f"{max(negatives, 1 / negatives):.3g}")
    return f"1:{larger:g}" if negatives >= 1 else f"{larger:g}:1"
