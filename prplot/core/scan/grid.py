"""Grids: numbered cells of scores, and what is counted in each.

The first grid is dyadic: a cell of a coarser one is exactly two or more of a finer one, so that
counts of any two can be added. Further grids cut the cells of another where they leave much open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, FloatArray

Ordinals = NDArray[np.int64]

# As many scores are counted at a time as fit into the processor's cache.
CHUNK = 2**14
# Octaves that are cut finely lie within this power of two and its inverse; those beyond have so
# many times fewer cells.
_FINE = 20
_COARSE = 6
_ALL_BUT_SIGN = 2**63 - 1
_FIRST, _LAST = (1023 - _FINE) << 52, (1023 + _FINE) << 52
# Floats hold all whole numbers up to here.
MOST_EXACT = 2**53
# What an empty cell has: negatives, positives, lowest and highest score; and how more are added.
_EMPTY = (0.0, 0.0, np.inf, -np.inf)
_ADDED = (np.add, np.add, np.minimum, np.maximum)


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


def empty_table(size: int) -> FloatArray:
    """Return the table of cells in which nothing has been counted."""
    return np.tile(_EMPTY, (size, 1))


def tally(
    table: FloatArray, index: Ordinals, scores: FloatArray, is_positive: Any, masses: Any
) -> None:
    """Count examples in cells.

    Parameters
    ----------
    table : ndarray of float, shape (n_cells, 4)
        Of each cell the masses of negatives and of positives, and the lowest and highest score.
    index : ndarray of int, shape (n,)
        The number of the cell of each example.
    scores : ndarray of float, shape (2, n)
        The score of each example twice, or of several in one cell the lowest and the highest.
    is_positive : bool, or ndarray of bool, shape (n,)
    masses : float, or ndarray of float, shape (n,)
    """
    # What is counted in a cell is in one line of the processor's cache.
    flat, place = table.reshape(-1), index * 4
    np.add.at(flat, place + is_positive, masses)
    np.minimum.at(flat, place + 2, scores[0])
    np.maximum.at(flat, place + 3, scores[1])


def move(table: FloatArray, moved: Callable[[Ordinals], Ordinals]) -> None:
    """Give the cells of a table other numbers, by a function of those; equal ones are joined."""
    filled = np.flatnonzero(table[:, 2] <= table[:, 3]).astype(np.int32)
    index = moved(filled.astype(np.int64)).astype(np.int32)
    # One column after another, since a second table would double the memory.
    for column, add, empty in zip(table.T, _ADDED, _EMPTY, strict=True):
        fresh = np.full(column.size, empty)
        add.at(fresh, index, column[filled])
        column[:] = fresh


def used(table: FloatArray) -> FloatArray:
    """Return the part of a table in which something was counted."""
    return table[table[:, 2] <= table[:, 3]]


def parts(size: int) -> Iterator[slice]:
    """Yield the rows that are counted at a time."""
    for start in range(0, size, CHUNK):
        yield slice(start, start + CHUNK)


def exact(scores: Array) -> Array:
    """Return scores as floats, or as fractions if floats would round them."""
    kind, size = scores.dtype.kind, scores.dtype.itemsize
    is_long = kind in "iu" and size == 8 and max(-int(scores.min()), int(scores.max())) > MOST_EXACT
    if is_long or kind == "O" or size > 8:
        several = scores.astype(object).tolist()
        return np.array([Fraction(*one.as_integer_ratio()) for one in several], object)
    # Adding 0 turns a negative zero into zero.
    return scores.astype(np.float64) + 0.0


def ends(scores: Array) -> FloatArray:
    """Return floats between which scores lie, twice the same if they are floats."""
    low = scores.astype(np.float64, copy=False)
    if scores.dtype != object:
        return np.broadcast_to(low, (2, low.size))
    return np.array([low, np.where(low.astype(object) == scores, low, np.nextafter(low, np.inf))])
