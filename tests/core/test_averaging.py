from fractions import Fraction
from functools import cache

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import prplot as prp
from prplot import ConfusionCurve, average_curve, min_precision
from prplot.core.measures import averaging
from prplot.core.measures.averaging import average_band, checked_errorbar
from prplot.core.spaces import NPR, PR, ROC
from prplot.core.traces import trace
from tests.cases import sampled, slowly
from tests.laws import (
    DIGITS,
    CountPath,
    close,
    count_paths,
    curves_of_all_kinds,
    exactly,
    law,
    law_of,
    real,
    seeded_path,
    seeded_rankings,
    segments,
    slow_precision_at,
)

WAYS = ["normalized", "vertical", "roc"]
SPACE_OF = {"normalized": NPR, "vertical": PR, "roc": ROC}
PREVALENCES = [None, 1e-4, 0.7, 0.9999]
fold_law = law_of(5)
# Heights of an average miss the mean by no more.
EXACT = 3e-8

each_way = pytest.mark.parametrize("how", WAYS)
# Not at the recalls of small data, where curves drop.
recalls = st.integers(0, 1008).map(lambda i: (i + 0.5) / 1009)
targets = st.sampled_from(PREVALENCES)
folds_of_paths = st.lists(count_paths(most=5), min_size=1, max_size=4)


@st.composite
def folds_of_one_size(draw):
    """Folds with as many positives and as many negatives each, and with many ties."""
    pos, neg, count = (draw(st.integers(1, most)) for most in (8, 30, 4))
    rng = np.random.default_rng(draw(st.integers(0, 999)))
    return [seeded_path(rng, pos, neg) for _ in range(count)]


def seeded_folds(count, *, most=4):
    """Yield lists of paths; in some of the folds negatives lead, in some lists in all of them."""
    rng = np.random.default_rng(1)
    for i in range(count):
        paths = [seeded_path(rng, *rng.integers(1, 25, 2).tolist()) for _ in range(1 + i % most)]
        if i % 3 == 0:
            lead = rng.integers(1, 5, len(paths)).tolist()
            paths = [
                CountPath(np.append(0, p.tp), np.append(n, p.fp + n), p.pos, p.neg + n)
                for p, n in zip(paths, lead, strict=True)
            ]
        yield paths


SOME = list(seeded_folds(10))


def curves_of(paths):
    return [path.curve() for path in paths]


@cache
def average_of(number, how="normalized", prevalence=None):
    """Return an average of one of SOME, computed once for all tests."""
    return average_curve(curves_of(SOME[number]), how=how, prevalence=prevalence)


def pooled(paths, prevalence=None):
    """Return the totals of all together, or at a prevalence, as fractions."""
    pos, neg = sum(path.pos for path in paths), sum(path.neg for path in paths)
    if prevalence is not None:
        neg = pos * (1 - exactly(prevalence)) / exactly(prevalence)
    return Fraction(pos), Fraction(neg)


# The slow references


def slow_height(points, u):
    """Return precision times specificity at a scaled recall, by its definition."""
    pos, neg = map(real, points[-1][1:])
    at = neg * (mpmath.exp(u * mpmath.log(1 + pos / neg)) - 1)
    for tp, fp, dtp, dfp in (map(real, segment) for segment in segments(points)):
        if tp < at <= tp + dtp:
            passed = fp + dfp * (at - tp) / dtp
            return at / (at + passed) * (1 - passed / neg)
    raise AssertionError("no path has that recall")


def slow_scaled(recall, pos, neg):
    o = real(pos / neg)
    return mpmath.log(1 + o * real(recall)) / mpmath.log(1 + o)


def slow_normalized(paths, recall, totals, statistic=lambda heights: sum(heights) / len(heights)):
    """Average heights at equal scaled recall and go back to the precision that has that height."""
    recall, (pos, neg) = exactly(recall), totals
    with mpmath.workdps(DIGITS):
        u = slow_scaled(recall, pos, neg)
        q = statistic([slow_height(path.points(), u) for path in paths])
        least = real(pos * recall / (pos * recall + neg))
        return least + q * (1 - least)


def slow_vertical(paths, recall, totals):
    """Average precisions at one recall, but none is below the lowest."""
    at, (pos, neg) = exactly(recall), totals
    mean = sum(slow_precision_at(path.points(), at) for path in paths) / len(paths)
    return max(mean, pos * at / (pos * at + neg))


def slow_tprs_at(points, fpr):
    """Return the least and the greatest true positive rate at a false positive rate."""
    pos, neg = points[-1][1:]
    found = []
    for tp, fp, dtp, dfp in segments(points):
        if fp <= fpr * neg <= fp + dfp:
            found += [tp + dtp * (fpr * neg - fp) / dfp] if dfp else [tp, tp + dtp]
    return min(found) / pos, max(found) / pos


@fold_law
@given(folds_of_paths, st.lists(recalls, min_size=1, max_size=4), targets)
def test_averages_have_the_mean_height_or_precision_at_equal_recall(paths, at, prevalence):
    average = average_curve(curves_of(paths), prevalence=prevalence)
    totals = pooled(paths, prevalence)
    for recall, found in zip(at, average.precision_at(at), strict=True):
        assert close(found, slow_normalized(paths, recall, totals), absolute=EXACT)
    average = average_curve(curves_of(paths), how="vertical", prevalence=prevalence)
    totals = pooled(paths, prevalence)
    for recall, found in zip(at, average.precision_at(at), strict=True):
        assert close(found, slow_vertical(paths, recall, totals), absolute=EXACT)


