"""Traces: polylines of curves and references in one space, and the paths that they represent.

A path of counts is drawn exactly, in steps, by straight lines, with points at whole counts, or as
points only. The exact path gives the coordinates anywhere between two vertices. References are
random, worst and perfect rankings, which are records of counts like any curve, and isometrics, the
lines of equal score, which are straight in counts, whatever their shape in a space. A trace of many
vertices is simplified by Douglas and Peucker's method without a visible change.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import partial
from math import isqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import (
    Array,
    FloatArray,
    brief,
    check_kind,
    check_same_length,
    checked_nonnegative,
    checked_number,
    checked_range,
    in_full,
    one_of,
)
from prplot.core.points import between, inserted, place_at, place_of, squared_beta
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import PR, Pair, Space

# Largest error of a drawn arc, in units of the axis: a tenth of a pixel where it has 1,000.
ARC_TOLERANCE = 1e-4
# Between more points than this arcs are so short that they need no insertions even at a smaller
# tolerance; and the smaller the error, the more vertices can be dropped afterwards.
MANY = 2000
_TOLERANCE_OF_MANY = 2.5e-5
# Arcs that are drawn with a smaller error than this fit no memory.
LEAST_TOLERANCE = 1e-9

JOINS = ("exact", "step", "linear", "integer", "points")
# Most true positives that get a point each.
_MOST_WHOLE = 1e8
# A recall times the number of positives is whole up to rounding.
_WHOLE = 1e-12
# Steps along each side of a grid: a million points.
_MOST_STEPS = 1000
Indices = NDArray[np.int64]
# Largest distance between what is drawn and the exact curve, in units of the axes: a tenth of a
# pixel where an axis has 400, a fortieth of a millimetre on ten centimetres.
DRAWN_TOLERANCE = 2.5e-4
# With fewer vertices a file is small anyway.
ENOUGH = MANY
# With more vertices than this, the extremes of blocks of so many are looked at first.
_MOST_AT_ONCE = 40_000
_BLOCK = 128
# About so many vertices are compared with their segments together.
_TOGETHER = 2**17
# The square of a length that is still above 0 and has a reciprocal.
_SHORTEST = 1e-300


@dataclass(frozen=True, eq=False)
class Trace:
    """A polyline and the space it lies in.

    Attributes
    ----------
    x, y : ndarray of float, shape (n,)
        Vertices in order.
    space : Space
    error : float
        Largest distance between the polyline and the path that it represents.
    path : tuple of (tp, fp, pos, neg), optional
        The counts that the polyline stands for; they move linearly from point to point.
    """

    x: FloatArray
    y: FloatArray
    space: Space
    error: float = 0.0
    path: tuple[Array, Array, float, float] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        check_kind(self.x, "x", np.ndarray)
        check_kind(self.y, "y", np.ndarray)
        check_same_length(self.x, self.y, "x and y")
        check_kind(self.space, "space", Space)

    @property
    def size(self) -> int:
        """The number of points of the exact path: of the counts, or else of the polyline."""
        return (self.x if self.path is None else self.path[0]).size

    def at(self, numbers: FloatArray) -> Pair:
        """Return x and y on the exact path.

        Parameters
        ----------
        numbers : ndarray of float
            Places: the number of a point, plus a share of the way to the next one.
        """
        place = place_of(numbers)
        if self.path is not None:
            return self.space.project_path(*self.path, place)
        # From infinity there is no way.
        with np.errstate(invalid="ignore"):
            return between(self.x, *place), between(self.y, *place)


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
        where the line bends and where it crosses gain 0; "step" keeps the next point's value (the
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
        anything but a curve, a space or a tolerance.
    """
    check_kind(curve, "curve", ConfusionCurve)
    check_kind(space, "space", Space)
    one_of(join, "join", JOINS)
    low, high = checked_range(recall_range)
    tolerance = None if tolerance is None else checked_tolerance(tolerance)
    if curve.pos == 0:
        x, y = np.array(space.without_positives).reshape(-1, 2).T
        return Trace(x, y, space)
    tp, fp = cut(curve, low, high)
    totals = curve._totals_in(space)
    if tolerance is None:
        tolerance = ARC_TOLERANCE if tp.size <= MANY else _TOLERANCE_OF_MANY
    if join == "exact":
        return trace_counts(tp, fp, totals, space, tolerance)
    if join == "integer":
        tp, fp = whole_steps(tp, fp)
    x, y = space.project_path(tp, fp, *totals)
    if join == "step":
        x, y = np.repeat(x, 2)[:-1], np.repeat(y, 2)[1:]
    return Trace(x, y, space)


