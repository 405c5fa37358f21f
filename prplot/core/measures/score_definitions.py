"""The table of scores: what each score of a whole curve is called, computed by and bounded by.

Beside the areas there are scores of one point of a curve: a metric under a condition, such as
"recall@precision=0.9", and the best value of a metric, such as "max_f1".
"""

import math
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from prplot.core.bounds import aucpr_min
from prplot.core.checks import FloatArray, brief, in_full, nearest_hint
from prplot.core.measures import areas
from prplot.core.measures.operating_point import OF_COUNTS, Criterion
from prplot.core.measures.point_metrics import METRICS, PointCounts, metric_key
from prplot.core.point_scores import squared_beta
from prplot.core.record import ConfusionCurve


class Score(NamedTuple):
    """A score of a whole curve.

    Attributes
    ----------
    head : str
        Its name in tables and legends.
    of : callable
        ``(ConfusionCurve) -> float``
    space : str or None
        The space in which it is the area under the curve.
    of_hull : str or None
        How the score of a hull is called beside that of its curve; None if a hull has none.
    low : float
        Its lowest value at any prevalence; the highest of all scores is 1.
    minimum : callable or None
        ``(prevalence) -> float``, the lowest value there, if it depends on the prevalence.
    bounded_by : str or None
        The method of `Cells` that bounds it. None for a score that rises with each pair in the
        right order: of all rankings of the examples in a cell the worst and the best have its
        extreme values.
    interpolated : mapping of str to Score
        What it becomes where a curve does not run along the exact path between its points.
    """

    head: str
    of: Callable[[ConfusionCurve], float]
    space: str | None = None
    of_hull: str | None = None
    low: float = 0.0
    minimum: Callable[[float], float] | None = None
    bounded_by: str | None = None
    interpolated: Mapping[str, "Score"] = {}

    @property
    def is_gain(self) -> bool:
        """Whether it stands on the scale of gains, which has no lower end."""
        return self.low == -math.inf


# Steps between thresholds, which no mixture of them attains: a hull has none.
_AVERAGE_PRECISION = Score(
    "AP", areas.step_area_pr, minimum=aucpr_min, bounded_by="step_area_bounds"
)


class ScoreTable(dict[str, Score]):
    """Scores by their keys; those of one point are made when they are asked for."""

    def __missing__(self, key: str) -> Score:
        found = _score_of_point(key)
        if found is None:
            raise KeyError(key)
        return found


SCORES = ScoreTable()
SCORES |= {
    "aucpr": Score(
        "AUCPR",
        areas.area_pr,
        space="pr",
        of_hull="achievable",
        minimum=aucpr_min,
        interpolated={
            "integer": Score(
                "AUCPR at whole counts", partial(areas.area_pr, interpolation="integer")
            ),
            "linear": Score("AUCPR by chords", partial(areas.area_pr, interpolation="linear")),
            "step": _AVERAGE_PRECISION,
        },
    ),
    "aucnpr": Score("AUCNPR", areas.normalized_area_pr, space="npr", of_hull="achievable"),
    "average_precision": _AVERAGE_PRECISION,
    "auroc": Score("AUROC", areas.area_roc, space="roc", of_hull="of hull"),
    "auprg": Score("AUPRG", areas.area_prg, space="prg", of_hull="of hull", low=-math.inf),
}
AREA_OF = {score.space: name for name, score in SCORES.items() if score.space is not None}

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
_FORMS = "'recall@precision=0.9', 'precision@recall=0.8', 'precision@k=100' or 'max_f1'"
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
# What scores are called elsewhere, in lower case and without marks between words.
_KNOWN_AS = {
    "aucpr": ("prauc", "auprc", "aupr"),
    "average_precision": ("averageprecisionscore", "avgprecision"),
    "auroc": ("rocauc", "aucroc", "rocaucscore", "cstatistic"),
    "auprg": ("prgauc", "aucprg"),
}


