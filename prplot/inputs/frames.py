"""Frames: tables from any library, through narwhals, and their columns by name."""

from __future__ import annotations

import contextlib
from collections.abc import Hashable, Mapping, Sequence
from os import PathLike, fspath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import as_array, brief, dimensions, nearest_hint, refuse_values
from prplot.core.record.observations import is_missing, unmasked

# The kind of table that holds the rows of a lazy one, if it is not that of its own library.
EAGER = {"polars": "polars", "dask": "pandas"}


def frame_of(table: Any, argument: str = "table") -> Any:
    """Return a table as a frame of narwhals, eager or lazy.

    Parameters
    ----------
    table : pandas, polars or pyarrow table, or another that narwhals knows; dict of columns,
        structured array, or batch of Arrow records
    argument : str, default "table"
        What errors call the table.

    Raises
    ------
    TypeError
        Not a table.
    ValueError
        Several columns of one name; columns of a dict that differ in length.
    """
    import narwhals as nw

    if isinstance(table, np.ndarray) and table.dtype.names:
        table = {name: table[name] for name in table.dtype.names}
    if isinstance(table, Mapping):
        return nw.from_dict(_columns_in(table, argument), backend="pandas")
    try:
        frame = nw.from_native(table)
        frame.collect_schema()
        return frame
    except TypeError:
        if hasattr(table, "__arrow_c_stream__"):
            # Columns have that method, too; each library has its own error for them.
            with contextlib.suppress(Exception):
                return nw.from_arrow(table, backend="pyarrow")
        found, hint = type(table).__name__, ""
        if isinstance(table, str | PathLike):
            hint = f"; read {brief(fspath(table))} first, or pass it to prp.scan"
        raise TypeError(
            f"{argument} must be a data frame or a dict of columns, found {found}{hint}"
        ) from None
    except nw.exceptions.DuplicateError:
        raise ValueError(f"{argument} has several columns with the same name") from None


def columns_of(table: Any, names: Sequence[str]) -> dict[str, NDArray[Any]]:
    """Return some columns of a table as arrays of one length.

    Parameters
    ----------
    table
        As in `frame_of`.
    names : sequence of str

    Returns
    -------
    dict of str to ndarray, shape (n_rows,)

    Raises
    ------
    TypeError
        Not a table.
    ValueError
        An unknown column, with the nearest names; missing values.
    """
    columns = series_of(table, names)
    arrays = {name: as_array(column, f"column {name!r}") for name, column in columns.items()}
    for name, column in columns.items():
        missing = column.is_null().to_numpy()
        refuse_values(missing, None, f"column {name!r} has", "missing", "each row needs one")
    return arrays


def series_of(table: Any, names: Sequence[str], argument: str = "table") -> dict[str, Any]:
    """Return some columns of a table as series of narwhals, with their rows in memory."""
    if not names:
        return {}
    eager = _read(table, names, argument)
    # Polars reads some names as patterns.
    return {name: eager.get_column(name).alias("column") for name in dict.fromkeys(names)}


def _read(table: Any, names: Sequence[str], argument: str) -> Any:
    """Return a frame whose rows are in memory; of a lazy one the named columns, read once."""
    import narwhals as nw

    frame = frame_of(table, argument)
    check_known(names, frame.collect_schema().names(), argument)
    if not isinstance(frame, nw.LazyFrame):
        return frame
    # No engine reads these names as patterns.
    safe = {f"column_{k}": name for k, name in enumerate(dict.fromkeys(names))}
    return chosen(frame, safe).collect().rename(safe)


def categories_of(table: Any, name: str, *, unused: bool = False) -> list[Any] | None:
    """Return the values of a categorical column in the order of its categories; else None.

    With `unused` categories that no row has are returned as well.
    """
    import narwhals as nw

    frame = frame_of(table)
    kind, native = frame.collect_schema()[name], frame.to_native()
    if isinstance(kind, nw.Enum):
        every = list(kind.categories)
    elif kind == nw.Categorical and hasattr(native, "iloc"):
        every = list(native[name].cat.categories)
    else:
        # Of other libraries only a fixed list of categories has a known order.
        return None
    known = every if unused else set(columns_of(table, [name])[name].tolist())
    return [one for one in every if one in known]


def collected(table: Any, names: Sequence[str]) -> Any:
    """Return a table whose rows are in memory: a lazy one, or a dict, is read once.

    Only the named columns of a lazy one are kept.
    """
    if not names:
        return table
    if table is None:
        raise TypeError(
            f"{names[0]!r} names a column, but data is missing; pass data=table, or arrays"
        )
    return _read(table, names, "data").to_native()


def rows_of(values: Any, rows: NDArray[np.bool_]) -> Any:
    """Return some rows of a table, a column or an array, of the same library.

    Masked arrays are returned without their masks.
    """
    import narwhals as nw

    frame = nw.from_native(values, pass_through=True, allow_series=True)
    if isinstance(frame, nw.DataFrame | nw.Series):
        return frame[np.flatnonzero(rows)].to_native()
    return np.ma.getdata(unmasked(values, "values"))[rows]


def header_of(values: Any, argument: str) -> list[Any] | None:
    """Return the names of a table's columns; None for arrays, and if columns are only numbered.

    Raises
    ------
    ValueError
        Several columns of one name.
    """
    if isinstance(values, np.ndarray | list | tuple):
        return None
    try:
        names = list(frame_of(values, argument).collect_schema().names())
    except TypeError:
        return None
    # The numbers that pandas gives to the columns of an array are no names.
    return None if names == list(range(len(names))) else names


