"""Default styles, and how a user's style is checked and merged with them."""

from collections.abc import Callable, Mapping
from numbers import Real
from sys import float_info
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.collections import PolyCollection
from matplotlib.colors import is_color_like
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon
from matplotlib.patheffects import AbstractPathEffect
from matplotlib.transforms import Transform

from prplot.core.checks import brief, is_writable
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
VERTEX: Style = {"s": 30, "linewidths": 0.8, "zorder": 4.0}
GRID: Style = {"marker": ".", "linestyle": "none", "markersize": 2.5, "zorder": 1.6}
OUTSIDE_POINT: Style = {**POINT, "marker": "X", "markersize": 7.5}
LABEL: Style = {"fontsize": "small", "zorder": 5.0}

# Short and singular names that `scatter` accepts, but that are not aliases in collections.
SCATTER_NAMES = {
    "c": "color",
    "lw": "linewidths",
    "linewidth": "linewidths",
    "ls": "linestyles",
    "linestyle": "linestyles",
    "ec": "edgecolors",
    "edgecolor": "edgecolors",
    "fc": "facecolors",
    "facecolor": "facecolors",
}

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
# What hatches are made of.
HATCHES = r"*+-./OX\ox|"

# Lines, markers and letters that matplotlib can draw at up to 1200 dots an inch, in points.
LARGEST = 1000

# Properties of a layer that belong to its filled region rather than to its line.
REGION_KEYS = ("facecolor", "hatch")


def _is_number(value: Any) -> bool:
    # Whole numbers and fractions may be larger than any float.
    return value is None or (isinstance(value, Real) and bool(abs(value) <= float_info.max))  # type: ignore[operator]


def _is_within(value: Any, least: float, largest: float) -> bool:
    try:
        numbers = np.asarray(value)
        return value is None or bool(np.all((least <= numbers) & (numbers <= largest)))
    except (TypeError, ValueError):
        return False


def _is_length(value: Any) -> bool:
    return _is_within(value, 0, LARGEST)


def _is_area(value: Any) -> bool:
    return _is_within(value, 0, LARGEST**2)


# Matplotlib has words for some, and checks them.
def _is_size_of_text(value: Any) -> bool:
    return isinstance(value, str) or _is_length(value)


def _is_rotation(value: Any) -> bool:
    return isinstance(value, str) or _is_within(value, -float_info.max, float_info.max)


def _is_flag(value: Any) -> bool:
    # Matplotlib has 1 and 0, too.
    return value is None or (isinstance(value, int | np.bool_) and value in (0, 1))


def _is_label(value: Any) -> bool:
    return is_writable(str(value))


def _is_hatch(value: Any) -> bool:
    # Something else than a text is up to the artist.
    return not isinstance(value, str) or set(value) <= set(HATCHES)


