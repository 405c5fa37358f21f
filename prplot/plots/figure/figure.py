"""A figure of curves: what it shows in each of its panels, as a scene, and how it is drawn."""

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.axis import Axis, XAxis
from matplotlib.font_manager import FontProperties

from prplot.core.checks import one_of, user_level
from prplot.core.measures.averaging import average_band, checked_errorbar, warn_of_means
from prplot.core.measures.score_definitions import SCORES, score_keys
from prplot.core.record import ConfusionCurve, UnknownNegativesError
from prplot.core.spaces import Space
from prplot.core.traces import trace, whole_steps
from prplot.draw.axes import dress, figure_of, keep_whole, slot_of
from prplot.draw.painting import paint
from prplot.draw.placement.annotations import DIRECT
from prplot.draw.placement.ground import Ruler, points_to_pixels
from prplot.draw.placement.legend import SMALL
from prplot.draw.scene import COLOR_KEY, FOLD, NEGATIVE, ZERO, Area, Line, Mark, Scene
from prplot.draw.scene_artist import SceneArtist, remove, scene_of
from prplot.draw.style import BAND, CURVE, FOLD_ALONE, merged_fill
from prplot.draw.style import FOLD as FOLD_STYLE
from prplot.draw.tex import typeset, verbatim
from prplot.inputs.curves import warn_if_one_class, warn_if_suspicious
from prplot.plots.figure.arguments import BRIEF, Options, checked_legend
from prplot.plots.figure.groups import (
    CurveGroups,
    Look,
    check_one_with_thresholds,
    counted_at,
    groups_of,
)
from prplot.plots.figure.labels import EMPTY, Label, brief_labels, keyed, labels_of
from prplot.plots.figure.layers import (
    LAYER,
    LEFT_OF_SQUARE,
    Panel,
    bands,
    bounds,
    checked_layers,
    curve_marks,
    fold_row,
    gain_marks,
    is_one_line,
    isometrics_of,
    layer_marks,
    thin_color,
)
from prplot.plots.figure.operating_points import Marked

if TYPE_CHECKING:
    from prplot.plots.figure.errorbars import Estimate, SampleBand

INTERPOLATIONS = ("exact", *SCORES["aucpr"].interpolated)


@dataclass(frozen=True)
class CurveFigure:
    """What a figure of curves shows, checked: the same in all of its panels.

    Attributes
    ----------
    groups : CurveGroups
    labels : list of Label
        What the legend shows of each group.
    look : Look
        Colours and dashes.
    interpolation : str
        How the curves run between operating points.
    hulls : list of ConfusionCurve
        The hull of each curve if hulls are shown, else empty.
    marked : Marked
        The marked operating points.
    layers : dict of str to style
        By the names of the layers that are shown.
    panel : callable
        Takes a space, colours and whether other panels are beside, and returns the `Panel` that
        layers depend on.
    legend : bool or str
        Whether there is a legend, or "direct" or "brief".
    graded : ConfusionCurve or None
        The curve that is coloured by its thresholds, counted at all of them.
    band : SampleBand or None
        The kind of band of test sets, if one was asked for.
    estimates : sequence of Estimate
        The band and the intervals of each curve then.
    """

    groups: CurveGroups
    labels: list[Label]
    look: Look
    interpolation: str
    hulls: list[ConfusionCurve]
    marked: Marked
    layers: dict[str, Any]
    panel: Callable[..., Panel]
    legend: bool | str
    graded: ConfusionCurve | None = None
    band: "SampleBand | None" = None
    estimates: "Sequence[Estimate]" = ()

    def warn(self, space: Space | None = None) -> None:
        """Warn of suspicious curves, of unequal folds, and of points outside the axes."""
        warn_if_one_class(self.groups.shown())
        warn_if_suspicious((group.name, group.folds or [group.curve]) for group in self.groups)
        if space is None or not is_one_line("curves", space):
            self.groups.warn()
        if self.band is not None:
            from prplot.plots.figure.errorbars import warn_of

            warn_of(self.estimates, self.groups)
        if space is not None and self.marked.criteria:
            self.marked.warn(space)


