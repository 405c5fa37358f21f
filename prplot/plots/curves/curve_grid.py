"""Grids of seaborn whose panels show curves, in figures of their own or of the user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.layout_engine import ConstrainedLayoutEngine

from prplot.core.spaces import Space
from prplot.draw.axes import AnyFigure, checked_panels, drop, figure_of, lay_out
from prplot.draw.placement.panels import curve_names, heading_of, settle

if TYPE_CHECKING:
    from seaborn import FacetGrid as Base
else:
    # seaborn is imported when a grid is made.
    Base = object

# Greatest width of a title, as a share of its panel's, before it meets the next one.
MOST_OF_PANEL = 1.15


class InOwnLayout(Base):  # type: ignore[misc]
    """Overrides of a `seaborn.FacetGrid` for figures with a constrained layout, or of the user.

    seaborn applies a tight layout after each step, changes the size of figures for legends, and
    removes the legends of panels.
    """

    # The groups of `curveplot` in their order.
    groups: Sequence[str] = ()
    # Until the grid is set up, it has no layout, which takes long.
    is_set_up = False
    # Whether the figure is the user's, and the panels that were made in it.
    is_given = False
    made: Sequence[Axes] = ()

    @property
    def has_own_layout(self) -> bool:
        """Whether the layout makes room by itself."""
        is_constrained = isinstance(self.figure.get_layout_engine(), ConstrainedLayoutEngine)
        return is_constrained or self.is_given or not self.is_set_up

    def tight_layout(self, *args: Any, **kwargs: Any) -> Any:
        """Apply seaborn's layout, unless the layout makes room by itself."""
        return self if self.has_own_layout else super().tight_layout(*args, **kwargs)

    def add_legend(
        self,
        legend_data: Mapping[Any, Any] | None = None,
        title: str | None = None,
        label_order: Sequence[Any] | None = None,
        **kwargs: Any,
    ) -> Any:
        """Draw a legend right of the panels, by default of the curves in all of them.

        An existing legend is kept, or replaced if the new one differs.
        """
        before = self.legend if self.legend in self.figure.legends else None
        changes = legend_data is not None or title is not None or label_order is not None or kwargs
        if before is not None and not changes:
            return self
        if legend_data is None:
            panels = list(self.axes.flat)
            entries = curve_names(panels, self.groups)
            legend_data = {entry.words: entry.handle for entry in entries}
            title = heading_of(panels) if title is None else title
        if not self.has_own_layout:
            return super().add_legend(legend_data, title or "", label_order, **kwargs)
        freed = 0.0 if before is None else before.get_window_extent().width
        if before is not None:
            before.remove()
        names = list(legend_data if label_order is None else label_order)
        style = {"title": title, "frameon": False, "loc": "outside center right", **kwargs}
        self._legend = self.figure.legend([legend_data[one] for one in names], names, **style)
        if not self.is_given:
            more = (self._legend.get_window_extent().width - freed) / self.figure.dpi
            width, height = self.figure.get_size_inches()
            self.figure.set_size_inches(width + more, height)
        return self

    def draw_into(self, fig: AnyFigure | None, axes: Any, space: Space, options: Any) -> None:
        """Use panels in the user's figure, or the user's axes, in place of seaborn's."""
        drop(self.figure)
        shape, names = self.axes.shape, list(self.axes_dict)
        panels: Any = checked_panels(axes, [space] * self.axes.size)
        if fig is not None:
            panels = self.made = self._new_panels(fig, options)
        self.is_given, self._figure = True, figure_of(panels)
        self._axes = np.array(panels, dtype=object).reshape(shape)
        self._axes_dict = dict(zip(names, self._axes.flat, strict=False))
        if fig is not None:
            self._dress(options)

    def _new_panels(self, fig: AnyFigure, options: Mapping[str, Any]) -> Sequence[Axes]:
        """Make the panels in a figure as seaborn makes them in its own."""
        rows, columns, count = self._nrow, self._ncol, self.axes.size
        lay_out(fig)
        limits = {name: options[name] for name in ("xlim", "ylim") if name in options}
        made = fig.subplots(
            rows,
            columns,
            squeeze=False,
            sharex=self._sharex,
            sharey=self._sharey,
            subplot_kw={**(options.get("subplot_kws") or {}), **limits},
            gridspec_kw=dict(options.get("gridspec_kws") or {}),
        ).ravel()
        for ax in made[count:]:
            ax.remove()
        return list(made[:count])

    def _dress(self, options: Mapping[str, Any]) -> None:
        """Name the axes at the edges of the grid alone if the others share theirs."""
        if self._sharex in (True, "all", "col"):
            for ax in self._not_bottom_axes:
                ax.xaxis.label.set_visible(False)
            for ax in self._bottom_axes:
                # Panels above an empty place, too.
                ax.tick_params(labelbottom=True)
        if self._sharey in (True, "all", "row"):
            for ax in self._not_left_axes:
                ax.yaxis.label.set_visible(False)
        if options.get("despine"):
            self.despine()

    def shorten_titles(self) -> None:
        """Leave the columns' names out of titles that would meet, in a figure of the user."""
        if not self.is_given:
            return
        settle(self.figure)
        panels = [ax for ax in self.axes.flat if ax.get_title()]
        room = min((ax.bbox.width for ax in panels), default=0.0)
        if any(ax.title.get_window_extent().width > MOST_OF_PANEL * room for ax in panels):
            self.set_titles(row_template="{row_name}", col_template="{col_name}")

    def discard(self) -> None:
        """Close the figure, or remove what was made in the user's, after an error."""
        if not self.is_given:
            drop(self.figure)
        for ax in self.made:
            ax.remove()

    def _update_legend_data(self, ax: Any) -> None:
        """Update seaborn's record of legend entries, but keep the legend of the panel."""
        legend = ax.get_legend()
        super()._update_legend_data(ax)
        ax.legend_ = legend


def new_grid(
    frame: Any,
    options: Mapping[str, Any],
    space: Space,
    fig: AnyFigure | None = None,
    axes: Any = None,
) -> Any:
    """Return empty panels whose layout makes room for what is drawn.

    They are those of the user, `axes`, or are made in `fig` or in a new figure, by the `options` of
    `seaborn.FacetGrid`, to show curves in a space.
    """
    import seaborn as sns

    kind = type("CurveGrid", (InOwnLayout, sns.FacetGrid), {"__doc__": sns.FacetGrid.__doc__})
    grid = kind(frame, **options)
    if fig is not None or axes is not None:
        grid.draw_into(fig, axes, space, options)
    else:
        grid.figure.set_layout_engine("constrained")
    grid.is_set_up = True
    return grid
