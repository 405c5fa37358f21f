"""Tables of numbers: models on tasks, how two scores rank them, areas at other prevalences."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.core.calls import answered
from prplot.core.checks import Array, FloatArray, brief
from prplot.core.measures.score_definitions import SCORES, score_key
from prplot.core.record import warn_of_missing
from prplot.inputs.curves import Curves, named_curves
from prplot.inputs.frames import columns_of
from prplot.inputs.rows import complete_rows
from prplot.inputs.samples import progress_bar
from prplot.inputs.task_areas import grid_of, numbers_of

if TYPE_CHECKING:
    import pandas as pd

# Scores are compared to so many decimals; smaller differences are rounding.
DIGITS = 12
# The places that `RankAgreement.top_differs` compares.
TOP = 3


class RankAgreement(NamedTuple):
    """How two scores rank the models of the same tasks.

    Attributes
    ----------
    counts : ndarray of int, shape (n_ranks, n_ranks)
        How many models have rank ``i + 1`` by the second score and ``j + 1`` by the first.
    best_differs : float
        Share of the tasks on which no model is best by both.
    top_differs : float
        Share of the tasks on which first, second and third are not the same.
    correlation : float
        Correlation of the ranks by both scores, over all models on all tasks.
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
        The labels of each task, and the scores of each model: a dict, or a table with a column for
        each.
    metrics : sequence of {"auroc", "aucpr", "aucnpr", "auprg", "average_precision"}
        The scores in the columns of the table.
    pos_label : hashable, optional
        The label of the positive class, against all others; by default 1 (or True), if the labels
        are 0/1, -1/1 or booleans.
    missing : {"raise", "drop"}, default "raise"
        What to do with rows that lack a label, a score or a weight (None, NaN, NaT, pandas.NA, null
        or masked; infinite scores are errors): "drop" leaves them out and warns of their number. A
        row that lacks the score of one model is left out for all models.
    progress

    Returns
    -------
    pandas.DataFrame
        A row for each model on each task; columns task, model, prevalence and the metrics.

    Raises
    ------
    ValueError, TypeError
        No tasks, an unknown metric, or wrong data or only one class in a task, which the error
        names.

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

    names = [metrics] if isinstance(metrics, str) else metrics
    if not isinstance(names, list | tuple) or not names:
        raise ValueError(f"metrics must be a list of at least one name, found {brief(metrics)}")
    chosen = [score_key(name, "metrics") for name in names]
    if not isinstance(tasks, Mapping) or not tasks:
        raise ValueError(f"tasks must be a dict with at least one task, found {brief(tasks)}")
    rows, told = [], []
    with progress_bar(len(tasks), "tasks", "task", shown=progress) as advance:
        for task, data in tasks.items():
            curves, sentences = _curves_of(task, data, pos_label, missing)
            told += sentences
            for model, curve in curves.items():
                values = {name: SCORES[name].of(curve) for name in chosen}
                known = {"task": task, "model": model, "prevalence": curve.prevalence}
                rows.append({**known, **values})
            advance()
    if told:
        warn_of_missing("; ".join(told))
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
        Anything but a table, unknown columns, missing or undefined scores, a model twice on one
        task.

    Notes
    -----
    Scores are compared to twelve decimals. Equal scores have the best of their ranks in the counts,
    and the mean of their ranks in the correlation. Where models are tied for a place, two scores
    agree on it if they have a model in common there.

    Examples
    --------
    >>> import prplot as prp
    >>> scores = {"good": [0.9, 0.8, 0.1, 0.2], "bad": [0.1, 0.8, 0.9, 0.2]}
    >>> table = prp.rank_table({"task": ([1, 1, 0, 0], scores)}, progress=False)
    >>> prp.rank_agreement(table).best_differs
    0.0
    """
    columns = columns_of(table, [task, model, x, y])
    of_task, of_model = columns[task].tolist(), columns[model].tolist()
    if not of_task:
        raise ValueError("table has no rows")
    scores = (numbers_of(columns[name], name) for name in (x, y))
    grids = [grid_of(values, of_task, of_model) for values in scores]
    known = ~np.isnan(grids[0])
    ranks = [[_ranks(grid[at, i]) for grid in grids] for i, at in enumerate(known.T)]
    size = known.sum(axis=0).max()
    counts = np.zeros((size, size), dtype=np.int64)
    for of_x, of_y in ranks:
        np.add.at(counts, (of_y[0] - 1, of_x[0] - 1), 1)
    means = np.array([np.concatenate([pair[i].mean(axis=0) for pair in ranks]) for i in (0, 1)])
    spread = means.std(axis=1).min() > 0
    return RankAgreement(
        counts,
        float(np.mean([not _agree(*pair, places=1) for pair in ranks])),
        float(np.mean([not _agree(*pair, places=TOP) for pair in ranks])),
        float(np.corrcoef(means)[0, 1]) if spread else float("nan"),
    )


def areas_by_ratio(
    curves: Curves, metrics: Sequence[str], ratios: FloatArray, *, progress: bool
) -> dict[tuple[str | None, str], FloatArray]:
    """Return the areas that curves would have at other ratios of negatives to positives.

    Parameters
    ----------
    curves : dict of name to ConfusionCurve
        All with both classes.
    metrics : sequence of str
        Of SCORES.
    ratios : ndarray of float, shape (n,)
        Negatives for each positive.
    progress : bool
        Show a progress bar where that lasts.

    Returns
    -------
    dict of (name, metric) to ndarray of float, shape (n,)
    """
    found = {(name, metric): np.empty(ratios.size) for name in curves for metric in metrics}
    work = [(name, i) for name in curves for i in range(ratios.size)]
    with progress_bar(len(work), "ratios", "ratio", shown=progress) as advance:
        for name, i in work:
            curve = curves[name].at_prevalence(1 / (1 + ratios[i]))
            for metric in metrics:
                found[name, metric][i] = SCORES[metric].of(curve)
            advance()
    return found


def _curves_of(
    task: str, data: Any, pos_label: Hashable | None, missing: str
) -> tuple[Curves, list[str]]:
    """Return the curves of a task's models, and what a warning says of rows that were left out.

    Errors name the task.
    """
    told: list[str] = []
    labels, scores = data if isinstance(data, list | tuple) and len(data) == 2 else (None, None)
    given = {"y_true": labels, "y_score": scores, "pos_label": pos_label, "missing": missing}
    try:
        given = complete_rows(given, told.append)
        if not isinstance(given["y_score"], Mapping):
            found = brief(data)
            raise ValueError(f"a task must be (y_true, dict of model to scores), found {found}")
        curves = named_curves(given["y_true"], given["y_score"], pos_label=pos_label)
    except (TypeError, ValueError) as error:
        raise type(error)(f"task {task!r}: {error}") from None
    for curve in curves.values():
        if curve.pos == 0 or curve.neg == 0:
            raise ValueError(f"task {task!r} holds one class only; its models can't be ranked")
    return curves, [f"task {task!r}: {sentence}" for sentence in told]


def _ranks(scores: Array) -> NDArray[np.int64]:
    """Return the lowest and the highest rank of each score, shape (2, n); 1 is best."""
    scores = np.round(scores, DIGITS)
    rising = np.sort(scores)
    best = scores.size - np.searchsorted(rising, scores, side="right") + 1
    worst = scores.size - np.searchsorted(rising, scores, side="left")
    return np.stack([best, worst])


def _agree(one: Array, other: Array, *, places: int) -> bool:
    """Return whether each of the first places has a model in common by both scores."""
    for place in range(1, min(places, one.shape[1]) + 1):
        there = [(ranks[0] <= place) & (place <= ranks[1]) for ranks in (one, other)]
        if not (there[0] & there[1]).any():
            return False
    return True
