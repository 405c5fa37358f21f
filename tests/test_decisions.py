"""Operating points that are wished for, against a search through all thresholds."""

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn import metrics

import prplot as prp
from prplot.core.measures.operating_point import CRITERIA, METRICS
from tests.laws import law_of

LABELS, SCORES = [1, 0, 1, 1, 0, 0, 0, 1], [0.9, 0.8, 0.8, 0.6, 0.5, 0.4, 0.3, 0.1]


@st.composite
def examples(draw):
    rows = draw(st.lists(st.tuples(st.booleans(), st.integers(0, 6)), min_size=2, max_size=24))
    labels, scores = (np.array(one) for one in zip(*rows, strict=True))
    weights = draw(st.none() | st.just(np.arange(1, labels.size + 1)))
    return labels.astype(int), scores, weights


def thresholds_of(labels, scores, weights):
    """Return the exact counts at every threshold, best first, from nothing predicted positive."""
    mass = np.ones(labels.size, int) if weights is None else weights
    found = []
    for threshold in [math.inf, *sorted(set(scores.tolist()), reverse=True)]:
        chosen = scores >= threshold
        tp, fp = (int(mass[chosen & (labels == label)].sum()) for label in (1, 0))
        found.append((threshold, tp, fp))
    return found, int(mass[labels == 1].sum()), int(mass[labels == 0].sum())


def searched(kind, wish, points, pos, neg):
    """Return what a search through all thresholds finds, in exact fractions."""

    def f_score(tp, fp):
        if tp == 0:
            return Fraction(0)
        b2 = Fraction(wish) ** 2
        return (1 + b2) * tp / ((1 + b2) * tp + b2 * (pos - tp) + fp)

    # What is limited, whether a point may be the start, and what is best.
    rules = {
        "recall": (
            lambda tp, fp: Fraction(tp, pos) >= wish,
            lambda tp, fp: (precision(tp, fp), tp),
        ),
        "precision": (lambda tp, fp: precision(tp, fp) >= wish, lambda tp, fp: tp),
        "fpr": (lambda tp, fp: Fraction(fp, neg) <= wish, lambda tp, fp: tp),
        "predicted_positives": (lambda tp, fp: tp + fp <= wish, lambda tp, fp: tp + fp),
        "rate": (lambda tp, fp: Fraction(tp + fp, pos + neg) <= wish, lambda tp, fp: tp + fp),
        "beta": (lambda tp, fp: True, f_score),
        "cost": (lambda tp, fp: True, lambda tp, fp: -(wish[0] * fp + wish[1] * (pos - tp))),
    }
    accepted, value = rules[kind]
    with_start = kind in ("fpr", "beta", "cost")
    kept = [point for point in points[not with_start :] if accepted(*point[1:])]
    return max(kept, key=lambda point: (value(*point[1:]), point[0])) if kept else None


def precision(tp, fp):
    return Fraction(tp, tp + fp)


@law_of(40)
@given(examples(), st.integers(0, 8), st.sampled_from([k for k in CRITERIA if k != "threshold"]))
def test_a_wish_is_fulfilled_as_by_a_search_through_all_thresholds(rows, eighths, kind):
    labels, scores, weights = rows
    points, pos, neg = thresholds_of(labels, scores, weights)
    if not pos or not neg:
        return
    wish = {"predicted_positives": eighths + 1, "beta": eighths / 2, "cost": (eighths, 3)}.get(
        kind, Fraction(eighths, 8)
    )
    asked = {kind: float(wish) if isinstance(wish, Fraction) else wish}
    expected = searched(kind, wish, points, pos, neg)
    if expected is None:
        with pytest.raises(prp.UnreachableError, match="no threshold has"):
            prp.operating_point(labels, scores, sample_weight=weights, **asked)
        return
    found = prp.operating_point(labels, scores, sample_weight=weights, **asked)
    assert (found.threshold, found.tp, found.fp) == expected


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.UndefinedMetricWarning")
@law_of(8)
@given(examples())
def test_metrics_at_a_given_threshold_are_those_of_scikit_learn(rows):
    labels, scores, weights = rows
    if labels.min() == labels.max():
        return
    for threshold in np.unique(scores) - 0.5:
        point = prp.operating_point(labels, scores, threshold=threshold, sample_weight=weights)
        predicted = (scores >= threshold).astype(int)
        options = {"sample_weight": weights}
        assert point.threshold == threshold
        assert point.precision == pytest.approx(
            metrics.precision_score(labels, predicted, **options)
        )
        assert point.recall == pytest.approx(metrics.recall_score(labels, predicted, **options))
        assert point.f1 == pytest.approx(metrics.f1_score(labels, predicted, **options))
        assert point.mcc == pytest.approx(
            metrics.matthews_corrcoef(labels, predicted, **options), abs=1e-12
        )
        matrix = metrics.confusion_matrix(labels, predicted, **options)
        assert [point.tn, point.fp, point.fn, point.tp] == matrix.ravel().tolist()


