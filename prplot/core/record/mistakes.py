"""Mistakes: what unreadable labels and scores were probably meant to be.

This is worked out only when an error is raised anyway; the error then says what to type.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from prplot.core.checks import Array, as_array, has_columns, is_classifier, kind_of


@contextmanager
def mistakes_explained(
    y_true: Any, y_score: Any, pos_label: Hashable | None = None
) -> Iterator[None]:
    """Say what was probably meant, if labels and scores can't be read.

    Raises
    ------
    ValueError, TypeError
        One sentence in place of the error, or the error itself if it says as much.
    """
    try:
        yield
    except (TypeError, ValueError) as error:
        scores = {"y_score": y_score}
        if isinstance(y_score, Mapping):
            scores = {f"y_score[{key!r}]": one for key, one in y_score.items()}
        found = [_mistake_in_labels(y_true, y_score)]
        for name, value in {"y_true": y_true, **scores}.items():
            found.append(_mistake_in(y_true, name, value, pos_label))
        sentence = next(filter(None, found), None)
        if sentence is None:
            raise
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(sentence) from None


def _mistake_in_labels(y_true: Any, y_score: Any) -> str | None:
    """Return what is given in place of labels, and what to type; None if that is not known."""
    if isinstance(y_true, Mapping) and isinstance(next(iter(y_true.values()), None), np.ndarray):
        return "y_true is a dict; pass labels first, and then the dict of scores"
    if has_columns(y_true) and (y_score is None or isinstance(y_score, str)):
        return (
            "y_true is a table; pass one column of labels, or data=table, y_true='...', "
            "y_score='...'"
        )
    return None


def _mistake_in(y_true: Any, name: str, given: Any, pos_label: Hashable | None) -> str | None:
    """Return what an argument probably is, and what to type; None if that is not known."""
    if is_classifier(given):
        return (
            f"{name} is {kind_of(given)}, a classifier; pass labels and its scores, y_true and "
            "prp.scores(classifier, X)"
        )
    try:
        labels, scores = as_array(y_true, "y_true"), as_array(given, name)
    except (TypeError, ValueError):
        return None
    if labels.ndim == 1 and scores.ndim == 2:
        return _columns(labels, name, scores, pos_label)
    is_one = labels.ndim == 1 and labels.size and scores.shape == labels.shape
    return _vectors(labels, name, scores) if is_one and name != "y_true" else None


def _vectors(labels: Array, name: str, scores: Array) -> str | None:
    """Return a description of as many scores as labels."""
    if _are_fractions(labels) and _are_labels(scores):
        return "y_true seems to hold scores, and y_score labels; pass labels first, then scores"
    if isinstance(scores[0], str) and scores[0].isalpha():
        return (
            f"{name} holds labels such as {str(scores[0])!r}, as classifiers predict them; pass "
            "scores, prp.scores(classifier, X)"
        )
    return None


def _columns(labels: Array, name: str, scores: Array, pos_label: Hashable | None) -> str | None:
    """Return a description of a matrix of scores given with one-dimensional labels."""
    count = len(set(labels.tolist()))
    if scores.shape == (labels.size, 2) and (count <= 2 or pos_label is not None):
        hint = "" if pos_label is None else f", or {name}[:, 0] if pos_label is the first class"
        return (
            f"{name} has two columns, shape {scores.shape}; if they are predict_proba's, pass "
            f"{name}[:, 1]{hint}; several models are a dict of name to scores"
        )
    if count > 2 and scores.shape[1] > 2:
        return None
    return (
        f"{name} has {scores.shape[1]} columns, but y_true has {count} labels; if they are of "
        "several models, pass a dict by name; if of classes, pass a column for each, and those "
        "that y_true lacks as classes="
    )


def _are_fractions(labels: Array) -> bool:
    # Missing labels are another mistake.
    return labels.dtype.kind == "f" and bool((labels[np.isfinite(labels)] % 1 != 0).any())


def _are_labels(scores: Array) -> bool:
    return scores.dtype.kind in "OUS" or len(set(scores.tolist())) <= 2
