"""Default styles, and how a user's style is checked and merged with them."""

import warnings
from collections.abc import Callable, Mapping
from functools import partial
from math import isfinite
from typing import Any

import numpy as np
from matplotlib import MatplotlibDeprecationWarning
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.cbook import normalize_kwargs
from matplotlib.collections import PathCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from prplot.core.checks import brief, check_written
from prplot.draw.color import fixed_color

Style = dict[str, Any]

# References are drawn below the data, and the region below the grid.
# Curves are as wide as the user's lines.
CURVE: Style = {
    "solid_capstyle": "round",
    "solid_joinstyle": "round",
    "zorder": 3.0,
}
HULL: Style = {**CURVE, "linewidth": 0.9, "linestyle": (0, (4, 1.2, 1, 1.2)), "zorder": 3.1}
# A curve beneath its strong hull is broad and light, so that both are visible where they coincide.
STRONG_HULL: Style = {**CURVE, "linewidth": 1.3, "zorder": 3.2}
BENEATH_HULL: Style = {**CURVE, "linewidth": 2.6, "zorder": 2.9}
# Folds are thin lines beneath their mean, and bands are transparent.
FOLD: Style = {**CURVE, "linewidth": 0.6, "zorder": 2.7}
FOLD_ALONE: Style = {**CURVE, "linewidth": 0.9}
BAND: Style = {"linewidth": 0.0, "alpha": 0.22, "zorder": 2.5}
MINIMUM: Style = {"linewidth": 0.9, "solid_capstyle": "butt", "zorder": 2.2}
CHANCE: Style = {"linewidth": 0.9, "linestyle": (0, (5, 3)), "zorder": 2.1}
BASELINE: Style = {"linewidth": 1.0, "linestyle": (0, (1.2, 1.8)), "zorder": 2.15}
LINES: Style = {"linewidth": 0.5, "zorder": 1.9}
CHOSEN: Style = {**CURVE, "linewidth": 1.1, "linestyle": (0, (4, 1.5)), "zorder": 3.2}
# The interval of achievable scores, with a mark at the score of random guessing.
INTERVAL: Style = {"linewidth": 0.7, "zorder": 1.0}
LEVEL: Style = {"marker": "|", "linestyle": "none", "markersize": 12.0, "zorder": 4.2}
SCORE: Style = {"marker": "o", "linestyle": "none", "markersize": 6.0, "zorder": 4.0}
LOSS: Style = {"linewidth": 0.0, "alpha": 0.22, "zorder": 1.7}
CORNER: Style = {"marker": "o", "linestyle": "none", "markersize": 3.5, "zorder": 4.0}
# A veil through which curves beneath it look paler.
NEGATIVE: Style = {"linewidth": 0.0, "alpha": 0.5, "zorder": 3.4}
ZERO: Style = {"linewidth": 0.7, "zorder": 2.0}
# A line at 0, of differences: thin, so that it is no interval.
LEVEL_OF_ZERO: Style = {"linewidth": 0.8, "zorder": 2.0}
ERROR: Style = {"linewidth": 1.8, "solid_capstyle": "butt", "zorder": 3.0}
ISOMETRIC: Style = {"linewidth": 0.6, "zorder": 1.8}
REGION: Style = {"hatch": "////", "linewidth": 0.0, "zorder": 0.4}
POINT: Style = {"marker": "o", "linestyle": "none", "markersize": 5.5, "zorder": 4.0}
DISCARDED: Style = {**POINT, "markersize": 2.8, "zorder": 3.0}
OPERATING_POINT: Style = {**POINT, "markersize": 5.0, "markeredgewidth": 0.7, "zorder": 3.5}
FOLD_POINT: Style = {**POINT, "markersize": 3.5, "markeredgewidth": 0.0, "zorder": 3.3}
# A chosen threshold, and the thresholds that folds choose.
CRITERION: Style = {"linewidth": 0.8, "linestyle": (0, (4, 2)), "zorder": 2.3}
RUG: Style = {"linewidth": 1.1, "solid_capstyle": "butt", "zorder": 3.6}
SHAPES = ("o", "s", "D", "^", "v", "P")
VERTEX: Style = {"s": 30, "linewidth": 0.8, "zorder": 4.0}
GRID: Style = {"marker": ".", "linestyle": "none", "markersize": 2.5, "zorder": 1.6}
OUTSIDE_POINT: Style = {**POINT, "marker": "X", "markersize": 7.5}
LABEL: Style = {"fontsize": "small", "zorder": 5.0}

# Shares of the text colour in a mixture with the background.
LABEL_STRENGTH = 0.8
ISOMETRIC_STRENGTH = 0.36
BENEATH_STRENGTH = 0.3
DISCARDED_STRENGTH = 0.5
FOLD_STRENGTH = 0.5
FOLD_STRENGTH_DARK = 0.75
TINT_STRENGTH = 0.09
VEIL_STRENGTH = 0.16
HATCH_STRENGTH = 0.32
HATCH_WIDTH = 0.4
# Properties of a layer that belong to its filled region rather than to its line.
REGION_KEYS = ("facecolor", "hatch")


