"""Weighted counts: masses of true and false positives at the steps of ranked examples.

Rows are sorted, and all else is read and added up a part of them at a time. What is found takes the
place of the rows that were read, so that little more is in memory than is kept.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array
from prplot.core.record.observations import Observations
from prplot.core.record.ranking.growing import Growing
from prplot.core.record.ranking.keys import CHUNK, Indices
from prplot.core.record.ranking.ranked_rows import RankedRows
from prplot.core.record.steps import (
    RUN,
    TIE,
    Passed,
    PointThresholds,
    SharedFalsePositives,
    Steps,
)
from prplot.core.threads import SINGLE, Threads

# What is read at a time is no more than one in so many of the rows, for each thread.
SHARE = 32


def weighted_steps(
    observations: Observations, ranked: RankedRows, threads: Threads = SINGLE
) -> tuple[Steps, float, float]:
    """Return masses of true and false positives at every score of a positive example.

    Parameters
    ----------
    observations : Observations
        With weights.
    ranked : RankedRows
        Their rows, in whose memory the thresholds are written.
    threads : Threads

    Returns
    -------
    steps : Steps
    pos, neg : int or float
        Total mass of the positives and of the negatives.
    """
    kind = observations.masses_type
    walk, sums = _Walk(kind), (RunningSum(kind), RunningSum(kind))
    levels, tp, kinds = Growing(kind, [0]), Growing(kind), Growing(np.dtype(np.uint8))
    for joined, is_last, weights in _in_order(ranked, observations, threads):
        is_positive = ranked.are_positive(joined)
        own, others = is_positive.nonzero()[0], (~is_positive).nonzero()[0]
        gained, passed_by = (
            total.after(weights.take(rows)) for total, rows in zip(sums, (own, others), strict=True)
        )
        found = walk.over(joined, is_last, is_positive, own, passed_by)
        tp.extend(gained if found.is_step is None else _chosen(gained, found.is_step))
        levels.extend(found.levels)
        kinds.extend(found.kinds)
        # Each threshold is the score of another row, all of which were read before.
        ranked.write(found.points)
    passed = Passed.of(kinds.array())
    exact, end = observations.thresholds_type, observations.ends[0]
    thresholds = PointThresholds(ranked.written(), passed, exact, exact.type(end))
    shared = SharedFalsePositives(levels.array(), passed)
    # Few take little memory, and every area reads them.
    false_positives = shared.listed() if passed.kinds.size <= CHUNK else shared
    return Steps(tp.array(), false_positives, thresholds), sums[0].total, sums[1].total


def _in_order(
    ranked: RankedRows, observations: Observations, threads: Threads
) -> Iterator[tuple[Array, NDArray[np.bool_], Array]]:
    """Yield rows in order, `CHUNK` at a time, which are the last of ties, and their weights."""
    size = ranked.size
    # Columns are read one after the other, so that more of each stays in the processor's cache.
    together = CHUNK * max(min(8, size // (SHARE * CHUNK)), 1) * threads.count
    for start in range(0, size, together):
        part = slice(start, min(start + together, size))
        is_last = ranked.last_in_ties(part, threads)
        joined = ranked.joined(part)
        weights = np.empty(joined.size, observations.masses_type)

        def read(some: slice, joined: Array = joined, weights: Array = weights) -> None:
            weights[some] = observations.masses(ranked.rows(joined[some]))

        threads.map(read, threads.parts(weights.size))
        for first in range(0, weights.size, CHUNK):
            own = slice(first, first + CHUNK)
            yield joined[own], is_last[own], weights[own]


class _Found(NamedTuple):
    """What was found in a part of the ranked examples.

    Attributes
    ----------
    is_step : ndarray of bool, or None
        Of each positive, whether it is the last with its score; None if all are.
    kinds : ndarray of uint8, shape (k,)
        As in `Passed`.
    levels : ndarray, shape (m,)
        As in `SharedFalsePositives`.
    points : ndarray of unsigned int
        The rows of corners and steps, in their order, as they were given.
    """

    is_step: NDArray[np.bool_] | None
    kinds: NDArray[np.uint8]
    levels: Array
    points: Array


class _Walk:
    """A walk along rows in order, which remembers where the last tie began.

    Parameters
    ----------
    masses_type : dtype

    Attributes
    ----------
    rows : ndarray of unsigned int, shape (3,)
        The row before the last tie, the first one in it and the last one so far.
    is_negative : ndarray of bool, shape (3,)
        Whether they are negatives.
    fp : ndarray, shape (3,)
        False positives at them.
    is_tied : bool
        Whether the next row is in that tie, too.
    """

    def __init__(self, masses_type: np.dtype[Any]) -> None:
        self.rows = np.zeros(3, np.uint64)
        # Before the first row no negative is passed.
        self.is_negative = np.zeros(3, bool)
        self.fp = np.zeros(3, masses_type)
        self.is_tied = False

    def over(
        self,
        rows: Array,
        is_last: NDArray[np.bool_],
        is_positive: NDArray[np.bool_],
        positives: Indices,
        fp: Array,
    ) -> _Found:
        """Walk over some rows.

        Parameters
        ----------
        rows : ndarray of unsigned int, shape (n,)
        is_last, is_positive : ndarray of bool, shape (n,)
            Which are the last with their score, and which are positives.
        positives : ndarray of int, shape (k,)
            Where positives are.
        fp : ndarray, shape (n - k,)
            The false positives at each negative.
        """
        rows = np.concatenate((self.rows, rows))
        is_negative = np.concatenate((self.is_negative, ~is_positive))
        levels = np.concatenate((self.fp[2:], fp))
        if self.is_tied or not is_last.all():
            return self._with_ties(rows, is_negative, is_last, positives, levels)
        return self._without_ties(rows, is_negative, positives, levels)

    def _without_ties(
        self, rows: Array, is_negative: NDArray[np.bool_], positives: Indices, levels: Array
    ) -> _Found:
        """Walk over rows after three that were seen before."""
        passed, before = positives - np.arange(positives.size), positives + 2
        is_run = is_negative.take(before)
        runs = is_run.nonzero()[0]
        is_point = ~is_negative
        is_point[:3] = False
        is_point[before.take(runs)] = True
        last = [-2, -1, -1]
        self.rows, self.is_negative = rows[last], is_negative[last]
        self.fp = levels[[-2 if is_negative[-1] else -1, -1, -1]]
        found = levels.take(passed.take(runs))
        return _Found(None, is_run.view(np.uint8), found, _chosen(rows, is_point))

    def _with_ties(
        self,
        rows: Array,
        is_negative: NDArray[np.bool_],
        is_last: NDArray[np.bool_],
        positives: Indices,
        levels: Array,
    ) -> _Found:
        """Walk over rows after three that were seen before."""
        # At every row those at the last negative.
        fp = np.concatenate((self.fp, levels.take(is_negative[3:].cumsum())))
        is_start = np.concatenate(([True, False, not self.is_tied], is_last[:-1]))
        starts = is_start.nonzero()[0] + 1
        # Of a tie the positives come last: a step is its last row.
        is_step = is_last.take(positives)
        at = _chosen(positives, is_step) + 3
        start = starts.take(is_start.cumsum().take(at - 1) - 1)
        is_run, is_tie = is_negative.take(start - 1), is_negative.take(start)
        levels = _interleaved(fp.take(start - 1), is_run, fp.take(at), is_tie)
        points = _interleaved(rows.take(start - 1), is_run, rows.take(at), np.ones_like(is_run))
        last = [starts[-1] - 1, starts[-1], -1]
        self.rows, self.is_negative, self.fp = rows[last], is_negative[last], fp[last]
        self.is_tied = not is_last[-1]
        kinds = is_run * np.uint8(RUN) + is_tie * np.uint8(TIE)
        return _Found(is_step, kinds, levels, points)


def _chosen(values: Array, are_in: NDArray[np.bool_]) -> Array:
    """Return some values; an index of their places is several times as fast as a mask."""
    return values.take(are_in.nonzero()[0])


def _interleaved(
    ones: Array, are_in: NDArray[np.bool_], others: Array, others_are_in: NDArray[np.bool_]
) -> Array:
    """Return those of one array and another that are in, in turn."""
    both, in_both = np.empty((ones.size, 2), ones.dtype), np.empty((ones.size, 2), bool)
    both[:, 0], both[:, 1] = ones, others
    in_both[:, 0], in_both[:, 1] = are_in, others_are_in
    return _chosen(both.ravel(), in_both.ravel())


class RunningSum:
    """Running sums of numbers that come in parts.

    Each is the exact sum, rounded once: what additions round off is added up, too, or else the
    error would grow with their number.
    """

    def __init__(self, kind: np.dtype[Any]) -> None:
        self._plain = self._last = kind.type(0)
        self._lost = 0.0

    @property
    def total(self) -> float:
        """The sum of all numbers."""
        total: float = self._last.item()
        return total

    def after(self, own: Array) -> Array:
        """Return the sums after each number of a part."""
        if own.size == 0:
            return own
        plain = np.empty(own.size + 1, own.dtype)
        plain[0], plain[1:] = self._plain, own
        plain.cumsum(out=plain)
        self._plain, sums = plain[-1], plain[1:]
        if own.dtype.kind == "f":
            off = _rounded_off(plain, own).cumsum()
            off += self._lost
            self._lost = off[-1]
            sums = sums + off
            # Rounding seldom makes a sum smaller than the one before it.
            if sums[0] < self._last or (sums[1:] < sums[:-1]).any():
                np.maximum.accumulate(sums, out=sums)
                np.maximum(sums, self._last, out=sums)
        self._last = sums[-1]
        return sums


def running_sums(weights: Array) -> Array:
    """Return the sums of the first 0, 1, 2, ... weights."""
    masses, total = np.zeros(weights.size + 1, weights.dtype), RunningSum(weights.dtype)
    for start in range(0, weights.size, CHUNK):
        sums = total.after(weights[start : start + CHUNK])
        masses[start + 1 : start + 1 + sums.size] = sums
    return masses


def _rounded_off(sums: Array, added: Array) -> Array:
    """Return what rounding took off each of some running sums (Dekker's two-sum, exact)."""
    before, after = sums[:-1], sums[1:]
    off: Array = np.minimum(before, added) - (after - np.maximum(before, added))
    return off
