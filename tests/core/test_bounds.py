import mpmath
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from prplot import (
    ConfusionCurve,
    aucpr,
    aucpr_min,
    average_precision,
    average_precision_min,
    is_achievable,
    max_recall,
    min_precision,
)
from prplot.core.traces import minimum_curve
from tests.laws import DIGITS, close, count_paths, exactly, law, ranges, slow_law, weighted_rankings

shares = st.floats(0, 1)
inside = st.one_of(
    st.floats(1e-3, 1 - 1e-3),
    st.floats(-12, -3).map(lambda power: 10.0**power),
    st.floats(-12, -3).map(lambda power: 1 - 10.0**power),
)


def slow_aucpr_min(prevalence, low=0, high=1):
    """Boyd et al. (2012), Theorem 2 and Corollary 4, in enough digits for their cancellation."""
    with mpmath.workdps(DIGITS):
        pi, a, b = mpmath.mpf(prevalence), mpmath.mpf(low), mpmath.mpf(high)
        return b - a + (1 - pi) / pi * mpmath.log((1 - pi + pi * a) / (1 - pi + pi * b))


def slow_average_precision_min(pos, neg):
    """Boyd et al. (2012), Theorem 3, in 60 digits."""
    with mpmath.workdps(DIGITS):
        return mpmath.fsum(mpmath.mpf(i) / (i + neg) for i in range(1, pos + 1)) / pos


# The lowest area


@law
@given(inside)
def test_lowest_area_keeps_its_digits_at_any_prevalence(prevalence):
    assert close(aucpr_min(prevalence), slow_aucpr_min(prevalence))


@law
@given(inside, ranges())
def test_lowest_area_keeps_its_digits_over_any_range(prevalence, recall_range):
    found = aucpr_min(prevalence, recall_range)
    assert close(found, slow_aucpr_min(prevalence, *recall_range))


@pytest.mark.parametrize(
    ("prevalence", "printed"),
    [
        # Boyd et al. (2012) print .05 and .31, and draw 1:2 in figure 1; the digits are mpmath's.
        (0.1, 0.051755359),
        (0.5, 0.30685282),
        (1 / 3, 0.18906978),
        (1e-2, 0.0050167505),
    ],
)
def test_lowest_area_is_the_papers(prevalence, printed):
    assert aucpr_min(prevalence) == pytest.approx(printed, abs=5e-9)


@pytest.mark.parametrize("recall_range", [(0, 1), (0.25, 0.75), (0.9, 1)])
def test_lowest_area_without_a_class_is_nothing_or_everything(recall_range):
    width = recall_range[1] - recall_range[0]
    found = aucpr_min([0, 1], recall_range)
    assert found.tolist() == pytest.approx([0, width])
    # And these are the limits.
    assert aucpr_min(1e-300, recall_range) < 1e-290
    assert aucpr_min(np.nextafter(1, 0), recall_range) == pytest.approx(width, rel=1e-13)


@law
@given(inside, st.tuples(shares, shares, shares).map(sorted))
def test_lowest_areas_of_neighbouring_ranges_add_up(prevalence, ends):
    low, middle, high = (round(end, 6) for end in ends)
    assume(low < middle < high)
    parts = aucpr_min(prevalence, (low, middle)) + aucpr_min(prevalence, (middle, high))
    assert parts == pytest.approx(aucpr_min(prevalence, (low, high)), rel=1e-12)


@law
@given(st.integers(1, 10**6), st.integers(1, 10**6), ranges())
def test_lowest_area_is_that_of_the_minimum_curve(pos, neg, recall_range):
    curve = minimum_curve(pos, neg)
    assert aucpr(curve, recall_range=recall_range) == pytest.approx(
        aucpr_min(curve.prevalence, recall_range), rel=1e-9
    )


@law
@given(weighted_rankings(whole=False, both=True), ranges())
def test_no_curve_has_less_than_the_lowest_area(data, recall_range):
    labels, scores, weights = data
    curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
    least = aucpr_min(curve.prevalence, recall_range)
    assert aucpr(curve, recall_range=recall_range) >= least - 1e-12
    assert aucpr(curve) >= aucpr_min(curve.prevalence) - 1e-12


# The lowest average precision


@pytest.mark.parametrize("pos", [1, 2, 63, 64, 65, 66, 100, 5000])
def test_lowest_average_precision_is_the_sum(pos):
    for neg in (0, 1, 2, 7, 63, 64, 65, 5000, 10**9):
        assert close(average_precision_min(pos, neg), slow_average_precision_min(pos, neg))


@slow_law
@given(st.integers(1, 5000), st.integers(0, 5000))
def test_lowest_average_precision_keeps_its_digits(pos, neg):
    assert close(average_precision_min(pos, neg), slow_average_precision_min(pos, neg))


@pytest.mark.parametrize(("pos", "neg"), [(1, 1), (3, 8), (100, 20)])
def test_lowest_average_precision_is_that_of_the_worst_ranking(pos, neg):
    labels = np.repeat([0, 1], [neg, pos])
    found = average_precision(labels, -np.arange(pos + neg))
    assert average_precision_min(pos, neg) == pytest.approx(found, rel=1e-13)


