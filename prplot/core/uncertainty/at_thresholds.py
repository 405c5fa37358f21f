"""Intervals of the metrics of thresholds that are given, from Bayesian bootstrap draws.

At a given threshold only the masses on either side of it matter. With a mass of half a row beyond
each end of a class, the drawn rates of rows without weights have Beta(k + 1/2, n - k + 1/2)
distributions: their intervals are those of Jeffreys for a binomial proportion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, FloatArray
from prplot.core.measures.point_metrics import METRICS, PointCounts
from prplot.core.record import Observations
from prplot.core.uncertainty.draws import BLOCK, MassSource
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
        """Take whole counts at thresholds, best first."""
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
        pos = float(masses[observations.is_positive].sum())
        return cls(runs, pos, float(masses.sum()) - pos)

    def draws(self, how: Resampling) -> Iterator[PointCounts]:
        """Yield draws of the counts at each threshold, a block of them at a time."""
        source = MassSource(self.runs, how.stream, END_MASS, stratified=True)
        clustered = self.runs.clusters
        draw = source.gamma_masses if clustered is None else source.cluster_masses
        width = self.runs.size + (0 if clustered is None else clustered.group.size)
        most = max(BLOCK // (width + 2), 1)
        for start in range(0, how.n_boot, most):
            rows = min(most, how.n_boot - start)
            positives, tied, before = draw(rows)
            negatives = before[:, :-1].copy()
            negatives[:, : tied.shape[1]] += tied
            tp, fp = np.cumsum(positives[:, :-1], axis=1)[:, 1:], np.cumsum(negatives, axis=1)
            of_pos = positives.sum(axis=1, keepdims=True)
            of_neg = negatives.sum(axis=1, keepdims=True) + before[:, -1:]
            # As shares of the class, so that each draw is at the same prevalence.
            yield PointCounts(
                np.minimum(tp[:, :-1] / of_pos, 1) * self.pos,
                np.minimum(fp[:, :-1] / of_neg, 1) * self.neg,
                self.pos,
                self.neg,
            )
            how.watch(rows)


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
    drawn: dict[str, list[FloatArray]] = {key: [] for key in keys}
    for counts in sample.draws(how):
        for key in keys:
            drawn[key].append(METRICS[key].of(counts, beta))
    return {key: _ends(np.concatenate(blocks), how.tails) for key, blocks in drawn.items()}


def _ends(drawn: FloatArray, tails: Iterable[float]) -> tuple[FloatArray, FloatArray]:
    low, high = np.quantile(drawn, list(tails), axis=0)
    return low, high


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