@law
@given(folds_of_paths, st.lists(recalls, min_size=1, max_size=4), targets)
def test_the_roc_average_has_the_mean_tpr_at_equal_fpr(paths, at, prevalence):
    average = average_curve(curves_of(paths), how="roc", prevalence=prevalence)
    for fpr, found in zip(at, np.interp(at, average.fpr, average.tpr), strict=True):
        # The rates lie apart from all listed ones, so the two of each path are one.
        tprs = [slow_tprs_at(path.points(), exactly(fpr))[0] for path in paths]
        assert close(found, sum(tprs) / len(tprs), absolute=1e-13)


@law
@given(folds_of_one_size())
def test_at_a_rise_the_roc_average_goes_from_the_mean_of_the_ends_to_that_of_the_starts(paths):
    average = average_curve(curves_of(paths), how="roc")
    for fp in sorted({fp for path in paths for fp in path.fp.tolist()}):
        fpr = Fraction(fp, paths[0].neg)
        least, most = zip(*(slow_tprs_at(path.points(), fpr) for path in paths), strict=True)
        there = average.tpr[np.isclose(average.fpr, float(fpr), rtol=1e-12, atol=0)]
        assert close(there.min(), sum(least) / len(paths), absolute=1e-14)
        assert close(there.max(), sum(most) / len(paths), absolute=1e-14)


@fold_law
@given(folds_of_one_size())
def test_at_a_drop_an_average_has_the_mean_of_the_upper_then_of_the_lower_values(paths):
    pos, neg = paths[0].pos, paths[0].neg
    normalized, vertical = (average_curve(curves_of(paths), how=how) for how in WAYS[:2])
    for tp in range(1, pos + 1):
        recall, at = Fraction(tp, pos), [tp / pos]
        precisions = [slow_precision_at(path.points(), recall) for path in paths]
        mean = sum(precisions) / len(paths)
        assert close(vertical.precision_at(at)[0], mean, absolute=EXACT)
        # precision * specificity, without false positives: 1 - fp / neg with fp = tp (1 - p) / p.
        q = sum(p - tp * (1 - p) / neg for p in precisions) / len(paths)
        least = Fraction(tp, tp + neg)
        assert close(normalized.precision_at(at)[0], least + q * (1 - least), absolute=EXACT)
    pos, neg = paths[0].pos, paths[0].neg
    after = Fraction(1, 10**7)
    vertical = average_curve(curves_of(paths), how="vertical")
    normalized = average_curve(curves_of(paths))
    for recall in (float(Fraction(tp, pos) + after) for tp in range(pos)):
        totals = Fraction(pos), Fraction(neg)
        expected = slow_vertical(paths, recall, totals)
        assert close(vertical.precision_at([recall])[0], expected, absolute=EXACT)
        expected = slow_normalized(paths, recall, totals)
        assert close(normalized.precision_at([recall])[0], expected, absolute=EXACT)


# One curve


@each_way
@pytest.mark.parametrize("copies", [1, 3])
def test_the_average_of_one_curve_and_of_its_copies_is_that_curve(how, copies):
    grid = np.linspace(0, 1, 41)
    for curve, _ in curves_of_all_kinds(3):
        average = average_curve([curve] * copies, how=how)
        for recall in (grid, curve.recall):
            found, expected = average.precision_at(recall), curve.precision_at(recall)
            np.testing.assert_allclose(found, expected, atol=EXACT)
        for area in (prp.aucpr, prp.auroc, prp.aucnpr, prp.auprg):
            # AUPRG measures in units of the prevalence.
            scale = 1 / curve.prevalence if area is prp.auprg else 1
            assert area(average) == pytest.approx(area(curve), abs=EXACT * scale)
        assert average.prevalence == pytest.approx(curve.prevalence, rel=1e-14)


@fold_law
@given(count_paths(), targets)
def test_the_roc_and_normalized_averages_of_one_curve_move_as_it_does(path, prevalence):
    curve = path.curve()
    expected = curve if prevalence is None else curve.at_prevalence(prevalence)
    average = average_curve([curve], how="roc", prevalence=prevalence)
    assert average.prevalence == pytest.approx(expected.prevalence, rel=1e-14)
    assert prp.aucpr(average) == pytest.approx(prp.aucpr(expected), rel=1e-12)
    # In normalised PR space a curve keeps its height, not its rates.
    average = average_curve([curve], prevalence=prevalence)
    assert prp.aucnpr(average) == pytest.approx(prp.aucnpr(curve), abs=1e-8)


