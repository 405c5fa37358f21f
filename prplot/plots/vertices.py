"""Operating points and vertices of hulls, marked so that they can be told apart."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from prplot.core.counts import ConfusionCurve
from prplot.core.spaces import Space
from prplot.draw import labels as marks
from prplot.draw import palettes
from prplot.draw import style as looks
from prplot.draw.artists import draw_points, draw_vertices

FloatArray = NDArray[np.float64]
Indices = NDArray[np.int64]

# Markers closer than this share of the axis hide each other; a few may.
MANY_VERTICES = 60
MANY_POINTS = 200
VERTICES_APART = 1 / 20
POINTS_APART = 1 / 200


def add_points(
    ax: Axes, space: Space, curve: ConfusionCurve, *, color: Any, style: looks.Style
) -> None:
    """Mark the operating points of a curve faintly, unless they would make a line of dots."""
    at = places(curve, space)
    shown = _apart(at, POINTS_APART)
    if shown.size > MANY_POINTS:
        return
    x, y = at[shown].T
    own = {"color": looks.shade(ax, looks.DISCARDED_STRENGTH, color), "label": "_"}
    draw_points(x, y, ax, {**looks.DISCARDED, **own, **style}).set_gid(marks.DISCARDED)


def add_vertices(
    ax: Axes,
    space: Space,
    hull: ConfusionCurve,
    vertices: Indices,
    *,
    color: Any,
    style: looks.Style,
) -> None:
    """Mark vertices of a hull in ordered colours, or shades of one, the same in every space."""
    x, y = places(hull, space)[vertices].T
    colors = palettes.shared_colors(vertices / (hull.tp.size - 1), ax, color)
    draw_vertices(x, y, ax, colors, {"label": "_", **style}).set_gid(marks.VERTEX)


def vertices_apart(hull: ConfusionCurve, spaces: Iterable[Space]) -> Indices:
    """Return which vertices of a hull to mark: all of a few, else those that can be told apart.

    In one of the spaces at least none hides another.
    """
    at = np.column_stack([places(hull, space) for space in spaces])
    return _apart(at, VERTICES_APART if hull.tp.size > MANY_VERTICES else 0.0)


def places(curve: ConfusionCurve, space: Space) -> FloatArray:
    """Return the coordinates of a curve's points in a space, shape (n, 2)."""
    x, y = space.project_path(curve.tp, curve.fp, curve.pos, curve.neg)
    return np.column_stack([x, y])


def _apart(at: FloatArray, distance: float) -> Indices:
    """Return which points are the first in their cell of a grid, and the last point."""
    known = np.flatnonzero(np.isfinite(at).all(axis=1))
    if distance == 0 or known.size == 0:
        return known
    _, first = np.unique(np.floor(at[known] / distance), axis=0, return_index=True)
    return known[np.union1d(first, known.size - 1)]
