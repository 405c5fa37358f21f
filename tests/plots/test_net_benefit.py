from fractions import Fraction

import numpy as np
import pytest

import prplot as prp
from prplot.core.measures.metric_steps import MetricSteps
from prplot.draw.scene import BAND, CURVE, FOLD, TREATED
from tests.plots.artists import colors, fresh_axes, marked

# Net benefit of two markers of prostate cancer in 750 men, of whom 105 have it, as published with
# the R package dcurves (Sjoberg & Vickers; its test data `df_binary`, and what it computes of them:
# the results that the packages for R and Python are both checked against). Here with its six
# digits; of age (its probability by logistic regression) with the counts.
FAMILY_HISTORY = {
    0.12: 0.015455,
    0.24: -0.006316,
    0.36: -0.036250,
    0.48: -0.080000,
    0.60: -0.150000,
    0.72: -0.280000,
    0.84: -0.605000,
    0.96: -2.880000,
}
AGE = [
    (0.40, 21, 23, 0.007556),
    (0.30, 35, 46, 0.020381),
    (0.25, 43, 74, 0.024444),
    (0.20, 59, 110, 0.042000),
    (0.18, 62, 138, 0.042276),
    (0.16, 67, 160, 0.048698),
    (0.14, 73, 196, 0.054791),
    (0.12, 80, 230, 0.064848),
    (0.10, 84, 289, 0.069185),
    (0.08, 88, 348, 0.076986),
    (0.05, 98, 454, 0.098807),
]


def drawn(*args, **options):
    return prp.plot_net_benefit(*args, ax=fresh_axes(), **options)


def net_benefit(labels, scores, t, *, beyond=False):
    """Return the exact net benefit at a threshold, or just above it, by its definition."""
    acts = scores > t if beyond else scores >= t
    tp, fp = int((acts & (labels == 1)).sum()), int((acts & (labels == 0)).sum())
    odds = Fraction(float(t)) / (1 - Fraction(float(t)))
    return float((tp - fp * odds) / len(labels))


@pytest.fixture(scope="module")
def case():
    rng = np.random.default_rng(5)
    labels = (rng.random(80) < 0.3).astype(int)
    # Fractions of a power of two: computed thresholds are the scores themselves.
    return labels, np.clip(rng.integers(0, 50, 80) + 14 * labels, 0, 63) / 64


def test_net_benefit_is_that_of_the_definition_at_each_threshold_and_between(case):
    labels, scores = case
    steps = MetricSteps.of(prp.ConfusionCurve.from_scores(labels, scores, thresholds=np.unique))
    places = np.unique(np.concatenate([scores, np.arange(64) / 64 + 1 / 128]))
    expected = np.array([net_benefit(labels, scores, t) for t in places])
    found = steps.function("net_benefit").value_at(places)
    np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-15)
    share = steps.function("standardized_net_benefit").value_at(places)
    np.testing.assert_allclose(share, expected / labels.mean(), rtol=1e-13, atol=1e-15)
    for t in scores[:10]:
        point = prp.operating_point(labels, scores, threshold=t)
        assert point.net_benefit == pytest.approx(net_benefit(labels, scores, t), rel=1e-13)


def test_a_line_follows_the_definition_on_both_sides_of_each_jump(case):
    labels, scores = case
    steps = MetricSteps.of(prp.ConfusionCurve.from_scores(labels, scores, thresholds=np.unique))
    x, y = steps.function("net_benefit").within(np.linspace(-0.1, 0.95, 30))
    exact = [[net_benefit(labels, scores, t, beyond=one) for t in x] for one in (False, True)]
    assert np.min(abs(y - np.array(exact)), axis=0).max() < 1e-14
    assert np.isin(scores[scores < 0.95], x).all()
    assert np.isclose(x[:, None], np.linspace(-0.1, 0.95, 30)[3:]).any(axis=0).all()
    # Drawn, it is nowhere a pixel away from what it bends along.
    ax = drawn(labels, scores)
    ax.set(xlim=(0, 0.9), ylim=(-1, 1))
    ax.figure.draw_without_rendering()
    (line,) = marked(ax, CURVE)
    places = np.setdiff1d(np.linspace(0.001, 0.899, 997), scores)
    straight = np.interp(places, *line.get_xydata().T)
    exact = [net_benefit(labels, scores, t) for t in places]
    assert np.quantile(abs(straight - exact), 0.9) < 0.1 / ax.bbox.height


def test_family_history_has_the_published_net_benefit():
    labels = np.repeat([1, 1, 0, 0], [24, 81, 91, 554])
    marker = np.repeat([1, 0, 1, 0], [24, 81, 91, 554])
    for t, published in FAMILY_HISTORY.items():
        point = prp.operating_point(labels, marker, threshold=t)
        assert point.net_benefit == pytest.approx(published, abs=5e-7)


def test_age_has_the_published_net_benefit():
    thresholds, tp, fp, published = np.array(AGE).T
    curve = prp.ConfusionCurve.from_counts(tp, fp, 105, 645, thresholds=thresholds)
    table = prp.operating_points(curve, threshold=thresholds)
    np.testing.assert_allclose(table["net_benefit"], published, atol=5e-7)
    np.testing.assert_allclose(table["standardized_net_benefit"], published / 0.14, atol=5e-6)
    line = MetricSteps.of(curve).function("net_benefit")
    np.testing.assert_allclose(line.value_at(thresholds), published, atol=5e-7)