def score_key(name: Any, argument: str = "score") -> str:
    """Return the key of a score in `SCORES`.

    Parameters
    ----------
    name : str or callable
        Its key, what it is called in tables and legends or elsewhere ("AP", "ROC AUC"), the
        function that computes it, or a score of one point ("recall@precision=0.9").
    argument : str, default "score"
        What errors call it.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        No such score, a name of several, or a condition that no point of a curve can have.
    """
    word = getattr(name, "__name__", name)
    if not isinstance(word, str):
        raise TypeError(f"{argument} must be the name of a score, found {brief(name)}")
    if word in tuple(SCORES):
        return str(word)
    plain = _plain(word)
    if plain == "auc":
        raise ValueError(
            f"{argument} {word!r} may be the area under the ROC or under the PR curve; type "
            "'auroc' or 'aucpr'"
        )
    for key, score in SCORES.items():
        if plain in (_plain(key), _plain(score.head), *_KNOWN_AS.get(key, ())):
            return key
    text = _form_of_key(word)
    if _AT in text or text.startswith(_BEST):
        return _key_of_point(text, word, argument)
    raise ValueError(
        f"{argument} must be one of {', '.join(map(repr, SCORES))}, or such as {_FORMS}, found "
        f"{brief(word)}; {_nearest_score(word)}"
    )


def key_of_area(name: Any, argument: str) -> str:
    """Return the key of a score of a whole curve, which has draws, as in `score_key`.

    Raises
    ------
    ValueError
        No such score, or one of a single point.
    """
    key = score_key(name, argument)
    if key not in tuple(SCORES):
        raise ValueError(
            f"{argument} must be one of {', '.join(map(repr, SCORES))}, found {name!r}, a score of "
            "one point: operating_point(..., errorbar='ci') has the intervals of a threshold"
        )
    return key


def _form_of_key(name: str) -> str:
    """Return a name in the form of the keys of scores of one point, if it is one of these."""
    text = " ".join(name.lower().split())
    for printed, typed in _PRINTED:
        text = re.sub(printed, typed, text)
    return _SHARE_OF_TOP.sub(lambda found: f"@rate={float(found[1]) / 100:g}", text)


def _nearest_score(name: Any) -> str:
    """Return the end of an error: scores of one point by the metric, or names that are alike."""
    try:
        metric, beta = _metric_and_beta(str(name).lower(), "score")
    except ValueError:
        return nearest_hint(name, SCORES)
    if metric in ("precision", "recall") or METRICS[metric].best is not np.nanmax:
        other = "precision=0.9" if metric == "recall" else "recall=0.8"
        return f"did you mean '{metric}{_AT}{other}'?"
    return f"did you mean '{_BEST}{_written_metric(metric, beta)}'?"


def _key_of_point(plain: str, name: str, argument: str) -> str:
    """Return the key of a score of one point in its plain form, checked."""
    metric, _, condition = plain.removeprefix(_BEST).partition(_AT)
    metric, beta = _metric_and_beta(_LETTERS.get(metric, metric), argument)
    if plain.startswith(_BEST) and not condition and METRICS[metric].best is np.nanmax:
        return f"{_BEST}{_written_metric(metric, beta)}"
    kind, _, number = condition.partition("=")
    if kind not in _CONDITIONS or not re.fullmatch(_NUMBER, number) or plain.startswith(_BEST):
        of_top = condition.isdecimal() and not plain.startswith(_BEST)
        hint = f"; did you mean '{metric}{_AT}k={condition}'?" if of_top else ""
        raise ValueError(f"{argument} must be such as {_FORMS}, found {name!r}{hint}")
    criterion = Criterion(_CONDITIONS[kind], float(number))
    short = "k" if criterion.kind == "predicted_positives" else criterion.kind
    return f"{_written_metric(metric, beta)}{_AT}{short}={in_full(criterion.value)}"


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


def _score_of_point(key: str) -> Score | None:
    """Return a score of one point, given its key; None for anything else."""
    metric, _, condition = key.removeprefix(_BEST).partition(_AT)
    try:
        kept, beta = _metric_and_beta(metric, "score")
    except ValueError:
        return None
    row = METRICS[kept]
    if key.startswith(_BEST):
        return Score(f"max {row.name(beta)}", partial(_best, kept, beta), low=row.low)
    kind, _, number = condition.partition("=")
    if kind not in _CONDITIONS:
        return None
    criterion = Criterion(_CONDITIONS[kind], float(number))
    sign = _SIGNS[criterion.kind].format(
        in_full(criterion.value), percent=f"{100 * criterion.value:.12g}"
    )
    return Score(
        f"{row.name(beta)} at {sign}", partial(_at_criterion, kept, beta, criterion), low=row.low
    )


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


def _plain(name: Any) -> str:
    """Return a name in lower case, without marks between words."""
    return "".join(filter(str.isalnum, name.lower())) if isinstance(name, str) else ""
