"""Simplification: fewer vertices for the same picture.

Either a polyline keeps some of its vertices, by Douglas and Peucker's method, or it gets new ones:
a line with few edges within a tolerance band around it.
"""

from dataclasses import replace
from math import isqrt, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import FloatArray
from prplot.core.spaces import Space
from prplot.core.traces.trace import MANY, Trace

Indices = NDArray[np.int64]
Vector = tuple[float, float]
# Largest distance between what is drawn and the exact curve, in units of the axes: a tenth of a
# pixel where an axis has 400, a fortieth of a millimetre on ten centimetres.
DRAWN_TOLERANCE = 2.5e-4
# With fewer vertices a file is small anyway.
ENOUGH = MANY
# With more vertices than this, the extremes of blocks of so many are looked at first.
_MOST_AT_ONCE = 40_000
_BLOCK = 32
# About so many vertices are compared with their segments together.
_TOGETHER = 2**17
# The square of a length that is still above 0 and has a reciprocal.
_SHORTEST = 1e-300
# A line that keeps more vertices than this is jagged, and may do with fewer new ones.
_JAGGED = 600


def leftmost(space: Space) -> float:
    """Return the x from which on traces are true: one width left of the axes.

    In PRG space a curve comes from minus infinity; further left it is on no usual picture.
    """
    low, high = space.limits
    return 2 * low - high


def simplified(
    drawn: Trace, tolerance: float = DRAWN_TOLERANCE, *, start: float | None = None
) -> Trace:
    """Return a trace with fewer vertices for the same picture.

    Parameters
    ----------
    drawn : Trace
        With never decreasing x.
    tolerance : float
        Largest distance of the result from the path that `drawn` stands for, and of that path from
        the result, in units of the axes.
    start : float, optional
        The tolerance holds from this x on, by default from one width left of the axes on.

    Returns
    -------
    Trace
        The same if it has few vertices, or an error of the tolerance already. Both ends stay; other
        vertices may be new.
    """
    if _is_small(drawn, tolerance):
        return drawn
    drawn = cropped(drawn, leftmost(drawn.space) if start is None else start, np.inf)
    if drawn.x.size < 3:
        return drawn
    few = _reduced(drawn, tolerance)
    if few.x.size > _JAGGED and drawn.x.size <= _MOST_AT_ONCE:
        x, y = band_polyline(drawn.x, drawn.y, tolerance - drawn.error)
        return min(few, replace(few, x=x, y=y), key=lambda line: line.x.size)
    return few


def thinned(drawn: Trace, tolerance: float) -> Trace:
    """Return a trace with some of its own vertices, for the same picture.

    It may have somewhat more vertices than `simplified` returns, and is computed many times faster.

    Parameters
    ----------
    drawn : Trace
        With finite vertices and never decreasing x.
    tolerance : float
        As for `simplified`.

    Returns
    -------
    Trace
        The same if it has few vertices, or an error of the tolerance already.
    """
    return drawn if _is_small(drawn, tolerance) else _reduced(drawn, tolerance)


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
    first = np.flatnonzero(np.diff(column, prepend=-1.0))
    last = np.append(first[1:], column.size) - 1
    by_height = np.lexsort((drawn.y, column))
    kept = np.unique(np.concatenate([first, last, by_height[first], by_height[last]]))
    return replace(drawn, x=drawn.x[kept], y=drawn.y[kept])


def _is_small(drawn: Trace, tolerance: float) -> bool:
    """Tell whether a trace has few vertices, or whether none may be dropped."""
    return drawn.x.size <= ENOUGH or tolerance <= drawn.error


