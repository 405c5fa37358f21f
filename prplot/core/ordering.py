"""Orders of rows, for what travels along with a sort; rows that tie keep theirs."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
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
