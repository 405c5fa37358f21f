"""Whatever users hold - arrays, curves, folds, classes or tables - as groups of named curves."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, brief
from prplot.core.record import ConfusionCurve, Observations, Thresholds, observe
from prplot.inputs.classes import has_classes
from prplot.inputs.curves import named_curves, named_folds
from prplot.inputs.levels import levels_of, text_of
from prplot.inputs.rows import Grouping, Rows, check_names, names_of

Groups = dict[str | None, list[ConfusionCurve]]


@dataclass(frozen=True)
class Grouped:
    """Curves by name, and what tells them apart.

    Attributes
    ----------
    groups : dict of name (or None) to list of ConfusionCurve
        A curve for each fold; one without folds.
    levels : list
        Of each group, what its colour depends on: a value of `hue`, a column, or its name.
    dashes : list of int
        Of each group, the place of what its dash depends on.
    is_ordered : bool
        Whether the levels are numbers, which have an order.
    are_folds : bool
        Whether the lists are of folds.
    are_classes : bool
        Whether each group is a class against the rest, or their average.
    folds : list of list of str
        Of each group, what its folds are called; empty if they are numbered only.
    """

    groups: Groups
    levels: list[Any]
    dashes: list[int]
    is_ordered: bool = False
    are_folds: bool = False
    are_classes: bool = False
    folds: Sequence[Sequence[str]] = ()

    @classmethod
    def named(cls, groups: Groups, *, are_folds: bool = False) -> Grouped:
        """Return curves that only their names tell apart."""
        levels = list(groups)
        return cls(groups, levels, [0] * len(levels), False, are_folds)

    def flat(self, unnamed: str) -> dict[str, ConfusionCurve]:
        """Return all curves by name, folds with their number; `unnamed` is what has no name."""
        if not self.are_folds:
            return {key or unnamed: curve for key, (curve,) in self.groups.items()}
        return {
            f"{key}, fold {one}" if key else f"fold {one}": fold
            for (key, folds), names in zip(self.groups.items(), self.fold_names(), strict=True)
            for one, fold in zip(names, folds, strict=True)
        }

    def fold_names(self) -> Sequence[Sequence[str]]:
        """Return what the folds of each group are called: their numbers if nothing else."""
        return self.folds or [[str(i) for i in range(len(one))] for one in self.groups.values()]


def grouped_curves(
    y_true: Any,
    y_score: Any,
    by: Grouping,
    *,
    pos_label: Hashable | None = None,
    sample_weight: Any = None,
    name: str | None = None,
    average: str | None = None,
    thresholds: Thresholds | None = None,
) -> Grouped:
    """Return the curves of each group of rows.

    Parameters
    ----------
    y_true : str or array_like, shape (n,) or (n, n_classes)
        A column of labels, the labels, or an indicator matrix of classes.
    y_score : str, sequence of str, array_like, shape (n,) or (n, n_classes), or dict of these
        A column of scores, several (a curve each), or the scores; the keys of a dict name the
        curves. If every label is the name of a column, each column is of that class against the
        rest.
    by : Grouping
    pos_label : hashable, optional
        As in `ConfusionCurve.from_scores`, for all rows.
    sample_weight : str or array_like, shape (n,), optional
    name : str, optional
        Of a single group.
    average : {"micro", "macro"}, optional
        One curve of all classes.
    thresholds : array_like of numbers, or function of scores, optional
        As in `ConfusionCurve.from_scores`.

    Returns
    -------
    Grouped

    Raises
    ------
    ValueError, TypeError
        A column that is not there, with the nearest names; missing values; wrong data.
    """
    if name is not None and isinstance(y_score, Mapping):
        raise TypeError("name goes with a single curve; the keys of the dict name its curves")
    rows = Rows.of(y_true, y_score, by, sample_weight, pos_label=pos_label)
    are_classes = rows.belongs is not None
    if average is not None and are_classes:
        # All decisions are there: the label says whether one is right.
        rows, pos_label = rows.melted(average), True
    seen = {column: _seen(rows, column, pos_label) for column in rows.scores}
    parts = _parts(rows, by)
    if name is not None and len(parts) > 1:
        only_classes = are_classes and rows.hue is None and rows.style is None
        names = "the labels name the classes" if only_classes else "hue or the columns name several"
        raise TypeError(f"name goes with a single curve; {names}")
    keys = [name] if name is not None else [part.said(rows) for part in parts]
    levels = [part.level(rows) for part in parts]
    if keys == [None] and average == "micro":
        keys = levels = ["micro average"]
    check_names(keys, len(set(keys)))
    folds = [_folds(seen[part.column], part.chosen, rows.units, thresholds) for part in parts]
    return Grouped(
        dict(zip(keys, folds, strict=True)),
        levels,
        _dashes(rows, by, parts),
        is_ordered=rows.hue is not None and rows.hue.dtype.kind in "iuf",
        are_folds=rows.units is not None,
        are_classes=are_classes,
        folds=[[text_of(one) for one in _units(rows.units, part.chosen)] for part in parts],
    )


def _seen(rows: Rows, column: str, pos_label: Hashable | None) -> Observations:
    """Check one column of scores with its labels."""
    labels = rows.labels if rows.belongs is None else rows.belongs[column]
    options: dict[str, Any] = {"pos_label": pos_label, "sample_weight": rows.weights}
    try:
        return observe(labels, rows.scores[column], **options)
    except (TypeError, ValueError) as error:
        if rows.belongs is None:
            raise
        raise type(error)(f"class {column!r}: {error}") from None


@dataclass(frozen=True)
class _Part:
    """The rows of a group with a colour and a dash in one column of scores.

    `hue` and `style` are None where rows are not split so.
    """

    column: str
    hue: Any
    style: Any
    chosen: NDArray[np.bool_]

    def said(self, rows: Rows) -> str | None:
        """Return what tells it from the other parts, in words; nothing if it is the only one."""
        said = [self.column] * rows.tell_columns
        said += [text_of(self.hue)] * (rows.hue is not None)
        said += [text_of(self.style)] * (rows.style is not None)
        return ", ".join(dict.fromkeys(said)) if said else None

    def level(self, rows: Rows) -> Any:
        """Return what its colour depends on."""
        if rows.hue is not None:
            return self.hue
        return self.column if rows.tell_columns else None


def _parts(rows: Rows, by: Grouping) -> list[_Part]:
    """Return all groups that were asked for; of combinations with dashes those that there are."""
    hues = [None] if rows.hue is None else levels_of(rows.hue, by.order(rows.hue))[0]
    styles = [None] if rows.style is None else by.styles(rows.style)
    every = np.ones(rows.size, bool)
    parts = []
    for column, hue, style in product(rows.scores, hues, styles):
        with_hue = every if rows.hue is None else np.asarray(rows.hue == hue, bool)
        with_style = every if rows.style is None else np.asarray(rows.style == style, bool)
        if (with_hue & with_style).any() or rows.style is None:
            parts.append(_Part(column, hue, style, with_hue & with_style))
    return parts


def _dashes(rows: Rows, by: Grouping, parts: list[_Part]) -> list[int]:
    """Return the place of each part's dash: of its style, else, where colours are taken, column."""
    if rows.style is not None:
        order = by.styles(rows.style)
        return [order.index(part.style) for part in parts]
    if rows.hue is None:
        return [0] * len(parts)
    return [list(rows.scores).index(part.column) for part in parts]


