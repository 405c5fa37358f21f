"""What floats would spoil: units of mass, long products, whole numbers, exact types.

Weights may be of any size, and so may counts that are given. What follows from them depends on
their ratios only. So they are counted in another unit, a power of two, which rounds nothing, and
products that no integer of numpy's holds are compared by long multiplication.
"""

import math
from dataclasses import dataclass
from sys import float_info
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array

# Powers of two between which no product of a few masses leaves the range of floats.
_ORDINARY = 200
# No more than this and no less than its inverse, so that sums of both classes have room.
_MOST = 1000


@dataclass(frozen=True)
class Unit:
    """A unit of mass.

    Attributes
    ----------
    exponent : int
        Of the power of two that it is.
    """

    exponent: int

    @classmethod
    def of(cls, pos: float, neg: float) -> Self:
        """Return 1 for ordinary totals of two classes, else about the total of the positives.

        That is what gains have the square of. It is less or more if the negatives need the room.
        """
        exponents = [math.frexp(total)[1] for total in (pos, neg) if total] or [0]
        low, high = min(exponents), max(exponents)
        if low > -_ORDINARY and high < _ORDINARY:
            return cls(0)
        return cls(max(min(exponents[0], low + _MOST), high - _MOST))

    def count(self, masses: Any) -> Any:
        """Return masses in this unit."""
        return np.ldexp(masses, -self.exponent) if self.exponent else masses

    def masses(self, counted: Any) -> Any:
        """Return the masses of what was counted in this unit."""
        return np.ldexp(counted, self.exponent) if self.exponent else counted


# Two factors and their product are rounded by half a unit in the last place each.
_ROUNDING = 4 * float_info.epsilon
_HALF = np.uint64(32)
_LOW = np.uint64(2**32 - 1)


def is_more(a: Array, b: Array, c: Array, d: Array) -> NDArray[np.bool_]:
    """Tell where ``a b > c d``, exactly.

    Parameters
    ----------
    a, b, c, d : ndarray of int64, shape (n,)
        All 0 or more.

    Returns
    -------
    ndarray of bool, shape (n,)
    """
    one, other = a.astype(np.float64), c.astype(np.float64)
    one *= b
    other *= d
    found: NDArray[np.bool_] = one > other
    # Floats tell nearly all apart, and twice the work is needed for the others only.
    close = np.flatnonzero(np.abs(one - other) <= _ROUNDING * (one + other))
    if close.size:
        high, low = _product(a[close], b[close])
        other_high, other_low = _product(c[close], d[close])
        found[close] = (high > other_high) | ((high == other_high) & (low > other_low))
    return found


def _product(a: Array, b: Array) -> tuple[Array, Array]:
    """Return the higher and the lower 64 bits, by long multiplication of halves."""
    a, b = a.astype(np.uint64), b.astype(np.uint64)
    a1, a0, b1, b0 = a >> _HALF, a & _LOW, b >> _HALF, b & _LOW
    # None of these sums overflows: a1 and b1 are below 2^31.
    middle = a1 * b0 + (a0 * b0 >> _HALF)
    carried = a0 * b1 + (middle & _LOW)
    return a1 * b1 + (middle >> _HALF) + (carried >> _HALF), a * b


# Products of counts up to here fit the integers that numpy computes with.
LARGEST_PRODUCT = 2**62


def whole_if_possible(counts: Array) -> Array:
    """Return counts as integers if they are whole: so are the masses of whole weights."""
    if counts.dtype.kind == "i" or counts[-1] >= 2**53 or (counts != np.rint(counts)).any():
        return counts
    return counts.astype(np.int64)


def in_shared_unit(*masses: float) -> list[int]:
    """Return masses, exactly, as whole numbers of a unit that they share."""
    ratios = [mass.as_integer_ratio() for mass in masses]
    # Those of floats are powers of two, so that the largest is a multiple of all others.
    unit = max(denominator for _, denominator in ratios)
    return [whole * (unit // denominator) for whole, denominator in ratios]


def exact_type(*scores: Array) -> np.dtype[Any]:
    """Return a float type that tells scores apart: integers beyond 2^53 need the longer one."""
    ends = [(a.min(), a.max()) if a.size else (0, 0) for a in scores]
    types = (_exact_type(a.dtype, end) for a, end in zip(scores, ends, strict=True))
    return np.result_type(*types)


def _exact_type(scores_type: np.dtype[Any], ends: tuple[Any, Any]) -> np.dtype[Any]:
    whole = scores_type.kind in "iu" and max(abs(int(end)) for end in ends) > 2**53
    return np.result_type(scores_type, np.longdouble if whole else np.float64)
