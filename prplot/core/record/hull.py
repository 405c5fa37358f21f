"""Upper hulls of paths of counts: the best that mixtures of thresholds can achieve.

The slope falls from vertex to vertex. A point that is not a right turn between its neighbours is
beneath the hull, or on it between two vertices, whatever the path does elsewhere. So all such
points can be dropped at once, repeatedly, until few are left and one pass finishes.
"""

from sys import float_info

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array
from prplot.core.exact import LARGEST_PRODUCT, whole_if_possible

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
        tp, fp = _to_unit(tp), _to_unit(fp)
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


def _to_unit(counts: Array) -> Array:
    """Scale masses by a power of two, so that no product of them under- or overflows."""
    return np.asarray(np.ldexp(counts.astype(np.float64), -int(np.frexp(float(counts[-1]))[1])))


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
