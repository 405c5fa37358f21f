"""The data of a command: files that are read, joined or scanned, as arguments of a function."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import click

from prplot.cli.complaints import complaining, tell, warn
from prplot.cli.guesses import Asked, ColumnRoles, columns_in

# With more rows than that, files are scanned; and the rows that columns are then guessed from.
MANY_ROWS, PEEK = 10**7, 10**5
SCANNED = (".csv", ".tsv", ".parquet", ".pq")
# The column that says which file a row is of.
FILE = "file"


class DataFile(NamedTuple):
    """A FILE: the name of its curve, its path, how messages call it, and what a pipe held."""

    name: str
    path: Path
    text: str
    contents: bytes | None = None


@dataclass(frozen=True)
class Wanted:
    """How the files of a command are understood.

    Attributes
    ----------
    asked : Asked
    reading : dict
        The attributes of `prplot.inputs.files.ReadOptions`.
    pos_label : str, optional
    missing : {"raise", "drop"}
    exact : bool
        Whether files are never scanned.
    tolerance : float, optional
        That of a scan; files of any size are scanned then.
    """

    asked: Asked
    reading: dict[str, Any] = field(default_factory=dict)
    pos_label: str | None = None
    missing: str = "raise"
    exact: bool = False
    tolerance: float | None = None


def arguments(sources: Sequence[DataFile], wanted: Wanted) -> dict[str, Any]:
    """Read files; return what a function of the library is called with.

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
        guessed = () if several else ("hue",)
        scans = ((source.name, _scanned(source, wanted, guessed)) for source in sources)
        return {"y_true": {k: v for name, one in scans for k, v in _named(name, one, several)}}
    tables, found = [], []
    said: dict[str, None] = {}
    for source in sources:
        with complaining(source.text):
            table, columns, notes = _read(source, wanted, () if several else ("hue", "units"))
        said.update(dict.fromkeys(notes))
        tables.append(table)
        found.append(columns)
    tell(*said)
    given = _joined(sources, tables, found) if several else _alone(tables[0], found[0])
    if wanted.pos_label is not None:
        given["pos_label"] = _label_like(wanted.pos_label, given["data"][given["y_true"]])
    return given


def _check(sources: Sequence[DataFile], wanted: Wanted) -> None:
    """Raise an error of usage if the names of files, or the options, don't go together."""
    names = [source.name for source in sources]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise click.UsageError(f"two FILEs are called {twice[0]!r}; name them, as NAME=FILE")
    if len(sources) > 1 and wanted.asked.hue is not None:
        raise click.UsageError("--hue goes with one FILE; of several each has a colour")


def _read(
    source: DataFile, wanted: Wanted, guessed: Collection[str]
) -> tuple[Any, ColumnRoles, list[str]]:
    """Return the columns that are used, without rows that lack values, and what was guessed."""
    from prplot.inputs.files import ReadOptions, read_table

    read = read_table(source.path, ReadOptions(**wanted.reading), source.contents)
    warn(read.warnings, f"{source.text}: ")
    columns = columns_in(_filled(read.table), wanted.asked, guessed)
    warn(columns.warnings, f"{source.text}: ")
    table = read.table[columns.all]
    table = _complete(table, columns, wanted.missing, read.line)
    return table, columns, [*read.notes, *([columns.note] if columns.note else [])]


def _filled(table: Any) -> Any:
    """Return a table, or raise a ValueError if it has no rows."""
    if not len(table):
        raise ValueError("it is empty: it has no rows of data")
    return table


def _complete(
    table: Any, columns: ColumnRoles, missing: str, line: Callable[[int], int | None]
) -> Any:
    """Return a table whose rows lack nothing, or raise a ValueError that names a line."""
    from prplot.inputs.frames import complete_rows

    weights = columns.others.get("sample_weight")
    if missing == "drop":
        return complete_rows(table, columns.all, weights).infer_objects()
    present = True if weights is None else table[weights] != 0
    for name in columns.all:
        gaps = (table[name].isna() & present).to_numpy().nonzero()[0]
        if gaps.size:
            first = int(gaps[0])
            number = line(first)
            where = f"row {first + 1}" if number is None else f"line {number}"
            raise ValueError(
                f"column {name!r} has {gaps.size} missing value{'s' * (gaps.size > 1)}"
                f" (first in {where}); each row needs one (--missing drop leaves it out)"
            )
    return table


def _alone(table: Any, columns: ColumnRoles) -> dict[str, Any]:
    """Return the arguments for one file, whose columns of scores name the curves."""
    scores: Any = {name: name for name in columns.y_score}
    if len(scores) == 1 and {"hue", "units"} & set(columns.others):
        (scores,) = scores
    return {"y_true": columns.y_true, "y_score": scores, "data": table, **columns.others}


