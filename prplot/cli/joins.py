"""Joins: labels matched by IDs, and models on the same rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def check_ids(table: Any, on: str, groups: Iterable[str] = ()) -> None:
    """Raise a ValueError for a row without an ID, or an ID on several rows of a group."""
    lacking = int(table[on].isna().sum())
    if lacking:
        raise ValueError(f"{lacking} rows have no id in column {on!r}; each row needs one")
    twice = table[on][table.duplicated([on, *groups])]
    if len(twice):
        raise ValueError(
            f"column {on!r} has ids on several rows, such as {twice.tolist()[0]!r};"
            " each may appear once, or once in each group of --hue"
        )


def check_same_ids(ids: Any, wanted: Any, whose: str) -> None:
    """Raise a ValueError for IDs that only one of two tables has."""
    for some, others, where in ((ids, wanted, "not"), (wanted, ids, "only")):
        alone = some[~some.isin(others)].tolist()
        if alone:
            raise ValueError(f"{len(alone)} ids are {where} in {whose}, such as {alone[0]!r}")


def with_labels(table: Any, truth: Any, on: str, label: str) -> Any:
    """Return a table with the columns of another joined by ID, its labels among them."""
    own = table.drop(columns=label, errors="ignore")
    return own.merge(truth[[on, *(name for name in truth if name not in own)]], on=on)


def in_one_order(given: Mapping[str, Any], on: str) -> dict[str, Any]:
    """Return arguments whose table has the rows of each model in the order of those of the first.

    Parameters
    ----------
    given : dict
        Arguments of a function, in which `hue` names the column of models.
    on : str
        The ID column.

    Raises
    ------
    ValueError
        Rows without an id, or models on different ids.
    """
    data, hue = given["data"], given["hue"]
    check_ids(data, on, [given[key] for key in ("hue", "units") if key in given])
    (first, base), *others = data.groupby(hue, sort=False)[on]
    for name, ids in others:
        whose = f"{str(first)!r}, a model that {str(name)!r} is compared with"
        check_same_ids(ids, base, whose)
    places = {one: place for place, one in enumerate(base)}
    return {**given, "data": data.iloc[data[on].map(places).argsort(kind="stable")]}
