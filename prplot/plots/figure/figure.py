"""A figure of curves: models with their names, scores and styles, and the layers around them."""

import warnings
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.axis import Axis, XAxis
from matplotlib.font_manager import FontProperties

from prplot.core.checks import brief, one_of, user_level
from prplot.core.measures.score_definitions import SCORES, score_key
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Space
from prplot.core.traces import trace, whole_steps
from prplot.draw.axes import checked_axes, dress, figure_of, keep_whole, resolved_axes, slot_of
from prplot.draw.painting import paint
from prplot.draw.placement.annotations import DIRECT, annotate
from prplot.draw.placement.ground import Ruler, points_to_pixels
from prplot.draw.placement.legend import SMALL
from prplot.draw.scene import COLOR_KEY, NEGATIVE, ZERO, Area, Mark, Scene
from prplot.draw.scene_artist import SceneArtist, remove, scene_of
from prplot.draw.tex import typeset, verbatim
from prplot.inputs.curves import Curves, holds_curves, warn_if_one_class
from prplot.plots.figure.appearance import Look
from prplot.plots.figure.entries import EMPTY, MODELS, CurveEntry, keyed, legend_entries
from prplot.plots.figure.folds import Folds, thin_color
from prplot.plots.figure.layers import (
    LEFT_OF_SQUARE,
    Panel,
    ShownLayers,
    bounds,
    curve_marks,
    gain_marks,
)
from prplot.plots.figure.operating_points import Marked
from prplot.plots.figure.request import (
    BRIEF,
    Request,
    RequestOptions,
    Resolved,
    checked_legend,
)
from prplot.plots.figure.thresholds import add_bar, graded_marks, levels_shown, shading

if TYPE_CHECKING:
    from prplot.plots.figure.errorbars import Estimates, SampleBand

INTERPOLATIONS = ("exact", *SCORES["aucpr"].interpolated)
# Most entries of a brief legend, as in seaborn.
MOST_IN_BRIEF = 6


