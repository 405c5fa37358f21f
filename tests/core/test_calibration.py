from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression

import prplot as prp
from prplot import ConfusionCurve
from prplot.core.measures.operating_point import best_f_gains, squared_betas, vertices_in_prg
from tests.laws import (
    Point,
    close,
    count_paths,
    curves_of_all_kinds,
    exactly,
    law,
    paths_with_drops,
    seeded_rankings,
    slow_best_for,
    slow_f,
    slow_gains,
    slow_points,
    weighted_rankings,
)

BETAS = (0, 0.1, 0.5, 1, 2, 7, 1e3, 1e200)
BOTH = pytest.mark.parametrize("function", [prp.calibrate, prp.f_calibrate])

longdouble = pytest.mark.skipif(
    np.finfo(np.longdouble).nmant < 63, reason="no float type here tells all 64-bit integers apart"
)


def points_of(curve):
    """Return the points of a curve with the numbers that it has, exactly."""
    rows = zip(curve.thresholds.tolist(), curve.tp.tolist(), curve.fp.tolist(), strict=True)
    return [Point(threshold, exactly(tp), exactly(fp)) for threshold, tp, fp in rows]


def f_scores(points, pos, b2):
    return [slow_f(point, exactly(pos), exactly(b2)) for point in points]


# The table


def agree(table, low, high, expected):
    """Tell whether the rows with more than one value in their interval are those expected."""
    rows = zip(table.tp, table.fp, table[low], table[high], strict=True)
    found = {(int(tp), int(fp)): (a, b) for tp, fp, a, b in rows if a < b}
    return found.keys() == expected.keys() and all(
        close(a, b, absolute=1e-12)
        for key in found
        for a, b in zip(found[key], expected[key], strict=True)
    )


def test_costs_and_betas_are_those_at_which_a_vertex_beats_all_other_points():
    # A true positive gains 1 - c, a false one costs c.
    for path in paths_with_drops(40):
        best = slow_best_for((-fp, tp) for _, tp, fp in path.points())
        expected = {(tp, -minus): bounds for (minus, tp), bounds in best.items()}
        assert agree(prp.operating_conditions(path.curve()), "c_low", "c_high", expected)
    # 1 - 1 / F_beta is the mean of -fp / tp and -fn / tp with weights d = 1 / (1 + beta^2), 1 - d.
    for path in paths_with_drops(40):
        table, pos = prp.operating_conditions(path.curve()), path.pos
        table["d_low"], table["d_high"] = 1 / (1 + table.beta2_high), 1 / (1 + table.beta2_low)
        best = slow_best_for((-fp / tp, 1 - pos / tp) for _, tp, fp in path.points() if tp)
        expected = {(pos / (1 - v), -u * pos / (1 - v)): best[u, v] for u, v in best}
        assert agree(table, "d_low", "d_high", expected)


def test_within_its_betas_a_vertex_has_the_highest_f_score():
    for curve, points in curves_of_all_kinds(5):
        inside = prp.operating_conditions(curve).dropna(subset=["beta2_low"])
        for row in inside.itertuples():
            low, high = row.beta2_low, min(row.beta2_high, 1e9)
            for b2 in (low, (low + high) / 2, high):
                vertex = Point(None, exactly(row.tp), exactly(row.fp))
                [found] = f_scores([vertex], curve.pos, b2)
                assert close(found, max(f_scores(points, points[-1].tp, b2)))


