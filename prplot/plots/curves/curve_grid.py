"""Grids of seaborn whose panels show curves, in figures of their own or of the user."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.layout_engine import ConstrainedLayoutEngine

from prplot.core.spaces import Space
from prplot.draw.axes import AnyFigure, checked_panels, drop, figure_of, lay_out, margins
from prplot.draw.placement.panels import curve_names, settle

if TYPE_CHECKING:
    from seaborn import FacetGrid


# Greatest width of a title, as a share of its panel's, before it meets the next one.
MOST_OF_PANEL = 1.15


class InOwnLayout:
    """Overrides of a `seaborn.FacetGrid` for figures with a constrained layout, or of the user.

    seaborn applies a tight layout after each step, changes the size of figures for legends, and
    removes the legends of panels.
    """

    figure: Any
    axes: Any
    _nrow: int
    _ncol: int
    _sharex: Any
    _sharey: Any
    _axes_dict: dict[Any, Axes]
    # The column after which the groups of `curveplot` are named, and their order.
    groups: tuple[str | None, Sequence[str]] = (None, ())
    # Until the grid is set up, it has no layout, which takes long.
    is_set_up = False
    # Whether the figure is the user's, and the panels that were made in it.
    is_given = False
    made: Sequence[Axes] = ()

    @property
    def has_own_layout(self) -> bool:
        """Whether the layout makes room by itself."""
        engine = self.figure.get_layout_engine()
        is_constrained = isinstance(engine, ConstrainedLayoutEngine)
        return not self.is_set_up or self.is_given or is_constrained

    def tight_layout(self, *args: Any, **kwargs: Any) -> Any:
        """Apply seaborn's layout, unless the layout makes room by itself."""
        if not self.has_own_layout:
            super().tight_layout(*args, **kwargs)  # type: ignore[misc]
        return self

    def add_legend(
        self,
        legend_data: Mapping[Any, Any] | None = None,
        title: str | None = None,
        label_order: Sequence[Any] | None = None,
        **kwargs: Any,
    ) -> Any:
        """Draw a legend right of the panels, by default of the curves in all of them.

        An existing legend of them is kept.
        """
        legend = getattr(self, "_legend", None)
        changes = legend_data is not None or title is not None or label_order is not None or kwargs
        if legend in self.figure.legends and not changes:
            return self
        if legend_data is None:
            name, order = self.groups
            entries = curve_names(list(self.axes.flat), order)
            legend_data = {entry.words: entry.handle for entry in entries}
            title = name if title is None else title
        if self.is_given:
            self._legend = self._legend_in_given(legend_data, title, label_order, **kwargs)
            return self
        if self.has_own_layout:
            self._drop_legend()
            kwargs.setdefault("loc", "outside center right")
        with warnings.catch_warnings():
            # seaborn would also adjust the panels, for which the layout has made room.
            warnings.filterwarnings("ignore", "This figure was using a layout engine", UserWarning)
            super().add_legend(legend_data, title or "", label_order, **kwargs)  # type: ignore[misc]
        return self

    def _legend_in_given(
        self,
        entries: Mapping[Any, Any],
        title: str | None,
        order: Sequence[Any] | None,
        **kwargs: Any,
    ) -> Any:
        """Draw a legend in place of the present one, in a figure that keeps its size."""
        legend: Any = getattr(self, "_legend", None)
        if legend in self.figure.legends:
            legend.remove()
        named = {name: entries[name] for name in (entries if order is None else order)}
        style = {"title": title, "frameon": False, "loc": "outside center right", **kwargs}
        return self.figure.legend(list(named.values()), list(named), **style)

    def draw_into(self, fig: AnyFigure | None, axes: Any, space: Space, options: Any) -> None:
        """Take panels in the figure of the user, or his axes, in place of those of the figure."""
        own, shape = self.figure, self.axes.shape
        try:
            held = checked_panels(axes, [space] * self.axes.size)
            self.is_given = True
            if fig is not None:
                lay_out(fig)
                self.made = self._new_panels(fig, options)
            panels = list(self.made if held is None else held)
            self._figure = figure_of(panels)
            self._axes = np.array(panels, dtype=object).reshape(shape)
            self._axes_dict = dict(zip(self._axes_dict, panels, strict=False))
        finally:
            drop(own)
        if self.made and options.get("despine"):
            super().despine()  # type: ignore[misc]

    def _new_panels(self, fig: AnyFigure, options: Mapping[str, Any]) -> list[Axes]:
        """Make the panels in a figure as seaborn makes them in its own."""
        rows, columns = self._nrow, self._ncol
        room = margins(fig, rows, columns, title=True) | dict(options.get("gridspec_kws") or {})
        places = fig.add_gridspec(rows, columns, **room)
        limits = {name: options[name] for name in ("xlim", "ylim") if name in options}
        style = {**(options.get("subplot_kws") or {}), **limits}
        made: list[Axes] = []
        for i in range(self.axes.size):
            shared = {
                f"share{side}": _sharer(made, getattr(self, f"_share{side}"), i, columns)
                for side in "xy"
            }
            made.append(fig.add_subplot(places[divmod(i, columns)], **shared, **style))
        for i, ax in enumerate(made):
            is_last = i + columns >= len(made)
            if self._sharex in (True, "all", "col") and not is_last:
                ax.tick_params(labelbottom=False)
                ax.xaxis.label.set_visible(False)
            if self._sharey in (True, "all", "row") and i % columns:
                ax.tick_params(labelleft=False)
                ax.yaxis.label.set_visible(False)
        return made

    def shorten_titles(self) -> None:
        """Leave the columns' names out of titles that would meet, in a figure of the user."""
        if not self.is_given:
            return
        settle(self.figure)
        panels = [ax for ax in self.axes.flat if ax.get_title()]
        room = min((ax.bbox.width for ax in panels), default=0.0)
        if any(ax.title.get_window_extent().width > MOST_OF_PANEL * room for ax in panels):
            names = {"row_template": "{row_name}", "col_template": "{col_name}"}
            super().set_titles(**names)  # type: ignore[misc]

    def discard(self) -> None:
        """Close the figure, or remove what was made in the user's, after an error."""
        if not self.is_given:
            drop(self.figure)
        for ax in self.made:
            ax.remove()

    def _drop_legend(self) -> None:
        """Remove the legend right of the panels, and make the figure narrower by its width."""
        legend: Any = getattr(self, "_legend", None)
        if legend in self.figure.legends:
            width, height = self.figure.get_size_inches()
            freed = legend.get_window_extent().width / self.figure.dpi
            legend.remove()
            self.figure.set_size_inches(width - freed, height)

    def _update_legend_data(self, ax: Any) -> None:
        """Update seaborn's record of legend entries, but keep the legend of the panel."""
        legend = ax.get_legend()
        super()._update_legend_data(ax)  # type: ignore[misc]
        ax.legend_ = legend


