"""How scores are cut into cells: monotone maps of scores to the numbers of cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.cells import Cells

Array = NDArray[Any]

_LARGEST = float(np.finfo(np.float64).max)
# Shares of the range of scores: one as wide can't be cut further.
_LEAST_WIDTH = 1e-280
# A cell with so large a share of what is open leaves much.
_MUCH = 0.2
# Where the cells at the ends of the range are cut also, as shares of their width.
_ZOOM = (2.0**-14, 2.0**-28, 2.0**-42)
# Each piece gets this share of the cells, whatever is expected of it.
_LEAST_SHARE = 1e-6


@dataclass(frozen=True)
class Piece:
    """Scores from `start` on, cut into cells of equal width.

    Score ``s`` is in cell ``floor((s - start) * scale) + offset``.

    Attributes
    ----------
    start : float
    scale : float
        Cells for each unit of the score.
    offset : float
        A whole number that no better cell of a lower piece reaches.
    """

    start: float
    scale: float
    offset: float


Layout = Sequence[Piece]


def laid_out(knots: Sequence[float], counts: Sequence[int]) -> Layout:
    """Cut the scores between neighbouring knots into cells of equal width.

    Parameters
    ----------
    knots : sequence of float, length k + 1
        Ascending; the first is the lowest score and the last the highest.
    counts : sequence of int, length k
        How many cells are wanted between two knots.

    Returns
    -------
    list of Piece
        Scores in different cells are in the order of the cells whatever is rounded on the way,
        since a difference, a product with a positive number and `floor` never fall.
    """
    pieces = []
    # Not 0: a negative zero would be a cell of its own.
    offset = 1.0
    for start, end, count in zip(knots[:-1], knots[1:], counts, strict=True):
        # Of Python's floats: counts by widths of subnormal numbers are infinite without a warning.
        width = float(end) - float(start)
        scale = min(count / width, _LARGEST) if width > 0 else 0.0
        pieces.append(Piece(start, scale, offset))
        # Rounding may put a score into the cell beside that of exact arithmetic.
        offset += count + 2
    return pieces


def even(low: float, high: float, count: int) -> Layout:
    """Cut all scores into cells of equal width."""
    return laid_out([low, high], [count])


def relaid(
    found: Sequence[Cells], goal: float, least: int, most: int, pieces: int, crowds: bool = False
) -> tuple[Layout, int]:
    """Cut scores anew so that what the cells leave open falls below a goal.

    Parameters
    ----------
    found : sequence of Cells
        The cells so far; of several groups of rows if all are to be cut in one way.
    goal : float
        What all cells of each group may leave open of the area under its PR curve.
    least, most : int
        Bounds for the number of cells.
    pieces : int
        In how many ranges of scores cells may have different widths.
    crowds : bool, default False
        Whether a piece begins at each cell that leaves much open, where expectations failed.

    Returns
    -------
    layout : list of Piece
    count : int
        The number of cells.

    Notes
    -----
    A cell of width ``e`` that leaves ``g`` open leaves about ``g h / e`` when it is cut into cells
    of width ``h``. So a piece of width ``w`` with ``B`` cells leaves ``G / B`` with ``G = w sum(g /
    e)``, and the best shares of cells are proportional to ``sqrt(G)``: together they leave
    ``sum(sqrt(G))^2 / B``. Each knot is put where it lowers that sum most.
    """
    grid = np.unique(np.concatenate([_borders(cells) for cells in found]))
    # In units of the range, so that widths are no large numbers; differences keep all digits.
    span = grid[-1] - grid[0]
    x = grid / span
    each = np.array([_density(cells, x, span) for cells in found])
    first = {0, x.size - 1}.union(*(_crowd(cells, grid) for cells in found if crowds))
    knots = _knots(x, each.sum(axis=0), pieces, sorted(first))
    gaps = np.diff(x[knots]) * np.diff(each[:, knots], axis=1)
    root = np.sqrt(gaps.sum(axis=0))
    share = np.maximum(root / (root.sum() or 1.0), _LEAST_SHARE)
    needed = float((gaps / share).sum(axis=1).max()) / goal
    count = int(np.clip(needed, least, most))
    counts = np.ceil(count * share).astype(int).tolist()
    return laid_out(*_zoomed(grid, knots, counts)), count


def _borders(cells: Cells) -> Array:
    """Return where cells begin and end, ascending; there are no scores between two cells."""
    return np.column_stack([cells.low, cells.high])[::-1].ravel()


def _density(cells: Cells, x: Array, span: float) -> Array:
    """Return the sum over the cells below each place of what they leave open for each width."""
    borders = _borders(cells) / span
    width, gaps = borders[1::2] - borders[::2], cells.gaps()[::-1]
    each = np.where(width > 0, gaps / np.maximum(width, _LEAST_WIDTH), 0.0)
    below = np.append(0.0, np.cumsum(each))
    found: Array = np.interp(x, borders, np.column_stack([below[:-1], below[1:]]).ravel())
    return found


def _crowd(cells: Cells, grid: Array) -> set[int]:
    """Return where the cell begins that leaves most open, if it leaves much."""
    gaps = cells.gaps()
    k = int(np.argmax(gaps))
    return {int(np.searchsorted(grid, cells.low[k]))} if gaps[k] > _MUCH * gaps.sum() else set()


def _knots(x: Array, dense: Array, pieces: int, first: list[int]) -> list[int]:
    """Return where pieces begin and end: the first knots, and each the best that can be added."""
    knots = list(first)
    offers = [_best_between(x, dense, *ends) for ends in pairwise(knots)]
    while len(knots) <= pieces:
        best = int(np.argmax([gain for gain, _ in offers]))
        gain, knot = offers[best]
        if gain <= 0:
            break
        knots.insert(best + 1, knot)
        offers[best : best + 1] = [
            _best_between(x, dense, knots[i], knots[i + 1]) for i in (best, best + 1)
        ]
    return knots


def _zoomed(grid: Array, knots: list[int], counts: list[int]) -> tuple[list[float], list[int]]:
    """Cut a piece that is just the first or the last cell of all also near the end of the range.

    Saturated scores crowd at the ends, most of them within a tiny part of that one cell.
    """
    places, cut = grid[knots].tolist(), list(counts)
    # A cell has two borders, and what lies up to the next cell may come with it.
    if knots[-2] >= max(grid.size - 3, 2):
        width = places[-1] - places[-2]
        places[-1:-1] = [places[-1] - width * share for share in _ZOOM]
        cut += [counts[-1]] * len(_ZOOM)
    if knots[1] <= 2:
        width = places[1] - places[0]
        places[1:1] = [places[0] + width * share for share in reversed(_ZOOM)]
        cut[:0] = [counts[0]] * len(_ZOOM)
    return places, cut


def _best_between(x: Array, dense: Array, start: int, end: int) -> tuple[float, int]:
    """Return by how much a knot between two others lowers what stays open at best, and which."""
    if end - start < 2:
        return 0.0, start
    inner = slice(start + 1, end)
    left = np.sqrt((x[inner] - x[start]) * (dense[inner] - dense[start]))
    right = np.sqrt((x[end] - x[inner]) * (dense[end] - dense[inner]))
    whole = np.sqrt((x[end] - x[start]) * (dense[end] - dense[start]))
    k = int(np.argmin(left + right))
    return float(whole - (left + right)[k]), start + 1 + k
