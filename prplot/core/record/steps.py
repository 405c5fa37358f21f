"""The steps of a ranking: its counts wherever true positives rise, with their thresholds.

Between two steps only false positives grow, so that these counts are the whole path. Points that
lie straight between others are not stored, and thresholds are looked up when they are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core.checks import Array, as_array, brief, check_same_length, in_full
from prplot.core.exact import Unit, exact_type
from prplot.core.record.ranking.keys import KeyCode

Indices = NDArray[np.intp]
# Thresholds to count at, or a function that finds them in the scores.
Thresholds = ArrayLike | Callable[[Array], ArrayLike]

# Steps in a block: few enough for all that is computed of them to stay in the processor's cache.
BLOCK = 2**13


@dataclass(frozen=True, eq=False, repr=False)
class Steps:
    """The steps of a path from ``(0, 0)`` to ``(pos, neg)``, best score first.

    Step ``k`` runs straight from ``(tp[k-1], fp_before[k])`` to ``(tp[k], fp[k])``; a straight run
    in ``fp`` leads to its start, and one more from the last step to the end.

    Attributes
    ----------
    tp : ndarray, shape (k,)
        True positives with scores ``>= threshold`` predicted positive; integers of any length, or
        floats.
    false_positives : FalsePositives
    thresholds : StepThresholds
    missed : ndarray of float, shape (k,), or None
        The positives with lower scores, where the true positives are rounded sums of weights beside
        which the negatives are little. The last of them, with which gains differ, are known here.
    is_hull : bool
        Whether the thresholds were chosen as the best ones of the data themselves.
    """

    tp: Array
    false_positives: FalsePositives
    thresholds: StepThresholds
    missed: Array | None = None
    is_hull: bool = False

    @classmethod
    def listed(cls, tp: Array, fp: Array, fp_before: Array, thresholds: StepThresholds) -> Self:
        """Return steps with given false positives at each of them, and above it."""
        return cls(tp, ListedFalsePositives(fp, fp_before), thresholds)

    @classmethod
    def through(
        cls,
        tp: Array,
        fp: Array,
        pos: float,
        neg: float,
        thresholds: Array | None = None,
        *,
        is_complete: bool = False,
    ) -> Self:
        """Return the steps through all given points, from the start to the end.

        `is_complete` says that the thresholds are all scores of the data.
        """
        if thresholds is None:
            thresholds = np.full(tp.size, np.nan)
        if tp.size and tp[0] == 0 and fp[0] == 0 and not np.isfinite(thresholds[0]):
            # The start, which every path has.
            tp, fp, thresholds = tp[1:], fp[1:], thresholds[1:]
        if tp.size == 0 or tp[-1] != pos or fp[-1] != neg:
            lowest = -np.inf if thresholds.size == 0 or not np.isnan(thresholds[-1]) else np.nan
            tp, fp = np.append(tp, pos), np.append(fp, neg)
            thresholds = np.append(thresholds, lowest)
        before = np.append(0, fp[:-1]).astype(fp.dtype)
        listed = ListedThresholds(thresholds, None, float(thresholds[-1]), is_complete)
        return cls.listed(tp, fp, before, listed)

    def freeze(self) -> None:
        """Make all arrays read-only, those of the thresholds too."""
        _freeze((*vars(self).values(), *vars(self.thresholds).values()))

    @property
    def fp(self) -> Array:
        """False positives with scores ``>= threshold``, shape (k,)."""
        return self.false_positives.at

    @property
    def fp_before(self) -> Array:
        """False positives with scores strictly above the threshold, shape (k,)."""
        return self.false_positives.above

    @property
    def counts_type(self) -> np.dtype[Any]:
        """The type that holds true and false positives."""
        return np.result_type(self.tp, self.false_positives.kind)

    def tp_before(self, steps: Indices) -> Array:
        """Return the true positives at which each of the chosen steps starts."""
        return _before(self.tp, steps)

    def fp_within(self, part: slice) -> tuple[Array, Array]:
        """Return the false positives above some steps and at them; one array if they are equal."""
        return self.false_positives.within(part)

    def fp_of(self, step: int) -> tuple[float, float]:
        """Return the false positives above a step and at it."""
        before, fp = self.fp_within(slice(step, step + 1))
        return before.item(), fp.item()

    def blocks(
        self, kind: type = np.float64, first: int = 0
    ) -> Iterator[tuple[Array, Array, Array, Array]]:
        """Yield where steps start and end (tp, fp, tp, fp), a block at a time, from one step on."""
        for start in range(first, self.tp.size, BLOCK):
            part = slice(start, start + BLOCK)
            ends = self.tp[part]
            tp: Array = np.empty(ends.size + 1, kind)
            tp[0], tp[1:] = self.tp[start - 1] if start else 0, ends
            above, passed = self.fp_within(part)
            fp: Array = passed.astype(kind)
            yield tp[:-1], fp if above is passed else above.astype(kind), tp[1:], fp

    def rescaled(self, old: float, new: float) -> Steps:
        """Return the steps with all false positives in proportion to another total."""

        def scaled(fp: Array) -> Array:
            # The old total becomes the new one to the last bit.
            return np.where(fp == old, new, np.minimum(fp * (new / old), new))

        return self.changed(self.tp, scaled)

    def in_unit(self, unit: Unit) -> Steps:
        """Return the steps with all masses counted in a unit."""
        missed = None if self.missed is None else unit.count(self.missed)
        return replace(self.changed(unit.count(self.tp), unit.count), missed=missed)

    def changed(self, tp: Array, change: Callable[[Array], Array]) -> Steps:
        """Return the steps with other true positives, and with false ones that a function gives."""
        above, at = self.fp_within(slice(0, self.tp.size))
        fp = change(at)
        before = fp if above is at else change(above)
        return replace(self, tp=tp, false_positives=ListedFalsePositives(fp, before))


class FalsePositives(Protocol):
    """The false positives of steps."""

    @property
    def at(self) -> Array:
        """Those at each step, shape (k,)."""

    @property
    def above(self) -> Array:
        """Those with scores above that of each step, shape (k,)."""

    @property
    def kind(self) -> np.dtype[Any]:
        """The type of their counts."""

    def within(self, part: slice) -> tuple[Array, Array]:
        """Return those above some steps and at them; one array if they are equal."""


class ListedFalsePositives(NamedTuple):
    """False positives of steps, of which each has its own; one array if those above are equal."""

    at: Array
    above: Array

    @property
    def kind(self) -> np.dtype[Any]:
        """The type of their counts."""
        return self.at.dtype

    def within(self, part: slice) -> tuple[Array, Array]:
        """Return those above some steps and at them; one array if they are equal."""
        at = self.at[part]
        return at if self.above is self.at else self.above[part], at


class TiedFalsePositives(NamedTuple):
    """False positives of steps, of which some are tied with negatives.

    Each tie takes at least one negative, so where most examples are positive few steps are tied,
    and an array for all steps would be longer.

    Attributes
    ----------
    at : ndarray, shape (k,)
        Those at each step.
    tied : ndarray of int, shape (m,)
        The steps that negatives are tied with, ascending; above the others there are as many as at
        them.
    above_tied : ndarray, shape (m,)
        Those above them.
    """

    at: Array
    tied: Array
    above_tied: Array

    @property
    def above(self) -> Array:
        """Those with scores above that of each step, computed anew."""
        return self.within(slice(0, self.at.size))[0]

    @property
    def kind(self) -> np.dtype[Any]:
        """The type of their counts."""
        return self.at.dtype

    def within(self, part: slice) -> tuple[Array, Array]:
        """Return those above some steps and at them; one array if they are equal."""
        at = self.at[part]
        # In the type of the steps, or else all of them would be converted.
        ends = np.array([part.start, part.start + at.size], self.tied.dtype)
        own = slice(*self.tied.searchsorted(ends))
        tied = self.tied[own]
        if tied.size == 0:
            return at, at
        above = at.copy()
        # Numpy takes indices of this type twice as fast as shorter ones.
        above[np.subtract(tied, part.start, dtype=np.intp)] = self.above_tied[own]
        return above, at


class Passed(NamedTuple):
    """Which negatives there are at each step: a run of them leads to it, or they are tied with it.

    Attributes
    ----------
    size : int
        Number of steps.
    has_run, has_tie : ndarray of uint8
        Eight steps in a byte; steps after the last byte have none.
    runs, rises : ndarray of int, shape (blocks,)
        How many runs, and runs and ties, there are before each block of `BLOCK` steps.
    """

    size: int
    has_run: NDArray[np.uint8]
    has_tie: NDArray[np.uint8]
    runs: Indices
    rises: Indices

    @classmethod
    def of(cls, size: int, has_run: NDArray[np.uint8], has_tie: NDArray[np.uint8]) -> Self:
        """Count what is at steps."""
        starts = range(0, size, BLOCK)
        runs, ties = (
            np.array(
                [0, *accumulate(np.count_nonzero(_bits(marks, i, i + BLOCK)) for i in starts)][:-1],
                np.intp,
            )
            for marks in (has_run, has_tie)
        )
        return cls(size, has_run, has_tie, runs, runs + ties)

    def runs_until(self, part: slice) -> Indices:
        """Return how many runs there are until each of some steps, and before it."""
        return self._until(part, self.runs, self.has_run)

    def rises_until(self, part: slice) -> Indices:
        """Return how many runs and ties there are until each of some steps, and at it."""
        marks = (self.has_run, self.has_tie) if self.has_tie.size else (self.has_run,)
        return self._until(part, self.rises, *marks)

    def ties_at(self, part: slice) -> NDArray[np.uint8]:
        """Return 1 for each of some steps that negatives are tied with, and 0 for the others."""
        return _bits(self.has_tie, part.start, min(part.stop, self.size))

    def _until(self, part: slice, before: Indices, *marks: NDArray[np.uint8]) -> Indices:
        block = part.start // BLOCK
        start, stop = block * BLOCK, min(part.stop, self.size)
        first, *others = (_bits(one, start, stop) for one in marks)
        for other in others:
            first += other
        found: Indices = np.cumsum(first, dtype=np.intp)
        found += before[block : block + 1]
        return found[part.start - start :]


def _bits(marks: NDArray[np.uint8], start: int, stop: int) -> NDArray[np.uint8]:
    """Return the bits of some places, each in a byte."""
    first = start // 8
    own, size = marks[first : -(-stop // 8)], stop - 8 * first
    # Numpy pads with zeros, but not an empty array.
    bits = np.unpackbits(own, count=size) if own.size else np.zeros(size, np.uint8)
    return bits[start - 8 * first :]


class SharedFalsePositives(NamedTuple):
    """False positives of steps that share them: each mass is stored once.

    Many steps start where others end, so that this is less than half of the memory.

    Attributes
    ----------
    levels : ndarray, shape (m,)
        The false positives that there are, from 0 on, where runs of negatives end and after ties.
    passed : Passed
    """

    levels: Array
    passed: Passed

    def listed(self) -> ListedFalsePositives:
        """Return those of each step, which take more memory and less time."""
        above, at = self.within(slice(0, self.passed.size))
        return ListedFalsePositives(at, above)

    @property
    def at(self) -> Array:
        """Those at each step, computed anew."""
        return self.within(slice(0, self.passed.size))[1]

    @property
    def above(self) -> Array:
        """Those with scores above that of each step, computed anew."""
        return self.within(slice(0, self.passed.size))[0]

    @property
    def kind(self) -> np.dtype[Any]:
        """The type of their masses."""
        return self.levels.dtype

    def within(self, part: slice) -> tuple[Array, Array]:
        """Return those above some steps and at them; one array if they are equal."""
        places = self.passed.rises_until(part)
        at = self.levels.take(places)
        if self.passed.has_tie.size:
            ties = self.passed.ties_at(part)
            if ties.any():
                return self.levels.take(places - ties), at
        return at, at


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
    def of(cls, steps: Steps, pos: float, neg: float) -> Self:
        """Find the indices of the points."""
        before, at = steps.fp_within(slice(0, steps.tp.size))
        has_corner: Array = before > np.append(0, at[:-1])
        places: Array = np.cumsum(has_corner)
        places += np.arange(1, places.size + 1)
        last = (steps.tp[-1], at[-1]) if at.size else (0, 0)
        with_corner = np.flatnonzero(has_corner)
        size = 1 + places.size + with_corner.size + int(last != (pos, neg))
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


class Counts(NamedTuple):
    """True and false positives at each step, as in `Steps`."""

    tp: Array
    false_positives: FalsePositives


class StepThresholds(Protocol):
    """The thresholds of steps, or the data in which they can be looked up."""

    @property
    def end(self) -> Any:
        """The lowest score of all."""

    @property
    def is_complete(self) -> bool:
        """Whether all scores of the data are listed, but those in runs of negatives."""

    def at_steps(self) -> Array:
        """Return the score of each step."""

    def at_corners(self, steps: Indices) -> Array:
        """Return the lowest score above each of the chosen steps, which have negatives there."""


@dataclass(eq=False, repr=False)
class ListedThresholds:
    """Thresholds in arrays; without corners no step has negatives before it."""

    steps: Array
    corners: Array | None
    end: Any
    is_complete: bool = True

    def at_steps(self) -> Array:
        """Return the score of each step."""
        return self.steps

    def at_corners(self, steps: Indices) -> Array:
        """Return the lowest score above each of the chosen steps."""
        return self.steps[:0] if self.corners is None else self.corners[steps]


@dataclass(eq=False, repr=False)
class SortedThresholds:
    """Thresholds that are looked up in sorted scores.

    Their indices need not be stored: as many examples score at or above a threshold as are counted
    there.

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
    is_complete: bool = field(default=True, init=False)

    def at_steps(self) -> Array:
        """Return the score of each step."""
        raise NotImplementedError

    def at_corners(self, steps: Indices) -> Array:
        """Return the lowest score above each of the chosen steps."""
        raise NotImplementedError

    def listed(self) -> ListedThresholds:
        """Return the thresholds alone; if steps are few they take less memory than all scores."""
        every = np.arange(self.counts.tp.size)
        return ListedThresholds(self.at_steps(), self.at_corners(every), self.end)

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy on disk needs the thresholds, not all scores.
        listed = self.listed()
        return ListedThresholds, (listed.steps, listed.corners, listed.end)


