"""Areas under ROC, PR, NPR and PRG curves, and the expected F gain.

All are integrals along the steps of a record, computed block by block without cancellation. If a
class is absent, areas in PR space are 0 (no positives) or 1 (no negatives), and all others are
undefined.
"""

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from prplot.core.checks import ROUNDING, Array, checked_range, one_of
from prplot.core.points import average_precision_room, f_weights, mean_share, min_precision
from prplot.core.record import ConfusionCurve, Steps
from prplot.core.spaces import PR, ROC
from prplot.core.traces import trace

INTERPOLATIONS = ("exact", "integer", "linear")
# Two recall gains that differ by less are equal. Near prevalence 1 the last few bits of the counts
# are much of the recall gain.
_ROUNDING_OF_GAIN = 1e-9
# Where segments start and end: tp, fp, tp, fp of steps, or x, y, x, y.
Ends = tuple[Array, Array, Array, Array]


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
    pos, neg = float(curve.pos), float(curve.neg)
    double = math.fsum(
        float(((tp1 - tp0) * ((neg - fp0) + (neg - fp1))).sum())
        for tp0, fp0, tp1, fp1 in curve.steps.blocks()
    )
    return min(double / 2 / (pos * neg), 1.0)


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
        How the curve runs between operating points, as in `prplot.core.traces`.

    Returns
    -------
    float
        In [0, b - a].
    """
    low, high = checked_range(recall_range)
    one_of(interpolation, "interpolation", INTERPOLATIONS)
    if not curve.has_both_classes:
        return (high - low) * float(curve.neg == 0)
    if interpolation == "exact":
        parts = map(_area_of_arcs, _rising(curve, low, high))
        # Sums of masses may be a last bit too large.
        return min(math.fsum(parts) / curve.pos, high - low)
    drawn = trace(curve, PR, join=interpolation)
    return area_under_polyline(drawn.x, drawn.y, low, high)


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
    pos, neg = float(curve.pos), float(curve.neg)
    start, width = neg + low * pos, (high - low) * pos
    most = width * mean_share(neg, start, 0.0, width)
    above: list[float] = []
    first = None
    # Areas above the curves: with them nothing cancels when the prevalence is near 1.
    for arcs in _rising(curve, low, high):
        above.append(_area_of_arcs(arcs, of_fp=True))
        first = arcs[1][0] if first is None and arcs[1].size else first
    if first is None:
        # The range is so narrow that its ends have the same counts: take the height there.
        least = float(min_precision(low, curve.prevalence))
        return max((float(curve.precision_at(low)) - least) / (1 - least), 0.0)
    if first >= neg:
        # All negatives come first: the minimum curve, whose sum of arcs would be rounded.
        return 0.0
    return 1 - min(math.fsum(above) / float(most), 1.0)


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
    if not curve.has_both_classes:
        return float(curve.neg == 0)
    parts = [float((tp - tp0) @ (tp / (tp + fp))) for tp0, _, tp, fp in _rising(curve)]
    return min(math.fsum(parts) / curve.pos, 1.0)


def envelope_area_pr(curve: ConfusionCurve) -> float:
    """Return the area under the precision envelope, the highest precision at a recall or above.

    Parameters
    ----------
    curve : ConfusionCurve

    Returns
    -------
    float
        In [0, 1]; 0 without positives.
    """
    return float(np.diff(curve.tp) @ _envelope(curve)[1:-1]) / curve.pos if curve.pos else 0.0


def mean_envelope_pr(curve: ConfusionCurve, recalls: Array) -> float:
    """Return the mean height of the precision envelope at some recalls.

    Parameters
    ----------
    curve : ConfusionCurve
    recalls : ndarray of float
        In [0, 1]; a curve that ends below one of them counts as 0 there.

    Returns
    -------
    float
        In [0, 1]; 0 without positives.
    """
    # Sums of weights are rounded, and may miss a recall by their last bits.
    slack = 0.0 if curve.tp.dtype.kind in "iu" else ROUNDING
    return float(_envelope(curve)[np.searchsorted(curve.recall, recalls * (1 - slack))].mean())


def _envelope(curve: ConfusionCurve) -> Array:
    """Return the highest precision from each point on, and 0 beyond the end."""
    return np.append(np.maximum.accumulate(curve.precision[::-1])[::-1], 0.0)


def normalized_step_area_pr(curve: ConfusionCurve) -> float:
    """Return average precision, scaled from 0 for the lowest that is achievable to 1.

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
    # What both lack of 1: with prevalences near 1 a difference from 1 would cancel.
    room = average_precision_room(curve.pos, curve.neg)
    lacks = [float((tp - tp0) @ (fp / (tp + fp))) for tp0, _, tp, fp in _rising(curve)]
    return max(1 - math.fsum(lacks) / curve.pos / room, 0.0)


