"""Thresholds on curves: operating points that are marked, and curves in the colours of thresholds.

Each fold has its own point at a threshold. A curve averaged over recall or over a rate has none:
the mean of the folds' points at the threshold, as in threshold averaging (Fawcett 2006), does not
lie on that curve.

The record of a curve omits thresholds at which only the false positives change. If scores are
given, the curve is counted again for its colours, at as many thresholds as a picture can show
(`levels_shown`).
"""

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import to_hex
from matplotlib.layout_engine import PlaceHolderLayoutEngine
from matplotlib.transforms import ScaledTranslation
from numpy.typing import ArrayLike, NDArray

from prplot.core.checks import FloatArray, as_array, brief, floats_of, user_level
from prplot.core.record import ConfusionCurve
from prplot.core.record.steps import checked_thresholds
from prplot.core.spaces import PR, Space
from prplot.draw import scene, style
from prplot.draw.axes import EDGE, LETTERS_BETWEEN, NARROWEST, ShortFormatter
from prplot.draw.painting import norm_of
from prplot.draw.scene import BAR_OF_COLORS, CURVE, GROUND, Graded, Mark, Markers
from prplot.draw.scene_artist import adopt, scene_of
from prplot.draw.style import Style
from prplot.draw.tex import typeset
from prplot.plots.figure.arguments import Averaging, Options
from prplot.plots.figure.groups import CurveGroups, counted_at, distinct_texts

if TYPE_CHECKING:
    from prplot.core.measures.operating_point import Criterion

# More published points would look like a dotted line.
MOST_PUBLISHED = 60
# Reasons why an operating point can't be marked.
NONE_CALLED = "above the highest score nothing is called positive, so there is no precision"
OUTSIDE = "where recall or precision is below the prevalence its gain is negative, outside the axes"
# Rounding errors of points at the border of the axes are below this.
ROUNDED = 1e-9
# More thresholds are thinned out, as they are closer than a picture can show.
MOST_LEVELS = 2**14
# Width of a colour bar with its tick labels and its name, in font sizes.
ROOM = 6.0
# Distance of a bar from the axes and width of the bar, in shares of the width of the axes.
BAR = (0.035, 0.035)


class Reading(NamedTuple):
    """The counts of one curve at some thresholds, and its totals.

    Attributes
    ----------
    levels : ndarray of float, shape (k,)
        The thresholds; nan for a condition that none fulfils, or on a curve without them.
    tp, fp : ndarray of float, shape (k,)
        nan for a condition that no point fulfils.
    pos, neg : float
    unfulfilled : tuple of str
        Why there is no point for a condition.
    """

    levels: FloatArray
    tp: FloatArray
    fp: FloatArray
    pos: float
    neg: float
    unfulfilled: tuple[str, ...] = ()

    @classmethod
    def of(cls, curve: ConfusionCurve, levels: FloatArray) -> "Reading":
        """Return the counts of the last point at or above each of some thresholds."""
        if np.isnan(curve.thresholds).any():
            raise ValueError("thresholds need a curve with a threshold for each point")
        last = np.searchsorted(-curve.thresholds, -levels, side="right") - 1
        tp, fp = (count[last].astype(np.float64) for count in (curve.tp, curve.fp))
        return cls(levels, tp, fp, *curve._totals_in(PR))

    @classmethod
    def chosen(cls, curve: ConfusionCurve, criteria: "Sequence[Criterion]") -> "Reading":
        """Return the counts of the points that fulfil conditions."""
        from prplot.core.measures.operating_point import ChosenPoint

        found = [ChosenPoint.of(curve, one) for one in criteria]
        points = [(one.point.threshold, one.point.tp, one.point.fp) for one in found]
        levels, tp, fp = np.array(points, np.float64).T
        reasons = tuple(one.reason for one in found if one.reason)
        return cls(levels, tp, fp, *curve._totals_in(PR), reasons)

    def points(self, space: Space) -> FloatArray:
        """Return the coordinates of the points in a space, shape (k, 2)."""
        return np.column_stack(space.project(self.tp, self.fp, self.pos, self.neg))

    def lost(self, space: Space) -> dict[int, str]:
        """Return the indices of points that are not visible in a space, each with the reason."""
        if not (self.pos and self.neg):
            # A curve with one class gets another warning.
            return {}
        low, high = space.limits[0] - ROUNDED, space.limits[1] + ROUNDED
        points = self.points(space)
        is_seen = ((points >= low) & (points <= high)).all(axis=1) | np.isnan(self.tp)
        is_empty = (self.tp + self.fp == 0) & ~np.isfinite(points[:, 1])
        lost = np.flatnonzero(is_empty | ~is_seen)
        return {int(i): NONE_CALLED if is_empty[i] else OUTSIDE for i in lost}


