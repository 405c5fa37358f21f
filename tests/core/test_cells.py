from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import prplot as prp
from prplot.core.measures.score_definitions import SCORES
from prplot.core.scan.cells import Cells
from prplot.core.scan.partition import (
    TINY,
    even_partition,
    partition_between,
    refined_partition,
)
from prplot.core.scan.scanned_curve import ScannedCurve
from tests.laws import law_of


def cell_of(layout, s):
    cell = np.empty(s.size)
    for piece in layout:
        above = s >= piece.start
        place = s[above]
        if piece.is_log:
            place = np.sign(piece.start) * np.log(np.maximum(np.sign(piece.start) * place, TINY))
        # Scores of another piece may be infinitely many cells away.
        with np.errstate(over="ignore"):
            place = (place - piece.origin) * piece.scale
        cell[above] = np.floor(place) + piece.offset
    return cell


def counted(layout, y, s):
    """Count as an engine does."""
    _, group = np.unique(cell_of(layout, s), return_inverse=True)
    pos, rows = np.bincount(group, y).astype(int), np.bincount(group)
    low, high = np.full(rows.size, np.inf), np.full(rows.size, -np.inf)
    np.minimum.at(low, group, s)
    np.maximum.at(high, group, s)
    return Cells.cumulated(low, high, pos, rows - pos, low == high)


# Two cells: 0.8 to 0.9 with one of each class, 0.1 alone.
TWO = Cells.cumulated(
    np.array([0.1, 0.8]),
    np.array([0.1, 0.9]),
    np.array([1, 1]),
    np.array([1, 1]),
    np.array([True, False]),
)


def points(curve):
    return list(zip(curve.tp.tolist(), curve.fp.tolist(), strict=True))


def test_an_open_cell_has_either_class_first_and_thresholds_where_counts_are_certain():
    curve = ScannedCurve.from_cells(TWO)
    assert points(curve) == [(0, 0), (1, 1), (2, 2)]
    assert points(curve.lower) == [(0, 0), (0, 1), (1, 1), (2, 2)]
    assert points(curve.upper) == [(0, 0), (1, 0), (1, 1), (2, 2)]
    curve = ScannedCurve.from_cells(TWO)
    assert curve.thresholds.tolist() == [np.inf, 0.8, 0.1]
    assert np.array_equal(curve.lower.thresholds, [np.inf, np.nan, 0.8, 0.1], equal_nan=True)
    assert np.array_equal(curve.upper.thresholds, [np.inf, np.nan, 0.8, 0.1], equal_nan=True)


def test_what_a_cell_leaves_open_adds_up_to_the_whole_gap():
    rng = np.random.default_rng(1)
    y, s = rng.integers(0, 2, 300), rng.random(300)
    cells = counted(even_partition(s.min(), s.max(), 20), y, s)
    curve = ScannedCurve.from_cells(cells)
    assert cells.gaps().sum() == pytest.approx(prp.aucpr(curve.upper) - prp.aucpr(curve.lower))


def average_precision(labels, groups):
    """Return average precision of labels in order, tied in groups, as a fraction."""
    area, tp, n, start = Fraction(0), 0, 0, 0
    for size in groups:
        block = labels[start : start + size]
        tp, n, start = tp + sum(block), n + size, start + size
        area += Fraction(sum(block), sum(labels)) * Fraction(tp, n)
    return area


def compositions(n):
    if n == 0:
        yield ()
    for first in range(1, n + 1):
        for rest in compositions(n - first):
            yield (first, *rest)


@pytest.mark.parametrize(("pos", "neg"), [(1, 1), (2, 2), (3, 1), (1, 3), (2, 3)])
def test_average_precision_is_bounded_over_every_order_and_every_tie_inside_of_a_cell(pos, neg):
    # A tied pair of both classes stands above the cell.
    cells = Cells.cumulated(
        np.array([0.1, 0.9]),
        np.array([0.2, 0.9]),
        np.array([pos, 1]),
        np.array([neg, 1]),
        np.array([False, True]),
    )
    low, high = cells.step_area_bounds()
    orders = set(permutations([1] * pos + [0] * neg))
    areas = [
        float(average_precision((1, 0, *order), (2, *groups)))
        for order in orders
        for groups in compositions(pos + neg)
    ]
    assert low <= min(areas)
    assert max(areas) == pytest.approx(high)