def area_prg(curve: ConfusionCurve, clip: bool = False) -> float:
    """Return the signed area under the Precision-Recall-Gain curve.

    Parameters
    ----------
    curve : ConfusionCurve
    clip : bool
        Count negative precision gain as 0.

    Returns
    -------
    float
        In ``[-(1 - pi) / (2 pi), 1]``; nan if a class is absent.
    """
    if curve.pos == 0 or curve.neg == 0:
        return float("nan")
    pos, neg, lost = float(curve.pos), float(curve.neg), []
    at = enter_square(curve.steps, curve.pos, curve.neg)
    for tp0, fp0, tp1, fp1, dtp in _steps_in_square(curve, at):
        # Widths are differences of recall gain; 1 / tp0 - 1 / tp1 would cancel.
        width = dtp / neg * (pos / tp0) * (pos / tp1)
        first, last = fp0 / neg * (pos / tp0), fp1 / neg * (pos / tp1)
        mean = 1 - _positive_mean(1 - first, 1 - last) if clip else (first + last) / 2
        lost.append(float(width @ mean))
    # The widths add up to 1, so that a perfect curve has an area of exactly 1.
    area = 1.0 - math.fsum(lost)
    return max(area, 0.0) if clip else area


def mean_f_gain(curve: ConfusionCurve, beta: float = 1) -> float:
    """Return the expected F-Gain over a curve's operating points (Flach & Kull 2015, Theorem 3).

    Parameters
    ----------
    curve : ConfusionCurve
    beta : float

    Returns
    -------
    float
        nan if a class is absent, and if all negatives rank before recall reaches the prevalence.

    Notes
    -----
    The mean over points for which ``Delta = recall gain / pi - precision gain / (1 - pi)`` is
    uniform, from recall gain 0 on.
    """
    of_precision, of_recall = f_weights(beta)
    if curve.pos == 0 or curve.neg == 0:
        return float("nan")
    pos, neg = float(curve.pos), float(curve.neg)
    at = enter_square(curve.steps, curve.pos, curve.neg)
    if at.top >= neg:
        return float("nan")
    pi, rest = pos / (pos + neg), neg / (pos + neg)
    start = 1 - at.top / neg * (pos / at.tp)
    area = area_prg(curve) * (of_precision * rest + of_recall * pi)
    ends = (of_recall * rest + of_precision * pi * start**2) / 2
    return (area + ends) / ((neg - at.top) / neg)


def area_under_polyline(x: Array, y: Array, low: float, high: float) -> float:
    """Integrate a polyline with never decreasing `x` from `low` to `high`."""
    left, y0, right, y1 = _clipped((x[:-1], y[:-1], x[1:], y[1:]), low, high)
    return float(((right - left) * (y0 + y1)).sum() / 2)


def _clipped(segments: Ends, low: float, high: float) -> Ends:
    """Cut straight segments to ``low <= x <= high``; those outside get length 0."""
    x0, y0, x1, y1 = segments
    dx = x1 - x0
    slope = np.divide(y1 - y0, dx, out=np.zeros_like(dx), where=dx > 0)
    left, right = np.clip(x0, low, high), np.clip(x1, low, high)
    return left, y0 + slope * (left - x0), right, y0 + slope * (right - x0)


