"""Colours, dashes and default styles, and how a user's style is checked and merged with them."""

import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import isfinite
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.cbook import normalize_kwargs
from matplotlib.collections import PathCollection, PolyCollection
from matplotlib.colors import (
    CSS4_COLORS,
    TABLEAU_COLORS,
    Colormap,
    ListedColormap,
    is_color_like,
    to_hex,
    to_rgb,
    to_rgba,
)
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from prplot.core import checks

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
    return checked_style(_line, defaults, _in_full(given, name, Line2D), name)


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
    rest = _in_full(given, name, PolyCollection)
    region = {key: rest.pop(key) for key in REGION_KEYS if key in rest}
    return merged(defaults, rest, name), {**REGION, **checked_style(_fill, {}, region, name)}


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
    return checked_style(_markers, defaults, own, name)


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
    style = checked_style(_fill, defaults, _in_full(given, name, PolyCollection), name)
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
        with warnings.catch_warnings(action="error", category=mpl.MatplotlibDeprecationWarning):
            draw(figure)
            FigureCanvasAgg(figure).draw()  # type: ignore[no-untyped-call]
    except Exception as error:
        # Of any kind.
        first, *_ = str(error).splitlines() or [type(error).__name__]
        return first.rstrip(":")
    return ""


def checked_style(
    make: Callable[..., object], defaults: Style, given: Mapping[str, Any], name: str
) -> Style:
    """Merge what the user gave with defaults; raise a ValueError unless an artist takes it."""
    style = {**defaults, **given}
    checks.check_written(str(given.get("label")), f"{name}: label")
    for key, value in given.items():
        # Matplotlib draws nothing, and does not say why.
        if isinstance(value, float) and not isfinite(value):
            raise ValueError(f"{name}: {key} must be finite, found {value}")
    words = failure(partial(make, **style)) if given else ""
    # Matplotlib does not always say which property it is.
    for key in given if words else ():
        if str(key) not in words and failure(partial(make, **{**defaults, key: style[key]})):
            words = f"{key} can't be {checks.brief(style[key])}; matplotlib says: {words}"
            break
    if words:
        raise ValueError(f"{name}: {words}")
    return {key: fixed_color(value) if "color" in key else value for key, value in style.items()}


def _line(figure: Figure, **style: Any) -> None:
    # Some properties are used with markers only.
    figure.add_artist(Line2D([0, 1], [0, 1], **{"marker": "o", **style}))
    # What stands by itself is not sorted by its zorder.
    figure.add_artist(Line2D([], []))


def _fill(figure: Figure, **style: Any) -> None:
    figure.add_artist(PolyCollection([[(0, 0), (0, 1), (1, 1)]], **style))
    figure.add_artist(Line2D([], []))


def _markers(figure: Figure, **style: Any) -> None:
    ax = figure.add_axes((0, 0, 1, 1))
    ax.set_axis_off()
    ax.scatter([0, 1], [0, 1], **style)


# Colours

# Least contrast of text to its background (WCAG 2, large type).
CONTRAST = 3.0


def checked_color(color: Any, name: str = "color") -> Any:
    """Return a colour; raise a ValueError that names the argument unless matplotlib knows it."""
    try:
        to_rgba(color)
    except (TypeError, ValueError):
        near = checks.closest_names(color, [*TABLEAU_COLORS, *CSS4_COLORS], least=0.6)
        hint = f"; the nearest: {', '.join(near)}" if isinstance(color, str) and near else ""
        raise ValueError(
            f"{name}: {checks.brief(color)} is not a colour that matplotlib knows{hint}"
        ) from None
    return fixed_color(color)


def fixed_color(color: Any) -> Any:
    """Return a colour as text, with "C0", "C1", ... looked up in the present style.

    The style may have changed when the figure is saved. None, and whatever is not a single colour,
    is returned as it is.
    """
    if isinstance(color, str) and not re.fullmatch(r"C\d+", color):
        return color
    if not is_color_like(color):
        return color
    return to_hex(color, keep_alpha=to_rgba(color)[3] < 1)


def text_color(ax: Axes) -> str:
    """Return the colour of the text in axes, which reference lines have too."""
    color = ax.xaxis.label.get_color()
    # Axis labels are outside the axes, where the background may be another.
    if contrast(color, background(ax)) >= CONTRAST:
        return to_hex(color)
    return "#ffffff" if is_dark(ax) else "#000000"


