import hypothesis.extra.numpy as hnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prplot import ConfusionCurve, aucnpr, auprg, auroc
from tests.laws import (
    TIED,
    exactly,
    law,
    law_of,
    rankings,
    slow_law,
    slow_listed,
    slow_points,
    weighted_rankings,
)

FLOATS = ["float16", "float32", "float64"]
INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]

needs_long_floats = pytest.mark.skipif(
    np.finfo(np.longdouble).nmant < 63, reason="no float type here tells all 64-bit integers apart"
)


def listed(curve):
    """Return the points of a record as the reference has them."""
    assert curve.thresholds[0] == np.inf
    thresholds = [None, *(exactly(t) for t in curve.thresholds[1:])]
    counts = [[exactly(n) for n in array] for array in (curve.tp, curve.fp)]
    return list(zip(thresholds, *counts, strict=True))


def same_counts(one, other):
    return one.tp.tolist() == other.tp.tolist() and one.fp.tolist() == other.fp.tolist()


@law
@given(rankings())
def test_points_are_the_start_the_corners_and_the_end_counted_at_their_thresholds(data):
    curve = ConfusionCurve.from_scores(*data)
    assert listed(curve) == slow_listed(slow_points(*data))
    assert (curve.pos, curve.neg) == (data[0].sum(), (1 - data[0]).sum())
    labels, scores = data
    curve = ConfusionCurve.from_scores(labels, scores)
    for threshold, tp, fp in zip(curve.thresholds, curve.tp, curve.fp, strict=True):
        assert tp == np.count_nonzero(scores[labels == 1] >= threshold)
        assert fp == np.count_nonzero(scores[labels == 0] >= threshold)


@law
@given(weighted_rankings(whole=True))
def test_whole_weights_count_exactly(data):
    labels, scores, weights = data
    curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
    assert listed(curve) == slow_listed(slow_points(labels, scores, weights.tolist()))
    assert curve.tp.dtype.kind == curve.fp.dtype.kind == "i"


@law
@given(weighted_rankings(whole=False))
def test_fractional_weights_add_up_and_rows_of_weight_zero_are_absent(data):
    labels, scores, weights = data
    curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
    expected = slow_listed(slow_points(labels, scores, weights.tolist()))
    assert [t for t, *_ in listed(curve)] == [point.threshold for point in expected]
    np.testing.assert_allclose(curve.tp, [float(point.tp) for point in expected], rtol=1e-14)
    np.testing.assert_allclose(curve.fp, [float(point.fp) for point in expected], rtol=1e-14)
    labels, scores, weights = data
    kept = weights > 0
    assert listed(ConfusionCurve.from_scores(labels, scores, sample_weight=weights)) == listed(
        ConfusionCurve.from_scores(labels[kept], scores[kept], sample_weight=weights[kept])
    )
    labels, scores, weights = data
    free = ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
    chosen = ConfusionCurve.from_scores(
        labels, scores, sample_weight=weights, thresholds=np.unique(scores[weights > 0])
    )
    found = {(t, tp, fp) for t, tp, fp in zip(chosen.thresholds, chosen.tp, chosen.fp, strict=True)}
    assert found >= set(zip(free.thresholds, free.tp, free.fp, strict=True))
    assert (chosen.pos, chosen.neg) == (free.pos, free.neg)


@law
@given(weighted_rankings(whole=True), st.sampled_from([np.int64, np.float64, np.uint8]))
def test_a_whole_weight_repeats_its_row(data, dtype):
    labels, scores, weights = data
    weighted = ConfusionCurve.from_scores(labels, scores, sample_weight=weights.astype(dtype))
    repeated = ConfusionCurve.from_scores(np.repeat(labels, weights), np.repeat(scores, weights))
    assert listed(weighted) == listed(repeated)
    assert (weighted.pos, weighted.neg) == (repeated.pos, repeated.neg)


def test_weights_of_zero_and_one():
    curve = ConfusionCurve.from_scores([1, 0, 2], [0.9, 0.1, np.nan], sample_weight=[1, 1, 0])
    assert (curve.pos, curve.neg, curve.tp.tolist()) == (1, 1, [0, 1, 1])
    labels, scores = [1, 0, 0, 1, 1], [3, 3, 2, 2, 1]
    assert listed(ConfusionCurve.from_scores(labels, scores, sample_weight=np.ones(5))) == listed(
        ConfusionCurve.from_scores(labels, scores)
    )


@law
@given(rankings(), st.integers(0, 2**32))
def test_the_order_of_the_rows_changes_nothing(data, seed):
    rng = np.random.default_rng(seed)
    order = rng.permutation(data[0].size)
    for weights in (None, rng.exponential(size=order.size)):
        one, other = (
            ConfusionCurve.from_scores(*(column[rows] for column in data), sample_weight=masses)
            for rows, masses in (
                (slice(None), weights),
                (order, None if weights is None else weights[order]),
            )
        )
        assert listed(one) == listed(other)


