"""A figure of metrics against the threshold: its axes, and the marks that it is composed of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes

from prplot.core.checks import listed
from prplot.core.measures.metric_steps import (
    RATE,
    THRESHOLD,
    ChosenThreshold,
    GroupMetrics,
    StepFunction,
    WantedMetrics,
    best_place,
)
from prplot.core.measures.operating_point import METRICS, Criterion
from prplot.draw import scene, style
from prplot.draw.axes import ROOM, ShortFormatter, axis_above, open_limits, set_share_ticks
from prplot.draw.placement.annotations import DIRECT
from prplot.draw.scene import Line, Mark, Markers, Polyline, Region, Rule, Scene, Tint, share_text
from prplot.draw.scene_artist import adopt, remove, scene_of
from prplot.draw.style import Style, dash_of
from prplot.draw.tex import typeset
from prplot.plots.alt_text import wording
from prplot.plots.figure.arguments import BRIEF
from prplot.plots.figure.figure import read_out
from prplot.plots.figure.groups import distinct_texts
from prplot.plots.figure.labels import Label, brief_labels
from prplot.plots.figure.layers import WORDS, bands, fold_row, row, thin_color
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
    chosen : list of list of list of ChosenThreshold
        Of each target in each group.
    colors : list of list of colours
        Of each metric of each group.
    by_metric : bool
        Whether colours are those of metrics; else they are of groups, and metrics have dashes.
    styles : dict of str to style
        Of "curve", "band", "min", "region" and "mark".
    before : Scene
        What the axes show already.
    legend : bool or str
    """

    wanted: WantedMetrics
    groups: list[GroupMetrics]
    chosen: list[list[list[ChosenThreshold]]]
    colors: list[list[Any]]
    by_metric: bool
    styles: dict[str, Style]
    before: Scene
    legend: bool | str

    @property
    def lines(self) -> list[MetricLine]:
        """The lines of all metrics of all groups."""
        return [
            MetricLine(one, key, one.lines[key], color, dash_of(0 if self.by_metric else i))
            for one, colors in zip(self.groups, self.colors, strict=True)
            for i, (key, color) in enumerate(zip(self.wanted.keys, colors, strict=True))
        ]

    @property
    def is_first(self) -> bool:
        """Whether the axes show no metrics yet."""
        return not self.before.of(scene.CURVE)

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
    open_limits(ax, (low, high))
    set_share_ticks(ax.yaxis)
    _show_all(ax, figure)
    # Other scales have ticks that suit them.
    if ax.get_xscale() == "linear" and against == RATE:
        set_share_ticks(ax.xaxis)
    elif ax.get_xscale() == "linear":
        ax.xaxis.set_major_formatter(ShortFormatter())
    read_out(ax, KINDS[against], partial(_words_at, NAMES[against].lower()))


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
    ax.set_xmargin(ROOM / (1 + 2 * ROOM) if is_rate else MARGIN)
    ax.autoscale(axis="x")


def _words_at(name: str, x: float, y: float) -> str:
    return f"{name} {x:.4g}  metric {y:.3f}"


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
    other = steps.function("queue_rate")
    if against == RATE:
        thresholds = np.asarray(steps.curve.thresholds, np.float64)[steps.points]
        other = StepFunction(steps.x, thresholds, None, steps.holds_at)
    if np.isfinite(other.y).any():
        text_at = partial(_text_at, other, is_share=against == THRESHOLD)
        above = axis_above(ax, text_at, NAMES[RATE if against == THRESHOLD else THRESHOLD])
        adopt(ax, Mark(scene.AXIS_ABOVE), above)


def _text_at(function: StepFunction, x: float, *, is_share: bool) -> str:
    value = float(function.value_at(np.array([x]))[0])
    if not np.isfinite(value):
        return ""
    if is_share and 0.01 <= value < 0.995:
        return typeset(f"{value:.2f}")
    return typeset(share_text(value) if is_share else f"{value:.3g}")


# Marks


