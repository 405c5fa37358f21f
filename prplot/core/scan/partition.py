"""Partitions: how scores are cut into cells, first coarsely, then finer where needed.

A partition is a piecewise monotone map from scores to cell numbers. Further cuts are chosen on the
keys of floats: integers in the same order, as many between 1 and 2 as between 2 and 4, so that
their differences are exact over all decades. A piece is cut into cells with equal numbers of keys:
cells of equal width between a number and its double, and of equal logarithmic width beyond.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf, log

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array
from prplot.core.scan.cells import Cells

# The smallest positive float, and so the lowest score with a logarithm.
TINY = 5e-324
# Each piece gets at least this share of the cells.
_LEAST_SHARE = 1e-6
# Keys between a number and its double.
_DOUBLE = 2**52


@dataclass(frozen=True)
class Piece:
    """Scores from `start` on, cut into cells of equal width, or of equal width of logarithms.

    Score ``s`` is in cell ``floor((s - start) * scale) + offset``. In logarithms ``log(s)`` and
    ``log(start)`` stand for the two, or ``-log(-s)`` and ``-log(-start)`` below 0.

    Attributes
    ----------
    start : float
    scale : float
        Cells for each unit of the score, or of its logarithm.
    count : int
        About how many cells there are: no score has a number above ``offset + count + 1``.
    offset : float
        A whole number that no better cell of a lower piece reaches.
    is_log : bool
        Whether cells have equal widths of logarithms. Such a piece does not contain 0.
    """

    start: float
    scale: float
    count: int
    offset: float = 0.0
    is_log: bool = False

    @property
    def origin(self) -> float:
        """Where the cells begin, on the scale on which they have equal widths."""
        if not self.is_log:
            return self.start
        return -log(-self.start) if self.start < 0 else log(self.start)


Partition = Sequence[Piece]


def even_partition(low: float, high: float, count: int) -> Partition:
    """Cut all scores into cells of equal width, as long as nothing is known but their range."""
    return _numbered(_in_equal_widths(float(low), float(high), count))


def partition_between(knots: Sequence[float], counts: Sequence[int]) -> Partition:
    """Cut the scores between neighbouring knots into cells of about as many keys.

    Parameters
    ----------
    knots : sequence of float, length k + 1
        Ascending; the first is the lowest score and the last the highest.
    counts : sequence of int, length k
        How many cells are wanted between two knots.

    Returns
    -------
    list of Piece
        Scores in different cells are in the order of the cells despite rounding, since differences,
        products with a positive number and `floor` are monotone in floats, too; logarithms may not
        be, in their last digit.
    """
    pieces: list[Piece] = []
    for (start, end), count in zip(pairwise(map(float, knots)), counts, strict=True):
        keys = _keys(np.array([start, end]))
        # There are no widths of the smallest floats by which a number could be divided.
        is_long = int(keys[1] - keys[0]) > _DOUBLE or not count / max(end - start, TINY) < inf
        pieces += (_in_logs if is_long else _in_equal_widths)(start, end, int(count))
    return _numbered(pieces)


def _numbered(pieces: Sequence[Piece]) -> Partition:
    """Return pieces whose cells have numbers of their own."""
    # From 1 on: 0 and negative zero would be two cells. Rounding may put a score into the cell
    # beside that of exact arithmetic.
    offsets = np.cumsum([1.0, *(piece.count + 2 for piece in pieces)])
    return [
        replace(piece, offset=float(offset))
        for piece, offset in zip(pieces, offsets[:-1], strict=True)
    ]


def _in_equal_widths(start: float, end: float, count: int) -> list[Piece]:
    width = end - start
    # Python's floats: a count divided by a subnormal width is infinite without a warning.
    scale = count / width if width > 0 else 0.0
    return [Piece(start, scale if scale < inf else 0.0, count)]


def _in_logs(start: float, end: float, count: int) -> list[Piece]:
    """Cut negative and positive scores separately; 0 is a piece of its own."""
    below = log(-start) - log(max(-end, TINY)) if start < 0 else 0.0
    above = log(end) - log(max(start, TINY)) if end > 0 else 0.0
    pieces = []
    if below > 0:
        cells = max(round(count * below / (below + above)), 1)
        pieces.append(Piece(start, cells / below, cells, is_log=True))
    if start <= 0 <= end:
        pieces.append(Piece(0.0, 0.0, 1))
    if above > 0:
        cells = max(round(count * above / (below + above)), 1)
        pieces.append(Piece(max(start, TINY), cells / above, cells, is_log=True))
    return pieces or _in_equal_widths(start, end, count)


def refined_partition(
    found: Sequence[Cells], goal: float, least: int, most: int, pieces: int
) -> tuple[Partition, int]:
    """Cut scores again so that what the cells leave open falls below a goal.

    Parameters
    ----------
    found : sequence of Cells
        The cells so far, of one or several groups of rows, which all get the same partition.
    goal : float
        How much of the area under its PR curve the cells of each group may leave open.
    least, most : int
        Bounds for the number of cells.
    pieces : int
        The number of ranges of scores in which cells may have different widths.

    Returns
    -------
    partition : list of Piece
    count : int
        The number of cells.

    Notes
    -----
    A cell of ``e`` keys that leaves ``g`` open leaves about ``g h / e`` when it is cut into cells
    of ``h`` keys. So a piece of ``w`` keys with ``B`` cells leaves ``G / B`` with
    ``G = w sum(g / e)``, and the best shares of cells are proportional to ``sqrt(G)``: together
    they leave ``sum(sqrt(G))^2 / B``. Each knot goes where it lowers that sum most.
    """
    # There are no scores between two cells.
    grid = np.unique(np.concatenate([end for cells in found for end in (cells.low, cells.high)]))
    keys = _keys(grid)
    # For each group, the sum of g / e between two neighbouring places.
    dense = np.array([_density(cells, grid, keys) for cells in found])
    knots = _knots(keys, dense.sum(axis=0), pieces)
    gaps = _wide(keys[knots[1:]], keys[knots[:-1]]) * np.add.reduceat(dense, knots[:-1], axis=1)
    root = np.sqrt(gaps.sum(axis=0))
    share = np.maximum(root / (root.sum() or 1.0), _LEAST_SHARE)
    needed = float((gaps / share).sum(axis=1).max()) / goal
    count = int(np.clip(needed, least, most))
    counts = np.ceil(count * share).astype(int).tolist()
    return partition_between(grid[knots].tolist(), counts), count


def _keys(scores: Array) -> NDArray[np.uint64]:
    """Return the keys of floats, counted from the lowest float on."""
    # Adding 0 turns a negative zero into zero.
    bits = (np.asarray(scores, np.float64) + 0.0).view(np.uint64)
    top = np.uint64(2**63)
    return np.where(bits >= top, ~bits, bits | top)


def _wide(ends: Array, starts: Array) -> Array:
    """Return how many keys there are between places."""
    # Differences before the conversion to floats: those of whole numbers are exact.
    wide: Array = (ends - starts).astype(np.float64)
    return wide


def _density(cells: Cells, grid: Array, keys: Array) -> Array:
    """Return how much a cell of one key would leave open between two neighbouring places."""
    low, high, gaps = (one[::-1] for one in (cells.low, cells.high, cells.gaps()))
    cell = np.maximum(np.searchsorted(low, grid[:-1], side="right") - 1, 0)
    # Elsewhere nothing is open.
    inside = (grid[:-1] >= low[cell]) & (grid[:-1] < high[cell])
    e = np.maximum(_wide(_keys(high), _keys(low)), 1.0)[cell]
    return np.where(inside, gaps[cell] * (_wide(keys[1:], keys[:-1]) / e) / e, 0.0)


def _knots(keys: Array, dense: Array, pieces: int) -> list[int]:
    """Return where pieces begin and end: the ends, and the best knots, added one by one."""
    knots = [0, keys.size - 1]
    offers = [_best_between(keys, dense, *knots)]
    while len(knots) <= pieces:
        best = int(np.argmax([gain for gain, _ in offers]))
        gain, knot = offers[best]
        if gain <= 0:
            break
        knots.insert(best + 1, knot)
        ends = knots[best : best + 3]
        offers[best : best + 1] = [_best_between(keys, dense, *two) for two in pairwise(ends)]
    return knots


def _best_between(keys: Array, dense: Array, start: int, end: int) -> tuple[float, int]:
    """Return how much the best knot between two others lowers what stays open, and that knot."""
    if end - start < 2:
        return 0.0, start
    own, inner = dense[start:end], keys[start + 1 : end]
    left = _wide(inner, keys[start]) * np.cumsum(own[:-1])
    # Added from the end, so that no small sum is the difference of two large ones.
    right = _wide(keys[end], inner) * np.cumsum(own[:0:-1])[::-1]
    after = np.sqrt(left) + np.sqrt(right)
    k = int(np.argmin(after))
    whole = np.sqrt(_wide(keys[end], keys[start]) * own.sum())
    return float(whole - after[k]), start + 1 + k
