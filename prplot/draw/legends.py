"""The legend, where it covers nothing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.legend import Legend
from matplotlib.transforms import ScaledTranslation

from prplot.draw import style as looks
from prplot.draw.entries import made
from prplot.draw.placement import Box, Ground, points_to_pixels

# Distances in points: what must be kept, and beyond which more is not better.
GAP = 4.0
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
# Of the width of the axes, what covers something takes no more unless it has to.
WIDEST_COVER = 0.6
# Marks the legend of several panels, which belongs to their figure.
BENEATH = "prplot-beneath"
# Where a legend likes to be, in shares of the axes.
Home = tuple[float, float]
# Columns of entries that a legend outside may have.
MOST_COLUMNS = 4
# Of their side, axes keep at least this share beside a legend that stands outside; more where
# other axes of the figure shrink with them. From the large share on all forms are good enough.
LEAST_SIDE = 0.5
LEAST_SIDE_SHARED = 0.75
LARGE_SIDE = 0.8


@dataclass(frozen=True)
class Outside:
    """The form of a legend that stands outside: below or right, its type size, its columns."""

    side: str
    fontsize: str | None
    entry_columns: int


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
    outside = _outside(ax)
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


def drop_beneath(panels: Sequence[Axes]) -> None:
    """Remove the legend that an earlier call put beneath the panels."""
    figure = panels[0].get_figure(root=True)
    for legend in [] if figure is None else list(figure.legends):
        if legend.get_gid() == BENEATH:
            legend.remove()


def put_beneath(panels: Sequence[Axes], *, grow: bool) -> bool:
    """Put one legend beneath all panels of a figure whose layout makes room for it.

    Parameters
    ----------
    panels : sequence of matplotlib.axes.Axes
    grow : bool
        Whether the figure may grow by the height of the legend, so that the panels keep theirs.

    Returns
    -------
    bool
        Whether there is such a layout.
    """
    figure = panels[0].get_figure(root=True)
    if figure is None or not isinstance(figure.get_layout_engine(), ConstrainedLayoutEngine):
        return False
    forms = product((True, False), (None, "small", "x-small"))
    for numbers, fontsize in forms:
        drop_beneath(panels)
        style: Any = {"columns": True, "numbers": numbers}
        legend = made(panels[0], fontsize, **style, beside=panels[1:], figure=figure)
        if legend is None:
            return True
        legend.set_gid(BENEATH)
        if legend.get_window_extent().width <= figure.bbox.width:
            break
    if grow and legend is not None:
        width, height = figure.get_size_inches()
        more = legend.get_window_extent().height / figure.dpi + 2 * GAP / 72
        figure.set_size_inches(width, height + more)
    return True


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


def remake(ax: Axes, outside: Outside) -> None:
    """Make a legend outside anew in the same form, with what is labelled now."""
    legend = made(ax, outside.fontsize, columns=True, entry_columns=outside.entry_columns)
    if legend is not None:
        put_outside(ax, legend, outside.side)


def _outside(ax: Axes) -> Outside | None:
    """Put the legend outside in the first form that leaves the axes large, else in the best one."""
    forms = [
        (
            *_best_side(ax, made(ax, fontsize, columns=True, entry_columns=columns)),
            fontsize,
            columns,
        )
        for fontsize, columns in product((None, "small"), range(1, MOST_COLUMNS + 1))
    ]
    large = [form for form in forms if form[0] >= LARGE_SIDE]
    for share, side, fontsize, columns in large or [max(forms, key=lambda form: form[0])]:
        outside = Outside(side, fontsize, columns)
        if share >= least_side(ax):
            remake(ax, outside)
            legend = ax.get_legend()
            if legend is not None and not _is_lost(ax, legend):
                return outside
    return None


def least_side(ax: Axes) -> float:
    """Return which share of their side axes keep at least: more where others shrink with them."""
    figure = ax.get_figure(root=True)
    return LEAST_SIDE if figure is not None and len(figure.axes) == 1 else LEAST_SIDE_SHARED


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


def put_outside(ax: Axes, legend: Legend, side: str) -> None:
    """Put a legend right of the axes, or below their name, and let the layout make room for it."""
    legend.set_in_layout(True)
    if side == "right":
        legend.set_loc("center left")
        legend.set_bbox_to_anchor((1.03, 0.5), transform=ax.transAxes)
        return
    names = ax.xaxis.get_tightbbox()
    drop = 0.0 if names is None else ax.get_window_extent().y0 - names.y0
    figure = ax.get_figure(root=True)
    assert figure is not None
    # In points: the share of the axes that the names take changes with the layout.
    lower = ScaledTranslation(0, -drop / figure.dpi - GAP / 72, figure.dpi_scale_trans)
    legend.set_loc("upper center")
    legend.set_bbox_to_anchor((0.5, 0.0), transform=ax.transAxes + lower)


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


def _put_inside(ax: Axes, legend: Legend, box: Box, *, framed: bool) -> None:
    corner = ax.transAxes.inverted().transform(box.corners()[0])
    # Nothing is to make room for what stands inside.
    legend.set_in_layout(False)
    legend.set_bbox_to_anchor(None)
    legend.set_loc((float(corner[0]), float(corner[1])))
    legend.set_frame_on(framed)
    legend.get_frame().set(facecolor=looks.background(ax), edgecolor="none", alpha=1)


def _best_side(ax: Axes, legend: Legend | None) -> tuple[float, str]:
    """Return which share of their side a legend outside leaves to the axes, and on which side."""
    figure, around = ax.get_figure(root=True), ax.get_figure(root=False)
    assert figure is not None
    assert around is not None
    assert legend is not None
    size, gap = legend.get_window_extent(), 2 * GAP * points_to_pixels(ax)
    slot = ax.get_position(original=True).transformed(around.transSubfigure)
    # Beside other axes a legend has to do with its own row and column of the figure.
    most = figure.bbox if len(figure.axes) == 1 else slot
    right, below = slot.width - size.width - gap, slot.height - size.height - gap
    sides = {
        "right": min(right, slot.height) if size.height < most.height else 0.0,
        "below": min(slot.width, below) if size.width < most.width else 0.0,
    }
    side = max(sides, key=sides.__getitem__)
    if figure.get_layout_engine() is None:
        # Nobody moves the axes; whether the legend lands on something is seen afterwards.
        return 1.0, side
    return sides[side] / min(slot.width, slot.height), side


def _is_lost(ax: Axes, legend: Legend) -> bool:
    """Tell whether a legend outside is off the figure or on other axes, with no layout to help."""
    figure = ax.get_figure(root=True)
    if figure is None or figure.get_layout_engine() is not None:
        return False
    extent, canvas = legend.get_window_extent(), figure.bbox
    within = canvas.x0 <= extent.x0 and extent.x1 <= canvas.x1 and canvas.y0 <= extent.y0
    others = [other.get_tightbbox() for other in figure.axes if other is not ax]
    return not within or any(box is not None and box.overlaps(extent) for box in others)


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
