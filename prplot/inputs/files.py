"""Files of tables: their formats, and how delimited text is read.

Format and compression are detected from the first bytes of a file; its name says what they leave
open.
"""

from __future__ import annotations

import bz2
import codecs
import csv
import gzip
import io
import lzma
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple

SEPARATORS = {".csv": ",", ".tsv": "\t", ".txt": "\t"}
PARQUET = (".parquet", ".pq")
# The kinds of tables by suffix; each may be followed by one of COMPRESSED.
KINDS = {
    **dict.fromkeys(SEPARATORS, "text"),
    **dict.fromkeys(PARQUET, "parquet"),
    **dict.fromkeys((".feather", ".arrow"), "feather"),
    **dict.fromkeys((".jsonl", ".ndjson"), "lines"),
    ".json": "json",
}
COMPRESSED = (".gz", ".bz2", ".xz", ".zst", ".zip")
# The first bytes of tables that are no texts.
BINARY = {b"PAR1": ".parquet", b"ARROW1": ".feather", b"\xff\xff\xff\xff": ".feather"}
# Those of archives, workbooks and NPZ files.
ZIP = b"PK\x03\x04"
READ = "CSV and other texts, Parquet, Feather, JSON, Excel (.xlsx), NPZ"
# What is tried as the separator of texts, and what each is called.
SNIFFED = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
SPACES = {" ": "spaces"}
# The beginning of a text that separator and header are looked for in: bytes and lines.
HEAD, LINES = 1 << 16, 20
# What texts in these encodings begin with; that of UTF-32 begins like that of UTF-16.
MARKS = {
    **dict.fromkeys((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE), "utf-32"),
    **dict.fromkeys((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE), "utf-16"),
}
# What is raised for files that hold something else.
UNREADABLE = (
    *(ValueError, OSError, EOFError, RuntimeError),
    *(zlib.error, lzma.LZMAError, zipfile.BadZipFile),
)


def _open_zstd(source: Any) -> Any:
    from pyarrow import input_stream

    held = str(source) if isinstance(source, Path) else source
    return io.BufferedReader(input_stream(held, compression="zstd"))


# The first bytes of compressed files, and what opens them, by a path or a stream.
PACKED: dict[bytes, Callable[[Any], Any]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\0": lzma.open,
    b"\x28\xb5\x2f\xfd": _open_zstd,
}


@dataclass(frozen=True)
class ReadOptions:
    """How a file is read.

    Attributes
    ----------
    suffix : str, optional
        The suffix of the format, such as ".csv"; by default the format is detected from the first
        bytes, and that of texts from the name of the file.
    separator : str, optional
        What separates the columns of a text; by default it is looked for in the first lines.
    header : bool
        Whether the first line of a text has the names of the columns; else they are 1, 2, ...
    encoding, decimal : str
        The encoding and the decimal sign of a text.
    na : tuple of str
        Markers of missing values, beside those of pandas.
    part : str, optional
        The sheet of a workbook, or the file in an archive, if there are several.
    rows : int, optional
        How many rows of a text or a Parquet file to read at most.
    """

    suffix: str | None = None
    separator: str | None = None
    header: bool = True
    encoding: str = "utf-8"
    decimal: str = "."
    na: tuple[str, ...] = ()
    part: str | None = None
    rows: int | None = None


class FileTable(NamedTuple):
    """A table of pandas; what was guessed, and what may be a mistake, in sentences."""

    table: Any
    notes: Sequence[str] = ()
    warnings: Sequence[str] = ()


def reading_hint(path: Any) -> str:
    """Return how a file is read, as the end of an error."""
    read = "read_parquet" if Path(path).suffix in PARQUET else "read_csv"
    return f"read it first, as data=pandas.{read}({str(path)!r}), or pass it to prp.scan"


def is_table_file(text: str) -> bool:
    """Tell whether a text is the name of a file with a table, not of a column."""
    return Path(text).suffix in (*SEPARATORS, *PARQUET)


def suffix_of(path: Path) -> str:
    """Return the suffix of a file's format, in lower case, without that of a compression."""
    name = path.name.lower()
    for ending in COMPRESSED:
        name = name.removesuffix(ending)
    return Path(name).suffix


