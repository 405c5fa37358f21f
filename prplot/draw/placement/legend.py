"""The legend of axes: its forms, and the cheapest form and place.

It stands on free ground in the axes if there is any, else beside or below them. Every form is laid
out by arithmetic, and compared with every place by its price (see `costs`); one legend is made.
"""

import sys
import warnings
from collections.abc import Iterable
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend
from matplotlib.text import Text
from matplotlib.transforms import Bbox, ScaledTranslation

from prplot.core.checks import counted, user_level
from prplot.draw.axes import apply_aspect
from prplot.draw.placement import ground as costs
from prplot.draw.placement.ground import Boxes, Ground, Ink, Size, Values, points_to_pixels
from prplot.draw.placement.table import PAD, SMALLEST, Entry, Form, Sheet, Wish, fill, new_legend
from prplot.draw.scene import BAR_OF_COLORS
from prplot.draw.scene_artist import scene_of
from prplot.draw.style import background, shade

# Most rows that a legend has side by side below axes.
MOST_BELOW = 6
# Widths of legends with wrapped names, as shares of their width without.
NARROW = (0.75, 0.6)
# What legends keep their distance from.
SOLID = (Ink.REFERENCE, Ink.WORDS, Ink.DATA, Ink.NAMES, Ink.OTHERS)
# Preferred position of a legend, in shares of the axes.
Home = tuple[float, float]
# Words above data, unlike the default for legends.
ZORDER = 5.5
# Distance of a legend from the edges of the axes, so far that its handles do not look like curves.
EDGE = 6.0
# Distance of a legend from the axes that it stands beside, and to the edge of the figure.
BESIDE_GAP = 6.0
MARGIN = 4.0
# Half the distance between legends below axes that are side by side.
BETWEEN = 8.0
# Share of their side that axes keep beside a legend outside, unless it would cover data inside.
KEPT = 0.75
# Least share of the room of axes that is left for them.
LEAST_KEPT = 0.3
# Greatest width of a legend beside axes, as a share of the figure.
MOST_OF_FIGURE = 0.5
# Share of the type size of tick labels that words have: one step below.
SMALL = 0.75
# Opacity of the paper beneath letters that cover something, as in matplotlib.
PAPER = 0.8
# Share of the text colour in the frame of a legend of one row.
FRAME_STRENGTH = 0.25
# matplotlib's numbers of the places of a legend beside axes and below them.
UPPER_LEFT, UPPER_CENTER = 2, 9
# Where the user wants a legend outside the axes; None is the better side.
OUTSIDE = {"outside": None, "outside right": "right", "outside below": "below"}


def type_sizes(ax: Axes, usual: float) -> tuple[float, float]:
    """Return the two sizes of type in axes, where the user's legends have the usual size."""
    ticks = FontProperties(size=ax.xaxis.get_tick_params().get("labelsize")).get_size_in_points()
    whole = min(usual, ticks) if ticks > 0 else usual
    return usual, min(usual, max(SMALL * whole, min(SMALLEST, whole)))


class Choice(NamedTuple):
    """A form and a place for a legend, with their price.

    Attributes
    ----------
    cost : float
    sheet : Sheet
    size : (float, float)
        Of the legend, in points.
    box : Boxes or None
        One box, in points from the lower left corner of the axes; None outside.
    covered : float
        The part of the price for what it covers.
    side : {"", "right", "below"}
        Where it is outside the axes; "" inside.
    limits : Bbox or None
        How far the axes may extend beside a legend outside, in shares of their figure.
    shift : (float, float)
        How far it is from the axes outside, in points.
    kept : float
        The share of their side that axes keep.
    excess : float
        By how many points it leaves its room outside.
    """

    cost: float
    sheet: Sheet
    size: Size
    box: Boxes | None = None
    covered: float = 0.0
    side: str = ""
    limits: Bbox | None = None
    shift: tuple[float, float] = (0.0, 0.0)
    kept: float = 1.0
    excess: float = 0.0

    @property
    def fits(self) -> bool:
        """Whether it leaves its room by less than half a letter."""
        return self.excess <= self.sheet.form.points / 2

    @property
    def is_free(self) -> bool:
        """Whether it covers nothing that matters."""
        return self.covered < costs.FREE


