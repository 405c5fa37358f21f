"""Categories: the values of groups in order, and the classes that columns of scores belong to.

Values with a natural order, such as numbers and dates, are sorted; others keep their order of
appearance, as in seaborn. Each class is taken against the rest.
"""

import contextlib
import re
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import (
    Array,
    as_array,
    brief,
    check_written,
    dimensions,
    has_columns,
    nearest_hint,
    refuse_values,
    shape_of,
)
from prplot.core.record import ConfusionCurve
from prplot.core.record.observations import OR_DROP, distinct_labels, lacking, refuse_missing
from prplot.inputs.frames import frame_of, header_of

Masks = dict[str, NDArray[np.bool_]]
# By class, its column of scores, and which rows are of it.
Classes = dict[str, tuple[Array, NDArray[np.bool_]]]

# The time of day in a date's text, if it is midnight, or only its fraction of a second, if zero.
_PART_OF_DAY = r"\.0+$|([T ]00:00(:00)?)(\.0+)?$"


def group_values(
    hue: Array, order: Sequence[Any] | None = None, argument: str = "hue"
) -> tuple[list[Any], bool]:
    """Return the values of a grouping in order, and whether they are numbers.

    Parameters
    ----------
    hue : ndarray, shape (n,)
        The group of each row.
    order : sequence, optional
        The groups to show; by default all: numbers, booleans and dates in rising order, others as
        they appear.
    argument : str, default "hue"
        The argument that groups the rows, for errors.

    Returns
    -------
    values : list
    is_ordered : bool

    Raises
    ------
    ValueError
        A group that no row has, with the nearest names; an empty order.
    """
    if order is not None and (dimensions(order) != 1 or not 0 < len(order) == len(set(order))):
        raise ValueError(
            f"{argument}_order must be a list of different groups, at least one, found "
            f"{brief(order)}"
        )
    is_ordered = hue.dtype.kind in "iuf"
    found = _rising(hue)
    for value in found:
        check_written(str(value), f"the groups of {argument}")
    shown = [] if order is None else list(order)
    for value in shown:
        if value not in found:
            raise ValueError(f"{argument} has no group {value!r}; {nearest_hint(value, found)}")
    return shown or found, is_ordered


def _rising(hue: Array) -> list[Any]:
    """Return the distinct values: rising if they have an order, else as they appear."""
    if hue.dtype.kind in "mM":
        # Not as Python's objects, which would lose the unit.
        return list(np.unique(hue))
    if hue.dtype.kind in "biuf":
        return list(np.unique(hue).tolist())
    found = list(dict.fromkeys(hue.tolist()))
    if not any(isinstance(one, str) for one in found):
        # Numbers and dates, or dates with and without a time, have no common order.
        with contextlib.suppress(TypeError):
            return sorted(found)
    return found


def text_of(value: Any) -> str:
    """Return the name of a group: dates without a time of day at midnight, parts of a pair."""
    if isinstance(value, tuple):
        return ", ".join(map(text_of, value))
    if isinstance(value, float):
        return f"{value:.12g}"
    if isinstance(value, np.datetime64 | datetime):
        return re.sub(_PART_OF_DAY, "", str(value))
    return str(value)


def texts_of(values: Sequence[Any]) -> list[str]:
    """Return the names of groups or classes; all their digits if texts are the same."""
    texts = [text_of(one) for one in values]
    return texts if len(set(texts)) == len(texts) else [repr(one) for one in values]


def check_groups(values: Array, argument: str) -> None:
    """Raise unless each row has a single value, and none is missing."""
    objects = values.tolist() if values.dtype.kind == "O" else []
    for one in objects:
        if isinstance(one, Collection) and not isinstance(one, str | bytes):
            raise TypeError(
                f"{argument} must hold a single value for each row, such as a text or a number, "
                f"found {brief(one)}"
            )
    wanted = f"each row needs one ({OR_DROP})"
    refuse_values(lacking(values), None, f"{argument} holds", "missing", wanted)


# Classes


def _positives(curves: Sequence[ConfusionCurve]) -> list[float]:
    return [float(curve.pos) for curve in curves]


# The weights of classes, from their curves, in each mean over classes; None if all count the same.
MEANS: dict[str, Callable[[Sequence[ConfusionCurve]], list[float] | None]] = {
    "macro": lambda curves: None,
    "weighted": lambda curves: _positives(curves) if any(_positives(curves)) else None,
}
# All ways to combine classes: "micro" pools their decisions.
AVERAGES = ("micro", *MEANS)


def classes_of(
    labels: Array,
    scores: Array,
    header: Sequence[Any] | None,
    *,
    heads: Sequence[Any] | None,
    present: NDArray[np.bool_] | None,
    classes: Any,
) -> Classes:
    """Match columns of scores to the classes of labels.

    Parameters
    ----------
    labels : ndarray, shape (n,) or (n, n_classes)
        Labels, or an indicator matrix of classes.
    scores : ndarray, shape (n,) or (n, n_columns)
    header, heads : sequence or None
        The names of the columns of scores, and of those of labels.
    present : ndarray of bool, shape (n,), or None
        Which rows have a weight above zero; None if all have.
    classes : sequence or None
        The classes in the order of the columns: labels, or names in the labels' order.

    Raises
    ------
    ValueError, TypeError
        Different numbers of columns and classes; names that agree only in part; unknown labels.
    """
    names = None if classes is None else _checked_names(classes, scores)
    if labels.ndim == 1:
        values = _labels_in(labels, present)
        order = _order(header, names or texts_of(values))
        masks = _masks(labels, values, scores, names)
        return {name: (scores[:, i], masks[name]) for name, i in zip(masks, order, strict=True)}
    if not np.isin(labels if present is None else labels[present], (0, 1)).all():
        raise ValueError("y_true with columns must be an indicator matrix of 0 and 1")
    names = names or texts_of(heads or header or [f"class {i}" for i in range(labels.shape[1])])
    columns = zip(_order(header, names), _order(heads, names, "y_true"), strict=True)
    if labels.shape != scores.shape:
        raise ValueError(
            f"y_true and y_score must have the same shape, found {labels.shape} and {scores.shape}"
        )
    pairs = zip(names, columns, strict=True)
    return {name: (scores[:, i], labels[:, k] == 1) for name, (i, k) in pairs}


