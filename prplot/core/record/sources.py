"""Counts from other than labels and scores: published points, wrong labels, retrieved items.

At a given prevalence, precision and recall determine true and false positives (Davis & Goadrich
2006, Theorem 3.1), except the false positives at recall 0. Printed numbers are rounded; a tolerance
accepts that.

Where known shares of the labels are wrong, the rates of the labels are mixtures of the true rates.
Solved for these, they are affine, so that straight paths of counts stay straight (Jain, White &
Radivojac 2017).

Retrieved items are matches or false alarms, with scores, but most examples have no row: totals are
arguments.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core.checks import (
    ROUNDING,
    Array,
    FloatArray,
    as_array,
    brief,
    check_falling,
    check_points,
    check_rising,
    check_same_length,
    checked_nonnegative,
    checked_number,
    checked_shares,
    counted,
    in_full,
    one_of,
    refuse_values,
    user_level,
)
from prplot.core.record.observations import (
    CHOICES,
    OR_DROP,
    Observations,
    complete_arrays,
    lacking,
    observe,
)
from prplot.core.record.paths import hull_of
from prplot.core.record.steps import checked_thresholds
from prplot.core.spaces import PR

if TYPE_CHECKING:
    from prplot.core.record.curve import ConfusionCurve

Indices = NDArray[np.intp]
# Shares of a class: moves below the first are rounding, those below the second usual noise.
_MOVED, _USUAL = 1e-9, 0.01
_MATCHES = "matches; an object found twice is one match"


# Published points


def published_counts(
    precision: ArrayLike,
    recall: ArrayLike,
    prevalence: float,
    thresholds: ArrayLike | None,
    tolerance: float,
) -> tuple[Array, Array, Array]:
    """Recover the counts of points in PR space, with ``pos + neg = 1``.

    Parameters
    ----------
    precision, recall : array_like of float, shape (k,)
        In order of recall, rising or falling.
    prevalence : float
    thresholds : array_like of numbers, shape (k,) or (k - 1,), or None
    tolerance : float
        By how much a printed precision may differ from the true one.

    Returns
    -------
    tp, fp, thresholds : ndarray, shape (m,)
        Best score first; unknown thresholds are nan.
    """
    y, x, found = _in_order(precision, recall, thresholds)
    at_zero, rest = y[x == 0], x > 0
    y, x, found = y[rest], x[rest], found[rest]
    tp = x * prevalence
    fp = _false_positives(x, y, prevalence, tolerance)
    if (at_zero == 0).any():
        # An unknown number of negatives comes first: as many as the next point allows.
        fp = np.append(fp[0] if fp.size else 1 - prevalence, fp)
        tp, found = np.append(0.0, tp), np.append(np.nan, found)
    return tp, fp, found


def _in_order(
    precision: ArrayLike, recall: ArrayLike, thresholds: ArrayLike | None
) -> tuple[Array, Array, Array]:
    """Return checked precision, rising recall, and thresholds (nan if unknown)."""
    y, x = checked_shares(precision, "precision"), checked_shares(recall, "recall")
    check_points(y, x, "precision and recall")
    found = np.full(x.size, np.nan) if thresholds is None else checked_thresholds(thresholds)
    if found.size == x.size - 1:
        # scikit-learn's artificial last point, (recall 0, precision 1), has no threshold.
        found = np.append(found, np.inf)
    check_points(found, x, "thresholds and the points")
    if x[0] > x[-1]:
        y, x, found = y[::-1], x[::-1], found[::-1]
    check_rising(x, "recall")
    check_falling(found, "thresholds")
    return y, x, found


def _false_positives(x: Array, y: Array, prevalence: float, tolerance: float) -> Array:
    """Return false positives that never decrease and are within the tolerance of every point."""
    neg = 1 - prevalence
    with np.errstate(divide="ignore"):
        fewest, stated, most = (
            PR.invert(x, np.clip(precision, 0.0, 1.0), prevalence, neg)[1]
            for precision in (y + tolerance, y, y - tolerance)
        )
    _refuse_unachievable(x, y, prevalence, fewest)
    # At least as many as at every earlier point, and at most as many as at every later one.
    least = np.maximum.accumulate(fewest)
    bound = np.minimum.accumulate(np.minimum(most, neg)[::-1])[::-1]
    bad = np.flatnonzero(least > bound + ROUNDING)
    if bad.size:
        later = bad[0] + 1 + int(np.argmin(np.minimum(most, neg)[bad[0] + 1 :]))
        raise ValueError(
            f"precision {in_full(y[later])} at recall {in_full(x[later])} needs fewer false "
            f"positives than precision {in_full(y[bad[0]])} at recall {in_full(x[bad[0]])}; no "
            "ranking has both points (tolerance= accepts points that are rounded)"
        )
    within = np.clip(np.maximum.accumulate(stated), least, np.maximum(bound, least))
    return np.asarray(np.minimum(within, neg))


def _refuse_unachievable(x: Array, y: Array, prevalence: float, fewest: Array) -> None:
    """Raise if a point needs more false positives than there are negatives."""
    neg = 1 - prevalence
    bad = np.flatnonzero(fewest > neg + ROUNDING)
    if bad.size:
        i = bad[0]
        bound = PR.project(x[i] * prevalence, neg, prevalence, neg)[1]
        raise ValueError(
            f"the point (recall {in_full(x[i])}, precision {in_full(y[i])}) is unachievable at "
            f"prevalence {in_full(prevalence)}, where precision is at least {bound:.6g} at that "
            "recall (tolerance= accepts points that are rounded)"
        )


# Wrong labels


def corrected_counts(
    curve: ConfusionCurve, hidden: float, wrong: float
) -> tuple[Array, Array, float, float]:
    """Return the true and false positives of the points of a curve, and both totals.

    Parameters
    ----------
    curve : ConfusionCurve
    hidden, wrong : float
        The shares of positives among those labelled negative, and of negatives among those
        labelled positive.
    """
    names = "positives_in_negatives", "negatives_in_positives"
    a, b = (
        float(checked_number(value, name, "be in [0, 1)", lambda one: 0 <= one < 1))
        for name, value in zip(names, (hidden, wrong), strict=True)
    )
    if a + b >= 1:
        raise ValueError(f"{' and '.join(names)} must add up to less than 1, found {a:g} + {b:g}")
    if not curve.has_both_classes:
        raise ValueError("a curve with one class only can't be corrected")
    tpr, missed = _risen(((1 - a) * curve.tpr - b * curve.fpr) / (1 - a - b))
    fpr, added = _risen(((1 - b) * curve.fpr - a * curve.tpr) / (1 - a - b))
    moves = np.maximum(missed, added)
    if moves.max() > _USUAL:
        warnings.warn(
            f"corrected counts of {np.sum(moves > _MOVED)} of {counted(moves.size, 'point')} "
            "were below 0 or falling, and were moved, by at most "
            f"{100 * moves.max():.2g} % of a class; the examples are few, or a share is too large",
            stacklevel=user_level(),
        )
    pos, neg = (1 - b) * curve.pos + a * curve.neg, b * curve.pos + (1 - a) * curve.neg
    return pos * tpr, neg * fpr, pos, neg


def _risen(rates: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return rates that never fall, from 0 to 1, and how far they moved."""
    rates[-1] = 1.0
    # Isotonic regression has the slopes of the lower hull of sums.
    sums = np.append(0.0, np.cumsum(rates))
    corners = hull_of(-sums, np.arange(sums.size))
    widths = np.diff(corners)
    risen = np.repeat(np.add.reduceat(rates, corners[:-1]) / widths, widths).clip(0.0, 1.0)
    return risen, np.abs(risen - rates)


