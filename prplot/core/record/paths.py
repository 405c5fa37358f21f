"""Paths of counts: their upper hulls, and whether one is nowhere worse than another.

The slope of a hull falls from vertex to vertex. A point that is not a right turn between its
neighbours is beneath the hull, or on it between two vertices, whatever the path does elsewhere. So
all such points can be dropped at once, repeatedly, until few are left and one pass finishes.

A curve dominates in ROC space if and only if it does in PR space (Davis & Goadrich 2006, Theorem
3.2), so paths are compared in rates: that of false positives must not be more at any recall.
"""

from sys import float_info

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import ROUNDING, Array, FloatArray
from prplot.core.points import SIDES, between, place_at, share_of

Indices = NDArray[np.int64]
# Masses are off by some units in the last place, after long sums by more.
_ROUNDING = 8 * float_info.epsilon
# One pass over so few points is faster than rounds over arrays.
_FEW = 2000
# Rounds end when they drop less than this share of the points.
_SLOW = 1 / 16
# Points of a part, which fits the processor's cache: so the hull of 5 * 10^6 points takes a fifth
# of the time.
_PART = 2**17
# The largest product of counts that numpy's integers are trusted with.
LARGEST_PRODUCT = 2**62
# True and false positive rates.
Rates = tuple[FloatArray, FloatArray]


def whole_if_possible(counts: Array) -> Array:
    """Return counts as integers if they are whole, as the masses of whole weights are."""
    if counts.dtype.kind == "i" or counts[-1] >= 2**53 or (counts != np.rint(counts)).any():
        return counts
    return counts.astype(np.int64)


# Hulls


def upper_hull(tp: Array, fp: Array) -> Indices:
    """Find the vertices of the upper hull of a path in ROC space.

    Parameters
    ----------
    tp, fp : ndarray, shape (n,)
        Neither ever decreasing, from ``(0, 0)`` to ``(pos, neg)``.

    Returns
    -------
    ndarray of int, shape (k,)
        Indices of the vertices, ascending, from start to end; of equal points the first. No vertex
        lies on the line through its neighbours: exactly so for whole counts, else up to rounding.
    """
    tp, fp = whole_if_possible(tp), whole_if_possible(fp)
    if tp.dtype.kind != "i" or fp.dtype.kind != "i":
        tp, fp = tp.astype(np.float64), fp.astype(np.float64)
        kept = _distinct(tp, fp)
        kept = kept[hull_of(tp[kept], fp[kept])]
        return kept[_is_clear(tp[kept], fp[kept])]
    if tp[-1].item() * fp[-1].item() >= LARGEST_PRODUCT:
        # Python's integers have no bounds: slower, but exact.
        tp, fp = tp.astype(object), fp.astype(object)
    # The hull of the vertices of the hulls of parts is exactly its own.
    kept = np.empty(0, np.int64)
    for start in range(0, tp.size, _PART):
        part = slice(start, start + _PART)
        own = start + _distinct(tp[part], fp[part])
        kept = np.append(kept, own[hull_of(tp[own], fp[own])])
    # The last point of a part may be the first of the next.
    kept = kept[_distinct(tp[kept], fp[kept])]
    return kept[hull_of(tp[kept], fp[kept])]


def _distinct(tp: Array, fp: Array) -> Indices:
    """Return the indices of points that differ from the one before: else each drops the other."""
    return np.flatnonzero(np.append(True, (tp[1:] > tp[:-1]) | (fp[1:] > fp[:-1])))


def hull_of(tp: Array, fp: Array) -> Indices:
    """Return the indices of the vertices of the upper hull of distinct points, by rising `fp`."""
    kept, dropped = np.arange(tp.size), tp.size
    while kept.size > _FEW and dropped > _SLOW * kept.size:
        turns = _turns_right(tp[kept], fp[kept])
        dropped = kept.size - int(np.count_nonzero(turns))
        if dropped == 0:
            return kept
        kept = kept[turns]
    return kept[_chain(tp[kept], fp[kept])]


