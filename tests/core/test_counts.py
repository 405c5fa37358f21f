import copy
import pickle
from dataclasses import FrozenInstanceError, is_dataclass
from fractions import Fraction

import numpy as np
import pytest
import sklearn.metrics as skm
from hypothesis import assume, given
from hypothesis import strategies as st

from prplot import ConfusionCurve, aucpr, auroc, average_precision
from tests.laws import (
    close,
    count_paths,
    distinct_vertices,
    law,
    rankings,
    slow_precision_at,
    slow_recall_at,
    weighted_rankings,
)

ARRAYS = [
    *("tp", "fp", "fn", "tn", "thresholds", "recall", "precision"),
    *("tpr", "fpr", "recall_gain", "precision_gain"),
]

prevalences = st.floats(1e-3, 1 - 1e-3)


def roc_vertices(curve):
    return distinct_vertices(curve.fpr, curve.tpr)


def assert_same_roc(found, expected, *, absolute=1e-12):
    np.testing.assert_allclose(roc_vertices(found), roc_vertices(expected), rtol=0, atol=absolute)


def shuffled_ranking(pos, neg, seed=0):
    rng = np.random.default_rng(seed)
    return np.repeat([1, 0], [pos, neg]), rng.permutation(pos + neg) / 7


# The record


@law
@given(count_paths())
def test_given_points_are_listed_and_all_coordinates_follow_from_their_counts(path):
    curve = path.curve()
    tp, fp = curve.tp, curve.fp
    assert (curve.fn == path.pos - tp).all()
    assert (curve.tn == path.neg - fp).all()
    assert curve.prevalence == path.pos / (path.pos + path.neg)
    odds = Fraction(path.pos, path.neg)
    # Where nothing is predicted positive yet, the limit along the first segment stands in.
    ahead = int(tp[1]), int(fp[1])
    for i, (t, f) in enumerate(zip(tp.tolist(), fp.tolist(), strict=True)):
        assert close(curve.recall[i], Fraction(t, path.pos))
        assert close(curve.tpr[i], Fraction(t, path.pos))
        assert close(curve.fpr[i], Fraction(f, path.neg))
        at = (t, f) if t + f else ahead
        assert close(curve.precision[i], Fraction(at[0], sum(at)))
        if t:
            assert close(curve.recall_gain[i], 1 - odds * (path.pos - t) / t, absolute=1e-12)
            assert close(curve.precision_gain[i], 1 - odds * f / t, absolute=1e-12)
        else:
            assert curve.recall_gain[i] == -np.inf
    curve = path.curve()
    assert curve.tp.tolist() == [0, *path.tp.tolist()]
    assert curve.fp.tolist() == [0, *path.fp.tolist()]
    assert np.isnan(curve.thresholds[1:]).all()
    assert curve.thresholds[0] == np.inf


@pytest.mark.parametrize(
    ("tp", "fp", "limit"), [([3], [0], 1.0), ([3], [1], 0.75), ([0, 3], [2, 2], 0.0)]
)
def test_the_start_has_the_limit_along_the_first_segment(tp, fp, limit):
    curve = ConfusionCurve.from_counts(tp, fp, 5, 5)
    assert curve.precision[0] == limit
    gain = 1 - (1 - limit) / limit if limit else -np.inf
    assert curve.precision_gain[0] == pytest.approx(gain)


def test_arrays_are_of_one_length_and_read_only():
    curve = ConfusionCurve.from_scores(*shuffled_ranking(5, 7))
    for name in ARRAYS:
        array = getattr(curve, name)
        assert array.shape == curve.tp.shape, name
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7


def arrays_of(record):
    """Yield all arrays that a record holds, itself or through others."""
    values = record if isinstance(record, tuple) else vars(record).values()
    for value in values:
        if isinstance(value, np.ndarray):
            yield value
        elif is_dataclass(value) or isinstance(value, tuple):
            yield from arrays_of(value)


