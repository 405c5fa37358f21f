"""Fewer vertices for the same picture: all that remain are vertices of the polyline given."""

import numpy as np
from numpy.typing import NDArray

from prplot.core.traces import Trace

FloatArray = NDArray[np.float64]
Indices = NDArray[np.int64]

# A tenth of a pixel where an axis is 400 pixels long.
TOLERANCE = 2.5e-4
# Below this a file stays small without help.
ENOUGH = 2000


def reduce(drawn: Trace, tolerance: float = TOLERANCE) -> Trace:
    """Drop vertices that the picture does not need.

    Parameters
    ----------
    drawn : Trace
        With never decreasing x.
    tolerance : float
        No dropped finite vertex lies further than this from what remains, in units of the axes.

    Returns
    -------
    Trace
        The same if it has few vertices.
    """
    if drawn.x.size <= ENOUGH:
        return drawn
    # In PRG space a curve comes from minus infinity; nothing of that is on any picture.
    seen = np.isfinite(drawn.x) & np.isfinite(drawn.y)
    drawn = Trace(drawn.x[seen], drawn.y[seen], drawn.space)
    # The columns only spare the second step most of its work; it may use most of the tolerance.
    kept = _extremes(drawn.x, drawn.y, tolerance / 4)
    kept = kept[_simplified(drawn.x[kept], drawn.y[kept], tolerance * 3 / 4)]
    return Trace(drawn.x[kept], drawn.y[kept], drawn.space)


def _extremes(x: FloatArray, y: FloatArray, width: float) -> Indices:
    """Keep the first, lowest, highest and last vertex of every column of that width."""
    column = np.floor(x / width)
    first = np.flatnonzero(np.diff(column, prepend=-np.inf))
    last = np.append(first[1:], x.size) - 1
    group = np.repeat(np.arange(first.size), np.diff(np.append(first, x.size)))
    kept = [first, last]
    for extreme in (np.minimum, np.maximum):
        reaching = np.flatnonzero(y == extreme.reduceat(y, first)[group])
        kept.append(_first_of_each(reaching, group))
    return np.unique(np.concatenate(kept))


def _first_of_each(chosen: Indices, group: Indices) -> Indices:
    return chosen[np.flatnonzero(np.diff(group[chosen], prepend=-1))]


def _simplified(x: FloatArray, y: FloatArray, tolerance: float) -> Indices:
    """Douglas and Peucker's line simplification, all pieces of one level at once."""
    kept = np.array([0, x.size - 1])
    while True:
        start, end = kept[:-1], kept[1:]
        piece = np.repeat(np.arange(start.size), end - start)
        distance = _distance(x, y, start[piece], end[piece])
        worst = np.maximum.reduceat(distance, start)
        far = np.flatnonzero((distance == worst[piece]) & (worst[piece] > tolerance))
        if far.size == 0:
            return kept
        kept = np.union1d(kept, _first_of_each(far, piece))


def _distance(x: FloatArray, y: FloatArray, start: Indices, end: Indices) -> FloatArray:
    """Return how far vertex ``i`` lies from the segment from vertex ``start[i]`` to ``end[i]``."""
    px, py = x[: start.size] - x[start], y[: start.size] - y[start]
    dx, dy = x[end] - x[start], y[end] - y[start]
    length = dx * dx + dy * dy
    along = np.divide(px * dx + py * dy, length, out=np.zeros_like(px), where=length > 0)
    along = np.clip(along, 0.0, 1.0)
    return np.hypot(px - along * dx, py - along * dy)
