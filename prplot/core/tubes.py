"""Few straight lines through a tube around a polyline, with corners anywhere inside of it.

A picture of a jittering line needs fewer corners when they need not be the line's own: a straight
line through the middle of its teeth is twice as near as one from tip to tip.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
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
