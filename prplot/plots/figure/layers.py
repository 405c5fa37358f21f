"""Layers beneath and beside curves: minimum, random guessing, baseline, isometrics, bounds."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike, NDArray

from prplot.core.checks import brief, finite_numbers
from prplot.core.points import f_score, f_weights, squared_beta
from prplot.core.record import SAME_PREVALENCE, ConfusionCurve
from prplot.core.scan.scanned_curve import ScannedCurve
from prplot.core.spaces import PRG, Space
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
from prplot.draw.color import shade, text_color
from prplot.draw.placement.annotations import DIRECT
from prplot.draw.scene import Origin, origin_of, remember
from prplot.draw.style import (
    BAND,
    HATCH_STRENGTH,
    ISOMETRIC_STRENGTH,
    LABEL_STRENGTH,
    NEGATIVE,
    TINT_STRENGTH,
    VEIL_STRENGTH,
    ZERO,
    Style,
)


def regions_of(ax: Axes) -> list[tuple[PolyCollection, Origin]]:
    """Return the unachievable regions with what they belong to."""
    found = [artist for artist in ax.collections if artist.get_gid() == scene.REGION]
    known = [(region, origin_of(region)) for region in found]
    return [(one, it) for one, it in known if it is not None and isinstance(one, PolyCollection)]


def tell_apart(ax: Axes, kind: str, neutral: str) -> None:
    """Give those of several lines of a kind that are neutral the colours of their curves."""
    lines = [line for line in ax.lines if line.get_gid() == kind]
    for line in lines if len(lines) > 1 else []:
        origin = origin_of(line)
        if origin and origin.color is not None and to_hex(line.get_color()) == neutral:
            line.set_color(to_hex(origin.color))


def tint_apart(ax: Axes) -> None:
    """Give those of several regions that are neutral the colours of their curves."""
    neutral, regions = shade(ax, TINT_STRENGTH), regions_of(ax)
    for region, origin in regions if len(regions) > 1 else []:
        is_neutral = to_hex(np.asarray(region.get_facecolor())[0]) == neutral
        if origin.color is not None and is_neutral:
            region.set_facecolor(shade(ax, TINT_STRENGTH, origin.color))
            region.set_edgecolor(shade(ax, HATCH_STRENGTH, origin.color))


Indices = NDArray[np.int64]

# A legend with some of many groups.
BRIEF = "brief"
# Isometrics beneath curves; few, so that they stay in the background.
LEVELS = (0.2, 0.4, 0.6, 0.8)


def checked_legend(legend: Any, *, direct: bool = True) -> bool | str:
    """Return whether a legend is wanted, or "direct" or "brief"; raise unless it is one of these.

    `direct` tells whether there are curves that can have their names beside them.
    """
    if isinstance(legend, bool | np.bool_):
        return bool(legend)
    others = (DIRECT, BRIEF) if direct else ()
    if isinstance(legend, str) and legend in others:
        return legend
    # As in seaborn; all of them have all entries.
    if isinstance(legend, str) and legend in ("auto", "full", "brief"):
        return True
    known = ", ".join(repr(word) for word in ("auto", *others, "full"))
    raise ValueError(f"legend must be {known}, True or False, found {brief(legend)}")


def checked_levels(levels: ArrayLike | None, default: Sequence[float], beta: float) -> list[float]:
    """Return the F scores of the isometrics; raise unless all lie in (0, 1)."""
    if not np.isfinite(squared_beta(beta)):
        raise ValueError(f"beta must have a finite square for lines of one F score, found {beta:g}")
    found = np.atleast_1d(finite_numbers(default if levels is None else levels, "levels"))
    if ((found <= 0) | (found >= 1)).any():
        raise ValueError(f"levels must lie strictly between 0 and 1, found {brief(levels)}")
    return sorted(float(level) for level in found)


def add_minimum(
    ax: Axes,
    space: Space,
    curves: Iterable[ConfusionCurve],
    *,
    colors: Sequence[Any],
    style: tuple[Style, Style],
    dashes: Sequence[Any] | None = None,
    say_prevalence: bool = False,
) -> None:
    """Draw the minimum curve and the unachievable region beneath, once for each prevalence.

    With one prevalence both are neutral; else every curve's minimum has the curve's colour and
    dash. Where other things than the curves have another prevalence, the region says which is its
    own.
    """
    line_style, region_style = style
    found = one_per_prevalence(
        curves, list(zip(colors, dashes or ["-"] * len(colors), strict=True))
    )
    known = {line.get_label() for line in ax.lines if line.get_gid() == scene.MINIMUM}
    names = [f"_minimum, π = {curve.prevalence:.12g}" for curve, _ in found]
    several = len(known | set(names)) > 1
    for (curve, (color, dash)), name in zip(found, names, strict=True):
        if curve.pos == 0 or name in known:
            continue
        shown = color if several else None
        border = trace(minimum_curve(curve.pos, curve.neg), space)
        region = draw_region(border, ax, region_style, color=line_style.get("color", shown))
        # A smaller region lies wholly inside a larger one and is drawn over it.
        region.set_zorder(region.get_zorder() - 0.1 * curve.prevalence)
        region.set_gid(scene.REGION)
        origin = _origin(curve, color, line_style)
        remember(region, origin)
        own = {"color": shown or text_color(ax), "label": name}
        own |= {"linestyle": dash} if several else {}
        _add(ax, scene.MINIMUM, border, own, line_style, origin)
    tell_apart(ax, scene.MINIMUM, text_color(ax))
    tint_apart(ax)
    _name_largest_region(ax, say_prevalence=say_prevalence)


def _name_largest_region(ax: Axes, *, say_prevalence: bool) -> None:
    """Let the largest of several nested regions say for which prevalence it stands."""
    regions = regions_of(ax)
    most = max((origin.prevalence for _, origin in regions), default=0.0)
    for region, (prevalence, _) in regions:
        of = f" at π = {prevalence:.2g}" if len(regions) > 1 or say_prevalence else ""
        region.set_label(f"_unachievable{of}" if prevalence == most else "_child")


def add_chance(
    ax: Axes,
    space: Space,
    curves: Iterable[ConfusionCurve],
    *,
    colors: Sequence[Any],
    style: Style,
) -> None:
    """Draw random guessing, once for each prevalence, or once where it is the same for all."""
    groups = one_per_prevalence(curves, colors)
    if space.name == "roc":
        groups = groups[:1]
    for curve, color in groups:
        words = "random" if space.name == "roc" else f"random, π = {curve.prevalence:.2g}"
        if any(scene.words(line) == words for line in ax.lines):
            continue
        shown = shade(ax, LABEL_STRENGTH) if len(groups) == 1 else color
        own = {"color": shown, "label": f"_{words}"}
        totals = (1, 1) if space.name == "roc" else (curve.pos, curve.neg)
        drawn = trace(random_curve(*totals), space)
        _add(ax, scene.CHANCE, drawn, own, style, _origin(curve, color, style))
    tell_apart(ax, scene.CHANCE, shade(ax, LABEL_STRENGTH))


def add_baseline(
    ax: Axes,
    space: Space,
    curves: Iterable[ConfusionCurve],
    *,
    beta: float,
    colors: Sequence[Any],
    style: Style,
) -> None:
    """Draw the points as good as calling everything positive, once for each prevalence.

    In PRG space they are the same for all.
    """
    groups = [(c, color) for c, color in one_per_prevalence(curves, colors) if c.pos and c.neg]
    if space.name == "prg":
        groups = groups[:1]
    for curve, color in groups:
        level = f_score(curve.prevalence, 1.0, beta)
        words = "always positive" if beta == 1 else f"always positive, β = {beta:g}"
        if space.name != "prg":
            words = f"always positive, F{beta:g} = {level:.2g}"
        if any(scene.words(line) == words for line in ax.lines):
            continue
        shown = shade(ax, LABEL_STRENGTH) if len(groups) == 1 else color
        own = {"color": shown, "label": f"_{words}"}
        drawn = trace_line(f_line(level, curve.pos, beta), space, curve.pos, curve.neg)
        _add(ax, scene.BASELINE, drawn, own, style, _origin(curve, color, style))
    tell_apart(ax, scene.BASELINE, shade(ax, LABEL_STRENGTH))


def _add(
    ax: Axes,
    kind: str,
    drawn: Trace,
    own: Style,
    given: Style,
    origin: Origin,
) -> None:
    """Draw a reference that knows its curve."""
    line = draw_trace(drawn, ax, {**own, **given})
    line.set_gid(kind)
    remember(line, origin)


def _origin(curve: ConfusionCurve, color: Any, style: Style) -> Origin:
    return Origin(curve.prevalence, None if "color" in style else color)


def add_isometrics(
    ax: Axes,
    space: Space,
    totals: tuple[float, float],
    *,
    beta: float,
    levels: Sequence[float],
    style: Style,
    beyond: bool = True,
) -> list[Line2D]:
    """Draw the lines of equal F score, which are straight in count space.

    In PR space they may run on into the unachievable region; ROC and NPR space have no such place.
    """
    pos, neg = totals
    most_fp = None if beyond and space.name in ("pr", "prg") else neg
    return _add_levels(
        ax,
        {
            f"F{beta:g} = {level:g}": trace_line(
                f_line(level, pos, beta), space, pos, neg, most_fp=most_fp
            )
            for level in sorted(levels, reverse=True)
        },
        style,
    )


def add_modified_isometrics(
    ax: Axes, prevalence: float, *, beta: float, levels: Sequence[float], style: Style
) -> list[Line2D]:
    """Draw the lines of equal modified F score in PR space."""
    return _add_levels(
        ax,
        {
            f"modified F{beta:g} = {level:g}": trace_modified_f(level, prevalence, beta)
            for level in sorted(levels, reverse=True)
        },
        style,
    )


def _add_levels(ax: Axes, drawn: Mapping[str, Trace], style: Style) -> list[Line2D]:
    """Draw hairlines with their words, but none that is there already."""
    known = {scene.words(line) for line in ax.lines if line.get_gid() == scene.ISOMETRIC}
    lines = []
    for words, line in drawn.items():
        if words not in known and line.x.size:
            own = {"color": shade(ax, ISOMETRIC_STRENGTH), "label": f"_{words}"}
            lines.append(draw_trace(line, ax, {**own, **style}))
            lines[-1].set_gid(scene.ISOMETRIC)
    return lines


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


# Where isometrics are drawn, in shares of the F gain of always positive and of the way from there
# to 1, before they are rounded to round F scores.
BELOW = (0.5,)
ABOVE = (0.3, 0.6, 0.85)
# How far a picture of PRG space goes beyond the unit square.
LEFT_OF_SQUARE = -0.04
SHALLOWEST = -0.12
DEEPEST = -0.35
_ROUNDING = 1e-9


def open_gains(ax: Axes, curves: Iterable[ConfusionCurve]) -> None:
    """Make room for negative gains that the curves have, and veil it.

    A strip below the unit square shows how deep the curves go, or that they go deeper; and a hair
    left of it that they come from there.
    """
    traces = [trace(curve, PRG) for curve in curves]
    # Crossings of the square's edges miss them by rounding.
    inside = [drawn.y[drawn.x > -_ROUNDING] for drawn in traces]
    lowest = min((float(y.min()) for y in inside if y.size), default=0.0)
    if any(drawn.x.size for drawn in traces):
        ax.set_xlim(left=LEFT_OF_SQUARE)
    earlier = [fill for fill in ax.collections if fill.get_gid() == scene.NEGATIVE]
    for line in [line for line in ax.lines if line.get_gid() == scene.ZERO]:
        line.remove()
    if lowest > -_ROUNDING and not earlier:
        return
    floor = min(max(lowest, DEEPEST) - 2 * ROOM, SHALLOWEST)
    for strip in earlier:
        floor = min(floor, float(strip.get_datalim(ax.transData).y0))
        strip.remove()
    ax.set_ylim(bottom=floor)
    words = "negative gain" if lowest >= floor else f"negative gain, down to {lowest:.2g}"
    look = {"facecolor": shade(ax, VEIL_STRENGTH), "label": f"_{words}"}
    ends = ax.get_xlim()
    ax.fill_between(ends, floor, 0, **{**look, **NEGATIVE}).set_gid(scene.NEGATIVE)
    own = {"color": shade(ax, LABEL_STRENGTH), "label": "_"}
    (zero,) = ax.plot(ends, (0, 0), **{**own, **ZERO})
    zero.set_gid(scene.ZERO)


def gain_levels(prevalence: float, beta: float) -> list[float]:
    """Return round F scores whose lines are spread over the unit square of PRG space."""
    baseline = f_weights(beta)[1]
    gains = [share * baseline for share in BELOW]
    gains += [baseline + share * (1 - baseline) for share in ABOVE]
    wanted = [prevalence / (1 - (1 - prevalence) * gain) for gain in gains]
    rounded = {float(f"{level:.2g}") for level in wanted}
    return sorted(level for level in rounded if 0 < level < 1)


# Half a pixel of a usual figure, in units of the axes: less is covered by the curve itself.
VISIBLE = 1e-3
WORDS = "certified bounds"


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

    A picture must be the higher the better its curve is.
    """
    drawn = []
    for curve, color in zip(curves, colors, strict=True):
        if not isinstance(curve, ScannedCurve) or not curve.cells.is_open().any():
            continue
        lower, upper = shape(curve.lower), shape(curve.upper)
        if is_visible(lower, upper):
            draw_band(lower, upper, ax, {"color": color}).set_gid(scene.BAND)
            drawn.append(color)
    known = {str(artist.get_label()) for artist in ax.collections}
    if drawn and WORDS not in known:
        neutral = text_color(ax) if len(set(drawn)) > 1 else drawn[0]
        ax.fill_between([], [], **{**BAND, "color": neutral, "label": WORDS}).set_gid(scene.BAND)


