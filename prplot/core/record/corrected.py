"""Counts of the true classes, where known shares of the labels are wrong.

The rates of the labels are mixtures of the true rates. Solved for these, they are affine, so that
straight paths of counts stay straight (Jain, White & Radivojac 2017).
"""

import warnings
from typing import TYPE_CHECKING

import numpy as np

from prplot.core.checks import Array, FloatArray, checked_number, counted, user_level
from prplot.core.record.paths import hull_of

if TYPE_CHECKING:
    from prplot.core.record.curve import ConfusionCurve

# Shares of a class: smaller moves are due to rounding, and smaller ones are usual noise.
_ROUNDING, _USUAL = 1e-9, 0.01


def corrected_counts(
    curve: "ConfusionCurve", hidden: float, wrong: float
) -> tuple[Array, Array, float, float]:
    """Return the true and false positives of the points of a curve, and both totals.

    Parameters
    ----------
    curve : ConfusionCurve
    hidden, wrong : float
        The shares of positives among those labelled negative, and of negatives among those
        labelled positive.
    """
    names = "positives_in_negatives", "negatives_in_positives"
    a, b = (
        float(checked_number(value, name, "be in [0, 1)", lambda one: 0 <= one < 1))
        for name, value in zip(names, (hidden, wrong), strict=True)
    )
    if a + b >= 1:
        raise ValueError(f"{' and '.join(names)} must add up to less than 1, found {a:g} + {b:g}")
    if not curve.has_both_classes:
        raise ValueError("a curve with one class only can't be corrected")
    tpr, missed = _risen(((1 - a) * curve.tpr - b * curve.fpr) / (1 - a - b))
    fpr, added = _risen(((1 - b) * curve.fpr - a * curve.tpr) / (1 - a - b))
    moves = np.maximum(missed, added)
    if moves.max() > _USUAL:
        warnings.warn(
            f"corrected counts of {np.sum(moves > _ROUNDING)} of {counted(moves.size, 'point')} "
            "were below 0 or falling, and were moved, by at most "
            f"{100 * moves.max():.2g} % of a class; the examples are few, or a share is too large",
            stacklevel=user_level(),
        )
    pos, neg = (1 - b) * curve.pos + a * curve.neg, b * curve.pos + (1 - a) * curve.neg
    return pos * tpr, neg * fpr, pos, neg


def _risen(rates: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return rates that never fall, from 0 to 1, and how far they moved."""
    rates[-1] = 1.0
    # Isotonic regression has the slopes of the lower hull of sums.
    sums = np.append(0.0, np.cumsum(rates))
    corners = hull_of(-sums, np.arange(sums.size))
    widths = np.diff(corners)
    risen = np.repeat(np.add.reduceat(rates, corners[:-1]) / widths, widths).clip(0.0, 1.0)
    return risen, np.abs(risen - rates)
