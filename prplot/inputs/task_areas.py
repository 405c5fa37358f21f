"""Tasks: checked tables of the area under the PR curve on several tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import brief, check_kind, in_full, refuse_values
from prplot.core.points import aucpr_min
from prplot.inputs.frames import columns_of, index_of, name_of_column

FloatArray = NDArray[np.float64]
# Printed areas are rounded, and so may be below the lowest achievable one by half a last digit.
ROUNDED = 5e-4
# Prevalences of one task are rounded, and may differ between models by this share.
ALIKE = 0.01


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
    task = name_of_column(table, "task") if task is None else task
    model = name_of_column(table, "model") if model is None else model
    areas, shares = (name_of_column(table, name) or name for name in (score, prevalence))
    chosen = [name for name in (task, model) if name is not None]
    values = columns_of(table, [*chosen, areas, shares, *columns])
    names = index_of(table) if task is None else values[task].tolist()
    models = [""] * len(names) if model is None else values[model].tolist()
    if not names:
        raise ValueError("table is empty; at least one task is needed")
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
    """Return a column of numbers; raise a ValueError for others, and for missing ones."""
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
    for areas in found.aucpr:
        wrong = (areas < found.least - ROUNDED) | (areas > 1)
        if wrong.any():
            i = int(np.flatnonzero(wrong)[0])
            raise ValueError(
                f"column {name!r} has {in_full(areas[i])} for task {found.names[i]!r}, outside the "
                f"achievable interval [{found.least[i]:.4g}, 1] at prevalence "
                f"{in_full(found.prevalence[i])}"
            )
