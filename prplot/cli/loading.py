"""The data of a command: files read, joined or scanned, as arguments of a function."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import Any

import click

from prplot.cli.complaints import complaining, tell
from prplot.cli.guesses import CV, ColumnRoles, columns_in, found_in, labels_in, plain
from prplot.cli.options import COLUMNS
from prplot.cli.reading import DataFile
from prplot.inputs.files import ReadOptions, first_rows, read_table

# Files of more bytes are scanned; and the rows from which their columns are then guessed.
LARGE, PEEK = 2 * 10**8, 10**5
SCANNED = (".csv", ".tsv", ".parquet", ".pq")
# The column that names the file of each row.
FILE = "file"


@dataclass(frozen=True)
class Wanted:
    """How the files of a command are understood.

    Attributes
    ----------
    columns : dict
        The columns that the user named, by argument; those of y_score as a tuple of texts, each of
        which may list several between commas.
    how : ReadOptions
    labels : DataFile, optional
        The file with the labels.
    on : str, optional
        The ID column.
    pos_label : str, optional
    missing : {"raise", "drop"}
    exact : bool
        Whether files are never scanned.
    tolerance : float, optional
        That of a scan; files of any size are scanned then.
    are_pairs : bool
        Whether models are compared row by row, so that rows keep their IDs and gaps.
    """

    columns: Mapping[str, Any]
    how: ReadOptions
    labels: DataFile | None = None
    on: str | None = None
    pos_label: str | None = None
    missing: str = "raise"
    exact: bool = False
    tolerance: float | None = None
    are_pairs: bool = False

    @classmethod
    def of(cls, given: dict[str, Any], are_pairs: bool = False) -> Wanted:
        """Take the options of a command that control how files are read."""

        def taken(*names: str) -> dict[str, Any]:
            return {name: given.pop(name) for name in names if name in given}

        columns = {key: one for key, one in taken("y_true", "y_score", *COLUMNS).items() if one}
        how = ReadOptions(**taken(*(one.name for one in fields(ReadOptions))))
        return cls(columns, how, are_pairs=are_pairs, **taken(*(one.name for one in fields(cls))))

    def read(self, source: DataFile) -> Any:
        """Read a file."""
        names = [self.columns.get("y_true", ""), *self.columns.get("y_score", ())]
        table = read_table(source.path, self.how, source.contents(), names)
        if table.empty:
            raise ValueError("it is empty: it has no rows of data")
        return table


def arguments(sources: Sequence[DataFile], wanted: Wanted) -> dict[str, Any]:
    """Read files; return the arguments of a function of the library.

    Parameters
    ----------
    sources : sequence of DataFile
        At least one. Several become the groups of `hue`.
    wanted : Wanted

    Returns
    -------
    dict
        Of y_true, and of y_score, data and the columns of weights and groups unless files were
        scanned.

    Raises
    ------
    click.ClickException
        A file that can't be read or used; the message begins with its name.
    click.UsageError
        Options that don't go together.
    """
    _check(sources, wanted)
    several = len(sources) > 1
    if any(_is_scanned(source, wanted) for source in sources):
        scans = ((source.name, _scanned(source, wanted, several)) for source in sources)
        return {"y_true": {k: v for name, one in scans for k, v in _named(name, one, several)}}
    truth = None
    if wanted.labels is not None:
        with complaining(wanted.labels.text):
            truth, wanted = _truth(wanted.labels, wanted)
    reads = []
    for source in sources:
        with complaining(source.text):
            reads.append(_read(source, wanted, truth, several))
    tell(*dict.fromkeys(columns.note for _, columns in reads if columns.note))
    given = _joined(sources, reads) if several else _alone(*reads[0])
    if wanted.pos_label is not None:
        given["pos_label"] = _label_like(wanted.pos_label, given["data"][given["y_true"]])
    given["missing"], on = wanted.missing, given.pop("on", None)
    if wanted.are_pairs and on is not None and "hue" in given:
        with complaining(sources[0].text):
            given["data"] = _in_one_order(given["data"], given["hue"], on)
    return given


def _check(sources: Sequence[DataFile], wanted: Wanted) -> None:
    """Raise a usage error if the names of files, or the options, don't go together."""
    names = [source.name for source in sources]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise click.UsageError(f"two FILEs are called {twice[0]!r}; name them by NAME=FILE")
    if len(sources) > 1 and "hue" in wanted.columns:
        raise click.UsageError("--hue goes with one FILE; of several each has a colour")
    if (wanted.labels is None) != (wanted.on is None) and not (wanted.on and wanted.are_pairs):
        raise click.UsageError("--labels FILE goes with --on COL, the ids that both files have")


