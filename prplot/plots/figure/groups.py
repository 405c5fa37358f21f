"""The groups of a figure of curves, and how they look.

Groups are models, classes, folds with their average, or prevalences of one model.
"""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import is_color_like

from prplot.core.checks import (
    brief,
    checked_prevalence,
    closest_names,
    dimensions,
    finite_numbers,
    floats_of,
    user_level,
)
from prplot.core.record import ConfusionCurve, Thresholds
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
from prplot.draw.tex import check_formulas, typeset
from prplot.draw.ticks import check_ticks
from prplot.inputs.curves import UnequalPrevalenceWarning
from prplot.inputs.resolve import Grouped, Keys, curves_of
from prplot.plots.figure.arguments import Averaging, Options

if TYPE_CHECKING:
    from prplot.core.uncertainty.runs import Sample

CurvesOfGroups = Mapping[str | None, Sequence[ConfusionCurve]]
# Folds whose prevalences differ by more than this share of their mean get a warning.
UNEQUAL = 0.1


@dataclass(frozen=True)
class CurveGroup:
    """One of the curves of a figure.

    Attributes
    ----------
    name : str or None
        What the legend calls it; an average without a name is named after its folds.
    curve : ConfusionCurve
        An average if there are folds.
    folds : sequence of ConfusionCurve
    level : object
        What its colour depends on: a value of `hue`, a column, or its name.
    dash : int
        The index of its dash pattern.
    rank : int or None
        The position of its level in the order of all levels, if they have one.
    """

    name: str | None
    curve: ConfusionCurve
    folds: Sequence[ConfusionCurve] = ()
    level: Any = None
    dash: int = 0
    rank: int | None = None


@dataclass(frozen=True)
class CurveGroups:
    """The groups of a figure, and what they have in common.

    Attributes
    ----------
    members : sequence of CurveGroup
    averaging : Averaging or None
        How the folds are averaged, if there are folds.
    is_unnamed : bool
        Whether the only group has no name of the user.
    is_grouped : bool
        Whether groups are those of rows, or come from a table.
    positive : str or None
        The text of the positive label, if it is not the usual one.
    samples : sequence of Sample
        For a band: what is resampled for each group, or one for all of them.
    titles, keys
        As in `Grouped`.
    """

    members: Sequence[CurveGroup]
    averaging: Averaging | None = None
    is_unnamed: bool = False
    is_grouped: bool = False
    positive: str | None = None
    samples: "Sequence[Sample]" = ()
    titles: Sequence[str] = ()
    keys: Keys = field(default_factory=dict)

    def __iter__(self) -> Iterator[CurveGroup]:
        """Yield the groups in their order."""
        return iter(self.members)

    def __len__(self) -> int:
        """Return how many groups there are."""
        return len(self.members)

    @property
    def heading(self) -> str:
        """What the names in the legend are names of."""
        return self.titles[0] if 1 <= len(self.titles) <= 2 else ""

    @property
    def curves(self) -> list[ConfusionCurve]:
        """The curve of each group."""
        return [group.curve for group in self.members]

    @property
    def ranks(self) -> list[int] | None:
        """The rank of each group; None if they have none."""
        found = [group.rank for group in self.members if group.rank is not None]
        return found or None

    @property
    def has_folds(self) -> bool:
        """Whether the curves are averages of folds, or stand for folds without an average."""
        return self.averaging is not None

    @property
    def is_spread(self) -> bool:
        """Whether folds are drawn without an average."""
        return self.averaging is not None and self.averaging.estimator is None

    @property
    def is_pooled(self) -> bool:
        """Whether a curve ranks the scores of all folds together."""
        return self.averaging is not None and self.averaging.estimator == "pooled"

    def shown(self) -> list[tuple[str | None, ConfusionCurve]]:
        """Return the drawn curves, each with its name: the folds if there is no average."""
        if not self.is_spread:
            return [(group.name, group.curve) for group in self.members]
        return [(group.name, fold) for group in self.members for fold in group.folds]

    def described(self) -> str:
        """Return the number of curves, as error messages write it."""
        return "folds" if self.has_folds else f"{len(self)} curves"

    def unequal(self) -> tuple[float, float] | None:
        """Return the lowest and the highest prevalence of folds that differ too much, if any do."""
        for group in self.members if self.has_folds else ():
            shares = [fold.prevalence for fold in group.folds]
            low, high = min(shares), max(shares)
            if high - low > UNEQUAL * sum(shares) / len(shares):
                return low, high
        return None

    def warn(self) -> None:
        """Give one UnequalPrevalenceWarning if the folds of a model differ too much."""
        found = self.unequal()
        if found is not None and self.averaging is not None and self.averaging.average is None:
            warnings.warn(
                f"the folds' prevalences range from {found[0]:.3g} to {found[1]:.3g}, so their "
                "curves have unequal minimum curves and differ in height for that reason too; "
                "prevalence= redraws all of them at one",
                UnequalPrevalenceWarning,
                stacklevel=user_level(),
            )


