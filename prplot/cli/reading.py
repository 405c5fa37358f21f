"""Files of any format as tables; the format is detected from the first bytes."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import re
import sys
import zipfile
import zlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import click

from prplot.cli.options import OF_COLUMN, option
from prplot.inputs.files import (
    COMPRESSED,
    HEAD,
    MARKS,
    SEPARATORS,
    SNIFFED,
    FileTable,
    ReadOptions,
    read_table,
    suffix_of,
)

STDIN = "-"
# The first bytes of tables that are no texts.
BINARY = {b"PAR1": ".parquet", b"ARROW1": ".feather", b"\xff\xff\xff\xff": ".feather"}
ENDINGS = (*COMPRESSED, ".bz2", ".xz", ".zip")
KNOWN = ("CSV and other texts", "Parquet", "Feather", "JSON", "Excel (.xlsx)", "NPZ")
NUMBER = re.compile(r"\s*[-+]?\d*\.?\d+([eE][-+]?\d+)?\s*")
# What decompressors raise.
UNREADABLE = (OSError, EOFError, RuntimeError, zlib.error, lzma.LZMAError, zipfile.BadZipFile)


class DataFile(NamedTuple):
    """A FILE: the name of its curve, its path, and its name in messages."""

    name: str
    path: Path
    text: str

    @property
    def is_pipe(self) -> bool:
        """Whether it may be read only once, such as /dev/stdin or <(...)."""
        return not self.path.is_file() or self.path.absolute().is_relative_to("/dev")

    def contents(self) -> bytes:
        """Return all bytes."""
        return sys.stdin.buffer.read() if self.path == Path(STDIN) else self.path.read_bytes()


class Input(click.Path):
    """A FILE: a path, NAME=FILE, or - for standard input."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return a `DataFile`."""
        name, sign, rest = value.partition("=")
        is_named = bool(sign) and not Path(value).exists()
        text = rest if is_named else value
        path = Path(os.fsdecode(super().convert(text, param, ctx)))
        if not is_named:
            # Without its ending and that of its compression.
            whole = path.stem if path.suffix in ENDINGS else path.name
            name = "stdin" if text == STDIN else Path(whole).stem
        # A word of the command line need not be text in the locale, nor in any other way.
        readable = os.fsencode(name).decode("utf-8", "replace")
        return DataFile(readable, path, "stdin" if text == STDIN else text)


def separator(text: str) -> str | None:
    """Return a character, or None for auto."""
    found = {"tab": "\t", "\\t": "\t", "auto": None}.get(text, text)
    if found is not None and len(found) != 1:
        raise click.BadParameter(f"{text!r} is no single character, nor auto or tab")
    return found


A_FILE = Input(exists=True, dir_okay=False, allow_dash=True)
FILES = click.Argument(["files"], metavar="FILE...", nargs=-1, required=True, type=A_FILE)
SCORES = "Scores of a model; repeatable, or as a,b. By default all float columns."
LABELS_AND_SCORES = [
    option("-t --y-true", text="Labels; by default guessed from names or values.", **OF_COLUMN),
    option("-s --y-score", text=SCORES, multiple=True, **OF_COLUMN),
    option("--labels", "FILE", "A file with the labels.", type=A_FILE),
    option("--on", text="The ID column that joins rows of files.", **OF_COLUMN),
]
READING = [
    option(
        "--input-format suffix",
        None,
        "File format, if it can't be detected.",
        type=click.Choice(["csv", "tsv", "parquet", "feather", "jsonl", "json"]),
        callback=lambda ctx, param, value: value and f".{value}",
    ),
    option("--part", "NAME", "The sheet of a workbook, or the file in an archive."),
    option("--sep separator", "CHAR", "Column separator, or tab.", type=separator, default="auto"),
    option("--header/--no-header", None, "Whether the first line names the columns.", default=True),
    option("--encoding", "NAME", "Text encoding.", default="utf-8"),
    option("--decimal", "CHAR", "Decimal mark.", default="."),
    option("--na", "TEXT", "A marker of missing values, such as ?; repeatable.", multiple=True),
]
SCANNING = [
    option("--exact", None, "Read large files into memory instead of scanning them.", is_flag=True),
    option("--tolerance", "T", "Scan files until AUCPR is bounded this closely.", type=float),
]


def table_of(
    source: DataFile,
    how: ReadOptions,
    part: str | None = None,
    na: Sequence[str] = (),
    names: Collection[str] = (),
) -> FileTable:
    """Read a table.

    Parameters
    ----------
    source : DataFile
    how : ReadOptions
    part : str, optional
        The sheet of a workbook, or the file of an archive, if there are several.
    na : sequence of str
        Markers of missing values, beside those of pandas.
    names : collection of str
        The columns that are needed, if all are known; an NPZ file may have arrays of other lengths.

    Raises
    ------
    ValueError, ImportError
        As in `read_table`; several parts, none of them named.
    """
    try:
        read = _read(source.contents(), source.path, how, part, names)
    except UNREADABLE as error:
        raise ValueError(f"it can't be read: {error}") from None
    table = with_names(read.table)
    if not len(table):
        raise ValueError("it is empty: it has no rows of data")
    return read._replace(table=_with_gaps(table, na, how.decimal) if na else table)


def with_names(table: Any) -> Any:
    """Return a table with texts as column names, and a named index as a column."""
    named = table if table.index.names == [None] else table.reset_index()
    return named.set_axis([str(name) for name in named], axis=1)


