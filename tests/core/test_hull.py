import json
from itertools import pairwise
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prplot import ConfusionCurve, aucpr, auroc
from prplot.core.record import paths as hulls
from prplot.core.traces import minimum_curve, perfect_curve, random_curve
from tests.cases import sampled
from tests.laws import (
    Point,
    close,
    count_paths,
    exactly,
    law,
    seeded_path,
    seeded_rankings,
    slow_aucpr,
    slow_auroc,
    slow_dominates_in_pr,
    slow_hull,
    slow_points,
)

REFERENCES = sorted((Path(__file__).parent.parent / "fixtures" / "reference").glob("*.json"))

WHOLE = (0, 1, 2, 5)
# So unequal that many points differ by less than the rounding of the large ones.
MASSES = (0.0, 1e-17, 1e-12, 0.1, 1 / 3, 2.5, 7e3)


def vertices(curve):
    return list(zip(curve.thresholds.tolist(), curve.tp.tolist(), curve.fp.tolist(), strict=True))


def numbered(tp, fp):
    """Return the curve of given points; the thresholds tell which point is which."""
    levels = -np.arange(1.0, tp.size + 1)
    return ConfusionCurve.from_counts(tp, fp, tp[-1].item(), fp[-1].item(), thresholds=levels)


def chain(curve):
    """Return the vertices by the textbook: one pass that steps back, in Python's integers."""
    hull = []
    for c in vertices(curve):
        if hull and c[1:] == hull[-1][1:]:
            continue
        while len(hull) > 1:
            a, b = hull[-2:]
            if (b[1] - a[1]) * (c[2] - a[2]) > (c[1] - a[1]) * (b[2] - a[2]):
                break
            hull.pop()
        hull.append(c)
    return hull


def most_above(points, hull):
    """Return by how much, in rates, any of the exact points lies above a hull."""
    _, pos, neg = points[-1]
    x, y = np.array([(p.fp / neg, p.tp / pos) for p in points], dtype=float).T
    # Seen along the diagonal, on which neither path ever turns back, not even where it is upright.
    return (y - x - np.interp(y + x, hull.tpr + hull.fpr, hull.tpr - hull.fpr)).max()


# Brute force


@pytest.mark.parametrize("weights", [(1,), WHOLE], ids=["counts", "whole weights"])
def test_the_hull_of_a_ranking_is_that_of_brute_force(weights):
    for labels, scores, masses in seeded_rankings(60, weights):
        curve = ConfusionCurve.from_scores(labels, scores, sample_weight=masses)
        expected = slow_hull(slow_points(labels, scores, masses.tolist()))
        assert vertices(curve.hull()) == [(np.inf, 0, 0), *expected[1:]]


def test_the_hull_of_masses_is_that_of_brute_force_up_to_rounding():
    for labels, scores, masses in seeded_rankings(40, MASSES):
        curve = ConfusionCurve.from_scores(labels, scores, sample_weight=masses)
        hull, points = curve.hull(), slow_points(labels, scores, masses.tolist())
        assert set(vertices(hull)) <= set(vertices(curve))
        assert most_above(points, hull) < 1e-12
        best = slow_hull(points)
        assert close(auroc(hull), slow_auroc(best))
        assert close(aucpr(hull), slow_aucpr(best))


def test_the_hull_of_given_points_is_that_of_brute_force():
    # Of points that repeat the first is taken, with its threshold.
    rng = np.random.default_rng(0)
    for _ in range(150):
        path = seeded_path(rng, *rng.integers(1, 9, 2).tolist())
        curve = numbered(path.tp, path.fp)
        assert vertices(curve.hull()) == slow_hull([Point(*v) for v in vertices(curve)])


@pytest.mark.parametrize(
    "units", [(0.1, 0.1), (0.7, 1), (1, 0.7), (1 / 3, 0.7), (1e70, 1e-70)], ids=str
)
def test_the_units_of_the_weights_change_no_vertex(units):
    # Points in a line do not become corners because their masses are rounded.
    for labels, scores, masses in seeded_rankings(40, WHOLE):
        whole, other = (
            ConfusionCurve.from_scores(labels, scores, sample_weight=masses * unit).hull()
            for unit in (1, np.take(units, labels))
        )
        assert other.thresholds.tolist() == whole.thresholds.tolist()


@pytest.mark.parametrize("prevalence", [0.3, 1e-6, 1 - 1e-6])
@pytest.mark.parametrize("parts", [3, 10, 1000, 5000])
def test_a_line_that_rounding_bends_keeps_its_ends_only(parts, prevalence):
    one, other = np.arange(parts) / parts, np.arange(parts) * (1 / parts)
    for fpr, tpr in ((one, other), (other, one)):
        hull = ConfusionCurve.from_rates(fpr, tpr, prevalence).hull()
        assert hull.fpr.tolist() == hull.tpr.tolist() == [0, 1]


