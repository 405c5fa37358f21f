"""Ranking: from scored examples to the steps of their ranking.

This is the only module that sorts and counts. There are three ways to count, of which `rank` takes
the fastest: keys of all examples in one sort, tallies of every possible score, or the scores of
each class sorted on their own.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array
from prplot.core.exact import exact_type_between, have_exact_sums
from prplot.core.record.keys import CHUNK, KeyCode, descending, key_code, order_of_keys
from prplot.core.record.observations import Observations
from prplot.core.record.steps import (
    ClassThresholds,
    Counts,
    ListedThresholds,
    PackedThresholds,
    SortedThresholds,
    Steps,
    StepThresholds,
)

# Positives are few up to this number and this share of all examples: then it takes less time to
# look them up among the negatives than to go through all keys. Measured with 300 to 10^7 examples,
# of which 1 to 90 % were positive.
FEW_POSITIVES = 300
FEW_AMONG_ALL = 0.04
# With weights the order of the rows takes most of the time, whatever the labels.
FEW_EXAMPLES = 3000
# Steps are few below this share of all examples: then their thresholds take less memory than the
# keys, which are kept otherwise and read when thresholds are needed.
FEW_STEPS = 1 / 8
# Beside positives of such a mass negatives are lost in the last bits of sums.
NEXT_TO_NOTHING = 1e-6
# More tallies than this leave the processor's cache, and a sort is faster.
MOST_TALLIES = 2**21
# Scores of one class that are looked up in the other at a time.
_LOOKED_UP = 2**16


class _Class(NamedTuple):
    """One class's scores in ascending order, and the masses of the best 0, 1, 2, ... of them."""

    scores: Array
    masses: Array | None

    def mass(self, counts: Array) -> Array:
        return counts if self.masses is None else self.masses[counts]

    def total(self) -> float:
        mass: float = self.mass(np.array(self.scores.size)).item()
        return mass


def rank(observations: Observations) -> tuple[Steps, float, float]:
    """Count true and false positives at every score of a positive example.

    Parameters
    ----------
    observations : Observations

    Returns
    -------
    steps : Steps
    pos, neg : int or float
        Total mass of the positives and of the negatives.
    """
    steps, pos, neg = _ranked(observations)
    if observations.weights is not None and 0 < neg < NEXT_TO_NOTHING * pos:
        weights = observations.weights[observations.is_positive]
        steps = replace(steps, are_rough=not have_exact_sums(weights))
    return steps, pos, neg


def _ranked(observations: Observations) -> tuple[Steps, float, float]:
    size, pos = observations.scores.size, int(np.count_nonzero(observations.is_positive))
    code = None if _is_few(observations, pos) else key_code(observations.scores, *observations.ends)
    if code is None:
        return _rank_classes(observations)
    if observations.weights is not None:
        return _rank_weighted(observations, code, observations.weights)
    if code.span <= min(MOST_TALLIES, size):
        return _rank_tallies(observations, code), pos, size - pos
    keys = _keys(observations, code)
    keys.sort()
    counts = counts_of_keys(keys, pos)
    thresholds = _thresholds(PackedThresholds(counts, *_ends(observations), keys, code), size)
    return Steps(*counts, thresholds), pos, size - pos


def _is_few(observations: Observations, pos: int) -> bool:
    size = observations.scores.size
    # Tallies of short types are faster still, however few are positive.
    if observations.weights is not None or observations.scores.dtype.itemsize <= 2:
        return size < FEW_EXAMPLES
    return pos < FEW_POSITIVES + FEW_AMONG_ALL * size


def _rank_tallies(observations: Observations, code: KeyCode) -> Steps:
    tallies = np.zeros(code.span, np.intp)
    # As many scores at a time as there are tallies, so that adding up tallies takes no longer.
    many = max(code.span, CHUNK)
    for start in range(0, observations.scores.size, many):
        part = slice(start, start + many)
        some = replace(
            observations,
            scores=observations.scores[part],
            is_positive=observations.is_positive[part],
        )
        tallies += np.bincount(_keys(some, code), minlength=code.span)
    counts, steps, corners = counts_of_tallies(tallies[::2], tallies[1::2])
    exact, end = _ends(observations)
    # The keys of a score are twice its index, and one more.
    at_steps, at_corners = (code.scores_of(2 * i).astype(exact) for i in (steps, corners))
    return Steps(*counts, ListedThresholds(at_steps, at_corners, end))


