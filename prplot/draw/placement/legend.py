"""The legend of axes: its forms, and the cheapest form and place, on free ground if there is any.

Every form is laid out by arithmetic, and compared with every place by its price (see `costs`); one
legend is made.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import Any, NamedTuple, TypeVar

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.transforms import Bbox, ScaledTranslation

from prplot.draw.aspect import locator_before, set_locator_before
from prplot.draw.axes import apply_aspect, slot_of
from prplot.draw.color import background
from prplot.draw.placement import costs
from prplot.draw.placement.costs import Ink
from prplot.draw.placement.ground import Boxes, Ground, Ruler, Size, Values, points_to_pixels
from prplot.draw.placement.table import (
    Entry,
    Form,
    Halo,
    Sheet,
    SheetBox,
    Spacing,
    colors_differ,
    fill,
)
from prplot.draw.scene import BAND, CURVE, OTHERS
from prplot.draw.style import Style

# Type size of a legend for which there is no room at all, and rows that it has side by side.
TINIEST = 4.0
MOST_SIDE_BY_SIDE = 6
# A legend of more rows than this has only some of them if it would cover curves, and not just a
# small share of the axes.
MANY_ROWS = 12
# More rows than this are not laid out together before fewer are.
MOST_AT_ONCE = 48
SMALL_SHARE = 0.1
# Whatever shows the rows of a legend.
Laid = TypeVar("Laid")
# Preferred position of a legend, in shares of the axes.
Home = tuple[float, float]
# Words above data, unlike the default for legends.
ZORDER = 5.5
# A longer name may be wrapped.
LONG = 12
# Margin of a legend around its rows, in units of its type size, and to the edges of the axes.
PAD = 0.2
EDGE = 2.0
# Margin along the edge of a figure.
MARGIN = 4.0
# Share of the type size of tick labels that words have: one step below.
SMALL = 0.75
SMALLEST = 6.0
# Width of the halo around letters that cover something, on both sides together, in points.
HALO = 2.5


class TypeSizes(NamedTuple):
    """The two sizes of type for words in a figure, in points."""

    usual: float
    small: float

    @classmethod
    def of(cls, ax: Axes, usual: float) -> "TypeSizes":
        """Return the sizes for axes, where the user's legends have the usual size."""
        ticks = FontProperties(
            size=ax.xaxis.get_tick_params().get("labelsize")
        ).get_size_in_points()
        whole = min(usual, ticks) if ticks > 0 else usual
        return cls(usual, min(usual, max(SMALL * whole, min(SMALLEST, whole))))


@dataclass(frozen=True, eq=False, repr=False)
class Wish:
    """What a legend is to show.

    Attributes
    ----------
    entries : tuple of Entry
        All rows that it may have, with those that it can do without.
    sizes : TypeSizes
    ruler : Ruler
    spacing : Spacing
    home : tuple of float
        The preferred position, in shares of the axes.
    title : (float, float)
        Width and height of the user's title.
    is_named : bool
        Whether rows have names; else numbers alone, in the colours of their curves.
    headed : bool
        Whether columns of numbers have headings.
    lists_all : bool
        Whether all curves are listed, however many they are.
    known : dict
        Sheets that were laid out before.
    """

    entries: tuple[Entry, ...]
    sizes: TypeSizes
    ruler: Ruler
    spacing: Spacing = field(default_factory=Spacing)
    home: Home = (0.0, 0.5)
    title: Size = (0.0, 0.0)
    is_named: bool = True
    headed: bool = True
    lists_all: bool = False
    known: dict[Any, Sheet] = field(default_factory=dict)

    def sheet(self, form: Form, widest: float) -> Sheet:
        """Return the rows in a form, in axes so wide; it is laid out only once."""
        key = self.entries, form, round(widest, 1) if form.share else None
        if key not in self.known:
            self.known[key] = self._sheet(form, widest)
        return self.known[key]

    def _sheet(self, form: Form, widest: float) -> Sheet:
        entries = [entry for entry in self.entries if form.extras or not entry.kind.is_extra]
        if form.short:
            entries = [entry.shortened() for entry in entries]
        if not form.intervals:
            entries = [entry.without_intervals() for entry in entries]
        room = np.inf if form.share is None else form.share * widest
        is_small = form.points < self.sizes.usual
        spacing = self.spacing.narrowed() if is_small else self.spacing
        return Sheet(tuple(entries), form, self.ruler, spacing, room)

    def size(self, sheet: Sheet) -> Size:
        """Return the size of a legend with its margins and title."""
        pad = 2 * PAD * self.sizes.usual
        width, height = sheet.size
        gap = self.spacing.labelspacing * self.sizes.usual if self.title[1] else 0.0
        return max(width, self.title[0]) + pad, height + gap + self.title[1] + pad


