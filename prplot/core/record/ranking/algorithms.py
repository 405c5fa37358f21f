"""Ranking by one of two algorithms, which give the same counts.

If there are many positives, keys of all examples are sorted at once. Otherwise the scores of each
class are sorted separately, and those of the positives are looked up among the negatives; with
weights, masses replace the numbers of examples.
"""

from dataclasses import replace
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array
from prplot.core.exact import have_exact_sums
from prplot.core.record.observations import Observations
from prplot.core.record.ranking.keys import KeyCode, KeyedThresholds, counts_of_keys
from prplot.core.record.ranking.sorting import rows_in_order, sort_in_place
from prplot.core.record.steps import Steps, StepThresholds
from prplot.core.threads import SINGLE, Threads

# Below this share positives are few: then it takes less time to look them up among the negatives
# than to go through all keys.
FEW = 0.15
# Steps are few below this share of all examples: then their thresholds are listed at once, and take
# less memory than the keys.
FEW_STEPS = 1 / 8
# Numbers that are looked up, or added up, at a time: all that is computed of them stays in the
# processor's cache.
CHUNK = 2**13
# If `neg` is below this share of `pos`, gains that are computed from rounded sums lose digits.
LITTLE = 1e-3


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
    size, pos = observations.scores.size, int(np.count_nonzero(observations.is_positive))
    if observations.weights is None and pos >= FEW * size:
        code = KeyCode.of(observations.scores, *observations.score_range)
        if code is not None:
            return _rank_keys(observations, code, pos, threads), pos, size - pos
    return _rank_classes(observations, threads)


def _rank_keys(observations: Observations, code: KeyCode, pos: int, threads: Threads) -> Steps:
    keys = code.sorted_keys(observations.scores, observations.is_positive, threads)
    counts = counts_of_keys(keys, pos, _counts_type(keys.size))
    source = KeyedThresholds(keys, code, counts, *_type_and_lowest(observations))
    are_few = counts[0].size < FEW_STEPS * keys.size
    return Steps(*counts, source.read() if are_few else source)


def _rank_classes(observations: Observations, threads: Threads) -> tuple[Steps, float, float]:
    positives, negatives = _classes(observations, threads)
    pos, neg = positives.total, negatives.total
    scores, tp = _distinct(positives.scores)
    fp, before = _looked_up(scores, negatives.scores, threads)
    with_corner = np.flatnonzero(before > np.append(0, fp[:-1]))
    exact, lowest = _type_and_lowest(observations)
    # The k-th best of ascending scores is at -k.
    at_corners = negatives.scores.take(-before[with_corner]).astype(exact)
    at_steps = scores.astype(exact, copy=False)
    source = StepThresholds(at_steps, with_corner, at_corners, lowest)
    missed = None
    if observations.weights is not None and 0 < neg < LITTLE * pos:
        missed = _missed(observations, positives.scores.size - tp)
    tp = positives.mass(tp)
    # Scores and masses that are read no more would take as much memory as the steps.
    del positives, scores
    is_tied = before is not fp
    fp = negatives.mass(fp)
    return Steps(tp, fp, negatives.mass(before) if is_tied else fp, source, missed), pos, neg


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
    exact, _ = _type_and_lowest(observations)
    scores = observations.scores.astype(exact, copy=False)
    classes = _classes(replace(observations, scores=scores), threads)
    tp, fp = (one.mass(one.scores.size - one.scores.searchsorted(thresholds)) for one in classes)
    return tp, fp, classes[0].total, classes[1].total


class _Class(NamedTuple):
    """One class's scores in ascending order, and the masses of the best 0, 1, 2, ... of them."""

    scores: Array
    masses: Array | None

    @classmethod
    def of(cls, observations: Observations, chosen: NDArray[np.bool_], threads: Threads) -> Self:
        """Sort the chosen examples."""
        if observations.weights is None:
            own, share = observations.scores, np.count_nonzero(chosen) / chosen.size
            # A mask that seldom changes is fast, and needs no memory for rows.
            is_mixed = FEW < share < 1 - FEW
            own = own.take(np.flatnonzero(chosen)) if is_mixed else own[chosen]
            return cls(sort_in_place(own, threads), None)
        scores, weights = _weighted(observations, chosen, threads)
        return cls(scores, running_sums(weights[::-1]))

    @property
    def total(self) -> float:
        return self.scores.size if self.masses is None else self.masses.item(-1)

    def mass(self, counts: Array) -> Array:
        if self.masses is None:
            return counts
        found = np.empty(counts.size, self.masses.dtype)
        # `take` copies short counts to long ones; in chunks that copy is small.
        for start in range(0, counts.size, CHUNK):
            found[start : start + CHUNK] = self.masses.take(counts[start : start + CHUNK])
        return found


