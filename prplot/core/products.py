"""Products of counts that no integer of numpy's holds, compared exactly."""

from sys import float_info
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

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
