"""Bootstrap draws of curves, in blocks that fit the processor's cache.

Each block is a matrix of masses with a row for each draw and a column for each place of `Sample`.
It gives the paths of rates in ROC space, and these give bands, and areas at any prevalence.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple, Self

import numpy as np

from prplot.core.checks import Array, FloatArray, brief, checked_number, in_full, is_whole, one_of
from prplot.core.measures.operating_point import ratio
from prplot.core.points import aucpr_min, mean_share, share_of
from prplot.core.uncertainty.resampled import Indices, Sample, scales_of, summing

# The mass, in rows, of what no row of a class has shown: beyond each end of its scores. Chosen by
# simulation; the default of both classes and both ends.
END_MASS = 0.25
N_BOOT = 2000
# Draws beyond each end of an interval, at least.
LEAST_BEYOND = 10
# What a method is called in texts.
METHODS = {
    "bayesian": "Bayesian bootstrap",
    "bootstrap": "percentile bootstrap",
    "logit": "logit interval",
    "binomial": "binomial interval",
    "delong": "DeLong",
}
RESAMPLING = ("bayesian", "bootstrap")
SAMPLINGS = ("stratified", "simple")
# Elements of a matrix of draws.
BLOCK = 2**14
# Rows of smaller atoms are drawn one by one, faster than the numbers of their rows.
_MANY = 10
# Draws so many times the masses of all places of a sample, shape (size, width).
MassDraws = Callable[[int], FloatArray]


def seed_sequence(seed: Any = None) -> np.random.SeedSequence:
    """Return an independent seed sequence; a Generator is advanced.

    Parameters
    ----------
    seed : None, int, SeedSequence or Generator

    Raises
    ------
    TypeError, ValueError
        An unsupported or negative seed.
    """
    if isinstance(seed, np.random.SeedSequence):
        return seed
    if isinstance(seed, np.random.Generator):
        return np.random.SeedSequence(seed.integers(2**32, size=4).tolist())
    if seed is not None and not (is_whole(seed) and seed >= 0):
        raise ValueError(
            "seed must be a nonnegative whole number, a SeedSequence, a Generator or None, found "
            f"{brief(seed)}"
        )
    return np.random.SeedSequence(None if seed is None else int(seed))


def child(seed: np.random.SeedSequence, *key: int) -> np.random.SeedSequence:
    """Return a seed derived from another, the same on every call."""
    return np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, *key))


def ignore(done: int) -> None:
    """Ignore the progress of draws."""


@dataclass(frozen=True)
class Resampling:
    """How an interval is computed, checked.

    Attributes
    ----------
    level : float
        In (0, 1).
    n_boot : int
    seed : SeedSequence
    method : str
        One of `METHODS`.
    sampling : {"stratified", "simple"}
        Whether the numbers of positives and negatives are fixed.
    watch : callable
        Called with the number of further draws done.
    """

    level: float = 0.95
    n_boot: int = N_BOOT
    seed: np.random.SeedSequence = field(default_factory=np.random.SeedSequence)
    method: str = "bayesian"
    sampling: str = "stratified"
    watch: Callable[[int], None] = ignore

    def __post_init__(self) -> None:
        one_of(self.method, "method", METHODS)
        one_of(self.sampling, "sampling", SAMPLINGS)
        wanted = "be a number strictly between 0 and 1"
        checked_number(self.level, "level", wanted, lambda one: 0 < one < 1)
        least = math.ceil(2 * LEAST_BEYOND / (1 - self.level) * (1 - 1e-9))
        if checked_n_boot(self.n_boot) < least and self.method in RESAMPLING:
            raise ValueError(
                f"level {in_full(self.level)} needs n_boot of at least {least}, so that "
                f"{LEAST_BEYOND} draws lie beyond each end, found {self.n_boot}"
            )

    @property
    def stream(self) -> np.random.SeedSequence:
        """The seed of the draws of the curve."""
        return child(self.seed, 0)

    @property
    def tails(self) -> tuple[float, float]:
        """The shares of draws below the low and below the high end."""
        return (1 - self.level) / 2, (1 + self.level) / 2


def checked_n_boot(n_boot: int) -> int:
    """Return a number of draws; raise a ValueError unless it is a whole number above 0."""
    if not is_whole(n_boot) or n_boot < 1:
        raise ValueError(f"n_boot must be a positive whole number, found {brief(n_boot)}")
    return int(n_boot)


@dataclass(frozen=True, eq=False)
class Atoms:
    """The units of drawing, and the positions of their rows in each model's ranking.

    Rows that share their groups by all models are one atom, and only their number matters; with
    weights each row is an atom, with clusters each cluster.

    Attributes
    ----------
    models : tuple of Sample
        Of the same rows.
    rows : ndarray, shape (k,)
        Number of rows of each atom; each row is drawn by itself.
    strata : (ndarray of int or slice, ndarray of int or slice)
        The atoms with positives, and the others.
    places : tuple of ndarray of int, shape (p,)
        For each model, the place in `Sample` of each part of the atoms, in their order.
    owner : ndarray of int, shape (p,), or None
        The atom that each part belongs to; None if each atom has one.
    weights : ndarray, shape (p,), or 1
    are_cells : bool
        Whether the groups are cells, which lose the order of their rows.
    """

    models: tuple[Sample, ...]
    rows: Array
    strata: tuple[Indices | slice, Indices | slice]
    places: tuple[Indices, ...]
    owner: Indices | None = None
    weights: FloatArray | float = 1.0
    are_cells: bool = False

    @classmethod
    def of(cls, *models: Sample) -> Self:
        """Return the atoms of one model, or of several that rank the same rows."""
        first = models[0]
        if first.are_alike:
            return cls._of_groups(*models)
        size, places = first.place.size, [one.place for one in models]
        weights = np.ones(size) if first.weights is None else first.weights
        clusters = np.zeros(size, np.intp) if first.clusters is None else first.clusters
        # Sums of weights must not depend on the order in which rows were given.
        order = np.lexsort((weights, clusters, *reversed(places)))
        owner = np.arange(size) if first.clusters is None else clusters[order]
        parts = np.stack([*(place[order] for place in places), owner])
        # Rows of one cluster at one place are always drawn together, as one row of their weight.
        starts = np.flatnonzero((np.diff(parts, axis=1, prepend=-1) != 0).any(axis=0))
        *places, owner = parts[:, starts]
        weights = np.add.reduceat(weights[order], starts)
        has_positives = np.bincount(owner, places[0] < first.size + 2) > 0
        strata = np.flatnonzero(has_positives), np.flatnonzero(~has_positives)
        rows = np.ones(has_positives.size, int)
        return cls(models, rows, strata, tuple(places), owner, weights)

    @classmethod
    def _of_groups(cls, first: Sample, *others: Sample) -> Self:
        places: tuple[Indices, ...] = (np.flatnonzero(first.sums > 0),)
        rows = first.sums[places[0]]
        for other in others:
            codes = first.place * other.width + other.place
            codes, rows = np.unique(codes, return_counts=True)
            places = codes // other.width, codes % other.width
        pos = int(places[0].searchsorted(first.size + 2))
        return cls((first, *others), rows, (slice(pos), slice(pos, None)), places)

    def parts(self, drawn: FloatArray) -> FloatArray:
        """Return the masses of all parts, given those of atoms."""
        if self.owner is None:
            return drawn
        found = drawn.take(self.owner, axis=1)
        found *= self.weights
        return found


def blocks(count: int, width: int, block: int) -> list[int]:
    """Return the largest number of draws of a given size that fit a block of elements."""
    most = max(block // max(width, 1), 1)
    return [min(most, count - start) for start in range(0, count, most)]


def drawn_paths(
    sample: Sample, how: Resampling, *, end_mass: float = END_MASS, block: int = BLOCK
) -> Iterator[Paths]:
    """Draw paths, a block at a time.

    Parameters
    ----------
    sample : Sample
    how : Resampling
        By the method "bootstrap" counts of rows are drawn with replacement instead of the masses of
        the Bayesian bootstrap. The sampling concerns counts only, as masses are taken as shares of
        their class: as many rows of each class, or clusters with and without positives, as there
        are, if it is stratified.
    end_mass : float, default 1/4
        See Notes; 0 for none.
    block : int
        Elements of a matrix. Each kind of groups has a stream of its own, so that blocks of any
        size give the same bits.

    Notes
    -----
    In the Bayesian bootstrap each row has an exponential mass (Rubin 1981), so that `n` rows
    together have a Gamma(n) mass; a group of weights ``w`` has ``S2/S1 Gamma(S1^2/S2)`` with ``S1 =
    sum w`` and ``S2 = sum w^2``, which is exact for equal weights, and right in mean and variance
    for others. Each class also has a mass Gamma(1/4) beyond either end of its scores, without which
    draws never leave the observed range.
    """
    if how.method == "bootstrap":
        for (path,) in drawn_rows(Atoms.of(sample), how, block=block):
            yield path
        return
    draw = mass_source(sample, how.stream, end_mass)
    width = sample.size + 2 if sample.clusters is None else sample.place.size
    for size in blocks(how.n_boot, width, block):
        yield path_of(draw(size))
        how.watch(size)


def drawn_rows(atoms: Atoms, how: Resampling, *, block: int = BLOCK) -> Iterator[tuple[Paths, ...]]:
    """Draw rows with replacement, and the paths of all models in them, as `drawn_paths`."""
    draw = count_source(atoms, how.stream, stratified=how.sampling == "stratified")
    sums = [summing(at, of.width) for at, of in zip(atoms.places, atoms.models, strict=True)]
    for size in blocks(how.n_boot, atoms.places[0].size, block):
        parts = atoms.parts(draw(size))
        yield tuple(path_of(summed(parts)) for summed in sums)
        how.watch(size)


def mass_source(
    sample: Sample, seed: np.random.SeedSequence, end_mass: float = END_MASS
) -> MassDraws:
    """Return what draws the masses of all places of a sample; see `drawn_paths`."""
    # A stream for each kind of groups, so that blocks of any size take the same numbers.
    streams = [np.random.default_rng(child(seed, i)) for i in range(3)]
    ends = sample.ends(end_mass)
    if sample.clusters is None:
        return _gammas(sample, sample.masses + ends, streams)
    # One exponential mass for each cluster.
    atoms = Atoms.of(sample)
    summed, count = summing(atoms.places[0], sample.width), atoms.rows.size
    of_ends = _gammas(sample, ends, [streams[i] for i in (1, 1, 2)])
    return lambda size: (
        summed(atoms.parts(streams[0].standard_exponential((size, count)))) + of_ends(size)
    )


def _gammas(
    sample: Sample, masses: FloatArray, streams: Sequence[np.random.Generator]
) -> MassDraws:
    """Draw Gamma masses of the groups that are not empty, each kind from a stream of its own."""
    kinds = []
    for kind, stream in zip(sample.kinds, streams, strict=True):
        places = kind.start + np.flatnonzero(masses[0, kind] > 0)
        scales = scales_of(masses[:, places])
        kinds.append((places, masses[0, places] / scales, scales, stream))

    def draw(size: int) -> FloatArray:
        found = np.zeros((size, sample.width))
        for places, shapes, scales, stream in kinds:
            found[:, places] = stream.standard_gamma(shapes, size=(size, shapes.size)) * scales
        return found

    return draw


def count_source(
    atoms: Atoms, seed: np.random.SeedSequence, *, stratified: bool = True
) -> MassDraws:
    """Return what draws the numbers of rows of all atoms, with replacement.

    Parameters
    ----------
    atoms : Atoms
    seed : SeedSequence
    stratified : bool
        Whether as many rows of either stratum are drawn as there are.
    """
    # Of each stratum, and of their sizes: one for each purpose, as in `mass_source`.
    streams = [[np.random.default_rng(child(seed, i, k)) for k in range(2)] for i in range(3)]
    filled = [(of, atoms.rows[of].astype(int)) for of in atoms.strata]
    strata = [(of, rows) for of, rows in filled if rows.size]
    one, *others = (int(rows.sum()) for _, rows in strata)
    every = one + sum(others)

    def draw(size: int) -> FloatArray:
        totals = np.full(size, one)
        if others and not stratified:
            # At least one of either.
            totals = np.clip(streams[2][0].binomial(every, one / every, size), 1, every - 1)
        found = np.empty((size, atoms.rows.size))
        for (of, rows), many, own in zip(strata, (totals, every - totals), streams, strict=False):
            found[:, of] = _with_replacement(own, rows, many)
        return found

    return draw


def _with_replacement(streams: Sequence[np.random.Generator], rows: Array, totals: Array) -> Array:
    """Return how many of the drawn rows are of each atom, shape (b, k).

    Parameters
    ----------
    streams : sequence of Generator
        For rows, and for their numbers.
    rows : ndarray of int, shape (k,)
        How many rows are of each atom.
    totals : ndarray of int, shape (b,)
        How many rows are drawn each time.
    """
    many = np.flatnonzero(rows >= _MANY)
    few = rows.copy()
    few[many] = 0
    # The rows of all smaller atoms together, and those of each larger one.
    kinds = np.append(few.sum(), rows[many])
    counts = streams[1].multinomial(totals, kinds / kinds.sum())
    single, atoms = counts[:, 0], np.repeat(np.arange(rows.size, dtype=np.int32), few)
    drawn = atoms.take(streams[0].integers(max(atoms.size, 1), size=single.sum()))
    # Each draw is counted by itself: its counts fit the processor's cache.
    parts = pairwise([0, *np.cumsum(single).tolist()])
    found = np.array([np.bincount(drawn[i:j], minlength=rows.size) for i, j in parts])
    found[:, many] = counts[:, 1:]
    return found


# Paths


class Paths(NamedTuple):
    """Drawn paths from (0, 0) to (1, 1) in ROC space.

    They run straight to ``(x0[0], r[0])``, then in steps from ``(x0[k], r[k])`` to ``(x1[k], r[k +
    1])`` with horizontal runs between them, and from ``(x1[-1], r[-1])`` straight to the end.

    Attributes
    ----------
    r : ndarray, shape (b, m + 1)
        True positive rates, never falling along a row.
    x0, x1 : ndarray, shape (b, m)
        False positive rates where steps start and end.
    prevalence : ndarray, shape (b,)
        The share of the positives in the drawn masses.
    """

    r: FloatArray
    x0: FloatArray
    x1: FloatArray
    prevalence: FloatArray

    def segments(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the true positive rates between all rising pieces, and where pieces run.

        Returns
        -------
        r : ndarray, shape (b, m + 3)
            From 0 to 1.
        start, end : ndarray, shape (b, m + 2)
            The false positive rates at which each piece starts and ends.
        """
        zero, one = np.zeros((len(self.r), 1)), np.ones((len(self.r), 1))
        r = np.concatenate([zero, self.r, one], axis=1)
        start = np.concatenate([zero, self.x0, self.x1[:, -1:]], axis=1)
        end = np.concatenate([self.x0[:, :1], self.x1, one], axis=1)
        return r, start, end


