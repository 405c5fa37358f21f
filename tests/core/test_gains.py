from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import prplot as prp
from prplot.core.spaces import PRG
from prplot.core.traces import trace
from tests.laws import (
    Point,
    close,
    count_paths,
    distinct_vertices,
    forms,
    law,
    paths_with_drops,
    slow_gains,
)

few, many = st.integers(1, 99), st.integers(0, 999)


def matrix(tp, fp):
    return Point(None, Fraction(tp), Fraction(fp))


def exact_gains(point, pos, neg):
    return slow_gains([point, matrix(pos, neg)])[0]


@law
@given(few, few, many, many, few, few, st.fractions(0, 1, max_denominator=50))
def test_theorem_1_a_mixture_lies_on_the_straight_line_between_two_classifiers(
    tp1, tp2, fp1, fp2, fn, tn, share
):
    # Flach & Kull (2015).
    one, other, pos, neg = matrix(tp1, fp1), matrix(tp2, fp2), max(tp1, tp2) + fn, fp1 + fp2 + tn
    mixed = matrix(share * tp1 + (1 - share) * tp2, share * fp1 + (1 - share) * fp2)
    mu = share * tp1 / mixed.tp
    first, second = exact_gains(one, pos, neg), exact_gains(other, pos, neg)
    expected = [mu * a + (1 - mu) * b for a, b in zip(first, second, strict=True)]
    assert list(exact_gains(mixed, pos, neg)) == expected
    found = PRG.project(float(mixed.tp), float(mixed.fp), pos, neg)
    for coordinate, value in zip(found, expected, strict=True):
        assert close(float(coordinate), value, absolute=1e-13 * (1 + pos / neg))


# Where a path enters and leaves the square


def slow_trace(points):
    """Return the gains along a path, with points where it crosses gain 0.

    One more is where recall gain is -1: the path comes from minus infinity, which no picture shows.
    """
    pos, neg = points[-1][1:]
    lines = [
        lambda tp, fp: tp * (pos + 2 * neg) - pos * pos,
        lambda tp, fp: tp * (pos + neg) - pos * pos,
        lambda tp, fp: tp * neg - fp * pos,
    ]
    path = list(points[:1])
    for (_, tp, fp), (_, ahead, beyond) in pairwise(points):
        sides = [(line(tp, fp), line(ahead, beyond)) for line in lines]
        for share in sorted({a / (a - b) for a, b in sides if a * b < 0}):
            path.append(matrix(tp + share * (ahead - tp), fp + share * (beyond - fp)))
        path.append(matrix(ahead, beyond))
    return slow_gains(path)


@law
@given(count_paths())
def test_a_trace_is_the_exact_path_with_its_crossings_of_gain_0(path):
    drawn = trace(path.curve(), PRG)
    # What has no true positives has no gains; two lines may be crossed at one place.
    inner = drawn.x > -np.inf
    found = distinct_vertices(drawn.x[inner], drawn.y[inner], within=1e-9)
    expected = distinct_vertices(*zip(*slow_trace(path.points()), strict=True), within=1e-9)
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-11)


def test_no_segment_of_a_trace_crosses_gain_0():
    for path in paths_with_drops(40):
        for curve in forms(path):
            drawn = trace(curve, PRG)
            for values in (drawn.x, drawn.y):
                low, high = (f(values[:-1], values[1:]) for f in (np.minimum, np.maximum))
                # Left of a recall gain of -1 nothing is seen.
                assert not ((low < -1e-9) & (high > 1e-9) & (drawn.x[:-1] >= -1)).any()


@pytest.mark.parametrize(("pos", "neg"), [(0, 3), (3, 0)])
def test_with_one_class_there_is_nothing_to_cross(pos, neg):
    drawn = trace(prp.ConfusionCurve.from_counts([pos], [neg], pos, neg), PRG)
    assert np.isnan(drawn.y).all()


def test_gains_of_always_positive_and_of_the_prevalence_are_exact():
    rng = np.random.default_rng(0)
    for _ in range(80):
        labels, weights = np.append([0, 1], rng.integers(0, 2, 20)), rng.random(22)
        curve = prp.ConfusionCurve.from_scores(labels, rng.random(22), sample_weight=weights)
        assert (curve.recall_gain[-1], curve.precision_gain[-1]) == (1, 0)
        prevalence = rng.random()
        assert prp.precision_gain(prevalence, prevalence) == 0
        assert prp.recall_gain(prevalence, prevalence) == 0
    thirds = prp.ConfusionCurve.from_counts([1, 3], [2, 6], 3, 6)
    assert thirds.recall_gain[1] == thirds.precision_gain[1] == 0
