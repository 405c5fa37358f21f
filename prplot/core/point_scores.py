"""Scores of one operating point: F scores and gains.

A gain is a score rescaled harmonically so that the prevalence becomes 0 and 1 stays 1; harmonic
means then become arithmetic means (Flach & Kull 2015, section 3).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from prplot.core.calls import answered
from prplot.core.checks import checked_nonnegative, scalar_or_array, shares_together


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
