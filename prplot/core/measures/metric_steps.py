"""Metrics of operating points against the threshold, or against the share predicted positive.

With ``score >= t`` predicted positive, a metric at ``t`` is that of the lowest score at or above
``t``: a step function that jumps at every distinct score. Against the share predicted positive, a
part of a tie is chosen at random, and its counts are in proportion. A figure shows these values
with no more vertices than can be seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple, Self

import numpy as np

from prplot.core.checks import Array, FloatArray, brief, floats_of, named_in_errors, one_of
from prplot.core.measures.averaging import Statistic, border_statistics
from prplot.core.measures.operating_point import (
    METRICS,
    ROUNDING,
    ChosenPoint,
    Criterion,
    PointCounts,
    criteria_of,
    odds,
    ratio,
)
from prplot.core.points import squared_beta
from prplot.core.record import ConfusionCurve
from prplot.core.traces import ENOUGH

THRESHOLD, RATE = "threshold", "rate"
# The last probability at which a pointwise band is computed: the odds of 1 are infinite.
LAST = 1 - 1e-6
# Parts of the range of shares into which large ties are cut.
_PIECES = 512
# Jumps at which a statistic of several functions is computed at once.
_BLOCK = 2**16
MEAN_OF_FOLDS: Any = partial(np.mean, axis=0)
# Metrics of which the best point says something: those of others lie at an end.
WITH_BEST = ("f1", "f_beta", "f_gain", "accuracy", "balanced_accuracy", "mcc")


@dataclass(frozen=True, eq=False)
class MetricSteps:
    """The operating points of a curve in the order of thresholds, or of shares.

    Attributes
    ----------
    curve : ConfusionCurve
    x : ndarray of float, shape (k,)
        Thresholds or shares predicted positive, rising.
    points : ndarray of int, shape (k + 1,)
        The points of the curve that hold below the first `x`, between each two, and above the last.
    is_known : ndarray of bool, shape (k + 1,), or None
        As in `StepFunction`: where the curve may have other points at scores that it does not list,
        only its own are known.
    holds_at : {"left", "right"}
        As in `StepFunction`.
    """

    curve: ConfusionCurve
    x: FloatArray
    points: Array
    is_known: Array | None
    holds_at: str

    @classmethod
    def of(cls, curve: ConfusionCurve, against: str = THRESHOLD) -> Self:
        """Take a curve, counted at every distinct score if all steps are to be exact.

        Parameters
        ----------
        curve : ConfusionCurve
        against : {"threshold", "rate"}
        """
        if against == THRESHOLD:
            x = floats_of(curve.thresholds, "y_score")
            found = np.flatnonzero(np.isfinite(x))
        else:
            x = METRICS["queue_rate"].checked(curve).of(PointCounts.of(curve), 1.0)
            found = np.flatnonzero(x > 0)
        # Of several points at one place, the last one has all scores from there on.
        found = found[np.append(x[found[:-1]] != x[found[1:]], True)]
        # Above the highest threshold nothing is predicted positive.
        points = np.append(0, found)
        # No other point may lie between the one that holds and the next lower one.
        known = np.append(~curve._runs_after[points[:-1]], True)
        if not curve.lists_all_scores:
            known = np.zeros(points.size, bool)
            known[-1] = bool(found.size and found[-1] == curve.tp.size - 1)
        is_known = None if known.all() else known[:: 1 if against == RATE else -1]
        if against == RATE:
            return cls(curve, x[found], points, is_known, "right")
        return cls(curve, x[found][::-1], points[::-1], is_known, "left")

    @cached_property
    def counts(self) -> PointCounts:
        """The counts of each piece."""
        return PointCounts.of(self.curve, self.points)

    def function(self, key: str, beta: float = 1.0) -> StepFunction:
        """Return a metric as a function.

        Parameters
        ----------
        key : str
            Of `METRICS`.
        beta : float
        """
        metric = METRICS[key].checked(self.curve)
        x, is_known, at = self.x, self.is_known, self.counts
        if self.holds_at == "right" and is_known is None:
            x, at = self._through_ties()
            # Straight lines join the values, but for that where nothing is predicted positive.
            is_known = np.arange(x.size + 1) == 0
        y = metric.of(at._replace(threshold=0.0), beta)
        # The odds of 0 are 0, and those of 1/2 are 1.
        loss = y - metric.of(at._replace(threshold=0.5), beta) if metric.by_odds else None
        return StepFunction(x, np.where(np.isfinite(y), y, np.nan), is_known, self.holds_at, loss)

    def _through_ties(self) -> tuple[FloatArray, PointCounts]:
        """Return shares predicted positive and their counts, also within large ties.

        A part of a tie that is chosen at random has its true and false positives in proportion.
        """
        at, places = self.counts, np.arange(self.x.size + 1)
        pieces = np.ceil(np.diff(self.x, prepend=0.0) * _PIECES).astype(int)
        among = np.append(0.0, np.cumsum(np.repeat(1 / pieces, pieces)))
        # Sums of parts are rounded.
        among[np.append(0, np.cumsum(pieces))] = places
        tp, fp = (np.interp(among, places, counts) for counts in (at.tp, at.fp))
        return np.interp(among[1:], places, np.append(0.0, self.x)), at._replace(tp=tp, fp=fp)

    def thresholds(self) -> StepFunction:
        """Return the threshold at each share predicted positive."""
        found = np.asarray(self.curve.thresholds, np.float64)[self.points]
        return StepFunction(self.x, found, None, self.holds_at)

    def minimum_precision(self) -> StepFunction:
        """Return the least precision at each recall, ``pi r / (1 - pi + pi r)`` (Boyd et al.)."""
        at = self.counts
        found = ratio(at.tp, at.neg + at.tp, 0.0) if at.pos else np.full(at.tp.shape, np.nan)
        return StepFunction(self.x, found, self.is_known, self.holds_at)


class Vertices(NamedTuple):
    """The corners of a polyline; `x` never decreases."""

    x: FloatArray
    y: FloatArray


NOWHERE = Vertices(np.empty(0), np.empty(0))


class StepFunction(NamedTuple):
    """A function that is constant between its jumps, or falls there with the odds of `x`.

    Attributes
    ----------
    x : ndarray of float, shape (k,)
        Where it jumps, rising.
    y : ndarray of float, shape (k + 1,)
        Its values: before the first jump, between each two, and after the last one. It may be
        undefined (not finite) at either end, but nowhere in between.
    is_known : ndarray of bool, shape (k + 1,), optional
        Whether a value holds between its jumps. Elsewhere only the values at the jumps are known,
        which straight lines join; before the first and after the last one nothing is. By default
        all is known.
    holds_at : {"left", "right"}
        Whether the value at a jump is that before it, or that after it.
    loss : ndarray of float, shape (k + 1,), optional
        What is taken from the values in proportion to ``x / (1 - x)``: `y` are those at 0 then.
    """

    x: FloatArray
    y: FloatArray
    is_known: Array | None = None
    holds_at: str = "left"
    loss: FloatArray | None = None

    @property
    def at_jumps(self) -> FloatArray:
        """The values at the jumps."""
        return self._values(slice(None, -1) if self.holds_at == "left" else slice(1, None), self.x)

    def _values(self, piece: Any, x: FloatArray) -> FloatArray:
        """Return the values at places in given pieces."""
        y: FloatArray = self.y[piece]
        return y if self.loss is None else y - self.loss[piece] * odds(x)

    def bent(self, begin: FloatArray) -> StepFunction:
        """Return a function with other values where its pieces begin, the first one at 0."""
        x = np.minimum(self.x, LAST)
        before, after = odds(np.append(0.0, x)), odds(np.append(x, np.nan))
        loss = ratio(begin - self.y, after - before, 0.0)
        return self._replace(y=self.y + loss * after, loss=loss)

    def value_at(self, x: FloatArray) -> FloatArray:
        """Return the values at given places; nan where the function is not known at all."""
        piece = np.searchsorted(self.x, x, side=self.holds_at)  # type: ignore[call-overload]
        found = self._values(piece, x)
        if self.is_known is not None:
            between = ~self.is_known[piece]
            found[between] = np.interp(x[between], self.x, self.at_jumps, np.nan, np.nan)
        return found

    def within(self, borders: FloatArray) -> Vertices:
        """Return the corners of its line in a range: all, or of many four in each column.

        Parameters
        ----------
        borders : ndarray of float, shape (m + 1,)
            The borders of the columns, rising; the first and the last are the range.

        Returns
        -------
        Vertices
            In each column the first and the last corner are exact, and so are the lowest and the
            highest height between them.
        """
        low, high = float(borders[0]), float(borders[-1])
        first = max(int(np.searchsorted(self.x, low, side="right")) - 1, 0)
        last = int(np.searchsorted(self.x, high, side="left")) + 1
        x, y = self._line(first, min(last, self.x.size), borders)
        # It is undefined at its ends alone, and of millions of corners slices take no time.
        defined = np.isfinite(y)
        if not defined.any():
            return NOWHERE
        start, left_out = int(defined.argmax()), int(defined[::-1].argmax())
        x, y = x[start : x.size - left_out], y[start : y.size - left_out]
        is_level = x.size > y.size
        if y.size * (1 + is_level) > ENOUGH:
            return _in_columns(x, y, borders)
        return Vertices(np.repeat(x, 2)[1:-1], np.repeat(y, 2)) if is_level else Vertices(x, y)

    def _line(self, first: int, last: int, borders: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return all corners from one jump to another, and the ends of the range.

        Of level pieces, return the ends, one more than pieces, and the heights.
        """
        x = self.x[first:last]
        begins, ends = min([borders[0], *x[:1]]), max([borders[-1], *x[-1:]])
        x = np.concatenate([[begins], x, [ends]])
        if self.is_known is None and self.loss is None:
            return x, self.y[first : last + 1]
        # Two corners of each piece, where it begins and where it ends.
        x, piece = np.repeat(x, 2)[1:-1], np.repeat(np.arange(first, last + 1), 2)
        if self.is_known is not None:
            kept = self.is_known[piece]
            # Of a piece that is not known only the corner remains that belongs to a jump.
            if self.holds_at == "left":
                kept[1:-2:2] = True
            else:
                kept[2::2] = True
            x, piece = x[kept], piece[kept]
        if self.loss is not None:
            x, piece = self._with_columns(x, piece, borders)
        return x, self._values(piece, x)

    def _with_columns(
        self, x: FloatArray, piece: Array, borders: FloatArray
    ) -> tuple[FloatArray, Array]:
        """Return corners of pieces with those at the borders of columns, where pieces are bent."""
        more = np.append(0.0, borders[(borders > 0) & (borders < 1)])
        own = np.searchsorted(self.x, more, side="left")
        if self.is_known is not None:
            more, own = more[self.is_known[own]], own[self.is_known[own]]
        x, piece = np.append(x, more), np.append(piece, own)
        order = np.lexsort((piece, x))
        return x[order], piece[order]


