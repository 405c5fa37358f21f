"""Layers of a figure and how they are drawn: curves, hulls, references, isometrics, bounds."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike, NDArray

from prplot.core.checks import SAME_PREVALENCE, FloatArray, brief, finite_numbers, in_full
from prplot.core.point_scores import f_score, squared_beta
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import SPACES, Space
from prplot.core.traces import (
    Trace,
    f_line,
    minimum_curve,
    random_curve,
    trace,
    trace_line,
    trace_modified_f,
)
from prplot.draw import scene
from prplot.draw.artists import draw_band, draw_region, draw_trace
from prplot.draw.axes import ROOM
from prplot.draw.color import dash_of, shade, text_color
from prplot.draw.scene import Kind, Scene, has_words, mark, mark_entry, marks_of
from prplot.draw.style import (
    BAND,
    BASELINE,
    CHANCE,
    HATCH_STRENGTH,
    HULL,
    ISOMETRIC,
    ISOMETRIC_STRENGTH,
    LABEL_STRENGTH,
    MINIMUM,
    NEGATIVE,
    TINT_STRENGTH,
    VEIL_STRENGTH,
    ZERO,
    Style,
    merged,
    merged_region,
)
from prplot.draw.tex import typeset
from prplot.plots.figure.entries import EMPTY, CurveEntry, number_unnamed

# Isometrics beneath curves: few, so that they stay in the background.
LEVELS = (0.2, 0.4, 0.6, 0.8)
# Limits of axes that show negative gains: the left one, and the range of the lower one.
LEFT_OF_SQUARE = -0.04
SHALLOWEST = -0.12
DEEPEST = -0.35
# Largest rounding error of a crossing with an edge of the unit square.
_ROUNDING = 1e-9
# More curves than this may take seconds.
MANY_CURVES = 100
# Half a pixel of a usual figure, in units of the axes: the curve itself covers narrower bands.
VISIBLE = 1e-3
# The legend entry of bands around scanned curves.
WORDS = "certified bounds"


class Panel(NamedTuple):
    """Axes that show curves in a space, and what their layers depend on.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
    space : Space
    curves : sequence of ConfusionCurve
    colors : sequence of colours
        One for each curve.
    dashes : sequence of dashes or None
        One for each curve, if the curves differ in them.
    hulls : sequence of ConfusionCurve
        One for each curve, if hulls are shown.
    hull_entry : CurveEntry
        The legend entry of the hull, or of all hulls.
    beta : float
        Weight of recall in the F score of isometrics and baseline.
    levels : sequence of float
        F scores of the isometrics.
    totals : tuple of float
        Class totals, for isometrics that depend on them.
    has_other_prevalences : bool
        Whether something drawn beside the curves, such as folds, has another prevalence.
    is_beside : bool
        Whether other panels beside this one show the same curves.
    """

    ax: Axes
    space: Space
    curves: Sequence[ConfusionCurve]
    colors: Sequence[Any]
    dashes: Sequence[Any] | None = None
    hulls: Sequence[ConfusionCurve] = ()
    hull_entry: CurveEntry = EMPTY
    beta: float = 1
    levels: Sequence[float] = LEVELS
    totals: tuple[float, float] = (1, 1)
    has_other_prevalences: bool = False
    is_beside: bool = False


def draw_curves(
    curves: Sequence[ConfusionCurve],
    ax: Axes,
    space: Space,
    colors: Sequence[Any],
    entries: Sequence[CurveEntry],
    style: Style,
    *,
    join: str = "exact",
    kind: Kind = scene.CURVE,
    dashes: Sequence[Any] | None = None,
) -> list[Line2D]:
    """Draw one line for each curve, in its colour and with its legend entry."""
    lines, drawn = [], Scene.of(ax)
    drawn.space = space
    dashes = _dashes_for_repeated(colors) if dashes is None else dashes
    looks = zip(curves, colors, entries, dashes, strict=True)
    for curve, color, entry, dash in _watched(looks, len(curves)):
        own = {"color": color, "linestyle": dash}
        line = draw_trace(trace(curve, space, join=join), ax, {**own, **style})
        short = entry.short or entry.name or ""
        shown: dict[str, Any] = {"name": entry.name, "numbers": entry.numbers, "short": short}
        shown |= {"numbered": entry.numbered, "curve": curve, "join": join}
        drawn.mark(line, kind, style=style, listed=True, **shown)
        lines.append(line)
    number_unnamed(ax)
    return lines


def _watched(looks: Iterable[Any], count: int) -> Iterator[Any]:
    """Yield what is drawn, with a progress bar if it is much."""
    if count <= MANY_CURVES:
        yield from looks
        return
    from prplot.inputs.samples import progress_bar

    with progress_bar(count, "curves", "curve") as advance:
        for one in looks:
            yield one
            advance()


def _dashes_for_repeated(colors: Sequence[Any]) -> list[Any]:
    """Return a dash for each curve, another one whenever the cycle of colours starts over."""
    if len(set(colors)) == 1:
        return ["-"] * len(colors)
    laps = [list(colors[:i]).count(color) for i, color in enumerate(colors)]
    return [dash_of(lap) for lap in laps]


def draw_swatch(ax: Axes, label: str, strength: float, style: Style) -> None:
    """Add one legend entry, in a shade of the text colour, for lines of several colours."""
    if not has_words(ax, label, scene.HULL):
        (swatch,) = ax.plot([], [], **{"color": shade(ax, strength), **style})
        mark_entry(swatch, scene.HULL, label, style=style)


def draw_hulls(panel: Panel, style: Style) -> None:
    """Draw the hull of each curve, with one legend entry for all hulls."""
    is_single = len(panel.hulls) == 1
    entries = [panel.hull_entry if is_single else EMPTY] * len(panel.hulls)
    draw_curves(
        panel.hulls,
        panel.ax,
        panel.space,
        panel.colors,
        entries,
        style,
        kind=scene.HULL,
        dashes=panel.dashes,
    )
    if panel.hull_entry.name is not None and not is_single:
        draw_swatch(panel.ax, panel.hull_entry.name, 1.0, style)


def checked_levels(levels: ArrayLike | None, default: Sequence[float], beta: float) -> list[float]:
    """Return the F scores of the isometrics; raise unless all lie in (0, 1)."""
    if not np.isfinite(squared_beta(beta)):
        raise ValueError(
            f"beta must have a finite square for lines of one F score, found {in_full(beta)}"
        )
    found = np.atleast_1d(finite_numbers(default if levels is None else levels, "levels"))
    if found.ndim > 1:
        raise ValueError(f"levels must be numbers in a row, found {brief(levels)}")
    if ((found <= 0) | (found >= 1)).any():
        raise ValueError(f"levels must lie strictly between 0 and 1, found {brief(levels)}")
    return sorted(float(level) for level in found)


def draw_minimum(panel: Panel, style: tuple[Style, Style]) -> None:
    """Draw the minimum curve and the unachievable region beneath it, once for each prevalence.

    With one prevalence both have the neutral text colour; with several, each minimum curve has the
    colour and the dash of its curve. The label of a region states its prevalence where the figure
    also shows others, such as those of folds.
    """
    ax, (line_style, region_style) = panel.ax, style
    dashes = panel.dashes or ["-"] * len(panel.colors)
    styles = list(zip(panel.colors, dashes, strict=True))
    found = one_per_prevalence(panel.curves, styles)
    known = {held.text for held in marks_of(ax, scene.MINIMUM)}
    names = [typeset(f"minimum, π = {curve.prevalence:.12g}") for curve, _ in found]
    several = len(known | set(names)) > 1
    for (curve, (color, dash)), name in zip(found, names, strict=True):
        if curve.pos == 0 or name in known:
            continue
        shown = color if several else None
        border = trace(minimum_curve(curve.pos, curve.neg), panel.space)
        region = draw_region(border, ax, region_style, color=line_style.get("color", shown))
        # A smaller region lies wholly inside a larger one and is drawn over it.
        region.set_zorder(region.get_zorder() - 0.1 * curve.prevalence)
        mark(region, scene.REGION, **_origin(curve, color, line_style))
        own: Style = {"color": shown or text_color(ax)}
        own |= {"linestyle": dash} if several else {}
        line = draw_trace(border, ax, {**own, **line_style})
        mark(line, scene.MINIMUM, name, style=line_style, **_origin(curve, color, line_style))
    _color_by_curve(ax, scene.MINIMUM, text_color(ax))
    _tint_by_curve(ax)
    _name_largest_region(ax, with_prevalence=panel.has_other_prevalences)


def _name_largest_region(ax: Axes, *, with_prevalence: bool) -> None:
    """Label the largest of several nested regions, with its prevalence where there are several."""
    regions = marks_of(ax, scene.REGION)
    most = max((held.prevalence or 0.0 for held in regions), default=0.0)
    for held in regions:
        is_largest = held.prevalence == most
        of = f" at π = {held.prevalence:.2g}" if len(regions) > 1 or with_prevalence else ""
        held.short = "unachievable" if is_largest else ""
        held.words = typeset(f"unachievable{of}") if is_largest else ""
        held.write_label(listed=False)


def draw_chance(panel: Panel, style: Style) -> None:
    """Draw random guessing, once for each prevalence, or once where it does not depend on it."""
    groups, space = one_per_prevalence(panel.curves, panel.colors), panel.space
    is_one = is_one_line("chance", space)
    references = []
    for curve, color in groups[:1] if is_one else groups:
        totals = (1, 1) if is_one else (curve.pos, curve.neg)
        words = "random" if is_one else typeset(f"random, π = {curve.prevalence:.2g}")
        references.append(_Reference(trace(random_curve(*totals), space), words, curve, color))
    _draw_references(panel.ax, scene.CHANCE, references, style, short="random")


def draw_baseline(panel: Panel, style: Style) -> None:
    """Draw the line of points with the F score of predicting always positive.

    It is drawn once for each prevalence; in PRG space it does not depend on prevalence.
    """
    found, space, beta = one_per_prevalence(panel.curves, panel.colors), panel.space, panel.beta
    groups = [(curve, color) for curve, color in found if curve.pos and curve.neg]
    is_one = is_one_line("baseline", space)
    references = []
    for curve, color in groups[:1] if is_one else groups:
        level = f_score(curve.prevalence, 1.0, beta)
        words = f"always positive, F{beta:g} = {level:.2g}"
        if is_one:
            words = "always positive" if beta == 1 else typeset(f"always positive, β = {beta:g}")
        drawn = trace_line(f_line(level, curve.pos, beta), space, curve.pos, curve.neg)
        references.append(_Reference(drawn, words, curve, color))
    _draw_references(panel.ax, scene.BASELINE, references, style)


class _Reference(NamedTuple):
    """A reference line, its words, and the curve to which it belongs with the curve's colour."""

    drawn: Trace
    words: str
    curve: ConfusionCurve
    color: Any