def _classes(observations: Observations, threads: Threads) -> tuple[_Class, _Class]:
    is_positive = observations.is_positive
    one, other = (_Class.of(observations, rows, threads) for rows in (is_positive, ~is_positive))
    return one, other


def _weighted(
    observations: Observations, chosen: NDArray[np.bool_], threads: Threads = SINGLE
) -> tuple[Array, Array]:
    """Return scores in ascending order, and their weights."""
    order, scores = rows_in_order(observations.scores.take(np.flatnonzero(chosen)), threads)
    # Row numbers are found anew: kept, they would take as much memory as the scores.
    weights = np.asarray(observations.weights).take(np.flatnonzero(chosen))
    return scores, weights.take(order)


def _missed(observations: Observations, below: Array) -> Array | None:
    """Return the masses of the `below` lowest positives; None if all sums are exact."""
    _, weights = _weighted(observations, observations.is_positive)
    return None if have_exact_sums(weights) else running_sums(weights).take(below)


def _distinct(ascending: Array) -> tuple[Array, Array]:
    """Return the distinct scores, the best first, and how many there are from each on."""
    kind, firsts = _counts_type(ascending.size), np.ones(ascending.size, bool)
    np.not_equal(ascending[1:], ascending[:-1], out=firsts[1:])
    if firsts.all():
        return ascending[::-1], np.arange(1, ascending.size + 1, dtype=kind)
    places = np.flatnonzero(firsts)[::-1]
    return ascending.take(places), (ascending.size - places).astype(kind)


def _looked_up(scores: Array, negatives: Array, threads: Threads) -> tuple[Array, Array]:
    """Count negatives at or above, and strictly above, each of the descending scores."""
    fp = np.zeros(scores.size, _counts_type(negatives.size))
    if negatives.size == 0:
        return fp, fp
    tied = np.zeros(scores.size, bool)

    def look_up(part: slice) -> None:
        # Ascending ones are found faster, and so are those in a part that stays in the cache.
        own = scores[part][::-1]
        first, stop = negatives.searchsorted(own[[0, -1]])
        places = negatives[first:stop].searchsorted(own)
        places += first
        fp[part] = negatives.size - places[::-1]
        tied[part] = (negatives.take(places, mode="clip") == own)[::-1]

    threads.map_blocks(look_up, scores.size, CHUNK)
    if not tied.any():
        return fp, fp
    before = fp.copy()
    before[tied] = negatives.size - negatives.searchsorted(scores[tied], side="right")
    return fp, before


def _type_and_lowest(observations: Observations) -> tuple[np.dtype[Any], Any]:
    """Return the type of the thresholds, and the lowest of them."""
    exact = observations.thresholds_type
    return exact, exact.type(observations.score_range[0])


def _counts_type(size: int) -> np.dtype[Any]:
    return np.dtype(np.int32 if size < 2**31 else np.int64)


def running_sums(weights: Array) -> Array:
    """Return the sums of the first 0, 1, 2, ... weights, never decreasing.

    They are as accurate as exact sums that are rounded once: what additions round off is added up,
    too, or else the error would grow with their number.
    """
    sums = np.zeros(weights.size + 1, weights.dtype)
    np.add.accumulate(weights, out=sums[1:])
    if weights.dtype.kind != "f":
        return sums
    last, lost = 0.0, 0.0
    for start in range(0, weights.size, CHUNK):
        added, after = weights[start : start + CHUNK], sums[start + 1 : start + 1 + CHUNK]
        before = np.append(last, after[:-1])
        last = after[-1]
        # Dekker's two-sum, exact.
        off = np.minimum(before, added) - (after - np.maximum(before, added))
        np.add.accumulate(off, out=off)
        off += lost
        lost = off[-1]
        after += off
    # Rounding seldom makes a sum smaller than the one before it, and to look takes less time.
    if (sums[1:] < sums[:-1]).any():
        np.maximum.accumulate(sums, out=sums)
    return sums
