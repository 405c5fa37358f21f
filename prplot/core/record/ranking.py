"""Ranking: from scored examples to the steps of their ranking.

This is the only module that sorts and counts. There are three ways to count, of which `rank` takes
the fastest: keys of all examples in one sort, tallies of every possible score, or the scores of
each class sorted on their own.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array
from prplot.core.exact import exact_type_between, have_exact_sums
from prplot.core.record.keys import CHUNK, Indices, KeyCode, descending, key_code, ranked_keys
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
from prplot.core.sorting import buckets_are_faster, sort_in_place, sorted_numbers
from prplot.core.threads import SINGLE, Threads

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
    steps, pos, neg = _ranked(observations, threads)
    if observations.weights is not None and 0 < neg < NEXT_TO_NOTHING * pos:
        weights = observations.weights[observations.is_positive]
        steps = steps._replace(are_rough=not have_exact_sums(weights))
    return steps, pos, neg


def _ranked(observations: Observations, threads: Threads) -> tuple[Steps, float, float]:
    size, pos = observations.scores.size, int(np.count_nonzero(observations.is_positive))
    few = _is_few(observations, pos, threads)
    code = None if few else key_code(observations.scores, *observations.ends)
    if code is None:
        return _rank_classes(observations, threads)
    if observations.weights is not None:
        return _rank_weighted(observations, code, observations.weights, threads)
    if code.span <= min(MOST_TALLIES, size):
        return _rank_tallies(observations, code), pos, size - pos
    keys = _sorted_keys(observations, code, threads)
    counts = counts_of_keys(keys, pos, threads)
    thresholds = _thresholds(PackedThresholds(counts, *_ends(observations), keys, code), size)
    return Steps(*counts, thresholds), pos, size - pos


def _is_few(observations: Observations, pos: int, threads: Threads) -> bool:
    size = observations.scores.size
    # Tallies of short types are faster still, however few are positive.
    if observations.weights is not None or observations.scores.dtype.itemsize <= 2:
        return size < FEW_EXAMPLES
    if pos >= FEW_POSITIVES + FEW_AMONG_ALL * size:
        return False
    # Scores are sorted by comparison, keys by buckets where that is faster.
    return not buckets_are_faster(size, np.dtype(np.uint64), threads.count)


def _rank_tallies(observations: Observations, code: KeyCode) -> Steps:
    tallies = np.zeros(code.span, _kind(observations.scores.size))
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
    observations: Observations, code: KeyCode, weights: Array, threads: Threads
) -> tuple[Steps, float, float]:
    keys, order = ranked_keys(code, observations.scores, observations.is_positive, threads)
    # In the memory of the rows, which are not needed any more.
    ranked = order.view(weights.dtype)
    for start in range(0, order.size, CHUNK):
        ranked[start : start + CHUNK] = weights[order[start : start + CHUNK]]
    pos = _number_of_odd(keys)
    counts = counts_of_keys(keys, pos, threads)
    tp, total_pos = _masses_at(counts.tp + counts.fp, ranked, keys, 1)
    fp, total_neg = _masses_at(counts.tp + counts.fp, ranked, keys, 0)
    before = fp
    if counts.fp_before is not counts.fp:
        above = counts.fp_before.copy()
        above[1:] += counts.tp[:-1]
        before, _ = _masses_at(above, ranked, keys, 0)
    del order, ranked
    thresholds = _thresholds(PackedThresholds(counts, *_ends(observations), keys, code), keys.size)
    return Steps(tp, fp, before, thresholds), total_pos, total_neg


def _masses_at(reached: Array, weights: Array, keys: Array, own: int) -> tuple[Array, float]:
    """Return the mass of one class among the first few examples, and among all.

    Parameters
    ----------
    reached : ndarray of int, shape (k,)
        How many examples; never decreasing.
    weights, keys : ndarray, shape (n,)
        In order of the keys.
    own : int
        The last bit of the keys of the class.
    """
    # Examples of the other class add nothing: the sums are those of each class alone.
    chunks = (slice(start, start + CHUNK) for start in range(0, weights.size, CHUNK))
    parts = (weights[part] * ((keys[part] & 1) == own) for part in chunks)
    masses: Array = np.zeros(reached.size, weights.dtype)
    # A number of the array's own type, so that the search converts no array.
    number = reached.dtype.type
    done, seen = int(reached.searchsorted(number(0), side="right")), 0
    for sums in _running_sums(parts):
        end = int(reached.searchsorted(number(seen + sums.size), side="right"))
        masses[done:end] = sums[reached[done:end] - (seen + 1)]
        done, seen = end, seen + sums.size
    return masses, sums[-1].item()


def _rank_classes(observations: Observations, threads: Threads) -> tuple[Steps, float, float]:
    positives, negatives = _classes(observations, threads)
    both = positives.scores, negatives.scores
    counts = counts_of_classes(*both)
    found = ClassThresholds(counts, *_ends(observations), *both)
    thresholds = _thresholds(found, observations.scores.size)
    fp = negatives.mass(counts.fp)
    mixed = counts.fp_before is not counts.fp
    before = negatives.mass(counts.fp_before) if mixed else fp
    steps = Steps(positives.mass(counts.tp), fp, before, thresholds)
    return steps, positives.total(), negatives.total()


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
    exact, _ = _ends(observations)
    scores = observations.scores.astype(exact, copy=False)
    positives, negatives = _classes(replace(observations, scores=scores), threads)
    tp, fp = (
        one.mass(one.scores.size - np.searchsorted(one.scores, thresholds))
        for one in (positives, negatives)
    )
    return tp, fp, positives.total(), negatives.total()


def count_everywhere(
    observations: Observations, threads: Threads = SINGLE
) -> tuple[Array, Array, Array, float, float]:
    """Count true and false positives at every distinct score.

    Parameters
    ----------
    observations : Observations
    threads : Threads

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
        keys = _sorted_keys(observations, code, threads)
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
    tp, fp = (_masses(weights * chosen)[last + 1] for chosen in (is_positive, ~is_positive))
    return scores.astype(exact), tp, fp, tp[-1].item(), fp[-1].item()


