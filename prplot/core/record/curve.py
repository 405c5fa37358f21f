"""Confusion counts at every threshold, from which all curves and metrics are computed.

Counts move linearly between neighbouring points (Davis & Goadrich 2006, section 4). Coordinates in
ROC, PR and Precision-Recall-Gain space are computed from them on demand.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from sys import float_info
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from prplot.core import NotebookView
from prplot.core.calls import answered
from prplot.core.checks import (
    ROUNDING,
    SAME_PREVALENCE,
    Array,
    FloatArray,
    check_masses,
    check_points,
    check_rising,
    checked_counts,
    checked_nonnegative,
    checked_prevalence,
    checked_shares,
    in_full,
)
from prplot.core.points import Side, between, place_at, share_of
from prplot.core.record.observations import Observations, observe
from prplot.core.record.paths import rates_ahead, upper_hull
from prplot.core.record.ranking import count_at, rank
from prplot.core.record.sources import (
    RetrievedClusters,
    corrected_counts,
    published_counts,
    retrieved,
)
from prplot.core.record.steps import (
    Places,
    Steps,
    Thresholds,
    distinct_thresholds,
    matching_thresholds,
)
from prplot.core.spaces import PR, PRG, ROC, Pair, Space
from prplot.core.threads import Threads

if TYPE_CHECKING:
    import pandas as pd


# Two computations of one recall may differ by this share of it.
_LAST_BITS = 4 * float_info.epsilon
# Columns of tables, and those that need the number of negatives.
_GAINS = ("recall_gain", "precision_gain")
_OF_NEGATIVES = ("tn", "fpr", *_GAINS)


@dataclass(frozen=True, eq=False, repr=False)
class ConfusionCurve(NotebookView):
    """Confusion counts of a ranking at every threshold that matters.

    Make one with `from_scores`, `from_counts`, `from_rates`, `from_precision_recall` or
    `from_retrieved`. Between neighbouring points, counts change linearly (Davis & Goadrich 2006,
    section 4).

    Attributes
    ----------
    tp, fp, fn, tn : ndarray, shape (n,)
        Counts (masses under weights) if ``score >= threshold`` is predicted positive, best score
        first: from ``(tp, fp) = (0, 0)`` to ``(pos, neg)``. Integers for unweighted data.
    thresholds : ndarray, shape (n,)
        Descending; the first is ``+inf``; nan where a published curve has none.
    pos, neg : int or float
        Numbers (or masses) of positives and negatives.
    prevalence : float
        ``pos / (pos + neg)``.
    knows_negatives : bool
        Whether there are `neg` and `prevalence`, and what depends on them; not if retrieved items
        are all that is known of the negatives.
    recall, precision, tpr, fpr, recall_gain, precision_gain : ndarray, shape (n,)
        Coordinates in PR, ROC and PRG space. Precision at recall 0 is the limit along the first
        segment. Rates of an absent class are nan, and so are both gains if either class is absent;
        otherwise gains are ``-inf`` at ``tp = 0``.

    Notes
    -----
    The points are the start, every distinct score at which `tp` changes, with the corner before it,
    and the end. A threshold that adds only negatives lies on the straight line between its
    neighbours and is not listed unless it was requested or given.

    Examples
    --------
    >>> import prplot as prp
    >>> curve = prp.ConfusionCurve.from_scores([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> curve.tp.tolist(), curve.fp.tolist()
    ([0, 1, 1, 2, 2], [0, 0, 1, 1, 2])
    >>> curve.thresholds.tolist()
    [inf, 0.9, 0.8, 0.7, 0.1]
    """

    steps: Steps
    # With defaults, so that ``ConfusionCurve(y_true, y_score)`` reaches the error that explains it.
    pos: float = 0.0
    neg: float = 0.0

    knows_negatives: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not isinstance(self.steps, Steps):
            name = type(self).__name__
            raise TypeError(
                f"{name} is made of labels and scores by {name}.from_scores(y_true, y_score), of "
                "others by from_counts, from_rates or from_precision_recall"
            )
        totals = [total for total in self._end if total]
        check_masses(min(totals), max(totals), "pos and neg")
        self.steps.freeze()

    def __getstate__(self) -> dict[str, Any]:
        # Coordinates are computed anew, so that copies are as read-only as the original.
        held = self.__dict__
        return {one.name: held[one.name] for one in fields(self) if one.name in held}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.__post_init__()

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({self.tp.size} points, pos={self.pos:g}, neg={self.neg:g}, "
            f"prevalence={self.prevalence:.4g})"
        )

    @classmethod
    @answered
    def from_scores(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        pos_label: Hashable | None = None,
        sample_weight: ArrayLike | None = None,
        thresholds: Thresholds | None = None,
        missing: str = "raise",
        n_jobs: int | None = None,
    ) -> Self:
        """Make a curve from labels and scores.

        Parameters
        ----------
        y_true : array_like, shape (n,)
            Labels.
        y_score : array_like of numbers, shape (n,)
            Scores; higher means more likely positive. Scores are tied if exactly equal. ``-inf``
            stands for examples that were not retrieved, last and tied.
        pos_label : hashable, optional
            The positive label (all others are negative); by default 1 or True among 0/1, -1/1 or
            booleans.
        sample_weight : array_like of numbers, shape (n,), optional
            Nonnegative weights; counts become sums of weights (masses).
        thresholds : array_like of numbers, shape (k,), or function of the scores, optional
            Count exactly there (and at the two ends) instead of at every distinct score, for
            example at thresholds chosen on tuning data (Davis & Goadrich 2006, section 3).
            `numpy.unique` lists every score, even those that add only negatives.
        missing : {"raise", "drop"}, default "raise"
            Refuse rows that lack a label, score or weight, or drop them with a warning. None, NaN,
            NaT, pandas.NA and masked values are missing; ``+inf`` is an error.
        n_jobs : int, optional
            Number of threads for many scores; -1 for all cores. By default the environment variable
            ``PRPLOT_THREADS``, else -1; but 1 outside the main thread and in workers of joblib,
            dask or a pool. The result is the same to the last bit.

        Returns
        -------
        ConfusionCurve

        Raises
        ------
        ValueError, TypeError
            Different lengths, no examples, NaN or ``+inf`` scores, other than two labels without
            `pos_label`, an absent `pos_label`, negative or non-finite weights, NaN thresholds.

        Warns
        -----
        MissingValuesWarning
            With ``missing="drop"``: rows were left out.

        Examples
        --------
        >>> import prplot as prp
        >>> y_true, y_score = [0, 1, 1, 0], [0.1, 0.4, 0.35, 0.8]
        >>> curve = prp.ConfusionCurve.from_scores(y_true, y_score, thresholds=[0.4])
        >>> curve.tp.tolist(), curve.fp.tolist(), curve.thresholds.tolist()
        ([0, 1, 2], [0, 1, 2], [inf, 0.4, -inf])

        The negatives' scores 4 and 3 lie on the straight line to 2; they are listed on request:

        >>> import numpy as np
        >>> y_true, y_score = [1, 0, 0, 0, 1], [5, 4, 3, 2, 1]
        >>> prp.ConfusionCurve.from_scores(y_true, y_score).thresholds.tolist()
        [inf, 5.0, 2.0, 1.0]
        >>> every = prp.ConfusionCurve.from_scores(y_true, y_score, thresholds=np.unique)
        >>> every.thresholds.tolist()
        [inf, 5.0, 4.0, 3.0, 2.0, 1.0]
        """
        found = observe(
            y_true, y_score, pos_label=pos_label, sample_weight=sample_weight, missing=missing
        )
        return cls(*_counted(found, thresholds, n_jobs))

    @classmethod
    @answered
    def from_counts(
        cls,
        tp: ArrayLike,
        fp: ArrayLike,
        pos: float,
        neg: float,
        *,
        thresholds: ArrayLike | None = None,
    ) -> Self:
        """Make a curve from the counts of operating points.

        Parameters
        ----------
        tp, fp : array_like of numbers, shape (k,)
            True and false positives, neither ever decreasing. The ends ``(0, 0)`` and
            ``(pos, neg)`` are added if missing.
        pos, neg : float
            Numbers of positives and negatives.
        thresholds : array_like of numbers, shape (k,), optional
            Never increasing.

        Returns
        -------
        ConfusionCurve

        Raises
        ------
        ValueError
            Counts that no confusion matrix can have, or that decrease.

        Examples
        --------
        Davis & Goadrich (2006), Table 1:

        >>> import prplot as prp
        >>> curve = prp.ConfusionCurve.from_counts([5, 10], [5, 30], 20, 2000)
        >>> curve.recall[1:3].tolist(), curve.precision[1:3].tolist()
        ([0.25, 0.5], [0.5, 0.25])
        """
        pos, neg = checked_nonnegative(pos, "pos"), checked_nonnegative(neg, "neg")
        if pos + neg == 0:
            raise ValueError("pos and neg are both 0; at least one example is needed")
        tp, fp = checked_counts(tp, fp, pos, neg)
        given = None if thresholds is None else matching_thresholds(thresholds, tp)
        return cls(Steps.through(tp, fp, pos, neg, given), pos, neg)

    @classmethod
    @answered
    def from_rates(
        cls,
        fpr: ArrayLike,
        tpr: ArrayLike,
        prevalence: float,
        *,
        thresholds: ArrayLike | None = None,
    ) -> Self:
        """Make a curve from a ROC curve and a prevalence; counts are shares, ``pos + neg = 1``.

        Parameters
        ----------
        fpr, tpr : array_like of float, shape (k,)
            Rates in [0, 1], neither ever decreasing, as returned by `sklearn.metrics.roc_curve`.
        prevalence : float
            In (0, 1).
        thresholds : array_like of numbers, shape (k,), optional
            Never increasing.

        Returns
        -------
        ConfusionCurve

        Raises
        ------
        ValueError
            Rates out of range or decreasing; a prevalence outside (0, 1).

        Examples
        --------
        >>> import prplot as prp
        >>> curve = prp.ConfusionCurve.from_rates([0, 0.25, 1], [0, 1, 1], prevalence=0.5)
        >>> curve.precision.round(3).tolist()
        [0.8, 0.8, 0.5]
        """
        pos = checked_prevalence(prevalence)
        x, y = checked_shares(fpr, "fpr"), checked_shares(tpr, "tpr")
        check_points(x, y, "fpr and tpr")
        check_rising(x, "fpr")
        check_rising(y, "tpr")
        tp, fp = ROC.invert(x, y, pos, 1 - pos)
        return cls.from_counts(tp, fp, pos, 1 - pos, thresholds=thresholds)

    @classmethod
    @answered
    def from_precision_recall(
        cls,
        precision: ArrayLike,
        recall: ArrayLike,
        prevalence: float,
        *,
        thresholds: ArrayLike | None = None,
        tolerance: float = 0.0,
    ) -> Self:
        """Make a curve from a published PR curve and its prevalence.

        Parameters
        ----------
        precision, recall : array_like of float, shape (k,)
            Points in order of recall, rising or (as scikit-learn returns them) falling.
        prevalence : float
            In (0, 1). Counts are shares, ``pos + neg = 1``.
        thresholds : array_like of numbers, shape (k,), optional
            In the order of the points; there may be one fewer, as in scikit-learn.
        tolerance : float, default 0
            Largest rounding error of a printed precision: 0.0005 for three digits. A point that is
            unachievable or out of order by no more than this is moved to a valid place.

        Returns
        -------
        ConfusionCurve

        Raises
        ------
        ValueError
            A point in the unachievable region (Boyd et al. 2012, Theorem 1), values out of range,
            or points whose false positives would decrease.

        Notes
        -----
        Precision and recall determine the counts (Davis & Goadrich 2006, Theorem 3.1), except at
        recall 0, where false positives can't be recovered. A point there with precision above 0
        (scikit-learn appends ``(0, 1)``) is the start of the curve. Precision 0 there means that an
        unknown number of negatives comes first: the curve then rises from precision 0 to the next
        point at that point's false positives, so that ``(0, 0), (1, prevalence)`` is the minimum
        curve. This is exact unless the first score with positives is tied with negatives; then the
        area is a lower bound. The threshold there is nan. `from_rates` loses nothing.

        Examples
        --------
        >>> import prplot as prp
        >>> curve = prp.ConfusionCurve.from_precision_recall([1, 0.5], [0.5, 1], prevalence=0.25)
        >>> curve.tp.tolist(), curve.fp.tolist()
        ([0.0, 0.125, 0.25, 0.25], [0.0, 0.0, 0.25, 0.75])
        """
        pos = checked_prevalence(prevalence)
        slack = checked_nonnegative(tolerance, "tolerance")
        tp, fp, found = published_counts(precision, recall, pos, thresholds, slack)
        return cls(Steps.through(tp, fp, pos, 1 - pos, found), pos, 1 - pos)

    @classmethod
    @answered
    def from_retrieved(
        cls,
        is_match: ArrayLike,
        y_score: ArrayLike,
        positives: Any,
        *,
        negatives: float | None = None,
        clusters: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
        missing: str = "raise",
    ) -> ConfusionCurve:
        """Make a curve from what a detector or a search returned, and the number of positives.

        Parameters
        ----------
        is_match : array_like of bool, shape (n,)
            Whether each retrieved item is a true positive: a detection that matches an object, or a
            relevant document. An object that is found twice is one match and one false alarm.
        y_score : array_like of numbers, shape (n,)
            Finite scores; higher means retrieved earlier. Scores are tied if exactly equal.
        positives : int or float, or dict or pandas.Series of cluster to number
            Number of all positives, retrieved or not; above 0. With `clusters`, of each cluster,
            also of those in which nothing was retrieved.
        negatives : int or float, optional
            Number of all negatives, retrieved or not, as in a collection of known size.
        clusters : array_like, shape (n,), optional
            What each item belongs to, such as its image or its query. The curve then has intervals
            and bands: `interval`, `summary` and `plot_pr` draw weights for whole clusters (Bayesian
            bootstrap). Neither with `negatives` nor with `sample_weight`.
        sample_weight : array_like of numbers, shape (n,), optional
            Nonnegative weights of the retrieved items; `positives` and `negatives` are sums of
            weights, too.
        missing : {"raise", "drop"}, default "raise"
            Refuse rows that lack a value, or drop them with a warning.

        Returns
        -------
        ConfusionCurve
            It ends at the last retrieved item, where `recall` may be below 1. Without `negatives`,
            it has only recall and precision: whatever needs `neg` is refused. With them, all that
            was not retrieved is one tie at the end, with threshold ``-inf``.

        Raises
        ------
        ValueError, TypeError
            Fewer positives than matches, or negatives than false alarms; a cluster without a number
            of positives; nothing retrieved; scores that are not finite; otherwise as in
            `from_scores`.

        See Also
        --------
        from_scores : Complete data; a score of ``-inf`` means that a row was not retrieved.
        average_precision : Also as COCO and VOC define it.

        Notes
        -----
        `aucpr` is the area under the exact arcs up to the end, and 0 beyond it. Other programs
        count tied items one by one, in some order; pass scores without ties, such as ``-rank``, to
        do the same.

        Examples
        --------
        Four detections, of which three match one of five objects:

        >>> import prplot as prp
        >>> curve = prp.ConfusionCurve.from_retrieved([1, 1, 0, 1], [0.9, 0.8, 0.7, 0.6], 5)
        >>> curve.recall.tolist(), curve.precision.tolist()
        ([0.0, 0.2, 0.4, 0.4, 0.6], [1.0, 1.0, 1.0, 0.6666666666666666, 0.75])
        >>> round(prp.average_precision(curve), 12)
        0.55
        """
        rows = {"is_match": is_match, "y_score": y_score, "sample_weight": sample_weight}
        rows["missing"] = missing
        found, total, items = retrieved(rows, positives, negatives, clusters)
        steps, pos, neg = _counted(found, None)
        if negatives is None:
            return RetrievedCurve(steps, total, _end=(pos, neg), clusters=items)
        return cls(steps, pos, neg)

    @property
    def has_both_classes(self) -> bool:
        """Whether there are positives and negatives."""
        return self.pos > 0 and self.neg > 0

    @property
    def _end(self) -> tuple[float, float]:
        """True and false positives at the end of the path."""
        return self.pos, self.neg

    def _totals_in(self, space: Space) -> tuple[float, float]:
        """Return the class totals for a space; if it needs no negatives, those of the path."""
        return self.pos, self.neg if space.needs_negatives else self._end[1]

    def _points_in(self, space: Space) -> Pair:
        """Return the coordinates of the points in a space."""
        return space.project_path(self.tp, self.fp, *self._totals_in(space))

    def _heights(
        self, space: Space, x: Array, at: Array, side: Side, slack: float = 0.0
    ) -> FloatArray:
        """Return the heights in a space, at places as in `place_at`, given the x of the points."""
        totals = self._totals_in(space)
        share = partial(space._share_of, pos=totals[0], neg=totals[1])
        place = place_at(x, at, side, slack=slack, share=share)
        return space.project_path(self.tp, self.fp, *totals, place)[1]

    @property
    def prevalence(self) -> float:
        """Share of the positive class, ``pos / (pos + neg)``."""
        return self.pos / (self.pos + self.neg)

    @cached_property
    def _places(self) -> Places:
        return Places.of(self.steps, *self._end)

    @property
    def lists_all_scores(self) -> bool:
        """Whether all scores of the data are thresholds, except those in runs of negatives."""
        return self.steps.is_complete

    @cached_property
    def _runs_after(self) -> Array:
        """Whether the run from each point to a corner, or to the end, has unlisted scores.

        A threshold may then lie among the negatives between the two points.
        """
        places = self._places
        ends = np.append(places.steps[places.with_corner] - 1, places.size - 1)
        is_step = np.zeros(places.size, bool)
        is_step[places.steps] = True
        leads = np.zeros_like(is_step)
        leads[ends[~is_step[ends]] - 1] = True
        if self.fp.dtype.kind in "iu":
            # A count that rises by one is that of one row, whose score is known; a mass of one may
            # be that of several.
            leads[:-1] &= np.diff(self.fp) != 1
        return _frozen(leads)

    @cached_property
    def tp(self) -> Array:
        """True positives at each point."""
        steps, with_corner = self.steps, self._places.with_corner
        corners = np.append(0, steps.tp[:-1])[with_corner]
        return self._places.joined(0, corners, steps.tp, self._end[0])

    @cached_property
    def fp(self) -> Array:
        """False positives at each point."""
        corners = self.steps.fp_before[self._places.with_corner]
        return self._places.joined(0, corners, self.steps.fp, self._end[1])

    @cached_property
    def thresholds(self) -> Array:
        """Threshold of each point; the first is ``+inf``."""
        known = self.steps
        # Adding 0 turns -0.0 into 0.0, with which it ties.
        values = known.at_corners + 0, known.thresholds + 0, known.lowest + 0
        return self._places.joined(np.inf, *values)

    @property
    def fn(self) -> Array:
        """False negatives at each point."""
        return _frozen(self.pos - self.tp)

    @property
    def tn(self) -> Array:
        """True negatives at each point."""
        return _frozen(self.neg - self.fp)

    @cached_property
    def recall(self) -> Array:
        """``tp / pos``."""
        return _frozen(self._points_in(PR)[0])

    @cached_property
    def precision(self) -> Array:
        """``tp / (tp + fp)``."""
        return _frozen(self._points_in(PR)[1])

    @property
    def tpr(self) -> Array:
        """True positive rate, the same as recall."""
        return self.recall

    @cached_property
    def fpr(self) -> Array:
        """False positive rate, ``fp / neg``."""
        return _frozen(self._points_in(ROC)[0])

    @cached_property
    def recall_gain(self) -> Array:
        """``1 - pi/(1 - pi) * fn/tp`` (Flach & Kull 2015, equation 4)."""
        return _frozen(self._points_in(PRG)[0])

    @cached_property
    def precision_gain(self) -> Array:
        """``1 - pi/(1 - pi) * fp/tp`` (Flach & Kull 2015, equation 4)."""
        return _frozen(self._points_in(PRG)[1])

    def to_frame(self) -> pd.DataFrame:
        """Return the points as a table.

        Returns
        -------
        pandas.DataFrame
            A row for each point, best score first; columns threshold, tp, fp, fn, tn, recall,
            precision, fpr, recall_gain, precision_gain, as far as they are known.
        """
        import pandas as pd

        names = ["tp", "fp", "fn", "tn", "recall", "precision", "fpr", *_GAINS]
        known = [one for one in names if self.knows_negatives or one not in _OF_NEGATIVES]
        columns = {name: getattr(self, name) for name in known}
        return pd.DataFrame({"threshold": self.thresholds, **columns})

    def hull(self) -> Self:
        """Return the achievable curve: the upper hull of the ROC curve.

        Returns
        -------
        ConfusionCurve
            From ``(0, 0)`` to ``(pos, neg)`` through the best thresholds, best score first. No
            point lies on the straight line between its neighbours: exactly so for whole counts,
            else up to rounding.

        See Also
        --------
        from_scores : Count on other data with ``thresholds=curve.hull().thresholds``.

        Notes
        -----
        In ROC space the hull is concave; in PR space it is the achievable PR curve, which dominates
        every curve from mixtures of these points (Davis & Goadrich 2006, Corollary 3.1). A hull is
        optimistic on its own data: choose its thresholds on tuning data (section 3).

        Examples
        --------
        >>> import prplot as prp
        >>> curve = prp.ConfusionCurve.from_scores([1, 0, 0, 1], [0.9, 0.8, 0.7, 0.1])
        >>> hull = curve.hull()
        >>> hull.tp.tolist(), hull.fp.tolist(), hull.thresholds.tolist()
        ([0, 1, 2], [0, 0, 2], [inf, 0.9, 0.1])
        """
        best = upper_hull(self.tp, self.fp)
        points = self.tp[best], self.fp[best], self.pos, self.neg, self.thresholds[best]
        steps = Steps.through(*points, is_hull=True, is_estimate=self.steps.is_estimate)
        return type(self)(steps, self.pos, self.neg)

    def dominates(self, other: ConfusionCurve) -> bool:
        """Return whether this curve is nowhere below another in PR space.

        Parameters
        ----------
        other : ConfusionCurve
            A curve of the same prevalence; thresholds and the scale of the counts may differ.

        Returns
        -------
        bool
            True if precision is never lower at any recall above 0, on the exact arcs and at both
            ends of every jump, up to rounding of the rates.

        Raises
        ------
        ValueError, TypeError
            A curve of another prevalence; not a curve.

        Notes
        -----
        A curve dominates in ROC space if and only if it dominates in PR space (Davis & Goadrich
        2006, Theorem 3.2). Equal curves dominate each other; crossing curves do not.

        Examples
        --------
        >>> import prplot as prp
        >>> curve = prp.ConfusionCurve.from_scores([1, 0, 0, 1], [0.9, 0.8, 0.7, 0.1])
        >>> curve.hull().dominates(curve), curve.dominates(curve.hull())
        (True, False)
        """
        if not isinstance(other, ConfusionCurve):
            raise TypeError(f"other must be a ConfusionCurve, found {type(other).__name__}")
        cross = float(self.pos) * float(other.neg), float(other.pos) * float(self.neg)
        if not np.isclose(*cross, rtol=SAME_PREVALENCE, atol=0):
            raise ValueError(
                f"other must have the same prevalence, found {in_full(self.prevalence)} "
                f"and {in_full(other.prevalence)}; at_prevalence brings one curve to that of the "
                "other"
            )
        if not self.has_both_classes:
            return True
        one, another = ((curve.tpr, curve.fpr) for curve in (self, other))
        return bool((rates_ahead(one, another, slack=ROUNDING)[1] >= 0).all())

    def at_prevalence(self, prevalence: float) -> Self:
        """Return the same ROC curve at another prevalence.

        Parameters
        ----------
        prevalence : float
            In (0, 1).

        Returns
        -------
        ConfusionCurve
            False positives and `neg` are scaled by the same factor; thresholds stay.

        Raises
        ------
        ValueError
            A prevalence outside (0, 1); a curve with only one class.

        Examples
        --------
        >>> import prplot as prp
        >>> curve = prp.ConfusionCurve.from_counts([1], [1], 2, 2).at_prevalence(0.25)
        >>> curve.neg, curve.precision.tolist()
        (6.0, [0.25, 0.25, 0.25])
        """
        share = checked_prevalence(prevalence)
        if self.pos == 0 or self.neg == 0:
            raise ValueError("a curve with one class only has no other prevalence")
        neg = self.pos * (1 - share) / share
        check_masses(min(self.pos, neg), max(self.pos, neg), "pos and neg")
        return type(self)(self.steps.rescaled(self.neg, neg), self.pos, neg)

    def corrected(
        self, *, positives_in_negatives: float = 0.0, negatives_in_positives: float = 0.0
    ) -> ConfusionCurve:
        """Return the curve of the true classes, where known shares of the labels are wrong.

        Parameters
        ----------
        positives_in_negatives : float, default 0
            The share of positives among the examples labelled negative, or unlabelled; in [0, 1).
        negatives_in_positives : float, default 0
            The share of negatives among the examples labelled positive; in [0, 1). Both shares must
            add up to less than 1.

        Returns
        -------
        ConfusionCurve
            Estimated counts, with the thresholds of this curve, at the true prevalence of its
            examples. Predicted positives stay as many, up to clipping.

        Raises
        ------
        ValueError
            Shares out of range; a curve with only one class.

        Warns
        -----
        UserWarning
            Corrected counts below 0, or falling, become the nearest path that does not fall
            (isotonic regression). Noise moves most points of a ranking a little, without a warning;
            it is given if one moved by more than 1 % of a class. Not every wrong share shows in
            this way.

        Notes
        -----
        With the shares ``a`` and ``b`` of wrong labels among negatives and positives, labelled
        negatives are predicted positive at the rate ``a tpr + (1 - a) fpr``, and labelled positives
        at the rate ``(1 - b) tpr + b fpr``. These equations, solved for ``tpr`` and ``fpr``, are
        affine: arcs stay arcs, and areas are exact (Jain, White & Radivojac 2017, Recovering true
        classifier performance in positive-unlabeled learning, AAAI 31, section 3). Within each true
        class, labels must not depend on the score.

        If positives were sampled apart from the unlabelled examples, ``at_prevalence(a)`` gives the
        precision among the latter, ``a tpr / u``, where ``u`` is the rate at which they are
        predicted positive. The curve has no intervals, as its counts are estimates: resample the
        examples, and correct the curve of each draw, with the shares as known. A good ranking of
        few examples looks somewhat worse than it is, as counts are clipped at 0.

        Examples
        --------
        A classifier finds 80 of 100 labelled positives, and 28 % of the unlabelled, of which a
        fifth are positives: ``fpr = (0.28 - 0.2 * 0.8) / 0.8``.

        >>> import prplot as prp
        >>> curve = prp.ConfusionCurve.from_counts([80], [280], 100, 1000)
        >>> true = curve.corrected(positives_in_negatives=0.2)
        >>> true.recall[1:2].round(6).tolist(), true.fpr[1:2].round(6).tolist()
        ([0.8], [0.15])
        >>> true.at_prevalence(0.2).precision[1:2].round(6).tolist()
        [0.571429]
        """
        tp, fp, pos, neg = corrected_counts(self, positives_in_negatives, negatives_in_positives)
        is_complete = self.lists_all_scores and not self._runs_after.any()
        flags = {"is_complete": is_complete, "is_estimate": True}
        return ConfusionCurve(Steps.through(tp, fp, pos, neg, self.thresholds, **flags), pos, neg)

    def precision_at(self, recall: ArrayLike) -> Array:
        """Return the exact precision at given recalls.

        Parameters
        ----------
        recall : array_like of float
            In [0, 1].

        Returns
        -------
        ndarray of float
            The upper value at a vertical drop; nan if there are no positives, and beyond the end of
            a curve that ends before recall 1.

        Raises
        ------
        ValueError
            Recalls outside [0, 1].

        Examples
        --------
        >>> import prplot as prp
        >>> prp.ConfusionCurve.from_counts([5, 10], [5, 30], 20, 2000).precision_at([0.3, 0.35])
        array([0.375     , 0.31818182])
        """
        at = checked_shares(recall, "recall")
        # A computed recall may differ in its last bits from the one at which precision drops.
        precision = self._heights(PR, self.recall, at, "left", _LAST_BITS)
        return np.where(at * (1 - _LAST_BITS) <= self.recall[-1], precision, np.nan)

    def recall_at(self, precision: ArrayLike) -> Array:
        """Return the largest recall with at least the given precision, between points too.

        Parameters
        ----------
        precision : array_like of float
            In [0, 1].

        Returns
        -------
        ndarray of float
            0 where no threshold has that precision; nan if there are no positives.

        Raises
        ------
        ValueError
            Precisions outside [0, 1].

        Examples
        --------
        >>> import prplot as prp
        >>> prp.ConfusionCurve.from_counts([5, 10], [5, 30], 20, 2000).recall_at([0.25, 0.375, 0.9])
        array([0.5, 0.3, 0. ])
        """
        at = checked_shares(precision, "precision")
        if self.pos == 0:
            return np.full(at.shape, np.nan)
        # The last point with enough precision: the running maximum from the end is sorted.
        best_after = np.maximum.accumulate(self.precision[::-1])
        j = best_after.size - 1 - np.searchsorted(best_after, at, side="left")
        here, ahead = np.maximum(j, 0), np.minimum(j + 1, best_after.size - 1)
        # Along the segment that falls to 0 where precision is ``p``: ``(1 - p) tp - p fp``.
        above, below = ((1 - at) * self.tp[i] - at * self.fp[i] for i in (here, ahead))
        share = np.clip(share_of(above, 0.0, below), 0, 1)
        return np.where(j < 0, 0.0, between(self.tp, here, share) / self.pos)


# What is said whenever the number of negatives is needed, but nobody counted them.
UNKNOWN_NEGATIVES = (
    "the number of negatives is not known, so there is no prevalence, false positive rate, gain, "
    "hull or minimum curve, only precision and recall; from_retrieved(..., negatives=) takes it"
)


class UnknownNegativesError(ValueError):
    """A curve without a number of negatives was asked for something that depends on it."""

    def __init__(self, words: str = UNKNOWN_NEGATIVES) -> None:
        super().__init__(words)


def _refuse(curve: Any) -> float:
    raise UnknownNegativesError


@dataclass(frozen=True, eq=False, repr=False)
class RetrievedCurve(ConfusionCurve):
    """A curve of retrieved items, whose negatives nobody counted; see `from_retrieved`."""

    _end: tuple[float, float] = field(kw_only=True, default=(0, 0))
    # The items in their clusters, to draw from.
    clusters: RetrievedClusters | None = field(kw_only=True, default=None)
    knows_negatives: ClassVar[bool] = False
    # Reading it raises, so that all that depends on it is refused. The dataclass sets a default,
    # which is not kept.
    neg = property(_refuse, lambda self, value: None)
    # Negatives are unknown here, not absent, so that warnings of an absent class don't apply.
    has_both_classes = True

    def through(self, tp: Array, fp: Array) -> Self:
        """Return a curve of the same positives through some points, from the start on."""
        end = tp[-1].item(), fp[-1].item()
        return type(self)(Steps.through(tp, fp, *end), self.pos, _end=end)

    def __repr__(self) -> str:
        end = f"negatives unknown, ends at tp={self._end[0]:g}, fp={self._end[1]:g}"
        return f"{type(self).__name__}({self.tp.size} points, pos={self.pos:g}, {end})"


def counted_curve(
    observations: Observations, thresholds: Thresholds | None = None
) -> ConfusionCurve:
    """Return the curve of checked examples; see `ConfusionCurve.from_scores`."""
    return ConfusionCurve(*_counted(observations, thresholds))


def _counted(
    observations: Observations, thresholds: Thresholds | None, n_jobs: int | None = None
) -> tuple[Steps, float, float]:
    """Count at every score of a positive example, or at thresholds; return what makes a curve."""
    at = None
    if thresholds is not None:
        frozen = _frozen(observations.scores.view())
        at = distinct_thresholds(thresholds(frozen) if callable(thresholds) else thresholds)
    threads = Threads.worth(observations.scores.size, n_jobs)
    if at is None:
        return rank(observations, threads)
    tp, fp, pos, neg = count_at(observations, at, threads)
    return Steps.through(tp, fp, pos, neg, at, is_complete=thresholds is np.unique), pos, neg


def _frozen(array: Array) -> Array:
    array.flags.writeable = False
    return array
