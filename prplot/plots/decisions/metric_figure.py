"""What a figure of metrics against the threshold consists of, and how each part is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes

from prplot.core.measures.averaging import checked_errorbar
from prplot.core.measures.metric_lines import (
    ChosenThreshold,
    GroupMetrics,
    Target,
    WantedMetrics,
    best_place,
    mean_of_folds,
)
from prplot.core.measures.metric_steps import RATE, THRESHOLD
from prplot.core.measures.point_metrics import METRICS
from prplot.core.traces.step_function import JoinedSteps, StepFunction
from prplot.draw import scene
from prplot.draw.axes import (
    ROOM,
    PlainReadout,
    axis_above,
    open_limits,
)
from prplot.draw.color import dash_of, many_colors, palette_colors
from prplot.draw.placement.annotations import DIRECT
from prplot.draw.scene import (
    GROUND,
    Between,
    Line,
    Mark,
    Markers,
    Polyline,
    Region,
    Rule,
    Swatch,
    Tint,
)
from prplot.draw.scene_artist import adopt, remove, scene_of
from prplot.draw.style import (
    BAND,
    CRITERION,
    FOLD,
    LABEL_STRENGTH,
    MINIMUM,
    OPERATING_POINT,
    POINT,
    RUG,
    SHAPES,
    Style,
    merged,
    merged_fill,
    merged_region,
)
from prplot.draw.tex import typeset
from prplot.draw.ticks import ShortFormatter, set_share_ticks
from prplot.plots.alt_text.analysis_words import metric_words, metrics_head, point_words
from prplot.plots.alt_text.wording import titled
from prplot.plots.figure.appearance import Look
from prplot.plots.figure.entries import CurveEntry
from prplot.plots.figure.errorbars import words_of
from prplot.plots.figure.figure import brief_entries
from prplot.plots.figure.folds import fold_row, thin_color
from prplot.plots.figure.layers import WORDS, band_mark, band_row, row
from prplot.plots.figure.operating_points import MOST_PUBLISHED, distinct_texts
from prplot.plots.figure.request import (
    BRIEF,
    Request,
)

# What the axes show and are called, by what the metrics are drawn against.
KINDS = {THRESHOLD: "metrics against thresholds", RATE: "metrics against shares"}
NAMES = {THRESHOLD: "Threshold", RATE: "Share predicted positive"}
# Room beside the lowest and the highest threshold, as a share of their range.
MARGIN = 0.04
# The width that is shown around a single threshold, as a share of it, or of 1.
WIDTH_OF_ONE = 0.05
# Height of the ticks at the thresholds of folds, in shares of the axes.
HEIGHT_OF_TICKS = 0.035
# Lower regions and bounds are covered by lines, in shares of the axes.
SEEN = 4e-3
# Where legends are placed first.
HOME = (0.5, 0.0)


class MetricStyles(NamedTuple):
    """The user's styles, merged with the defaults."""

    band: Style
    minimum: Style
    region: Style
    mark: Style

    @classmethod
    def of(cls, band: Any, minimum: Any, mark: Any) -> MetricStyles:
        """Check the user's arguments."""
        line, region = merged_region(MINIMUM, minimum, "min_kws")
        mark = merged({}, mark, "mark_kws")
        return cls(merged_fill(BAND, band, "band_kws"), line, region, mark)


@dataclass(frozen=True)
class MetricLook:
    """How lines are told apart.

    Attributes
    ----------
    groups : Look
        The style of all lines, and colours of groups.
    palette : palette of metrics, or None
    by_metric : bool
        Whether colours are those of metrics; else they are of groups, and metrics have dashes.
    """

    groups: Look
    palette: Any
    by_metric: bool

    def colors(self, ax: Axes, wanted: WantedMetrics) -> list[list[Any]]:
        """Return the colour of each metric of each group."""
        if not self.by_metric:
            return [[color] * len(wanted.keys) for color in self.groups.colors(ax)]
        if self.palette is not None:
            return [palette_colors(wanted.keys, self.palette)]
        return [many_colors(len(wanted.keys), ax)]


