"""The data of a command: files that are read, joined or scanned, as arguments of a function."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

import click

from prplot.cli.complaints import complaining, tell, warn
from prplot.cli.guesses import ColumnRoles, columns_in
from prplot.cli.options import COLUMNS, OF_COLUMN
from prplot.inputs.files import COMPRESSED, ReadOptions

STDIN = "-"
# With more rows than that, files are scanned; and the rows that columns are then guessed from.
MANY_ROWS, PEEK = 10**7, 10**5
SCANNED = (".csv", ".tsv", ".parquet", ".pq")
# The column that says which file a row is of.
FILE = "file"


class DataFile(NamedTuple):
    """A FILE: the name of its curve, its path, and how messages call it."""

    name: str
    path: Path
    text: str

    @property
    def is_pipe(self) -> bool:
        """Whether it may be read only once, such as /dev/stdin or that of <(...)."""
        return not self.path.is_file() or self.path.absolute().is_relative_to("/dev")

    def contents(self) -> bytes | None:
        """Return what a pipe holds."""
        if self.path == Path(STDIN):
            return sys.stdin.buffer.read()
        return self.path.read_bytes() if self.is_pipe else None


class Input(click.Path):
    """A FILE: a path, NAME=FILE, or - for standard input."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return a `DataFile`."""
        name, sign, rest = value.partition("=")
        is_named = bool(sign) and not Path(value).exists()
        text = rest if is_named else value
        path = Path(os.fsdecode(super().convert(text, param, ctx)))
        if not is_named:
            name = "stdin" if text == STDIN else _stem_of(path)
        # A word of the command line need not be text in the locale, nor in any other way.
        readable = os.fsencode(name).decode("utf-8", "replace")
        return DataFile(readable, path, "stdin" if text == STDIN else text)


def _stem_of(path: Path) -> str:
    """Return the name of a file without its suffix and that of its compression."""
    return Path(path.stem if path.suffix in COMPRESSED else path.name).stem


def separator(text: str) -> str | None:
    """Return a character, or None for auto."""
    found = {"tab": "\t", "\\t": "\t", "auto": None}.get(text, text)
    if found is not None and len(found) != 1:
        raise click.BadParameter(f"{text!r} is no single character, nor auto or tab")
    return found


FILES = click.Argument(
    ["files"],
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=Input(exists=True, dir_okay=False, allow_dash=True),
)
LABELS_AND_SCORES = [
    click.Option(["-t", "--y-true"], help="The labels; guessed by name or values.", **OF_COLUMN),
    click.Option(
        ["-s", "--y-score"],
        help="The scores of one model; several times, or a,b. By default all floats.",
        multiple=True,
        **OF_COLUMN,
    ),
]
READING = [
    click.Option(
        ["--input-format", "suffix"],
        type=click.Choice(["csv", "tsv", "parquet", "feather", "jsonl", "json"]),
        callback=lambda ctx, param, value: value and f".{value}",
        help="The kind of the files, if their names don't tell.",
    ),
    click.Option(
        ["--sep", "separator"],
        type=separator,
        default="auto",
        show_default=True,
        metavar="CHAR",
        help="What separates columns: a character, or tab.",
    ),
    click.Option(
        ["--header/--no-header"],
        default=True,
        help="Whether the first line names the columns; else they are 1, 2, ...",
    ),
    click.Option(["--encoding"], default="utf-8", metavar="NAME", help="Such as utf-16."),
    click.Option(["--decimal"], default=".", metavar="CHAR", help="The decimal sign."),
    click.Option(["--exact"], is_flag=True, help="Read large files whole, in place of a scan."),
    click.Option(["--tolerance"], type=float, metavar="T", help="Scan, with areas this certain."),
]


