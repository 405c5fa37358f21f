"""The achievable region of PR space and its bounds (Boyd et al. 2012).

Bounds depend only on the prevalence; that of average precision, on the numbers of examples.
"""

from __future__ import annotations

from sys import float_info
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core.calls import answered
from prplot.core.checks import (
    Array,
    brief,
    checked_range,
    checked_shares,
    finite_numbers,
    scalar_or_array,
    shares_together,
    together,
)
from prplot.core.spaces import mean_share

# Rounding may move a computed point off the boundary by so much of its precision.
_ULPS = 8 * float_info.epsilon
# Terms of the lowest average precision that are added one by one.
_DIRECT = 64


@answered
def min_precision(recall: ArrayLike, prevalence: ArrayLike) -> Any:
    """Return the lowest precision that any ranking can have at a recall.

    Parameters
    ----------
    recall, prevalence : array_like of float
        In [0, 1]; they broadcast.

    Returns
    -------
    float or ndarray of float
        In [0, prevalence]; 1 if all examples are positive.

    Raises
    ------
    ValueError
        Values outside [0, 1]; shapes that don't broadcast.

    Notes
    -----
    ``pi r / (1 - pi + pi r)`` (Boyd et al. 2012, Theorem 1).

    Examples
    --------
    >>> import prplot as prp
    >>> float(prp.min_precision(0.5, 0.5))
    0.3333333333333333
    """
    r, pi = shares_together(recall=recall, prevalence=prevalence)
    with np.errstate(invalid="ignore"):
        return scalar_or_array(np.where(pi == 1, 1.0, pi * r / (1 - pi + pi * r)))


@answered
def max_recall(precision: ArrayLike, prevalence: ArrayLike) -> Any:
    """Return the highest recall that any ranking can have at a precision.

    Parameters
    ----------
    precision, prevalence : array_like of float
        In [0, 1]; they broadcast.

    Returns
    -------
    float or ndarray of float
        In [0, 1]; 1 for ``precision >= prevalence``.

    Raises
    ------
    ValueError
        Values outside [0, 1]; shapes that don't broadcast.

    Notes
    -----
    ``min(1, p (1 - pi) / (pi (1 - p)))``, the inverse of `min_precision`.

    Examples
    --------
    >>> import prplot as prp
    >>> round(float(prp.max_recall(0.2, 1 / 3)), 12)
    0.5
    """
    p, pi = shares_together(precision=precision, prevalence=prevalence)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        bound = np.minimum(1.0, p * (1 - pi) / (pi * (1 - p)))
    return scalar_or_array(np.where((p == 1) | (pi == 0) | (p >= pi), 1.0, bound))


@answered
def is_achievable(precision: ArrayLike, recall: ArrayLike, prevalence: ArrayLike) -> Any:
    """Return whether some ranking has a precision at a recall.

    Parameters
    ----------
    precision, recall, prevalence : array_like of float
        In [0, 1]; they broadcast.

    Returns
    -------
    bool or ndarray of bool
        True on and above the minimum curve, with a tolerance of a few units in the last place.

    Raises
    ------
    ValueError
        Values outside [0, 1]; shapes that don't broadcast.

    Examples
    --------
    >>> import prplot as prp
    >>> prp.is_achievable([0.3, 0.9], [0.9, 0.3], prevalence=0.33).tolist()
    [False, True]
    """
    p, r, pi = shares_together(precision=precision, recall=recall, prevalence=prevalence)
    # How strongly rounding of the prevalence moves the bound.
    strength = 1 + np.divide(pi, 1 - pi + pi * r, where=pi < 1, out=np.ones(pi.shape))
    return scalar_or_array(p >= np.asarray(min_precision(r, pi)) * (1 - _ULPS * strength))


