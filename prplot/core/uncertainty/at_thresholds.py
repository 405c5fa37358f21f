"""Intervals of the metrics of thresholds that are given, from Bayesian bootstrap draws.

At a given threshold only the masses on either side of it matter. With a mass of half a row beyond
each end of a class, the drawn rates of rows without weights have Beta(k + 1/2, n - k + 1/2)
distributions: their intervals are those of Jeffreys for a binomial proportion.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, FloatArray
from prplot.core.measures.operating_point import OperatingPoint
from prplot.core.measures.point_metrics import METRICS, PointCounts
from prplot.core.record import ConfusionCurve, Observations
from prplot.core.threads import together
from prplot.core.uncertainty.draws import BLOCK, MassSource, blocks
from prplot.core.uncertainty.intervals import Resampling
from prplot.core.uncertainty.runs import Runs

END_MASS = 0.5


@dataclass(frozen=True, eq=False)
class ThresholdSample:
    """A test set in the cells between thresholds.

    Attributes
    ----------
    runs : Runs
        A group for each cell, and the one below all thresholds.
    pos, neg : float
        The totals of the masses.
    """

    runs: Runs
    pos: float
    neg: float

    @classmethod
    def of_counts(cls, tp: Array, fp: Array, pos: float, neg: float) -> ThresholdSample:
        """Take whole counts at thresholds, best first; raise a ValueError for others."""
        if any((np.asarray(one) % 1 != 0).any() for one in (tp, fp, pos, neg)):
            raise ValueError(
                "intervals need counts, found a curve of rates or of weights; pass y_true, "
                "y_score and sample_weight"
            )
        ends = np.append(tp, pos).astype(np.float64), np.append(fp, neg).astype(np.float64)
        rise, tied = (np.diff(one, prepend=0.0) for one in ends)
        return cls(Runs.of_cells(rise, tied), float(pos), float(neg))

    @classmethod
    def of_rows(
        cls, observations: Observations, thresholds: Array, clusters: Array | None = None
    ) -> ThresholdSample:
        """Take rows, with their weights, and the clusters that they belong to.

        Parameters
        ----------
        observations : Observations
        thresholds : ndarray of float, shape (k,)
            Falling.
        clusters : ndarray, shape (n,), optional
        """
        runs = Runs.between(observations, thresholds, clusters)
        weights = observations.weights
        masses = np.ones(observations.scores.size) if weights is None else weights
        # Each class by itself: the smaller one may be lost in the sum of both.
        pos, neg = (
            float(masses[chosen].sum(dtype=np.float64))
            for chosen in (observations.is_positive, ~observations.is_positive)
        )
        return cls(runs, pos, neg)

    @classmethod
    def at(
        cls,
        curve: ConfusionCurve,
        points: NDArray[np.intp],
        rows: tuple[Observations, Array | None] | None = None,
    ) -> ThresholdSample:
        """Take the data of a curve at some of its points.

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
            return cls.of_counts(curve.tp[points], curve.fp[points], curve.pos, curve.neg)
        return cls.of_rows(rows[0], curve.thresholds[points], rows[1])

    def draws(
        self, how: Resampling, take: Callable[[PointCounts], Any] = lambda counts: counts
    ) -> Iterator[Any]:
        """Draw counts at each threshold, a block at a time, and yield what is taken of each."""
        source = MassSource(self.runs, how.stream, END_MASS, stratified=True)
        clustered = self.runs.clusters
        sources = source.gammas() if clustered is None else [source.cluster_masses]
        width = self.runs.size + (0 if clustered is None else clustered.group.size)
        sizes = blocks(how.n_boot, max(BLOCK // (width + 2), 1))
        for size in sizes:
            yield take(self._of_drawn(*together(sources, size)))
            how.watch(size)

    def _of_drawn(self, positives: FloatArray, tied: FloatArray, before: FloatArray) -> PointCounts:
        """Return counts at each threshold as shares of the class: each at the same prevalence."""
        negatives = before[:, :-1].copy()
        negatives[:, : tied.shape[1]] += tied
        tp, fp = np.cumsum(positives[:, :-1], axis=1)[:, 1:], np.cumsum(negatives, axis=1)
        of_pos = positives.sum(axis=1, keepdims=True)
        of_neg = negatives.sum(axis=1, keepdims=True) + before[:, -1:]
        return PointCounts(
            np.minimum(tp[:, :-1] / of_pos, 1) * self.pos,
            np.minimum(fp[:, :-1] / of_neg, 1) * self.neg,
            self.pos,
            self.neg,
        )


def edges_at_thresholds(
    sample: ThresholdSample, keys: Sequence[str], beta: float, how: Resampling
) -> dict[str, tuple[FloatArray, FloatArray]]:
    """Return the ends of intervals of metrics at each threshold.

    Parameters
    ----------
    sample : ThresholdSample
    keys : sequence of str
        Of `METRICS`.
    beta : float
    how : Resampling

    Returns
    -------
    dict of str to (ndarray, ndarray), each of shape (k,)
        Pointwise: each interval holds its level at its own threshold.
    """

    def values(counts: PointCounts) -> list[FloatArray]:
        return [METRICS[key].of(counts, beta) for key in keys]

    drawn = zip(*sample.draws(how, values), strict=True)
    return {
        key: _ends(np.concatenate(of_key), how.tails)
        for key, of_key in zip(keys, drawn, strict=True)
    }


def _ends(drawn: FloatArray, tails: Iterable[float]) -> tuple[FloatArray, FloatArray]:
    low, high = np.quantile(drawn, list(tails), axis=0)
    return low, high


def with_intervals(
    curve: ConfusionCurve,
    chosen: Mapping[int, Sequence[OperatingPoint]],
    rows: tuple[Observations, Array | None] | None,
    how: Resampling,
) -> dict[int, list[OperatingPoint]]:
    """Return operating points with the intervals of their metrics.

    Parameters
    ----------
    curve : ConfusionCurve
    chosen : dict of int to sequence of OperatingPoint
        By the index of the point on the curve. Where nothing is predicted positive whatever the
        data are, at the threshold ``inf``, there are no intervals.
    rows : (Observations, ndarray or None) or None
        As in `ThresholdSample.at`.
    how : Resampling
    """
    found = {place: list(points) for place, points in chosen.items()}
    drawn = (place for place, points in found.items() if place or _is_given(points))
    places = np.array(sorted(drawn), np.intp)
    if places.size == 0:
        return found
    sample = ThresholdSample.at(curve, places, rows)
    for beta in {point.beta for points in found.values() for point in points}:
        edges = edges_at_thresholds(sample, list(METRICS), beta, how)
        for i, place in enumerate(places.tolist()):
            ends = {key: (low[i].item(), high[i].item()) for key, (low, high) in edges.items()}
            found[place] = [
                _held(point, ends, how.level) if point.beta == beta else point
                for point in found[place]
            ]
    return found


def _is_given(points: Sequence[OperatingPoint]) -> bool:
    """Return whether a threshold above all scores was given, to which other data may rise."""
    return any(np.isfinite(point.threshold) for point in points)


def _held(
    point: OperatingPoint, ends: Mapping[str, tuple[float, float]], level: float
) -> OperatingPoint:
    """Return a point with intervals that hold its own metrics."""
    held = {}
    for key, (low, high) in ends.items():
        value = getattr(point, key)
        if not math.isnan(value):
            held[key] = min(low, value), max(high, value)
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
