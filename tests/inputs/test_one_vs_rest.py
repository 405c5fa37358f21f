"""Columns of scores find the labels that they are called as, whatever their order."""

from functools import partial

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import prplot as prp
from prplot.draw.scene import CURVE
from prplot.inputs.resolve import curves_of
from prplot.inputs.rows import Rows
from tests.cases import sampled

NAMES = ["ant", "bee", "cat"]
LIBRARIES = {
    "pandas": pd.DataFrame,
    "polars": lambda table: pl.DataFrame(table.to_dict("list")),
    "pyarrow": lambda table: pa.table(table.to_dict("list")),
}


@pytest.fixture
def labels():
    return np.random.default_rng(0).choice(NAMES, 120, p=[0.5, 0.3, 0.2])


@pytest.fixture
def scores(labels):
    rng = np.random.default_rng(1)
    return pd.DataFrame(rng.normal(size=(120, 3)) + (labels[:, None] == NAMES), columns=NAMES)


def areas(y_true, y_score, *, average=None, **options):
    rows = Rows.of(y_true=y_true, y_score=y_score, **options)
    found = {one.words: one.curve for one in curves_of(rows, average=average).each()}
    return {name: prp.aucpr(curve) for name, curve in found.items()}


def expected(labels, scores):
    return {name: prp.aucpr(labels == name, scores[name]) for name in NAMES}


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("order", [NAMES, ["cat", "ant", "bee"]])
def test_the_order_of_named_columns_does_not_matter(labels, scores, library, order):
    table = LIBRARIES[library](scores[order])
    assert areas(labels, table) == expected(labels, scores)
    grouped = areas(labels, table, hue=np.repeat(["x", "y"], 60))
    first = slice(None, 60)
    assert grouped["cat, x"] == prp.aucpr(labels[first] == "cat", scores["cat"][first])
    micro = areas(labels, table, average="micro")
    assert micro == areas(labels, scores.to_numpy(), average="micro")
    summed = prp.summary(labels, table)
    assert summed["AUCPR"].to_dict() == expected(labels, scores)


@pytest.mark.parametrize("library", LIBRARIES)
def test_columns_of_a_table_are_models_unless_they_are_called_as_labels(labels, scores, library):
    renamed = scores.rename(columns=dict(zip(NAMES, "xyz", strict=True)))
    table, models = LIBRARIES[library](renamed), dict(renamed)
    for options in ({"pos_label": "bee"}, {"hue": np.repeat(["u", "v"], 60), "pos_label": "bee"}):
        found = prp.summary(labels, table, **options)
        pd.testing.assert_frame_equal(found, prp.summary(labels, models, **options))
    assert list(prp.summary(labels == "bee", table).index) == list("xyz")
    assert list(prp.summary((labels == "bee")[:, None], table).index) == list("xyz")
    # Two labels are those of two columns, as predict_proba has them.
    few = labels != "cat"
    with pytest.raises(ValueError, match=r"two columns, shape .* if they are predict_proba's"):
        prp.summary(labels[few], LIBRARIES[library](scores[NAMES[:2]][few]), pos_label="ant")
    # With a class for each column, the names of columns need not be theirs.
    assert list(areas(labels, table)) == NAMES
    assert list(areas(labels, table, classes=list("abc"))) == list("abc")
    with pytest.raises(ValueError, match="pass a dict by name"):
        prp.summary(labels == "bee", pd.DataFrame(scores.to_numpy()))


@pytest.mark.parametrize("library", sampled(LIBRARIES, every=2))
def test_a_table_of_models_is_a_dict_of_them_everywhere(labels, scores, library):
    y, options = (labels == "bee").astype(int), {"n_boot": 400, "seed": 0}
    models = {"x": scores["ant"], "y": scores["bee"]}
    table = LIBRARIES[library](pd.DataFrame(models))
    assert prp.compare(y, table, **options) == prp.compare(y, models, **options)
    found = prp.operating_points(y, table, recall=0.5)
    pd.testing.assert_frame_equal(found, prp.operating_points(y, models, recall=0.5))
    found = prp.rank_table({"task": (y, table)}, progress=False)
    pd.testing.assert_frame_equal(found, prp.rank_table({"task": (y, models)}, progress=False))
    for plot in (prp.plot_pr, prp.plot_downsampling, prp.plot_thresholds):
        words = []
        for scored in (table, models):
            plt.figure()
            words.append(prp.describe(plot(y, scored)))
        assert words[0] == words[1]
    for metric in (prp.aucpr, prp.interval, partial(prp.operating_point, recall=0.5)):
        with pytest.raises(TypeError, match=r"one model's .* found several, \['x', 'y'\]"):
            metric(y, table)


