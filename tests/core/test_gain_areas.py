import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prplot import ConfusionCurve, auprg, expected_f_gain
from tests.laws import (
    CountPath,
    close,
    count_paths,
    curves_of_all_kinds,
    exactly,
    law,
    paths_of_masses,
    paths_with_drops,
    seeded_path,
    slow_auprg,
    slow_f,
    slow_gain,
    slow_gains,
    slow_in_square,
    slow_mean_over_delta,
    slow_points,
    weighted_rankings,
)

REFERENCES = sorted((Path(__file__).parent.parent / "fixtures" / "reference").glob("*.json"))


def prevalence(points):
    return points[-1].tp / (points[-1].tp + points[-1].fp)


def has_area(curve, points, **options):
    """Tell whether the area is that of exact fractions; it is a sum of numbers up to 1 / pi."""
    found, expected = auprg(curve, **options), slow_auprg(points, **options)
    return close(found, expected, absolute=1e-13 / prevalence(points))


def has_mean(curve, points, beta):
    """Tell whether the expected F gain is the integral over Delta; nan where Delta is constant."""
    pi, (pos, neg), b2 = prevalence(points), points[-1][1:], exactly(beta) ** 2
    expected = slow_mean_over_delta(points, lambda p: slow_gain(slow_f(p, pos, b2), pi))
    found = expected_f_gain(curve, beta=float(beta))
    if expected is None:
        return np.isnan(found)
    # Near the worst ranking nearly all of the false positives cancel, and near prevalence 1 most of
    # the sum.
    left = 1 - slow_in_square(points)[0].fp / neg
    return close(found, expected, absolute=1e-13 / (left * pi * (1 - pi)))


# Printed numbers


@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: path.stem)
def test_reference_areas(path):
    data = np.genfromtxt(path.with_suffix(".csv"), delimiter=",", names=True)
    weights = data["weight"] if "weight" in data.dtype.names else None
    curve = ConfusionCurve.from_scores(data["label"], data["score"], sample_weight=weights)
    exact = json.loads(path.read_text(encoding="utf-8"))["exact"]
    for found, expected in ((curve, exact), (curve.hull(), exact["achievable"])):
        assert auprg(found) == pytest.approx(expected["auprg"], rel=1e-12, abs=1e-15)


def test_the_examples_of_the_r_package():
    # https://github.com/meeliskull/prg prints 0.7083333.
    area = auprg([1, 1, 0, 0, 1, 0], [0.8, 0.8, 0.6, 0.4, 0.4, 0.2])
    assert area == pytest.approx(17 / 24, rel=1e-15)
    # Labels of its README; numbers by its code, by pyprg and by exact fractions.
    labels = [1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1]
    scores = np.arange(25, 0, -1) / 25
    curve, points = ConfusionCurve.from_scores(labels, scores), slow_points(labels, scores)
    assert close(auprg(curve), Fraction(1_044_283_367, 2_414_739_600))
    assert slow_gains(slow_in_square(points))[0] == (0, Fraction(47, 72))
    assert auprg(curve, clip=True) == pytest.approx(0.436665, abs=5e-7)
    assert auprg(curve.hull()) == pytest.approx(0.535962, abs=5e-7)
    assert expected_f_gain(curve) == pytest.approx(0.481384, abs=5e-7)


# The area


@pytest.mark.parametrize("clip", [False, True])
def test_areas_are_those_of_exact_fractions(clip):
    for curve, points in curves_of_all_kinds(12):
        assert has_area(curve, points, clip=clip)
        assert not clip or 0 <= auprg(curve, clip=True) <= 1
    for curve, points in paths_of_masses(60):
        assert has_area(curve, points, clip=clip)


@pytest.mark.parametrize("clip", [False, True])
@law
@given(count_paths())
def test_areas_of_steep_paths_are_those_of_exact_fractions(clip, path):
    assert has_area(path.curve(), path.points(), clip=clip)


@pytest.mark.parametrize("clip", [False, True])
@pytest.mark.parametrize("rare", [1, 1000, 10**6])
@pytest.mark.parametrize("positive", [True, False])
def test_areas_at_the_ends_of_the_prevalences(rare, positive, clip):
    # One in a million of either class. As many positives as negatives are left at recall gain 0.
    pos, neg = (rare, rare * 999_999) if positive else (rare * 999_999, rare)
    rng, near = np.random.default_rng(0), min(2 * rare, pos)
    for _ in range(15):
        path = seeded_path(rng, near, neg)
        path = CountPath(path.tp + pos - near, path.fp, pos, neg)
        found, expected = auprg(path.curve(), clip=clip), slow_auprg(path.points(), clip=clip)
        assert close(found, expected, absolute=1e-12)


def test_masses_next_to_nothing_of_negatives_are_no_whole_area():
    # Tied, the worst ranking, and a rare positive ahead of a tie, where few last bits are left.
    assert auprg([1, 0], [1, 1], sample_weight=[1, 1e-12]) == pytest.approx(0, abs=1e-15)
    assert auprg(ConfusionCurve.from_rates([0, 1], [0, 1], 1 - 1e-12)) == 0
    worst = auprg([1, 0], [0, 1], sample_weight=[1e6, 1e-6])
    assert worst == pytest.approx(-5e-13, rel=1e-3)
    labels, scores, masses = [1, 0, 1], [2, 3, 3], [0.001, 0.001, 1000.0]
    expected = slow_auprg(slow_points(labels, scores, masses))
    assert auprg(labels, scores, sample_weight=masses) == pytest.approx(float(expected), rel=1e-9)


