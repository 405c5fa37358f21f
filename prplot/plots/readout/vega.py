"""A figure of curves as a Vega-Lite specification."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from matplotlib.colors import to_hex

from prplot.core.calls import answered
from prplot.core.checks import FloatArray
from prplot.core.spaces import Pair
from prplot.core.traces import DRAWN_TOLERANCE, Trace, fewest_vertices
from prplot.draw.painting import color_of
from prplot.draw.resolution import followed, needed_on_scales
from prplot.draw.scene import Line, Mark
from prplot.plots.alt_text.description import describe
from prplot.plots.alt_text.wording import as_written
from prplot.plots.readout.drawn_curves import (
    DrawnCurve,
    DrawnPanel,
    checked_panels,
    path_length,
    place_of,
    plain,
    thinned,
)

SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
# The sides of a panel, and how far a line or a point may be from what it stands for, in pixels.
SIDE = 400
HALF = 0.5
# Dashes by their names in matplotlib.
DASHES = {"--": (4, 3), ":": (1, 2), "-.": (6, 2, 1, 2)}
# Scales of matplotlib that Vega has too.
SCALES = ("linear", "log", "symlog")


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
        in a tooltip; some are left out that are within half a pixel of another one of their curve.

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
    panels = checked_panels(fig)
    for scale in {one for panel in panels for one in _scales(panel)} - {*SCALES}:
        raise ValueError(f"fig has axes with a scale that Vega-Lite lacks, {scale!r}")
    return {
        "$schema": SCHEMA,
        "description": describe(fig),
        "hconcat": list(map(_panel, panels)),
        "resolve": {"scale": {"color": "independent"}},
    }


def _scales(panel: DrawnPanel) -> tuple[str, str]:
    return panel.ax.get_xscale(), panel.ax.get_yscale()


def _panel(panel: DrawnPanel) -> dict[str, Any]:
    """Return a panel: lines, and the points of all curves."""
    lines = [one for one in panel.scene.marks if isinstance(_path(one), Trace)]
    # What has no words in the figure has none here.
    named = {
        as_written(one.text): one
        for one in lines
        if one.text and (one.is_listed or one.role.places)
    }
    layers = [_line(one, panel, named) for one in lines]
    return {
        "title": panel.title,
        "width": SIDE,
        "height": SIDE,
        "encoding": _axes(panel),
        "layer": [*layers, _points(panel, named)],
    }


def _path(mark: Mark) -> Any:
    return mark.shape.path if isinstance(mark.shape, Line) else None


def _axes(panel: DrawnPanel) -> dict[str, Any]:
    names = panel.space.x_label, panel.space.y_label
    limits = panel.ax.get_xlim(), panel.ax.get_ylim()
    return {
        key: {
            "field": key,
            "type": "quantitative",
            "title": name,
            "scale": {"domain": list(map(float, ends)), "type": scale, "nice": False},
        }
        for key, name, ends, scale in zip("xy", names, limits, _scales(panel), strict=True)
    }


def _line(mark: Mark, panel: DrawnPanel, named: Mapping[str, Mark]) -> dict[str, Any]:
    """Return the layer of a curve or of a line around it."""
    words = as_written(mark.text)
    look = {"strokeWidth": mark.style.get("linewidth", 2), "strokeDash": _dash(mark)}
    color = {"datum": words} if words in named else {"value": _color(mark, panel)}
    return {
        "data": {"values": _rows(*_vertices(_path(mark), panel))},
        "mark": {"type": "line", "clip": True, **look},
        "encoding": {"color": color},
    }


def _color(mark: Mark, panel: DrawnPanel) -> str:
    return to_hex(color_of(mark, panel.ax))


def _dash(mark: Mark) -> list[float]:
    """Return a dash pattern, in pixels; an empty one for a solid line."""
    style = mark.style.get("linestyle", mark.dash)
    return list(style[1] if isinstance(style, tuple) else DASHES.get(style, ()))


def _vertices(drawn: Trace, panel: DrawnPanel) -> Pair:
    """Return the fewest vertices that are within half a pixel of the exact line, in view."""
    seen = followed(panel.ax, drawn, needed_on_scales(panel.ax))
    x, y = panel.shares(seen.x, seen.y).T
    kept = fewest_vertices(x if x[0] <= x[-1] else -x, y, HALF / SIDE - DRAWN_TOLERANCE)
    return seen.x[kept], seen.y[kept]


def _rows(x: Sequence[float] | FloatArray, y: Any) -> list[dict[str, float]]:
    return [{"x": a, "y": b} for a, b in zip(plain(x), plain(y), strict=True)]


def _points(panel: DrawnPanel, named: Mapping[str, Mark]) -> dict[str, Any]:
    """Return the layer of operating points, which are seen by their tooltips, and all colours."""
    values = [row for one in panel.curves for row in _numbers(one, panel)]
    tips = dict.fromkeys(key for row in values for key in row if key not in "xy")
    colors = {words: _color(mark, panel) for words, mark in named.items()}
    colors |= {one.name: one.color for one in panel.curves}
    color = {
        "field": "curve",
        "title": None,
        "scale": {"domain": list(colors), "range": list(colors.values())},
        "legend": {"values": list(named), "labelLimit": 0, "symbolOpacity": 1},
    }
    return {
        "data": {"values": values},
        "mark": {"type": "point", "filled": True, "opacity": 0, "size": 100, "clip": True},
        "encoding": {"color": color, "tooltip": [{"field": key} for key in tips]},
    }


def _numbers(one: DrawnCurve, panel: DrawnPanel) -> Iterator[dict[str, Any]]:
    """Yield the numbers of each operating point of a curve that is not too near another."""
    curve = one.curve
    x, y = place_of(curve, panel.space)
    rows = thinned(path_length([SIDE * panel.shares(x, y)]), HALF)
    columns = {"x": x, "y": y, "threshold": curve.thresholds, "tp": curve.tp, "fp": curve.fp}
    columns |= {"fn": curve.fn, "tn": curve.tn}
    columns |= {"precision": curve.precision, "recall": curve.recall}
    if one.band is not None:
        columns |= dict(zip(("low", "high"), one.band.at(x), strict=True))
    held = [plain(column[rows]) for column in columns.values()]
    for numbers in zip(*held, strict=True):
        yield {"curve": one.name, **dict(zip(columns, numbers, strict=True))}
