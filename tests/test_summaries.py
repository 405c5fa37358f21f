import re

import numpy as np
import pandas as pd
import pytest

import prplot as prp
from prplot import ConfusionCurve
from prplot.summaries import COLUMNS
from tests.laws import seeded_rankings

LABELS = [1, 0, 1, 0, 0, 1]
SCORES = {"good": [6, 2, 5, 1, 4, 3], "bad": [1, 6, 2, 5, 3, 3]}
SINGLE = {
    "AUROC": prp.auroc,
    "AUCPR": prp.aucpr,
    "AUCNPR": prp.aucnpr,
    "AP": prp.average_precision,
    "AUPRG": prp.auprg,
    "E[FG1]": prp.expected_f_gain,
}


def test_the_columns_are_those_of_the_docstring():
    table = prp.summary(LABELS, SCORES)
    expected = ["n", "prevalence", "AUROC", "AUCPR", "AUCPR_MIN", "AUCNPR"]
    assert list(table.columns) == [*expected, "AP", "AP_MIN", "AUPRG", "E[FG1]"] == list(COLUMNS)
    assert table.index.tolist() == ["good", "bad"]


@pytest.mark.parametrize("weights", [(1,), (1, 2, 5), (0.1, 1 / 3, 2.5)])
def test_every_number_is_that_of_its_own_function(weights):
    for labels, scores, masses in seeded_rankings(10, weights):
        row = prp.summary(labels, scores, sample_weight=masses).iloc[0]
        curve = ConfusionCurve.from_scores(labels, scores, sample_weight=masses)
        assert (row["n"], row["prevalence"]) == (curve.pos + curve.neg, curve.prevalence)
        for name, function in SINGLE.items():
            expected = function(labels, scores, sample_weight=masses)
            np.testing.assert_equal(row[name], expected, err_msg=name)
        assert row["AUCPR_MIN"] == prp.aucpr_min(curve.prevalence)
        if curve.pos % 1 or curve.neg % 1:
            assert np.isnan(row["AP_MIN"])
        else:
            assert row["AP_MIN"] == prp.average_precision_min(curve.pos, curve.neg)
        # What the columns mean together.
        share = (row["AUCPR"] - row["AUCPR_MIN"]) / (1 - row["AUCPR_MIN"])
        assert row["AUCNPR"] == pytest.approx(share, abs=1e-14)


def test_weights_move_prevalence_and_its_bound_together():
    plain, weighted = (
        prp.summary(LABELS, SCORES, sample_weight=weights) for weights in (None, [7, 1, 7, 1, 1, 7])
    )
    assert plain["prevalence"].tolist() == [1 / 2, 1 / 2]
    assert weighted["prevalence"].tolist() == [7 / 8, 7 / 8]
    assert weighted["n"].tolist() == [24, 24]
    for table in (plain, weighted):
        pi = table["prevalence"].iloc[0]
        assert table["AUCPR_MIN"].tolist() == [prp.aucpr_min(pi)] * 2
    pos, neg = 21, 3
    assert weighted["AP_MIN"].tolist() == [prp.average_precision_min(pos, neg)] * 2


@pytest.mark.parametrize(
    ("data", "options", "names"),
    [
        ((LABELS, SCORES["good"]), {}, ["curve"]),
        ((LABELS, SCORES["good"]), {"name": "mine"}, ["mine"]),
        ((LABELS, {7: SCORES["good"], "b": SCORES["bad"]}), {}, ["7", "b"]),
        ((ConfusionCurve.from_counts([1], [1], 2, 2),), {}, ["curve"]),
        ((ConfusionCurve.from_counts([1], [1], 2, 2),), {"name": "ours"}, ["ours"]),
        (({"x": ConfusionCurve.from_counts([1], [1], 2, 2)},), {}, ["x"]),
    ],
    ids=["scores", "named", "dict", "curve", "named curve", "dict of curves"],
)
def test_rows_are_called_as_the_curves_are(data, options, names):
    assert prp.summary(*data, **options).index.tolist() == names