# Many points


def drawn(seed, *most, size=5000):
    return np.random.default_rng(seed).integers(0, most, (size, 2))


def one_by_one(positive):
    return np.where(positive[:, None], [1, 0], [0, 1])


def every_direction(most):
    """Return all moves of up to so many counts in all, the best first; some in one direction."""
    moves = [(t, f) for t in range(most + 1) for f in range(most + 1 - t) if t + f]
    return np.array(sorted(moves, key=lambda move: move[1] / sum(move)))


def behind(moves, rise):
    """Put a move behind others that rises by so many times all of them."""
    return np.append(moves, [[int(rise * moves[:, 0].sum()), 1]], axis=0)


def arcs_on_an_arc():
    """Return concave arcs, each behind a rise that leaves of all arcs another one."""
    arc = behind(every_direction(20), 1)
    return np.concatenate([arc + np.array([40 * up, 0]) for up in range(30, 0, -1)])


MOVES = {
    "random": lambda: one_by_one(drawn(0, 2)[:, 0] == 1),
    "worst": lambda: one_by_one(np.arange(6000) >= 3000),
    "long runs": lambda: np.repeat(one_by_one(drawn(2, 2)[:300, 0] == 1), 20, axis=0),
    "ties": lambda: drawn(3, 4, 9),
    "beyond 64 bits": lambda: drawn(4, 2**40, 2**42),
    "concave": lambda: every_direction(110),
    "nearly concave": lambda: every_direction(110) * 1000 + drawn(5, 2, 2, size=6215),
    "just below 62 bits": lambda: every_direction(110) * 9440 + drawn(6, 2, 2, size=6215),
    "concave beyond 64 bits": lambda: every_direction(110) * 2**30 + drawn(7, 2, 2, size=6215),
    "behind a rise": lambda: behind(every_direction(110), 1),
    "behind a small rise": lambda: behind(every_direction(110), 0.001),
    "behind a rise beyond 64 bits": lambda: behind(every_direction(110) * 2**29, 0.01),
    "arcs on an arc": arcs_on_an_arc,
    "straight beyond 64 bits": lambda: np.repeat([[2**40, 2**41]], 5001, axis=0),
    "hardly bent beyond 64 bits": lambda: np.repeat([[2**41, 2**40 - 1], [2**41, 2**40]], 3000, 0),
    "repeated": lambda: np.insert(every_direction(70), slice(None), 0, axis=0),
}


@pytest.mark.parametrize("kind", MOVES)
def test_the_hull_of_thousands_of_points_is_the_textbooks(kind):
    curve = numbered(*np.cumsum(MOVES[kind](), axis=0).T)
    assert curve.tp.size > 5000
    assert vertices(curve.hull()) == chain(curve)


@pytest.mark.parametrize("kind", MOVES)
def test_the_hull_of_parts_is_that_of_the_whole(kind, monkeypatch):
    curve = numbered(*np.cumsum(MOVES[kind](), axis=0).T)
    monkeypatch.setattr(hulls, "_PART", 500)
    assert vertices(curve.hull()) == chain(curve)


@pytest.mark.parametrize("kind", ["random", "worst", "long runs", "ties", "concave"])
@pytest.mark.parametrize("units", [(0.1, 1 / 3), (0.1, 1), (1, 0.1)], ids=str)
def test_rounded_counts_have_the_vertices_of_whole_ones(kind, units):
    tp, fp = np.cumsum(MOVES[kind](), axis=0).T
    whole, rounded = numbered(tp, fp).hull(), numbered(tp * units[0], fp * units[1]).hull()
    assert rounded.thresholds.tolist() == whole.thresholds.tolist()


def test_many_points_take_little_more_time_than_sorting_as_many():
    rng = np.random.default_rng(0)
    curve = numbered(*np.cumsum(one_by_one(rng.random(2 * 10**5) < 0.5), axis=0).T)
    scores = rng.random(curve.tp.size)
    seconds = []
    for run in (curve.hull, lambda: np.sort(scores)) * 3:
        start = perf_counter()
        run()
        seconds.append(perf_counter() - start)
    assert np.median(seconds[::2]) < 3 * np.median(seconds[1::2]) + 1


# Numbers of every size


@pytest.mark.parametrize("kind", [np.int64, np.float64])
@pytest.mark.parametrize("total", [2**31, 2**52])
def test_one_count_makes_a_vertex_however_many_there_are(total, kind):
    half = total // 2
    for more, expected in ((-1, [0, total]), (0, [0, total]), (1, [0, half + 1, total])):
        tp, fp = np.array([half + more, total], kind), np.array([half, total], kind)
        assert numbered(tp, fp).hull().tp.tolist() == expected