def test_rows_that_lack_a_score_of_a_table_of_models_are_left_out_of_all(labels, scores):
    y, table = labels == "bee", scores.rename(columns=str.upper)
    table.loc[3, "ANT"] = table.loc[5, "CAT"] = np.nan
    for one in (table, pl.from_pandas(table)):
        with pytest.warns(prp.MissingValuesWarning, match="1 in y_score\\['ANT'\\], 1 in y_sc"):
            found = prp.summary(y, one, missing="drop")
        assert list(found.index) == ["ANT", "BEE", "CAT"]
        assert (found["n"] == 118).all()


@pytest.mark.parametrize("library", LIBRARIES)
def test_indicators_find_the_scores_that_are_called_so(labels, scores, library):
    marks = pd.get_dummies(labels).astype(int)
    shuffled = scores[["cat", "ant", "bee"]]
    found = areas(LIBRARIES[library](marks), LIBRARIES[library](shuffled))
    assert found == expected(labels, scores)
    assert areas(marks, scores.to_numpy()) == expected(labels, scores)
    assert areas(marks.to_numpy(), LIBRARIES[library](scores)) == expected(labels, scores)


def test_columns_of_one_name_are_blamed_on_the_table_that_has_them(labels, scores):
    marks, names = pd.get_dummies(labels).astype(int), ["ant", "bee", "bee"]
    for pair, whose in [
        ((marks.set_axis(names, axis=1), scores), "y_true"),
        ((marks, scores.set_axis(names, axis=1)), "y_score"),
    ]:
        with pytest.raises(ValueError, match=f"^{whose} has several columns with the same name"):
            areas(*pair)


def test_names_that_match_nothing_leave_columns_in_their_places(labels, scores):
    other = scores.set_axis(["p1", "p2", "p3"], axis=1)
    assert areas(labels, other) == expected(labels, scores)
    assert areas(pd.get_dummies(labels), other) == expected(labels, scores)


def test_numbers_of_columns_are_names_only_out_of_their_order(labels, scores):
    plain = pd.DataFrame(scores.to_numpy())
    numbers = np.searchsorted(NAMES, labels)
    by_place = areas(numbers, scores.to_numpy())
    assert list(by_place) == ["0", "1", "2"]
    assert areas(numbers, plain) == areas(numbers, plain[[2, 0, 1]]) == by_place
    assert areas(numbers.astype(float), plain.iloc[:, ::-1]) == by_place
    # Labels from 1 on and columns from 0 on overlap by accident.
    assert list(areas(numbers + 1, plain).values()) == list(by_place.values())


@pytest.mark.parametrize(
    ("renamed", "message"),
    [
        (
            {"cat": "dog"},
            r"must be named after the classes, all or none of them, found \['ant', 'bee', 'dog'",
        ),
        ({"bee": "ant"}, r"several columns with the same name"),
    ],
)
def test_names_that_match_in_part_are_refused(labels, scores, renamed, message):
    with pytest.raises(ValueError, match=message):
        areas(labels, scores.rename(columns=renamed))


def test_more_columns_than_labels_say_which_is_too_many(labels, scores):
    with pytest.raises(
        ValueError, match=r"columns of y_score must be named after the classes, .* 'row'"
    ):
        areas(labels, scores.assign(row=1.0))
    marks = pd.get_dummies(labels)
    with pytest.raises(
        ValueError, match=r"columns of y_score must be named after the classes, .* 'row'"
    ):
        areas(marks, scores.assign(row=1.0))


@pytest.mark.parametrize("which", ["hue", "units"])
def test_each_label_of_an_example_is_split_into_groups_and_folds(scores, which):
    marks = np.random.default_rng(2).integers(0, 2, (120, 3))
    parts = np.arange(120) % 2
    found = areas(marks, scores.to_numpy(), **{which: parts})
    word = {"hue": "", "units": "fold "}[which]
    assert found == {
        f"class {i}, {word}{k}": prp.aucpr(marks[parts == k, i], scores.iloc[parts == k, i])
        for i in range(3)
        for k in (0, 1)
    }


@pytest.mark.parametrize("marks", [False, True])
def test_micro_averages_have_a_curve_for_each_group(labels, scores, marks):
    belongs = labels[:, None] == NAMES
    given = belongs.astype(int) if marks else labels
    parts = np.arange(120) % 2
    found = areas(given, scores.to_numpy(), hue=parts, average="micro")
    assert found == {
        str(k): prp.aucpr(belongs[parts == k].ravel(), scores[parts == k].to_numpy().ravel())
        for k in (0, 1)
    }


def test_a_column_of_labels_may_have_a_second_dimension(labels, scores):
    assert areas(labels[:, None], scores) == expected(labels, scores)