def _rank_weighted(
    observations: Observations, code: KeyCode, weights: Array
) -> tuple[Steps, float, float]:
    keys = _keys(observations, code)
    order = order_of_keys(keys, code.span)
    keys, weights = keys[order], weights[order]
    # Arrays as long as the data are freed as soon as they are done with.
    del order
    is_positive = (keys & 1).astype(bool)
    counts = counts_of_keys(keys, int(np.count_nonzero(is_positive)))
    thresholds = _thresholds(PackedThresholds(counts, *_ends(observations), keys, code), keys.size)
    del keys
    reached = counts.tp + counts.fp
    # Examples of the other class add nothing: the sums are those of each class alone.
    masses = _masses(weights, is_positive)
    tp, pos = masses[reached], masses[-1].item()
    del masses
    masses = _masses(weights, ~is_positive)
    fp = before = masses[reached]
    if counts.fp_before is not counts.fp:
        before = masses[counts.fp_before + np.append(0, counts.tp[:-1])]
    return Steps(tp, fp, before, thresholds), pos, masses[-1].item()


def _rank_classes(observations: Observations) -> tuple[Steps, float, float]:
    positives, negatives = _classes(observations)
    both = positives.scores, negatives.scores
    counts = counts_of_classes(*both)
    found = ClassThresholds(counts, *_ends(observations), *both)
    thresholds = _thresholds(found, observations.scores.size)
    fp = negatives.mass(counts.fp)
    mixed = counts.fp_before is not counts.fp
    before = negatives.mass(counts.fp_before) if mixed else fp
    steps = Steps(positives.mass(counts.tp), fp, before, thresholds)
    return steps, positives.total(), negatives.total()


def count_at(observations: Observations, thresholds: Array) -> tuple[Array, Array, float, float]:
    """Count true and false positives with scores at or above each threshold, exactly.

    Parameters
    ----------
    observations : Observations
    thresholds : ndarray, shape (k,)

    Returns
    -------
    tp, fp : ndarray, shape (k,)
    pos, neg : int or float
    """
    # Floats that hold large integers, so that scores and thresholds compare exactly.
    exact, _ = _ends(observations)
    scores = observations.scores.astype(exact, copy=False)
    positives, negatives = _classes(replace(observations, scores=scores))
    tp, fp = (
        one.mass(one.scores.size - np.searchsorted(one.scores, thresholds))
        for one in (positives, negatives)
    )
    return tp, fp, positives.total(), negatives.total()


def count_everywhere(
    observations: Observations,
) -> tuple[Array, Array, Array, float, float]:
    """Count true and false positives at every distinct score.

    Parameters
    ----------
    observations : Observations

    Returns
    -------
    thresholds, tp, fp : ndarray, shape (k,)
        Best score first.
    pos, neg : int or float
    """
    exact, _ = _ends(observations)
    weights, size = observations.weights, observations.scores.size
    code = key_code(observations.scores, *observations.ends)
    if weights is None and code is not None:
        keys = _keys(observations, code)
        keys.sort()
        last = np.flatnonzero(np.append(keys[1:] >> 1 != keys[:-1] >> 1, True))
        # Of millions of rows the conversion of keys to scores takes the most time.
        scores, is_positive = code.scores_of(keys[last]), _are_odd(keys)
    else:
        order = descending(observations.scores)
        ranked = observations.scores[order]
        last = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], True))
        scores, is_positive = ranked[last], observations.is_positive[order]
        weights = None if weights is None else weights[order]
    if weights is None:
        tp = np.cumsum(is_positive)[last]
        return scores.astype(exact), tp, last + 1 - tp, int(tp[-1]), size - int(tp[-1])
    tp, fp = (_masses(weights, chosen)[last + 1] for chosen in (is_positive, ~is_positive))
    return scores.astype(exact), tp, fp, tp[-1].item(), fp[-1].item()


def _keys(observations: Observations, code: KeyCode) -> Array:
    keys = np.empty(observations.scores.size, code.keys_type)
    for start in range(0, keys.size, CHUNK):
        part = slice(start, start + CHUNK)
        code.pack(observations.scores[part], observations.is_positive[part], keys[part])
    return keys


def _thresholds(found: SortedThresholds, size: int) -> StepThresholds:
    """Return thresholds, listed if there are few steps among so many examples."""
    # One chunk of keys takes little memory anyway.
    few = size > CHUNK and found.counts.tp.size < FEW_STEPS * size
    return found.listed() if few else found


