"""Rows of a table, or arrays of one length: labels, scores, weights and groups."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, fields, replace
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from prplot.core.checks import (
    Array,
    as_array,
    brief,
    check_names,
    dimensions,
    named_in_errors,
    one_of,
    shape_of,
)
from prplot.core.record import ConfusionCurve
from prplot.core.record.mistakes import mistakes_explained
from prplot.core.record.observations import CHOICES, OR_DROP, are_zero, rows_to_keep, unmasked
from prplot.inputs.frames import (
    categories_of,
    collected,
    columns_of,
    refuse_text,
    rows_of,
)
from prplot.inputs.group_order import check_groups, group_values
from prplot.inputs.one_vs_rest import MEANS, Classes, Masks, joined_outputs, models_of

# The name of a column of scores without one.
ALONE = ""
# What errors about missing values say at their end.
EACH_NEEDS_ONE = f"each row needs one ({OR_DROP})"
# What errors call the names of groups.
GROUPS_NAMES = "the names of the groups"
# What rows can be grouped by.
GROUPINGS = ("hue", "style", "units", "clusters")
# The arguments that hold a value for each row.
OF_ROWS = ("y_true", "y_score", "sample_weight", *GROUPINGS, "col", "row")


@dataclass(frozen=True, eq=False, repr=False)
class Grouping:
    """The groups of rows, and the classes of columns, as the user gave them.

    Attributes
    ----------
    data : table or None
        Where names of columns are looked up.
    hue, style, units : str, array_like or None
        A column, or a value for each row: groups by colour, groups by dash, and folds within them.
    hue_order : sequence or None
        The groups to show, in order.
    clusters : str, array_like or None
        A column, or a value for each row, of what rows belong to that are not independent.
    classes : sequence or None
        The classes that columns of scores belong to, in the columns' order.
    """

    data: Any = None
    hue: Any = None
    hue_order: Sequence[Any] | None = None
    style: Any = None
    units: Any = None
    clusters: Any = None
    classes: Sequence[Any] | None = None

    def __post_init__(self) -> None:
        if self.hue_order is not None and self.hue is None:
            raise TypeError("hue_order goes with hue")

    @classmethod
    def of(cls, **options: Any) -> "Grouping":
        """Return the groups among the options of a call."""
        return cls(**{one.name: options.get(one.name) for one in fields(cls)})

    @property
    def is_used(self) -> bool:
        """Whether there are columns to look up, groups to form or classes to name."""
        given = self.data, self.hue, self.units, self.style, self.classes
        return any(one is not None for one in given)

    def collected(self, *columns: Any) -> "Grouping":
        """Return the same with a table of these columns and those of the groups, read once."""
        if self.data is None:
            return self
        given = *columns, self.hue, self.style, self.units, self.clusters
        names = [name for one in given if one is not None for name in names_of(one) or []]
        return replace(self, data=collected(self.data, names))

    def order(self, hue: Array) -> Sequence[Any] | None:
        """Return the order that the user gave, else that of a column's categories, else None."""
        if self.hue_order is not None or not isinstance(self.hue, str):
            return self.hue_order
        known = categories_of(self.data, self.hue)
        return None if known is None else [one for one in known if one in set(hue.tolist())]

    def styles(self, style: Array) -> list[Any]:
        """Return the groups with dashes, in order; of categories also those that no row has."""
        known = None
        if isinstance(self.style, str):
            known = categories_of(self.data, self.style, unused=True)
        return group_values(style, argument="style")[0] if known is None else known