@dataclass(eq=False, repr=False)
class ClassThresholds(SortedThresholds):
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
        return self.positives[-self.counts.tp].astype(self.scores_type, copy=False)

    def at_corners(self, steps: Indices) -> Array:
        """Return the lowest score above each of the chosen steps, which have negatives there."""
        if self.negatives.size == 0:
            return np.full(steps.shape, self.end)
        above = self.counts.false_positives.above
        return self.negatives[-above[steps]].astype(self.scores_type, copy=False)


@dataclass(eq=False, repr=False)
class PackedThresholds(SortedThresholds):
    """Thresholds in the keys of all examples.

    Attributes
    ----------
    keys : ndarray, shape (n,)
        Ascending.
    code : KeyCode
        How scores are packed in them.
    """

    keys: Array
    code: KeyCode

    def at_steps(self) -> Array:
        """Return the score of each step."""
        return self._scores(self.counts.tp + self.counts.false_positives.at)

    def at_corners(self, steps: Indices) -> Array:
        """Return the lowest score above each of the chosen steps."""
        tp, false_positives = self.counts
        return self._scores(_before(tp, steps) + false_positives.above[steps])

    def _scores(self, ranks: Array) -> Array:
        return self.code.scores_of(self.keys[ranks - 1]).astype(self.scores_type, copy=False)


