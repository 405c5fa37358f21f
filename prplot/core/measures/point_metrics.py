"""The table of metrics of operating points: what each is called and how it follows from counts."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, Self

import numpy as np

from prplot.core.checks import Array, FloatArray, brief, in_full, nearest_hint
from prplot.core.point_scores import f_weights
from prplot.core.record import ConfusionCurve


class PointCounts(NamedTuple):
    """Counts of operating points: masses of which sums and products fit floats.

    Attributes
    ----------
    tp, fp : ndarray of float
        True and false positives.
    pos, neg : float
        Totals of both classes.
    """

    tp: FloatArray
    fp: FloatArray
    pos: float
    neg: float

    @classmethod
    def of(cls, curve: ConfusionCurve, points: Any = slice(None)) -> Self:
        """Return the counts of points of a curve, by default of all."""
        curve = curve.in_safe_unit
        tp, fp = (np.asarray(one[points], np.float64) for one in (curve.tp, curve.fp))
        return cls(tp, fp, float(curve.pos), float(curve.neg))

    @property
    def predicted(self) -> FloatArray:
        """How many are predicted positive."""
        return self.tp + self.fp


class PointMetric(NamedTuple):
    """A metric of an operating point.

    Attributes
    ----------
    head : str
        Its name in figures and tables; ``{beta}`` stands for the weight of recall.
    of : callable
        ``(PointCounts, beta) -> ndarray of float``
    low : float
        Its lowest value at any prevalence; the highest of all metrics is 1.
    best : callable or None
        The extreme that is best; None where neither end is.
    """

    head: str
    of: Callable[[PointCounts, float], FloatArray]
    low: float = 0.0
    best: Callable[[Array], float] | None = np.nanmax

    def name(self, beta: float) -> str:
        """Return its name for a weight of recall."""
        return self.head.format(beta=in_full(beta))


def _ratio(part: Any, whole: Any, empty: float = math.nan) -> FloatArray:
    """Return ``part / whole``, and `empty` where the whole is 0."""
    found = np.full(np.broadcast(part, whole).shape, empty)
    np.divide(part, whole, out=found, where=np.broadcast_to(whole > 0, found.shape))
    return found


def _recall(at: PointCounts, beta: float) -> FloatArray:
    return _ratio(at.tp, at.pos)


def _precision(at: PointCounts, beta: float) -> FloatArray:
    return _ratio(at.tp, at.predicted)


def _false_positive_rate(at: PointCounts, beta: float) -> FloatArray:
    return _ratio(at.fp, at.neg)


def _specificity(at: PointCounts, beta: float) -> FloatArray:
    return _ratio(at.neg - at.fp, at.neg)


def _f_beta(at: PointCounts, beta: float) -> FloatArray:
    of_precision, of_recall = f_weights(beta)
    errors = of_precision * at.fp + of_recall * (at.pos - at.tp)
    if at.pos == 0:
        return np.full(at.tp.shape, math.nan)
    return _ratio(at.tp, at.tp + errors, empty=0.0)


def _f1(at: PointCounts, beta: float) -> FloatArray:
    return _f_beta(at, 1.0)


def _f_gain(at: PointCounts, beta: float) -> FloatArray:
    """Return ``1 - pi / (1 - pi) errors / tp``, with errors as in the F score."""
    if at.pos == 0 or at.neg == 0:
        return np.full(at.tp.shape, math.nan)
    of_precision, of_recall = f_weights(beta)
    errors = of_precision * at.fp + of_recall * (at.pos - at.tp)
    # Negatives may outweigh positives by more than a float holds.
    with np.errstate(over="ignore"):
        gains = 1 - errors / at.neg * _ratio(at.pos, at.tp)
    return np.where(at.tp > 0, gains, -math.inf)


def _accuracy(at: PointCounts, beta: float) -> FloatArray:
    return (at.tp + (at.neg - at.fp)) / (at.pos + at.neg)


def _balanced_accuracy(at: PointCounts, beta: float) -> FloatArray:
    return (_recall(at, beta) + _specificity(at, beta)) / 2


def _correlation(at: PointCounts, beta: float) -> FloatArray:
    """Return Matthews' correlation coefficient (1975), 0 where all have one prediction."""
    if at.pos == 0 or at.neg == 0:
        return np.full(at.tp.shape, math.nan)
    others = at.pos - at.tp + (at.neg - at.fp)
    gap = at.tp / at.pos - at.fp / at.neg
    # Products of four counts may be too large for a float, and shares of all too small.
    with np.errstate(over="ignore"):
        of_pos, of_neg = _ratio(at.pos, at.predicted, 0.0), _ratio(at.neg, others, 0.0)
        return np.clip(gap * np.sqrt(of_pos) * np.sqrt(of_neg), -1.0, 1.0)


def _rate(at: PointCounts, beta: float) -> FloatArray:
    return at.predicted / (at.pos + at.neg)


METRICS = {
    "precision": PointMetric("Precision", _precision),
    "recall": PointMetric("Recall", _recall),
    "f1": PointMetric("F1", _f1),
    "f_beta": PointMetric("F{beta}", _f_beta),
    "f_gain": PointMetric("F{beta} gain", _f_gain, low=-math.inf),
    "specificity": PointMetric("Specificity", _specificity),
    "fpr": PointMetric("False positive rate", _false_positive_rate, best=np.nanmin),
    "accuracy": PointMetric("Accuracy", _accuracy),
    "balanced_accuracy": PointMetric("Balanced accuracy", _balanced_accuracy),
    "mcc": PointMetric("MCC", _correlation, low=-1.0),
    "queue_rate": PointMetric("Share predicted positive", _rate, best=None),
}
# Other names that metrics go by.
ALIASES = {
    "tpr": "recall",
    "sensitivity": "recall",
    "ppv": "precision",
    "tnr": "specificity",
    "false positive rate": "fpr",
    "fbeta": "f_beta",
    "f": "f_beta",
    "matthews_corrcoef": "mcc",
    "rate": "queue_rate",
    "predicted_positive_rate": "queue_rate",
}


def metric_key(name: Any, argument: str = "metrics") -> str:
    """Return the key of a metric in `METRICS`, given its key, its printed name or an alias.

    Parameters
    ----------
    name : str
    argument : str
        For the error.

    Raises
    ------
    ValueError
        Another name.
    """
    if isinstance(name, str):
        plain = " ".join(name.lower().split())
        known = {metric.name(1).lower(): key for key, metric in METRICS.items() if key != "f_beta"}
        for key in (plain, plain.replace(" ", "_")):
            if key in METRICS:
                return key
            if key in ALIASES or key in known:
                return ALIASES.get(key) or known[key]
    raise ValueError(
        f"{argument} must be among {', '.join(map(repr, METRICS))}, found {brief(name)}; "
        f"{nearest_hint(name, METRICS)}"
    )
