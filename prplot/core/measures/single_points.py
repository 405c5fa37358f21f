"""Scores of one point of a curve, by the keys that people type.

A metric under a condition, such as "recall@precision=0.9", and the best value of a metric, such as
"max_f1".
"""

import math
import re
from collections.abc import Callable, Collection
from functools import partial
from typing import Any

import numpy as np

from prplot.core.checks import FloatArray, in_full, nearest_hint
from prplot.core.measures.operating_point import OF_COUNTS, Criterion
from prplot.core.measures.point_metrics import METRICS, PointCounts, metric_key
from prplot.core.point_scores import squared_beta
from prplot.core.record import ConfusionCurve

# Beginnings of the keys of scores of one point, and the numbers in them.
_BEST, _AT = "max_", "@"
_NUMBER = r"[0-9]*\.?[0-9]+(?:e[+-]?[0-9]+)?"
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
}
_SIGNS = {
    "precision": "precision ≥ {}",
    "recall": "recall ≥ {}",
    "fpr": "FPR ≤ {}",
    "predicted_positives": "top {}",
    "rate": "top {percent} %",
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


def key_of_point(name: str, argument: str) -> str | None:
    """Return the key of a score of one point, checked; None if the name is not one of these."""
    plain = _form_of_key(name)
    if _AT not in plain and not plain.startswith(_BEST):
        return None
    metric, _, condition = plain.removeprefix(_BEST).partition(_AT)
    metric, beta = _metric_and_beta(_LETTERS.get(metric, metric), argument)
    if plain.startswith(_BEST) and not condition and METRICS[metric].best is np.nanmax:
        return f"{_BEST}{_written_metric(metric, beta)}"
    kind, _, number = condition.partition("=")
    if kind not in _CONDITIONS or not re.fullmatch(_NUMBER, number) or plain.startswith(_BEST):
        of_top = condition.isdecimal() and not plain.startswith(_BEST)
        hint = f"; did you mean '{metric}{_AT}k={condition}'?" if of_top else ""
        raise ValueError(f"{argument} must be such as {FORMS}, found {name!r}{hint}")
    criterion = Criterion(_CONDITIONS[kind], float(number))
    short = "k" if criterion.kind == "predicted_positives" else criterion.kind
    return f"{_written_metric(metric, beta)}{_AT}{short}={in_full(criterion.value)}"


def nearest_score(name: Any, known: Collection[str]) -> str:
    """Return the end of an error: scores of one point by the metric, or known names like it."""
    try:
        metric, beta = _metric_and_beta(str(name).lower(), "score")
    except ValueError:
        return nearest_hint(name, known)
    if metric in ("precision", "recall") or METRICS[metric].best is not np.nanmax:
        other = "precision=0.9" if metric == "recall" else "recall=0.8"
        return f"did you mean '{metric}{_AT}{other}'?"
    return f"did you mean '{_BEST}{_written_metric(metric, beta)}'?"


def score_of_point(key: str) -> tuple[str, Callable[[ConfusionCurve], float], float] | None:
    """Return the head, the function and the lowest value of a score of one point, given its key.

    None for anything else.
    """
    metric, _, condition = key.removeprefix(_BEST).partition(_AT)
    try:
        kept, beta = _metric_and_beta(metric, "score")
    except ValueError:
        return None
    row = METRICS[kept]
    if key.startswith(_BEST):
        return f"max {row.name(beta)}", partial(_best, kept, beta), row.low
    kind, _, number = condition.partition("=")
    if kind not in _CONDITIONS:
        return None
    criterion = Criterion(_CONDITIONS[kind], float(number))
    sign = _SIGNS[criterion.kind].format(
        in_full(criterion.value), percent=f"{100 * criterion.value:.12g}"
    )
    return f"{row.name(beta)} at {sign}", partial(_at_criterion, kept, beta, criterion), row.low


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


def _written_metric(metric: str, beta: float) -> str:
    return f"f{in_full(beta)}" if metric == "f_beta" else metric


def _best(metric: str, beta: float, curve: ConfusionCurve) -> float:
    """Return the highest value of a metric at any threshold; nan without one."""
    return _extreme(np.nanmax, METRICS[metric].of(PointCounts.of(curve), beta))


def _extreme(best: Callable[[FloatArray], float], values: FloatArray) -> float:
    known = values[~np.isnan(values)]
    return float(best(known)) if known.size else math.nan


def _at_criterion(metric: str, beta: float, criterion: Criterion, curve: ConfusionCurve) -> float:
    """Return the best value of a metric where a condition holds; 0 for a recall of no threshold."""
    if criterion.kind in OF_COUNTS:
        return _at_count(metric, beta, criterion, curve)
    if curve.pos == 0 or (criterion.kind == "fpr" and curve.neg == 0):
        return math.nan
    at = PointCounts.of(curve)
    fulfils = criterion.is_fulfilled(at)
    if not fulfils.any():
        return 0.0 if metric == "recall" else math.nan
    values, best = METRICS[metric].of(at, beta), METRICS[metric].best
    # No share predicted positive is best: it is that of the point that fulfils the condition best.
    return (
        float(values[criterion.index(curve)]) if best is None else _extreme(best, values[fulfils])
    )


def _at_count(metric: str, beta: float, criterion: Criterion, curve: ConfusionCurve) -> float:
    """Return a metric where so many are predicted positive; of a tie, what is expected of them."""
    every = float(curve.pos + curve.neg)
    wanted = criterion.value * every if criterion.kind == "rate" else criterion.value
    if wanted > every:
        return math.nan
    at = PointCounts.of(curve)
    place = wanted / every * (at.pos + at.neg)
    tp = np.interp(place, at.predicted, at.tp)
    point = PointCounts(np.atleast_1d(tp), np.atleast_1d(place - tp), at.pos, at.neg)
    return float(METRICS[metric].of(point, beta)[0])
