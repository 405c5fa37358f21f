"""A curve coloured by its thresholds, and the colour bar beside it.

The record of a curve omits thresholds at which only the false positives change. If scores are
given, the curve is counted again for its colours, at as many thresholds as a picture can show
(`levels_shown`).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import to_hex
from matplotlib.layout_engine import PlaceHolderLayoutEngine
from matplotlib.transforms import ScaledTranslation
from numpy.typing import NDArray

from prplot.core.checks import FloatArray
from prplot.core.record import ConfusionCurve
from prplot.core.traces import Trace
from prplot.draw.axes import EDGE, LETTERS_BETWEEN, NARROWEST
from prplot.draw.color import is_dark, threshold_colors
from prplot.draw.painting import norm_of
from prplot.draw.scene import BAR_OF_COLORS, CURVE, Graded, Line, Mark
from prplot.draw.scene_artist import adopt, scene_of
from prplot.draw.ticks import ShortFormatter

# More thresholds are thinned out, as they are closer than a picture can show.
MOST_LEVELS = 2**14
# Width of a colour bar with its tick labels and its name, in font sizes.
ROOM = 6.0
# Distance of a bar from the axes and width of the bar, in shares of the width of the axes.
BAR = (0.035, 0.035)


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
    colors, norm = threshold_colors(palette, on_dark=is_dark(ax)), norm_of(curve)
    return lambda levels: [to_hex(color) for color in colors(norm(levels))]


def colorbar(panels: Sequence[Axes], curve: ConfusionCurve, palette: Any) -> Axes:
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
    scale = ScalarMappable(norm_of(curve), colors)
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
        gap = room + LETTERS_BETWEEN * float(ax.yaxis.label.get_fontsize()) * unit
        width = (adjusted["right"] - held.left - (columns - 1) * gap) / columns
        adjusted["wspace"] = gap / max(width, NARROWEST * gap)
    figure.subplots_adjust(**adjusted)


def _extends(curve: ConfusionCurve) -> str:
    """Return at which ends of the bar thresholds lie beyond its range."""
    known, norm = curve.thresholds[np.isfinite(curve.thresholds)], norm_of(curve)
    below, above = known.min() < norm.vmin, known.max() > norm.vmax
    return {(True, True): "both", (True, False): "min", (False, True): "max"}.get(
        (bool(below), bool(above)), "neither"
    )