def _ends(observations: Observations) -> tuple[np.dtype[Any], Any]:
    """Return the type of the thresholds, and the lowest of them."""
    exact = exact_type_between(observations.scores.dtype, observations.ends)
    return exact, exact.type(observations.ends[0])


def _classes(observations: Observations) -> tuple[_Class, _Class]:
    positive, weights = observations.is_positive, observations.weights
    if weights is None:
        scores = observations.scores[positive], observations.scores[~positive]
        for own in scores:
            own.sort()
        return _Class(scores[0], None), _Class(scores[1], None)
    rows = np.flatnonzero(positive), np.flatnonzero(~positive)
    one, other = (_weighted_class(observations.scores[r], weights[r]) for r in rows)
    return one, other


def _weighted_class(scores: Array, weights: Array) -> _Class:
    best_first = descending(scores)
    return _Class(scores[best_first][::-1].copy(), _masses(weights[best_first]))


def _masses(weights: Array, chosen: Array | None = None) -> Array:
    """Return the sums of the first 0, 1, 2, ... weights, or of the chosen ones among them.

    Each is the exact sum, rounded once: what additions round off is added up, too, or else the
    error would grow with their number.
    """
    masses, lost = np.zeros(weights.size + 1, weights.dtype), 0.0
    plain = masses[:1]
    for start in range(0, weights.size, CHUNK):
        part = slice(start, start + CHUNK)
        own = weights[part] * (1 if chosen is None else chosen[part])
        plain = np.cumsum(np.append(plain[-1:], own))
        sums = plain[1:]
        if own.dtype.kind == "f":
            off = lost + np.cumsum(_rounded_off(plain, own))
            lost, sums = off[-1], np.maximum.accumulate(np.append(masses[start], sums + off))[1:]
        masses[start + 1 : start + 1 + own.size] = sums
    return masses


def _rounded_off(sums: Array, added: Array) -> Array:
    """Return what rounding took off each of some running sums (Knuth's two-sum, exact)."""
    before, after = sums[:-1], sums[1:]
    of_added = after - before
    off: Array = (before - (after - of_added)) + (added - of_added)
    return off


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
        In 32 bits if they fit.
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
    """Yield the starts and stops of parts of sorted keys; no part ends within a tie."""
    start = 0
    while start < keys.size:
        last = keys[min(start + CHUNK, keys.size) - 1]
        stop = int(keys.searchsorted(last | 1, side="right"))
        yield start, stop
        start = stop


def _counts_within(keys: Array, kind: type) -> tuple[Counts, int]:
    """Count at the steps of a part as if it were all, and return also its number of positives."""
    at: Array = _are_odd(keys).nonzero()[0].astype(kind)
    gaps = keys[1:] - keys[:-1]
    if gaps.size == 0 or gaps.min() > 1:
        tp: Array = np.arange(1, at.size + 1, dtype=kind)
        fp = at - tp
        fp += 1
        return Counts(tp, fp, fp), at.size
    # A step is the last key of a tie, in which positives follow negatives.
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
    """Return where runs of equal keys start, given where they end."""
    # Most runs have one key only, and a search takes long.
    more = np.flatnonzero((places > 0) & (keys[places - 1] == keys[places]))
    starts = places.copy()
    starts[more] = np.searchsorted(keys, keys[places[more]])
    return starts


def _are_odd(keys: Array) -> NDArray[np.bool_]:
    return (keys.astype(np.uint8) & 1).view(bool)


def _trimmed(counts: Counts, size: int) -> Counts:
    """Free the memory behind the last step; there are no other references to the arrays yet."""
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
    # A part at a time, so that only the counts take memory for all.
    for start in range(0, tp.size, _LOOKED_UP):
        part = slice(start, start + _LOOKED_UP)
        scores = positives[-tp[part]]
        at_least = np.searchsorted(negatives, scores)
        fp[part] = negatives.size - at_least
        # Counts above a score differ from those at it in ties only, of which most data have few.
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
        Indices of the score of each step, and of the lowest score above it that occurs.
    """
    steps = np.flatnonzero(positives)
    fp = np.cumsum(negatives)[steps]
    occurring = np.flatnonzero(positives + negatives)
    corners = occurring[np.searchsorted(occurring, steps) - 1]
    return Counts(np.cumsum(positives)[steps], fp, fp - negatives[steps]), steps, corners
