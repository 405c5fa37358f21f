"""Upper hulls of paths of counts: the best that mixtures of thresholds achieve.

The slope falls from vertex to vertex. A point that is no right turn between its two neighbours is
beneath the hull, or on it between two vertices, whatever the path does elsewhere. So all such
points can be dropped at once, again and again, until few are left and one pass finishes. A long arc
beneath a late point would take as many rounds as it has points; there the hull of a sample drops
nearly all of them, and the rest are dropped locally.
"""

from collections.abc import Callable
from functools import partial
from sys import float_info

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array
from prplot.core.exact import LARGEST_PRODUCT, is_more, whole_if_possible

Indices = NDArray[np.int64]
Points = tuple[Array, Array]
# ``(before, at, after) -> bool``: whether points lie above the chord from one before to one after.
Test = Callable[[Points, Points, Points], Array]
# Masses are off by some units in the last place, after long sums by more.
_ROUNDING = 8 * float_info.epsilon
# One pass over so few points is faster than rounds over arrays.
_FEW = 2000
# Rounds end when they drop less than this share of the points.
_SLOW = 1 / 16
# A sample holds one of so many points.
_EACH = 16
# Points of a part, which fits the processor's cache: so the hull of 5 * 10^6 points takes a fifth
# of the time in one thread, too.
_PART = 2**17
# Neighbours on each side, at first, that are walked along with a point that is no right turn.
_NEAR = 32


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
        kept = kept[_hull_of(tp[kept], fp[kept])]
        return kept[_is_clear(tp[kept], fp[kept])]
    fits = tp[-1].item() * fp[-1].item() < LARGEST_PRODUCT
    return _hull_of_parts(tp, fp, _is_above if fits else _is_above_exactly)


def _distinct(tp: Array, fp: Array) -> Indices:
    """Return the indices of points that differ from the one before: else each drops the other."""
    return np.flatnonzero((np.diff(tp, prepend=-1) > 0) | (np.diff(fp, prepend=-1) > 0))


def _hull_of_parts(tp: Array, fp: Array, is_above: Test) -> Indices:
    """Return the hull of the vertices of the hulls of parts of the path: exactly its own."""

    def of_part(start: int) -> Indices:
        part = slice(start, start + _PART)
        kept = _distinct(tp[part], fp[part])
        return start + kept[_hull_of(tp[part][kept], fp[part][kept], is_above)]

    starts = range(0, tp.size, _PART)
    if len(starts) == 1:
        return of_part(0)
    kept = np.concatenate([of_part(start) for start in starts])
    # The last point of a part may be the first of the next.
    kept = kept[_distinct(tp[kept], fp[kept])]
    return kept[_hull_of(tp[kept], fp[kept], is_above)]


def _to_unit(counts: Array) -> Array:
    """Scale masses by a power of two, so that no product of them under- or overflows."""
    return np.asarray(np.ldexp(counts.astype(np.float64), -int(np.frexp(float(counts[-1]))[1])))


def _is_above(before: Points, at: Points, after: Points) -> Array:
    """Return whether points lie above the chord from the point before to the point after."""
    above: Array = (at[0] - before[0]) * (after[1] - at[1]) > (after[0] - at[0]) * (
        at[1] - before[1]
    )
    return above


def _is_above_exactly(before: Points, at: Points, after: Points) -> Array:
    """Return the same for counts whose products are too large for numpy's integers."""
    return is_more(at[0] - before[0], after[1] - at[1], after[0] - at[0], at[1] - before[1])


def _is_clearly_above(before: Points, at: Points, after: Points, slack: Points) -> Array:
    """Return whether points lie above a chord by more than rounding."""
    back_tp, back_fp = at[0] - before[0], at[1] - before[1]
    ahead_tp, ahead_fp = after[0] - at[0], after[1] - at[1]
    turn: Array = back_tp * ahead_fp - ahead_tp * back_fp
    turn -= slack[0] * (back_fp + ahead_fp) + slack[1] * (back_tp + ahead_tp)
    return turn > 0


def _turns_right(tp: Array, fp: Array, is_above: Test = _is_above) -> Array:
    """Return whether the path turns right at each point; True at both ends."""
    inner = is_above((tp[:-2], fp[:-2]), (tp[1:-1], fp[1:-1]), (tp[2:], fp[2:]))
    return np.concatenate([[True], inner, [True]])


