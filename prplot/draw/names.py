"""Names of curves, written beside them in place of a legend."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from numpy.typing import NDArray

from prplot.draw import labels
from prplot.draw.entries import with_number
from prplot.draw.labels import Size, Spot
from prplot.draw.placement import Box, Ground, Pixels

# In points: from a name to its curve, to other curves, and what is far enough from these.
NEAR = 2.0
APART = 5.0
ROOMY = 8.0
# Places that are tried: along a curve, in a grid of the axes, and ends of leaders on a curve.
ALONG = 90
GRID = (14, 30)
TIPS = 14
# In points: what crossing another curve, or pointing to where it meets others, is worth of the
# length of a leader.
CROSSING = 45.0
MEETING = 2000.0
# Leaders that are looked at together, shortest first.
BATCH = 96
# Every so many samples are enough to see what a leader crosses.
COARSE = 8
THINNED = 3
LEADER_SAMPLES = 40
# Samples on both sides that tell where a curve goes.
WIDE = 8


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
    ground: Ground, sizes: Mapping[Artist, Size], unit: float, *, anyhow: bool = False
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
    anyhow : bool, default False
        Where there is no room for a name, whether it covers as little as can be.

    Returns
    -------
    found : dict of artist to Spot
        No two overlap. Nothing if there is no room for all, unless they stand anyhow.
    cost : float
        What leaders are worth, in points: their lengths, and more where they cross curves.
    """
    search = _Search(ground, unit)
    beside = {line: search.beside(line, size) for line, size in sizes.items()}
    # Who has least choice chooses first.
    for line in sorted(sizes, key=lambda line: len(beside[line])):
        box = next((box for box in beside[line] if search.is_still_free(box)), None)
        if box is not None:
            search.take(line, Spot(box, search.paper(box)))
    heights = {line: float(np.median(ground.lines[line][:, 1])) for line in sizes}
    for line in sorted(set(sizes) - set(search.found), key=heights.__getitem__, reverse=True):
        spot = search.with_leader(line, sizes[line])
        if spot is None and not anyhow:
            return {}, np.inf
        search.take(line, spot or Spot(search.least(line, sizes[line]), "paper"))
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

    def beside(self, line: Artist, size: Size) -> list[Box]:
        """Return free places that touch a curve and no other, roomy ones near its middle first."""
        at = self._inside(line)
        if len(at) < 8:
            return []
        centres = self._sides(at, size)
        others = self._obstacles(line)
        clear = self._clearance(centres, size, others)
        own = self._clearance(centres, size, [self.ground.lines[line]])
        near, apart = NEAR * self.unit, APART * self.unit
        # Nearer to its own curve than to any other by far.
        free = (own >= 0.6 * near) & (own <= 2 * near) & (clear >= apart)
        free &= self._in_frame(centres, size)
        away = np.hypot(*(centres - at[len(at) // 2]).T)
        order = np.lexsort((away, -np.minimum(clear, ROOMY * self.unit).round()))
        boxes = [_box(centres[i], size) for i in order if free[i]]
        return [box for box in boxes if not self._on_fill(box)]

    def least(self, line: Artist, size: Size) -> Box:
        """Return a place beside a curve where a name covers few others, and little else."""
        half, frame = np.array(size) / 2, self.ground.frame
        at = self._inside(line)
        at = at if len(at) else np.array([(frame.p0 + frame.p1) / 2])
        centres = np.clip(
            self._sides(at, size), frame.p0 + half, np.maximum(frame.p1 - half, frame.p0 + half)
        )
        boxes = [_box(centre, size) for centre in centres]
        clear = self._clearance(centres, size, self._obstacles(line))
        taken = [*self.ground.texts.values(), *(spot.box.upright() for spot in self.found.values())]
        covered = np.array([sum(box.upright().overlaps(text) for text in taken) for box in boxes])
        return boxes[int(np.lexsort((-clear, covered))[0])]

    def _sides(self, at: Pixels, size: Size) -> Pixels:
        """Return centres of boxes that touch a line, on both sides all along it."""
        picked = np.unique(np.linspace(0, len(at) - 1, ALONG).astype(int))
        # A wide stretch: single steps of a curve point anywhere.
        way = at[np.minimum(picked + WIDE, len(at) - 1)] - at[np.maximum(picked - WIDE, 0)]
        normal = np.column_stack([-way[:, 1], way[:, 0]])
        normal /= np.maximum(np.hypot(*normal.T), 1e-9)[:, None]
        reach = np.abs(normal) @ np.array(size) / 2 + NEAR * self.unit
        return np.concatenate([at[picked] + side * reach[:, None] * normal for side in (1.0, -1.0)])

    def is_still_free(self, box: Box) -> bool:
        """Tell whether a place touches no name that was placed meanwhile."""
        around = box.upright(NEAR * self.unit)
        texts = [*self.ground.texts.values(), *(spot.box.upright() for spot in self.found.values())]
        if any(around.overlaps(text) for text in texts):
            return False
        return not any(box.holds(way, NEAR * self.unit) for way in self.leaders)

    def with_leader(self, line: Artist, size: Size) -> Spot | None:
        """Find a free place from which a leader reaches the curve, short and crossing little."""
        frame, at = self.ground.frame, self._inside(line)
        if len(at) == 0:
            return None
        x = np.linspace(frame.x0 + size[0] / 2, frame.x1 - size[0] / 2, GRID[0])
        y = np.linspace(frame.y0 + size[1] / 2, frame.y1 - size[1] / 2, GRID[1])
        centres = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        clear = self._clearance(centres, size, self._obstacles())
        centres = centres[(clear >= APART * self.unit) & self._in_frame(centres, size)]
        boxes = [_box(centre, size) for centre in centres]
        boxes = [box for box in boxes if self.is_still_free(box) and not self._on_fill(box)]
        tips = at[np.unique(np.linspace(0, len(at) - 1, TIPS).astype(int))]
        return self._shortest(line, boxes, tips)

    def _shortest(self, line: Artist, boxes: Sequence[Box], tips: Pixels) -> Spot | None:
        """Return the best of some boxes with a leader to one of some places on a curve."""
        if not boxes:
            return None
        ends = np.tile(tips, (len(boxes), 1))
        centres = np.repeat([(box.x, box.y) for box in boxes], len(tips), axis=0)
        starts = _edges(centres, ends, np.array([boxes[0].width, boxes[0].height]))
        others = [
            at
            for other, at in self.ground.lines.items()
            if other is not line and other not in self.ground.references
        ]
        # Where curves meet nobody sees which one a leader means.
        lone = self._clearance(tips, (0.0, 0.0), others) >= APART * self.unit
        cost = np.hypot(*(starts - ends).T) + MEETING * self.unit * ~np.tile(lone, len(boxes))
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
        return Spot(box, self.paper(box), ends[best])

    def paper(self, box: Box) -> str | None:
        """Return what to paint beneath a name: something where it stands on hairlines."""
        crossed = (box.holds(self.ground.lines[line]) for line in self.ground.hairlines)
        return "paper" if any(crossed) else None

    def _obstacles(self, own: Artist | None = None) -> list[Pixels]:
        """Return all lines that a name may not touch, but for that of its curve."""
        free = {own, *self.ground.hairlines}
        return [at for line, at in self.ground.lines.items() if line not in free]

    def _inside(self, line: Artist) -> Pixels:
        at, frame = self.ground.lines[line], self.ground.frame
        inside: Pixels = at[((at >= frame.p0) & (at <= frame.p1)).all(axis=1)]
        return inside

    def _in_frame(self, centres: Pixels, size: Size) -> NDArray[np.bool_]:
        half = np.array(size) / 2 + self.unit
        frame = self.ground.frame
        inside = (centres - half >= frame.p0) & (centres + half <= frame.p1)
        return np.asarray(inside.all(axis=1))

    def _clearance(
        self, centres: Pixels, size: Size, lines: Sequence[Pixels]
    ) -> NDArray[np.float64]:
        """Return how far boxes are from the nearest sample of some lines."""
        clear = np.full(len(centres), np.inf)
        for at in (line[::THINNED] for line in lines):
            if len(at):
                dx = np.maximum(np.abs(centres[:, :1] - at[:, 0]) - size[0] / 2, 0)
                dy = np.maximum(np.abs(centres[:, 1:] - at[:, 1]) - size[1] / 2, 0)
                clear = np.minimum(clear, np.hypot(dx, dy).min(axis=1))
        return clear

    def _on_fill(self, box: Box) -> bool:
        around = box.upright(NEAR * self.unit)
        paths = [path for held in self.ground.fills.values() for path in held]
        return any(path.intersects_bbox(around, filled=True) for path in paths)

    def _crossings(
        self, others: Sequence[Pixels], starts: Pixels, ends: Pixels
    ) -> NDArray[np.float64]:
        """Return the price of curves that leaders cross; infinite if they meet a name."""
        cost = np.zeros(len(ends))
        for at in others:
            if len(at) > 1:
                cost += CROSSING * self.unit * _crosses(starts, ends, at[::COARSE])
        for way in self.leaders:
            cost[_crosses(starts, ends, way[[0, -1]])] = np.inf
        placed = [spot.box.upright(NEAR * self.unit) for spot in self.found.values()]
        for text in [*self.ground.texts.values(), *placed]:
            corners = np.array([text.p0, text.p1, (text.x0, text.y1), (text.x1, text.y0)])
            for diagonal in (corners[:2], corners[2:]):
                cost[_crosses(starts, ends, diagonal)] = np.inf
        return cost


def _box(centre: Pixels, size: Size) -> Box:
    return Box(float(centre[0]), float(centre[1]), *size)


def leader(spot: Spot) -> Pixels:
    """Return samples of the line that leads from a name to its curve, as it is drawn."""
    assert spot.tip is not None
    centre, size = np.array([[spot.box.x, spot.box.y]]), np.array([spot.box.width, spot.box.height])
    (start,) = _edges(centre, spot.tip[None], size)
    return np.linspace(start, spot.tip, LEADER_SAMPLES)


def _edges(centres: Pixels, ends: Pixels, size: NDArray[np.float64]) -> Pixels:
    """Return where lines from the middles of boxes to some ends leave the boxes."""
    way = ends - centres
    share = 1 / np.maximum((2 * np.abs(way) / size).max(axis=1), 1.0)
    return np.asarray(centres + share[:, None] * way)


def _crosses(starts: Pixels, ends: Pixels, way: Pixels) -> NDArray[np.bool_]:
    """Tell which of some segments meet a polyline."""
    first, last = way[:-1], way[1:]

    def side(a: Pixels, b: Pixels, c: Pixels) -> NDArray[np.float64]:
        u, v = b - a, c - a
        return np.asarray(u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])

    a, b = starts[:, None], ends[:, None]
    apart = side(a, b, first[None]) * side(a, b, last[None])
    through = side(first[None], last[None], a) * side(first[None], last[None], b)
    return np.asarray(((apart <= 0) & (through <= 0)).any(axis=1))
