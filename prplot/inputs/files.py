"""Files of tables: their formats, seen from the first bytes, and how pandas reads them."""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

SEPARATORS = {".csv": ",", ".tsv": "\t", ".txt": "\t"}
PARQUET = (".parquet", ".pq")
COMPRESSED = (".gz", ".bz2", ".xz", ".zst", ".zip")
# The first bytes of tables that are no texts.
BINARY = {b"PAR1": ".parquet", b"ARROW1": ".feather"}
# Those of archives, workbooks and NPZ files.
ZIP = b"PK\x03\x04"
READ = "CSV and other texts, Parquet, Feather, JSON, Excel (.xlsx), NPZ"
# The beginning of a text that the separator is looked for in, in bytes.
HEAD = 1 << 16
# The functions of pandas that read them, by suffix.
READERS = {
    **dict.fromkeys(PARQUET, "read_parquet"),
    **dict.fromkeys((".feather", ".arrow"), "read_feather"),
    **dict.fromkeys((".jsonl", ".ndjson", ".json"), "read_json"),
}
# What is raised for files that hold something else.
UNREADABLE = (
    *(ValueError, OSError, EOFError, RuntimeError, LookupError),
    *(zlib.error, lzma.LZMAError, zipfile.BadZipFile),
)


def _from_zstd(data: bytes) -> bytes:
    from pyarrow import input_stream, py_buffer

    with input_stream(py_buffer(data), compression="zstd") as stream:
        return bytes(stream.read())


# The first bytes of compressed files, and what decompresses them.
PACKED: dict[bytes, Callable[[bytes], bytes]] = {
    b"\x1f\x8b": gzip.decompress,
    b"BZh": bz2.decompress,
    b"\xfd7zXZ\0": lzma.decompress,
    b"\x28\xb5\x2f\xfd": _from_zstd,
}


@dataclass(frozen=True)
class ReadOptions:
    """How a file is read.

    Attributes
    ----------
    separator : str, optional
        What separates the columns of a text; by default it is looked for in the first line.
    header : bool
        Whether the first line of a text has the names of the columns; else they are 1, 2, ...
    encoding, decimal : str
        The encoding and the decimal sign of a text.
    na : tuple of str
        Markers of missing values in texts and workbooks, beside those of pandas.
    part : str, optional
        The sheet of a workbook, or the file in an archive, if there are several.
    """

    separator: str | None = None
    header: bool = True
    encoding: str = "utf-8"
    decimal: str = "."
    na: tuple[str, ...] = ()
    part: str | None = None


def read_table(
    path: Path,
    how: ReadOptions | None = None,
    contents: bytes | None = None,
    names: Collection[str] = (),
) -> Any:
    """Read a table from a file.

    Parameters
    ----------
    path : Path
    how : ReadOptions, optional
        How texts and archives are understood.
    contents : bytes, optional
        What was read already, from a pipe.
    names : collection of str
        The columns that are needed, if all are known; an NPZ file may have arrays of other lengths.

    Returns
    -------
    pandas.DataFrame
        With texts as column names, and a named index as a column.

    Raises
    ------
    ValueError
        An unknown kind of file, or one that can't be read; a text without a header, or in another
        encoding; several parts, none of them named.
    ImportError
        The package that reads this kind is absent.
    """
    how = how or ReadOptions()
    try:
        data = path.read_bytes() if contents is None else contents
        table = _read(path, data, how, names)
    except UnicodeError:
        raise ValueError(f"it is not {how.encoding.upper()}; name the right --encoding") from None
    except UNREADABLE as error:
        raise ValueError(f"it can't be read: {' '.join(str(error).split())}") from None
    table = table if table.index.names == [None] else table.reset_index()
    heads = table.columns if how.header else range(1, table.shape[1] + 1)
    return table.set_axis([str(name).strip() for name in heads], axis=1)


