"""Sources: frames and Parquet files, read in batches of rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from glob import glob
from os import PathLike, fspath
from os.path import abspath, exists, expanduser, isdir
from pathlib import Path
from typing import Any

from prplot.core.checks import brief
from prplot.inputs.frames import frame_of

PARQUET = (".parquet", ".pq")
# Packages whose errors about a frame have many lines.
_PACKAGES = ("duckdb", "polars", "pyarrow", "narwhals")
# So many rows are in memory at a time.
_ROWS_OF_BATCH = 2**18


def opened(frame: Any) -> Any:
    """Open a frame or files as a narwhals frame, lazy if there is a choice.

    Parameters
    ----------
    frame : frame, path or list of paths
        Anything that narwhals knows; Parquet files, or a folder of them. A path that exists is read
        literally; any other is a pattern such as "part-*.parquet".

    Returns
    -------
    narwhals.LazyFrame or narwhals.DataFrame

    Raises
    ------
    TypeError
        Neither a frame nor paths.
    ValueError, FileNotFoundError, ImportError
        An empty path; files of another kind; no file; no engine.
    """
    several = list(frame) if isinstance(frame, list | tuple) else [frame]
    if several and all(isinstance(one, str | PathLike) for one in several):
        return frame_of(_opened_files([path for one in several for path in _files(fspath(one))]))
    try:
        return frame_of(frame, "frame")
    except TypeError:
        raise TypeError(
            "frame must be a data frame that narwhals knows, a dict of columns, a path or a list "
            f"of paths, found {brief(frame)}"
        ) from None


def batches(frame: Any) -> Iterator[Any]:
    """Yield the rows of a narwhals frame as frames in memory that are not long."""
    if hasattr(frame, "collect"):
        for part in _parts(frame):
            yield from batches(part)
        return
    for start in range(0, len(frame), _ROWS_OF_BATCH):
        yield frame[start : start + _ROWS_OF_BATCH]


def _parts(frame: Any) -> Iterable[Any]:
    """Return parts of a lazy frame, each read when it is asked for."""
    import narwhals as nw

    native, engine = frame.to_native(), frame.implementation
    if engine.is_polars() and hasattr(native, "collect_batches"):
        options = {"chunk_size": _ROWS_OF_BATCH, "maintain_order": True, "engine": "streaming"}
        return map(nw.from_native, native.collect_batches(**options))
    if engine.is_duckdb():
        # The latter is what versions before 1.4 have.
        read = getattr(native, "to_arrow_reader", None) or native.fetch_arrow_reader
        return (nw.from_arrow(part, backend="pyarrow") for part in read(_ROWS_OF_BATCH))
    return [frame.collect()]


@contextmanager
def one_sentence() -> Iterator[None]:
    """Turn an error of an engine into a ValueError of one sentence, and its Ctrl-C into ours."""
    try:
        yield
    except Exception as error:
        if "interrupted" in str(error).lower() and type(error) is not ValueError:
            raise KeyboardInterrupt from None
        package = type(error).__module__.split(".")[0].strip("_")
        if package not in _PACKAGES:
            raise
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        what = lines[0] if lines else type(error).__name__
        raise ValueError(f"frame can't be read: {what}") from error


def _files(path: str) -> list[str]:
    """Return the files that a path means: all in a folder and below it except hidden ones.

    Whether an address on the web exists is not known.
    """
    if not path:
        raise ValueError("frame must be a data frame or paths of files, found an empty path")
    if "://" in path:
        return [path]
    path = path if exists(path) else expanduser(path)
    if isdir(path):
        below = sorted(one for one in Path(path).rglob("*") if one.suffix.lower() in PARQUET)
        found = [str(one) for one in below if not one.name.startswith((".", "_"))]
    else:
        found = [path] if exists(path) else sorted(glob(path, recursive=True))
    if not found:
        raise FileNotFoundError(f"no Parquet file {path}")
    return [abspath(one) for one in found]


def _opened_files(paths: list[str]) -> Any:
    """Return files as a lazy frame of polars or, without that, a relation of DuckDB."""
    other = [path for path in paths if not path.lower().endswith(PARQUET)]
    if other:
        raise ValueError(
            f"files must be Parquet ({', '.join(PARQUET)}), found {brief(other[0])}; pass others "
            "as frames, such as polars.scan_csv(path) or duckdb.read_csv(path)"
        )
    try:
        import polars as pl

        return pl.scan_parquet(paths, glob=False)
    except ImportError:
        pass
    try:
        import duckdb

        return duckdb.read_parquet(paths)
    except ImportError:
        raise ImportError("a path needs polars or DuckDB: pip install polars") from None
