"""Drawing a scene: a function for each shape, and the colours that depend on the whole scene."""

from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import Normalize, to_hex
from matplotlib.lines import Line2D

from prplot.core.checks import FloatArray
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Space
from prplot.core.traces import ARC_TOLERANCE, DRAWN_TOLERANCE, fewest_vertices
from prplot.draw import artists, scene
from prplot.draw import style as styles
from prplot.draw.scene import Mark, Scene, Tint
from prplot.draw.scene_artist import DrawnMark, SceneArtist, scene_of
from prplot.draw.style import Style

# Lines in the colours of thresholds: more colours could not be distinguished, and each adds a path.
SHADES = 96
# Points that such a line keeps where others make the same picture, more of them close to its start.
FIRST = 1000
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
        tint, hatch = styles.TINT_STRENGTH, styles.HATCH_STRENGTH
        own = {"facecolor": Tint(tint, base), "edgecolor": Tint(hatch, base)}
    elif mark.dash is not None and not (is_alone and strength is not None):
        own["linestyle"] = mark.dash
    given = {**own, **mark.style, "label": mark.label}
    found = {key: resolved(value, ax) for key, value in given.items()}
    return {key: styles.fixed_color(one) if "color" in key else one for key, one in found.items()}


def color_of(mark: Mark, ax: Axes) -> Any:
    """Return the colour that a mark has in its axes."""
    return _style(mark, ax, is_alone=scene_of(ax).is_alone(mark.role))["color"]


def resolved(color: Any, ax: Axes) -> Any:
    """Return a tint as a colour on these axes; anything else as it is."""
    if not isinstance(color, Tint):
        return color
    strength = color.strength if color.on_dark is None or not styles.is_dark(ax) else color.on_dark
    return styles.shade(ax, strength, color.color)


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
    boxes.set_hatch_linewidth(styles.HATCH_WIDTH)
    ax.add_collection(boxes, autolim=False)
    return boxes


def _points(shape: scene.Markers, ax: Axes, style: Style) -> Artist:
    if shape.places is None:
        return artists.add_points(shape.x, shape.y, ax, style)
    colors = styles.shared_colors(shape.places, ax, shape.base)
    return artists.add_vertices(shape.x, shape.y, ax, colors, style)


def _graded(shape: scene.Graded, ax: Axes, style: Style) -> Artist:
    own = {key: style[key] for key in ("linewidth", "alpha", "zorder", "label") if key in style}
    stretches, places = _stretches(shape.curve, shape.space)
    colors = styles.threshold_colors(shape.palette, on_dark=styles.is_dark(ax))(places)
    colored = LineCollection(stretches, colors=colors, capstyle="round", **own)
    ax.add_collection(colored, autolim=False)
    return colored


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


def _stretches(curve: ConfusionCurve, space: Space) -> tuple[list[FloatArray], FloatArray]:
    """Return the vertices of each stretch of one colour, and its place in the range of colours.

    Between two operating points, where thresholds are mixed, the colour changes with the number of
    examples that are predicted positive.
    """
    norm, totals, known = norm_of(curve), curve._totals_in(space), np.isfinite(curve.thresholds)
    levels = curve.thresholds[known].astype(np.float64)
    predicted = (curve.tp + curve.fp)[known].astype(np.float64)
    changes = np.interp(norm.inverse(np.linspace(0, 1, SHADES + 1)), levels[::-1], predicted[::-1])
    tp, fp = space.subdivide(curve.tp, curve.fp, *totals, ARC_TOLERANCE)
    at = np.union1d(tp + fp, changes)
    x, y = space.project_path(np.interp(at, tp + fp, tp), np.interp(at, tp + fp, fp), *totals)
    seen = np.isfinite(x) & np.isfinite(y)
    at, x, y = at[seen], x[seen], y[seen]
    # Rounding puts the middle of a piece, not its ends, on one side of a change.
    between = np.interp((at[:-1] + at[1:]) / 2, predicted, levels)
    shades = np.clip(norm(between) * SHADES, 0, SHADES - 1).astype(int)
    starts = np.flatnonzero(np.diff(shades, prepend=-1))
    # On logarithmic axes the first points are far apart.
    first = np.geomspace(1, max(x.size, 1), FIRST).astype(int)[: x.size] - 1
    kept = np.unique(np.concatenate([fewest_vertices(x, y, DRAWN_TOLERANCE), starts, first]))
    # Each stretch ends where the next begins.
    first, points = np.searchsorted(kept, starts), np.column_stack([x, y])[kept]
    ends = [*first[1:], len(points)][: len(first)]
    stretches = [points[i : j + 1] for i, j in zip(first, ends, strict=True)]
    return stretches, (shades[starts] + 0.5) / SHADES