def _truth(source: DataFile, wanted: Wanted) -> tuple[Any, Wanted]:
    """Return the table of labels, and what is wanted with its names of columns."""
    table = wanted.read(source)
    known = list(table.columns)
    on = found_in(known, str(wanted.on))
    asked = wanted.columns.get("y_true")
    label = found_in(known, asked) if asked else labels_in(table, {on})
    _check_ids(table, [on])
    tell(*([] if asked else [f"y_true = {label} of {source.text}; use -t to choose"]))
    return table, replace(wanted, on=on, columns={**wanted.columns, "y_true": label})


def _check_ids(table: Any, columns: Sequence[str]) -> None:
    """Raise a ValueError for an ID on several rows of a group; ID and groups are columns."""
    twice = table[columns[0]][table.duplicated(columns)].tolist()
    if twice:
        raise ValueError(f"column {columns[0]!r} has ids on several rows, such as {twice[0]!r}")


def _read(source: DataFile, wanted: Wanted, truth: Any, several: bool) -> tuple[Any, ColumnRoles]:
    """Return the columns used, and their roles."""
    table, asked = wanted.read(source), dict(wanted.columns)
    if wanted.on is not None:
        asked["on"] = found_in(list(table), wanted.on)
    if truth is not None:
        table = table.drop(columns=asked["y_true"], errors="ignore")
        held = truth[[one for one in truth if one == wanted.on or one not in table]]
        # Rows that only one of the files has lack a value, and are refused or dropped.
        table = table.merge(held, on=wanted.on, how="outer")
    columns = columns_in(table, asked, wanted.pos_label, _guessed(several))
    if truth is not None:
        groups = [columns.others[key] for key in CV.values() if key in columns.others]
        _check_ids(table, [str(wanted.on), *groups])
    return table[columns.all], columns


def _guessed(several: bool) -> set[str]:
    """Return the groups that may be guessed, those of the command's options; no file is a group."""
    options = {str(one.name) for one in click.get_current_context().command.params}
    return set() if several else options & set(CV.values())


def _in_one_order(table: Any, hue: str, on: str) -> Any:
    """Return a table whose rows of each model are in the order of those of the first, by ID."""
    places = {one: place for place, one in enumerate(table[on][table[hue] == table[hue].iloc[0]])}
    table = table.iloc[table[on].map(places).argsort(kind="stable")]
    first, *others = (ids.tolist() for _, ids in table.groupby(hue, sort=False)[on])
    if any(one != first for one in others):
        raise ValueError(f"all models must have the same ids in column {on!r}")
    return table


def _alone(table: Any, columns: ColumnRoles) -> dict[str, Any]:
    """Return the arguments for one file, whose columns of scores name the curves."""
    given = {"y_true": columns.y_true, "data": table, **columns.others}
    classes = {name: label for name, label in columns.y_score.items() if label is not None}
    if classes:
        # Columns of classes are called like the labels.
        labels = table[columns.y_true].map(plain, na_action="ignore")
        table = table.assign(**{columns.y_true: labels}).rename(columns=classes)
        return {**given, "data": table, "y_score": list(classes.values())}
    (first, *more) = columns.y_score
    is_grouped = not more and {"hue", "units"} & set(columns.others)
    return {**given, "y_score": first if is_grouped else {one: one for one in columns.y_score}}