class Rows(NamedTuple):
    """Columns of one length.

    Attributes
    ----------
    labels : ndarray, shape (n,) or (n, n_classes)
    scores : dict of str to ndarray, shape (n,)
        By the names of their columns.
    belongs : dict of str to ndarray of bool, shape (n,), or None
        For each column, which rows are of its class; None if columns are not of classes.
    weights, hue, style, units, clusters : ndarray, shape (n,), or None
    are_models : bool
        Whether the user named the columns, in a dict.
    models : dict of str to dict of str to str
        For each model of several classes, the column of scores of each class.
    """

    labels: Array
    scores: dict[str, Array]
    belongs: Masks | None = None
    weights: Array | None = None
    hue: Array | None = None
    style: Array | None = None
    units: Array | None = None
    clusters: Array | None = None
    are_models: bool = False
    models: Mapping[str, Mapping[str, str]] = MappingProxyType({})

    @classmethod
    def of(
        cls,
        y_true: Any,
        y_score: Any,
        by: Grouping,
        sample_weight: Any = None,
        *,
        pos_label: Hashable | None = None,
    ) -> "Rows":
        """Look up the columns that are named; arrays are taken as they are.

        Raises
        ------
        ValueError, TypeError
            An unknown column, with the nearest names; missing values; unequal lengths; a positive
            label beside columns of classes.
        """
        _refuse_curves(y_true=y_true, y_score=y_score)
        models = _models_in(y_score)
        given = {"y_true": y_true, "sample_weight": sample_weight}
        given |= {key: getattr(by, key) for key in GROUPINGS}
        # As errors name them.
        named = {key: "y_score" if key == ALONE else f"y_score[{key!r}]" for key in models}
        given |= {named[key]: one for key, one in models.items()}
        found = _found(by.data, given)
        read = {key: found[name] for key, name in named.items()}
        scores = read if len(read) > 1 else next(iter(read.values()))
        # Whoever names classes has said what the columns are.
        is_told = by.classes is not None
        with nullcontext() if is_told else mistakes_explained(found["y_true"], scores):
            arrays = {key: _flat(one, key) for key, one in found.items() if one is not None}
            check_one_length(arrays)
            columns = {key: arrays[name] for key, name in named.items()}
            return cls._of_arrays(y_true, y_score, arrays, columns, pos_label, by.classes)

    @classmethod
    def _of_arrays(
        cls,
        y_true: Any,
        y_score: Any,
        arrays: Mapping[str, Any],
        columns: dict[str, Array],
        pos_label: Hashable | None,
        classes: Sequence[Any] | None,
    ) -> "Rows":
        """Match columns to classes, if they are of classes, and leave out rows without weight."""
        are_models = isinstance(y_score, Mapping)
        labels, weights = arrays["y_true"], arrays.get("sample_weight")
        present = None if weights is None else ~are_zero(weights)
        groups = _groups(arrays, present)
        match = partial(Classes.of, y_true, labels=labels, present=present, classes=classes)
        # The keys of a dict are names of models, even if labels are the same.
        has_classes = not are_models or labels.ndim > 1 or classes is not None
        found = _classes(match, y_score, columns, has_classes)
        rows = cls(labels, columns, None, weights, **groups, are_models=are_models)
        if not found:
            return rows
        if pos_label is not None:
            raise TypeError(
                "pos_label can't be given beside a column of scores for each class, each taken "
                "against the rest"
            )
        scores: dict[str, Array] = {}
        belongs: Masks = {}
        models = {}
        for model, one in found.items():
            # The column of each class has its name, after that of one model of several.
            names = {name: name if model == ALONE else f"{model}, {name}" for name in one.scores}
            scores |= {column: one.scores[name] for name, column in names.items()}
            belongs |= {column: one.belongs[name] for name, column in names.items()}
            models[model] = names
        return rows._replace(scores=scores, belongs=belongs, models=models)

    @property
    def has_named_columns(self) -> bool:
        """Whether curves are named after their columns: if there are several, or a dict of them."""
        return len(self.scores) > 1 or self.are_models

    @property
    def size(self) -> int:
        """The number of rows of a weight above zero."""
        return len(self.labels) if self.weights is None else int(np.count_nonzero(self.weights))

    def melted(self, average: str) -> "Rows":
        """Return the rows of all classes, one after the other, with a column for each model.

        The folds of a mean over classes are the classes. Decisions on one example are a cluster.
        """
        is_mean = average in MEANS
        if is_mean and self.units is not None:
            raise ValueError(
                f"average={average!r} and units can't be given together: both are averaged"
            )
        (one, *_), belongs = self.models.values(), self.belongs or {}
        given = {key: getattr(self, key) for key in ("weights", *GROUPINGS)}
        if self.clusters is None:
            given["clusters"] = np.arange(self.size)
        repeated: dict[str, Any] = {
            key: np.tile(values, len(one)) for key, values in given.items() if values is not None
        }
        if is_mean:
            repeated["units"] = np.repeat(list(one), self.size)
        return self._replace(
            labels=np.concatenate([belongs[column] for column in one.values()]),
            scores={
                model: np.concatenate([self.scores[column] for column in of.values()])
                for model, of in self.models.items()
            },
            belongs=None,
            models={},
            **repeated,
        )


