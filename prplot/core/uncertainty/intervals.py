"""Confidence intervals for areas, from bootstrap draws or in closed form.

References
----------
- E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson, *Comparing the areas under two or more
  correlated receiver operating characteristic curves*, Biometrics 44, 1988.
- K. Boyd, K. H. Eng and C. D. Page, *Area under the precision-recall curve: point estimates and
  confidence intervals*, ECML PKDD 2013.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any

import numpy as np

from prplot.core import NotebookView
from prplot.core.checks import FloatArray, brief
from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import ConfusionCurve
from prplot.core.scanned import ScannedCurve
from prplot.core.uncertainty.draws import (
    AREAS,
    IN_CELLS,
    METHODS,
    RESAMPLING,
    Paths,
    Resampling,
    child,
    drawn_paths,
    ignore,
    observed_path,
    rates_at,
)
from prplot.core.uncertainty.resampled import (
    RetrievedSample,
    Sample,
    check_sample,
    masses_of_steps,
    rounded_down,
)

# Average precision is drawn step by step up to so many steps with positives.
MOST_STEPS = 1024
# Below so many true positives at recall gain 0 no method is known to hold its level.
FEWEST_IN_GAIN = 2.0
# Below so many positives of uneven weights AUROC hangs on whether one of a large weight was seen.
FEWEST_UNEVEN = 50

# The sampling and the prevalence of retrieved items.
CLUSTERED = ("simple", math.nan)
NO_ENDS = (math.nan, math.nan)
# The metric of each closed form.
METRIC_OF = {"delong": "auroc", "logit": "aucpr", "binomial": "aucpr"}
# Gauss-Legendre points on [-1, 1] for Student's density, as many as leave rounding only.
_PLACES, _WEIGHTS = np.polynomial.legendre.leggauss(64)
# Beyond so many standard errors nothing is left that a float could add.
_FAR = 9.0
# Each step of Newton's method from below gains at least some digits, far out only a few.
_MOST_STEPS = 100


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


def with_ends(
    numbers: Mapping[str, Any], intervals: Mapping[str, Iterable[float]], how: Resampling
) -> dict[str, Any]:
    """Return a row of a table with the ends of intervals, such as "AUCPR 2.5 %", after numbers.

    Parameters
    ----------
    numbers : mapping of str to number
        By the heads of their columns.
    intervals : mapping of str to (float, float)
        Of those that have columns for ends.
    how : Resampling
    """
    row: dict[str, Any] = {}
    for head, number in numbers.items():
        row[head] = number
        if head in intervals:
            names = (f"{head} {100 * tail:g} %" for tail in how.tails)
            row |= zip(names, intervals[head], strict=True)
    return row


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
        ends = _closed(curve, how) if draws is None else _middle(draws, metric, how)
        warnings = doubts(curve, sample, metric)
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
    if metric != METRIC_OF[method]:
        raise ValueError(
            f"method {method!r} goes with metric {METRIC_OF[method]!r}, found {metric!r}"
        )
    if sampling != "stratified":
        raise ValueError(f"method {method!r} needs sampling='stratified', found {sampling!r}")


def doubts(curve: ConfusionCurve, sample: Sample | RetrievedSample, metric: str) -> Iterable[str]:
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
    both = [one for one in (sample, sample.upper) if one is not None]
    sides = [_side(curve, one, metrics, how, at, i) for i, one in enumerate(both)]
    return sides[0], sides[-1]


def _side(
    curve: ConfusionCurve,
    sample: Sample,
    metrics: Sequence[str],
    how: Resampling,
    recalls: FloatArray,
    side: int,
) -> Draws:
    def exact(metric: str) -> float:
        return (
            curve.bounds(metric)[side]
            if isinstance(curve, ScannedCurve)
            else SCORES[metric].of(curve)
        )

    cells = sample.merged().cut(prevalence=curve.prevalence)
    needed = list(dict.fromkeys(IN_CELLS.get(metric, metric) for metric in metrics))
    rates, *areas = _measured(cells, needed, curve.prevalence, how, recalls)
    path, at = observed_path(cells), np.array([curve.prevalence])
    found = {
        metric: drawn + (exact(metric) - AREAS[metric](path, at))
        for metric, drawn in zip(needed, areas, strict=True)
    }
    if "average_precision" in metrics:
        is_open = isinstance(curve, ScannedCurve) and curve.cells.is_open().any()
        if sample.size > MOST_STEPS or is_open:
            steps = found["aucpr"] + (exact("average_precision") - exact("aucpr"))
        else:
            own = replace(how, seed=child(how.seed, 1), watch=ignore)
            _, steps = _measured(sample, ["average_precision"], curve.prevalence, own, np.empty(0))
        found["average_precision"] = steps
    return found, rates


def _measured(
    sample: Sample, metrics: Sequence[str], prevalence: float, how: Resampling, recalls: FloatArray
) -> list[FloatArray]:
    """Draw rates at recalls, and areas."""

    def measures(paths: Paths) -> list[FloatArray]:
        is_drawn = how.sampling == "simple"
        at = paths.prevalence if is_drawn else np.full(len(paths.r), prevalence)
        rates = rates_at(paths, recalls) if recalls.size else np.empty((at.size, 0))
        return [rates, *(AREAS[metric](paths, at) for metric in metrics)]

    return measured(drawn_paths(sample, how), measures)


def measured(
    drawn: Iterable[Any], measures: Callable[[Any], Sequence[FloatArray]]
) -> list[FloatArray]:
    """Return measures of blocks of draws, each as one array over all draws."""
    return [np.concatenate(parts) for parts in zip(*map(measures, drawn), strict=True)]


# Closed forms


def _closed(curve: ConfusionCurve, how: Resampling) -> tuple[float, float]:
    # What cells of a scan leave open widens the interval.
    both = (curve.lower, curve.upper) if isinstance(curve, ScannedCurve) else (curve, curve)
    (low, _), (_, high) = (closed_form(one, how.method, how.level) for one in both)
    return low, high


def closed_form(curve: ConfusionCurve, method: str, level: float) -> tuple[float, float]:
    """Return the ends of an interval for an area, without resampling.

    Parameters
    ----------
    curve : ConfusionCurve
        Of whole counts, at least two of each class.
    method : {"delong", "logit", "binomial"}
        See Notes; `METRIC_OF` has the metric of each.
    level : float
        In (0, 1).

    Returns
    -------
    low, high : float
        Around the estimate, in [0, 1].

    Notes
    -----
    With the estimate ``A`` and its standard error `s`:

    - delong: AUROC on the logit scale, ``logit(A) -+ t s / (A (1 - A))`` with ``t`` of ``pos - 1``
      degrees of freedom. The variance is ``S_10 / pos + S_01 / neg``, by the unbiased variances of
      placements (DeLong et al. 1988). The interval of a perfect ranking has width 0: a known fault.
    - logit and binomial (Boyd et al. 2013): AUCPR with ``s = sqrt(A (1 - A) / pos)`` and the normal
      quantile, on the logit scale and as it is. They need only the area and `pos`, but `s` is not
      the standard error of AUCPR: in simulations with 20 or more positives, 95 % intervals covered
      82 to 100 %, and were up to 4.5 times too wide.

    Examples
    --------
    >>> import prplot as prp
    >>> from prplot.core.uncertainty.intervals import closed_form
    >>> curve = prp.ConfusionCurve.from_scores([1, 0, 1, 0], [4, 3, 2, 1])
    >>> low, high = closed_form(curve, "logit", 0.95)
    >>> round(prp.aucpr(curve), 4), round(low, 4), round(high, 4)
    (0.7973, 0.1113, 0.992)
    """
    area, pos = SCORES[METRIC_OF[method]].of(curve), float(curve.pos)
    rest = 1 - area
    if method == "delong":
        distance = student_quantile(level, pos - 1) * math.sqrt(_variance_of_auroc(curve, area))
    else:
        distance = NormalDist().inv_cdf((1 + level) / 2) * math.sqrt(area * rest / pos)
    if method == "binomial":
        low, high = area - distance, area + distance
    elif not 0 < area < 1:
        low = high = area
    else:
        # Odds times exp(-+distance), in a form in which nothing overflows.
        factor = math.exp(-distance / (area * rest))
        low, high = area * factor / (area * factor + rest), area / (area + rest * factor)
    # Rounding must not leave the estimate outside.
    return min(max(low, 0.0), area), max(min(high, 1.0), area)


def _variance_of_auroc(curve: ConfusionCurve, area: float) -> float:
    """Return the variance of AUROC by placements: the share of the other class on the right side.

    Ties count one half (DeLong et al. 1988).
    """
    rise, tied, before = masses_of_steps(curve.steps, float(curve.neg))
    pos, neg = float(curve.pos), float(curve.neg)
    tp, fp = np.cumsum(rise), np.cumsum(before[:-1] + tied)
    of_positives = 1 - (fp - tied / 2) / neg
    of_negatives = np.append(tp - rise / 2, np.append(0.0, tp)) / pos
    variance = 0.0
    for values, numbers in ((of_positives, rise), (of_negatives, np.append(tied, before))):
        # Not as products of vectors, whose threads wait for each other on a busy machine.
        size = float(numbers.sum())
        variance += float((numbers * (values - area) ** 2).sum()) / size / (size - 1)
    return variance


def student_quantile(level: float, freedom: float) -> float:
    """Return the half width of a symmetric interval with a share of Student's t distribution.

    Parameters
    ----------
    level : float
        The share, in (0, 1).
    freedom : float
        Degrees of freedom, 1 or more.

    Returns
    -------
    float
        The quantile of ``(1 + level) / 2``.

    Notes
    -----
    With ``t = sqrt(freedom) tan(u)`` the density is proportional to ``cos(u)^(freedom - 1)`` on
    ``(-pi/2, pi/2)``. Its integral from 0 is concave, so that Newton's method from 0 rises to the
    root.

    Examples
    --------
    With one degree of freedom, ``tan(pi level / 2)``:

    >>> from prplot.core.uncertainty.intervals import student_quantile
    >>> round(student_quantile(0.5, 1), 12), round(student_quantile(0.95, 9), 4)
    (1.0, 2.2622)
    """
    wanted = level * _integral(min(math.pi / 2, _FAR / math.sqrt(freedom)), freedom)
    u = 0.0
    for _ in range(_MOST_STEPS):
        more = (wanted - _integral(u, freedom)) / float(_density(np.array(u), freedom))
        u += more
        if more <= 1e-15 * u:
            break
    return math.sqrt(freedom) * math.tan(u)


def _integral(end: float, freedom: float) -> float:
    """Integrate the density, which has height 1 at 0, from there."""
    return float(_WEIGHTS @ _density(end / 2 * (1 + _PLACES), freedom)) * end / 2


def _density(u: FloatArray, freedom: float) -> FloatArray:
    # A power of the cosine would lose digits when there are many degrees of freedom.
    density: FloatArray = np.exp(-(freedom - 1) / 2 * np.log1p(np.tan(u) ** 2))
    return density
