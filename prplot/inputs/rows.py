"""Rows: columns of one length, read from arrays or a table; or ready curves in their place."""

from collections.abc import Hashable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import (
    Array,
    as_array,
    brief,
    check_kind,
    check_names,
    check_written,
    dimensions,
    listed,
    named_in_errors,
    one_of,
    refuse_values,
    shape_of,
)
from prplot.core.record import ConfusionCurve
from prplot.core.record.mistakes import mistakes_explained
from prplot.core.record.observations import (
    CHOICES,
    OR_DROP,
    are_zero,
    has_usual_labels,
    is_one,
    rows_to_keep,
    unmasked,
)
from prplot.inputs.categories import (
    MEANS,
    Classes,
    Masks,
    are_named_after,
    check_groups,
    classes_of,
    joined_outputs,
    models_of,
    text_of,
)
from prplot.inputs.frames import (
    categories_of,
    collected,
    header_of,
    rows_of,
    series_of,
)

# The name of a column of scores without one.
ALONE = ""
# What errors about missing values say at their end.
EACH_NEEDS_ONE = f"each row needs one ({OR_DROP})"
# What errors call the names of groups.
GROUPS_NAMES = "the names of the groups"
# What rows can be grouped by.
GROUPINGS = ("hue", "style", "units", "clusters")


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Rows:
    """What a function of curves is given: columns of one length, or ready curves.

    Attributes
    ----------
    curves : ConfusionCurve, or list or dict of these, or None
        Ready curves; None if there are labels and scores.
    labels : ndarray, shape (n,) or (n, n_classes)
    scores : dict of str to ndarray, shape (n,)
        By the names of their columns.
    are_models : bool
        Whether the user named the columns, in a dict.
    belongs : dict of str to ndarray of bool, shape (n,), or None
        For each column, which rows are of its class; None if columns are not of classes.
    models : dict of str to dict of str to str
        For each model of several classes, the column of scores of each class.
    weights : ndarray, shape (n,), or None
    hue, style, units, clusters : ndarray, shape (n_present,), or None
        Groups by colour and by dash, folds, and what dependent rows belong to, without the rows of
        weight zero. Beside ready curves, hue and style say what their keys stand for.
    hue_order : sequence or None
        The groups to show: in the user's order, or in that of a column's categories.
    styles : list or None
        The categories of the column of dashes, also those that no row has.
    titles : dict of str to str
        What hue and style are called; "" if that is not known.
    pos_label : hashable or None
    name : str or None
        The name of a single curve.
    """

    curves: Any = None
    labels: Any = None
    scores: Mapping[str, Array] = field(default_factory=dict)
    are_models: bool = False
    belongs: Masks | None = None
    models: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    weights: Array | None = None
    hue: Any = None
    style: Any = None
    units: Array | None = None
    clusters: Array | None = None
    hue_order: Sequence[Any] | None = None
    styles: list[Any] | None = None
    titles: Mapping[str, str] = field(default_factory=dict)
    pos_label: Hashable | None = None
    name: str | None = None

    @classmethod
    def of(cls, **given: Any) -> Self:
        """Read the arguments of a call, by name; those that say nothing of rows are ignored.

        Raises
        ------
        ValueError, TypeError
            An unknown column, with the nearest names; missing values; unequal lengths; columns
            that fit the labels only in part; a positive label beside columns of classes.

        Warns
        -----
        MissingValuesWarning
            With ``missing="drop"``: rows were left out, of all columns together.
        """
        y_true, y_score, pos_label = given["y_true"], joined(given), given.get("pos_label")
        missing = one_of(given.get("missing", "raise"), "missing", CHOICES)
        check_name(given.get("name"), y_true, y_score)
        if given.get("hue_order") is not None and given.get("hue") is None:
            raise TypeError("hue_order goes with hue")
        shared: dict[str, Any] = {key: given.get(key) for key in ("hue_order", "pos_label", "name")}
        # Whoever names classes has said what the columns are.
        is_told = given.get("classes") is not None
        with nullcontext() if is_told else mistakes_explained(y_true, y_score, pos_label):
            if isinstance(y_true, Mapping | ConfusionCurve) or is_folds(y_true):
                _check_beside_curves(given)
                hue, style = given.get("hue"), given.get("style")
                return cls(curves=y_true, hue=hue, style=style, **shared)
            if isinstance(y_true, str) and given.get("data") is None:
                # Raises: it names a column, and there is no table.
                collected(None, [y_true])
            models = _models_in(y_true, y_score, has_table=given.get("data") is not None)
            called = {key: "y_score" if key == ALONE else f"y_score[{key!r}]" for key in models}
            columns = {"y_true": y_true} | {called[key]: one for key, one in models.items()}
            columns |= {key: given.get(key) for key in ("sample_weight", *GROUPINGS)}
            data = collected(given.get("data"), every_name(columns))
            arrays = read(data, columns, missing)
            rows = cls(
                labels=arrays["y_true"],
                scores={key: arrays[one] for key, one in called.items()},
                are_models=isinstance(y_score, Mapping),
                weights=arrays.get("sample_weight"),
                **shared,
            )
            return rows._grouped(given, data, arrays)._by_class(y_true, models, given)

    @property
    def present(self) -> Array | None:
        """Which rows have a weight above zero; None without weights."""
        return None if self.weights is None else ~are_zero(self.weights)

    @property
    def size(self) -> int:
        """The number of rows of a weight above zero."""
        return len(self.labels) if self.weights is None else int(np.count_nonzero(self.weights))

    @property
    def has_named_columns(self) -> bool:
        """Whether curves are named after their columns: if there are several, or a dict of them."""
        return len(self.scores) > 1 or self.are_models

    @property
    def positive(self) -> str | None:
        """The text of the positive label; None if it is 1 or True among 0/1, -1/1 or booleans."""
        if self.pos_label is None:
            return None
        is_usual = is_one(self.pos_label) and has_usual_labels(self.labels, self.weights)
        return None if is_usual else text_of(self.pos_label)

    def _grouped(self, given: Mapping[str, Any], data: Any, arrays: Mapping[str, Array]) -> Self:
        """Return the same with the groups of the rows, checked, and their order."""
        present = self.present
        groups: dict[str, Any] = {key: arrays[key] for key in GROUPINGS if key in arrays}
        for key, values in groups.items():
            groups[key] = values if present is None else values[present]
            check_groups(groups[key], key)
        style, styles = given.get("style"), None
        if isinstance(style, str):
            styles = categories_of(data, style, unused=True)
        return replace(
            self,
            **groups,
            hue_order=order_of(given, data, groups.get("hue")),
            styles=styles,
            titles={key: _title(given[key]) for key in ("hue", "style") if key in groups},
        )

    def _by_class(self, y_true: Any, models: Mapping[str, Any], given: Mapping[str, Any]) -> Self:
        """Return the same with a column for each class, if columns of scores are of classes.

        Labels and the scores of each model are as the user gave them, such as tables with names.
        """
        found = self._classes(y_true, models, given.get("classes"))
        if not found:
            return self
        if self.pos_label is not None:
            raise TypeError(
                "pos_label can't be given beside a column of scores for each class, each taken "
                "against the rest"
            )
        columns: dict[str, Any] = {}
        names: dict[str, dict[str, str]] = {}
        for model, classes in found.items():
            # The column of each class has its name, after that of one model of several.
            names[model] = {one: one if model == ALONE else f"{model}, {one}" for one in classes}
            columns |= {names[model][one]: both for one, both in classes.items()}
        scores = {key: own for key, (own, _) in columns.items()}
        belongs = {key: own for key, (_, own) in columns.items()}
        return replace(self, scores=scores, belongs=belongs, models=names)

    def _classes(self, y_true: Any, models: Mapping[str, Any], named: Any) -> dict[str, Classes]:
        """Return the classes of each model, or of the only one; none if columns are not of any."""
        labels, scores, present = self.labels, self.scores, self.present
        matrices = [key for key, one in scores.items() if one.ndim > 1]
        heads = header_of(y_true, "y_true") if labels.ndim > 1 else None
        match: dict[str, Any] = {"heads": heads, "present": present, "classes": named}
        if not matrices and labels.ndim == 1 and named is None:
            # The keys of a dict are names of models, even if labels are the same.
            if self.are_models or not are_named_after(labels, scores, present):
                return {}
            match["classes"] = list(scores)
        _check_joined(y_true, labels)
        if not matrices:
            beside = np.column_stack(list(scores.values()))
            return {ALONE: classes_of(labels, beside, list(scores), **match)}
        for odd in (key for key in scores if key not in matrices):
            raise ValueError(
                f"each model must have a column of scores for each class, as {matrices[0]!r} has, "
                f"or each a single column, as {odd!r} has"
            )
        found: dict[str, Classes] = {}
        for key, matrix in scores.items():
            with nullcontext() if key == ALONE else named_in_errors(f"model {key!r}"):
                header = names_of(models[key]) or header_of(models[key], "y_score")
                found[key] = classes_of(labels, matrix, header, **match)
            names, first = (", ".join(found[one]) for one in (key, matrices[0]))
            if names != first:
                raise ValueError(
                    f"model {key!r} has the classes {names}, but {matrices[0]!r} has {first}; "
                    "classes= names them"
                )
        return found

    def melted(self, average: str) -> Self:
        """Return the rows of all classes, one after the other, with a column for each model.

        Labels then say whether a row is of the class. The folds of a mean over classes are the
        classes. Decisions on one example are a cluster.
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
        return replace(
            self,
            labels=np.concatenate([belongs[column] for column in one.values()]),
            scores={
                model: np.concatenate([self.scores[column] for column in of.values()])
                for model, of in self.models.items()
            },
            belongs=None,
            models={},
            pos_label=True,
            **repeated,
        )


def order_of(given: Mapping[str, Any], data: Any, hue: Array | None) -> Sequence[Any] | None:
    """Return the order of groups that the user gave, else that of a column's categories."""
    order, column = given.get("hue_order"), given.get("hue")
    if hue is None or order is not None or not isinstance(column, str):
        return order
    known, seen = categories_of(data, column), set(hue.tolist())
    return None if known is None else [one for one in known if one in seen]