def test_the_table_lists_the_hull_and_its_intervals_tile_all_trade_offs():
    metrics = ["tp", "fp", "recall", "precision", "recall_gain", "precision_gain"]
    limits = ["c_low", "c_high", "beta2_low", "beta2_high"]
    for curve, _ in curves_of_all_kinds(5):
        table, hull = prp.operating_conditions(curve), curve.hull()
        assert table.columns.tolist() == ["threshold", *metrics, *limits]
        np.testing.assert_array_equal(table.threshold, hull.thresholds)
        for name in metrics:
            np.testing.assert_array_equal(table[name], getattr(hull, name))
            assert table[name].dtype == getattr(hull, name).dtype
        assert (table[limits].dtypes == np.float64).all()
        # The start has no F score, and no beta needs an end that finds nothing more.
        needless = [True, *(np.diff(hull.tp) == 0)]
        assert table.beta2_low.isna().tolist() == table.beta2_high.isna().tolist() == needless
        # Costs fall from 1 to 0, betas rise from 0.
        betas = table.dropna(subset=["beta2_low"])
        assert [table.c_high.iloc[0], *table.c_low] == [*table.c_high, 0]
        assert [*betas.beta2_low, np.inf] == [0, *betas.beta2_high]
        assert table.c_high.iloc[0] == 1
        assert (table.c_low <= table.c_high).all()
        assert (betas.beta2_low < betas.beta2_high).all()


@pytest.mark.parametrize(("pos", "neg", "betas"), [(0, 3, [np.nan] * 2), (3, 0, [np.nan, 0])])
def test_conditions_of_one_class(pos, neg, betas):
    table = prp.operating_conditions(ConfusionCurve.from_counts([pos], [neg], pos, neg))
    assert table.c_low.tolist() == [float(neg == 0), 0]
    np.testing.assert_array_equal(table.beta2_low, betas)


@pytest.mark.parametrize(
    ("tp", "fp", "totals", "costs", "d"),
    [
        # The hull of the 25 labels of the R package's example, by its code and exact fractions.
        (
            *([3, 9, 12, 13], [0, 1, 2, 3], (16, 9)),
            *([1, 0.857, 0.75, 0.5, 0.333], [0.9697, 0.8889, 0.6154, 0.4103]),
        ),
        # Made for the .29 < c < .75 and d of .76 and .49 of Flach & Kull (2015), figure 3, whose
        # data are not given; (8, 11) is best for beta^2 from 9/28 to 29/28.
        (
            *([1, 4, 8, 9], [0, 1, 11, 16], (28, 400)),
            *([1, 0.75, 0.286, 0.167, 0.047], [0.9882, 28 / 37, 28 / 57, 0.1444]),
        ),
    ],
    ids=["R package", "figure 3"],
)
def test_examples(tp, fp, totals, costs, d):
    table = prp.operating_conditions(ConfusionCurve.from_counts(tp, fp, *totals))
    assert table.tp.tolist() == [0, *tp, totals[0]]
    assert table.fp.tolist() == [0, *fp, totals[1]]
    assert table.c_low.round(3).tolist() == [*costs, 0]
    found = 1 / (1 + table.beta2_high[1:-1])
    assert found.tolist() == pytest.approx(d, abs=5e-5)


def test_vertices_with_negative_recall_gain_stay_in_the_table():
    # Section 3.1 of Flach & Kull (2015) has models with recall below the prevalence lose against
    # always positive. For F1 they do: not so 3 of 16 at beta .1.
    curve = ConfusionCurve.from_counts([3, 9], [0, 1], 16, 9, thresholds=[2, 1])
    table = prp.operating_conditions(curve)
    assert table.recall_gain[1] < 0
    assert (table.beta2_low[1], table.beta2_high[1]) == (0, pytest.approx(1 / 32))
    assert prp.best_threshold(curve, 0.1)[:3] == (2, 3, 0)
    found = prp.f_score([1, 16 / 25], [3 / 16, 1], 0.1)
    assert found.round(4).tolist() == [0.9589, 0.6423]


# The hull in PRG space


def test_the_roc_hull_is_the_prg_hull():
    # Without the start, which has no gains, and without a last vertex that finds nothing more.
    for path in paths_with_drops(200):
        hull, points = path.curve().hull(), path.points()
        vertices = points_of(hull)[vertices_in_prg(hull)]
        gains = slow_gains([*vertices, points[-1]])[: len(vertices)]
        # A vertex is what is best for some direction between up and right.
        expected = slow_best_for((y, x) for x, y in slow_gains(points))
        assert gains == sorted((x, y) for y, x in expected)


