"""Closed forms: scores of a point, bounds of PR space, places along a path, means along a segment.

A gain is a score rescaled harmonically so that the prevalence becomes 0 and 1 stays 1; harmonic
means then become arithmetic means (Flach & Kull 2015, section 3). Bounds depend only on the
prevalence; that of average precision, on the numbers of examples (Boyd et al. 2012).
"""

from __future__ import annotations

from collections.abc import Callable
from sys import float_info
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core.calls import answered
from prplot.core.checks import (
    Array,
    FloatArray,
    brief,
    checked_nonnegative,
    checked_range,
    checked_shares,
    finite_numbers,
    scalar_or_array,
    shares_together,
    together,
)

# Whether the first or the last place of a path with a coordinate is meant, where it jumps.
Side = Literal["left", "right"]
SIDES: tuple[Side, Side] = ("left", "right")
# The number of a point of a path, and the share of the way from there to the next point.
Place = tuple[NDArray[np.intp], FloatArray]
# Rounding may move a computed point off the boundary by so much of its precision.
_ULPS = 8 * float_info.epsilon
# Terms of the lowest average precision that are added one by one.
_DIRECT = 64
# While `dn` is a smaller share of the sum of `n` at both ends, four terms of the series are exact
# to the last bit; of longer segments, which are few, the logarithm's leading terms do not cancel.
_SERIES_BELOW = 0.02
# While it is smaller than this, one term is.
_SHORTEST = 1e-5


# Scores


@answered
def f_score(precision: ArrayLike, recall: ArrayLike, beta: float = 1) -> Any:
    """Return the F score, the weighted harmonic mean of precision and recall.

    Parameters
    ----------
    precision, recall : array_like of float
        In [0, 1]; they broadcast.
    beta : float, default 1
        Weight of recall, 0 or more.

    Returns
    -------
    float or ndarray of float
        In [0, 1]; 0 if precision and recall are 0.

    Raises
    ------
    ValueError
        Values outside [0, 1], a negative `beta`, shapes that don't broadcast.

    Notes
    -----
    ``(1 + b^2) p r / (b^2 p + r)`` (Boyd et al. 2012, section 4.4).

    Examples
    --------
    >>> import prplot as prp
    >>> round(float(prp.f_score(0.9, 0.3)), 6)
    0.45
    """
    of_precision, of_recall = f_weights(beta)
    p, r = shares_together(precision=precision, recall=recall)
    weighted = of_recall * p + of_precision * r
    low, high = np.minimum(p, r), np.maximum(p, r)
    # The smaller one first: a product of both may be too small for a float.
    share = np.divide(low, weighted, out=np.zeros(p.shape), where=weighted > 0)
    # The weights of precision and recall add up to 1 up to rounding.
    return scalar_or_array(np.minimum(share * high, high))


@answered
def modified_f_score(
    precision: ArrayLike, recall: ArrayLike, prevalence: ArrayLike, beta: float = 1
) -> Any:
    """Return an F score that is 0 for points no better than random guessing.

    Parameters
    ----------
    precision, recall, prevalence : array_like of float
        In [0, 1]; they broadcast.
    beta : float, default 1
        Weight of recall, 0 or more.

    Returns
    -------
    float or ndarray of float
        In [0, 1]; 0 if precision is at most the prevalence.

    Raises
    ------
    ValueError
        Values outside [0, 1], a negative `beta`, shapes that don't broadcast.

    Notes
    -----
    The weighted harmonic mean of recall and ``(p - pi) / (1 - pi)`` (Boyd et al. 2012, section 4.4,
    for `beta` 1). It vanishes on the minimum curve and never falls as precision or recall grows.
    Any score with both properties is 0 at all points below the prevalence.

    Examples
    --------
    Two points of Boyd et al. (2012), Figure 4, with the same F1 score, 0.45:

    >>> import prplot as prp
    >>> prp.modified_f_score([0.331579, 0.9], [0.7, 0.3], 0.33).round(4).tolist()
    [0.0047, 0.4436]
    """
    p, r, pi = shares_together(precision=precision, recall=recall, prevalence=prevalence)
    above = np.divide(p - pi, 1 - pi, out=np.zeros(p.shape), where=p > pi)
    return f_score(above, r, beta)


