"""Scores of single points in PR space."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from prplot.core.options import brief
from prplot.core.paths import shares


def squared_beta(beta: float) -> float:
    """Return ``beta^2``; raise unless `beta` is a finite number, 0 or more."""
    number = np.asarray(beta)
    if number.ndim or number.dtype.kind not in "iuf" or not np.isfinite(number) or number < 0:
        raise ValueError(f"beta must be a finite number, 0 or more, found {brief(beta)}")
    return float(number) * float(number)


def f_score(precision: ArrayLike, recall: ArrayLike, beta: float = 1) -> Any:
    """Return the F score, the weighted harmonic mean of precision and recall.

    Parameters
    ----------
    precision, recall : array_like of float
        In [0, 1]; they broadcast.
    beta : float, default 1
        Weight of recall, 0 or more.

    Returns
    -------
    float or ndarray of float
        In [0, 1]; 0 where precision and recall are 0.

    Raises
    ------
    ValueError
        Values outside [0, 1], a negative `beta`.

    Notes
    -----
    ``(1 + b^2) p r / (b^2 p + r)`` (Boyd et al. 2012, section 4.4).

    Examples
    --------
    >>> import prplot as prp
    >>> round(float(prp.f_score(0.9, 0.3)), 6)
    0.45
    """
    b2 = squared_beta(beta)
    p, r = np.broadcast_arrays(shares(precision, "precision"), shares(recall, "recall"))
    # Shares of the two, so that no beta is too large.
    of_recall, of_precision = (1 / (1 + 1 / b2) if b2 > 0 else 0.0), 1 / (1 + b2)
    weighted = of_recall * p + of_precision * r
    score = np.divide(p * r, weighted, out=np.zeros(p.shape), where=weighted > 0)
    return score[()] if score.ndim == 0 else score