def test_labels_of_every_kind_are_taken_and_the_worst_ranking_has_its_bounds():
    words = np.where(np.array(LABELS) == 1, "yes", "no")
    table = prp.summary(words, SCORES, pos_label="yes").drop(columns="positive")
    pd.testing.assert_frame_equal(table, prp.summary(LABELS, SCORES))
    row = prp.summary([0, 0, 1, 1], [4, 3, 2, 1]).iloc[0]
    assert row["AUCPR"] == pytest.approx(row["AUCPR_MIN"], rel=1e-14)
    assert row["AP"] == pytest.approx(row["AP_MIN"], rel=1e-14)
    assert (row["AUROC"], row["AUCNPR"]) == (0, 0)
    assert np.isnan(row["E[FG1]"])


def test_the_mean_of_folds_and_their_standard_deviation_follow_each_group():
    rng = np.random.default_rng(0)
    y_true, units = np.tile([1, 0, 1, 0, 0], 24), np.repeat(["x", "y", "z"], 40)
    hue = np.tile(["b", "a"], 60)
    given = {"units": units, "hue": hue}
    table = prp.summary(y_true, rng.random(120), **given)
    rng = np.random.default_rng(0)
    folds = prp.summary(y_true, rng.random(120), estimator=None, **given)
    parts = ["fold x", "fold y", "fold z", "mean", "std"]
    assert table.index.tolist() == [f"{key}, {part}" for key in "ba" for part in parts]
    assert {one.kind for one in table.dtypes} == {"f"}
    for key, start in (("b", 0), ("a", 3)):
        own = folds.iloc[start : start + 3]
        expected = own.agg(["mean", "std"]).set_axis([f"{key}, mean", f"{key}, std"])
        pd.testing.assert_frame_equal(table.loc[expected.index], expected)
        pd.testing.assert_frame_equal(table.loc[own.index], own, check_dtype=False)


def test_means_of_folds_have_no_intervals_but_their_positive_label():
    words = np.tile(["ill", "well"], 60)
    options = {"units": np.repeat([0, 1], 60), "pos_label": "ill"}
    with pytest.warns(prp.FewExamplesWarning, match=r"^means of folds have no interval: .* units="):
        table = prp.summary(words, np.arange(120.0), errorbar="ci", n_boot=400, seed=0, **options)
    assert table.index.tolist() == ["fold 0", "fold 1", "mean", "std"]
    assert table["positive"].tolist() == ["ill"] * 4
    ends = table["AUCPR 2.5 %"]
    assert ends.notna().tolist() == [True, True, False, False]
    curve = ConfusionCurve.from_counts([1], [1], 2, 2)
    single = prp.summary({"a": [curve]})
    assert single.index.tolist() == ["a, fold 0", "a, mean", "a, std"]
    assert single.loc["a, std"].isna().all()


def test_means_leave_out_folds_in_which_a_number_is_undefined():
    labels, scores = np.r_[1, 0, 1, 0, 0, 0], np.r_[4, 3, 2, 1, 4, 3]
    with (
        pytest.warns(prp.UndefinedMetricWarning),
        pytest.warns(UserWarning, match="AUROC, AUPRG and .*: the mean leaves out 1 of 3 folds$"),
    ):
        table = prp.summary(labels, scores, units=np.repeat([0, 1, 2], 2))
    assert table["AUROC"].tolist() == pytest.approx([1, 1, np.nan, 1, 0], nan_ok=True)


def test_a_column_of_texts_and_a_table_in_latex_are_one_line_each():
    rng = np.random.default_rng(0)
    y_true = np.repeat([1, 0], 60)
    table = prp.summary(y_true, {"a_b": y_true + rng.normal(size=120)}, errorbar="ci", seed=0)
    texts = table.filter(regex="^AUCPR( |$)").agg(
        lambda row: "{:.3f} [{:.3f}, {:.3f}]".format(*row), axis=1
    )
    assert texts["a_b"] == "0.758 [0.646, 0.830]"
    latex = table.to_latex(float_format="%.3f", escape=True)
    assert r"& AUCPR 2.5 \% & AUCPR 97.5 \% &" in latex
    assert r"a\_b &" in latex


def test_means_need_folds():
    with pytest.raises(ValueError, match=r"estimator must be .*'mean'.* found 'median'"):
        prp.summary(LABELS, SCORES, estimator="median")


