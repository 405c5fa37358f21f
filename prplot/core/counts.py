"""The record beneath everything: the curve of confusion counts, and the ways to make one."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Self

from numpy.typing import ArrayLike, NDArray

from prplot.core import paths
from prplot.core.interpolated import InterpolatedCurve
from prplot.core.observations import observe
from prplot.core.published import counts_of
from prplot.core.ranking import count_at, rank
from prplot.core.spaces import ROC


@dataclass(frozen=True, eq=False, repr=False)
class ConfusionCurve(InterpolatedCurve):
    """The confusion counts of a ranking at every threshold that matters.

    Make one with `from_scores`, `from_counts`, `from_rates` or `from_precision_recall`. Between two
    neighbouring points the counts move linearly (Davis & Goadrich 2006, section 4).

    Attributes
    ----------
    tp, fp, fn, tn : ndarray, shape (n,)
        Counts (masses under weights) with ``score >= threshold`` predicted positive, best score
        first: from ``(tp, fp) = (0, 0)`` to ``(pos, neg)``. Integers if the data are counted.
    thresholds : ndarray, shape (n,)
        Descending; the first is ``+inf``; nan where a published curve states none.
    pos, neg : int or float
        Totals of the positive and the negative class.
    prevalence : float
        ``pos / (pos + neg)``.
    recall, precision, tpr, fpr, recall_gain, precision_gain : ndarray, shape (n,)
        The points in PR, ROC and PRG space. Precision at recall 0 is the limit along the first
        segment. Undefined ones are nan, gains at ``tp = 0`` are ``-inf``.

    Notes
    -----
    The points are the start, every distinct score at which `tp` changes with the corner before it,
    and the end. A threshold at which only negatives fall lies straight between its neighbours and
    is not listed, unless it was asked for or given.

    Examples
    --------
    >>> import prplot as prp
    >>> curve = prp.ConfusionCurve.from_scores([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> curve.tp.tolist(), curve.fp.tolist()
    ([0, 1, 1, 2, 2], [0, 0, 1, 1, 2])
    >>> curve.thresholds.tolist()
    [inf, 0.9, 0.8, 0.7, 0.1]
    """

    @classmethod
    def from_scores(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        pos_label: Hashable | None = None,
        sample_weight: ArrayLike | None = None,
        thresholds: paths.Thresholds | None = None,
    ) -> Self:
        """Count at every distinct score, or at chosen thresholds.

        Parameters
        ----------
        y_true : array_like, shape (n,)
            Labels.
        y_score : array_like of numbers, shape (n,)
            Scores; higher means more likely positive. Ties are exact equality.
        pos_label : hashable, optional
            The positive label; by default 1 (or True) among 0/1, -1/1 or booleans. Of more than two
            labels it is taken against the rest.
        sample_weight : array_like of numbers, shape (n,), optional
            Nonnegative weights; all counts become masses.
        thresholds : array_like of numbers, shape (k,), or function of the scores, optional
            Count exactly there (and at the two ends) in place of every distinct score, as when
            thresholds were chosen on tuning data (Davis & Goadrich 2006, section 3). `numpy.unique`
            lists every score, also where only negatives fall.

        Returns
        -------
        ConfusionCurve

        Raises
        ------
        ValueError, TypeError
            Different lengths, no examples, NaN or infinite scores, labels that are not two, an
            absent `pos_label`, negative or non-finite weights, NaN thresholds.

        Examples
        --------
        >>> import prplot as prp
        >>> y_true, y_score = [0, 1, 1, 0], [0.1, 0.4, 0.35, 0.8]
        >>> curve = prp.ConfusionCurve.from_scores(y_true, y_score, thresholds=[0.4])
        >>> curve.tp.tolist(), curve.fp.tolist(), curve.thresholds.tolist()
        ([0, 1, 2], [0, 1, 2], [inf, 0.4, -inf])

        The scores 4 and 3 of negatives lie on the straight line to 2, unless they are asked for:

        >>> import numpy as np
        >>> y_true, y_score = [1, 0, 0, 0, 1], [5, 4, 3, 2, 1]
        >>> prp.ConfusionCurve.from_scores(y_true, y_score).thresholds.tolist()
        [inf, 5.0, 2.0, 1.0]
        >>> every = prp.ConfusionCurve.from_scores(y_true, y_score, thresholds=np.unique)
        >>> every.thresholds.tolist()
        [inf, 5.0, 4.0, 3.0, 2.0, 1.0]
        """
        seen = observe(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
        if thresholds is None:
            return cls(*rank(seen))
        wanted = thresholds(_unchangeable(seen.scores)) if callable(thresholds) else thresholds
        levels = paths.descending(wanted)
        tp, fp, pos, neg = count_at(seen, levels)
        return cls(paths.closed(tp, fp, pos, neg, levels), pos, neg)

    @classmethod
    def from_counts(
        cls,
        tp: ArrayLike,
        fp: ArrayLike,
        pos: float,
        neg: float,
        *,
        thresholds: ArrayLike | None = None,
    ) -> Self:
        """Take operating points as counts.

        Parameters
        ----------
        tp, fp : array_like of numbers, shape (k,)
            True and false positives, neither ever decreasing. The ends ``(0, 0)`` and
            ``(pos, neg)`` are added where they are missing.
        pos, neg : float
            Totals of the two classes.
        thresholds : array_like of numbers, shape (k,), optional
            Never increasing.

        Returns
        -------
        ConfusionCurve

        Raises
        ------
        ValueError
            Counts that no confusion matrix has, or that decrease.

        Examples
        --------
        Davis & Goadrich (2006), Table 1:

        >>> import prplot as prp
        >>> curve = prp.ConfusionCurve.from_counts([5, 10], [5, 30], 20, 2000)
        >>> curve.recall[1:3].tolist(), curve.precision[1:3].tolist()
        ([0.25, 0.5], [0.5, 0.25])
        """
        pos, neg = paths.total(pos, "pos"), paths.total(neg, "neg")
        if pos + neg == 0:
            raise ValueError("pos and neg are both 0; at least one example is needed")
        tp, fp = paths.checked_counts(tp, fp, pos, neg)
        levels = None if thresholds is None else paths.matching(thresholds, tp)
        return cls(paths.closed(tp, fp, pos, neg, levels), pos, neg)

    @classmethod
    def from_rates(
        cls,
        fpr: ArrayLike,
        tpr: ArrayLike,
        prevalence: float,
        *,
        thresholds: ArrayLike | None = None,
    ) -> Self:
        """Take a ROC curve at a prevalence; masses are shares, ``pos + neg = 1``.

        Parameters
        ----------
        fpr, tpr : array_like of float, shape (k,)
            Rates in [0, 1], neither ever decreasing, as `sklearn.metrics.roc_curve` returns them.
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
            Rates out of range or decreasing; a prevalence that is not inside (0, 1).

        Examples
        --------
        >>> import prplot as prp
        >>> curve = prp.ConfusionCurve.from_rates([0, 0.25, 1], [0, 1, 1], prevalence=0.5)
        >>> curve.precision.round(3).tolist()
        [0.8, 0.8, 0.5]
        """
        pos = paths.inside(prevalence)
        x, y = paths.shares(fpr, "fpr"), paths.shares(tpr, "tpr")
        paths.points(x, y, "fpr and tpr")
        paths.rising(x, "fpr")
        paths.rising(y, "tpr")
        tp, fp = ROC.invert(x, y, pos, 1 - pos)
        return cls.from_counts(tp, fp, pos, 1 - pos, thresholds=thresholds)

    @classmethod
    def from_precision_recall(
        cls,
        precision: ArrayLike,
        recall: ArrayLike,
        prevalence: float,
        *,
        thresholds: ArrayLike | None = None,
        tolerance: float = 0.0,
    ) -> Self:
        """Take points of a published PR curve at a prevalence (Davis & Goadrich 2006, Theorem 3.1).

        Parameters
        ----------
        precision, recall : array_like of float, shape (k,)
            Points in order of recall, rising or (as scikit-learn returns them) falling.
        prevalence : float
            In (0, 1). Masses are shares, ``pos + neg = 1``.
        thresholds : array_like of numbers, shape (k,), optional
            In the order of the points; one fewer, as scikit-learn returns them, will do.
        tolerance : float, default 0
            By how much a printed precision may miss the true one, for points that were rounded:
            0.0005 for three digits. A point that misses what is achievable, or the order of the
            others, by no more is moved there.

        Returns
        -------
        ConfusionCurve

        Raises
        ------
        ValueError
            A point of the unachievable region (Boyd et al. 2012, Theorem 1), values out of range,
            or points that need false positives to decrease.

        Notes
        -----
        At recall 0 the false positives can't be recovered. A point there with precision above 0
        (scikit-learn appends ``(0, 1)``) is the start of the curve. One with precision 0 says that
        negatives lead, not how many. The curve then rises from precision 0 to the next point at
        that point's false positives, so that ``(0, 0), (1, prevalence)`` is the minimum curve. This
        is exact unless the first score with positives is tied with negatives; then the area is a
        lower bound. The threshold there is nan. `from_rates` loses nothing.

        Examples
        --------
        >>> import prplot as prp
        >>> curve = prp.ConfusionCurve.from_precision_recall([1, 0.5], [0.5, 1], prevalence=0.25)
        >>> curve.tp.tolist(), curve.fp.tolist()
        ([0.0, 0.125, 0.25, 0.25], [0.0, 0.0, 0.25, 0.75])
        """
        pos = paths.inside(prevalence)
        slack = paths.total(tolerance, "tolerance")
        tp, fp, levels = counts_of(precision, recall, pos, thresholds, slack)
        return cls(paths.closed(tp, fp, pos, 1 - pos, levels), pos, 1 - pos)


def _unchangeable(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view
