"""Free places for words beside markers, and markers that a legend can tell apart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.lines import Line2D
from matplotlib.text import Text
from numpy.typing import NDArray

from prplot.draw import style as looks
from prplot.draw.placement import Box, Ground, Pixels

# Around a marker: on which sides words may stand, the best first.
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
# How much words are drawn to the right, in terms of a marker at this distance that repels them.
RIGHT = 12.0
# What it costs to stand on the other side, in points of a leader.
TURNED = 40.0
# What a legend names has another shape than what has its words beside it.
OTHER_SHAPES = (*looks.SHAPES[1:], "<", ">", "p", "X", "*", "h", "d")


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
        """Return all others than what stands at some place."""
        apart = np.hypot(*(self.centres - centre).T) > unit
        return Discs(self.centres[apart], self.radii[apart])

    def distance(self, box: Box) -> float:
        """Return how far a box is from the rim of the nearest."""
        return float(np.min(box.distances(self.centres) - self.radii, initial=np.inf))

    def meet(self, way: Pixels, margin: float) -> bool:
        """Tell whether any is near samples of a way."""
        apart = np.hypot(*(way[:, None] - self.centres).transpose(2, 0, 1))
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
            way = _way(box, centre, radius)
            if _is_clear(way, ground, discs, unit, crossing=crossing):
                return box, way[-1], through
    return None


def tell_apart(points: Sequence[Line2D], words: Sequence[str]) -> list[bool]:
    """Give markers that only a legend can name shapes of their own; tell which have an entry.

    Those of equal words have one shape and one entry.
    """
    known = list(dict.fromkeys(words))
    for point, said in zip(points, words, strict=True):
        if point.get_marker() in (*looks.SHAPES, *OTHER_SHAPES):
            point.set_marker(OTHER_SHAPES[known.index(said) % len(OTHER_SHAPES)])
    return [said not in words[:i] for i, said in enumerate(words)]


def _around(
    centres: Pixels, size: tuple[float, float], unit: float, discs: Discs
) -> Iterator[tuple[Box, Pixels]]:
    """Yield boxes around markers, near ones first, and those that face away from other markers."""
    ways = np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])
    turned = [TURNED * (1 - ways @ _away(at, discs, unit)) for at in centres]
    cost = np.array(turned)[:, :, None] + REACHES
    for place in np.argsort(cost, axis=None, kind="stable"):
        i, j, k = np.unravel_index(place, cost.shape)
        x, y = centres[i] + ways[j] * (REACHES[k] * unit + np.array(size) / 2)
        yield Box(float(x), float(y), *size), centres[i]


def _away(centre: Pixels, discs: Discs, unit: float) -> Pixels:
    """Return in which direction a marker has the fewest others, the right if there are none."""
    apart = centre - discs.but(centre, unit).centres
    pushed = (apart / (apart**2).sum(axis=1)[:, None]).sum(axis=0)
    pushed = pushed + np.array([1 / (RIGHT * unit), 0.0])
    return np.asarray(pushed / max(float(np.hypot(*pushed)), 1e-9))


def _way(box: Box, centre: Pixels, radius: float) -> Pixels:
    """Return samples of a leader from the edge of a box to the rim of a marker."""
    middle = np.array([box.x, box.y])
    whole = centre - middle
    length = max(float(np.hypot(*whole)), 1e-9)
    out = 1 / max(float((2 * np.abs(whole) / [box.width, box.height]).max()), 1.0)
    shares = np.linspace(out, max(1 - radius / length, out), max(int(length / 2), 8))
    return np.asarray(middle + shares[:, None] * whole)


def _is_clear(way: Pixels, ground: Ground, discs: Discs, unit: float, *, crossing: bool) -> bool:
    """Tell whether a leader meets no words, leaders and other markers, and perhaps no curve."""
    margin = APART * unit
    # Its own marker is at its end.
    before = way[np.hypot(*(way - way[-1]).T) > margin]
    if discs.meet(before, margin):
        return False
    for text in ground.texts.values():
        x0, y0, x1, y1 = text.extents
        low, high = np.array([x0, y0]) - margin, np.array([x1, y1]) + margin
        if ((way >= low) & (way <= high)).all(axis=1).any():
            return False
    far = way[np.hypot(*(way - way[-1]).T) > TIP * unit]
    for line, at in ground.lines.items():
        if is_marker(line) or len(at) == 0 or (line in ground.references):
            continue
        is_leader = isinstance(line, Text)
        if crossing and not is_leader:
            continue
        near = np.hypot(*((way if is_leader else far)[:, None] - at).transpose(2, 0, 1))
        if near.size and near.min() < margin:
            return False
    return True