class Choice(NamedTuple):
    """A form and a place for a legend, with their price.

    Attributes
    ----------
    cost : float
    sheet : Sheet
    box : Boxes
        One box, in points from the lower left corner of the axes.
    is_over : bool
        Whether it covers anything.
    anchor : str or tuple of float, or None
        Where the axes are in their slot if it is beside or below them; None if it is inside.
    """

    cost: float
    sheet: Sheet
    box: Boxes
    is_over: bool = False
    anchor: "Anchor | None" = None


def forms(wish: Wish, *, beyond: bool = False) -> list[Form]:
    """Return the forms of a legend, cheapest first; `beyond` the axes rows are side by side."""
    found = _forms_of_all(wish, beyond=beyond)
    numbers = [number for entry in wish.entries for number in entry.numbers]
    has_intervals = any(one.ends is not None for one in numbers)
    if has_intervals or any(one.spread is not None for one in numbers):
        more = costs.WITHOUT_INTERVALS if has_intervals else costs.WITHOUT_SPREADS
        found += [form._replace(price=form.price + more, intervals=False) for form in found]
    if _can_be_colored(wish):
        small = [form for form in found if form.points == wish.sizes.small and form.table]
        more = costs.WITHOUT_SWATCHES
        found += [form._replace(price=form.price + more, colored=True) for form in small]
    return sorted(found, key=lambda form: form.price)


def _forms_of_all(wish: Wish, *, beyond: bool) -> list[Form]:
    """Return the forms with all intervals and swatches."""
    data = [entry for entry in wish.entries if entry.is_tabular and entry.kind.is_data]
    heads = {head for entry in data for head in entry.cells}
    tables = [False] if not heads else [True] if len(data) > 1 or len(heads) > 1 else [False, True]
    if not wish.is_named:
        tables = [True]
    extras = [True, False] if any(entry.kind.is_extra for entry in wish.entries) else [True]
    shorts = [False, True] if any(entry.shortened() != entry for entry in wish.entries) else [False]
    shares = list(costs.WRAPPED) if _has_long_names(wish) and wish.is_named else [None]
    sizes = [(wish.sizes.usual, 0.0), (wish.sizes.small, costs.SMALLER_TYPE)]
    columns = range(1, min(len(wish.entries), MOST_SIDE_BY_SIDE) + 1) if beyond else (1, 2, 3)
    found = []
    for i, extra, short, share, (points, price), count in product(
        range(len(tables)), extras, shorts, shares, dict.fromkeys(sizes), columns
    ):
        if share is not None and points > wish.sizes.small:
            # Names are wrapped only if smaller type is not enough.
            continue
        if count > 1 and (tables[i] or not (beyond or len(wish.entries) >= 2 * count - 1)):
            continue
        whole = price + i * costs.ANOTHER_FORM + (not extra) * costs.WITHOUT_EXTRAS
        whole += short * costs.SHORTER_NAMES + costs.WRAPPED[share]
        whole += 0.0 if beyond else (count - 1) * costs.SIDE_BY_SIDE
        found.append(Form(whole, points, tables[i], count, share, extra, short))
    if not beyond and tables == [True] and wish.is_named:
        plain = costs.SIDE_BY_SIDE * 2
        found += [form._replace(price=form.price + plain, table=False) for form in found[:1]]
    own: dict[str, Any] = {
        "colored": not wish.is_named,
        "named": wish.is_named,
        "headed": wish.headed,
    }
    return [form._replace(**own) for form in found]


def plain_forms(wish: Wish) -> list[Form]:
    """Return forms of many rows with numbers side by side, which tables never are."""
    if count_curves(wish.entries) <= MANY_ROWS or not wish.is_named:
        return []
    # Of each type size the cheapest, which come first.
    tables = {form.points: form for form in reversed(forms(wish, beyond=True)) if form.columns == 1}
    return [
        table._replace(price=table.price + costs.SIDE_BY_SIDE, table=False, columns=count)
        for table in tables.values()
        for count in range(2, MOST_SIDE_BY_SIDE + 1)
    ]


def _can_be_colored(wish: Wish) -> bool:
    """Tell whether the colours of rows can take the place of their swatches."""
    rows = [one for one in wish.entries if one.kind is not BAND]
    all_data = bool(rows) and all(one.kind.is_data for one in rows)
    return wish.is_named and all_data and colors_differ(wish.entries)


def _has_long_names(wish: Wish) -> bool:
    return any(len(entry.words or "") > LONG for entry in wish.entries)


# The cheapest place


def best_choice(
    ground: Ground, wish: Wish, *, beyond: bool = False, below: float = np.inf
) -> Choice | None:
    """Return the cheapest form and place of a legend; None if all cost more than `below`.

    `beyond` is whether it may be beside or below the axes, in room that is there anyway.
    """
    found = _cheapest(wish, ground, lambda sheet: [_inside(ground, wish, sheet)], below)
    least = below if found is None else found.cost
    if not beyond or least <= min(costs.BESIDE, costs.BELOW):
        return found
    sizes = [wish.size(wish.sheet(form, ground.width)) for form in forms(wish)]
    if not _may_fit(ground.ax, min(width for width, _ in sizes), min(high for _, high in sizes)):
        return found
    rooms = Rooms.of(ground.ax)
    elsewhere = _cheapest(
        wish, ground, lambda sheet: _beyond(rooms, sheet, wish.size(sheet)), least
    )
    return elsewhere or found