def _draw_references(
    ax: Axes, kind: Kind, references: Sequence[_Reference], style: Style, short: str | None = None
) -> None:
    """Draw references that the axes lack: a single one in a neutral colour, others in colours."""
    neutral = shade(ax, LABEL_STRENGTH)
    for drawn, words, curve, color in references:
        if has_words(ax, words, kind):
            continue
        own = {"color": neutral if len(references) == 1 else color}
        line = draw_trace(drawn, ax, {**own, **style})
        origin = _origin(curve, color, style)
        mark(line, kind, words, short=short or words, style=style, **origin)
    _color_by_curve(ax, kind, neutral)


def _origin(curve: ConfusionCurve, color: Any, style: Style) -> dict[str, Any]:
    """Return what the mark of a reference records of its curve; no colour if the user chose one."""
    return {"prevalence": curve.prevalence, "own_color": None if "color" in style else color}


def draw_isometrics(panel: Panel, style: Style, *, beyond: bool = True) -> None:
    """Draw the lines of equal F score, which are straight in count space.

    In a space with an unachievable region, `beyond` is whether they continue in it.
    """
    space, beta = panel.space, panel.beta
    # Lines that end at the minimum curve depend on prevalence in all spaces.
    is_one = beyond and is_one_line("isometrics", space)
    pos, neg = (1.0, 1.0) if is_one else panel.totals
    most_fp = None if beyond and space.has_unachievable else neg
    drawn = {
        level: trace_line(f_line(level, pos, beta), space, pos, neg, most_fp=most_fp)
        for level in panel.levels
    }
    _draw_levels(panel.ax, f"F{beta:g}", drawn, style)


