"""The ROC hull beside the achievable PR curve."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import cycle
from typing import Any

from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from prplot.core.spaces import PR, ROC, Space
from prplot.draw import style as looks
from prplot.draw.annotations import annotate_panels
from prplot.draw.frames import checked_panels, dress, resolved_panels
from prplot.draw.labels import HULL
from prplot.inputs.curves import warn_if_one_class
from prplot.plots import layers
from prplot.plots.models import AREA_OF, Models, draw_curves, draw_swatch, legend_entries

PANELS = {ROC: (1.0, 0.0), PR: (0.0, 0.3)}


def plot_hull(
    y_true: Any,
    y_score: Any = None,
    *,
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | None = None,
    name: str | None = None,
    color: Any = None,
    prevalence: float | None = None,
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
    y_true : array_like, shape (n,), ConfusionCurve, or dict of name to ConfusionCurve
        Labels, or ready curves.
    y_score : array_like of numbers, shape (n,), or dict of name to array_like
        Scores of one model or of several; higher means more likely positive.
    pos_label : hashable, optional
        The positive label; by default 1 (or True) among 0/1, -1/1 or booleans.
    sample_weight : array_like of numbers, shape (n,), optional
        Nonnegative weights.
    name : str, optional
        What the legend calls a single curve.
    color : colour, optional
        Of a single hull; by default the next one of the axes' cycle.
    prevalence : float, optional
        Redraw the same ROC curves at this prevalence, in (0, 1).
    show_min : bool, default True
        In PR space, the minimum curve and the unachievable region beneath it.
    show_chance : bool, default True
        Random guessing.
    legend : {"auto", True, False}, default "auto"
        Names with the areas of curve and hull, where they cover nothing: in each panel for a single
        curve, else one legend for both.
    curve_kws, point_kws, hull_kws, chance_kws : dict, optional
        Line properties of the curves, their operating points, the hulls, random guessing; they win
        over the defaults.
    vertex_kws : dict, optional
        What `matplotlib.axes.Axes.scatter` takes, for the vertices of the hulls.
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
    these thresholds come to, and it keeps exactly the points that the hull keeps (Davis & Goadrich
    2006, Corollary 3.1). A vertex has one colour in both panels, from the highest threshold (dark)
    to the lowest (light), and each model's vertices a shape; faint points are discarded. Of very
    many points or vertices, those that would hide each other are drawn once.

    Chosen on the data that it is drawn for, the hull is optimistic (section 3). For an honest curve
    count at thresholds of tuning data: ``ConfusionCurve.from_scores(y_test, test_score,
    thresholds=tuned.hull().thresholds)``.

    Examples
    --------
    >>> import prplot as prp
    >>> roc, pr = prp.plot_hull([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> [text.get_text() for text in roc.get_legend().get_texts()]
    ['', 'ROC curve', 'hull', 'AUROC', '0.750', '0.875']
    """
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
    )
    with_legend = layers.checked_legend(legend)
    styles = {
        "curve": looks.merged(looks.BENEATH_HULL, curve_kws, "curve_kws"),
        "point": looks.merged({}, point_kws, "point_kws"),
        "hull": looks.merged(looks.STRONG_HULL, hull_kws, "hull_kws"),
        "vertex": looks.merged_markers({}, vertex_kws, "vertex_kws"),
        "chance": looks.merged(looks.CHANCE, chance_kws, "chance_kws"),
    }
    min_style = looks.merged_region(looks.MINIMUM, min_kws, "min_kws")
    checked_panels(axes, list(PANELS))
    curves = models.curves.values()
    warn_if_one_class(curves, stacklevel=2)

    panels = resolved_panels(axes, len(PANELS))
    colors = models.colors(panels[0])
    for ax, space in zip(panels, PANELS, strict=True):
        dress(ax, space, list(models.curves.items()))
        _draw_hulls(ax, space, models, colors, styles)
        if show_min and space == PR:
            layers.add_minimum(ax, PR, curves, colors=colors, style=min_style)
        if show_chance:
            layers.add_chance(ax, space, curves, colors=colors, style=styles["chance"])
    homes = list(PANELS.values())
    annotate_panels(list(panels), with_legend, homes, own=axes is None, shared=len(curves) > 1)
    return panels


def _draw_hulls(
    ax: Axes,
    space: Space,
    models: Models,
    colors: list[Any],
    styles: Mapping[str, looks.Style],
) -> None:
    """Draw curves broad and light beneath their hulls, and mark points and vertices."""
    curves, hulls = list(models.curves.values()), models.hulls
    alone = len(curves) == 1
    # Several models share one legend, which says the areas of both spaces.
    scores = [AREA_OF[each.name] for each in ([space] if alone else PANELS)]
    entries, of_hull = legend_entries(
        models.curves, scores, hulls=hulls, space=space if alone else None
    )
    # A single curve is neutral, so that its hull stands out; several have the colours of theirs.
    bases = [None] if alone else colors
    shades = [looks.shade(ax, looks.BENEATH_STRENGTH, base) for base in bases]
    if alone:
        draw_curves(curves, ax, space, shades, entries, styles["curve"])
        draw_curves(hulls, ax, space, colors, [of_hull], styles["hull"], gid=HULL)
    else:
        draw_curves(curves, ax, space, shades, [""] * len(curves), styles["curve"])
        draw_curves(hulls, ax, space, colors, entries, styles["hull"], gid=HULL)
        draw_swatch(ax, "all thresholds", looks.BENEATH_STRENGTH, styles["curve"])
    shapes = cycle(looks.SHAPES)
    for curve, hull, base, shape in zip(curves, hulls, bases, shapes, strict=False):
        layers.add_points(ax, space, curve, color=base, style=styles["point"])
        vertices = layers.vertices_apart(hull, PANELS)
        layers.add_vertices(ax, space, hull, vertices, style={"marker": shape, **styles["vertex"]})
