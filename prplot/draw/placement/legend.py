"""The legend, where it covers nothing: its forms, and the places inside and outside of the axes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.legend import Legend
from matplotlib.transforms import BboxBase, ScaledTranslation

from prplot.draw.color import background
from prplot.draw.placement.ground import SMALLEST, Box, Ground, Pixels, is_legible, points_to_pixels
from prplot.draw.placement.table import (
    LONG,
    align_rows,
    can_be_shortened,
    has_long_names,
    make_legend,
    wrap_legend,
)
from prplot.draw.scene import LegendRecord, legend_of


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
    short : bool
        Whether words that can be missed are left out of names.
    """

    fontsize: str | None
    columns: bool
    hairlines: bool
    extras: bool = False
    numbers: bool = True
    short: bool = False


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
# What is left where there is room for nothing more.
NAMES_ALONE = Way("x-small", True, False, numbers=False, short=True)
# How the names of a legend are written that has to stand over something.
TIGHT_SIZES = ("small", "x-small")


class Wrapped(NamedTuple):
    """How long names are written: at most as wide as makes the legend a share of the axes.

    Of those that would take more than `most_lines` the middle is left out.
    """

    share: float | None
    most_lines: int | None = None


WHOLE = Wrapped(None)
OVER_LINES = (Wrapped(0.9), Wrapped(0.7), Wrapped(0.5))
CUT = (Wrapped(0.7, 2), Wrapped(0.5, 2), Wrapped(0.7, 1), Wrapped(0.5, 1))


def ways(*, short: bool = False) -> list[Way]:
    """Return the ways to stand inside whose type is not too small, best first."""
    return [way._replace(short=short) for way in WAYS if is_legible(way.fontsize)]


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
    (width, height), made = room_inside(ax, ground), legend_of(ax)
    if made is None:
        return
    wrap_legend(made, width, renderer=renderer)
    for most_lines in (3, 2, 1):
        if not made.is_wrapped or legend.get_window_extent(renderer).height <= height:
            return
        wrap_legend(made, width, most_lines=most_lines, renderer=renderer)


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
    legend.get_frame().set(facecolor=background(ax), edgecolor="none", alpha=1)


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


# Distance to keep, in points.
GAP = 4.0
# What a layout keeps free along the edges of a figure; a legend that reaches into it would make the
# axes smaller at each drawing.
MARGIN = 5.0
# Columns of entries that a legend outside may have.
MOST_COLUMNS = 4
# Of their side, axes keep at least this share beside a legend that stands outside; more where
# other axes of the figure shrink with them. From the large share on all forms are good enough.
LEAST_SIDE = 0.5
LEAST_SIDE_SHARED = 0.75
LARGE_SIDE = 0.8
# Of the room for a legend, how much one takes at most whose long names go over several lines.
WRAPPED_WIDTHS = (1.0, 0.5, 0.35)
WRAPPED_SIZES = (None, "small", "x-small")


@dataclass(frozen=True)
class Outside:
    """The form of a legend that stands outside: below or right, its type size, its columns.

    Long names of one that is wider than `widest` pixels go over several lines; of those that would
    take more than `most_lines` the middle is left out.
    """

    side: str
    fontsize: str | None
    entry_columns: int
    widest: float | None = None
    most_lines: int | None = None


FORMS = [
    Outside("", size, count) for size, count in product((None, "small"), range(1, MOST_COLUMNS + 1))
]


def remake(ax: Axes, outside: Outside) -> None:
    """Make a legend outside anew in the same form, with what is labelled now."""
    legend = _made(ax, outside)
    if legend is not None:
        put_outside(ax, legend, outside.side)


def stand_outside(
    ax: Axes, *, wrapped: bool = False, most_lines: int | None = None
) -> Outside | None:
    """Put the legend outside in the first form that leaves the axes large, else in the best one.

    `wrapped` tells whether long names may go over several lines, but no more than `most_lines`.
    """
    forms = []
    for form in _forms(ax, most_lines) if wrapped else FORMS:
        share, side = _best_side(ax, _made(ax, form))
        forms.append((share, replace(form, side=side)))
    large = [form for form in forms if form[0] >= LARGE_SIDE]
    # Of wrapped ones that are equal but for roundings of their heights, the widest says most.
    best = max(forms, key=lambda form: round(form[0], 2) if wrapped else form[0])
    for share, outside in large or [best]:
        if share >= least_side(ax):
            remake(ax, outside)
            legend = ax.get_legend()
            if legend is not None and not _is_lost(ax, legend):
                return outside
    return None


