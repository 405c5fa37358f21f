"""Counts of a ranking in cells of scores, and what they leave open."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array
from prplot.core.exact import Unit
from prplot.core.record import Listed, Steps
from prplot.core.spaces import mean_share


@dataclass(frozen=True)
class Cells:
    """What is known of a ranking whose scores were counted in cells, best cell first.

    Between two cells every count is exact; the order inside of a cell is unknown.

    Attributes
    ----------
    low : ndarray of float, shape (n,)
        The lowest score of each cell, descending; a threshold there has the counts `tp` and `fp`.
    high : ndarray of float, shape (n,)
        No score of the cell is higher; where the next better cell begins, if that is all that is
        known.
    tp, fp : ndarray, shape (n,)
        Counts (masses under weights) of this cell and all better ones.
    is_tied : ndarray of bool, shape (n,)
        Whether the cell holds one distinct score: then nothing about it is open.
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
        """Take the counts of each cell, from the lowest cell to the highest.

        Cells that overlap are taken together: no counts between them are exact.
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

    def merged(self, other: Cells, slack: float = 0.0) -> Cells:
        """Return the finer cells that two ways to cut the same scores make together.

        Parameters
        ----------
        other : Cells
        slack : float, default 0.0
            By how much of the total sums of the same weights may differ, added up in two orders.

        Raises
        ------
        ValueError
            Counts that no data have in both ways: the scores or labels are not the same.
        """
        low, high, is_tied, tp, fp = (
            np.concatenate(pair) for pair in zip(self._columns(), other._columns(), strict=True)
        )
        order = np.argsort(-low, kind="stable")
        low, high, is_tied, tp, fp = (column[order] for column in (low, high, is_tied, tp, fp))
        if max(_contradicted(low, count) - slack * count[-1] for count in (tp, fp)) > 0:
            raise ValueError("frame changed while it was read: counts of two passes don't agree")
        first = np.flatnonzero(np.diff(low, prepend=np.inf))
        low, high = low[first], np.minimum.reduceat(high, first)
        high[1:] = np.minimum(high[1:], low[:-1])
        # What is left are falls by rounding.
        tp, fp = np.maximum.accumulate(tp[first]), np.maximum.accumulate(fp[first])
        return Cells(low, high, tp, fp, np.logical_or.reduceat(is_tied, first))

    def moved(self, by: int) -> Cells:
        """Return the same cells with scores that are higher by a whole number, as exact floats."""
        if by == 0:
            return self
        # Of a type that tells them apart, as in memory.
        low, high = (
            scores.astype(np.longdouble) + np.longdouble(by) for scores in (self.low, self.high)
        )
        return replace(self, low=low, high=high)

    def _columns(self) -> tuple[Array, ...]:
        return self.low, self.high, self.is_tied, self.tp, self.fp

    def rescaled(self, neg: float) -> Cells:
        """Return the same cells with all negatives in proportion to another total."""
        fp = np.where(self.fp == self.neg, neg, np.minimum(self.fp * (neg / self.neg), neg))
        return replace(self, fp=fp)

    def in_unit(self, unit: Unit) -> Cells:
        """Return the same cells with all masses counted in a unit."""
        return replace(self, tp=unit.count(self.tp), fp=unit.count(self.fp))

    def before(self) -> tuple[Array, Array]:
        """Return the counts of all better cells."""
        tp, fp = (np.concatenate([[0], count])[:-1] for count in (self.tp, self.fp))
        return tp.astype(self.tp.dtype), fp.astype(self.fp.dtype)

    def is_open(self) -> NDArray[np.bool_]:
        """Return for which cells the order inside matters: several scores and both classes."""
        tp, fp = self.before()
        return ~self.is_tied & (self.tp > tp) & (self.fp > fp)

    def steps(self, first: str | None = None) -> Steps:
        """Lay the cells out as a path.

        Parameters
        ----------
        first : {"negatives", "positives"}, optional
            Which class stands first inside of the cells that are open; by default they are mixed.

        Returns
        -------
        Steps
            Thresholds are nan where no threshold has the counts for certain.
        """
        rising = np.flatnonzero(np.diff(self.tp, prepend=0) > 0)
        fp_before, fp = self.before()[1][rising], self.fp[rising]
        named = self.low[rising]
        # The corner before a step is the end of the cell above it.
        corner = np.append(np.nan, self.low)[rising]
        is_open = self.is_open()[rising]
        if first == "negatives":
            fp_before, corner = np.where(is_open, fp, fp_before), np.where(is_open, np.nan, corner)
        elif first == "positives":
            fp, named = np.where(is_open, fp_before, fp), np.where(is_open, np.nan, named)
        levels = Listed(named, corner, self.low[-1])
        return Steps(self.tp[rising], fp, fp_before, levels)

    def gaps(self) -> Array:
        """Return what each cell leaves open of the area under the PR curve."""
        tp, fp = (count.astype(np.float64) for count in self.before())
        rise, gaps = self.tp - tp, np.zeros(self.tp.size)
        k = np.flatnonzero(self.is_open())
        best = mean_share(tp[k], tp[k] + fp[k], rise[k], rise[k])
        worst = mean_share(tp[k], tp[k] + self.fp[k], rise[k], rise[k])
        # Of weights that hardly count it may be less than nothing by rounding.
        gaps[k] = rise[k] * np.maximum(best - worst, 0) / (self.pos or 1)
        return gaps

    def uncut(self) -> float:
        """Return what cells leave open that hold several scores, but one float."""
        return float(self.gaps()[self.low == self.high].sum())

    def step_area_bounds(self) -> tuple[float, float]:
        """Return bounds of average precision; both classes are there.

        Notes
        -----
        Average precision does not rise with every pair in the right order, since ties count with
        the lower precision of their end. In a cell from ``(tp0, fp0)`` to ``(tp1, fp1)`` it is
        highest where all positives are tied ahead of the negatives, ``tp1 / (tp1 + fp0)``; and no
        positive has less than ``tp / (tp + fp1)`` with its own `tp`, whose sum over the positives
        is at least the integral over `tp`.
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


def _contradicted(low: Array, count: Array) -> float:
    """Return by how much counts fall where scores do, or differ at one score."""
    falls = np.maximum.accumulate(count) - count
    rises = np.where(np.diff(low) == 0, np.diff(count), 0)
    return float(max(falls.max(), rises.max(initial=0)))