def _sharer(made: Sequence[Axes], how: Any, place: int, columns: int) -> Axes | None:
    """Return the panel whose limits the next one shares, if it shares any."""
    column = place % columns
    first = {"all": 0, "col": column, "row": place - column}.get("all" if how is True else how)
    return None if first is None or first >= place else made[first]


def new_grid(
    frame: Any,
    options: Mapping[str, Any],
    space: Space,
    fig: AnyFigure | None = None,
    axes: Any = None,
) -> FacetGrid:
    """Return empty panels whose layout makes room for what is drawn.

    They are those of the user, `axes`, or are made in `fig` or in a new figure, by the `options` of
    `seaborn.FacetGrid`, to show curves in a space.
    """
    from seaborn import FacetGrid

    kind = type("CurveGrid", (InOwnLayout, FacetGrid), {"__doc__": FacetGrid.__doc__})
    grid: FacetGrid = kind(frame, **options)
    if fig is not None or axes is not None:
        grid.draw_into(fig, axes, space, options)
    else:
        grid.figure.set_layout_engine("constrained")
    grid.is_set_up = True
    return grid


def with_other_columns(frame: Any, data: Any) -> Any:
    """Return a table with the other columns of the user's table, if that is one of pandas."""
    import pandas as pd

    if not isinstance(data, pd.DataFrame) or not data.columns.is_unique:
        return frame
    others = data[[column for column in data.columns if column not in frame.columns]]
    return pd.concat([frame, others.set_axis(frame.index, axis=0)], axis=1)
