"""Checks of arguments, and the types of arrays.

A wrong argument is refused with one sentence: its name, what is accepted, what was found.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from os import sep
from pathlib import Path
from sys import float_info
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[Any]
FloatArray = NDArray[np.float64]
FLOAT = np.dtype(np.float64)
# Rates and published points are rounded; counts recomputed from them may differ by this share.
ROUNDING = 1e-12
# Products of masses of this size are floats; and so are their ratios.
LEAST_MASS, MOST_MASS = 1e-150, 1e150
# Prevalences of one data set under different weights differ by rounding only.
SAME_PREVALENCE = 1e-9
# What XML forbids; tabs and line breaks are allowed. The second are halves of characters.
_CONTROL, _HALF = "[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "[\ud800-\udfff]"
# What words begin with that have "an" before them, but for a few.
VOWELS = ("a", "e", "i", "o", "un")
# The start of the paths of all modules.
PACKAGE = f"{Path(__file__).parents[1]}{sep}"


# What metrics are called elsewhere.
ELSEWHERE = {"tpr": "recall", "sensitivity": "recall", "ppv": "precision", "tnr": "specificity"}


def one_of(value: Any, name: str, accepted: Iterable[str]) -> str:
    """Return an option's value; raise a ValueError that lists the accepted ones otherwise."""
    names = list(accepted)
    if isinstance(value, str) and value in names:
        return value
    near = [known] if (known := ELSEWHERE.get(str(value))) in names else []
    near = near or closest_names(value, names, most=1, least=0.6)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise ValueError(
        f"{name} must be one of {', '.join(map(repr, names))}, found {brief(value)}{hint}"
    )


def check_flag(value: Any, name: str) -> None:
    """Raise a TypeError unless a value is True or False, or 1 or 0.

    Strings and arrays have a truth value, too, but not the intended one: "no" is true.
    """
    if not isinstance(value, bool | np.bool_) and not (is_whole(value) and value in (0, 1)):
        raise TypeError(f"{name} must be True or False, found {brief(value)}")


def check_names(names: Iterable[Any], what: str) -> None:
    """Raise a ValueError unless names differ as text, and can be written."""
    shown = list(names)
    if len({str(name) for name in shown}) < len(shown):
        raise ValueError(f"{what} must differ as text, found {brief(shown)}")
    for name in shown:
        check_written(str(name), what)


def check_written(text: str, what: str) -> None:
    """Raise a ValueError if a text contains surrogates or control characters; SVG has none."""
    if re.search(_HALF, text):
        raise ValueError(f"{what} must be whole characters, found {brief(text)}")
    if re.search(_CONTROL, text):
        raise ValueError(f"{what} must hold no control characters, found {brief(text)}")


def check_kind(value: Any, name: str, kind: type | tuple[type, ...]) -> None:
    """Raise a TypeError unless a value is of a class, or of one of several."""
    if not isinstance(value, kind):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        wanted = " or ".join(one.__name__ for one in kinds)
        raise TypeError(f"{name} must be a {wanted}, found {brief(value)}")


@contextmanager
def named_in_errors(what: str) -> Iterator[None]:
    """Begin errors about wrong input with what it is of, such as a model, unless that is empty."""
    try:
        yield
    except (TypeError, ValueError) as error:
        raise type(error)(f"{what}: {error}" if what else str(error)) from None


def is_whole(value: Any) -> bool:
    """Return whether a value is a whole number; flags and time spans are not."""
    is_integer = isinstance(value, int | np.integer)
    return is_integer and not isinstance(value, bool | np.timedelta64)


def nearest_hint(value: Any, known: Iterable[Any]) -> str:
    """Return the nearest known names, as the end of an error about an unknown one."""
    return f"the nearest: {', '.join(closest_names(value, known))}"


def closest_names(value: Any, known: Iterable[Any], most: int = 3, least: float = 0.0) -> list[str]:
    """Return the known names most similar to a value, best first; case does not matter."""
    # Only errors need it.
    from difflib import get_close_matches

    names = {str(name).lower(): str(name) for name in known}
    found = get_close_matches(str(value).lower(), names, n=most, cutoff=least)
    return [names[name] for name in found]