def draw_modified_isometrics(panel: Panel, style: Style) -> None:
    """Draw the lines of equal modified F score in PR space."""
    prevalence, beta = panel.totals[0] / sum(panel.totals), panel.beta
    drawn = {level: trace_modified_f(level, prevalence, beta) for level in panel.levels}
    _draw_levels(panel.ax, f"modified F{beta:g}", drawn, style)


def _draw_levels(ax: Axes, score: str, drawn: Mapping[float, Trace], style: Style) -> None:
    """Draw the isometrics of a score that the axes lack, the highest first."""
    for level, isometric in sorted(drawn.items(), reverse=True):
        words = f"{score} = {level:g}"
        if isometric.x.size and not has_words(ax, words, scene.ISOMETRIC):
            own = {"color": shade(ax, ISOMETRIC_STRENGTH)}
            line = draw_trace(isometric, ax, {**own, **style})
            mark(line, scene.ISOMETRIC, words, value=f"{level:g}", style=style)


def is_one_line(layer: str, space: Space) -> bool:
    """Tell whether a reference is the same line in a space at every prevalence."""
    return layer in space.same_at_every_prevalence


def _color_by_curve(ax: Axes, kind: Kind, neutral: str) -> None:
    """If there are several lines of a kind, give neutral ones the colours of their curves."""
    marks = marks_of(ax, kind)
    for held in marks if len(marks) > 1 else []:
        line = held.artist
        if held.own_color is None or not isinstance(line, Line2D):
            continue
        if to_hex(line.get_color()) == neutral:
            line.set_color(to_hex(held.own_color))


