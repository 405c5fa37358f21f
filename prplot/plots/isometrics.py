"""What depends on prevalence alone: isometrics, minimum curves, and the areas beneath these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from prplot.core import checks
from prplot.core.calls import answered
from prplot.core.checks import brief, finite_numbers
from prplot.core.points import aucpr_min, is_achievable
from prplot.core.spaces import PR, SPACES, Space
from prplot.core.traces import minimum_curve, trace
from prplot.draw import axes, scene, style
from prplot.draw.scene import Line, Mark, Markers, Polyline, rounded
from prplot.draw.scene_artist import scene_of
from prplot.draw.style import merged, merged_region, ordered_colors
from prplot.draw.tex import typeset
from prplot.plots.description import course, short_name, uncapital
from prplot.plots.figure import layers
from prplot.plots.figure.arguments import checked_legend
from prplot.plots.figure.figure import show

LEVELS = tuple(tenth / 10 for tenth in range(1, 10))
PREVALENCES = np.geomspace(1e-3, 1, 400)
Point = tuple[float, float]
LOWEST = "lowest achievable precision against recall, from 0 to the prevalence"


@answered
def plot_isometrics(
    prevalence: float | None = None,
    *,
    space: str = "pr",
    score: str = "f",
    beta: float = 1,
    levels: Sequence[float] | None = None,
    points: Mapping[str, Point] | None = None,
    show_min: bool = True,
    show_unachievable: bool = True,
    legend: bool | str = "auto",
    isometric_kws: Mapping[str, Any] | None = None,
    min_kws: Mapping[str, Any] | None = None,
    point_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw lines of equal F score, and points that are achievable or not.

    Parameters
    ----------
    prevalence : float, optional
        The prevalence, in (0, 1). It is needed for the minimum curve, for the modified F score, and
        for isometrics outside PR space.
    space : {"pr", "roc", "npr", "prg"}, default "pr"
        The space to draw in; isometrics are straight in ROC and PRG space.
    score : {"f", "modified_f"}, default "f"
        The score that is equal along a line: the F score or, in PR space, the modified F score.
    beta
    levels : sequence of float, optional
        F scores of the isometrics, in (0, 1); by default 0.1, 0.2, ..., 0.9.
    points : dict of name to (recall, precision), optional
        Points to mark: filled if they are achievable at the prevalence, else crossed out and
        labelled as unachievable.
    show_min
    show_unachievable : bool, default True
        In PR space, draw F isometrics also below the minimum curve, where no confusion matrix
        exists; otherwise they end at the curve.
    legend : {"auto", "outside", "outside right", "outside below", True, False}, default "auto"
        Whether labels without room beside their lines and points go into a legend, and whether the
        axes make room for it outside.
    isometric_kws, min_kws, point_kws, ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input, such as an unachievable point in a space that cannot show it; nothing is drawn.

    Notes
    -----
    ``F_b = (1 + b^2) p r / (b^2 p + r)`` is constant along the straight line of counts ``(1 + b^2 -
    F) tp - F fp = F b^2 pos``, which bends in PR and NPR space. The modified F score is 0 up to ``p
    = pi`` (Boyd et al. 2012, section 4.4).

    Examples
    --------
    Boyd et al. (2012), Figure 4: three points with the same F1 score.

    >>> import prplot as prp
    >>> points = {"A": (0.9, 0.3), "B": (0.7, 0.331579), "C": (0.3, 0.9)}
    >>> ax = prp.plot_isometrics(0.33, points=points)
    """
    within = SPACES[checks.one_of(space, "space", SPACES)]
    if prevalence is None and not layers.is_one_line("isometrics", within):
        raise ValueError(f"prevalence is needed for isometrics in {space!r} space")
    modified = checks.one_of(score, "score", ("f", "modified_f")) == "modified_f"
    if modified and (within.recall_precision is None or prevalence is None):
        raise ValueError("score='modified_f' needs a prevalence, and is drawn in PR space only")
    if not show_unachievable and prevalence is None:
        raise ValueError("show_unachievable=False needs a prevalence, which determines the region")
    share = None if prevalence is None else checks.checked_prevalence(prevalence)
    levels = layers.checked_levels(levels, LEVELS, beta)
    placed = _placed({} if points is None else points, within, share)
    with_legend = checked_legend(legend, direct=False)
    isometric_style = merged(style.ISOMETRIC, isometric_kws, "isometric_kws")
    min_style = merged_region(style.MINIMUM, min_kws, "min_kws")
    point_style = merged({}, point_kws, "point_kws")
    axes.checked_axes(ax, within)

    ax = axes.resolved_axes(ax)
    totals = (1.0, 1.0) if share is None else (share, 1 - share)
    worst = minimum_curve(*totals)
    axes.dress(ax, within, None if share is None else [(None, worst)])
    panel = layers.Panel(within, [worst], [None], beta=beta, levels=levels, totals=totals)
    marks: list[Mark] = []
    if show_min and share is not None and within.name in layers.LAYER["min"].spaces:
        marks += layers.minimum_marks(panel, min_style)
    if modified:
        marks += layers.isometric_marks(panel, isometric_style, is_modified=True)
        # The score is 0 below this line.
        marks += layers.chance_marks(panel, style.CHANCE)
    else:
        marks += layers.isometric_marks(panel, isometric_style, beyond=show_unachievable)
    _extend_limits(ax, placed)
    # The label of the region already shows that points in it are unachievable.
    is_named = any(mark.role == scene.REGION for mark in (*scene_of(ax).marks, *marks))
    marks += _points(placed, point_style, is_named=is_named)
    return show(ax, marks, with_legend, (1.0, 1.0))


