"""How large axes are and what they show: what the places of words depend on."""

import numpy as np
from matplotlib.axes import Axes

from prplot.draw.bars import apply_aspect
from prplot.draw.placement import points_to_pixels

# A layout may move axes within the room that it gave them; it comes to rest soon.
_ROUNDS = 4
# Of their size axes may grow or shrink by so much before words are placed anew.
ALIKE = 0.01


def lay_out(ax: Axes, *, at_rest: bool = True) -> bool:
    """Give the axes the size that they will be drawn in; tell whether a layout engine can."""
    figure = ax.get_figure(root=True)
    engine = None if figure is None else figure.get_layout_engine()
    if figure is None or engine is None or not at_rest:
        apply_aspect(ax)
        return engine is not None
    # One pass does not see how an aspect moves the axes within the room that the pass gave them.
    before = np.zeros(4)
    for _ in range(_ROUNDS):
        engine.execute(figure)
        apply_aspect(ax)
        now = np.array(ax.get_window_extent().bounds)
        if np.abs(now - before).max() < 0.5:
            break
        before = now
    return True


def is_alike(view: tuple[float, ...], seen: tuple[float, ...]) -> bool:
    """Tell whether two views differ by so little that all words may stay.

    At another resolution letters, and with them a layout, are a little larger or smaller.
    """
    return len(view) == len(seen) and bool(
        np.allclose(view[:2], seen[:2], rtol=ALIKE, atol=0) and view[2:] == seen[2:]
    )


def view(ax: Axes) -> tuple[float, ...]:
    """Return what the places depend on: the size of the axes in points, and their limits."""
    frame, unit = ax.get_window_extent(), points_to_pixels(ax)
    size = round(frame.width / unit, 1), round(frame.height / unit, 1)
    return *size, *ax.get_xlim(), *ax.get_ylim()