def _in_columns(x: FloatArray, y: FloatArray, borders: FloatArray) -> Vertices:
    """Return four corners of each column: at its left the first height, at its right the last.

    They are those of a line through points, or of level pieces between ends.
    """
    cuts = np.searchsorted(x, borders, side="left")
    first = np.unique(np.append(0, cuts[cuts < x.size]))
    last = np.append(first[1:], x.size) - 1
    # A level piece extends to the end that follows.
    begin, end = y[np.maximum(first - (x.size - y.size), 0)], y[np.minimum(last, y.size - 1)]
    low, high = (
        limit(limit.reduceat(y, np.minimum(first, y.size - 1)), limit(begin, end))
        for limit in (np.minimum, np.maximum)
    )
    falls = begin > end
    inner = np.where(falls, high, low), np.where(falls, low, high)
    at = np.column_stack([x[one] for one in (first, first, last, last)])
    return Vertices(at.ravel(), np.column_stack([begin, *inner, end]).ravel())


def joined(functions: Sequence[StepFunction], *statistics: Statistic) -> list[StepFunction]:
    """Return statistics of several functions as functions; undefined where one of them is.

    Parameters
    ----------
    functions : sequence of StepFunction
        That hold at the same side of their jumps.
    *statistics : callable
        Each takes the values of the functions, shape (n_functions, k), and returns one value for
        each column.
    """
    x, holds_at = np.unique(np.concatenate([one.x for one in functions])), functions[0].holds_at
    # One place in each piece.
    places = np.append(x, np.inf) if holds_at == "left" else np.append(-np.inf, x)
    found = np.empty((len(statistics), places.size))
    for start in range(0, places.size, _BLOCK):
        part = slice(start, start + _BLOCK)
        values = np.array([one.value_at(places[part]) for one in functions])
        values[~np.isfinite(values)] = np.nan
        for row, statistic in zip(found, statistics, strict=True):
            row[part] = statistic(values)
    known = None
    if any(one.is_known is not None or one.loss is not None for one in functions):
        known = np.zeros(places.size, bool)
    return [StepFunction(x, row, known, holds_at) for row in found]


