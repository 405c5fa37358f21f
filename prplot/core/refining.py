"""Points inserted where they are needed, and nowhere else."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
# ``(start, inner, end) -> misses`` with shapes (n,), (n, k), (n,) and (n, k).
Missed = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]

# Three places are tried in each piece: one alone could lie where a picture crosses the truth.
TRIED = np.array([0.25, 0.5, 0.75])
# A piece is divided no more often than numbers can tell apart.
DEEPEST = 26


def refine(start: FloatArray, end: FloatArray, missed: Missed, tolerance: float) -> FloatArray:
    """Return places to be inserted until what is drawn between them is near enough to the truth.

    Parameters
    ----------
    start, end : ndarray of float, shape (n,)
        Pieces of some axis.
    missed : callable
        Takes the starts, some inner places and the ends of pieces, and returns by how much each
        inner place is missed if nothing is inserted.
    tolerance : float
        Pieces that miss no more are left as they are.

    Returns
    -------
    ndarray of float, shape (m,)
        In no order.
    """
    found = [np.empty(0)]
    for _ in range(DEEPEST):
        inner = start[:, None] + (end - start)[:, None] * TRIED
        far = missed(start, inner, end).max(axis=1, initial=0.0) > tolerance
        # Ends may be so close that nothing lies between, and still miss each other at a jump.
        far &= (np.diff(np.column_stack([start, inner, end])) > 0).all(axis=1)
        if not far.any():
            break
        found.append(inner[far].ravel())
        edges = np.column_stack([start[far], inner[far], end[far]])
        start, end = edges[:, :-1].ravel(), edges[:, 1:].ravel()
    return np.concatenate(found)
