"""Areas under the Precision-Recall-Gain curve of one record, and what they say of F scores."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core import gains
from prplot.core.counts import ConfusionCurve
from prplot.core.points import f_weights

Array = NDArray[Any]
Block = tuple[Array, Array, Array]
# Where segments start and end and how far they go: tp, fp, tp, fp, dtp, dfp.
Segments = tuple[Array, Array, Array, Array, Array, Array]


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
    lost = (
        width @ ((first + last) / 2 if not clip else 1 - _positive_mean(1 - first, 1 - last))
        for width, first, last in _losses_in_square(curve.in_safe_unit)
    )
    # The widths add up to 1: so a perfect curve has an area of 1 to the last bit.
    area = 1.0 - math.fsum(lost)
    return max(area, 0.0) if clip else area


def _losses_in_square(curve: ConfusionCurve) -> Iterator[Block]:
    """Yield of the segments from recall gain 0 on their widths, and 1 - precision gain at ends."""
    pos, per_neg = float(curve.pos), 1 / float(curve.neg)
    at = gains.entry(curve.steps, curve.pos, curve.neg)
    first = at.tp, at.fp, float(curve.steps.tp[at.step]), float(curve.steps.fp[at.step]), at.dtp
    tp0, fp0, tp1, fp1, dtp = np.array(first)[:, None]
    yield _losses(tp0, fp0, tp1, fp1, dtp, pos, per_neg)
    for tp0, fp0, tp1, fp1 in curve.steps.blocks(first=at.step + 1):
        yield _losses(tp0, fp0, tp1, fp1, tp1 - tp0, pos, per_neg)


def _losses(
    tp0: Array, fp0: Array, tp1: Array, fp1: Array, dtp: Array, pos: float, per_neg: float
) -> Block:
    # Differences of recall gain without cancellation: 1 / tp0 - 1 / tp1 has some.
    times0, times1 = pos / tp0, pos / tp1
    width = dtp * per_neg
    width *= times0
    width *= times1
    times0 *= per_neg
    times1 *= per_neg
    return width, fp0 * times0, fp1 * times1


def _positive_mean(first: Array, last: Array) -> Array:
    """Return the mean of what is positive along straight segments, elementwise."""
    high, low = np.maximum(first, last), np.minimum(first, last)
    top = np.maximum(high, 0.0)
    part = np.divide(top, high - low, out=np.ones_like(top), where=(low < 0) & (high > low))
    return np.where(low < 0, top * part, high + low) / 2


def mean_f_gain(curve: ConfusionCurve, beta: float = 1) -> float:
    """Return the expected F-Gain over a curve's operating points (Flach & Kull 2015, Theorem 3).

    Parameters
    ----------
    curve : ConfusionCurve
    beta : float

    Returns
    -------
    float
        nan if a class is absent, and if all negatives are passed before recall is the prevalence.

    Notes
    -----
    A mean over points for which ``Delta = recall gain / pi - precision gain / (1 - pi)`` is
    uniform, from recall gain 0 on. Along any path that is specificity by recall, less a constant
    and times one, so that parts of it add up without cancellation. The theorem's closed form has
    some at prevalences near 1.
    """
    of_precision, of_recall = f_weights(beta)
    if curve.pos == 0 or curve.neg == 0:
        return float("nan")
    curve = curve.in_safe_unit
    pos, neg = float(curve.pos), float(curve.neg)
    shares, lost = [], []
    for tp0, fp0, tp1, fp1, dtp, dfp in _segments_in_square(curve):
        share = pos / tp0 * (((neg - fp1) * (dtp / tp1) + dfp) / neg)
        fn1 = pos - tp1
        first = pos / tp0 * ((of_precision * fp0 + of_recall * (fn1 + dtp)) / neg)
        last = pos / tp1 * ((of_precision * fp1 + of_recall * fn1) / neg)
        shares.append(float(share.sum()))
        lost.append(float(share @ (first + last)) / 2)
    every = math.fsum(shares)
    return 1 - math.fsum(lost) / every if every else float("nan")


def _segments_in_square(curve: ConfusionCurve) -> Iterator[Segments]:
    """Yield all segments from recall gain 0 on, those along which `fp` alone grows too."""
    steps, at = curve.steps, gains.entry(curve.steps, curve.pos, curve.neg)
    passed = steps.fp[at.step].astype(np.float64)
    yield _alone(at.tp, at.fp - at.drop, at.tp, at.fp, 0.0, at.drop)
    yield _alone(at.tp, at.fp, float(steps.tp[at.step]), passed, at.dtp, at.dfp)
    for tp0, fp0, tp1, fp1 in steps.blocks(first=at.step + 1):
        before = np.append(passed, fp1[:-1])
        yield tp0, before, tp0, fp0, np.zeros_like(tp0), fp0 - before
        yield tp0, fp0, tp1, fp1, tp1 - tp0, fp1 - fp0
        passed = fp1[-1]
    pos, neg = float(curve.pos), float(curve.neg)
    yield _alone(pos, passed, pos, neg, 0.0, neg - passed)


def _alone(*segment: float) -> Segments:
    tp0, fp0, tp1, fp1, dtp, dfp = np.array(segment)[:, None]
    return tp0, fp0, tp1, fp1, dtp, dfp
