"""The algorithms that rank examples, and the choice among them.

There are three, of which `rank` takes the fastest: keys of all examples in one sort, tallies of
every possible score, or the scores of each class sorted on their own. With weights rows are sorted.
"""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array
from prplot.core.exact import have_exact_sums
from prplot.core.record.observations import Observations
from prplot.core.record.ranking.counting import (
    counts_of_classes,
    counts_of_keys,
    counts_of_tallies,
    counts_type,
)
from prplot.core.record.ranking.keys import (
    CHUNK,
    KeyCode,
    NearCode,
    are_odd,
    descending,
    key_code,
    native,
)
from prplot.core.record.steps import (
    ClassThresholds,
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
FEW_POSITIVES = 1500
FEW_AMONG_ALL = 0.04
# Weighted rows take less time if each class is sorted on its own, up to 2000 rows if none tie, and
# up to 8000 if most do.
FEW_WEIGHTED = 3000
# Scores of one or two bytes are not tallied up to this number, as there are more tallies.
FEW_SHORT = 4500
# Steps are few below this share of all examples: then their thresholds take less memory than the
# keys, which are kept otherwise and read when thresholds are needed.
FEW_STEPS = 1 / 8
# Negatives of such a share of the positives are so little that gains from rounded sums of the
# positives are wrong by more than the last digits.
LITTLE = 1e-3
# More tallies than this leave the processor's cache, and a sort is faster.
MOST_TALLIES = 2**21


class _Class(NamedTuple):
    """One class's scores in ascending order, and the masses of the best 0, 1, 2, ... of them."""

    scores: Array
    masses: Array | None

    def mass(self, counts: Array) -> Array:
        return counts if self.masses is None else self.masses.take(counts)

    def total(self) -> float:
        return self.scores.size if self.masses is None else self.masses.item(-1)


def rank(
    observations: Observations, threads: Threads = SINGLE, *, are_spent: bool = False
) -> tuple[Steps, float, float]:
    """Count true and false positives at every score of a positive example.

    Parameters
    ----------
    observations : Observations
    threads : Threads
        Which share the work; the result is the same.
    are_spent : bool, default False
        Whether nobody needs the observations afterwards, so that their labels can be freed.

    Returns
    -------
    steps : Steps
    pos, neg : int or float
        Total mass of the positives and of the negatives.
    """
    if not _may_be_rough(observations):
        return _ranked(observations, threads, are_spent)
    # Eight labels a byte.
    labels = np.packbits(observations.is_positive)
    steps, pos, neg = _ranked(observations, threads, are_spent)
    if 0 < neg < LITTLE * pos:
        is_positive = np.unpackbits(labels, count=observations.scores.size).view(bool)
        if not have_exact_sums(observations.masses(is_positive)):
            steps = replace(steps, missed=_missed(observations, is_positive, steps))
    return steps, pos, neg


def _missed(observations: Observations, is_positive: NDArray[np.bool_], steps: Steps) -> Array:
    """Return the positives with scores below each step, summed from the lowest score on."""
    from prplot.core.record.ranking.weighted_counts import running_sums

    weights, at = observations.masses(is_positive), steps.thresholds.at_steps()
    scores = observations.scores[is_positive].astype(at.dtype, copy=False)
    order = np.lexsort((weights, scores))
    below = np.searchsorted(scores[order], at)
    return running_sums(weights[order])[below]


def _may_be_rough(observations: Observations) -> bool:
    """Return whether the negatives may be little beside the positives."""
    weights = observations.weights
    if weights is None:
        return False
    pos = int(np.count_nonzero(observations.is_positive))
    least, most = (weights.size - pos) * float(weights.min()), pos * float(weights.max())
    # Sums are rounded.
    return least < 2 * LITTLE * most


def _ranked(
    observations: Observations, threads: Threads, are_spent: bool
) -> tuple[Steps, float, float]:
    size, pos = observations.scores.size, int(np.count_nonzero(observations.is_positive))
    few = _is_few(observations, pos, threads)
    code = None if few else key_code(observations.scores, *observations.ends)
    if observations.weights is not None and not few:
        return _rank_rows(observations, code, pos, threads, are_spent)
    if code is None:
        return _rank_classes(observations, threads, are_spent)
    if code.span <= min(MOST_TALLIES, size):
        return _rank_tallies(observations, code), pos, size - pos
    keys = _sorted_keys(observations, code, threads)
    if are_spent:
        observations.free_labels()
    counts = counts_of_keys(keys, pos, threads)
    thresholds = _thresholds(PackedThresholds(counts, *_ends(observations), keys, code), size)
    return Steps(*counts, thresholds), pos, size - pos


def _is_few(observations: Observations, pos: int, threads: Threads) -> bool:
    size = observations.scores.size
    if observations.weights is not None:
        return size < FEW_WEIGHTED
    # Tallies of short types are faster still, however few are positive.
    if observations.scores.dtype.itemsize <= 2:
        return size < FEW_SHORT
    if pos >= FEW_POSITIVES + FEW_AMONG_ALL * size:
        return False
    # Scores are sorted by comparison, keys by buckets where that is faster.
    return not buckets_are_faster(size, np.dtype(np.uint64), threads.count)


def _rank_rows(
    observations: Observations, code: KeyCode | None, pos: int, threads: Threads, are_spent: bool
) -> tuple[Steps, float, float]:
    # Only weights need these modules.
    from prplot.core.record.ranking.ranked_rows import RankedRows
    from prplot.core.record.ranking.weighted_counts import weighted_steps

    # No name is given to the labels, which would keep them in memory.
    rows = RankedRows(
        code or NearCode.of(*observations.ends),
        observations.scores,
        observations.is_positive,
        threads,
    )
    if are_spent:
        observations.free_labels()
    return weighted_steps(observations, rows, pos, threads)


def _rank_tallies(observations: Observations, code: KeyCode) -> Steps:
    tallies = np.zeros(code.span, counts_type(observations.scores.size))
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


def _rank_classes(
    observations: Observations, threads: Threads, are_spent: bool
) -> tuple[Steps, float, float]:
    positives, negatives = _classes(observations, threads)
    if are_spent:
        observations.free_labels()
    both = positives.scores, negatives.scores
    counts = counts_of_classes(*both)
    found = ClassThresholds(counts, *_ends(observations), *both)
    thresholds = _thresholds(found, observations.scores.size)
    steps = Steps(*counts, thresholds)
    if observations.weights is not None:
        steps = steps.changed(positives.mass(counts.tp), negatives.mass)
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
        scores, is_positive = code.scores_of(keys[last]), are_odd(keys)
    else:
        order = descending(observations.scores)
        ranked = observations.scores[order]
        last = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], True))
        scores, is_positive = ranked[last], observations.is_positive[order]
        weights = None if weights is None else observations.masses(order)
    if weights is None:
        tp = np.cumsum(is_positive)[last]
        return scores.astype(exact), tp, last + 1 - tp, int(tp[-1]), size - int(tp[-1])
    from prplot.core.record.ranking.weighted_counts import running_sums

    tp, fp = (running_sums(weights * chosen)[last + 1] for chosen in (is_positive, ~is_positive))
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
    exact = observations.thresholds_type
    return exact, exact.type(observations.ends[0])


def _classes(observations: Observations, threads: Threads) -> tuple[_Class, _Class]:
    positive = observations.is_positive
    if observations.weights is None:
        scores = native(observations.scores[positive]), native(observations.scores[~positive])
        for own in scores:
            sort_in_place(own, threads)
        return _Class(scores[0], None), _Class(scores[1], None)
    one, other = (_weighted_class(observations, rows) for rows in (positive, ~positive))
    return one, other


def _weighted_class(observations: Observations, chosen: NDArray[np.bool_]) -> _Class:
    from prplot.core.record.ranking.weighted_counts import running_sums

    # Backwards: the best come last, and of a tie the first row does.
    rows: Array = chosen.nonzero()[0][::-1].astype(counts_type(chosen.size))
    scores = observations.scores[rows]
    ascending = scores.argsort(kind="stable")
    masses = running_sums(observations.masses(rows.take(ascending[::-1])))
    return _Class(native(scores.take(ascending)), masses)
