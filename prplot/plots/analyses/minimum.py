"""Minimum curves and their areas, which depend on prevalence alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from prplot.core.bounds import aucpr_min
from prplot.core.calls import answered
from prplot.core.checks import brief, checked_range, dimensions, finite_numbers
from prplot.core.spaces import PR
from prplot.core.traces import minimum_curve, trace
from prplot.draw import scene
from prplot.draw.axes import checked_axes, dress, open_limits, resolved_axes
from prplot.draw.color import ordered_colors
from prplot.draw.painting import paint
from prplot.draw.placement.annotations import annotate
from prplot.draw.scene import Line, Mark, Polyline, Scene
from prplot.draw.style import CURVE, Style, merged
from prplot.draw.tex import typeset
from prplot.draw.ticks import set_share_ticks
from prplot.plots.alt_text.analysis_words import minimum_facts
from prplot.plots.figure.arguments import checked_legend

PREVALENCES = np.geomspace(1e-3, 1, 400)


@answered
def plot_min(
    prevalences: ArrayLike,
    *,
    legend: bool | str = "auto",
    min_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the minimum curves of several prevalences (Boyd et al. 2012, Figure 2).

    Parameters
    ----------
    prevalences : array_like of float
        The prevalences, in (0, 1).
    legend : {"auto", "outside", "outside right", "outside below", True, False}, default "auto"
        Whether labels that find no room beside their lines and points go into a legend, and whether
        the axes make room for it outside.
    min_kws : dict, optional
        Line properties of the curves; they override the defaults.
    ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn in this case.

    See Also
    --------
    min_precision : The formula of the curves.
    aucpr_min : The area beneath them.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_min([0.1, 0.5])
    >>> len(ax.lines)
    2
    """
    shown = _prevalences(prevalences)
    style = merged(CURVE, min_kws, "min_kws")
    with_legend = checked_legend(legend, direct=False)
    checked_axes(ax, PR)

    ax = resolved_axes(ax)
    dress(ax, PR)
    marks = []
    for pi, color in zip(shown, ordered_colors(len(shown), ax), strict=True):
        border, words = trace(minimum_curve(pi, 1 - pi), PR), typeset(f"π = {pi:g}")
        facts: Style = {"prevalence": float(pi), "color": color, "style": style}
        marks.append(Mark(scene.BORDER, Line(border), words, **facts))
    paint(Scene(PR, tuple(marks)), ax)
    annotate(ax, with_legend, home=(0.0, 1.0))
    return ax


@answered
def plot_aucpr_min(
    recall_ranges: Sequence[tuple[float, float]] = ((0, 1), (0.5, 1), (0.8, 1)),
    *,
    normalize: bool = False,
    legend: bool | str = "auto",
    curve_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the lowest area under the PR curve against prevalence (Boyd et al. 2012, Figure 3).

    Parameters
    ----------
    recall_ranges : sequence of (float, float)
        The ranges of recall to integrate over, ``0 <= a < b <= 1``.
    normalize : bool, default False
        Divide by the largest area, ``b - a``.
    legend : {"auto", "outside", "outside right", "outside below", True, False}, default "auto"
        Whether to draw a legend. It is placed where it covers nothing; the axes make room for one
        "outside".
    curve_kws, ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn in this case.

    See Also
    --------
    aucpr_min : The formula.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_aucpr_min([(0, 1)])
    >>> ax.get_xscale()
    'log'
    """
    if dimensions(recall_ranges) != 2 or len(recall_ranges) == 0:
        raise ValueError(f"recall_ranges must be a sequence of pairs, found {brief(recall_ranges)}")
    ranges = [checked_range(ends, "recall_ranges") for ends in recall_ranges]
    style = merged(CURVE, curve_kws, "curve_kws")
    with_legend = checked_legend(legend, direct=False)
    checked_axes(ax)

    ax = resolved_axes(ax)
    most = 1.0 if normalize else max(high - low for low, high in ranges)
    ax.set(xscale="log", xlabel=typeset("Prevalence π"), ylabel="Minimum AUCPR")
    if normalize:
        ax.set_ylabel("Minimum / maximum AUCPR")
    ax.set_xlim(PREVALENCES[0] / 1.08, 1.08)
    open_limits(ax, y=(0.0, most))
    set_share_ticks(ax.yaxis)
    marks = []
    for (low, high), color in zip(ranges, ordered_colors(len(ranges), ax), strict=True):
        areas = aucpr_min(PREVALENCES, (low, high)) / (high - low if normalize else 1.0)
        facts = minimum_facts(ax.get_ylabel(), (low, high), PREVALENCES, areas)
        own: Style = {"is_listed": True, "color": color, "style": style, **facts}
        words = f"recall in [{low:g}, {high:g}]"
        marks.append(Mark(scene.OTHER, Polyline(PREVALENCES, areas), words, **own))
    paint(Scene(None, tuple(marks)), ax)
    annotate(ax, with_legend, home=(0.0, 1.0))
    return ax


def _prevalences(values: ArrayLike) -> list[float]:
    shown = np.atleast_1d(finite_numbers(values, "prevalences")).astype(float)
    if shown.ndim != 1 or shown.size == 0 or ((shown <= 0) | (shown >= 1)).any():
        raise ValueError(
            f"prevalences must hold numbers strictly between 0 and 1, found {brief(values)}"
        )
    return [float(pi) for pi in shown]
