"""The grid of panels that `curveplot` returns: seaborn's, in a layout that makes room itself."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from matplotlib.layout_engine import ConstrainedLayoutEngine

from prplot.draw.facets import curve_names

if TYPE_CHECKING:
    from seaborn import FacetGrid


class InOwnLayout:
    """What a `seaborn.FacetGrid` does otherwise while its figure has a constrained layout.

    seaborn lays figures out its own way after each step, and clears the legends of panels.
    """

    figure: Any
    axes: Any
    # What the groups of `curveplot` are called after, and their order.
    groups: tuple[str | None, Sequence[str]] = (None, ())
    # Until it is set up, seaborn lays it out.
    is_set_up = False

    @property
    def has_own_layout(self) -> bool:
        """Whether the layout makes room by itself."""
        engine = self.figure.get_layout_engine()
        return self.is_set_up and isinstance(engine, ConstrainedLayoutEngine)

    def tight_layout(self, *args: Any, **kwargs: Any) -> Any:
        """Do what seaborn does, unless the layout makes room by itself."""
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

        One that is there already shows them.
        """
        legend = getattr(self, "_legend", None)
        asked = legend_data is not None or title is not None or label_order is not None or kwargs
        if legend in self.figure.legends and not asked:
            return self
        if legend_data is None:
            name, order = self.groups
            entries = curve_names(list(self.axes.flat), order)
            legend_data = {said: handle for handle, said in entries}
            title = name if title is None else title
        if self.has_own_layout:
            self._drop_legend()
            kwargs.setdefault("loc", "outside center right")
        with warnings.catch_warnings():
            # Panels that the layout has moved aside need no second time.
            warnings.filterwarnings("ignore", "This figure was using a layout engine", UserWarning)
            super().add_legend(legend_data, title or "", label_order, **kwargs)  # type: ignore[misc]
        return self

    def _drop_legend(self) -> None:
        """Remove the legend right of the panels, and the width that the figure has for it."""
        legend: Any = getattr(self, "_legend", None)
        if legend in self.figure.legends:
            width, height = self.figure.get_size_inches()
            freed = legend.get_window_extent().width / self.figure.dpi
            legend.remove()
            self.figure.set_size_inches(width - freed, height)

    def _update_legend_data(self, ax: Any) -> None:
        """Do what seaborn does, but keep the legend of a panel."""
        legend = ax.get_legend()
        super()._update_legend_data(ax)  # type: ignore[misc]
        ax.legend_ = legend


def new_grid(frame: Any, options: Mapping[str, Any]) -> FacetGrid:
    """Return empty panels whose layout makes room for what is drawn."""
    from seaborn import FacetGrid

    kind = type("CurveGrid", (InOwnLayout, FacetGrid), {"__doc__": FacetGrid.__doc__})
    with warnings.catch_warnings():
        # It lays the figure out once, its own way.
        warnings.filterwarnings("ignore", "The figure layout has changed", UserWarning)
        grid: FacetGrid = kind(frame, **options)
    grid.figure.set_layout_engine("constrained")
    grid.is_set_up = True
    return grid


def with_other_columns(frame: Any, data: Any) -> Any:
    """Return a table with the other columns of the user's, if pandas holds these already."""
    import pandas as pd

    if not isinstance(data, pd.DataFrame) or not data.columns.is_unique:
        return frame
    others = data[[column for column in data.columns if column not in frame.columns]]
    return pd.concat([frame, others.set_axis(frame.index, axis=0)], axis=1)
