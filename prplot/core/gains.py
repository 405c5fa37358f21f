"""Where paths of counts cross the edges of the unit square of Precision-Recall-Gain space."""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.core.steps import Steps
from prplot.core.units import Unit

Array = NDArray[Any]

# Counts of rates and weights are rounded: so much of the true positives there, and of the recall
# gain, is no difference. Near prevalence 1 few last bits of the counts are much of the recall gain.
_ROUNDING = 1e-12
_ROUNDING_OF_GAIN = 1e-9
# A path comes from minus infinity; this far left of the square it is on no picture.
_FAR_LEFT = -1.0


def true_positives_at(recall_gain: float, pos: float, neg: float) -> float:
    """Return the true positives that have a recall gain.

    At gain 0 that is prevalence times `pos`: recall equals prevalence.
    """
    return pos * (pos / (pos + (1 - recall_gain) * neg))


class SquareEntry(NamedTuple):
    """Where a path has recall gain 0, and how far it goes straight on from there.

    Attributes
    ----------
    step : int
        The first step that ends at recall gain 0 or more.
    tp, fp : float
        The point with recall gain 0; its counts and what follows are rounded once.
    dtp, dfp : float
        From there to the end of the step.
    drop : float
        By how much false positives grow just there, where counts that are rounded say before.
    """

    step: int
    tp: float
    fp: float
    dtp: float
    dfp: float
    drop: float


def entry(steps: Steps, pos: float, neg: float) -> SquareEntry:
    """Find where a path enters the unit square.

    Parameters
    ----------
    steps : Steps
    pos, neg : float
        Both above 0.

    Returns
    -------
    SquareEntry
        Exact for the counts as they are, floats too.
    """
    k = first_at_zero(steps.tp, pos, neg)
    start, end = steps.tp[k - 1].item() if k else 0, steps.tp[k].item()
    path = start, end, steps.fp_before[k].item(), steps.fp[k].item()
    start, end, before, fp, pos_, neg_, unit = in_one_unit(*path, pos, neg, 1)
    both = pos_ + neg_
    # The way to recall gain 0 and from it, as parts of the step.
    to, on, whole = pos_ * pos_ - start * both, end * both - pos_ * pos_, (end - start) * both
    at_zero = (before * on + fp * to) / (whole * unit)
    return SquareEntry(
        k,
        pos_ * pos_ / (both * unit),
        at_zero,
        on / (both * unit),
        (fp - before) * on / (whole * unit),
        at_zero - min(at_zero, _top_of_drop(steps, k, pos, neg)),
    )


def in_one_unit(*masses: float) -> list[int]:
    """Return masses, exactly, as whole numbers of a unit that they share."""
    ratios = [mass.as_integer_ratio() for mass in masses]
    # Those of floats are powers of two, so that the largest is a multiple of all others.
    unit = max(denominator for _, denominator in ratios)
    return [whole * (unit // denominator) for whole, denominator in ratios]


def first_at_zero(tp: Array, pos: float, neg: float) -> int:
    """Return the index of the first of rising true positives that have at least recall gain 0.

    Parameters
    ----------
    tp : ndarray, shape (n,)
        Never decreasing, up to `pos`.
    pos, neg : float
        Both above 0.

    Returns
    -------
    int
        Where ``tp (pos + neg) >= pos^2``, exactly.
    """
    if tp.dtype.kind == "i":
        some, parts = _at_zero(pos, neg)
        # Rounded up; a search for a number of the array's own type makes no floats of it.
        return int(tp.searchsorted(tp.dtype.type(-(-some // parts))))
    return int(tp.searchsorted(_least_at_zero(pos, neg)))


def _at_zero(pos: float, neg: float) -> tuple[int, int]:
    """Return the true positives at recall gain 0 as a fraction."""
    pos, neg, unit = in_one_unit(pos, neg, 1)
    return pos * pos, (pos + neg) * unit


def _least_at_zero(pos: float, neg: float) -> float:
    """Return the least float of true positives with a recall gain of 0 or more."""
    some, parts = _at_zero(pos, neg)
    least = some / parts
    whole, part = least.as_integer_ratio()
    return math.nextafter(least, math.inf) if whole * parts < some * part else least


def _top_of_drop(steps: Steps, k: int, pos: float, neg: float) -> float:
    """Return the false positives above a drop that is at recall gain 0 but for rounding."""
    if steps.tp.dtype.kind == "i" and isinstance(pos, int) and isinstance(neg, int):
        return math.inf
    low = _least_at_zero(pos, neg)
    slack = min(_ROUNDING * low, _ROUNDING_OF_GAIN * neg * (pos / (pos + neg)))
    near = int(steps.tp.searchsorted(low - slack))
    return float(steps.fp[near]) if near < k else math.inf


def with_crossings(tp: Array, fp: Array, pos: float, neg: float) -> tuple[Array, Array]:
    """Insert points where a path crosses recall gain 0 and precision gain 0, and one far left.

    Parameters
    ----------
    tp, fp : ndarray, shape (n,)
        A path of counts.
    pos, neg : float
        Totals of the two classes.

    Returns
    -------
    tp, fp : ndarray of float, shape (m,)
        The same path; all segments keep to one side of each line.
    """
    if pos == 0 or neg == 0:
        return tp, fp
    unit = Unit.of(pos, neg)
    tp, fp = unit.count(tp).astype(np.float64), unit.count(fp).astype(np.float64)
    pos, neg = float(unit.count(pos)), float(unit.count(neg))
    # Each is 0 on a line, linear in the counts.
    sides = [
        tp - true_positives_at(_FAR_LEFT, pos, neg),
        tp - true_positives_at(0.0, pos, neg),
        tp / pos - fp / neg,
    ]
    at = [_crossings(side) for side in sides]
    where = np.sort(np.concatenate([np.arange(tp.size, dtype=np.float64), *at]))
    counts = np.arange(tp.size)
    return tuple(unit.masses(np.interp(where, counts, count)) for count in (tp, fp))


def _crossings(side: Array) -> Array:
    """Return where along a path, in numbers of points, a linear function of it changes its sign."""
    signs = np.sign(side)
    i = np.flatnonzero(signs[:-1] * signs[1:] < 0)
    places: Array = i + side[i] / (side[i] - side[i + 1])
    return places
