"""Scores of one point: a metric under a condition, and the best value of a metric."""

import math

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics

import prplot as prp
from prplot.core.measures.score_definitions import SCORES, score_key
from tests.laws import seeded_rankings

LABELS, VALUES = [1, 0, 1, 1, 0, 0, 0, 1], [0.9, 0.8, 0.8, 0.6, 0.5, 0.4, 0.3, 0.1]
CURVE = prp.ConfusionCurve.from_scores(LABELS, VALUES)


@pytest.mark.parametrize(
    ("name", "key", "head", "value"),
    [
        ("recall@precision=0.75", "recall@precision=0.75", "Recall at precision ≥ 0.75", 0.75),
        ("recall@precision=.9", "recall@precision=0.9", "Recall at precision ≥ 0.9", 0.25),
        ("precision@recall=0.8", "precision@recall=0.8", "Precision at recall ≥ 0.8", 0.5),
        # Of the two examples with a score of 0.8 half a positive is expected.
        ("precision@k=2", "precision@k=2", "Precision at top 2", 0.75),
        ("recall@k=4", "recall@k=4", "Recall at top 4", 0.75),
        ("recall@rate=0.5", "recall@rate=0.5", "Recall at top 50 %", 0.75),
        ("recall@fpr=0.25", "recall@fpr=0.25", "Recall at FPR ≤ 0.25", 0.75),
        ("fpr@recall=0.3", "fpr@recall=0.3", "False positive rate at recall ≥ 0.3", 0.25),
        ("max_f1", "max_f1", "max F1", 0.75),
        ("max_f_1", "max_f1", "max F1", 0.75),
        ("max_f2", "max_f2", "max F2", 5 * 4 / (5 * 4 + 4)),
        ("f0.5@recall=0.2", "f0.5@recall=0.2", "F0.5 at recall ≥ 0.2", 0.75),
        ("max_mcc", "max_mcc", "max MCC", 0.5),
        ("recall@precision=0.2500001", "recall@precision=0.2500001", None, 1.0),
        ("recall@precision=0.7500001", "recall@precision=0.7500001", None, 0.25),
        ("precision@k=1e+0", "precision@k=1", "Precision at top 1", 1.0),
        ("recall@rate=0.07", "recall@rate=0.07", "Recall at top 7 %", 0.14),
        # The share at the highest precision with that recall.
        ("queue_rate@recall=0.75", "queue_rate@recall=0.75", None, 0.5),
    ],
)
def test_a_score_of_one_point_is_found_by_its_name(name, key, head, value):
    assert score_key(name) == score_key(key) == key
    assert head is None or SCORES[key].head == head
    assert SCORES[key].of(CURVE) == pytest.approx(value)


@pytest.mark.parametrize(("labels", "scores"), [(y, s) for y, s, _ in seeded_rankings(12)])
def test_scores_of_points_are_the_best_of_all_thresholds(labels, scores):
    curve = prp.ConfusionCurve.from_scores(labels, scores)
    precision, recall, thresholds = metrics.precision_recall_curve(labels, scores)
    precision, recall = precision[:-1], recall[:-1]
    for least in (0.3, 0.7):
        best = recall[precision >= least].max(initial=0.0)
        assert SCORES[f"recall@precision={least:g}"].of(curve) == pytest.approx(best)
        best = precision[recall >= least].max()
        assert SCORES[f"precision@recall={least:g}"].of(curve) == pytest.approx(best)
    f1 = [metrics.f1_score(labels, scores >= one) for one in thresholds]
    assert SCORES["max_f1"].of(curve) == pytest.approx(max(f1))
    k, order = len(labels) // 2, np.argsort(-scores, kind="stable")
    ranked, values = labels[order].astype(float), scores[order]
    for value in np.unique(values):
        # The mean over all orders of equal scores.
        ranked[values == value] = ranked[values == value].mean()
    assert SCORES[f"precision@k={k}"].of(curve) == pytest.approx(ranked[:k].mean())


