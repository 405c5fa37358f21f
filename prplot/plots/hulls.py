"""Hulls: of ROC curves beside achievable PR curves, and the best F gains, their dual."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Unpack

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from numpy.typing import NDArray

from prplot.core.calls import answered
from prplot.core.checks import checked_number, in_full
from prplot.core.measures.operating_point import best_f_gains, f_gain_at, vertices_in_prg
from prplot.core.measures.score_definitions import AREA_OF
from prplot.core.record import ConfusionCurve
from prplot.core.signatures import GainOptions, HullOptions
from prplot.core.spaces import PR, PRG, ROC, Space
from prplot.core.traces import Trace
from prplot.draw import scene, style
from prplot.draw.axes import checked_axes, open_limits, resolved_axes, set_share_ticks
from prplot.draw.scene import HULL, Area, Mark, Markers, Polyline, Tint
from prplot.draw.scene_artist import SceneArtist, adopt, scene_of
from prplot.draw.style import Style, dash_of, merged, merged_markers
from prplot.draw.tex import typeset
from prplot.plots.figure.arguments import Options
from prplot.plots.figure.figure import CurveFigure, curve_figure, fold_marks, name_positive, show
from prplot.plots.figure.groups import BY_THRESHOLD
from prplot.plots.figure.labels import EMPTY, MODELS, labels_of
from prplot.plots.figure.layers import bounds, curve_marks, row, segments
from prplot.plots.figure.thresholds import Reading
from prplot.plots.spaces import draw_panels

PANELS = (ROC, PR)
# Of more vertices than this, some are marked; of more points, none.
MANY_VERTICES = 60
MANY_POINTS = 200
KIND = "F gains"
WEIGHTS = np.array([0.0, 1.0])
# Most lines: of more thresholds, only vertices of the hull have a line, and at most this many.
MANY_LINES = 60
MANY_CORNERS = 40
FEW_MODELS = 3
# The legend entry of a curve without a name.
UNNAMED = "best threshold"
BETAS = (0.25, 0.5, 1, 2, 4)
HEAD = (
    "best F gain of each model against d = 1 / (1 + beta squared), from recall (d = 0) to "
    "precision (d = 1)"
)


@answered
def plot_hull(
    y_true: Any,
    y_score: Any = None,
    *,
    vertex_kws: Mapping[str, Any] | None = None,
    axes: Any = None,
    fig: Figure | SubFigure | None = None,
    **options: Unpack[HullOptions],
) -> NDArray[Any]:
    """Draw ROC curve and hull beside PR curve and achievable curve, with the thresholds they share.

    Parameters
    ----------
    y_true, y_score, data, hue, hue_order, palette, style, units
    estimator : {"normalized", "vertical", "roc", "pooled"}, default "roc"
        How folds are averaged: as in `average_curve`, or "pooled", which ranks the scores of all
        folds together. The hull is that of the average, which by default is itself a ROC curve. The
        legend shows the mean of the folds' scores ± their standard deviation (with n - 1 in the
        denominator), or the spread that `errorbar` chooses.
    errorbar : "sd", ("sd", scale), "se", ("se", scale), "pi", ("pi", width) or None, default None
        A band around the average of folds: the mean ± `scale` (by default 1) standard deviations of
        the folds ("sd") or standard errors of the mean ("se"), or the middle `width` (by default
        95) percent of the folds ("pi").
    pos_label, classes, sample_weight, missing, name
    color : colour, optional
        The colour of a single model, by default the next in the colour cycle.
    prevalence
    show_min : default True
    show_chance : bool, default True
        Draw the line of random guessing.
    legend, curve_kws, point_kws, hull_kws
    vertex_kws : dict, optional
        Properties of the hull vertices, as in `matplotlib.axes.Axes.scatter` with a single colour.
    min_kws, chance_kws, axes, fig

    Returns
    -------
    ndarray of matplotlib.axes.Axes, shape (2,)
        ROC space and PR space.

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn.

    See Also
    --------
    ConfusionCurve.hull : The curve of the vertices, with their thresholds.
    plot_pr : With ``show_hull=True``, only the achievable curve.

    Notes
    -----
    The achievable PR curve is the upper hull of the ROC curve, mapped to PR space: the best that
    mixtures of these thresholds can achieve. It keeps exactly the points that the hull keeps (Davis
    & Goadrich 2006, Corollary 3.1). A vertex has the same colour in both panels, from the highest
    threshold (dark) to the lowest (light); with several models, each has its own shades and marker.
    Faint points are operating points below the hull. Of very many vertices, 60 are marked; more
    than 200 operating points are not marked. Each panel has its legend, or both share one below if
    it would cover something.

    A hull chosen on the data that it is drawn for is optimistic (section 3). To avoid this, count
    at thresholds chosen on tuning data: ``ConfusionCurve.from_scores(y_test, test_score,
    thresholds=tuned.hull().thresholds)``.

    Examples
    --------
    >>> import prplot as prp
    >>> roc, pr = prp.plot_hull([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> [line.get_label() for line in roc.lines[:2]]
    ['ROC curve (AUROC 0.750)', 'hull (AUROC 0.875)']
    """
    color = options["color"]
    if isinstance(color, str) and color == BY_THRESHOLD:
        raise ValueError("color='threshold' is for curves; hull vertices are coloured by threshold")
    # The styles of curves and points are checked below, as their defaults differ here.
    own = {"curve_kws": None, "point_kws": None, "show_points": False, "show_hull": True}
    figure = curve_figure(Options.of(y_true, y_score, **{**options, **own}), PANELS)
    styles = {
        "curve": merged(style.BENEATH_HULL, options["curve_kws"], "curve_kws"),
        "point": merged({}, options["point_kws"], "point_kws"),
        "hull": merged(style.STRONG_HULL, options["hull_kws"], "hull_kws"),
        "vertex": merged_markers({}, vertex_kws, "vertex_kws"),
    }
    # The layer of hulls is drawn in its own way.
    figure.layers.pop("hull")
    return draw_panels(figure, PANELS, axes, fig, partial(_hulls, styles=styles), is_shared=False)


def _hulls(
    ax: Axes,
    space: Space,
    figure: CurveFigure,
    colors: Sequence[Any],
    styles: Mapping[str, Style],
) -> list[Mark]:
    """Return folds, weak curves, their strong hulls, and the vertices of these.

    Vertices are the same in both panels. Those of a single model have ordered colours; those of
    several have shades of their colours, and shapes.
    """
    curves, hulls = figure.groups.curves, figure.hulls
    single, area = len(hulls) == 1, AREA_OF.get(space.name)
    scores = [] if area is None else [area]
    labels, of_hull = labels_of(figure.groups, scores, hulls=hulls, spaces=[space])
    beneath, above = (labels, [of_hull]) if single else ([EMPTY] * len(curves), labels)
    shades = [Tint(style.BENEATH_STRENGTH, None if single else color) for color in colors]
    dashes = None if single else figure.look.distinct_dashes()
    weak = curve_marks(curves, space, shades, beneath, styles["curve"], dashes=dashes)
    strong = curve_marks(hulls, space, colors, above, styles["hull"], role=HULL, dashes=dashes)
    # Hulls that are drawn already have other shapes.
    drawn = len(scene_of(ax).of(scene.VERTEX))
    shapes = [style.SHAPES[i % len(style.SHAPES)] for i in range(drawn, drawn + len(hulls))]
    if not single:
        # For the legend only: in the axes, markers are drawn at the vertices.
        pairs, in_row = zip(strong, shapes, strict=True), {"markevery": [], "markersize": 4.5}
        strong = [
            replace(mark, style={**mark.style, **in_row, "marker": shape}) for mark, shape in pairs
        ]
        strong.append(row(HULL, space.curve_word, styles["curve"], Tint(style.BENEATH_STRENGTH)))
    # One of the legends says it, as the colours are the same in both panels.
    named = {"label": "thresholds, high to low"} if single and space is PANELS[0] else {}
    points: list[Mark] = []
    for i, (curve, hull) in enumerate(zip(curves, hulls, strict=True)):
        base, own = None if single else colors[i], {"marker": shapes[i], **styles["vertex"]}
        points += _operating_points(curve, space, base, styles["point"])
        points += _vertices(hull, space, base, {**named, **own})
    around = fold_marks(figure.groups, figure.look, space, colors)
    return [*around, *bounds(curves, space, colors), *weak, *strong, *points]


def _operating_points(curve: ConfusionCurve, space: Space, color: Any, own: Style) -> list[Mark]:
    """Return the operating points of a curve, faint, unless they would make a line of dots."""
    if curve.tp.size > MANY_POINTS:
        return []
    at = np.column_stack(curve._points_in(space))
    points = Markers(*at[np.isfinite(at).all(axis=1)].T)
    faint, dots = Tint(style.DISCARDED_STRENGTH, color), {**style.DISCARDED, **own}
    return [Mark(scene.DISCARDED, points, color=faint, style=dots)]


def _vertices(hull: ConfusionCurve, space: Space, color: Any, own: Style) -> list[Mark]:
    """Return vertices of a hull in ordered colours, or shades of one, the same in both panels."""
    at = np.column_stack([one for panel in PANELS for one in hull._points_in(panel)])
    known = np.flatnonzero(np.isfinite(at).all(axis=1))
    if known.size == 0:
        # Without a class they have no place.
        return []
    kept = known[np.unique(np.linspace(0, known.size - 1, MANY_VERTICES).astype(int))]
    x, y = hull._points_in(space)
    shape = Markers(x[kept], y[kept], kept / (hull.tp.size - 1), color)
    return [Mark(scene.VERTEX, shape, is_listed=True, style={**style.VERTEX, **own})]


@answered
def plot_f_gain(
    y_true: Any,
    y_score: Any = None,
    *,
    threshold: float | None = None,
    show_lines: bool | None = None,
    show_baseline: bool = True,
    line_kws: Mapping[str, Any] | None = None,
    baseline_kws: Mapping[str, Any] | None = None,
    threshold_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
    **options: Unpack[GainOptions],
) -> Axes:
    """Draw the best F gain for every trade-off of precision and recall.

    Parameters
    ----------
    y_true : array_like, shape (n,) or (n, n_classes), ConfusionCurve, or dict of curves
        Labels, an indicator matrix with one column per class, or a curve instead of labels and
        scores, or a dict of the curves of several models.
    y_score, data, hue, hue_order, palette, pos_label, classes, sample_weight, missing
    name : str, optional
        The name of a single model in the legend.
    label
    color : colour, optional
        The colour of a single model, by default the next in the colour cycle.
    prevalence
    threshold : float, optional
        For a single model, draw the line of this threshold and shade its loss against the best
        threshold. Its counts are exact; those of a `ConfusionCurve` are of the last point at or
        above the threshold.
    show_lines : bool, optional
        Draw the line of each threshold or, if there are very many, of those that are best for some
        beta; by default for up to three models.
    show_baseline : bool, default True
        Draw the line of calling everything positive, from 1 to 0.
    legend
    curve_kws, line_kws, baseline_kws, threshold_kws : dict, optional
        Line properties of the envelope, the lines of the thresholds, the baseline and the line of
        `threshold`, overriding the defaults.
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
    best_threshold : The best threshold for one beta.
    operating_conditions : The corners of the envelope, as a table.
    plot_prg : The hull that is the dual of the envelope.

    Notes
    -----
    With ``d = 1 / (1 + beta^2)`` the F gain of a threshold is ``d precision gain + (1 - d) recall
    gain`` (Flach & Kull 2015, Theorem 2), a straight line over ``d`` from its recall gain to its
    precision gain. The upper envelope of all lines shows the best threshold for each ``beta``; its
    corners are at the ``d`` of the segments of the Precision-Recall-Gain hull. The paper mentions
    cost curves for F scores as future work; we know of no earlier description.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_f_gain([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], threshold=0.9)
    >>> ax.get_ylabel()
    'F gain'
    """
    if threshold is not None:
        checked_number(threshold, "threshold", "be a number", lambda one: not np.isnan(one))
    levels = None if threshold is None else [threshold]
    own = {"thresholds": levels, "show_points": False, "show_hull": True}
    figure = curve_figure(Options.of(y_true, y_score, **own, **options))
    chosen = None if threshold is None else _chosen(figure)
    styles = {
        "line": merged(style.LINES, line_kws, "line_kws"),
        "baseline": merged(style.BASELINE, baseline_kws, "baseline_kws"),
        "threshold": merged(style.CHOSEN, threshold_kws, "threshold_kws"),
    }
    checked_axes(ax, kind=KIND)
    figure.warn()

    ax = resolved_axes(ax)
    _dress(ax)
    name_positive(ax.yaxis, ax.get_ylabel(), figure.groups.found.positive)
    with_lines = len(figure.hulls) <= FEW_MODELS if show_lines is None else show_lines
    marks = _marks(figure, figure.look.colors(ax), styles, chosen, with_lines=with_lines)
    if show_baseline:
        words, line = "always positive", Polyline(WEIGHTS, 1 - WEIGHTS)
        look: Style = {"color": Tint(style.LABEL_STRENGTH), "style": styles["baseline"]}
        marks.append(Mark(scene.BASELINE, line, words, once=words, **look))
    return show(ax, marks, figure.legend, (0.5, 0.0))


def _marks(
    figure: CurveFigure,
    colors: Sequence[Any],
    styles: Mapping[str, Style],
    chosen: Reading | None,
    *,
    with_lines: bool,
) -> list[Mark]:
    """Return the envelope of each model with two classes, and the layers around it."""
    curves, hulls = figure.groups.curves, figure.hulls
    marks = bounds(curves, PRG, colors, _envelope)
    for i, (curve, hull) in enumerate(zip(curves, hulls, strict=True)):
        if curve.pos == 0 or curve.neg == 0:
            continue
        if with_lines:
            marks.append(_lines(curve, hull, colors[i], styles["line"]))
        dash = dash_of(colors[:i].count(colors[i]))
        marks += _best(hull, colors[i], dash, figure.labels[i].name, figure.look.style)
        if chosen is not None:
            marks += _loss(hull, chosen, colors[i], styles["threshold"])
        if len(hulls) == 1:
            marks += _thresholds(hull, colors[i])
    return marks


def _chosen(figure: CurveFigure) -> Reading:
    """Return the counts at the threshold that the user chose for a single model."""
    if len(figure.hulls) > 1:
        raise ValueError(f"threshold goes with a single model, found {len(figure.hulls)}")
    ((reading,),) = figure.marked.readings
    if reading.pos and reading.neg and not reading.tp[0]:
        level = in_full(reading.levels[0])
        raise ValueError(f"threshold {level} finds no positives, so it has no F gain")
    return reading


def _dress(ax: Axes) -> None:
    ax.set(xlabel=typeset("d = 1 / (1 + β²)"), ylabel="F gain", xlim=(-0.012, 1.012))
    open_limits(ax, y=(0.0, 1.0))
    set_share_ticks(ax.xaxis, ax.yaxis)
    SceneArtist.of(ax).kind = KIND
    if not scene_of(ax).of(scene.AXIS_OF_BETAS):
        # The functions that matplotlib uses by default can't be pickled.
        above = ax.secondary_xaxis("top", functions=(np.positive, np.positive))
        above.set_xticks([1 / (1 + beta**2) for beta in BETAS], [f"{beta:g}" for beta in BETAS])
        above.set_xlabel(typeset("β"))
        adopt(ax, Mark(scene.AXIS_OF_BETAS), above)


def _lines(curve: ConfusionCurve, hull: ConfusionCurve, color: Any, own: Style) -> Mark:
    """Return the lines of all thresholds if they are few, else those of vertices of the hull."""
    record = hull if curve.tp.size > MANY_LINES else curve
    kept = np.flatnonzero(record.tp > 0)
    kept = kept[np.unique(np.linspace(0, kept.size - 1, MANY_LINES).astype(int))]
    totals = curve.pos, curve.neg
    ends = f_gain_at(record.tp[kept], record.fp[kept], *totals, WEIGHTS[:, None])
    # One artist draws all lines, with a gap after each.
    x = np.tile([*WEIGHTS, np.nan], kept.size)
    y = np.column_stack([*ends, np.full(kept.size, np.nan)]).ravel()
    faint = Tint(style.BENEATH_STRENGTH, color)
    return Mark(scene.ISOMETRIC, Polyline(x, y), color=faint, style=own)


def _envelope(curve: ConfusionCurve, space: Space) -> Trace:
    # F-gain lines have no space of their own; PRG space has the same limits.
    return Trace(*best_f_gains(curve.hull()), space)


def _best(
    hull: ConfusionCurve, color: Any, dash: Any, name: str | None, own: Style
) -> Iterator[Mark]:
    """Yield the envelope, and its corners if they are few."""
    weight, gain = best_f_gains(hull)
    start, middle, end = (f"{one:.3f}" for one in np.interp([0.0, 0.5, 1.0], weight, gain))
    told = f"{name or 'F gain'}: {start} at d = 0, {middle} at 0.5 (F1), {end} at 1."
    yield Mark(
        scene.CURVE,
        Polyline(weight, gain),
        name=name or UNNAMED,
        numbered=MODELS.format(name=UNNAMED) if name is None else "",
        is_listed=True,
        color=color,
        dash=dash,
        style=own,
        head=HEAD,
        told=(told,),
    )
    if weight.size <= MANY_CORNERS:
        corners = Markers(weight[1:-1], gain[1:-1])
        yield Mark(scene.VERTEX, corners, color=own.get("color", color), style=style.CORNER)


def _loss(hull: ConfusionCurve, chosen: Reading, color: Any, own: Style) -> Iterator[Mark]:
    """Yield the line of the chosen threshold, and its loss against the envelope."""
    weight, best = best_f_gains(hull)
    gain = f_gain_at(chosen.tp, chosen.fp, chosen.pos, chosen.neg, weight)
    words, at = f"threshold {chosen.levels[0]:.4g}", int(np.argmax(best - gain))
    told = f"{words.capitalize()} loses at most {(best - gain)[at]:.3f}, at d = {weight[at]:.2g}."
    facts: dict[str, Any] = {"name": typeset(words), "is_listed": True, "told": (told,)}
    yield Mark(scene.HULL, Polyline(weight, gain), color=color, style=own, **facts)
    shaded = {"facecolor": own.get("color", color), **style.LOSS}
    yield Mark(scene.PART, Area(weight, gain, best), "its loss", is_listed=True, style=shaded)


def _thresholds(hull: ConfusionCurve, color: Any) -> Iterator[Mark]:
    """Return each piece of the envelope with its threshold."""
    at = np.column_stack(best_f_gains(hull))
    levels = hull.thresholds[vertices_in_prg(hull)][::-1]
    values = [f"{level:.3g}" if np.isfinite(level) else "" for level in levels]
    return segments(at, "threshold", values, color)
