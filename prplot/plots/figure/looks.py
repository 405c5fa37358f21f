"""Colours and dashes of curves, chosen by what distinguishes the curves."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import is_color_like

from prplot.core.checks import brief, closest_names, floats_of
from prplot.core.record import ConfusionCurve
from prplot.draw.color import (
    checked_color,
    dash_of,
    is_dark,
    many_colors,
    ordered_colors,
    palette_colors,
    threshold_colors,
)
from prplot.draw.style import CURVE, FOLD_ALONE, Style, merged
from prplot.draw.ticks import check_ticks
from prplot.plots.figure.groups import CurveGroups

# Given as the colour of a curve, it colours the curve by its thresholds.
BY_THRESHOLD = "threshold"


class Look(NamedTuple):
    """The style that all curves share, and what their own colours and dashes depend on.

    Attributes
    ----------
    style : dict
        Line properties; "color" is among them if one was asked for.
    palette : str, sequence of colours, dict of level to colour, Colormap or None
    groups : CurveGroups
        Their levels determine their colours.
    by_threshold : bool
        Whether the one curve is coloured by its thresholds.
    """

    style: Style
    palette: Any
    groups: CurveGroups
    by_threshold: bool = False

    @classmethod
    def of(
        cls, groups: CurveGroups, curve_kws: Mapping[str, Any] | None, color: Any, palette: Any
    ) -> "Look":
        """Check the user's arguments, which are those of `prplot.plot_pr`."""
        by_threshold = isinstance(color, str) and color == BY_THRESHOLD
        if by_threshold:
            _check_thresholds(groups)
            threshold_colors(palette, on_dark=False)
        elif palette is not None:
            palette_colors(list(dict.fromkeys(one.level for one in groups)), palette)
        if color is not None and not by_threshold:
            _check_color(color)
        if by_threshold or (groups.is_grouped and len(groups) > 1):
            # As in seaborn, colours of groups and columns override one that a facet passes.
            color = None
        style = _curve_style(curve_kws, color, groups)
        if by_threshold and "color" in style:
            raise TypeError("color is given twice, by itself and in curve_kws")
        return cls(style, palette, groups, by_threshold)

    def dash_patterns(self) -> list[Any]:
        """Return each curve's dash pattern."""
        return [dash_of(group.dash) for group in self.groups]

    def distinct_dashes(self) -> list[Any] | None:
        """Return each curve's dash pattern if the curves differ in it, else None."""
        return self.dash_patterns() if any(group.dash for group in self.groups) else None

    def colors(self, ax: Axes) -> list[Any]:
        """Return each curve's colour: the user's, an ordered one, or the next of the cycle."""
        if "color" in self.style:
            return [self.style["color"]] * len(self.groups)
        if self.by_threshold:
            return [threshold_colors(self.palette, on_dark=is_dark(ax))(0.5)]
        ranks = {group.level: group.rank for group in self.groups}
        distinct = list(ranks)
        if self.palette is not None:
            found = palette_colors(distinct, self.palette)
        elif self.groups.ranks is not None:
            ordered = ordered_colors(len(distinct), ax)
            found = [ordered[rank or 0] for rank in ranks.values()]
        else:
            free = self.distinct_dashes() is None
            found = many_colors(len(distinct), ax, with_dashes=free)
        return [found[distinct.index(group.level)] for group in self.groups]


def _curve_style(curve_kws: Mapping[str, Any] | None, color: Any, groups: CurveGroups) -> Style:
    own = FOLD_ALONE if groups.is_spread else CURVE
    style = merged(own, curve_kws, "curve_kws")
    if color is None:
        return style
    if "color" in style:
        raise TypeError("color is given twice, by itself and in curve_kws")
    if len(groups) > 1:
        raise ValueError(f"color goes with a single curve, found {len(groups)} curves")
    return {**style, "color": checked_color(color)}


def _check_color(color: Any) -> None:
    if isinstance(color, list | tuple) and all(map(is_color_like, color)):
        raise ValueError(
            f"color goes with a single curve, found {brief(color)}; palette= has one for each"
        )
    try:
        checked_color(color)
    except ValueError as error:
        if closest_names(color, [BY_THRESHOLD], least=0.6):
            raise ValueError(f"{error}; did you mean {BY_THRESHOLD!r}?") from None
        raise


def _check_thresholds(groups: CurveGroups) -> None:
    """Raise unless there is one curve, with thresholds to colour it by."""
    if len(groups) > 1 or groups.has_folds:
        raise ValueError(
            f"color='{BY_THRESHOLD}' goes with a single curve, found {groups.described()}"
        )
    (curve,) = groups.curves
    floats_of(curve.thresholds, "y_score")
    if len(known_thresholds(curve)) == 0:
        raise ValueError(f"color='{BY_THRESHOLD}' needs a curve that knows its thresholds")
    check_ticks(curve.thresholds)


def known_thresholds(curve: ConfusionCurve) -> Any:
    """Return the indices of a curve's points that have a finite threshold."""
    return np.flatnonzero(np.isfinite(curve.thresholds))