@dataclass(eq=False, repr=False)
class PointThresholds:
    """Thresholds of corners and steps, in their order.

    Attributes
    ----------
    points : ndarray, shape (k + runs,)
        Scores in the type of the data.
    passed : Passed
        A step that a run leads to has a corner before it.
    scores_type : dtype
        Of the thresholds.
    end : float
        The lowest score.
    """

    points: Array
    passed: Passed
    scores_type: np.dtype[Any]
    end: Any
    is_complete: bool = field(default=True, init=False)

    def at_steps(self) -> Array:
        """Return the score of each step."""
        size = self.passed.size
        places = self.passed.runs_until(slice(0, size))
        places += np.arange(size)
        return self.points[places].astype(self.scores_type, copy=False)

    def at_corners(self, steps: Indices) -> Array:
        """Return the lowest score above each of the chosen steps, which have negatives there."""
        places = self.passed.runs_until(slice(0, self.passed.size))[steps]
        places += steps - 1
        return self.points[places].astype(self.scores_type, copy=False)


def _freeze(values: tuple[Any, ...]) -> None:
    """Make the arrays among values read-only, and those in tuples of them."""
    for value in values:
        if isinstance(value, np.ndarray):
            value.setflags(write=False)
        elif isinstance(value, tuple):
            _freeze(value)


def _before(tp: Array, steps: Indices) -> Array:
    return np.where(steps > 0, tp[steps - 1], 0)


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
    check_falling(values)
    return values


def check_falling(thresholds: Array) -> None:
    """Raise if thresholds ever increase."""
    rises = np.flatnonzero(thresholds[1:] > thresholds[:-1])
    if rises.size:
        raise ValueError(
            "thresholds must never increase (best score first), found "
            f"{in_full(thresholds[rises[0]])} and then {in_full(thresholds[rises[0] + 1])} after "
            f"index {rises[0]}"
        )