@pytest.mark.parametrize("size", [20, 5000])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", [np.float64, np.int8])
def test_no_array_that_a_curve_holds_can_be_written_to(size, weighted, kind):
    # Thresholds are listed, or read from keys when they are asked for.
    rng = np.random.default_rng(0)
    labels, scores = rng.integers(0, 2, size), (100 * rng.random(size)).astype(kind)
    weights = rng.random(size) if weighted else None
    curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
    for one in (curve, curve.hull(), copy.deepcopy(curve), pickle.loads(pickle.dumps(curve))):
        held = list(arrays_of(one.steps))
        assert len(held) >= 4
        assert not any(array.flags.writeable for array in held)


@pytest.mark.parametrize("name", ["pos", "neg", "steps", "tp", "prevalence", "anything"])
def test_the_record_is_frozen(name):
    curve = ConfusionCurve.from_counts([1], [1], 2, 2)
    with pytest.raises((FrozenInstanceError, AttributeError)):
        setattr(curve, name, 3)


@pytest.mark.parametrize("start", [[], [0]])
@pytest.mark.parametrize("end", [[], [4]])
def test_the_record_keeps_its_own_copy(start, end):
    tp, fp = np.array([*start, 1, 2, *end], float), np.array([*start, 0, 2, *end], float)
    thresholds = np.array([*([np.inf] if start else []), 0.9, 0.5, *([0.1] if end else [])])
    curve = ConfusionCurve.from_counts(tp, fp, 4, 4, thresholds=thresholds)
    for given_array in (tp, fp, thresholds):
        assert given_array.flags.writeable
        given_array[:] = 3
    assert curve.tp.tolist() == [0, 1, 2, 4]
    assert curve.fp.tolist() == [0, 0, 2, 4]
    assert curve.thresholds[:3].tolist() == [np.inf, 0.9, 0.5]


def test_a_curve_from_precision_and_recall_keeps_its_own_thresholds():
    thresholds = np.array([0.1, 0.5])
    curve = ConfusionCurve.from_precision_recall([0.5, 1], [1, 0.5], 0.5, thresholds=thresholds)
    assert thresholds.flags.writeable
    thresholds[:] = 3
    assert curve.thresholds.tolist() == [np.inf, 0.5, 0.1]


def test_scores_labels_and_weights_stay_as_they_were():
    labels, scores = shuffled_ranking(5, 7)
    weights = np.linspace(0, 2, labels.size)
    before = [labels.copy(), scores.copy(), weights.copy()]
    ConfusionCurve.from_scores(labels, scores, sample_weight=weights, thresholds=scores)
    for array, earlier in zip((labels, scores, weights), before, strict=True):
        assert array.flags.writeable
        np.testing.assert_array_equal(array, earlier)


def test_repr_constructor_and_counts_that_miss_a_total_by_rounding():
    curve = ConfusionCurve.from_counts([1], [1], 2, 6)
    assert repr(curve) == "ConfusionCurve(3 points, pos=2, neg=6, prevalence=0.25)"
    for one in (([0, 1],), ([0, 1], [0.2, 0.9]), ([0, 1], 1, 1)):
        with pytest.raises(TypeError, match=r"by ConfusionCurve.from_scores\(y_true"):
            ConfusionCurve(*one)
    share = 0.1 + 0.2
    curve = ConfusionCurve.from_counts([share], [0.1], 0.3, 0.7)
    assert curve.tp.max() == 0.3
    assert (curve.fn >= 0).all()


# Made from counts


def test_missing_ends_are_added_and_given_ones_are_not_doubled():
    for tp, fp in (([1], [2]), ([0, 1], [0, 2]), ([1, 3], [2, 4]), ([0, 1, 3], [0, 2, 4])):
        curve = ConfusionCurve.from_counts(tp, fp, 3, 4)
        assert (curve.tp.tolist(), curve.fp.tolist()) == ([0, 1, 3], [0, 2, 4])


@law
@given(rankings())
def test_counts_of_a_record_make_the_same_record(data):
    curve = ConfusionCurve.from_scores(*data)
    again = ConfusionCurve.from_counts(
        curve.tp, curve.fp, curve.pos, curve.neg, thresholds=curve.thresholds
    )
    for name in ("tp", "fp", "thresholds"):
        np.testing.assert_array_equal(getattr(again, name), getattr(curve, name))