def read_table(
    path: Path,
    how: ReadOptions | None = None,
    contents: bytes | None = None,
    names: Collection[str] = (),
) -> FileTable:
    """Read a table from a file.

    Parameters
    ----------
    path : Path
    how : ReadOptions, optional
        What overrules the first bytes and the suffix, and how texts are understood.
    contents : bytes, optional
        What was read already, from a pipe.
    names : collection of str
        The columns that are needed, if all are known; an NPZ file may have arrays of other lengths.

    Returns
    -------
    FileTable
        With texts as column names, and a named index as a column.

    Raises
    ------
    ValueError
        An unknown kind of file, or one that can't be read; a text without a header, or in another
        encoding; several parts, none of them named.
    ImportError
        The package that reads this kind is absent.
    """
    how, file = how or ReadOptions(), _File(path, contents)
    try:
        read = _read(file, how, names)
    except _UnclearError:
        raise
    except ModuleNotFoundError:
        raise ImportError("reading it needs the package pyarrow; install it") from None
    except UnicodeError:
        raise ValueError(_not_decoded(file, how.encoding)) from None
    except LookupError as error:
        raise ValueError(f"it can't be read: {error}; see --encoding") from None
    except UNREADABLE as error:
        raise ValueError(f"it can't be read: {' '.join(str(error).split())}") from None
    table = read.table if read.table.index.names == [None] else read.table.reset_index()
    table = table.set_axis([str(name) for name in table], axis=1)
    return read._replace(table=_with_gaps(table, how) if how.na else table)


def names_in(path: Path) -> list[str]:
    """Return the names of a file's columns; read no more than its beginning where that will do."""
    file = _File(path)
    suffix = file.suffix()
    if suffix in SEPARATORS:
        return _separator_and_names(_without_comments(file)[0], suffix, ReadOptions())[1]
    return list(read_table(path, ReadOptions(rows=1)).table)


def rows_in(path: Path) -> int | None:
    """Return about how many rows a file has, without reading it; None if that can't be told."""
    suffix = suffix_of(path)
    if path.suffix.lower() in COMPRESSED:
        return None
    if suffix in PARQUET:
        try:
            from pyarrow.parquet import ParquetFile

            with ParquetFile(path) as file:
                return int(file.metadata.num_rows)
        except (ImportError, ValueError, OSError):
            # What is wrong is told when the file is read.
            return None
    if suffix not in SEPARATORS:
        return None
    with path.open("rb") as stream:
        head = stream.read(HEAD)
    return path.stat().st_size * max(head.count(b"\n"), 1) // max(len(head), 1)


class _UnclearError(ValueError):
    """A sentence for the user, which says what to do."""


class _File(NamedTuple):
    """Something to open, several times: a path, or bytes from a pipe."""

    path: Path
    contents: bytes | None = None

    @property
    def opened_by(self) -> Callable[[Any], Any] | None:
        """What opens a compressed file."""
        start = self._start()
        return next((opened for first, opened in PACKED.items() if start.startswith(first)), None)

    def _start(self) -> bytes:
        """Return the first bytes, which may be compressed."""
        if self.contents is not None:
            return self.contents[:8]
        with self.path.open("rb") as stream:
            return stream.read(8)

    def open(self) -> IO[bytes]:
        """Return the uncompressed bytes as a stream."""
        source: Any = self.path if self.contents is None else io.BytesIO(self.contents)
        opened: Any = self.opened_by
        if opened is not None:
            return opened(source)  # type: ignore[no-any-return]
        return source.open("rb") if source is self.path else source

    def head(self) -> bytes:
        """Return the first uncompressed bytes."""
        with self.open() as stream:
            return stream.read(HEAD)

    def whole(self) -> bytes:
        """Return all uncompressed bytes."""
        with self.open() as stream:
            return stream.read()

    def suffix(self) -> str:
        """Return the suffix of files that begin this way; for texts, that of the path if known."""
        head = self.head()
        for start, suffix in BINARY.items():
            if head.startswith(start):
                return suffix
        text = head.removeprefix(codecs.BOM_UTF8).lstrip()
        if text.startswith((b"[", b"{")):
            return ".jsonl" if re.match(rb"\{.*\}\s*\n\s*\{", text) else ".json"
        return own if (own := suffix_of(self.path)) in KINDS else ".csv"


def _read(file: _File, how: ReadOptions, names: Collection[str]) -> FileTable:
    """Read a table, or the one in an archive."""
    if not file.head().startswith(ZIP):
        suffix = how.suffix or file.suffix()
        return _READERS[KINDS[suffix]](file, suffix, how)
    data = file.whole()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = [one for one in archive.namelist() if not one.startswith("__MACOSX")]
        if "[Content_Types].xml" in files:
            return FileTable(_sheet(data, how))
        if all(one.endswith(".npy") for one in files):
            return FileTable(_arrays(data, names))
        part = _part(files, how.part, "files")
        return _read(_File(Path(part), archive.read(part)), replace(how, part=None), names)


