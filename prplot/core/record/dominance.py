"""Which of two paths is nowhere worse (Davis & Goadrich 2006, Theorem 3.2)."""

from math import gcd
from typing import Any

import numpy as np

from prplot.core.checks import Array
from prplot.core.exact import LARGEST_PRODUCT, whole_if_possible

# Prevalences of one data set under different weights differ by rounding only.
SAME_PREVALENCE = 1e-9

Path = tuple[Array, Array, float, float]

# Rates are rounded; a path may be worse by so much of an axis and still count as equal.
_ROUNDING = 1e-12


def same_prevalence(one: Path, other: Path) -> bool:
    """Tell whether the totals of two paths are the same up to scale.

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
    """Tell whether a path has at no recall above 0 more false positives than another.

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
    Between two points `fp` is linear in `tp`, and jumps where only `tp` stands still. So it is
    enough to look at both sides of every point of either path.
    """
    if 0 in one[2:]:
        return True
    one_tp, one_fp, other_tp, other_fp = _to_one_scale(one, other)
    for side, shift in (("left", 1), ("right", 0)):
        # Seen from its left a recall has its fewest false positives, from its right its most.
        mine = np.flatnonzero(np.diff(one_tp) > 0) + shift
        others = np.flatnonzero(np.diff(other_tp) > 0) + shift
        if (_excess(one_tp, one_fp, other_tp[others], other_fp[others], side) < 0).any():
            return False
        if (_excess(other_tp, other_fp, one_tp[mine], one_fp[mine], side) > 0).any():
            return False
    return True


def _to_one_scale(one: Path, other: Path) -> tuple[Array, Array, Array, Array]:
    """Return tp, fp, tp, fp in units that both paths share: whole numbers if the counts are."""
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
        # Python's integers have no bounds: slower, and still exact.
        kind: Any = np.int64 if fits else object
        tp, fp = (count.astype(kind) * times for count in (tp, fp))
        other_tp, other_fp = (c.astype(kind) * other_times for c in (other_tp, other_fp))
        return tp, fp, other_tp, other_fp
    return tp / pos, fp / neg, other_tp / other_pos - _ROUNDING, other_fp / other_neg + _ROUNDING


def _excess(tp: Array, fp: Array, at_tp: Array, at_fp: Array, side: Any) -> Array:
    """Return a number with the sign of how many more `fp` points have than a path at their `tp`."""
    ahead = np.clip(np.searchsorted(tp, at_tp, side=side), 1, tp.size - 1)
    dtp, dfp = tp[ahead] - tp[ahead - 1], fp[ahead] - fp[ahead - 1]
    excess: Array = (at_fp - fp[ahead - 1]) * dtp - (at_tp - tp[ahead - 1]) * dfp
    return excess
