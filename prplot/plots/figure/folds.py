"""Folds of a model: thin curves, their average, and a band."""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from prplot.core.checks import is_classifier, one_of, user_level
from prplot.core.measures.averaging import (
    AVERAGING_SPACES,
    average_band,
    average_curve,
    checked_errorbar,
    pooled_totals,
)
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Space
from prplot.core.traces import random_curve, trace
from prplot.draw import scene
from prplot.draw.color import dash_of
from prplot.draw.scene import Between, Line, Mark, Swatch, Tint
from prplot.draw.style import BAND, FOLD, FOLD_STRENGTH, FOLD_STRENGTH_DARK, Style, merged_fill
from prplot.inputs.curves import Curves, UnequalPrevalenceWarning
from prplot.inputs.one_vs_rest import AVERAGES, MEANS
from prplot.inputs.resolve import Grouped
from prplot.plots.figure.entries import FoldScores
from prplot.plots.figure.layers import band_mark, band_row

# Folds whose prevalences differ by more than this share of their mean get a warning.
UNEQUAL = 0.1
CLASSES = "classes"
ESTIMATORS = (*AVERAGING_SPACES, "pooled")


class Averaging(NamedTuple):
    """How folds are averaged to one curve, as the user chose it.

    Attributes
    ----------
    estimator : str or None
        One of `ESTIMATORS`; None draws the folds without an average.
    errorbar : str, tuple or None
    band_kws : mapping or None
    average : {"micro", "macro", "weighted"} or None
        How classes are combined: to one curve of all decisions ("micro") or to the mean of their
        curves, in which all count the same ("macro") or as often as they have examples
        ("weighted"); with None, each class has a curve.
    """

    estimator: str | None
    errorbar: Any
    band_kws: Mapping[str, Any] | None
    average: str | None = None

    @property
    def parts(self) -> str:
        """What is averaged, as the legend names it."""
        return CLASSES if self.of_classes else "folds"

    @property
    def of_classes(self) -> str | None:
        """The average, if it is a mean over classes."""
        return self.average if self.average in MEANS else None

    @property
    def mean(self) -> str:
        """What a mean is called, as in scikit-learn's macro average."""
        return "mean" if self.of_classes is None else f"{self.of_classes} mean"

    def checked(self) -> "Averaging":
        """Return the same; raise if what the user chose does not go together."""
        if is_classifier(self.estimator):
            raise TypeError(
                "estimator is how folds are averaged, found a classifier; pass its scores, "
                "prp.scores(classifier, X), as y_score"
            )
        if self.estimator is not None:
            one_of(self.estimator, "estimator", ESTIMATORS)
        if self.average is not None:
            one_of(self.average, "average", AVERAGES)
        if checked_errorbar(self.errorbar) is not None and self.estimator not in AVERAGING_SPACES:
            raise ValueError(
                f"errorbar is a band around a mean of curves, but estimator is {self.estimator!r}"
            )
        if self.of_classes and self.estimator not in AVERAGING_SPACES:
            known = ", ".join(map(repr, AVERAGING_SPACES))
            raise ValueError(
                f"average={self.average!r} needs an estimator of {known}, found "
                f"{self.estimator!r}; average='micro' pools"
            )
        if self.average == "weighted" and checked_errorbar(self.errorbar) is not None:
            raise ValueError(
                f"errorbar {self.errorbar!r} is the spread of classes that all count the same; it "
                "goes with average='macro', found 'weighted'"
            )
        merged_fill(BAND, self.band_kws, "band_kws")
        return self

    def check(self, found: Grouped) -> None:
        """Raise if an error bar is requested and there are no folds."""
        errorbar = checked_errorbar(self.errorbar)
        if errorbar is not None and not found.are_folds:
            raise ValueError(
                f"errorbar {errorbar[0]!r} needs folds: a list of ConfusionCurves in place of "
                "y_true, or units=; one test set has 'ci' or 'simultaneous'"
            )


