"""Traces: what is drawn. A path of counts, joined in one of the ways in use, in one space.

A trace is a polyline; its exact path answers for every place between two vertices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from prplot.core.checks import Array, FloatArray, checked_range, one_of
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Pair, Space


@dataclass(frozen=True)
class ExactPath:
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


def path_of_counts(tp: Array, fp: Array, pos: float, neg: float, space: Space) -> ExactPath:
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

    return ExactPath(tp.size, at)


def straight_path(x: FloatArray, y: FloatArray) -> ExactPath:
    """Return the path of straight lines between points."""
    number = np.arange(x.size)
    return ExactPath(x.size, lambda at: (np.interp(at, number, x), np.interp(at, number, y)))


def raised_path(course: ExactPath, prevalence: float) -> ExactPath:
    """Return a path whose heights are between a prevalence and 1, not between 0 and 1."""

    def at(places: FloatArray) -> Pair:
        x, y = course.at(places)
        return x, prevalence + (1 - prevalence) * y

    return replace(course, at=at)


# Largest error of a drawn arc, in units of the axis: a tenth of a pixel where it has 1,000.
ARC_TOLERANCE = 1e-4
# Between so many points arcs are short and need nothing inserted, even if they are to be truer; the
# fewer vertices remain when those are dropped that no picture needs.
MANY = 2000
_TOLERANCE_OF_MANY = 2.5e-5
JOINS = ("exact", "step", "linear", "integer", "points")
# A recall times the number of positives is whole up to rounding.
_WHOLE = 1e-12
# Points at whole true positives: more are more than a memory holds.
_MOST_WHOLE = 10**8


@dataclass(frozen=True, eq=False)
class Trace:
    """A polyline and the space it lives in.

    Attributes
    ----------
    x, y : ndarray of float, shape (n,)
        Vertices in order.
    space : Space
    error : float
        How far the polyline and the path that it stands for may lie from each other.
    finer : callable, optional
        Takes ``tolerance=`` and returns the same path with no larger error; None if the vertices
        are all that is known.
    course : callable, optional
        Takes nothing and returns the `prplot.core.courses.Course` that the polyline stands for;
        None if that is the polyline itself.
    """

    x: FloatArray
    y: FloatArray
    space: Space
    error: float = 0.0
    finer: Callable[..., Trace] | None = field(default=None, repr=False, compare=False)
    course: Callable[[], ExactPath] | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.x.shape != self.y.shape or self.x.ndim != 1:
            raise ValueError(
                f"x and y must be one-dimensional and of the same length, "
                f"found shapes {self.x.shape} and {self.y.shape}"
            )


def trace(
    curve: ConfusionCurve,
    space: Space,
    *,
    join: str = "exact",
    tolerance: float | None = None,
    recall_range: tuple[float, float] = (0.0, 1.0),
) -> Trace:
    """Draw a curve of counts as a polyline in a space.

    Parameters
    ----------
    curve : ConfusionCurve
    space : Space
    join : {"exact", "step", "linear", "integer", "points"}
        "exact" follows the counts linearly (Davis & Goadrich 2006, section 4), with points inserted
        where that bends and where it crosses gain 0; "step" holds the next point's value (the area
        is average precision);
        "linear" joins the points by chords, which is wrong in PR space; "integer" puts chords
        between whole `tp` (Davis & Goadrich's own approximation); "points" lists the points.
    tolerance : float, optional
        Largest error of an exact arc, in units of the axis; by default 1e-4, and a quarter of that
        if there are more than 2000 points.
    recall_range : tuple of float
        The part of the curve to draw; its ends are put exactly there.

    Returns
    -------
    Trace

    Raises
    ------
    ValueError
        An unknown `join`; a range outside [0, 1]; "integer" for counts that are not whole.
    """
    one_of(join, "join", JOINS)
    low, high = checked_range(recall_range)
    if curve.pos == 0:
        return _without_positives(space)
    same = partial(trace, curve, space, join=join, recall_range=recall_range)
    tp, fp = cut(curve, low, high)
    if tolerance is None:
        tolerance = ARC_TOLERANCE if tp.size <= MANY else _TOLERANCE_OF_MANY
    if join == "exact":
        tp, fp = space.subdivide(tp, fp, curve.pos, curve.neg, tolerance)
    elif join == "integer":
        tp, fp = whole_steps(tp, fp)
    if join == "exact" and space.with_crossings is not None:
        tp, fp = space.with_crossings(tp, fp, curve.pos, curve.neg)
    x, y = space.project_path(tp, fp, curve.pos, curve.neg)
    if join == "step":
        x, y = np.repeat(x, 2)[:-1], np.repeat(y, 2)[1:]
    error = tolerance if join == "exact" and space.bend is not None else 0.0
    course = partial(_course, curve, space, low, high) if join == "exact" else None
    return Trace(x, y, space, error, same, course)


def _course(curve: ConfusionCurve, space: Space, low: float, high: float) -> ExactPath:
    return path_of_counts(*cut(curve, low, high), curve.pos, curve.neg, space)


def cut(curve: ConfusionCurve, low: float, high: float) -> Pair:
    """Keep the part of a path between two recalls; new ends lie exactly on it.

    Of several points at the lower recall all are kept, and the first has the fewest `fp`.

    Returns
    -------
    tp, fp : ndarray
    """
    # By recall, not by tp: 0.07 is the recall of 7 in 100, but 0.07 * 100 is more than 7.
    first = int(np.searchsorted(curve.recall, low, side="left"))
    last = int(np.searchsorted(curve.recall, high, side="right"))
    parts = [(curve.tp[first:last], curve.fp[first:last])]
    if first == last or curve.recall[first] > low:
        parts.insert(0, _point_at(curve, first, low))
    if first == last or curve.recall[last - 1] < high:
        parts.append(_point_at(curve, last, high))
    tp, fp = zip(*parts, strict=True)
    return np.concatenate(tp), np.concatenate(fp)


def _point_at(curve: ConfusionCurve, i: int, recall: float) -> Pair:
    """Return the point at a recall on the segment that leads to point `i`."""
    start, end = slice(i - 1, i), slice(i, i + 1)
    rise = curve.recall[end] - curve.recall[start]
    share = (recall - curve.recall[start]) / rise
    return (
        curve.tp[start] + share * (curve.tp[end] - curve.tp[start]),
        curve.fp[start] + share * (curve.fp[end] - curve.fp[start]),
    )


def whole_steps(tp: Array, fp: Array) -> Pair:
    """Insert a point at every whole `tp` between the points of a path (Davis & Goadrich 2006)."""
    whole = np.rint(tp)
    if not np.allclose(tp, whole, rtol=_WHOLE, atol=0):
        raise ValueError(
            "interpolation at whole counts needs whole numbers of true positives; "
            "weights, rates and recall ranges that split an example have none"
        )
    if tp[-1] - tp[0] > _MOST_WHOLE:
        raise ValueError(
            "interpolation at whole counts makes a point for each true positive, of at most "
            f"{_MOST_WHOLE:.0e}; found {tp[-1]:.3g}"
        )
    tp = whole
    count = np.maximum(np.diff(tp).astype(np.int64), 1)
    segment = np.repeat(np.arange(count.size), count)
    within = np.arange(segment.size) - (np.cumsum(count) - count)[segment]
    slope = np.diff(fp) / count
    inner = tp[segment] + within * (np.diff(tp) > 0)[segment], fp[segment] + within * slope[segment]
    return np.append(inner[0], tp[-1]), np.append(inner[1], fp[-1])


def _without_positives(space: Space) -> Trace:
    # Boyd et al. (2012), section 2.2: without positives the PR curve lies on the recall axis.
    if space.name == "pr":
        return Trace(np.array([0.0, 1.0]), np.zeros(2), space)
    return Trace(np.empty(0), np.empty(0), space)
