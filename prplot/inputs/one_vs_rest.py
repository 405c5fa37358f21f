"""Classes: a column of scores for each class, matched to the labels, each against the rest."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, as_array, brief, dimensions, shape_of
from prplot.core.record import ConfusionCurve, distinct_labels, lacking, refuse_missing
from prplot.inputs.frames import frame_of, header_of
from prplot.inputs.group_order import text_of, texts_of

Masks = dict[str, NDArray[np.bool_]]


def _alike(curves: Sequence[ConfusionCurve]) -> None:
    """Return no weights: all classes count the same."""


def _supports(curves: Sequence[ConfusionCurve]) -> list[float] | None:
    """Return the classes' numbers of examples; None if no class has any."""
    found = [float(curve.pos) for curve in curves]
    return found if any(found) else None


# The weights of classes, from their curves, in each mean over classes.
MEANS: dict[str, Callable[[Sequence[ConfusionCurve]], list[float] | None]] = {
    "macro": _alike,
    "weighted": _supports,
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
        *,
        classes: Any = None,
        must_all_match: bool = True,
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
        classes : sequence, optional
            The classes in the order of the columns: labels, or names in the labels' order.
        must_all_match : bool, default True
            Whether to refuse columns of which only some are named after labels.

        Raises
        ------
        ValueError, TypeError
            Different numbers of columns and classes; names that agree only in part; unknown labels.
        """
        (scores, *more) = columns.values()
        if classes is None and labels.ndim == 1 and scores.ndim == 1:
            belongs = _named_after(labels, columns, present, must_all_match=must_all_match)
            return None if belongs is None else cls(columns, belongs)
        _refuse_list_of_arrays(y_true, labels)
        header = list(columns) if more else _heads(y_score)
        scores = np.column_stack([scores, *more]) if more else scores
        names = None if classes is None else _checked_names(classes, scores)
        if labels.ndim == 1:
            values = _labels_in(labels, present)
            order = _order(header, names or texts_of(values), "class" if names else "label")
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
    if scores.ndim > 2 or (names is None and scores.shape[1] == 2):
        raise ValueError(
            "y_score must have one column, or one for each of at least three classes, found "
            f"shape {scores.shape} and {len(values)} labels"
        )
    if names is None and scores.shape[1] != len(values):
        raise ValueError(
            f"y_score must have a column for each of the {len(values)} labels in y_true, found "
            f"{scores.shape[1]}; classes= names the columns if y_true lacks some of their labels"
        )
    if names is not None and set(texts) & set(names):
        _refuse_unknown(texts, names)
    elif names is not None and len(names) != len(values):
        raise ValueError(
            f"classes must be the labels in y_true ({_listed(texts)}), or a name for each in "
            f"sorted order, found {len(names)} others ({_listed(names)})"
        )
    elif names is not None:
        texts = list(names)
    of = dict(zip(texts, values, strict=True))
    none = np.zeros(labels.shape, bool)
    return {name: labels == of[name] if name in of else none for name in names or texts}


def _refuse_unknown(texts: Sequence[str], names: Sequence[str]) -> None:
    """Raise if only some of the labels are among the classes."""
    unknown = [one for one in texts if one not in names]
    if unknown:
        raise ValueError(
            f"y_true holds the label{'s' * (len(unknown) > 1)} {_listed(unknown)}, not among "
            f"classes ({_listed(names)})"
        )


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
        order, own = _order(header, names, "class"), _order(heads, names, "class", "y_true")
    elif heads:
        order = _order(header, names, "column of y_true")
    if labels.shape != scores.shape:
        raise ValueError(
            f"y_true and y_score must have the same shape, found {labels.shape} and {scores.shape}"
        )
    return {name: labels[:, i] == 1 for name, i in zip(names, own, strict=True)}, order


def _checked_names(classes: Any, scores: Array) -> list[str]:
    """Return the names of the classes; raise unless each column of scores has one."""
    if isinstance(classes, str | Mapping) or dimensions(classes) != 1:
        raise TypeError(
            "classes must be a list of the classes in the order of the columns of y_score, found "
            f"{brief(classes)}"
        )
    if scores.ndim != 2:
        raise ValueError(
            "classes goes with a column of scores for each class, found y_score of shape "
            f"{scores.shape}"
        )
    values = list(classes.tolist() if hasattr(classes, "tolist") else classes)
    if len(values) != scores.shape[1]:
        raise ValueError(
            f"classes must name each of the {scores.shape[1]} columns of y_score, found "
            f"{len(values)}"
        )
    names = texts_of(values)
    if len(set(names)) < len(names):
        raise ValueError(f"classes must differ, found {brief(values)}")
    return names


def _listed(names: Sequence[str]) -> str:
    return ", ".join([*names[:5], *["..."] * (len(names) > 5)])


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
    for i, output in enumerate(outputs):
        if output.shape != (len(outputs[0]), 2):
            count = output.shape[1] if output.ndim == 2 else 1
            found = f"has {count}" if count != 2 else f"has {len(output)} rows"
            raise ValueError(
                f"each output must have two classes, and as many rows, but output {i} {found}; "
                f"pass the scores of one output, {what}[{i}]"
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


def _refuse_list_of_arrays(y_true: Any, labels: Array) -> None:
    """Raise a ValueError if labels are arrays of several test sets, which look like a matrix."""
    are_arrays = isinstance(y_true, list | tuple) and any(hasattr(one, "shape") for one in y_true)
    if are_arrays and labels.ndim == 2 and labels.shape[0] < labels.shape[1]:
        raise ValueError(
            f"y_true is a list of {len(y_true)} arrays of length {labels.shape[1]}; join them, "
            "with units= for the number of the fold, or pass a list of ConfusionCurves"
        )


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
    header: Sequence[Any] | None, names: Sequence[str], what: str, of: str = "y_score"
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
    absent = [name for name in names if name not in heads]
    extra = [head for head in heads if head not in names]
    if absent or extra:
        lacks = [f"{what} {brief(absent[0])} has no column of scores"] if absent else []
        lacks += [f"column {brief(extra[0])} of {of} has no {what}"] if extra else []
        raise ValueError(
            f"the columns of {of} must be named after the classes, all or none of them, but "
            + " and ".join(lacks)
        )
    return [heads.index(name) for name in names]


def _named_after(
    labels: Array,
    columns: Mapping[str, Array],
    present: NDArray[np.bool_] | None,
    *,
    must_all_match: bool,
) -> Masks | None:
    """Return where labels are the name of each column; None if no label names a column.

    Raises
    ------
    ValueError
        Only some labels name columns.
    """
    if len(columns) < 2 or labels.dtype.kind == "f":
        return None
    names = labels.astype(str)
    found = np.unique(names if present is None else names[present]).tolist()
    absent = [label for label in found if label not in columns]
    if len(absent) == len(found) or (absent and not must_all_match):
        return None
    if absent:
        raise ValueError(
            f"y_score has columns of classes, but none for {', '.join(absent[:5])} in y_true"
        )
    return {column: names == column for column in columns}
