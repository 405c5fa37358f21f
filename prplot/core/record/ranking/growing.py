"""Growing: arrays and bits whose end moves, in the memory that they have."""

import sys
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array

# An array that grows has room for so large a share more than it holds.
ROOM = 1 / 32


def move_end(array: Array, size: int) -> None:
    """Make an array longer or shorter, without a copy; there must be no other references to it."""
    # Numpy advises against it since 2.5, for arrays that are shared. Nothing is copied there either
    # (on Linux its address remains), but `tracemalloc` counts both lengths at once.
    array.resize(size, refcheck=False)


class Growing:
    """An array that grows at its end, with little more memory than it needs.

    Parameters
    ----------
    kind : dtype
    most : int, optional
        It never gets longer.
    first : iterable of float, optional
        Its first values.
    """

    def __init__(
        self, kind: np.dtype[Any], most: int = sys.maxsize, first: Iterable[float] = ()
    ) -> None:
        self._held = np.array(first, kind)
        self._size, self._most = self._held.size, most

    def extend(self, values: Array) -> None:
        """Append values."""
        self._write(self._size, values)

    def _write(self, start: int, values: Array) -> None:
        size = start + values.size
        if size > self._held.size:
            # New elements are 0.
            move_end(self._held, min(size + int(ROOM * size), self._most))
        self._held[start:size] = values
        self._size = size

    def array(self) -> Array:
        """Return all values."""
        move_end(self._held, self._size)
        return self._held


class GrowingBits(Growing):
    """Bits that grow at their end, eight in a byte; those that are never written are 0.

    Parameters
    ----------
    most : int
        There are never more.
    """

    def __init__(self, most: int) -> None:
        super().__init__(np.dtype(np.uint8), -(-most // 8))

    def write(self, start: int, bits: NDArray[np.bool_]) -> None:
        """Write bits from a place on, where none has been written yet."""
        first = start // 8
        packed = np.packbits(np.append(np.zeros(start % 8, bool), bits))
        if packed.size and first < self._size:
            packed[0] |= self._held[first]
        self._write(first, packed)
