"""What depends on prevalence alone: isometrics, minimum curves, their areas; and downsampling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Unpack

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import LogFormatter
from numpy.typing import ArrayLike

from prplot.core import checks
from prplot.core.calls import answered
from prplot.core.checks import FloatArray, brief, finite_numbers
from prplot.core.measures.score_definitions import SCORES, score_keys
from prplot.core.points import aucpr_min, is_achievable
from prplot.core.signatures import ScoreOptions
from prplot.core.spaces import PR, SPACES, Space
from prplot.core.traces import minimum_curve, trace
from prplot.draw import scene, style
from prplot.draw.axes import (
    checked_axes,
    dress,
    keep_whole,
    open_limits,
    resolved_axes,
    set_share_ticks,
)
from prplot.draw.scene import Line, Mark, Markers, Polyline, rounded
from prplot.draw.scene_artist import SceneArtist, scene_of
from prplot.draw.style import (
    CORNER,
    CURVE,
    MINIMUM,
    Style,
    cycle_colors,
    dash_of,
    merged,
    merged_region,
    ordered_colors,
)
from prplot.draw.tex import check_formulas, typeset
from prplot.inputs.notices import progress_bar
from prplot.inputs.resolve import Curves, named_curves
from prplot.inputs.rows import Rows
from prplot.plots.description import counted, course, short_name, titled, uncapital
from prplot.plots.figure import layers
from prplot.plots.figure.arguments import checked_legend
from prplot.plots.figure.figure import name_positive, negative_marks, show
from prplot.plots.figure.layers import row

LEVELS = tuple(tenth / 10 for tenth in range(1, 10))
PREVALENCES = np.geomspace(1e-3, 1, 400)
Point = tuple[float, float]
LOWEST = "lowest achievable precision against recall, from 0 to the prevalence"
KIND = "downsampling"
# Range of negatives for each positive, and the number of ratios at which lines are computed.
RATIOS = (1.0, 100.0)
STEPS = 41
# Beyond these ratios, prevalence can hardly be distinguished from 0 or 1.
EXTREME = (1e-9, 1e15)
# Lower limit of the axes.
DEEPEST = -0.5


@answered
def plot_isometrics(
    prevalence: float | None = None,
    *,
    space: str = "pr",
    score: str = "f",
    beta: float = 1,
    levels: Sequence[float] | None = None,
    points: Mapping[str, Point] | None = None,
    show_min: bool = True,
    show_unachievable: bool = True,
    legend: bool | str = "auto",
    isometric_kws: Mapping[str, Any] | None = None,
    min_kws: Mapping[str, Any] | None = None,
    point_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw lines of equal F score, and points that are achievable or not.

    Parameters
    ----------
    prevalence : float, optional
        The prevalence, in (0, 1). It is needed for the minimum curve, for the modified F score, and
        for isometrics outside PR space.
    space : {"pr", "roc", "npr", "prg"}, default "pr"
        The space to draw in; isometrics are straight in ROC and PRG space.
    score : {"f", "modified_f"}, default "f"
        The score that is equal along a line: the F score or, in PR space, the modified F score.
    beta
    levels : sequence of float, optional
        F scores of the isometrics, in (0, 1); by default 0.1, 0.2, ..., 0.9.
    points : dict of name to (recall, precision), optional
        Points to mark: filled if they are achievable at the prevalence, else crossed out and
        labelled as unachievable.
    show_min
    show_unachievable : bool, default True
        In PR space, draw F isometrics also below the minimum curve, where no confusion matrix
        exists; otherwise they end at the curve.
    legend : {"auto", "outside", "outside right", "outside below", True, False}, default "auto"
        Whether labels without room beside their lines and points go into a legend, and whether the
        axes make room for it outside.
    isometric_kws, min_kws, point_kws, ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input, such as an unachievable point in a space that cannot show it; nothing is drawn.

    Notes
    -----
    ``F_b = (1 + b^2) p r / (b^2 p + r)`` is constant along the straight line of counts ``(1 + b^2 -
    F) tp - F fp = F b^2 pos``, which bends in PR and NPR space. The modified F score is 0 up to ``p
    = pi`` (Boyd et al. 2012, section 4.4).

    Examples
    --------
    Boyd et al. (2012), Figure 4: three points with the same F1 score.

    >>> import prplot as prp
    >>> points = {"A": (0.9, 0.3), "B": (0.7, 0.331579), "C": (0.3, 0.9)}
    >>> ax = prp.plot_isometrics(0.33, points=points)
    """
    within = SPACES[checks.one_of(space, "space", SPACES)]
    if prevalence is None and not layers.is_one_line("isometrics", within):
        raise ValueError(f"prevalence is needed for isometrics in {space!r} space")
    modified = checks.one_of(score, "score", ("f", "modified_f")) == "modified_f"
    if modified and (within.recall_precision is None or prevalence is None):
        raise ValueError("score='modified_f' needs a prevalence, and is drawn in PR space only")
    if not show_unachievable and prevalence is None:
        raise ValueError("show_unachievable=False needs a prevalence, which determines the region")
    share = None if prevalence is None else checks.checked_prevalence(prevalence)
    levels = layers.checked_levels(levels, LEVELS, beta)
    placed = _placed({} if points is None else points, within, share)
    with_legend = checked_legend(legend, direct=False)
    isometric_style = merged(style.ISOMETRIC, isometric_kws, "isometric_kws")
    min_style = merged_region(style.MINIMUM, min_kws, "min_kws")
    point_style = merged({}, point_kws, "point_kws")
    checked_axes(ax, within)

    ax = resolved_axes(ax)
    totals = (1.0, 1.0) if share is None else (share, 1 - share)
    worst = minimum_curve(*totals)
    dress(ax, within, None if share is None else [(None, worst)])
    panel = layers.Panel(within, [worst], [None], beta=beta, levels=levels, totals=totals)
    marks: list[Mark] = []
    if show_min and share is not None and within.name in layers.LAYER["min"].spaces:
        marks += layers.minimum_marks(panel, min_style)
    if modified:
        marks += layers.isometric_marks(panel, isometric_style, is_modified=True)
        # The score is 0 below this line.
        marks += layers.chance_marks(panel, style.CHANCE)
    else:
        marks += layers.isometric_marks(panel, isometric_style, beyond=show_unachievable)
    _extend_limits(ax, placed)
    # The label of the region already shows that points in it are unachievable.
    is_named = any(mark.role == scene.REGION for mark in (*scene_of(ax).marks, *marks))
    marks += _points(placed, point_style, is_named=is_named)
    return show(ax, marks, with_legend, (1.0, 1.0))


