"""The legend, where it covers nothing."""

from collections.abc import Iterator

import numpy as np
from matplotlib.axes import Axes
from matplotlib.legend import Legend

from prplot.draw import labels
from prplot.draw import style as looks
from prplot.draw.placement import Box, Ground

# Distances in points: what must be kept, and beyond which more is not better.
GAP = 4.0
ENOUGH = 14.0
# A share of the axes: a legend wider than that goes below them rather than beside.
WIDE = 0.7
# Tried one after the other; None is the user's own.
FONT_SIZES = (None, "small", "x-small")


def renew(ax: Axes, ground: Ground, home: tuple[float, float]) -> None:
    """Make the legend anew from all that is labelled, and place it.

    It goes to free ground, smaller if need be; else outside; else, where nobody makes room for it
    outside, over as little as possible.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Without a legend afterwards if nothing is labelled.
    ground : Ground
        What stands in the axes.
    home : tuple of float
        Where the legend likes to be, in shares of the axes.
    """
    for fontsize in FONT_SIZES:
        legend = _made(ax, fontsize)
        if legend is None or place(ax, ground, home):
            return
    legend = _made(ax, FONT_SIZES[0])
    assert legend is not None
    _put_outside(ax, legend)
    if _is_lost(ax, legend):
        legend = _made(ax, FONT_SIZES[-1])
        assert legend is not None
        boxes = list(_boxes(ax, ground, legend))
        if boxes:
            _put_inside(ax, legend, min(boxes, key=ground.covered), framed=True)


def place(ax: Axes, ground: Ground, home: tuple[float, float]) -> bool:
    """Move the legend to free ground; leave it where it is if there is none or it stands outside.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    ground : Ground
        What stands in the axes.
    home : tuple of float
        Where the legend likes to be, in shares of the axes.

    Returns
    -------
    bool
        Whether it stands on free ground.
    """
    legend = ax.get_legend()
    if legend is None or _is_outside(ax, legend):
        return False
    unit = _unit(ax)
    boxes = list(_boxes(ax, ground, legend))
    for through in (set(), ground.hairlines):
        free = [b for b in boxes if ground.is_free(b, margin=GAP * unit, through=through)]
        if free:
            box = min(free, key=lambda box: _cost(box, ground, home, unit, through=bool(through)))
            _put_inside(ax, legend, box, framed=bool(through))
            return True
    return False


def _made(ax: Axes, fontsize: str | None) -> Legend | None:
    """Make the legend from all that is labelled, data before references."""
    earlier = ax.get_legend()
    if earlier is not None:
        earlier.remove()
    entries = list(zip(*ax.get_legend_handles_labels(), strict=True))
    if not entries:
        return None
    entries.sort(key=lambda entry: str(entry[0].get_gid()) in labels.FINDERS)
    handles, names = zip(*entries, strict=True)
    frame: looks.Style = {"frameon": False, "borderaxespad": 0}
    legend: Legend = ax.legend(handles, names, loc="lower left", fontsize=fontsize, **frame)
    legend.set_zorder(4.5)
    return legend


def _put_inside(ax: Axes, legend: Legend, box: Box, *, framed: bool) -> None:
    corner = ax.transAxes.inverted().transform(box.corners()[0])
    legend.set_bbox_to_anchor(None)
    legend.set_loc((float(corner[0]), float(corner[1])))
    legend.set_frame_on(framed)
    legend.get_frame().set(facecolor=looks.background(ax), edgecolor="none", alpha=0.85)


def _put_outside(ax: Axes, legend: Legend) -> None:
    """Put a legend right of the axes, or below if it is so wide that it would squeeze them."""
    size, frame = legend.get_window_extent(), ax.get_window_extent()
    if size.width <= WIDE * frame.width:
        legend.set_loc("center left")
        legend.set_bbox_to_anchor((1.03, 0.5), transform=ax.transAxes)
        return
    names = ax.xaxis.get_tightbbox()
    below = frame.y0 if names is None else names.y0
    legend.set_loc("upper center")
    share = (below - frame.y0) / frame.height - 0.02
    legend.set_bbox_to_anchor((0.5, share), transform=ax.transAxes)


def _is_lost(ax: Axes, legend: Legend) -> bool:
    """Tell whether a legend outside is off the figure or on other axes, with no layout to help."""
    figure = ax.get_figure(root=True)
    if figure is None or figure.get_layout_engine() is not None:
        return False
    extent, canvas = legend.get_window_extent(), figure.bbox
    within = canvas.x0 <= extent.x0 and extent.x1 <= canvas.x1 and canvas.y0 <= extent.y0
    others = [other.get_tightbbox() for other in figure.axes if other is not ax]
    return not within or any(box is not None and box.overlaps(extent) for box in others)


def _is_outside(ax: Axes, legend: Legend) -> bool:
    extent, frame = legend.get_window_extent(), ax.get_window_extent()
    return bool(extent.x0 >= frame.x1 or extent.y1 <= frame.y0)


def _boxes(ax: Axes, ground: Ground, legend: Legend) -> Iterator[Box]:
    size, gap, frame = legend.get_window_extent(), GAP * _unit(ax), ground.frame
    half_x, half_y = size.width / 2 + gap * 1.01, size.height / 2 + gap * 1.01
    if frame.width < 2 * half_x or frame.height < 2 * half_y:
        return
    for x in np.linspace(frame.x0 + half_x, frame.x1 - half_x, 17):
        for y in np.linspace(frame.y0 + half_y, frame.y1 - half_y, 33):
            yield Box(x, y, size.width, size.height)


def _unit(ax: Axes) -> float:
    return float(ax.get_figure(root=True).dpi) / 72  # type: ignore[union-attr]


def _cost(
    box: Box, ground: Ground, home: tuple[float, float], unit: float, *, through: bool
) -> tuple[float, float]:
    """Prefer enough distance from everything, then nearness to where the legend likes to be."""
    crowded = 0.0 if through else max(ENOUGH * unit - ground.clearance(box), 0.0)
    frame = ground.frame
    x = (box.x - box.width / 2 - frame.x0) / (frame.width - box.width)
    y = (box.y - box.height / 2 - frame.y0) / (frame.height - box.height)
    return crowded, float(np.hypot(x - home[0], y - home[1]))
