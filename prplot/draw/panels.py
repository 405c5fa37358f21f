"""Words and legends of several panels: a legend in each, or one for all of them."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.layout_engine import ConstrainedLayoutEngine

from prplot.draw import legends
from prplot.draw.annotations import DIRECT, Annotations, annotate
from prplot.draw.entries import made
from prplot.draw.names import name_directly
from prplot.draw.outside import GAP, MARGIN
from prplot.draw.placement import points_to_pixels
from prplot.draw.standing import Home
from prplot.draw.views import lay_out
from prplot.draw.ways import ways

# Marks the legend of several panels, which belongs to their figure.
BENEATH = "prplot-beneath"
# Of the height of a figure that can't grow, such a legend takes no more.
HIGHEST = 0.35


def annotate_together(
    panels: Sequence[Axes],
    legend: bool | str,
    homes: Sequence[Home],
    *,
    grow: bool,
    numbers: Sequence[str],
) -> None:
    """Write the words in panels that show the same data, and place the one legend of them all.

    It goes to free ground in one of the panels, else beneath all of them.

    Parameters
    ----------
    panels : sequence of matplotlib.axes.Axes
    legend : {"auto", "direct", True, False}
    homes : sequence of (float, float)
        Where a legend likes to be in each of the panels.
    grow : bool
        Whether the figure may grow to make room for a legend beneath.
    numbers : sequence of str
        What the number is called that a curve has beside its name in each of the panels.
    """
    _drop_beneath(panels)
    lay_out(panels[0])
    written = _written(panels, legend, homes, numbers)
    if legend is False or _share_legend(written):
        return
    if not _put_beneath(panels, grow=grow):
        written[0].arrange(with_legend=True)


def annotate_each(
    panels: Sequence[Axes], legend: bool | str, homes: Sequence[Home], *, grow: bool
) -> None:
    """Write the words in panels, and place a legend in each if there is room in all of them.

    Else there is one beneath all. Arguments are those of `annotate_together`.
    """
    _drop_beneath(panels)
    lay_out(panels[0])
    written = _written(panels, legend, homes, [None] * len(panels))
    if legend is False or all(_share_legend([artist]) for artist in written):
        return
    for artist in written:
        legends.drop(artist.panel)
    if not _put_beneath(panels, grow=grow):
        for artist in written:
            artist.arrange(with_legend=True)


def _written(
    panels: Sequence[Axes],
    legend: bool | str,
    homes: Sequence[Home],
    numbers: Sequence[str | None],
) -> list[Annotations]:
    """Write the words in panels, and where a legend is not wanted the names of curves too."""
    if legend == DIRECT:
        for ax, number in zip(panels, numbers, strict=True):
            name_directly(ax, number)
    return [annotate(ax, False, home) for ax, home in zip(panels, homes, strict=True)]


def _share_legend(written: Sequence[Annotations]) -> bool:
    """Place one legend on free ground in the first panel that has some; tell whether any has."""
    for artist in written:
        legends.drop(artist.panel)
    grounds = [artist.offer() for artist in written]
    for way, (artist, ground) in product(ways(), zip(written, grounds, strict=True)):
        others = [other.panel for other in written if other is not artist]
        if artist.take_legend(ground, way, others):
            return True
    return False


def _drop_beneath(panels: Sequence[Axes]) -> None:
    """Remove the legend that an earlier call put beneath the panels."""
    figure = panels[0].get_figure(root=True)
    for legend in [] if figure is None else list(figure.legends):
        if legend.get_gid() == BENEATH:
            legend.remove()


def _put_beneath(panels: Sequence[Axes], *, grow: bool) -> bool:
    """Put one legend beneath all panels of a figure whose layout makes room for it.

    Parameters
    ----------
    panels : sequence of matplotlib.axes.Axes
    grow : bool
        Whether the figure may grow by the height of the legend, so that the panels keep theirs.

    Returns
    -------
    bool
        Whether there is such a layout, and the legend leaves the panels enough of the figure.
    """
    figure = panels[0].get_figure(root=True)
    if figure is None or not isinstance(figure.get_layout_engine(), ConstrainedLayoutEngine):
        return False
    most = np.inf if grow else figure.bbox.height * HIGHEST
    margins = 2 * MARGIN * points_to_pixels(panels[0])
    for numbers, fontsize in product((True, False), (None, "small", "x-small")):
        _drop_beneath(panels)
        widest = figure.bbox.width - 1.05 * margins
        style: Any = {"columns": True, "numbers": numbers, "widest": widest}
        legend = made(panels[0], fontsize, **style, beside=panels[1:], figure=figure)
        if legend is None:
            return True
        legend.set_gid(BENEATH)
        extent = legend.get_window_extent()
        if extent.width + margins <= figure.bbox.width and extent.height <= most:
            if grow:
                width, height = figure.get_size_inches()
                more = extent.height / figure.dpi + 2 * GAP / 72
                figure.set_size_inches(width, height + more)
            return True
    _drop_beneath(panels)
    return False