def test_the_highest_f_gain_is_that_of_all_points():
    for path in paths_with_drops(40):
        gains = slow_gains(path.points())
        weight, highest = best_f_gains(path.curve().hull())
        assert (weight[0], weight[-1]) == (0, 1)
        for d, found in zip(map(exactly, weight), highest, strict=True):
            expected = max(d * y + (1 - d) * x for x, y in gains)
            assert close(found, expected, absolute=1e-12)


@pytest.mark.parametrize("size", [10**3, 10**8, 2**52])
def test_betas_of_large_counts_keep_their_digits(size):
    # Steps that hardly differ: products of counts cancel. The first step finds positives only.
    rng = np.random.default_rng(0)
    for _ in range(15):
        steps = sorted(rng.integers(size, size + 6, (12, 2)).tolist(), key=lambda s: s[1] / s[0])
        tp, fp = np.cumsum([(6 * size, 0), *steps], axis=0).T
        levels = -np.arange(tp.size)
        totals = int(tp[-1]), int(fp[-1])
        curve = ConfusionCurve.from_counts(tp, fp, *totals, thresholds=levels)
        hull = curve.hull()
        vertices = points_of(hull)[1:]
        for found, a, b in zip(squared_betas(hull), vertices[:-1], vertices[1:], strict=True):
            assert close(found, (b.fp * a.tp - a.fp * b.tp) / (hull.pos * (b.tp - a.tp)))
        assert (np.diff(prp.f_calibrate(curve, levels)) <= 0).all()


# The best threshold


@law
@given(count_paths(), st.sampled_from(BETAS))
def test_the_best_threshold_has_the_highest_f_score_of_all(path, beta):
    levels = -np.arange(path.tp.size)
    curve = ConfusionCurve.from_counts(*path, thresholds=levels)
    best, points = prp.best_threshold(curve, beta), points_of(curve)
    scores = f_scores(points, path.pos, exactly(beta) ** 2)
    # Of equals the highest threshold.
    at = scores.index(max(scores))
    assert close(best.f_score, scores[at])
    expected = points[at]
    assert best[:3] == expected
    assert (best.precision, best.recall) == (curve.precision[at], curve.recall[at])


def test_the_best_threshold_of_all_kinds_of_curves_has_the_highest_f_score_of_all():
    for curve, points in curves_of_all_kinds(5):
        for beta in BETAS:
            scores = f_scores(points, points[-1].tp, exactly(beta) ** 2)
            assert close(prp.best_threshold(curve, beta).f_score, max(scores))


def test_the_best_threshold_is_a_tuple_with_names():
    curve = ConfusionCurve.from_counts([4, 8], [1, 11], 28, 400, thresholds=[0.8, 0.5])
    best = prp.best_threshold(curve)
    assert best == (0.5, 8, 11, 8 / 19, 8 / 28, pytest.approx(16 / 47, rel=1e-15))
    names = ("threshold", "tp", "fp", "precision", "recall", "f_score")
    assert tuple(getattr(best, name) for name in names) == best
    assert [type(value) for value in best] == [float, int, int, float, float, float]
    assert prp.best_threshold(curve, 0.5).tp == 4


@pytest.mark.parametrize(
    ("tp", "fp", "pos", "neg", "beta"),
    # Exactly the same F, 1 and 10/13 and 10/13; floats differ in the last place.
    [([1, 2], [0, 0], 2, 1, 0), ([16, 24], [4, 9], 24, 9, 0.5), ([11, 13], [15, 39], 13, 39, 3)],
)
def test_of_equals_the_highest_threshold_is_best(tp, fp, pos, neg, beta):
    curve = ConfusionCurve.from_counts(tp, fp, pos, neg, thresholds=[2, 1])
    one, other = f_scores(points_of(curve)[1:3], pos, Fraction(beta) ** 2)
    assert one == other
    assert prp.best_threshold(curve, beta).threshold == 2


# Calibrated scores


