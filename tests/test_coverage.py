"""The simulated coverage: its truth, its counts, and that it can be stopped and gone on with."""

import re
from functools import partial

import numpy as np
import pytest

from benchmarks import results
from benchmarks.coverage import __main__ as command
from benchmarks.coverage import running, tables
from benchmarks.coverage.cells import Cell, Replication, added, hits, standard_error, tally
from benchmarks.coverage.populations import POPULATIONS, true_areas, true_fpr
from benchmarks.coverage.studies import STUDIES, band_tally
from prplot.core.record import ConfusionCurve
from prplot.core.uncertainty.bands import RECALLS
from prplot.core.uncertainty.draws import Resampling
from prplot.core.uncertainty.intervals import intervals_of
from prplot.core.uncertainty.resampled import Sample
from tests.cases import sampled

# Replications that no stored result has.
OTHERS = 10**6


# The truth


@pytest.mark.parametrize("prevalence", [0.5, 0.1])
@pytest.mark.parametrize("name", POPULATIONS)
def test_areas_of_a_large_sample_are_the_true_ones_but_for_chance(name, prevalence):
    rng, population = np.random.default_rng(1), POPULATIONS[name]
    pos, neg = 5000, round(5000 / prevalence) - 5000
    scores = np.concatenate([population.positives(pos, rng), population.negatives(neg, rng)])
    how = Resampling(n_boot=400, seed=np.random.SeedSequence(2))
    curve = ConfusionCurve.from_scores(np.repeat([1, 0], [pos, neg]), scores)
    found = intervals_of(curve, Sample.of(curve), ("aucpr", "auroc", "auprg"), how)
    truth = true_areas(name, prevalence)
    # An interval is four standard errors wide.
    assert all(abs(one.estimate - truth[metric]) < one.width for metric, one in found.items())


@pytest.mark.parametrize(
    ("name", "prevalence"), sampled([("hv", 0.01), ("d1", 0.1), ("d3", 0.5)], every=3)
)
def test_true_areas_are_those_of_another_quadrature_over_recall(name, prevalence):
    stats, integrate = pytest.importorskip("scipy.stats"), pytest.importorskip("scipy.integrate")
    positives = stats.norm(POPULATIONS[name].parts[0][1])
    negatives = stats.t(3) if POPULATIONS[name].is_heavy else stats.norm()
    odds = prevalence / (1 - prevalence)
    heights = {
        "aucpr": (0, lambda r, x: prevalence * r / (prevalence * r + (1 - prevalence) * x)),
        "auroc": (0, lambda r, x: 1 - x),
        # Precision gain, times the width of recall gain.
        "auprg": (prevalence, lambda r, x: (1 - x / r) * odds / r**2),
    }
    for metric, (first, height) in heights.items():

        def of_recall(r, height=height):
            return height(r, negatives.sf(positives.isf(r)))

        area, _ = integrate.quad(of_recall, first, 1, epsabs=1e-10, epsrel=1e-10, limit=200)
        assert true_areas(name, prevalence)[metric] == pytest.approx(area, abs=1e-8)


def test_the_true_curve_is_that_of_the_areas():
    recalls = tuple(np.linspace(0, 1, 2001)[1:])
    for name in POPULATIONS:
        area = 1 - np.trapezoid(np.append(0, true_fpr(name, recalls)), np.append(0, recalls))
        assert area == pytest.approx(true_areas(name, 0.1)["auroc"], abs=2e-4)
    assert true_fpr("d0", recalls) == pytest.approx(recalls, abs=1e-14)


# Counts


@pytest.mark.parametrize(
    ("ends", "sides"),
    [
        ((0.4, 0.6), (1, 0, 0, 0)),
        ((0.5, 0.5), (1, 0, 0, 0)),
        ((0.6, 0.7), (0, 1, 0, 0)),
        ((0.1, 0.2), (0, 0, 1, 0)),
        ((np.nan, np.nan), (0, 0, 0, 1)),
    ],
)
def test_an_interval_holds_the_truth_or_lies_on_one_side_or_is_undefined(ends, sides):
    found = tally(0.5, *ends)
    assert (hits(found), found["below"], found["above"], found["undefined"]) == sides


