"""Masses of any size: all that follows from them depends on their ratios only."""

import math

import numpy as np
import pytest

import prplot as prp
from prplot.core.cells import Cells
from prplot.core.scanned import ScannedCurve
from prplot.core.spaces import SPACES
from prplot.core.traces import trace
from tests.cases import sampled
from tests.laws import close, seeded_rankings, slow_auprg, slow_auroc, slow_average_precision
from tests.laws import slow_points as exact_points

NUMBERS = [prp.auroc, prp.aucpr, prp.aucnpr, prp.average_precision, prp.auprg, prp.expected_f_gain]
COORDINATES = ["recall", "precision", "fpr", "recall_gain", "precision_gain"]
# Products of three masses of these sizes leave the range of floats.
EXPONENTS = [-470, -200, 200, 470]


def curves(exponent):
    """Yield curves of weights, and the same of weights that are so many times as large."""
    for labels, scores, masses in seeded_rankings(8, (0.0, 0.125, 2.5, 1000.0)):
        one, other = (
            prp.ConfusionCurve.from_scores(labels, scores, sample_weight=np.ldexp(masses, by))
            for by in (0, exponent)
        )
        yield one, other


@pytest.mark.parametrize("exponent", sampled(EXPONENTS, every=3))
def test_numbers_answers_and_conditions_of_masses_of_any_size_are_the_same(exponent):
    for one, other in curves(exponent):
        assert (other.tp == np.ldexp(one.tp, exponent)).all()
        assert (other.pos, other.neg) == (np.ldexp(one.pos, exponent), np.ldexp(one.neg, exponent))
        assert other.prevalence == one.prevalence
        for number in NUMBERS:
            np.testing.assert_equal(number(other), number(one))
        within = prp.aucpr(one, recall_range=(0.2, 0.7))
        assert prp.aucpr(other, recall_range=(0.2, 0.7)) == within
        assert prp.auroc(other, fpr_range=(0, 0.5)) == prp.auroc(one, fpr_range=(0, 0.5))
        assert prp.auprg(other, clip=True) == prp.auprg(one, clip=True)
    places = np.linspace(0, 1, 7)
    for one, other in curves(exponent):
        for name in COORDINATES:
            np.testing.assert_array_equal(getattr(other, name), getattr(one, name))
        np.testing.assert_array_equal(other.precision_at(places), one.precision_at(places))
        np.testing.assert_array_equal(other.recall_at(places), one.recall_at(places))
        np.testing.assert_array_equal(other.hull().thresholds, one.hull().thresholds)
        assert other.dominates(one)
        assert one.dominates(other)
        assert one.hull().dominates(other)
    for one, other in curves(exponent):
        found, expected = (
            prp.operating_conditions(c).drop(columns=["tp", "fp"]) for c in (other, one)
        )
        np.testing.assert_array_equal(found, expected)
        best, same = prp.best_threshold(other), prp.best_threshold(one)
        assert (best.threshold, best[3:]) == (same.threshold, same[3:])


