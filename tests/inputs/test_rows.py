"""Rows of tables: looked up, split into groups, classes and folds, and summed up."""

from datetime import date

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

import prplot as prp
from prplot.inputs.categories import group_values, text_of
from prplot.inputs.rows import Rows, names_of

CLASSES = ["ant", "bee", "cat"]


@pytest.fixture
def table():
    rng = np.random.default_rng(9)
    y = np.arange(90) % 3 == 0
    held = {"y": y.astype(int), "s": np.round(rng.normal(size=90) + y, 1), "w": [1.0, 0.5, 2] * 30}
    held |= {"t": rng.normal(size=90), "g": np.repeat([10, 2], 45), "k": np.arange(90) // 3 % 2}
    return pd.DataFrame(held)


@pytest.fixture
def classes():
    rng = np.random.default_rng(1)
    labels = rng.choice(CLASSES, 60, p=[0.5, 0.3, 0.2])
    scores = rng.normal(size=(60, 3)) + (labels[:, None] == CLASSES)
    return pd.DataFrame(scores, columns=CLASSES).assign(y=labels)


def check_row(row, y, scores, weights=None):
    weights = np.ones(len(y)) if weights is None else np.asarray(weights, float)
    y, scores = np.asarray(y, bool), np.asarray(scores)
    assert row["n"] == pytest.approx(weights.sum())
    share = weights[y].sum() / weights.sum()
    assert row["prevalence"] == pytest.approx(share)
    assert row["AUROC"] == pytest.approx(roc_auc_score(y, scores, sample_weight=weights))
    expected = average_precision_score(y, scores, sample_weight=weights)
    assert row["AP"] == pytest.approx(expected)
    # Boyd et al. (2012), Theorem 2.
    least = 1 + (1 - share) * np.log(1 - share) / share
    assert row["AUCPR_MIN"] == pytest.approx(least)
    assert row["AUCNPR"] == pytest.approx((row["AUCPR"] - least) / (1 - least))


def test_a_summary_has_a_row_for_each_group(table):
    found = prp.summary("y", "s", data=table, hue="g", sample_weight="w")
    assert found.index.tolist() == ["2", "10"]
    for name, row in found.iterrows():
        rows = table[table.g == int(name)]
        check_row(row, rows.y, rows.s, rows.w)


def test_a_summary_has_a_row_for_each_column_group_and_fold(table):
    options = {"hue": "g", "hue_order": [10], "units": "k", "estimator": None}
    found = prp.summary("y", ["s", "t"], data=table, **options)
    assert found.index.tolist() == [f"{one}, 10, fold {k}" for one in "st" for k in (0, 1)]
    for name, row in found.iterrows():
        column, _, fold = name.split(", ")
        rows = table[(table.g == 10) & (table.k == int(fold[-1]))]
        check_row(row, rows.y, rows[column])


def test_a_summary_has_a_row_for_each_fold(table):
    found = prp.summary(table.y, table.s, units=table.k)
    assert found.index.tolist() == ["fold 0", "fold 1", "mean", "std"]
    for (_, rows), (_, row) in zip(table.groupby("k"), found[:2].iterrows(), strict=True):
        check_row(row, rows.y, rows.s)
    folds = [prp.ConfusionCurve.from_scores(rows.y, rows.s) for _, rows in table.groupby("k")]
    pd.testing.assert_frame_equal(prp.summary(folds), found)


def test_the_rows_of_folds_are_called_as_the_folds_are(table):
    found = prp.summary("y", "s", data=table[::-1], units="k")
    _, first = next(iter(table.groupby("k")))
    check_row(found.loc["fold 0"], first.y, first.s)


@pytest.mark.parametrize("as_table", [False, True])
def test_a_summary_has_a_row_for_each_class(classes, as_table):
    if as_table:
        found = prp.summary("y", CLASSES, data=classes)
    else:
        found = prp.summary(classes.y, classes[CLASSES].to_numpy())
    assert found.index.tolist() == CLASSES
    for name, row in found.iterrows():
        check_row(row, classes.y == name, classes[name])


def test_a_summary_of_groups_refuses_what_plots_refuse(table):
    for change, says in [
        ({"hue_order": [2]}, r"hue_order goes with hue"),
        ({"hue": "h"}, r"data has no column 'h'; the nearest"),
        ({"hue": "g", "hue_order": [3]}, r"hue has no group 3; the nearest: .*10"),
        ({"hue": "g", "name": "x"}, r"name goes with a single curve"),
        ({"units": np.zeros((90, 2))}, r"units must be one-dimensional"),
    ]:
        with pytest.raises((TypeError, ValueError), match=says):
            prp.summary("y", "s", data=table, **change)


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame])
def test_absent_rows_may_miss_values_in_a_summary(table, library):
    gaps = {key: values.astype(object).tolist() for key, values in table.items()}
    gaps["w"][5], gaps["y"][5], gaps["s"][5], gaps["g"][5] = 0.0, None, None, None
    found = prp.summary("y", "s", data=library(gaps), hue="g", sample_weight="w")
    kept = table.drop(index=5)
    expected = prp.summary("y", "s", data=kept, hue="g", sample_weight="w")
    if library is pl.DataFrame:
        found = pd.DataFrame(found.to_dict(as_series=False)).set_index("name").rename_axis(None)
    pd.testing.assert_frame_equal(found, expected)


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ("s", ["s"]),
        (["s", "t"], ["s", "t"]),
        (("s",), ["s"]),
        (np.array(["s", "t"]), ["s", "t"]),
        (pd.Index(["s", "t"]), ["s", "t"]),
        ([0.1, 0.2], None),
        ([], None),
        ([["s"]], None),
        ({"s": [1]}, None),
        (["s", 1], None),
    ],
)
def test_names_of_columns_are_told_from_scores(given, names):
    assert names_of(given) == names