def readable(ax: Axes, color: Any) -> str:
    """Return a colour for text: mixed with the text colour as far as its contrast requires."""
    own, ink = np.array(to_rgb(color)), np.array(to_rgb(text_color(ax)))
    mixed = [to_hex(tuple((1 - share) * own + share * ink)) for share in np.linspace(0, 1, 11)]
    return next((one for one in mixed if contrast(one, background(ax)) >= CONTRAST), mixed[-1])


def contrast(one: Any, other: Any) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2)."""
    rgb = np.array([to_rgb(one), to_rgb(other)])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    low, high = sorted(linear @ np.array([0.2126, 0.7152, 0.0722]) + 0.05)
    return float(high / low)


def background(ax: Axes) -> str:
    """Return the colour behind these axes: their own, else the figure's, else white."""
    for color in (ax.get_facecolor(), ax.get_figure(root=True).get_facecolor()):  # type: ignore[union-attr]
        if to_rgba(color)[3] > 0.5:
            return to_hex(color)
    return "#ffffff"


def shade(ax: Axes, strength: float, color: Any = None) -> str:
    """Return an opaque mixture of a colour, by default that of text, with the background."""
    full = np.array(to_rgb(text_color(ax) if color is None else color))
    ground = np.array(to_rgb(background(ax)))
    return to_hex(tuple(strength * full + (1 - strength) * ground))


def is_dark(ax: Axes) -> bool:
    """Tell whether these axes are drawn light on dark."""
    red, green, blue = to_rgb(background(ax))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 0.5


def fill_at(ax: Axes, x: float, y: float) -> Any:
    """Return the colour of the uppermost opaque fill at a pixel position, else the background."""
    found = [(-np.inf, background(ax))]
    for fill in ax.collections:
        faces = np.asarray(fill.get_facecolor())
        if not isinstance(fill, PolyCollection) or len(faces) == 0 or faces[0, 3] < 1:
            continue
        to_pixels = fill.get_transform()
        if any(path.transformed(to_pixels).contains_point((x, y)) for path in fill.get_paths()):
            found.append((fill.get_zorder(), to_hex(tuple(faces[0]))))
    return max(found, key=lambda held: held[0])[1]


# The part of a sequential palette that is visible on a dark or a light background.
SEEN_ON_DARK, SEEN_ON_LIGHT = (0.3, 1.0), (0.0, 0.8)
# How much black (negative) and white the shades of a colour contain at most.
DARKEST, LIGHTEST = -0.5, 0.55
# So often the colours of the cycle are repeated, with other dashes; more curves have evenly spaced
# hues.
LAPS = 4
# Neighbours among many hues differ in lightness, as they would look alike otherwise.
LIGHTNESS_ON_DARK, LIGHTNESS_ON_LIGHT = (0.55, 0.88, 0.72), (0.38, 0.68, 0.53)


def ordered_colors(count: int, ax: Axes) -> list[str]:
    """Return perceptually uniform colours in an order, all visible on the axes."""
    return shared_colors(np.linspace(0, 1, count), ax)


def shared_colors(places: Iterable[float], ax: Axes, base: Any = None) -> list[str]:
    """Return colours for positions from 0 to 1, or dark to light shades of a given colour."""
    low, high = SEEN_ON_DARK if is_dark(ax) else SEEN_ON_LIGHT
    if base is None:
        return [to_hex(mpl.colormaps["viridis"](low + (high - low) * place)) for place in places]
    pure = np.array(to_rgb(base))
    mixtures = [DARKEST + (LIGHTEST - DARKEST) * place for place in places]
    shades = [pure * (1 + white) if white < 0 else pure + white * (1 - pure) for white in mixtures]
    return [to_hex(tuple(shade)) for shade in shades]


def threshold_colors(palette: Any, *, on_dark: bool) -> Colormap:
    """Return a colormap for thresholds; the default one is visible at both of its ends.

    Raises
    ------
    ValueError
        The palette is no colormap.
    """
    if isinstance(palette, Colormap):
        return palette
    if palette is not None:
        if isinstance(palette, str) and palette not in mpl.colormaps:
            # It has more of them.
            import seaborn  # noqa: F401
        if not isinstance(palette, str) or palette not in mpl.colormaps:
            raise ValueError(
                f"palette must be a colormap for thresholds, found {palette!r}; "
                f"{checks.nearest_hint(palette, mpl.colormaps)}"
            )
        return mpl.colormaps[palette]
    low, high = SEEN_ON_DARK if on_dark else SEEN_ON_LIGHT
    colors = mpl.colormaps["viridis"](np.linspace(low, high, 256))
    return ListedColormap(colors, "thresholds")


