"""Counting: true and false positives at the steps of ranked examples."""

from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from prplot.core.checks import Array
from prplot.core.record.ranking.growing import Growing, move_end
from prplot.core.record.ranking.keys import CHUNK, are_odd
from prplot.core.record.steps import (
    Counts,
    FalsePositives,
    ListedFalsePositives,
    TiedFalsePositives,
)
from prplot.core.threads import SINGLE, Threads

# Scores of one class that are looked up in the other at a time.
_LOOKED_UP = 2**16


def counts_of_keys(keys: Array, pos: int, threads: Threads = SINGLE) -> Counts:
    """Count at the steps of sorted keys.

    Parameters
    ----------
    keys : ndarray of unsigned int, shape (n,)
        Ascending; even ones are negatives.
    pos : int
        Number of odd ones.
    threads : Threads

    Returns
    -------
    Counts
        In 32 bits if they fit.
    """
    kind = counts_type(keys.size)
    tp, fp = np.empty(pos, kind), np.empty(pos, kind)
    parts = _whole_ties(keys, slice(0, keys.size), threads.share(keys.size))
    odd = threads.map(lambda part: _number_of_odd(keys[part]), parts[:-1])
    found = list(accumulate(odd, initial=0))

    def count(i: int) -> _Counted:
        return _count(keys, parts[i], found[i], tp[found[i] :], fp[found[i] :])

    return _together(tp, fp, found, threads.map(count, range(len(parts))), keys.size)


class _Ties:
    """The steps that negatives are tied with, and the false positives above them."""

    def __init__(self, kind: np.dtype[Any]) -> None:
        self._steps, self._above = Growing(kind), Growing(kind)

    def extend(self, steps: Array, above: Array) -> None:
        """Append those of further steps."""
        self._steps.extend(steps)
        self._above.extend(above)

    def arrays(self) -> tuple[Array, Array]:
        """Return all steps, and the false positives above them."""
        return self._steps.array(), self._above.array()

    def false_positives(self, fp: Array, size: int) -> FalsePositives:
        """Return the false positives of all steps among so many scores, given those at them."""
        tied, above = self.arrays()
        if not tied.size:
            # Mostly there are none, and one array is read faster.
            return ListedFalsePositives(fp, fp)
        found = TiedFalsePositives(fp, tied, above)
        # Lists are read faster. Of many steps they are made only where all counts take at most 8
        # bytes a score.
        is_small = fp.size <= CHUNK or 3 * fp.size + tied.size <= 2 * size
        return ListedFalsePositives(fp, _spread(above, found)) if is_small else found


def _spread(above: Array, ties: TiedFalsePositives) -> Array:
    """Return the false positives above all steps, extending the array of those above ties."""
    move_end(above, ties.at.size)
    # From the end on: they are read before their places are written to.
    for start in reversed(range(0, above.size, CHUNK)):
        part = slice(start, start + CHUNK)
        above[part] = ties.within(part)[0]
    return above


class _Counted(NamedTuple):
    """What was counted in a part of the keys: the number of steps, and their ties."""

    size: int
    ties: _Ties


def _together(
    tp: Array, fp: Array, starts: list[int], counted: list[_Counted], size: int
) -> Counts:
    """Return the counts of all parts of so many keys, which each part wrote from its start on."""
    done, ties = counted[0]
    for start, part in zip(starts[1:], counted[1:], strict=True):
        # Where several positives share a score there are fewer steps than positives.
        if start != done:
            for counts in (tp, fp):
                counts[done : done + part.size] = counts[start : start + part.size]
        tied, above = part.ties.arrays()
        ties.extend(done + tied, above)
        done += part.size
    if done < tp.size:
        # Free the memory behind the last step; there are no other references to the arrays yet.
        for counts in (tp, fp):
            move_end(counts, done)
    return Counts(tp, ties.false_positives(fp, size))


def counts_type(size: int) -> np.dtype[Any]:
    """Return the type of counts up to a size."""
    return np.dtype(np.int32 if size < 2**31 else np.int64)


def _count(keys: Array, part: slice, found: int, tp: Array, fp: Array) -> _Counted:
    """Count at the steps of a part of sorted keys, which so many positives precede."""
    done, ties = 0, _Ties(tp.dtype)
    for some in _whole_ties(keys, part, CHUNK):
        counted, found = _counts_within(keys[some], some.start, found, tp.dtype)
        own = slice(done, done + counted.tp.size)
        tp[own], fp[own] = counted.tp, counted.fp
        if counted.tied.size:
            ties.extend(done + counted.tied, counted.above)
        done = own.stop
    return _Counted(done, ties)