def curve_figure(
    options: Options, spaces: Sequence[Space] = (), *, show_hull: bool | None = None
) -> CurveFigure:
    """Check what the user wants to see in some spaces; `show_hull` may differ from the option."""
    given = options.given
    interpolation = one_of(given["interpolation"], "interpolation", INTERPOLATIONS)
    legend = checked_legend(given["legend"])
    # A label is the whole entry of a single curve; the hull of that has none.
    has_scores = given["label"] is None and given["score"] is not None
    scores = score_keys(given["score"]) if has_scores else []
    groups = groups_of(options)
    layers = checked_layers(given, show_hull=show_hull)
    _check_curves(groups, interpolation, layers, spaces)
    marked = Marked.of(groups, options)
    own = FOLD_ALONE if groups.is_spread else CURVE
    look = Look.of(own, given, groups.levels, groups.dashes, groups.ranks)
    estimates = _estimates(options, groups, scores)
    hulls = [curve.hull() for curve in groups.curves] if "hull" in layers else []
    shown: Any = {"spaces": spaces, "intervals": [one.intervals for one in estimates]}
    warn_of_means(groups.numbers_of_folds(scores))
    labels, of_hull = labels_of(groups, scores, interpolation, hulls=hulls, **shown)
    panel = partial(
        Panel,
        curves=groups.curves,
        dashes=look.distinct_dashes(),
        hulls=hulls,
        hull_label=EMPTY if given["label"] else of_hull,
        beta=given["beta"],
        has_other_prevalences=groups.unequal() is not None,
        **isometrics_of(given, groups.curves, spaces),
    )
    return CurveFigure(
        groups,
        brief_labels(labels, groups.ranks) if legend == BRIEF else labels,
        look,
        interpolation,
        hulls,
        marked,
        layers,
        panel,
        legend,
        _graded(options, groups) if look.by_threshold else None,
        options.band,
        estimates,
    )


def _check_curves(
    groups: CurveGroups, interpolation: str, layers: Mapping[str, Any], spaces: Sequence[Space]
) -> None:
    """Raise if curves can't run as they should, have no hulls, or have unknown negatives."""
    shown: list[Any] = [*(LAYER[name] for name in layers), *spaces]
    is_known = all(curve.knows_negatives for curve in groups.curves)
    if not is_known and any(one.needs_negatives for one in shown):
        raise UnknownNegativesError
    for curve in groups.curves if interpolation == "integer" else ():
        # Weights and rates are refused where whole counts are needed.
        whole_steps(curve.tp, curve.fp)
    if "hull" in layers and groups.is_spread:
        raise ValueError("a hull needs an estimator: the folds have no hull in common")


def _estimates(
    options: Options, groups: CurveGroups, scores: Sequence[str]
) -> "Sequence[Estimate]":
    """Return what resampling says of each curve, for a band of one test set."""
    if options.band is None:
        return ()
    from prplot.plots.figure.errorbars import estimates_of

    return estimates_of(options.band, groups, scores)


def _graded(options: Options, groups: CurveGroups) -> ConfusionCurve:
    """Return the curve that is coloured by its thresholds, counted at those that can be seen.

    Raises
    ------
    ValueError
        Several curves, or one without thresholds.
    """
    from prplot.plots.figure.thresholds import levels_shown

    check_one_with_thresholds(groups)
    ((curve,),) = counted_at(options, levels_shown(*groups.curves))
    return curve


