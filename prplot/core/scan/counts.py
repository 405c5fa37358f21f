"""Counts: scores one by one as long as there are few, then in cells, which may be cut into more."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from prplot.core.checks import Array, FloatArray
from prplot.core.scan import grid
from prplot.core.scan.cells import Cells
from prplot.core.scan.grid import CHUNK, Ordinals
from prplot.core.scan.scanned_curve import ROUNDING, ScannedCurve

# The most cells, and how many times fewer different scores are counted one by one.
ROOM, FEWER = 2**20, 2**4
# Sums of weights in two orders differ by at most this share of them for each row.
EACH_ROW = 4 * float(np.finfo(np.float64).eps)

State = dict[str, Array]


class Few:
    """Different scores, as long as there are few, and the masses at each.

    Attributes
    ----------
    known : dict of float or Fraction to int
        The scores, and where their masses are.
    masses : ndarray of float, shape (2, n)
        Of negatives and positives.
    """

    def __init__(self, most: int) -> None:
        self.known: dict[Any, int] = {}
        self.masses = np.zeros((2, most + CHUNK))
        # A score that was found stays in a place that its bits tell, until another comes there.
        self._bits = (4 * most - 1).bit_length()
        self._score = np.full(1 << self._bits, np.nan)
        self._where = np.zeros(1 << self._bits, np.int64)

    def add(self, scores: Array, is_positive: Any, masses: Any) -> None:
        """Count examples."""
        index = self._index(scores) + is_positive * np.int64(self.masses.shape[1])
        np.add.at(self.masses.reshape(-1), index, masses)

    def listed(self) -> tuple[list[Any], FloatArray]:
        """Return the scores in rising order, and their masses."""
        scores = sorted(self.known)
        return scores, self.masses[:, [self.known[one] for one in scores]]

    def _index(self, scores: Array) -> Ordinals:
        known = self.known
        if scores.dtype == object:
            return np.array([known.setdefault(one, len(known)) for one in scores], np.int64)
        # Fibonacci hashing: the upper bits of a product depend on all bits.
        mixed = scores.view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        slot = mixed >> np.uint64(64 - self._bits)
        index: Ordinals = self._where[slot]
        lost = np.flatnonzero(self._score[slot] != scores)
        if lost.size:
            some, group = np.unique(scores[lost], return_inverse=True)
            own = [known.setdefault(one, len(known)) for one in some.tolist()]
            index[lost] = np.array(own)[group]
            self._score[slot[lost]], self._where[slot[lost]] = scores[lost], index[lost]
        return index


class Counts:
    """Counts of scored examples in bounded memory, which depend on the examples alone.

    Parameters
    ----------
    room : int, default 2^20
        The most cells; a power of two.

    Attributes
    ----------
    rows, room : int
        How many examples were counted, and the most cells.
    table : ndarray of float, shape (n, 4)
        Of each cell the masses of negatives and of positives, and the lowest and highest score.
    """

    def __init__(self, room: int = ROOM) -> None:
        self.rows, self.room, self._is_whole, self._mass = 0, room, True, 0.0
        self._few: Few | None = Few(room // FEWER)
        self.table = grid.empty_table(0)
        # The first cell, the width of all as a power of two, and the lowest and highest place.
        self._first, self._shift, self._reach = 0, 0, (2**63, -(2**63))

    def add(self, scores: Array, is_positive: Array, masses: Array | None = None) -> None:
        """Count examples, which were checked."""
        is_whole = masses is None or masses.dtype.kind != "f" or bool((masses % 1 == 0).all())
        mass = scores.size if masses is None else float(masses.sum(dtype=np.float64))
        self._note(scores.size, is_whole, mass)
        for rows in grid.parts(scores.size):
            each = 1.0 if masses is None else masses[rows].astype(np.float64)
            self._add(grid.exact(scores[rows]), is_positive[rows], each)

    def _add(self, scores: Array, is_positive: Any, masses: Any) -> None:
        if self._few is None:
            self._tally(grid.ends(scores), is_positive, masses)
            return
        self._few.add(scores, is_positive, masses)
        if len(self._few.known) > self.room // FEWER:
            self._use_cells()

    def _tally(self, scores: FloatArray, is_positive: Any, masses: Any) -> None:
        at = grid.places(scores[0])
        self._cover(int(at.min()), int(at.max()))
        index = (at >> self._shift) - self._first
        grid.tally(self.table, index, scores, is_positive, masses)

    def _use_cells(self) -> None:
        """Count in cells from now on."""
        if self._few is not None:
            state, self._few = self.state(), None
            self.table = grid.empty_table(self.room)
            self._put(state)

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
            grid.move(self.table, lambda index: (index + before >> wider) - self._first)

    def index(self, scores: FloatArray) -> Ordinals:
        """Return the number of the cell of each score."""
        index: Ordinals = np.clip(
            (grid.places(scores) >> self._shift) - self._first, 0, self.room - 1
        )
        return index

    def state(self) -> State:
        """Return what was counted as a few short arrays."""
        totals = np.array([self.rows, self._is_whole, self._mass])
        if self._few is None:
            masses, ends = np.split(grid.used(self.table).T, 2)
            reach = np.array(self._reach)
            return {"totals": totals, "reach": reach, "masses": masses, "scores": ends}
        scores, masses = self._few.listed()
        if not all(isinstance(one, float) for one in scores):
            scores = [one.hex() if isinstance(one, float) else str(one) for one in scores]
        return {"totals": totals, "masses": masses, "scores": np.array(scores)}

    def merge(self, state: State) -> None:
        """Add what others have counted."""
        rows, is_whole, mass = state["totals"].tolist()
        self._note(int(rows), bool(is_whole), mass)
        self._put(state)

    def _note(self, rows: int, is_whole: bool, mass: float) -> None:
        self.rows, self._mass = self.rows + rows, self._mass + mass
        self._is_whole = self._is_whole and is_whole
        if not np.isfinite(self._mass):
            raise ValueError("sample_weight adds up to more than a float can hold")

    def _put(self, state: State) -> None:
        scores = state["scores"]
        if scores.dtype.kind == "U":
            scores = np.array([_number(one) for one in scores.tolist()], object)
        if "reach" in state:
            self._use_cells()
            self._cover(*state["reach"].tolist())
        for rows in grid.parts(scores.shape[-1]):
            for is_positive, masses in enumerate(state["masses"][:, rows]):
                count = self._tally if "reach" in state else self._add
                count(scores[..., rows], is_positive, masses)

    @property
    def has_whole_sums(self) -> bool:
        """Whether all sums of masses are whole numbers, and exact."""
        return self._is_whole and self._mass < grid.MOST_EXACT

    @property
    def pos(self) -> float:
        """The mass of the positives."""
        masses = self.table[:, 1] if self._few is None else self._few.masses[1]
        return float(masses.sum())

    @property
    def rounding(self) -> float:
        """Largest rounding error of sums, as a share of them."""
        return ROUNDING + (0.0 if self.has_whole_sums else EACH_ROW * self.rows)

    def cells(self) -> Cells:
        """Return the cells in which something was counted."""
        if self._few is None:
            neg, pos, low, high = grid.used(self.table).T
        else:
            scores, (neg, pos) = self._few.listed()
            low = high = _thresholds(scores)
        kind = np.int64 if self.has_whole_sums else np.float64
        return Cells.cumulated(low, high, pos.astype(kind), neg.astype(kind), low == high)

    @property
    def is_exact(self) -> bool:
        """Whether all scores are counted one by one."""
        return self._few is not None

    def left_open(self) -> float:
        """Return the difference between the bounds of AUCPR."""
        return float(self.cells().gaps().sum())

    def curve(self) -> ScannedCurve:
        """Return the curve of all examples."""
        return ScannedCurve.from_cells(self.cells(), self.rounding)


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
        self._few, self._parent = None, parent
        low, high = parent.table[:, 2:].T
        filled = low <= high
        root = np.zeros(low.size)
        root[filled] = np.sqrt(_gaps(*parent.table[filled].T))
        # A quarter of the goal, since the number is estimated.
        most = max(self.room, 2 * np.count_nonzero(root))
        share = min(4 * root.sum() / goal, most / root.sum())
        pieces = np.ceil(root * share).clip(1).astype(np.uint64)
        start, end = (grid.ordinals(np.where(filled, one, 0.0)) for one in (low, high))
        width = (end - start).view(np.uint64)
        cut = np.frexp((width // pieces).astype(np.float64))[1]
        last = (width >> cut.astype(np.uint64)).astype(np.int64)
        self._begin = np.append(0, np.cumsum(last + 1)[:-1])
        # Side by side, since they are looked up together.
        self._plan = np.stack([start, cut, last, self._begin], axis=1)
        self.table = grid.empty_table(int(self._begin[-1] + last[-1] + 1))

    def _tally(self, scores: FloatArray, is_positive: Any, masses: Any) -> None:
        grid.tally(self.table, self.index(scores[0]), scores, is_positive, masses)

    def index(self, scores: FloatArray) -> grid.Ordinals:
        """Return the number of the cell of each score."""
        start, cut, last, begin = self._plan.take(self._parent.index(scores), axis=0).T
        place = (grid.ordinals(scores) - start).view(np.uint64) >> cut.view(np.uint64)
        index: grid.Ordinals = begin + np.minimum(place, last.view(np.uint64)).view(np.int64)
        return index

    def check_unchanged(self) -> None:
        """Raise a ValueError unless the same examples were counted as before."""
        found = np.add.reduceat(self.table[:, :2], self._begin)
        if not np.allclose(found, self._parent.table[:, :2], rtol=self.rounding, atol=0):
            raise ValueError("frame changed while it was read: counts of two passes don't agree")


def _gaps(neg: FloatArray, pos: FloatArray, low: FloatArray, high: FloatArray) -> FloatArray:
    """Return how much cells in rising order leave open."""
    tp, fp = (np.cumsum(masses[::-1]) for masses in (pos, neg))
    return Cells(low[::-1], high[::-1], tp, fp, (low == high)[::-1]).gaps()[::-1]


def _number(text: str) -> float | Fraction:
    """Return a float that was written in hexadecimal, or a fraction."""
    return float.fromhex(text) if "x" in text or "inf" in text else Fraction(text)


def _thresholds(scores: list[Any]) -> Array:
    """Return scores as an array; large whole ones in a type that keeps them different."""
    numbers = [one if isinstance(one, float) or one.denominator > 1 else int(one) for one in scores]
    is_long = any(isinstance(one, int) for one in numbers)
    return np.array(numbers, np.longdouble if is_long else np.float64)
