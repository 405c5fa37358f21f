"""A figure of curves: what it shows in each of its panels, as a scene, and how it is drawn."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis, XAxis

from prplot.core.checks import floats_of, one_of
from prplot.core.measures.averaging import average_band
from prplot.core.measures.score_definitions import SCORES, score_keys
from prplot.core.record import ConfusionCurve, UnknownNegativesError
from prplot.core.spaces import Space
from prplot.core.traces import trace, whole_steps
from prplot.draw import style
from prplot.draw.axes import ROOM, check_ticks, dress, keep_whole, slot_of
from prplot.draw.painting import paint
from prplot.draw.placement.annotations import DIRECT, annotate
from prplot.draw.placement.ground import points_to_pixels
from prplot.draw.placement.table import Ruler, broken
from prplot.draw.scene import CURVE, FOLD, NEGATIVE, ZERO, Area, Line, Mark, Polyline, Scene, Tint
from prplot.draw.scene_artist import SceneArtist, remove, scene_of
from prplot.draw.tex import typeset, verbatim
from prplot.inputs.notices import warn_if_one_class, warn_if_suspicious
from prplot.plots.figure import layers
from prplot.plots.figure.arguments import BRIEF, Options, checked_legend
from prplot.plots.figure.groups import BY_THRESHOLD, CurveGroups, Look, counted_at, groups_of
from prplot.plots.figure.labels import EMPTY, Label, brief_labels, keyed, labels_of
from prplot.plots.figure.layers import Panel
from prplot.plots.figure.thresholds import Marked, graded_marks, levels_shown, shading

if TYPE_CHECKING:
    from prplot.plots.figure.errorbars import Estimate, SampleBand

# Limits of axes that show negative gains: the left one, and the range of the lower one.
LEFT_OF_SQUARE = -0.04
SHALLOWEST = -0.12
DEEPEST = -0.35
# Largest rounding error of a crossing with an edge of the unit square.
ROUNDING = 1e-9
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
        warn_if_suspicious(
            (group.name, group.folds or [group.curve]) for group in self.groups.members
        )
        is_alike = space is not None and layers.is_one_line("curves", space)
        if self.groups.has_folds and not is_alike:
            self.groups.warn()
        if space is not None and self.marked.criteria:
            self.marked.warn(space)


def curve_figure(options: Options, spaces: Sequence[Space] = ()) -> CurveFigure:
    """Check what the user wants to see in some spaces."""
    given = options.given
    interpolation = one_of(given["interpolation"], "interpolation", INTERPOLATIONS)
    legend = checked_legend(given["legend"])
    # A label is the whole entry of a single curve; the hull of that has none.
    has_scores = given["label"] is None and given["score"] is not None
    scores = score_keys(given["score"]) if has_scores else []
    groups = groups_of(options)
    styles = layers.checked_layers(given)
    _check_curves(groups, interpolation, styles, spaces)
    marked = Marked.of(groups, options)
    own = style.FOLD_ALONE if groups.is_spread else style.CURVE
    look = Look.of(own, given, groups.found, groups.ranks)
    estimates = [] if options.band is None else options.band.estimates(groups, scores)
    hulls = [curve.hull() for curve in groups.curves] if "hull" in styles else []
    shown: Any = {"spaces": spaces, "intervals": [one.intervals for one in estimates]}
    labels, of_hull = labels_of(groups, scores, interpolation, hulls=hulls, **shown)
    panel = partial(
        Panel,
        curves=groups.curves,
        dashes=look.distinct_dashes(),
        hulls=hulls,
        hull_label=EMPTY if given["label"] else of_hull,
        beta=given["beta"],
        has_other_prevalences=groups.has_folds and groups.unequal() is not None,
        **layers.isometrics_of(given, groups.curves, spaces),
    )
    return CurveFigure(
        groups,
        brief_labels(labels, groups.ranks) if legend == BRIEF else labels,
        look,
        interpolation,
        hulls,
        marked,
        styles,
        panel,
        legend,
        _graded(options, groups) if look.by_threshold else None,
        options.band,
        estimates,
    )


def _check_curves(
    groups: CurveGroups, interpolation: str, styles: Mapping[str, Any], spaces: Sequence[Space]
) -> None:
    """Raise if curves can't run as they should, have no hulls, or have unknown negatives."""
    shown: list[Any] = [*(layers.LAYER[name] for name in styles), *spaces]
    is_known = all(curve.knows_negatives for curve in groups.curves)
    if not is_known and any(one.needs_negatives for one in shown):
        raise UnknownNegativesError
    for curve in groups.curves if interpolation == "integer" else ():
        # Weights and rates are refused where whole counts are needed.
        whole_steps(curve.tp, curve.fp)
    if "hull" in styles and groups.is_spread:
        raise ValueError("a hull needs an estimator: the folds have no hull in common")


