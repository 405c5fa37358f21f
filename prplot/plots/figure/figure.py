"""A figure of curves: models with their names, numbers and looks, and the layers around them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike

from prplot.core.checks import brief, one_of
from prplot.core.measures.scores import SCORES
from prplot.core.record import ConfusionCurve, Thresholds
from prplot.core.spaces import PR, PRG, Space
from prplot.core.traces import trace, whole_steps
from prplot.draw import scene
from prplot.draw.artists import draw_trace
from prplot.draw.axes import dress
from prplot.draw.color import dash_of, shade
from prplot.draw.style import (
    BASELINE,
    CHANCE,
    HULL,
    ISOMETRIC,
    MINIMUM,
    Style,
    merged,
    merged_region,
)
from prplot.inputs.curves import Curves, warn_if_one_class
from prplot.inputs.resolve import NOTHING, holds_curves
from prplot.inputs.rows import Grouping
from prplot.plots.figure.appearance import Look
from prplot.plots.figure.entries import legend_entries
from prplot.plots.figure.folds import Averaging, Folds, thin_style
from prplot.plots.figure.layers import (
    BRIEF,
    LEVELS,
    add_baseline,
    add_chance,
    add_isometrics,
    add_minimum,
    checked_legend,
    checked_levels,
    draw_bounds,
    gain_levels,
    open_gains,
    shared_totals,
)
from prplot.plots.figure.operating_points import Marked
from prplot.plots.figure.request import Resolved, counted_at
from prplot.plots.figure.thresholds import add_bar, color_by_threshold, levels_shown, shading

INTERPOLATIONS = ("exact", "integer", "linear", "step")
# As many entries as seaborn's brief legends have ticks.
MOST_IN_BRIEF = 6


@dataclass(frozen=True)
class Models:
    """Checked curves, each with its legend entry and its looks.

    Attributes
    ----------
    resolved : Resolved
        The curves, and what they are averages of.
    labels : list of str
        Legend entries.
    look : Look
        Colours and dashes.
    interpolation : str
        How the curves run between operating points.
    hulls : list of ConfusionCurve
        Of each curve, if they are shown; else empty.
    hull_label : str
        Legend entry of the hull, or of all hulls; nothing if there is none.
    marked : Marked
        Operating points that are marked.
    legend : bool or str
        Whether there is one, or "direct" or "brief".
    graded : ConfusionCurve or None
        The one curve that is coloured by its thresholds, with all of them.
    """

    resolved: Resolved
    labels: list[str]
    look: Look
    interpolation: str
    hulls: list[ConfusionCurve]
    hull_label: str
    marked: Marked
    legend: bool | str
    graded: ConfusionCurve | None = None

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
        show_points: bool | str = False,
        point_kws: Mapping[str, Any] | None = None,
        legend: bool | str = "auto",
    ) -> Models:
        """Check what the user gave; the arguments are those of `prplot.plot_pr`."""
        one_of(interpolation, "interpolation", INTERPOLATIONS)
        wanted = checked_legend(legend)
        # seaborn's facets hand over the value of a group.
        label = None if label is None else str(label)
        scores = _scores(score) if label is None else []
        by = by.collected(y_true, y_score, sample_weight)
        data: dict[str, Any] = {"pos_label": pos_label, "sample_weight": sample_weight}
        data |= {
            "y_true": y_true,
            "y_score": y_score,
            "name": _single(name, label, y_true, y_score),
        }
        found = Resolved.of(data, by, averaging, prevalence)
        curves = list(found.curves.values())
        if interpolation == "integer":
            # Refused for weights and rates, before anything is drawn.
            for curve in curves:
                whole_steps(curve.tp, curve.fp)
        if show_hull and found.is_spread:
            raise ValueError("a hull needs an estimator: of several folds none has the hull")

        def count(levels: Thresholds) -> list[list[ConfusionCurve]]:
            return counted_at(data, by, averaging, prevalence, levels)

        marked = Marked.of(
            found,
            thresholds,
            count,
            show_points=show_points,
            point_kws=point_kws,
            is_ready=holds_curves(y_true),
        )
        hulls = [curve.hull() for curve in curves] if show_hull else []
        labels, hull_label = legend_entries(
            found.curves,
            scores,
            interpolation,
            hulls=hulls,
            space=space,
            folds=list(found.folds.groups.values()) if found.folds and found.is_spread else None,
        )
        look = Look.of(found, curve_kws, color, palette)
        graded = None
        if look.by_threshold:
            ((graded,),) = count(levels_shown(*curves))
        if wanted == BRIEF:
            labels = _some(labels, found.ranks)
        said = "" if label else hull_label
        return cls(found, labels, look, interpolation, hulls, said, marked, wanted, graded)

    def warn(self, space: Space | None = None, *, stacklevel: int) -> None:
        """Warn of curves with one class only, of unequal folds, and of points that none can see."""
        shown = [curve for _, curve in self.resolved.shown]
        warn_if_one_class(shown, stacklevel=stacklevel + 1)
        if self.folds is not None:
            self.folds.warn(stacklevel=stacklevel + 1)
        if space is not None:
            self.marked.warn(space, stacklevel=stacklevel + 1)

    def has_other_prevalences(self) -> bool:
        """Tell whether the folds that are drawn differ in prevalence from their averages."""
        return self.folds is not None and self.folds.unequal() is not None

    def draw(self, ax: Axes, space: Space, colors: Sequence[Any]) -> None:
        """Draw one line for each curve, over its folds, and the points that are marked."""
        if self.folds is not None and self.resolved.is_spread:
            self._draw_alone(self.folds, ax, space, colors)
            self.marked.draw_on_folds(ax, space, colors)
            return
        if self.folds is not None:
            self.folds.draw(ax, space, colors, self.look.dashes)
        curves = list(self.curves.values())
        draw_bounds(curves, ax, space, colors)
        lines = draw_curves(
            curves,
            ax,
            space,
            colors,
            self.labels,
            self.look.style,
            join=self.interpolation,
            dashes=self.look.own_dashes(),
        )
        shade = None
        if self.graded is not None:
            drawn = trace(curves[0], space, join=self.interpolation)
            color_by_threshold(ax, drawn, self.graded, lines[0], self.look.palette)
            shade = shading(ax, self.graded, self.look.palette)
        if self.marked.on_folds:
            thin = [thin_style(ax, color)["color"] for color in colors]
            self.marked.draw_on_folds(ax, space, thin)
        else:
            self.marked.draw(ax, space, curves, lines, shade)

    def _draw_alone(self, all_: Folds, ax: Axes, space: Space, colors: Sequence[Any]) -> None:
        """Draw the folds of each model as its curves; the first has the entry of all."""
        looks_of = zip(all_.groups.values(), colors, self.look.all_dashes(), strict=True)
        for (folds, color, dash), label in zip(looks_of, self.labels, strict=True):
            labels = [label] + [""] * (len(folds) - 1)
            some, dashes = [color] * len(folds), [dash] * len(folds)
            look, join = self.look.style, self.interpolation
            draw_curves(folds, ax, space, some, labels, look, join=join, dashes=dashes)

    def add_bar(self, *panels: Axes) -> None:
        """Say beside the last panel which colour stands for which threshold, if any does."""
        if self.graded is not None:
            add_bar(panels, self.graded, self.look.palette)

    def draw_hulls(self, ax: Axes, space: Space, colors: Sequence[Any], style: Style) -> None:
        """Draw the hull of each curve, and say once in the legend what these lines are."""
        alone = len(self.hulls) == 1
        labels = [self.hull_label if alone else ""] * len(self.hulls)
        own = self.look.own_dashes()
        draw_curves(self.hulls, ax, space, colors, labels, style, gid=scene.HULL, dashes=own)
        if self.hull_label and not alone:
            draw_swatch(ax, self.hull_label, 1.0, style)


def draw_curves(
    curves: Sequence[ConfusionCurve],
    ax: Axes,
    space: Space,
    colors: Sequence[Any],
    labels: Sequence[str],
    style: Style,
    *,
    join: str = "exact",
    gid: str = scene.CURVE,
    dashes: Sequence[Any] | None = None,
) -> list[Line2D]:
    """Draw one line for each curve, in its colour and with its label."""
    lines = []
    dashes = _laps(colors) if dashes is None else dashes
    for curve, color, label, dash in zip(curves, colors, labels, dashes, strict=True):
        # An underscore keeps a curve that has nothing to say out of the legend, but no name.
        said = f" {label}" if label.startswith("_") else label or "_"
        own = {"color": color, "linestyle": dash, "label": said}
        lines.append(draw_trace(trace(curve, space, join=join), ax, {**own, **style}))
        lines[-1].set_gid(gid)
    return lines


def _laps(colors: Sequence[Any]) -> list[Any]:
    """Return dashes that tell curves apart where the cycle of colours starts over."""
    if len(set(colors)) == 1:
        return ["-"] * len(colors)
    seen = [list(colors[:i]).count(color) for i, color in enumerate(colors)]
    return [dash_of(lap) for lap in seen]


def draw_swatch(ax: Axes, label: str, strength: float, style: Style) -> None:
    """Add a row to the legend for lines of several colours, once, in a shade of the text colour."""
    if any(line.get_gid() == scene.HULL and line.get_label() == label for line in ax.lines):
        return
    own = {"color": shade(ax, strength), "label": label}
    (swatch,) = ax.plot([], [], **{**own, **style})
    swatch.set_gid(scene.HULL)


def _scores(score: str | Sequence[str] | None) -> list[str]:
    if score is None:
        return []
    names = score if isinstance(score, list | tuple) else [score]
    if len(set(map(str, names))) < len(names):
        raise ValueError(f"score must hold different names, found {brief(score)}")
    return [one_of(name, "score", SCORES) for name in names]


def _some(labels: list[str], ranks: Sequence[int] | None) -> list[str]:
    """Return the labels of groups evenly spread over an order; the others say nothing."""
    if ranks is None:
        return labels
    places = sorted(set(ranks))
    picked = np.linspace(0, len(places) - 1, min(len(places), MOST_IN_BRIEF)).round().astype(int)
    kept = {places[i] for i in picked}
    return [label if rank in kept else "" for label, rank in zip(labels, ranks, strict=True)]


def _single(name: str | None, label: str | None, y_true: Any, y_score: Any) -> str | None:
    """Return the name of a single curve; raise if it has two, or if a dict names the curves."""
    if name is not None and label is not None:
        raise TypeError("name and label can't both be given; label replaces the legend entry")
    if label is not None and (isinstance(y_true, Mapping) or isinstance(y_score, Mapping)):
        raise TypeError("label goes with a single curve; the keys of the dict name its curves")
    return label if name is None else name


S = TypeVar("S")

# Whether a layer is shown, and the properties that a user gives it.
Asked = tuple[bool, Mapping[str, Any] | None]
UNASKED: Asked = (False, None)


@dataclass(frozen=True)
class Surroundings:
    """The layers around curves, checked before anything is drawn; None is not shown."""

    hull: Style | None
    minimum: tuple[Style, Style] | None
    chance: Style | None
    baseline: Style | None
    isometrics: Style | None
    beta: float
    levels: Sequence[float]
    totals: tuple[float, float]

    @classmethod
    def checked(
        cls,
        models: Models,
        *spaces: Space,
        hull: Asked = UNASKED,
        minimum: Asked = UNASKED,
        chance: Asked = UNASKED,
        baseline: Asked = UNASKED,
        isometrics: Asked = UNASKED,
        beta: float = 1,
        levels: ArrayLike | None = None,
    ) -> Surroundings:
        """Return the layers of all panels; raise if one can't be drawn in these spaces."""
        # Only in PR space lines of one F score are the same at every prevalence.
        bound = isometrics[0] and any(space != PR for space in spaces)
        totals = shared_totals(models.curves.values()) if bound else (1.0, 1.0)
        spread: Sequence[float] = LEVELS
        if spaces == (PRG,):
            spread = gain_levels(totals[0] / sum(totals), beta)
        return cls(
            hull=_style(merged, HULL, hull, "hull_kws"),
            minimum=_style(merged_region, MINIMUM, minimum, "min_kws"),
            chance=_style(merged, CHANCE, chance, "chance_kws"),
            baseline=_style(merged, BASELINE, baseline, "baseline_kws"),
            isometrics=_style(merged, ISOMETRIC, isometrics, "isometric_kws"),
            beta=beta,
            levels=checked_levels(levels, spread, beta),
            totals=totals,
        )

    def draw(self, ax: Axes, space: Space, models: Models, colors: Sequence[Any]) -> None:
        """Draw all layers that a space has, in the colours of the curves where these differ."""
        curves = models.curves.values()
        if self.hull is not None:
            models.draw_hulls(ax, space, colors, self.hull)
        if self.minimum is not None and space == PR:
            add_minimum(
                ax,
                PR,
                curves,
                colors=colors,
                style=self.minimum,
                dashes=models.look.own_dashes(),
                say_prevalence=models.has_other_prevalences(),
            )
        if self.chance is not None and space != PRG:
            add_chance(ax, space, curves, colors=colors, style=self.chance)
        if self.baseline is not None:
            add_baseline(ax, space, curves, beta=self.beta, colors=colors, style=self.baseline)
        if self.isometrics is not None:
            totals = (1, 1) if space == PR else self.totals
            add_isometrics(
                ax, space, totals, beta=self.beta, levels=self.levels, style=self.isometrics
            )


def _style(
    merged: Callable[[Style, Mapping[str, Any] | None, str], S],
    default: Style,
    asked: Asked,
    argument: str,
) -> S | None:
    """Return how a layer looks; also what is not shown must be given rightly."""
    is_shown, given = asked
    style = merged(default, given, argument)
    return style if is_shown else None


def draw_panel(
    ax: Axes, space: Space, models: Models, around: Surroundings, colors: Sequence[Any]
) -> None:
    """Draw curves and what stands around them in the axes of one space."""
    dress(ax, space, models.resolved.shown)
    if space == PRG:
        open_gains(ax, models.curves.values())
    models.draw(ax, space, colors)
    around.draw(ax, space, models, colors)
