"""Samples: what resampling knows of a test set."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

import numpy as np

from prplot.core.checks import Array, counted
from prplot.core.record import ConfusionCurve, Observations
from prplot.core.scan.scanned_curve import ScannedCurve
from prplot.core.uncertainty.runs import Runs

# Observations of each class: fewer give no interval, and fewer than the second a warning.
FEWEST, FEW = 10, 20
# A share of the positives whose order is unknown, from which on a warning says so.
MUCH_UNORDERED = 0.05
POSITIVE = "positive"
_ROUNDING = 1e-9


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
        return self.low.rows.clusters is not None

    @property
    def is_uneven(self) -> bool:
        """Whether weights differ within a class."""
        return any(
            of.squares.sum() > (1 + _ROUNDING) * row * of.sums.sum()
            for of, row in zip(self.low.classes, self.low.row_masses, strict=True)
        )

    @property
    def sides(self) -> int:
        """How many curves are drawn each time: of a scan, the lowest and the highest."""
        return 1 if self.high is self.low else 2

    def refusal(self) -> str | None:
        """Return why no interval is given; None if there is one."""
        if self.is_hull:
            return (
                "a hull has no interval: its thresholds are the best ones of the same data; pass "
                "the curve itself, or from_scores(..., thresholds=hull.thresholds) of other data"
            )
        few = [one for one in self._counted() if one[0] < FEWEST]
        if not few:
            return None
        found = " and ".join(counted(rounded_down(n), *words) for n, *words in few)
        return f"intervals need at least {FEWEST} positives and {FEWEST} negatives, found {found}"

    def check(self) -> None:
        """Raise a ValueError if no interval is given."""
        reason = self.refusal()
        if reason is not None:
            raise ValueError(reason)

    def warnings(self) -> Iterable[str]:
        """Yield what makes intervals doubtful."""
        for n, *words in self._counted():
            if n < FEW and self.are_clusters:
                yield f"{counted(rounded_down(n), *words)}; {FEW} or more are needed"
            elif n < FEW:
                covered = f" ({FEWEST} positives covered 85-98 % where 95 % was asked)"
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
            yield n, noun if abs(n - round(n)) < _ROUNDING else f"effective {noun}", rest


def rounded_down(number: float) -> str:
    """Write an effective number, rounded down, so that it is below a limit if the number is."""
    return f"{math.floor(10 * number + 1e-6) / 10:g}"