def test_the_record_says_what_was_asked_and_has_all_metrics():
    point = prp.operating_point(LABELS, SCORES, precision=0.7)
    assert (point.threshold, point.tp, point.fp, point.fn, point.tn) == (0.6, 3, 1, 1, 3)
    assert point.asked == "precision of at least 0.7"
    assert {key: getattr(point, key) for key in METRICS} == pytest.approx(
        {
            "precision": 0.75,
            "recall": 0.75,
            "f1": 0.75,
            "f_beta": 0.75,
            "f_gain": 2 / 3,
            "specificity": 0.75,
            "fpr": 0.25,
            "accuracy": 0.75,
            "balanced_accuracy": 0.75,
            "mcc": 0.5,
            "queue_rate": 0.5,
            "lift": 1.5,
            "net_benefit": 3 / 8 - 1 / 8 * 0.6 / 0.4,
            "standardized_net_benefit": 3 / 4 - 1 / 4 * 0.6 / 0.4,
        }
    )
    assert str(point) == (
        "threshold 0.6 (precision of at least 0.7): precision 0.75, recall 0.75, F1 0.75; tp 3, "
        "fp 1, fn 1, tn 3"
    )
    assert hash(point) == hash(prp.operating_point(LABELS, SCORES, precision=0.7))


def test_what_no_threshold_reaches_is_answered_with_the_nearest():
    with pytest.raises(prp.UnreachableError) as error:
        prp.operating_point([0, 1, 1, 0], [4, 3, 2, 1], precision=0.9)
    assert str(error.value) == (
        "no threshold has precision of at least 0.9; the nearest is 0.666667 at the threshold 2, "
        "where recall is 1"
    )


def test_a_curve_answers_with_its_own_points_and_refuses_those_it_does_not_list():
    labels, scores = [1, 0, 0, 0, 1], [5, 4, 3, 2, 1]
    curve = prp.ConfusionCurve.from_scores(labels, scores)
    assert prp.operating_point(curve, recall=0.5).threshold == 5
    assert prp.operating_point(curve, threshold=1.5).fp == 3
    for asked in ({"threshold": 3}, {"predicted_positives": 2}):
        with pytest.raises(ValueError, match="lists the thresholds 5 and 2, and other scores may"):
            prp.operating_point(curve, **asked)
        every = prp.ConfusionCurve.from_scores(labels, scores, thresholds=np.unique)
        point = prp.operating_point(every, **asked)
        expected = prp.operating_point(labels, scores, **asked)
        assert (point.tp, point.fp) == (expected.tp, expected.fp)
    chosen = prp.ConfusionCurve.from_scores(labels, scores, thresholds=[4, 2])
    assert prp.operating_point(chosen, threshold=2).fp == 3
    with pytest.raises(ValueError, match="has no counts for the threshold 3"):
        prp.operating_point(chosen, threshold=3)
    published = prp.ConfusionCurve.from_counts([5, 10], [5, 30], 20, 2000)
    assert prp.operating_point(published, recall=0.5).fp == 30
    with pytest.raises(ValueError, match="the curve has no thresholds"):
        prp.operating_point(published, threshold=0.5)


def test_a_scan_answers_with_exact_points():
    rng = np.random.default_rng(0)
    table = pd.DataFrame({"y": rng.random(5000) < 0.3})
    table["s"] = rng.normal(size=5000) + table["y"]
    curve = prp.scan(table, y_true="y", y_score="s")
    point = prp.operating_point(curve, recall=0.8)
    same = prp.operating_point(table["y"], table["s"], threshold=point.threshold)
    assert (point.tp, point.fp) == (same.tp, same.fp)
    exact = prp.operating_point(table["y"], table["s"], recall=0.8)
    assert point.precision == pytest.approx(exact.precision, abs=0.005)


