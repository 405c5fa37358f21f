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
from prplot.core.record.ranking.keys import CHUNK, are_odd
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
    walk, sums = _Walk.begun(ranked.keys_type, kind), (RunningSum(kind), RunningSum(kind))
    levels, tp, kinds = Growing(kind, [0]), Growing(kind), Growing(np.dtype(np.uint8))
    for keys, weights in _in_order(ranked, observations, threads):
        is_positive = are_odd(keys[: weights.size])
        gained, passed_by = (
            total.after(_chosen(weights, own))
            for total, own in zip(sums, (is_positive, ~is_positive), strict=True)
        )
        found = walk.over(keys, is_positive, passed_by)
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
) -> Iterator[tuple[Array, Array]]:
    """Yield the weights of examples in order, `CHUNK` at a time, and the keys of one more."""
    size = ranked.size
    # Columns are read one after the other, so that more of each stays in the processor's cache.
    together = CHUNK * max(min(8, size // (SHARE * CHUNK)), 1) * threads.count
    for start in range(0, size, together):
        part = slice(start, min(start + together, size))
        keys = ranked.keys(slice(start, min(part.stop + 1, size)), threads)
        weights = np.empty(part.stop - start, observations.masses_type)

        def read(some: slice, start: int = start, weights: Array = weights) -> None:
            rows = ranked.rows(slice(start + some.start, start + some.stop))
            weights[some] = observations.masses(rows)

        threads.map(read, threads.parts(weights.size))
        for first in range(0, weights.size, CHUNK):
            yield keys[first : first + CHUNK + 1], weights[first : first + CHUNK]


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
        The keys of corners and steps, in their order.
    """

    is_step: NDArray[np.bool_] | None
    kinds: NDArray[np.uint8]
    levels: Array
    points: Array


class _Walk:
    """A walk along sorted keys, which remembers where the last tie began.

    Attributes
    ----------
    keys : ndarray of unsigned int, shape (3,)
        The key before the last tie, the first one in it and the last one so far.
    fp : ndarray, shape (3,)
        False positives at them.
    """

    def __init__(self, keys: Array, fp: Array) -> None:
        self.keys = keys
        self.fp = fp

    @classmethod
    def begun(cls, keys_type: np.dtype[Any], masses_type: np.dtype[Any]) -> Self:
        """Return the walk before the first key: no negative precedes it, and no tie with it."""
        # An odd key that is far from the first one, 0 or a little more.
        odd = np.full(3, np.iinfo(keys_type).max >> 1, keys_type)
        return cls(odd, np.zeros(3, masses_type))

    def over(self, following: Array, is_positive: NDArray[np.bool_], fp: Array) -> _Found:
        """Walk over some keys.

        Parameters
        ----------
        following : ndarray of unsigned int, shape (n,) or (n + 1,)
            The last is only seen.
        is_positive : ndarray of bool, shape (n,)
        fp : ndarray
            The false positives at each negative.
        """
        keys = np.append(self.keys[2:], following)
        gaps = keys[1:] - keys[:-1]
        size = is_positive.size
        if gaps.min() > 1:
            return self._without_ties(keys[: size + 1], is_positive, fp)
        # Of a tie the positives come last: a step is its last key.
        is_step = _chosen(np.append(gaps[1:] != 0, True)[:size], is_positive)
        return self._with_ties(following[:size], is_positive, is_step, fp)

    def _without_ties(self, keys: Array, is_positive: NDArray[np.bool_], fp: Array) -> _Found:
        """Walk over keys, of which one was seen before."""
        is_positive = np.append(bool(keys[0] & 1), is_positive)
        fp = np.append(self.fp[2:], fp)
        is_corner = is_positive[1:] > is_positive[:-1]
        is_point = is_positive | np.append(is_corner, False)
        is_point[0] &= not is_positive[0]
        # The false positives seen before are those at the first key, whatever it is.
        negatives = np.append(True, ~is_positive[1:])
        levels = _chosen(fp, _chosen(np.append(is_corner, False), negatives))
        self.keys = keys[[-2, -1, -1]]
        self.fp = fp[[-1 if is_positive[-1] else -2, -1, -1]]
        kinds = _chosen(is_corner, is_positive[1:]).view(np.uint8)
        return _Found(None, kinds, levels, _chosen(keys, is_point))

    def _with_ties(
        self,
        following: Array,
        is_positive: NDArray[np.bool_],
        is_step: NDArray[np.bool_],
        fp: Array,
    ) -> _Found:
        keys = np.append(self.keys, following)
        is_negative = ~np.append(are_odd(self.keys), is_positive)
        # At every key those at the last negative.
        fp = np.append(self.fp, np.append(self.fp[2:], fp)[np.cumsum(~is_positive)])
        is_start = (keys[1:] ^ keys[:-1]) > 1
        starts = np.flatnonzero(is_start) + 1
        at = _chosen(np.flatnonzero(is_positive), is_step) + 3
        start = starts[np.cumsum(is_start)[at - 1] - 1]
        is_run, is_tie = is_negative[start - 1], is_negative[start]
        levels = _interleaved(fp[start - 1], is_run, fp[at], is_tie)
        points = _interleaved(keys[start - 1], is_run, keys[at], np.ones_like(is_run))
        last = [starts[-1] - 1, starts[-1], -1]
        self.keys, self.fp = keys[last], fp[last]
        return _Found(is_step, is_run * np.uint8(RUN) + is_tie * np.uint8(TIE), levels, points)


def _chosen(values: Array, are_in: NDArray[np.bool_]) -> Array:
    """Return some values; an index of their places is several times as fast as a mask."""
    return values.take(np.flatnonzero(are_in))


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
