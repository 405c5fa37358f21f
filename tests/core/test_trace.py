from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prplot import ConfusionCurve, aucpr, average_precision, min_precision
from prplot.core.measures.score_definitions import area_under_polyline
from prplot.core.spaces import PR, PRG, ROC, SPACES
from prplot.core.traces import ARC_TOLERANCE, Trace, cut, minimum_curve, trace
from tests.laws import (
    close,
    count_paths,
    law,
    ranges,
    slow_average_precision,
    slow_precision_at,
    weighted_rankings,
)

JOINS = ["exact", "step", "linear", "integer", "points"]


def area(drawn):
    return area_under_polyline(drawn.x, drawn.y, 0, 1)


# Joins


@law
@given(count_paths())
def test_traces_keep_every_point_and_exact_ones_lie_on_the_arcs(path):
    curve = path.curve()
    for join in ("points", "linear"):
        for space, x, y in (
            (PR, curve.recall, curve.precision),
            (ROC, curve.fpr, curve.tpr),
            (PRG, curve.recall_gain, curve.precision_gain),
        ):
            drawn = trace(curve, space, join=join)
            assert drawn.space is space
            np.testing.assert_array_equal(drawn.x, x)
            np.testing.assert_array_equal(drawn.y, y)
    curve = path.curve()
    drawn = trace(curve, PR)
    vertices = set(zip(drawn.x, drawn.y, strict=True))
    assert vertices >= set(zip(curve.recall, curve.precision, strict=True))
    for x, y in vertices - set(zip(curve.recall, curve.precision, strict=True)):
        assert close(y, slow_precision_at(path.points(), x), relative=1e-9, absolute=1e-12)
    curve = path.curve()
    np.testing.assert_array_equal(trace(curve, ROC).x, trace(curve, ROC, join="points").x)


@law
@given(count_paths())
def test_exact_adds_the_crossings_of_gain_0_in_prg_space(path):
    curve = path.curve()
    drawn, points = trace(curve, PRG), trace(curve, PRG, join="points")
    # The first has the limit of precision along the first segment, here up to the crossing.
    listed = set(zip(points.x[1:], points.y[1:], strict=True))
    vertices = list(zip(drawn.x, drawn.y, strict=True))
    assert vertices[0] == pytest.approx((points.x[0], points.y[0]), rel=1e-12)
    vertices = vertices[1:]
    assert set(vertices) >= listed
    for x, y in set(vertices) - listed:
        # The third is a point far left: a curve comes from minus infinity.
        assert min(abs(x), abs(y), abs(x + 1)) < 1e-12 * max(abs(x), abs(y), 1)
    for (x0, y0), (x1, y1) in pairwise(vertices):
        assert not (x0 < -1e-9 and x1 > 1e-9)
        assert not (min(y0, y1) < -1e-9 and max(y0, y1) > 1e-9)


@law
@given(weighted_rankings(whole=False, both=True), st.sampled_from([1e-2, 1e-4]))
def test_the_area_below_an_exact_trace_is_aucpr_within_the_tolerance(data, tolerance):
    labels, scores, weights = data
    curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
    drawn = trace(curve, PR, tolerance=tolerance)
    assert area(drawn) == pytest.approx(aucpr(curve), abs=tolerance)


@law
@given(count_paths())
def test_steps_have_average_precision_below_and_whole_counts_have_a_vertex_each(path):
    curve = path.curve()
    drawn = trace(curve, PR, join="step")
    assert close(area(drawn), slow_average_precision(path.points()))
    assert area(drawn) == pytest.approx(average_precision(curve), rel=1e-12)
    curve = path.curve()
    drawn = trace(curve, PR, join="integer")
    tp = np.rint(drawn.x * path.pos)
    assert set(tp) == set(range(path.pos + 1))
    np.testing.assert_array_equal(drawn.x, tp / path.pos)
    first = np.unique(tp, return_index=True)[1]
    for x, y in zip(drawn.x[first], drawn.y[first], strict=True):
        assert close(y, slow_precision_at(path.points(), Fraction(round(x * path.pos), path.pos)))
    points = zip(curve.recall[1:], curve.precision[1:], strict=True)
    assert set(zip(drawn.x, drawn.y, strict=True)) >= set(points)


def test_steps_are_level_and_whole_counts_give_davis_and_goadrich_table_1():
    drawn = trace(ConfusionCurve.from_counts([1, 2], [1, 4], 2, 4), PR, join="step")
    assert drawn.x.tolist() == [0, 0, 0.5, 0.5, 1]
    assert drawn.y.tolist() == [0.5, 0.5, 0.5, 1 / 3, 1 / 3]
    curve = ConfusionCurve.from_counts([5, 10], [5, 30], 20, 2000)
    drawn = trace(curve, PR, join="integer", recall_range=(0.25, 0.5))
    assert drawn.x.tolist() == [0.25, 0.3, 0.35, 0.4, 0.45, 0.5]
    # Table 1 prints recall .25 ... .50 and these precisions.
    assert drawn.y.round(3).tolist() == [0.5, 0.375, 0.318, 0.286, 0.265, 0.25]


@pytest.mark.parametrize("recall_range", [(0.29, 1), (0, 0.57), (0.07, 0.29)])
def test_integer_accepts_ranges_that_end_at_whole_counts(recall_range):
    curve = ConfusionCurve.from_counts([50, 100], [10, 50], 100, 200)
    drawn = trace(curve, PR, join="integer", recall_range=recall_range)
    assert [drawn.x[0], drawn.x[-1]] == list(recall_range)


