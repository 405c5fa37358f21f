"""Differences between two models on the same rows: intervals, tests and bands."""

from itertools import product

import numpy as np

from benchmarks.coverage.cells import UNIT, Cell, Replication, Tallies, Tally, tally
from benchmarks.coverage.populations import POPULATIONS, Array, true_areas, true_fpr
from prplot.core.record import Observations, observe
from prplot.core.uncertainty.differences import difference_band, differences_of
from prplot.core.uncertainty.draws import Resampling

LEVEL = 0.95
N_BOOT = 500
AREAS = ("aucpr", "auprg")


def paired(replication: Replication) -> tuple[Observations, Observations]:
    """Draw a sample and the scores of two models, correlated within each class.

    The cell's population is that of the first, its variant that of the second.
    """
    cell, rng = replication.cell, replication.rng()
    labels = np.repeat([True, False], [cell.pos, cell.neg])
    one, own = rng.normal(size=(2, labels.size))
    other = cell.correlation * one + np.sqrt(1 - cell.correlation**2) * own
    names = cell.population, cell.variant
    distances = [POPULATIONS[name].parts[0][1] for name in names]
    scores = [z + distance * labels for z, distance in zip((one, other), distances, strict=True)]
    return observe(labels, scores[0]), observe(labels, scores[1])


def _tested(cell: Cell, metric: str, low: float, high: float, p: float) -> Tally:
    truth = [true_areas(name, cell.prevalence)[metric] for name in (cell.population, cell.variant)]
    return {**tally(truth[0] - truth[1], low, high), "rejected": int(p < 1 - LEVEL)}


def in_rows(replication: Replication) -> Tallies:
    """Count intervals and tests of differences of areas."""
    one, other = paired(replication)
    models = {"one": one, "other": other}
    counts = {}
    for metric in AREAS:
        how = Resampling(LEVEL, N_BOOT, replication.seed(1), "bootstrap")
        (found,) = differences_of(models, "other", metric, how)
        counts[metric] = _tested(replication.cell, metric, found.low, found.high, found.p)
    return counts


def bands(replication: Replication) -> Tallies:
    """Count where bands of differences hold the true difference of precisions."""
    cell = replication.cell
    how = Resampling(LEVEL, N_BOOT, replication.seed(1), "bootstrap")
    band = difference_band(*paired(replication), how)
    one, other = (_precision(cell, name, band.recall) for name in (cell.population, cell.variant))
    missed = (one - other < band.lower) | (one - other > band.upper)
    width = float(np.mean(band.upper - band.lower))
    return {
        "ci": {"n": 1, "misses": missed.astype(int).tolist(), "width": round(width / UNIT)},
    }


def _precision(cell: Cell, name: str, recall: Array) -> Array:
    tp = cell.prevalence * recall
    found: Array = tp / (tp + (1 - cell.prevalence) * true_fpr(name, tuple(recall.tolist())))
    return found


def cells_in_rows() -> tuple[Cell, ...]:
    """Return cells of equal models, of which 5 % are to be rejected, and of unequal ones."""
    prevalences = (0.5, 0.1, 0.01)
    equal = product(("d1", "d2"), prevalences, (20, 50, 200), (0.0, 0.5, 0.9))
    unequal = product(prevalences, (50, 200), (0.5, 0.9))
    return (
        *(Cell("differences", name, *one, variant=name) for name, *one in equal),
        *(Cell("differences", "d1.3", *one, variant="d1") for one in unequal),
    )


def cells_of_bands() -> tuple[Cell, ...]:
    every = product(("d1.5", "d2"), (20, 50, 200))
    return tuple(Cell("difference bands", one, 0.1, pos, 0.5, "d1.5") for one, pos in every)