@answered
def aucpr_min(prevalence: ArrayLike, recall_range: tuple[float, float] = (0, 1)) -> Any:
    """Return the lowest area under the PR curve that any ranking can have.

    Parameters
    ----------
    prevalence : array_like of float
        In [0, 1].
    recall_range : tuple of float, default (0, 1)
        ``0 <= a < b <= 1``.

    Returns
    -------
    float or ndarray of float
        In [0, b - a].

    Raises
    ------
    ValueError
        A prevalence outside [0, 1]; an invalid recall range.

    Notes
    -----
    ``b - a + (1 - pi)/pi ln((1 - pi + pi a)/(1 - pi + pi b))`` (Boyd et al. 2012, Theorem 2 and
    Corollary 4), computed without cancellation: the minimum curve is the segment from
    ``(tp, fp) = (0, neg)`` to ``(pos, neg)``. Soft labels, where each row is in both classes with
    two weights, cannot reach it, because both parts of a row are tied.

    Examples
    --------
    >>> import prplot as prp
    >>> round(float(prp.aucpr_min(0.5)), 6)
    0.306853
    """
    low, high = checked_range(recall_range)
    pi = checked_shares(prevalence, "prevalence")
    with np.errstate(all="ignore"):
        # In units of all positives: tp runs from a to b, after all negatives.
        neg = (1 - pi) / pi
        mean = mean_share(low, low + neg, high - low, high - low)
    return scalar_or_array((high - low) * np.select([pi == 0, pi == 1], [0.0, 1.0], mean))


@answered
def average_precision_min(pos: ArrayLike, neg: ArrayLike) -> Any:
    """Return the lowest average precision: that of the worst ranking without ties.

    Parameters
    ----------
    pos, neg : array_like of int
        Numbers of positive and negative examples; they broadcast.

    Returns
    -------
    float or ndarray of float
        In [0, 1]; 0 without positives, 1 without negatives.

    Raises
    ------
    ValueError
        Numbers that are negative or not whole (weighted data have no such bound); shapes that don't
        broadcast.

    Notes
    -----
    ``1/pos sum_{i=1..pos} i / (i + neg)`` (Boyd et al. 2012, Theorem 3). The first terms are added
    one by one and the rest by the Euler-Maclaurin formula, so the cost does not grow with `pos`.

    Examples
    --------
    >>> import prplot as prp
    >>> round(float(prp.average_precision_min(2, 2)), 6)
    0.416667
    """
    positives, negatives = together(pos=_whole(pos, "pos"), neg=_whole(neg, "neg"))
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = _mean_of_worst(positives, negatives, of_pos=True)
    return scalar_or_array(np.select([positives == 0, negatives == 0], [0.0, 1.0], mean))


def average_precision_room(pos: float, neg: float) -> float:
    """Return 1 minus the lowest average precision; `pos` and `neg` are whole, above 0."""
    return float(_mean_of_worst(_whole(pos, "pos"), _whole(neg, "neg"), of_pos=False))


def _mean_of_worst(pos: Array, neg: Array, *, of_pos: bool) -> Array:
    """Return the mean of ``i / (i + neg)`` over ``0 < i <= pos``, or else of ``neg / (i + neg)``.

    Both add up to 1, but a difference from 1 would cancel.
    """
    i = np.arange(1.0, _DIRECT + 1.0)
    end = neg[..., None]
    terms = np.where(i <= pos[..., None], (i if of_pos else end) / (i + end), 0.0)
    return np.asarray((terms.sum(axis=-1) + _tail(pos, neg, of_pos=of_pos)) / pos)


def _tail(pos: Array, neg: Array, *, of_pos: bool) -> Array:
    """Return the sum of the same terms over ``_DIRECT < i <= pos``, by Euler and Maclaurin."""
    start, end = _DIRECT + neg, pos + neg
    more = np.maximum(pos - _DIRECT, 0)
    first, last, sign = (_DIRECT, pos, 1) if of_pos else (neg, neg, -1)
    integral = more * mean_share(first, start, more * of_pos, more)
    ends = (last / end - first / start) / 2
    slopes = neg * (end**-2.0 - start**-2.0) / 12
    thirds = -neg * (end**-4.0 - start**-4.0) / 120
    return np.where(more > 0, integral + ends + sign * (slopes + thirds), 0.0)


def _whole(values: ArrayLike, name: str) -> NDArray[np.float64]:
    array = finite_numbers(values, name).astype(np.float64)
    if ((array < 0) | (array != np.rint(array))).any():
        raise ValueError(
            f"{name} must hold whole numbers, 0 or more (weighted data have no lowest average "
            f"precision), found {brief(values)}"
        )
    return array
