from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import prplot as prp
from prplot.core.cells import Cells
from prplot.core.measures.score_definitions import SCORES
from prplot.core.scanned import ScannedCurve
from tests.laws import law_of


def counted(y, s, count):
    """Count in about so many cells of equal width."""
    _, group = np.unique(np.floor((s - s.min()) / (np.ptp(s) or 1) * count), return_inverse=True)
    pos, rows = np.bincount(group, y).astype(int), np.bincount(group)
    low, high = np.full(rows.size, np.inf), np.full(rows.size, -np.inf)
    np.minimum.at(low, group, s)
    np.maximum.at(high, group, s)
    return Cells.cumulated(low, high, pos, rows - pos)


# Two cells: 0.8 to 0.9 with one of each class, 0.1 alone.
TWO = Cells.cumulated(
    np.array([0.1, 0.8]),
    np.array([0.1, 0.9]),
    np.array([1, 1]),
    np.array([1, 1]),
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
    cells = counted(y, s, 20)
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


@given(st.data())
@law_of(25)
def test_bounds_hold_the_area_of_the_data_however_scores_are_cut(data):
    n = data.draw(st.integers(2, 40))
    labels = st.lists(st.booleans(), min_size=n, max_size=n)
    numbers = st.lists(st.integers(0, 12) | st.floats(0, 12), min_size=n, max_size=n)
    y, s = np.array(data.draw(labels)), np.array(data.draw(numbers), float)
    y[:2] = True, False
    cells = counted(y, s, data.draw(st.integers(1, 8)))
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
    curve = ScannedCurve.from_cells(counted(y, s, 30))
    exact = prp.ConfusionCurve.from_scores(y, s, thresholds=curve.thresholds)
    assert points(curve) == points(exact)
