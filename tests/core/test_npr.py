"""Normalised PR space; what all spaces share is tested with them."""

from fractions import Fraction
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prplot import ConfusionCurve, aucnpr, aucpr_min, is_achievable, min_precision
from prplot.core.measures.score_definitions import area_under_polyline
from prplot.core.spaces import NPR
from prplot.core.traces import ARC_TOLERANCE, minimum_curve, trace
from tests.laws import (
    DIGITS,
    close,
    count_paths,
    curves_of_all_kinds,
    law,
    ranges,
    real,
    slow_law,
    weighted_rankings,
)

totals = st.integers(1, 1000)
odds = st.floats(-9, 9).map(lambda power: 10.0**power)
shares = st.floats(0, 1)


def slow_scaled(recall, pos, neg):
    """Return the share of the achievable area left of a recall, as the conventions define it."""
    with mpmath.workdps(DIGITS):
        o = real(Fraction(pos) / Fraction(neg))
        return mpmath.log(1 + o * real(Fraction(recall))) / mpmath.log(1 + o)


def height_at(curve, x):
    """Return the height of a curve here by its precision in PR space."""
    recall = np.expm1(x * np.log1p(curve.pos / curve.neg)) * curve.neg / curve.pos
    recall = np.minimum(recall, 1.0)
    least = min_precision(recall, curve.prevalence)
    return (curve.precision_at(recall) - least) / (1 - least)


# Coordinates


@law
@given(totals, totals, st.data())
def test_height_is_what_precision_has_above_the_lowest_as_a_share_of_what_it_could(pos, neg, data):
    tp, fp = data.draw(st.integers(1, pos)), data.draw(st.integers(0, neg))
    precision, least = Fraction(tp, tp + fp), Fraction(tp, tp + neg)
    x, y = NPR.project(tp, fp, pos, neg)
    assert close(float(y), (precision - least) / (1 - least), relative=1e-14)
    assert close(float(x), slow_scaled(Fraction(tp, pos), pos, neg), relative=1e-14)


@law
@given(st.floats(1e-6, 1), st.floats(1e-6, 1 - 1e-6))
def test_width_is_the_share_of_the_achievable_area_left_of_a_recall(recall, prevalence):
    x, _ = NPR.project(recall * prevalence, 0, prevalence, 1 - prevalence)
    left = recall - aucpr_min(prevalence, (0, recall))
    assert float(x) == pytest.approx(left / (1 - aucpr_min(prevalence)), rel=1e-8)


@law
@given(odds, shares)
def test_the_minimum_curve_is_the_floor_and_a_perfect_ranking_the_ceiling(pos, recall):
    tp = pos * max(recall, 1e-9)
    assert NPR.project(tp, 1.0, pos, 1.0)[1] == 0
    assert NPR.project(tp, 0.0, pos, 1.0)[1] == 1


@law
@given(odds)
def test_both_ends_of_the_recalls_are_ends_here(pos):
    x, _ = NPR.project([0, pos / 2, pos], [0.1, 0.2, 0.3], pos, 1.0)
    assert (x[0], x[2]) == (0, 1)
    # Low recalls take more room than high ones.
    assert 0.5 <= x[1] < 1


@law
@given(totals, totals, st.floats(1e-3, 1))
def test_random_guessing_falls_from_the_prevalence_to_0(pos, neg, recall):
    _, y = NPR.project(recall * pos, recall * neg, pos, neg)
    assert float(y) == pytest.approx(pos / (pos + neg) * (1 - recall), abs=1e-15)
    x, y = NPR.project_path([0, pos], [0, neg], pos, neg)
    assert (x.tolist(), y.tolist()) == ([0, 1], [pos / (pos + neg), 0])


@law
@given(odds, shares, shares)
def test_the_whole_square_is_achievable(pos, x, y):
    tp, fp = NPR.invert(x, y, pos, 1.0)
    assert 0 <= tp <= pos * (1 + 1e-15)
    if x > 1e-9:
        assert -1e-15 <= fp <= 1 + 1e-15
        recall = min(float(tp) / pos, 1.0)
        assert is_achievable(min(float(tp / (tp + fp)), 1.0), recall, pos / (pos + 1))


