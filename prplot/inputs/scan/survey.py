"""The survey: the first pass over a frame, with all checks of its columns.

It finds the range of the scores and the numbers of rows and positives, which later passes must
confirm.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, fields
from functools import reduce
from itertools import product
from operator import or_
from typing import Any

import numpy as np

from prplot.core.checks import brief, counted
from prplot.core.record import is_missing, is_one, left_out, warn_of_missing
from prplot.inputs.frames import check_known, chosen
from prplot.inputs.rows import EACH_NEEDS_ONE
from prplot.inputs.scan.sources import ColumnRole, fetched, number

# Floats hold all whole numbers up to here, and so all sums of whole masses.
MOST_EXACT = 2**53
# How many labels an error shows.
_SHOWN = 5
# The columns of an examined frame, and the arguments that name them.
ARGUMENTS = {"score": "y_score", "label": "y_true", "weight": "sample_weight", "group": "hue"}
# What may be wrong with values, and what is accepted.
_WANTED = {
    "missing": EACH_NEEDS_ONE,
    "NaN or infinite": "all must be finite (missing='drop' leaves rows with NaN out)",
    "negative": "weights must be 0 or more",
}


@dataclass(frozen=True)
class Named:
    """The names of a frame's columns, as the user gave them.

    Attributes
    ----------
    y_true, y_score : str
    sample_weight, hue : str or None
    """

    y_true: str
    y_score: str
    sample_weight: str | None = None
    hue: str | None = None

    @property
    def columns(self) -> dict[str, str]:
        """The names that were given, by the names of the columns of an examined frame."""
        given = {column: getattr(self, argument) for column, argument in ARGUMENTS.items()}
        return {column: name for column, name in given.items() if name is not None}

    @property
    def roles(self) -> dict[str, ColumnRole]:
        """What each named column is for."""
        roles: list[tuple[Any, ColumnRole]] = [(self.hue, "group"), (self.y_true, "label")]
        roles += [(self.sample_weight, "number"), (self.y_score, "number")]
        return {name: role for name, role in roles if isinstance(name, str)}

    def check(self, known: list[str]) -> None:
        """Raise unless all are names of columns that the frame has."""
        for argument, name in vars(self).items():
            if isinstance(name, str):
                check_known([name], known, "frame")
            elif name is not None or argument in ("y_true", "y_score"):
                raise TypeError(f"{argument} must name a column of the frame, found {brief(name)}")


@dataclass(frozen=True)
class Survey:
    """The totals of the rows, and the range of their scores.

    Attributes
    ----------
    rows : int
    pos, neg : float
        Mass of the positives and of the negatives.
    low, high : float
        The lowest and the highest score.
    groups : int
        The number of groups of rows.
    is_whole : bool
        Whether all sums of masses are whole numbers, and exact.
    """

    rows: int
    pos: float
    neg: float
    low: float
    high: float
    groups: int = 1
    is_whole: bool = True

    @property
    def masses_type(self) -> type[np.generic]:
        """The type of counts, or of sums of weights."""
        return np.int64 if self.is_whole else np.float64


def examined(frame: Any, named: Named, pos_label: Hashable | None) -> Any:
    """Check the types of the columns and rename them.

    Parameters
    ----------
    frame : narwhals frame
    named : Named
    pos_label : hashable or None

    Returns
    -------
    narwhals frame
        With the columns score, label and is_positive; pos, the mass of positives; neg, that of
        negatives, if there are weights; and weight and group if they were named. Rows of weight
        zero are left out.

    Raises
    ------
    ValueError, TypeError
        As `prplot.scan`.
    """
    import narwhals as nw

    named.check(frame.collect_schema().names())
    frame = _with_inferred_types(chosen(frame, named.columns))
    schema = frame.collect_schema()
    numbers = [name for name in ("score", "weight") if name in schema]
    for name in numbers:
        if not (schema[name].is_numeric() or schema[name] == nw.Boolean):
            raise TypeError(f"{ARGUMENTS[name]} must hold numbers, found dtype {schema[name]}")
    kinds: dict[str, Any] = {name: nw.Int8 for name in numbers if schema[name] == nw.Boolean}
    if "weight" in schema:
        # Engines differ in what they do with sums of decimal numbers; whole ones are exact.
        kinds["weight"] = nw.Float64
    group = schema.get("group", nw.String)
    if not group.is_numeric() and group not in (nw.Boolean, nw.String):
        kinds["group"] = nw.String
    frame = frame.with_columns(
        is_positive=is_positive(nw.col("label"), schema["label"], pos_label),
        **{name: nw.col(name).cast(kind) for name, kind in kinds.items()},
    )
    if "weight" in schema:
        frame = frame.filter((nw.col("weight") != 0) | nw.col("weight").is_null())
        mass, nothing, is_one = nw.col("weight"), nw.lit(0.0), nw.col("is_positive")
        pos, neg = nw.when(is_one).then(mass), nw.when(is_one).then(nothing)
        # Not all masses less the positives: their rounding error may be large for the negatives.
        return frame.with_columns(pos=pos.otherwise(nothing), neg=neg.otherwise(mass))
    return frame.with_columns(pos=nw.col("is_positive").cast(nw.Int8))


def complete(frame: Any, named: Named) -> Any:
    """Return the rows of a frame that lack nothing; pass over them to count the others, and warn.

    Parameters
    ----------
    frame : narwhals frame
        As `examined` returns it.
    named : Named

    Returns
    -------
    narwhals frame

    Raises
    ------
    ValueError
        Every row lacks a value.
    """
    import narwhals as nw

    schema = frame.collect_schema()
    lacks = {
        name: nw.col(column).is_null() | nw.col(column).is_nan()
        if schema[column].is_float()
        else nw.col(column).is_null()
        for column, name in named.columns.items()
    }
    lacks_any = reduce(or_, lacks.values())
    flags = {"dropped": lacks_any, **{f"lacks {i}": one for i, one in enumerate(lacks.values())}}
    marked = frame.select(**{name: flag.cast(nw.Int64) for name, flag in flags.items()})
    # Sums over no rows are null.
    sums = [nw.col(name).sum().fill_null(0).cast(nw.Float64) for name in flags]
    found = fetched(marked.select(nw.len().alias("rows"), *sums))
    totals = {name: int(column[0]) for name, column in found.items()}
    if not totals["dropped"]:
        return frame
    counts = {repr(name): totals[f"lacks {i}"] for i, name in enumerate(lacks)}
    warn_of_missing(left_out(totals["dropped"], totals["rows"], counts))
    return frame.filter(~lacks_any)


def _with_inferred_types(frame: Any) -> Any:
    """Return a frame whose columns of objects have the type of these objects, if they have one."""
    import narwhals as nw

    native = frame.to_native()
    has_objects = nw.Object in frame.collect_schema().values()
    if not has_objects or not hasattr(native, "infer_objects"):
        return frame
    return nw.from_native(native.infer_objects())


def is_positive(label: Any, kind: Any, pos_label: Hashable | None) -> Any:
    """Return which labels are positive; by default those that are 1 or True.

    Parameters
    ----------
    label : narwhals expression
    kind : narwhals data type
        Of the labels.
    pos_label : hashable or None

    Returns
    -------
    narwhals expression
    """
    import narwhals as nw

    wanted = 1 if pos_label is None else pos_label
    # Large floats, as of text files, may be those of several labels.
    is_vague = kind.is_float() and isinstance(wanted, int) and abs(wanted) >= MOST_EXACT
    if is_missing(wanted) or is_vague:
        return nw.lit(False)
    if kind == nw.Boolean and wanted in (0, 1):
        return label if wanted else ~label
    if kind.is_numeric():
        if isinstance(wanted, bool | int | float | np.integer | np.floating | np.bool_):
            return label == wanted
    elif kind == nw.Object:
        return label == wanted
    elif isinstance(wanted, str):
        return label.cast(nw.String) == wanted
    # No label of this column can be the positive one; `check_labels` refuses that.
    return nw.lit(False)


def surveyed(frame: Any, named: Named, pos_label: Hashable | None) -> Survey:
    """Pass over the rows once: count them, check their values, find the range of the scores.

    Parameters
    ----------
    frame : narwhals frame
        As `examined` returns it.
    named : Named
    pos_label : hashable or None

    Returns
    -------
    Survey

    Raises
    ------
    ValueError
        No rows; missing or non-finite values; labels that are not two; wrong weights.
    """
    import narwhals as nw

    schema = frame.collect_schema()
    flags, masses = _flags(schema), [name for name in ("pos", "neg") if name in schema]
    counts = {name: flag.cast(nw.Int64) for name, flag in flags.items()}
    score = number(nw.col("score"), schema["score"])
    # Infinite sums are refused below.
    with np.errstate(over="ignore", invalid="ignore"):
        marked = frame.select(*masses, **counts, score=score)
        query = marked.select(
            nw.len().alias("rows"),
            nw.col("score").min().alias("low"),
            nw.col("score").max().alias("high"),
            *(nw.col(name).sum().cast(nw.Float64) for name in (*masses, *flags)),
        )
        found = fetched(query)
    totals: dict[str, Any] = {name: float(column[0]) for name, column in found.items()}
    totals.setdefault("neg", totals["rows"] - totals["pos"])
    _refuse(totals, named)
    check_labels(frame, totals, pos_label)
    if not np.isfinite(totals["high"] - totals["low"]):
        raise ValueError("y_score must span a finite range, found scores of both signs near 1e308")
    totals["rows"] = int(totals["rows"])
    totals["is_whole"] = not totals.get("fractions") and totals["pos"] + totals["neg"] < MOST_EXACT
    if named.hue is not None:
        # As an expression, because the bare name is a word of SQL.
        totals["groups"] = fetched(frame.select(group=nw.col("group")).unique())["group"].size
    names = [field.name for field in fields(Survey) if field.name in totals]
    return Survey(**{name: totals[name] for name in names})


def _flags(schema: Any) -> dict[str, Any]:
    """Return what to count: labels of each kind, and wrong values."""
    import narwhals as nw

    col, floats = nw.col, [name for name in schema.names() if schema[name].is_float()]
    flags = {f"{name} missing": col(name).is_null() for name in schema.names()}
    flags |= {f"{name} NaN or infinite": ~col(name).is_finite() for name in floats}
    if "weight" in schema.names():
        flags["weight negative"] = col("weight") < 0
        flags["fractions"] = col("weight") != col("weight").floor()
    flags["ones"] = col("is_positive")
    if schema["label"].is_numeric():
        flags |= {"zeros": col("label") == 0, "minus": col("label") < 0}
        # Only -1 is accepted beside 1; unsigned types can't be compared with it.
        flags["minus"] = flags["minus"] & (col("label") + 1 == 0)
    return flags


def _refuse(counts: dict[str, float], named: Named) -> None:
    """Raise if there are no rows, or wrong values."""
    if not counts["rows"]:
        raise ValueError(
            "frame has no rows; at least one is needed"
            if named.sample_weight is None
            else "frame has no rows with a weight above 0; at least one is needed"
        )
    for (column, name), (kind, wanted) in product(named.columns.items(), _WANTED.items()):
        if count := int(counts.get(f"{column} {kind}", 0)):
            found = counted(count, f"{kind} value")
            raise ValueError(f"{ARGUMENTS[column]} {name!r} holds {found}; {wanted}")
    # Last, since wrong weights would make the sum wrong, too.
    if not np.isfinite(counts["pos"] + counts["neg"]):
        raise ValueError("sample_weight adds up to more than a float can hold")


def check_labels(frame: Any, counts: dict[str, float], pos_label: Hashable | None) -> None:
    """Raise unless the positive label is clear, by convention or by name, and present.

    Parameters
    ----------
    frame : narwhals frame
        With a column label.
    counts : dict of str to float
        The numbers of "rows" and of positive "ones", and for numeric labels those of "zeros" and of
        "minus" ones.
    pos_label : hashable or None
    """
    import narwhals as nw

    kind = frame.collect_schema()["label"]
    if pos_label is None or is_one(pos_label):
        rest = counts["rows"] - counts["ones"]
        if kind == nw.Boolean or rest in (counts.get("zeros", -1), counts.get("minus", -1)):
            return
    elif counts["ones"]:
        return
    some = fetched(frame.select("label").unique().head(_SHOWN + 1))["label"].tolist()
    some.sort(key=str)
    more = ", ..." if len(some) > _SHOWN else ""
    # Numeric labels of text files are read as floats.
    some = [int(one) if isinstance(one, float) and one.is_integer() else one for one in some]
    listed = ", ".join(map(brief, some[:_SHOWN])) + more
    if pos_label is None:
        raise ValueError(
            f"y_true holds the labels {listed}; pass pos_label to say which is positive "
            "(by default it is 1 among 0/1, -1/1 or booleans)"
        )
    if not counts["ones"]:
        raise ValueError(f"pos_label {brief(pos_label)} is not in y_true, which holds {listed}")