def test_integer_refuses_counts_that_are_not_whole():
    halves = ConfusionCurve.from_counts([0.5, 1], [1, 2], 2, 2)
    with pytest.raises(ValueError, match="whole numbers of true positives"):
        trace(halves, PR, join="integer")
    whole = ConfusionCurve.from_counts([1], [1], 2, 2)
    with pytest.raises(ValueError, match="recall ranges that split an example"):
        trace(whole, PR, join="integer", recall_range=(0.3, 1))


@pytest.mark.parametrize("join", ["exat", "", None, 3])
def test_an_unknown_join_is_refused_with_the_accepted_ones(join):
    with pytest.raises(
        ValueError, match="join must be one of 'exact', 'step', 'linear', 'integer'"
    ):
        trace(ConfusionCurve.from_counts([1], [1], 2, 2), PR, join=join)


@pytest.mark.parametrize("space", SPACES.values(), ids=SPACES)
@pytest.mark.parametrize("join", JOINS)
def test_without_positives_only_pr_space_has_a_curve_on_its_axis(space, join):
    drawn = trace(ConfusionCurve.from_counts([0], [3], 0, 3), space, join=join)
    expected = ([0, 1], [0, 0]) if space is PR else ([], [])
    assert (drawn.x.tolist(), drawn.y.tolist()) == expected


@pytest.mark.parametrize("join", JOINS)
def test_without_negatives_precision_is_one_throughout(join):
    drawn = trace(ConfusionCurve.from_counts([1, 3], [0, 0], 3, 0), PR, join=join)
    assert (drawn.x[0], drawn.x[-1]) == (0, 1)
    assert (drawn.y == 1).all()


def test_a_trace_needs_as_many_x_as_y():
    with pytest.raises(ValueError, match=r"x and y .* found shapes \(2,\) and \(3,\)"):
        Trace(np.zeros(2), np.zeros(3), PR)


# Ranges


@law
@given(count_paths(), ranges())
def test_a_cut_ends_exactly_at_the_range_stays_on_the_path_and_has_its_area(path, recall_range):
    curve = path.curve()
    tp, fp = cut(curve, *recall_range)
    ends = [share * path.pos for share in recall_range]
    assert [tp[0], tp[-1]] == pytest.approx(ends, rel=1e-14)
    inside = (curve.recall >= recall_range[0]) & (curve.recall <= recall_range[1])
    head, tail = (int(end not in curve.recall) for end in recall_range)
    inner = slice(head, tp.size - tail)
    np.testing.assert_array_equal(tp[inner], curve.tp[inside])
    np.testing.assert_array_equal(fp[inner], curve.fp[inside])
    for new, end, i in zip((head, tail), recall_range, (0, -1), strict=True):
        if new:
            expected = slow_precision_at(path.points(), end)
            assert close(tp[i] / (tp[i] + fp[i]), expected, relative=1e-9, absolute=1e-9)
    curve = path.curve()
    drawn = trace(curve, PR, recall_range=recall_range)
    found = area_under_polyline(drawn.x, drawn.y, *recall_range)
    assert found == pytest.approx(aucpr(curve, recall_range=recall_range), abs=ARC_TOLERANCE)


def test_a_cut_at_a_drop_keeps_the_whole_drop():
    curve = ConfusionCurve.from_counts([2, 2, 4], [1, 5, 5], 4, 5)
    assert [part.tolist() for part in cut(curve, 0.5, 0.75)] == [[2, 2, 3], [1, 5, 5]]
    assert [part.tolist() for part in cut(curve, 0.25, 0.5)] == [[1, 2, 2], [0.5, 1, 5]]
    assert [part.tolist() for part in cut(curve, 0, 1)] == [[0, 2, 2, 4], [0, 1, 5, 5]]


@pytest.mark.parametrize("recall", [0.07, 0.29, 0.57])
def test_a_range_that_starts_at_a_drop_starts_at_its_upper_end(recall):
    # .07 * 100 and .29 * 100 miss 7 and 29 by rounding, one above and one below.
    tp = round(recall * 100)
    curve = ConfusionCurve.from_counts([tp, tp, 100], [0, 50, 50], 100, 200)
    drawn = trace(curve, PR, recall_range=(recall, 1))
    assert (drawn.x[0], drawn.y[0]) == (recall, 1)
    assert trace(curve, PR, recall_range=(0, recall)).y[-1] == pytest.approx(tp / (tp + 50))


# The minimum


@pytest.mark.parametrize(("pos", "neg"), [(1, 1), (20, 2000), (500, 3), (3, 100_000)])
def test_the_worst_ranking_is_the_minimum_curve(pos, neg):
    labels = np.repeat([0, 1], [neg, pos])
    worst = ConfusionCurve.from_scores(labels, -np.arange(pos + neg))
    for curve in (worst, minimum_curve(pos, neg)):
        drawn = trace(curve, PR)
        np.testing.assert_allclose(
            drawn.y, min_precision(drawn.x, curve.prevalence), rtol=1e-12, atol=1e-12
        )
    recall = np.linspace(0, 1, 101)
    np.testing.assert_allclose(
        worst.precision_at(recall), minimum_curve(pos, neg).precision_at(recall), rtol=1e-12
    )


@pytest.mark.parametrize("join", ["exact", "step", "points"])
@law
@given(weighted_rankings(whole=False, both=True))
def test_no_vertex_lies_below_the_minimum_curve(join, data):
    labels, scores, weights = data
    curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
    drawn = trace(curve, PR, join=join)
    tp = drawn.x * curve.pos
    assert (drawn.y >= tp / (tp + curve.neg) - 1e-12).all()
