"""Metrics against the threshold, in exact steps, and decision curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, Unpack

import numpy as np
from matplotlib.axes import Axes

from prplot.core.calls import answered
from prplot.core.checks import in_full, listed
from prplot.core.measures.metric_steps import (
    RATE,
    THRESHOLD,
    GroupMetrics,
    StepFunction,
    Target,
    WantedMetrics,
    best_place,
)
from prplot.core.measures.operating_point import METRICS, Criterion
from prplot.core.signatures import ThresholdOptions
from prplot.draw import axes, scene, style
from prplot.draw.placement.annotations import DIRECT
from prplot.draw.scene import Line, Mark, Markers, Polyline, Region, Rule, Scene, Tint, share_text
from prplot.draw.scene_artist import SceneArtist, adopt, remove, scene_of
from prplot.draw.style import Style
from prplot.draw.tex import check_formulas, typeset
from prplot.inputs.notices import warn_if_one_class, warn_if_suspicious
from prplot.inputs.resolve import Grouped, curves_of
from prplot.plots import description
from prplot.plots.figure.arguments import BRIEF, Options, checked_legend
from prplot.plots.figure.figure import name_positive, show
from prplot.plots.figure.groups import BY_THRESHOLD, Look, distinct_texts, level_ranks
from prplot.plots.figure.labels import Label, brief_labels
from prplot.plots.figure.layers import bands, fold_row, row, thin_color
from prplot.plots.figure.thresholds import MOST_PUBLISHED

# What the axes show and are called, by what the metrics are drawn against.
KINDS = {THRESHOLD: "metrics against thresholds", RATE: "metrics against shares"}
NAMES = {THRESHOLD: "Threshold", RATE: "Share predicted positive"}
# Room beside the lowest and the highest threshold, as a share of their range.
MARGIN = 0.04
# The width that is shown around a single threshold, as a share of it, or of 1.
WIDTH_OF_ONE = 0.05
# How far the axis of net benefit reaches below 0, in shares of the highest value.
DEPTH = 0.15
# Height of the ticks at the thresholds of folds, in shares of the axes.
HEIGHT_OF_TICKS = 0.035
# Lower regions and bounds are covered by lines, in shares of the axes.
SEEN = 4e-3
# What one class leaves undefined.
UNDEFINED = "metrics that need the other class are undefined and not drawn"


@answered
def plot_thresholds(
    y_true: Any,
    y_score: Any = None,
    *,
    metrics: str | Sequence[str] = ("precision", "recall", "f1"),
    beta: float = 1,
    x: str = "threshold",
    show_min: bool | None = None,
    show_rate: bool | None = None,
    min_kws: Mapping[str, Any] | None = None,
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
    published curve all but a few. There, straight lines join the known points.

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
    wanted = WantedMetrics.of(metrics, beta, x, options["mark"])
    border, region = style.merged_region(style.MINIMUM, min_kws, "min_kws")
    of_marks = style.merged({}, options["mark_kws"], "mark_kws")
    styles = {"min": border, "region": region, "mark": of_marks}
    wished_legend = checked_legend(checked.given["legend"])
    found = curves_of(checked.data, thresholds=np.unique)
    _check_groups(found, checked, wanted, show_rate=show_rate)
    look, by_metric = _look(found, checked, wanted)
    assert checked.averaging is not None
    averaging = checked.averaging if found.are_folds else None
    groups = [GroupMetrics.of(*one, wanted, averaging) for one in found.groups.items()]
    chosen = [[one.chosen(target) for target in wanted.targets] for one in groups]
    if checked.band is not None:
        # What resamples test sets is loaded when somebody asks for a band.
        from prplot.plots.figure.errorbars import with_metric_bands

        groups = with_metric_bands(groups, found, wanted, checked.band)
    axes.checked_axes(ax, kind=KINDS[x])
    shown = [(key, fold) for key, folds in found.groups.items() for fold in folds]
    warn_if_one_class(shown, undefined=UNDEFINED)
    warn_if_suspicious(found.groups.items())

    ax = axes.resolved_axes(ax)
    own, before, styles["curve"] = look.colors(ax), scene_of(ax), look.style
    colors = [own] if by_metric else [[color] * len(wanted.keys) for color in own]
    figure = MetricFigure(wanted, groups, colors, by_metric, styles, before, wished_legend)
    dress(ax, figure)
    name_positive(ax.yaxis, ax.get_ylabel(), found.positive)
    words = checked.averaging.band_words if checked.band is None else checked.band.words
    is_shown = figure.is_plain if show_min is None else show_min
    marks = [*(_minimum(figure) if is_shown else ()), *_references(figure)]
    around = [(line.group.bands.get(line.key), line.color) for line in figure.lines]
    marks += bands(around, words, checked.averaging.fill)
    marks += [*_curves(figure), *_rows(figure, look.ranks)]
    show(ax, [*marks, *_thresholds(figure, chosen)], wished_legend, (0.5, 0.0))
    add_axis_above(ax, figure, show_rate=show_rate)
    return ax


@answered
def plot_net_benefit(
    y_true: Any,
    y_score: Any = None,
    *,
    standardized: bool = False,
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
    metric = "standardized_net_benefit" if standardized else "net_benefit"
    ax = plot_thresholds(y_true, y_score, metrics=metric, show_rate=False, ax=ax, **options)
    ax.set_xlabel("Threshold probability")
    return ax


def _look(found: Grouped, options: Options, wanted: WantedMetrics) -> tuple[Look, bool]:
    """Check colours and line properties; return whether colours are those of metrics, too."""
    given, count = options.given, len(wanted.keys)
    if isinstance(given["color"], str) and given["color"] == BY_THRESHOLD:
        raise ValueError("color='threshold' goes with curves; here thresholds are the x axis")
    line = style.merged(style.CURVE, given["curve_kws"], "curve_kws")
    own = "color" in line or given["color"] is not None
    if len(found.groups) == 1 and count > 1 and not own:
        # Colours alone tell metrics apart, as if they had other dashes already.
        found = found._replace(levels=list(wanted.keys), dashes=[1] * count)
        return Look.of(style.CURVE, given, found, [None] * count), True
    ranks = level_ranks(found.levels, is_ordered=found.is_ordered)
    return Look.of(style.CURVE, given, found, ranks), False


def _check_groups(
    found: Grouped, options: Options, wanted: WantedMetrics, *, show_rate: bool | None
) -> None:
    """Raise if folds, bands, shares or thresholds are not as the figure needs them."""
    check_formulas(found.groups)
    band, averaging = options.band, options.averaging
    if found.models:
        raise ValueError(
            f"y_score has several models of several classes ({', '.join(found.models)}); pass the "
            "scores of one model"
        )
    if band is not None and (not band.is_pointwise or found.are_folds):
        raise ValueError(
            f"errorbar {band.kind!r} is a band of whole curves, or of one test set; metrics have "
            "'ci', and 'sd', 'se' or 'pi' for folds"
        )
    assert averaging is not None
    averaging.check(found)
    if show_rate and (found.are_folds or len(found.groups) > 1):
        several = "folds" if found.are_folds else len(found.groups)
        raise ValueError(
            f"show_rate goes with a single curve, found {several}, each with its own shares"
        )
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
        axes.check_ticks(curve.thresholds, "; x='rate' needs neither")
    for what, thresholds in given if wanted.bent else ():
        wrong = thresholds[(thresholds < 0) | (thresholds > 1)]
        if wrong.size:
            raise ValueError(
                f"{what} must be probabilities, in [0, 1], for net benefit, found "
                f"{in_full(wrong[0])}"
            )


class MetricLine(NamedTuple):
    """The line of a metric of a group, or of its mean over folds."""

    group: GroupMetrics
    key: str
    function: StepFunction
    color: Any
    dash: Any


@dataclass(frozen=True)
class MetricFigure:
    """What is drawn, and how.

    Attributes
    ----------
    wanted : WantedMetrics
    groups : list of GroupMetrics
    colors : list of list of colours
        Of each metric of each group.
    by_metric : bool
        Whether colours are those of metrics; else they are of groups, and metrics have dashes.
    styles : dict of str to style
        Of "curve", "min", "region" and "mark".
    before : Scene
        What the axes show already.
    legend : bool or str
    """

    wanted: WantedMetrics
    groups: list[GroupMetrics]
    colors: list[list[Any]]
    by_metric: bool
    styles: dict[str, Style]
    before: Scene
    legend: bool | str

    @property
    def lines(self) -> list[MetricLine]:
        """The lines of all metrics of all groups."""
        return [
            MetricLine(one, key, one.lines[key], color, style.dash_of(0 if self.by_metric else i))
            for one, colors in zip(self.groups, self.colors, strict=True)
            for i, (key, color) in enumerate(zip(self.wanted.keys, colors, strict=True))
        ]

    @property
    def is_first(self) -> bool:
        """Whether the axes show no metrics yet."""
        return not self.before.of(scene.CURVE)

    @property
    def is_plain(self) -> bool:
        """Whether it is one curve of known recall, with a minimum of precision that is seen."""
        one, *others = self.groups
        is_alone = self.is_first and not (others or one.has_folds)
        is_known = not any(map(_has_points, self.lines))
        return is_alone and is_known and bool(np.nanmax(one.minimum().y, initial=0.0) > SEEN)

    @property
    def has_keys(self) -> bool:
        """Whether the legend has a row for each colour and for each dash."""
        several = len(self.groups) > 1 and len(self.wanted.keys) > 1
        return several and self.legend != DIRECT


# Axes


def dress(ax: Axes, figure: MetricFigure) -> None:
    """Give axes names, ticks, limits and a readout."""
    against, keys = figure.wanted.against, figure.wanted.keys
    name = figure.wanted.name(keys[0]) if len(keys) == 1 else "Metric"
    if not figure.is_first and not ax.get_ylabel().startswith(name):
        name = "Metric"
    ax.set(xlabel=NAMES[against], ylabel=name)
    low, high = _heights(figure)
    if not figure.is_first:
        before = ax.get_ylim()
        low, high = min(low, before[0]), high if high == 1 else max(high, before[1])
    axes.open_limits(ax, (low, high))
    axes.set_share_ticks(ax.yaxis)
    _show_all(ax, figure)
    # Other scales have ticks that suit them.
    if ax.get_xscale() == "linear" and against == RATE:
        axes.set_share_ticks(ax.xaxis)
    elif ax.get_xscale() == "linear":
        ax.xaxis.set_major_formatter(axes.ShortFormatter())
    SceneArtist.of(ax).kind = KINDS[against]


def _heights(figure: MetricFigure) -> tuple[float, float]:
    """Return the lowest and the highest value to show."""
    lines = [
        (line.key, function.y)
        for line in figure.lines
        for function in (line.function, *line.group.of_folds.get(line.key, ()))
    ]
    high = max(float(np.nanmax(y, initial=0.0)) for _, y in lines)
    if len(figure.wanted.bent) == len(figure.wanted.keys):
        # Net benefit falls without end; its highest value is at a threshold of 0, unless all are
        # negative.
        return -DEPTH * (high or 1.0), high or 1.0
    # Some metrics have a lowest value below 0, or a highest above 1.
    deep = [y for key, y in lines if np.isfinite(METRICS[key].low)]
    return min([0.0, *(float(np.nanmin(y, initial=0.0)) for y in deep)]), max(1.0, high)


def _show_all(ax: Axes, figure: MetricFigure) -> None:
    """Extend the limits to all scores, with room beside them, on any scale."""
    is_rate = figure.wanted.against == RATE
    places = [fold.x for one in figure.groups for fold in one.folds]
    low, high = min(one[0] for one in places), max(one[-1] for one in places)
    if is_rate:
        low, high = 0.0, 1.0
    elif low == high:
        low, high = (low + side * WIDTH_OF_ONE * max(abs(low), 1.0) for side in (-1, 1))
    # Scales without 0 begin at the least number above it.
    positive = [one[np.searchsorted(one, 0.0, side="right") :][:1] for one in places]
    ends = np.concatenate([[low, high], *positive])
    ax.update_datalim(np.column_stack([ends, np.zeros(ends.size)]), updatey=False)
    ax.set_xmargin(axes.ROOM / (1 + 2 * axes.ROOM) if is_rate else MARGIN)
    ax.autoscale(axis="x")


def add_axis_above(ax: Axes, figure: MetricFigure, *, show_rate: bool | None) -> None:
    """Add an axis above with the share predicted positive, or with the thresholds."""
    remove(ax, scene.AXIS_ABOVE)
    named = [mark for mark in scene_of(ax).of(scene.CURVE) if mark.text]
    if show_rate is False or len(named) > len(figure.wanted.keys) or len(figure.groups) > 1:
        return
    (one,), against = figure.groups, figure.wanted.against
    if one.has_folds or not one.folds[0].curve.knows_negatives:
        return
    (steps,) = one.folds
    other = steps.thresholds() if against == RATE else steps.function("queue_rate")
    if np.isfinite(other.y).any():
        text_at = partial(_text_at, other, is_share=against == THRESHOLD)
        above = axes.axis_above(ax, text_at, NAMES[RATE if against == THRESHOLD else THRESHOLD])
        adopt(ax, Mark(scene.AXIS_ABOVE), above)


def _text_at(function: StepFunction, x: float, *, is_share: bool) -> str:
    value = float(function.value_at(np.array([x]))[0])
    if not np.isfinite(value):
        return ""
    if is_share and 0.01 <= value < 0.995:
        return typeset(f"{value:.2f}")
    return typeset(share_text(value) if is_share else f"{value:.3g}")


# Marks


def _minimum(figure: MetricFigure) -> Iterator[Mark]:
    """Yield the unachievable precisions at the recall of each threshold."""
    is_one = len(figure.groups) == 1
    for line in [line for line in figure.lines if line.key == "precision"]:
        border = line.group.minimum()
        if not np.isfinite(border.y).any():
            continue
        if is_one:
            words, region = typeset("unachievable precision"), figure.styles["region"]
            yield Mark(scene.REGION, Region(border), words, short="unachievable", style=region)
        color = None if is_one else line.color
        yield Mark(scene.MINIMUM, Line(border), color=color, style=figure.styles["min"])


def _references(figure: MetricFigure) -> Iterator[Mark]:
    """Yield the net benefit of treating everybody, at each prevalence, and of treating nobody."""
    bent = [line for line in figure.lines if line.key in figure.wanted.bent]
    paths = [(line.group.of_all(line.key), line.color) for line in bent]
    everybody = {f"{path.y} {path.loss}": (path, color) for path, color in paths}
    if everybody:
        nobody = Line(StepFunction(np.empty(0), np.zeros(1)))
        yield Mark(scene.TREATED, nobody, "treat none", once="none", style=style.BASELINE)
    for key, (path, color) in everybody.items():
        look: Style = {"color": color if len(everybody) > 1 else None, "style": style.CHANCE}
        yield Mark(scene.TREATED, Line(path), "treat all", once=key, **look)


def _curves(figure: MetricFigure) -> Iterator[Mark]:
    """Yield thin lines of folds, and the line of each metric over them."""
    own, wanted, head = figure.styles["curve"], figure.wanted, _head(figure)
    for line in figure.lines:
        thin = thin_color(line.color)
        for fold in line.group.of_folds.get(line.key, ()):
            look = {"color": thin, "dash": line.dash}
            yield Mark(scene.FOLD, Line(fold), "fold", style=style.FOLD, **look)
    for line in figure.lines:
        name, metric = line.group.name, wanted.name(line.key)
        words = metric if name is None else name if len(wanted.keys) == 1 else f"{name}, {metric}"
        yield Mark(
            scene.CURVE,
            Line(line.function),
            words,
            is_listed=not figure.has_keys,
            color=line.color,
            dash=line.dash,
            style=own,
            head=head,
            told=(_metric_words(description.titled(name, metric), line.function),),
        )
        if _has_points(line):
            points = Markers(line.function.x, line.function.at_jumps)
            look = {**style.OPERATING_POINT, "markeredgecolor": scene.GROUND}
            color = own.get("color", line.color)
            yield Mark(scene.OPERATING_POINT, points, color=color, style=look)


def _rows(figure: MetricFigure, ranks: Sequence[int | None]) -> Iterator[Mark]:
    """Yield the rows of the legend for colours of groups, dashes of metrics, and folds."""
    own, wanted = figure.styles["curve"], figure.wanted
    if figure.has_keys:
        labels = [Label(one.name) for one in figure.groups]
        labels = brief_labels(labels, ranks) if figure.legend == BRIEF else labels
        for label, colors in zip(labels, figure.colors, strict=True):
            if label.name:
                # Each call has rows of its own, also for groups of one name.
                yield replace(row(scene.CURVE, label.name, own, colors[0]), once="")
        for i, key in enumerate(wanted.keys):
            yield row(scene.DASHES, wanted.name(key), {"linestyle": style.dash_of(i), **own})
    counts = {len(one.folds) for one in figure.groups if one.has_folds}
    if counts:
        each = f"each of {counts.pop()} folds" if len(counts) == 1 else "each fold"
        yield fold_row(each, None)


def _has_points(line: MetricLine) -> bool:
    """Tell whether points of a curve are known, and are few."""
    curve, is_few = line.group.folds[0].curve, line.function.x.size <= MOST_PUBLISHED
    return is_few and not (line.group.has_folds or curve.lists_all_scores)


def _thresholds(figure: MetricFigure, chosen: Sequence[list[list[float]]]) -> Iterator[Mark]:
    """Yield the best points of metrics, and chosen thresholds; those of folds at the bottom.

    Of each group and each target, `chosen` has the places on the x axis: one, or that of each fold.
    """
    wanted, mark = figure.wanted, figure.styles["mark"]
    # Known points of curves have the first shape.
    has_points = figure.before.of(scene.OPERATING_POINT) or any(map(_has_points, figure.lines))
    shapes = style.SHAPES[1:] if has_points else style.SHAPES
    for one, colors, choices in zip(figure.groups, figure.colors, chosen, strict=True):
        for i, (target, found) in enumerate(zip(wanted.targets, choices, strict=True)):
            color = None if figure.by_metric else colors[0]
            look = {**style.POINT, "marker": shapes[i % len(shapes)], **mark}
            at = None if one.has_folds else next(iter(found), None)
            if isinstance(target, str):
                color = colors[wanted.keys.index(target)]
                at = best_place(one.lines[target]) if one.has_folds else at
                # In the legend, metrics of a group are told apart by their shapes.
                look = look if figure.has_keys else {**style.POINT, **mark}
            if at is not None and np.isfinite(at):
                yield from _marked(figure, one, colors, target, at, look)
            if one.has_folds:
                yield _rug(found, color, mark)
    if wanted.targets and any(one.has_folds for one in figure.groups):
        look = {"marker": "|", "linestyle": "none"}
        yield row(scene.RUG, typeset(_rug_words(wanted)), look)


def _marked(
    figure: MetricFigure,
    one: GroupMetrics,
    colors: Sequence[Any],
    target: Target,
    at: float,
    look: Style,
) -> Iterator[Mark]:
    """Yield the best point of a metric, or a line at a threshold with a point on each metric."""
    keys, x = figure.wanted.keys, np.array([at])
    threshold = one.threshold_at(at, target)
    head, number = ("threshold", threshold) if np.isfinite(threshold) else ("share", at)
    (value,) = distinct_texts(np.array([number]))
    words = full = f"{head} {value}"
    facts: dict[str, Any] = {"role": scene.BEST, "value": typeset(value), "short": typeset(words)}
    shown, is_named = keys, True
    if isinstance(target, str):
        shown, named = (target,), target
    else:
        rule = {**style.CRITERION, **_of_line(figure.styles["mark"])}
        color = Tint(style.LABEL_STRENGTH)
        yield Mark(scene.CHOSEN, Rule(at, is_upright=True), color=color, style=rule)
        full = f"{words} ({target.short})" if target.short else words
        facts = {"role": scene.CHOSEN_POINT, "value": "", "short": typeset(f"threshold {value}")}
        named = target.kind if target.kind in keys else keys[0]
        # A threshold that several groups share is named once.
        is_named = one is figure.groups[0] or target.kind != "threshold"
    facts["words"] = typeset(full)
    if not is_named:
        facts = {"role": scene.CHOSEN_POINT}
    elif figure.has_keys and figure.legend:
        facts = {"role": scene.LISTED_POINT, "words": typeset(full), "is_listed": True}
    heights = {key: float(one.lines[key].value_at(x)[0]) for key in shown}
    told = _told(full, {figure.wanted.name(key): y for key, y in heights.items()}, one.name)
    for key, y in heights.items():
        color = colors[keys.index(key)]
        point = Mark(scene.CHOSEN, Markers(x, np.array([y])), color=color, style=look)
        if key == named:
            point = replace(point, told=(told,), **facts)
        if np.isfinite(y):
            yield point


def _rug(places: Sequence[float], color: Any, mark: Style) -> Mark:
    """Return a tick at the bottom for each chosen threshold of folds."""
    seen = np.array([x for x in places if np.isfinite(x)])
    # One line has all ticks, with a gap after each.
    x, y = np.repeat(seen, 3), np.tile([0.0, HEIGHT_OF_TICKS, np.nan], seen.size)
    look = {**style.RUG, **_of_line(mark)}
    return Mark(scene.RUG, Polyline(x, y, is_rug=True), color=color, style=look)


def _rug_words(wanted: WantedMetrics) -> str:
    """Return what ticks at the thresholds of folds are called."""
    criteria = [one for one in wanted.targets if isinstance(one, Criterion)]
    if len(criteria) == 1 and criteria[0].short:
        return f"{criteria[0].short} in each fold"
    return "chosen in each fold" if any(criteria) else "best of each fold"


def _of_line(mark: Style) -> Style:
    """Return the properties of markers that lines without markers have too."""
    return {key: value for key, value in mark.items() if not key.startswith("marker")}


# Words


def _head(figure: MetricFigure) -> str:
    """Return which metrics are drawn against what, and of how many models and cases."""
    groups, wanted = figure.groups, figure.wanted
    names = listed([description.uncapital(wanted.name(key)) for key in wanted.keys])
    of = "" if len(groups) == 1 else f" of {description.counted(len(groups), 'model')}"
    against = "the share predicted positive"
    if wanted.against == THRESHOLD:
        ends = [end for one in groups for fold in one.folds for end in (fold.x[0], fold.x[-1])]
        against = f"the threshold, from {min(ends):.4g} to {max(ends):.4g}"
    sizes = [len(one.folds) for one in groups if one.has_folds]
    curves = [fold.curve for one in groups for fold in one.folds]
    data = description.data_words(curves, description.in_parts(sizes))
    return f"{names}{of} against {against}{data}"


def _metric_words(title: str, function: StepFunction) -> str:
    """Return where a metric begins and ends, and its highest value if that is in between."""
    known = function.at_jumps
    if function.holds_at == "right":
        # Where nothing is predicted positive, too.
        known = np.append(function.y[0], known)
    known = known[np.isfinite(known)]
    if not known.size:
        return f"{title} is undefined."
    first, last, highest = (f"{one:.3f}" for one in (known[0], known[-1], known.max()))
    if float(highest) > max(float(first), float(last)):
        return f"{title} begins at {first}, rises to {highest} and ends at {last}."
    return f"{title} {description.course(known)}."


def _told(words: str, values: dict[str, float], name: str | None) -> str:
    """Return a marked threshold of a model with the values of metrics there."""
    of = "" if name is None else f" of {description.short_name(name)}"
    known = [f"{description.uncapital(key)} {y:.3f}" for key, y in values.items() if np.isfinite(y)]
    return f"{description.as_written(words)}{of}{f' with {listed(known)}' if known else ''}"