def test_a_perfect_ranking_has_an_area_of_1_and_a_single_late_positive_is_far_below_0():
    for pos in range(1, 40):
        ranking = np.arange(pos + 7)
        assert auprg(ranking >= 7, ranking) == auprg(ranking >= 7, ranking, clip=True) == 1
    # 999 of 1000 negatives are ahead of it: precision gain leads from 1 - .999 * 1001 to 1 - .999.
    curve = ConfusionCurve.from_counts([0, 1], [999, 999], 1, 1000)
    assert auprg(curve) == pytest.approx(-499.499, rel=1e-12)
    # What is left of the triangle above 0: .001 high, .001 / 999 wide.
    assert auprg(curve, clip=True) == pytest.approx(0.001**2 / 999 / 2, rel=1e-9)


@law
@given(weighted_rankings(whole=False, both=True))
def test_the_area_lies_between_that_of_the_worst_and_of_the_perfect_ranking(data):
    labels, scores, weights = data
    within = {"rel": 1e-9, "abs": 1e-9}
    pi = np.average(labels, weights=weights)
    lowest, area, clipped = (
        -(1 - pi) / (2 * pi),
        *(auprg(labels, scores, sample_weight=weights, clip=clip) for clip in (False, True)),
    )
    assert lowest * (1 + 1e-9) <= area <= clipped + 1e-12
    assert 0 <= clipped <= 1
    for ranking, expected in ((labels, 1), (0 * labels, 0), (-labels, lowest)):
        found = auprg(labels, ranking, sample_weight=weights)
        assert found == pytest.approx(expected, **within)
        found = auprg(labels, ranking, sample_weight=weights, clip=True)
        assert found == pytest.approx(max(expected, 0), **within)
        assert 0 <= found <= 1


# The expected F gain: Flach & Kull (2015), Theorem 3


@pytest.mark.parametrize("beta", [0, 0.5, 1, 3, 1e8, 1e200])
def test_theorem_3_the_formula_is_the_integral_over_delta(beta):
    for curve, points in curves_of_all_kinds(6):
        assert has_mean(curve, points, beta)


@law
@given(count_paths(), st.floats(0, 100))
def test_theorem_3_for_steep_paths(path, beta):
    assert has_mean(path.curve(), path.points(), beta)


@pytest.mark.parametrize("more", [-1, 0, 1])
@pytest.mark.parametrize("unit", [1, 2**20, 2**40, 2**55], ids=str)
def test_a_drop_one_count_before_recall_gain_0_is_past(unit, more):
    # Recall gain 0 is at 4 of 6 and 3, times the unit. From a drop there the path starts at its
    # top, from one a count earlier at its bottom; floats can't tell which it is.
    drop = np.array([4, 4]) * unit + more
    path = CountPath(np.append(drop, 6 * unit), np.array([1, 2, 3]) * unit, 6 * unit, 3 * unit)
    start = slow_in_square(path.points())[0].fp
    assert start > 2 * unit if more < 0 else start <= unit
    assert has_mean(path.curve(), path.points(), 1)


def test_a_drop_at_recall_gain_0_counts_from_its_top_however_it_is_rounded():
    # Precision gain 1 at the start: "the expected FG1 is AUPRG / 2 + 1 / 4" (section 3.3).
    for pos, at in combinations(range(17, 1, -1), 2):
        pi = at / pos
        for curve in (
            ConfusionCurve.from_counts([at, at, pos], [0, 5, 5], pos, 10).at_prevalence(pi),
            ConfusionCurve.from_rates([0, 0.5, 0.5], [pi, pi, 1], pi),
        ):
            assert expected_f_gain(curve) == pytest.approx(auprg(curve) / 2 + 1 / 4, rel=1e-12)


def test_theorem_3_for_masses_at_the_ends_of_the_prevalences():
    for curve, points in paths_of_masses(60):
        for beta in (0.5, 1):
            assert has_mean(curve, points, beta)


@pytest.mark.parametrize("rare", [1e-3, 1e-6])
def test_the_expected_f_gain_of_ties_with_next_to_no_negatives(rare):
    found = expected_f_gain([1, 0], [1, 1], sample_weight=[1, rare])
    assert found == pytest.approx(1 / 4, rel=1e-9)


def test_the_expected_reciprocal_of_f1():
    for path in paths_with_drops(80):
        points, pi = path.points(), path.pos / (path.pos + path.neg)
        expected = slow_mean_over_delta(points, lambda p, pos=path.pos: 1 / slow_f(p, pos, 1))
        if expected is not None:
            found = (1 - (1 - pi) * expected_f_gain(path.curve())) / pi
            assert close(found, expected, relative=1e-10)


@pytest.mark.parametrize(("pos", "neg"), [(1, 1), (3, 5), (2000, 3), (7, 10**6)])
def test_the_expected_f_gain_of_the_perfect_the_tied_and_the_worst_ranking(pos, neg):
    for tp, fp, expected in ((pos, 0, 3 / 4), (pos, neg, 1 / 4), (0, neg, np.nan)):
        found = expected_f_gain(ConfusionCurve.from_counts([tp], [fp], pos, neg))
        assert found == pytest.approx(expected, rel=1e-12, nan_ok=True)


def test_the_expected_f_gain_is_nan_wherever_recall_gain_0_leaves_no_negative():
    # Nothing is to choose between: Delta is the same from there on, as for the worst ranking.
    curve = ConfusionCurve.from_counts([1, 1], [0, 5], 5, 5)
    assert np.isnan(expected_f_gain(curve))
    assert auprg(curve) == pytest.approx(-1 / 2)