@pytest.mark.parametrize(
    "dtype", ["uint8", "int8", "uint16", "int16", "uint32", "float32", "float64"]
)
def test_counts_of_every_type_mean_the_same(dtype):
    tp, fp = np.array([50, 120], dtype), np.array([25, 120], dtype)
    found = ConfusionCurve.from_counts(tp, fp, 120, 120)
    expected = ConfusionCurve.from_counts([50, 120], [25, 120], 120, 120)
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), err_msg=name)
    wide = np.float64 if dtype.startswith("float") else np.int64
    assert found.tp.dtype == found.fp.dtype == wide
    for area in (auroc, aucpr, average_precision):
        assert area(found) == area(expected)
    assert aucpr(found, interpolation="integer") == aucpr(expected, interpolation="integer")
    np.testing.assert_array_equal(found.precision_at(0.7), expected.precision_at(0.7))
    np.testing.assert_array_equal(found.recall_at(0.6), expected.recall_at(0.6))
    assert auroc(found.at_prevalence(0.1)) == pytest.approx(auroc(expected), rel=1e-14)


# Made from rates, and from precision and recall


@law
@given(count_paths())
def test_rates_come_back_as_the_same_roc_curve(path):
    curve = path.curve()
    again = ConfusionCurve.from_rates(curve.fpr, curve.tpr, curve.prevalence)
    assert_same_roc(again, curve)
    assert again.prevalence == pytest.approx(curve.prevalence, rel=1e-15)
    assert again.pos + again.neg == pytest.approx(1, rel=1e-15)
    assert again.tp.size == curve.tp.size
    np.testing.assert_allclose(again.precision, curve.precision, rtol=1e-12)


@law
@given(count_paths(), st.booleans())
def test_precision_and_recall_come_back_as_the_same_roc_curve(path, falling):
    # With negatives first and then a tie the false positives at recall 0 are beyond recovery.
    first = np.flatnonzero(path.tp)[0]
    assume(first == 0 or path.fp[first] == path.fp[first - 1])
    curve = path.curve()
    order = slice(None, None, -1 if falling else 1)
    again = ConfusionCurve.from_precision_recall(
        curve.precision[order], curve.recall[order], curve.prevalence
    )
    np.testing.assert_allclose(
        without_leading_negatives(again), without_leading_negatives(curve), rtol=0, atol=1e-11
    )


def without_leading_negatives(curve):
    """Return the ROC vertices; of several with no true positive only the ends of that run."""
    vertices = roc_vertices(curve)
    inside = (vertices[1:-1, 1] == 0) & (vertices[2:, 1] == 0)
    return vertices[np.concatenate([[True], ~inside, [True]])]


@pytest.mark.parametrize(("pos", "neg"), [(100_000, 5), (10_000, 1), (5, 100_000)])
def test_precision_and_recall_come_back_at_extreme_prevalence(pos, neg):
    curve = ConfusionCurve.from_scores(*shuffled_ranking(pos, neg))
    again = ConfusionCurve.from_precision_recall(curve.precision, curve.recall, curve.prevalence)
    # Precision near 1 holds few digits of the false positives.
    within = 1e-12 + 1e-14 * (pos + neg) / neg
    assert auroc(again) == pytest.approx(auroc(curve), abs=within)
    assert aucpr(again) == pytest.approx(aucpr(curve), abs=1e-12)


@law
@given(rankings(both=True))
def test_output_of_roc_curve_is_accepted(data):
    fpr, tpr, thresholds = skm.roc_curve(*data, drop_intermediate=False)
    curve = ConfusionCurve.from_scores(*data)
    again = ConfusionCurve.from_rates(fpr, tpr, data[0].mean(), thresholds=thresholds)
    # Every point of ours is one of theirs, at the same threshold.
    theirs = {t: (x, y) for t, x, y in zip(again.thresholds, again.fpr, again.tpr, strict=True)}
    assert theirs.keys() >= set(curve.thresholds)
    for t, x, y in zip(curve.thresholds, curve.fpr, curve.tpr, strict=True):
        assert theirs[t] == pytest.approx((x, y), abs=1e-12)


