"""Paths of counts as plain arrays: checked, closed, expanded from steps, read off."""

from collections.abc import Callable
from dataclasses import replace
from sys import float_info
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core.observations import as_array, check_finite
from prplot.core.options import brief
from prplot.core.ranking import exact_type
from prplot.core.steps import Listed, Steps
from prplot.core.units import Unit

Array = NDArray[Any]
# Where to count, or how to find out where from the scores.
Thresholds = ArrayLike | Callable[[Array], ArrayLike]

# Rates and published points are rounded; counts recomputed from them may miss by this share.
ROUNDING = 1e-12
# Prevalences of one data set under different weights differ by rounding only.
SAME_PREVALENCE = 1e-9
_LAST_BITS = 4 * float_info.epsilon
# Products of counts up to here fit the integers that numpy computes with.
LARGEST_PRODUCT = 2**62


def total(value: float, name: str) -> float:
    """Return a class total; raise unless it is a finite number, 0 or more."""
    number = np.asarray(value)
    if number.ndim or number.dtype.kind not in "iuf" or not np.isfinite(number) or number < 0:
        raise ValueError(f"{name} must be a finite number, 0 or more, found {brief(value)}")
    found: float = number.item()
    return found


def inside(prevalence: float) -> float:
    """Return a prevalence; raise unless it lies strictly between 0 and 1."""
    number = np.asarray(prevalence)
    if number.ndim or number.dtype.kind not in "iuf" or not 0 < number < 1:
        found = number.item() if number.ndim == 0 else prevalence
        raise ValueError(f"prevalence must lie strictly between 0 and 1, found {brief(found)}")
    return float(number)


def numbers(values: ArrayLike, name: str) -> Array:
    """Return finite numbers as an array of integers or floats."""
    array = as_array(values, name)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must hold numbers, found dtype {array.dtype}")
    check_finite(array.ravel(), name)
    return array


def shares(values: ArrayLike, name: str) -> Array:
    """Return numbers as floats; raise unless all lie in [0, 1], but for rounding."""
    array = numbers(values, name).astype(np.float64)
    outside = (array < -ROUNDING) | (array > 1 + ROUNDING)
    if outside.any():
        raise ValueError(f"{name} must lie in [0, 1], found {array[outside].flat[0]:g}")
    return np.clip(array, 0.0, 1.0)


def whole_if_possible(counts: Array) -> Array:
    """Return counts as integers if they are whole: so are the masses of whole weights."""
    if counts.dtype.kind == "i" or counts[-1] >= 2**53 or (counts != np.rint(counts)).any():
        return counts
    return counts.astype(np.int64)


def plain(values: Any) -> Any:
    """Return a float for scalars, as numpy's own functions do, and an array otherwise."""
    array = np.asarray(values)
    return array[()] if array.ndim == 0 else array


def checked_range(
    recall_range: tuple[float, float], name: str = "recall_range"
) -> tuple[float, float]:
    """Return the ends of a range; raise unless ``0 <= a < b <= 1``."""
    ends = as_array(recall_range, name)
    if ends.shape != (2,) or ends.dtype.kind not in "iuf" or not 0 <= ends[0] < ends[1] <= 1:
        raise ValueError(
            f"{name} must be two numbers with 0 <= a < b <= 1, found {brief(recall_range)}"
        )
    return float(ends[0]), float(ends[1])


def points(one: Array, other: Array, names: str) -> None:
    """Raise unless two arrays make points: one-dimensional, equally long, not empty."""
    same_length(one, other, names)
    if one.size == 0:
        raise ValueError(f"{names} are empty; at least one operating point is needed")


def same_length(one: Array, other: Array, names: str) -> None:
    """Raise unless two arrays are one-dimensional and equally long."""
    if one.ndim != 1 or one.shape != other.shape:
        raise ValueError(
            f"{names} must be one-dimensional and of the same length, "
            f"found shapes {one.shape} and {other.shape}"
        )


