from fractions import Fraction

import numpy as np
import pytest
import sklearn.metrics as skm
from hypothesis import given
from hypothesis import strategies as st

from prplot import f_score
from tests.laws import close, exactly, law

shares = st.floats(0, 1)
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


def test_f_without_true_positives_is_zero():
    assert f_score([0, 0, 0.5], [0, 0.5, 0]).tolist() == [0, 0, 0]
    assert f_score(0, 0, 0) == 0


@pytest.mark.parametrize(
    ("recall", "precision"),
    # Boyd et al. (2012), section 4.4: three points with F1 = .45; A is unachievable.
    [(0.9, 0.3), (0.7, 0.331579), (0.3, 0.9)],
)
def test_f_of_the_points_of_boyd_et_al(recall, precision):
    assert f_score(precision, recall) == pytest.approx(0.45, abs=1e-6)


def test_f_of_always_positive():
    # At prevalence .33 it beats the three points above.
    assert f_score(0.33, 1) == pytest.approx(0.4962, abs=5e-5)


def test_f_broadcasts_and_keeps_scalars():
    found = f_score([[0.1], [0.9]], [0.2, 0.5, 1.0], 2)
    assert found.shape == (2, 3)
    assert found[1, 0] == f_score(0.9, 0.2, 2)
    assert isinstance(f_score(0.5, 0.5), float)


def test_f_changes_no_input():
    precision, recall = np.array([0.5, 0.0]), np.array([0.5, 0.0])
    f_score(precision, recall)
    assert precision.tolist() == recall.tolist() == [0.5, 0]