def brief(value: Any) -> str:
    """Return a value as errors show it: on one line, and not long."""
    # Tables compute with their values to print them.
    with np.errstate(all="ignore"):
        line = " ".join(repr(value).split())
    return line if len(line) <= 60 else f"{line[:58]} …"


def in_full(number: float) -> str:
    """Write a number with the fewest digits that distinguish it from any other."""
    return str(number).removesuffix(".0")


def counted(count: int | str, noun: str, rest: str = "") -> str:
    """Return a number, a noun in its number, and what follows the noun."""
    return f"{count} {noun}{'s' * (str(count) != '1')}{rest}"


def listed(words: Iterable[str]) -> str:
    """Return a list with "and" before its last item.

    Examples
    --------
    >>> listed(["0.1", "0.3", "0.5"])
    '0.1, 0.3 and 0.5'
    """
    *start, last = words
    return f"{', '.join(start)} and {last}" if start else last


def kind_of(value: Any) -> str:
    """Return the class of a value, or the class that it is, with its article."""
    name = value.__name__ if isinstance(value, type) else type(value).__name__
    return f"{'an' if name.lower().startswith(VOWELS) else 'a'} {name}"


def user_level() -> int:
    """Return the level of the stack, for a warning, of the first line outside of the package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(PACKAGE):
        level, frame = level + 1, frame.f_back
    return level


def is_classifier(value: Any) -> bool:
    """Return whether a value is a classifier of scikit-learn, or a class of them."""
    methods = ("predict", "predict_proba", "decision_function")
    # A table may have columns of these names.
    return any(hasattr(value, one) for one in methods) and not has_columns(value)


def has_columns(value: Any) -> bool:
    """Return whether a value is a table of any library."""
    # By its class, as a lazy table has to compute its own columns.
    return hasattr(type(value), "columns")


def as_array(values: ArrayLike, name: str, masked: str = "drop or fill them first") -> Array:
    """Return values as an array; raise if they are masked, sparse or in uneven rows.

    `masked` is the error's advice on masked values.
    """
    if np.ma.is_masked(values):
        raise ValueError(f"{name} holds masked values; {masked}")
    if hasattr(values, "toarray") and hasattr(values, "nnz"):
        raise TypeError(f"{name} must be dense, found {kind_of(values)}; pass {name}.toarray()")
    try:
        array = np.asarray(values)
    except MemoryError:
        raise
    except Exception as error:
        # Each library has its own class of error for types that NumPy lacks.
        kind = ValueError if isinstance(error, ValueError) else TypeError
        why = str(error).split(". ")[0]
        raise kind(
            f"{name} must be an array, found {kind_of(values)} that NumPy can't read: {why}"
        ) from None
    if array.dtype.kind == "V":
        # Types that other libraries add to NumPy, such as bfloat16, have no kind of their own.
        if not np.can_cast(array.dtype, np.float32):
            raise TypeError(f"{name} must hold single values, found dtype {array.dtype}")
        array = array.astype(np.float32)
    # Among texts of a list NumPy writes NaN as a text.
    is_text = array.dtype.kind == "U" and isinstance(values, list | tuple)
    if is_text and np.isin(array, ("nan", "NaT", "<NA>")).any():
        return np.asarray(values, dtype=object)
    return array


def finite_numbers(values: ArrayLike, name: str, *, are_scores: bool = False) -> Array:
    """Return finite numbers as an array of integers or floats; scores may be ``-inf``, too."""
    array = as_array(values, name)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must hold numbers, found dtype {array.dtype}")
    check_finite(array.ravel(), name, are_scores=are_scores)
    floats_of(array.ravel(), name)
    return array


def floats_of(values: ArrayLike, name: str) -> FloatArray:
    """Return numbers as floats; raise if long doubles are too large for them, not if infinite."""
    array = np.asarray(values)
    with np.errstate(all="ignore"):
        floats = array.astype(FLOAT)
    lost = np.isinf(floats) & (array != floats)
    refuse_values(lost, None, f"{name} holds", "out-of-range", "floats can't hold them")
    return floats


def check_finite(
    values: Array,
    name: str,
    present: NDArray[np.bool_] | None = None,
    *,
    or_drop: str = "",
    are_scores: bool = False,
) -> None:
    """Raise a ValueError with the number of NaN or infinite values and the index of the first.

    Parameters
    ----------
    values : ndarray of numbers
    name : str
        The argument's name.
    present : ndarray of bool, optional
        Which values to look at; all by default.
    or_drop : str, optional
        The error's advice on NaN.
    are_scores : bool, optional
        Whether ``-inf`` is accepted, as the score of what was not retrieved.
    """
    bad, kind, wanted = ~np.isfinite(values), "NaN or infinite", "all must be finite"
    if are_scores:
        bad &= values != -np.inf
        kind, wanted = "NaN or +inf", f"{wanted}, or -inf if not retrieved"
    if bad.any():
        hint = f" ({or_drop})" if or_drop and not np.isinf(values[bad]).any() else ""
        refuse_values(bad, present, f"{name} holds", kind, f"{wanted}{hint}")


def refuse_values(
    bad: NDArray[np.bool_], present: NDArray[np.bool_] | None, head: str, kind: str, wanted: str
) -> None:
    """Raise a ValueError with the number of bad values and the index of the first, if any."""
    where = np.flatnonzero(bad if present is None else bad & present)
    if where.size:
        found = counted(where.size, f"{kind} value")
        raise ValueError(f"{head} {found} (first at index {where[0]}); {wanted}")


def together(**arrays: Any) -> tuple[Any, ...]:
    """Broadcast arrays against each other; raise an error with their names if they don't fit."""
    try:
        return np.broadcast_arrays(*arrays.values())
    except ValueError:
        found = ", ".join(f"{name} {np.shape(array)}" for name, array in arrays.items())
        raise ValueError(f"shapes must broadcast against each other, found {found}") from None