def _placed(
    points: Mapping[str, Point], space: Space, prevalence: float | None
) -> dict[str, tuple[float, float, bool]]:
    """Return the coordinates of each point in the space, and whether it is achievable."""
    checks.check_kind(points, "points", Mapping)
    placed = {}
    for name, point in points.items():
        at = checks.checked_shares(point, f"points[{name!r}]")
        if at.shape != (2,):
            raise ValueError(f"points[{name!r}] must be (recall, precision), found {point!r}")
        recall, precision = at.tolist()
        possible = prevalence is None or bool(is_achievable(precision, recall, prevalence))
        placed[name] = (recall, precision, possible)
        if space.recall_precision is None and prevalence is not None:
            if not possible or recall == 0:
                raise ValueError(
                    f"points[{name!r}] = {point!r} has no place in {space.name!r} space at "
                    f"prevalence {checks.in_full(prevalence)}; no confusion matrix yields it"
                )
            totals = (prevalence, 1 - prevalence)
            x, y = space.project(*PR.invert(recall, precision, *totals), *totals)
            placed[name] = (float(x), float(y), True)
    return placed


def _extend_limits(ax: Axes, placed: Mapping[str, tuple[float, float, bool]]) -> None:
    """Extend the axes to points with negative gain."""
    low = np.min([[0.0, 0.0], *(point[:2] for point in placed.values())], axis=0)
    x, y = low - 0.06 * (np.array([ax.get_xlim()[1], ax.get_ylim()[1]]) - low)
    ax.set(xlim=(x, None) if low[0] < 0 else None, ylim=(y, None) if low[1] < 0 else None)
    keep_whole(ax)


def _points(
    placed: Mapping[str, tuple[float, float, bool]], own: Mapping[str, Any], *, is_named: bool
) -> Iterator[Mark]:
    """Yield the points: dots, and open crosses if they are unachievable."""
    cross = {**style.OUTSIDE_POINT, "markerfacecolor": scene.GROUND}
    for name, (x, y, possible) in placed.items():
        more = "" if possible or is_named else " (unachievable)"
        shape, look = Markers(np.array([x]), np.array([y])), style.POINT if possible else cross
        told = (f"{short_name(name)}{more}",)
        yield Mark(scene.POINT, shape, f"{name}{more}", style={**look, **own}, at=(x, y), told=told)