@pytest.mark.parametrize(
    "cut", [even_partition, lambda *ends: partition_between(ends[:2], ends[2:])]
)
def test_a_width_of_subnormal_numbers_needs_no_infinite_scale(cut):
    assert all(np.isfinite(piece.scale) for piece in cut(np.float64(0), np.float64(2.2e-311), 1))


@given(st.data())
@law_of(50)
def test_bounds_hold_the_area_of_the_data_however_scores_are_cut(data):
    n = data.draw(st.integers(2, 40))
    labels = st.lists(st.booleans(), min_size=n, max_size=n)
    numbers = st.lists(st.integers(0, 12) | st.floats(0, 12), min_size=n, max_size=n)
    y, s = np.array(data.draw(labels)), np.array(data.draw(numbers), float)
    y[:2] = True, False
    cells = counted(even_partition(s.min(), s.max(), data.draw(st.integers(1, 8))), y, s)
    for _ in range(data.draw(st.integers(0, 2)) if cells.gaps().any() else 0):
        layout, _ = refined_partition([cells], 1e-3, 1, data.draw(st.integers(2, 9)), 3)
        cells = cells.merged(counted(layout, y, s))
    curve, exact = ScannedCurve.from_cells(cells), prp.ConfusionCurve.from_scores(y, s)
    assert exact.dominates(curve.lower)
    assert curve.upper.dominates(exact)
    at = np.linspace(0.01, 1, 17)
    assert (curve.lower.precision_at(at) <= curve.upper.precision_at(at) + 1e-12).all()
    for name, score in SCORES.items():
        low, high = curve.bounds(name)
        assert low <= score.of(exact) <= high, name
        assert low <= score.of(curve) <= high, name


def test_every_point_of_the_best_guess_is_a_point_of_the_data():
    rng = np.random.default_rng(2)
    y, s = rng.integers(0, 2, 500), np.round(rng.random(500), 2)
    curve = ScannedCurve.from_cells(counted(even_partition(s.min(), s.max(), 30), y, s))
    exact = prp.ConfusionCurve.from_scores(y, s, thresholds=curve.thresholds)
    assert points(curve) == points(exact)


def test_merged_cells_are_as_fine_as_both_and_tied_where_one_is():
    y, s = np.array([0, 1, 0, 1, 1, 0]), np.array([0.0, 1, 2, 3, 4, 5])
    one, other = (
        counted(even_partition(0, 5, 2), y, s),
        counted(even_partition(0, 5, 3), y, s),
    )
    both = one.merged(other)
    assert set(both.low) == set(one.low) | set(other.low)
    assert (both.pos, both.neg) == (3, 3)
    assert both.gaps().sum() <= min(one.gaps().sum(), other.gaps().sum())
    y, s = np.array([0, 1, 1, 0, 0, 1]), np.array([0.0, 0, 1, 1, 2, 2])
    wide, fine = (
        counted(even_partition(0, 2, 1), y, s),
        counted(even_partition(0, 2, 4), y, s),
    )
    assert not wide.is_tied.all()
    assert wide.merged(fine).is_tied.all()
    assert wide.merged(fine).gaps().sum() == 0


def test_cells_that_overlap_are_taken_together():
    # As numbered: the third begins below the end of the fourth, and the second is a tie within it.
    low, high = np.array([0.0, 0.5, 0.8, 0.5, 2.0]), np.array([0.1, 0.5, 1.0, 0.9, 2.0])
    pos, neg = np.array([1, 2, 4, 8, 16]), np.array([3, 0, 1, 5, 7])
    cells = Cells.cumulated(low, high, pos, neg, low == high)
    assert cells.low.tolist() == [2.0, 0.5, 0.0]
    assert cells.high.tolist() == [2.0, 1.0, 0.1]
    assert cells.tp.tolist() == [16, 30, 31]
    assert cells.fp.tolist() == [7, 13, 16]
    assert cells.is_tied.tolist() == [True, False, False]


def test_counts_that_fall_or_differ_at_one_score_contradict_one_another():
    def cells(pos, lows=(0.0, 1.0)):
        low = np.array(lows)
        return Cells.cumulated(low, low, np.array(pos), np.ones(len(low)), np.ones(len(low), bool))

    one = cells([0.25, 0.5])
    assert one.merged(cells([0.25 + 1e-12, 0.5 - 1e-12]), 1e-9).pos == pytest.approx(0.75)
    for other in (cells([0.5, 0.25]), cells([0.15, 0.6]), cells([0.1, 0.65], [0.5, 2.0])):
        with pytest.raises(ValueError, match="counts of two passes don't agree"):
            one.merged(other, 1e-9)


