"""Files of tables: their formats, and how delimited text is read."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

SEPARATORS = {".csv": ",", ".tsv": "\t", ".txt": "\t"}
PARQUET = (".parquet", ".pq")
# The kinds of files by suffix; each may be followed by one of COMPRESSED.
KINDS = {
    **dict.fromkeys(SEPARATORS, "text"),
    **dict.fromkeys(PARQUET, "parquet"),
    **dict.fromkeys((".feather", ".arrow"), "feather"),
    **dict.fromkeys((".jsonl", ".ndjson"), "lines"),
    ".json": "json",
}
COMPRESSED = (".gz", ".zst")
# What is tried as the separator of texts, and what each is called.
SNIFFED = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
# The beginning of a text that separator and header are looked for in: bytes and lines.
HEAD, LINES = 1 << 16, 20
# What texts in these encodings begin with; that of UTF-32 begins like that of UTF-16.
MARKS = {
    **dict.fromkeys((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE), "utf-32"),
    **dict.fromkeys((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE), "utf-16"),
}
PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04")  # gzip, zstd, zip


@dataclass(frozen=True)
class ReadOptions:
    """How a file is read.

    Attributes
    ----------
    suffix : str, optional
        The suffix of the format, such as ".csv"; by default that of the file.
    separator : str, optional
        What separates the columns of a text; by default it is looked for in the first lines.
    header : bool
        Whether the first line of a text has the names of the columns; else they are 1, 2, ...
    encoding, decimal : str
        The encoding and the decimal sign of a text.
    rows : int, optional
        How many rows to read at most.
    """

    suffix: str | None = None
    separator: str | None = None
    header: bool = True
    encoding: str = "utf-8"
    decimal: str = "."
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
    path: Path, how: ReadOptions | None = None, contents: bytes | None = None
) -> FileTable:
    """Read a table from a file.

    Parameters
    ----------
    path : Path
        Its suffix sets the format: .csv, .tsv, .txt, .parquet, .pq, .feather, .arrow, .jsonl,
        .ndjson or .json, each possibly followed by .gz or .zst.
    how : ReadOptions, optional
        What overrules the suffix, and how texts are understood.
    contents : bytes, optional
        What was read already, from a pipe; it is text with commas unless `how` says otherwise.

    Returns
    -------
    FileTable

    Raises
    ------
    ValueError
        An unknown kind of file, or one that can't be read; a text without a header, or in another
        encoding.
    ImportError
        The package that reads this kind is absent.
    """
    how = how or ReadOptions()
    suffix = (how.suffix or suffix_of(path)) if contents is None else (how.suffix or ".csv")
    if suffix not in KINDS:
        raise ValueError(f"unknown kind of file; its name must end in {', '.join(KINDS)}")
    file = _File(path, contents)
    try:
        return _READERS[KINDS[suffix]](file, suffix, how)
    except _UnclearError:
        raise
    except ImportError:
        raise ImportError("reading it needs the package pyarrow; install it") from None
    except UnicodeError:
        raise ValueError(_not_decoded(file, how.encoding)) from None
    except LookupError as error:
        raise ValueError(f"it can't be read: {error}; see --encoding") from None
    except (ValueError, OSError, EOFError) as error:
        raise ValueError(f"it can't be read: {' '.join(str(error).split())}") from None


def names_in(path: Path) -> list[str]:
    """Return the names of a file's columns; read no more than its beginning where that will do."""
    suffix = suffix_of(path)
    if KINDS.get(suffix) == "text":
        return _separator_and_names(_File(path), suffix, ReadOptions())[1]
    return [str(name) for name in read_table(path, ReadOptions(rows=1)).table.columns]


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

    def open(self) -> IO[bytes]:
        """Return the uncompressed bytes as a stream."""
        if self.contents is not None:
            return io.BytesIO(self.contents)
        ending = self.path.suffix.lower()
        if ending == ".gz":
            return cast(IO[bytes], gzip.open(self.path))
        if ending == ".zst":
            from pyarrow import input_stream

            return io.BufferedReader(input_stream(str(self.path), compression="zstd"))
        return self.path.open("rb")

    def head(self) -> bytes:
        """Return the first bytes."""
        with self.open() as stream:
            return stream.read(HEAD)