def test_scores_of_points_have_a_value_where_nothing_fulfils_the_condition():
    worst = prp.ConfusionCurve.from_scores([0, 1], [2, 1])
    assert SCORES["recall@precision=0.9"].of(worst) == 0
    assert math.isnan(SCORES["fpr@precision=0.9"].of(worst))
    assert math.isnan(SCORES["precision@k=3"].of(worst))
    alone = prp.ConfusionCurve.from_counts([0], [1], 0, 2)
    assert math.isnan(SCORES["recall@fpr=0.5"].of(alone))
    assert math.isnan(SCORES["max_f1"].of(alone))


@pytest.mark.parametrize(
    "name", ["recall@", "recall@precision", "recall@precision=high", "recall@score=3", "max_fpr"]
)
def test_names_of_no_score_are_refused_with_examples(name):
    with pytest.raises(ValueError, match=r"score must have a form such as 'recall@precision=0\.9'"):
        score_key(name)


def test_wrong_metrics_and_numbers_in_names_are_refused():
    with pytest.raises(ValueError, match="found 'recal'; did you mean 'recall'"):
        score_key("recal@precision=0.9")
    with pytest.raises(ValueError, match=r"precision must be in \[0, 1\], found 90"):
        score_key("recall@precision=90")


def test_tables_and_legends_show_scores_of_points():
    names = ["aucpr", "recall@precision=0.75", "max_f1"]
    table = prp.summary(LABELS, VALUES, score=names)
    expected = {"Recall at precision ≥ 0.75": [0.75], "max F1": [0.75]}
    pd.testing.assert_frame_equal(table.iloc[:, -2:], pd.DataFrame(expected, index=["curve"]))
    ax = prp.plot_pr(LABELS, VALUES, score="recall@precision=0.75")
    assert ax.get_legend().get_texts()[0].get_text() == "Recall at precision ≥ 0.75 = 0.750"


def test_scores_of_points_have_no_draws_of_their_own():
    for find in (prp.interval, prp.compare):
        given = {"a": VALUES, "b": VALUES} if find is prp.compare else VALUES
        with pytest.raises(ValueError, match=r"metric must be one of .* found 'max_f1'"):
            find(LABELS, given, metric="max_f1")
    with pytest.raises(ValueError, match="beta must be a finite number"):
        score_key("max_f1e400")
    with pytest.raises(TypeError, match="score must be the name of a score, found 5"):
        prp.summary(LABELS, VALUES, score=5)


@pytest.mark.parametrize("name", ["f1", "AUC", "p@10", "PR AUC", "recall"])
def test_a_name_that_is_no_score_is_answered_with_those_that_are(name):
    with pytest.raises(ValueError, match=r"must be (one of|among) |must have a form such as"):
        score_key(name)


@pytest.mark.parametrize("name", ["net_benefit@threshold=0.2", "recall@threshold=-0.5"])
def test_a_score_at_a_threshold_is_for_scorers(name):
    with pytest.raises(ValueError, match=rf"found '{name}'; only prp\.scorer takes thresholds$"):
        score_key(name)


@pytest.mark.parametrize("name", ["net_benefit@recall=0.8", "max_net_benefit"])
def test_net_benefit_is_no_score_of_a_curve(name):
    said = r"; prp\.scorer takes 'net_benefit@threshold=0\.2'$"
    with pytest.raises(ValueError, match=said):
        score_key(name)


def test_a_count_beyond_the_data_has_no_recall():
    curve = prp.ConfusionCurve.from_scores(LABELS, VALUES)
    assert np.isnan(SCORES["recall@k=1000"].of(curve))


def test_scores_have_the_names_of_tables_and_of_other_programs():
    names = ["AP", "coco ap", "trec_ap", "ROC_AUC", "AUCPR"]
    keys = ["average_precision", "coco_ap", "average_precision", "auroc", "aucpr"]
    assert [score_key(name) for name in names] == keys
