"""The table of layers, and how each is drawn: curves, hulls, references, isometrics, bounds."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike, NDArray

from prplot.core.checks import FloatArray, brief, finite_numbers
from prplot.core.point_scores import f_score, squared_beta
from prplot.core.record import SAME_PREVALENCE, ConfusionCurve
from prplot.core.scan.scanned_curve import ScannedCurve
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
from prplot.plots.figure.entries import EMPTY, CurveEntry

# Isometrics beneath curves; few, so that they stay in the background.
LEVELS = (0.2, 0.4, 0.6, 0.8)
# How far axes with negative gains go beyond the unit square.
LEFT_OF_SQUARE = -0.04
SHALLOWEST = -0.12
DEEPEST = -0.35
# Crossings of the edges of the square miss them by so much.
_ROUNDING = 1e-9
# Half a pixel of a usual figure, in units of the axes: less is covered by the curve itself.
VISIBLE = 1e-3
# The legend entry of bands around scanned curves.
WORDS = "certified bounds"


@dataclass(frozen=True)
class Panel:
    """Axes that show curves in one space, and what the layers around these depend on.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
    space : Space
    curves : sequence of ConfusionCurve
    colors : sequence of colours
        Of the curves.
    dashes : sequence of dashes or None
        Of the curves, if dashes tell them apart.
    hulls : sequence of ConfusionCurve
        Of the curves, if they are shown.
    hull_entry : CurveEntry
        Of the hull, or of all hulls.
    beta : float
        Weight of recall in the F score of isometrics and baseline.
    levels : sequence of float
        F scores of the isometrics.
    totals : tuple of float
        Class totals of isometrics that depend on them.
    has_other_prevalences : bool
        Whether something else than the curves has another prevalence.
    is_beside : bool
        Whether other panels show the same curves.
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
    dashes = _laps(colors) if dashes is None else dashes
    for curve, color, entry, dash in zip(curves, colors, entries, dashes, strict=True):
        own = {"color": color, "linestyle": dash}
        line = draw_trace(trace(curve, space, join=join), ax, {**own, **style})
        short = entry.short or entry.name or ""
        shown: dict[str, Any] = {"name": entry.name, "numbers": entry.numbers, "short": short}
        drawn.mark(line, kind, style=style, listed=True, **shown)
        lines.append(line)
    return lines


def _laps(colors: Sequence[Any]) -> list[Any]:
    """Return dashes that tell curves apart where the cycle of colours starts over."""
    if len(set(colors)) == 1:
        return ["-"] * len(colors)
    seen = [list(colors[:i]).count(color) for i, color in enumerate(colors)]
    return [dash_of(lap) for lap in seen]


def draw_swatch(ax: Axes, label: str, strength: float, style: Style) -> None:
    """Add a row to the legend for lines of several colours, once, in a shade of the text colour."""
    if not has_words(ax, label, scene.HULL):
        (swatch,) = ax.plot([], [], **{"color": shade(ax, strength), **style})
        mark_entry(swatch, scene.HULL, label, style=style)


def draw_hulls(panel: Panel, style: Style) -> None:
    """Draw the hull of each curve, and one legend entry for what these lines are."""
    alone = len(panel.hulls) == 1
    entries = [panel.hull_entry if alone else EMPTY] * len(panel.hulls)
    looks = panel.colors, entries, style
    draw_curves(panel.hulls, panel.ax, panel.space, *looks, kind=scene.HULL, dashes=panel.dashes)
    if panel.hull_entry.name is not None and not alone:
        draw_swatch(panel.ax, panel.hull_entry.name, 1.0, style)


def checked_levels(levels: ArrayLike | None, default: Sequence[float], beta: float) -> list[float]:
    """Return the F scores of the isometrics; raise unless all lie in (0, 1)."""
    if not np.isfinite(squared_beta(beta)):
        raise ValueError(f"beta must have a finite square for lines of one F score, found {beta:g}")
    found = np.atleast_1d(finite_numbers(default if levels is None else levels, "levels"))
    if ((found <= 0) | (found >= 1)).any():
        raise ValueError(f"levels must lie strictly between 0 and 1, found {brief(levels)}")
    return sorted(float(level) for level in found)


def draw_minimum(panel: Panel, style: tuple[Style, Style]) -> None:
    """Draw the minimum curve and the unachievable region beneath, once for each prevalence.

    With one prevalence both are neutral; else every curve's minimum has the curve's colour and
    dash. Where other things than the curves have another prevalence, the region is labelled with
    its own.
    """
    ax, (line_style, region_style) = panel.ax, style
    dashes = panel.dashes or ["-"] * len(panel.colors)
    looks = list(zip(panel.colors, dashes, strict=True))
    found = one_per_prevalence(panel.curves, looks)
    known = {held.text for held in marks_of(ax, scene.MINIMUM)}
    names = [f"minimum, π = {curve.prevalence:.12g}" for curve, _ in found]
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
    _color_apart(ax, scene.MINIMUM, text_color(ax))
    _tint_apart(ax)
    _name_largest_region(ax, with_prevalence=panel.has_other_prevalences)


