"""Sorting of unsigned integers: by buckets or by comparison, in one thread or several.

`numpy.sort` is the fastest way to sort many numbers on some processors only. On others a bucket
sort takes a third of its time: numbers are dealt out by their leading bits to buckets that fit the
processor's cache, a radix sort of the bits that follow puts each bucket nearly in order, and short
runs of it are sorted. The result is the same.
"""

import math
from collections.abc import Callable
from functools import cache, partial
from itertools import compress, pairwise
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array
from prplot.core.threads import SINGLE, Threads

# Writes the numbers of a part of the data into an array of that length.
Fill = Callable[[slice, Array], None]

# Numbers that are dealt out at a time: few enough for what is computed of them to stay in the
# processor's cache, but hundreds for each bucket; with 2^14 the whole takes up to 8 % longer.
DEALT = 2**16
# Numbers that are made at a time where they are not dealt out.
FILLED = 2**14
MOST_BUCKETS = 2**7
# At least so many numbers are in a bucket, on average.
BUCKET = 2**13
# In several threads so many: each step is a call of numpy that lets other threads run, and steps of
# a few microseconds end before another thread has woken. The processor takes no longer.
SHARED_BUCKET = 2**15
# A bucket is dealt out again if it has so many times its share of the numbers.
CROWDED = 8
# Leading bits make an index of so many bits, of which a radix sort is fast.
INDEX_BITS = 16
# Numbers that are sorted at once when they are nearly in order.
RUN = 2**8
# Below so many numbers a single sort is as fast as anything: counting the indices of buckets takes
# about a millisecond.
FEW = 5 * 2**15
# Numbers of which sorts are timed.
_TIMED = 2**14


