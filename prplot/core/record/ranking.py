"""Ranking: from scored examples to the steps of their ranking.

The scores of each class are sorted, and those of the positives are looked up among the negatives:
a step has as many false positives as there are negatives at or above its score. With weights, sums
of these replace the numbers of examples.
"""

from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array
from prplot.core.record.observations import Observations
from prplot.core.record.sorting import mirrored, sort
from prplot.core.record.steps import Steps, rises_before
from prplot.core.threads import SINGLE, Threads

Indices = NDArray[np.int64]
# Numbers that are looked up, or added up, at a time: all that is computed of them stays in the
# processor's cache.
CHUNK = 2**14
# Among so many times as many numbers a binary search of each is faster than merging them.
SPARSE = 6
# Bits of the integer that a score and its row share, without a sign.
BITS = 63


def rank(observations: Observations, threads: Threads = SINGLE) -> tuple[Steps, float, float]:
    """Count true and false positives at every score of a positive example.

    Parameters
    ----------
    observations : Observations
    threads : Threads
        Which share the work; the result is the same.

    Returns
    -------
    steps : Steps
    pos, neg : int or float
        Total mass of the positives and of the negatives.
    """
    positives, negatives = _classes(observations, observations.scores, threads)
    pos, neg = positives.total, negatives.total
    scores, tp = _distinct(positives.scores)
    fp, before = _looked_up(scores, negatives.scores, threads)
    with_corner = np.flatnonzero(rises_before(before, fp))
    exact = observations.thresholds_type
    # The k-th best of ascending scores is at -k.
    at_corners = negatives.scores.take(-before[with_corner]).astype(exact)
    levels = scores.astype(exact, copy=False)
    tp = positives.mass(tp)
    # Scores and masses that are read no more would take as much memory as the steps.
    del positives, scores
    is_tied = before is not fp
    fp = negatives.mass(fp)
    before = negatives.mass(before) if is_tied else fp
    lowest = exact.type(observations.score_range[0])
    steps = Steps(tp, fp, before, levels, with_corner, at_corners, lowest, is_complete=True)
    return steps, pos, neg


def count_at(
    observations: Observations, thresholds: Array, threads: Threads = SINGLE
) -> tuple[Array, Array, float, float]:
    """Count true and false positives with scores at or above each threshold, exactly.

    Parameters
    ----------
    observations : Observations
    thresholds : ndarray, shape (k,)
    threads : Threads

    Returns
    -------
    tp, fp : ndarray, shape (k,)
    pos, neg : int or float
    """
    # Floats that hold large integers, so that scores and thresholds compare exactly.
    scores = observations.scores.astype(observations.thresholds_type, copy=False)
    classes = _classes(observations, scores, threads)
    tp, fp = (one.mass(one.scores.size - one.scores.searchsorted(thresholds)) for one in classes)
    return tp, fp, classes[0].total, classes[1].total


class _Class(NamedTuple):
    """One class's scores in ascending order, and the masses of the best 0, 1, 2, ... of them."""

    scores: Array
    masses: Array | None

    @classmethod
    def of(cls, scores: Array, weights: Array | None, rows: Array, threads: Threads) -> Self:
        """Sort the examples of a class, which are some of the rows."""
        # Several times as fast as an index.
        own = np.compress(rows, scores)
        if weights is None:
            return cls(sort_in_place(own, threads), None)
        order, own = rows_in_order(own, threads)
        return cls(own, running_sums(np.compress(rows, weights).take(order[::-1])))

    @property
    def total(self) -> float:
        return self.scores.size if self.masses is None else self.masses.item(-1)

    def mass(self, counts: Array) -> Array:
        """Return the mass of so many of the best."""
        if self.masses is None:
            return counts
        found = np.empty(counts.size, self.masses.dtype)
        # Short counts are copied to long ones; in chunks that copy is small.
        for start in range(0, counts.size, CHUNK):
            found[start : start + CHUNK] = self.masses[counts[start : start + CHUNK]]
        return found


def _classes(observations: Observations, scores: Array, threads: Threads) -> tuple[_Class, _Class]:
    is_positive, weights = observations.is_positive, observations.weights
    one, other = (_Class.of(scores, weights, rows, threads) for rows in (is_positive, ~is_positive))
    return one, other


def _distinct(ascending: Array) -> tuple[Array, Array]:
    """Return the distinct scores, the best first, and how many there are from each on."""
    kind, firsts = _counts_type(ascending.size), np.ones(ascending.size, bool)
    np.not_equal(ascending[1:], ascending[:-1], out=firsts[1:])
    if firsts.all():
        return ascending[::-1], np.arange(1, ascending.size + 1, dtype=kind)
    places = np.flatnonzero(firsts)[::-1]
    return ascending.take(places), (ascending.size - places).astype(kind)


