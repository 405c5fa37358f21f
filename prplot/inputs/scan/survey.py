"""The survey: the columns of a frame by name, and the rows that lack values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Any

import numpy as np

from prplot.core.checks import Array, brief, counted
from prplot.core.record.missing import left_out, warn_of_missing
from prplot.inputs.frames import check_known, chosen
from prplot.inputs.rows import EACH_NEEDS_ONE
from prplot.inputs.scan.sources import batches

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
