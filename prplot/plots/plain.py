"""What figures other than curves in a space share: readouts, axis labels, painting."""

from collections.abc import Callable, Iterable

from matplotlib.axes import Axes
from matplotlib.axis import Axis

from prplot.core.spaces import Space
from prplot.draw.painting import paint
from prplot.draw.placement.annotations import annotate
from prplot.draw.placement.ground import Ruler
from prplot.draw.placement.table import broken
from prplot.draw.scene import Mark, Scene
from prplot.draw.scene_artist import SceneArtist


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
    """Give axes a cursor readout, and record for later calls what they show."""
    ax.format_coord = words  # type: ignore[method-assign, assignment]
    SceneArtist.of(ax).kind = kind


def in_lines(name: str, axis: Axis, room: float) -> str:
    """Return an axis label on as many lines as its room, in points, requires."""
    ruler, points = Ruler.usual(), float(axis.label.get_fontsize())
    return broken(name, room, lambda words: ruler.width(words, points))
