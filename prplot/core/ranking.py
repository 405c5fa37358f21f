"""From scored examples to the steps of their ranking: the only place that sorts.

There are three ways, chosen by what is fastest; their counts are the same to the last bit.

- Packed keys: one sort of all examples as plain integers. The rule, for all types that allow it.
- Tallies: where there are fewer possible scores than examples, nothing is sorted at all.
- Two classes: each sorted apart, and the positives looked up among the negatives. For every type;
  the fastest if the examples or the positives are few.

Weights leave all of this as it is: a step at which so many examples are counted has the mass of so
many, in order.
"""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.core.counting import counts_of_classes, counts_of_keys, counts_of_tallies
from prplot.core.keys import CHUNK, KeyCode, key_code
from prplot.core.observations import Observations
from prplot.core.ordering import descending, order_of_keys
from prplot.core.steps import ByClass, Levels, Listed, Packed, Sorted, Steps

Array = NDArray[Any]

# Measured with 300 to 10^7 examples, of which 1 to 90 % are positive: up to so many positives and
# such a share of all together, looking them up takes less time than going through all keys.
FEW_POSITIVES = 300
FEW_AMONG_ALL = 0.04
# With weights it is the order of the rows that takes time, whatever the labels.
FEW_EXAMPLES = 3000
# A share of all examples. The thresholds of so few steps take less memory than the keys, which
# otherwise are kept, and read only if thresholds are asked for. Of one chunk of keys there is no
# memory to save.
FEW_STEPS = 1 / 8
# More tallies than this leave the processor's cache, and a sort is faster.
MOST_TALLIES = 2**21


class _Class(NamedTuple):
    """One class's scores in ascending order, and the mass of so many of the best of them."""

    scores: Array
    masses: Array | None

    def mass(self, counts: Array) -> Array:
        return counts if self.masses is None else self.masses[counts]

    def total(self) -> float:
        mass: float = self.mass(np.array(self.scores.size)).item()
        return mass


def rank(observations: Observations) -> tuple[Steps, float, float]:
    """Count true and false positives at every score that a positive example holds.

    Parameters
    ----------
    observations : Observations

    Returns
    -------
    steps : Steps
    pos, neg : int or float
        Total mass of the positives and of the negatives.
    """
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
    levels = _levels(Packed(counts, *_ends(observations), keys, code), size)
    return Steps(*counts, levels), pos, size - pos


def _is_few(observations: Observations, pos: int) -> bool:
    size = observations.scores.size
    # Tallies of short types are faster still, however few are positive.
    if observations.weights is not None or observations.scores.dtype.itemsize <= 2:
        return size < FEW_EXAMPLES
    return pos < FEW_POSITIVES + FEW_AMONG_ALL * size


def _ends(observations: Observations) -> tuple[np.dtype[Any], Any]:
    """Return the type of the thresholds, and the last of them."""
    exact = _exact_type(observations.scores.dtype, observations.ends)
    return exact, exact.type(observations.ends[0])


def _keys(observations: Observations, code: KeyCode) -> Array:
    keys = np.empty(observations.scores.size, code.keys_type)
    for start in range(0, keys.size, CHUNK):
        part = slice(start, start + CHUNK)
        code.pack(observations.scores[part], observations.is_positive[part], keys[part])
    return keys


def _levels(found: Sorted, size: int) -> Levels:
    """List the thresholds of few steps of so many examples."""
    few = size > CHUNK and found.counts.tp.size < FEW_STEPS * size
    return found.listed() if few else found


def _rank_tallies(observations: Observations, code: KeyCode) -> Steps:
    tallies = np.zeros(code.span, np.intp)
    # As many at a time as there are tallies, so that adding these up takes no longer.
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
    # A score's keys are twice its place and one more.
    at_steps, at_corners = (code.scores_of(2 * i).astype(exact) for i in (steps, corners))
    return Steps(*counts, Listed(at_steps, at_corners, end))


def _rank_weighted(
    observations: Observations, code: KeyCode, weights: Array
) -> tuple[Steps, float, float]:
    keys = _keys(observations, code)
    order = order_of_keys(keys, code.span)
    keys, weights = keys[order], weights[order]
    # What is done with is let go: there are many arrays as long as the data.
    del order
    is_positive = (keys & 1).astype(bool)
    counts = counts_of_keys(keys, int(np.count_nonzero(is_positive)))
    levels = _levels(Packed(counts, *_ends(observations), keys, code), keys.size)
    del keys
    reached = counts.tp + counts.fp
    # Nothing is added where the other class stands: the sums are those of each class alone.
    masses = _masses(weights, is_positive)
    tp, pos = masses[reached], masses[-1].item()
    del masses
    masses = _masses(weights, ~is_positive)
    fp = before = masses[reached]
    if counts.fp_before is not counts.fp:
        before = masses[counts.fp_before + np.append(0, counts.tp[:-1])]
    return Steps(tp, fp, before, levels), pos, masses[-1].item()


def _rank_classes(observations: Observations) -> tuple[Steps, float, float]:
    positives, negatives = _classes(observations)
    counts = counts_of_classes(positives.scores, negatives.scores)
    both = positives.scores, negatives.scores
    levels = _levels(ByClass(counts, *_ends(observations), *both), observations.scores.size)
    fp = negatives.mass(counts.fp)
    mixed = counts.fp_before is not counts.fp
    before = negatives.mass(counts.fp_before) if mixed else fp
    steps = Steps(positives.mass(counts.tp), fp, before, levels)
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
    # Floats that tell large integers apart, so that scores and thresholds compare exactly.
    exact, _ = _ends(observations)
    scores = observations.scores.astype(exact, copy=False)
    positives, negatives = _classes(replace(observations, scores=scores))
    tp, fp = (
        one.mass(one.scores.size - np.searchsorted(one.scores, thresholds))
        for one in (positives, negatives)
    )
    return tp, fp, positives.total(), negatives.total()


def exact_type(*scores: Array) -> np.dtype[Any]:
    """Return a float type that tells scores apart: integers beyond 2^53 need the longer one."""
    ends = [(a.min(), a.max()) if a.size else (0, 0) for a in scores]
    types = (_exact_type(a.dtype, end) for a, end in zip(scores, ends, strict=True))
    return np.result_type(*types)


def _exact_type(scores_type: np.dtype[Any], ends: tuple[Any, Any]) -> np.dtype[Any]:
    whole = scores_type.kind in "iu" and max(abs(int(end)) for end in ends) > 2**53
    return np.result_type(scores_type, np.longdouble if whole else np.float64)


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


def _masses(weights: Array, counts: Array | None = None) -> Array:
    """Return the mass of the first 0, 1, 2, ... of them, or of those of them that count."""
    masses = np.zeros(weights.size + 1, weights.dtype)
    for start in range(0, weights.size, CHUNK):
        part = slice(start, start + CHUNK)
        own = weights[part] * (1 if counts is None else counts[part])
        # One after the other, as a sum over all of them would.
        own[0] += masses[start]
        np.cumsum(own, out=masses[start + 1 : start + 1 + own.size])
    return masses
