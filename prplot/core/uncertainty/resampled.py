"""What is resampled of a test set: groups of rows, or clusters of retrieved items.

Rows of one group are exchangeable, so only the sum of their masses matters. The shares of rows are
independent of that sum, so groups may be joined into cells: a coarse curve loses only the order
inside the cells. One model, two models on the same rows, thresholds and published counts differ
only in their groups.

Of retrieved items nobody counted the negatives, and those of one cluster, such as an image, depend
on each other. So each draw gives every cluster an exponential mass (Rubin 1981), which its items
and its missed positives share.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array, FloatArray, counted
from prplot.core.measures.operating_point import ratio
from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import ConfusionCurve, Observations, RetrievedCurve, Steps
from prplot.core.record.steps import exact_type
from prplot.core.scanned import ScannedCurve

if TYPE_CHECKING:
    from prplot.core.uncertainty.draws import Resampling

Indices = NDArray[np.intp]

# Observations of each class: fewer give no interval, and fewer than the second a warning.
FEWEST, FEW = 10, 20
# A share of the positives whose order is unknown, from which on a warning says so.
MUCH_UNORDERED = 0.05
POSITIVE = "positive"
# Clusters with positives: with fewer, intervals cover less than their level.
FEW_CLUSTERS = 50
# Points of the curve itself at which a band is computed, at most, beside recalls of a grid.
_MOST_POINTS = 200
# As many cells as lose less than a hundredth of a standard error, a sixth of what 2000 draws do.
MOST_CELLS = 512
# The first groups stay as they are: nearly all of the error of cells is in the first one. So do the
# first from a recall equal to the prevalence on, where the PRG curve begins.
SINGLE_GROUPS = 32
# Squares of weights that are smaller, as shares of the largest weight, would be rounded to zero.
_LEAST_SQUARE = 1e-300
ROUNDING = 1e-9


def summing(places: Indices, width: int) -> Callable[[FloatArray], FloatArray]:
    """Return what sums the masses that stand at the same place.

    Parameters
    ----------
    places : ndarray of int, shape (k,)
    width : int
        Number of places.

    Returns
    -------
    function
        Takes masses, shape (b, k), and returns the sums of each row, shape (b, width).
    """
    order = None
    if (np.diff(places) < 0).any():
        order = np.argsort(places, kind="stable")
        places = places[order]
    first = np.flatnonzero(np.diff(places, prepend=-1))
    filled = places[first]

    def sums(masses: FloatArray) -> FloatArray:
        found = np.zeros((len(masses), width))
        ordered = masses if order is None else masses.take(order, axis=1)
        if 0 < first.size < ordered.shape[1]:
            ordered = np.add.reduceat(ordered, first, axis=1)
        found[:, filled] = ordered
        return found

    return sums


def scales_of(masses: FloatArray) -> FloatArray:
    """Return the mass of an effective row (Kish) of each group; 1 for counts.

    Parameters
    ----------
    masses : ndarray, shape (2, k)
        As in `Sample`.
    """
    return ratio(masses[1], masses[0], 1.0)


@dataclass(frozen=True, eq=False)
class Sample:
    """A test set: groups of exchangeable rows along a ranking, best first.

    Attributes
    ----------
    masses : ndarray of float, shape (2, 3m + 3)
        The sums of the weights of rows, and of their squares; of counts, the same numbers. By
        place: those of the positives of each of m groups, between two empty places for what lies
        beyond either end; of the negatives tied with each group; of the negatives before each group
        and after the last.
    place : ndarray of int, shape (n,)
        Where each row stands, if rows are known one by one; else empty.
    weights : ndarray of float, shape (n,), or None
    clusters : ndarray of int, shape (n,), or None
        What each row belongs to, numbered from 0 on.
    unordered : float
        The share of the positives in steps of published points, within which no order is known.
    is_hull : bool
        Whether the thresholds of the curve are the best ones of the sample itself.
    upper : Sample or None
        That of the highest curve that the data may have, if this is that of the lowest.
    """

    masses: FloatArray
    place: Indices = field(default_factory=lambda: np.empty(0, np.intp))
    weights: FloatArray | None = None
    clusters: Indices | None = None
    unordered: float = 0.0
    is_hull: bool = False
    upper: Self | None = None

    @classmethod
    def of(cls, curve: ConfusionCurve) -> Self:
        """Take a curve of whole counts; raise a ValueError for other masses."""
        if isinstance(curve, ScannedCurve) and curve.cells.is_open().any():
            low, high = (cls.of(one) for one in (curve.lower, curve.upper))
            # What is unknown of the order is told by both of them.
            return replace(low, unordered=0.0, upper=high)
        _check_counts(curve)
        steps = curve.steps
        found = cls._of_counts(*masses_of_steps(steps, float(curve.neg)))
        is_known = ~np.isnan(steps.thresholds.astype(np.float64))
        rise = np.diff(steps.tp, prepend=0)
        mixed = rise[~is_known & (steps.fp > steps.fp_before) & (rise > 1)]
        unordered = float(mixed.sum() / curve.pos) if curve.pos else 0.0
        return replace(found, unordered=unordered, is_hull=steps.is_hull)

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
        return cls(np.array([sums, sums]))

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
        weights = observations.weights
        if weights is not None:
            # In a unit, a power of two, in which the largest is between 1/2 and 1.
            weights = np.ldexp(weights.astype(np.float64), -int(np.frexp(weights.max())[1]))
        codes = None if clusters is None else cluster_codes(clusters)
        if thresholds is None:
            place, size = _places_in_groups(observations)
        else:
            place, size = _places_in_cells(observations, thresholds)
        if weights is None:
            counts = np.bincount(place, minlength=3 * size + 3).astype(np.float64)
            return cls(np.array([counts, counts]), place, weights, codes)
        # Sums must not depend on the order of the rows.
        order = np.lexsort((weights, place))
        both = np.stack([weights, np.maximum(weights**2, _LEAST_SQUARE)])
        masses = summing(place[order], 3 * size + 3)(both[:, order])
        return cls(masses, place, weights, codes)

    @property
    def are_alike(self) -> bool:
        """Whether rows differ only in their places."""
        return self.weights is None and self.clusters is None

    @property
    def is_positive(self) -> NDArray[np.bool_]:
        """Which rows are positive."""
        return self.place < self.size + 2

    @cached_property
    def row_masses(self) -> tuple[float, float]:
        """The mean weight of a positive and of a negative row."""
        if self.weights is None:
            return 1.0, 1.0
        totals = np.array([sums.sum() for sums, _ in self.classes])
        pos, neg = ratio(totals, np.bincount(~self.is_positive, minlength=2), 0.0).tolist()
        return pos, neg

    @cached_property
    def effective(self) -> tuple[float, float]:
        """The numbers of independent observations of each class.

        They are rows, the equivalent number of equally weighted rows (Kish), or clusters with the
        class.
        """
        if self.clusters is not None:
            of_classes = self.clusters[self.is_positive], self.clusters[~self.is_positive]
            pos, neg = (float(np.unique(one).size) for one in of_classes)
        else:
            sums, squares = np.array([of.sum(axis=1) for of in self.classes]).T
            pos, neg = (sums * ratio(sums, squares, 0.0)).tolist()
        return pos, neg

    @property
    def width(self) -> int:
        """The number of places."""
        return self.sums.size

    @property
    def sums(self) -> FloatArray:
        """The sums of the weights of rows by place."""
        sums: FloatArray = self.masses[0]
        return sums

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
    def classes(self) -> tuple[FloatArray, FloatArray]:
        """The masses of the positives and of the negatives."""
        pos = self.size + 2
        return self.masses[:, :pos], self.masses[:, pos:]

    @property
    def groups(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """The sums of the positives of each group, of tied negatives, and of those before groups.

        The last of these are the negatives after all groups.
        """
        positives, tied, before = (self.sums[kind] for kind in self.kinds)
        return positives[1:-1], tied, before

    def ends(self, mass: float) -> FloatArray:
        """Return the masses beyond the ends of each class, in a number of rows.

        A row beyond an end weighs as much as a mean row, or as those at that end if they are
        heavier: where rows of some scores were thinned, those that were not shown stand for as
        many.
        """
        positives, tied, before = (self.masses[:, kind] for kind in self.kinds)
        negatives = before.copy()
        negatives[:, :-1] += tied
        found = np.zeros_like(self.masses)
        classes = (positives, 0), (negatives, self.kinds[2].start)
        for (groups, first), row in zip(classes, self.row_masses, strict=True):
            scales = scales_of(groups)[groups[0] > 0]
            rows = np.maximum(row, [*scales[:1], *scales[-1:]] or [0.0, 0.0])
            found[:, [first, first + groups.shape[1] - 1]] = mass * rows, mass * rows**2
        return found

    def merged(self) -> Self:
        """Return the sample with all groups joined that no negatives separate.

        Their counts lie on one straight line, so that nothing is lost but average precision.
        """
        _, tied, before = self.groups
        is_first = np.ones(self.size, bool)
        is_first[1:] = (before[1:-1] > 0) | (tied[1:] > 0) | (tied[:-1] > 0)
        return self._joined(np.flatnonzero(is_first))

    def cut(
        self, most: int = MOST_CELLS, prevalence: float | None = None, single: int = SINGLE_GROUPS
    ) -> Self:
        """Return the sample in cells of groups, within which counts change in proportion.

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
        rise, tied, before = self.groups
        passed = before[:-1] + tied
        tp, fp = np.cumsum(rise), np.cumsum(passed)
        pos, neg = tp[-1], fp[-1] + before[-1]
        pi = pos / (pos + neg) if prevalence is None else prevalence
        fp = fp * (pos / neg * (1 - pi) / pi) if neg else fp
        root = np.sqrt(rise * passed)
        in_gain = tp >= pi * pos
        parts = (root * np.sqrt(tp) / (tp + fp), root, np.where(in_gain, root * tp**-1.5, 0.0))
        shares = [part / part.sum() for part in parts if part.sum() > 0]
        share: FloatArray = np.cumsum(np.mean(shares, axis=0)) if shares else np.zeros(self.size)
        return share, int(np.argmax(in_gain))

    def _joined(self, first: Indices) -> Self:
        """Return the sample in cells, given the first group of each.

        In a cell of several groups all negatives are tied with the positives; those before groups
        that are merged on one line stay before them.
        """
        size = first.size
        count = np.diff(first, append=self.size)
        _, ties, before = self.groups
        inner = before[:-1]
        mixed = (count > 1) & (np.add.reduceat(inner + ties, first) > inner[first])
        cell = np.repeat(np.arange(size), count)
        tied = size + 2 + cell
        before = np.where(mixed[cell], tied, 2 * size + 2 + cell)
        to = np.concatenate([[0], 1 + cell, [size + 1], tied, before, [3 * size + 2]])
        masses = summing(to, 3 * size + 3)(self.masses)
        return replace(self, masses=masses, place=to[self.place])

    @property
    def is_uneven(self) -> bool:
        """Whether weights differ within a class."""
        return any(
            squares.sum() > (1 + ROUNDING) * row * sums.sum()
            for (sums, squares), row in zip(self.classes, self.row_masses, strict=True)
        )

    @property
    def sides(self) -> int:
        """How many curves are drawn each time: of a scan, the lowest and the highest."""
        return 1 if self.upper is None else 2

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

    def warnings(self) -> Iterable[str]:
        """Yield what makes intervals doubtful."""
        for n, *words in self._counted():
            if n < FEW and self.clusters is not None:
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
            noun, rest = (word, "") if self.clusters is None else ("cluster", f" with {word}s")
            # With weights there are more rows than that.
            yield n, noun if abs(n - round(n)) < ROUNDING else f"effective {noun}", rest


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
    if abs(pos + neg - 1) < ROUNDING:
        found = "shares (pos + neg = 1); make it with from_counts, or pass y_true and y_score"
    raise ValueError(f"intervals need counts of examples, but the curve holds {found}")