def test_a_positive_label_goes_with_models_not_with_classes(labels, scores):
    table = scores.assign(y=labels)
    with pytest.raises(TypeError, match=r"pos_label can't be given beside a column"):
        prp.summary("y", NAMES, data=table, pos_label="ant")
    some = prp.summary("y", ["ant", "bee"], data=table, pos_label="ant")
    assert some["AUCPR"].tolist() == [prp.aucpr(labels == "ant", scores[c]) for c in ("ant", "bee")]


def test_absent_rows_may_miss_labels(labels, scores):
    held = labels.astype(object)
    held[[3, 50]] = None
    weights = np.ones(120)
    weights[[3, 50]] = 0
    found = prp.summary(held, scores, sample_weight=weights)
    seen = weights > 0
    assert found["AUCPR"].to_dict() == pytest.approx(expected(labels[seen], scores[seen]))


def test_keys_of_a_dict_are_models_whatever_they_are_called():
    y, scores = [0, 1] * 4, list(range(8))
    ax = prp.plot_pr(y, {0: scores, 1: scores}, hue=[0, 0, 1, 1] * 2)
    areas = [
        line.get_label().split("AUCPR ")[1] for line in ax.lines if line.get_gid() == CURVE.name
    ]
    assert len(areas) == 4
    assert len(set(areas)) == 1


def test_labels_that_differ_in_late_digits_are_classes_of_their_own():
    y = np.array([1000000000001.0, 1000000000002.0, 1000000000003.0] * 20)
    scores = np.random.default_rng(0).random((60, 3))
    assert len(prp.summary(y, scores)) == 3


@pytest.mark.parametrize("kind", [list, tuple, np.array, pd.Index])
@pytest.mark.parametrize("order", [NAMES, ["cat", "ant", "bee"]])
def test_classes_say_which_column_is_whose(labels, scores, kind, order):
    found = areas(labels, scores[order].to_numpy(), classes=kind(order))
    assert found == {name: expected(labels, scores)[name] for name in order}
    # Columns that are called so are found by name.
    assert areas(labels, scores, classes=kind(order)) == found
    marks = np.column_stack([labels == name for name in order]).astype(int)
    assert areas(marks, scores[order].to_numpy(), classes=kind(order)) == found
    table = pd.DataFrame(marks, columns=order)[NAMES]
    assert areas(table, scores[order].to_numpy(), classes=kind(order)) == found


@pytest.mark.parametrize("codes", [[0, 1, 2], [1.0, 2.0, 10.0], [False, 3, 10], ["x", "y", "z"]])
def test_other_names_are_those_of_the_labels_in_sorted_order(labels, scores, codes):
    given = np.array(codes)[np.searchsorted(NAMES, labels)]
    assert areas(given, scores.to_numpy(), classes=NAMES) == expected(labels, scores)


@pytest.mark.parametrize("codes", [[1, 2, 10], [10.0, 2.0, 1.0], ["1", "2", "10"]])
def test_numbers_are_matched_as_numbers_or_as_text(labels, scores, codes):
    given = np.array(codes)[np.searchsorted(NAMES, labels)]
    order = [int(float(one)) for one in codes]
    found = areas(given, scores.to_numpy(), classes=order)
    assert list(found.values()) == list(expected(labels, scores).values())


def test_classes_may_be_absent_from_the_labels(labels, scores):
    few = labels != "bee"
    with pytest.warns(prp.UndefinedMetricWarning):
        found = areas(labels[few], scores.to_numpy()[few], classes=NAMES)
    assert found["ant"] == prp.aucpr(labels[few] == "ant", scores["ant"][few])
    assert found["bee"] == 0
    weight = few.astype(float)
    unknown = np.where(few, labels.astype(object), None)
    with pytest.warns(prp.UndefinedMetricWarning, match="'bee'"):
        table = prp.summary(unknown, scores.to_numpy(), classes=NAMES, sample_weight=weight)
    assert table["AUCPR"].to_dict() == found


def test_two_columns_are_two_classes_if_they_are_named(labels, scores):
    ill = np.where(labels == "ant", "ill", "well")
    both = scores[["ant", "bee"]].to_numpy()
    found = areas(ill, both, classes=["ill", "well"])
    assert found == {
        "ill": prp.aucpr(ill == "ill", both[:, 0]),
        "well": prp.aucpr(ill == "well", both[:, 1]),
    }


def test_columns_of_a_table_are_of_classes_if_these_are_named(labels, scores):
    table = scores.set_axis(["p 0", "p 1", "p 2"], axis=1).assign(y=labels)
    columns = ["p 0", "p 1", "p 2"]
    assert areas("y", columns, data=table, classes=NAMES) == expected(labels, scores)
    models = {"a": columns, "b": columns[::-1]}
    found = areas("y", models, data=table, classes=NAMES)
    assert found["a, bee"] == found["b, bee"] == expected(labels, scores)["bee"]
    assert list(found) == [f"{model}, {name}" for model in "ab" for name in NAMES]
    assert areas("y", {"a": list(NAMES)}, data=scores[NAMES[::-1]].assign(y=labels)) == {
        f"a, {name}": area for name, area in expected(labels, scores).items()
    }


