"""The legend, where it covers nothing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend
from matplotlib.legend_handler import HandlerBase
from matplotlib.lines import Line2D
from matplotlib.offsetbox import DrawingArea, OffsetBox
from matplotlib.transforms import ScaledTranslation

from prplot.draw import labels
from prplot.draw import style as looks
from prplot.draw.placement import Box, Ground, points_to_pixels

# Distances in points: what must be kept, and beyond which more is not better.
GAP = 4.0
ENOUGH = 14.0
# Ways to stand inside, best first: the type size (None is the user's own), whether numbers stand in
# columns, and whether the legend may cover hairlines.
WAYS = (
    (None, False, False),
    (None, True, False),
    ("small", True, False),
    (None, True, True),
    ("small", True, True),
    ("x-small", True, False),
    ("x-small", True, True),
)
SMALLEST = 5.5
# Columns of entries that a legend outside may have.
MOST_COLUMNS = 4
# Of their side, axes keep at least this share beside a legend that stands outside.
LEAST_SIDE = 0.5


@dataclass(frozen=True)
class Outside:
    """The form of a legend that stands outside: below or right, its type size, its columns."""

    side: str
    fontsize: str | None
    entry_columns: int


def renew(
    ax: Axes, ground: Ground, home: tuple[float, float], renderer: Any = None
) -> Outside | None:
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
    renderer : optional
        What measures texts.

    Returns
    -------
    Outside or None
        None if it stands inside, or if nothing is labelled.
    """
    for fontsize, columns, hairlines in WAYS:
        if FontProperties(size=fontsize).get_size_in_points() < SMALLEST:
            continue
        legend = _made(ax, fontsize, columns=columns)
        if legend is None:
            return None
        if _to_free_ground(ax, legend, ground, home, renderer, hairlines=hairlines):
            return None
    outside = _outside(ax, renderer)
    if outside is None:
        squeeze(ax, ground, home, renderer)
    return outside


def squeeze(ax: Axes, ground: Ground, home: tuple[float, float], renderer: Any = None) -> None:
    """Put a small legend of the data alone inside, over as little as can be.

    What the references are is left unsaid rather than said in a clutter.
    """
    legend = _made(ax, "x-small", columns=True, references=False)
    if legend is not None and not any(
        _to_free_ground(ax, legend, ground, home, renderer, hairlines=hairlines)
        for hairlines in (False, True)
    ):
        _cover_least(ax, legend, ground, renderer)


def remake(ax: Axes, outside: Outside) -> None:
    """Make a legend outside anew in the same form, with what is labelled now."""
    legend = _made(ax, outside.fontsize, columns=True, entry_columns=outside.entry_columns)
    if legend is not None:
        put_outside(ax, legend, outside.side)


def _outside(ax: Axes, renderer: Any) -> Outside | None:
    """Put the legend outside in the first form that leaves the axes large enough, if any does."""
    for fontsize, entry_columns in product((None, "small"), range(1, MOST_COLUMNS + 1)):
        legend = _made(ax, fontsize, columns=True, entry_columns=entry_columns)
        assert legend is not None
        side = _best_side(ax, legend, renderer)
        if side is not None:
            put_outside(ax, legend, side)
            if not _is_lost(ax, legend, renderer):
                return Outside(side, fontsize, entry_columns)
    return None


def fit(ax: Axes, ground: Ground, home: tuple[float, float], renderer: Any) -> None:
    """Move a legend that stands inside to ground that is free now, smaller if need be.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    ground : Ground
        What stands in the axes.
    home : tuple of float
        Where the legend likes to be, in shares of the axes.
    renderer
        What measures texts.
    """
    legend = ax.get_legend()
    if legend is None or _is_outside(ax, legend, renderer):
        return
    while True:
        for hairlines in (False, True):
            if _to_free_ground(ax, legend, ground, home, renderer, hairlines=hairlines):
                return
        smaller = [float(text.get_fontsize()) * 0.85 for text in legend.get_texts()]
        if min(smaller) < SMALLEST:
            break
        for text, size in zip(legend.get_texts(), smaller, strict=True):
            text.set_fontsize(size)
    _cover_least(ax, legend, ground, renderer)


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
    home: tuple[float, float],
    renderer: Any,
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


def _cover_least(ax: Axes, legend: Legend, ground: Ground, renderer: Any) -> None:
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


