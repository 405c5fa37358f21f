"""Curves of the true classes, where shares of the labels are wrong."""

import pickle
import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import norm

import prplot as prp
from prplot.core.measures.metric_steps import MetricSteps
from tests.cases import slowly
from tests.laws import law

CURVES = {
    "ratings": lambda: prp.ConfusionCurve.from_counts(
        [30, 55, 80, 95], [40, 120, 300, 700], 100, 1000, thresholds=[4, 3, 2, 1]
    ),
    "rates": lambda: prp.ConfusionCurve.from_rates([0.05, 0.3, 0.8], [0.4, 0.7, 0.9], 0.3),
}
SHARES = [(0.0, 0.0), (0.05, 0.0), (0.0, 0.2), (0.03, 0.15)]


def mixed(curve, hidden, wrong):
    """Return the counts of the labels that noise makes of a curve of the true classes.

    Of the examples, shares are chosen such that among the labelled negatives a share `hidden` is
    positive, and among the labelled positives a share `wrong` is negative.
    """
    # pos = (1 - b) p + a n and neg = b p + (1 - a) n
    labelled, others = np.linalg.solve(
        [[1 - wrong, hidden], [wrong, 1 - hidden]], [curve.pos, curve.neg]
    )
    tp = labelled * ((1 - wrong) * curve.recall + wrong * curve.fpr)
    fp = others * (hidden * curve.recall + (1 - hidden) * curve.fpr)
    thresholds = None if np.isnan(curve.thresholds[1]) else curve.thresholds[1:]
    return prp.ConfusionCurve.from_counts(tp[1:], fp[1:], labelled, others, thresholds=thresholds)


@pytest.fixture(params=CURVES)
def curve(request):
    return CURVES[request.param]()