def _cheapest(
    wish: Wish,
    ground: Ground,
    places: Callable[[Sheet], Iterable[Choice | None]],
    below: float,
) -> Choice | None:
    """Return the cheapest of all forms in their places; None if all cost more than `below`."""
    found, least = None, below
    for form in forms(wish):
        if form.price >= least:
            break
        sheet = wish.sheet(form, ground.width)
        choices = [] if _is_dominated(wish, sheet, ground.width) else places(sheet)
        for choice in choices:
            if choice is not None and choice.cost < least:
                found, least = choice, choice.cost
    return found


def _is_dominated(wish: Wish, sheet: Sheet, widest: float) -> bool:
    """Tell whether a form wraps names without need, or within words."""
    share = sheet.form.share
    if share is None:
        return False
    whole = wish.sheet(sheet.form._replace(share=None), widest)
    return whole.size[0] <= share * widest or sheet.breaks_words


def affordable(ground: Ground, wish: Wish, *, beyond: bool = False) -> Choice:
    """Return the cheapest form and place of a legend, or the least bad one if there is no room.

    If many rows would cover curves, the first ones are listed, as many as can be without that, and
    one more row says how many others there are.
    """
    return as_many_rows(
        wish,
        lambda some: best_choice(ground, some, beyond=beyond) or least_bad(ground, some),
        _leaves_curves,
        lambda choice: _is_small(ground, choice),
    )


def as_many_rows(
    wish: Wish, lay: Callable[[Wish], Laid], *has_room: Callable[[Laid], bool]
) -> Laid:
    """Return the layout of all curves, or of as many of the first ones as there is room for.

    One more row says how many others there are. Few curves are listed even without room, and of
    many the first one. Rows that explain something else are kept. The rules of `has_room` are tried
    in order: the first that leaves room for any row decides.
    """
    total = count_curves(wish.entries)
    if wish.lists_all or total <= MANY_ROWS:
        return lay(wish)
    laid = cache(lambda count: lay(wish if count == total else _with_first(wish, count)))
    for rule in has_room:
        if count := _most_rows(total, laid, rule):
            return laid(count)
    return laid(1)


def _most_rows(total: int, laid: Callable[[int], Laid], has_room: Callable[[Laid], bool]) -> int:
    """Return for how many of many rows there is room."""
    if total <= MOST_AT_ONCE and has_room(laid(total)):
        return total
    few, many = 0, total + (total > MOST_AT_ONCE)
    while many - few > 1:
        # From few rows on, as many take long to lay out.
        count = min(2 * few or MANY_ROWS, total) if many > total else (few + many) // 2
        if has_room(laid(count)):
            few = count
        else:
            many = count
    return few


def _leaves_curves(choice: Choice) -> bool:
    """Tell whether a legend is beside the axes, or covers next to nothing of curves."""
    return choice.anchor is not None or choice.cost < costs.TINY_TYPE


def _is_small(ground: Ground, choice: Choice) -> bool:
    """Tell whether a legend takes a small share of the axes."""
    share = choice.box.width * choice.box.height / (ground.width * ground.height)
    return bool(share <= SMALL_SHARE)


def count_curves(entries: Iterable[Entry]) -> int:
    """Return how many rows are those of single curves."""
    return sum(map(_is_one_curve, entries))


def _is_one_curve(entry: Entry) -> bool:
    """Tell whether a row is that of a curve, not one that says what hulls or dashes mean."""
    return entry.kind is CURVE or (entry.kind.is_data and entry.is_curve)


def _with_first(wish: Wish, count: int) -> Wish:
    """Return a wish for the rows of the first curves, and all rows that are not of one curve."""
    curves = [entry for entry in wish.entries if _is_one_curve(entry)]
    rest = [entry for entry in wish.entries if not _is_one_curve(entry)]
    others = [_others(len(curves) - count)] if count < len(curves) else []
    return replace(wish, entries=(*curves[:count], *others, *rest))


@cache
def _others(count: int) -> Entry:
    """Return a row without a swatch, the same whenever a figure is drawn."""
    return Entry(Line2D([], [], linestyle="none"), f"and {count} more", OTHERS)


def least_bad(ground: Ground, wish: Wish) -> Choice:
    """Return a legend for which there is no room: its type is smaller than that of other words.

    It is in the axes if it fits there in type that can be read, else it leaves them, but not the
    figure. No name and no number is lost.
    """
    for points in _shrinking(wish.sizes.small, SMALLEST):
        sheet = _column_sheet(wish, points, 1, ground.width)
        choice = None if sheet.breaks_words else _inside(ground, wish, sheet)
        if choice is not None:
            return choice._replace(cost=choice.cost + costs.TINY_TYPE)
    return _off_axes(ground, wish)


