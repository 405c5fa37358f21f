"""A figure of curves: what it shows in each of its panels, as a scene, and how it is drawn."""

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack

from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.axis import Axis, XAxis
from matplotlib.font_manager import FontProperties

from prplot.core.checks import brief, one_of, user_level
from prplot.core.measures.averaging import average_band, checked_errorbar
from prplot.core.measures.score_definitions import SCORES, score_key
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Space
from prplot.core.traces import trace, whole_steps
from prplot.draw.axes import checked_axes, dress, figure_of, keep_whole, resolved_axes, slot_of
from prplot.draw.painting import paint
from prplot.draw.placement.annotations import DIRECT, annotate
from prplot.draw.placement.ground import Ruler, points_to_pixels
from prplot.draw.placement.legend import SMALL
from prplot.draw.scene import COLOR_KEY, FOLD, NEGATIVE, ZERO, Area, Line, Mark, Scene
from prplot.draw.scene_artist import SceneArtist, remove, scene_of
from prplot.draw.style import BAND, merged_fill
from prplot.draw.style import FOLD as FOLD_STYLE
from prplot.draw.tex import typeset, verbatim
from prplot.inputs.curves import holds_curves, warn_if_one_class
from prplot.plots.figure.arguments import BRIEF, AllOptions, Options, checked_legend
from prplot.plots.figure.groups import CurveGroups, Look, counted_at, groups_of
from prplot.plots.figure.labels import EMPTY, Label, brief_labels, keyed, labels_of
from prplot.plots.figure.layers import (
    LEFT_OF_SQUARE,
    LEVELS,
    Panel,
    bands,
    bounds,
    checked_layers,
    checked_levels,
    curve_marks,
    fold_row,
    gain_marks,
    isometric_totals,
    layer_marks,
    thin_color,
)
from prplot.plots.figure.operating_points import Marked

if TYPE_CHECKING:
    from prplot.plots.figure.errorbars import SampleBand
    from prplot.plots.figure.estimates import Estimate

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
    hull_label : Label
        What the legend shows of the hull, or of all hulls; empty if nothing.
    marked : Marked
        The marked operating points.
    layers : dict of str to style
        By the names of the layers that are shown.
    beta, levels, totals
        As in `Panel`.
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
    hull_label: Label
    marked: Marked
    layers: dict[str, Any]
    beta: float
    levels: Sequence[float]
    totals: tuple[float, float]
    legend: bool | str
    graded: ConfusionCurve | None = None
    band: "SampleBand | None" = None
    estimates: "Sequence[Estimate]" = ()

    def warn(self, space: Space | None = None) -> None:
        """Warn of curves with one class, of unequal folds, and of points outside the axes."""
        warn_if_one_class(self.groups.shown())
        self.groups.warn()
        if self.band is not None:
            from prplot.plots.figure.estimates import warn_of

            warn_of(self.estimates, self.groups)
        if space is not None:
            self.marked.warn(space)


def curve_figure(
    options: Options, spaces: Sequence[Space] = (), *, show_hull: bool | None = None
) -> CurveFigure:
    """Check what the user wants to see in some spaces; `show_hull` may differ from the option."""
    given = options.given
    interpolation = one_of(given["interpolation"], "interpolation", INTERPOLATIONS)
    if options.band is not None:
        options.band.check(interpolation=interpolation)
    legend = checked_legend(given["legend"])
    scores = _scores(given["score"]) if options.entry is None else []
    groups = groups_of(options)
    for curve in groups.curves if interpolation == "integer" else ():
        # Weights and rates are refused where whole counts are needed.
        whole_steps(curve.tp, curve.fp)
    layers = checked_layers(given, show_hull=show_hull)
    if "hull" in layers and groups.is_spread:
        raise ValueError("a hull needs an estimator: of several folds none has the hull")
    count = partial(counted_at, options)
    marked = Marked.of(
        groups,
        given["thresholds"],
        count,
        show_points=given["show_points"],
        point_kws=given["point_kws"],
        is_ready=holds_curves(options.data["y_true"]),
    )
    look = Look.of(groups, given["curve_kws"], given["color"], given["palette"])
    estimates: Sequence[Estimate] = ()
    if options.band is not None:
        from prplot.plots.figure.estimates import estimates_of

        estimates = estimates_of(options.band, groups, scores)
    hulls = [curve.hull() for curve in groups.curves] if "hull" in layers else []
    intervals = [one.intervals for one in estimates]
    shown: Any = {"hulls": hulls, "spaces": spaces, "intervals": intervals}
    labels, of_hull = labels_of(groups, scores, interpolation, **shown)
    totals = isometric_totals(groups.curves, spaces, are_shown="isometrics" in layers)
    spread: Sequence[float] = LEVELS
    if len(spaces) == 1 and spaces[0].spread_levels is not None:
        spread = spaces[0].spread_levels(totals[0] / sum(totals), given["beta"])
    graded = None
    if look.by_threshold:
        from prplot.plots.figure.thresholds import levels_shown

        ((graded,),) = count(levels_shown(*groups.curves))
    return CurveFigure(
        groups,
        brief_labels(labels, groups.ranks) if legend == BRIEF else labels,
        look,
        interpolation,
        hulls,
        EMPTY if options.entry else of_hull,
        marked,
        layers,
        given["beta"],
        checked_levels(given["levels"], spread, given["beta"]),
        totals,
        legend,
        graded,
        options.band,
        estimates,
    )


