"""Closed forms of intervals: influence values, DeLong's variance, Boyd's intervals, quantiles."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given

import prplot as prp
from prplot.core.uncertainty.influence import (
    METHODS_OF,
    _Groups,
    _integrals,
    closed_form,
    influence_values,
    student_quantile,
)
from tests.laws import count_paths, law, rankings

METRICS = ["aucpr", "auroc", "auprg"]


def samples(count, *, ties):
    """Yield labels and scores, at least two of each class, neither the best nor the worst ranking.

    Recall gain 0 is at no whole number of true positives: an area may have no derivative there.
    """
    rng = np.random.default_rng(3)
    while count:
        size = int(rng.integers(5, 30))
        labels = (rng.random(size) < rng.choice([0.2, 0.5, 0.8])).astype(int)
        scores = rng.integers(0, 6, size) if ties else rng.permutation(size)
        pos = int(labels.sum())
        scores = scores + labels * (rng.random(size) < 0.5) * (2.0 if ties else size)
        if 2 <= pos <= size - 2 and pos**2 % size and 0 < prp.auroc(labels, scores) < 1:
            count -= 1
            yield labels, scores


def derivatives(function, labels, scores):
    """Differentiate a function of the weights of all examples, by differences of fourth order."""
    step, found = 1e-4, []
    for moved in np.eye(labels.size) * step:
        curves = [
            prp.ConfusionCurve.from_scores(labels, scores, sample_weight=1 + times * moved)
            for times in (1, -1, 2, -2)
        ]
        one, other, two, another = map(function, curves)
        found.append((8 * (one - other) - (two - another)) / (12 * step))
    return np.array(found)


def values_of_rows(labels, scores, metric):
    """Return the influence value of each row."""
    found = influence_values(prp.ConfusionCurve.from_scores(labels, scores), metric)
    steps = np.unique(scores[labels == 1])
    above = steps.size - np.searchsorted(steps, scores, side="right")
    is_tied = np.isin(scores, steps)
    # Tied negatives come first, then those before each group.
    group = np.where(is_tied, above, steps.size + above)
    group = np.where(labels == 1, above, group)
    positives, negatives = (values for values, _ in found)
    return np.where(labels == 1, positives.take(group, mode="clip"), negatives[group])


def total(values):
    return sum(numbers @ of_groups for of_groups, numbers in values)


def centred(rows, labels):
    """Return values minus the mean of their class."""
    means = np.array([rows[labels == kind].mean() for kind in (0, 1)])
    return rows - means[labels]


# Influence values


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("metric", METRICS)
def test_values_are_the_derivatives_of_the_exact_area(metric, ties):
    for labels, scores in samples(4, ties=ties):
        expected = derivatives(getattr(prp, metric), labels, scores)
        found = values_of_rows(labels, scores, metric)
        np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("metric", METRICS)
@law
@given(count_paths(), rankings(both=True))
def test_values_of_all_examples_add_up_to_0(metric, path, data):
    # An area does not change if all weights grow alike.
    for curve in (path.curve(), prp.ConfusionCurve.from_scores(*data)):
        values = influence_values(curve, metric)
        size = sum(numbers @ np.abs(of_groups) for of_groups, numbers in values)
        assert abs(total(values)) <= 1e-12 * max(size, 1)
        assert [numbers.sum() for _, numbers in values] == [curve.pos, curve.neg]


def test_values_without_ties_are_those_of_the_sums_over_positives():
    for labels, scores in samples(12, ties=False):
        order = np.argsort(-scores)
        ranked = labels[order]
        at = np.flatnonzero(ranked)
        tp, fp = np.arange(1, at.size + 1), at - np.arange(at.size)
        with np.errstate(divide="ignore", invalid="ignore"):
            jumps = tp / (tp + fp) - np.where(tp > 1, (tp - 1) / (tp - 1 + fp), 0)
            logs = np.log((tp + fp) / (tp - 1 + fp)) + fp / (tp + fp) - fp / (tp - 1 + fp)
        beyond = [jumps[i + 1 :].sum() for i in range(at.size)]
        expected = np.empty(labels.size)
        expected[at] = (tp / (tp + fp) + beyond - prp.aucpr(labels, scores)) / at.size
        for place in np.flatnonzero(ranked == 0):
            expected[place] = -logs[at > place].sum() / at.size
        found = values_of_rows(labels, scores, "aucpr")[order]
        np.testing.assert_allclose(found[ranked == 0], expected[ranked == 0], atol=1e-13)
        np.testing.assert_allclose(found[at], expected[at], atol=1e-13)


@pytest.mark.parametrize("share", [1e-9, 0.19, 0.21, 30, 1e9])
def test_short_and_long_steps_have_exact_integrals(share):
    tp, fp = np.array([3.0, 40.0, 0.0, 1e6]), np.array([7.0, 0.0, 9.0, 1e3])
    rise = np.array([0.5, 1.0, 0.1, 0.9]) * share * (tp + fp)
    tied = share * (tp + fp) - rise
    found = _integrals(_Groups(tp, fp, rise, tied, np.zeros(5), 1.0, 1.0, None))
    with mp.workdps(60):
        for i, counts in enumerate(zip(tp, fp, rise, tied, strict=True)):
            t, f, a, b = map(mp.mpf, counts)
            start, more = t + f, a + b
            # Moments of 1/D and of 1/D^2.
            j0, k0 = mp.log1p(more / start) / more, 1 / (start * (start + more))
            j1, k1 = (1 - start * j0) / more, (j0 - start * k0) / more
            k2 = (1 - 2 * start * j0 + start**2 * k0) / more**2
            exact = [t * j0 + a * j1, a * (f * k0 + b * k1), a * (f * k1 + b * k2)]
            exact += [a * (t * k0 + a * k1), a * (t * k1 + a * k2)]
            np.testing.assert_allclose(found[:, i], [*map(float, exact)], rtol=1e-12, atol=1e-300)


# Intervals


def ends_of(metric, area, distance):
    """Return the ends of an interval on the logit scale, or on that of ``log(1 - area)``."""
    if metric == "auprg":
        return [1 - (1 - area) * math.exp(by * distance / (1 - area)) for by in (1, -1)]
    logit, reach = math.log(area / (1 - area)), distance / (area * (1 - area))
    return [1 / (1 + math.exp(-logit - by * reach)) for by in (-1, 1)]


@pytest.mark.parametrize("sampling", ["stratified", "simple"])
@pytest.mark.parametrize("metric", METRICS)
def test_the_influence_interval_is_that_of_the_derivatives(metric, sampling):
    for labels, scores in samples(3, ties=True):
        area, pos = getattr(prp, metric)(labels, scores), int(labels.sum())
        rows = derivatives(getattr(prp, metric), labels, scores)
        rows = rows if sampling == "simple" else centred(rows, labels)
        distance = student_quantile(0.9, pos - 1) * math.sqrt(rows @ rows)
        curve = prp.ConfusionCurve.from_scores(labels, scores)
        low, high = closed_form(curve, metric, "influence", 0.9, sampling)
        expected = ends_of(metric, area, distance)
        if metric == "auprg":
            # Never below the area of the worst ranking.
            expected[0] = max(expected[0], -(labels.size - pos) / (2 * pos))
        assert [low, high] == pytest.approx(expected, rel=1e-6)
        assert low <= area <= high


@pytest.mark.parametrize("ties", [False, True])
def test_delong_is_that_of_all_pairs(ties):
    for labels, scores in samples(6, ties=ties):
        pairs = np.subtract.outer(scores[labels == 1], scores[labels == 0])
        wins = (pairs > 0) + (pairs == 0) / 2
        pos, neg = wins.shape
        variance = wins.mean(axis=1).var(ddof=1) / pos + wins.mean(axis=0).var(ddof=1) / neg
        distance = student_quantile(0.95, pos - 1) * math.sqrt(variance)
        curve = prp.ConfusionCurve.from_scores(labels, scores)
        expected = pytest.approx(ends_of("auroc", wins.mean(), distance), rel=1e-9)
        assert list(closed_form(curve, "auroc", "delong", 0.95)) == expected


def test_the_intervals_of_boyd_by_hand():
    # 100 positives tied with as many negatives: AUCPR 1/2, tau = (100 / 4)^-1/2 = 0.2.
    curve = prp.ConfusionCurve.from_counts([100], [100], 100, 100)
    z = 1.959963984540054
    expected = 1 / (1 + math.exp(0.2 * z)), 1 / (1 + math.exp(-0.2 * z))
    assert closed_form(curve, "aucpr", "logit", 0.95) == pytest.approx(expected, rel=1e-14)
    expected = 0.5 - 0.05 * z, 0.5 + 0.05 * z
    assert closed_form(curve, "aucpr", "binomial", 0.95) == pytest.approx(expected, rel=1e-14)
    few = prp.ConfusionCurve.from_scores([1, 0, 1, 0], [4, 3, 2, 1])
    assert closed_form(few, "aucpr", "binomial", 0.99)[1] == 1
    assert closed_form(few, "aucpr", "binomial", 0.9999)[0] == 0


@pytest.mark.parametrize(
    ("method", "metric"), [(m, s) for m in METHODS_OF for s in METHODS_OF[m] if s != "aucnpr"]
)
@pytest.mark.parametrize("level", [0.5, 0.999999])
def test_intervals_of_all_rankings_hold_the_estimate_and_stay_in_range(method, metric, level):
    rng = np.random.default_rng(0)
    for size in [*range(4, 40), 1000]:
        labels = np.append([1, 1, 0, 0], rng.integers(0, 2, size - 4))
        scores = rng.integers(0, rng.integers(1, size), size) + size * labels * (size % 2)
        curve = prp.ConfusionCurve.from_scores(labels, scores)
        low, high = closed_form(curve, metric, method, level)
        least = -(1 - curve.prevalence) / (2 * curve.prevalence) if metric == "auprg" else 0
        assert least <= low <= getattr(prp, metric)(curve) <= high <= 1


@pytest.mark.parametrize("pos", [2, 20])
@pytest.mark.parametrize(
    ("tp", "fp"),
    [
        pytest.param(20, 0, id="perfect"),
        pytest.param(20, 100, id="tied"),
        pytest.param(0, 100, id="worst"),
    ],
)
def test_rankings_without_variance_have_intervals_without_width(tp, fp, pos):
    curve = prp.ConfusionCurve.from_counts([min(tp, pos)], [fp], pos, 100)
    for metric in METRICS:
        area = getattr(prp, metric)(curve)
        ends = closed_form(curve, metric, "influence", 0.95)
        assert ends == pytest.approx((area, area), rel=1e-6, abs=1e-12)
    area = prp.auroc(curve)
    assert closed_form(curve, "auroc", "delong", 0.95) == pytest.approx((area, area))


@pytest.mark.parametrize("metric", METRICS)
def test_a_curve_of_scores_and_that_of_its_counts_have_one_interval(metric):
    for labels, scores in samples(6, ties=True):
        one = prp.ConfusionCurve.from_scores(labels, scores)
        # Where thresholds are given, the start and each corner are steps by themselves.
        thresholds = np.arange(one.tp.size)[::-1]
        counts = one.tp, one.fp, one.pos, one.neg
        other = prp.ConfusionCurve.from_counts(*counts, thresholds=thresholds)
        found, expected = (closed_form(c, metric, "influence", 0.95) for c in (other, one))
        assert found == pytest.approx(expected, rel=1e-14)
