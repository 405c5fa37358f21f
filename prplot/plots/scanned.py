"""What scanned curves leave open: a band between their lowest and their highest course."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from prplot.core.counts import ConfusionCurve
from prplot.core.scanned import ScannedCurve
from prplot.core.spaces import Space
from prplot.core.traces import Trace, trace
from prplot.draw import labels as marks
from prplot.draw import style as looks
from prplot.draw.artists import draw_band

# Half a pixel of a usual figure, in units of the axes: less is covered by the curve itself.
VISIBLE = 1e-3
WORDS = "certified bounds"


def draw_bounds(
    curves: Iterable[ConfusionCurve], ax: Axes, space: Space, colors: Sequence[Any]
) -> None:
    """Draw for each scanned curve the band that is sure to hold the data's own, if it shows."""
    draw_bands(curves, ax, lambda curve: trace(curve, space), colors)


def draw_bands(
    curves: Iterable[ConfusionCurve],
    ax: Axes,
    shape: Callable[[ConfusionCurve], Trace],
    colors: Sequence[Any],
) -> None:
    """Draw what lies between the pictures of lowest and highest curves, if it shows.

    A picture must be the higher the better its curve is.
    """
    drawn = []
    for curve, color in zip(curves, colors, strict=True):
        if not isinstance(curve, ScannedCurve) or not curve.cells.is_open().any():
            continue
        lower, upper = shape(curve.lower), shape(curve.upper)
        if is_visible(lower, upper):
            draw_band(lower, upper, ax, {"color": color}).set_gid(marks.BAND)
            drawn.append(color)
    known = {str(artist.get_label()) for artist in ax.collections}
    if drawn and WORDS not in known:
        neutral = looks.text_color(ax) if len(set(drawn)) > 1 else drawn[0]
        ax.fill_between([], [], **{**looks.BAND, "color": neutral, "label": WORDS}).set_gid(
            marks.BAND
        )


def is_visible(lower: Trace, upper: Trace) -> bool:
    """Tell whether two traces lie further apart somewhere than half a pixel.

    Heights are compared over a little width, so that at a jump, where one is a hair to the right of
    the other, no band is seen.
    """
    x = np.arange(-1, 1 / VISIBLE + 2) * VISIBLE
    (_, high), (low, _) = _heights(lower, x), _heights(upper, x)
    apart = np.minimum.reduce([low[:-2], low[1:-1], low[2:]]) - np.maximum.reduce(
        [high[:-2], high[1:-1], high[2:]]
    )
    return bool((apart > VISIBLE).any())


def _heights(drawn: Trace, x: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
    """Return the least and the greatest height from each place to the next; inside the frame."""
    seen = np.isfinite(drawn.x) & np.isfinite(drawn.y)
    places = np.concatenate([drawn.x[seen], x])
    heights = np.concatenate([drawn.y[seen], np.interp(x, drawn.x[seen], drawn.y[seen])])
    heights = np.clip(heights, 0.0, 1.0)
    column = np.clip(np.searchsorted(x, places, side="right") - 1, 0, x.size - 1)
    low, high = np.ones(x.size), np.zeros(x.size)
    np.minimum.at(low, column, heights)
    np.maximum.at(high, column, heights)
    return low, high