def is_visible(lower: Trace, upper: Trace) -> bool:
    """Tell whether two traces lie further apart somewhere than half a pixel.

    Heights are compared over a little width, so that at a jump, where one is a hair to the right of
    the other, no band is seen.
    """
    x = np.arange(-1, 1 / VISIBLE + 2) * VISIBLE
    (_, high), (low, _) = _heights(lower, x), _heights(upper, x)
    apart = np.minimum.reduce([low[:-2], low[1:-1], low[2:]]) - np.maximum.reduce(
        [high[:-2], high[1:-1], high[2:]]
    )
    return bool((apart > VISIBLE).any())


def _heights(drawn: Trace, x: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
    """Return the least and the greatest height from each place to the next; inside the frame."""
    seen = np.isfinite(drawn.x) & np.isfinite(drawn.y)
    places = np.concatenate([drawn.x[seen], x])
    heights = np.concatenate([drawn.y[seen], np.interp(x, drawn.x[seen], drawn.y[seen])])
    heights = np.clip(heights, 0.0, 1.0)
    column = np.clip(np.searchsorted(x, places, side="right") - 1, 0, x.size - 1)
    low, high = np.ones(x.size), np.zeros(x.size)
    np.minimum.at(low, column, heights)
    np.maximum.at(high, column, heights)
    return low, high
