"""Scores of a curve, or of one of its points: how each is computed, and their table by name.

Areas are integrals along the steps of a record, computed block by block without cancellation. If a
class is absent, areas in PR space are 0 (no positives) or 1 (no negatives), and all others are
undefined.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple, Self

import numpy as np

from prplot.core.checks import ROUNDING, Array, brief, checked_range, in_full, nearest_hint, one_of
from prplot.core.measures.operating_point import (
    LIMITS,
    METRICS,
    OF_COUNTS,
    Criterion,
    PointCounts,
)
from prplot.core.points import (
    aucpr_min,
    average_precision_room,
    f_weights,
    mean_share,
    min_precision,
    squared_beta,
)
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import PR, ROC
from prplot.core.traces import trace

INTERPOLATIONS = ("exact", "integer", "linear")
# Two recall gains that differ by less are equal. Near prevalence 1 the last few bits of the counts
# are much of the recall gain.
_ROUNDING_OF_GAIN = 1e-9
# Where segments start and end: tp, fp, tp, fp of steps, or x, y, x, y.
Ends = tuple[Array, Array, Array, Array]
# Beginnings of the keys of scores of one point, and the numbers in them.
_BEST, _AT = "max_", "@"
_NUMBER = r"-?[0-9]*\.?[0-9]+(?:e[+-]?[0-9]+)?"
_F_BETA = re.compile(rf"f_?({_NUMBER})")
FORMS = "'recall@precision=0.9', 'precision@recall=0.8', 'precision@k=100' or 'max_f1'"


def area_roc(curve: ConfusionCurve, fpr_range: tuple[float, float] = (0, 1)) -> float:
    """Return the area under the ROC curve: trapezoids, ties count one half.

    Parameters
    ----------
    curve : ConfusionCurve
    fpr_range : tuple of float
        The part of the false positive rates to integrate over.

    Returns
    -------
    float
        nan if a class is absent.
    """
    low, high = checked_range(fpr_range, "fpr_range")
    if curve.pos == 0 or curve.neg == 0:
        return float("nan")
    if (low, high) != (0, 1):
        rates = trace(curve, ROC)
        return area_under_polyline(rates.x, rates.y, low, high)
    pos, neg = float(curve.pos), float(curve.neg)
    double = math.fsum(
        float(((tp1 - tp0) * ((neg - fp0) + (neg - fp1))).sum())
        for tp0, fp0, tp1, fp1 in curve.steps.blocks()
    )
    return min(double / 2 / (pos * neg), 1.0)


def area_pr(
    curve: ConfusionCurve,
    recall_range: tuple[float, float] = (0, 1),
    interpolation: str = "exact",
) -> float:
    """Return the area under the PR curve.

    Parameters
    ----------
    curve : ConfusionCurve
    recall_range : tuple of float
        ``0 <= a < b <= 1``.
    interpolation : {"exact", "integer", "linear"}
        How the curve runs between operating points, as in `prplot.core.traces`.

    Returns
    -------
    float
        In [0, b - a].
    """
    low, high = checked_range(recall_range)
    one_of(interpolation, "interpolation", INTERPOLATIONS)
    if not curve.has_both_classes:
        return (high - low) * float(curve.neg == 0)
    if interpolation == "exact":
        parts = map(_area_of_arcs, _rising(curve, low, high))
        # Sums of masses may be a last bit too large.
        return min(math.fsum(parts) / curve.pos, high - low)
    drawn = trace(curve, PR, join=interpolation)
    return area_under_polyline(drawn.x, drawn.y, low, high)


def normalized_area_pr(curve: ConfusionCurve, recall_range: tuple[float, float] = (0, 1)) -> float:
    """Return AUCNPR, the share of the achievable area in PR space that lies under a curve.

    Parameters
    ----------
    curve : ConfusionCurve
    recall_range : tuple of float
        ``0 <= a < b <= 1``.

    Returns
    -------
    float
        In [0, 1]: 0 for the worst ranking and without positives, 1 for the best and without
        negatives.
    """
    low, high = checked_range(recall_range)
    if curve.pos == 0 or curve.neg == 0:
        return float(curve.neg == 0)
    pos, neg = float(curve.pos), float(curve.neg)
    start, width = neg + low * pos, (high - low) * pos
    most = width * mean_share(neg, start, 0.0, width)
    above: list[float] = []
    first = None
    # Areas above the curves: with them nothing cancels when the prevalence is near 1.
    for arcs in _rising(curve, low, high):
        above.append(_area_of_arcs(arcs, of_fp=True))
        first = arcs[1][0] if first is None and arcs[1].size else first
    if first is None:
        # The range is so narrow that its ends have the same counts: take the height there.
        least = float(min_precision(low, curve.prevalence))
        return max((float(curve.precision_at(low)) - least) / (1 - least), 0.0)
    if first >= neg:
        # All negatives come first: the minimum curve, whose sum of arcs would be rounded.
        return 0.0
    return 1 - min(math.fsum(above) / float(most), 1.0)


def step_area_pr(curve: ConfusionCurve) -> float:
    """Return average precision: the precision at each threshold, weighted by its gain in recall.

    Parameters
    ----------
    curve : ConfusionCurve

    Returns
    -------
    float
        In [0, 1]; 0 without positives, 1 without negatives.
    """
    if not curve.has_both_classes:
        return float(curve.neg == 0)
    parts = [float((tp - tp0) @ (tp / (tp + fp))) for tp0, _, tp, fp in _rising(curve)]
    return min(math.fsum(parts) / curve.pos, 1.0)


def envelope_area_pr(curve: ConfusionCurve) -> float:
    """Return the area under the precision envelope, the highest precision at a recall or above.

    Parameters
    ----------
    curve : ConfusionCurve

    Returns
    -------
    float
        In [0, 1]; 0 without positives.
    """
    return float(np.diff(curve.tp) @ _envelope(curve)[1:-1]) / curve.pos if curve.pos else 0.0


def mean_envelope_pr(curve: ConfusionCurve, recalls: Array) -> float:
    """Return the mean height of the precision envelope at some recalls.

    Parameters
    ----------
    curve : ConfusionCurve
    recalls : ndarray of float
        In [0, 1]; a curve that ends below one of them counts as 0 there.

    Returns
    -------
    float
        In [0, 1]; 0 without positives.
    """
    # Sums of weights are rounded, and may miss a recall by their last bits.
    slack = 0.0 if curve.tp.dtype.kind in "iu" else ROUNDING
    return float(_envelope(curve)[np.searchsorted(curve.recall, recalls * (1 - slack))].mean())


def _envelope(curve: ConfusionCurve) -> Array:
    """Return the highest precision from each point on, and 0 beyond the end."""
    return np.append(np.maximum.accumulate(curve.precision[::-1])[::-1], 0.0)


def normalized_step_area_pr(curve: ConfusionCurve) -> float:
    """Return average precision, scaled from 0 for the lowest that is achievable to 1.

    Parameters
    ----------
    curve : ConfusionCurve
        Of whole counts.

    Returns
    -------
    float
        In [0, 1]; 0 without positives, 1 without negatives.
    """
    if curve.pos == 0 or curve.neg == 0:
        return float(curve.neg == 0)
    # What both lack of 1: with prevalences near 1 a difference from 1 would cancel.
    room = average_precision_room(curve.pos, curve.neg)
    lacks = [float((tp - tp0) @ (fp / (tp + fp))) for tp0, _, tp, fp in _rising(curve)]
    return max(1 - math.fsum(lacks) / curve.pos / room, 0.0)


def area_prg(curve: ConfusionCurve, clip: bool = False) -> float:
    """Return the signed area under the Precision-Recall-Gain curve.

    Parameters
    ----------
    curve : ConfusionCurve
    clip : bool
        Count negative precision gain as 0.

    Returns
    -------
    float
        In ``[-(1 - pi) / (2 pi), 1]``; nan if a class is absent.
    """
    if curve.pos == 0 or curve.neg == 0:
        return float("nan")
    pos, neg, lost = float(curve.pos), float(curve.neg), []
    for tp0, fp0, tp1, fp1, dtp in _steps_in_square(curve):
        # Widths are differences of recall gain; 1 / tp0 - 1 / tp1 would cancel.
        times0, times1 = pos / tp0, pos / tp1
        width = dtp / neg * times0 * times1
        first, last = fp0 / neg * times0, fp1 / neg * times1
        mean = 1 - _positive_mean(1 - first, 1 - last) if clip else (first + last) / 2
        lost.append(float(width @ mean))
    # The widths add up to 1, so that a perfect curve has an area of exactly 1.
    area = 1.0 - math.fsum(lost)
    return max(area, 0.0) if clip else area


def mean_f_gain(curve: ConfusionCurve, beta: float = 1) -> float:
    """Return the expected F-Gain over a curve's operating points (Flach & Kull 2015, Theorem 3).

    Parameters
    ----------
    curve : ConfusionCurve
    beta : float

    Returns
    -------
    float
        nan if a class is absent, and if all negatives rank before recall reaches the prevalence.

    Notes
    -----
    The mean over points for which ``Delta = recall gain / pi - precision gain / (1 - pi)`` is
    uniform, from recall gain 0 on.
    """
    of_precision, of_recall = f_weights(beta)
    if curve.pos == 0 or curve.neg == 0:
        return float("nan")
    pos, neg = float(curve.pos), float(curve.neg)
    at = _enter_square(curve)
    if at.top >= neg:
        return float("nan")
    pi, rest = pos / (pos + neg), neg / (pos + neg)
    start = 1 - at.top / neg * (pos / at.tp)
    area = area_prg(curve) * (of_precision * rest + of_recall * pi)
    ends = (of_recall * rest + of_precision * pi * start**2) / 2
    return (area + ends) / ((neg - at.top) / neg)


def area_under_polyline(x: Array, y: Array, low: float, high: float) -> float:
    """Integrate a polyline with never decreasing `x` from `low` to `high`."""
    left, y0, right, y1 = _clipped((x[:-1], y[:-1], x[1:], y[1:]), low, high)
    return float(((right - left) * (y0 + y1)).sum() / 2)


def _clipped(segments: Ends, low: float, high: float) -> Ends:
    """Cut straight segments to ``low <= x <= high``; those outside get length 0."""
    x0, y0, x1, y1 = segments
    dx = x1 - x0
    slope = np.divide(y1 - y0, dx, out=np.zeros_like(dx), where=dx > 0)
    left, right = np.clip(x0, low, high), np.clip(x1, low, high)
    return left, y0 + slope * (left - x0), right, y0 + slope * (right - x0)


def _area_of_arcs(arcs: Ends, of_fp: bool = False) -> float:
    """Return the area under arcs, or that above them, in units of a positive."""
    tp0, fp0, tp1, fp1 = arcs
    dtp, dfp = tp1 - tp0, fp1 - fp0
    part, dpart = (fp0, dfp) if of_fp else (tp0, dtp)
    return float(dtp @ mean_share(part, tp0 + fp0, dpart, dtp + dfp))


def _rising(curve: ConfusionCurve, low: float = 0.0, high: float = 1.0) -> Iterator[Ends]:
    """Yield the steps between two recalls on which true positives rise."""
    is_whole, ends = (low, high) == (0, 1), (low * curve.pos, high * curve.pos)
    for block in curve.steps.blocks():
        tp0, fp0, tp1, fp1 = block if is_whole else _clipped(block, *ends)
        # They rise on all steps of a curve that was counted from scores.
        rises: Any = slice(None) if (tp1 > tp0).all() else tp1 > tp0
        yield tp0[rises], fp0[rises], tp1[rises], fp1[rises]


def _steps_in_square(curve: ConfusionCurve) -> Iterator[tuple[Array, ...]]:
    """Yield the steps from recall gain 0 on: tp, fp, tp, fp, dtp."""
    at = _enter_square(curve)
    yield tuple(np.array([at.tp, at.fp, *at.end, at.dtp])[:, None])
    for tp0, fp0, tp1, fp1 in curve.steps.blocks(first=at.step + 1):
        yield tp0, fp0, tp1, fp1, tp1 - tp0


def _positive_mean(first: Array, last: Array) -> Array:
    """Return the mean of the positive part along straight segments, elementwise."""
    high, low = np.maximum(first, last), np.minimum(first, last)
    top = np.maximum(high, 0.0)
    part = np.divide(top, high - low, out=np.ones_like(top), where=(low < 0) & (high > low))
    return np.where(low < 0, top * part, high + low) / 2


class _SquareEntry(NamedTuple):
    """The point where a path enters the unit square of PRG space, at recall gain 0.

    Attributes
    ----------
    step : int
        The first step that ends at recall gain 0 or more.
    tp, fp : float
        The counts there. They and the numbers below are rounded only once.
    end : tuple of float
        The counts at the end of the step.
    dtp : float
        The true positives between both.
    top : float
        The false positives above a vertical drop there, which rounded counts may place just before.
    """

    step: int
    tp: float
    fp: float
    end: tuple[float, float]
    dtp: float
    top: float


def _enter_square(curve: ConfusionCurve) -> _SquareEntry:
    """Find where a curve of both classes enters the unit square, exactly, also for floats."""
    steps, pos, neg = curve.steps, _exact(curve.pos), _exact(curve.neg)
    # There true positives, times all examples, are the square of all positives.
    both, square = pos + neg, pos * pos
    k = _first_from(steps.tp, square, both)
    start, end = (_exact(steps.tp[i].item()) if i >= 0 else 0 for i in (k - 1, k))
    before, passed = (_exact(fp[k].item()) for fp in (steps.fp_before, steps.fp))
    # The parts of the step before recall gain 0 and from there on.
    to, on = square - start * both, end * both - square
    tp, fp = float(square / both), float((before * on + passed * to) / (to + on))
    top = fp
    if not isinstance(both, int):
        slack = Fraction(min(ROUNDING * tp, _ROUNDING_OF_GAIN * float(pos * neg / both)))
        near = _first_from(steps.tp, square - slack * both, both)
        top = min(fp, float(steps.fp[near])) if near < k else fp
    return _SquareEntry(k, tp, fp, (float(end), float(passed)), float(on / both), top)


def _exact(number: float) -> int | Fraction:
    """Return a number whose sums and products are exact; those of integers take less time."""
    return number if isinstance(number, int) else Fraction(number)


def _first_from(rising: Array, some: int | Fraction, parts: int | Fraction) -> int:
    """Return the index of the first number that is no smaller than a ratio."""
    least: float = -(-some // parts)
    if rising.dtype.kind != "i":
        least = float(some / parts)
        least = math.nextafter(least, math.inf) if Fraction(least) * parts < some else least
    # A number of the array's own type, so that the search converts no array.
    return int(rising.searchsorted(rising.dtype.type(least)))


# The table


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


# Steps between thresholds, which no mixture of them attains: a hull has none.
_AVERAGE_PRECISION = Score("AP", step_area_pr, minimum=aucpr_min, bounded_by="step_area_bounds")

# Other average precisions, of the highest precision at a recall or above. Only retrieved items have
# draws of them.
INTERPOLATED = {
    # The recalls of pycocotools, to the last bit.
    "coco_ap": Score("COCO AP", partial(mean_envelope_pr, recalls=np.linspace(0, 1, 101))),
    "voc_ap": Score("VOC AP", envelope_area_pr),
    "voc07_ap": Score("VOC07 AP", partial(mean_envelope_pr, recalls=np.arange(11) / 10)),
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


SCORES = ScoreTable(
    aucpr=Score(
        "AUCPR",
        area_pr,
        space="pr",
        of_hull="achievable",
        minimum=aucpr_min,
        interpolated={
            "integer": Score("AUCPR at whole counts", partial(area_pr, interpolation="integer")),
            "linear": Score("AUCPR by chords", partial(area_pr, interpolation="linear")),
            "step": _AVERAGE_PRECISION,
        },
    ),
    aucnpr=Score("AUCNPR", normalized_area_pr, space="npr", of_hull="achievable"),
    average_precision=_AVERAGE_PRECISION,
    auroc=Score("AUROC", area_roc, space="roc", of_hull="of hull"),
    auprg=Score("AUPRG", area_prg, space="prg", of_hull="of hull", low=-math.inf),
)
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


def score_keys(names: Any, argument: str = "score") -> list[str]:
    """Return the keys of a score or of several, as in `score_key`.

    Raises
    ------
    ValueError
        A wrong name, or one twice.
    """
    every = names if isinstance(names, list | tuple) else [names]
    keys = [score_key(name, argument) for name in every]
    if len(set(keys)) < len(keys):
        raise ValueError(f"{argument} must be a list of different names, found {brief(names)}")
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
