"""Lines and fills with as many vertices as the canvas can show, on any scale."""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import Collection
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from prplot.core.checks import FloatArray
from prplot.core.measures.metric_steps import StepFunction, Vertices
from prplot.core.spaces import refine
from prplot.core.traces import DRAWN_TOLERANCE, ENOUGH, Trace, fewest_vertices, leftmost
from prplot.draw.scene_artist import Unseen

# Ranges that scales can show, without 0 and 1, which they map to infinity.
_SHOWABLE = {"log": (1e-300, np.inf), "logit": (1e-300, 1 - 2.0**-53)}
# Coordinate of values that a scale can't show, in sides of the axes.
_FAR = 1e4
# Margin around the axes in which lines are computed too, in shares of the axes.
_MARGIN = 0.05
# Share of the tolerance for the approximation of arcs; the rest is for dropping vertices.
_SHARE_OF_ARCS = 0.25
# Places that are computed at a time.
CHUNK = 2**16
# Width of a column of steps, in tolerances.
_COLUMN = 4
# Shares of a piece that may extend to infinity at which it is evaluated first.
_NEAR_ENDS = np.concatenate([0.25 ** np.arange(1, 27), 1 - 0.25 ** np.arange(1, 27)])


def followed(ax: Axes, drawn: Trace, need: "Need") -> Trace:
    """Return the part of a trace in the view of a need, on the scales of axes.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    drawn : Trace
    need : Need

    Returns
    -------
    Trace
        In data coordinates, without values that the scales can't show.
    """
    if drawn.size < 2:
        return drawn
    places = _places(ax, drawn, need)
    x, y = _seen_at(ax, drawn, need, places).T
    seen = _in_view(x)
    tolerance = need.tolerance * (1 - _SHARE_OF_ARCS)
    kept = fewest_vertices(_rightwards(x)[seen], y[seen], tolerance)
    at = showable(ax, *drawn.at(places[seen][kept]))
    at = at[:, np.isfinite(at).all(axis=0)]
    return Trace(at[0], at[1], drawn.space)


def _in_view(x: FloatArray) -> slice:
    """Return which points of a path are in view, with one before and one after them."""
    x = _rightwards(x)
    first = max(int(np.searchsorted(x, 0.0)) - 1, 0)
    return slice(first, int(np.searchsorted(x, 1.0, side="right")) + 1)


def _rightwards(x: FloatArray) -> FloatArray:
    """Return never decreasing coordinates; some scales run from right to left."""
    return x if x[0] <= x[-1] else 1 - x


def fit_limits(ax: Axes) -> None:
    """Move limits that the scales of axes can't show to the nearest data that they can.

    The margins below 0 and above 1, which axes get on linear scales, do not exist on some others.
    """
    for axis, set_limits in ((ax.xaxis, ax.set_xlim), (ax.yaxis, ax.set_ylim)):
        first, last = axis.get_view_interval()
        low, high = min(first, last), max(first, last)
        fitting = axis.limit_range_for_scale(low, high)
        if axis.get_scale() != "linear" and (fitting[0], fitting[1]) != (low, high):
            set_limits(fitting if first <= last else fitting[::-1], auto=None)


def _places(ax: Axes, drawn: Trace, need: "Need") -> FloatArray:
    """Return the points of a path in view, and places between them where it is curved there."""
    tolerance = need.tolerance * _SHARE_OF_ARCS

    def seen_at(places: FloatArray) -> FloatArray:
        return _seen_at(ax, drawn, need, places.ravel()).reshape(*places.shape, 2)

    def missed(start: FloatArray, inner: FloatArray, end: FloatArray) -> FloatArray:
        sampled = seen_at(np.column_stack([start, inner, end]))
        apart = _apart(sampled[:, :1], sampled[:, 1:-1], sampled[:, -1:])
        return np.where(_is_in_view(sampled.min(axis=1), sampled.max(axis=1))[:, None], apart, 0.0)

    # Of many points, only those in view and some around them are looked at.
    step = math.isqrt(drawn.size)
    every = np.arange(0, drawn.size, step, dtype=np.float64)
    coarse = _in_view(seen_at(every)[:, 0])
    number = np.arange(coarse.start * step, min((coarse.stop - 1) * step + 1, drawn.size)) + 0.0
    extent, endless = _extents(seen_at(number))
    near = (number[endless][:, None] + _NEAR_ENDS).ravel()
    known = np.unique(np.concatenate([number, near]))
    # Pieces shorter than the tolerance need no further points.
    long = (extent > tolerance)[(known[:-1] - number[0]).astype(int)]
    inserted = refine(known[:-1][long], known[1:][long], missed, tolerance)
    return np.unique(np.concatenate([known, inserted]))


