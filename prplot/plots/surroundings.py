"""What stands around the curves of a panel: hulls, references and lines of one F score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from prplot.core.spaces import PR, PRG, Space
from prplot.draw import style as looks
from prplot.draw.frames import dress
from prplot.plots import gains, layers
from prplot.plots.models import Models

S = TypeVar("S")

# Whether a layer is shown, and the properties that a user gives it.
Asked = tuple[bool, Mapping[str, Any] | None]
UNASKED: Asked = (False, None)


@dataclass(frozen=True)
class Surroundings:
    """The layers around curves, checked before anything is drawn; None is not shown."""

    hull: looks.Style | None
    minimum: tuple[looks.Style, looks.Style] | None
    chance: looks.Style | None
    baseline: looks.Style | None
    isometrics: looks.Style | None
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
        totals = layers.shared_totals(models.curves.values()) if bound else (1.0, 1.0)
        spread: Sequence[float] = layers.LEVELS
        if spaces == (PRG,):
            spread = gains.gain_levels(totals[0] / sum(totals), beta)
        return cls(
            hull=_style(looks.merged, looks.HULL, hull, "hull_kws"),
            minimum=_style(looks.merged_region, looks.MINIMUM, minimum, "min_kws"),
            chance=_style(looks.merged, looks.CHANCE, chance, "chance_kws"),
            baseline=_style(looks.merged, looks.BASELINE, baseline, "baseline_kws"),
            isometrics=_style(looks.merged, looks.ISOMETRIC, isometrics, "isometric_kws"),
            beta=beta,
            levels=layers.checked_levels(levels, spread, beta),
            totals=totals,
        )

    def draw(self, ax: Axes, space: Space, models: Models, colors: Sequence[Any]) -> None:
        """Draw all layers that a space has, in the colours of the curves where these differ."""
        curves = models.curves.values()
        if self.hull is not None:
            models.draw_hulls(ax, space, colors, self.hull)
        if self.minimum is not None and space == PR:
            layers.add_minimum(
                ax,
                PR,
                curves,
                colors=colors,
                style=self.minimum,
                dashes=models.look.own_dashes(),
                say_prevalence=models.has_other_prevalences(),
            )
        if self.chance is not None and space != PRG:
            layers.add_chance(ax, space, curves, colors=colors, style=self.chance)
        if self.baseline is not None:
            layers.add_baseline(
                ax, space, curves, beta=self.beta, colors=colors, style=self.baseline
            )
        if self.isometrics is not None:
            totals = (1, 1) if space == PR else self.totals
            layers.add_isometrics(
                ax, space, totals, beta=self.beta, levels=self.levels, style=self.isometrics
            )


def _style(
    merged: Callable[[looks.Style, Mapping[str, Any] | None, str], S],
    default: looks.Style,
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
        gains.open_gains(ax, models.curves.values())
    models.draw(ax, space, colors)
    around.draw(ax, space, models, colors)
