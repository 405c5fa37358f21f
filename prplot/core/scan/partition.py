"""How scores are cut into cells: at first, and anew where cells leave too much open.

A partition is a monotone map of scores to the numbers of cells, in pieces.
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

# The smallest positive float: logarithms are taken from there on.
TINY = 5e-324
_LARGEST = float(np.finfo(np.float64).max)
# Widths of subnormal numbers are made larger before they are divided by.
_BOOST = 2.0**600


@dataclass(frozen=True)
class Piece:
    """Scores from `start` on, cut into cells of equal width, or of equal width of logarithms.

    Score ``s`` is in cell ``floor((s - start) * boost * scale) + offset``. In logarithms ``log(s)``
    and ``log(start)`` stand for the two, or ``-log(-s)`` and ``-log(-start)`` below 0.

    Attributes
    ----------
    start : float
    scale : float
        Cells for each unit of the score, or of its logarithm.
    offset : float
        A whole number that no better cell of a lower piece reaches.
    boost : float
        Not 1 if the scale alone were no float.
    is_log : bool
        Whether cells have equal widths of logarithms. Then 0 is not within.
    """

    start: float
    scale: float
    offset: float = 0.0
    boost: float = 1.0
    is_log: bool = False

    @property
    def origin(self) -> float:
        """Where the cells begin, on the scale on which they have equal widths."""
        if not self.is_log:
            return self.start
        return -log(-self.start) if self.start < 0 else log(self.start)


Partition = Sequence[Piece]


def laid_out(
    knots: Sequence[float], counts: Sequence[int], in_logs: Sequence[bool] | None = None
) -> Partition:
    """Cut the scores between neighbouring knots into cells of equal width.

    Parameters
    ----------
    knots : sequence of float, length k + 1
        Ascending; the first is the lowest score and the last the highest.
    counts : sequence of int, length k
        How many cells are wanted between two knots.
    in_logs : sequence of bool, length k, optional
        Between which knots cells have equal widths of logarithms.

    Returns
    -------
    list of Piece
        Scores in different cells are in the order of the cells whatever is rounded on the way,
        since a difference, a product with a positive number and `floor` never fall; logarithms
        may, by their last digit.
    """
    pieces: list[Piece] = []
    # Not 0: a negative zero would be a cell of its own.
    offset = 1.0
    in_logs = [False] * len(counts) if in_logs is None else in_logs
    for start, end, count, is_log in zip(knots[:-1], knots[1:], counts, in_logs, strict=True):
        cut = _in_logs if is_log else _in_equal_widths
        for piece, cells in cut(float(start), float(end), int(count)):
            pieces.append(replace(piece, offset=offset))
            # Rounding may put a score into the cell beside that of exact arithmetic.
            offset += cells + 2
    return pieces


def even(low: float, high: float, count: int) -> Partition:
    """Cut all scores into cells of equal width."""
    return laid_out([low, high], [count])


def _in_equal_widths(start: float, end: float, count: int) -> list[tuple[Piece, int]]:
    width = end - start
    # Of Python's floats: counts by widths of subnormal numbers are infinite without a warning.
    if width <= 0:
        return [(Piece(start, 0.0), count)]
    if count / width < inf:
        return [(Piece(start, count / width), count)]
    return [(Piece(start, min(count / (width * _BOOST), _LARGEST), boost=_BOOST), count)]


def _in_logs(start: float, end: float, count: int) -> list[tuple[Piece, int]]:
    """Cut scores on both sides of 0 apart, and those that are 0 from others."""
    below = log(-start) - log(max(-end, TINY)) if start < 0 else 0.0
    above = log(end) - log(max(start, TINY)) if end > 0 else 0.0
    pieces = []
    if below > 0:
        cells = max(round(count * below / (below + above)), 1)
        pieces.append((Piece(start, cells / below, is_log=True), cells))
    if start <= 0 <= end:
        pieces.append((Piece(0.0, 0.0), 0))
    if above > 0:
        cells = max(round(count * above / (below + above)), 1)
        pieces.append((Piece(max(start, TINY), cells / above, is_log=True), cells))
    return pieces or _in_equal_widths(start, end, count)


# Shares of the range of scores: one as wide can't be cut further.
_LEAST_WIDTH = 1e-280
# A cell with so large a share of what is open leaves much.
_MUCH = 0.2
# Where the cells at the ends of the range are cut also, as shares of their width.
_ZOOM = (2.0**-14, 2.0**-28, 2.0**-42)
# Each piece gets this share of the cells, whatever is expected of it.
_LEAST_SHARE = 1e-6
# Floats between a number and its double.
_DOUBLE = 2.0**52
# Logarithms are worth their price if they leave so many times less open, over as many doublings.
_WORTH, _DOUBLINGS = 4.0, 2.0


def relaid(
    found: Sequence[Cells], goal: float, least: int, most: int, pieces: int, crowds: bool = False
) -> tuple[Partition, int]:
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
    ``sum(sqrt(G))^2 / B``. Each knot is put where it lowers that sum most. Widths are those of the
    scores, or of their logarithms where these leave less open: scores over many decades.
    """
    grid = np.unique(np.concatenate([_borders(cells) for cells in found]))
    scales = _scales(found, grid)
    first = {0, grid.size - 1}.union(*(_crowd(cells, grid) for cells in found if crowds))
    knots = _knots(scales, pieces, sorted(first))
    gaps, in_logs = _cheapest(scales, knots)
    root = np.sqrt(gaps.sum(axis=0))
    share = np.maximum(root / (root.sum() or 1.0), _LEAST_SHARE)
    needed = float((gaps / share).sum(axis=1).max()) / goal
    count = int(np.clip(needed, least, most))
    counts = np.ceil(count * share).astype(int).tolist()
    return laid_out(*_zoomed(grid, knots, counts, in_logs.tolist())), count


