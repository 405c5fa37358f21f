"""Groups of named curves from arrays, curves, folds, classes or tables."""

from collections.abc import Hashable, Mapping, Sequence
from contextlib import nullcontext
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, brief, check_names, named_in_errors
from prplot.core.record import ConfusionCurve, Observations, counted_curve, observe
from prplot.core.record.observations import is_missing
from prplot.core.record.steps import Thresholds
from prplot.inputs.curves import check_name, holds_curves, named_curves, named_folds, positive_name
from prplot.inputs.group_order import group_values, text_of
from prplot.inputs.one_vs_rest import has_classes
from prplot.inputs.rows import GROUPS_NAMES, Grouping, Rows

Groups = dict[str | None, list[ConfusionCurve]]
Keys = Mapping[str | None, tuple[str, str]]
NO_GROUPING = Grouping()


class Grouped(NamedTuple):
    """Curves by name, and the values that their colours and dashes depend on.

    Attributes
    ----------
    groups : dict of name (or None) to list of ConfusionCurve
        A curve for each fold; a single one without folds.
    levels : list
        For each group, the value that its colour depends on: of `hue`, a column, or its name.
    dashes : list of int
        For each group, the index of the value that its dash depends on.
    is_ordered : bool
        Whether `levels` are numbers, which have an order.
    are_folds : bool
        Whether the lists are of folds.
    are_classes : bool
        Whether each group is a class against the rest, or their average.
    models : sequence of str
        The models that have a group for each class, if they are several.
    folds : list of list of str
        For each group, the names of its folds; empty if they are only numbered.
    positive : str or None
        The text of the positive label, if it is not the usual one; see `positive_name`.
    titles : sequence of str
        What the values are called by which groups differ, such as columns; "" if not known.
    keys : dict of name to (str, str)
        The values of the colour and the dash of each group, if there are two such titles.
    """

    groups: Groups
    levels: list[Any]
    dashes: list[int]
    is_ordered: bool = False
    are_folds: bool = False
    are_classes: bool = False
    folds: Sequence[Sequence[str]] = ()
    models: Sequence[str] = ()
    positive: str | None = None
    titles: Sequence[str] = ()
    keys: Keys = MappingProxyType({})

    def flat(self, unnamed: str) -> dict[str, ConfusionCurve]:
        """Return all curves by name, folds with their number; `unnamed` is for one without name."""
        if not self.are_folds:
            return {key or unnamed: curve for key, (curve,) in self.groups.items()}
        return {
            f"{key}, fold {one}" if key else f"fold {one}": fold
            for (key, folds), names in zip(self.groups.items(), self.fold_names(), strict=True)
            for one, fold in zip(names, folds, strict=True)
        }

    def fold_names(self) -> Sequence[Sequence[str]]:
        """Return the names of the folds of each group: by default their numbers."""
        return self.folds or [[str(i) for i in range(len(one))] for one in self.groups.values()]


def curves_of(
    given: Mapping[str, Any],
    by: Grouping = NO_GROUPING,
    *,
    average: str | None = None,
    with_folds: bool = True,
    thresholds: Thresholds | None = None,
) -> Grouped:
    """Return the curves of a user's data.

    Parameters
    ----------
    given : dict
        The arguments y_true, y_score, pos_label, sample_weight and name. Of rows, y_true is a
        column of labels, the labels, or an indicator matrix of classes; y_score is a column of
        scores, several (a curve each), the scores, or a dict of these by name. If every label is
        the name of a column, each column has the scores of that class against the rest.
    by : Grouping, optional
    average : {"micro", "macro", "weighted"}, optional
        One curve of all classes.
    with_folds : bool, default True
        Whether lists of curves are accepted instead of `y_true`.
    thresholds : array_like of numbers, or `numpy.unique`, optional
        Count exactly there; ready curves are not changed.

    Returns
    -------
    Grouped

    Raises
    ------
    ValueError, TypeError
        An unknown column, with the nearest names; missing values; wrong data; a name for several
        curves; `average` without classes.
    """
    check_name(given["name"], given["y_true"], given["y_score"])
    is_alone = all(one is None for one in (by.data, by.units, by.classes))
    if isinstance(given["y_true"], Mapping) and by.is_used and is_alone:
        found = _of_keys(given, by, with_folds=with_folds)
    elif by.is_used or has_classes(given["y_true"], given["y_score"]):
        found = _of_rows(given, by, average, thresholds)
    else:
        groups = folds = named_folds(**given) if with_folds else None
        if groups is None:
            ready = holds_curves(given["y_true"])
            curves = named_curves(**given, thresholds=None if ready else thresholds)
            groups = {key: [curve] for key, curve in curves.items()}
        positive = positive_name(given["y_true"], given["pos_label"], given["sample_weight"])
        found = Grouped(groups, list(groups), [0] * len(groups), positive=positive)
        found = found._replace(are_folds=folds is not None)
    if average is not None and not found.are_classes:
        raise ValueError("average needs classes: scores with a column for each")
    return found


