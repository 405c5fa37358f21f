"""A legend that was placed, and whether it still is what it was and where it was."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend

from prplot.draw import legends


@dataclass(frozen=True)
class Placed:
    """A legend that was placed here: where its corner is, and how large its type would be."""

    ax: Axes
    legend: Legend
    corner: tuple[float, float]
    sizes: list[float]

    @classmethod
    def of(cls, ax: Axes, legend: Legend, renderer: Any = None) -> "Placed":
        """Return a legend with the place that it has now."""
        made = [float(text.get_fontsize()) for text in legend.get_texts()]
        # In a layout that is not known yet it may have been made smaller than it need be.
        wanted = FontProperties(size=rcParams["legend.fontsize"]).get_size_in_points()
        sizes = [size * wanted / max(made) for size in made]
        return cls(ax, legend, legends.corner(ax, legend, renderer), sizes)

    def now(self, renderer: Any) -> "Placed":
        """Return the same after it was moved here."""
        return replace(self, corner=legends.corner(self.ax, self.legend, renderer))

    @property
    def is_outside(self) -> bool:
        """Whether it stands beside or below the axes."""
        return not (0 <= self.corner[0] < 1 and self.corner[1] >= 0)

    def is_untouched(self, renderer: Any) -> bool:
        """Tell whether it is still the legend of its axes and where it was put."""
        if self.ax.get_legend() is not self.legend:
            return False
        found = legends.corner(self.ax, self.legend, renderer)
        # A legend outside is anchored in points as well; how far it moves says nothing.
        return self.is_outside or bool(np.allclose(found, self.corner, atol=0.02))
