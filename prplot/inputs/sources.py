"""Sources: frames and files, read in batches of rows.

Columns of text files get types that hold all their values, to the last row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from glob import glob
from os import PathLike, fspath
from os.path import abspath, exists, expanduser, isdir
from pathlib import Path, PurePath
from typing import Any

from prplot.core.checks import brief
from prplot.inputs.frames import frame_of

SEPARATORS = {".csv": ",", ".tsv": "\t", ".txt": "\t"}
PARQUET = (".parquet", ".pq")
# The kinds of files that are read.
_KINDS = (*SEPARATORS, *PARQUET)
# Packages whose errors about a frame have many lines.
_PACKAGES = ("duckdb", "polars", "pyarrow", "narwhals")
# The types of a text file's columns are first inferred from so many rows.
_ROWS_OF_TYPES = 20_000
# So many rows are in memory at a time.
_ROWS_OF_BATCH = 2**18


def opened(frame: Any, names: Mapping[str, str]) -> Any:
    """Open a frame or files as a narwhals frame, lazy if there is a choice.

    Parameters
    ----------
    frame : frame, path or list of paths
        Anything that narwhals knows; Parquet or text files, or a folder of such files. A path that
        exists is read literally; any other is a pattern such as "part-*.csv".
    names : dict of str to str
        Of the columns score, label, weight and group; in text files they get types that hold all
        values.

    Returns
    -------
    narwhals.LazyFrame or narwhals.DataFrame

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
        return frame_of(_opened_files(paths, names))
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
    if not isdir(path):
        found = [path] if exists(path) else sorted(glob(path, recursive=True))
        if not found:
            raise FileNotFoundError(f"no file {path}")
        return [abspath(one) for one in found]
    files = [one for one in Path(path).rglob("*") if _kind(str(one)) in _KINDS]
    shown = [one for one in files if not one.name.startswith((".", "_")) and one.is_file()]
    if not shown:
        raise ValueError(f"the folder {path} holds no file of the kinds {', '.join(_KINDS)}")
    return [abspath(one) for one in sorted(shown)]


def _kind(path: str) -> str:
    return PurePath(path.removesuffix(".gz")).suffix.lower()


def _opened_files(paths: list[str], names: Mapping[str, str]) -> Any:
    """Return files as a lazy frame of polars or, without that, a relation of DuckDB."""
    kinds = {_kind(path) for path in paths}
    kind = kinds.pop()
    if kinds or kind not in _KINDS:
        known = ", ".join(_KINDS)
        raise ValueError(f"all files must be of one of the kinds {known}, found {brief(paths)}")
    try:
        import polars as pl
    except ImportError:
        return _opened_by_duckdb(paths, kind)
    if kind in PARQUET:
        return pl.scan_parquet(paths, glob=False)
    options: dict[str, Any] = {
        "separator": SEPARATORS[kind],
        "infer_schema_length": _ROWS_OF_TYPES,
        "glob": False,
    }
    first = pl.scan_csv(paths[0], **options).collect_schema()
    types = {name: _type(first[name], role) for role, name in names.items() if name in first}
    # One by one, because the order of the columns may differ between files.
    parts = [pl.scan_csv(path, schema_overrides=types, **options) for path in paths]
    return pl.concat(parts, how="diagonal_relaxed") if len(parts) > 1 else parts[0]


def _opened_by_duckdb(paths: list[str], kind: str) -> Any:
    try:
        import duckdb
    except ImportError:
        raise ImportError("a path needs polars or DuckDB: pip install polars") from None
    if kind in PARQUET:
        return duckdb.read_parquet(paths)
    # Types are inferred from all rows.
    return duckdb.read_csv(paths, sep=SEPARATORS[kind], sample_size=-1, union_by_name=True)


def _type(inferred: Any, role: str) -> Any:
    """Return a type for all later values of a column, given the type inferred from its first."""
    import polars as pl

    # A group that is a whole number stays text, since floats may be those of several.
    if inferred.is_float() or (inferred.is_numeric() and role != "group"):
        return pl.Float64
    # Not dates, which would lose the time of day of a later row.
    return pl.Boolean if inferred == pl.Boolean and role != "group" else pl.String