@each_way
@pytest.mark.parametrize(
    "curve",
    [
        ConfusionCurve.from_counts([0, 2, 4], [3, 3, 6], 4, 10),
        ConfusionCurve.from_rates([0.3, 0.3, 0.6], [0, 0.5, 1], 0.25),
        ConfusionCurve.from_scores([0, 0, 1, 1, 0, 1], [6, 5, 4, 3, 2, 1]),
        ConfusionCurve.from_scores([0, 0, 1, 1], [6, 5, 4, 3], thresholds=[5, 3]),
        ConfusionCurve.from_counts([0, 0, 2, 4], [2, 3, 3, 5], 4, 10).at_prevalence(0.1),
    ],
    ids=["counts", "rates", "scores", "thresholds", "moved"],
)
def test_negatives_that_lead_lead_in_the_average(how, curve):
    leading = curve.fp[curve.tp == 0].max()
    average = average_curve([curve, curve], how=how)
    assert average.precision_at(0) == 0
    found = average.fp[average.tp == 0].max() / average.neg
    assert found == pytest.approx(leading / curve.neg, rel=1e-12)
    # Where nothing bends there is no need of points.
    assert average.tp.size < 20


# What an average is


def test_the_average_of_two_points_by_hand_and_averages_of_averages():
    # Heights in normalised PR space 1 and 1/2 at every recall but 1: (0, 0) -> (4, 0), and tied
    # with half of the negatives, where precision times specificity is not constant.
    best = ConfusionCurve.from_counts([4], [0], 4, 4)
    worst = ConfusionCurve.from_counts([0], [4], 4, 4)
    average = average_curve([best, worst])
    # q = 1/2: fp = tp neg / (2 tp + neg).
    np.testing.assert_allclose(average.precision_at([0.5, 1]), [2 / 3, 3 / 4], atol=EXACT)
    vertical = average_curve([best, worst], how="vertical")
    np.testing.assert_allclose(vertical.precision_at([0.5, 1]), [2 / 3, 3 / 4], atol=EXACT)
    roc = average_curve([best, worst], how="roc")
    assert (roc.tp.tolist(), roc.fp.tolist()) == ([0, 4, 4, 8], [0, 0, 8, 8])
    curves = curves_of(SOME[1])
    np.testing.assert_array_equal(
        average_curve(curves).fp, average_curve(curves, how="normalized").fp
    )
    with pytest.raises(TypeError, match="takes curves by position"):
        average_curve(curves, "roc")
    paths = SOME[3]
    halves = [average_curve(curves_of(half)) for half in (paths[:2], paths[2:])]
    expected = np.mean([prp.aucnpr(path.curve()) for path in paths])
    assert prp.aucnpr(average_curve(halves)) == pytest.approx(expected, abs=1e-8)


@each_way
def test_curves_may_come_in_any_container_and_their_thresholds_are_lost(how):
    curves = curves_of(SOME[2])
    expected = average_curve(curves, how=how)
    for held in (
        tuple(curves),
        iter(curves),
        dict(enumerate(curves)),
        dict(enumerate(curves)).values(),
        np.array(curves, dtype=object),
    ):
        found = average_curve(held, how=how)
        np.testing.assert_array_equal(found.tp, expected.tp)
        np.testing.assert_array_equal(found.fp, expected.fp)
    curves = [ConfusionCurve.from_scores(y, s) for y, s, _ in seeded_rankings(3)]
    average = average_curve(curves, how=how)
    assert average.thresholds[0] == np.inf
    assert np.isnan(average.thresholds[1:]).all()


@each_way
@pytest.mark.parametrize("prevalence", PREVALENCES[1:])
def test_an_average_has_the_prevalence_of_all_together_or_the_given_one(how, prevalence):
    for number, paths in list(enumerate(SOME))[::3]:
        average = average_of(number, how)
        assert (average.pos, average.neg) == pooled(paths)
        moved = average_of(number, how, prevalence)
        assert moved.pos == average.pos
        assert moved.prevalence == pytest.approx(prevalence, rel=1e-14)
        for curve in (average, moved):
            assert (curve.tp[-1], curve.fp[-1]) == (curve.pos, curve.neg)


@each_way
@pytest.mark.parametrize("prevalence", PREVALENCES)
def test_an_average_is_achievable_at_every_recall(how, prevalence):
    grid = np.linspace(0, 1, 1001)
    for number in range(0, len(SOME), 3):
        average = average_of(number, how, prevalence)
        for recall in (grid, average.recall):
            # In counts: a prevalence near 1 has too few digits.
            least = recall * average.pos / (recall * average.pos + average.neg)
            assert (average.precision_at(recall) >= least * (1 - 1e-13)).all()
        assert (average.fp <= average.neg).all()
        assert (average.fp >= 0).all()
        assert (np.diff(average.tp) >= 0).all()
        assert not np.isnan(average.precision).any()
        assert ((np.diff(average.tp) != 0) | (np.diff(average.fp) != 0)).all()


@pytest.mark.parametrize("prevalence", PREVALENCES)
def test_aucnpr_of_the_normalized_and_auroc_of_the_roc_average_are_the_means(prevalence):
    for number, paths in list(enumerate(SOME))[::3]:
        curves, average = curves_of(paths), average_of(number, "normalized", prevalence)
        assert abs(prp.aucnpr(average) - np.mean([prp.aucnpr(c) for c in curves])) < 1e-8
        average = average_of(number, "roc", prevalence)
        assert abs(prp.auroc(average) - np.mean([prp.auroc(c) for c in curves])) < 1e-14


