"""Zooms: cells cut into more, to count the same examples again."""

from __future__ import annotations

from typing import Any

import numpy as np

from prplot.core.checks import FloatArray
from prplot.core.scan import grid
from prplot.core.scan.cells import Cells
from prplot.core.scan.counts import Counts


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
