import csv
import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import mpmath
import numpy as np
import pytest
import sklearn.metrics as skm
from hypothesis import assume, given
from hypothesis import strategies as st

from prplot import (
    ConfusionCurve,
    aucnpr,
    aucpr,
    aucpr_min,
    auroc,
    average_precision,
    normalized_average_precision,
)
from prplot.core.measures.score_definitions import (
    area_pr,
    area_roc,
    area_under_polyline,
    normalized_area_pr,
    normalized_step_area_pr,
    step_area_pr,
)
from tests.laws import (
    DIGITS,
    CountPath,
    close,
    count_paths,
    law,
    ranges,
    rankings,
    slow_aucnpr,
    slow_aucpr,
    slow_auroc,
    slow_average_precision,
    slow_points,
    weighted_rankings,
)

REFERENCES = sorted((Path(__file__).parent.parent / "fixtures" / "reference").glob("*.json"))
PARTS = [(0, 0.5), (0.5, 1), (0.25, 0.75)]


@pytest.fixture(params=REFERENCES, ids=lambda path: path.stem)
def reference(request):
    """Return the curve of a reference data set and its exact numbers."""
    with request.param.with_suffix(".csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    columns = {name: [float(row[name]) for row in rows] for name in rows[0]}
    curve = ConfusionCurve.from_scores(
        columns["label"], columns["score"], sample_weight=columns.get("weight")
    )
    return curve, json.loads(request.param.read_text(encoding="utf-8"))["exact"]


# The reference numbers


def test_there_are_eight_references_and_polylines_have_their_areas():
    assert len(REFERENCES) == 8
    x, y = np.array([0, 1, 1, 3.0]), np.array([0, 2, 4, 0.0])
    assert area_under_polyline(x, y, 0, 3) == 1 + 4
    assert area_under_polyline(x, y, 0.5, 2) == 0.75 + 3
    assert area_under_polyline(x, y, 1, 1) == 0


def test_reference_totals_and_areas(reference):
    curve, exact = reference
    assert close(curve.pos, exact["n_pos_weight"])
    assert close(curve.neg, exact["n_neg_weight"])
    assert close(aucpr(curve), exact["aucpr"])
    assert close(aucpr(curve), exact["aucpr_30_digits"])
    assert close(auroc(curve), exact["auroc"])
    assert close(average_precision(curve), exact["average_precision_step"])
    assert close(aucpr_min(curve.prevalence), exact["aucpr_min_boyd"])


def test_reference_area_at_whole_counts(reference):
    curve, exact = reference
    expected = exact["aucpr_davis_goadrich_unit_tp"]
    if expected is None:
        with pytest.raises(ValueError, match="whole numbers of true positives"):
            aucpr(curve, interpolation="integer")
    else:
        assert close(aucpr(curve, interpolation="integer"), expected)


@pytest.mark.parametrize("part", PARTS, ids=str)
def test_reference_partial_areas(reference, part):
    curve, exact = reference
    expected, width = exact[f"x_{part[0]}_{part[1]}"], part[1] - part[0]
    for name, found in (
        ("roc", area_roc(curve, fpr_range=part)),
        ("pr", area_pr(curve, recall_range=part)),
    ):
        assert close(found, expected[f"{name}_pauc"])
        assert close(found / width, expected[f"{name}_spauc"])


def test_reference_precision_at_recall(reference):
    curve, exact = reference
    points = exact["pr_points"]
    found = curve.precision_at(points["recall"])
    np.testing.assert_allclose(found, points["precision_high"], rtol=1e-12)


# Exact fractions


@law
@given(rankings(both=True))
def test_areas_are_those_of_exact_fractions(data):
    points = slow_points(*data)
    curve = ConfusionCurve.from_scores(*data)
    assert close(aucpr(curve), slow_aucpr(points))
    assert close(average_precision(curve), slow_average_precision(points))
    # Twice the area in counts is a whole number: one rounding in all.
    assert auroc(curve) == float(slow_auroc(points))


@law
@given(weighted_rankings(whole=False, both=True), ranges())
def test_weighted_and_partial_areas_are_those_of_exact_fractions(data, part):
    labels, scores, weights = data
    points = slow_points(labels, scores, weights.tolist())
    curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
    assert close(aucpr(curve), slow_aucpr(points))
    assert close(auroc(curve), slow_auroc(points), absolute=1e-15)
    assert close(average_precision(curve), slow_average_precision(points))
    assert close(aucpr(curve, recall_range=part), slow_aucpr(points, *part))
    assert close(auroc(curve, fpr_range=part), slow_auroc(points, *part), absolute=1e-14)


@law
@given(count_paths(), ranges())
def test_areas_of_given_counts_are_those_of_exact_fractions(path, part):
    curve, points = path.curve(), path.points()
    assert close(aucpr(curve), slow_aucpr(points))
    assert close(aucpr(curve, recall_range=part), slow_aucpr(points, *part))
    assert close(auroc(curve), slow_auroc(points))
    assert close(average_precision(curve), slow_average_precision(points))


@pytest.mark.parametrize("prevalence", [30e-6, 0.5])
def test_a_million_scores_lose_no_digit(prevalence):
    rng = np.random.default_rng(0)
    size, pos = 1_000_000, round(1_000_000 * prevalence)
    labels = rng.permutation(np.repeat([1, 0], [pos, size - pos]))
    scores = rng.normal(labels * 2.0).round(2 if prevalence == 0.5 else 12)
    curve = ConfusionCurve.from_scores(labels, scores)
    # Independent of the record: group by score with bincount, then add arc by arc.
    codes = np.unique(-scores, return_inverse=True)[1]
    tp, fp = (
        np.cumsum(np.bincount(codes[labels == kind], minlength=codes.max() + 1)) for kind in (1, 0)
    )
    rises = np.flatnonzero(np.diff(tp, prepend=0))
    with mpmath.workdps(DIGITS):
        area = steps = mpmath.mpf(0)
        for i in rises.tolist():
            t0, f0 = (int(tp[i - 1]), int(fp[i - 1])) if i else (0, 0)
            dt, df = int(tp[i]) - t0, int(fp[i]) - f0
            k = mpmath.mpf(dt + df) / dt
            c = t0 + f0 - k * t0
            n0, n1 = t0 + f0, t0 + f0 + dt + df
            area += dt / k if n0 == 0 else dt / k - c / k**2 * mpmath.log(mpmath.mpf(n1) / n0)
            steps += dt * mpmath.mpf(t0 + dt) / n1
        assert close(aucpr(curve), area / pos)
        assert close(average_precision(curve), steps / pos)


@given(st.lists(st.tuples(st.integers(0, 10**12), st.integers(0, 10**12)), min_size=1, max_size=5))
@law
def test_auroc_of_many_keeps_its_digits(moves):
    path = CountPath(*np.cumsum(np.array([*moves, (1, 1)]), axis=0).T, 0, 0)
    path = path._replace(pos=int(path.tp[-1]), neg=int(path.fp[-1]))
    assert close(auroc(path.curve()), slow_auroc(path.points()), relative=1e-14)


# Authorities


@law
@given(weighted_rankings(whole=False, both=True))
def test_scikit_learn_agrees(data):
    labels, scores, weights = data
    # It counts scores 1e300 apart by differences; ranks mean the same and stay finite.
    ranks = np.unique(scores, return_inverse=True)[1]
    for options in ({}, {"sample_weight": weights}):
        assert average_precision(labels, scores, **options) == pytest.approx(
            skm.average_precision_score(labels, ranks, **options), rel=1e-12
        )
        assert auroc(labels, scores, **options) == pytest.approx(
            skm.roc_auc_score(labels, ranks, **options), rel=1e-12, abs=1e-12
        )


# Laws


@law
@given(rankings(both=True))
def test_auroc_is_the_share_of_pairs_in_order_and_the_worst_ranking_has_no_average_precision(data):
    labels, scores = data
    ahead = np.subtract.outer(scores[labels == 1], scores[labels == 0])
    assert auroc(labels, scores) == pytest.approx(
        np.mean((ahead > 0) + 0.5 * (ahead == 0)), rel=1e-14, abs=1e-15
    )
    labels = np.sort(data[0])
    found = normalized_average_precision(labels, -np.arange(labels.size))
    assert 0 <= found < 1e-15
    assert normalized_average_precision(labels, np.arange(labels.size)) == 1


@law
@given(weighted_rankings(whole=False, both=True))
def test_swapping_the_classes_and_the_order_leaves_auroc(data):
    labels, scores, weights = data
    swapped = auroc(1 - labels, -scores, sample_weight=weights)
    assert swapped == pytest.approx(auroc(labels, scores, sample_weight=weights), abs=1e-12)
    turned = auroc(labels, -scores, sample_weight=weights)
    assert turned == pytest.approx(1 - auroc(labels, scores, sample_weight=weights), abs=1e-12)


@law
@given(count_paths(), st.floats(1e-3, 1 - 1e-3), ranges())
def test_auroc_does_not_depend_on_prevalence(path, prevalence, part):
    curve = path.curve()
    moved = curve.at_prevalence(prevalence)
    assert auroc(moved) == pytest.approx(auroc(curve), rel=1e-12, abs=1e-12)
    assert auroc(moved, fpr_range=part) == pytest.approx(auroc(curve, fpr_range=part), abs=1e-12)


@law
@given(weighted_rankings(whole=False, both=True), st.floats(-100, 100), ranges())
def test_the_unit_of_the_weights_changes_no_area(data, power, part):
    labels, scores, weights = data
    one, other = (
        ConfusionCurve.from_scores(labels, scores, sample_weight=weights * unit)
        for unit in (1, 10.0**power)
    )
    for area in (aucpr, auroc, average_precision):
        assert area(other) == pytest.approx(area(one), rel=1e-12, abs=1e-15)
    found = aucpr(other, recall_range=part)
    assert found == pytest.approx(aucpr(one, recall_range=part), rel=1e-10)


@pytest.mark.parametrize("weight", [2**61, 2**62, 2**63, 1e18])
def test_weights_too_large_for_whole_sums_do_not_wrap(weight):
    labels, scores = [1, 0, 1, 1, 0, 0], [6, 5, 4, 3, 2, 1]
    for area in (aucpr, auroc, average_precision):
        found = area(labels, scores, sample_weight=[weight] * 6)
        assert found == pytest.approx(area(labels, scores), rel=1e-12)


@law
@given(count_paths(), st.floats(1e-3, 0.5), st.floats(1.01, 1.9))
def test_aucpr_grows_with_prevalence(path, prevalence, factor):
    curve = path.curve()
    low, high = (aucpr(curve.at_prevalence(p)) for p in (prevalence, prevalence * factor))
    assert low <= high + 1e-15


@pytest.mark.parametrize("whole", ["tp", "fp", "neither"])
def test_counts_need_not_be_of_one_type(whole):
    tp = np.array([1, 3], int if whole == "tp" else float)
    fp = np.array([0, 2], int) if whole == "fp" else np.array([0.5, 2.5])
    curve = ConfusionCurve.from_counts(tp, fp, 4, 4)
    points = [(0, 0), *zip(tp.tolist(), fp.tolist(), strict=True), (4, 4)]
    # Trapezoids, by hand.
    expected = sum((b[1] - a[1]) * (a[0] + b[0]) / 2 for a, b in pairwise(points))
    assert auroc(curve) == pytest.approx(expected / 16, rel=1e-15)


@law
@given(count_paths(), st.tuples(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1)).map(sorted))
def test_areas_of_neighbouring_ranges_add_up(path, ends):
    low, middle, high = (round(end, 6) for end in ends)
    assume(low < middle < high)
    curve = path.curve()
    for interpolation in ("exact", "integer", "linear"):

        def area(*part, how=interpolation):
            return aucpr(curve, recall_range=part, interpolation=how)

        whole = area(low, high)
        assert area(low, middle) + area(middle, high) == pytest.approx(whole, rel=1e-10, abs=1e-15)
    parts = auroc(curve, fpr_range=(low, middle)) + auroc(curve, fpr_range=(middle, high))
    assert parts == pytest.approx(auroc(curve, fpr_range=(low, high)), rel=1e-10, abs=1e-15)


