"""What a figure of curves draws: the models, their names and numbers, their looks."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike, NDArray

from prplot.core.counts import ConfusionCurve
from prplot.core.options import brief, choose
from prplot.core.scores import SCORES
from prplot.core.spaces import Space
from prplot.core.traces import trace, whole_steps
from prplot.draw import style as looks
from prplot.draw.artists import draw_trace
from prplot.draw.labels import CURVE, HULL
from prplot.inputs.curves import Curves, warn_if_one_class
from prplot.inputs.groups import Grouping
from prplot.plots import marks
from prplot.plots.data import NOTHING, Resolved
from prplot.plots.entries import legend_entries
from prplot.plots.folds import Averaging, Folds
from prplot.plots.scanned import draw_bounds

INTERPOLATIONS = ("exact", "integer", "linear", "step")


@dataclass(frozen=True)
class Models:
    """Checked curves, each with its legend entry, and the style that they share.

    Attributes
    ----------
    resolved : Resolved
        The curves, and what their colours depend on.
    labels : list of str
        Legend entries.
    style : dict
        Line properties; "color" is among them if one was asked for.
    interpolation : str
        How the curves run between operating points.
    hulls : list of ConfusionCurve
        Of each curve, if they are shown; else empty.
    hull_label : str
        Legend entry of the hull, or of all hulls; nothing if there is none.
    palette : str, sequence of colours, dict of level to colour, or None
    thresholds : ndarray of float, shape (n,), or None
        Where operating points are marked.
    points : list of ndarray of float, shape (n, 2), or None
        Of each curve, the counts there.
    """

    resolved: Resolved
    labels: list[str]
    style: looks.Style
    interpolation: str
    hulls: list[ConfusionCurve]
    hull_label: str
    palette: Any
    thresholds: NDArray[np.float64] | None = None
    points: list[NDArray[np.float64]] | None = None

    @property
    def curves(self) -> Curves:
        """The curves by name; averages if they have folds."""
        return self.resolved.curves

    @property
    def folds(self) -> Folds | None:
        """What the curves are averages of."""
        return self.resolved.folds

    @classmethod
    def resolve(
        cls,
        y_true: Any,
        y_score: Any,
        *,
        pos_label: Hashable | None,
        sample_weight: ArrayLike | None,
        name: str | None,
        label: str | None,
        color: Any,
        score: str | Sequence[str] | None,
        curve_kws: Mapping[str, Any] | None,
        interpolation: str = "exact",
        prevalence: float | Sequence[float] | None = None,
        show_hull: bool = False,
        space: Space | None = None,
        averaging: Averaging | None = None,
        by: Grouping = NOTHING,
        palette: Any = None,
        thresholds: ArrayLike | None = None,
    ) -> "Models":
        """Check what the user gave; the arguments are those of `prplot.plot_pr`."""
        choose(interpolation, "interpolation", INTERPOLATIONS)
        if name is not None and label is not None:
            raise TypeError("name and label can't both be given; label replaces the legend entry")
        # seaborn's facets hand over the value of a group.
        label = None if label is None else str(label)
        scores = _scores(score) if label is None else []
        single = label if name is None else name
        if label is not None and (isinstance(y_true, Mapping) or isinstance(y_score, Mapping)):
            raise TypeError("label goes with a single curve; the keys of the dict name its curves")
        data: dict[str, Any] = {"pos_label": pos_label, "sample_weight": sample_weight}
        data |= {"y_true": y_true, "y_score": y_score, "name": single}
        found = Resolved.of(data, by, averaging, prevalence)
        curves = found.curves
        if palette is not None:
            looks.palette_colors(found.levels, palette)
        levels = marks.checked_thresholds(thresholds)
        if levels is not None and (by.is_used or found.folds is not None or found.is_of_classes):
            raise ValueError("thresholds go with labels and scores, or with curves, of each model")
        points = None if levels is None else marks.marked_points(data, curves, levels)
        if interpolation == "integer":
            # Refused for weights and rates, before anything is drawn.
            for curve in curves.values():
                whole_steps(curve.tp, curve.fp)
        if by.is_used and len(curves) > 1:
            # As in seaborn: the colours of groups win over one that a facet hands over.
            color = None
        style = _curve_style(curve_kws, color, len(curves))
        hulls = [curve.hull() for curve in curves.values()] if show_hull else []
        labels, hull_label = legend_entries(curves, scores, interpolation, hulls=hulls, space=space)
        hull_label = "" if label else hull_label
        return cls(found, labels, style, interpolation, hulls, hull_label, palette, levels, points)

    def warn(self, *, stacklevel: int) -> None:
        """Warn of curves with one class only, and of folds of unequal prevalence."""
        warn_if_one_class(self.curves.values(), stacklevel=stacklevel + 1)
        if self.folds is not None:
            self.folds.warn(stacklevel=stacklevel + 1)

    def has_other_prevalences(self) -> bool:
        """Tell whether the folds that are drawn differ in prevalence from their averages."""
        return self.folds is not None and self.folds.unequal() is not None

    def colors(self, ax: Axes) -> list[Any]:
        """Return each curve's colour: asked for, in an order, or the next ones of the cycle."""
        if "color" in self.style:
            return [self.style["color"]] * len(self.curves)
        if self.palette is not None:
            return looks.palette_colors(self.resolved.levels, self.palette)
        if self.resolved.ranks is not None:
            ordered = looks.ordered_colors(len(self.curves), ax)
            return [ordered[rank] for rank in self.resolved.ranks]
        some = looks.many_colors if self.resolved.is_grouped else looks.cycle_colors
        return some(len(self.curves), ax)

    def draw(self, ax: Axes, space: Space, colors: Sequence[Any]) -> list[Line2D]:
        """Draw one line for each curve, over its folds."""
        if self.folds is not None:
            self.folds.draw(ax, space, colors)
        curves, look = list(self.curves.values()), self.style
        draw_bounds(curves, ax, space, colors)
        if self.thresholds is not None and self.points is not None:
            for curve, counts, color in zip(curves, self.points, colors, strict=True):
                marks.add_points(ax, space, curve, counts, self.thresholds, color=color)
        return draw_curves(curves, ax, space, colors, self.labels, look, join=self.interpolation)

    def draw_hulls(self, ax: Axes, space: Space, colors: Sequence[Any], style: looks.Style) -> None:
        """Draw the hull of each curve, and say once in the legend what these lines are."""
        alone = len(self.hulls) == 1
        labels = [self.hull_label if alone else ""] * len(self.hulls)
        draw_curves(self.hulls, ax, space, colors, labels, style, gid=HULL)
        if self.hull_label and not alone:
            draw_swatch(ax, self.hull_label, 1.0, style)


