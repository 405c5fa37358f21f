"""Sorting: numbers in place, and rows by their scores."""

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array
from prplot.core.record.ranking.buckets import bucket_sort, mirrored, numpy_is_slow
from prplot.core.threads import SINGLE, Threads

Indices = NDArray[np.int64]
# Bits of the integer that a score and its row share, without a sign.
BITS = 63
# Rounds in which neighbours that are out of order change places.
ROUNDS = 8
# Scores that are packed at a time: all that is computed of them stays in the processor's cache.
CHUNK = 2**14


def sort_in_place(numbers: Array, threads: Threads = SINGLE) -> Array:
    """Sort in place: halves, apart, once all numbers of one are below those of the other."""
    parts = [numbers]
    while len(parts) < threads.count:
        threads.map(lambda part: part.partition(part.size // 2), parts)
        parts = [half for part in parts for half in np.split(part, [part.size // 2])]
    threads.map(_sort, parts)
    return numbers


def _sort(numbers: Array) -> None:
    if numpy_is_slow(numbers):
        bucket_sort(numbers)
        return
    # Of short integers a stable sort is a radix sort.
    is_short = numbers.dtype.kind in "iu" and numbers.itemsize <= 2
    numbers.sort(kind="stable" if is_short else None)


def rows_in_order(scores: Array, threads: Threads = SINGLE) -> tuple[Indices, Array]:
    """Return the rows of scores in ascending order, of a tie the first one first, and the scores.

    A row and the high bits of its score share one integer, since sorting integers is several times
    faster than an argsort. Then few neighbours are out of order, and change places.
    """
    if scores.size < 2:
        return np.arange(scores.size), scores
    bits = (scores.size - 1).bit_length()
    low, high = (int(end) for end in _long_integers(np.array([scores.min(), scores.max()])))
    cut = max((high - low).bit_length() + bits - BITS, 0)
    joined = np.empty(scores.size, np.int64)

    def pack(part: slice) -> None:
        above = (_long_integers(scores[part]) - np.int64(low)).view(np.uint64) >> cut
        joined[part] = above << bits
        joined[part] |= np.arange(part.start, part.stop)

    threads.map_blocks(pack, scores.size, CHUNK)
    rows = sort_in_place(joined, threads)
    rows &= 2**bits - 1
    ranked = scores.take(rows)
    for _ in range(ROUNDS):
        wrong = np.flatnonzero(ranked[1:] < ranked[:-1])
        if wrong.size == 0:
            return rows, ranked
        # Pairs that don't overlap.
        wrong = wrong[np.diff(wrong, prepend=-2) > 1]
        for values in (rows, ranked):
            values[wrong], values[wrong + 1] = values[wrong + 1], values[wrong]
    rows = scores.argsort(kind="stable")
    return rows, scores.take(rows)


def as_integers(scores: Array) -> Array:
    """Return integers in the order of scores, and equal where scores are equal."""
    if scores.dtype.kind != "f":
        return scores
    # Adding 0 turns a negative zero, which ties with zero, into zero.
    return mirrored((scores + 0.0).view(f"i{scores.itemsize}"))


def as_floats(integers: Array) -> Array:
    """Return the floats of integers."""
    return mirrored(integers).view(f"f{integers.itemsize}")


def _long_integers(scores: Array) -> Array:
    """Return long integers in the order of scores; a few different scores may share one."""
    if scores.dtype.kind == "u":
        return (scores.astype(np.uint64) - np.uint64(2**63)).view(np.int64)
    with np.errstate(over="ignore", under="ignore"):
        return as_integers(scores.astype(np.float64 if scores.dtype.kind == "f" else np.int64))
