"""Partitions: how scores are cut into cells, at first and again where cells leave too much open.

A partition is a monotone map from scores to the numbers of cells, in pieces. Each piece has cells
of equal width, of the scores or of their logarithms.
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
_LARGEST = float(np.finfo(np.float64).max)
# Subnormal widths are multiplied by this before something is divided by them.
_BOOST = 2.0**600
# A narrower place, as a share of the range of scores, can't be cut into cells of equal width.
_LEAST_WIDTH = 1e-280
# A cell with a larger share of what is open leaves much open.
_MUCH = 0.2
# Where the cells at the ends of the range are also cut, as shares of their width.
_ZOOM = (2.0**-14, 2.0**-28, 2.0**-42)
# Each piece gets at least this share of the cells.
_LEAST_SHARE = 1e-6
# Floats between a number and its double.
_DOUBLE = 2.0**52
# Logarithms are taken if they leave so many times less open, over as many doublings.
_WORTH, _DOUBLINGS = 4.0, 2.0


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
        Not 1 if the scale alone would overflow.
    is_log : bool
        Whether cells have equal widths of logarithms. Such a piece does not contain 0.
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


def even_partition(low: float, high: float, count: int) -> Partition:
    """Cut all scores into cells of equal width."""
    return partition_between([low, high], [count])


def partition_between(
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
        Scores in different cells are in the order of the cells despite rounding, since differences,
        products with a positive number and `floor` are monotone in floats, too; logarithms may not
        be, in their last digit.
    """
    pieces: list[Piece] = []
    # From 1 on: 0 and negative zero would be two cells.
    offset = 1.0
    in_logs = [False] * len(counts) if in_logs is None else in_logs
    for start, end, count, is_log in zip(knots[:-1], knots[1:], counts, in_logs, strict=True):
        cut = _in_logs if is_log else _in_equal_widths
        for piece, cells in cut(float(start), float(end), int(count)):
            pieces.append(replace(piece, offset=offset))
            # Rounding may put a score into the cell beside that of exact arithmetic.
            offset += cells + 2
    return pieces


def _in_equal_widths(start: float, end: float, count: int) -> list[tuple[Piece, int]]:
    width = end - start
    # Python's floats: a count divided by a subnormal width is infinite without a warning.
    if width <= 0:
        return [(Piece(start, 0.0), count)]
    if count / width < inf:
        return [(Piece(start, count / width), count)]
    return [(Piece(start, min(count / (width * _BOOST), _LARGEST), boost=_BOOST), count)]


def _in_logs(start: float, end: float, count: int) -> list[tuple[Piece, int]]:
    """Cut negative and positive scores separately; 0 is a piece of its own."""
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


