"""Cells: counts of scored examples in ranges of scores, in bounded memory.

Scores are counted one by one as long as few differ, then in cells. Counts between two cells are
exact; the order of the examples inside a cell is unknown. So the area of a cell with several scores
and both classes lies between two bounds.

The grid of cells is dyadic: a cell of a coarser one is exactly two or more of a finer one, so that
counts of any two can be added. A `Zoom` cuts the cells of another grid where they leave much open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, FloatArray
from prplot.core.points import mean_share
from prplot.core.record import Steps
from prplot.core.record.steps import rises_before

Ordinals = NDArray[np.int64]
State = dict[str, Array]

# The most cells, and how many times fewer different scores are counted one by one.
ROOM, FEWER = 2**20, 2**4
# By how much our own sums may be rounded. Sums of weights in two orders differ by at most so large
# a share of them for each row.
ROUNDING = 1e-12
EACH_ROW = 4 * float(np.finfo(np.float64).eps)
# As many scores are counted at a time as fit into the processor's cache.
CHUNK = 2**14
# Octaves that are cut finely lie within this power of two and its inverse; those beyond have so
# many times fewer cells.
_FINE = 20
_COARSE = 6
_ALL_BUT_SIGN = 2**63 - 1
_FIRST, _LAST = (1023 - _FINE) << 52, (1023 + _FINE) << 52
# Floats hold all whole numbers up to here.
_MOST_EXACT = 2**53
# The golden ratio, as Fibonacci hashing has it.
_HASH = np.uint64(0x9E3779B97F4A7C15)
# What an empty cell has: negatives, positives, lowest and highest score; and how more are added.
_EMPTY = (0.0, 0.0, np.inf, -np.inf)
_ADDED = (np.add, np.add, np.minimum, np.maximum)


@dataclass(frozen=True)
class Cells:
    """The counts of a ranking in cells of scores, best cell first.

    Attributes
    ----------
    low, high : ndarray of float, shape (n,)
        The lowest and the highest score of each cell, descending; a threshold at the lowest has the
        counts `tp` and `fp`.
    tp, fp : ndarray, shape (n,)
        Counts (masses under weights) of this cell and all better ones.
    """

    low: Array
    high: Array
    tp: Array
    fp: Array

    @classmethod
    def cumulated(cls, low: Array, high: Array, pos: Array, neg: Array) -> Cells:
        """Return cells from the counts of each, from the lowest to the highest."""
        tp, fp = np.cumsum(pos[::-1]), np.cumsum(neg[::-1])
        return cls(low[::-1], high[::-1], tp, fp)

    @property
    def is_tied(self) -> NDArray[np.bool_]:
        """Whether a cell holds one distinct score and thus leaves nothing open."""
        return np.asarray(self.low == self.high)

    @property
    def pos(self) -> float:
        """Total of the positives."""
        total: float = self.tp[-1].item()
        return total

    @property
    def neg(self) -> float:
        """Total of the negatives."""
        total: float = self.fp[-1].item()
        return total

    def rescaled(self, neg: float) -> Cells:
        """Return the same cells with all negatives in proportion to another total."""
        fp = np.where(self.fp == self.neg, neg, np.minimum(self.fp * (neg / self.neg), neg))
        return replace(self, fp=fp)

    def before(self) -> tuple[Array, Array]:
        """Return the counts of all better cells."""
        tp, fp = (np.concatenate([[0], count])[:-1] for count in (self.tp, self.fp))
        return tp.astype(self.tp.dtype), fp.astype(self.fp.dtype)

    def is_open(self) -> NDArray[np.bool_]:
        """Return which cells leave the order open: those with several scores and both classes."""
        tp, fp = self.before()
        return ~self.is_tied & (self.tp > tp) & (self.fp > fp)

    def steps(self, first: str | None = None) -> Steps:
        """Return the cells as the steps of a path.

        Parameters
        ----------
        first : {"negatives", "positives"}, optional
            The class that comes first inside open cells; by default both are mixed evenly.

        Returns
        -------
        Steps
            Thresholds are nan where the counts are not certain.
        """
        rising = np.flatnonzero(np.diff(self.tp, prepend=0) > 0)
        fp_before, fp = self.before()[1][rising], self.fp[rising]
        # A step ends at its cell's lowest score; the corner before it, at that of the cell above.
        end, corner = self.low[rising], np.append(np.nan, self.low)[rising]
        is_open = self.is_open()[rising]
        if first == "negatives":
            fp_before, corner = np.where(is_open, fp, fp_before), np.where(is_open, np.nan, corner)
        elif first == "positives":
            fp, end = np.where(is_open, fp_before, fp), np.where(is_open, np.nan, end)
        corner = corner[rises_before(fp_before, fp)]
        return Steps(self.tp[rising], fp, fp_before, end, corner, self.low[-1])

    def gaps(self) -> Array:
        """Return how much of the area under the PR curve each cell leaves open."""
        tp, fp = (count.astype(np.float64) for count in self.before())
        rise, gaps = self.tp - tp, np.zeros(self.tp.size)
        k = np.flatnonzero(self.is_open())
        best = mean_share(tp[k], tp[k] + fp[k], rise[k], rise[k])
        worst = mean_share(tp[k], tp[k] + self.fp[k], rise[k], rise[k])
        # With tiny weights rounding may make the difference negative.
        gaps[k] = rise[k] * np.maximum(best - worst, 0) / (self.pos or 1)
        return gaps

    def step_area_bounds(self) -> tuple[float, float]:
        """Return bounds of average precision, given that both classes are present.

        Notes
        -----
        Average precision does not rise with every pair in the right order, since ties count with
        the lower precision of their end. In a cell from ``(tp0, fp0)`` to ``(tp1, fp1)`` it is
        highest if all positives are tied ahead of the negatives, ``tp1 / (tp1 + fp0)``. Each
        positive counts at least ``tp / (tp + fp1)`` with its own `tp`, and the sum of these is at
        least the integral over `tp`.
        """
        tp, fp = (count.astype(np.float64) for count in self.before())
        rise = self.tp - tp
        k = np.flatnonzero(rise > 0)
        tied = self.tp[k] / (self.tp[k] + self.fp[k])
        best = self.tp[k] / (self.tp[k] + fp[k])
        worst = mean_share(tp[k], tp[k] + self.fp[k], rise[k], rise[k])
        shares = (np.where(self.is_tied[k], tied, one) for one in (worst, best))
        low, high = (float((rise[k] * share).sum() / self.pos) for share in shares)
        return low, high


class Counts:
    """Counts of scored examples, which depend on the examples alone, not on their order.

    Parameters
    ----------
    room : int, default 2^20
        The most cells; a power of two.

    Attributes
    ----------
    rows, room : int
        How many examples were counted, and the most cells.
    table : ndarray of float, shape (n, 4)
        A row for each cell, from the lowest on: the masses of its negatives and of its positives,
        and its lowest and highest score. As long as few scores differ, each has a row of its own.
    """

    def __init__(self, room: int = ROOM) -> None:
        self.rows, self.room, self._is_whole, self._mass = 0, room, True, 0.0
        # The different scores and, so that all are below some, infinity; None when there are cells.
        self._known: FloatArray | None = np.array([np.inf])
        self.table = _empty_table(1)
        # Where the rows of some scores can be looked up.
        self._bits = (4 * room // FEWER - 1).bit_length()
        self._score_at = np.full(1 << self._bits, np.nan)
        self._row_at = np.zeros(1 << self._bits, np.int64)
        # The first cell, the width of all as a power of two, and the lowest and highest place.
        self._first, self._shift, self._reach = 0, 0, (2**63, -(2**63))

    def add(self, scores: FloatArray, is_positive: Array, masses: Array | None = None) -> None:
        """Count examples, which were checked."""
        is_whole = masses is None or masses.dtype.kind != "f" or bool((masses % 1 == 0).all())
        mass = scores.size if masses is None else float(masses.sum(dtype=np.float64))
        self._note(scores.size, is_whole, mass)
        for rows in _parts(scores.size):
            each = 1.0 if masses is None else masses[rows].astype(np.float64)
            # Adding 0 turns a negative zero into zero.
            own = scores[rows] + 0.0
            self._tally(own, own, is_positive[rows], each)

    def merge(self, state: State) -> None:
        """Add what others have counted."""
        rows, is_whole, mass = state["totals"].tolist()
        self._note(int(rows), bool(is_whole), mass)
        if "reach" in state:
            self._use_cells()
            self._cover(*state["reach"].tolist())
        self._put(state["table"])

    def state(self) -> State:
        """Return what was counted as a few short arrays."""
        totals = np.array([self.rows, self._is_whole, self._mass])
        state = {"totals": totals, "table": _used(self.table)}
        return state if self.is_exact else state | {"reach": np.array(self._reach)}

    def _note(self, rows: int, is_whole: bool, mass: float) -> None:
        self.rows, self._mass = self.rows + rows, self._mass + mass
        self._is_whole = self._is_whole and is_whole
        if not np.isfinite(self._mass):
            raise ValueError("sample_weight adds up to more than a float can hold")

    def _put(self, table: FloatArray) -> None:
        """Count what a table of others holds."""
        for rows in _parts(len(table)):
            low, high = table[rows, 2:].T
            for is_positive in (0, 1):
                self._tally(low, high, is_positive, table[rows, is_positive])

    def _tally(self, low: FloatArray, high: FloatArray, is_positive: Any, masses: Any) -> None:
        """Count examples between two scores, which are in one cell."""
        # What is counted in a cell is in one line of the processor's cache.
        place = self._make_room(low) * 4
        flat = self.table.reshape(-1)
        np.add.at(flat, place + is_positive, masses)
        np.minimum.at(flat, place + 2, low)
        np.maximum.at(flat, place + 3, high)

    def _make_room(self, scores: FloatArray) -> Ordinals:
        """Return the number of the cell of each score, for which there may have been none."""
        if self._known is not None:
            return self._rows_of(self._known, scores)
        at = places(scores)
        self._cover(int(at.min()), int(at.max()))
        return (at >> self._shift) - self._first

    def _rows_of(self, known: FloatArray, scores: FloatArray) -> Ordinals:
        """Return the row of each score among the known ones, to which new ones are added."""
        # The place of a score by its bits: the upper ones of such a product depend on all.
        slot = scores.view(np.uint64) * _HASH >> np.uint64(64 - self._bits)
        rows: Ordinals = self._row_at[slot]
        lost = np.flatnonzero(self._score_at[slot] != scores)
        if lost.size:
            own = scores[lost]
            found = known.searchsorted(own)
            if (known[found] != own).any():
                self._learn(known, np.union1d(known, own))
                return self._make_room(scores)
            rows[lost] = found
            self._score_at[slot[lost]], self._row_at[slot[lost]] = own, found
        return rows

    def _learn(self, known: FloatArray, scores: FloatArray) -> None:
        """Give scores a row each, to which those of the known ones move; or use cells."""
        if scores.size > self.room // FEWER + 1:
            self._use_cells()
            return
        table = _empty_table(scores.size)
        table[scores.searchsorted(known)] = self.table
        self._known, self.table = scores, table
        self._score_at[:] = np.nan

    def _use_cells(self) -> None:
        """Count in cells from now on."""
        if self.is_exact:
            table, self.table = _used(self.table), _empty_table(self.room)
            self._known, self._score_at, self._row_at = None, np.empty(0), np.empty(0, np.int64)
            self._put(table)

    def _cover(self, low: int, high: int) -> None:
        """Let the cells reach from a place to another."""
        low, high = min(low, self._reach[0]), max(high, self._reach[1])
        if (low, high) == self._reach:
            return
        shift, size, self._reach = self._shift, self.room, (low, high)
        while (high >> shift) - (low >> shift) >= size:
            shift += 1
        low, high = low >> shift, high >> shift
        wider, before = shift - self._shift, self._first
        if wider or low < before or high >= before + size:
            # In the middle, so that cells are rarely moved while the range grows.
            self._first, self._shift = low - (size - 1 - (high - low)) // 2, shift
            _move(self.table, lambda index: (index + before >> wider) - self._first)

    def index(self, scores: FloatArray) -> Ordinals:
        """Return the number of the cell of each score."""
        index = (places(scores) >> self._shift) - self._first
        return np.asarray(np.clip(index, 0, self.room - 1))

    @property
    def has_whole_sums(self) -> bool:
        """Whether all sums of masses are whole numbers, and exact."""
        return self._is_whole and self._mass < _MOST_EXACT

    @property
    def pos(self) -> float:
        """The mass of the positives."""
        return float(self.table[:, 1].sum())

    @property
    def rounding(self) -> float:
        """Largest rounding error of sums, as a share of them."""
        return ROUNDING + (0.0 if self.has_whole_sums else EACH_ROW * self.rows)

    @property
    def is_exact(self) -> bool:
        """Whether all scores are counted one by one."""
        return self._known is not None

    def cells(self) -> Cells:
        """Return the cells in which something was counted."""
        neg, pos, low, high = _used(self.table).T
        kind = np.int64 if self.has_whole_sums else np.float64
        return Cells.cumulated(low, high, pos.astype(kind), neg.astype(kind))

    def left_open(self) -> float:
        """Return the difference between the bounds of AUCPR."""
        return float(self.cells().gaps().sum())


class Zoom(Counts):
    """Cells of other counts, cut into more where they leave much open.

    Parameters
    ----------
    parent : Counts
        Of all examples, in cells.
    goal : float
        How much all cells together may leave open.

    Notes
    -----
    A cell that leaves ``g`` open leaves about ``g / n`` when it is cut into ``n`` cells. All leave
    ``goal`` with the fewest cells if ``n = sqrt(g) sum(sqrt(g)) / goal``. Cuts are at equal
    distances in ordinal numbers, between the lowest and the highest score of a cell.
    """

    def __init__(self, parent: Counts, goal: float) -> None:
        super().__init__(parent.room)
        self._known, self._parent = None, parent
        neg, pos, low, high = parent.table.T
        filled = low <= high
        cells = Cells.cumulated(*(one[filled] for one in (low, high, pos, neg)))
        root = np.zeros(low.size)
        root[filled] = np.sqrt(cells.gaps()[::-1])
        # A quarter of the goal, since the number is estimated.
        most = max(self.room, 2 * np.count_nonzero(root))
        share = min(4 * root.sum() / goal, most / root.sum())
        pieces = np.ceil(root * share).clip(1).astype(np.uint64)
        start, end = (ordinals(np.where(filled, one, 0.0)) for one in (low, high))
        width = (end - start).view(np.uint64)
        cut = np.frexp((width // pieces).astype(np.float64))[1]
        last = (width >> cut.astype(np.uint64)).astype(np.int64)
        self._begin = np.append(0, np.cumsum(last + 1)[:-1])
        # Side by side, since they are looked up together.
        self._plan = np.stack([start, cut, last, self._begin], axis=1)
        self.table = _empty_table(int(self._begin[-1] + last[-1] + 1))

    def _make_room(self, scores: FloatArray) -> Ordinals:
        return self.index(scores)

    def index(self, scores: FloatArray) -> Ordinals:
        """Return the number of the cell of each score."""
        start, cut, last, begin = self._plan.take(self._parent.index(scores), axis=0).T
        place = (ordinals(scores) - start).view(np.uint64) >> cut.view(np.uint64)
        index: Ordinals = begin + np.minimum(place, last.view(np.uint64)).view(np.int64)
        return index

    def check_unchanged(self) -> None:
        """Raise a ValueError unless the same examples were counted as before."""
        found = np.add.reduceat(self.table[:, :2], self._begin)
        if not np.allclose(found, self._parent.table[:, :2], rtol=self.rounding, atol=0):
            raise ValueError("frame changed while it was read: counts of two passes don't agree")


# The grid


def ordinals(scores: FloatArray) -> Ordinals:
    """Return the ordinal numbers of floats: integers in the same order, 0 for 0."""
    bits = scores.view(np.int64)
    return np.where(bits < 0, np.int64(-(2**63)) - bits, bits)


def places(scores: FloatArray) -> Ordinals:
    """Return where scores lie on a scale of integers on which cells have equal widths.

    Parameters
    ----------
    scores : ndarray of float, shape (n,)

    Returns
    -------
    ndarray of int64, shape (n,)
        Rising with the score. An octave, from a number to its double, has one length. Between 0.5
        and 1 the octaves are those of the distance from 1, so that scores may crowd near 0 or 1;
        there subtraction is exact. Very small and very large numbers have shorter octaves.
    """
    is_near = (scores >= 0.5) & (scores <= 1)
    bits = np.where(is_near, 1 - scores, scores).view(np.int64)
    place = _stretched(bits & _ALL_BUT_SIGN)
    place = np.where(bits < 0, -place, place)
    beyond = place + (scores > 1) * (2 * _HALF - _ONE)
    found: Ordinals = np.where(is_near, 2 * _HALF - place, beyond)
    return found


def _stretched(ordinal: Ordinals) -> Ordinals:
    """Return ordinal numbers of positive floats with shorter octaves far from 1."""
    fine = np.clip(ordinal, _FIRST, _LAST) - _FIRST
    return (ordinal >> _COARSE) + (fine - (fine >> _COARSE))


_HALF, _ONE = _stretched(ordinals(np.array([0.5, 1.0]))).tolist()


def _empty_table(size: int) -> FloatArray:
    """Return the table of cells in which nothing has been counted."""
    return np.tile(_EMPTY, (size, 1))


def _used(table: FloatArray) -> FloatArray:
    """Return the part of a table in which something was counted."""
    return table[table[:, 2] <= table[:, 3]]


def _move(table: FloatArray, moved: Callable[[Ordinals], Ordinals]) -> None:
    """Give the cells of a table other numbers, by a function of those; equal ones are joined."""
    filled = np.flatnonzero(table[:, 2] <= table[:, 3]).astype(np.int32)
    index = moved(filled.astype(np.int64)).astype(np.int32)
    # One column after another, since a second table would double the memory.
    for column, add, empty in zip(table.T, _ADDED, _EMPTY, strict=True):
        fresh = np.full(column.size, empty)
        add.at(fresh, index, column[filled])
        column[:] = fresh


def _parts(size: int) -> Iterator[slice]:
    """Yield the rows that are counted at a time."""
    for start in range(0, size, CHUNK):
        yield slice(start, start + CHUNK)