class Marked(NamedTuple):
    """Operating points that are marked on each of some curves.

    Attributes
    ----------
    criteria : list of str
        What is marked: thresholds in falling order, or conditions.
    are_levels : bool
        Whether these are thresholds.
    readings : list of list of Reading
        For each curve, its reading, or those of its folds.
    averaging : Averaging or None
        How folds or classes are averaged, if the readings are theirs.
    shown : list of bool
        For each curve, whether all of its points are marked.
    style : dict
        Line properties of the markers of all points of a curve.
    """

    criteria: list[str]
    are_levels: bool
    readings: list[list[Reading]]
    averaging: Averaging | None
    shown: list[bool]
    style: Style

    @classmethod
    def of(cls, groups: CurveGroups, options: Options) -> "Marked":
        """Check what the user wants to have marked."""
        given, curves = options.given, groups.curves
        thresholds, show_points = given["thresholds"], given["show_points"]
        own = style.merged({}, given["point_kws"], "point_kws")
        is_ready = options.data.curves is not None
        if groups.has_folds and show_points is True:
            raise ValueError("show_points goes with curves, not with means of folds or classes")
        marked = [_is_marked(curve, show_points, is_ready=is_ready) for curve in curves]
        shown = [is_marked and not groups.has_folds for is_marked in marked]
        # A pooled curve is one of scores, with thresholds of its own.
        averaging = None if groups.is_pooled else groups.averaging
        if thresholds is None:
            return cls([], True, [], averaging, shown, own)
        if isinstance(thresholds, Mapping):
            from prplot.core.measures.operating_point import criteria_of

            criteria = criteria_of(thresholds)
            every = counted_at(options, np.unique)
            readings = [[Reading.chosen(one, criteria) for one in folds] for folds in every]
            return cls(list(map(str, criteria)), False, readings, averaging, shown, own)
        levels = _checked_levels(thresholds)
        counted = counted_at(options, levels)
        readings = [[Reading.of(one, levels) for one in folds] for folds in counted]
        return cls(distinct_texts(levels), True, readings, averaging, shown, own)

    def warn(self, space: Space) -> None:
        """Give one warning if thresholds can't be marked in a space, on all curves or on some."""
        readings = [one for group in self.readings for one in group]
        told = list(dict.fromkeys(reason for one in readings for reason in one.unfulfilled))
        lost = [one.lost(space) for one in readings]
        places = sorted({place for some in lost for place in some})
        if places:
            everywhere = all(len(some) == len(places) for some in lost)
            some = self.averaging.parts if self.averaging else "curves"
            where = "" if everywhere else f" on some {some}"
            head = f"threshold{'s' * (len(places) > 1)} " if self.are_levels else ""
            what = ", ".join(self.criteria[place] for place in places)
            reasons = dict.fromkeys(reason for some in lost for reason in some.values())
            told.append(f"{head}{what} can't be marked{where}: {'; '.join(reasons)}")
        if told:
            warnings.warn("; ".join(told), UserWarning, stacklevel=user_level())

    def marks(
        self,
        space: Space,
        curves: Sequence[Mark],
        shade: Callable[[FloatArray], Sequence[Any]] | None,
    ) -> list[Mark]:
        """Return points on curves, in the curve's colour or in that of the threshold."""
        shown = [curve for curve, is_shown in zip(curves, self.shown, strict=True) if is_shown]
        marks = [_points(curve, space, self._own(curve)) for curve in shown]
        for (reading,), curve in zip(self.readings, curves, strict=True) if self.criteria else ():
            plain = [curve.style.get("color", curve.color)] * reading.levels.size
            own = plain if shade is None else shade(reading.levels)
            name = "" if len(curves) == 1 else curve.words or curve.name or ""
            marks += self._labelled(reading, reading.points(space), own, name)
        return marks

    def in_rows(self, curves: Sequence[Mark]) -> list[Mark]:
        """Return curves whose points are marked with a marker, which only the legend shows.

        The drawn line has more vertices than the curve has points.
        """
        found = []
        for curve, is_shown in zip(curves, self.shown, strict=True):
            own = self._own(curve)
            kept = {key: own[key] for key in ("marker", "markersize", "markeredgecolor")}
            face = own.get("markerfacecolor", own["color"])
            look = {**curve.style, **kept, "markerfacecolor": face, "markevery": []}
            found.append(replace(curve, style=look) if is_shown else curve)
        return found

    def _own(self, curve: Mark) -> Style:
        """Return the style of the points of a curve."""
        color = curve.style.get("color", curve.color)
        return {**style.OPERATING_POINT, "markeredgecolor": GROUND, "color": color, **self.style}

    def _labelled(
        self, reading: Reading, points: FloatArray, colors: Sequence[Any], name: str
    ) -> Iterator[Mark]:
        """Yield points on a curve, each with its threshold, or its condition without.

        A description says the name of the curve, if there are several.
        """
        from prplot.plots.description import short_name

        of = f"of {short_name(name)}" if name else ""
        # Several conditions may choose one point, and some none.
        own = np.column_stack([np.nan_to_num(reading.levels), points])
        _, first = np.unique(own, axis=0, return_index=True)
        seen = [i for i in sorted(first.tolist()) if np.isfinite(points[i]).all()]
        has_level = np.isfinite(reading.levels)
        levels = iter(distinct_texts(reading.levels[[i for i in seen if has_level[i]]]))
        for i in seen:
            value = next(levels) if has_level[i] else self.criteria[i]
            words = _words(value, of, is_level=bool(has_level[i]))
            at = float(points[i, 0]), float(points[i, 1])
            shape = Markers(points[i : i + 1, 0], points[i : i + 1, 1])
            yield Mark(scene.POINT, shape, **words, at=at, color=colors[i], style=style.POINT)

    def fold_marks(self, space: Space, colors: Sequence[Any]) -> Iterator[Mark]:
        """Yield points on the folds of each model in its colour; each threshold has a shape."""
        from prplot.plots.description import counted

        part = self.averaging.part if self.averaging else "curve"
        for readings, color in zip(self.readings, colors, strict=True) if self.criteria else ():
            at = np.array([reading.points(space) for reading in readings])
            for value, points, shape in zip(self.criteria, at.swapaxes(0, 1), cycle(style.SHAPES)):
                seen = points[np.isfinite(points).all(axis=1)]
                if seen.size:
                    of = f"in {counted(len(seen), part)}"
                    words = _words(value, of, is_level=self.are_levels)
                    own = {"color": color, "style": {**style.FOLD_POINT, "marker": shape}}
                    yield Mark(scene.FOLD_POINTS, Markers(*seen.T), **words, **own)