def _part(known: Sequence[str], part: str | None, kind: str) -> str:
    """Return the part that is named, or the only one."""
    if part in known or (part is None and len(known) == 1):
        return part or known[0]
    told = f"it has {len(known)} {kind} ({', '.join(known)}); name one by --part"
    raise _UnclearError(told)


def _sheet(data: bytes, how: ReadOptions) -> Any:
    """Return a sheet of a workbook."""
    import pandas as pd

    try:
        sheets = pd.read_excel(io.BytesIO(data), sheet_name=None, header=0 if how.header else None)
    except ImportError:
        told = "workbooks need openpyxl: pip install 'prplot-curves[excel]'; or save it as CSV"
        raise ImportError(told) from None
    filled = [str(name) for name, table in sheets.items() if len(table)]
    table = sheets[_part(filled, how.part, "sheets")]
    return table if how.header else _numbered(table)


def _arrays(data: bytes, names: Collection[str]) -> Any:
    """Return the arrays of an NPZ file as a table; those of two dimensions by columns."""
    import numpy as np
    import pandas as pd

    columns: dict[str, Any] = {}
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        for name, array in arrays.items():
            if array.ndim == 2 and array.shape[1] > 1:
                columns |= {f"{name}_{k}": column for k, column in enumerate(array.T)}
            elif array.ndim:
                columns[name] = array.ravel()
    wanted = {name: columns[name] for name in names if name in columns} or columns
    if len({len(array) for array in wanted.values()}) > 1:
        sizes = ", ".join(f"{name} ({len(array)})" for name, array in columns.items())
        told = f"its arrays differ in length: {sizes}; name some of one by -t and -s"
        raise _UnclearError(told)
    return pd.DataFrame(wanted)


def _numbered(table: Any) -> Any:
    """Return a table whose columns are called 1, 2, ..."""
    return table.set_axis(range(1, table.shape[1] + 1), axis=1)


def _with_gaps(table: Any, how: ReadOptions) -> Any:
    """Return a table with markers of missing values removed."""
    import pandas as pd

    markers = [*how.na, *(float(text) for text in how.na if _is_number(text))]
    for name in table.columns[table.isin(markers).any()]:
        column = table[name].mask(table[name].isin(markers))
        texts = column if column.dtype.kind in "fiub" else column.str.replace(how.decimal, ".")
        numbers = pd.to_numeric(texts, errors="coerce")
        table = table.assign(**{name: numbers if numbers.count() == column.count() else column})
    return table


# Texts


def _without_comments(file: _File) -> tuple[_File, list[str]]:
    """Return a text without lines that begin with #, except one that names the columns."""
    if not re.search(rb"^#", file.head(), re.MULTILINE):
        return file, []
    data = file.whole()
    above = re.match(rb"(?:#.*\n)*#[ \t]*(.*\n)([^#].*)", data)
    header = above[1] if above and _names_columns(*above.groups()) else b""
    rest, count = re.subn(rb"^#.*(?:\n|\Z)", b"", data, flags=re.MULTILINE)
    count -= bool(header)
    told = [f"{count} line{'s' * (count > 1)} of comments (#) left out"] if count else []
    return file._replace(contents=header + rest), told


def _names_columns(line: bytes, row: bytes) -> bool:
    """Return whether a line has as many fields as the next, but only the next has numbers."""
    texts = [one.decode("latin-1").strip() for one in (line, row)]
    names, fields = ([_is_number(one) for one in re.split(r"[,;|\s]+", text)] for text in texts)
    return len(names) == len(fields) > 1 and any(fields) and not any(names)


def _separator_and_names(file: _File, suffix: str, how: ReadOptions) -> tuple[str, list[str]]:
    """Look for the separator and the header of a text; refuse a text without them."""
    head = file.head()
    if head.startswith(tuple(MARKS)) and how.encoding == "utf-8":
        raise UnicodeError
    if b"\0" in head and how.encoding == "utf-8":
        raise _UnclearError(f"unknown kind of file; prplot reads {READ}")
    cut = len(head) == HEAD
    # The last letter, and the last line, may be cut.
    text = head.decode(how.encoding, "ignore" if cut else "strict").removeprefix("\ufeff")
    lines = [line for line in text.splitlines() if line.strip()][: LINES + 1]
    lines = lines[:LINES] if len(lines) > LINES or not cut else lines[:-1]
    if not lines and cut:
        raise _UnclearError(f"its first line has more than {HEAD:,} bytes; shorten the names")
    if not lines:
        raise _UnclearError("it is empty")
    separator = how.separator or _sniffed(lines, SEPARATORS[suffix])
    names = [name.strip() for name in next(_records(lines, separator))]
    if how.header and all(_is_number(name, how.decimal) for name in names):
        raise _UnclearError(
            f"its first line holds numbers only ({', '.join(names[:3])}), but should name the"
            " columns; add a line of names, or pass --no-header"
        )
    return separator, names


