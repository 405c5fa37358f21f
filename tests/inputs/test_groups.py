import duckdb
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import prplot as prp
from prplot.inputs.resolve import curves_of
from prplot.inputs.rows import Rows

LIBRARIES = {
    "pandas": pd.DataFrame,
    "odd index": lambda held: pd.DataFrame(held).set_axis(["x", "y"] * (len(held["y"]) // 2)),
    "shuffled columns": lambda held: pd.DataFrame(held)[["w", "g", "s", "k", "y", "t"]],
    "polars": pl.DataFrame,
    "lazy": pl.LazyFrame,
    "pyarrow": pa.table,
    "chunks": lambda held: pa.concat_tables([pa.table(held)[:50], pa.table(held)[50:]]),
    "duckdb": lambda held: duckdb.from_arrow(pa.table(held)),
    "dict": dict,
    "dict of lists": lambda held: {name: column.tolist() for name, column in held.items()},
    "records": lambda held: pd.DataFrame(held).to_records(index=False),
    "batch": pa.RecordBatch.from_pydict,
}


def same(one, other):
    return (one.pos, one.neg) == (other.pos, other.neg) and all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("tp", "fp", "thresholds")
    )


def same_groups(one, other):
    return set(one) == set(other) and all(
        len(one[key]) == len(other[key]) and all(map(same, one[key], other[key])) for key in one
    )


def grouped(table, y_true="y", y_score="s", *, by=None, **options):
    return grouped_curves(y_true, y_score, data=table, **(by or {}), **options)


def grouped_curves(y_true, y_score, *, average=None, **options):
    return curves_of(Rows.of(y_true=y_true, y_score=y_score, **options), average=average)


@pytest.fixture
def held():
    """Return columns: 60 rows of "b", half positive, 60 of "a", a quarter; each in three folds."""
    rng = np.random.default_rng(3)
    y = np.r_[np.arange(60) % 2, np.arange(60) % 4 == 0].astype(int)
    s = np.round(rng.normal(size=120) + y, 1)
    columns = {"y": y, "s": s, "t": np.round(s + rng.normal(size=120), 1)}
    columns |= {"w": rng.integers(0, 4, 120), "g": np.repeat(["b", "a"], 60)}
    columns["k"] = np.arange(120) // 4 % 3
    order = np.r_[0, 1 + rng.permutation(119)]
    return {name: column[order] for name, column in columns.items()}


@pytest.mark.parametrize("library", LIBRARIES)
def test_tables_of_any_library_have_the_curves_of_the_arrays(held, library):
    table = LIBRARIES[library](held)
    y, s, w, g, k = (held[name] for name in "yswgk")
    for by, names in [({}, {}), ({"hue": g}, {"hue": "g"})]:
        for folds, column in [({}, {}), ({"units": k}, {"units": "k"})]:
            found = grouped(table, by=names | column, sample_weight="w")
            arrays = grouped_curves(y, s, **by, **folds, sample_weight=w)
            assert same_groups(found.groups, arrays.groups)
            assert found.levels == arrays.levels
    (alone,) = grouped(table).groups[None]
    assert same(alone, prp.ConfusionCurve.from_scores(y, s))


@pytest.mark.parametrize(
    "dtypes",
    [
        {"y": "Int64", "s": "Float64", "w": "Int64", "k": "Int64"},
        {"y": "boolean", "k": "Float64"},
        {"y": "bool", "s": "float32"},
        {"y": "category", "g": "category"},
        {"y": "double[pyarrow]", "s": "double[pyarrow]", "g": "string[pyarrow]"},
        {"g": "string", "k": "category"},
        {"g": object, "k": object},
    ],
)
def test_types_of_columns_do_not_matter(held, dtypes):
    plain = pd.DataFrame(held)
    # Float32 holds whole numbers exactly.
    plain["s"] *= 10
    plain["s"] = plain["s"].round()
    by = {"hue": "g", "units": "k"}
    found = grouped(plain.astype(dtypes), by=by, sample_weight="w")
    assert same_groups(found.groups, grouped(plain, by=by, sample_weight="w").groups)


@pytest.mark.parametrize("kind", ["category", "string", object])
def test_labels_of_text_need_their_positive_one(held, kind):
    table = pd.DataFrame(held).assign(y=np.where(held["y"], "ill", "well")).astype({"y": kind})
    found = grouped(table, pos_label="ill", by={"hue": "g"})
    assert same_groups(found.groups, grouped(pd.DataFrame(held), by={"hue": "g"}).groups)
    with pytest.raises(ValueError, match=r"2 labels \('ill', 'well'\); pass pos_label"):
        grouped(table)


@pytest.mark.parametrize("library", ["pandas", "polars", "lazy", "pyarrow", "duckdb"])
@pytest.mark.parametrize("column", ["y", "s", "w", "g", "k"])
def test_missing_values_say_how_many_and_where(held, library, column):
    held["w"] = held["w"] + 1
    gaps = held[column].astype(object)
    gaps[[7, 11, 80]] = None
    table = LIBRARIES[library](held | {column: gaps.tolist()})
    says = rf"column '{column}' has 3 missing values \(first at index 7\)"
    with pytest.raises(ValueError, match=says):
        grouped(table, by={"hue": "g", "units": "k"}, sample_weight="w")


@pytest.mark.parametrize("library", ["pandas", "polars", "lazy", "pyarrow", "duckdb"])
def test_absent_rows_may_miss_values(held, library):
    absent = np.flatnonzero(held["w"] == 0)[:3]
    columns = {name: values.astype(object) for name, values in held.items()}
    for name in ("y", "s", "g", "k"):
        columns[name][absent] = None
    columns = {name: values.tolist() for name, values in columns.items()}
    by = {"hue": "g", "units": "k"}
    found = grouped(LIBRARIES[library](columns), by=by, sample_weight="w")
    plain = grouped(pd.DataFrame(held), by=by, sample_weight="w")
    assert same_groups(found.groups, plain.groups)


@pytest.mark.parametrize("which", ["hue", "units"])
@pytest.mark.parametrize("gap", [np.nan, None])
def test_missing_values_of_arrays_say_so_too(held, which, gap):
    gaps = held["k"].astype(float if gap is not None else object)
    gaps[[7, 11, 80]] = gap
    with pytest.raises(ValueError, match=rf"{which} holds 3 missing values \(first .* 7\)"):
        grouped_curves(held["y"], held["s"], **{which: gaps})


def test_nan_in_polars_is_missing_as_well(held):
    gaps = np.where(np.arange(120) % 60 == 7, np.nan, held["k"])
    with pytest.raises(ValueError, match=r"2 missing values \(first .* 7\)"):
        grouped(pl.DataFrame(held | {"k": gaps}), by={"units": "k"})


def test_a_bad_score_is_where_the_user_finds_it_despite_weights_of_zero(held):
    weights = np.ones(120)
    weights[:5] = 0
    held["s"][7] = np.inf
    with pytest.raises(ValueError, match=r"first at index 7\)"):
        prp.ConfusionCurve.from_scores(held["y"], held["s"], sample_weight=weights)
    with pytest.raises(ValueError, match=r"first at index 7\)"):
        grouped(pd.DataFrame(held), sample_weight=weights)


@pytest.mark.parametrize("library", ["pandas", "polars", "lazy", "pyarrow", "duckdb"])
def test_unknown_columns_name_the_nearest(library):
    table = LIBRARIES[library]({"label": [1, 0], "score": [0.5, 0.1], "model": ["a", "b"]})
    for arguments, says in [
        (("lable", "score", {}), r"data has no column 'lable'; the nearest: label"),
        (("label", "Score", {}), r"data has no column 'Score'; the nearest: score"),
        (("label", "score", {"hue": "modell"}), r"no column 'modell'; the nearest: model"),
        (("label", ["score", "scores"], {}), r"no column 'scores'; the nearest: score"),
    ]:
        with pytest.raises(ValueError, match=says):
            grouped(table, *arguments[:2], by=arguments[2])


def test_groups_stand_as_they_appear_and_numbers_rise(held):
    table = pd.DataFrame(held)
    assert grouped(table, by={"hue": "g"}).levels == ["b", "a"]
    assert grouped(table.assign(g=-held["k"]), by={"hue": "g"}).levels == [-2, -1, 0]
    found = grouped(table.assign(g=held["k"] / 4), by={"hue": "g"})
    assert list(found.groups) == ["0", "0.25", "0.5"]


def test_categories_keep_their_order_as_in_seaborn(held):
    backwards = pd.Categorical(held["g"], categories=["a", "z", "b"])
    assert grouped(pd.DataFrame(held | {"g": backwards}), by={"hue": "g"}).levels == ["a", "b"]


def test_moments_are_groups_in_whatever_unit(held):
    days = np.where(held["g"] == "a", np.datetime64("2020-01-01"), np.datetime64("2021-01-01"))
    for unit in ("s", "us", "ns"):
        found = grouped_curves(held["y"], held["s"], hue=days.astype(f"M8[{unit}]"))
        assert [curve.prevalence for (curve,) in found.groups.values()] == [0.25, 0.5]
        assert list(found.groups) == ["2020-01-01", "2021-01-01"]


def test_an_empty_text_is_a_group_with_a_name(held):
    hue = np.where(held["g"] == "a", "", "b")
    assert list(grouped_curves(held["y"], held["s"], hue=hue).groups) == ["b", ""]


@pytest.mark.parametrize("weights", ["counts", "shares"])
def test_rows_of_weight_zero_are_absent_from_hue_and_units_alike(held, weights):
    w = held["w"] * (1 if weights == "counts" else 0.37)
    w[(held["k"] == 2) & (held["g"] == "a")] = 0
    table = pd.DataFrame(held | {"w": w, "h": np.where(held["w"] == 0, "absent", held["g"])})
    by = {"hue": "h", "units": "k"}
    found = grouped(table, by=by, sample_weight="w")
    rest = grouped(table[table.w > 0], by=by, sample_weight="w")
    assert "absent" not in found.groups
    assert {key: len(folds) for key, folds in found.groups.items()} == {"a": 2, "b": 3}
    assert same_groups(found.groups, rest.groups)


def test_a_dict_of_columns_is_checked_as_any_table(held):
    gaps = held["s"].astype(object)
    gaps[[7, 11]] = None
    with pytest.raises(ValueError, match=r"column 's' has 2 missing values \(first at index 7\)"):
        grouped(held | {"s": gaps})
    with pytest.raises(ValueError, match=r"data has no column 'z'; the nearest"):
        grouped(held, y_score="z")
    with pytest.raises(ValueError, match=r"of the same length, found shapes \{.*'s': \(119,\)"):
        grouped(held | {"s": held["s"][1:]})


def test_the_keys_of_a_dict_name_the_columns_of_scores(held):
    table = pd.DataFrame(held)
    plain = grouped(table, y_score=["s", "t"], by={"hue": "g"}).groups
    for models in ({"A": "s", "B": "t"}, {"A": held["s"], "B": "t"}):
        found = grouped(table, y_score=models, by={"hue": "g"}).groups
        assert list(found) == ["A, b", "A, a", "B, b", "B, a"]
        assert all(
            same(*one, *other) for one, other in zip(found.values(), plain.values(), strict=True)
        )
    assert list(grouped(table, y_score={"A": "s"}).groups) == ["A"]
    ready = {"A": held["s"], "B": held["t"]}
    folds = grouped_curves(held["y"], ready, units=held["k"])
    assert {key: len(some) for key, some in folds.groups.items()} == {"A": 3, "B": 3}


@pytest.mark.parametrize("missing", ["raise", "drop"])
def test_a_lazy_table_of_which_no_column_is_named_is_not_read(missing):
    frame = pl.LazyFrame({"y": [0, 1, 1, 0], "s": [0.1, 0.5, 0.6, 0.7]})
    arrays = {"y_true": [0, 1, 1, 0], "y_score": [0.1, 0.2, 0.3, 0.4], "hue": ["a", "b", "a", "b"]}
    assert len(prp.summary(data=frame, missing=missing, **arrays)) == 2
    with pytest.raises(ValueError, match="data has no column 'q'; the nearest: y, s"):
        prp.summary(data=frame, missing=missing, y_true="q", y_score="r")


# Ready curves, whose keys have parts


def ready(*keys):
    return {key: prp.ConfusionCurve.from_counts([i], [1], 9, 9) for i, key in enumerate(keys)}


PAIRS = ready(("boat", 0.75), ("bird", 0.75), ("boat", 0.5))


def found_of(curves, **by):
    return curves_of(Rows.of(y_true=curves, y_score=None, **by))


def test_keys_of_ready_curves_are_groups_as_columns_are():
    found = found_of(PAIRS, hue="class", style="IoU")
    assert list(found.groups) == ["boat, 0.75", "boat, 0.5", "bird, 0.75"]
    assert found.groups["boat, 0.5"] == [PAIRS["boat", 0.5]]
    assert (found.levels, found.dashes) == (["boat", "boat", "bird"], [1, 0, 1])
    assert found.titles == ["class", "IoU"]
    assert found.keys["bird, 0.75"] == ("bird", "0.75")
    assert found_of(PAIRS, hue="class", style="IoU", hue_order=["bird"]).levels == ["bird"]
    shares = found_of(ready(0.5, 0.1), hue="share")
    assert (shares.levels, shares.is_ordered, shares.dashes) == ([0.1, 0.5], True, [0, 0])
    folds = found_of({key: [curve, curve] for key, curve in PAIRS.items()}, hue="a", style="b")
    assert folds.are_folds
    assert len(folds.groups["bird, 0.75"]) == 2
    # Without groups, each pair has a colour of its own.
    assert found_of(PAIRS).levels == ["boat, 0.75", "bird, 0.75", "boat, 0.5"]
    ax = prp.plot_pr(PAIRS, hue="class", style="IoU", ax=plt.figure().gca())
    assert "AUCPR" in prp.describe(ax)


@pytest.mark.parametrize(
    ("curves", "by", "message"),
    [
        (PAIRS, {"hue": "class"}, "must be of 'class', not a pair, found .'boat', 0.75"),
        (ready("a"), {"hue": "x", "style": "y"}, "must be of 'x' and 'y', a pair, found 'a'"),
        (PAIRS, {"style": "IoU"}, "must be strings .* found hue None, style 'IoU'"),
        (ready("a"), {"hue": ["x"]}, "must be strings .* found hue .'x'., style None"),
        (PAIRS, {"hue": "a", "style": "b", "hue_order": ["car"]}, "hue has no group 'car'"),
        (PAIRS, {"hue": "a", "style": "b", "units": "c"}, "units .* need columns or arrays"),
        (ready((1, "a"), ("1", "a")), {"hue": "x", "style": "y"}, "names must differ as text"),
        (ready(np.nan, 1.0), {"hue": "x"}, "keys of ready curves must not be missing, found nan"),
    ],
)
def test_keys_that_do_not_fit_are_refused(curves, by, message):
    with pytest.raises((ValueError, TypeError), match=message):
        found_of(curves, **by)