def test_aucpr_of_the_vertical_average_is_the_mean_where_nothing_has_to_be_raised():
    rng = np.random.default_rng(2)
    for size in range(1, 9):
        # One prevalence at several sizes.
        paths = [seeded_path(rng, 3 * times, 5 * times) for times in rng.integers(1, 5, size)]
        curves = curves_of(paths)
        average = average_curve(curves, how="vertical")
        assert abs(prp.aucpr(average) - np.mean([prp.aucpr(c) for c in curves])) < 1e-8
    for paths in SOME[::3]:
        # Below a low enough prevalence nothing is raised to the minimum curve.
        curves = curves_of(paths)
        average = average_curve(curves, how="vertical", prevalence=1e-9)
        assert abs(prp.aucpr(average) - np.mean([prp.aucpr(c) for c in curves])) < 1e-8


def test_the_vertical_average_is_raised_to_the_minimum_curve_of_the_target():
    tied = [ConfusionCurve.from_counts([pos], [90], pos, 90) for pos in (10, 30)]
    # Precisions .1 and .25; at a prevalence of .75 the lowest is 3r / (1 + 3r).
    average = average_curve(tied, how="vertical", prevalence=0.75)
    recall = np.array([0.01, 0.05, 0.2, 0.5, 1])
    expected = np.maximum(0.175, 3 * recall / (1 + 3 * recall))
    np.testing.assert_allclose(average.precision_at(recall), expected, atol=EXACT)


@each_way
def test_folds_count_the_same_in_any_order_and_weights_mean_repetition(how):
    grid = np.linspace(0, 1, 997)
    for paths in SOME[3::4]:
        one, other = (average_curve(curves_of(p), how=how) for p in (paths, paths[::-1]))
        assert (one.pos, one.neg) == (other.pos, other.neg)
        np.testing.assert_allclose(one.precision_at(grid), other.precision_at(grid), atol=EXACT)
    folds = list(seeded_rankings(4, (0, 1, 2, 5)))
    weighted = [ConfusionCurve.from_scores(y, s, sample_weight=w) for y, s, w in folds]
    repeated = [ConfusionCurve.from_scores(np.repeat(y, w), np.repeat(s, w)) for y, s, w in folds]
    one, other = (average_curve(curves, how=how) for curves in (weighted, repeated))
    assert (one.pos, one.neg) == (other.pos, other.neg)
    np.testing.assert_array_equal(one.fp, other.fp)
    curves = curves_of(SOME[3])
    heavier = [ConfusionCurve.from_counts(*(n * 50 for n in SOME[3][0])), *curves[1:]]
    one, other = (average_curve(c, how=how, prevalence=0.4) for c in (curves, heavier))
    grid = (np.arange(50) + 0.5) / 50
    np.testing.assert_allclose(one.precision_at(grid), other.precision_at(grid), atol=EXACT)


@each_way
@fold_law
@given(folds_of_one_size(), targets)
def test_false_positives_never_fall_if_all_folds_have_one_prevalence(how, paths, prevalence):
    if how == "normalized":
        prevalence = None
    average = average_curve(curves_of(paths), how=how, prevalence=prevalence)
    assert (np.diff(average.fp) >= -1e-12 * average.neg).all()


@each_way
def test_folds_of_one_prevalence_may_differ_in_size(how):
    grid = (np.arange(50) + 0.5) / 50
    for paths in SOME[3::4]:
        path = paths[0]
        times = [ConfusionCurve.from_counts(*(n * i for n in path)) for i in (1, 3, 7)]
        average = average_curve(times, how=how)
        np.testing.assert_allclose(
            average.precision_at(grid), path.curve().precision_at(grid), atol=EXACT
        )
        assert (np.diff(average.fp) >= -1e-12 * average.neg).all()


@each_way
def test_curves_of_rates_average_as_their_counts_do(how):
    paths = SOME[7]
    rates = [
        ConfusionCurve.from_rates(p.fp / p.neg, p.tp / p.pos, p.pos / (p.pos + p.neg))
        for p in paths
    ]
    one, other = (average_curve(c, how=how, prevalence=0.2) for c in (curves_of(paths), rates))
    grid = (np.arange(50) + 0.5) / 50
    np.testing.assert_allclose(one.precision_at(grid), other.precision_at(grid), atol=EXACT)
    # Their masses are shares: so all count the same in the default prevalence.
    expected = np.mean([p.pos / (p.pos + p.neg) for p in paths])
    assert average_curve(rates, how=how).prevalence == pytest.approx(expected, rel=1e-14)


# Negatives that lead


def slow_leading(paths, totals):
    """Return the false positives at recall 0 that the mean height next to it has."""
    recall = Fraction(1, 10**40)
    with mpmath.workdps(3 * DIGITS):
        precision = slow_normalized(paths, recall, totals)
        return real(totals[0] * recall) * (1 - precision) / precision


@pytest.mark.parametrize("prevalence", PREVALENCES)
def test_where_negatives_lead_in_all_folds_they_lead_in_the_normalized_average(prevalence):
    for number in range(0, len(SOME), 3):
        average = average_of(number, "normalized", prevalence)
        leading = average.fp[average.tp == 0].max()
        expected = slow_leading(SOME[number], pooled(SOME[number], prevalence))
        assert close(leading, expected, relative=1e-9)
        assert average.precision_at(0) == 0