@pytest.mark.parametrize(
    "transform",
    [
        pytest.param(lambda s: 3 * s - 7, id="affine"),
        pytest.param(lambda s: s.astype(np.float16), id="short"),
        pytest.param(lambda s: s.astype(int) ** 3 + 2**54, id="large integers"),
        pytest.param(np.exp, id="exponential"),
        pytest.param(lambda s: -1 / (s + 100), id="reciprocal"),
        pytest.param(lambda s: np.unique(s, return_inverse=True)[1], id="rank"),
    ],
)
@slow_law
@given(rankings(max_size=15), st.data())
def test_strictly_increasing_transforms_leave_the_counts(transform, data, more):
    labels, _ = data
    grid = st.lists(st.integers(-20, 20), min_size=labels.size, max_size=labels.size)
    scores = np.array(more.draw(grid), dtype=float)
    assert same_counts(
        ConfusionCurve.from_scores(labels, transform(scores)),
        ConfusionCurve.from_scores(labels, scores),
    )


@pytest.mark.parametrize("dtype", [*FLOATS, *INTEGERS, "bool"])
@law_of(12)
@given(st.data())
def test_scores_of_every_type_are_told_apart_exactly(dtype, data):
    size = data.draw(st.integers(1, 20))
    labels = data.draw(hnp.arrays(int, size, elements=st.integers(0, 1)))
    # A few scores next to each other: neighbours must not fall together.
    limits = {"allow_nan": False, "allow_infinity": False} if dtype in FLOATS else {}
    pool = data.draw(hnp.arrays(dtype, 4, elements=hnp.from_dtype(np.dtype(dtype), **limits)))
    with np.errstate(over="ignore"):
        near = pool[:2] + np.ones(2, dtype) if dtype != "bool" else pool[:2]
    pool = np.concatenate([pool, near[np.isfinite(near)]])
    scores = pool[data.draw(hnp.arrays(int, size, elements=st.integers(0, pool.size - 1)))]
    curve = ConfusionCurve.from_scores(labels, scores)
    expected = slow_listed(slow_points(labels, scores))
    counts = list(zip(curve.tp.tolist(), curve.fp.tolist(), strict=True))
    assert counts == [(point.tp, point.fp) for point in expected]
    if dtype not in ("int64", "uint64") or np.finfo(np.longdouble).nmant >= 63:
        assert listed(curve) == expected


@pytest.mark.parametrize(
    "scores", [[2**53, 2**53 + 1], [-(2**63), -(2**63) + 1], [2**63, 2**63 + 1]]
)
def test_large_integers_do_not_tie(scores):
    curve = ConfusionCurve.from_scores([0, 1], scores)
    assert (curve.tp.tolist(), curve.fp.tolist()) == ([0, 1, 1], [0, 0, 1])


@needs_long_floats
def test_numbers_beyond_the_reach_of_floats_are_told_apart():
    curve = ConfusionCurve.from_scores([0, 1], [2**53, 2**53 + 1])
    assert [int(t) for t in curve.thresholds[1:]] == [2**53 + 1, 2**53]
    scores = np.array([1, 1], np.longdouble) + np.array([0, 2.0**-60], np.longdouble)
    assert ConfusionCurve.from_scores([0, 1], scores).fp.tolist() == [0, 0, 1]
    scores = [2**53, 2**53 + 1]
    for thresholds in ([2**53 + 1], np.array([2**53 + 1]), np.array([2**53 + 1], np.uint64)):
        curve = ConfusionCurve.from_scores([0, 1], scores, thresholds=thresholds)
        assert (curve.tp[1], curve.fp[1]) == (1, 0)


@needs_long_floats
@pytest.mark.parametrize("labels", [[1, 0], [0, 0]])
def test_the_lowest_score_keeps_its_digits(labels):
    curve = ConfusionCurve.from_scores(labels, [5, -(2**53) - 1])
    assert int(curve.thresholds[-1]) == -(2**53) - 1


