"""The groups of a figure of curves, and how they look.

Groups are models, classes, folds with their average, or prevalences of one model.
"""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import is_color_like

from prplot.core import checks
from prplot.core.checks import FloatArray
from prplot.core.record import ConfusionCurve
from prplot.core.record.steps import Thresholds
from prplot.core.signatures import PrOptions
from prplot.draw import style
from prplot.draw.style import Style
from prplot.draw.tex import check_formulas, typeset
from prplot.inputs.notices import UnequalPrevalenceWarning
from prplot.inputs.resolve import Grouped, curves_of
from prplot.plots.figure.arguments import Averaging, Options

if TYPE_CHECKING:
    from prplot.core.uncertainty.resampled import RetrievedSample, Sample

# Significant digits of a number: usually, at most (all of a float), and before the point.
DIGITS, EXACT, MOST_WHOLE = 3, 17, 6
CurvesOfGroups = Mapping[str | None, Sequence[ConfusionCurve]]
# Folds whose prevalences differ by more than this share of their mean get a warning.
UNEQUAL = 0.1
# What to do with folds that lack a class.
AS_THEY_ARE = "; estimator=None draws it as it is, 'pooled' needs no folds with both classes"


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
    """

    name: str | None
    curve: ConfusionCurve
    folds: Sequence[ConfusionCurve] = ()


@dataclass(frozen=True)
class CurveGroups:
    """The groups of a figure, and what they have in common.

    Attributes
    ----------
    members : sequence of CurveGroup
    found : Grouped
        What their colours, dashes and titles depend on.
    ranks : sequence of int or None
        The position of each level in the order of all levels, if they have one.
    averaging : Averaging or None
        How the folds are averaged, if there are folds.
    samples : sequence of Sample
        For a band: what is resampled for each group, or one for all of them.
    """

    members: Sequence[CurveGroup]
    found: Grouped
    ranks: Sequence[int | None]
    averaging: Averaging | None = None
    samples: "Sequence[Sample | RetrievedSample]" = ()

    @property
    def is_unnamed(self) -> bool:
        """Whether the only group has no name of the user."""
        return None in self.found.groups

    @property
    def heading(self) -> str:
        """What the names in the legend are names of."""
        return self.found.titles[0] if 1 <= len(self.found.titles) <= 2 else ""

    @property
    def curves(self) -> list[ConfusionCurve]:
        """The curve of each group."""
        return [group.curve for group in self.members]

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

    def unequal(self) -> tuple[float, float] | None:
        """Return the lowest and the highest prevalence of folds that differ too much, if any do."""
        for group in self.members:
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
                "prevalence= draws all of them at one prevalence",
                UnequalPrevalenceWarning,
                stacklevel=checks.user_level(),
            )


def groups_of(options: Options) -> CurveGroups:
    """Return the groups of a figure; raise unless its curves can be drawn as the user wishes."""
    averaging, given = options.averaging, options.given
    prevalence, average = given["prevalence"], given["average"]
    is_averaged = averaging is not None
    found = curves_of(options.data, average=average, with_folds=is_averaged)
    if found.models:
        raise ValueError(
            f"y_score has several models of several classes ({', '.join(found.models)}): "
            "average='macro', 'micro' or 'weighted' draws one curve for each model, and "
            "prplot.curveplot(..., col='class') a panel for each class"
        )
    wholes = None
    if averaging is not None:
        averaging.check(found, AS_THEY_ARE)
        wholes = _pooled(options) if averaging.estimator == "pooled" and found.are_folds else None
    samples = _samples(options, found, wholes) if options.band is not None else ()
    groups = redrawn(found.groups, prevalence)
    pooled = {} if wholes is None else redrawn(wholes.groups, prevalence)
    check_formulas(groups)
    if averaging is not None and found.are_folds:
        members = []
        for name, folds in groups.items():
            own = averaging.name(len(folds)) if name is None else name
            whole = pooled[name][0] if pooled else averaging.of(folds)
            members.append(CurveGroup(own, whole, folds))
    else:
        averaging, members = None, [CurveGroup(name, curve) for name, (curve, *_) in groups.items()]
    ranks = level_ranks(found.levels, is_ordered=found.is_ordered)
    found = found._replace(groups=groups)
    if prevalence is not None and checks.dimensions(prevalence):
        shares: Any = prevalence
        found = found._replace(levels=list(groups), dashes=[0] * len(groups), titles=())
        ranks = [sorted(shares, reverse=True).index(share) for share in shares]
    return CurveGroups(members, found, ranks, averaging, samples)


def counted_at(options: Options, thresholds: Thresholds) -> list[Sequence[ConfusionCurve]]:
    """Return the curves, or their folds, counted at thresholds if there are scores to count."""
    averaging = options.averaging
    pools = averaging is not None and averaging.estimator == "pooled"
    data = replace(options.data, units=None) if pools else options.data
    found = curves_of(data, average=options.given["average"], thresholds=thresholds)
    return list(redrawn(found.groups, options.given["prevalence"]).values())


def _samples(
    options: Options, found: Grouped, pooled: Grouped | None
) -> "list[Sample | RetrievedSample]":
    """Return what is resampled for each group for a band of one test set."""
    band = options.band
    assert band is not None
    band.check(options.given["interpolation"], options.given["average"])
    if pooled is not None:
        return pooled.samples()
    if found.are_folds:
        raise ValueError(
            f"errorbar {band.kind!r} is a band of one test set, found folds; folds have 'sd', 'se' "
            f"or 'pi', and estimator='pooled' has {band.kind!r}"
        )
    return found.samples()


def _pooled(options: Options) -> Grouped:
    """Return, for each group, the curve of all its scores."""
    if options.data.units is None:
        raise ValueError(
            "estimator='pooled' needs the folds' scores, labels and scores with units=; "
            "of ready curves they are not known"
        )
    return curves_of(replace(options.data, units=None), average=options.given["average"])


def level_ranks(levels: Sequence[Any], *, is_ordered: bool) -> list[int | None]:
    """Return the position of each group's level in the order of levels; None if they have none."""
    rising = sorted(set(levels)) if is_ordered else []
    return [rising.index(level) if rising else None for level in levels]


