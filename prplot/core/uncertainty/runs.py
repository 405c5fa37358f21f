"""Runs: the groups of rows along a ranking that are resampled, and cells of many of them.

Rows of one group are exchangeable, so that only the sum of their masses matters. The shares of rows
in it are independent of that sum, so that groups may be joined to cells: a coarse curve loses no
more than the order inside the cells.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, FloatArray
from prplot.core.exact import exact_type
from prplot.core.record import ConfusionCurve, Observations, Steps, rank
from prplot.core.threads import Threads

Indices = NDArray[np.intp]

# As many cells as lose less than a hundredth of a standard error, a sixth of what 2000 draws do.
MOST_CELLS = 512
# The first groups stay as they are: nearly all of the error of cells is in the first one. So do the
# first from a recall equal to the prevalence on, where the PRG curve begins.
SINGLE_GROUPS = 32
# Squares of weights that are smaller, as shares of the largest weight, would be rounded to zero.
_LEAST_SQUARE = 1e-300
_ROUNDING = 1e-9


class Masses(NamedTuple):
    """Masses of groups of rows.

    Attributes
    ----------
    sums : ndarray of float, shape (k,)
        The sums of the weights of their rows.
    squares : ndarray of float, shape (k,)
        The sums of their squared weights; of counts, the same numbers.
    """

    sums: FloatArray
    squares: FloatArray

    @property
    def scales(self) -> FloatArray:
        """The mass of an effective row (Kish) of each group; 1 for counts."""
        one = np.ones_like(self.sums)
        return np.divide(self.squares, self.sums, out=one, where=self.sums > 0)

    @property
    def shapes(self) -> FloatArray:
        """The effective number of rows in each group, the shape of their Gamma mass."""
        return self.sums / self.scales

    def at(self, groups: Any) -> Masses:
        """Return the masses of some groups."""
        return Masses(self.sums[groups], self.squares[groups])

    def added(self, first: Indices) -> Masses:
        """Return the masses of cells, given the first group of each."""
        return Masses(np.add.reduceat(self.sums, first), np.add.reduceat(self.squares, first))

    def times(self, chosen: NDArray[np.bool_]) -> Masses:
        """Return the masses of the chosen groups, and zero for the others."""
        return Masses(self.sums * chosen, self.squares * chosen)

    def plus(self, other: Masses) -> Masses:
        """Return the masses of both together, group by group."""
        return Masses(self.sums + other.sums, self.squares + other.squares)


@dataclass(frozen=True, eq=False)
class ClusterRows:
    """The rows of clusters in order of the groups that they stand in, those of both as one.

    Attributes
    ----------
    group : ndarray of int, shape (n,)
        Ascending; first the groups of positives, then the tied negatives of each, then the
        negatives before each and after the last.
    cluster : ndarray of int, shape (n,)
    weight : ndarray of float, shape (n,)
    with_positives : ndarray of bool, shape (g,)
        For each cluster, whether it holds positives.
    """

    group: Indices
    cluster: Indices
    weight: FloatArray
    with_positives: NDArray[np.bool_]

    @cached_property
    def first(self) -> Indices:
        """The first row of each group that has rows."""
        return np.flatnonzero(np.diff(self.group, prepend=-1))

    def moved(self, to: Indices) -> ClusterRows:
        """Return the rows in other groups, given the new group of each old one."""
        return _in_order(to[self.group], self.cluster, self.weight, self.with_positives)


def _in_order(
    group: Indices, cluster: Indices, weight: FloatArray, with_positives: NDArray[np.bool_]
) -> ClusterRows:
    # Sums of weights must not depend on the order in which rows were given.
    order = np.lexsort((weight, cluster, group))
    group, cluster = group[order], cluster[order]
    # Rows of one cluster in one group are always drawn together, as one row of their weight.
    is_new = (np.diff(group, prepend=-1) != 0) | (np.diff(cluster, prepend=-1) != 0)
    first = np.flatnonzero(is_new)
    weights = np.add.reduceat(weight[order], first)
    return ClusterRows(group[first], cluster[first], weights, with_positives)


@dataclass(frozen=True, eq=False)
class Runs:
    """Groups of exchangeable rows along a ranking, best first.

    Attributes
    ----------
    rise : Masses, shape (m,)
        The positives of each group.
    tied : Masses, shape (m,)
        The negatives of the same score.
    before : Masses, shape (m + 1,)
        The negatives between each group and the one above it, and those after the last.
    row_masses : tuple of float
        The mean weight of a positive and of a negative row.
    effective_pos, effective_neg : float
        The numbers of independent observations of each class: rows, rows of equal weight that would
        tell as much (Kish), or clusters that hold the class.
    clusters : ClusterRows or None
        Rows that are not independent.
    places : ndarray of int or None
        Of runs that were joined: the place here of each place, as in `ClusterRows`, of those that
        they were first made from.
    """

    rise: Masses
    tied: Masses
    before: Masses
    row_masses: tuple[float, float]
    effective_pos: float
    effective_neg: float
    clusters: ClusterRows | None = None
    places: Indices | None = None

    @classmethod
    def of(cls, curve: ConfusionCurve) -> Self:
        """Return the groups of a curve of whole counts.

        Parameters
        ----------
        curve : ConfusionCurve

        Raises
        ------
        ValueError
            Masses that are not whole: they don't tell how many rows there are.
        """
        steps, (pos, neg) = curve.steps, (float(curve.pos), float(curve.neg))
        masses = (pos, neg, steps.tp, steps.fp, steps.fp_before)
        if not all((np.asarray(mass) % 1 == 0).all() for mass in masses):
            are_shares = abs(pos + neg - 1) < _ROUNDING
            found = (
                "shares (pos + neg = 1); make it with from_counts, or pass y_true and y_score"
                if are_shares
                else "masses that are not whole; pass y_true, y_score and sample_weight"
            )
            raise ValueError(f"intervals need numbers of examples, but the curve holds {found}")
        rise, tied, before = (Masses(one, one) for one in masses_of_steps(steps, neg))
        return cls(rise, tied, before, (1.0, 1.0), pos, neg)

    @classmethod
    def of_rows(cls, observations: Observations, clusters: Array | None = None) -> Self:
        """Return the groups of rows.

        Parameters
        ----------
        observations : Observations
            Weights are sampling weights: a row stands for so many like it, but is one observation.
        clusters : ndarray, shape (n,), optional
            What each row belongs to; rows of one cluster share one mass.
        """
        is_positive, weights = observations.is_positive, observations.weights
        size, pos_rows = is_positive.size, int(np.count_nonzero(is_positive))
        relative = np.ones(size) if weights is None else _relative(weights)
        squares = np.maximum(relative**2, _LEAST_SQUARE)
        with Threads.worth(size) as threads:
            steps, pos, neg = rank(replace(observations, weights=relative), threads)
            steps_of_squares, pos_squares, neg_squares = rank(
                replace(observations, weights=squares), threads
            )
        sums, of_squares = (
            masses_of_steps(steps, neg),
            masses_of_steps(steps_of_squares, neg_squares),
        )
        rise, tied, before = (Masses(*both) for both in zip(sums, of_squares, strict=True))
        found = cls(
            rise,
            tied,
            before,
            (_ratio(pos, pos_rows), _ratio(neg, size - pos_rows)),
            _ratio(pos**2, pos_squares),
            _ratio(neg**2, neg_squares),
        )
        if clusters is None:
            return found
        places = groups_of_rows(observations, steps)
        return found._in_clusters(is_positive, places, cluster_codes(clusters), relative)

    @classmethod
    def of_cells(cls, rise: FloatArray, tied: FloatArray) -> Self:
        """Return a group for each cell of whole counts, positives and negatives together."""
        nothing = np.zeros(rise.size + 1)
        pos, neg = float(rise.sum()), float(tied.sum())
        masses = Masses(rise, rise), Masses(tied, tied), Masses(nothing, nothing)
        return cls(*masses, (1.0, 1.0), pos, neg)

    @classmethod
    def between(
        cls, observations: Observations, thresholds: Array, clusters: Array | None = None
    ) -> Self:
        """Return a group for each cell between falling thresholds, and for those at the ends.

        Parameters
        ----------
        observations, clusters
            As in `of_rows`.
        thresholds : ndarray, shape (k,)
        """
        is_positive, weights = observations.is_positive, observations.weights
        relative = np.ones(is_positive.size) if weights is None else _relative(weights)
        kind = exact_type(observations.scores, thresholds)
        scores = observations.scores.astype(kind, copy=False)
        size = thresholds.size + 1
        # A score at a threshold belongs to the cell above it.
        rising = np.ascontiguousarray(thresholds.astype(kind)[::-1])
        cell = size - 1 - np.searchsorted(rising, scores, side="right")
        rise, tied = (
            _masses_in(cell[rows], relative[rows], size) for rows in (is_positive, ~is_positive)
        )
        nothing = np.zeros(size + 1)
        pos, neg = float(rise.sums.sum()), float(tied.sums.sum())
        pos_rows = int(np.count_nonzero(is_positive))
        found = cls(
            rise,
            tied,
            Masses(nothing, nothing),
            (_ratio(pos, pos_rows), _ratio(neg, is_positive.size - pos_rows)),
            _ratio(pos**2, float(rise.squares.sum())),
            _ratio(neg**2, float(tied.squares.sum())),
        )
        if clusters is None:
            return found
        place = np.where(is_positive, cell, size + cell)
        return found._in_clusters(is_positive, place, cluster_codes(clusters), relative)

    def _in_clusters(
        self, is_positive: NDArray[np.bool_], place: Indices, codes: Indices, weights: FloatArray
    ) -> Self:
        """Return the runs with rows in clusters, whose numbers are the effective ones."""
        held = [np.bincount(codes[rows]) > 0 for rows in (is_positive, ~is_positive)]
        with_positives = np.isin(np.arange(codes.max() + 1), codes[is_positive])
        return replace(
            self,
            effective_pos=float(np.count_nonzero(held[0])),
            effective_neg=float(np.count_nonzero(held[1])),
            clusters=_in_order(place, codes, weights, with_positives),
        )

    @property
    def size(self) -> int:
        """The number of groups."""
        return self.rise.sums.size

    def negatives(self) -> FloatArray:
        """Return the sums of the negatives at and before each group."""
        at_and_before: FloatArray = self.before.sums[:-1] + self.tied.sums
        return at_and_before

    def merged(self) -> Self:
        """Return the runs with all groups joined that no negatives separate.

        Their counts lie on one straight line, so that nothing is lost but average precision.
        """
        tied, before = self.tied.sums, self.before.sums
        is_first = np.ones(self.size, bool)
        is_first[1:] = (before[1:-1] > 0) | (tied[1:] > 0) | (tied[:-1] > 0)
        return self._joined(np.flatnonzero(is_first))

    def cut(
        self, most: int = MOST_CELLS, prevalence: float | None = None, single: int = SINGLE_GROUPS
    ) -> Self:
        """Return the runs with groups joined to cells, within which counts move in step.

        Parameters
        ----------
        most : int
            Cells beside the groups that stay single; fewer groups are left as they are.
        prevalence : float, optional
            At which areas are taken; by default that of the rows.
        single : int
            How many groups stay single at the top, and from a recall equal to the prevalence on.

        Notes
        -----
        What a cell leaves open of an area is proportional to the square of its length times
        ``g^2``, with ``g`` as in `_densities`; so cells are equal parts of the sum of ``g``.
        """
        if self.size <= most:
            return self
        share, first_in_gain = self._densities(prevalence)
        cell = np.floor(most * share)
        is_first = np.diff(cell, prepend=-1) > 0
        is_first[: single + 1] = True
        is_first[first_in_gain : first_in_gain + single + 1] = True
        return self._joined(np.flatnonzero(is_first))

    def _densities(self, prevalence: float | None) -> tuple[FloatArray, int]:
        """Return the cumulated mean share of what groups contribute to what cells leave open.

        Also the first group at a recall of at least the prevalence.
        """
        rise, passed = self.rise.sums, self.negatives()
        tp, fp = np.cumsum(rise), np.cumsum(passed)
        pos, neg = tp[-1], fp[-1] + self.before.sums[-1]
        pi = pos / (pos + neg) if prevalence is None else prevalence
        fp = fp * (pos / neg * (1 - pi) / pi) if neg else fp
        root = np.sqrt(rise * passed)
        in_gain = tp >= pi * pos
        parts = (root * np.sqrt(tp) / (tp + fp), root, np.where(in_gain, root * tp**-1.5, 0.0))
        shares = [part / part.sum() for part in parts if part.sum() > 0]
        share: FloatArray = np.cumsum(np.mean(shares, axis=0)) if shares else np.zeros(self.size)
        return share, int(np.argmax(in_gain))

    def _joined(self, first: Indices) -> Self:
        """Return the runs in cells, given the first group of each.

        In a cell of several groups all negatives are tied with the positives; those before groups
        that are merged on one line stay before them.
        """
        if first.size == self.size:
            return self
        count = np.diff(first, append=self.size)
        cell = np.repeat(np.arange(first.size), count)
        inner = Masses(*(one[:-1] for one in self.before))
        has_inner = np.add.reduceat(inner.sums + self.tied.sums, first) > inner.sums[first]
        mixed = (count > 1) & has_inner
        tied = self.tied.plus(inner.times(mixed[cell])).added(first)
        before = inner.at(first).times(~mixed)
        last = self.before.at(slice(-1, None))
        places = _new_groups(cell, mixed)
        return replace(
            self,
            rise=self.rise.added(first),
            tied=tied,
            before=Masses(*(np.append(*both) for both in zip(before, last, strict=True))),
            clusters=None if self.clusters is None else self.clusters.moved(places),
            places=places if self.places is None else places[self.places],
        )

    def moved(self, groups: Indices) -> Indices:
        """Return the places of rows, given those in the runs that these were first made from."""
        return groups if self.places is None else self.places[groups]


def _new_groups(cell: Indices, mixed: NDArray[np.bool_]) -> Indices:
    """Return the new places of positives, tied negatives and negatives before each old group."""
    size = mixed.size
    before = np.where(mixed[cell], size + cell, 2 * size + cell)
    return np.concatenate([cell, size + cell, before, [3 * size]])


def masses_of_steps(steps: Steps, neg: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the positives, tied negatives, and negatives before each step, and after the last.

    A step without positives only adds negatives to those before the next one.
    """
    tp = steps.tp.astype(np.float64)
    rise = np.diff(tp, prepend=0.0)
    rising = np.flatnonzero(rise > 0)
    fp, fp_before = (one[rising].astype(np.float64) for one in (steps.fp, steps.fp_before))
    before = np.append(fp_before, neg) - np.append(0.0, fp)
    # Sums of weights are rounded: a difference of two may be just below zero.
    return rise[rising], np.maximum(fp - fp_before, 0.0), np.maximum(before, 0.0)


