import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prplot import ConfusionCurve, aucpr, aucpr_min, auroc, average_precision
from prplot.core.traces import minimum_curve, perfect_curve, random_curve
from tests.laws import law, weighted_rankings

totals = st.one_of(st.integers(1, 10**6), st.floats(1e-3, 1e3))


@law
@given(totals, totals)
def test_random_guessing_the_minimum_curve_and_the_perfect_one(pos, neg):
    curve = random_curve(pos, neg)
    pi = curve.prevalence
    assert curve.precision == pytest.approx(pi, rel=1e-15)
    assert (curve.fpr == curve.tpr).all()
    assert auroc(curve) == pytest.approx(0.5, rel=1e-15)
    assert aucpr(curve) == pytest.approx(pi, rel=1e-14)
    assert average_precision(curve) == pytest.approx(pi, rel=1e-15)
    curve = minimum_curve(pos, neg)
    assert curve.tp.tolist() == [0, 0, pos]
    assert curve.fp.tolist() == [0, neg, neg]
    assert curve.precision[0] == 0
    assert curve.precision[-1] == pytest.approx(curve.prevalence, rel=1e-15)
    assert auroc(curve) == 0
    assert aucpr(curve) == pytest.approx(aucpr_min(curve.prevalence), rel=1e-9)
    curve = perfect_curve(pos, neg)
    assert curve.tp.tolist() == [0, pos, pos]
    assert curve.fp.tolist() == [0, 0, neg]
    assert curve.precision[:2].tolist() == [1, 1]
    assert (auroc(curve), aucpr(curve), average_precision(curve)) == (1, 1, 1)
    assert curve.recall_at([1.0, curve.prevalence]).tolist() == [1, 1]


@law
@given(weighted_rankings(whole=False, both=True))
def test_every_curve_lies_between_the_minimum_and_the_perfect_one(data):
    labels, scores, weights = data
    curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
    recall = np.linspace(0.01, 1, 34)
    low, at, high = (
        c.precision_at(recall)
        for c in (minimum_curve(curve.pos, curve.neg), curve, perfect_curve(curve.pos, curve.neg))
    )
    assert (low <= at * (1 + 1e-12)).all()
    assert (at <= high).all()