def _tint_by_curve(ax: Axes) -> None:
    """If there are several regions, give neutral ones the colours of their curves."""
    neutral, marks = shade(ax, TINT_STRENGTH), marks_of(ax, scene.REGION)
    for held in marks if len(marks) > 1 else []:
        region = held.artist
        if held.own_color is None or not isinstance(region, PolyCollection):
            continue
        if to_hex(np.asarray(region.get_facecolor())[0]) == neutral:
            region.set_facecolor(shade(ax, TINT_STRENGTH, held.own_color))
            region.set_edgecolor(shade(ax, HATCH_STRENGTH, held.own_color))


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
            "isometrics in all but PR space depend on prevalence, but the curves have several "
            f"({found})"
        )
    curve = groups[0][0]
    return curve.pos, curve.neg


def open_gains(ax: Axes, space: Space, curves: Iterable[ConfusionCurve]) -> None:
    """Extend axes to the negative gains of the curves, and veil the part that is added.

    A strip below the unit square shows how low the curves reach, or that they reach lower; a
    narrow strip left of the square shows that they continue there.
    """
    traces = [trace(curve, space) for curve in curves]
    inside = [drawn.y[drawn.x > -_ROUNDING] for drawn in traces]
    lowest = min((float(y.min()) for y in inside if y.size), default=0.0)
    if any(drawn.x.size for drawn in traces):
        ax.set_xlim(left=LEFT_OF_SQUARE)
    earlier = [held.artist for held in marks_of(ax, scene.NEGATIVE)]
    for zero in marks_of(ax, scene.ZERO):
        zero.artist.remove()
    if lowest > -_ROUNDING and not earlier:
        return
    floor = min(max(lowest, DEEPEST) - 2 * ROOM, SHALLOWEST)
    for strip in earlier:
        assert isinstance(strip, PolyCollection)
        floor = min(floor, float(strip.get_datalim(ax.transData).y0))
        strip.remove()
    ax.set_ylim(bottom=floor)
    words = "negative gain" if lowest >= floor else typeset(f"negative gain, down to {lowest:.2g}")
    veil = {"facecolor": shade(ax, VEIL_STRENGTH)}
    ends = ax.get_xlim()
    mark(ax.fill_between(ends, floor, 0, **{**veil, **NEGATIVE}), scene.NEGATIVE, words)
    (line,) = ax.plot(ends, (0, 0), **{"color": shade(ax, LABEL_STRENGTH), **ZERO})
    mark(line, scene.ZERO)