def compose(
    figure: MetricFigure, *, show_min: bool | None, band_words: str, ranks: Sequence[int | None]
) -> list[Mark]:
    """Return the marks of a figure, from the lowest to the highest."""
    marks = list(_minimum(figure)) if show_min or (show_min is None and _is_plain(figure)) else []
    marks += [*_references(figure), *_bands(figure, band_words)]
    return [*marks, *_curves(figure), *_rows(figure, ranks), *_thresholds(figure)]


def _is_plain(figure: MetricFigure) -> bool:
    """Tell whether it is one curve of known recall, with a minimum of precision that is seen."""
    one, *others = figure.groups
    curve = one.folds[0].curve
    is_alone = figure.is_first and not (others or one.has_folds)
    is_known = curve.lists_all_scores or curve.tp.size > MOST_PUBLISHED
    return is_alone and is_known and bool(np.nanmax(one.minimum().y, initial=0.0) > SEEN)


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


def _bands(figure: MetricFigure, words: str) -> list[Mark]:
    """Return bands around lines, and bounds of lines that are not known exactly."""
    around, bounds = [], []
    for line in figure.lines:
        own = line.group.bounds.get(line.key)
        is_open = False
        if line.key not in line.group.bands and own is not None:
            # Somewhere they are apart, over more than a pixel.
            low, high = own
            wide = np.diff(low.x) > SEEN * (low.x[-1] - low.x[0])
            is_open = bool((wide & (np.nan_to_num(high.y - low.y)[1:-1] > SEEN)).any())
        around.append((line.group.bands.get(line.key), line.color))
        bounds.append((own if is_open else None, line.color))
    look = figure.styles["band"]
    return [*bands(around, words, look), *bands(bounds, WORDS, look)]


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
            told=(_metric_words(wording.titled(name, metric), line.function),),
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
            yield row(scene.DASHES, wanted.name(key), {"linestyle": dash_of(i), **own})
    counts = {len(one.folds) for one in figure.groups if one.has_folds}
    if counts:
        each = f"each of {counts.pop()} folds" if len(counts) == 1 else "each fold"
        yield fold_row(each, None)


def _has_points(line: MetricLine) -> bool:
    """Tell whether points of a curve are known, and are few."""
    curve, is_few = line.group.folds[0].curve, line.function.x.size <= MOST_PUBLISHED
    return is_few and not (line.group.has_folds or curve.lists_all_scores)


def _thresholds(figure: MetricFigure) -> Iterator[Mark]:
    """Yield the best points of metrics, and chosen thresholds; those of folds at the bottom."""
    wanted = figure.wanted
    # Known points of curves have the first shape.
    has_points = figure.before.of(scene.OPERATING_POINT) or any(map(_has_points, figure.lines))
    shapes = style.SHAPES[1:] if has_points else style.SHAPES
    for one, colors, choices in zip(figure.groups, figure.colors, figure.chosen, strict=True):
        for i, (target, found) in enumerate(zip(wanted.targets, choices, strict=True)):
            color, shape = None if figure.by_metric else colors[0], shapes[i % len(shapes)]
            if isinstance(target, str):
                color = colors[wanted.keys.index(target)]
                # In the legend, metrics of a group are told apart by their shapes.
                shape = shape if figure.has_keys else style.POINT["marker"]
                yield from _best(figure, one, target, color, found, shape)
            elif not one.has_folds and np.isfinite(found[0].x):
                yield from _chosen(figure, one, target, colors, found[0], shape)
            if one.has_folds:
                yield _rug([each.x for each in found], color, figure.styles["mark"])
    if wanted.targets and any(one.has_folds for one in figure.groups):
        look = {"marker": "|", "linestyle": "none"}
        yield row(scene.RUG, typeset(_rug_words(wanted)), look)


