"""Scenes as plain values, which can be compared and printed."""

import numpy as np

from prplot.core.traces import Trace
from prplot.draw.scene_artist import scene_of


def record(ax):
    """Return what axes show: of each mark its role, words, colour, style and shape."""
    return [
        (
            mark.role.name,
            mark.text,
            str(mark.color),
            str(mark.dash),
            str(mark.style),
            _plain(mark.shape),
        )
        for mark in scene_of(ax).marks
    ]


def _plain(value):
    """Return a shape without arrays and curves."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, Trace):
        return value.x.tolist(), value.y.tolist(), value.space.name
    return [type(value).__name__, *map(_plain, value)] if isinstance(value, tuple) else None
