"""The legend of axes: its forms, and the cheapest form and place.

It stands on free ground in the axes if there is any, else beside or below them. Every form is laid
out by arithmetic, and compared with every place by its price (see `costs`); one legend is made.
"""

import warnings
from collections.abc import Iterable, Iterator, Sequence
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
from prplot.draw.axes import apply_aspect, locator_before, set_locator_before
from prplot.draw.color import background, fill_at, shade
from prplot.draw.placement import costs
from prplot.draw.placement.costs import Ink
from prplot.draw.placement.ground import Boxes, Ground, Size, Values, points_to_pixels
from prplot.draw.placement.table import PAD, Entry, Form, Sheet, SheetBox, Wish, fill
from prplot.draw.scene import BAR_OF_COLORS
from prplot.draw.scene_artist import scene_of
from prplot.draw.style import Style

# Most rows that a legend has side by side: in the axes, and below them.
MOST_INSIDE, MOST_BELOW = 3, 6
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
    is_on_region : bool
        Whether it covers a filled region, and no data.
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
    is_on_region: bool = False
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
    tables = [True] if is_table else [False, True] if heads else [False]
    most = min(MOST_BELOW if below else MOST_INSIDE, len(wish.entries))
    found = []
    for points, table, count in product(dict.fromkeys(wish.sizes), tables, range(1, most + 1)):
        if count > 1 and not below and (table or len(wish.entries) < 2 * count - 1):
            continue
        price = (points < wish.sizes[0]) * costs.SMALLER_TYPE
        price += 0.0 if below else (count - 1) * costs.SIDE_BY_SIDE
        price += (table and not is_table) * costs.NEEDLESS_TABLE
        found.append(Form(points, table, count, price))
    return sorted(found, key=lambda form: form.price)


# In the axes


def inside(ground: Ground, wish: Wish) -> Choice:
    """Return the cheapest form and place of a legend in the axes, whatever it covers."""
    best: Choice | None = None
    for form in forms(wish):
        if best is not None and form.price >= best.cost:
            break
        room = ground.width - 2 * EDGE
        sheet = wish.sheet(form)
        if wish.size(sheet)[0] > room and form.points == wish.sizes[1]:
            # Names are wrapped where even small type is too wide.
            sheet = wish.sheet(form, room - 2 * PAD * wish.sizes[0])
        found = _inside(ground, wish, sheet)
        if found is not None and (best is None or found.cost < best.cost):
            best = found
    known = [] if best is None else [best]
    if best is None or not best.is_free:
        # Narrower legends may find free ground where wide ones do not.
        known += _narrow(ground, wish)
    return min(known, key=lambda one: one.cost) if known else _over(ground, wish)


def _narrow(ground: Ground, wish: Wish) -> Iterator[Choice]:
    """Yield legends in one column of small type with names over several lines."""
    form = forms(wish)[-1]._replace(columns=1, price=costs.SMALLER_TYPE + costs.WRAPPED)
    width = wish.sheet(form).size[0]
    for share in NARROW:
        found = _inside(ground, wish, wish.sheet(form, share * width))
        # Data that are covered are worse than a legend outside.
        if found is not None and found.covered < costs.FREE / 4:
            yield found


def _inside(ground: Ground, wish: Wish, sheet: Sheet) -> Choice | None:
    size = wish.size(sheet)
    boxes = ground.sweep(size, EDGE)
    return choice_at(ground, sheet, size, boxes, wish.home) if len(boxes.x) else None


def choice_at(
    ground: Ground, sheet: Sheet, size: Size, boxes: Boxes, home: Home, i: int | None = None
) -> Choice:
    """Return a legend at one of some places inside the axes, by default the cheapest."""
    found, covered = prices(ground, boxes, home)
    i = int(np.argmin(found)) if i is None else i
    box = boxes.chosen(slice(i, i + 1))
    layers = [ground.mask(layer) for layer in (Ink.REGION, Ink.BAND, Ink.DATA)]
    region, *data = (float(one[0]) for one in ground.covered_by(layers, box))
    cost = sheet.form.price + float(found[i])
    is_on_region = region > 0 and not any(data)
    return Choice(cost, sheet, size, box, float(covered[i]), is_on_region=is_on_region)


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


def _over(ground: Ground, wish: Wish) -> Choice:
    """Return a legend that is larger than the axes, over their middle and within the figure."""
    canvas = ground.canvas
    sheet = wish.sheet(forms(wish)[-1]._replace(columns=1), canvas.width - 2 * MARGIN)
    size = wish.size(sheet)
    low = canvas.p0 + np.array(size) / 2
    middle = np.array([ground.width, ground.height]) / 2
    middle = np.clip(middle, low, np.maximum(canvas.p1 - np.array(size) / 2, low))
    return Choice(costs.NO_ROOM, sheet, size, Boxes.at(middle[None], size), costs.NO_ROOM)


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


def _free_canvas(figure: Figure | SubFigure, slot: Bbox) -> Bbox:
    """Return what texts and legends below the slot of axes, or right of it, leave of a figure."""
    margin, parts = MARGIN * figure.dpi / 72, {figure, figure.get_figure(root=True)}
    held = [artist for part in parts for artist in [*part.texts, *part.legends]]
    boxes = [one.get_window_extent() for one in held if one.get_visible()]
    boxes = [box for box in boxes if box.width > 0]
    below = [box for box in boxes if box.y0 + box.y1 < 2 * slot.y0]
    beside = [box for box in boxes if box.x0 + box.x1 > 2 * slot.x1 and box not in below]
    free = Bbox(figure.bbox.padded(-margin))
    x1 = min([free.x1, *(box.x0 - margin for box in beside)])
    y0 = max([free.y0, *(box.y1 + margin for box in below)])
    return Bbox.from_extents(free.x0, y0, x1, free.y1)


