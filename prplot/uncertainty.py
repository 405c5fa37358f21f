"""Confidence intervals for scores from one test set, and for differences between models on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core.calls import answered
from prplot.core.checks import Array, brief, dimensions, one_of, refuse_values
from prplot.core.measures.score_definitions import key_of_area
from prplot.core.record import Observations
from prplot.core.record.mistakes import mistakes_explained
from prplot.core.record.observations import lacking
from prplot.core.signatures import PairOptions, ScoreOptions
from prplot.core.uncertainty.differences import Comparison, differences_of
from prplot.core.uncertainty.draws import N_BOOT, RESAMPLING, Resampling, child, seed_sequence
from prplot.core.uncertainty.intervals import (
    NO_ENDS,
    Interval,
    check_method,
    interval_with,
    intervals_of,
)
from prplot.inputs.categories import group_values, texts_of
from prplot.inputs.frames import collected, kind_of, table_of_kind
from prplot.inputs.notices import progress_bar, warn_if_one_class, warn_of_few
from prplot.inputs.resolve import observations, single_curve
from prplot.inputs.rows import Rows, every_name, holds_curves, joined, names_of, order_of, read

# What rows of different models that belong together have in common, as errors call it.
SHARED = {"y_true": "labels", "sample_weight": "weights", "clusters": "clusters", "units": "folds"}


@answered
def interval(
    y_true: Any,
    y_score: ArrayLike | None = None,
    *,
    metric: str | Callable[..., float] = "aucpr",
    level: float = 0.95,
    method: str = "bayesian",
    sampling: str = "stratified",
    n_boot: int = N_BOOT,
    seed: Any = None,
    clusters: ArrayLike | None = None,
    **options: Unpack[ScoreOptions],
) -> Interval:
    """Return a confidence interval for a model's score.

    Parameters
    ----------
    y_true : array_like, shape (n,), or ConfusionCurve
        Labels, or a curve of whole counts, scanned or not.
    y_score : array_like of numbers, shape (n,), optional
        Scores; higher means more likely positive.
    metric : function or str, default "aucpr"
        `auroc`, `aucpr`, `aucnpr`, `auprg` or `average_precision`, or its name.
    level : float, default 0.95
        Confidence level, in (0, 1).
    method : str, default "bayesian"
        "bayesian" is the Bayesian bootstrap, "bootstrap" the classical one, whose percentile
        intervals are too narrow with few positives. "delong" (AUROC), "logit" and "binomial"
        (AUCPR; Boyd et al. 2013) are closed forms from the literature.
    sampling : {"stratified", "simple"}, default "stratified"
        "stratified": the numbers of positives and negatives are fixed, and the score refers to
        their prevalence. "simple": they vary, too, as in a simple random sample of the population.
    n_boot : int, default 2000
        Number of bootstrap draws, enough for at least ten beyond each end.
    seed
    clusters : array_like, shape (n,), optional
        The cluster of each row, such as its patient; dependent rows are drawn together.
    pos_label : hashable, optional
        The positive label (all others are negative); by default 1 or True among 0/1, -1/1 or
        booleans.
    sample_weight : array_like of numbers, shape (n,), optional
        Nonnegative sampling weights: a row stands for that many like it, but remains one
        observation. A weight of 2 gives the same score as repeating the row, but not the same
        interval; pass counts of rows as a curve, `ConfusionCurve.from_counts`.
    missing : {"raise", "drop"}, default "raise"
        Refuse rows that lack a label, score, weight or cluster (None, NaN, NaT, pandas.NA, null or
        masked), or drop them with a warning. ``+inf`` is an error.

    Returns
    -------
    Interval
        ``low, high = prplot.interval(...)`` unpacks its ends; ``low <= estimate <= high``.

    Raises
    ------
    ValueError, TypeError
        Fewer than 10 positives or negatives (or clusters with them), a curve of rates or fractional
        counts, invalid options or data.

    Warns
    -----
    FewExamplesWarning
        Coverage may be below the level: fewer than 20 positives or negatives, too few positives for
        AUPRG at a low prevalence, or fewer than 50 positives of uneven weights for AUROC.
    UndefinedMetricWarning
        Only one class is present; the ends are nan.

    See Also
    --------
    compare : Differences between models on the same rows.
    summary : All scores of several curves, with intervals by ``errorbar="ci"``.
    plot_pr : Draws bands with ``errorbar="ci"`` or ``"simultaneous"``.

    Notes
    -----
    The Bayesian bootstrap gives each row an exponential weight instead of a whole number of copies
    (Rubin 1981). A quarter of a row beyond either end of each class stands for scores that the
    sample does not contain. The interval is the central part of the drawn scores, extended if
    necessary to include the estimate. The page on simulations shows its coverage.

    Examples
    --------
    >>> import numpy as np, prplot as prp
    >>> rng = np.random.default_rng(0)
    >>> y_true = np.repeat([1, 0], [50, 450])
    >>> y_score = rng.normal(size=500) + 2 * y_true
    >>> found = prp.interval(y_true, y_score, seed=1)
    >>> low, high = found
    >>> low < found.estimate < high
    True
    """
    name = key_of_area(metric, "metric", y_true)
    how = Resampling(level, n_boot, child(seed_sequence(seed), 0), method, sampling)
    check_method(method, name, sampling)
    beside = {"clusters": clusters, "sample_weight": options.get("sample_weight")}
    unknown = [argument for argument, value in beside.items() if value is not None]
    if unknown and method not in RESAMPLING:
        raise ValueError(f"method {method!r} supports no {' or '.join(unknown)}; use 'bayesian'")
    curve, found = single_curve(y_true, y_score, clusters=clusters, **options)
    if not curve.has_both_classes:
        warn_if_one_class([(None, curve)])
        return interval_with(curve, name, how, NO_ENDS, (float(curve.pos), float(curve.neg)))
    (sample,) = found.samples()
    with progress_bar(n_boot * sample.sides) as watch:
        interval = intervals_of(curve, sample, [name], replace(how, watch=watch))[name]
    warn_of_few((None, sentence) for sentence in interval.warnings)
    return interval


@answered
def compare(
    y_true: Any,
    y_score: Any,
    *,
    metric: str | Callable[..., float] = "aucpr",
    level: float = 0.95,
    method: str = "bootstrap",
    n_boot: int = N_BOOT,
    seed: Any = None,
    **options: Unpack[PairOptions],
) -> Comparison:
    """Return the differences between models' scores on the same rows, with p values.

    Parameters
    ----------
    y_true : array_like, shape (n,), or str
        Labels, or their column in `data`.
    y_score
    metric : function or str, default "aucpr"
        `auroc`, `aucpr`, `aucnpr`, `auprg` or `average_precision`, or its name.
    baseline
    level : float, default 0.95
        Confidence level of each interval, in (0, 1).
    method : {"bootstrap"}
        The classical bootstrap, stratified: as many positives and negatives are drawn as there are.
    n_boot : int, default 2000
        Number of bootstrap draws, enough for at least ten beyond each end.
    seed, clusters, data, hue, hue_order, units
    pos_label : hashable, optional
        The positive label (all others are negative); by default 1 or True among 0/1, -1/1 or
        booleans.
    sample_weight, missing

    Returns
    -------
    Comparison
        With a `Difference` for each model but the baseline: its score minus that of the baseline.

    Raises
    ------
    ValueError, TypeError
        Fewer than 10 positives or negatives (or clusters with them), fewer than two models, curves
        instead of scores (they don't tell which rows models share), rows of a long table that do
        not belong together, invalid options or data.

    Warns
    -----
    FewExamplesWarning
        As for `interval`.

    See Also
    --------
    interval : The score of one model.
    rank_table : Scores of models on several tasks.

    Notes
    -----
    Scores of models on the same rows are correlated, so their separate intervals may overlap
    although one model is clearly better. Here the same rows are drawn for both. The p value
    is twice the share of draws that are 0 or have the opposite sign to the estimate, so it is below
    ``1 - level`` exactly if the interval excludes 0. It is at least ``2 / (n_boot + 1)``, and is
    then printed as an upper bound, with "≤". With several models, `Difference.p_adjusted` corrects
    for their number `m` (Holm 1979); it is at least ``2 m / (n_boot + 1)``, so many models need
    more draws.

    Rows are drawn one by one up to 30,000 rows, and always with weights or clusters. With more
    rows, the models' curves are cut into cells, and the numbers of rows in pairs of cells are
    drawn: intervals change by one percent of their length, and a second is enough where rows would
    take minutes.

    Examples
    --------
    >>> import numpy as np, prplot as prp
    >>> rng = np.random.default_rng(0)
    >>> y_true = np.repeat([1, 0], [50, 450])
    >>> good = rng.normal(size=500) + 2 * y_true
    >>> models = {"noisy": good + rng.normal(size=500), "good": good}
    >>> found = prp.compare(y_true, models, seed=1)
    >>> (difference,) = found.differences
    >>> difference.low > 0, difference.p < 0.01
    (True, True)

    The same as a table with a row for each model and example:

    >>> import pandas as pd
    >>> table = pd.DataFrame(models).assign(y=y_true).melt("y", var_name="model")
    >>> prp.compare("y", "value", data=table, hue="model", seed=1) == found
    True
    """
    name = key_of_area(metric, "metric")
    method = one_of(method, "method", ("bootstrap",))
    how = Resampling(level, n_boot, child(seed_sequence(seed), 0), method)
    rows = SharedRows.of(y_true, y_score, **options)
    with progress_bar(n_boot * (len(rows.models) - 1)) as watch:
        how = replace(how, watch=watch)
        found = differences_of(rows.models, rows.baseline, name, how, rows.clusters)
    warn_of_few((None, sentence) for one in found for sentence in one.warnings)
    as_table = partial(table_of_kind, kind_of(options.get("data")))
    return Comparison(name, level, rows.baseline, n_boot, found, as_table, rows.positive)


# Models on the same rows


@dataclass(frozen=True)
class SharedRows:
    """Rows that several models have scores for.

    Attributes
    ----------
    models : dict of str to Observations
        The rows with the scores of each model.
    baseline : str
        The model that the others are compared with.
    clusters : ndarray, shape (n,), or None
        What rows belong to.
    positive : str or None
        The text of the positive label, if it is not the usual one.
    """

    models: Mapping[str, Observations]
    baseline: str
    clusters: Array | None
    positive: str | None = None

    @classmethod
    def of(cls, y_true: Any, y_score: Any, **options: Unpack[PairOptions]) -> Self:
        """Look up and check the rows that `prplot.compare` is given.

        Raises
        ------
        ValueError, TypeError
            Fewer than two models, an unknown baseline, ready curves, wrong rows, rows of a long
            table that do not belong together.
        """
        if any(options.get(key) is not None for key in ("hue", "hue_order", "units")):
            y_true, y_score, options = _side_by_side(y_true, y_score, options)
        with mistakes_explained(y_true, None):
            y_score = _models(y_true, joined({"y_true": y_true, "y_score": y_score, **options}))
        rows = Rows.of(y_true=y_true, y_score=y_score, **options)
        if len(rows.scores) < 2:
            raise ValueError("compare needs two models or more, found one")
        if rows.belongs is not None:
            raise ValueError(
                "compare needs labels of two classes, found a column for each class; pass the "
                "labels and scores of one class, y == class and {name: scores[:, i], ...}"
            )
        models, baseline = observations(rows), options.get("baseline")
        against = next(iter(models)) if baseline is None else str(baseline)
        if against not in models:
            raise ValueError(f"baseline {brief(baseline)} is not among the models {tuple(models)}")
        return cls(models, against, rows.clusters, rows.positive)

    @property
    def others(self) -> list[str]:
        """The names of the models but the baseline, in order."""
        return [name for name in self.models if name != self.baseline]


def _models(y_true: Any, y_score: Any) -> Any:
    """Return the scores, with columns of several models by name; raise an error for curves."""
    are_curves = holds_curves(y_true) or holds_curves(y_score)
    if are_curves or (not isinstance(y_score, Mapping) and dimensions(y_score) == 2):
        found = "ConfusionCurves" if are_curves else f"an array of shape {np.shape(y_score)}"
        raise TypeError(
            f"compare needs labels and a dict of name to scores, or columns of data, found {found}"
        )
    names = None if isinstance(y_score, Mapping) else names_of(y_score)
    # As a dict, columns are models even if their names are labels.
    return y_score if names is None else {one: one for one in names}


def _side_by_side(y_true: Any, y_score: Any, options: Any) -> tuple[Any, Any, Any]:
    """Return arguments with a column of scores for each model, of those with a row for each.

    Rows of two models belong together that have the same place in a fold, or in the table.
    """
    if options.get("hue") is None:
        raise TypeError("hue_order and units go with hue, the column of models of a long table")
    if not isinstance(y_score, str) and (isinstance(y_score, Mapping) or names_of(y_score)):
        raise TypeError(f"hue goes with one column of scores as y_score, found {brief(y_score)}")
    given = {"y_true": y_true, "y_score": y_score, **options}
    held = {key: given.get(key) for key in ("y_true", "y_score", "hue", *SHARED)}
    data = collected(options.get("data"), every_name(held))
    columns = read(data, held, missing="keep")
    for key in {"hue", "units"} & columns.keys():
        wanted = "without it no row can be paired"
        refuse_values(lacking(columns[key]), None, f"{key} holds", "missing", wanted)
    hue, units = columns["hue"], columns.get("units")
    levels, _ = group_values(hue, order_of(given, data, hue))
    order = np.arange(hue.size)
    if units is not None:
        folds, _ = group_values(units, argument="units")
        order = np.argsort([folds.index(one) for one in units.tolist()], kind="stable")
    names = zip(texts_of(levels), levels, strict=True)
    rows = {name: order[hue[order] == level] for name, level in names}
    _check_alike(rows, columns)
    base = next(iter(rows.values()))
    shared = {key: columns[key][base] for key in SHARED if key in columns and key != "units"}
    scores = {name: columns["y_score"][one] for name, one in rows.items()}
    others = {"data", "hue", "hue_order", "units"}
    kept = {key: value for key, value in options.items() if key not in others}
    return shared.pop("y_true"), scores, kept | shared


def _check_alike(rows: Mapping[str, NDArray[np.int64]], columns: Mapping[str, Array]) -> None:
    """Raise unless the rows of all models, each in its order, can be those of one table."""
    (first, base), *others = rows.items()
    for name, own in others:
        if own.size != base.size:
            raise ValueError(
                f"each model needs a row for each example, but {first!r} and {name!r} have "
                f"{base.size} and {own.size} rows"
            )
        for key, what in SHARED.items():
            if key in columns and _differ(columns[key][base], columns[key][own]):
                raise ValueError(
                    f"rows of models are paired by their order, but {first!r} and {name!r} have "
                    f"different {what}; sort data by example"
                )


def _differ(one: Array, other: Array) -> bool:
    """Return whether any two values differ; missing ones are equal."""
    gaps = lacking(one)
    if not np.array_equal(gaps, lacking(other)):
        return True
    return bool(np.any(one[~gaps] != other[~gaps]))
