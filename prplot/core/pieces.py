"""Monotone maps of scores to the numbers of cells, in pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, log

import numpy as np

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


Layout = Sequence[Piece]


def laid_out(
    knots: Sequence[float], counts: Sequence[int], in_logs: Sequence[bool] | None = None
) -> Layout:
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


def even(low: float, high: float, count: int) -> Layout:
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