def rising(values: Array, name: str) -> None:
    """Raise if one-dimensional values ever decrease."""
    falls = np.flatnonzero(np.diff(values) < -ROUNDING)
    if falls.size:
        raise ValueError(
            f"{name} must never decrease from one point to the next (best score first), "
            f"found {values[falls[0]]:g} and then {values[falls[0] + 1]:g} after index {falls[0]}"
        )


def descending(thresholds: ArrayLike) -> Array:
    """Return distinct thresholds in descending order, without ``+inf``, where the path starts."""
    levels = levels_of(thresholds)
    return np.unique(levels[levels < np.inf])[::-1]


def matching(thresholds: ArrayLike, tp: Array) -> Array:
    """Return thresholds, one for each point; raise if they increase."""
    levels = levels_of(thresholds)
    same_length(levels, tp, "thresholds and the points")
    falling(levels)
    return levels


def falling(levels: Array) -> None:
    """Raise if thresholds ever increase."""
    rises = np.flatnonzero(levels[1:] > levels[:-1])
    if rises.size:
        raise ValueError(
            "thresholds must never increase (best score first), found "
            f"{levels[rises[0]]:g} and then {levels[rises[0] + 1]:g} after index {rises[0]}"
        )


def levels_of(thresholds: ArrayLike) -> Array:
    """Return a copy of thresholds as floats that tell them apart."""
    levels = as_array(thresholds, "thresholds")
    if levels.dtype.kind not in "iuf" or levels.ndim != 1:
        raise ValueError(
            f"thresholds must be one-dimensional and hold numbers, found {brief(thresholds)}"
        )
    if np.isnan(levels).any():
        raise ValueError(f"thresholds holds {np.isnan(levels).sum()} NaN; each must be a number")
    return levels.astype(exact_type(levels))


def checked_counts(tp: ArrayLike, fp: ArrayLike, pos: float, neg: float) -> tuple[Array, Array]:
    """Check that every point is a confusion matrix and that neither count decreases."""
    tp, fp = numbers(tp, "tp"), numbers(fp, "fp")
    points(tp, fp, "tp and fp")
    # Counts are whole or not together, so that what follows needs to look at one of them only.
    whole = all(np.asarray(count).dtype.kind in "iu" for count in (tp, fp, pos, neg))
    kind = np.int64 if whole else np.float64
    slack = 0.0 if whole else ROUNDING * pos + ROUNDING * neg
    return (
        _within(tp.astype(kind), pos, slack, "tp", "pos"),
        _within(fp.astype(kind), neg, slack, "fp", "neg"),
    )


def _within(count: Array, most: float, slack: float, name: str, total_name: str) -> Array:
    bad = np.flatnonzero((count < -slack) | (count > most + slack))
    if bad.size:
        raise ValueError(
            f"{name} must lie between 0 and {total_name} = {most:g}, "
            f"found {count[bad[0]]:g} at index {bad[0]}; no confusion matrix has that"
        )
    falls = np.flatnonzero(np.diff(count) < -slack)
    if falls.size:
        raise ValueError(
            f"{name} must never decrease from one point to the next (best score first), "
            f"found {count[falls[0]]:g} and then {count[falls[0] + 1]:g} after index {falls[0]}"
        )
    return np.maximum.accumulate(np.clip(count, 0, most))


def closed(tp: Array, fp: Array, pos: float, neg: float, levels: Array | None) -> Steps:
    """Return the steps through the given points, from the start to the end, none left out."""
    if levels is None:
        levels = np.full(tp.size, np.nan)
    if tp.size and tp[0] == 0 and fp[0] == 0 and not np.isfinite(levels[0]):
        # The start, which every path has.
        tp, fp, levels = tp[1:], fp[1:], levels[1:]
    if tp.size == 0 or tp[-1] != pos or fp[-1] != neg:
        lowest = -np.inf if levels.size == 0 or not np.isnan(levels[-1]) else np.nan
        tp, fp, levels = np.append(tp, pos), np.append(fp, neg), np.append(levels, lowest)
    before = np.append(0, fp[:-1]).astype(fp.dtype)
    return Steps(tp, fp, before, Listed(levels, None, float(levels[-1])))


