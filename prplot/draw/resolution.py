"""Lines and fills with as many vertices as the canvas can show, on any scale."""

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

# Ranges that scales can show, without 0 and 1, which they map to infinity.
_SHOWABLE = {"log": (1e-300, np.inf), "logit": (1e-300, 1 - 2.0**-53)}
# Coordinate of values that a scale can't show, in sides of the axes.
_FAR = 1e4
# Margin around the axes in which lines are refined too, in shares of the axes.
_MARGIN = 0.05
# Share of the tolerance for the approximation of arcs; the rest is for dropping vertices.
_SHARE_OF_ARCS = 0.25
# Shares of a piece that may extend to infinity at which it is evaluated first.
_NEAR_ENDS = np.concatenate([0.25 ** np.arange(1, 27), 1 - 0.25 ** np.arange(1, 27)])


def followed(ax: Axes, drawn: Trace, tolerance: float) -> Trace:
    """Return the visible part of a trace on the scales of axes.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    drawn : Trace
    tolerance : float
        Largest distance between the line and the exact path, in shares of the sides of the axes.

    Returns
    -------
    Trace
        In data coordinates, without values that the scales can't show.
    """
    path = _exact_path(drawn)
    if path.size < 2:
        return drawn
    places = _places(ax, path, tolerance * _SHARE_OF_ARCS)
    x, y = shares(ax, *path.at(places)).T
    # On an inverted axis, the path runs from right to left.
    rightwards = x if x[0] <= x[-1] else 1 - x
    first = max(int(np.searchsorted(rightwards, -_MARGIN)) - 1, 0)
    last = int(np.searchsorted(rightwards, 1 + _MARGIN, side="right")) + 1
    kept = fewest_vertices(rightwards[first:last], y[first:last], tolerance * (1 - _SHARE_OF_ARCS))
    at = showable(ax, *path.at(places[first:last][kept]))
    at = at[:, np.isfinite(at).all(axis=0)]
    return Trace(at[0], at[1], drawn.space)


def fit_limits(ax: Axes) -> bool:
    """Move limits that the scales of axes can't show to the nearest data that they can.

    The margins below 0 and above 1, which axes get on linear scales, do not exist on some others.

    Returns
    -------
    bool
        Whether any was moved.
    """
    moved = [
        _fit_limits(axis, set_) for axis, set_ in ((ax.xaxis, ax.set_xlim), (ax.yaxis, ax.set_ylim))
    ]
    if any(moved):
        # The aspect was applied before, with limits that leave the axes no size.
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


def _exact_path(drawn: Trace) -> ExactPath:
    """Return the path that a trace approximates, as exactly as it is known."""
    if drawn.course is not None:
        return drawn.course()
    whole = drawn if drawn.finer is None else drawn.finer()
    return straight_path(whole.x, whole.y)


def _places(ax: Axes, path: ExactPath, tolerance: float) -> FloatArray:
    """Return the points of a path, and places between them where it is curved on these axes."""

    def seen_at(places: FloatArray) -> FloatArray:
        return shares(ax, *path.at(places.ravel())).reshape(*places.shape, 2)

    def missed(start: FloatArray, inner: FloatArray, end: FloatArray) -> FloatArray:
        sampled = seen_at(np.column_stack([start, inner, end]))
        apart = _apart(sampled[:, :1], sampled[:, 1:-1], sampled[:, -1:])
        return np.where(_is_in_view(sampled.min(axis=1), sampled.max(axis=1))[:, None], apart, 0.0)

    number = np.arange(path.size, dtype=np.float64)
    ends = seen_at(number)
    low, high = np.minimum(ends[:-1], ends[1:]), np.maximum(ends[:-1], ends[1:])
    extent = np.maximum(*(high - low).T)
    endless = np.flatnonzero((extent > 1) & _is_in_view(low, high))
    near = (endless[:, None] + _NEAR_ENDS).ravel()
    known = np.unique(np.concatenate([number, near]))
    # Pieces shorter than the tolerance need no further points.
    long = (extent > tolerance)[known[:-1].astype(int)]
    inserted = refine(known[:-1][long], known[1:][long], missed, tolerance)
    return np.unique(np.concatenate([known, inserted]))


def _is_in_view(low: FloatArray, high: FloatArray) -> NDArray[np.bool_]:
    """Tell for each box, given by two corners, whether it overlaps the view."""
    met: NDArray[np.bool_] = (high >= -_MARGIN) & (low <= 1 + _MARGIN)
    return met[:, 0] & met[:, 1]


def _apart(start: FloatArray, inner: FloatArray, end: FloatArray) -> FloatArray:
    """Return the distance of points from the segments from start to end."""
    edge, reach = end - start, inner - start
    length = (edge * edge).sum(axis=-1)
    along = np.divide(
        (reach * edge).sum(axis=-1), length, out=np.zeros(reach.shape[:-1]), where=length > 0
    )
    missing = reach - np.clip(along, 0.0, 1.0)[..., None] * edge
    apart: FloatArray = np.hypot(missing[..., 0], missing[..., 1])
    return apart