def observed_path(sample: Sample) -> Paths:
    """Return the path of the data themselves."""
    return path_of(sample.sums[None].copy())


def path_of(masses: FloatArray) -> Paths:
    """Return the paths of masses by place, which are overwritten.

    Parameters
    ----------
    masses : ndarray, shape (b, 3m + 3)
        As in `Sample`.
    """
    size = masses.shape[1] // 3 - 1
    positives, tied, before = np.split(masses, [size + 2, 2 * size + 2], axis=1)
    r = np.cumsum(positives, axis=1, out=positives)
    pos = r[:, -1:].copy()
    r /= pos
    x = np.empty((len(masses), 2 * size + 1))
    x[:, ::2], x[:, 1::2] = before, tied
    np.cumsum(x, axis=1, out=x)
    neg = x[:, -1:].copy()
    # A sample of clusters may lack negatives.
    x /= np.where(neg > 0, neg, 1.0)
    return Paths(r[:, :-1], x[:, :-1:2], x[:, 1::2], (pos / (pos + neg))[:, 0])


def rates_at(paths: Paths, recalls: FloatArray, side: str = "left") -> FloatArray:
    """Return the false positive rates of paths where they first ("left") or last have recalls.

    Parameters
    ----------
    paths : Paths
    recalls : ndarray, shape (k,)
    side : {"left", "right"}

    Returns
    -------
    ndarray, shape (b, k)

    Notes
    -----
    Here the positives beyond the last group, which no row has shown, lie below all negatives: where
    positives reach that far down, a straight last piece runs above the true curve.
    """
    r, start, end = paths.segments()
    start[:, -1] = 1.0
    at = np.array([path[1:-1].searchsorted(recalls, side=side) for path in r])
    below, above, x0, x1 = (
        np.take_along_axis(one, place, axis=1)
        for one, place in ((r, at), (r, at + 1), (start, at), (end, at))
    )
    return x0 + share_of(below, recalls, above) * (x1 - x0)