def near(knots):
    """Return scores within reach of the knots, and a few in between on both scales."""
    knots = np.array(knots)
    between = [knots[:-1] * (1 - t) + knots[1:] * t for t in (1e-9, 0.3, 0.999)]
    s = [np.nextafter(knots, -np.inf), knots, np.nextafter(knots, np.inf), knots / 3, *between]
    return np.unique(np.clip(np.concatenate(s), knots[0], knots[-1]))


@given(
    st.lists(st.floats(-1e300, 1e300), min_size=3, max_size=6, unique=True).map(sorted),
    st.integers(1, 1000),
)
@law_of(50)
def test_cells_are_in_the_order_of_the_scores_whatever_is_rounded(knots, count):
    cuts = len(knots) - 1
    layout = partition_between(knots, [count] * cuts)
    cell, s = cell_of(layout, near(knots)), near(knots)
    assert np.isfinite(cell).all()
    assert (np.diff(cell) >= 0).all()
    # Each piece has about as many cells as it was to have.
    assert cell[-1] - cell[0] <= cuts * (count + 10)
    assert s.size == cell.size


@pytest.mark.parametrize("low", [-1e300, -1e-300, 0.0, 1e-320, 1e-5])
def test_cells_of_logarithms_are_even_over_all_decades(low):
    layout = partition_between([low, 1e300], [1000])
    s = np.geomspace(max(low, 1e-320), 1e300, 10**5)
    s = np.concatenate([-s[s <= -low], s])
    rows = np.bincount(np.unique(cell_of(layout, s), return_inverse=True)[1])
    assert 300 <= rows.size <= 1005
    assert rows[1:-1].max() <= 3 * np.median(rows)


def passes_until(goal, y, s, first=64, most=10):
    cells, count = counted(even_partition(s.min(), s.max(), first), y, s), 0
    for k in range(most):
        if cells.gaps().sum() < goal:
            return k
        layout, count = refined_partition([cells], goal / 2, max(256, 4 * count), 2**16, 12)
        cells = cells.merged(counted(layout, y, s))
    return most


DECADES = ["many scales", "decades", "negative", "both signs", "half", "zeros", "subnormal"]


@pytest.mark.parametrize("kind", ["usual", "saturated", "crowds", *DECADES])
def test_cells_are_cut_anew_until_little_is_open(kind):
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 20000)
    z = rng.normal(size=y.size) + y
    s = {
        "usual": 1 / (1 + np.exp(-z)),
        "saturated": 1 / (1 + np.exp(-20 * z)),
        "many scales": np.exp(9 * z),
        "decades": 10.0 ** (40 * z),
        "negative": -(10.0 ** (40 * z)),
        "both signs": np.sign(z) * 10.0 ** (40 * z - 50),
        "half": np.where(rng.random(y.size) < 0.5, 10.0 ** -(300 * rng.random(y.size)), z + 5),
        "zeros": np.where(rng.random(y.size) < 0.5, 0, 10.0 ** (40 * z)),
        "subnormal": z * 1e-312,
        "crowds": np.where(rng.random(y.size) < 0.5, np.round(z), z),
    }[kind]
    assert 1 <= passes_until(1e-3, y, s) <= 4


def test_more_cells_go_where_more_is_open():
    # All of the open area lies in the lowest hundredth of the range.
    rng = np.random.default_rng(4)
    s = np.r_[rng.random(5000) / 100, 1.0]
    y = np.r_[rng.integers(0, 2, 5000), 1]
    cells = counted(even_partition(0, 1, 100), y, s)
    layout, count = refined_partition([cells], 1e-6, 100, 1000, 6)
    numbers = cell_of(layout, np.array([0.0, 0.01, 1.0]))
    assert count == 1000
    assert numbers[1] - numbers[0] > 0.9 * count


def test_no_cells_go_where_nothing_is_open():
    # Two scores a hair apart, and far from all others: the next cells go between them.
    y, s = np.array([0, 1, 0, 1]), np.array([-1.0, 0, 1e-9, 1])
    cells = counted(even_partition(-1, 1, 8), y, s)
    assert cells.gaps().sum() > 0
    assert (
        cells.merged(counted(refined_partition([cells], 1e-4, 8, 8, 6)[0], y, s)).gaps().sum() == 0
    )
    y, s = np.array([0, 1, 0]), np.array([0.0, 1, 2])
    cells = counted(even_partition(0, 2, 4), y, s)
    assert cells.gaps().sum() == 0
    assert refined_partition([cells], 1e-4, 1, 10, 6)[1] == 1
