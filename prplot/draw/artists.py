"""Functions that each add one artist to axes, and return it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import FillBetweenPolyCollection, PathCollection, PolyCollection
from matplotlib.colors import is_color_like
from matplotlib.lines import Line2D
from matplotlib.markers import MarkerStyle
from matplotlib.transforms import Bbox, TransformedBbox
from numpy.typing import ArrayLike, NDArray

from prplot.core.checks import FloatArray, brief, check_kind, coordinates, dimensions
from prplot.core.measures.metric_steps import NOWHERE, StepFunction, Vertices
from prplot.core.spaces import Space
from prplot.core.traces import Trace, project_grid, simplified
from prplot.draw import style as styles
from prplot.draw.axes import check_rectilinear
from prplot.draw.resolution import Resolution, needed, showable
from prplot.draw.scene import ISOMETRIC, Mark, TraceOrSteps
from prplot.draw.scene_artist import adopt
from prplot.draw.style import Style

# Markers extend so far beyond the frame at most, in points.
BEYOND = 3.0


def draw_trace(drawn: TraceOrSteps, ax: Axes, style: Mapping[str, Any] | None = None) -> Line2D:
    """Draw a trace or a step function as a line, with as many vertices as the picture needs.

    Parameters
    ----------
    drawn : Trace or StepFunction
        The line, in the space of the axes; steps follow the limits of the axes.
    ax : matplotlib.axes.Axes
    style : mapping, optional
        Line properties that override those of a curve.

    Returns
    -------
    matplotlib.lines.Line2D

    Raises
    ------
    ValueError, TypeError
        Anything but a trace, rectilinear axes or line properties.

    Notes
    -----
    The line is everywhere within 1 / 4000 of the axes of the exact curve, or within a tenth of a
    pixel if that is less. It gets more vertices when drawn with more pixels, or when the axes show
    a part of it.
    """
    _check_layer(ax, drawn=drawn)
    return add_trace(drawn, ax, styles.merged(styles.CURVE, style, "style"))


def add_trace(drawn: TraceOrSteps, ax: Axes, style: Style) -> Line2D:
    """Draw a trace or a step function, in a checked style."""
    fewer = _at_first(drawn)
    (line,) = ax.plot(fewer.x, fewer.y, **style)
    _follow(line, [(drawn, fewer)], partial(_join, line), ax)
    return line


def _check_layer(ax: Axes, **drawn: Any) -> None:
    """Raise unless axes are rectilinear, and arguments, by name, traces or step functions."""
    check_rectilinear(ax)
    for name, one in drawn.items():
        check_kind(one, name, (Trace, StepFunction))


def _at_first(drawn: TraceOrSteps) -> Trace | Vertices:
    """Return the vertices that usual axes need; none of steps, which follow the limits."""
    return NOWHERE if isinstance(drawn, StepFunction) else simplified(drawn)


def _follow(
    artist: Artist, pairs: Sequence[tuple[TraceOrSteps, Any]], put: Callable[..., object], ax: Axes
) -> None:
    """Adapt an artist to its axes whenever they are drawn."""
    followed = Resolution(artist, pairs, put)
    ax.add_artist(followed)
    if any(isinstance(drawn, StepFunction) for drawn, _ in pairs):
        followed.adapt(ax, needed(ax))


def _join(line: Line2D, drawn: Trace | Vertices) -> None:
    line.set_data(drawn.x, drawn.y)


def draw_region(
    drawn: TraceOrSteps, ax: Axes, style: Mapping[str, Any] | None = None, *, color: Any = None
) -> PolyCollection:
    """Shade the region between a trace and the x axis with a light hatched tint.

    Parameters
    ----------
    drawn : Trace or StepFunction
        The upper border.
    ax : matplotlib.axes.Axes
    style : mapping, optional
        "facecolor", "hatch" and other properties of the fill.
    color : colour, optional
        The colour of tint and hatch, in shades; by default the text colour of the axes.

    Returns
    -------
    matplotlib.collections.PolyCollection

    Raises
    ------
    ValueError, TypeError
        Anything but a trace, rectilinear axes, fill properties or a colour.
    """
    _check_layer(ax, drawn=drawn)
    if color is not None and not is_color_like(color):
        raise ValueError(f"color must be a colour, found {brief(color)}")
    # Opaque: backends for print apply a transparent face's alpha to the hatch as well.
    tint = {
        "facecolor": styles.shade(ax, styles.TINT_STRENGTH, color),
        "edgecolor": styles.shade(ax, styles.HATCH_STRENGTH, color),
    }
    return add_region(drawn, ax, styles.merged_fill({**styles.REGION, **tint}, style, "style"))


def add_region(drawn: TraceOrSteps, ax: Axes, style: Style) -> FillBetweenPolyCollection:
    """Shade the region below a trace or a step function, in a checked style."""
    fewer = _at_first(drawn)
    region = ax.fill_between(fewer.x, 0, fewer.y, **style)
    region.set_hatch_linewidth(styles.HATCH_WIDTH)
    _follow(region, [(drawn, fewer)], partial(_fill_below, region), ax)
    return region


def _fill_below(region: FillBetweenPolyCollection, drawn: Trace | Vertices) -> None:
    assert isinstance(region.axes, Axes)
    _, floor = showable(region.axes, 0.0, 0.0)
    region.set_data(drawn.x, floor, drawn.y)


def draw_band(
    lower: TraceOrSteps, upper: TraceOrSteps, ax: Axes, style: Mapping[str, Any] | None = None
) -> PolyCollection:
    """Shade the area between two traces with a transparent tint.

    Parameters
    ----------
    lower, upper : Trace or StepFunction
        The borders, both from left to right.
    ax : matplotlib.axes.Axes
    style : mapping, optional
        Properties of the fill that override those of a band; "color" is by default that of text.

    Returns
    -------
    matplotlib.collections.PolyCollection

    Raises
    ------
    ValueError, TypeError
        Anything but traces, rectilinear axes or fill properties.
    """
    _check_layer(ax, lower=lower, upper=upper)
    given = styles.merged_fill({**styles.BAND, "label": "_"}, style, "style")
    if not {"color", "facecolor"} & set(given):
        given["color"] = styles.text_color(ax)
    return add_band(lower, upper, ax, given)


def add_band(lower: TraceOrSteps, upper: TraceOrSteps, ax: Axes, style: Style) -> PolyCollection:
    """Shade the area between two traces, in a checked style."""
    band = PolyCollection([], **style)
    below, above = _at_first(lower), _at_first(upper)
    _fill_between(band, below, above)
    ax.add_collection(band, autolim=False)
    _follow(band, [(lower, below), (upper, above)], partial(_fill_between, band), ax)
    return band


def _fill_between(band: PolyCollection, lower: Trace | Vertices, upper: Trace | Vertices) -> None:
    corners = np.column_stack(
        [np.append(lower.x, upper.x[::-1]), np.append(lower.y, upper.y[::-1])]
    )
    # In PRG space a border starts at minus infinity.
    band.set_verts([corners[np.isfinite(corners).all(axis=1)]])


def draw_points(
    x: ArrayLike, y: ArrayLike, ax: Axes, style: Mapping[str, Any] | None = None
) -> Line2D:
    """Draw markers.

    Parameters
    ----------
    x, y : array_like of float
        Coordinates in the space of the axes.
    ax : matplotlib.axes.Axes
    style : mapping, optional
        Line properties that override those of a point.

    Returns
    -------
    matplotlib.lines.Line2D

    Raises
    ------
    ValueError, TypeError
        Anything but coordinates, rectilinear axes or line properties.
    """
    _check_layer(ax)
    return add_points(*_places(x, y), ax, styles.merged(styles.POINT, style, "style"))


def add_points(x: FloatArray, y: FloatArray, ax: Axes, style: Style) -> Line2D:
    """Draw markers, in a checked style."""
    (points,) = ax.plot(x, y, **style)
    points.set_clip_box(_AroundFrame(ax))
    return points


def draw_grid(
    of: Space,
    into: Space,
    pos: float,
    neg: float,
    ax: Axes,
    style: Mapping[str, Any] | None = None,
    *,
    count: int = 20,
) -> Line2D:
    """Draw the points of a regular grid of one space in another, as faint dots.

    Parameters
    ----------
    of, into : Space
        The space of the grid, and the space of the axes.
    pos, neg : float
        Totals of the two classes.
    ax : matplotlib.axes.Axes
    style : mapping, optional
        Line properties that override those of a grid.
    count : int, default 20
        Steps along each side of the grid, 1 to 1000.

    Returns
    -------
    matplotlib.lines.Line2D

    Raises
    ------
    ValueError, TypeError
        As in `project_grid`; anything but rectilinear axes or line properties.
    """
    _check_layer(ax)
    x, y = project_grid(of, into, pos, neg, count)
    own = {**styles.GRID, "color": styles.shade(ax, styles.BENEATH_STRENGTH), "label": "_"}
    (dots,) = ax.plot(x, y, **styles.merged(own, style, "style"))
    # Words may cover it, as they may cover isometrics.
    adopt(ax, Mark(ISOMETRIC), dots)
    return dots


def draw_vertices(
    x: ArrayLike,
    y: ArrayLike,
    ax: Axes,
    colors: Sequence[Any],
    style: Mapping[str, Any] | None = None,
) -> PathCollection:
    """Draw markers with a colour each.

    Parameters
    ----------
    x, y : array_like of float, shape (n,)
        Coordinates in the space of the axes.
    ax : matplotlib.axes.Axes
    colors : sequence of colours, length n
    style : mapping, optional
        Properties of `matplotlib.axes.Axes.scatter` that override those of a vertex.

    Returns
    -------
    matplotlib.collections.PathCollection

    Raises
    ------
    ValueError, TypeError
        Anything but coordinates, as many colours, rectilinear axes or properties of `scatter`.
    """
    _check_layer(ax)
    x, y = _places(x, y)
    _check_colors(colors, x)
    return add_vertices(x, y, ax, colors, styles.merged_markers(styles.VERTEX, style, "style"))


def add_vertices(
    x: FloatArray, y: FloatArray, ax: Axes, colors: Sequence[Any], style: Style
) -> PathCollection:
    """Draw markers with a colour each, in a checked style."""
    own: Style = {}
    marker = style.get("marker")
    if "color" not in style and MarkerStyle("o" if marker is None else marker).is_filled():
        own = {"facecolor": list(colors), "edgecolor": styles.background(ax)}
    elif "color" not in style:
        own = {"color": list(colors)}
    vertices = ax.scatter(x, y, **{**own, **style})
    vertices.set_clip_box(_AroundFrame(ax))
    return vertices


def _places(x: ArrayLike, y: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return the coordinates of points; raise unless they are numbers in a row, or one number."""
    x, y = coordinates(x=x, y=y)
    if x.ndim > 1:
        raise ValueError(f"x and y must be one-dimensional, found shape {x.shape}")
    return np.atleast_1d(x), np.atleast_1d(y)


def _check_colors(colors: Any, x: FloatArray) -> None:
    """Raise unless there is a colour for each point."""
    is_list = not isinstance(colors, str) and dimensions(colors) > 0
    if not is_list or len(colors) != x.size or not all(map(is_color_like, colors)):
        raise ValueError(f"colors must be {x.size} colours, found {brief(colors)}")


class _AroundFrame(TransformedBbox):
    """The frame of axes with a margin, so that markers on it are whole when they are clipped.

    The margin is as wide in small figures as in large ones.
    """

    def __init__(self, ax: Axes) -> None:
        super().__init__(Bbox.unit(), ax.transAxes)
        figure = ax.get_figure(root=True)
        assert figure is not None
        self._inches = figure.dpi_scale_trans

    def get_points(self) -> NDArray[Any]:
        """Return the corners, in pixels."""
        margin = BEYOND / 72 * self._inches.get_matrix()[0, 0]
        return np.asarray(super().get_points() + np.array([[-margin], [margin]]))
