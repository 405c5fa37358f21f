"""Engines: frames and files, opened in the library that runs the queries of a scan.

Columns of text files get types that hold all their values, to the last row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from glob import escape, glob
from os import PathLike, fspath, sep, stat
from os.path import abspath, exists, expanduser, isabs, isdir, join
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import numpy as np

from prplot.core.checks import Array, brief
from prplot.inputs.files import PARQUET, SEPARATORS
from prplot.inputs.frames import frame_of, interruptible

ColumnRole = Literal["number", "label", "group"]
# Opens the files, with the types of some columns.
Read = Callable[[Mapping[str, Any]], Any]
# The kinds of files that engines read.
_KINDS = (*SEPARATORS, *PARQUET)
# Packages whose errors about a frame have many lines.
_PACKAGES = ("duckdb", "polars", "pyarrow", "narwhals", "pyspark", "dask")
# The types of a text file's columns are first inferred from so many rows.
_ROWS_OF_TYPES = 20_000
# So many rows are in memory at a time where an engine does not count them itself.
_ROWS_OF_BATCH = 2**18


# Size, time of the last change, and number of each file.
Stamps = dict[str, tuple[int, int, int]]


class Opened(NamedTuple):
    """A frame, and what must be known of its source until the frame has been read.

    Attributes
    ----------
    rows : narwhals.LazyFrame or narwhals.DataFrame
    engine : DuckDB connection, or None
        DuckDB before 1.5 closes a connection without a reference, even if a relation still uses it.
    paths : sequence of str
        Of files, and patterns of such paths.
    stamps : dict
        Of these files, when they were opened.
    """

    rows: Any
    engine: Any = None
    paths: Sequence[str] = ()
    stamps: Mapping[str, tuple[int, int, int]] = MappingProxyType({})

    def check_unchanged(self) -> None:
        """Raise a ValueError if files were written to, or removed, since they were opened."""
        now = _stamps(self.paths)
        changed = sorted(dict(self.stamps.items() ^ now.items()))
        if changed:
            what = "written to" if changed[0] in now else "removed"
            raise ValueError(
                f"frame changed while it was read: {brief(changed[0])} was {what}; each pass "
                "must find the same rows"
            )

    def close(self) -> None:
        """Close the connection that was made for the files."""
        if self.engine is not None:
            self.engine.close()


def _stamps(paths: Sequence[str]) -> Stamps:
    """Return a fingerprint that changes if files are written to; addresses have no such."""
    found: Stamps = {}
    for path in paths:
        for one in [path] if exists(path) else glob(path, recursive=True):
            known = stat(one)
            found[one] = known.st_size, known.st_mtime_ns, known.st_ino
    return found


def opened(
    frame: Any, roles: Mapping[str, ColumnRole] | None = None, threads: int | None = None
) -> Opened:
    """Open a frame or files as a narwhals frame, lazy if there is a choice.

    Parameters
    ----------
    frame : frame, path or list of paths
        Anything that narwhals knows; Parquet or text files, or a folder of such files. A path that
        exists is read literally; any other is a pattern such as "part-*.csv".
    roles : dict of str to {"number", "label", "group"}, optional
        What columns are for; in text files they get types that hold all values.
    threads : int, optional
        How many DuckDB may use for files; by default as many as it likes.

    Returns
    -------
    Opened

    Raises
    ------
    TypeError
        Neither a frame nor paths.
    ValueError, FileNotFoundError, ImportError
        An empty path; files of an unknown kind; no file; no engine.
    """
    several = list(frame) if isinstance(frame, list | tuple) else [frame]
    if several and all(isinstance(one, str | PathLike) for one in several):
        paths = [path for one in several for path in _files(fspath(one))]
        # Before they are read: what is written from now on is not read by all passes.
        stamps = _stamps(paths)
        rows, engine = _opened_files(paths, roles or {}, threads)
        return Opened(frame_of(rows), engine, paths, stamps)
    try:
        return Opened(frame_of(frame, "frame"))
    except TypeError:
        raise TypeError(
            "frame must be a data frame that narwhals knows, a dict of columns, a path or a list "
            f"of paths, found {brief(frame)}"
        ) from None


def fetched(frame: Any) -> dict[str, Array]:
    """Run a query whose result is small; return its columns, numbers with nan or 0 for missing."""
    with interruptible():
        columns = _fetched(frame.to_native(), frame)
    return {name: _without_mask(column) for name, column in columns.items()}


def _fetched(native: Any, frame: Any) -> dict[str, Array]:
    if hasattr(native, "fetchnumpy"):
        # DuckDB's own method needs no other package.
        columns: dict[str, Array] = native.fetchnumpy()
        return columns
    streaming = {"engine": "streaming"} if frame.implementation.is_polars() else {}
    eager = frame.collect(**streaming) if hasattr(frame, "collect") else frame
    return {name: eager[name].to_numpy() for name in eager.columns}


def batches(frame: Any) -> Iterator[dict[str, Array]] | None:
    """Return the columns batch by batch; None where the engine itself counts in less memory.

    Polars keeps most rows of a large number of groups until the end of a query.
    """
    native = frame.to_native()
    # Older versions lack it.
    if not frame.implementation.is_polars() or not hasattr(native, "collect_batches"):
        return None
    if not all(map(has_numpy_type, frame.collect_schema().values())):
        return None
    parts = native.collect_batches(
        chunk_size=_ROWS_OF_BATCH, maintain_order=True, engine="streaming"
    )
    return ({name: part[name].to_numpy() for name in part.columns} for part in parts)


def has_numpy_type(kind: Any) -> bool:
    """Return whether numpy has this type of numbers: it has no decimals or integers of 128 bits."""
    import narwhals as nw

    is_number = kind.is_integer() or kind.is_float()
    return bool(is_number and kind not in (nw.Int128, nw.UInt128))


def number(column: Any, kind: Any) -> Any:
    """Return a column, or expression, of this type of numbers as numpy can hold it."""
    import narwhals as nw

    return column if has_numpy_type(kind) else column.cast(nw.Float64)


def _without_mask(column: Array) -> Array:
    """Return a fetched column with nan (for counts 0) instead of missing numbers."""
    if not np.ma.isMaskedArray(column) or column.dtype.kind not in "biuf":
        return column
    return column.filled(np.nan if column.dtype.kind == "f" else 0)


@contextmanager
def one_sentence() -> Iterator[None]:
    """Turn an error of an engine into a ValueError of one sentence."""
    try:
        with interruptible():
            yield
    except Exception as error:
        package = type(error).__module__.split(".")[0].strip("_")
        if package not in _PACKAGES:
            raise
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        what = lines[0] if lines else type(error).__name__
        # DuckDB's first line has the row, a later one the reason.
        reasons = [line for line in lines[1:] if line.startswith("Error when converting")]
        what = "; ".join([what, *reasons[:1]])
        raise ValueError(f"frame can't be read: {what}") from error


def _files(path: str) -> list[str]:
    """Return a path as it is, or all files in a folder and below it except hidden ones."""
    if not path:
        raise ValueError("frame must be a data frame or paths of files, found an empty path")
    path = path if exists(path) else expanduser(path)
    if not isdir(path):
        return [path]
    folder = Path(path)
    found = sorted(
        str(one)
        for one in folder.rglob("*")
        if PurePath(one.name.removesuffix(".gz")).suffix.lower() in _KINDS
        and not one.name.startswith((".", "_"))
        and one.is_file()
    )
    if not found:
        raise ValueError(f"the folder {path} holds no file of the kinds {', '.join(_KINDS)}")
    return found


def _opened_files(
    paths: Sequence[str], roles: Mapping[str, ColumnRole], threads: int | None
) -> tuple[Any, Any]:
    """Return files as a lazy frame of DuckDB, or of polars if DuckDB is not installed.

    The second value is the connection of DuckDB, or None.
    """
    kinds = {PurePath(path.removesuffix(".gz")).suffix.lower() for path in paths}
    kind = kinds.pop()
    if kinds or kind not in _KINDS:
        known = ", ".join(_KINDS)
        raise ValueError(f"all files must be of one of the kinds {known}, found {brief(paths)}")
    patterns = [_pattern(path) for path in paths]
    try:
        return _in_duckdb(patterns, kind, roles, threads)
    except ImportError:
        pass
    try:
        return _in_polars(patterns, kind, roles), None
    except ImportError:
        raise ImportError("a path needs the package duckdb or polars: pip install duckdb") from None


def _pattern(path: str) -> str:
    """Return the pattern by which an engine, which reads each path as one, finds this path."""
    if exists(path):
        # Engines read "~.csv" as a home folder and "file:a.csv" as an address. An absolute path
        # shows them folders above, which DuckDB reads as columns if called "key=value"; but it
        # finds a folder "~" by no other path.
        if isabs(path) or path.startswith("~/"):
            return escape(abspath(path))
        return escape(join(".", path))
    # Whether an address on the web exists is left to the engine.
    if "://" not in path and not glob(path, recursive=True):
        raise FileNotFoundError(f"no file {path}")
    return path


def _in_duckdb(
    paths: Sequence[str], kind: str, roles: Mapping[str, ColumnRole], threads: int | None
) -> tuple[Any, Any]:
    import duckdb

    for path in paths:
        _check_backslashes(path)
    # DuckDB would download and load code for an address. Nothing is installed without a word.
    limit = {} if threads is None else {"threads": str(threads)}
    engine = duckdb.connect(config={"autoinstall_known_extensions": "false", **limit})
    try:
        if kind in PARQUET:
            rows = engine.read_parquet(list(paths), union_by_name=True)
        else:
            rows = read_typed(
                partial(_texts_in_duckdb, engine, list(paths), SEPARATORS[kind]), roles
            )
    except duckdb.Error as error:
        address = next((path for path in paths if "://" in path), None)
        if address is None or "extension" not in str(error).lower():
            raise
        raise ValueError(
            f"DuckDB has no extension for {address}, and prplot installs none; download the file, "
            "or install the extension with DuckDB"
        ) from None
    for name in roles:
        _check_not_renamed(name, [column.lower() for column in rows.columns])
    return rows, engine


def _check_backslashes(path: str) -> None:
    """Raise if DuckDB would take a part of a name for a folder, as it does in patterns."""
    if sep != "\\" in path and any(sign in path for sign in "*?["):
        raise ValueError(
            f"DuckDB can't read {path}, which holds a backslash beside signs of patterns; rename it"
        )


def _check_not_renamed(name: str, known: Sequence[str]) -> None:
    """Raise if DuckDB may have given this name to one column while the file gives it to another.

    Parameters
    ----------
    name : str
    known : sequence of str
        The names of all columns, in lower case.
    """
    stem, _, number = name.lower().rpartition("_")
    is_numbered = number.isdecimal() and stem in known
    is_made = is_numbered or re.fullmatch(r"column\d+", name)
    if is_made and any(re.fullmatch(re.escape(name.lower()) + r"_\d+", one) for one in known):
        raise ValueError(
            f"frame may have two columns {name!r}, since DuckDB numbers names that are empty or "
            "differ only in case; rename the columns"
        )


def _texts_in_duckdb(
    engine: Any, paths: list[str], separator: str, kinds: Mapping[str, Any]
) -> Any:
    import narwhals as nw

    names: dict[Any, str] = {nw.Int64(): "BIGINT", nw.UInt64(): "UBIGINT", nw.Float64(): "DOUBLE"}
    names |= {nw.Boolean(): "BOOLEAN", nw.String(): "VARCHAR"}
    types = [f"{_literal(column)}: {_literal(names[kind])}" for column, kind in kinds.items()]
    # United by name, because the order of the columns may differ between files. A query, because
    # before DuckDB 2 the method read_csv then ignores types; and without parameters, with which the
    # query would run at once.
    options = [f"sep={_literal(separator)}", f"sample_size={_ROWS_OF_TYPES}", "union_by_name=true"]
    options += [f"types={{{', '.join(types)}}}"] if types else []
    files = ", ".join(map(_literal, paths))
    return engine.sql(f"SELECT * FROM read_csv([{files}], {', '.join(options)})")


def _literal(text: str) -> str:
    """Return a text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"