@law
@given(odds, st.floats(1e-6, 1), shares)
def test_inverting_keeps_the_digits_of_the_counts(pos, recall, share):
    tp, fp = pos * recall, share
    found = NPR.invert(*NPR.project(tp, fp, pos, 1.0), pos, 1.0)
    # A unit in the last place of 1 is as much of tp as its logarithm is steep there.
    steep = np.log1p(pos) * (tp + 1) / tp
    assert float(found[0]) == pytest.approx(tp, rel=1e-14 * max(1, steep))
    assert float(found[1]) == pytest.approx(fp, abs=1e-14 * (1 + 1 / tp) * max(1, steep) * (1 + tp))


def test_inverting_the_corners_is_exact_but_at_recall_0():
    tp, fp = NPR.invert([1, 1, 0.5, 0.5], [0, 1, 0, 1], 30, 70)
    assert tp[:2].tolist() == [30, 30]
    assert fp.tolist() == [70, 0, 70, 0]
    tp, fp = NPR.invert([0, 0], [0, 0.5], 10, 10)
    assert tp.tolist() == [0, 0]
    assert np.isnan(fp).all()


@law
@given(count_paths(), st.integers(-900, 900).map(lambda power: 2.0**power))
def test_the_unit_of_the_counts_changes_nothing(path, unit):
    one = NPR.project(path.tp, path.fp, path.pos, path.neg)
    other = NPR.project(path.tp * unit, path.fp * unit, path.pos * unit, path.neg * unit)
    np.testing.assert_array_equal(one, other)
    one, other = (NPR.invert(*one, path.pos * u, path.neg * u) for u in (1, unit))
    np.testing.assert_array_equal(np.array(one) * unit, other)


@pytest.mark.parametrize(("pos", "neg"), [(0, 5), (5, 0)])
def test_without_a_class_there_are_no_coordinates(pos, neg):
    for turn in (NPR.project, NPR.invert):
        found = turn([0, 0.5], [0, 0.5], pos, neg)
        assert np.isnan(found).all()
        assert np.shape(found) == (2, 2)
    tp, fp = np.array([0, pos]), np.array([0, neg])
    assert NPR.subdivide(tp, fp, pos, neg, 1e-3) == (tp, fp)
    drawn = trace(ConfusionCurve.from_counts([pos], [neg], pos, neg), NPR)
    assert np.isnan(drawn.y).all()


# Subdividing


def has_true_chords(curve, drawn, tolerance):
    """Tell whether all chords of a trace are true, at seven places of each."""
    wide = np.diff(drawn.x) > 1e-13
    share = np.linspace(0, 1, 9)[1:-1]
    (x0, y0), (x1, y1) = ((c[wide, None] for c in ends) for ends in _ends(drawn))
    x, y = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
    return (np.abs(y - height_at(curve, x)) <= 1.1 * tolerance + 1e-9).all()


def _ends(drawn):
    return (drawn.x[:-1], drawn.y[:-1]), (drawn.x[1:], drawn.y[1:])


@slow_law
@given(count_paths(), st.sampled_from([1e-2, ARC_TOLERANCE, 1e-6]))
def test_chords_are_true_to_the_tolerance(path, tolerance):
    curve = path.curve()
    assert has_true_chords(curve, trace(curve, NPR, tolerance=tolerance), tolerance)


@pytest.mark.parametrize("prevalence", [1e-9, 1e-3, 1 - 1e-3, 1 - 1e-9])
def test_chords_are_true_at_extreme_prevalence(prevalence):
    rates = [0, 1e-4, 0.02, 0.3, 0.3], [0.3, 0.4, 0.6, 0.6, 0.9]
    curve = ConfusionCurve.from_rates(*rates, prevalence)
    drawn = trace(curve, NPR)
    assert drawn.x.size < 2000
    # Heights by differences of precision keep fewer digits there; the area has a form of its own.
    assert area_under_polyline(drawn.x, drawn.y, 0, 1) == pytest.approx(aucnpr(curve), abs=1e-4)