def _off_axes(ground: Ground, wish: Wish) -> Choice:
    """Return a legend over the middle of the axes, as small as it has to be for the figure."""
    canvas, sheet = ground.canvas, None
    sizes = _shrinking(min(wish.sizes.small, SMALLEST), TINIEST)
    for points, count in product(sizes, range(1, MOST_SIDE_BY_SIDE + 1)):
        sheet = _column_sheet(wish, points, count, canvas.width)
        if np.less_equal(wish.size(sheet), canvas.size).all() and not sheet.breaks_words:
            break
    assert sheet is not None
    size = np.array(wish.size(sheet))
    middle = np.array([ground.width, ground.height]) / 2
    low = canvas.p0 + size / 2
    middle = np.clip(middle, low, np.maximum(canvas.p1 - size / 2, low))
    return Choice(costs.NO_ROOM, sheet, Boxes.at(middle[None], wish.size(sheet)), is_over=True)


def _column_sheet(wish: Wish, points: float, count: int, widest: float) -> Sheet:
    """Return rows in a type size, side by side, with names that are broken if they have to be."""
    own: dict[str, Any] = {"named": wish.is_named, "headed": wish.headed}
    table = not wish.is_named or (count == 1 and any(one.is_tabular for one in wish.entries))
    own["colored"] = not wish.is_named or (table and _can_be_colored(wish))
    own |= {"extras": False, "short": True, "intervals": False}
    form = Form(0.0, points, table, count, 1.0, **own)
    return wish.sheet(form, widest - 4 * PAD * wish.sizes.usual)


def _shrinking(points: float, least: float) -> Iterator[float]:
    """Yield ever smaller type sizes."""
    while points > least:
        yield points
        points *= 0.9
    yield min(points, least)


def prices(ground: Ground, boxes: Boxes, home: Home) -> tuple[Values, Values]:
    """Return the price of each place inside the axes, and its part for what is covered."""
    covered = ground.cost(boxes, "by_legend")
    near = ground.mask_of_solid()
    close = (ground.covered(near, boxes, costs.GAP) > 0) * 2.0 * costs.NARROW
    close = close + costs.NARROW * (ground.covered(near, boxes, costs.AMPLE) > 0)
    close = close + costs.NARROW * (ground.covered(near, boxes, costs.AMPLE / 2) > 0)
    close = close + costs.NEAR_BAND * (ground.covered(ground.mask(Ink.BAND), boxes, costs.GAP) > 0)
    x = (boxes.x - boxes.width / 2) / max(ground.width - boxes.width, 1e-9)
    y = (boxes.y - boxes.height / 2) / max(ground.height - boxes.height, 1e-9)
    away = costs.FAR_FROM_HOME * np.hypot(x - home[0], y - home[1])
    return covered + close + away, covered


def _inside(ground: Ground, wish: Wish, sheet: Sheet) -> Choice | None:
    boxes = ground.sweep(wish.size(sheet), EDGE)
    if len(boxes.x) == 0:
        return None
    found, covered = prices(ground, boxes, wish.home)
    i = int(np.argmin(found))
    box = boxes.chosen(slice(i, i + 1))
    cost = sheet.form.price + float(found[i])
    return Choice(cost, sheet, box, is_over=bool(covered[i] > 0))


# Room that a figure has anyway

# Where axes are in a slot that is larger.
Anchor = str | tuple[float, float]
CENTRE: Anchor = "C"
# Distance of a legend from the axes beside it, in points.
BESIDE_GAP = 6.0


class Rooms(NamedTuple):
    """Room beside and below axes that their figure has anyway, in points.

    Square axes do not fill a slot that is not square; moved to one side, they leave room on the
    other.

    Attributes
    ----------
    right, below : (float, float)
        Width and height of the room; nothing if there is none.
    frame : (float, float)
        Width and height of the axes.
    drop : float
        How far tick labels and the name of the x axis extend below the axes.
    anchor : tuple of float
        Where the axes are when they make room.
    """

    right: Size = (0.0, 0.0)
    below: Size = (0.0, 0.0)
    frame: Size = (0.0, 0.0)
    drop: float = 0.0
    anchor: Anchor = CENTRE

    @classmethod
    def of(cls, ax: Axes) -> "Rooms":
        """Return the room beside axes that are square in their slot."""
        if not can_move(ax):
            return cls()
        unit, slot, frame = points_to_pixels(ax), slot_of(ax), ax.get_window_extent()
        size = frame.width / unit, frame.height / unit
        extents = {ax: extent_of(ax)}
        room, whole = free_room(extents, MARGIN * unit), extents[ax]
        if slot.width > frame.width + 1 and not _reaches_right(ax):
            # A layout engine would make room for labels that leave the slot.
            least = max(room.x0, slot.x0) if _has_layout(ax) else room.x0
            names = ax.yaxis.get_tightbbox()
            left = whole.x0 if names is None else min(names.x0, whole.x0)
            shift = float(np.clip(left - least, 0, frame.x0 - slot.x0))
            share = (frame.x0 - shift - slot.x0) / (slot.width - frame.width)
            right = room.x1 - frame.x1 + shift
            return cls((right / unit, size[1]), frame=size, anchor=(float(share), 0.5))
        if slot.height > frame.height + 1:
            anchor, (lift,) = rise_of(extents, room)
            below = slot.width / unit, (whole.y0 + lift - room.y0) / unit
            return cls((0.0, 0.0), below, size, (frame.y0 - whole.y0) / unit, anchor)
        return cls()


