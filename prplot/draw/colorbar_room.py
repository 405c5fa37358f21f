"""Room for a bar of colours beside axes, where no layout engine makes any."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.layout_engine import PlaceHolderLayoutEngine
from matplotlib.transforms import Bbox, BboxBase

from prplot.draw.scene import BAR_OF_COLORS, marks_of

# Of the width of axes: distance of a bar, and how wide it is.
BAR = (0.035, 0.035)
# Distance to what is next on the right, in points.
EDGE = 4.0
# Of their width panels keep at least this share.
LEAST_SHARE = 0.3


@dataclass(frozen=True, eq=False)
class RoomForBars:
    """Where a panel is drawn that gives room to bars: a locator of matplotlib's.

    Asked at each drawing: figures change their size, and bars their numbers. As with
    `Figure.colorbar` panels that share a bar shrink alike, here only as far as they have to.

    Attributes
    ----------
    panel : Axes
        Whose place it finds.
    panels : tuple of Axes
        Those that give room; bars stand beside the last, which is the one on the right.
    before : callable or None
        The locator that the panel had.
    """

    panel: Axes
    panels: tuple[Axes, ...]
    before: Any = None

    def __call__(self, ax: Any, renderer: Any) -> Bbox:
        """Return where the panel is drawn, in shares of its figure."""
        own = ax.get_position(original=True) if self.before is None else self.before(ax, renderer)
        to_pixels = _around(ax).transSubfigure
        x0, y0, x1, y1 = own.transformed(to_pixels).extents
        share = self._share(renderer)
        x0, x1 = (x - (1 - share) * _width_before(x, self.panels) for x in (x0, x1))
        return Bbox.from_extents(x0, y0, x1, y1).transformed(to_pixels.inverted())

    def get_subplotspec(self) -> Any:
        """Return which place of a grid the panel has, which a tight layout asks a locator."""
        return (self.before or self.panel).get_subplotspec()

    def _share(self, renderer: Any) -> float:
        """Return which share of their width is left to the panels so that all bars end in time."""
        host = self.panels[-1]
        bars = [mark.artist for mark in marks_of(host, BAR_OF_COLORS)]
        if not bars:
            return 1.0
        slot, frame, relative = _slot(host), host.get_window_extent(), sum(BAR)
        # The bar narrows with its axes, numbers and names do not.
        ends = [bar.get_tightbbox(renderer).x1 for bar in bars]  # type: ignore[union-attr]
        beyond = max(ends) - frame.x1 - relative * frame.width
        whole = _width_before(slot.x1, self.panels)
        left = whole - (slot.x1 - _limit(self.panels, renderer)) - beyond
        share = left / (whole + relative * slot.width)
        if host.get_aspect() == 1.0 and host.get_anchor() == "C":
            # Of a wide place square axes take the middle.
            wide = (left - (0.5 + relative) * slot.height) / (whole - slot.width / 2)
            share = wide if wide * slot.width >= slot.height else share
        return float(np.clip(share, LEAST_SHARE, 1.0))


def make_room(panels: Sequence[Axes]) -> None:
    """Let panels give room to the bars beside the last, unless a layout engine makes it."""
    figure = panels[-1].get_figure(root=True)
    engine = None if figure is None else figure.get_layout_engine()
    if engine is not None and not isinstance(engine, PlaceHolderLayoutEngine):
        return
    for ax in panels:
        before = ax.get_axes_locator()
        if isinstance(before, RoomForBars):
            before = before.before
        ax.set_axes_locator(RoomForBars(ax, tuple(panels), before))


def _limit(panels: Sequence[Axes], renderer: Any) -> float:
    """Return where bars must end, in pixels: the edge of the figure where nothing is beside.

    In a figure of several columns it is the same in each, so that panels stay alike.
    """
    figure, end = _around(panels[-1]), _slot(panels[-1]).x1
    edge = EDGE * figure.dpi / 72
    slots = {ax: _slot(ax) for ax in figure.axes if ax.get_visible()}
    others = [slot for ax, slot in slots.items() if ax not in panels]
    start = min(_slot(ax).x0 for ax in panels)
    if all(slot.x0 < end and slot.x1 > start for slot in others):
        return float(figure.bbox.x1 - edge)
    gaps = [
        slot.x0 - max(other.x1 for other in slots.values() if other.x1 <= slot.x0) - _names(ax)
        for ax, slot in slots.items()
        if any(other.x1 <= slot.x0 for other in slots.values())
    ]
    return float(end + min(0.0, *gaps) - edge)


def _names(ax: Axes) -> float:
    """Return how far the numbers and the name of a y axis reach to the left, in pixels."""
    extent = ax.yaxis.get_tightbbox()
    return 0.0 if extent is None else float(max(ax.get_window_extent().x0 - extent.x0, 0.0))


def _width_before(x: float, panels: Sequence[Axes]) -> float:
    """Return how much of what is left of a place belongs to panels, and not to gaps between."""
    slots = sorted((_slot(ax) for ax in panels), key=lambda slot: float(slot.x0))
    width, reached = 0.0, -np.inf
    for slot in slots:
        # Panels may stand above each other.
        start, end = max(slot.x0, reached), min(slot.x1, x)
        width += max(end - start, 0.0)
        reached = max(reached, slot.x1)
    return width


def _slot(ax: Axes) -> BboxBase:
    """Return the place that axes were given in their figure, in pixels."""
    return ax.get_position(original=True).transformed(_around(ax).transSubfigure)


def _around(ax: Axes) -> Any:
    figure = ax.get_figure(root=False)
    assert figure is not None
    return figure