def test_lowest_average_precision_by_hand_without_a_class_and_of_many():
    # (1/2) (1/3 + 2/4) by hand; the area at that prevalence is 1 - ln 2.
    assert average_precision_min(2, 2) == pytest.approx(5 / 12, rel=1e-15)
    assert aucpr_min(0.5) == pytest.approx(1 - np.log(2), rel=1e-15)
    assert average_precision_min([0, 5, 0], [5, 0, 0]).tolist() == [0, 1, 0]
    pos, neg = 10**12, 10**13
    # For large counts the sum is the integral, the lowest area.
    assert average_precision_min(pos, neg) == pytest.approx(aucpr_min(1 / 11), rel=1e-9)


# Points


@law
@given(inside, shares)
def test_min_precision_is_theorem_1_and_bounds_what_is_achievable(prevalence, recall):
    pi, r = exactly(prevalence), exactly(recall)
    assert close(min_precision(recall, prevalence), pi * r / (1 - pi + pi * r), absolute=1e-300)
    assert max_recall(prevalence + recall * (1 - prevalence), prevalence) == 1
    lowest = min_precision(recall, prevalence)
    assert is_achievable(lowest, recall, prevalence)
    assert is_achievable(np.nextafter(lowest, 1), recall, prevalence)
    if recall > 1e-6:
        assert not is_achievable(lowest * (1 - 1e-6), recall, prevalence)


@law
@given(inside, st.floats(1e-6, 1))
def test_max_recall_inverts_min_precision(prevalence, recall):
    lowest = min_precision(recall, prevalence)
    # Near precision 1 its own last place is worth many of the recall's.
    within = 1e-14 / (1 - lowest) if lowest < 1 else 1
    assert max_recall(lowest, prevalence) == pytest.approx(recall, rel=within)


@law
@given(inside, shares)
def test_min_precision_inverts_max_recall(prevalence, share):
    precision = share * prevalence
    highest = max_recall(precision, prevalence)
    assert 0 <= highest <= 1
    assert min_precision(highest, prevalence) == pytest.approx(precision, rel=1e-9, abs=1e-300)


def test_points_of_boyd_et_al():
    # Boyd et al. (2012), section 2: with 100 positives and 200 negatives recall .5 is the limit.
    assert max_recall(0.2, 1 / 3) == pytest.approx(0.5, rel=1e-15)
    assert ConfusionCurve.from_counts([50], [200], 100, 200).precision[1] == 0.2
    # Table 1: recall .2 has a confusion matrix at precision .2; .6 would need -40 true negatives.
    assert is_achievable(0.2, 0.2, 1 / 3)
    assert not is_achievable(0.2, 0.6, 1 / 3)
    # Half of 2 positives found below all of 4 negatives: 1 of 5.
    assert min_precision(0.5, 1 / 3) == pytest.approx(1 / 5, rel=1e-15)


@pytest.mark.parametrize(
    ("function", "args", "expected"),
    [
        (min_precision, ([0, 0.5, 1], 0), [0, 0, 0]),
        (min_precision, ([0, 0.5, 1], 1), [1, 1, 1]),
        (max_recall, ([0, 0.5, 1], 0), [1, 1, 1]),
        (max_recall, (1, [0, 0.5, 1]), [1, 1, 1]),
        (max_recall, ([0, 0.5], 1), [0, 0]),
        (is_achievable, ([0, 1], 1, 0), [True, True]),
        (is_achievable, ([0, 0.5, 1], 0.5, 1), [False, False, True]),
        (is_achievable, (0, [0, 0.1], 0.5), [True, False]),
    ],
)
def test_points_without_a_class(function, args, expected):
    assert function(*args).tolist() == expected


@law
@given(count_paths())
def test_every_point_of_a_curve_is_achievable(path):
    curve = path.curve()
    assert is_achievable(curve.precision, curve.recall, curve.prevalence).all()


@pytest.mark.parametrize("neg", [1, 2, 7])
@pytest.mark.parametrize("pos", [1, 83, 1000, 10**6])
def test_points_of_the_worst_ranking_are_achievable_at_any_prevalence(pos, neg):
    tp = np.unique(np.geomspace(1, pos, 200).astype(int))
    curve = ConfusionCurve.from_counts(tp, np.full(tp.size, neg), pos, neg)
    assert is_achievable(curve.precision, curve.recall, curve.prevalence).all()


# Shapes


def test_bounds_broadcast_and_keep_scalars():
    column, row = np.array([[0.1], [0.4], [0.9]]), np.array([0.2, 0.5])
    for function in (min_precision, max_recall):
        found = function(column, row)
        assert found.shape == (3, 2)
        assert found[2, 1] == function(0.9, 0.5)
    assert is_achievable(column, row, np.full((4, 1, 1), 0.3)).shape == (4, 3, 2)
    assert aucpr_min(column).shape == (3, 1)
    assert average_precision_min([[1], [2], [300]], [4, 5]).shape == (3, 2)
    assert average_precision_min([1, 300], 4)[1] == average_precision_min(300, 4)
    assert np.ndim(min_precision(0.5, 0.5)) == np.ndim(max_recall(0.1, 0.5)) == 0
    assert isinstance(aucpr_min(0.5), float)
    assert isinstance(average_precision_min(2, 3), float)
    assert isinstance(is_achievable(0.5, 0.5, 0.5), bool | np.bool_)
