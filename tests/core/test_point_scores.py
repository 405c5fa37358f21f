from fractions import Fraction

import numpy as np
import pytest
import sklearn.metrics as skm
from hypothesis import given
from hypothesis import strategies as st

from prplot import (
    f_gain,
    f_score,
    is_achievable,
    min_precision,
    modified_f_score,
    precision_gain,
    recall_gain,
)
from tests.laws import Point, close, count_paths, exactly, law, slow_f, slow_gain, slow_gains

shares = st.floats(0, 1)
few, many = st.integers(1, 99), st.integers(0, 999)
betas = st.one_of(st.sampled_from([0, 0.5, 1, 2]), st.floats(0, 100))


@law
@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50), betas)
def test_f_is_its_definition_in_counts(tp, fp, fn, beta):
    precision = tp / (tp + fp) if tp else 0.0
    recall = tp / (tp + fn) if tp else 0.0
    b2 = exactly(beta) ** 2
    below = (1 + b2) * tp + fp + b2 * fn
    expected = (1 + b2) * tp / below if tp else Fraction(0)
    assert close(float(f_score(precision, recall, beta)), expected)


powers = st.floats(-12, 0).map(lambda power: 10.0**power)


@law
@given(powers, powers, st.floats(-8, 8).map(lambda power: 10.0**power))
def test_f_keeps_its_digits_at_any_beta(precision, recall, beta):
    p, r, b2 = exactly(precision), exactly(recall), exactly(beta) ** 2
    found = f_score(precision, recall, beta)
    assert close(float(found), (1 + b2) * p * r / (b2 * p + r), relative=1e-14)


@law
@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30), betas)
def test_scikit_learn_agrees(pairs, beta):
    y_true, y_pred = zip(*pairs, strict=True)
    precision, recall, f, _ = skm.precision_recall_fscore_support(
        y_true, y_pred, beta=beta, average="binary", pos_label=True, zero_division=0
    )
    assert f_score(precision, recall, beta) == pytest.approx(f, rel=1e-12)


# Not so small that a product of two is 0.
ordinary = st.floats(0, 1).map(lambda share: share if share > 1e-100 else 0.0)


@law
@given(ordinary, ordinary)
def test_f_is_the_harmonic_mean_between_precision_and_recall(precision, recall):
    f = f_score(precision, recall)
    assert f == f_score(recall, precision)
    assert min(precision, recall) * (1 - 1e-15) <= f <= max(precision, recall) * (1 + 1e-15)
    if precision and recall:
        assert f == pytest.approx(2 / (1 / precision + 1 / recall), rel=1e-12)


@law
@given(shares, st.floats(1e-3, 1))
def test_beta_leads_from_precision_to_recall(precision, recall):
    assert f_score(precision, recall, 0) == pytest.approx(precision, rel=1e-15)
    if precision > 1e-3:
        assert f_score(precision, recall, 1e8) == pytest.approx(recall, rel=1e-9)
        assert f_score(precision, recall, 1e200) == pytest.approx(recall, rel=1e-9)


def test_f_without_true_positives_of_always_positive_and_of_arrays():
    assert f_score([0, 0, 0.5], [0, 0.5, 0]).tolist() == [0, 0, 0]
    assert f_score(0, 0, 0) == 0
    # At prevalence .33 it beats the three points above.
    assert f_score(0.33, 1) == pytest.approx(0.4962, abs=5e-5)
    found = f_score([[0.1], [0.9]], [0.2, 0.5, 1.0], 2)
    assert found.shape == (2, 3)
    assert found[1, 0] == f_score(0.9, 0.2, 2)
    assert isinstance(f_score(0.5, 0.5), float)
    precision, recall = np.array([0.5, 0.0]), np.array([0.5, 0.0])
    f_score(precision, recall)
    assert precision.tolist() == recall.tolist() == [0.5, 0]


@pytest.mark.parametrize(
    ("recall", "precision"),
    # Boyd et al. (2012), section 4.4: three points with F1 = .45; A is unachievable.
    [(0.9, 0.3), (0.7, 0.331579), (0.3, 0.9)],
)
def test_f_of_the_points_of_boyd_et_al(recall, precision):
    assert f_score(precision, recall) == pytest.approx(0.45, abs=1e-6)


# Gains: Flach & Kull (2015)


def point(tp, fp):
    return Point(None, Fraction(tp), Fraction(fp))