def groups_of_rows(observations: Observations, steps: Steps) -> Indices:
    """Return the group that each row stands in, as in `ClusterRows`."""
    # As in `masses_of_steps`: a weight that is lost in the sum of those above it makes no group.
    is_group = np.diff(steps.tp, prepend=0) > 0
    rising = np.ascontiguousarray(steps.thresholds[is_group][::-1])
    size, scores = rising.size, observations.scores.astype(rising.dtype, copy=False)

    def places(part: slice) -> Indices:
        above = size - np.searchsorted(rising, scores[part], side="right")
        at_least = size - np.searchsorted(rising, scores[part])
        place = np.where(at_least > above, size + above, 2 * size + above)
        return np.where(observations.is_positive[part], np.minimum(above, size - 1), place)

    with Threads.worth(scores.size) as threads:
        return np.concatenate(threads.map(places, threads.parts(scores.size)))


def cluster_codes(clusters: Array) -> Indices:
    """Return a number for each row's cluster; it does not depend on the order of the rows."""
    if clusters.dtype.kind == "O":
        # Values of several types have no order, but their texts have.
        plain = (one.item() if isinstance(one, np.generic) else one for one in clusters.flat)
        clusters = np.array([repr(one) for one in plain])
    codes: Indices = np.unique(clusters, return_inverse=True)[1].ravel()
    return codes


def _masses_in(cell: Indices, weights: FloatArray, size: int) -> Masses:
    """Return the masses of cells, given the cell and the weight of each row."""
    sums, squares = (np.bincount(cell, mass, size) for mass in (weights, weights**2))
    return Masses(sums.astype(np.float64), squares.astype(np.float64))


def _relative(weights: Array) -> FloatArray:
    """Return weights in a unit, a power of two, in which the largest is between 1/2 and 1."""
    relative: FloatArray = np.ldexp(weights.astype(np.float64), -int(np.frexp(weights.max())[1]))
    return relative


def _ratio(one: float, other: float) -> float:
    return one / other if other else 0.0