class Buckets(NamedTuple):
    """The rule by which numbers are dealt out to buckets.

    Attributes
    ----------
    shift : int
        How many low bits are left out of the index of a number.
    of_index : ndarray of uint8, shape (2**INDEX_BITS,)
        The bucket of each index; never decreasing.
    starts : ndarray of int, shape (parts, buckets)
        Where the numbers of each part of the data start in each bucket.
    ends : ndarray of int, shape (buckets,)
    """

    shift: int
    of_index: NDArray[np.uint8]
    starts: NDArray[np.intp]
    ends: NDArray[np.intp]

    @classmethod
    def balanced(cls, tallies: NDArray[np.intp], shift: int, least: int) -> "Buckets":
        """Return the rule for buckets of nearly equal size.

        Parameters
        ----------
        tallies : ndarray of int, shape (parts, 2**INDEX_BITS)
            How many numbers of each part have each index.
        shift : int
        least : int
            The fewest numbers in a bucket, on average.
        """
        of_all = tallies.sum(axis=0)
        reached = np.cumsum(of_all)
        size = int(reached[-1])
        count = min(MOST_BUCKETS, max(size // least, 1))
        # By the middle of its numbers: an index with many of them has a bucket of its own.
        middle = (reached - (of_all + 1) // 2) * count // size
        of_index = np.minimum(middle, count - 1).astype(np.uint8)
        # Where each bucket begins; those without any index are empty.
        edges = np.searchsorted(of_index, np.arange(count + 1))
        firsts = np.minimum(edges[:-1], of_index.size - 1)
        shares = np.add.reduceat(tallies, firsts, axis=1) * (edges[:-1] < edges[1:])
        ends = np.cumsum(shares.sum(axis=0))
        starts = ends - shares[::-1].cumsum(axis=0)[::-1]
        return cls(shift, of_index, starts, ends)


def sorted_numbers(
    fill: Fill, size: int, kind: np.dtype[Any], span: int, threads: Threads = SINGLE
) -> Array:
    """Return numbers in ascending order.

    Parameters
    ----------
    fill : callable
        Writes the numbers of a slice into an array; called in several threads, and more than once
        for the same slice, so that unsorted numbers need no memory.
    size : int
    kind : dtype
        uint32 or uint64.
    span : int
        All numbers are below it.
    threads : Threads

    Returns
    -------
    ndarray, shape (size,)
    """
    if buckets_are_faster(size, kind, threads.count):
        least = BUCKET if threads.count == 1 else SHARED_BUCKET
        return bucket_sorted(fill, size, kind, span, threads, least)
    numbers = np.empty(size, kind)
    threads.map(lambda some: fill(some, numbers[some]), _pieces(slice(0, size), FILLED))
    sort_in_place(numbers, threads)
    return numbers


def sort_in_place(numbers: Array, threads: Threads) -> None:
    """Sort in place: halves, apart, once all numbers of one are below those of the other."""
    parts = [numbers]
    while len(parts) < threads.count:
        threads.map(lambda part: part.partition(part.size // 2), parts)
        parts = [half for part in parts for half in np.split(part, [part.size // 2])]
    threads.map(np.ndarray.sort, parts)


def bucket_sorted(
    fill: Fill,
    size: int,
    kind: np.dtype[Any],
    span: int,
    threads: Threads = SINGLE,
    least: int = BUCKET,
    room: tuple[Array | None, Array | None] = (None, None),
) -> Array:
    """Return numbers in ascending order, sorted by buckets.

    Parameters are those of `sorted_numbers`, the fewest numbers in a bucket, on average, and memory
    for all numbers: for those returned, and what is free once they are dealt out.
    """
    dealt, free = room
    parts = threads.parts(size)
    shift = max((span - 1).bit_length() - INDEX_BITS, 0)
    tallies = threads.map(partial(_tallies, fill, kind, shift), parts)
    buckets = Buckets.balanced(np.array(tallies), shift, least)
    del tallies
    if dealt is None:
        dealt = np.empty(size, kind)

    def deal_part(i: int) -> None:
        _deal(fill, parts[i], buckets, buckets.starts[i], dealt)

    threads.map(deal_part, range(len(parts)))
    ends = [0, *buckets.ends.tolist()]
    pieces = [slice(*both) for both in pairwise(ends) if both[1] - both[0] > 1]
    most = CROWDED * max(size // buckets.ends.size, least)
    is_crowded = [piece.stop - piece.start > most for piece in pieces]
    usual = [dealt[piece] for piece, more in zip(pieces, is_crowded, strict=True) if not more]
    threads.map(_sort_bucket, usual)
    for piece in compress(pieces, is_crowded):
        _sort_crowded(dealt[piece], None if free is None else free[piece], threads, least)
    return dealt


def _sort_crowded(numbers: Array, free: Array | None, threads: Threads, least: int) -> None:
    """Sort in place numbers whose leading bits are the same, with the help of free memory."""
    low, high = numbers.min(), numbers.max()
    span = int(high - low) + 1
    fill = partial(_write_differences, numbers, low)
    if span <= 2**INDEX_BITS:
        _write_sorted(_tallies(fill, numbers.dtype, 0, slice(0, numbers.size)), low, numbers)
    else:
        room = free, numbers
        found = bucket_sorted(fill, numbers.size, numbers.dtype, span, threads, least, room)
        np.add(found, low, out=numbers)


def _write_sorted(tallies: NDArray[np.intp], low: Any, numbers: Array) -> None:
    """Write each number, from the lowest on, as often as it was counted, without other memory."""
    found = np.flatnonzero(tallies)
    times = tallies[found]
    numbers[...] = 0
    numbers[np.cumsum(times) - times] = np.diff(found, prepend=0)
    np.cumsum(numbers, out=numbers)
    numbers += low


def _write_differences(numbers: Array, low: Any, part: slice, room: Array) -> None:
    np.subtract(numbers[part], low, out=room)


def _pieces(part: slice, size: int) -> list[slice]:
    starts = range(part.start, part.stop, size)
    return [slice(start, min(start + size, part.stop)) for start in starts]


def _tallies(fill: Fill, kind: np.dtype[Any], shift: int, part: slice) -> NDArray[np.intp]:
    """Return how many numbers have each index."""
    tallies = np.zeros(2**INDEX_BITS, np.intp)
    room = np.empty(DEALT, kind)
    for some in _pieces(part, DEALT):
        own = room[: some.stop - some.start]
        fill(some, own)
        own >>= shift
        # numpy before 2.2 counts no numbers of 64 bits without a sign.
        tallies += np.bincount(own.astype(np.uint16), minlength=tallies.size)
    return tallies


def _deal(fill: Fill, part: slice, buckets: Buckets, starts: Array, dealt: Array) -> None:
    """Write the numbers of a part into their buckets, each from its start on."""
    places = starts.tolist()
    every = np.arange(starts.size + 1)
    room = np.empty(DEALT, dealt.dtype)
    for some in _pieces(part, DEALT):
        own = room[: some.stop - some.start]
        fill(some, own)
        bucket = buckets.of_index.take((own >> buckets.shift).astype(np.uint16))
        order = bucket.argsort(kind="stable")
        own = own.take(order)
        edges = bucket.take(order).searchsorted(every).tolist()
        for i, (first, last) in enumerate(pairwise(edges)):
            if first < last:
                end = places[i] + last - first
                dealt[places[i] : end] = own[first:last]
                places[i] = end


def _sort_bucket(numbers: Array) -> None:
    """Sort in place: by the bits that differ first, and then what is left out of order."""
    low, high = numbers.min(), numbers.max()
    shift = max(int(high - low).bit_length() - INDEX_BITS, 0)
    index = numbers - low
    index >>= shift
    # Of integers of 16 bits this is a radix sort.
    numbers[...] = numbers.take(index.astype(np.uint16).argsort(kind="stable"))
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


class Costs(NamedTuple):
    """Nanoseconds that numpy takes for each number on this processor.

    Attributes
    ----------
    run, sort : float
        A sort of `RUN` numbers, and of `_TIMED`.
    radix : float
        A radix sort of 16 bits.
    partition : float
        Into two halves.
    """

    run: float
    sort: float
    radix: float
    partition: float

    def sorting(self, size: int, threads: int) -> float:
        """Return what `numpy.sort` takes for each of so many numbers, in halves for threads."""
        per_level = max(self.sort - self.run, 0.0) / math.log2(_TIMED / RUN)
        whole = self.run + per_level * math.log2(max(size / RUN, 2))
        halvings = 2 - 2 / threads
        return whole / threads + self.partition * halvings

    def buckets(self, threads: int) -> float:
        """Return what a bucket sort takes for each number."""
        return (RADIX_SORTS * self.radix + 2 * self.run) / threads


# All passes of a bucket sort, but for the sorts of runs, take as long as so many radix sorts of its
# buckets. Measured on 10^6 and 10^7 numbers.
RADIX_SORTS = 7.0


def buckets_are_faster(size: int, kind: np.dtype[Any], threads: int) -> bool:
    """Return whether a bucket sort is faster here, by what numpy's sorts take on this processor."""
    if size < FEW:
        return False
    costs = _costs(kind)
    return costs.buckets(threads) < costs.sorting(size, threads)


@cache
def _costs(kind: np.dtype[Any]) -> Costs:
    numbers = np.arange(_TIMED, dtype=np.uint64)
    # Scattered (Steele, Lea & Flood 2014), so that no branch can be foreseen.
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        numbers *= factor
        numbers ^= numbers >> shift
    own = (numbers >> (64 - 8 * kind.itemsize)).astype(kind)
    index = own.astype(np.uint16)

    def taken(sort: Callable[[], object]) -> float:
        seconds = []
        for _ in range(3):
            start = perf_counter()
            sort()
            seconds.append(perf_counter() - start)
        return 1e9 * min(seconds) / _TIMED

    return Costs(
        run=taken(lambda: np.sort(own.reshape(-1, RUN))),
        sort=taken(lambda: np.sort(own)),
        radix=taken(lambda: index.argsort(kind="stable")),
        partition=taken(lambda: np.partition(own, _TIMED // 2)),
    )
