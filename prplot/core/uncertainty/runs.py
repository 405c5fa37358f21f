"""The units of resampling: groups of rows along a ranking, and cells of many groups.

Rows of one group are exchangeable, so only the sum of their masses matters. The shares of rows are
independent of that sum, so groups may be joined into cells: a coarse curve loses only the order
inside the cells. One model, two models on the same rows, thresholds and published counts differ
only in their groups.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, FloatArray, counted
from prplot.core.record import ConfusionCurve, Observations, Steps
from prplot.core.record.steps import exact_type
from prplot.core.scan.scanned_curve import ScannedCurve

Indices = NDArray[np.intp]

# As many cells as lose less than a hundredth of a standard error, a sixth of what 2000 draws do.
MOST_CELLS = 512
# The first groups stay as they are: nearly all of the error of cells is in the first one. So do the
# first from a recall equal to the prevalence on, where the PRG curve begins.
SINGLE_GROUPS = 32
# Squares of weights that are smaller, as shares of the largest weight, would be rounded to zero.
_LEAST_SQUARE = 1e-300
_ROUNDING = 1e-9
# Observations of each class: fewer give no interval, and fewer than the second a warning.
FEWEST, FEW = 10, 20
# A share of the positives whose order is unknown, from which on a warning says so.
MUCH_UNORDERED = 0.05
POSITIVE = "positive"


class Sums:
    """Sums of masses that stand at the same place.

    Parameters
    ----------
    places : ndarray of int, shape (k,)
    width : int
        Number of places.
    """

    def __init__(self, places: Indices, width: int) -> None:
        self._order = None
        if (np.diff(places) < 0).any():
            self._order = np.argsort(places, kind="stable")
            places = places[self._order]
        self._first = np.flatnonzero(np.diff(places, prepend=-1))
        self._filled, self._width = places[self._first], width

    def of(self, masses: FloatArray) -> FloatArray:
        """Return the sums of each row of masses, shape (b, width)."""
        found = np.zeros((len(masses), self._width))
        ordered = masses if self._order is None else masses.take(self._order, axis=1)
        if 0 < self._first.size < ordered.shape[1]:
            ordered = np.add.reduceat(ordered, self._first, axis=1)
        found[:, self._filled] = ordered
        return found


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

    def at(self, groups: Any) -> Masses:
        """Return the masses of some groups."""
        return Masses(self.sums[groups], self.squares[groups])

    def plus(self, other: Masses) -> Masses:
        """Return the masses of both together, group by group."""
        return Masses(self.sums + other.sums, self.squares + other.squares)

    def effective(self) -> float:
        """Return the effective sample size, a number of equally weighted rows (Kish)."""
        return float(self.sums.sum() * _ratio(self.sums.sum(), self.squares.sum()))


class PlacedRows(NamedTuple):
    """Rows along a ranking.

    Attributes
    ----------
    place : ndarray of int, shape (n,)
        Where each stands in the masses of `Runs`.
    weights : ndarray of float, shape (n,), or None
    clusters : ndarray of int, shape (n,), or None
        What each belongs to, numbered from 0 on.
    """

    place: Indices
    weights: FloatArray | None = None
    clusters: Indices | None = None

    @property
    def are_alike(self) -> bool:
        """Whether they differ only in their places."""
        return self.weights is None and self.clusters is None


_NO_ROWS = PlacedRows(np.empty(0, np.intp))


@dataclass(frozen=True, eq=False)
class Runs:
    """Groups of exchangeable rows along a ranking, best first.

    Attributes
    ----------
    masses : Masses, shape (3m + 3,)
        By place: those of the positives of each of m groups, between two empty places for what lies
        beyond either end; of the negatives tied with each group; of the negatives before each group
        and after the last.
    rows : PlacedRows
        The rows, if they are known one by one; else there are none.
    """

    masses: Masses
    rows: PlacedRows = _NO_ROWS

    @classmethod
    def of(cls, curve: ConfusionCurve) -> Self:
        """Return the groups of a curve of whole counts; raise a ValueError for other masses."""
        _check_counts(curve)
        return cls._of_counts(*masses_of_steps(curve.steps, float(curve.neg)))

    @classmethod
    def of_cells(cls, curve: ConfusionCurve, points: Indices) -> Self:
        """Return a group for each cell between points of a curve, and for those at the ends.

        Raises
        ------
        ValueError
            As `of`.
        """
        _check_counts(curve)
        counts = (curve.tp, curve.pos), (curve.fp, curve.neg)
        rise, tied = (np.diff(np.append(one[points], all_), prepend=0) for one, all_ in counts)
        return cls._of_counts(rise, tied, np.zeros(rise.size + 1))

    @classmethod
    def _of_counts(cls, rise: Array, tied: Array, before: Array) -> Self:
        sums = np.concatenate([[0.0], rise, [0.0], tied, before])
        return cls(Masses(sums, sums))

    @classmethod
    def of_rows(
        cls,
        observations: Observations,
        clusters: Array | None = None,
        thresholds: Array | None = None,
    ) -> Self:
        """Return the groups of rows.

        Parameters
        ----------
        observations : Observations
            Weights are sampling weights: a row stands for that many like it, but remains one
            observation.
        clusters : ndarray, shape (n,), optional
            What each row belongs to; rows of one cluster share one mass.
        thresholds : ndarray, shape (k,), optional
            Falling; then there is a group for each cell between them, and for those at the ends.
        """
        given = observations.weights
        weights = None if given is None else _relative(given)
        codes = None if clusters is None else cluster_codes(clusters)
        if thresholds is None:
            place, size = _places_in_groups(observations)
        else:
            place, size = _places_in_cells(observations, thresholds)
        masses = _masses_at(place, weights, 3 * size + 3)
        return cls(masses, PlacedRows(place, weights, codes))

    @cached_property
    def row_masses(self) -> tuple[float, float]:
        """The mean weight of a positive and of a negative row."""
        if self.rows.weights is None:
            return 1.0, 1.0
        pos, neg = (float(one.sums.sum()) for one in self.classes)
        is_positive = self.rows.place < self.size + 2
        return _ratio(pos, np.sum(is_positive)), _ratio(neg, np.sum(~is_positive))

    @cached_property
    def effective(self) -> tuple[float, float]:
        """The numbers of independent observations of each class.

        They are rows, the equivalent number of equally weighted rows (Kish), or clusters with the
        class.
        """
        pos, neg = (one.effective() for one in self.classes)
        clusters, is_positive = self.rows.clusters, self.rows.place < self.size + 2
        if clusters is not None:
            pos, neg = (np.unique(clusters[of]).size for of in (is_positive, ~is_positive))
        return float(pos), float(neg)

    @property
    def width(self) -> int:
        """The number of places."""
        return self.masses.sums.size

    @property
    def size(self) -> int:
        """The number of groups."""
        return self.width // 3 - 1

    @property
    def kinds(self) -> tuple[slice, slice, slice]:
        """The places of the positives, of tied negatives, and of those before groups."""
        last = self.size + 2
        return slice(0, last), slice(last, last + self.size), slice(last + self.size, None)

    @property
    def classes(self) -> tuple[Masses, Masses]:
        """The masses of the positives and of the negatives."""
        pos = self.size + 2
        return self.masses.at(slice(pos)), self.masses.at(slice(pos, None))

    @property
    def rise(self) -> FloatArray:
        """The sums of the positives of each group."""
        return self.masses.sums[1 : self.size + 1]

    @property
    def tied(self) -> FloatArray:
        """The sums of the negatives tied with each group."""
        return self.masses.sums[self.kinds[1]]

    @property
    def before(self) -> FloatArray:
        """The sums of the negatives before each group and after the last."""
        return self.masses.sums[self.kinds[2]]

    def ends(self, mass: float) -> Masses:
        """Return the masses beyond the ends of each class, in a number of rows.

        A row beyond an end weighs as much as a mean row, or as those at that end if they are
        heavier: where rows of some scores were thinned, those that were not shown stand for as
        many.
        """
        positives, tied, before = (self.masses.at(kind) for kind in self.kinds)
        negatives = Masses(*(b + np.append(t, 0.0) for b, t in zip(before, tied, strict=True)))
        found = np.zeros((2, self.width))
        classes = (positives, 0), (negatives, self.kinds[2].start)
        for (groups, first), row in zip(classes, self.row_masses, strict=True):
            scales = groups.scales[groups.sums > 0]
            rows = np.maximum(row, [*scales[:1], *scales[-1:]] or [0.0, 0.0])
            found[:, [first, first + groups.sums.size - 1]] = mass * rows, mass * rows**2
        return Masses(*found)

    def merged(self) -> Self:
        """Return the runs with all groups joined that no negatives separate.

        Their counts lie on one straight line, so that nothing is lost but average precision.
        """
        tied, before = self.tied, self.before
        is_first = np.ones(self.size, bool)
        is_first[1:] = (before[1:-1] > 0) | (tied[1:] > 0) | (tied[:-1] > 0)
        return self._joined(np.flatnonzero(is_first))

    def cut(
        self, most: int = MOST_CELLS, prevalence: float | None = None, single: int = SINGLE_GROUPS
    ) -> Self:
        """Return the runs with groups joined into cells, within which counts change in proportion.

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
        is_first = np.diff(np.floor(most * share), prepend=-1) > 0
        is_first[: single + 1] = True
        is_first[first_in_gain : first_in_gain + single + 1] = True
        return self._joined(np.flatnonzero(is_first))

    def _densities(self, prevalence: float | None) -> tuple[FloatArray, int]:
        """Return the cumulated mean share of what groups contribute to what cells leave open.

        Also the first group at a recall of at least the prevalence.
        """
        rise, passed = self.rise, self.before[:-1] + self.tied
        tp, fp = np.cumsum(rise), np.cumsum(passed)
        pos, neg = tp[-1], fp[-1] + self.before[-1]
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
        size = first.size
        if size == self.size:
            return self
        count = np.diff(first, append=self.size)
        inner = self.before[:-1]
        mixed = (count > 1) & (np.add.reduceat(inner + self.tied, first) > inner[first])
        cell = np.repeat(np.arange(size), count)
        tied = size + 2 + cell
        before = np.where(mixed[cell], tied, 2 * size + 2 + cell)
        to = np.concatenate([[0], 1 + cell, [size + 1], tied, before, [3 * size + 2]])
        sums = Sums(to, 3 * size + 3).of(np.stack(self.masses))
        rows = self.rows._replace(place=to[self.rows.place])
        return replace(self, masses=Masses(*sums), rows=rows)


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


