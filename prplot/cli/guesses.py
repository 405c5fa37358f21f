"""Column roles: which columns are labels, scores, weights and groups, named or guessed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from shlex import quote
from typing import Any

from prplot.cli.options import words

# Names, in lower case, of columns that hold labels; and of those that are never scores.
LABELS = ("y_true", "y", "label", "labels", "target", "class", "truth", "actual")
WEIGHTS = ("weight", "weights", "sample_weight")
NUMBERS = ("id", "index", "idx", "row")
# Names of groups, and the arguments that draw them apart: those of `cv_scores` are guessed.
CV = {"model": "hue", "fold": "units"}
GROUPS = {
    **CV,
    **dict.fromkeys(("folds", "repeat", "seed"), "units"),
    **dict.fromkeys(("split", "method", "classifier", "dataset", "site"), "hue"),
    **dict.fromkeys(("patient", "subject", "cluster", "group"), "clusters"),
}
# What distinguishes groups if the first choice is taken.
OTHERWISE = {"hue": "style"}
# With more texts than that a column names clusters of rows.
MOST_GROUPS = 20
# How many values of a column tell whether they are lists.
SEEN = 1000
# What columns may be apart from summing to 1 and still be shares of one row.
ROUNDING = 1e-4
# Labels that may stand for missing values.
MARKERS = ("?", "-", "--", ".", "*", "unknown", "missing")
# So many texts beside numbers may stand for missing values.
MOST_MARKERS = 3
# With more labels than that columns of scores are not of classes.
MOST_CLASSES = 100
NUMBER = r"\s*[-+]?\d*\.?\d+(e[-+]?\d+)?\s*"
# Texts of numbers with a decimal comma, or with separators of thousands.
DECIMAL = r"\s*[-+]?\d*,?\d+(e[-+]?\d+)?\s*"
THOUSANDS = r"\s*[-+]?(?!\d+\.\d+\s*$)[1-9]\d{0,2}([,.'\s]\d{3})+([.,]\d+)?\s*"


@dataclass(frozen=True)
class ColumnRoles:
    """The columns that were found.

    Attributes
    ----------
    y_true : str
    y_score : dict of str to (str or None)
        The columns of scores, each with the label that it belongs to; None if it is a model.
    others : dict of str to str
        The columns of weights and groups, by argument: sample_weight, hue, units, style, clusters.
    note : str
        What was guessed, in a line; empty if everything was named.
    warnings : list of str
        Choices that may not be what was meant.
    """

    y_true: str
    y_score: dict[str, str | None]
    others: dict[str, str] = field(default_factory=dict)
    note: str = ""
    warnings: list[str] = field(default_factory=list)

    @property
    def all(self) -> list[str]:
        """Every column that is used, once."""
        return list(dict.fromkeys([self.y_true, *self.y_score, *self.others.values()]))


def columns_in(
    table: Any,
    asked: Mapping[str, Any],
    options: Mapping[str, str],
    pos_label: str | None = None,
    guessed: Collection[str] = (),
) -> ColumnRoles:
    """Find the columns that were asked for, and guess those that were not.

    Parameters
    ----------
    table : pandas.DataFrame
    asked : dict
        The columns that the user named, as in `Wanted`.
    options : dict of str to str
        The options of the command by argument, which may distinguish further groups.
    pos_label : str, optional
        The positive label, if the user named it.
    guessed : collection of str
        The groups that may be guessed, hue and units.

    Returns
    -------
    ColumnRoles

    Raises
    ------
    ValueError
        An unknown column; several columns, or none, that may be the labels; no column of scores;
        labels of several classes whose columns can't be told.
    """
    known = list(table.columns)
    groups = {key: found_in(known, text) for key, text in asked.items() if key != "y_score"}
    named = [one for text in asked.get("y_score", ()) for one in _split(text, known)]
    labels = groups.pop("y_true", None) or labels_in(table, {*groups.values(), *named})
    _refuse_nested(table, [labels, *groups.values(), *named])
    scores = named or _scores(table, {labels, *groups.values()})
    left = [name for name in known if name not in {labels, *groups.values(), *scores}]
    doubts = _doubts(table[labels], pos_label)
    doubts += [told for one in left if not named and (told := _looks_like_numbers(table[one]))]
    if not scores:
        why = next(iter(doubts), "use -s to name one")
        raise ValueError(f"no column of scores beside {labels!r}; {why}")
    used = _models_or_classes(table, labels, scores, pos_label, are_named=bool(named))
    said = {} if named and "y_true" in asked else {"y_true": labels}
    if not named:
        found = _cv_groups(table, labels, groups, left, guessed if len(used) == 1 else ())
        said |= {"y_score": ", ".join(used), **found}
        groups |= found
    guess = ", ".join(f"{argument} = {column}" for argument, column in said.items())
    notes = [f"{guess}; use -t and -s to choose"] * bool(said)
    notes += _pooled(
        table, [name for name in left if name not in groups.values()], labels, options, groups
    )
    unused = [name for name in scores if name not in used]
    unused += [f"{name} (--weight {name})" for name in left if name.lower() in WEIGHTS]
    notes += [f"left out: {', '.join(unused)}"] * bool(unused)
    return ColumnRoles(labels, used, groups, "; ".join(notes), doubts)


def _models_or_classes(
    table: Any, labels: str, scores: Sequence[str], pos_label: str | None, are_named: bool
) -> dict[str, str | None]:
    """Return the columns of scores that are used, each with its class, or None for a model.

    Raises
    ------
    ValueError
        Of several labels none is positive, and columns may be models or classes.
    """
    of = _classes(table[labels], list(table) if are_named else scores)
    if pos_label is None and len(of) > 2 and of.keys() <= set(scores):
        return dict(of)
    if pos_label is None and len(of) > 2 and (own := [name for name in scores if name in of]):
        raise ValueError(
            f"{own[0]} has the scores of one class; pass -s {own[0]} --pos-label {of[own[0]]}, or"
            f" -s {','.join(of)}"
        )
    if pos_label is None and not of and len(scores) == table[labels].nunique() > 2:
        raise ValueError(
            f"{', '.join(scores)} may be models or classes; call classes like the labels of"
            f" {labels}; of models say by --pos-label which label is positive"
        )
    models = dict.fromkeys(scores)
    # Models may be numbered, too.
    are_numbered = all(re.search(r"\d", name) for name in of)
    if are_named or not of or (are_numbered and not _sum_to_1(table, of)):
        return models
    wanted = list(of.values())[-1] if pos_label is None else plain(pos_label)
    return {name: None for name, label in of.items() if label == wanted} or models


def _classes(labels: Any, scores: Sequence[str]) -> dict[str, str]:
    """Return the label of each column, if columns have names like p_a and p_b, or a_p and b_p."""
    if not 1 < labels.nunique() <= MOST_CLASSES or _is_nested(labels):
        return {}
    texts = [plain(value) for value in sorted(labels.dropna().unique().tolist())]
    # Or numbered in the order of labels, as classifiers have them.
    for names in (texts, [str(i) for i in range(len(texts))]):
        for column, name in product(scores, names):
            before, is_in, after = column.partition(name)
            found = {f"{before}{one}{after}": text for one, text in zip(names, texts, strict=True)}
            if is_in and found.keys() <= set(scores):
                return found
    return {}


def _sum_to_1(table: Any, names: Iterable[str]) -> bool:
    """Return whether columns are shares of each row."""
    sums = table[list(names)].sum(axis=1, skipna=False).dropna()
    return bool(((sums - 1).abs() < ROUNDING).all())


def plain(label: Any) -> str:
    """Return the text of a label, that of 1 for 1.0."""
    return str(label).removesuffix(".0")


def _doubts(labels: Any, pos_label: str | None) -> list[str]:
    """Return a sentence about a label that may be a missing value; refuse it among classes."""
    odd = [one for one in labels.unique() if isinstance(one, str) and one.lower() in MARKERS]
    if not odd or labels.nunique() < 3:
        return []
    told = f"column {labels.name!r} holds {odd[0]!r}; if missing, pass --na {quote(odd[0])}"
    if pos_label is None:
        raise ValueError(f"{told}, else say which label is positive, by --pos-label")
    return [told]


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


def _pooled(
    table: Any,
    names: Iterable[str],
    labels: str,
    options: Mapping[str, str],
    taken: Collection[str],
) -> list[str]:
    """Return a sentence about columns that seem to be groups, if there are any left out."""
    found = []
    for name in names:
        if key := _grouping(table[name], table[labels]):
            free = (one for one in (key, OTHERWISE.get(key, key)) if one not in taken)
            flag = next((options[one] for one in (*free, key) if one in options), None)
            found.append(f"{name} ({flag} {quote(name)})" if flag else name)
    return [f"rows are pooled over {', '.join(found)}"] if found else []


def _grouping(column: Any, labels: Any) -> str:
    """Return the argument that distinguishes the groups of a column; empty if it has none."""
    name, kind = column.name.lower(), _kind(column)
    if name not in GROUPS and not kind.startswith("texts"):
        return ""
    count = column.nunique()
    if name in GROUPS:
        return GROUPS[name] if 1 < count < len(column) else ""
    # Labels that a model predicts are no groups.
    is_grouping = 1 < count <= len(column) / 2 and not column.dropna().isin(labels.unique()).all()
    return ("hue" if count <= MOST_GROUPS else "clusters") if is_grouping else ""


def found_in(known: Sequence[str], text: str) -> str:
    """Return the column with a name or position; a name comes first."""
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
    return [found_in(known, part) for part in parts]


def labels_in(table: Any, taken: Collection[str] = ()) -> str:
    """Return the one column with a name of labels, else the one with two values."""
    free = [name for name in table.columns if name not in taken]
    named = [name for name in free if name.lower() in LABELS]
    pairs = [name for name in free if not _is_no_data(table, name) and _has_two(table[name])]
    for found in (named, pairs):
        if len(found) == 1:
            return str(found[0])
    listed = ", ".join(f"{name} ({_kind(table[name])})" for name in free[:12])
    found = named or pairs
    may = f"{' and '.join(found)} may each be" if found else "no column looks like"
    raise ValueError(f"{may} the labels; use -t to choose one of {listed} (or --labels FILE)")


def _scores(table: Any, taken: Collection[str]) -> list[str]:
    """Return the columns of floats, else of integers."""
    free = [name for name in table if name not in taken and not _is_no_data(table, name)]
    kinds = {name: table[name].dtype.kind for name in free}
    floats = [name for name, kind in kinds.items() if kind == "f"]
    return floats or [name for name, kind in kinds.items() if kind in "iu"]


def _is_no_data(table: Any, name: str) -> bool:
    """Return whether a column looks like row numbers, folds or weights."""
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


def _refuse_nested(table: Any, names: Iterable[str]) -> None:
    """Raise a ValueError for a column of lists or the like."""
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
    """Return the kind and number of a column's values."""
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
    separated = [re.fullmatch(THOUSANDS, one) for one in texts if re.search(r"\d\D+\d|,", one)]
    if not all(separated) and all(re.fullmatch(DECIMAL, text) for text in texts):
        return f"{told}; pass --decimal ','"
    if any(char.isdigit() for char in texts[0]) and not re.search(r"[^-+\d.,'\s%]", "".join(texts)):
        return f"{told}; write them as numbers, without % or separators of thousands"
    values = column.dropna().unique().tolist()
    odd = [one for one in values if not re.fullmatch(NUMBER, str(one))]
    if len(odd) <= min(MOST_MARKERS, len(values) - 1):
        missing = " ".join(f"--na {quote(text)}" for text in odd)
        return f"column {column.name!r} holds {odd[0]!r} beside numbers; if missing, pass {missing}"
    return ""
