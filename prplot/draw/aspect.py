"""Axes whose units had one size in x and y when they were drawn, also with twins and in panels."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.transforms import Bbox

# Panels whose slots differ at most by so much in their sides, in pixels, share the size of units.
LEVEL = 1.0


class EqualUnits:
    """A locator for matplotlib: the box of axes has the shape of the limits they were drawn with.

    Their box aspect says so to matplotlib, which leaves limits and scales to the user. Two things
    are left for the locator: twins get the same box, and panels of a figure of which one reaches
    below 0 get units of one size, and zeros at one height.

    Attributes
    ----------
    ax : Axes
        The axes that it locates.
    before : locator or None
        The locator that they had before, or got for a legend.
    span : Bbox
        The limits that they were drawn with.
    """

    def __init__(self, ax: Axes, before: Any) -> None:
        self.ax = ax
        self.before = before
        self.span = Bbox.unit()

    def __call__(self, ax: Any, renderer: Any) -> Bbox:
        """Return where the axes, or their twin, are drawn, in shares of their figure."""
        figure: Any = self.ax.get_figure(root=False)
        if figure is None:
            # A twin is left whose host was removed.
            return Bbox(ax.get_position(original=True))
        for twin in _twins(self.ax):
            if twin.get_axes_locator() is None:
                twin.set_axes_locator(self)
                twin.set_box_aspect(self.ax.get_box_aspect())
        box = self._box(self._alike(renderer), self.slot(renderer))
        return Bbox(box.transformed(figure.transSubfigure.inverted()))

    def slot(self, renderer: Any) -> Bbox:
        """Return the place that the axes may fill, in pixels."""
        around: Any = self.ax.get_figure(root=False)
        before = self.before
        own = self.ax.get_position(original=True) if before is None else before(self.ax, renderer)
        return Bbox(own.transformed(around.transSubfigure))

    def get_subplotspec(self) -> Any:
        """Return the position of the axes in a grid, for which a tight layout calls the locator."""
        return getattr(self.before, "get_subplotspec", self.ax.get_subplotspec)()

    def _alike(self, renderer: Any) -> "list[EqualUnits]":
        """Return the locators of panels in slots of the same size, with their own."""
        figure: Any = self.ax.get_figure(root=False)
        held = {ax: ax.get_axes_locator() for ax in figure.axes if ax.get_box_aspect() is not None}
        others = [one for ax, one in held.items() if isinstance(one, EqualUnits) and one.ax is ax]
        if all(one.span.bounds == self.span.bounds for one in others):
            return []
        size = np.array(self.slot(renderer).size)
        return [one for one in others if abs(one.slot(renderer).size - size).max() <= LEVEL]

    def _box(self, alike: "list[EqualUnits]", slot: Bbox) -> Bbox:
        if self not in alike:
            return slot
        low = min(one.span.y0 for one in alike)
        high = max(one.span.y1 for one in alike)
        width = max(one.span.width for one in alike)
        unit = min(slot.width / width, slot.height / (high - low))
        whole = Bbox.from_bounds(0, 0, unit * self.span.width, unit * (high - low))
        anchor: Any = self.ax.get_anchor()
        place = whole.anchored(anchor, slot)
        bottom = place.y0 + unit * (self.span.y0 - low)
        return Bbox.from_bounds(place.x0, bottom, place.width, unit * self.span.height)


def set_equal_units(ax: Axes) -> None:
    """Give axes the shape of their limits, and units that they share with panels beside them."""
    locator = ax.get_axes_locator()
    if not isinstance(locator, EqualUnits):
        locator = EqualUnits(ax, locator)
        ax.set_axes_locator(locator)
    (x0, x1), (y0, y1) = ax.get_xbound(), ax.get_ybound()
    locator.span = Bbox.from_extents(x0, y0, x1, y1)
    ax.set_aspect("auto")
    ax.set_box_aspect((y1 - y0) / (x1 - x0))


def locator_before(ax: Axes) -> Any:
    """Return the locator that axes had before they got equal units."""
    locator = ax.get_axes_locator()
    return locator.before if isinstance(locator, EqualUnits) else locator


def set_locator_before(ax: Axes, before: Any) -> None:
    """Set a locator of axes whose result equal units start from."""
    locator = ax.get_axes_locator()
    if isinstance(locator, EqualUnits):
        locator.before = before
        ax.stale = True
    else:
        ax.set_axes_locator(before)


def _twins(ax: Axes) -> list[Axes]:
    """Return the axes that share an axis with others and stand in the same place of a grid."""
    shared = {*ax.get_shared_x_axes().get_siblings(ax), *ax.get_shared_y_axes().get_siblings(ax)}
    spec = ax.get_subplotspec()
    return (
        [] if spec is None else [o for o in shared if o is not ax and o.get_subplotspec() == spec]
    )
