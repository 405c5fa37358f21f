"""A score and its label in one integer, so that one plain sort ranks all rows."""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array

# So few at a time that all that is computed on the way stays in the processor's cache.
CHUNK = 2**14


class KeyCode(NamedTuple):
    """How scores of one type and range are packed.

    Attributes
    ----------
    scores_type : dtype
        Integers, or floats of 2, 4 or 8 bytes.
    best : int
        The highest score, read as an integer.
    span : int
        Number of keys that there may be, at most 2^64.
    unit : float
        The power of two that scores are multiplied by.
    """

    scores_type: np.dtype[Any]
    best: int
    span: int
    unit: float = 1.0

    @property
    def keys_type(self) -> np.dtype[Any]:
        """The shortest type that holds all keys: half as long is sorted twice as fast."""
        return np.dtype(np.uint32 if self.span <= 2**32 else np.uint64)

    def pack(self, scores: Array, is_positive: NDArray[np.bool_], keys: Array) -> None:
        """Fill in the keys of some scores and labels, `CHUNK` of them at most."""
        # Integers wrap around: what overflows on the way is back in range at the end.
        best = np.array(self.best % 2 ** (8 * keys.itemsize), keys.dtype)
        below = _as_integers(scores, self.unit).astype(keys.dtype)
        np.subtract(best, below, out=below)
        # Types are changed where values are copied: changed within a sum they take twice as long.
        keys[...] = is_positive
        keys += below
        keys += below

    def scores_of(self, keys: Array) -> Array:
        """Return the scores of keys."""
        whole = np.array(self.best % 2**64, np.uint64) - (keys >> 1).astype(np.uint64)
        if self.scores_type.kind != "f":
            return whole.astype(self.scores_type)
        bits = whole.astype(_bits_type(self.scores_type))
        _mirror(bits)
        return np.asarray(bits.view(self.scores_type) / self.unit)


def key_code(scores: Array, lowest: Any, best: Any) -> KeyCode | None:
    """Find out how to pack scores.

    Parameters
    ----------
    scores : ndarray
        Finite numbers.
    lowest, best : scalar of their type
        The ends of their range.

    Returns
    -------
    KeyCode or None
        None if keys would not tell all of them apart.
    """
    if scores.dtype.char in np.typecodes["AllFloat"] and scores.dtype.char not in "efd":
        return None
    both_signs = scores.dtype.char in "fd" and lowest < 0 < best
    unit = _unit_of(lowest, best) if both_signs else 1.0
    if unit != 1 and not _is_exact(scores, unit):
        return None
    low, high = _as_integers(np.array([lowest, best], scores.dtype), unit).tolist()
    # Of floats this holds by now; of long integers it may not.
    return KeyCode(scores.dtype, high, 2 * (high - low + 1), unit) if high - low < 2**63 else None


def _unit_of(lowest: Any, best: Any) -> float:
    """Return the power of two that brings the larger magnitude below 2."""
    exponent = math.frexp(max(abs(float(lowest)), abs(float(best))))[1]
    return 2.0 ** min(1 - exponent, 0)


def _is_exact(scores: Array, unit: float) -> bool:
    """Tell whether multiplying by a power of two, at most 1, rounds nothing."""
    least = np.finfo(scores.dtype).smallest_normal / unit
    parts = (scores[start : start + CHUNK] for start in range(0, scores.size, CHUNK))
    with np.errstate(under="ignore"):
        # Zeros and the smallest numbers, which few data hold, are looked at more closely.
        return all(
            np.abs(part).min() >= least or (part * unit * (1 / unit) == part).all()
            for part in parts
        )


def _as_integers(scores: Array, unit: float) -> Array:
    """Return integers in the order of scores, and equal where they are."""
    if scores.dtype.kind != "f":
        return scores
    # The sum turns the negative zero, which ties with zero, into it.
    floats = (scores if unit == 1 else scores * unit) + 0.0
    bits = floats.view(_bits_type(scores.dtype))
    _mirror(bits)
    return bits


def _bits_type(floats_type: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype(f"i{floats_type.itemsize}")


def _mirror(bits: Array) -> None:
    """Turn the order of the negative ones around, in place; twice is as before."""
    # A float holds sign and magnitude: of the negative ones the higher bits are the lower numbers.
    mirrored = bits >> (8 * bits.itemsize - 1)
    mirrored &= 2 ** (8 * bits.itemsize - 1) - 1
    bits ^= mirrored


Indices = NDArray[np.intp]

# What a key and a row share.
BITS = 64


def descending(scores: Array) -> Indices:
    """Return the rows of scores of any type, the best first."""
    # The last row of a tie comes first when the order is turned around.
    return scores.size - 1 - np.argsort(scores[::-1], kind="stable")[::-1]


def order_of_keys(keys: Array, span: int) -> Indices:
    """Return the rows of keys, the lowest first.

    Parameters
    ----------
    keys : ndarray of unsigned int, shape (n,)
    span : int
        All keys are below it.

    Returns
    -------
    ndarray of int, shape (n,)

    Notes
    -----
    A sort of integers is several times faster than finding an order. So key and row share one
    integer, and what does not fit is cut out of the key: then few rows stand wrong, all among those
    with which they share what is before the cut, and these are put right. The last bit stays, which
    tells the classes of a tie apart: so ties, of which there may be many, stand right.
    """
    bits = (keys.size - 1).bit_length()
    cut = max((span - 1).bit_length() + bits - BITS, 0)
    joined = (keys >> (cut + 1)).astype(np.uint64, copy=False)
    joined <<= 1
    joined |= keys & 1
    joined <<= bits
    joined |= np.arange(keys.size, dtype=np.uint64)
    joined.sort()
    joined &= 2**bits - 1
    order = joined.view(np.int64).astype(np.intp, copy=False)
    if cut:
        _put_right(order, keys[order], cut)
    return order


def _put_right(order: Indices, keys: Array, cut: int) -> None:
    """Order the rows that share what is before the cut, where that is not done."""
    wrong = np.flatnonzero(keys[1:] < keys[:-1])
    shared = keys >> (cut + 1)
    # Where runs of shared bits start counts up, and down where they stop.
    edges = np.zeros(keys.size + 1, np.int8)
    edges[np.searchsorted(shared, shared[wrong])] = 1
    edges[np.searchsorted(shared, shared[wrong], side="right")] -= 1
    rows = np.flatnonzero(np.cumsum(edges[:-1], dtype=np.int8))
    order[rows] = order[rows[np.argsort(keys[rows], kind="stable")]]
