"""Legends of panels of groups: one in each where all fit, else one right of all of them."""

import re
from collections.abc import Sequence
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.patches import Patch

from prplot.draw import legends
from prplot.draw import style as looks
from prplot.draw.annotations import Annotations
from prplot.draw.bars import apply_aspect
from prplot.draw.entries import LONG, Entry, labelled, numbers_of, without_numbers
from prplot.draw.outside import GAP, MARGIN
from prplot.draw.placement import Ground, points_to_pixels
from prplot.draw.standing import spare_data, to_free_ground
from prplot.draw.tables import grid_of_numbers
from prplot.draw.views import lay_out
from prplot.draw.wrapping import wrap_legend

# A reference has another prevalence in each panel.
_PREVALENCE = re.compile(r",? (?:at )?π = .*")
SIZES = ("small", "x-small")


def share_legend(
    panels: Sequence[Axes], title: str | None = None, order: Sequence[str] = ()
) -> Legend | None:
    """Replace the legends of panels by one right of all if they do not fit in each of them.

    A legend fits that covers nothing and says all numbers. Else names stand in the one legend, and
    each panel keeps its numbers, in the colours of its curves and in the order of the names.

    Parameters
    ----------
    panels : sequence of matplotlib.axes.Axes
        All panels of a figure whose layout makes room for legends, with their own legends.
    title : str, optional
        What the names are of.
    order : sequence of str, optional
        Names in their order, which no panel may have that lacks some of them.

    Returns
    -------
    matplotlib.legend.Legend or None
        The one of all panels, if it is needed.
    """
    figure = panels[0].get_figure(root=True)
    assert figure is not None
    _rehearse(figure)
    written = [artist for ax in panels for artist in ax.artists if isinstance(artist, Annotations)]
    if all(_says_all(artist.panel) and artist.has_free_legend() for artist in written):
        return None
    for artist in written:
        legends.drop(artist.panel)
    _lay_out(panels)
    for artist in written:
        artist.offer()
    entries = [*curve_names(panels, order), *_references(written), *_heads(panels)]
    legend = _put_right(figure, panels[0], entries, title) if entries else None
    _lay_out(panels)
    _put_numbers(written)
    return legend


def _rehearse(figure: Figure) -> None:
    """Draw a figure to see how large its panels are, and let its layout begin where it began."""
    before = {ax: [ax.get_position(original=one) for one in (True, False)] for ax in figure.axes}
    figure.draw_without_rendering()
    for ax, (original, active) in before.items():
        ax.set_position(original, which="original")
        ax.set_position(active, which="active")
        # Whose position is set by hand would be left out of the layout.
        ax.set_in_layout(True)


def _lay_out(panels: Sequence[Axes]) -> None:
    lay_out(panels[0])
    for ax in panels:
        apply_aspect(ax)


def _says_all(ax: Axes) -> bool:
    """Tell whether a legend has all numbers of the curves of its axes."""
    legend = ax.get_legend()
    said = [] if legend is None else [text.get_text() for text in legend.get_texts()]
    values = [value for _, name in labelled(ax)[0] for value in numbers_of(name).values()]
    return all(any(value in text for text in said) for value in values)


def curve_names(panels: Sequence[Axes], order: Sequence[str]) -> list[Entry]:
    """Return what curves of all panels are called, each once; names without an order are last."""
    known: dict[str, Artist] = {}
    for ax in panels:
        for handle, label in labelled(ax)[0]:
            name = without_numbers(label)
            # A curve without a name has its numbers alone, in its panel.
            if name == label and numbers_of(label):
                continue
            known.setdefault(name, handle)
    rank = {name: i for i, name in enumerate(order)}
    names = sorted(known, key=lambda name: rank.get(name, len(rank)))
    return [(known[name], name) for name in names]


def _references(written: Sequence[Annotations]) -> list[Entry]:
    """Return references that have their words in no panel, without numbers of single panels."""
    shown = set().union(*(artist.shown_groups() for artist in written))
    found: dict[str, Artist] = {}
    for artist in written:
        for handle, name in labelled(artist.panel)[1]:
            if handle.get_gid() not in shown:
                found.setdefault(_PREVALENCE.sub("", name), _neutral(artist.panel, handle))
    return [(handle, name) for name, handle in found.items()]


def _neutral(ax: Axes, handle: Artist) -> Artist:
    """Return a swatch for the regions of all groups; other references have their own."""
    if not isinstance(handle, PolyCollection):
        return handle
    tint = looks.shade(ax, looks.TINT_STRENGTH)
    swatch = Patch(facecolor=tint, edgecolor=looks.shade(ax, looks.HATCH_STRENGTH), linewidth=0)
    swatch.set_hatch(handle.get_hatch())
    return swatch


def _heads(panels: Sequence[Axes]) -> list[Entry]:
    """Return an entry that says what the numbers in the panels are; none if they say it there."""
    data = [label for ax in panels for _, label in labelled(ax)[0]]
    named = [label for label in data if without_numbers(label) != label]
    heads = list(dict.fromkeys(head for label in named for head in numbers_of(label)))
    return [(Patch(visible=False), f"numbers: {', '.join(heads)}")] if heads else []


def _put_right(figure: Figure, ax: Axes, entries: list[Entry], title: str | None) -> Legend:
    """Put a legend right of all panels, and make the figure wider by as much."""
    handles, names = zip(*entries, strict=True)
    style: Any = {"loc": "outside center right", "frameon": False, "alignment": "left"}
    unit = points_to_pixels(ax)
    for size in (None, *SIZES):
        for earlier in list(figure.legends):
            earlier.remove()
        legend = figure.legend(handles, names, title=title, fontsize=size, **style)
        wrap_legend(legend, ax.get_window_extent().width, longer_than=LONG)
        extent = legend.get_window_extent()
        if extent.height + 2 * MARGIN * unit < figure.bbox.height:
            break
    width, height = figure.get_size_inches()
    figure.set_size_inches(width + (extent.width + 2 * GAP * unit) / figure.dpi, height)
    return legend


def _put_numbers(written: Sequence[Annotations]) -> None:
    """Put the numbers of the curves into their panels, on free ground and in one type size.

    Without so much room they stand over references; over curves they are left out.
    """
    grounds = [artist.offer() for artist in written]
    for size in SIZES:
        free = [
            _is_free(artist, ground, _numbers(artist.panel, size))
            for artist, ground in zip(written, grounds, strict=True)
        ]
        if all(free):
            break
    for artist, ground, is_free in zip(written, grounds, free, strict=True):
        legend = artist.panel.get_legend()
        if is_free or legend is None or spare_data(artist.panel, legend, ground):
            artist.keep_legend()
        else:
            legend.remove()


def _is_free(artist: Annotations, ground: Ground, legend: Legend | None) -> bool:
    """Move numbers to free ground, perhaps over hairlines; tell whether there is any."""
    return legend is None or any(
        to_free_ground(artist.panel, legend, ground, artist.home, hairlines=hairlines)
        for hairlines in (False, True)
    )


def _numbers(ax: Axes, fontsize: str) -> Legend | None:
    """Make a legend of the numbers of the curves alone, or of the words around a single one."""
    data = [(handle, label) for handle, label in labelled(ax)[0] if numbers_of(label)]
    if not data:
        return None
    heads = list(dict.fromkeys(head for _, label in data for head in numbers_of(label)))
    table = [[numbers_of(label).get(head, "") for head in heads] for _, label in data]
    if without_numbers(data[0][1]) == data[0][1]:
        table = [[data[0][1].replace(", ", "\n")]]
    return grid_of_numbers(ax, [handle for handle, _ in data], table, fontsize)
