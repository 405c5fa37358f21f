"""Closed forms of intervals: DeLong's variance, Boyd's intervals, Student's quantiles."""

import math

import numpy as np
import pytest

import prplot as prp
from prplot.core.uncertainty.intervals import METRIC_OF, closed_form, student_quantile


def samples(count, *, ties):
    """Yield labels and scores, at least two of each class, of no best or worst ranking."""
    rng = np.random.default_rng(3)
    while count:
        size = int(rng.integers(5, 30))
        labels = (rng.random(size) < rng.choice([0.2, 0.5, 0.8])).astype(int)
        scores = rng.integers(0, 6, size) if ties else rng.permutation(size)
        pos = int(labels.sum())
        scores = scores + labels * (rng.random(size) < 0.5) * (2.0 if ties else size)
        if 2 <= pos <= size - 2 and 0 < prp.auroc(labels, scores) < 1:
            count -= 1
            yield labels, scores


@pytest.mark.parametrize("ties", [False, True])
def test_delong_is_that_of_all_pairs(ties):
    for labels, scores in samples(6, ties=ties):
        pairs = np.subtract.outer(scores[labels == 1], scores[labels == 0])
        wins = (pairs > 0) + (pairs == 0) / 2
        pos, neg = wins.shape
        variance = wins.mean(axis=1).var(ddof=1) / pos + wins.mean(axis=0).var(ddof=1) / neg
        distance = student_quantile(0.95, pos - 1) * math.sqrt(variance)
        curve = prp.ConfusionCurve.from_scores(labels, scores)
        area = wins.mean()
        logit, reach = math.log(area / (1 - area)), distance / (area * (1 - area))
        expected = [1 / (1 + math.exp(-logit - by * reach)) for by in (-1, 1)]
        assert list(closed_form(curve, "delong", 0.95)) == pytest.approx(expected, rel=1e-9)


def test_the_intervals_of_boyd_by_hand():
    # 100 positives tied with as many negatives: AUCPR 1/2, tau = (100 / 4)^-1/2 = 0.2.
    curve = prp.ConfusionCurve.from_counts([100], [100], 100, 100)
    z = 1.959963984540054
    expected = 1 / (1 + math.exp(0.2 * z)), 1 / (1 + math.exp(-0.2 * z))
    assert closed_form(curve, "logit", 0.95) == pytest.approx(expected, rel=1e-14)
    expected = 0.5 - 0.05 * z, 0.5 + 0.05 * z
    assert closed_form(curve, "binomial", 0.95) == pytest.approx(expected, rel=1e-14)
    few = prp.ConfusionCurve.from_scores([1, 0, 1, 0], [4, 3, 2, 1])
    assert closed_form(few, "binomial", 0.99)[1] == 1
    assert closed_form(few, "binomial", 0.9999)[0] == 0


@pytest.mark.parametrize("method", METRIC_OF)
@pytest.mark.parametrize("level", [0.5, 0.999999])
def test_intervals_of_all_rankings_hold_the_estimate_and_stay_in_range(method, level):
    rng = np.random.default_rng(0)
    for size in [*range(4, 40), 1000]:
        labels = np.append([1, 1, 0, 0], rng.integers(0, 2, size - 4))
        scores = rng.integers(0, rng.integers(1, size), size) + size * labels * (size % 2)
        curve = prp.ConfusionCurve.from_scores(labels, scores)
        low, high = closed_form(curve, method, level)
        assert 0 <= low <= getattr(prp, METRIC_OF[method])(curve) <= high <= 1


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
    area = prp.auroc(curve)
    assert closed_form(curve, "delong", 0.95) == pytest.approx((area, area))


def test_a_curve_of_scores_and_that_of_its_counts_have_one_interval():
    for labels, scores in samples(6, ties=True):
        one = prp.ConfusionCurve.from_scores(labels, scores)
        # Where thresholds are given, the start and each corner are steps by themselves.
        thresholds = np.arange(one.tp.size)[::-1]
        counts = one.tp, one.fp, one.pos, one.neg
        other = prp.ConfusionCurve.from_counts(*counts, thresholds=thresholds)
        found, expected = (closed_form(c, "delong", 0.95) for c in (other, one))
        assert found == pytest.approx(expected, rel=1e-14)
