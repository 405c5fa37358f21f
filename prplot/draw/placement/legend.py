"""Placement of a legend so that it covers nothing: its forms, inside and outside the axes."""

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


class InsideForm(NamedTuple):
    """A form of a legend inside the axes.

    Attributes
    ----------
    fontsize : str or None
        Type size; None is the user's own.
    columns : bool
        Whether numbers are in columns even if there is only one curve.
    hairlines : bool
        Whether the legend may cover hairlines.
    extras : bool
        Whether it has dispensable entries.
    numbers : bool
        Whether it has the numbers of curves.
    short : bool
        Whether names are without their dispensable words.
    """

    fontsize: str | None
    columns: bool
    hairlines: bool
    extras: bool = False
    numbers: bool = True
    short: bool = False


# Best first.
INSIDE_FORMS = (
    InsideForm(None, False, False, extras=True),
    InsideForm(None, True, False, extras=True),
    InsideForm(None, False, False),
    InsideForm(None, True, False),
    InsideForm("small", True, False),
    InsideForm(None, True, True),
    InsideForm("small", True, True),
    InsideForm("x-small", True, False),
    InsideForm("x-small", True, True),
)
# The last form, if there is no room for any other.
NAMES_ALONE = InsideForm("x-small", True, False, numbers=False, short=True)
# Type sizes of a legend that has to cover something.
TIGHT_SIZES = ("small", "x-small")


class Wrapped(NamedTuple):
    """How long names are wrapped, so that the legend takes at most a share of the axes' width.

    Names that need more than `most_lines` lines are shortened in the middle.
    """

    share: float | None
    most_lines: int | None = None


WHOLE = Wrapped(None)
OVER_LINES = (Wrapped(0.9), Wrapped(0.7), Wrapped(0.5))
CUT = (Wrapped(0.7, 2), Wrapped(0.5, 2), Wrapped(0.7, 1), Wrapped(0.5, 1))


def inside_forms(*, short: bool = False) -> list[InsideForm]:
    """Return the forms of a legend inside that are large enough to read, best first."""
    return [form._replace(short=short) for form in INSIDE_FORMS if is_legible(form.fontsize)]


# Distance in points beyond which a greater one is no better.
ENOUGH = 14.0
# How opaque a legend is that covers something.
VEIL = 0.75
# Preferred position of a legend, in shares of the axes.
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
    """Put a legend where it covers as little as possible, in the middle if it fits nowhere."""
    size, frame = legend.get_window_extent(renderer), ground.frame
    middle = _on_figure(ax, size.width, size.height, (frame.p0 + frame.p1) / 2)
    boxes = list(_boxes(ax, ground, legend, renderer)) or [middle]
    _put_inside(ax, legend, min(boxes, key=ground.covered), framed=True)
    # Transparent, so that what it covers remains visible.
    legend.get_frame().set_alpha(VEIL)


def cost_of_covering(ax: Axes, legend: Legend, ground: Ground, renderer: Any = None) -> float:
    """Return how much a legend covers where it covers least; infinite if it fits nowhere."""
    boxes = _boxes(ax, ground, legend, renderer)
    return min((ground.covered(box) for box in boxes), default=np.inf)


def fits(ax: Axes, legend: Legend, ground: Ground, renderer: Any = None) -> bool:
    """Tell whether a legend is no larger than the axes."""
    (width, height), size = room_inside(ax, ground), legend.get_window_extent(renderer)
    return size.width <= width and size.height <= height


