"""Dominance: whether one path of counts is nowhere worse than another.

A curve dominates in ROC space if and only if it does in PR space (Davis & Goadrich 2006, Theorem
3.2), so paths are compared in counts: false positives must not be more at any recall.
"""

from math import gcd
from typing import Any, NamedTuple

import numpy as np

from prplot.core.checks import ROUNDING, SAME_PREVALENCE, Array, FloatArray
from prplot.core.exact import LARGEST_PRODUCT, whole_if_possible

Path = tuple[Array, Array, float, float]


def same_prevalence(one: Path, other: Path) -> bool:
    """Return whether the totals of two paths are the same up to scale.

    Parameters
    ----------
    one, other : tuple of (tp, fp, pos, neg)

    Returns
    -------
    bool
        Exact for whole totals, else up to rounding.
    """
    (_, _, pos, neg), (_, _, other_pos, other_neg) = one, other
    cross = pos * other_neg, other_pos * neg
    if all(isinstance(total, int) for total in cross):
        return cross[0] == cross[1]
    return bool(np.isclose(*cross, rtol=SAME_PREVALENCE, atol=0))


def is_nowhere_worse(one: Path, other: Path) -> bool:
    """Return whether a path has at no recall above 0 more false positives than another.

    Parameters
    ----------
    one, other : tuple of (tp, fp, pos, neg)
        Of the same totals up to scale, from ``(0, 0)`` to ``(pos, neg)``.

    Returns
    -------
    bool
        Exact for whole counts, else up to rounding of the rates. True if there are no positives or
        no negatives.

    Notes
    -----
    Between two points `fp` is linear in `tp`, and where `tp` does not change it jumps. So it is
    enough to compare both sides of every point of either path.
    """
    if 0 in one[2:]:
        return True
    one_tp, one_fp, other_tp, other_fp = _to_one_scale(one, other)
    # A stretch in which tp rises ends at the left side of a jump, and starts at the right one.
    for side, shift in (("left", 1), ("right", 0)):
        # At a jump the left side has the fewest false positives, the right side the most.
        mine = np.flatnonzero(np.diff(one_tp) > 0) + shift
        others = np.flatnonzero(np.diff(other_tp) > 0) + shift
        if (_excess(one_tp, one_fp, other_tp[others], other_fp[others], side) < 0).any():
            return False
        if (_excess(other_tp, other_fp, one_tp[mine], one_fp[mine], side) > 0).any():
            return False
    return True


class Leads(NamedTuple):
    """Which of two paths has fewer false positives, and where that changes.

    Attributes
    ----------
    first : int
        1 if the first path leads at the lowest recall where they differ, -1 if the other does, 0 if
        they are the same.
    changes : ndarray of float
        The recalls at which the other one takes the lead, rising.
    """

    first: int
    changes: FloatArray


def leads(one: Path, other: Path) -> Leads:
    """Return which of two paths is better, recall by recall.

    Parameters
    ----------
    one, other : tuple of (tp, fp, pos, neg)
        Of the same totals up to scale, from ``(0, 0)`` to ``(pos, neg)``.

    Returns
    -------
    Leads
        Up to rounding. Where paths are the same for a while, the lead changes at its beginning.
    """
    if 0 in one[2:]:
        return Leads(0, np.empty(0))
    rates = [(tp / pos, fp / neg) for tp, fp, pos, neg in (one, other)]
    corners = np.union1d(rates[0][0], rates[1][0])
    sides = [[_rate_at(corners, *path, side) for side in ("left", "right")] for path in rates]
    # At recall 0 a path has no left side.
    ahead = (np.column_stack(sides[1]) - np.column_stack(sides[0])).ravel()[1:]
    at = np.repeat(corners, 2)[1:]
    ahead[np.abs(ahead) <= ROUNDING] = 0
    apart = np.flatnonzero(ahead)
    if not apart.size:
        return Leads(0, np.empty(0))
    turns = np.flatnonzero(np.diff(np.sign(ahead[apart])))
    before, after = apart[turns], apart[turns + 1]
    share = ahead[before] / (ahead[before] - ahead[after])
    met = at[before] + share * (at[after] - at[before])
    changes = np.where(after == before + 1, met, at[before + 1])
    return Leads(int(np.sign(ahead[apart[0]])), changes)


def _rate_at(at: FloatArray, tpr: FloatArray, fpr: FloatArray, side: Any) -> FloatArray:
    """Return the false positive rate of a path at some recalls, on one side of its jumps."""
    ahead = np.clip(np.searchsorted(tpr, at, side=side), 1, tpr.size - 1)
    width = tpr[ahead] - tpr[ahead - 1]
    share = np.ones_like(at)
    np.divide(at - tpr[ahead - 1], width, out=share, where=width > 0)
    rate: FloatArray = fpr[ahead - 1] + share * (fpr[ahead] - fpr[ahead - 1])
    return rate


def _to_one_scale(one: Path, other: Path) -> tuple[Array, Array, Array, Array]:
    """Return tp, fp, tp, fp in units that both paths share: whole numbers if all counts are."""
    (tp, fp, pos, neg), (other_tp, other_fp, other_pos, other_neg) = one, other
    tp, fp = whole_if_possible(tp), whole_if_possible(fp)
    other_tp, other_fp = whole_if_possible(other_tp), whole_if_possible(other_fp)
    counts = (tp, fp, other_tp, other_fp)
    totals = (pos, neg, other_pos, other_neg)
    whole = all(count.dtype.kind == "i" for count in counts)
    whole &= all(total == int(total) for total in totals) and pos * other_neg == other_pos * neg
    if whole:
        pos, neg, other_pos = int(pos), int(neg), int(other_pos)
        times, other_times = other_pos // gcd(pos, other_pos), pos // gcd(pos, other_pos)
        fits = times * pos * times * neg < LARGEST_PRODUCT
        # Python's integers have no bounds: slower, but exact.
        kind: Any = np.int64 if fits else object
        tp, fp = (count.astype(kind) * times for count in (tp, fp))
        other_tp, other_fp = (c.astype(kind) * other_times for c in (other_tp, other_fp))
        return tp, fp, other_tp, other_fp
    # Rates are rounded: a path that is worse by so little counts as equal.
    return tp / pos, fp / neg, other_tp / other_pos - ROUNDING, other_fp / other_neg + ROUNDING


def _excess(tp: Array, fp: Array, at_tp: Array, at_fp: Array, side: Any) -> Array:
    """Return how many more `fp` points have than a path at their `tp`, up to a positive factor."""
    ahead = np.clip(np.searchsorted(tp, at_tp, side=side), 1, tp.size - 1)
    dtp, dfp = tp[ahead] - tp[ahead - 1], fp[ahead] - fp[ahead - 1]
    excess: Array = (at_fp - fp[ahead - 1]) * dtp - (at_tp - tp[ahead - 1]) * dfp
    return excess