@pytest.mark.parametrize("shares", SHARES)
def test_correction_undoes_what_wrong_labels_did(curve, shares):
    with warnings.catch_warnings(action="error"):
        found = mixed(curve, *shares).corrected(
            positives_in_negatives=shares[0], negatives_in_positives=shares[1]
        )
    assert found.pos == pytest.approx(curve.pos)
    assert found.neg == pytest.approx(curve.neg)
    np.testing.assert_allclose(found.tp, curve.tp, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(found.fp, curve.fp, rtol=1e-12, atol=1e-12)
    np.testing.assert_array_equal(found.thresholds, curve.thresholds)
    for metric in (prp.aucpr, prp.auroc, prp.auprg, prp.average_precision):
        assert metric(found) == pytest.approx(metric(curve), rel=1e-11)


def test_rates_are_those_of_the_paper_in_fractions():
    curve, a, b = CURVES["ratings"](), Fraction(1, 16), Fraction(1, 8)
    found = curve.corrected(positives_in_negatives=float(a), negatives_in_positives=float(b))
    for i in range(1, 5):
        labelled, others = Fraction(int(curve.tp[i]), 100), Fraction(int(curve.fp[i]), 1000)
        # Jain, White & Radivojac (2017), with alpha for a and beta for 1 - b.
        tpr = ((1 - a) * labelled - b * others) / ((1 - b) - a)
        fpr = ((1 - b) * others - a * labelled) / ((1 - b) - a)
        assert found.recall[i] == pytest.approx(float(tpr), rel=1e-14)
        assert found.fpr[i] == pytest.approx(float(fpr), rel=1e-14)
    assert found.pos == 100 * (1 - b) + 1000 * a
    np.testing.assert_allclose(found.tp + found.fp, curve.tp + curve.fp, rtol=1e-14)


def test_among_the_unlabelled_precision_is_that_of_the_paper():
    curve, a = CURVES["ratings"](), 0.1
    found = curve.corrected(positives_in_negatives=a).at_prevalence(a)
    expected = a * curve.recall[1:] / curve.fpr[1:]
    np.testing.assert_allclose(found.precision[1:], expected, rtol=1e-13)
    np.testing.assert_allclose(found.recall[1:-1], curve.recall[1:-1], rtol=1e-15)


def test_the_roc_area_is_affine():
    curve = CURVES["ratings"]()
    found = curve.corrected(positives_in_negatives=0.06, negatives_in_positives=0.1)
    expected = (prp.auroc(curve) - (0.06 + 0.1) / 2) / (1 - 0.06 - 0.1)
    assert prp.auroc(found) == pytest.approx(expected, rel=1e-13)


@law
@given(
    st.lists(st.booleans(), min_size=2, max_size=40).filter(lambda found: len(set(found)) == 2),
    st.floats(0, 0.6),
    st.floats(0, 0.35),
    st.randoms(use_true_random=False),
)
def test_corrected_counts_never_fall_and_end_at_their_totals(labels, hidden, wrong, random):
    scores = [random.randrange(8) for _ in labels]
    curve = prp.ConfusionCurve.from_scores(labels, scores)
    with warnings.catch_warnings(action="ignore"):
        found = curve.corrected(positives_in_negatives=hidden, negatives_in_positives=wrong)
    for counts, total in ((found.tp, found.pos), (found.fp, found.neg)):
        assert counts[0] == 0
        assert counts[-1] == total
        assert (np.diff(counts) >= 0).all()
    assert found.pos + found.neg == pytest.approx(len(labels))
    assert pickle.loads(pickle.dumps(found)).tp.tolist() == found.tp.tolist()


def test_moved_counts_are_told_in_one_warning():
    curve = prp.ConfusionCurve.from_counts([50, 50, 100], [5, 200, 190 + 10], 100, 200)
    said = (
        r"^corrected counts of 2 of 4 points were below 0 or falling, and were moved, by at most "
        r"12 % of a class; the examples are few, or a share is too large$"
    )
    with pytest.warns(UserWarning, match=said) as warned:
        found = curve.corrected(positives_in_negatives=0.2)
    assert len(warned) == 1
    assert warned[0].filename == __file__
    # Of fpr 0.025 and tpr 0.5 comes (0.025 - 0.1) / 0.8 = -0.094, and of (1, 0.5) comes 1.125.
    np.testing.assert_allclose(found.fpr, [0, 0, 1, 1])


def test_small_moves_are_usual():
    curve = prp.ConfusionCurve.from_counts([100, 200, 1000], [300, 305, 1000], 1000, 1000)
    with warnings.catch_warnings(action="error"):
        found = curve.corrected(positives_in_negatives=0.1)
    # From (0.3 - 0.01) / 0.9 it would fall to (0.305 - 0.02) / 0.9.
    np.testing.assert_allclose(found.fpr[1:3], [0.2875 / 0.9] * 2)


def test_falling_counts_meet_in_the_middle():
    curve = prp.ConfusionCurve.from_counts([10, 60, 100], [60, 60, 100], 100, 100)
    with pytest.warns(UserWarning, match=r"of 2 of 4 points .* by at most 17 % of a class"):
        found = curve.corrected(positives_in_negatives=0.4)
    # From (0.6 - 0.04) / 0.6 it falls to (0.6 - 0.24) / 0.6.
    np.testing.assert_allclose(found.fpr[1:3], [0.46 / 0.6] * 2)
    np.testing.assert_allclose(found.recall[1:3], [0.1, 0.6])


def test_thresholds_between_scores_stay_known():
    labels, scores = [1, 0, 1, 0, 0, 1], [0.9, 0.8, 0.7, 0.4, 0.3, 0.1]
    curve = prp.ConfusionCurve.from_scores(labels, scores, thresholds=np.unique)
    with pytest.warns(UserWarning, match="corrected counts"):
        found = curve.corrected(positives_in_negatives=0.1)
    assert found.lists_all_scores
    assert MetricSteps.of(found).is_known is None
    with pytest.warns(UserWarning, match="corrected counts"):
        omitting = prp.ConfusionCurve.from_scores(labels, scores).corrected(
            positives_in_negatives=0.1
        )
    assert not omitting.lists_all_scores


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ((1.0, 0.0), r"^positives_in_negatives must be in \[0, 1\), found 1\.0$"),
        ((0.0, -0.1), r"^negatives_in_positives must be in \[0, 1\), found -0\.1$"),
        ((0.5, 0.5), r"must add up to less than 1, found 0\.5 \+ 0\.5$"),
        ((np.nan, 0.0), "found nan"),
    ],
)
def test_shares_that_no_labels_can_have_are_refused(shares, said):
    with pytest.raises(ValueError, match=said):
        CURVES["rates"]().corrected(
            positives_in_negatives=shares[0], negatives_in_positives=shares[1]
        )