def can_move(ax: Axes) -> bool:
    """Tell whether axes may be moved within their slot: those that share it, or bars, would not."""
    siblings = [*ax.get_shared_x_axes().get_siblings(ax), *ax.get_shared_y_axes().get_siblings(ax)]
    is_alone = all(one is ax for one in siblings) and not ax.child_axes
    return is_alone and ax.get_anchor() == CENTRE and ax.yaxis.get_ticks_position() != "right"


def _may_fit(ax: Axes, width: float, height: float) -> bool:
    """Tell whether a legend may fit beside or below axes, before what is around is measured."""
    slot, frame, unit = slot_of(ax), ax.get_window_extent(), points_to_pixels(ax)
    bounds = _bounds([ax], MARGIN * unit)
    beside = slot.width - frame.width + bounds.x1 - slot.x1
    beneath = slot.height - frame.height + slot.y0 - bounds.y0
    return bool(max(beside / width, beneath / height) >= unit)


def extent_of(ax: Axes) -> Bbox:
    """Return the extent of axes with texts and labels, but without what is left of them."""
    frame, name = ax.get_window_extent(), ax.yaxis.label
    boxes = [one.get_tightbbox() for one in (ax.xaxis, *_beyond_frame(ax))]
    if name.get_text() and name.get_visible() and ax.yaxis.get_visible():
        # Where it stands beside the axes is only known when their tick labels are.
        box = name.get_window_extent()
        boxes.append(Bbox.from_extents(frame.x0, box.y0, frame.x1, box.y1))
    return Bbox.union([frame, *(box for box in boxes if box is not None)])


def rise_of(extents: Mapping[Axes, Bbox], room: Bbox) -> tuple[Anchor, list[float]]:
    """Return where axes are in their slots when they rise as far as they can, and by how much."""
    most = [float(slot_of(ax).y1 - ax.get_window_extent().y1) for ax in extents]
    known = zip(extents.values(), most, strict=True)
    shares = [(room.y1 - whole.y1) / up for whole, up in known if up > 1]
    share = float(np.clip(min(shares, default=0.0), 0, 1))
    return (0.5, (1 + share) / 2), [share * up for up in most]


def drop_of(ax: Axes) -> float:
    """Return how far tick labels and the name of the x axis extend below axes, in pixels."""
    names = ax.xaxis.get_tightbbox()
    return 0.0 if names is None else max(float(ax.get_window_extent().y0 - names.y0), 0.0)


def free_room(extents: Mapping[Axes, Bbox], margin: float) -> Bbox:
    """Return the room around panels that nothing else takes; nothing but their frames if none is.

    It ends at the edge of their (sub)figure, and at the nearest other axes, text or legend.

    Parameters
    ----------
    extents : dict of Axes to Bbox
        The panels, with their extents.
    margin : float
        Distance to all that is around, in pixels.
    """
    frame = Bbox.union([ax.get_window_extent() for ax in extents])
    whole = Bbox.union(list(extents.values()))
    (x0, y0), (x1, y1) = _bounds(list(extents), margin).get_points()
    boxes = list(_boxes_around(extents))
    # Frames may touch.
    if frame.padded(-1).count_overlaps(boxes):
        return frame
    middle = (frame.p0 + frame.p1) / 2
    beside = [one for one in boxes if one.y0 < whole.y1 and one.y1 > whole.y0]
    beside = [one for one in beside if one.x0 > frame.x1 - 1 or one.x1 < frame.x0 + 1]
    x0 = max([x0, *(one.x1 + margin for one in beside if one.x0 < middle[0])])
    x1 = min([x1, *(one.x0 - margin for one in beside if one.x0 > middle[0])])
    others = [one for one in boxes if one not in beside and one.x0 < x1 and one.x1 > x0]
    y0 = max([y0, *(one.y1 + margin for one in others if one.y0 < middle[1])])
    y1 = min([y1, *(one.y0 - margin for one in others if one.y0 > middle[1])])
    return Bbox.from_extents(x0, y0, x1, y1)


def _bounds(panels: Sequence[Axes], margin: float) -> Bbox:
    """Return the edges of the (sub)figure; one of its axes among others stays in its slot."""
    around = panels[0].get_figure(root=False)
    assert around is not None
    sheet = Bbox(around.bbox.padded(-margin))
    if len(panels) > 1 or len(around.axes) == 1:
        return sheet
    slot = slot_of(panels[0])
    return Bbox.from_extents(slot.x0, slot.y0, slot.x1, sheet.y1)