def trace_counts(
    tp: Array, fp: Array, totals: tuple[float, float], space: Space, tolerance: float
) -> Trace:
    """Draw a path of counts that move linearly, with points inserted where it bends."""
    x, y = space.project_path(*space.subdivide(tp, fp, *totals, tolerance), *totals)
    return Trace(x, y, space, 0.0 if space.is_straight else tolerance, (tp, fp, *totals))


def checked_tolerance(tolerance: float) -> float:
    """Return a tolerance; raise unless it is a finite number, 1e-9 or more."""
    if (number := float(checked_nonnegative(tolerance, "tolerance"))) < LEAST_TOLERANCE:
        raise ValueError(f"tolerance must be {LEAST_TOLERANCE:g} or more, found {brief(tolerance)}")
    return number


def cut(curve: ConfusionCurve, low: float, high: float) -> Pair:
    """Return the part of a curve between two recalls, with new ends exactly on it.

    All points at the lower recall are kept; the first has the fewest `fp`. Nothing lies beyond the
    end of a curve.

    Returns
    -------
    tp, fp : ndarray
    """
    if (low, high) == (0.0, 1.0):
        return curve.tp, curve.fp
    # A curve may end before recall 1. By recall, not by tp: 0.07 is the recall of 7 in 100, but
    # 0.07 * 100 is more than 7.
    ends = np.minimum((low, high), curve.recall[-1])
    first, share = place_at(curve.recall, ends[:1], "left")
    last, more = place_at(curve.recall, ends[1:], "right")
    inner, is_new = slice(first.item() + 1, last.item() + 1), more > 0
    tp, fp = (
        np.concatenate([between(n, first, share), n[inner], between(n, last, more)[is_new]])
        for n in (curve.tp, curve.fp)
    )
    return tp, fp


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
    every = np.arange(whole[0], whole[-1] + 1)
    new = np.delete(every, (whole - whole[0]).astype(np.intp))
    tp, fp = inserted(whole, fp, *place_at(whole, new, "left"))
    return np.rint(tp), fp


# References


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
        A trace in PR space, whose heights are rescaled; all its points are achievable.

    Notes
    -----
    It is the line of that F score with ``(p - pi) / (1 - pi)`` instead of precision.
    """
    space = replace(PR, forward=partial(_to_raised_pr, prevalence))
    return trace_line(f_line(level, 1.0, beta), space, 1.0, 1.0, tolerance=tolerance)


def _to_raised_pr(prevalence: float, *counts: Any) -> Pair:
    """Map counts to PR space with heights rescaled from [0, 1] to [prevalence, 1]."""
    x, y = PR.forward(*counts)
    return x, prevalence + (1 - prevalence) * y


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
        As in `prplot.core.traces`.

    Returns
    -------
    Trace
        Empty if no part of the line lies inside.

    Raises
    ------
    ValueError, TypeError
        Anything but a line, a space, totals or a tolerance.
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
    return trace_counts(tp, fp, (pos, neg), space, tolerance)


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
        Fewer than one step or more than 1000; anything but a space.

    Notes
    -----
    Flach & Kull (2015), Figure 3: points that are evenly spread in one space crowd in the other.
    """
    check_kind(of, "of", Space)
    check_kind(into, "into", Space)
    wanted = f"be a whole number from 1 to {_MOST_STEPS}"
    checked_number(count, "count", wanted, lambda one: one in range(1, _MOST_STEPS + 1))
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


# Simplification


def leftmost(space: Space) -> float:
    """Return the x from which on traces are true: one width left of the axes.

    In PRG space a curve comes from minus infinity; further left it is on no usual picture.
    """
    low, high = space.limits
    return 2 * low - high


def simplified(drawn: Trace, tolerance: float = DRAWN_TOLERANCE) -> Trace:
    """Return a trace with some of its own vertices, for the same picture.

    Parameters
    ----------
    drawn : Trace
        With never decreasing x.
    tolerance : float
        Largest distance of the result from the path that `drawn` stands for, and of that path from
        the result, in units of the axes, from one width left of the axes on.

    Returns
    -------
    Trace
        The same if it has few vertices, or an error of the tolerance already. Both ends stay.
    """
    if drawn.x.size <= ENOUGH or tolerance <= drawn.error:
        return drawn
    drawn = cropped(drawn, leftmost(drawn.space))
    kept = fewest_vertices(drawn.x, drawn.y, tolerance - drawn.error)
    return replace(drawn, x=drawn.x[kept], y=drawn.y[kept], error=tolerance)


