"""Values that tell groups of rows apart, and their order."""

import contextlib
import re
from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import brief, nearest
from prplot.core.record import is_missing

Array = NDArray[Any]
# What has an order of its own, as Python's objects; truth values are numbers there.
ORDERED = (Real, Decimal, date, timedelta)
# Zeros at the end of a moment: fractions of a second, and then the whole clock.
_PART_OF_DAY = re.compile(r"\.0+$|([T ]00:00(:00)?)(\.0+)?$")


def levels_of(
    hue: Array, order: Sequence[Any] | None = None, argument: str = "hue"
) -> tuple[list[Any], bool]:
    """Return the groups in order, and whether they are numbers.

    Parameters
    ----------
    hue : ndarray, shape (n,)
        The group of each row.
    order : sequence, optional
        The groups to show; by default all: numbers, truth values and moments in rising order,
        others as they appear.
    argument : str, default "hue"
        What told the groups apart, for errors.

    Returns
    -------
    levels : list
    is_ordered : bool

    Raises
    ------
    ValueError
        A group that no row has, with the nearest that there are; an empty order.
    """
    if order is not None and (np.ndim(order) != 1 or len(order) == 0):
        raise ValueError(
            f"{argument}_order must be a list of at least one group, found {brief(order)}"
        )
    is_ordered = hue.dtype.kind in "iuf"
    found = _rising(hue)
    shown = [] if order is None else list(order)
    for level in shown:
        if level not in found:
            raise ValueError(f"{argument} has no group {level!r}; {nearest(level, found)}")
    if len(set(shown)) < len(shown):
        raise ValueError(f"the groups of {argument}_order must differ, found {brief(shown)}")
    return shown or found, is_ordered


def _rising(hue: Array) -> list[Any]:
    """Return all groups: those that have an order of their own in it, others as they appear."""
    if hue.dtype.kind in "mM":
        # In a list of Python's they would lose their unit.
        return list(np.unique(hue))
    if hue.dtype.kind in "biuf":
        return list(np.unique(hue).tolist())
    found = list(dict.fromkeys(hue.tolist()))
    if found and all(isinstance(one, ORDERED) for one in found):
        # Numbers and moments, or moments with and without a clock, have no common order.
        with contextlib.suppress(TypeError):
            return sorted(found)
    return found


def check_groups(values: Array, argument: str) -> None:
    """Raise unless there is one value, and none missing, for each row."""
    if values.ndim != 1:
        raise ValueError(f"{argument} must be one-dimensional, found shape {values.shape}")
    objects = values.tolist() if values.dtype.kind == "O" else []
    several = next((one for one in objects if _is_several(one)), None)
    if several is not None:
        raise TypeError(
            f"{argument} must hold a single value for each row, such as a text or a number, found "
            f"{brief(several)}"
        )
    missing = np.flatnonzero([is_missing(one) for one in values.tolist()])
    if missing.size:
        raise ValueError(
            f"{argument} holds {missing.size} missing value{'s' * (missing.size > 1)} "
            f"(first at index {missing[0]}); "
            "each row needs one"
        )


def text_of(level: Any) -> str:
    """Return what a group is called: moments without the parts of a day that they don't have."""
    if isinstance(level, float):
        return f"{level:.12g}"
    if isinstance(level, np.datetime64 | datetime):
        return _PART_OF_DAY.sub("", str(level))
    return str(level)


def _is_several(value: Any) -> bool:
    return isinstance(value, Collection) and not isinstance(value, str | bytes)
