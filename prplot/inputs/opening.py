"""Frames of any engine, and files that one reads where they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from glob import glob
from os import PathLike, fspath
from os.path import expanduser
from pathlib import Path, PurePath
from typing import Any

from prplot.core.options import brief
from prplot.inputs.files import PARQUET, SEPARATORS
from prplot.inputs.texts import Role, settled

# Rows that tell the types of the columns of a text file, at first.
_ROWS_OF_TYPES = 20_000


def lazy_frame(frame: Any, roles: Mapping[str, Role] | None = None) -> Any:
    """Return a narwhals frame, lazy if there is a choice.

    Parameters
    ----------
    frame : frame, path or list of paths
        Anything that narwhals knows; Parquet or text files, patterns such as "part-*.csv" among
        them, or a folder of such files.
    roles : dict of str to {"number", "label", "group"}, optional
        What columns are for; those of text files have types that no later row belies.

    Returns
    -------
    narwhals.LazyFrame or narwhals.DataFrame

    Raises
    ------
    TypeError
        Neither a frame nor paths.
    ValueError, FileNotFoundError, ImportError
        Files of no known kind; no file; no engine.
    """
    import narwhals as nw

    several = list(frame) if isinstance(frame, list | tuple) else [frame]
    if several and all(isinstance(one, str | PathLike) for one in several):
        paths = [path for one in several for path in _files(expanduser(fspath(one)))]
        return nw.from_native(_opened(paths, roles or {}))
    try:
        return nw.from_native(frame)
    except nw.exceptions.DuplicateError:
        raise ValueError("frame has several columns of one name") from None
    except TypeError:
        raise TypeError(
            f"frame must be a data frame that narwhals knows, a path or a list of paths, "
            f"found {brief(frame)}"
        ) from None


def _files(path: str) -> list[str]:
    """Return a path as it is; of a folder the files in it and below, but for hidden ones."""
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


def _opened(paths: Sequence[str], roles: Mapping[str, Role]) -> Any:
    """Return files as the lazy frame of DuckDB, or of polars where it is absent."""
    kinds = {PurePath(path.removesuffix(".gz")).suffix.lower() for path in paths}
    kind = kinds.pop()
    if kinds or kind not in (*SEPARATORS, *PARQUET):
        known = ", ".join([*SEPARATORS, *PARQUET])
        raise ValueError(f"all files must be of one of the kinds {known}, found {brief(paths)}")
    for path in paths:
        _check_found(path)
    try:
        return _in_duckdb(paths, kind, roles)
    except ImportError:
        pass
    try:
        return _in_polars(paths, kind, roles)
    except ImportError:
        raise ImportError("a path needs the package duckdb or polars: pip install duckdb") from None


def _check_found(path: str) -> None:
    # Addresses of the web are the engine's business.
    if "://" not in path and not glob(path, recursive=True) and not Path(path).exists():
        raise FileNotFoundError(f"no file {path}")


def _in_duckdb(paths: Sequence[str], kind: str, roles: Mapping[str, Role]) -> Any:
    import duckdb

    engine = duckdb.connect()
    if kind in PARQUET:
        return engine.read_parquet(list(paths), union_by_name=True)
    return settled(partial(_texts_in_duckdb, engine, list(paths), SEPARATORS[kind]), roles)


def _texts_in_duckdb(
    engine: Any, paths: list[str], separator: str, kinds: Mapping[str, Any]
) -> Any:
    import narwhals as nw

    names: dict[Any, str] = {nw.Int64(): "BIGINT", nw.UInt64(): "UBIGINT", nw.Float64(): "DOUBLE"}
    names |= {nw.Boolean(): "BOOLEAN", nw.String(): "VARCHAR"}
    return engine.read_csv(
        paths,
        sep=separator,
        dtype={column: names[kind] for column, kind in kinds.items()},
        sample_size=_ROWS_OF_TYPES,
        # Columns may stand in another order in each file.
        union_by_name=True,
    )


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
        infer_schema_length=_ROWS_OF_TYPES,
    )
