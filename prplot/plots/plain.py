"""What figures share that are no curves in a space: readouts, names of axes, bands, painting."""

from collections.abc import Callable, Iterable
from typing import Any

from matplotlib.axes import Axes
from matplotlib.axis import Axis

from prplot.core.spaces import Space
from prplot.draw.axes import PlainReadout
from prplot.draw.painting import paint
from prplot.draw.placement.annotations import annotate
from prplot.draw.placement.ground import Ruler
from prplot.draw.placement.table import broken
from prplot.draw.scene import Between, Mark, Scene
from prplot.draw.style import Style
from prplot.plots.figure.layers import band_mark, band_row


def show(
    ax: Axes,
    marks: Iterable[Mark],
    legend: bool | str,
    home: tuple[float, float],
    space: Space | None = None,
) -> Axes:
    """Draw marks in axes, write their words, and place the legend."""
    paint(Scene(space, tuple(marks)), ax)
    annotate(ax, legend, home=home)
    return ax


def read_out(ax: Axes, kind: str, words: Callable[[float, float], str]) -> None:
    """Have axes say at the cursor what is there, and to later calls what they show."""
    ax.format_coord = PlainReadout(kind, words)  # type: ignore[method-assign]


def in_lines(name: str, axis: Axis, room: float) -> str:
    """Return the name of an axis on as many lines as its room requires, in points."""
    ruler, points = Ruler.usual(), float(axis.label.get_fontsize())
    return broken(name, room, lambda words: ruler.width(words, points))


def bands(pairs: Iterable[tuple[Any, Any]], words: str, style: Style) -> list[Mark]:
    """Return bands between pairs of borders, in their colours, with a row for all of them.

    Parameters
    ----------
    pairs : iterable of ((lower, upper) or None, colour)
    words : str
        What the bands are.
    style : dict
    """
    held = [(pair, color) for pair, color in pairs if pair is not None]
    marks = [band_mark(Between(*pair), color, style) for pair, color in held]
    return [*marks, band_row(words, [color for _, color in held], style)] if held else []
