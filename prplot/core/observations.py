"""Labels, scores and weights as checked arrays: the only place that judges them."""

import contextlib
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[Any]


@dataclass(frozen=True)
class Observations:
    """Scored examples of two classes, checked.

    Attributes
    ----------
    is_positive : ndarray of bool, shape (n,)
        True where the example belongs to the positive class.
    scores : ndarray, shape (n,)
        Finite scores in the type that they were given in; ties are exact equality.
    weights : ndarray of int64 or float64, shape (n,), or None
        Positive masses; None stands for 1 each.
    """

    is_positive: NDArray[np.bool_]
    scores: Array
    weights: Array | None = None


def observe(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | None = None,
) -> Observations:
    """Check labels, scores and weights.

    Parameters
    ----------
    y_true : array_like, shape (n,)
        Labels of two classes (of more, when `pos_label` is given).
    y_score : array_like of numbers, shape (n,)
        Scores; higher means more likely positive.
    pos_label : hashable, optional
        The positive label; by default 1 (or True) among 0/1, -1/1 or booleans.
    sample_weight : array_like of numbers, shape (n,), optional
        Nonnegative weights; a row of weight zero counts as absent.

    Returns
    -------
    Observations

    Raises
    ------
    ValueError, TypeError
        One sentence that names the argument and what was found.
    """
    labels = _vector(y_true, "y_true")
    scores = _numbers(y_score, "y_score")
    _same_length(scores, labels, "y_score")
    if labels.size == 0:
        raise ValueError("y_true is empty; at least one example is needed")
    weights = None
    if sample_weight is not None:
        weights = _weights(sample_weight, labels)
        if not weights.all():
            kept = weights > 0
            labels, scores, weights = labels[kept], scores[kept], weights[kept]
    is_positive = _positive(labels, pos_label)
    check_finite(scores, "y_score")
    return Observations(is_positive, scores, weights)


def check_finite(values: Array, name: str) -> None:
    """Raise a ValueError that counts the values that are NaN or infinite."""
    finite = np.isfinite(values)
    if not finite.all():
        bad = np.flatnonzero(~finite)
        raise ValueError(
            f"{name} holds {bad.size} NaN or infinite value{'s' if bad.size > 1 else ''} "
            f"(first at index {bad[0]}); all must be finite"
        )


def _vector(values: ArrayLike, name: str) -> Array:
    if np.ma.is_masked(values):
        raise ValueError(f"{name} holds masked values; drop or fill them first")
    array = np.asarray(values)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        hint = "; pass the positive class's column, y_score[:, 1]" if name == "y_score" else ""
        raise ValueError(f"{name} must be one-dimensional, found shape {array.shape}{hint}")
    return array


def _numbers(values: ArrayLike, name: str) -> Array:
    array = _vector(values, name)
    if array.dtype.kind == "O":
        try:
            array = array.astype(np.float64)
        except (TypeError, ValueError) as error:
            raise TypeError(f"{name} must hold numbers; {error}") from None
    if array.dtype.kind == "b":
        return array.astype(np.uint8)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must hold numbers, found dtype {array.dtype}")
    return array


def _same_length(values: Array, labels: Array, name: str) -> None:
    if values.size != labels.size:
        raise ValueError(
            f"y_true and {name} must have the same length, found {labels.size} and {values.size}"
        )


def _weights(sample_weight: ArrayLike, labels: Array) -> Array:
    weights = _numbers(sample_weight, "sample_weight")
    _same_length(weights, labels, "sample_weight")
    check_finite(weights, "sample_weight")
    if (weights < 0).any():
        bad = np.flatnonzero(weights < 0)
        raise ValueError(
            f"sample_weight holds {bad.size} negative value{'s' if bad.size > 1 else ''} "
            f"(first at index {bad[0]}); weights must be 0 or more"
        )
    if not weights.any():
        raise ValueError("sample_weight is 0 everywhere; at least one example must count")
    # Whole weights are summed as integers, so that they stay exact.
    return weights.astype(np.float64 if weights.dtype.kind == "f" else np.int64)


def _positive(labels: Array, pos_label: Hashable | None) -> NDArray[np.bool_]:
    _refuse_missing(labels)
    if pos_label is None or pos_label in (1, True):
        usual = _usual_labels(labels)
        if usual is not None:
            return usual
    if pos_label is None:
        raise ValueError(
            f"y_true holds {_listing(labels)}; pass pos_label to say which is positive "
            "(by default it is 1 among 0/1, -1/1 or booleans)"
        )
    is_positive = np.asarray(labels == pos_label)
    if is_positive.shape != labels.shape or not is_positive.any():
        raise ValueError(
            f"pos_label {pos_label!r} is not in y_true, which holds {_listing(labels)}"
        )
    return is_positive.astype(bool)


def _usual_labels(labels: Array) -> NDArray[np.bool_] | None:
    """Return where the label is 1 if all labels are 0/1, -1/1 or booleans, else None."""
    if labels.dtype.kind == "b":
        return labels
    if labels.dtype.kind not in "iufO":
        return None
    ones = np.asarray(labels == 1, dtype=bool)
    rest = labels.size - np.count_nonzero(ones)
    if rest in (np.count_nonzero(labels == 0), np.count_nonzero(labels == -1)):
        return ones
    return None


def _refuse_missing(labels: Array) -> None:
    if labels.dtype.kind in "biuUS":
        return
    if labels.dtype.kind == "O":
        missing = np.array([_is_missing(label) for label in labels], dtype=bool)
    else:
        missing = np.isnan(labels) if labels.dtype.kind in "fc" else np.isnat(labels)
    if missing.any():
        raise ValueError(
            f"y_true holds {np.count_nonzero(missing)} missing values "
            f"(first at index {np.flatnonzero(missing)[0]}); every example needs a label"
        )


def _is_missing(label: Any) -> bool:
    # pandas.NA refuses to be true or false; NaN differs from itself.
    return label is None or type(label).__name__ in ("NAType", "NaTType") or bool(label != label)  # noqa: PLR0124


def _listing(labels: Array) -> str:
    found = list(dict.fromkeys(labels.tolist()))
    with contextlib.suppress(TypeError):
        found.sort()
    shown = ", ".join(repr(label) for label in found[:5])
    more = ", ..." if len(found) > 5 else ""
    return f"{len(found)} label{'s' if len(found) > 1 else ''} ({shown}{more})"
