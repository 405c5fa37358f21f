"""What the user requests, checked: curves, folds, groups, prevalences, layers, the legend."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, Unpack, cast

import numpy as np

from prplot.core.checks import brief, checked_prevalence, dimensions, finite_numbers
from prplot.core.measures.averaging import AVERAGING_SPACES
from prplot.core.record import ConfusionCurve, Thresholds
from prplot.core.signatures.families import DEFAULTS, PanelOptions
from prplot.draw.placement.annotations import DIRECT, FULL
from prplot.draw.placement.legend import OUTSIDE
from prplot.draw.tex import check_formulas, typeset
from prplot.inputs.curves import Curves
from prplot.inputs.resolve import Grouped, Keys, curves_of
from prplot.inputs.rows import Grouping, complete_rows
from prplot.plots.figure.folds import Averaging, Folds
from prplot.plots.figure.layers import LAYERS, LayerRequests

if TYPE_CHECKING:
    from prplot.core.uncertainty.sample import Sample
    from prplot.plots.figure.errorbars import SampleBand

Groups = dict[str | None, list[ConfusionCurve]]
# A legend that lists some of many groups.
BRIEF = "brief"


class RequestOptions(PanelOptions, total=False):
    """All options of figures of curves: also those that not all have, or with other defaults."""

    interpolation: str
    prevalence: float | Sequence[float] | None
    estimator: str | None
    show_min: bool
    show_chance: bool
    show_baseline: bool
    score: str | Sequence[str] | None
    min_kws: Mapping[str, Any] | None
    chance_kws: Mapping[str, Any] | None
    baseline_kws: Mapping[str, Any] | None


@dataclass(frozen=True)
class Request:
    """What is to be drawn, checked.

    Attributes
    ----------
    y_true, y_score
        As in `prplot.plot_pr`.
    options : RequestOptions
        With the default of each that was not given.
    averaging : Averaging or None
        How folds are averaged; None for figures that do not average.
    band : SampleBand or None
        How the band of one test set is computed, if there is one.
    """

    y_true: Any
    y_score: Any
    options: RequestOptions
    averaging: Averaging | None = None
    band: "SampleBand | None" = None

    @classmethod
    def of(
        cls,
        y_true: Any,
        y_score: Any,
        *,
        with_samples: bool = True,
        **options: Unpack[RequestOptions],
    ) -> Self:
        """Check what a figure is asked for; `with_samples` if it has bands of one test set."""
        rows = complete_rows({"y_true": y_true, "y_score": y_score, **options})
        y_true, y_score = rows.pop("y_true"), rows.pop("y_score")
        usual = {name: DEFAULTS.get(name) for name in RequestOptions.__annotations__}
        found = cast(RequestOptions, {**usual, "interpolation": "exact", **rows})
        if "estimator" not in options:
            return cls(y_true, y_score, found)
        band, errorbar = _bands(found, with_samples=with_samples)
        averaging = Averaging(
            found["estimator"], errorbar, found["band_kws"], found["average"]
        ).checked()
        return cls(y_true, y_score, found, averaging, band)

    @property
    def entry(self) -> str | None:
        """The whole legend entry of a single curve, if one is given."""
        label = self.options["label"]
        return None if label is None else str(label)

    @property
    def layers(self) -> LayerRequests:
        """For each layer by name, whether it is shown, and the user's properties for it."""
        given: Mapping[str, Any] = {**self.options}
        return {one.name: (given[f"show_{one.name}"], given[one.keyword]) for one in LAYERS}

    def source(self) -> "Source":
        """Return what the curves are made of."""
        y_true, y_score, options = self.y_true, self.y_score, self.options
        weights, by = options["sample_weight"], Grouping.of(**options)
        by = by.collected(y_true, y_score, weights)
        name = _single(options["name"], self.entry, y_true, y_score)
        given = {"y_true": y_true, "y_score": y_score, "name": name}
        given |= {"pos_label": options["pos_label"], "sample_weight": weights}
        return Source(given, by, self.averaging, options["prevalence"], self.band)


def _bands(options: RequestOptions, *, with_samples: bool) -> "tuple[SampleBand | None, Any]":
    """Return the band of one test set, and the error bar of an average of folds, if wanted."""
    errorbar, n_boot, band = options["errorbar"], options["n_boot"], None
    if errorbar is not None or n_boot is not None:
        # What resamples test sets is loaded when somebody asks for a band.
        from prplot.plots.figure.errorbars import SampleBand, of_folds

        if with_samples:
            band = SampleBand.of(errorbar, n_boot, options["seed"], options["band_kws"])
        errorbar = of_folds(errorbar, with_samples=with_samples)
    if band is None and options["clusters"] is not None:
        raise TypeError("clusters goes with errorbar 'ci' or 'simultaneous'")
    return band, errorbar