def _hull_of(tp: Array, fp: Array, is_above: Test = _is_above) -> Indices:
    """Return the indices of the vertices of the hull of distinct points."""
    kept, is_hull = _pruned(tp, fp, is_above)
    if is_hull:
        return kept
    if kept.size > _FEW:
        kept = kept[_above_sample(tp[kept], fp[kept], is_above)]
        kept = kept[_pruned(tp[kept], fp[kept], is_above)[0]]
    return kept[_walked(tp[kept], fp[kept], is_above)]


def _pruned(tp: Array, fp: Array, is_above: Test) -> tuple[Indices, bool]:
    """Drop points that are no right turns, in rounds over all, for as long as many are dropped.

    Also return whether none is left for certain.
    """
    kept, dropped = np.arange(tp.size), tp.size
    while kept.size > _FEW and dropped > _SLOW * kept.size:
        turns = _turns_right(tp[kept], fp[kept], is_above)
        dropped = kept.size - int(np.count_nonzero(turns))
        if dropped == 0:
            return kept, True
        kept = kept[turns]
    return kept, False


def _above_sample(tp: Array, fp: Array, is_above: Test) -> Indices:
    """Drop all points on or beneath the hull of a sample of them.

    The sample is random, so that few points are left above each edge, whatever the path.
    """
    sample = np.arange(0, tp.size - 1, _EACH)
    sample[1:] += np.random.default_rng(0).integers(0, _EACH, sample.size - 1)
    sample = np.append(np.minimum(sample, tp.size - 2), tp.size - 1)
    corners = sample[_hull_of(tp[sample], fp[sample], is_above)]
    edge = np.repeat(np.arange(corners.size - 1), np.diff(corners))
    at_tp, at_fp = tp[corners], fp[corners]
    before, after = (at_tp[edge], at_fp[edge]), (at_tp[edge + 1], at_fp[edge + 1])
    above = np.append(is_above(before, (tp[:-1], fp[:-1]), after), True)
    above[corners] = True
    return np.flatnonzero(above)


def _walked(tp: Array, fp: Array, is_above: Test) -> Indices:
    """Drop the other points that are no right turns, in passes along their neighbours."""
    kept, near = np.arange(tp.size), _NEAR
    while True:
        wrong = np.flatnonzero(~_turns_right(tp[kept], fp[kept], is_above))
        if wrong.size == 0:
            return kept
        starts, stops = _windows(wrong, near, kept.size)
        if kept.size <= _FEW or (stops - starts).sum() > kept.size / 4:
            return kept[_chain(tp[kept], fp[kept])]
        stays = np.ones(kept.size, bool)
        for start, stop in zip(starts, stops, strict=True):
            part = kept[start:stop]
            stays[start:stop] = False
            stays[start + np.array(_chain(tp[part], fp[part]))] = True
        kept, near = kept[stays], 4 * near


def _windows(wrong: Indices, near: int, size: int) -> tuple[Indices, Indices]:
    """Return the starts and stops of the ranges of points near wrong ones; they don't overlap."""
    starts, stops = np.maximum(wrong - near, 0), np.minimum(wrong + near + 1, size)
    apart = starts[1:] > stops[:-1]
    return starts[np.append(True, apart)], stops[np.append(apart, True)]


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


def _is_clear(tp: Array, fp: Array) -> Array:
    """Return which vertices of a hull are not due to rounding alone.

    A vertex that hardly turns is compared with the chord between the nearest vertices that turn
    clearly. So all that is dropped together is no more than rounding.
    """
    slack = _ROUNDING * tp[-1], _ROUNDING * fp[-1]
    clear = _turns_right(tp, fp, partial(_is_clearly_above, slack=slack))
    unclear, corners = np.flatnonzero(~clear), np.flatnonzero(clear)
    behind = np.searchsorted(corners, unclear)
    before, at, after = ((tp[i], fp[i]) for i in (corners[behind - 1], unclear, corners[behind]))
    clear[unclear] = _is_clearly_above(before, at, after, slack)
    return clear