@dataclass(frozen=True)
class MetricFigure:
    """What is drawn in which axes, and how.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
    wanted : WantedMetrics
    groups : list of GroupMetrics
    colors : list of list of colours
        Of each metric of each group.
    look : MetricLook
    styles : MetricStyles
    """

    ax: Axes
    wanted: WantedMetrics
    groups: list[GroupMetrics]
    colors: list[list[Any]]
    look: MetricLook
    styles: MetricStyles

    @property
    def is_alone(self) -> bool:
        """Whether one group is all that the axes show."""
        return len(self.groups) == 1 and not scene_of(self.ax).of(scene.CURVE)

    @property
    def is_plain(self) -> bool:
        """Whether it is one curve of known recall, with a minimum of precision that can be seen."""
        one = self.groups[0]
        if not np.nanmax(one.minimum().y, initial=0.0) > SEEN:
            return False
        curve = one.folds[0].curve
        is_known = curve.lists_all_scores or curve.tp.size > MOST_PUBLISHED
        return self.is_alone and not one.has_folds and is_known

    def lines(self) -> Iterator[tuple[GroupMetrics, str, Any, Any]]:
        """Yield each line: its group, its metric, its colour and its dash."""
        for one, colors in zip(self.groups, self.colors, strict=True):
            for i, key in enumerate(self.wanted.keys):
                yield one, key, colors[i], dash_of(0 if self.look.by_metric else i)

    def dress(self) -> None:
        """Give axes names, ticks, limits and a readout."""
        ax, against = self.ax, self.wanted.against
        is_first = not scene_of(ax).of(scene.CURVE)
        keys = self.wanted.keys
        name = self.wanted.name(keys[0]) if len(keys) == 1 else "Metric"
        if not is_first and not ax.get_ylabel().startswith(name):
            name = "Metric"
        ax.set(xlabel=NAMES[against], ylabel=name)
        lowest = min([0.0, *(self._lowest(*line[:2]) for line in self.lines())])
        open_limits(ax, (lowest if is_first else min(lowest, ax.get_ylim()[0]), 1.0))
        set_share_ticks(ax.yaxis)
        self._show_all()
        if ax.get_xscale() == "linear":
            self._set_ticks()
        words = _words_at_threshold if against == THRESHOLD else _words_at_rate
        ax.format_coord = PlainReadout(KINDS[against], words)  # type: ignore[method-assign]

    def _set_ticks(self) -> None:
        """Give a linear x axis its ticks; those of other scales suit them already."""
        if self.wanted.against == RATE:
            set_share_ticks(self.ax.xaxis)
        else:
            self.ax.xaxis.set_major_formatter(ShortFormatter())

    def _lowest(self, one: GroupMetrics, key: str) -> float:
        """Return how low a metric gets that has a lowest value below 0."""
        low = METRICS[key].low
        return float(np.nanmin(one.lines[key].y, initial=0.0)) if np.isfinite(low) else 0.0

    def _show_all(self) -> None:
        """Let the limits hold all scores, with room beside them, on whatever scale."""
        ax, is_rate = self.ax, self.wanted.against == RATE
        places = [fold.x for one in self.groups for fold in one.folds]
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

    def minimum(self) -> Iterator[Mark]:
        """Yield where precision can't be at the recall of each threshold."""
        if "precision" not in self.wanted.keys:
            return
        place, is_one = self.wanted.keys.index("precision"), len(self.groups) == 1
        for one, colors in zip(self.groups, self.colors, strict=True):
            border = one.minimum()
            if not np.isfinite(border.y).any():
                continue
            if is_one:
                words = typeset("unachievable precision")
                facts: dict[str, Any] = {"short": "unachievable", "style": self.styles.region}
                yield Mark(scene.REGION, Region(border), words, **facts)
            look: dict[str, Any] = {
                "color": None if is_one else colors[place],
                "style": self.styles.minimum,
            }
            yield Mark(scene.MINIMUM, Line(border), **look)

    def bands(self, request: Request) -> list[Mark]:
        """Return bands around lines, and bounds of lines that are not known exactly."""
        bands = [(one.bands.get(key), color) for one, key, color, _ in self.lines()]
        bounds = [
            (pair if key not in one.bands and _is_visible(pair) else None, color)
            for one, key, color, _ in self.lines()
            for pair in [one.bounds.get(key)]
        ]
        words = "" if request.band is None else request.band.words
        if request.averaging is not None and request.averaging.errorbar is not None:
            kind, size = checked_errorbar(request.averaging.errorbar) or ("", 0.0)
            words = words_of(kind, size, parts="folds")
        marks, style = list[Mark](), self.styles.band
        for pairs, entry in ((bands, words), (bounds, WORDS)):
            held = [(pair, color) for pair, color in pairs if pair is not None]
            marks += [band_mark(Between(*pair), color, style) for pair, color in held]
            if held:
                marks.append(band_row(entry, [color for _, color in held], style))
        return marks

    def curves(self, legend: bool | str, ranks: list[int] | None) -> Iterator[Mark]:
        """Yield thin lines of folds, the line of each metric over them, and rows of the legend.

        Lines of several metrics of several groups have a row for each colour and for each dash.
        """
        for one, key, color, dash in self.lines():
            thin: dict[str, Any] = {"color": thin_color(color), "dash": dash, "style": FOLD}
            for fold in one.of_folds.get(key, ()):
                yield Mark(scene.FOLD, Line(fold), "fold", **thin)
        head, style = metrics_head(self.groups, self.wanted), self.look.groups.style
        has_keys = len(self.groups) > 1 and len(self.wanted.keys) > 1 and legend != DIRECT
        for one, key, color, dash in self.lines():
            told = metric_words(self._spoken(one, key), one.lines[key])
            facts: dict[str, Any] = {"head": head, "told": told, "is_listed": not has_keys}
            facts |= {"color": color, "dash": dash, "style": style}
            line = Mark(scene.CURVE, Line(one.lines[key]), self._title(one, key), **facts)
            yield line
            yield from self._points(one, key, style.get("color", color))
        if has_keys:
            yield from self._keys(legend, ranks)
        counts = {len(one.folds) for one in self.groups if one.has_folds}
        if counts:
            each = f"each of {counts.pop()} folds" if len(counts) == 1 else "each fold"
            yield fold_row(each, None)

    def _points(self, one: GroupMetrics, key: str, color: Any) -> Iterator[Mark]:
        """Yield the points of a curve that are known, if they are few."""
        function = one.lines[key]
        if one.has_folds or one.folds[0].curve.lists_all_scores or function.x.size > MOST_PUBLISHED:
            return
        shape, own = Markers(function.x, function.at_jumps), {"markeredgecolor": GROUND}
        yield Mark(scene.OPERATING_POINT, shape, color=color, style={**OPERATING_POINT, **own})

    def _keys(self, legend: bool | str, ranks: list[int] | None) -> Iterator[Mark]:
        """Yield a row for the colour of each group, and for the dash of each metric."""
        entries = [CurveEntry(one.name) for one in self.groups]
        if legend == BRIEF:
            entries = brief_entries(entries, ranks)
        style = self.look.groups.style
        for entry, colors in zip(entries, self.colors, strict=True):
            if entry.name:
                shown: dict[str, Any] = {"is_listed": True, "color": colors[0], "style": style}
                yield Mark(scene.CURVE, Swatch(), entry.name, **shown)
        for i, key in enumerate(self.wanted.keys):
            own: dict[str, Any] = {"linestyle": dash_of(i), **style}
            yield row(scene.DASHES, self.wanted.name(key), own)

    def _title(self, one: GroupMetrics, key: str) -> str:
        """Return what distinguishes a line from all others."""
        metric = self.wanted.name(key)
        if one.name is None:
            return metric
        return one.name if len(self.wanted.keys) == 1 else f"{one.name}, {metric}"

    def _spoken(self, one: GroupMetrics, key: str) -> str:
        """Return the group and the metric of a line."""
        return titled(one.name, self.wanted.name(key))

    def thresholds(self, chosen: Sequence[Sequence[list[ChosenThreshold]]]) -> Iterator[Mark]:
        """Yield the best points of metrics, and chosen thresholds; those of folds at the bottom."""
        has_rug = False
        for one, colors, choices in zip(self.groups, self.colors, chosen, strict=True):
            for target, found, shape in zip(self.wanted.targets, choices, cycle(self._shapes())):
                neutral = None if self.look.by_metric else colors[0]
                if target.metric is not None:
                    neutral = colors[self.wanted.keys.index(target.metric)]
                    yield from self._best(one, target.metric, neutral, found)
                elif not one.has_folds:
                    yield from self._chosen(one, target, colors, found[0], shape)
                if one.has_folds:
                    yield self._rug([each.x for each in found], neutral)
                    has_rug = True
        if has_rug:
            own = {"marker": "|", "linestyle": "none"}
            yield row(scene.RUG, self._rug_words(), own)

    def _shapes(self) -> tuple[str, ...]:
        """Return the shapes of chosen thresholds; known points of curves have the first one."""
        has_points = any(
            True for one, key, *_ in self.lines() for _ in self._points(one, key, None)
        )
        earlier = scene_of(self.ax).of(scene.OPERATING_POINT)
        return SHAPES[1:] if has_points or earlier else SHAPES

    def _rug_words(self) -> str:
        """Return what ticks at the thresholds of folds are called."""
        targets = [target.criterion for target in self.wanted.targets]
        if not any(targets):
            return RUG_WORDS[0]
        alone = targets[0].short if len(targets) == 1 and targets[0] is not None else ""
        return typeset(f"{alone} in each fold") if alone else RUG_WORDS[1]

    def _best(
        self, one: GroupMetrics, key: str, color: Any, found: list[ChosenThreshold]
    ) -> Iterator[Mark]:
        """Yield the best point of a metric, or of its mean."""
        function = one.lines[key]
        x = best_place(function)
        if x is None:
            return
        threshold = x if self.wanted.against == THRESHOLD else np.nan
        if not one.has_folds:
            threshold = found[0].threshold
        y = function.at_jumps[np.searchsorted(function.x, x)]
        words, value = self._words(threshold, x)
        told = point_words(words, {self.wanted.name(key): float(y)}, one.name)
        facts: dict[str, Any] = {"value": typeset(value), "told": told, "color": color}
        facts["style"] = {**POINT, **self.styles.mark}
        yield Mark(scene.BEST, Markers(np.array([x]), np.array([y])), typeset(words), **facts)

    def _words(self, threshold: float, x: float) -> tuple[str, str]:
        """Return the words of a point, in full and short."""
        head, number = ("threshold", threshold) if np.isfinite(threshold) else ("share", x)
        (value,) = distinct_texts(np.array([number]))
        return f"{head} {value}", value

    def _chosen(
        self,
        one: GroupMetrics,
        target: Target,
        colors: list[Any],
        at: ChosenThreshold,
        shape: str,
    ) -> Iterator[Mark]:
        """Yield a line at a chosen threshold, with a point of one shape on each metric."""
        if not np.isfinite(at.x):
            return
        rule: dict[str, Any] = {
            "color": Tint(LABEL_STRENGTH),
            "style": {**CRITERION, **_of_line(self.styles.mark)},
        }
        yield Mark(scene.CHOSEN, Rule(at.x, is_upright=True), **rule)
        words, value = self._words(at.threshold, at.x)
        assert target.criterion is not None
        reason = target.criterion.short
        words = f"{words} ({reason})" if reason else words
        named = target.criterion.kind if target.criterion.kind in self.wanted.keys else None
        for i, key in enumerate(self.wanted.keys):
            (y,) = one.lines[key].value_at(np.array([at.x]))
            if not np.isfinite(y):
                continue
            point = Markers(np.array([at.x]), np.array([y]))
            style = {**POINT, "marker": shape, **self.styles.mark}
            look: dict[str, Any] = {"color": colors[i], "style": style}
            if key == (named or self.wanted.keys[0]):
                told = point_words(words, self._values_at(one, at.x), one.name)
                short = typeset(f"threshold {value}")
                look |= {"short": short, "told": told}
                yield Mark(scene.CHOSEN_POINT, point, typeset(words), **look)
            else:
                yield Mark(scene.CHOSEN, point, **look)

    def _values_at(self, one: GroupMetrics, x: float) -> dict[str, float]:
        """Return each metric at a place of the x axis."""
        return {
            self.wanted.name(key): float(one.lines[key].value_at(np.array([x]))[0])
            for key in self.wanted.keys
        }

    def _rug(self, places: Sequence[float], color: Any) -> Mark:
        """Return a tick at the bottom for each chosen threshold of folds."""
        seen = np.array([x for x in places if np.isfinite(x)])
        # One line has all ticks, with a gap after each.
        x, y = np.repeat(seen, 3), np.tile([0.0, HEIGHT_OF_TICKS, np.nan], seen.size)
        style = {**RUG, **_of_line(self.styles.mark)}
        return Mark(scene.RUG, Polyline(x, y, is_rug=True), color=color, style=style)

    def add_axis_above(self, *, show_rate: bool | None) -> None:
        """Add an axis above with the share predicted positive, or with the thresholds."""
        remove(self.ax, scene.AXIS_ABOVE)
        named = [mark for mark in scene_of(self.ax).of(scene.CURVE) if mark.text]
        alone = len(named) <= len(self.wanted.keys)
        if show_rate is False or not alone or len(self.groups) > 1:
            return
        (one,) = self.groups
        other = THRESHOLD if self.wanted.against == RATE else RATE
        if one.has_folds and other == THRESHOLD:
            return
        function = _other_function(one, self.wanted.against)
        if not np.isfinite(function.y).any():
            return
        text_at = partial(
            _text_at, function, write=_threshold_text if other == THRESHOLD else _share_text
        )
        above = axis_above(self.ax, text_at, NAMES[other])
        adopt(self.ax, Mark(scene.AXIS_ABOVE), above)


