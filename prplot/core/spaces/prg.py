"""Precision-Recall-Gain space, and where paths of counts enter and leave its unit square.

A gain is a precision or a recall on the harmonic scale between the prevalence and 1 (Flach & Kull
2015, section 3).
"""

import numpy as np

from prplot.core.checks import Array, FloatArray
from prplot.core.exact import Unit
from prplot.core.point_scores import f_weights
from prplot.core.spaces.space import Pair, Space


def _project(tp: FloatArray, fp: FloatArray, pos: float, neg: float) -> Pair:
    if pos == 0 or neg == 0:
        return np.full(tp.shape, np.nan), np.full(tp.shape, np.nan)
    # At tp = 0 both gains are minus infinity, whatever 0/0 says.
    none, recall = tp == 0, np.divide(tp, pos)
    # Each ratio is rounded once, so that equal ones give a gain of exactly 0.
    recall_gain = np.where(none, -np.inf, 1 - np.divide(pos - tp, neg) / recall)
    return recall_gain, np.where(none, -np.inf, 1 - np.divide(fp, neg) / recall)


def _invert(x: FloatArray, y: FloatArray, pos: float, neg: float) -> Pair:
    odds = np.divide(pos, neg)
    tp = np.divide(odds * pos, odds + 1 - x)
    return tp, np.where(np.isneginf(x), np.nan, tp * (1 - y) / odds)


def _origin(dtp: float, dfp: float, pos: float, neg: float) -> tuple[float, float]:
    if pos == 0 or neg == 0:
        return np.nan, np.nan
    if dtp == 0:
        return -np.inf, -np.inf
    return -np.inf, 1 - dfp / neg / (dtp / pos)


# A path comes from minus infinity; this far left of the square it is on no picture.
_FAR_LEFT = -1.0
# Where isometrics are drawn, in shares of the F gain of always positive and of the way from there
# to 1, before they are rounded to round F scores.
_BELOW = (0.5,)
_ABOVE = (0.3, 0.6, 0.85)


def true_positives_at(recall_gain: float, pos: float, neg: float) -> float:
    """Return the true positives that have a recall gain.

    At gain 0 that is prevalence times `pos`: recall equals prevalence.
    """
    return pos * (pos / (pos + (1 - recall_gain) * neg))


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
    return np.asarray(i + side[i] / (side[i] - side[i + 1]))


def spread_levels(prevalence: float, beta: float) -> list[float]:
    """Return round F scores whose isometrics are spread over the unit square."""
    baseline = f_weights(beta)[1]
    gains = [share * baseline for share in _BELOW]
    gains += [baseline + share * (1 - baseline) for share in _ABOVE]
    wanted = [prevalence / (1 - (1 - prevalence) * gain) for gain in gains]
    rounded = {float(f"{level:.2g}") for level in wanted}
    return sorted(level for level in rounded if 0 < level < 1)


PRG = Space(
    name="prg",
    x_label="Recall gain",
    y_label="Precision gain",
    limits=(0.0, 1.0),
    forward=_project,
    backward=_invert,
    origin=_origin,
    with_crossings=with_crossings,
    curve_word="PRG curve",
    lowest=-np.inf,
    same_at_every_prevalence=frozenset({"baseline"}),
    has_unachievable=True,
    calibrations=("d", "beta"),
    cursor_words=("recall gain", "precision gain"),
    spread_levels=spread_levels,
)
