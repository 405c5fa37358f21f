"""Simplification: fewer vertices for the same picture.

Either a polyline keeps some of its vertices (its extremes in narrow columns, then those of Douglas
and Peucker's method), or it gets new ones: a line with few edges within a tolerance band around it.
"""

from dataclasses import replace
from math import sqrt
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
# With more vertices than this, all but the extremes of columns are dropped first.
_MOST_AT_ONCE = 40_000
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
    left_over = tolerance - drawn.error
    if drawn.x.size <= ENOUGH or left_over <= 0:
        return drawn
    drawn = cropped(drawn, leftmost(drawn.space) if start is None else start, np.inf)
    if drawn.x.size < 3:
        return drawn
    kept = fewest_vertices(drawn.x, drawn.y, left_over)
    x, y = drawn.x[kept], drawn.y[kept]
    if kept.size > _JAGGED and drawn.x.size <= _MOST_AT_ONCE:
        cornered = band_polyline(drawn.x, drawn.y, left_over)
        x, y = min((x, y), cornered, key=lambda line: line[0].size)
    return replace(drawn, x=x, y=y, error=tolerance)


def fewest_vertices(x: FloatArray, y: FloatArray, tolerance: float) -> Indices:
    """Return the vertices of a polyline with never decreasing x that make the same picture."""
    if x.size < 3:
        return np.arange(x.size)
    if x.size <= _MOST_AT_ONCE:
        return _simplified(x, y, tolerance)
    # Columns only save the second step most of its work; it may use most of the tolerance.
    kept = _extremes(x, y, tolerance / 4)
    return kept[_simplified(x[kept], y[kept], tolerance * 3 / 4)]


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


def _extremes(x: FloatArray, y: FloatArray, width: float) -> Indices:
    """Return the first, lowest, highest and last vertex of every column of that width."""
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
    """Return the first of the chosen vertices in each group."""
    return chosen[np.flatnonzero(np.diff(group[chosen], prepend=-1))]


def _simplified(x: FloatArray, y: FloatArray, tolerance: float) -> Indices:
    """Return the vertices that Douglas and Peucker's method keeps, found level by level."""
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
