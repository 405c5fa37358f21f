"""A legend of names that found no place when their axes were drawn anew."""

from collections.abc import Iterable
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.legend import Legend

from prplot.draw import labels, legends

# That of matplotlib's legends is less than that of words on the picture.
ZORDER = 5.5


class LateLegend(Artist):
    """Draws the legend that its axes were given while they were on their way through their artists.

    They draw it themselves from the next time on.
    """

    def __init__(self, ax: Axes) -> None:
        super().__init__()
        self.set_zorder(ZORDER)
        self.set_in_layout(False)
        # Whether it stands in for a legend that there was.
        self.replaces = False
        self._legend: Legend | None = None
        self._listed: list[Artist] = []
        self._is_new = False
        ax.add_artist(self)

    def show(self, legend: Legend | None, listed: Iterable[Artist]) -> None:
        """Draw a new legend, which has the names of some curves."""
        self._legend, self._listed, self._is_new = legend, list(listed), True

    def is_of(self, ax: Axes) -> bool:
        """Tell whether the legend of some axes is the one that was made late."""
        return self._legend is not None and ax.get_legend() is self._legend

    def take_back(self, ax: Axes) -> None:
        """Remove the legend again: names may find a place in another view."""
        for line in self._listed:
            line.set_label(f"_{labels.words(line)}")
        legends.drop(ax)
        self._legend, self._listed, self._is_new = None, [], False

    def draw(self, renderer: Any) -> None:
        """Draw the legend, once."""
        if self._is_new and self._legend is not None and self._legend.axes is not None:
            self._legend.draw(renderer)
        self._is_new = False
