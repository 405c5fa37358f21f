"""Bootstrap draws of curves, in blocks that fit the processor's cache.

A draw is a path of rates in ROC space with the masses of groups of rows as its steps; from it areas
at any prevalence and bands are computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from prplot.core.checks import Array, FloatArray, brief, is_whole
from prplot.core.threads import together
from prplot.core.uncertainty.paths import Paths, path_of
from prplot.core.uncertainty.runs import ClusterRows, Masses, Runs

# The mass, in rows, of what no row of a class has shown: beyond each end of its scores. Chosen by
# simulation; the default of both classes and both ends.
END_MASS = 0.25
# Elements of a matrix of draws.
BLOCK = 2**14
# Masses of the positives with both ends, of tied negatives, and of those before and after groups.
Drawn = tuple[FloatArray, FloatArray, FloatArray]


def seed_sequence(seed: Any = None) -> np.random.SeedSequence:
    """Return a sequence of seeds that nothing else shares; a Generator is moved on.

    Parameters
    ----------
    seed : None, int, SeedSequence or Generator

    Raises
    ------
    TypeError, ValueError
        Another seed, or a negative one.
    """
    if isinstance(seed, np.random.SeedSequence):
        return seed
    if isinstance(seed, np.random.Generator):
        return np.random.SeedSequence(seed.integers(2**32, size=4).tolist())
    if seed is not None and not (is_whole(seed) and seed >= 0):
        raise ValueError(
            "seed must be a whole number from 0 on, a SeedSequence, a Generator or None, found "
            f"{brief(seed)}"
        )
    return np.random.SeedSequence(None if seed is None else int(seed))


def child(seed: np.random.SeedSequence, *key: int) -> np.random.SeedSequence:
    """Return a seed derived from another, the same whenever it is asked for."""
    return np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, *key))


def drawn_paths(
    runs: Runs,
    n_boot: int,
    seed: np.random.SeedSequence,
    *,
    end_mass: float = END_MASS,
    classical: bool = False,
    stratified: bool = True,
    block: int = BLOCK,
    take: Callable[[Paths], Any] = lambda paths: paths,
) -> Iterator[Any]:
    """Draw paths, a block at a time, and yield what is taken of each block.

    Parameters
    ----------
    runs : Runs
    n_boot : int
        Number of draws.
    seed : SeedSequence
        Each kind of groups has a stream of its own, so that blocks of any size give the same bits.
    end_mass : float, default 1/4
        See Notes; 0 for none.
    classical : bool, default False
        Draw counts of rows with replacement in place of the masses of the Bayesian bootstrap; there
        are no end masses then.
    stratified : bool, default True
        Draw as many rows of each class, or clusters with and without positives, as there are. It
        concerns counts only: masses are taken as shares of their class.
    block : int
        Elements of a matrix.
    take : callable
        What of the paths is wanted; by default the paths.

    Notes
    -----
    In the Bayesian bootstrap each row has an exponential mass (Rubin 1981), so that `n` rows
    together have a Gamma(n) mass; a group of weights ``w`` has ``S2/S1 Gamma(S1^2/S2)`` with ``S1 =
    sum w`` and ``S2 = sum w^2``, which is exact for equal weights, and right in mean and variance
    for others. Each class also has a mass Gamma(1/4) beyond either end of its scores, without which
    a sample of few rows never leaves the range of what it has seen.
    """
    source = MassSource(runs, seed, 0.0 if classical else end_mass, stratified=stratified)
    if runs.clusters is None:
        sources = [source.counts] if classical else source.gammas()
    else:
        sources = [source.counts_of_clusters if classical else source.cluster_masses]
    rows = max(block // (width_of_draw(runs) + 2), 1)
    for size in blocks(n_boot, rows):
        yield take(path_of(*together(sources, size)))


def width_of_draw(runs: Runs) -> int:
    """Return how many numbers of a class there are in a draw."""
    return runs.size if runs.clusters is None else runs.clusters.group.size


def blocks(count: int, most: int) -> list[int]:
    """Return the sizes of blocks of at most so many draws."""
    return [min(most, count - start) for start in range(0, count, most)]


class Column(NamedTuple):
    """The groups of one kind that are not empty.

    Attributes
    ----------
    masses : Masses, shape (k,)
    filled : ndarray of int, shape (k,)
    size : int
        Number of all groups.
    """

    masses: Masses
    filled: Array
    size: int

    @classmethod
    def of(cls, groups: Masses) -> Column:
        """Take all groups of a kind."""
        filled = np.flatnonzero(groups.sums > 0)
        return cls(groups.at(filled), filled, groups.sums.size)

    def gammas(self, stream: np.random.Generator, size: int) -> FloatArray:
        """Draw Gamma masses of all groups, so many times."""
        masses = stream.standard_gamma(self.masses.shapes, size=(size, self.filled.size))
        scales = self.masses.scales
        if (scales != 1).any():
            masses *= scales
        return self.spread(masses)

    def counts(self, stream: np.random.Generator, totals: Array) -> FloatArray:
        """Draw counts of rows with replacement, given how many there are in each draw."""
        shares = self.masses.sums / self.masses.sums.sum()
        return self.spread(stream.multinomial(totals, shares).astype(np.float64))

    def spread(self, masses: FloatArray) -> FloatArray:
        """Return masses of the groups that are not empty among zeros for the others."""
        if self.filled.size == self.size:
            return masses
        every = np.zeros((masses.shape[0], self.size))
        every[:, self.filled] = masses
        return every


class MassSource:
    """Random masses of the groups of runs.

    Each method draws the masses of the positives, with a group for either end, of tied negatives,
    and of the negatives before and after groups, so many times.

    Parameters
    ----------
    runs : Runs
    seed : SeedSequence
    end_mass : float
        In rows.
    stratified : bool
        Whether counts of each class, or of clusters with and without positives, are fixed.
    """

    def __init__(
        self, runs: Runs, seed: np.random.SeedSequence, end_mass: float, *, stratified: bool
    ) -> None:
        # A stream for each kind of groups, so that blocks of any size take the same numbers.
        self._streams = [np.random.default_rng(child(seed, i)) for i in range(3)]
        self._stratified = stratified
        self._clusters = runs.clusters
        none = Masses(np.empty(0), np.empty(0))
        positives = Masses(*(np.concatenate([[0.0], one, [0.0]]) for one in runs.rise))
        self._groups = positives, runs.tied if runs.tied.sums.any() else none, runs.before
        negatives = runs.before.plus(Masses(*(np.append(one, 0.0) for one in runs.tied)))
        self._ends = [
            _ends(groups, end_mass, row)
            for groups, row in zip((positives, negatives), runs.row_masses, strict=True)
        ]

    def gammas(self) -> list[Callable[[int], tuple[FloatArray]]]:
        """Return functions that draw the masses of the Bayesian bootstrap, one for each kind.

        They are independent of each other: each may be called in a thread of its own.
        """
        positives, tied, before = self._groups
        of_pos, of_neg = self._ends
        kinds = positives.plus(of_pos), tied, before.plus(of_neg)

        def draw(column: Column, stream: np.random.Generator, size: int) -> tuple[FloatArray]:
            return (column.gammas(stream, size),)

        return [
            partial(draw, Column.of(groups), stream)
            for groups, stream in zip(kinds, self._streams, strict=True)
        ]

    def counts(self, size: int) -> Drawn:
        """Draw rows with replacement."""
        positives, tied, before = self._groups
        negatives = Masses(*(np.concatenate(both) for both in zip(tied, before, strict=True)))
        pos, neg = (round(float(groups.sums.sum())) for groups in (positives, negatives))
        totals = self._totals(size, pos, neg)
        of_pos = Column.of(positives).counts(self._streams[0], totals)
        of_neg = Column.of(negatives).counts(self._streams[1], pos + neg - totals)
        return of_pos, of_neg[:, : tied.sums.size], of_neg[:, tied.sums.size :]

    def cluster_masses(self, size: int) -> Drawn:
        """Draw one exponential mass for each cluster, and the masses of the ends."""
        clusters = self._rows_of_clusters()
        drawn = self._streams[0].standard_exponential((size, clusters.with_positives.size))
        found = self._summed(clusters, drawn)
        for i, ends, stream in zip((0, 2), self._ends, self._streams[1:], strict=True):
            np.add(found[i], Column.of(ends).gammas(stream, size), out=found[i])
        return found

    def counts_of_clusters(self, size: int) -> Drawn:
        """Draw clusters with replacement."""
        clusters = self._rows_of_clusters()
        has_pos = clusters.with_positives
        strata = [np.flatnonzero(has_pos), np.flatnonzero(~has_pos)]
        totals = self._totals(size, strata[0].size, strata[1].size)
        drawn = np.zeros((size, has_pos.size))
        for chosen, stream, many in zip(
            strata, self._streams[:2], (totals, has_pos.size - totals), strict=True
        ):
            if chosen.size:
                drawn[:, chosen] = _resampled(stream, chosen.size, many)
        return self._summed(clusters, drawn)

    def _totals(self, size: int, one: int, other: int) -> Array:
        """Return how many of the first of two kinds are in each draw, at least one of either."""
        if self._stratified or not other:
            return np.full(size, one)
        drawn = self._streams[2].binomial(one + other, one / (one + other), size)
        return np.clip(drawn, 1, one + other - 1)

    def _rows_of_clusters(self) -> ClusterRows:
        if self._clusters is None:
            raise ValueError("the runs have no clusters")
        return self._clusters

    def _summed(self, clusters: ClusterRows, drawn: FloatArray) -> Drawn:
        """Return the masses of groups, given those of clusters."""
        positives, tied, _ = self._groups
        size = positives.sums.size - 2
        found = np.zeros((drawn.shape[0], 3 * size + 1))
        first = clusters.first
        rows = drawn[:, clusters.cluster]
        rows *= clusters.weight
        found[:, clusters.group[first]] = np.add.reduceat(rows, first, axis=1)
        of_pos = np.zeros((drawn.shape[0], size + 2))
        of_pos[:, 1:-1] = found[:, :size]
        return of_pos, found[:, size : size + tied.sums.size], found[:, 2 * size :]


def _ends(groups: Masses, mass: float, row: float) -> Masses:
    """Return the end masses of a class at the first and the last of its groups.

    A row beyond an end weighs as much as a mean row, or as those at that end if they are heavier:
    where rows of some scores were thinned, those that were not shown stand for as many.
    """
    rows = np.full(2, row)
    filled = np.flatnonzero(groups.sums)
    if filled.size:
        rows = np.maximum(row, groups.scales[filled[[0, -1]]])
    sums = np.zeros((2, groups.sums.size))
    sums[:, [0, -1]] = mass * rows, mass * rows**2
    return Masses(*sums)


def _resampled(stream: np.random.Generator, many: int, totals: Array) -> FloatArray:
    """Return how often each of many is drawn with replacement, given the sums of samples."""
    sample = np.repeat(np.arange(totals.size), totals)
    places = sample * many + stream.integers(many, size=sample.size)
    counts = np.bincount(places, minlength=totals.size * many)
    return counts.reshape(totals.size, many).astype(float)