def _in_polars(paths: Sequence[str], kind: str, roles: Mapping[str, ColumnRole]) -> Any:
    import polars as pl

    if kind in PARQUET:
        return pl.scan_parquet(list(paths))
    return read_typed(partial(_texts_in_polars, list(paths), SEPARATORS[kind]), roles)


def _texts_in_polars(paths: list[str], separator: str, kinds: Mapping[str, Any]) -> Any:
    import polars as pl

    return pl.scan_csv(
        paths,
        separator=separator,
        schema_overrides={column: getattr(pl, str(kind)) for column, kind in kinds.items()},
        infer_schema_length=_ROWS_OF_TYPES,
    )


def read_typed(read: Read, roles: Mapping[str, ColumnRole]) -> Any:
    """Return text files as a frame whose named columns have types that hold all their values.

    Parameters
    ----------
    read : function
        Returns the native frame, given the types of some columns; others are inferred from the
        first rows, and an engine may silently round later numbers to whole ones.
    roles : dict of str to {"number", "label", "group"}
        What the columns are for.

    Returns
    -------
    native frame
        Numbers are floats, and so are numeric labels; groups stay text.
    """
    import narwhals as nw

    schema = nw.from_native(read({})).collect_schema()
    known = {name: role for name, role in roles.items() if name in schema.names()}
    return read({name: _kind(schema[name], role) for name, role in known.items()})


def _kind(inferred: Any, role: ColumnRole) -> Any:
    """Return a type for all later values of a column, given the type inferred from its first."""
    import narwhals as nw

    if inferred.is_float() or (inferred.is_numeric() and role != "group"):
        return nw.Float64()
    # Not dates, which would lose the time of day of a later row.
    return inferred if inferred == nw.Boolean and role != "group" else nw.String()
