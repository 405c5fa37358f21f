"""Units of mass in which no sum or product of masses is too large or too small for a float.

Weights may be of any size, and so may counts that are given. What follows from them depends on
their ratios only. So they are counted in another unit, a power of two, which rounds nothing.
"""

import math
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

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