def _graded(options: Options, groups: CurveGroups) -> ConfusionCurve:
    """Return the curve that is coloured by its thresholds, counted at those that can be seen.

    Raises
    ------
    ValueError
        Several curves, or one without thresholds.
    """
    if len(groups.members) > 1 or groups.has_folds:
        found = of.parts if (of := groups.averaging) else f"{len(groups.members)} curves"
        raise ValueError(f"color='{BY_THRESHOLD}' goes with a single curve, found {found}")
    (curve,) = groups.curves
    floats_of(curve.thresholds, "y_score")
    if not np.isfinite(curve.thresholds).any():
        raise ValueError(f"color='{BY_THRESHOLD}' needs a curve that knows its thresholds")
    check_ticks(curve.thresholds)
    ((counted,),) = counted_at(options, levels_shown(curve))
    return counted


def draw_panel(
    ax: Axes,
    space: Space,
    figure: CurveFigure,
    colors: Sequence[Any],
    marks_of: "Callable[[Axes, Space, CurveFigure, Sequence[Any]], list[Mark]] | None" = None,
    *,
    calibration: str = "",
    is_beside: bool = False,
) -> None:
    """Draw curves, or their marks in another form, and layers in the axes of a space."""
    groups = figure.groups
    dress(ax, space, groups.shown())
    name_positive(ax.xaxis, typeset(space.x_label), groups.found.positive)
    curves = [*groups.curves, *(fold for one in groups.members for fold in one.folds)]
    marks = _negative_gains(ax, space, curves) if space.lowest < space.limits[0] else []
    marks += (marks_of or group_marks)(ax, space, figure, colors)
    panel = figure.panel(space=space, colors=colors, is_beside=is_beside)
    marks += layers.layer_marks(panel, figure.layers)
    if calibration:
        marks += layers.segment_marks(space, figure.hulls, calibration, colors)
    paint(Scene(space, tuple(marks), groups.heading, groups.found.of_decisions), ax)


# What a figure shows of its groups


def group_marks(ax: Axes, space: Space, figure: CurveFigure, colors: Sequence[Any]) -> list[Mark]:
    """Return each curve over its folds, and the marked points."""
    groups, look, marked = figure.groups, figure.look, figure.marked
    if groups.is_spread:
        return [*_folds_alone(figure, space, colors), *marked.fold_marks(space, colors)]
    dashes, join = look.distinct_dashes(), figure.interpolation
    looks = colors, figure.labels, look.style
    lines = layers.curve_marks(groups.curves, space, *looks, join=join, dashes=dashes)
    shown, shade = marked.in_rows(lines) if any(marked.shown) else lines, None
    if figure.graded is not None:
        shown = graded_marks(shown[0], figure.graded, space, look.palette)
        shade = shading(ax, figure.graded, look.palette)
    around = fold_marks(groups, look, space, colors) if groups.has_folds else []
    marks = [*around, *_bands(figure, space, colors), *shown]
    if groups.found.keys and figure.legend != DIRECT:
        marks = keyed(marks, groups.found.keys, groups.found.titles[1])
    if marked.averaging is not None:
        return [*marks, *marked.fold_marks(space, list(map(layers.thin_color, colors)))]
    return [*marks, *marked.marks(space, lines, shade)]


def _folds_alone(figure: CurveFigure, space: Space, colors: Sequence[Any]) -> list[Mark]:
    """Return the folds of each model without an average; the first has the legend entry."""
    marks: list[Mark] = []
    dashes = figure.look.dash_patterns()
    looks_of = zip(figure.groups.members, colors, dashes, figure.labels, strict=True)
    for group, color, dash, label in looks_of:
        count = len(group.folds)
        looks = [color] * count, [label] + [EMPTY] * (count - 1), figure.look.style
        how: Any = {"join": figure.interpolation, "dashes": [dash] * count}
        marks += layers.curve_marks(group.folds, space, *looks, **how)
    return marks


