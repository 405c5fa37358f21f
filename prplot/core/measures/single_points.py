"""Scores at one point of a curve, by name.

A metric under a condition, such as "recall@precision=0.9", and the best value of a metric, such as
"max_f1".
"""

import math
import re
from collections.abc import Collection
from typing import Any, NamedTuple, Self

import numpy as np

from prplot.core.checks import in_full, nearest_hint
from prplot.core.measures.operating_point import (
    METRICS,
    OF_COUNTS,
    Criterion,
    PointCounts,
    metric_key,
)
from prplot.core.point_scores import squared_beta
from prplot.core.record import ConfusionCurve

# Beginnings of the keys of scores of one point, and the numbers in them.
_BEST, _AT = "max_", "@"
_NUMBER = r"-?[0-9]*\.?[0-9]+(?:e[+-]?[0-9]+)?"
_F_BETA = re.compile(rf"f_?({_NUMBER})")
# What may stand behind "@", and the condition that it means.
_CONDITIONS = {
    "precision": "precision",
    "ppv": "precision",
    "recall": "recall",
    "tpr": "recall",
    "sensitivity": "recall",
    "fpr": "fpr",
    "k": "predicted_positives",
    "top": "predicted_positives",
    "predicted_positives": "predicted_positives",
    "rate": "rate",
    "queue_rate": "rate",
    "threshold": "threshold",
}
FORMS = "'recall@precision=0.9', 'precision@recall=0.8', 'precision@k=100' or 'max_f1'"
# Scores of one point as they are printed, or typed elsewhere, in the form of their keys. A bound at
# the other side would be another score.
_PRINTED = (
    (r"^max(imum)? ", r"max_"),
    (r"[ _]at[ _]", "@"),
    (r"@top (?=[0-9])", "@k="),
    (r"(precision|ppv|recall|tpr|sensitivity) ?(≥|>=) ?", r"\1="),
    (r"(fpr|rate|predicted_positives) ?(≤|<=) ?", r"\1="),
    (r" ?([@=]) ?", r"\1"),
)
_SHARE_OF_TOP = re.compile(rf"@k=({_NUMBER}) ?%")
_LETTERS = {"p": "precision", "r": "recall"}


