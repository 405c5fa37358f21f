"""References: random, worst and perfect rankings; isometrics; grids of another space.

Rankings are records of counts like any curve. Isometrics, the lines of equal score, are straight in
counts, whatever their form in a space.
"""

import math
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from prplot.core.checks import (
    FloatArray,
    brief,
    check_kind,
    checked_nonnegative,
    checked_number,
    in_full,
    is_whole,
)
from prplot.core.point_scores import squared_beta
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import PR, Pair, Space
from prplot.core.traces.trace import (
    ARC_TOLERANCE,
    LEAST_TOLERANCE,
    ExactPath,
    Range,
    Trace,
    checked_tolerance,
    path_of_counts,
)

# Steps along each side of a grid: a million points.
_MOST_STEPS = 1000


def random_curve(pos: float, neg: float) -> ConfusionCurve:
    """Return random guessing: one straight line, precision equal to prevalence."""
    return ConfusionCurve.from_counts([pos], [neg], pos, neg)


def minimum_curve(pos: float, neg: float) -> ConfusionCurve:
    """Return the worst ranking, all negatives first: the minimum curve of Boyd et al. (2012)."""
    return ConfusionCurve.from_counts([0], [neg], pos, neg)


def perfect_curve(pos: float, neg: float) -> ConfusionCurve:
    """Return the best ranking, all positives first."""
    return ConfusionCurve.from_counts([pos], [0], pos, neg)


class CountLine(NamedTuple):
    """The line ``tp_factor * tp + fp_factor * fp = constant`` of points with one score.

    Attributes
    ----------
    tp_factor, fp_factor, constant : float
    level : float
        The score that all its points share.
    """

    tp_factor: float
    fp_factor: float
    constant: float
    level: float

    def fp_at(self, tp: float) -> float:
        """Return the false positives on the line at given true positives."""
        return (self.constant - self.tp_factor * tp) / self.fp_factor

    def tp_at(self, fp: float) -> float:
        """Return the true positives on the line at given false positives."""
        return (self.constant - self.fp_factor * fp) / self.tp_factor


def f_line(level: float, pos: float, beta: float = 1) -> CountLine:
    """Return the line of points with ``F_beta = level``.

    Parameters
    ----------
    level : float
        In (0, 1].
    pos : float
        Number of positives.
    beta : float

    Returns
    -------
    CountLine

    Raises
    ------
    ValueError
        A level outside (0, 1]; a number of positives or `beta` that is not finite, or below 0.

    Notes
    -----
    ``(1 + b^2) tp = F ((1 + b^2) tp + fp + b^2 (pos - tp))``, solved for a constant.
    """
    level = float(checked_number(level, "levels", "lie in (0, 1]", lambda one: 0 < float(one) <= 1))
    pos, b2 = checked_nonnegative(pos, "pos"), squared_beta(beta)
    if not math.isfinite(b2 * pos):
        raise ValueError(
            f"beta must be smaller for {in_full(pos)} positives, found {in_full(beta)}"
        )
    return CountLine(1 + b2 - level, -level, level * b2 * pos, level)


def trace_modified_f(
    level: float, prevalence: float, beta: float = 1, *, tolerance: float = ARC_TOLERANCE
) -> Trace:
    """Trace the points of PR space with one modified F score (Boyd et al. 2012, section 4.4).

    Parameters
    ----------
    level : float
        In (0, 1].
    prevalence : float
        In (0, 1).
    beta, tolerance : float

    Returns
    -------
    Trace
        In PR space, of which all points are achievable.

    Notes
    -----
    It is the line of that F score with ``(p - pi) / (1 - pi)`` in place of precision.
    """
    plain = trace_line(f_line(level, 1.0, beta), PR, 1.0, 1.0, tolerance=tolerance)
    same = partial(_whole, partial(trace_modified_f, level, prevalence, beta))
    path = partial(_raised, plain, prevalence)
    return Trace(plain.x, prevalence + (1 - prevalence) * plain.y, PR, plain.error, same, path)


def _raised(plain: Trace, prevalence: float) -> ExactPath:
    """Return the path of a trace with its heights rescaled from [0, 1] to [prevalence, 1]."""
    assert plain.course is not None
    path = plain.course()

    def at(places: FloatArray) -> Pair:
        x, y = path.at(places)
        return x, prevalence + (1 - prevalence) * y

    return path._replace(at=at)