def forms(wish: Wish, *, below: bool = False) -> list[Form]:
    """Return the forms of a legend, cheapest first; `below` axes, rows are side by side."""
    most = min(MOST_BELOW, len(wish.entries)) if below else 1
    found = [
        Form(points, count, (points < wish.sizes[0]) * costs.SMALLER_TYPE)
        for points, count in product(dict.fromkeys(wish.sizes), range(1, most + 1))
    ]
    return sorted(found, key=lambda form: form.price)


# In the axes


def inside(ground: Ground, wish: Wish) -> Choice:
    """Return the cheapest form and place of a legend in the axes, whatever it covers."""
    room = ground.width - 2 * EDGE - 2 * PAD * wish.sizes[0]
    found: list[Choice] = []
    for form in forms(wish):
        # A form whose price alone is higher can't be cheaper.
        if not found or found[-1].cost > form.price:
            found.append(_inside(ground, wish, wish.sheet(form, room)))
    if not any(choice.is_free for choice in found):
        # Narrower legends may find free ground where wide ones do not.
        form = forms(wish)[-1]._replace(price=costs.SMALLER_TYPE + costs.WRAPPED)
        width = wish.sheet(form).size[0]
        sheets = [wish.sheet(form, share * width) for share in NARROW]
        found += [_inside(ground, wish, one) for one in sheets if one.size[0] < width]
    return min(found, key=lambda choice: choice.cost)


def _inside(ground: Ground, wish: Wish, sheet: Sheet) -> Choice:
    """Return a legend in its cheapest place; over the middle if it has none."""
    form, size = sheet.form, wish.size(sheet)
    boxes = ground.sweep(size, EDGE)
    if len(boxes.centres) == 0:
        # Over their middle, and within the figure.
        canvas = ground.canvas
        sheet = wish.sheet(form, canvas.width - 2 * MARGIN)
        size = wish.size(sheet)
        low = canvas.p0 + np.array(size) / 2
        middle = np.array([ground.width, ground.height]) / 2
        middle = np.clip(middle, low, np.maximum(canvas.p1 - np.array(size) / 2, low))
        box = Boxes(middle[None], size)
        return Choice(costs.NO_ROOM + form.points, sheet, size, box, costs.NO_ROOM)
    # The frame of a single row is larger.
    frame = PAD * form.points if len(wish.entries) == 1 else 0.0
    found, covered = prices(ground, boxes, wish.home, frame)
    i = int(np.argmin(found))
    cost, box = form.price + float(found[i]), boxes.chosen(slice(i, i + 1))
    return Choice(cost, sheet, size, box, float(covered[i]))


def prices(ground: Ground, boxes: Boxes, home: Home, frame: float) -> tuple[Values, Values]:
    """Return the price of each place inside the axes, and its part for what is covered."""
    covered = ground.cost(boxes, "by_legend", frame)
    near = ground.union(map(ground.mask, SOLID))
    close = (ground.covered(near, boxes, costs.GAP) > 0) * 2.0 * costs.NARROW
    close = close + costs.NARROW * (ground.covered(near, boxes, costs.AMPLE) > 0)
    close = close + costs.NARROW * (ground.covered(near, boxes, costs.AMPLE / 2) > 0)
    close = close + costs.NEAR_BAND * (ground.covered(ground.mask(Ink.BAND), boxes, costs.GAP) > 0)
    spare = np.array([ground.width, ground.height]) - boxes.size
    place = (boxes.centres - boxes.half()) / np.maximum(spare, 1e-9)
    away = costs.FAR_FROM_HOME * np.hypot(*(place - home).T)
    return covered + close + away, covered


# Beside and below the axes


class RoomForLegend(NamedTuple):
    """A locator for matplotlib that shrinks axes to make room for a legend outside.

    matplotlib calls it at each drawing, with every layout engine and with none.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
    legend : matplotlib.legend.Legend
        The axes are as large as before when they no longer have it.
    limits : Bbox
        How far the axes may extend, in shares of their figure.
    before : callable or None
        The earlier locator of the axes.
    """

    ax: Axes
    legend: Legend
    limits: Bbox
    before: Any = None

    def __call__(self, ax: Any, renderer: Any) -> Bbox:
        """Return where the axes are drawn, in shares of their figure."""
        own = ax.get_position(original=True) if self.before is None else self.before(ax, renderer)
        # Layouts measure what is around the axes as they are without the legend. Only the method of
        # the axes that calls this is told of it.
        is_layout = sys._getframe(1).f_locals.get("for_layout_only", False)
        has_legend = self.ax.get_legend() is self.legend
        return shrunk(own, self.limits) if has_legend and not is_layout else Bbox(own)

    def get_subplotspec(self) -> Any:
        """Return the position of the axes in a grid, for which a tight layout calls the locator."""
        return (self.before or self.ax).get_subplotspec()