class Models(NamedTuple):
    """Checked curves with their legend entries and styles.

    Attributes
    ----------
    resolved : Resolved
        The curves, and what they are averages of.
    entries : list of CurveEntry
        What the legend shows of each curve.
    look : Look
        Colours and dashes.
    interpolation : str
        How the curves run between operating points.
    hulls : list of ConfusionCurve
        The hull of each curve if hulls are shown, else empty.
    hull_entry : CurveEntry
        The legend entry of the hull, or of all hulls; empty if there is none.
    marked : Marked
        The marked operating points.
    legend : bool or str
        Whether there is a legend, or "direct" or "brief".
    graded : ConfusionCurve or None
        The curve that is coloured by its thresholds, counted at all of them.
    estimates : Estimates or None
        Bands and intervals of the curves, if they were asked for.
    """

    resolved: Resolved
    entries: list[CurveEntry]
    look: Look
    interpolation: str
    hulls: list[ConfusionCurve]
    hull_entry: CurveEntry
    marked: Marked
    legend: bool | str
    graded: ConfusionCurve | None = None
    estimates: "Estimates | None" = None

    @property
    def curves(self) -> Curves:
        """The curves by name; averages if they have folds."""
        return self.resolved.curves

    @property
    def folds(self) -> Folds | None:
        """What the curves are averages of."""
        return self.resolved.folds

    @classmethod
    def resolve(
        cls, request: Request, spaces: Sequence[Space] = (), *, show_hull: bool = False
    ) -> "Models":
        """Check what the user requests in some spaces."""
        options = request.options
        interpolation = options["interpolation"]
        _check_interpolation(interpolation, request.band)
        wanted = checked_legend(options["legend"])
        scores = _scores(options["score"]) if request.entry is None else []
        source = request.source()
        found = source.resolved()
        curves = list(found.curves.values())
        _check_curves(curves, interpolation)
        if show_hull and found.is_spread:
            raise ValueError("a hull needs an estimator: of several folds none has the hull")
        marked = Marked.of(
            found,
            options["thresholds"],
            source.counted_at,
            show_points=options["show_points"],
            point_kws=options["point_kws"],
            is_ready=holds_curves(request.y_true),
        )
        look = Look.of(found, options["curve_kws"], options["color"], options["palette"])
        estimates = None
        if request.band is not None:
            estimates = request.band.estimated(found.curves, found.samples, scores)
        hulls = [curve.hull() for curve in curves] if show_hull else []
        entries, hull_entry = _entries(
            found,
            scores,
            interpolation,
            hulls=hulls,
            spaces=spaces,
            intervals=None if estimates is None else estimates.intervals,
        )
        graded = None
        if look.by_threshold:
            ((graded,),) = source.counted_at(levels_shown(*curves))
        if wanted == BRIEF:
            entries = brief_entries(entries, found.ranks)
        of_hull = EMPTY if request.entry else hull_entry
        models = cls(found, entries, look, interpolation, hulls, of_hull, marked, wanted)
        return models._replace(graded=graded, estimates=estimates)

    def warn(self, space: Space | None = None) -> None:
        """Warn of curves with one class, of unequal folds, and of points outside the axes."""
        warn_if_one_class(self.resolved.shown)
        if self.folds is not None:
            self.folds.warn()
        if self.estimates is not None:
            self.estimates.warn()
        if space is not None:
            self.marked.warn(space)

    def has_other_prevalences(self) -> bool:
        """Tell whether the folds that are drawn differ in prevalence from their averages."""
        return self.folds is not None and self.folds.unequal() is not None

    def marks(self, ax: Axes, space: Space, colors: Sequence[Any]) -> list[Mark]:
        """Return each curve over its folds, and the marked points; axes decide on some colours."""
        if self.folds is not None and self.resolved.is_spread:
            return [*self._alone(self.folds, space, colors), *self.marked.fold_marks(space, colors)]
        folds = [] if self.folds is None else self.folds.marks(space, colors, self.look.dashes)
        lines = curve_marks(
            list(self.curves.values()),
            space,
            colors,
            self.entries,
            self.look.style,
            join=self.interpolation,
            dashes=self.look.distinct_dashes(),
        )
        marks, shade = [*folds, *self._bands(space, colors), *self.marked.in_rows(lines)], None
        if self.graded is not None:
            marks[-1:] = graded_marks(lines[0], self.graded, self.look.palette)
            shade = shading(ax, self.graded, self.look.palette)
        if self.marked.on_folds:
            return [*marks, *self.marked.fold_marks(space, list(map(thin_color, colors)))]
        return [*marks, *self.marked.marks(space, lines, shade)]

    def keyed(self, marks: list[Mark], ax: Axes, *, is_beside: bool) -> list[Mark]:
        """Return curves with rows for their colours and their dashes, if they differ in both."""
        if self.legend == DIRECT or not self.resolved.keys:
            return marks
        keys, title = self.resolved.keys, self.resolved.titles[1]
        rows = keyed(marks, keys, title)
        # Panels of the same curves share a legend.
        room = figure_of([ax]).bbox if is_beside else slot_of(ax)
        if _width_of_numbers(rows) > room.width / points_to_pixels(ax):
            warnings.warn(
                "the legend has no room for the numbers of all curves, and shows their colours and "
                "dashes alone; a larger figure has room, and prplot.summary returns the numbers",
                stacklevel=user_level(),
            )
            rows = keyed(marks, keys, title, with_numbers=False)
        return rows

    def _bands(self, space: Space, colors: Sequence[Any]) -> list[Mark]:
        """Return the bands of test sets; bounds of scanned curves are within them."""
        known: list[Any] = [None] * len(colors)
        if self.estimates is not None:
            known = self.estimates.bands
        curves = zip(self.curves.values(), colors, known, strict=True)
        bare = [(curve, color) for curve, color, band in curves if band is None]
        shape = partial(trace, space=space)
        marks = bounds([curve for curve, _ in bare], shape, [color for _, color in bare])
        if self.estimates is not None:
            own = [None] * len(colors) if self.look.by_threshold else colors
            marks += self.estimates.marks(space, own)
        return marks

    def _alone(self, models: Folds, space: Space, colors: Sequence[Any]) -> list[Mark]:
        """Return the folds of each model without an average; the first has the legend entry."""
        dashes, marks = self.look.dash_patterns(), list[Mark]()
        groups = zip(models.groups.values(), colors, dashes, self.entries, strict=True)
        for folds, color, dash, entry in groups:
            count = len(folds)
            entries = [entry] + [EMPTY] * (count - 1)
            options: dict[str, Any] = {"join": self.interpolation, "dashes": [dash] * count}
            marks += curve_marks(folds, space, [color] * count, entries, self.look.style, **options)
        return marks

    def panel(
        self, space: Space, layers: ShownLayers, colors: Sequence[Any], *, is_beside: bool = False
    ) -> Panel:
        """Return what the layers in a space depend on."""
        return Panel(
            space,
            list(self.curves.values()),
            colors,
            dashes=self.look.distinct_dashes(),
            hulls=self.hulls,
            hull_entry=self.hull_entry,
            beta=layers.beta,
            levels=layers.levels,
            totals=layers.totals,
            has_other_prevalences=self.has_other_prevalences(),
            is_beside=is_beside,
        )

    def add_bar(self, *panels: Axes) -> None:
        """Draw a colour bar beside the last panel if a curve is coloured by its thresholds."""
        if self.graded is not None:
            add_bar(panels, self.graded, self.look.palette)


