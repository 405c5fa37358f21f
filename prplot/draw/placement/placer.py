"""Words of references and names of curves, written as texts of axes: their forms and positions."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Annotation, Text
from matplotlib.transforms import BboxBase
from numpy.typing import NDArray

from prplot.draw.color import background, fill_at, readable, shade
from prplot.draw.placement.candidates import (
    VISIBLE,
    clearance,
    crosses,
    edges,
    is_of,
    leader,
    resting,
    sides,
)
from prplot.draw.placement.ground import (
    Box,
    Ground,
    Pixels,
    Size,
    Spot,
    is_legible,
    points_to_pixels,
)
from prplot.draw.placement.table import LONG, wrap_text
from prplot.draw.scene import CURVE, HULL, NAMED, Mark, Scene, chosen_numbers, marks_of
from prplot.draw.style import LABEL, LABEL_STRENGTH, Style

# Smaller sizes for words of chance lines, as there may be one for each prevalence.
SMALLER = (0.83, 0.7)


def text_of(ax: Axes, mark: Mark) -> Text:
    """Return a text with the words of a mark, which is not yet placed."""
    color = shade(ax, LABEL_STRENGTH)
    if isinstance(mark.artist, Line2D) and mark.kind.is_colored:
        # Where there are several, each belongs to the curves of its colour.
        color = readable(ax, mark.artist.get_color())
    leader = {"arrowstyle": "-", "linewidth": 0.6, "color": color, "shrinkA": 0, "shrinkB": 0}
    style: Style = {"ha": "center", "va": "center", "rotation_mode": "anchor", "color": color}
    text = ax.annotate(mark.text, (0.5, 0.5), (0.5, 0.5), arrowprops=leader, **style, **LABEL)
    # Before it is placed, a long name may extend beyond its axes, and a layout would shrink these.
    text.set_in_layout(not mark.kind.is_data)
    return text


def size_of(text: Text, renderer: Any) -> Size:
    """Return how large a text is, in pixels."""
    # Not the annotation's own extent, which counts its leader too.
    extent = Text.get_window_extent(text, renderer)
    return extent.width, extent.height


def put_text(ax: Axes, text: Text, spot: Spot) -> None:
    """Put a text on its spot."""
    assert isinstance(text, Annotation)
    to_data = ax.transData.inverted().transform
    text.set(position=to_data((spot.box.x, spot.box.y)), rotation=spot.box.angle)
    text.xy = tuple(to_data(spot.tip if spot.tip is not None else (spot.box.x, spot.box.y)))
    if text.arrow_patch is not None:
        text.arrow_patch.set_visible(spot.tip is not None)
    if spot.ground is not None:
        paper = background(ax)
        if spot.ground == "tint":
            paper = fill_at(ax, spot.box.x, spot.box.y)
        text.set_bbox({"facecolor": paper, "edgecolor": "none", "pad": 0.6})


def type_sizes(mark: Mark, text: Text) -> list[float]:
    """Return the type sizes for the words of a mark, in points, best first."""
    size = float(text.get_fontsize())
    shares = SMALLER if mark.kind.is_indispensable else ()
    return [size, *(share * size for share in shares if is_legible(share * size))]


def first_form(
    ax: Axes,
    ground: Ground,
    mark: Mark,
    text: Text,
    forms: Iterable[str],
    renderer: Any,
    sizes: Iterable[float],
) -> str | None:
    """Write words in the first form for which there is a spot; hide the text if there is none."""
    for size, form in product(sizes, forms):
        text.set(text=form, fontsize=size, rotation=0, bbox=None, visible=True)
        spot = _spot(ax, ground, mark, text, renderer)
        if spot is not None:
            put_text(ax, text, spot)
            ground.add_text(text, renderer)
            if spot.tip is not None:
                ground.lines[text] = leader(spot)
            return form
    text.set_visible(False)
    return None


def _spot(ax: Axes, ground: Ground, mark: Mark, text: Text, renderer: Any) -> Spot | None:
    size = size_of(text, renderer)
    for find in mark.kind.places:
        spot = find(ground, mark.artist, size, points_to_pixels(ax))
        if spot is not None:
            return spot
    return None


# Distances in points: from a name to its curve, to other curves, and an ample one to these.
NEAR = 2.0
APART = 5.0
ROOMY = 8.0
# The same where there is less room: to other curves, and to references.
TIGHT = 3.5
CLOSE = 2.0
# Places that are tried in a grid of the axes, and ends of leaders on a curve.
GRID = (14, 30)
TIPS = 14
# Cost of a leader that crosses another curve, in points of its length; it exceeds that of smaller
# type. Leaders that cross more curves could not be followed.
CROSSING = 1000.0
MOST_CROSSED = 1
# Leaders that are evaluated together, shortest first.
BATCH = 96
# Every so many samples are enough to see what a leader crosses.
COARSE = 8
# Positions of a name that are tried although another name has to move.
DISPUTED = 40


class _Beside(NamedTuple):
    """Which places beside a curve are tried, and how far they are from other lines, in points."""

    centres: Callable[[Pixels, Size, float], Pixels]
    from_curves: float
    from_references: float


# Best first.
BESIDE = (
    _Beside(sides, APART, APART),
    _Beside(resting, APART, CLOSE),
    _Beside(resting, TIGHT, CLOSE),
)


def name_directly(ax: Axes, number: str | None = None) -> None:
    """Mark curves as named in the picture, in place of the legend.

    If `number` is given, only the numbers with this name are shown beside the names of curves.
    """
    for mark in marks_of(ax, CURVE, HULL):
        line = mark.artist
        # Swatches, which have no data, stay in the legend.
        if mark.is_listed and isinstance(line, Line2D) and np.size(line.get_xdata()):
            mark.set_kind(NAMED)
            if number is not None and mark.name is not None:
                mark.numbers = chosen_numbers(mark.numbers, number) or mark.numbers
            mark.write_label(listed=False)


def spots(
    ground: Ground,
    sizes: Mapping[Artist, Size],
    unit: float,
    *,
    some: bool = False,
    anyhow: bool = False,
) -> tuple[dict[Artist, Spot], float]:
    """Find a place for the name of each curve: beside it, else with a leader to it.

    Parameters
    ----------
    ground : Ground
        What is drawn in the axes, without these names.
    sizes : dict of artist to (width, height)
        The size of each name, in pixels.
    unit : float
        Pixels in a point.
    some : bool, default False
        Whether to place some of the names if there is no room for all.
    anyhow : bool, default False
        Whether names for which there is no room may cover curves.

    Returns
    -------
    found : dict of artist to Spot
        No two overlap, and all lie in the axes. Nothing if there is no room for all, unless some
        are enough.
    cost : float
        Cost of leaders, in points: their lengths, and more where they cross curves.
    """
    search = _Search(ground, unit)
    search.place_beside(sizes)
    heights = {line: float(np.median(ground.lines[line][:, 1])) for line in sizes}
    for line in sorted(set(sizes) - set(search.found), key=heights.__getitem__, reverse=True):
        spot = search.with_leader(line, sizes[line])
        if spot is None and anyhow:
            spot = search.least(line, sizes[line])
        if spot is not None:
            search.take(line, spot)
        elif not (some or anyhow):
            return {}, np.inf
    return search.found, search.cost / unit


@dataclass
class _Search:
    """The state of a search for positions of names, in pixels."""

    ground: Ground
    unit: float
    found: dict[Artist, Spot] = field(default_factory=dict)
    leaders: list[Pixels] = field(default_factory=list)
    cost: float = 0.0

    def take(self, line: Artist, spot: Spot) -> None:
        self.found[line] = spot
        if spot.tip is not None:
            self.leaders.append(leader(spot))

    def place_beside(self, sizes: Mapping[Artist, Size]) -> None:
        """Place names that can be beside their curves, at good places before narrow ones."""
        places: dict[Artist, list[Box]] = {line: [] for line in sizes}
        for how in BESIDE:
            rest = [line for line in sizes if line not in self.found]
            for line in rest:
                places[line] += self._beside(line, sizes[line], how)
            # Names with the fewest positions are placed first.
            for line in sorted(rest, key=lambda line: len(places[line])):
                self._take_first(line, places[line])
        for line in [line for line in sizes if line not in self.found]:
            self._make_room(line, places)

    def _take_first(self, line: Artist, boxes: Sequence[Box]) -> bool:
        box = next((box for box in boxes if self._is_still_free(box)), None)
        if box is not None:
            self.take(line, Spot(box, self._paper(box)))
        return box is not None

    def _make_room(self, line: Artist, places: Mapping[Artist, list[Box]]) -> None:
        """Place a name at the position of one other name that can be moved."""
        for box in places[line][:DISPUTED]:
            around = box.upright(NEAR * self.unit)
            there = [
                other for other, spot in self.found.items() if around.overlaps(spot.box.upright())
            ]
            if len(there) != 1:
                continue
            moved = self.found.pop(there[0])
            if self._is_still_free(box):
                self.take(line, Spot(box, self._paper(box)))
                if self._take_first(there[0], places[there[0]]):
                    return
                del self.found[line]
            self.found[there[0]] = moved

    def _beside(self, line: Artist, size: Size, how: _Beside) -> list[Box]:
        """Return free places that touch a curve and no other, roomy ones near its middle first."""
        at = self.ground.inside(line)
        if len(at) < 8:
            return []
        near = NEAR * self.unit
        centres = how.centres(at, size, near)
        curves = clearance(centres, size, self._others(line))
        references = clearance(centres, size, self._references(line))
        own = clearance(centres, size, [self.ground.lines[line]])
        # Nearer to its own curve than to any other by far.
        free = (own >= 0.6 * near) & (own <= 2 * near) & self._in_frame(centres, size)
        free &= curves >= how.from_curves * self.unit
        free &= references >= how.from_references * self.unit
        if how.centres is resting:
            free[free] = is_of(centres[free], size, self.ground.lines[line], self._others(line))
        clear = np.minimum(np.minimum(curves, references), ROOMY * self.unit)
        away = np.hypot(*(centres - at[len(at) // 2]).T)
        order = np.lexsort((away, -clear.round()))
        boxes = [_box(centres[i], size) for i in order if free[i]]
        return [box for box in boxes if not self._on_fill(box)]

    def least(self, line: Artist, size: Size) -> Spot | None:
        """Return a place beside a curve where a name covers little, and no other words."""
        at = self.ground.inside(line)
        if len(at) == 0:
            return None
        centres = sides(at, size, NEAR * self.unit)
        centres = centres[self._in_frame(centres, size)]
        clear = clearance(centres, size, [*self._others(line), *self._references(line)])
        boxes = (_box(centres[i], size) for i in np.argsort(-clear, kind="stable"))
        box = next((box for box in boxes if self._is_still_free(box)), None)
        return None if box is None else Spot(box, "paper")

    def _is_still_free(self, box: Box) -> bool:
        """Tell whether a place touches no words, not even of names that were placed meanwhile."""
        around = box.upright(NEAR * self.unit)
        if any(around.overlaps(text) for text in self._words()):
            return False
        return not any(box.holds(path, NEAR * self.unit) for path in self.leaders)

    def with_leader(self, line: Artist, size: Size) -> Spot | None:
        """Find a free place from which a leader reaches the curve, short and crossing little."""
        frame, at = self.ground.frame, self.ground.inside(line)
        if len(at) == 0:
            return None
        x = np.linspace(frame.x0 + size[0] / 2, frame.x1 - size[0] / 2, GRID[0])
        y = np.linspace(frame.y0 + size[1] / 2, frame.y1 - size[1] / 2, GRID[1])
        centres = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        lines = [at for line, at in self.ground.lines.items() if line not in self.ground.hairlines]
        clear = clearance(centres, size, lines)
        centres = centres[(clear >= APART * self.unit) & self._in_frame(centres, size)]
        boxes = [_box(centre, size) for centre in centres]
        boxes = [box for box in boxes if self._is_still_free(box) and not self._on_fill(box)]
        tips = at[np.unique(np.linspace(0, len(at) - 1, TIPS).astype(int))]
        # Leaders must not end where curves meet, which would be ambiguous.
        tips = tips[clearance(tips, (0.0, 0.0), self._others(line)) >= APART * self.unit]
        return self._shortest(line, boxes, tips)

    def _shortest(self, line: Artist, boxes: Sequence[Box], tips: Pixels) -> Spot | None:
        """Return the best of some boxes with a leader to one of some places on a curve."""
        if not boxes or len(tips) == 0:
            return None
        ends = np.tile(tips, (len(boxes), 1))
        centres = np.repeat([(box.x, box.y) for box in boxes], len(tips), axis=0)
        starts = edges(centres, ends, np.array([boxes[0].width, boxes[0].height]))
        others, cost = self._others(line), np.hypot(*(starts - ends).T)
        best, least = -1, np.inf
        order = np.argsort(cost)
        for some in np.split(order, range(BATCH, len(order), BATCH)):
            if cost[some[0]] >= least:
                break
            whole = cost[some] + self._crossings(others, starts[some], ends[some])
            if whole.min() < least:
                best, least = int(some[whole.argmin()]), float(whole.min())
        if best < 0:
            return None
        self.cost += least
        box = boxes[best // len(tips)]
        return Spot(box, self._paper(box), ends[best])

    def _crossings(
        self, others: Sequence[Pixels], starts: Pixels, ends: Pixels
    ) -> NDArray[np.float64]:
        """Return the cost of what leaders cross; infinite for several curves, or for a name."""
        crossed = np.zeros(len(ends))
        for at in others:
            if len(at) > 1:
                crossed += crosses(starts, ends, at[::COARSE])
        cost = np.where(crossed <= MOST_CROSSED, CROSSING * self.unit * crossed, np.inf)
        for path in self.leaders:
            cost[crosses(starts, ends, path[[0, -1]])] = np.inf
        for text in self._words(NEAR * self.unit):
            corners = np.array([text.p0, text.p1, (text.x0, text.y1), (text.x1, text.y0)])
            for diagonal in (corners[:2], corners[2:]):
                cost[crosses(starts, ends, diagonal)] = np.inf
        return cost

    def _paper(self, box: Box) -> str | None:
        """Return what to paint beneath a name, if it covers hairlines."""
        crossed = (box.holds(self.ground.lines[line]) for line in self.ground.hairlines)
        return "paper" if any(crossed) else None

    def _words(self, margin: float = 0.0) -> Iterator[BboxBase]:
        """Return the boxes of all words, those of names with a margin."""
        yield from self.ground.texts.values()
        for spot in self.found.values():
            yield spot.box.upright(margin)

    def _others(self, own: Artist) -> list[Pixels]:
        """Return all lines that are no references, except for one's own."""
        free = {own, *self.ground.references}
        return [at for line, at in self.ground.lines.items() if line not in free]

    def _references(self, own: Artist) -> list[Pixels]:
        """Return the references that a name may not touch."""
        solid = self.ground.references - self.ground.hairlines - {own}
        return [at for line, at in self.ground.lines.items() if line in solid]

    def _in_frame(self, centres: Pixels, size: Size) -> NDArray[np.bool_]:
        half = np.array(size) / 2 + self.unit
        frame = self.ground.frame
        inside = (centres - half >= frame.p0) & (centres + half <= frame.p1)
        return np.asarray(inside.all(axis=1))

    def _on_fill(self, box: Box) -> bool:
        around = box.upright(NEAR * self.unit)
        paths = [path for held in self.ground.fills.values() for path in held]
        return any(path.intersects_bbox(around, filled=True) for path in paths)