def _extents(ends: FloatArray) -> tuple[FloatArray, NDArray[np.intp]]:
    """Return how long pieces of a path are, and which of them are in view and longer than it."""
    extent = np.maximum(*(np.abs(np.diff(one)) for one in ends.T))
    far = np.flatnonzero(extent > 1)
    start, end = ends[far], ends[far + 1]
    return extent, far[_is_in_view(np.minimum(start, end), np.maximum(start, end))]


def _seen_at(ax: Axes, drawn: Trace, need: "Need", places: FloatArray) -> FloatArray:
    """Return where places of a path are in a view; parts, as what leads there takes much memory."""
    parts = np.split(places, range(CHUNK, places.size, CHUNK))
    return np.concatenate([shares(ax, need, *drawn.at(part)) for part in parts])


def _is_in_view(low: FloatArray, high: FloatArray) -> NDArray[np.bool_]:
    """Tell for each box, given by two corners, whether it overlaps the view."""
    met: NDArray[np.bool_] = (high >= 0) & (low <= 1)
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


def shares(ax: Axes, need: "Need", x: FloatArray, y: FloatArray) -> FloatArray:
    """Return finite coordinates of points on axes, from 0 to 1 along each side of a view."""
    _, left, right, _, (bottom, top) = need
    with np.errstate(all="ignore"):
        scaled = ax.transScale.transform(showable(ax, x, y).T)
        at = (scaled - (left, bottom)) / (right - left, top - bottom)
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
    """What axes require: a tolerance, ranges of x and y, and the scales on which these are.

    Ranges begin and end at multiples of a power of two, and tolerances, in shares of the ranges,
    are in steps of the root of two. So neighbouring views have the same need, and it depends on
    nothing but the view.
    """

    tolerance: float
    low: float
    high: float
    scales: tuple[Any, ...]
    heights: tuple[float, float]


class Resolution(Unseen):
    """Adapts the vertices of a line or a fill to the canvas and to the limits of the axes.

    It draws nothing itself. Size, resolution and limits are final only when a figure is drawn or
    saved, so it is first in the drawing order. The initial vertices are kept as long as the axes
    have few pixels and show the whole space.

    Parameters
    ----------
    shown : matplotlib.artist.Artist
        A line or a fill on axes, which shows the reduced traces.
    pairs : sequence of (Trace or StepFunction, Trace or Vertices)
        Each line in full, and as it is shown at first. Steps follow the limits of the axes.
    put : callable
        Sets the vertices of the artist to those of the traces that it is called with.
    """

    def __init__(self, shown: Artist, pairs: Sequence[tuple[Any, Any]], put: Put) -> None:
        super().__init__()
        self.set_zorder(-np.inf)
        self.set_in_layout(False)
        self._shown = shown
        self._put = put
        self._usual = [few for _, few in pairs]
        self._reduced = any(few is not drawn for drawn, few in pairs)
        # The many vertices of a trace that can be computed again need not be stored.
        self._lines = [few if getattr(few, "path", None) else drawn for drawn, few in pairs]
        self._drawn_for: Need | None = None
        self._ours = _vertices(shown)

    def draw(self, renderer: Any) -> None:
        """Replace vertices that are too few or too many, of all artists of the axes at once."""
        ax = self.axes
        if isinstance(ax, Axes) and next(_resolutions(ax)) is self:
            adapt_all(ax)

    def adapt(self, ax: Axes, shown_in: Need) -> None:
        """Give the artist the vertices that it needs in its axes as they are."""
        # What is hidden, taken away, or has other data of the user, is left alone.
        is_here = self._shown.axes is ax and self._shown.get_visible()
        if not is_here or _vertices(self._shown) is not self._ours:
            return
        need = None if self._suffices(shown_in) else shown_in
        if need != self._drawn_for:
            self._put(*(self._usual if need is None else self._fine(ax, need)))
            self._drawn_for, self._ours = need, _vertices(self._shown)
        if self._reduced or need is not None:
            _keep_vertices(self._shown)

    def _fine(self, ax: Axes, need: Need) -> list[Trace | Vertices]:
        return [
            followed(ax, line, need) if isinstance(line, Trace) else stepped(ax, line, need)
            for line in self._lines
        ]

    def _suffices(self, need: Need) -> bool:
        """Tell whether the vertices that were there at first are enough."""
        is_linear = need.scales[:2] == ("linear", "linear")
        if not is_linear or not all(isinstance(line, Trace) for line in self._lines):
            return False
        (bottom, top), width = need.heights, need.high - need.low
        tolerance = need.tolerance * min(width, top - bottom)
        true = all(tolerance >= usual.error for usual in self._usual)
        starts = [leftmost(usual.space) for usual in self._usual]
        return true and (need.low >= max(starts, default=need.low) or not self._reduced)