@law
@given(count_paths())
def test_the_full_range_is_the_default_and_finer_counts_lead_to_the_exact_area(path):
    curve = path.curve()
    assert aucpr(curve, recall_range=(0, 1)) == aucpr(curve)
    assert auroc(curve, fpr_range=(0, 1)) == auroc(curve)
    nearly = (0.0, np.nextafter(1, 0))
    assert aucpr(curve, recall_range=nearly) == pytest.approx(aucpr(curve), rel=1e-12)
    assert auroc(curve, fpr_range=nearly) == pytest.approx(auroc(curve), rel=1e-12, abs=1e-15)
    curve = path.curve()
    fine = ConfusionCurve.from_counts(path.tp * 50, path.fp * 50, path.pos * 50, path.neg * 50)
    assert aucpr(fine) == pytest.approx(aucpr(curve), rel=1e-12)
    coarse_error, fine_error = (
        abs(aucpr(c, interpolation="integer") - aucpr(curve)) for c in (curve, fine)
    )
    assert fine_error <= coarse_error + 1e-12
    assert fine_error < 0.01


# Areas as shares of what can be


def small_paths(most):
    """Yield every labelled ranking with ties of up to so many examples of both classes."""
    shorter = {0: [()]}
    for size in range(1, most + 1):
        shorter[size] = [
            (*path, (dtp, last - dtp))
            for last in range(1, size + 1)
            for path in shorter[size - last]
            for dtp in range(last + 1)
        ]
        for moves in shorter[size]:
            tp, fp = np.cumsum(np.array(moves), axis=0).T
            if tp[-1] and fp[-1]:
                yield CountPath(tp, fp, int(tp[-1]), int(fp[-1]))