@answered
def plot_min(
    prevalences: ArrayLike,
    *,
    legend: bool | str = "auto",
    min_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the minimum curves of several prevalences (Boyd et al. 2012, Figure 2).

    Parameters
    ----------
    prevalences : array_like of float
        The prevalences, in (0, 1).
    legend : {"auto", "outside", "outside right", "outside below", True, False}, default "auto"
        Whether labels without room beside their lines and points go into a legend, and whether the
        axes make room for it outside.
    min_kws : dict, optional
        Line properties of the curves, overriding the defaults.
    ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn.

    See Also
    --------
    min_precision : The formula of the curves.
    aucpr_min : The area below them.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_min([0.1, 0.5])
    >>> len(ax.lines)
    2
    """
    shown = _prevalences(prevalences)
    line_style = merged(style.CURVE, min_kws, "min_kws")
    with_legend = checked_legend(legend, direct=False)
    checked_axes(ax, PR)

    ax = resolved_axes(ax)
    dress(ax, PR)
    marks = []
    for pi, color in zip(shown, ordered_colors(len(shown), ax), strict=True):
        border = Line(trace(minimum_curve(pi, 1 - pi), PR))
        words = typeset(f"π = {pi:g}")
        told = f"At prevalence {pi:g} the area beneath is {rounded(float(aucpr_min(pi)))}."
        facts: dict[str, Any] = {"color": color, "style": line_style, "prevalence": pi}
        marks.append(Mark(scene.BORDER, border, words, head=LOWEST, told=(told,), **facts))
    return show(ax, marks, with_legend, (0.0, 1.0), PR)


@answered
def plot_aucpr_min(
    recall_ranges: Sequence[tuple[float, float]] = ((0, 1), (0.5, 1), (0.8, 1)),
    *,
    normalize: bool = False,
    legend: bool | str = "auto",
    curve_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the lowest area under the PR curve against prevalence (Boyd et al. 2012, Figure 3).

    Parameters
    ----------
    recall_ranges : sequence of (float, float)
        The ranges of recall to integrate over, ``0 <= a < b <= 1``.
    normalize : bool, default False
        Divide by the largest area, ``b - a``.
    legend : {"auto", "outside", "outside right", "outside below", True, False}, default "auto"
        Whether to draw a legend. It is placed where it covers nothing; the axes make room for one
        "outside".
    curve_kws, ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn.

    See Also
    --------
    aucpr_min : The formula.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_aucpr_min([(0, 1)])
    >>> ax.get_xscale()
    'log'
    """
    if checks.dimensions(recall_ranges) != 2 or len(recall_ranges) == 0:
        raise ValueError(f"recall_ranges must be a sequence of pairs, found {brief(recall_ranges)}")
    ranges = [checks.checked_range(ends, "recall_ranges") for ends in recall_ranges]
    line_style = merged(style.CURVE, curve_kws, "curve_kws")
    with_legend = checked_legend(legend, direct=False)
    checked_axes(ax)

    ax = resolved_axes(ax)
    most = 1.0 if normalize else max(high - low for low, high in ranges)
    name = "Minimum / maximum AUCPR" if normalize else "Minimum AUCPR"
    ax.set(xscale="log", xlabel=typeset("Prevalence π"), ylabel=name)
    ax.set_xlim(PREVALENCES[0] / 1.08, 1.08)
    open_limits(ax, y=(0.0, most))
    set_share_ticks(ax.yaxis)
    head = f"{uncapital(name)} against prevalence, from 0.001 to 1"
    marks = []
    for (low, high), color in zip(ranges, ordered_colors(len(ranges), ax), strict=True):
        areas = aucpr_min(PREVALENCES, (low, high)) / (high - low if normalize else 1.0)
        told = (f"Over recall {low:g} to {high:g} it {course(areas)}.",)
        words, line = f"recall in [{low:g}, {high:g}]", Polyline(PREVALENCES, areas)
        row = Mark(scene.OTHER, line, words, is_listed=True, color=color, style=line_style)
        marks.append(replace(row, head=head, told=told))
    return show(ax, marks, with_legend, (0.0, 1.0))


def _prevalences(values: ArrayLike) -> list[float]:
    shown = np.atleast_1d(finite_numbers(values, "prevalences")).astype(float)
    if shown.ndim != 1 or shown.size == 0 or ((shown <= 0) | (shown >= 1)).any():
        raise ValueError(
            f"prevalences must be numbers strictly between 0 and 1, found {brief(values)}"
        )
    return [float(pi) for pi in shown]


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
