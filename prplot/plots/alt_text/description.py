"""Figures in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from textwrap import shorten
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure

from prplot.core.calls import answered
from prplot.core.checks import brief, one_of
from prplot.draw.scene_artist import scene_of
from prplot.plots.alt_text import panel_words
from prplot.plots.alt_text.other_artists import shows_data
from prplot.plots.alt_text.panel_words import MOST_NAMED, ShownPanel, panel_of
from prplot.plots.alt_text.wording import (
    as_written,
    counted,
    sentence,
    span,
    uncapital,
    within,
)

LEVELS = ("short", "long")
# Most characters of a description.
MOST_SHORT = 140
MOST_LONG = 600
# Panels whose corners differ by less than this share of the figure stand in one row or column.
NEAR = 0.1


@answered
def describe(fig: Any, level: str = "long") -> str:
    """Return what a figure shows, as a text for readers who can't see it.

    Parameters
    ----------
    fig : matplotlib.figure.Figure, matplotlib.axes.Axes, or what a plot function returned
        The figure, some axes of it, or a `seaborn.FacetGrid`.
    level : {"long", "short"}, default "long"
        One paragraph of at most 600 characters, or its first sentence, of at most 140.

    Returns
    -------
    str
        The kind of plot, the number of curves, and the data; scores, the best first; where two
        curves cross, or that one is nowhere below; references, regions and marked points; how
        many other lines there are, and titles. Other plots say between which values their lines
        run. Of several panels, what they have in common comes first; of more than six, the range
        of their scores. The last sentences are left out if there is no room.

    Raises
    ------
    ValueError, TypeError
        Something that is no figure or axes; a figure without axes; an unknown level.

    See Also
    --------
    savefig : Writes a figure into a file that holds this text.

    Notes
    -----
    The text comes from what the plot functions recorded of curves, not from the picture: the same
    figure has the same text in all sizes and styles. It names no colours and judges nothing. Scores
    are those of the legend; without any, the area under each curve. Where curves cross is computed
    from their counts, on the exact arcs; the recalls are the same in all spaces (Davis & Goadrich
    2006, Theorem 3.2). It follows the advice on texts for charts of Lundgard & Satyanarayan,
    *Accessible Visualization via Natural Language Descriptions*, IEEE TVCG 2022: the kind of chart,
    then numbers, then how curves run.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_pr([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], show_min=False, show_chance=True)
    >>> prp.describe(ax, "short")
    'One PR curve of precision against recall, on 4 cases, 50 % of them positive.'
    >>> print(prp.describe(ax).split(". ", 1)[1])
    Area under the curve: 0.797. Random guessing has precision 0.5.
    """
    one_of(level, "level", LEVELS)
    panels = [panel_of(ax) for ax in shown_axes(fig)]
    text = _of_one(panels[0]) if len(panels) == 1 else _of_several(panels)
    found = [*text, *_others(fig, panels), *_titles(fig, panels)]
    if level == "short":
        return shorten(found[0], MOST_SHORT, placeholder="…")
    first = shorten(found[0], MOST_LONG, placeholder="…")
    return within([first, *found[1:]], MOST_LONG)


def shown_axes(fig: Any) -> list[Axes]:
    """Return the axes of a figure that show something, or all if none do.

    Bars of colours, and axes that lie over others, are left out.

    Raises
    ------
    ValueError, TypeError
        A figure without axes; something else.
    """
    if isinstance(fig, Axes):
        return [fig]
    if isinstance(fig, np.ndarray | list | tuple):
        found = [ax for ax in np.ravel(np.asarray(fig, object)).tolist() if ax is not None]
        if not found or not all(isinstance(ax, Axes) for ax in found):
            raise TypeError(f"fig must hold axes, found {brief(fig)}")
        return found
    axes = [ax for ax in figure_of(fig).axes if ax.get_visible()]
    if not axes:
        raise ValueError("fig has no axes; draw something first, such as prp.plot_pr(y, s)")
    # Those with marks first: others may lie over them.
    axes.sort(key=_has_marks, reverse=True)
    seen: dict[tuple[float, ...], Axes] = {}
    for ax in axes:
        if _has_marks(ax) or (shows_data(ax) and not hasattr(ax, "_colorbar")):
            seen.setdefault(tuple(ax.bbox.bounds), ax)
    found = [ax for ax in figure_of(fig).axes if ax in seen.values()]
    return found or axes


def figure_of(fig: Any) -> Figure | SubFigure:
    """Return a figure, or that of axes or of an object that has one, such as a FacetGrid.

    Raises
    ------
    TypeError
        Something else.
    """
    if isinstance(fig, np.ndarray | list | tuple) and len(fig):
        fig = np.ravel(np.asarray(fig, object))[0]
    found = fig if isinstance(fig, Figure | SubFigure) else getattr(fig, "figure", None)
    if not isinstance(found, Figure | SubFigure):
        raise TypeError(f"fig must be a figure or axes of matplotlib, found {type(fig).__name__}")
    return found


def _has_marks(ax: Axes) -> bool:
    return bool(scene_of(ax).marks)


def _others(fig: Any, panels: list[ShownPanel]) -> Iterator[str]:
    """Yield how many axes of a figure are not described, but for bars of colours."""
    if not isinstance(fig, Figure | SubFigure):
        return
    shown = [panel.ax for panel in panels]
    others = [ax for ax in fig.axes if ax.get_visible() and ax not in shown and shows_data(ax)]
    number = len([ax for ax in others if not hasattr(ax, "_colorbar")])
    if number:
        verb = "lies" if number == 1 else "lie"
        yield sentence(f"{counted(number, 'further plot')} {verb} over it")


def _titles(fig: Any, panels: list[ShownPanel]) -> Iterator[str]:
    """Yield the title of a figure, and that of its only axes."""
    titles = [] if isinstance(fig, Axes) else [figure_of(fig).get_suptitle()]
    titles += [panels[0].title] if len(panels) == 1 else []
    for title in filter(None, map(as_written, titles)):
        yield f"Title: {title.rstrip('.')}."


def _of_one(panel: ShownPanel) -> Iterator[str]:
    yield sentence(f"{panel_words.drawn(panel)}{panel_words.data(panel)}")
    yield from panel_words.sentences(panel)


def _of_several(panels: list[ShownPanel]) -> Iterator[str]:
    """Yield what the panels have in common, then the kind and the scores of each."""
    shown = [[id(curve) for _, curve in panel.curves] for panel in panels]
    are_same = bool(shown[0]) and all(own == shown[0] for own in shown)
    kinds = [panel.against if are_same else panel_words.drawn(panel) for panel in panels]
    head, is_whole = _head(panels, len(shown[0]) if are_same else 0, kinds)
    yield head
    places = _places(panels)
    told = list(_each(panels, places, [""] * len(panels) if is_whole else kinds))
    rest = list(_details(panels, places))
    yield from told
    titles = [panel.title for panel in panels]
    if all(titles) and not any(title in one for title in titles for one in (*told, *rest)):
        yield f"Titles: {'; '.join(titles)}."
    if are_same and all(panel.are_exact for panel in panels):
        yield from dict.fromkeys(chain.from_iterable(panel_words.order(panel) for panel in panels))
    yield from rest


def _each(panels: list[ShownPanel], places: list[str], kinds: list[str]) -> Iterator[str]:
    """Yield the kind and the scores of each panel; of many, between which scores these are."""
    if len(panels) > MOST_NAMED:
        yield from _ranges(panels, places)
        return
    for panel, place, kind in zip(panels, places, kinds, strict=True):
        scores = panel_words.brief_scores(panel)
        start = ", ".join(filter(None, [place, kind]))
        if scores:
            yield f"{start}: {scores}."
        elif kind:
            yield f"{place}: {kind}."


def _ranges(panels: list[ShownPanel], places: list[str]) -> Iterator[str]:
    """Yield the lowest and the highest of each score of each curve, and in which panels."""
    found: dict[tuple[str, str], list[tuple[float, str]]] = {}
    for panel, place in zip(panels, places, strict=True):
        for head, of_curves in panel_words.numbers(panel, own_area=True).items():
            for name, number in of_curves:
                found.setdefault((head, name), []).append((number.value, place))
    for (head, name), values in found.items():
        low, high = min(values), max(values)
        start = f"{head}, {name}" if name else head
        yield f"{start}: from {low[0]:.3f} ({low[1]}) to {high[0]:.3f} ({high[1]})."


def _details(panels: list[ShownPanel], places: list[str]) -> Iterator[str]:
    """Yield the details of panels, those of all panels first, and these once."""
    found = [list(dict.fromkeys(panel_words.details(panel))) for panel in panels]
    common = [one for one in found[0] if all(one in own for own in found)]
    yield from common
    if len(panels) > MOST_NAMED:
        areas = [area for panel in panels for area in panel_words.areas_of_regions(panel.shown)]
        if areas and len(set(areas)) > 1:
            regions = "Hatched regions can't be reached by any model"
            yield f"{regions}; their areas are {span(areas)}."
        return
    for own, place in zip(found, places, strict=True):
        rest = [one for one in own if one not in common]
        if rest:
            first, *others = rest
            yield f"{place}: {uncapital(first)}"
            yield from others


def _head(panels: list[ShownPanel], same: int, kinds: list[str]) -> tuple[str, bool]:
    """Return the first sentence, and whether it tells what each panel shows.

    Parameters
    ----------
    panels : list of ShownPanel
    same : int
        The number of curves that all panels show; 0 if they show different ones.
    kinds : list of str
        What each panel shows.
    """
    words = counted(len(panels), "panel")
    if same:
        words += f" of {'the same ' if same > 1 else ''}{counted(same, 'curve')}"
    is_one = len(set(kinds)) == 1
    told = f", each showing {kinds[0]}" if is_one else f": {'; '.join(kinds)}"
    of_panels = {panel_words.data(panel) for panel in panels}
    of_all = next(iter(of_panels)) if len(of_panels) == 1 else ""
    whole = sentence(f"{words}{of_all}{told}")
    if all(kinds) and len(whole) <= MOST_SHORT:
        return whole, True
    return sentence(f"{words}{of_all}"), False


def _places(panels: list[ShownPanel]) -> list[str]:
    """Return the titles of panels where they have one; else left and right, or their numbers."""
    titles = [panel.title for panel in panels]
    if all(titles):
        return titles
    # The corners of the axes, as shares of the whole figure.
    wholes: list[Any] = [panel.ax.get_figure(root=True) for panel in panels]
    corners = [of.ax.bbox.p0 / whole.bbox.size for of, whole in zip(panels, wholes, strict=True)]
    lefts, lows = np.transpose(corners)
    if len(panels) == 2 and max(lows) - min(lows) < NEAR:
        return ["Left", "Right"] if lefts[0] <= lefts[1] else ["Right", "Left"]
    if len(panels) == 2 and max(lefts) - min(lefts) < NEAR:
        return ["Top", "Bottom"] if lows[0] > lows[1] else ["Bottom", "Top"]
    return [title or f"Panel {i}" for i, title in enumerate(titles, 1)]
