"""From scored examples to confusion counts: the only place that sorts.

The record of a ranking is one *step* per distinct score that a positive example holds. Scores that
only negatives hold move the path straight on and need no entry: where the next step starts says how
far. So the record's size is that of the positives, whatever the negatives are.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.observations import Observations

Array = NDArray[Any]


@dataclass(frozen=True)
class Steps:
    """The steps of a path from ``(0, 0)`` to ``(pos, neg)``, best score first.

    Step ``k`` runs straight from ``(tp[k-1], fp_before[k])`` to ``(tp[k], fp[k])``; a straight run
    in ``fp`` leads to its start, and one more from the last step to the end.

    Attributes
    ----------
    tp, fp : ndarray, shape (k,)
        Counts with scores ``>= threshold`` predicted positive.
    fp_before : ndarray, shape (k,)
        False positives with scores strictly above the threshold.
    thresholds : ndarray, shape (k,)
        The score of the step.
    thresholds_before : ndarray, shape (k,)
        The lowest score above it, at which the run of negatives before the step ends.
    end_threshold : float
        The lowest score of all.
    """

    tp: Array
    fp: Array
    fp_before: Array
    thresholds: Array
    thresholds_before: Array
    end_threshold: float

    def tp_before(self) -> Array:
        """Return the true positives at which each step starts."""
        return np.concatenate([[0], self.tp])[:-1].astype(self.tp.dtype, copy=False)


@dataclass(frozen=True)
class _Ladder:
    """One class's scores in ascending order, and the mass at or above each of them."""

    scores: Array
    mass_from: Array

    def at_least(self, thresholds: Array) -> NDArray[np.intp]:
        """Return where the scores at or above each threshold start."""
        return np.searchsorted(self.scores, thresholds, side="left")

    def above(self, thresholds: Array, at_least: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return where the scores above each threshold start: elsewhere only at ties."""
        above = at_least.copy()
        inside = np.flatnonzero(at_least < self.scores.size)
        tied = inside[self.scores[at_least[inside]] == thresholds[inside]]
        above[tied] = np.searchsorted(self.scores, thresholds[tied], side="right")
        return above


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
    positives, negatives = _ladders(observations)
    distinct = np.empty(positives.scores.size, dtype=bool)
    distinct[:1] = True
    np.not_equal(positives.scores[1:], positives.scores[:-1], out=distinct[1:])
    first = np.flatnonzero(distinct)[::-1]
    thresholds = positives.scores[first]
    at_least = negatives.at_least(thresholds)
    above = negatives.above(thresholds, at_least)
    exact = exact_type(positives.scores, negatives.scores)
    # Where no negative lies above, the step starts at the step before and names no threshold.
    named = np.append(negatives.scores.astype(exact), np.array(np.nan, exact))
    ends = [ladder.scores[0] for ladder in (positives, negatives) if ladder.scores.size]
    steps = Steps(
        tp=positives.mass_from[first],
        fp=negatives.mass_from[at_least],
        fp_before=negatives.mass_from[above],
        thresholds=thresholds.astype(exact),
        thresholds_before=named[above],
        end_threshold=exact.type(min(ends)),
    )
    return steps, positives.mass_from[0].item(), negatives.mass_from[0].item()


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
    scores = observations.scores
    exact = replace(observations, scores=scores.astype(exact_type(scores)))
    positives, negatives = _ladders(exact)
    tp = positives.mass_from[positives.at_least(thresholds)]
    fp = negatives.mass_from[negatives.at_least(thresholds)]
    return tp, fp, positives.mass_from[0].item(), negatives.mass_from[0].item()


def exact_type(*scores: Array) -> np.dtype[Any]:
    """Return a float type that tells scores apart: integers beyond 2^53 need the longer one."""
    types = [np.result_type(array.dtype, np.float64) for array in scores]
    for array in scores:
        whole = array.dtype.kind in "iu" and array.size > 0
        if whole and max(abs(int(array.min())), abs(int(array.max()))) > 2**53:
            types.append(np.dtype(np.longdouble))
    return np.result_type(*types)


def _ladders(observations: Observations) -> tuple[_Ladder, _Ladder]:
    chosen = observations.is_positive
    weights = observations.weights
    if weights is None:
        return _ladder(observations.scores[chosen]), _ladder(observations.scores[~chosen])
    return (
        _ladder(observations.scores[chosen], weights[chosen]),
        _ladder(observations.scores[~chosen], weights[~chosen]),
    )


def _ladder(scores: Array, weights: Array | None = None) -> _Ladder:
    if weights is None:
        return _Ladder(np.sort(scores), np.arange(scores.size, -1, -1))
    order = np.argsort(scores)
    mass = np.zeros(scores.size + 1, dtype=weights.dtype)
    np.cumsum(weights[order][::-1], out=mass[1:])
    return _Ladder(scores[order], mass[::-1])
