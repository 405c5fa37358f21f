"""The options of a figure of curves, checked, and how folds are averaged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Self, cast

import numpy as np

from prplot.core.checks import brief, is_classifier, one_of
from prplot.core.measures.averaging import (
    AVERAGING_SPACES,
    average_curve,
    pooled_totals,
)
from prplot.core.record import ConfusionCurve
from prplot.core.signatures import PrOptions
from prplot.core.traces import random_curve
from prplot.draw.placement.annotations import DIRECT, FULL
from prplot.draw.placement.legend import OUTSIDE
from prplot.draw.style import BAND, Style, merged_fill
from prplot.inputs.categories import AVERAGES, MEANS
from prplot.inputs.resolve import Grouped
from prplot.inputs.rows import Rows

if TYPE_CHECKING:
    from prplot.plots.figure.errorbars import SampleBand

# A legend that lists some of many groups.
BRIEF = "brief"


# The legend entries of bands around averages of folds, with their size, and with what is averaged.
SPREADS = {
    "sd": "± {size:g} sd of {parts}",
    "se": "± {size:g} se of the mean of {parts}",
    "pi": "middle {size:g} % of {parts}",
}
ESTIMATORS = (*AVERAGING_SPACES, "pooled")


class Averaging(NamedTuple):
    """How folds are averaged to one curve, as the user chose it.

    Attributes
    ----------
    estimator : str or None
        One of `ESTIMATORS`; None draws the folds without an average.
    errorbar : (str, float) or None
        The kind and the size of a band around an average.
    fill : dict
        Properties of the band.
    average : {"micro", "macro", "weighted"} or None
        How classes are combined: to one curve of all decisions ("micro") or to the mean of their
        curves, in which all count the same ("macro") or as often as they have examples
        ("weighted"); with None, each class has a curve.
    """

    estimator: str | None
    errorbar: tuple[str, float] | None
    fill: Style
    average: str | None = None

    @property
    def of_classes(self) -> str | None:
        """The average, if it is a mean over classes."""
        return self.average if self.average in MEANS else None

    @property
    def parts(self) -> str:
        """What is averaged, as the legend names it."""
        return "classes" if self.of_classes else "folds"

    @property
    def part(self) -> str:
        """One of what is averaged."""
        return "class" if self.of_classes else "fold"

    @property
    def band_words(self) -> str:
        """The legend entry of the band, if there is one."""
        if self.errorbar is None:
            return ""
        kind, size = self.errorbar
        return SPREADS[kind].format(size=size, parts=self.parts)

    def checked(self) -> "Averaging":
        """Return the same; raise if what the user chose does not go together."""
        known = ", ".join(map(repr, AVERAGING_SPACES))
        if is_classifier(self.estimator):
            raise TypeError(
                "estimator is how folds are averaged, found a classifier; pass its scores, "
                "prp.scores(classifier, X), as y_score"
            )
        if self.estimator is not None:
            one_of(self.estimator, "estimator", ESTIMATORS)
        has_mean = self.estimator in AVERAGING_SPACES
        if self.average is not None:
            one_of(self.average, "average", AVERAGES)
        if self.errorbar is not None and not has_mean:
            raise ValueError(
                f"errorbar is a band around a mean of curves, but estimator is {self.estimator!r}"
            )
        if self.of_classes and not has_mean:
            raise ValueError(
                f"average={self.average!r} needs an estimator of {known}, found "
                f"{self.estimator!r}; average='micro' pools"
            )
        if self.average == "weighted" and self.errorbar is not None:
            raise ValueError(
                f"errorbar {self.errorbar[0]!r} is the spread of equally weighted classes; it goes "
                "with average='macro', found 'weighted'"
            )
        return self

    def check(self, found: Grouped, hint: str = "") -> None:
        """Raise unless there are folds for an error bar, and all can be averaged.

        The `hint` is what to do with folds that can't.
        """
        if self.errorbar is not None and not found.are_folds:
            raise ValueError(
                f"errorbar {self.errorbar[0]!r} needs folds: a list of ConfusionCurves instead of "
                "y_true, or units=; one test set has 'ci' or 'simultaneous'"
            )
        if not found.are_folds or self.estimator not in AVERAGING_SPACES:
            return
        for (key, folds), names in zip(found.groups.items(), found.fold_names(), strict=True):
            for name, fold in zip(names, folds, strict=True):
                absent = "positives" if fold.pos == 0 else "negatives" if fold.neg == 0 else None
                if absent is not None:
                    of = "" if key is None else f" of {key!r}"
                    raise ValueError(
                        f"{self.part} {name}{of} has no {absent}, so it can't be averaged{hint}"
                    )

    def of(self, folds: Sequence[ConfusionCurve]) -> ConfusionCurve:
        """Return the average of folds.

        Without an estimator, random guessing with the totals of all folds takes its place.
        """
        if self.estimator is None:
            return random_curve(*pooled_totals(folds))
        weights = MEANS[self.of_classes](folds) if self.of_classes else None
        return average_curve(folds, how=self.estimator, weights=weights)

    def name(self, count: int) -> str:
        """Return the name of an average of some folds, or of the folds without an average."""
        many = f"{count} {self.parts if count > 1 else self.part}"
        if self.estimator is None:
            return many
        if self.estimator == "pooled":
            return f"pooled curve of {many}"
        how = {"normalized": "normalised", "roc": "ROC"}.get(self.estimator, self.estimator)
        # As in scikit-learn's macro average.
        mean = f"{self.of_classes} mean" if self.of_classes else "mean"
        return f"{how} {mean} of {many}"


@dataclass(frozen=True)
class Options:
    """What is to be drawn, checked.

    Attributes
    ----------
    given : PrOptions
        With the default of each that was not given.
    data : Rows
        The data, as `curves_of` takes them.
    averaging : Averaging or None
        How folds are averaged; None for figures that do not average.
    band : SampleBand or None
        How the band of one test set is computed, if there is one.
    """

    given: PrOptions
    data: Rows
    averaging: Averaging | None = None
    band: "SampleBand | None" = None

    @classmethod
    def of(
        cls,
        y_true: Any,
        y_score: Any,
        **options: Any,
    ) -> Self:
        """Check what a figure is asked for."""
        usual = {**dict.fromkeys(PrOptions.__annotations__), "interpolation": "exact", "beta": 1}
        given = cast(PrOptions, {**usual, **options})
        averaging = band = None
        if "estimator" in options:
            errorbar, fill = None, merged_fill(BAND, given["band_kws"], "band_kws")
            if given["errorbar"] is not None or given["n_boot"] is not None:
                # What resamples test sets is loaded when somebody asks for a band.
                from prplot.plots.figure.errorbars import checked_bands

                band, errorbar = checked_bands(options, fill)
            averaging = Averaging(given["estimator"], errorbar, fill, given["average"]).checked()
            if band is None and given["clusters"] is not None:
                raise TypeError("clusters goes with errorbar 'ci' or 'simultaneous'")
        name = _name(given, y_true, y_score)
        data = Rows.of(**{**given, "y_true": y_true, "y_score": y_score, "name": name})
        return cls(given, data, averaging, band)


def _name(options: PrOptions, y_true: Any, y_score: Any) -> str | None:
    """Return the name of a single curve; raise if it has two, or if a dict names the curves."""
    name, label = options["name"], options["label"]
    if name is not None and label is not None:
        raise TypeError("name and label can't both be given; label replaces the legend entry")
    if label is not None and (isinstance(y_true, Mapping) or isinstance(y_score, Mapping)):
        raise TypeError("label goes with a single curve; the keys of the dict name its curves")
    if isinstance(label, list | tuple):
        raise TypeError(
            f"label must be one text, found {brief(label)}; several models are a dict of name to "
            "scores"
        )
    # seaborn's facets pass the value of a group, which may be a number.
    return name if label is None else str(label)


def checked_legend(legend: Any, *, direct: bool = True) -> bool | str:
    """Return whether a legend is wanted, and where or how; raise unless it can be like that.

    `direct` is whether the figure has curves that can be labelled with their names.
    """
    if isinstance(legend, bool | np.bool_):
        return bool(legend)
    known: Sequence[Any] = ("auto", *((DIRECT, BRIEF) if direct else ()), FULL, *OUTSIDE)
    # Values that seaborn accepts too.
    if isinstance(legend, str) and legend in (*known, BRIEF):
        return True if legend == "auto" or legend not in known else legend
    hint = ""
    if isinstance(legend, str) and legend.split(" ")[0] in ("upper", "lower", "center", "best"):
        hint = f"; sns.move_legend(ax, {legend!r}) moves it afterwards"
    raise ValueError(
        f"legend must be {', '.join(map(repr, known))}, True or False, found {brief(legend)}{hint}"
    )