def rescaled(steps: Steps, old: float, new: float) -> Steps:
    """Return the steps with all false positives in proportion to another total."""

    def scaled(fp: Array) -> Array:
        # All of the negatives stay all of them, to the last bit.
        return np.where(fp == old, new, np.minimum(fp * (new / old), new))

    return replace(steps, fp=scaled(steps.fp), fp_before=scaled(steps.fp_before))


def in_unit(steps: Steps, unit: Unit) -> Steps:
    """Return the steps with all masses counted in a unit."""
    tp, fp, before = (unit.count(masses) for masses in (steps.tp, steps.fp, steps.fp_before))
    return replace(steps, tp=tp, fp=fp, fp_before=before)


class Places(NamedTuple):
    """Where steps and their corners stand among the points: start, corners and steps, end.

    Attributes
    ----------
    steps : ndarray of int, shape (k,)
        The place of each step; a corner stands in the place before its own.
    with_corner : ndarray of int, shape (m,)
        The steps that have a corner: a run of negatives leads to them.
    size : int
        Number of points.
    """

    steps: NDArray[np.intp]
    with_corner: NDArray[np.intp]
    size: int

    @classmethod
    def of(cls, steps: Steps, pos: float, neg: float) -> Self:
        """Find the places of the points."""
        has_corner: Array = steps.fp_before > np.append(0, steps.fp[:-1])
        places: Array = np.cumsum(has_corner)
        places += np.arange(1, places.size + 1)
        last = (steps.tp[-1], steps.fp[-1]) if steps.tp.size else (0, 0)
        with_corner = np.flatnonzero(has_corner)
        size = 1 + places.size + with_corner.size + int(last != (pos, neg))
        return cls(places, with_corner, size)

    def lay(self, start: float, corners: Array, steps: Array, end: float) -> Array:
        """Put values in their places; short integers become long."""
        kind = np.int64 if steps.dtype.kind == "i" else steps.dtype
        laid = np.full(self.size, end, kind)
        laid[0] = start
        laid[self.steps] = steps
        laid[self.steps[self.with_corner] - 1] = corners
        laid.flags.writeable = False
        return laid


def precision_at(tp: Array, fp: Array, recall: Array, precision: Array, at: Array) -> Array:
    """Return the precision where the path first reaches each recall."""
    if np.isnan(recall[-1]):
        return np.full(at.shape, np.nan)
    # A recall that was computed may miss by its last bits the one at which precision drops.
    i = np.searchsorted(recall, at * (1 - _LAST_BITS), side="left")
    before = np.maximum(i - 1, 0)
    rise = recall[i] - recall[before]
    share = np.divide(at - recall[before], rise, out=np.ones_like(at), where=rise > 0)
    share = np.minimum(share, 1.0)
    tp_at = tp[before] + share * (tp[i] - tp[before])
    n_at = tp_at + fp[before] + share * (fp[i] - fp[before])
    inner = np.divide(tp_at, n_at, out=np.zeros_like(at), where=n_at > 0)
    # At a listed point its own value, to the bit; it is also the upper one at a drop.
    return np.where(recall[i] == at, precision[i], inner)


def recall_at(tp: Array, fp: Array, pos: float, precision: Array, at: Array) -> Array:
    """Return the recall where the path last has each precision."""
    if pos == 0:
        return np.full(at.shape, np.nan)
    # The last point with enough precision: the running best from the end backwards is sorted.
    best_after = np.maximum.accumulate(precision[::-1])
    j = precision.size - 1 - np.searchsorted(best_after, at, side="left")
    here, ahead = np.clip(j, 0, None), np.clip(j + 1, None, precision.size - 1)
    dtp, dfp = tp[ahead] - tp[here], fp[ahead] - fp[here]
    # On the segment: (1 - p)(tp + share dtp) = p (fp + share dfp).
    slope = at * dfp - (1 - at) * dtp
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(slope > 0, ((1 - at) * tp[here] - at * fp[here]) / slope, 0.0)
        recall = (tp[here] + np.clip(share, 0, 1) * dtp) / pos
    return np.where(j < 0, 0.0, recall)
