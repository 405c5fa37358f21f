"""Models on the same rows: columns of scores beside each other, or the rows of a long table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self, Unpack

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, brief, dimensions, refuse_values
from prplot.core.record import Observations
from prplot.core.record.mistakes import mistakes_explained
from prplot.core.record.observations import lacking, unmasked
from prplot.core.signatures import PairOptions
from prplot.inputs.curves import holds_curves, positive_name
from prplot.inputs.frames import columns_of, kind_of, refuse_text
from prplot.inputs.group_order import group_values, texts_of
from prplot.inputs.resolve import ObservedRows
from prplot.inputs.rows import Grouping, check_one_length, names_of, rows_and_groups

# What rows of different models that belong together have in common, as errors call it.
SHARED = {"y_true": "labels", "sample_weight": "weights", "clusters": "clusters", "units": "folds"}


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
            Fewer than two models, an unknown baseline, ready curves, wrong rows, rows of a long
            table that do not belong together.
        """
        kind = kind_of(options.get("data"))
        if any(options.get(key) is not None for key in ("hue", "hue_order", "units")):
            y_true, y_score, options = _side_by_side(y_true, y_score, options)
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
        return cls(models, against, rows.clusters, kind, positive)

    @property
    def others(self) -> list[str]:
        """The names of the models but the baseline, in order."""
        return [name for name in self.models if name != self.baseline]


def _models(y_true: Any, y_score: Any) -> Mapping[Any, Any]:
    """Return the models by name; raise an error if there are not several on the same rows."""
    scores = y_score.values() if isinstance(y_score, Mapping) else [y_score]
    are_curves = any(map(holds_curves, (y_true, *scores)))
    if are_curves or (not isinstance(y_score, Mapping) and dimensions(y_score) == 2):
        found = "ConfusionCurves" if are_curves else f"an array of shape {np.shape(y_score)}"
        raise TypeError(
            f"compare needs labels and a dict of name to scores, or columns of data, found {found}"
        )
    # As a dict, columns are models even if their names are labels.
    models = y_score if isinstance(y_score, Mapping) else dict.fromkeys(names_of(y_score) or [""])
    if len(models) < 2:
        raise ValueError("compare needs two models or more, found one")
    return models if isinstance(y_score, Mapping) else {one: one for one in models}


def _side_by_side(y_true: Any, y_score: Any, options: Any) -> tuple[Any, Any, Any]:
    """Return arguments with a column of scores for each model, of those with a row for each.

    Rows of two models belong together that have the same place in a fold, or in the table.
    """
    if options.get("hue") is None:
        raise TypeError("hue_order and units go with hue, the column of models of a long table")
    if not isinstance(y_score, str) and (isinstance(y_score, Mapping) or names_of(y_score)):
        raise TypeError(f"hue goes with one column of scores as y_score, found {brief(y_score)}")
    columns = _columns({"y_true": y_true, "y_score": y_score, **options})
    hue, units = columns["hue"], columns.get("units")
    order = Grouping.of(**options).order(hue)
    levels, _ = group_values(hue, order)
    rows = {}
    for name, level in zip(texts_of(levels), levels, strict=True):
        rows[name] = np.flatnonzero(hue == level)
        if units is not None:
            folds, _ = group_values(units, argument="units")
            of_fold = [folds.index(one) for one in units[rows[name]].tolist()]
            rows[name] = rows[name][np.argsort(of_fold, kind="stable")]
    _check_alike(rows, columns)
    base = next(iter(rows.values()))
    shared = {key: columns[key][base] for key in SHARED if key in columns and key != "units"}
    scores = {name: columns["y_score"][one] for name, one in rows.items()}
    others = {"data", "hue", "hue_order", "units"}
    kept = {key: value for key, value in options.items() if key not in others}
    return shared.pop("y_true"), scores, kept | shared


def _columns(given: Mapping[str, Any]) -> dict[str, Array]:
    """Return the columns of a long table, or arrays, all of one length; groups have no gaps."""
    found = {key: given.get(key) for key in ("y_true", "y_score", "hue", *SHARED)}
    named = {key: one for key, one in found.items() if isinstance(one, str)}
    names, data = list(named.values()), given.get("data")
    if data is None:
        refuse_text(*names)
    held = columns_of(data, names, "data", wanted=None)
    arrays = {
        key: held[one] if key in named else unmasked(one, key)
        for key, one in found.items()
        if one is not None
    }
    check_one_length(arrays)
    for key in ("hue", "units"):
        if key in arrays:
            wanted = "without it no row can be paired"
            refuse_values(lacking(arrays[key]), None, f"{key} holds", "missing", wanted)
    return arrays


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