def trace_line(
    line: CountLine,
    space: Space,
    pos: float,
    neg: float,
    *,
    most_fp: float | None = None,
    tolerance: float = ARC_TOLERANCE,
) -> Trace:
    """Trace a count-space line with positive slope between no false positives and all positives.

    Parameters
    ----------
    line : CountLine
    space : Space
    pos, neg : float
        Totals of the two classes.
    most_fp : float, optional
        Where the line ends; by default it runs on into the unachievable region, which has no
        confusion matrices (PR space shows that, ROC space can't).
    tolerance : float
        As in `prplot.core.traces.trace`.

    Returns
    -------
    Trace
        Empty if no part of the line lies inside.

    Raises
    ------
    ValueError, TypeError
        Something else than a line, a space, totals or a tolerance.
    """
    check_kind(line, "line", CountLine)
    check_kind(space, "space", Space)
    pos, neg = checked_nonnegative(pos, "pos"), checked_nonnegative(neg, "neg")
    most_fp = None if most_fp is None else checked_nonnegative(most_fp, "most_fp")
    tolerance = checked_tolerance(tolerance)
    # A line along fp = 0 can start anywhere: at no true positives.
    start_tp = max(line.tp_at(0.0), 0.0) if line.tp_factor else 0.0
    end_tp, end_fp = pos, line.fp_at(pos)
    if most_fp is not None and end_fp > most_fp:
        end_tp, end_fp = line.tp_at(most_fp), most_fp
    if end_fp < 0 or start_tp > pos:
        return Trace(np.empty(0), np.empty(0), space)
    tp, fp = np.array([start_tp, end_tp]), np.array([0.0, end_fp])
    path = partial(path_of_counts, tp, fp, pos, neg, space)
    tp, fp = space.subdivide(tp, fp, pos, neg, tolerance)
    same = partial(_whole, partial(trace_line, line, space, pos, neg, most_fp=most_fp))
    error = tolerance if space.bends else 0.0
    return Trace(*space.project_path(tp, fp, pos, neg), space, error, same, path)


def _whole(
    same: Callable[..., Trace], *, tolerance: float = ARC_TOLERANCE, within: Range | None = None
) -> Trace:
    """Return a reference again, with all of its few vertices, whatever the range of x."""
    return same(tolerance=max(tolerance, LEAST_TOLERANCE))


def project_grid(
    of: Space, into: Space, pos: float, neg: float, count: int = 20
) -> tuple[FloatArray, FloatArray]:
    """Project the points of a regular grid of one space into another.

    Parameters
    ----------
    of : Space
        Whose unit square the grid divides evenly.
    into : Space
        The space to project into.
    pos, neg : float
        Totals of the two classes, above 0.
    count : int, default 20
        Steps along each side, 1 to 1000.

    Returns
    -------
    x, y : ndarray of float, shape (n,)
        Points that are confusion matrices and have a place in both spaces.

    Raises
    ------
    ValueError, TypeError
        Fewer than one step or more than 1000; a class without examples; something else than a
        space.

    Notes
    -----
    Flach & Kull (2015), Figure 3: points that are evenly spread in one space crowd in the other.
    """
    check_kind(of, "of", Space)
    check_kind(into, "into", Space)
    if not is_whole(count) or not 1 <= count <= _MOST_STEPS:
        raise ValueError(
            f"count must be a whole number from 1 to {_MOST_STEPS}, found {brief(count)}"
        )
    pos, neg = checked_nonnegative(pos, "pos"), checked_nonnegative(neg, "neg")
    if not (pos > 0 and neg > 0):
        raise ValueError(
            f"pos and neg must both be above 0, found {in_full(pos)} and {in_full(neg)}"
        )
    steps = np.arange(count + 1) / count
    x, y = (axis.ravel() for axis in np.meshgrid(steps, steps))
    tp, fp = of.invert(x, y, pos, neg)
    # Rounding at the edges makes no matrix impossible.
    slack = 1e-9 * (pos + neg)
    with np.errstate(invalid="ignore"):
        possible = (tp >= -slack) & (tp <= pos + slack) & (fp >= -slack) & (fp <= neg + slack)
    tp, fp = np.clip(tp[possible], 0, pos), np.clip(fp[possible], 0, neg)
    places = into.project(tp, fp, pos, neg)
    known = np.isfinite(places[0]) & np.isfinite(places[1])
    return places[0][known], places[1][known]
