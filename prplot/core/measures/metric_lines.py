"""Metrics of groups and folds against the threshold, and the thresholds that are chosen by them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from prplot.core.checks import FloatArray, brief, one_of
from prplot.core.measures.averaging import border_statistics, checked_errorbar
from prplot.core.measures.metric_steps import (
    RATE,
    THRESHOLD,
    JoinedSteps,
    MetricSteps,
    StepFunction,
)
from prplot.core.measures.operating_point import ROUNDING, Criterion, criteria_of
from prplot.core.measures.point_metrics import METRICS, metric_key
from prplot.core.point_scores import squared_beta
from prplot.core.record import ConfusionCurve

# Metrics of which the best point says something: those of others lie at an end.
WITH_BEST = ("f1", "f_beta", "f_gain", "accuracy", "balanced_accuracy", "mcc")


class Target(NamedTuple):
    """A threshold that is marked: the best of a metric, or one that is chosen by a criterion."""

    metric: str | None
    criterion: Criterion | None = None


class ChosenThreshold(NamedTuple):
    """The place of a target on the x axis, and its threshold, which may be nan."""

    x: float
    threshold: float


@dataclass(frozen=True)
class WantedMetrics:
    """What is drawn of each group, checked.

    Attributes
    ----------
    keys : tuple of str
        Of `METRICS`.
    beta : float
    against : {"threshold", "rate"}
    targets : tuple of Target
    """

    keys: tuple[str, ...]
    beta: float
    against: str
    targets: tuple[Target, ...]

    @classmethod
    def of(cls, metrics: Any, beta: Any, against: Any, mark: Any) -> WantedMetrics:
        """Check the user's arguments, which are those of `plot_thresholds`."""
        names = [metrics] if isinstance(metrics, str) else metrics
        if not isinstance(names, list | tuple) or not names:
            raise TypeError(
                f"metrics must be a name or a list of names, found {brief(metrics)}; the names are "
                + ", ".join(map(repr, METRICS))
            )
        keys = tuple(metric_key(name) for name in names)
        if len(set(keys)) < len(keys):
            raise ValueError(f"metrics must be different ones, found {brief(list(names))}")
        squared_beta(beta)
        one_of(against, "x", (THRESHOLD, RATE))
        return cls(keys, beta, against, tuple(_targets(mark, keys)))

    def name(self, key: str) -> str:
        """Return what a metric is called."""
        return METRICS[key].name(self.beta)


def _targets(mark: Any, keys: Sequence[str]) -> Iterator[Target]:
    """Yield what is to be marked."""
    if mark is None or mark is True:
        yield from (Target(key) for key in keys if key in WITH_BEST)
    elif mark is not False:
        for conditions in mark if isinstance(mark, list | tuple) else [mark]:
            if not isinstance(conditions, Mapping):
                raise TypeError(
                    "mark must be None (the best point of each metric), False, or conditions such "
                    f"as {{'recall': 0.8}} or {{'threshold': [0.3, 0.5]}}, found {brief(mark)}"
                )
            yield from (Target(None, one) for one in criteria_of(conditions))


