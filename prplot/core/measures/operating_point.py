"""Operating points: their metrics, and the best threshold under a condition."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from prplot.core import NotebookView
from prplot.core.checks import Array, FloatArray, as_array, brief, dimensions, in_full, one_of
from prplot.core.points import f_weights, squared_beta
from prplot.core.record import ConfusionCurve, UnknownNegativesError
from prplot.core.record.steps import exact_type

# Numbers that differ by less are equal up to the rounding of sums of weights.
ROUNDING = 8 * float(np.finfo(np.float64).eps)


class PointCounts(NamedTuple):
    """Counts of operating points: masses whose sums and products fit floats.

    Attributes
    ----------
    tp, fp : ndarray of float
        True and false positives.
    pos, neg : float
        Totals of both classes; nan for negatives that are not known.
    threshold : ndarray of float, or float
        The threshold of each point; nan if it does not matter.
    """

    tp: FloatArray
    fp: FloatArray
    pos: float
    neg: float
    threshold: FloatArray | float = math.nan

    @classmethod
    def of(cls, curve: ConfusionCurve, points: Any = slice(None)) -> Self:
        """Return the counts of points of a curve, by default of all."""
        tp, fp = (np.asarray(one[points], np.float64) for one in (curve.tp, curve.fp))
        neg = float(curve.neg) if curve.knows_negatives else math.nan
        return cls(tp, fp, float(curve.pos), neg)

    @property
    def predicted(self) -> FloatArray:
        """How many are predicted positive."""
        return self.tp + self.fp

    def errors(self, beta: float) -> FloatArray:
        """Return the mean of false positives and false negatives, weighted as in the F score."""
        of_precision, of_recall = f_weights(beta)
        return of_precision * self.fp + of_recall * (self.pos - self.tp)


class PointMetric(NamedTuple):
    """A metric of an operating point.

    Attributes
    ----------
    head : str
        Its name in figures and tables; ``{beta}`` stands for the weight of recall.
    of : callable
        ``(PointCounts, beta) -> ndarray of float``
    low, high : float
        Its lowest and its highest value at any prevalence.
    best : callable or None
        The extreme that is best; None where neither end is.
    needs_negatives : bool
        Whether it depends on the number of negatives.
    by_odds : bool
        Whether it falls in proportion to the odds of the threshold, which is a probability then.
    """

    head: str
    of: Callable[[PointCounts, float], FloatArray]
    low: float = 0.0
    high: float = 1.0
    best: Callable[[Array], float] | None = np.nanmax
    needs_negatives: bool = True
    by_odds: bool = False

    def name(self, beta: float) -> str:
        """Return its name for a weight of recall."""
        return self.head.format(beta=in_full(beta))

    def checked(self, curve: ConfusionCurve) -> Self:
        """Return the metric; raise if a curve lacks the negatives that it needs."""
        if self.needs_negatives and not curve.knows_negatives:
            raise UnknownNegativesError
        return self


def _ratio(part: Any, whole: Any, empty: float = math.nan) -> FloatArray:
    """Return ``part / whole``, and `empty` where the whole is 0."""
    found = np.full(np.broadcast(part, whole).shape, empty)
    np.divide(part, whole, out=found, where=np.broadcast_to(whole > 0, found.shape))
    return found


def _recall(at: PointCounts, _: float) -> FloatArray:
    return _ratio(at.tp, at.pos)


def _specificity(at: PointCounts, _: float) -> FloatArray:
    return _ratio(at.neg - at.fp, at.neg)


def _f_beta(at: PointCounts, beta: float) -> FloatArray:
    found = _ratio(at.tp, at.tp + at.errors(beta), empty=0.0)
    return np.where(at.pos > 0, found, math.nan)


def _f_gain(at: PointCounts, beta: float) -> FloatArray:
    """Return ``1 - pi / (1 - pi) errors / tp``, with errors as in the F score."""
    # Negatives may outweigh positives by more than a float holds.
    with np.errstate(over="ignore"):
        gains = 1 - _ratio(at.errors(beta), at.neg) * _ratio(at.pos, at.tp)
    gains = np.where(at.tp > 0, gains, -math.inf)
    return np.where(min(at.pos, at.neg) > 0, gains, math.nan)


def _correlation(at: PointCounts, _: float) -> FloatArray:
    """Return Matthews' correlation coefficient (1975), 0 where all have one prediction."""
    others = at.pos - at.tp + (at.neg - at.fp)
    gap = _ratio(at.tp, at.pos) - _ratio(at.fp, at.neg)
    # Products of four counts may be too large for a float, and shares of all too small.
    with np.errstate(over="ignore"):
        of_pos, of_neg = _ratio(at.pos, at.predicted, 0.0), _ratio(at.neg, others, 0.0)
        return np.clip(gap * np.sqrt(of_pos) * np.sqrt(of_neg), -1.0, 1.0)