def _of_keys(given: Mapping[str, Any], by: Grouping, *, with_folds: bool) -> Grouped:
    """Return ready curves, whose colours and dashes depend on the parts of their keys.

    Raises
    ------
    ValueError, TypeError
        Keys that are no pairs if there are dashes; a hue that no key has; data beside curves.
    """
    curves, titles = given["y_true"], [one for one in (by.hue, by.style) if one is not None]
    if not isinstance(by.hue, str) or not isinstance(titles[-1], str):
        raise TypeError(
            "beside ready curves, hue, and style after it, must be strings that say what the keys "
            f"stand for, such as hue='class', found hue {brief(by.hue)}, style {brief(by.style)}"
        )
    parts = {key: key if isinstance(key, tuple) else (key,) for key in curves}
    for key in (key for key, part in parts.items() if len(part) != len(titles)):
        raise ValueError(
            f"each key of ready curves must be of {' and '.join(map(repr, titles))}, "
            f"{'a pair' if len(titles) == 2 else 'not a pair'}, found {key!r}"
        )
    for key in (key for key, part in parts.items() if any(map(is_missing, part))):
        raise ValueError(f"the keys of ready curves must not be missing, found {key!r}")
    hues, is_ordered = group_values(_column([part[0] for part in parts.values()]), by.hue_order)
    styles, _ = group_values(_column([part[-1] for part in parts.values()]), argument="style")
    keys = [key for hue in hues for key, part in parts.items() if part[0] == hue]
    rest = {**given, "y_true": {key: curves[key] for key in keys}}
    found = curves_of(rest, NO_GROUPING, with_folds=with_folds)
    return found._replace(
        levels=[parts[key][0] for key in keys],
        dashes=[styles.index(parts[key][1]) if len(titles) == 2 else 0 for key in keys],
        is_ordered=is_ordered,
        titles=titles,
        keys={text_of(key): (text_of(key[0]), text_of(key[1])) for key in keys if titles[1:]},
    )


def _column(values: list[Any]) -> Array:
    """Return values as an array of numbers, or of what they are."""
    if all(isinstance(one, int | float | np.number) for one in values):
        return np.array(values)
    return np.fromiter(values, object, len(values))


def _of_rows(
    given: Mapping[str, Any], by: Grouping, average: str | None, thresholds: Thresholds | None
) -> Grouped:
    """Return the curves of each group of rows; see `curves_of`."""
    found, name = ObservedRows.of(given, by, average), given["name"]
    rows, parts = found.rows, found.parts
    if name is not None and len(parts) > 1:
        raise TypeError(f"name goes with a single curve, found {len(parts)}")
    keys = [name] if name is not None else [part.name for part in parts]
    values = [part.color for part in parts]
    if keys == [None] and average == "micro":
        keys = values = ["micro average"]
    check_names(keys, GROUPS_NAMES)
    titles = _titles(rows, by, "class" if found.are_classes and average is None else "")
    return Grouped(
        dict(zip(keys, _curves(found, thresholds), strict=True)),
        values,
        [part.dash for part in parts],
        is_ordered=rows.hue is not None and rows.hue.dtype.kind in "iuf",
        are_folds=rows.units is not None,
        are_classes=found.are_classes,
        models=list(rows.models) if len(rows.models) > 1 else (),
        folds=[[text_of(fold) for fold, _ in part.folds] for part in parts],
        positive=positive_name(rows.labels, given["pos_label"], rows.weights),
        titles=titles,
        keys={part.name: part.key for part in parts} if len(titles) == 2 else {},
    )


def _titles(rows: Rows, by: Grouping, of_columns: str) -> list[str]:
    """Return what the values are called by which groups differ: of hue, columns and style."""
    hue, style = _title(by.hue, rows.hue), _title(by.style, rows.style)
    columns = [of_columns] * rows.has_named_columns
    if rows.hue is not None and rows.style is not None and np.array_equal(rows.hue, rows.style):
        style = []
    return [*hue, *columns, *style]


def _title(given: Any, values: Array | None) -> list[str]:
    """Return the name of the column of a grouping, "" if it has none; nothing if there is none."""
    name = given if isinstance(given, str) else getattr(given, "name", None)
    return [] if values is None else ["" if name is None else str(name)]