def test_numbers_rise_and_texts_come_as_they_appear():
    assert group_values(np.array([10, 2, 10])) == ([2, 10], True)
    assert group_values(np.array([2.5, -1])) == ([-1, 2.5], True)
    assert group_values(np.array(["b", "a", "b"])) == (["b", "a"], False)
    assert group_values(np.array([True, False])) == ([False, True], False)
    assert group_values(np.array([True, False], dtype=object)) == ([False, True], False)
    assert group_values(np.array([3, 1, 2], dtype=object)) == ([1, 2, 3], False)
    assert group_values(np.array([1, "a", 0], dtype=object)) == ([1, "a", 0], False)
    assert group_values(np.array([10, 2, 3]), [3, 10]) == ([3, 10], True)
    with pytest.raises(ValueError, match=r"style has no group 4; the nearest: "):
        group_values(np.array([10, 2]), [4], "style")
    with pytest.raises(ValueError, match=r"hue_order must be a list of different groups"):
        group_values(np.array([10, 2]), [])


@pytest.mark.parametrize("kind", ["datetime64[us]", "datetime64[ns]", object])
def test_moments_stand_in_the_order_of_time(kind):
    days = pd.to_datetime(["2024-05-02", "2024-05-01", "2024-05-03"])
    found, is_ordered = group_values(np.array(days.to_pydatetime()).astype(kind))
    assert [text_of(one) for one in found] == ["2024-05-01", "2024-05-02", "2024-05-03"]
    # As in seaborn their colours are those of groups without an order.
    assert not is_ordered


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame, pa.table])
def test_days_of_tables_are_called_by_their_date(library):
    days = [date(2024, 5, 2), date(2024, 5, 1)] * 2
    table = library({"y": [1, 0, 0, 1], "s": [4, 3, 2, 1], "day": days})
    found = prp.summary("y", "s", data=table, hue="day")
    names = found.index if library is pd.DataFrame else found["name"].to_numpy()
    assert list(names) == ["2024-05-01", "2024-05-02"]


def test_numbers_of_folds_rise_and_other_folds_come_as_they_appear():
    y, s = [1, 0] * 3, [6, 5, 4, 3, 2, 1]
    found = prp.summary(y, s, units=[10, 10, 2, 2, 5, 5], estimator=None)
    assert found.index.tolist() == ["fold 2", "fold 5", "fold 10"]
    np.testing.assert_array_equal(found["AUROC"], 1)
    found = prp.summary(y, s, units=list("ccaabb"), estimator=None)
    assert found.index.tolist() == ["fold c", "fold a", "fold b"]


@pytest.mark.parametrize("which", ["hue", "style", "units"])
def test_a_group_is_a_single_value(table, which):
    pairs = table.assign(q=list(zip(table.g, table.k, strict=True)))
    with pytest.raises(TypeError, match=rf"{which} must hold a single value .* found \(10, 0\)"):
        Rows.of(y_true="y", y_score="s", data=pairs, **{which: "q"})


