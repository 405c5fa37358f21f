"""Groups of named curves, and what is resampled for their intervals."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, brief, check_names, kind_of, named_in_errors, shape_of
from prplot.core.record import (
    ConfusionCurve,
    Observations,
    RetrievedCurve,
    counted_curve,
    observe,
)
from prplot.core.record.mistakes import mistakes_explained
from prplot.core.record.observations import is_missing, positive_labels
from prplot.core.record.steps import Thresholds
from prplot.inputs.categories import group_values, text_of
from prplot.inputs.rows import GROUPS_NAMES, Rows, is_folds

if TYPE_CHECKING:
    from prplot.core.uncertainty.resampled import RetrievedSample, Sample

Groups = dict[str | None, list[ConfusionCurve]]
Curves = dict[str | None, ConfusionCurve]
Keys = Mapping[str | None, tuple[str, str]]


class Fold(NamedTuple):
    """The curve of a group, or of one of its folds.

    Attributes
    ----------
    group, name : str or None
        What the group is called, and which fold this is.
    curve : ConfusionCurve
    rows : (Observations, ndarray or None) or None
        Its examples and their clusters; None if the curve says as much of them.
    """

    group: str | None
    name: str | None
    curve: ConfusionCurve
    rows: tuple[Observations, Array | None] | None

    @property
    def words(self) -> str | None:
        """What it is called among others; None for a single curve without a name."""
        parts = self.group, self.name and f"fold {self.name}"
        return ", ".join(filter(None, parts)) or None


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
        The text of the positive label, if it is not the usual one.
    titles : sequence of str
        What the values are called by which groups differ, such as columns; "" if not known.
    keys : dict of name to (str, str)
        The values of the colour and the dash of each group, if there are two such titles.
    rows : list of list of (Observations, ndarray or None), or None
        The examples of each curve and their clusters; None if the curves say as much of them.
    of_decisions : bool
        Whether curves count decisions, of which each example has one for every class.
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
    rows: list[list[tuple[Observations, Array | None]]] | None = None
    of_decisions: bool = False

    def each(self) -> Iterator[Fold]:
        """Yield the curves of all groups and folds."""
        names = self.fold_names()
        for i, (group, folds) in enumerate(self.groups.items()):
            for j, curve in enumerate(folds):
                rows = None if self.rows is None else self.rows[i][j]
                yield Fold(group, names[i][j] if self.are_folds else None, curve, rows)

    def fold_names(self) -> Sequence[Sequence[str]]:
        """Return the names of the folds of each group: by default their numbers."""
        return self.folds or [[str(i) for i in range(len(one))] for one in self.groups.values()]

    def samples(self) -> "list[Sample | RetrievedSample]":
        """Return what is resampled of each curve of each group; raise if one holds no counts."""
        # Imported here, as few need it.
        from prplot.core.uncertainty.resampled import RetrievedSample, Sample

        if self.rows is not None:
            return [Sample.of_rows(*fold) for folds in self.rows for fold in folds]
        return [
            RetrievedSample(one) if isinstance(one, RetrievedCurve) else Sample.of(one)
            for folds in self.groups.values()
            for one in folds
        ]


def curves_of(
    rows: Rows,
    *,
    average: str | None = None,
    with_folds: bool = True,
    thresholds: Thresholds | None = None,
) -> Grouped:
    """Return the curves of a user's data.

    Parameters
    ----------
    rows : Rows
    average : {"micro", "macro", "weighted"}, optional
        One curve of all classes.
    with_folds : bool, default True
        Whether lists of ready curves are accepted.
    thresholds : array_like of numbers, or `numpy.unique`, optional
        Count exactly there; ready curves are not changed.

    Raises
    ------
    ValueError, TypeError
        Wrong data; a name for several curves; `average` without classes.
    """
    if average is not None and rows.belongs is None:
        raise ValueError("average needs classes: scores with a column for each")
    if rows.curves is None:
        return _counted(rows, average, thresholds)
    if rows.hue is not None or rows.style is not None:
        return _of_keys(rows, with_folds=with_folds)
    return _ready(rows.curves, rows.name, with_folds=with_folds)


def named_curves(rows: Rows) -> Curves:
    """Return one curve for each model, by name; that of a single model may have None."""
    found = curves_of(rows, with_folds=False)
    if found.are_classes:
        raise ValueError("y_score must hold a column for each model, found columns of classes")
    return {key: curve for key, (curve,) in found.groups.items()}


def single_curve(
    y_true: Any, y_score: Any, *, thresholds: Thresholds | None = None, **options: Any
) -> tuple[ConfusionCurve, Grouped]:
    """Return the curve of one model, or the one given instead, alone and as the only group."""
    rows = one_model(y_true=y_true, y_score=y_score, **options)
    if rows.belongs is not None:
        raise ValueError(f"y_score must be one-dimensional, found shape {shape_of(y_score)}")
    found = curves_of(rows, thresholds=thresholds)
    ((curve,),) = found.groups.values()
    return curve, found


def one_model(**given: Any) -> Rows:
    """Return the rows of one model, or the curve given instead; raise a TypeError for several."""
    rows = Rows.of(**given)
    if not isinstance(rows.curves, ConfusionCurve | None):
        raise TypeError(
            f"y_true must be labels or one ConfusionCurve here, found {kind_of(rows.curves)}"
        )
    if rows.are_models or (len(rows.scores) > 1 and rows.belongs is None):
        raise TypeError(
            f"y_score must hold one model's scores here, found several, {brief(list(rows.scores))}"
            "; prp.summary and prp.operating_points take all"
        )
    return rows


# Ready curves


def _ready(curves: Any, name: str | None, *, with_folds: bool) -> Grouped:
    """Return ready curves, or lists of the curves of folds, by name."""
    named = curves if isinstance(curves, Mapping) else {name: curves}
    check_names(map(text_of, named), "the models' names")
    groups = {None if key is None else text_of(key): one for key, one in named.items()}
    are_folds = any(map(is_folds, groups.values()))
    if are_folds and not with_folds:
        raise TypeError("lists of curves are folds, but one curve of each model is needed here")
    if are_folds and not all(map(is_folds, groups.values())):
        raise TypeError("each model must be a list of folds, or each a single curve, found both")
    # Imported here: at the top it would double the time to import the package.
    from prplot.core.measures.averaging import checked_folds

    found = {key: checked_folds(one) if are_folds else [one] for key, one in groups.items()}
    return Grouped(found, list(found), [0] * len(found), are_folds=are_folds)


def _of_keys(rows: Rows, *, with_folds: bool) -> Grouped:
    """Return ready curves, whose colours and dashes depend on the parts of their keys.

    Raises
    ------
    ValueError, TypeError
        Keys that are no pairs if there are dashes; a hue that no key has.
    """
    curves, titles = rows.curves, [one for one in (rows.hue, rows.style) if one is not None]
    if not isinstance(rows.hue, str) or not isinstance(titles[-1], str):
        raise TypeError(
            "beside ready curves, hue, and style after it, must be strings that say what the keys "
            f"stand for, such as hue='class', found hue {brief(rows.hue)}, style "
            f"{brief(rows.style)}"
        )
    parts = {key: key if isinstance(key, tuple) else (key,) for key in curves}
    for key, part in parts.items():
        if len(part) != len(titles):
            raise ValueError(
                f"each key of ready curves must be of {' and '.join(map(repr, titles))}, "
                f"{'a pair' if len(titles) == 2 else 'not a pair'}, found {key!r}"
            )
        if any(map(is_missing, part)):
            raise ValueError(f"the keys of ready curves must not be missing, found {key!r}")
    hues, is_ordered = group_values(_column([part[0] for part in parts.values()]), rows.hue_order)
    styles, _ = group_values(_column([part[-1] for part in parts.values()]), argument="style")
    keys = [key for hue in hues for key, part in parts.items() if part[0] == hue]
    found = _ready({key: curves[key] for key in keys}, None, with_folds=with_folds)
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


# Labels and scores


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
    chosen : ndarray of bool, shape (n,), or None
        Its rows; None if it has all.
    """

    column: str
    name: str | None
    color: Any
    dash: int
    key: tuple[str, str]
    chosen: NDArray[np.bool_] | None


