"""Classes: a column of scores for each class, matched to the labels, each against the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, as_array, brief
from prplot.core.record import is_missing, refuse_missing
from prplot.inputs.frames import header_of
from prplot.inputs.group_order import text_of

Masks = dict[str, NDArray[np.bool_]]


@dataclass(frozen=True)
class Classes:
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
        must_all_match: bool = True,
    ) -> Classes | None:
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
        must_all_match : bool, default True
            Whether to refuse columns of which only some are named after labels.

        Raises
        ------
        ValueError, TypeError
            Different numbers of columns and classes; names that agree only in part.
        """
        (scores, *more) = columns.values()
        if labels.ndim == 1 and scores.ndim == 1:
            belongs = _named_after(labels, columns, present, must_all_match=must_all_match)
            return None if belongs is None else cls(columns, belongs)
        header = list(columns) if more else header_of(y_score, "y_score")
        scores = np.column_stack([scores, *more]) if more else scores
        if labels.ndim == 1:
            return cls._of_labels(labels, scores, header, present)
        return cls._of_indicators(labels, header_of(y_true, "y_true"), scores, header, present)

    @classmethod
    def _of_labels(
        cls,
        labels: Array,
        scores: Array,
        header: Sequence[Any] | None,
        present: NDArray[np.bool_] | None,
    ) -> Classes:
        found = _labels_in(labels, present)
        names = _names(found)
        if scores.ndim > 2 or scores.shape[1] == 2:
            raise ValueError(
                "y_score must have one column, or one for each of at least three classes, found "
                f"shape {scores.shape} and {len(found)} labels"
            )
        order = _order(header, names, "label")
        if scores.shape[1] != len(found):
            raise ValueError(
                f"y_score must have a column for each of the {len(found)} labels in y_true, "
                f"found {scores.shape[1]}"
            )
        return cls(
            {name: scores[:, i] for name, i in zip(names, order, strict=True)},
            {name: labels == one for name, one in zip(names, found, strict=True)},
        )

    @classmethod
    def _of_indicators(
        cls,
        labels: Array,
        heads: Sequence[Any] | None,
        scores: Array,
        header: Sequence[Any] | None,
        present: NDArray[np.bool_] | None,
    ) -> Classes:
        if not np.isin(labels if present is None else labels[present], (0, 1)).all():
            raise ValueError("y_true with columns must be an indicator matrix of 0 and 1")
        known = heads or header or [f"class {i}" for i in range(labels.shape[1])]
        names = _names(known)
        order = _order(header, names, "column of y_true") if heads else range(len(names))
        if labels.shape != scores.shape:
            raise ValueError(
                f"y_true and y_score must have the same shape, found {labels.shape} and "
                f"{scores.shape}"
            )
        return cls(
            {name: scores[:, i] for name, i in zip(names, order, strict=True)},
            dict(zip(names, labels.T == 1, strict=True)),
        )


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
    """Return whether scores have columns for three classes or more, or labels have columns."""
    if isinstance(y_score, Mapping | str) or y_score is None:
        return False
    shapes = [np.shape(values) for values in (y_true, y_score) if _has_shape(values)]
    if len(shapes) < 2 or len(shapes[1]) != 2:
        return False
    return shapes[1][1] > 2 or (len(shapes[0]) == 2 and shapes[0][1] > 1)


def _has_shape(values: Any) -> bool:
    # Lists of uneven rows have none.
    try:
        np.shape(values)
    except ValueError:
        return False
    return True


def _labels_in(labels: Array, present: NDArray[np.bool_] | None) -> list[Any]:
    """Return the distinct labels in rising order."""
    refuse_missing(labels, present)
    try:
        # A label that only rows of weight zero have has a column, too.
        found = np.unique(labels if present is None else _without_missing(labels))
    except TypeError:
        raise TypeError("y_true holds labels of several kinds, which have no order") from None
    return list(found.tolist())


def _without_missing(labels: Array) -> Array:
    """Return labels without missing ones, which only rows of weight zero may have."""
    return labels[[not is_missing(one) for one in labels.tolist()]]


def _names(classes: Sequence[Any]) -> list[str]:
    """Return the names of classes: their text, or all their digits if texts are the same."""
    names = [text_of(one) for one in classes]
    return names if len(set(names)) == len(names) else [repr(one) for one in classes]


def _order(header: Sequence[Any] | None, names: Sequence[str], what: str) -> Sequence[int]:
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
        lacks += [f"column {brief(extra[0])} of y_score has no {what}"] if extra else []
        raise ValueError(
            "the columns of y_score must be called as the classes, all or none of them, but "
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