def checked_legend(legend: Any, *, direct: bool = True) -> bool | str:
    """Return whether a legend is wanted, and where or how; raise unless it can be like that.

    `direct` is whether the figure has curves that can be labelled with their names.
    """
    if isinstance(legend, bool | np.bool_):
        return bool(legend)
    others = (DIRECT, BRIEF) if direct else ()
    if isinstance(legend, str) and legend in (*others, FULL, *OUTSIDE):
        return legend
    # Values that seaborn accepts too.
    if isinstance(legend, str) and legend in ("auto", BRIEF):
        return True
    known = ", ".join(repr(word) for word in ("auto", *others, FULL, *OUTSIDE))
    hint = ""
    if isinstance(legend, str) and legend.split(" ")[0] in ("upper", "lower", "center", "best"):
        hint = f"; sns.move_legend(ax, {legend!r}) moves it afterwards"
    raise ValueError(f"legend must be {known}, True or False, found {brief(legend)}{hint}")


def redrawn(
    groups: Mapping[str | None, Sequence[ConfusionCurve]],
    prevalence: float | Sequence[float] | None,
) -> Groups:
    """Return the curves of each model at a prevalence, or those of one model at several.

    Parameters
    ----------
    groups : dict of name (or None) to sequence of ConfusionCurve
    prevalence : float, sequence of float, or None
        In (0, 1); None leaves the curves as they are.

    Returns
    -------
    dict of name (or None) to list of ConfusionCurve
        With several prevalences they are part of the names.

    Raises
    ------
    ValueError
        A prevalence outside (0, 1), none or one twice; several for several models.
    """
    if prevalence is None:
        return {name: list(curves) for name, curves in groups.items()}
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


class Resolved(NamedTuple):
    """Curves to be drawn, and what their colours depend on.

    Attributes
    ----------
    curves : dict of name (or None) to ConfusionCurve
    folds : Folds or None
        What the curves are averages of.
    levels : list
        For each curve, what determines its colour: a value of `hue`, a column, or its name.
    dashes : list of int
        For each curve, the index of its dash pattern.
    ranks : list of int or None
        For each curve, the position of its level in their order; None if they have none.
    is_grouped : bool
        Whether the curves belong to groups of rows, or come from a table.
    samples : sequence of Sample
        For a band: what is resampled for each curve, or one for all of them.
    positive : str or None
        The text of the positive label, if it is not the usual one.
    titles, keys
        As in `Grouped`.
    """

    curves: Curves
    folds: Folds | None
    levels: list[Any]
    dashes: list[int]
    ranks: list[int] | None
    is_grouped: bool = False
    samples: "Sequence[Sample]" = ()
    positive: str | None = None
    titles: Sequence[str] = ()
    keys: Keys = MappingProxyType({})

    @property
    def heading(self) -> str:
        """What the names in the legend are names of."""
        return self.titles[0] if 1 <= len(self.titles) <= 2 else ""

    @property
    def is_spread(self) -> bool:
        """Whether folds are drawn without an average."""
        return self.folds is not None and self.folds.averaging.estimator is None

    @property
    def shown(self) -> list[tuple[str | None, ConfusionCurve]]:
        """The drawn curves, each with its name: the folds if there is no average."""
        if self.folds is None or not self.is_spread:
            return list(self.curves.items())
        groups = zip(self.curves, self.folds.groups.values(), strict=True)
        return [(name, fold) for name, folds in groups for fold in folds]

    def described(self) -> str:
        """Return the number of curves, as error messages write it."""
        return "folds" if self.folds is not None else f"{len(self.curves)} curves"


