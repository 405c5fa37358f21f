"""Keys: a score and its label in one integer, so that one plain sort ranks all rows.

Keys rise as scores fall, and of a tie the negatives come first: an even key is a negative, the odd
one after it a positive of the same score.
"""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array

Indices = NDArray[np.intp]
# Rows that are packed, counted and weighed at a time: few enough for all intermediate results to
# stay in the processor's cache.
CHUNK = 2**14
# The integers that floats of so many bytes are read as.
_BITS = {size: np.dtype(f"i{size}") for size in (2, 4, 8)}


class KeyCode(NamedTuple):
    """The rule by which scores of one type and range become keys.

    Attributes
    ----------
    scores_type : dtype
        Integers, or floats of 2, 4 or 8 bytes.
    best : int
        The highest score, read as an integer.
    span : int
        The number of possible keys, at most 2^64.
    unit : float
        The power of two that scores are multiplied by.
    """

    scores_type: np.dtype[Any]
    best: int
    span: int
    unit: float = 1.0

    @property
    def keys_type(self) -> np.dtype[Any]:
        """The shortest type that holds all keys: half the length is sorted twice as fast."""
        return np.dtype(np.uint32 if self.span <= 2**32 else np.uint64)

    def pack(self, scores: Array, is_positive: NDArray[np.bool_], keys: Array) -> None:
        """Write the keys of some scores and labels into `keys`.

        Best few at a time, since intermediate results are as many.
        """
        # Integers wrap around: intermediate results may overflow, the last one is in range.
        best = np.array(self.best % 2 ** (8 * keys.itemsize), keys.dtype)
        own = scores.astype(self.scores_type, copy=False)
        below = _as_integers(own, self.unit).astype(keys.dtype)
        np.subtract(best, below, out=below)
        # Types are converted while values are copied: within a sum that takes twice as long.
        keys[...] = is_positive
        keys += below
        keys += below

    def scores_of(self, keys: Array) -> Array:
        """Return the scores of keys."""
        whole = np.array(self.best % 2**64, np.uint64) - (keys >> 1).astype(np.uint64)
        if self.scores_type.kind != "f":
            return whole.astype(self.scores_type)
        bits = whole.astype(_BITS[self.scores_type.itemsize])
        _mirror(bits)
        return np.asarray(bits.view(self.scores_type) / self.unit)


def key_code(scores: Array, lowest: Any, best: Any) -> KeyCode | None:
    """Return the rule by which scores become keys.

    Parameters
    ----------
    scores : ndarray
        Finite numbers.
    lowest, best : scalar of their type
        The ends of their range.

    Returns
    -------
    KeyCode or None
        None if different scores would share a key.
    """
    kind = scores.dtype.newbyteorder("=")
    if kind.char in np.typecodes["AllFloat"] and kind.char not in "efd":
        # Long doubles that were computed as floats are no longer than those.
        if not _are_doubles(scores):
            return None
        kind = np.dtype(np.float64)
    both_signs = kind.char in "fd" and lowest < 0 < best
    unit = _unit_of(lowest, best) if both_signs else 1.0
    if unit != 1 and not _is_exact(scores, kind, unit):
        return None
    low, high = _as_integers(np.array([lowest, best], kind), unit).tolist()
    # Floats always fit here; long integers may not.
    return KeyCode(kind, high, 2 * (high - low + 1), unit) if high - low < 2**63 else None


class NearCode(NamedTuple):
    """The rule by which scores that no keys hold become keys, which a few of them may share.

    A higher score never has a lower key than another of its class, so that only those with the same
    key must be compared.

    Attributes
    ----------
    exponent : int
        The power of two that scores are divided by, so that floats of 8 bytes hold their magnitude.
    code : KeyCode
        Of the floats.
    """

    exponent: int
    code: KeyCode

    @classmethod
    def of(cls, lowest: Any, best: Any) -> Self:
        """Return the rule for scores between two ends."""
        ends = np.array([lowest, best])
        exponent = int(np.frexp(ends)[1].max())
        low, high = _as_integers(_divided(ends, exponent), 1.0).tolist()
        return cls(exponent, KeyCode(np.dtype(np.float64), high, 2 * (high - low + 1)))

    @property
    def span(self) -> int:
        """The number of possible keys, at most 2^64."""
        return self.code.span

    def pack(self, scores: Array, is_positive: NDArray[np.bool_], keys: Array) -> None:
        """Write the keys of some scores and labels into `keys`."""
        self.code.pack(_divided(scores, self.exponent), is_positive, keys)


def _divided(scores: Array, exponent: int) -> Array:
    """Return scores divided by a power of two, as floats of 8 bytes."""
    with np.errstate(under="ignore"):
        return np.ldexp(scores, -exponent).astype(np.float64)


def native(scores: Array) -> Array:
    """Return an array that nobody else has in the machine's byte order, in the same memory."""
    if scores.dtype.isnative:
        return scores
    return scores.byteswap(inplace=True).view(scores.dtype.newbyteorder("="))


def descending(scores: Array) -> Indices:
    """Return the rows of scores of any type, the best first."""
    # The last row of a tie comes first when the order is turned around.
    return scores.size - 1 - np.argsort(scores[::-1], kind="stable")[::-1]


def _unit_of(lowest: Any, best: Any) -> float:
    """Return the power of two that brings the larger magnitude below 2."""
    exponent = math.frexp(max(abs(float(lowest)), abs(float(best))))[1]
    return 2.0 ** min(1 - exponent, 0)


def _are_doubles(scores: Array) -> bool:
    """Return whether floats of 8 bytes hold all scores."""
    with np.errstate(over="ignore", under="ignore"):
        return all((part.astype(np.float64) == part).all() for part in _parts(scores))


def _is_exact(scores: Array, kind: np.dtype[Any], unit: float) -> bool:
    """Return whether multiplying by a power of two, at most 1, rounds nothing."""
    least = np.finfo(kind).smallest_normal / unit
    parts = (part.astype(kind, copy=False) for part in _parts(scores))
    with np.errstate(under="ignore"):
        # Only parts with zeros or tiny numbers, which are rare, need the full check.
        return all(
            np.abs(part).min() >= least or (part * unit * (1 / unit) == part).all()
            for part in parts
        )


def _parts(scores: Array) -> Iterator[Array]:
    return (scores[start : start + CHUNK] for start in range(0, scores.size, CHUNK))


def are_odd(keys: Array) -> NDArray[np.bool_]:
    """Return which keys are those of positives."""
    return (keys.astype(np.uint8) & 1).view(bool)


def _as_integers(scores: Array, unit: float) -> Array:
    """Return integers in the order of scores, and equal where scores are equal."""
    if scores.dtype.kind != "f":
        return scores
    # Adding 0 turns a negative zero, which ties with zero, into zero.
    floats = (scores if unit == 1 else scores * unit) + 0.0
    bits = floats.view(_BITS[scores.dtype.itemsize])
    _mirror(bits)
    return bits


def _mirror(bits: Array) -> None:
    """Reverse the order of negative floats' bits, in place; a second time restores them."""
    # A float holds sign and magnitude: of negative ones the higher bits are the lower numbers.
    mirrored = bits >> (8 * bits.itemsize - 1)
    mirrored &= 2 ** (8 * bits.itemsize - 1) - 1
    bits ^= mirrored
