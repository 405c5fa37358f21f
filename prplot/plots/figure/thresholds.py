"""A curve coloured by its thresholds, and the bar that says which colour is which.

The record of a curve lists no threshold at which only negatives fall. Where there are scores, the
curve is counted anew for its colours, at as many thresholds as a picture can show (`levels_shown`).
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import LineCollection
from matplotlib.colors import Colormap, Normalize, to_hex
from matplotlib.lines import Line2D
from matplotlib.transforms import ScaledTranslation
from numpy.typing import NDArray

from prplot.core.checks import FloatArray
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Space
from prplot.core.traces import Trace, simplified
from prplot.draw import scene
from prplot.draw.color import is_dark, threshold_colors
from prplot.draw.colorbar_room import BAR, make_room
from prplot.draw.resolution import Resolution
from prplot.draw.scene import Mark, Scene, mark, marks_of

# More colours can't be told apart, and each makes a path of its own.
SHADES = 96
# Along a straight stretch a colour is looked up at least so often, in shares of the axis.
STEP = 1 / 250
# Ends of the colours, in shares of the two classes.
SHOWN = (0.02, 0.98)
# Of more thresholds than this some are left out; they lie closer than a picture can show.
MOST_LEVELS = 2**14
# So few thresholds have all their colours.
FEW = 6
# In heights of letters: the room that a bar takes with its numbers and its name.
ROOM = 6.0


def color_by_threshold(
    ax: Axes, drawn: Trace, curve: ConfusionCurve, line: Line2D, palette: Any
) -> LineCollection | None:
    """Lay the colours of the thresholds over the line of a curve.

    Between two operating points, where thresholds are mixed, the colour changes with the number of
    examples that are predicted positive.
    """
    fewer = simplified(drawn)
    if not np.isfinite(fewer.x + fewer.y).any():
        # With one class only some spaces have no curve.
        return None
    colored = LineCollection(
        [],
        linewidths=line.get_linewidth(),
        capstyle="round",
        alpha=line.get_alpha(),
        zorder=line.get_zorder() + 0.01,
    )
    # The line stays beneath: it has the legend's entry, and keeps seams between colours shut.
    line.set_linewidth(0.8 * line.get_linewidth())
    ax.add_collection(colored, autolim=False)
    mark(colored, scene.CURVE)
    paint = partial(_paint, colored, curve, threshold_colors(palette, on_dark=is_dark(ax)))
    paint(fewer)
    ax.add_artist(Resolution(colored, [(drawn, fewer)], paint))
    return colored


def _paint(colored: LineCollection, curve: ConfusionCurve, colors: Colormap, drawn: Trace) -> None:
    """Cut a line into stretches of one colour each."""
    assert isinstance(colored.axes, Axes)
    x, y = _densified(colored.axes, drawn)
    levels = _thresholds_at(x, y, drawn.space, curve)
    shade = np.clip(_norm(curve)(levels) * SHADES, 0, SHADES - 1).astype(int)
    starts = np.flatnonzero(np.diff(shade, prepend=-1))
    ends = np.append(starts[1:], len(x) - 1)
    # Each stretch goes on to where the next begins.
    colored.set_segments(
        [
            np.column_stack([x[start : end + 1], y[start : end + 1]])
            for start, end in zip(starts, ends, strict=True)
        ]
    )
    colored.set_color(colors((shade[starts] + 0.5) / SHADES))


def levels_shown(curve: ConfusionCurve) -> Callable[[FloatArray], FloatArray]:
    """Return what finds the thresholds among scores at which a curve is counted for its colours.

    Of many the curve's own make sure of the positives, if these are few, and scores of the rest.
    """

    def chosen(scores: FloatArray) -> FloatArray:
        if scores.size <= MOST_LEVELS:
            return np.unique(scores)
        own = curve.thresholds[np.isfinite(curve.thresholds)]
        parts = own, np.sort(scores)[::-1]
        return np.concatenate([part[_spread(part.size)] for part in parts])

    return chosen


def _spread(size: int) -> NDArray[np.intp]:
    """Return so many places at most as there may be levels: even, and closer towards the first.

    Rates move with every example alike, precision more with the best.
    """
    if size <= MOST_LEVELS:
        return np.arange(size)
    even = np.linspace(0, size - 1, MOST_LEVELS // 2)
    closer = np.geomspace(1, size, MOST_LEVELS // 2) - 1
    return np.unique(np.concatenate([even, closer]).astype(np.intp))


def shading(ax: Axes, curve: ConfusionCurve, palette: Any) -> Callable[[FloatArray], Sequence[Any]]:
    """Return what gives thresholds the colours that they have along a curve."""
    colors, norm = threshold_colors(palette, on_dark=is_dark(ax)), _norm(curve)
    return lambda levels: [to_hex(color) for color in colors(norm(levels))]


def add_bar(panels: Sequence[Axes], curve: ConfusionCurve, palette: Any) -> Axes:
    """Draw the colours of the thresholds beside the last of some panels, as high as it is.

    Where no layout engine makes room, all of them do.
    """
    (gap, width), ax = BAR, panels[-1]
    # A bar of an earlier call stays where it is.
    earlier = len(marks_of(ax, scene.BAR_OF_COLORS))
    figure = ax.get_figure(root=True)
    assert figure is not None
    away = earlier * ROOM * float(ax.yaxis.label.get_fontsize()) / 72
    place = ax.transAxes + ScaledTranslation(away, 0, figure.dpi_scale_trans)
    beside = ax.inset_axes((1.0 + gap, 0.0, width, 1.0), transform=place)
    Scene.of(ax).add(Mark(scene.BAR_OF_COLORS, beside))
    colors = threshold_colors(palette, on_dark=is_dark(ax))
    scale = ScalarMappable(_norm(curve), colors)
    bar = figure.colorbar(scale, cax=beside, label="Threshold", extend=_extends(curve))
    bar.outline.set_visible(False)
    make_room(panels)
    return beside


def _norm(curve: ConfusionCurve) -> Normalize:
    """Return the range of the colours: a few extreme thresholds would leave little of it to all."""
    known = np.isfinite(curve.thresholds)
    levels = curve.thresholds[known].astype(np.float64)
    # In shares of both classes, so that neither the rare one nor the space decides.
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
    """Return at which ends of the bar thresholds go on."""
    known, norm = curve.thresholds[np.isfinite(curve.thresholds)], _norm(curve)
    below, above = known.min() < norm.vmin, known.max() > norm.vmax
    return {(True, True): "both", (True, False): "min", (False, True): "max"}.get(
        (bool(below), bool(above)), "neither"
    )


def _densified(ax: Axes, drawn: Trace) -> tuple[FloatArray, FloatArray]:
    """Insert points into long stretches of a polyline, as far as they are on the picture."""
    at = np.column_stack([drawn.x, drawn.y])
    at = np.asarray(ax.transScale.transform(at[np.isfinite(at).all(axis=1)]), np.float64)
    low, high = _picture(ax, drawn.space)
    step = STEP * (high - low)
    length = np.abs(np.diff(np.clip(at, low - step, high + step), axis=0) / step).max(axis=1)
    count = np.maximum(np.ceil(length).astype(int), 1)
    place = np.concatenate([np.arange(n) / n for n in count] + [np.zeros(1)])
    index = np.append(np.repeat(np.arange(len(count)), count), len(count)) + place
    known = np.arange(len(at))
    dense = np.column_stack([np.interp(index, known, part) for part in at.T])
    x, y = np.asarray(ax.transScale.inverted().transform(dense), np.float64).T
    return x, y


def _picture(ax: Axes, space: Space) -> tuple[FloatArray, FloatArray]:
    """Return the corners of what is seen, in units in which the axes are linear."""
    if (ax.get_xscale(), ax.get_yscale()) == ("linear", "linear"):
        # As it is before anything is turned to a part of the curve.
        low, high = space.limits
        return np.full(2, low), np.full(2, high)
    corners = ax.transScale.transform(np.transpose([ax.get_xlim(), ax.get_ylim()]))
    return np.min(corners, axis=0), np.max(corners, axis=0)


def _thresholds_at(x: FloatArray, y: FloatArray, space: Space, curve: ConfusionCurve) -> FloatArray:
    """Return the threshold at each place of a curve's line, by linear interpolation of counts."""
    tp, fp = space.invert(x, y, curve.pos, curve.neg)
    known = np.isfinite(curve.thresholds)
    predicted = (curve.tp + curve.fp)[known].astype(np.float64)
    # Rounding must not let it go back.
    at = np.maximum.accumulate(np.nan_to_num(tp + fp))
    return np.interp(at, predicted, curve.thresholds[known].astype(np.float64))
