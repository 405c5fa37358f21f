"""The legend, where it covers nothing."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.legend import Legend

from prplot.draw import style as looks
from prplot.draw.entries import LONG, has_long_names, made
from prplot.draw.outside import GAP, Outside, stand_outside
from prplot.draw.placement import Box, Ground, Pixels, points_to_pixels
from prplot.draw.ways import CUT, OVER_LINES, SMALLEST, WHOLE, Way, Wrapped, ways
from prplot.draw.wrapping import align_rows, wrap_legend

# Distance in points beyond which more is not better.
ENOUGH = 14.0
# How opaque a legend is that covers something.
VEIL = 0.75
# Of the width of the axes, what covers something takes no more unless it has to.
WIDEST_COVER = 0.6
# Where a legend likes to be, in shares of the axes.
Home = tuple[float, float]


def renew(ax: Axes, ground: Ground, home: Home) -> Outside | None:
    """Make the legend anew from all that is labelled, and place it.

    It goes to free ground, smaller if need be; else outside, right or below; else both again with
    long names over several lines; else, where that would squeeze the axes or nobody makes room,
    over as little as possible.

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
    if outside is None and has_long_names(ax):
        if _stand_wrapped(ax, ground, home, OVER_LINES):
            return None
        outside = stand_outside(ax, wrapped=True)
        if outside is None and _stand_wrapped(ax, ground, home, CUT):
            return None
        for most_lines in (2, 1):
            outside = outside or stand_outside(ax, wrapped=True, most_lines=most_lines)
    if outside is None:
        squeeze(ax, ground, home)
    return outside


def stand_inside(
    ax: Axes,
    ground: Ground,
    home: Home,
    way: Way,
    beside: Iterable[Axes] = (),
    wrapped: Wrapped = WHOLE,
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
        widest=None if wrapped.share is None else wrapped.share * ground.frame.width,
        most_lines=wrapped.most_lines,
    )
    return legend is None or to_free_ground(ax, legend, ground, home, hairlines=way.hairlines)


def _stand_wrapped(ax: Axes, ground: Ground, home: Home, forms: Iterable[Wrapped]) -> bool:
    """Make the legend with long names over several lines, on free ground; tell whether it is."""
    tabular = [way for way in ways() if way.columns]
    return any(
        stand_inside(ax, ground, home, way, wrapped=form) and _names_differ(ax)
        for way, form in product(tabular, forms)
    )


def _names_differ(ax: Axes) -> bool:
    """Tell whether names of which the middle was left out still can be told apart."""
    legend = ax.get_legend()
    names = [] if legend is None else [text for text in legend.get_texts() if text.get_label()]
    return len({text.get_text() for text in names}) == len({text.get_label() for text in names})


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
        if legend is not None:
            _make_fit(ax, legend, ground)
        if legend is None or any(
            to_free_ground(ax, legend, ground, home, hairlines=hairlines)
            for hairlines in (False, True)
        ):
            return
        if legend.get_window_extent().width < WIDEST_COVER * ground.frame.width:
            break
    if legend is not None:
        cover_least(ax, legend, ground)


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
    for wrapped in (False, True) if has_long_names(ax) else (False,):
        shrink = 1.0
        while shrink == 1.0 or max(sizes) * shrink >= SMALLEST:
            _resize(legend, [size * shrink for size in sizes], sizes, renderer)
            if wrapped:
                wrap_legend(legend, _room(ax, ground)[0], longer_than=LONG, renderer=renderer)
            for hairlines in (False, True):
                if to_free_ground(ax, legend, ground, home, renderer, hairlines=hairlines):
                    return
            shrink *= 0.85
    _make_fit(ax, legend, ground, renderer)
    cover_least(ax, legend, ground, renderer)


def _resize(legend: Legend, sizes: list[float], whole: list[float], renderer: Any) -> None:
    """Give the texts of a legend other type sizes; headings, which are small, no tiny ones."""
    for text, size, most in zip(legend.get_texts(), sizes, whole, strict=True):
        text.set_fontsize(max(size, min(most, SMALLEST)))
    align_rows(legend, renderer)


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


def spare_data(ax: Axes, legend: Legend, ground: Ground) -> bool:
    """Put a legend where it covers as little as can be and no curve; tell whether that is so."""
    unit, curves = points_to_pixels(ax), Ground(ground.frame)
    curves.lines = {line: at for line, at in ground.lines.items() if line not in ground.references}
    boxes = [box for box in _boxes(ax, ground, legend, None) if curves.is_free(box, margin=unit)]
    if boxes:
        _put_inside(ax, legend, min(boxes, key=ground.covered), framed=True)
        legend.get_frame().set_alpha(VEIL)
    return bool(boxes)


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


def _make_fit(ax: Axes, legend: Legend, ground: Ground, renderer: Any = None) -> None:
    """Let a legend be no wider than the axes, with wrapped names, and no higher, with cut ones."""
    width, height = _room(ax, ground)
    wrap_legend(legend, width, renderer=renderer)
    for most_lines in (3, 2, 1):
        names = [text for text in legend.get_texts() if text.get_label()]
        if not names or legend.get_window_extent(renderer).height <= height:
            return
        wrap_legend(legend, width, most_lines=most_lines, renderer=renderer)


def _room(ax: Axes, ground: Ground) -> tuple[float, float]:
    """Return how wide and how high a legend inside can be, in pixels."""
    edge = 2.1 * GAP * points_to_pixels(ax)
    return ground.frame.width - edge, ground.frame.height - edge


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
