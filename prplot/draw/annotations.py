"""Words on references, placed anew whenever the axes change their size."""

from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.text import Annotation, Text

from prplot.draw import labels, legends
from prplot.draw import style as looks
from prplot.draw.placement import Ground


class Annotations(Artist):
    """Writes the words of all references of some axes where they cover nothing.

    It draws nothing itself: its texts are ordinary texts of the axes. Sizes are final only when a
    figure is drawn, after its layout; so it comes first in the drawing order, and moves its texts
    and the legend if the axes have another size than when they were placed.
    """

    def __init__(self, ax: Axes, home: tuple[float, float]) -> None:
        super().__init__()
        self.set_zorder(-np.inf)
        self.set_in_layout(False)
        self._home = home
        self._size = (0.0, 0.0)
        self._texts = {
            reference: _text(ax, labels.words(reference))
            for group in labels.FINDERS
            for reference in [*ax.lines, *ax.collections]
            if reference.get_gid() == group and labels.words(reference)
        }
        ax.add_artist(self)

    def draw(self, renderer: Any) -> None:
        """Place the texts again if the axes were given another size."""
        ax = self.axes
        if isinstance(ax, Axes) and _size_in_points(ax) != self._size:
            legends.place(ax, self.place(), self._home)

    def place(self) -> Ground:
        """Put every text on its first free spot; one that has none is hidden.

        Returns
        -------
        Ground
            What stands in the axes, with the texts.
        """
        ax = self.axes
        assert isinstance(ax, Axes)
        self._size = _size_in_points(ax)
        marked: set[Artist] = {line for line in ax.lines if line.get_gid() in labels.REFERENCES}
        hairlines = {line for line in marked if line.get_gid() == labels.ISOMETRIC}
        ground = Ground.of(ax, references=marked, hairlines=hairlines)
        for text in ax.texts:
            if text not in self._texts.values():
                ground.add_text(text)
        for reference, text in self._texts.items():
            _stand(ax, text, _spot(ax, ground, reference, text))
            ground.add_text(text)
        return ground

    def settle(self, ground: Ground) -> None:
        """Let the legend say the words that found no room on the picture."""
        for reference, text in self._texts.items():
            said = labels.words(reference)
            needless = text.get_visible() or not ground.shows(reference)
            reference.set_label(f"_{said}" if needless else said)

    def remove(self) -> None:
        """Take the texts away too."""
        for text in self._texts.values():
            text.remove()
        super().remove()


def annotate(
    ax: Axes, legend: bool | str = "auto", home: tuple[float, float] = (0.0, 0.5)
) -> Annotations:
    """Write every reference's words where they are free to stand, and place the legend.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Words that an earlier call wrote are placed anew.
    legend : {"auto", True, False}, default "auto"
        "auto" draws a legend if anything is labelled; False leaves it to the caller.
    home : tuple of float
        Where the legend likes to be, in shares of the axes.

    Returns
    -------
    Annotations
        The artist that keeps the words in place.
    """
    for earlier in [artist for artist in ax.artists if isinstance(artist, Annotations)]:
        earlier.remove()
    figure = ax.get_figure(root=True)
    engine = None if figure is None else figure.get_layout_engine()
    if figure is not None and engine is not None:
        # The layout decides how large the axes are; whether a legend fits inside comes after.
        engine.execute(figure)
    ax.apply_aspect()
    written = Annotations(ax, home)
    ground = written.place()
    if legend is not False:
        written.settle(ground)
        legends.renew(ax, ground, home)
    return written


def _text(ax: Axes, words: str) -> Text:
    color = looks.shade(ax, looks.LABEL_STRENGTH)
    leader = {"arrowstyle": "-", "linewidth": 0.6, "color": color, "shrinkA": 0, "shrinkB": 0}
    style: looks.Style = {"ha": "center", "va": "center", "rotation_mode": "anchor", "color": color}
    return ax.annotate(words, (0.5, 0.5), (0.5, 0.5), arrowprops=leader, **style, **looks.LABEL)


def _spot(ax: Axes, ground: Ground, reference: Artist, text: Text) -> labels.Spot | None:
    text.set(rotation=0, bbox=None, visible=True)
    extent = Text.get_window_extent(text)
    unit = float(ax.get_figure(root=True).dpi) / 72  # type: ignore[union-attr]
    for find in labels.FINDERS[str(reference.get_gid())]:
        spot = find(ground, reference, (extent.width, extent.height), unit)
        if spot is not None:
            return spot
    return None


def _stand(ax: Axes, text: Text, spot: labels.Spot | None) -> None:
    text.set_visible(spot is not None)
    if spot is None or not isinstance(text, Annotation):
        return
    to_data = ax.transData.inverted().transform
    text.set(position=to_data((spot.box.x, spot.box.y)), rotation=spot.box.angle)
    text.xy = tuple(to_data(spot.tip if spot.tip is not None else (spot.box.x, spot.box.y)))
    if text.arrow_patch is not None:
        text.arrow_patch.set_visible(spot.tip is not None)
    if spot.ground is not None:
        paper = {"paper": looks.background(ax), "tint": looks.shade(ax, looks.TINT_STRENGTH)}
        text.set_bbox({"facecolor": paper[spot.ground], "edgecolor": "none", "pad": 1.0})


def _size_in_points(ax: Axes) -> tuple[float, float]:
    dpi = float(ax.get_figure(root=True).dpi)  # type: ignore[union-attr]
    frame = ax.get_window_extent()
    return round(frame.width * 72 / dpi, 1), round(frame.height * 72 / dpi, 1)
