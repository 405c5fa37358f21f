"""Traces as fine as the canvas that they are drawn on."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import Collection
from matplotlib.lines import Line2D

from prplot.core.reduction import LEFT, TOLERANCE, reduce, within
from prplot.core.traces import Trace
from prplot.draw.scales import fit_limits, followed

# How far what is drawn may lie from the truth, in pixels.
PIXELS = 0.1
# So much of the whole tolerance goes into arcs, the rest into dropping vertices.
_SHARE_OF_ARCS = 0.25

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
        return true and (low >= LEFT or not self._reduced)


def _vertices(shown: Artist) -> Any:
    """Return what an artist holds now, the same object until somebody gives it other data."""
    if isinstance(shown, Line2D):
        return shown.get_ydata(orig=True)
    return shown.get_paths()[0] if isinstance(shown, Collection) and shown.get_paths() else None


def needed(ax: Axes) -> Need:
    """Return which tolerance, in units of the axes, and which range of x the axes ask for now."""
    low, high = sorted(ax.get_xlim())
    if (ax.get_xscale(), ax.get_yscale()) != ("linear", "linear"):
        share = min(TOLERANCE, PIXELS / max(ax.bbox.width, ax.bbox.height, 1.0))
        return Need(share, low, high, (ax.get_xscale(), ax.get_yscale(), *ax.get_ylim()))
    bottom, top = sorted(ax.get_ylim())
    sides = (high - low, ax.bbox.width), (top - bottom, ax.bbox.height)
    each = [seen * min(TOLERANCE, PIXELS / max(pixels, 1.0)) for seen, pixels in sides]
    return Need(min(each), low, high)


def finer(drawn: Trace, need: Need) -> Trace:
    """Return what is seen of a trace, and a little more, true to a tolerance."""
    tolerance, low, high, _ = need
    if drawn.finer is not None:
        drawn = drawn.finer(tolerance=_SHARE_OF_ARCS * tolerance)
    width = high - low
    seen = within(drawn, low - width, high + width)
    return reduce(seen, tolerance, start=-np.inf)


def _keep_vertices(shown: Artist) -> None:
    """Let matplotlib simplify no line any further: it would miss by a ninth of a pixel more."""
    if not isinstance(shown, Line2D):
        return
    # Long lines are cut anew whenever they are drawn, unless they say which markers they show.
    if shown.get_markevery() is None:
        shown.set_markevery(1)
        shown.recache_always()
    shown.get_path().should_simplify = False
