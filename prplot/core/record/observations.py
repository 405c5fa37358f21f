"""Observations: labels, scores and weights as checked arrays, without rows that lack values.

This is the only module that decides which labels are positive and which rows count.
"""

import contextlib
import warnings
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core.checks import (
    Array,
    as_array,
    brief,
    check_finite,
    check_masses,
    counted,
    one_of,
    refuse_values,
    user_level,
)
from prplot.core.record.mistakes import mistakes_explained
from prplot.core.record.steps import exact_type

# Weights of an integer type are summed as integers as long as their sum is below this.
_MOST_WHOLE = 2**62
# What is done with rows that lack a value.
CHOICES = ("raise", "drop")
# What an error says of them.
OR_DROP = "missing='drop' leaves such rows out"


@dataclass(eq=False, repr=False)
class Observations:
    """Scored examples of two classes, checked.

    Attributes
    ----------
    is_positive : ndarray of bool, shape (n,)
        True where the example belongs to the positive class.
    scores : ndarray, shape (n,)
        In the type that they were given in; ties are exact equality. None is NaN or ``+inf``.
    weights : ndarray, shape (n,), or None
        Positive weights; None if all are 1. Integers where exact sums fit, else float64.
    """

    is_positive: NDArray[np.bool_]
    scores: Array
    weights: Array | None = None

    @cached_property
    def thresholds_type(self) -> np.dtype[Any]:
        """A float type that keeps different scores different."""
        return exact_type(self.scores)

    def chosen(self, rows: NDArray[np.bool_]) -> "Observations":
        """Return some of the examples."""
        weights = None if self.weights is None else self.weights[rows]
        return Observations(self.is_positive[rows], self.scores[rows], weights)


