"""One class against the rest: a column of scores for each class, matched to the labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import brief
from prplot.core.record import is_missing, refuse_missing
from prplot.inputs.frames import header_of
from prplot.inputs.levels import text_of

Array = NDArray[Any]
Masks = dict[str, NDArray[np.bool_]]


@dataclass(frozen=True)
class Classes:
    """A column of scores for each class, and which rows are of the class, by its name.

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
        counts: NDArray[np.bool_] | None,
        *,
        must_all_match: bool = True,
    ) -> Classes | None:
        """Match columns of scores to labels; return None if no classes have columns.

        Parameters
        ----------
        y_true, y_score
            As the user gave them: tables know the names of their columns.
        labels : ndarray, shape (n,) or (n, n_classes)
            Of the classes, or which of the classes an example has.
        columns : dict of str to ndarray, shape (n,) or, of a single one, (n, n_classes)
            Scores.
        counts : ndarray of bool, shape (n,), or None
            Which rows are there: those of weight zero are absent.
        must_all_match : bool, default True
            Whether several columns are refused of which only some are called as labels.

        Raises
        ------
        ValueError, TypeError
            Another number of columns than of classes; names that agree only in part.
        """
        (scores, *more) = columns.values()
        if labels.ndim == 1 and scores.ndim == 1:
            belongs = _named_after(labels, columns, counts, must_all_match=must_all_match)
            return None if belongs is None else cls(columns, belongs)
        header = list(columns) if more else header_of(y_score, "y_score")
        scores = np.column_stack([scores, *more]) if more else scores
        if labels.ndim == 1:
            return cls._of_labels(labels, scores, header, counts)
        return cls._of_indicators(labels, header_of(y_true, "y_true"), scores, header, counts)

    @classmethod
    def _of_labels(
        cls,
        labels: Array,
        scores: Array,
        header: Sequence[Any] | None,
        counts: NDArray[np.bool_] | None,
    ) -> Classes:
        found = _labels_in(labels, counts)
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
        counts: NDArray[np.bool_] | None,
    ) -> Classes:
        if not np.isin(labels if counts is None else labels[counts], (0, 1)).all():
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


def has_classes(y_true: Any, y_score: Any) -> bool:
    """Tell whether scores have columns for three classes or more, or labels have columns."""
    if isinstance(y_score, Mapping | str) or y_score is None:
        return False
    shapes = [np.shape(values) for values in (y_true, y_score) if _is_even(values)]
    if len(shapes) < 2 or len(shapes[1]) != 2:
        return False
    return shapes[1][1] > 2 or (len(shapes[0]) == 2 and shapes[0][1] > 1)


def _is_even(values: Any) -> bool:
    try:
        np.shape(values)
    except ValueError:
        return False
    return True


def _labels_in(labels: Array, counts: NDArray[np.bool_] | None) -> list[Any]:
    """Return the labels in their order."""
    refuse_missing(labels, counts)
    try:
        # A label that only absent rows have has its column, too.
        found = np.unique(labels if counts is None else _present(labels))
    except TypeError:
        raise TypeError("y_true holds labels of several kinds, which have no order") from None
    return list(found.tolist())


def _names(classes: Sequence[Any]) -> list[str]:
    """Return what classes are called: in full where that tells them apart."""
    names = [text_of(one) for one in classes]
    return names if len(set(names)) == len(names) else [repr(one) for one in classes]


def _present(labels: Array) -> Array:
    """Leave out missing labels, which only absent rows may have."""
    return labels[[not is_missing(one) for one in labels.tolist()]]


def _order(header: Sequence[Any] | None, names: Sequence[str], what: str) -> Sequence[int]:
    """Return where the column of each class is: under its name, or its place if none has one.

    Raises
    ------
    ValueError
        Only some columns are called as classes.
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
    counts: NDArray[np.bool_] | None,
    *,
    must_all_match: bool,
) -> Masks | None:
    """Return for each column which labels are its name; None if no label names a column.

    Raises
    ------
    ValueError
        Only some labels name columns.
    """
    if len(columns) < 2 or labels.dtype.kind == "f":
        return None
    names = labels.astype(str)
    found = np.unique(names if counts is None else names[counts]).tolist()
    absent = [label for label in found if label not in columns]
    if len(absent) == len(found) or (absent and not must_all_match):
        return None
    if absent:
        raise ValueError(
            f"y_score has columns of classes, but none for {', '.join(absent[:5])} in y_true"
        )
    return {column: names == column for column in columns}
