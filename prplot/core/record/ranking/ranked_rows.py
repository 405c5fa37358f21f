"""Ranked rows: those of examples in order of their scores; thresholds take their place.

Weights are looked up in that order. A row and the high bits of its key share one integer, since
sorting integers is several times faster than an argsort.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array
from prplot.core.record.ranking.counting import counts_type
from prplot.core.record.ranking.growing import Growing, move_end
from prplot.core.record.ranking.keys import (
    CHUNK,
    Indices,
    KeyCode,
    NearCode,
    are_odd,
    descending,
    native,
)
from prplot.core.sorting import sort_in_place, sorted_numbers
from prplot.core.threads import SINGLE, Threads

# Bits of the integer that a key and its row share.
BITS = 64
# Among so many rows whose keys agree in the high bits those out of order are looked for; more are
# sorted by the low bits.
MANY = CHUNK // 4


class RankedRows:
    """Rows in order of their scores, the best first, and of a tie the negatives first.

    If key and row don't both fit in an integer, low bits of the key are left out, all but the last
    one. Then few rows are out of order, each among those with the same high bits, and they are
    sorted when they are read. The last bit is the class: with it ties, which may be many, are in
    order at once.

    Parameters
    ----------
    code : KeyCode or NearCode
    scores : ndarray, shape (n,)
    is_positive : ndarray of bool, shape (n,)
    threads : Threads
    """

    def __init__(
        self,
        code: KeyCode | NearCode,
        scores: Array,
        is_positive: NDArray[np.bool_],
        threads: Threads = SINGLE,
    ) -> None:
        self._code, self._scores = code, scores
        self._bits = (scores.size - 1).bit_length()
        self._cut = max((code.span - 1).bit_length() + self._bits - BITS, 0)

        def fill(part: slice, joined: Array) -> None:
            keys = np.empty(joined.size, code.keys_type)
            code.pack(scores[part], is_positive[part], keys)
            joined[...] = keys >> (self._cut + 1)
            joined <<= 1
            joined |= keys & 1
            joined <<= self._bits
            joined |= np.arange(part.start, part.stop, dtype=np.uint64)

        span = ((((code.span - 1) >> (self._cut + 1)) << 1) + 2) << self._bits
        self._joined = sorted_numbers(fill, scores.size, np.dtype(np.uint64), span, threads)
        # Before this place all rows are in order, and no tie of high bits ends after it.
        self._ordered = 0
        self._written = 0

    @property
    def size(self) -> int:
        """Number of rows."""
        return self._joined.size

    @property
    def keys_type(self) -> np.dtype[Any]:
        """The type of what `keys` returns."""
        raise NotImplementedError

    def keys(self, part: slice, threads: Threads = SINGLE) -> Array:
        """Bring rows of some places in order; return the keys of these or more.

        Parts follow one another; each starts with the last row of the one before.
        """
        raise NotImplementedError

    def rows(self, part: slice) -> Indices:
        """Return the rows of some places, which are in order once `keys` was called for them."""
        return _low_bits(self._joined[part], self._bits)

    def write(self, keys: Array) -> None:
        """Write what gives the scores of some keys in place of rows that were read."""
        raise NotImplementedError

    def written(self) -> Array:
        """Return the scores of all keys that were written; the rows are gone."""
        raise NotImplementedError

    def _append(self, values: Array) -> None:
        end = self._written + values.size
        self._joined.view(values.dtype)[self._written : end] = values
        self._written = end

    def _cut_off(self, kind: np.dtype[Any]) -> Array:
        move_end(self._joined, -(-self._written * kind.itemsize // self._joined.itemsize))
        return self._joined.view(kind)[: self._written]

    def _tie_at_end_of(self, part: slice) -> slice:
        """Return the places of those with the high bits of the last row, of both classes."""
        rest = self._joined[part.start :]
        least = self._joined[part.stop - 1] >> (self._bits + 1) << (self._bits + 1)
        first, stop = (
            rest.searchsorted(least),
            rest.searchsorted(least | (2 ** (self._bits + 1) - 1), side="right"),
        )
        return slice(part.start + int(first), part.start + int(stop))


class KeyedRows(RankedRows):
    """Rows in order of their keys.

    Parameters are those of `RankedRows`, with a `KeyCode`.
    """

    _code: KeyCode

    @property
    def keys_type(self) -> np.dtype[Any]:
        """The type of what `keys` returns."""
        return self._code.keys_type

    def keys(self, part: slice, threads: Threads = SINGLE) -> Array:
        """Bring rows of some places in order; return the keys of these or more."""
        if self._cut == 0:
            return (self._joined[part] >> self._bits).astype(self.keys_type)
        if part.stop > self._ordered:
            tie = self._tie_at_end_of(part)
            self._ordered = tie.stop
            if tie.stop - tie.start > MANY and self._cut + self._bits < BITS:
                self._sort_by_low_bits(tie, threads)
            else:
                part = slice(part.start, tie.stop)
        keys = self._keys(part, threads)
        _repair(self._joined[part], keys, self._bits)
        return keys

    def write(self, keys: Array) -> None:
        """Write the scores of some keys in place of rows that were read."""
        self._append(self._code.scores_of(keys))

    def written(self) -> Array:
        """Return all scores that were written; the rows are gone."""
        return self._cut_off(self._code.scores_type)

    def _sort_by_low_bits(self, tie: slice, threads: Threads) -> None:
        """Sort rows whose keys have the same high bits, in their memory."""
        joined, bits = self._joined[tie], self._bits
        same = joined[0] >> (bits + 1) << (bits + 1)
        parts = [slice(start, start + CHUNK) for start in range(0, joined.size, CHUNK)]
        for part in parts:
            rows = joined[part] & (2**bits - 1)
            keys = self._keys(slice(tie.start + part.start, min(tie.start + part.stop, tie.stop)))
            keys &= 2 ** (self._cut + 1) - 1
            np.left_shift(keys, bits, out=joined[part], dtype=np.uint64)
            joined[part] |= rows
        sort_in_place(joined, threads)
        for part in parts:
            # The class and the row are left of these bits, and those that all share come back.
            joined[part] &= 2 ** (bits + 1) - 1
            joined[part] |= same

    def _keys(self, part: slice, threads: Threads = SINGLE) -> Array:
        """Return the keys of the rows at some places."""
        joined = self._joined[part]
        keys = np.empty(joined.size, self._code.keys_type)

        def unpack(some: slice) -> None:
            for start in range(some.start, some.stop, CHUNK):
                own = slice(start, min(start + CHUNK, some.stop))
                rows = _low_bits(joined[own], self._bits)
                is_positive = are_odd(joined[own] >> self._bits)
                self._code.pack(self._scores[rows], is_positive, keys[own])

        threads.map(unpack, threads.parts(keys.size))
        return keys


class ComparedRows(RankedRows):
    """Rows in order of their scores, of which no keys hold all digits.

    They are sorted by keys that different scores may share, and those of one key by their scores
    when they are read. The keys they get then count different scores, from the best on.

    Parameters are those of `RankedRows`, with a `NearCode`.
    """

    def __init__(
        self,
        code: NearCode,
        scores: Array,
        is_positive: NDArray[np.bool_],
        threads: Threads = SINGLE,
    ) -> None:
        super().__init__(code, scores, is_positive, threads)
        # The rank of the first score of the next part. Two are before those of all rows.
        self._rank = 2
        # The last row with each score, from so high a rank on.
        self._last_rows, self._from = np.zeros(2, counts_type(scores.size)), 0

    @property
    def keys_type(self) -> np.dtype[Any]:
        """The type of what `keys` returns."""
        return np.dtype(np.uint64)

    def keys(self, part: slice, threads: Threads = SINGLE) -> Array:
        """Bring rows of some places in order; return the keys of these or more."""
        size = part.stop - part.start
        if part.stop > self._ordered:
            self._ordered = self._tie_at_end_of(part).stop
            part = slice(part.start, self._ordered)
        joined, scores = self._joined[part], native(self._scores[self.rows(part)])
        if (scores[1:] > scores[:-1]).any():
            order = descending(scores)
            scores, joined[...] = scores[order], joined[order]
        is_last = np.append(scores[1:] != scores[:-1], True)
        ranks = np.cumsum(is_last)
        ranks += self._rank - is_last
        # The walk may look back to the score before the last tie.
        before = self._last_rows[self._rank - 2 - self._from :][:2]
        after = self.rows(part)[is_last].astype(before.dtype)
        self._last_rows = np.append(before, after)
        self._from, self._rank = self._rank - 2, int(ranks[size - 1])
        # Keys of different scores differ by 2 or more, whatever their classes.
        keys: Array = ranks.view(np.uint64)
        keys <<= 2
        keys |= are_odd(joined >> self._bits)
        return keys

    def write(self, keys: Array) -> None:
        """Write the last rows with the scores of some keys in place of rows that were read."""
        self._append(self._last_rows[(keys >> 2).astype(np.intp) - self._from])

    def written(self) -> Array:
        """Return the scores of all rows that were written; the others are gone."""
        scores = Growing(self._scores.dtype.newbyteorder("="))
        # From the end on, so that rows make room for scores.
        for start in reversed(range(0, self._written, CHUNK)):
            rows = self._cut_off(self._last_rows.dtype)[start:].astype(np.intp)
            scores.extend(self._scores[rows[::-1]])
            self._written = start
        return scores.array()[::-1]


def _low_bits(joined: Array, bits: int) -> Indices:
    rows: Indices = (joined & (2**bits - 1)).view(np.int64)
    return rows


def _repair(joined: Array, keys: Array, bits: int) -> None:
    """Sort the rows whose keys agree in the high bits, wherever they are out of order."""
    wrong = np.flatnonzero(keys[1:] < keys[:-1])
    if wrong.size == 0:
        return
    # Those of both classes, and all rows.
    low = np.unique(joined[wrong] >> (bits + 1)) << (bits + 1)
    starts = joined.searchsorted(low)
    sizes = joined.searchsorted(low | (2 ** (bits + 1) - 1), side="right") - starts
    places = np.repeat(starts - (np.cumsum(sizes) - sizes), sizes) + np.arange(sizes.sum())
    right = places[np.argsort(keys[places], kind="stable")]
    for array in (joined, keys):
        array[places] = array[right]
