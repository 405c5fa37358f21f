from collections import Counter
from itertools import product

import numpy as np
import pytest

from prplot import ConfusionCurve
from prplot.core.record.paths import leads
from prplot.core.traces import minimum_curve, perfect_curve, random_curve
from tests.laws import (
    CountPath,
    seeded_path,
    seeded_rankings,
    slow_dominates_in_pr,
    slow_dominates_in_roc,
    slow_hull,
)


def later(path, rng):
    """Move some negatives up: nowhere better, and often equal."""
    more = path.fp + rng.integers(0, 2, path.fp.size)
    return path._replace(fp=np.minimum(np.maximum.accumulate(more), path.neg))


def scaled(path, factor):
    return CountPath(*(np.asarray(count) * factor for count in path))


def rates(path):
    """Return the curve of a path as rounded rates."""
    share = path.pos / (path.pos + path.neg)
    return ConfusionCurve.from_rates(path.fp / path.neg, path.tp / path.pos, share)


def seeded_pairs(count):
    """Yield two curves of the same prevalence, each with its exact points."""
    rng = np.random.default_rng(0)
    for i in range(count):
        pos, neg = rng.integers(1, 13, 2).tolist()
        one = seeded_path(rng, pos, neg)
        other = seeded_path(rng, pos, neg) if i % 3 else later(one, rng)
        hull = one.curve().hull(), slow_hull(one.points())
        make = [CountPath.curve, lambda path: scaled(path, 6).curve(), rates][i % 4 % 3]
        yield (one.curve(), one.points()), (make(other), other.points())
        # Beyond 64 bits every other time.
        large = scaled(one, 3**25 if i % 2 else 4)
        yield (large.curve(), one.points()), (make(other), other.points())
        yield hull, (make(one), one.points())


# Theorem 3.2


def test_a_curve_dominates_in_roc_space_if_and_only_if_in_pr_space():
    # Davis & Goadrich 2006, Theorem 3.2.
    found = Counter()
    for pair in seeded_pairs(30):
        for (one, points), (other, other_points) in (pair, pair[::-1]):
            expected = slow_dominates_in_pr(points, other_points)
            assert slow_dominates_in_roc(points, other_points) == expected
            assert one.dominates(other) == expected
            # Whole totals and tp, broken fp.
            moved, other_moved = (curve.at_prevalence(0.5) for curve in (one, other))
            assert moved.dominates(other_moved) == expected
            found[expected] += 1
    assert min(found[True], found[False]) > 45


# An order


def test_dominance_is_reflexive_and_transitive_and_antisymmetric_up_to_equality():
    rng = np.random.default_rng(1)
    found = Counter()
    for _ in range(5):
        drawn = [seeded_path(rng, 5, 7) for _ in range(6)]
        drawn += [later(path, rng) for path in drawn]
        curves = [path.curve() for path in drawn]
        curves += [curve.hull() for curve in curves]
        above = np.array([[one.dominates(other) for other in curves] for one in curves])
        assert above.diagonal().all()
        # Through any third: what dominates a dominated one dominates it, too.
        assert (above | ~(above @ above)).all()
        for i, j in np.argwhere(above & above.T):
            recall = np.linspace(0, 1, 36)
            np.testing.assert_allclose(
                *(curves[k].precision_at(recall) for k in (i, j)), rtol=1e-12
            )
            found["equal"] += i != j
        found["chains"] += np.count_nonzero((above ^ np.eye(24, dtype=bool)) @ above)
    assert min(found.values()) > 25


@pytest.mark.parametrize("weights", [(1,), (0, 1, 2, 5), (0.0, 1e-12, 0.1, 1 / 3, 7e3)], ids=str)
def test_the_hull_the_perfect_and_the_worst_ranking_enclose_every_curve(weights):
    for labels, scores, masses in seeded_rankings(25, weights):
        curve = ConfusionCurve.from_scores(labels, scores, sample_weight=masses)
        best, worst = (make(curve.pos, curve.neg) for make in (perfect_curve, minimum_curve))
        ranked = [best, curve.hull(), curve, worst]
        for i, j in product(range(4), repeat=2):
            # Backwards only what is equal.
            assert ranked[i].dominates(ranked[j]) or i > j
        assert best.dominates(worst)
        assert not worst.dominates(best)
        assert curve.hull().dominates(random_curve(curve.pos, curve.neg))


def test_weights_are_repetitions_and_their_unit_does_not_matter():
    found = Counter()
    rng = np.random.default_rng(2)
    for labels, scores, masses in seeded_rankings(40, (0, 1, 2, 5)):
        better = scores + labels * rng.integers(0, 3, labels.size)
        answers = set()
        for unit in (1, 3, 0.1, 1e-9):
            one, other = (
                ConfusionCurve.from_scores(labels, s, sample_weight=masses * unit)
                for s in (better, scores)
            )
            repeated = ConfusionCurve.from_scores(*np.repeat([labels, scores], masses, axis=1))
            for against in (other, repeated):
                answers.add((one.dominates(against), against.dominates(one)))
        assert len(answers) == 1
        found.update(answers)
    assert min(found[True, False], found[True, True]) > 4


