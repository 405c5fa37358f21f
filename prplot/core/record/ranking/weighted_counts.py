"""Weighted counts: masses of true and false positives at the steps of ranked examples.

Rows are sorted, and all else is read and added up a part of them at a time. What is found takes the
place of the rows that were read, so that little more is in memory than is kept.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array
from prplot.core.record.observations import Observations
from prplot.core.record.ranking.growing import Growing, GrowingBits
from prplot.core.record.ranking.keys import CHUNK, Indices
from prplot.core.record.ranking.ranked_rows import RankedRows
from prplot.core.record.steps import (
    Passed,
    PointThresholds,
    SharedFalsePositives,
    Steps,
)
from prplot.core.threads import SINGLE, Threads

# What is read at a time is no more than one in so many of the rows, for each thread.
SHARE = 64
# False positives of up to so many steps are listed: they take little memory, and areas read them.
LISTED = 2**16


def weighted_steps(
    observations: Observations, ranked: RankedRows, pos: int, threads: Threads = SINGLE
) -> tuple[Steps, float, float]:
    """Return masses of true and false positives at every score of a positive example.

    Parameters
    ----------
    observations : Observations
        With weights.
    ranked : RankedRows
        Their rows, in whose memory the thresholds are written.
    pos : int
        Number of positives.
    threads : Threads

    Returns
    -------
    steps : Steps
    pos, neg : int or float
        Total mass of the positives and of the negatives.
    """
    kind = observations.masses_type
    # At most one level for each negative, and one step for each positive.
    walk, levels, tp = _Walk(kind), Growing(kind, 1 + ranked.size - pos, [0]), Growing(kind, pos)
    has_run, has_tie, size = GrowingBits(pos), GrowingBits(pos), 0
    for joined, is_last, weights in _in_order(ranked, observations, threads):
        found = walk.over(joined, is_last, ranked.are_positive(joined), weights)
        tp.extend(found.tp)
        levels.extend(found.levels)
        has_run.write(size, found.has_run)
        if found.has_tie is not None:
            has_tie.write(size, found.has_tie)
        size += found.has_run.size
        # Each threshold is the score of another row, all of which were read before.
        ranked.write(found.points)
        # Or else they would be in memory until the next ones are made.
        del joined, is_last, weights
    passed = Passed.of(size, has_run.array(), has_tie.array())
    exact, end = observations.thresholds_type, observations.ends[0]
    thresholds = PointThresholds(ranked.written(), passed, exact, exact.type(end))
    shared = SharedFalsePositives(levels.array(), passed)
    false_positives = shared.listed() if size <= LISTED else shared
    return (
        Steps(tp.array(), false_positives, thresholds),
        walk.positives.total,
        walk.negatives.total,
    )


def _in_order(
    ranked: RankedRows, observations: Observations, threads: Threads
) -> Iterator[tuple[Array, NDArray[np.bool_], Array]]:
    """Yield rows in order, `CHUNK` at a time, which are the last of ties, and their weights."""
    size = ranked.size
    # Columns are read one after the other, so that more of each stays in the processor's cache.
    together = CHUNK * max(min(4, size // (SHARE * CHUNK)), 1) * threads.count
    for start in range(0, size, together):
        part = slice(start, min(start + together, size))
        is_last = ranked.last_in_ties(part, threads)
        joined = ranked.joined(part)
        weights = _weights_of(ranked, joined, observations, threads)
        for first in range(0, weights.size, CHUNK):
            own = slice(first, first + CHUNK)
            yield joined[own], is_last[own], weights[own]
        del joined, is_last, weights


def _weights_of(
    ranked: RankedRows, joined: Array, observations: Observations, threads: Threads
) -> Array:
    """Return the weights of the rows in some integers."""
    weights = np.empty(joined.size, observations.masses_type)

    def read(some: slice) -> None:
        for start in range(some.start, some.stop, CHUNK):
            own = slice(start, min(start + CHUNK, some.stop))
            weights[own] = observations.masses(ranked.rows(joined[own]))

    threads.map(read, threads.parts(weights.size))
    return weights


class _Found(NamedTuple):
    """What was found in a part of the ranked examples.

    Attributes
    ----------
    tp : ndarray, shape (k,)
        True positives at the steps.
    has_run, has_tie : ndarray of bool, shape (k,)
        Which steps a run of negatives leads to, and which negatives are tied with; None if there
        are no ties at all.
    levels : ndarray, shape (m,)
        As in `SharedFalsePositives`.
    points : ndarray of unsigned int
        The integers of corners and steps, in their order, as they were given.
    """

    tp: Array
    has_run: NDArray[np.bool_]
    has_tie: NDArray[np.bool_] | None
    levels: Array
    points: Array


class _Walk:
    """A walk along rows in order, which remembers where the last tie began.

    Parameters
    ----------
    masses_type : dtype

    Attributes
    ----------
    joined : ndarray of unsigned int, shape (3,)
        The integers of the row before the last tie, of the first one in it and of the last one so
        far.
    is_negative : ndarray of bool, shape (3,)
        Whether they are negatives.
    fp : ndarray, shape (3,)
        False positives at them.
    is_tied : bool
        Whether the next row is in that tie, too.
    positives, negatives : RunningSum
        Of the weights of each class.
    """

    def __init__(self, masses_type: np.dtype[Any]) -> None:
        self.joined = np.zeros(3, np.uint64)
        # Before the first row no negative is passed.
        self.is_negative = np.zeros(3, bool)
        self.fp = np.zeros(3, masses_type)
        self.is_tied = False
        self.positives, self.negatives = RunningSum(masses_type), RunningSum(masses_type)

    def over(
        self,
        joined: Array,
        is_last: NDArray[np.bool_],
        is_positive: NDArray[np.bool_],
        weights: Array,
    ) -> _Found:
        """Walk over some rows.

        Parameters
        ----------
        joined : ndarray of unsigned int, shape (n,)
            The integers in which `RankedRows` joins keys and rows.
        is_last, is_positive : ndarray of bool, shape (n,)
            Which are the last with their score, and which are positives.
        weights : ndarray, shape (n,)
        """
        is_negative = ~is_positive
        tp = self.positives.after(_chosen(weights, is_positive))
        fp = self.negatives.after(_chosen(weights, is_negative))
        at = is_positive.nonzero()[0]
        # What was seen before comes first.
        fp = np.concatenate((self.fp[2:], fp))
        joined = np.concatenate((self.joined, joined))
        is_negative = np.concatenate((self.is_negative, is_negative))
        if self.is_tied or not is_last.all():
            return self._with_ties(joined, is_negative, is_last, at, tp, fp)
        return self._without_ties(joined, is_negative, at, tp, fp)

    def _without_ties(
        self, joined: Array, is_negative: NDArray[np.bool_], at: Indices, tp: Array, fp: Array
    ) -> _Found:
        before = at + 2
        is_run = is_negative.take(before)
        runs = is_run.nonzero()[0]
        is_point = ~is_negative
        is_point[:3] = False
        is_point[before.take(runs)] = True
        # As many negatives precede the run's positive as there are rows that are not positive.
        levels = fp.take(at.take(runs) - runs)
        # Outside a tie only the last row counts.
        self.joined[2], self.is_negative[2], self.fp[2] = joined[-1], is_negative[-1], fp[-1]
        return _Found(tp, is_run, None, levels, _chosen(joined, is_point))

    def _with_ties(
        self,
        joined: Array,
        is_negative: NDArray[np.bool_],
        is_last: NDArray[np.bool_],
        at: Indices,
        tp: Array,
        fp: Array,
    ) -> _Found:
        # At every row: the false positives at the last negative.
        fp = np.concatenate((self.fp, fp.take(is_negative[3:].cumsum())))
        is_start = np.concatenate(([True, False, not self.is_tied], is_last[:-1]))
        starts = is_start.nonzero()[0] + 1
        # Of a tie the positives come last: a step is its last row.
        steps = is_last.take(at).nonzero()[0]
        at = at.take(steps) + 3
        start = starts.take(is_start.cumsum().take(at - 1) - 1)
        is_run, is_tie = is_negative.take(start - 1), is_negative.take(start)
        is_level = np.zeros(joined.size, bool)
        is_level[_chosen(start, is_run) - 1] = True
        is_point = is_level.copy()
        is_point[at] = True
        is_level[_chosen(at, is_tie)] = True
        levels, points = _chosen(fp, is_level), _chosen(joined, is_point)
        last = [starts[-1] - 1, starts[-1], -1]
        self.joined, self.is_negative, self.fp = joined[last], is_negative[last], fp[last]
        self.is_tied = not is_last[-1]
        return _Found(tp.take(steps), is_run, is_tie, levels, points)


def _chosen(values: Array, are_in: NDArray[np.bool_]) -> Array:
    """Return some values; an index of their places is several times as fast as a mask."""
    return values.take(are_in.nonzero()[0])


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
        np.add.accumulate(plain, out=plain)
        self._plain, sums = plain[-1], plain[1:]
        if own.dtype.kind == "f":
            off = _rounded_off(plain, own)
            np.add.accumulate(off, out=off)
            off += self._lost
            self._lost = off[-1]
            sums = np.add(sums, off, out=off)
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
    off: Array = np.minimum(before, added)
    rest = np.maximum(before, added)
    off -= np.subtract(after, rest, out=rest)
    return off