def _reduced(drawn: Trace, tolerance: float) -> Trace:
    kept = fewest_vertices(drawn.x, drawn.y, tolerance - drawn.error)
    return replace(drawn, x=drawn.x[kept], y=drawn.y[kept], error=tolerance)


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
        coarse = _extremes(y)
        return coarse[fewest_vertices(x[coarse], y[coarse], tolerance)]
    step = max(16, isqrt(x.size) // 2)
    ends = np.append(np.arange(0, max(1, x.size - step), step), x.size - 1)
    distance, vertex = _farthest(x, y, ends[:-1], ends[1:])
    return np.concatenate([[0], vertex[distance > tolerance], [x.size - 1]])


def _extremes(y: FloatArray) -> Indices:
    """Return the lowest and the highest vertex of each block, and both ends."""
    first = np.arange(y.size // _BLOCK) * _BLOCK
    blocks = y[: first.size * _BLOCK].reshape(-1, _BLOCK)
    chosen = np.zeros(y.size, bool)
    chosen[[0, -1]] = True
    chosen[first + blocks.argmin(axis=1)] = True
    chosen[first + blocks.argmax(axis=1)] = True
    return np.flatnonzero(chosen)


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


class Reach(NamedTuple):
    """The last vertex that one straight line reaches, and the outermost directions of such lines.

    Without directions the vertex is so near that every direction will do.
    """

    vertex: int
    low: Vector | None
    high: Vector | None


def band_polyline(x: FloatArray, y: FloatArray, tolerance: float) -> tuple[FloatArray, FloatArray]:
    """Return a polyline with few edges that stays within a tolerance of the given one.

    Parameters
    ----------
    x, y : ndarray of float, shape (n,)
        Vertices, at least two, with never decreasing x.
    tolerance : float
        Above 0.

    Returns
    -------
    x, y : ndarray of float, shape (m,)
        With never decreasing x, between the least and the greatest x and y of the vertices. Both
        ends are kept.

    Notes
    -----
    A greedy search: an edge from the last corner goes on for as long as it can pass all vertices in
    their order within the tolerance. Its possible directions are a cone, which each vertex narrows.
    The edge ends beside the vertex that it reaches. So two points can move along both lines and
    never be further apart than the tolerance (the Fréchet distance).
    """
    given = x.tolist(), y.tolist()
    right, floor, ceiling = given[0][-1], min(given[1]), max(given[1])
    corner, last, far = (given[0][0], given[1][0]), 0, len(given[0]) - 1
    corners = [corner]
    while last < far:
        reach = _reach(given, corner, last + 1, tolerance)
        inside = (
            end
            for end in _ends(given, corner, reach)
            if end[0] <= right and floor <= end[1] <= ceiling
        )
        # The next vertex can always be reached.
        following = next(inside, None)
        last = last + 1 if following is None else reach.vertex
        corner = _beside(given, last, corner) if following is None else following
        corners.append(corner)
    if corner != (given[0][far], given[1][far]):
        corners.append((given[0][far], given[1][far]))
    return np.array([x for x, _ in corners]), np.array([y for _, y in corners])


def _reach(
    given: tuple[list[float], list[float]], corner: Vector, first: int, tolerance: float
) -> Reach:
    """Return how far one straight line from a corner reaches."""
    # Written out because it runs for each vertex: l and h are the outermost directions, a and b
    # those of one vertex. The second of two vectors lies left if their cross product is above 0.
    start_x, start_y = corner
    square, farthest, is_open = tolerance * tolerance, 0.0, True
    reach, lx, ly, hx, hy = (first, True, 0.0, 0.0, 0.0, 0.0), 0.0, 0.0, 0.0, 0.0
    for vertex in range(first, len(given[0])):
        px, py = given[0][vertex] - start_x, given[1][vertex] - start_y
        length = px * px + py * py
        if length > square:
            along = sqrt(length - square)
            ax, ay = px * along + py * tolerance, py * along - px * tolerance
            bx, by = px * along - py * tolerance, py * along + px * tolerance
            if is_open:
                is_open, lx, ly, hx, hy = False, ax, ay, bx, by
            elif lx * by <= ly * bx or hx * ay >= hy * ax:
                break
            else:
                if lx * ay > ly * ax:
                    lx, ly = ax, ay
                if hx * by < hy * bx:
                    hx, hy = bx, by
        # An edge that ended before the farthest of its vertices would miss it.
        if length >= farthest:
            farthest, reach = length, (vertex, is_open, lx, ly, hx, hy)
    vertex, is_open, lx, ly, hx, hy = reach
    return Reach(vertex, None, None) if is_open else Reach(vertex, (lx, ly), (hx, hy))


def _ends(given: tuple[list[float], list[float]], corner: Vector, reach: Reach) -> list[Vector]:
    """Return where an edge may end: on the middle ray first, then on the outermost ones."""
    if reach.low is None or reach.high is None:
        return [_beside(given, reach.vertex, corner)]
    x, y = given[0][reach.vertex], given[1][reach.vertex]
    low, high = _unit(reach.low), _unit(reach.high)
    found = []
    middle = _unit((low[0] + high[0], low[1] + high[1]))
    for right, up in (middle, low, high):
        # x never decreases, so that a vertical ray is as near as one that leans back.
        ray = (right, up) if right >= 0 else (0.0, 1.0 if up > 0 else -1.0)
        along = (x - corner[0]) * ray[0] + (y - corner[1]) * ray[1]
        found.append((corner[0] + along * ray[0], corner[1] + along * ray[1]))
    return found


def _beside(given: tuple[list[float], list[float]], vertex: int, corner: Vector) -> Vector:
    # The corner may lie ahead by the tolerance.
    return max(given[0][vertex], corner[0]), given[1][vertex]


def _unit(vector: Vector) -> Vector:
    length = sqrt(vector[0] * vector[0] + vector[1] * vector[1]) or 1.0
    return vector[0] / length, vector[1] / length
