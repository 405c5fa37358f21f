"""Exact arithmetic: units of mass, whole numbers, exact types.

Weights and given counts may be of any size, but only their ratios matter. So masses are scaled by a
power of two, which is exact.
"""

import math
from sys import float_info
from typing import Any, NamedTuple, Self

import numpy as np

from prplot.core.checks import Array

# Products of a few masses between these powers of two stay within the range of floats.
_ORDINARY = 200
# Units lie between this power of two and its inverse, so that sums of both classes have room.
_MOST = 1000
# The largest product of counts that numpy's integers are trusted with.
LARGEST_PRODUCT = 2**62


class Unit(NamedTuple):
    """A unit of mass: a power of two.

    Attributes
    ----------
    exponent : int
        Of that power.
    """

    exponent: int

    @classmethod
    def of(cls, pos: float, neg: float) -> Self:
        """Return 1 for ordinary totals of two classes, else about the total of the positives.

        Gains contain the square of that total. The unit is smaller or larger if the negatives need
        it.
        """
        exponents = [math.frexp(total)[1] for total in (pos, neg) if total] or [0]
        low, high = min(exponents), max(exponents)
        if low > -_ORDINARY and high < _ORDINARY:
            return cls(0)
        return cls(max(min(exponents[0], low + _MOST), high - _MOST))

    @staticmethod
    def decades(pos: float, neg: float) -> float:
        """Return how many powers of ten the totals of two classes, not 0, are apart."""
        return abs(math.log10(pos) - math.log10(neg))

    def count(self, masses: Any) -> Any:
        """Return masses in this unit."""
        return np.ldexp(masses, -self.exponent) if self.exponent else masses

    def masses(self, counted: Any) -> Any:
        """Return the masses of what was counted in this unit: the inverse of `count`."""
        return np.ldexp(counted, self.exponent) if self.exponent else counted


def have_exact_sums(weights: Array) -> bool:
    """Return whether all sums of these positive numbers are exact."""
    if weights.dtype.kind != "f":
        return True
    parts, exponents = np.frexp(weights)
    whole = np.ldexp(parts, float_info.mant_dig).astype(np.int64)
    # All are multiples of the lowest bit that any of them has.
    lowest = np.frexp((whole & -whole).astype(np.float64))[1] - 1 + exponents - float_info.mant_dig
    return math.frexp(float(weights.sum()))[1] - int(lowest.min()) <= float_info.mant_dig


def whole_if_possible(counts: Array) -> Array:
    """Return counts as integers if they are whole, as the masses of whole weights are."""
    if counts.dtype.kind == "i" or counts[-1] >= 2**53 or (counts != np.rint(counts)).any():
        return counts
    return counts.astype(np.int64)


def exact_type(*scores: Array) -> np.dtype[Any]:
    """Return a float type that keeps different scores different.

    Integers beyond 2^53 need a longer one than float64.
    """
    ends = [(a.min(), a.max()) if a.size else (0, 0) for a in scores]
    types = (exact_type_between(a.dtype, end) for a, end in zip(scores, ends, strict=True))
    return np.result_type(*types)


def exact_type_between(scores_type: np.dtype[Any], ends: tuple[Any, Any]) -> np.dtype[Any]:
    """Return a float type that keeps scores of a type different, given their lowest and highest."""
    whole = scores_type.kind in "iu" and max(abs(int(end)) for end in ends) > 2**53
    return np.result_type(scores_type, np.longdouble if whole else np.float64)
