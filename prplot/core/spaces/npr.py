"""Normalised PR space, in which the area under a curve is AUCNPR.

Its height is what precision has above the lowest possible one, as a share of what it could have.
Its width is the share of the achievable area that lies left of a recall. With ``m`` the minimum
precision at recall ``r`` and ``o = pos / neg``,

``q = (p - m) / (1 - m) = precision * specificity``, ``u = ln(1 + o r) / ln(1 + o)``,

and ``(1 - m) dr`` is proportional to ``du``. So the integral of ``q du`` is the area of a PR curve
above the minimum curve, as a share of the area between that and precision 1: AUCNPR.
"""

import numpy as np

from prplot.core.checks import FloatArray
from prplot.core.spaces.space import Pair, Space, refine


def _origin(dtp: float, dfp: float, pos: float, neg: float) -> tuple[float, float]:
    # Where nothing is predicted positive, specificity is 1.
    return (0.0, dtp / (dtp + dfp)) if pos and neg else (np.nan, np.nan)


def _project(tp: FloatArray, fp: FloatArray, pos: float, neg: float) -> Pair:
    """Map counts to scaled recall and to precision times specificity."""
    if pos == 0 or neg == 0:
        return np.full(tp.shape, np.nan), np.full(tp.shape, np.nan)
    return np.log1p(tp / neg) / np.log1p(pos / neg), tp / (tp + fp) * ((neg - fp) / neg)


def _invert(x: FloatArray, y: FloatArray, pos: float, neg: float) -> Pair:
    """Map scaled recall and precision times specificity to counts."""
    if pos == 0 or neg == 0:
        return np.full(x.shape, np.nan), np.full(x.shape, np.nan)
    tp = np.where(x == 1, pos, neg * scaled_true_positives(x, pos, neg))
    fp = np.where(y == 0, neg, neg * (tp * (1 - y) / (tp + y * neg)))
    # At recall 0 the false positives are lost, as in PR space.
    return tp, np.where(x == 0, np.nan, fp)


def scaled_true_positives(x: FloatArray, pos: float, neg: float) -> FloatArray:
    """Return true positives, in units of all negatives, at a scaled recall."""
    return np.asarray(np.expm1(x * np.log1p(pos / neg)))


def subdivide(tp: FloatArray, fp: FloatArray, pos: float, neg: float, tolerance: float) -> Pair:
    """Insert points into a path of counts so that its chords here are true to a tolerance.

    Parameters
    ----------
    tp, fp : ndarray, shape (n,)
        A path in count space.
    pos, neg : float
        Totals of the two classes.
    tolerance : float
        The largest allowed error in height, in units of the axis.

    Returns
    -------
    tp, fp : ndarray of float, shape (m,), m >= n
        The same path; the given points are kept as they are.
    """
    if pos == 0 or neg == 0 or len(tp) < 2:
        return tp, fp
    tp, fp = tp.astype(np.float64), fp.astype(np.float64)
    index = np.arange(tp.size, dtype=np.float64)
    left = min(int(np.searchsorted(tp + fp, 0, side="right")), tp.size - 1)

    def at(places: FloatArray) -> Pair:
        x, y = _project(np.interp(places, index, tp), np.interp(places, index, fp), pos, neg)
        # From (0, 0) precision is constant, also where 0 / 0 says nothing.
        return x, np.where(np.isnan(y), tp[left] / (tp[left] + fp[left]), y)

    def missed(start: FloatArray, inner: FloatArray, end: FloatArray) -> FloatArray:
        (x0, y0), (x, y), (x1, y1) = (
            at(places) for places in (start[:, None], inner, end[:, None])
        )
        return np.abs(y0 + (x - x0) / (x1 - x0) * (y1 - y0) - y)

    rising = np.flatnonzero(np.diff(tp) > 0)
    with np.errstate(invalid="ignore"):
        inserted = refine(index[rising], index[rising + 1], missed, tolerance)
    places = np.sort(np.concatenate([index, inserted]))
    return np.interp(places, index, tp), np.interp(places, index, fp)


def _true_positives_per_x(pos: float, neg: float) -> float:
    return float(neg * np.log1p(pos / neg))


NPR = Space(
    name="npr",
    x_label="Normalised recall",
    y_label="Precision × specificity",
    limits=(0.0, 1.0),
    forward=_project,
    backward=_invert,
    origin=_origin,
    bend=subdivide,
    curve_word="normalised PR curve",
    hull_word="achievable curve",
    linear_x=scaled_true_positives,
    true_positives_per_x=_true_positives_per_x,
    by_specificity=True,
)
