"""Samples: what is resampled of a test set, and whether it is enough.

A sample is rows along a ranking, or retrieved items in clusters, such as images. Nobody counted the
negatives of the latter, and the items of one cluster depend on each other. So each draw gives every
cluster an exponential mass (Rubin 1981), which its items and its missed positives share.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

import numpy as np

from prplot.core.checks import Array, FloatArray, counted
from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import ConfusionCurve, Observations, RetrievedCurve
from prplot.core.scanned import ScannedCurve
from prplot.core.uncertainty.runs import ROUNDING, Runs

if TYPE_CHECKING:
    from prplot.core.uncertainty.intervals import Resampling

# Observations of each class: fewer give no interval, and fewer than the second a warning.
FEWEST, FEW = 10, 20
# A share of the positives whose order is unknown, from which on a warning says so.
MUCH_UNORDERED = 0.05
POSITIVE = "positive"
# Clusters with positives: with fewer, intervals cover less than their level.
FEW_CLUSTERS = 50
# Points of the curve itself at which a band is computed, at most, beside recalls of a grid.
_MOST_POINTS = 200


@dataclass(frozen=True, eq=False)
class Sample:
    """A test set, as far as resampling it depends on it.

    Attributes
    ----------
    low, high : Runs
        Of the lowest and the highest curve that the data may have; the same unless scanned.
    unordered : float
        The share of the positives in steps of published points, within which no order is known.
    is_hull : bool
        Whether the thresholds of the curve are the best ones of the sample itself.
    """

    low: Runs
    high: Runs
    unordered: float = 0.0
    is_hull: bool = False

    @classmethod
    def of(cls, curve: ConfusionCurve) -> Self:
        """Take a curve of whole counts; raise a ValueError for others."""
        if isinstance(curve, ScannedCurve) and curve.cells.is_open().any():
            return cls(Runs.of(curve.lower), Runs.of(curve.upper))
        runs = Runs.of(curve)
        is_known = ~np.isnan(curve.steps.thresholds.astype(np.float64))
        rise = np.diff(curve.steps.tp, prepend=0)
        mixed = rise[~is_known & (curve.steps.fp > curve.steps.fp_before) & (rise > 1)]
        unordered = float(mixed.sum() / curve.pos) if curve.pos else 0.0
        return cls(runs, runs, unordered, is_hull=curve.steps.is_hull)

    @classmethod
    def of_rows(cls, observations: Observations, clusters: Array | None = None) -> Self:
        """Take rows; see `Runs.of_rows`."""
        runs = Runs.of_rows(observations, clusters)
        return cls(runs, runs)

    @property
    def effective(self) -> tuple[float, float]:
        """The effective numbers of positives and of negatives."""
        return self.low.effective

    @property
    def are_clusters(self) -> bool:
        """Whether the observations are clusters of rows."""
        return self.low.clusters is not None

    @property
    def is_uneven(self) -> bool:
        """Whether weights differ within a class."""
        return any(
            squares.sum() > (1 + ROUNDING) * row * sums.sum()
            for (sums, squares), row in zip(self.low.classes, self.low.row_masses, strict=True)
        )

    @property
    def sides(self) -> int:
        """How many curves are drawn each time: of a scan, the lowest and the highest."""
        return 1 if self.high is self.low else 2

    def refusal(self) -> str | None:
        """Return why there is no interval; None if there is one."""
        if self.is_hull:
            return (
                "a hull has no interval: its thresholds were chosen on the same data; pass "
                "the curve itself, or from_scores(..., thresholds=hull.thresholds) on other data"
            )
        few = [one for one in self._counted() if one[0] < FEWEST]
        if not few:
            return None
        found = " and ".join(counted(rounded_down(n), *words) for n, *words in few)
        return f"intervals need at least {FEWEST} positives and {FEWEST} negatives, found {found}"

    def warnings(self) -> Iterable[str]:
        """Yield what makes intervals doubtful."""
        for n, *words in self._counted():
            if n < FEW and self.are_clusters:
                yield f"{counted(rounded_down(n), *words)}; {FEW} or more are needed"
            elif n < FEW:
                covered = f" (95 % intervals from {FEWEST} positives covered 85-98 %)"
                yield (
                    f"{counted(FEW, *words)} or more are needed for intervals that hold their "
                    f"level, found {rounded_down(n)}{covered if POSITIVE in words[0] else ''}"
                )
        if self.unordered > MUCH_UNORDERED:
            yield (
                f"the order of {100 * self.unordered:.0f} % of the positives is known only in "
                "steps of the published points"
            )

    def _counted(self) -> Iterable[tuple[float, str, str]]:
        """Yield the effective numbers, and what is counted, in the words of `counted`."""
        for n, word in zip(self.effective, (POSITIVE, "negative"), strict=True):
            noun, rest = ("cluster", f" with {word}s") if self.are_clusters else (word, "")
            # With weights there are more rows than that.
            yield n, noun if abs(n - round(n)) < ROUNDING else f"effective {noun}", rest


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

    def warnings(self) -> Iterable[str]:
        """Yield what makes intervals doubtful."""
        found = int(self.effective[0])
        if found < FEW_CLUSTERS:
            of = counted(found, "cluster", " with positives")
            yield (
                f"{of}; with fewer than {FEW_CLUSTERS}, 95 % intervals of detectors covered "
                "86-92 % in simulations"
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


def check_sample(sample: Sample | RetrievedSample) -> None:
    """Raise a ValueError if there is no interval."""
    reason = sample.refusal()
    if reason is not None:
        raise ValueError(reason)


def rounded_down(number: float) -> str:
    """Write an effective number, rounded down, so that it is below a limit if the number is."""
    return f"{math.floor(10 * number + 1e-6) / 10:g}"
