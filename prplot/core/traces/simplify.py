"""Fewer vertices for the same picture.

A polyline keeps its extremes in each pixel, or is replaced by the fewest straight lines through a
band of tolerance around it.
"""

from dataclasses import replace
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import FloatArray
from prplot.core.traces.trace import MANY, Trace

Vector = tuple[float, float]


class Reach(NamedTuple):
    """The last vertex that one straight line leads to, and the outermost directions of such lines.

    Without directions the vertex is so near that every direction will do.
    """

    vertex: int
    low: Vector | None
    high: Vector | None


def threaded(x: FloatArray, y: FloatArray, tolerance: float) -> tuple[FloatArray, FloatArray]:
    """Draw a polyline with few edges, nowhere further from it than a tolerance, nor it from them.

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
    A greedy search: a ray from the last corner goes on for as long as it passes all vertices in
    their order within the tolerance. The directions of such rays are a cone, which each vertex
    narrows. The edge ends beside the vertex that it leads to. So both lines are
    walked together, and are never further apart (the Fréchet distance).
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
        # The next vertex can always be led to.
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
    """Return how far one straight line from a corner leads."""
    # Written out, for it runs once for each vertex: l and h are the outermost directions, a and b
    # those of one vertex. Of two vectors the second lies left if their product is above 0.
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
    """Return where an edge may end: on the ray in the middle, on the outermost ones."""
    if reach.low is None or reach.high is None:
        return [_beside(given, reach.vertex, corner)]
    x, y = given[0][reach.vertex], given[1][reach.vertex]
    low, high = _unit(reach.low), _unit(reach.high)
    found = []
    middle = _unit((low[0] + high[0], low[1] + high[1]))
    for right, up in (middle, low, high):
        # Where a ray may lean back, one straight up or down is as near: x never decreases.
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


Indices = NDArray[np.int64]

# How far what is drawn may lie from the exact curve, and the curve from what is drawn, in units of
# the axes: a tenth of a pixel where an axis has 400, a fortieth of a millimetre on ten centimetres.
DRAWN_TOLERANCE = 2.5e-4
# Below this a file stays small without help.
ENOUGH = MANY
# Of fewer vertices all are looked at; of more first those that can't matter are put aside.
_LOOKED_AT = 40_000
# What keeps more vertices than this jitters, and corners of its own serve it better.
_JITTERS = 600
# In PRG space a curve comes from minus infinity; further left than this it is on no usual picture.
LEFT = -1.0


def reduce(drawn: Trace, tolerance: float = DRAWN_TOLERANCE, *, start: float = LEFT) -> Trace:
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
