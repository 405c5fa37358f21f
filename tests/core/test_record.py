"""The record against a plain one that knows nothing of chunks and choices of algorithms."""

import pickle
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

from prplot import ConfusionCurve, aucpr
from prplot.core.record import ranking, steps
from tests.laws import exactly

FLOATS = ("float16", "float32", "float64", "longdouble")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
TYPES = (*FLOATS, *INTEGERS, "bool")


def plain_record(labels, scores, weights=None):
    """Sort all rows, add them up one by one, and keep the points that the record lists.

    Masses are added exactly and rounded once.
    """
    kind = np.longdouble if scores.dtype.kind in "iu" else np.result_type(scores, np.float64)
    exact = scores.astype(kind)
    rows = sorted(range(labels.size), key=lambda row: -exact[row])
    masses = np.ones(labels.size, int) if weights is None else weights
    mass = {0: Fraction(0), 1: Fraction(0)}
    points = [(np.inf, mass[1], mass[0])]
    rises = [False]
    for place, row in enumerate(rows):
        label = int(labels[row])
        new = place == 0 or exact[row] != exact[rows[place - 1]]
        mass[label] += exactly(masses[row])
        point = (exact[row], mass[1], mass[0])
        points[len(points) :] = [point] if new else []
        rises[len(rises) :] = [False] if new else []
        points[-1], rises[-1] = point, rises[-1] or label == 1
    last = len(points) - 1
    kept = [i for i in range(last + 1) if i in (0, last) or rises[i] or rises[i + 1]]
    levels, tp, fp = zip(*(points[i] for i in kept), strict=True)
    number = float if masses.dtype.kind == "f" else int
    tp, fp = (np.array([number(one) for one in mass], masses.dtype) for mass in (tp, fp))
    return SimpleNamespace(thresholds=np.array(levels, kind), tp=tp, fp=fp, pos=tp[-1], neg=fp[-1])


def same(found, plain):
    """Tell whether a record is the plain one to the last bit."""
    return (
        all(
            np.array_equal(getattr(found, name), getattr(plain, name))
            for name in ("tp", "fp", "thresholds")
        )
        and (found.pos, found.neg) == (plain.pos, plain.neg)
        and found.tp.dtype == found.fp.dtype == plain.tp.dtype
    )


# Data that have broken a sort before, or could


