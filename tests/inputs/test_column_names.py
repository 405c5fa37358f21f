"""Columns may be called whatever a file can call them: each engine finds the right one."""

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import prplot as prp
from tests.cases import sampled

# Patterns and stars, quotes, words of SQL, and the names that columns have within prplot.
NAMES = ["*", "a.*", "^a$", "^.*$", "^(y|s)$", "a*", "COLUMNS(*)", "COLUMNS('a')", "#1", "$1", "?"]
NAMES += ["a'b", "`a`", "a.b", "[a]", "a[0]", "{a}", "a\\b", "%s", "a%", "a\nb", "a,b"]
NAMES += [
    "a;b",
    "--a",
    "select",
    "group",
    "order",
    "rowid",
    "index",
    "NULL",
    "true",
    "é",
    "1",
    "c0",
]
NAMES += ["score", "label", "weight", "cell", "is_positive", "pos", "neg", "rows", "low", "high"]
NAMES += ["mass", "y_true", "y_score", "hue", "column_0", "text 0", "number", "is_tied"]
# Not all readers of text files keep these as they are.
CHANGED = ['a"b', '"a"', " a", "a ", " ", "\t"]
LIBRARIES = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "lazy": pl.LazyFrame,
    "pyarrow": pa.table,
    "duckdb": lambda held: duckdb.from_arrow(pa.table(held)),
    "dask": lambda held: pytest.importorskip("dask.dataframe").from_pandas(
        pd.DataFrame(held), npartitions=2
    ),
}
# Each call of dask takes long.
QUICK = [name for name in LIBRARIES if name != "dask"]
ROLES = ("y_true", "y_score", "sample_weight", "hue")


def columns_called(names):
    """Return columns of each role, among others, under these names."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 40)
    s = np.round(rng.normal(size=y.size) + y, 1)
    columns = [y, s, rng.integers(1, 4, y.size) / 2, np.where(rng.random(y.size) < 0.5, "p", "q")]
    held = {"a": np.round(rng.normal(size=y.size), 2), "b": np.arange(y.size) % 2}
    held |= dict(zip(names, columns, strict=True))
    # The other columns are on both sides.
    return {"z": held["b"], **held, "c": held["a"]}


def expected(held, names):
    """Return the areas of each group, from arrays."""
    y, s, w, g = (held[name] for name in names)
    return {
        level: prp.aucpr(y[g == level], s[g == level], sample_weight=w[g == level])
        for level in ("p", "q")
    }


def by_role(names):
    return dict(zip(ROLES, names, strict=True))


def assert_scanned(frame, held, names):
    curves = prp.scan(frame, **by_role(names), progress=False)
    wanted = expected(held, names)
    assert list(curves) == list(wanted)
    for level, area in wanted.items():
        assert curves[level].bounds(prp.aucpr) == pytest.approx((area, area), abs=1e-9)


def assert_summed_up(frame, held, names):
    table = prp.summary(**by_role(names), data=frame)
    if isinstance(table, pd.DataFrame):
        areas = table["AUCPR"].to_dict()
    else:
        areas = dict(zip(table["name"].to_numpy(), table["AUCPR"].to_numpy(), strict=True))
    assert areas == pytest.approx(expected(held, names))


def rotated(names):
    """Return names for the four roles, so that each name has each role once."""
    several = names * 4
    step = max(len(names) // 4, 1)
    return [[several[i + k * step] for k in range(4)] for i in range(len(names))]


@pytest.mark.filterwarnings("ignore:Dask support:FutureWarning")
@pytest.mark.parametrize(
    ("library", "names"),
    [
        *sampled(QUICK, rotated(NAMES + CHANGED), every=13),
        *sampled(["dask"], rotated(NAMES + CHANGED), every=59),
    ],
    ids=repr,
)
def test_a_column_of_a_table_is_the_one_of_that_name(library, names):
    held = columns_called(names)
    frame = LIBRARIES[library](held)
    assert_scanned(frame, held, names)
    assert_summed_up(frame, held, names)


@pytest.mark.parametrize("names", sampled(rotated(NAMES), every=4), ids=repr)
def test_a_column_of_a_file_is_the_one_of_that_name(names, tmp_path):
    held = columns_called(names)
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table(held), path)
    assert_scanned(path, held, names)


@pytest.mark.parametrize(
    "name",
    [*CHANGED, "Z_1", "", "A", "a_1", "a_1_1", "z_1", "column0", "C1", "\0"],
)
def test_a_column_that_is_renamed_is_never_mistaken(name, tmp_path):
    held = columns_called(["y", "s", "w", name])
    # Each of them is renamed by some engine, perhaps to the name of another.
    twins = {twin: held["c"] for twin in ("", "a", "A", "a_1", "z", "Z") if twin != name}
    held = {**twins, "y": held["y"], "s": held["s"], name: held[name]}
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table(held), path)
    said = []
    try:
        found = list(prp.scan(path, y_true="y", y_score="s", hue=name, progress=False))
    except ValueError as error:
        found, said = [], str(error).splitlines()
    known = [f"frame has no column {name!r}; ", f"frame may have two columns {name!r}, since "]
    # Versions of DuckDB before 2 take no zero byte in a text.
    known += ["frame can't be read: Parser Error: unterminated"]
    assert found == ["p", "q"] or [any(map(one.startswith, known)) for one in said] == [True]


@pytest.mark.filterwarnings("ignore:Dask support:FutureWarning")
@pytest.mark.parametrize(
    ("library", "name"),
    [
        *sampled([one for one in QUICK if one != "duckdb"], ["", "A", "\0"], every=2),
        *sampled(["dask"], ["", "A", "\0"], every=3),
    ],
)
def test_columns_that_duckdb_would_rename_are_found_elsewhere(library, name):
    names = ["y", "s", "w", name]
    held = columns_called(names)
    frame = LIBRARIES[library](held)
    assert_scanned(frame, held, names)
    assert_summed_up(frame, held, names)


def test_columns_that_differ_in_case_are_what_duckdb_calls_them():
    names = ["y", "s", "w", "A"]
    held = columns_called(names)
    relation = duckdb.from_arrow(pa.table(held))
    with pytest.raises(ValueError, match="frame has no column 'A'; the nearest: "):
        prp.scan(relation, **by_role(names))
    assert_scanned(relation, held | {"A_1": held["A"]}, ["y", "s", "w", "A_1"])