class Borders(NamedTuple):
    """The borders of a band around a curve."""

    lower: ConfusionCurve
    upper: ConfusionCurve


def draw_bounds(
    curves: Iterable[ConfusionCurve],
    ax: Axes,
    shape: Callable[[ConfusionCurve], Trace],
    colors: Sequence[Any],
) -> None:
    """Draw the band around each scanned curve that certainly contains the exact one, if visible.

    `shape` maps a curve to the line that is drawn; it must be monotonic in the curve.
    """
    borders: list[Borders | None] = []
    for curve in curves:
        found = None
        # Those of scans alone have cells. Their class is not loaded where nothing was scanned.
        scanned: Any = curve if hasattr(curve, "cells") else None
        if scanned is not None and scanned.cells.is_open().any():
            found = Borders(scanned.lower, scanned.upper)
        is_seen = found is not None and is_visible(shape(found.lower), shape(found.upper))
        borders.append(found if is_seen else None)
    draw_bands(borders, ax, shape, colors, words=WORDS)


def draw_bands(
    borders: Iterable[Borders | None],
    ax: Axes,
    shape: Callable[[ConfusionCurve], Trace],
    colors: Sequence[Any],
    *,
    words: str,
    style: Style = BAND,
) -> None:
    """Draw the band of each curve that has one, in its colour, and explain them in the legend."""
    drawn = []
    for pair, color in zip(borders, colors, strict=True):
        if pair is not None:
            lower, upper = map(shape, pair)
            mark(draw_band(lower, upper, ax, {"color": color, **style, "label": "_"}), scene.BAND)
            drawn.append(color)
    if drawn:
        explain_bands(ax, words, drawn, style)


def explain_bands(ax: Axes, words: str, colors: Sequence[Any], style: Style) -> None:
    """Add one legend entry for all bands, neutral if they have several colours."""
    words = typeset(words)
    if not has_words(ax, words, scene.BAND):
        neutral = text_color(ax) if len(set(colors)) > 1 else colors[0]
        swatch = ax.fill_between([], [], **{"color": neutral, **style})
        mark_entry(swatch, scene.BAND, words, style=style)


def is_visible(lower: Trace, upper: Trace) -> bool:
    """Tell whether two traces are somewhere more than half a pixel apart.

    Heights are compared over a small width, so that a jump that is slightly further right in one
    trace makes no band.
    """
    start, end = lower.space.limits
    least = VISIBLE * (end - start)
    x = start + np.arange(-1, 1 / VISIBLE + 2) * least
    below, above = _heights(lower, x), _heights(upper, x)
    # In some spaces better curves are lower.
    return any(
        bool((_over_a_width(np.minimum, low) - _over_a_width(np.maximum, high) > least).any())
        for (low, _), (_, high) in ((above, below), (below, above))
    )


def _over_a_width(extreme: np.ufunc, heights: FloatArray) -> FloatArray:
    found: FloatArray = extreme.reduce([heights[:-2], heights[1:-1], heights[2:]])
    return found


