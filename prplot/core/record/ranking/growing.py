"""Growing: arrays whose end moves, in the memory that they have."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from prplot.core.checks import Array

# An array that grows has room for so large a share more than it holds.
ROOM = 1 / 32


def move_end(array: Array, size: int) -> None:
    """Make an array longer or shorter, without a copy; there must be no other references to it."""
    # Numpy advises against it since 2.5, for arrays that are shared. Nothing is copied there either
    # (on Linux its address remains), but `tracemalloc` counts both lengths at once.
    array.resize(size, refcheck=False)


class Growing:
    """An array that grows at its end, with little more memory than it needs."""

    def __init__(self, kind: np.dtype[Any], first: Iterable[float] = ()) -> None:
        self._held = np.array(first, kind)
        self._size = self._held.size

    def extend(self, values: Array) -> None:
        """Append values."""
        size = self._size + values.size
        if size > self._held.size:
            move_end(self._held, size + int(ROOM * size))
        self._held[self._size : size] = values
        self._size = size

    def array(self) -> Array:
        """Return all values."""
        move_end(self._held, self._size)
        return self._held
