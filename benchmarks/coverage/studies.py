"""The studies: their cells, and what one replication of each counts."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product

import numpy as np

from benchmarks.coverage import differences
from benchmarks.coverage.cells import UNIT, Cell, Replication, Tallies, Tally, tally
from benchmarks.coverage.populations import POPULATIONS, Array, true_areas, true_fpr
from prplot.core.record import ConfusionCurve, observe
from prplot.core.uncertainty.bands import (
    N_BOOT_SIMULTANEOUS,
    POINTWISE,
    RECALLS,
    SIMULTANEOUS,
    band_of,
)
from prplot.core.uncertainty.draws import Resampling
from prplot.core.uncertainty.intervals import Interval, intervals_of
from prplot.core.uncertainty.resampled import FEWEST, Sample

PREVALENCES = (0.5, 0.1, 0.01)
# Cells of more examples are left out.
MOST = 20_000
LEVEL = differences.LEVEL
# Draws of areas, and of bands pointwise and simultaneous.
N_BOOT = 1000
N_BOOT_BANDS = {POINTWISE: 1000, SIMULTANEOUS: N_BOOT_SIMULTANEOUS}
# The usual bootstrap, for comparison, in the first replications.
COMPARED = 500

AREAS = ("aucpr", "auroc", "auprg", "average_precision")
CLOSED_FORMS = {
    "logit": ("aucpr",),
    "binomial": ("aucpr",),
    "delong": ("auroc",),
}
# So far off a recall it is told on which side of a jump a border is.
NEARLY = 1e-9

# Weights: below a score positives and negatives are kept with some chances.
THINNED = {"": (1.5, 0.25, 0.1), "halved": (0.5, 0.5, 0.5)}
ROWS_PER_CLUSTER = 5

DESIGN = {
    "level": LEVEL,
    "draws": {"areas": N_BOOT, "differences": differences.N_BOOT, **N_BOOT_BANDS},
    "replications compared": COMPARED,
    "unit of widths": UNIT,
}


@dataclass(frozen=True)
class Study:
    """Cells that are simulated in the same way.

    Attributes
    ----------
    measure : callable
        Return the counts of one replication.
    cells : tuple of Cell
    replications : int
        Of each cell, at most.
    """

    measure: Callable[[Replication], Tallies]
    cells: tuple[Cell, ...]
    replications: int


def _cells(study: str, populations: Iterable[str], positives: Iterable[int]) -> tuple[Cell, ...]:
    """Return cells of all prevalences but those of too many examples."""
    every = (Cell(study, *one) for one in product(populations, PREVALENCES, positives))
    return tuple(cell for cell in every if cell.pos + cell.neg <= MOST)


def _labels(pos: int, neg: int) -> Array:
    return np.repeat([True, False], [pos, neg])


def sampled(cell: Cell, rng: np.random.Generator) -> ConfusionCurve:
    """Draw a sample with the cell's numbers of positives and negatives."""
    population = POPULATIONS[cell.population]
    scores = [population.positives(cell.pos, rng), population.negatives(cell.neg, rng)]
    return ConfusionCurve.from_scores(_labels(cell.pos, cell.neg), np.concatenate(scores))


def _counted(found: dict[str, Interval], cell: Cell, method: str) -> Tallies:
    truth = true_areas(cell.population, cell.prevalence)
    return {f"{name} {method}": tally(truth[name], *found[name]) for name in found}


# Areas


def areas(replication: Replication) -> Tallies:
    """Count intervals of areas by all methods."""
    cell = replication.cell
    curve = sampled(cell, replication.rng())
    sample = Sample.of(curve)
    how = Resampling(LEVEL, N_BOOT, replication.seed(1))
    counts = _counted(intervals_of(curve, sample, AREAS, how), cell, "bayesian")
    for method, metrics in CLOSED_FORMS.items():
        found = intervals_of(curve, sample, metrics, Resampling(LEVEL, method=method))
        counts |= _counted(found, cell, method)
    if replication.index < COMPARED:
        how = Resampling(LEVEL, N_BOOT, replication.seed(2), "bootstrap")
        found = intervals_of(curve, sample, AREAS[:3], how)
        counts |= _counted(found, cell, "percentile") | _basic(found, cell)
    return counts


def _basic(found: dict[str, Interval], cell: Cell) -> Tallies:
    """Count the percentile intervals mirrored at their estimates."""
    truth = true_areas(cell.population, cell.prevalence)
    return {
        f"{name} basic": tally(truth[name], 2 * one.estimate - one.high, 2 * one.estimate - one.low)
        for name, one in found.items()
    }


# Bands


def bands(replication: Replication) -> Tallies:
    """Count where bands hold the curve, and whether they hold it as a whole."""
    cell = replication.cell
    curve = sampled(cell, replication.rng())
    sample = Sample.of(curve)
    counts = {}
    for i, (kind, n_boot) in enumerate(N_BOOT_BANDS.items(), 1):
        band = band_of(curve, sample, kind, Resampling(LEVEL, n_boot, replication.seed(i)))
        counts[kind] = band_tally(cell, _fpr(band.upper, -NEARLY), _fpr(band.lower, NEARLY))
    return counts


def _fpr(border: ConfusionCurve, shift: float) -> Array:
    """Return a border's false positive rates at the recalls, shifted off its jumps."""
    return np.interp(RECALLS + shift, border.tp / border.pos, border.fp / border.neg)