def _boxes_around(panels: Mapping[Axes, Bbox]) -> Iterator[Bbox]:
    """Yield the boxes of other axes, which may move in their slots, and of what figures show."""
    root = next(iter(panels)).get_figure(root=True)
    assert root is not None
    # A layout keeps labels out of the slots of other axes.
    has_layout = len(panels) == 1 and root.get_layout_engine() is not None
    for ax in root.axes:
        if ax not in panels and ax.get_visible():
            extent = None if has_layout else ax.get_tightbbox()
            yield Bbox.union([slot_of(ax), ax.get_window_extent() if extent is None else extent])
    figures: list[FigureBase] = [root]
    for figure in figures:
        figures.extend(figure.subfigs)
        for artist in [*figure.texts, *figure.legends]:
            box = artist.get_window_extent()
            if artist.get_visible() and box.width > 0:
                yield Bbox(box)


def _beyond_frame(ax: Axes) -> list[Artist]:
    """Return what may be beyond the frame of axes, but not ours, which is left out of layouts."""
    texts = [one for one in ax.get_children() if isinstance(one, Text) and one.get_text()]
    held = [*texts, *ax.artists, *ax.child_axes]
    return [one for one in held if one.get_visible() and one.get_in_layout()]


def _reaches_right(ax: Axes) -> bool:
    """Tell whether a text of the user is right of axes, with which it moves."""
    beside = Bbox.from_extents(ax.bbox.x1 + 1, ax.bbox.y0, np.inf, ax.bbox.y1)
    boxes = [one.get_tightbbox() for one in _beyond_frame(ax)]
    return any(box is not None and beside.overlaps(box) for box in boxes)


def _has_layout(ax: Axes) -> bool:
    figure = ax.get_figure(root=True)
    return figure is not None and figure.get_layout_engine() is not None


def _beyond(rooms: Rooms, sheet: Sheet, size: Size) -> Iterator[Choice]:
    """Yield the places of a legend beside and below the axes, in room that is there anyway."""
    (width, height), price = size, sheet.form.price
    if width + BESIDE_GAP <= rooms.right[0] and height <= rooms.right[1]:
        x = rooms.frame[0] + BESIDE_GAP + width / 2
        box = Boxes.at(np.array([[x, rooms.frame[1] - height / 2]]), size)
        yield Choice(price + costs.BESIDE, sheet, box, anchor=rooms.anchor)
    if height + BESIDE_GAP <= rooms.below[1] and width <= rooms.below[0]:
        y = -rooms.drop - BESIDE_GAP - height / 2
        box = Boxes.at(np.array([[rooms.frame[0] / 2, y]]), size)
        yield Choice(price_below(sheet), sheet, box, anchor=rooms.anchor)


def price_below(sheet: Sheet) -> float:
    """Return the price of a legend below axes, where they make room for it."""
    return sheet.form.price + costs.BELOW + costs.LINE_BELOW * sheet.lines


# Making and moving


