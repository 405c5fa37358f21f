"""Counts of the steps of a ranking, from scores that are sorted or from how often each occurs."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.keys import CHUNK
from prplot.core.steps import Counts

Array = NDArray[Any]

# Scores of one class that are looked up in the other at a time.
_MANY = 2**16


def counts_of_keys(keys: Array, pos: int) -> Counts:
    """Count at the steps of sorted keys.

    Parameters
    ----------
    keys : ndarray of unsigned int, shape (n,)
        Ascending; even ones are negatives.
    pos : int
        Number of odd ones.

    Returns
    -------
    Counts
        As short integers as will do.
    """
    kind = np.int32 if keys.size < 2**31 else np.int64
    tp, fp = np.empty(pos, kind), np.empty(pos, kind)
    before, done, found = fp, 0, 0
    for start, stop in _whole_ties(keys):
        counts, seen = _counts_within(keys[start:stop], kind)
        # Ties of both classes are rare; without any of them no third array is needed.
        if counts.fp_before is not counts.fp and before is fp:
            before = fp.copy()
        part = slice(done, done + counts.tp.size)
        np.add(counts.tp, found, out=tp[part])
        np.add(counts.fp, start - found, out=fp[part])
        if before is not fp:
            np.add(counts.fp_before, start - found, out=before[part])
        done, found = part.stop, found + seen
    counts = Counts(tp, fp, before)
    return counts if done == pos else _trimmed(counts, done)


def _whole_ties(keys: Array) -> Iterator[tuple[int, int]]:
    """Yield where parts of sorted keys start and stop that cut no tie."""
    start = 0
    while start < keys.size:
        last = keys[min(start + CHUNK, keys.size) - 1]
        stop = int(keys.searchsorted(last | 1, side="right"))
        yield start, stop
        start = stop


def _counts_within(keys: Array, kind: type) -> tuple[Counts, int]:
    """Count at the steps of a part as if nothing stood before it; return also its positives."""
    at: Array = _are_odd(keys).nonzero()[0].astype(kind)
    gaps = keys[1:] - keys[:-1]
    if gaps.size == 0 or gaps.min() > 1:
        tp: Array = np.arange(1, at.size + 1, dtype=kind)
        fp = at - tp
        fp += 1
        return Counts(tp, fp, fp), at.size
    # The last of a tie, in which the positives stand behind the negatives.
    is_step = np.append(gaps != 0, True)[at]
    tp = is_step.nonzero()[0].astype(kind)
    fp = at[is_step] - tp
    tp += 1
    # Where negatives and positives of one score meet, an odd key follows the even one before it.
    met = np.flatnonzero(np.append(False, gaps == 1)[at])
    if met.size == 0:
        return Counts(tp, fp, fp), at.size
    steps_until, before = np.cumsum(is_step), fp.copy()
    before[steps_until[met] - is_step[met]] = _starts(keys, at[met] - 1) - met
    return Counts(tp, fp, before), at.size


def _starts(keys: Array, places: Array) -> Array:
    """Return where the runs of equal keys start that end in certain places."""
    # Most have one key only, and a search takes long.
    more = np.flatnonzero((places > 0) & (keys[places - 1] == keys[places]))
    starts = places.copy()
    starts[more] = np.searchsorted(keys, keys[places[more]])
    return starts


def _are_odd(keys: Array) -> NDArray[np.bool_]:
    return (keys.astype(np.uint8) & 1).view(bool)


def _trimmed(counts: Counts, size: int) -> Counts:
    """Give back the memory behind the last step; nobody else looks at the arrays yet."""
    for array in {id(array): array for array in counts}.values():
        array.resize(size, refcheck=False)
    return counts


def counts_of_classes(positives: Array, negatives: Array) -> Counts:
    """Count at the steps of two classes' scores, both ascending."""
    kind = np.int32 if positives.size + negatives.size < 2**31 else np.int64
    is_step = np.empty(positives.size, bool)
    is_step[:1] = True
    np.not_equal(positives[1:], positives[:-1], out=is_step[1:])
    tp: Array = np.arange(1, positives.size + 1, dtype=kind)
    if not is_step.all():
        tp = tp[is_step[::-1]]
    del is_step
    fp = before = np.empty_like(tp)
    # Few at a time, so that nothing but the counts takes memory for all.
    for start in range(0, tp.size, _MANY):
        part = slice(start, start + _MANY)
        scores = positives[-tp[part]]
        at_least = np.searchsorted(negatives, scores)
        fp[part] = negatives.size - at_least
        # Above differs from at least at ties only, of which most data have few.
        inside = np.flatnonzero(at_least < negatives.size)
        mixed = inside[negatives[at_least[inside]] == scores[inside]]
        if mixed.size and before is fp:
            before = fp.copy()
        if before is not fp:
            before[part] = fp[part]
            above = np.searchsorted(negatives, scores[mixed], side="right")
            before[start + mixed] = negatives.size - above
    return Counts(tp, fp, before)


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
        Which score each step has, and the lowest above it that occurs.
    """
    steps = np.flatnonzero(positives)
    fp = np.cumsum(negatives)[steps]
    occurring = np.flatnonzero(positives + negatives)
    corners = occurring[np.searchsorted(occurring, steps) - 1]
    return Counts(np.cumsum(positives)[steps], fp, fp - negatives[steps]), steps, corners