# Retrieved items


class RetrievedClusters(NamedTuple):
    """Retrieved items, best first, and the clusters that they belong to, such as images.

    Attributes
    ----------
    is_match : ndarray of bool, shape (n,)
    owner : ndarray of int, shape (n,)
        The cluster of each item.
    first, after : ndarray of int, shape (k,)
        For each distinct score with matches, its first item, and the one after its last.
    found, missed : ndarray of float, shape (c,)
        Positives of each cluster that were retrieved, and that were not.
    """

    is_match: NDArray[np.bool_]
    owner: Indices
    first: Indices
    after: Indices
    found: FloatArray
    missed: FloatArray

    @classmethod
    def of(cls, items: Observations, clusters: ArrayLike, positives: Mapping[Any, float]) -> Self:
        """Sort checked items; raise unless each cluster has as many positives as matches."""
        names = as_array(clusters, "clusters")
        check_same_length(names, items.scores, "clusters and y_score")
        wanted = f"each item needs one ({OR_DROP})"
        refuse_values(lacking(names), None, "clusters holds", "missing", wanted)
        place = {name: i for i, name in enumerate(positives)}
        unknown = next((name for name in names.tolist() if name not in place), None)
        if unknown is not None:
            raise ValueError(
                "positives must have a number for each cluster, 0 where all items are false "
                f"alarms, found none for {unknown!r}"
            )
        owner = np.array([place[name] for name in names.tolist()], np.intp)
        found = np.bincount(owner[items.is_positive], minlength=len(place))
        missed = [
            _left(every, f"positives[{name!r}]", count, _MATCHES)
            for (name, every), count in zip(positives.items(), found.tolist(), strict=True)
        ]
        order = np.argsort(-items.scores.astype(items.thresholds_type), kind="stable")
        scores, is_match = items.scores[order], items.is_positive[order]
        first = np.flatnonzero(np.append(True, scores[1:] != scores[:-1]))
        after = np.append(first[1:], scores.size)
        has_match = np.logical_or.reduceat(is_match, first)
        both = found.astype(np.float64), np.array(missed, np.float64)
        return cls(is_match, owner[order], first[has_match], after[has_match], *both)

    def counts(self, masses: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Return the counts of the path if each cluster has a mass.

        Parameters
        ----------
        masses : ndarray of float, shape (c,)

        Returns
        -------
        tp, fp, fp_before : ndarray, shape (k,)
            As in `Steps`.
        end : ndarray, shape (3,)
            All matches, false alarms and positives.
        """
        mass = masses[self.owner]
        tp, fp = (
            np.append(0.0, np.cumsum(np.where(of, mass, 0.0)))
            for of in (self.is_match, ~self.is_match)
        )
        end = np.array([tp[-1], fp[-1], tp[-1] + masses @ self.missed])
        return tp[self.after], fp[self.after], fp[self.first], end


def retrieved(
    rows: Mapping[str, Any], positives: Any, negatives: float | None, clusters: ArrayLike | None
) -> tuple[Observations, float, RetrievedClusters | None]:
    """Check what was retrieved, and the totals; see `ConfusionCurve.from_retrieved`.

    Parameters
    ----------
    rows : dict
        The arguments is_match, y_score, sample_weight and missing.
    positives, negatives, clusters

    Returns
    -------
    Observations
        If the negatives are known, with a row for all positives and one for all negatives that were
        not retrieved.
    positives : int or float
    clusters : RetrievedClusters or None
    """
    if clusters is None and not hasattr(positives, "items"):
        found = _observed(**rows)
        return *_completed(found, positives, negatives), None
    if clusters is None or not hasattr(positives, "items"):
        raise TypeError(
            "clusters= and the positives of each cluster, a dict or a pandas Series, go together, "
            f"found positives {brief(positives)} with{'out' * (clusters is None)} clusters"
        )
    beside = {"sample_weight": rows["sample_weight"], "negatives": negatives}
    for name in (name for name, value in beside.items() if value is not None):
        raise TypeError(f"{name} can't be given beside clusters of retrieved items")
    complete = {"is_match": rows["is_match"], "y_score": rows["y_score"], "clusters": clusters}
    if one_of(rows["missing"], "missing", CHOICES) == "drop":
        complete = complete_arrays(complete)
    names = complete.pop("clusters")
    found = _observed(**{**rows, **complete, "missing": "raise"})
    each: dict[Any, float] = {}
    for name, number in positives.items():
        if name in each:
            raise ValueError(f"positives has several numbers for the cluster {name!r}")
        each[name] = checked_nonnegative(number, f"positives[{name!r}]")
    items = RetrievedClusters.of(found, names, each)
    return *_completed(found, sum(each.values()), None), items


def _completed(
    found: Observations, positives: float, negatives: float | None
) -> tuple[Observations, float]:
    """Return all observations that are known, and the number of positives."""
    weights = np.ones(found.scores.size, int) if found.weights is None else found.weights
    matches = weights[found.is_positive].sum().item()
    missed = _left(positives, "positives", matches, _MATCHES)
    if matches + missed == 0:
        raise ValueError("positives must be above 0; without positives there is no recall")
    if negatives is None:
        return found, matches + missed
    alarms = weights[~found.is_positive].sum().item()
    weights = np.append(weights, [missed, _left(negatives, "negatives", alarms, "false alarms")])
    # In a type that is exact whatever the type of the scores.
    scores = np.append(found.scores.astype(found.thresholds_type), [-np.inf, -np.inf])
    every = Observations(np.append(found.is_positive, [True, False]), scores, weights)
    return every.chosen(weights > 0), matches + missed


def _observed(is_match: Any, y_score: Any, sample_weight: Any, missing: str) -> Observations:
    """Return the retrieved items, checked; errors use the words of `from_retrieved`."""
    rows: dict[str, Any] = {"sample_weight": sample_weight, "missing": missing}
    try:
        found = observe(is_match, y_score, **rows, labels_name="is_match")
    except (TypeError, ValueError) as error:
        # What is positive need not be said, and all rows were retrieved.
        words, *hint = str(error).replace("y_true", "is_match").split("; pass pos_label")
        words = words.replace(", or -inf if not retrieved", "")
        raise type(error)(words + "; it must hold True and False" * len(hint)) from None
    if np.isneginf(found.scores.min()):
        raise ValueError(
            "y_score holds -inf, but only what was retrieved has a row; positives= counts the rest"
        )
    return found


def _left(total: float, name: str, found: float, of: str) -> float:
    """Return how many of a class were not retrieved; raise if that is less than nothing."""
    left = checked_nonnegative(total, name) - found
    if left < -ROUNDING * found:
        raise ValueError(
            f"{name} must count all of them, retrieved or not, found {in_full(total)} beside "
            f"{in_full(found)} {of}"
        )
    return left if left > ROUNDING * found else 0
