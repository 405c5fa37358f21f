"""Hostile values: what somebody, or some file, may hand to a function by mistake."""

import datetime
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import scipy.sparse

import prplot as prp

NUMBERS = [
    0, 1, -1, 2, 3, 0.0, -0.0, 0.5, 1.0, 0.3, -0.1, 1.1, 5e-324, 2.2e-308, 1e-300, 1e300, 1e308,
    float("nan"), float("inf"), float("-inf"), 2**53 + 1, 2**63, 2**64, 10**30, 10**400,
    True, False, 1j, Decimal("0.3"), Decimal("NaN"), Fraction(1, 3), np.float16(0.3), np.int8(3),
    np.float32(0.1), np.longdouble(0.3), np.longdouble("1e4000"), np.bool_(True), np.uint8(1),
]  # fmt: skip
TEXTS = [
    "", "a", "no", "auto", "1", "nan", "None", " ", "\n", "$x$", "$", "a_b", "a'b", 'a"b',
    "*", "^a$", "é", "模型", "\ud800", "\x00", "a" * 300, "; drop table t", "{0}", "%s", "\\alpha",
    "<b>", "aucpr", "threshold", "y", "s", "..", "~", "C0", "red",
]  # fmt: skip
OTHERS = [
    None, pd.NA, pd.NaT, [], {}, (), set(), [[]], [1, [2]], {"a": 1}, {1, 2}, object(), len, int,
    b"a", slice(3), ..., range(3), np.array(3), np.array([]), np.empty((0, 2)), np.zeros((2, 2)),
    np.array(["a"]), datetime.date(2020, 1, 1), datetime.timedelta(1), np.datetime64("2020-01-01"),
    np.timedelta64(3, "s"), [None], [True, None], {"a": [1]}, (1, 2, 3), [0, 1], (0.2, 0.1), (0, 1),
]  # fmt: skip
# Types of arrays, and containers of them.
KINDS = [
    "f2", "f4", "f8", ">f8", "g", "i1", "i2", "i4", "i8", ">i4", "u1", "u2", "u8", "?", "O", "U",
    "S", "c16", "m8[s]", "M8[D]",
]  # fmt: skip


def masked(values):
    return np.ma.array(values, mask=np.arange(len(values)) == 1)


def generator(values):
    return (one for one in values)


def polars_column(values):
    # Of objects it cannot be shown; complex numbers and long doubles in rows are objects to it.
    rare = values.ndim > 1 and values.dtype.char not in "?bhilqBHILQfd"
    is_object = rare or values.dtype.kind == "O"
    return pl.Series([str(one) for one in values] if is_object else values)


def nullable(values):
    return pd.array([None, *values[1:].tolist()], dtype="Float64")


CONTAINERS = [
    list, tuple, generator, pd.Series, pd.Index, polars_column, pa.array, masked, nullable,
    scipy.sparse.csr_array, pd.Categorical, memoryview, np.asmatrix, iter, set,
    lambda values: pd.Series(values, dtype="category"),
    lambda values: pd.Series(values).astype("string"),
    lambda values: pd.Series(values, index=[0] * len(values)),
    lambda values: pd.DataFrame({"a": values}),
    lambda values: pd.DataFrame([values.tolist()] * 2).T.set_axis(["a", "a"], axis=1),
    lambda values: pl.DataFrame({"a": polars_column(values)}),
    lambda values: pl.LazyFrame({"a": polars_column(values)}),
    lambda values: dict(enumerate(values)),
    lambda values: values[:, None],
    lambda values: np.stack([values, values], axis=1),
    lambda values: np.stack([values] * 4).reshape(2, 2, -1),
    lambda values: [values, values[:1]],
    lambda values: values[::-1],
    lambda values: np.append(values, values[:1]),
    lambda values: values[:0],
    lambda values: np.where(np.arange(len(values)) == 1, None, values),
]  # fmt: skip


def choose(rng, among):
    """Return one of some values, also of different types."""
    return among[rng.integers(len(among))]


def labels(rng, size):
    """Return labels that are fine, or nearly so."""
    names = choose(
        rng, [(0, 1), (-1, 1), (False, True), ("a", "b"), (1, 2), (0.0, 1.0), ("0", "1"), (0, 1)]
    )
    return np.array(names)[rng.integers(0, 2, size)]


def scores(rng, size):
    """Return scores: ordinary, tied, of both signs, subnormal, huge."""
    ordinary = rng.random(size)
    return choose(
        rng,
        [
            ordinary, ordinary, np.round(ordinary, 1), ordinary - 0.5, np.zeros(size),
            ordinary * 1e308, ordinary * 1e-310, (ordinary - 0.5) * 5e-324, np.round(ordinary * 5),
            (ordinary * 2**63).astype(np.int64), -ordinary * 0, ordinary.astype(np.float16),
        ],
    )  # fmt: skip


def weights(rng, size):
    """Return weights: whole, zero, over many decades, next to the ends of floats."""
    ordinary = rng.random(size)
    return choose(
        rng,
        [
            ordinary, ordinary, rng.integers(0, 4, size), 10 ** rng.uniform(-12, 12, size),
            ordinary * 1e308, ordinary * 1e-308, np.zeros(size), -ordinary, np.full(size, 5e-324),
            np.where(ordinary < 0.5, 1e308, 1e-300), np.where(ordinary < 0.3, np.nan, 1),
        ],
    )  # fmt: skip


def spoilt(rng, values):
    """Return an array in another type or container, with wrong values or of another shape."""
    values = np.array(values)
    with np.errstate(all="ignore"):
        if rng.random() < 0.4:
            try:
                values = values.astype(choose(rng, KINDS))
            except (TypeError, ValueError):
                return values.tolist()
        if rng.random() < 0.3 and values.size and values.dtype.kind in "fO":
            values.flat[rng.integers(values.size)] = choose(
                rng, [np.nan, np.inf, -np.inf, 1e308, -1]
            )
    if rng.random() < 0.6:
        try:
            return choose(rng, CONTAINERS)(values)
        except Exception:
            # Not every container takes every type.
            return values
    return values


def anything(rng):
    """Return any value at all."""
    values = choose(rng, [NUMBERS, NUMBERS, TEXTS, OTHERS])
    one = choose(rng, values)
    if rng.random() < 0.2:
        one = choose(rng, [[one], (one, one), {"a": one}, [one] * 3])
    elif rng.random() < 0.05:
        one = prp.ConfusionCurve.from_counts([1, 2], [0, 3], 2, 4)
    return one