ALL_SMALL = list(small_paths(5))


def slow_normalized_average_precision(points):
    pos, neg = points[-1][1:]
    least = sum((i / (i + neg) for i in range(1, int(pos) + 1)), Fraction(0)) / pos
    return (slow_average_precision(points) - least) / (1 - least)


def test_every_small_ranking_is_counted_once():
    # Ordered partitions of n examples into groups with labels: 2, 7, 24, 82 and 280, of which
    # 2^(n-1) have no positives and as many no negatives.
    assert len(ALL_SMALL) == 395 - 2 * 31
    assert len({(*path.tp, -1, *path.fp) for path in ALL_SMALL}) == len(ALL_SMALL)


def test_normalised_areas_of_every_small_ranking_are_exact_shares():
    for path in ALL_SMALL:
        for found, expected in (
            (aucnpr(path.curve()), slow_aucnpr(path.points())),
            (
                normalized_average_precision(path.curve()),
                slow_normalized_average_precision(path.points()),
            ),
        ):
            assert 0 <= found <= 1
            assert close(found, expected, absolute=1e-15)
            # The worst and the best are so to the last bit, and no other is.
            assert (found == 1) == (expected == 1)
        assert (aucnpr(path.curve()) == 0) == (path.fp[path.tp == 0].max(initial=0) == path.neg)


