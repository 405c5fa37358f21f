"""The legend of axes: its forms, and the cheapest form and place.

It stands on free ground in the axes if there is any, else beside or below them. Every form is laid
out by arithmetic, and compared with every place by its price (see `costs`); one legend is made.
"""

import warnings
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend
from matplotlib.text import Text
from matplotlib.transforms import Bbox, ScaledTranslation

from prplot.core.checks import user_level
from prplot.draw.axes import apply_aspect
from prplot.draw.color import background, shade
from prplot.draw.placement import costs
from prplot.draw.placement.costs import Ink
from prplot.draw.placement.ground import Boxes, Ground, Size, Values, points_to_pixels
from prplot.draw.placement.table import PAD, Entry, Form, Sheet, SheetBox, Wish, fill
from prplot.draw.scene import BAR_OF_COLORS
from prplot.draw.scene_artist import scene_of
from prplot.draw.style import Style

# Most rows that a legend has side by side below axes.
MOST_BELOW = 6
# Widths of legends with wrapped names, as shares of their width without.
NARROW = (0.75, 0.6)
# Preferred position of a legend, in shares of the axes.
Home = tuple[float, float]
# Words above data, unlike the default for legends.
ZORDER = 5.5
# Distance of a legend from the edges of the axes, so far that its handles do not look like curves.
EDGE = 6.0
# Distance of a legend from the axes that it stands beside, and to the edge of the figure.
BESIDE_GAP = 6.0
MARGIN = 4.0
# Share of their side that axes keep beside a legend outside, unless it would cover data inside.
KEPT = 0.75
# Least share of the room of axes that is left for them.
LEAST_KEPT = 0.3
# Greatest width of a legend beside axes, as a share of the figure.
MOST_OF_FIGURE = 0.5
# Share of the type size of tick labels that words have: one step below.
SMALL = 0.75
SMALLEST = 6.0
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
    """

    cost: float
    sheet: Sheet
    size: Size
    box: Boxes | None = None
    covered: float = 0.0
    side: str = ""
    limits: Bbox | None = None
    shift: tuple[float, float] = (0.0, 0.0)

    @property
    def is_free(self) -> bool:
        """Whether it covers nothing that matters."""
        return self.covered < costs.FREE


def forms(wish: Wish, *, below: bool = False) -> list[Form]:
    """Return the forms of a legend, cheapest first; `below` axes, rows are side by side."""
    data = [entry for entry in wish.entries if entry.is_tabular and entry.role.is_data]
    heads = {head for entry in data for head in entry.cells}
    is_table = not wish.is_named or len(data) > 1 or len(heads) > 1
    most = min(MOST_BELOW, len(wish.entries)) if below else 1
    found = [
        Form(points, is_table, count, (points < wish.sizes[0]) * costs.SMALLER_TYPE)
        for points, count in product(dict.fromkeys(wish.sizes), range(1, most + 1))
    ]
    return sorted(found, key=lambda form: form.price)


# In the axes


def inside(ground: Ground, wish: Wish) -> Choice:
    """Return the cheapest form and place of a legend in the axes, whatever it covers."""
    room = ground.width - 2 * EDGE - 2 * PAD * wish.sizes[0]
    found = [_inside(ground, wish, form, room) for form in forms(wish)]
    if not any(choice.is_free for choice in found):
        # Narrower legends may find free ground where wide ones do not.
        form = forms(wish)[-1]._replace(price=costs.SMALLER_TYPE + costs.WRAPPED)
        width = wish.sheet(form).size[0]
        found += [_inside(ground, wish, form, share * width) for share in NARROW]
    return min(found, key=lambda choice: choice.cost)


def _inside(ground: Ground, wish: Wish, form: Form, widest: float) -> Choice:
    """Return a legend of some form in its cheapest place; over the middle if it has none."""
    sheet = wish.sheet(form, widest)
    size = wish.size(sheet)
    boxes = ground.sweep(size, EDGE)
    if len(boxes.x) == 0:
        # Over their middle, and within the figure.
        canvas = ground.canvas
        sheet = wish.sheet(form, canvas.width - 2 * MARGIN)
        size = wish.size(sheet)
        low = canvas.p0 + np.array(size) / 2
        middle = np.array([ground.width, ground.height]) / 2
        middle = np.clip(middle, low, np.maximum(canvas.p1 - np.array(size) / 2, low))
        box = Boxes.at(middle[None], size)
        return Choice(costs.NO_ROOM + form.points, sheet, size, box, costs.NO_ROOM)
    found, covered = prices(ground, boxes, wish.home)
    i = int(np.argmin(found))
    cost, box = form.price + float(found[i]), boxes.chosen(slice(i, i + 1))
    return Choice(cost, sheet, size, box, float(covered[i]))


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
        has_legend = self.ax.get_legend() is self.legend
        return shrunk(own, self.limits) if has_legend else Bbox(own)

    def get_subplotspec(self) -> Any:
        """Return the position of the axes in a grid, for which a tight layout calls the locator."""
        return (self.before or self.ax).get_subplotspec()


def shrunk(slot: Bbox, limits: Bbox) -> Bbox:
    """Return the part of a slot within some limits, but not too little of it."""
    x0, y1 = max(slot.x0, limits.x0), min(slot.y1, limits.y1)
    x1 = min(slot.x1, max(limits.x1, x0 + LEAST_KEPT * slot.width))
    y0 = max(slot.y0, min(limits.y0, y1 - LEAST_KEPT * slot.height))
    return Bbox.from_extents(x0, y0, x1, y1)


def _free_canvas(figure: Figure | SubFigure, slot: Bbox, margin: float) -> Bbox:
    """Return what texts and legends below the slot of axes, or right of it, leave of a figure."""
    held = [one for one in [*figure.texts, *figure.legends] if one.get_visible()]
    boxes = [one.get_window_extent() for one in held]
    free = figure.bbox.padded(-margin)
    below = [box for box in boxes if box.y0 + box.y1 < 2 * slot.y0]
    others = [box for box in boxes if box not in below]
    beside = [box for box in others if box.x0 + box.x1 > 2 * slot.x1]
    x1 = min([free.x1, *(box.x0 - margin for box in beside)])
    y0 = max([free.y0, *(box.y1 + margin for box in below)])
    return Bbox.from_extents(free.x0, y0, x1, free.y1)


def _labels_of(ax: Axes) -> tuple[float, float, float]:
    """Return how far labels extend to the left of axes, below and above them, in pixels."""
    frame = ax.get_window_extent()
    boxes = [axis.get_tightbbox() or frame for axis in (ax.yaxis, ax.xaxis)]
    title = ax.title.get_window_extent() if ax.get_title() else frame
    return frame.x0 - boxes[0].x0, frame.y0 - boxes[1].y0, title.y1 - frame.y1


class Surroundings(NamedTuple):
    """What is around axes, in pixels.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        Where they are without a legend.
    figure : Figure or SubFigure
    slot : Bbox
        The place that the axes fill.
    edges : Bbox
        How far a legend may extend: that of axes that are alone to the edges of the figure; others
        stay in their slot.
    labels : (float, float, float)
        How far labels extend to the left of the axes, below and above them.
    unit : float
        A point.
    """

    ax: Axes
    figure: Figure | SubFigure
    slot: Bbox
    edges: Bbox
    labels: tuple[float, float, float]
    unit: float

    @classmethod
    def of(cls, ax: Axes) -> "Surroundings":
        """Return them for axes without a legend."""
        figure, slot, unit = ax.get_figure(root=False), room_of(ax), points_to_pixels(ax)
        assert figure is not None
        is_alone = len(figure.axes) == 1
        left, below, above = labels = _labels_of(ax)
        (x0, y0), (x1, y1) = slot.get_points()
        edges = Bbox.from_extents(x0 - left, y0 - below, x1, y1 + above)
        edges = _free_canvas(figure, slot, MARGIN * unit) if is_alone else edges
        return cls(ax, figure, slot, edges, labels, unit)

    def limits(self, side: str, size: Size) -> Bbox:
        """Return how far axes may extend that leave room for a legend."""
        left, below, above = self.labels
        width, height = ((one + BESIDE_GAP + MARGIN) * self.unit for one in size)
        (x0, y0), (x1, y1) = self.edges.get_points()
        within = self.figure.bbox.get_points().copy()
        if side == "right":
            within[:, 0] = x0 + left, x1 - width
        else:
            within[:, 1] = y0 + height + below, y1 - above
        return Bbox(within)

    def widest(self, side: str) -> float:
        """Return the greatest width of a legend, in points."""
        return self.edges.width / self.unit * (1.0 if side == "below" else MOST_OF_FIGURE)

    def excess(self, side: str, size: Size, room: Bbox) -> float:
        """Return by how many points a legend leaves the figure, or axes are lower than a name."""
        # Beside axes it hangs from their upper edge, which is lower where they are narrower.
        side_left = _side(self.ax, room)
        height = min(side_left, self.slot.height)
        top = self.slot.y1 - (self.slot.height - height) / 2
        if side == "below":
            top = room.y0 - self.labels[1] - BESIDE_GAP * self.unit
        lack = (self.edges.y0 - top) / self.unit + size[1]
        # The name of an axis is never cut.
        name = min(self.ax.yaxis.label.get_window_extent().height, self.slot.height)
        cut = max(name - side_left, 0.0) / self.unit
        return float(cut + max(lack, 0.0) + max(size[0] - self.widest(side), 0.0))

    def choice(self, cost: float, sheet: Sheet, size: Size, side: str) -> Choice:
        """Return a legend on a side, with what it leaves to the axes and its distance."""
        limits = self.limits(side, size)
        shift = BESIDE_GAP, 0.0
        if side == "below":
            # As near to the middle of the axes as can be.
            half, free = size[0] / 2 * self.unit, self.edges
            middle, low, high = (self.slot.x0 + self.slot.x1) / 2, free.x0 + half, free.x1 - half
            right = float(np.clip(middle, low, max(low, high))) - middle
            shift = right / self.unit, -self.labels[1] / self.unit - BESIDE_GAP
        kept = Bbox(limits.transformed(self.figure.transSubfigure.inverted()))
        return Choice(cost, sheet, size, side=side, limits=kept, shift=shift)


def outside(ax: Axes, wish: Wish, side: str | None = None) -> Choice:
    """Return the cheapest legend outside.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Where they are without a legend.
    wish : Wish
    side : {"right", "below"}, optional
        By default where the axes remain larger. Axes that become far smaller cost more.
    """
    around = Surroundings.of(ax)
    bare, found = _side(ax, around.slot), list[Choice]()
    sides = (side,) if side else ("right", "below") if _is_free_on_the_right(ax) else ("below",)
    for one in sides:
        widest = around.widest(one) - 2 * PAD * wish.sizes[0]
        for form in forms(wish, below=one == "below"):
            sheet, cost = wish.sheet(form), form.price
            if sheet.size[0] > widest:
                sheet, cost = wish.sheet(form, widest), cost + costs.WRAPPED
            size = wish.size(sheet)
            room = shrunk(around.slot, around.limits(one, size))
            left = _side(ax, room)
            cost += (bare - left) / around.unit * costs.LOST_SIDE
            if side is None:
                cost += max(KEPT * bare - left, 0.0) / around.unit * costs.LOST_TOO_MUCH
            cost += costs.BEYOND_FIGURE * around.excess(one, size, room)
            found.append(around.choice(cost, sheet, size, one))
    return min(found, key=lambda choice: choice.cost)


def room_of(ax: Axes) -> Bbox:
    """Return the place that axes fill without a legend outside, in pixels."""
    before: Any = ax.get_axes_locator()
    around = ax.get_figure(root=False)
    assert around is not None
    before = before.before if isinstance(before, RoomForLegend) else before
    place = ax.get_position(original=True) if before is None else before(ax, None)
    return Bbox(place.transformed(around.transSubfigure))


def _side(ax: Axes, room: Bbox) -> float:
    """Return the side of square axes in a room, and of others the mean of their sides."""
    shape = ax.get_box_aspect()
    if shape is None:
        return float(np.sqrt(room.width * room.height))
    return float(min(room.width, room.height / shape))


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
        Of plain rows, of which the form is chosen when the figure is drawn.
    labels : dict of artist to Text
        The label of each row that it has, or had, by the handle.
    written : dict of artist to str
        What the labels said.
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

    def __init__(self, ax: Axes, entries: Sequence[Entry], *, is_fixed: bool = False) -> None:
        style: Style = {"frameon": False, "borderaxespad": 0, "borderpad": PAD}
        handles, texts = [entry.handle for entry in entries], [entry.text for entry in entries]
        # matplotlib omits names such as "_name".
        names = [f" {text}" for text in texts]
        self.legend = ax.legend(handles, names, alignment="left", **style)
        self.legend.set(zorder=ZORDER, in_layout=False)
        shown = self.legend.get_texts()
        for label, text in zip(shown, texts, strict=True):
            label.set_text(text)
        self.labels: dict[Artist, Text] = dict(zip(handles, shown, strict=True))
        self.written: dict[Artist, str] = dict(zip(handles, texts, strict=True))
        self.renamed: dict[Artist, str] = {}
        self.swatches: dict[Artist, tuple[Artist, str]] = {}
        # A text as labels are before the user changes them.
        self._proto = Text()
        self._proto.update_from(shown[0])
        self.points = float(self._proto.get_fontsize())
        self.given: float | None = None
        self.has_paper = False
        self._note_swatches(handles)
        self.place = None if is_fixed else self._place()

    def _note_swatches(self, handles: Sequence[Artist]) -> None:
        drawn: list[Any] = self.legend.legend_handles
        for handle, one in zip(handles, drawn, strict=True):
            before, look = self.swatches.get(handle, (one, None))
            made = _appearance(one)
            if look is not None and _appearance(before) != look:
                # The user has changed it.
                one.update_from(before)
            self.swatches[handle] = one, made

    def with_names(self, entries: Iterable[Entry]) -> list[Entry]:
        """Return rows with the texts that the user has given to labels.

        Among several, numbers have a column of their own and stay.
        """
        for handle, text in self.written.items():
            if self.labels[handle].get_text() != text:
                self.renamed[handle] = self.labels[handle].get_text()
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
        self.fill(choice.sheet)
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
            left = (choice.box.x[0] - choice.box.width / 2) * unit / frame.width
            bottom = (choice.box.y[0] - choice.box.height / 2) * unit / frame.height
            self.legend.set_bbox_to_anchor(None)
            self.legend.set_loc((float(left), float(bottom)))
        self.place = self._place()

    def warn_if_cut(self, ax: Axes) -> None:
        """Say so if more of it than a letter is not on the figure."""
        figure, box = ax.get_figure(root=True), self.legend.get_window_extent()
        assert figure is not None
        whole = figure.bbox.padded(self.points * points_to_pixels(ax))
        if not (whole.contains(*box.p0) and whole.contains(*box.p1)):
            warnings.warn(
                f"the legend of {len(self.legend.get_texts())} rows does not fit the figure: make "
                "the figure larger, or pass legend=False",
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

    def fill(self, sheet: Sheet) -> None:
        """Give it its rows, with all that the user has changed of their looks."""
        body = self.legend.get_children()[0].get_children()[1].get_children()
        if body and isinstance(body[0], SheetBox) and body[0].sheet == sheet:
            return
        labels = fill(self.legend, sheet, self.labels, self._proto)
        handles = [entry.handle for entry in sheet.entries]
        self._note_swatches(handles)
        self.labels |= zip(handles, labels, strict=True)
        self.written |= {handle: self.labels[handle].get_text() for handle in handles}
        self.points = sheet.form.points

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
