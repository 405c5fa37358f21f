"""Lines on scales that are not linear, where what is straight elsewhere is curved.

Points are inserted where the picture needs them: a straight line of counts is followed through its
logarithms, down to the edge of what is seen.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from numpy.typing import NDArray

from prplot.core.courses import Course, straight
from prplot.core.reduction import fewest
from prplot.core.refining import refine
from prplot.core.traces import Trace

FloatArray = NDArray[np.float64]

# What scales can show; at 0 and at 1 they would end at infinity.
_SHOWABLE = {"log": (1e-300, np.inf), "logit": (1e-300, 1 - 2.0**-53)}
# So far off, in sides of the axes, lies what no scale can show.
_FAR = 1e4
# Around the axes, in shares of them, lines are still followed.
_MARGIN = 0.05
# Of the tolerance, what goes into arcs; the rest goes into dropping vertices.
_SHARE_OF_ARCS = 0.25
# Where a piece may come from infinity these shares of it are looked at first.
_NEAR_ENDS = np.concatenate([0.25 ** np.arange(1, 27), 1 - 0.25 ** np.arange(1, 27)])


def followed(ax: Axes, drawn: Trace, tolerance: float) -> Trace:
    """Return what is seen of a trace on the scales of some axes.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    drawn : Trace
    tolerance : float
        How far what is drawn and the exact path may lie apart, in shares of the sides of the axes.

    Returns
    -------
    Trace
        In units of the data; without values that the scales can't show.
    """
    course = _course(drawn)
    if course.size < 2:
        return drawn
    places = _places(ax, course, tolerance * _SHARE_OF_ARCS)
    x, y = shares(ax, *course.at(places)).T
    # On an axis turned around all goes from right to left.
    rightwards = x if x[0] <= x[-1] else 1 - x
    first = max(int(np.searchsorted(rightwards, -_MARGIN)) - 1, 0)
    last = int(np.searchsorted(rightwards, 1 + _MARGIN, side="right")) + 1
    kept = fewest(rightwards[first:last], y[first:last], tolerance * (1 - _SHARE_OF_ARCS))
    at = showable(ax, *course.at(places[first:last][kept]))
    at = at[:, np.isfinite(at).all(axis=0)]
    return Trace(at[0], at[1], drawn.space)


def fit_limits(ax: Axes) -> bool:
    """Move limits that the scales of some axes can't show to the nearest data that they can.

    Axes get room around 0 and 1 while their scales are linear; on other ones that is nowhere.

    Returns
    -------
    bool
        Whether any was moved.
    """
    moved = [
        _fit_limits(axis, set_) for axis, set_ in ((ax.xaxis, ax.set_xlim), (ax.yaxis, ax.set_ylim))
    ]
    if any(moved):
        # It was asked for before with limits that leave axes no size.
        ax.apply_aspect()
    return any(moved)


def _fit_limits(axis: Axis, set_limits: Callable[..., Any]) -> bool:
    first, last = axis.get_view_interval()
    low, high = min(first, last), max(first, last)
    if axis.get_scale() == "linear":
        return False
    fitting = axis.limit_range_for_scale(low, high)
    if (fitting[0], fitting[1]) == (low, high):
        return False
    set_limits(fitting if first <= last else fitting[::-1], auto=None)
    return True


def _course(drawn: Trace) -> Course:
    """Return the path that a trace stands for, as exactly as it is known."""
    if drawn.course is not None:
        return drawn.course()
    whole = drawn if drawn.finer is None else drawn.finer()
    return straight(whole.x, whole.y)


def _places(ax: Axes, course: Course, tolerance: float) -> FloatArray:
    """Return all points of a path, and places between where the picture is curved."""

    def seen_at(places: FloatArray) -> FloatArray:
        return shares(ax, *course.at(places.ravel())).reshape(*places.shape, 2)

    def missed(start: FloatArray, inner: FloatArray, end: FloatArray) -> FloatArray:
        all_ = seen_at(np.column_stack([start, inner, end]))
        apart = _apart(all_[:, :1], all_[:, 1:-1], all_[:, -1:])
        return np.where(_is_in_view(all_.min(axis=1), all_.max(axis=1))[:, None], apart, 0.0)

    number = np.arange(course.size, dtype=np.float64)
    ends = seen_at(number)
    low, high = np.minimum(ends[:-1], ends[1:]), np.maximum(ends[:-1], ends[1:])
    extent = np.maximum(*(high - low).T)
    endless = np.flatnonzero((extent > 1) & _is_in_view(low, high))
    near = (endless[:, None] + _NEAR_ENDS).ravel()
    known = np.unique(np.concatenate([number, near]))
    # What is next to nothing on the picture can't be curved there.
    long = (extent > tolerance)[known[:-1].astype(int)]
    inserted = refine(known[:-1][long], known[1:][long], missed, tolerance)
    return np.unique(np.concatenate([known, inserted]))


def _is_in_view(low: FloatArray, high: FloatArray) -> NDArray[np.bool_]:
    """Tell of each box, given by two corners, whether it meets what is seen."""
    met: NDArray[np.bool_] = (high >= -_MARGIN) & (low <= 1 + _MARGIN)
    return met[:, 0] & met[:, 1]


def _apart(start: FloatArray, inner: FloatArray, end: FloatArray) -> FloatArray:
    """Return how far points lie from the segments from start to end."""
    edge, reach = end - start, inner - start
    length = (edge * edge).sum(axis=-1)
    along = np.divide(
        (reach * edge).sum(axis=-1), length, out=np.zeros(reach.shape[:-1]), where=length > 0
    )
    missing = reach - np.clip(along, 0.0, 1.0)[..., None] * edge
    apart: FloatArray = np.hypot(missing[..., 0], missing[..., 1])
    return apart


def shares(ax: Axes, x: FloatArray, y: FloatArray) -> FloatArray:
    """Return where points lie on some axes, from 0 to 1 along each side; always finite."""
    with np.errstate(all="ignore"):
        to_shares = ax.transScale + ax.transLimits
        at = to_shares.transform(showable(ax, x, y).T)
    found = np.nan_to_num(np.asarray(at, np.float64), nan=-_FAR, posinf=_FAR, neginf=-_FAR)
    clipped: FloatArray = np.clip(found, -_FAR, _FAR)
    return clipped


def showable(ax: Axes, x: Any, y: Any) -> FloatArray:
    """Return the nearest places that the scales of some axes can show."""
    scales = ax.get_xscale(), ax.get_yscale()
    ranges = [_SHOWABLE.get(scale, (-np.inf, np.inf)) for scale in scales]
    return np.array(
        [np.clip(values, *range_) for values, range_ in zip((x, y), ranges, strict=True)]
    )
