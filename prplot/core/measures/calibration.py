"""Operating conditions: the trade-offs for which each threshold is best, and calibrated scores.

The best threshold is a vertex of the hull. Two neighbouring vertices are equally good at one cost
ratio and at one ``beta`` of the F score. These two numbers belong to the segment between them; as
calibrated scores of its examples they make a fixed threshold optimal (Flach & Kull 2015).
"""

from __future__ import annotations

from sys import float_info
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prplot.core.calls import answered
from prplot.core.checks import Array, as_array, finite_numbers
from prplot.core.exact import LARGEST_PRODUCT, exact_type, whole_if_possible
from prplot.core.point_scores import f_weights
from prplot.core.record import ConfusionCurve

if TYPE_CHECKING:
    import pandas as pd


class BestThreshold(NamedTuple):
    """The threshold with the highest F score, and its operating point.

    Attributes
    ----------
    threshold : float
        Scores at or above it are predicted positive.
    tp, fp : int or float
        Counts there.
    precision, recall, f_score : float
        Metrics there.
    """

    threshold: float
    tp: float
    fp: float
    precision: float
    recall: float
    f_score: float


@answered
def operating_conditions(curve: ConfusionCurve) -> pd.DataFrame:
    """Return the trade-offs for which each vertex of the hull is optimal.

    Parameters
    ----------
    curve : ConfusionCurve

    Returns
    -------
    pandas.DataFrame
        A row for each vertex of ``curve.hull()``, best score first, with the columns threshold, tp,
        fp, recall, precision, recall_gain, precision_gain and

        - c_low, c_high: the vertex has the highest accuracy if a false positive costs ``c`` and a
          false negative ``1 - c``, for ``c`` in between;
        - beta2_low, beta2_high: it has the highest ``F_beta`` for ``beta^2`` in between; nan for
          the start and for an end that is best at no ``beta``.

    Raises
    ------
    TypeError
        Something that is no curve.

    See Also
    --------
    best_threshold : The vertex for one beta.
    f_calibrate, calibrate : The same limits as calibrated scores.

    Notes
    -----
    Two neighbours have equal costs at the share of positives between them, ``c = dtp / (dtp +
    dfp)``, and equal F scores at ``beta^2 = -(1/p_1 - 1/p_2) / (1/r_1 - 1/r_2)`` (Flach & Kull
    2015, Theorem 4). Their accuracy ``acc_c`` needs ``c`` and ``1 - c`` swapped for that.

    Examples
    --------
    >>> import prplot as prp
    >>> curve = prp.ConfusionCurve.from_counts([4, 8], [1, 11], pos=28, neg=400)
    >>> table = prp.operating_conditions(curve)
    >>> table.tp.tolist(), table.c_low.round(3).tolist(), table.c_high.round(3).tolist()
    ([0, 4, 8, 28], [0.8, 0.286, 0.049, 0.0], [1.0, 0.8, 0.286, 0.049])
    >>> table.beta2_low.round(3).tolist(), table.beta2_high.round(3).tolist()
    ([nan, 0.0, 0.321, 5.164], [nan, 0.321, 5.164, inf])
    """
    import pandas as pd

    hull = _checked(curve).hull()
    shares, betas, inside = accuracy_scores(hull), squared_betas(hull), vertices_in_prg(hull)
    low, high = np.full(hull.tp.size, np.nan), np.full(hull.tp.size, np.nan)
    if low[inside].size:
        low[inside], high[inside] = np.append(0.0, betas), np.append(betas, np.inf)
    names = ["tp", "fp", "recall", "precision", "recall_gain", "precision_gain"]
    columns = {name: getattr(hull, name) for name in names}
    limits = {"c_low": np.append(shares, 0.0), "c_high": np.append(1.0, shares)}
    limits |= {"beta2_low": low, "beta2_high": high}
    return pd.DataFrame({"threshold": hull.thresholds, **columns, **limits})


@answered
def best_threshold(curve: ConfusionCurve, beta: float = 1) -> BestThreshold:
    """Return the threshold with the highest F score, and its operating point.

    Parameters
    ----------
    curve : ConfusionCurve
    beta : float, default 1
        Weight of recall, 0 or more.

    Returns
    -------
    BestThreshold
        A tuple ``(threshold, tp, fp, precision, recall, f_score)``; of equals the one with the
        highest threshold. The threshold is nan if a published curve has none.

    Raises
    ------
    ValueError, TypeError
        Something that is no curve, a negative `beta`, no positives.

    Notes
    -----
    The best point lies on the hull (Flach & Kull 2015, section 3.4). On the data it was chosen on
    its score is optimistic: choose it on tuning data.

    Examples
    --------
    >>> import prplot as prp
    >>> curve = prp.ConfusionCurve.from_scores([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> prp.best_threshold(curve).threshold
    0.7
    """
    curve = _checked(curve)
    of_precision, of_recall = f_weights(beta)
    if curve.pos == 0:
        raise ValueError("curve has no positives; no threshold has an F score")
    scores = _f_scores(curve.in_safe_unit, of_precision, of_recall)
    # Equal F scores may differ by rounding.
    best = int(np.argmax(scores >= scores.max() * (1 - 4 * float_info.epsilon)))
    at = (curve.thresholds, curve.tp, curve.fp, curve.precision, curve.recall, scores)
    return BestThreshold(*(values[best].item() for values in at))


