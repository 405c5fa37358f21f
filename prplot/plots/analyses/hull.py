"""The ROC hull beside the achievable PR curve."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import cycle, islice
from typing import Any

from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from prplot.core.record import ConfusionCurve
from prplot.core.spaces import PR, ROC, Space
from prplot.draw.axes import checked_panels, dress, new_panels
from prplot.draw.color import shade
from prplot.draw.placement.annotations import HOMES
from prplot.draw.placement.panels import annotate_each
from prplot.draw.scene import HULL, VERTEX
from prplot.draw.style import (
    BENEATH_HULL,
    BENEATH_STRENGTH,
    SHAPES,
    STRONG_HULL,
    Style,
    merged,
    merged_markers,
)
from prplot.inputs.rows import Grouping
from prplot.plots.figure.appearance import BY_THRESHOLD
from prplot.plots.figure.entries import AREA_OF, WORDS, legend_entries
from prplot.plots.figure.figure import Models, Surroundings, draw_curves, draw_swatch
from prplot.plots.figure.folds import Averaging
from prplot.plots.figure.layers import draw_bounds
from prplot.plots.figure.vertices import add_points, add_vertices, vertices_apart

PANELS = (ROC, PR)


def plot_hull(
    y_true: Any,
    y_score: Any = None,
    *,
    data: Any = None,
    hue: Any = None,
    hue_order: Sequence[Any] | None = None,
    palette: Any = None,
    style: Any = None,
    units: Any = None,
    estimator: str | None = "roc",
    errorbar: str | tuple[str, float] | None = None,
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | str | None = None,
    name: str | None = None,
    color: Any = None,
    prevalence: float | Sequence[float] | None = None,
    show_min: bool = True,
    show_chance: bool = True,
    legend: bool | str = "auto",
    curve_kws: Mapping[str, Any] | None = None,
    point_kws: Mapping[str, Any] | None = None,
    hull_kws: Mapping[str, Any] | None = None,
    vertex_kws: Mapping[str, Any] | None = None,
    min_kws: Mapping[str, Any] | None = None,
    chance_kws: Mapping[str, Any] | None = None,
    axes: Any = None,
) -> NDArray[Any]:
    """Draw ROC curve and hull beside PR curve and achievable curve, with the thresholds they share.

    Parameters
    ----------
    y_true : array_like, shape (n,) or (n, n_classes), ConfusionCurve, list of or dict of these
        Labels, an indicator matrix of classes, or ready curves. A list holds the curves of one
        model's folds: they are drawn thin, beneath their average.
    y_score : array_like of numbers, shape (n,), or dict of name to array_like
        Scores of one model or of several; higher means more likely positive.
    data : data frame or dict of columns, optional
        A table of pandas, polars, pyarrow, DuckDB or another library that narwhals knows. Then
        `y_true`, `y_score`, `sample_weight`, `hue`, `style` and `units` may name its columns. A
        list of columns in place of `y_score`, or a dict of names to columns, makes a curve each; if
        they are called as the labels, each is of one class against the rest.
    hue : str or array_like, optional
        A column, or a value for each row: groups of rows, a curve each. Groups that are numbers
        have colours in their order.
    hue_order : sequence, optional
        The groups to show, in order; others are left out.
    palette : str, sequence of colours, dict of group to colour, or Colormap, optional
        As in seaborn; by default the axes' cycle of colours, or hues if that is too short.
    style : str or array_like, optional
        A column, or a value for each row: groups of rows that differ in their dashes. Without it
        dashes tell several columns of scores apart where colours are those of `hue`.
    units : str or array_like, optional
        A column, or a value for each row: folds within each group, drawn thin. The hull is that of
        their average.
    estimator : {"normalized", "vertical", "roc", "pooled"}, default "roc"
        How folds are averaged, as in `average_curve`; "pooled" ranks the scores of all folds. The
        ROC average is a ROC curve, so that it has a hull.
    errorbar : "sd", ("sd", scale), "se", ("se", scale), "pi", ("pi", width) or None, default None
        A band around the average of folds, as in `plot_pr`.
    pos_label : hashable, optional
        The positive label; by default 1 (or True) among 0/1, -1/1 or booleans.
    sample_weight : str or array_like of numbers, shape (n,), optional
        Nonnegative weights.
    name : str, optional
        What the legend calls a single curve.
    color : colour, optional
        Of a single hull; by default the next one of the axes' cycle.
    prevalence : float or sequence of float, optional
        Redraw the same ROC curves at this prevalence, in (0, 1), or one model at several.
    show_min : bool, default True
        In PR space, the minimum curve and the unachievable region beneath it.
    show_chance : bool, default True
        Random guessing.
    legend : {"auto", "direct", "brief", "full", True, False}, default "auto"
        Names with the areas of curve and hull, where they cover nothing: in each panel, else
        beneath both. "direct" writes them beside the hulls.
    curve_kws, point_kws, hull_kws, chance_kws : dict, optional
        Line properties of the curves, their operating points, the hulls, random guessing; they win
        over the defaults.
    vertex_kws : dict, optional
        What `matplotlib.axes.Axes.scatter` takes for one colour, for the vertices of the hulls.
    min_kws : dict, optional
        Line properties of the minimum curve; "facecolor" and "hatch" style the region.
    axes : sequence of two matplotlib.axes.Axes, optional
        By default those of a new figure, each panel as high as ``figure.figsize``.

    Returns
    -------
    ndarray of matplotlib.axes.Axes, shape (2,)
        ROC space and PR space.

    Raises
    ------
    ValueError, TypeError
        Wrong input, before anything is drawn.

    See Also
    --------
    ConfusionCurve.hull : The vertices as a record, with their thresholds.
    plot_pr : With ``show_hull=True`` the achievable curve alone.

    Notes
    -----
    The achievable PR curve is the upper hull of the ROC curve, projected: the best that mixtures of
    these thresholds can reach. It keeps exactly the points that the hull keeps (Davis & Goadrich
    2006, Corollary 3.1). A vertex has one colour in both panels, from the highest threshold (dark)
    to the lowest (light); of several models each has shades of its colour, and a shape. Faint
    points are discarded. Of very many vertices those that can be told apart are marked, and very
    many points are not.

    Chosen on the data that it is drawn for, the hull is optimistic (section 3). For an honest curve
    count at thresholds of tuning data: ``ConfusionCurve.from_scores(y_test, test_score,
    thresholds=tuned.hull().thresholds)``.

    Examples
    --------
    >>> import prplot as prp
    >>> roc, pr = prp.plot_hull([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> [line.get_label() for line in roc.lines[:2]]
    ['ROC curve (AUROC 0.750)', 'hull (AUROC 0.875)']
    """
    if isinstance(color, str) and color == BY_THRESHOLD:
        raise ValueError("color='threshold' is for curves; vertices of hulls have their colours")
    models = Models.resolve(
        y_true,
        y_score,
        pos_label=pos_label,
        sample_weight=sample_weight,
        name=name,
        label=None,
        color=color,
        score=None,
        curve_kws=None,
        prevalence=prevalence,
        show_hull=True,
        by=Grouping(data, hue, hue_order, style, units),
        averaging=Averaging(estimator, errorbar, None),
        palette=palette,
        legend=legend,
    )
    around = Surroundings.checked(
        models, *PANELS, minimum=(show_min, min_kws), chance=(show_chance, chance_kws)
    )
    styles = {
        "curve": merged(BENEATH_HULL, curve_kws, "curve_kws"),
        "point": merged({}, point_kws, "point_kws"),
        "hull": merged(STRONG_HULL, hull_kws, "hull_kws"),
        "vertex": merged_markers({}, vertex_kws, "vertex_kws"),
    }
    panels = checked_panels(axes, PANELS)
    curves = models.curves.values()
    models.warn(stacklevel=2)

    panels = new_panels(len(PANELS)) if panels is None else panels
    # The cycle of every panel moves on.
    colors, *_ = [models.look.colors(ax) for ax in panels]
    draw = _draw_single if len(curves) == 1 else _draw_several
    for ax, space in zip(panels, PANELS, strict=True):
        dress(ax, space, models.resolved.shown)
        if models.folds is not None:
            models.folds.draw(ax, space, colors, models.look.dashes)
        draw_bounds(curves, ax, space, colors)
        draw(ax, space, models, colors, styles)
        around.draw(ax, space, models, colors)
    homes = [HOMES[space.name] for space in PANELS]
    annotate_each(list(panels), models.legend, homes, grow=axes is None)
    return panels


def _draw_single(
    ax: Axes, space: Space, models: Models, colors: list[Any], styles: Mapping[str, Style]
) -> None:
    """Draw a neutral curve beneath its coloured hull, with an entry for each."""
    curves, hulls = list(models.curves.values()), models.hulls
    entries, of_hull = _entries(models, space)
    weak = shade(ax, BENEATH_STRENGTH)
    draw_curves(curves, ax, space, [weak], entries, styles["curve"])
    draw_curves(hulls, ax, space, colors, [of_hull], styles["hull"], gid=HULL)
    own = {"label": "thresholds, high to low", "marker": _free_shapes(ax, 1)[0]}
    _mark(ax, space, curves[0], hulls[0], None, {**styles, "vertex": {**own, **styles["vertex"]}})


def _draw_several(
    ax: Axes, space: Space, models: Models, colors: list[Any], styles: Mapping[str, Style]
) -> None:
    """Draw light curves beneath hulls of the same colours, with vertices of different shapes."""
    curves, hulls = list(models.curves.values()), models.hulls
    entries, _ = _entries(models, space)
    shades = [shade(ax, BENEATH_STRENGTH, color) for color in colors]
    shapes = _free_shapes(ax, len(curves))
    dashes = models.look.own_dashes()
    unsaid = [""] * len(curves)
    draw_curves(curves, ax, space, shades, unsaid, styles["curve"], dashes=dashes)
    lines = draw_curves(hulls, ax, space, colors, entries, styles["hull"], gid=HULL, dashes=dashes)
    draw_swatch(ax, WORDS[space.name][0], BENEATH_STRENGTH, styles["curve"])
    for curve, hull, color, line, shape in zip(curves, hulls, colors, lines, shapes, strict=True):
        # In the legend only: on the picture the vertices are marked.
        line.set(marker=shape, markevery=[], markersize=4.5)
        shaped = {"marker": shape, **styles["vertex"]}
        _mark(ax, space, curve, hull, color, {**styles, "vertex": shaped})


def _free_shapes(ax: Axes, count: int) -> list[str]:
    """Return the next markers of the cycle that vertices go through."""
    drawn = sum(artist.get_gid() == VERTEX for artist in ax.collections)
    return list(islice(cycle(SHAPES), drawn, drawn + count))


def _entries(models: Models, space: Space) -> tuple[list[str], str]:
    scores = [AREA_OF[space.name]]
    return legend_entries(models.curves, scores, hulls=models.hulls, space=space)


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
    shown = vertices_apart(hull, PANELS)
    add_vertices(ax, space, hull, shown, color=color, style=styles["vertex"])
