"""Figures in words."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import shorten
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure

from prplot.core.calls import answered
from prplot.core.checks import brief, one_of
from prplot.draw.scene import rounded
from prplot.draw.scene_artist import scene_of
from prplot.plots.alt_text.panel_words import (
    MOST_NAMED,
    ShownPanel,
    data,
    drawn,
    kind,
    numbers,
    panel_of,
    sentences,
)
from prplot.plots.alt_text.wording import as_written, counted, sentence

LEVELS = ("short", "long")
# Most characters of a description.
MOST_SHORT = 140
MOST_LONG = 600


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
        The kind of plot, the number of curves and the data; the scores, best first; where two
        curves cross, or that one is nowhere below the other; the labels of references, regions and
        marked points; the number of other lines, and titles. For other plots, the range of each
        line. For several panels, what they share comes first; for more than six, the range of their
        scores. A longer text is cut and ends in "…".

    Raises
    ------
    ValueError, TypeError
        Not a figure or axes, a figure without axes, or an unknown level.

    See Also
    --------
    savefig : Writes a figure to a file that contains this text.

    Notes
    -----
    The text comes from the recorded curves, not from the picture: the same figure has the same text
    in all sizes and styles. It names no colours and makes no judgements. Scores are those of the
    legend or, without any, the area under each curve. Crossings are computed from counts, on the
    exact arcs; their recalls are the same in all spaces (Davis & Goadrich 2006, Theorem 3.2). The
    order follows Lundgard & Satyanarayan, *Accessible Visualization via Natural Language
    Descriptions*, IEEE TVCG 2022: the kind of chart, then numbers, then the course of the curves.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_pr([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], show_min=False, show_chance=True)
    >>> prp.describe(ax, "short")
    'One PR curve of precision against recall, on 4 cases, prevalence 0.5.'
    >>> print(prp.describe(ax).split(". ", 1)[1])
    AUCPR: 0.797. Reference lines: random, π = 0.5.
    """
    one_of(level, "level", LEVELS)
    panels = [panel_of(ax) for ax in shown_axes(fig)]
    first, *others = _of_one(panels[0]) if len(panels) == 1 else _of_several(panels)
    if level == "short":
        return shorten(first, MOST_SHORT, placeholder="…")
    title = "" if isinstance(fig, Axes) else as_written(figure_of(fig).get_suptitle())
    others += [f"Title: {title}."] if title else []
    return shorten(" ".join([first, *others]), MOST_LONG, placeholder="…")


def shown_axes(fig: Any) -> list[Axes]:
    """Return the axes of a figure that show something, and insets, or all if none do.

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
            raise TypeError(f"fig must contain axes, found {brief(fig)}")
        return found
    axes = [ax for ax in figure_of(fig).axes if ax.get_visible()]
    if not axes:
        raise ValueError("fig has no axes; draw something first, such as prp.plot_pr(y, s)")
    axes = [one for ax in axes for one in (ax, *ax.child_axes) if isinstance(one, Axes)]
    shown = [ax for ax in axes if scene_of(ax).marks or ax.has_data()]
    return [ax for ax in shown if not hasattr(ax, "_colorbar")] or axes


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


def _of_one(panel: ShownPanel) -> Iterator[str]:
    yield sentence(f"{drawn(panel)}{data(panel)}")
    yield from sentences(panel)
    if panel.title:
        yield f"Title: {panel.title}."


def _of_several(panels: list[ShownPanel]) -> Iterator[str]:
    """Yield what the panels have in common, then sentences about single panels."""
    of_panels, wholes = ({*map(words, panels)} for words in (data, drawn))
    of_all, is_one = of_panels.pop() if len(of_panels) == 1 else "", len(wholes) == 1
    shown = f", each showing {wholes.pop()}" if is_one else f": {'; '.join(map(kind, panels))}"
    yield sentence(f"{counted(len(panels), 'panel')}{of_all}{shown}")
    told = [list(dict.fromkeys(sentences(panel))) for panel in panels]
    common = [one for one in told[0] if all(one in own for own in told)]
    yield from common
    if len(panels) > MOST_NAMED:
        yield from _ranges(panels)
        return
    for panel, place, own in zip(panels, _places(panels), told, strict=True):
        against = f", {panel.against}" if panel.curves and not is_one else ""
        of_panel = data(panel) if not of_all else ""
        rest = [one for one in own if one not in common]
        if rest or against or of_panel or panel.title:
            yield " ".join([f"{place}{against}{of_panel}.", *rest])


def _ranges(panels: list[ShownPanel]) -> Iterator[str]:
    """Yield the lowest and the highest of each score of each curve, and in which panels."""
    found: dict[tuple[str, str], list[tuple[float, str]]] = {}
    for panel, place in zip(panels, _places(panels), strict=True):
        for head, of_curves in numbers(panel).items():
            for name, number in of_curves:
                found.setdefault((head, name), []).append((number.value, place))
    for (head, name), values in found.items():
        (low, first), (high, last) = min(values), max(values)
        start = f"{head}, {name}" if name else head
        yield f"{start}: from {rounded(low)} ({first}) to {rounded(high)} ({last})."


def _places(panels: list[ShownPanel]) -> list[str]:
    """Return the titles of panels where they have one, else their numbers."""
    return [panel.title or f"Panel {i}" for i, panel in enumerate(panels, 1)]
