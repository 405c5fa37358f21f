"""The curves that a figure shows, read from its scenes, and their operating points as a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_hex

from prplot.core.calls import answered
from prplot.core.checks import FloatArray
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Pair, Space
from prplot.core.traces import Indices
from prplot.draw.painting import color_of
from prplot.draw.scene import BAND, CURVE, Between, Mark, Scene
from prplot.draw.scene_artist import scene_of
from prplot.draw.tex import untypeset
from prplot.plots.alt_text.description import shown_axes
from prplot.plots.alt_text.wording import as_written, one_line

if TYPE_CHECKING:
    import pandas as pd

# Where values are that a scale can't show, in sides of the axes.
_FAR = 10.0


class DrawnCurve(NamedTuple):
    """A curve in some axes, and the band around it."""

    name: str
    color: str
    curve: ConfusionCurve
    mark: Mark
    band: Any


class DrawnPanel(NamedTuple):
    """Axes with curves of counts."""

    ax: Axes
    title: str
    scene: Scene
    space: Space
    curves: list[DrawnCurve]

    def coordinates(self, curve: ConfusionCurve) -> Pair:
        """Return the operating points of a curve in the space of the axes."""
        return self.space.project_path(curve.tp, curve.fp, *curve._totals_in(self.space))

    def axes_fractions(self, curve: ConfusionCurve) -> FloatArray:
        """Return them in axes coordinates, finite and not far outside, shape (n, 2)."""
        with np.errstate(all="ignore"):
            to_axes = self.ax.transData - self.ax.transAxes
            at: FloatArray = to_axes.transform(np.column_stack(self.coordinates(curve)))
        return np.clip(np.nan_to_num(at, nan=-_FAR), -_FAR, 1 + _FAR)

    def band_ends(self, one: DrawnCurve) -> list[FloatArray]:
        """Return both ends of the band at each point, the first where it jumps; nan beside it."""
        x, ends = self.coordinates(one.curve)[0], []
        for border in (one.band.lower, one.band.upper):
            known = np.isfinite(border.x + border.y)
            # From right to left: of several values at an x, `interp` takes the last.
            places, values = -border.x[known][::-1], border.y[known][::-1]
            ends.append(np.interp(-x, places, values, left=np.nan, right=np.nan))
        return ends


def drawn_panels(fig: Any) -> list[DrawnPanel]:
    """Return the panels of a figure, or the axes, that show curves of counts."""
    return list(filter(None, map(_panel_of, shown_axes(fig))))


def checked_panels(fig: Any) -> list[DrawnPanel]:
    """Return the panels that show curves of counts; raise a ValueError if there are none."""
    found = drawn_panels(fig)
    if not found:
        raise ValueError("fig shows no curves with operating points, such as those of prp.plot_pr")
    return found


def _panel_of(ax: Axes) -> DrawnPanel | None:
    scene, curves = scene_of(ax), []
    if scene.space is None:
        return None
    colors = [str(one.color) for one in scene.of(CURVE)]
    bands = [one for one in scene.of(BAND) if isinstance(one.shape, Between)]
    for mark in scene.of(CURVE):
        if mark.curve is None:
            continue
        # A band has the colour of its curve.
        own = [one.shape for one in bands if str(one.color) == str(mark.color)]
        band = own[0] if len(own) == colors.count(str(mark.color)) == 1 else None
        name = one_line(untypeset(mark.words or mark.name or "")) or scene.space.curve_word
        curves.append(DrawnCurve(name, to_hex(color_of(mark, ax)), mark.curve, mark, band))
    title = as_written(ax.get_title())
    return DrawnPanel(ax, title, scene, scene.space, curves) if curves else None


def thinned(paths: Iterable[FloatArray], apart: float = 1.0) -> Indices:
    """Return points of a path, with its ends, that leave no other one far away.

    Parameters
    ----------
    paths : iterable of ndarray of float, shape (n, 2)
        The path in each of several pictures, in pixels.
    apart : float
        The largest distance, in pixels.
    """
    steps = [np.hypot(*np.diff(path, axis=0).T) for path in paths]
    along = np.append(0.0, np.cumsum(np.max(steps, axis=0)))
    _, first = np.unique(np.floor(along / apart), return_index=True)
    # The second point tells where the path begins.
    return np.unique([*first, min(1, along.size - 1), along.size - 1])


@answered
def to_frame(fig: Any) -> pd.DataFrame:
    """Return the operating points that a figure shows, as a table.

    Parameters
    ----------
    fig : matplotlib.figure.Figure, matplotlib.axes.Axes, or what a plot function returned
        The figure, some axes of it, or a `seaborn.FacetGrid`.

    Returns
    -------
    pandas.DataFrame
        A row for each operating point of each curve, best score first. Columns panel (the title of
        the axes), curve (its name), and those of `ConfusionCurve.to_frame`: threshold, tp, fp, fn,
        tn, recall, precision, fpr, recall_gain, precision_gain. A curve that several panels show is
        listed once.

    Raises
    ------
    ValueError, TypeError
        A figure without curves of operating points; not a figure.

    See Also
    --------
    to_vega : The same points with their lines, as a Vega-Lite specification.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_pr([1, 0, 1, 0], {"A": [0.9, 0.8, 0.7, 0.1], "B": [0.1, 0.2, 0.3, 0.4]})
    >>> prp.to_frame(ax)[["curve", "threshold", "tp", "fp"]].head(3)
      curve  threshold  tp  fp
    0     A        inf   0   0
    1     A        0.9   1   0
    2     A        0.8   1   1
    """
    import pandas as pd

    tables: dict[tuple[int, str], pd.DataFrame] = {}
    for panel in checked_panels(fig):
        for one in panel.curves:
            table = one.curve.to_frame()
            table.insert(0, "curve", one.name)
            table.insert(0, "panel", panel.title)
            tables.setdefault((id(one.curve), one.name), table)
    return pd.concat(tables.values(), ignore_index=True)


def json_numbers(values: Any) -> list[Any]:
    """Return numbers as JSON has them, with None for those that are not finite.

    Examples
    --------
    >>> json_numbers([1, 0.5, float("inf"), float("nan")])
    [1.0, 0.5, None, None]
    """
    return [one if np.isfinite(one) else None for one in np.asarray(values).tolist()]
