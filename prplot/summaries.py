"""Tables of scores: of curves, of models on several tasks, and how two scores rank them."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from prplot.core.calls import answered
from prplot.core.checks import (
    FloatArray,
    brief,
    check_kind,
    in_full,
    named_in_errors,
    one_of,
    refuse_values,
)
from prplot.core.measures.averaging import Row, with_means
from prplot.core.measures.score_definitions import SCORES, drawn_scores, mean_f_gain, score_keys
from prplot.core.points import aucpr_min, average_precision_min
from prplot.core.record import ConfusionCurve, UnknownNegativesError
from prplot.core.scanned import ScannedCurve
from prplot.core.signatures import TableOptions
from prplot.core.uncertainty.bands import pointwise_draws
from prplot.core.uncertainty.draws import Resampling, child
from prplot.core.uncertainty.intervals import NO_ENDS, intervals_of, with_ends
from prplot.core.uncertainty.resampled import RetrievedSample, Sample
from prplot.inputs.frames import columns_of, header_of, table_like
from prplot.inputs.notices import (
    progress_bar,
    warn_if_one_class,
    warn_if_suspicious,
    warn_of_few,
)
from prplot.inputs.resolve import Curves, Fold, curves_of, named_curves
from prplot.inputs.rows import Rows

if TYPE_CHECKING:
    import pandas as pd


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
# Printed areas are rounded, and so may be below the lowest achievable one by half a last digit.
ROUNDED = 5e-4
# Prevalences of one task are rounded, and may differ between models by this share.
ALIKE = 0.01
# Scores are compared to so many decimals; smaller differences are rounding.
DIGITS = 12
# The places that `RankAgreement.top_differs` compares.
TOP = 3


def _least_average_precision(curve: ConfusionCurve) -> float:
    """Return the lowest average precision; nan for masses that are not whole, which have none."""
    if curve.pos % 1 or curve.neg % 1:
        return math.nan
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
    "E[FG1]": mean_f_gain,
}
# Of the area under a scanned curve; any other is known.
BOUNDS = ("AUCPR low", "AUCPR high")


def _bounds(curve: ConfusionCurve) -> tuple[float, float]:
    """Return the bounds of the AUCPR of a scanned curve, or that of another one."""
    if isinstance(curve, ScannedCurve):
        return curve.bounds("aucpr")
    return (SCORES["aucpr"].of(curve),) * 2


@answered
def summary(
    y_true: Any,
    y_score: Any = None,
    *,
    estimator: str | None = "mean",
    classes: Sequence[Any] | None = None,
    score: str | Sequence[str] | None = None,
    **options: Unpack[TableOptions],
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
    how = pointwise_draws(options, why_not_simultaneous=NO_BAND)
    found = curves_of(Rows.of(y_true=y_true, y_score=y_score, classes=classes, **options))
    keys = [] if score is None else score_keys(score)
    further = _columns(*keys)
    if estimator is not None:
        one_of(estimator, "estimator", ("mean",))
    has_means = estimator is not None and found.are_folds
    tests = list(found.each())
    samples = [] if how is None else found.samples()
    warn_if_one_class((one.words, one.curve) for one in tests)
    warn_if_suspicious(found.groups.items())
    are_scanned = any(isinstance(one.curve, ScannedCurve) for one in tests)
    rows, doubts = list[list[Row]](), list[tuple[str | None, str]]()
    draws = 0 if how is None else how.n_boot * sum(sample.sides for sample in samples)
    with progress_bar(draws) if draws else progress_bar(len(tests), "curves", "curve") as advance:
        for i, one in enumerate(tests):
            row: Row = {"curve": one.group, "fold": one.name and f"fold {one.name}"}
            row |= {head: _known(of, one.curve) for head, of in (COLUMNS | further).items()}
            if are_scanned:
                row |= zip(BOUNDS, _bounds(one.curve), strict=True)
            if how is None:
                advance()
            else:
                own = replace(how, seed=child(how.seed, i), watch=advance)
                ends, reasons = _intervals(one, samples[i], keys, own)
                row = with_ends(row, ends, how)
                doubts += [(one.words, reason) for reason in reasons]
            rows.append([row])
    if how is not None:
        warn_of_few([*doubts, *([(None, NO_MEAN)] if has_means else [])])
    table = with_means(rows, [*COLUMNS, *further] if has_means else ())
    names = [filter(None, (row.pop("curve", None), row.pop("fold"))) for row in table]
    if found.positive is not None:
        table = [{POSITIVE: options["pos_label"], **row} for row in table]
    return table_like(options.get("data"), table, [", ".join(one) or UNNAMED for one in names])


def _known(number: Callable[[ConfusionCurve], float], curve: ConfusionCurve) -> float:
    """Return a number of a curve; nan if it needs negatives that nobody counted."""
    try:
        return number(curve)
    except UnknownNegativesError:
        return math.nan


def _intervals(
    test: Fold, sample: Sample | RetrievedSample, further: Sequence[str], how: Resampling
) -> tuple[Mapping[str, Iterable[float]], list[str]]:
    """Return the intervals of a curve by head, nan if it is too small, and doubts about them.

    `further` are scores that the table has beside those of `SCORES`.
    """
    keys = [key for key in (*SCORES, *further) if key in drawn_scores(test.curve)]
    refusal = sample.refusal()
    found = {} if refusal else intervals_of(test.curve, sample, keys, how)
    ends = {SCORES[key].head: found.get(key, NO_ENDS) for key in (*SCORES, *keys)}
    if refusal:
        # Of a single class another warning tells.
        return ends, [refusal] if test.curve.has_both_classes else []
    return ends, [reason for each in found.values() for reason in each.warnings]


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

    chosen = score_keys(metrics, "metrics")
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
    is_pair = isinstance(data, list | tuple) and len(data) == 2
    with named_in_errors(f"task {task!r}"):
        given = dict(zip(("y_true", "y_score"), data, strict=True)) if is_pair else {}
        rows = Rows.of(**given, pos_label=pos_label, missing=missing) if given else Rows()
        if not rows.are_models:
            found = brief(data)
            raise ValueError(f"a task must be (y_true, dict of model to scores), found {found}")
        curves = named_curves(rows)
        if not all(curve.has_both_classes for curve in curves.values()):
            raise ValueError("the labels hold one class only, so models can't be ranked")
    return curves


# Tables of areas on tasks


@dataclass(frozen=True)
class Tasks:
    """Areas under PR curves on tasks, of one model or several.

    Attributes
    ----------
    names : list of str
        Names of the tasks, in the order of the table.
    models : list of str
        Names of the models; one empty name if there is one without.
    prevalence : ndarray of float, shape (n_tasks,)
    aucpr : ndarray of float, shape (n_models, n_tasks)
        nan where a model has no row.
    further : dict of name to ndarray of float, shape (n_models, n_tasks)
        More columns of numbers.
    """

    names: list[str]
    models: list[str]
    prevalence: FloatArray
    aucpr: FloatArray
    further: dict[str, FloatArray]

    @property
    def least(self) -> FloatArray:
        """The lowest achievable area of each task."""
        return np.asarray(aucpr_min(self.prevalence))

    @property
    def common(self) -> NDArray[np.bool_]:
        """The tasks for which all models have a row."""
        return np.asarray(np.isfinite(self.aucpr).all(axis=0))

    @property
    def aucnpr(self) -> FloatArray:
        """The normalised areas, shape (n_models, n_tasks)."""
        room = 1 - self.least
        share = np.divide(
            self.aucpr - self.least, room, out=np.ones_like(self.aucpr), where=room > 0
        )
        return np.clip(share, 0, 1)


def tasks_of(
    table: Any,
    *,
    task: str | None = None,
    model: str | None = None,
    score: str = "aucpr",
    prevalence: str = "prevalence",
    columns: Sequence[str] = (),
) -> Tasks:
    """Read a table of areas; the arguments are those of `prplot.plot_tasks`."""
    import pandas as pd

    if isinstance(columns, str) or not isinstance(columns, Sequence):
        raise TypeError(f"columns must be a list of names, found {brief(columns)}")
    for name, given in (("score", score), ("prevalence", prevalence)):
        check_kind(given, name, str)
    # Columns are found whatever their case.
    spelt = {str(name).lower(): name for name in reversed(header_of(table, "table") or [])}
    task = spelt.get("task") if task is None else task
    model = spelt.get("model") if model is None else model
    areas, shares = (spelt.get(name.lower(), name) for name in (score, prevalence))
    chosen = [name for name in (task, model) if name is not None]
    values = columns_of(table, [*chosen, areas, shares, *columns])
    names = _index_of(table) if task is None else values[task].tolist()
    models = [""] * len(names) if model is None else values[model].tolist()
    numbers = {name: numbers_of(values[name], name) for name in (areas, shares, *columns)}
    rows = pd.DataFrame({"task": map(str, names), "model": map(str, models), **numbers})
    tasks, kinds = list(rows["task"].unique()), list(rows["model"].unique())
    if columns and len(kinds) > 1:
        raise ValueError(f"columns go with a single model, found {len(kinds)} models")
    check_once(rows)
    wide = rows.pivot(index="model", columns="task").reindex(kinds)
    grids = {name: wide[name][tasks].to_numpy() for name in numbers}
    prevalence_of = _one_each(grids[shares], tasks, shares)
    further = {name: grids[name] for name in columns}
    found = Tasks(tasks, kinds, prevalence_of, grids[areas], further)
    _check_areas(found, areas)
    return found


def numbers_of(values: NDArray[Any], name: str) -> FloatArray:
    """Return a column of numbers; raise a ValueError for others, missing ones, and none at all."""
    if values.size == 0:
        raise ValueError("table is empty; at least one task is needed")
    if values.dtype.kind not in "iufb":
        raise ValueError(f"column {name!r} must hold numbers, found dtype {values.dtype}")
    numbers = values.astype(np.float64)
    refuse_values(np.isnan(numbers), None, f"column {name!r} has", "missing", "each needs one")
    return numbers


def check_once(rows: Any) -> None:
    """Raise a ValueError if a model has two rows for one task; both are columns."""
    twice = rows[rows.duplicated(["task", "model"])]
    for row in twice.itertuples():
        who = f"model {row.model!r}" if row.model else "a row"
        raise ValueError(f"table has {who} twice for task {row.task!r}; name the models' column")


def _one_each(shares: FloatArray, tasks: list[str], name: str) -> FloatArray:
    """Return the prevalence of each task; raise if it has several, or one outside [0, 1]."""
    low, high = np.nanmin(shares, axis=0), np.nanmax(shares, axis=0)
    for task, least, most in zip(tasks, low, high, strict=True):
        if not 0 <= least <= most <= 1:
            odd = in_full(most if least >= 0 else least)
            raise ValueError(f"column {name!r} must lie in [0, 1], found {odd} for {task!r}")
        if most - least > ALIKE * most:
            found = f"{in_full(least)} and {in_full(most)}"
            raise ValueError(f"task {task!r} has several prevalences, {found}")
    return np.asarray(low)


def _check_areas(found: Tasks, name: str) -> None:
    """Raise if an area is not achievable, up to rounding."""
    for own in found.aucpr:
        wrong = (own < found.least - ROUNDED) | (own > 1)
        if wrong.any():
            i = int(np.flatnonzero(wrong)[0])
            raise ValueError(
                f"column {name!r} has {in_full(own[i])} for task {found.names[i]!r}, outside the "
                f"achievable interval [{found.least[i]:.4g}, 1] at prevalence "
                f"{in_full(found.prevalence[i])}"
            )


def _index_of(table: Any) -> list[Any]:
    """Return the labels of a table's rows; raise a ValueError for tables that have none."""
    labels = getattr(table, "index", None)
    if labels is None or type(labels).__name__ == "RangeIndex":
        raise ValueError("table needs a column 'task', or task= must name it")
    return list(labels)