# Prevalences


def redrawn(
    groups: CurvesOfGroups, prevalence: float | Sequence[float] | None
) -> dict[str | None, list[ConfusionCurve]]:
    """Return the curves of each model at a prevalence, or those of one model at several.

    Parameters
    ----------
    groups : dict of name (or None) to sequence of ConfusionCurve
    prevalence : float, sequence of float or None
        In (0, 1); with None, curves are as they are.

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
        return {name: list(some) for name, some in groups.items()}
    if checks.dimensions(prevalence) == 0:
        share = checks.checked_prevalence(prevalence)  # type: ignore[arg-type]
        return {name: [one.at_prevalence(share) for one in some] for name, some in groups.items()}
    given = checks.finite_numbers(prevalence, "prevalence")
    if given.ndim != 1 or given.size == 0 or np.unique(given).size < given.size:
        raise ValueError(
            "prevalence must be a number or a list of different numbers strictly between 0 and 1, "
            f"found {checks.brief(prevalence)}"
        )
    shares = [checks.checked_prevalence(share) for share in given]
    if len(groups) > 1:
        raise ValueError(f"several prevalences go with a single model, found {len(groups)} models")
    ((name, curves),) = groups.items()
    texts = distinct_texts(np.array(shares))
    start = "" if name is None else f"{name}, "
    return {
        f"{start}{typeset(f'π = {text}')}": [one.at_prevalence(share) for one in curves]
        for text, share in zip(texts, shares, strict=True)
    }


def distinct_texts(numbers: FloatArray) -> list[str]:
    """Write numbers with three digits, or with as many more as make them distinct."""
    texts: list[str] = []
    for digits in range(DIGITS, EXACT + 1):
        # Whole parts are not rounded; very large and very small numbers get an exponent.
        whole = [len(f"{abs(number):.0f}") for number in numbers]
        kept = [max(digits, size if size <= MOST_WHOLE else 0) for size in whole]
        texts = [f"{number:.{size}g}" for number, size in zip(numbers, kept, strict=True)]
        if len(set(texts)) == len(texts):
            break
    return texts


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
    levels, dashes, ranks : sequence
        Of each curve; as in `CurveGroups`.
    by_threshold : bool
        Whether the one curve is coloured by its thresholds.
    """

    style: Style
    palette: Any
    levels: Sequence[Any]
    dashes: Sequence[int]
    ranks: Sequence[int | None]
    by_threshold: bool = False

    @classmethod
    def of(
        cls, usual: Style, given: PrOptions, found: Grouped, ranks: Sequence[int | None]
    ) -> Self:
        """Check the user's colours and line properties; the latter override the usual ones."""
        color, palette, levels = given["color"], given["palette"], found.levels
        count = len(levels)
        by_threshold = isinstance(color, str) and color == BY_THRESHOLD
        shared = style.merged(usual, given["curve_kws"], "curve_kws")
        if by_threshold:
            style.threshold_colors(palette, on_dark=False)
        elif palette is not None:
            style.palette_colors(list(dict.fromkeys(levels)), palette)
        own = None if color is None or by_threshold else _own_color(color)
        if count > 1 and any(given[name] is not None for name in ("data", "hue", "style")):
            # As in seaborn, colours of groups and columns override one that a facet passes.
            own = None
        if "color" in shared and (by_threshold or own is not None):
            raise TypeError("color is given twice, as color= and in curve_kws")
        if own is not None and count > 1:
            raise ValueError(f"color goes with a single curve, found {count} curves")
        shared = shared if own is None else {**shared, "color": own}
        return cls(shared, palette, levels, found.dashes, ranks, by_threshold)

    def dash_patterns(self) -> list[Any]:
        """Return each curve's dash pattern."""
        return list(map(style.dash_of, self.dashes))

    def distinct_dashes(self) -> list[Any] | None:
        """Return each curve's dash pattern if the curves differ in it, else None."""
        return self.dash_patterns() if any(self.dashes) else None

    def colors(self, ax: Axes) -> list[Any]:
        """Return each curve's colour: the user's, an ordered one, or the next of the cycle."""
        if "color" in self.style:
            return [self.style["color"]] * len(self.levels)
        if self.by_threshold:
            return [style.threshold_colors(self.palette, on_dark=style.is_dark(ax))(0.5)]
        ranks = dict(zip(self.levels, self.ranks, strict=True))
        free = not any(self.dashes)
        found = colors_of(list(ranks), list(ranks.values()), self.palette, ax, with_dashes=free)
        of = dict(zip(ranks, found, strict=True))
        return [of[level] for level in self.levels]


def colors_of(
    levels: Sequence[Any],
    ranks: Sequence[int | None],
    palette: Any,
    ax: Axes,
    *,
    with_dashes: bool = False,
) -> list[Any]:
    """Return the colour of each level: the user's, an ordered one, or the next of the cycle.

    `with_dashes` is whether dashes can tell apart what has one colour if the cycle is too short.
    """
    if palette is not None:
        return style.palette_colors(levels, palette)
    if None in ranks:
        return style.many_colors(len(levels), ax, with_dashes=with_dashes)
    ordered = style.ordered_colors(len(levels), ax)
    return [ordered[rank or 0] for rank in ranks]


def _own_color(color: Any) -> Any:
    """Return the colour of a single curve, as matplotlib keeps it; raise if it is none."""
    if isinstance(color, list | tuple) and all(map(is_color_like, color)):
        raise ValueError(
            f"color goes with a single curve, found {checks.brief(color)}; palette= has one for "
            "each"
        )
    return style.checked_color(color)
