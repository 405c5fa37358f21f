"""Operating points: their metrics, the best threshold under a condition, and calibrated scores.

The best threshold is a vertex of the hull. Two neighbouring vertices are equally good at one cost
ratio and at one ``beta`` of the F score. These two numbers belong to the segment between them; used
as calibrated scores of its examples, they make a fixed threshold optimal (Flach & Kull 2015).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core import NotebookView
from prplot.core.checks import (
    Array,
    FloatArray,
    as_array,
    brief,
    dimensions,
    finite_numbers,
    floats_of,
    in_full,
    one_of,
)
from prplot.core.points import f_weights, squared_beta
from prplot.core.record import ConfusionCurve, UnknownNegativesError
from prplot.core.record.paths import LARGEST_PRODUCT, whole_if_possible
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


def ratio(part: Any, whole: Any, empty: float = math.nan) -> FloatArray:
    """Return ``part / whole``, and `empty` where the whole is 0."""
    found = np.full(np.broadcast(part, whole).shape, empty)
    np.divide(part, whole, out=found, where=np.broadcast_to(whole > 0, found.shape))
    return found


def _recall(at: PointCounts, _: float) -> FloatArray:
    return ratio(at.tp, at.pos)


def _specificity(at: PointCounts, _: float) -> FloatArray:
    return ratio(at.neg - at.fp, at.neg)


def _f_beta(at: PointCounts, beta: float) -> FloatArray:
    found = ratio(at.tp, at.tp + at.errors(beta), empty=0.0)
    return np.where(at.pos > 0, found, math.nan)


def _f_gain(at: PointCounts, beta: float) -> FloatArray:
    """Return ``1 - pi / (1 - pi) errors / tp``, with errors as in the F score."""
    # Negatives may outweigh positives by more than a float holds.
    with np.errstate(over="ignore"):
        gains = 1 - ratio(at.errors(beta), at.neg) * ratio(at.pos, at.tp)
    gains = np.where(at.tp > 0, gains, -math.inf)
    return np.where(min(at.pos, at.neg) > 0, gains, math.nan)


def _correlation(at: PointCounts, _: float) -> FloatArray:
    """Return Matthews' correlation coefficient (1975), 0 where all have one prediction."""
    others = at.pos - at.tp + (at.neg - at.fp)
    gap = ratio(at.tp, at.pos) - ratio(at.fp, at.neg)
    # Products of four counts may be too large for a float, and shares of all too small.
    with np.errstate(over="ignore"):
        of_pos, of_neg = ratio(at.pos, at.predicted, 0.0), ratio(at.neg, others, 0.0)
        return np.clip(gap * np.sqrt(of_pos) * np.sqrt(of_neg), -1.0, 1.0)


def odds(threshold: Any) -> FloatArray:
    """Return ``t / (1 - t)``, which is nan unless a threshold is in [0, 1)."""
    t = np.asarray(threshold, np.float64)
    return ratio(np.where(t >= 0, t, math.nan), 1 - t)


def _net_benefit(at: PointCounts, _: float) -> FloatArray:
    """Return ``tp / n - fp / n t / (1 - t)`` (Vickers & Elkin 2006)."""
    return (at.tp - odds(at.threshold) * at.fp) / (at.pos + at.neg)


def _share_predicted(at: PointCounts, _: float) -> FloatArray:
    return at.predicted / (at.pos + at.neg)


