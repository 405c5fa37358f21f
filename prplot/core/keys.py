"""A score and its label packed into one integer, so that one plain sort ranks all examples.

A key is ``2 (best - score) + label``, where scores are read as integers in their order: ascending
keys are descending scores, with the negatives of a tie before its positives. Plain integers are
sorted several times faster than the order of two arrays is found.

Floats of one sign are in the order of their bits. What lies between the best and the lowest then
leaves a bit for the label, whatever the magnitudes. Floats of both signs may span twice as much.
Multiplied by a power of two that brings them below 2 they span half of it, since no exponent above
that of 1 occurs. This is exact unless numbers near the smallest float are rounded.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

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