@law
@given(rankings(both=True))
def test_output_of_precision_recall_curve_is_accepted(data):
    labels, scores = data
    best = scores == scores.max()
    # A tie on top keeps the start recoverable only without negatives above it; see above.
    assume(labels[best].any())
    precision, recall, thresholds = skm.precision_recall_curve(labels, scores)
    curve = ConfusionCurve.from_scores(labels, scores)
    again = ConfusionCurve.from_precision_recall(
        precision, recall, labels.mean(), thresholds=thresholds
    )
    theirs = {t: (x, y) for t, x, y in zip(again.thresholds, again.fpr, again.tpr, strict=True)}
    for t, x, y in zip(curve.thresholds, curve.fpr, curve.tpr, strict=True):
        assert theirs[t] == pytest.approx((x, y), abs=1e-12)


def test_leading_negatives_survive_precision_and_recall():
    labels, scores = [0, 0, 1, 0, 1], [5, 4, 3, 2, 1]
    precision, recall, thresholds = skm.precision_recall_curve(labels, scores)
    again = ConfusionCurve.from_precision_recall(precision, recall, 0.4, thresholds=thresholds)
    assert_same_roc(again, ConfusionCurve.from_scores(labels, scores))
    curve = ConfusionCurve.from_precision_recall([0, 0.3], [0, 1], 0.3)
    recall = np.linspace(0, 1, 11)
    np.testing.assert_allclose(
        curve.precision_at(recall), 0.3 * recall / (0.7 + 0.3 * recall), rtol=1e-12
    )


# Another prevalence


@law
@given(weighted_rankings(whole=False, both=True), prevalences)
def test_another_prevalence_leaves_the_roc_curve_and_the_points(data, prevalence):
    labels, scores, weights = data
    curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
    moved = curve.at_prevalence(prevalence)
    assert moved.prevalence == pytest.approx(prevalence, rel=1e-14)
    np.testing.assert_array_equal(moved.thresholds, curve.thresholds)
    np.testing.assert_array_equal(moved.tp, curve.tp)
    np.testing.assert_allclose(moved.fpr, curve.fpr, rtol=1e-14)
    assert moved.fp[-1] == moved.neg
    assert (moved.tn >= 0).all()


def test_corners_that_rounding_swallows_at_another_prevalence_have_no_threshold():
    # Negatives of 1.5, of the last bit of it, and of 2.
    labels, weights = [0, 1, 0, 1, 0, 1], [1.5, 1, 2.0**-52, 1, 2, 1]
    curve = ConfusionCurve.from_scores(labels, [9, 8, 7, 6, 5, 4], sample_weight=weights)
    for prevalence, kept in {0.1: [9, 8, 7, 6, 5, 4], 0.7: [9, 8, 6, 5, 4]}.items():
        moved = curve.at_prevalence(prevalence)
        assert moved.thresholds.tolist() == [np.inf, *kept]
        assert moved.tp.size == moved.fp.size == 1 + len(kept)


@law
@given(count_paths(), prevalences)
def test_another_prevalence_multiplies_the_odds_of_precision(path, prevalence):
    curve = path.curve()
    moved = curve.at_prevalence(prevalence)
    factor = prevalence / (1 - prevalence) * path.neg / path.pos
    np.testing.assert_allclose(
        moved.precision * (1 - curve.precision),
        factor * curve.precision * (1 - moved.precision),
        rtol=1e-9,
        atol=1e-12,
    )


@law
@given(count_paths(), prevalences, prevalences)
def test_prevalences_compose_and_invert(path, one, other):
    curve = path.curve()
    twice, once = curve.at_prevalence(one).at_prevalence(other), curve.at_prevalence(other)
    np.testing.assert_allclose(twice.fp, once.fp, rtol=1e-12)
    back = curve.at_prevalence(one).at_prevalence(curve.prevalence)
    np.testing.assert_allclose(back.fp, curve.fp, rtol=1e-12)
    assert back.neg == pytest.approx(curve.neg, rel=1e-12)


# Reading off


@law
@given(count_paths(), st.lists(st.floats(0, 1), max_size=5))
def test_precision_at_lies_on_the_exact_arcs(path, inner):
    curve = path.curve()
    recall = [0.0, *inner, 1.0]
    found = curve.precision_at(recall)
    assert found.shape == (len(recall),)
    for at, precision in zip(recall, found, strict=True):
        assert close(precision, slow_precision_at(path.points(), at), absolute=1e-15)