def _best(
    figure: MetricFigure,
    one: GroupMetrics,
    key: str,
    color: Any,
    found: list[ChosenThreshold],
    shape: str,
) -> Iterator[Mark]:
    """Yield the best point of a metric, or of its mean."""
    function = one.lines[key]
    x = best_place(function)
    if x is None:
        return
    threshold = x if figure.wanted.against == THRESHOLD else np.nan
    if not one.has_folds:
        threshold = found[0].threshold
    y = float(function.at_jumps[np.searchsorted(function.x, x)])
    words, value = _named(threshold, x)
    told = _told(words, {figure.wanted.name(key): y}, one.name)
    look = {**style.POINT, "marker": shape, **figure.styles["mark"]}
    point = Mark(scene.BEST, Markers(np.array([x]), np.array([y])), color=color, style=look)
    yield _worded(figure, replace(point, told=(told,)), words, value=value)


def _named(threshold: float, x: float) -> tuple[str, str]:
    """Return the words of a point, in full and its number alone."""
    head, number = ("threshold", threshold) if np.isfinite(threshold) else ("share", x)
    (value,) = distinct_texts(np.array([number]))
    return f"{head} {value}", value


def _worded(
    figure: MetricFigure, point: Mark, words: str, *, value: str = "", short: str = ""
) -> Mark:
    """Return a point with its words: at the point, or in the legend if that has keys of lines."""
    words, value, short = map(typeset, (words, value, short or words))
    if figure.has_keys and figure.legend:
        return replace(point, role=scene.LISTED_POINT, words=words, short=words, is_listed=True)
    return replace(point, words=words, value=value, short=short)


def _chosen(
    figure: MetricFigure,
    one: GroupMetrics,
    target: Criterion,
    colors: list[Any],
    at: ChosenThreshold,
    shape: str,
) -> Iterator[Mark]:
    """Yield a line at a chosen threshold, with a point of one shape on each metric."""
    keys, mark = figure.wanted.keys, figure.styles["mark"]
    rule = {**style.CRITERION, **_of_line(mark)}
    color = Tint(style.LABEL_STRENGTH)
    yield Mark(scene.CHOSEN, Rule(at.x, is_upright=True), color=color, style=rule)
    words, value = _named(at.threshold, at.x)
    reason = target.short
    full = f"{words} ({reason})" if reason else words
    heights = [float(one.lines[key].value_at(np.array([at.x]))[0]) for key in keys]
    values = dict(zip(map(figure.wanted.name, keys), heights, strict=True))
    named = target.kind if target.kind in keys else keys[0]
    # A threshold that several groups share is named once.
    is_named = one is figure.groups[0] or target.kind != "threshold"
    look = {**style.POINT, "marker": shape, **mark}
    for key, y, own in zip(keys, heights, colors, strict=True):
        point = Mark(scene.CHOSEN, Markers(np.array([at.x]), np.array([y])), color=own, style=look)
        if key == named:
            told = (_told(full, values, one.name),)
            point = replace(point, role=scene.CHOSEN_POINT, told=told)
            point = _worded(figure, point, full, short=f"threshold {value}") if is_named else point
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
    names = listed([wording.uncapital(wanted.name(key)) for key in wanted.keys])
    of = "" if len(groups) == 1 else f" of {wording.counted(len(groups), 'model')}"
    against = "the share predicted positive"
    if wanted.against == THRESHOLD:
        ends = [end for one in groups for fold in one.folds for end in (fold.x[0], fold.x[-1])]
        against = f"the threshold, from {min(ends):.4g} to {max(ends):.4g}"
    folds = {len(one.folds) for one in groups if one.has_folds}
    curves = [fold.curve for one in groups for fold in one.folds]
    data = wording.data_words(curves, folds.pop() if len(folds) == 1 else 0)
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
    return f"{title} {wording.course(known)}."


def _told(words: str, values: dict[str, float], name: str | None) -> str:
    """Return a marked threshold of a model with the values of metrics there."""
    of = "" if name is None else f" of {wording.short_name(name)}"
    known = [f"{wording.uncapital(key)} {y:.3f}" for key, y in values.items() if np.isfinite(y)]
    return f"{wording.as_written(words)}{of}{f' with {listed(known)}' if known else ''}"