def odds(threshold: Any) -> FloatArray:
    """Return ``t / (1 - t)``, which is nan unless a threshold is in [0, 1)."""
    t = np.asarray(threshold, np.float64)
    return _ratio(np.where(t >= 0, t, math.nan), 1 - t)


def _net_benefit(at: PointCounts, _: float) -> FloatArray:
    """Return ``tp / n - fp / n t / (1 - t)`` (Vickers & Elkin 2006)."""
    return (at.tp - odds(at.threshold) * at.fp) / (at.pos + at.neg)


def _share_predicted(at: PointCounts, _: float) -> FloatArray:
    return at.predicted / (at.pos + at.neg)


METRICS = {
    "precision": PointMetric(
        "Precision", lambda at, _: _ratio(at.tp, at.predicted), needs_negatives=False
    ),
    "recall": PointMetric("Recall", _recall, needs_negatives=False),
    "f1": PointMetric("F1", lambda at, _: _f_beta(at, 1.0), needs_negatives=False),
    "f_beta": PointMetric("F{beta}", _f_beta, needs_negatives=False),
    "f_gain": PointMetric("F{beta} gain", _f_gain, low=-math.inf),
    "specificity": PointMetric("Specificity", _specificity),
    "fpr": PointMetric("False positive rate", lambda at, _: _ratio(at.fp, at.neg), best=np.nanmin),
    "accuracy": PointMetric(
        "Accuracy", lambda at, _: (at.tp + (at.neg - at.fp)) / (at.pos + at.neg)
    ),
    "balanced_accuracy": PointMetric(
        "Balanced accuracy", lambda at, _: (_recall(at, _) + _specificity(at, _)) / 2
    ),
    "mcc": PointMetric("MCC", _correlation, low=-1.0),
    "queue_rate": PointMetric("Share predicted positive", _share_predicted, best=None),
    "lift": PointMetric(
        "Lift", lambda at, _: _ratio(_recall(at, _), _share_predicted(at, _)), high=math.inf
    ),
    "net_benefit": PointMetric("Net benefit", _net_benefit, low=-math.inf, best=None, by_odds=True),
    "standardized_net_benefit": PointMetric(
        "Standardized net benefit",
        lambda at, _: _ratio(_net_benefit(at, _), at.pos / (at.pos + at.neg)),
        low=-math.inf,
        best=None,
        by_odds=True,
    ),
}


class UnreachableError(ValueError):
    """No threshold meets a condition."""


class Limit(NamedTuple):
    """A condition on one number of an operating point, and what is best among points that meet it.

    Attributes
    ----------
    metric : str
        What is limited; the share predicted positive is also that of a count.
    is_least : bool
        Whether the number is the least that is accepted, or the most.
    best : tuple of str
        The metrics that decide among the points that fulfil the condition, the first one first.
    is_share : bool
        Whether the number is in [0, 1], or a count.
    without_start : bool
        Whether to exclude points that predict nothing positive.
    """

    metric: str
    is_least: bool
    best: tuple[str, ...]
    is_share: bool = True
    without_start: bool = True


LIMITS = {
    "recall": Limit("recall", True, ("precision", "recall")),
    "precision": Limit("precision", True, ("recall",)),
    "fpr": Limit("fpr", False, ("recall",), without_start=False),
    "predicted_positives": Limit("queue_rate", False, ("queue_rate",), is_share=False),
    "rate": Limit("queue_rate", False, ("queue_rate",)),
}
# What can be asked for, each with one number, but the last with two: in words, and in a few signs.
WORDS = {
    "threshold": ("threshold {}", ""),
    "recall": ("recall of at least {}", "recall ≥ {}"),
    "precision": ("precision of at least {}", "precision ≥ {}"),
    "fpr": ("false positive rate of at most {}", "FPR ≤ {}"),
    "predicted_positives": ("at most {} predicted positive", "≤ {} predicted positive"),
    "rate": ("share predicted positive of at most {}", "share ≤ {}"),
    "beta": ("highest F{}", "best F{}"),
    "cost": (
        "lowest cost, {} for a false positive and {} for a false negative",
        "least cost, {} : {}",
    ),
}
CRITERIA = tuple(WORDS)
# The counts of a point.
COUNTS = ("tp", "fp", "fn", "tn")
OF_COUNTS = ("predicted_positives", "rate")