def tighter(ax: Axes, outside: Outside) -> Outside | None:
    """Return a form that takes less room, with less of long names; None if there is none."""
    fewer = {None: 2, 2: 1}.get(outside.most_lines)
    if outside.widest is None or fewer is None:
        return None
    wide, narrow, _ = _forms(ax, fewer)[-len(WRAPPED_WIDTHS) :]
    return replace(wide if outside.side == "below" else narrow, side=outside.side)


def _forms(ax: Axes, most_lines: int | None) -> list[Outside]:
    """Return the forms of a legend with long names over several lines, best first."""
    _, most = _rooms(ax)
    whole = most.width - 2.1 * MARGIN * points_to_pixels(ax)
    return [
        Outside("", size, 1, share * whole, most_lines)
        for size, share in product(WRAPPED_SIZES, WRAPPED_WIDTHS)
    ]


def _made(ax: Axes, form: Outside) -> Legend | None:
    return make_legend(
        ax,
        form.fontsize,
        columns=True,
        entry_columns=form.entry_columns,
        widest=form.widest,
        most_lines=form.most_lines,
    )


def least_side(ax: Axes) -> float:
    """Return which share of their side axes keep at least: more where others shrink with them."""
    figure = ax.get_figure(root=True)
    return LEAST_SIDE if figure is not None and len(figure.axes) == 1 else LEAST_SIDE_SHARED


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