def scores_of(dtype, size, rng):
    """Draw scores of a type: tied or not, next to each other, or as far apart as it goes."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.random(size) < rng.random()
    pool = whole_pool(dtype, rng) if dtype.kind in "iu" else float_pool(dtype, rng)
    return pool[rng.integers(0, rng.integers(1, pool.size + 1), size)]


def whole_pool(dtype, rng):
    limits = np.iinfo(dtype)
    low, high = [
        (limits.min, limits.max),
        (limits.min, limits.min + 100),
        (limits.max - 100, limits.max),
        (max(limits.min, -5), 5),
        (max(limits.min, -(2**53) - 9), min(limits.max, 2**53 + 9)),
        (limits.max // 2, min(limits.max, limits.max // 2 + 2**31)),
    ][rng.integers(6)]
    size = int(rng.integers(1, 300))
    drawn = rng.integers(low, high, size, dtype=dtype, endpoint=True)
    return rng.permutation(np.append(drawn, np.array([low, high], dtype)))


def float_pool(dtype, rng):
    limits, size = np.finfo(dtype), int(rng.integers(1, 300))
    normal = rng.normal(size=size)
    with np.errstate(over="ignore", under="ignore"):
        pool = [
            lambda: rng.random(size),
            lambda: normal * 10.0 ** rng.integers(-3, 4),
            (normal * 10).round,
            lambda: normal.astype(dtype) * limits.max / 2,
            lambda: normal.astype(dtype) * limits.smallest_subnormal * 50,
            lambda: normal.astype(dtype) * dtype.type(2) ** rng.integers(-40, 40, size),
            lambda: extremes(limits),
            lambda: np.append(normal, extremes(limits)),
        ][rng.integers(8)]()
        pool = np.asarray(pool).astype(dtype)
        # Neighbours, and both zeros: these must tie and those must not.
        near = np.nextafter(pool, dtype.type(rng.choice([-np.inf, np.inf])))
    pool = np.concatenate([pool, near, np.array([0.0, -0.0], dtype)])
    return rng.permutation(pool[np.isfinite(pool)])


def extremes(limits):
    ends = [limits.max, limits.smallest_normal, limits.smallest_subnormal, limits.eps, 1, 2]
    ends = np.array(ends, limits.dtype)
    return np.concatenate([ends, -ends])


def weights_of(size, rng):
    kind = rng.integers(4)
    if kind < 2:
        return None
    return rng.integers(1, 5, size) if kind == 2 else rng.random(size) + 1e-9


def short_cuts(monkeypatch, rng):
    """Make all algorithms ready for few examples: short chunks, other rules, few bits in rows."""
    monkeypatch.setattr(ranking, "CHUNK", int(rng.choice([3, 7, 64, 2**14])))
    monkeypatch.setattr(ranking, "BITS", int(rng.choice([12, 16, 24, 63])))
    monkeypatch.setattr(steps, "BLOCK", int(rng.choice([8, 16, 24, 2**13])))
    monkeypatch.setattr(ranking, "SPARSE", rng.choice([0, 6, 100]))


def check_random_cases(monkeypatch, count, seed):
    rng = np.random.default_rng(seed)
    for case in range(count):
        if case % 10 == 0:
            short_cuts(monkeypatch, rng)
        size = int(rng.integers(1, 8 if rng.random() < 0.2 else 90))
        labels = rng.random(size) < rng.choice([0, 0.02, 0.1, 0.5, 0.9, 1])
        scores = scores_of(TYPES[case % len(TYPES)], size, rng)
        weights = weights_of(size, rng)
        curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
        plain = plain_record(labels, scores, weights)
        assert same(curve, plain), (case, labels, scores, weights)


def test_the_record_is_the_plain_one(monkeypatch):
    check_random_cases(monkeypatch, 600, seed=0)


@pytest.mark.slow
def test_the_record_is_the_plain_one_in_very_many_cases(monkeypatch):
    # Before a release, and after every change of how scores are packed, sorted or counted.
    check_random_cases(monkeypatch, 120_000, seed=1)


@pytest.mark.parametrize("weights", [None, np.ones(4000)])
@pytest.mark.parametrize("dtype", [">f8", ">f4", ">i8", ">f2"])
def test_the_order_of_bytes_changes_nothing(dtype, weights):
    rng = np.random.default_rng(0)
    labels, scores = rng.random(4000) < 0.6, (100 * rng.normal(size=4000)).astype(dtype)
    curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
    native = scores.astype(scores.dtype.newbyteorder("="))
    assert same(curve, ConfusionCurve.from_scores(labels, native, sample_weight=weights))


@pytest.mark.parametrize("size", [10, 4000])
def test_the_total_of_an_absent_class_has_the_type_of_the_weights(size):
    for labels in (np.ones(size, bool), np.zeros(size, bool)):
        for weight, kind in ((0.5, float), (2, int)):
            curve = ConfusionCurve.from_scores(
                labels, np.arange(size), sample_weight=np.full(size, weight)
            )
            assert (type(curve.pos), type(curve.neg)) == (kind, kind)


def test_a_column_of_a_table_is_not_changed():
    rng = np.random.default_rng(0)
    labels = rng.random(4000) < 0.6
    table = np.column_stack([rng.normal(size=4000), -np.zeros(4000)])
    before = table.copy()
    curve = ConfusionCurve.from_scores(labels, table[:, 0])
    assert same(curve, plain_record(labels, before[:, 0]))
    assert ConfusionCurve.from_scores(labels, table[:, 1]).tp.size == 2
    np.testing.assert_array_equal(np.signbit(table), np.signbit(before))
    np.testing.assert_array_equal(table, before)


@pytest.mark.parametrize("weights", [None, np.arange(1, 5001)])
def test_copies_on_disk_and_other_prevalences_have_the_same_thresholds(weights):
    rng = np.random.default_rng(0)
    labels, scores = rng.random(5000) < 0.6, rng.normal(size=5000).round(3)
    curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
    copied = pickle.loads(pickle.dumps(curve))
    assert same(copied, curve)
    np.testing.assert_array_equal(copied.at_prevalence(0.3).thresholds, curve.thresholds)
    np.testing.assert_array_equal(curve.at_prevalence(0.3).thresholds, curve.thresholds)


def test_scores_are_neither_kept_nor_changed_and_flags_of_floats_do_not_matter():
    labels, scores = np.arange(40_000) % 3 > 0, np.linspace(0, 1, 40_000).round(1)
    assert ConfusionCurve.from_scores(labels, scores).steps.thresholds.size == 11
    labels, scores = np.arange(4000) % 2, np.append(np.full(3999, 5e-324), -1e300)
    with np.errstate(all="raise"):
        curve = ConfusionCurve.from_scores(labels, scores)
    assert same(curve, plain_record(labels, scores))
    scores = np.array([1.0, 3, 2, 0])
    with pytest.raises(ValueError, match="read-only"):
        ConfusionCurve.from_scores([1, 0, 1, 0], scores, thresholds=np.ndarray.sort)
    assert scores.tolist() == [1, 3, 2, 0]
    curve = ConfusionCurve.from_scores([1, 0], [1, 0], sample_weight=[1e12, 1])
    with pytest.raises(ValueError, match="a point for each true positive"):
        aucpr(curve, interpolation="integer")


@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.parametrize("dtype", FLOATS)
def test_a_score_that_is_no_number_is_refused_wherever_it_stands(dtype, bad):
    labels = np.arange(5000) % 2
    for place in (0, 2345, 4999):
        scores = np.linspace(-1, 1, 5000).astype(dtype)
        scores[place], scores[1] = bad, -np.inf if place else scores[1]
        with pytest.raises(ValueError, match=rf"1 NaN or \+inf value \(first at index {place}"):
            ConfusionCurve.from_scores(labels, scores)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("weights", [None, 3, 0.3])
def test_minus_infinity_is_a_score_below_all_others(dtype, weights):
    rng = np.random.default_rng(0)
    for size in rng.integers(3, 400, 12):
        labels, gone = rng.random(size) < 0.4, rng.random(size) < 0.3
        labels[:2], gone[:3] = (True, False), (False, True, False)
        scores = rng.integers(-9, 9, size).astype(dtype)
        some = None if weights is None else weights * rng.integers(1, 4, size)
        least, finite = np.where(gone, -np.inf, scores), np.where(gone, -10, scores)
        for at in (None, np.unique, [2.0, -5.0]):
            one, other = (
                ConfusionCurve.from_scores(
                    labels, each.astype(dtype), sample_weight=some, thresholds=at
                )
                for each in (least, finite)
            )
            assert (one.tp == other.tp).all()
            assert (one.fp == other.fp).all()
        assert np.isneginf(one.thresholds[-1])