@dataclass(frozen=True)
class Criterion:
    """A criterion for a point: one of `CRITERIA`, and its number.

    Raises
    ------
    ValueError, TypeError
        A number out of range; costs that are not two.
    """

    kind: str
    value: Any

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", _checked(self.kind, self.value))

    def __str__(self) -> str:
        return self._written(0)

    @property
    def short(self) -> str:
        """The criterion in a few signs, for figures; empty if it is a threshold."""
        return self._written(1)

    def _written(self, form: int) -> str:
        numbers = self.value if self.kind == "cost" else (self.value,)
        return WORDS[self.kind][form].format(*map(in_full, numbers))

    def index(self, curve: ConfusionCurve) -> int:
        """Return the index of the point of a curve that fulfils the criterion best.

        Raises
        ------
        UnreachableError
            No point fulfils it, or none can without one of the classes.
        ValueError
            The curve does not list the point.
        """
        if self.kind == "threshold":
            return _at_threshold(curve, self.value)
        if curve.pos == 0 and self.kind not in (*OF_COUNTS, "cost"):
            raise UnreachableError(f"the data have no positives; a point by {self.kind} needs some")
        if self.kind == "fpr" and curve.neg == 0:
            raise UnreachableError("the data have no negatives; a point by fpr needs some")
        at = PointCounts.of(curve)
        if self.kind == "beta":
            return _first_best(METRICS["f_beta"].of(at, self.value))
        if self.kind == "cost":
            # As shares of the larger one: sums of costs may be too large for a float.
            of_fp, of_fn = (one / max(self.value) for one in self.value)
            return _first_best(-(at.fp * of_fp + (at.pos - at.tp) * of_fn))
        return self._within_limit(curve, at)

    def threshold_at(self, curve: ConfusionCurve, place: int) -> float:
        """Return the threshold of the point with this index: the one that was given, if any."""
        # No score lies between a threshold that was given and the next higher score.
        is_given, listed = self.kind == "threshold", curve.thresholds
        chosen: float = (_exact(self.value, listed) if is_given else listed[place]).item()
        return chosen

    def is_fulfilled(self, at: PointCounts, total: float = 1.0) -> NDArray[np.bool_]:
        """Return at which points a condition holds; a total is that which counts refer to."""
        limit, found = LIMITS[self.kind], self.limited(at, total)
        sign = 1 if limit.is_least else -1
        with np.errstate(invalid="ignore"):
            least = sign * self.value - ROUNDING * self.value
            fulfils: NDArray[np.bool_] = sign * found >= least
        return fulfils & (at.predicted > 0) if limit.without_start else fulfils

    def limited(self, at: PointCounts, total: float = 1.0) -> FloatArray:
        """Return the limited number at each point."""
        limit = LIMITS[self.kind]
        return METRICS[limit.metric].of(at, 1.0) * (1.0 if limit.is_share else total)

    def _within_limit(self, curve: ConfusionCurve, at: PointCounts) -> int:
        limit, every = LIMITS[self.kind], float(curve.pos + curve._end[1])
        if limit.is_share:
            METRICS[limit.metric].checked(curve)
        elif not curve.knows_negatives:
            # Of a count the share of all items does not matter.
            at = at._replace(neg=float(at.fp[-1]))
        places = np.flatnonzero(self.is_fulfilled(at, every))
        found = self.limited(at, every)
        if places.size == 0:
            raise UnreachableError(self._nearest(curve, at, found))
        for key in limit.best:
            values = METRICS[key].of(at._replace(tp=at.tp[places], fp=at.fp[places]), 1.0)
            places = places[values >= values.max() * (1 - ROUNDING)]
        best = int(places[0])
        # A run of negatives may hold a point that is nearer; any other one is listed.
        is_near = self.kind not in OF_COUNTS or found[best] >= self.value - ROUNDING * self.value
        if not is_near and curve.lists_all_scores and curve._runs_after[best]:
            _refuse_between(curve, best, str(self))
        return best

    def _nearest(self, curve: ConfusionCurve, at: PointCounts, found: FloatArray) -> str:
        """Return a sentence: no threshold fulfils the criterion, and what comes nearest."""
        with np.errstate(invalid="ignore"):
            gaps = np.where(at.predicted > 0, np.abs(found - self.value), np.inf)
        nearest = int(np.argmin(gaps))
        threshold = curve.thresholds[nearest]
        where = "" if np.isnan(threshold) else f" at the threshold {threshold:.6g}"
        recall = at.tp[nearest] / at.pos if at.pos else math.nan
        number = _written(found[nearest])
        return f"no threshold has {self}; the nearest is {number}{where}" + (
            f", where recall is {recall:.6g}" if self.kind == "precision" else ""
        )