def _keys(observations: Observations, code: KeyCode) -> Array:
    keys = np.empty(observations.scores.size, code.keys_type)
    for start in range(0, keys.size, CHUNK):
        part = slice(start, start + CHUNK)
        code.pack(observations.scores[part], observations.is_positive[part], keys[part])
    return keys


def _sorted_keys(observations: Observations, code: KeyCode, threads: Threads) -> Array:
    def fill(part: slice, keys: Array) -> None:
        code.pack(observations.scores[part], observations.is_positive[part], keys)

    return sorted_numbers(fill, observations.scores.size, code.keys_type, code.span, threads)


def _thresholds(found: SortedThresholds, size: int) -> StepThresholds:
    """Return thresholds, listed if there are few steps among so many examples."""
    # One chunk of keys takes little memory anyway.
    few = size > CHUNK and found.counts.tp.size < FEW_STEPS * size
    return found.listed() if few else found


def _ends(observations: Observations) -> tuple[np.dtype[Any], Any]:
    """Return the type of the thresholds, and the lowest of them."""
    exact = exact_type_between(observations.scores.dtype, observations.ends)
    return exact, exact.type(observations.ends[0])


def _classes(observations: Observations, threads: Threads) -> tuple[_Class, _Class]:
    positive, weights = observations.is_positive, observations.weights
    if weights is None:
        scores = observations.scores[positive], observations.scores[~positive]
        for own in scores:
            sort_in_place(own, threads)
        return _Class(scores[0], None), _Class(scores[1], None)
    rows = np.flatnonzero(positive), np.flatnonzero(~positive)
    one, other = (_weighted_class(observations.scores[r], weights[r]) for r in rows)
    return one, other


def _weighted_class(scores: Array, weights: Array) -> _Class:
    best_first = descending(scores)
    return _Class(scores[best_first][::-1].copy(), _masses(weights[best_first]))


def _masses(weights: Array) -> Array:
    """Return the sums of the first 0, 1, 2, ... weights."""
    masses = np.zeros(weights.size + 1, weights.dtype)
    parts = (weights[start : start + CHUNK] for start in range(0, weights.size, CHUNK))
    done = 1
    for sums in _running_sums(parts):
        masses[done : done + sums.size] = sums
        done += sums.size
    return masses


def _running_sums(parts: Iterable[Array]) -> Iterator[Array]:
    """Yield the running sums of numbers that come in parts.

    Each is the exact sum, rounded once: what additions round off is added up, too, or else the
    error would grow with their number.
    """
    plain: Array = np.zeros(1, np.int64)
    last, lost = plain, 0.0
    for own in parts:
        plain = np.cumsum(np.append(plain[-1:], own))
        sums = plain[1:]
        if own.dtype.kind == "f":
            off = lost + np.cumsum(_rounded_off(plain, own))
            lost, sums = off[-1], np.maximum.accumulate(np.append(last, sums + off))[1:]
            last = sums[-1:]
        yield sums


