"""Layers that several figures share: the minimum, random guessing, isometrics."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike, NDArray

from prplot.core.counts import ConfusionCurve
from prplot.core.isometrics import f_line, trace_line, trace_modified_f
from prplot.core.options import brief
from prplot.core.paths import SAME_PREVALENCE, numbers
from prplot.core.points import f_score, squared_beta
from prplot.core.references import minimum_curve, random_curve
from prplot.core.spaces import Space
from prplot.core.traces import Trace, trace
from prplot.draw import labels as marks
from prplot.draw import style as looks
from prplot.draw.annotations import DIRECT
from prplot.draw.artists import draw_region, draw_trace
from prplot.plots import neutral

FloatArray = NDArray[np.float64]
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
    known = {line.get_label() for line in ax.lines if line.get_gid() == marks.MINIMUM}
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
        region.set_gid(marks.REGION)
        origin = _origin(curve, color, line_style)
        neutral.remember(region, origin)
        own = {"color": shown or looks.text_color(ax), "label": name}
        own |= {"linestyle": dash} if several else {}
        _add(ax, marks.MINIMUM, border, own, line_style, origin)
    neutral.tell_apart(ax, marks.MINIMUM, looks.text_color(ax))
    neutral.tint_apart(ax)
    _name_largest_region(ax, say_prevalence=say_prevalence)


def _name_largest_region(ax: Axes, *, say_prevalence: bool) -> None:
    """Let the largest of several nested regions say for which prevalence it stands."""
    regions = neutral.regions_of(ax)
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
        _add(ax, marks.CHANCE, drawn, own, style, _origin(curve, color, style))
    neutral.tell_apart(ax, marks.CHANCE, looks.shade(ax, looks.LABEL_STRENGTH))


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
        words = "always positive" if beta == 1 else f"always positive, β = {beta:g}"
        if space.name != "prg":
            words = f"always positive, F{beta:g} = {level:.2g}"
        if any(marks.words(line) == words for line in ax.lines):
            continue
        shown = looks.shade(ax, looks.LABEL_STRENGTH) if len(groups) == 1 else color
        own = {"color": shown, "label": f"_{words}"}
        drawn = trace_line(f_line(level, curve.pos, beta), space, curve.pos, curve.neg)
        _add(ax, marks.BASELINE, drawn, own, style, _origin(curve, color, style))
    neutral.tell_apart(ax, marks.BASELINE, looks.shade(ax, looks.LABEL_STRENGTH))


def _add(
    ax: Axes,
    kind: str,
    drawn: Trace,
    own: looks.Style,
    given: looks.Style,
    origin: neutral.Origin,
) -> None:
    """Draw a reference that knows its curve."""
    line = draw_trace(drawn, ax, {**own, **given})
    line.set_gid(kind)
    neutral.remember(line, origin)


def _origin(curve: ConfusionCurve, color: Any, style: looks.Style) -> neutral.Origin:
    return neutral.Origin(curve.prevalence, None if "color" in style else color)


def add_isometrics(
    ax: Axes,
    space: Space,
    totals: tuple[float, float],
    *,
    beta: float,
    levels: Sequence[float],
    style: looks.Style,
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
    ax: Axes, prevalence: float, *, beta: float, levels: Sequence[float], style: looks.Style
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


def _add_levels(ax: Axes, drawn: Mapping[str, Trace], style: looks.Style) -> list[Line2D]:
    """Draw hairlines with their words, but none that is there already."""
    known = {marks.words(line) for line in ax.lines if line.get_gid() == marks.ISOMETRIC}
    lines = []
    for words, line in drawn.items():
        if words not in known and line.x.size:
            own = {"color": looks.shade(ax, looks.ISOMETRIC_STRENGTH), "label": f"_{words}"}
            lines.append(draw_trace(line, ax, {**own, **style}))
            lines[-1].set_gid(marks.ISOMETRIC)
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
