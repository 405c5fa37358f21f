"""Bands around a curve, and intervals for metrics at given thresholds.

A band shows the spread of the drawn curves at equal recall. At a given threshold, only the masses
on either side of it matter. With half a row beyond each end of a class, the drawn rates of
unweighted rows have Beta(k + 1/2, n - k + 1/2) distributions, which gives Jeffreys' intervals for a
binomial proportion.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, FloatArray, brief, in_full
from prplot.core.measures.operating_point import METRICS, ChosenPoint, OperatingPoint, PointCounts
from prplot.core.record import ConfusionCurve, Observations
from prplot.core.uncertainty.draws import (
    N_BOOT,
    Paths,
    Resampling,
    drawn_paths,
    observed_path,
    rates_at,
    seed_sequence,
)
from prplot.core.uncertainty.intervals import (
    SampleDraws,
    checked_percent,
    draws_of,
    measured,
)
from prplot.core.uncertainty.resampled import RetrievedSample, Sample

# Below this recall one or two examples decide, and no band is known to hold its level.
FIRST_RECALL = 0.05
RECALLS = np.arange(5, 101) / 100
POINTWISE, SIMULTANEOUS = "ci", "simultaneous"
N_BOOT_SIMULTANEOUS = 4000
# Draws that the envelope leaves out, at least, so that it does not hang on the outermost one.
_LEFT_OUT = 200
# The mass, in rows, beyond each end where thresholds are given.
END_MASS = 0.5


@dataclass(frozen=True, eq=False)
class Band:
    """A band around a curve.

    Attributes
    ----------
    lower, upper : ConfusionCurve
        Its borders, from a recall of `FIRST_RECALL` on.
    """

    lower: ConfusionCurve
    upper: ConfusionCurve


def band_of(
    curve: ConfusionCurve,
    sample: Sample | RetrievedSample,
    kind: str,
    how: Resampling,
    draws: SampleDraws | None = None,
) -> Band:
    """Return a band around a curve.

    Parameters
    ----------
    curve : ConfusionCurve
        The estimate, possibly at another prevalence than that of the sample.
    sample : Sample or RetrievedSample
        With enough observations.
    kind : {"ci", "simultaneous"}
        "ci": the middle part of the draws at each recall. "simultaneous": the rank envelope, the
        narrowest pair of order statistics, the same at all recalls, between which a share of
        the drawn curves lies wholly; not of retrieved items.
    how : Resampling
        With enough draws, as `check_draws` says.
    draws : SampleDraws, optional
        Of the same sample, with rates, if they are known already.

    Returns
    -------
    Band
        It contains the curve.
    """
    if isinstance(sample, RetrievedSample):
        return _of_retrieved(sample, how, draws)
    if draws is None:
        draws = draws_of(curve, sample, (), how, recalls=RECALLS)
    (_, low), (_, high) = draws
    near, far = EDGES[kind](low, how.level)
    if high is not low:
        near = EDGES[kind](high, how.level)[0]
    lower = _around(observed_path(sample), far, is_lower=True)
    upper = _around(observed_path(sample.upper or sample), near, is_lower=False)
    pos, neg = curve.pos, curve.neg
    borders = [
        ConfusionCurve.from_counts(recall * pos, rate * neg, pos, neg)
        for recall, rate in (lower, upper)
    ]
    return Band(*borders)


def _of_retrieved(sample: RetrievedSample, how: Resampling, draws: SampleDraws | None) -> Band:
    """Return a pointwise band around a curve of retrieved items.

    It ends at the recall that all draws reach but those below the lower border.
    """
    curve, recalls = sample.curve, sample.recalls(RECALLS)
    _, precision = (draws or draws_of(curve, sample, (), how, recalls=RECALLS))[0]
    # Draws beyond their end are nan.
    least = math.ceil(how.tails[1] * (len(precision) - 1)) + 1
    reached = np.isfinite(precision).sum(axis=0) >= least
    if not reached.any():
        raise ValueError(
            f"a band starts at recall {FIRST_RECALL:g}, which too few drawn curves reach, found a "
            f"curve that ends at recall {curve.recall[-1]:.3g}"
        )
    recalls, precision = recalls[reached], precision[:, reached]
    low, high = np.nanquantile(precision, how.tails, axis=0)
    # The band contains the curve at both ends of its drops.
    after = np.minimum(recalls * (1 + 1e-9), curve.recall[-1])
    low = np.minimum(low, curve.precision_at(after))
    high = np.maximum(high, curve.precision_at(recalls))
    tp = recalls * curve.pos
    borders = [curve.through(tp, tp * (1 - at) / at) for at in (low, high)]
    return Band(*borders)


def pointwise_level(errorbar: Any, *, why_not_simultaneous: str) -> float | None:
    """Return the level of a pointwise error bar as a share; None without one.

    Parameters
    ----------
    errorbar : str, (str, float) or None
        "ci", or a pair of it and a level in percent.
    why_not_simultaneous : str
        What the error says of a simultaneous band.

    Raises
    ------
    ValueError
        Another error bar; a level that is not a percentage.
    """
    if errorbar is None:
        return None
    pair = (errorbar, None) if isinstance(errorbar, str) else errorbar
    kind, level = pair if isinstance(pair, tuple | list) and len(pair) == 2 else (None, None)
    if kind == SIMULTANEOUS:
        raise ValueError(f"errorbar {SIMULTANEOUS!r} {why_not_simultaneous}")
    if kind != POINTWISE:
        hint = ""
        if kind in ("sd", "se", "pi"):
            hint = "; with units= prp.summary lists the mean and the standard deviation of folds"
        raise ValueError(
            "errorbar must be 'ci', ('ci', level in percent) or None, found "
            f"{brief(errorbar)}{hint}"
        )
    return checked_percent(POINTWISE, level)


def pointwise_draws(given: Mapping[str, Any], *, why_not_simultaneous: str) -> Resampling | None:
    """Return how intervals of numbers are computed; None without an error bar.

    Parameters
    ----------
    given : mapping of str to object
        Those of `DrawOptions`.
    why_not_simultaneous : str
        As in `pointwise_level`.

    Raises
    ------
    ValueError, TypeError
        As `pointwise_level`; a wrong seed; clusters, but no error bar.
    """
    level = pointwise_level(given["errorbar"], why_not_simultaneous=why_not_simultaneous)
    if level is not None:
        n_boot = N_BOOT if given["n_boot"] is None else given["n_boot"]
        return Resampling(level, n_boot, seed_sequence(given["seed"]))
    if given["clusters"] is not None:
        raise TypeError("clusters goes with errorbar='ci'")
    return None


def check_draws(kind: str, level: float, n_boot: int) -> None:
    """Raise a ValueError if there are too few draws for a simultaneous band."""
    least = math.ceil(_LEFT_OUT / (1 - level) * (1 - 1e-9))
    if kind == SIMULTANEOUS and n_boot < least:
        raise ValueError(
            f"a simultaneous band of level {in_full(level)} needs n_boot of at least {least}, "
            f"found {n_boot}"
        )


def pointwise_edges(rates: FloatArray, level: float) -> tuple[FloatArray, FloatArray]:
    """Return the ends of the middle part of the draws at each recall."""
    low, high = np.quantile(rates, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return low, high


def envelope_edges(rates: FloatArray, level: float) -> tuple[FloatArray, FloatArray]:
    """Return the rank envelope: the same order statistics at all recalls.

    A draw lies within the `k`-th from either side if its rank is nowhere less than `k`.
    """
    # A row for each recall: sorting runs of memory is several times as fast.
    order = np.argsort(rates.T, axis=1)
    ordered, size = np.take_along_axis(rates.T, order, axis=1), len(rates)
    ranks = np.full(size, size)
    for draws, values in zip(order, ordered, strict=True):
        # Equal draws all have the inner rank, seen from either side.
        last, first = values.searchsorted(values, side="right"), values.searchsorted(values)
        ranks[draws] = np.minimum(ranks[draws], np.minimum(last, size - first))
    inside = math.ceil(level * size)
    k = int(np.sort(ranks)[::-1][inside - 1])
    return ordered[:, k - 1], ordered[:, size - k]


EDGES: dict[str, Callable[[FloatArray, float], tuple[FloatArray, FloatArray]]] = {
    POINTWISE: pointwise_edges,
    SIMULTANEOUS: envelope_edges,
}


def _around(path: Paths, rates: FloatArray, *, is_lower: bool) -> tuple[FloatArray, FloatArray]:
    """Return the recalls and rates of a border that the curve does not cross.

    Draws have negatives above the first positive, unlike the best curves, and between
    two recalls of the grid a curve may turn a corner outside of the chord.
    """
    side = "right" if is_lower else "left"
    further = np.maximum if is_lower else np.minimum
    border = further(rates, rates_at(path, RECALLS, side)[0])
    r, start, end = (one[0] for one in path.segments())
    corners, at = (r[:-1], start) if is_lower else (r[1:], end)
    missed = at - np.interp(corners, RECALLS, border)
    outside = (missed > 0) if is_lower else (missed < 0)
    chosen = np.flatnonzero(outside & (corners > FIRST_RECALL) & (corners < 1))
    recall = np.concatenate([RECALLS, corners[chosen]])
    rate = np.concatenate([border, at[chosen]])
    order = np.lexsort((rate, recall))
    return recall[order], rate[order]


# Metrics at thresholds


def cells_at(
    curve: ConfusionCurve,
    points: NDArray[np.intp],
    rows: tuple[Observations, Array | None] | None = None,
) -> Sample:
    """Return the data of a curve in the cells between some of its points.

    Parameters
    ----------
    curve : ConfusionCurve
    points : ndarray of int, shape (k,)
        Rising.
    rows : (Observations, ndarray or None), optional
        The rows of the curve, and the clusters that they belong to, where counts don't tell
        everything.
    """
    if rows is None:
        return Sample.of_cells(curve, points)
    return Sample.of_rows(*rows, thresholds=curve.thresholds[points])


def edges_at_thresholds(
    cells: Sample,
    keys: Sequence[str],
    beta: float,
    how: Resampling,
    thresholds: FloatArray,
    columns: NDArray[np.intp],
) -> dict[str, tuple[FloatArray, FloatArray]]:
    """Return the ends of intervals of metrics at each threshold between cells.

    Parameters
    ----------
    cells : Sample
        As `cells_at` returns them.
    keys : sequence of str
        Of `METRICS`.
    beta : float
    how : Resampling
    thresholds : ndarray of float, shape (k,)
        On which some metrics depend.
    columns : ndarray of int, shape (k,)
        The place between cells of each threshold.

    Returns
    -------
    dict of str to (ndarray, ndarray), each of shape (k,)
        Pointwise: each interval has the level at its own threshold.
    """
    pos, neg = (float(sums.sum()) for sums, _ in cells.classes)

    def values(paths: Paths) -> list[FloatArray]:
        # Each draw is taken at the same prevalence; the last cell is below all thresholds.
        tp, fp = paths.r[:, 1:-1][:, columns] * pos, paths.x1[:, :-1][:, columns] * neg
        counts = PointCounts(tp, fp, pos, neg, thresholds)
        return [METRICS[key].of(counts, beta) for key in keys]

    drawn = measured(drawn_paths(cells, how, end_mass=END_MASS), values)
    ends = (np.quantile(of_key, how.tails, axis=0) for of_key in drawn)
    return {key: (low, high) for key, (low, high) in zip(keys, ends, strict=True)}


def with_intervals(
    curve: ConfusionCurve,
    choices: Sequence[ChosenPoint],
    rows: tuple[Observations, Array | None] | None,
    how: Resampling,
) -> list[OperatingPoint]:
    """Return chosen points with the intervals of their metrics.

    Parameters
    ----------
    curve : ConfusionCurve
    choices : sequence of ChosenPoint
        There are no intervals at infinite thresholds, where nothing or everything is predicted
        positive, whatever the data.
    rows : (Observations, ndarray or None) or None
        As in `cells_at`.
    how : Resampling
    """
    points = [choice.point for choice in choices]
    are_finite = [not math.isinf(point.threshold) for point in points]
    drawn = [i for i, one in enumerate(choices) if one.place is not None and are_finite[i]]
    if not drawn:
        return points
    places, columns = np.unique([choices[i].place for i in drawn], return_inverse=True)
    thresholds = np.array([points[i].threshold for i in drawn], np.float64)
    at = cells_at(curve, places, rows), list(METRICS)
    betas = {points[i].beta for i in drawn}
    edges = {beta: edges_at_thresholds(*at, beta, how, thresholds, columns) for beta in betas}
    for column, i in enumerate(drawn):
        values = {key: getattr(points[i], key) for key in METRICS}
        # Intervals contain the metrics of the point itself.
        held = {
            key: (min(low[column].item(), values[key]), max(high[column].item(), values[key]))
            for key, (low, high) in edges[points[i].beta].items()
            if not math.isnan(values[key])
        }
        points[i] = replace(points[i], intervals=held, level=how.level)
    return points


def picked(x: FloatArray, most: int = 800) -> NDArray[np.intp]:
    """Return the places of a number of values, half of them spaced evenly by value, half by rank.

    Parameters
    ----------
    x : ndarray of float, shape (k,)
        Rising.
    most : int
        Of no more values, all are taken.
    """
    if x.size <= most:
        return np.arange(x.size)
    by_rank = np.linspace(0, x.size - 1, most // 2).astype(np.intp)
    by_value = np.searchsorted(x, np.linspace(x[0], x[-1], most // 2))
    return np.unique(np.concatenate([by_rank, np.minimum(by_value, x.size - 1)]))