@pytest.mark.parametrize(("size", "prevalence"), sampled([1500, 20_000], [0.5, 1e-6], every=4))
def test_turns_within_rounding_add_up_to_no_loss(size, prevalence):
    # Two arcs, each turn of them too small to tell: around a corner, and all along the diagonal.
    part = np.arange(size) / size
    corner = part * size * 1e-15, 0.5 + 1e-3 * (1 - (1 - part) ** 2)
    flat = part, part + 4e-11 * part * (1 - part)
    for fpr, tpr in (corner, flat):
        curve = ConfusionCurve.from_rates(fpr, tpr, prevalence)
        points = [Point(None, *map(exactly, v[1:])) for v in vertices(curve)]
        assert most_above(points, curve.hull()) < 1e-12


# Laws


def test_thresholds_of_the_hull_count_the_same_again_and_no_precision_is_lower():
    for labels, scores, masses in seeded_rankings(80, MASSES):
        hull = ConfusionCurve.from_scores(labels, scores, sample_weight=masses).hull()
        again = ConfusionCurve.from_scores(
            labels, scores, sample_weight=masses, thresholds=hull.thresholds
        )
        assert vertices(again) == vertices(hull)
    # Davis & Goadrich 2006, Corollary 3.1.
    for labels, scores, _ in seeded_rankings(80):
        hull = ConfusionCurve.from_scores(labels, scores).hull()
        best = [Point(None, *map(exactly, v[1:])) for v in vertices(hull)]
        assert slow_dominates_in_pr(best, slow_points(labels, scores))


def test_the_hull_of_a_hull_is_itself_and_no_area_shrinks():
    for weights in (WHOLE, MASSES):
        for labels, scores, masses in seeded_rankings(80, weights):
            curve = ConfusionCurve.from_scores(labels, scores, sample_weight=masses)
            hull = curve.hull()
            assert vertices(hull.hull()) == vertices(hull)
            for area in (auroc, aucpr):
                assert area(hull) >= area(curve) * (1 - 1e-14)


@law
@given(count_paths(), st.floats(1e-3, 1 - 1e-3))
def test_slopes_fall_and_another_prevalence_has_the_same_hull(path, prevalence):
    curve = numbered(path.tp, path.fp)
    hull = curve.hull()
    moves = np.column_stack([np.diff(hull.tp), np.diff(hull.fp)]).tolist()
    assert all(t * f_next > t_next * f for (t, f), (t_next, f_next) in pairwise(moves))
    assert vertices(curve.at_prevalence(prevalence).hull()) == vertices(
        hull.at_prevalence(prevalence)
    )


@pytest.mark.parametrize(("pos", "neg"), [(3, 5), (0.3, 0.1), (2**40, 2**40)])
def test_the_worst_ranking_has_the_hull_of_guessing_and_the_perfect_one_its_own(pos, neg):
    for reference, expected in (
        (minimum_curve, [0, pos]),
        (random_curve, [0, pos]),
        (perfect_curve, [0, pos, pos]),
    ):
        hull = reference(pos, neg).hull()
        assert hull.tp.tolist() == expected
        assert (hull.pos, hull.neg) == (pos, neg)


@pytest.mark.parametrize("label", [0, 1])
def test_one_class_has_a_hull_of_one_line(label):
    hull = ConfusionCurve.from_scores([label] * 4, [3, 2, 2, 1], pos_label=1).hull()
    assert vertices(hull) == [(np.inf, 0, 0), (1, 4 * label, 4 - 4 * label)]


@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: path.stem)
def test_reference_hulls(path):
    data = np.genfromtxt(path.with_suffix(".csv"), delimiter=",", names=True)
    weights = data["weight"] if "weight" in data.dtype.names else None
    hull = ConfusionCurve.from_scores(data["label"], data["score"], sample_weight=weights).hull()
    exact = json.loads(path.read_text(encoding="utf-8"))["exact"]["achievable"]
    np.testing.assert_allclose(hull.tp, exact["hull_tp"], rtol=1e-12)
    np.testing.assert_allclose(hull.fp, exact["hull_fp"], rtol=1e-12)
    assert close(aucpr(hull), exact["aucpr"])
    assert close(auroc(hull), exact["auroc"])


@pytest.mark.parametrize("unit", [1e-145, 1e-30, 1e30, 1e145])
def test_the_unit_of_weights_does_not_matter(unit):
    labels, scores = [1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1]
    weights = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    plain, other = (
        ConfusionCurve.from_scores(labels, scores, sample_weight=weights * u).hull()
        for u in (1.0, unit)
    )
    assert other.thresholds.tolist() == plain.thresholds.tolist()
    assert aucpr(other) == pytest.approx(aucpr(plain), rel=1e-12)