def read(data: Any, given: Mapping[str, Any], missing: str = "raise") -> dict[str, Array]:
    """Return what is given as arrays of one length, with columns of a table by their names.

    Parameters
    ----------
    data : table or None
    given : dict of str to array_like, str, sequence of str or None
        By what errors call it; None is left out. Several columns are returned as a matrix.
    missing : {"raise", "drop", "keep"}, default "raise"
        Refuse rows that lack a value of a column of `data`, leave them out with a warning, or
        return them. Arrays are checked elsewhere.
    """
    columns = looked_up(data, given)
    kept = rows_kept(columns) if missing == "drop" else None
    arrays: dict[str, list[Array]] = {}
    for key, own in columns.items():
        rest = own if kept is None else {name: rows_of(one, kept) for name, one in own.items()}
        read_one = unmasked if missing == "keep" else _flat
        arrays[key] = [read_one(one, name) for name, one in rest.items()]
    found = {key: own[0] if len(own) == 1 else np.column_stack(own) for key, own in arrays.items()}
    # Of each length the first.
    firsts: dict[int, str] = {}
    for key, array in found.items():
        firsts.setdefault(len(np.atleast_1d(array)), key)
    if len(firsts) > 1:
        lengths = listed(map(str, firsts))
        raise ValueError(f"{listed(firsts.values())} must have the same length, found {lengths}")
    if missing == "raise":
        present = ~are_zero(*arrays["sample_weight"]) if "sample_weight" in arrays else None
        for name, one in ((name, own[name]) for own in columns.values() for name in own):
            if name not in given:
                nulls = one.is_null().to_numpy()
                refuse_values(nulls, present, f"column {name} has", "missing", EACH_NEEDS_ONE)
    return found


