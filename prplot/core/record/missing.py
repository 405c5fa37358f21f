"""Missing values: found, then refused or their rows dropped."""

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, as_array, refuse_values, user_level

# What is done with rows that lack a value.
CHOICES = ("raise", "drop")
# What an error says of them.
OR_DROP = "missing='drop' leaves such rows out"


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
    except ValueError:
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
    rows = found.reshape(len(found), -1).any(axis=1) if found.ndim > 1 else found
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
    array = np.ma.getdata(weights).reshape(len(weights), -1)
    if array.dtype.kind == "O":
        values = array.ravel().tolist()
        flat = [np.isscalar(one) and not is_missing(one) and one == 0 for one in values]
        zero = np.array(flat, bool).reshape(array.shape)
    else:
        zero = array == 0 if array.dtype.kind in "biuf" else np.zeros(array.shape, bool)
    return zero.all(axis=1) & ~lacking(weights)
