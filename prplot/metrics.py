"""Numbers of a curve, with the signatures of scikit-learn's metrics.

Each function takes labels and scores, or one `ConfusionCurve`, and returns a float.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from numpy.typing import ArrayLike

from prplot.core import areas
from prplot.core.counts import ConfusionCurve
from prplot.inputs.curves import one_curve, warn_if_one_class


def auroc(
    y_true: Any,
    y_score: ArrayLike | None = None,
    *,
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | None = None,
    fpr_range: tuple[float, float] = (0, 1),
) -> float:
    """Return the area under the ROC curve.

    Parameters
    ----------
    y_true : array_like, shape (n,), or ConfusionCurve
        Labels, or a ready curve as the only positional argument.
    y_score : array_like of numbers, shape (n,)
        Scores; higher means more likely positive.
    pos_label : hashable, optional
        The positive label; by default 1 (or True) among 0/1, -1/1 or booleans.
    sample_weight : array_like of numbers, shape (n,), optional
        Nonnegative weights.
    fpr_range : tuple of float, default (0, 1)
        Part of the false positive rates to integrate over; the area is not rescaled (scikit-learn's
        ``max_fpr`` is, after McClish).

    Returns
    -------
    float
        In [0, 1]; nan with an `UndefinedMetricWarning` if a class is absent.

    Raises
    ------
    ValueError, TypeError
        Different lengths, no examples, NaN or infinite scores, unknown labels, wrong weights.

    Notes
    -----
    The share of pairs of a positive and a negative that the scores order rightly, ties counting one
    half. Rows are matched by position.

    Examples
    --------
    >>> import prplot as prp
    >>> prp.auroc([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    0.75
    """
    curve = _curve(y_true, y_score, pos_label, sample_weight)
    return areas.area_roc(curve, fpr_range)


def aucpr(
    y_true: Any,
    y_score: ArrayLike | None = None,
    *,
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | None = None,
    recall_range: tuple[float, float] = (0, 1),
    interpolation: str = "exact",
) -> float:
    """Return the area under the PR curve, the exact integral of its arcs.

    Parameters
    ----------
    y_true : array_like, shape (n,), or ConfusionCurve
        Labels, or a ready curve as the only positional argument.
    y_score : array_like of numbers, shape (n,)
        Scores; higher means more likely positive.
    pos_label : hashable, optional
        The positive label; by default 1 (or True) among 0/1, -1/1 or booleans.
    sample_weight : array_like of numbers, shape (n,), optional
        Nonnegative weights.
    recall_range : tuple of float, default (0, 1)
        Part of the recalls to integrate over, ``0 <= a < b <= 1``; the area is not rescaled.
    interpolation : {"exact", "integer", "linear"}, default "exact"
        "exact": true and false positives move linearly between operating points; "integer": chords
        between whole true positives, Davis & Goadrich's approximation; "linear": chords between
        operating points, the common mistake, offered for comparison (without the point
        ``(0, 1)`` that scikit-learn's curve adds).

    Returns
    -------
    float
        In ``[aucpr_min(prevalence, (a, b)), b - a]`` for "exact". One class only: 0 without
        positives, ``b - a`` without negatives, with an `UndefinedMetricWarning`.

    Raises
    ------
    ValueError, TypeError
        Different lengths, no examples, NaN or infinite scores, unknown labels, wrong weights; a
        range outside [0, 1]; an unknown interpolation.

    Notes
    -----
    Between two operating points precision is a hyperbola in recall (Davis & Goadrich 2006, section
    4); each arc is integrated in closed form.

    Examples
    --------
    The worst ranking of one positive and one negative has the lowest area, ``1 - ln 2``:

    >>> import prplot as prp
    >>> round(prp.aucpr([1, 0], [0.1, 0.9]), 6)
    0.306853
    """
    curve = _curve(y_true, y_score, pos_label, sample_weight)
    return areas.area_pr(curve, recall_range, interpolation)


def average_precision(
    y_true: Any,
    y_score: ArrayLike | None = None,
    *,
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    """Return average precision, the step sum over distinct thresholds.

    Parameters
    ----------
    y_true : array_like, shape (n,), or ConfusionCurve
        Labels, or a ready curve as the only positional argument.
    y_score : array_like of numbers, shape (n,)
        Scores; higher means more likely positive.
    pos_label : hashable, optional
        The positive label; by default 1 (or True) among 0/1, -1/1 or booleans.
    sample_weight : array_like of numbers, shape (n,), optional
        Nonnegative weights.

    Returns
    -------
    float
        In [0, 1]. One class only: 0 without positives, 1 without negatives, with an
        `UndefinedMetricWarning`.

    Raises
    ------
    ValueError, TypeError
        Different lengths, no examples, NaN or infinite scores, unknown labels, wrong weights.

    Notes
    -----
    ``sum_k (recall_k - recall_{k-1}) precision_k``, the same as
    `sklearn.metrics.average_precision_score`.

    Examples
    --------
    >>> import prplot as prp
    >>> round(prp.average_precision([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]), 6)
    0.833333
    """
    return areas.step_area_pr(_curve(y_true, y_score, pos_label, sample_weight))


def _curve(
    y_true: Any,
    y_score: ArrayLike | None,
    pos_label: Hashable | None,
    sample_weight: ArrayLike | None,
) -> ConfusionCurve:
    curve = one_curve(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    warn_if_one_class([curve], stacklevel=3)
    return curve