def shares(ax: Axes, x: FloatArray, y: FloatArray) -> FloatArray:
    """Return finite coordinates of points on axes, from 0 to 1 along each side."""
    with np.errstate(all="ignore"):
        to_shares = ax.transScale + ax.transLimits
        at = to_shares.transform(showable(ax, x, y).T)
    found = np.nan_to_num(np.asarray(at, np.float64), nan=-_FAR, posinf=_FAR, neginf=-_FAR)
    clipped: FloatArray = np.clip(found, -_FAR, _FAR)
    return clipped


def showable(ax: Axes, x: Any, y: Any) -> FloatArray:
    """Return the nearest coordinates that the scales of axes can show."""
    scales = ax.get_xscale(), ax.get_yscale()
    ranges = [_SHOWABLE.get(scale, (-np.inf, np.inf)) for scale in scales]
    return np.array(
        [np.clip(values, *range_) for values, range_ in zip((x, y), ranges, strict=True)]
    )


# Largest distance between a line and the exact path, in pixels.
PIXELS = 0.1

Put = Callable[..., object]


class Need(NamedTuple):
    """What axes require: a tolerance in their units, a visible range, and nonlinear scales if any.

    On nonlinear scales the tolerance is in shares of the sides of the axes.
    """

    tolerance: float
    low: float
    high: float
    scales: tuple[Any, ...] = ()


class Resolution(Artist):
    """Adapts the vertices of a line or a fill to the canvas and to the limits of the axes.

    It draws nothing itself. Size, resolution and limits are final only when a figure is drawn or
    saved, so it is first in the drawing order. The initial vertices are kept as long as the axes
    have few pixels and show the whole space.

    Parameters
    ----------
    shown : matplotlib.artist.Artist
        A line or a fill on axes, which shows the reduced traces.
    pairs : sequence of (Trace, Trace)
        Each trace in full, and as it is shown at first.
    put : callable
        Sets the vertices of the artist to those of the traces that it is called with.
    """

    def __init__(self, shown: Artist, pairs: Sequence[tuple[Trace, Trace]], put: Put) -> None:
        super().__init__()
        self.set_zorder(-np.inf)
        self.set_in_layout(False)
        self._shown = shown
        self._put = put
        self._usual = [few for _, few in pairs]
        self._reduced = any(few is not drawn for drawn, few in pairs)
        # The many vertices of a trace that can be computed again need not be stored.
        self._traces = [few if few.finer else drawn for drawn, few in pairs]
        self._drawn_for: Need | None = None
        self._ours = _vertices(shown)

    def draw(self, renderer: Any) -> None:
        """Replace the vertices of the artist if they are too few or too many."""
        ax = self._shown.axes
        if not isinstance(ax, Axes) or not self._shown.get_visible():
            return
        if fit_limits(ax):
            # The background was drawn before, with limits that left it no size.
            ax.patch.draw(renderer)
        if _vertices(self._shown) is not self._ours:
            # The user has given the artist other data.
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
    """Return the present data of an artist, the same object until they are replaced."""
    if isinstance(shown, Line2D):
        return shown.get_ydata(orig=True)
    return shown.get_paths()[0] if isinstance(shown, Collection) and shown.get_paths() else None


def needed(ax: Axes) -> Need:
    """Return the tolerance and the range of x that the axes require at present."""
    low, high = sorted(ax.get_xlim())
    if (ax.get_xscale(), ax.get_yscale()) != ("linear", "linear"):
        share = min(DRAWN_TOLERANCE, PIXELS / max(ax.bbox.width, ax.bbox.height, 1.0))
        return Need(share, low, high, (ax.get_xscale(), ax.get_yscale(), *ax.get_ylim()))
    bottom, top = sorted(ax.get_ylim())
    sides = (high - low, ax.bbox.width), (top - bottom, ax.bbox.height)
    each = [seen * min(DRAWN_TOLERANCE, PIXELS / max(pixels, 1.0)) for seen, pixels in sides]
    return Need(min(each), low, high)


def finer(drawn: Trace, need: Need) -> Trace:
    """Return the visible part of a trace, and some of its surroundings, within the tolerance."""
    tolerance, low, high, _ = need
    if drawn.finer is not None:
        drawn = drawn.finer(tolerance=_SHARE_OF_ARCS * tolerance)
    width = high - low
    seen = cropped(drawn, low - width, high + width)
    return simplified(seen, tolerance, start=-np.inf)


def _keep_vertices(shown: Artist) -> None:
    """Keep matplotlib from simplifying a line, which would add an error of a ninth of a pixel."""
    if not isinstance(shown, Line2D):
        return
    # Unless markevery is set, matplotlib replaces the path of a long line at each drawing.
    if shown.get_markevery() is None:
        shown.set_markevery(1)
        shown.recache_always()
    shown.get_path().should_simplify = False
