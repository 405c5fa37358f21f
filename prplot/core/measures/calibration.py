"""Operating conditions: for which costs and betas each threshold is best; calibrated scores.

The best threshold is a vertex of the hull. Two neighbouring vertices are equally good at one cost
ratio and at one ``beta`` of the F score. These two numbers belong to the segment between them; used
as calibrated scores of its examples, they make a fixed threshold optimal (Flach & Kull 2015).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from prplot.core.checks import Array, as_array, finite_numbers
from prplot.core.record import ConfusionCurve
from prplot.core.record.paths import LARGEST_PRODUCT, whole_if_possible
from prplot.core.record.steps import exact_type


def conditions_of(hull: ConfusionCurve) -> dict[str, Array]:
    """Return the limits of the trade-offs for which each vertex of a hull is best, by column.

    Parameters
    ----------
    hull : ConfusionCurve

    Returns
    -------
    dict of str to ndarray
        As in `prplot.operating_conditions`.
    """
    shares, betas, inside = accuracy_scores(hull), squared_betas(hull), vertices_in_prg(hull)
    low, high = np.full(hull.tp.size, np.nan), np.full(hull.tp.size, np.nan)
    if low[inside].size:
        low[inside], high[inside] = np.append(0.0, betas), np.append(betas, np.inf)
    return {
        "c_low": np.append(shares, 0.0),
        "c_high": np.append(1.0, shares),
        "beta2_low": low,
        "beta2_high": high,
    }


def f_calibrated(curve: ConfusionCurve, y_score: ArrayLike) -> Array:
    """Return scores calibrated for F; see `prplot.f_calibrate`."""
    hull = _of_both_classes(curve).hull()
    weights = np.concatenate([[1.0], precision_weights(hull), [0.0]])
    thresholds = hull.thresholds[vertices_in_prg(hull)]
    return weights[_vertices_above(thresholds, y_score)]


def calibrated(curve: ConfusionCurve, y_score: ArrayLike) -> Array:
    """Return scores calibrated for accuracy; see `prplot.calibrate`."""
    hull = _of_both_classes(curve).hull()
    segments = accuracy_scores(hull)
    above = _vertices_above(hull.thresholds[1:], y_score)
    # Scores below all thresholds belong to the last segment.
    return segments[np.minimum(above, segments.size - 1)]


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
    Each vertex of the hull is a line here, and each segment a corner: the envelope is its dual.
    """
    inside = vertices_in_prg(hull)
    tp, fp = hull.tp[inside][::-1].astype(float), hull.fp[inside][::-1].astype(float)
    weight = np.concatenate([[0.0], precision_weights(hull)[::-1], [1.0]])
    # At each weight the vertex that is best just below it; at 0 the last one.
    best = np.maximum(np.arange(weight.size) - 1, 0)
    return weight, f_gain_at(tp[best], fp[best], hull.pos, hull.neg, weight)


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
    dtp, dfp = np.diff(hull.tp).astype(np.float64), np.diff(hull.fp).astype(np.float64)
    return dtp / (dtp + dfp)


def precision_weights(hull: ConfusionCurve) -> Array:
    """Return ``d = 1 / (1 + beta^2)`` of each segment of the Precision-Recall-Gain hull."""
    return np.asarray(1 / (1 + squared_betas(hull)))


def squared_betas(hull: ConfusionCurve) -> Array:
    """Return the ``beta^2`` of each segment of the Precision-Recall-Gain hull.

    Parameters
    ----------
    hull : ConfusionCurve

    Returns
    -------
    ndarray of float, shape (n_vertices_in_prg - 1,)
        Strictly rising. At its ``beta^2`` both ends of a segment have the same F score.
    """
    inside = vertices_in_prg(hull)
    tp, fp = whole_if_possible(hull.tp)[inside], whole_if_possible(hull.fp)[inside]
    if tp.dtype.kind == fp.dtype.kind == "i" and float(hull.pos) * hull.neg >= LARGEST_PRODUCT:
        # Python's integers have no bounds.
        tp, fp = tp.astype(object), fp.astype(object)
    # Equation 6 in counts, where 1 / precision = 1 + fp / tp.
    dtp, dfp = np.diff(tp), np.diff(fp)
    return np.asarray((dfp * tp[:-1] - fp[:-1] * dtp) / dtp / float(hull.pos), np.float64)


def vertices_in_prg(hull: ConfusionCurve) -> slice:
    """Return which vertices of a ROC hull are vertices of the Precision-Recall-Gain hull.

    These are all but the start, which has no gains, and an end to which only negatives are added.
    """
    is_level = hull.tp.size > 1 and hull.tp[-1] == hull.tp[-2]
    return slice(1, hull.tp.size - int(is_level))


def _vertices_above(thresholds: Array, y_score: ArrayLike) -> Array:
    """Return how many of the falling thresholds are above each score."""
    if np.isnan(thresholds).any():
        raise ValueError("curve has no thresholds; calibrated scores need them")
    scores = as_array(y_score, "y_score")
    scores = scores.astype(int) if scores.dtype.kind == "b" else scores
    scores = finite_numbers(scores, "y_score", are_scores=True)
    kind = exact_type(scores, thresholds)
    rising = thresholds[::-1].astype(kind)
    return np.asarray(rising.size - np.searchsorted(rising, scores.astype(kind), side="right"))


def _of_both_classes(curve: ConfusionCurve) -> ConfusionCurve:
    """Return a curve; raise unless it has both classes, between which there is a trade-off."""
    if curve.pos == 0 or curve.neg == 0:
        absent = "positives" if curve.pos == 0 else "negatives"
        raise ValueError(f"curve has no {absent}; there is no trade-off between two classes")
    return curve
