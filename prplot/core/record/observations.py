"""Labels, scores and weights as checked arrays: the only place that judges them."""

import contextlib
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core.checks import Array, _refuse, as_array, brief, check_finite

# Only weights beyond this may add up to infinity.
LARGE = 1e290


@dataclass(frozen=True, eq=False)
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
    ends : tuple of scalars
        The lowest and the highest score.
    """

    is_positive: NDArray[np.bool_]
    scores: Array
    weights: Array | None = None

    @cached_property
    def ends(self) -> tuple[Any, Any]:
        """The lowest and the highest score."""
        return self.scores.min(), self.scores.max()


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
    weights = None if sample_weight is None else _weights(sample_weight, labels)
    counts = None if weights is None or weights.all() else weights > 0
    refuse_missing(labels, counts)
    if weights is not None and counts is not None:
        check_finite(scores, "y_score", counts)
        labels, scores, weights = labels[counts], scores[counts], weights[counts]
    seen = Observations(_positive(labels, pos_label), scores, weights)
    # An array whose ends are finite holds neither NaN nor infinity: no pass and no mask for it.
    if not all(np.isfinite(end) for end in seen.ends):
        check_finite(scores, "y_score")
    return seen


def judged(
    y_true: ArrayLike, pos_label: Hashable | None = None, sample_weight: ArrayLike | None = None
) -> NDArray[np.bool_]:
    """Return which labels are positive; False where a row counts for nothing.

    Arguments and errors are those of `observe`.
    """
    labels = _vector(y_true, "y_true")
    counts = np.ones(labels.shape, bool)
    if sample_weight is not None:
        counts = _weights(sample_weight, labels) > 0
    refuse_missing(labels, counts)
    found = np.zeros(labels.shape, bool)
    found[counts] = _positive(labels[counts], pos_label)
    return found


def _vector(values: ArrayLike, name: str) -> Array:
    array = as_array(values, name)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        if array.ndim == 0:
            raise TypeError(f"{name} must be an array of one dimension, found {brief(values)}")
        hint = "; pass the positive class's column, y_score[:, 1]" if array.shape[-1] == 2 else ""
        raise ValueError(
            f"{name} must be one-dimensional, found shape {array.shape}"
            f"{hint if name == 'y_score' else ''}"
        )
    return array


def _numbers(values: ArrayLike, name: str) -> Array:
    array = _vector(values, name)
    if array.dtype.kind == "O":
        try:
            array = _typed(array)
        except (TypeError, ValueError, OverflowError) as error:
            raise TypeError(f"{name} must hold numbers; {error}") from None
    if array.dtype.kind == "b":
        return array.view(np.uint8)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must hold numbers, found dtype {array.dtype}")
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def _typed(array: Array) -> Array:
    """Return objects as numbers: whole ones as integers, which tells large ones apart."""
    if all(type(value) is int for value in array.tolist()):
        for kind in (np.int64, np.uint64):
            with contextlib.suppress(OverflowError):
                return array.astype(kind)
    return array.astype(np.float64)


def _same_length(values: Array, labels: Array, name: str) -> None:
    if values.size != labels.size:
        raise ValueError(
            f"y_true and {name} must have the same length, found {labels.size} and {values.size}"
        )


def _weights(sample_weight: ArrayLike, labels: Array) -> Array:
    weights = _numbers(sample_weight, "sample_weight")
    _same_length(weights, labels, "sample_weight")
    lowest, highest = weights.min(), weights.max()
    if not np.isfinite([lowest, highest]).all():
        check_finite(weights, "sample_weight")
    if lowest < 0:
        _refuse(weights < 0, None, "sample_weight holds", "negative", "weights must be 0 or more")
    if highest == 0:
        raise ValueError("sample_weight is 0 everywhere; at least one example must count")
    with np.errstate(over="ignore"):
        if highest > LARGE and not np.isfinite(weights.sum(dtype=np.float64)):
            raise ValueError("sample_weight adds up to more than a float holds")
    # Whole weights are summed as integers, so that they stay exact, as long as the sums fit.
    whole = weights.dtype.kind != "f" and weights.sum(dtype=np.float64) < 2**62
    return weights.astype(np.int64 if whole else np.float64, copy=False)


def _positive(labels: Array, pos_label: Hashable | None) -> NDArray[np.bool_]:
    if np.ndim(pos_label) or isinstance(pos_label, dict | set):  # type: ignore[arg-type]
        raise TypeError(f"pos_label must be a single label, found {brief(pos_label)}")
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


def refuse_missing(labels: Array, counts: NDArray[np.bool_] | None = None) -> None:
    """Raise a ValueError that tells how many labels are missing, and where the first is."""
    if labels.dtype.kind in "biuUS":
        return
    if labels.dtype.kind == "O":
        missing = np.array([is_missing(label) for label in labels], dtype=bool)
    else:
        missing = np.isnan(labels) if labels.dtype.kind in "fc" else np.isnat(labels)
    _refuse(missing, counts, "y_true holds", "missing", "every example needs a label")


def is_missing(label: Any) -> bool:
    """Tell whether a value stands for none."""
    # pandas.NA refuses to be true or false; NaN differs from itself.
    return label is None or type(label).__name__ in ("NAType", "NaTType") or bool(label != label)  # noqa: PLR0124


def _listing(labels: Array) -> str:
    found = list(dict.fromkeys(labels.tolist()))
    with contextlib.suppress(TypeError):
        found.sort()
    shown = ", ".join(repr(label) for label in found[:5])
    more = ", ..." if len(found) > 5 else ""
    return f"{len(found)} label{'s' if len(found) > 1 else ''} ({shown}{more})"