def _folds(
    seen: Observations,
    chosen: NDArray[np.bool_],
    units: Array | None,
    thresholds: Thresholds | None,
) -> list[ConfusionCurve]:
    """Return a curve for each fold of some rows."""
    if units is None:
        return [_curve(seen, chosen, thresholds)]
    folds = _units(units, chosen)
    return [
        _curve(seen, chosen & np.asarray(units == fold, dtype=bool), thresholds) for fold in folds
    ]


def _units(units: Array | None, chosen: NDArray[np.bool_]) -> list[Any]:
    return [] if units is None else levels_of(units[chosen], argument="units")[0]


def _curve(
    seen: Observations, chosen: NDArray[np.bool_], thresholds: Thresholds | None
) -> ConfusionCurve:
    weights = None if seen.weights is None else seen.weights[chosen]
    return ConfusionCurve.from_scores(
        seen.is_positive[chosen], seen.scores[chosen], sample_weight=weights, thresholds=thresholds
    )


NOTHING = Grouping()


def curves_of(
    given: Mapping[str, Any],
    by: Grouping = NOTHING,
    *,
    average: str | None = None,
    with_folds: bool = True,
    thresholds: Thresholds | None = None,
) -> Grouped:
    """Return the curves of what a user gave.

    Parameters
    ----------
    given : dict
        The arguments y_true, y_score, pos_label, sample_weight and name.
    by : Grouping, optional
    average : {"micro", "macro"}, optional
        One curve of all classes.
    with_folds : bool, default True
        Whether lists of curves may stand in place of `y_true`.
    thresholds : array_like of numbers, or function of scores, optional
        Count exactly there; ready curves stay what they are.

    Returns
    -------
    Grouped

    Raises
    ------
    ValueError, TypeError
        As `grouped_curves` and `named_curves`; `average` without classes.
    """
    _check_name(given["name"])
    if by.is_used or has_classes(given["y_true"], given["y_score"]):
        found = _of_rows(given, by, average, thresholds)
    elif with_folds and (folds := named_folds(**given)) is not None:
        found = Grouped.named(folds, are_folds=True)
    else:
        ready = holds_curves(given["y_true"])
        curves = named_curves(**given, thresholds=None if ready else thresholds)
        found = Grouped.named({key: [curve] for key, curve in curves.items()})
    if average is not None and not found.are_classes:
        raise ValueError("average needs classes: scores with a column for each")
    return found


def _check_name(name: Any) -> None:
    if isinstance(name, Collection) and not isinstance(name, str):
        raise TypeError(
            f"name must be one text, found {brief(name)}; several models are a dict of name to "
            "scores"
        )


def holds_curves(y_true: Any) -> bool:
    """Tell whether ready curves stand in place of labels."""
    held = y_true.values() if isinstance(y_true, Mapping) else [y_true]
    return any(isinstance(one, ConfusionCurve) for one in held)


def _of_rows(
    given: Mapping[str, Any], by: Grouping, average: str | None, thresholds: Thresholds | None
) -> Grouped:
    y_score, columns = given["y_score"], names_of(by.hue)
    if y_score is None and by.data is not None and columns and not isinstance(by.hue, str):
        # As in seaborn's long form, where a variable of names tells the columns apart.
        y_score, _ = levels_of(np.array(columns, dtype=object), by.hue_order)
        by = replace(by, hue=None, hue_order=None)
    held = {**given, "y_score": y_score}
    return grouped_curves(by=by, **held, average=average, thresholds=thresholds)