@dataclass(frozen=True)
class _Scale:
    """Places between which scores may be cut into cells of equal width.

    Attributes
    ----------
    x : ndarray, shape (n,)
        The places on the scale, ascending.
    open : ndarray of float, shape (groups, n - 1)
        What a unit of cells leaves open between two places, of each group.
    """

    x: Array
    open: Array

    def left(self, start: int, end: int) -> Array:
        """Return G between the first place and each that follows, but for the last."""
        wide = _widths(self.x[start + 1 : end], self.x[start])
        total: Array = wide * np.cumsum(self.open[:, start : end - 1].sum(axis=0))
        return total

    def right(self, start: int, end: int) -> Array:
        """Return G between each place after the first, and the last."""
        wide = _widths(self.x[end], self.x[start + 1 : end])
        # Added from the end: no small sum is the difference of two large ones.
        total: Array = wide * np.cumsum(self.open[:, start + 1 : end].sum(axis=0)[::-1])[::-1]
        return total

    def whole(self, start: int, end: int) -> Array:
        """Return G of each group between two places."""
        total: Array = _widths(self.x[end], self.x[start]) * self.open[:, start:end].sum(axis=1)
        return total


def _scales(found: Sequence[Cells], grid: Array) -> tuple[_Scale, _Scale]:
    """Return what is open on the scale of the scores, and on one of their logarithms.

    Floats themselves are a scale of logarithms: there are as many between 1 and 2 as between 2 and
    4. Their numbers are whole, so that differences of them are exact over all decades.
    """
    # In units of the range, so that widths are no large numbers.
    span, floats = grid[-1] - grid[0], _numbers(grid)
    width = np.diff(grid)
    doublings = np.diff(floats).astype(np.float64)
    rows = []
    for cells in found:
        low, high, gaps = (one[::-1] for one in (cells.low, cells.high, cells.gaps()))
        cell = np.maximum(np.searchsorted(low, grid[:-1], side="right") - 1, 0)
        inside = (grid[:-1] >= low[cell]) & (grid[:-1] < high[cell])
        # Elsewhere nothing is open, whatever the width.
        e = np.where(inside, (high - low)[cell], span)
        numbers = np.maximum((_numbers(high) - _numbers(low)).astype(np.float64), 1.0)
        gaps = np.where(inside, gaps[cell], 0.0)
        numbers = numbers[cell]
        # Where much is open in one cell over many doublings, scores may well crowd at its low end.
        doubt = np.where(
            gaps > _MUCH * cells.gaps().sum(), np.maximum(numbers / _DOUBLE, 1) ** 2, 1
        )
        rows.append(
            (
                gaps * doubt * (width / e) / np.maximum(e / span, _LEAST_WIDTH),
                gaps * _WORTH * (doublings / numbers) / numbers,
            )
        )
    linear, logs = (np.array(one) for one in zip(*rows, strict=True))
    return _Scale(grid / span, linear), _Scale(floats, logs)