def extremes(y: FloatArray, first: Indices) -> Indices:
    """Return the first, the lowest, the highest and the last vertex of each run of vertices.

    Parameters
    ----------
    y : ndarray of float, shape (n,)
    first : ndarray of int, shape (k,)
        Where the runs begin, from 0 on.
    """
    count = np.diff(first, append=y.size)
    found = [first, first + count - 1]
    for extreme in (np.minimum, np.maximum):
        reaching = np.flatnonzero(y == np.repeat(extreme.reduceat(y, first), count))
        found.append(reaching[np.searchsorted(reaching, first)])
    return np.unique(np.concatenate(found))


def fewest_vertices(x: FloatArray, y: FloatArray, tolerance: float) -> Indices:
    """Return the vertices of a polyline with never decreasing x that make the same picture.

    Parameters
    ----------
    x, y : ndarray of float, shape (n,)
    tolerance : float
        Largest distance of a vertex from the segment that replaces it.

    Returns
    -------
    ndarray of int, shape (m,)
        Numbers of the vertices that Douglas and Peucker's method keeps, with both ends.

    Notes
    -----
    The method splits a line at the vertex farthest from the segment between its ends, and so on
    with both pieces. All pieces are split at once, and the first ones are short already.
    """
    if x.size < 3:
        return np.arange(x.size)
    edges = _first_pieces(x, y, tolerance)
    start, end, kept = edges[:-1], edges[1:], [edges]
    while start.size:
        inner = end - start > 1
        start, end = start[inner], end[inner]
        distance, split = _farthest(x, y, start, end)
        far = distance > tolerance
        start, end, split = start[far], end[far], split[far]
        kept.append(split)
        start, end = np.concatenate([start, split]), np.concatenate([split, end])
    return np.sort(np.concatenate(kept))


def _first_pieces(x: FloatArray, y: FloatArray, tolerance: float) -> Indices:
    """Return vertices, with both ends, most of which the method would keep in the end."""
    if x.size > _MOST_AT_ONCE:
        coarse = extremes(y, np.arange(0, y.size, _BLOCK))
        return coarse[fewest_vertices(x[coarse], y[coarse], tolerance)]
    step = max(16, isqrt(x.size) // 2)
    ends = np.append(np.arange(0, max(1, x.size - step), step), x.size - 1)
    distance, vertex = _farthest(x, y, ends[:-1], ends[1:])
    return np.concatenate([[0], vertex[distance > tolerance], [x.size - 1]])


def _farthest(
    x: FloatArray, y: FloatArray, start: Indices, end: Indices
) -> tuple[FloatArray, Indices]:
    """Return how far the farthest vertex between two others is from their segment, and which."""
    before = np.cumsum(end - start) // _TOGETHER
    # Not all at once: a dozen numbers are computed for each vertex.
    parts = np.split(np.arange(start.size), np.flatnonzero(np.diff(before)) + 1)
    found = [_farthest_at_once(x, y, start[part], end[part]) for part in parts]
    distance, vertex = zip(*found, strict=True)
    return np.concatenate(distance), np.concatenate(vertex)


def _farthest_at_once(
    x: FloatArray, y: FloatArray, start: Indices, end: Indices
) -> tuple[FloatArray, Indices]:
    count = end - start - 1
    first = np.cumsum(count) - count
    at = np.arange(count.sum()) + np.repeat(start + 1 - first, count)
    edge_x, edge_y = x[end] - x[start], y[end] - y[start]
    length = edge_x * edge_x + edge_y * edge_y
    per_length = np.divide(1.0, length, out=np.zeros_like(length), where=length > _SHORTEST)
    across, up, per_length = (np.repeat(each, count) for each in (edge_x, edge_y, per_length))
    right, rise = x[at] - np.repeat(x[start], count), y[at] - np.repeat(y[start], count)
    along = np.clip((right * across + rise * up) * per_length, 0.0, 1.0)
    right -= along * across
    rise -= along * up
    square = right * right + rise * rise
    greatest = np.maximum.reduceat(square, first) if first.size else square
    reaching = np.flatnonzero(square == np.repeat(greatest, count))
    farthest = at[reaching[np.searchsorted(reaching, first)]]
    return np.sqrt(greatest), farthest


def cropped(drawn: Trace, low: float) -> Trace:
    """Return a trace without vertices that are not finite or whose edges lie left of a place."""
    finite = np.isfinite(drawn.x) & np.isfinite(drawn.y)
    x, y = drawn.x[finite], drawn.y[finite]
    first = max(int(np.searchsorted(x, low)) - 1, 0)
    return replace(drawn, x=x[first:], y=y[first:])
