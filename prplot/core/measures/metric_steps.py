"""Metrics of operating points against the threshold, or against the share predicted positive.

With ``score >= t`` predicted positive, a metric at ``t`` is that of the lowest score at or above
``t``: a step function that jumps at every distinct score.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Self

import numpy as np

from prplot.core.checks import Array, FloatArray, floats_of
from prplot.core.measures.point_metrics import METRICS, PointCounts
from prplot.core.record import ConfusionCurve
from prplot.core.traces.step_function import StepFunction

THRESHOLD, RATE = "threshold", "rate"
# Where bounds of gains that have none end.
_LOWEST = -1e6


@dataclass(frozen=True, eq=False)
class MetricSteps:
    """The operating points of a curve in the order of thresholds, or of shares.

    Attributes
    ----------
    curve : ConfusionCurve
    x : ndarray of float, shape (k,)
        Thresholds or shares predicted positive, rising.
    points : ndarray of int, shape (k + 1,)
        The points of the curve that hold below the first `x`, between each two, and above the last.
    is_known : ndarray of bool, shape (k + 1,), or None
        As in `StepFunction`: where the curve may have other points at scores that it does not list,
        only its own are known.
    holds_at : {"left", "right"}
        As in `StepFunction`.
    """

    curve: ConfusionCurve
    x: FloatArray
    points: Array
    is_known: Array | None
    holds_at: str

    @classmethod
    def of(cls, curve: ConfusionCurve, against: str = THRESHOLD) -> Self:
        """Take a curve, counted at every distinct score if all steps are to be exact.

        Parameters
        ----------
        curve : ConfusionCurve
        against : {"threshold", "rate"}
        """
        return cls._by_threshold(curve) if against == THRESHOLD else cls._by_rate(curve)

    @classmethod
    def _by_threshold(cls, curve: ConfusionCurve) -> Self:
        thresholds = floats_of(curve.thresholds, "y_score")
        found = np.flatnonzero(np.isfinite(thresholds))
        # Of several points at one threshold, the last one has all scores from there on.
        found = found[np.append(thresholds[found[:-1]] != thresholds[found[1:]], True)][::-1]
        # Above the highest threshold nothing is predicted positive.
        points = np.append(found, 0)
        return cls(curve, thresholds[found], points, _known(curve, points), "left")

    @classmethod
    def _by_rate(cls, curve: ConfusionCurve) -> Self:
        at = PointCounts.of(curve)
        rate = at.predicted / (at.pos + at.neg)
        found = np.flatnonzero(np.append(rate[:-1] != rate[1:], True))
        found = found[rate[found] > 0]
        points = np.append(0, found)
        is_known = _known(curve, points[::-1])
        is_known = None if is_known is None else is_known[::-1]
        return cls(curve, rate[found], points, is_known, "right")

    @cached_property
    def counts(self) -> PointCounts:
        """The counts of each piece."""
        return PointCounts.of(self.curve, self.points)

    def function(self, key: str, beta: float = 1.0) -> StepFunction:
        """Return a metric as a function.

        Parameters
        ----------
        key : str
            Of `METRICS`.
        beta : float
        """
        return self._of(METRICS[key].of(self.counts, beta))

    def minimum_precision(self) -> StepFunction:
        """Return the least precision at each recall, ``pi r / (1 - pi + pi r)`` (Boyd et al.)."""
        at = self.counts
        found = np.full(at.tp.shape, 0.0 if at.pos else np.nan)
        return self._of(np.divide(at.tp, at.neg + at.tp, out=found, where=at.tp > 0))

    def bounds(self, key: str, beta: float = 1.0) -> tuple[StepFunction, StepFunction] | None:
        """Return the lowest and the highest value of a metric where it is not known exactly.

        Every metric rises or falls with true positives, and with false ones, so that its extremes
        belong to corners of the counts that are possible between two points.

        Returns
        -------
        (StepFunction, StepFunction) or None
            The same where the metric is known; None if it is known everywhere.
        """
        if self.is_known is None or self.x.size < 2:
            return None
        at, place = self.counts, slice(1, None) if self.holds_at == "left" else slice(None, -1)
        ends = []
        for tp_end, fp_end in product((np.minimum, np.maximum), repeat=2):
            tp, fp = at.tp.copy(), at.fp.copy()
            for counts, extreme in ((tp, tp_end), (fp, fp_end)):
                chosen = extreme(counts[:-1], counts[1:])
                counts[place] = np.where(self.is_known[place], counts[place], chosen)
            ends.append(METRICS[key].of(PointCounts(tp, fp, at.pos, at.neg), beta))
        outer = np.zeros(self.points.size, bool)
        outer[[0, -1]] = True
        found = np.where(outer & ~self.is_known, np.nan, ends)
        # Where perhaps nothing is predicted positive, precision has the bounds of what else may be.
        bounds = (np.maximum(of.reduce(found), _LOWEST) for of in (np.fmin, np.fmax))
        low, high = (StepFunction(self.x, one, None, self.holds_at) for one in bounds)
        return low, high

    def _of(self, values: FloatArray) -> StepFunction:
        known = np.where(np.isfinite(values), values, np.nan)
        return StepFunction(self.x, known, self.is_known, self.holds_at)


def _known(curve: ConfusionCurve, points: Array) -> Array | None:
    """Return for which pieces no other point can lie between the one that holds and the next.

    Parameters
    ----------
    curve : ConfusionCurve
    points : ndarray of int, shape (k + 1,)
        By rising threshold; the piece of each but the first one begins at the threshold before it.
    """
    if not curve.lists_all_scores:
        known = np.zeros(points.size, bool)
        known[0] = bool(points.size > 1 and points[0] == curve.tp.size - 1)
        return known
    known = np.ones(points.size, bool)
    known[1:] = ~curve.runs_after[points[1:]]
    return None if known.all() else known
