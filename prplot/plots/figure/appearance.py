"""Colours and dashes of curves, chosen by what distinguishes the curves."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes

from prplot.core.checks import closest_names, floats_of
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
from prplot.plots.figure.request import Resolved

# Given as the colour of a curve, it colours the curve by its thresholds.
BY_THRESHOLD = "threshold"


class Look(NamedTuple):
    """The style that all curves share, and what their own colours and dashes depend on.

    Attributes
    ----------
    style : dict
        Line properties; "color" is among them if one was asked for.
    palette : str, sequence of colours, dict of level to colour, Colormap or None
    levels : list
        For each curve, the value that determines its colour.
    ranks : list of int or None
        For each curve, the position of its level in the order of levels, if they have one.
    dashes : list of int
        For each curve, the index of its dash pattern; see `dash_of`.
    by_threshold : bool
        Whether the one curve is coloured by its thresholds.
    """

    style: Style
    palette: Any
    levels: Sequence[Any]
    ranks: Sequence[int] | None
    dashes: Sequence[int]
    by_threshold: bool = False

    @classmethod
    def of(
        cls, found: Resolved, curve_kws: Mapping[str, Any] | None, color: Any, palette: Any
    ) -> "Look":
        """Check the user's arguments, which are those of `prplot.plot_pr`."""
        by_threshold = isinstance(color, str) and color == BY_THRESHOLD
        if by_threshold:
            _check_thresholds(found)
            threshold_colors(palette, on_dark=False)
        elif palette is not None:
            palette_colors(list(dict.fromkeys(found.levels)), palette)
        if color is not None and not by_threshold:
            _check_color(color)
        if by_threshold or (found.is_grouped and len(found.curves) > 1):
            # As in seaborn, colours of groups and columns override one that a facet passes.
            color = None
        style = _curve_style(curve_kws, color, found)
        if by_threshold and "color" in style:
            raise TypeError("color is given twice, by itself and in curve_kws")
        return cls(style, palette, found.levels, found.ranks, found.dashes, by_threshold)

    def dash_patterns(self) -> list[Any]:
        """Return each curve's dash pattern."""
        return [dash_of(place) for place in self.dashes]

    def distinct_dashes(self) -> list[Any] | None:
        """Return each curve's dash pattern if the curves differ in it, else None."""
        return self.dash_patterns() if any(self.dashes) else None

    def colors(self, ax: Axes) -> list[Any]:
        """Return each curve's colour: the user's, an ordered one, or the next of the cycle."""
        if "color" in self.style:
            return [self.style["color"]] * len(self.levels)
        if self.by_threshold:
            return [threshold_colors(self.palette, on_dark=is_dark(ax))(0.5)]
        distinct = list(dict.fromkeys(self.levels))
        if self.palette is not None:
            found = palette_colors(distinct, self.palette)
        elif self.ranks is not None:
            ordered = ordered_colors(len(distinct), ax)
            found = [ordered[self.ranks[self.levels.index(level)]] for level in distinct]
        else:
            free = self.distinct_dashes() is None
            found = many_colors(len(distinct), ax, with_dashes=free)
        return [found[distinct.index(level)] for level in self.levels]


def _curve_style(curve_kws: Mapping[str, Any] | None, color: Any, found: Resolved) -> Style:
    own = FOLD_ALONE if found.is_spread else CURVE
    style = merged(own, curve_kws, "curve_kws")
    if color is None:
        return style
    if "color" in style:
        raise TypeError("color is given twice, by itself and in curve_kws")
    count = len(found.curves)
    if count > 1:
        raise ValueError(f"color goes with a single curve, found {count} curves")
    return {**style, "color": checked_color(color)}


def _check_color(color: Any) -> None:
    try:
        checked_color(color)
    except ValueError as error:
        if closest_names(color, [BY_THRESHOLD], least=0.6):
            raise ValueError(f"{error}; did you mean {BY_THRESHOLD!r}?") from None
        raise


def _check_thresholds(found: Resolved) -> None:
    """Raise unless there is one curve, with thresholds to colour it by."""
    if len(found.curves) > 1 or found.folds is not None:
        raise ValueError(
            f"color='{BY_THRESHOLD}' goes with a single curve, found {found.described()}"
        )
    (curve,) = found.curves.values()
    floats_of(curve.thresholds, "y_score")
    if len(known_thresholds(curve)) == 0:
        raise ValueError(f"color='{BY_THRESHOLD}' needs a curve that knows its thresholds")
    check_ticks(curve.thresholds)


def known_thresholds(curve: ConfusionCurve) -> Any:
    """Return the indices of a curve's points that have a finite threshold."""
    return np.flatnonzero(np.isfinite(curve.thresholds))
