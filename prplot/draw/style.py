"""Default styles as data, and how a user's style is laid over them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.collections import PolyCollection
from matplotlib.colors import Colormap, ListedColormap, is_color_like, to_hex, to_rgb, to_rgba
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from prplot.core.options import brief, nearest

Style = dict[str, Any]

# References stay below the data; the region stays below the grid.
CURVE: Style = {
    "linewidth": 1.5,
    "solid_capstyle": "round",
    "solid_joinstyle": "round",
    "zorder": 3.0,
}
HULL: Style = {**CURVE, "linewidth": 0.9, "linestyle": (0, (4, 1.2, 1, 1.2)), "zorder": 3.1}
# Beneath its strong hull a curve is broad and light: where they coincide, both show.
STRONG_HULL: Style = {**CURVE, "linewidth": 1.3, "zorder": 3.2}
BENEATH_HULL: Style = {**CURVE, "linewidth": 2.6, "zorder": 2.9}
# Folds are thin beneath their mean, and a band is a veil.
FOLD: Style = {**CURVE, "linewidth": 0.6, "zorder": 2.7}
FOLD_ALONE: Style = {**CURVE, "linewidth": 0.9}
BAND: Style = {"linewidth": 0.0, "alpha": 0.22, "zorder": 2.5}
MINIMUM: Style = {"linewidth": 0.9, "solid_capstyle": "butt", "zorder": 2.2}
CHANCE: Style = {"linewidth": 0.9, "linestyle": (0, (5, 3)), "zorder": 2.1}
BASELINE: Style = {"linewidth": 1.0, "linestyle": (0, (1.2, 1.8)), "zorder": 2.15}
LINES: Style = {"linewidth": 0.5, "zorder": 1.9}
CHOSEN: Style = {**CURVE, "linewidth": 1.1, "linestyle": (0, (4, 1.5)), "zorder": 3.2}
# What is achievable of a score's axis, from its lowest value on; the random level stands in it.
INTERVAL: Style = {"linewidth": 0.7, "zorder": 1.0}
LEVEL: Style = {"marker": "|", "linestyle": "none", "markersize": 12.0, "zorder": 4.2}
SCORE: Style = {"marker": "o", "linestyle": "none", "markersize": 6.0, "zorder": 4.0}
LOSS: Style = {"linewidth": 0.0, "alpha": 0.22, "zorder": 1.7}
CORNER: Style = {"marker": "o", "linestyle": "none", "markersize": 3.5, "zorder": 4.0}
# A veil over what lies below: curves go on beneath it, and look weaker.
NEGATIVE: Style = {"linewidth": 0.0, "alpha": 0.5, "zorder": 3.4}
ZERO: Style = {"linewidth": 0.7, "zorder": 2.0}
ISOMETRIC: Style = {"linewidth": 0.6, "zorder": 1.8}
REGION: Style = {"hatch": "////", "linewidth": 0.0, "zorder": 0.4}
POINT: Style = {"marker": "o", "linestyle": "none", "markersize": 5.5, "zorder": 4.0}
DISCARDED: Style = {**POINT, "markersize": 2.8, "zorder": 3.0}
OPERATING_POINT: Style = {**POINT, "markersize": 5.0, "markeredgewidth": 0.7, "zorder": 3.5}
SHAPES = ("o", "s", "D", "^", "v", "P")
VERTEX: Style = {"s": 30, "linewidths": 0.8, "zorder": 4.0}
GRID: Style = {"marker": ".", "linestyle": "none", "markersize": 2.5, "zorder": 1.6}
OUTSIDE_POINT: Style = {**POINT, "marker": "X", "markersize": 7.5}
DASHES: tuple[Any, ...] = (
    "-",
    (0, (4, 1.5)),
    (0, (1, 1.5)),
    (0, (7, 1.5, 1, 1.5)),
    (0, (2, 1)),
    (0, (7, 1.5, 1, 1.5, 1, 1.5)),
)
LABEL: Style = {"fontsize": "small", "zorder": 5.0}

# Scatter has short and singular names of its own, which are no aliases of a collection's.
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

# Shares of the text colour, the rest is background.
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

# The part of a sequential palette that can be read on a ground.
SEEN_ON_DARK, SEEN_ON_LIGHT = (0.3, 1.0), (0.0, 0.8)
# What is written has at least this contrast to its ground (WCAG 2, large type).
CONTRAST = 3.0
# How far shades of a colour go towards black and towards white.
DARKEST, LIGHTEST = -0.5, 0.55

# What of a layer's style belongs to its filled region rather than its line.
REGION_KEYS = ("facecolor", "hatch")


def merged(defaults: Style, given: Mapping[str, Any] | None, name: str) -> Style:
    """Lay a user's line style over the defaults and check it.

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
        No mapping; a property twice under two names.
    ValueError
        A property that lines do not have, or a value that it does not take.
    """
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        raise TypeError(f"{name} must be a dict of line properties, found {type(given).__name__}")
    try:
        style = {**defaults, **normalize_kwargs(dict(given), Line2D)}
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None
    _probe(lambda **style: Line2D([], [], **style), style, name)
    return {key: fixed_color(value) if "color" in key else value for key, value in style.items()}


def merged_region(
    defaults: Style, given: Mapping[str, Any] | None, name: str
) -> tuple[Style, Style]:
    """Lay a user's style over the defaults of a line and of the region that it bounds.

    Returns
    -------
    line, region : dict
        Of `given`, "facecolor" (or "fc") and "hatch" style the region and all else the line.
    """
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"{name} must be a dict of line properties, found {type(given).__name__}")
    both = {"fc", "facecolor"} & set(given or {})
    if len(both) == 2:
        raise TypeError(f"{name}: got both 'fc' and 'facecolor', which are aliases of one another")
    rest = {"facecolor" if key == "fc" else key: value for key, value in (given or {}).items()}
    region = {key: rest.pop(key) for key in REGION_KEYS if key in rest}
    _probe(lambda **style: Polygon([(0, 0)], **style), region, name)
    return merged(defaults, rest, name), {**REGION, **region}


def merged_markers(defaults: Style, given: Mapping[str, Any] | None, name: str) -> Style:
    """Lay a user's marker style over the defaults and check it.

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
    style = {**defaults, **dict(zip(long, (given or {}).values(), strict=True))}
    _probe(lambda **style: Axes(Figure(), (0, 0, 1, 1)).scatter([], [], **style), style, name)
    return {key: fixed_color(value) if "color" in key else value for key, value in style.items()}