@dataclass(eq=False, repr=False)
class OwnLegend:
    """A legend that was made here, and what it was like, to tell what the user has changed.

    Attributes
    ----------
    legend : matplotlib.legend.Legend
    labels : dict of artist to Text
        The label of each row, by its handle.
    written : dict of artist to str
        What the labels said.
    place : tuple of float or None
        The lower left corner, in shares of the axes; None before it is placed.
    proto : Text
        A text as labels are before the user changes them.
    renamed : dict of artist to str
        What the user has made of labels.
    drawn : dict of artist to (artist, str)
        The swatch of each row, by its handle, and what it looked like when it was made.
    points : float
        The type size of the labels as they were written.
    given : float or None
        The one that the user has given to all labels.
    """

    legend: Legend
    labels: dict[Artist, Text]
    written: dict[Artist, str]
    proto: Text
    place: tuple[float, float] | None = None
    renamed: dict[Artist, str] = field(default_factory=dict)
    drawn: dict[Artist, tuple[Artist, str]] = field(default_factory=dict)
    points: float = 0.0
    given: float | None = None

    @classmethod
    def of(cls, ax: Axes, entries: Sequence[Entry]) -> "OwnLegend":
        """Make a legend of plain rows, of which the form is chosen when the figure is drawn."""
        style: Style = {"frameon": False, "borderaxespad": 0, "borderpad": PAD, "loc": "best"}
        handles, texts = [entry.handle for entry in entries], [entry.text for entry in entries]
        # matplotlib omits names such as "_name".
        legend = ax.legend(handles, [f" {text}" for text in texts], alignment="left", **style)
        labels = legend.get_texts()
        for shown, text in zip(labels, texts, strict=True):
            shown.set_text(text)
        legend.set_zorder(ZORDER)
        legend.set_in_layout(False)
        labelled = dict(zip(handles, labels, strict=True))
        proto = Text()
        proto.update_from(labels[0])
        written = dict(zip(handles, texts, strict=True))
        made = cls(legend, labelled, written, proto, points=float(proto.get_fontsize()))
        made._note_swatches(handles)
        return made

    def _note_swatches(self, handles: Sequence[Artist]) -> None:
        drawn = [one for one in self.legend.legend_handles if one is not None]
        self.drawn = {
            handle: (one, _appearance(one)) for handle, one in zip(handles, drawn, strict=True)
        }

    def with_names(self, entries: Iterable[Entry]) -> list[Entry]:
        """Return rows with the texts that the user has given to labels."""
        for handle, label in self.labels.items():
            if label.get_text() != self.written[handle]:
                self.renamed[handle] = label.get_text()
        return [
            one._replace(words=self.renamed[one.handle], numbers=())
            if one.handle in self.renamed
            else one
            for one in entries
        ]

    def sizes(self, usual: TypeSizes) -> TypeSizes:
        """Return the type sizes that it may have: the one that the user has given to all labels."""
        found = {round(float(label.get_fontsize()), 2) for label in self.legend.get_texts()}
        # Without room labels have another size than they are to have.
        if len(found) == 1 and found != {round(self.points, 2)}:
            self.points = self.given = found.pop()
        known = {round(size, 2) for size in usual}
        return usual if self.given is None or self.given in known else TypeSizes(*(self.given,) * 2)

    def is_untouched(self, ax: Axes, renderer: Any) -> bool:
        """Tell whether it is shown, and where it was put."""
        if not self.legend.get_visible():
            return False
        if self.place is None:
            # matplotlib has no public attribute for the place; that of "best" is 0.
            return getattr(self.legend, "_loc", 0) == 0
        extent, frame = self.legend.get_window_extent(renderer), ax.get_window_extent()
        expected = frame.p0 + np.array(self.place) * [frame.width, frame.height]
        return bool(np.abs(extent.p0 - expected).max() < 2.0)

    def put(self, ax: Axes, choice: Choice) -> None:
        """Give it its rows and its place."""
        body = self.legend.get_children()[0].get_children()[1].get_children()
        shown = body[0].sheet if body and isinstance(body[0], SheetBox) else None
        if shown is None or not _is_same(shown, choice.sheet):
            sheet = choice.sheet
            labels = fill(self.legend, sheet, self.labels, self.proto)
            handles = [entry.handle for entry in sheet.entries]
            before = [(key, *held) for key, held in self.drawn.items()]
            self._note_swatches(handles)
            for key, one, look in before:
                if key in self.drawn and _appearance(one) != look:
                    # The user has changed the swatch.
                    self.drawn[key][0].update_from(one)
            self.labels, self.points = dict(zip(handles, labels, strict=True)), sheet.form.points
            self.written = {handle: label.get_text() for handle, label in self.labels.items()}
        unit, frame = points_to_pixels(ax), ax.get_window_extent()
        left = (choice.box.x[0] - choice.box.width / 2) * unit / frame.width
        bottom = (choice.box.y[0] - choice.box.height / 2) * unit / frame.height
        self.place = float(left), float(bottom)
        self.legend.set_loc(self.place)
        _set_halo(ax, self.legend, choice)


def _appearance(artist: Artist) -> str:
    """Return what an artist looks like, to be compared."""
    names = ("color", "facecolor", "edgecolor", "linestyle", "linewidth", "marker", "markersize")
    held = [getattr(artist, f"get_{name}", None) for name in (*names, "alpha", "visible")]
    return str([get() for get in held if get is not None])


def _is_same(one: Sheet, other: Sheet) -> bool:
    return one.form == other.form and one.entries == other.entries and one.cells == other.cells


def _set_halo(ax: Axes, legend: Legend, choice: Choice | None = None) -> None:
    """Tell the letters of a legend from what it covers, which shows through."""
    is_inside = choice is not None and choice.anchor is None
    has_grid = any(axis.get_tick_params().get("gridOn") for axis in (ax.xaxis, ax.yaxis))
    is_over = choice is not None and choice.is_over
    (body,) = legend.get_children()[0].get_children()[1].get_children()
    assert isinstance(body, SheetBox)
    halo = Halo(HALO, background(ax))
    body.halo = [halo] if is_over or (is_inside and has_grid) else []


# Legends for which the user wants room outside the axes

# A legend of all curves, whether there is room for them or not.
FULL = "full"
OUTSIDE = {"outside": None, "outside right": "right", "outside below": "below"}
# Greatest width of a legend beside axes, as a share of the figure.
MOST_OF_FIGURE = 0.5