def merged(defaults: Style, given: Mapping[str, Any] | None, name: str) -> Style:
    """Check a user's line style and merge it with the defaults.

    Parameters
    ----------
    defaults : dict
    given : mapping or None
        Properties of a `matplotlib.lines.Line2D`, aliases allowed.
    name : str
        The argument's name, for errors.

    Returns
    -------
    dict

    Raises
    ------
    TypeError
        `given` is no mapping, or has a property twice under two names.
    ValueError
        Lines do not have a property, or it does not take a value.
    """
    return _checked(_line, defaults, _in_full(given, name, Line2D), name)


def _in_full(given: Mapping[str, Any] | None, name: str, kind: type[Artist]) -> dict[str, Any]:
    """Return what a user gave with the full names of properties; raise unless it is a dict."""
    if not isinstance(given, Mapping | None):
        raise TypeError(f"{name} must be a dict of properties, found {type(given).__name__}")
    try:
        return dict(normalize_kwargs(dict(given or {}), kind))
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None


def merged_region(
    defaults: Style, given: Mapping[str, Any] | None, name: str
) -> tuple[Style, Style]:
    """Check a user's style and merge it with the defaults of a line and of the region it bounds.

    Returns
    -------
    line, region : dict
        "facecolor" (or "fc") and "hatch" in `given` style the region, all else the line.
    """
    rest = _in_full(given, name, Polygon)
    region = {key: rest.pop(key) for key in REGION_KEYS if key in rest}
    return merged(defaults, rest, name), {**REGION, **_checked(_patch, {}, region, name)}


def merged_markers(defaults: Style, given: Mapping[str, Any] | None, name: str) -> Style:
    """Check a user's marker style and merge it with the defaults.

    Parameters
    ----------
    defaults : dict
    given : mapping or None
        What `matplotlib.axes.Axes.scatter` takes; "c" is one colour.
    name : str
        The argument's name, for errors.

    Returns
    -------
    dict
    """
    given = _in_full(given, name, PathCollection)
    if {"c", "color"} <= given.keys():
        raise TypeError(f"{name}: got a property twice, as c and as color")
    own = {"color" if key == "c" else key: value for key, value in given.items()}
    return _checked(_markers, defaults, own, name)


def merged_fill(defaults: Style, given: Mapping[str, Any] | None, name: str) -> Style:
    """Check a user's style of a filled area and merge it with the defaults.

    Parameters
    ----------
    defaults : dict
    given : mapping or None
        Properties of a `matplotlib.collections.PolyCollection`, aliases allowed.
    name : str
        The argument's name, for errors.

    Returns
    -------
    dict
    """
    style = _checked(_fill, defaults, _in_full(given, name, PolyCollection), name)
    if np.ravel(style["linewidth"])[0] == 0:
        # A line without a width has no dashes: SVG and PDF files can't have them.
        style.pop("linestyle", None)
    return style


def failure(draw: Callable[[Figure], object]) -> str:
    """Return what matplotlib says of something that it can't draw, or "".

    Parameters
    ----------
    draw : callable
        Called with a temporary figure, so that errors occur before anything is drawn.
    """
    figure = Figure((1, 1))
    # Layouts warn where there is no room.
    figure.set_layout_engine("none")
    try:
        with warnings.catch_warnings(action="error", category=MatplotlibDeprecationWarning):
            draw(figure)
            FigureCanvasAgg(figure).draw()  # type: ignore[no-untyped-call]
    except Exception as error:
        # Of any kind.
        first, *_ = str(error).splitlines() or [type(error).__name__]
        return first.rstrip(":")
    return ""


def _checked(
    make: Callable[..., object], defaults: Style, given: Mapping[str, Any], name: str
) -> Style:
    """Merge what the user gave with defaults; raise a ValueError unless an artist takes it."""
    style = {**defaults, **given}
    check_written(str(given.get("label")), f"{name}: label")
    for key, value in given.items():
        # Matplotlib draws nothing, and does not say why.
        if isinstance(value, float) and not isfinite(value):
            raise ValueError(f"{name}: {key} must be finite, found {value}")
    words = failure(partial(make, **style)) if given else ""
    # Matplotlib does not always say which property it is.
    for key in given if words else ():
        if key not in words and failure(partial(make, **{key: style[key]})):
            words = f"{key} can't be {brief(style[key])}; matplotlib says: {words}"
            break
    if words:
        raise ValueError(f"{name}: {words}")
    return {key: fixed_color(value) if "color" in key else value for key, value in style.items()}


def _line(figure: Figure, **style: Any) -> None:
    figure.add_artist(Line2D([0, 1], [0, 1], **style))
    # What stands by itself is not sorted by its zorder.
    figure.add_artist(Line2D([], []))


def _patch(figure: Figure, **style: Any) -> None:
    figure.add_artist(Polygon([(0, 0), (0, 1), (1, 1)], **style))


def _fill(figure: Figure, **style: Any) -> None:
    figure.add_artist(PolyCollection([[(0, 0), (0, 1), (1, 1)]], **style))
    figure.add_artist(Line2D([], []))


def _markers(figure: Figure, **style: Any) -> None:
    ax = figure.add_axes((0, 0, 1, 1))
    ax.set_axis_off()
    ax.scatter([0, 1], [0, 1], **style)