def _joined(
    sources: Sequence[DataFile], tables: Sequence[Any], found: Sequence[ColumnRoles]
) -> dict[str, Any]:
    """Return the arguments for several files, each a group of rows."""
    import pandas as pd

    first = found[0]
    group = FILE if FILE not in first.all else FILE.upper()
    parts = []
    for source, table, columns in zip(sources, tables, found, strict=True):
        if len(columns.y_score) != len(first.y_score):
            raise click.ClickException(
                f"{source.text}: it has {len(columns.y_score)} columns of scores, but"
                f" {sources[0].text} has {len(first.y_score)}; use -s to name one"
            )
        if len(first.y_score) > 1 and columns.y_score != first.y_score:
            raise click.ClickException(
                f"{source.text}: its columns of scores are not called as those of"
                f" {sources[0].text}; use -s to name one"
            )
        alike = dict(zip(columns.all, first.all, strict=True))
        parts.append(table.rename(columns=alike).assign(**{group: source.name}))
    given = _alone(pd.concat(parts, ignore_index=True), first)
    if len(first.y_score) == 1:
        given["y_score"] = first.y_score[0]
    return {**given, "hue": group, "hue_order": [source.name for source in sources]}


def _is_scanned(source: DataFile, wanted: Wanted) -> bool:
    """Return whether a file is counted in an engine; say so if the user did not ask for it."""
    from prplot.inputs.files import rows_in

    can = source.contents is None and source.path.suffix.lower() in SCANNED
    if wanted.tolerance is not None:
        if not can:
            raise click.UsageError(f"--tolerance needs files that end in {', '.join(SCANNED)}")
        return True
    if wanted.exact or not can or (rows_in(source.path) or 0) <= MANY_ROWS:
        return False
    tell(f"{source.text} has more than 10^7 rows and is scanned; --exact reads it into memory")
    return True


def _scanned(source: DataFile, wanted: Wanted, guessed: Collection[str]) -> dict[str, Any]:
    """Return the scan of each column of scores of a file."""
    from prplot import scan
    from prplot.inputs.files import ReadOptions, read_table

    with complaining(source.text):
        read = read_table(source.path, replace(ReadOptions(**wanted.reading), rows=PEEK))
        _refuse_unplain(wanted, is_plain=not read.notes)
        head = _filled(read.table)
        columns = columns_in(head, wanted.asked, guessed)
        others = dict(columns.others)
        _refuse_groups(others)
        tell(*([columns.note] if columns.note else []))
        label = wanted.pos_label
        options: dict[str, Any] = {
            "y_true": columns.y_true,
            "pos_label": None if label is None else _label_like(label, head[columns.y_true]),
            "missing": wanted.missing,
            "tolerance": 1e-4 if wanted.tolerance is None else wanted.tolerance,
            **others,
        }
        return {one: scan(source.path, y_score=one, **options) for one in columns.y_score}


def _named(name: str, found: dict[str, Any], several: bool) -> Iterator[tuple[str, Any]]:
    """Yield scans by the names of file (of several), column (unless there is one) and group."""
    for column, one in found.items():
        for group, curve in (one if isinstance(one, dict) else {"": one}).items():
            parts = [name] if several else []
            parts += [column] if len(found) > 1 or not (several or group) else []
            yield ", ".join([*parts, *([group] if group else [])]), curve


def _refuse_groups(others: dict[str, str]) -> None:
    """Raise a ValueError if only files that are read whole can have such groups."""
    for key in ("units", "style", "clusters"):
        if key in others:
            option = {"style": "style-by"}.get(key, key)
            raise ValueError(f"a scan takes no --{option}; pass --exact to read the file whole")


def _refuse_unplain(wanted: Wanted, is_plain: bool) -> None:
    """Raise a ValueError for texts that are not as their suffix says."""
    texts = {"separator": None, "header": True, "encoding": "utf-8", "decimal": "."}
    if not is_plain or any(wanted.reading.get(key, one) != one for key, one in texts.items()):
        raise ValueError(
            "a scan takes plain files only, without --sep, --no-header, --encoding, --decimal;"
            " pass --exact to read the file whole"
        )


def _label_like(text: str, labels: Any) -> Any:
    """Return the label with this text, also 1.0 for 1; the text itself if there is none."""
    for label in set(labels.tolist()):
        forms = {str(label)}
        if isinstance(label, float):
            forms.add(f"{label:g}")
        if isinstance(label, bool):
            forms.add(str(label).lower())
        if text in forms:
            return label
    return text