class ObservedRows(NamedTuple):
    """Rows, their observations for each column of scores, and the groups that they form.

    Attributes
    ----------
    rows : Rows
    observed : dict of str to Observations
    parts : list of Part
        A curve, or the curves of some folds, each.
    are_classes : bool
        Whether each column has the scores of a class, or did before they were averaged.
    """

    rows: Rows
    observed: dict[str, Observations]
    parts: "list[Part]"
    are_classes: bool

    @classmethod
    def of(
        cls, given: Mapping[str, Any], by: Grouping, average: str | None = None
    ) -> "ObservedRows":
        """Look up and check rows; see `curves_of`."""
        y_true, y_score, pos_label = given["y_true"], given["y_score"], given["pos_label"]
        rows = Rows.of(y_true, y_score, by, given["sample_weight"], pos_label=pos_label)
        are_classes = rows.belongs is not None
        if average is not None and are_classes:
            # Labels now are whether a row is of the class.
            rows, pos_label = rows.melted(average), True
        observed = {column: _observed(rows, column, pos_label) for column in rows.scores}
        return cls(rows, observed, _parts(rows, by), are_classes)

    def folds(self, part: "Part") -> list[tuple[Observations, Array | None]]:
        """Return the observations and the clusters of each fold of a group."""
        every, clusters = self.observed[part.column], self.rows.clusters
        return [
            (every.chosen(mask), None if clusters is None else clusters[mask])
            for _, mask in part.folds
        ]


def _observed(rows: Rows, column: str, pos_label: Hashable | None) -> Observations:
    """Return one column of scores with its labels, checked."""
    labels = rows.labels if rows.belongs is None else rows.belongs[column]
    options: dict[str, Any] = {"pos_label": pos_label, "sample_weight": rows.weights}
    with nullcontext() if rows.belongs is None else named_in_errors(f"class {column!r}"):
        return observe(labels, rows.scores[column], **options)


class Part(NamedTuple):
    """The rows of a group with one colour and one dash, in one column of scores.

    Attributes
    ----------
    column : str
    name : str or None
        The name of its curve: all that distinguishes it from other parts.
    color : object
        The value that its colour depends on.
    dash : int
        The index of the value that its dash depends on.
    key : (str, str)
        The texts that determine its colour and its dash.
    folds : list of (object, ndarray of bool, shape (n,))
        Each fold's value of `units`, None without it, and its rows.
    """

    column: str
    name: str | None
    color: Any
    dash: int
    key: tuple[str, str]
    folds: list[tuple[Any, NDArray[np.bool_]]]


def _parts(rows: Rows, by: Grouping) -> list[Part]:
    """Return all groups in order; with dashes only the combinations that some row has."""
    hues = [None] if rows.hue is None else group_values(rows.hue, by.order(rows.hue))[0]
    styles = [None] if rows.style is None else by.styles(rows.style)
    columns, parts = list(rows.scores), []
    for column, hue, style in product(columns, hues, styles):
        chosen = np.ones(rows.size, bool)
        # What colour and dash depend on; the index of the latter.
        color, dash, names = column, column, [column] * rows.has_named_columns
        index = 0 if rows.hue is None else columns.index(column)
        if rows.hue is not None:
            color, chosen = text_of(hue), np.asarray(rows.hue == hue, bool)
            names.append(color)
        if rows.style is not None:
            dash, index = text_of(style), styles.index(style)
            chosen = chosen & np.asarray(rows.style == style, bool)
            names.append(dash)
            if not chosen.any():
                continue
        name = ", ".join(dict.fromkeys(names)) if names else None
        value = hue if rows.hue is not None else column if rows.has_named_columns else None
        parts.append(Part(column, name, value, index, (color, dash), _folds(rows.units, chosen)))
    return parts


def _folds(units: Array | None, chosen: NDArray[np.bool_]) -> list[tuple[Any, NDArray[np.bool_]]]:
    """Return the folds of some rows, in order, and the rows of each."""
    if units is None:
        return [(None, chosen)]
    values, _ = group_values(units[chosen], argument="units")
    return [(value, chosen & np.asarray(units == value, bool)) for value in values]


def _curves(found: ObservedRows, thresholds: Thresholds | None) -> list[list[ConfusionCurve]]:
    """Return the curve of each fold of each group."""

    def curve(column: str, mask: NDArray[np.bool_]) -> ConfusionCurve:
        rows = found.observed[column].chosen(mask)
        # Checked again: a group may be empty.
        rows = observe(rows.is_positive, rows.scores, sample_weight=rows.weights)
        return counted_curve(rows, thresholds)

    return [[curve(part.column, mask) for _, mask in part.folds] for part in found.parts]
