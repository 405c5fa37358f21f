"""Where paths of counts cross the edges of the unit square of Precision-Recall-Gain space."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

# Counts of rates and weights are rounded; so much of a count is no difference.
_ROUNDING = 1e-12
# A path comes from minus infinity; this far left of the square it is on no picture.
_FAR_LEFT = -1.0


def true_positives_at(recall_gain: float, pos: float, neg: float) -> float:
    """Return the true positives that have a recall gain.

    At gain 0 that is prevalence times `pos`: recall equals prevalence.
    """
    return pos * (pos / (pos + (1 - recall_gain) * neg))


def first_at_zero(tp: Array, pos: float, neg: float) -> tuple[int, bool]:
    """Find where rising true positives reach recall gain 0.

    Parameters
    ----------
    tp : ndarray, shape (n,)
        Never decreasing, up to `pos`.
    pos, neg : float
        Both above 0.

    Returns
    -------
    first : int
        Index of the first that has at least recall gain 0.
    exactly : bool
        Whether it has just that: ``tp (pos + neg) = pos^2``, exact for whole counts.
    """
    if tp.dtype.kind == "i" and isinstance(pos, int) and isinstance(neg, int):
        # Rounded up; a search for a number of the array's own type makes no floats of it.
        least = -(-pos * pos // (pos + neg))
        first = int(tp.searchsorted(tp.dtype.type(least)))
        return first, int(tp[first]) * (pos + neg) == pos * pos
    low = true_positives_at(0.0, pos, neg)
    first = int(tp.searchsorted(low * (1 - _ROUNDING)))
    return first, bool(tp[first] <= low * (1 + _ROUNDING))


def with_crossings(tp: Array, fp: Array, pos: float, neg: float) -> tuple[Array, Array]:
    """Insert points where a path crosses recall gain 0 and precision gain 0, and one far left.

    Parameters
    ----------
    tp, fp : ndarray, shape (n,)
        A path of counts.
    pos, neg : float
        Totals of the two classes.

    Returns
    -------
    tp, fp : ndarray of float, shape (m,)
        The same path; all segments keep to one side of each line.
    """
    if pos == 0 or neg == 0:
        return tp, fp
    tp, fp = tp.astype(np.float64), fp.astype(np.float64)
    # Each is 0 on a line, linear in the counts.
    sides = [
        tp - true_positives_at(_FAR_LEFT, pos, neg),
        tp - true_positives_at(0.0, pos, neg),
        tp / pos - fp / neg,
    ]
    at = [_crossings(side) for side in sides]
    where = np.sort(np.concatenate([np.arange(tp.size, dtype=np.float64), *at]))
    counts = np.arange(tp.size)
    return np.interp(where, counts, tp), np.interp(where, counts, fp)


def _crossings(side: Array) -> Array:
    """Return where along a path, in numbers of points, a linear function of it changes its sign."""
    signs = np.sign(side)
    i = np.flatnonzero(signs[:-1] * signs[1:] < 0)
    places: Array = i + side[i] / (side[i] - side[i + 1])
    return places
