"""Drawing a scene: a function for each shape, and the colours that depend on the whole scene."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D

from prplot.draw import artists
from prplot.draw.color import fixed_color, is_dark, shade, shared_colors
from prplot.draw.scene import (
    Band,
    Boxes,
    Fill,
    Graded,
    Line,
    Mark,
    Points,
    Polyline,
    Region,
    Rule,
    Scene,
    Swatch,
    Tint,
    Vertices,
)
from prplot.draw.scene_artist import Drawn, SceneArtist, scene_of
from prplot.draw.style import HATCH_STRENGTH, HATCH_WIDTH, TINT_STRENGTH, Style
from prplot.draw.threshold_colors import graded_line

# Shapes whose styles hold all of their colours.
OWN_COLORS = (Fill, Boxes, Vertices)
Watch = Callable[[Iterable[Mark]], Iterable[Mark]]


def paint(scene: Scene, ax: Axes, watch: Watch = iter) -> None:
    """Draw what a scene adds to axes; what earlier calls drew gets the style that goes with it.

    Parameters
    ----------
    scene : Scene
    ax : matplotlib.axes.Axes
    watch : callable, optional
        Yields the marks that are drawn, one after the other, and shows how many are done.
    """
    held = SceneArtist.of(ax)
    before, drawn = held.scene, held.drawn()
    whole = before.with_marks(scene)
    for one, mark in zip(drawn, whole.marks, strict=False):
        _repaint(one, mark, ax, was_alone=before.is_alone(mark.role), scene=whole)
    made = [one.artist for one in drawn]
    for mark in watch(whole.marks[len(drawn) :]):
        style = _style(mark, ax, is_alone=whole.is_alone(mark.role))
        made.append(PAINT[type(mark.shape)](mark.shape, ax, style))
    held.keep(whole, made)


def _repaint(one: Drawn, mark: Mark, ax: Axes, *, was_alone: bool, scene: Scene) -> None:
    """Give an artist the label and the colour that its mark has beside others.

    What the user has changed since it was drawn stays.
    """
    if one.artist.get_label() == one.mark.label:
        one.artist.set_label(mark.label)
    if not was_alone or scene.is_alone(mark.role) or mark.role.strength is None:
        return
    before = _style(mark, ax, is_alone=True)
    after = _style(mark, ax, is_alone=False)
    if isinstance(one.artist, Line2D) and one.artist.get_color() == before["color"]:
        one.artist.set(color=after["color"])
    elif isinstance(one.artist, PolyCollection):
        face = to_hex(np.asarray(one.artist.get_facecolor())[0])
        if face == before["facecolor"]:
            one.artist.set(facecolor=after["facecolor"], edgecolor=after["edgecolor"])


def _style(mark: Mark, ax: Axes, *, is_alone: bool) -> Style:
    """Return all properties of the artist of a mark."""
    strength = mark.role.strength
    is_neutral = mark.color is None or (is_alone and strength is not None)
    color = Tint(1.0 if strength is None else strength) if is_neutral else mark.color
    own: Style = {} if isinstance(mark.shape, OWN_COLORS) else {"color": color}
    if isinstance(mark.shape, Region):
        base = mark.style.get("color", None if is_neutral else mark.color)
        own = {"facecolor": Tint(TINT_STRENGTH, base), "edgecolor": Tint(HATCH_STRENGTH, base)}
    elif mark.dash is not None and not (is_alone and strength is not None):
        own["linestyle"] = mark.dash
    given = {**own, **mark.style, "label": mark.label}
    found = {key: resolved(value, ax) for key, value in given.items()}
    return {key: fixed_color(one) if key == "color" else one for key, one in found.items()}


def color_of(mark: Mark, ax: Axes) -> Any:
    """Return the colour that a mark has in its axes."""
    return _style(mark, ax, is_alone=scene_of(ax).is_alone(mark.role))["color"]


def resolved(color: Any, ax: Axes) -> Any:
    """Return a tint as a colour on these axes; anything else as it is."""
    if not isinstance(color, Tint):
        return color
    strength = color.strength if color.on_dark is None or not is_dark(ax) else color.on_dark
    return shade(ax, strength, color.color)


# Shapes


def _line(shape: Line, ax: Axes, style: Style) -> Artist:
    return artists.add_trace(shape.path, ax, style)


def _polyline(shape: Polyline, ax: Axes, style: Style) -> Artist:
    if shape.is_rug:
        style["transform"] = ax.get_xaxis_transform()
    return ax.plot(shape.x, shape.y, **style)[0]


def _rule(shape: Rule, ax: Axes, style: Style) -> Artist:
    return (ax.axvline if shape.is_upright else ax.axhline)(shape.at, **style)


def _band(shape: Band, ax: Axes, style: Style) -> Artist:
    return artists.add_band(shape.lower, shape.upper, ax, style)


def _region(shape: Region, ax: Axes, style: Style) -> Artist:
    style.pop("color", None)
    return artists.add_region(shape.border, ax, style)


def _fill(shape: Fill, ax: Axes, style: Style) -> Artist:
    return ax.fill_between(shape.x, shape.low, shape.high, **style)


def _boxes(shape: Boxes, ax: Axes, style: Style) -> Artist:
    rows = np.arange(len(shape.left))
    low, high = rows - shape.height / 2, rows + shape.height / 2
    corners = [(shape.left, low), (shape.right, low), (shape.right, high), (shape.left, high)]
    boxes = PolyCollection(
        list(np.stack([np.column_stack(corner) for corner in corners], axis=1)), **style
    )
    boxes.set_hatch_linewidth(HATCH_WIDTH)
    ax.add_collection(boxes, autolim=False)
    return boxes


def _points(shape: Points, ax: Axes, style: Style) -> Artist:
    return artists.add_points(shape.x, shape.y, ax, style)


def _vertices(shape: Vertices, ax: Axes, style: Style) -> Artist:
    colors = shared_colors(shape.places, ax, shape.base)
    return artists.add_vertices(shape.x, shape.y, ax, colors, style)


def _graded(shape: Graded, ax: Axes, style: Style) -> Artist:
    return graded_line(shape.path, shape.curve, shape.palette, ax, style)


def _swatch(shape: Swatch, ax: Axes, style: Style) -> Artist:
    return ax.fill_between([], [], **style) if shape.is_filled else ax.plot([], [], **style)[0]


PAINT: dict[type, Callable[[Any, Axes, Style], Any]] = {
    Line: _line,
    Polyline: _polyline,
    Rule: _rule,
    Band: _band,
    Region: _region,
    Fill: _fill,
    Boxes: _boxes,
    Points: _points,
    Vertices: _vertices,
    Graded: _graded,
    Swatch: _swatch,
}
