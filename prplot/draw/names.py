"""Names of curves, written beside them in place of a legend."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.transforms import BboxBase
from numpy.typing import NDArray

from prplot.draw import labels
from prplot.draw.beside import clearance, is_of, resting, sides
from prplot.draw.entries import with_number
from prplot.draw.labels import Size, Spot
from prplot.draw.leaders import crosses, edges, leader
from prplot.draw.placement import Box, Ground, Pixels

# In points: from a name to its curve, to other curves, and what is far enough from these.
NEAR = 2.0
APART = 5.0
ROOMY = 8.0
# Where there is not so much room: to other curves, and to references, which no name is of.
TIGHT = 3.5
CLOSE = 2.0
# Places that are tried in a grid of the axes, and ends of leaders on a curve.
GRID = (14, 30)
TIPS = 14
# In points: what crossing another curve is worth of the length of a leader; smaller type is better
# than that. A leader that crosses more curves nobody follows.
CROSSING = 1000.0
MOST_CROSSED = 1
# Leaders that are looked at together, shortest first.
BATCH = 96
# Every so many samples are enough to see what a leader crosses.
COARSE = 8
# Places of a name for which another one may have to move.
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
    """Let curves say their names on the picture: their legend entries wait behind an underscore.

    Of several numbers behind a name only the one that is called `number` is said, if it is given.
    """
    for line in ax.lines:
        label = str(line.get_label())
        is_named = line.get_gid() in (labels.CURVE, labels.HULL) and not label.startswith("_")
        # A swatch without a place stays in the legend.
        if is_named and np.size(line.get_xdata()):
            line.set_gid(labels.NAMED)
            line.set_label(f"_{label if number is None else with_number(label, number)}")


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
        What stands in the axes but for these names.
    sizes : dict of artist to (width, height)
        Of each name, in pixels.
    unit : float
        Pixels in a point.
    some : bool, default False
        Where there is no room for all names, whether those stand for which there is.
    anyhow : bool, default False
        Whether then others may stand on curves.

    Returns
    -------
    found : dict of artist to Spot
        No two overlap, and all lie in the axes. Nothing if there is no room for all, unless some
        are enough.
    cost : float
        What leaders are worth, in points: their lengths, and more where they cross curves.
    """
    search = _Search(ground, unit)
    search.stand_beside(sizes)
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
    """What is taken while places are looked for, in pixels."""

    ground: Ground
    unit: float
    found: dict[Artist, Spot] = field(default_factory=dict)
    leaders: list[Pixels] = field(default_factory=list)
    cost: float = 0.0

    def take(self, line: Artist, spot: Spot) -> None:
        self.found[line] = spot
        if spot.tip is not None:
            self.leaders.append(leader(spot))

    def stand_beside(self, sizes: Mapping[Artist, Size]) -> None:
        """Place all names that can touch their curves, good places for all before narrow ones."""
        places: dict[Artist, list[Box]] = {line: [] for line in sizes}
        for how in BESIDE:
            rest = [line for line in sizes if line not in self.found]
            for line in rest:
                places[line] += self._beside(line, sizes[line], how)
            # Who has least choice chooses first.
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
        """Place a name where one other name stands that has another place to go to."""
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
        return not any(box.holds(way, NEAR * self.unit) for way in self.leaders)

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
        # Where curves meet nobody sees which one a leader means.
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
        """Return the price of curves that leaders cross; infinite for many, and for a name."""
        crossed = np.zeros(len(ends))
        for at in others:
            if len(at) > 1:
                crossed += crosses(starts, ends, at[::COARSE])
        cost = np.where(crossed <= MOST_CROSSED, CROSSING * self.unit * crossed, np.inf)
        for way in self.leaders:
            cost[crosses(starts, ends, way[[0, -1]])] = np.inf
        for text in self._words(NEAR * self.unit):
            corners = np.array([text.p0, text.p1, (text.x0, text.y1), (text.x1, text.y0)])
            for diagonal in (corners[:2], corners[2:]):
                cost[crosses(starts, ends, diagonal)] = np.inf
        return cost

    def _paper(self, box: Box) -> str | None:
        """Return what to paint beneath a name: something where it stands on hairlines."""
        crossed = (box.holds(self.ground.lines[line]) for line in self.ground.hairlines)
        return "paper" if any(crossed) else None

    def _words(self, margin: float = 0.0) -> Iterator[BboxBase]:
        """Return the boxes of all words there are, around names with some margin."""
        yield from self.ground.texts.values()
        for spot in self.found.values():
            yield spot.box.upright(margin)

    def _others(self, own: Artist) -> list[Pixels]:
        """Return the curves, and what else is no reference, but for one."""
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