def draw_panel(
    ax: Axes,
    space: Space,
    figure: CurveFigure,
    colors: Sequence[Any],
    *,
    calibration: str = "",
    is_beside: bool = False,
) -> None:
    """Draw curves and the layers around them in the axes of a space."""
    groups = figure.groups
    dress(ax, space, groups.shown())
    name_positive(ax.xaxis, typeset(space.x_label), groups.positive)
    marks: list[Mark] = []
    if space.lowest < space.limits[0]:
        marks += gain_marks(space, groups.curves, scene_of(ax))
        open_gains(ax, marks, groups.curves)
    shade = None
    if figure.graded is not None:
        from prplot.plots.figure.thresholds import shading

        shade = shading(ax, figure.graded, figure.look.palette)
    shown = group_marks(figure, space, colors, shade)
    if groups.keys and figure.legend != DIRECT:
        shown = _keyed(groups, shown, ax, is_beside=is_beside)
    panel = figure.panel(space=space, colors=colors, is_beside=is_beside)
    marks += [*shown, *layer_marks(panel, figure.layers)]
    if calibration:
        from prplot.plots.figure.hull_vertices import segment_marks

        marks += segment_marks(space, figure.hulls, calibration, colors)
    paint(Scene(space, tuple(marks), groups.heading), ax)


# What a figure shows of its groups


def group_marks(
    figure: CurveFigure, space: Space, colors: Sequence[Any], shade: Any = None
) -> list[Mark]:
    """Return each curve over its folds, and the marked points.

    Those on a curve that is coloured by its thresholds have their `shade`.
    """
    groups, look, marked = figure.groups, figure.look, figure.marked
    if groups.is_spread:
        return [*_folds_alone(figure, space, colors), *marked.fold_marks(space, colors)]
    dashes, join = look.distinct_dashes(), figure.interpolation
    looks = colors, figure.labels, look.style
    lines = curve_marks(groups.curves, space, *looks, join=join, dashes=dashes)
    shown = marked.in_rows(lines) if any(marked.shown) else lines
    if figure.graded is not None:
        from prplot.plots.figure.thresholds import graded_marks

        shown = graded_marks(shown[0], figure.graded, look.palette)
    around = fold_marks(groups, look, space, colors) if groups.has_folds else []
    marks = [*around, *_bands(figure, space, colors), *shown]
    if marked.on_folds:
        return [*marks, *marked.fold_marks(space, list(map(thin_color, colors)))]
    return [*marks, *marked.marks(space, lines, shade)]


def _folds_alone(figure: CurveFigure, space: Space, colors: Sequence[Any]) -> list[Mark]:
    """Return the folds of each model without an average; the first has the legend entry."""
    marks: list[Mark] = []
    dashes = figure.look.dash_patterns()
    for group, color, dash, label in zip(figure.groups, colors, dashes, figure.labels, strict=True):
        count = len(group.folds)
        looks = [color] * count, [label] + [EMPTY] * (count - 1), figure.look.style
        how: Any = {"join": figure.interpolation, "dashes": [dash] * count}
        marks += curve_marks(group.folds, space, *looks, **how)
    return marks


def fold_marks(groups: CurveGroups, look: Look, space: Space, colors: Sequence[Any]) -> list[Mark]:
    """Return the band and the thin curves of each average, in its colour, and their rows."""
    averaging = groups.averaging
    if averaging is None:
        return []
    around: list[Mark] = []
    errorbar = checked_errorbar(averaging.errorbar)
    if errorbar is not None:
        from prplot.plots.figure.errorbars import words_of

        how: Any = {"how": averaging.estimator, "errorbar": averaging.errorbar}
        borders = [average_band(group.folds, space, **how) for group in groups]
        words = words_of(*errorbar, parts=averaging.parts)
        style = merged_fill(BAND, averaging.band_kws, "band_kws")
        around = bands(zip(borders, colors, strict=True), words, style)
    lines = []
    for group, color, dash in zip(groups, colors, look.dash_patterns(), strict=True):
        own: Any = {"color": thin_color(color), "dash": dash, "style": FOLD_STYLE}
        for fold in group.folds:
            lines.append(Mark(FOLD, Line(trace(fold, space)), "fold", curve=fold, **own))
    if not groups.is_unnamed:
        neutral = None if len(colors) > 1 else colors[0]
        lines.append(fold_row(f"each {averaging.part}", neutral))
    return [*around[:-1], *lines, *around[-1:]]