class Folds(NamedTuple):
    """Checked folds of models.

    Attributes
    ----------
    groups : dict of name to list of ConfusionCurve
    averaging : Averaging
    pooled : dict of name to list of one ConfusionCurve, optional
        For each model, the curve of the scores of all its folds together.
    """

    groups: dict[str | None, list[ConfusionCurve]]
    averaging: Averaging
    pooled: dict[str | None, list[ConfusionCurve]] | None = None

    def averages(self) -> Curves:
        """Return the average of each model; a model without a name is named after its folds.

        Without an estimator, random guessing with the totals of all folds takes its place.
        """
        how = self.averaging.estimator
        return {
            _summary_of(len(folds), how, self.averaging) if name is None else name: self._average(
                name
            )
            for name, folds in self.groups.items()
        }

    def scores(self) -> FoldScores | None:
        """Return the folds or classes whose scores the legend shows; None for pooled ones."""
        how, groups = self.averaging.estimator, list(self.groups.values())
        if how == "pooled":
            return None
        errorbar, average = self.averaging.errorbar, self.averaging.of_classes
        is_named_so = None in self.groups
        return FoldScores(groups, errorbar, how is None, average, is_named_so)

    def _average(self, name: str | None) -> ConfusionCurve:
        folds, how = self.groups[name], self.averaging.estimator
        if self.pooled is not None:
            return self.pooled[name][0]
        if how is None:
            return random_curve(*pooled_totals(folds))
        average = self.averaging.of_classes
        return average_curve(folds, how=how, weights=MEANS[average](folds) if average else None)

    def unequal(self) -> tuple[float, float] | None:
        """Return the lowest and the highest prevalence of folds that differ too much, if any do."""
        for folds in self.groups.values():
            shares = [fold.prevalence for fold in folds]
            low, high = min(shares), max(shares)
            if high - low > UNEQUAL * sum(shares) / len(shares):
                return low, high
        return None

    def warn(self) -> None:
        """Give one UnequalPrevalenceWarning if the folds of a model differ too much."""
        found = self.unequal()
        if found is not None and self.averaging.average is None:
            warnings.warn(
                f"the folds' prevalences range from {found[0]:.3g} to {found[1]:.3g}, so their "
                "curves have unequal minimum curves and differ in height for that reason too; "
                "prevalence= redraws all of them at one",
                UnequalPrevalenceWarning,
                stacklevel=user_level(),
            )

    def marks(self, space: Space, colors: Sequence[Any], dashes: Sequence[int]) -> list[Mark]:
        """Return the band and the thin curves of each model, in its colour, and their rows."""
        how, errorbar = self.averaging.estimator, self.averaging.errorbar
        style = merged_fill(BAND, self.averaging.band_kws, "band_kws")
        marks: list[Mark] = []
        for folds, color, dash in zip(self.groups.values(), colors, dashes, strict=True):
            if errorbar is not None and how is not None:
                borders = average_band(folds, space, how=how, errorbar=errorbar)
                marks.append(band_mark(Between(*borders), color, style))
            thin: Style = {"color": thin_color(color), "dash": dash_of(dash), "style": FOLD}
            marks += [
                Mark(scene.FOLD, Line(trace(fold, space)), "fold", curve=fold, **thin)
                for fold in folds
            ]
        return [*marks, *self._rows(colors, style)]

    def _rows(self, colors: Sequence[Any], style: Style) -> Iterator[Mark]:
        """Yield a row of the legend for all thin lines, and one for all bands."""
        neutral = None if len(colors) > 1 else colors[0]
        each = "each class" if self.averaging.of_classes else "each fold"
        if None not in self.groups:
            yield fold_row(each, neutral)
        errorbar = checked_errorbar(self.averaging.errorbar)
        if errorbar is not None:
            from prplot.plots.figure.errorbars import words_of

            yield band_row(words_of(*errorbar, parts=self.averaging.parts), [neutral], style)


def thin_color(color: Any) -> Tint:
    """Return the colour of a fold's curve, beneath an average of the given colour."""
    return Tint(FOLD_STRENGTH, color, on_dark=FOLD_STRENGTH_DARK)


def fold_row(words: str, color: Any) -> Mark:
    """Return the row of the legend for the thin lines of folds."""
    row: Style = {"once": words, "is_listed": True, "color": thin_color(color), "style": FOLD}
    return Mark(scene.FOLD, Swatch(), words, **row)


def _summary_of(count: int, how: str | None, averaging: Averaging) -> str:
    if how is None:
        return _count(count, averaging.parts)
    words = {"normalized": "normalised", "roc": "ROC"}.get(how, how)
    kind = "pooled curve" if how == "pooled" else f"{words} {averaging.mean}"
    return f"{kind} of {_count(count, averaging.parts)}"


def _count(count: int, parts: str) -> str:
    return f"{count} {parts if count > 1 else parts.removesuffix('s')}"
