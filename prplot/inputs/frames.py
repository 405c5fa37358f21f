"""Whatever has named columns, as a frame of narwhals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from prplot.core.observations import as_array
from prplot.core.options import brief


def frame_of(table: Any, argument: str = "table") -> Any:
    """Return a table as a frame of narwhals, eager or lazy.

    Parameters
    ----------
    table : pandas, polars or pyarrow table, or another that narwhals knows; dict of columns,
        structured array, or batch of Arrow records
    argument : str, default "table"
        What the table is called in errors.

    Raises
    ------
    TypeError
        No table.
    ValueError
        Several columns of one name; columns of a dict that differ in length.
    """
    import narwhals as nw

    if isinstance(table, np.ndarray) and table.dtype.names:
        table = {name: table[name] for name in table.dtype.names}
    if isinstance(table, Mapping):
        return nw.from_dict(_even(table, argument), backend="pandas")
    try:
        return nw.from_native(table)
    except TypeError:
        if hasattr(table, "__arrow_c_stream__"):
            return nw.from_arrow(table, backend="pyarrow")
        found = type(table).__name__
        raise TypeError(
            f"{argument} must be a data frame or a dict of columns, found {found}"
        ) from None
    except nw.exceptions.DuplicateError:
        raise ValueError(f"{argument} has several columns of one name") from None


def _even(table: Mapping[Any, Any], argument: str) -> dict[str, Any]:
    """Return the columns of a dict as arrays; raise unless they have one length."""
    columns = {str(name): as_array(values, str(name)) for name, values in table.items()}
    if not columns:
        raise ValueError(f"{argument} is an empty dict; columns are needed")
    for name, values in columns.items():
        if values.ndim != 1:
            raise ValueError(
                f"each column of {argument} must be one-dimensional, found {name!r} of shape "
                f"{values.shape}"
            )
    if len({values.size for values in columns.values()}) > 1:
        listed = {name: values.size for name, values in columns.items()}
        raise ValueError(f"the columns of {argument} must have one length, found {brief(listed)}")
    return columns