@answered
def f_calibrate(curve: ConfusionCurve, y_score: ArrayLike) -> Array:
    """Return scores calibrated for F: thresholds ``d`` are best at ``beta^2 = 1/d - 1``.

    Parameters
    ----------
    curve : ConfusionCurve
        Of the data that the calibration is learnt from.
    y_score : array_like of numbers
        Raw scores, of the same or of other data.

    Returns
    -------
    ndarray of float
        ``d`` of the segment of the Precision-Recall-Gain hull that each score belongs to, in
        [0, 1]; never decreasing with the score.

    Raises
    ------
    ValueError, TypeError
        Something that is no curve, a curve without thresholds or with one class only, NaN or
        infinite scores.

    Notes
    -----
    ``d = 1 / (1 + beta^2)`` (Flach & Kull 2015, equation 7). Predicting positive where
    ``d >= 1 / (1 + beta^2)`` maximises ``F_beta`` on the data of the curve.

    Examples
    --------
    >>> import prplot as prp
    >>> curve = prp.ConfusionCurve.from_scores([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> prp.f_calibrate(curve, [0.9, 0.8, 0.1]).round(3).tolist()
    [1.0, 0.667, 0.0]
    """
    hull = _of_both_classes(curve).hull()
    weights = np.concatenate([[1.0], precision_weights(hull), [0.0]])
    thresholds = hull.thresholds[vertices_in_prg(hull)]
    return weights[_vertices_above(thresholds, y_score)]


@answered
def calibrate(curve: ConfusionCurve, y_score: ArrayLike) -> Array:
    """Return scores calibrated for accuracy: shares of positives.

    Parameters
    ----------
    curve : ConfusionCurve
        Of the data that the calibration is learnt from.
    y_score : array_like of numbers
        Raw scores, of the same or of other data.

    Returns
    -------
    ndarray of float
        ``c`` of the segment of the ROC hull that each score belongs to, in [0, 1]; never decreasing
        with the score.

    Raises
    ------
    ValueError, TypeError
        Something that is no curve, a curve without thresholds or with one class only, NaN or
        infinite scores.

    Notes
    -----
    ``c = pi r / (pi r + 1 - pi) = dtp / (dtp + dfp)`` for a segment of slope ``r``: isotonic
    regression (Flach & Kull 2015, section 1). A score between two thresholds belongs to the lower
    one's segment; scikit-learn's isotonic regression interpolates there.

    Examples
    --------
    >>> import prplot as prp
    >>> curve = prp.ConfusionCurve.from_scores([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> prp.calibrate(curve, [0.9, 0.8, 0.1]).tolist()
    [1.0, 0.5, 0.0]
    """
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
    hull = hull.in_safe_unit
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
    hull = hull.in_safe_unit
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
    hull = hull.in_safe_unit
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


def _f_scores(curve: ConfusionCurve, of_precision: float, of_recall: float) -> Array:
    errors = curve.fp * of_precision + (curve.pos - curve.tp) * of_recall
    some = curve.tp > 0
    return np.divide(curve.tp, curve.tp + errors, out=np.zeros(errors.shape), where=some)


def _vertices_above(thresholds: Array, y_score: ArrayLike) -> Array:
    """Return how many of the falling thresholds are above each score."""
    if np.isnan(thresholds).any():
        raise ValueError("curve has no thresholds; calibrated scores need them")
    scores = as_array(y_score, "y_score")
    scores = finite_numbers(scores.astype(int) if scores.dtype.kind == "b" else scores, "y_score")
    kind = exact_type(scores, thresholds)
    rising = thresholds[::-1].astype(kind)
    above: Array = rising.size - np.searchsorted(rising, scores.astype(kind), side="right")
    return above


def _of_both_classes(curve: Any) -> ConfusionCurve:
    """Return a curve; raise unless it has both classes, between which there is a trade-off."""
    found = _checked(curve)
    if found.pos == 0 or found.neg == 0:
        absent = "positives" if found.pos == 0 else "negatives"
        raise ValueError(f"curve has no {absent}; there is no trade-off between two classes")
    return found


def _checked(curve: Any) -> ConfusionCurve:
    if not isinstance(curve, ConfusionCurve):
        raise TypeError(
            f"curve must be a ConfusionCurve, found {type(curve).__name__}; "
            "ConfusionCurve.from_scores(y_true, y_score) makes one"
        )
    return curve
