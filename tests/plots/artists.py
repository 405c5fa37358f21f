"""What tests look for in a figure: artists by their group, with their words and colours."""

from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import to_hex, to_rgb
from matplotlib.text import Text

from prplot.draw.scene import CURVE


def marked(axes, kind=CURVE):
    artists = [artist for ax in np.ravel(axes) for artist in [*ax.lines, *ax.collections]]
    return [artist for artist in artists if artist.get_gid() == kind.name]


def words(artist):
    """Return what an artist is labelled with, also if legends leave it out."""
    return artist.get_label().removeprefix("_")


def colors(axes, kind=CURVE):
    return [to_hex(line.get_color()) for line in marked(axes, kind)]


def names(axes, kind=CURVE):
    return [line.get_label().split(" (")[0] for line in marked(axes, kind)]


def shown_texts(ax):
    return [text for text in ax.texts if text.get_visible() and text.get_text()]


def words_of(legend):
    return [] if legend is None else [text.get_text() for text in legend.get_texts()]


def legend_texts(ax):
    return words_of(ax.get_legend())


def fresh_axes():
    return plt.figure().gca()


def fresh(plot, *args, **options):
    """Plot when all earlier figures are closed."""
    plt.close("all")
    return plot(*args, **options)


def luminance(color):
    rgb = np.array(to_rgb(color))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722] + 0.05


def contrast(one, other):
    low, high = sorted([luminance(one), luminance(other)])
    return high / low


def check_that_words_are_clear(figure):
    """Assert that the words in all axes and their legends lie on the figure, off each other."""
    figure.canvas.draw()
    canvas = figure.bbox.padded(1)
    for ax in figure.axes:
        boxes = [Text.get_window_extent(text) for text in shown_texts(ax)]
        boxes += [legend.get_window_extent() for legend in [ax.get_legend()] if legend]
        assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
        for box in boxes:
            assert canvas.x0 <= box.x0 < box.x1 <= canvas.x1
            assert canvas.y0 <= box.y0 < box.y1 <= canvas.y1