def _read(
    data: bytes, path: Path, how: ReadOptions, part: str | None, names: Collection[str]
) -> FileTable:
    """Read bytes, compressed or not."""
    for start, unpack in PACKED.items():
        if data.startswith(start):
            return _read(unpack(data), path, how, part, names)
    if not data.startswith(b"PK\x03\x04"):
        return _read_plain(data, path, how)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = [one for one in archive.namelist() if not one.startswith("__MACOSX")]
        if "[Content_Types].xml" in files:
            return FileTable(_sheet(data, how, part))
        if all(one.endswith(".npy") for one in files):
            return FileTable(_arrays(data, names))
        return _read(archive.read(_part(files, part, "files")), path, how, None, names)


def _unzstd(data: bytes) -> bytes:
    from pyarrow import input_stream

    return bytes(input_stream(io.BytesIO(data), compression="zstd").read())


# The first bytes of compressed files, and what decompresses them.
PACKED: dict[bytes, Callable[[bytes], bytes]] = {
    b"\x1f\x8b": gzip.decompress,
    b"BZh": bz2.decompress,
    b"\xfd7zXZ\0": lzma.decompress,
    b"\x28\xb5\x2f\xfd": _unzstd,
}


def _part(known: Sequence[str], part: str | None, kind: str) -> str:
    """Return the part that is named, or the only one."""
    if part in known or (part is None and len(known) == 1):
        return part or known[0]
    raise ValueError(f"it has {len(known)} {kind} ({', '.join(known)}); name one by --part")


def _sheet(data: bytes, how: ReadOptions, part: str | None) -> Any:
    import pandas as pd

    try:
        sheets = pd.read_excel(io.BytesIO(data), sheet_name=None, header=0 if how.header else None)
    except ImportError:
        told = "workbooks need openpyxl: pip install 'prplot-curves[excel]'; or save it as CSV"
        raise ImportError(told) from None
    filled = [str(name) for name, table in sheets.items() if len(table)]
    table = sheets[_part(filled, part, "sheets")]
    return table if how.header else table.set_axis(range(1, table.shape[1] + 1), axis=1)


def _arrays(data: bytes, names: Collection[str]) -> Any:
    """Return the arrays of an NPZ file as a table; those of two dimensions by columns."""
    import numpy as np
    import pandas as pd

    columns: dict[str, Any] = {}
    with np.load(io.BytesIO(data), allow_pickle=False) as held:
        for name, array in held.items():
            if array.ndim == 2 and array.shape[1] > 1:
                columns |= {f"{name}_{k}": column for k, column in enumerate(array.T)}
            elif array.ndim:
                columns[name] = array.ravel()
    wanted = {name: columns[name] for name in names if name in columns} or columns
    if len({len(array) for array in wanted.values()}) > 1:
        sizes = ", ".join(f"{name} ({len(array)})" for name, array in columns.items())
        raise ValueError(f"its arrays differ in length: {sizes}; name some of one by -t and -s")
    return pd.DataFrame(wanted)


def _read_plain(data: bytes, path: Path, how: ReadOptions) -> FileTable:
    """Read bytes that are not compressed."""
    head = data[:HEAD]
    notes: list[str] = []
    suffix = how.suffix or _suffix(head, path)
    if suffix in SEPARATORS:
        if b"\0" in head and how.encoding == "utf-8" and not head.startswith(tuple(MARKS)):
            raise ValueError(f"unknown kind of file; prplot reads {', '.join(KNOWN)}")
        data, notes = _without_comments(data)
        first = data[:HEAD].partition(b"\n")[0].decode("latin-1").strip()
        if how.separator is None and not set(SNIFFED) & set(first) and " " in first:
            how, notes = replace(how, separator=" "), [*notes, "columns are separated by spaces"]
    read = read_table(path, replace(how, suffix=suffix), data)
    return read._replace(notes=[*notes, *read.notes])


def _suffix(head: bytes, path: Path) -> str:
    """Return the suffix of files that begin this way; for texts, that of the path if known."""
    for start, suffix in BINARY.items():
        if head.startswith(start):
            return suffix
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text.startswith((b"[", b"{")):
        return ".jsonl" if re.match(rb"\{.*\}\s*\n\s*\{", text) else ".json"
    return own if (own := suffix_of(path)) in SEPARATORS else ".csv"


def _without_comments(data: bytes) -> tuple[bytes, list[str]]:
    """Return a text without lines that begin with #, except one that names the columns."""
    if not re.search(rb"^#", data[:HEAD], re.MULTILINE):
        return data, []
    above = re.match(rb"(?:#.*\n)*#[ \t]*(.*\n)([^#].*)", data)
    header = above[1] if above and _names_columns(*above.groups()) else b""
    rest, count = re.subn(rb"^#.*(?:\n|\Z)", b"", data, flags=re.MULTILINE)
    count -= bool(header)
    told = [f"{count} line{'s' * (count > 1)} of comments (#) left out"] if count else []
    return header + rest, told


def _names_columns(line: bytes, row: bytes) -> bool:
    """Return whether a line has as many fields as the next, but only the next has numbers."""
    lines = [one.decode("latin-1").strip() for one in (line, row)]
    names, fields = ([NUMBER.fullmatch(one) for one in re.split(r"[,;|\s]+", one)] for one in lines)
    return len(names) == len(fields) > 1 and any(fields) and not any(names)


def _with_gaps(table: Any, na: Sequence[str], decimal: str) -> Any:
    """Return a table with markers of missing values removed."""
    import pandas as pd

    markers = [*na, *(float(text) for text in na if NUMBER.fullmatch(text))]
    for name in table.columns[table.isin(markers).any()]:
        column = table[name].mask(table[name].isin(markers))
        texts = column if column.dtype.kind in "fiub" else column.str.replace(decimal, ".")
        numbers = pd.to_numeric(texts, errors="coerce")
        table = table.assign(**{name: numbers if numbers.count() == column.count() else column})
    return table
