"""Exact paths of traces, which answer for any place between their points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.spaces import Pair, Space

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Course:
    """A path through numbered points.

    Attributes
    ----------
    size : int
        How many points it has.
    at : callable
        Takes places, shape (n,), and returns x and y there. A place is the number of a point; with
        a fraction it lies between that and the next one.
    """

    size: int
    at: Callable[[FloatArray], Pair]


def of_counts(tp: NDArray[Any], fp: NDArray[Any], pos: float, neg: float, space: Space) -> Course:
    """Return the path of counts that move linearly, as it is seen in a space."""
    number = np.arange(tp.size)

    def at(places: FloatArray) -> Pair:
        counts = np.interp(places, number, tp), np.interp(places, number, fp)
        x, y = space.project(*counts, pos, neg)
        # Where nothing is predicted positive a path stands at its limit.
        at_origin = counts[0] + counts[1] == 0
        if at_origin.any():
            start_x, start_y = space.project_path(tp, fp, pos, neg)
            x[at_origin], y[at_origin] = start_x[0], start_y[0]
        return x, y

    return Course(tp.size, at)


def straight(x: FloatArray, y: FloatArray) -> Course:
    """Return the path of straight lines between points."""
    number = np.arange(x.size)
    return Course(x.size, lambda at: (np.interp(at, number, x), np.interp(at, number, y)))


def raised(course: Course, prevalence: float) -> Course:
    """Return a path whose heights are between a prevalence and 1, not between 0 and 1."""

    def at(places: FloatArray) -> Pair:
        x, y = course.at(places)
        return x, prevalence + (1 - prevalence) * y

    return replace(course, at=at)
