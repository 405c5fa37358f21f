"""Lines and fills as fine as the canvas that they are drawn on, on any scale."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import Collection
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from prplot.core.checks import FloatArray
from prplot.core.spaces import refine
from prplot.core.traces import (
    DRAWN_TOLERANCE,
    ExactPath,
    Trace,
    cropped,
    fewest_vertices,
    leftmost,
    simplified,
    straight_path,
)

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
    kept = fewest_vertices(rightwards[first:last], y[first:last], tolerance * (1 - _SHARE_OF_ARCS))
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


def _course(drawn: Trace) -> ExactPath:
    """Return the path that a trace stands for, as exactly as it is known."""
    if drawn.course is not None:
        return drawn.course()
    whole = drawn if drawn.finer is None else drawn.finer()
    return straight_path(whole.x, whole.y)


def _places(ax: Axes, course: ExactPath, tolerance: float) -> FloatArray:
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


# How far what is drawn may lie from the truth, in pixels.
PIXELS = 0.1

Put = Callable[..., object]


class Need(NamedTuple):
    """What axes ask for: a tolerance in their units, what is seen, and scales that aren't linear.

    On such scales the tolerance is in shares of the axes' sides.
    """

    tolerance: float
    low: float
    high: float
    scales: tuple[Any, ...] = ()


class Resolution(Artist):
    """Gives a line or a fill other vertices where a canvas or a view shows more.

    It draws nothing itself. Sizes, resolution and limits are final only when a figure is drawn or
    saved; so it comes first in the drawing order. The vertices given at first stay while the axes
    have few pixels and show the whole space.

    Parameters
    ----------
    shown : matplotlib.artist.Artist
        A line or a fill on axes, which shows the traces reduced.
    pairs : sequence of (Trace, Trace)
        Each in full, and as it is shown.
    put : callable
        Takes the traces, reduced, and gives their vertices to the artist.
    """

    def __init__(self, shown: Artist, pairs: Sequence[tuple[Trace, Trace]], put: Put) -> None:
        super().__init__()
        self.set_zorder(-np.inf)
        self.set_in_layout(False)
        self._shown = shown
        self._put = put
        self._usual = [few for _, few in pairs]
        self._reduced = any(few is not drawn for drawn, few in pairs)
        # Of a trace that can be made again its many vertices need not be held.
        self._traces = [few if few.finer else drawn for drawn, few in pairs]
        self._drawn_for: Need | None = None
        self._ours = _vertices(shown)

    def draw(self, renderer: Any) -> None:
        """Put other vertices into the artist if the last ones are too few or too many."""
        ax = self._shown.axes
        if not isinstance(ax, Axes) or not self._shown.get_visible():
            return
        if fit_limits(ax):
            # The ground had no place before.
            ax.patch.draw(renderer)
        if _vertices(self._shown) is not self._ours:
            # The user gave it other data.
            return
        need: Need | None = needed(ax)
        if need is not None and self._suffices(need):
            need = None
        if need != self._drawn_for:
            self._put(*(self._usual if need is None else self._fine(ax, need)))
            self._drawn_for, self._ours = need, _vertices(self._shown)
        if self._reduced or need is not None:
            _keep_vertices(self._shown)

    def _fine(self, ax: Axes, need: Need) -> list[Trace]:
        if need.scales:
            return [followed(ax, drawn, need.tolerance) for drawn in self._traces]
        return [finer(drawn, need) for drawn in self._traces]

    def _suffices(self, need: Need) -> bool:
        tolerance, low, _, scales = need
        if scales:
            return False
        true = all(tolerance >= usual.error for usual in self._usual)
        starts = [leftmost(usual.space) for usual in self._usual]
        return true and (low >= max(starts, default=low) or not self._reduced)


def _vertices(shown: Artist) -> Any:
    """Return what an artist holds now, the same object until somebody gives it other data."""
    if isinstance(shown, Line2D):
        return shown.get_ydata(orig=True)
    return shown.get_paths()[0] if isinstance(shown, Collection) and shown.get_paths() else None


def needed(ax: Axes) -> Need:
    """Return which tolerance, in units of the axes, and which range of x the axes ask for now."""
    low, high = sorted(ax.get_xlim())
    if (ax.get_xscale(), ax.get_yscale()) != ("linear", "linear"):
        share = min(DRAWN_TOLERANCE, PIXELS / max(ax.bbox.width, ax.bbox.height, 1.0))
        return Need(share, low, high, (ax.get_xscale(), ax.get_yscale(), *ax.get_ylim()))
    bottom, top = sorted(ax.get_ylim())
    sides = (high - low, ax.bbox.width), (top - bottom, ax.bbox.height)
    each = [seen * min(DRAWN_TOLERANCE, PIXELS / max(pixels, 1.0)) for seen, pixels in sides]
    return Need(min(each), low, high)


def finer(drawn: Trace, need: Need) -> Trace:
    """Return what is seen of a trace, and a little more, true to a tolerance."""
    tolerance, low, high, _ = need
    if drawn.finer is not None:
        drawn = drawn.finer(tolerance=_SHARE_OF_ARCS * tolerance)
    width = high - low
    seen = cropped(drawn, low - width, high + width)
    return simplified(seen, tolerance, start=-np.inf)


def _keep_vertices(shown: Artist) -> None:
    """Let matplotlib simplify no line any further: it would miss by a ninth of a pixel more."""
    if not isinstance(shown, Line2D):
        return
    # Long lines are cut anew whenever they are drawn, unless they say which markers they show.
    if shown.get_markevery() is None:
        shown.set_markevery(1)
        shown.recache_always()
    shown.get_path().should_simplify = False