def _name_largest_region(ax: Axes, *, with_prevalence: bool) -> None:
    """Label the largest of several nested regions, with its prevalence where that is not clear."""
    regions = marks_of(ax, scene.REGION)
    most = max((held.prevalence or 0.0 for held in regions), default=0.0)
    for held in regions:
        is_largest = held.prevalence == most
        of = f" at π = {held.prevalence:.2g}" if len(regions) > 1 or with_prevalence else ""
        held.short = "unachievable" if is_largest else ""
        held.words = f"unachievable{of}" if is_largest else ""
        held.write_label(listed=False)


def draw_chance(panel: Panel, style: Style) -> None:
    """Draw random guessing, once for each prevalence, or once where it is the same for all."""
    groups, space = one_per_prevalence(panel.curves, panel.colors), panel.space
    is_one = is_one_line("chance", space)
    references = []
    for curve, color in groups[:1] if is_one else groups:
        totals = (1, 1) if is_one else (curve.pos, curve.neg)
        words = "random" if is_one else f"random, π = {curve.prevalence:.2g}"
        references.append(_Reference(trace(random_curve(*totals), space), words, curve, color))
    _draw_references(panel.ax, scene.CHANCE, references, style, short="random")


def draw_baseline(panel: Panel, style: Style) -> None:
    """Draw the points as good as calling everything positive, once for each prevalence.

    In PRG space they are the same for all.
    """
    found, space, beta = one_per_prevalence(panel.curves, panel.colors), panel.space, panel.beta
    groups = [(curve, color) for curve, color in found if curve.pos and curve.neg]
    is_one = is_one_line("baseline", space)
    references = []
    for curve, color in groups[:1] if is_one else groups:
        level = f_score(curve.prevalence, 1.0, beta)
        words = f"always positive, F{beta:g} = {level:.2g}"
        if is_one:
            words = "always positive" if beta == 1 else f"always positive, β = {beta:g}"
        drawn = trace_line(f_line(level, curve.pos, beta), space, curve.pos, curve.neg)
        references.append(_Reference(drawn, words, curve, color))
    _draw_references(panel.ax, scene.BASELINE, references, style)


class _Reference(NamedTuple):
    """A reference line, and the curve that it belongs to with its colour."""

    drawn: Trace
    words: str
    curve: ConfusionCurve
    color: Any


def _draw_references(
    ax: Axes, kind: Kind, references: Sequence[_Reference], style: Style, short: str | None = None
) -> None:
    """Draw references that are not there yet: neutral ones if there is one, else in colours."""
    neutral = shade(ax, LABEL_STRENGTH)
    for drawn, words, curve, color in references:
        if has_words(ax, words, kind):
            continue
        own = {"color": neutral if len(references) == 1 else color}
        line = draw_trace(drawn, ax, {**own, **style})
        origin = _origin(curve, color, style)
        mark(line, kind, words, short=short or words, style=style, **origin)
    _color_apart(ax, kind, neutral)


def _origin(curve: ConfusionCurve, color: Any, style: Style) -> dict[str, Any]:
    """Return what a reference knows of its curve; no colour if the user chose one."""
    return {"prevalence": curve.prevalence, "own_color": None if "color" in style else color}


def draw_isometrics(panel: Panel, style: Style, *, beyond: bool = True) -> None:
    """Draw the lines of equal F score, which are straight in count space.

    They run on `beyond` what is achievable in a space that has such a region.
    """
    space, beta = panel.space, panel.beta
    # Lines that end with the region depend on prevalence in all spaces.
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
    """Draw the hairlines of a score, the highest first, but none that is there already."""
    for level, hairline in sorted(drawn.items(), reverse=True):
        words = f"{score} = {level:g}"
        if hairline.x.size and not has_words(ax, words, scene.ISOMETRIC):
            own = {"color": shade(ax, ISOMETRIC_STRENGTH)}
            line = draw_trace(hairline, ax, {**own, **style})
            mark(line, scene.ISOMETRIC, words, value=f"{level:g}", style=style)


def is_one_line(layer: str, space: Space) -> bool:
    """Tell whether a reference is one line in a space, at every prevalence."""
    return layer in space.same_at_every_prevalence


def _color_apart(ax: Axes, kind: Kind, neutral: str) -> None:
    """Give those of several lines of a kind that are neutral the colours of their curves."""
    marks = marks_of(ax, kind)
    for held in marks if len(marks) > 1 else []:
        line = held.artist
        if held.own_color is None or not isinstance(line, Line2D):
            continue
        if to_hex(line.get_color()) == neutral:
            line.set_color(to_hex(held.own_color))