def spare_data(
    ax: Axes, legend: Legend, ground: Ground, renderer: Any = None, *, words: bool = False
) -> bool:
    """Put a legend where it covers no curve, and as little else as possible; tell if it is placed.

    With `words`, it must not cover words either.
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
    """Fit a legend into the axes: wrap names to their width, and shorten them for their height."""
    (width, height), made = room_inside(ax, ground), legend_of(ax)
    if made is None:
        return
    wrap_legend(made, width, renderer=renderer)
    for most_lines in (3, 2, 1):
        if not made.is_wrapped or legend.get_window_extent(renderer).height <= height:
            return
        wrap_legend(made, width, most_lines=most_lines, renderer=renderer)


def room_inside(ax: Axes, ground: Ground) -> tuple[float, float]:
    """Return the greatest width and height of a legend inside, in pixels."""
    edge = 2.1 * GAP * points_to_pixels(ax)
    return ground.frame.width - edge, ground.frame.height - edge


def _on_figure(ax: Axes, width: float, height: float, centre: Pixels) -> Box:
    """Return a box of some size near a position, moved onto the figure if possible."""
    canvas, half = ax.get_figure(root=True).bbox, np.array([width, height]) / 2  # type: ignore[union-attr]
    x, y = np.clip(centre, canvas.p0 + half, np.maximum(canvas.p1 - half, canvas.p0 + half))
    return Box(float(x), float(y), width, height)


def _put_inside(ax: Axes, legend: Legend, box: Box, *, framed: bool) -> None:
    corner = ax.transAxes.inverted().transform(box.corners()[0])
    # The layout must not make room for a legend inside.
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
    """Rank by distance to lines (or by what is covered), then by nearness to the legend's home."""
    frame = ground.frame
    x = (box.x - box.width / 2 - frame.x0) / (frame.width - box.width)
    y = (box.y - box.height / 2 - frame.y0) / (frame.height - box.height)
    away = float(np.hypot(x - home[0], y - home[1]))
    if hairlines:
        return ground.covered(box) // 10, away
    return max(ENOUGH * unit - ground.clearance(box), 0.0), away


# Distance to keep, in points.
GAP = 4.0
# Margin of a layout along the edges of a figure; a legend that extends into it would make the axes
# smaller at each drawing.
MARGIN = 5.0
# Columns of entries that a legend outside may have.
MOST_COLUMNS = 4
# Least share of their side that axes keep beside a legend outside; more if other axes of the figure
# shrink with them. All forms that leave the large share are good enough.
LEAST_SIDE = 0.5
LEAST_SIDE_SHARED = 0.75
LARGE_SIDE = 0.8
# Greatest widths of a legend with wrapped names, in shares of the room for it.
WRAPPED_WIDTHS = (1.0, 0.5, 0.35)
WRAPPED_SIZES = (None, "small", "x-small")


