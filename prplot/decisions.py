"""Choosing a threshold: operating points under conditions, and calibrated scores."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, NamedTuple, Self, Unpack

import numpy as np
from numpy.typing import ArrayLike

from prplot.core.calls import answered
from prplot.core.checks import Array, brief, dimensions, floats_of, one_of, user_level
from prplot.core.measures.averaging import left_out, mean_and_deviation
from prplot.core.measures.calibration import calibrated, conditions_of, f_calibrated
from prplot.core.measures.operating_point import (
    COUNTS,
    METRICS,
    Criterion,
    OperatingPoint,
    UnreachableError,
    criteria_of,
)
from prplot.core.record import ConfusionCurve, Observations
from prplot.core.record.observations import CHOICES, lacking, unmasked
from prplot.core.signatures import RowOptions, ScoreOptions
from prplot.core.uncertainty.bands import pointwise_draws, with_intervals
from prplot.core.uncertainty.draws import child
from prplot.core.uncertainty.intervals import Resampling
from prplot.core.uncertainty.resampled import Sample, check_sample
from prplot.inputs.curves import (
    one_curve,
    refuse_beside_curve,
    warn_if_one_class,
    warn_if_suspicious,
)
from prplot.inputs.frames import table_like
from prplot.inputs.resolve import Grouped, curves_of
from prplot.inputs.rows import rows_and_groups
from prplot.inputs.samples import rows_of, warn_of_few

if TYPE_CHECKING:
    import pandas as pd

# What is said of a simultaneous error bar.
NO_BAND = "is a band of a whole curve; an operating point has 'ci'"
# The columns of a table before those of the metrics, and its rows after those of folds.
FIRST = ("threshold", *COUNTS)
MEAN, SPREAD = "mean", "std"


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
    y_true: Any,
    y_score: ArrayLike | None = None,
    *,
    threshold: float | None = None,
    recall: float | None = None,
    precision: float | None = None,
    fpr: float | None = None,
    predicted_positives: float | None = None,
    rate: float | None = None,
    beta: float | None = None,
    cost: tuple[float, float] | None = None,
    errorbar: str | tuple[str, float] | None = None,
    n_boot: int | None = None,
    seed: Any = None,
    clusters: ArrayLike | None = None,
    **options: Unpack[ScoreOptions],
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
    wanted: dict[str, Any] = {"threshold": threshold, "recall": recall, "precision": precision}
    wanted |= {"fpr": fpr, "predicted_positives": predicted_positives, "rate": rate}
    criterion, *others = criteria_of({**wanted, "beta": beta, "cost": cost})
    if others:
        raise TypeError(
            f"operating_point takes exactly one condition, found {criterion} and {others[0]}; "
            "operating_points takes several"
        )
    how = pointwise_draws(errorbar, n_boot, seed, clusters, why_not_simultaneous=NO_BAND)
    given, by = rows_and_groups(y_true, y_score, clusters=clusters, **options)
    own = {key: value for key, value in given.items() if key != "name"}
    curve = one_curve(**own, thresholds=np.unique)
    warn_if_one_class([(None, curve)])
    choice = _Choice.of(curve, criterion)
    if choice.point is None:
        raise UnreachableError(choice.reason)
    if how is None:
        return choice.point
    rows = rows_of(given, by)
    test = _TestSet(curve, None if rows is None else rows[0][0])
    check_sample(test.sample)
    warn_of_few(test.doubts())
    return test.with_intervals([choice], how)[0].point or choice.point


@answered
def operating_points(
    y_true: Any,
    y_score: Any = None,
    *,
    threshold: ArrayLike | None = None,
    recall: ArrayLike | None = None,
    precision: ArrayLike | None = None,
    fpr: ArrayLike | None = None,
    predicted_positives: ArrayLike | None = None,
    rate: ArrayLike | None = None,
    beta: ArrayLike | None = None,
    cost: ArrayLike | None = None,
    units: Any = None,
    errorbar: str | tuple[str, float] | None = None,
    n_boot: int | None = None,
    seed: Any = None,
    clusters: str | ArrayLike | None = None,
    **options: Unpack[RowOptions],
) -> Any:
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
    wanted: dict[str, Any] = {"threshold": threshold, "recall": recall, "precision": precision}
    wanted |= {"fpr": fpr, "predicted_positives": predicted_positives, "rate": rate}
    criteria = criteria_of({**wanted, "beta": beta, "cost": cost})
    how = pointwise_draws(errorbar, n_boot, seed, clusters, why_not_simultaneous=NO_BAND)
    given, by = rows_and_groups(y_true, y_score, units=units, clusters=clusters, **options)
    found = curves_of(given, by, thresholds=np.unique)
    tests = list(_tests(found, None if how is None else rows_of(given, by)))
    warn_if_one_class((one.words, one.curve) for one in tests)
    warn_if_suspicious(found.groups.items())
    chosen = [[_Choice.of(one.curve, criterion) for criterion in criteria] for one in tests]
    lost = [
        f"{test.words}: {one.reason}" if test.words else one.reason
        for test, some in zip(tests, chosen, strict=True)
        for one in some
        if one.point is None
    ]
    if how is not None:
        warn_of_few(doubt for one in tests for doubt in one.doubts())
        chosen = [
            one.with_intervals(some, replace(how, seed=child(how.seed, i)))
            for i, (one, some) in enumerate(zip(tests, chosen, strict=True))
        ]
    rows, apart = _rows_of_table(tests, chosen, how)
    if lost or apart:
        warnings.warn("; ".join([*lost, *apart]), UserWarning, stacklevel=user_level())
    heads = dict.fromkeys(head for row in rows for head in row)
    columns: dict[str, Any] = {head: [row.get(head, math.nan) for row in rows] for head in heads}
    # Of a list pandas makes floats, which do not tell all scores apart.
    columns["threshold"] = np.array(columns["threshold"])
    return table_like(options.get("data"), columns)


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
    curve = one_curve(y_true, y_score, **options)
    point = OperatingPoint.of(curve, Criterion("beta", beta).index(curve), "", beta)
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

    curve = one_curve(y_true, y_score, **options)
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
    if isinstance(y_true, ConfusionCurve):
        curve, own = y_true, {name: options.get(name) for name in ("pos_label", "sample_weight")}
        refuse_beside_curve(**own)
    else:
        curve = one_curve(y_true, y_score, **options)
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


@dataclass(frozen=True)
class _Choice:
    """What became of a criterion: a point and its index on the curve, or why there is none.

    Without a point the recall is 0, that of no predicted positives, unless it is undefined.
    """

    criterion: Criterion
    place: int = 0
    point: OperatingPoint | None = None
    reason: str = ""
    recall: float = math.nan

    @classmethod
    def of(cls, curve: ConfusionCurve, criterion: Criterion) -> Self:
        """Choose a point of a curve; raise an error if the criterion can't be asked of it."""
        try:
            place = criterion.index(curve)
        except UnreachableError as error:
            recall = 0.0 if curve.has_both_classes else math.nan
            return cls(criterion, reason=str(error), recall=recall)
        beta = criterion.value if criterion.kind == "beta" else 1.0
        threshold = criterion.threshold_at(curve, place)
        # It is printed as a float, which must not be infinite.
        floats_of(threshold, "y_score")
        point = OperatingPoint.of(curve, place, str(criterion), beta, threshold)
        return cls(criterion, place, point)

    def number(self, name: str) -> Any:
        """Return a number of the point; without one nan, but for the recall."""
        return getattr(self if self.point is None else self.point, name, math.nan)