@answered
def precision_gain(precision: ArrayLike, prevalence: ArrayLike) -> Any:
    """Return precision on the scale of Precision-Recall-Gain space.

    Parameters
    ----------
    precision, prevalence : array_like of float
        In [0, 1]; they broadcast.

    Returns
    -------
    float or ndarray of float
        At most 1; 0 at ``precision = prevalence``, ``-inf`` at 0; nan if a class is absent.

    Raises
    ------
    ValueError
        Values outside [0, 1].

    Notes
    -----
    ``(p - pi) / ((1 - pi) p)`` (Flach & Kull 2015, equation 4).

    Examples
    --------
    >>> import prplot as prp
    >>> float(prp.precision_gain(0.5, 0.25))
    0.6666666666666666
    """
    return _gain(prevalence, precision=precision)


@answered
def recall_gain(recall: ArrayLike, prevalence: ArrayLike) -> Any:
    """Return recall on the scale of Precision-Recall-Gain space.

    Parameters
    ----------
    recall, prevalence : array_like of float
        In [0, 1]; they broadcast.

    Returns
    -------
    float or ndarray of float
        At most 1; 0 at ``recall = prevalence``, ``-inf`` at 0; nan if a class is absent.

    Raises
    ------
    ValueError
        Values outside [0, 1].

    Notes
    -----
    ``(r - pi) / ((1 - pi) r)`` (Flach & Kull 2015, equation 4).

    Examples
    --------
    >>> import prplot as prp
    >>> float(prp.recall_gain(0.5, 0.5))
    0.0
    """
    return _gain(prevalence, recall=recall)


@answered
def f_gain(precision: ArrayLike, recall: ArrayLike, prevalence: ArrayLike, beta: float = 1) -> Any:
    """Return the F score on the scale of Precision-Recall-Gain space, where it can be averaged.

    Parameters
    ----------
    precision, recall, prevalence : array_like of float
        In [0, 1]; they broadcast.
    beta : float, default 1
        Weight of recall, 0 or more.

    Returns
    -------
    float or ndarray of float
        At most 1; 0 if the F score equals the prevalence, ``-inf`` if it is 0; nan if a class is
        absent.

    Raises
    ------
    ValueError
        Values outside [0, 1], a negative `beta`, shapes that don't broadcast.

    Notes
    -----
    ``(F - pi) / ((1 - pi) F)``, so that ``precision gain + b^2 recall gain = (1 + b^2) F gain``
    (Flach & Kull 2015, Theorem 2).

    Examples
    --------
    Calling everything positive has recall gain 1, precision gain 0, and their mean as F gain:

    >>> import prplot as prp
    >>> round(float(prp.f_gain(0.25, 1, 0.25)), 6)
    0.5
    """
    return _gain(prevalence, score=f_score(precision, recall, beta))


def squared_beta(beta: float) -> float:
    """Return ``beta^2``; raise unless `beta` is a finite number, 0 or more."""
    number = float(checked_nonnegative(beta, "beta"))
    return number * number


def f_weights(beta: float) -> tuple[float, float]:
    """Return the weights of precision and recall in the F score; they add up to 1 for any beta."""
    b2 = squared_beta(beta)
    return 1 / (1 + b2), 1 / (1 + 1 / b2) if b2 > 0 else 0.0


def _gain(prevalence: ArrayLike, **named: Any) -> Any:
    """Return ``(value - pi) / ((1 - pi) value)`` of one value, under its name in errors."""
    value, pi = shares_together(**named, prevalence=prevalence)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        gain = np.where(value == 0, -np.inf, (value - pi) / ((1 - pi) * value))
    return scalar_or_array(np.where((pi == 0) | (pi == 1), np.nan, gain))


# Bounds


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


# Places along a path


def share_of(start: Any, at: Any, end: Any) -> FloatArray:
    """Return how far numbers are from a start to an end; 0 at a start that is the end."""
    whole = end - start
    shares: FloatArray = (at - start) / (whole + (whole == 0))
    return shares