@pytest.mark.parametrize("prevalence", [None, 0.2])
def test_where_negatives_lead_in_all_folds_they_lead_in_the_vertical_average(prevalence):
    # Near recall 0 precision is recall times positives over the negatives that lead.
    curves = [
        ConfusionCurve.from_counts([0, 5, 5], [4, 4, 90], 10, 90),
        ConfusionCurve.from_scores([0, 1, 0, 1], [4, 3, 2, 1]),
    ]
    average = average_curve(curves, how="vertical", prevalence=prevalence)
    slope = (10 / 4 + 2 / 1) / 2
    leading = average.fp[average.tp == 0].max()
    assert leading == pytest.approx(12 / slope, rel=1e-9)
    np.testing.assert_allclose(average.precision_at([0, 1e-6]), [0, slope * 1e-6], rtol=1e-5)


@each_way
def test_where_negatives_lead_in_some_folds_only_none_lead_in_the_average(how):
    leads = ConfusionCurve.from_scores([0, 1, 1, 0], [4, 3, 2, 1])
    does_not = ConfusionCurve.from_scores([1, 0, 1, 0, 0], [3, 3, 2, 1, 0])
    average = average_curve([leads, does_not], how=how)
    assert average.fp[average.tp == 0].max() == 0
    # At recall 0 the mean of the limits, 0 and 1/2, in PR space; no positives before negatives.
    if how != "roc":
        assert average.precision_at(0) == pytest.approx(1 / 4, abs=1e-6)


@pytest.mark.parametrize("how", ["normalized", "roc"])
@pytest.mark.parametrize("prevalence", PREVALENCES)
def test_the_worst_folds_give_the_minimum_curve(how, prevalence):
    for sizes in [[(3, 7)], [(3, 7), (5, 5), (2, 20)], [(1, 1000), (1000, 1)], [(4, 6), (8, 12)]]:
        curves = [
            ConfusionCurve.from_scores(np.repeat([0, 1], [neg, pos]), -np.arange(pos + neg))
            for pos, neg in sizes
        ]
        average = average_curve(curves, how=how, prevalence=prevalence)
        # Exactly: every negative comes before the first positive.
        assert set(average.fp.tolist()) == {0, average.neg}
        assert average.fp[1] == average.neg
        assert prp.aucnpr(average) == 0


@each_way
def test_the_worst_folds_of_one_prevalence_give_the_minimum_curve_in_every_way(how):
    curves = [ConfusionCurve.from_counts([0], [5 * n], 2 * n, 5 * n) for n in (1, 2, 9)]
    average = average_curve(curves, how=how)
    recall = np.linspace(0, 1, 101)
    np.testing.assert_allclose(
        average.precision_at(recall), min_precision(recall, 2 / 7), rtol=1e-12
    )


@each_way
@pytest.mark.parametrize("prevalence", PREVALENCES)
def test_perfect_folds_give_a_perfect_average(how, prevalence):
    curves = [ConfusionCurve.from_counts([pos], [0], pos, neg) for pos, neg in ((3, 7), (50, 2))]
    average = average_curve(curves, how=how, prevalence=prevalence)
    assert set(average.tp.tolist()) == {0, 53}
    assert average.fp[:2].tolist() == [0, 0]
    assert average.fp[-1] == average.neg
    # After the last positive the vertical average drops to the mean of the prevalences first.
    assert average.tp.size == 3 or how == "vertical"


# Hulls


def slow_envelope(fp, tp):
    """Return the upper concave envelope of points in any order, by their false positives."""
    kept = []
    for x, y in sorted(set(zip(fp.tolist(), tp.tolist(), strict=True))):
        while len(kept) > 1:
            (x0, y0), (x1, y1) = kept[-2:]
            if (x1 - x0) * (y - y0) < (y1 - y0) * (x - x0):
                break
            kept.pop()
        kept.append((x, y))
    return np.array(kept).T


def at_high_prevalence():
    """Yield averages at a prevalence far above that of their folds, where most has to give."""
    for paths in SOME[::3]:
        yield average_curve(curves_of(paths), prevalence=0.999)


def test_the_hull_of_an_average_is_that_of_its_points_and_it_dominates_itself():
    falls = []
    for average in at_high_prevalence():
        falls.append((np.maximum.accumulate(average.fpr) - average.fpr).max())
        x, y = slow_envelope(average.fpr, average.tpr)
        hull = average.hull()
        assert (np.diff(hull.fp) >= 0).all()
        assert (np.diff(hull.tp) >= 0).all()
        np.testing.assert_allclose(np.interp(x, hull.fpr, hull.tpr)[1:], y[1:], atol=1e-12)
        assert prp.auroc(hull) == pytest.approx(np.trapezoid(y, x), abs=1e-12)
        assert hull.dominates(average)
    # Else nothing was shown.
    assert sum(fall > 1e-3 for fall in falls) >= 3
    folds = [
        ConfusionCurve.from_counts([0, 2], [1, 3], 4, 8),
        ConfusionCurve.from_counts([3], [1], 4, 8),
    ]
    for how in ("normalized", "vertical", "roc"):
        average = average_curve(folds, how=how)
        assert average.dominates(average)


# Bands