# Rounding and size


def test_rounded_rates_of_one_curve_dominate_each_other():
    # 0.1 + 0.2 is not 0.3, and of two recalls that differ so the jumps are compared as well.
    for parts in range(2, 40):
        added, divided = np.cumsum(np.full(parts, 1 / parts)), np.arange(1, parts + 1) / parts
        # In stairs: first up, then to the right.
        one, other = (
            ConfusionCurve.from_rates(
                np.repeat(np.append(0, rate[:-1]), 2)[1:], np.repeat(rate, 2)[:-1], 0.3
            )
            for rate in (np.minimum(added, 1), divided)
        )
        assert one.dominates(other)
        assert other.dominates(one)


@pytest.mark.parametrize("fpr", [0.0, 0.25])
def test_rates_that_differ_by_more_than_rounding_are_told_apart(fpr):
    base = ConfusionCurve.from_rates([fpr], [0.5], 0.4)
    for worse in ([fpr + 1e-10], [0.5]), ([fpr], [0.5 - 1e-10]):
        other = ConfusionCurve.from_rates(*worse, 0.4)
        assert base.dominates(other)
        assert not other.dominates(base)


@pytest.mark.parametrize("half", [2**5, 2**31, 2.0**31], ids=str)
@pytest.mark.parametrize("scale", [1, 2])
def test_one_count_decides_however_many_there_are(half, scale):
    # Held against random guessing: better with more true than false positives.
    base = random_curve(2 * half, 2 * half)
    end, middle = (type(half)(count / scale) for count in (2 * half, half))
    for tp, fp in product((-1, 0, 1), repeat=2):
        other = ConfusionCurve.from_counts([middle + tp], [middle + fp], end, end)
        assert base.dominates(other) == (tp <= fp)
        assert other.dominates(base) == (tp >= fp)


# What it refuses, and what it has no answer for


def test_curves_of_another_prevalence_are_refused():
    one = random_curve(2, 4)
    with pytest.raises(ValueError, match=r"0\.3+ and 0\.5; at_prevalence brings"):
        one.dominates(random_curve(3, 3))
    with pytest.raises(ValueError, match="same prevalence"):
        one.dominates(random_curve(1.0, 2.0 + 1e-6))
    # Totals are compared up to rounding.
    near = random_curve(10**10, 2 * 10**10 + 1)
    assert one.dominates(near)
    assert near.dominates(one)


@pytest.mark.parametrize("other", [None, 0.5, ([0, 1], [1, 0.5])], ids=str)
def test_only_curves_are_compared(other):
    with pytest.raises(TypeError, match=f"ConfusionCurve, found {type(other).__name__}"):
        random_curve(1, 1).dominates(other)


def test_of_one_class_every_curve_dominates_every_other():
    for totals in ((0, 3), (3, 0), (0, 0.3), (0.3, 0)):
        curves = [make(*totals) for make in (random_curve, minimum_curve, perfect_curve)]
        assert all(one.dominates(other) for one, other in product(curves, repeat=2))


def rates_of(curve):
    return curve.tpr, curve.fpr


def test_leads_change_where_precisions_cross():
    """Between two changes one curve is nowhere lower; a curve dominates if it never changes."""
    crossings = 0
    for (one, _), (other, _) in seeded_pairs(60):
        first, at = leads(rates_of(one), rates_of(other))
        assert (np.diff(at) >= 0).all()
        assert one.dominates(other) == (first >= 0 and not at.size)
        assert other.dominates(one) == (first <= 0 and not at.size)
        grid = np.linspace(0, 1, 401)[1:]
        sign = first * (-1) ** np.searchsorted(at, grid)
        # At a jump, and within rounding of a crossing, either side may be meant.
        jumps = np.concatenate([at, one.recall, other.recall])
        clear = np.abs(grid[:, None] - jumps).min(axis=1) > 1e-6
        higher = one.precision_at(grid[clear]) - other.precision_at(grid[clear])
        assert (sign[clear] * higher > -1e-9).all()
        crossings += at.size
    assert crossings > 30


def test_curves_cross_at_a_recall_that_is_known():
    """From (0, 0), one path rises as 2 to 1 up to half of the positives, the other steadily."""
    one = ConfusionCurve.from_counts([0, 2, 2, 4], [0, 1, 3, 4], 4, 4)
    other = ConfusionCurve.from_counts([0, 4], [0, 4], 4, 4)
    assert leads(rates_of(one), rates_of(other)) == (1, [0.5])
    steeper = ConfusionCurve.from_counts([0, 1, 4], [0, 2, 2], 4, 4)
    first, changes = leads(rates_of(steeper), rates_of(other))
    assert first == -1
    np.testing.assert_allclose(changes, [0.5])
