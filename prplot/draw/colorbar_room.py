"""Room for a colour bar beside axes in figures without a layout engine."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.layout_engine import PlaceHolderLayoutEngine
from matplotlib.transforms import Bbox

from prplot.draw.aspect import locator_before, set_locator_before
from prplot.draw.axes import slot_of
from prplot.draw.scene import BAR_OF_COLORS, marks_of

# Distance of a bar from the axes and width of the bar, in shares of the width of the axes.
BAR = (0.035, 0.035)
# Distance to the edge of the figure or to the next axes on the right, in points.
EDGE = 4.0
# Least share of their width that panels keep.
LEAST_SHARE = 0.3


@dataclass(frozen=True, eq=False)
class RoomForBars:
    """A locator for matplotlib that shrinks a panel to make room for colour bars.

    matplotlib calls it at each drawing, as the size of the figure and the tick labels of bars may
    change. As with `Figure.colorbar`, panels with a common bar shrink alike, but only as needed.

    Attributes
    ----------
    panel : Axes
        The panel that it locates.
    panels : tuple of Axes
        All panels that shrink; the bars are beside the last, which is the rightmost.
    before : callable or None
        The earlier locator of the panel.
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
        """Return the panel's position in a grid, for which a tight layout calls the locator."""
        return (self.before or self.panel).get_subplotspec()

    def _share(self, renderer: Any) -> float:
        """Return the share of their width that the panels keep so that the bars fit."""
        host = self.panels[-1]
        bars = [mark.artist for mark in marks_of(host, BAR_OF_COLORS)]
        if not bars:
            return 1.0
        slot, frame, relative = slot_of(host), host.get_window_extent(), sum(BAR)
        # A bar shrinks with its axes, its tick labels and its name do not.
        ends = [bar.get_tightbbox(renderer).x1 for bar in bars]  # type: ignore[union-attr]
        beyond = max(ends) - frame.x1 - relative * frame.width
        whole = _width_before(slot.x1, self.panels)
        left = whole - (slot.x1 - _limit(self.panels, renderer)) - beyond
        share = left / (whole + relative * slot.width)
        if host.get_aspect() == 1.0 and host.get_anchor() == "C":
            # Square axes are centred in a wide slot.
            wide = (left - (0.5 + relative) * slot.height) / (whole - slot.width / 2)
            share = wide if wide * slot.width >= slot.height else share
        return float(np.clip(share, LEAST_SHARE, 1.0))


def make_room(panels: Sequence[Axes]) -> None:
    """Shrink panels for the bars beside the last, unless a layout engine makes room."""
    figure = panels[-1].get_figure(root=True)
    engine = None if figure is None else figure.get_layout_engine()
    if engine is not None and not isinstance(engine, PlaceHolderLayoutEngine):
        return
    for ax in panels:
        before = locator_before(ax)
        if isinstance(before, RoomForBars):
            before = before.before
        set_locator_before(ax, RoomForBars(ax, tuple(panels), before))


def _limit(panels: Sequence[Axes], renderer: Any) -> float:
    """Return where bars must end, in pixels: at the edge of the figure, or before other axes.

    In a figure with several columns, all columns leave the same room, so that panels stay alike.
    """
    figure, end = _around(panels[-1]), slot_of(panels[-1]).x1
    edge = EDGE * figure.dpi / 72
    slots = {ax: slot_of(ax) for ax in figure.axes if ax.get_visible()}
    others = [slot for ax, slot in slots.items() if ax not in panels]
    start = min(slot_of(ax).x0 for ax in panels)
    if all(slot.x0 < end and slot.x1 > start for slot in others):
        return float(figure.bbox.x1 - edge)
    gaps = [
        slot.x0 - max(other.x1 for other in slots.values() if other.x1 <= slot.x0) - _names(ax)
        for ax, slot in slots.items()
        if any(other.x1 <= slot.x0 for other in slots.values())
    ]
    return float(end + min(0.0, *gaps) - edge)


def _names(ax: Axes) -> float:
    """Return how far tick labels and label of a y axis extend to the left, in pixels."""
    extent = ax.yaxis.get_tightbbox()
    return 0.0 if extent is None else float(max(ax.get_window_extent().x0 - extent.x0, 0.0))


def _width_before(x: float, panels: Sequence[Axes]) -> float:
    """Return the total width of panels to the left of x, without the gaps between them."""
    slots = sorted((slot_of(ax) for ax in panels), key=lambda slot: float(slot.x0))
    width, reached = 0.0, -np.inf
    for slot in slots:
        # Panels in the same column count once.
        start, end = max(slot.x0, reached), min(slot.x1, x)
        width += max(end - start, 0.0)
        reached = max(reached, slot.x1)
    return width


def _around(ax: Axes) -> Any:
    figure = ax.get_figure(root=False)
    assert figure is not None
    return figure
