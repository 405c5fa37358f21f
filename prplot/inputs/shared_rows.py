"""Models that are compared on the same rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self, Unpack

import numpy as np

from prplot.core.checks import Array, brief, dimensions
from prplot.core.record import Observations, mistakes_explained
from prplot.core.signatures import PairOptions
from prplot.inputs.curves import holds_curves, is_folds, positive_name
from prplot.inputs.frames import kind_of
from prplot.inputs.resolve import ObservedRows
from prplot.inputs.rows import names_of, rows_and_groups


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
    kind : str
        The library of tables of results, as of `kind_of`.
    positive : str or None
        The text of the positive label, if it is not the usual one.
    """

    models: Mapping[str, Observations]
    baseline: str
    clusters: Array | None
    kind: str
    positive: str | None = None

    @classmethod
    def of(cls, y_true: Any, y_score: Any, **options: Unpack[PairOptions]) -> Self:
        """Look up and check the rows that `prplot.compare` is given.

        Raises
        ------
        ValueError, TypeError
            Fewer than two models, an unknown baseline, ready curves, wrong rows.
        """
        given, by = rows_and_groups(y_true, y_score, **options)
        with mistakes_explained(given["y_true"], None):
            given["y_score"] = _models(given["y_true"], given["y_score"])
        found = ObservedRows.of(given, by)
        if found.are_classes:
            raise ValueError(
                "compare needs labels of two classes, found a column for each class; pass the "
                "labels and scores of one class, y == class and {name: scores[:, i], ...}"
            )
        models, baseline = found.observed, options.get("baseline")
        against = next(iter(models)) if baseline is None else str(baseline)
        if against not in models:
            raise ValueError(f"baseline {brief(baseline)} is not among the models {tuple(models)}")
        rows = found.rows
        positive = positive_name(rows.labels, given["pos_label"], rows.weights)
        return cls(models, against, rows.clusters, kind_of(by.data), positive)

    @property
    def others(self) -> list[str]:
        """The names of the models but the baseline, in order."""
        return [name for name in self.models if name != self.baseline]


def _models(y_true: Any, y_score: Any) -> Mapping[Any, Any]:
    """Return the models by name; raise an error if there are not several on the same rows."""
    scores = y_score.values() if isinstance(y_score, Mapping) else [y_score]
    if any(holds_curves(one) or is_folds(one) for one in (y_true, *scores)):
        raise TypeError(
            "compare needs two models or more on the same rows, found ConfusionCurves; pass "
            "y_true and a dict of scores"
        )
    if not isinstance(y_score, Mapping) and dimensions(y_score) == 2:
        raise TypeError(
            "y_score must be a dict of name to scores, or columns of data, found an array of "
            f"shape {np.shape(y_score)}"
        )
    # As a dict, columns are models even if their names are labels.
    models = y_score if isinstance(y_score, Mapping) else dict.fromkeys(names_of(y_score) or [""])
    if len(models) < 2:
        raise ValueError("compare needs two models or more, found one")
    return models if isinstance(y_score, Mapping) else {one: one for one in models}
