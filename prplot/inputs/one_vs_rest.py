"""Classes: a column of scores for each class, matched to the labels, each against the rest."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, as_array, brief, dimensions, shape_of
from prplot.core.record import ConfusionCurve
from prplot.core.record.observations import distinct_labels, lacking, refuse_missing
from prplot.inputs.frames import frame_of, header_of
from prplot.inputs.group_order import text_of, texts_of

Masks = dict[str, NDArray[np.bool_]]


def _positives(curves: Sequence[ConfusionCurve]) -> list[float]:
    return [float(curve.pos) for curve in curves]


# The weights of classes, from their curves, in each mean over classes; None if all count the same.
MEANS: dict[str, Callable[[Sequence[ConfusionCurve]], list[float] | None]] = {
    "macro": lambda curves: None,
    "weighted": lambda curves: _positives(curves) if any(_positives(curves)) else None,
}
# All ways to combine classes: "micro" pools their decisions.
AVERAGES = ("micro", *MEANS)


class Classes(NamedTuple):
    """For each class, by name: its column of scores, and which rows are of that class.

    Attributes
    ----------
    scores : dict of str to ndarray, shape (n,)
    belongs : dict of str to ndarray of bool, shape (n,)
    """

    scores: dict[str, Array]
    belongs: Masks

    @classmethod
    def of(
        cls,
        y_true: Any,
        y_score: Any,
        labels: Array,
        columns: dict[str, Array],
        present: NDArray[np.bool_] | None,
        classes: Any,
    ) -> "Classes | None":
        """Match columns of scores to labels; return None if the columns are not of classes.

        Parameters
        ----------
        y_true, y_score
            As the user gave them; tables have names of columns.
        labels : ndarray, shape (n,) or (n, n_classes)
            Labels, or an indicator matrix of classes.
        columns : dict of str to ndarray, shape (n,), or (n, n_classes) if it is the only one
            Scores.
        present : ndarray of bool, shape (n,), or None
            Which rows have a weight above zero; None if all have.
        classes : sequence or None
            The classes in the order of the columns: labels, or names in the labels' order.

        Raises
        ------
        ValueError, TypeError
            Different numbers of columns and classes; names that agree only in part; unknown labels.
        """
        (scores, *more) = columns.values()
        if classes is None and labels.ndim == 1 and scores.ndim == 1:
            belongs = _named_after(labels, columns, present)
            return None if belongs is None else cls(columns, belongs)
        are_arrays = isinstance(y_true, list) and hasattr(y_true[0], "shape")
        if are_arrays and labels.ndim == 2 and labels.shape[0] < labels.shape[1]:
            raise ValueError(
                f"y_true is a list of {len(y_true)} arrays; join them, with units= for the number "
                "of the fold, or pass a list of ConfusionCurves"
            )
        header = list(columns) if more else _heads(y_score)
        scores = np.column_stack([scores, *more]) if more else scores
        names = None if classes is None else _checked_names(classes, scores)
        if labels.ndim == 1:
            values = _labels_in(labels, present)
            order = _order(header, names or texts_of(values))
            masks = _masks(labels, values, scores, names)
        else:
            heads = header_of(y_true, "y_true")
            masks, order = _indicated(labels, present, scores, heads, header, names)
        return cls({name: scores[:, i] for name, i in zip(masks, order, strict=True)}, masks)


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


def _indicated(
    labels: Array,
    present: NDArray[np.bool_] | None,
    scores: Array,
    heads: Sequence[Any] | None,
    header: Sequence[Any] | None,
    classes: list[str] | None,
) -> tuple[Masks, Sequence[int]]:
    """Return which rows are of each class, and the index of its column of scores.

    Raises
    ------
    ValueError
        Not an indicator matrix, not of the scores' shape, or columns of other names.
    """
    if not np.isin(labels if present is None else labels[present], (0, 1)).all():
        raise ValueError("y_true with columns must be an indicator matrix of 0 and 1")
    names = classes or texts_of(heads or header or [f"class {i}" for i in range(labels.shape[1])])
    order: Sequence[int] = range(len(names))
    own = order
    if classes is not None:
        order, own = _order(header, names), _order(heads, names, "y_true")
    elif heads:
        order = _order(header, names)
    if labels.shape != scores.shape:
        raise ValueError(
            f"y_true and y_score must have the same shape, found {labels.shape} and {scores.shape}"
        )
    return {name: labels[:, i] == 1 for name, i in zip(names, own, strict=True)}, order


def _checked_names(classes: Any, scores: Array) -> list[str]:
    """Return the names of the classes; raise unless each column of scores has one."""
    is_list = not isinstance(classes, str | Mapping) and dimensions(classes) == 1
    values = list(classes.tolist() if hasattr(classes, "tolist") else classes) if is_list else []
    names = texts_of(values)
    if len(set(names)) < len(values) or scores.shape[1:] != (len(values),):
        raise ValueError(
            "classes must be a list that names each column of y_score once, found "
            f"{brief(classes)} and y_score of shape {scores.shape}"
        )
    return names


def _heads(y_score: Any) -> list[Any] | None:
    """Return the names of columns of scores: of a table, or of a list of names."""
    is_list = isinstance(y_score, list | tuple) and len(y_score) > 0
    if is_list and isinstance(y_score[0], str):
        return list(y_score)
    return header_of(y_score, "y_score")


def models_of(
    y_true: Any, y_score: Any, pos_label: Hashable | None = None, classes: Any = None
) -> Any:
    """Return a table with a column of scores for each model as a dict; others as they are.

    Columns are of classes if these are named, or if `y_true` has columns, a label that is the name
    of one, or three labels of which none is positive. Columns that are only numbered have no names.
    """
    is_table = hasattr(y_score, "columns") and dimensions(y_score) == 2
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


def has_classes(y_true: Any, y_score: Any) -> bool:
    """Return whether scores have columns for three classes or more, or labels have columns.

    Of several models, whether any has.
    """
    if isinstance(y_score, Mapping):
        return any(has_classes(y_true, one) for one in y_score.values())
    if isinstance(y_score, str) or y_score is None:
        return False
    columns = shape_of(y_score)[1:]
    if len(columns) != 1:
        return False
    return columns[0] > 2 or shape_of(y_true)[1:] > (1,)


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


def _named_after(
    labels: Array, columns: Mapping[str, Array], present: NDArray[np.bool_] | None
) -> Masks | None:
    """Return where labels are the name of each column; None unless all labels name columns."""
    texts = labels if labels.dtype.kind != "O" else list(map(str, labels.tolist()))
    names = np.asarray(texts, str)
    found = set(np.unique(names if present is None else names[present]).tolist())
    if len(columns) < 2 or labels.dtype.kind == "f" or not found <= columns.keys():
        return None
    return {column: names == column for column in columns}
