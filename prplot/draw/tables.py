"""A legend as a table: a row for each name, its numbers in columns under small headings."""

from collections.abc import Sequence

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure, SubFigure
from matplotlib.legend import Legend
from matplotlib.legend_handler import HandlerBase
from matplotlib.lines import Line2D
from matplotlib.offsetbox import DrawingArea, OffsetBox
from matplotlib.transforms import Transform

from prplot.draw import style as looks

# In points.
SMALLEST_HEADING = 6.0
# In units of the type size: the swatch of a number whose colour is not its own.
SHORT_SWATCH = 1.6


class _OrderedMarkers(HandlerBase):
    """Shows markers of ordered colours by three of them."""

    def create_artists(
        self,
        legend: Legend,
        orig_handle: Artist,
        xdescent: float,
        ydescent: float,
        width: float,
        height: float,
        fontsize: float,
        trans: Transform,
    ) -> Sequence[Artist]:
        assert isinstance(orig_handle, PathCollection)
        colors = np.asarray(orig_handle.get_facecolor())
        size = min(float(np.sqrt(orig_handle.get_sizes()[0])), 0.9 * height)
        shown = [to_hex(tuple(colors[i])) for i in (0, len(colors) // 2, -1)]
        places = (np.array([0.12, 0.5, 0.88]) * width - xdescent).tolist()
        style: looks.Style = {"marker": "o", "markersize": size, "markeredgecolor": "none"}
        middle = height / 2 - ydescent
        return [
            Line2D([x], [middle], color=color, transform=trans, **style)
            for x, color in zip(places, shown, strict=True)
        ]


class _NoSwatch(HandlerBase):
    """Gives a cell of a table no room for a handle."""

    def legend_artist(
        self, legend: Legend, orig_handle: Artist, fontsize: float, handlebox: OffsetBox
    ) -> Artist:
        if isinstance(handlebox, DrawingArea):
            handlebox.width = 0.0
        return orig_handle


class Cell(Line2D):
    """A handle that stands for no artist."""


def tabulated(
    host: Axes | Figure | SubFigure,
    entries: list[tuple[Artist, str]],
    table: list[list[str]],
    style: looks.Style,
) -> Legend:
    """Make a legend with a column for each number, under small headings."""
    rows, width = len(table), len(table[0])
    names: list[Artist] = [Line2D([], [], linestyle="none"), *(handle for handle, _ in entries)]
    cells: list[Artist] = [Cell([], []) for _ in range(rows * (width - 1))]
    texts = [table[row][column] for column in range(width) for row in range(rows)]
    legend: Legend = host.legend(
        [*names, *cells],
        texts,
        ncols=width,
        columnspacing=0.2,
        handler_map={Cell: _NoSwatch(), PathCollection: _OrderedMarkers()},
        **style,
    )
    for column in range(1, width):
        heading = legend.get_texts()[column * rows]
        size = float(heading.get_fontsize())
        heading.set_fontsize(min(size, max(size * 0.8, SMALLEST_HEADING)))
    return legend


def grid_of_numbers(
    ax: Axes, lines: Sequence[Artist], table: list[list[str]], fontsize: str
) -> Legend:
    """Make a legend of numbers in the colours of their lines, with swatches if these are alike."""
    colors = [to_hex(line.get_color()) for line in lines if isinstance(line, Line2D)]
    alike = len(set(colors)) < len(lines)
    written = [looks.readable(ax, color) for color in colors] or [looks.text_color(ax)]
    cells: list[Artist] = [Cell([], []) for _ in range(len(table) * len(table[0]))]
    if alike:
        cells[: len(table)] = lines
    style: looks.Style = {"frameon": False, "borderaxespad": 0, "fontsize": fontsize}
    legend: Legend = ax.legend(
        cells,
        [row[column] for column in range(len(table[0])) for row in table],
        ncols=len(table[0]),
        loc="lower left",
        handler_map={Cell: _NoSwatch()},
        handlelength=SHORT_SWATCH if alike else 0,
        handletextpad=0.4 if alike else 0,
        columnspacing=0.8,
        labelspacing=0.2,
        borderpad=0.2,
        labelcolor=None if alike else written * len(table[0]),
        **style,
    )
    legend.set_zorder(5.5)
    return legend