def _repeated(names: Sequence[str]) -> list[str]:
    """Return a sentence for each name that several columns have."""
    counts = {name: count for name, count in Counter(names).items() if name and count > 1}
    return [
        f"{count} columns are called {name!r}; they are read as "
        + ", ".join([name, *(f"{name}.{k}" for k in range(1, count))])
        for name, count in counts.items()
    ]


def _sniffed(lines: Sequence[str], expected: str) -> str:
    """Return what separates the same number of columns, at least two, in all lines, if anything.

    Otherwise it is what splits the header, or what is expected; spaces if there is nothing else.
    """
    if " " in lines[0].strip() and not {expected, *SNIFFED} & {*lines[0]}:
        return " "
    tried = [expected, *(one for one in SNIFFED if one != expected)]
    split = {one: list(_records(lines, one)) for one in tried}
    split = {one: held for one, held in split.items() if len(held[0]) > 1}
    # A quotation mark within a field shows that it was cut in two.
    whole = {one: held for one, held in split.items() if not any('"' in "".join(r) for r in held)}
    even = [one for one, held in (whole or split).items() if len({len(r) for r in held}) == 1]
    return max(even or split or [expected], key=lambda one: len(split.get(one, [[]])[0]))


def _records(lines: Sequence[str], separator: str) -> Iterator[list[str]]:
    return (one for one in csv.reader(lines, delimiter=separator) if one)


def _is_number(text: str, decimal: str = ".") -> bool:
    try:
        float(text.replace(decimal, "."))
    except ValueError:
        return False
    return True


def _not_decoded(file: _File, encoding: str) -> str:
    head = file.head()
    other = next((name for mark, name in MARKS.items() if head.startswith(mark)), "latin-1")
    return f"it is not {encoding.upper()}; try --encoding {other}"


def _read_text(file: _File, suffix: str, how: ReadOptions) -> FileTable:
    import pandas as pd

    file, notes = _without_comments(file)
    separator, names = _separator_and_names(file, suffix, how)
    if how.separator is None and separator != SEPARATORS[suffix]:
        notes.append(f"columns are separated by {(SNIFFED | SPACES)[separator]} (--sep)")
    with file.open() as stream:
        table = pd.read_csv(
            stream,
            sep=separator,
            header=0 if how.header else None,
            encoding="utf-8-sig" if how.encoding == "utf-8" else how.encoding,
            decimal=how.decimal,
            skipinitialspace=True,
            nrows=how.rows,
            low_memory=False,
        )
    if not how.header:
        return FileTable(_numbered(table), notes)
    table.columns = [str(name).strip() for name in table.columns]
    return FileTable(table, notes, _repeated(names))


def _read_parquet(file: _File, suffix: str, how: ReadOptions) -> FileTable:
    from pyarrow import Table
    from pyarrow.parquet import ParquetFile

    with file.open() as stream:
        # What is compressed can't be read from its end.
        is_plain = file.opened_by is None
        with ParquetFile(stream if is_plain else io.BytesIO(stream.read())) as parquet:
            if how.rows is None:
                return FileTable(parquet.read().to_pandas())
            some = islice(parquet.iter_batches(how.rows), 1)
            return FileTable(Table.from_batches(some, parquet.schema_arrow).to_pandas())


def _read_feather(file: _File, suffix: str, how: ReadOptions) -> FileTable:
    import pyarrow as pa
    import pyarrow.feather as pf

    held = pa.BufferReader(file.whole())
    try:
        table = pf.read_table(held)
    except pa.ArrowInvalid:
        # The other form of Arrow files, which has no index at its end.
        held.seek(0)
        table = pa.ipc.open_stream(held).read_all()
    return FileTable(table.to_pandas())


def _read_json(file: _File, suffix: str, how: ReadOptions) -> FileTable:
    import pandas as pd

    with file.open() as stream:
        lines = KINDS[suffix] == "lines"
        return FileTable(pd.read_json(stream, lines=lines, encoding=how.encoding))


_READERS: dict[str, Callable[[_File, str, ReadOptions], FileTable]] = {
    "text": _read_text,
    "parquet": _read_parquet,
    "feather": _read_feather,
    "lines": _read_json,
    "json": _read_json,
}