def test_a_band_misses_the_curve_where_it_runs_outside():
    cell = Cell("bands", "d2", 0.1, 50)
    least, most = (true_fpr("d2", tuple(RECALLS)) + off for off in (-1e-3, 1e-3))
    assert band_tally(cell, least, most)["whole"] == 1
    least[3], most[90] = least[3] + 2e-3, most[90] - 2e-3
    found = band_tally(cell, least, most)
    assert found["whole"] == 0
    assert np.flatnonzero(found["misses"]).tolist() == [3, 90]


def test_no_two_replications_have_the_same_sample():
    others = [Replication(cell, index) for cell in CELLS for index in (0, 1)]
    assert len({one.rng().random() for one in others}) == 4


# Going on


CELLS = [Cell("areas", "d3", 0.5, 20), Cell("clusters", "d1.5", 0.2, 10, 0.7, "mixed")]
TINY = partial(running.simulate, size=2)


def _ran(file, tasks, **how):
    stored = running.Stored(file)
    running.run(tasks, stored, simulated=TINY, **how)
    return file.read_bytes()


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(tmp_path, jobs):
    tasks = running.tasks_of(CELLS, running.Stored(tmp_path / "none"), replications=100)
    assert [(cell.study, chunk) for cell, chunk in tasks] == [
        ("areas", 0), ("clusters", 0), ("areas", 1), ("clusters", 1)
    ]  # fmt: skip
    whole = _ran(tmp_path / "whole", tasks)
    _ran(tmp_path / "parts", tasks[:3])
    left = running.tasks_of(CELLS, running.Stored(tmp_path / "parts"), replications=100)
    assert left == tasks[3:]
    assert _ran(tmp_path / "parts", left, jobs=jobs) == whole


def test_nothing_is_begun_after_the_hours(tmp_path):
    stored = running.Stored(tmp_path / "none")
    running.run(running.tasks_of(CELLS, stored), stored, hours=0)
    assert not stored.file.exists()


def test_results_of_another_design_are_refused(tmp_path):
    results.store({"design": {"level": 0.9}, "cells": []}, tmp_path / "other")
    with pytest.raises(ValueError, match="another design"):
        running.Stored(tmp_path / "other")


def test_cells_of_a_pattern_are_listed_with_their_missing_chunks(tmp_path, capsys):
    command.main(["--list", "--cells", r"^bands d1 0\.01", "--file", str(tmp_path / "none")])
    assert capsys.readouterr().out.split("\n")[0] == "  10  bands d1 0.01 20 0.0"


# What is stored


@pytest.fixture(scope="module")
def stored():
    return running.Stored(running.FILE)


def test_the_tables_of_the_documentation_are_those_of_the_stored_results(stored):
    document = tables.DOCUMENT.read_text(encoding="utf-8")
    assert tables.written(document, results.load(running.FILE)) == document


def test_stored_results_hold_all_cells_and_name_no_machine(stored):
    text = running.FILE.read_text(encoding="utf-8")
    assert len(text) < 400_000
    assert not re.search(r"[\\/](?:home|root|tmp|Users)\b", text)
    assert all(stored.chunks(cell) for cell in running.every_cell())


@pytest.mark.slow
@pytest.mark.parametrize(
    "cell",
    [
        Cell("areas", "d2", 0.1, 20),
        Cell("areas", "hv", 0.5, 50),
        Cell("areas", "d1", 0.01, 50),
        Cell("areas", "mx", 0.1, 200),
        Cell("weights", "d2", 0.1, 50),
        Cell("simple", "hv", 0.01, 50),
        Cell("clusters", "d1.5", 0.2, 20, 0.7, "single-class"),
        Cell("differences", "d1", 0.1, 50, 0.5, "d1"),
    ],
    ids=lambda cell: cell.name,
)
def test_new_replications_agree_with_the_stored(stored, cell):
    found = added(STUDIES[cell.study].measure(Replication(cell, OTHERS + i)) for i in range(100))
    for name, counts in found.items():
        held = stored.tallies(cell)[name]
        shares = [hits(one) / one["n"] for one in (counts, held)]
        errors = [standard_error(shares[1], one["n"]) for one in (counts, held)]
        assert abs(shares[0] - shares[1]) < 4 * np.hypot(*errors), name