def refined_partition(
    found: Sequence[Cells], goal: float, least: int, most: int, pieces: int, crowds: bool = False
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
    crowds : bool, default False
        Whether a piece begins at each cell that leaves much open, because the last partition left
        more open than expected.

    Returns
    -------
    partition : list of Piece
    count : int
        The number of cells.

    Notes
    -----
    A cell of width ``e`` that leaves ``g`` open leaves about ``g h / e`` when it is cut into cells
    of width ``h``. So a piece of width ``w`` with ``B`` cells leaves ``G / B`` with ``G = w sum(g /
    e)``, and the best shares of cells are proportional to ``sqrt(G)``: together they leave
    ``sum(sqrt(G))^2 / B``. Each knot is put where it lowers that sum most. Widths are those of the
    scores, or of their logarithms where these leave less open, as for scores over many decades.
    """
    # There are no scores between two cells.
    grid = np.unique(np.concatenate([end for cells in found for end in (cells.low, cells.high)]))
    scales = _scales(found, grid)
    first = {0, grid.size - 1}.union(*(_crowd(cells, grid) for cells in found if crowds))
    knots = _knots(scales, pieces, sorted(first))
    gaps, in_logs = _cheapest(scales, knots)
    root = np.sqrt(gaps.sum(axis=0))
    share = np.maximum(root / (root.sum() or 1.0), _LEAST_SHARE)
    needed = float((gaps / share).sum(axis=1).max()) / goal
    count = int(np.clip(needed, least, most))
    counts = np.ceil(count * share).astype(int).tolist()
    return partition_between(*_zoomed(grid, knots, counts, in_logs.tolist())), count


@dataclass(frozen=True)
class _Scale:
    """A scale, of scores or of logarithms, on which cells may have equal widths.

    Attributes
    ----------
    x : ndarray, shape (n,)
        The places where pieces may begin or end, ascending.
    open : ndarray of float, shape (groups, n - 1)
        What cells of width 1 would leave open between two places, in each group.
    """

    x: Array
    open: Array

    def left(self, start: int, end: int) -> Array:
        """Return G between the first place and each of the inner ones."""
        wide = _widths(self.x[start + 1 : end], self.x[start])
        return np.asarray(wide * np.cumsum(self.open[:, start : end - 1].sum(axis=0)))

    def right(self, start: int, end: int) -> Array:
        """Return G between each of the inner places and the last."""
        wide = _widths(self.x[end], self.x[start + 1 : end])
        # Added from the end, so that no small sum is the difference of two large ones.
        total: Array = wide * np.cumsum(self.open[:, start + 1 : end].sum(axis=0)[::-1])[::-1]
        return total

    def whole(self, start: int, end: int) -> Array:
        """Return G between two places, for each group."""
        total: Array = _widths(self.x[end], self.x[start]) * self.open[:, start:end].sum(axis=1)
        return total


def _scales(found: Sequence[Cells], grid: Array) -> tuple[_Scale, _Scale]:
    """Return the scale of the scores, and one of their logarithms.

    The ordinal numbers of floats are nearly logarithms: there are as many floats between 1 and 2 as
    between 2 and 4. They are whole, so that their differences are exact over all decades.
    """
    # In units of the range, so that widths are not large.
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
        # In a cell over many doublings that leaves much open, scores may crowd at the low end.
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
    # Differences before the conversion to floats: those of whole places are exact.
    wide: Array = (ends - starts).astype(np.float64)
    return np.where(wide > _LEAST_WIDTH, wide, 1.0)


def _numbers(scores: Array) -> Array:
    """Return the ordinal numbers of floats, counted from the lowest float on."""
    # Adding 0 turns a negative zero into zero.
    bits = (np.asarray(scores, np.float64) + 0.0).view(np.uint64)
    top = np.uint64(2**63)
    return np.asarray(np.where(bits >= top, ~bits, bits | top))


def _crowd(cells: Cells, grid: Array) -> set[int]:
    """Return the place where the cell that leaves most open begins, if it leaves much open."""
    gaps = cells.gaps()
    k = int(np.argmax(gaps))
    return {int(np.searchsorted(grid, cells.low[k]))} if gaps[k] > _MUCH * gaps.sum() else set()


def _knots(scales: tuple[_Scale, _Scale], pieces: int, first: list[int]) -> list[int]:
    """Return where pieces begin and end: the first knots, and the best ones added one by one."""
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


def _best_between(scales: tuple[_Scale, _Scale], start: int, end: int) -> tuple[float, int]:
    """Return how much the best knot between two others lowers what stays open, and that knot."""
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


def _cheapest(scales: tuple[_Scale, _Scale], knots: list[int]) -> tuple[Array, NDArray[np.bool_]]:
    """Return G between neighbouring knots for each group, and whether cells are in logarithms."""
    linear, logs = (
        np.array([scale.whole(*ends) for ends in pairwise(knots)]).T for scale in scales
    )
    floats = scales[1].x[knots]
    is_long = (floats[1:] - floats[:-1]).astype(np.float64) > _DOUBLINGS * _DOUBLE
    in_logs: NDArray[np.bool_] = is_long & (logs.sum(axis=0) < linear.sum(axis=0))
    # Between a number and its double it makes no difference.
    either = np.where(is_long, linear, np.minimum(linear, logs / _WORTH))
    return np.where(in_logs, logs / _WORTH, either), in_logs


def _zoomed(
    grid: Array, knots: list[int], counts: list[int], in_logs: list[bool]
) -> tuple[list[float], list[int], list[bool]]:
    """Return knots, counts and logarithms with more knots near the ends of the range.

    A first or last piece of a single cell is cut there: saturated scores crowd in a tiny part of
    it.
    """
    places, cut, logs = grid[knots].tolist(), list(counts), list(in_logs)
    # A cell has two borders, and the gap to the next cell may belong to the piece.
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
