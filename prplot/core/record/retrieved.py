"""Retrieved items, matches and false alarms, as observations with the totals of both classes."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core.checks import (
    ROUNDING,
    FloatArray,
    as_array,
    brief,
    check_same_length,
    checked_nonnegative,
    in_full,
    one_of,
    refuse_values,
)
from prplot.core.record.missing import CHOICES, OR_DROP, complete_arrays, lacking
from prplot.core.record.observations import Observations, observe

Indices = NDArray[np.intp]
_MATCHES = "matches; an object found twice is one match"


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
    if np.isneginf(found.score_range[0]):
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
