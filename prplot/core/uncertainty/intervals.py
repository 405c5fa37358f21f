"""Confidence intervals for areas, from bootstrap draws or in closed form."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from prplot.core import NotebookView
from prplot.core.checks import FloatArray, brief, checked_number, in_full, is_whole, one_of
from prplot.core.measures.score_definitions import SCORES
from prplot.core.points import aucpr_min
from prplot.core.record import ConfusionCurve
from prplot.core.scanned import ScannedCurve
from prplot.core.uncertainty.draws import (
    AREAS,
    IN_CELLS,
    Paths,
    child,
    drawn_paths,
    observed_path,
    rates_at,
)
from prplot.core.uncertainty.influence import METHODS_OF, SAMPLINGS, closed_form
from prplot.core.uncertainty.resampled import RetrievedSample, Sample, check_sample, rounded_down
from prplot.core.uncertainty.runs import Runs

N_BOOT = 2000
# Draws beyond each end of an interval, at least.
LEAST_BEYOND = 10
# Average precision is drawn step by step up to so many steps with positives.
MOST_STEPS = 1024
# Below so many true positives at recall gain 0 no method is known to hold its level.
FEWEST_IN_GAIN = 2.0
# Below so many positives of uneven weights AUROC hangs on whether one of a large weight was seen.
FEWEST_UNEVEN = 50
# Positives, and prevalence times positives, from which on influence functions hold their level.
FEWEST_FOR_INFLUENCE = (200, 10)

# What a method is called in texts.
METHODS = {
    "bayesian": "Bayesian bootstrap",
    "bootstrap": "percentile bootstrap",
    "influence": "influence function",
    "logit": "logit interval",
    "binomial": "binomial interval",
    "delong": "DeLong",
}
# The sampling and the prevalence of retrieved items.
CLUSTERED = ("simple", math.nan)
NO_ENDS = (math.nan, math.nan)
RESAMPLING = ("bayesian", "bootstrap")


class FewExamplesWarning(UserWarning):
    """A test set is so small that its intervals may cover less than their level."""


@dataclass(frozen=True)
class Interval(NotebookView):
    """A confidence interval for a score.

    Attributes
    ----------
    estimate, low, high : float
        The score of the test set and the ends of the interval; ``low <= estimate <= high``.
    metric : str
        As in `prplot.interval`.
    level : float
        In (0, 1).
    method : str
        The method, as in `prplot.interval`.
    sampling : str
        "stratified" or "simple".
    prevalence : float
        The prevalence that the score refers to.
    effective_pos, effective_neg : float
        Effective numbers of independent positives and negatives: examples, clusters, or the
        equivalent number of equally weighted examples.
    n_boot : int or None
        Number of bootstrap draws; None for a closed form.
    warnings : tuple of str
        Reasons to doubt the interval.

    Examples
    --------
    >>> import prplot as prp
    >>> y_true = [1] * 30 + [0] * 70
    >>> low, high = prp.interval(y_true, range(100, 0, -1), seed=0)
    >>> high
    1.0
    """

    estimate: float
    low: float
    high: float
    metric: str
    level: float
    method: str
    sampling: str
    prevalence: float
    effective_pos: float
    effective_neg: float
    n_boot: int | None = None
    warnings: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[float]:
        yield self.low
        yield self.high

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    @property
    def width(self) -> float:
        """``high - low``."""
        return self.high - self.low

    def __str__(self) -> str:
        ends = f"[{self.low:.3f}, {self.high:.3f}]"
        how = f"{100 * self.level:g} %, {METHODS[self.method]}"
        head = SCORES[self.metric].head
        at = "" if math.isnan(self.prevalence) else f", at prevalence {self.prevalence:.3g}"
        return f"{head} {self.estimate:.3f} {ends} ({how}{at})"


def _ignore(done: int) -> None:
    """Ignore the progress of draws."""


@dataclass(frozen=True)
class Resampling:
    """How an interval is computed, checked.

    Attributes
    ----------
    level : float
        In (0, 1).
    n_boot : int
    seed : SeedSequence
    method : str
        One of `METHODS`.
    sampling : {"stratified", "simple"}
        Whether the numbers of positives and negatives are fixed.
    watch : callable
        Called with the number of further draws done.
    """

    level: float = 0.95
    n_boot: int = N_BOOT
    seed: np.random.SeedSequence = field(default_factory=np.random.SeedSequence)
    method: str = "bayesian"
    sampling: str = "stratified"
    watch: Callable[[int], None] = _ignore

    def __post_init__(self) -> None:
        one_of(self.method, "method", METHODS)
        one_of(self.sampling, "sampling", SAMPLINGS)
        wanted = "be a number strictly between 0 and 1"
        checked_number(self.level, "level", wanted, lambda one: 0 < one < 1)
        least = math.ceil(2 * LEAST_BEYOND / (1 - self.level) * (1 - 1e-9))
        if checked_n_boot(self.n_boot) < least and self.method in RESAMPLING:
            raise ValueError(
                f"level {in_full(self.level)} needs n_boot of at least {least}, so that "
                f"{LEAST_BEYOND} draws lie beyond each end, found {self.n_boot}"
            )

    @property
    def stream(self) -> np.random.SeedSequence:
        """The seed of the draws of the curve."""
        return child(self.seed, 0)

    @property
    def tails(self) -> tuple[float, float]:
        """The shares of draws below the low and below the high end."""
        return (1 - self.level) / 2, (1 + self.level) / 2


def checked_percent(kind: str, level: float | None) -> float:
    """Return the level of an error bar as a share; raise a ValueError unless it is a percentage.

    Parameters
    ----------
    kind : str
        Of the error bar, for the error.
    level : float or None
        In percent, as in seaborn; 95 if None.
    """
    number = np.asarray(95 if level is None else level)
    if number.ndim or number.dtype.kind not in "iuf" or not 1 <= number < 100:
        share = isinstance(level, float) and 0 < level < 1
        percent = f"{100 * level:g}" if share and level is not None else "95"
        raise ValueError(
            f"errorbar {kind!r} must have a level in percent in [1, 100), found {brief(level)}; "
            f"write ({kind!r}, {percent})"
        )
    return float(number) / 100


def checked_n_boot(n_boot: int) -> int:
    """Return a number of draws; raise a ValueError unless it is a whole number above 0."""
    if not is_whole(n_boot) or n_boot < 1:
        raise ValueError(f"n_boot must be a positive whole number, found {brief(n_boot)}")
    return int(n_boot)


def intervals_of(
    curve: ConfusionCurve,
    sample: Sample | RetrievedSample,
    metrics: Sequence[str],
    how: Resampling,
    draws: SampleDraws | None = None,
) -> dict[str, Interval]:
    """Return intervals of some scores of a curve, all from the same draws.

    Parameters
    ----------
    curve : ConfusionCurve
        The estimate, possibly at another prevalence than that of the sample.
    sample : Sample or RetrievedSample
    metrics : sequence of str
        Keys of `SCORES` that the method is for, as `check_method` says.
    how : Resampling
    draws : SampleDraws, optional
        Of these metrics, if they are known already.

    Returns
    -------
    dict of str to Interval

    Raises
    ------
    ValueError
        Too few observations.
    """
    check_sample(sample)
    if draws is None and (how.method in RESAMPLING or not curve.knows_negatives):
        draws = draws_of(curve, sample, metrics, how)
    found = {}
    for metric in metrics:
        ends = _closed(curve, metric, how) if draws is None else _middle(draws, metric, how)
        warnings = doubts(curve, sample, metric, how.method)
        found[metric] = interval_with(curve, metric, how, ends, sample.effective, warnings)
    return found


def interval_with(
    curve: ConfusionCurve,
    metric: str,
    how: Resampling,
    ends: tuple[float, float],
    effective: tuple[float, float],
    warnings: Iterable[str] = (),
) -> Interval:
    """Return the interval with these ends, which may be nan, extended to contain the estimate."""
    estimate = SCORES[metric].of(curve)
    low = min(max(ends[0], _lowest(metric, curve, how.sampling)), estimate)
    high = max(min(ends[1], 1.0), estimate)
    # Of clusters, the numbers of positives are drawn, too.
    at = (how.sampling, curve.prevalence) if curve.knows_negatives else CLUSTERED
    known = metric, how.level, how.method, *at
    n_boot = how.n_boot if how.method in RESAMPLING else None
    return Interval(estimate, low, high, *known, *effective, n_boot, tuple(warnings))


def _middle(draws: SampleDraws, metric: str, how: Resampling) -> tuple[float, float]:
    """Return the ends of the middle part of the draws of a score."""
    low, high = (
        float(np.quantile(scores[metric], tail))
        for (scores, _), tail in zip(draws, how.tails, strict=True)
    )
    return low, high


def _lowest(metric: str, curve: ConfusionCurve, sampling: str) -> float:
    """Return the lowest value that the score of a population can have."""
    least = SCORES[metric].minimum
    # Of a simple random sample the population's prevalence is not known.
    if least is None or sampling == "simple" or not curve.knows_negatives:
        return SCORES[metric].low
    return float(least(curve.prevalence))


def check_method(method: str, metric: str, sampling: str = "stratified") -> None:
    """Raise a ValueError unless a method supports a metric and a kind of sampling."""
    if method in RESAMPLING:
        return
    if metric not in METHODS_OF[method]:
        goes_with = " or ".join(map(repr, METHODS_OF[method]))
        raise ValueError(f"method {method!r} goes with metric {goes_with}, found {metric!r}")
    if sampling != "stratified" and (method != "influence" or metric == "aucnpr"):
        raise ValueError(f"method {method!r} needs sampling='stratified', found {sampling!r}")


def doubts(
    curve: ConfusionCurve, sample: Sample | RetrievedSample, metric: str, method: str
) -> Iterable[str]:
    """Yield reasons to doubt intervals of a score, or of its differences."""
    yield from sample.warnings()
    if isinstance(sample, RetrievedSample):
        return
    at_zero = curve.prevalence * sample.effective[0]
    if metric == "auprg" and at_zero < FEWEST_IN_GAIN:
        yield (
            f"AUPRG depends on the first prevalence * positives = {rounded_down(at_zero)} true "
            f"positives; below {FEWEST_IN_GAIN:g} no interval is known to hold its level"
        )
    if metric == "auroc" and sample.is_uneven and sample.effective[0] < FEWEST_UNEVEN:
        yield (
            "AUROC depends on the positives with low scores: with uneven weights "
            f"{FEWEST_UNEVEN} effective positives or more are needed, found "
            f"{sample.effective[0]:.3g}"
        )
    least_pos, least_at_zero = FEWEST_FOR_INFLUENCE
    if method == "influence" and (sample.effective[0] < least_pos or at_zero < least_at_zero):
        yield (
            f"influence functions need {least_pos} positives and prevalence * positives of "
            f"{least_at_zero} to hold their level, found {rounded_down(sample.effective[0])} and "
            f"{rounded_down(at_zero)}"
        )


# What was measured of bootstrap draws of a curve: scores by keys of `SCORES`, shape (n_boot,), and
# false positive rates at some recalls, shape (n_boot, k); of retrieved items, precision instead.
Draws = tuple[dict[str, FloatArray], FloatArray]
# Draws of the lowest and of the highest curve of a sample; the same unless scanned.
SampleDraws = tuple[Draws, Draws]


def draws_of(
    curve: ConfusionCurve,
    sample: Sample | RetrievedSample,
    metrics: Sequence[str],
    how: Resampling,
    *,
    recalls: FloatArray | None = None,
) -> SampleDraws:
    """Draw from a sample.

    Parameters
    ----------
    curve : ConfusionCurve
        The estimate, possibly at another prevalence than that of the sample.
    sample : Sample or RetrievedSample
    metrics : sequence of str
        Keys of `SCORES`.
    how : Resampling
    recalls : ndarray, shape (k,), optional
        Where false positive rates are wanted.

    Returns
    -------
    SampleDraws

    Notes
    -----
    Areas are drawn in cells, and moved by the difference that cells make to the area of the data.
    Average precision depends on the steps between thresholds, so that groups on one line are drawn
    apart; where they are too many for that, the draws of AUCPR are moved to it.
    """
    at = np.empty(0) if recalls is None else recalls
    if isinstance(sample, RetrievedSample):
        drawn = sample.draws(metrics, how, sample.recalls(at) if at.size else at)
        return drawn, drawn
    runs = (sample.low, sample.high)[: sample.sides]
    sides = [_side(curve, one, metrics, how, at, i) for i, one in enumerate(runs)]
    return sides[0], sides[-1]


def _side(
    curve: ConfusionCurve,
    runs: Runs,
    metrics: Sequence[str],
    how: Resampling,
    recalls: FloatArray,
    side: int,
) -> Draws:
    cells = runs.merged().cut(prevalence=curve.prevalence)
    needed = list(dict.fromkeys(IN_CELLS.get(metric, metric) for metric in metrics))
    rates, *areas = _measured(cells, needed, curve.prevalence, how, recalls)
    path, at = observed_path(cells), np.array([curve.prevalence])
    found = {}
    for metric, drawn in zip(needed, areas, strict=True):
        found[metric] = drawn + (_exact(curve, metric, side) - AREAS[metric](path, at))
    if "average_precision" in metrics:
        found["average_precision"] = _average_precisions(curve, runs, found["aucpr"], how, side)
    return found, rates


def _average_precisions(
    curve: ConfusionCurve, runs: Runs, areas: FloatArray, how: Resampling, side: int
) -> FloatArray:
    """Return draws of average precision, given those of AUCPR."""
    is_open = isinstance(curve, ScannedCurve) and curve.cells.is_open().any()
    if runs.size > MOST_STEPS or is_open:
        apart = _exact(curve, "average_precision", side) - _exact(curve, "aucpr", side)
        return areas + apart
    own = replace(how, seed=child(how.seed, 1), watch=_ignore)
    return _measured(runs, ["average_precision"], curve.prevalence, own, np.empty(0))[1]


def _measured(
    runs: Runs, metrics: Sequence[str], prevalence: float, how: Resampling, recalls: FloatArray
) -> list[FloatArray]:
    """Draw rates at recalls, and areas."""
    classical, stratified = how.method == "bootstrap", how.sampling == "stratified"

    def measures(paths: Paths) -> list[FloatArray]:
        at = np.full(len(paths.r), prevalence) if stratified else paths.prevalence
        rates = rates_at(paths, recalls) if recalls.size else np.empty((at.size, 0))
        return [rates, *(AREAS[metric](paths, at) for metric in metrics)]

    drawn = drawn_paths(runs, how.n_boot, how.stream, classical=classical, stratified=stratified)
    return measured(drawn, how, measures)


def measured(
    drawn: Iterable[Any], how: Resampling, measures: Callable[[Any], Sequence[FloatArray]]
) -> list[FloatArray]:
    """Return measures of blocks of draws, each as one array over all draws."""
    found = []
    for block in drawn:
        found.append(measures(block))
        how.watch(len(found[-1][0]))
    return [np.concatenate(parts) for parts in zip(*found, strict=True)]


def _exact(curve: ConfusionCurve, metric: str, side: int) -> float:
    if isinstance(curve, ScannedCurve):
        return curve.bounds(metric)[side]
    return SCORES[metric].of(curve)


def _closed(curve: ConfusionCurve, metric: str, how: Resampling) -> tuple[float, float]:
    if metric == "aucnpr":
        least = float(aucpr_min(curve.prevalence))
        low, high = ((end - least) / (1 - least) for end in _closed(curve, "aucpr", how))
        return low, high
    # What cells of a scan leave open widens the interval.
    both = (curve.lower, curve.upper) if isinstance(curve, ScannedCurve) else (curve, curve)
    low, high = (
        closed_form(one, metric, how.method, how.level, how.sampling)[end]
        for end, one in enumerate(both)
    )
    return low, high