def _whole_ties(keys: Array, part: slice, size: int) -> list[slice]:
    """Return slices of about that size of a part of sorted keys; none ends within a tie."""
    found, start = [], part.start
    # The part itself ends with a tie.
    while part.stop - start > size:
        stop = int(keys.searchsorted(keys[start + size - 1] | 1, side="right"))
        found.append(slice(start, stop))
        start = stop
    return [*found, slice(start, part.stop)] if start < part.stop else found


def _number_of_odd(keys: Array) -> int:
    parts = (keys[start : start + CHUNK] for start in range(0, keys.size, CHUNK))
    return sum(int(np.count_nonzero(are_odd(part))) for part in parts)


class _Within(NamedTuple):
    """Counts at some steps: true and false positives, and the steps that are tied.

    Attributes
    ----------
    tp, fp : ndarray, shape (k,)
    tied, above : ndarray of int, shape (m,)
        The steps that negatives are tied with, and the false positives above them.
    """

    tp: Array
    fp: Array
    tied: Array
    above: Array


def _counts_within(keys: Array, start: int, found: int, kind: np.dtype[Any]) -> tuple[_Within, int]:
    """Count at the steps of keys from one place on, which so many positives precede.

    Returns also how many positives there are until their end.
    """
    at: Array = are_odd(keys).nonzero()[0].astype(kind)
    end, none = found + at.size, at[:0]
    gaps = keys[1:] - keys[:-1]
    if gaps.size == 0 or gaps.min() > 1:
        tp: Array = np.arange(found + 1, end + 1, dtype=kind)
        fp = at - tp
        fp += start + 1
        return _Within(tp, fp, none, none), end
    # A step is the last key of a tie, in which positives follow negatives.
    is_step = np.append(gaps != 0, True)[at]
    tp = is_step.nonzero()[0].astype(kind)
    fp = at[is_step] - tp
    negatives = start - found
    tp += found + 1
    fp += negatives
    # Where negatives and positives of one score meet, an odd key follows the even one before it.
    met = np.flatnonzero(np.append(False, gaps == 1)[at])
    if met.size == 0:
        return _Within(tp, fp, none, none), end
    tied = np.cumsum(is_step)[met] - is_step[met]
    return _Within(tp, fp, tied, _starts(keys, at[met] - 1) - met + negatives), end


def _starts(keys: Array, places: Array) -> Array:
    """Return where runs of equal keys start, given where they end."""
    # Most runs have one key only, and a search takes long.
    more = np.flatnonzero((places > 0) & (keys[places - 1] == keys[places]))
    starts = places.copy()
    starts[more] = np.searchsorted(keys, keys[places[more]])
    return starts


def counts_of_classes(positives: Array, negatives: Array) -> Counts:
    """Count at the steps of two classes' scores, both ascending."""
    kind = counts_type(positives.size + negatives.size)
    is_step = np.empty(positives.size, bool)
    is_step[:1] = True
    np.not_equal(positives[1:], positives[:-1], out=is_step[1:])
    tp: Array = np.arange(1, positives.size + 1, dtype=kind)
    if not is_step.all():
        tp = tp[is_step[::-1]]
    del is_step
    fp, ties = np.empty_like(tp), _Ties(kind)
    # A part at a time, so that only the counts take memory for all.
    for start in range(0, tp.size, _LOOKED_UP):
        part = slice(start, start + _LOOKED_UP)
        scores = positives.take(-tp[part])
        at_least = negatives.searchsorted(scores)
        fp[part] = negatives.size - at_least
        # Counts above a score differ from those at it in ties only, of which most data have few.
        inside = (at_least < negatives.size).nonzero()[0]
        tied = inside[negatives.take(at_least.take(inside)) == scores.take(inside)]
        if tied.size:
            above = negatives.searchsorted(scores[tied], side="right")
            ties.extend(start + tied, negatives.size - above)
    return Counts(tp, ties.false_positives(fp, positives.size + negatives.size))


def counts_of_tallies(negatives: Array, positives: Array) -> tuple[Counts, Array, Array]:
    """Count at the steps of tallies of every possible score, the best first.

    Parameters
    ----------
    negatives, positives : ndarray of int, shape (m,)
        How many examples have each score.

    Returns
    -------
    counts : Counts
    steps, corners : ndarray of int, shape (k,)
        Indices of the score of each step, and of the lowest score above it that occurs.
    """
    steps = np.flatnonzero(positives)
    fp = np.cumsum(negatives, dtype=negatives.dtype)[steps]
    occurring = np.flatnonzero(positives + negatives)
    corners = occurring[np.searchsorted(occurring, steps) - 1]
    tp = np.cumsum(positives, dtype=positives.dtype)[steps]
    return Counts(tp, ListedFalsePositives(fp, fp - negatives[steps])), steps, corners