def _counted(rows: Rows, average: str | None, thresholds: Thresholds | None) -> Grouped:
    """Return the curves of each group of rows; see `curves_of`."""
    are_classes = rows.belongs is not None
    rows = rows if average is None else rows.melted(average)
    observed, parts = observations(rows), list(_parts(rows))
    if rows.name is not None and len(parts) > 1:
        raise TypeError(f"name goes with a single curve, found {len(parts)}")
    keys = [part.name for part in parts] if rows.name is None else [rows.name]
    values = [part.color for part in parts]
    if keys == [None] and average == "micro":
        keys = values = ["micro average"]
    check_names(keys, GROUPS_NAMES)
    folds = [_folds(rows, observed[part.column], part.chosen) for part in parts]
    curves = [[counted_curve(one, thresholds) for _, one, _ in some] for some in folds]
    are_dependent = rows.weights is not None or rows.clusters is not None
    titles = _titles(rows, "class" if are_classes and average is None else "")
    return Grouped(
        dict(zip(keys, curves, strict=True)),
        values,
        [part.dash for part in parts],
        is_ordered=rows.hue is not None and rows.hue.dtype.kind in "iuf",
        are_folds=rows.units is not None,
        are_classes=are_classes,
        models=list(rows.models) if len(rows.models) > 1 else (),
        folds=[[name for name, *_ in some] for some in folds],
        positive=rows.positive,
        titles=titles,
        keys={part.name: part.key for part in parts} if len(titles) == 2 else {},
        rows=[[(one, of) for _, one, of in some] for some in folds] if are_dependent else None,
        of_decisions=average == "micro",
    )