@law
@given(count_paths())
def test_readings_at_the_points_of_a_curve_are_its_own(path):
    curve = path.curve()
    found = curve.precision_at(curve.recall)
    for i, recall in enumerate(curve.recall):
        if recall > 0:
            assert found[i] == curve.precision[curve.recall == recall].max()
    assert found[0] == curve.precision[0]
    curve = path.curve()
    found = curve.recall_at(curve.precision)
    for precision, recall in zip(curve.precision, found, strict=True):
        assert recall >= curve.recall[curve.precision >= precision].max()
        # Between what a little more and a little less precision allow.
        least, most = (
            slow_recall_at(path.points(), min(precision * f, 1)) for f in (1 + 1e-10, 1 - 1e-10)
        )
        assert least * (1 - 1e-12) <= recall <= most * (1 + 1e-12)


@law
@given(count_paths(), st.lists(st.floats(0, 1), max_size=5))
def test_recall_at_is_the_largest_with_that_precision(path, precision):
    curve = path.curve()
    gaps = np.abs(np.subtract.outer(precision, curve.precision))
    # Whether a point just reaches a precision is up to rounding; the next test has those.
    assume(gaps.size == 0 or gaps.min() > 1e-6)
    for at, recall in zip(precision, curve.recall_at(precision), strict=True):
        assert close(recall, slow_recall_at(path.points(), at), relative=1e-9, absolute=1e-12)


def by_last_bits(recall):
    """Return a recall as other sums have it: up to two units in the last place off."""
    near = [recall]
    for _ in range(2):
        near = [np.nextafter(near[0], 0), *near, np.nextafter(near[-1], 2)]
    return np.clip(near, 0, 1)


@law
@given(count_paths())
def test_a_recall_that_misses_a_drop_by_last_bits_has_the_upper_precision(path):
    curve = path.curve()
    for recall in np.unique(curve.recall[1:]):
        if recall > 0:
            upper = curve.precision[curve.recall == recall].max()
            found = curve.precision_at(by_last_bits(recall))
            np.testing.assert_allclose(found, upper, rtol=1e-12)
            assert (found >= curve.precision[curve.recall == recall].min() * (1 - 1e-12)).all()


def test_a_recall_that_is_passed_by_last_bits_does_not_lead_on_along_a_steep_arc():
    # All of the negatives but one fall where recall grows by 1e-12.
    curve = ConfusionCurve.from_counts([0.5, 0.5 + 1e-12, 1.0], [0.0, 1000.0, 1000.0], 1.0, 1001.0)
    found = curve.precision_at(by_last_bits(0.5 + 1e-12)[2:])
    np.testing.assert_allclose(found, 0.5 / 1000.5, rtol=1e-9)


@pytest.mark.parametrize("at", range(1, 100, 7))
def test_a_recall_that_was_computed_in_another_way_has_the_upper_precision(at):
    curve = ConfusionCurve.from_counts([at, at, 100], [0, 50, 50], 100, 200)
    for recall in (at * 0.01, at / 200 * 2, 1 - (100 - at) / 100, at / 300 * 200 * 0.01 * 1.5):
        assert curve.precision_at(recall) == pytest.approx(1, rel=1e-12)
    # What is farther off has the arc after the drop.
    recall = at / 100 * (1 + 1e-12)
    assert curve.precision_at(recall) == pytest.approx(at / (at + 50), rel=1e-9)


def test_reading_off_takes_scalars_keeps_shapes_and_is_nan_without_positives():
    assert ConfusionCurve.from_counts([0], [3], 2, 5).recall_at([0.0]).tolist() == [1.0]
    curve = ConfusionCurve.from_counts([5, 10], [5, 30], 20, 2000)
    assert float(curve.precision_at(0.3)) == pytest.approx(0.375)
    assert float(curve.recall_at(0.375)) == pytest.approx(0.3)
    grid = np.array([[0.25, 0.3], [0.35, 0.5]])
    assert curve.precision_at(grid).shape == curve.recall_at(grid).shape == (2, 2)
    curve = ConfusionCurve.from_counts([0], [3], 0, 5)
    assert np.isnan(curve.precision_at([0, 0.5, 1])).all()
    assert np.isnan(curve.recall_at([0, 0.5, 1])).all()


