"""The steps of a ranking: counts where true positives rise, and the thresholds they belong to.

There is one *step* per distinct score that a positive example holds. Scores that only negatives
hold move the path straight on and need no entry: where the next step starts says how far. So the
record's size is that of the positives, whatever the negatives are.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from prplot.core.keys import KeyCode

Array = NDArray[Any]
Indices = NDArray[np.intp]

# What is generated for dataclasses is paid for at each import: these have no more than they need.

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
