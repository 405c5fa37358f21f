"""Lines that lead from names to their curves: where they run and what they cross."""

import numpy as np
from numpy.typing import NDArray

from prplot.draw.labels import Spot
from prplot.draw.placement import Pixels

LEADER_SAMPLES = 40


def leader(spot: Spot) -> Pixels:
    """Return samples of the line that leads from a name to its curve, as it is drawn."""
    assert spot.tip is not None
    centre, size = np.array([[spot.box.x, spot.box.y]]), np.array([spot.box.width, spot.box.height])
    (start,) = edges(centre, spot.tip[None], size)
    return np.linspace(start, spot.tip, LEADER_SAMPLES)


def edges(centres: Pixels, ends: Pixels, size: NDArray[np.float64]) -> Pixels:
    """Return where lines from the middles of boxes to some ends leave the boxes."""
    way = ends - centres
    share = 1 / np.maximum((2 * np.abs(way) / size).max(axis=1), 1.0)
    return np.asarray(centres + share[:, None] * way)


def crosses(starts: Pixels, ends: Pixels, way: Pixels) -> NDArray[np.bool_]:
    """Tell which of some segments meet a polyline."""
    first, last = way[:-1], way[1:]

    def side(a: Pixels, b: Pixels, c: Pixels) -> NDArray[np.float64]:
        u, v = b - a, c - a
        return np.asarray(u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])

    a, b = starts[:, None], ends[:, None]
    apart = side(a, b, first[None]) * side(a, b, last[None])
    through = side(first[None], last[None], a) * side(first[None], last[None], b)
    return np.asarray(((apart <= 0) & (through <= 0)).any(axis=1))
