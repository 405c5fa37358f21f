"""Values that tell groups of rows apart, and their order."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.observations import is_missing
from prplot.core.options import brief, nearest

Array = NDArray[Any]


def levels_of(
    hue: Array, order: Sequence[Any] | None = None, argument: str = "hue"
) -> tuple[list[Any], bool]:
    """Return the groups in order, and whether they are numbers.

    Parameters
    ----------
    hue : ndarray, shape (n,)
        The group of each row.
    order : sequence, optional
        The groups to show; by default all, numbers in rising order, others as they appear.
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
    if is_ordered:
        found = np.unique(hue).tolist()
    else:
        # Moments stay what they are: in a list of Python's they would lose their unit.
        found = list(dict.fromkeys(hue if hue.dtype.kind in "mM" else hue.tolist()))
    shown = [] if order is None else list(order)
    for level in shown:
        if level not in found:
            raise ValueError(f"{argument} has no group {level!r}; {nearest(level, found)}")
    if len(set(shown)) < len(shown):
        raise ValueError(f"the groups of {argument}_order must differ, found {brief(shown)}")
    return shown or found, is_ordered


def check_groups(values: Array, argument: str) -> None:
    """Raise unless there is one value, and none missing, for each row."""
    if values.ndim != 1:
        raise ValueError(f"{argument} must be one-dimensional, found shape {values.shape}")
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
    return str(level).removesuffix(".000000000").removesuffix("T00:00:00")
