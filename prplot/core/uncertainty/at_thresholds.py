"""Intervals of the metrics of thresholds that are given, from Bayesian bootstrap draws.

At a given threshold only the masses on either side of it matter. With a mass of half a row beyond
each end of a class, the drawn rates of rows without weights have Beta(k + 1/2, n - k + 1/2)
distributions: their intervals are those of Jeffreys for a binomial proportion.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, FloatArray
from prplot.core.measures.operating_point import OperatingPoint
from prplot.core.measures.point_metrics import METRICS, PointCounts
from prplot.core.record import ConfusionCurve, Observations
from prplot.core.uncertainty.draws import drawn_paths
from prplot.core.uncertainty.intervals import Resampling, measured
from prplot.core.uncertainty.paths import Paths
from prplot.core.uncertainty.runs import Runs

END_MASS = 0.5


def cells_at(
    curve: ConfusionCurve,
    points: NDArray[np.intp],
    rows: tuple[Observations, Array | None] | None = None,
) -> Runs:
    """Return the data of a curve in the cells between some of its points.

    Parameters
    ----------
    curve : ConfusionCurve
    points : ndarray of int, shape (k,)
        Rising.
    rows : (Observations, ndarray or None), optional
        The rows of the curve, and the clusters that they belong to, where counts don't tell
        everything.
    """
    if rows is None:
        return Runs.of_cells(curve, points)
    return Runs.of_rows(*rows, thresholds=curve.thresholds[points])


def edges_at_thresholds(
    cells: Runs, keys: Sequence[str], beta: float, how: Resampling
) -> dict[str, tuple[FloatArray, FloatArray]]:
    """Return the ends of intervals of metrics at each threshold between cells.

    Parameters
    ----------
    cells : Runs
        As `cells_at` returns them.
    keys : sequence of str
        Of `METRICS`.
    beta : float
    how : Resampling

    Returns
    -------
    dict of str to (ndarray, ndarray), each of shape (k,)
        Pointwise: each interval holds its level at its own threshold.
    """
    pos, neg = (float(of.sums.sum()) for of in cells.classes)

    def values(paths: Paths) -> list[FloatArray]:
        # Each draw is taken at the same prevalence; the last cell is below all thresholds.
        counts = PointCounts(paths.r[:, 1:-1] * pos, paths.x1[:, :-1] * neg, pos, neg)
        return [METRICS[key].of(counts, beta) for key in keys]

    drawn = measured(drawn_paths(cells, how.n_boot, how.stream, end_mass=END_MASS), how, values)
    ends = (np.quantile(of_key, how.tails, axis=0) for of_key in drawn)
    return {key: (low, high) for key, (low, high) in zip(keys, ends, strict=True)}


def with_intervals(
    curve: ConfusionCurve,
    places: Sequence[int],
    points: Sequence[OperatingPoint],
    rows: tuple[Observations, Array | None] | None,
    how: Resampling,
) -> list[OperatingPoint]:
    """Return operating points with the intervals of their metrics.

    Parameters
    ----------
    curve : ConfusionCurve
    places : sequence of int
        The index on the curve of each point.
    points : sequence of OperatingPoint
        At the threshold ``inf``, where nothing is predicted positive whatever the data are, there
        are no intervals.
    rows : (Observations, ndarray or None) or None
        As in `cells_at`.
    how : Resampling
    """
    are_drawn = [
        place > 0 or bool(np.isfinite(point.threshold))
        for place, point in zip(places, points, strict=True)
    ]
    drawn = np.unique(np.array(places, np.intp)[are_drawn])
    if drawn.size == 0:
        return list(points)
    cells = cells_at(curve, drawn, rows)
    betas = {point.beta for point in points}
    edges = {beta: edges_at_thresholds(cells, list(METRICS), beta, how) for beta in betas}
    return [
        _held(point, edges[point.beta], int(i), how.level) if is_drawn else point
        for point, i, is_drawn in zip(points, drawn.searchsorted(places), are_drawn, strict=True)
    ]


def _held(
    point: OperatingPoint, edges: Mapping[str, tuple[FloatArray, FloatArray]], i: int, level: float
) -> OperatingPoint:
    """Return a point with intervals that hold its own metrics, the i-th of all edges."""
    values = {key: getattr(point, key) for key in edges}
    held = {
        key: (min(low[i].item(), values[key]), max(high[i].item(), values[key]))
        for key, (low, high) in edges.items()
        if not math.isnan(values[key])
    }
    return replace(point, intervals=held, level=level)


def picked(x: FloatArray, most: int = 800) -> NDArray[np.intp]:
    """Return the places of so many values, half of them evenly by value, half evenly by rank.

    Parameters
    ----------
    x : ndarray of float, shape (k,)
        Rising.
    most : int
        Of no more values, all are taken.
    """
    if x.size <= most:
        return np.arange(x.size)
    by_rank = np.linspace(0, x.size - 1, most // 2).astype(np.intp)
    by_value = np.searchsorted(x, np.linspace(x[0], x[-1], most // 2))
    return np.unique(np.concatenate([by_rank, np.minimum(by_value, x.size - 1)]))