@law
@given(weighted_rankings(whole=False, both=True))
def test_calibrated_scores_are_those_of_isotonic_regression(data):
    labels, scores, weights = (values[data[2] > 0] for values in data)
    curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
    # scikit-learn takes scores for equal that differ by little; ranks mean the same.
    ranks = np.unique(scores, return_inverse=True)[1]
    expected = IsotonicRegression().fit_transform(ranks, labels, sample_weight=weights)
    np.testing.assert_allclose(prp.calibrate(curve, scores), expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("weights", [(1,), (1, 2, 5), (0.1, 1 / 3, 7e3)], ids=str)
def test_calling_positive_what_is_calibrated_high_enough_has_the_highest_f_score(weights):
    for labels, scores, masses in seeded_rankings(20, weights):
        curve = ConfusionCurve.from_scores(labels, scores, sample_weight=masses)
        points = slow_points(labels, scores, masses.tolist())
        d = prp.f_calibrate(curve, scores)
        for beta in BETAS:
            b2 = exactly(beta) ** 2
            lowest = scores[d >= float(1 / (1 + b2))].min()
            [called] = [point for point in points if point.threshold == lowest]
            found, *others = f_scores([called, *points], points[-1].tp, b2)
            assert close(found, max(others))


@BOTH
@law
@given(weighted_rankings(whole=False, both=True), st.lists(st.floats(-1e3, 1e3), min_size=1))
def test_calibrated_scores_rise_with_the_score_from_0_to_1(function, data, new):
    labels, scores, weights = data
    curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
    for values in (np.sort(scores), np.sort(new)):
        calibrated = function(curve, values)
        assert (np.diff(calibrated) >= 0).all()
        assert 0 <= calibrated[0] <= calibrated[-1] <= 1


def test_a_vertex_is_calibrated_to_the_end_of_its_interval():
    for labels, scores, _ in seeded_rankings(40):
        curve = ConfusionCurve.from_scores(labels, scores)
        table = prp.operating_conditions(curve).iloc[1:]
        assert prp.calibrate(curve, table.threshold).tolist() == table.c_high.tolist()
        inside = table.dropna()
        found = prp.f_calibrate(curve, inside.threshold)
        np.testing.assert_allclose(found, 1 / (1 + inside.beta2_low), rtol=1e-15)


def test_calibrated_scores_by_hand():
    # Vertices (1, 0) at .9, (2, 1) at .7, and (2, 2) at .1 or, without the last, (2, 1) at the end.
    # At beta^2 = 1/2 the first two have one F score.
    labels, scores, raw = [1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], [7, 0.9, 0.89, 0.7, 0.69, 0.1, -7]
    for size, last in ((4, 0), (3, 0.5)):
        curve = ConfusionCurve.from_scores(labels[:size], scores[:size])
        # Below all scores: the last segment of the ROC hull; nothing that is good for any F.
        assert prp.calibrate(curve, raw).tolist() == [1, 1, 0.5, 0.5, last, last, last]
        expected = [1, 1, 2 / 3, 2 / 3, 0, 0, 0]
        assert prp.f_calibrate(curve, raw).tolist() == pytest.approx(expected, rel=1e-15)


@BOTH
@pytest.mark.parametrize(
    ("first", "step", "dtype"),
    [
        (0.9, 0.1, np.float32),
        (9, 1, np.uint8),
        (0, 1, np.int64),
        # No double tells them apart.
        pytest.param(2**62 + 9, 1, np.int64, marks=longdouble),
        pytest.param(2**63 + 9, 1, np.uint64, marks=longdouble),
    ],
)
def test_scores_of_every_type_are_calibrated(function, first, step, dtype):
    labels = np.array([1, 1, 0, 1, 0, 0])
    ranks = np.arange(6)
    scores = np.array([first - step * i for i in range(6)], dtype)
    expected = function(ConfusionCurve.from_scores(labels, -ranks), -ranks)
    found = function(ConfusionCurve.from_scores(labels, scores), scores.reshape(2, 3))
    assert found.tolist() == expected.reshape(2, 3).tolist()
    assert found.dtype == np.float64
    assert len(set(expected.tolist())) == 3
