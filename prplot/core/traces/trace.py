"""Traces: polylines of curves in one space, and the exact paths that they stand for.

A path of counts is drawn in one of the common ways: exactly, in steps, by straight lines, with
points at whole counts, or as points only. The exact path gives the coordinates anywhere between two
vertices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import isqrt
from typing import NamedTuple

import numpy as np

from prplot.core.checks import (
    Array,
    FloatArray,
    brief,
    check_kind,
    checked_nonnegative,
    checked_range,
    one_of,
)
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Pair, Space

# Largest error of a drawn arc, in units of the axis: a tenth of a pixel where it has 1,000.
ARC_TOLERANCE = 1e-4
# Between more points than this arcs are so short that they need no insertions even at a smaller
# tolerance; and the smaller the error, the more vertices can be dropped afterwards.
MANY = 2000
_TOLERANCE_OF_MANY = 2.5e-5
# Arcs that are drawn with a smaller error than this fit no memory.
LEAST_TOLERANCE = 1e-9

Range = tuple[float, float]
JOINS = ("exact", "step", "linear", "integer", "points")
# A recall times the number of positives is whole up to rounding.
_WHOLE = 1e-12
# More points at whole true positives fit no memory.
_MOST_WHOLE = 10**8


@dataclass(frozen=True, eq=False)
class Trace:
    """A polyline and the space it lies in.

    Attributes
    ----------
    x, y : ndarray of float, shape (n,)
        Vertices in order.
    space : Space
    error : float
        How far the polyline and the path that it stands for may lie from each other.
    finer : callable, optional
        Takes ``tolerance=`` and ``within=``, a range of x, and returns the same path, at least in
        that range, with no larger error; None if only the vertices are known.
    course : callable, optional
        Takes no arguments and returns the `ExactPath` that the polyline stands for; None if that is
        the polyline itself.
    """

    x: FloatArray
    y: FloatArray
    space: Space
    error: float = 0.0
    finer: Callable[..., Trace] | None = field(default=None, repr=False, compare=False)
    course: Callable[[], ExactPath] | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, values in (("x", self.x), ("y", self.y)):
            if not isinstance(values, np.ndarray) or values.dtype.kind not in "iuf":
                raise TypeError(f"{name} must be an array of numbers, found {brief(values)}")
        check_kind(self.space, "space", Space)
        if self.x.shape != self.y.shape or self.x.ndim != 1:
            raise ValueError(
                f"x and y must be one-dimensional and of the same length, "
                f"found shapes {self.x.shape} and {self.y.shape}"
            )


class ExactPath(NamedTuple):
    """A path through numbered points.

    Attributes
    ----------
    size : int
        How many points it has.
    at : callable
        Takes positions along the path, shape (n,), and returns x and y there. A position is the
        number of a point, plus a fraction of the distance to the next one.
    """

    size: int
    at: Callable[[FloatArray], Pair]


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
        "exact" moves the counts linearly (Davis & Goadrich 2006, section 4), with points inserted
        where the line bends and where it crosses gain 0; "step" holds the next point's value (the
        area is average precision); "linear" joins the points by chords, which is wrong in PR space;
        "integer" joins points at whole `tp` by chords (Davis & Goadrich's own approximation);
        "points" lists the points.
    tolerance : float, optional
        Largest error of an exact arc, in units of the axis; by default 1e-4, and a quarter of that
        if there are more than 2000 points; at least 1e-9.
    recall_range : tuple of float
        The part of the curve to draw; it ends exactly there.

    Returns
    -------
    Trace

    Raises
    ------
    ValueError, TypeError
        An unknown `join`; a range outside [0, 1]; "integer" for counts that are not whole;
        something else than a curve, a space or a tolerance.
    """
    check_kind(curve, "curve", ConfusionCurve)
    check_kind(space, "space", Space)
    one_of(join, "join", JOINS)
    low, high = checked_range(recall_range)
    if tolerance is not None:
        tolerance = checked_tolerance(tolerance)
    if curve.pos == 0:
        x, y = np.array(space.without_positives).reshape(-1, 2).T
        return Trace(x, y, space)
    return _traced(curve, space, join, (low, high), tolerance=tolerance)


