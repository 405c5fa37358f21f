"""Layers that several figures share: the minimum, random guessing, isometrics."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike, NDArray

from prplot.core.counts import ConfusionCurve
from prplot.core.isometrics import f_line, trace_line
from prplot.core.options import brief
from prplot.core.paths import SAME_PREVALENCE, numbers
from prplot.core.points import f_score, squared_beta
from prplot.core.references import minimum_curve, random_curve
from prplot.core.spaces import PRG, Space
from prplot.core.traces import trace
from prplot.draw import labels as marks
from prplot.draw import style as looks
from prplot.draw.artists import draw_points, draw_region, draw_trace, draw_vertices
from prplot.draw.frames import ROOM

FloatArray = NDArray[np.float64]
Indices = NDArray[np.int64]

# Isometrics beneath curves; few, so that they stay in the background.
LEVELS = (0.2, 0.4, 0.6, 0.8)
# F gains whose isometrics are drawn in PRG space, before they are rounded to round F scores.
GAINS = (0.2, 0.4, 0.6, 0.8)
# How far a picture of PRG space goes beyond the unit square.
LEFT_OF_SQUARE = -0.04
SHALLOWEST = -0.12
DEEPEST = -0.35
# Markers closer than this share of the axis hide each other; a few may.
MANY_VERTICES = 60
MANY_POINTS = 200
VERTICES_APART = 1 / 20
POINTS_APART = 1 / 200
_ROUNDING = 1e-9


def checked_legend(legend: Any) -> bool:
    """Return whether a legend is wanted; raise unless that is "auto", True or False."""
    if isinstance(legend, bool | np.bool_):
        return bool(legend)
    if isinstance(legend, str) and legend == "auto":
        return True
    raise ValueError(f"legend must be 'auto', True or False, found {brief(legend)}")


def checked_levels(levels: ArrayLike | None, default: Sequence[float], beta: float) -> list[float]:
    """Return the F scores of the isometrics; raise unless all lie in (0, 1)."""
    squared_beta(beta)
    found = np.atleast_1d(numbers(default if levels is None else levels, "levels"))
    if ((found <= 0) | (found >= 1)).any():
        raise ValueError(f"levels must lie strictly between 0 and 1, found {brief(levels)}")
    return sorted(float(level) for level in found)


def add_minimum(
    ax: Axes,
    space: Space,
    curves: Iterable[ConfusionCurve],
    *,
    colors: Sequence[Any],
    style: tuple[looks.Style, looks.Style],
) -> None:
    """Draw the minimum curve and the unachievable region beneath, once for each prevalence.

    With one prevalence both are neutral; else every curve's minimum has the curve's colour.
    """
    line_style, region_style = style
    groups = one_per_prevalence(curves, colors)
    known = {line.get_label() for line in ax.lines if line.get_gid() == marks.MINIMUM}
    names = [f"_minimum, π = {curve.prevalence:.12g}" for curve, _ in groups]
    several = len(known | set(names)) > 1
    for (curve, color), name in zip(groups, names, strict=True):
        if curve.pos == 0 or name in known:
            continue
        shown = color if several else None
        border = trace(minimum_curve(curve.pos, curve.neg), space)
        region = draw_region(border, ax, region_style, color=line_style.get("color", shown))
        # A smaller region lies wholly inside a larger one and is drawn over it.
        region.set_zorder(region.get_zorder() - 0.1 * curve.prevalence)
        region.set_gid(marks.REGION)
        own = {"color": shown or looks.text_color(ax), "label": name}
        draw_trace(border, ax, {**own, **line_style}).set_gid(marks.MINIMUM)
    _name_largest_region(ax)


def _name_largest_region(ax: Axes) -> None:
    """Let the largest of several nested regions say for which prevalence it stands."""
    regions = [artist for artist in ax.collections if artist.get_gid() == marks.REGION]
    borders = [line for line in ax.lines if line.get_gid() == marks.MINIMUM]
    prevalences = [float(str(line.get_label()).rsplit(" ", 1)[1]) for line in borders]
    for region, prevalence in zip(regions, prevalences, strict=True):
        of = f" at π = {prevalence:.2g}" if len(regions) > 1 else ""
        largest = prevalence == max(prevalences)
        region.set_label(f"_unachievable{of}" if largest else "_child")


def add_chance(
    ax: Axes,
    space: Space,
    curves: Iterable[ConfusionCurve],
    *,
    colors: Sequence[Any],
    style: looks.Style,
) -> None:
    """Draw random guessing, once for each prevalence, or once where it is the same for all."""
    groups = one_per_prevalence(curves, colors)
    if space.name == "roc":
        groups = groups[:1]
    for curve, color in groups:
        words = "random" if space.name == "roc" else f"random, π = {curve.prevalence:.2g}"
        if any(marks.words(line) == words for line in ax.lines):
            continue
        shown = looks.shade(ax, looks.LABEL_STRENGTH) if len(groups) == 1 else color
        own = {"color": shown, "label": f"_{words}"}
        totals = (1, 1) if space.name == "roc" else (curve.pos, curve.neg)
        drawn = trace(random_curve(*totals), space)
        draw_trace(drawn, ax, {**own, **style}).set_gid(marks.CHANCE)


def add_baseline(
    ax: Axes,
    space: Space,
    curves: Iterable[ConfusionCurve],
    *,
    beta: float,
    colors: Sequence[Any],
    style: looks.Style,
) -> None:
    """Draw the points as good as calling everything positive, once for each prevalence.

    In PRG space they are the same for all.
    """
    groups = [(c, color) for c, color in one_per_prevalence(curves, colors) if c.pos and c.neg]
    if space.name == "prg":
        groups = groups[:1]
    for curve, color in groups:
        level = f_score(curve.prevalence, 1.0, beta)
        words = "always positive"
        if space.name != "prg":
            words = f"always positive, F{beta:g} = {level:.2g}"
        if any(marks.words(line) == words for line in ax.lines):
            continue
        shown = looks.shade(ax, looks.LABEL_STRENGTH) if len(groups) == 1 else color
        own = {"color": shown, "label": f"_{words}"}
        drawn = trace_line(f_line(level, curve.pos, beta), space, curve.pos, curve.neg)
        draw_trace(drawn, ax, {**own, **style}).set_gid(marks.BASELINE)


def add_segments(
    ax: Axes, space: Space, hull: ConfusionCurve, vertices: slice, words: Sequence[str]
) -> None:
    """Let the segments of a hull say for which trade-off their ends are equally good."""
    places = _places(hull, space)[vertices]
    low = np.array([axis.get_view_interval()[0] for axis in (ax.xaxis, ax.yaxis)])
    for start, end, said in zip(places[:-1], places[1:], words, strict=True):
        # What lies left of the picture can't be written on.
        share = np.clip((low[0] - start[0]) / (end[0] - start[0]), 0, 1) if end[0] > start[0] else 0
        seen = np.array([start + share * (end - start), end])
        (line,) = ax.plot(*seen.T, linestyle="none", label=f"_{said}")
        line.set_gid(marks.SEGMENT)


def open_gains(ax: Axes, curves: Iterable[ConfusionCurve]) -> None:
    """Make room for negative gains that the curves have, and veil it.

    A strip below the unit square shows how deep the curves go, or that they go deeper; and a hair
    left of it that they come from there.
    """
    traces = [trace(curve, PRG) for curve in curves]
    # Crossings of the square's edges miss them by rounding.
    inside = [drawn.y[drawn.x > -_ROUNDING] for drawn in traces]
    lowest = min((float(y.min()) for y in inside if y.size), default=0.0)
    if any((drawn.x < -_ROUNDING).any() for drawn in traces):
        ax.set_xlim(left=LEFT_OF_SQUARE)
    earlier = [fill for fill in ax.collections if fill.get_gid() == marks.NEGATIVE]
    if lowest > -_ROUNDING and not earlier:
        return
    floor = min(max(lowest, DEEPEST) - 2 * ROOM, SHALLOWEST)
    for strip in earlier:
        floor = min(floor, float(strip.get_datalim(ax.transData).y0))
        strip.remove()
    ax.set_ylim(bottom=floor)
    look = {"facecolor": looks.shade(ax, looks.VEIL_STRENGTH), "label": "_negative gain"}
    ends = ax.get_xlim()
    ax.fill_between(ends, floor, 0, **{**look, **looks.NEGATIVE}).set_gid(marks.NEGATIVE)
    own = {"color": looks.shade(ax, looks.LABEL_STRENGTH), "label": "_"}
    (zero,) = ax.plot(ends, (0, 0), **{**own, **looks.ZERO})
    zero.set_gid(marks.MINIMUM)


def gain_levels(prevalence: float) -> list[float]:
    """Return round F scores whose lines are spread over the unit square of PRG space."""
    wanted = [prevalence / (1 - (1 - prevalence) * gain) for gain in GAINS]
    rounded = {float(f"{level:.2g}") for level in wanted}
    return sorted(level for level in rounded if 0 < level < 1)


def add_isometrics(
    ax: Axes,
    space: Space,
    totals: tuple[float, float],
    *,
    beta: float,
    levels: Sequence[float],
    style: looks.Style,
) -> list[Line2D]:
    """Draw the lines of equal F score, which are straight in count space.

    In PR space they run on into the unachievable region; in ROC space there is no such place.
    """
    pos, neg = totals
    lines = []
    for level in sorted(levels, reverse=True):
        words = f"F{beta:g} = {level:g}"
        if any(
            line.get_gid() == marks.ISOMETRIC and marks.words(line) == words for line in ax.lines
        ):
            continue
        most_fp = neg if space.name == "roc" else None
        drawn = trace_line(f_line(level, pos, beta), space, pos, neg, most_fp=most_fp)
        if drawn.x.size:
            own = {"color": looks.shade(ax, looks.ISOMETRIC_STRENGTH), "label": f"_{words}"}
            lines.append(draw_trace(drawn, ax, {**own, **style}))
            lines[-1].set_gid(marks.ISOMETRIC)
    return lines


def add_points(
    ax: Axes, space: Space, curve: ConfusionCurve, *, color: Any, style: looks.Style
) -> None:
    """Mark the operating points of a curve faintly, unless they would make a line of dots."""
    places = _places(curve, space)
    shown = _apart(places, POINTS_APART)
    if shown.size > MANY_POINTS:
        return
    x, y = places[shown].T
    own = {"color": looks.shade(ax, looks.DISCARDED_STRENGTH, color), "label": "_"}
    draw_points(x, y, ax, {**looks.DISCARDED, **own, **style}).set_gid(marks.DISCARDED)


def add_vertices(
    ax: Axes,
    space: Space,
    hull: ConfusionCurve,
    vertices: Indices,
    *,
    color: Any,
    style: looks.Style,
) -> None:
    """Mark vertices of a hull in ordered colours, or shades of one, the same in every space."""
    x, y = _places(hull, space)[vertices].T
    colors = looks.shared_colors(vertices / (hull.tp.size - 1), ax, color)
    draw_vertices(x, y, ax, colors, {"label": "_", **style}).set_gid(marks.VERTEX)


def vertices_apart(hull: ConfusionCurve, spaces: Iterable[Space]) -> Indices:
    """Return which vertices of a hull to mark: all of a few, else those that can be told apart.

    In one of the spaces at least none hides another.
    """
    places = np.column_stack([_places(hull, space) for space in spaces])
    return _apart(places, VERTICES_APART if hull.tp.size > MANY_VERTICES else 0.0)


def _places(curve: ConfusionCurve, space: Space) -> FloatArray:
    x, y = space.project_path(curve.tp, curve.fp, curve.pos, curve.neg)
    return np.column_stack([x, y])


def _apart(places: FloatArray, distance: float) -> Indices:
    """Return which points are the first in their cell of a grid, and the last point."""
    known = np.flatnonzero(np.isfinite(places).all(axis=1))
    if distance == 0 or known.size == 0:
        return known
    _, first = np.unique(np.floor(places[known] / distance), axis=0, return_index=True)
    return known[np.union1d(first, known.size - 1)]


def one_per_prevalence(
    curves: Iterable[ConfusionCurve], colors: Sequence[Any]
) -> list[tuple[ConfusionCurve, Any]]:
    """Return the first curve of each prevalence, with its colour."""
    found: list[tuple[ConfusionCurve, Any]] = []
    for curve, color in zip(curves, colors, strict=True):
        known = [other.prevalence for other, _ in found]
        if not np.isclose(known, curve.prevalence, rtol=SAME_PREVALENCE, atol=0).any():
            found.append((curve, color))
    return found


def shared_totals(curves: Collection[ConfusionCurve]) -> tuple[float, float]:
    """Return the class totals of curves with one prevalence; raise if they have several."""
    groups = one_per_prevalence(curves, [None] * len(curves))
    if len(groups) > 1:
        found = ", ".join(f"{curve.prevalence:.3g}" for curve, _ in groups)
        raise ValueError(
            f"isometrics in ROC space depend on prevalence, but the curves have several ({found})"
        )
    curve = groups[0][0]
    return curve.pos, curve.neg