def joined(given: Mapping[str, Any]) -> Any:
    """Return the scores of a call: lists of an array for each label as a matrix, models by name."""
    y_score = models_of(*map(given.get, ("y_true", "y_score", "pos_label", "classes")))
    if not isinstance(y_score, Mapping):
        return joined_outputs(y_score)
    return {key: joined_outputs(one, f"y_score[{key!r}]") for key, one in y_score.items()}


def _classes(
    match: Callable[..., Classes | None], y_score: Any, columns: dict[str, Array], has_classes: bool
) -> dict[str, Classes]:
    """Return the classes of each model, or of the only one; none if columns are not of classes."""
    several = [key for key, column in columns.items() if column.ndim > 1]
    if not isinstance(y_score, Mapping) or not several:
        found = match(y_score, columns=columns) if has_classes else None
        return {} if found is None else {ALONE: found}
    if len(several) < len(columns):
        odd = next(key for key in columns if key not in several)
        raise ValueError(
            f"each model must have a column of scores for each class, as {several[0]!r} has, or "
            f"each a single column, as {odd!r} has"
        )
    models: dict[str, Classes] = {}
    for (key, column), own in zip(columns.items(), y_score.values(), strict=True):
        with named_in_errors(f"model {key!r}"):
            found = match(own, columns={key: column})
        if found is not None:
            models[key] = found
            names, first = (", ".join(models[one].scores) for one in (key, several[0]))
            if names != first:
                raise ValueError(
                    f"model {key!r} has the classes {names}, but {several[0]!r} has {first}; "
                    "classes= names them"
                )
    return models