@pytest.mark.parametrize(("space", "exponent"), sampled(SPACES.values(), EXPONENTS, every=5))
def test_traces_of_masses_of_any_size_are_the_same(space, exponent):
    for one, other in curves(exponent):
        found, expected = trace(other, space), trace(one, space)
        np.testing.assert_allclose(found.x, expected.x, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(found.y, expected.y, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("exponent", sampled(EXPONENTS, every=3))
def test_bounds_of_scanned_masses_of_any_size_are_the_same(exponent):
    low, high = np.arange(4.0), np.array([0.5, 1.0, 2.5, 3.5])
    pos, neg = np.array([1.5, 0.25, 3.0, 1.0]), np.array([2.5, 1.0, 0.0, 0.5])
    one, other = (
        ScannedCurve.from_cells(Cells.cumulated(low, high, np.ldexp(pos, by), np.ldexp(neg, by)))
        for by in (0, exponent)
    )
    for number in ("auroc", "aucpr", "aucnpr", "auprg", "average_precision"):
        assert other.bounds(number) == one.bounds(number)


@pytest.mark.parametrize("size", [1e-149, 1e149])
def test_prevalences_of_masses_of_any_size_are_told_apart(size):
    one, other = (
        prp.ConfusionCurve.from_counts([size], [0], size, neg) for neg in (size, 2 * size)
    )
    with pytest.raises(ValueError, match="other must have the same prevalence"):
        one.dominates(other)


def test_whole_counts_whose_sum_no_integer_holds():
    half = 2**62
    curve = prp.ConfusionCurve.from_counts([0, half], [half, half], half, half)
    np.testing.assert_allclose(curve.precision[1:3], [0, 0.5])
    assert prp.average_precision(curve) == 0.5


@pytest.mark.parametrize("rare", [1e-149, 1e-70, 1e70, 1e149])
def test_classes_of_most_unequal_masses(rare):
    labels, scores = [1, 0, 1, 0, 1], [5, 4, 3, 2, 1]
    masses = [rare if label else 1.0 for label in labels]
    points = exact_points(labels, scores, masses)
    curve = prp.ConfusionCurve.from_scores(labels, scores, sample_weight=masses)
    assert close(prp.auroc(curve), slow_auroc(points))
    assert close(prp.average_precision(curve), slow_average_precision(points))
    assert close(prp.auprg(curve), slow_auprg(points), absolute=1e-15)


@pytest.mark.parametrize("weight", [1e140, 1e-140])
@pytest.mark.parametrize("prevalence", [1e-9, 0.3, 1 - 1e-9])
def test_masses_of_any_size_have_other_prevalences(weight, prevalence):
    y, s = [1, 0, 1, 1, 0, 0], [6, 5, 4, 3, 2, 1]
    one = prp.ConfusionCurve.from_scores(y, s, sample_weight=[weight] * 6)
    other = prp.ConfusionCurve.from_scores(y, s)
    for metric in (prp.aucpr, prp.auroc, prp.auprg):
        found, expected = (metric(curve.at_prevalence(prevalence)) for curve in (one, other))
        assert found == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(("pos", "neg"), [(1e-151, 1), (1, 1e151), (1e-80, 1e80), (1e308, 1e308)])
def test_masses_whose_products_no_float_holds_are_refused(pos, neg):
    words = "must be 0 or between 1e-150 and 1e\\+150, and none more than 1e\\+150 times another"
    with pytest.raises(
        ValueError, match=f"pos and neg {words}, found .*; divide all by one number"
    ):
        prp.ConfusionCurve.from_counts([pos], [0], pos, neg)
    with pytest.raises(ValueError, match=f"sample_weight {words}"):
        prp.aucpr([1, 0, 1], [3, 2, 1], sample_weight=[pos, neg, 0])


@pytest.mark.parametrize("prevalence", [1e-160, 1e-310])
def test_prevalences_next_to_0_are_refused(prevalence):
    curve = prp.ConfusionCurve.from_counts([1], [1], 2, 2)
    with pytest.raises(ValueError, match="pos and neg must be 0 or between"):
        curve.at_prevalence(prevalence)
    with pytest.raises(ValueError, match="pos and neg must be 0 or between"):
        prp.ConfusionCurve.from_rates([0, 1], [0, 1], prevalence)


def test_normalized_average_precision_of_a_large_weight():
    weights = [10**15, 1, 1]
    # Of both positives, only the last one has lost anything, and it is next to nothing.
    harmonic = math.log(1e15) + np.euler_gamma - 1
    found = prp.normalized_average_precision([1, 0, 1], [3, 2, 1], sample_weight=weights)
    assert found == pytest.approx(1 - 1 / 1e15 / harmonic, rel=1e-12)
    tied = prp.normalized_average_precision([1, 0], [1, 1], sample_weight=[10**15, 1])
    assert tied == pytest.approx(1 - 1 / harmonic, rel=1e-12)
