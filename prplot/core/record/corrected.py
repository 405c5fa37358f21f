"""Counts of the true classes, where known shares of the labels are wrong.

The rates of the labels are mixtures of the true rates. Solved for these, they are affine, so that
straight paths of counts stay straight (Jain, White & Radivojac 2017).
"""

import warnings
from typing import TYPE_CHECKING

import numpy as np

from prplot.core.checks import Array, FloatArray, checked_number, counted, user_level
from prplot.core.record.hull import hull_of

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
    if curve.pos == 0 or curve.neg == 0:
        raise ValueError("a curve with one class only can't be corrected")
    curve = curve._in_safe_unit
    labelled, others = curve.tp / curve.pos, curve.fp / curve.neg
    pos, neg = (1 - b) * curve.pos + a * curve.neg, b * curve.pos + (1 - a) * curve.neg
    tp, missed = _risen(pos * ((1 - a) * labelled - b * others) / (1 - a - b), pos)
    fp, added = _risen(neg * ((1 - b) * others - a * labelled) / (1 - a - b), neg)
    moves = np.maximum(missed, added)
    if moves.max() > _USUAL:
        count = int(np.count_nonzero(moves > _ROUNDING))
        warnings.warn(
            f"corrected counts of {count} of {counted(moves.size, 'point')} were below 0 or "
            f"falling, and were moved, by at most {100 * moves.max():.2g} % of a class; the "
            "examples are few, or a share is too large",
            UserWarning,
            stacklevel=user_level(),
        )
    return tp, fp, pos, neg


def _risen(counts: FloatArray, total: float) -> tuple[FloatArray, FloatArray]:
    """Return counts that never fall, from 0 to a total, and how far they moved, as shares of it."""
    counts[-1] = total
    # Isotonic regression has the slopes of the lower hull of sums.
    sums = np.append(0.0, np.cumsum(counts))
    corners = hull_of(-sums, np.arange(sums.size))
    widths = np.diff(corners)
    risen = np.repeat(np.add.reduceat(counts, corners[:-1]) / widths, widths)
    risen = np.clip(risen, 0.0, total)
    return risen, np.abs(risen - counts) / total
