"""The table of scores: the name, function and bounds of each score of a curve, or of one point."""

import math
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, Self

import numpy as np

from prplot.core.checks import brief, in_full, nearest_hint, one_of
from prplot.core.measures import areas
from prplot.core.measures.operating_point import (
    LIMITS,
    METRICS,
    OF_COUNTS,
    Criterion,
    PointCounts,
)
from prplot.core.points import aucpr_min, squared_beta
from prplot.core.record import ConfusionCurve

# Beginnings of the keys of scores of one point, and the numbers in them.
_BEST, _AT = "max_", "@"
_NUMBER = r"-?[0-9]*\.?[0-9]+(?:e[+-]?[0-9]+)?"
_F_BETA = re.compile(rf"f_?({_NUMBER})")
FORMS = "'recall@precision=0.9', 'precision@recall=0.8', 'precision@k=100' or 'max_f1'"


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
    low, high : float
        Its lowest and its highest value at any prevalence.
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
    high: float = 1.0
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

# Other average precisions, of the highest precision at a recall or above. Only retrieved items have
# draws of them.
INTERPOLATED = {
    # The recalls of pycocotools, to the last bit.
    "coco_ap": Score("COCO AP", partial(areas.mean_envelope_pr, recalls=np.linspace(0, 1, 101))),
    "voc_ap": Score("VOC AP", areas.envelope_area_pr),
    "voc07_ap": Score("VOC07 AP", partial(areas.mean_envelope_pr, recalls=np.arange(11) / 10)),
}


# Scores of curves whose negatives nobody counted.
OF_RETRIEVED = ("aucpr", "average_precision")


class ScoreTable(dict[str, Score]):
    """Scores by their keys; those that have no draws are looked up when they are asked for."""

    def __missing__(self, key: str) -> Score:
        if key in INTERPOLATED:
            return INTERPOLATED[key]
        found = PointScore.read(key)
        if found is None:
            raise KeyError(key)
        row = METRICS[found.metric]
        return Score(found.head, found.of, low=row.low, high=row.high)


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


def drawn_scores(curve: ConfusionCurve) -> tuple[str, ...]:
    """Return the keys of the scores of a curve that have draws, and so intervals."""
    return tuple(SCORES) if curve.knows_negatives else (*OF_RETRIEVED, *INTERPOLATED)


# Scores of one point


class PointScore(NamedTuple):
    """A score of one point: a metric under a condition, or without one the best that it reaches."""

    metric: str
    beta: float
    criterion: Criterion | None = None

    @classmethod
    def read(cls, name: str, argument: str = "score") -> Self | None:
        """Return the checked score with a name; None if it is not one of these."""
        is_best = name.startswith(_BEST)
        if _AT not in name and not is_best:
            return None
        metric, _, condition = name.removeprefix(_BEST).partition(_AT)
        metric, beta = _metric_and_beta(metric, argument)
        if is_best and not condition and METRICS[metric].best is np.nanmax:
            return cls(metric, beta)
        kind, _, number = condition.partition("=")
        kind = "predicted_positives" if kind == "k" else kind
        is_known = kind in (*LIMITS, "threshold") and re.fullmatch(_NUMBER, number) and not is_best
        value = float(number) if is_known else math.nan
        if METRICS[metric].by_odds and not (kind == "threshold" and 0 <= value < 1):
            raise ValueError(
                f"{argument} {name!r} needs a threshold probability in [0, 1); prp.scorer takes "
                f"'{metric}{_AT}threshold=0.2'"
            )
        if not math.isfinite(value):
            raise ValueError(f"{argument} must have a form such as {FORMS}, found {name!r}")
        return cls(metric, beta, Criterion(kind, value))

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


def _metric_and_beta(name: str, argument: str) -> tuple[str, float]:
    """Return the metric of a name; "f2" is the F score of another weight of recall."""
    weighted = _F_BETA.fullmatch(name)
    if weighted and float(weighted[1]) != 1:
        beta = float(weighted[1])
        squared_beta(beta)
        return "f_beta", beta
    return one_of("f1" if weighted else name, argument, METRICS), 1.0


def _point_at_count(at: PointCounts, asked: Criterion, every: float) -> PointCounts:
    """Return the point where so many are predicted positive; none if there are not so many."""
    share = asked.value if asked.kind == "rate" else asked.value / every
    place = np.array([share] if share <= 1 else []) * at.predicted[-1]
    tp = np.interp(place, at.predicted, at.tp)
    return at._replace(tp=tp, fp=place - tp)


# Names


# What scores are called elsewhere; the mean precision at each match is trec_eval's.
_KNOWN_AS = {
    "trec_ap": "average_precision",
    "roc_auc": "auroc",
    "pr_auc": "aucpr",
    "auprc": "aucpr",
}


def score_key(name: Any, argument: str = "score") -> str:
    """Return the key of a score in `SCORES`.

    Parameters
    ----------
    name : str or callable
        Its key, its name in tables and legends ("AP") or elsewhere ("roc_auc"), the function that
        computes it, or a score at one point ("recall@precision=0.9").
    argument : str, default "score"
        What errors call it.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        No such score, or a condition that no point of a curve can have.
    """
    word = getattr(name, "__name__", name)
    if not isinstance(word, str):
        raise TypeError(f"{argument} must be the name of a score, found {brief(name)}")
    known = SCORES | INTERPOLATED
    keys = {score.head.lower(): key for key, score in known.items()} | _KNOWN_AS
    word = keys.get(word.lower(), word)
    if word in known:
        return str(word)
    of_point = PointScore.read(word, argument)
    if of_point is not None and not of_point.is_at_threshold:
        return of_point.key
    hint = "only prp.scorer takes thresholds" if of_point else nearest_hint(word, known)
    if word.lower() == "auc":
        hint = "areas under the ROC and the PR curve are 'auroc' and 'aucpr'"
    raise ValueError(
        f"{argument} must be one of {', '.join(map(repr, known))}, or such as {FORMS}, found "
        f"{brief(word)}; {hint}"
    )


def score_keys(names: Any) -> list[str]:
    """Return the keys of a score or of several, as in `score_key`.

    Raises
    ------
    ValueError
        A wrong name, or one twice.
    """
    keys = [score_key(name) for name in (names if isinstance(names, list | tuple) else [names])]
    if len(set(keys)) < len(keys):
        raise ValueError(f"score must be a list of different names, found {brief(names)}")
    return keys


def key_of_area(name: Any, argument: str, curve: Any = None) -> str:
    """Return the key of a score of a whole curve, which has draws, as in `score_key`.

    Parameters
    ----------
    name, argument
    curve : ConfusionCurve, optional
        Which decides what scores have draws; anything else does not.

    Raises
    ------
    ValueError
        No such score, or one of a single point.
    """
    key = score_key(name, argument)
    known = drawn_scores(curve) if isinstance(curve, ConfusionCurve) else tuple(SCORES)
    if key not in known:
        hint = "operating_point(..., errorbar='ci') has the intervals of a threshold"
        if len(known) > len(SCORES) or key in INTERPOLATED:
            hint = "average precisions of COCO and VOC have intervals if negatives are unknown"
        raise ValueError(
            f"{argument} must be one of {', '.join(map(repr, known))}, found {name!r}; {hint}"
        )
    return key
