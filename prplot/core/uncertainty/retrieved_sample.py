"""Intervals and bands of retrieved items, whose clusters, such as images, are drawn.

Nobody counted the negatives, and the items of one cluster depend on each other. So each draw gives
every cluster an exponential mass (Rubin 1981), which its items and its missed positives share.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from prplot.core.checks import FloatArray, counted
from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import RetrievedCurve
from prplot.core.uncertainty.runs import FEWEST

if TYPE_CHECKING:
    from prplot.core.uncertainty.intervals import Resampling

# Clusters with positives: with fewer, intervals cover less than their level.
_FEW = 50
# Points of the curve itself at which a band is computed, at most, beside recalls of a grid.
_MOST_POINTS = 200


@dataclass(frozen=True, eq=False)
class RetrievedSample:
    """Retrieved items in clusters, as far as resampling them depends on them.

    Its members are those of `Sample`.
    """

    curve: RetrievedCurve

    # One curve is drawn each time.
    sides = 1

    @property
    def effective(self) -> tuple[float, float]:
        """The numbers of clusters with positives, and with false alarms."""
        items = self.curve.clusters
        if items is None:
            return 0.0, 0.0
        alarms = np.unique(items.owner[~items.is_match])
        return float(np.count_nonzero(items.found + items.missed)), float(alarms.size)

    def refusal(self) -> str | None:
        """Return why there is no interval; None if there is one."""
        if self.curve.clusters is None:
            return (
                "intervals of retrieved items need their clusters, such as images or queries; "
                "from_retrieved(..., clusters=) takes them, with the positives of each"
            )
        found = int(self.effective[0])
        if found < FEWEST:
            of = counted(found, "cluster", " with positives")
            return f"intervals need at least {FEWEST} clusters with positives, found {of}"
        return None

    def check(self) -> None:
        """Raise a ValueError if there is no interval."""
        reason = self.refusal()
        if reason is not None:
            raise ValueError(reason)

    def warnings(self) -> Iterable[str]:
        """Yield what makes intervals doubtful."""
        found = int(self.effective[0])
        if found < _FEW:
            of = counted(found, "cluster", " with positives")
            yield (
                f"{of}; with fewer than {_FEW}, 95 % intervals of detectors covered 86-92 % in "
                "simulations"
            )

    def recalls(self, grid: FloatArray) -> FloatArray:
        """Return the recalls of a grid up to the end of the curve, and those of its own points."""
        own = np.unique(self.curve.recall)
        own = own[np.linspace(0, own.size - 1, min(own.size, _MOST_POINTS)).astype(int)]
        return np.union1d(grid[grid <= own[-1]], own[own >= grid[0]])

    def draws(
        self, metrics: Sequence[str], how: Resampling, recalls: FloatArray
    ) -> tuple[dict[str, FloatArray], FloatArray]:
        """Draw scores, and precision at some recalls, nan where a drawn curve has ended.

        Returns
        -------
        scores : dict of str to ndarray, shape (n_boot,)
        precision : ndarray, shape (n_boot, k)
        """
        if how.method != "bayesian":
            raise ValueError(f"retrieved items have method 'bayesian' only, found {how.method!r}")
        rng = np.random.default_rng(how.stream)
        scores = {metric: np.empty(how.n_boot) for metric in metrics}
        precision = np.empty((how.n_boot, recalls.size))
        for i in range(how.n_boot):
            curve = self._drawn(rng)
            for metric, of_metric in scores.items():
                of_metric[i] = SCORES[metric].of(curve)
            precision[i] = curve.precision_at(recalls)
            how.watch(1)
        return scores, precision

    def _drawn(self, rng: np.random.Generator) -> RetrievedCurve:
        """Return the curve of clusters with exponential masses."""
        items = self.curve.clusters
        assert items is not None
        masses = rng.standard_exponential(items.missed.size)
        tp, fp, fp_before, (matches, alarms, pos) = items.counts(masses)
        steps = replace(self.curve.steps, tp=tp, fp=fp, fp_before=fp_before)
        return RetrievedCurve(steps, float(pos), _end=(float(matches), float(alarms)))