def _heights(drawn: Trace, x: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
    """Return the least and the greatest height between adjacent values of x, within the frame."""
    seen = np.isfinite(drawn.x) & np.isfinite(drawn.y)
    places = np.concatenate([drawn.x[seen], x])
    heights = np.concatenate([drawn.y[seen], np.interp(x, drawn.x[seen], drawn.y[seen])])
    lowest, highest = drawn.space.limits
    heights = np.clip(heights, lowest, highest)
    column = np.clip(np.searchsorted(x, places, side="right") - 1, 0, x.size - 1)
    low, high = np.full(x.size, highest), np.full(x.size, lowest)
    np.minimum.at(low, column, heights)
    np.maximum.at(high, column, heights)
    return low, high


# Checks a user's style for a layer and merges it with the default.
Merge = Callable[[Style, Mapping[str, Any] | None, str], Any]


class Layer(NamedTuple):
    """A layer that can be drawn around curves.

    Attributes
    ----------
    name : str
        As in its flag, ``show_<name>``.
    keyword : str
        The argument with the user's properties.
    default : dict
        The default style.
    merge : callable
        Merges the user's properties with the default style.
    draw : callable
        Draws the layer in a panel, with a style.
    spaces : frozenset of str
        The names of the spaces that have the layer.
    is_crowding : bool
        Whether panels side by side omit it in spaces where each prevalence has its own line.
    """

    name: str
    keyword: str
    default: Style
    merge: Merge
    draw: Callable[[Panel, Any], None]
    spaces: frozenset[str] = frozenset(SPACES)
    is_crowding: bool = False

    def is_drawn_in(self, panel: Panel) -> bool:
        """Tell whether this layer is drawn in a panel."""
        if self.is_crowding and panel.is_beside and not is_one_line(self.name, panel.space):
            return False
        return panel.space.name in self.spaces


# In the order in which they are drawn.
LAYERS = (
    Layer("hull", "hull_kws", HULL, merged, draw_hulls),
    Layer("min", "min_kws", MINIMUM, merged_region, draw_minimum, frozenset({"pr"})),
    Layer("chance", "chance_kws", CHANCE, merged, draw_chance, frozenset(SPACES) - {"prg"}),
    Layer("baseline", "baseline_kws", BASELINE, merged, draw_baseline, is_crowding=True),
    Layer("isometrics", "isometric_kws", ISOMETRIC, merged, draw_isometrics),
)
LAYER = {layer.name: layer for layer in LAYERS}

# For each layer by name: whether it is shown, and the properties that the user gave it.
LayerRequests = Mapping[str, tuple[bool, Mapping[str, Any] | None]]


class ShownLayers(NamedTuple):
    """The layers of a figure, checked before anything is drawn.

    Attributes
    ----------
    styles : dict of Layer to style
        For each layer that is shown.
    beta, levels, totals
        As in `Panel`.
    """

    styles: Mapping[str, Any]
    beta: float
    levels: Sequence[float]
    totals: tuple[float, float]

    @classmethod
    def checked(
        cls,
        requests: LayerRequests,
        curves: Collection[ConfusionCurve],
        spaces: Sequence[Space],
        beta: float,
        levels: ArrayLike | None,
    ) -> Self:
        """Return the layers of all panels; raise if one can't be drawn in these spaces."""
        depends = requests["isometrics"][0] and not all(
            is_one_line("isometrics", s) for s in spaces
        )
        totals = shared_totals(curves) if depends else (1.0, 1.0)
        spread: Sequence[float] = LEVELS
        if len(spaces) == 1 and spaces[0].spread_levels is not None:
            spread = spaces[0].spread_levels(totals[0] / sum(totals), beta)
        # Wrong properties are an error even if the layer is not shown.
        styles = {
            layer.name: layer.merge(layer.default, requests[layer.name][1], layer.keyword)
            for layer in LAYERS
        }
        shown = {name: style for name, style in styles.items() if requests[name][0]}
        return cls(shown, beta, checked_levels(levels, spread, beta), totals)

    def draw(self, panel: Panel) -> None:
        """Draw the layers that belong to the space of a panel."""
        for name, style in self.styles.items():
            if LAYER[name].is_drawn_in(panel):
                LAYER[name].draw(panel, style)
