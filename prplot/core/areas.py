"""Areas under the ROC and PR curves of one record."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core import arcs
from prplot.core.bounds import average_precision_min, min_precision
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
    curve = curve.in_safe_unit
    # Twice the area in counts is a whole number; it stays exact while that of a block fits.
    counts = np.result_type(curve.steps.tp, curve.steps.fp)
    exact = counts.kind == "i" and float(curve.pos) * float(curve.neg) < 2**61
    double: float = sum(
        ((tp1 - tp0) * ((curve.neg - fp0) + (curve.neg - fp1))).sum().item()
        for tp0, fp0, tp1, fp1 in curve.steps.blocks(np.int64 if exact else np.float64)
    )
    return min(double / 2 / (curve.pos * curve.neg), 1.0)


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
    curve = curve.in_safe_unit
    parts = (
        dtp @ arcs.mean_share(tp, tp + fp, dtp, dtp + dfp)
        for tp, fp, dtp, dfp in _rising_arcs(curve, low, high)
    )
    # Masses may sum up to a last bit more than they are.
    return min(math.fsum(parts) / curve.pos, high - low)


def _rising_arcs(curve: ConfusionCurve, low: float, high: float) -> Iterator[tuple[Array, ...]]:
    """Yield where the arcs between two recalls start and how far they go: tp, fp, dtp, dfp."""
    for tp0, fp0, tp1, fp1 in curve.steps.blocks():
        left, right, above, beneath = tp0, tp1, fp0, fp1
        if (low, high) != (0, 1):
            ends = low * curve.pos, high * curve.pos
            left, right, above, beneath = _clipped(tp0, tp1, fp0, fp1, *ends)
        dtp, tp, fp, dfp = _rising(right - left, left, above, beneath - above)
        yield tp, fp, dtp, dfp


def _rising(dtp: Array, *others: Array) -> tuple[Array, ...]:
    """Return what belongs to steps on which true positives rise: of scores all of them."""
    if dtp.min() > 0:
        return dtp, *others
    return tuple(array[dtp > 0] for array in (dtp, *others))


def normalized_area_pr(curve: ConfusionCurve, recall_range: tuple[float, float] = (0, 1)) -> float:
    """Return AUCNPR, the share of the achievable area in PR space that lies under a curve.

    Parameters
    ----------
    curve : ConfusionCurve
    recall_range : tuple of float
        ``0 <= a < b <= 1``.

    Returns
    -------
    float
        In [0, 1]: 0 for the worst ranking and without positives, 1 for the best and without
        negatives.
    """
    low, high = checked_range(recall_range)
    if curve.pos == 0 or curve.neg == 0:
        return float(curve.neg == 0)
    curve = curve.in_safe_unit
    pos, neg = float(curve.pos), float(curve.neg)
    start, width = neg + low * pos, (high - low) * pos
    most = width * arcs.mean_share(neg, start, 0.0, width)
    above: list[float] = []
    first = None
    # Areas above the curves, where nothing cancels when the prevalence is near 1.
    for tp, fp, dtp, dfp in _rising_arcs(curve, low, high):
        above.append(float(dtp @ arcs.mean_share(fp, tp + fp, dfp, dtp + dfp)))
        first = fp[0] if first is None and fp.size else first
    if first is None:
        # So narrow a range that its ends have one count: the height there.
        least = float(min_precision(low, curve.prevalence))
        return max((float(curve.precision_at(low)) - least) / (1 - least), 0.0)
    if first >= neg:
        # Every negative stands before: the minimum curve itself, whose sum of arcs is rounded.
        return 0.0
    return 1 - min(math.fsum(above) / float(most), 1.0)


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
    curve = curve.in_safe_unit
    parts = []
    for start, _, end, passed in curve.steps.blocks():
        dtp, tp, fp = _rising(end - start, end, passed)
        parts.append(dtp @ (tp / (tp + fp)))
    return min(math.fsum(parts) / curve.pos, 1.0)


def normalized_step_area_pr(curve: ConfusionCurve) -> float:
    """Return average precision as a share of what rankings of as many examples can have.

    Parameters
    ----------
    curve : ConfusionCurve
        Of whole counts.

    Returns
    -------
    float
        In [0, 1]; 0 without positives, 1 without negatives.
    """
    if curve.pos == 0 or curve.neg == 0:
        return float(curve.neg == 0)
    least = float(average_precision_min(curve.pos, curve.neg))
    return max((step_area_pr(curve) - least) / (1 - least), 0.0)