def _labels_of(ax: Axes) -> tuple[float, float, float]:
    """Return how far labels extend to the left of axes, below and above them, in pixels."""
    frame, held = ax.get_window_extent(), [one for one in ax.get_children() if one.get_visible()]
    # Those that are none of its texts are its titles.
    titles = [one for one in held if isinstance(one, Text) and one not in ax.texts]
    tops = [one.get_window_extent().y1 - frame.y1 for one in titles if one.get_text()]
    boxes = ax.yaxis.get_tightbbox(), ax.xaxis.get_tightbbox()
    left, below = (frame if box is None else box for box in boxes)
    return max(frame.x0 - left.x0, 0.0), max(frame.y0 - below.y0, 0.0), max([0.0, *tops])


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
        How far they and their labels may extend: axes that are alone to the edges of the figure;
        others stay in their slot.
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
        figure, slot = ax.get_figure(root=False), room_of(ax)
        assert figure is not None
        edges = slot if len(figure.axes) > 1 else _free_canvas(figure, slot)
        return cls(ax, figure, slot, edges, _labels_of(ax), points_to_pixels(ax))

    def limits(self, side: str, size: Size) -> Bbox:
        """Return how far axes may extend that leave room for a legend."""
        left, below, above = self.labels if len(self.figure.axes) == 1 else (0.0, 0.0, 0.0)
        gap = BESIDE_GAP + MARGIN
        (x0, y0), (x1, y1) = self.edges.get_points()
        within = self.figure.bbox.get_points().copy()
        if side == "right":
            within[:, 0] = x0 + left, x1 - (size[0] + gap) * self.unit
        else:
            within[:, 1] = y0 + (size[1] + gap) * self.unit + below, y1 - above
        return Bbox(within)

    def widest(self, side: str) -> float:
        """Return the greatest width of a legend, in points."""
        return self.edges.width / self.unit * (1.0 if side == "below" else MOST_OF_FIGURE)

    def excess(self, side: str, size: Size, room: Bbox) -> float:
        """Return by how many points a legend leaves the figure, or axes are lower than a name."""
        left = _side(self.ax, room)
        # Beside axes it hangs from their upper edge, which is lower where they are narrower.
        top = self.slot.y1 - (self.slot.height - min(left, self.slot.height)) / 2
        if side == "below":
            top = room.y0 - self.labels[1] - BESIDE_GAP * self.unit
        # The name of an axis is never cut.
        name = self.ax.yaxis.label.get_window_extent().height
        cut = max(min(name, self.slot.height) - left, 0.0) / self.unit
        lack = max(self.edges.y0 - top + size[1] * self.unit, 0.0) / self.unit
        return float(cut + lack + max(size[0] - self.widest(side), 0.0))

    def choice(self, cost: float, sheet: Sheet, size: Size, side: str) -> Choice:
        """Return a legend on a side, with what it leaves to the axes and its distance."""
        limits = self.limits(side, size)
        shift = BESIDE_GAP, 0.0
        if side == "below":
            # As near to the middle of the axes as can be.
            room, half, free = shrunk(self.slot, limits), size[0] / 2 * self.unit, self.edges
            middle, low, high = (room.x0 + room.x1) / 2, free.x0 + half, free.x1 - half
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
    bare, least, best = _side(ax, around.slot), np.inf, None
    sides = (side,) if side else ("right", "below") if _is_free_on_the_right(ax) else ("below",)
    for one in sides:
        widest = around.widest(one) - 2 * PAD * wish.sizes[0]
        for form in forms(wish, below=one == "below"):
            if form.price >= least:
                break
            sheet = wish.sheet(form)
            cost = form.price
            if sheet.size[0] > widest:
                sheet, cost = wish.sheet(form, widest), cost + costs.WRAPPED
            size = wish.size(sheet)
            room = shrunk(around.slot, around.limits(one, size))
            left = _side(ax, room)
            cost += (bare - left) / around.unit * costs.LOST_SIDE
            if side is None:
                cost += max(KEPT * bare - left, 0.0) / around.unit * costs.LOST_TOO_MUCH
            cost += costs.BEYOND_FIGURE * around.excess(one, size, room)
            if cost < least:
                least, best = cost, around.choice(cost, sheet, size, one)
    assert best is not None
    return best


def room_of(ax: Axes) -> Bbox:
    """Return the place that axes fill without a legend outside, in pixels."""
    before, around = locator_before(ax), ax.get_figure(root=False)
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
        if choice.box is not None and choice.is_on_region:
            at = np.array([choice.box.x[0], choice.box.y[0]]) * points_to_pixels(ax)
            frame.set(facecolor=fill_at(ax, *(at + ax.get_window_extent().p0)), alpha=1)
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
        before = locator_before(ax)
        has_room = isinstance(before, RoomForLegend)
        if has_room:
            set_locator_before(ax, before.before)
        if has_room and choice is None and self.place and self.place[0] != self._place()[0]:
            # Where the user puts it is a place in the axes.
            self.legend.set_bbox_to_anchor(None)
        if choice is not None and choice.limits is not None:
            room = RoomForLegend(ax, self.legend, choice.limits, locator_before(ax))
            set_locator_before(ax, room)
        elif not has_room:
            return
        apply_aspect(ax)


def _appearance(artist: Artist) -> str:
    """Return what an artist looks like, to be compared."""
    names = ("color", "facecolor", "edgecolor", "linestyle", "linewidth", "marker", "markersize")
    held = [getattr(artist, f"get_{name}", None) for name in (*names, "alpha", "visible")]
    return str([get() for get in held if get is not None])
