"""Fewer vertices for the same picture."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from prplot.core.traces import MANY, Trace
from prplot.core.tubes import threaded

FloatArray = NDArray[np.float64]
Indices = NDArray[np.int64]

# How far what is drawn may lie from the exact curve, and the curve from what is drawn, in units of
# the axes: a tenth of a pixel where an axis has 400, a fortieth of a millimetre on ten centimetres.
TOLERANCE = 2.5e-4
# Below this a file stays small without help.
ENOUGH = MANY
# Of fewer vertices all are looked at; of more first those that can't matter are put aside.
_LOOKED_AT = 40_000
# What keeps more vertices than this jitters, and corners of its own serve it better.
_JITTERS = 600
# In PRG space a curve comes from minus infinity; further left than this it is on no usual picture.
LEFT = -1.0


def reduce(drawn: Trace, tolerance: float = TOLERANCE, *, start: float = LEFT) -> Trace:
    """Drop vertices that the picture does not need.

    Parameters
    ----------
    drawn : Trace
        With never decreasing x.
    tolerance : float
        No point of the path that `drawn` stands for lies further than this from what remains, and
        no point of what remains lies further from the path; in units of the axes.
    start : float
        Nothing is promised for x below this.

    Returns
    -------
    Trace
        The same if it has few vertices, or an error already that lets none be dropped. Both ends
        stay; other vertices need not be some of those given.
    """
    left_over = tolerance - drawn.error
    if drawn.x.size <= ENOUGH or left_over <= 0:
        return drawn
    drawn = within(drawn, start, np.inf)
    if drawn.x.size < 3:
        return drawn
    kept = fewest(drawn.x, drawn.y, left_over)
    x, y = drawn.x[kept], drawn.y[kept]
    if kept.size > _JITTERS and drawn.x.size <= _LOOKED_AT:
        cornered = threaded(drawn.x, drawn.y, left_over)
        x, y = min((x, y), cornered, key=lambda line: line[0].size)
    return replace(drawn, x=x, y=y, error=tolerance)


def fewest(x: FloatArray, y: FloatArray, tolerance: float) -> Indices:
    """Return which vertices of a polyline with never decreasing x make the same picture."""
    if x.size < 3:
        return np.arange(x.size)
    if x.size <= _LOOKED_AT:
        return _simplified(x, y, tolerance)
    # The columns only spare the second step most of its work; it may use most of the tolerance.
    kept = _extremes(x, y, tolerance / 4)
    return kept[_simplified(x[kept], y[kept], tolerance * 3 / 4)]


def within(drawn: Trace, low: float, high: float) -> Trace:
    """Drop vertices that are not finite, and those whose edges all lie left or right of a range."""
    finite = np.flatnonzero(np.isfinite(drawn.x) & np.isfinite(drawn.y))
    whole = finite.size == drawn.x.size
    x = drawn.x if whole else drawn.x[finite]
    first = max(int(np.searchsorted(x, low, side="left")) - 1, 0)
    last = int(np.searchsorted(x, high, side="right")) + 1
    if whole and first == 0 and last >= x.size:
        return drawn
    kept = finite[first:last]
    return replace(drawn, x=drawn.x[kept], y=drawn.y[kept])


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
    start, end = np.array([0]), np.array([x.size - 1])
    kept = [start, end]
    while start.size:
        length = end - start
        first = np.cumsum(length) - length
        piece = np.repeat(np.arange(start.size), length)
        at = np.arange(piece.size) + (start - first)[piece]
        distance = _distance(x, y, at, (start[piece], end[piece]))
        worst = np.maximum.reduceat(distance, first)
        far = np.flatnonzero((distance == worst[piece]) & (worst > tolerance)[piece])
        far = _first_of_each(far, piece)
        split, of = at[far], piece[far]
        kept.append(split)
        start, end = np.concatenate([start[of], split]), np.concatenate([split, end[of]])
    return np.sort(np.concatenate(kept))


def _distance(
    x: FloatArray, y: FloatArray, at: Indices, ends: tuple[Indices, Indices]
) -> FloatArray:
    """Return how far each vertex lies from the segment between two others."""
    start, end = ends
    x0, y0 = x[start], y[start]
    px, py = x[at] - x0, y[at] - y0
    dx, dy = x[end] - x0, y[end] - y0
    length = dx * dx + dy * dy
    along = np.divide(px * dx + py * dy, length, out=np.zeros_like(px), where=length > 0)
    along = np.clip(along, 0.0, 1.0)
    return np.hypot(px - along * dx, py - along * dy)