def test_intervals_of_a_given_threshold_are_those_of_jeffreys():
    rng = np.random.default_rng(1)
    labels = rng.random(400) < 0.3
    scores = rng.normal(size=400) + labels
    options = {"errorbar": ("ci", 90), "n_boot": 6000, "seed": 1}
    point = prp.operating_point(labels, scores, threshold=0.5, **options)
    for key, k, n in (("recall", point.tp, labels.sum()), ("fpr", point.fp, (~labels).sum())):
        expected = stats.beta.ppf([0.05, 0.95], k + 0.5, n - k + 0.5)
        assert point.intervals[key] == pytest.approx(expected, abs=0.004)
    assert point.level == 0.9
    curve = prp.ConfusionCurve.from_scores(labels, scores, thresholds=np.unique)
    assert prp.operating_point(curve, threshold=0.5, **options) == point
    ones = np.ones(400)
    weighted = prp.operating_point(labels, scores, threshold=0.5, sample_weight=ones, **options)
    assert weighted.intervals["recall"] == pytest.approx(point.intervals["recall"])
    # Each row a cluster of its own says the same; ten rows of one score a cluster say less.
    alone, many = np.arange(400), (scores > 0.5) * 20 + rng.integers(20, size=400)
    widths = []
    for clusters in (alone, many):
        found = prp.operating_point(labels, scores, threshold=0.5, clusters=clusters, **options)
        widths.append(np.diff(found.intervals["recall"])[0])
    own = np.diff(point.intervals["recall"])[0]
    assert widths[0] == pytest.approx(own, rel=0.05)
    assert widths[1] > 1.5 * own