def band_tally(cell: Cell, least: Array, most: Array) -> Tally:
    """Count where false positive rates at the recalls lie between two borders, and everywhere."""
    truth = true_fpr(cell.population, tuple(RECALLS.tolist()))
    # Recalls are shifted, and so a border may be off by as much.
    missed = (truth < least - 10 * NEARLY) | (truth > most + 10 * NEARLY)
    t = cell.prevalence * RECALLS
    high, low = (t / (t + (1 - cell.prevalence) * x) for x in (least, most))
    return {
        "n": 1,
        "whole": int(not missed.any()),
        "misses": missed.astype(int).tolist(),
        "width": round(float(np.mean(high - low)) / UNIT),
    }


# Weights, clusters and random class counts


def weights(replication: Replication) -> Tallies:
    """Count intervals of samples thinned at low scores, whose weights make up for it."""
    cell, rng = replication.cell, replication.rng()
    population = POPULATIONS[cell.population]
    below, kept_pos, kept_neg = THINNED[cell.variant]
    positives, of_pos = _thinned(population.positives, cell.pos, below, kept_pos, rng)
    negatives, of_neg = _thinned(population.negatives, cell.neg, below, kept_neg, rng)
    labels, scores = _labels(cell.pos, cell.neg), np.concatenate([positives, negatives])
    weight = np.concatenate([of_pos, of_neg])
    weighted = ConfusionCurve.from_scores(labels, scores, sample_weight=weight)
    samples = {
        "weights": Sample.of_rows(observe(labels, scores, sample_weight=weight)),
        "as counts": Sample.of(weighted),
    }
    # The shares of the classes are known; those of the weights differ from sample to sample.
    curve = weighted.at_prevalence(cell.prevalence)
    return _both(replication, curve, samples, AREAS)


def _thinned(
    draw: Callable[[int, np.random.Generator], Array],
    size: int,
    below: float,
    kept: float,
    rng: np.random.Generator,
) -> tuple[Array, Array]:
    """Return so many scores that are left when low ones are thinned, and their weights."""
    scores = draw(2 * round(size / kept), rng)
    is_low = scores < below
    left = np.flatnonzero(~is_low | (rng.random(scores.size) < kept))[:size]
    return scores[left], np.where(is_low[left], round(1 / kept), 1)


def clusters(replication: Replication) -> Tallies:
    """Count intervals of samples in which rows of one cluster are correlated."""
    cell, rng = replication.cell, replication.rng()
    groups = cell.pos if cell.variant == "mixed" else round(cell.pos / cell.prevalence)
    cluster = np.repeat(np.arange(groups), ROWS_PER_CLUSTER)
    row = np.tile(np.arange(ROWS_PER_CLUSTER), groups)
    labels = row == 0 if cell.variant == "mixed" else cluster < cell.pos
    shared, own = rng.normal(size=groups)[cluster], rng.normal(size=cluster.size)
    rho = cell.correlation
    distance = POPULATIONS[cell.population].parts[0][1]
    scores = distance * labels + np.sqrt(rho) * shared + np.sqrt(1 - rho) * own
    curve = ConfusionCurve.from_scores(labels, scores)
    samples = {
        "clusters": Sample.of_rows(observe(labels, scores), clusters=cluster),
        "as rows": Sample.of(curve),
    }
    return _both(replication, curve, samples, AREAS[:3])


def _both(
    replication: Replication,
    curve: ConfusionCurve,
    samples: dict[str, Sample],
    metrics: tuple[str, ...],
) -> Tallies:
    counts: Tallies = {}
    for i, (name, sample) in enumerate(samples.items(), 1):
        how = Resampling(LEVEL, N_BOOT, replication.seed(i))
        found = intervals_of(curve, sample, metrics, how)
        counts |= _counted(found, replication.cell, name)
    return counts


def simple(replication: Replication) -> Tallies:
    """Count intervals of simple random samples, in which class counts are random."""
    cell, rng = replication.cell, replication.rng()
    size = cell.pos + cell.neg
    pos = 0
    while not FEWEST <= pos <= size - FEWEST:
        pos = int(rng.binomial(size, cell.prevalence))
    population = POPULATIONS[cell.population]
    scores = [population.positives(pos, rng), population.negatives(size - pos, rng)]
    curve = ConfusionCurve.from_scores(_labels(pos, size - pos), np.concatenate(scores))
    sample = Sample.of(curve)
    counts: Tallies = {}
    for i, sampling in enumerate(("simple", "stratified"), 1):
        how = Resampling(LEVEL, N_BOOT, replication.seed(i), sampling=sampling)
        found = intervals_of(curve, sample, (*AREAS[:3], "aucnpr"), how)
        counts |= _counted(found, cell, sampling)
    return counts


def _all_studies() -> dict[str, Study]:
    smooth = ("d0", "d1", "d2", "d3", "hv", "mx")
    of_clusters = product((10, 20, 50), (0.3, 0.7), ("single-class", "mixed"))
    return {
        "areas": Study(areas, _cells("areas", smooth, (20, 50, 200, 1000)), 2000),
        "bands": Study(bands, _cells("bands", smooth, (20, 50, 200, 500)), 500),
        "wide": Study(bands, tuple(Cell("wide", "wd", 0.3, n) for n in (30, 105)), 1000),
        "weights": Study(
            weights,
            tuple(
                Cell("weights", name, prevalence, n, variant=variant)
                for variant, prevalence, positives in (
                    ("", 0.1, (20, 50, 200)),
                    ("halved", 0.05, (30, 100)),
                )
                for name, n in product(("d1", "d2"), positives)
            ),
            1000,
        ),
        "clusters": Study(
            clusters, tuple(Cell("clusters", "d1.5", 0.2, *one) for one in of_clusters), 1000
        ),
        "simple": Study(simple, _cells("simple", ("d1", "d2", "hv"), (20, 50, 200)), 1000),
        "differences": Study(differences.in_rows, differences.cells_in_rows(), 1000),
        "difference bands": Study(differences.bands, differences.cells_of_bands(), 500),
    }


STUDIES = _all_studies()