def deviations(scale):
    """Return how far scale sample standard deviations reach from the mean, down and up."""
    return [
        lambda h, sign=sign: h.mean(axis=0) + sign * scale * h.std(axis=0, ddof=1)
        for sign in (-1, 1)
    ]


def percentiles(*shares):
    return [lambda h, share=share: np.percentile(h, share, axis=0) for share in shares]


BANDS = {
    "sd": deviations(1),
    ("sd", 2): deviations(2),
    ("sd", 0.5): deviations(0.5),
    "se": deviations(5**-0.5),
    ("se", 2): deviations(2 * 5**-0.5),
    "pi": percentiles(2.5, 97.5),
    ("pi", 90): percentiles(5, 95),
    ("pi", 100): percentiles(0, 100),
}
# Twice the error of what is drawn: one for the border, one for its picture.
DRAWN = 2.5e-4


def heights_of(curve, how, x):
    """Read a curve off at places of the space that it is averaged in, apart from its drops."""
    drawn = trace(curve, SPACE_OF[how], tolerance=1e-8)
    return np.interp(x, drawn.x, drawn.y)


def random_folds(count, seed=0):
    rng = np.random.default_rng(seed)
    for prevalence in rng.uniform(0.1, 0.7, count):
        labels = np.append([0, 1], rng.random(60) < prevalence).astype(int)
        yield ConfusionCurve.from_scores(labels, rng.normal(labels).round(1))


FIVE = list(random_folds(5))
ODD = (np.arange(300) + 0.5) / 300 + 1e-5


@pytest.mark.parametrize(("how", "errorbar"), sampled(WAYS, BANDS, every=5))
def test_the_borders_of_a_band_are_those_of_the_heights(how, errorbar):
    heights = np.array([heights_of(curve, how, ODD) for curve in FIVE])
    borders = average_band(FIVE, SPACE_OF[how], how=how, errorbar=errorbar, prevalence=1e-6)
    for border, of_heights in zip(borders, BANDS[errorbar], strict=True):
        assert border.space is SPACE_OF[how]
        expected = np.clip(of_heights(heights), 0, 1)
        if how == "roc":
            # A true positive rate that fell would be no border; ODD misses some of the corners.
            drawn = np.interp(ODD, border.x, border.y)
            assert (np.diff(drawn) >= 0).all()
            assert (drawn >= expected - DRAWN).all()
            assert np.median(drawn - expected) < DRAWN
            continue
        np.testing.assert_allclose(np.interp(ODD, border.x, border.y), expected, atol=DRAWN)


@pytest.mark.parametrize("prevalence", [0.05, 0.5, 0.95])
def test_a_band_is_projected_as_the_average_is(prevalence):
    odds = prevalence / (1 - prevalence)
    u = np.log1p(odds * ODD) / np.log1p(odds)
    heights = np.array([heights_of(curve, "normalized", u) for curve in FIVE])
    least = min_precision(np.minimum(ODD, 1), prevalence)
    borders = average_band(FIVE, PR, how="normalized", errorbar="sd", prevalence=prevalence)
    for border, of_heights in zip(borders, BANDS["sd"], strict=True):
        expected = least + np.clip(of_heights(heights), 0, 1) * (1 - least)
        np.testing.assert_allclose(np.interp(ODD, border.x, border.y), expected, atol=DRAWN)


@pytest.mark.parametrize(
    ("how", "into", "errorbar", "prevalence"),
    sampled(WAYS, [NPR, PR, ROC], ["sd", ("sd", 10), ("pi", 80)], [None, 0.9], every=5),
)
def test_a_band_is_around_the_average_and_within_what_is_achievable(
    how, into, errorbar, prevalence
):
    lower, upper = average_band(FIVE, into, how=how, errorbar=errorbar, prevalence=prevalence)
    average = average_curve(FIVE, how=how, prevalence=prevalence)
    for border in (lower, upper):
        assert border.space is into
        assert ((border.y >= 0) & (border.y <= 1)).all()
        assert ((border.x >= 0) & (border.x <= 1)).all()
        if into is PR:
            least = min_precision(border.x, average.prevalence)
            assert (border.y >= least * (1 - 1e-12)).all()
    # A border in ROC space may lean back where spread grows faster than the average does.
    if into is SPACE_OF[how] or (into is not ROC and how != "roc"):
        drawn = trace(average, into)
        low, mean, high = (np.interp(ODD, t.x, t.y) for t in (lower, drawn, upper))
        assert (low <= mean + DRAWN).all()
        assert (mean <= high + DRAWN).all()
        assert (high - low).max() > 0.05


@each_way
@pytest.mark.parametrize("errorbar", ["sd", "pi"])
def test_the_band_of_one_fold_is_its_curve(how, errorbar):
    curve = FIVE[0]
    for border in average_band([curve], PR, how=how, errorbar=errorbar):
        np.testing.assert_allclose(
            np.interp(ODD, border.x, border.y), curve.precision_at(np.minimum(ODD, 1)), atol=DRAWN
        )


@each_way
def test_the_band_of_equal_folds_has_no_width(how):
    lower, upper = average_band([FIVE[0]] * 4, PR, how=how, errorbar=("sd", 3))
    one, other = (np.interp(ODD, border.x, border.y) for border in (lower, upper))
    np.testing.assert_allclose(one, other, atol=DRAWN)


