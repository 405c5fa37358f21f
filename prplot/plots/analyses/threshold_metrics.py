"""Metrics against the threshold: exact steps, and their best points."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from prplot.core.checks import FloatArray, brief, nearest_hint, one_of
from prplot.core.measures.averaging import border_statistics, checked_errorbar
from prplot.core.measures.metric_steps import RATE, THRESHOLD, MetricSteps
from prplot.core.measures.operating_point import CRITERIA, Criterion
from prplot.core.measures.point_metrics import METRICS, metric_key
from prplot.core.point_scores import squared_beta
from prplot.core.record import ConfusionCurve
from prplot.core.traces.step_function import JoinedSteps, StepFunction
from prplot.core.uncertainty.at_thresholds import edges_at_thresholds, picked
from prplot.core.uncertainty.bands import POINTWISE
from prplot.core.uncertainty.draws import child
from prplot.draw import scene
from prplot.draw.artists import draw_band, draw_points, draw_region, draw_trace
from prplot.draw.axes import (
    ROOM,
    PlainReadout,
    axis_above,
    checked_axes,
    open_limits,
    resolved_axes,
)
from prplot.draw.color import background, dash_of, many_colors, palette_colors, shade, text_color
from prplot.draw.placement.annotations import DIRECT, annotate
from prplot.draw.scene import Mark, Scene, has_words, mark, mark_entry, marks_of
from prplot.draw.style import (
    BAND,
    CURVE,
    LABEL_STRENGTH,
    MINIMUM,
    OPERATING_POINT,
    POINT,
    RUG,
    WISH,
    Style,
    merged,
    merged_fill,
    merged_region,
)
from prplot.draw.tex import typeset
from prplot.draw.ticks import ShortFormatter, set_share_ticks
from prplot.inputs.curves import Curves, warn_if_one_class
from prplot.inputs.resolve import Grouped, curves_of
from prplot.inputs.samples import progress, threshold_samples
from prplot.plots.figure.appearance import BY_THRESHOLD, Look
from prplot.plots.figure.entries import CurveEntry
from prplot.plots.figure.errorbars import SampleBand, words_of
from prplot.plots.figure.figure import brief_entries
from prplot.plots.figure.folds import thin_style
from prplot.plots.figure.layers import VISIBLE, WORDS, explain_bands
from prplot.plots.figure.operating_points import MOST_PUBLISHED, distinct_texts
from prplot.plots.figure.request import (
    BRIEF,
    Request,
    Resolved,
    Source,
    checked_legend,
    level_ranks,
)

# What the axes show and are called, by what the metrics are drawn against.
KINDS = {THRESHOLD: "metrics against thresholds", RATE: "metrics against shares"}
NAMES = {THRESHOLD: "Threshold", RATE: "Share predicted positive"}
# Metrics of which the best point says something: those of others lie at an end.
WITH_BEST = ("f1", "f_beta", "f_gain", "accuracy", "balanced_accuracy", "mcc")
# Room beside the lowest and the highest threshold, as a share of their range.
MARGIN = 0.04
# The width that is shown around a single threshold, as a share of it, or of 1.
WIDTH_OF_ONE = 0.05
# Height of the ticks at the thresholds of folds, in shares of the axes.
HEIGHT_OF_TICKS = 0.035
# Where legends are placed first.
HOME = (0.5, 0.0)
UNDEFINED = "metrics that need the other class are undefined and not drawn"
_ROUNDING = 8 * float(np.finfo(np.float64).eps)


class Wish(NamedTuple):
    """A threshold that is marked: the best of a metric, or one that is chosen by a criterion."""

    metric: str | None
    criterion: Criterion | None = None


class Chosen(NamedTuple):
    """The place of a wish on the x axis, and its threshold, which may be nan."""

    x: float
    threshold: float


@dataclass(frozen=True)
class Wanted:
    """What is drawn of each group, checked.

    Attributes
    ----------
    keys : tuple of str
        Of `METRICS`.
    beta : float
    against : {"threshold", "rate"}
    wishes : tuple of Wish
    """

    keys: tuple[str, ...]
    beta: float
    against: str
    wishes: tuple[Wish, ...]

    @classmethod
    def of(cls, metrics: Any, beta: Any, against: Any, mark: Any) -> Wanted:
        """Check the user's arguments, which are those of `plot_thresholds`."""
        names = [metrics] if isinstance(metrics, str) else metrics
        if not isinstance(names, list | tuple) or not names:
            raise TypeError(
                f"metrics must be a name or a list of names, found {brief(metrics)}; the names are "
                + ", ".join(map(repr, METRICS))
            )
        keys = tuple(metric_key(name) for name in names)
        if len(set(keys)) < len(keys):
            raise ValueError(f"metrics must be different ones, found {brief(list(names))}")
        squared_beta(beta)
        one_of(against, "x", KINDS)
        return cls(keys, beta, against, tuple(_wishes(mark, keys)))

    def name(self, key: str) -> str:
        """Return what a metric is called."""
        return typeset(METRICS[key].name(self.beta))