def shrunk(slot: Bbox, limits: Bbox) -> Bbox:
    """Return the part of a slot within some limits, but not too little of it."""
    x0, y1 = max(slot.x0, limits.x0), min(slot.y1, limits.y1)
    x1 = min(slot.x1, max(limits.x1, x0 + LEAST_KEPT * slot.width))
    y0 = max(slot.y0, min(limits.y0, y1 - LEAST_KEPT * slot.height))
    return Bbox.from_extents(x0, y0, x1, y1)


def framed(ax: Any, room: Bbox) -> Bbox:
    """Return what axes fill of a room."""
    shape = ax.get_box_aspect()
    # Those in three dimensions have three sides.
    if shape is None or np.ndim(shape):
        return room
    return room.shrunk_to_aspect(shape).anchored(ax.get_anchor(), room)


def _measured(ax: Axes) -> tuple[Bbox, tuple[float, float, float], Bbox]:
    """Return the slot of axes, how far labels extend left, below and above, and the box of all."""
    figure: Any = ax.get_figure(root=False)
    locator: Any = ax.get_axes_locator()
    before = locator.before if isinstance(locator, RoomForLegend) else locator
    place = ax.get_position(original=True) if before is None else before(ax, None)
    slot = Bbox(place.transformed(figure.transSubfigure))
    frame = ax.get_window_extent()
    names, numbers = (axis.get_tightbbox() or frame for axis in (ax.yaxis, ax.xaxis))
    title = ax.title.get_window_extent() if ax.get_title() else frame
    left, below = frame.x0 - names.x0, frame.y0 - numbers.y0
    above = max(title.y1, names.y1) - frame.y1
    # Axes that keep their shape may have room for their labels in their slot.
    (x0, y0), (x1, y1) = framed(ax, slot).get_points()
    around = Bbox([(x0 - left, y0 - below), (x1, y1 + above)])
    return slot, (left, below, above), Bbox.union([slot, around])


