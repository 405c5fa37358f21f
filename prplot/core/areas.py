"""Areas under the curves of one record."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core import arcs
from prplot.core.counts import ConfusionCurve
from prplot.core.options import choose
from prplot.core.paths import checked_range
from prplot.core.spaces import PR, ROC
from prplot.core.traces import trace

Array = NDArray[Any]

INTERPOLATIONS = ("exact", "integer", "linear")


def area_roc(curve: ConfusionCurve, fpr_range: tuple[float, float] = (0, 1)) -> float:
    """Return the area under the ROC curve: trapezoids, ties count one half.

    Parameters
    ----------
    curve : ConfusionCurve
    fpr_range : tuple of float
        The part of the false positive rates to integrate over.

    Returns
    -------
    float
        nan if a class is absent.
    """
    low, high = checked_range(fpr_range, "fpr_range")
    if curve.pos == 0 or curve.neg == 0:
        return float("nan")
    if (low, high) != (0, 1):
        rates = trace(curve, ROC)
        return area_under_polyline(rates.x, rates.y, low, high)
    # Twice the area in counts is a whole number; it stays exact while it fits.
    exact = float(curve.pos) * float(curve.neg) < 2**61
    dtype = np.result_type(curve.steps.tp, curve.steps.fp) if exact else np.float64
    dtp = np.diff(curve.steps.tp.astype(dtype), prepend=0)
    beyond = (curve.neg - curve.steps.fp) + (curve.neg - curve.steps.fp_before)
    return float((dtp * beyond.astype(dtype)).sum() / 2 / (curve.pos * curve.neg))


def area_pr(
    curve: ConfusionCurve,
    recall_range: tuple[float, float] = (0, 1),
    interpolation: str = "exact",
) -> float:
    """Return the area under the PR curve.

    Parameters
    ----------
    curve : ConfusionCurve
    recall_range : tuple of float
        ``0 <= a < b <= 1``.
    interpolation : {"exact", "integer", "linear"}
        How the curve runs between operating points, as in `prplot.core.traces.trace`.

    Returns
    -------
    float
        In [0, b - a].
    """
    low, high = checked_range(recall_range)
    choose(interpolation, "interpolation", INTERPOLATIONS)
    if curve.pos == 0 or curve.neg == 0:
        return (high - low) * float(curve.neg == 0)
    if interpolation == "exact":
        return _area_of_arcs(curve, low, high)
    drawn = trace(curve, PR, join=interpolation)
    return area_under_polyline(drawn.x, drawn.y, low, high)


def _area_of_arcs(curve: ConfusionCurve, low: float, high: float) -> float:
    steps = curve.steps
    tp0, tp1 = steps.tp_before().astype(np.float64), steps.tp.astype(np.float64)
    fp0, fp1 = steps.fp_before.astype(np.float64), steps.fp.astype(np.float64)
    if (low, high) != (0, 1):
        tp0, tp1, fp0, fp1 = _clipped(tp0, tp1, fp0, fp1, low * curve.pos, high * curve.pos)
    rising = tp1 > tp0
    tp0, tp1, fp0, fp1 = tp0[rising], tp1[rising], fp0[rising], fp1[rising]
    dtp = tp1 - tp0
    mean = arcs.mean_precision(tp0, tp0 + fp0, dtp, dtp + (fp1 - fp0))
    return float((dtp * mean).sum() / curve.pos)


def _clipped(
    x0: Array, x1: Array, y0: Array, y1: Array, low: float, high: float
) -> tuple[Array, Array, Array, Array]:
    """Cut straight segments to ``low <= x <= high``; those outside get no length."""
    dx = x1 - x0
    slope = np.divide(y1 - y0, dx, out=np.zeros_like(dx), where=dx > 0)
    left, right = np.clip(x0, low, high), np.clip(x1, low, high)
    return left, right, y0 + slope * (left - x0), y0 + slope * (right - x0)


def area_under_polyline(x: Array, y: Array, low: float, high: float) -> float:
    """Integrate a polyline with never decreasing `x` from `low` to `high`."""
    left, right, y0, y1 = _clipped(x[:-1], x[1:], y[:-1], y[1:], low, high)
    return float(((right - left) * (y0 + y1)).sum() / 2)


def step_area_pr(curve: ConfusionCurve) -> float:
    """Return average precision: the precision at each threshold, weighted by its gain in recall.

    Parameters
    ----------
    curve : ConfusionCurve

    Returns
    -------
    float
        In [0, 1]; 0 without positives, 1 without negatives.
    """
    if curve.pos == 0 or curve.neg == 0:
        return float(curve.neg == 0)
    tp = curve.steps.tp.astype(np.float64)
    dtp = np.diff(tp, prepend=0.0)
    precision = np.divide(tp, tp + curve.steps.fp, out=np.zeros_like(tp), where=tp > 0)
    return float((dtp * precision).sum() / curve.pos)
