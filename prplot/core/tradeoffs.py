"""Where neighbours on a hull are equally good: for which cost, and for which F score."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core.counts import ConfusionCurve
from prplot.core.paths import LARGEST_PRODUCT, whole_if_possible

Array = NDArray[Any]


def vertices_in_prg(hull: ConfusionCurve) -> slice:
    """Return which vertices of a ROC hull are vertices of the Precision-Recall-Gain hull.

    All but the start, which has no gains, and an end that costs negatives and wins no positive.
    """
    level = hull.tp.size > 1 and hull.tp[-1] == hull.tp[-2]
    return slice(1, hull.tp.size - int(level))


def accuracy_scores(hull: ConfusionCurve) -> Array:
    """Return the calibrated score of each segment of a hull: its share of positives.

    Parameters
    ----------
    hull : ConfusionCurve

    Returns
    -------
    ndarray of float, shape (n_vertices - 1,)
        Strictly falling.
    """
    hull = hull.in_safe_unit
    dtp, dfp = np.diff(hull.tp).astype(np.float64), np.diff(hull.fp).astype(np.float64)
    return dtp / (dtp + dfp)


def squared_betas(hull: ConfusionCurve) -> Array:
    """Return for each segment of the Precision-Recall-Gain hull where its ends have one F score.

    Parameters
    ----------
    hull : ConfusionCurve

    Returns
    -------
    ndarray of float, shape (n_vertices_in_prg - 1,)
        ``beta^2``, strictly rising.
    """
    hull = hull.in_safe_unit
    inside = vertices_in_prg(hull)
    tp, fp = whole_if_possible(hull.tp)[inside], whole_if_possible(hull.fp)[inside]
    if tp.dtype.kind == fp.dtype.kind == "i" and float(hull.pos) * hull.neg >= LARGEST_PRODUCT:
        # Python's integers have no bounds.
        tp, fp = tp.astype(object), fp.astype(object)
    # Equation 6 in counts, where 1 / precision = 1 + fp / tp.
    dtp, dfp = np.diff(tp), np.diff(fp)
    return np.asarray((dfp * tp[:-1] - fp[:-1] * dtp) / dtp / float(hull.pos), np.float64)


def precision_weights(hull: ConfusionCurve) -> Array:
    """Return ``d = 1 / (1 + beta^2)`` of each segment of the Precision-Recall-Gain hull."""
    return np.asarray(1 / (1 + squared_betas(hull)))


def f_gain_at(tp: ArrayLike, fp: ArrayLike, pos: float, neg: float, weight: Array) -> Array:
    """Return the F gains of operating points at weights of precision ``d = 1 / (1 + beta^2)``.

    Parameters
    ----------
    tp, fp : ndarray
        Above 0 and at least 0.
    pos, neg : float
    weight : ndarray
        In [0, 1]; broadcasts against the counts.

    Returns
    -------
    ndarray of float
        ``d precision gain + (1 - d) recall gain`` (Flach & Kull 2015, Theorem 2): a straight line
        over ``d`` for each point.
    """
    tp, fp = np.asarray(tp), np.asarray(fp)
    errors = weight * fp + (1 - weight) * (pos - tp)
    return np.asarray(1 - pos / neg * errors / tp)


def best_f_gains(hull: ConfusionCurve) -> tuple[Array, Array]:
    """Return the upper envelope of the F-gain lines of all thresholds.

    Parameters
    ----------
    hull : ConfusionCurve
        A hull, with both classes.

    Returns
    -------
    weight : ndarray, shape (n_vertices_in_prg + 1,)
        From 0 to 1; between 0 and 1 the ``d`` of the segments of the hull, where the best threshold
        changes.
    gain : ndarray
        The highest F gain there.

    Notes
    -----
    Vertices of the hull are lines here and its segments corners: the envelope is its dual.
    """
    hull = hull.in_safe_unit
    inside = vertices_in_prg(hull)
    tp, fp = hull.tp[inside][::-1].astype(float), hull.fp[inside][::-1].astype(float)
    weight = np.concatenate([[0.0], precision_weights(hull)[::-1], [1.0]])
    # At each weight the vertex that is best up to there; at 0 the last one.
    best = np.maximum(np.arange(weight.size) - 1, 0)
    return weight, f_gain_at(tp[best], fp[best], hull.pos, hull.neg, weight)