def _separator_and_names(file: _File, suffix: str, how: ReadOptions) -> tuple[str, list[str]]:
    """Look for the separator and the header of a text; refuse a text without them."""
    head = file.head()
    if head.startswith(tuple(MARKS)) and how.encoding == "utf-8":
        raise UnicodeError
    cut = len(head) == HEAD
    # The last letter, and the last line, may be cut.
    text = head.decode(how.encoding, "ignore" if cut else "strict").removeprefix("\ufeff")
    lines = [line for line in text.splitlines() if line.strip()][: LINES + 1]
    lines = lines[:LINES] if len(lines) > LINES or not cut else lines[:-1]
    if not lines and cut:
        raise _UnclearError(f"its first line has more than {HEAD:,} bytes; shorten the names")
    if not lines:
        raise _UnclearError("it is empty")
    separator = how.separator or _sniffed(lines, SEPARATORS.get(suffix, ","))
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

    Otherwise it is what splits the header, or what is expected.
    """
    tried = [expected, *(one for one in SNIFFED if one != expected)]
    split = {one: list(_records(lines, one)) for one in tried}
    split = {one: held for one, held in split.items() if len(held[0]) > 1}
    # A quotation mark within a field shows that it was cut in two.
    whole = {one: held for one, held in split.items() if not any('"' in "".join(r) for r in held)}
    even = [one for one, held in (whole or split).items() if len({len(r) for r in held}) == 1]
    return max(even or split or [expected], key=lambda one: len(split.get(one, [[]])[0]))


def _records(lines: Sequence[str], separator: str) -> Iterator[list[str]]:
    return (one for one in csv.reader(lines, delimiter=separator) if one)


def _is_number(text: str, decimal: str) -> bool:
    try:
        float(text.replace(decimal, "."))
    except ValueError:
        return False
    return True


def _not_decoded(file: _File, encoding: str) -> str:
    head = file.head()
    if head.startswith(PACKED):
        return "it is compressed; decompress it first, or end its name in .gz or .zst"
    other = next((name for mark, name in MARKS.items() if head.startswith(mark)), "latin-1")
    return f"it is not {encoding.upper()}; try --encoding {other}"


def _read_text(file: _File, suffix: str, how: ReadOptions) -> FileTable:
    import pandas as pd

    separator, names = _separator_and_names(file, suffix, how)
    notes = []
    if how.separator is None and separator != SEPARATORS.get(suffix, ","):
        notes.append(f"columns are separated by {SNIFFED[separator]} (--sep)")
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
        table.columns = [str(k + 1) for k in range(len(table.columns))]
        return FileTable(table, notes)
    table.columns = [str(name).strip() for name in table.columns]
    return FileTable(table, notes, _repeated(names))


def _read_parquet(file: _File, suffix: str, how: ReadOptions) -> FileTable:
    from pyarrow import Table
    from pyarrow.parquet import ParquetFile

    with file.open() as stream:
        # What is compressed can't be read from its end.
        plain = file.path.suffix.lower() not in COMPRESSED
        with ParquetFile(stream if plain else io.BytesIO(stream.read())) as parquet:
            if how.rows is None:
                return FileTable(parquet.read().to_pandas())
            some = islice(parquet.iter_batches(how.rows), 1)
            return FileTable(Table.from_batches(some, parquet.schema_arrow).to_pandas())


def _read_feather(file: _File, suffix: str, how: ReadOptions) -> FileTable:
    import pyarrow as pa
    import pyarrow.feather as pf

    with file.open() as stream:
        held = pa.BufferReader(stream.read())
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
        table = pd.read_json(stream, lines=lines, encoding=how.encoding)
    table.columns = [str(name) for name in table.columns]
    return FileTable(table)


_READERS: dict[str, Callable[[_File, str, ReadOptions], FileTable]] = {
    "text": _read_text,
    "parquet": _read_parquet,
    "feather": _read_feather,
    "lines": _read_json,
    "json": _read_json,
}
