"""What is said of references and curves, as texts of the axes."""

from collections.abc import Iterable
from itertools import product
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Annotation, Text

from prplot.draw import labels
from prplot.draw import style as looks
from prplot.draw.leaders import leader
from prplot.draw.placement import Ground, points_to_pixels
from prplot.draw.ways import is_legible

# Of their size, words of chance lines may have these shares: there is one for each prevalence.
SMALLER = (0.83, 0.7)


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


def type_sizes(reference: Artist, text: Text) -> list[float]:
    """Return in which sizes the words of a reference may be written, in points, best first."""
    size = float(text.get_fontsize())
    shares = SMALLER if reference.get_gid() == labels.CHANCE else ()
    return [size, *(share * size for share in shares if is_legible(share * size))]


def first_form(
    ax: Axes,
    ground: Ground,
    reference: Artist,
    text: Text,
    forms: Iterable[str],
    renderer: Any,
    sizes: Iterable[float],
) -> str | None:
    """Write the first form of some words for which there is a spot; without any, hide the text."""
    for size, form in product(sizes, forms):
        text.set(text=form, fontsize=size, rotation=0, bbox=None, visible=True)
        spot = _spot(ax, ground, reference, text, renderer)
        if spot is not None:
            stand(ax, text, spot)
            ground.add_text(text, renderer)
            if spot.tip is not None:
                ground.lines[text] = leader(spot)
            return form
    text.set_visible(False)
    return None


def _spot(
    ax: Axes, ground: Ground, reference: Artist, text: Text, renderer: Any
) -> labels.Spot | None:
    size = size_of(text, renderer)
    for find in labels.FINDERS[str(reference.get_gid())]:
        spot = find(ground, reference, size, points_to_pixels(ax))
        if spot is not None:
            return spot
    return None
