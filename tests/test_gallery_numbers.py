"""What the texts of the gallery say about the data that they show."""

import runpy
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

import prplot as prp

GALLERY = Path(__file__).parents[1] / "gallery"
DATA = GALLERY / "data"


def digit(number):
    file = DATA / "digits" / f"digit_{number}.csv"
    table = np.genfromtxt(file, delimiter=",", names=True, deletechars="", replace_space=" ")
    return table[table.dtype.names[0]], table


def test_figure_1_has_equal_areas_in_roc_space_only():
    labels, table = digit(7)
    tree, bayes = (
        prp.ConfusionCurve.from_scores(labels, table[name])
        for name in ("Decision tree", "Naive Bayes")
    )
    assert prp.auroc(bayes) - prp.auroc(tree) == pytest.approx(0.001, abs=5e-4)
    assert prp.aucpr(tree) - prp.aucpr(bayes) == pytest.approx(0.41, abs=5e-3)
    # The tie at score 1: 438 alarms, nearly all sevens, six of ten false.
    tp, fp = bayes.tp[1], bayes.fp[1]
    assert (tp + fp, bayes.thresholds[1]) == (438, 1)
    assert (bayes.tpr[1], bayes.fpr[1]) == pytest.approx((0.99, 0.16), abs=5e-3)
    assert fp / (tp + fp) == pytest.approx(0.6, abs=0.05)


def test_tuned_thresholds_cost_what_the_text_says():
    labels, table = digit(8)
    scores = table["Decision tree"]
    tests = [prp.ConfusionCurve.from_scores(labels[i::9], scores[i::9]) for i in range(9)]
    honest = [
        prp.ConfusionCurve.from_scores(
            labels[j::9], scores[j::9], thresholds=tests[i].hull().thresholds
        )
        for i, j in permutations(range(9), 2)
    ]
    assert len(honest) == 72
    means = [
        np.mean([prp.aucpr(curve) for curve in curves])
        for curves in (honest, tests, [curve.hull() for curve in tests])
    ]
    assert means == pytest.approx([0.64, 0.67, 0.73], abs=5e-3)


def run(folder, script):
    return runpy.run_path(str(GALLERY / folder / f"plot_{script}.py"))


@pytest.mark.filterwarnings("ignore:FigureCanvasAgg is non-interactive")
class TestBoydsRecommendations:
    def test_table_2_agrees_with_the_printed_normalised_areas(self):
        table = run("boyd", "boyd_table2")["table"].rename(columns={"AUCNPR, printed": "printed"})
        least = prp.aucpr_min(table["prevalence"])
        computed = (table["aucpr"] - least) / (1 - least)
        np.testing.assert_allclose(computed, table["printed"], atol=1e-3)
        assert table["printed"].mean() == pytest.approx(0.6795)
        assert table["aucpr"].mean() == pytest.approx(0.733, abs=5e-4)

    def test_table_3_agrees_within_the_rounding_of_the_printed_areas(self):
        held = run("boyd", "boyd_table3")
        entries = 0
        for table in (held["downsampled"], held["original"]):
            least = prp.aucpr_min(table["prevalence"])
            computed = (table["aucpr"] - least) / (1 - least)
            assert (abs(computed - table["printed"]) <= 5e-4 + 5e-4 / (1 - least)).all()
            entries += len(table)
        assert entries == 14
        assert held["downsampled"]["printed"][0] > 2 * held["original"]["printed"][0]

    def test_the_modified_f1_tells_b_from_c(self):
        held = run("boyd", "boyd_modified_f")
        assert list(held["modified"]) == ["B: 0.005", "C: 0.444"]
        assert prp.f_score(held["PREVALENCE"], 1.0) == pytest.approx(0.496, abs=5e-4)

    def test_the_four_ways_with_folds_have_the_areas_that_the_text_states(self):
        held = run("real", "folds")
        shares = sorted(fold.prevalence for fold in held["folds"])
        assert (shares[0], shares[-1]) == pytest.approx((0.03, 0.50), abs=5e-3)
        areas = {name: prp.aucpr(curve) for name, curve in held["averages"].items()}
        assert areas["vertical"] == pytest.approx(0.899, abs=5e-4)
        assert areas["pooled scores"] == pytest.approx(0.733, abs=5e-4)
        table = held["table"]
        together = prp.aucpr(table["is_digit_8"], table["Logistic regression"])
        assert together == pytest.approx(0.880, abs=5e-4)
        assert areas["ROC"] < together
        means = np.mean([prp.aucnpr(fold) for fold in held["folds"]])
        assert prp.aucnpr(held["averages"]["normalised"]) == pytest.approx(means, abs=1e-8)

    def test_downsampling_and_prevalence_do_what_the_texts_say(self):
        table = run("real", "downsampling")["table"]
        tree = prp.ConfusionCurve.from_scores(table["malignant"], table["Decision tree"])
        areas = [prp.aucpr(tree.at_prevalence(1 / (1 + ratio))) for ratio in (1, 100)]
        assert [*areas, prp.aucpr(tree)] == pytest.approx([0.93, 0.17, 0.89], abs=5e-3)
        assert tree.neg / tree.pos == pytest.approx(1.7, abs=0.05)
        bayes = prp.ConfusionCurve.from_scores(table["malignant"], table["Naive Bayes"])
        for share in (0.37, 0.1, 0.01):
            assert prp.auroc(bayes.at_prevalence(share)) == pytest.approx(0.987, abs=5e-4)