METRICS = {
    "precision": PointMetric(
        "Precision", lambda at, _: ratio(at.tp, at.predicted), needs_negatives=False
    ),
    "recall": PointMetric("Recall", _recall, needs_negatives=False),
    "f1": PointMetric("F1", lambda at, _: _f_beta(at, 1.0), needs_negatives=False),
    "f_beta": PointMetric("F{beta}", _f_beta, needs_negatives=False),
    "f_gain": PointMetric("F{beta} gain", _f_gain, low=-math.inf),
    "specificity": PointMetric("Specificity", _specificity),
    "fpr": PointMetric("False positive rate", lambda at, _: ratio(at.fp, at.neg), best=np.nanmin),
    "accuracy": PointMetric(
        "Accuracy", lambda at, _: (at.tp + (at.neg - at.fp)) / (at.pos + at.neg)
    ),
    "balanced_accuracy": PointMetric(
        "Balanced accuracy", lambda at, _: (_recall(at, _) + _specificity(at, _)) / 2
    ),
    "mcc": PointMetric("MCC", _correlation, low=-1.0),
    "queue_rate": PointMetric("Share predicted positive", _share_predicted, best=None),
    "lift": PointMetric(
        "Lift", lambda at, _: ratio(_recall(at, _), _share_predicted(at, _)), high=math.inf
    ),
    "net_benefit": PointMetric("Net benefit", _net_benefit, low=-math.inf, best=None, by_odds=True),
    "standardized_net_benefit": PointMetric(
        "Standardized net benefit",
        lambda at, _: ratio(_net_benefit(at, _), at.pos / (at.pos + at.neg)),
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
        if self.kind == "precision":
            where += f", where recall is {at.tp[nearest] / at.pos:.6g}"
        return f"no threshold has {self}; the nearest is {_written(found[nearest])}{where}"


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


class ChosenPoint(NamedTuple):
    """The point of a curve that fulfils a criterion best, or why there is none.

    Attributes
    ----------
    place : int or None
        Its index on the curve.
    point : OperatingPoint
        Without one all numbers are nan, but a recall of 0, that of no predicted positives, unless a
        class is absent.
    reason : str
        Why there is none; empty if there is one.
    """

    place: int | None
    point: OperatingPoint
    reason: str = ""

    @classmethod
    def of(cls, curve: ConfusionCurve, criterion: Criterion) -> Self:
        """Choose a point of a curve; raise a ValueError if the curve does not list it."""
        beta = criterion.value if criterion.kind == "beta" else 1.0
        known: dict[str, Any] = dict.fromkeys(("threshold", *COUNTS, *METRICS), math.nan)
        known |= {"beta": beta, "asked": str(criterion)}
        try:
            place = criterion.index(curve)
        except UnreachableError as error:
            known["recall"] = 0.0 if curve.has_both_classes else math.nan
            return cls(None, OperatingPoint(**known), str(error))
        listed, tp, fp = (one[place].item() for one in (curve.thresholds, curve.tp, curve.fp))
        # No score lies between a threshold that was given and the next higher score.
        is_given = criterion.kind == "threshold"
        threshold = _exact(criterion.value, curve.thresholds).item() if is_given else listed
        # It is printed as a float, which must not be infinite.
        at = PointCounts.of(curve, [place])._replace(threshold=floats_of(threshold, "y_score"))
        known |= {"threshold": threshold, "tp": tp, "fp": fp, "fn": curve.pos - tp}
        known |= {"tn": curve.neg - fp} if curve.knows_negatives else {}
        known |= {key: metric.of(at, beta)[0].item() for key, metric in METRICS.items()}
        return cls(place, OperatingPoint(**known))

    def checked(self) -> OperatingPoint:
        """Return the point; raise an UnreachableError if there is none."""
        if self.reason:
            raise UnreachableError(self.reason)
        return self.point


# Conditions for which each threshold is best


def conditions_of(hull: ConfusionCurve) -> dict[str, Array]:
    """Return the limits of the trade-offs for which each vertex of a hull is best, by column.

    Parameters
    ----------
    hull : ConfusionCurve

    Returns
    -------
    dict of str to ndarray
        As in `prplot.operating_conditions`.
    """
    shares, betas, inside = accuracy_scores(hull), squared_betas(hull), vertices_in_prg(hull)
    low, high = np.full(hull.tp.size, np.nan), np.full(hull.tp.size, np.nan)
    if low[inside].size:
        low[inside], high[inside] = np.append(0.0, betas), np.append(betas, np.inf)
    return {
        "c_low": np.append(shares, 0.0),
        "c_high": np.append(1.0, shares),
        "beta2_low": low,
        "beta2_high": high,
    }


def f_calibrated(curve: ConfusionCurve, y_score: ArrayLike) -> Array:
    """Return scores calibrated for F; see `prplot.f_calibrate`."""
    hull = _of_both_classes(curve).hull()
    weights = np.concatenate([[1.0], precision_weights(hull), [0.0]])
    thresholds = hull.thresholds[vertices_in_prg(hull)]
    return weights[_vertices_above(thresholds, y_score)]


def calibrated(curve: ConfusionCurve, y_score: ArrayLike) -> Array:
    """Return scores calibrated for accuracy; see `prplot.calibrate`."""
    hull = _of_both_classes(curve).hull()
    segments = accuracy_scores(hull)
    above = _vertices_above(hull.thresholds[1:], y_score)
    # Scores below all thresholds belong to the last segment.
    return segments[np.minimum(above, segments.size - 1)]


def best_f_gains(hull: ConfusionCurve) -> tuple[Array, Array]:
    """Return the upper envelope of the F-gain lines of all thresholds.

    Parameters
    ----------
    hull : ConfusionCurve
        A hull, with both classes.

    Returns
    -------
    weight : ndarray, shape (n_vertices_in_prg + 1,)
        From 0 to 1; between 0 and 1 the ``d`` of the segments of the hull, where the best threshold
        changes.
    gain : ndarray
        The highest F gain there.

    Notes
    -----
    Each vertex of the hull is a line here, and each segment a corner: the envelope is its dual.
    """
    inside = vertices_in_prg(hull)
    tp, fp = hull.tp[inside][::-1].astype(float), hull.fp[inside][::-1].astype(float)
    weight = np.concatenate([[0.0], precision_weights(hull)[::-1], [1.0]])
    # At each weight the vertex that is best just below it; at 0 the last one.
    best = np.maximum(np.arange(weight.size) - 1, 0)
    return weight, f_gain_at(tp[best], fp[best], hull.pos, hull.neg, weight)


def f_gain_at(tp: ArrayLike, fp: ArrayLike, pos: float, neg: float, weight: Array) -> Array:
    """Return the F gains of operating points at weights of precision ``d = 1 / (1 + beta^2)``.

    Parameters
    ----------
    tp, fp : ndarray
        Above 0 and at least 0.
    pos, neg : float
    weight : ndarray
        In [0, 1]; broadcasts against the counts.

    Returns
    -------
    ndarray of float
        ``d precision gain + (1 - d) recall gain`` (Flach & Kull 2015, Theorem 2): a straight line
        over ``d`` for each point.
    """
    tp, fp = np.asarray(tp), np.asarray(fp)
    errors = weight * fp + (1 - weight) * (pos - tp)
    return np.asarray(1 - pos / neg * errors / tp)


def accuracy_scores(hull: ConfusionCurve) -> Array:
    """Return the calibrated score of each segment of a hull: its share of positives.

    Parameters
    ----------
    hull : ConfusionCurve

    Returns
    -------
    ndarray of float, shape (n_vertices - 1,)
        Strictly falling.
    """
    dtp, dfp = np.diff(hull.tp).astype(np.float64), np.diff(hull.fp).astype(np.float64)
    return dtp / (dtp + dfp)


def precision_weights(hull: ConfusionCurve) -> Array:
    """Return ``d = 1 / (1 + beta^2)`` of each segment of the Precision-Recall-Gain hull."""
    return np.asarray(1 / (1 + squared_betas(hull)))


def squared_betas(hull: ConfusionCurve) -> Array:
    """Return the ``beta^2`` of each segment of the Precision-Recall-Gain hull.

    Parameters
    ----------
    hull : ConfusionCurve

    Returns
    -------
    ndarray of float, shape (n_vertices_in_prg - 1,)
        Strictly rising. At its ``beta^2`` both ends of a segment have the same F score.
    """
    inside = vertices_in_prg(hull)
    tp, fp = whole_if_possible(hull.tp)[inside], whole_if_possible(hull.fp)[inside]
    if tp.dtype.kind == fp.dtype.kind == "i" and float(hull.pos) * hull.neg >= LARGEST_PRODUCT:
        # Python's integers have no bounds.
        tp, fp = tp.astype(object), fp.astype(object)
    # Equation 6 in counts, where 1 / precision = 1 + fp / tp.
    dtp, dfp = np.diff(tp), np.diff(fp)
    return np.asarray((dfp * tp[:-1] - fp[:-1] * dtp) / dtp / float(hull.pos), np.float64)


def vertices_in_prg(hull: ConfusionCurve) -> slice:
    """Return which vertices of a ROC hull are vertices of the Precision-Recall-Gain hull.

    These are all but the start, which has no gains, and an end to which only negatives are added.
    """
    is_level = hull.tp.size > 1 and hull.tp[-1] == hull.tp[-2]
    return slice(1, hull.tp.size - int(is_level))


def _vertices_above(thresholds: Array, y_score: ArrayLike) -> Array:
    """Return how many of the falling thresholds are above each score."""
    if np.isnan(thresholds).any():
        raise ValueError("curve has no thresholds; calibrated scores need them")
    scores = as_array(y_score, "y_score")
    scores = scores.astype(int) if scores.dtype.kind == "b" else scores
    scores = finite_numbers(scores, "y_score", are_scores=True)
    kind = exact_type(scores, thresholds)
    rising = thresholds[::-1].astype(kind)
    return np.asarray(rising.size - np.searchsorted(rising, scores.astype(kind), side="right"))


def _of_both_classes(curve: ConfusionCurve) -> ConfusionCurve:
    """Return a curve; raise unless it has both classes, between which there is a trade-off."""
    if curve.pos == 0 or curve.neg == 0:
        absent = "positives" if curve.pos == 0 else "negatives"
        raise ValueError(f"curve has no {absent}; there is no trade-off between two classes")
    return curve