def _tint_apart(ax: Axes) -> None:
    """Give those of several regions that are neutral the colours of their curves."""
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
    """Make room for negative gains that the curves have, and veil it.

    A strip below the unit square shows how deep the curves go, or that they go deeper; and a
    narrow one left of it that they come from there.
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
    words = "negative gain" if lowest >= floor else f"negative gain, down to {lowest:.2g}"
    veil = {"facecolor": shade(ax, VEIL_STRENGTH)}
    ends = ax.get_xlim()
    mark(ax.fill_between(ends, floor, 0, **{**veil, **NEGATIVE}), scene.NEGATIVE, words)
    (line,) = ax.plot(ends, (0, 0), **{"color": shade(ax, LABEL_STRENGTH), **ZERO})
    mark(line, scene.ZERO)


def draw_bounds(
    curves: Iterable[ConfusionCurve], ax: Axes, space: Space, colors: Sequence[Any]
) -> None:
    """Draw for each scanned curve the band that is sure to hold the data's own, if it shows."""
    draw_bands(curves, ax, lambda curve: trace(curve, space), colors)


def draw_bands(
    curves: Iterable[ConfusionCurve],
    ax: Axes,
    shape: Callable[[ConfusionCurve], Trace],
    colors: Sequence[Any],
) -> None:
    """Draw what lies between the pictures of lowest and highest curves, if it shows.

    A picture must rise, or fall, with the curve.
    """
    drawn = []
    for curve, color in zip(curves, colors, strict=True):
        if not isinstance(curve, ScannedCurve) or not curve.cells.is_open().any():
            continue
        lower, upper = shape(curve.lower), shape(curve.upper)
        if is_visible(lower, upper):
            mark(draw_band(lower, upper, ax, {"color": color}), scene.BAND)
            drawn.append(color)
    if drawn and not has_words(ax, WORDS, scene.BAND):
        neutral = text_color(ax) if len(set(drawn)) > 1 else drawn[0]
        mark_entry(ax.fill_between([], [], **{**BAND, "color": neutral}), scene.BAND, WORDS)


def is_visible(lower: Trace, upper: Trace) -> bool:
    """Tell whether two traces lie further apart somewhere than half a pixel.

    Heights are compared over a little width, so that at a jump, where one is a hair to the right of
    the other, no band is seen.
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
    """Return the least and the greatest height from each place to the next; inside the frame."""
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


# How a layer's style is checked and laid over its default.
Merge = Callable[[Style, Mapping[str, Any] | None, str], Any]


class Layer(NamedTuple):
    """What can be shown around curves.

    Attributes
    ----------
    name : str
        Of its flag, ``show_<name>``.
    keyword : str
        Of its properties.
    default : dict
        Its style.
    merge : callable
        Lays a user's properties over the default.
    draw : callable
        Draws it in a panel, in a style.
    spaces : frozenset of str
        Where it is drawn.
    is_crowding : bool
        Whether panels side by side leave it out where it is a line for each prevalence.
    """

    name: str
    keyword: str
    default: Style
    merge: Merge
    draw: Callable[[Panel, Any], None]
    spaces: frozenset[str] = frozenset(SPACES)
    is_crowding: bool = False

    def is_drawn_in(self, panel: Panel) -> bool:
        """Tell whether a panel has this layer."""
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

# By name: whether a layer is shown, and the properties that a user gave it.
Asked = Mapping[str, tuple[bool, Mapping[str, Any] | None]]


@dataclass(frozen=True)
class ShownLayers:
    """The layers of a figure, checked before anything is drawn.

    Attributes
    ----------
    styles : dict of Layer to style
        Of those that are shown.
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
        asked: Asked,
        curves: Collection[ConfusionCurve],
        spaces: Sequence[Space],
        beta: float,
        levels: ArrayLike | None,
    ) -> Self:
        """Return the layers of all panels; raise if one can't be drawn in these spaces."""
        bound = asked["isometrics"][0] and not all(is_one_line("isometrics", s) for s in spaces)
        totals = shared_totals(curves) if bound else (1.0, 1.0)
        spread: Sequence[float] = LEVELS
        if len(spaces) == 1 and spaces[0].spread_levels is not None:
            spread = spaces[0].spread_levels(totals[0] / sum(totals), beta)
        # Also what is not shown must be given rightly.
        styles = {
            layer.name: layer.merge(layer.default, asked[layer.name][1], layer.keyword)
            for layer in LAYERS
        }
        shown = {name: style for name, style in styles.items() if asked[name][0]}
        return cls(shown, beta, checked_levels(levels, spread, beta), totals)

    def draw(self, panel: Panel) -> None:
        """Draw all layers that the space of a panel has."""
        for name, style in self.styles.items():
            if LAYER[name].is_drawn_in(panel):
                LAYER[name].draw(panel, style)