def fold_marks(groups: CurveGroups, look: Look, space: Space, colors: Sequence[Any]) -> list[Mark]:
    """Return the band and the thin curves of each average, in its colour, and their rows."""
    averaging = groups.averaging
    if averaging is None:
        return []
    around: list[Mark] = []
    if averaging.band_words:
        how: Any = {"how": averaging.estimator, "errorbar": averaging.errorbar}
        borders = [average_band(group.folds, space, **how) for group in groups.members]
        pairs = zip(borders, colors, strict=True)
        around = layers.bands(pairs, averaging.band_words, averaging.fill)
    lines = []
    for group, color, dash in zip(groups.members, colors, look.dash_patterns(), strict=True):
        own: Any = {"color": layers.thin_color(color), "dash": dash, "style": style.FOLD}
        for fold in group.folds:
            lines.append(Mark(FOLD, Line(trace(fold, space)), averaging.part, curve=fold, **own))
    if not groups.is_unnamed:
        neutral = None if len(colors) > 1 else colors[0]
        lines.append(layers.fold_row(f"each {averaging.part}", neutral))
    return [*around[:-1], *lines, *around[-1:]]


def _bands(figure: CurveFigure, space: Space, colors: Sequence[Any]) -> list[Mark]:
    """Return the bands of test sets; bounds of scanned curves are within them."""
    curves, drawn = figure.groups.curves, figure.band
    if drawn is None:
        return layers.bounds(curves, space, colors)
    from prplot.core.uncertainty.bands import FIRST_RECALL

    known = [one.band for one in figure.estimates]
    bare = [i for i, band in enumerate(known) if band is None]
    marks = layers.bounds([curves[i] for i in bare], space, [colors[i] for i in bare])
    part = partial(trace, space=space, recall_range=(FIRST_RECALL, 1.0))
    borders = [None if one is None else (part(one.lower), part(one.upper)) for one in known]
    own = [None] * len(colors) if figure.look.by_threshold else colors
    return [*marks, *layers.bands(zip(borders, own, strict=True), drawn.words, drawn.style)]


# Axes


def _negative_gains(ax: Axes, space: Space, curves: Sequence[ConfusionCurve]) -> list[Mark]:
    """Extend axes to negative gains, and return a veil over them, and a line at 0.

    They show how low all curves reach, or that they reach lower than the axes; a narrow strip left
    of the square shows that they continue there.
    """
    if any(curve.pos and curve.neg for curve in curves):
        ax.set_xlim(left=LEFT_OF_SQUARE)
    paths: list[Any] = [trace(curve, space) for curve in curves]
    paths += [one.shape.path for one in scene_of(ax).of(CURVE) if isinstance(one.shape, Line)]
    inside = [path.y[path.x > -ROUNDING] for path in paths]
    lowest = min((float(y.min()) for y in inside if y.size), default=0.0)
    is_within = lowest > -ROUNDING
    if not is_within:
        ax.set_ylim(bottom=min(max(lowest, DEEPEST) - 2 * ROOM, SHALLOWEST))
    keep_whole(ax)
    x = LEFT_OF_SQUARE, space.limits[1] + ROOM
    return [] if is_within else negative_marks(ax, x, lowest, "negative gain")


def negative_marks(ax: Axes, x: tuple[float, float], lowest: float, what: str) -> list[Mark]:
    """Return a veil over what is below 0 in axes, and a line at 0, in place of earlier ones.

    The veil says how low curves reach if that is lower than the axes.
    """
    remove(ax, NEGATIVE, ZERO)
    floor, ends, zero = ax.get_ylim()[0], np.array(x), np.zeros(2)
    words = what if lowest >= floor else typeset(f"{what}, down to {lowest:.2g}")
    veil = {**style.NEGATIVE, "facecolor": Tint(style.VEIL_STRENGTH)}
    return [
        Mark(NEGATIVE, Area(ends, zero + floor, zero), words, style=veil),
        Mark(ZERO, Polyline(ends, zero), color=Tint(style.LABEL_STRENGTH), style=style.ZERO),
    ]


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
    if Ruler().width(longer, float(axis.label.get_fontsize())) <= room:
        axis.set_label_text(longer)


def show(
    ax: Axes,
    marks: Iterable[Mark],
    legend: bool | str,
    home: tuple[float, float],
    space: Space | None = None,
) -> Axes:
    """Draw marks in axes, write their words, and place the legend."""
    paint(Scene(space, tuple(marks)), ax)
    annotate(ax, legend, home=home)
    return ax


def in_lines(name: str, axis: Axis, room: float) -> str:
    """Return an axis label on as many lines as its room, in points, requires."""
    ruler, points = Ruler(), float(axis.label.get_fontsize())
    return broken(name, room, lambda words: ruler.width(words, points))