def observations(rows: Rows) -> dict[str, Observations]:
    """Return each column of scores with its labels, checked."""
    found = {}
    if rows.belongs is None and len(rows.scores) > 1:
        # What is wrong with labels is so for all models.
        with mistakes_explained(rows.labels, rows.scores, rows.pos_label):
            positive_labels(rows.labels, rows.pos_label, rows.weights)
    for column, scores in rows.scores.items():
        labels = rows.labels if rows.belongs is None else rows.belongs[column]
        what = f"{'model' if rows.belongs is None else 'class'} {column!r}"
        with named_in_errors(what if len(rows.scores) > 1 else ""):
            found[column] = observe(
                labels, scores, pos_label=rows.pos_label, sample_weight=rows.weights
            )
    return found


def _titles(rows: Rows, of_columns: str) -> list[str]:
    """Return what the values are called by which groups differ: of hue, columns and style."""
    titles, columns = dict(rows.titles), [of_columns] * rows.has_named_columns
    if rows.hue is not None and rows.style is not None and np.array_equal(rows.hue, rows.style):
        del titles["style"]
    hue, style = ([titles[key]] if key in titles else [] for key in ("hue", "style"))
    return [*hue, *columns, *style]


def _parts(rows: Rows) -> Iterator[Part]:
    """Yield all groups in order; with dashes only the combinations that some row has."""
    hues = [None] if rows.hue is None else group_values(rows.hue, rows.hue_order)[0]
    styles = [None] if rows.style is None else rows.styles
    styles = styles or group_values(rows.style, argument="style")[0]
    columns = list(rows.scores)
    for column, hue, style in product(columns, hues, styles):
        chosen = None
        # What colour and dash depend on; the index of the latter.
        color, dash, names = column, column, [column] * rows.has_named_columns
        index = 0 if rows.hue is None else columns.index(column)
        value = column if rows.has_named_columns else None
        if rows.hue is not None:
            value, color, chosen = hue, text_of(hue), np.asarray(rows.hue == hue, bool)
            names.append(color)
        if rows.style is not None:
            dash, index = text_of(style), styles.index(style)
            own = np.asarray(rows.style == style, bool)
            chosen = own if chosen is None else chosen & own
            names.append(dash)
            if not chosen.any():
                continue
        name = ", ".join(dict.fromkeys(names)) if names else None
        yield Part(column, name, value, index, (color, dash), chosen)


def _folds(
    rows: Rows, observed: Observations, chosen: NDArray[np.bool_] | None
) -> list[tuple[str, Observations, Array | None]]:
    """Return the folds of a group, in order: their names, examples and clusters."""
    masks: dict[str, NDArray[np.bool_] | None] = {"": chosen}
    if rows.units is not None:
        some = np.ones(rows.units.size, bool) if chosen is None else chosen
        values, _ = group_values(rows.units[some], argument="units")
        masks = {text_of(one): some & np.asarray(rows.units == one, bool) for one in values}
    found = []
    for name, mask in masks.items():
        own = observed if mask is None else observed.chosen(mask)
        clusters = rows.clusters if rows.clusters is None or mask is None else rows.clusters[mask]
        found.append((name, own, clusters))
    return found
