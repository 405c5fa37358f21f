"""Upper hulls of paths of counts: what the best mixtures of thresholds achieve."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Indices = NDArray[np.int64]

# Products of counts up to here fit the integers that numpy computes with.
_MOST = 2**62
# Floats of masses miss the true ones by a few units in the last place; so do their straight lines.
_ROUNDING = 8 * np.finfo(np.float64).eps
# When few points are left, or few fall in a round, one pass over the points is faster.
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
        Indices of the vertices, ascending; the first and the last point are among them. No vertex
        lies on the line through its neighbours: exactly so for whole counts, else up to rounding.

    Notes
    -----
    The slope falls from vertex to vertex. A point that is no right turn between its two neighbours
    is beneath the hull, or on it between two vertices, whatever else the path does. So all such
    points can be dropped at once, and again, until few are left; then one pass does the rest.
    """
    tp, fp = _whole_if_possible(tp), _whole_if_possible(fp)
    moved = (np.diff(tp, prepend=-1) > 0) | (np.diff(fp, prepend=-1) > 0)
    kept = np.flatnonzero(moved)
    pos, neg = tp[-1].item(), fp[-1].item()
    whole = tp.dtype.kind == fp.dtype.kind == "i"
    slack = (0.0, 0.0) if whole else (_ROUNDING * pos, _ROUNDING * neg)
    # Python's integers have no bounds: beyond numpy's the one pass does it all.
    if not whole or pos * neg < _MOST:
        kept = _pruned(tp, fp, kept)
        if _turns_right(tp[kept], fp[kept], slack).all():
            return kept
    return kept[_chain(tp[kept], fp[kept], slack)]


def _whole_if_possible(counts: Array) -> Array:
    """Return counts as integers if they are whole: so are the masses of whole weights."""
    if counts.dtype.kind == "i" or counts[-1] >= 2**53 or (counts != np.rint(counts)).any():
        return counts
    return counts.astype(np.int64)


def _turns_right(tp: Array, fp: Array, slack: tuple[float, float] = (0.0, 0.0)) -> Array:
    """Tell of every inner point whether the path clearly turns right there."""
    dtp, dfp = np.diff(tp), np.diff(fp)
    turn = dtp[:-1] * dfp[1:] - dtp[1:] * dfp[:-1]
    clearly: Array = turn > slack[0] * (dfp[:-1] + dfp[1:]) + slack[1] * (dtp[:-1] + dtp[1:])
    return clearly


def _pruned(tp: Array, fp: Array, kept: Indices) -> Indices:
    """Drop all points that are no right turn between their neighbours, round after round."""
    for _ in range(_ROUNDS):
        turns = _turns_right(tp[kept], fp[kept])
        if kept.size < _FEW or turns.all():
            break
        kept = kept[np.concatenate([[True], turns, [True]])]
    return kept


def _chain(tp: Array, fp: Array, slack: tuple[float, float]) -> list[int]:
    """Walk along the points and step back over all that are no right turn."""
    x, y = fp.tolist(), tp.tolist()
    hull: list[int] = []
    for new in range(len(x)):
        while len(hull) > 1:
            before, last = hull[-2], hull[-1]
            ahead_x, ahead_y = x[new] - x[last], y[new] - y[last]
            back_x, back_y = x[last] - x[before], y[last] - y[before]
            most = slack[0] * (ahead_x + back_x) + slack[1] * (ahead_y + back_y)
            if back_y * ahead_x - ahead_y * back_x > most:
                break
            hull.pop()
        hull.append(new)
    return hull