def test_all_and_none_are_treated_at_each_prevalence(case):
    labels, scores = case
    ax = drawn(labels, scores)
    ax.set_xlim(0, 1)
    ax.figure.draw_without_rendering()
    none, everybody = marked(ax, TREATED)
    assert set(none.get_ydata()) == {0}
    x, y = everybody.get_xydata().T
    pi = labels.mean()
    np.testing.assert_allclose(y, pi - (1 - pi) * x / (1 - x), rtol=1e-12, atol=1e-15)
    assert x[0] == 0
    # One line for models of the same rows, and one for each prevalence.
    assert len(marked(drawn(labels, {"a": scores, "b": 1 - scores}), TREATED)) == 2
    groups = drawn(labels, scores, hue=np.repeat(["a", "b"], 40))
    assert len(marked(groups, TREATED)) == 3
    assert colors(groups, TREATED)[1:] == colors(groups, CURVE)
    before = len(marked(ax, TREATED))
    prp.plot_net_benefit(labels, scores**2, ax=ax)
    assert len(marked(ax, TREATED)) == before


def test_a_standardized_line_begins_at_1(case):
    labels, scores = case
    ax = drawn(labels, scores, standardized=True)
    ax.set_xlim(0, 1)
    ax.figure.draw_without_rendering()
    assert marked(ax, TREATED)[1].get_ydata()[0] == pytest.approx(1)
    assert ax.get_ylabel() == "Standardized net benefit"


def test_means_of_folds_are_those_of_their_lines(case):
    labels, scores = case
    folds = np.arange(80) % 2
    ax = drawn(labels, scores, units=folds, errorbar="sd")
    ax.set(xlim=(0, 1), ylim=(-1, 1))
    ax.figure.draw_without_rendering()
    # The last line of the role is a row of the legend.
    assert len([one for one in marked(ax, FOLD) if np.size(one.get_xdata())]) == 2
    (line,) = [one for one in marked(ax, CURVE) if np.size(one.get_xdata())]
    for t in np.unique(scores)[2:-8]:
        each = [net_benefit(labels[folds == k], scores[folds == k], t) for k in (0, 1)]
        assert np.interp(t, *line.get_xydata().T) == pytest.approx(np.mean(each), abs=2e-3)


def test_the_band_has_the_intervals_of_operating_points(case):
    labels, scores = case
    at = [0.25, 0.375, 0.5]
    table = prp.operating_points(labels, scores, threshold=at, errorbar="ci", seed=1, n_boot=4000)
    ax = drawn(labels, scores, errorbar="ci", seed=1, n_boot=4000)
    (band,) = [
        one for one in marked(ax, BAND) if one.get_paths() and one.get_paths()[0].vertices.size
    ]
    corners = band.get_paths()[0].vertices
    for i, t in enumerate(at):
        # At a score the border jumps: the value there is that before it.
        here = corners[np.isclose(corners[:, 0], t - 1e-9, atol=0.004), 1]
        low, high = table[["net_benefit 2.5 %", "net_benefit 97.5 %"]].iloc[i]
        assert here.min() == pytest.approx(low, abs=0.03)
        assert here.max() == pytest.approx(high, abs=0.03)


def test_intervals_are_those_of_the_given_thresholds(case):
    labels, scores = case
    # No score lies between the two: they have the same counts, but not the same odds.
    t = np.sort(np.unique(scores))[20]
    one, other = t - 1 / 128, t - 1 / 1024
    table = prp.operating_points(labels, scores, threshold=[one, other], errorbar="ci", seed=0)
    assert table["tp"].nunique() == table["fp"].nunique() == 1
    ends = table[["net_benefit 2.5 %", "net_benefit", "net_benefit 97.5 %"]].to_numpy()
    assert (np.diff(ends, axis=0) < 0).all()
    assert (np.diff(ends, axis=1) > 0).all()
    assert table["recall 2.5 %"].nunique() == 1


@pytest.mark.parametrize("wrong", [1.5, -0.25])
def test_scores_that_are_no_probabilities_are_refused(case, wrong):
    labels, scores = case
    bad = np.append(wrong, scores[1:])
    said = rf"^y_score of 'b' must be probabilities, in \[0, 1\], for net benefit, found {wrong}$"
    with pytest.raises(ValueError, match=said):
        drawn(labels, {"a": scores, "b": bad})


def test_marked_thresholds_are_probabilities(case):
    for wrong in (1.5, -0.25):
        said = rf"^thresholds in mark must be probabilities, in \[0, 1\], for .*, found {wrong}$"
        with pytest.raises(ValueError, match=said):
            drawn(*case, mark=[{"recall": 0.5}, {"threshold": [0.5, wrong]}])


@pytest.mark.parametrize("threshold", [1.0, 1.5, np.inf, -0.5])
def test_only_a_probability_has_a_net_benefit(case, threshold):
    labels, scores = case
    for given in (scores, scores - 1, scores + 1):
        assert np.isnan(prp.operating_point(labels, given, threshold=threshold).net_benefit)


def test_a_curve_without_thresholds_has_no_decision_curve():
    curve = prp.ConfusionCurve.from_counts([5, 10], [5, 30], 20, 200)
    with pytest.raises(ValueError, match=r"^the curve has no thresholds; net benefit needs them$"):
        drawn(curve)


def test_negatives_alone_are_drawn_below_0(case):
    _, scores = case
    with pytest.warns(prp.UndefinedMetricWarning) as warned:
        ax = drawn(np.zeros(80, int), scores)
    assert len(warned) == 1
    low, high = ax.get_ylim()
    assert low < 0 < high