def _places_in_groups(observations: Observations) -> tuple[Indices, int]:
    """Return where rows stand, and the number of groups: the distinct scores of positives."""
    scores, is_positive = observations.scores, observations.is_positive
    rising = np.unique(scores[is_positive])
    size, at_most = rising.size, rising.searchsorted(scores, side="right")
    group = size - at_most
    is_tied = np.zeros(scores.shape, bool)
    if size:
        is_tied = rising.take(at_most - 1, mode="wrap") == scores
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


def cluster_codes(clusters: Array) -> Indices:
    """Return a number for each row's cluster; it does not depend on the order of the rows."""
    if clusters.dtype.kind == "O":
        # Values of several types have no order, but their texts have.
        plain = (one.item() if isinstance(one, np.generic) else one for one in clusters.flat)
        clusters = np.array([repr(one) for one in plain])
    return np.unique(clusters, return_inverse=True)[1].ravel()


@dataclass(frozen=True, eq=False)
class RetrievedSample:
    """Retrieved items in clusters, as far as resampling them depends on them.

    Its members are those of `Sample`.
    """

    curve: RetrievedCurve

    # One curve is drawn each time.
    sides = 1

    @property
    def effective(self) -> tuple[float, float]:
        """The numbers of clusters with positives, and with false alarms."""
        items = self.curve.clusters
        assert items is not None
        alarms = np.unique(items.owner[~items.is_match])
        return float(np.count_nonzero(items.found + items.missed)), float(alarms.size)

    def refusal(self) -> str | None:
        """Return why there is no interval; None if there is one."""
        if self.curve.clusters is None:
            return (
                "intervals of retrieved items need their clusters, such as images or queries; "
                "from_retrieved(..., clusters=) takes them, with the positives of each"
            )
        found = int(self.effective[0])
        if found < FEWEST:
            of = counted(found, "cluster", " with positives")
            return f"intervals need at least {FEWEST} clusters with positives, found {of}"
        return None

    def warnings(self) -> Iterable[str]:
        """Yield what makes intervals doubtful."""
        found = int(self.effective[0])
        if found < FEW_CLUSTERS:
            of = counted(found, "cluster", " with positives")
            yield (
                f"{of}; with fewer than {FEW_CLUSTERS}, 95 % intervals of detectors covered "
                "86-92 % in simulations"
            )

    def recalls(self, grid: FloatArray) -> FloatArray:
        """Return the recalls of a grid up to the end of the curve, and those of its own points."""
        own = np.unique(self.curve.recall)
        own = own[np.linspace(0, own.size - 1, min(own.size, _MOST_POINTS)).astype(int)]
        return np.union1d(grid[grid <= own[-1]], own[own >= grid[0]])

    def draws(
        self, metrics: Sequence[str], how: Resampling, recalls: FloatArray
    ) -> tuple[dict[str, FloatArray], FloatArray]:
        """Draw scores, and precision at some recalls, nan where a drawn curve has ended.

        Returns
        -------
        scores : dict of str to ndarray, shape (n_boot,)
        precision : ndarray, shape (n_boot, k)
        """
        if how.method != "bayesian":
            raise ValueError(f"retrieved items have method 'bayesian' only, found {how.method!r}")
        rng = np.random.default_rng(how.stream)
        scores = {metric: np.empty(how.n_boot) for metric in metrics}
        precision = np.empty((how.n_boot, recalls.size))
        for i in range(how.n_boot):
            curve = self._drawn(rng)
            for metric, of_metric in scores.items():
                of_metric[i] = SCORES[metric].of(curve)
            precision[i] = curve.precision_at(recalls)
            how.watch(1)
        return scores, precision

    def _drawn(self, rng: np.random.Generator) -> RetrievedCurve:
        """Return the curve of clusters with exponential masses."""
        items = self.curve.clusters
        assert items is not None
        masses = rng.standard_exponential(items.missed.size)
        tp, fp, fp_before, (matches, alarms, pos) = items.counts(masses)
        steps = replace(self.curve.steps, tp=tp, fp=fp, fp_before=fp_before)
        return RetrievedCurve(steps, float(pos), _end=(float(matches), float(alarms)))


def check_sample(sample: Sample | RetrievedSample) -> None:
    """Raise a ValueError if there is no interval."""
    reason = sample.refusal()
    if reason is not None:
        raise ValueError(reason)


def rounded_down(number: float) -> str:
    """Write an effective number, rounded down, so that it is below a limit if the number is."""
    return f"{math.floor(10 * number + 1e-6) / 10:g}"
