"""A regular grid of one space, seen in another."""

import numpy as np

from prplot.core.options import brief
from prplot.core.spaces import Space
from prplot.core.traces import FloatArray


def project_grid(
    of: Space, into: Space, pos: float, neg: float, count: int = 20
) -> tuple[FloatArray, FloatArray]:
    """Project the points of a regular grid of one space into another.

    Parameters
    ----------
    of : Space
        Whose unit square the grid divides evenly.
    into : Space
        Where the points are wanted.
    pos, neg : float
        Totals of the two classes, above 0.
    count : int, default 20
        Steps along each side.

    Returns
    -------
    x, y : ndarray of float, shape (n,)
        Points that are confusion matrices and have a place in both spaces.

    Raises
    ------
    ValueError
        Fewer than one step, or a class without examples.

    Notes
    -----
    Flach & Kull (2015), Figure 3: what one analysis spreads out the other crowds.
    """
    if not isinstance(count, int | np.integer) or count < 1:
        raise ValueError(f"count must be a whole number, 1 or more, found {brief(count)}")
    if not (pos > 0 and neg > 0):
        raise ValueError(f"pos and neg must both be above 0, found {pos:g} and {neg:g}")
    steps = np.arange(count + 1) / count
    x, y = (axis.ravel() for axis in np.meshgrid(steps, steps))
    tp, fp = of.invert(x, y, pos, neg)
    # A hair of rounding at the edges is no impossible matrix.
    slack = 1e-9 * (pos + neg)
    with np.errstate(invalid="ignore"):
        possible = (tp >= -slack) & (tp <= pos + slack) & (fp >= -slack) & (fp <= neg + slack)
    tp, fp = np.clip(tp[possible], 0, pos), np.clip(fp[possible], 0, neg)
    places = into.project(tp, fp, pos, neg)
    known = np.isfinite(places[0]) & np.isfinite(places[1])
    return places[0][known], places[1][known]
