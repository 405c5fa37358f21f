"""Numbers on the segments of hulls: for which trade-off their ends are equally good."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from prplot.core.counts import ConfusionCurve
from prplot.core.options import brief
from prplot.core.spaces import Space
from prplot.core.tradeoffs import (
    accuracy_scores,
    precision_weights,
    squared_betas,
    vertices_in_prg,
)
from prplot.draw import labels as marks
from prplot.plots.vertices import places

FloatArray = NDArray[np.float64]

VALUES: dict[str, Callable[[ConfusionCurve], FloatArray]] = {
    "c": accuracy_scores,
    "d": precision_weights,
    "beta": lambda hull: np.sqrt(squared_betas(hull)),
}
# Shorter segments have no room for words, in shares of the axis.
SHORTEST = 0.02
SIGNS = {"c": "c", "d": "d", "beta": "β"}


def checked(show: Any, kinds: Sequence[str]) -> str:
    """Return which number to write, of those that the space has; nothing for False.

    True means the first.
    """
    if isinstance(show, bool | np.bool_):
        return kinds[0] if show else ""
    if show not in kinds:
        of = ", ".join(repr(kind) for kind in kinds)
        raise ValueError(f"show_calibration must be True, False or {of}, found {brief(show)}")
    return str(show)


def add_labels(ax: Axes, space: Space, hulls: Iterable[ConfusionCurve], kind: str) -> None:
    """Write the calibrated number of each segment beside it, where there is room."""
    for hull in hulls:
        if hull.pos == 0 or hull.neg == 0:
            continue
        vertices = slice(0, None) if kind == "c" else vertices_in_prg(hull)
        words = [f"{SIGNS[kind]} = {value:.2f}" for value in VALUES[kind](hull)]
        _add_segments(ax, space, hull, vertices, words)


def _add_segments(
    ax: Axes, space: Space, hull: ConfusionCurve, vertices: slice, words: Sequence[str]
) -> None:
    """Let the segments of a hull say for which trade-off their ends are equally good."""
    at = places(hull, space)[vertices]
    low = np.array([axis.get_view_interval()[0] for axis in (ax.xaxis, ax.yaxis)])
    long = np.hypot(*np.diff(at, axis=0).T) >= SHORTEST
    # A hull of very many vertices has no room for words on most of its segments.
    for i in np.flatnonzero(long).tolist():
        start, end, said = at[i], at[i + 1], words[i]
        # What lies left of the picture can't be written on.
        share = np.clip((low[0] - start[0]) / (end[0] - start[0]), 0, 1) if end[0] > start[0] else 0
        seen = np.array([start + share * (end - start), end])
        (line,) = ax.plot(*seen.T, linestyle="none", color="none", label=f"_{said}")
        line.set_gid(marks.SEGMENT)
