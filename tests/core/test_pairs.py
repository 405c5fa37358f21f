"""Laws of differences drawn from the same rows."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import kstest

from prplot import ConfusionCurve
from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import observe
from prplot.core.uncertainty import differences
from prplot.core.uncertainty.differences import (
    ModelPair,
    difference_band,
    differences_of,
    drawn_differences,
    holm,
    ranked,
)
from prplot.core.uncertainty.draws import (
    AREAS,
    Atoms,
    Resampling,
    count_source,
    drawn_rows,
    observed_path,
    seed_sequence,
)
from prplot.core.uncertainty.resampled import summing
from tests.laws import TIED, close, slow_law

METRICS = tuple(SCORES)
SEED = seed_sequence(3)
# Weights without rounding.
WEIGHTS = (0.25, 1.0, 1.5, 3.0)


def how(n_boot=400, **options):
    return Resampling(n_boot=n_boot, seed=SEED, method="bootstrap", **options)


@st.composite
def shared_rows(draw, kinds=("plain", "weighted", "clustered")):
    """Labels, two models' scores, many of them tied, and perhaps weights or clusters."""
    labels = np.array([1] * 10 + [0] * 10 + draw(st.lists(st.integers(0, 1), max_size=12)))
    size = labels.size
    each = draw(st.sampled_from([st.sampled_from(TIED), st.integers(0, 9), st.floats(-1e3, 1e3)]))
    one, other = (
        np.array(draw(st.lists(each, min_size=size, max_size=size)), float) for _ in range(2)
    )
    kind = draw(st.sampled_from(kinds))
    weights = clusters = None
    if kind == "weighted":
        weights = draw(st.lists(st.sampled_from(WEIGHTS), min_size=size, max_size=size))
    if kind == "clustered":
        clusters = np.arange(size) // 2 + draw(st.integers(0, 1)) * (labels == 0) * size
    return SimpleNamespace(
        labels=labels,
        scores=(one, other),
        weights=None if weights is None else np.array(weights),
        clusters=clusters,
    )


def pair_of(rows, order=slice(None), *, swap=False):
    observed = [
        observe(
            rows.labels[order],
            scores[order],
            sample_weight=None if rows.weights is None else rows.weights[order],
        )
        for scores in (rows.scores[::-1] if swap else rows.scores)
    ]
    clusters = None if rows.clusters is None else rows.clusters[order]
    return ModelPair.of(*(ranked(one, clusters) for one in observed))


def masses_of(atoms, size, seed=SEED):
    """Draw the masses of all parts of atoms."""
    return atoms.parts(count_source(atoms, seed)(size))


def signed(pair, metric="aucpr", n_boot=40, atoms=None):
    draws = drawn_differences(pair, metric, how(n_boot=n_boot, level=0.5), atoms)
    return 0 - draws if pair.is_swapped else draws


def binormal(n, prevalence, correlation, *, d=1.5, seed=0):
    """Labels and two models' scores of normal classes."""
    rng = np.random.default_rng(seed)
    labels = (np.arange(n) < round(n * prevalence)).astype(int)
    shared = d * labels + np.sqrt(correlation) * rng.normal(size=n)
    scores = tuple(shared + np.sqrt(1 - correlation) * rng.normal(size=n) for _ in range(2))
    return SimpleNamespace(labels=labels, scores=scores, weights=None, clusters=None)


@pytest.mark.parametrize("metric", METRICS)
@slow_law
@given(shared_rows())
def test_each_draw_is_the_difference_of_reweighted_rows(metric, rows):
    pair = pair_of(rows)
    atoms = pair.atoms(merged=metric != "average_precision")
    scores = rows.scores[::-1] if pair.is_swapped else rows.scores
    # Any of the rows of an atom will do: what tells them apart changes no number.
    places = [runs.place for runs in atoms.models]
    chosen = [
        np.flatnonzero((places[0] == one) & (places[1] == other))[0]
        for one, other in zip(*atoms.places, strict=True)
    ]
    prevalence = pair.prevalence
    drawn = drawn_differences(pair, metric, how(n_boot=3 * 14, level=0.5), atoms)[:3]
    for difference, weights in zip(drawn, masses_of(atoms, 3, how().stream), strict=True):
        curves = [
            ConfusionCurve.from_scores(
                rows.labels[chosen], of[chosen], sample_weight=weights
            ).at_prevalence(prevalence)
            for of in scores
        ]
        one, other = (SCORES[metric].of(curve) for curve in curves)
        assert close(difference, one - other, relative=0, absolute=1e-10)


@slow_law
@given(shared_rows(kinds=("clustered",)))
def test_rows_of_a_cluster_are_drawn_together(rows):
    atoms = pair_of(rows).atoms()
    drawn = count_source(atoms, SEED)(40)
    codes = np.unique(rows.clusters, return_inverse=True)[1]
    for runs, place in zip(atoms.models, atoms.places, strict=True):
        of_rows = np.zeros((40, runs.width))
        for row, at in enumerate(runs.place):
            of_rows[:, at] += drawn[:, codes[row]]
        assert (summing(place, runs.width)(atoms.parts(drawn)) == of_rows).all()
    with_positives = np.unique(codes[rows.labels == 1])
    assert (drawn[:, with_positives].sum(axis=1) == with_positives.size).all()
    assert (drawn.sum(axis=1) == codes.max() + 1).all()