def _widths(ends: Array, starts: Array) -> Array:
    # Differences first: whole places don't lose digits by it.
    wide: Array = (ends - starts).astype(np.float64)
    # A part of the range that is too narrow for its units is no place for equal widths.
    return np.where(wide > _LEAST_WIDTH, wide, 1.0)


def _numbers(scores: Array) -> Array:
    """Return the numbers of floats in rising order, from the lowest float on."""
    # A negative zero is no other number.
    bits = (np.asarray(scores, np.float64) + 0.0).view(np.uint64)
    top = np.uint64(2**63)
    found: Array = np.where(bits >= top, ~bits, bits | top)
    return found


def _borders(cells: Cells) -> Array:
    """Return where cells begin and end, ascending; there are no scores between two cells."""
    return np.column_stack([cells.low, cells.high])[::-1].ravel()


def _crowd(cells: Cells, grid: Array) -> set[int]:
    """Return where the cell begins that leaves most open, if it leaves much."""
    gaps = cells.gaps()
    k = int(np.argmax(gaps))
    return {int(np.searchsorted(grid, cells.low[k]))} if gaps[k] > _MUCH * gaps.sum() else set()


def _cheapest(scales: tuple[_Scale, _Scale], knots: list[int]) -> tuple[Array, NDArray[np.bool_]]:
    """Return G of each group between two knots, and whether in logarithms."""
    linear, logs = (
        np.array([scale.whole(*ends) for ends in pairwise(knots)]).T for scale in scales
    )
    floats = scales[1].x[knots]
    is_long = (floats[1:] - floats[:-1]).astype(np.float64) > _DOUBLINGS * _DOUBLE
    in_logs: NDArray[np.bool_] = is_long & (logs.sum(axis=0) < linear.sum(axis=0))
    # Between a number and its double it makes no difference.
    either = np.where(is_long, linear, np.minimum(linear, logs / _WORTH))
    return np.where(in_logs, logs / _WORTH, either), in_logs


def _knots(scales: tuple[_Scale, _Scale], pieces: int, first: list[int]) -> list[int]:
    """Return where pieces begin and end: the first knots, and each the best that can be added."""
    knots = list(first)
    offers = [_best_between(scales, *ends) for ends in pairwise(knots)]
    while len(knots) <= pieces:
        best = int(np.argmax([gain for gain, _ in offers]))
        gain, knot = offers[best]
        if gain <= 0:
            break
        knots.insert(best + 1, knot)
        offers[best : best + 1] = [
            _best_between(scales, knots[i], knots[i + 1]) for i in (best, best + 1)
        ]
    return knots


def _zoomed(
    grid: Array, knots: list[int], counts: list[int], in_logs: list[bool]
) -> tuple[list[float], list[int], list[bool]]:
    """Cut a piece that is just the first or the last cell of all also near the end of the range.

    Saturated scores crowd at the ends, most of them within a tiny part of that one cell.
    """
    places, cut, logs = grid[knots].tolist(), list(counts), list(in_logs)
    # A cell has two borders, and what lies up to the next cell may come with it.
    if knots[-2] >= max(grid.size - 3, 2) and not in_logs[-1]:
        width = places[-1] - places[-2]
        places[-1:-1] = [places[-1] - width * share for share in _ZOOM]
        cut += [counts[-1]] * len(_ZOOM)
        logs += [False] * len(_ZOOM)
    if knots[1] <= 2 and not in_logs[0]:
        width = places[1] - places[0]
        places[1:1] = [places[0] + width * share for share in reversed(_ZOOM)]
        cut[:0] = [counts[0]] * len(_ZOOM)
        logs[:0] = [False] * len(_ZOOM)
    return places, cut, logs


def _best_between(scales: tuple[_Scale, _Scale], start: int, end: int) -> tuple[float, int]:
    """Return by how much a knot between two others lowers what stays open at best, and which."""
    if end - start < 2:
        return 0.0, start
    left, right, whole = (
        np.sqrt(np.minimum(*two))
        for two in (
            [scale.left(start, end) for scale in scales],
            [scale.right(start, end) for scale in scales],
            [scale.whole(start, end).sum() for scale in scales],
        )
    )
    k = int(np.argmin(left + right))
    return float(whole - (left + right)[k]), start + 1 + k
