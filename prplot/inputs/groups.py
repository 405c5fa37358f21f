"""Rows of tables, split into groups and folds: lists of `ConfusionCurve` records."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.counts import ConfusionCurve
from prplot.core.observations import Observations, as_array, is_missing, observe
from prplot.core.options import brief
from prplot.inputs.columns import categories_of, columns_of

Array = NDArray[Any]
Groups = dict[str | None, list[ConfusionCurve]]


@dataclass(frozen=True)
class Grouping:
    """What tells rows apart, as the user gave it.

    Attributes
    ----------
    data : table or None
        Where names of columns are looked up.
    hue, units : str, array_like or None
        A column, or a value for each row: groups, and folds within them.
    hue_order : sequence or None
        The groups to show, in order.
    """

    data: Any = None
    hue: Any = None
    hue_order: Sequence[Any] | None = None
    units: Any = None

    @property
    def is_used(self) -> bool:
        """Whether there is anything to look up or to split."""
        if self.hue_order is not None and self.hue is None:
            raise TypeError("hue_order goes with hue")
        return any(given is not None for given in (self.data, self.hue, self.units))


@dataclass(frozen=True)
class Grouped:
    """Groups of rows.

    Attributes
    ----------
    groups : dict of name (or None) to list of ConfusionCurve
        A curve for each fold; one without folds.
    levels : list
        The values of `hue` behind the names, or the names.
    is_ordered : bool
        Whether the values are numbers, which have an order.
    """

    groups: Groups
    levels: list[Any]
    is_ordered: bool


def grouped_curves(
    y_true: Any,
    y_score: Any,
    by: Grouping,
    *,
    pos_label: Hashable | None = None,
    sample_weight: Any = None,
    name: str | None = None,
) -> Grouped:
    """Return the curves of each group of rows.

    Parameters
    ----------
    y_true : str or array_like, shape (n,)
        A column of labels, or the labels.
    y_score : str, list of str, or array_like, shape (n,)
        A column of scores, several (a curve each), or the scores.
    by : Grouping
    pos_label : hashable, optional
        As in `ConfusionCurve.from_scores`, for all rows.
    sample_weight : str or array_like, shape (n,), optional
    name : str, optional
        Of a single group.

    Returns
    -------
    Grouped

    Raises
    ------
    ValueError, TypeError
        A column that is not there, with the nearest names; missing values; wrong data.
    """
    _refuse_curves(y_true=y_true, y_score=y_score)
    scores = list(y_score) if _is_names(y_score) and not isinstance(y_score, str) else [y_score]
    named = {"y_true": y_true, "sample_weight": sample_weight, "hue": by.hue, "units": by.units}
    held = _looked_up(by.data, named | {f"y_score[{i}]": one for i, one in enumerate(scores)})
    weights = held["sample_weight"]
    hue, units = _counting(weights, held["hue"]), _counting(weights, held["units"])
    levels, is_ordered = ([None], False) if hue is None else levels_of(hue, _order(by, hue))
    groups: Groups = {}
    shown = []
    for i, column in enumerate(scores):
        y = held["y_true"], held[f"y_score[{i}]"]
        seen = observe(*y, pos_label=pos_label, sample_weight=weights)
        for level in levels:
            rows = np.ones(seen.scores.shape, bool) if hue is None else hue == level
            parts = ([column] if len(scores) > 1 else []) + ([] if hue is None else [_text(level)])
            key = ", ".join(parts) if parts else name
            groups[key] = _folds(seen, np.asarray(rows, dtype=bool), units)
            shown.append(key if hue is None or len(scores) > 1 else level)
    if len(groups) < len(shown):
        raise ValueError(f"the names of the groups must differ as text, found {brief(shown)}")
    if name is not None and len(groups) > 1:
        raise TypeError("name goes with a single curve; hue or the columns name several")
    return Grouped(groups, shown, is_ordered and len(scores) == 1)


def _refuse_curves(**given: Any) -> None:
    for argument, value in given.items():
        if value is None or isinstance(value, Mapping | ConfusionCurve):
            raise TypeError(
                f"data, hue and units go with columns and arrays, found {argument} "
                f"{type(value).__name__}"
            )


def _order(by: Grouping, hue: Array) -> Sequence[Any] | None:
    """Return the order of the groups that was asked for, else that of a column's categories."""
    if by.hue_order is not None or not isinstance(by.hue, str):
        return by.hue_order
    known = categories_of(by.data, by.hue)
    return None if known is None else [one for one in known if one in set(hue.tolist())]


