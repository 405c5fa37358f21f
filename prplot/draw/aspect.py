"""Axes with equal units in x and y that keep their limits, also with twins and in panels."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.transforms import Bbox

# Panels whose places begin and end at most so far apart, in pixels, stand side by side.
LEVEL = 1.0


class EqualUnits:
    """A locator for matplotlib that gives axes the shape of their limits, so that both are kept.

    matplotlib calls it at each drawing. Without it, matplotlib shapes single axes in the same way,
    but changes the limits of axes with a twin instead. Panels side by side get units of one size,
    and their zeros at one height.

    Attributes
    ----------
    ax : Axes
        The axes that it locates.
    panels : dict of Axes to locator or None
        The panels with units of one size, and the locators that they had before. All of them hold
        the same dict, which changes when another panel or locator comes.
    """

    def __init__(self, ax: Axes, panels: dict[Axes, Any]) -> None:
        self.ax = ax
        self.panels = panels

    def __call__(self, ax: Any, renderer: Any) -> Bbox:
        """Return where the axes are drawn, in shares of their figure."""
        own = self.place(self.ax, renderer)
        to_pixels = _around(self.ax).transSubfigure
        twins = _twins(self.ax)
        for twin in twins:
            # matplotlib would stretch a twin, and these axes with it, over the whole place.
            if twin.get_axes_locator() is None:
                twin.set_axes_locator(LikeHost(twin, self))
        is_free = self.ax.get_adjustable() == "datalim" and not twins
        if self.ax.get_aspect() != 1 or is_free:
            return Bbox(own.transformed(to_pixels.inverted()))
        others = [one for one in self.panels if _is_whole(one) and _is_whole(self.ax)]
        places = {**{one: self.place(one, renderer) for one in others}, self.ax: own}
        return Bbox(_box(self.ax, places).transformed(to_pixels.inverted()))

    def place(self, ax: Axes, renderer: Any) -> Bbox:
        """Return the place that one of the panels may fill, in pixels."""
        before = self.panels.get(ax)
        own = ax.get_position(original=True) if before is None else before(ax, renderer)
        return Bbox(own.transformed(_around(ax).transSubfigure))

    def get_subplotspec(self) -> Any:
        """Return the position of the axes in a grid, for which a tight layout calls the locator."""
        before = self.panels.get(self.ax)
        return getattr(before, "get_subplotspec", self.ax.get_subplotspec)()


class LikeHost:
    """A locator that keeps a twin where its host is."""

    def __init__(self, twin: Axes, host: EqualUnits) -> None:
        self.twin = twin
        self.host = host

    def __call__(self, ax: Any, renderer: Any) -> Bbox:
        """Return where the twin is drawn, in shares of its figure."""
        if self.host.ax.get_figure() is None:
            return self.twin.get_position(original=True)
        return self.host(self.host.ax, renderer)

    def get_subplotspec(self) -> Any:
        """Return the twin's position in a grid."""
        return self.twin.get_subplotspec()


def set_equal_units(*panels: Axes) -> None:
    """Give axes units of one size in x and y, which they share with axes in the same row of a grid.

    Several panels share the size of their units wherever they are.
    """
    if len(panels) == 1 and isinstance(panels[0].get_axes_locator(), EqualUnits):
        return
    shared = _shared_in_row(panels[0]) if len(panels) == 1 else {}
    for ax in panels:
        shared[ax] = locator_before(ax)
        ax.set_axes_locator(EqualUnits(ax, shared))


def _shared_in_row(ax: Axes) -> dict[Axes, Any]:
    """Return the panels with equal units that stand in the same row of a grid."""
    for one in _around(ax).axes:
        locator = one.get_axes_locator()
        if isinstance(locator, EqualUnits) and _row(one) == _row(ax) is not None:
            return locator.panels
    return {}


def _row(ax: Axes) -> Any:
    spec = ax.get_subplotspec()
    return None if spec is None else (spec.get_gridspec(), spec.rowspan)


