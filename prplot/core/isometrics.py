"""Lines of equal score: straight in count space, whatever they look like elsewhere."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from prplot.core import courses
from prplot.core.points import squared_beta
from prplot.core.spaces import PR, Space
from prplot.core.traces import TOLERANCE, Trace


@dataclass(frozen=True)
class CountLine:
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

    Notes
    -----
    ``(1 + b^2) tp = F ((1 + b^2) tp + fp + b^2 (pos - tp))``, solved for a constant.
    """
    if not 0 < level <= 1:
        raise ValueError(f"levels must lie in (0, 1], found {level!r}")
    b2 = squared_beta(beta)
    return CountLine(1 + b2 - level, -level, level * b2 * pos, level)


def trace_modified_f(
    level: float, prevalence: float, beta: float = 1, *, tolerance: float = TOLERANCE
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
    same = partial(trace_modified_f, level, prevalence, beta)
    course = partial(_raised, plain, prevalence)
    return Trace(plain.x, prevalence + (1 - prevalence) * plain.y, PR, plain.error, same, course)


def _raised(plain: Trace, prevalence: float) -> courses.Course:
    found = courses.straight(plain.x, plain.y) if plain.course is None else plain.course()
    return courses.raised(found, prevalence)


def trace_line(
    line: CountLine,
    space: Space,
    pos: float,
    neg: float,
    *,
    most_fp: float | None = None,
    tolerance: float = TOLERANCE,
) -> Trace:
    """Trace a count-space line with positive slope between no false positives and all positives.

    Parameters
    ----------
    line : CountLine
    space : Space
    pos, neg : float
        Totals of the two classes.
    most_fp : float, optional
        Where the line ends; None lets it run on into the unachievable region, where no confusion
        matrix is (PR space shows that, ROC space can't).
    tolerance : float
        As in `prplot.core.traces.trace`.

    Returns
    -------
    Trace
        Empty if no part of the line lies inside.
    """
    # A line at no false positives leaves the choice of where to start.
    start_tp = max(line.tp_at(0.0), 0.0) if line.tp_factor else 0.0
    end_tp, end_fp = pos, line.fp_at(pos)
    if most_fp is not None and end_fp > most_fp:
        end_tp, end_fp = line.tp_at(most_fp), most_fp
    if end_fp < 0 or start_tp > pos:
        return Trace(np.empty(0), np.empty(0), space)
    tp, fp = np.array([start_tp, end_tp]), np.array([0.0, end_fp])
    course = partial(courses.of_counts, tp, fp, pos, neg, space)
    tp, fp = space.subdivide(tp, fp, pos, neg, tolerance)
    same = partial(trace_line, line, space, pos, neg, most_fp=most_fp)
    error = 0.0 if space.bend is None else tolerance
    return Trace(*space.project_path(tp, fp, pos, neg), space, error, same, course)