def _checked_levels(thresholds: ArrayLike) -> FloatArray:
    """Return the thresholds without repetitions, falling; raise unless they are finite numbers."""
    held = thresholds if isinstance(thresholds, list | tuple) else [thresholds]
    if any(isinstance(one, str | bool | Mapping) for one in held):
        raise TypeError(
            "thresholds must be numbers, or one dict of conditions such as {'recall': [0.8, 0.9], "
            f"'beta': 1}}, where beta=1 is the best F1; found {brief(thresholds)}"
        )
    given = np.atleast_1d(as_array(thresholds, "thresholds"))
    levels = np.unique(checked_thresholds(given))[::-1]
    if levels.size == 0 or not np.isfinite(levels).all():
        raise ValueError("thresholds must be one or more numbers, finite ones only")
    return floats_of(levels, "thresholds")


def _is_marked(curve: ConfusionCurve, show_points: bool | str, *, is_ready: bool) -> bool:
    """Tell whether all points are marked: by default, if they are few and have no thresholds."""
    if isinstance(show_points, bool | np.bool_):
        return bool(show_points)
    if not isinstance(show_points, str) or show_points != "auto":
        raise ValueError(f"show_points must be 'auto', True or False, found {brief(show_points)}")
    # Thresholds are looked up when they are asked for, which takes memory if they are many.
    if not is_ready or not 0 < curve.tp.size - 2 <= MOST_PUBLISHED:
        return False
    return bool(np.isnan(curve.thresholds[1:-1]).all())


def _words(value: str, of: str, *, is_level: bool) -> dict[str, Any]:
    """Return the words of points at a threshold, or under a condition."""
    from prplot.plots.description import as_written

    words = f"threshold {value}" if is_level else value
    told = f"{as_written(words)} {of}".rstrip()
    return {"words": typeset(words), "value": typeset(value), "told": (told,)}


def _points(curve: Mark, space: Space, own: Style) -> Mark:
    """Return the operating points of a curve without the ends that all curves have."""
    assert curve.curve is not None
    of = curve.curve
    x, y = of._points_in(space)
    low, high = space.limits
    seen = np.isfinite(x) & np.isfinite(y) & (x >= low) & (y >= low) & (x <= high) & (y <= high)
    seen[0], seen[-1] = False, seen[-1] and not of.knows_negatives
    return Mark(scene.OPERATING_POINT, Markers(x[seen], y[seen]), style=own)


# Colours of thresholds


