"""Two models on the same rows, drawn together: rows with replacement, or pairs of cells.

The same rows are drawn for both models, so that a difference of scores is as certain as the rows on
which the models disagree allow. Each model's groups of exchangeable rows are those of `Runs`; rows
that share their groups in both models are one atom, of which only the count matters.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, FloatArray
from prplot.core.record import ConfusionCurve, Observations, rank
from prplot.core.threads import Threads, together
from prplot.core.uncertainty.draws import blocks, child
from prplot.core.uncertainty.paths import Paths, path_of
from prplot.core.uncertainty.runs import Indices, Runs, cluster_codes, groups_of_rows

# Rows that are drawn one by one; of more, pairs of cells are drawn.
MOST_ROWS = 30_000
# Cells of each model, and as many pairs of cells as keep draws fast: models that agree have few
# pairs, and can have the finer cells that their small difference needs.
CELLS = (256, 192, 128, 96, 64)
MOST_PAIRS = 2**13
# Elements of a matrix of draws: those of atoms, which are summed before paths are made of them.
BLOCK_OF_PAIRS = 2**17
# Poisson numbers of atoms of more rows are not looked up in tables, of which this is the length:
# numbers beyond it have no chance.
_LARGE = 32
_TABLE = 128
# Poisson numbers leave so many standard deviations of their sum to be drawn row by row.
_LEFT = 3
# Of fewer rows for each atom, all are drawn row by row.
_FEW = 1.5


@dataclass(frozen=True, eq=False)
class Ranked:
    """The rows of a test set as a model ranks them.

    Attributes
    ----------
    curve : ConfusionCurve
    runs : Runs
        Its groups of rows.
    groups : ndarray of int, shape (n,)
        Where each row stands among them, as in `ClusterRows`.
    """

    curve: ConfusionCurve
    runs: Runs
    groups: Indices

    @classmethod
    def of(cls, observations: Observations) -> Self:
        """Rank rows."""
        with Threads.worth(observations.scores.size) as threads:
            curve = ConfusionCurve(*rank(observations, threads))
        runs = Runs.of(curve) if observations.weights is None else Runs.of_rows(observations)
        return cls(curve, runs, groups_of_rows(observations, curve.steps))

    def key(self) -> tuple[bytes, ...]:
        """Return what orders models whatever they are called, and whatever the order of rows."""
        masses = self.runs.rise, self.runs.tied, self.runs.before
        return tuple(one.sums.tobytes() for one in masses)


class Atoms(NamedTuple):
    """Rows of one class; those that share their groups in both models, unless weighted.

    Attributes
    ----------
    groups : (ndarray, ndarray) of int, shape (k,)
        Where they stand by the first and by the second model.
    rows : ndarray of int, shape (k,)
        How many rows each is, rising.
    weights : ndarray, shape (k,), or None
        Of a row.
    clusters : ndarray of int, shape (k,), or None
    """

    groups: tuple[Indices, Indices]
    rows: Indices
    weights: FloatArray | None = None
    clusters: Indices | None = None

    def masses(self) -> FloatArray:
        """Return the masses in the data."""
        return self.rows * np.ones(self.rows.size) if self.weights is None else self.weights


@dataclass(frozen=True, eq=False)
class Joint:
    """Two models' groups and the atoms of either class.

    Attributes
    ----------
    runs : (Runs, Runs)
    positives, negatives : Atoms
    are_cells : bool
        Whether the groups are cells, in which order is lost.
    strata : tuple of ndarray of int
        The clusters with and without positives, if rows have clusters.
    """

    runs: tuple[Runs, Runs]
    positives: Atoms
    negatives: Atoms
    are_cells: bool = False
    strata: tuple[Indices, ...] = ()

    @property
    def size(self) -> int:
        """The number of atoms."""
        return self.positives.rows.size + self.negatives.rows.size


@dataclass(frozen=True, eq=False)
class ModelPair:
    """Two models on the same rows, in an order that does not depend on who is called first.

    Attributes
    ----------
    models : (Ranked, Ranked)
    is_positive : ndarray of bool, shape (n,)
    weights : ndarray, shape (n,), or None
    clusters : ndarray of int, shape (n,), or None
        Numbered from 0 on.
    is_swapped : bool
        Whether the second of the models was given first.
    """

    models: tuple[Ranked, Ranked]
    is_positive: NDArray[np.bool_]
    weights: FloatArray | None = None
    clusters: Indices | None = None
    is_swapped: bool = False

    @classmethod
    def of(
        cls, one: Ranked, other: Ranked, rows: Observations, clusters: Array | None = None
    ) -> Self:
        """Take two models.

        Parameters
        ----------
        one, other : Ranked
        rows : Observations
            Of either model.
        clusters : ndarray, shape (n,), optional
            What each row belongs to.
        """
        codes = None if clusters is None else cluster_codes(clusters)
        weights = None if rows.weights is None else rows.weights.astype(np.float64)
        keys = one.key(), other.key()
        if keys[0] == keys[1]:
            # One curve from different rows: what they have in common may not be symmetric.
            of_rows = [values for values in (codes, weights) if values is not None]
            groups = one.groups, other.groups
            keys = _key_of_rows(*groups, *of_rows), _key_of_rows(*groups[::-1], *of_rows)
        if keys[0] == keys[1]:
            # Only if it is does the order of rows decide.
            keys = (one.groups.tobytes(),), (other.groups.tobytes(),)
        is_swapped = keys[1] < keys[0]
        models = (other, one) if is_swapped else (one, other)
        return cls(models, rows.is_positive, weights, codes, is_swapped)

    def joint(self, *, merged: bool = True, most_rows: int = MOST_ROWS) -> Joint:
        """Return the atoms that are drawn: of rows, or of cells if there are many rows.

        Parameters
        ----------
        merged : bool, default True
            Whether groups of rows on one straight line are joined, which average precision is not
            the same for.
        most_rows : int
            Of more rows cells are made, unless they have weights or clusters.
        """
        simple = self.weights is None and self.clusters is None
        if simple and self.is_positive.size > most_rows:
            return self.in_cells()
        runs = [model.runs.merged() if merged else model.runs for model in self.models]
        return self.joined((runs[0], runs[1]))

    def in_cells(self, sizes: Sequence[int] = CELLS) -> Joint:
        """Return pairs of as many cells as `MOST_PAIRS` allows, or of the fewest."""
        one, other = (model.runs.merged() for model in self.models)
        prevalence = self.models[0].curve.prevalence
        for cells in sizes:
            found = self.joined((one.cut(cells, prevalence), other.cut(cells, prevalence)))
            if found.size <= MOST_PAIRS:
                break
        return replace(found, are_cells=True)

    def joined(self, runs: tuple[Runs, Runs]) -> Joint:
        """Return the atoms of groups that the models' own were joined to."""
        groups = [of.moved(model.groups) for of, model in zip(runs, self.models, strict=True)]
        size = 3 * runs[1].size + 1
        positives = self._atoms(groups[0], groups[1], self.is_positive, size)
        negatives = self._atoms(groups[0], groups[1], ~self.is_positive, size)
        if self.clusters is None:
            return Joint(runs, positives, negatives)
        with_positives = np.bincount(self.clusters, self.is_positive) > 0
        strata = np.flatnonzero(with_positives), np.flatnonzero(~with_positives)
        return Joint(runs, positives, negatives, strata=strata)

    def _atoms(self, one: Indices, other: Indices, is_class: NDArray[np.bool_], size: int) -> Atoms:
        one, other = one[is_class], other[is_class]
        if self.weights is None and self.clusters is None:
            pairs, rows = _counted(one * size + other)
            order = np.argsort(rows, kind="stable")
            pairs, rows = pairs[order], rows[order]
            return Atoms((pairs // size, pairs % size), rows)
        clusters = np.zeros(1, int) if self.clusters is None else self.clusters[is_class]
        weights = np.zeros(1) if self.weights is None else self.weights[is_class]
        keys = (of for of in (clusters, weights, other, one) if of.size == one.size)
        # Rows that agree in all of this are the same, so that their order does not matter.
        order = np.lexsort(list(keys))
        return Atoms(
            (one[order], other[order]),
            np.ones(one.size, int),
            None if self.weights is None else weights[order],
            None if self.clusters is None else clusters[order],
        )


def _key_of_rows(*columns: Array) -> tuple[bytes, ...]:
    """Return what orders tables of rows, whatever the order of the rows."""
    order = np.lexsort(columns[::-1])
    return tuple(column[order].tobytes() for column in columns)


def _counted(codes: Indices) -> tuple[Indices, Indices]:
    """Return the distinct codes, rising, and how often each occurs."""
    if codes.size and codes.max() > 4 * codes.size:
        found, counts = np.unique(codes, return_counts=True)
        return found, counts
    counts = np.bincount(codes)
    found = np.flatnonzero(counts)
    return found, counts[found]


class _Sums:
    """Sums of the masses of atoms in the groups of one model.

    Parameters
    ----------
    groups : ndarray of int, shape (k,)
    size : int
        Number of groups.
    """

    def __init__(self, groups: Indices, size: int) -> None:
        self._order = None
        if (np.diff(groups) < 0).any():
            self._order = np.argsort(groups, kind="stable")
            groups = groups[self._order]
        self._first = np.flatnonzero(np.diff(groups, prepend=-1))
        self._filled, self._size = groups[self._first], size

    def of(self, masses: FloatArray) -> FloatArray:
        """Return the sums of so many draws, shape (b, size)."""
        found = np.zeros((len(masses), self._size))
        if self._first.size:
            ordered = masses if self._order is None else masses.take(self._order, axis=1)
            found[:, self._filled] = np.add.reduceat(ordered, self._first, axis=1)
        return found


class _Layout:
    """Lays the masses of atoms out as the paths of one model."""

    def __init__(self, runs: Runs, positives: Indices, negatives: Indices) -> None:
        self._size = runs.size
        self._has_ties = bool((runs.tied.sums > 0).any())
        # With an empty group at either end, as `path_of` has them.
        self._of_pos = _Sums(positives + 1, runs.size + 2)
        self._of_neg = _Sums(negatives - runs.size, 2 * runs.size + 1)

    def paths(self, positives: FloatArray, negatives: FloatArray) -> Paths:
        """Return the path of each draw."""
        found = self._of_neg.of(negatives)
        ties = self._size if self._has_ties else 0
        return path_of(self._of_pos.of(positives), found[:, :ties], found[:, self._size :])


class _Rows:
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
        self._every = np.repeat(np.arange(rows.size), rows)
        # A stream for each purpose, so that blocks of any size take the same numbers.
        streams = [np.random.default_rng(child(seed, i)) for i in range(4)]
        self._single, self._uniform, self._large, self._again = streams
        share = 0.0
        if self._total > _FEW * self._size:
            share = max(1 - _LEFT / math.sqrt(self._total), 0.0)
        means, small = share * rows.astype(np.float64), rows.searchsorted(_LARGE, side="right")
        self._tables = _Tables.of(means[: small if share else 0])
        self._means = means[small:]
        self._share = share

    def counts(self, size: int) -> FloatArray:
        """Return the counts of so many draws, shape (size, k)."""
        found = self._poisson(size) if self._share > 0 else np.zeros((size, self._size))
        missing = self._total - found.sum(axis=1).astype(int)
        chosen = self._every.take(self._single.integers(max(self._total, 1), size=missing.sum()))
        for i, atoms in enumerate(np.split(chosen, np.cumsum(missing[:-1]))):
            found[i] += np.bincount(atoms, minlength=self._size)
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


class AtomSource:
    """Random masses of the atoms of both classes."""

    def __init__(self, joint: Joint, seed: np.random.SeedSequence) -> None:
        self._classes, self._strata = (joint.positives, joint.negatives), joint.strata
        rows = [np.ones(of.size, int) for of in joint.strata] or [of.rows for of in self._classes]
        self._rows = [_Rows(of, child(seed, i)) for i, of in enumerate(rows)]

    def masses(self, size: int) -> list[FloatArray]:
        """Draw the masses of positive and of negative atoms, each of shape (size, k)."""
        return self.of_atoms(*(counts for (counts,) in (draw(size) for draw in self.counts())))

    def counts(self) -> list[Callable[[int], tuple[FloatArray]]]:
        """Return what draws the counts of each stratum, independent of the others."""

        def draw(rows: _Rows, size: int) -> tuple[FloatArray]:
            return (rows.counts(size),)

        return [partial(draw, rows) for rows in self._rows]

    def of_atoms(self, *found: FloatArray) -> list[FloatArray]:
        """Return the masses of atoms, given the counts of all strata, which are overwritten."""
        masses = list(found)
        if self._strata:
            drawn = np.concatenate(masses, axis=1)
            drawn[:, np.concatenate(self._strata)] = drawn.copy()
            masses = [drawn[:, of.clusters] for of in self._classes]
        weights = (1.0 if of.weights is None else of.weights for of in self._classes)
        return [np.multiply(one, w, out=one) for one, w in zip(masses, weights, strict=True)]


def drawn_pairs(
    joint: Joint,
    n_boot: int,
    seed: np.random.SeedSequence,
    *,
    block: int = BLOCK_OF_PAIRS,
    take: Callable[[tuple[Paths, Paths]], Any] = lambda paths: paths,
) -> Iterator[Any]:
    """Draw rows with replacement, and the paths of both models in them, a block at a time.

    Parameters
    ----------
    joint : Joint
    n_boot : int
    seed : SeedSequence
    block : int
        Elements of a matrix; it changes no number.
    take : callable
        What of the paths is wanted; by default the paths.

    Notes
    -----
    As many rows of either class are drawn as there are; of clusters, as many with positives and as
    many without. A row that is drawn twice has twice its weight.
    """
    classes = joint.positives, joint.negatives
    layouts = [
        _Layout(runs, *(atoms.groups[i] for atoms in classes)) for i, runs in enumerate(joint.runs)
    ]
    source = AtomSource(joint, seed)

    def taken(*counts: FloatArray) -> Any:
        masses = source.of_atoms(*counts)
        one, other = (layout.paths(*masses) for layout in layouts)
        return take((one, other))

    size = max(block // max(joint.size, 1), 1)
    sources = source.counts()
    for some in blocks(n_boot, size):
        yield taken(*together(sources, some))


def observed_pair(joint: Joint) -> tuple[Paths, Paths]:
    """Return the paths of the data themselves."""
    classes = joint.positives, joint.negatives
    masses = [of.masses()[None, :] for of in classes]
    one, other = (
        _Layout(runs, *(atoms.groups[i] for atoms in classes)).paths(*masses)
        for i, runs in enumerate(joint.runs)
    )
    return one, other