class Surroundings:
    """What is around axes without a legend, in pixels.

    Attributes
    ----------
    slot : Bbox
        The place that the axes fill.
    edges : Bbox
        How far a legend may extend: that of axes that are alone to the edges of the figure, or to
        the texts and legends there; others stay where they are with their labels.
    below_edges : Bbox
        The same for a legend below, with a distance from those beside it.
    left, below, above : float
        How far labels extend beyond the axes.
    unit : float
        A point.
    """

    def __init__(self, ax: Axes) -> None:
        figure: Any = ax.get_figure(root=False)
        self.ax, self.figure, self.unit = ax, figure, points_to_pixels(ax)
        self.slot, (self.left, self.below, self.above), whole = _measured(ax)
        own = Bbox.intersection(whole, figure.bbox) or self.slot
        is_alone = len(figure.axes) == 1
        self.edges = self._free(figure.bbox.padded(-MARGIN * self.unit) if is_alone else own)
        # Legends below axes that are side by side would look like one.
        self.below_edges = self.edges.padded(0.0 if is_alone else -BETWEEN * self.unit, 0.0)

    def _free(self, room: Bbox) -> Bbox:
        """Return the part of a room that nothing below, above or right of the axes occupies."""
        margin, slot, figure = MARGIN * self.unit, self.slot, self.figure
        held = [one for one in [*figure.texts, *figure.legends] if one.get_visible()]
        boxes = [one.get_window_extent() for one in held]
        # A constrained layout keeps axes apart. While a file is saved, a placeholder stands for it,
        # of which this attribute is all that tells.
        if getattr(figure.get_layout_engine(), "colorbar_gridspec", True):
            # Slots of other axes, or their labels, may overlap with the room of these.
            around = room.padded(slot.width / 2)
            others = [one for one in figure.axes if one is not self.ax]
            boxes += [_measured(one)[2] for one in others if around.overlaps(one.bbox)]
        (x0, y0), (x1, y1) = room.get_points()
        for box in boxes:
            if box.y0 + box.y1 < 2 * slot.y0:
                y0 = max(y0, box.y1 + margin)
            elif box.y0 + box.y1 > 2 * slot.y1:
                y1 = min(y1, box.y0 - margin)
            elif box.x0 + box.x1 > 2 * slot.x1:
                x1 = min(x1, box.x0 - margin)
        return Bbox([(x0, y0), (x1, y1)])

    def side_in(self, room: Bbox) -> float:
        """Return the side of square axes in a room, and of others the mean of their sides."""
        shape = self.ax.get_box_aspect()
        if shape is None:
            return float(np.sqrt(room.width * room.height))
        return float(min(room.width, room.height / shape))

    def choice(self, wish: Wish, form: Form, side: str, *, is_wanted: bool, most: float) -> Choice:
        """Return a legend of some form on a side, with what it leaves to the axes."""
        widest = self.below_edges.width / self.unit
        if side == "right":
            widest = self.edges.width / self.unit * MOST_OF_FIGURE
        sheet, cost = wish.sheet(form), form.price
        if sheet.size[0] > widest - 2 * PAD * wish.sizes[0]:
            sheet = wish.sheet(form, widest - 2 * PAD * wish.sizes[0])
            cost += costs.WRAPPED
        size, bare = wish.size(sheet), self.side_in(self.slot)
        limits = self._limits(side, size)
        room = shrunk(self.slot, limits)
        if self.side_in(room) > most * bare:
            limits = self._limits_for(side, room, most * bare)
            room = shrunk(self.slot, limits)
        kept = self.side_in(room)
        cost += (bare - kept) / self.unit * costs.LOST_SIDE
        if not is_wanted:
            cost += max(KEPT * bare - kept, 0.0) / self.unit * costs.LOST_TOO_MUCH
        excess, up = self._excess(side, size, room)
        cost += costs.BEYOND_FIGURE * excess
        limits = Bbox(limits.transformed(self.figure.transSubfigure.inverted()))
        shift = self._shift(side, size, up)
        return Choice(cost, sheet, size, None, 0.0, side, limits, shift, kept / bare, excess)

    def _limits(self, side: str, size: Size) -> Bbox:
        """Return how far axes may extend that leave room for a legend."""
        width, height = ((one + BESIDE_GAP + MARGIN) * self.unit for one in size)
        (x0, y0), (x1, y1) = self.edges.get_points()
        (left, bottom), (right, top) = self.figure.bbox.get_points()
        if side == "right":
            return Bbox([(x0 + self.left, bottom), (x1 - width, top)])
        return Bbox([(left, y0 + height + self.below), (right, y1 - self.above)])

    def _limits_for(self, side: str, room: Bbox, length: float) -> Bbox:
        """Return limits of a room in which axes have a side of some length; see `side_in`."""
        shape = self.ax.get_box_aspect()
        if side == "right":
            width = length if shape else length**2 / room.height
            return Bbox.from_extents(*room.p0, room.x0 + width, room.y1)
        height = length * shape if shape else length**2 / room.width
        return Bbox.from_extents(room.x0, room.y1 - height, *room.p1)

    def _excess(self, side: str, size: Size, room: Bbox) -> tuple[float, float]:
        """Return by how many points a legend leaves its room, and how far above axes it begins."""
        width, height = size
        if side == "below":
            top = (room.y0 - self.below - self.edges.y0) / self.unit - BESIDE_GAP
            beyond = max(width - self.below_edges.width / self.unit, 0.0)
            return float(max(height - top, 0.0) + beyond), 0.0
        right, top = (framed(self.ax, room).p1 - self.edges.p0) / self.unit
        end, highest = np.asarray(self.edges.size) / self.unit
        below = max(height - top, 0.0)
        up = min(below, max(highest - top, 0.0))
        return float(below - up + max(right + BESIDE_GAP + width - end, 0.0)), float(up)

    def _shift(self, side: str, size: Size, up: float) -> tuple[float, float]:
        """Return how far a legend is from the axes, in points."""
        if side == "right":
            return BESIDE_GAP, up
        # As near to the middle of the axes as can be.
        half, free = size[0] / 2 * self.unit, self.below_edges
        middle, low, high = (self.slot.x0 + self.slot.x1) / 2, free.x0 + half, free.x1 - half
        right = float(np.clip(middle, low, max(low, high))) - middle
        return right / self.unit, -self.below / self.unit - BESIDE_GAP


