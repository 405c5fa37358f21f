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


METRICS = {
    "precision": PointMetric("Precision", lambda at, _: _ratio(at.tp, at.predicted)),
    "recall": PointMetric("Recall", _recall),
    "f1": PointMetric("F1", lambda at, _: _f_beta(at, 1.0)),
    "f_beta": PointMetric("F{beta}", _f_beta),
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
    "queue_rate": PointMetric(
        "Share predicted positive", lambda at, _: at.predicted / (at.pos + at.neg), best=None
    ),
}
# The names that metrics go by, in lower case.
_KEYS = {
    **{metric.name(1).lower(): key for key, metric in METRICS.items() if key != "f_beta"},
    **{key: key for key in METRICS},
    "tpr": "recall",
    "sensitivity": "recall",
    "ppv": "precision",
    "tnr": "specificity",
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
        for word in (plain, plain.replace(" ", "_")):
            if word in _KEYS:
                return _KEYS[word]
    raise ValueError(
        f"{argument} must be among {', '.join(map(repr, METRICS))}, found {brief(name)}; "
        f"{nearest_hint(name, METRICS)}"
    )