def test_an_average_of_folds_has_a_row():
    folds = [ConfusionCurve.from_scores(y, s) for y, s, _ in seeded_rankings(3)]
    average = prp.average_curve(folds)
    table = prp.summary({"average": average, "moved": average.at_prevalence(0.123)})
    assert table["AUCNPR"].iloc[0] == pytest.approx(np.mean([prp.aucnpr(f) for f in folds]))
    assert not np.isnan(table["AP_MIN"].iloc[0])
    assert np.isnan(table["AP_MIN"].iloc[1])


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ([0, 0, 0], {"n": 3, "prevalence": 0, "AUCPR": 0, "AUCPR_MIN": 0, "AUCNPR": 0, "AP": 0}),
        ([1, 1, 1], {"n": 3, "prevalence": 1, "AUCPR": 1, "AUCPR_MIN": 1, "AUCNPR": 1, "AP": 1}),
    ],
    ids=["no positives", "no negatives"],
)
def test_one_class_gives_one_warning_and_conventional_numbers(labels, expected):
    scores = {"a": [1, 2, 3], "b": [3, 2, 1]}
    with pytest.warns(prp.UndefinedMetricWarning) as caught:
        table = prp.summary(labels, scores)
    assert len(caught) == 1
    # It points at the line that asked.
    assert caught[0].filename == __file__
    for _, row in table.iterrows():
        assert {name: row[name] for name in expected} == expected
        assert row["AP_MIN"] == expected["AP"]
        assert np.isnan(row[["AUROC", "AUPRG", "E[FG1]"]].to_numpy(float)).all()


def test_the_table_takes_a_style_and_becomes_latex():
    table = prp.summary(LABELS, {"a_b": SCORES["good"], "c%": SCORES["bad"]})
    style = table.style.format(precision=3, escape="latex").highlight_max(props="bfseries: ;")
    text = style.to_latex(hrules=True)
    assert r"\toprule" in text
    assert text.count(r"\bfseries") >= 10
    assert f"{table['AUCPR'].iloc[0]:.3f}" in text
    recipe = re.search(r"For LaTeX, use ``(.*?)``", prp.summary.__doc__)[1]
    assert not re.search(
        r"(?<!\\)[%_]", eval(recipe, {"table": table.rename(columns={"AP": "2.5 %"})})
    )


def test_the_table_belongs_to_the_user_and_its_counts_are_whole():
    table = prp.summary(LABELS, SCORES)
    assert table["n"].dtype.kind == "i"
    assert {dtype.kind for dtype in table.drop(columns="n").dtypes} == {"f"}
    table = prp.summary(LABELS, SCORES)
    table.loc["good", "AUCPR"] = 0
    assert prp.summary(LABELS, SCORES).loc["good", "AUCPR"] > 0


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: prp.summary(LABELS), TypeError, "y_score is missing"),
        (lambda: prp.summary(LABELS, {}), ValueError, "y_score is empty"),
        (
            lambda: prp.summary(LABELS, {"a": [1, 2]}),
            ValueError,
            r"y_true and y_score\['a'\] must have the same length, found 6 and 2",
        ),
        (lambda: prp.summary(LABELS, SCORES, name="x"), TypeError, "name goes with a single curve"),
        (lambda: prp.summary({"a": 3}), TypeError, "must be a ConfusionCurve, found 3"),
        (
            lambda: prp.summary(ConfusionCurve.from_counts([1], [1], 2, 2), [1]),
            TypeError,
            "y_score can't be given beside a ConfusionCurve",
        ),
    ],
)
def test_wrong_input_is_refused_as_it_is_everywhere(call, error, says):
    with pytest.raises(error, match=says) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_rank_tables_know_aucnpr():
    tasks = {"one": (LABELS, SCORES), "two": (LABELS[::-1], SCORES)}
    table = prp.rank_table(tasks, metrics=["aucnpr", "aucpr"], progress=False)
    for row in table.itertuples():
        labels, scores = tasks[row.task][0], SCORES[row.model]
        assert (row.aucnpr, row.aucpr) == (prp.aucnpr(labels, scores), prp.aucpr(labels, scores))
    # On one test set both rank alike.
    found = prp.rank_agreement(table, "aucnpr", "aucpr")
    assert (found.best_differs, found.top_differs, found.correlation) == (0, 0, pytest.approx(1))
