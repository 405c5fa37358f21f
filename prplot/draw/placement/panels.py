"""Words and legends of several panels: a legend in each if all fit, else one for all panels."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.legend import Legend
from matplotlib.patches import Patch

from prplot.draw.axes import apply_aspect
from prplot.draw.color import shade
from prplot.draw.placement.annotations import DIRECT, Annotations, annotate, lay_out
from prplot.draw.placement.ground import Ground, points_to_pixels
from prplot.draw.placement.legend import (
    GAP,
    MARGIN,
    Home,
    drop,
    inside_forms,
    spare_data,
    to_free_ground,
)
from prplot.draw.placement.placer import name_directly
from prplot.draw.placement.table import (
    LONG,
    Entry,
    grid_of_numbers,
    labelled,
    make_legend,
    make_rows,
    wrap_legend,
)
from prplot.draw.scene import LEGEND_BENEATH, Kind, Mark, Scene, entry_text, legend_of, marks_of
from prplot.draw.style import HATCH_STRENGTH, TINT_STRENGTH

# Greatest share of the height of a figure for a legend beneath, if the figure can't grow.
HIGHEST = 0.35


def annotate_together(
    panels: Sequence[Axes],
    legend: bool | str,
    homes: Sequence[Home],
    *,
    grow: bool,
    numbers: Sequence[str | None],
) -> None:
    """Write the words in panels that show the same data, and place the one legend of them all.

    It goes to free ground in one of the panels, else beneath all of them.

    Parameters
    ----------
    panels : sequence of matplotlib.axes.Axes
    legend : {"auto", "direct", True, False}
    homes : sequence of (float, float)
        The preferred position of a legend in each panel.
    grow : bool
        Whether the figure may grow to make room for a legend beneath.
    numbers : sequence of str or None
        For each panel, the name of the score that is shown beside the names of curves.
    """
    _drop_beneath(panels)
    lay_out(panels[0])
    written = _written(panels, legend, homes, numbers)
    if legend is False or _share_legend(written):
        return
    if not _put_beneath(panels, grow=grow):
        written[0].arrange(with_legend=True)


def annotate_each(
    panels: Sequence[Axes], legend: bool | str, homes: Sequence[Home], *, grow: bool
) -> None:
    """Write the words in panels, and place a legend in each if there is room in all of them.

    Else there is one beneath all. Arguments are those of `annotate_together`.
    """
    _drop_beneath(panels)
    lay_out(panels[0])
    written = _written(panels, legend, homes, [None] * len(panels))
    if legend is False or all(_share_legend([artist]) for artist in written):
        return
    for artist in written:
        drop(artist.panel)
    if not _put_beneath(panels, grow=grow):
        for artist in written:
            artist.arrange(with_legend=True)


def _written(
    panels: Sequence[Axes],
    legend: bool | str,
    homes: Sequence[Home],
    numbers: Sequence[str | None],
) -> list[Annotations]:
    """Write the words in panels, and the names of curves too if `legend` is "direct"."""
    if legend == DIRECT:
        for ax, number in zip(panels, numbers, strict=True):
            name_directly(ax, number)
    return [annotate(ax, False, home) for ax, home in zip(panels, homes, strict=True)]


def _share_legend(written: Sequence[Annotations]) -> bool:
    """Place one legend on free ground in the first panel that has some; tell whether any has."""
    for artist in written:
        drop(artist.panel)
    grounds = [artist.offer() for artist in written]
    for form, (artist, ground) in product(inside_forms(), zip(written, grounds, strict=True)):
        others = [other.panel for other in written if other is not artist]
        if artist.take_legend(ground, form, others):
            return True
    return False


def _drop_beneath(panels: Sequence[Axes]) -> None:
    """Remove the legend that an earlier call put beneath the panels."""
    figure = panels[0].get_figure(root=True)
    for mark in [] if figure is None else marks_of(figure, LEGEND_BENEATH):
        mark.artist.remove()


def _put_beneath(panels: Sequence[Axes], *, grow: bool) -> bool:
    """Put one legend beneath all panels of a figure whose layout makes room for it.

    Parameters
    ----------
    panels : sequence of matplotlib.axes.Axes
    grow : bool
        Whether the figure may grow by the height of the legend, so that the panels keep theirs.

    Returns
    -------
    bool
        Whether there is such a layout, and the legend leaves the panels enough of the figure.
    """
    figure = panels[0].get_figure(root=True)
    if figure is None or not isinstance(figure.get_layout_engine(), ConstrainedLayoutEngine):
        return False
    most = np.inf if grow else figure.bbox.height * HIGHEST
    margins = 2 * MARGIN * points_to_pixels(panels[0])
    for numbers, fontsize in product((True, False), (None, "small", "x-small")):
        _drop_beneath(panels)
        widest = figure.bbox.width - 1.05 * margins
        style: Any = {"columns": True, "numbers": numbers, "widest": widest}
        legend = make_legend(panels[0], fontsize, **style, beside=panels[1:], figure=figure)
        if legend is None:
            return True
        Scene.of(figure).add(Mark(LEGEND_BENEATH, legend))
        extent = legend.get_window_extent()
        if extent.width + margins <= figure.bbox.width and extent.height <= most:
            if grow:
                width, height = figure.get_size_inches()
                more = extent.height / figure.dpi + 2 * GAP / 72
                figure.set_size_inches(width, height + more)
            return True
    _drop_beneath(panels)
    return False


SIZES = ("small", "x-small")


def share_legend(
    panels: Sequence[Axes], title: str | None = None, order: Sequence[str] = ()
) -> Legend | None:
    """Replace the legends of panels by one right of all if they do not fit in each of them.

    A legend fits if it covers nothing and shows all numbers. Otherwise names are in the common
    legend, and each panel keeps its numbers, in the colours of its curves and in the order of the
    names.

    Parameters
    ----------
    panels : sequence of matplotlib.axes.Axes
        All panels of a figure whose layout makes room for legends, with their own legends.
    title : str, optional
        The heading of the names.
    order : sequence of str, optional
        Names in their order, as a single panel may lack some of them.

    Returns
    -------
    matplotlib.legend.Legend or None
        The one of all panels, if it is needed.
    """
    figure = panels[0].get_figure(root=True)
    assert figure is not None
    _rehearse(figure)
    written = [artist for ax in panels for artist in ax.artists if isinstance(artist, Annotations)]
    if all(_has_all_numbers(artist.panel) and artist.has_free_legend() for artist in written):
        return None
    for artist in written:
        drop(artist.panel)
    _lay_out(panels)
    for artist in written:
        artist.offer()
    entries = [*curve_names(panels, order), *_references(written), *_heads(panels)]
    legend = _put_right(figure, panels[0], entries, title) if entries else None
    _lay_out(panels)
    _put_numbers(written)
    return legend


def _rehearse(figure: Figure) -> None:
    """Draw a figure to find the sizes of its panels, and restore their positions before layout."""
    before = {ax: [ax.get_position(original=one) for one in (True, False)] for ax in figure.axes}
    figure.draw_without_rendering()
    for ax, (original, active) in before.items():
        ax.set_position(original, which="original")
        ax.set_position(active, which="active")
        # Setting a position excludes axes from the layout.
        ax.set_in_layout(True)


def _lay_out(panels: Sequence[Axes]) -> None:
    lay_out(panels[0])
    for ax in panels:
        apply_aspect(ax)


def _has_all_numbers(ax: Axes) -> bool:
    """Tell whether a legend has all numbers of the curves of its axes."""
    made = legend_of(ax)
    return (made is not None and made.has_numbers) or not any(
        entry.numbers for entry in labelled(ax)[0]
    )


def curve_names(panels: Sequence[Axes], order: Sequence[str]) -> list[Entry]:
    """Return the names of the curves of all panels, in their order; other names are last."""
    known: dict[str, Entry] = {}
    for ax in panels:
        for entry in labelled(ax)[0]:
            # A curve without a name has its numbers alone, in its panel.
            if entry.is_named:
                known.setdefault(entry.words or "", entry.without_numbers())
    rank = {name: i for i, name in enumerate(order)}
    return sorted(known.values(), key=lambda entry: rank.get(entry.words or "", len(rank)))


def _references(written: Sequence[Annotations]) -> list[Entry]:
    """Return references that have their words in no panel, without numbers of single panels."""
    shown: set[Kind] = set().union(*(artist.shown_kinds() for artist in written))
    found: dict[str, Entry] = {}
    for artist in written:
        for entry in labelled(artist.panel)[1]:
            if entry.kind not in shown:
                handle = _neutral(artist.panel, entry.handle)
                found.setdefault(entry.short, Entry(handle, entry.short))
    return list(found.values())


def _neutral(ax: Axes, handle: Artist) -> Artist:
    """Return a swatch for the regions of all groups; other references have their own."""
    if not isinstance(handle, PolyCollection):
        return handle
    tint = shade(ax, TINT_STRENGTH)
    swatch = Patch(facecolor=tint, edgecolor=shade(ax, HATCH_STRENGTH), linewidth=0)
    swatch.set_hatch(handle.get_hatch())
    return swatch


def _heads(panels: Sequence[Axes]) -> list[Entry]:
    """Return an entry that names the numbers in the panels, if these do not name them."""
    named = [entry for ax in panels for entry in labelled(ax)[0] if entry.is_named]
    heads = list(dict.fromkeys(head for entry in named for head, _ in entry.numbers))
    return [Entry(Patch(visible=False), f"numbers: {', '.join(heads)}")] if heads else []


def _put_right(figure: Figure, ax: Axes, entries: list[Entry], title: str | None) -> Legend:
    """Put a legend right of all panels, and make the figure wider by as much."""
    handles, names = [entry.handle for entry in entries], [entry.text for entry in entries]
    style: Any = {"loc": "outside center right", "frameon": False, "alignment": "left"}
    unit = points_to_pixels(ax)
    for size in (None, *SIZES):
        for earlier in list(figure.legends):
            earlier.remove()
        made = make_rows(figure, handles, names, {"title": title, "fontsize": size, **style})
        wrap_legend(made, ax.get_window_extent().width, longer_than=LONG)
        extent = made.legend.get_window_extent()
        if extent.height + 2 * MARGIN * unit < figure.bbox.height:
            break
    width, height = figure.get_size_inches()
    figure.set_size_inches(width + (extent.width + 2 * GAP * unit) / figure.dpi, height)
    return made.legend


def _put_numbers(written: Sequence[Annotations]) -> None:
    """Put the numbers of the curves into their panels, on free ground and in one type size.

    Without free ground they cover references; they are left out if they would cover curves.
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
    data = [entry for entry in labelled(ax)[0] if entry.numbers]
    if not data:
        return None
    heads = list(dict.fromkeys(head for entry in data for head in entry.cells))
    table = [[entry.cells.get(head, "") for head in heads] for entry in data]
    if not data[0].is_named:
        table = [[entry_text(None, data[0].numbers).replace(", ", "\n")]]
    return grid_of_numbers(ax, [entry.handle for entry in data], table, fontsize)