def criteria_of(given: Mapping[str, Any]) -> list[Criterion]:
    """Return criteria from numbers, or sequences of them, by kind; None does not count.

    Raises
    ------
    ValueError, TypeError
        None at all, an unknown kind, wrong numbers.
    """
    criteria = []
    for kind, values in given.items():
        one_of(kind, "a condition", CRITERIA)
        if values is not None:
            are_several = dimensions(values) > int(kind == "cost")
            criteria += [Criterion(kind, one) for one in (values if are_several else [values])]
    if not criteria:
        raise TypeError(f"pass at least one condition of {', '.join(CRITERIA)}")
    return criteria


def _checked(kind: str, value: Any) -> Any:
    if kind == "cost":
        pair = as_array(value, "cost")
        is_pair = pair.dtype.kind in "iuf" and pair.shape == (2,)
        if not is_pair or not np.isfinite(pair).all() or (pair < 0).any() or not pair.any():
            raise ValueError(
                "cost must be two finite numbers, 0 or more and not both 0 (of a false positive, "
                f"of a false negative), found {brief(value)}"
            )
        return tuple(pair.astype(np.float64).tolist())
    if kind == "beta":
        squared_beta(value)
    number = as_array(value, kind)
    if number.ndim or number.dtype.kind not in "iuf" or np.isnan(number):
        raise TypeError(f"{kind} must be one number, found {brief(value)}")
    if kind in LIMITS:
        limit = LIMITS[kind]
        if limit.is_share and not 0 <= number <= 1:
            raise ValueError(f"{kind} must be in [0, 1], found {in_full(value)}")
        if not limit.is_share and not 0 < number < np.inf:
            raise ValueError(f"{kind} must be above 0, found {in_full(value)}")
    return number.item() if kind == "threshold" else float(number)


def _written(count: float) -> str:
    """Write a count in full, and other numbers with six digits."""
    return f"{count:.15g}" if count % 1 == 0 else f"{count:.6g}"


def _first_best(values: FloatArray) -> int:
    """Return the first index of the highest value, up to rounding."""
    highest = values.max()
    return int(np.argmax(values >= highest - ROUNDING * abs(highest)))


def _at_threshold(curve: ConfusionCurve, threshold: float) -> int:
    """Return the point of all scores at or above a threshold."""
    listed = curve.thresholds
    if np.isnan(listed).any():
        raise ValueError("the curve has no thresholds; choose a point by another number")
    wanted = _exact(threshold, listed)
    listed = listed.astype(wanted.dtype)
    # The lowest listed threshold at or above the wanted one: listed ones fall.
    above = int(np.searchsorted(-listed, -wanted, side="right")) - 1
    best = max(above, 0)
    between = best + 1 < listed.size and listed[best] > wanted > listed[best + 1]
    if between and (curve._runs_after[best] or not curve.lists_all_scores):
        _refuse_between(curve, best, f"the threshold {in_full(threshold)}")
    return best


def _exact(threshold: float, listed: Array) -> Array:
    """Return a threshold in a float type that distinguishes it from those of a curve."""
    given = as_array(threshold, "threshold")
    return given.astype(exact_type(given, listed))