@law
@given(count_paths())
def test_given_points_are_kept_and_the_path_stays_the_same(path):
    curve = path.curve()
    tp, fp = NPR.subdivide(curve.tp, curve.fp, path.pos, path.neg, 1e-3)
    found = list(zip(tp, fp, strict=True))
    assert set(found) >= set(zip(curve.tp, curve.fp, strict=True))
    assert (tp[0], fp[0], tp[-1], fp[-1]) == (0, 0, path.pos, path.neg)
    assert (np.diff(tp) >= 0).all()
    assert (np.diff(fp) >= 0).all()
    # By distance along the path in counts, which never falls.
    given, at = curve.tp + curve.fp, tp + fp
    np.testing.assert_allclose(tp, np.interp(at, given, curve.tp), rtol=1e-12, atol=1e-9)


def test_a_finer_tolerance_takes_more_points_as_chords_do():
    curve = ConfusionCurve.from_counts([50], [30], 100, 200)
    sizes = [trace(curve, NPR, tolerance=10.0**-power).x.size for power in (2, 4, 6, 8)]
    # A hundredth of the error takes ten times the points; they come in fours.
    assert all(2.5 < more / less < 40 for less, more in pairwise(sizes))
    assert sizes[0] < 12


def test_pieces_that_need_no_division_are_left_alone():
    # Straight up to recall 1 at height 1, then straight down.
    curve = ConfusionCurve.from_counts([5], [0], 5, 7)
    assert trace(curve, NPR).x.tolist() == [0, 1, 1]
    assert trace(minimum_curve(5, 7), NPR).x.tolist() == [0, 0, 1]
    for size in (0, 1):
        tp, fp = NPR.subdivide(np.ones(size), np.ones(size), 2, 2, 1e-3)
        assert tp.size == fp.size == size
    once = ConfusionCurve.from_counts([50], [30], 100, 200)
    twice = ConfusionCurve.from_counts([0, 0, 50], [0, 0, 30], 100, 200)
    one, other = (trace(curve, NPR) for curve in (once, twice))
    assert other.x.size == one.x.size + 1
    np.testing.assert_array_equal(other.y[1:], one.y)


# Areas


def test_the_area_under_a_fine_trace_is_aucnpr():
    for curve, _ in curves_of_all_kinds(4):
        drawn = trace(curve, NPR, tolerance=1e-9)
        assert abs(area_under_polyline(drawn.x, drawn.y, 0, 1) - aucnpr(curve)) < 1e-9


@slow_law
@given(weighted_rankings(whole=False, both=True), ranges())
def test_the_area_of_a_part_is_its_aucnpr_times_its_width(data, part):
    labels, scores, weights = data
    curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
    drawn = trace(curve, NPR, tolerance=1e-7, recall_range=part)
    ends, _ = NPR.project(np.array(part) * curve.pos, 0, curve.pos, curve.neg)
    assert [drawn.x[0], drawn.x[-1]] == pytest.approx(ends.tolist(), abs=1e-14)
    area = area_under_polyline(drawn.x, drawn.y, drawn.x[0], drawn.x[-1])
    width = drawn.x[-1] - drawn.x[0]
    assert area == pytest.approx(aucnpr(curve, recall_range=part) * width, abs=1e-7)


@law
@given(weighted_rankings(whole=False, both=True))
def test_a_trace_as_it_is_drawn_stays_in_the_square(data):
    labels, scores, weights = data
    drawn = trace(ConfusionCurve.from_scores(labels, scores, sample_weight=weights), NPR)
    assert (drawn.x[0], drawn.x[-1], drawn.y[-1]) == (0, 1, 0)
    assert (np.diff(drawn.x) >= 0).all()
    assert ((drawn.y >= 0) & (drawn.y <= 1)).all()


def test_nothing_is_drawn_without_positives():
    drawn = trace(ConfusionCurve.from_counts([0], [3], 0, 3), NPR)
    assert drawn.x.size == drawn.y.size == 0