@dataclass(frozen=True)
class _TestSet:
    """A curve that points are chosen on, its names in the table, and its rows if they matter."""

    curve: ConfusionCurve
    rows: tuple[Observations, Array | None] | None = None
    group: str | None = None
    fold: str | None = None

    @property
    def words(self) -> str | None:
        """What it is called in warnings."""
        words = [] if self.group is None else [self.group]
        words += [] if self.fold is None else [f"fold {self.fold}"]
        return ", ".join(words) or None

    @cached_property
    def sample(self) -> Sample:
        """What resampling knows of it."""
        if self.rows is not None:
            return Sample.of_rows(*self.rows)
        # At a point of the curve it does not matter what the others are, and in which order.
        return replace(Sample.of(self.curve), unordered=0.0, is_hull=False)

    def doubts(self) -> list[tuple[str | None, str]]:
        """Return reasons to doubt its intervals, or for having none, with its name."""
        refusal = self.sample.refusal()
        if refusal is None:
            return [(self.words, one) for one in self.sample.warnings()]
        # Of a single class another warning tells.
        return [(self.words, refusal)] if self.curve.pos and self.curve.neg else []

    def with_intervals(self, choices: Sequence[_Choice], how: Resampling) -> list[_Choice]:
        """Return the choices with intervals, if there are enough examples."""
        if self.sample.refusal() is not None:
            return list(choices)
        places = [one.place for one in choices if one.point is not None]
        points = [one.point for one in choices if one.point is not None]
        found = iter(with_intervals(self.curve, places, points, self.rows, how))
        return [one if one.point is None else replace(one, point=next(found)) for one in choices]