def draw_curves(
    curves: Sequence[ConfusionCurve],
    ax: Axes,
    space: Space,
    colors: Sequence[Any],
    labels: Sequence[str],
    style: looks.Style,
    *,
    join: str = "exact",
    gid: str = CURVE,
) -> list[Line2D]:
    """Draw one line for each curve, in its colour and with its label."""
    lines = []
    seen: list[Any] = []
    for curve, color, label in zip(curves, colors, labels, strict=True):
        # Where the cycle of colours starts over, another dash tells the curves apart.
        dash = looks.LAPS[seen.count(color) % len(looks.LAPS)] if len(set(colors)) > 1 else "-"
        seen.append(color)
        # An underscore keeps a curve that has nothing to say out of the legend.
        own = {"color": color, "linestyle": dash, "label": label or "_"}
        lines.append(draw_trace(trace(curve, space, join=join), ax, {**own, **style}))
        lines[-1].set_gid(gid)
    return lines


def draw_swatch(ax: Axes, label: str, strength: float, style: looks.Style) -> None:
    """Add a row to the legend for lines of several colours, once, in a shade of the text colour."""
    if any(line.get_gid() == HULL and line.get_label() == label for line in ax.lines):
        return
    own = {"color": looks.shade(ax, strength), "label": label}
    (swatch,) = ax.plot([], [], **{**own, **style})
    swatch.set_gid(HULL)


def _scores(score: str | Sequence[str] | None) -> list[str]:
    if score is None:
        return []
    names = score if isinstance(score, list | tuple) else [score]
    if len(set(map(str, names))) < len(names):
        raise ValueError(f"score must hold different names, found {brief(score)}")
    return [choose(name, "score", SCORES) for name in names]


def _curve_style(curve_kws: Mapping[str, Any] | None, color: Any, count: int) -> looks.Style:
    style = looks.merged(looks.CURVE, curve_kws, "curve_kws")
    if color is None:
        return style
    if "color" in style:
        raise TypeError("color is given twice, by itself and in curve_kws")
    if count > 1:
        raise ValueError(f"color goes with a single curve, found {count} curves")
    return {**style, "color": looks.checked_color(color)}