def _best_side(ax: Axes, legend: Legend | None) -> tuple[float, str]:
    """Return which share of their side a legend outside leaves to the axes, and on which side."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    assert legend is not None
    size, gap = legend.get_window_extent(), 2 * GAP * points_to_pixels(ax)
    slot, most = _rooms(ax)
    margins = 2 * MARGIN * points_to_pixels(ax)
    right, below = slot.width - size.width - gap, slot.height - size.height - gap
    sides = {
        "right": min(right, slot.height) if size.height + margins < most.height else 0.0,
        "below": min(slot.width, below) if size.width + margins < most.width else 0.0,
    }
    side = max(sides, key=sides.__getitem__)
    if figure.get_layout_engine() is None:
        # Nobody moves the axes; whether the legend lands on something is seen afterwards.
        return 1.0, side
    return sides[side] / min(slot.width, slot.height), side


def _rooms(ax: Axes) -> tuple[BboxBase, BboxBase]:
    """Return the room that the figure has for some axes, and that for their legend, in pixels."""
    figure, around = ax.get_figure(root=True), ax.get_figure(root=False)
    assert figure is not None
    assert around is not None
    slot = ax.get_position(original=True).transformed(around.transSubfigure)
    # Beside other axes a legend has to do with its own row and column of the figure.
    return slot, figure.bbox if len(figure.axes) == 1 else slot


def _is_lost(ax: Axes, legend: Legend) -> bool:
    """Tell whether a legend outside is off the figure or on other axes, with no layout to help."""
    figure = ax.get_figure(root=True)
    if figure is None or figure.get_layout_engine() is not None:
        return False
    extent, canvas = legend.get_window_extent(), figure.bbox
    within = canvas.x0 <= extent.x0 and extent.x1 <= canvas.x1 and canvas.y0 <= extent.y0
    others = [other.get_tightbbox() for other in figure.axes if other is not ax]
    return not within or any(box is not None and box.overlaps(extent) for box in others)


# Of the width of the axes, what covers something takes no more with its numbers.
WIDEST_COVER = 0.6


class Squeezed(NamedTuple):
    """How a legend is made small: with numbers or without, entries side by side, in which type."""

    numbers: bool
    entry_columns: int
    fontsize: str


# Best first: smaller type and more columns before less that is said.
SQUEEZED = tuple(
    Squeezed(numbers, count, size)
    for numbers, size, count in product((True, False), ("x-small", "xx-small"), (1, 2, 3, 4))
)


def squeeze(ax: Axes, ground: Ground, home: Home, renderer: Any = None) -> None:
    """Put a small legend inside: on free ground, else over references, else over few curves.

    Numbers are left out of a legend that would cover most of the width. A legend that fits in no
    form has wrapped names, and covers what it must.
    """
    if _stand_tight(ax, ground, home, renderer):
        return
    forms = [form for form in SQUEEZED if form.fontsize == "x-small" or is_legible(form.fontsize)]
    fitting = []
    for form, legend in _made_squeezed(ax, forms):
        if not fits(ax, legend, ground, renderer):
            continue
        if any(
            to_free_ground(ax, legend, ground, home, renderer, hairlines=hairlines)
            for hairlines in (False, True)
        ):
            return
        fitting.append(form)
    for words in (True, False):
        for _, legend in _made_squeezed(ax, fitting):
            if spare_data(ax, legend, ground, renderer, words=words):
                return
    _cover(ax, ground, fitting, renderer)


def _stand_tight(ax: Axes, ground: Ground, home: Home, renderer: Any) -> bool:
    """Place a legend of the data with all numbers, over references if need be but over no curve.

    Any name may go over several lines.
    """

    def over_hairlines(legend: Legend) -> bool:
        return to_free_ground(ax, legend, ground, home, renderer, hairlines=True)

    # What covers something is as small as can be.
    places = (
        (lambda legend: to_free_ground(ax, legend, ground, home, renderer), TIGHT_SIZES),
        (over_hairlines, TIGHT_SIZES),
        (lambda legend: spare_data(ax, legend, ground, renderer), TIGHT_SIZES[-1:]),
    )
    for place, sizes in places:
        for (share, _), fontsize in product((WHOLE, *OVER_LINES), sizes):
            widest = None if share is None else share * ground.frame.width
            wrapped: dict[str, Any] = {"widest": widest, "longer_than": 0}
            legend = make_legend(ax, fontsize, columns=True, short=True, **wrapped)
            if legend is None or place(legend):
                return True
    return False


def _cover(ax: Axes, ground: Ground, forms: list[Squeezed], renderer: Any) -> None:
    """Put the legend, in the form that covers least, over that."""
    costs: dict[Squeezed, float] = {}
    for form, legend in _made_squeezed(ax, forms):
        width = legend.get_window_extent(renderer).width
        if not form.numbers or width < WIDEST_COVER * ground.frame.width:
            costs[form] = cost_of_covering(ax, legend, ground, renderer)
    best = min(costs, key=costs.__getitem__) if costs else Squeezed(False, 1, "x-small")
    for _, legend in _made_squeezed(ax, [best]):
        if not costs:
            make_fit(ax, legend, ground, renderer)
        cover_least(ax, legend, ground, renderer)


def _made_squeezed(ax: Axes, forms: list[Squeezed]) -> Iterator[tuple[Squeezed, Legend]]:
    for form in forms:
        legend = make_legend(
            ax,
            form.fontsize,
            columns=True,
            entry_columns=form.entry_columns,
            numbers=form.numbers,
        )
        if legend is not None:
            yield form, legend


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
    if _stand_whole(ax, ground, home):
        return None
    outside = stand_outside(ax)
    if outside is None and has_long_names(ax):
        is_inside, outside = _renew_wrapped(ax, ground, home)
        if is_inside:
            return None
    if outside is None:
        squeeze(ax, ground, home)
    return outside


def renew_inside(ax: Axes, ground: Ground, home: Home, renderer: Any = None) -> None:
    """Make the legend anew where no layout is to change: on free ground, else over something.

    While a figure is drawn `renderer` measures texts.
    """
    drop(ax)
    if not _stand_whole(ax, ground, home, renderer):
        squeeze(ax, ground, home, renderer)


def _stand_whole(ax: Axes, ground: Ground, home: Home, renderer: Any = None) -> bool:
    """Put the legend on free ground, with whole names; tell whether there is any."""
    brief = ways(short=True) if can_be_shortened(ax) else []
    found = (*ways(), *brief)
    return any(stand_inside(ax, ground, home, way, renderer=renderer) for way in found)


def _renew_wrapped(ax: Axes, ground: Ground, home: Home) -> tuple[bool, Outside | None]:
    """Make the legend with long names over several lines, or cut; tell whether it is inside."""
    tabular = [way for way in ways(short=True) if way.columns]
    # Smaller type before narrower names, but then before less of them.
    forms = [
        [(way, form) for way in tabular for form in OVER_LINES],
        [(way, form) for form in CUT for way in tabular],
        [(NAMES_ALONE, form) for form in CUT],
    ]
    outside: list[list[int | None]] = [[None], [2, 1], []]
    for tried, most_lines in zip(forms, outside, strict=True):
        if _stand_wrapped(ax, ground, home, tried):
            return True, None
        for lines in most_lines:
            found = stand_outside(ax, wrapped=True, most_lines=lines)
            if found is not None:
                return False, found
    return False, None


def stand_inside(
    ax: Axes,
    ground: Ground,
    home: Home,
    way: Way,
    beside: Iterable[Axes] = (),
    wrapped: Wrapped = WHOLE,
    renderer: Any = None,
) -> bool:
    """Make the legend in one of the ways, on free ground; tell whether there is any.

    A legend without entries needs none. `beside` are panels that have no legend of their own.
    """
    legend = make_legend(
        ax,
        way.fontsize,
        columns=way.columns,
        extras=way.extras,
        numbers=way.numbers,
        short=way.short,
        beside=beside,
        widest=None if wrapped.share is None else wrapped.share * ground.frame.width,
        most_lines=wrapped.most_lines,
    )
    return legend is None or to_free_ground(
        ax, legend, ground, home, renderer, hairlines=way.hairlines
    )


def _stand_wrapped(
    ax: Axes, ground: Ground, home: Home, forms: Iterable[tuple[Way, Wrapped]]
) -> bool:
    """Make the legend in the first form that finds free ground; tell whether any does."""
    return any(
        stand_inside(ax, ground, home, way, wrapped=form) and _names_differ(ax)
        for way, form in forms
    )


def _names_differ(ax: Axes) -> bool:
    """Tell whether names of which the middle was left out still can be told apart."""
    made = legend_of(ax)
    if made is None or not made.is_wrapped:
        return True
    return len(set(made.shown)) == len(set(made.names))


def drop(ax: Axes) -> None:
    """Remove the legend of some axes, if they have one."""
    legend = ax.get_legend()
    if legend is not None:
        # Its figure may be on its way through its artists, and have it on its list.
        legend.set_visible(False)
        legend.remove()


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
    legend, made = ax.get_legend(), legend_of(ax)
    if legend is None or made is None or _is_outside(ax, legend, renderer):
        return
    width, _ = room_inside(ax, ground)
    tries: list[dict[str, Any]] = [{}]
    if has_long_names(ax):
        tries += [{"most_lines": None}, {"most_lines": 2}, {"most_lines": 1}]
    for wrapping in tries:
        shrink = 1.0
        while shrink == 1.0 or max(sizes) * shrink >= SMALLEST:
            _resize(made, [size * shrink for size in sizes], sizes, renderer)
            if wrapping:
                wrap_legend(made, width, longer_than=LONG, renderer=renderer, **wrapping)
            for hairlines in (False, True):
                if to_free_ground(ax, legend, ground, home, renderer, hairlines=hairlines):
                    return
            shrink *= 0.85
    make_fit(ax, legend, ground, renderer)
    cover_least(ax, legend, ground, renderer)


def _resize(made: LegendRecord, sizes: list[float], whole: list[float], renderer: Any) -> None:
    """Give the texts of a legend other type sizes; headings, which are small, no tiny ones."""
    for text, size, most in zip(made.legend.get_texts(), sizes, whole, strict=True):
        text.set_fontsize(max(size, min(most, SMALLEST)))
    align_rows(made, renderer)


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


def _is_outside(ax: Axes, legend: Legend, renderer: Any) -> bool:
    extent, frame = legend.get_window_extent(renderer), ax.get_window_extent()
    return bool(extent.x0 >= frame.x1 or extent.y1 <= frame.y0)
