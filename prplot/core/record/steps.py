"""The steps of a ranking: its counts wherever true positives rise, with their thresholds.

Between two steps only false positives grow, so these counts define the whole path. Such a run is a
straight line: of its points only the last one, the corner before the next step, is listed. Six
examples, the best first:

    y_true            1   0   1   0   0   1
    y_score          .9  .8  .7  .7  .3  .2

    steps      tp     1   2   3      tied examples are one step
               fp     0   2   3
        fp_before     0   1   3
        threshold    .9  .7  .2
       at_corners        .8  .3      of negatives alone, the lowest above these steps
           lowest                .2
    points     tp     0   1   1   2   2   3
               fp     0   0   1   2   3   3
        threshold   inf  .9  .8  .7  .3  .2
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core.checks import Array, as_array, brief, check_falling, check_same_length

Indices = NDArray[np.intp]
# Thresholds to count at, or a function that finds them in the scores.
Thresholds = ArrayLike | Callable[[Array], ArrayLike]

# Steps in a block: few enough for all that is computed of them to stay in the processor's cache.
BLOCK = 2**14


@dataclass(frozen=True, eq=False, repr=False)
class Steps:
    """The steps of a path from ``(0, 0)`` to ``(pos, neg)``, best score first.

    Step ``k`` runs straight from ``(tp[k-1], fp_before[k])`` to ``(tp[k], fp[k])``. Before it, only
    false positives grow, from ``fp[k-1]`` to ``fp_before[k]``; after the last step, to ``neg``.

    Attributes
    ----------
    tp, fp : ndarray, shape (k,)
        Counts with scores ``>= threshold`` predicted positive; integers of any length, or floats.
    fp_before : ndarray, shape (k,)
        False positives with scores strictly above the threshold. The same array as `fp` if no
        step is tied with negatives, which saves memory and time.
    thresholds : ndarray, shape (k,)
    at_corners : ndarray, shape (m,)
        The lowest score above each step to which a run of negatives leads: the threshold of the
        corner before it.
    lowest : float
        The lowest score of all.
    is_complete : bool
        Whether every score of the data is a threshold, except inside runs of negatives.
    is_hull : bool
        Whether this is a hull, whose thresholds were chosen on the same data.
    is_estimate : bool
        Whether the counts are estimates, rather than of examples.
    """

    tp: Array
    fp: Array
    fp_before: Array
    thresholds: Array
    at_corners: Array
    lowest: Any
    is_complete: bool = False
    is_hull: bool = False
    is_estimate: bool = False

    @classmethod
    def through(
        cls,
        tp: Array,
        fp: Array,
        pos: float,
        neg: float,
        thresholds: Array | None = None,
        **flags: bool,
    ) -> Self:
        """Return the steps through all given points, from the start to the end.

        The flags are those of the steps: `is_complete`, `is_hull` and `is_estimate`.
        """
        if thresholds is None:
            thresholds = np.full(tp.size, np.nan)
        if tp.size and tp[0] == 0 and fp[0] == 0 and not np.isfinite(thresholds[0]):
            # Every path has that start; a point (0, 0) at a finite threshold stays.
            tp, fp, thresholds = tp[1:], fp[1:], thresholds[1:]
        if tp.size == 0 or tp[-1] != pos or fp[-1] != neg:
            lowest = -np.inf if thresholds.size == 0 or not np.isnan(thresholds[-1]) else np.nan
            tp, fp = np.append(tp, pos), np.append(fp, neg)
            thresholds = np.append(thresholds, lowest)
        before = np.append(0, fp[:-1]).astype(fp.dtype)
        # Every given point is a step, so that no run leads to one.
        return cls(tp, fp, before, thresholds, thresholds[:0], float(thresholds[-1]), **flags)

    def freeze(self) -> None:
        """Make all arrays read-only."""
        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)

    def blocks(self, first: int = 0) -> Iterator[tuple[Array, Array, Array, Array]]:
        """Yield where steps start and end (tp, fp, tp, fp), a block at a time, from one step on."""
        for start in range(first, self.tp.size, BLOCK):
            part = slice(start, start + BLOCK)
            ends = self.tp[part]
            tp: Array = np.empty(ends.size + 1)
            tp[0], tp[1:] = self.tp[start - 1] if start else 0, ends
            fp: Array = self.fp[part].astype(np.float64)
            is_same = self.fp_before is self.fp
            before = fp if is_same else self.fp_before[part].astype(np.float64)
            yield tp[:-1], before, tp[1:], fp

    def rescaled(self, old: float, new: float) -> Steps:
        """Return the steps with all false positives in proportion to another total."""
        # The old total becomes the new one to the last bit.
        fp, before = (
            np.where(fp == old, new, np.minimum(fp * (new / old), new))
            for fp in (self.fp, self.fp_before)
        )
        # Rounding may swallow a run.
        kept = rises_before(before, fp)[rises_before(self.fp_before, self.fp)]
        return replace(self, fp=fp, fp_before=before, at_corners=self.at_corners[kept])


class Places(NamedTuple):
    """The indices of steps and corners among the points of a curve, which has a start and an end.

    Attributes
    ----------
    steps : ndarray of int, shape (k,)
        The index of the point where each step ends; a corner is the point before it.
    with_corner : ndarray of int, shape (m,)
        The steps that have a corner: a run of negatives leads to them.
    size : int
        Number of points.
    """

    steps: Indices
    with_corner: Indices
    size: int

    @classmethod
    def of(cls, steps: Steps, end_tp: float, end_fp: float) -> Self:
        """Find the indices of the points of a path with that end."""
        has_corner = rises_before(steps.fp_before, steps.fp)
        places: Array = np.cumsum(has_corner)
        places += np.arange(1, places.size + 1)
        last = (steps.tp[-1], steps.fp[-1]) if places.size else (0, 0)
        with_corner = np.flatnonzero(has_corner)
        size = 1 + places.size + with_corner.size + int(last != (end_tp, end_fp))
        return cls(places, with_corner, size)

    def joined(self, start: float, corners: Array, steps: Array, end: float) -> Array:
        """Return the values of all points as one read-only array; short integers become long."""
        kind = np.int64 if steps.dtype.kind == "i" else steps.dtype
        values = np.full(self.size, end, kind)
        values[0] = start
        values[self.steps] = steps
        values[self.steps[self.with_corner] - 1] = corners
        values.flags.writeable = False
        return values


def rises_before(fp_before: Array, fp: Array) -> NDArray[np.bool_]:
    """Return before which steps false positives grow alone."""
    rises = fp_before > 0
    np.greater(fp_before[1:], fp[:-1], out=rises[1:])
    return rises


def exact_type(*scores: Array) -> np.dtype[Any]:
    """Return a float type that keeps different scores different.

    Integers beyond 2^53 need a longer one than float64.
    """
    large = (a.size and a.dtype.kind in "iu" and max(-int(a.min()), int(a.max())) for a in scores)
    return np.result_type(*scores, np.longdouble if max(large) > 2**53 else np.float64)


def checked_thresholds(thresholds: ArrayLike) -> Array:
    """Return a copy of thresholds as floats that keep different ones different."""
    values = as_array(thresholds, "thresholds")
    if values.dtype.kind not in "iuf" or values.ndim != 1:
        raise ValueError(
            f"thresholds must be one-dimensional and hold numbers, found {brief(thresholds)}"
        )
    if np.isnan(values).any():
        raise ValueError(f"thresholds holds {np.isnan(values).sum()} NaN; each must be a number")
    return values.astype(exact_type(values))


def distinct_thresholds(thresholds: ArrayLike) -> Array:
    """Return distinct thresholds in descending order, without ``+inf``, where every path starts."""
    values = checked_thresholds(thresholds)
    return np.unique(values[values < np.inf])[::-1]


def matching_thresholds(thresholds: ArrayLike, tp: Array) -> Array:
    """Return thresholds, one for each point; raise if they increase."""
    values = checked_thresholds(thresholds)
    check_same_length(values, tp, "thresholds and the points")
    check_falling(values, "thresholds")
    return values