def merged_fill(defaults: Style, given: Mapping[str, Any] | None, name: str) -> Style:
    """Lay a user's style of a filled area over the defaults and check it.

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
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"{name} must be a dict of properties, found {type(given).__name__}")
    try:
        style = {**defaults, **normalize_kwargs(dict(given or {}), PolyCollection)}
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None
    _probe(lambda **style: PolyCollection([], **style), style, name)
    return {key: fixed_color(value) if "color" in key else value for key, value in style.items()}


def _probe(make: Callable[..., object], style: Style, name: str) -> None:
    """Try a style on a throw-away artist, so that a wrong one fails before anything is drawn."""
    try:
        make(**style)
    except (AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"{name}: {error}") from None


def checked_color(color: Any, name: str = "color") -> Any:
    """Return a colour; raise a ValueError that names the argument if matplotlib knows none such."""
    try:
        to_rgba(color)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    return fixed_color(color)


def fixed_color(color: Any) -> Any:
    """Return a colour as text, and look up "C0", "C1", ... now: the style may change until saved.

    None stays; what is no single colour does too.
    """
    if isinstance(color, str) and not re.fullmatch(r"C\d+", color):
        return color
    if not is_color_like(color):
        return color
    return to_hex(color, keep_alpha=to_rgba(color)[3] < 1)


def text_color(ax: Axes) -> str:
    """Return the colour in which these axes write: references take it too."""
    color = ax.xaxis.label.get_color()
    # The names of axes stand beside them, on another ground perhaps.
    if contrast(color, background(ax)) >= CONTRAST:
        return to_hex(color)
    return "#ffffff" if is_dark(ax) else "#000000"


def readable(ax: Axes, color: Any) -> str:
    """Return a colour as one to write in: nearer to the text's where it is too pale."""
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
    """Return a colour (by default the text's) thinned with the background, opaque."""
    strong = np.array(to_rgb(text_color(ax) if color is None else color))
    weak = np.array(to_rgb(background(ax)))
    return to_hex(tuple(strength * strong + (1 - strength) * weak))