@law
@given(few, many, few, few, st.fractions(0, 5, max_denominator=20))
def test_theorem_2_the_f_gain_is_the_weighted_mean_of_the_two_gains(tp, fp, fn, tn, beta):
    at, pos, neg, b2 = point(tp, fp), tp + fn, fp + tn, beta**2
    pi = Fraction(pos, pos + neg)
    x, y = slow_gains([at, point(pos, neg)])[0]
    expected = slow_gain(slow_f(at, pos, b2), pi)
    assert (1 + b2) * expected == y + b2 * x
    # The same in counts.
    assert expected == 1 - Fraction(pos, neg) * (fp + b2 * fn) / ((1 + b2) * tp)
    precision, recall = tp / (tp + fp), tp / pos
    for found, value in (
        (f_gain(precision, recall, float(pi), float(beta)), expected),
        (precision_gain(precision, float(pi)), y),
        (recall_gain(recall, float(pi)), x),
    ):
        assert close(float(found), value, absolute=1e-12 * (1 + pos / neg))


@law
@given(few, few, many, many, many)
def test_theorem_4_two_classifiers_have_one_f_score_at_one_beta_only(tp, gained, fp, cost, left):
    # The second finds more, and its precision is lower.
    one, pos = point(tp, fp), tp + gained + left
    other = point(tp + gained, fp * (tp + gained) // tp + 1 + cost)
    (p1, r1), (p2, r2) = ((t / (t + f), t / pos) for _, t, f in (one, other))
    b2 = -(1 / p1 - 1 / p2) / (1 / r1 - 1 / r2)
    assert slow_f(one, pos, b2) == slow_f(other, pos, b2)
    # The one with the higher precision is better below, the other above.
    for factor, better in ((0.5, 1), (1, 0), (2, -1)):
        beta = float(b2) ** 0.5 * factor
        ahead = f_score(float(p1), float(r1), beta) - f_score(float(p2), float(r2), beta)
        assert abs(ahead) < 1e-14 if better == 0 else ahead * better > 0


@law
@given(count_paths())
def test_the_gains_of_a_curve_are_those_of_its_precision_and_recall(path):
    curve = path.curve()
    for found, gain, values in (
        (curve.recall_gain, recall_gain, curve.recall),
        (curve.precision_gain, precision_gain, curve.precision),
    ):
        expected = gain(values, curve.prevalence)
        np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-12 * (1 + path.pos))


open_shares = st.floats(1e-6, 1 - 1e-6)


@law
@given(open_shares, open_shares)
def test_a_gain_is_the_place_of_the_reciprocal_between_those_of_prevalence_and_1(value, prevalence):
    v, pi = exactly(value), exactly(prevalence)
    expected = (1 / pi - 1 / v) / (1 / pi - 1)
    for gain in (precision_gain, recall_gain):
        assert close(float(gain(value, prevalence)), expected, relative=1e-14)


def test_gains_by_hand():
    for gain in (precision_gain, recall_gain):
        assert gain([1, 0.25, 0.5, 0.2, 0], 0.25).tolist() == pytest.approx(
            [1, 0, 2 / 3, -1 / 3, -np.inf], rel=1e-15
        )
        # So small that the gain is beyond all floats.
        assert gain([1e-310, 5e-324], 0.5).tolist() == [-np.inf] * 2
    # F1 of 1/4 and 1 is 2/5, half way from the prevalence on the harmonic scale.
    assert f_gain(0.25, 1, 0.25) == pytest.approx(0.5, rel=1e-15)
    assert f_gain(0, 0.5, 0.25) == f_gain(0.5, 0, 0.25) == -np.inf
    assert f_gain(0.5, 1, 0.25, beta=0) == pytest.approx(2 / 3, rel=1e-15)
    assert f_gain(0.3, 0.5, 0.25, beta=1e200) == pytest.approx(2 / 3, rel=1e-15)


@pytest.mark.parametrize("prevalence", [0, 1])
def test_gains_without_a_class_are_nan(prevalence):
    values = [0, 0.5, 1]
    assert np.isnan(precision_gain(values, prevalence)).all()
    assert np.isnan(recall_gain(values, prevalence)).all()
    assert np.isnan(f_gain(values, 0.5, prevalence)).all()


def test_gains_broadcast_and_keep_scalars():
    found = precision_gain([[0.1], [0.9]], [0.2, 0.5, 0.0])
    assert found.shape == (2, 3)
    assert found[1, 0] == precision_gain(0.9, 0.2)
    assert np.isnan(found[:, 2]).all()
    found = f_gain([[0.1], [0.9]], [0.2, 0.5, 1.0], 0.3, 2)
    assert found.shape == (2, 3)
    assert found[1, 0] == f_gain(0.9, 0.2, 0.3, 2)
    for scalar in (precision_gain(0.5, 0.1), recall_gain(0, 0.1), f_gain(0.5, 0.5, 0.1)):
        assert isinstance(scalar, float)