def outside(
    ax: Axes,
    wish: Wish,
    side: str | None = None,
    *,
    is_wanted: bool = False,
    most: float = 1.0,
) -> Choice:
    """Return the cheapest legend outside that fits, if any does.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Where they are without a legend.
    wish : Wish
    side : {"right", "below"}, optional
        By default where the axes remain larger.
    is_wanted : bool, default False
        Whether the user wants that side; else axes that become far smaller cost more.
    most : float, default 1.0
        The share of their side that axes keep at most, as do those beside them.
    """
    around = Surroundings(ax)
    sides = (side,) if side else ("right", "below") if _is_free_on_the_right(ax) else ("below",)
    found = [
        around.choice(wish, form, one, is_wanted=is_wanted, most=most)
        for one in sides
        for form in forms(wish, below=one == "below")
    ]
    return min(found, key=lambda choice: (not choice.fits, choice.cost))


def _is_free_on_the_right(ax: Axes) -> bool:
    """Tell whether nothing that belongs to axes is right of them."""
    frame = ax.get_window_extent()
    beside = Bbox.from_extents(frame.x1 + 1, frame.y0, np.inf, frame.y1)
    texts = [one.get_window_extent() for one in ax.texts if one.get_in_layout()]
    has_text = any(beside.overlaps(box) for box in texts)
    has_axes = bool(ax.child_axes or scene_of(ax).of(BAR_OF_COLORS))
    return ax.yaxis.get_ticks_position() != "right" and not has_axes and not has_text


# Making and moving