def observe(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | None = None,
    missing: str = "raise",
    is_part: bool = False,
    labels_name: str = "y_true",
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
    missing : {"raise", "drop"}, default "raise"
        What to do with rows that lack a label, a score or a weight.
    is_part : bool, default False
        Whether other examples may have `pos_label`.
    labels_name : str, default "y_true"
        What a warning about missing values calls the labels.

    Returns
    -------
    Observations

    Raises
    ------
    ValueError, TypeError
        One sentence that names the argument and what was found.
    """
    if one_of(missing, "missing", CHOICES) == "drop":
        given = {labels_name: y_true, "y_score": y_score, "sample_weight": sample_weight}
        y_true, y_score, sample_weight = complete_arrays(given).values()
    with mistakes_explained(y_true, y_score, pos_label):
        return _observed(y_true, y_score, pos_label, sample_weight, is_part)


def _observed(
    y_true: ArrayLike,
    y_score: ArrayLike,
    pos_label: Hashable | None,
    sample_weight: Any,
    is_part: bool,
) -> Observations:
    labels = _vector(y_true, "y_true")
    scores = _numbers(y_score, "y_score")
    _same_length(scores, labels, "y_score")
    if labels.size == 0:
        raise ValueError("y_true is empty; at least one example is needed")
    weights = None if sample_weight is None else _weights(sample_weight, labels)
    present = None if weights is None or weights.all() else weights > 0
    refuse_missing(labels, present)
    if weights is not None and present is not None:
        check_finite(scores, "y_score", present, or_drop=OR_DROP, are_scores=True)
        labels, scores, weights = labels[present], scores[present], weights[present]
    scores = scores.astype(scores.dtype.newbyteorder("="), copy=False)
    masses = None if weights is None else _masses(weights)
    found = Observations(_positive(labels, pos_label, is_part), scores, masses)
    # If any is NaN, so is the highest: that needs no mask.
    if not scores.max() < np.inf:
        check_finite(scores, "y_score", or_drop=OR_DROP, are_scores=True)
    return found


def positive_labels(
    y_true: ArrayLike, pos_label: Hashable | None = None, sample_weight: ArrayLike | None = None
) -> NDArray[np.bool_]:
    """Return which labels are positive; False for rows of weight zero.

    Arguments and errors are those of `observe`.
    """
    labels = _vector(y_true, "y_true")
    present = np.ones(labels.shape, bool)
    if sample_weight is not None:
        present = _weights(sample_weight, labels) > 0
    refuse_missing(labels, present)
    found = np.zeros(labels.shape, bool)
    found[present] = _positive(labels[present], pos_label)
    return found


def has_usual_labels(y_true: ArrayLike, sample_weight: ArrayLike | None = None) -> bool:
    """Return whether all labels are 0/1, -1/1 or booleans, so that 1 (or True) is positive.

    Arguments are those of `observe`, which accepted them.
    """
    labels = _vector(y_true, "y_true")
    if sample_weight is not None:
        labels = labels[_weights(sample_weight, labels) > 0]
    return _usual_labels(labels) is not None


def _vector(values: ArrayLike, name: str) -> Array:
    array = as_array(values, name, masked=OR_DROP)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        if array.ndim == 0:
            raise TypeError(f"{name} must be an array of one dimension, found {brief(values)}")
        raise ValueError(f"{name} must be one-dimensional, found shape {array.shape}")
    return array


def _numbers(values: ArrayLike, name: str) -> Array:
    array = _vector(values, name)
    if array.dtype.kind == "O":
        array = _typed(array, name)
    if array.dtype.kind == "b":
        return array.view(np.uint8)
    if array.dtype.kind not in "iuf":
        example = f", such as {brief(array[:1].tolist()[0])}" if array.size else ""
        raise TypeError(f"{name} must hold numbers, found dtype {array.dtype}{example}")
    return array


def _typed(array: Array, name: str) -> Array:
    """Return objects as floats, missing ones as NaN."""
    complex_numbers = np.exceptions.ComplexWarning
    try:
        with warnings.catch_warnings(action="error", category=complex_numbers):
            return np.where(lacking(array), np.nan, array).astype(np.float64)
    except (TypeError, ValueError, OverflowError, complex_numbers) as error:
        why = str(error).rstrip(".")
        raise TypeError(f"{name} must hold numbers within the range of floats: {why}") from None


def _same_length(values: Array, labels: Array, name: str) -> None:
    if values.size != labels.size:
        raise ValueError(
            f"y_true and {name} must have the same length, found {labels.size} and {values.size}"
        )


def _weights(sample_weight: ArrayLike, labels: Array) -> Array:
    weights = _numbers(sample_weight, "sample_weight")
    _same_length(weights, labels, "sample_weight")
    lowest, highest = weights.min(), weights.max()
    if not (np.isfinite(lowest) and np.isfinite(highest)):
        check_finite(weights, "sample_weight", or_drop=OR_DROP)
    if lowest < 0:
        refuse_values(
            weights < 0, None, "sample_weight holds", "negative", "weights must be 0 or more"
        )
    if highest == 0:
        raise ValueError("sample_weight is 0 everywhere; at least one example must count")
    least = lowest if lowest > 0 else weights[weights > 0].min()
    check_masses(float(least), float(highest), "sample_weight")
    return weights


def _masses(weights: Array) -> Array:
    """Return weights as integers, whose sums are exact, or as floats."""
    is_whole = weights.dtype.kind != "f" and weights.sum(dtype=np.float64) < _MOST_WHOLE
    return weights.astype(np.int64 if is_whole else np.float64, copy=False)


def is_one(pos_label: Any) -> bool:
    """Return whether a positive label is 1 or True; raise a TypeError unless it is one label."""
    # Not by its shape, which nested lists of different lengths don't have.
    is_scalar = isinstance(pos_label, str | bytes | np.ndarray) and np.ndim(pos_label) == 0
    if isinstance(pos_label, Collection) and not is_scalar:
        raise TypeError(f"pos_label must be a single label, found {brief(pos_label)}")
    return not is_missing(pos_label) and bool(pos_label == 1)


def _positive(
    labels: Array, pos_label: Hashable | None, is_part: bool = False
) -> NDArray[np.bool_]:
    if labels.dtype.kind == "O":
        # What is no label is refused before it is compared.
        distinct_labels(labels)
    if pos_label is None or is_one(pos_label):
        usual = _usual_labels(labels)
        if usual is not None:
            return usual
    if pos_label is None:
        raise ValueError(
            f"y_true holds {_listing(labels)}; pass {_choices(labels)}, to say which is positive "
            "(by default it is 1 among 0/1, -1/1 or booleans)"
        )
    is_positive = _matching(labels, pos_label)
    if not (is_part or is_positive.any()):
        raise ValueError(
            f"pos_label {brief(pos_label)} is not in y_true, which holds {_listing(labels)}"
        )
    return is_positive


def _matching(labels: Array, pos_label: Hashable) -> NDArray[np.bool_]:
    """Return which labels are the positive one; none if their type can't hold it."""
    found: ArrayLike = False
    if not is_missing(pos_label):
        # A number beyond the type of the labels would be rounded to infinity, or fail, as a class.
        wrong = OverflowError, FloatingPointError, TypeError
        with np.errstate(over="raise"), contextlib.suppress(*wrong):
            found = labels == pos_label
    # A label of a type that cannot be compared equals none.
    is_positive: NDArray[np.bool_] = np.logical_or(np.zeros(labels.shape, bool), found)
    return is_positive


def _usual_labels(labels: Array) -> NDArray[np.bool_] | None:
    """Return where the label is 1 if all labels are 0/1, -1/1 or booleans, else None."""
    if labels.dtype.kind == "b":
        return labels
    if labels.dtype.kind not in "iufO":
        return None
    ones = np.asarray(labels == 1, dtype=bool)
    rest = labels.size - np.count_nonzero(ones)
    if np.count_nonzero(labels == 0) == rest or np.count_nonzero(labels == -1) == rest:
        return ones
    return None


def distinct_labels(labels: Array) -> list[Any]:
    """Return the distinct labels, in order if they have one."""
    try:
        found = list(dict.fromkeys(labels.tolist()))
    except TypeError:
        kinds = ", ".join(sorted({type(one).__name__ for one in labels.tolist()}))
        raise TypeError(f"y_true must hold texts, numbers or other labels, found {kinds}") from None
    with contextlib.suppress(TypeError):
        found.sort()
    return found


def _choices(labels: Array) -> str:
    """Return what can be typed to say which label is positive."""
    first, *others = distinct_labels(labels)
    if len(others) > 1:
        return f"pos_label, such as pos_label={brief(others[-1])} against the others"
    return " or ".join(f"pos_label={brief(label)}" for label in (first, *others))


def _listing(labels: Array) -> str:
    """Return the distinct labels, or the first of them, as errors show them."""
    found = distinct_labels(labels)
    shown = ", ".join(brief(label) for label in found[:5])
    more = ", ..." if len(found) > 5 else ""
    return f"{counted(len(found), 'label')} ({shown}{more})"


# Missing values


class MissingValuesWarning(UserWarning):
    """Rows were left out because they lack a label, a score, a weight or a group."""


def is_missing(value: Any) -> bool:
    """Return whether a value is None, NaN, NaT or pandas.NA."""
    # pandas.NA has no truth value; NaN differs from itself, and a signalling one refuses to.
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    try:
        return bool(value != value)  # noqa: PLR0124
    except ArithmeticError:
        return True
    except (TypeError, ValueError):
        return False


def warn_of_missing(sentence: str) -> None:
    """Warn of rows that were left out, at the user's line."""
    warnings.warn(sentence, MissingValuesWarning, stacklevel=user_level())


def lacking(values: Array) -> NDArray[np.bool_]:
    """Return where an array holds None, NaN, NaT or pandas.NA, or is masked.

    Parameters
    ----------
    values : ndarray, shape (n,) or (n, ...)

    Returns
    -------
    ndarray of bool, shape (n,)
        For each row, whether any of its values is missing.
    """
    array = np.ma.getdata(values)
    if array.dtype.kind == "O":
        flat = np.fromiter(map(is_missing, array.ravel()), bool, array.size)
        found: Array = flat.reshape(array.shape)
    elif array.dtype.kind in "fc":
        found = np.asarray(np.isnan(array))
    else:
        found = np.isnat(array) if array.dtype.kind in "mM" else np.zeros(array.shape, bool)
    if isinstance(values, np.ma.MaskedArray):
        found = np.asarray(found | np.ma.getmaskarray(values))
    rows = found.any(axis=tuple(range(1, found.ndim))) if found.ndim > 1 else found
    return np.asarray(rows, dtype=bool)


def refuse_missing(labels: Array, present: NDArray[np.bool_] | None = None) -> None:
    """Raise a ValueError with the number of missing labels and the index of the first, if any."""
    if labels.dtype.kind not in "biuUS":
        wanted = f"every example needs a label ({OR_DROP})"
        refuse_values(lacking(labels), present, "y_true holds", "missing", wanted)


def complete_arrays(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return arrays without the rows in which one of them lacks a value; warn if there are any.

    Parameters
    ----------
    given : dict of str to array_like, shape (n,), or None
        By argument; "sample_weight" has the weights.

    Returns
    -------
    dict of str to array_like or None
        Arrays that differ in length are returned as they are.

    Raises
    ------
    ValueError
        Every row lacks a value.
    """
    arrays = {key: unmasked(one, key) for key, one in given.items() if one is not None}
    kept = rows_to_keep(arrays, arrays.get("sample_weight"))
    if kept is None:
        return dict(given)
    return {**given, **{key: np.ma.getdata(array)[kept] for key, array in arrays.items()}}


def unmasked(values: Any, name: str) -> Array:
    """Return values as an array, also if some of them are masked."""
    return values if isinstance(values, np.ma.MaskedArray) else as_array(values, name)


def rows_to_keep(
    columns: Mapping[str, Array], weights: Array | None = None
) -> NDArray[np.bool_] | None:
    """Return the rows in which no column lacks a value; warn of the others.

    Parameters
    ----------
    columns : dict of str to ndarray, shape (n,) or (n, ...)
        By the names that the warning has for them.
    weights : ndarray, shape (n,), optional
        Rows of weight zero count as absent; they are kept even if they lack values.

    Returns
    -------
    ndarray of bool, shape (n,), or None
        None if no row lacks anything, or if columns differ in length.

    Raises
    ------
    ValueError
        Every row lacks a value.
    """
    sizes = {array.shape[:1] for array in columns.values()}
    if len(sizes) != 1 or sizes == {()}:
        return None
    ((size,),) = sizes
    lacks = {name: lacking(array) for name, array in columns.items()}
    present = np.ones(size, bool) if weights is None else ~are_zero(weights)
    lacks = {name: mask & present for name, mask in lacks.items() if (mask & present).any()}
    if not lacks:
        return None
    dropped = np.logical_or.reduce(list(lacks.values()))
    counts = {name: int(np.count_nonzero(mask)) for name, mask in lacks.items()}
    rows, size = int(np.count_nonzero(dropped)), int(np.count_nonzero(present))
    warn_of_missing(left_out(rows, size, counts))
    return np.asarray(~dropped, dtype=bool)


def left_out(dropped: int, rows: int, lacks: Mapping[str, int]) -> str:
    """Return how many of how many rows are left out, and how many lack which value.

    Raises
    ------
    ValueError
        No row is left.
    """
    listed = ", ".join(f"{count} in {name}" for name, count in lacks.items() if count)
    if dropped == rows:
        raise ValueError(f"missing='drop' leaves no rows: all {rows} lack values, {listed}")
    return f"{dropped} of {rows} rows left out because they lack values: {listed}"


def are_zero(weights: Array) -> NDArray[np.bool_]:
    """Return which rows have a weight of zero."""
    array = np.ma.getdata(weights)
    if array.dtype.kind == "O":
        values = array.ravel().tolist()
        flat = [np.isscalar(one) and not is_missing(one) and one == 0 for one in values]
        zero = np.array(flat, bool).reshape(array.shape)
    else:
        zero = array == 0 if array.dtype.kind in "biuf" else np.zeros(array.shape, bool)
    return zero.all(axis=tuple(range(1, zero.ndim))) & ~lacking(weights)