def test_the_frame_has_a_row_for_each_point_and_belongs_to_the_user():
    curve = ConfusionCurve.from_scores(*shuffled_ranking(5, 7))
    frame = curve.to_frame()
    assert list(frame.columns) == [
        "threshold",
        *("tp", "fp", "fn", "tn"),
        *("recall", "precision", "fpr", "recall_gain", "precision_gain"),
    ]
    assert len(frame) == curve.tp.size
    for name in frame.columns.drop("threshold"):
        np.testing.assert_array_equal(frame[name], getattr(curve, name))
    np.testing.assert_array_equal(frame["threshold"], curve.thresholds)
    curve = ConfusionCurve.from_counts([1], [1], 2, 2)
    frame = curve.to_frame()
    frame.loc[0, "tp"] = 7
    assert curve.tp[0] == 0


def test_points_that_were_rounded_are_accepted_within_a_tolerance():
    rng = np.random.default_rng(5)
    labels = rng.random(300) < 0.3
    precision, recall, _ = skm.precision_recall_curve(labels, np.round(rng.normal(size=300), 1))
    printed = precision.round(3)
    with pytest.raises(ValueError, match="tolerance"):
        ConfusionCurve.from_precision_recall(printed, recall, labels.mean())
    near = ConfusionCurve.from_precision_recall(printed, recall, labels.mean(), tolerance=5e-4)
    exact = ConfusionCurve.from_precision_recall(precision, recall, labels.mean())
    assert aucpr(near) == pytest.approx(aucpr(exact), abs=5e-4)


def check_printed_points(curve):
    printed, half = curve.precision.round(3), 0.0005001
    near = ConfusionCurve.from_precision_recall(
        printed, curve.recall, curve.prevalence, tolerance=half
    )
    positive = curve.recall > 0
    found = near.precision[near.recall > 0][: np.count_nonzero(positive)]
    np.testing.assert_allclose(found, printed[positive], rtol=0, atol=half + 1e-9)


@law
@given(count_paths())
def test_every_curve_is_accepted_as_printed(path):
    check_printed_points(path.curve())


def test_a_point_rounded_down_and_the_next_one_rounded_up_are_accepted():
    # .50048 is printed as .500, .50073 as .501: the first with more false positives than the next.
    check_printed_points(ConfusionCurve.from_counts([10_000, 10_010], [9981, 9981], 20_000, 20_000))


@pytest.mark.parametrize("printed", [0.333, 0.33184, 0.3, 0.25])
def test_a_tolerance_accepts_what_is_below_the_bound_by_no_more(printed):
    with pytest.raises(ValueError, match=r"unachievable .*tolerance="):
        ConfusionCurve.from_precision_recall([printed], [1], 1 / 3)
    tolerance = 1 / 3 - printed + 1e-12
    curve = ConfusionCurve.from_precision_recall([printed], [1], 1 / 3, tolerance=tolerance)
    assert curve.precision[-1] == pytest.approx(1 / 3)


def test_an_unknown_number_of_leading_negatives_is_bounded_and_not_given_a_threshold():
    labels, scores = [0, 1, 0, 0, 1, 0], [5, 4, 4, 4, 3, 2]
    precision, recall, thresholds = skm.precision_recall_curve(labels, scores)
    curve = ConfusionCurve.from_precision_recall(precision, recall, 1 / 3, thresholds=thresholds)
    assert np.isnan(curve.thresholds[1])
    assert curve.tp[1] == 0
    assert aucpr(curve) <= aucpr(labels, scores)


def test_copies_are_as_read_only_as_the_original():
    curve = ConfusionCurve.from_scores([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    assert curve.recall.size == curve.precision.size
    for copied in (copy.deepcopy(curve), pickle.loads(pickle.dumps(curve))):
        np.testing.assert_array_equal(copied.precision, curve.precision)
        for name in ("tp", "fp", "thresholds", "recall", "precision"):
            assert not getattr(copied, name).flags.writeable
        assert not copied.steps.fp_before.flags.writeable