@slow_law
@given(shared_rows(), st.sampled_from(METRICS), st.randoms(use_true_random=False))
def test_a_swap_flips_signs_and_the_order_of_rows_changes_no_bit(rows, metric, random):
    draws = signed(pair_of(rows), metric)
    assert (signed(pair_of(rows, swap=True), metric) == 0 - draws).all()
    order = random.sample(range(rows.labels.size), rows.labels.size)
    # Of equal curves from different rows the order of rows decides which comes first.
    one, other = (model.sums for model in pair_of(rows).samples)
    assume(one.tobytes() != other.tobytes())
    assert (signed(pair_of(rows, order), metric) == draws).all()


@pytest.mark.parametrize("cells", [None, (8,)])
@slow_law
@given(shared_rows())
def test_a_model_does_not_differ_from_itself(cells, rows):
    ranks = np.unique(rows.scores[0], return_inverse=True)[1].astype(float)
    rows.scores = rows.scores[0], ranks**3
    pair = pair_of(rows)
    for metric in METRICS:
        atoms = None if cells is None else pair.in_cells(cells)
        assert not drawn_differences(pair, metric, how(n_boot=40, level=0.5), atoms).any()


def test_the_size_of_a_block_changes_no_bit():
    rows = binormal(4000, 0.2, 0.9)
    rows.clusters = np.arange(4000) // 3
    for pair in (pair_of(rows), pair_of(binormal(4000, 0.2, 0.9))):
        for atoms in (pair.atoms(), pair.in_cells((16,))):
            whole, parts = (
                [np.concatenate([pair[i].x0 for pair in drawn]) for i in (0, 1)]
                for drawn in (
                    list(drawn_rows(atoms, how(n_boot=40, level=0.5), block=block))
                    for block in (10**6, 1)
                )
            )
            assert all((one == other).all() for one, other in zip(whole, parts, strict=True))


@pytest.mark.parametrize("rows", [[1, 1, 1], [1, 2, 3, 10, 20, 70, 100], [5] * 20 + [300]])
def test_counts_are_those_of_rows_drawn_with_replacement(rows):
    rows = np.array(rows)
    no_rows = np.empty(0, int)
    counts = count_source(Atoms((), rows, (np.arange(rows.size), no_rows), ()), SEED)(8000)
    total, share = rows.sum(), rows / rows.sum()
    assert (counts.sum(axis=1) == total).all()
    error = np.sqrt(total * share * (1 - share) / 8000)
    assert (np.abs(counts.mean(axis=0) - rows) < 4.5 * error).all()
    expected = total * (np.diag(share) - np.outer(share, share))
    assert np.abs(np.cov(counts.T) - expected).max() < 0.07 * expected.max()


@slow_law
@given(shared_rows(kinds=("plain",)), st.integers(2, 12))
def test_sums_of_pairs_of_cells_are_the_cells_of_each_model(rows, cells):
    pair = pair_of(rows)
    atoms = pair.in_cells((cells,))
    for runs, place in zip(atoms.models, atoms.places, strict=True):
        sums = summing(place, runs.width)(atoms.rows[None].astype(float))
        assert np.array_equal(sums[0], runs.sums)


def test_clusters_of_one_row_are_rows():
    rows = binormal(150, 0.3, 0.5)
    alone = signed(pair_of(rows), n_boot=4000)
    rows.clusters = np.random.default_rng(0).permutation(150)
    assert kstest(alone, signed(pair_of(rows), n_boot=4000)).pvalue > 0.01


@pytest.mark.parametrize(
    ("size", "prevalence", "correlation"),
    [
        (40_000, 0.1, 0.9),
        *(
            pytest.param(size, *rest, marks=pytest.mark.slow)
            for size, *rest in (
                (100_000, 0.01, 0.9),
                (100_000, 0.1, 0.5),
                (100_000, 0.1, 0.99),
                (40_000, 0.5, 0.9),
            )
        ),
    ],
)
def test_pairs_of_cells_lose_little_of_a_difference(size, prevalence, correlation):
    rows = binormal(size, prevalence, correlation)
    cells = pair_of(rows).atoms()
    assert cells.are_cells
    # Each row is a cluster, so that the same rows are drawn whatever they are summed in.
    rows.clusters = np.arange(size)
    pair, n_boot = pair_of(rows), 120
    # Places of rows in the cells of the same rows.
    of_rows = [
        replace(own, masses=runs.masses, place=runs.place)
        for runs, own in zip(cells.models, pair.samples, strict=True)
    ]
    every = pair.atoms(), Atoms.of(*of_rows)
    drawn = [list(drawn_rows(atoms, how(n_boot, level=0.5))) for atoms in every]
    for metric in ("aucpr", "auroc", "auprg"):
        area = AREAS[metric]
        exact, cut = (
            np.concatenate([area(one, at) - area(other, at) for one, other in blocks])
            for blocks in drawn
            for at in [np.array([prevalence])]
        )
        # The share of the error in the standard deviation is half its square, below 2 %.
        assert (cut - exact).std() < 0.2 * exact.std()
        assert abs(cut.std() / exact.std() - 1) < 0.02 + 0.16 / np.sqrt(n_boot)


