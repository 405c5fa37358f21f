"""Metrics against the threshold, in exact steps, and decision curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

import numpy as np
from matplotlib.axes import Axes

from prplot.core.calls import answered
from prplot.core.checks import FloatArray, in_full
from prplot.core.measures.metric_steps import (
    LAST,
    THRESHOLD,
    GroupMetrics,
    MetricSteps,
    StepFunction,
    WantedMetrics,
)
from prplot.core.measures.operating_point import METRICS, Criterion
from prplot.core.signatures import ThresholdOptions
from prplot.core.uncertainty.bands import POINTWISE, cells_at, edges_at_thresholds, picked
from prplot.core.uncertainty.draws import child
from prplot.draw.axes import check_ticks, checked_axes, resolved_axes
from prplot.draw.scene_artist import scene_of
from prplot.draw.style import BAND, CURVE, MINIMUM, merged, merged_fill, merged_region
from prplot.draw.tex import check_formulas
from prplot.inputs.curves import warn_if_one_class, warn_if_suspicious
from prplot.inputs.resolve import Grouped, curves_of
from prplot.inputs.samples import progress_bar, rows_of
from prplot.plots.analyses.metric_figure import KINDS, MetricFigure, add_axis_above, compose, dress
from prplot.plots.figure.arguments import Options, checked_legend
from prplot.plots.figure.figure import name_positive, show
from prplot.plots.figure.groups import BY_THRESHOLD, Look, level_ranks

# What one class leaves undefined.
UNDEFINED = "metrics that need the other class are undefined and not drawn"


@answered
def plot_thresholds(
    y_true: Any,
    y_score: Any = None,
    *,
    metrics: str | Sequence[str] = ("precision", "recall", "f1"),
    beta: float = 1,
    mark: Any = None,
    x: str = "threshold",
    show_min: bool | None = None,
    show_rate: bool | None = None,
    min_kws: Mapping[str, Any] | None = None,
    mark_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
    **options: Unpack[ThresholdOptions],
) -> Axes:
    """Draw metrics against the threshold, in exact steps, and mark the best thresholds.

    Parameters
    ----------
    y_true, y_score
    metrics : str or sequence of str, default ("precision", "recall", "f1")
        The metrics to draw: "precision", "recall", "f1", "f_beta", "f_gain", "specificity", "fpr",
        "accuracy", "balanced_accuracy", "mcc", "queue_rate" (the share predicted positive), "lift",
        "net_benefit" or "standardized_net_benefit".
    beta
    mark : dict, list of dict, or bool, optional
        Thresholds to mark. By default, and with True, the best one for each metric whose best value
        lies between the ends: F scores and gains, accuracies and MCC. A dict marks thresholds that
        meet conditions, such as ``{"recall": 0.8}`` or ``{"precision": [0.8, 0.9]}``: "threshold",
        "recall" or "precision" (at least), "fpr", "rate" or "predicted_positives" (at most), "beta"
        (the best F score) or "cost", a pair (of a false positive, of a false negative). Thresholds
        of folds are ticks at the bottom. False marks none. Marks of several metrics in several
        groups are named in the legend, others at their points if there is room.
    x : {"threshold", "rate"}, default "threshold"
        The x axis: the threshold, or the share predicted positive.
    data
    hue : str or array_like, optional
        A column, or an array with one value per row, that divides the rows into groups. Colours
        then show groups, and dashes show metrics.
    hue_order
    palette : str, sequence of colours, dict of name to colour, or Colormap, optional
        Colours of the groups, or of the metrics if there is one group; by default the colour cycle
        of the axes.
    units, clusters, pos_label, classes, sample_weight, missing
    name : str, optional
        The name of a single model in the legend, before those of the metrics.
    label
    color : colour, optional
        The colour of a single model; its metrics then have different dashes.
    errorbar, n_boot, seed
    show_min : bool, optional
        Shade the precision that is impossible at the recall of each threshold (Boyd et al. 2012,
        Theorem 1), by default for a single model without folds. For several, True draws the
        borders.
    show_rate : bool, optional
        Add an axis above with the share predicted positive, or with the threshold if `x` is "rate";
        by default for a single model. Folds have none.
    legend, curve_kws, band_kws, min_kws, mark_kws, ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input: an unknown metric or condition, a condition that no threshold meets, a curve
        without thresholds, thresholds beyond 1e306 (where an axis can't have ticks), or a band that
        the data do not allow; nothing is drawn.

    Warns
    -----
    UndefinedMetricWarning
        Only one class is present.

    See Also
    --------
    best_threshold : The threshold with the best F score, as a number.
    plot_f_gain : The best threshold for every beta.
    plot_net_benefit : Decision curves.
    plot_pr : With ``thresholds=``, operating points on the curve itself.

    Notes
    -----
    Scores at or above the threshold ``t`` are predicted positive, so a metric at ``t`` is that of
    the lowest score at or above ``t``: it jumps exactly at the distinct scores. With millions of
    scores, each fraction of a pixel shows the whole range of the metric in it. Above the highest
    score nothing is predicted positive, and precision is undefined.

    With ``x="rate"``, ``metrics=["recall"]`` is the cumulative gains chart and ``metrics=["lift"]``
    the lift chart. Lift is precision divided by the prevalence. Within a tie, the line is that of a
    part of the tied examples, chosen at random.

    The minimum precision at recall ``r`` and prevalence ``pi`` is ``pi r / (1 - pi + pi r)``.

    A `ConfusionCurve` may not list all scores: one made from scores omits those that only negatives
    have (unless it was made with ``thresholds=np.unique``), a scan those inside its bins, and a
    published curve all but a few. There, straight lines join the known points, and a band shows the
    bounds of the metric.

    Scores crowded near 0 and 1 spread out after ``ax.set_xscale("logit")``, or with ``x="rate"``;
    ``use_overline=True`` gives that scale shorter labels.

    Folds are averaged at equal thresholds; mean precision ends where a fold predicts no positives.
    A band of one test set is pointwise and takes thresholds as given: the best threshold was chosen
    on the same data, so its metric is optimistic.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_thresholds([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('Threshold', 'Metric')
    """
    checked = Options.of(y_true, y_score, estimator="vertical", **options)
    wanted = WantedMetrics.of(metrics, beta, x, mark)
    border, region = merged_region(MINIMUM, min_kws, "min_kws")
    styles = {"min": border, "region": region, "mark": merged({}, mark_kws, "mark_kws")}
    styles["band"] = merged_fill(BAND, options.get("band_kws"), "band_kws")
    wished_legend = checked_legend(checked.given["legend"])
    found = curves_of(checked.data, checked.by, thresholds=np.unique)
    _check_groups(found, checked, wanted)
    look, by_metric = _look(found, checked, wanted)
    drawn = _drawn(found, wanted, checked, show_rate=show_rate)
    chosen = [[one.chosen(target) for target in wanted.targets] for one in drawn]
    drawn = _with_intervals(drawn, checked, wanted)
    checked_axes(ax, kind=KINDS[x])
    shown = [(key, fold) for key, folds in found.groups.items() for fold in folds]
    warn_if_one_class(shown, undefined=UNDEFINED)
    warn_if_suspicious(found.groups.items())

    ax = resolved_axes(ax)
    own, before, styles["curve"] = look.colors(ax), scene_of(ax), look.style
    colors = [own] if by_metric else [[color] * len(wanted.keys) for color in own]
    figure = MetricFigure(wanted, drawn, chosen, colors, by_metric, styles, before, wished_legend)
    dress(ax, figure)
    name_positive(ax.yaxis, ax.get_ylabel(), found.positive)
    assert checked.averaging is not None
    words = checked.averaging.band_words if checked.band is None else checked.band.words
    ranks = level_ranks(found)
    marks = compose(figure, show_min=show_min, band_words=words, ranks=ranks)
    show(ax, marks, wished_legend, (0.5, 0.0))
    add_axis_above(ax, figure, show_rate=show_rate)
    return ax


@answered
def plot_net_benefit(
    y_true: Any,
    y_score: Any = None,
    *,
    standardized: bool = False,
    mark: Any = None,
    mark_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
    **options: Unpack[ThresholdOptions],
) -> Axes:
    """Draw decision curves: net benefit against the threshold probability.

    Parameters
    ----------
    y_true
    y_score : array_like of numbers, shape (n,) or (n, n_classes), dict of name to these, or table
        Probabilities of the positive class, in [0, 1]; several models are a dict by name. Scores
        that are no probabilities are calibrated first.
    standardized : bool, default False
        Divide by the prevalence, the highest net benefit of any model.
    mark : dict or list of dict, optional
        Thresholds to mark, as in `plot_thresholds`, such as ``{"threshold": 0.1}``.
    data, hue, hue_order, palette, units, clusters, pos_label, classes, sample_weight, missing, name
    label
    color : colour, optional
        The colour of a single model.
    errorbar, n_boot, seed, legend, curve_kws, band_kws, mark_kws, ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input: scores outside [0, 1], an unknown condition, a curve without thresholds, or a
        band that the data do not allow; nothing is drawn.

    Warns
    -----
    UndefinedMetricWarning
        Only one class is present.

    See Also
    --------
    plot_thresholds : Other metrics against the threshold.
    operating_point : With ``threshold=``, net benefit at one threshold as a number.

    Notes
    -----
    One acts ("treats") if the probability is at least ``t``, and so weighs a false positive as ``t
    / (1 - t)`` true positives. Of ``n`` examples, the net benefit is ``tp / n - fp / n t / (1 -
    t)`` (Vickers & Elkin 2006, Medical Decision Making 26, 565-574), the one of treating all ``pi -
    (1 - pi) t / (1 - t)`` at prevalence ``pi``, and the one of treating none 0. A line jumps at
    each distinct probability and follows the formula in between, exactly. Means of folds are exact
    at each distinct probability, with straight lines in between. The band of a test set is
    pointwise.

    Net benefit assumes probabilities that are calibrated, and a test set with the prevalence of the
    use. The range of sensible thresholds is chosen before the figure is drawn; ``ax.set_xlim``
    shows it.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_net_benefit([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('Threshold probability', 'Net benefit')
    """
    ax = plot_thresholds(
        y_true,
        y_score,
        metrics="standardized_net_benefit" if standardized else "net_benefit",
        mark=mark,
        show_rate=False,
        mark_kws=mark_kws,
        ax=ax,
        **options,
    )
    ax.set_xlabel("Threshold probability")
    return ax


def _look(found: Grouped, options: Options, wanted: WantedMetrics) -> tuple[Look, bool]:
    """Check colours and line properties; return whether colours are those of metrics, too."""
    given, count = options.given, len(wanted.keys)
    if isinstance(given["color"], str) and given["color"] == BY_THRESHOLD:
        raise ValueError("color='threshold' goes with curves; here thresholds are the x axis")
    own = "color" in merged(CURVE, given["curve_kws"], "curve_kws") or given["color"] is not None
    if len(found.groups) == 1 and count > 1 and not own:
        # Colours alone tell metrics apart, as if they had other dashes already.
        return Look.of(CURVE, given, wanted.keys, [1] * count, [None] * count), True
    return Look.of(CURVE, given, found.levels, found.dashes, level_ranks(found)), False


def _check_groups(found: Grouped, options: Options, wanted: WantedMetrics) -> None:
    """Raise if folds, bands or thresholds are not as the figure needs them."""
    check_formulas(found.groups)
    band, averaging = options.band, options.averaging
    if found.models:
        raise ValueError(
            f"y_score has several models of several classes ({', '.join(found.models)}); pass the "
            "scores of one model"
        )
    if band is not None and (band.kind != POINTWISE or found.are_folds):
        raise ValueError(
            f"errorbar {band.kind!r} is a band of whole curves, or of one test set; metrics have "
            "'ci', and 'sd', 'se' or 'pi' for folds"
        )
    assert averaging is not None
    averaging.check(found)
    if wanted.against == THRESHOLD:
        _check_thresholds(found, wanted)


def _check_thresholds(found: Grouped, wanted: WantedMetrics) -> None:
    """Raise unless thresholds fit an axis, and are probabilities if net benefit is drawn."""
    targets = [one for one in wanted.targets if isinstance(one, Criterion)]
    marked = np.array([one.value for one in targets if one.kind == "threshold"])
    given = [("thresholds in mark", marked)]
    for name, curve in ((name, one) for name, some in found.groups.items() for one in some):
        of = "" if name is None else f" of {name!r}"
        given.append((f"y_score{of}", curve.thresholds[np.isfinite(curve.thresholds)]))
        if not given[-1][1].size:
            hint = "x='rate' draws its metrics against the share predicted positive"
            hint = "net benefit needs them" if wanted.bent else hint
            raise ValueError(f"the curve{of} has no thresholds; {hint}")
        check_ticks(curve.thresholds, "; x='rate' needs neither")
    for what, thresholds in given if wanted.bent else ():
        wrong = thresholds[(thresholds < 0) | (thresholds > 1)]
        if wrong.size:
            raise ValueError(
                f"{what} must be probabilities, in [0, 1], for net benefit, found "
                f"{in_full(wrong[0])}"
            )


def _drawn(
    found: Grouped, wanted: WantedMetrics, options: Options, *, show_rate: bool | None
) -> list[GroupMetrics]:
    """Return the metrics of each group; raise if their shares should stand above one axis."""
    groups, averaging = found.groups.items(), options.averaging
    if show_rate and (found.are_folds or len(groups) > 1):
        several = "folds" if found.are_folds else len(groups)
        raise ValueError(
            f"show_rate goes with a single curve, found {several}, each with its own shares"
        )
    averaging = averaging if found.are_folds else None
    return [GroupMetrics.of(name, curves, wanted, averaging) for name, curves in groups]


def _with_intervals(
    drawn: list[GroupMetrics], options: Options, wanted: WantedMetrics
) -> list[GroupMetrics]:
    """Return the groups with a pointwise band around each metric, if there are bands."""
    band = options.band
    if band is None:
        return drawn
    rows = rows_of(options.data, options.by)
    known = [None] * len(drawn) if rows is None else [own for (own,) in rows]
    found = []
    with progress_bar(band.how.n_boot * len(drawn)) as watch:
        for i, (one, own) in enumerate(zip(drawn, known, strict=True)):
            (steps,) = one.folds
            is_left, places = steps.holds_at == "left", picked(steps.x)
            points = (steps.points[:-1] if is_left else steps.points[1:])[places]
            points = points[::-1] if is_left else points
            sample = cells_at(steps.curve, points, own)
            how = replace(band.how, seed=child(band.how.seed, i), watch=watch)
            ends = np.minimum(np.asarray(steps.curve.thresholds[points], np.float64), LAST)
            columns = np.arange(points.size)
            if wanted.bent:
                # Where the pieces of a net benefit end, and then where they begin.
                ends, columns = np.concatenate([ends, ends[1:], [0.0]]), np.tile(columns, 2)
            edges = edges_at_thresholds(sample, wanted.keys, wanted.beta, how, ends, columns)
            bands = {key: _band(steps, places, pair, key) for key, pair in edges.items()}
            found.append(replace(one, bands=bands))
    return found


def _band(
    steps: MetricSteps, places: Any, edges: tuple[FloatArray, FloatArray], key: str
) -> tuple[StepFunction, StepFunction]:
    """Return borders at some of the thresholds, joined straight unless these are all."""
    x, is_left = steps.x[places], steps.holds_at == "left"
    known = steps.is_known if places.size == steps.x.size else np.zeros(x.size + 1, bool)

    def border(edge: FloatArray) -> StepFunction:
        end, begin = edge[: x.size], edge[x.size :]
        y = np.append(end[::-1], np.nan) if is_left else np.append(np.nan, end)
        found = StepFunction(x, y, known, steps.holds_at)
        return found.bent(np.append(begin[::-1], np.nan)) if METRICS[key].by_odds else found

    low, high = edges
    return border(low), border(high)