def aucpr(paths: Paths, prevalence: FloatArray) -> FloatArray:
    """Return areas under PR curves.

    Parameters
    ----------
    paths : Paths
        Of b draws.
    prevalence : ndarray, shape (b,) or (1,)
        In (0, 1).

    Returns
    -------
    ndarray, shape (b,)

    Notes
    -----
    With masses ``t = pi r`` and ``f = (1 - pi) x``, a step that adds `a` to ``t`` and `b` to ``f``
    from a total of ``D = t + f`` on has the area ``a (a/d + (t/D - a/d) L)``, where ``d = a + b``
    and ``L = log1p(d/D) / (d/D)``.
    """
    r, start, end = paths.segments()
    pi, other = prevalence[:, None], 1 - prevalence[:, None]
    t, rise = r[:, :-1] * pi, np.diff(r, axis=1) * pi
    shares = mean_share(t, t + start * other, rise, rise + (end - start) * other)
    areas: FloatArray = np.where(rise > 0, rise * shares, 0.0).sum(axis=1) / prevalence
    return areas


def auroc(paths: Paths, prevalence: FloatArray) -> FloatArray:
    """Return areas under ROC curves; they are the same at every prevalence."""
    del prevalence
    r, start, end = paths.segments()
    areas: FloatArray = 1 - (np.diff(r, axis=1) * (start + end)).sum(axis=1) / 2
    return areas


