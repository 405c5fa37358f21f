"""Files as tables, in the format of their suffix or, without a known one, of their first bytes."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def _from_zstd(data: bytes) -> bytes:
    from pyarrow import input_stream, py_buffer

    with input_stream(py_buffer(data), compression="zstd") as stream:
        return bytes(stream.read())


# What decompresses files, by their first bytes; and the suffixes of compressed files.
PACKED = {
    b"\x1f\x8b": gzip.decompress,
    b"BZh": bz2.decompress,
    b"\xfd7zXZ\0": lzma.decompress,
    b"\x28\xb5\x2f\xfd": _from_zstd,
}
COMPRESSED = (".gz", ".bz2", ".xz", ".zst", ".zip")
# The suffixes of others by their first bytes; workbooks and NPZ files are ZIP files.
STARTS = {
    b"PK\3\4": ".zip",
    b"PAR1": ".parquet",
    b"ARROW1": ".feather",
    b"[": ".json",
    b"{": ".jsonl",
}
# The functions of pandas that read tables.
READERS = {
    **dict.fromkeys((".parquet", ".pq"), "read_parquet"),
    **dict.fromkeys((".feather", ".arrow"), "read_feather"),
    **dict.fromkeys((".jsonl", ".ndjson", ".json"), "read_json"),
}
TEXTS = (".csv", ".tsv", ".txt")
MARKS = (",", "\t", ";", "|")
# The beginning of a text that the separator is looked for in, in bytes.
HEAD = 1 << 16


def read_table(
    path: Path, contents: bytes | None = None, *, part: str | None = None, **how: Any
) -> Any:
    """Read a table from a file.

    Parameters
    ----------
    path : Path
        Without a known suffix, the first bytes tell the format.
    contents : bytes, optional
        What was read already, from a pipe.
    part : str, optional
        The sheet of a workbook, by default the first; or the file in an archive of several.
    **how
        How texts are understood, as in `_text`.

    Returns
    -------
    pandas.DataFrame
        With texts as column names, and a named index as a column.

    Raises
    ------
    ValueError
        A file that can't be read, or of a kind whose reader is not installed; a text without a
        header, or in another encoding.
    """
    try:
        data = path.read_bytes() if contents is None else contents
        table = _table(data, path, part, how)
    except UnicodeError:
        encoding = how.get("encoding", "utf-8").upper()
        raise ValueError(
            f"it is no text in {encoding}, nor another known kind of file; name the right "
            "--encoding"
        ) from None
    except Exception as error:
        raise ValueError(f"it can't be read: {' '.join(str(error).split())}") from None
    if table.empty:
        raise ValueError("it is empty: it has no rows of data")
    table = table if table.index.names == [None] else table.reset_index()
    return table.set_axis([str(name).strip() for name in table.columns], axis=1)


def _table(data: bytes, path: Path, part: str | None, how: dict[str, Any]) -> Any:
    """Return the table in a file of a known kind, else in a text."""
    import pandas as pd

    for start, unpacked in PACKED.items():
        if data.startswith(start):
            return _table(unpacked(data), path.with_suffix(""), part, how)
    suffix = path.suffix.lower()
    if suffix not in (*READERS, *TEXTS):
        suffix = next((kind for start, kind in STARTS.items() if data.startswith(start)), "")
    if suffix == ".zip":
        return _zipped(data, part, how)
    if suffix not in READERS:
        return _text(data, **how)
    if READERS[suffix] == "read_json":
        # One object in all, or one on each line.
        is_lined = data.lstrip().startswith(b"{") and b"}" in data.strip().splitlines()[0]
        return pd.read_json(io.BytesIO(data), lines=is_lined and len(data.strip().splitlines()) > 1)
    return getattr(pd, READERS[suffix])(io.BytesIO(data))


def _zipped(data: bytes, part: str | None, how: dict[str, Any]) -> Any:
    """Return the table in a workbook, in an NPZ file, or in the named or only file of others."""
    import numpy as np
    import pandas as pd

    held = io.BytesIO(data)
    with zipfile.ZipFile(held) as archive:
        names = [one for one in archive.namelist() if not one.startswith("__MACOSX")]
        if "xl/workbook.xml" in names:
            return pd.read_excel(held, sheet_name=part or 0, na_values=list(how.get("na", ())))
        if all(one.endswith(".npy") for one in names):
            with np.load(held, allow_pickle=False) as arrays:
                return pd.DataFrame(dict(arrays))
        if part is None and len(names) > 1:
            raise ValueError(f"it has several files ({', '.join(names)}); name one by --part")
        name = part or names[0]
        return _table(archive.read(name), Path(name), None, how)


def _text(
    data: bytes,
    separator: str | None = None,
    header: bool = True,
    encoding: str = "utf-8",
    decimal: str = ".",
    na: Sequence[str] = (),
) -> Any:
    """Read a text, without the lines of comments (#) above its header; else columns are 1, 2..."""
    import pandas as pd

    encoding = "utf-8-sig" if encoding == "utf-8" else encoding
    lines = data[:HEAD].decode(encoding, "ignore").splitlines()
    skipped = next((k for k, line in enumerate(lines) if not line.startswith("#")), 0)
    # A name between quotation marks may contain what separates others.
    first = re.sub('"[^"]*"', "", lines[skipped]) if lines else ""
    found = max(MARKS, key=first.count)
    is_spaced = found not in first and " " in first.strip()
    table = pd.read_csv(
        io.BytesIO(data),
        sep=separator or (r"\s+" if is_spaced else found),
        header=0 if header else None,
        skiprows=skipped,
        na_values=list(na),
        encoding=encoding,
        decimal=decimal,
        skipinitialspace=True,
        low_memory=False,
    )
    if not header:
        return table.set_axis(range(1, table.shape[1] + 1), axis=1)
    if pd.to_numeric(pd.Series(list(table)), errors="coerce").notna().all():
        raise ValueError("its first line holds numbers, no names of columns; pass --no-header")
    return table