def test_on_one_test_set_the_normalised_order_is_that_of_the_areas():
    for totals in {(path.pos, path.neg) for path in ALL_SMALL}:
        curves = [path.curve() for path in ALL_SMALL if (path.pos, path.neg) == totals]
        curves.sort(key=aucpr)
        for area, normalized in (
            (aucpr, aucnpr),
            (average_precision, normalized_average_precision),
        ):
            curves.sort(key=area)
            assert (np.diff([normalized(curve) for curve in curves]) >= -1e-15).all()


@law
@given(weighted_rankings(whole=False, both=True), ranges())
def test_aucnpr_of_weights_and_parts_is_the_exact_share(data, part):
    labels, scores, weights = data
    points = slow_points(labels, scores, weights.tolist())
    curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights)
    assert close(aucnpr(curve), slow_aucnpr(points), absolute=1e-14)
    found = aucnpr(curve, recall_range=part)
    assert close(found, slow_aucnpr(points, *part), absolute=1e-13)
    assert 0 <= found <= 1


@law
@given(weighted_rankings(whole=True, both=True))
def test_normalised_average_precision_is_the_exact_share(data):
    labels, scores, weights = data
    found = normalized_average_precision(labels, scores, sample_weight=weights)
    points = slow_points(labels, scores, weights.tolist())
    assert close(found, slow_normalized_average_precision(points), absolute=1e-14)
    assert 0 <= found <= 1


@pytest.mark.parametrize(("pos", "neg"), [(2, 2 * 10**9), (2 * 10**9, 2), (1, 3), (10**6, 10**6)])
@pytest.mark.parametrize("part", [(0, 1), (0.25, 0.5), (0.9, 1)])
def test_aucnpr_keeps_its_digits_at_extreme_prevalence(pos, neg, part):
    for shares in ([(0.5, 0.5)], [(0.0, 0.5), (0.5, 0.5), (1.0, 1.0)], [(0.5, 0.0)]):
        tp, fp = np.rint(np.array(shares).T * [[pos], [neg]]).astype(np.int64)
        path = CountPath(np.append(tp, pos), np.append(fp, neg), pos, neg)
        found = aucnpr(path.curve(), recall_range=part)
        assert close(found, slow_aucnpr(path.points(), *part), relative=1e-12, absolute=1e-15)


