"""What the texts of the gallery say about the data that they show."""

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

import prplot as prp

DATA = Path(__file__).parents[1] / "gallery" / "data"


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