def _wishes(mark: Any, keys: Sequence[str]) -> Iterator[Wish]:
    """Yield what is to be marked."""
    if mark is None or mark is True:
        yield from (Wish(key) for key in keys if key in WITH_BEST)
    elif mark is not False:
        for kind, value in _criteria(mark):
            yield Wish(None, Criterion(kind, value))


def _criteria(mark: Any) -> Iterator[tuple[str, Any]]:
    """Yield the kind and the number of each criterion."""
    for wished in mark if isinstance(mark, list | tuple) else [mark]:
        if not isinstance(wished, Mapping) or not wished:
            raise TypeError(
                "mark must be None (the best point of each metric), False, or criteria such as "
                f"{{'recall': 0.8}} or {{'threshold': [0.3, 0.5]}}, found {brief(mark)}"
            )
        for kind, values in wished.items():
            if kind not in CRITERIA:
                raise ValueError(
                    f"mark must hold criteria among {', '.join(map(repr, CRITERIA))}, found "
                    f"{brief(kind)}; {nearest_hint(kind, CRITERIA)}"
                )
            # A cost is a pair, a list of costs is a list of pairs.
            is_list = np.ndim(values) > (kind == "cost")
            yield from ((kind, value) for value in (values if is_list else [values]))


@dataclass(frozen=True)
class Drawn:
    """The functions of one group.

    Attributes
    ----------
    name : str or None
    folds : list of MetricSteps
        A single one without folds.
    lines : dict of str to StepFunction
        Metrics by key; means of folds.
    of_folds : dict of str to list of StepFunction
        The metrics of each fold; empty without folds.
    bands : dict of str to (StepFunction, StepFunction)
        The borders of a band around each metric, if it has one.
    bounds : dict of str to (StepFunction, StepFunction)
        Between which a metric certainly is, where it is not known exactly.
    """

    name: str | None
    folds: list[MetricSteps]
    lines: dict[str, StepFunction]
    of_folds: dict[str, list[StepFunction]]
    bands: dict[str, tuple[StepFunction, StepFunction]]
    bounds: dict[str, tuple[StepFunction, StepFunction]]

    @classmethod
    def of(cls, name: str | None, curves: Sequence[ConfusionCurve], wanted: Wanted) -> Drawn:
        """Take the curve of a group."""
        (steps,) = (MetricSteps.of(curve, wanted.against) for curve in curves)
        lines = {key: steps.function(key, wanted.beta) for key in wanted.keys}
        bounds = {key: steps.bounds(key, wanted.beta) for key in wanted.keys}
        known = {key: pair for key, pair in bounds.items() if pair is not None}
        return cls(name, [steps], lines, {}, {}, known)

    @classmethod
    def of_several(
        cls, name: str | None, curves: Sequence[ConfusionCurve], wanted: Wanted, errorbar: Any
    ) -> Drawn:
        """Take the folds of a group."""
        folds = [MetricSteps.of(curve, wanted.against) for curve in curves]
        each = {key: [one.function(key, wanted.beta) for one in folds] for key in wanted.keys}
        joined = {key: JoinedSteps.of(some) for key, some in each.items()}
        lines = {key: some.statistic(_mean) for key, some in joined.items()}
        bands = {}
        if checked_errorbar(errorbar) is not None:
            for key, some in joined.items():
                low, high = (
                    some.statistic(partial(_clipped, of=of, low=METRICS[key].low))
                    for of in border_statistics(errorbar)
                )
                bands[key] = low, high
        return cls(name, folds, lines, each, bands, {})

    @property
    def has_folds(self) -> bool:
        """Whether lines are means of folds."""
        return bool(self.of_folds)

    @property
    def has_exact_recall(self) -> bool:
        """Whether recall is known at every threshold, up to what can be seen."""
        curve = self.folds[0].curve
        return self.has_folds or curve.lists_all_scores or curve.tp.size > MOST_PUBLISHED

    def minimum(self) -> StepFunction:
        """Return the least precision at each recall, or its mean; undefined where it is 0."""
        functions = [one.minimum_precision() for one in self.folds]
        found = JoinedSteps.of(functions).statistic(_mean) if self.has_folds else functions[0]
        return replace(found, y=np.where(found.y > 0, found.y, np.nan))