@pytest.mark.parametrize(
    ("errorbar", "expected"),
    [
        (None, None),
        ("sd", ("sd", 1.0)),
        ("se", ("se", 1.0)),
        ("pi", ("pi", 95.0)),
        (("sd", 2), ("sd", 2.0)),
        (["pi", 50], ("pi", 50.0)),
        (("pi", 100), ("pi", 100.0)),
        (("sd", np.float32(0.5)), ("sd", 0.5)),
    ],
)
def test_bands_are_named_as_in_seaborn(errorbar, expected):
    assert checked_errorbar(errorbar) == expected


@pytest.mark.parametrize(
    ("errorbar", "says"),
    [
        (("ci", 95), "errorbar must be one of 'sd', 'se', 'pi', found 'ci'"),
        (("sd", 0), r"errorbar 'sd' must have a size in \(0, inf\], found 0"),
        (("sd", -1), r"errorbar 'sd' must have a size .* found -1"),
        (("sd", np.nan), r"errorbar 'sd' must have a size .* found nan"),
        (("sd", "2"), r"errorbar 'sd' must have a size .* found '2'"),
        (("sd", [1]), r"errorbar 'sd' must have a size .* found \[1\]"),
        (("sd", True), r"errorbar 'sd' must have a size .* found True"),
        (("pi", 101), r"errorbar 'pi' must have a size in \(0, 100\], found 101"),
        (("sd", 1, 2), r"a pair of one of them and its size, or None, found \('sd', 1, 2\)"),
        (3, "errorbar must be 'sd', 'se' or 'pi', a pair .* found 3"),
        ({"sd": 1}, "errorbar must be 'sd', 'se' or 'pi', a pair .* found {'sd': 1}"),
    ],
    ids=str,
)
def test_bands_that_folds_do_not_have_are_refused(errorbar, says):
    with pytest.raises(ValueError, match=says) as caught:
        checked_errorbar(errorbar)
    assert "\n" not in str(caught.value)


def test_endless_bands_and_curves_of_one_class_in_a_dict_are_refused():
    with pytest.raises(ValueError, match="found inf"):
        checked_errorbar(("sd", np.inf))
    with pytest.raises(ValueError, match="curve 1 has no positives"):
        average_curve({"one": GOOD, "two": WITHOUT_POSITIVES})


# Weights


@each_way
@pytest.mark.parametrize("prevalence", [None, 0.7])
@pytest.mark.parametrize("paths", SOME[1:4])
def test_a_weight_is_a_repetition_of_the_curve(paths, how, prevalence):
    curves, times = curves_of(paths), [(3, 0, 1, 2)[i % 4] for i in range(len(paths))]
    repeated = [one for one, k in zip(curves, times, strict=True) for _ in range(k)]
    expected = average_curve(repeated, how=how, prevalence=prevalence)
    found = average_curve(curves, how=how, prevalence=prevalence, weights=0.1 * np.array(times))
    assert found.prevalence == pytest.approx(expected.prevalence)
    at = np.linspace(0, 1, 97)[1:-1]
    np.testing.assert_allclose(found.precision_at(at), expected.precision_at(at), atol=1e-7)
    for area in (prp.aucpr, prp.aucnpr, prp.auroc):
        assert area(found) == pytest.approx(area(expected), abs=1e-7)
    # Negatives before the first positive, where a height has no unique counts.
    first, other = (one.fp[one.tp == 0].max() / one.neg for one in (found, expected))
    assert first == pytest.approx(other, abs=1e-7)


def test_equal_weights_are_none():
    curves = curves_of(SOME[3])
    found = average_curve(curves, weights=[2] * len(curves))
    expected = average_curve(curves)
    assert found.pos == expected.pos
    np.testing.assert_allclose(found.tp, expected.tp, rtol=1e-12)


@pytest.mark.parametrize(
    ("weights", "says"),
    [
        ([1, 2], r"one number for each of the 1 curves, found \[1, 2\]"),
        (1, r"one number for each of the 1 curves, found 1"),
        ([-1], r"weights must be 0 or more, and not all 0, one .* found \[-1\]"),
        ([0], r"not all 0"),
        ([np.nan], r"weights holds 1 NaN or infinite"),
        (["a"], r"weights must hold numbers"),
    ],
)
def test_wrong_weights_are_refused(weights, says):
    with pytest.raises((TypeError, ValueError), match=says):
        average_curve([GOOD], weights=weights)


# Wrong folds

GOOD = ConfusionCurve.from_counts([1], [1], 2, 2)
WITHOUT_POSITIVES = ConfusionCurve.from_counts([0], [3], 0, 3)
WITHOUT_NEGATIVES = ConfusionCurve.from_counts([3], [0], 3, 0)


