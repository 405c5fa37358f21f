"""Engines that run the queries of a scan: frames and files opened where they are.

Columns of text files are read as what they hold to the last row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from glob import escape, glob
from os import PathLike, fspath, sep
from os.path import exists, expanduser
from pathlib import Path, PurePath
from typing import Any, Literal, NamedTuple

import numpy as np

from prplot.core.checks import Array, brief
from prplot.inputs.files import PARQUET, SEPARATORS
from prplot.inputs.frames import chosen

# Packages whose errors tell what is wrong with a frame, in many lines.
_PACKAGES = ("duckdb", "polars", "pyarrow", "narwhals", "pyspark", "dask")


@contextmanager
def one_sentence() -> Iterator[None]:
    """Turn an error of an engine into a ValueError of one sentence."""
    try:
        yield
    except Exception as error:
        package = type(error).__module__.split(".")[0].strip("_")
        if package not in _PACKAGES:
            raise
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        what = lines[0] if lines else type(error).__name__
        # DuckDB tells the row at first, and only then what is wrong with it.
        reasons = [line for line in lines[1:] if line.startswith("Error when converting")]
        what = "; ".join([what, *reasons[:1]])
        raise ValueError(f"frame can't be read: {what}") from error


def fetched(frame: Any) -> dict[str, Array]:
    """Run a query whose result is small and return its columns."""
    native = frame.to_native()
    if hasattr(native, "fetchnumpy"):
        # DuckDB's own way needs no other package.
        held: dict[str, Array] = native.fetchnumpy()
        return held
    if type(native).__module__.startswith("polars") and hasattr(native, "collect"):
        native = native.collect(engine="streaming")
        return {name: native[name].to_numpy() for name in native.columns}
    eager = frame.collect() if hasattr(frame, "collect") else frame
    return {name: eager[name].to_numpy() for name in eager.columns}


def plain(column: Array) -> Array:
    """Return a fetched column of numbers with nan (or 0 of counts) where there is no value."""
    if not isinstance(column, np.ma.MaskedArray):
        return column
    return column.filled(np.nan if column.dtype.kind == "f" else 0)


Role = Literal["number", "label", "group"]
# Opens the files, with the types of some columns.
Read = Callable[[Mapping[str, Any]], Any]

# Rows that tell the types of the columns, at first.
FIRST_ROWS = 20_000
# Texts that are whole numbers; shorter ones fit into 64 bits.
_WHOLE = r"^\s*[+-]?\d+\s*$"
_SHORT = r"^\s*[+-]?\d{1,18}\s*$"


def settled(read: Read, roles: Mapping[str, Role]) -> Any:
    """Return the files as a frame whose named columns have types that no later row belies.

    Parameters
    ----------
    read : function
        Returns the native frame, given the types of some columns; others are inferred from the
        first rows, and an engine may round what comes later to whole numbers without a word.
    roles : dict of str to {"number", "label", "group"}
        What the columns are for.

    Returns
    -------
    native frame

    Notes
    -----
    Labels are read as floats, which hold each that is told from another by its value. Numbers that
    look whole at first are looked at to the last row, as text: whole ones may be too large for
    floats, and others must not be read as whole. Groups stay the text that they are.
    """
    import narwhals as nw

    frame = nw.from_native(read({}))
    seen = frame.collect_schema()
    known = {name: role for name, role in roles.items() if name in seen.names()}
    kinds = {name: _kind(seen[name], role) for name, role in known.items()}
    numbers = [name for name, role in known.items() if role == "number"]
    doubtful = [name for name in numbers if seen[name].is_integer()]
    doubtful += _large(frame, [name for name in numbers if seen[name].is_float()])
    return read(kinds | _whole(read, doubtful) if doubtful else kinds)


def _kind(inferred: Any, role: Role) -> Any:
    """Return a type that holds all that a column of some inferred type may go on with."""
    import narwhals as nw

    if inferred.is_float() or (inferred.is_numeric() and role != "group"):
        return nw.Float64()
    # A date would swallow a later hour; and a column of dates is no column of numbers anyway.
    return inferred if inferred == nw.Boolean and role != "group" else nw.String()


def _large(frame: Any, names: Sequence[str]) -> list[str]:
    """Return the columns of floats that no 64 bits with a sign hold at first.

    DuckDB takes whole numbers for such before version 2.
    """
    import narwhals as nw

    if not names:
        return []
    ours = {f"number {k}": name for k, name in enumerate(names)}
    found = fetched(chosen(frame.head(FIRST_ROWS), ours).select(nw.col(*ours).max()))
    return [name for key, name in ours.items() if plain(found[key])[0] >= 2.0**63]


def _whole(read: Read, names: Sequence[str]) -> dict[str, Any]:
    """Return the types of columns whose first rows are whole numbers."""
    import narwhals as nw

    ours = {f"text {k}": name for k, name in enumerate(names)}
    texts = chosen(nw.from_native(read(dict.fromkeys(names, nw.String()))), ours)
    patterns = {"whole": _WHOLE, "short": _SHORT}
    asked = {
        f"{what} {k}": nw.col(f"text {k}").str.contains(pattern).cast(nw.Int8).min()
        for k in range(len(names))
        for what, pattern in patterns.items()
    }
    found = fetched(texts.select(**asked))
    kinds: dict[str, Any] = {}
    for k, name in enumerate(names):
        if found[f"short {k}"][0] == 1:
            kinds[name] = nw.Int64()
        elif found[f"whole {k}"][0] == 1:
            kinds[name] = _long(read, name)
    return kinds


def _long(read: Read, name: str) -> Any:
    """Return the type that holds all whole numbers of a column, of which some have many digits."""
    import narwhals as nw

    for kind in (nw.Int64(), nw.UInt64()):
        try:
            numbers = chosen(nw.from_native(read({name: kind})), {"number": name})
            fetched(numbers.select(nw.col("number").max()))
        except Exception:
            # Each engine has errors of its own for a number that a type can't hold.
            continue
        return kind
    return nw.Float64()


class Opened(NamedTuple):
    """A frame, and what must be kept as long as it is read.

    Attributes
    ----------
    rows : narwhals.LazyFrame or narwhals.DataFrame
    engine : DuckDB's connection, or None
        Older versions close one that nothing holds, although relations of it are in use.
    """

    rows: Any
    engine: Any = None


def opened(frame: Any, roles: Mapping[str, Role] | None = None) -> Opened:
    """Return a narwhals frame, lazy if there is a choice.

    Parameters
    ----------
    frame : frame, path or list of paths
        Anything that narwhals knows; Parquet or text files, or a folder of such files. What is
        there by that name is meant itself; else it is a pattern such as "part-*.csv".
    roles : dict of str to {"number", "label", "group"}, optional
        What columns are for; those of text files have types that no later row belies.

    Returns
    -------
    Opened

    Raises
    ------
    TypeError
        Neither a frame nor paths.
    ValueError, FileNotFoundError, ImportError
        An empty path; files of no known kind; no file; no engine.
    """
    import narwhals as nw

    several = list(frame) if isinstance(frame, list | tuple) else [frame]
    if several and all(isinstance(one, str | PathLike) for one in several):
        paths = [path for one in several for path in _files(fspath(one))]
        native, engine = _opened(paths, roles or {})
        return Opened(nw.from_native(native), engine)
    try:
        return Opened(nw.from_native(frame))
    except nw.exceptions.DuplicateError:
        raise ValueError("frame has several columns of one name") from None
    except TypeError:
        raise TypeError(
            f"frame must be a data frame that narwhals knows, a path or a list of paths, "
            f"found {brief(frame)}"
        ) from None


def _files(path: str) -> list[str]:
    """Return a path as it is; of a folder the files in it and below, but for hidden ones."""
    if not path:
        raise ValueError("frame must be a data frame or paths of files, found an empty path")
    path = path if exists(path) else expanduser(path)
    folder = Path(path)
    if not folder.is_dir():
        return [path]
    known = {*SEPARATORS, *PARQUET}
    found = sorted(
        str(one)
        for one in folder.rglob("*")
        if PurePath(one.name.removesuffix(".gz")).suffix.lower() in known
        and not one.name.startswith((".", "_"))
        and one.is_file()
    )
    if not found:
        kinds = ", ".join([*SEPARATORS, *PARQUET])
        raise ValueError(f"the folder {path} holds no file of the kinds {kinds}")
    return found


def _opened(paths: Sequence[str], roles: Mapping[str, Role]) -> tuple[Any, Any]:
    """Return files as the lazy frame of DuckDB, or of polars where it is absent; and the engine."""
    kinds = {PurePath(path.removesuffix(".gz")).suffix.lower() for path in paths}
    kind = kinds.pop()
    if kinds or kind not in (*SEPARATORS, *PARQUET):
        known = ", ".join([*SEPARATORS, *PARQUET])
        raise ValueError(f"all files must be of one of the kinds {known}, found {brief(paths)}")
    patterns = [_pattern(path) for path in paths]
    try:
        return _in_duckdb(patterns, kind, roles)
    except ImportError:
        pass
    try:
        return _in_polars(patterns, kind, roles), None
    except ImportError:
        raise ImportError("a path needs the package duckdb or polars: pip install duckdb") from None


def _pattern(path: str) -> str:
    """Return what an engine, to which any path is a pattern, reads as this path."""
    if exists(path):
        # Without the folders before it "~.csv" would be of a home, "file:a.csv" an address.
        return escape(str(Path(path).absolute()))
    # Addresses of the web are the engine's business.
    if "://" not in path and not glob(path, recursive=True):
        raise FileNotFoundError(f"no file {path}")
    return path


def _in_duckdb(paths: Sequence[str], kind: str, roles: Mapping[str, Role]) -> tuple[Any, Any]:
    import duckdb

    for path in paths:
        _check_parted(path)
    engine = duckdb.connect()
    if kind in PARQUET:
        rows = engine.read_parquet(list(paths), union_by_name=True)
    else:
        rows = settled(partial(_texts_in_duckdb, engine, list(paths), SEPARATORS[kind]), roles)
    for name in roles:
        _check_own(name, [column.lower() for column in rows.columns])
    return rows, engine


def _check_parted(path: str) -> None:
    """Raise if DuckDB would take part of a name for a folder, as it does in patterns."""
    if sep != "\\" in path and any(sign in path for sign in "*?["):
        raise ValueError(
            f"DuckDB can't read {path}, which holds a backslash beside signs of patterns; rename it"
        )


def _check_own(name: str, known: Sequence[str]) -> None:
    """Raise if a column may be called so by DuckDB alone, and another one by the file."""
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
    given = [f"{_literal(column)}: {_literal(names[kind])}" for column, kind in kinds.items()]
    # Columns may stand in another order in each file. Before version 2 the method that reads such
    # files has no eye for types, and parameters of a query would have it run at once.
    options = [f"sep={_literal(separator)}", f"sample_size={FIRST_ROWS}", "union_by_name=true"]
    options += [f"types={{{', '.join(given)}}}"] if given else []
    files = ", ".join(map(_literal, paths))
    return engine.sql(f"SELECT * FROM read_csv([{files}], {', '.join(options)})")


def _literal(text: str) -> str:
    """Return a text as DuckDB's SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


def _in_polars(paths: Sequence[str], kind: str, roles: Mapping[str, Role]) -> Any:
    import polars as pl

    if kind in PARQUET:
        return pl.scan_parquet(list(paths))
    return settled(partial(_texts_in_polars, list(paths), SEPARATORS[kind]), roles)


def _texts_in_polars(paths: list[str], separator: str, kinds: Mapping[str, Any]) -> Any:
    import polars as pl

    return pl.scan_csv(
        paths,
        separator=separator,
        schema_overrides={column: getattr(pl, str(kind)) for column, kind in kinds.items()},
        infer_schema_length=FIRST_ROWS,
    )