def _width_of_numbers(rows: Sequence[Mark]) -> float:
    """Return the width of the columns of numbers of a legend in small type, in points."""
    ruler, columns = Ruler.usual(), dict[str, float]()
    points = SMALL * FontProperties(size=rcParams["legend.fontsize"]).get_size_in_points()
    for number in [number for mark in rows if mark.role is COLOR_KEY for number in mark.numbers]:
        width = ruler.width(f"{number.text}  ", points)
        columns[number.head] = max(width, columns.get(number.head, 0.0))
    return sum(columns.values())


def _check_curves(curves: Sequence[ConfusionCurve], interpolation: str) -> None:
    """Refuse weights and rates, before anything is drawn, where whole counts are needed."""
    if interpolation == "integer":
        for curve in curves:
            whole_steps(curve.tp, curve.fp)


def _check_interpolation(interpolation: str, band: "SampleBand | None") -> None:
    one_of(interpolation, "interpolation", INTERPOLATIONS)
    if band is not None:
        band.check(interpolation=interpolation)


def _entries(
    found: Resolved, scores: Sequence[str], interpolation: str, **options: Any
) -> tuple[list[CurveEntry], CurveEntry]:
    """Return the legend entries of the curves, or of the means of their folds, and of hulls."""
    if found.folds is None:
        return legend_entries(found.curves, scores, interpolation, **options)
    folds = found.folds.scores()
    entries, of_hulls = legend_entries(found.curves, scores, interpolation, folds=folds, **options)
    if None in found.folds.groups:
        entries = [one._replace(numbered=MODELS.format(name=one.name)) for one in entries]
    return entries, of_hulls


def _scores(score: str | Sequence[str] | None) -> list[str]:
    if score is None:
        return []
    names = score if isinstance(score, list | tuple) else [score]
    keys = [score_key(name) for name in names]
    if len(set(keys)) < len(keys):
        raise ValueError(f"score must hold different names, found {brief(score)}")
    return keys


def brief_entries(entries: list[CurveEntry], ranks: Sequence[int] | None) -> list[CurveEntry]:
    """Keep the entries of a few groups, evenly spread over their order, and empty the others."""
    if ranks is None:
        return entries
    places = sorted(set(ranks))
    picked = np.linspace(0, len(places) - 1, min(len(places), MOST_IN_BRIEF)).round().astype(int)
    kept = {places[i] for i in picked}
    pairs = zip(entries, ranks, strict=True)
    return [entry if rank in kept else EMPTY for entry, rank in pairs]


def one_panel(
    space: Space,
    y_true: Any,
    y_score: Any,
    *,
    ax: Axes | None = None,
    show_calibration: bool | str = False,
    **options: Unpack[RequestOptions],
) -> Axes:
    """Draw curves in the axes of one space, with their layers and their legend."""
    request = Request.of(y_true, y_score, **options)
    calibration = _calibration(show_calibration, space)
    requested = dict(request.layers)
    show_hull = requested["hull"][0] or bool(calibration)
    requested["hull"] = (show_hull, requested["hull"][1])
    models = Models.resolve(request, (space,), show_hull=show_hull)
    curves = models.curves.values()
    beta, levels = request.options["beta"], request.options["levels"]
    layers = ShownLayers.checked(requested, curves, (space,), beta, levels)
    checked_axes(ax, space)
    models.warn(space)

    ax = resolved_axes(ax)
    colors = models.look.colors(ax)
    draw_panel(ax, space, models, layers, colors, calibration=calibration)
    models.add_bar(ax)
    annotate(ax, models.legend, home=space.home)
    return ax


def _calibration(wanted: bool | str, space: Space) -> str:
    """Return the kind of number that labels the segments of hulls; "" for none."""
    if wanted is False:
        return ""
    from prplot.plots.figure.hull_vertices import checked_calibration

    return checked_calibration(wanted, space.calibrations)


def draw_panel(
    ax: Axes,
    space: Space,
    models: Models,
    layers: ShownLayers,
    colors: Sequence[Any],
    *,
    calibration: str = "",
    is_beside: bool = False,
) -> None:
    """Draw curves and the layers around them in the axes of a space."""
    dress(ax, space, models.resolved.shown)
    name_positive(ax.xaxis, typeset(space.x_label), models.resolved.positive)
    curves = models.curves.values()
    marks = gain_marks(space, curves, scene_of(ax)) if space.lowest < space.limits[0] else []
    if space.lowest < space.limits[0]:
        open_gains(ax, marks, curves)
    panel = models.panel(space, layers, colors, is_beside=is_beside)
    marks += models.keyed(models.marks(ax, space, colors), ax, is_beside=is_beside)
    marks += layers.marks(panel)
    if calibration:
        from prplot.plots.figure.hull_vertices import segment_marks

        marks += segment_marks(space, models.hulls, calibration, colors)
    paint(Scene(space, tuple(marks), models.resolved.heading), ax)


def open_gains(ax: Axes, marks: Sequence[Mark], curves: Iterable[ConfusionCurve]) -> None:
    """Extend axes to negative gains, in place of earlier ones."""
    if any(curve.tp.size for curve in curves):
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