@pytest.mark.parametrize(
    ("curves", "options", "error", "says"),
    [
        ([], {}, ValueError, "curves is empty; an average needs at least one"),
        ({}, {}, ValueError, "curves is empty"),
        (GOOD, {}, TypeError, "curves must hold ConfusionCurves, found ConfusionCurve"),
        (3, {}, TypeError, "curves must hold ConfusionCurves, found int"),
        (None, {}, TypeError, "curves must hold ConfusionCurves, found NoneType"),
        ([GOOD, 3], {}, TypeError, "curves must hold ConfusionCurves, found 3 at 1"),
        (["ab"], {}, TypeError, "curves must hold ConfusionCurves, found 'ab' at 0"),
        ([[GOOD]], {}, TypeError, "curves must hold ConfusionCurves, found .* at 0"),
        ([GOOD, WITHOUT_POSITIVES], {}, ValueError, "curve 1 has no positives; it can't be"),
        ([WITHOUT_NEGATIVES, GOOD], {}, ValueError, "curve 0 has no negatives; it can't be"),
        ([GOOD], {"how": "rok"}, ValueError, "how must be one of 'normalized', 'vertical', 'roc'"),
        ([GOOD], {"how": None}, ValueError, "how must be one of .* found None"),
        ([GOOD], {"prevalence": 0}, ValueError, "prevalence must lie strictly between 0 and 1"),
        ([GOOD], {"prevalence": 1.5}, ValueError, "prevalence must lie .* found 1.5"),
        ([GOOD], {"prevalence": "a"}, ValueError, "prevalence must lie .* found 'a'"),
        ([GOOD], {"prevalence": [0.1, 0.2]}, ValueError, r"prevalence .* found \[0.1, 0.2\]"),
    ],
    ids=str,
)
def test_what_cannot_be_averaged_is_refused_in_one_sentence(curves, options, error, says):
    with pytest.raises(error, match=says) as caught:
        average_curve(curves, **options)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_the_folds_stay_as_they_were():
    curves = curves_of(SOME[3])
    before = [(curve.tp.copy(), curve.fp.copy()) for curve in curves]
    for how in WAYS:
        average_curve(curves, how=how)
        average_band(curves, PR, how=how, errorbar="sd")
    for curve, (tp, fp) in zip(curves, before, strict=True):
        np.testing.assert_array_equal(curve.tp, tp)
        np.testing.assert_array_equal(curve.fp, fp)


def test_large_folds_take_a_moment_and_not_many_points():
    rng = np.random.default_rng(0)
    labels = rng.random((5, 4000)) < 0.1
    curves = [ConfusionCurve.from_scores(y, rng.normal(y)) for y in labels]
    for how in WAYS:
        average = average_curve(curves, how=how)
        assert average.tp.size < 100_000


@each_way
def test_corners_that_differ_by_a_last_bit_cost_no_points(how):
    one = ConfusionCurve.from_counts([0, 1], [1, 1], 3, 2).at_prevalence(0.2)
    other = ConfusionCurve.from_counts([0, 1], [3, 3], 3, 6).at_prevalence(0.2)
    assert one.fpr[1] != other.fpr[1]
    average = average_curve([one, other], how=how)
    assert average.tp.size < 30
    assert prp.aucpr(average) == pytest.approx(prp.aucpr(one), rel=1e-12)


@each_way
@pytest.mark.parametrize("seed", range(3))
def test_folds_moved_to_one_prevalence_can_be_averaged(how, seed):
    rng = np.random.default_rng(seed)
    labels, scores = rng.random(569) < 0.37, rng.normal(size=569)
    part = rng.permutation(569) % 5
    folds = [
        ConfusionCurve.from_scores(labels[part == k], scores[part == k] + labels[part == k])
        for k in range(5)
    ]
    moved = [fold.at_prevalence(0.1) for fold in folds]
    average = average_curve(moved, how=how)
    assert average.tp.size < 10_000
    area, number = {
        "normalized": (prp.aucnpr(average), prp.aucnpr),
        "vertical": (prp.aucpr(average), prp.aucpr),
        "roc": (prp.auroc(average), prp.auroc),
    }[how]
    assert area == pytest.approx(np.mean([number(fold) for fold in moved]), abs=1e-8)


@each_way
@pytest.mark.parametrize("errorbar", ["sd", ("sd", 3), ("pi", 80)])
def test_borders_of_bands_run_from_left_to_right(how, errorbar):
    rng = np.random.default_rng(1)
    folds = []
    for _ in range(5):
        labels = rng.permutation(120) < 40
        folds.append(ConfusionCurve.from_scores(labels, rng.normal(size=120) + labels))
    for into in (PR, NPR):
        for border in average_band(folds, into, how=how, errorbar=errorbar):
            assert (np.diff(border.x) >= -1e-12).all()


@pytest.mark.parametrize("how", ["normalized", slowly("vertical"), "roc"])
def test_averages_of_many_points_are_computed_in_blocks(how, monkeypatch):
    rng = np.random.default_rng(0)
    folds = [
        prp.ConfusionCurve.from_scores(np.arange(20) % 3 == 0, rng.normal(size=20))
        for _ in range(4)
    ]
    whole = prp.average_curve(folds, how=how)
    # An average in ROC space has few points.
    block, held = 15 if how == "roc" else 97, []
    heights = prp.ConfusionCurve._heights
    monkeypatch.setattr(averaging, "BLOCK", block)
    monkeypatch.setattr(
        prp.ConfusionCurve,
        "_heights",
        lambda self, space, x, at, side: held.append(at.size) or heights(self, space, x, at, side),
    )
    split = prp.average_curve(folds, how=how)
    assert max(held) == block
    assert np.array_equal(split.tp, whole.tp)
    assert np.array_equal(split.fp, whole.fp)
