"""References are neutral while there is one of a kind, and like their curves with several."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D

from prplot.draw import labels as marks
from prplot.draw import style as looks


def remember(line: Line2D, color: Any) -> None:
    """Let a line know the colour of its curve."""
    # The face of a marker that is not shown: it is copied and pickled with the line.
    line.set_markerfacecolor(color)


def tell_apart(ax: Axes, kind: str) -> None:
    """Give the neutral ones of several lines of a kind the colours that they know."""
    lines = [line for line in ax.lines if line.get_gid() == kind]
    if len(lines) > 1:
        for line in lines:
            line.set_color(to_hex(line.get_markerfacecolor()))


def tint_apart(ax: Axes) -> None:
    """Give the neutral ones of several regions the colours of their borders."""
    regions = [artist for artist in ax.collections if artist.get_gid() == marks.REGION]
    borders = [line for line in ax.lines if line.get_gid() == marks.MINIMUM]
    if len(regions) < 2:
        return
    neutral = looks.shade(ax, looks.TINT_STRENGTH)
    for region, border in zip(regions, borders, strict=True):
        if (
            isinstance(region, PolyCollection)
            and to_hex(np.asarray(region.get_facecolor())[0]) == neutral
        ):
            color = to_hex(border.get_markerfacecolor())
            region.set_facecolor(looks.shade(ax, looks.TINT_STRENGTH, color))
            region.set_edgecolor(looks.shade(ax, looks.HATCH_STRENGTH, color))
