"""The ROC hull beside the achievable PR curve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Unpack

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from numpy.typing import NDArray

from prplot.core.calls import answered
from prplot.core.checks import FloatArray
from prplot.core.measures.score_definitions import AREA_OF
from prplot.core.record import ConfusionCurve
from prplot.core.signatures import HullOptions
from prplot.core.spaces import PR, ROC, Space
from prplot.draw import scene, style
from prplot.draw.axes import checked_figure, checked_panels, new_panels
from prplot.draw.placement.panels import annotate_panels
from prplot.draw.scene import HULL, Mark, Markers, Tint
from prplot.draw.scene_artist import scene_of
from prplot.draw.style import Style, merged, merged_markers
from prplot.plots.figure.arguments import Options
from prplot.plots.figure.figure import CurveFigure, curve_figure, draw_panel, fold_marks
from prplot.plots.figure.groups import BY_THRESHOLD
from prplot.plots.figure.labels import EMPTY, labels_of
from prplot.plots.figure.layers import bounds, curve_marks, row

PANELS = (ROC, PR)
# Of more vertices than this, some are marked; of more points, none.
MANY_VERTICES = 60
MANY_POINTS = 200


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
    plain = {"curve_kws": None, "point_kws": None, "show_points": False}
    checked = Options.of(y_true, y_score, with_samples=False, **{**options, **plain})
    figure = curve_figure(checked, PANELS, show_hull=True)
    styles = {
        "curve": merged(style.BENEATH_HULL, options["curve_kws"], "curve_kws"),
        "point": merged({}, options["point_kws"], "point_kws"),
        "hull": merged(style.STRONG_HULL, options["hull_kws"], "hull_kws"),
        "vertex": merged_markers({}, vertex_kws, "vertex_kws"),
    }
    is_new = checked_figure(fig, axes) is None and axes is None
    panels = checked_panels(axes, PANELS)
    figure.warn()

    panels = new_panels(len(PANELS), fig) if panels is None else panels
    # The colour cycle of each panel must advance.
    colors, *_ = [figure.look.colors(ax) for ax in panels]
    # The layer of hulls is drawn in its own way.
    figure.layers.pop("hull")
    for ax, space in zip(panels, PANELS, strict=True):
        draw_panel(ax, space, figure, colors, partial(_hulls, styles=styles))
    homes = [space.home for space in PANELS]
    annotate_panels(list(panels), figure.legend, homes, grow=is_new, is_shared=False)
    return panels


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
    single, scores = len(hulls) == 1, [AREA_OF[space.name]]
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
    at = _places(curve, space)
    points = Markers(*at[np.isfinite(at).all(axis=1)].T)
    faint, dots = Tint(style.DISCARDED_STRENGTH, color), {**style.DISCARDED, **own}
    return [Mark(scene.DISCARDED, points, color=faint, style=dots)]


def _vertices(hull: ConfusionCurve, space: Space, color: Any, own: Style) -> list[Mark]:
    """Return vertices of a hull in ordered colours, or shades of one, the same in both panels."""
    at = np.column_stack([_places(hull, one) for one in PANELS])
    known = np.flatnonzero(np.isfinite(at).all(axis=1))
    if known.size == 0:
        # Without a class they have no place.
        return []
    kept = known[np.unique(np.linspace(0, known.size - 1, MANY_VERTICES).astype(int))]
    x, y = _places(hull, space)[kept].T
    shape = Markers(x, y, kept / (hull.tp.size - 1), color)
    return [Mark(scene.VERTEX, shape, is_listed=True, style={**style.VERTEX, **own})]


def _places(curve: ConfusionCurve, space: Space) -> FloatArray:
    """Return the coordinates of a curve's points in a space, shape (n, 2)."""
    x, y = space.project_path(curve.tp, curve.fp, curve.pos, curve.neg)
    return np.column_stack([x, y])
