"""The curves that a figure shows, read from its scenes, and their operating points as a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_hex

from prplot.core.calls import answered
from prplot.core.checks import FloatArray, listed
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import SPACES, Pair, Space
from prplot.core.traces import Indices, Trace
from prplot.draw.painting import color_of
from prplot.draw.scene import BAND, CURVE, Between, Mark, Scene
from prplot.draw.scene_artist import scene_of
from prplot.plots.alt_text.description import shown_axes
from prplot.plots.alt_text.panel_words import name_of
from prplot.plots.alt_text.wording import as_written

if TYPE_CHECKING:
    import pandas as pd

# Where values are that a scale can't show, in sides of the axes.
_FAR = 10.0
# A value just before a jump, where a curve is first reached, in units of x.
_BEFORE = 1e-12


class ReadBand(NamedTuple):
    """The band around a curve, and what it is."""

    lower: Trace
    upper: Trace
    words: str

    def at(self, x: FloatArray) -> list[FloatArray]:
        """Return both ends at each x, upper values at vertical drops; nan beside the band."""
        ends = []
        for border in (self.lower, self.upper):
            seen = np.isfinite(border.x) & np.isfinite(border.y)
            known = border.x[seen]
            before = np.where(x == known.min(initial=np.inf), x, x - _BEFORE)
            ends.append(np.interp(before, known, border.y[seen], left=np.nan, right=np.nan))
        return ends


class DrawnCurve(NamedTuple):
    """A curve in some axes."""

    name: str
    color: str
    curve: ConfusionCurve
    mark: Mark
    band: ReadBand | None


class DrawnPanel(NamedTuple):
    """Axes with curves of counts."""

    ax: Axes
    scene: Scene
    space: Space
    curves: list[DrawnCurve]

    @property
    def title(self) -> str:
        """The title of the axes."""
        return as_written(self.ax.get_title())

    def shares(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Return places on the axes, from 0 to 1 along each side, shape (n, 2)."""
        with np.errstate(all="ignore"):
            scaled = self.ax.transScale.transform(np.column_stack([x, y]))
            at = np.asarray(self.ax.transLimits.transform(scaled), np.float64)
        return np.clip(np.nan_to_num(at, nan=-_FAR), -_FAR, 1 + _FAR)


def drawn_panels(fig: Any) -> list[DrawnPanel]:
    """Return the panels of a figure, or the axes, that show curves of counts."""
    return [panel for panel in map(_panel_of, shown_axes(fig)) if panel is not None]


def checked_panels(fig: Any) -> list[DrawnPanel]:
    """Return the panels that show curves of counts; raise a ValueError if there are none."""
    found = drawn_panels(fig)
    if not found:
        known = listed(f"prp.plot_{name}" for name in SPACES)
        raise ValueError(f"fig shows no curves with operating points, such as those of {known}")
    return found


def _panel_of(ax: Axes) -> DrawnPanel | None:
    scene = scene_of(ax)
    marks = [mark for mark in scene.of(CURVE) if mark.curve is not None]
    if scene.space is None or not marks:
        return None
    colors = [str(mark.color) for mark in marks]
    curves = []
    for mark, color in zip(marks, colors, strict=True):
        assert mark.curve is not None
        band = _band_of(scene, color) if colors.count(color) == 1 else None
        name = name_of(mark) or scene.space.curve_word
        curves.append(DrawnCurve(name, to_hex(color_of(mark, ax)), mark.curve, mark, band))
    return DrawnPanel(ax, scene, scene.space, curves)


def _band_of(scene: Scene, color: str) -> ReadBand | None:
    """Return the only band of a colour, with its words, which are in a row of the legend."""
    marks = scene.of(BAND)
    words = next((mark.text for mark in marks if mark.text), "")
    shapes = [mark.shape for mark in marks if str(mark.color) == color]
    found = [one for one in shapes if isinstance(one, Between) and isinstance(one.lower, Trace)]
    if len(found) != 1 or not isinstance(found[0].upper, Trace):
        return None
    return ReadBand(found[0].lower, found[0].upper, as_written(words))  # type: ignore[arg-type]


def place_of(curve: ConfusionCurve, space: Space) -> Pair:
    """Return where the operating points of a curve are in a space."""
    return space.project_path(curve.tp, curve.fp, curve.pos, curve.neg)


def path_length(places: Iterable[FloatArray]) -> FloatArray:
    """Return how far each point is along a path, by its longest step in any of several pictures."""
    steps = [np.hypot(*np.diff(place, axis=0).T) for place in places]
    return np.append(0.0, np.cumsum(np.max(steps, axis=0)))


def thinned(along: FloatArray, distance: float) -> Indices:
    """Return the fewest points of a path to which all others are near enough, and its ends.

    Parameters
    ----------
    along : ndarray of float, shape (n,)
        How far each point is along the path.
    distance : float
        From each point to the nearest that is kept, at most.
    """
    # The second point tells where the path begins.
    kept, first, last = [0, min(1, along.size - 1)], 0, along.size - 1
    while first <= last:
        middle = int(np.searchsorted(along, along[first] + distance, side="right")) - 1
        kept.append(middle)
        first = int(np.searchsorted(along, along[middle] + distance, side="right"))
    return np.unique([*kept, last])


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

    tables: dict[int, pd.DataFrame] = {}
    for panel in checked_panels(fig):
        for one in panel.curves:
            if id(one.curve) not in tables:
                table = one.curve.to_frame()
                table.insert(0, "curve", one.name)
                table.insert(0, "panel", panel.title)
                tables[id(one.curve)] = table
    return pd.concat(tables.values(), ignore_index=True)


def plain(values: Any) -> list[Any]:
    """Return numbers as JSON has them, with None for those that are not finite.

    Examples
    --------
    >>> plain([1, 0.5, float("inf"), float("nan")])
    [1.0, 0.5, None, None]
    """
    return [one if np.isfinite(one) else None for one in np.asarray(values).tolist()]