def complete_table(given: Mapping[str, Any], missing: str) -> dict[str, Any]:
    """Return arguments of rows and their `data`, without rows that lack a value, if wished.

    The table, of which a lazy one is read, and arrays are of the same library as before.
    """
    given = {**given, "y_score": joined(given)}
    if one_of(missing, "missing", CHOICES) == "raise":
        return given
    flat: dict[str, Any] = {}
    for key, value in given.items():
        is_dict = isinstance(value, Mapping)
        flat |= {f"{key}[{k!r}]": one for k, one in value.items()} if is_dict else {key: value}
    del flat["data"]
    data = collected(given["data"], every_name(flat))
    kept = rows_kept(looked_up(data, flat))
    if kept is None:
        return {**given, "data": data}

    def left(key: str, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {part: left(key, one) for part, one in value.items()}
        is_named = value is None or names_by_argument({key: value})[key]
        return value if is_named else rows_of(value, kept)

    found = {key: left(key, value) for key, value in given.items() if key != "data"}
    return {**found, "data": None if data is None else rows_of(data, kept)}


def looked_up(data: Any, given: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the columns of each argument, by the text of their name in a table, or its own."""
    names, series = names_by_argument(given), series_of(data, every_name(given), "data")
    return {
        key: {repr(name): series[name] for name in names[key]} or {key: one}
        for key, one in given.items()
        if one is not None
    }


def rows_kept(columns: Mapping[str, Mapping[str, Any]]) -> NDArray[np.bool_] | None:
    """Return the rows that lack no value, if any do, with a warning; see `rows_to_keep`."""
    every = {name: unmasked(one, name) for own in columns.values() for name, one in own.items()}
    weights = next(iter(columns.get("sample_weight", ())), "")
    return rows_to_keep(every, every.get(weights))


def every_name(given: Mapping[str, Any]) -> list[str]:
    """Return the names of columns among the values of arguments."""
    return [name for some in names_by_argument(given).values() for name in some]


def names_by_argument(given: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the names of columns in the value of each argument; only scores have several."""
    found = {}
    for key, one in given.items():
        may_name = isinstance(one, str) or (
            key.startswith("y_score") and isinstance(one, list | tuple)
        )
        found[key] = (names_of(one) or []) if may_name else []
    return found


def names_of(given: Any) -> list[str] | None:
    """Return the names of columns in a name, a sequence or a dict of names; None without any."""
    if isinstance(given, str):
        return [given]
    if isinstance(given, Mapping):
        # Arrays of text are labels, which classifiers predict.
        own = [one for one in given.values() if isinstance(one, str | list | tuple)]
        return [name for one in own for name in names_of(one) or []] or None
    is_numbers = hasattr(given, "nnz") or isinstance(given, memoryview)
    if is_numbers or dimensions(given) != 1 or not hasattr(given, "__len__") or len(given) == 0:
        return None
    return list(given) if all(isinstance(name, str) for name in given) else None


def joined(given: Mapping[str, Any]) -> Any:
    """Return the scores of a call: lists of an array for each label as a matrix, models by name."""
    y_score = models_of(*map(given.get, ("y_true", "y_score", "pos_label", "classes")))
    if not isinstance(y_score, Mapping):
        return joined_outputs(y_score)
    check_names(y_score, GROUPS_NAMES)
    return {str(k): joined_outputs(one, f"y_score[{str(k)!r}]") for k, one in y_score.items()}


def _models_in(y_true: Any, y_score: Any, *, has_table: bool) -> dict[str, Any]:
    """Return the scores of each model, or the columns of its scores, by name."""
    if y_true is None or y_score is None:
        raise TypeError(
            f"{'y_true' if y_true is None else 'y_score'} is missing; pass labels and scores, or "
            "one ConfusionCurve instead of y_true"
        )
    if not (len(y_score) if isinstance(y_score, Mapping | str) else all(shape_of(y_score))):
        raise ValueError("y_score is empty; at least one column or one score is needed")
    if not isinstance(y_score, Mapping):
        # Without a table, texts are not names but scores, which are refused as such.
        names = names_of(y_score) if has_table or isinstance(y_score, str) else None
        check_names(names or [], GROUPS_NAMES)
        return {ALONE: y_score} if names is None else {name: name for name in names}
    for key, one in y_score.items():
        if one is None:
            raise TypeError(f"model {key!r}: y_score is missing")
    return dict(y_score)


def _check_beside_curves(given: Mapping[str, Any]) -> None:
    """Raise unless there are ready curves, or lists of them, and no rows beside them."""
    y_true = given["y_true"]
    of_rows = ["data", "units", "classes", *(() if isinstance(y_true, Mapping) else GROUPINGS)]
    if any(given.get(key) is not None for key in of_rows if key != "clusters"):
        raise TypeError(
            "data, hue, style, units and classes need columns or arrays, found y_true "
            f"{type(y_true).__name__}; hue and style alone also go beside a dict of curves"
        )
    beside = ("y_score", "pos_label", "sample_weight", "clusters")
    if extra := [key for key in beside if given.get(key) is not None]:
        raise TypeError(f"{' and '.join(extra)} can't be given beside a ConfusionCurve")
    if not isinstance(y_true, Mapping):
        return
    if not y_true:
        raise ValueError("the dict of models is empty; at least one curve is needed")
    for key, one in y_true.items():
        if not is_folds(one):
            check_kind(one, f"y_true[{key!r}]", ConfusionCurve)


def _check_joined(y_true: Any, labels: Array) -> None:
    """Raise if labels are a list of arrays of the folds, which is no indicator matrix."""
    is_list = isinstance(y_true, list) and hasattr(y_true[0], "shape")
    if is_list and labels.ndim == 2 and labels.shape[0] < labels.shape[1]:
        raise ValueError(
            f"y_true is a list of {len(y_true)} arrays; join them, with units= for the number of "
            "the fold, or pass a list of ConfusionCurves"
        )


def _title(column: Any) -> str:
    """Return the name of the column of a grouping; "" if it has none."""
    name = column if isinstance(column, str) else getattr(column, "name", None)
    return "" if name is None else str(name)


def _flat(values: Any, argument: str) -> Array:
    """Return an array, with a single column as one dimension; raise if it is a single value."""
    array = as_array(values, argument, masked=OR_DROP)
    if array.ndim == 0:
        raise TypeError(f"{argument} must be a column or an array, found {brief(values)}")
    array = array[:, 0] if array.ndim == 2 and array.shape[1] == 1 else array
    if array.ndim > 1 and argument in ("sample_weight", *GROUPINGS):
        raise ValueError(f"{argument} must be one-dimensional, found shape {array.shape}")
    return array


def check_name(name: Any, *given: Any) -> None:
    """Raise unless the name of a single curve is None, or a text without a dict of curves."""
    if name is None:
        return
    check_kind(name, "name", str)
    check_written(name, "name")
    if any(isinstance(one, Mapping) for one in given):
        raise TypeError("name goes with a single curve; the keys of the dict name its curves")


def is_folds(value: Any) -> bool:
    """Return whether a value is a list of curves."""
    is_array = isinstance(value, np.ndarray) and value.dtype == object and value.ndim > 0
    several = is_array or isinstance(value, list | tuple)
    return several and any(isinstance(one, ConfusionCurve) for one in value)


def holds_curves(value: Any) -> bool:
    """Return whether a value is a curve, or a list or dict of curves."""
    if isinstance(value, Mapping):
        return any(map(holds_curves, value.values()))
    return isinstance(value, ConfusionCurve) or is_folds(value)
