"""Two models on the same rows, drawn together: rows with replacement, or pairs of cells.

The same rows are drawn for both models, so that a difference of scores is as certain as the rows on
which the models disagree allow.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np

from prplot.core.checks import Array, FloatArray
from prplot.core.record import ConfusionCurve, Observations, rank
from prplot.core.threads import Threads
from prplot.core.uncertainty.draws import Atoms, blocks, child, drawn_one_by_one
from prplot.core.uncertainty.paths import Paths, observed_path, path_of
from prplot.core.uncertainty.runs import Indices, Runs, Sums

# Rows that are drawn one by one; of more, pairs of cells are drawn.
MOST_ROWS = 30_000
# Cells of each model, and as many pairs of cells as keep draws fast: models that agree have few
# pairs, and can have the finer cells that their small difference needs.
CELLS = (256, 192, 128, 96, 64)
MOST_PAIRS = 2**13
# Elements of a matrix of draws: those of atoms, which are summed before paths are made of them.
BLOCK = 2**17
# Poisson numbers of atoms of more rows are not looked up in tables, of which this is the length:
# numbers beyond it have no chance.
_LARGE = 32
_TABLE = 128
# Poisson numbers leave so many standard deviations of their sum to be drawn row by row.
_LEFT = 3
# Of fewer rows for each atom, all are drawn row by row.
_FEW = 1.5


class Ranked(NamedTuple):
    """The rows of a test set as a model ranks them.

    Attributes
    ----------
    curve : ConfusionCurve
    runs : Runs
        Its groups of rows.
    """

    curve: ConfusionCurve
    runs: Runs

    @classmethod
    def of(cls, observations: Observations, clusters: Array | None = None) -> Self:
        """Rank rows, which may belong to clusters."""
        with Threads.worth(observations.scores.size) as threads:
            curve = ConfusionCurve(*rank(observations, threads))
        return cls(curve, Runs.of_rows(observations, clusters))


class Joint(NamedTuple):
    """What is drawn of two models.

    Attributes
    ----------
    models : (Runs, Runs)
    atoms : Atoms
    are_cells : bool
        Whether the groups are cells, in which order is lost.
    """

    models: tuple[Runs, Runs]
    atoms: Atoms
    are_cells: bool = False

    @classmethod
    def of(cls, one: Runs, other: Runs, *, are_cells: bool = False) -> Self:
        """Take the groups of two models."""
        return cls((one, other), Atoms.of(one, other), are_cells)


@dataclass(frozen=True, eq=False)
class ModelPair:
    """Two models on the same rows, in an order that does not depend on who is called first.

    Attributes
    ----------
    models : (Ranked, Ranked)
    is_swapped : bool
        Whether the second of the models was given first.
    """

    models: tuple[Ranked, Ranked]
    is_swapped: bool = False

    @classmethod
    def of(cls, one: Ranked, other: Ranked) -> Self:
        """Take two models."""
        runs = [of.runs for of in (one, other)]
        # Of equal curves from different rows the order of the rows decides.
        keys = [(of.masses.sums.tobytes(), of.rows.place.tobytes()) for of in runs]
        is_swapped = keys[1] < keys[0]
        return cls((other, one) if is_swapped else (one, other), is_swapped)

    def joint(self, *, merged: bool = True, most_rows: int = MOST_ROWS) -> Joint:
        """Return what is drawn: rows, or cells if there are many rows.

        Parameters
        ----------
        merged : bool, default True
            Whether groups of rows on one straight line are joined, which average precision is not
            the same for.
        most_rows : int
            Of more rows cells are made, unless they have weights or clusters.
        """
        one, other = (model.runs for model in self.models)
        if one.rows.are_alike and one.rows.place.size > most_rows:
            return self.in_cells()
        return Joint.of(one.merged(), other.merged()) if merged else Joint.of(one, other)

    def in_cells(self, sizes: Sequence[int] = CELLS) -> Joint:
        """Return pairs of as many cells as `MOST_PAIRS` allows, or of the fewest."""
        prevalence = self.models[0].curve.prevalence
        merged = [model.runs.merged() for model in self.models]
        for cells in sizes:
            found = Joint.of(*(one.cut(cells, prevalence) for one in merged), are_cells=True)
            if found.atoms.rows.size <= MOST_PAIRS:
                break
        return found


def drawn_pairs(
    joint: Joint, n_boot: int, seed: np.random.SeedSequence, *, block: int = BLOCK
) -> Iterator[tuple[Paths, Paths]]:
    """Draw rows with replacement, and the paths of both models in them, a block at a time.

    Parameters
    ----------
    joint : Joint
    n_boot : int
    seed : SeedSequence
    block : int
        Elements of a matrix; it changes no number.

    Notes
    -----
    As many rows of either class are drawn as there are; of clusters, as many with positives and as
    many without. A row that is drawn twice has twice its weight.
    """
    atoms = joint.atoms
    source = AtomSource(atoms, seed)
    sums = [Sums(at, of.width) for at, of in zip(atoms.places, joint.models, strict=True)]
    for size in blocks(n_boot, atoms.places[0].size, block):
        parts = atoms.parts(source.counts(size))
        one, other = (path_of(of.of(parts)) for of in sums)
        yield one, other


def observed_pair(joint: Joint) -> tuple[Paths, Paths]:
    """Return the paths of the data themselves."""
    one, other = map(observed_path, joint.models)
    return one, other


class AtomSource:
    """Random counts of atoms, as many rows of either stratum as there are."""

    def __init__(self, atoms: Atoms, seed: np.random.SeedSequence) -> None:
        self._rows = [
            RowCounts(atoms.rows[of], child(seed, i)) for i, of in enumerate(atoms.strata)
        ]
        order = np.concatenate(atoms.strata)
        self._order = None if (np.diff(order) > 0).all() else order

    def counts(self, size: int) -> FloatArray:
        """Draw the counts of all atoms so many times."""
        found = np.concatenate([rows.counts(size) for rows in self._rows], axis=1)
        if self._order is not None:
            found[:, self._order] = found.copy()
        return found


class RowCounts:
    """Draws as many rows as there are, with replacement, and counts them by atom.

    Parameters
    ----------
    rows : ndarray of int, shape (k,)
        How many rows are of each atom, rising.
    seed : SeedSequence

    Notes
    -----
    Independent Poisson numbers, given their sum, are a draw of so many rows. So atoms get Poisson
    numbers whose sum seldom exceeds the total, else they are drawn anew; what is missing is drawn
    row by row.
    """

    def __init__(self, rows: Indices, seed: np.random.SeedSequence) -> None:
        self._total, self._size = int(rows.sum()), rows.size
        self._atoms = np.repeat(np.arange(rows.size), rows)
        # A stream for each purpose, so that blocks of any size take the same numbers.
        streams = [np.random.default_rng(child(seed, i)) for i in range(4)]
        self._single, self._uniform, self._large, self._again = streams
        self._share = 0.0
        if self._total > _FEW * self._size:
            self._share = max(1 - _LEFT / math.sqrt(self._total), 0.0)
        small = rows.searchsorted(_LARGE, side="right") if self._share else 0
        means = self._share * rows.astype(np.float64)
        self._tables, self._means = _Tables.of(means[:small]), means[small:]

    def counts(self, size: int) -> FloatArray:
        """Return the counts of so many draws, shape (size, k)."""
        found = self._poisson(size) if self._share else np.zeros((size, self._size))
        missing = self._total - found.sum(axis=1).astype(int)
        found += drawn_one_by_one(self._single, self._size, missing, self._atoms)
        return found

    def _poisson(self, size: int) -> FloatArray:
        """Return Poisson numbers whose sums are at most the total."""
        found = self._any_poisson(self._uniform, self._large, size)
        for i in np.flatnonzero(found.sum(axis=1) > self._total):
            while found[i].sum() > self._total:
                found[i] = self._any_poisson(self._again, self._again, 1)[0]
        return found

    def _any_poisson(
        self, uniform: np.random.Generator, large: np.random.Generator, size: int
    ) -> FloatArray:
        small = self._size - self._means.size
        found = np.empty((size, self._size))
        found[:, :small] = self._tables.numbers(uniform.random((size, small)))
        found[:, small:] = large.poisson(self._means, (size, self._means.size))
        return found


class _Tables(NamedTuple):
    """Tables of Poisson numbers: a uniform number becomes one by two look-ups (Walker 1977).

    Attributes
    ----------
    start : ndarray of int, shape (k,)
        Where the table of each of the atoms starts.
    keep : ndarray, shape (m,)
        The share of each place of a table that means the place itself.
    other : ndarray of int, shape (m,)
        What the rest means.
    """

    start: Indices
    keep: FloatArray
    other: Indices

    @classmethod
    def of(cls, means: FloatArray) -> Self:
        """Make a table for each of the distinct means."""
        kinds, kind = np.unique(means, return_inverse=True)
        tables = [_table(float(mean)) for mean in kinds]
        keep = np.array([table[0] for table in tables]).ravel()
        other = np.array([table[1] for table in tables], int).ravel()
        return cls(_TABLE * kind, keep, other)

    def numbers(self, uniform: FloatArray) -> Indices:
        """Return the numbers of uniform ones, shape (b, k), which are overwritten."""
        uniform *= _TABLE
        place = uniform.astype(np.intp)
        uniform -= place
        at = place + self.start
        is_other = uniform >= self.keep.take(at)
        np.copyto(place, self.other.take(at), where=is_other)
        return place


def _table(mean: float) -> tuple[list[float], list[int]]:
    """Return the shares to keep and the other numbers of a Poisson law (Vose 1991)."""
    logs = np.cumsum(np.append(0.0, np.log(mean / np.arange(1, _TABLE))))
    left = (_TABLE * np.exp(logs - mean)).tolist()
    keep, other = [1.0] * _TABLE, list(range(_TABLE))
    under = [i for i, one in enumerate(left) if one < 1]
    over = [i for i, one in enumerate(left) if one >= 1]
    while under and over:
        low, high = under.pop(), over[-1]
        keep[low], other[low] = left[low], high
        left[high] -= 1 - left[low]
        if left[high] < 1:
            under.append(over.pop())
    return keep, other