def _check_counts(curve: ConfusionCurve) -> None:
    """Raise a ValueError for masses that are not whole: they don't tell how many rows there are."""
    steps, (pos, neg) = curve.steps, (float(curve.pos), float(curve.neg))
    if steps.is_estimate:
        raise ValueError(
            "intervals need counts of examples, but those of a corrected curve are estimates; "
            "resample the examples, and correct the curve of each draw"
        )
    masses = (pos, neg, steps.tp, steps.fp, steps.fp_before)
    if all((np.asarray(mass) % 1 == 0).all() for mass in masses):
        return
    found = "masses that are not whole; pass y_true, y_score and sample_weight"
    if abs(pos + neg - 1) < _ROUNDING:
        found = "shares (pos + neg = 1); make it with from_counts, or pass y_true and y_score"
    raise ValueError(f"intervals need counts of examples, but the curve holds {found}")


def _places_in_groups(observations: Observations) -> tuple[Indices, int]:
    """Return where rows stand, and the number of groups: the distinct scores of positives."""
    scores, is_positive = observations.scores, observations.is_positive
    rising = np.unique(scores[is_positive])
    size, at_most = rising.size, rising.searchsorted(scores, side="right")
    group = size - at_most
    is_tied = rising.take(at_most - 1, mode="wrap") == scores if size else np.zeros(0, bool)
    place = np.where(is_tied, size + 2 + group, 2 * size + 2 + group)
    return np.where(is_positive, 1 + group, place), size