def test_ties_are_exact_equality_of_numbers():
    scores = np.array([0.5, 2, True, 0.1], dtype=object)
    assert same_counts(
        ConfusionCurve.from_scores([1, 0, 1, 0], scores),
        ConfusionCurve.from_scores([1, 0, 1, 0], [0.5, 2, 1, 0.1]),
    )
    for scores in ([0.0, -0.0], [-0.0, 0.0]):
        curve = ConfusionCurve.from_scores([0, 1], scores)
        assert (curve.tp.tolist(), curve.fp.tolist()) == ([0, 1], [0, 1])
    above = np.nextafter(0.5, 1)
    assert ConfusionCurve.from_scores([0, 1], [0.5, above]).fp.tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    ("labels", "options"),
    [
        ([True, False, True, False], {}),
        ([1, -1, 1, -1], {}),
        ([1.0, 0.0, 1.0, 0.0], {}),
        (np.array([1, 0, 1, 0], np.uint8), {}),
        (np.array([1, 0, 1, 0], object), {}),
        (np.array([[1], [0], [1], [0]]), {}),
        (["yes", "no", "yes", "no"], {"pos_label": "yes"}),
        (["yes", "no", "yes", "other"], {"pos_label": "yes"}),
        ([0, 1, 0, 1], {"pos_label": 0}),
        ([2, 1, 2, 1], {"pos_label": 2}),
        ([1, 2, 1, 3], {"pos_label": 1}),
        ([1, 0, 1, 0], {"pos_label": 1}),
        ([1, 0, 1, 0], {"pos_label": True}),
    ],
    ids=str,
)
def test_every_way_to_write_the_labels_means_the_same(labels, options):
    scores = [0.9, 0.8, 0.7, 0.1]
    assert listed(ConfusionCurve.from_scores(labels, scores, **options)) == listed(
        ConfusionCurve.from_scores([1, 0, 1, 0], scores)
    )


@pytest.mark.parametrize(
    ("labels", "options", "totals"),
    [
        ([0, 0], {}, (0, 2)),
        ([1, 1], {}, (2, 0)),
        ([-1, -1], {}, (0, 2)),
        ([-1, -1], {"pos_label": 1}, (0, 2)),
        ([0, 0], {"pos_label": 1}, (0, 2)),
        ([False, False], {"pos_label": True}, (0, 2)),
        (["a", "a"], {"pos_label": "a"}, (2, 0)),
        ([0, 0], {"pos_label": 0}, (2, 0)),
    ],
    ids=str,
)
def test_one_class_alone_is_a_record(labels, options, totals):
    curve = ConfusionCurve.from_scores(labels, [0.2, 0.1], **options)
    assert (curve.pos, curve.neg) == totals
    assert (curve.tp[-1], curve.fp[-1]) == totals
    assert (curve.tp[0], curve.fp[0]) == (0, 0)
    assert curve.thresholds[-1] == 0.1


# Chosen thresholds

levels = st.lists(
    st.one_of(st.sampled_from(TIED), st.floats(-1e3, 1e3), st.sampled_from([np.inf, -np.inf])),
    max_size=6,
)


@law
@given(rankings(), levels)
def test_chosen_thresholds_are_counted_exactly_and_all_listed(data, chosen):
    labels, scores = data
    curve = ConfusionCurve.from_scores(labels, scores, thresholds=chosen)
    totals = (labels.sum(), (1 - labels).sum())
    inner = sorted({level for level in chosen if level < np.inf}, reverse=True)
    expected = [
        (level, *(np.count_nonzero(scores[labels == kind] >= level) for kind in (1, 0)))
        for level in inner
    ]
    expected.insert(0, (np.inf, 0, 0))
    if expected[-1][1:] != totals:
        expected.append((-np.inf, *totals))
    assert list(zip(curve.thresholds, curve.tp, curve.fp, strict=True)) == expected


def test_short_floats_compare_with_thresholds_by_value():
    scores = np.array([0.1, 0.2], np.float32)
    curve = ConfusionCurve.from_scores([0, 1], scores, thresholds=[0.1, 0.2])
    # The nearest short floats lie above .1 and .2: both examples pass their own threshold.
    assert list(zip(curve.thresholds, curve.tp, curve.fp, strict=True))[1:] == [
        (0.2, 1, 0),
        (0.1, 1, 1),
    ]


@pytest.mark.parametrize("weight", [0.1, 1 / 3])
def test_sums_of_many_weights_are_rounded_once(weight):
    rng = np.random.default_rng(0)
    labels = rng.random(200_000) < 0.3
    scores = rng.normal(size=labels.size) + labels
    plain = ConfusionCurve.from_scores(labels, scores)
    curve = ConfusionCurve.from_scores(labels, scores, sample_weight=np.full(labels.size, weight))
    np.testing.assert_allclose(curve.tp, plain.tp * weight, rtol=2.0**-52)
    for number in (auroc, aucnpr, auprg):
        assert number(curve) == pytest.approx(number(plain), abs=1e-13)


def test_sums_never_decrease_where_weights_are_next_to_nothing():
    rng = np.random.default_rng(1)
    weights = 10 ** rng.uniform(-25, 0, 50_000)
    curve = ConfusionCurve.from_scores(
        rng.integers(0, 2, weights.size), rng.random(weights.size), sample_weight=weights
    )
    assert (np.diff(curve.tp) >= 0).all()
    assert (np.diff(curve.fp) >= 0).all()
