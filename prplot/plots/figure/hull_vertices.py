"""Vertices of hulls and operating points, marked and labelled with their trade-offs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import FloatArray, brief
from prplot.core.measures.calibration import (
    accuracy_scores,
    precision_weights,
    squared_betas,
    vertices_in_prg,
)
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Space
from prplot.draw import scene
from prplot.draw.scene import Mark, Markers, Polyline, Tint
from prplot.draw.style import DISCARDED, DISCARDED_STRENGTH, VERTEX, Style
from prplot.draw.tex import typeset

Indices = NDArray[np.int64]

# Of more vertices than this, those near another are not marked; more points are not marked at all.
MANY_VERTICES = 60
MANY_POINTS = 200
# Sides of the grid cells in which one marker is kept, in shares of the axis.
VERTEX_CELL = 1 / 20
POINT_CELL = 1 / 200


def point_marks(curve: ConfusionCurve, space: Space, color: Any, style: Style) -> list[Mark]:
    """Return the operating points of a curve, faint, unless they would make a line of dots."""
    at = places(curve, space)
    shown = _one_per_cell(at, POINT_CELL)
    if shown.size > MANY_POINTS:
        return []
    faint = Tint(DISCARDED_STRENGTH, color)
    own = {**DISCARDED, **style}
    return [Mark(scene.DISCARDED, Markers(*at[shown].T), color=faint, style=own)]


def vertex_marks(
    hull: ConfusionCurve, space: Space, vertices: Indices, color: Any, style: Style
) -> list[Mark]:
    """Return vertices of a hull in ordered colours, or shades of one, the same in every space."""
    if vertices.size == 0:
        # Without a class they have no place.
        return []
    x, y = places(hull, space)[vertices].T
    shape = Markers(x, y, vertices / (hull.tp.size - 1), color)
    return [Mark(scene.VERTEX, shape, is_listed=True, style={**VERTEX, **style})]


def vertices_to_mark(hull: ConfusionCurve, spaces: Iterable[Space]) -> Indices:
    """Return which vertices of a hull to mark: all of a few, else those not near another.

    Vertices that are near each other in one of the spaces may be marked if another separates them.
    """
    at = np.column_stack([places(hull, space) for space in spaces])
    return _one_per_cell(at, VERTEX_CELL if hull.tp.size > MANY_VERTICES else 0.0)


def places(curve: ConfusionCurve, space: Space) -> FloatArray:
    """Return the coordinates of a curve's points in a space, shape (n, 2)."""
    x, y = space.project_path(curve.tp, curve.fp, curve.pos, curve.neg)
    return np.column_stack([x, y])


def _one_per_cell(at: FloatArray, side: float) -> Indices:
    """Return the indices of the first point in each cell of a grid, and of the last point."""
    known = np.flatnonzero(np.isfinite(at).all(axis=1))
    if side == 0 or known.size == 0:
        return known
    _, first = np.unique(np.floor(at[known] / side), axis=0, return_index=True)
    return known[np.union1d(first, known.size - 1)]


VALUES: dict[str, Callable[[ConfusionCurve], FloatArray]] = {
    "c": accuracy_scores,
    "d": precision_weights,
    "beta": lambda hull: np.sqrt(squared_betas(hull)),
}
# Length of the shortest segments that get a label, in shares of the axis.
SHORTEST = 0.02
SIGNS = {"c": "c", "d": "d", "beta": "β"}


def checked_calibration(show: Any, kinds: Sequence[str]) -> str:
    """Return the kind of number that labels segments, one of `kinds`; "" for False.

    True means the first kind.
    """
    if isinstance(show, bool | np.bool_):
        return kinds[0] if show else ""
    if not isinstance(show, str) or show not in kinds:
        of = ", ".join(repr(kind) for kind in kinds)
        raise ValueError(f"show_calibration must be True, False or {of}, found {brief(show)}")
    return str(show)


def segment_marks(
    space: Space, hulls: Iterable[ConfusionCurve], kind: str, colors: Iterable[Any]
) -> Iterator[Mark]:
    """Yield the segments of hulls with their calibrated numbers."""
    for hull, color in zip(hulls, colors, strict=True):
        if hull.pos == 0 or hull.neg == 0:
            continue
        vertices = slice(0, None) if kind == "c" else vertices_in_prg(hull)
        values = [f"{value:.2f}" for value in VALUES[kind](hull)]
        yield from _segments(places(hull, space)[vertices], space, SIGNS[kind], values, color)


def segment(ends: FloatArray, head: str, value: str, color: Any) -> Mark:
    """Return the straight line between two points, with a number; it is not drawn itself."""
    words, style = typeset(f"{head} = {value}"), {"linestyle": "none"}
    shape = Polyline(*np.transpose(ends))
    return Mark(scene.SEGMENT, shape, words, value=typeset(value), color=color, style=style)


def _segments(
    at: FloatArray, space: Space, sign: str, values: Sequence[str], color: Any
) -> Iterator[Mark]:
    """Yield the segments between points with the trade-off for which their ends are as good."""
    low, long = space.limits[0], np.hypot(*np.diff(at, axis=0).T) >= SHORTEST
    # Most segments of a hull with very many vertices are too short.
    for i in np.flatnonzero(long).tolist():
        start, end = at[i], at[i + 1]
        # The label belongs to the part of the segment that is in view.
        share = np.clip((low - start[0]) / (end[0] - start[0]), 0, 1) if end[0] > start[0] else 0
        seen = np.array([start + share * (end - start), end])
        yield segment(seen, sign, values[i], color)