def auprg(paths: Paths, prevalence: FloatArray) -> FloatArray:
    """Return signed areas under PRG curves, as `aucpr`.

    Notes
    -----
    ``1 - o sum (1/l - 1/u) (x_l/l + x_u/u) / 2`` over the steps from recall ``pi`` on, with ``l``
    and ``u`` the recalls where they start and end, and ``o = pi / (1 - pi)``.
    """
    pi = prevalence[:, None]
    r, start, end = paths.segments()
    # The step on which each path reaches recall pi starts there.
    rows = np.arange(len(r))
    entry = np.minimum((r[:, 1:] < pi).sum(axis=1), start.shape[1] - 1)
    low, high = r[rows, entry], r[rows, entry + 1]
    share = share_of(low, prevalence, high)
    start[rows, entry] += share * (end[rows, entry] - start[rows, entry])
    np.maximum(r, pi, out=r)
    inverse = 1 / r
    start *= inverse[:, :-1]
    end *= inverse[:, 1:]
    start += end
    start *= inverse[:, :-1] - inverse[:, 1:]
    lost = start.sum(axis=1) / 2
    areas: FloatArray = 1 - prevalence / (1 - prevalence) * lost
    return areas


def average_precision(paths: Paths, prevalence: FloatArray) -> FloatArray:
    """Return average precisions, as `aucpr`, of paths with a step for each threshold."""
    r, _, end = paths.segments()
    t, f = r[:, 1:] * prevalence[:, None], end * (1 - prevalence[:, None])
    areas: FloatArray = (np.diff(r, axis=1) * ratio(t, t + f, 0.0)).sum(axis=1)
    return areas


def aucnpr(paths: Paths, prevalence: FloatArray) -> FloatArray:
    """Return normalised areas under PR curves, as `aucpr`."""
    least = aucpr_min(prevalence)
    areas: FloatArray = (aucpr(paths, prevalence) - least) / (1 - least)
    return areas


# Functions of drawn paths, by the keys of `SCORES`.
AREAS: dict[str, Callable[[Paths, FloatArray], FloatArray]] = {
    "aucpr": aucpr,
    "aucnpr": aucnpr,
    "auroc": auroc,
    "auprg": auprg,
    "average_precision": average_precision,
}
# What is drawn instead of a score that cells don't have.
IN_CELLS = {"average_precision": "aucpr"}