class PointScore(NamedTuple):
    """A score of one point: a metric under a condition, or without one the best that it reaches."""

    metric: str
    beta: float
    criterion: Criterion | None = None

    @classmethod
    def read(cls, name: str, argument: str = "score") -> Self | None:
        """Return the checked score with a name; None if it is not one of these."""
        plain = _form_of_key(name)
        is_best = plain.startswith(_BEST)
        if _AT not in plain and not is_best:
            return None
        metric, _, condition = plain.removeprefix(_BEST).partition(_AT)
        metric, beta = _metric_and_beta(_LETTERS.get(metric, metric), argument)
        if is_best and not condition and METRICS[metric].best is np.nanmax:
            return cls(metric, beta)
        kind, _, number = condition.partition("=")
        is_wrong = kind not in _CONDITIONS or not re.fullmatch(_NUMBER, number) or is_best
        value = math.nan if is_wrong else float(number)
        if METRICS[metric].by_odds and not (kind == "threshold" and 0 <= value < 1):
            raise ValueError(
                f"{argument} {name!r} needs a threshold probability in [0, 1); {_of_odds(metric)}"
            )
        if is_wrong or math.isinf(value):
            of_top = condition.isdecimal() and not is_best
            hint = f"; did you mean '{metric}{_AT}k={condition}'?" if of_top else ""
            raise ValueError(f"{argument} must have a form such as {FORMS}, found {name!r}{hint}")
        return cls(metric, beta, Criterion(_CONDITIONS[kind], value))

    @property
    def is_at_threshold(self) -> bool:
        """Whether its condition is a threshold, which may lie among negatives."""
        return self.criterion is not None and self.criterion.kind == "threshold"

    @property
    def key(self) -> str:
        """The name by which it is known."""
        metric = f"f{in_full(self.beta)}" if self.metric == "f_beta" else self.metric
        if self.criterion is None:
            return f"{_BEST}{metric}"
        kind = {"predicted_positives": "k"}.get(self.criterion.kind, self.criterion.kind)
        return f"{metric}{_AT}{kind}={in_full(self.criterion.value)}"

    @property
    def head(self) -> str:
        """What it is called in tables and legends."""
        metric = METRICS[self.metric].name(self.beta)
        if self.criterion is None:
            return f"max {metric}"
        value, words = self.criterion.value, self.criterion.short
        of_counts = {"predicted_positives": in_full(value), "rate": f"{100 * value:.12g} %"}
        if self.criterion.kind in of_counts:
            words = f"top {of_counts[self.criterion.kind]}"
        return f"{metric} at {words}"

    def of(self, curve: ConfusionCurve, unreachable: float | None = None) -> float:
        """Return its value of a curve.

        That is the best value of the metric where the condition is met, or at any threshold without
        a condition. If it is met nowhere, or only where nothing is predicted positive and the
        metric is undefined, it is `unreachable`, by default nan, but 0 for a recall. At a count it
        is the value there, and within a tie the expected one.
        """
        at, asked, row = PointCounts.of(curve), self.criterion, METRICS[self.metric].checked(curve)
        if asked is not None and asked.kind in OF_COUNTS:
            every = curve.pos + curve.neg if asked.kind == "rate" else sum(curve._end)
            at = _point_at_count(at, asked, float(every))
        elif asked is not None:
            if curve.pos == 0 or (asked.kind == "fpr" and curve.neg == 0):
                return math.nan
            kept: Any = None if self.is_at_threshold else asked.is_fulfilled(at)
            if self.is_at_threshold or (row.best is None and kept.any()):
                # No share predicted positive is best: it is that of the point that fulfils the
                # condition best.
                kept = [asked.index(curve)]
            elif self.metric == "recall" and unreachable is None and not kept.any():
                return 0.0
            at = at._replace(tp=at.tp[kept], fp=at.fp[kept], threshold=asked.value)
        values = row.of(at, self.beta)
        known = values[~np.isnan(values)]
        nowhere = math.nan if unreachable is None or not curve.has_both_classes else unreachable
        return float((row.best or np.max)(known)) if known.size else nowhere


def nearest_score(name: Any, known: Collection[str]) -> str:
    """Return the end of an error: scores of one point by the metric, or known names like it."""
    try:
        metric, beta = _metric_and_beta(str(name).lower(), "score")
    except ValueError:
        return nearest_hint(name, known)
    if METRICS[metric].by_odds:
        return _of_odds(metric)
    if metric not in ("precision", "recall") and METRICS[metric].best is np.nanmax:
        return f"did you mean '{PointScore(metric, beta).key}'?"
    other = "precision=0.9" if metric == "recall" else "recall=0.8"
    return f"did you mean '{metric}{_AT}{other}'?"


def _of_odds(metric: str) -> str:
    """Return the end of an error about a metric that needs a threshold probability."""
    return f"prp.scorer takes '{metric}{_AT}threshold=0.2'"


def _form_of_key(name: str) -> str:
    """Return a name in the form of the keys of scores of one point, if it is one of these."""
    text = " ".join(name.lower().split())
    for printed, typed in _PRINTED:
        text = re.sub(printed, typed, text)
    return _SHARE_OF_TOP.sub(lambda found: f"@rate={float(found[1]) / 100:g}", text)


def _metric_and_beta(name: str, argument: str) -> tuple[str, float]:
    """Return the metric of a name; "f2" is the F score of another weight of recall."""
    weighted = _F_BETA.fullmatch(name)
    if weighted and float(weighted[1]) != 1:
        beta = float(weighted[1])
        squared_beta(beta)
        return "f_beta", beta
    return metric_key("f1" if weighted else name, argument), 1.0


def _point_at_count(at: PointCounts, asked: Criterion, every: float) -> PointCounts:
    """Return the point where so many are predicted positive; none if there are not so many."""
    share = asked.value if asked.kind == "rate" else asked.value / every
    place = np.array([share] if share <= 1 else []) * at.predicted[-1]
    tp = np.interp(place, at.predicted, at.tp)
    return at._replace(tp=tp, fp=place - tp)