def dimensions(value: Any) -> int:
    """Return the number of dimensions of an array or of nested lists; 1 if these are uneven."""
    return len(shape_of(value))


def shape_of(value: Any) -> tuple[int, ...]:
    """Return the shape of an array, or of nested lists; the length alone if these are uneven."""
    # Long lists of numbers are not converted only for that.
    if isinstance(value, list | tuple) and value and not shape_of(value[0]):
        return (len(value),)
    try:
        found = np.shape(value)
    except ValueError:
        return (len(value),)
    # Of a class of arrays it is a property.
    return found if isinstance(found, tuple) else ()


def coordinates(**named: Any) -> tuple[FloatArray, ...]:
    """Return numbers as floats of one shape, by the names of the arguments; NaN may be among them.

    Raises
    ------
    TypeError, ValueError
        No numbers; shapes that don't broadcast; long doubles beyond floats.
    """
    found = {}
    for name, values in named.items():
        array = as_array(values, name)
        if array.dtype.kind not in "iufb":
            raise TypeError(f"{name} must hold numbers, found dtype {array.dtype}")
        found[name] = floats_of(array, name)
    return together(**found)


def scalar_or_array(values: Any) -> Any:
    """Return a float for scalars, as numpy's own functions do, and an array otherwise."""
    return np.asarray(values)[()]


def checked_number(value: Any, name: str, wanted: str, is_within: Callable[[Any], bool]) -> Array:
    """Return one number as an array; otherwise raise a ValueError that says what is accepted."""
    number = as_array(value, name)
    if number.ndim or number.dtype.kind not in "iuf" or not is_within(number):
        found = value if number.ndim else number.item()
        raise ValueError(f"{name} must {wanted}, found {brief(found)}")
    return number


def checked_nonnegative(value: float, name: str) -> float:
    """Return a number; raise unless it is finite and 0 or more."""
    # As a float, because a long double may be more than that.
    wanted = "be a finite number, 0 or more"
    number = checked_number(value, name, wanted, lambda one: 0 <= float(one) <= float_info.max)
    found: float = number.item() if number.dtype.kind in "iu" else float(number)
    return found


def checked_prevalence(prevalence: float) -> float:
    """Return a prevalence; raise unless it lies strictly between 0 and 1."""
    wanted = "lie strictly between 0 and 1"
    return float(checked_number(prevalence, "prevalence", wanted, lambda one: 0 < one < 1))


def checked_shares(values: ArrayLike, name: str) -> Array:
    """Return numbers as floats; raise unless all lie in [0, 1], up to rounding."""
    array = finite_numbers(values, name).astype(np.float64)
    outside = (array < -ROUNDING) | (array > 1 + ROUNDING)
    if outside.any():
        raise ValueError(f"{name} must lie in [0, 1], found {in_full(array[outside].flat[0])}")
    return np.clip(array, 0.0, 1.0)


