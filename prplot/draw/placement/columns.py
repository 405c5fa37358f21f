"""Rows of figures without curves: their names, columns of texts beside them, room for both."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.text import Annotation

from prplot.draw.axes import slot_of
from prplot.draw.color import text_color
from prplot.draw.placement.ground import points_to_pixels
from prplot.draw.placement.legend import SMALLEST
from prplot.draw.placement.table import Ruler, broken

# Distance between columns, and of their headings from the axes, in font sizes.
APART = 0.9
ABOVE = 0.7
# Names are wrapped that take more than a share of the room of the axes.
WIDEST = 0.5
# A line takes so many type sizes, and what is below and above the rows.
LINE = 1.15
BELOW, ON_TOP = 6.0, 1.7
ROWS = ("axes fraction", "data")


def write_names(ax: Axes, names: Sequence[str]) -> None:
    """Name the rows of axes at 0, 1, ..., in type that fits between them, long names wrapped.

    The limits of the axes must be set.
    """
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False, axis="y")
    pitch, usual, ruler = row_height(ax), float(_tick(ax).label1.get_fontsize()), Ruler()
    points = min(usual, max(pitch / LINE, SMALLEST))
    widest = WIDEST * slot_of(ax).width / points_to_pixels(ax)

    def wrapped(name: str) -> str:
        tried = broken(name, widest, lambda words: ruler.width(words, points))
        return tried if (tried.count("\n") + 1) * LINE * points <= pitch else name

    taken = max(ruler.width(wrapped(name), points) for name in names)
    points = min(points, max(points * widest / taken, SMALLEST))
    ax.set_yticks(range(len(names)), map(wrapped, names), fontsize=points, linespacing=1.0)


def row_height(ax: Axes) -> float:
    """Return the distance that rows will have once there is room for what is around them."""
    figure, slot, unit = ax.get_figure(root=True), slot_of(ax), points_to_pixels(ax)
    assert figure is not None
    size, height = float(_tick(ax).label1.get_fontsize()), slot.height / unit
    if len(figure.axes) == 1:
        is_laid_out = figure.get_layout_engine() is not None
        top = figure.bbox.height / unit - ON_TOP * size if is_laid_out else slot.y1 / unit
        height = max(min(height, top - BELOW * size), 1.0)
    return float(height / abs(ax.get_ylim()[1] - ax.get_ylim()[0]))


def write_columns(ax: Axes, columns: Mapping[str, Sequence[str]]) -> None:
    """Write texts to the right of the rows at 0, 1, ..., in columns with headings.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        With names of the rows, whose type the texts have.
    columns : dict of heading to sequence of str
    """
    size = float(_tick(ax).label1.get_fontsize())
    small = min(size, max(size * 0.8, SMALLEST))
    unit, right = points_to_pixels(ax), 0.0
    for words, shown in columns.items():
        head = _write(ax, words, (1, 1), "axes fraction", small)
        cells = [_write(ax, text, (1, i), ROWS, size) for i, text in enumerate(shown)]
        widths = [text.get_window_extent().width / unit for text in [head, *cells]]
        right += max(widths) + APART * size
        head.xyann = (right, ABOVE * size)
        for cell in cells:
            cell.xyann = (right, 0)


def _write(ax: Axes, words: str, at: tuple[float, float], within: Any, size: float) -> Annotation:
    return ax.annotate(
        words,
        at,
        (0, 0),
        xycoords=within,
        textcoords="offset points",
        ha="right",
        va="center_baseline",
        fontsize=size,
        color=text_color(ax),
        annotation_clip=False,
    )


def _tick(ax: Axes) -> Any:
    return ax.yaxis.get_major_ticks(1)[0]


def names_width(ax: Axes) -> float:
    """Return how far the names of the rows extend to the left of the axes, in pixels."""
    ruler, size = Ruler(), float(_tick(ax).label1.get_fontsize())
    # At few dots per inch, letters are fitted to the dots and may be narrower than elsewhere.
    widths = [ruler.width(label.get_text(), size) for label in ax.get_yticklabels()]
    pads = _tick(ax).get_tick_padding() + _tick(ax).get_pad()
    return float((max(widths, default=0.0) + pads) * points_to_pixels(ax))
