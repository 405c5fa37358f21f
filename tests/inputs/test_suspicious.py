"""Predicted labels and reversed scores are drawn, with one hint that names the models."""

import warnings

import numpy as np
import pytest

import prplot as prp
from tests.cases import slowly

rng = np.random.default_rng(0)
LABELS = np.repeat([1, 0], [30, 90])
GOOD = 2 * LABELS + rng.normal(size=120)
HARD = (GOOD > 1).astype(int)
PLOTS = (
    prp.plot_pr,
    prp.plot_spaces,
    prp.plot_hull,
    prp.plot_thresholds,
    prp.summary,
    lambda *given: prp.operating_points(*given, recall=0.5),
)


@pytest.mark.parametrize(
    "function", [slowly(one) if one is prp.plot_spaces else one for one in PLOTS]
)
def test_hard_and_reversed_scores_get_one_warning_that_names_the_models(function):
    models = {"good": GOOD, "labels": HARD, "upside down": -GOOD, "yes or no": HARD > 0}
    if function is prp.plot_hull:
        models = {"good": -GOOD}
    with pytest.warns(prp.SuspiciousScoresWarning) as caught:
        function(LABELS, models)
    (sentence,) = (
        str(one.message) for one in caught if one.category is prp.SuspiciousScoresWarning
    )
    if len(models) > 1:
        assert sentence.startswith("the scores of 'labels' and 'yes or no' are 0 and 1 only, as")
        assert "; the scores of 'upside down' rank most negatives before positives" in sentence
    else:
        assert sentence.startswith("the scores of 'good' rank most negatives before positives")


def told(*given, **options):
    """Return what a table of scores warns of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", prp.SuspiciousScoresWarning)
        prp.summary(*given, **options)
    return [str(one.message) for one in caught]


def test_other_scores_get_no_hint():
    few = np.repeat([1, 0], [9, 90])
    assert told(few, 3.0 - few) == []
    assert told(LABELS, np.where(HARD, 0.9, 0.1)) == []
    assert told(LABELS, np.where(LABELS, 1.0, rng.permutation(120) / 200)) == []
    assert told(prp.ConfusionCurve.from_counts([5, 10], [5, 30], 20, 2000)) == []
    assert told(prp.ConfusionCurve.from_rates([0.8], [0.1], 0.5)) == []


def test_folds_get_a_hint_if_all_of_a_model_are_suspicious():
    units = np.tile([0, 1], 60)
    (sentence,) = told(LABELS, -GOOD, units=units)
    assert sentence.startswith("the scores rank most negatives")
    assert told(LABELS, np.where(units, GOOD, -GOOD), units=units) == []
    curve = prp.ConfusionCurve.from_scores(LABELS, HARD)
    assert told({"a": [curve, curve]})[0].startswith("the scores of 'a' are 0 and 1 only")


def test_the_hint_can_be_silenced_alone():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore", prp.SuspiciousScoresWarning)
        prp.summary(LABELS, {"a": HARD, "b": -GOOD})
    assert caught == []