class RoomForLegend(NamedTuple):
    """A locator for matplotlib that shrinks axes to make room for a legend outside.

    For figures without a layout engine. matplotlib calls it at each drawing.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
    legend : matplotlib.legend.Legend
        The axes are as large as before when they no longer have it.
    size : (float, float)
        Of the legend, in points.
    side : {"right", "below"}
    before : callable or None
        The earlier locator of the axes.
    """

    ax: Axes
    legend: Legend
    size: Size
    side: str
    before: Any = None

    def __call__(self, ax: Any, renderer: Any) -> Bbox:
        """Return where the axes are drawn, in shares of their figure."""
        own = ax.get_position(original=True) if self.before is None else self.before(ax, renderer)
        if self.ax.get_legend() is not self.legend:
            return Bbox(own)
        around, unit = ax.get_figure(root=False), points_to_pixels(ax)
        x0, y0, x1, y1 = own.transformed(around.transSubfigure).extents
        gap = BESIDE_GAP + MARGIN
        alone = len(around.axes) == 1
        if self.side == "right":
            edge = around.bbox.x1 if alone else x1
            x1 = max(min(x1, edge - (self.size[0] + gap) * unit), x0 + (x1 - x0) * 0.3)
        else:
            edge = around.bbox.y0 if alone else y0
            names = drop_of(ax) if alone else 0.0
            y0 = min(max(y0, edge + (self.size[1] + gap) * unit + names), y1 - (y1 - y0) * 0.3)
        return Bbox.from_extents(x0, y0, x1, y1).transformed(around.transSubfigure.inverted())

    def get_subplotspec(self) -> Any:
        """Return the position of the axes in a grid, for which a tight layout calls the locator."""
        return (self.before or self.ax).get_subplotspec()


def put_outside(ax: Axes, legend: Legend, wish: Wish, side: str | None) -> None:
    """Put a legend right of axes, or below them, where the axes make room for it."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    side, sheet = _outside_choice(ax, wish, side)
    fill(legend, sheet)
    _set_halo(ax, legend)
    legend.set_in_layout(True)
    if figure.get_layout_engine() is None:
        before = locator_before(ax)
        before = before.before if isinstance(before, RoomForLegend) else before
        set_locator_before(ax, RoomForLegend(ax, legend, wish.size(sheet), side, before))
        apply_aspect(ax)
    _tie(ax, legend, side)


def _tie(ax: Axes, legend: Legend, side: str) -> None:
    """Tie a legend to the right of axes, or to the name of their x axis."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    if side == "right":
        shift = ScaledTranslation(BESIDE_GAP / 72, 0, figure.dpi_scale_trans)
        legend.set_loc("upper left")
        legend.set_bbox_to_anchor((1.0, 1.0), transform=ax.transAxes + shift)
        return
    drop = -drop_of(ax) / figure.dpi - BESIDE_GAP / 72
    shift = ScaledTranslation(0, drop, figure.dpi_scale_trans)
    legend.set_loc("upper center")
    legend.set_bbox_to_anchor((0.5, 0.0), transform=ax.transAxes + shift)


def _outside_choice(ax: Axes, wish: Wish, side: str | None) -> tuple[str, Sheet]:
    """Return the side and the form of a legend outside that leave most of the axes."""
    around, slot, unit = ax.get_figure(root=False), slot_of(ax), points_to_pixels(ax)
    assert around is not None
    whole = around.bbox.width / unit - 2 * MARGIN, around.bbox.height / unit - 2 * MARGIN
    room = slot.width / unit, slot.height / unit

    def has_room(found: Outside) -> bool:
        width, height = wish.size(found.sheet)
        # It hangs from the top of the axes, which is lower where these are narrower.
        lower = _lost_height(ax, room, width + BESIDE_GAP) / 2
        drop = (slot.y1 - around.bbox.y0) / unit - lower - MARGIN
        return found.fits and (found.side != "right" or height <= drop)

    found = as_many_rows(wish, lambda some: _outside(some, side, whole, room), has_room)
    return found.side, found.sheet


class Outside(NamedTuple):
    """The side and the form of a legend outside, their price, and whether the figure holds it."""

    price: float
    side: str
    sheet: Sheet
    fits: bool


def _outside(wish: Wish, side: str | None, whole: Size, room: Size) -> Outside:
    """Return the cheapest side and form in a figure, for axes in a slot of it."""
    best: Outside | None = None
    for one in (side,) if side else ("right", "below"):
        for form in forms(wish, beyond=one == "below"):
            sheet = wish.sheet(form, whole[0] if one == "below" else MOST_OF_FIGURE * whole[0])
            excess = np.maximum(np.subtract(wish.size(sheet), whole), 0).sum() + sheet.breaks_words
            price = form.price + costs.LOST_SIDE * _lost(wish.size(sheet), one, room) + 100 * excess
            if best is None or price < best.price:
                best = Outside(float(price), str(one), sheet, not excess)
    assert best is not None
    return best


def _lost_height(ax: Axes, room: Size, taken: float) -> float:
    """Return by how much axes with equal units are less high than their room if it is narrower."""
    shape = ax.get_box_aspect()
    return 0.0 if shape is None else max(room[1] - shape * (room[0] - taken), 0.0)


def _lost(size: Size, side: str, room: Size) -> float:
    """Return how much smaller square axes become in some room beside a legend outside."""
    left = (room[0] - size[0], room[1]) if side == "right" else (room[0], room[1] - size[1])
    return min(room) - min(left)