def _masks(
    labels: Array, values: Sequence[Any], scores: Array, names: Sequence[str] | None
) -> Masks:
    """Return which rows are of each class, in the order of `names`, else of the labels.

    Raises
    ------
    ValueError
        Not a column for each class; labels that are not among the named classes.
    """
    texts = texts_of(values)
    if names is None and (len(values) < 3 or scores.shape[1:] != (len(values),)):
        raise ValueError(
            "y_score must have one column, or one for each of at least three labels, found shape "
            f"{scores.shape} and {len(values)} labels; classes= names the columns"
        )
    if names is not None and set(texts) & set(names):
        unknown = [one for one in texts if one not in names]
        if unknown:
            raise ValueError(f"y_true holds {brief(unknown)}, not among classes, {brief(names)}")
    elif names is not None and len(names) != len(values):
        raise ValueError(
            f"classes must be the labels in y_true, {brief(texts)}, or a name for each in sorted "
            f"order, found {brief(names)}"
        )
    elif names is not None:
        texts = list(names)
    of = dict(zip(texts, values, strict=True))
    none = np.zeros(labels.shape, bool)
    return {name: labels == of[name] if name in of else none for name in names or texts}


def _checked_names(classes: Any, scores: Array) -> list[str]:
    """Return the names of the classes; raise unless each column of scores has one."""
    is_list = not isinstance(classes, str | Mapping) and dimensions(classes) == 1
    values = list(classes.tolist() if hasattr(classes, "tolist") else classes) if is_list else []
    names = texts_of(values)
    if not 1 < len(set(names)) == len(values) or scores.shape[1:] != (len(values),):
        raise ValueError(
            "classes must be a list that names each column of y_score once, found "
            f"{brief(classes)} and y_score of shape {scores.shape}"
        )
    return names


def models_of(
    y_true: Any, y_score: Any, pos_label: Hashable | None = None, classes: Any = None
) -> Any:
    """Return a table with a column of scores for each model as a dict; others as they are.

    Columns are of classes if these are named, or if `y_true` has columns, a label that is the name
    of one, or three labels of which none is positive. Columns that are only numbered have no names.
    """
    is_table = has_columns(y_score) and dimensions(y_score) == 2
    if classes is not None or not is_table or shape_of(y_true)[1:] not in ((), (1,)):
        return y_score
    names, labels = header_of(y_score, "y_score") or [], as_array(y_true, "y_true").ravel()
    known = {text_of(one) for one in distinct_labels(labels[~lacking(labels)])}
    are_classes = (pos_label is None and len(known) > 2) or known & set(map(text_of, names))
    if are_classes or len(names) < 2:
        return y_score
    frame = frame_of(y_score)
    return {str(name): frame.get_column(name).to_native() for name in names}


def joined_outputs(y_score: Any, what: str = "y_score") -> Any:
    """Return scikit-learn's list of an array (n, 2) for each label as one matrix, shape (n, k).

    Its columns are those of each label's second class. Anything else is returned as it is.

    Raises
    ------
    ValueError
        An array of another number of columns; arrays of different lengths.
    """
    is_list = isinstance(y_score, list | tuple) and len(y_score) > 0
    if not is_list or len(getattr(y_score[0], "shape", ())) != 2:
        return y_score
    outputs = [as_array(one, f"{what}[{i}]") for i, one in enumerate(y_score)]
    if {output.shape for output in outputs} != {(len(outputs[0]), 2)}:
        raise ValueError(
            f"all outputs in {what} must have two classes and as many rows, found shapes "
            f"{brief([output.shape for output in outputs])}; pass the scores of one, {what}[0]"
        )
    return np.column_stack([output[:, 1] for output in outputs])


def _labels_in(labels: Array, present: NDArray[np.bool_] | None) -> list[Any]:
    """Return the distinct labels in rising order."""
    refuse_missing(labels, present)
    try:
        # A label that only rows of weight zero have has a column, too.
        found = np.unique(labels if present is None else labels[~lacking(labels)])
    except TypeError:
        raise TypeError("y_true holds labels of several types, which can't be sorted") from None
    return list(found.tolist())


def _order(
    header: Sequence[Any] | None, names: Sequence[str], of: str = "y_score"
) -> Sequence[int]:
    """Return the index of each class's column: by name, or in order if no column has such a name.

    Raises
    ------
    ValueError
        Only some columns are named after classes.
    """
    heads = [] if header is None else [text_of(one) for one in header]
    if not set(heads) & set(names):
        return range(len(names))
    if set(heads) != set(names):
        raise ValueError(
            f"the columns of {of} must be named after the classes, all or none of them, found "
            f"{brief(heads)} and classes {brief(names)}"
        )
    return [heads.index(name) for name in names]


def are_named_after(
    labels: Array, columns: Collection[str], present: NDArray[np.bool_] | None
) -> bool:
    """Return whether each label is the name of a column."""
    if len(columns) < 2 or labels.dtype.kind == "f":
        return False
    texts = labels if labels.dtype.kind != "O" else list(map(str, labels.tolist()))
    names = np.asarray(texts, str)
    return set(np.unique(names if present is None else names[present]).tolist()) <= set(columns)