def _places_in_cells(observations: Observations, thresholds: Array) -> tuple[Indices, int]:
    """Return where rows stand between falling thresholds, and the number of cells."""
    kind = exact_type(observations.scores, thresholds)
    rising = np.ascontiguousarray(thresholds.astype(kind)[::-1])
    # A score at a threshold belongs to the cell above it.
    size = thresholds.size + 1
    cell = size - 1 - rising.searchsorted(observations.scores.astype(kind, copy=False), "right")
    return np.where(observations.is_positive, 1 + cell, size + 2 + cell), size


def _masses_at(place: Indices, weights: FloatArray | None, width: int) -> Masses:
    """Return the masses of rows by place; they don't depend on the order of the rows."""
    if weights is None:
        counts = np.bincount(place, minlength=width).astype(np.float64)
        return Masses(counts, counts)
    order = np.lexsort((weights, place))
    both = np.stack([weights, np.maximum(weights**2, _LEAST_SQUARE)])
    return Masses(*Sums(place[order], width).of(both[:, order]))


def cluster_codes(clusters: Array) -> Indices:
    """Return a number for each row's cluster; it does not depend on the order of the rows."""
    if clusters.dtype.kind == "O":
        # Values of several types have no order, but their texts have.
        plain = (one.item() if isinstance(one, np.generic) else one for one in clusters.flat)
        clusters = np.array([repr(one) for one in plain])
    codes: Indices = np.unique(clusters, return_inverse=True)[1].ravel()
    return codes