def groups_of(options: Options) -> CurveGroups:
    """Return the groups of a figure; raise unless its curves can be drawn as the user wishes."""
    averaging, prevalence = options.averaging, options.given["prevalence"]
    with_folds = averaging is not None
    found = curves_of(options.data, options.by, average=options.average, with_folds=with_folds)
    _refuse_models(found)
    pooled = None
    if averaging is not None:
        averaging.check(found)
        pools = averaging.estimator == "pooled" and found.are_folds
        pooled = _pooled(options) if pools else None
    samples = _samples(options, found, pooled)
    groups = redrawn(found.groups, prevalence)
    check_formulas(groups)
    if averaging is not None and found.are_folds:
        averaging.check_folds(found)
        wholes = None if pooled is None else redrawn(pooled.groups, prevalence)
        members = [
            CurveGroup(
                averaging.name(len(folds)) if name is None else name,
                averaging.of(folds) if wholes is None else wholes[name][0],
                folds,
            )
            for name, folds in groups.items()
        ]
    else:
        averaging, members = None, [CurveGroup(name, curve) for name, (curve, *_) in groups.items()]
    levels, dashes, ranks = found.levels, found.dashes, level_ranks(found)
    titles = found.titles
    if prevalence is not None and dimensions(prevalence):
        levels, dashes, ranks = list(groups), [0] * len(groups), ranks_of(prevalence)
        titles = ()
    known: Sequence[int | None] = ranks or [None] * len(members)
    looks = zip(members, levels, dashes, known, strict=True)
    return CurveGroups(
        [replace(one, level=level, dash=dash, rank=rank) for one, level, dash, rank in looks],
        averaging,
        is_unnamed=None in groups,
        is_grouped=any(
            one is not None for one in (options.by.data, options.by.hue, options.by.style)
        ),
        positive=found.positive,
        samples=samples,
        titles=titles,
        keys=found.keys,
    )


def counted_at(options: Options, thresholds: Thresholds) -> list[Sequence[ConfusionCurve]]:
    """Return the curves, or their folds, counted at thresholds if there are scores to count."""
    averaging = options.averaging
    pools = averaging is not None and averaging.estimator == "pooled"
    by = replace(options.by, units=None) if pools else options.by
    found = curves_of(options.data, by, average=options.average, thresholds=thresholds)
    return list(redrawn(found.groups, options.given["prevalence"]).values())


def _samples(options: Options, found: Grouped, pooled: Grouped | None) -> "list[Sample]":
    """Return what is resampled for each group if there is a band of one test set."""
    if options.band is None:
        return []
    options.band.check(average=options.average)
    by = options.by
    if pooled is not None:
        found, by = pooled, replace(by, units=None)
    elif found.are_folds:
        options.band.refuse_folds()
    from prplot.inputs.samples import samples_of

    return [sample for (sample,) in samples_of(options.data, by, found, options.average)]


def _pooled(options: Options) -> Grouped:
    """Return, for each group, the curve of all its scores."""
    if options.by.units is None:
        raise ValueError(
            "estimator='pooled' needs the folds' scores, labels and scores with units=; "
            "of ready curves they are not known"
        )
    return curves_of(options.data, replace(options.by, units=None), average=options.average)


def _refuse_models(found: Grouped) -> None:
    """Raise if there is a curve for each class of each of several models: too much to be read."""
    if found.models:
        raise ValueError(
            f"y_score holds several models of several classes ({', '.join(found.models)}): "
            "average='macro', 'micro' or 'weighted' draws one curve for each model, and "
            "prplot.curveplot(..., col='class') a panel for each class"
        )


def level_ranks(found: Grouped) -> list[int] | None:
    """Return the position of each group's level in the order of levels; None if they have none."""
    if not found.is_ordered:
        return None
    rising = sorted(set(found.levels))
    return [rising.index(level) for level in found.levels]


# Prevalences


def redrawn(
    groups: CurvesOfGroups, prevalence: float | Sequence[float] | None
) -> dict[str | None, Sequence[ConfusionCurve]]:
    """Return the curves of each model at a prevalence, or those of one model at several.

    Parameters
    ----------
    groups : dict of name (or None) to sequence of ConfusionCurve
    prevalence : float, sequence of float, or None
        In (0, 1); None leaves the curves as they are.

    Returns
    -------
    dict of name (or None) to sequence of ConfusionCurve
        With several prevalences they are part of the names.

    Raises
    ------
    ValueError
        A prevalence outside (0, 1), none or one twice; several for several models.
    """
    if prevalence is None:
        return dict(groups)
    if dimensions(prevalence) == 0:
        share = checked_prevalence(prevalence)  # type: ignore[arg-type]
        return {name: _at(curves, share) for name, curves in groups.items()}
    shares = _several(prevalence)
    if len(groups) > 1:
        raise ValueError(f"several prevalences go with a single model, found {len(groups)} models")
    ((name, curves),) = groups.items()
    start = "" if name is None else f"{name}, "
    return {
        f"{start}{typeset(f'π = {text}')}": _at(curves, share)
        for text, share in zip(_distinct_texts(shares), shares, strict=True)
    }


def ranks_of(prevalence: Any) -> list[int]:
    """Return the position of each prevalence in the order from high to low."""
    falling = sorted(prevalence, reverse=True)
    return [falling.index(share) for share in prevalence]


def _distinct_texts(shares: Sequence[float]) -> list[str]:
    """Write prevalences with three digits, or with as many more as make them distinct."""
    attempts = ([f"{share:.{digits}g}" for share in shares] for digits in range(3, 18))
    return next(texts for texts in attempts if len(set(texts)) == len(shares))


def _at(curves: Sequence[ConfusionCurve], share: float) -> list[ConfusionCurve]:
    return [curve.at_prevalence(share) for curve in curves]


def _several(prevalence: Any) -> list[float]:
    shares = finite_numbers(prevalence, "prevalence")
    if shares.ndim != 1 or shares.size == 0 or np.unique(shares).size < shares.size:
        raise ValueError(
            "prevalence must be a number or a list of different numbers strictly between 0 and 1, "
            f"found {brief(prevalence)}"
        )
    return [checked_prevalence(share) for share in shares]


# Colours and dashes

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
