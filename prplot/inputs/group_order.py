"""The values of a grouping, and their order.

Values with a natural order, such as numbers and dates, are sorted; others keep their order of
appearance, as in seaborn.
"""

import contextlib
import re
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import numpy as np

from prplot.core.checks import (
    Array,
    brief,
    check_written,
    dimensions,
    nearest_hint,
    refuse_values,
)
from prplot.core.record.observations import OR_DROP, lacking

# The time of day in a date's text, if it is midnight, or only its fraction of a second, if zero.
_PART_OF_DAY = r"\.0+$|([T ]00:00(:00)?)(\.0+)?$"


def group_values(
    hue: Array, order: Sequence[Any] | None = None, argument: str = "hue"
) -> tuple[list[Any], bool]:
    """Return the values of a grouping in order, and whether they are numbers.

    Parameters
    ----------
    hue : ndarray, shape (n,)
        The group of each row.
    order : sequence, optional
        The groups to show; by default all: numbers, booleans and dates in rising order, others as
        they appear.
    argument : str, default "hue"
        The argument that groups the rows, for errors.

    Returns
    -------
    values : list
    is_ordered : bool

    Raises
    ------
    ValueError
        A group that no row has, with the nearest names; an empty order.
    """
    if order is not None and (dimensions(order) != 1 or not 0 < len(order) == len(set(order))):
        raise ValueError(
            f"{argument}_order must be a list of different groups, at least one, found "
            f"{brief(order)}"
        )
    is_ordered = hue.dtype.kind in "iuf"
    found = _rising(hue)
    for value in found:
        check_written(str(value), f"the groups of {argument}")
    shown = [] if order is None else list(order)
    for value in shown:
        if value not in found:
            raise ValueError(f"{argument} has no group {value!r}; {nearest_hint(value, found)}")
    return shown or found, is_ordered


def _rising(hue: Array) -> list[Any]:
    """Return the distinct values: rising if they have an order, else as they appear."""
    if hue.dtype.kind in "mM":
        # Not as Python's objects, which would lose the unit.
        return list(np.unique(hue))
    if hue.dtype.kind in "biuf":
        return list(np.unique(hue).tolist())
    found = list(dict.fromkeys(hue.tolist()))
    if not any(isinstance(one, str) for one in found):
        # Numbers and dates, or dates with and without a time, have no common order.
        with contextlib.suppress(TypeError):
            return sorted(found)
    return found


def text_of(value: Any) -> str:
    """Return the name of a group: dates without a time of day at midnight, parts of a pair."""
    if isinstance(value, tuple):
        return ", ".join(map(text_of, value))
    if isinstance(value, float):
        return f"{value:.12g}"
    if isinstance(value, np.datetime64 | datetime):
        return re.sub(_PART_OF_DAY, "", str(value))
    return str(value)


def texts_of(values: Sequence[Any]) -> list[str]:
    """Return the names of groups or classes; all their digits if texts are the same."""
    texts = [text_of(one) for one in values]
    return texts if len(set(texts)) == len(texts) else [repr(one) for one in values]


def check_groups(values: Array, argument: str) -> None:
    """Raise unless each row has a single value, and none is missing."""
    objects = values.tolist() if values.dtype.kind == "O" else []
    for one in objects:
        if isinstance(one, Collection) and not isinstance(one, str | bytes):
            raise TypeError(
                f"{argument} must hold a single value for each row, such as a text or a number, "
                f"found {brief(one)}"
            )
    wanted = f"each row needs one ({OR_DROP})"
    refuse_values(lacking(values), None, f"{argument} holds", "missing", wanted)
