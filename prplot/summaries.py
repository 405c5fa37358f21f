"""Tables of scores: of curves, of models on several tasks, and how two scores rank them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core.calls import answered
from prplot.core.checks import brief, named_in_errors, one_of
from prplot.core.measures import areas
from prplot.core.measures.averaging import mean_and_deviation, warn_of_means
from prplot.core.measures.score_definitions import SCORES, drawn_scores, score_key
from prplot.core.points import aucpr_min, average_precision_min
from prplot.core.record import ConfusionCurve, UnknownNegativesError
from prplot.core.scanned import ScannedCurve
from prplot.core.signatures import RowOptions
from prplot.core.uncertainty.bands import pointwise_draws
from prplot.core.uncertainty.draws import child
from prplot.core.uncertainty.intervals import Interval, Resampling, intervals_of
from prplot.core.uncertainty.resampled import RetrievedSample, Sample
from prplot.inputs.curves import Curves, named_curves, warn_if_one_class, warn_if_suspicious
from prplot.inputs.frames import columns_of, table_like
from prplot.inputs.resolve import curves_of
from prplot.inputs.rows import complete_rows, rows_and_groups
from prplot.inputs.samples import progress_bar, samples_of, warn_of_few
from prplot.inputs.task_areas import check_once, numbers_of

if TYPE_CHECKING:
    import pandas as pd


# Numbers of a curve, and its positive label, by the names of their columns.
Row = dict[str, Any]
# The rows of folds by their names, by group.
Groups = Mapping[str | None, Mapping[str, Row]]
# The column of the positive label.
POSITIVE = "positive"
# What is said of a simultaneous error bar.
NO_BAND = "is a band of a whole curve; a table has 'ci'"
# Why means of folds have no interval; that of the mean of their draws was simulated.
NO_MEAN = (
    "means of folds have no interval: what few examples do to the score of each fold does not "
    "average out; without units= there is one of all rows together"
)
# What a curve without a name is called.
UNNAMED = "curve"
# Scores are compared to so many decimals; smaller differences are rounding.
DIGITS = 12
# The places that `RankAgreement.top_differs` compares.
TOP = 3


def _least_average_precision(curve: ConfusionCurve) -> float:
    """Return the lowest average precision; nan for masses that are not whole, which have none."""
    if curve.pos % 1 or curve.neg % 1:
        return float("nan")
    return float(average_precision_min(curve.pos, curve.neg))


# What computes the number of each column.
Columns = dict[str, Callable[[ConfusionCurve], float]]


def _columns(*scores: str) -> Columns:
    return {SCORES[score].head: SCORES[score].of for score in scores}


COLUMNS: Columns = {
    "n": lambda curve: curve.pos + curve.neg,
    "prevalence": lambda curve: curve.prevalence,
    **_columns("auroc", "aucpr"),
    "AUCPR_MIN": lambda curve: float(aucpr_min(curve.prevalence)),
    **_columns("aucnpr", "average_precision"),
    "AP_MIN": _least_average_precision,
    **_columns("auprg"),
    "E[FG1]": areas.mean_f_gain,
}


@answered
def summary(
    y_true: Any,
    y_score: Any = None,
    *,
    units: Any = None,
    estimator: str | None = "mean",
    classes: Sequence[Any] | None = None,
    score: str | Sequence[str] | None = None,
    errorbar: str | tuple[str, float] | None = None,
    n_boot: int | None = None,
    seed: Any = None,
    clusters: str | ArrayLike | None = None,
    **options: Unpack[RowOptions],
) -> Any:
    """Return a table of curve areas and their bounds.

    Parameters
    ----------
    y_true, y_score, data
    hue : str or array_like, optional
        A column, or an array with one value per row, that groups the rows. Each group has a row
        in the table.
    hue_order
    units : str or array_like, optional
        A column, or an array with one value per row, that divides each group into folds. Each
        fold has a row in the table.
    estimator : {"mean"} or None, default "mean"
        Add two rows after the folds of each group: their means, and their standard deviations with
        n - 1 in the denominator, over the folds in which a number is defined. None adds neither. A
        recall counts as 0 in folds where no threshold has the precision required by `score`.
        `operating_points` and legends have the same means.
    pos_label, classes, sample_weight, missing
    name : str, optional
        The name of a single curve in the index of the table.
    score : str or sequence of str, optional
        Further columns: "coco_ap", "voc_ap" or "voc07_ap" (see `average_precision`), or scores at
        one point of the curve, such as ``"recall@precision=0.9"``, ``"precision@recall=0.8"``,
        ``"precision@k=100"`` or ``"max_f1"``.
    errorbar : "ci" or ("ci", level), optional
        Add the ends of a confidence interval after each area, at a level in percent, by default 95;
        see `interval`. Each fold is a test set of its own.
    n_boot : int, optional
        Number of bootstrap draws, by default 2000; ignored, as is `seed`, without
        ``errorbar="ci"``.
    seed, clusters

    Returns
    -------
    data frame
        A row for each curve, with the columns n, prevalence, AUROC, AUCPR, AUCPR_MIN, AUCNPR, AP,
        AP_MIN, AUPRG and E[FG1]; before them, the positive label ("positive") unless labels are
        0/1, -1/1 or booleans. The table is from the same library as `data`, such as polars, or from
        pandas without `data` or with a dict. Curve names are the index in pandas, and the first
        column, "name", elsewhere.

        With only one class, AUROC, AUPRG and E[FG1] are nan; AP_MIN is nan for counts that are not
        whole. Of a curve without a number of negatives, only AUCPR and AP are known. The areas of a
        scanned curve are estimates, and the columns AUCPR low and AUCPR high bound the AUCPR of the
        data; for other scores see `ScannedCurve.bounds`. With ``errorbar="ci"``, columns such as
        "AUCPR 2.5 %" and "AUCPR 97.5 %" follow each area; they are nan for curves with too few
        examples and for means of folds, and a warning says so.

    Raises
    ------
    ValueError, TypeError
        Invalid input.

    Warns
    -----
    FewExamplesWarning
        With ``errorbar="ci"``: the test set is too small for reliable intervals, or for any.
    SuspiciousScoresWarning
        With at least 10 examples of each class, AUROC is below 0.3; or scores are 0 and 1 only.
    UserWarning
        Means leave out folds in which a number is undefined, or count folds as 0 in a recall.

    See Also
    --------
    auroc, aucpr, aucpr_min, aucnpr, average_precision, average_precision_min, auprg,
    expected_f_gain : The columns, one by one.
    rank_table : Models on several tasks.

    Notes
    -----
    For LaTeX, use ``table.to_latex(float_format="%.3f", escape=True)``, which needs jinja2. With
    ``errorbar="ci"``, a column of texts such as "0.667 [0.609, 0.712]" is
    ``table.filter(regex="^AUCPR( |$)").agg(lambda row: "{:.3f} [{:.3f}, {:.3f}]".format(*row),
    axis=1)``.

    Examples
    --------
    >>> import prplot as prp
    >>> table = prp.summary([1, 0, 1, 0], {"a": [0.9, 0.8, 0.7, 0.1], "b": [0.1, 0.7, 0.8, 0.9]})
    >>> table[["AUROC", "AUCPR", "AUCNPR"]].round(3)
       AUROC  AUCPR  AUCNPR
    a   0.75  0.797   0.708
    b   0.25  0.366   0.085
    """
    how = pointwise_draws(errorbar, n_boot, seed, clusters, why_not_simultaneous=NO_BAND)
    options_of_groups = {"units": units, "clusters": clusters, "classes": classes}
    given, by = rows_and_groups(y_true, y_score, **options_of_groups, **options)
    keys = [] if score is None else _keys(score, "score")
    further = _columns(*keys)
    found = curves_of(given, by)
    if estimator is not None:
        one_of(estimator, "estimator", ("mean",))
    has_means = estimator is not None and found.are_folds
    curves = found.flat(UNNAMED)
    samples = [] if how is None else [one for some in samples_of(given, by, found) for one in some]
    named = [(None if name == UNNAMED else name, curve) for name, curve in curves.items()]
    warn_if_one_class(named)
    warn_if_suspicious(found.groups.items())
    rows = _rows(curves, COLUMNS | further)
    if found.positive is not None:
        rows = [{POSITIVE: given["pos_label"], **row} for row in rows]
    if any(isinstance(curve, ScannedCurve) for curve in curves.values()):
        for row, curve in zip(rows, curves.values(), strict=True):
            # The area of a curve that is exact is known.
            low = high = row["AUCPR"]
            if isinstance(curve, ScannedCurve):
                low, high = curve.bounds("aucpr")
            row |= {"AUCPR low": low, "AUCPR high": high}
    if how is not None:
        intervals, doubts = _intervals(named, samples, keys, how)
        warn_of_few([*doubts, *([(None, NO_MEAN)] if has_means else [])])
        drawn = dict.fromkeys([*SCORES, *(key for own in intervals for key in own)])
        heads = {SCORES[key].head: key for key in drawn}
        both = zip(rows, intervals, strict=True)
        rows = [_with_ends(row, ends, heads, how) for row, ends in both]
    table = dict(zip(curves, rows, strict=True))
    if has_means:
        left = iter(table.items())
        groups = {key: dict(islice(left, len(folds))) for key, folds in found.groups.items()}
        table = _with_averages(groups, [*COLUMNS, *further])
    nothing = float("nan")
    columns = {head: [row.get(head, nothing) for row in table.values()] for head in rows[0]}
    return table_like(options.get("data"), columns, list(table))


def _keys(names: str | Sequence[str], argument: str) -> list[str]:
    """Return the keys of scores requested by name."""
    if not isinstance(names, str | list | tuple):
        raise TypeError(f"{argument} must be a name or a list of names, found {brief(names)}")
    return [score_key(one, argument) for one in ([names] if isinstance(names, str) else names)]


def _with_averages(groups: Groups, heads: Sequence[str]) -> dict[str, Row]:
    """Return the rows of folds, each group followed by its means and standard deviations."""
    numbers = {
        key: {head: [float(row[head]) for row in own.values()] for head in heads}
        for key, own in groups.items()
    }
    warn_of_means(numbers)
    wider: dict[str, Row] = {}
    for key, own in groups.items():
        (first, *_) = own.values()
        mean = {head: first[head] for head in (POSITIVE,) if head in first}
        spread = dict(mean)
        for head, values in numbers[key].items():
            mean[head], spread[head] = mean_and_deviation(values)
        start = "" if key is None else f"{key}, "
        wider |= {**own, f"{start}mean": mean, f"{start}std": spread}
    return wider


def _rows(curves: Mapping[str, ConfusionCurve], columns: Columns) -> list[Row]:
    """Return the numbers of each curve, by the names of their columns."""
    rows = []
    with progress_bar(len(curves), "curves", "curve") as advance:
        for curve in curves.values():
            rows.append({head: _known(number, curve) for head, number in columns.items()})
            advance()
    return rows


def _known(number: Callable[[ConfusionCurve], float], curve: ConfusionCurve) -> float:
    """Return a number of a curve; nan if it needs negatives that nobody counted."""
    try:
        return number(curve)
    except UnknownNegativesError:
        return float("nan")


def _intervals(
    named: Sequence[tuple[str | None, ConfusionCurve]],
    samples: Sequence[Sample | RetrievedSample],
    further: Sequence[str],
    how: Resampling,
) -> tuple[list[dict[str, Interval]], list[tuple[str | None, str]]]:
    """Return the intervals of each curve, none if it is too small, and the doubts about them.

    `further` are scores that the table has beside those of `SCORES`.
    """
    intervals: list[dict[str, Interval]] = []
    doubts = []
    with progress_bar(how.n_boot * sum(sample.sides for sample in samples)) as watch:
        for i, ((name, curve), sample) in enumerate(zip(named, samples, strict=True)):
            refusal = sample.refusal()
            own = replace(how, seed=child(how.seed, i), watch=watch)
            keys = [key for key in (*SCORES, *further) if key in drawn_scores(curve)]
            intervals.append({} if refusal else intervals_of(curve, sample, keys, own))
            sentences = [s for one in intervals[-1].values() for s in one.warnings]
            # Of a single class another warning tells.
            if refusal and curve.has_both_classes:
                sentences = [refusal]
            doubts += [(name, one) for one in dict.fromkeys(sentences)]
    return intervals, doubts


def _with_ends(
    row: Row, intervals: Mapping[str, Interval], names: Mapping[str, str], how: Resampling
) -> Row:
    """Return a row with the ends of intervals after their scores, whose keys are given by head."""
    wider: Row = {}
    for head, number in row.items():
        wider[head] = number
        if head in names:
            found = intervals.get(names[head])
            ends = (float("nan"), float("nan")) if found is None else tuple(found)
            for tail, end in zip(how.tails, ends, strict=True):
                wider[f"{head} {100 * tail:g} %"] = end
    return wider


class RankAgreement(NamedTuple):
    """How two scores rank the models of the same tasks.

    Attributes
    ----------
    counts : ndarray of int, shape (n_ranks, n_ranks)
        Number of models with rank ``i + 1`` by the second score and ``j + 1`` by the first.
    best_differs : float
        Share of the tasks on which no model is best by both scores.
    top_differs : float
        Share of the tasks on which the first three models differ.
    correlation : float
        Correlation between the ranks by both scores, over all models on all tasks.
    """

    counts: NDArray[np.int64]
    best_differs: float
    top_differs: float
    correlation: float


@answered
def rank_table(
    tasks: Mapping[str, tuple[Any, Mapping[str, Any]]],
    *,
    metrics: Sequence[str] = ("auroc", "aucpr", "auprg"),
    pos_label: Hashable | None = None,
    missing: str = "raise",
    progress: bool = True,
) -> pd.DataFrame:
    """Return the scores of models on tasks as a tidy table.

    Parameters
    ----------
    tasks : dict of task to (y_true, dict of model to y_score)
        For each task, the labels, and each model's scores as a dict or as a table with a column for
        each.
    metrics : sequence of {"auroc", "aucpr", "aucnpr", "auprg", "average_precision"}
        The scores in the columns of the table.
    pos_label : hashable, optional
        The positive label (all others are negative); by default 1 or True among 0/1, -1/1 or
        booleans.
    missing : {"raise", "drop"}, default "raise"
        Refuse rows that lack a label, score or weight (None, NaN, NaT, pandas.NA, null or masked),
        or drop them with a warning. ``+inf`` is an error. A row without one model's score is
        dropped for all models.
    progress

    Returns
    -------
    pandas.DataFrame
        A row for each model on each task; columns task, model, prevalence and the metrics.

    Raises
    ------
    ValueError, TypeError
        No tasks, an unknown metric, or invalid data or only one class in a task; the error names
        the task.

    See Also
    --------
    plot_rank_agreement : Draw how two of the metrics rank the models.

    Examples
    --------
    >>> import prplot as prp
    >>> scores = {"good": [0.9, 0.8, 0.1, 0.2], "bad": [0.1, 0.8, 0.9, 0.2]}
    >>> table = prp.rank_table({"task": ([1, 1, 0, 0], scores)}, progress=False)
    >>> table.model.tolist(), table.auroc.tolist()
    (['good', 'bad'], [1.0, 0.25])
    """
    import pandas as pd

    chosen = _keys(metrics, "metrics")
    if not isinstance(tasks, Mapping) or not tasks:
        raise ValueError(f"tasks must be a dict with at least one task, found {brief(tasks)}")
    rows = []
    with progress_bar(len(tasks), "tasks", "task", shown=progress) as advance:
        for task, data in tasks.items():
            for model, curve in _curves_of(task, data, pos_label, missing).items():
                values = {name: SCORES[name].of(curve) for name in chosen}
                known = {"task": task, "model": model, "prevalence": curve.prevalence}
                rows.append({**known, **values})
            advance()
    return pd.DataFrame(rows)


@answered
def rank_agreement(
    table: Any, x: str = "aucpr", y: str = "auprg", *, task: str = "task", model: str = "model"
) -> RankAgreement:
    """Compare how two scores rank the models of each task.

    Parameters
    ----------
    table, x, y, task, model

    Returns
    -------
    RankAgreement

    Raises
    ------
    ValueError, TypeError
        Not a table, unknown columns, missing or undefined scores, a model twice on one task.

    Notes
    -----
    Scores are compared to twelve decimals. Tied scores get the best of their ranks in the counts,
    and the mean of their ranks in the correlation. If models tie for a place, two scores agree on
    it if at least one model has that place by both.

    Examples
    --------
    >>> import prplot as prp
    >>> scores = {"good": [0.9, 0.8, 0.1, 0.2], "bad": [0.1, 0.8, 0.9, 0.2]}
    >>> table = prp.rank_table({"task": ([1, 1, 0, 0], scores)}, progress=False)
    >>> prp.rank_agreement(table).best_differs
    0.0
    """
    import pandas as pd

    columns = columns_of(table, [task, model, x, y])
    one, other = (np.round(numbers_of(columns[name], name), DIGITS) for name in (x, y))
    frame = pd.DataFrame({"task": columns[task], "model": columns[model], "x": one, "y": other})
    if frame.empty:
        raise ValueError("table has no rows")
    check_once(frame)
    of_task = frame.groupby("task", sort=False)
    best, worst, mean = (
        of_task[["x", "y"]].rank(how, ascending=False) for how in ("min", "max", "average")
    )
    sizes = of_task.size()
    counts = np.zeros((sizes.max(), sizes.max()), dtype=np.int64)
    np.add.at(counts, (best["y"].astype(int) - 1, best["x"].astype(int) - 1), 1)
    agree = {}
    for place in range(1, TOP + 1):
        there = ((best <= place) & (worst >= place)).all(axis=1)
        agree[place] = there.groupby(frame["task"], sort=False).any() | (sizes < place)
    return RankAgreement(
        counts,
        float(1 - agree[1].mean()),
        float(1 - pd.DataFrame(agree).all(axis=1).mean()),
        float(mean["x"].corr(mean["y"])),
    )


def _curves_of(task: str, data: Any, pos_label: Hashable | None, missing: str) -> Curves:
    """Return the curves of a task's models; errors name the task."""
    labels, scores = data if isinstance(data, list | tuple) and len(data) == 2 else (None, None)
    given = {"y_true": labels, "y_score": scores, "pos_label": pos_label, "missing": missing}
    with named_in_errors(f"task {task!r}"):
        given = complete_rows(given)
        if not isinstance(given["y_score"], Mapping):
            found = brief(data)
            raise ValueError(f"a task must be (y_true, dict of model to scores), found {found}")
        curves = named_curves(given["y_true"], given["y_score"], pos_label=pos_label)
        if not all(curve.has_both_classes for curve in curves.values()):
            raise ValueError("the labels hold one class only, so models can't be ranked")
    return curves
