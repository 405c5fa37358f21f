"""Metrics of a curve, called as scikit-learn's metrics are.

Each function takes labels and scores, or one `ConfusionCurve`, and returns a float: for several
classes their average, or with ``average=None`` an array with one value per class.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike

from prplot.core.calls import answered
from prplot.core.checks import one_of
from prplot.core.measures.score_definitions import (
    SCORES,
    area_pr,
    area_prg,
    area_roc,
    mean_f_gain,
    normalized_area_pr,
    normalized_step_area_pr,
)
from prplot.core.record import ConfusionCurve
from prplot.core.signatures import ClassOptions, ScoreOptions
from prplot.inputs.categories import AVERAGES, MEANS
from prplot.inputs.notices import warn_if_one_class
from prplot.inputs.resolve import curves_of, one_model


@answered
def auroc(
    y_true: Any,
    y_score: ArrayLike | None = None,
    *,
    fpr_range: tuple[float, float] = (0, 1),
    **options: Unpack[ClassOptions],
) -> Any:
    """Return the area under the ROC curve.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight, missing, classes, average
    fpr_range : tuple of float, default (0, 1)
        The range of false positive rates to integrate over. The area is not rescaled, unlike
        scikit-learn's with ``max_fpr`` (McClish).

    Returns
    -------
    float, or ndarray of float, shape (n_classes,)
        In [0, 1]; nan with an `UndefinedMetricWarning` if a class is absent.

    Raises
    ------
    ValueError, TypeError
        Invalid labels, scores or weights.

    Notes
    -----
    The area is the share of positive-negative pairs that the scores rank correctly; ties count one
    half. Rows are matched by position.

    Examples
    --------
    >>> import prplot as prp
    >>> prp.auroc([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    0.75
    """
    return value_of(partial(area_roc, fpr_range=fpr_range), y_true, y_score, **options)


@answered
def aucpr(
    y_true: Any,
    y_score: ArrayLike | None = None,
    *,
    recall_range: tuple[float, float] = (0, 1),
    interpolation: str = "exact",
    **options: Unpack[ClassOptions],
) -> Any:
    """Return the exact area under the PR curve.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight, missing, classes, average, recall_range
    interpolation : {"exact", "integer", "linear"}, default "exact"
        "exact": true and false positives change linearly between operating points; "integer":
        chords between whole numbers of true positives, Davis & Goadrich's approximation; "linear":
        chords between operating points, the common mistake, for comparison (without the point
        ``(0, 1)`` that scikit-learn adds).

    Returns
    -------
    float, or ndarray of float, shape (n_classes,)
        In ``[aucpr_min(prevalence, (a, b)), b - a]`` for "exact"; the area is not rescaled. With
        only one class: 0 without positives, ``b - a`` without negatives, and an
        `UndefinedMetricWarning`.

    Raises
    ------
    ValueError, TypeError
        Invalid labels, scores or weights; a range outside [0, 1]; an unknown interpolation.

    Notes
    -----
    Between two operating points precision is a hyperbola in recall (Davis & Goadrich 2006, section
    4); each arc is integrated in closed form.

    "integer" agrees with the published program AUCCalculator, unless no example with the highest
    score is positive: that program then joins the origin to the first point with a positive, which
    may add up to 0.19.

    Examples
    --------
    The worst ranking of one positive and one negative has the lowest area, ``1 - ln 2``:

    >>> import prplot as prp
    >>> round(prp.aucpr([1, 0], [0.1, 0.9]), 6)
    0.306853
    """
    of = partial(area_pr, recall_range=recall_range, interpolation=interpolation)
    return value_of(of, y_true, y_score, **options)


@answered
def aucnpr(
    y_true: Any,
    y_score: ArrayLike | None = None,
    *,
    recall_range: tuple[float, float] = (0, 1),
    **options: Unpack[ClassOptions],
) -> Any:
    """Return the normalised area under the PR curve, as a share of the achievable area.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight, missing, classes, average, recall_range

    Returns
    -------
    float, or ndarray of float, shape (n_classes,)
        In [0, 1] at every prevalence: 0 for the worst ranking, 1 for the best. With only one class:
        0 without positives, 1 without negatives, and an `UndefinedMetricWarning`.

    Raises
    ------
    ValueError, TypeError
        Invalid labels, scores or weights; a range outside [0, 1].

    See Also
    --------
    plot_npr : Draw curves in the space where this is the area under the curve.
    aucpr_min : The lowest area, which is scaled to 0.

    Notes
    -----
    ``(AUCPR - MIN) / (MAX - MIN)`` with ``MAX = b - a`` and MIN as in `aucpr_min` (Boyd et al.
    2012, section 3). On one test set it ranks models as AUCPR does. It still depends on prevalence,
    though less than AUCPR: at low prevalence, random guessing scores about half the prevalence.

    Examples
    --------
    >>> import prplot as prp
    >>> prp.aucnpr([1, 0], [0.1, 0.9]), prp.aucnpr([1, 0], [0.9, 0.1])
    (0.0, 1.0)
    """
    return value_of(
        partial(normalized_area_pr, recall_range=recall_range), y_true, y_score, **options
    )


@answered
def average_precision(
    y_true: Any,
    y_score: ArrayLike | None = None,
    *,
    interpolation: str = "step",
    **options: Unpack[ClassOptions],
) -> Any:
    """Return average precision, a sum over the distinct thresholds.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight, missing, classes, average
    interpolation : {"step", "coco", "voc", "voc07"}, default "step"
        "step": the precision at each threshold, as in information retrieval and scikit-learn. The
        others take the highest precision at a recall or above, as object detection does: "coco" its
        mean at the recalls 0, 0.01, ..., 1, "voc" its integral over recall, "voc07" its mean at the
        recalls 0, 0.1, ..., 1.

    Returns
    -------
    float, or ndarray of float, shape (n_classes,)
        In [0, 1]. With only one class: 0 without positives, 1 without negatives, and an
        `UndefinedMetricWarning`.

    Raises
    ------
    ValueError, TypeError
        Invalid labels, scores or weights; an unknown interpolation.

    See Also
    --------
    ConfusionCurve.from_retrieved : Detections, of which nobody counts the negatives.

    Notes
    -----
    ``sum_k (recall_k - recall_{k-1}) precision_k``, the same as
    `sklearn.metrics.average_precision_score`, also with `average`. Without ties it is the mean of
    the precision at each positive, the average precision of trec_eval.

    "coco" agrees with pycocotools (Lin et al. 2014), "voc" and "voc07" with PASCAL VOC from 2010
    on and before (Everingham et al. 2010, section 4.2), whose recalls are compared exactly (those
    from weights up to rounding). These programs count tied scores one by one; here ties are one
    threshold. Plots and tables call them "coco_ap", "voc_ap" and "voc07_ap".

    Examples
    --------
    >>> import prplot as prp
    >>> round(prp.average_precision([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]), 6)
    0.833333

    Three classes, each against the rest:

    >>> y, scores = ["a", "b", "c"], [[0.7, 0.2, 0.1], [0.5, 0.3, 0.2], [0.1, 0.5, 0.4]]
    >>> prp.average_precision(y, scores, average=None).tolist()
    [1.0, 0.5, 1.0]
    >>> round(prp.average_precision(y, scores), 6)
    0.833333
    """
    known = {"step": "average_precision", "coco": "coco_ap", "voc": "voc_ap", "voc07": "voc07_ap"}
    of = SCORES[known[one_of(interpolation, "interpolation", known)]].of
    return value_of(of, y_true, y_score, **options)


@answered
def normalized_average_precision(
    y_true: Any,
    y_score: ArrayLike | None = None,
    **options: Unpack[ClassOptions],
) -> Any:
    """Return average precision, scaled to 0 for the worst ranking and 1 for the best.

    Parameters
    ----------
    y_true, y_score, pos_label
    sample_weight : array_like of int, shape (n,), optional
        How many times each example counts, 0 or more.
    missing, classes, average

    Returns
    -------
    float, or ndarray of float, shape (n_classes,)
        In [0, 1]. With only one class: 0 without positives, 1 without negatives, and an
        `UndefinedMetricWarning`.

    Raises
    ------
    ValueError, TypeError
        Invalid labels, scores or weights; weights or rates that are not whole, for which no lowest
        average precision is defined.

    See Also
    --------
    average_precision_min : The lowest average precision, which is scaled to 0.

    Notes
    -----
    ``(AP - AP_MIN) / (1 - AP_MIN)`` (Boyd et al. 2012, section 3, with their Theorem 3). The lowest
    average precision differs from the lowest area, `aucpr_min`: it depends on the numbers of
    examples, not only on the prevalence.

    Examples
    --------
    >>> import prplot as prp
    >>> prp.normalized_average_precision([1, 0], [0.1, 0.9])
    0.0
    """
    return value_of(normalized_step_area_pr, y_true, y_score, **options)


@answered
def auprg(
    y_true: Any,
    y_score: ArrayLike | None = None,
    *,
    clip: bool = False,
    **options: Unpack[ClassOptions],
) -> Any:
    """Return the signed area under the Precision-Recall-Gain curve.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight, missing, classes, average
    clip : bool, default False
        Count negative precision gains as 0. The area is then no longer an expected F gain.

    Returns
    -------
    float, or ndarray of float, shape (n_classes,)
        In ``[-(1 - pi) / (2 pi), 1]``, 0 for random guessing; nan with an `UndefinedMetricWarning`
        if a class is absent.

    Raises
    ------
    ValueError, TypeError
        Invalid labels, scores or weights.

    See Also
    --------
    expected_f_gain : What the area means.

    Notes
    -----
    The integral of precision gain over recall gain from 0 to 1, with straight lines between
    operating points. It starts where recall gain is 0 (recall equals the prevalence), between two
    operating points if necessary (Flach & Kull 2015, section 3.3).

    Examples
    --------
    >>> import prplot as prp
    >>> round(prp.auprg([1, 1, 0, 0, 1, 0], [0.8, 0.8, 0.6, 0.4, 0.4, 0.2]), 7)
    0.7083333
    """
    return value_of(partial(area_prg, clip=clip), y_true, y_score, **options)


@answered
def expected_f_gain(
    y_true: Any,
    y_score: ArrayLike | None = None,
    *,
    beta: float = 1,
    **options: Unpack[ClassOptions],
) -> Any:
    """Return the expected F gain of a random operating point.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight, missing, classes, average, beta

    Returns
    -------
    float, or ndarray of float, shape (n_classes,)
        3/4 for a perfect ranking and 1/4 for random guessing (`beta` 1). nan if all negatives are
        ranked before recall reaches the prevalence, as in the worst ranking and often in very small
        data: there are no points to average over. nan with an `UndefinedMetricWarning` if a class
        is absent.

    Raises
    ------
    ValueError, TypeError
        Invalid labels, scores or weights; a negative `beta`.

    See Also
    --------
    f_gain : The F gain of a given point.

    Notes
    -----
    Points are chosen so that ``Delta = recall gain / pi - precision gain / (1 - pi)`` is uniform
    over the part of the curve with recall gain in [0, 1]. With ``A`` the signed `auprg` and ``y0``
    the precision gain at recall gain 0 it is ``(A/2 + 1/4 - pi (1 - y0^2)/4) / (1 - pi (1 - y0))``
    (Flach & Kull 2015, Theorem 3), in general ``(A (1 - pi + b^2 pi) + b^2 (1 - pi)/2 + pi y0^2/2)
    / ((1 + b^2) (1 - pi (1 - y0)))``. The expected ``1 / F_1`` is ``(1 - (1 - pi) E) / pi``.

    Examples
    --------
    >>> import prplot as prp
    >>> prp.expected_f_gain([1, 1, 0], [0.9, 0.8, 0.1])
    0.75
    """
    return value_of(partial(mean_f_gain, beta=beta), y_true, y_score, **options)


def value_of(
    of: Callable[[ConfusionCurve], float],
    y_true: Any,
    y_score: Any,
    *,
    classes: Sequence[Any] | None = None,
    average: str | None = "macro",
    thresholds: Any = None,
    **options: Unpack[ScoreOptions],
) -> Any:
    """Return the value of one curve, counted at thresholds, or the average over classes."""
    if average is not None:
        one_of(average, "average", AVERAGES)
    rows = one_model(y_true=y_true, y_score=y_score, classes=classes, **options)
    has_classes = rows.belongs is not None
    pooled = average if average == "micro" and has_classes else None
    found = curves_of(rows, average=pooled, thresholds=thresholds)
    curves = [curve for (curve,) in found.groups.values()]
    warn_if_one_class(zip(found.groups, curves, strict=True))
    values = [of(curve) for curve in curves]
    if not has_classes:
        return values[0]
    if average is None:
        return np.array(values)
    weights = MEANS[average](curves) if average in MEANS else None
    return float(np.average(values, weights=weights))