def stepped(ax: Axes, drawn: StepFunction, need: Need) -> Vertices:
    """Return the vertices of a step function in view that make the same picture.

    In columns that are a fraction of a pixel wide, no height that the function reaches is lost.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    drawn : StepFunction
    need : Need
    """
    count = math.ceil(1 / (_COLUMN * need.tolerance))
    scaled = np.linspace(need.low, need.high, count + 1)
    borders = np.asarray(ax.xaxis.get_transform().inverted().transform(scaled), np.float64)
    line = drawn.within(borders)
    if line.x.size <= ENOUGH:
        return line
    x, y = shares(ax, need, *line).T
    kept = fewest_vertices(_rightwards(x), y, need.tolerance)
    return Vertices(line.x[kept], line.y[kept])


def adapt_all(ax: Axes) -> None:
    """Give all lines and fills of axes the vertices that they need, before they are drawn."""
    fit_limits(ax)
    need = needed(ax)
    for artist in _resolutions(ax):
        artist.adapt(ax, need)


def _resolutions(ax: Axes) -> Iterator[Resolution]:
    return (artist for artist in ax.artists if isinstance(artist, Resolution))


def _vertices(shown: Artist) -> Any:
    """Return the present data of an artist, the same object until they are replaced."""
    if isinstance(shown, Line2D):
        return shown.get_ydata(orig=True)
    return shown.get_paths()[0] if isinstance(shown, Collection) and shown.get_paths() else None


def needed(ax: Axes) -> Need:
    """Return what the axes require at present."""
    corners = ax.transScale.transform(np.transpose([ax.get_xlim(), ax.get_ylim()]))
    sides = np.sort(corners, axis=0).T.tolist()
    around = [_surrounding(low, high) for low, high in sides]
    share = min(DRAWN_TOLERANCE, PIXELS / max(ax.bbox.width, ax.bbox.height, 1.0))
    seen = [np.ptp(side) / np.ptp(wider) for side, wider in zip(sides, around, strict=True)]
    scales = ax.get_xscale(), ax.get_yscale(), ax.xaxis.get_transform(), ax.yaxis.get_transform()
    return Need(_rounded_down(share * min(seen)), *around[0], scales, around[1])


def _surrounding(low: float, high: float) -> tuple[float, float]:
    """Return a range around another and its margins, in steps of a quarter to half of its width."""
    width = high - low
    step = max(math.ldexp(1.0, math.frexp(width)[1] - 2), float(np.spacing(max(-low, high))))
    ends = (low - _MARGIN * width) / step, (high + _MARGIN * width) / step
    return float(np.floor(ends[0]) * step), float(np.ceil(ends[1]) * step)


def _rounded_down(tolerance: float) -> float:
    """Return a tolerance that is not above another, in steps of the root of 2."""
    halves = np.floor(2 * np.log2(tolerance / DRAWN_TOLERANCE))
    return float(DRAWN_TOLERANCE * 2 ** (halves / 2))


def _keep_vertices(shown: Artist) -> None:
    """Keep matplotlib from simplifying a line, which would add an error of a ninth of a pixel."""
    if not isinstance(shown, Line2D):
        return
    # Unless markevery is set, matplotlib replaces the path of a long line at each drawing.
    if shown.get_markevery() is None:
        shown.set_markevery(1)
        shown.recache_always()
    shown.get_path().should_simplify = False