def complete_rows(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a call without rows that lack a value, if `missing` is "drop".

    Parameters
    ----------
    given : dict
        All arguments by name; `missing` is "raise" by default. Rows are those of y_true, y_score,
        sample_weight, hue, style, units, clusters, col and row, and of data if they name its
        columns. They are left out of all of these together.

    Returns
    -------
    dict
        With "raise", for ready curves and for wrong arguments, which are refused elsewhere, all
        rows. Scores are as of `joined`, and a lazy table is read.

    Raises
    ------
    ValueError
        An unknown choice; every row lacks a value.

    Warns
    -----
    MissingValuesWarning
        Rows were left out.
    """
    labels, given = given["y_true"], {**given, "y_score": joined(given)}
    is_all = one_of(given.get("missing", "raise"), "missing", CHOICES) == "raise"
    if is_all or labels is None or isinstance(labels, Mapping | ConfusionCurve):
        return given
    values = list(_values_of_rows(given))
    names = list(dict.fromkeys(name for *_, named in values for name in named))
    data = given.get("data")
    if data is None:
        refuse_text(*names)
    held = {**given, "data": collected(data, names)}
    columns = columns_of(held["data"], names, "data", wanted=None)
    by_name = {repr(name): column for name, column in columns.items()}
    arrays = {argument: value for argument, *_, value, named in values if not named}
    by_name |= {argument: unmasked(value, argument) for argument, value in arrays.items()}
    weights = given.get("sample_weight")
    weights = columns[weights] if isinstance(weights, str) else by_name.get("sample_weight")
    kept = rows_to_keep(by_name, weights)
    if kept is None:
        return held
    for _, key, part, value, named in values:
        some = value if named else rows_of(value, kept)
        held[key] = {**held[key], part: some} if isinstance(held[key], Mapping) else some
    return {**held, "data": rows_of(held["data"], kept)} if names else held


def rows_and_groups(y_true: Any, y_score: Any, **options: Any) -> tuple[dict[str, Any], Grouping]:
    """Return what curves are made of, and their groups, complete as in `complete_rows`."""
    found = complete_rows({"y_true": y_true, "y_score": y_score, **options})
    held = ("y_true", "y_score", "pos_label", "sample_weight", "name")
    given = {key: found.get(key) for key in held}
    return given, Grouping.of(**found).collected(
        given["y_true"], given["y_score"], given["sample_weight"]
    )


def _values_of_rows(given: Mapping[str, Any]) -> Iterator[tuple[str, str, Any, Any, list[str]]]:
    """Return values for each row: as errors call it, argument, key in a dict, value, columns."""
    for key in OF_ROWS:
        value = given.get(key)
        if isinstance(value, Mapping):
            each = [(f"{key}[{part!r}]", part, one) for part, one in value.items()]
        else:
            each = [(key, None, value)]
        yield from (
            (argument, key, part, one, _named_by(given, key, one))
            for argument, part, one in each
            if one is not None
        )


def _named_by(given: Mapping[str, Any], key: str, value: Any) -> list[str]:
    """Return the names of columns in the value of an argument; those of scores may be several."""
    if isinstance(value, str):
        return [value]
    is_several = key == "y_score" and given.get("data") is not None
    return (names_of(value) or []) if is_several else []


def names_of(given: Any) -> list[str] | None:
    """Return the names of columns in a name, a sequence or a dict of names; None without any."""
    if isinstance(given, str):
        return [given]
    if isinstance(given, Mapping):
        # Arrays of text are labels, which classifiers predict.
        own = [one for one in given.values() if isinstance(one, str | list | tuple)]
        return [name for one in own for name in names_of(one) or []] or None
    is_numbers = hasattr(given, "nnz") or isinstance(given, memoryview)
    if is_numbers or dimensions(given) != 1 or len(given) == 0:
        return None
    return list(given) if all(isinstance(name, str) for name in given) else None


def _refuse_curves(**given: Any) -> None:
    """Raise if labels or scores are missing, empty or ready curves."""
    for argument, value in given.items():
        if value is None:
            raise TypeError(f"{argument} is missing; pass the name of a column, or an array")
        is_models = argument == "y_score" and isinstance(value, Mapping)
        if isinstance(value, Mapping | ConfusionCurve) and not is_models:
            raise TypeError(
                f"data, hue, style, units and classes need columns or arrays, found {argument} "
                f"{type(value).__name__}; hue and style alone also go beside a dict of curves"
            )
    scores = given["y_score"]
    if not (len(scores) if isinstance(scores, Mapping | str) else all(shape_of(scores))):
        raise ValueError("y_score is empty; at least one column or one score is needed")


def _models_in(y_score: Any) -> dict[str, Any]:
    """Return the scores of each model, or the columns of its scores, by name."""
    models = y_score
    if not isinstance(y_score, Mapping):
        names = names_of(y_score)
        check_names(names or [], GROUPS_NAMES)
        models = {ALONE: y_score} if names is None else dict(zip(names, names, strict=True))
    check_names(models, GROUPS_NAMES)
    for key, one in models.items():
        if one is None:
            raise TypeError(f"model {key!r}: y_score is missing")
    return {str(key): one for key, one in models.items()}


def _found(data: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments with columns looked up by name."""
    named = {}
    for key, value in given.items():
        # Of scores several columns may be named.
        may_be_several = key.startswith("y_score") and isinstance(value, list | tuple)
        if isinstance(value, str) or may_be_several:
            named[key] = names_of(value) or []
    names = [name for some in named.values() for name in some]
    if data is None:
        refuse_text(*names)
    weights = given["sample_weight"] if "sample_weight" in named else None
    columns = columns_of(data, names, "data", weights=weights, wanted=EACH_NEEDS_ONE)
    found = dict(given)
    for key, own in named.items():
        if own:
            several = [columns[name] for name in own]
            found[key] = several[0] if isinstance(given[key], str) else np.column_stack(several)
    return found


def check_one_length(arrays: Mapping[str, Array]) -> None:
    """Raise a ValueError unless arrays have as many rows."""
    sizes = {key: array.shape[:1] for key, array in arrays.items()}
    if len(set(sizes.values())) > 1:
        listed = ", ".join(f"{key} {size[0] if size else 'none'}" for key, size in sizes.items())
        raise ValueError(f"all columns must have the same length, found {listed}")


def _flat(values: Any, argument: str) -> Array:
    """Return an array, with a single column as one dimension; raise if it is a single value."""
    array = as_array(values, argument, masked=OR_DROP)
    if array.ndim == 0:
        raise TypeError(f"{argument} must be a column or an array, found {brief(values)}")
    array = array[:, 0] if array.ndim == 2 and array.shape[1] == 1 else array
    if array.ndim > 1 and argument in ("sample_weight", *GROUPINGS):
        raise ValueError(f"{argument} must be one-dimensional, found shape {array.shape}")
    return array


def _groups(arrays: Mapping[str, Any], present: Array | None) -> dict[str, Any]:
    """Return the groups of the rows of a weight above zero, checked."""
    known = {key: arrays[key] for key in GROUPINGS if key in arrays}
    groups = {key: one if present is None else one[present] for key, one in known.items()}
    for key, values in groups.items():
        check_groups(values, key)
    return groups