def _rounded_off(sums: Array, added: Array) -> Array:
    """Return what rounding took off each of some running sums (Knuth's two-sum, exact)."""
    before, after = sums[:-1], sums[1:]
    of_added = after - before
    off: Array = (before - (after - of_added)) + (added - of_added)
    return off


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
    kind = _kind(keys.size)
    tp, fp = np.empty(pos, kind), np.empty(pos, kind)
    parts = _whole_ties(keys, slice(0, keys.size), -(-keys.size // len(threads.parts(keys.size))))
    odd = threads.map(lambda part: _number_of_odd(keys[part]), parts[:-1])
    found = np.cumsum([0, *odd]).tolist()

    def count(i: int) -> _Counted:
        return _count(keys, parts[i], found[i], tp[found[i] :], fp[found[i] :])

    return _together(tp, fp, found, threads.map(count, range(len(parts))))


class _Counted(NamedTuple):
    """What was counted in a part of the keys.

    Attributes
    ----------
    size : int
        Number of steps.
    mixed : list of (ndarray of int, ndarray of int)
        Steps at which negatives and positives share a score, and the false positives above it.
    """

    size: int
    mixed: list[tuple[Indices, Array]]


def _together(tp: Array, fp: Array, starts: list[int], counted: list[_Counted]) -> Counts:
    """Return the counts of all parts, which each part wrote from its start on."""
    done, mixed = 0, []
    for start, part in zip(starts, counted, strict=True):
        # Where several positives share a score there are fewer steps than positives.
        if start != done:
            for counts in (tp, fp):
                counts[done : done + part.size] = counts[start : start + part.size]
        mixed += [(done + at, before) for at, before in part.mixed]
        done += part.size
    if done < tp.size:
        # Free the memory behind the last step; there are no other references to the arrays yet.
        for counts in (tp, fp):
            counts.resize(done, refcheck=False)
    if not mixed:
        # Ties of both classes are rare; without any of them no third array is needed.
        return Counts(tp, fp, fp)
    before = fp.copy()
    for at, counts in mixed:
        before[at] = counts
    return Counts(tp, fp, before)


def _kind(size: int) -> np.dtype[Any]:
    """Return the type of counts up to a size."""
    return np.dtype(np.int32 if size < 2**31 else np.int64)


def _count(keys: Array, part: slice, found: int, tp: Array, fp: Array) -> _Counted:
    """Count at the steps of a part of sorted keys, which so many positives precede."""
    done, mixed = 0, []
    for some in _whole_ties(keys, part, CHUNK):
        counts, seen = _counts_within(keys[some], tp.dtype)
        own = slice(done, done + counts.tp.size)
        negatives = some.start - found
        np.add(counts.tp, found, out=tp[own])
        np.add(counts.fp, negatives, out=fp[own])
        if counts.fp_before is not counts.fp:
            at = np.flatnonzero(counts.fp_before != counts.fp)
            mixed.append((done + at, counts.fp_before[at] + negatives))
        done, found = own.stop, found + seen
    return _Counted(done, mixed)


def _whole_ties(keys: Array, part: slice, size: int) -> list[slice]:
    """Return slices of about that size of a part of sorted keys; none ends within a tie."""
    found, start = [], part.start
    while start < part.stop:
        last = keys[min(start + size, part.stop) - 1]
        stop = int(keys.searchsorted(last | 1, side="right"))
        found.append(slice(start, stop))
        start = stop
    return found


def _number_of_odd(keys: Array) -> int:
    parts = (keys[start : start + CHUNK] for start in range(0, keys.size, CHUNK))
    return sum(int(np.count_nonzero(_are_odd(part))) for part in parts)


def _counts_within(keys: Array, kind: np.dtype[Any]) -> tuple[Counts, int]:
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


def counts_of_classes(positives: Array, negatives: Array) -> Counts:
    """Count at the steps of two classes' scores, both ascending."""
    kind = _kind(positives.size + negatives.size)
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
    fp = np.cumsum(negatives, dtype=negatives.dtype)[steps]
    occurring = np.flatnonzero(positives + negatives)
    corners = occurring[np.searchsorted(occurring, steps) - 1]
    return (
        Counts(np.cumsum(positives, dtype=positives.dtype)[steps], fp, fp - negatives[steps]),
        steps,
        corners,
    )
