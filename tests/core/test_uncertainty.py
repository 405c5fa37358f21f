"""Laws of bootstrap draws, intervals and bands."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import prplot as prp
from prplot.core.cells import Cells
from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import observe
from prplot.core.uncertainty import intervals
from prplot.core.uncertainty.bands import (
    RECALLS,
    band_of,
    envelope_edges,
    pointwise_edges,
)
from prplot.core.uncertainty.draws import (
    AREAS,
    child,
    drawn_paths,
    mass_source,
    observed_path,
    path_of,
    rates_at,
    seed_sequence,
)
from prplot.core.uncertainty.intervals import Resampling, intervals_of
from prplot.core.uncertainty.resampled import Sample
from prplot.core.uncertainty.runs import Runs, summing
from tests.laws import TIED, law, slow_law

METRICS = tuple(SCORES)
SEED = seed_sequence(7)


@st.composite
def ranked_sets(draw, *, most=30):
    """Labels and scores, mostly tied, of at least ten positives and ten negatives."""
    labels = [1] * 10 + [0] * 10 + draw(st.lists(st.integers(0, 1), max_size=most))
    each = draw(st.sampled_from([st.sampled_from(TIED), st.floats(-1e3, 1e3), st.integers(0, 9)]))
    scores = draw(st.lists(each, min_size=len(labels), max_size=len(labels)))
    return np.array(labels), np.array(scores, dtype=float)


def binormal(pos, neg, *, d=1.5, seed=0):
    """Labels and scores of two normal classes."""
    rng = np.random.default_rng(seed)
    labels = np.repeat([1, 0], [pos, neg])
    return labels, rng.normal(size=pos + neg) + d * labels


def found(labels, scores, metrics=METRICS, **options):
    """Return intervals of a curve of scores."""
    curve = prp.ConfusionCurve.from_scores(labels, scores)
    options = {"n_boot": 400, "seed": SEED, **options}
    return intervals_of(curve, Sample.of(curve), metrics, Resampling(**options))


def ends(intervals):
    return {metric: tuple(one) for metric, one in intervals.items()}


def band(labels, scores, kind="ci", **options):
    curve = prp.ConfusionCurve.from_scores(labels, scores)
    # A simultaneous band of level 0.5 needs no more draws than a pointwise one.
    options = {"n_boot": 400, "seed": SEED, "level": 0.5, **options}
    return curve, band_of(curve, Sample.of(curve), kind, Resampling(**options))


def borders(band):
    return [(one.tp.tolist(), one.fp.tolist()) for one in (band.lower, band.upper)]


def all_paths(runs, n_boot=60, **options):
    """Return all draws as arrays."""
    blocks = list(drawn_paths(runs, n_boot, SEED, **options))
    return [np.concatenate([block[i] for block in blocks]) for i in range(4)]


@pytest.mark.parametrize("method", ["bayesian", "bootstrap"])
@pytest.mark.parametrize("sampling", ["stratified", "simple"])
@slow_law
@given(ranked_sets())
def test_intervals_hold_their_estimate_stay_in_range_and_are_nested(method, sampling, data):
    wide, narrow = (
        found(*data, level=level, method=method, sampling=sampling) for level in (0.95, 0.5)
    )
    for metric in METRICS:
        inner, outer = narrow[metric], wide[metric]
        least = SCORES[metric].minimum if sampling == "stratified" else None
        lowest = SCORES[metric].low if least is None else least(inner.prevalence)
        assert lowest - 1e-12 <= outer.low <= inner.low <= inner.estimate
        assert inner.estimate <= inner.high <= outer.high <= 1


@pytest.mark.parametrize("method", ["bayesian", "influence"])
def test_the_population_of_a_simple_random_sample_may_have_a_lower_prevalence(method):
    labels = np.repeat([0, 1], [100, 30])
    both = [
        found(labels, -np.arange(130.0), ["aucpr"], method=method, sampling=one)["aucpr"]
        for one in ("stratified", "simple")
    ]
    # All positives are last: no ranking is worse at the prevalence of the sample.
    assert both[0].low == pytest.approx(prp.aucpr_min(30 / 130), abs=1e-12)
    assert both[1].low < both[0].low - 0.01


@pytest.mark.parametrize("classical", [False, True])
@pytest.mark.parametrize("clustered", [False, True])
def test_a_seed_gives_the_same_bits_in_blocks_of_any_size(classical, clustered):
    labels, scores = binormal(30, 60)
    observed = observe(labels, np.round(scores, 1))
    clusters = np.arange(90) // 3 if clustered else None
    runs = Runs.of_rows(observed, clusters)
    state = np.random.get_state()[1].tolist()  # noqa: NPY002
    whole = all_paths(runs, classical=classical)
    parts = all_paths(runs, classical=classical, block=7 * (90 + 2))
    for one, other in zip(whole, parts, strict=True):
        np.testing.assert_array_equal(one, other)
    assert np.random.get_state()[1].tolist() == state  # noqa: NPY002


@slow_law
@given(ranked_sets(), st.randoms(use_true_random=False))
def test_transforms_of_scores_and_the_order_of_rows_change_no_bit(data, random):
    labels, scores = data
    order = np.array(random.sample(range(labels.size), labels.size))
    ranks = np.unique(scores, return_inverse=True)[1]
    assert ends(found(labels, scores)) == ends(found(labels[order], ranks[order] * 3 - 7))
    first = borders(band(labels, scores)[1])
    assert first == borders(band(labels[order], ranks[order])[1])
    # Sums of sevenths depend on the order of their terms.
    weights, clusters = (np.arange(labels.size) % 5 + 1) / 7, np.arange(labels.size) % 15
    both = []
    for rows in (np.arange(labels.size), order):
        observed = observe(labels[rows], scores[rows], sample_weight=weights[rows])
        both.append([])
        for options in ({}, {"clusters": clusters[rows]}, {"thresholds": np.array([0.5, -0.5])}):
            both[-1] += all_paths(Runs.of_rows(observed, **options))
    for one, other in zip(*both, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("exponent", [-30, 1, 300])
def test_weights_times_a_power_of_two_change_no_bit(exponent):
    labels, scores = binormal(40, 60)
    weights = np.random.default_rng(1).random(100) + 0.1
    one, other = (
        all_paths(Runs.of_rows(observe(labels, scores, sample_weight=w)))
        for w in (weights, weights * 2.0**exponent)
    )
    for a, b in zip(one, other, strict=True):
        np.testing.assert_array_equal(a, b)


@law
@given(ranked_sets(), st.integers(1, 12))
def test_paths_of_the_data_have_the_areas_of_the_curve(data, most):
    labels, scores = data
    curve = prp.ConfusionCurve.from_scores(labels, scores)
    at = np.array([curve.prevalence])
    runs = Runs.of(curve)
    for metric, area in AREAS.items():
        exact = SCORES[metric].of(curve)
        assert area(observed_path(runs), at)[0] == pytest.approx(exact, abs=1e-12)
        if metric != "average_precision":
            merged = area(observed_path(runs.merged()), at)[0]
            assert merged == pytest.approx(exact, abs=1e-12)
    cells = runs.cut(most, single=1)
    assert [of[0].sum() for of in cells.classes] == [curve.pos, curve.neg]
    # Every point of a cut path is one of the curve.
    r, start, end = (one[0] for one in observed_path(cells).segments())
    first, last = (rates_at(observed_path(runs), r, side)[0] for side in ("left", "right"))
    last[r == 1] = 1.0
    for x, at_r in ((start, slice(None, -1)), (end, slice(1, None))):
        assert (first[at_r] - 1e-12 <= x).all()
        assert (x <= last[at_r] + 1e-12).all()


# By few cells it shows where they are: of AUCPR, AUROC and AUPRG.
FEW_CELLS = [(3000, 1.0, (0.055, 0.03, 0.025)), (300_000, 1.5, (0.028, 0.04, 0.035))]


@pytest.mark.parametrize(("neg", "d", "of_few"), FEW_CELLS)
def test_cells_lose_little_of_what_draws_vary(neg, d, of_few):
    curve = prp.ConfusionCurve.from_scores(*binormal(3000, neg, d=d))
    runs = Runs.of(curve).merged()
    # A row for each place, so that cells know where it went.
    runs = dataclasses.replace(runs, place=np.arange(runs.width))
    assert runs.size > 1000
    for cells, most in (
        (runs.cut(prevalence=curve.prevalence), 0.01),
        (runs.cut(64, curve.prevalence, single=8), of_few),
    ):
        assert (lost_in(cells, runs, np.array([curve.prevalence])) < most).all()


def lost_in(cells, runs, at):
    """Return the standard deviation of what cells change, in those of the draws themselves."""
    exact = mass_source(runs, SEED)(60)
    coarse = summing(cells.place, cells.width)(exact)
    areas = [
        [AREAS[name](path_of(masses.copy()), at) for name in ("aucpr", "auroc", "auprg")]
        for masses in (exact, coarse)
    ]
    return np.std(np.subtract(*areas), axis=1) / np.std(areas[0], axis=1)


def test_no_draw_is_undefined():
    for labels, scores in (
        (np.repeat([1, 0], [10, 10]), np.repeat([1, 0], [10, 10])),
        (np.repeat([1, 0], [10, 10]), np.repeat([0, 1], [10, 10])),
        (np.repeat([1, 0], [10, 1000]), np.zeros(1010)),
    ):
        for method in ("bayesian", "bootstrap"):
            for one in found(labels, scores, n_boot=4000, method=method).values():
                assert np.isfinite([one.low, one.high]).all()


def test_draws_of_cells_are_moved_by_what_cells_make_of_the_data(monkeypatch):
    labels, scores = binormal(4000, 8000)
    curve = prp.ConfusionCurve.from_scores(labels, scores)
    cells = Runs.of(curve).merged().cut()
    assert cells.size < Runs.of(curve).merged().size
    at, path = np.array([curve.prevalence]), observed_path(cells)
    # As if each draw were the data.
    monkeypatch.setattr(intervals, "drawn_paths", lambda *_, **__: 400 * [path])
    for metric, one in found(labels, scores).items():
        if metric in AREAS and metric != "average_precision":
            assert abs(AREAS[metric](path, at)[0] - one.estimate) > 1e-9
        assert (one.low, one.high) == pytest.approx((one.estimate,) * 2, abs=1e-13)


def test_a_quarter_of_a_row_is_beyond_either_end_of_a_class():
    runs = Runs.of(prp.ConfusionCurve.from_counts([10], [0], 10, 20))
    r, x0, _, _ = all_paths(runs, 20_000)
    for beyond, mass, size in ((r[:, 0], 0.25, 10), (1 - r[:, 1], 0.25, 10), (x0[:, 0], 0.25, 20)):
        assert beyond.mean() == pytest.approx(mass / (size + 0.5), rel=0.06)


def test_beyond_an_end_of_heavy_rows_is_a_quarter_of_such_a_row():
    weights = np.array([1.0] * 9 + [4.0] + [2.0] * 10)
    labels, scores = np.repeat([1, 0], 10), np.append(-np.arange(10.0), 20 - np.arange(10.0))
    runs = Runs.of_rows(observe(labels, scores, sample_weight=weights))
    masses = mass_source(runs, SEED)(40_000).mean(axis=0) / runs.groups[0][0]
    positives, _, before = (masses[kind] for kind in runs.kinds)
    # Above light rows it is that of a mean row.
    assert positives[[0, -1]] == pytest.approx([1.3 / 4, 4 / 4], rel=0.05)
    assert before[[0, -1]] == pytest.approx([20 + 2 / 4, 2 / 4], rel=0.05)


@pytest.mark.parametrize("kind", ["ci", "simultaneous"])
def test_the_band_of_a_scan_has_the_borders_of_its_lowest_and_highest_curve(kind):
    rng = np.random.default_rng(0)
    low = np.arange(12.0)
    counts = rng.integers(1, 9, 12), rng.integers(1, 9, 12)
    scan = prp.ScannedCurve.from_cells(Cells.cumulated(low, low + 0.9, *counts))
    sample, how = Sample.of(scan), Resampling(0.5, 400, SEED)
    whole = band_of(scan, sample, kind, how)
    of_low, of_high = (
        band_of(scan, Sample(runs, runs), kind, how) for runs in (sample.low, sample.high)
    )
    assert borders(whole) == [borders(of_low)[0], borders(of_high)[1]]
    assert borders(whole)[1] != borders(of_low)[1]


@pytest.mark.parametrize("clustered", [False, True])
def test_samples_of_random_numbers_hold_both_classes(clustered):
    observed = observe(*binormal(2, 40))
    runs = Runs.of_rows(observed, np.arange(42) if clustered else None)
    drawn = all_paths(runs, 2000, classical=True, stratified=False)
    assert ((drawn[3] > 0) & (drawn[3] < 1)).all()
    assert drawn[3].mean() == pytest.approx(2 / 42, rel=0.15)
    assert drawn[3].std() > 0.02


@law
@given(ranked_sets(), st.lists(st.integers(0, 40), max_size=4), st.integers(0, 2**32))
def test_areas_of_scans_hold_those_of_every_order_draw_by_draw(data, cuts, seed):
    labels, scores = data
    # Row masses, in the order of the ranking, and the same with the order in cells forgotten.
    labels = labels[np.argsort(-scores, kind="stable")]
    masses = np.random.default_rng(seed).exponential(size=labels.size)
    cell = np.zeros(labels.size, int)
    cell[[cut for cut in cuts if cut < labels.size]] = 1
    cell = np.cumsum(cell)
    areas = {}
    for order, key in (
        ("lower", labels),
        ("exact", np.zeros_like(labels)),
        ("upper", -labels),
    ):
        laid_out = np.lexsort((key, cell))
        is_pos, mass = labels[laid_out] == 1, masses[laid_out]
        curve = prp.ConfusionCurve.from_counts(
            np.cumsum(mass * is_pos),
            np.cumsum(mass * ~is_pos),
            (mass * is_pos).sum() * (1 + 1e-15),
            (mass * ~is_pos).sum() * (1 + 1e-15),
        )
        areas[order] = [prp.aucpr(curve), prp.auroc(curve), prp.auprg(curve)]
    low, exact, high = (np.array(areas[key]) for key in ("lower", "exact", "upper"))
    assert (low <= exact + 1e-9).all()
    assert (exact <= high + 1e-9).all()


def same_distribution(one, other):
    """Return the Kolmogorov-Smirnov statistic in units in which 1.95 is significant at .001."""
    every = np.sort(np.concatenate([one, other]))
    share = [np.searchsorted(np.sort(a), every, side="right") / a.size for a in (one, other)]
    size = one.size * other.size / (one.size + other.size)
    return np.abs(share[0] - share[1]).max() * np.sqrt(size)


def areas_of(runs, metric, seed):
    at = np.array([0.25])
    return np.concatenate([AREAS[metric](paths, at) for paths in drawn_paths(runs, 4000, seed)])


@pytest.mark.parametrize("metric", ["aucpr", "auroc", "auprg"])
def test_merged_runs_and_clusters_of_one_row_have_the_same_distribution(metric):
    labels, scores = binormal(40, 120)
    observed = observe(labels, np.round(scores, 1))
    runs = Runs.of_rows(observed)
    one = areas_of(runs, metric, SEED)
    other = runs.merged()
    alone = Runs.of_rows(observed, np.arange(160))
    seed = child(SEED, 1)
    assert same_distribution(one, areas_of(other, metric, seed)) < 1.95
    assert same_distribution(one, areas_of(alone, metric, seed)) < 1.95
    # Rows of similar scores in one cluster do make a difference.
    fewer = Runs.of_rows(observed, np.argsort(np.argsort(scores)) // 20)
    assert same_distribution(one, areas_of(fewer, metric, seed)) > 1.95


@slow_law
@given(ranked_sets(), st.floats(0.01, 0.9))
def test_prevalence_changes_areas_as_it_should(data, share):
    curve = prp.ConfusionCurve.from_scores(*data)
    sample, how = Sample.of(curve), Resampling(n_boot=400, seed=SEED)
    here = intervals_of(curve, sample, METRICS, how)
    there = intervals_of(curve.at_prevalence(share), sample, METRICS, how)
    assert tuple(there["auroc"]) == pytest.approx(tuple(here["auroc"]), abs=1e-12)
    for found, prevalence in ((here, curve.prevalence), (there, share)):
        least = float(prp.aucpr_min(prevalence))
        mapped = [(end - least) / (1 - least) for end in found["aucpr"]]
        assert tuple(found["aucnpr"]) == pytest.approx(np.maximum(mapped, 0), abs=1e-9)


@slow_law
@given(ranked_sets())
def test_bands_rise_and_hold_the_curve_and_the_median_and_each_other(data):
    (curve, pointwise), (_, whole) = (band(*data, kind) for kind in ("ci", "simultaneous"))
    path = observed_path(Runs.of(curve))
    recalls = np.unique(np.append(RECALLS, curve.recall[curve.recall >= RECALLS[0]]))
    first, last = (rates_at(path, recalls, side)[0] for side in ("left", "right"))
    # At recall 1 the curve ends at (1, 1) like every other.
    last[-1] = 1.0
    for one in (pointwise, whole):
        (high, low) = (rates_of(side, recalls) for side in (one.lower, one.upper))
        assert (np.diff(high) >= 0).all()
        assert (np.diff(low) >= 0).all()
        assert (low <= first + 1e-12)[:-1].all()
        assert (last <= high + 1e-12).all()
    # Both from the same draws: the envelope is nowhere narrower.
    draws = np.concatenate(
        [
            rates_at(paths, RECALLS)
            for paths in drawn_paths(Runs.of(curve).merged().cut(), 400, child(SEED, 0))
        ]
    )
    (low, high), (lower, higher) = pointwise_edges(draws, 0.5), envelope_edges(draws, 0.5)
    median = np.median(draws, axis=0)
    assert (lower <= low).all()
    assert (low <= median).all()
    assert (median <= high).all()
    assert (high <= higher).all()
    inside = ((lower <= draws) & (draws <= higher)).all(axis=1)
    assert inside.mean() >= 0.5


def rates_of(curve, recalls):
    """Return the false positive rates of a border."""
    return np.interp(recalls, curve.recall, curve.fpr)


@pytest.mark.parametrize("kind", ["ci", "simultaneous"])
def test_positives_that_no_row_has_shown_may_lie_below_all_negatives(kind):
    # That 5 % of the positives are unseen in 30 rows happens in 0.95^30 = 21 % of samples.
    labels = np.repeat([1, 0], [30, 70])
    _, one = band(labels, -np.arange(100.0), kind, level=0.95, n_boot=4000)
    assert rates_of(one.lower, 0.95) == 1
    assert rates_of(one.lower, 0.88) < 0.1


@slow_law
@given(ranked_sets())
def test_counts_of_a_curve_have_the_same_interval(data):
    labels, scores = data
    curve = prp.ConfusionCurve.from_scores(labels, scores)
    again = prp.ConfusionCurve.from_counts(curve.tp, curve.fp, curve.pos, curve.neg)
    how = Resampling(n_boot=400, seed=SEED)
    both = [ends(intervals_of(one, Sample.of(one), METRICS, how)) for one in (curve, again)]
    assert both[0] == both[1]