def _relative(weights: Array) -> FloatArray:
    """Return weights in a unit, a power of two, in which the largest is between 1/2 and 1."""
    relative: FloatArray = np.ldexp(weights.astype(np.float64), -int(np.frexp(weights.max())[1]))
    return relative


def _ratio(one: Any, other: Any) -> float:
    return float(one / other) if other else 0.0


@dataclass(frozen=True, eq=False)
class Sample:
    """A test set, as far as resampling it depends on it.

    Attributes
    ----------
    low, high : Runs
        Of the lowest and the highest curve that the data may have; the same unless scanned.
    unordered : float
        The share of the positives in steps of published points, within which no order is known.
    is_hull : bool
        Whether the thresholds of the curve are the best ones of the sample itself.
    """

    low: Runs
    high: Runs
    unordered: float = 0.0
    is_hull: bool = False

    @classmethod
    def of(cls, curve: ConfusionCurve) -> Self:
        """Take a curve of whole counts; raise a ValueError for others."""
        if isinstance(curve, ScannedCurve) and curve.cells.is_open().any():
            return cls(Runs.of(curve.lower), Runs.of(curve.upper))
        runs = Runs.of(curve)
        is_known = ~np.isnan(curve.steps.thresholds.astype(np.float64))
        rise = np.diff(curve.steps.tp, prepend=0)
        mixed = rise[~is_known & (curve.steps.fp > curve.steps.fp_before) & (rise > 1)]
        unordered = float(mixed.sum() / curve.pos) if curve.pos else 0.0
        return cls(runs, runs, unordered, is_hull=curve.steps.is_hull)

    @classmethod
    def of_rows(cls, observations: Observations, clusters: Array | None = None) -> Self:
        """Take rows; see `Runs.of_rows`."""
        runs = Runs.of_rows(observations, clusters)
        return cls(runs, runs)

    @property
    def effective(self) -> tuple[float, float]:
        """The effective numbers of positives and of negatives."""
        return self.low.effective

    @property
    def are_clusters(self) -> bool:
        """Whether the observations are clusters of rows."""
        return self.low.rows.clusters is not None

    @property
    def is_uneven(self) -> bool:
        """Whether weights differ within a class."""
        return any(
            of.squares.sum() > (1 + _ROUNDING) * row * of.sums.sum()
            for of, row in zip(self.low.classes, self.low.row_masses, strict=True)
        )

    @property
    def sides(self) -> int:
        """How many curves are drawn each time: of a scan, the lowest and the highest."""
        return 1 if self.high is self.low else 2

    def refusal(self) -> str | None:
        """Return why there is no interval; None if there is one."""
        if self.is_hull:
            return (
                "a hull has no interval: its thresholds were chosen on the same data; pass "
                "the curve itself, or from_scores(..., thresholds=hull.thresholds) on other data"
            )
        few = [one for one in self._counted() if one[0] < FEWEST]
        if not few:
            return None
        found = " and ".join(counted(rounded_down(n), *words) for n, *words in few)
        return f"intervals need at least {FEWEST} positives and {FEWEST} negatives, found {found}"

    def check(self) -> None:
        """Raise a ValueError if there is no interval."""
        reason = self.refusal()
        if reason is not None:
            raise ValueError(reason)

    def warnings(self) -> Iterable[str]:
        """Yield what makes intervals doubtful."""
        for n, *words in self._counted():
            if n < FEW and self.are_clusters:
                yield f"{counted(rounded_down(n), *words)}; {FEW} or more are needed"
            elif n < FEW:
                covered = f" (95 % intervals from {FEWEST} positives covered 85-98 %)"
                yield (
                    f"{counted(FEW, *words)} or more are needed for intervals that hold their "
                    f"level, found {rounded_down(n)}{covered if POSITIVE in words[0] else ''}"
                )
        if self.unordered > MUCH_UNORDERED:
            yield (
                f"the order of {100 * self.unordered:.0f} % of the positives is known only in "
                "steps of the published points"
            )

    def _counted(self) -> Iterable[tuple[float, str, str]]:
        """Yield the effective numbers, and what is counted, in the words of `counted`."""
        for n, word in zip(self.effective, (POSITIVE, "negative"), strict=True):
            noun, rest = ("cluster", f" with {word}s") if self.are_clusters else (word, "")
            # With weights there are more rows than that.
            yield n, noun if abs(n - round(n)) < _ROUNDING else f"effective {noun}", rest


def rounded_down(number: float) -> str:
    """Write an effective number, rounded down, so that it is below a limit if the number is."""
    return f"{math.floor(10 * number + 1e-6) / 10:g}"