def test_one_class_cannot_be_corrected():
    curve = prp.ConfusionCurve.from_counts([1], [0], 1, 0)
    with pytest.raises(ValueError, match="one class only can't be corrected"):
        curve.corrected(positives_in_negatives=0.1)


def test_a_corrected_curve_has_no_intervals_even_of_whole_counts():
    curve = prp.ConfusionCurve.from_counts([80], [280], 100, 1000)
    found = curve.corrected(positives_in_negatives=0.2)
    for one in (found, found.at_prevalence(0.5)):
        with pytest.raises(ValueError, match="those of a corrected curve are estimates; resample"):
            prp.interval(one)
    # 0.28 - 0.2 * 0.8 = 0.12
    assert found.fp[1] == pytest.approx(0.12 * 1000)
    assert found.pos == 300


def test_the_hull_of_a_corrected_curve_has_none_either():
    curve = prp.ConfusionCurve.from_counts([81], [280], 100, 1001)
    found = curve.corrected(positives_in_negatives=0.2).hull()
    with pytest.raises(ValueError, match="those of a corrected curve are estimates; resample"):
        prp.interval(found)


@pytest.mark.parametrize("unit", [1e140, 1e-140])
def test_counts_keep_their_unit(unit):
    curve = prp.ConfusionCurve.from_counts([8 * unit], [28 * unit], 10 * unit, 100 * unit)
    found = curve.corrected(positives_in_negatives=0.2)
    assert found.pos / unit == pytest.approx(30)
    assert found.fp[1] / unit == pytest.approx(12)


def test_a_scan_is_corrected_as_a_plain_curve():
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame({"y": [1, 1, 0, 0, 1, 0], "s": [0.9, 0.9, 0.9, 0.3, 0.3, 0.3]})
    scanned = prp.scan(table, y_true="y", y_score="s", progress=False)
    found = scanned.corrected(positives_in_negatives=0.1)
    assert type(found) is prp.ConfusionCurve


# Simulations in which the true classes are known


def true_area(share, distance=1.0):
    """Return the area under the PR curve of two normal distributions."""

    def precision(recall):
        fpr = norm.sf(norm.isf(recall) + distance)
        return share * recall / (share * recall + (1 - share) * fpr)

    return quad(precision, 0, 1, epsabs=1e-10)[0]


def replications(share, count, wrong=None, size=(20_000, 20_000)):
    """Return the corrected areas of positives and of unlabelled examples, a share of them positive.

    `wrong` is the share that the correction assumes, if it is another one.
    """
    rng, found = np.random.default_rng(round(1000 * share)), []
    assumed = share if wrong is None else wrong
    for _ in range(count):
        hidden = rng.random(size[1]) < share
        scores = np.append(rng.normal(1, 1, size[0]), rng.normal(hidden * 1.0, 1))
        curve = prp.ConfusionCurve.from_scores(np.arange(scores.size) < size[0], scores)
        curve = curve.corrected(positives_in_negatives=assumed).at_prevalence(assumed)
        found.append(prp.aucpr(curve))
    return np.array(found)


@pytest.mark.parametrize(
    ("share", "count"), [slowly((0.1, 200)), (0.3, 30), slowly((0.3, 200)), slowly((0.5, 200))]
)
def test_the_corrected_area_is_that_of_the_true_classes(share, count):
    areas = replications(share, count)
    error = areas.std(ddof=1) / np.sqrt(count)
    assert abs(areas.mean() - true_area(share)) < 2 * error
    # Unlabelled examples taken for negatives, and shares that are wrong, give other areas.
    for other in (0.0001, 0.8 * share):
        assert abs(replications(share, 5, wrong=other).mean() - true_area(share)) > 4 * error