@law
@given(weighted_rankings(whole=False, both=True), ranges(), st.floats(1e-6, 1 - 1e-6))
def test_the_worst_ranking_has_exactly_nothing_and_the_best_all(data, part, prevalence):
    labels, _, weights = data
    worst, best = (
        ConfusionCurve.from_scores(labels, sign * labels, sample_weight=weights) for sign in (-1, 1)
    )
    for area in (aucnpr, lambda curve: aucnpr(curve, recall_range=part)):
        assert (area(worst), area(best)) == (0, 1)
        assert (area(worst.at_prevalence(prevalence)), area(best.at_prevalence(prevalence))) == (
            0,
            1,
        )


@pytest.mark.parametrize("part", [(0.5, 1), (0.6, 0.7)])
def test_a_part_that_lies_on_the_minimum_curve_has_nothing(part):
    # After two of four positives all negatives come.
    curve = ConfusionCurve.from_counts([2, 2], [0, 6], 4, 6)
    assert aucnpr(curve, recall_range=part) == 0
    assert aucnpr(curve, recall_range=(0, 0.5)) == 1


@law
@given(st.integers(1, 1000), st.integers(1, 1000))
def test_random_guessing_has_about_half_of_the_prevalence(pos, neg):
    tied = ConfusionCurve.from_counts([pos], [neg], pos, neg)
    pi = tied.prevalence
    least = aucpr_min(pi)
    assert aucnpr(tied) == pytest.approx((pi - least) / (1 - least), abs=1e-14)
    assert pi / 2 < aucnpr(tied) < 2 / 3 * pi + pi**2


@law
@given(count_paths(), st.floats(0, 1), st.floats(1e-300, 1e-9))
def test_a_part_however_narrow_has_a_share(path, low, width):
    high = min(max(low + width, np.nextafter(low, 1)), 1.0)
    low = low if low < high else 1 - 1e-12
    assert 0 <= aucnpr(path.curve(), recall_range=(low, high)) <= 1


def test_shares_of_parts_that_are_next_to_nothing():
    curve = ConfusionCurve.from_counts([1, 4, 24], [0, 2, 2], 24, 2)
    low = 0.7927640926650243
    assert aucnpr(curve, recall_range=(low, np.nextafter(low, 1))) == 0
    # 0.1 * 3 and the number after 0.1 times 3 are one float.
    curve = ConfusionCurve.from_counts([1], [1], 3, 10)
    assert 0 <= aucnpr(curve, recall_range=(0.1, np.nextafter(0.1, 1))) <= 1
    assert normalized_area_pr(ConfusionCurve.from_counts([0], [3], 0, 3), (0.2, 0.5)) == 0
    assert normalized_area_pr(ConfusionCurve.from_counts([2], [0], 2, 0), (0.2, 0.5)) == 1


@pytest.mark.parametrize(("area", "full"), [(normalized_area_pr, 1), (normalized_step_area_pr, 1)])
def test_normalised_areas_without_a_class(area, full):
    assert area(ConfusionCurve.from_counts([0], [3], 0, 3)) == 0
    assert area(ConfusionCurve.from_counts([2], [0], 2, 0)) == full


@pytest.mark.parametrize(
    "curve",
    [
        ConfusionCurve.from_rates([0.5], [0.5], 0.3),
        ConfusionCurve.from_counts([1], [1], 2.5, 4),
        ConfusionCurve.from_counts([1], [1], 2, 4).at_prevalence(0.3),
    ],
)
def test_masses_have_no_normalised_average_precision(curve):
    with pytest.raises(ValueError, match=r"hold whole numbers.* \(weighted data have"):
        normalized_average_precision(curve)


# Printed numbers

# Boyd et al. (2012), Table 3: ratio of negatives, AUCPR and AUCNPR after downsampling to it, and of
# the same model at the original ratio, 24.
TABLE_3 = [
    (1, 0.851, 0.785, 0.330, 0.316),
    (2, 0.740, 0.680, 0.329, 0.315),
    (3, 0.678, 0.627, 0.343, 0.329),
    (4, 0.701, 0.665, 0.314, 0.299),
    (5, 0.599, 0.560, 0.334, 0.320),
    (10, 0.383, 0.352, 0.258, 0.242),
    (24, 0.363, 0.349, 0.363, 0.349),
]
# Table 2: AUCPR and AUCNPR of six tasks.
TABLE_2 = [(0.509, 0.325), (0.624, 0.611), (0.267, 0.141), (1, 1), (1, 1), (1, 1)]


def curve_with_area(area, ratio):
    """Return a curve of that AUCPR: the worst one but for the share of positives that lead."""
    low, high = 0.0, 1.0
    for _ in range(60):
        share = (low + high) / 2
        curve = ConfusionCurve.from_counts([share, share], [0, ratio], 1, float(ratio))
        low, high = (share, high) if aucpr(curve) < area else (low, share)
    return curve


