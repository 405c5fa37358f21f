"""Column roles: which columns are labels, scores, weights and groups, named or guessed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from shlex import quote
from typing import Any

from prplot.cli.options import words

# Names, in lower case, of columns that hold labels; and of those that number rows.
LABELS = ("y_true", "y", "label", "labels", "target", "class", "truth", "actual")
NUMBERS = ("", "id", "index", "idx", "row")
# Names of groups, and the arguments that draw them apart: those of `cv_scores` are guessed.
CV = {"model": "hue", "fold": "units"}
# Names of columns that are never scores, and the options that use them.
OPTIONS = {
    **dict.fromkeys(("model", "split", "method", "classifier", "dataset", "site"), "--hue"),
    **dict.fromkeys(("fold", "folds", "repeat", "seed"), "--units"),
    **dict.fromkeys(("patient", "subject", "cluster", "group"), "--clusters"),
    **dict.fromkeys(("weight", "weights", "sample_weight"), "--weight"),
}
# What columns may be apart from summing to 1 and still be shares of one row.
ROUNDING = 1e-4


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
        What was guessed and what is not used, in a line; empty if everything was named.
    """

    y_true: str
    y_score: dict[str, str | None]
    others: dict[str, str] = field(default_factory=dict)
    note: str = ""

    @property
    def all(self) -> list[str]:
        """Every column that is used, once."""
        return list(dict.fromkeys([self.y_true, *self.y_score, *self.others.values()]))


def columns_in(
    table: Any,
    asked: Mapping[str, Any],
    pos_label: str | None = None,
    guessed: Collection[str] = (),
) -> ColumnRoles:
    """Find the columns that were asked for, and guess those that were not.

    Parameters
    ----------
    table : pandas.DataFrame
    asked : dict
        The columns that the user named, as in `Wanted`.
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
        An unknown column; several columns, or none, that may be the labels; no column of scores.
    """
    known = list(table.columns)
    groups = {key: found_in(known, text) for key, text in asked.items() if key != "y_score"}
    named = [one for text in asked.get("y_score", ()) for one in _split(text, known)]
    labels = groups.pop("y_true", None) or labels_in(table, {*groups.values(), *named})
    scores = named or _scores(table, {labels, *groups.values()})
    used = _of_classes(table, labels, scores, pos_label, bool(named)) or dict.fromkeys(scores)
    left = [name for name in known if name not in {labels, *groups.values(), *scores}]
    said = {} if named and "y_true" in asked else {"y_true": labels}
    if not named:
        said["y_score"] = ", ".join(used)
        free = set(guessed) - groups.keys() if len(used) == 1 else set()
        found = {CV[name.lower()]: name for name in left if CV.get(name.lower()) in free}
        groups, said = groups | found, said | found
    guess = ", ".join(f"{argument} = {column}" for argument, column in said.items())
    unused = [name for name in scores if name not in used]
    unused += [
        f"{name} ({OPTIONS[name.lower()]} {quote(name)})"
        for name in left
        if name.lower() in OPTIONS and name not in groups.values()
    ]
    notes = [f"{guess}; use -t and -s to choose"] * bool(said)
    notes += [f"not used: {', '.join(unused)}"] * bool(unused)
    return ColumnRoles(labels, used, groups, "; ".join(notes))


def _of_classes(
    table: Any, labels: str, scores: Sequence[str], pos_label: str | None, are_named: bool
) -> dict[str, str | None]:
    """Return the columns of classes, each with its label; none if scores are those of models.

    Of shares of the positive class and of others only the first is a score, unless both are named.
    """
    of = _classes(table[labels], scores)
    if pos_label is None and len(of) > 2:
        return dict(of)
    # Models may be called or numbered like the labels, too.
    sums = table[list(of)].sum(axis=1, skipna=False).dropna()
    if not of or are_named or ((sums - 1).abs() > ROUNDING).any():
        return {}
    wanted = list(of.values())[-1] if pos_label is None else plain(pos_label)
    return {name: None for name, label in of.items() if label == wanted}


def _classes(labels: Any, scores: Sequence[str]) -> dict[str, str]:
    """Return the label of each column, if columns have names like p_a and p_b, or a_p and b_p."""
    texts: list[str] = []
    # Lists can't be sorted out, and are refused later.
    with suppress(TypeError):
        texts = [plain(value) for value in sorted(labels.dropna().unique().tolist())]
    # Or numbered in the order of labels, as classifiers have them.
    for names in (texts, [str(i) for i in range(len(texts))]):
        for column in scores if len(texts) > 1 else ():
            before, _, after = column.partition(names[0])
            found = {f"{before}{one}{after}": text for one, text in zip(names, texts, strict=True)}
            if found.keys() <= set(scores):
                return found
    return {}


def plain(label: Any) -> str:
    """Return the text of a label, that of 1 for 1.0."""
    return str(label).removesuffix(".0")


def found_in(known: Sequence[str], text: str) -> str:
    """Return the name of a column; raise an error with the nearest names if there is none."""
    from prplot.inputs.frames import check_known

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
    pairs = [name for name in _data(free) if _has_two(table[name])]
    for found in (named, pairs):
        if len(found) == 1:
            return str(found[0])
    may = (
        f"{' and '.join(named or pairs)} may each be" if named or pairs else "no column looks like"
    )
    listed = ", ".join(free[:12])
    raise ValueError(f"{may} the labels; use -t to choose one of {listed} (or --labels FILE)")


def _has_two(column: Any) -> bool:
    """Return whether a column has two values; lists are not compared."""
    with suppress(TypeError):
        return bool(column.nunique() == 2)
    return False


def _scores(table: Any, taken: Collection[str]) -> list[str]:
    """Return the columns of floats, else of integers."""
    kinds = {name: table[name].dtype.kind for name in _data(table) if name not in taken}
    for wanted in ("f", "iu"):
        if found := [name for name, kind in kinds.items() if kind in wanted]:
            return found
    texts = [f"{name} ({table[name].iloc[0]!r})" for name, kind in kinds.items() if kind == "O"]
    hint = f", or --decimal or --na to read {', '.join(texts[:3])} as numbers" if texts else ""
    raise ValueError(f"no column of numbers is left for scores; use -s to name one{hint}")


def _data(names: Iterable[str]) -> list[str]:
    """Return the columns that do not look like row numbers, folds or weights."""
    without = {*NUMBERS, *OPTIONS}
    return [one for one in names if one.lower() not in without and "unnamed: " not in one.lower()]
