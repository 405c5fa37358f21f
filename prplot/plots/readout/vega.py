"""A figure of curves as a Vega-Lite specification."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.colors import to_hex

from prplot.core.calls import answered
from prplot.core.traces import Trace
from prplot.draw.painting import color_of
from prplot.draw.resolution import followed, needed
from prplot.draw.scene import Line, Mark
from prplot.plots.alt_text.description import describe
from prplot.plots.alt_text.wording import as_written
from prplot.plots.readout.drawn_curves import (
    DrawnCurve,
    DrawnPanel,
    checked_panels,
    json_numbers,
    thinned,
)

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
    lines = [one for one in panel.scene.marks if isinstance(_path(one), Trace)]
    # What has no words in the figure has none here.
    named = [one for one in lines if one.text and (one.is_listed or one.role.places)]
    colors = {as_written(one.text): _color(one, panel) for one in named}
    return {
        "title": panel.title,
        "width": SIDE,
        "height": SIDE,
        "encoding": {key: _axis(panel, key) for key in "xy"},
        "layer": [*(_line(one, panel, colors) for one in lines), _points(panel, colors)],
    }


def _path(mark: Mark) -> Any:
    return mark.shape.path if isinstance(mark.shape, Line) else None


def _color(mark: Mark, panel: DrawnPanel) -> str:
    return to_hex(color_of(mark, panel.ax))


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


def _line(mark: Mark, panel: DrawnPanel, named: Mapping[str, str]) -> dict[str, Any]:
    """Return the layer of a curve or of a line around it."""
    need = needed(panel.ax)._replace(tolerance=APART / SIDE)
    seen, words = followed(panel.ax, _path(mark), need), as_written(mark.text)
    style = mark.style.get("linestyle", mark.dash)
    dash = style[1] if isinstance(style, tuple) else DASHES.get(style, ())
    look = {"strokeWidth": mark.style.get("linewidth", 2), "strokeDash": list(dash)}
    color = {"datum": words} if words in named else {"value": _color(mark, panel)}
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
    x, y = panel.coordinates(one.curve)
    table = one.curve.to_frame().filter(COLUMNS).assign(x=x, y=y)
    if one.band is not None:
        table["low"], table["high"] = panel.band_ends(one)
    table = table.iloc[thinned([SIDE * panel.axes_fractions(one.curve)])]
    known = table.astype(object).where(np.isfinite(table), None)
    return [{"curve": one.name, **row} for row in known.to_dict("records")]