@pytest.mark.parametrize(
    ("ratio", "area", "printed"),
    [row for r, *pairs in TABLE_3 for row in ((r, *pairs[:2]), (24, *pairs[2:]))],
)
def test_boyd_table_3(ratio, area, printed):
    # Both numbers are rounded to three digits.
    within = 0.0005 + 0.0005 / (1 - aucpr_min(1 / (1 + ratio)))
    curve = curve_with_area(area, ratio)
    assert aucpr(curve) == pytest.approx(area, abs=1e-12)
    assert abs(aucnpr(curve) - printed) <= within


def test_boyd_table_2_and_the_lowest_area():
    means = np.mean(TABLE_2, axis=0)
    # Half up, as .6795 is printed .680.
    assert np.abs(means - [0.733, 0.680]).max() <= 0.0005 + 1e-12
    # What was taken off the genre task is what a prevalence "closer to .05" has.
    area, normalized = TABLE_2[1]
    assert aucpr_min(0.06) < (area - normalized) / (1 - normalized) < aucpr_min(0.071)
    # Labels 0, 1 in ranked order: one chord from (0, 0) to (1, 1/2).
    curve = ConfusionCurve.from_scores([0, 1], [2, 1])
    assert aucpr(curve, interpolation="integer") == 0.25
    assert aucpr(curve) == pytest.approx(aucpr_min(0.5), rel=1e-15)
    assert aucpr_min(0.5) == pytest.approx(0.3069, abs=5e-5)


def test_davis_and_goadrich_figure_6():
    # 433 positives, 56 164 negatives and a point that prints as (.02, 1): 9 true positives. The
    # paper prints .031, .50 for the linear connection from precision 1, and .008 at the end.
    curve = ConfusionCurve.from_counts([9], [0], 433, 56_164)
    assert aucpr(curve) == pytest.approx(0.029474194, abs=5e-10)
    assert aucpr(curve, interpolation="integer") == pytest.approx(0.030276331, abs=5e-10)
    assert aucpr(curve, interpolation="linear") == pytest.approx(0.5141, abs=5e-5)
    assert curve.precision[-1] == pytest.approx(0.008, abs=5e-4)


def test_davis_and_goadrich_figure_7():
    # 20 positives, 2000 negatives. Curve II in ROC space, (0, 0), (.25, 1), (1, 1): the paper
    # prints .875 and .038. Curve I, (0, 0), (0, .5), (.75, 1), (1, 1), prints .813.
    second = ConfusionCurve.from_counts([20], [500], 20, 2000)
    assert auroc(second) == 7 / 8
    for interpolation in ("exact", "integer", "linear"):
        assert aucpr(second, interpolation=interpolation) == pytest.approx(1 / 26, rel=1e-14)
    assert average_precision(second) == pytest.approx(1 / 26, rel=1e-14)
    first = ConfusionCurve.from_counts([10, 20], [0, 1500], 20, 2000)
    assert auroc(first) == 0.8125
    assert aucpr(first) == pytest.approx(0.51983646, abs=5e-9)
    assert aucpr(first, interpolation="integer") == pytest.approx(0.53729536, abs=5e-9)
    # The point of the figure: the order of the two areas differs.
    assert auroc(first) < auroc(second)
    assert aucpr(first) > aucpr(second)
    # A curve I that also has the printed .514: found by search, not given in the paper.
    curve = ConfusionCurve.from_counts([9, 13], [0, 84], 20, 2000)
    assert round(auroc(curve), 3) == 0.813
    assert round(aucpr(curve), 3) == 0.514
    # "Each curve individually is a convex hull", and I ranks over half of the positives high.
    assert curve.hull().tp.tolist() == curve.tp.tolist() == [0, 9, 13, 20]


# Degenerate data


@pytest.mark.parametrize("interpolation", ["exact", "integer", "linear"])
@pytest.mark.parametrize("part", [(0, 1), (0.2, 0.7)])
def test_areas_without_a_class(interpolation, part):
    nothing = ConfusionCurve.from_counts([0], [3], 0, 3)
    everything = ConfusionCurve.from_counts([2], [0], 2, 0)
    assert area_pr(nothing, part, interpolation) == 0
    assert area_pr(everything, part, interpolation) == part[1] - part[0]
    assert (step_area_pr(nothing), step_area_pr(everything)) == (0, 1)
    assert np.isnan([area_roc(nothing, part), area_roc(everything, part)]).all()