def test_sparse_matrices_are_refused(table):
    sparse = pytest.importorskip("scipy.sparse").csr_matrix(np.eye(3)[np.arange(30) % 3])
    with pytest.raises(TypeError, match=r"y_true must be dense, .* pass y_true\.toarray\(\)"):
        prp.summary(sparse, np.zeros((30, 3)))


@pytest.mark.parametrize("name", [["A"], ("A",), {"A": 1}])
def test_a_name_is_one_text(table, name):
    with pytest.raises(TypeError, match=r"name must be a str, found"):
        prp.summary("y", "s", data=table, name=name)


@pytest.mark.parametrize(
    ("level", "text"),
    [
        (2.0, "2"),
        (0.1 + 0.2, "0.3"),
        (7, "7"),
        (True, "True"),
        ("a.000", "a.000"),
        (np.datetime64("2024-05-01T00:00:00.000000000"), "2024-05-01"),
        (np.datetime64("2024-05-01T12:30:00.000000000"), "2024-05-01T12:30:00"),
        (np.datetime64("2024-05-01T00:00:00.000000"), "2024-05-01"),
        (np.datetime64("2024-05-01T00:00"), "2024-05-01"),
        (np.datetime64("2024-05-01T12:30:00.500000"), "2024-05-01T12:30:00.500000"),
        (pd.Timestamp("2024-05-01"), "2024-05-01"),
        (pd.Timestamp("2024-05-01 10:00"), "2024-05-01 10:00:00"),
        (np.datetime64("2024-05"), "2024-05"),
    ],
)
def test_groups_are_called_briefly(level, text):
    assert text_of(level) == text


def test_rows_of_weight_zero_leave_what_tells_rows_apart(table):
    weights = np.arange(90) % 2
    groups = {"hue": "g", "style": "k", "units": np.arange(90)}
    rows = Rows.of(y_true="y", y_score=["s", "t"], data=table, sample_weight=weights, **groups)
    assert rows.size == 45
    np.testing.assert_array_equal(rows.hue, table.g[1::2])
    np.testing.assert_array_equal(rows.style, table.k[1::2])
    np.testing.assert_array_equal(rows.units, np.arange(1, 90, 2))
    # Labels and scores are still those of all rows: `observe` drops the absent ones itself.
    assert len(rows.labels) == len(rows.scores["s"]) == 90


def test_classes_are_columns_called_as_all_labels(classes):
    def rows(table, columns):
        return Rows.of(y_true="y", y_score=columns, data=table)

    found = rows(classes, CLASSES).belongs
    for one in CLASSES:
        np.testing.assert_array_equal(found[one], classes.y == one)
    assert rows(classes, "ant").belongs is None
    with pytest.raises(ValueError, match=r"y_true holds 3 labels .*; pass pos_label"):
        prp.summary("y", ["ant", "bee"], data=classes)
    few = classes[classes.y != "cat"]
    assert list(rows(few, CLASSES).belongs) == CLASSES


def test_labels_that_are_numbers_name_columns_too():
    rng = np.random.default_rng(2)
    held = pd.DataFrame(rng.normal(size=(60, 3)), columns=["0", "1", "2"])
    held["y"] = np.arange(60) % 3
    found = prp.summary("y", ["0", "1", "2"], data=held)
    for name, row in found.iterrows():
        check_row(row, held.y == int(name), held[name])


@pytest.mark.parametrize(
    ("y_true", "y_score", "by", "says"),
    [
        ({"a": [1]}, "s", {}, r"found y_true dict"),
        ("y", {"a": "x"}, {}, r"data has no column 'x'"),
        (None, "s", {}, r"y_true is missing"),
        ("y", np.zeros(0), {}, r"y_score is empty"),
        ("y", 3, {}, r"y_score\[0\] must be a column or an array|y_score"),
        ("y", "s", {"hue": ["a"] * 89}, r"same length"),
        ("y", "s", {"hue": [None] * 2 + ["a"] * 88}, r"hue holds 2 missing values"),
    ],
)
def test_wrong_rows_are_refused(table, y_true, y_score, by, says):
    with pytest.raises((TypeError, ValueError), match=says):
        Rows.of(y_true=y_true, y_score=y_score, data=table, **by)