class OwnLegend:
    """A legend that was made here, and what it was like, to tell what the user has changed.

    Attributes
    ----------
    legend : matplotlib.legend.Legend
    labels : dict of artist to (Text, str)
        The label of each row that it has, or had, by its handle, and what it said.
    renamed : dict of artist to str
        What the user has made of labels.
    swatches : dict of artist to (artist, str)
        The swatch of each row, by its handle, and what it looked like when it was made.
    place : tuple or None
        Where it was put last, to be compared; None if it stays where it is.
    points, given : float, float or None
        The type size of the labels as they were written, and the one that the user has given them.
    has_paper : bool
        Whether there is paper beneath its letters.
    """

    def __init__(self, ax: Axes, sheet: Sheet, *, is_fixed: bool = False) -> None:
        self.legend = new_legend(ax, sheet, borderaxespad=0)
        self.legend.set(zorder=ZORDER, in_layout=False)
        self.labels: dict[Artist, tuple[Text, str]] = {}
        self.renamed: dict[Artist, str] = {}
        self.swatches: dict[Artist, tuple[Artist, str]] = {}
        self.given: float | None = None
        self.has_paper = False
        self._note(sheet)
        self.place = None if is_fixed else self._place()

    def _note(self, sheet: Sheet) -> None:
        """Record what rows are like; swatches look as the user has changed earlier ones."""
        self.points = sheet.form.points
        drawn: list[Any] = self.legend.legend_handles
        for entry, label, one in zip(sheet.entries, self.legend.get_texts(), drawn, strict=True):
            self.labels[entry.handle] = label, label.get_text()
            made = _appearance(one)
            before, look = self.swatches.get(entry.handle, (one, made))
            if _appearance(before) != look:
                one.update_from(before)
            self.swatches[entry.handle] = one, made

    def with_names(self, entries: Iterable[Entry]) -> list[Entry]:
        """Return rows with the texts that the user has given to labels.

        Among several, numbers have a column of their own and stay.
        """
        texts = {handle: (label.get_text(), said) for handle, (label, said) in self.labels.items()}
        self.renamed |= {handle: text for handle, (text, said) in texts.items() if text != said}
        rows = list(entries)
        in_columns = sum(one.is_tabular and one.role.is_data for one in rows) > 1

        def named(row: Entry) -> Entry:
            if row.handle not in self.renamed:
                return row
            numbers = row.numbers if in_columns and row.is_tabular else ()
            return row._replace(words=self.renamed[row.handle], numbers=numbers)

        return [named(row) for row in rows]

    def sizes(self, usual: tuple[float, float]) -> tuple[float, float]:
        """Return the type sizes that it may have: the one that the user has given to all labels."""
        found = {round(float(label.get_fontsize()), 2) for label in self.legend.get_texts()}
        if len(found) == 1 and found != {round(self.points, 2)}:
            self.points = self.given = found.pop()
        return usual if self.given is None else (self.given, self.given)

    @property
    def is_untouched(self) -> bool:
        """Whether it is shown, and where it was put."""
        return self.legend.get_visible() and self.place == self._place()

    def _place(self) -> tuple[Any, Any]:
        # matplotlib has no public attribute for the first; that of "best" is 0.
        return getattr(self.legend, "_loc", 0), self.legend.get_bbox_to_anchor()

    def put(self, ax: Axes, choice: Choice) -> None:
        """Give it its rows and its place; outside, the axes make room for it."""
        if fill(self.legend, choice.sheet, {key: one for key, (one, _) in self.labels.items()}):
            self._note(choice.sheet)
        self.make_room(ax, choice)
        self._set_ground(ax, choice)
        if choice.box is None:
            figure, is_below = ax.get_figure(root=True), choice.side == "below"
            assert figure is not None
            right, up = choice.shift
            shift = ScaledTranslation(right / 72, up / 72, figure.dpi_scale_trans)
            self.legend.set_loc(UPPER_CENTER if is_below else UPPER_LEFT)
            corner = (0.5, 0.0) if is_below else (1.0, 1.0)
            self.legend.set_bbox_to_anchor(corner, transform=ax.transAxes + shift)
        else:
            unit, frame = points_to_pixels(ax), ax.get_window_extent()
            left, bottom = choice.box.upright().p0 * unit / frame.size
            self.legend.set_bbox_to_anchor(None)
            self.legend.set_loc((float(left), float(bottom)))
        self.place = self._place()

    def warn_if_cut(self, ax: Axes, choice: Choice | None) -> None:
        """Say so if more of it than half a letter is not on the figure, or on what is beside it."""
        figure, box = ax.get_figure(root=True), self.legend.get_window_extent()
        assert figure is not None
        whole = figure.bbox.padded(self.points / 2 * points_to_pixels(ax))
        is_there = whole.contains(*box.p0) and whole.contains(*box.p1)
        if not is_there or not (choice is None or choice.fits):
            warnings.warn(
                f"the legend of {counted(len(self.legend.get_texts()), 'row')} does not fit the "
                "figure: make the figure larger, or pass legend=False",
                stacklevel=user_level(),
            )

    def _set_ground(self, ax: Axes, choice: Choice) -> None:
        """Tell its letters from what they cover, which shows through but for a hatch."""
        has_grid = any(axis.get_tick_params().get("gridOn") for axis in (ax.xaxis, ax.yaxis))
        # A row alone would look like a curve. Panels of a figure look alike, without frames.
        around: Any = ax.get_figure(root=True)
        is_alone = len(choice.sheet.entries) == len(around.axes) == 1 and not choice.side
        has_paper = choice.covered > 0 or (has_grid and not choice.side) or is_alone
        frame: Any = self.legend.get_frame()
        if has_paper:
            edge = shade(ax, FRAME_STRENGTH) if is_alone else "none"
            frame.set(facecolor=background(ax), edgecolor=edge, alpha=PAPER, linewidth=0.6)
            # Paper is no larger than what is written.
            shape, pad = ("round", PAD) if is_alone else ("square", -PAD)
            frame.set_boxstyle(shape, pad=pad)
        if has_paper or self.has_paper:
            self.legend.set_frame_on(has_paper)
        self.has_paper = has_paper

    def make_room(self, ax: Axes, choice: Choice | None = None) -> None:
        """Let axes make room for a legend outside, or take back all room that they made."""
        before: Any = ax.get_axes_locator()
        has_room = isinstance(before, RoomForLegend)
        if has_room:
            ax.set_axes_locator(before.before)
        if has_room and choice is None and self.place and self.place[0] != self._place()[0]:
            # Where the user puts it is a place in the axes.
            self.legend.set_bbox_to_anchor(None)
        if choice is not None and choice.limits is not None:
            room: Any = RoomForLegend(ax, self.legend, choice.limits, ax.get_axes_locator())
            ax.set_axes_locator(room)
        elif not has_room:
            return
        apply_aspect(ax)


def _appearance(artist: Artist) -> str:
    """Return what an artist looks like, to be compared."""
    names = ("color", "facecolor", "edgecolor", "linestyle", "linewidth", "marker", "markersize")
    held = [getattr(artist, f"get_{name}", None) for name in (*names, "alpha", "visible")]
    return str([get() for get in held if get is not None])
