import csv
import json
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
    aucpr,
    aucpr_min,
    auroc,
    average_precision,
)
from prplot.core.areas import area_pr, area_roc, area_under_polyline, step_area_pr
from tests.laws import (
    DIGITS,
    CountPath,
    close,
    count_paths,
    law,
    ranges,
    rankings,
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


def test_there_are_eight_references():
    assert len(REFERENCES) == 8


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
def test_auroc_is_the_share_of_pairs_in_order(data):
    labels, scores = data
    ahead = np.subtract.outer(scores[labels == 1], scores[labels == 0])
    assert auroc(labels, scores) == pytest.approx(
        np.mean((ahead > 0) + 0.5 * (ahead == 0)), rel=1e-14, abs=1e-15
    )


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
def test_the_full_range_is_the_default(path):
    curve = path.curve()
    assert aucpr(curve, recall_range=(0, 1)) == aucpr(curve)
    assert auroc(curve, fpr_range=(0, 1)) == auroc(curve)
    nearly = (0.0, np.nextafter(1, 0))
    assert aucpr(curve, recall_range=nearly) == pytest.approx(aucpr(curve), rel=1e-12)
    assert auroc(curve, fpr_range=nearly) == pytest.approx(auroc(curve), rel=1e-12, abs=1e-15)


@law
@given(count_paths())
def test_finer_counts_bring_the_integer_area_to_the_exact_one(path):
    curve = path.curve()
    fine = ConfusionCurve.from_counts(path.tp * 50, path.fp * 50, path.pos * 50, path.neg * 50)
    assert aucpr(fine) == pytest.approx(aucpr(curve), rel=1e-12)
    coarse_error, fine_error = (
        abs(aucpr(c, interpolation="integer") - aucpr(curve)) for c in (curve, fine)
    )
    assert fine_error <= coarse_error + 1e-12
    assert fine_error < 0.01


def test_area_under_a_polyline_by_hand():
    x, y = np.array([0, 1, 1, 3.0]), np.array([0, 2, 4, 0.0])
    assert area_under_polyline(x, y, 0, 3) == 1 + 4
    assert area_under_polyline(x, y, 0.5, 2) == 0.75 + 3
    assert area_under_polyline(x, y, 1, 1) == 0


# Printed numbers


def test_integer_trapezoids_can_fall_below_the_lowest_area():
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


def test_a_curve_with_all_four_printed_numbers_of_figure_7():
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