def shares_together(**given: ArrayLike) -> tuple[Array, ...]:
    """Return numbers between 0 and 1 as arrays of one shape; errors have their names."""
    return together(**{name: checked_shares(values, name) for name, values in given.items()})


def checked_range(
    recall_range: tuple[float, float], name: str = "recall_range"
) -> tuple[float, float]:
    """Return the ends of a range; raise unless ``0 <= a < b <= 1``."""
    ends = as_array(recall_range, name)
    if ends.shape == (2,) and ends.dtype.kind in "iuf":
        low, high = ends.tolist()
        if 0 <= low < high <= 1:
            return float(low), float(high)
    raise ValueError(
        f"{name} must be two numbers with 0 <= a < b <= 1, found {brief(recall_range)}"
    )


def check_points(one: Array, other: Array, names: str) -> None:
    """Raise unless two arrays can be coordinates: one-dimensional, equally long, not empty."""
    check_same_length(one, other, names)
    if one.size == 0:
        raise ValueError(f"{names} are empty; at least one operating point is needed")


def check_same_length(one: Array, other: Array, names: str) -> None:
    """Raise unless two arrays are one-dimensional and equally long."""
    if one.ndim != 1 or one.shape != other.shape:
        raise ValueError(
            f"{names} must be one-dimensional and of the same length, "
            f"found shapes {one.shape} and {other.shape}"
        )


def check_rising(values: Array, name: str, slack: float = ROUNDING) -> None:
    """Raise if one-dimensional values ever decrease by more than `slack`."""
    with np.errstate(invalid="ignore"):
        _check_order(values, np.diff(values) < -slack, f"{name} must never decrease")


def check_falling(values: Array, name: str) -> None:
    """Raise if one-dimensional values ever increase."""
    _check_order(values, values[1:] > values[:-1], f"{name} must never increase")


def _check_order(values: Array, wrong: NDArray[np.bool_], rule: str) -> None:
    """Raise an error with a rule if the way from any value to the next breaks it."""
    if wrong.any():
        i = int(wrong.argmax())
        raise ValueError(
            f"{rule} from one point to the next (best score first), found {in_full(values[i])} "
            f"and then {in_full(values[i + 1])} after index {i}"
        )


def check_masses(least: float, most: float, name: str) -> None:
    """Raise unless floats can hold the products and the ratios of masses, given both extremes."""
    if least < LEAST_MASS or not most <= MOST_MASS or most / least > MOST_MASS:
        raise ValueError(
            f"{name} must be 0 or between {LEAST_MASS:g} and {MOST_MASS:g}, and none more than "
            f"{MOST_MASS:g} times another, found {least:g} and {most:g}; divide all by one number"
        )


def checked_counts(tp: ArrayLike, fp: ArrayLike, pos: float, neg: float) -> tuple[Array, Array]:
    """Return counts; raise unless each point is a confusion matrix and neither count decreases."""
    tp, fp = finite_numbers(tp, "tp"), finite_numbers(fp, "fp")
    check_points(tp, fp, "tp and fp")
    # Both are integers or both are floats, so that later code need look at one of them only.
    whole = all(np.asarray(count).dtype.kind in "iu" for count in (tp, fp, pos, neg))
    kind = np.int64 if whole else np.float64
    slack = 0.0 if whole else ROUNDING * pos + ROUNDING * neg
    return (
        _within(tp.astype(kind), pos, slack, "tp", "pos"),
        _within(fp.astype(kind), neg, slack, "fp", "neg"),
    )


def _within(count: Array, most: float, slack: float, name: str, total_name: str) -> Array:
    """Return one count, clipped to its total; raise if it misses by more than `slack`."""
    bad = np.flatnonzero((count < -slack) | (count > most + slack))
    if bad.size:
        raise ValueError(
            f"{name} must lie between 0 and {total_name} = {in_full(most)}, "
            f"found {in_full(count[bad[0]])} at index {bad[0]}; no confusion matrix has that"
        )
    check_rising(count, name, slack)
    return np.maximum.accumulate(np.clip(count, 0, most))
