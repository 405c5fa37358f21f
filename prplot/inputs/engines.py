"""Frames of any engine: opened from files, and small results fetched from them."""

from __future__ import annotations

from collections.abc import Sequence
from glob import glob
from os import PathLike, fspath
from os.path import expanduser
from pathlib import Path, PurePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.options import brief
from prplot.inputs.files import PARQUET, SEPARATORS

Array = NDArray[Any]

# Rows that tell the types of the columns of a text file.
_ROWS_OF_TYPES = 20_000


def lazy_frame(frame: Any) -> Any:
    """Return a narwhals frame, lazy if there is a choice.

    Parameters
    ----------
    frame : frame, path or list of paths
        Anything that narwhals knows; Parquet or text files, patterns such as "part-*" among them.

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

    if isinstance(frame, str | PathLike):
        return nw.from_native(_opened([expanduser(fspath(frame))]))
    several = isinstance(frame, list | tuple) and bool(frame)
    if several and all(isinstance(one, str | PathLike) for one in frame):
        return nw.from_native(_opened([expanduser(fspath(one)) for one in frame]))
    try:
        return nw.from_native(frame)
    except TypeError:
        raise TypeError(
            f"frame must be a data frame that narwhals knows, a path or a list of paths, "
            f"found {brief(frame)}"
        ) from None


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


def _opened(paths: Sequence[str]) -> Any:
    """Return files as the lazy frame of DuckDB, or of polars where it is absent."""
    kinds = {PurePath(path.removesuffix(".gz")).suffix.lower() for path in paths}
    kind = kinds.pop()
    if kinds or kind not in (*SEPARATORS, *PARQUET):
        known = ", ".join([*SEPARATORS, *PARQUET])
        raise ValueError(f"all files must be of one of the kinds {known}, found {brief(paths)}")
    for path in paths:
        _check_found(path)
    try:
        return _in_duckdb(paths, kind)
    except ImportError:
        pass
    try:
        return _in_polars(paths, kind)
    except ImportError:
        raise ImportError("a path needs the package duckdb or polars: pip install duckdb") from None


def _check_found(path: str) -> None:
    # Addresses of the web are the engine's business.
    if "://" not in path and not glob(path, recursive=True) and not Path(path).exists():
        raise FileNotFoundError(f"no file {path}")


def _in_duckdb(paths: Sequence[str], kind: str) -> Any:
    import duckdb

    engine = duckdb.connect()
    if kind in PARQUET:
        return engine.read_parquet(list(paths), union_by_name=True)
    some: Any = list(paths)
    # Columns may stand in another order in each file.
    options: Any = {"sample_size": _ROWS_OF_TYPES, "union_by_name": True}
    return engine.read_csv(some, sep=SEPARATORS[kind], **options)


def _in_polars(paths: Sequence[str], kind: str) -> Any:
    import polars as pl

    if kind in PARQUET:
        return pl.scan_parquet(list(paths))
    return pl.scan_csv(list(paths), separator=SEPARATORS[kind], infer_schema_length=_ROWS_OF_TYPES)


def plain(column: Array) -> Array:
    """Return a fetched column of numbers with nan (or 0 of counts) where there is no value."""
    if not isinstance(column, np.ma.MaskedArray):
        return column
    return column.filled(np.nan if column.dtype.kind == "f" else 0)
