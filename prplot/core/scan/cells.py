"""Cells: counts of a ranking in ranges of scores, and the uncertainty of the area.

Counts between two cells are exact; the order of the examples inside a cell is unknown. So the area
of a cell with several scores and both classes lies between two bounds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array
from prplot.core.record import Steps
from prplot.core.record.steps import StepThresholds
from prplot.core.spaces import mean_share


@dataclass(frozen=True)
class Cells:
    """The counts of a ranking in cells of scores, best cell first.

    Attributes
    ----------
    low : ndarray of float, shape (n,)
        The lowest score of each cell, descending; a threshold there has the counts `tp` and `fp`.
    high : ndarray of float, shape (n,)
        The highest score of each cell, or an upper bound of it.
    tp, fp : ndarray, shape (n,)
        Counts (masses under weights) of this cell and all better ones.
    is_tied : ndarray of bool, shape (n,)
        Whether the cell holds one distinct score and thus leaves nothing open.
    """

    low: Array
    high: Array
    tp: Array
    fp: Array
    is_tied: NDArray[np.bool_]

    @classmethod
    def cumulated(
        cls, low: Array, high: Array, pos: Array, neg: Array, is_tied: NDArray[np.bool_]
    ) -> Cells:
        """Return cells from the counts of each, from the lowest to the highest.

        Cells that overlap are joined: no counts between them are exact.
        """
        order = np.argsort(low, kind="stable")
        low, high, pos, neg, is_tied = (one[order] for one in (low, high, pos, neg, is_tied))
        high = np.maximum.accumulate(high)
        first = np.flatnonzero(np.append(True, low[1:] > high[:-1]))
        last = np.append(first[1:], low.size) - 1
        low, high, is_tied = low[first], high[last], is_tied[first] & (first == last)
        pos, neg = np.add.reduceat(pos, first), np.add.reduceat(neg, first)
        back = slice(None, None, -1)
        tp, fp = np.cumsum(pos[back]), np.cumsum(neg[back])
        return cls(low[back], high[back], tp, fp, is_tied[back])

    @property
    def pos(self) -> float:
        """Total of the positives."""
        total: float = self.tp[-1].item()
        return total

    @property
    def neg(self) -> float:
        """Total of the negatives."""
        total: float = self.fp[-1].item()
        return total

    def rescaled(self, neg: float) -> Cells:
        """Return the same cells with all negatives in proportion to another total."""
        fp = np.where(self.fp == self.neg, neg, np.minimum(self.fp * (neg / self.neg), neg))
        return replace(self, fp=fp)

    def before(self) -> tuple[Array, Array]:
        """Return the counts of all better cells."""
        tp, fp = (np.concatenate([[0], count])[:-1] for count in (self.tp, self.fp))
        return tp.astype(self.tp.dtype), fp.astype(self.fp.dtype)

    def is_open(self) -> NDArray[np.bool_]:
        """Return which cells leave the order open: those with several scores and both classes."""
        tp, fp = self.before()
        return ~self.is_tied & (self.tp > tp) & (self.fp > fp)

    def steps(self, first: str | None = None) -> Steps:
        """Return the cells as the steps of a path.

        Parameters
        ----------
        first : {"negatives", "positives"}, optional
            The class that comes first inside open cells; by default both are mixed evenly.

        Returns
        -------
        Steps
            Thresholds are nan where the counts are not certain.
        """
        rising = np.flatnonzero(np.diff(self.tp, prepend=0) > 0)
        fp_before, fp = self.before()[1][rising], self.fp[rising]
        # A step ends at its cell's lowest score; the corner before it, at that of the cell above.
        end, corner = self.low[rising], np.append(np.nan, self.low)[rising]
        is_open = self.is_open()[rising]
        if first == "negatives":
            fp_before, corner = np.where(is_open, fp, fp_before), np.where(is_open, np.nan, corner)
        elif first == "positives":
            fp, end = np.where(is_open, fp_before, fp), np.where(is_open, np.nan, end)
        every = np.arange(rising.size)
        levels = StepThresholds(end, every, corner, self.low[-1])
        return Steps(self.tp[rising], fp, fp_before, levels)

    def gaps(self) -> Array:
        """Return how much of the area under the PR curve each cell leaves open."""
        tp, fp = (count.astype(np.float64) for count in self.before())
        rise, gaps = self.tp - tp, np.zeros(self.tp.size)
        k = np.flatnonzero(self.is_open())
        best = mean_share(tp[k], tp[k] + fp[k], rise[k], rise[k])
        worst = mean_share(tp[k], tp[k] + self.fp[k], rise[k], rise[k])
        # With tiny weights rounding may make the difference negative.
        gaps[k] = rise[k] * np.maximum(best - worst, 0) / (self.pos or 1)
        return gaps

    def step_area_bounds(self) -> tuple[float, float]:
        """Return bounds of average precision, given that both classes are present.

        Notes
        -----
        Average precision does not rise with every pair in the right order, since ties count with
        the lower precision of their end. In a cell from ``(tp0, fp0)`` to ``(tp1, fp1)`` it is
        highest if all positives are tied ahead of the negatives, ``tp1 / (tp1 + fp0)``. Each
        positive counts at least ``tp / (tp + fp1)`` with its own `tp`, and the sum of these is at
        least the integral over `tp`.
        """
        tp, fp = (count.astype(np.float64) for count in self.before())
        rise = self.tp - tp
        k = np.flatnonzero(rise > 0)
        tied = self.tp[k] / (self.tp[k] + self.fp[k])
        best = self.tp[k] / (self.tp[k] + fp[k])
        worst = mean_share(tp[k], tp[k] + self.fp[k], rise[k], rise[k])
        shares = (np.where(self.is_tied[k], tied, one) for one in (worst, best))
        low, high = (float((rise[k] * share).sum() / self.pos) for share in shares)
        return low, high
