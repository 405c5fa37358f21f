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


def paired(given: Mapping[str, Any], on: str | None) -> dict[str, Any]:
    """Return arguments with the scores of each model on the same rows.

    Parameters
    ----------
    given : dict
        Arguments of a function; `hue` names the models of a long table.
    on : str, optional
        The ID column; without it, the models' rows are matched by position.

    Raises
    ------
    ValueError
        Models on different rows, or with different labels.
    """
    others = {key: value for key, value in given.items() if key not in ("hue", "hue_order")}
    if len(others) == len(given):
        return others
    data, scores = given["data"], {}
    if on is None:
        on = "row number"
        data = data.assign(**{on: data.groupby(given["hue"]).cumcount() + 1})
    check_ids(data, on, [given["hue"]])
    frames = {str(name): one for name, one in data.groupby(given["hue"], sort=False)}
    (first, base), *_ = frames.items()
    for name, frame in frames.items():
        check_same_ids(frame[on], base[on], f"{first!r}, a model that {name!r} is compared with")
        same = frame.set_index(on).loc[base[on]].reset_index()
        if not same[given["y_true"]].equals(base[given["y_true"]].reset_index(drop=True)):
            raise ValueError(
                f"{first!r} and {name!r} have different labels on rows with the same {on}; --on"
                " names the column of ids"
            )
        scores[name] = same[given["y_score"]].to_numpy()
    return {**others, "y_score": scores, "data": base}
