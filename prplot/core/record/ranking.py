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
    pos, neg, exact = positives.total, negatives.total, observations.thresholds_type
    lowest = min(one.scores[0] for one in (positives, negatives) if one.scores.size)
    scores, tp = _distinct(positives.scores)
    tp = positives.mass(tp)
    # What is read no more would take as much memory as the steps.
    del positives
    fp, before = _looked_up(scores, negatives.scores, threads)
    levels = scores.astype(exact, copy=False)
    del scores
    passed, is_tied = before, before is not fp
    fp = negatives.mass(fp)
    before = negatives.mass(before) if is_tied else fp
    # The k-th best of n ascending scores is at n - k.
    places = negatives.scores.size - _chosen(passed, rises_before(before, fp))
    corners = _at(places, negatives.scores).astype(exact, copy=False)
    steps = Steps(tp, fp, before, levels, corners, exact.type(lowest), is_complete=True)
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
        if weights is None:
            return cls(sort_in_place(_chosen(scores, rows), threads), None)
        order, own = rows_in_order(scores, rows, threads)
        return cls(own, running_sums(weights, order[::-1]))

    @property
    def total(self) -> float:
        return self.scores.size if self.masses is None else self.masses.item(-1)

    def mass(self, counts: Array) -> Array:
        """Return the mass of so many of the best."""
        return counts if self.masses is None else _at(counts, self.masses)


def _classes(observations: Observations, scores: Array, threads: Threads) -> tuple[_Class, _Class]:
    is_positive, weights = observations.is_positive, observations.weights
    one, other = (_Class.of(scores, weights, rows, threads) for rows in (is_positive, ~is_positive))
    return one, other


def _chosen(values: Array, rows: Array) -> Array:
    """Return the values of some rows; an index of all of them would take as much memory again."""
    found = np.empty(np.count_nonzero(rows), values.dtype)
    end = 0
    for start in range(0, rows.size, CHUNK):
        some = np.flatnonzero(rows[start : start + CHUNK])
        # In the usual mode, which checks the index, `take` would copy its results once more.
        values[start:].take(some, out=found[end : end + some.size], mode="clip")
        end += some.size
    return found


def _at(places: Array, values: Array) -> Array:
    """Return the values at some places; in chunks the copies of short integers are small."""
    found = np.empty(places.size, values.dtype)
    for start in range(0, places.size, CHUNK):
        some = places[start : start + CHUNK]
        values.take(some, out=found[start : start + CHUNK], mode="clip")
    return found


def _distinct(ascending: Array) -> tuple[Array, Array]:
    """Return the distinct scores, the best first, and how many there are from each on."""
    kind, differ = _counts_type(ascending.size), ascending[1:] != ascending[:-1]
    if differ.all():
        return ascending[::-1], np.arange(1, ascending.size + 1, dtype=kind)
    places = np.flatnonzero(np.append(True, differ)).astype(kind)[::-1]
    return _at(places, ascending), ascending.size - places


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


def running_sums(weights: Array, rows: Indices) -> Array:
    """Return the sums of the weights of the first 0, 1, 2, ... rows, never decreasing.

    They are as accurate as exact sums that are rounded once: what additions round off is added up,
    too, or else the error would grow with their number.
    """
    sums = np.zeros(rows.size + 1, weights.dtype)
    lost = 0.0
    for start in range(0, rows.size, CHUNK):
        part = sums[start : start + CHUNK + 1]
        added = weights.take(rows[start : start + CHUNK])
        part[1:] = added
        np.add.accumulate(part, out=part)
        if weights.dtype.kind != "f":
            continue
        before, after = part[:-1], part[1:]
        # Dekker's two-sum, exact.
        off = np.minimum(before, added)
        off -= np.subtract(after, np.maximum(before, added, out=added), out=added)
        off[0] += lost
        np.add.accumulate(off, out=off)
        last = after[-1]
        after += off
        if (after < before).any():
            np.maximum.accumulate(part, out=part)
        lost = off[-1] - (after[-1] - last)
    return sums


# Sorting


def sort_in_place(numbers: Array, threads: Threads = SINGLE) -> Array:
    """Sort in place: halves, apart, once all numbers of one are below those of the other."""
    parts = [numbers]
    while len(parts) < threads.count:
        threads.map(lambda part: part.partition(part.size // 2), parts)
        parts = [half for part in parts for half in np.split(part, [part.size // 2])]
    # Of short integers a stable sort is a radix sort.
    is_short = numbers.dtype.kind in "iu" and numbers.itemsize <= 2
    threads.map(lambda part: part.sort(kind="stable" if is_short else None), parts)
    return numbers


def rows_in_order(scores: Array, chosen: Array, threads: Threads = SINGLE) -> tuple[Indices, Array]:
    """Return some rows in the order of their scores, of a tie the first one first, and the scores.

    A row and the high bits of its score share one integer, since sorting integers is several times
    faster than an argsort. Then few neighbours are out of order.
    """
    rows = np.flatnonzero(chosen)
    bits = (scores.size - 1).bit_length()
    low, high = (int(end) for end in _long_integers(np.array([scores.min(), scores.max()])))
    cut = max((high - low).bit_length() + bits - BITS, 0)
    are_near = np.zeros(rows.size, bool)

    def pack(part: slice) -> None:
        above = (_long_integers(scores.take(rows[part])) - low).view(np.uint64)
        above >>= cut
        above <<= bits
        rows[part] |= above.view(np.int64)

    def compare(part: slice) -> None:
        after = slice(part.start + 1, part.stop + 1)
        are_near[after] = rows[part] ^ rows[after] < 2**bits

    threads.map_blocks(pack, rows.size, CHUNK)
    sort_in_place(rows, threads)
    threads.map_blocks(compare, rows.size - 1, CHUNK)
    rows &= 2**bits - 1
    ranked = scores.take(rows)
    if (ranked[1:] < ranked[:-1]).any():
        # Only rows that share all of these high bits are sorted again.
        are_near[:-1] |= are_near[1:]
        near = np.flatnonzero(are_near)
        order = near.take(ranked.take(near).argsort(kind="stable"))
        rows[near] = rows.take(order)
        ranked[near] = ranked.take(order)
    return rows, ranked


def _long_integers(scores: Array) -> Array:
    """Return long integers in the order of scores; a few different scores may share one."""
    if scores.dtype.kind == "u":
        return (scores.astype(np.uint64) - np.uint64(2**63)).view(np.int64)
    if scores.dtype.kind != "f":
        return scores.astype(np.int64)
    with np.errstate(over="ignore", under="ignore"):
        # Adding 0 turns a negative zero, which ties with zero, into zero.
        bits = (scores.astype(np.float64, copy=False) + 0.0).view(np.int64)
    # Numbers below 0 have their order turned around.
    bits ^= bits >> 63 & np.iinfo(np.int64).max
    return bits