def locator_before(ax: Axes) -> Any:
    """Return the locator that axes had before they got equal units."""
    locator = ax.get_axes_locator()
    return locator.panels.get(ax) if isinstance(locator, EqualUnits) else locator


def set_locator_before(ax: Axes, before: Any) -> None:
    """Set a locator of axes whose result equal units start from."""
    locator = ax.get_axes_locator()
    if isinstance(locator, EqualUnits):
        locator.panels[ax] = before
        ax.stale = True
    else:
        ax.set_axes_locator(before)


def _box(ax: Axes, places: dict[Axes, Bbox]) -> Bbox:
    """Return the box of axes, in pixels, for the places of all panels."""
    bounds = {one: _bounds(one) for one in places}
    heights = {one: _heights(place, places, bounds) for one, place in places.items()}
    unit = min(_largest_unit(places[one], bounds[one][0], heights[one]) for one in places)
    (x0, x1), (y0, y1) = bounds[ax]
    lowest, highest = heights[ax]
    size = unit * (x1 - x0), unit * (highest - lowest)
    anchor: Any = ax.get_anchor()
    whole = Bbox.from_bounds(0, 0, *size).anchored(anchor, places[ax])
    return Bbox.from_bounds(
        whole.x0, whole.y0 + unit * (y0 - lowest), whole.width, unit * (y1 - y0)
    )


def _largest_unit(place: Bbox, x: tuple[float, float], y: tuple[float, float]) -> float:
    """Return how many pixels a unit can have at most so that limits fit into a place."""
    return float(min(place.width / (x[1] - x[0]), place.height / (y[1] - y[0])))


def _heights(place: Bbox, places: dict[Axes, Bbox], bounds: dict[Axes, Any]) -> tuple[float, float]:
    """Return the lowest and the highest limit of the panels side by side with a place."""
    level = [bounds[one][1] for one, other in places.items() if _is_level(other, place)]
    return min(low for low, _ in level), max(high for _, high in level)


def _bounds(ax: Axes) -> Any:
    """Return the limits in x and in y as matplotlib compares them, on the scales of the axes."""
    bounds = ax.get_xbound(), ax.get_ybound()
    if _is_linear(ax):
        return bounds
    axes = ax.xaxis, ax.yaxis
    return [axis.get_transform().transform(ends) for axis, ends in zip(axes, bounds, strict=True)]


def _is_linear(ax: Axes) -> bool:
    return bool(ax.get_xscale() == ax.get_yscale() == "linear")


def _is_level(place: Bbox, other: Bbox) -> bool:
    return bool(abs(place.y0 - other.y0) <= LEVEL and abs(place.y1 - other.y1) <= LEVEL)


def _is_whole(ax: Axes) -> bool:
    """Tell whether axes are square and show their whole space."""
    limits = (ax.get_xlim(), ax.get_ylim())
    is_square = ax.get_figure(root=False) is not None and ax.get_aspect() == 1
    return is_square and _is_linear(ax) and all(low <= 0 and high >= 1 for low, high in limits)


def _twins(ax: Axes) -> list[Axes]:
    """Return the axes that share an axis with others and stand in the same place."""
    shared = {*ax.get_shared_x_axes().get_siblings(ax), *ax.get_shared_y_axes().get_siblings(ax)}
    return [one for one in shared if one is not ax and _same_place(one, ax)]


def _same_place(one: Axes, other: Axes) -> bool:
    # Positions of twins in a grid may differ until a layout engine sets them.
    spec, places = one.get_subplotspec(), [ax.get_position(original=True) for ax in (one, other)]
    in_grid = spec is not None and spec == other.get_subplotspec()
    return in_grid or places[0].bounds == places[1].bounds


def _around(ax: Axes) -> Any:
    figure = ax.get_figure(root=False)
    assert figure is not None
    return figure