def _bands(figure: CurveFigure, space: Space, colors: Sequence[Any]) -> list[Mark]:
    """Return the bands of test sets; bounds of scanned curves are within them."""
    shape = partial(trace, space=space)
    curves, drawn = figure.groups.curves, figure.band
    if drawn is None:
        return bounds(curves, shape, colors)
    from prplot.core.uncertainty.bands import FIRST_RECALL

    known = [one.band for one in figure.estimates]
    bare = [i for i, band in enumerate(known) if band is None]
    marks = bounds([curves[i] for i in bare], shape, [colors[i] for i in bare])
    part = partial(shape, recall_range=(FIRST_RECALL, 1.0))
    borders = [None if one is None else (part(one.lower), part(one.upper)) for one in known]
    own = [None] * len(colors) if figure.look.by_threshold else colors
    return [*marks, *bands(zip(borders, own, strict=True), drawn.words, drawn.style)]


def _keyed(groups: CurveGroups, marks: list[Mark], ax: Axes, *, is_beside: bool) -> list[Mark]:
    """Return curves with rows for their colours and their dashes, in which they differ both."""
    rows = keyed(marks, groups.keys, groups.titles[1])
    # Panels of the same curves share a legend.
    room = figure_of([ax]).bbox if is_beside else slot_of(ax)
    if _width_of_numbers(rows) <= room.width / points_to_pixels(ax):
        return rows
    warnings.warn(
        "the legend has no room for the scores of all curves and shows only their colours and "
        "dashes; make the figure larger, or get the scores from prplot.summary",
        stacklevel=user_level(),
    )
    return keyed(marks, groups.keys, groups.titles[1], with_numbers=False)


def _width_of_numbers(rows: Sequence[Mark]) -> float:
    """Return the width of the columns of numbers of a legend in small type, in points."""
    ruler, columns = Ruler.usual(), dict[str, float]()
    points = SMALL * FontProperties(size=rcParams["legend.fontsize"]).get_size_in_points()
    for number in [number for mark in rows if mark.role is COLOR_KEY for number in mark.numbers]:
        width = ruler.width(f"{number.text}  ", points)
        columns[number.head] = max(width, columns.get(number.head, 0.0))
    return sum(columns.values())


# Axes


def add_bar(panels: Sequence[Axes], figure: CurveFigure) -> None:
    """Draw a colour bar beside the last panel if a curve is coloured by its thresholds."""
    if figure.graded is not None:
        from prplot.plots.figure.thresholds import colorbar

        colorbar(panels, figure.graded, figure.look.palette)


def open_gains(ax: Axes, marks: Sequence[Mark], curves: Iterable[ConfusionCurve]) -> None:
    """Extend axes to negative gains, in place of earlier ones."""
    if any(curve.pos and curve.neg for curve in curves):
        ax.set_xlim(left=LEFT_OF_SQUARE)
    remove(ax, NEGATIVE, ZERO)
    for mark in marks:
        if isinstance(mark.shape, Area):
            ax.set_ylim(bottom=float(mark.shape.low[0]))
    keep_whole(ax)


def name_positive(axis: Axis, name: str, positive: str | None) -> None:
    """Add the positive label to the name of an axis, "Recall (positive: cancer)".

    The name stays as it is if there is no room for more, or if curves with different
    positive labels are in the same axes.

    Parameters
    ----------
    axis : matplotlib.axis.Axis
    name : str
        What the axis shows.
    positive : str or None
        The text of the positive label of this call; None for 1 or True.
    """
    ax = axis.axes
    known = SceneArtist.of(ax).positives
    if positive is not None and positive not in known:
        known.append(positive)
    if len(known) != 1:
        return
    longer = f"{name} (positive: {verbatim(known[0])})"
    slot = slot_of(ax)
    room = (slot.width if isinstance(axis, XAxis) else slot.height) / points_to_pixels(ax)
    if Ruler.usual().width(longer, float(axis.label.get_fontsize())) <= room:
        axis.set_label_text(longer)
