"""Sorting where numpy is slow.

On AMD's fourth generation numpy sorts 64-bit numbers with AVX-512 instructions that are slow there
(numpy/x86-simd-sort#6, numpy/numpy#32690), and takes six times as long as with AVX2. There, numbers
are distributed by their leading bits to buckets that fit the processor's cache, a radix sort of the
following bits puts each bucket nearly in order, and its short runs are sorted. All but `sort` and
`mirrored` can go once numpy has fixed that.
"""

from functools import cache
from itertools import pairwise
from timeit import repeat
from typing import Any

import numpy as np

from prplot.core.checks import Array

# Below so many numbers a single sort is as fast as anything.
FEW = 2**18
# Numbers that are dealt out at a time: few enough for the processor's cache, but hundreds for each
# bucket.
DEALT = 2**16
# Numbers in a bucket, on average, and the most buckets.
BUCKET, MOST_BUCKETS = 2**13, 2**7
# A bucket is dealt out again if it has so many times its share of the numbers.
CROWDED = 8
# Leading bits make an index of so many bits, of which a radix sort is fast.
INDEX_BITS = 16
# Numbers that are sorted at once when they are nearly in order.
RUN = 2**8
# Numbers of which sorts are timed. Where a sort takes so many times as long as a radix sort of as
# many indices it is slow: with AVX2 it is 1.6 times, on the processors above 9 times.
TIMED, SLOW = 2**14, 4.0


def sort(numbers: Array) -> None:
    """Sort in place."""
    if numpy_is_slow(numbers):
        bucket_sort(numbers)
        return
    # Of short integers a stable sort is a radix sort.
    is_short = numbers.dtype.kind in "iu" and numbers.itemsize <= 2
    numbers.sort(kind="stable" if is_short else None)


def mirrored(bits: Array) -> Array:
    """Turn around the order of negative numbers, in place: twice changes nothing."""
    low: Any = bits >> (8 * bits.itemsize - 1)
    low &= np.iinfo(bits.dtype).max
    bits ^= low
    return bits


def numpy_is_slow(numbers: Array) -> bool:
    """Return whether a bucket sort of these numbers is faster here."""
    is_known = numbers.dtype.kind in "iuf" and numbers.itemsize in (4, 8)
    return is_known and numbers.size >= FEW and _ratio(numbers.dtype) > SLOW


@cache
def _ratio(kind: np.dtype[Any]) -> float:
    """Return how many times as long a sort takes here as a radix sort of 16 bits."""
    # All bits differ, so that no branch can be foreseen.
    numbers = np.random.default_rng(0).random(TIMED)
    index = (numbers * 2**INDEX_BITS).astype(np.uint16)
    numbers = (numbers * 2**30).astype(kind)
    own, radix = (
        min(repeat(sort, number=1, repeat=3))
        for sort in (lambda: np.sort(numbers), lambda: index.argsort(kind="stable"))
    )
    return own / radix


def bucket_sort(numbers: Array) -> None:
    """Sort integers or floats of 4 or 8 bytes in place."""
    if numbers.dtype.kind == "f":
        integers = mirrored(numbers.view(f"i{numbers.itemsize}"))
        bucket_sort(integers)
        mirrored(integers)
        return
    low = numbers.min()
    shift = max((int(numbers.max()) - int(low)).bit_length() - INDEX_BITS, 0)
    pieces = [slice(start, start + DEALT) for start in range(0, numbers.size, DEALT)]
    tallies = np.zeros(2**INDEX_BITS, np.intp)
    for piece in pieces:
        tallies += np.bincount(_indices(numbers[piece], low, shift), minlength=tallies.size)
    dealt, ends = _dealt(numbers, pieces, tallies, (low, shift))
    most = CROWDED * max(numbers.size // MOST_BUCKETS, BUCKET)
    for start, end in pairwise([0, *ends.tolist()]):
        own = dealt[start:end]
        # Their leading bits are the same.
        if shift and own.size > most and own.min() < own.max():
            bucket_sort(own)
        else:
            _sort_bucket(own)
    numbers[...] = dealt


def _indices(numbers: Array, low: Any, shift: int) -> Array:
    """Return the leading bits of numbers above the lowest."""
    above = (numbers - low).view(f"u{numbers.itemsize}")
    return np.asarray(above >> shift, np.uint16)


def _dealt(
    numbers: Array, pieces: list[slice], tallies: Array, rule: tuple[Any, int]
) -> tuple[Array, Array]:
    """Return numbers dealt out to buckets of about equal size, and the ends of these."""
    count = min(MOST_BUCKETS, max(numbers.size // BUCKET, 1))
    # By the middle of its numbers: an index with many of them has a bucket of its own.
    middle = np.cumsum(tallies) - (tallies + 1) // 2
    of_index = np.minimum(middle * count // numbers.size, count - 1).astype(np.uint8)
    ends = np.cumsum(np.bincount(of_index, tallies, count).astype(np.intp))
    places, every = [0, *ends.tolist()], np.arange(count + 1)
    dealt = np.empty_like(numbers)
    for piece in pieces:
        own = numbers[piece]
        bucket = of_index.take(_indices(own, *rule))
        order = bucket.argsort(kind="stable")
        own, edges = own.take(order), bucket.take(order).searchsorted(every).tolist()
        for i, (first, last) in enumerate(pairwise(edges)):
            end = places[i] + last - first
            dealt[places[i] : end] = own[first:last]
            places[i] = end
    return dealt, ends


def _sort_bucket(numbers: Array) -> None:
    """Sort in place: by the bits that differ first, and then what is left out of order."""
    if numbers.size < 2:
        return
    low = numbers.min()
    shift = max((int(numbers.max()) - int(low)).bit_length() - INDEX_BITS, 0)
    # Of integers of 16 bits this is a radix sort.
    numbers[...] = numbers.take(_indices(numbers, low, shift).argsort(kind="stable"))
    if shift == 0:
        return
    # Numbers of one index are few and lie side by side. Each run is sorted, and the runs from the
    # middle of one to that of the next.
    for first in (0, RUN // 2):
        last = first + max(numbers.size - first, 0) // RUN * RUN
        numbers[first:last].reshape(-1, RUN).sort(axis=1)
        numbers[last:].sort()
    if (numbers[1:] < numbers[:-1]).any():
        numbers.sort()