def graded_marks(line: Mark, curve: ConfusionCurve, space: Space, palette: Any) -> list[Mark]:
    """Return the line of a curve, and the colours of its thresholds over it.

    The line stays beneath: it has the legend entry, and covers gaps between the colours.
    """
    width = float(line.style.get("linewidth", rcParams["lines.linewidth"]))
    levels = curve.thresholds[np.isfinite(curve.thresholds)]
    ends = (float(levels[0]), float(levels[-1])) if levels.size else None
    own = {key: value for key, value in line.style.items() if key != "label"}
    own |= {"linewidth": width, "zorder": line.style["zorder"] + 0.01}
    return [
        replace(line, style={**line.style, "linewidth": 0.8 * width}),
        Mark(CURVE, Graded(curve, space, palette), thresholds=ends, style=own),
    ]


def levels_shown(curve: ConfusionCurve) -> Callable[[FloatArray], FloatArray]:
    """Return a function from scores to the thresholds at which a curve is counted for its colours.

    Of many scores it takes some, and adds thresholds of the curve, which cover rare positives.
    """

    def chosen(scores: FloatArray) -> FloatArray:
        if scores.size <= MOST_LEVELS:
            return np.unique(scores)
        own = curve.thresholds[np.isfinite(curve.thresholds)]
        parts = own, np.sort(scores)[::-1]
        return np.concatenate([part[_spread(part.size)] for part in parts])

    return chosen


def _spread(size: int) -> NDArray[np.intp]:
    """Return at most `MOST_LEVELS` indices: evenly spaced ones, and others closer to the first.

    Every example changes the rates alike, but those of the highest scores change precision most.
    """
    if size <= MOST_LEVELS:
        return np.arange(size)
    even = np.linspace(0, size - 1, MOST_LEVELS // 2)
    closer = np.geomspace(1, size, MOST_LEVELS // 2) - 1
    return np.unique(np.concatenate([even, closer]).astype(np.intp))


def shading(ax: Axes, curve: ConfusionCurve, palette: Any) -> Callable[[FloatArray], Sequence[Any]]:
    """Return a function from thresholds to their colours along a curve."""
    colors, norm = style.threshold_colors(palette, on_dark=style.is_dark(ax)), norm_of(curve)
    return lambda levels: [to_hex(color) for color in colors(norm(levels))]


def colorbar(ax: Axes, curve: ConfusionCurve, palette: Any) -> Axes:
    """Draw a colour bar of the thresholds beside axes, with the same height.

    Without a layout engine, all columns of the figure become narrower to make room for it.
    """
    gap, width = BAR
    # Bars of earlier calls keep their positions.
    earlier = len(scene_of(ax).of(BAR_OF_COLORS))
    figure = ax.get_figure(root=True)
    assert figure is not None
    offset = earlier * ROOM * float(ax.yaxis.label.get_fontsize()) / 72
    place = ax.transAxes + ScaledTranslation(offset, 0, figure.dpi_scale_trans)
    beside = ax.inset_axes((1.0 + gap, 0.0, width, 1.0), transform=place)
    adopt(ax, Mark(BAR_OF_COLORS), beside)
    colors, norm = style.threshold_colors(palette, on_dark=style.is_dark(ax)), norm_of(curve)
    known = curve.thresholds[np.isfinite(curve.thresholds)]
    below, above = known.min() < norm.vmin, known.max() > norm.vmax
    extend = "both" if below and above else "min" if below else "max" if above else "neither"
    how: Any = {"label": "Threshold", "extend": extend, "format": ShortFormatter()}
    bar = figure.colorbar(ScalarMappable(norm, colors), cax=beside, **how)
    bar.outline.set_visible(False)
    engine = figure.get_layout_engine()
    if engine is None or isinstance(engine, PlaceHolderLayoutEngine):
        _make_room(ax, beside)
    return beside


def _make_room(ax: Axes, bar: Axes) -> None:
    """Adjust the columns of a figure so that a bar and its words fit right of some axes."""
    figure: Any = ax.get_figure(root=False)
    spec, held, end = ax.get_subplotspec(), figure.subplotpars, bar.get_tightbbox()
    if spec is None or end is None:
        return
    unit = figure.dpi / 72 / figure.bbox.width
    room = (end.x1 - ax.get_window_extent().x1) / figure.bbox.width + EDGE * unit
    adjusted = {"right": max(min(held.right, 1 - room), held.left + NARROWEST)}
    columns = spec.get_gridspec().ncols
    if spec.colspan.stop < columns:
        gap = room + LETTERS_BETWEEN * float(ax.yaxis.label.get_fontsize()) * unit
        width = (adjusted["right"] - held.left - (columns - 1) * gap) / columns
        adjusted["wspace"] = gap / max(width, NARROWEST * gap)
    figure.subplots_adjust(**adjusted)
