"""The ROC hull beside the achievable PR curve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import cycle, islice
from typing import Any, Unpack

from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from numpy.typing import NDArray

from prplot.core.calls import answered
from prplot.core.measures.score_definitions import AREA_OF
from prplot.core.record import ConfusionCurve
from prplot.core.signatures.families import DEFAULTS, FigureOptions
from prplot.core.spaces import PR, ROC, Space
from prplot.core.traces import trace
from prplot.draw.axes import checked_figure, checked_panels, dress, new_panels
from prplot.draw.color import shade
from prplot.draw.placement.panels import annotate_panels
from prplot.draw.scene import HULL, VERTEX, marks_of
from prplot.draw.style import (
    BENEATH_HULL,
    BENEATH_STRENGTH,
    SHAPES,
    STRONG_HULL,
    Style,
    merged,
    merged_markers,
)
from prplot.draw.tex import typeset
from prplot.plots.figure.appearance import BY_THRESHOLD
from prplot.plots.figure.entries import EMPTY, CurveEntry, legend_entries
from prplot.plots.figure.figure import Models, name_positive
from prplot.plots.figure.hull_vertices import add_points, add_vertices, vertices_to_mark
from prplot.plots.figure.layers import ShownLayers, draw_bounds, draw_curves, draw_swatch
from prplot.plots.figure.request import Request

PANELS = (ROC, PR)


@answered
def plot_hull(
    y_true: Any,
    y_score: Any = None,
    *,
    style: Any = None,
    units: Any = None,
    estimator: str | None = "roc",
    errorbar: str | tuple[str, float] | None = None,
    prevalence: float | Sequence[float] | None = None,
    show_min: bool = True,
    show_chance: bool = True,
    curve_kws: Mapping[str, Any] | None = None,
    point_kws: Mapping[str, Any] | None = None,
    hull_kws: Mapping[str, Any] | None = None,
    vertex_kws: Mapping[str, Any] | None = None,
    min_kws: Mapping[str, Any] | None = None,
    chance_kws: Mapping[str, Any] | None = None,
    axes: Any = None,
    fig: Figure | SubFigure | None = None,
    **options: Unpack[FigureOptions],
) -> NDArray[Any]:
    """Draw ROC curve and hull beside PR curve and achievable curve, with the thresholds they share.

    Parameters
    ----------
    y_true, y_score, data, hue, hue_order, palette, style, units
    estimator : {"normalized", "vertical", "roc", "pooled"}, default "roc"
        How folds are averaged: as in `average_curve`, or "pooled", which ranks the scores of all
        folds together. The hull is that of the average; by default, this is itself a ROC curve. In
        the legend a score of folds is their mean ± their standard deviation (with n - 1 in the
        denominator), or what `errorbar` chooses.
    errorbar : "sd", ("sd", scale), "se", ("se", scale), "pi", ("pi", width) or None, default None
        A band around the average of folds: the mean minus and plus `scale` (by default 1) standard
        deviations of the folds ("sd") or standard errors of the mean ("se"), or the interval that
        holds the middle `width` (by default 95) percent of the folds ("pi").
    pos_label, classes, sample_weight, missing, name
    color : colour, optional
        The colour of a single model; by default the next one of the axes' cycle.
    prevalence, show_min
    show_chance : bool, default True
        Draw the line of random guessing.
    legend, curve_kws, point_kws, hull_kws
    vertex_kws : dict, optional
        Properties of the vertices of the hulls, as of `matplotlib.axes.Axes.scatter` with a single
        colour.
    min_kws, chance_kws, axes, fig

    Returns
    -------
    ndarray of matplotlib.axes.Axes, shape (2,)
        ROC space and PR space.

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn in this case.

    See Also
    --------
    ConfusionCurve.hull : The curve of the vertices, with their thresholds.
    plot_pr : With ``show_hull=True``, only the achievable curve.

    Notes
    -----
    The achievable PR curve is the upper hull of the ROC curve, mapped to PR space: the best that
    mixtures of these thresholds can achieve. It keeps exactly the points that the hull keeps (Davis
    & Goadrich 2006, Corollary 3.1). A vertex has the same colour in both panels, from the highest
    threshold (dark) to the lowest (light); with several models, each has shades of its own colour,
    and its own shape. Faint points are operating points below the hull. If there are very many
    vertices, only those far enough from each other are marked; very many operating points are not
    marked. The legend is in each panel, or beneath both if it would cover something.

    A hull is optimistic if it is chosen on the data that it is drawn for (section 3). To avoid
    this, count at thresholds that were chosen on tuning data: ``ConfusionCurve.from_scores(y_test,
    test_score, thresholds=tuned.hull().thresholds)``.

    Examples
    --------
    >>> import prplot as prp
    >>> roc, pr = prp.plot_hull([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> [line.get_label() for line in roc.lines[:2]]
    ['ROC curve (AUROC 0.750)', 'hull (AUROC 0.875)']
    """
    color = options.get("color")
    if isinstance(color, str) and color == BY_THRESHOLD:
        raise ValueError("color='threshold' is for curves; vertices of hulls have their colours")
    # The styles of curves and points are checked below, as their defaults differ here.
    request = Request.of(
        y_true,
        y_score,
        with_samples=False,
        style=style,
        units=units,
        estimator=estimator,
        errorbar=errorbar,
        prevalence=prevalence,
        show_min=show_min,
        show_chance=show_chance,
        show_points=False,
        min_kws=min_kws,
        chance_kws=chance_kws,
        hull_kws=hull_kws,
        **options,
    )
    models = Models.resolve(request, show_hull=True)
    curves = models.curves.values()
    layers = ShownLayers.checked(request.layers, curves, PANELS, DEFAULTS["beta"], None)
    styles = {
        "curve": merged(BENEATH_HULL, curve_kws, "curve_kws"),
        "point": merged({}, point_kws, "point_kws"),
        "hull": merged(STRONG_HULL, hull_kws, "hull_kws"),
        "vertex": merged_markers({}, vertex_kws, "vertex_kws"),
    }
    is_new = checked_figure(fig, axes) is None and axes is None
    panels = checked_panels(axes, PANELS)
    models.warn()

    panels = new_panels(len(PANELS), fig) if panels is None else panels
    # The colour cycle of each panel must advance.
    colors, *_ = [models.look.colors(ax) for ax in panels]
    draw = _draw_single if len(curves) == 1 else _draw_several
    for ax, space in zip(panels, PANELS, strict=True):
        dress(ax, space, models.resolved.shown)
        name_positive(ax.xaxis, typeset(space.x_label), models.resolved.positive)
        if models.folds is not None:
            models.folds.draw(ax, space, colors, models.look.dashes)
        draw_bounds(curves, ax, partial(trace, space=space), colors)
        draw(ax, space, models, colors, styles)
        layers.draw(models.panel(ax, space, layers, colors))
    homes = [space.home for space in PANELS]
    annotate_panels(list(panels), models.legend, homes, grow=is_new, is_shared=False)
    return panels


def _draw_single(
    ax: Axes, space: Space, models: Models, colors: list[Any], styles: Mapping[str, Style]
) -> None:
    """Draw a neutral curve beneath its coloured hull, with an entry for each."""
    curves, hulls = list(models.curves.values()), models.hulls
    entries, of_hull = _entries(models, space)
    weak = shade(ax, BENEATH_STRENGTH)
    draw_curves(curves, ax, space, [weak], entries, styles["curve"])
    draw_curves(hulls, ax, space, colors, [of_hull], styles["hull"], kind=HULL)
    own = {"label": "thresholds, high to low", "marker": _next_shapes(ax, 1)[0]}
    _mark(ax, space, curves[0], hulls[0], None, {**styles, "vertex": {**own, **styles["vertex"]}})


def _draw_several(
    ax: Axes, space: Space, models: Models, colors: list[Any], styles: Mapping[str, Style]
) -> None:
    """Draw light curves beneath hulls of the same colours, with vertices of different shapes."""
    curves, hulls = list(models.curves.values()), models.hulls
    entries, _ = _entries(models, space)
    shades = [shade(ax, BENEATH_STRENGTH, color) for color in colors]
    shapes = _next_shapes(ax, len(curves))
    dashes = models.look.distinct_dashes()
    empty = [EMPTY] * len(curves)
    draw_curves(curves, ax, space, shades, empty, styles["curve"], dashes=dashes)
    lines = draw_curves(hulls, ax, space, colors, entries, styles["hull"], kind=HULL, dashes=dashes)
    draw_swatch(ax, space.curve_word, BENEATH_STRENGTH, styles["curve"])
    for curve, hull, color, line, shape in zip(curves, hulls, colors, lines, shapes, strict=True):
        # For the legend only: in the axes, markers are drawn at the vertices.
        line.set(marker=shape, markevery=[], markersize=4.5)
        shaped = {"marker": shape, **styles["vertex"]}
        _mark(ax, space, curve, hull, color, {**styles, "vertex": shaped})


def _next_shapes(ax: Axes, count: int) -> list[str]:
    """Return the next marker shapes of the cycle for vertices."""
    drawn = len(marks_of(ax, VERTEX))
    return list(islice(cycle(SHAPES), drawn, drawn + count))


def _entries(models: Models, space: Space) -> tuple[list[CurveEntry], CurveEntry]:
    scores = [AREA_OF[space.name]]
    folds = None if models.folds is None else models.folds.scores()
    return legend_entries(models.curves, scores, hulls=models.hulls, spaces=[space], folds=folds)


def _mark(
    ax: Axes,
    space: Space,
    curve: ConfusionCurve,
    hull: ConfusionCurve,
    color: Any,
    styles: Mapping[str, Style],
) -> None:
    """Mark the points of a curve and the vertices of its hull."""
    add_points(ax, space, curve, color=color, style=styles["point"])
    shown = vertices_to_mark(hull, PANELS)
    add_vertices(ax, space, hull, shown, color=color, style=styles["vertex"])