def _mean(values: FloatArray) -> FloatArray:
    found: FloatArray = values.mean(axis=0)
    return found


def _clipped(values: FloatArray, of: Any, low: float) -> FloatArray:
    found: FloatArray = np.clip(of(values), low, 1.0)
    return found


def plot_thresholds(
    y_true: Any,
    y_score: Any = None,
    *,
    metrics: str | Sequence[str] = ("precision", "recall", "f1"),
    beta: float = 1,
    mark: Any = None,
    x: str = "threshold",
    data: Any = None,
    hue: Any = None,
    hue_order: Sequence[Any] | None = None,
    palette: Any = None,
    units: Any = None,
    clusters: Any = None,
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | str | None = None,
    name: str | None = None,
    label: str | None = None,
    color: Any = None,
    errorbar: Any = None,
    n_boot: int | None = None,
    seed: Any = None,
    show_min: bool | None = None,
    show_rate: bool | None = None,
    legend: bool | str = "auto",
    curve_kws: Mapping[str, Any] | None = None,
    band_kws: Mapping[str, Any] | None = None,
    min_kws: Mapping[str, Any] | None = None,
    mark_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw metrics against the threshold."""
    request = Request.of(locals(), estimator="vertical", average=None)
    wanted = Wanted.of(metrics, beta, x, mark)
    wished_legend = checked_legend(legend)
    styles = Styles.of(band_kws, min_kws, mark_kws)
    source = request.source()
    found = curves_of(source.given, source.by, thresholds=np.unique)
    _check_groups(found, request, wanted)
    look = _look(found, request, wanted)
    drawn = _drawn(found, wanted, request)
    chosen = [[_choices(wish, one, wanted) for wish in wanted.wishes] for one in drawn]
    _check_flags(drawn, show_rate=show_rate)
    if request.band is not None:
        drawn = _with_intervals(drawn, source, wanted, request.band)
    checked_axes(ax, kind=KINDS[x])
    shown = [(key, fold) for key, folds in found.groups.items() for fold in folds]
    warn_if_one_class(shown, stacklevel=2, undefined=UNDEFINED)

    ax = resolved_axes(ax)
    figure = Figure(ax, wanted, drawn, look.colors(ax, wanted), look, styles)
    figure.dress()
    if show_min or (show_min is None and figure.is_alone and drawn[0].has_exact_recall):
        figure.add_minimum()
    figure.add_bands(request)
    figure.add_lines()
    figure.add_marks(chosen)
    figure.add_entries(wished_legend, level_ranks(found), request.entry or request.name)
    figure.add_axis_above(show_rate=show_rate)
    annotate(ax, wished_legend, home=HOME)
    return ax


class Styles(NamedTuple):
    """The user's styles, merged with the defaults."""

    band: Style
    minimum: Style
    region: Style
    mark: Style

    @classmethod
    def of(cls, band: Any, minimum: Any, mark: Any) -> Styles:
        """Check the user's arguments."""
        line, region = merged_region(MINIMUM, minimum, "min_kws")
        mark = merged({}, mark, "mark_kws")
        return cls(merged_fill(BAND, band, "band_kws"), line, region, mark)


@dataclass(frozen=True)
class LineLook:
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

    def colors(self, ax: Axes, wanted: Wanted) -> list[list[Any]]:
        """Return the colour of each metric of each group."""
        if not self.by_metric:
            return [[color] * len(wanted.keys) for color in self.groups.colors(ax)]
        if self.palette is not None:
            return [palette_colors(wanted.keys, self.palette)]
        return [many_colors(len(wanted.keys), ax)]


def _look(found: Grouped, request: Request, wanted: Wanted) -> LineLook:
    """Check colours and line properties."""
    if isinstance(request.color, str) and request.color == BY_THRESHOLD:
        raise ValueError("color='threshold' goes with curves; here thresholds are the x axis")
    is_alone = len(found.groups) == 1
    own = "color" in merged(CURVE, request.curve_kws, "curve_kws") or request.color is not None
    by_metric = is_alone and len(wanted.keys) > 1 and not own
    palette = request.palette
    if by_metric and palette is not None:
        palette_colors(wanted.keys, palette)
    curves: Curves = {name: folds[0] for name, folds in found.groups.items()}
    is_grouped = request.data is not None or request.hue is not None
    resolved = Resolved(
        curves, None, found.levels, found.dashes, level_ranks(found), is_grouped=is_grouped
    )
    of_groups = None if by_metric else palette
    return LineLook(
        Look.of(resolved, request.curve_kws, request.color, of_groups), palette, by_metric
    )


def _check_groups(found: Grouped, request: Request, wanted: Wanted) -> None:
    """Raise if folds, bands or thresholds are not as the figure needs them."""
    band, averaging = request.band, request.averaging
    if band is not None and band.kind != POINTWISE:
        raise ValueError(
            f"errorbar {band.kind!r} is a band of whole curves; plot_thresholds has 'ci', and "
            "'sd', 'se' or 'pi' for folds"
        )
    if band is not None and found.are_folds:
        raise ValueError(
            "errorbar 'ci' is a band of one test set, found folds; they have 'sd', 'se' or 'pi'"
        )
    if averaging is not None:
        averaging.check(found)
    for name, curves in found.groups.items():
        of = "" if name is None else f" of {name!r}"
        for curve in curves:
            if found.are_folds and not (curve.pos and curve.neg):
                raise ValueError(
                    f"each fold{of} must have positives and negatives, found one with one class"
                )
            if wanted.against == THRESHOLD and not np.isfinite(curve.thresholds).any():
                raise ValueError(
                    f"the curve{of} has no thresholds; x='rate' draws its metrics against the "
                    "share predicted positive"
                )


def _check_flags(drawn: Sequence[Drawn], *, show_rate: bool | None) -> None:
    if show_rate and len(drawn) > 1:
        raise ValueError(
            f"show_rate goes with a single group, found {len(drawn)}, each with shares of its own"
        )


def _drawn(found: Grouped, wanted: Wanted, request: Request) -> list[Drawn]:
    if not found.are_folds:
        return [Drawn.of(name, curves, wanted) for name, curves in found.groups.items()]
    errorbar = None if request.averaging is None else request.averaging.errorbar
    return [
        Drawn.of_several(name, curves, wanted, errorbar) for name, curves in found.groups.items()
    ]


def _with_intervals(
    drawn: Sequence[Drawn], source: Source, wanted: Wanted, band: SampleBand
) -> list[Drawn]:
    """Return the groups with a pointwise band around each metric."""
    steps = [one.folds[0] for one in drawn]
    rising = [one.points[:-1] if one.holds_at == "left" else one.points[1:] for one in steps]
    places = [picked(one.x) for one in steps]
    falls = [one.holds_at == "left" for one in steps]
    points = [
        some[at][::-1] if fall else some[at]
        for some, at, fall in zip(rising, places, falls, strict=True)
    ]
    curves = [one.curve for one in steps]
    samples = threshold_samples(source.given, source.by, list(zip(curves, points, strict=True)))
    found = []
    with progress(band.how.n_boot * len(drawn)) as watch:
        for i, (one, sample) in enumerate(zip(drawn, samples, strict=True)):
            how = replace(band.how, seed=child(band.how.seed, i), watch=watch)
            edges = edges_at_thresholds(sample, wanted.keys, wanted.beta, how)
            bands = {key: _band(steps[i], places[i], pair) for key, pair in edges.items()}
            found.append(replace(one, bands=bands))
    return found


def _band(
    steps: MetricSteps, places: Any, edges: tuple[FloatArray, FloatArray]
) -> tuple[StepFunction, StepFunction]:
    """Return borders at some of the thresholds, joined straight unless these are all."""
    x, is_left = steps.x[places], steps.holds_at == "left"
    known = steps.is_known if places.size == steps.x.size else np.zeros(x.size + 1, bool)
    low, high = (
        np.append(edge[::-1], np.nan) if is_left else np.append(np.nan, edge) for edge in edges
    )
    return tuple(StepFunction(x, y, known, steps.holds_at) for y in (low, high))  # type: ignore[return-value]


def _choices(wish: Wish, one: Drawn, wanted: Wanted) -> list[Chosen]:
    """Return what a wish chooses in each fold, or in the whole."""
    if wish.criterion is None:
        key = str(wish.metric)
        functions = one.of_folds.get(key) or [one.lines[key]]
        best = [_best(function) for function in functions]
        return [
            Chosen(at, _threshold_at(steps, at))
            for steps, at in zip(one.folds, best, strict=True)
            if at is not None
        ]
    return [_fulfilled(wish.criterion, steps) for steps in one.folds]


def _best(function: StepFunction) -> float | None:
    """Return where a function is highest, at the highest threshold; None if that is no score."""
    y = function.y
    if not np.isfinite(y).any():
        return None
    highest = np.nanmax(y)
    pieces = np.flatnonzero(y >= highest - _ROUNDING * abs(highest))
    is_left = function.holds_at == "left"
    place = int(pieces[-1] if is_left else pieces[0] - 1)
    return float(function.x[place]) if 0 <= place < function.x.size else None


def _threshold_at(steps: MetricSteps, x: float) -> float:
    """Return the threshold at a place on the x axis."""
    if steps.holds_at == "left":
        return x
    piece = int(np.searchsorted(steps.x, x, side="right"))
    return float(steps.curve.thresholds[steps.points[piece]])


def _fulfilled(criterion: Criterion, steps: MetricSteps) -> Chosen:
    """Return where a criterion is fulfilled best."""
    index = criterion.index(steps.curve)
    threshold = float(steps.curve.thresholds[index])
    if criterion.kind == THRESHOLD:
        threshold = float(criterion.value)
    if steps.holds_at == "left":
        return Chosen(threshold, threshold)
    tp, fp = steps.curve.tp[index], steps.curve.fp[index]
    return Chosen(float((tp + fp) / (steps.curve.pos + steps.curve.neg)), threshold)


@dataclass(frozen=True)
class Figure:
    """What is drawn in which axes, and how.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
    wanted : Wanted
    groups : list of Drawn
    colors : list of list of colours
        Of each metric of each group.
    look : LineLook
    styles : Styles
    """

    ax: Axes
    wanted: Wanted
    groups: list[Drawn]
    colors: list[list[Any]]
    look: LineLook
    styles: Styles

    @property
    def is_alone(self) -> bool:
        """Whether one group is all that the axes show."""
        return len(self.groups) == 1 and not marks_of(self.ax, scene.CURVE)

    def lines(self) -> Iterator[tuple[Drawn, str, Any, Any]]:
        """Yield each line: its group, its metric, its colour and its dash."""
        for one, colors in zip(self.groups, self.colors, strict=True):
            for i, key in enumerate(self.wanted.keys):
                yield one, key, colors[i], dash_of(0 if self.look.by_metric else i)

    def dress(self) -> None:
        """Give axes names, ticks, limits and a readout."""
        ax, against = self.ax, self.wanted.against
        is_first = not marks_of(ax, scene.CURVE)
        keys = self.wanted.keys
        ax.set(
            xlabel=NAMES[against], ylabel=self.wanted.name(keys[0]) if len(keys) == 1 else "Metric"
        )
        lowest = min([0.0, *(self._lowest(*line[:2]) for line in self.lines())])
        open_limits(ax, (lowest if is_first else min(lowest, ax.get_ylim()[0]), 1.0))
        set_share_ticks(ax.yaxis)
        self._show_all()
        if against == RATE:
            set_share_ticks(ax.xaxis)
        elif ax.get_xscale() == "linear":
            ax.xaxis.set_major_formatter(ShortFormatter())
        words = _words_at_threshold if against == THRESHOLD else _words_at_rate
        ax.format_coord = PlainReadout(KINDS[against], words)  # type: ignore[method-assign]

    def _lowest(self, one: Drawn, key: str) -> float:
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

    def add_minimum(self) -> None:
        """Shade where precision can't be at the recall of each threshold."""
        if "precision" not in self.wanted.keys:
            return
        place = self.wanted.keys.index("precision")
        for one, colors in zip(self.groups, self.colors, strict=True):
            border, color = one.minimum(), None if len(self.groups) == 1 else colors[place]
            if not np.isfinite(border.y).any():
                continue
            if color is None:
                region = draw_region(border, self.ax, self.styles.region)
                mark(region, scene.REGION, typeset("unachievable precision"), short="unachievable")
            own = {"color": color or text_color(self.ax), **self.styles.minimum}
            mark(draw_trace(border, self.ax, own), scene.MINIMUM, style=self.styles.minimum)

    def add_bands(self, request: Request) -> None:
        """Draw bands around lines, and bounds of lines that are not known exactly."""
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
        for pairs, entry in ((bands, words), (bounds, WORDS)):
            held = [(pair, color) for pair, color in pairs if pair is not None]
            for pair, color in held:
                own = {"color": color, **self.styles.band, "label": "_"}
                mark(draw_band(*pair, self.ax, own), scene.BAND)
            if held:
                explain_bands(self.ax, entry, [color for _, color in held], self.styles.band)

    def add_lines(self) -> None:
        """Draw thin lines of folds, and the line of each metric over them."""
        for one, key, color, dash in self.lines():
            for fold in one.of_folds.get(key, ()):
                thin = {**thin_style(self.ax, color), "linestyle": dash}
                mark(draw_trace(fold, self.ax, thin), scene.FOLD, "fold")
        for one, key, color, dash in self.lines():
            style = {"color": color, "linestyle": dash, **self.look.groups.style}
            line = draw_trace(one.lines[key], self.ax, style)
            mark(line, scene.CURVE, self._title(one, key), style=self.look.groups.style)
            self._add_points(one, key, line)

    def _title(self, one: Drawn, key: str) -> str:
        """Return what distinguishes a line from all others."""
        metric = self.wanted.name(key)
        if one.name is None:
            return metric
        return one.name if len(self.wanted.keys) == 1 else f"{one.name}, {metric}"

    def _add_points(self, one: Drawn, key: str, line: Any) -> None:
        """Mark the points of a curve that are known, if they are few."""
        function = one.lines[key]
        if one.has_folds or one.folds[0].curve.lists_all_scores or function.x.size > MOST_PUBLISHED:
            return
        own = {**OPERATING_POINT, "markeredgecolor": background(self.ax), "color": line.get_color()}
        points = draw_points(function.x, function.at_jumps, self.ax, own)
        mark(points, scene.OPERATING_POINT)

    def add_marks(self, chosen: Sequence[Sequence[list[Chosen]]]) -> None:
        """Mark the best points of metrics, and chosen thresholds; those of folds at the bottom."""
        has_rug = False
        for one, colors, choices in zip(self.groups, self.colors, chosen, strict=True):
            for wish, found in zip(self.wanted.wishes, choices, strict=True):
                if wish.metric is not None:
                    color = colors[self.wanted.keys.index(wish.metric)]
                    self._add_best(one, wish.metric, color, found)
                elif not one.has_folds:
                    self._add_chosen(one, wish, colors, found[0])
                if one.has_folds:
                    neutral = text_color(self.ax) if self.look.by_metric else colors[0]
                    rug = color if wish.metric is not None else neutral
                    self._add_rug([one.x for one in found], rug)
                    has_rug = True
        if has_rug and not has_words(self.ax, RUG_WORDS, scene.RUG):
            (swatch,) = self.ax.plot([], [], "|", color=text_color(self.ax))
            mark_entry(swatch, scene.RUG, RUG_WORDS)

    def _add_best(self, one: Drawn, key: str, color: Any, found: list[Chosen]) -> None:
        """Mark the best point of a metric, or of its mean."""
        function = one.lines[key]
        x = _best(function)
        if x is None:
            return
        threshold = x if self.wanted.against == THRESHOLD else np.nan
        if not one.has_folds:
            threshold = found[0].threshold
        y = function.at_jumps[np.searchsorted(function.x, x)]
        own = {**POINT, "color": color, **self.styles.mark}
        words, value = self._words(threshold, x)
        drawn = draw_points([x], [y], self.ax, own)
        mark(drawn, scene.BEST, typeset(words), value=typeset(value))

    def _words(self, threshold: float, x: float) -> tuple[str, str]:
        """Return the words of a point, in full and short."""
        head, number = ("threshold", threshold) if np.isfinite(threshold) else ("share", x)
        (value,) = distinct_texts(np.array([number]))
        return f"{head} {value}", value

    def _add_chosen(self, one: Drawn, wish: Wish, colors: list[Any], at: Chosen) -> None:
        """Draw a line at a chosen threshold, with a point on each metric."""
        if not np.isfinite(at.x):
            return
        own = {**WISH, "color": shade(self.ax, LABEL_STRENGTH), **_of_line(self.styles.mark)}
        mark(self.ax.axvline(at.x, **own), scene.CHOSEN)
        words, value = self._words(at.threshold, at.x)
        assert wish.criterion is not None
        reason = wish.criterion.short
        words = f"{words} ({reason})" if reason else words
        named = wish.criterion.kind if wish.criterion.kind in self.wanted.keys else None
        for i, key in enumerate(self.wanted.keys):
            (y,) = one.lines[key].value_at(np.array([at.x]))
            if not np.isfinite(y):
                continue
            point = draw_points(
                [at.x], [y], self.ax, {**POINT, "color": colors[i], **self.styles.mark}
            )
            if key == (named or self.wanted.keys[0]):
                mark(point, scene.BEST, typeset(words), short=typeset(f"threshold {value}"))
            else:
                mark(point, scene.CHOSEN)

    def _add_rug(self, places: Sequence[float], color: Any) -> None:
        """Draw a tick at the bottom for each chosen threshold of folds."""
        seen = np.array([x for x in places if np.isfinite(x)])
        # One line draws all ticks, with a gap after each.
        x, y = np.repeat(seen, 3), np.tile([0.0, HEIGHT_OF_TICKS, np.nan], seen.size)
        own = {**RUG, "color": color, **_of_line(self.styles.mark)}
        (rug,) = self.ax.plot(x, y, transform=self.ax.get_xaxis_transform(), **own)
        mark(rug, scene.RUG)

    def add_entries(self, legend: bool | str, ranks: list[int] | None, name: str | None) -> None:
        """Add legend entries: of each line, or one for each colour and one for each dash."""
        several = len(self.groups) > 1 and len(self.wanted.keys) > 1
        curves = [held for held in marks_of(self.ax, scene.CURVE) if not held.is_listed]
        if several and legend != DIRECT:
            self._add_keys(legend, ranks)
        else:
            for held in curves:
                held.write_label(listed=True)
        counts = {len(one.folds) for one in self.groups if one.has_folds}
        if counts:
            each = f"each of {counts.pop()} folds" if len(counts) == 1 else "each fold"
            neutral = text_color(self.ax)
            if not has_words(self.ax, each, scene.FOLD):
                line = self.ax.plot([], [], **thin_style(self.ax, neutral))[0]
                mark_entry(line, scene.FOLD, each)

    def _add_keys(self, legend: bool | str, ranks: list[int] | None) -> None:
        entries = [CurveEntry(one.name) for one in self.groups]
        if legend == BRIEF:
            entries = brief_entries(entries, ranks)
        style = self.look.groups.style
        for entry, colors in zip(entries, self.colors, strict=True):
            if entry.name:
                (line,) = self.ax.plot([], [], **{"color": colors[0], **style})
                mark_entry(line, scene.CURVE, entry.name)
        for i, key in enumerate(self.wanted.keys):
            words = self.wanted.name(key)
            if not has_words(self.ax, words, scene.CURVE):
                own = {"color": text_color(self.ax), "linestyle": dash_of(i), **style}
                mark_entry(self.ax.plot([], [], **own)[0], scene.CURVE, words)

    def add_axis_above(self, *, show_rate: bool | None) -> None:
        """Add an axis above with the share predicted positive, or with the thresholds."""
        for held in marks_of(self.ax, scene.AXIS_ABOVE):
            held.artist.remove()
        alone = len([m for m in marks_of(self.ax, scene.CURVE) if m.text]) <= len(self.wanted.keys)
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
        Scene.of(self.ax).add(Mark(scene.AXIS_ABOVE, above))


RUG_WORDS = "best of each fold"


def _of_line(style: Style) -> Style:
    """Return the properties of markers that lines without markers have too."""
    return {key: value for key, value in style.items() if not key.startswith("marker")}


def _ends(x: FloatArray) -> list[float]:
    return [float(x[0]), float(x[-1])]


def _is_visible(pair: tuple[StepFunction, StepFunction] | None) -> bool:
    """Tell whether bounds are apart somewhere, over more than a pixel."""
    if pair is None:
        return False
    low, high = pair
    wide = np.diff(low.x) > VISIBLE * (low.x[-1] - low.x[0])
    apart = np.nan_to_num(high.y[1:-1] - low.y[1:-1])
    return bool((wide & (apart > VISIBLE)).any())


def _other_function(one: Drawn, against: str) -> StepFunction:
    """Return the share predicted positive at each threshold, or the threshold at each share."""
    if against == THRESHOLD:
        shares = [fold.function("queue_rate") for fold in one.folds]
        return JoinedSteps.of(shares).statistic(_mean) if one.has_folds else shares[0]
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