def test_a_table_has_a_row_for_each_wish_group_and_fold():
    rng = np.random.default_rng(2)
    size = 600
    table = pd.DataFrame({"y": rng.random(size) < 0.4, "site": ["a", "b"] * (size // 2)})
    table["s"], table["fold"] = rng.normal(size=size) + table["y"], np.arange(size) // 2 % 3
    found = prp.operating_points(
        "y", "s", data=table, hue="site", units="fold", recall=[0.5, 0.8], beta=2
    )
    assert found.columns[:4].tolist() == ["curve", "fold", "asked", "threshold"]
    assert len(found) == 2 * 3 * (3 + 2)
    one = found.query("curve == 'a' and asked == 'recall of at least 0.8'")
    assert one["fold"].tolist() == ["0", "1", "2", "mean", "std"]
    folds = one["threshold"].to_numpy()
    assert folds[3:] == pytest.approx([folds[:3].mean(), folds[:3].std(ddof=1)])
    for i, row in enumerate(one[:3].itertuples()):
        rows = table.query(f"site == 'a' and fold == {i}")
        assert row.threshold == prp.operating_point(rows["y"], rows["s"], recall=0.8).threshold
    costs = prp.operating_points(LABELS, SCORES, cost=[(1, 1), (1, 10)])
    assert costs["threshold"].tolist() == [0.6, 0.1]


def test_intervals_in_a_table_follow_their_metrics():
    rng = np.random.default_rng(3)
    labels = rng.random(300) < 0.4
    scores = {"good": rng.normal(size=300) + 2 * labels, "poor": rng.normal(size=300)}
    found = prp.operating_points(labels, scores, precision=[0.4, 0.5], errorbar="ci", seed=0)
    place = found.columns.get_loc("recall")
    assert found.columns[place + 1 : place + 3].tolist() == ["recall 2.5 %", "recall 97.5 %"]
    row = found.iloc[1]
    assert row["recall 2.5 %"] < row["recall"] < row["recall 97.5 %"]


def test_wishes_that_no_threshold_fulfils_are_listed_in_one_warning():
    with pytest.warns(UserWarning, match="^a: no threshold has precision of at least 1; ") as found:
        table = prp.operating_points([0, 1], {"a": [2, 1], "b": [1, 2]}, precision=1)
    assert len(found) == 1
    assert found[0].filename == __file__
    assert table["threshold"].isna().tolist() == [True, False]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({}, "pass at least one condition of threshold, "),
        (
            {"recall": 0.5, "fpr": 0.1},
            "takes exactly one condition, found recall of .* and false .*; operating_points",
        ),
        (
            {"recall": [0.5, 0.8]},
            r"takes exactly one condition, found recall of at least 0.5 and recall",
        ),
        ({"recall": 80}, r"recall must be in \[0, 1\], found 80"),
        ({"recall": "high"}, "recall must be one number, found 'high'"),
        # Else a warning that masked numbers ignore how they are to be written.
        ({"recall": np.ma.masked}, "recall holds masked values"),
        ({"predicted_positives": 0}, "predicted_positives must be above 0, found 0"),
        ({"cost": (1,)}, r"cost must be two finite numbers, 0 or more.* found \(1,\)"),
        ({"cost": (-1, 2)}, "cost must be two finite numbers, 0 or more"),
        ({"beta": -1}, "beta must be"),
        ({"recall": 0.5, "clusters": [1] * 8}, "clusters goes with errorbar='ci'"),
        ({"recall": 0.5, "errorbar": "sd"}, "errorbar must be 'ci'"),
        ({"recall": 0.5, "errorbar": "ci"}, "intervals need at least 10 positives"),
    ],
)
def test_wrong_wishes_get_one_sentence(asked, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        prp.operating_point(LABELS, SCORES, **asked)


def test_other_functions_of_thresholds_take_labels_and_scores():
    curve = prp.ConfusionCurve.from_scores(LABELS, SCORES)
    assert prp.best_threshold(LABELS, SCORES, beta=2) == prp.best_threshold(curve, 2)
    found = prp.operating_conditions(LABELS, SCORES)
    pd.testing.assert_frame_equal(found, prp.operating_conditions(curve))
    for function in (prp.calibrate, prp.f_calibrate):
        assert function(LABELS, SCORES).tolist() == function(curve, SCORES).tolist()


def test_mcc_of_the_rarest_positives_is_that_of_other_units():
    for mass in (1, 1e-30, 1e-70):
        weights = np.array([mass, 1 / mass, mass, 1 / mass])
        point = prp.operating_point([1, 0, 1, 0], [4, 3, 2, 1], threshold=4, sample_weight=weights)
        # With one class in excess, half of the positives are found, and nothing else.
        expected = 1 / math.sqrt(3) if mass == 1 else math.sqrt(1 / 2)
        assert point.mcc == pytest.approx(expected)


def test_beta_beside_a_curve_is_given_once():
    curve = prp.ConfusionCurve.from_scores(LABELS, SCORES)
    assert prp.best_threshold(curve, 2) == prp.best_threshold(curve, beta=2)
    with pytest.raises(TypeError, match="beta is given twice, found 2 and 3"):
        prp.best_threshold(curve, 2, beta=3)


def test_a_run_of_negatives_is_no_single_row_because_its_weights_add_up_to_one():
    labels, scores = np.array([1, 0, 0, 1, 0]), np.array([8, 7, 6, 5, 4])
    weights = np.array([1, 0.5, 0.5, 1, 1])
    curve = prp.ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
    assert prp.operating_point(labels, scores, threshold=7, sample_weight=weights).fp == 0.5
    with pytest.raises(ValueError, match="has no counts for the threshold 7"):
        prp.operating_point(curve, threshold=7)


def test_wishes_keep_all_their_digits():
    rng = np.random.default_rng(0)
    labels, scores, folds = rng.integers(0, 2, 60), rng.random(60), np.arange(60) % 3
    asked = [0.12345671, 0.12345672, 0.12345672]
    table = prp.operating_points(labels, scores, units=folds, threshold=asked)
    means = table[table["fold"] == "mean"]
    assert means["threshold"].tolist() == pytest.approx(asked, rel=1e-12)
    assert means["asked"].tolist() == [f"threshold {one}" for one in asked]
    assert prp.operating_point([1, 0], [2, 1], predicted_positives=1234567).asked == (
        "at most 1234567 predicted positive"
    )
    large = prp.ConfusionCurve.from_counts([7654321], [1], 12345678, 10**8)
    assert str(prp.operating_point(large, precision=0.9)).endswith(
        "tp 7654321, fp 1, fn 4691357, tn 99999999"
    )


def test_tables_and_legends_have_the_same_means_over_folds_and_tell_which_folds_count():
    table = {"y": [1, 0, 1, 0, 0, 1, 0, 1], "s": [4, 3, 2, 1, 2, 1, 4, 3]}
    table["fold"] = [0] * 4 + [1] * 4
    given = {"data": table, "y_true": "y", "y_score": "s", "units": "fold"}
    said = (
        "; precision of at least 0.9: threshold, .* and lift: the mean leaves out 1 of 2 folds; "
        "false positive rate of at most 0.1: threshold, precision, f_gain and lift: the mean "
        "leaves out 1 of 2 folds$"
    )
    with pytest.warns(UserWarning, match=said):
        points = prp.operating_points(precision=0.9, fpr=0.1, **given)
    at_precision, at_fpr = (points[points["asked"].str.startswith(one)] for one in ("p", "f"))
    recall, spread = 0.25, 0.5**1.5
    assert at_precision["recall"].tolist() == pytest.approx([0.5, 0, recall, spread])
    assert at_precision["precision"].isna().tolist() == [False, True, False, True]
    assert at_fpr["precision"].iloc[2:].tolist() == pytest.approx([1, np.nan], nan_ok=True)
    both = {"score": ["recall@precision=0.9", "precision@fpr=0.1"], **given}
    said = (
        "^Precision at FPR ≤ 0.1: the mean leaves out 1 of 2 folds; Recall at precision ≥ 0.9: the "
        "mean counts 1 of 2 folds as 0, because no threshold has such a precision$"
    )
    with pytest.warns(UserWarning, match=said):
        means = prp.summary(**both)
    assert means["Recall at precision ≥ 0.9"].tolist() == at_precision["recall"].tolist()
    assert means["Precision at FPR ≤ 0.1"].iloc[2] == 1
    with pytest.warns(UserWarning, match=said):
        (text,) = prp.plot_pr(**both).get_legend().get_texts()
    assert "precision ≥ 0.9 0.250 ± 0.354, Precision at FPR ≤ 0.1 1.000)" in text.get_text()


@pytest.mark.parametrize("kind", ["recall", "precision", "fpr", "beta"])
def test_a_fold_of_one_class_has_an_empty_row(kind):
    labels, folds = np.array([1, 0, 1, 0, 0, 0]), np.repeat([0, 1, 2], 2)
    with (
        pytest.warns(prp.UndefinedMetricWarning),
        pytest.warns(UserWarning, match=f"fold 2: the data have no positives; .* by {kind}"),
    ):
        table = prp.operating_points(labels, labels + 1.0, units=folds, **{kind: 0.5})
    assert np.isnan(table.query("fold == '2'")["threshold"].item())
    assert table.query("fold == 'mean'")["threshold"].item() == 2
    with (
        pytest.warns(prp.UndefinedMetricWarning),
        pytest.raises(prp.UnreachableError, match="the data have no positives"),
    ):
        prp.operating_point([0, 0, 0], [1, 2, 3], **{kind: 0.5})


def test_a_fold_of_one_class_has_no_intervals_beside_clusters_and_weights():
    rng = np.random.default_rng(4)
    labels, folds = rng.random(300) < 0.5, np.repeat([0, 1], 150)
    labels[folds == 1] = False
    given = {"units": folds, "errorbar": "ci", "n_boot": 400, "seed": 0}
    for more in ({"clusters": np.arange(300) // 2}, {"sample_weight": rng.random(300)}):
        with (
            pytest.warns(prp.UndefinedMetricWarning),
            pytest.warns(UserWarning, match="fold 1: the data have no positives"),
        ):
            table = prp.operating_points(labels, rng.random(300), recall=0.5, **given, **more)
        assert table["precision 2.5 %"].notna().tolist() == [True, False, False, False]
        with (
            pytest.warns(prp.UndefinedMetricWarning),
            pytest.warns(prp.FewExamplesWarning, match="means of folds have no interval"),
            pytest.warns(UserWarning, match="^AUROC, .*: the mean leaves out 1 of 2 folds$"),
        ):
            table = prp.summary(labels, rng.random(300), **given, **more)
        assert table["AUROC 2.5 %"].notna().tolist() == [True, False, False, False]


def test_a_condition_that_is_given_twice_has_two_rows_and_one_sentence():
    with pytest.warns(UserWarning, match="^fold 0: no threshold has precision") as caught:
        table = prp.operating_points([0, 1] * 2, [2, 1, 1, 2], units=[0, 0, 1, 1], precision=[1, 1])
    assert table["fold"].tolist() == ["0", "0", "1", "1", "mean", "std", "mean", "std"]
    (said,) = (str(one.message) for one in caught)
    assert said.count("fold 0: no threshold") == said.count("the mean leaves out 1 of 2 folds") == 1


def test_the_smallest_masses_still_decide():
    # 10^20 rows of equal weights would make the same curve.
    labels, scores, weights = [0, 1, 0], [3, 2, 1], [1e-20, 1e-20, 1]
    point = prp.operating_point(labels, scores, sample_weight=weights, rate=0.5)
    assert (point.threshold, point.recall) == (2, 1)


def test_intervals_above_all_scores_of_small_classes_and_of_published_points():
    rng = np.random.default_rng(3)
    labels = np.repeat([1, 0], 100)
    scores = rng.random(200)
    options = {"errorbar": "ci", "n_boot": 20000, "seed": 1}
    above = prp.operating_point(labels, scores, threshold=2, **options)
    expected = stats.beta.ppf(0.975, 0.5, 100.5)
    assert above.intervals["recall"] == (0, pytest.approx(expected, rel=0.1))
    assert "precision" not in above.intervals
    # Nothing is above infinity, and everything above its negative.
    for known in (scores, np.where(scores < 0.3, -math.inf, scores)):
        for threshold in (math.inf, -math.inf):
            point = prp.operating_point(labels, known, threshold=threshold, **options)
            assert point.intervals == {}
    weights = np.where(labels == 1, 1.0, 1e-20)
    rare = prp.operating_point(labels, scores, threshold=0.5, sample_weight=weights, **options)
    same = prp.operating_point(labels, scores, threshold=0.5, **options)
    assert rare.intervals["fpr"] == pytest.approx(same.intervals["fpr"], abs=0.01)
    published = prp.ConfusionCurve.from_counts([50, 80], [10, 40], 100, 100)
    point = prp.operating_point(published, recall=0.7, **options)
    expected = stats.beta.ppf([0.025, 0.975], 80.5, 20.5)
    assert point.intervals["recall"] == pytest.approx(expected, abs=0.005)


def test_gains_of_the_rarest_positives_have_no_rounding_errors():
    weights = np.array([1e-70, 1e70, 1e-70, 1e70])
    point = prp.operating_point([1, 0, 1, 0], [4, 3, 2, 1], threshold=2, sample_weight=weights)
    assert (point.recall, point.fpr, point.f_gain) == (1, 0.5, 0.75)
    assert prp.operating_point([1, 0], [2, 1], threshold=3).f_gain == -math.inf


@pytest.mark.parametrize(
    "scores", [[0.5, -0.0, 0.0, -1], [0.5, -0.0, -0.5, -1], [1, 0.5, -1, -0.0]]
)
@pytest.mark.parametrize("weights", [None, [1, 1, 1, 1.5]])
@pytest.mark.parametrize("thresholds", [None, np.unique])
def test_a_threshold_is_never_minus_zero(scores, weights, thresholds):
    options = {"sample_weight": weights, "thresholds": thresholds}
    curve = prp.ConfusionCurve.from_scores([1, 1, 0, 0], scores, **options)
    assert not np.signbit(curve.thresholds[curve.thresholds == 0]).any()


@pytest.mark.skipif(
    np.finfo(np.longdouble).nmant < 63, reason="no float type here tells all 64-bit integers apart"
)
@pytest.mark.parametrize("kind", [np.int64, np.uint64, np.longdouble])
def test_a_threshold_chooses_the_rows_that_its_point_counts(kind):
    labels, scores = [1, 0, 1, 0], np.array([2**62 + 3, 2**62 + 2, 2**62 + 1, 2**62]).astype(kind)
    given = [scores[1].item(), 2**62]
    points = [prp.operating_point(labels, scores, recall=one) for one in (0.5, 1)]
    points += [prp.operating_point(labels, scores, threshold=one) for one in given]
    assert [(scores >= point.threshold).sum() for point in points] == [1, 3, 2, 4]
    assert [point.tp + point.fp for point in points] == [1, 3, 2, 4]
    assert {type(point.threshold) for point in points} == {np.longdouble}
    assert points[0].threshold == prp.best_threshold(labels, scores, beta=0.1).threshold
    options = {"recall": [0.5, 1], "threshold": given}
    table = prp.operating_points(labels, scores, **options)
    expected = [point.threshold for point in points[2:] + points[:2]]
    assert table["threshold"].dtype == np.longdouble
    assert table["threshold"].tolist() == expected
    # Tables without such a type have all digits as text.
    data = polars.DataFrame({"y": labels, "s": scores.astype(np.uint64)})
    table = prp.operating_points("y", "s", data=data, **options)
    assert [np.longdouble(one) for one in table["threshold"]] == expected


def test_a_point_of_a_threshold_says_it_once():
    point = prp.operating_point([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], threshold=0.75)
    assert str(point).startswith("threshold 0.75: precision 0.5")
    point = prp.operating_point([1, 0, 1, 0], [0.9, 0.8, 2 / 3, 0.1], threshold=2 / 3)
    assert str(point).startswith("threshold 0.666667: precision 0.667")