@dataclass(frozen=True)
class GroupMetrics:
    """The functions of one group.

    Attributes
    ----------
    name : str or None
    folds : list of MetricSteps
        A single one without folds.
    lines : dict of str to StepFunction
        Metrics by key; means of folds.
    of_folds : dict of str to list of StepFunction
        The metrics of each fold; empty without folds.
    bands : dict of str to (StepFunction, StepFunction)
        The borders of a band around each metric, if it has one.
    bounds : dict of str to (StepFunction, StepFunction)
        Between which a metric certainly is, where it is not known exactly.
    """

    name: str | None
    folds: list[MetricSteps]
    lines: dict[str, StepFunction]
    of_folds: dict[str, list[StepFunction]]
    bands: dict[str, tuple[StepFunction, StepFunction]]
    bounds: dict[str, tuple[StepFunction, StepFunction]]

    @classmethod
    def of(
        cls, name: str | None, curves: Sequence[ConfusionCurve], wanted: WantedMetrics
    ) -> GroupMetrics:
        """Take the curve of a group."""
        (steps,) = (MetricSteps.of(curve, wanted.against) for curve in curves)
        lines = {key: steps.function(key, wanted.beta) for key in wanted.keys}
        bounds = {key: steps.bounds(key, wanted.beta) for key in wanted.keys}
        known = {key: pair for key, pair in bounds.items() if pair is not None}
        return cls(name, [steps], lines, {}, {}, known)

    @classmethod
    def of_several(
        cls,
        name: str | None,
        curves: Sequence[ConfusionCurve],
        wanted: WantedMetrics,
        errorbar: Any,
    ) -> GroupMetrics:
        """Take the folds of a group."""
        folds = [MetricSteps.of(curve, wanted.against) for curve in curves]
        each = {key: [one.function(key, wanted.beta) for one in folds] for key in wanted.keys}
        borders = [] if checked_errorbar(errorbar) is None else border_statistics(errorbar)
        lines, bands = {}, {}
        for key, some in each.items():
            clipped = [partial(_clipped, of=of, low=METRICS[key].low) for of in borders]
            lines[key], *band = JoinedSteps.of(some).statistics(mean_of_folds, *clipped)
            if band:
                bands[key] = band[0], band[1]
        return cls(name, folds, lines, each, bands, {})

    @property
    def has_folds(self) -> bool:
        """Whether lines are means of folds."""
        return bool(self.of_folds)

    def chosen(self, target: Target) -> list[ChosenThreshold]:
        """Return what is chosen in each fold, or in the whole; a metric may have no best."""
        if target.criterion is not None:
            return [self._fulfilled(target.criterion, i) for i in range(len(self.folds))]
        key = str(target.metric)
        best = [best_place(one) for one in self.of_folds.get(key) or [self.lines[key]]]
        return [
            ChosenThreshold(at, _threshold_at(steps, at))
            for steps, at in zip(self.folds, best, strict=True)
            if at is not None
        ]

    def _fulfilled(self, criterion: Criterion, fold: int) -> ChosenThreshold:
        """Return where a criterion is fulfilled best; an error says for which curve it is not."""
        of = [] if self.name is None else [self.name]
        of += [f"fold {fold}"] if self.has_folds else []
        steps = self.folds[fold]
        try:
            index = criterion.index(steps.curve)
            threshold = float(criterion.threshold_at(steps.curve, index))
        except ValueError as error:
            raise type(error)(": ".join([*of, str(error)])) from None
        if steps.holds_at == "left":
            return ChosenThreshold(threshold, threshold)
        tp, fp = steps.curve.tp[index], steps.curve.fp[index]
        return ChosenThreshold(float((tp + fp) / (steps.curve.pos + steps.curve.neg)), threshold)

    def minimum(self) -> StepFunction:
        """Return the least precision at each recall, or its mean; undefined where it is 0."""
        functions = [one.minimum_precision() for one in self.folds]
        if self.has_folds:
            functions = JoinedSteps.of(functions).statistics(mean_of_folds)
        found = functions[0]
        return found._replace(y=np.where(found.y > 0, found.y, np.nan))


def mean_of_folds(values: FloatArray) -> FloatArray:
    """Return the mean of the values of functions."""
    return np.asarray(values.mean(axis=0))


def _clipped(values: FloatArray, of: Any, low: float) -> FloatArray:
    return np.asarray(np.clip(of(values), low, 1.0))


def best_place(function: StepFunction) -> float | None:
    """Return where a function is highest, at the highest of such thresholds.

    None if it is highest where nothing is predicted positive, at no score at all.
    """
    if not np.isfinite(function.y).any():
        return None
    highest, at_scores = np.nanmax(function.y), function.at_jumps
    found = np.flatnonzero(at_scores >= highest - ROUNDING * abs(highest))
    if found.size == 0:
        return None
    return float(function.x[found[-1 if function.holds_at == "left" else 0]])


def _threshold_at(steps: MetricSteps, x: float) -> float:
    """Return the threshold at a place on the x axis."""
    if steps.holds_at == "left":
        return x
    piece = int(np.searchsorted(steps.x, x, side="right"))
    return float(steps.curve.thresholds[steps.points[piece]])