def _joined(
    sources: Sequence[DataFile], reads: Sequence[tuple[Any, ColumnRoles]]
) -> dict[str, Any]:
    """Return the arguments for several files, each a group of rows."""
    import pandas as pd

    first, parts = reads[0][1], []
    group = FILE if FILE not in first.all else FILE.upper()
    for source, (table, columns) in zip(sources, reads, strict=True):
        is_alone = len(columns.y_score) == len(first.y_score) == 1
        if not is_alone and columns.y_score != first.y_score:
            raise click.ClickException(
                f"{source.text}: its columns of scores are {', '.join(columns.y_score)}, but those"
                f" of {sources[0].text} are {', '.join(first.y_score)}; use -s to name one"
            )
        alike = dict(zip(columns.all, first.all, strict=False))
        parts.append(table.rename(columns=alike).assign(**{group: source.name}))
    grouped = replace(first, others={**first.others, "hue": group})
    given = _alone(pd.concat(parts, ignore_index=True), grouped)
    return {**given, "hue_order": [source.name for source in sources]}


def _is_scanned(source: DataFile, wanted: Wanted) -> bool:
    """Return whether to scan a file; say so if the user did not ask for it."""
    can = source.path.is_file() and source.path.suffix.lower() in SCANNED
    if wanted.tolerance is not None and not can:
        raise click.UsageError(f"--tolerance needs files that end in {', '.join(SCANNED)}")
    if wanted.tolerance is not None or not can or wanted.exact or wanted.are_pairs:
        return wanted.tolerance is not None
    is_large = source.path.stat().st_size > LARGE
    if is_large:
        tell(f"{source.text} is larger than 200 MB and is scanned; --exact reads it into memory")
    return is_large


def _scanned(source: DataFile, wanted: Wanted, several: bool) -> dict[str, Any]:
    """Return the scan of each column of scores of a file."""
    from prplot import scan

    with complaining(source.text):
        refusal = ValueError(
            "a scan takes plain files only, without --sep, --no-header, --encoding, --decimal,"
            " --na, --labels, folds, clusters or classes; pass --exact to read the file whole"
        )
        if wanted.how != ReadOptions() or wanted.labels:
            raise refusal
        head = first_rows(source.path, PEEK)
        guessed = _guessed(several) & {"hue"}
        columns = columns_in(head, wanted.columns, wanted.pos_label, guessed)
        if columns.others.keys() & {"units", "style", "clusters"} or any(columns.y_score.values()):
            raise refusal
        tell(*([columns.note] if columns.note else []))
        label = wanted.pos_label
        given: dict[str, Any] = {
            "y_true": columns.y_true,
            "pos_label": None if label is None else _label_like(label, head[columns.y_true]),
            "missing": wanted.missing,
            "tolerance": 1e-4 if wanted.tolerance is None else wanted.tolerance,
            **columns.others,
        }
        return {one: scan(source.path, y_score=one, **given) for one in columns.y_score}


def _named(name: str, found: dict[str, Any], several: bool) -> Iterator[tuple[str, Any]]:
    """Yield scans by the names of file (of several), column (unless there is one) and group."""
    for column, one in found.items():
        for group, curve in (one if isinstance(one, dict) else {"": one}).items():
            is_named = len(found) > 1 or not (several or group)
            parts = [name] * several, [column] * is_named, [group] * bool(group)
            yield ", ".join(chain(*parts)), curve


def _label_like(text: str, labels: Any) -> Any:
    """Return the label with this text, also 1.0 for 1; the text itself if there is none."""
    others = (one for one in labels.unique().tolist() if not isinstance(one, str))
    return next((one for one in others if plain(one).lower() == plain(text).lower()), text)