# Legend entries of ticks: best thresholds, and those chosen by several criteria.
RUG_WORDS = "best of each fold", "chosen in each fold"


def _of_line(style: Style) -> Style:
    """Return the properties of markers that lines without markers have too."""
    return {key: value for key, value in style.items() if not key.startswith("marker")}


def _is_visible(pair: tuple[StepFunction, StepFunction] | None) -> bool:
    """Tell whether bounds are apart somewhere, over more than a pixel."""
    if pair is None:
        return False
    low, high = pair
    wide = np.diff(low.x) > SEEN * (low.x[-1] - low.x[0])
    apart = np.nan_to_num(high.y[1:-1] - low.y[1:-1])
    return bool((wide & (apart > SEEN)).any())


def _other_function(one: GroupMetrics, against: str) -> StepFunction:
    """Return the share predicted positive at each threshold, or the threshold at each share."""
    if against == THRESHOLD:
        shares = [fold.function("queue_rate") for fold in one.folds]
        if one.has_folds:
            shares = JoinedSteps.of(shares).statistics(mean_of_folds)
        return shares[0]
    (steps,) = one.folds
    thresholds = np.asarray(steps.curve.thresholds, np.float64)[steps.points]
    return StepFunction(steps.x, thresholds, None, steps.holds_at)


def _text_at(function: StepFunction, x: float, write: Any) -> str:
    value = float(function.value_at(np.array([x]))[0])
    return typeset(write(value)) if np.isfinite(value) else ""


def _threshold_text(value: float) -> str:
    return f"{value:.3g}"


def _share_text(value: float) -> str:
    """Write a share with two digits, and more where these would make it 0 or 1."""
    if value in (0, 1) or value < 0.01:
        return f"{value:.1g}"
    digits = next((n for n in range(2, 7) if float(f"{value:.{n}f}") < 1), 7)
    return f"{value:.{digits}f}".rstrip("0")


def _words_at_threshold(x: float, y: float) -> str:
    return f"threshold {x:.4g}  metric {y:.3f}"


def _words_at_rate(x: float, y: float) -> str:
    return f"share predicted positive {x:.4g}  metric {y:.3f}"
