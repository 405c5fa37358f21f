"""Simplification: fewer vertices for the same picture, by Douglas and Peucker's method."""

from dataclasses import replace
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import FloatArray
from prplot.core.spaces import Space
from prplot.core.traces.trace import MANY, Trace

Indices = NDArray[np.int64]
# Largest distance between what is drawn and the exact curve, in units of the axes: a tenth of a
# pixel where an axis has 400, a fortieth of a millimetre on ten centimetres.
DRAWN_TOLERANCE = 2.5e-4
# With fewer vertices a file is small anyway.
ENOUGH = MANY
# With more vertices than this, the extremes of blocks of so many are looked at first.
_MOST_AT_ONCE = 40_000
_BLOCK = 128
# About so many vertices are compared with their segments together.
_TOGETHER = 2**17
# The square of a length that is still above 0 and has a reciprocal.
_SHORTEST = 1e-300


def leftmost(space: Space) -> float:
    """Return the x from which on traces are true: one width left of the axes.

    In PRG space a curve comes from minus infinity; further left it is on no usual picture.
    """
    low, high = space.limits
    return 2 * low - high


def simplified(
    drawn: Trace, tolerance: float = DRAWN_TOLERANCE, within: tuple[float, float] | None = None
) -> Trace:
    """Return a trace with some of its own vertices, for the same picture.

    Parameters
    ----------
    drawn : Trace
        With never decreasing x.
    tolerance : float
        Largest distance of the result from the path that `drawn` stands for, and of that path from
        the result, in units of the axes.
    within : (float, float), optional
        The range of x in which the tolerance holds, by default from one width left of the axes on.

    Returns
    -------
    Trace
        The same if it has few vertices, or an error of the tolerance already. Both ends stay.
    """
    if drawn.x.size <= ENOUGH or tolerance <= drawn.error:
        return drawn
    drawn = cropped(drawn, *(within or (leftmost(drawn.space), np.inf)))
    kept = fewest_vertices(drawn.x, drawn.y, tolerance - drawn.error)
    return replace(drawn, x=drawn.x[kept], y=drawn.y[kept], error=tolerance)


def thinned_in_columns(drawn: Trace, width: float) -> Trace:
    """Return a trace with at most four vertices in each column of a width, for the same picture.

    The first, the lowest, the highest and the last vertex of a column stay, so that every other one
    has a point of the result at its height and not further away than the width.

    Parameters
    ----------
    drawn : Trace
        With finite vertices and never decreasing x.
    width : float
        Of a column, in units of x.

    Returns
    -------
    Trace
        The same if it has few vertices.
    """
    if drawn.x.size <= ENOUGH:
        return drawn
    column = np.floor((drawn.x - drawn.x[0]) / width)
    kept = extremes(drawn.y, np.flatnonzero(np.diff(column, prepend=-1.0)))
    return replace(drawn, x=drawn.x[kept], y=drawn.y[kept])


def extremes(y: FloatArray, first: Indices) -> Indices:
    """Return the first, the lowest, the highest and the last vertex of each run of vertices.

    Parameters
    ----------
    y : ndarray of float, shape (n,)
    first : ndarray of int, shape (k,)
        Where the runs begin, from 0 on.
    """
    count = np.diff(first, append=y.size)
    found = [first, first + count - 1]
    for extreme in (np.minimum, np.maximum):
        reaching = np.flatnonzero(y == np.repeat(extreme.reduceat(y, first), count))
        found.append(reaching[np.searchsorted(reaching, first)])
    return np.unique(np.concatenate(found))


