"""A curve coloured by its thresholds, and the colour bar beside it.

The record of a curve omits thresholds at which only the false positives change. If scores are
given, the curve is counted again for its colours, at as many thresholds as a picture can show
(`levels_shown`).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import LineCollection
from matplotlib.colors import Colormap, Normalize, to_hex
from matplotlib.layout_engine import PlaceHolderLayoutEngine
from matplotlib.transforms import ScaledTranslation
from numpy.typing import NDArray

from prplot.core.checks import FloatArray
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Space
from prplot.core.traces import Trace, simplified
from prplot.draw.axes import EDGE, LETTERS_AROUND, NARROWEST
from prplot.draw.color import is_dark, threshold_colors
from prplot.draw.resolution import Resolution
from prplot.draw.scene import BAR_OF_COLORS, CURVE, Graded, Line, Mark
from prplot.draw.scene_artist import adopt, scene_of
from prplot.draw.style import Style
from prplot.draw.ticks import ShortFormatter

# More colours could not be distinguished, and each adds a path.
SHADES = 96
# Longest step along a straight stretch between colours, in shares of the axis.
STEP = 1 / 250
# Ends of the range of colours, in shares of the two classes that are predicted positive.
SHOWN = (0.02, 0.98)
# More thresholds are thinned out, as they are closer than a picture can show.
MOST_LEVELS = 2**14
# Up to so many thresholds, the colours range from the lowest to the highest.
FEW = 6
# Width of a colour bar with its tick labels and its name, in font sizes.
ROOM = 6.0
# Distance of a bar from the axes and width of the bar, in shares of the width of the axes.
BAR = (0.035, 0.035)


def graded_line(
    drawn: Trace, curve: ConfusionCurve, palette: Any, ax: Axes, style: Style
) -> LineCollection:
    """Draw a line in the colours of the thresholds.

    Between two operating points, where thresholds are mixed, the colour changes with the number of
    examples that are predicted positive.
    """
    fewer = simplified(drawn)
    own = {key: style[key] for key in ("linewidth", "alpha", "zorder", "label") if key in style}
    colored = LineCollection([], capstyle="round", **own)
    ax.add_collection(colored, autolim=False)
    if not np.isfinite(fewer.x + fewer.y).any():
        # Some spaces have no curve if there is only one class.
        return colored
    colors = threshold_colors(palette, on_dark=is_dark(ax))
    color_segments = partial(_color_segments, colored, curve, colors)
    color_segments(fewer)
    ax.add_artist(Resolution(colored, [(drawn, fewer)], color_segments))
    return colored


def graded_marks(line: Mark, curve: ConfusionCurve, palette: Any) -> list[Mark]:
    """Return the line of a curve, and the colours of its thresholds over it.

    The line stays beneath: it has the legend entry, and covers gaps between the colours.
    """
    assert isinstance(line.shape, Line)
    assert isinstance(line.shape.path, Trace)
    width = float(line.style.get("linewidth", rcParams["lines.linewidth"]))
    levels = curve.thresholds[np.isfinite(curve.thresholds)]
    ends = (float(levels[0]), float(levels[-1])) if levels.size else None
    own = {key: value for key, value in line.style.items() if key != "label"}
    own |= {"linewidth": width, "zorder": line.style["zorder"] + 0.01}
    return [
        replace(line, style={**line.style, "linewidth": 0.8 * width}),
        Mark(CURVE, Graded(line.shape.path, curve, palette), thresholds=ends, style=own),
    ]


def _color_segments(
    colored: LineCollection, curve: ConfusionCurve, colors: Colormap, drawn: Trace
) -> None:
    """Divide a line into segments of one colour each."""
    assert isinstance(colored.axes, Axes)
    x, y = _with_inserted_points(colored.axes, drawn)
    levels = _thresholds_at(x, y, drawn.space, curve)
    shade = np.clip(_norm(curve)(levels) * SHADES, 0, SHADES - 1).astype(int)
    starts = np.flatnonzero(np.diff(shade, prepend=-1))
    ends = np.append(starts[1:], len(x) - 1)
    # Each segment ends where the next begins.
    colored.set_segments(
        [
            np.column_stack([x[start : end + 1], y[start : end + 1]])
            for start, end in zip(starts, ends, strict=True)
        ]
    )
    colored.set_color(colors((shade[starts] + 0.5) / SHADES))


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
    colors, norm = threshold_colors(palette, on_dark=is_dark(ax)), _norm(curve)
    return lambda levels: [to_hex(color) for color in colors(norm(levels))]


def add_bar(panels: Sequence[Axes], curve: ConfusionCurve, palette: Any) -> Axes:
    """Draw a colour bar of the thresholds beside the last panel, with the same height.

    Without a layout engine, all columns of the figure become narrower to make room for it.
    """
    (gap, width), ax = BAR, panels[-1]
    # Bars of earlier calls keep their positions.
    earlier = len(scene_of(ax).of(BAR_OF_COLORS))
    figure = ax.get_figure(root=True)
    assert figure is not None
    offset = earlier * ROOM * float(ax.yaxis.label.get_fontsize()) / 72
    place = ax.transAxes + ScaledTranslation(offset, 0, figure.dpi_scale_trans)
    beside = ax.inset_axes((1.0 + gap, 0.0, width, 1.0), transform=place)
    adopt(ax, Mark(BAR_OF_COLORS), beside)
    colors = threshold_colors(palette, on_dark=is_dark(ax))
    scale = ScalarMappable(_norm(curve), colors)
    bar = figure.colorbar(
        scale, cax=beside, label="Threshold", extend=_extends(curve), format=ShortFormatter()
    )
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
        gap = room + LETTERS_AROUND[0] * float(ax.yaxis.label.get_fontsize()) * unit
        width = (adjusted["right"] - held.left - (columns - 1) * gap) / columns
        adjusted["wspace"] = gap / max(width, NARROWEST * gap)
    figure.subplots_adjust(**adjusted)


def _norm(curve: ConfusionCurve) -> Normalize:
    """Return the range of the colours, without extreme thresholds that would take up most of it."""
    known = np.isfinite(curve.thresholds)
    levels = curve.thresholds[known].astype(np.float64)
    # The mean of both rates, so that the range depends neither on prevalence nor on the space.
    shares = [
        cumulated / total
        for cumulated, total in ((curve.tp, curve.pos), (curve.fp, curve.neg))
        if total
    ]
    rates = np.mean(shares, axis=0)[known]
    high, low = np.interp(SHOWN, rates, levels)
    if np.unique(levels).size <= FEW:
        high, low = levels.max(), levels.min()
    # One threshold alone has the middle colour.
    return Normalize(low, high) if low < high else Normalize(low - 0.5, high + 0.5)


def _extends(curve: ConfusionCurve) -> str:
    """Return at which ends of the bar thresholds lie beyond its range."""
    known, norm = curve.thresholds[np.isfinite(curve.thresholds)], _norm(curve)
    below, above = known.min() < norm.vmin, known.max() > norm.vmax
    return {(True, True): "both", (True, False): "min", (False, True): "max"}.get(
        (bool(below), bool(above)), "neither"
    )


def _with_inserted_points(ax: Axes, drawn: Trace) -> tuple[FloatArray, FloatArray]:
    """Insert points into long segments of a polyline, where they are in view."""
    at = np.column_stack([drawn.x, drawn.y])
    at = np.asarray(ax.transScale.transform(at[np.isfinite(at).all(axis=1)]), np.float64)
    low, high = _view_corners(ax, drawn.space)
    step = STEP * (high - low)
    length = np.abs(np.diff(np.clip(at, low - step, high + step), axis=0) / step).max(axis=1)
    count = np.maximum(np.ceil(length).astype(int), 1)
    place = np.concatenate([np.arange(n) / n for n in count] + [np.zeros(1)])
    index = np.append(np.repeat(np.arange(len(count)), count), len(count)) + place
    known = np.arange(len(at))
    dense = np.column_stack([np.interp(index, known, part) for part in at.T])
    x, y = np.asarray(ax.transScale.inverted().transform(dense), np.float64).T
    return x, y


def _view_corners(ax: Axes, space: Space) -> tuple[FloatArray, FloatArray]:
    """Return the corners of the view, in units in which the axes are linear."""
    if (ax.get_xscale(), ax.get_yscale()) == ("linear", "linear"):
        # Those of the whole space, whatever part of it the limits show.
        low, high = space.limits
        return np.full(2, low), np.full(2, high)
    corners = ax.transScale.transform(np.transpose([ax.get_xlim(), ax.get_ylim()]))
    return np.min(corners, axis=0), np.max(corners, axis=0)


def _thresholds_at(x: FloatArray, y: FloatArray, space: Space, curve: ConfusionCurve) -> FloatArray:
    """Return the threshold at each place of a curve's line, by linear interpolation of counts."""
    tp, fp = space.invert(x, y, curve.pos, curve.neg)
    known = np.isfinite(curve.thresholds)
    predicted = (curve.tp + curve.fp)[known].astype(np.float64)
    # Rounding must not make the number of predicted positives decrease.
    at = np.maximum.accumulate(np.nan_to_num(tp + fp))
    return np.interp(at, predicted, curve.thresholds[known].astype(np.float64))