def _tests(found: Grouped, rows: Any) -> Iterator[_TestSet]:
    """Yield the curves of groups and folds."""
    names = found.fold_names()
    for i, (group, folds) in enumerate(found.groups.items()):
        for j, curve in enumerate(folds):
            own = None if rows is None else rows[i][j]
            yield _TestSet(curve, own, group, names[i][j] if found.are_folds else None)


def _rows_of_table(
    tests: Sequence[_TestSet], choices: Sequence[Sequence[_Choice]], how: Resampling | None
) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the rows of a table, and how many folds their means leave out.

    After the folds of a group come their means and deviations.
    """
    rows: list[dict[str, Any]] = []
    apart: list[str] = []
    pairs = zip(tests, choices, strict=True)
    for group, of_group in groupby(pairs, key=lambda pair: pair[0].group):
        of_tests = [[_row(test, choice, how) for choice in of_test] for test, of_test in of_group]
        rows += chain.from_iterable(of_tests)
        for folds in zip(*of_tests, strict=True) if tests[0].fold is not None else ():
            # The ends of intervals have no mean that means anything.
            heads = [key for key in (*FIRST, *METRICS) if key in folds[0]]
            numbers = {key: [one[key] for one in folds] for key in heads}
            rows += _means(folds[0], numbers)
            start = folds[0]["asked"] if group is None else f"{group}, {folds[0]['asked']}"
            apart += [f"{start}: {one}" for one in left_out(numbers)]
    return rows, apart


def _row(test: _TestSet, choice: _Choice, how: Resampling | None) -> dict[str, Any]:
    """Return a row of a table."""
    row: dict[str, Any] = {} if test.group is None else {"curve": test.group}
    row |= {} if test.fold is None else {"fold": test.fold}
    row["asked"] = str(choice.criterion)
    for name in _columns_of(choice.criterion):
        row[name] = choice.number(name)
        if how is not None and name in METRICS:
            nothing = math.nan, math.nan
            ends = nothing if choice.point is None else choice.point.intervals.get(name, nothing)
            tails = (f"{name} {100 * tail:g} %" for tail in how.tails)
            row |= dict(zip(tails, ends, strict=True))
    return row


def _columns_of(criterion: Criterion) -> list[str]:
    """Return the columns of numbers in the rows of a criterion."""
    # Net benefit is that of a probability.
    is_probability = criterion.kind == "threshold" and 0 <= criterion.value < 1
    fits = {"f_beta": criterion.kind == "beta"}
    fits |= {key: is_probability for key, metric in METRICS.items() if metric.by_odds}
    return [*FIRST, *(key for key in METRICS if fits.get(key, True))]


def _means(
    first: Mapping[str, Any], numbers: Mapping[str, Sequence[float]]
) -> Iterator[dict[str, Any]]:
    """Yield two rows, the mean and the standard deviation of the folds of one criterion."""
    fixed = {key: first[key] for key in ("curve", "asked") if key in first}
    for i, name in enumerate((MEAN, SPREAD)):
        found = {key: mean_and_deviation(values)[i] for key, values in numbers.items()}
        yield {**dict.fromkeys(first, math.nan), **fixed, "fold": name, **found}