def table_like(
    data: Any, rows: Sequence[Mapping[str, Any]], index: Sequence[Any] | None = None
) -> Any:
    """Return rows as a table of the same library as a user's data.

    Parameters
    ----------
    data : table or None
        What the user gave as `data`; it is not read. None, a dict and a structured array give a
        pandas table, a lazy table that of polars, pandas (for Dask) or pyarrow.
    rows : sequence of dict of str to number, text or None, length n
        By the names of columns; what a row lacks is nan. Tables with typed columns have texts
        instead of mixed values.
    index : sequence, shape (n,), optional
        What the rows are called: the index of a pandas table, the first column, "name", of
        others, which have no index.

    Returns
    -------
    pandas.DataFrame, polars.DataFrame, pyarrow.Table, ...
    """
    heads = dict.fromkeys(head for row in rows for head in row)
    columns = {head: _numbers([row.get(head, np.nan) for row in rows]) for head in heads}
    return table_of_kind(kind_of(data), columns, index)


def _numbers(values: list[Any]) -> Any:
    """Return numbers as an array, and anything else as it is."""
    array = np.array(values)
    # Of a list of long doubles pandas makes floats, which do not tell all scores apart.
    return array if array.dtype.kind in "iuf" else values


def kind_of(data: Any) -> str:
    """Return the library of the tables that `table_like` makes for some data."""
    import narwhals as nw

    frame = nw.from_native(data, pass_through=True)
    if isinstance(frame, nw.DataFrame):
        return str(frame.implementation.value)
    if isinstance(frame, nw.LazyFrame):
        return EAGER.get(frame.implementation.value, "pyarrow")
    return "pyarrow" if hasattr(data, "__arrow_c_stream__") else "pandas"


def table_of_kind(kind: str, columns: Mapping[str, Any], index: Sequence[Any] | None = None) -> Any:
    """Return columns as a table of a library; see `table_like` and `kind_of`."""
    import narwhals as nw

    library: Any = nw.Implementation.from_string(kind)
    if not library.is_pandas_like():
        named = {} if index is None else {"name": list(index)}
        typed = {key: _typed(values) for key, values in {**named, **columns}.items()}
        return nw.from_dict(typed, backend=library).to_native()
    frame = nw.from_dict(dict(columns), backend=library).to_native()
    if index is not None:
        frame.index = list(index)
    return frame


def _typed(values: Any) -> Any:
    """Return values as an array of numbers, or a list of texts and None: mixed ones as texts."""
    array = np.asarray(values)
    if array.dtype.kind != "O":
        return array.tolist() if array.dtype.kind == "U" else array
    known = array.tolist()
    kinds = {type(one) for one in known} - {type(None)}
    return known if len(kinds) < 2 else [None if one is None else str(one) for one in known]


def check_known(names: Sequence[str], known: Sequence[str], argument: str) -> None:
    """Raise a ValueError with the nearest names if a table has no column of some name."""
    for name in names:
        if not isinstance(name, Hashable) or dimensions(name) or is_missing(name):
            raise TypeError(f"a column of {argument} must be named, found {brief(name)}")
        if name not in known:
            raise ValueError(f"{argument} has no column {str(name)!r}; {nearest_hint(name, known)}")


def chosen(frame: Any, columns: Mapping[str, Any]) -> Any:
    """Return some columns of a frame under new names.

    Parameters
    ----------
    frame : narwhals frame
    columns : dict of new name to present name
        The frame must have all these columns.

    Returns
    -------
    narwhals frame

    Notes
    -----
    Some engines read some names as patterns: "*" is all columns to DuckDB, and "^a$" a regular
    expression to polars. Therefore DuckDB finds columns by their position, and for other engines
    all columns are renamed first.
    """
    import narwhals as nw

    native = frame.to_native()
    known = frame.collect_schema().names()
    if type(native).__module__.split(".")[0].strip("_") == "duckdb":
        listed = (f'#{known.index(name) + 1} AS "{new}"' for new, name in columns.items())
        return nw.from_native(native.project(", ".join(listed)))
    safe = {name: f"column {k}" for k, name in enumerate(known)}
    return frame.rename(safe).select(**{new: nw.col(safe[name]) for new, name in columns.items()})


def _columns_in(table: Mapping[Any, Any], argument: str) -> dict[str, Any]:
    """Return the columns of a dict as arrays; raise unless they have one length."""
    columns = {str(name): _filled(values, str(name)) for name, values in table.items()}
    if not columns:
        raise ValueError(f"{argument} is an empty dict; columns are needed")
    shapes = {name: values.shape for name, values in columns.items()}
    if len(set(shapes.values())) > 1 or any(len(shape) != 1 for shape in shapes.values()):
        raise ValueError(
            f"the columns of {argument} must be one-dimensional and of the same length, found "
            f"shapes {brief(shapes)}"
        )
    return columns


def _filled(values: Any, name: str) -> NDArray[Any]:
    """Return a column as an array with NaN, NaT or None instead of masked values."""
    if not np.ma.is_masked(values):
        return as_array(values, name)
    fill = {"f": np.nan, "c": np.nan, "m": "NaT", "M": "NaT"}.get(values.dtype.kind)
    return np.asarray((values if fill else values.astype(object)).filled(fill))