def _turns_right(tp: Array, fp: Array) -> NDArray[np.bool_]:
    """Return whether the path turns right at each point; True at both ends."""
    dtp, dfp = np.diff(tp), np.diff(fp)
    return np.concatenate([[True], dtp[:-1] * dfp[1:] > dtp[1:] * dfp[:-1], [True]])


def _chain(tp: Array, fp: Array) -> list[int]:
    """Return the hull by one pass (Andrew's monotone chain)."""
    x, y = fp.tolist(), tp.tolist()
    hull: list[int] = []
    for new in range(len(x)):
        while len(hull) > 1:
            before, last = hull[-2], hull[-1]
            back, ahead = y[last] - y[before], y[new] - y[last]
            if back * (x[new] - x[last]) > ahead * (x[last] - x[before]):
                break
            hull.pop()
        hull.append(new)
    return hull


def _is_clear(tp: Array, fp: Array) -> NDArray[np.bool_]:
    """Return which vertices of a hull are not due to rounding alone.

    A vertex that hardly turns is compared with the chord between the nearest vertices that turn
    clearly. So all that is dropped together is no more than rounding.
    """
    every = np.arange(tp.size)
    clear = _clearly_above(
        tp, fp, np.maximum(every - 1, 0), every, np.minimum(every + 1, every[-1])
    )
    clear[[0, -1]] = True
    unclear, corners = np.flatnonzero(~clear), np.flatnonzero(clear)
    behind = np.searchsorted(corners, unclear)
    clear[unclear] = _clearly_above(tp, fp, corners[behind - 1], unclear, corners[behind])
    return clear


def _clearly_above(
    tp: Array, fp: Array, before: Indices, at: Indices, after: Indices
) -> NDArray[np.bool_]:
    """Return whether points lie above the chord between two others by more than rounding."""
    back_tp, back_fp = tp[at] - tp[before], fp[at] - fp[before]
    ahead_tp, ahead_fp = tp[after] - tp[at], fp[after] - fp[at]
    slack = tp[-1] * (back_fp + ahead_fp) + fp[-1] * (back_tp + ahead_tp)
    return np.asarray(back_tp * ahead_fp - ahead_tp * back_fp > _ROUNDING * slack)


# Dominance


def leads(one: Rates, other: Rates) -> tuple[int, FloatArray]:
    """Return which of two paths is better, recall by recall.

    Parameters
    ----------
    one, other : tuple of (tpr, fpr)
        Of both classes.

    Returns
    -------
    first : int
        1 if the first path has fewer false positives at the lowest recall where they differ, -1 if
        the other has, 0 if they are the same.
    changes : ndarray of float
        The recalls at which the other one takes the lead, rising. Where paths are the same for a
        while, the lead changes at its beginning.
    """
    at, ahead = rates_ahead(one, other)
    apart = np.flatnonzero(ahead)
    if not apart.size:
        return 0, np.empty(0)
    turns = np.flatnonzero(np.diff(np.sign(ahead[apart])))
    before, after = apart[turns], apart[turns + 1]
    share = np.where(after == before + 1, share_of(ahead[before], 0.0, ahead[after]), 1.0)
    return int(np.sign(ahead[apart[0]])), between(at, before, share)


def rates_ahead(one: Rates, other: Rates, slack: float = 0.0) -> tuple[FloatArray, FloatArray]:
    """Return recalls, and how much lower the false positive rate of one path is there.

    Between two points `fp` is linear in `tp`, and where `tp` does not change it jumps. So both
    sides of every point of either path are enough. The other one's rates get worse by the slack:
    of two recalls that should be equal, rounding may put either first.
    """
    other = other[0] - slack, other[1] + slack
    corners = np.union1d(one[0], other[0])
    each = [
        np.column_stack([between(fpr, *place_at(tpr, corners, side)) for side in SIDES])
        for tpr, fpr in (one, other)
    ]
    # At recall 0 a path has no left side.
    ahead = (each[1] - each[0]).ravel()[1:]
    ahead[np.abs(ahead) <= ROUNDING] = 0
    return np.repeat(corners, 2)[1:], ahead