def test_p_values_are_adjusted_as_by_holm():
    assert holm(np.array([0.01, 0.04, 0.03, 0.5])).tolist() == pytest.approx(
        [0.04, 0.09, 0.09, 0.5]
    )
    assert holm(np.array([0.6, 0.7])).tolist() == [1.0, 1.0]


def test_each_pair_is_drawn_as_if_it_were_alone():
    rows = binormal(200, 0.3, 0.5)
    one, other = (observe(rows.labels, scores) for scores in rows.scores)
    third = observe(rows.labels, rows.scores[0] + rows.scores[1] ** 2)
    every = differences_of({"a": one, "b": other, "c": third}, "a", "aucpr", how())
    alone = differences_of({"a": one, "c": third}, "a", "aucpr", how())
    assert [d.name for d in every] == ["b", "c"]
    assert every[1].p == alone[0].p
    assert (every[1].low, every[1].high) == (alone[0].low, alone[0].high)


@pytest.mark.parametrize("most_rows", [10**6, 10])
def test_the_band_of_a_difference(monkeypatch, most_rows):
    rows = binormal(3000, 0.1, 0.5)
    one, other = (observe(rows.labels, scores) for scores in rows.scores)
    atoms = ModelPair.atoms
    monkeypatch.setattr(ModelPair, "atoms", lambda pair: atoms(pair, most_rows=most_rows))
    band = difference_band(one, other, how())
    curves = [ConfusionCurve.from_scores(rows.labels, scores) for scores in rows.scores]
    precision = [curve.precision_at(band.recall) for curve in curves]
    assert np.abs(precision[0] - precision[1] - band.estimate).max() < 1e-12
    assert (band.lower <= band.estimate).all()
    assert (band.estimate <= band.upper).all()
    assert (band.lower[:-1] < band.upper[:-1]).all()
    swapped = difference_band(other, one, how())
    for name, flipped in (("estimate", "estimate"), ("lower", "upper"), ("upper", "lower")):
        assert (getattr(band, name) == 0 - getattr(swapped, flipped)).all()


def test_the_band_of_a_difference_keeps_off_the_first_and_last_positives():
    rows = binormal(100, 0.2, 0.5)
    band = difference_band(*(observe(rows.labels, scores) for scores in rows.scores), how())
    assert (band.recall[0], band.recall[-1]) == (0.25, 0.9)


@pytest.mark.parametrize("lost", [3, 4])
def test_a_weight_that_is_lost_in_a_sum_keeps_its_group(lost):
    labels = np.repeat([1, 1, 0], [3, 2, 3])
    weights = np.where(np.arange(8) == lost, 1e-20, 1.0)
    rows = observe(labels, [9, 8, 7, 6, 1, 7.5, 6, 2], sample_weight=weights)
    _, runs = ranked(rows)
    assert runs.size == 5
    # Sums are those of the runs, in their unit of weight.
    sums = np.bincount(runs.place, rows.weights / 2, runs.width)
    assert np.allclose(sums, runs.sums, rtol=1e-15, atol=0)


@pytest.mark.parametrize("metric", METRICS)
def test_draws_of_cells_are_moved_by_what_cells_make_of_the_data(monkeypatch, metric):
    rows = binormal(2000, 0.1, 0.5)
    atoms = pair_of(rows).in_cells((4,))
    of_data = [tuple(map(observed_path, atoms.models))]
    monkeypatch.setattr(differences, "drawn_rows", lambda *_, **__: of_data)
    monkeypatch.setattr(ModelPair, "atoms", lambda pair: atoms)
    curves = [ConfusionCurve.from_scores(rows.labels, scores) for scores in rows.scores]
    one, other = (SCORES[metric].of(curve) for curve in curves)
    (draw,) = signed(pair_of(rows), metric, atoms=atoms)
    assert close(draw, one - other, relative=1e-9)
    band = difference_band(*(observe(rows.labels, scores) for scores in rows.scores), how())
    assert (band.upper - band.lower).max() < 1e-12


def test_average_precision_is_drawn_from_the_steps_of_thresholds():
    pair = pair_of(binormal(300, 0.3, 0.5))
    own = signed(pair, "average_precision", atoms=pair.atoms(merged=False))
    assert (signed(pair, "average_precision") == own).all()
    assert (own != signed(pair, "average_precision", atoms=pair.atoms())).any()
