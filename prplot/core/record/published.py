"""Published PR curves: the counts of their points (Davis & Goadrich 2006, Theorem 3.1).

At a given prevalence, precision and recall determine true and false positives, except the false
positives at recall 0. Printed numbers are rounded; a tolerance accepts that.
"""

from sys import float_info

import numpy as np
from numpy.typing import ArrayLike

from prplot.core.checks import (
    ROUNDING,
    Array,
    check_points,
    check_rising,
    checked_shares,
    in_full,
)
from prplot.core.record.steps import check_falling, checked_thresholds
from prplot.core.spaces import PR


def counts_of(
    precision: ArrayLike,
    recall: ArrayLike,
    prevalence: float,
    thresholds: ArrayLike | None,
    tolerance: float,
) -> tuple[Array, Array, Array]:
    """Recover the counts of points in PR space, with ``pos + neg = 1``.

    Parameters
    ----------
    precision, recall : array_like of float, shape (k,)
        In order of recall, rising or falling.
    prevalence : float
    thresholds : array_like of numbers, shape (k,) or (k - 1,), or None
    tolerance : float
        By how much a printed precision may differ from the true one.

    Returns
    -------
    tp, fp, thresholds : ndarray, shape (m,)
        Best score first; unknown thresholds are nan.
    """
    y, x, found = _in_order(precision, recall, thresholds)
    at_zero, rest = y[x == 0], x > 0
    y, x, found = y[rest], x[rest], found[rest]
    tp = x * prevalence
    fp = _false_positives(x, y, prevalence, tolerance)
    if (at_zero == 0).any():
        # An unknown number of negatives comes first: as many as the next point allows.
        fp = np.append(fp[0] if fp.size else 1 - prevalence, fp)
        tp, found = np.append(0.0, tp), np.append(np.nan, found)
    return tp, fp, found


def _in_order(
    precision: ArrayLike, recall: ArrayLike, thresholds: ArrayLike | None
) -> tuple[Array, Array, Array]:
    """Return checked precision, rising recall, and thresholds (nan if unknown)."""
    y, x = checked_shares(precision, "precision"), checked_shares(recall, "recall")
    check_points(y, x, "precision and recall")
    found = np.full(x.size, np.nan) if thresholds is None else checked_thresholds(thresholds)
    if found.size == x.size - 1:
        # scikit-learn's artificial last point, (recall 0, precision 1), has no threshold.
        found = np.append(found, np.inf)
    check_points(found, x, "thresholds and the points")
    if x[0] > x[-1]:
        y, x, found = y[::-1], x[::-1], found[::-1]
    check_rising(x, "recall")
    check_falling(found)
    return y, x, found


def _false_positives(x: Array, y: Array, prevalence: float, tolerance: float) -> Array:
    """Return false positives that never decrease and are within the tolerance of every point."""
    neg = 1 - prevalence
    with np.errstate(divide="ignore"):
        fewest, stated, most = (
            PR.invert(x, np.clip(precision, 0.0, 1.0), prevalence, neg)[1]
            for precision in (y + tolerance, y, y - tolerance)
        )
    _refuse_unachievable(x, y, prevalence, fewest)
    # At least as many as at every earlier point, and at most as many as at every later one.
    least = np.maximum.accumulate(fewest)
    bound = np.minimum.accumulate(np.minimum(most, neg)[::-1])[::-1]
    bad = np.flatnonzero(least > bound + ROUNDING)
    if bad.size:
        later = bad[0] + 1 + int(np.argmin(np.minimum(most, neg)[bad[0] + 1 :]))
        raise ValueError(
            f"precision {in_full(y[later])} at recall {in_full(x[later])} needs fewer false "
            f"positives than precision {in_full(y[bad[0]])} at recall {in_full(x[bad[0]])}; no "
            "ranking has both points (tolerance= accepts points that are rounded)"
        )
    within = np.clip(np.maximum.accumulate(stated), least, np.maximum(bound, least))
    return np.asarray(np.minimum(within, neg))


def _refuse_unachievable(x: Array, y: Array, prevalence: float, fewest: Array) -> None:
    """Raise if a point needs more false positives than there are negatives."""
    neg = 1 - prevalence
    bad = np.flatnonzero(fewest > neg + ROUNDING)
    if bad.size:
        i = bad[0]
        bound = PR.project(x[i] * prevalence, neg, prevalence, neg)[1]
        # Rounded up to one digit. At subnormal prevalences even a bound above 0 is 0 as a float.
        lacking = max(bound - y[i], float_info.min)
        step = 10.0 ** np.floor(np.log10(lacking))
        needed = np.ceil(lacking / step * (1 + 1e-9)) * step
        raise ValueError(
            f"the point (recall {in_full(x[i])}, precision {in_full(y[i])}) is unachievable at "
            f"prevalence {in_full(prevalence)}, where precision is at least {bound:.6g} at that "
            f"recall; if the points are rounded, tolerance={needed:.1g} or more accepts it"
        )