def _refuse_between(curve: ConfusionCurve, point: int, what: str) -> None:
    """Raise an error: the curve does not list all thresholds between a point and the next."""
    high, low = curve.thresholds[point], curve.thresholds[point + 1]
    raise ValueError(
        f"the curve has no counts for {what}: it lists the thresholds {in_full(high)} "
        f"and {in_full(low)}, and other scores may lie in between; pass y_true and y_score, or "
        "a curve made with thresholds=np.unique"
    )


@dataclass(frozen=True)
class OperatingPoint(NotebookView):
    """An operating point: a threshold, its confusion counts, and metrics.

    Attributes
    ----------
    threshold : float
        Scores at or above it are predicted positive; ``inf`` if none is; nan if a published curve
        has no thresholds. A long double if floats can't distinguish the scores.
    tp, fp, fn, tn : int or float
        Counts, or masses under weights.
    precision, recall, f1, f_beta, f_gain, specificity, fpr, accuracy, balanced_accuracy, mcc, \
queue_rate, lift, net_benefit, standardized_net_benefit : float
        Metrics. Precision is nan if nothing is predicted positive, as are metrics undefined without
        one of the classes. ``queue_rate`` is the share predicted positive, ``lift`` is
        ``precision / prevalence``. ``net_benefit`` is ``tp / n - fp / n t / (1 - t)`` for ``n``
        examples, with the threshold ``t`` as the probability above which one acts (Vickers & Elkin
        2006); nan unless ``t`` is in [0, 1). ``standardized_net_benefit`` is its share of the
        prevalence.
    beta : float
        Weight of recall in ``f_beta`` and ``f_gain``.
    asked : str
        The condition that the point was chosen by.
    intervals : mapping of str to (float, float)
        Confidence interval of each metric at this threshold, by name, if requested.
    level : float or None
        Confidence level, in (0, 1).

    Examples
    --------
    >>> import prplot as prp
    >>> point = prp.operating_point([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], recall=0.8)
    >>> point.threshold, point.tp, point.fp, round(point.precision, 3), point.asked
    (0.7, 2, 1, 0.667, 'recall of at least 0.8')
    """

    threshold: float
    tp: float
    fp: float
    fn: float
    tn: float
    precision: float
    recall: float
    f1: float
    f_beta: float
    f_gain: float
    specificity: float
    fpr: float
    accuracy: float
    balanced_accuracy: float
    mcc: float
    queue_rate: float
    lift: float
    net_benefit: float
    standardized_net_benefit: float
    beta: float
    asked: str
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict, hash=False)
    level: float | None = None

    @classmethod
    def of(
        cls,
        curve: ConfusionCurve,
        index: int,
        asked: str,
        beta: float = 1.0,
        threshold: float | None = None,
    ) -> OperatingPoint:
        """Return a point of a curve.

        Parameters
        ----------
        curve : ConfusionCurve
        index : int
        asked : str
            What the point was chosen by.
        beta : float
        threshold : float, optional
            By default the one that the curve lists.
        """
        listed, tp, fp = (one[index].item() for one in (curve.thresholds, curve.tp, curve.fp))
        threshold = listed if threshold is None else threshold
        at = PointCounts.of(curve, slice(index, index + 1))._replace(threshold=float(threshold))
        found: dict[str, Any] = {
            key: metric.of(at, beta)[0].item() for key, metric in METRICS.items()
        }
        found |= {"threshold": threshold, "tp": tp, "fp": fp, "asked": asked, "beta": float(beta)}
        tn = curve.neg - fp if curve.knows_negatives else math.nan
        return cls(fn=curve.pos - tp, tn=tn, **found)

    def __str__(self) -> str:
        metrics = ", ".join(
            f"{words} {self._with_interval(key)}"
            for key, words in (("precision", "precision"), ("recall", "recall"), ("f1", "F1"))
        )
        counts = ", ".join(f"{key} {_written(getattr(self, key))}" for key in COUNTS)
        start = f"threshold {self.threshold:.6g}"
        asked = "" if self.asked.startswith("threshold ") else f" ({self.asked})"
        return f"{start}{asked}: {metrics}; {counts}"

    def _with_interval(self, key: str) -> str:
        ends = self.intervals.get(key)
        interval = "" if ends is None else f" [{ends[0]:.3g}, {ends[1]:.3g}]"
        return f"{getattr(self, key):.3g}{interval}"
