"""Step functions: exact values between jumps, and the vertices of them that a picture can show."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Self

import numpy as np

from prplot.core.checks import Array, FloatArray
from prplot.core.traces.simplify import ENOUGH

# Jumps at which a statistic of several functions is computed at once.
_BLOCK = 2**16


class Vertices(NamedTuple):
    """The corners of a polyline; `x` never decreases."""

    x: FloatArray
    y: FloatArray


NOWHERE = Vertices(np.empty(0), np.empty(0))


class StepFunction(NamedTuple):
    """A function that is constant between its jumps.

    Attributes
    ----------
    x : ndarray of float, shape (k,)
        Where it jumps, rising.
    y : ndarray of float, shape (k + 1,)
        Its values: before the first jump, between each two, and after the last one. It may be
        undefined (not finite) at either end, but nowhere in between.
    is_known : ndarray of bool, shape (k + 1,), optional
        Whether a value holds between its jumps. Elsewhere only the values at the jumps are known,
        which straight lines join; before the first and after the last one nothing is. By default
        all is known.
    holds_at : {"left", "right"}
        Whether the value at a jump is that before it, or that after it.
    """

    x: FloatArray
    y: FloatArray
    is_known: Array | None = None
    holds_at: str = "left"

    @property
    def at_jumps(self) -> FloatArray:
        """The values at the jumps."""
        return self.y[:-1] if self.holds_at == "left" else self.y[1:]

    def value_at(self, x: FloatArray) -> FloatArray:
        """Return the values at given places; nan where the function is not known at all."""
        side = "left" if self.holds_at == "left" else "right"
        piece = np.searchsorted(self.x, x, side=side)  # type: ignore[call-overload]
        found: FloatArray = self.y[piece]
        if self.is_known is not None:
            between = ~self.is_known[piece]
            found[between] = np.interp(x[between], self.x, self.at_jumps, np.nan, np.nan)
        return found

    def within(self, borders: FloatArray) -> Vertices:
        """Return the corners of its line in a range: all, or of many four in each column.

        Parameters
        ----------
        borders : ndarray of float, shape (m + 1,)
            The borders of the columns, rising; the first and the last are the range.

        Returns
        -------
        Vertices
            In each column the first and the last corner are exact, and so are the lowest and the
            highest height between them.
        """
        low, high = float(borders[0]), float(borders[-1])
        first = max(int(np.searchsorted(self.x, low, side="right")) - 1, 0)
        last = int(np.searchsorted(self.x, high, side="left")) + 1
        last = min(last, self.x.size)
        line = self._line(first, last, low, high)
        # It is undefined at its ends alone, and of millions of corners slices take no time.
        defined = np.isfinite(line.y)
        start, end = int(defined.argmax()), line.y.size - int(defined[::-1].argmax())
        line = Vertices(*(one[start : end if defined.any() else start] for one in line))
        return line if line.x.size <= ENOUGH else _in_columns(line, borders)

    def _line(self, first: int, last: int, low: float, high: float) -> Vertices:
        """Return all corners from one jump to another, and the ends of the range."""
        x, values = self.x[first:last], self.y[first : last + 1]
        begins = min(low, x[0]) if x.size else low
        ends = max(high, x[-1]) if x.size else high
        # Two corners of each piece, where it begins and where it ends.
        line = Vertices(np.concatenate([[begins], np.repeat(x, 2), [ends]]), np.repeat(values, 2))
        if self.is_known is None:
            return line
        known = self.is_known[first : last + 1]
        kept = np.column_stack([known, known])
        # Of a piece that is not known only the corner remains that belongs to a jump.
        if self.holds_at == "left":
            kept[:-1, 1] = True
        else:
            kept[1:, 0] = True
        return Vertices(*(one[kept.ravel()] for one in line))


def _in_columns(line: Vertices, borders: FloatArray) -> Vertices:
    """Return four corners of each column: at its left the first height, at its right the last."""
    cuts = np.searchsorted(line.x, borders, side="left")
    first = np.unique(np.append(0, cuts[cuts < line.x.size]))
    last = np.append(first[1:], line.x.size) - 1
    low, high = np.minimum.reduceat(line.y, first), np.maximum.reduceat(line.y, first)
    falls = line.y[first] > line.y[last]
    inner = np.where(falls, high, low), np.where(falls, low, high)
    x = np.column_stack([line.x[one] for one in (first, first, last, last)])
    y = np.column_stack([line.y[first], *inner, line.y[last]])
    return Vertices(x.ravel(), y.ravel())


Statistic = Callable[[FloatArray], FloatArray]


class JoinedSteps(NamedTuple):
    """Several step functions at all of their jumps, and the pieces that they form."""

    x: FloatArray
    functions: Sequence[StepFunction]

    @classmethod
    def of(cls, functions: Sequence[StepFunction]) -> Self:
        """Take functions that hold at the same side of their jumps."""
        return cls(np.unique(np.concatenate([one.x for one in functions])), functions)

    def statistics(self, *of: Statistic) -> list[StepFunction]:
        """Return statistics of the functions as functions; undefined where one of them is.

        Parameters
        ----------
        *of : callable
            Each takes the values of the functions, shape (n_functions, k), and returns one value
            for each column.
        """
        holds_at = self.functions[0].holds_at
        # One place in each piece.
        places = np.append(self.x, np.inf) if holds_at == "left" else np.append(-np.inf, self.x)
        found = np.empty((len(of), places.size))
        for start in range(0, places.size, _BLOCK):
            part = slice(start, start + _BLOCK)
            values = np.array([one.value_at(places[part]) for one in self.functions])
            values[~np.isfinite(values)] = np.nan
            for row, statistic in zip(found, of, strict=True):
                row[part] = statistic(values)
        known = None
        if any(one.is_known is not None for one in self.functions):
            known = np.zeros(places.size, bool)
        return [StepFunction(self.x, row, known, holds_at) for row in found]
