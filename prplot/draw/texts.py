"""What is said of references and curves, as texts of the axes."""

from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Annotation, Text

from prplot.draw import labels
from prplot.draw import style as looks


def text_of(ax: Axes, reference: Artist) -> Text:
    """Return a text that says the words of a reference; it has no place yet."""
    words, color = labels.words(reference), looks.shade(ax, looks.LABEL_STRENGTH)
    if isinstance(reference, Line2D) and reference.get_gid() in labels.COLORED:
        # Where there are several, each belongs to the curves of its colour.
        color = looks.readable(ax, reference.get_color())
    leader = {"arrowstyle": "-", "linewidth": 0.6, "color": color, "shrinkA": 0, "shrinkB": 0}
    style: looks.Style = {"ha": "center", "va": "center", "rotation_mode": "anchor", "color": color}
    text = ax.annotate(words, (0.5, 0.5), (0.5, 0.5), arrowprops=leader, **style, **looks.LABEL)
    # A long name that has no place yet may be wider than its axes, and would make them small.
    text.set_in_layout(reference.get_gid() != labels.NAMED)
    return text


def size_of(text: Text, renderer: Any) -> labels.Size:
    """Return how large a text is, in pixels."""
    # Not the annotation's own extent, which counts its leader too.
    extent = Text.get_window_extent(text, renderer)
    return extent.width, extent.height


def stand(ax: Axes, text: Text, spot: labels.Spot) -> None:
    """Put a text on its spot."""
    assert isinstance(text, Annotation)
    to_data = ax.transData.inverted().transform
    text.set(position=to_data((spot.box.x, spot.box.y)), rotation=spot.box.angle)
    text.xy = tuple(to_data(spot.tip if spot.tip is not None else (spot.box.x, spot.box.y)))
    if text.arrow_patch is not None:
        text.arrow_patch.set_visible(spot.tip is not None)
    if spot.ground is not None:
        paper = looks.background(ax)
        if spot.ground == "tint":
            paper = looks.fill_at(ax, spot.box.x, spot.box.y)
        text.set_bbox({"facecolor": paper, "edgecolor": "none", "pad": 0.6})
