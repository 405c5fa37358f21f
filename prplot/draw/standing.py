"""Where a legend can stand inside its axes: on free ground, or over as little as can be."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.legend import Legend

from prplot.draw import style as looks
from prplot.draw.outside import GAP
from prplot.draw.placement import Box, Ground, Pixels, points_to_pixels
from prplot.draw.wrapping import wrap_legend

# Distance in points beyond which more is not better.
ENOUGH = 14.0
# How opaque a legend is that covers something.
VEIL = 0.75
# Where a legend likes to be, in shares of the axes.
Home = tuple[float, float]


def to_free_ground(
    ax: Axes,
    legend: Legend,
    ground: Ground,
    home: Home,
    renderer: Any = None,
    *,
    hairlines: bool = False,
) -> bool:
    """Move a legend to the best free place; tell whether there is one."""
    unit = points_to_pixels(ax)
    through = ground.hairlines if hairlines else set()
    free = [
        box
        for box in _boxes(ax, ground, legend, renderer)
        if ground.is_free(box, margin=GAP * unit, through=through)
    ]
    if not free:
        return False
    costs = [_cost(box, ground, home, unit, hairlines=hairlines) for box in free]
    best = free[min(range(len(free)), key=costs.__getitem__)]
    _put_inside(ax, legend, best, framed=hairlines or _has_grid(ax))
    return True


def cover_least(ax: Axes, legend: Legend, ground: Ground, renderer: Any = None) -> None:
    """Put a legend where it covers as little as can be, in the middle if it fits nowhere."""
    size, frame = legend.get_window_extent(renderer), ground.frame
    middle = _on_figure(ax, size.width, size.height, (frame.p0 + frame.p1) / 2)
    boxes = list(_boxes(ax, ground, legend, renderer)) or [middle]
    _put_inside(ax, legend, min(boxes, key=ground.covered), framed=True)
    # What it covers can still be seen.
    legend.get_frame().set_alpha(VEIL)


def cost_of_covering(ax: Axes, legend: Legend, ground: Ground, renderer: Any = None) -> float:
    """Return how much a legend covers where it covers least; infinite if it fits nowhere."""
    boxes = _boxes(ax, ground, legend, renderer)
    return min((ground.covered(box) for box in boxes), default=np.inf)


def fits(ax: Axes, legend: Legend, ground: Ground, renderer: Any = None) -> bool:
    """Tell whether a legend is not larger than the axes."""
    (width, height), size = room_inside(ax, ground), legend.get_window_extent(renderer)
    return size.width <= width and size.height <= height


def spare_data(
    ax: Axes, legend: Legend, ground: Ground, renderer: Any = None, *, words: bool = False
) -> bool:
    """Put a legend where it covers as little as can be and no curve; tell whether that is so.

    With `words` it covers no words either.
    """
    unit, spared = points_to_pixels(ax), Ground(ground.frame)
    spared.lines = {line: at for line, at in ground.lines.items() if line not in ground.references}
    spared.texts = ground.texts if words else {}
    boxes = _boxes(ax, ground, legend, renderer)
    free = [box for box in boxes if spared.is_free(box, margin=unit)]
    if free:
        _put_inside(ax, legend, min(free, key=ground.covered), framed=True)
        legend.get_frame().set_alpha(VEIL)
    return bool(free)


def make_fit(ax: Axes, legend: Legend, ground: Ground, renderer: Any = None) -> None:
    """Let a legend be no wider than the axes, with wrapped names, and no higher, with cut ones."""
    width, height = room_inside(ax, ground)
    wrap_legend(legend, width, renderer=renderer)
    for most_lines in (3, 2, 1):
        names = [text for text in legend.get_texts() if text.get_label()]
        if not names or legend.get_window_extent(renderer).height <= height:
            return
        wrap_legend(legend, width, most_lines=most_lines, renderer=renderer)


def room_inside(ax: Axes, ground: Ground) -> tuple[float, float]:
    """Return how wide and how high a legend inside can be, in pixels."""
    edge = 2.1 * GAP * points_to_pixels(ax)
    return ground.frame.width - edge, ground.frame.height - edge


def _on_figure(ax: Axes, width: float, height: float, centre: Pixels) -> Box:
    """Return a box of some size near a place, wholly on the figure if it can be."""
    canvas, half = ax.get_figure(root=True).bbox, np.array([width, height]) / 2  # type: ignore[union-attr]
    x, y = np.clip(centre, canvas.p0 + half, np.maximum(canvas.p1 - half, canvas.p0 + half))
    return Box(float(x), float(y), width, height)


def _put_inside(ax: Axes, legend: Legend, box: Box, *, framed: bool) -> None:
    corner = ax.transAxes.inverted().transform(box.corners()[0])
    # Nothing is to make room for what stands inside.
    legend.set_in_layout(False)
    legend.set_bbox_to_anchor(None)
    legend.set_loc((float(corner[0]), float(corner[1])))
    legend.set_frame_on(framed)
    legend.get_frame().set(facecolor=looks.background(ax), edgecolor="none", alpha=1)


def _has_grid(ax: Axes) -> bool:
    lines = [*ax.get_xgridlines(), *ax.get_ygridlines()]
    return any(line.get_visible() for line in lines)


def _boxes(ax: Axes, ground: Ground, legend: Legend, renderer: Any) -> Iterator[Box]:
    size, frame = legend.get_window_extent(renderer), ground.frame
    gap = GAP * points_to_pixels(ax) * 1.01
    half_x, half_y = size.width / 2 + gap, size.height / 2 + gap
    if frame.width < 2 * half_x or frame.height < 2 * half_y:
        return
    for x in np.linspace(frame.x0 + half_x, frame.x1 - half_x, 17):
        for y in np.linspace(frame.y0 + half_y, frame.y1 - half_y, 33):
            yield Box(x, y, size.width, size.height)


def _cost(
    box: Box, ground: Ground, home: Home, unit: float, *, hairlines: bool
) -> tuple[float, float]:
    """Prefer enough distance (or little that is covered), then nearness to the legend's home."""
    frame = ground.frame
    x = (box.x - box.width / 2 - frame.x0) / (frame.width - box.width)
    y = (box.y - box.height / 2 - frame.y0) / (frame.height - box.height)
    away = float(np.hypot(x - home[0], y - home[1]))
    if hairlines:
        return ground.covered(box) // 10, away
    return max(ENOUGH * unit - ground.clearance(box), 0.0), away