def is_dark(ax: Axes) -> bool:
    """Tell whether these axes are drawn light on dark."""
    red, green, blue = to_rgb(background(ax))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 0.5


def fill_at(ax: Axes, x: float, y: float) -> Any:
    """Return the colour of the uppermost opaque fill at a place in pixels; else the background."""
    found = [(-np.inf, background(ax))]
    for fill in ax.collections:
        faces = np.asarray(fill.get_facecolor())
        if not isinstance(fill, PolyCollection) or len(faces) == 0 or faces[0, 3] < 1:
            continue
        to_pixels = fill.get_transform()
        if any(path.transformed(to_pixels).contains_point((x, y)) for path in fill.get_paths()):
            found.append((fill.get_zorder(), to_hex(tuple(faces[0]))))
    return max(found, key=lambda held: held[0])[1]


def ordered_colors(count: int, ax: Axes) -> list[str]:
    """Return colours for ordered things: perceptually uniform, all readable on these axes."""
    return shared_colors(np.linspace(0, 1, count), ax)


def shared_colors(places: Iterable[float], ax: Axes, base: Any = None) -> list[str]:
    """Return colours of places in an order from 0 to 1, or dark to light shades of one."""
    low, high = SEEN_ON_DARK if is_dark(ax) else SEEN_ON_LIGHT
    if base is None:
        return [to_hex(mpl.colormaps["viridis"](low + (high - low) * place)) for place in places]
    pure = np.array(to_rgb(base))
    ways = [DARKEST + (LIGHTEST - DARKEST) * place for place in places]
    shades = [pure * (1 + way) if way < 0 else pure + way * (1 - pure) for way in ways]
    return [to_hex(tuple(shade)) for shade in shades]


def threshold_colors(palette: Any, *, is_dark: bool) -> Colormap:
    """Return a colormap for thresholds: by default one that is readable at both of its ends.

    Raises
    ------
    ValueError
        The palette is no colormap.
    """
    if isinstance(palette, Colormap):
        return palette
    if palette is not None:
        if not isinstance(palette, str) or palette not in mpl.colormaps:
            raise ValueError(
                f"palette must be a colormap for thresholds, found {palette!r}; "
                f"{nearest(palette, mpl.colormaps)}"
            )
        return mpl.colormaps[palette]
    low, high = SEEN_ON_DARK if is_dark else SEEN_ON_LIGHT
    colors = mpl.colormaps["viridis"](np.linspace(low, high, 256))
    return ListedColormap(colors, "thresholds")


def many_colors(count: int, ax: Axes) -> list[Any]:
    """Return colours for groups: the next ones of the cycle, or hues all around if it is short."""
    if count <= len(mpl.rcParams["axes.prop_cycle"].by_key().get("color", ())):
        return cycle_colors(count, ax)
    import seaborn as sns

    return [to_hex(color) for color in sns.husl_palette(count, l=0.75 if is_dark(ax) else 0.55)]


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
        if np.ndim(palette) == 0:
            raise TypeError(
                "palette must be a name, a list of colours, a dict of them or a Colormap, found "
                f"{brief(palette)}"
            )
        if len(palette) < len(levels):
            raise ValueError(f"palette must have {len(levels)} colours, found {palette!r}")
        return [checked_color(color, "palette") for color in palette[: len(levels)]]
    import seaborn as sns

    try:
        return [to_hex(color) for color in sns.color_palette(palette, len(levels))]
    except ValueError as error:
        names = [*mpl.colormaps, *sns.palettes.SEABORN_PALETTES]
        raise ValueError(f"palette: {error}; {nearest(palette, names)}") from None


def cycle_colors(count: int, ax: Axes) -> list[Any]:
    """Take the next colours of the axes' own cycle, as `Axes.plot` does."""
    colors = []
    for _ in range(count):
        (scout,) = ax.plot([], [])
        colors.append(scout.get_color())
        scout.remove()
    return colors