# The modified F score

pairs = st.tuples(ordinary, ordinary).map(sorted)


@law
@given(shares, shares, shares, betas)
def test_the_modified_f_score_is_defined_and_no_higher_than_f(precision, recall, prevalence, beta):
    p, r, pi, b2 = map(exactly, (precision, recall, prevalence, beta * beta))
    above = max(p - pi, 0) / (1 - pi) if pi < 1 else Fraction(0)
    below = b2 * above + r
    expected = (1 + b2) * above * r / below if above * r else Fraction(0)
    found = modified_f_score(precision, recall, prevalence, beta)
    assert close(float(found), expected, relative=1e-13, absolute=1e-300)
    modified = modified_f_score(precision, recall, prevalence, beta)
    assert modified <= f_score(precision, recall, beta) + 1e-15
    # Nothing is taken off without positives; without negatives no precision is above random.
    assert modified_f_score(precision, recall, 0, beta) == f_score(precision, recall, beta)
    assert modified_f_score(precision, recall, 1, beta) == 0


@law
@given(pairs, pairs, shares, betas)
def test_the_modified_f_score_never_falls_as_precision_or_recall_grows(p, r, prevalence, beta):
    found = [[modified_f_score(a, b, prevalence, beta) for a in p] for b in r]
    assert (np.diff(found, axis=0) >= -1e-15).all()
    assert (np.diff(found, axis=1) >= -1e-15).all()
    assert ((np.array(found) >= 0) & (np.array(found) <= 1)).all()


@law
@given(shares, shares, betas)
def test_the_modified_f_score_is_0_from_the_minimum_curve_up_to_the_prevalence(
    recall, prevalence, beta
):
    least = min_precision(recall, prevalence)
    for precision in (least, (least + prevalence) / 2, prevalence):
        if precision <= prevalence:
            assert modified_f_score(precision, recall, prevalence, beta) == 0
    if recall > 1e-3 and prevalence < 0.999:
        assert modified_f_score(prevalence + 1e-4, recall, prevalence, beta) > 0


@pytest.mark.parametrize("beta", [0, 0.1, 1, 5, 27.25, 1e3])
def test_no_score_is_above_1_at_any_beta(beta):
    assert f_score(1, 1, beta) <= 1
    assert modified_f_score(1, 1, 0.3, beta) <= 1


def test_modified_scores_of_perfect_points_and_of_every_beta():
    assert modified_f_score(1, 1, 0.3) == 1
    assert modified_f_score(1, 1, 0.3, beta=5) == pytest.approx(1, rel=1e-15)
    assert modified_f_score(1, 0, 0.3) == 0
    assert modified_f_score(0, 1, 0) == 0
    # (p - pi) / (1 - pi) is a half.
    at = [modified_f_score(0.6, 0.25, 0.2, beta) for beta in (0, 1, 1e9)]
    assert at == pytest.approx([0.5, 1 / 3, 0.25], rel=1e-14)
    # 5 * .5 * .25 / (4 * .5 + .25)
    assert modified_f_score(0.6, 0.25, 0.2, 2) == pytest.approx(0.625 / 2.25, rel=1e-14)


def test_boyd_figure_4_tells_three_points_of_one_f_score_apart():
    # F1 = .45 at a prevalence of .33; the paper draws the points and prints no coordinates.
    precision, recall = np.array([0.3, 0.331579, 0.9]), np.array([0.9, 0.7, 0.3])
    np.testing.assert_allclose(f_score(precision, recall), 0.45, atol=5e-7)
    assert is_achievable(precision, recall, 0.33).tolist() == [False, True, True]
    found = modified_f_score(precision, recall, 0.33)
    np.testing.assert_allclose(found, [0, 0.0047, 0.44358], atol=5e-5)
    assert found[0] == 0


def test_modified_f_scores_broadcast_and_are_plain_for_scalars():
    found = modified_f_score([[0.5], [0.9]], [0.2, 0.4, 0.8], 0.1)
    assert found.shape == (2, 3)
    assert modified_f_score(0.5, 0.5, [0.1, 0.2]).shape == (2,)
    assert isinstance(modified_f_score(0.5, 0.5, 0.1), float)
    with pytest.raises(ValueError, match=r"precision \(2,\), recall \(3,\), prevalence \(\)"):
        modified_f_score([0.5, 0.5], [0.1, 0.2, 0.3], 0.1)