def checked_tolerance(tolerance: float) -> float:
    """Return a tolerance; raise unless it is a finite number, 1e-9 or more."""
    if (number := float(checked_nonnegative(tolerance, "tolerance"))) < LEAST_TOLERANCE:
        raise ValueError(f"tolerance must be {LEAST_TOLERANCE:g} or more, found {brief(tolerance)}")
    return number


def _traced(
    curve: ConfusionCurve,
    space: Space,
    join: str,
    recall_range: Range,
    *,
    tolerance: float | None = None,
    within: Range | None = None,
) -> Trace:
    tp, fp = cut(curve, *recall_range)
    if tolerance is None:
        tolerance = ARC_TOLERANCE if tp.size <= MANY else _TOLERANCE_OF_MANY
    if within is not None:
        seen = _rows_within(within, tp, fp, curve, space)
        tp, fp = tp[seen], fp[seen]
    if join == "exact":
        tp, fp = space.subdivide(tp, fp, curve.pos, curve.neg, tolerance)
    elif join == "integer":
        tp, fp = whole_steps(tp, fp)
    x, y = space.project_path(tp, fp, curve.pos, curve.neg)
    if join == "step":
        x, y = np.repeat(x, 2)[:-1], np.repeat(y, 2)[1:]
    error = tolerance if join == "exact" and space.bends else 0.0
    path = partial(_exact_path, curve, space, *recall_range) if join == "exact" else None
    finer = partial(_traced, curve, space, join, recall_range)
    return Trace(x, y, space, error, finer, path)


def _rows_within(within: Range, tp: Array, fp: Array, curve: ConfusionCurve, space: Space) -> slice:
    """Return which points have an x in a range, with some before and after them."""
    step = max(1, isqrt(tp.size))
    x, _ = space.project_path(tp[::step], fp[::step], curve.pos, curve.neg)
    first = max(int(np.searchsorted(x, within[0])) - 1, 0)
    # The limit at the start of a path needs the point after it.
    return slice(first * step, int(np.searchsorted(x, within[1], side="right")) * step + 2)


def _exact_path(curve: ConfusionCurve, space: Space, low: float, high: float) -> ExactPath:
    return path_of_counts(*cut(curve, low, high), curve.pos, curve.neg, space)


def cut(curve: ConfusionCurve, low: float, high: float) -> Pair:
    """Return the part of a curve between two recalls, with new ends exactly on it.

    Of several points at the lower recall all are kept; the first has the fewest `fp`.

    Returns
    -------
    tp, fp : ndarray
    """
    if (low, high) == (0.0, 1.0):
        return curve.tp, curve.fp
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


def path_of_counts(tp: Array, fp: Array, pos: float, neg: float, space: Space) -> ExactPath:
    """Return the path of counts that move linearly, projected into a space."""

    def at(places: FloatArray) -> Pair:
        counts = _between(places, tp), _between(places, fp)
        x, y = space.project(*counts, pos, neg)
        # Where nothing is predicted positive, a path has its limit.
        at_origin = counts[0] + counts[1] == 0
        if at_origin.any():
            first = 1 + min(np.searchsorted(count, 0, side="right") for count in (tp, fp))
            start_x, start_y = space.project_path(tp[:first], fp[:first], pos, neg)
            x[at_origin], y[at_origin] = start_x[0], start_y[0]
        return x, y

    return ExactPath(tp.size, at)


def straight_path(x: FloatArray, y: FloatArray) -> ExactPath:
    """Return the path of straight lines between points."""
    return ExactPath(x.size, lambda places: (_between(places, x), _between(places, y)))


def _between(places: FloatArray, values: Array) -> FloatArray:
    """Return what numbered values are at places between them, linearly."""
    # Only the values around the places, as all of a long path take longer to look at.
    first = int(places.min(initial=values.size - 1))
    around = values[first : int(places.max(initial=0)) + 2]
    return np.interp(places, np.arange(first, first + around.size), around)
