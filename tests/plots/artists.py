"""What tests look for in a figure: artists by their group, with their words and colours."""

import re

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import to_hex, to_rgb
from matplotlib.legend import Legend
from matplotlib.text import Text

from prplot.draw.placement.table import SheetBox
from prplot.draw.scene import CURVE, HULL
from tests.plots.print_size import UNSEEN, Page, beyond, covered, overlapping_texts


def marked(axes, kind=CURVE):
    artists = [artist for ax in np.ravel(axes) for artist in [*ax.lines, *ax.collections]]
    return [artist for artist in artists if artist.get_gid() == kind.name]


def words(artist):
    """Return what an artist is labelled with, also if legends leave it out."""
    return artist.get_label().removeprefix("_")


def colors(axes, kind=CURVE):
    return [to_hex(line.get_color()) for line in marked(axes, kind)]


def names(axes, kind=CURVE):
    return [words(line).split(" (")[0] for line in marked(axes, kind)]


def shown_texts(ax):
    return [text for text in ax.texts if text.get_visible() and text.get_text()]


def words_of(legend):
    return [] if legend is None else [text.get_text() for text in legend.get_texts()]


def lay_out(figure):
    """Draw a figure without its pixels, if anything has changed since it was drawn.

    The axes of a copy do not tell their figure of changes: draw a copy yourself.
    """
    if figure.stale:
        figure.draw_without_rendering()


def rows_of(legend):
    """Return the words of each row of a legend that is drawn, with its headings at the end."""
    (box,) = legend.findobj(SheetBox)
    return [[words for _, _, words in row] for row in box.sheet.cells]


def legends_of(figure):
    """Return the legends of a drawn figure, those of its axes and its own."""
    found = [legend for legend in figure.findobj(Legend) if legend.get_visible()]
    return list(dict.fromkeys(found))


def cells_of(figure):
    """Return what all legends of a figure say, once it is drawn."""
    lay_out(figure)
    return [cell for legend in legends_of(figure) for row in rows_of(legend) for cell in row]


def legend_texts(ax):
    return words_of(ax.get_legend())


def fresh_axes():
    return plt.figure().gca()


def fresh(plot, *args, **options):
    """Plot when all earlier figures are closed."""
    plt.close("all")
    return plot(*args, **options)


def away_from(text, point):
    """Return how far a point is from a text, in pixels."""
    box = Text.get_window_extent(text)
    return np.hypot(*np.maximum(np.maximum(box.p0 - point, point - box.p1), 0))


def leaders_of(ax):
    """Return the leader of each text that has one, from the text to its tip, in pixels."""
    led = [text for text in shown_texts(ax) if text.arrow_patch and text.arrow_patch.get_visible()]
    return {text: text.arrow_patch.get_path().vertices[[0, -1]] for text in led}


def luminance(color):
    rgb = np.array(to_rgb(color))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722] + 0.05


def contrast(one, other):
    low, high = sorted([luminance(one), luminance(other)])
    return high / low


def page_of(figure):
    """Draw a figure, and return what stands on it."""
    lay_out(figure)
    return Page(figure, [one for ax in figure.axes for one in [ax, *ax.child_axes]])


def name_in(text):
    """Return the name in a text beside a curve or in a legend; both may have several lines."""
    return re.sub(r" \(?(AU|AP ).*", "", " ".join(text.get_text().split()))


def leaders(ax):
    """Return each leader of words, as two points in pixels, with its text."""
    return [(text, ends) for text, ends in leaders_of(ax).items()]


def check_that_words_are_clear(figure, names=()):
    """Assert that all words lie on the figure, off each other, and that names are there once."""
    page = page_of(figure)
    texts = [*page.words, *page.legend_texts]
    overlaps = list(overlapping_texts(page))
    assert not overlaps, overlaps
    assert beyond(page, texts) < UNSEEN
    said = sorted(name for name in map(name_in, texts) if name in names)
    assert said == sorted(names), said
    return page


def check_that_curves_are_clear(page):
    """Assert that neither words nor legends cover curves."""
    curves = page.segments(CURVE, HULL)
    assert covered([*map(page.rectangle, page.words), *page.legend_boxes], curves) < UNSEEN
