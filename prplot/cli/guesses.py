"""Columns of a table: which are labels and scores, as asked for or as guessed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from shlex import quote
from typing import Any

from prplot.cli.options import words

# Names, in lower case, of columns that hold labels; and of those that are never scores.
LABELS = ("y_true", "y", "label", "labels", "target", "class", "truth", "actual")
WEIGHTS = ("weight", "weights", "sample_weight")
NUMBERS = ("id", "index", "idx", "row")
# Names of groups, and the arguments that draw them apart: those of `cv_scores` are guessed.
CV = {"model": "hue", "fold": "units"}
GROUPS = {**CV, "folds": "units", "split": "hue"}
# With more texts than that a column names rows rather than groups of them.
MOST_GROUPS = 20
# How many values of a column tell whether they are lists.
SEEN = 1000
# What two columns may be apart from summing to 1 and still be shares of one row.
ROUNDING = 1e-4
# Texts of numbers with a decimal comma, or with separators of thousands.
DECIMAL = r"\s*[-+]?\d*,?\d+(e[-+]?\d+)?\s*"
THOUSANDS = r"\s*[-+]?(?!\d+\.\d+\s*$)[1-9]\d{0,2}([,.'\s]\d{3})+([.,]\d+)?\s*"


@dataclass(frozen=True)
class ColumnRoles:
    """The columns that were found.

    Attributes
    ----------
    y_true : str
    y_score : list of str
    others : dict of str to str
        The columns of weights and groups, by argument: sample_weight, hue, units, style, clusters.
    note : str
        What was guessed, in a line; empty if everything was named.
    warnings : list of str
        Columns that may have been meant, and why they are left out.
    """

    y_true: str
    y_score: list[str]
    others: dict[str, str] = field(default_factory=dict)
    note: str = ""
    warnings: list[str] = field(default_factory=list)

    @property
    def all(self) -> list[str]:
        """Every column that is used, once."""
        return list(dict.fromkeys([self.y_true, *self.y_score, *self.others.values()]))


def columns_in(table: Any, asked: Mapping[str, Any], guessed: Collection[str] = ()) -> ColumnRoles:
    """Find the columns that were asked for, and guess those that were not.

    Parameters
    ----------
    table : pandas.DataFrame
    asked : dict
        The columns that the user named, as in `Wanted`.
    guessed : collection of str
        The groups that may be guessed, hue and units.

    Returns
    -------
    ColumnRoles

    Raises
    ------
    ValueError
        An unknown column; several columns, or none, that may be the labels; no column of scores.
    """
    known = [str(name) for name in table.columns]
    named = {key: _found(text, known) for key, text in asked.items() if key != "y_score"}
    scores = [one for text in asked.get("y_score", ()) for one in _split(text, known)]
    labels = named.pop("y_true", None) or _labels(table, {*named.values(), *scores})
    _refuse_nested(table, [labels, *named.values(), *scores])
    left = [name for name in known if name not in {labels, *named.values(), *scores}]
    if scores:
        notes = [] if "y_true" in asked else [f"y_true = {labels}; use -t to choose"]
        return ColumnRoles(labels, scores, named, "; ".join([*notes, *_pooled(table, left)]))
    scores = _scores(table, {labels, *named.values()})
    left = [name for name in left if name not in scores]
    suspicious = [sentence for name in left if (sentence := _looks_like_numbers(table[name]))]
    if not scores:
        why = next(iter(suspicious), "use -s to name one")
        raise ValueError(f"no column of scores beside {labels!r}; {why}")
    found = _cv_groups(table, labels, named, left, guessed) if len(scores) == 1 else {}
    left = [name for name in left if name not in found.values()]
    weights = [f"{name} is left out (--weight {name})" for name in left if name.lower() in WEIGHTS]
    roles = {"y_true": labels, "y_score": ", ".join(scores), **found}
    guess = ", ".join(f"{argument} = {column}" for argument, column in roles.items())
    notes = [f"{guess}; use -t and -s to choose", *_pooled(table, left), *weights]
    return ColumnRoles(labels, scores, {**named, **found}, "; ".join(notes), suspicious)


def _cv_groups(
    table: Any, labels: str, named: dict[str, str], left: Iterable[str], guessed: Collection[str]
) -> dict[str, str]:
    """Return the columns of models and folds by argument, as long as every group has two labels."""
    by = [named[key] for key in ("hue", "units", "style") if key in named]
    found: dict[str, str] = {}
    for name in left:
        key = CV.get(name.lower(), "")
        if key not in guessed or key in {*named, *found} or _is_nested(table[name]):
            continue
        if table.groupby([*by, name], observed=True)[labels].nunique().min() > 1:
            by.append(name)
            found[key] = name
    return found


def _pooled(table: Any, names: Iterable[str]) -> list[str]:
    """Return a sentence about columns that seem to be groups, if there are any left out."""
    found = [
        f"{name} (--{GROUPS.get(name.lower(), 'hue')} {quote(name)})"
        for name in names
        if name.lower() in GROUPS or _is_grouping(table[name])
    ]
    return [f"rows are pooled over {', '.join(found)}"] if found else []


def _is_grouping(column: Any) -> bool:
    """Return whether a column has a few texts, each on two rows in the mean."""
    return _kind(column).startswith("texts") and (
        1 < column.nunique() <= min(MOST_GROUPS, len(column) / 2)
    )


def _found(text: str, known: Sequence[str]) -> str:
    """Return the column of a name or position; a name comes first."""
    from prplot.inputs.frames import check_known

    if text not in known and re.fullmatch(r"@\d+", text):
        position = int(text[1:])
        if not 1 <= position <= len(known):
            raise ValueError(f"no column {text}; the table has columns @1 to @{len(known)}")
        return known[position - 1]
    check_known([text], known, "table")
    return text


def _split(text: str, known: Sequence[str]) -> list[str]:
    """Return the columns in a text, split at commas unless a column is called so."""
    parts = [text] if text in known else words(text)
    return [_found(part, known) for part in parts]


def _labels(table: Any, taken: Iterable[str]) -> str:
    """Return the one column with a name of labels, else the one with two values."""
    free = [name for name in table.columns if name not in set(taken)]
    named = [name for name in free if name.lower() in LABELS]
    pairs = [name for name in free if not _is_no_data(table, name) and _has_two(table[name])]
    for found in (named, pairs):
        if len(found) == 1:
            return str(found[0])
    listed = ", ".join(f"{name} ({_kind(table[name])})" for name in free[:12])
    may = (
        f"{' and '.join(named or pairs)} may each be" if named or pairs else "no column looks like"
    )
    raise ValueError(f"{may} the labels; use -t to choose one of {listed}")


def _scores(table: Any, taken: Iterable[str]) -> list[str]:
    """Return the columns of floats, else of integers; of shares that sum to 1 the positive one."""
    free = [
        name
        for name in table.columns
        if name not in set(taken) and not _is_no_data(table, name) and _is_numeric(table[name])
    ]
    floats = [name for name in free if table[name].dtype.kind == "f"]
    scores = floats or free
    dropped = {name for name in scores if _is_share_of_negatives(table, name, scores)}
    return [name for name in scores if name not in dropped]


def _is_share_of_negatives(table: Any, name: str, scores: Sequence[str]) -> bool:
    """Return whether a column such as p_0 and its twin p_1 sum to 1."""
    twin = f"{name[:-1]}1"
    if not name.endswith("0") or twin not in scores:
        return False
    return bool(((table[name] + table[twin] - 1).abs().dropna() < ROUNDING).all())


def _is_no_data(table: Any, name: str) -> bool:
    """Return whether a column is called, or counts, like rows, folds or weights."""
    lower = name.lower()
    if lower in (*NUMBERS, *GROUPS, *WEIGHTS) or not name or lower.startswith("unnamed: "):
        return True
    column = table[name]
    if column.dtype.kind not in "iu" or len(column) < 3:
        return False
    # Row numbers; a score may rank the rows, but not in the order of the file.
    first, last = column.iloc[0], column.iloc[-1]
    counts = first in (0, 1) and last - first == len(column) - 1
    return bool(counts and column.is_monotonic_increasing and column.is_unique)


def _is_numeric(column: Any) -> bool:
    return column.dtype.kind in "fiu"


def _refuse_nested(table: Any, names: Iterable[str]) -> None:
    """Raise a ValueError for a column that has lists or the like in its rows."""
    for name in names:
        if _is_nested(table[name]):
            raise ValueError(f"column {name!r} holds lists or the like; each row needs one value")


def _is_nested(column: Any) -> bool:
    """Return whether a column of a Parquet or JSON file has no single values."""
    if column.dtype.kind != "O":
        return False
    values = column.dropna().head(SEEN)
    return any(hasattr(one, "__len__") and not isinstance(one, str | bytes) for one in values)


def _has_two(column: Any) -> bool:
    return not _is_nested(column) and column.nunique() == 2


def _kind(column: Any) -> str:
    """Return what a column holds, for a list of columns."""
    if _is_nested(column):
        return "lists"
    kinds = {"f": "floats", "i": "integers", "u": "integers", "b": "booleans", "M": "dates"}
    count = column.nunique()
    values = f"{count} value{'' if count == 1 else 's'}"
    return f"{kinds.get(column.dtype.kind, 'texts')}, {values}"


def _looks_like_numbers(column: Any) -> str:
    """Return a sentence about a column of texts that look like numbers."""
    texts = [text for text in column.dropna().head(50).tolist() if isinstance(text, str)]
    if not texts:
        return ""
    told = f"column {column.name!r} holds texts such as {texts[0]!r}"
    if all(re.fullmatch(r"\s*[\d.,]+\s*%\s*", text) for text in texts):
        return f"{told}; write them as numbers, without %"
    separated = [re.fullmatch(THOUSANDS, one) for one in texts if re.search(r"\d\D+\d|,", one)]
    if not all(separated) and all(re.fullmatch(DECIMAL, text) for text in texts):
        return f"{told}; pass --decimal ','"
    if any(separated) and all(re.fullmatch(r"[-+\d.,'\s]+", text) for text in texts):
        return f"{told}; write them as numbers, without separators of thousands"
    return ""