class Source(NamedTuple):
    """The data of curves, and how they are grouped, averaged and redrawn.

    Attributes
    ----------
    given : dict
        The arguments of `curves_of` that hold the data.
    by : Grouping
    averaging : Averaging or None
    prevalence : float, sequence of float, or None
    band : SampleBand or None
    """

    given: Mapping[str, Any]
    by: Grouping
    averaging: Averaging | None
    prevalence: float | Sequence[float] | None
    band: "SampleBand | None" = None

    @property
    def average(self) -> str | None:
        """How classes are combined."""
        return None if self.averaging is None else self.averaging.average

    def resolved(self) -> Resolved:
        """Return the curves, checked."""
        by, averaging, prevalence = self.by, self.averaging, self.prevalence
        with_folds = averaging is not None
        found = curves_of(self.given, by, average=self.average, with_folds=with_folds)
        _refuse_models(found)
        if averaging is not None:
            averaging.check(found)
        pools = averaging is not None and averaging.estimator == "pooled" and found.are_folds
        pooled = self._pooled() if pools else None
        samples = self._samples(found, pooled)
        groups = redrawn(found.groups, prevalence)
        check_formulas(groups)
        curves: Curves = {key: curve for key, (curve, *_) in groups.items()}
        folds = None
        if found.are_folds and averaging is not None:
            _check_folds(found, averaging)
            wholes = None if pooled is None else redrawn(pooled.groups, prevalence)
            folds = Folds(groups, averaging, wholes)
            curves = folds.averages()
        levels, dashes, ranks = found.levels, found.dashes, level_ranks(found)
        titles = found.titles
        if isinstance(prevalence, Iterable) and dimensions(prevalence):
            levels, dashes, ranks = list(groups), [0] * len(groups), ranks_of(prevalence)
            titles = ()
        is_grouped = any(one is not None for one in (by.data, by.hue, by.style))
        own = samples, found.positive, titles, found.keys
        return Resolved(curves, folds, levels, dashes, ranks, is_grouped, *own)

    def _samples(self, found: Grouped, pooled: Grouped | None) -> "list[Sample]":
        """Return what is resampled for each group if there is a band of one test set."""
        if self.band is None:
            return []
        self.band.check(average=self.average)
        by = self.by
        if pooled is not None:
            found, by = pooled, replace(by, units=None)
        elif found.are_folds:
            self.band.refuse_folds()
        from prplot.inputs.samples import samples_of

        return [sample for (sample,) in samples_of(self.given, by, found, self.average)]

    def _pooled(self) -> Grouped:
        """Return, for each group, the curve of all its scores."""
        if self.by.units is None:
            raise ValueError(
                "estimator='pooled' needs the folds' scores, labels and scores with units=; "
                "of ready curves they are not known"
            )
        whole = replace(self.by, units=None)
        return curves_of(self.given, whole, average=self.average)

    def counted_at(self, thresholds: Thresholds) -> list[list[ConfusionCurve]]:
        """Return the curves, or their folds, counted at thresholds if there are scores to count."""
        pools = self.averaging is not None and self.averaging.estimator == "pooled"
        by = replace(self.by, units=None) if pools else self.by
        found = curves_of(self.given, by, average=self.average, thresholds=thresholds)
        return list(redrawn(found.groups, self.prevalence).values())


def _refuse_models(found: Grouped) -> None:
    """Raise if there is a curve for each class of each of several models: too much to be read."""
    if found.models:
        raise ValueError(
            f"y_score holds several models of several classes ({', '.join(found.models)}): "
            "average='macro', 'micro' or 'weighted' draws one curve for each model, and "
            "prplot.curveplot(..., col='class') a panel for each class"
        )


def _check_folds(found: Grouped, averaging: Averaging) -> None:
    """Raise if a fold that is to be averaged has only one class."""
    if averaging.estimator not in AVERAGING_SPACES:
        return
    for (key, folds), names in zip(found.groups.items(), found.fold_names(), strict=True):
        for name, fold in zip(names, folds, strict=True):
            absent = "positives" if fold.pos == 0 else "negatives" if fold.neg == 0 else None
            if absent is not None:
                of = "" if key is None else f" of {key!r}"
                part = averaging.parts.removesuffix("s").removesuffix("e")
                raise ValueError(
                    f"{part} {name}{of} has no {absent}, so it can't be averaged; estimator=None "
                    "draws it as it is, 'pooled' needs no folds with both classes"
                )


def level_ranks(found: Grouped) -> list[int] | None:
    """Return the position of each group's level in the order of levels; None if they have none."""
    if not found.is_ordered:
        return None
    rising = sorted(set(found.levels))
    return [rising.index(level) for level in found.levels]


def _single(name: str | None, label: str | None, y_true: Any, y_score: Any) -> str | None:
    """Return the name of a single curve; raise if it has two, or if a dict names the curves."""
    if name is not None and label is not None:
        raise TypeError("name and label can't both be given; label replaces the legend entry")
    if label is not None and (isinstance(y_true, Mapping) or isinstance(y_score, Mapping)):
        raise TypeError("label goes with a single curve; the keys of the dict name its curves")
    # seaborn's facets pass the value of a group, which may be a number.
    return str(label) if name is None and label is not None else name
