"""Scans: curves of data larger than memory, with certified bounds."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import reduce
from glob import escape, glob
from operator import or_
from os import PathLike, fspath
from os.path import abspath, exists, expanduser, isdir
from typing import Any

import numpy as np

from prplot.core.calls import answered
from prplot.core.cells import ROOM, ROUNDING, Counts, Zoom
from prplot.core.checks import Array, brief, checked_number, counted, one_of, user_level
from prplot.core.record.observations import CHOICES, left_out, warn_of_missing
from prplot.core.scanned import Labels, ScannedCurve
from prplot.inputs.categories import texts_of
from prplot.inputs.frames import check_known, chosen, frame_of
from prplot.inputs.notices import progress_bar
from prplot.inputs.rows import EACH_NEEDS_ONE

# After so many passes the bounds are returned as they are.
PASSES = 12

# The columns of an examined frame, and the arguments that name them.
ARGUMENTS = {"score": "y_score", "label": "y_true", "weight": "sample_weight", "group": "hue"}
# What may be wrong with values, and what is accepted.
_WANTED = {
    "missing": EACH_NEEDS_ONE,
    "NaN or infinite": "all must be finite (missing='drop' leaves rows with NaN out)",
    "NaN or +inf": "all must be finite, or -inf if not retrieved (missing='drop' leaves rows with "
    "NaN out)",
    "negative": "weights must be 0 or more",
}

PARQUET = (".parquet", ".pq")
# Packages whose errors about a frame have many lines.
_PACKAGES = ("duckdb", "polars", "pyarrow", "narwhals")
# So many rows are in memory at a time.
_ROWS_OF_BATCH = 2**18

# By the value of the group, or None for all rows.
Counters = dict[Any, Counts]


@answered
def scan(
    frame: Any,
    *,
    y_true: str,
    y_score: str,
    sample_weight: str | None = None,
    pos_label: Hashable | None = None,
    missing: str = "raise",
    hue: str | None = None,
    tolerance: float = 1e-4,
    progress: bool = True,
) -> ScannedCurve | dict[str, ScannedCurve]:
    """Compute the curve of data larger than memory, with certified bounds for its areas.

    Parameters
    ----------
    frame : frame, path, or list of paths
        A lazy frame of polars or a DuckDB relation (with pyarrow), read in batches, or any other
        frame that narwhals supports; a dict of columns; or Parquet files, or a folder of them, read
        by polars or DuckDB (extras of these names). A path that exists is read literally; any other
        is a pattern such as ``"part-*.parquet"``.
    y_true, y_score : str
        The columns of labels and scores; higher means more likely positive.
    sample_weight : str, optional
        The column of nonnegative weights; a row with weight zero counts as absent.
    pos_label : hashable, optional
        The positive label (all others are negative); by default 1 or True among 0/1, -1/1 or
        booleans.
    missing : {"raise", "drop"}, default "raise"
        Refuse rows that lack a label, score, weight or group (null, None, NaN or NaT), or drop them
        with a warning. ``+inf`` is an error.
    hue : str, optional
        A column that groups the rows; all groups are counted in the same passes.
    tolerance : float, default 1e-4
        Target for the difference between the bounds of AUCPR.
    progress : bool, default True
        Show a progress bar of the rows if they take longer than two seconds.

    Returns
    -------
    ScannedCurve, or dict of str to ScannedCurve with `hue`
        Exact at every score that ends a cell, with `lower` and `upper` curves in between. Groups
        are in rising order. With few distinct scores, everything is exact.

    Raises
    ------
    ValueError, TypeError
        Unknown columns, missing or non-finite values, other than two labels without `pos_label`,
        invalid weights; a frame whose rows change between passes, or that the engine can't read.
    FileNotFoundError, ImportError
        No such file; no engine to read it.

    Warns
    -----
    MissingValuesWarning
        With ``missing="drop"``: rows were left out.
    UserWarning
        More passes can't bring the bounds as close as `tolerance`.

    See Also
    --------
    Accumulator : Count batches of arrays, or on several machines.
    ConfusionCurve.from_scores : Exact and faster for what memory holds.

    Notes
    -----
    The rows are read in batches and counted by an `Accumulator`, which is exact up to 65,536
    different scores. More are counted in cells, with their lowest and highest scores. The order
    inside a cell is unknown: the area is highest if its positives come first, and lowest if its
    negatives do. A cell with one distinct score or only one class leaves no doubt. While too much
    is open, another pass cuts each cell into more, finer where more is open. Groups share the
    cells, and have fewer exact scores each.

    The bounds hold for the data as they are. With fractional weights they are widened by the
    largest rounding error of sums in any order. Scores are read as 64-bit floats: decimals are
    rounded, and whole numbers that would be are refused.

    Examples
    --------
    >>> import pandas as pd, prplot as prp
    >>> table = pd.DataFrame({"y": [1, 0, 1, 0], "s": [0.9, 0.8, 0.7, 0.1]})
    >>> curve = prp.scan(table, y_true="y", y_score="s")
    >>> low, high = curve.bounds(prp.aucpr)
    >>> round(low, 6), round(high, 6)
    (0.797267, 0.797267)
    """
    in_range = "be a number in [1e-11, 1)"
    checked_number(tolerance, "tolerance", in_range, lambda one: ROUNDING * 10 <= one < 1)
    one_of(missing, "missing", CHOICES)
    labels = Labels(pos_label)
    names: dict[str, Any] = {"score": y_score, "label": y_true}
    names |= {"weight": sample_weight} if sample_weight is not None else {}
    names |= {"group": hue} if hue is not None else {}
    with one_sentence(), progress_bar(None, "scan", "row", shown=progress) as advance:
        rows = Batches(examined(opened(frame), names), names, missing == "drop", advance)
        groups = _groups(rows.frame) if hue is not None else [None]
        # A power of two, as cells are joined in pairs.
        room = max(ROOM >> (len(groups) - 1).bit_length(), 2)
        counters = {key: Counts(room) for key in groups}
        _count(rows, labels, counters)
        labels.check_found(sum(one.pos for one in counters.values()))
        _refine(rows, labels, counters, tolerance)
    if (widest := max(one.left_open() for one in counters.values())) >= tolerance:
        warnings.warn(
            f"the bounds of AUCPR stay {widest:.2g} apart; tolerance is {tolerance:g}",
            stacklevel=user_level(),
        )
    found = {
        key: ScannedCurve.from_cells(one.cells(), one.rounding) for key, one in counters.items()
    }
    return found[None] if hue is None else _in_order(found)


def _groups(rows: Any) -> list[Any]:
    """Return the different values of the groups."""
    import narwhals as nw

    # As an expression, because the bare name is a word of SQL.
    found = rows.select(group=nw.col("group")).unique().lazy().collect()
    values: list[Any] = found["group"].drop_nulls().to_list()
    return values


def _count(rows: Batches, labels: Labels, counters: Mapping[Any, Counts]) -> None:
    """Count the rows of each group that has a counter."""
    for batch in rows:
        parts = batch.group_by("group") if "group" in batch.columns else [((None,), batch)]
        for (key,), part in parts:
            if key not in counters:
                continue
            scores, *others = arrays_of(part)
            if (found := labels.observed(scores, *others)) is not None:
                counters[key].add(found.scores, found.is_positive, found.weights)


def _refine(rows: Batches, labels: Labels, counters: Counters, tolerance: float) -> None:
    """Count again in narrower cells until the bounds are close, or come no closer."""
    before = dict.fromkeys(counters, 1.0)
    for _ in range(PASSES - 1):
        zooms = {}
        for key, one in counters.items():
            left, goal = one.left_open(), max(tolerance - 4 * one.rounding, tolerance / 2)
            if not one.is_exact and goal <= left < before[key]:
                zooms[key], before[key] = Zoom(one, goal), left
        if not zooms:
            return
        _count(rows, labels, zooms)
        for zoom in zooms.values():
            zoom.check_unchanged()
        counters |= zooms


def _in_order(found: Mapping[Any, ScannedCurve]) -> dict[str, ScannedCurve]:
    """Return groups by name: numbers in rising order, others in that of their text."""
    keys = [key.item() if hasattr(key, "item") else key for key in found]
    names = dict(zip(texts_of(keys), found.values(), strict=True))
    return {name: names[name] for _, name in sorted(zip(keys, names, strict=True))}


def examined(frame: Any, names: Mapping[str, Any]) -> Any:
    """Check the types of the columns and rename them.

    Parameters
    ----------
    frame : narwhals frame
    names : dict of str to str
        What the user calls the columns score, label, weight and group.

    Returns
    -------
    narwhals frame
        Without rows of weight zero.

    Raises
    ------
    ValueError, TypeError
        As `prplot.scan`.
    """
    import narwhals as nw

    for column, name in names.items():
        if not isinstance(name, str):
            argument = ARGUMENTS[column]
            raise TypeError(f"{argument} must name a column of the frame, found {brief(name)}")
        check_known([name], frame.collect_schema().names(), "frame")
    frame = chosen(frame, names)
    schema = frame.collect_schema()
    for column in {"score", "weight"} & names.keys():
        # Objects may be numbers; they are checked batch by batch.
        if not (schema[column].is_numeric() or schema[column] in (nw.Boolean, nw.Object)):
            raise TypeError(f"{ARGUMENTS[column]} must hold numbers, found dtype {schema[column]}")
    group = schema.get("group", nw.String)
    if not group.is_numeric() and group not in (nw.Boolean, nw.String):
        frame = frame.with_columns(nw.col("group").cast(nw.String))
    if "weight" not in names:
        return frame
    # Engines differ in what they do with sums of decimal numbers.
    frame = frame.with_columns(nw.col("weight").cast(nw.Float64))
    return frame.filter((nw.col("weight") != 0) | nw.col("weight").is_null())


class Batches:
    """The rows of a frame, which can be read several times, in batches.

    Parameters
    ----------
    frame : narwhals frame
        As `examined` returns it.
    names : dict of str to str
        Of its columns.
    drops : bool
        Whether rows that lack values are left out, with a warning the first time; else they are
        refused.
    advance : function
        Of a progress bar.
    """

    def __init__(
        self, frame: Any, names: Mapping[str, str], drops: bool, advance: Callable[..., None]
    ) -> None:
        self.frame, self.names, self.drops, self.advance = frame, names, drops, advance
        self.warn: Callable[[str], None] | None = warn_of_missing

    def __iter__(self) -> Iterator[Any]:
        rows, dropped, counts = 0, 0, Counter[str]()
        for batch in batches(self.frame):
            lacks = [self._lacks(batch, column, counts) for column in self.names]
            kept = batch.filter(~reduce(or_, lacks)) if self.drops else batch
            rows, dropped = rows + len(batch), dropped + len(batch) - len(kept)
            yield kept
            self.advance(len(batch))
        if not rows:
            weighted = " with a weight above 0" if "weight" in self.names else ""
            raise ValueError(f"frame has no rows{weighted}; at least one is needed")
        if dropped and self.warn is not None:
            self.warn(left_out(dropped, rows, counts))
        self.warn = None

    def _lacks(self, batch: Any, column: str, counts: Counter[str]) -> Any:
        """Return which rows lack a value; refuse wrong ones."""
        values, name, is_float = batch[column], self.names[column], batch.schema[column].is_float()
        lacks = values.is_null()
        if self.drops:
            lacks = lacks | values.is_nan() if is_float else lacks
            counts[repr(name)] += int(lacks.sum())
        wrong = {} if self.drops else {"missing": lacks}
        if is_float and column == "score":
            wrong["NaN or +inf"] = ~((values < np.inf) | lacks)
        elif is_float:
            wrong["NaN or infinite"] = ~(values.is_finite() | lacks)
        if column == "weight":
            wrong["negative"] = values < 0
        for kind, are_wrong in wrong.items():
            if count := int(are_wrong.sum()):
                found = counted(count, f"{kind} value")
                raise ValueError(f"{ARGUMENTS[column]} {name!r} holds {found}; {_WANTED[kind]}")
        return lacks


def arrays_of(batch: Any) -> list[Array]:
    """Return the scores and labels of a batch, and the weights if there are any."""
    columns = [name for name in ("score", "label", "weight") if name in batch.columns]
    return [_array_of(batch[name]) for name in columns]


def _array_of(column: Any) -> Array:
    """Return a column as an array; decimals and integers of 128 bits as Python's."""
    if column.dtype.is_decimal() or "128" in str(column.dtype):
        return np.array(column.to_list(), object)
    array: Array = column.to_numpy()
    return array


# Frames and files


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
    pattern = escape(path) if exists(path) else path
    pattern = f"{pattern}/**/[!._]*.parquet" if isdir(path) else pattern
    found = sorted(glob(pattern, recursive=True))
    if not found:
        raise FileNotFoundError(f"no Parquet file {path!r}")
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
