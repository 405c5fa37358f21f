"""Upper hulls of paths of counts: what the best mixtures of thresholds achieve."""

from sys import float_info
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.paths import LARGEST_PRODUCT, whole_if_possible

Array = NDArray[Any]
Indices = NDArray[np.int64]
Points = tuple[Array, Array]

# Floats of masses miss the true ones by units in the last place, more for long sums; so do their
# straight lines.
_ROUNDING = 8 * float_info.epsilon
# When few points are left one pass over them is faster, and when they do not end soon as well.
_FEW = 2000
_ROUNDS = 30


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

    Notes
    -----
    The slope falls from vertex to vertex. A point that is no right turn between its two neighbours
    is beneath the hull, or on it between two vertices, whatever else the path does. So all such
    points can be dropped at once, and again, until few are left; then one pass does the rest. All
    of it takes time in proportion to the number of points.
    """
    tp, fp = whole_if_possible(tp), whole_if_possible(fp)
    # Of points that repeat each would drop the other.
    moved = (np.diff(tp, prepend=-1) > 0) | (np.diff(fp, prepend=-1) > 0)
    kept = np.flatnonzero(moved)
    if tp.dtype.kind != "i" or fp.dtype.kind != "i":
        tp, fp = _to_unit(tp), _to_unit(fp)
        kept = kept[_hull_of(tp[kept], fp[kept])]
        return kept[_clear(tp[kept], fp[kept])]
    if tp[-1].item() * fp[-1].item() < LARGEST_PRODUCT:
        return kept[_hull_of(tp[kept], fp[kept])]
    # Beyond numpy's integers floats drop what is clearly beneath; the pass uses Python's.
    kept = kept[_pruned(_to_unit(tp[kept]), _to_unit(fp[kept]), -_ROUNDING)]
    return kept[_chain(tp[kept], fp[kept])]


def _to_unit(counts: Array) -> Array:
    """Scale masses by a power of two, so that no product of them under- or overflows."""
    return np.asarray(np.ldexp(counts.astype(np.float64), -int(np.frexp(float(counts[-1]))[1])))


def _hull_of(tp: Array, fp: Array) -> Indices:
    kept = _pruned(tp, fp)
    if _turns_right(tp[kept], fp[kept]).all():
        return kept
    return kept[_chain(tp[kept], fp[kept])]


def _turns_right(tp: Array, fp: Array, slack: float = 0.0) -> Array:
    """Tell of each inner point whether the path turns right there, clearly if there is slack."""
    before, at, after = (tp[:-2], fp[:-2]), (tp[1:-1], fp[1:-1]), (tp[2:], fp[2:])
    return _is_above(before, at, after, (slack * tp[-1], slack * fp[-1]) if slack else None)


def _is_above(before: Points, at: Points, after: Points, slack: Points | None) -> Array:
    """Tell of points whether they lie above the chord from the point before to the point after."""
    back_tp, back_fp = at[0] - before[0], at[1] - before[1]
    ahead_tp, ahead_fp = after[0] - at[0], after[1] - at[1]
    turn: Array = back_tp * ahead_fp - ahead_tp * back_fp
    if slack is not None:
        turn = turn - slack[0] * (back_fp + ahead_fp) - slack[1] * (back_tp + ahead_tp)
    return turn > 0


def _pruned(tp: Array, fp: Array, slack: float = 0.0) -> Indices:
    """Drop all points that are no right turn between their neighbours, round after round."""
    kept = np.arange(tp.size)
    for _ in range(_ROUNDS):
        turns = _turns_right(tp[kept], fp[kept], slack)
        if kept.size < _FEW or turns.all():
            break
        kept = kept[np.concatenate([[True], turns, [True]])]
    return kept


def _chain(tp: Array, fp: Array) -> list[int]:
    """Walk along the points and step back over all that are no right turn."""
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


def _clear(tp: Array, fp: Array) -> Array:
    """Tell which vertices of a hull are not there by rounding alone.

    A vertex that hardly turns is held against the chord between the nearest that do turn clearly:
    so what is dropped adds up to no more than rounding, however many they are.
    """
    clear = np.concatenate([[True], _turns_right(tp, fp, _ROUNDING), [True]])
    unclear, corners = np.flatnonzero(~clear), np.flatnonzero(clear)
    behind = np.searchsorted(corners, unclear)
    before, at, after = ((tp[i], fp[i]) for i in (corners[behind - 1], unclear, corners[behind]))
    clear[unclear] = _is_above(before, at, after, (_ROUNDING * tp[-1], _ROUNDING * fp[-1]))
    return clear
