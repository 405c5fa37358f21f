"""Drawing a scene: a function for each shape, and the colours that depend on the whole scene."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import Colormap, Normalize, to_hex
from matplotlib.lines import Line2D

from prplot.core.checks import FloatArray
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Space
from prplot.core.traces import Trace, simplified
from prplot.draw import artists, scene
from prplot.draw.resolution import Resolution
from prplot.draw.scene import Mark, Scene, Tint
from prplot.draw.scene_artist import DrawnMark, SceneArtist, scene_of
from prplot.draw.style import (
    HATCH_STRENGTH,
    HATCH_WIDTH,
    TINT_STRENGTH,
    Style,
    fixed_color,
    is_dark,
    shade,
    shared_colors,
    threshold_colors,
)

# Lines in the colours of thresholds: more colours could not be distinguished, and each adds a path.
SHADES = 96
# Longest step along a straight stretch between colours, in shares of the axis.
STEP = 1 / 250
# Ends of the range of colours, in shares of the two classes that are predicted positive.
SHOWN = (0.02, 0.98)
# Up to so many thresholds, the colours range from the lowest to the highest.
FEW = 6


def paint(more: Scene, ax: Axes) -> None:
    """Draw what a scene adds to axes; what earlier calls drew gets the style that goes with it."""
    held = SceneArtist.of(ax)
    before, drawn = held.scene, held.drawn()
    whole = before.with_marks(more)
    for one, mark in zip(drawn, whole.marks, strict=False):
        _repaint(one, mark, ax, was_alone=before.is_alone(mark.role), whole=whole)
    made = [one.artist for one in drawn]
    for mark in whole.marks[len(drawn) :]:
        style = _style(mark, ax, is_alone=whole.is_alone(mark.role))
        made.append(PAINT[type(mark.shape)](mark.shape, ax, style))
    held.keep(whole, made)


def _repaint(one: DrawnMark, mark: Mark, ax: Axes, *, was_alone: bool, whole: Scene) -> None:
    """Give an artist the label and the colour that its mark has beside others.

    What the user has changed since it was drawn stays.
    """
    if one.artist.get_label() == one.mark.label:
        one.artist.set_label(mark.label)
    if not was_alone or whole.is_alone(mark.role) or mark.role.strength is None:
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
    # Some shapes, and styles, hold all of their colours.
    is_ordered = isinstance(mark.shape, scene.Markers) and mark.shape.places is not None
    has_own = is_ordered or isinstance(mark.shape, scene.Area | scene.Bars)
    own: Style = {} if has_own else {"color": color}
    if isinstance(mark.shape, scene.Region):
        base = mark.style.get("color", None if is_neutral else mark.color)
        own = {"facecolor": Tint(TINT_STRENGTH, base), "edgecolor": Tint(HATCH_STRENGTH, base)}
    elif mark.dash is not None and not (is_alone and strength is not None):
        own["linestyle"] = mark.dash
    given = {**own, **mark.style, "label": mark.label}
    found = {key: resolved(value, ax) for key, value in given.items()}
    return {key: fixed_color(one) if "color" in key else one for key, one in found.items()}


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


def _polyline(shape: scene.Polyline, ax: Axes, style: Style) -> Artist:
    if shape.is_rug:
        style["transform"] = ax.get_xaxis_transform()
    return ax.plot(shape.x, shape.y, **style)[0]


def _rule(shape: scene.Rule, ax: Axes, style: Style) -> Artist:
    return (ax.axvline if shape.is_upright else ax.axhline)(shape.at, **style)


def _region(shape: scene.Region, ax: Axes, style: Style) -> Artist:
    style.pop("color", None)
    return artists.add_region(shape.border, ax, style)


def _boxes(shape: scene.Bars, ax: Axes, style: Style) -> Artist:
    rows = np.arange(len(shape.left))
    low, high = rows - shape.height / 2, rows + shape.height / 2
    corners = [(shape.left, low), (shape.right, low), (shape.right, high), (shape.left, high)]
    boxes = PolyCollection(
        list(np.stack([np.column_stack(corner) for corner in corners], axis=1)), **style
    )
    boxes.set_hatch_linewidth(HATCH_WIDTH)
    ax.add_collection(boxes, autolim=False)
    return boxes


def _points(shape: scene.Markers, ax: Axes, style: Style) -> Artist:
    if shape.places is None:
        return artists.add_points(shape.x, shape.y, ax, style)
    colors = shared_colors(shape.places, ax, shape.base)
    return artists.add_vertices(shape.x, shape.y, ax, colors, style)


def _graded(shape: scene.Graded, ax: Axes, style: Style) -> Artist:
    return graded_line(shape.path, shape.curve, shape.palette, ax, style)


def _swatch(shape: scene.Swatch, ax: Axes, style: Style) -> Artist:
    return ax.fill_between([], [], **style) if shape.is_filled else ax.plot([], [], **style)[0]


PAINT: dict[type, Callable[[Any, Axes, Style], Any]] = {
    scene.Line: lambda shape, *to: artists.add_trace(shape.path, *to),
    scene.Polyline: _polyline,
    scene.Rule: _rule,
    scene.Between: lambda shape, *to: artists.add_band(shape.lower, shape.upper, *to),
    scene.Region: _region,
    scene.Area: lambda shape, ax, style: ax.fill_between(*shape, **style),
    scene.Bars: _boxes,
    scene.Markers: _points,
    scene.Graded: _graded,
    scene.Swatch: _swatch,
}


def graded_line(
    drawn: Trace, curve: ConfusionCurve, palette: Any, ax: Axes, style: Style
) -> LineCollection:
    """Draw a line in the colours of the thresholds.

    Between two operating points, where thresholds are mixed, the colour changes with the number of
    examples that are predicted positive.
    """
    fewer = simplified(drawn)
    own = {key: style[key] for key in ("linewidth", "alpha", "zorder", "label") if key in style}
    colored = LineCollection([], capstyle="round", **own)
    ax.add_collection(colored, autolim=False)
    if not np.isfinite(fewer.x + fewer.y).any():
        # Some spaces have no curve if there is only one class.
        return colored
    colors = threshold_colors(palette, on_dark=is_dark(ax))
    color_segments = partial(_color_segments, colored, curve, colors)
    color_segments(fewer)
    ax.add_artist(Resolution(colored, [(drawn, fewer)], color_segments))
    return colored


def _color_segments(
    colored: LineCollection, curve: ConfusionCurve, colors: Colormap, drawn: Trace
) -> None:
    """Divide a line into segments of one colour each."""
    assert isinstance(colored.axes, Axes)
    x, y = _with_inserted_points(colored.axes, drawn)
    levels = _thresholds_at(x, y, drawn.space, curve)
    shade = np.clip(norm_of(curve)(levels) * SHADES, 0, SHADES - 1).astype(int)
    starts = np.flatnonzero(np.diff(shade, prepend=-1))
    ends = np.append(starts[1:], len(x) - 1)
    # Each segment ends where the next begins.
    colored.set_segments(
        [
            np.column_stack([x[start : end + 1], y[start : end + 1]])
            for start, end in zip(starts, ends, strict=True)
        ]
    )
    colored.set_color(colors((shade[starts] + 0.5) / SHADES))


def norm_of(curve: ConfusionCurve) -> Normalize:
    """Return the range of the colours, without extreme thresholds that would take up most of it."""
    known = np.isfinite(curve.thresholds)
    levels = curve.thresholds[known].astype(np.float64)
    # The mean of both rates, so that the range depends neither on prevalence nor on the space.
    shares = [
        cumulated / total
        for cumulated, total in zip((curve.tp, curve.fp), curve._end, strict=True)
        if total
    ]
    rates = np.mean(shares, axis=0)[known]
    high, low = np.interp(SHOWN, rates, levels)
    if np.unique(levels).size <= FEW:
        high, low = levels.max(), levels.min()
    # One threshold alone has the middle colour.
    return Normalize(low, high) if low < high else Normalize(low - 0.5, high + 0.5)


def _with_inserted_points(ax: Axes, drawn: Trace) -> tuple[FloatArray, FloatArray]:
    """Insert points into long segments of a polyline, where they are in view."""
    at = np.column_stack([drawn.x, drawn.y])
    at = np.asarray(ax.transScale.transform(at[np.isfinite(at).all(axis=1)]), np.float64)
    low, high = _view_corners(ax, drawn.space)
    step = STEP * (high - low)
    length = np.abs(np.diff(np.clip(at, low - step, high + step), axis=0) / step).max(axis=1)
    count = np.maximum(np.ceil(length).astype(int), 1)
    place = np.concatenate([np.arange(n) / n for n in count] + [np.zeros(1)])
    index = np.append(np.repeat(np.arange(len(count)), count), len(count)) + place
    known = np.arange(len(at))
    dense = np.column_stack([np.interp(index, known, part) for part in at.T])
    x, y = np.asarray(ax.transScale.inverted().transform(dense), np.float64).T
    return x, y


def _view_corners(ax: Axes, space: Space) -> tuple[FloatArray, FloatArray]:
    """Return the corners of the view, in units in which the axes are linear."""
    if (ax.get_xscale(), ax.get_yscale()) == ("linear", "linear"):
        # Those of the whole space, whatever part of it the limits show.
        low, high = space.limits
        return np.full(2, low), np.full(2, high)
    corners = ax.transScale.transform(np.transpose([ax.get_xlim(), ax.get_ylim()]))
    return np.min(corners, axis=0), np.max(corners, axis=0)


def _thresholds_at(x: FloatArray, y: FloatArray, space: Space, curve: ConfusionCurve) -> FloatArray:
    """Return the threshold at each place of a curve's line, by linear interpolation of counts."""
    tp, fp = space.invert(x, y, *curve._totals_in(space))
    known = np.isfinite(curve.thresholds)
    predicted = (curve.tp + curve.fp)[known].astype(np.float64)
    # Rounding must not make the number of predicted positives decrease.
    at = np.maximum.accumulate(np.nan_to_num(tp + fp))
    return np.interp(at, predicted, curve.thresholds[known].astype(np.float64))
