"""The curves that a figure shows, from its scenes: as a table, and as a Vega-Lite specification."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_hex

from prplot.core.calls import answered
from prplot.core.checks import FloatArray
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Space
from prplot.core.traces import Indices
from prplot.draw.painting import color_of
from prplot.draw.resolution import followed, needed
from prplot.draw.scene import BAND, CURVE, Between, Line, Mark, Scene
from prplot.draw.scene_artist import scene_of
from prplot.draw.tex import untypeset
from prplot.plots.description import as_written, describe, one_line, shown_axes

if TYPE_CHECKING:
    import pandas as pd

# Where values are that a scale can't show, in sides of the axes.
_FAR = 10.0
# The sides of a panel, in pixels.
SIDE = 400
# How far a line may be from the exact one, in pixels, if the axes are as wide as what is computed,
# which may be twice as wide.
APART = 0.2
# Dashes by their names in matplotlib.
DASHES = {"--": (4, 3), ":": (1, 2), "-.": (6, 2, 1, 2)}
# Scales of matplotlib that Vega has too.
SCALES = ("linear", "log", "symlog")
# What is known of each point.
COLUMNS = ("threshold", "tp", "fp", "fn", "tn", "precision", "recall")


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

    def axes_fractions(self, curve: ConfusionCurve) -> FloatArray:
        """Return operating points in axes coordinates, finite and not far outside, shape (n, 2)."""
        with np.errstate(all="ignore"):
            to_axes = self.ax.transData - self.ax.transAxes
            at: FloatArray = to_axes.transform(np.column_stack(curve._points_in(self.space)))
        return np.clip(np.nan_to_num(at, nan=-_FAR), -_FAR, 1 + _FAR)

    def band_ends(self, one: DrawnCurve) -> list[FloatArray]:
        """Return both ends of the band at each point, the first where it jumps; nan beside it."""
        x, ends = one.curve._points_in(self.space)[0], []
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


@answered
def to_vega(fig: Any) -> dict[str, Any]:
    """Return a figure of curves as a Vega-Lite specification, for pages with their own charts.

    Parameters
    ----------
    fig : matplotlib.figure.Figure, matplotlib.axes.Axes, or what a plot function returned
        The figure, some axes of it, or a `seaborn.FacetGrid`.

    Returns
    -------
    dict
        A specification of Vega-Lite 5, which `json.dumps` writes: a panel of 400 pixels for each of
        the axes, with curves, hulls and references in the colours of the figure. Lines are
        within half a pixel of the exact curves. Points show threshold, counts, precision and recall
        in a tooltip; some are left out that are within a pixel of another one of their curve.

    Raises
    ------
    ValueError, TypeError
        A figure without curves of operating points; axes with a scale that Vega-Lite does not have;
        not a figure.

    See Also
    --------
    to_frame : All operating points, as a table.
    savefig : A page that reads out operating points, if the path ends in ".html".

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_pr([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> panel = prp.to_vega(ax)["hconcat"][0]
    >>> point = panel["layer"][-1]["data"]["values"][1]
    >>> point["threshold"], point["tp"], point["precision"]
    (0.9, 1, 1.0)
    """
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "description": describe(fig),
        "hconcat": list(map(_panel, checked_panels(fig))),
        "resolve": {"scale": {"color": "independent"}},
    }


def _panel(panel: DrawnPanel) -> dict[str, Any]:
    """Return a panel: lines, and the points of all curves."""
    lines = [one for one in panel.scene.marks if isinstance(one.shape, Line)]
    # What has no words in the figure has none here.
    named = [one for one in lines if one.text and (one.is_listed or one.role.places)]
    colors = {as_written(one.text): to_hex(color_of(one, panel.ax)) for one in named}
    return {
        "title": panel.title,
        "width": SIDE,
        "height": SIDE,
        "encoding": {key: _axis(panel, key) for key in "xy"},
        "layer": [*(_line(one, panel, colors) for one in lines), _points(panel, colors)],
    }


def _axis(panel: DrawnPanel, key: str) -> dict[str, Any]:
    axis = getattr(panel.ax, f"{key}axis")
    if axis.get_scale() not in SCALES:
        raise ValueError(f"fig has axes with a scale that Vega-Lite lacks, {axis.get_scale()!r}")
    domain = axis.get_view_interval().tolist()
    return {
        "field": key,
        "type": "quantitative",
        "title": getattr(panel.space, f"{key}_label"),
        "scale": {"domain": domain, "type": axis.get_scale(), "nice": False},
    }


def _line(mark: Any, panel: DrawnPanel, named: Mapping[str, str]) -> dict[str, Any]:
    """Return the layer of a curve or of a line around it."""
    need = needed(panel.ax)._replace(tolerance=APART / SIDE)
    seen, words = followed(panel.ax, mark.shape.path, need), as_written(mark.text)
    style = mark.style.get("linestyle", mark.dash)
    dash = style[1] if isinstance(style, tuple) else DASHES.get(style, ())
    look = {"strokeWidth": mark.style.get("linewidth", 2), "strokeDash": list(dash)}
    color = {"datum": words} if words in named else {"value": to_hex(color_of(mark, panel.ax))}
    pairs = zip(json_numbers(seen.x), json_numbers(seen.y), strict=True)
    return {
        "data": {"values": [{"x": x, "y": y} for x, y in pairs]},
        "mark": {"type": "line", "clip": True, **look},
        "encoding": {"color": color},
    }


def _points(panel: DrawnPanel, named: Mapping[str, str]) -> dict[str, Any]:
    """Return the layer of operating points, which are seen by their tooltips, and all colours."""
    values = [row for one in panel.curves for row in _numbers(one, panel)]
    tips = dict.fromkeys(key for row in values for key in row if key not in "xy")
    colors = {**named, **{one.name: one.color for one in panel.curves}}
    legend = {"values": list(named), "labelLimit": 0, "symbolOpacity": 1}
    color = {
        "field": "curve",
        "title": None,
        "scale": {"domain": list(colors), "range": list(colors.values())},
        "legend": {**legend, "orient": "bottom", "direction": "vertical"},
    }
    return {
        "data": {"values": values},
        "mark": {"type": "point", "filled": True, "opacity": 0, "size": 100, "clip": True},
        "encoding": {"color": color, "tooltip": [{"field": key} for key in tips]},
    }


def _numbers(one: DrawnCurve, panel: DrawnPanel) -> list[dict[Any, Any]]:
    """Return the numbers of each operating point of a curve that is not too near another."""
    x, y = one.curve._points_in(panel.space)
    table = one.curve.to_frame().filter(COLUMNS).assign(x=x, y=y)
    if one.band is not None:
        table["low"], table["high"] = panel.band_ends(one)
    table = table.iloc[thinned([SIDE * panel.axes_fractions(one.curve)])]
    known = table.astype(object).where(np.isfinite(table), None)
    return [{"curve": one.name, **row} for row in known.to_dict("records")]
