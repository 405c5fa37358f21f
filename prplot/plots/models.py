"""What a figure of curves draws: the models, their names and numbers, their looks."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike

from prplot.core import areas
from prplot.core.counts import ConfusionCurve
from prplot.core.options import choose
from prplot.core.spaces import Space
from prplot.core.traces import trace, whole_steps
from prplot.draw import style as looks
from prplot.draw.artists import draw_trace
from prplot.draw.labels import CURVE
from prplot.inputs.curves import Curves, named_curves

INTERPOLATIONS = ("exact", "integer", "linear", "step")
SCORES = ("aucpr", "average_precision", "auroc")


@dataclass(frozen=True)
class Models:
    """Checked curves, each with its legend entry, and the style that they share.

    Attributes
    ----------
    curves : dict of name to ConfusionCurve
    labels : list of str
        Legend entries.
    style : dict
        Line properties; "color" is among them if one was asked for.
    interpolation : str
        How the curves run between operating points.
    """

    curves: Curves
    labels: list[str]
    style: looks.Style
    interpolation: str

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
        prevalence: float | None = None,
    ) -> "Models":
        """Check what the user gave; the arguments are those of `prplot.plot_pr`."""
        choose(interpolation, "interpolation", INTERPOLATIONS)
        if name is not None and label is not None:
            raise TypeError("name and label can't both be given; label replaces the legend entry")
        scores = _scores(score) if label is None else []
        single = label if name is None else name
        if label is not None and (isinstance(y_true, Mapping) or isinstance(y_score, Mapping)):
            raise TypeError("label goes with a single curve; the keys of the dict name its curves")
        curves = named_curves(
            y_true, y_score, pos_label=pos_label, sample_weight=sample_weight, name=single
        )
        if prevalence is not None:
            curves = {key: curve.at_prevalence(prevalence) for key, curve in curves.items()}
        if interpolation == "integer":
            # Refused for weights and rates, before anything is drawn.
            for curve in curves.values():
                whole_steps(curve.tp, curve.fp)
        style = _curve_style(curve_kws, color, len(curves))
        labels = _legend_entries(curves, scores, interpolation)
        return cls(curves, labels, style, interpolation)

    def colors(self, ax: Axes) -> list[Any]:
        """Return each curve's colour: the one asked for, else the next ones of the axes' cycle."""
        if "color" in self.style:
            return [self.style["color"]] * len(self.curves)
        return looks.cycle_colors(len(self.curves), ax)

    def draw(self, ax: Axes, space: Space, colors: Sequence[Any]) -> list[Line2D]:
        """Draw one line for each curve."""
        lines = []
        seen: list[Any] = []
        for curve, color, label in zip(self.curves.values(), colors, self.labels, strict=True):
            drawn = trace(curve, space, join=self.interpolation)
            # Where the cycle of colours starts over, another dash tells the curves apart.
            dash = looks.LAPS[seen.count(color) % len(looks.LAPS)] if len(set(colors)) > 1 else "-"
            seen.append(color)
            # An underscore keeps a curve that has nothing to say out of the legend.
            own = {"color": color, "linestyle": dash, "label": label or "_"}
            lines.append(draw_trace(drawn, ax, {**own, **self.style}))
            lines[-1].set_gid(CURVE)
        return lines


def _scores(score: str | Sequence[str] | None) -> list[str]:
    if score is None:
        return []
    names = score if isinstance(score, list | tuple) else [score]
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


def _legend_entries(curves: Curves, scores: Sequence[str], interpolation: str) -> list[str]:
    """Return for each curve its name and its numbers, every number under its own name."""
    entries = []
    for name, curve in curves.items():
        shown = [_number(curve, score, interpolation) for score in scores]
        if name is None:
            entries.append(", ".join(f"{label} = {value:.3f}" for label, value in shown))
        else:
            numbers = ", ".join(f"{label} {value:.3f}" for label, value in shown)
            entries.append(f"{name} ({numbers})" if shown else name)
    return entries


def _number(curve: ConfusionCurve, score: str, interpolation: str) -> tuple[str, float]:
    if score == "auroc":
        return "AUROC", areas.area_roc(curve)
    if score == "average_precision" or interpolation == "step":
        return "AP", areas.step_area_pr(curve)
    of = {"exact": "AUCPR", "integer": "AUCPR at whole counts", "linear": "AUCPR by chords"}
    return of[interpolation], areas.area_pr(curve, interpolation=interpolation)