def _is_text(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _are_effects(value: Any) -> bool:
    is_list = isinstance(value, list | tuple)
    return value is None or (is_list and all(isinstance(one, AbstractPathEffect) for one in value))


def _is_sketch(value: Any) -> bool:
    is_triple = isinstance(value, tuple) and 0 < len(value) < 4
    return value is None or (is_triple and all(map(_is_number, value)))


def _is_transform(value: Any) -> bool:
    return value is None or isinstance(value, Transform) or hasattr(value, "_as_mpl_transform")


def _is_color(value: Any) -> bool:
    words = value is None or (isinstance(value, str) and value in ("auto", "none", "face"))
    # Several colours are checked by the artist.
    return words or not isinstance(value, str | Real) or is_color_like(value)


class PropertyRule(NamedTuple):
    """Values that a property takes, but that matplotlib tests only when it draws, or never."""

    accepts: Callable[[Any], bool]
    words: str


# By property.
RULES: Mapping[str, PropertyRule] = {
    "zorder": PropertyRule(_is_number, "a finite number"),
    **dict.fromkeys(
        ("linewidth", "linewidths", "markersize", "markeredgewidth"),
        PropertyRule(_is_length, f"0 to {LARGEST} points"),
    ),
    "s": PropertyRule(_is_area, f"0 to {LARGEST**2} square points"),
    **dict.fromkeys(("size", "fontsize"), PropertyRule(_is_size_of_text, f"0 to {LARGEST} points")),
    "rotation": PropertyRule(_is_rotation, "finite"),
    **dict.fromkeys(
        ("visible", "clip_on", "animated", "antialiased", "rasterized", "snap", "in_layout"),
        PropertyRule(_is_flag, "True or False"),
    ),
    "markevery": PropertyRule(lambda value: not isinstance(value, str), "a number or places"),
    "label": PropertyRule(_is_label, "whole characters, and no control characters"),
    "hatch": PropertyRule(_is_hatch, f"made of {HATCHES}"),
    **dict.fromkeys(("gid", "url"), PropertyRule(_is_text, "a text")),
    "path_effects": PropertyRule(_are_effects, "a list of path effects"),
    "sketch_params": PropertyRule(_is_sketch, "a tuple of up to three numbers"),
    "transform": PropertyRule(_is_transform, "a transform"),
    **dict.fromkeys(
        ("markerfacecolor", "markeredgecolor", "markerfacecoloralt", "gapcolor"),
        PropertyRule(_is_color, "a colour"),
    ),
}


def check_values(given: Mapping[str, Any], name: str) -> None:
    """Raise a ValueError for a value that the artist would take now, and fail on or warn about."""
    for key, value in given.items():
        wanted = RULES.get(key)
        if wanted is not None and not wanted.accepts(value):
            raise ValueError(f"{name}: {key} must be {wanted.words}, found {brief(value)}")


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
    given = _in_full(given, name, Line2D)
    style = {**defaults, **given}
    _check_style(lambda **style: Line2D([], [], **style), style, given, name)
    return {key: fixed_color(value) if "color" in key else value for key, value in style.items()}


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
    _check_style(lambda **style: Polygon([(0, 0)], **style), region, region, name)
    return merged(defaults, rest, name), {**REGION, **region}


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
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"{name} must be a dict of marker properties, found {type(given).__name__}")
    long = [SCATTER_NAMES.get(key, key) for key in given or {}]
    if len(set(long)) < len(long):
        raise TypeError(f"{name}: got a property twice, under two names, in {sorted(given or {})}")
    renamed = dict(zip(long, (given or {}).values(), strict=True))
    style = {**defaults, **renamed}
    _check_style(
        lambda **style: Axes(Figure(), (0, 0, 1, 1)).scatter([], [], **style), style, renamed, name
    )
    return {key: fixed_color(value) if "color" in key else value for key, value in style.items()}


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
    given = _in_full(given, name, PolyCollection)
    style = {**defaults, **given}
    _check_style(lambda **style: PolyCollection([], **style), style, given, name)
    if np.ravel(style["linewidth"])[0] == 0:
        # A line without a width has no dashes: SVG and PDF files can't have them.
        style.pop("linestyle", None)
    return {key: fixed_color(value) if "color" in key else value for key, value in style.items()}


def _check_style(
    make: Callable[..., object], style: Style, given: Mapping[str, Any], name: str
) -> None:
    """Raise a ValueError unless an artist takes a style with what the user gave, if anything."""
    if given:
        check_values(given, name)
        _probe(make, style, name)


def _probe(make: Callable[..., object], style: Style, name: str) -> None:
    """Try a style on a temporary artist, so that a wrong one fails before anything is drawn."""
    try:
        make(**style)
    except (AttributeError, ValueError) as error:
        raise ValueError(f"{name}: {error}") from None
    except TypeError as error:
        # Matplotlib does not say which property it is.
        wrong = next((key for key in style if _fails(make, {key: style[key]})), None)
        found = error if wrong is None else f"{wrong} can't be {brief(style[wrong])}"
        raise ValueError(f"{name}: {found}") from None


def _fails(make: Callable[..., object], style: Style) -> bool:
    try:
        make(**style)
    except (AttributeError, TypeError, ValueError):
        return True
    return False