@dataclass(frozen=True)
class Wanted:
    """How the files of a command are understood.

    Attributes
    ----------
    columns : dict
        The columns that the user named, each as a name or as a position such as @3, by argument;
        those of y_score in a tuple of texts, each of which may hold several between commas.
    how : ReadOptions
    pos_label : str, optional
    missing : {"raise", "drop"}
    exact : bool
        Whether files are never scanned.
    tolerance : float, optional
        That of a scan; files of any size are scanned then.
    """

    columns: Mapping[str, Any]
    how: ReadOptions
    pos_label: str | None = None
    missing: str = "raise"
    exact: bool = False
    tolerance: float | None = None

    @classmethod
    def of(cls, given: dict[str, Any]) -> Wanted:
        """Take the options of a command that say how files are understood."""

        def taken(*names: str) -> dict[str, Any]:
            return {name: given.pop(name) for name in names if name in given}

        columns = taken("y_true", "y_score", *COLUMNS)
        named = {name: held for name, held in columns.items() if held not in (None, ())}
        how = ReadOptions(**taken(*(one.name for one in fields(ReadOptions))))
        return cls(named, how, **taken("pos_label", "missing", "exact", "tolerance"))


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
    tables, found, said = [], [], []
    for source in sources:
        with complaining(source.text):
            table, columns, notes = _read(source, wanted, () if several else ("hue", "units"))
        tables.append(table)
        found.append(columns)
        said += notes
    tell(*dict.fromkeys(said))
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
    if len(sources) > 1 and "hue" in wanted.columns:
        raise click.UsageError("--hue goes with one FILE; of several each has a colour")


def _read(
    source: DataFile, wanted: Wanted, guessed: Collection[str]
) -> tuple[Any, ColumnRoles, list[str]]:
    """Return the columns that are used, without rows that lack values, and what was guessed."""
    from prplot.inputs.files import read_table
    from prplot.inputs.frames import columns_of
    from prplot.inputs.rows import EACH_NEEDS_ONE, complete_rows

    read = read_table(source.path, wanted.how, source.contents())
    columns = columns_in(_filled(read.table), wanted.columns, guessed)
    warn([*read.warnings, *columns.warnings], f"{source.text}: ")
    table, weights = read.table[columns.all], columns.others.get("sample_weight")
    if wanted.missing == "drop":
        given = {**_alone(table, columns), "missing": "drop"}
        table = complete_rows(given)["data"].infer_objects()
    else:
        # Gaps are refused here, where rows are those of one file.
        columns_of(table, columns.all, weights=weights, wanted=EACH_NEEDS_ONE)
    return table, columns, [*read.notes, *([columns.note] if columns.note else [])]


def _filled(table: Any) -> Any:
    """Return a table, or raise a ValueError if it has no rows."""
    if not len(table):
        raise ValueError("it is empty: it has no rows of data")
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
        one_each = len(columns.y_score) == len(first.y_score) == 1
        if not one_each and columns.y_score != first.y_score:
            raise click.ClickException(
                f"{source.text}: its columns of scores are {', '.join(columns.y_score)}, but those"
                f" of {sources[0].text} are {', '.join(first.y_score)}; use -s to name one"
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

    can = not source.is_pipe and source.path.suffix.lower() in SCANNED
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
    from prplot.inputs.files import read_table

    with complaining(source.text):
        read = read_table(source.path, replace(wanted.how, rows=PEEK))
        if read.notes or replace(wanted.how, suffix=None) != ReadOptions():
            raise ValueError(
                "a scan takes plain files only, without --sep, --no-header, --encoding, --decimal;"
                " pass --exact to read the file whole"
            )
        head = _filled(read.table)
        columns = columns_in(head, wanted.columns, guessed)
        for group in ("units", "style", "clusters"):
            if group in columns.others:
                raise ValueError(f"a scan takes no {group}=; pass --exact to read the file whole")
        tell(*([columns.note] if columns.note else []))
        label = wanted.pos_label
        options: dict[str, Any] = {
            "y_true": columns.y_true,
            "pos_label": None if label is None else _label_like(label, head[columns.y_true]),
            "missing": wanted.missing,
            "tolerance": 1e-4 if wanted.tolerance is None else wanted.tolerance,
            **columns.others,
        }
        return {one: scan(source.path, y_score=one, **options) for one in columns.y_score}


def _named(name: str, found: dict[str, Any], several: bool) -> Iterator[tuple[str, Any]]:
    """Yield scans by the names of file (of several), column (unless there is one) and group."""
    for column, one in found.items():
        for group, curve in (one if isinstance(one, dict) else {"": one}).items():
            parts = [name] if several else []
            parts += [column] if len(found) > 1 or not (several or group) else []
            yield ", ".join([*parts, *([group] if group else [])]), curve


def _label_like(text: str, labels: Any) -> Any:
    """Return the label with this text, also 1.0 for 1; the text itself if there is none."""

    def plain(label: Any) -> str:
        return str(label).lower().removesuffix(".0")

    others = (one for one in labels.unique().tolist() if not isinstance(one, str))
    return next((one for one in others if plain(one) == plain(text)), text)