def _looked_up(scores: Array, negatives: Array, threads: Threads) -> tuple[Array, Array]:
    """Count negatives at or above, and strictly above, each of the descending scores."""
    fp = np.zeros(scores.size, _counts_type(negatives.size))
    if negatives.size == 0:
        return fp, fp
    tied = np.zeros(scores.size, bool)

    def look_up(part: slice) -> None:
        own = scores[part][::-1]
        first, stop = negatives.searchsorted(own[[0, -1]])
        places = _places(own, negatives[first:stop])
        places += first
        fp[part] = negatives.size - places[::-1]
        tied[part] = (negatives.take(places, mode="clip") == own)[::-1]

    threads.map_blocks(look_up, scores.size, CHUNK)
    if not tied.any():
        return fp, fp
    before = fp.copy()
    before[tied] = negatives.size - negatives.searchsorted(scores[tied], side="right")
    return fp, before


def _places(own: Array, others: Array) -> Array:
    """Return how many of the others, ascending as well, are below each number."""
    if others.size > SPARSE * own.size:
        return others.searchsorted(own)
    # A stable sort merges two runs, and puts a number before the others that equal it.
    order = np.concatenate([own, others]).argsort(kind="stable")
    return np.flatnonzero(order < own.size) - np.arange(own.size)


def _counts_type(size: int) -> np.dtype[Any]:
    return np.dtype(np.int32 if size < 2**31 else np.int64)


def running_sums(weights: Array) -> Array:
    """Return the sums of the first 0, 1, 2, ... weights, never decreasing.

    They are as accurate as exact sums that are rounded once: what additions round off is added up,
    too, or else the error would grow with their number.
    """
    sums = np.zeros(weights.size + 1, weights.dtype)
    np.add.accumulate(weights, out=sums[1:])
    if weights.dtype.kind != "f":
        return sums
    last, lost = 0.0, 0.0
    for start in range(0, weights.size, CHUNK):
        added, after = weights[start : start + CHUNK], sums[start + 1 : start + 1 + CHUNK]
        before = np.append(last, after[:-1])
        last = after[-1]
        # Dekker's two-sum, exact.
        off = np.minimum(before, added) - (after - np.maximum(before, added))
        np.add.accumulate(off, out=off)
        off += lost
        lost = off[-1]
        after += off
    return np.maximum.accumulate(sums, out=sums)


# Sorting


def sort_in_place(numbers: Array, threads: Threads = SINGLE) -> Array:
    """Sort in place: halves, apart, once all numbers of one are below those of the other."""
    parts = [numbers]
    while len(parts) < threads.count:
        threads.map(lambda part: part.partition(part.size // 2), parts)
        parts = [half for part in parts for half in np.split(part, [part.size // 2])]
    threads.map(sort, parts)
    return numbers


def rows_in_order(scores: Array, threads: Threads = SINGLE) -> tuple[Indices, Array]:
    """Return the rows of scores in ascending order, of a tie the first one first, and the scores.

    A row and the high bits of its score share one integer, since sorting integers is several times
    faster than an argsort. Then few neighbours are out of order.
    """
    if scores.size < 2:
        return np.arange(scores.size), scores
    bits = (scores.size - 1).bit_length()
    low, high = (int(end) for end in _long_integers(np.array([scores.min(), scores.max()])))
    cut = max((high - low).bit_length() + bits - BITS, 0)
    rows = np.empty(scores.size, np.int64)

    def pack(part: slice) -> None:
        above = (_long_integers(scores[part]) - np.int64(low)).view(np.uint64) >> cut
        rows[part] = above << bits
        rows[part] |= np.arange(part.start, part.stop)

    threads.map_blocks(pack, scores.size, CHUNK)
    sort_in_place(rows, threads)
    rows &= 2**bits - 1
    ranked = scores.take(rows)
    if (ranked[1:] < ranked[:-1]).any():
        # A stable sort merges runs, and is fast where these are long.
        order = ranked.argsort(kind="stable")
        rows[...] = rows.take(order)
        ranked = ranked.take(order)
    return rows, ranked


def _long_integers(scores: Array) -> Array:
    """Return long integers in the order of scores; a few different scores may share one."""
    if scores.dtype.kind == "u":
        return (scores.astype(np.uint64) - np.uint64(2**63)).view(np.int64)
    if scores.dtype.kind != "f":
        return scores.astype(np.int64)
    with np.errstate(over="ignore", under="ignore"):
        # Adding 0 turns a negative zero, which ties with zero, into zero.
        return mirrored((scores.astype(np.float64) + 0.0).view(np.int64))