def test_models_of_classes_are_grouped_and_pooled(labels, scores):
    parts = np.repeat(["x", "y"], 60)
    models = {"a": scores.to_numpy(), "b": scores}
    found = areas(labels, models, hue=parts)
    assert found["a, cat, y"] == areas(labels, scores.to_numpy(), hue=parts)["cat, y"]
    pooled = areas(labels, models, hue=parts, average="micro")
    assert pooled["b, x"] == areas(labels, scores, hue=parts, average="micro")["x"]


def test_wrong_names_of_classes_are_refused(labels, scores):
    columns, marks = scores.to_numpy(), np.eye(3, dtype=int)[np.searchsorted(NAMES, labels)]
    for y_true, y_score, classes, says in [
        (labels, columns, NAMES[:2], r"classes must be a list that names each"),
        (labels, columns, ["ant", "bee", "bee"], r"classes must be a list that names each"),
        (labels, columns, "abc", r"classes must be a list .* found 'abc' and y_score of shape"),
        (labels, columns, dict.fromkeys(NAMES), r"classes must be a list that names each"),
        (labels, columns, [NAMES], r"classes must be a list that names each"),
        (labels, columns[:, 0], NAMES, r"classes must be a list that names each"),
        (labels, {"a": columns[:, 0]}, NAMES, r"classes must .* shape \(120, 1\)"),
        (labels, columns, ["ant", "bee", "cow"], r"y_true holds \['cat'\], not among classes"),
        (
            labels == "ant",
            columns,
            NAMES,
            r"classes must be the labels in y_true, \['False', 'True'\]",
        ),
        (marks, columns, NAMES[:2], r"classes must be a list that names each"),
        (marks[:, :2], columns, NAMES, r"must have the same shape"),
        (labels, scores, ["ant", "bee", "cow"], r"must be named after the classes, .*'cow'"),
        (labels, {"a": columns, "b": columns[:, :2]}, NAMES, r"model 'b': classes must be"),
    ]:
        with pytest.raises((TypeError, ValueError), match=says):
            areas(y_true, y_score, classes=classes)
    curve = prp.ConfusionCurve.from_scores([1, 0], [1, 0])
    with pytest.raises(TypeError, match=r"classes need columns or arrays, found y_true"):
        areas(curve, None, classes=NAMES)
    renamed = scores.set_axis(["x", "y", "z"], axis=1)
    with pytest.raises(ValueError, match=r"model 'b' has the classes x, y, z, but 'a' has class"):
        areas(marks, {"a": columns, "b": renamed})


def test_rows_that_lack_the_score_of_a_class_are_left_out(labels, scores):
    holes = scores.to_numpy().copy()
    holes[[3, 7], [0, 2]] = np.nan
    kept = np.delete(np.arange(120), [3, 7])
    full, part = labels[kept], holes[kept]
    with pytest.warns(prp.MissingValuesWarning, match="2 of 120 rows"):
        assert prp.aucpr(labels, holes, missing="drop") == prp.aucpr(full, part)
    models = {"a": holes, "b": scores.to_numpy()}
    with pytest.warns(prp.MissingValuesWarning, match=r"2 of 120 rows .* y_score\['a'\]"):
        found = prp.summary(labels, models, missing="drop")
    assert found.equals(prp.summary(full, {"a": part, "b": scores.to_numpy()[kept]}))
    marks = np.column_stack([labels == name for name in NAMES]).astype(int)
    listed = [np.column_stack([-column, column]) for column in holes.T]
    with pytest.warns(prp.MissingValuesWarning):
        area = prp.aucpr(marks, listed, missing="drop", average="micro")
    assert area == prp.aucpr(marks[kept], part, average="micro")
    with pytest.raises(ValueError, match=r"class 'ant': y_score holds 1 "):
        prp.aucpr(labels, holes)
    names = ["p", "q", "r"]
    table = pd.DataFrame(holes, columns=names).assign(y=labels)
    options = {"missing": "drop", "classes": NAMES, "col": "class", "progress": False}
    for arguments in (
        {"y_true": labels, "y_score": {"a": holes}},
        {"data": table, "y_true": "y", "y_score": {"a": names}},
    ):
        with pytest.warns(prp.MissingValuesWarning, match="2 of 120 rows"):
            grid = prp.curveplot(**arguments, **options)
        assert len(grid.data) == 3 * 118
