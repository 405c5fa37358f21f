"""Files as tables, in the format of their suffix."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

# What decompresses files, and the functions of pandas that read tables, by suffix.
COMPRESSED = {".gz": gzip.decompress, ".bz2": bz2.decompress, ".xz": lzma.decompress}
READERS = {
    **dict.fromkeys((".parquet", ".pq"), "read_parquet"),
    **dict.fromkeys((".feather", ".arrow"), "read_feather"),
    **dict.fromkeys((".jsonl", ".ndjson", ".json"), "read_json"),
}
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
        Its suffix is that of the format, perhaps before that of a compression; others are texts.
    contents : bytes, optional
        What was read already, from a pipe.
    part : str, optional
        The sheet of a workbook, by default the first.
    **how
        How texts are understood, as in `read_text`.

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
    packed = path.suffix.lower()
    name = path.with_suffix("") if packed in COMPRESSED else path
    try:
        data = path.read_bytes() if contents is None else contents
        data = COMPRESSED[packed](data) if packed in COMPRESSED else data
        table = _table(data, name.suffix.lower(), part, how)
    except UnicodeError:
        encoding = how.get("encoding", "utf-8").upper()
        raise ValueError(
            f"it is no text in {encoding}; name the right --encoding, or end the name of the file "
            f"in {', '.join(READERS)}, .xlsx or .npz"
        ) from None
    except Exception as error:
        raise ValueError(f"it can't be read: {' '.join(str(error).split())}") from None
    if table.empty:
        raise ValueError("it is empty: it has no rows of data")
    table = table if table.index.names == [None] else table.reset_index()
    return table.set_axis([str(name).strip() for name in table.columns], axis=1)


def _table(data: bytes, suffix: str, part: str | None, how: dict[str, Any]) -> Any:
    """Return the table in a file of a known kind, else in a text."""
    import numpy as np
    import pandas as pd

    held = io.BytesIO(data)
    if suffix == ".xlsx":
        return pd.read_excel(held, sheet_name=part or 0, na_values=list(how.get("na", ())))
    if suffix == ".npz":
        with np.load(held, allow_pickle=False) as arrays:
            return pd.DataFrame(dict(arrays))
    if suffix not in READERS:
        return _text(data, **how)
    lines = {"lines": suffix != ".json"} if READERS[suffix] == "read_json" else {}
    return getattr(pd, READERS[suffix])(held, **lines)


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
