"""Choosing a threshold: operating points under conditions, and calibrated scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np
from numpy.typing import ArrayLike

from prplot.core.calls import answered
from prplot.core.checks import Array, brief, dimensions, one_of
from prplot.core.measures.averaging import Row, with_means
from prplot.core.measures.operating_point import (
    COUNTS,
    CRITERIA,
    METRICS,
    ChosenPoint,
    Criterion,
    OperatingPoint,
    calibrated,
    conditions_of,
    criteria_of,
    f_calibrated,
)
from prplot.core.record import ConfusionCurve
from prplot.core.record.observations import CHOICES, lacking, unmasked
from prplot.core.signatures import PointOptions, PointsOptions, ScoreOptions
from prplot.core.uncertainty.bands import pointwise_draws, with_intervals
from prplot.core.uncertainty.draws import Resampling, child
from prplot.core.uncertainty.intervals import NO_ENDS, with_ends
from prplot.core.uncertainty.resampled import Sample, check_sample
from prplot.inputs.frames import table_like
from prplot.inputs.notices import warn_if_one_class, warn_if_suspicious, warn_of_few
from prplot.inputs.resolve import Fold, curves_of, single_curve
from prplot.inputs.rows import Rows

if TYPE_CHECKING:
    import pandas as pd

# What is said of a simultaneous error bar.
NO_BAND = "is a band of a whole curve; an operating point has 'ci'"
# The columns of a table before those of the metrics.
FIRST = ("threshold", *COUNTS)


class BestThreshold(NamedTuple):
    """The threshold with the highest F score, and its operating point.

    Attributes
    ----------
    threshold : float
        Scores at or above it are predicted positive.
    tp, fp : int or float
        Counts there.
    precision, recall, f_score : float
        Metrics there.
    """

    threshold: float
    tp: float
    fp: float
    precision: float
    recall: float
    f_score: float


@answered
def operating_point(
    y_true: Any, y_score: ArrayLike | None = None, **options: Unpack[PointOptions]
) -> OperatingPoint:
    """Return the operating point at a threshold, or the best one under a condition.

    Pass exactly one of the arguments from `threshold` to `cost`.

    Parameters
    ----------
    y_true : array_like, shape (n,), or ConfusionCurve
        Labels, or a curve, scanned or not, instead of labels and scores.
    y_score : array_like of numbers, shape (n,), optional
        Scores; higher means more likely positive.
    threshold : float, optional
        Predict positive if the score is at least this, for example to evaluate on test data a
        threshold chosen on tuning data.
    recall : float, optional
        The highest precision with at least this recall, in [0, 1]; ties go to the highest recall.
    precision : float, optional
        The highest recall with at least this precision, in [0, 1].
    fpr : float, optional
        The highest recall with at most this false positive rate, in [0, 1].
    predicted_positives : float, optional
        As many predicted positives as possible up to this number (a sum of weights); examples
        with equal scores stay together.
    rate : float, optional
        As many predicted positives as possible up to this share of all examples, in [0, 1].
    beta : float, optional
        The highest F score with this weight of recall, 0 or more.
    cost : (float, float), optional
        The lowest total cost, given the costs of a false positive and of a false negative.
    errorbar : "ci" or ("ci", level), optional
        Also return a confidence interval for each metric at this threshold, at a level in percent,
        by default 95. Metrics are optimistic if the threshold was chosen on the same data, and no
        interval corrects that.
    n_boot : int, optional
        Number of bootstrap draws, by default 2000; ignored, as is `seed`, without `errorbar`.
    seed
    clusters : array_like, shape (n,), optional
        The cluster of each row, such as its patient; dependent rows are drawn together.
    pos_label, sample_weight
    missing

    Returns
    -------
    OperatingPoint
        The threshold, the counts tp, fp, fn and tn, all metrics, and the condition. Ties go to the
        highest threshold. A given `threshold` is returned unchanged.

    Raises
    ------
    UnreachableError
        A ValueError: no threshold meets the condition (the message says which comes nearest), or
        the data lack the class that it concerns.
    ValueError, TypeError
        No condition or several, numbers out of range, invalid data; a threshold between those of a
        curve that does not list all scores; with `errorbar`, fewer than 10 positives or negatives.

    Warns
    -----
    UndefinedMetricWarning
        Only one class is present.
    FewExamplesWarning
        The coverage of intervals may be below their level.

    See Also
    --------
    operating_points : A table for several conditions, groups and folds.
    plot_thresholds : Metrics against the threshold.
    best_threshold : Only the threshold with the highest F score.

    Notes
    -----
    Conditions are checked at every distinct score and nowhere in between, so no mixture of
    thresholds is needed. A scanned or published curve is checked at its own points, which are
    exact. Intervals are for a fixed threshold at the prevalence of the data: the rates of both
    classes are drawn from the Bayesian bootstrap with half a row beyond each end, which without
    weights and clusters gives Jeffreys' intervals for a binomial proportion. A metric undefined at
    the point has none.

    Examples
    --------
    >>> import prplot as prp
    >>> y_true, y_score = [1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]
    >>> point = prp.operating_point(y_true, y_score, recall=0.8)
    >>> point.threshold, point.recall, point.fp
    (0.7, 1.0, 1)
    >>> prp.operating_point(y_true, y_score, threshold=0.85).precision
    1.0
    """
    criterion, *others = criteria_of({key: options.get(key) for key in CRITERIA})
    if others:
        raise TypeError(
            f"operating_point takes exactly one condition, found {criterion} and {others[0]}; "
            "operating_points takes several"
        )
    how = pointwise_draws(options, why_not_simultaneous=NO_BAND)
    curve, found = single_curve(y_true, y_score, thresholds=np.unique, **options)
    warn_if_one_class([(None, curve)])
    choice = ChosenPoint.of(curve, criterion)
    point = choice.checked()
    if how is not None:
        (fold,) = found.each()
        check_sample(_sample(fold))
        (point,), doubts = _with_intervals(fold, [choice], how)
        warn_of_few((None, doubt) for doubt in doubts)
    return point


@answered
def operating_points(y_true: Any, y_score: Any = None, **options: Unpack[PointsOptions]) -> Any:
    """Return a table of operating points, with a row for each condition, group and fold.

    Parameters
    ----------
    y_true
    y_score : array_like of numbers, shape (n,) or (n, n_classes), dict of name to these, or table
        Scores; higher means more likely positive. Several models are a dict by name, or a table
        whose columns are not named after the labels. Three or more columns, one per label, are
        classes, each against the rest: in sorted label order, unless a table's columns are named
        after the labels.
    threshold, recall, precision, fpr, predicted_positives, rate, beta : float or sequence, optional
        Conditions as in `operating_point`, with a row for each number.
    cost : (float, float) or sequence of these, optional
        Costs of a false positive and of a false negative, with a row for each pair.
    data
    hue : str or array_like, optional
        A column, or an array with one value per row, that groups the rows.
    hue_order
    units : str or array_like, optional
        A column, or an array with one value per row, that divides each group into folds.
    pos_label, sample_weight, missing
    name : str, optional
        The name of a single curve in the table.
    errorbar : "ci" or ("ci", level), optional
        Add the ends of a confidence interval after each metric, at a level in percent, by default
        95, as in `operating_point`. Each fold is a test set of its own.
    n_boot : int, optional
        Number of bootstrap draws, by default 2000; ignored, as is `seed`, without `errorbar`.
    seed, clusters

    Returns
    -------
    pandas.DataFrame, or a table of the same library as `data`
        Columns: curve (if curves have names), fold (if there are folds), asked, threshold, tp, fp,
        fn, tn and the metrics precision, recall, f1, f_gain, specificity, fpr, accuracy,
        balanced_accuracy, mcc, queue_rate and lift; f_beta if `beta` is given, and net_benefit and
        standardized_net_benefit for a `threshold` in [0, 1). After the folds of a group, the rows
        "mean" and "std" give the mean and the standard deviation (with ``n - 1``) over the folds in
        which a number is defined, as in `summary`. Folds that do not meet the condition predict
        nothing positive and count with a recall of 0. With ``errorbar="ci"``
        columns such as "recall 2.5 %" and "recall 97.5 %" follow each metric.

    Raises
    ------
    ValueError, TypeError
        No condition, or invalid input.

    Warns
    -----
    UserWarning
        No threshold of a curve meets a condition, or its data lack a class for it; its row is nan,
        with a recall of 0 unless a class is missing. For folds, the warning also says how many the
        means leave out.
    SuspiciousScoresWarning
        With at least 10 examples of each class, AUROC is below 0.3; or scores are 0 and 1 only.
    UndefinedMetricWarning
        Only one class is present.
    FewExamplesWarning
        With ``errorbar="ci"``: the test set is too small for reliable intervals, or for any.

    See Also
    --------
    operating_point : A single point, as an object.

    Examples
    --------
    >>> import prplot as prp
    >>> y_true, y_score = [1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]
    >>> table = prp.operating_points(y_true, y_score, recall=[0.5, 1])
    >>> table[["asked", "threshold", "tp", "fp"]]
                       asked  threshold  tp  fp
    0  recall of at least 0.5        0.9   1   0
    1    recall of at least 1        0.7   2   1
    """
    criteria = criteria_of({key: options.get(key) for key in CRITERIA})
    how = pointwise_draws(options, why_not_simultaneous=NO_BAND)
    found = curves_of(Rows.of(y_true=y_true, y_score=y_score, **options), thresholds=np.unique)
    warn_if_one_class((one.words, one.curve) for one in found.each())
    warn_if_suspicious(found.groups.items())
    rows, lost, doubts = list[list[Row]](), list[str](), list[tuple[str | None, str]]()
    for i, test in enumerate(found.each()):
        chosen = [ChosenPoint.of(test.curve, criterion) for criterion in criteria]
        start = f"{test.words}: " if test.words else ""
        lost += [f"{start}{one.reason}" for one in chosen if one.reason]
        points = [one.point for one in chosen]
        if how is not None:
            points, reasons = _with_intervals(test, chosen, replace(how, seed=child(how.seed, i)))
            doubts += [(test.words, reason) for reason in reasons]
        rows.append([_row(test, *pair, how) for pair in zip(criteria, points, strict=True)])
    warn_of_few(doubts)
    # The ends of intervals have no mean that means anything.
    table = with_means(rows, (*FIRST, *METRICS) if found.are_folds else (), lost)
    return table_like(options.get("data"), table)


@answered
def best_threshold(
    y_true: Any,
    y_score: Any = None,
    *,
    beta: float = 1,
    **options: Unpack[ScoreOptions],
) -> BestThreshold:
    """Return the threshold with the highest F score, and its operating point.

    Parameters
    ----------
    y_true : array_like, shape (n,), or ConfusionCurve
        Labels, or a curve instead of labels and scores.
    y_score : array_like of numbers, shape (n,), optional
        Scores; higher means more likely positive.
    beta : float, default 1
        Weight of recall, 0 or more; with a curve, it may be the second argument.
    pos_label, sample_weight, missing

    Returns
    -------
    BestThreshold
        A tuple ``(threshold, tp, fp, precision, recall, f_score)``; ties go to the highest
        threshold. The threshold is nan if a published curve has none.

    Raises
    ------
    ValueError, TypeError
        Invalid data, a negative `beta`, no positives.

    See Also
    --------
    operating_point : Other conditions, and all metrics of the point.

    Notes
    -----
    The best point lies on the hull (Flach & Kull 2015, section 3.4). Its score is optimistic on the
    data it was chosen on: choose it on tuning data.

    Examples
    --------
    >>> import prplot as prp
    >>> prp.best_threshold([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).threshold
    0.7
    """
    if isinstance(y_true, ConfusionCurve) and y_score is not None and dimensions(y_score) == 0:
        # As in best_threshold(curve, 2).
        if beta != 1:
            raise TypeError(f"beta is given twice, found {brief(y_score)} and {brief(beta)}")
        y_score, beta = None, y_score
    curve, _ = single_curve(y_true, y_score, **options)
    point = ChosenPoint.of(curve, Criterion("beta", beta)).checked()
    return BestThreshold(
        point.threshold, point.tp, point.fp, point.precision, point.recall, point.f_beta
    )


@answered
def operating_conditions(
    y_true: Any, y_score: ArrayLike | None = None, **options: Unpack[ScoreOptions]
) -> pd.DataFrame:
    """Return the costs and betas for which each vertex of the ROC hull is optimal.

    Parameters
    ----------
    y_true : array_like, shape (n,), or ConfusionCurve
        Labels, or a curve instead of labels and scores.
    y_score : array_like of numbers, shape (n,), optional
        Scores; higher means more likely positive.
    pos_label, sample_weight, missing

    Returns
    -------
    pandas.DataFrame
        A row for each vertex of the hull, best score first, with the columns threshold, tp,
        fp, recall, precision, recall_gain, precision_gain and

        - c_low, c_high: the vertex has the highest accuracy for ``c`` in between, if a false
          positive costs ``c`` and a false negative ``1 - c``;
        - beta2_low, beta2_high: the vertex has the highest ``F_beta`` for ``beta^2`` in between;
          nan for the start, and for an end that is best for no ``beta``.

    Raises
    ------
    ValueError, TypeError
        Invalid data.

    See Also
    --------
    best_threshold : The vertex for a given beta.
    f_calibrate, calibrate : The same limits as calibrated scores.

    Notes
    -----
    Two neighbouring vertices have equal costs at the share of positives between them,
    ``c = dtp / (dtp + dfp)``, and equal F scores at ``beta^2 = -(1/p_1 - 1/p_2) / (1/r_1 - 1/r_2)``
    (Flach & Kull 2015, Theorem 4). In their accuracy ``acc_c``, ``c`` and ``1 - c`` are swapped.

    Examples
    --------
    >>> import prplot as prp
    >>> curve = prp.ConfusionCurve.from_counts([4, 8], [1, 11], pos=28, neg=400)
    >>> table = prp.operating_conditions(curve)
    >>> table.tp.tolist(), table.c_low.round(3).tolist(), table.c_high.round(3).tolist()
    ([0, 4, 8, 28], [0.8, 0.286, 0.049, 0.0], [1.0, 0.8, 0.286, 0.049])
    >>> table.beta2_low.round(3).tolist(), table.beta2_high.round(3).tolist()
    ([nan, 0.0, 0.321, 5.164], [nan, 0.321, 5.164, inf])
    """
    import pandas as pd

    curve, _ = single_curve(y_true, y_score, **options)
    hull = curve.hull()
    names = ["tp", "fp", "recall", "precision", "recall_gain", "precision_gain"]
    columns = {name: getattr(hull, name) for name in ("thresholds", *names)}
    columns = {"threshold": columns.pop("thresholds"), **columns, **conditions_of(hull)}
    return pd.DataFrame(columns)


@answered
def f_calibrate(y_true: Any, y_score: ArrayLike, **options: Unpack[ScoreOptions]) -> Array:
    """Return scores calibrated for the F score: threshold ``d`` is best for ``beta^2 = 1/d - 1``.

    Parameters
    ----------
    y_true : array_like, shape (n,), or ConfusionCurve
        Labels of the examples, or the curve of the data to learn the calibration from.
    y_score : array_like of numbers
        Raw scores: with labels, those to learn the calibration from; with a curve, those of any
        data.
    pos_label, sample_weight
    missing : {"raise", "drop"}, default "raise"
        Refuse rows that lack a label, score or weight (None, NaN, NaT, pandas.NA, null or masked),
        or drop them with a warning; a missing score then becomes nan. ``+inf`` is an error.

    Returns
    -------
    ndarray of float
        For each score, ``d`` of its segment of the Precision-Recall-Gain hull, in [0, 1]; never
        decreasing with the score.

    Raises
    ------
    ValueError, TypeError
        Invalid data, a curve without thresholds, only one class.

    Notes
    -----
    ``d = 1 / (1 + beta^2)`` (Flach & Kull 2015, equation 7). Predicting positive if
    ``d >= 1 / (1 + beta^2)`` maximises ``F_beta`` on the data of the curve.

    Examples
    --------
    >>> import prplot as prp
    >>> curve = prp.ConfusionCurve.from_scores([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> prp.f_calibrate(curve, [0.9, 0.8, 0.1]).round(3).tolist()
    [1.0, 0.667, 0.0]
    """
    return _calibrated(f_calibrated, y_true, y_score, **options)


@answered
def calibrate(y_true: Any, y_score: ArrayLike, **options: Unpack[ScoreOptions]) -> Array:
    """Return calibrated scores: shares of positives, by isotonic regression.

    Parameters
    ----------
    y_true : array_like, shape (n,), or ConfusionCurve
        Labels of the examples, or the curve of the data to learn the calibration from.
    y_score : array_like of numbers
        Raw scores: with labels, those to learn the calibration from; with a curve, those of any
        data.
    pos_label, sample_weight
    missing : {"raise", "drop"}, default "raise"
        Refuse rows that lack a label, score or weight (None, NaN, NaT, pandas.NA, null or masked),
        or drop them with a warning; a missing score then becomes nan. ``+inf`` is an error.

    Returns
    -------
    ndarray of float
        For each score, ``c`` of its segment of the ROC hull, in [0, 1]; never decreasing with the
        score.

    Raises
    ------
    ValueError, TypeError
        Invalid data, a curve without thresholds, only one class.

    Notes
    -----
    ``c = pi r / (pi r + 1 - pi) = dtp / (dtp + dfp)`` for a segment of slope ``r``, as in isotonic
    regression (Flach & Kull 2015, section 1). A score between two thresholds belongs to the segment
    of the lower one; scikit-learn interpolates there.

    Examples
    --------
    >>> import prplot as prp
    >>> curve = prp.ConfusionCurve.from_scores([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> prp.calibrate(curve, [0.9, 0.8, 0.1]).tolist()
    [1.0, 0.5, 0.0]
    """
    return _calibrated(calibrated, y_true, y_score, **options)


def _calibrated(
    calibration: Callable[[ConfusionCurve, Any], Array],
    y_true: Any,
    y_score: Any,
    **options: Unpack[ScoreOptions],
) -> Array:
    """Return scores calibrated by a curve, or by the curve of their labels; see `calibrate`."""
    is_curve = isinstance(y_true, ConfusionCurve)
    curve, _ = single_curve(y_true, None if is_curve else y_score, **options)
    if one_of(options.get("missing", "raise"), "missing", CHOICES) == "raise":
        return calibration(curve, y_score)
    scores = unmasked(y_score, "y_score")
    known = ~lacking(scores.ravel()).reshape(scores.shape)
    values = np.ma.getdata(scores)[known]
    # Objects that are numbers get the type of numbers; missing scores become nan.
    values = values if values.dtype.kind != "O" else np.array(values.tolist())
    found = np.full(scores.shape, np.nan)
    found[known] = calibration(curve, values)
    return found


def _sample(fold: Fold) -> Sample:
    """Return what resampling knows of the examples of a curve."""
    if fold.rows is not None:
        return Sample.of_rows(*fold.rows)
    # At a point of the curve it does not matter what the others are, and in which order.
    return replace(Sample.of(fold.curve), unordered=0.0, is_hull=False)


def _with_intervals(
    fold: Fold, chosen: Sequence[ChosenPoint], how: Resampling
) -> tuple[list[OperatingPoint], Iterable[str]]:
    """Return points with intervals, if there are enough examples, and reasons to doubt these."""
    sample = _sample(fold)
    refusal = sample.refusal()
    if refusal is None:
        return with_intervals(fold.curve, chosen, fold.rows, how), sample.warnings()
    # Of a single class another warning tells.
    return [one.point for one in chosen], [refusal] if fold.curve.has_both_classes else []


def _row(test: Fold, criterion: Criterion, point: OperatingPoint, how: Resampling | None) -> Row:
    """Return a row of a table."""
    # Net benefit is that of a probability.
    is_probability = criterion.kind == "threshold" and 0 <= criterion.value < 1
    fits = {key: is_probability for key, metric in METRICS.items() if metric.by_odds}
    fits["f_beta"] = criterion.kind == "beta"
    numbers = {key: getattr(point, key) for key in (*FIRST, *METRICS) if fits.get(key, True)}
    if how is not None:
        numbers = with_ends(numbers, {**dict.fromkeys(METRICS, NO_ENDS), **point.intervals}, how)
    names = {"curve": test.group, "fold": test.name, "asked": point.asked}
    return {key: name for key, name in names.items() if name is not None} | numbers
