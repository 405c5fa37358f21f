"""Differences between models on the same rows: scores with p values, and precision by recall.

The same rows are drawn for both models, so only rows on which they disagree add uncertainty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple, Self

import numpy as np

from prplot.core import NotebookView
from prplot.core.checks import Array, FloatArray
from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import ConfusionCurve, Observations
from prplot.core.record.ranking import rank
from prplot.core.threads import Threads
from prplot.core.uncertainty.bands import FIRST_RECALL, RECALLS
from prplot.core.uncertainty.draws import (
    AREAS,
    IN_CELLS,
    Atoms,
    Paths,
    drawn_rows,
    observed_path,
    rates_at,
)
from prplot.core.uncertainty.intervals import METHODS, Resampling, doubts, measured
from prplot.core.uncertainty.resampled import Sample, check_sample
from prplot.core.uncertainty.runs import Runs

# Smaller differences of scores are rounding.
_LEAST = 1e-12
# A band of differences starts at the recall of so many positives, and ends where so many are left;
# outside models may agree in every draw.
_FIRST_POSITIVES, _LAST_POSITIVES = 5, 2
# Rows that are drawn one by one; of more, pairs of cells are drawn.
MOST_ROWS = 30_000
# Cells of each model, and as many pairs of cells as keep draws fast: models that agree have few
# pairs, and can have the finer cells that their small difference needs.
CELLS = (256, 192, 128, 96, 64, 48)
MOST_PAIRS = 2**12
# Elements of a matrix of draws: those of atoms, which are summed before paths are made of them.
BLOCK = 2**17
# What is measured of the paths of both models, and its value in the data.
Measure = tuple[Callable[[tuple[Paths, ...]], FloatArray], Any]
# The rows of a test set as a model ranks them.
Ranked = tuple[ConfusionCurve, Runs]


@dataclass(frozen=True)
class Difference:
    """The difference between the scores of two models on the same rows.

    Attributes
    ----------
    name, baseline : str
        The models.
    estimate, low, high : float
        Score of the model minus that of the baseline, and its confidence interval;
        ``low <= estimate <= high``.
    p : float
        Two-sided p value for no difference; below ``1 - level`` exactly if the interval excludes 0.
    p_adjusted : float
        `p` adjusted for the number of differences in the call (Holm 1979).
    warnings : tuple of str
        Reasons to doubt the interval.
    n_boot : int or None
        The number of draws.
    """

    name: str
    baseline: str
    estimate: float
    low: float
    high: float
    p: float
    p_adjusted: float
    warnings: tuple[str, ...] = ()
    n_boot: int | None = None

    def __str__(self) -> str:
        ends = f"[{self.low:+.3f}, {self.high:+.3f}]"
        return f"{self.name} - {self.baseline}: {self.estimate:+.3f} {ends}, {_p_text(self)}"


@dataclass(frozen=True)
class Comparison(NotebookView):
    """Differences between models and a baseline on the same rows.

    Attributes
    ----------
    metric : str
        As in `prplot.compare`.
    level : float
        Of the intervals, in (0, 1).
    baseline : str
        The model that the others are compared with.
    n_boot : int
        The number of draws.
    differences : tuple of Difference
        One for each other model, in the given order.
    as_table : callable or None
        Makes a table from a dict of columns; None makes a pandas table.
    positive : str or None
        The text of the positive label, unless labels are 0/1, -1/1 or booleans.
    """

    metric: str
    level: float
    baseline: str
    n_boot: int
    differences: tuple[Difference, ...]
    as_table: Callable[[dict[str, Any]], Any] | None = field(
        default=None, repr=False, compare=False
    )
    positive: str | None = None

    def to_frame(self) -> Any:
        """Return a table with a row for each difference.

        Returns
        -------
        data frame
            Columns name, baseline, estimate, low, high, p and p_adjusted; from the same library as
            the compared `data`, or from pandas.
        """
        names = ["name", "baseline", "estimate", "low", "high", "p", "p_adjusted"]
        columns = {name: [getattr(one, name) for one in self.differences] for name in names}
        if self.as_table is not None:
            return self.as_table(columns)
        import pandas as pd

        return pd.DataFrame(columns)

    def __str__(self) -> str:
        how = f"{100 * self.level:g} %, {METHODS['bootstrap']}, {self.n_boot} draws"
        lines = [f"{SCORES[self.metric].head} minus that of {self.baseline} ({how})"]
        width = max(len(one.name) for one in self.differences)
        for one in self.differences:
            line = f"{one.name:{width}}  {one.estimate:+.3f} [{one.low:+.3f}, {one.high:+.3f}]"
            line += f"  {_p_text(one)}"
            if len(self.differences) > 1:
                sign = sign_of_bound(one.p_adjusted, one.n_boot, len(self.differences))
                line += f", adjusted {sign}{one.p_adjusted:.2g}"
            lines.append(line)
        return "\n".join(lines)


def _p_text(one: Difference) -> str:
    return f"p {sign_of_bound(one.p, one.n_boot) or '= '}{one.p:.2g}"


def sign_of_bound(p: float, n_boot: int | None, count: int = 1) -> str:
    """Return the sign before a p value if it is the least that draws can show, else nothing.

    Parameters
    ----------
    p : float
    n_boot : int or None
        The number of draws, if p comes from draws.
    count : int
        For how many differences it is adjusted.
    """
    least = 0.0 if n_boot is None else count * _p_values(n_boot)[0]
    return "\N{LESS-THAN OR EQUAL TO} " if p < 1 and p <= least else ""


def ranked(observations: Observations, clusters: Array | None = None) -> Ranked:
    """Return the curve and the groups of rows, which may belong to clusters."""
    curve = ConfusionCurve(*rank(observations, Threads.worth(observations.scores.size)))
    return curve, Runs.of_rows(observations, clusters)


@dataclass(frozen=True, eq=False)
class ModelPair:
    """Two models on the same rows, in an order that does not depend on that of the call.

    Attributes
    ----------
    curves : tuple of ConfusionCurve
    runs : tuple of Runs
    is_swapped : bool
        Whether the second of the models was given first.
    """

    curves: tuple[ConfusionCurve, ...]
    runs: tuple[Runs, ...]
    is_swapped: bool = False

    @classmethod
    def of(cls, one: Ranked, other: Ranked) -> Self:
        """Take two models."""
        # Of equal curves from different rows the order of the rows decides.
        keys = [(runs.sums.tobytes(), runs.place.tobytes()) for _, runs in (one, other)]
        is_swapped = keys[1] < keys[0]
        first, second = (other, one) if is_swapped else (one, other)
        return cls((first[0], second[0]), (first[1], second[1]), is_swapped)

    @property
    def prevalence(self) -> float:
        """That of the rows."""
        return self.curves[0].prevalence

    def difference(self, metric: str) -> float:
        """Return the difference of a score in the data."""
        one, other = map(SCORES[metric].of, self.curves)
        return one - other

    def measure(self, metric: str, atoms: Atoms) -> Measure:
        """Return the difference of a score: its draws, and its value in the data."""
        area = AREAS[IN_CELLS.get(metric, metric) if atoms.are_cells else metric]
        at = np.array([self.prevalence])
        return lambda paths: area(paths[0], at) - area(paths[1], at), self.difference(metric)

    def atoms(self, *, merged: bool = True, most_rows: int = MOST_ROWS) -> Atoms:
        """Return what is drawn: rows, or pairs of cells if there are many rows.

        Parameters
        ----------
        merged : bool, default True
            Whether groups of rows on one straight line are joined; this changes average precision.
        most_rows : int
            Of more rows cells are made, unless they have weights or clusters.
        """
        if self.runs[0].are_alike and self.runs[0].place.size > most_rows:
            return self.in_cells()
        return Atoms.of(*(one.merged() if merged else one for one in self.runs))

    def in_cells(self, sizes: Sequence[int] = CELLS) -> Atoms:
        """Return pairs of as many cells as `MOST_PAIRS` allows, or of the fewest."""
        merged = [runs.merged() for runs in self.runs]
        for cells in sizes:
            found = Atoms.of(*(one.cut(cells, self.prevalence) for one in merged))
            if found.rows.size <= MOST_PAIRS:
                break
        return replace(found, are_cells=True)


def differences_of(
    models: Mapping[str, Observations],
    baseline: str,
    metric: str,
    how: Resampling,
    clusters: Array | None = None,
) -> tuple[Difference, ...]:
    """Return the differences between models and a baseline.

    Parameters
    ----------
    models : dict of str to Observations
        The same rows with the scores of each model.
    baseline : str
        One of their names.
    metric : str
        A key of `SCORES`.
    how : Resampling
        Each pair has the same seed.
    clusters : ndarray, shape (n,), optional

    Raises
    ------
    ValueError
        Too few observations.
    """
    base = ranked(models[baseline], clusters)
    warnings = _doubts_of_rows(*base, metric, how)
    found = []
    for name in (name for name in models if name != baseline):
        pair = ModelPair.of(ranked(models[name], clusters), base)
        draws = drawn_differences(pair, metric, how)
        estimate, low, high, p = _estimated(pair, metric, draws, how)
        own = warnings + _doubts_of_draws(estimate, low, high)
        found.append(Difference(name, baseline, estimate, low, high, p, p, own, how.n_boot))
    adjusted = holm(np.array([one.p for one in found]))
    return tuple(replace(one, p_adjusted=float(p)) for one, p in zip(found, adjusted, strict=True))


def _doubts_of_rows(
    curve: ConfusionCurve, runs: Runs, metric: str, how: Resampling
) -> tuple[str, ...]:
    """Return reasons to doubt differences from a baseline; raise a ValueError if there are none."""
    sample = Sample(runs, runs)
    check_sample(sample)
    return tuple(doubts(curve, sample, metric, how.method))


def drawn_differences(
    pair: ModelPair, metric: str, how: Resampling, atoms: Atoms | None = None
) -> FloatArray:
    """Draw differences of scores, of the first of a pair minus the second.

    Parameters
    ----------
    pair : ModelPair
    metric : str
        A key of `SCORES`.
    how : Resampling
    atoms : Atoms, optional
        What is drawn; by default as `ModelPair.atoms` says.

    Returns
    -------
    ndarray, shape (n_boot,)

    Notes
    -----
    Differences of cells are moved by what cells make of the difference in the data; average
    precision, which cells don't have, is that of AUCPR moved by their difference.
    """
    atoms = pair.atoms(merged=metric != "average_precision") if atoms is None else atoms
    return _drawn(atoms, how, pair.measure(metric, atoms))[0]


def _drawn(atoms: Atoms, how: Resampling, *measures: Measure) -> list[FloatArray]:
    """Return several measures of the same draws, those of cells moved to the values in the data."""
    drawn = drawn_rows(atoms, how.n_boot, how.stream, block=BLOCK)
    found = measured(drawn, how, lambda paths: [take(paths) for take, _ in measures])
    if atoms.are_cells:
        data = tuple(map(observed_path, atoms.models))
        pairs = zip(found, measures, strict=True)
        found = [draws + (exact - take(data)) for draws, (take, exact) in pairs]
    for draws in found:
        draws[np.abs(draws) < _LEAST] = 0.0
    return found


def _estimated(
    pair: ModelPair, metric: str, draws: FloatArray, how: Resampling
) -> tuple[float, float, float, float]:
    """Return a difference, the ends of its interval, and the p value, which inverts that."""
    estimate, p_values = pair.difference(metric), _p_values(draws.size)
    # So many draws at 0 or beyond give a p that is too large for the level.
    beyond = int(np.searchsorted(p_values, 1 - how.level))
    ordered = np.sort(draws)
    low, high = min(float(ordered[beyond - 1]), estimate), max(float(ordered[-beyond]), estimate)
    # The interval holds the estimate, and so can't lie on the other side of 0.
    beyond_zero = int((draws * np.sign(estimate) <= 0).sum())
    p = float(p_values[min(beyond_zero, draws.size - 1)])
    if pair.is_swapped:
        # 0 - x has no negative zero.
        estimate, low, high = 0 - estimate, 0 - high, 0 - low
    return estimate, low, high, p


def _p_values(n_boot: int) -> FloatArray:
    """Return p from the number of draws at 0 or beyond it, seen from the estimate."""
    return np.minimum(2 * np.arange(1, n_boot + 1) / (n_boot + 1), 1.0)


def _doubts_of_draws(estimate: float, low: float, high: float) -> tuple[str, ...]:
    """Return reasons to doubt the draws of an interval."""
    # Equal models never differ; how much a perfect and the worst one do is a matter of the data.
    if not estimate or high - low > _LEAST * abs(estimate):
        return ()
    return ("the difference is the same in all draws; the data do not show how much it may vary",)


def holm(p: FloatArray) -> FloatArray:
    """Return p values adjusted for their number (Holm 1979).

    Parameters
    ----------
    p : ndarray, shape (k,)

    Returns
    -------
    ndarray, shape (k,)
        The largest of ``(k - i) p_i`` over the ``i``-th smallest and those before it, at most 1.
    """
    order = np.argsort(p, kind="stable")
    factors = np.arange(p.size, 0, -1)
    adjusted = np.empty(p.size)
    adjusted[order] = np.minimum(np.maximum.accumulate(factors * p[order]), 1.0)
    return adjusted


class DifferenceBand(NamedTuple):
    """The precision of a model minus that of another at equal recall, and its band.

    Attributes
    ----------
    recall, estimate, lower, upper : ndarray, shape (k,)
        ``lower <= estimate <= upper``, pointwise.
    area : (float, float)
        The interval of the difference of AUCPR, from the same draws.
    warnings : tuple of str
        Reasons to doubt that interval.
    """

    recall: FloatArray
    estimate: FloatArray
    lower: FloatArray
    upper: FloatArray
    area: tuple[float, float]
    warnings: tuple[str, ...]


def difference_band(
    model: Observations, baseline: Observations, how: Resampling, clusters: Array | None = None
) -> DifferenceBand:
    """Return how the precision of two models on the same rows differs at each recall.

    Parameters
    ----------
    model, baseline : Observations
    how : Resampling
    clusters : ndarray, shape (n,), optional

    Returns
    -------
    DifferenceBand
        At the recalls between those of `band_recalls`.

    Raises
    ------
    ValueError
        Too few observations.
    """
    one, other = (ranked(rows, clusters) for rows in (model, baseline))
    warnings = _doubts_of_rows(*other, "aucpr", how)
    first, last = band_recalls(other[1].effective[0])
    recalls = RECALLS[(first - _LEAST <= RECALLS) & (last + _LEAST >= RECALLS)]
    pair = ModelPair.of(one, other)
    atoms = pair.atoms()
    differences = partial(_precision_differences, recalls=recalls, prevalence=pair.prevalence)
    exact = differences([observed_path(runs.merged()) for runs in pair.runs])
    draws, of_areas = _drawn(atoms, how, (differences, exact), pair.measure("aucpr", atoms))
    of_data, low, high, _ = _estimated(pair, "aucpr", of_areas, how)
    warnings += _doubts_of_draws(of_data, low, high)
    lower, upper = np.quantile(draws, how.tails, axis=0)
    estimate = exact[0]
    if pair.is_swapped:
        estimate, lower, upper = 0 - estimate, 0 - upper, 0 - lower
    lower, upper = np.minimum(lower, estimate), np.maximum(upper, estimate)
    return DifferenceBand(recalls, estimate, lower, upper, (low, high), warnings)


def band_recalls(pos: float) -> tuple[float, float]:
    """Return the recalls at which the band of a difference starts and ends.

    Parameters
    ----------
    pos : float
        Number of positives.

    Notes
    -----
    From `FIRST_RECALL` or the fifth positive to the last but two. In simulations, bands of 95 %
    covered 76 to 90 % beyond the last positive but one, with 20 or 50 positives.
    """
    return max(FIRST_RECALL, _FIRST_POSITIVES / pos), 1 - _LAST_POSITIVES / pos


def _precision_differences(
    paths: Sequence[Paths], recalls: FloatArray, prevalence: float
) -> FloatArray:
    """Return the differences of two paths' precision, the best at each recall, shape (b, k)."""
    tp = prevalence * recalls
    one, other = (tp / (tp + (1 - prevalence) * rates_at(path, recalls)) for path in paths)
    return np.asarray(one - other)
