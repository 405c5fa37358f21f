"""Ranked rows: those of examples in order of their scores; thresholds take their place.

Weights are looked up in that order. A row and the high bits of its key share one integer, since
sorting integers is several times faster than an argsort.
"""

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array
from prplot.core.record.ranking.counting import counts_type
from prplot.core.record.ranking.growing import Growing, move_end
from prplot.core.record.ranking.keys import CHUNK, Indices, KeyCode, NearCode, descending, native
from prplot.core.sorting import sort_in_place, sorted_numbers
from prplot.core.threads import SINGLE, Threads

# Bits of the integer that a key and its row share.
BITS = 64
# Of up to so many rows with the same high bits only those out of order are sorted; of more all are,
# by their low bits.
MANY = CHUNK // 4


class RankedRows:
    """Rows in order of their scores, the best first, and of a tie the negatives first.

    If key and row don't both fit in an integer, low bits of the key are left out, all but the last
    one. Then few rows are out of order, each among those with the same high bits, and they are
    sorted by their scores when they are read; so are those that share a key of a `NearCode`. The
    last bit is the class: with it ties, which may be many, are in order at once.

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
        # Scores that no key holds would not fit in the place of rows.
        self._written_type = (
            code.scores_type if isinstance(code, KeyCode) else counts_type(scores.size)
        )

        def fill(part: slice, joined: Array) -> None:
            code.pack(scores[part], is_positive[part], joined)
            if self._cut:
                classes = joined & 1
                joined >>= self._cut + 1
                joined <<= 1
                joined |= classes
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

    def last_in_ties(self, part: slice, threads: Threads = SINGLE) -> NDArray[np.bool_]:
        """Bring rows of some places in order; return which are the last with their score.

        Parts follow one another.
        """
        seen = slice(part.start, min(part.stop + 1, self.size))
        differ = self._have_other_bits(seen)
        if not self._are_exact and not differ.all():
            differ = self._have_other_scores(seen, threads)
        return differ if part.stop < self.size else np.concatenate((differ, [True]))

    def joined(self, part: slice) -> Array:
        """Return the integers of keys and rows at some places; looked at, they are in order."""
        return self._joined[part]

    def rows(self, joined: Array) -> Indices:
        """Return the rows in some integers."""
        return _low_bits(joined, self._bits)

    def are_positive(self, joined: Array) -> NDArray[np.bool_]:
        """Return the classes in some integers."""
        found: NDArray[np.bool_] = joined & 2**self._bits != 0
        return found

    def write(self, joined: Array) -> None:
        """Write what gives the scores of some integers in place of those that were read."""
        values: Array = self.rows(joined)
        if isinstance(self._code, KeyCode):
            values = self._scores[values]
        values = values.astype(self._written_type, copy=False)
        end = self._written + values.size
        self._joined.view(values.dtype)[self._written : end] = values
        self._written = end

    def written(self) -> Array:
        """Return the scores of all integers that were written; the others are gone."""
        if isinstance(self._code, KeyCode):
            return self._cut_off()
        scores = Growing(self._scores.dtype.newbyteorder("="), self._written)
        # From the end on, so that rows make room for scores.
        for start in reversed(range(0, self._written, CHUNK)):
            rows = self._cut_off()[start:].astype(np.intp)
            scores.extend(self._scores[rows[::-1]])
            self._written = start
        return scores.array()[::-1]

    def _cut_off(self) -> Array:
        kind = self._written_type
        move_end(self._joined, -(-self._written * kind.itemsize // self._joined.itemsize))
        return self._joined.view(kind)[: self._written]

    @property
    def _are_exact(self) -> bool:
        """Whether high bits hold the whole key."""
        return self._cut == 0 and isinstance(self._code, KeyCode)

    def _have_other_bits(self, part: slice) -> NDArray[np.bool_]:
        """Return which rows, but the last, have other high bits than the next."""
        joined = self._joined[part]
        differ: NDArray[np.bool_] = (joined[1:] ^ joined[:-1]) >= 2 ** (self._bits + 1)
        return differ

    def _have_other_scores(self, part: slice, threads: Threads) -> NDArray[np.bool_]:
        """Bring rows in order; return which, but the last, have another score than the next."""
        whole = part
        if part.stop > self._ordered:
            tie = self._tie_at_end_of(part)
            self._ordered = tie.stop
            if (
                isinstance(self._code, KeyCode)
                and tie.stop - tie.start > MANY
                and self._cut + self._bits < BITS
            ):
                self._sort_by_low_bits(self._code, tie, threads)
            else:
                whole = slice(part.start, tie.stop)
        differ = self._have_other_bits(whole)
        wrong = self._compare(whole, differ, threads)
        if wrong.size:
            self._sort_by_scores(whole, wrong)
            differ = self._have_other_bits(whole)
            self._compare(whole, differ, threads)
        return differ[: part.stop - part.start - 1]

    def _compare(self, part: slice, differ: NDArray[np.bool_], threads: Threads) -> Array:
        """Write where scores differ though high bits agree; return those of rows out of order."""
        joined, agree = self._joined[part], np.zeros(differ.size + 1, bool)
        np.logical_not(differ, out=agree[:-1])
        agree[1:] |= agree[:-1]
        # Rows that are not neighbours have other high bits, and so other scores.
        near = agree.nonzero()[0]
        falls = np.empty(near.size - 1, np.int8)

        def compare(some: slice) -> None:
            for start in range(some.start, some.stop, CHUNK):
                own = slice(start, min(start + CHUNK, some.stop))
                scores = self._scores[self.rows(joined[near[own.start : own.stop + 1]])]
                ends, starts = scores[:-1], scores[1:]
                np.subtract(ends > starts, ends < starts, out=falls[own], dtype=np.int8)

        threads.map(compare, threads.parts(falls.size))
        differ[near[:-1]] = falls
        return np.unique(joined[near[:-1][falls < 0]] >> (self._bits + 1))

    def _sort_by_scores(self, part: slice, high: Array) -> None:
        """Sort the rows that have some high bits."""
        joined, bits = self._joined[part], self._bits + 1
        low = high << bits
        starts = joined.searchsorted(low)
        sizes = joined.searchsorted(low | (2**bits - 1), side="right") - starts
        places = np.repeat(starts - (np.cumsum(sizes) - sizes), sizes)
        places += np.arange(places.size)
        order = descending(native(self._scores[self.rows(joined[places])]))
        joined[places] = joined[places[order]]

    def _sort_by_low_bits(self, code: KeyCode, tie: slice, threads: Threads) -> None:
        """Sort rows whose keys have the same high bits, in their memory."""
        joined, bits = self._joined[tie], self._bits
        same = joined[0] >> (bits + 1) << (bits + 1)
        parts = [slice(start, start + CHUNK) for start in range(0, joined.size, CHUNK)]
        for part in parts:
            rows, are_positive = self.rows(joined[part]), self.are_positive(joined[part])
            keys = np.empty(rows.size, np.uint64)
            code.pack(self._scores[rows], are_positive, keys)
            keys &= 2 ** (self._cut + 1) - 1
            keys <<= bits
            joined[part] = keys
            joined[part] |= rows.view(np.uint64)
        sort_in_place(joined, threads)
        for part in parts:
            # The class and the row are left of these bits, and those that all share come back.
            joined[part] &= 2 ** (bits + 1) - 1
            joined[part] |= same

    def _tie_at_end_of(self, part: slice) -> slice:
        """Return the places of those with the high bits of the last row, of both classes."""
        rest = self._joined[part.start :]
        least = self._joined[part.stop - 1] >> (self._bits + 1) << (self._bits + 1)
        first, stop = (
            rest.searchsorted(least),
            rest.searchsorted(least | (2 ** (self._bits + 1) - 1), side="right"),
        )
        return slice(part.start + int(first), part.start + int(stop))


def _low_bits(joined: Array, bits: int) -> Indices:
    rows: Indices = (joined & (2**bits - 1)).view(np.int64)
    return rows