def fewest_vertices(x: FloatArray, y: FloatArray, tolerance: float) -> Indices:
    """Return the vertices of a polyline with never decreasing x that make the same picture.

    Parameters
    ----------
    x, y : ndarray of float, shape (n,)
    tolerance : float
        Largest distance of a vertex from the segment that replaces it.

    Returns
    -------
    ndarray of int, shape (m,)
        Numbers of the vertices that Douglas and Peucker's method keeps, with both ends.

    Notes
    -----
    The method splits a line at the vertex farthest from the segment between its ends, and so on
    with both pieces. All pieces are split at once, and the first ones are short already.
    """
    if x.size < 3:
        return np.arange(x.size)
    edges = _first_pieces(x, y, tolerance)
    start, end, kept = edges[:-1], edges[1:], [edges]
    while start.size:
        inner = end - start > 1
        start, end = start[inner], end[inner]
        distance, split = _farthest(x, y, start, end)
        far = distance > tolerance
        start, end, split = start[far], end[far], split[far]
        kept.append(split)
        start, end = np.concatenate([start, split]), np.concatenate([split, end])
    return np.sort(np.concatenate(kept))


def _first_pieces(x: FloatArray, y: FloatArray, tolerance: float) -> Indices:
    """Return vertices, with both ends, most of which the method would keep in the end."""
    if x.size > _MOST_AT_ONCE:
        coarse = extremes(y, np.arange(0, y.size, _BLOCK))
        return coarse[fewest_vertices(x[coarse], y[coarse], tolerance)]
    step = max(16, isqrt(x.size) // 2)
    ends = np.append(np.arange(0, max(1, x.size - step), step), x.size - 1)
    distance, vertex = _farthest(x, y, ends[:-1], ends[1:])
    return np.concatenate([[0], vertex[distance > tolerance], [x.size - 1]])


def _farthest(
    x: FloatArray, y: FloatArray, start: Indices, end: Indices
) -> tuple[FloatArray, Indices]:
    """Return how far the farthest vertex between two others is from their segment, and which."""
    before = np.cumsum(end - start) // _TOGETHER
    # Not all at once: a dozen numbers are computed for each vertex.
    parts = np.split(np.arange(start.size), np.flatnonzero(np.diff(before)) + 1)
    found = [_farthest_at_once(x, y, start[part], end[part]) for part in parts]
    distance, vertex = zip(*found, strict=True)
    return np.concatenate(distance), np.concatenate(vertex)


def _farthest_at_once(
    x: FloatArray, y: FloatArray, start: Indices, end: Indices
) -> tuple[FloatArray, Indices]:
    count = end - start - 1
    first = np.cumsum(count) - count
    at = np.arange(count.sum()) + np.repeat(start + 1 - first, count)
    edge_x, edge_y = x[end] - x[start], y[end] - y[start]
    length = edge_x * edge_x + edge_y * edge_y
    per_length = np.divide(1.0, length, out=np.zeros_like(length), where=length > _SHORTEST)
    across, up, per_length = (np.repeat(each, count) for each in (edge_x, edge_y, per_length))
    right, rise = x[at] - np.repeat(x[start], count), y[at] - np.repeat(y[start], count)
    along = np.clip((right * across + rise * up) * per_length, 0.0, 1.0)
    right -= along * across
    rise -= along * up
    square = right * right + rise * rise
    greatest = np.maximum.reduceat(square, first) if first.size else square
    reaching = np.flatnonzero(square == np.repeat(greatest, count))
    farthest = at[reaching[np.searchsorted(reaching, first)]]
    return np.sqrt(greatest), farthest


def cropped(drawn: Trace, low: float, high: float) -> Trace:
    """Return a trace without vertices that are not finite or whose edges lie outside a range."""
    finite = np.flatnonzero(np.isfinite(drawn.x) & np.isfinite(drawn.y))
    whole = finite.size == drawn.x.size
    x = drawn.x if whole else drawn.x[finite]
    first = max(int(np.searchsorted(x, low, side="left")) - 1, 0)
    last = int(np.searchsorted(x, high, side="right")) + 1
    if whole and first == 0 and last >= x.size:
        return drawn
    kept = finite[first:last]
    return replace(drawn, x=drawn.x[kept], y=drawn.y[kept])
