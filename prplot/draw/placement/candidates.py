"""Positions for words: beside lines, on lines, in fills, at markers, and at the end of leaders.

A finder takes what is drawn, in pixels, and the size of the words, and returns the first free
position.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.lines import Line2D
from matplotlib.text import Text
from numpy.typing import NDArray

from prplot.draw.placement.ground import Box, Ground, Pixels, Size, Spot, tangent
from prplot.draw.style import SHAPES

# Directions from a marker to its words, best first.
SIDES = ((1, 0), (0.85, 0.8), (0.85, -0.8), (0, 1), (0, -1), (-0.85, 0.8), (-1, 0))
# Distances in points. Words that touch their marker need no leader to it.
TOUCHING = 5.0
REACHES = (11.0, 15.0, 20.0, 26.0, 33.0, 41.0, 50.0, 60.0, 72.0, 86.0, 102.0, 120.0)
# Another marker must be further from the words than theirs by this factor.
CLEARLY = 1.7
# A leader keeps this distance from words, other leaders and other markers.
APART = 1.5
# So near to its marker a leader may touch the curve that the marker is on.
TIP = 6.0
ANGLES = np.deg2rad(np.arange(-165, 181, 15))
# Preference for the right side: as if another marker at this distance repelled words.
RIGHT = 12.0
# Cost of the opposite direction, in points of the length of a leader.
TURNED = 40.0
# Shapes of markers in the legend, which differ from those of markers with words beside them.
OTHER_SHAPES = (*SHAPES[1:], "<", ">", "p", "X", "*", "h", "d")


@dataclass(frozen=True)
class Discs:
    """Markers as they are seen, in pixels.

    Attributes
    ----------
    centres : ndarray, shape (n, 2)
    radii : ndarray, shape (n,)
    """

    centres: Pixels
    radii: NDArray[np.float64]

    @classmethod
    def of(cls, ground: Ground, unit: float) -> "Discs":
        """Return the markers of all lines without a stroke."""
        held = [
            (at, np.full(len(at), float(line.get_markersize()) / 2 * unit))
            for line, at in ground.lines.items()
            if isinstance(line, Line2D) and is_marker(line)
        ]
        centres = [np.empty((0, 2)), *(at for at, _ in held)]
        return cls(np.concatenate(centres), np.concatenate([[], *(radii for _, radii in held)]))

    def but(self, centre: Pixels, unit: float) -> "Discs":
        """Return the markers without those at a position."""
        apart = np.hypot(*(self.centres - centre).T) > unit
        return Discs(self.centres[apart], self.radii[apart])

    def distance(self, box: Box) -> float:
        """Return the distance of a box from the rim of the nearest marker."""
        return float(np.min(box.distances(self.centres) - self.radii, initial=np.inf))

    def meet(self, path: Pixels, margin: float) -> bool:
        """Tell whether any marker is near samples of a path."""
        apart = np.hypot(*(path[:, None] - self.centres).transpose(2, 0, 1))
        return bool((apart < self.radii + margin).any())


def is_marker(artist: Artist) -> bool:
    """Tell whether a line shows markers alone."""
    return isinstance(artist, Line2D) and artist.get_linestyle() in ("None", "none", " ", "")


def touching(ground: Ground, point: Artist, size: tuple[float, float], unit: float) -> Any:
    """Return the first free box at a marker that is clearly its own, and what it covers, if any."""
    at = ground.lines[point][0]
    others = Discs.of(ground, unit).but(at, unit)
    for through in (set(), ground.hairlines):
        for dx, dy in SIDES:
            x, y = at + [dx, dy] * (TOUCHING * unit + np.array(size) / 2)
            box = Box(float(x), float(y), *size)
            own = max(float(box.distances(at[None])[0]), TOUCHING * unit / 2)
            if others.distance(box) >= CLEARLY * own and ground.is_free(
                box, margin=0.0, through=through, inside=ground.fills
            ):
                return box, through
    return None


def led_to(
    ground: Ground, point: Artist, size: tuple[float, float], unit: float
) -> tuple[Box, Pixels, set[Artist]] | None:
    """Return a free box from which a leader reaches one of some markers, its tip, what it covers.

    A leader that crosses no curve is better than a short one.
    """
    discs = Discs.of(ground, unit)
    radius = float(point.get_markersize()) / 2 * unit if isinstance(point, Line2D) else 0.0
    for through, crossing in product((set(), ground.hairlines), (False, True)):
        for box, centre in _around(ground.lines[point], size, unit, discs):
            if discs.distance(box) < unit or not ground.is_free(
                box, margin=unit, through=through, inside=ground.fills
            ):
                continue
            path = _leader_path(box, centre, radius)
            if _is_clear(path, ground, discs, unit, crossing=crossing):
                return box, path[-1], through
    return None


def assign_shapes(points: Sequence[Line2D], words: Sequence[str]) -> list[bool]:
    """Give markers that are named in the legend distinct shapes; tell which have an entry.

    Markers with equal words have the same shape, and the first of them has the entry.
    """
    known = list(dict.fromkeys(words))
    for point, text in zip(points, words, strict=True):
        if point.get_marker() in (*SHAPES, *OTHER_SHAPES):
            point.set_marker(OTHER_SHAPES[known.index(text) % len(OTHER_SHAPES)])
    return [text not in words[:i] for i, text in enumerate(words)]


def _around(
    centres: Pixels, size: tuple[float, float], unit: float, discs: Discs
) -> Iterator[tuple[Box, Pixels]]:
    """Yield boxes around markers, near ones first, and those that face away from other markers."""
    directions = np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])
    turned = [TURNED * (1 - directions @ _away(at, discs, unit)) for at in centres]
    cost = np.array(turned)[:, :, None] + REACHES
    for place in np.argsort(cost, axis=None, kind="stable"):
        i, j, k = np.unravel_index(place, cost.shape)
        x, y = centres[i] + directions[j] * (REACHES[k] * unit + np.array(size) / 2)
        yield Box(float(x), float(y), *size), centres[i]


def _away(centre: Pixels, discs: Discs, unit: float) -> Pixels:
    """Return in which direction a marker has the fewest others, the right if there are none."""
    apart = centre - discs.but(centre, unit).centres
    pushed = (apart / (apart**2).sum(axis=1)[:, None]).sum(axis=0)
    pushed = pushed + np.array([1 / (RIGHT * unit), 0.0])
    return np.asarray(pushed / max(float(np.hypot(*pushed)), 1e-9))


def _leader_path(box: Box, centre: Pixels, radius: float) -> Pixels:
    """Return samples of a leader from the edge of a box to the rim of a marker."""
    middle = np.array([box.x, box.y])
    whole = centre - middle
    length = max(float(np.hypot(*whole)), 1e-9)
    out = 1 / max(float((2 * np.abs(whole) / [box.width, box.height]).max()), 1.0)
    shares = np.linspace(out, max(1 - radius / length, out), max(int(length / 2), 8))
    return np.asarray(middle + shares[:, None] * whole)


def _is_clear(path: Pixels, ground: Ground, discs: Discs, unit: float, *, crossing: bool) -> bool:
    """Tell whether a leader meets no words, leader, other marker or, unless `crossing`, curve."""
    margin = APART * unit
    # Its own marker is at its end.
    before = path[np.hypot(*(path - path[-1]).T) > margin]
    if discs.meet(before, margin):
        return False
    for text in ground.texts.values():
        x0, y0, x1, y1 = text.extents
        low, high = np.array([x0, y0]) - margin, np.array([x1, y1]) + margin
        if ((path >= low) & (path <= high)).all(axis=1).any():
            return False
    far = path[np.hypot(*(path - path[-1]).T) > TIP * unit]
    for line, at in ground.lines.items():
        if is_marker(line) or len(at) == 0 or (line in ground.references):
            continue
        is_leader = isinstance(line, Text)
        if crossing and not is_leader:
            continue
        near = np.hypot(*((path if is_leader else far)[:, None] - at).transpose(2, 0, 1))
        if near.size and near.min() < margin:
            return False
    return True


# Distances in points.
GAP = 2.0
LINE_LEFT = 9.0
ROOMY = 8.0
VISIBLE = 2.0
SHORT = 6.0
LIFTS = (10, 14, 20, 28, 40, 60, 90)
Finder = Callable[[Ground, Artist, Size, float], Spot | None]


def beside_point(ground: Ground, point: Artist, size: Size, unit: float) -> Spot | None:
    """Find the first free side of a marker, else a place with a leader to it."""
    found = touching(ground, point, size, unit)
    if found is None:
        return beside_points(ground, point, size, unit)
    box, through = found
    on_fill = any(
        path.contains_point((box.x, box.y)) for held in ground.fills.values() for path in held
    )
    return Spot(box, "tint" if on_fill else "paper" if through else None)


def beside_points(ground: Ground, points: Artist, size: Size, unit: float) -> Spot | None:
    """Find a free place with a leader to any of several markers."""
    found = led_to(ground, points, size, unit)
    if found is None:
        return None
    box, tip, through = found
    return Spot(box, "paper" if through else None, tip)


def inside_region(ground: Ground, region: Artist, size: Size, unit: float) -> Spot | None:
    """Find a roomy place in a filled region, low on the right if there is a choice."""
    border = np.concatenate([path.vertices for path in ground.fills[region]])
    frame = ground.frame
    home = frame.x0 + 0.8 * frame.width, frame.y0 + 0.4 * ground.thickness(region)

    def rank(box: Box) -> tuple[float, float]:
        room = min(_clearance(box, border), ground.clearance(box))
        return min(room, ROOMY * unit), -float(np.hypot(box.x - home[0], box.y - home[1]))

    # Words of a larger region would seem to name a smaller one within it if they were on it.
    others = ground.regions - {region}
    tries = product(({region}, set(ground.fills) - others), (set(), ground.hairlines))
    for inside, through in tries:
        free = [
            box
            for box in _grid(ground, size)
            if _is_within(box, ground, region, GAP * unit)
            and ground.is_free(box, margin=GAP * unit, through=through, inside=inside)
        ]
        if free:
            return Spot(max(free, key=rank), "tint")
    return None


def inside_strip(ground: Ground, strip: Artist, size: Size, unit: float) -> Spot | None:
    """Find a roomy place in a veil, where nothing is painted beneath the text."""
    spot = inside_region(ground, strip, size, unit)
    return None if spot is None else Spot(spot.box)


def above_region(ground: Ground, region: Artist, size: Size, unit: float) -> Spot | None:
    """Find a place above a thin region, from which a leader line reaches its border."""
    width, height = size
    frame, gap = ground.frame, GAP * unit
    border = np.concatenate([path.vertices for path in ground.fills[region]])
    for share in np.linspace(0.85, 0.1, 31):
        x = frame.x0 + share * frame.width
        near = border[np.abs(border[:, 0] - x) <= np.abs(border[:, 0] - x).min()]
        top = float(near[:, 1].max())
        if top - float(border[:, 1].min()) < VISIBLE * unit:
            continue
        tip = np.array([x, top])
        for lift in LIFTS:
            box = Box(x, top + lift * unit + height / 2, width, height)
            path = np.linspace(tip, [x, box.y - height / 2 - gap], 30)
            free = ground.is_free(box, margin=gap, through=ground.hairlines)
            if free and not ground.is_crossed(path, gap):
                return Spot(box, "paper" if ground.hairlines else None, tip)
    return None


def beside_line(ground: Ground, line: Artist, size: Size, unit: float) -> Spot | None:
    """Find a place just above a line, else below, as far left as is free."""
    width, height = size
    at = ground.lines[line]
    away = height / 2 + 1.5 * unit
    own, faint = {line}, {line} | ground.hairlines
    for side in (away, -away):
        for i in range(0, len(at), 4):
            angle = tangent(at, i)
            turn = np.deg2rad(angle)
            x, y = at[i] + side * np.array([-np.sin(turn), np.cos(turn)])
            box = Box(x, y, width, height, angle)
            # A line that bends may run into words beside it.
            if ground.is_free(box, margin=unit, through=faint) and not box.holds(at, 0.5 * unit):
                clean = ground.is_free(box, margin=unit, through=own)
                return Spot(box, None if clean else "paper")
    return None


def beside_line_on_tint(ground: Ground, line: Artist, size: Size, unit: float) -> Spot | None:
    """Find a place beside a line within the regions that it runs through."""
    own = Ground(ground.frame, ground.lines, texts=ground.texts, hairlines=ground.hairlines)
    spot = beside_line(own, line, size, unit)
    return None if spot is None else Spot(spot.box, "tint")


def on_line(ground: Ground, line: Artist, size: Size, unit: float) -> Spot | None:
    """Find a place on a line, turned with it, near where it leaves the frame."""
    width, height = size
    at, frame = ground.lines[line], ground.frame
    within = (at >= [frame.x0, frame.y0]) & (at <= [frame.x1, frame.y1])
    seen = at[within.all(axis=1)]
    # Best if some of the line shows on both sides of its words.
    for left in (LINE_LEFT, 0.0):
        for i in range(len(seen) - 1, -1, -2):
            if np.hypot(*(seen[-1] - seen[i])) < width / 2 + left * unit:
                continue
            box = Box(seen[i, 0], seen[i, 1], width, height, tangent(seen, i))
            if ground.is_free(box, margin=GAP * unit, through={line}):
                return Spot(box, "paper")
    return None


def beside_segment(ground: Ground, segment: Artist, size: Size, unit: float) -> Spot | None:
    """Find a place above a straight segment, else below, near its middle; short ones have none."""
    start, end = ground.lines[segment]
    path, (width, height) = end - start, size
    length = float(np.hypot(*path))
    if length < SHORT * unit:
        return None
    normal = np.array([-path[1], path[0]]) / length
    normal *= 1.0 if normal[1] >= 0 else -1.0
    reach = (abs(normal[0]) * width + abs(normal[1]) * height) / 2 + GAP * unit
    shares = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
    for through, side, share in product((set(), ground.hairlines), (normal, -normal), shares):
        x, y = start + share * path + reach * side
        box = Box(float(x), float(y), width, height)
        passed = {segment, *through}
        if ground.is_free(box, margin=unit, through=passed, inside=ground.fills):
            return Spot(box, "paper" if through else None)
    return None


def _grid(ground: Ground, size: Size) -> Iterator[Box]:
    frame, (width, height) = ground.frame, size
    for x in np.linspace(frame.x0 + width / 2, frame.x1 - width / 2, 31):
        for y in np.linspace(frame.y0 + height / 2, frame.y1 - height / 2, 41):
            yield Box(x, y, width, height)


def _is_within(box: Box, ground: Ground, region: Artist, margin: float) -> bool:
    corners = box.corners(margin)
    return any(path.contains_points(corners).all() for path in ground.fills[region])


def _clearance(box: Box, border: Pixels) -> float:
    return float(box.distances(border).min())


# Places that are tried along a curve.
ALONG = 90
# Number of samples on both sides from which the direction of a curve is taken.
WIDE = 8
# Parts of a box that are looked at one by one.
PARTS = 5
# Every so many samples are enough to see what is near.
THINNED = 3


def sides(at: Pixels, size: Size, near: float) -> Pixels:
    """Return centres of boxes that touch a line, on both sides all along it."""
    picked = _picked(at)
    # Single steps of a curve may have any direction, so a wide stretch is taken.
    path = at[np.minimum(picked + WIDE, len(at) - 1)] - at[np.maximum(picked - WIDE, 0)]
    normal = np.column_stack([-path[:, 1], path[:, 0]])
    normal /= np.maximum(np.hypot(*normal.T), 1e-9)[:, None]
    reach = np.abs(normal) @ np.array(size) / 2 + near
    return np.concatenate([at[picked] + side * reach[:, None] * normal for side in (1.0, -1.0)])


def resting(at: Pixels, size: Size, near: float) -> Pixels:
    """Return centres of boxes that rest on a line, hang below it or lean against it.

    However rugged the line is, it runs through none of them.
    """
    turned = _stacked(at[:, ::-1], size[::-1], near)[:, ::-1]
    return np.concatenate([_stacked(at, size, near), turned])


def _stacked(at: Pixels, size: Size, near: float) -> Pixels:
    """Return centres of boxes just above and just below all of a line within their widths."""
    (width, height), x = size, at[_picked(at), 0]
    within = np.abs(at[:, 0] - x[:, None]) <= width / 2 + near / 2
    top = np.where(within, at[:, 1], -np.inf).max(axis=1) + near + height / 2
    bottom = np.where(within, at[:, 1], np.inf).min(axis=1) - near - height / 2
    return np.concatenate([np.column_stack([x, top]), np.column_stack([x, bottom])])


def is_of(centres: Pixels, size: Size, own: Pixels, others: Sequence[Pixels]) -> NDArray[np.bool_]:
    """Tell which boxes are nearer to one line than to others in most of their length.

    At the tip of a spike a name would be of the curve that runs beneath it.
    """
    shares = np.linspace(-0.5, 0.5, PARTS) * size[0]
    parts = (centres[:, None] + np.column_stack([shares, 0 * shares])).reshape(-1, 2)
    part = (0.0, size[1])
    nearer = clearance(parts, part, [own]) < clearance(parts, part, others)
    return np.asarray(nearer.reshape(-1, PARTS).mean(axis=1) > 0.5)


def clearance(centres: Pixels, size: Size, lines: Sequence[Pixels]) -> NDArray[np.float64]:
    """Return how far boxes are from the nearest sample of some lines."""
    clear = np.full(len(centres), np.inf)
    for at in (line[::THINNED] for line in lines):
        if len(at):
            dx = np.maximum(np.abs(centres[:, :1] - at[:, 0]) - size[0] / 2, 0)
            dy = np.maximum(np.abs(centres[:, 1:] - at[:, 1]) - size[1] / 2, 0)
            clear = np.minimum(clear, np.hypot(dx, dy).min(axis=1))
    return clear


def _picked(at: Pixels) -> NDArray[np.int_]:
    return np.unique(np.linspace(0, len(at) - 1, ALONG).astype(int))


LEADER_SAMPLES = 40


def leader(spot: Spot) -> Pixels:
    """Return samples of the line that leads from a name to its curve, as it is drawn."""
    assert spot.tip is not None
    centre, size = np.array([[spot.box.x, spot.box.y]]), np.array([spot.box.width, spot.box.height])
    (start,) = edges(centre, spot.tip[None], size)
    return np.linspace(start, spot.tip, LEADER_SAMPLES)


def edges(centres: Pixels, ends: Pixels, size: NDArray[np.float64]) -> Pixels:
    """Return where lines from the middles of boxes to some ends leave the boxes."""
    path = ends - centres
    share = 1 / np.maximum((2 * np.abs(path) / size).max(axis=1), 1.0)
    return np.asarray(centres + share[:, None] * path)


def crosses(starts: Pixels, ends: Pixels, path: Pixels) -> NDArray[np.bool_]:
    """Tell which of some segments meet a polyline."""
    first, last = path[:-1], path[1:]

    def side(a: Pixels, b: Pixels, c: Pixels) -> NDArray[np.float64]:
        u, v = b - a, c - a
        return np.asarray(u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])

    a, b = starts[:, None], ends[:, None]
    apart = side(a, b, first[None]) * side(a, b, last[None])
    through = side(first[None], last[None], a) * side(first[None], last[None], b)
    return np.asarray(((apart <= 0) & (through <= 0)).any(axis=1))
