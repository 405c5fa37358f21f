"""The steps of a ranking: counts where true positives rise, their thresholds and their places."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core.checks import Array, as_array, brief, check_same_length
from prplot.core.exact import Unit, exact_type
from prplot.core.record.keys import KeyCode

# Where to count, or how to find out where from the scores.
Thresholds = ArrayLike | Callable[[Array], ArrayLike]


def distinct_thresholds(thresholds: ArrayLike) -> Array:
    """Return distinct thresholds in descending order, without ``+inf``, where the path starts."""
    levels = checked_thresholds(thresholds)
    return np.unique(levels[levels < np.inf])[::-1]


def matching_thresholds(thresholds: ArrayLike, tp: Array) -> Array:
    """Return thresholds, one for each point; raise if they increase."""
    levels = checked_thresholds(thresholds)
    check_same_length(levels, tp, "thresholds and the points")
    check_falling(levels)
    return levels


def check_falling(levels: Array) -> None:
    """Raise if thresholds ever increase."""
    rises = np.flatnonzero(levels[1:] > levels[:-1])
    if rises.size:
        raise ValueError(
            "thresholds must never increase (best score first), found "
            f"{levels[rises[0]]:g} and then {levels[rises[0] + 1]:g} after index {rises[0]}"
        )


def checked_thresholds(thresholds: ArrayLike) -> Array:
    """Return a copy of thresholds as floats that tell them apart."""
    levels = as_array(thresholds, "thresholds")
    if levels.dtype.kind not in "iuf" or levels.ndim != 1:
        raise ValueError(
            f"thresholds must be one-dimensional and hold numbers, found {brief(thresholds)}"
        )
    if np.isnan(levels).any():
        raise ValueError(f"thresholds holds {np.isnan(levels).sum()} NaN; each must be a number")
    return levels.astype(exact_type(levels))


Indices = NDArray[np.intp]

# So few at a time that all that is computed of them stays in the processor's cache.
BLOCK = 2**13


class Counts(NamedTuple):
    """True and false positives at each step, and false positives above it, as in `Steps`."""

    tp: Array
    fp: Array
    fp_before: Array


class Levels(Protocol):
    """Where the thresholds of steps come from."""

    @property
    def end(self) -> Any:
        """The lowest score of all."""

    def at_steps(self) -> Array:
        """Return the score of each step."""

    def at_corners(self, steps: Indices) -> Array:
        """Return the lowest score above each of the chosen steps, which have negatives there."""


@dataclass(eq=False, repr=False)
class Listed:
    """Thresholds that are written down; without corners no step has negatives before it."""

    steps: Array
    corners: Array | None
    end: Any

    def at_steps(self) -> Array:
        """Return the score of each step."""
        return self.steps

    def at_corners(self, steps: Indices) -> Array:
        """Return the lowest score above each of the chosen steps."""
        return self.steps[:0] if self.corners is None else self.corners[steps]


@dataclass(eq=False, repr=False)
class Sorted:
    """Thresholds that are read from sorted scores when they are asked for.

    Where they stand need not be stored: as many examples are at or above a score as are counted.

    Attributes
    ----------
    counts : Counts
        Numbers of examples, also where the steps have masses.
    scores_type : dtype
        Of the thresholds.
    end : float
        The lowest score.
    """

    counts: Counts
    scores_type: np.dtype[Any]
    end: Any

    def at_steps(self) -> Array:
        """Return the score of each step."""
        raise NotImplementedError

    def at_corners(self, steps: Indices) -> Array:
        """Return the lowest score above each of the chosen steps."""
        raise NotImplementedError

    def listed(self) -> Listed:
        """Return the thresholds alone, which takes less memory than all scores if steps are few."""
        every = np.arange(self.counts.tp.size)
        return Listed(self.at_steps(), self.at_corners(every), self.end)

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy on disk needs the thresholds, not all scores.
        listed = self.listed()
        return Listed, (listed.steps, listed.corners, listed.end)


@dataclass(eq=False, repr=False)
class ByClass(Sorted):
    """Thresholds in the scores of two classes.

    Attributes
    ----------
    positives, negatives : ndarray
        Ascending.
    """

    positives: Array
    negatives: Array

    def at_steps(self) -> Array:
        """Return the score of each step."""
        return self.positives[-self.counts.tp].astype(self.scores_type)

    def at_corners(self, steps: Indices) -> Array:
        """Return the lowest score above each of the chosen steps, which have negatives there."""
        if self.negatives.size == 0:
            return np.full(steps.shape, self.end)
        return self.negatives[-self.counts.fp_before[steps]].astype(self.scores_type)


@dataclass(eq=False, repr=False)
class Packed(Sorted):
    """Thresholds in the keys of all examples.

    Attributes
    ----------
    keys : ndarray, shape (n,)
        Ascending.
    code : KeyCode
        What they mean.
    """

    keys: Array
    code: KeyCode

    def at_steps(self) -> Array:
        """Return the score of each step."""
        return self._scores(self.counts.tp + self.counts.fp)

    def at_corners(self, steps: Indices) -> Array:
        """Return the lowest score above each of the chosen steps."""
        return self._scores(_before(self.counts.tp, steps) + self.counts.fp_before[steps])

    def _scores(self, ranks: Array) -> Array:
        return self.code.scores_of(self.keys[ranks - 1]).astype(self.scores_type)


@dataclass(frozen=True, eq=False)
class Steps:
    """The steps of a path from ``(0, 0)`` to ``(pos, neg)``, best score first.

    Step ``k`` runs straight from ``(tp[k-1], fp_before[k])`` to ``(tp[k], fp[k])``; a straight run
    in ``fp`` leads to its start, and one more from the last step to the end.

    Attributes
    ----------
    tp, fp : ndarray, shape (k,)
        Counts with scores ``>= threshold`` predicted positive; integers of any length, or floats.
    fp_before : ndarray, shape (k,)
        False positives with scores strictly above the threshold.
    levels : Levels
        The thresholds.
    """

    tp: Array
    fp: Array
    fp_before: Array
    levels: Levels

    def freeze(self) -> None:
        """Let no array be written to, those of the thresholds neither."""
        held = [*vars(self).values(), *vars(self.levels).values()]
        counts = [array for some in held if isinstance(some, Counts) for array in some]
        for array in [*held, *counts]:
            if isinstance(array, np.ndarray):
                array.flags.writeable = False

    def tp_before(self, steps: Indices) -> Array:
        """Return the true positives at which each of the chosen steps starts."""
        return _before(self.tp, steps)

    def blocks(
        self, kind: type = np.float64, first: int = 0
    ) -> Iterator[tuple[Array, Array, Array, Array]]:
        """Yield steps, some at a time, from one on: where they start and end, tp, fp, tp, fp."""
        for start in range(first, self.tp.size, BLOCK):
            part = slice(start, start + BLOCK)
            tp: Array = np.empty(self.tp[part].size + 1, kind)
            tp[0], tp[1:] = self.tp[start - 1] if start else 0, self.tp[part]
            fp: Array = self.fp[part].astype(kind)
            before = fp if self.fp_before is self.fp else self.fp_before[part].astype(kind)
            yield tp[:-1], before, tp[1:], fp


def _before(tp: Array, steps: Indices) -> Array:
    return np.where(steps > 0, tp[steps - 1], 0)


def steps_through(tp: Array, fp: Array, pos: float, neg: float, levels: Array | None) -> Steps:
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


def steps_in_unit(steps: Steps, unit: Unit) -> Steps:
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