def _placed(
    points: Mapping[str, Point], space: Space, prevalence: float | None
) -> dict[str, tuple[float, float, bool]]:
    """Return the coordinates of each point in the space, and whether it is achievable."""
    checks.check_kind(points, "points", Mapping)
    placed = {}
    for name, point in points.items():
        at = checks.checked_shares(point, f"points[{name!r}]")
        if at.shape != (2,):
            raise ValueError(f"points[{name!r}] must be (recall, precision), found {point!r}")
        recall, precision = at.tolist()
        possible = prevalence is None or bool(is_achievable(precision, recall, prevalence))
        placed[name] = (recall, precision, possible)
        if space.recall_precision is None and prevalence is not None:
            if not possible or recall == 0:
                raise ValueError(
                    f"points[{name!r}] = {point!r} has no place in {space.name!r} space at "
                    f"prevalence {checks.in_full(prevalence)}; no confusion matrix yields it"
                )
            totals = (prevalence, 1 - prevalence)
            x, y = space.project(*PR.invert(recall, precision, *totals), *totals)
            placed[name] = (float(x), float(y), True)
    return placed


def _extend_limits(ax: Axes, placed: Mapping[str, tuple[float, float, bool]]) -> None:
    """Extend the axes to points with negative gain."""
    low = np.min([[0.0, 0.0], *(point[:2] for point in placed.values())], axis=0)
    x, y = low - 0.06 * (np.array([ax.get_xlim()[1], ax.get_ylim()[1]]) - low)
    ax.set(xlim=(x, None) if low[0] < 0 else None, ylim=(y, None) if low[1] < 0 else None)
    axes.keep_whole(ax)


def _points(
    placed: Mapping[str, tuple[float, float, bool]], own: Mapping[str, Any], *, is_named: bool
) -> Iterator[Mark]:
    """Yield the points: dots, and open crosses if they are unachievable."""
    cross = {**style.OUTSIDE_POINT, "markerfacecolor": scene.GROUND}
    for name, (x, y, possible) in placed.items():
        more = "" if possible or is_named else " (unachievable)"
        shape, look = Markers(np.array([x]), np.array([y])), style.POINT if possible else cross
        told = (f"{short_name(name)}{more}",)
        yield Mark(scene.POINT, shape, f"{name}{more}", style={**look, **own}, at=(x, y), told=told)


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
        Whether labels without room beside their lines and points go into a legend, and whether the
        axes make room for it outside.
    min_kws : dict, optional
        Line properties of the curves, overriding the defaults.
    ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn.

    See Also
    --------
    min_precision : The formula of the curves.
    aucpr_min : The area below them.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_min([0.1, 0.5])
    >>> len(ax.lines)
    2
    """
    shown = _prevalences(prevalences)
    line_style = merged(style.CURVE, min_kws, "min_kws")
    with_legend = checked_legend(legend, direct=False)
    axes.checked_axes(ax, PR)

    ax = axes.resolved_axes(ax)
    axes.dress(ax, PR)
    marks = []
    for pi, color in zip(shown, ordered_colors(len(shown), ax), strict=True):
        border = Line(trace(minimum_curve(pi, 1 - pi), PR))
        words = typeset(f"π = {pi:g}")
        told = f"At prevalence {pi:g} the area beneath is {rounded(float(aucpr_min(pi)))}."
        facts: dict[str, Any] = {"color": color, "style": line_style, "prevalence": pi}
        marks.append(Mark(scene.BORDER, border, words, head=LOWEST, told=(told,), **facts))
    return show(ax, marks, with_legend, (0.0, 1.0), PR)


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
        Wrong input; nothing is drawn.

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
    if checks.dimensions(recall_ranges) != 2 or len(recall_ranges) == 0:
        raise ValueError(f"recall_ranges must be a sequence of pairs, found {brief(recall_ranges)}")
    ranges = [checks.checked_range(ends, "recall_ranges") for ends in recall_ranges]
    line_style = merged(style.CURVE, curve_kws, "curve_kws")
    with_legend = checked_legend(legend, direct=False)
    axes.checked_axes(ax)

    ax = axes.resolved_axes(ax)
    most = 1.0 if normalize else max(high - low for low, high in ranges)
    name = "Minimum / maximum AUCPR" if normalize else "Minimum AUCPR"
    ax.set(xscale="log", xlabel=typeset("Prevalence π"), ylabel=name)
    ax.set_xlim(PREVALENCES[0] / 1.08, 1.08)
    axes.open_limits(ax, y=(0.0, most))
    axes.set_share_ticks(ax.yaxis)
    head = f"{uncapital(name)} against prevalence, from 0.001 to 1"
    marks = []
    for (low, high), color in zip(ranges, ordered_colors(len(ranges), ax), strict=True):
        areas = aucpr_min(PREVALENCES, (low, high)) / (high - low if normalize else 1.0)
        told = (f"Over recall {low:g} to {high:g} it {course(areas)}.",)
        words, line = f"recall in [{low:g}, {high:g}]", Polyline(PREVALENCES, areas)
        facts: dict[str, Any] = {"color": color, "style": line_style, "head": head, "told": told}
        marks.append(Mark(scene.OTHER, line, words, is_listed=True, **facts))
    return show(ax, marks, with_legend, (0.0, 1.0))


def _prevalences(values: ArrayLike) -> list[float]:
    shown = np.atleast_1d(finite_numbers(values, "prevalences")).astype(float)
    if shown.ndim != 1 or shown.size == 0 or ((shown <= 0) | (shown >= 1)).any():
        raise ValueError(
            f"prevalences must be numbers strictly between 0 and 1, found {brief(values)}"
        )
    return [float(pi) for pi in shown]