def first_rows(path: Path, count: int) -> Any:
    """Return the first rows of a Parquet file, or of a text with the separator of its suffix."""
    import pandas as pd

    suffix = path.suffix.lower()
    if suffix not in PARQUET:
        return pd.read_csv(path, sep=SEPARATORS[suffix], nrows=count)
    from pyarrow import Table
    from pyarrow.parquet import ParquetFile

    with ParquetFile(path) as file:
        some = islice(file.iter_batches(count), 1)
        table = Table.from_batches(some, file.schema_arrow).to_pandas()
    return table.set_axis([str(name) for name in table], axis=1)


def _read(path: Path, data: bytes, how: ReadOptions, names: Collection[str]) -> Any:
    """Read a table, or the one in an archive."""
    import pandas as pd

    for start, unpacked in PACKED.items():
        if data.startswith(start):
            data = unpacked(data)
    if not data.startswith(ZIP):
        suffix = _suffix(path, data)
        if how.na and suffix not in SEPARATORS:
            raise ValueError("--na is for texts and workbooks")
        if suffix in SEPARATORS:
            return _text(data, suffix, how)
        lines = {"lines": suffix != ".json"} if READERS[suffix] == "read_json" else {}
        return getattr(pd, READERS[suffix])(io.BytesIO(data), **lines)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = [one for one in archive.namelist() if not one.startswith("__MACOSX")]
        if "[Content_Types].xml" in files:
            return _sheet(data, how)
        if all(one.endswith(".npy") for one in files):
            return _arrays(data, names)
        part = _part(files, how.part, "files")
        return _read(Path(part), archive.read(part), replace(how, part=None), names)


def _suffix(path: Path, data: bytes) -> str:
    """Return the suffix of files that begin this way; for texts, that of the path if known."""
    for start, suffix in BINARY.items():
        if data.startswith(start):
            return suffix
    text = data[:HEAD].removeprefix(codecs.BOM_UTF8).lstrip()
    if text.startswith((b"[", b"{")):
        return ".jsonl" if re.match(rb"\{.*\}\s*\n\s*\{", text) else ".json"
    known = (one.lower() for one in reversed(path.suffixes))
    return next((one for one in known if one in (*SEPARATORS, *READERS)), ".csv")


def _part(known: Sequence[str], part: str | None, kind: str) -> str:
    """Return the part that is named, or the only one."""
    if part in known or (part is None and len(known) == 1):
        return part or known[0]
    raise ValueError(f"it has {len(known)} {kind} ({', '.join(known)}); name one by --part")


def _sheet(data: bytes, how: ReadOptions) -> Any:
    """Return a sheet of a workbook."""
    import pandas as pd

    header = 0 if how.header else None
    held = io.BytesIO(data)
    sheets = pd.read_excel(held, sheet_name=None, header=header, na_values=list(how.na))
    return sheets[_part(list(sheets), how.part, "sheets")]


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
    return pd.DataFrame({name: columns[name] for name in names if name in columns} or columns)


def _text(data: bytes, suffix: str, how: ReadOptions) -> Any:
    """Read a text, without the lines of comments (#) above its header."""
    import pandas as pd

    encoding = "utf-8-sig" if how.encoding == "utf-8" else how.encoding
    lines = data[:HEAD].decode(encoding, "ignore").splitlines()
    if any("\0" in line for line in lines):
        raise ValueError(f"unknown kind of file; prplot reads {READ}; see --encoding")
    skipped = next((k for k, line in enumerate(lines) if not line.startswith("#")), 0)
    # A name between quotation marks may contain what separates others.
    first = re.sub('"[^"]*"', "", lines[skipped]) if lines else ""
    separator = max([SEPARATORS.get(suffix, ","), *SEPARATORS.values(), ";", "|"], key=first.count)
    is_spaced = separator not in first and " " in first.strip()
    table = pd.read_csv(
        io.BytesIO(data),
        sep=how.separator or (r"\s+" if is_spaced else separator),
        header=0 if how.header else None,
        skiprows=skipped,
        na_values=list(how.na),
        encoding=encoding,
        decimal=how.decimal,
        skipinitialspace=True,
        low_memory=False,
    )
    if how.header and pd.to_numeric(pd.Series(list(table)), errors="coerce").notna().all():
        raise ValueError("its first line holds numbers, no names of columns; pass --no-header")
    return table