def _area_of_arcs(arcs: Ends, of_fp: bool = False) -> float:
    """Return the area under arcs, or that above them, in units of a positive."""
    tp0, fp0, tp1, fp1 = arcs
    dtp, dfp = tp1 - tp0, fp1 - fp0
    part, dpart = (fp0, dfp) if of_fp else (tp0, dtp)
    return float(dtp @ mean_share(part, tp0 + fp0, dpart, dtp + dfp))


def _rising(curve: ConfusionCurve, low: float = 0.0, high: float = 1.0) -> Iterator[Ends]:
    """Yield the steps between two recalls on which true positives rise."""
    is_whole, ends = (low, high) == (0, 1), (low * curve.pos, high * curve.pos)
    for block in curve.steps.blocks():
        tp0, fp0, tp1, fp1 = block if is_whole else _clipped(block, *ends)
        # They rise on all steps of a curve that was counted from scores.
        rises: Any = slice(None) if (tp1 > tp0).all() else tp1 > tp0
        yield tp0[rises], fp0[rises], tp1[rises], fp1[rises]


def _steps_in_square(curve: ConfusionCurve, at: "SquareEntry") -> Iterator[tuple[Array, ...]]:
    """Yield the steps from recall gain 0 on: tp, fp, tp, fp, dtp."""
    yield tuple(np.array([at.tp, at.fp, *at.end, at.dtp])[:, None])
    for tp0, fp0, tp1, fp1 in curve.steps.blocks(first=at.step + 1):
        yield tp0, fp0, tp1, fp1, tp1 - tp0


def _positive_mean(first: Array, last: Array) -> Array:
    """Return the mean of the positive part along straight segments, elementwise."""
    high, low = np.maximum(first, last), np.minimum(first, last)
    top = np.maximum(high, 0.0)
    part = np.divide(top, high - low, out=np.ones_like(top), where=(low < 0) & (high > low))
    return np.where(low < 0, top * part, high + low) / 2


class SquareEntry(NamedTuple):
    """The point where a path enters the unit square of PRG space, at recall gain 0.

    Attributes
    ----------
    step : int
        The first step that ends at recall gain 0 or more.
    tp, fp : float
        The counts there. They and the numbers below are rounded only once.
    dtp, dfp : float
        From there to the end of the step.
    end : tuple of float
        The counts there.
    top : float
        The false positives above a vertical drop there, which rounded counts may place just before.
    """

    step: int
    tp: float
    fp: float
    dtp: float
    dfp: float
    end: tuple[float, float]
    top: float


def enter_square(steps: Steps, pos: float, neg: float) -> SquareEntry:
    """Find where a path enters the unit square.

    Parameters
    ----------
    steps : Steps
    pos, neg : float
        Both above 0.

    Returns
    -------
    SquareEntry
        Exact for the given counts, also for floats.
    """
    tp = Fraction(pos) ** 2 / (Fraction(pos) + Fraction(neg))
    k = _first_from(steps.tp, tp)
    start, end = (Fraction(steps.tp[i].item() if i >= 0 else 0) for i in (k - 1, k))
    before, passed = Fraction(steps.fp_before[k].item()), Fraction(steps.fp[k].item())
    # The share of the step before recall gain 0.
    fp = before + (tp - start) / (end - start) * (passed - before)
    is_whole = isinstance(pos, int) and isinstance(neg, int)
    slack = min(ROUNDING * tp, _ROUNDING_OF_GAIN * (pos - tp))
    near = k if is_whole else _first_from(steps.tp, tp - Fraction(slack))
    top = min(float(fp), float(steps.fp[near])) if near < k else float(fp)
    ends = float(steps.tp[k]), float(passed)
    return SquareEntry(k, float(tp), float(fp), float(end - tp), float(passed - fp), ends, top)


def _first_from(rising: Array, exact: Fraction) -> int:
    """Return the index of the first number that is no smaller than another."""
    least = float(exact)
    if rising.dtype.kind == "i":
        least = math.ceil(exact)
    elif least < exact:
        least = math.nextafter(least, math.inf)
    # A number of the array's own type, so that the search converts no array.
    return int(rising.searchsorted(rising.dtype.type(least)))
