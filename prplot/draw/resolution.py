"""Traces as fine as the canvas that they are drawn on."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from prplot.core.reduction import LEFT, TOLERANCE, reduce, within
from prplot.core.traces import Trace

# How far what is drawn may lie from the truth, in pixels.
PIXELS = 0.1
# So much of the whole tolerance goes into arcs, the rest into dropping vertices.
_SHARE_OF_ARCS = 0.25

Put = Callable[..., object]
# Tolerance, and the range of x that is seen.
Need = tuple[float, float, float]


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

    def draw(self, renderer: Any) -> None:
        """Put other vertices into the artist if the last ones are too few or too many."""
        ax = self._shown.axes
        if not isinstance(ax, Axes) or not self._shown.get_visible():
            return
        need = needed(ax)
        if need is not None and self._suffices(need):
            need = None
        if need != self._drawn_for:
            self._put(*(self._usual if need is None else [finer(t, need) for t in self._traces]))
            self._drawn_for = need
        if self._reduced or need is not None:
            _keep_vertices(self._shown)

    def _suffices(self, need: Need) -> bool:
        tolerance, low, _ = need
        true = all(tolerance >= usual.error for usual in self._usual)
        return true and (low >= LEFT or not self._reduced)


def needed(ax: Axes) -> Need | None:
    """Return which tolerance, in units of the axes, and which range of x the axes ask for now.

    None if their scales are not linear.
    """
    if (ax.get_xscale(), ax.get_yscale()) != ("linear", "linear"):
        return None
    low, high = sorted(ax.get_xlim())
    bottom, top = sorted(ax.get_ylim())
    sides = (high - low, ax.bbox.width), (top - bottom, ax.bbox.height)
    each = [seen * min(TOLERANCE, PIXELS / max(pixels, 1.0)) for seen, pixels in sides]
    return min(each), low, high


def finer(drawn: Trace, need: Need) -> Trace:
    """Return what is seen of a trace, and a little more, true to a tolerance."""
    tolerance, low, high = need
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
