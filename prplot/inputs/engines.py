"""Engines that run the queries: small results fetched from them, and their errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

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