def _is_names(given: Any) -> bool:
    if isinstance(given, str):
        return True
    return (
        isinstance(given, list | tuple) and bool(given) and all(isinstance(x, str) for x in given)
    )


def _looked_up(data: Any, given: dict[str, Any]) -> dict[str, Any]:
    """Return the columns that are named, and the arrays that were given instead."""
    names = [value for value in given.values() if isinstance(value, str)]
    if names and data is None:
        raise TypeError(f"{names[0]!r} names a column, but data is missing")
    held = columns_of(data, names, "data") if names else {}
    found = {key: held[value] if isinstance(value, str) else value for key, value in given.items()}
    arrays = {key: as_array(value, key) for key, value in found.items() if value is not None}
    for key in [key for key in ("hue", "units") if key in arrays]:
        _check_marks(arrays[key], key)
    sizes = {key: array.shape[:1] for key, array in arrays.items()}
    if len(set(sizes.values())) > 1:
        listed = ", ".join(f"{key} {size[0] if size else 'none'}" for key, size in sizes.items())
        raise ValueError(f"all columns must have the same length, found {listed}")
    return {key: arrays.get(key) for key in given}


def _counting(weights: Array | None, values: Array | None) -> Array | None:
    """Leave out the rows of weight zero, which are absent."""
    return values if weights is None or values is None else values[weights != 0]


def _check_marks(values: Array, name: str) -> None:
    """Raise unless there is one value, and none missing, for each row."""
    if values.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, found shape {values.shape}")
    missing = np.flatnonzero([is_missing(one) for one in values.tolist()])
    if missing.size:
        raise ValueError(
            f"{name} holds {missing.size} missing values (first at index {missing[0]}); "
            "each row needs one"
        )


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
    if order is not None and (not isinstance(order, list | tuple | np.ndarray) or not len(order)):
        raise ValueError(
            f"{argument}_order must be a list of at least one group, found {brief(order)}"
        )
    is_ordered = hue.dtype.kind in "iuf"
    if is_ordered:
        found = np.unique(hue).tolist()
    else:
        # Moments stay what they are: in a list of Python's they would lose their unit.
        found = list(dict.fromkeys(hue if hue.dtype.kind in "mM" else hue.tolist()))
    for level in [] if order is None else order:
        if level not in found:
            near = get_close_matches(str(level), [str(one) for one in found], n=3, cutoff=0)
            raise ValueError(f"{argument} has no group {level!r}; the nearest: {', '.join(near)}")
    return found if order is None else list(order), is_ordered


def _folds(
    seen: Observations, rows: NDArray[np.bool_], units: Array | None
) -> list[ConfusionCurve]:
    """Return a curve for each fold of some rows."""
    if units is None:
        return [_curve(seen, rows)]
    folds = list(dict.fromkeys(units[rows]))
    return [_curve(seen, rows & np.asarray(units == fold, dtype=bool)) for fold in folds]


def _curve(seen: Observations, rows: NDArray[np.bool_]) -> ConfusionCurve:
    weights = None if seen.weights is None else seen.weights[rows]
    return ConfusionCurve.from_scores(
        seen.is_positive[rows], seen.scores[rows], sample_weight=weights
    )


def _text(level: Any) -> str:
    return f"{level:.12g}" if isinstance(level, float) else str(level)
