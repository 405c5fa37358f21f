"""The legend, where it covers nothing."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend

from prplot.draw import style as looks
from prplot.draw.entries import made
from prplot.draw.outside import GAP, Outside, stand_outside
from prplot.draw.placement import Box, Ground, points_to_pixels

# Distance in points beyond which more is not better.
ENOUGH = 14.0


class Way(NamedTuple):
    """A way to stand inside.

    Attributes
    ----------
    fontsize : str or None
        None is the user's own.
    columns : bool
        Whether the number of a single curve stands in a column too.
    hairlines : bool
        Whether hairlines may be covered.
    extras : bool
        Whether entries that can be missed are there.
    numbers : bool
        Whether curves have their numbers.
    """

    fontsize: str | None
    columns: bool
    hairlines: bool
    extras: bool = False
    numbers: bool = True


# Best first.
WAYS = (
    Way(None, False, False, extras=True),
    Way(None, True, False, extras=True),
    Way(None, False, False),
    Way(None, True, False),
    Way("small", True, False),
    Way(None, True, True),
    Way("small", True, True),
    Way("x-small", True, False),
    Way("x-small", True, True),
)
SMALLEST = 5.5
# How opaque a legend is that covers something.
VEIL = 0.75
# Of the width of the axes, what covers something takes no more unless it has to.
WIDEST_COVER = 0.6
# Where a legend likes to be, in shares of the axes.
Home = tuple[float, float]


def renew(ax: Axes, ground: Ground, home: Home) -> Outside | None:
    """Make the legend anew from all that is labelled, and place it.

    It goes to free ground, smaller if need be; else outside, right or below; else, where that would
    squeeze the axes or nobody makes room, over as little as possible.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    ground : Ground
        What stands in the axes.
    home : tuple of float
        Where the legend likes to be, in shares of the axes.

    Returns
    -------
    Outside or None
        None if it stands inside, or if nothing is labelled.
    """
    for way in ways():
        if stand_inside(ax, ground, home, way):
            return None
    outside = stand_outside(ax)
    if outside is None:
        squeeze(ax, ground, home)
    return outside


def ways() -> list[Way]:
    """Return the ways to stand inside whose type is not too small, best first."""
    return [
        way for way in WAYS if FontProperties(size=way.fontsize).get_size_in_points() >= SMALLEST
    ]


def stand_inside(
    ax: Axes, ground: Ground, home: Home, way: Way, beside: Iterable[Axes] = ()
) -> bool:
    """Make the legend in one of the ways, on free ground; tell whether there is any.

    A legend without entries needs none. `beside` are panels that have no legend of their own.
    """
    legend = made(
        ax,
        way.fontsize,
        columns=way.columns,
        extras=way.extras,
        numbers=way.numbers,
        beside=beside,
    )
    return legend is None or _to_free_ground(ax, legend, ground, home, hairlines=way.hairlines)


def drop(ax: Axes) -> None:
    """Remove the legend of some axes, if they have one."""
    legend = ax.get_legend()
    if legend is not None:
        legend.remove()


def squeeze(ax: Axes, ground: Ground, home: Home) -> None:
    """Put a small legend of the data alone inside, over as little as can be.

    What the references are is left unsaid rather than said in a clutter, and so are the numbers of
    a legend that would cover most of the width.
    """
    for numbers in (True, False):
        legend = made(ax, "x-small", columns=True, references=False, numbers=numbers)
        if legend is None or any(
            _to_free_ground(ax, legend, ground, home, hairlines=hairlines)
            for hairlines in (False, True)
        ):
            return
        if legend.get_window_extent().width < WIDEST_COVER * ground.frame.width:
            break
    if legend is not None:
        _cover_least(ax, legend, ground)


def fit(ax: Axes, ground: Ground, home: Home, sizes: list[float], renderer: Any) -> None:
    """Move a legend that stands inside to ground that is free now, smaller if need be.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    ground : Ground
        What stands in the axes.
    home : tuple of float
        Where the legend likes to be, in shares of the axes.
    sizes : list of float
        Type sizes of its texts where there is room enough, in points.
    renderer
        What measures texts.
    """
    legend = ax.get_legend()
    if legend is None or _is_outside(ax, legend, renderer):
        return
    shrink = 1.0
    while shrink == 1.0 or max(sizes) * shrink >= SMALLEST:
        for text, size in zip(legend.get_texts(), sizes, strict=True):
            # Headings are small already.
            text.set_fontsize(max(size * shrink, min(size, SMALLEST)))
        for hairlines in (False, True):
            if _to_free_ground(ax, legend, ground, home, renderer, hairlines=hairlines):
                return
        shrink *= 0.85
    _cover_least(ax, legend, ground, renderer)


def stand_aside(ax: Axes) -> None:
    """Keep the legend out of the next layout."""
    legend = ax.get_legend()
    if legend is not None:
        legend.set_in_layout(False)


def corner(ax: Axes, legend: Legend, renderer: Any = None) -> tuple[float, float]:
    """Return where the lower left corner of a legend is, in shares of the axes."""
    extent = legend.get_window_extent(renderer)
    x, y = ax.transAxes.inverted().transform((extent.x0, extent.y0))
    return float(x), float(y)


def _to_free_ground(
    ax: Axes,
    legend: Legend,
    ground: Ground,
    home: Home,
    renderer: Any = None,
    *,
    hairlines: bool,
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


def _cover_least(ax: Axes, legend: Legend, ground: Ground, renderer: Any = None) -> None:
    """Put a legend where it covers as little as can be, in the middle if it fits nowhere."""
    size, frame = legend.get_window_extent(renderer), ground.frame
    middle = Box((frame.x0 + frame.x1) / 2, (frame.y0 + frame.y1) / 2, size.width, size.height)
    boxes = list(_boxes(ax, ground, legend, renderer)) or [middle]
    _put_inside(ax, legend, min(boxes, key=ground.covered), framed=True)
    # What it covers can still be seen.
    legend.get_frame().set_alpha(VEIL)


def _put_inside(ax: Axes, legend: Legend, box: Box, *, framed: bool) -> None:
    corner = ax.transAxes.inverted().transform(box.corners()[0])
    # Nothing is to make room for what stands inside.
    legend.set_in_layout(False)
    legend.set_bbox_to_anchor(None)
    legend.set_loc((float(corner[0]), float(corner[1])))
    legend.set_frame_on(framed)
    legend.get_frame().set(facecolor=looks.background(ax), edgecolor="none", alpha=1)


def _is_outside(ax: Axes, legend: Legend, renderer: Any) -> bool:
    extent, frame = legend.get_window_extent(renderer), ax.get_window_extent()
    return bool(extent.x0 >= frame.x1 or extent.y1 <= frame.y0)


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