@dataclass(frozen=True)
class Outside:
    """The form of a legend outside the axes: below or right, its type size, its columns.

    Long names are wrapped if the legend is wider than `widest` pixels; those that need more than
    `most_lines` lines are shortened in the middle.
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
    """Replace a legend outside by one in the same form, with the present labels."""
    legend = _made(ax, outside)
    if legend is not None:
        put_outside(ax, legend, outside.side)


def place_outside(
    ax: Axes, *, wrapped: bool = False, most_lines: int | None = None
) -> Outside | None:
    """Put the legend outside in the first form that leaves the axes large, else in the best one.

    With `wrapped`, long names may be wrapped, but over no more than `most_lines` lines.
    """
    forms = []
    for form in _forms(ax, most_lines) if wrapped else FORMS:
        share, side = _best_side(ax, _made(ax, form))
        forms.append((share, replace(form, side=side)))
    large = [form for form in forms if form[0] >= LARGE_SIDE]
    # Of wrapped forms that leave nearly the same share, the first is widest and shows most.
    best = max(forms, key=lambda form: round(form[0], 2) if wrapped else form[0])
    for share, outside in large or [best]:
        if share >= least_side(ax):
            remake(ax, outside)
            legend = ax.get_legend()
            if legend is not None and not _is_lost(ax, legend):
                return outside
    return None


def tighter(ax: Axes, outside: Outside) -> Outside | None:
    """Return a form that takes less room, with shorter names; None if there is none."""
    fewer = {None: 2, 2: 1}.get(outside.most_lines)
    if outside.widest is None or fewer is None:
        return None
    wide, narrow, _ = _forms(ax, fewer)[-len(WRAPPED_WIDTHS) :]
    return replace(wide if outside.side == "below" else narrow, side=outside.side)


def _forms(ax: Axes, most_lines: int | None) -> list[Outside]:
    """Return the forms of a legend outside with wrapped names, best first."""
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
    """Return the least share of their side that axes keep; more if others shrink with them."""
    figure = ax.get_figure(root=True)
    return LEAST_SIDE if figure is not None and len(figure.axes) == 1 else LEAST_SIDE_SHARED


def put_outside(ax: Axes, legend: Legend, side: str) -> None:
    """Put a legend right of the axes, or below their x label; the layout makes room for it."""
    legend.set_in_layout(True)
    if side == "right":
        legend.set_loc("center left")
        legend.set_bbox_to_anchor((1.03, 0.5), transform=ax.transAxes)
        return
    names = ax.xaxis.get_tightbbox()
    drop = 0.0 if names is None else ax.get_window_extent().y0 - names.y0
    figure = ax.get_figure(root=True)
    assert figure is not None
    # In points, as the share of the axes that labels take changes with the layout.
    lower = ScaledTranslation(0, -drop / figure.dpi - GAP / 72, figure.dpi_scale_trans)
    legend.set_loc("upper center")
    legend.set_bbox_to_anchor((0.5, 0.0), transform=ax.transAxes + lower)


def _best_side(ax: Axes, legend: Legend | None) -> tuple[float, str]:
    """Return the share of their side that axes keep beside a legend, and the best side for it."""
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
        # Without a layout engine the axes stay; what the legend covers is checked afterwards.
        return 1.0, side
    return sides[side] / min(slot.width, slot.height), side


def _rooms(ax: Axes) -> tuple[BboxBase, BboxBase]:
    """Return the room for axes in their figure, and that for their legend, in pixels."""
    figure, around = ax.get_figure(root=True), ax.get_figure(root=False)
    assert figure is not None
    assert around is not None
    slot = ax.get_position(original=True).transformed(around.transSubfigure)
    # If there are other axes, the legend must fit into the slot of its own.
    return slot, figure.bbox if len(figure.axes) == 1 else slot


def _is_lost(ax: Axes, legend: Legend) -> bool:
    """Tell whether a legend is off the figure or on other axes, without a layout engine."""
    figure = ax.get_figure(root=True)
    if figure is None or figure.get_layout_engine() is not None:
        return False
    extent, canvas = legend.get_window_extent(), figure.bbox
    within = canvas.x0 <= extent.x0 and extent.x1 <= canvas.x1 and canvas.y0 <= extent.y0
    others = [other.get_tightbbox() for other in figure.axes if other is not ax]
    return not within or any(box is not None and box.overlaps(extent) for box in others)


# Greatest width of a legend with numbers that covers something, in shares of the axes.
WIDEST_COVER = 0.6


class Squeezed(NamedTuple):
    """A form of a small legend: with or without numbers, in columns of entries, its type size."""

    numbers: bool
    entry_columns: int
    fontsize: str


# Best first: smaller type and more columns before leaving out numbers.
SQUEEZED = tuple(
    Squeezed(numbers, count, size)
    for numbers, size, count in product((True, False), ("x-small", "xx-small"), (1, 2, 3, 4))
)


def squeeze(ax: Axes, ground: Ground, home: Home, renderer: Any = None) -> None:
    """Put a small legend inside: on free ground, else over references, else over few curves.

    A legend that would cover most of the width is without numbers. If no form fits, names are
    wrapped, and the legend covers as little as possible.
    """
    if _place_tight(ax, ground, home, renderer):
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


def _place_tight(ax: Axes, ground: Ground, home: Home, renderer: Any) -> bool:
    """Place a legend of the data with all numbers, over references if need be but over no curve.

    Any name may be wrapped.
    """

    def over_hairlines(legend: Legend) -> bool:
        return to_free_ground(ax, legend, ground, home, renderer, hairlines=True)

    # A legend that covers other lines than hairlines is as small as possible.
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
    """Put the legend where it covers least, in the form that covers least."""
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
    """Replace the legend by one of all labels, and place it.

    It is placed on free ground, in smaller type if need be; else outside, right or below; else
    again inside or outside with wrapped names. If that would make the axes too small, or no layout
    engine makes room, it covers as little as possible.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    ground : Ground
        What is drawn in the axes.
    home : tuple of float
        The preferred position of the legend, in shares of the axes.

    Returns
    -------
    Outside or None
        None if the legend is inside, or if nothing is labelled.
    """
    if _place_whole(ax, ground, home):
        return None
    outside = place_outside(ax)
    if outside is None and has_long_names(ax):
        is_inside, outside = _renew_wrapped(ax, ground, home)
        if is_inside:
            return None
    if outside is None:
        squeeze(ax, ground, home)
    return outside


def renew_inside(ax: Axes, ground: Ground, home: Home, renderer: Any = None) -> None:
    """Replace the legend by one inside, on free ground or over something, for a fixed layout.

    While a figure is being drawn, `renderer` measures texts.
    """
    drop(ax)
    if not _place_whole(ax, ground, home, renderer):
        squeeze(ax, ground, home, renderer)


def _place_whole(ax: Axes, ground: Ground, home: Home, renderer: Any = None) -> bool:
    """Put the legend on free ground, without wrapped names; tell whether it is placed."""
    brief = inside_forms(short=True) if can_be_shortened(ax) else []
    found = (*inside_forms(), *brief)
    return any(place_inside(ax, ground, home, form, renderer=renderer) for form in found)


def _renew_wrapped(ax: Axes, ground: Ground, home: Home) -> tuple[bool, Outside | None]:
    """Place the legend with wrapped or shortened names; tell whether it is inside."""
    tabular = [form for form in inside_forms(short=True) if form.columns]
    # Narrower lines before smaller type, but smaller type before shorter names.
    forms = [
        [(form, wrapping) for form in tabular for wrapping in OVER_LINES],
        [(form, wrapping) for wrapping in CUT for form in tabular],
        [(NAMES_ALONE, wrapping) for wrapping in CUT],
    ]
    outside: list[list[int | None]] = [[None], [2, 1], []]
    for tried, most_lines in zip(forms, outside, strict=True):
        if _place_wrapped(ax, ground, home, tried):
            return True, None
        for lines in most_lines:
            found = place_outside(ax, wrapped=True, most_lines=lines)
            if found is not None:
                return False, found
    return False, None


def place_inside(
    ax: Axes,
    ground: Ground,
    home: Home,
    form: InsideForm,
    beside: Iterable[Axes] = (),
    wrapped: Wrapped = WHOLE,
    renderer: Any = None,
) -> bool:
    """Make the legend in a form and place it on free ground; tell whether there is any.

    A legend without entries needs no ground. `beside` are panels that have no legend of their own.
    """
    legend = make_legend(
        ax,
        form.fontsize,
        columns=form.columns,
        extras=form.extras,
        numbers=form.numbers,
        short=form.short,
        beside=beside,
        widest=None if wrapped.share is None else wrapped.share * ground.frame.width,
        most_lines=wrapped.most_lines,
    )
    return legend is None or to_free_ground(
        ax, legend, ground, home, renderer, hairlines=form.hairlines
    )


def _place_wrapped(
    ax: Axes, ground: Ground, home: Home, forms: Iterable[tuple[InsideForm, Wrapped]]
) -> bool:
    """Place the legend in the first form for which there is free ground; tell if there is one."""
    return any(
        place_inside(ax, ground, home, form, wrapped=wrapping) and _names_differ(ax)
        for form, wrapping in forms
    )


def _names_differ(ax: Axes) -> bool:
    """Tell whether names are still distinct after they were shortened."""
    made = legend_of(ax)
    if made is None or not made.is_wrapped:
        return True
    return len(set(made.shown)) == len(set(made.names))


def drop(ax: Axes) -> None:
    """Remove the legend of some axes, if they have one."""
    legend = ax.get_legend()
    if legend is not None:
        # While the figure is being drawn, the legend may be in its list of artists to draw.
        legend.set_visible(False)
        legend.remove()


def fit(ax: Axes, ground: Ground, home: Home, sizes: list[float], renderer: Any) -> None:
    """Move a legend inside to ground that is free now, in smaller type if need be.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    ground : Ground
        What is drawn in the axes.
    home : tuple of float
        The preferred position of the legend, in shares of the axes.
    sizes : list of float
        Type sizes of its texts if there is enough room, in points.
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
    """Set the type sizes of a legend, but do not make its small headings illegible."""
    for text, size, most in zip(made.legend.get_texts(), sizes, whole, strict=True):
        text.set_fontsize(max(size, min(most, SMALLEST)))
    align_rows(made, renderer)


def exclude_from_layout(ax: Axes) -> None:
    """Exclude the legend from the next layout."""
    legend = ax.get_legend()
    if legend is not None:
        legend.set_in_layout(False)


def corner(ax: Axes, legend: Legend, renderer: Any = None) -> tuple[float, float]:
    """Return the lower left corner of a legend, in shares of the axes."""
    extent = legend.get_window_extent(renderer)
    x, y = ax.transAxes.inverted().transform((extent.x0, extent.y0))
    return float(x), float(y)


def _is_outside(ax: Axes, legend: Legend, renderer: Any) -> bool:
    extent, frame = legend.get_window_extent(renderer), ax.get_window_extent()
    return bool(extent.x0 >= frame.x1 or extent.y1 <= frame.y0)