# Groups and folds, and the thresholds that are chosen in them

# A threshold that is marked: the best of a metric, or one that is chosen by a criterion.
Target = str | Criterion


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
        keys = tuple(one_of(name, "metrics", METRICS) for name in names)
        if len(set(keys)) < len(keys):
            raise ValueError(f"metrics must differ, found {brief(list(names))}")
        squared_beta(beta)
        one_of(against, "x", (THRESHOLD, RATE))
        found = cls(keys, beta, against, tuple(_targets(mark, keys)))
        if found.bent and against == RATE:
            raise ValueError(
                f"metrics {found.bent[0]!r} goes with x='threshold', on which it depends"
            )
        return found

    @property
    def bent(self) -> list[str]:
        """The metrics that fall with the odds of the threshold."""
        return [key for key in self.keys if METRICS[key].by_odds]

    def name(self, key: str) -> str:
        """Return what a metric is called."""
        return METRICS[key].name(self.beta)


def _targets(mark: Any, keys: Sequence[str]) -> Iterator[Target]:
    """Yield the conditions to mark."""
    if mark is None or mark is True:
        yield from (key for key in keys if key in WITH_BEST)
    elif mark is not False:
        for conditions in mark if isinstance(mark, list | tuple) else [mark]:
            if not isinstance(conditions, Mapping):
                raise TypeError(
                    "mark must be None (the best point of each metric), False, or conditions such "
                    f"as {{'recall': 0.8}} or {{'threshold': [0.3, 0.5]}}, found {brief(mark)}"
                )
            yield from criteria_of(conditions)


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
    """

    name: str | None
    folds: list[MetricSteps]
    lines: dict[str, StepFunction]
    of_folds: dict[str, list[StepFunction]]
    bands: dict[str, tuple[StepFunction, StepFunction]]

    @classmethod
    def of(
        cls,
        name: str | None,
        curves: Sequence[ConfusionCurve],
        wanted: WantedMetrics,
        averaging: Any = None,
    ) -> GroupMetrics:
        """Take the curve of a group, or its folds, if they are averaged."""
        folds = [MetricSteps.of(curve, wanted.against) for curve in curves]
        each = {key: [one.function(key, wanted.beta) for one in folds] for key in wanted.keys}
        if averaging is None:
            return cls(name, folds, {key: one for key, (one,) in each.items()}, {}, {})
        borders = border_statistics(averaging.errorbar) if averaging.errorbar else []
        lines, bands = {}, {}
        for key, some in each.items():
            lines[key], *found = joined(some, MEAN_OF_FOLDS, *borders)
            ends = METRICS[key].low, METRICS[key].high
            if found:
                low, high = (one._replace(y=np.clip(one.y, *ends)) for one in found)
                bands[key] = low, high
        return cls(name, folds, lines, each, bands)

    @property
    def has_folds(self) -> bool:
        """Whether lines are means of folds."""
        return bool(self.of_folds)

    def chosen(self, target: Target) -> list[float]:
        """Return places on the x axis, of each fold or of the whole; a metric may have no best."""
        if isinstance(target, Criterion):
            return [self._fulfilled(target, i) for i in range(len(self.folds))]
        best = [best_place(one) for one in self.of_folds.get(target) or [self.lines[target]]]
        return [x for x in best if x is not None]

    def _fulfilled(self, criterion: Criterion, fold: int) -> float:
        """Return where a criterion is fulfilled best; an error says for which curve it is not."""
        steps, names = self.folds[fold], [self.name, f"fold {fold}" if self.has_folds else None]
        with named_in_errors(": ".join(filter(None, names))):
            point = ChosenPoint.of(steps.curve, criterion).checked()
        return float(point.threshold if steps.holds_at == "left" else point.queue_rate)

    def threshold_at(self, x: float, target: Target) -> float:
        """Return the threshold at the place of a target; nan at a mean share of folds."""
        first = self.folds[0]
        if first.holds_at == "left":
            return x
        if isinstance(target, Criterion) and target.kind == THRESHOLD:
            return float(target.value)
        return np.nan if self.has_folds else float(first.thresholds().value_at(np.array([x]))[0])

    def of_all(self, key: str) -> StepFunction:
        """Return a metric, at each threshold, of calling everything positive; its mean of folds."""
        ends = [PointCounts.of(one.curve, [-1]) for one in self.folds]
        y, less = (
            np.mean([METRICS[key].of(one._replace(threshold=t), 1.0) for one in ends], axis=0)
            for t in (0.0, 0.5)
        )
        return StepFunction(np.empty(0), y, loss=y - less)

    def minimum(self) -> StepFunction:
        """Return the least precision at each recall, or its mean; undefined where it is 0."""
        functions = [one.minimum_precision() for one in self.folds]
        (found,) = joined(functions, MEAN_OF_FOLDS) if self.has_folds else functions
        return found._replace(y=np.where(found.y > 0, found.y, np.nan))


def best_place(function: StepFunction) -> float | None:
    """Return where a function is highest, at the highest of such thresholds.

    None if it is highest where nothing is predicted positive, at no score at all.
    """
    highest = np.nanmax(function.y, initial=-np.inf)
    best = function.x[function.at_jumps >= highest - ROUNDING * abs(highest)]
    return float(best[-1 if function.holds_at == "left" else 0]) if best.size else None