def place_at(
    x: Array,
    at: FloatArray,
    side: Side,
    *,
    slack: float = 0.0,
    share: Callable[[Any, Any, Any], FloatArray] = share_of,
) -> Place:
    """Return where a path has given coordinates: at a point itself, or between two.

    Parameters
    ----------
    x : ndarray, shape (n,)
        The coordinates of the points, never falling.
    at : ndarray of float
        Below the first point and beyond the last one, the place is that point.
    side : {"left", "right"}
        Whether the place is the first with that coordinate, or the last.
    slack : float
        By what share of a coordinate rounding may put it beyond a point.
    share : callable
        Takes coordinates of a start, of places and of an end, and returns how far it is to them.
    """
    before = x.searchsorted(at * (1 - slack), side=side)
    near = x.take(before, mode="clip")
    at = np.minimum(at, near)
    before = before - (near > at)
    ends = x.take(before, mode="clip"), at, x.take(before + 1, mode="clip")
    return before, share(*ends)


def place_of(number: FloatArray) -> Place:
    """Return a place that is written as one number, that of the point plus the share."""
    before = number.astype(np.intp)
    return before, number - before


def between(values: Array, before: NDArray[np.intp], share: FloatArray) -> FloatArray:
    """Return what values, one for each point of a path, are at a place between its points."""
    start = values.take(before, mode="clip")
    found: FloatArray = start + share * (values.take(before + 1, mode="clip") - start)
    return found


def inserted(
    tp: Array, fp: Array, before: NDArray[np.intp], share: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return a path of counts with points inserted at places, which never fall."""
    is_new = np.zeros(tp.size + before.size, bool)
    is_new[before + np.arange(1, before.size + 1)] = True
    path = np.empty((2, is_new.size))
    for longer, count in zip(path, (tp, fp), strict=True):
        longer[is_new], longer[~is_new] = between(count, before, share), count
    return path[0], path[1]


# Segments


def mean_share(part: ArrayLike, n: ArrayLike, dpart: ArrayLike, dn: ArrayLike) -> FloatArray:
    """Return the mean share of a count among the predicted positives, over a segment's recalls.

    Parameters
    ----------
    part, n : array_like of float
        The count (true positives, whose share is precision, or false positives) and all predicted
        positives (``tp + fp``) where the segment starts.
    dpart, dn : array_like of float
        Their increments along the segment, in which true positives grow.

    Returns
    -------
    ndarray of float
        In [0, 1].

    Notes
    -----
    The integral of the hyperbola, ``[t/k - c/k^2 ln(k t + c)] / dtp``, loses all digits when the
    segment is short. In two forms of it nothing cancels. With ``w = dn / n`` and
    ``L = log1p(w) / w`` it equals

    ``(dpart / dn) (1 - L) + (part / n) L``,

    a weighted mean of the share in the increment and the share at the start. On a segment from
    ``(0, 0)`` the share is constant, ``dpart / dn``. With ``m = 2 n + dn`` and ``z = dn / m``, so
    that ``log1p(w) = 2 artanh(z)``, it equals

    ``s - z (dpart - s dn) / m (1/3 + z^2/5 + z^4/7 + ...)``, ``s = (2 part + dpart) / m``,

    the share halfway and a small correction of it, which short segments need.
    """
    floats = (np.asarray(one, np.float64) for one in (part, n, dpart, dn))
    part, n, dpart, dn = np.broadcast_arrays(*floats)
    with np.errstate(all="ignore"):
        ends = n + (n + dn)
        z = np.asarray(dn / ends)
        mean = np.asarray((part + (part + dpart)) / ends)
        off = dpart - mean * dn
        off /= ends
        off *= z
        if z.max(initial=0) < _SHORTEST:
            return np.asarray(mean - off / 3)
        mean -= off * _series(z * z)
        long = ~(z < _SERIES_BELOW)
        mean[long] = _mean_by_logarithm(part[long], n[long], dpart[long], dn[long])
    return mean


def _series(q: FloatArray) -> FloatArray:
    """Return ``1/3 + q/5 + q^2/7 + q^3/9``, by Horner's rule."""
    series: FloatArray = q * (1 / 9)
    for divisor in (7, 5):
        series += 1 / divisor
        series *= q
    series += 1 / 3
    return series


def _mean_by_logarithm(
    part: FloatArray, n: FloatArray, dpart: FloatArray, dn: FloatArray
) -> FloatArray:
    w = np.fmin(dn / n, float_info.max)
    ratio = np.log1p(w) / w
    # At the origin the ratio is next to 0, and the share there, 0 / 0, is not asked for.
    return np.asarray(dpart / dn * (1 - ratio) + np.fmax(part / n * ratio, 0.0))