def many_colors(count: int, ax: Axes, *, with_dashes: bool = False) -> list[Any]:
    """Return colours for groups: the next of the cycle, or evenly spaced hues if it is short.

    `with_dashes` is whether dashes can distinguish curves with a repeated colour of the cycle.
    """
    cycle = len(mpl.rcParams["axes.prop_cycle"].by_key().get("color", ()))
    if count <= (LAPS * cycle if with_dashes else cycle):
        return cycle_colors(count, ax)
    import seaborn as sns

    levels = LIGHTNESS_ON_DARK if is_dark(ax) else LIGHTNESS_ON_LIGHT
    hues = [sns.husl_palette(count, l=lightness) for lightness in levels]
    return [to_hex(hues[i % len(hues)][i]) for i in range(count)]


def palette_colors(levels: Sequence[Any], palette: Any) -> list[Any]:
    """Return the colours that a palette has for some levels; raise if it has none for one."""
    if isinstance(palette, Mapping):
        known = {str(level): color for level, color in palette.items()} | dict(palette)
        found = [known.get(level, known.get(str(level))) for level in levels]
        if None in found:
            raise ValueError(f"palette has no colour for {levels[found.index(None)]!r}")
        return [checked_color(color, "palette") for color in found]
    if isinstance(palette, Colormap):
        places = np.linspace(0, 1, len(levels))
        return [to_hex(color) for color in palette(places)]
    if not isinstance(palette, str):
        if checks.dimensions(palette) == 0:
            raise TypeError(
                "palette must be a name, a list of colours, a dict of them or a Colormap, found "
                f"{checks.brief(palette)}"
            )
        if len(colors := list(palette)) < len(levels):
            raise ValueError(
                f"palette must have {len(levels)} colours, found {checks.brief(palette)}"
            )
        return [checked_color(color, "palette") for color in colors[: len(levels)]]
    import seaborn as sns

    try:
        return [to_hex(color) for color in sns.color_palette(palette, len(levels))]
    except ValueError as error:
        names = [*mpl.colormaps, *sns.palettes.SEABORN_PALETTES]
        raise ValueError(f"palette: {error}; {checks.nearest_hint(palette, names)}") from None


def cycle_colors(count: int, ax: Axes) -> list[Any]:
    """Take the next colours of the axes' own cycle, as `Axes.plot` does."""
    scouts = ax.plot(*[[]] * (2 * count))
    for scout in scouts:
        scout.remove()
    return [scout.get_color() for scout in scouts]


# Lengths of strokes and gaps, in line widths. Dots must differ from dashes, and a pattern must be
# short enough to be repeated several times in a small panel.
DOT, GAP, DASH, LONG_DASH = 1, 1.5, 4, 7
# Patterns that differ most come first.
FIRST: tuple[Any, ...] = (
    "-",
    (0, (DASH, GAP)),
    (0, (DOT, GAP)),
    (0, (LONG_DASH, GAP, DOT, GAP)),
    (0, (2, 1)),
    (0, (LONG_DASH, GAP, DOT, GAP, DOT, GAP)),
    (0, (10, 3)),
    (0, (DOT, 4)),
    (0, (DASH, 4)),
)


def dash_of(place: int) -> Any:
    """Return a line style from an endless sequence of dash patterns.

    Parameters
    ----------
    place : int
        Index in the sequence; 0 is a solid line.

    Returns
    -------
    str or tuple
        As `matplotlib.lines.Line2D.set_linestyle` takes it.

    Examples
    --------
    >>> dash_of(0), dash_of(1), dash_of(6)
    ('-', (0, (4, 1.5)), (0, (10, 3)))
    """
    if place < len(FIRST):
        return FIRST[place]
    dashes, dots = divmod(place - len(FIRST), 3)
    return 0, (DASH, GAP) * (dashes + 2) + (DOT, GAP) * (dots + 1)