def _scores(score: str | Sequence[str] | None) -> list[str]:
    if score is None:
        return []
    names = score if isinstance(score, list | tuple) else [score]
    keys = [score_key(name) for name in names]
    if len(set(keys)) < len(keys):
        raise ValueError(f"score must hold different names, found {brief(score)}")
    return keys


def one_panel(
    space: Space,
    y_true: Any,
    y_score: Any,
    *,
    ax: Axes | None = None,
    show_calibration: bool | str = False,
    **options: Unpack[AllOptions],
) -> Axes:
    """Draw curves in the axes of one space, with their layers and their legend."""
    checked = Options.of(y_true, y_score, **options)
    calibration = ""
    if show_calibration is not False:
        from prplot.plots.figure.hull_vertices import checked_calibration

        calibration = checked_calibration(show_calibration, space.calibrations)
    show_hull = checked.given["show_hull"] or bool(calibration)
    figure = curve_figure(checked, (space,), show_hull=show_hull)
    checked_axes(ax, space)
    figure.warn(space)

    ax = resolved_axes(ax)
    draw_panel(ax, space, figure, figure.look.colors(ax), calibration=calibration)
    add_bar([ax], figure)
    annotate(ax, figure.legend, home=space.home)
    return ax


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
    dress(ax, space, figure.groups.shown())
    name_positive(ax.xaxis, typeset(space.x_label), figure.groups.positive)
    marks: list[Mark] = []
    if space.lowest < space.limits[0]:
        marks += gain_marks(space, figure.groups.curves, scene_of(ax))
        open_gains(ax, marks, figure.groups.curves)
    shade = None
    if figure.graded is not None:
        from prplot.plots.figure.thresholds import shading

        shade = shading(ax, figure.graded, figure.look.palette)
    panel = panel_of(figure, space, colors, is_beside=is_beside)
    marks += _keyed(figure, group_marks(figure, space, colors, shade), ax, is_beside=is_beside)
    marks += layer_marks(panel, figure.layers)
    if calibration:
        from prplot.plots.figure.hull_vertices import segment_marks

        marks += segment_marks(space, figure.hulls, calibration, colors)
    paint(Scene(space, tuple(marks), figure.groups.heading), ax)


def panel_of(
    figure: CurveFigure, space: Space, colors: Sequence[Any], *, is_beside: bool = False
) -> Panel:
    """Return what the layers in a space depend on."""
    return Panel(
        space,
        figure.groups.curves,
        colors,
        dashes=figure.look.distinct_dashes(),
        hulls=figure.hulls,
        hull_label=figure.hull_label,
        beta=figure.beta,
        levels=figure.levels,
        totals=figure.totals,
        has_other_prevalences=figure.groups.unequal() is not None,
        is_beside=is_beside,
    )


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
    shown = marked.in_rows(lines)
    if figure.graded is not None:
        from prplot.plots.figure.thresholds import graded_marks

        shown = graded_marks(shown[0], figure.graded, look.palette)
    marks = [*fold_marks(groups, look, space, colors), *_bands(figure, space, colors), *shown]
    if marked.on_folds:
        return [*marks, *marked.fold_marks(space, list(map(thin_color, colors)))]
    return [*marks, *marked.marks(space, lines, shade)]


def _folds_alone(figure: CurveFigure, space: Space, colors: Sequence[Any]) -> list[Mark]:
    """Return the folds of each model without an average; the first has the legend entry."""
    marks: list[Mark] = []
    dashes = figure.look.dash_patterns()
    for group, color, dash, label in zip(figure.groups, colors, dashes, figure.labels, strict=True):
        labels = [label] + [EMPTY] * (len(group.folds) - 1)
        every: Any = [[one] * len(group.folds) for one in (color, dash)]
        looks = every[0], labels, figure.look.style
        join = figure.interpolation
        marks += curve_marks(group.folds, space, *looks, join=join, dashes=every[1])
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
    known: Sequence[Any] = [None] * len(colors)
    if figure.band is not None:
        known = [one.band for one in figure.estimates]
    curves = zip(figure.groups.curves, colors, known, strict=True)
    bare = [(curve, color) for curve, color, band in curves if band is None]
    shape = partial(trace, space=space)
    marks = bounds([curve for curve, _ in bare], shape, [color for _, color in bare])
    if figure.band is not None:
        from prplot.plots.figure.estimates import sample_bands

        own = [None] * len(colors) if figure.look.by_threshold else colors
        marks += sample_bands(figure.band, figure.estimates, space, own)
    return marks


def _keyed(figure: CurveFigure, marks: list[Mark], ax: Axes, *, is_beside: bool) -> list[Mark]:
    """Return curves with rows for their colours and their dashes, if they differ in both."""
    keys = figure.groups.keys
    if figure.legend == DIRECT or not keys:
        return marks
    rows = keyed(marks, keys, figure.groups.titles[1])
    # Panels of the same curves share a legend.
    room = figure_of([ax]).bbox if is_beside else slot_of(ax)
    if _width_of_numbers(rows) <= room.width / points_to_pixels(ax):
        return rows
    warnings.warn(
        "the legend has no room for the numbers of all curves, and shows their colours and dashes "
        "alone; a larger figure has room, and prplot.summary returns the numbers",
        stacklevel=user_level(),
    )
    return keyed(marks, keys, figure.groups.titles[1], with_numbers=False)


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

    The name stays as it is where there is no room for more, and where curves with different
    positive labels are in the same axes.

    Parameters
    ----------
    axis : matplotlib.axis.Axis
    name : str
        What the axis shows.
    positive : str or None
        The text of the positive label of what is drawn now; None if everybody knows it.
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
