"""Mistakes: what unreadable labels and scores were probably meant to be.

They are looked for only after an error, so valid input is never refused here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from typing import Any

import numpy as np

from prplot.core.checks import Array, as_array, brief, counted, dimensions, is_classifier, kind_of

# More whole numbers than there are labels, as a rule.
MANY = 20


@contextmanager
def mistakes_explained(
    y_true: Any, y_score: Any, pos_label: Hashable | None = None
) -> Iterator[None]:
    """Say what was probably meant, if labels and scores can't be read.

    Raises
    ------
    TypeError, ValueError
        The error itself, in other words if the mistake is a known one.
    """
    try:
        yield
    except (TypeError, ValueError) as error:
        sentence = mistake_in(y_true, y_score, pos_label)
        if sentence is None:
            raise
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(sentence) from None


def mistake_in(y_true: Any, y_score: Any, pos_label: Hashable | None = None) -> str | None:
    """Return what labels and scores probably are, and what to type; None if that is not known."""
    by_name = {f"y_score[{key!r}]": one for key, one in _items(y_score)}
    given = {"y_true": y_true, "y_score": y_score, **by_name}
    given |= {f"y_true[{key!r}]": one for key, one in _items(y_true)}
    objects = (_object(argument, value) for argument, value in given.items())
    found = next(filter(None, objects), None) or _dict_of_labels(y_true, y_score)
    if found is not None:
        return found
    arrays = by_name if isinstance(y_score, Mapping) else {"y_score": y_score}
    each = (_arrays(y_true, name, one, pos_label) for name, one in arrays.items())
    return next(filter(None, each), None)


def _items(values: Any) -> list[tuple[Any, Any]]:
    return list(values.items()) if isinstance(values, Mapping) else []


def _arrays(y_true: Any, name: str, y_score: Any, pos_label: Hashable | None) -> str | None:
    """Return what labels and scores of one model are; `name` is what the scores are called."""
    try:
        labels, scores = as_array(y_true, "y_true"), as_array(y_score, name)
    except (TypeError, ValueError):
        return None
    if labels.ndim == 2 and hasattr(y_true, "columns") and scores.ndim < 2:
        return _table(y_true, y_score)
    if not (_are_plain(labels) and _are_plain(scores)):
        return None
    several = None
    if labels.ndim == 1 and scores.ndim == 2:
        several = _several(labels, name, scores, y_score, pos_label)
    return (
        several
        or _swapped(labels, scores)
        or _predicted(labels, name, scores)
        or _points(labels, scores, pos_label)
    )


def _are_plain(values: Array) -> bool:
    """Return whether values are numbers and texts, which can be compared and counted."""
    return values.dtype.kind in "biufUS" or (
        values.dtype.kind == "O" and all(isinstance(one, str | int | float) for one in values.flat)
    )


def _object(argument: str, value: Any) -> str | None:
    """Return a description of an object that is not an array."""
    for is_meant, sentence in _OBJECTS:
        if is_meant(argument, value):
            return sentence.format(argument=argument, value=brief(value), kind=kind_of(value))
    return None


# Tests of an argument and its value, and what is said if one is true.
_OBJECTS: tuple[tuple[Callable[[str, Any], bool], str], ...] = (
    (
        lambda argument, value: argument == "y_true" and value is None,
        "y_true is missing; pass labels first, then scores",
    ),
    (
        lambda argument, value: argument == "y_score" and hasattr(value, "at_prevalence"),
        "y_score is a curve; pass it instead of y_true, without scores",
    ),
    (
        lambda _, value: is_classifier(value),
        "{argument} is {kind}, a classifier; pass labels and its scores, y_true and "
        "prp.scores(classifier, X)",
    ),
    (
        lambda _, value: callable(value) and not isinstance(value, type),
        "{argument} is a function, {value}; pass the scores that it returns",
    ),
    (
        lambda _, value: isinstance(value, PathLike),
        "{argument} is a path; read the file first, or pass its path to prp.scan",
    ),
    (
        lambda _, value: hasattr(value, "__next__") or isinstance(value, set | frozenset),
        "{argument} is {kind}; pass a list or an array, in the order of rows",
    ),
)


def _dict_of_labels(y_true: Any, y_score: Any) -> str | None:
    """Return a description of a dict of arrays instead of curves."""
    if not isinstance(y_true, Mapping) or not y_true:
        return None
    key, value = next(iter(y_true.items()))
    if isinstance(value, tuple) and len(value) == 2:
        return (
            f"y_true is a dict with a pair under {key!r}; pass a dict of curves, made by "
            "prp.ConfusionCurve.from_scores(labels, scores)"
        )
    if dimensions(value) != 1:
        return None
    start = f"y_true is a dict with an array under {key!r}"
    if y_score is None or isinstance(y_score, str):
        return f"{start}; pass labels first and then such a dict, or a table as data="
    return f"{start}; pass labels first, and then the dict of scores"


def _table(y_true: Any, y_score: Any) -> str:
    names = list(getattr(y_true, "column_names", y_true.columns))
    wanted = repr(y_score) if isinstance(y_score, str) else "'...'"
    return (
        f"y_true is a table with {counted(len(names), 'column')}, {brief(names)}; pass one "
        f"column of labels, or data=table, y_true='...', y_score={wanted}"
    )


def _swapped(labels: Array, scores: Array) -> str | None:
    """Return that labels seem to be scores, if scores seem to be labels."""
    if not _are_many_numbers(labels) or scores.ndim != 1 or scores.size < 2:
        return None
    two = list(dict.fromkeys(scores.tolist()))
    if len(two) > 2 and scores.dtype.kind in "iuf":
        return None
    found = ", ".join(map(repr, two[:3]))
    return (
        f"y_true holds numbers such as {labels.flat[0]:.3g} and y_score labels ({found}), as if "
        "they were swapped; pass labels first, then scores"
    )


def _predicted(labels: Array, name: str, scores: Array) -> str | None:
    """Return that scores seem to be the labels that a classifier predicts."""
    is_text = scores.dtype.kind in "OUS" and scores.size > 0 and isinstance(scores.flat[0], str)
    if (
        not is_text
        or not any(map(str.isalpha, str(scores.flat[0])))
        or labels.ndim != 1
        # Others name columns.
        or scores.shape != labels.shape
        or len(set(scores.flat)) > len(set(labels.flat))
    ):
        return None
    return (
        f"{name} holds labels such as {str(scores.flat[0])!r}, as classifiers predict them; pass "
        "scores, prp.scores(classifier, X)"
    )


def _are_many_numbers(labels: Array) -> bool:
    """Return whether labels are rather scores: with fractions, or of very many values."""
    if labels.dtype.kind not in "iuf" or labels.size < 2:
        return False
    return np.unique(labels).size > (2 if _have_fractions(labels) else MANY)


def _have_fractions(labels: Array) -> bool:
    # Missing labels are another mistake.
    return labels.dtype.kind == "f" and bool((labels[np.isfinite(labels)] % 1 != 0).any())


def _several(
    labels: Array, name: str, scores: Array, y_score: Any, pos_label: Hashable | None
) -> str | None:
    """Return a description of a matrix of scores given with one-dimensional labels."""
    n, columns = scores.shape
    if n != labels.size:
        rows = counted(n, "row")
        if isinstance(y_score, list | tuple):
            rows = f"a list of {counted(n, 'array')}"
        return (
            f"{name} must be one-dimensional, found {rows} of length {columns}; pass one of them, "
            f"{name}[0]; plots take several models as a dict, {{'a': {name}[0], ...}}"
        )
    is_alone, count = name == "y_score", _count_of(labels)
    if is_alone and columns == 2 < count <= MANY and pos_label is None:
        return (
            f"y_score has {columns} columns, but y_true has {count} labels; pass a column for each "
            "of them, or one column with pos_label="
        )
    by_name = "if they are of several models, pass a dict by name"
    if columns == 2 and (count <= 2 or pos_label is not None):
        return (
            f"{name} has two columns, shape {scores.shape}; if they are predict_proba's, pass "
            f"{_column(labels, name, pos_label)}{f', and {by_name}' if is_alone else ''}"
        )
    if is_alone and count == 2:
        classes = "if they are of classes that y_true lacks, pass these as classes="
        return f"y_score has {columns} columns, but y_true has 2 labels; {by_name}, {classes}"
    return None


def _count_of(labels: Array) -> int:
    """Return the number of distinct labels; 0 if some are missing or of another kind."""
    if labels.dtype.kind == "f" and not np.isfinite(labels).all():
        return 0
    found = set(labels.tolist())
    return len(found) if len({type(one) for one in found}) == 1 else 0


def _column(labels: Array, name: str, pos_label: Hashable | None) -> str:
    """Return the column of the positive class: the labels' order is that of `predict_proba`."""
    found = sorted(set(labels.tolist()), key=str) if labels.dtype.kind in "OUS" else [0, 1]
    # Other objects may have no truth value when they are compared.
    if isinstance(pos_label, str | int | float | np.generic) and pos_label in found[:2]:
        return f"{name}[:, {found.index(pos_label)}]"
    hint = f", with pos_label={found[1]!r}" if len(found) == 2 and found != [0, 1] else ""
    return f"{name}[:, 1]{hint}"


def _points(labels: Array, scores: Array, pos_label: Hashable | None) -> str | None:
    """Return that labels seem to be points of a curve."""
    is_other = (
        pos_label is not None
        or labels.ndim > 1
        or scores.dtype.kind not in "iuf"
        or not _have_fractions(labels)
    )
    if is_other or not _are_many_numbers(labels):
        return None
    return (
        f"y_true holds {np.unique(labels).size} different numbers, which are not labels of two "
        "classes; points of a curve are read by prp.ConfusionCurve.from_precision_recall or "
        ".from_rates"
    )