def _best_side(ax: Axes, legend: Legend, renderer: Any) -> str | None:
    """Return where outside a legend leaves the axes largest; None if that is too small."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    size, gap = legend.get_window_extent(renderer), 2 * GAP * points_to_pixels(ax)
    slot = ax.get_position(original=True).transformed(figure.transFigure)
    # Beside other axes a legend has to do with its own row and column of the figure.
    most = figure.bbox if len(figure.axes) == 1 else slot
    right, below = slot.width - size.width - gap, slot.height - size.height - gap
    sides = {
        "right": min(right, slot.height) if size.height < most.height else 0.0,
        "below": min(slot.width, below) if size.width < most.width else 0.0,
    }
    if figure.get_layout_engine() is None:
        # Nobody moves the axes; whether the legend lands on something is seen afterwards.
        return "right" if sides["right"] >= sides["below"] else "below"
    side = max(sides, key=sides.__getitem__)
    return side if sides[side] >= LEAST_SIDE * min(slot.width, slot.height) else None


def _is_lost(ax: Axes, legend: Legend, renderer: Any) -> bool:
    """Tell whether a legend outside is off the figure or on other axes, with no layout to help."""
    figure = ax.get_figure(root=True)
    if figure is None or figure.get_layout_engine() is not None:
        return False
    extent, canvas = legend.get_window_extent(renderer), figure.bbox
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
    box: Box, ground: Ground, home: tuple[float, float], unit: float, *, hairlines: bool
) -> tuple[float, float]:
    """Prefer enough distance (or little that is covered), then nearness to the legend's home."""
    frame = ground.frame
    x = (box.x - box.width / 2 - frame.x0) / (frame.width - box.width)
    y = (box.y - box.height / 2 - frame.y0) / (frame.height - box.height)
    away = float(np.hypot(x - home[0], y - home[1]))
    if hairlines:
        return ground.covered(box) // 10, away
    return max(ENOUGH * unit - ground.clearance(box), 0.0), away


def _made(
    ax: Axes,
    fontsize: Any,
    *,
    columns: bool = False,
    entry_columns: int = 1,
    references: bool = True,
) -> Legend | None:
    """Make the legend from all that is labelled, data before references."""
    earlier = ax.get_legend()
    if earlier is not None:
        earlier.remove()
    labelled = list(zip(*ax.get_legend_handles_labels(), strict=True))
    data = [entry for entry in labelled if entry[0].get_gid() not in labels.FINDERS]
    rest = [entry for entry in labelled if entry[0].get_gid() in labels.FINDERS]
    entries = [*data, *rest] if references else data
    if not entries:
        return None
    style: looks.Style = {"frameon": False, "borderaxespad": 0, "fontsize": fontsize}
    table = _columns(entries, fewest=1 if columns else 2) if entry_columns == 1 else None
    if table is None:
        handles, names = zip(*entries, strict=True)
        style |= {"ncols": entry_columns, "columnspacing": 1.0}
        legend: Legend = ax.legend(handles, names, loc="lower left", **style)
    else:
        legend = _tabulated(ax, entries, table, style)
    legend.set_zorder(5.5)
    return legend


def _columns(entries: list[tuple[Artist, str]], fewest: int) -> list[list[str]] | None:
    """Split entries of the form "name (A 0.1, B 0.2)" into a heading and rows of cells.

    Returns
    -------
    list of list of str, or None
        None unless the curves show the same numbers, and not fewer than `fewest`.
    """
    heads: set[tuple[str, ...]] = set()
    rows = []
    for handle, label in entries:
        found = re.fullmatch(r"(.*) \((.*)\)", label, re.DOTALL)
        if handle.get_gid() != labels.CURVE or found is None:
            rows.append([label])
            continue
        cells = [cell.rsplit(" ", 1) for cell in found[2].split(", ")]
        heads.add(tuple(head for head, *_ in cells))
        rows.append([found[1], *(cell[-1] for cell in cells)])
    if len(heads) != 1 or len(head := heads.pop()) < fewest:
        return None
    width = len(head) + 1
    return [["", *head], *([*row, *[""] * (width - len(row))] for row in rows)]


class _NoSwatch(HandlerBase):
    """Gives a cell of a table no room for a handle."""

    def legend_artist(
        self, legend: Legend, orig_handle: Artist, fontsize: float, handlebox: OffsetBox
    ) -> Artist:
        if isinstance(handlebox, DrawingArea):
            handlebox.width = 0.0
        return orig_handle


class _Cell(Line2D):
    """A handle that stands for no artist."""


def _tabulated(
    ax: Axes, entries: list[tuple[Artist, str]], table: list[list[str]], style: looks.Style
) -> Legend:
    """Make a legend with a column for each number, under small headings."""
    rows, width = len(table), len(table[0])
    names: list[Artist] = [Line2D([], [], linestyle="none"), *(handle for handle, _ in entries)]
    cells: list[Artist] = [_Cell([], []) for _ in range(rows * (width - 1))]
    texts = [table[row][column] for column in range(width) for row in range(rows)]
    legend: Legend = ax.legend(
        [*names, *cells],
        texts,
        loc="lower left",
        ncols=width,
        columnspacing=0.2,
        handler_map={_Cell: _NoSwatch()},
        **style,
    )
    for column in range(1, width):
        heading = legend.get_texts()[column * rows]
        heading.set_fontsize(float(heading.get_fontsize()) * 0.8)
    return legend