def _box(centre: Pixels, size: Size) -> Box:
    return Box(float(centre[0]), float(centre[1]), *size)


class NameForm(NamedTuple):
    """A form of the names of curves: with or without numbers, and the type size.

    `price` is the cost of the form, in points of the length of leaders for each name. Long names
    are wrapped if they would take more than a `share` of the axes' width.
    """

    numbers: bool
    fontsize: str
    price: float
    share: float | None = None


# Used only if it is legible.
SMALL = "xx-small"
# Best first.
NAME_FORMS = (
    NameForm(True, "small", 0.0),
    NameForm(False, "small", 60.0),
    NameForm(False, "x-small", 120.0),
    NameForm(False, SMALL, 180.0),
)
# The same for long names, for which there is more room if they are wrapped.
LONG_NAME_FORMS = (
    NAME_FORMS[0],
    *(form._replace(share=share) for form in NAME_FORMS for share in (0.5, 0.35)),
)


@dataclass(frozen=True)
class CurveNames:
    """Texts that name curves.

    Attributes
    ----------
    panel : matplotlib.axes.Axes
    texts : dict of artist to Text
        The text of each curve.
    """

    panel: Axes
    texts: Mapping[Artist, Text]

    def write(
        self,
        ground: Ground,
        listed: Collection[Artist],
        renderer: Any = None,
        *,
        some: bool = False,
    ) -> None:
        """Write the names beside their curves: all of them, or none, so that the legend lists them.

        Names that are listed in a legend, and those of curves out of view, are not written. With
        `some`, names are written if there is room, in the best form that has room for most.
        """
        for text in self.texts.values():
            text.set_visible(False)
        shown = [line for line in self.in_view(ground) if line not in listed]
        if shown:
            found, form = (self._most if some else self._best)(shown, ground, renderer)
            self._sizes(list(found), form, renderer)
            self._put(found, ground, renderer)

    def write_anyhow(self, ground: Ground, listed: Collection[Artist], renderer: Any) -> None:
        """Write names in small type, over curves if need be, as no legend can list them."""
        shown = [line for line in self.in_view(ground) if line not in listed]
        sizes = self._sizes(shown, self._forms(shown)[-1], renderer)
        found, _ = spots(ground, sizes, points_to_pixels(self.panel), anyhow=True)
        self._put(found, ground, renderer)

    def in_view(self, ground: Ground) -> list[Artist]:
        """Return the curves of which a part is in view; a curve on the frame is."""
        unit = points_to_pixels(self.panel)
        return [
            line
            for line in self.texts
            if line.get_visible() and ground.shows(line, VISIBLE * unit, margin=unit)
        ]

    def unplaced(self, ground: Ground, listed: Collection[Artist] = ()) -> list[Artist]:
        """Return the curves in view whose names are neither written nor listed."""
        return [
            line
            for line in self.in_view(ground)
            if line not in listed and not self.texts[line].get_visible()
        ]

    def move(self, covered: Mapping[Artist, Text], ground: Ground, renderer: Any) -> None:
        """Place names again that something covers, in their present form."""
        sizes = {line: size_of(text, renderer) for line, text in covered.items()}
        found, _ = spots(ground, sizes, points_to_pixels(self.panel), anyhow=True)
        self._put(found, ground, renderer)

    def _best(
        self, lines: list[Artist], ground: Ground, renderer: Any
    ) -> tuple[dict[Artist, Spot], NameForm]:
        """Return places for the names in the form that costs least: short leaders, all numbers."""
        unit = points_to_pixels(self.panel)
        held: list[tuple[float, dict[Artist, Spot], NameForm]] = []
        for form in self._forms(lines):
            if held and min(held, key=itemgetter(0))[0] <= form.price * len(lines):
                break
            found, cost = spots(ground, self._sizes(lines, form, renderer), unit)
            held.append((cost + form.price * len(lines), found, form))
        _, found, form = min(held, key=itemgetter(0))
        return found, form

    def _most(
        self, lines: list[Artist], ground: Ground, renderer: Any
    ) -> tuple[dict[Artist, Spot], NameForm]:
        """Return positions for as many names as possible, and the best form with most of them."""
        unit = points_to_pixels(self.panel)
        held = [
            (spots(ground, self._sizes(lines, form, renderer), unit, some=True)[0], form)
            for form in self._forms(lines)
        ]
        return max(held, key=lambda one: len(one[0]))

    def _mark(self, line: Artist) -> Mark:
        mark = Scene.of(self.panel).mark_of(line)
        assert mark is not None
        return mark

    def _forms(self, lines: list[Artist]) -> list[NameForm]:
        """Return the forms of some names, best first; none is too small to be read."""
        long = any(len(self._mark(line).title) > LONG for line in lines)
        every = LONG_NAME_FORMS if long else NAME_FORMS
        return [form for form in every if form.fontsize != SMALL or is_legible(form.fontsize)]

    def _sizes(self, lines: list[Artist], form: NameForm, renderer: Any) -> dict[Artist, Size]:
        """Return how large the names are in a form, in pixels; they are not shown yet."""
        sizes = {}
        for line in lines:
            text, mark = self.texts[line], self._mark(line)
            words = (mark.text if form.numbers else mark.title).removeprefix(" ")
            text.set(text=words, fontsize=form.fontsize, rotation=0, bbox=None, visible=True)
            if form.share is not None and len(words) > LONG:
                wrap_text(text, words, form.share * self.panel.get_window_extent().width, renderer)
            sizes[line] = size_of(text, renderer)
            text.set_visible(False)
        return sizes

    def _put(self, found: Mapping[Artist, Spot], ground: Ground, renderer: Any) -> None:
        for line, spot in found.items():
            text = self.texts[line]
            text.set_visible(True)
            put_text(self.panel, text, spot)
            ground.add_text(text, renderer)
            if spot.tip is not None:
                ground.lines[text] = leader(spot)
