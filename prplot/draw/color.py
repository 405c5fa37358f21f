"""Colours and dashes: palettes, shades and contrast."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
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

from prplot.core.checks import brief, closest_names, dimensions, nearest_hint

# Least contrast of text to its background (WCAG 2, large type).
CONTRAST = 3.0


def checked_color(color: Any, name: str = "color") -> Any:
    """Return a colour; raise a ValueError that names the argument unless matplotlib knows it."""
    try:
        to_rgba(color)
    except (TypeError, ValueError):
        near = closest_names(color, [*TABLEAU_COLORS, *CSS4_COLORS], least=0.6)
        hint = f"; the nearest: {', '.join(near)}" if isinstance(color, str) and near else ""
        raise ValueError(
            f"{name}: {brief(color)} is not a colour that matplotlib knows{hint}"
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
# More curves than this get evenly spaced hues, whatever the colour cycle.
MOST_IN_LAPS = 10
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
        if not isinstance(palette, str) or not _is_colormap(palette):
            raise ValueError(
                f"palette must be a colormap for thresholds, found {palette!r}; "
                f"{nearest_hint(palette, mpl.colormaps)}"
            )
        return mpl.colormaps[palette]
    low, high = SEEN_ON_DARK if on_dark else SEEN_ON_LIGHT
    colors = mpl.colormaps["viridis"](np.linspace(low, high, 256))
    return ListedColormap(colors, "thresholds")


def _is_colormap(name: str) -> bool:
    """Tell whether a colormap is one of matplotlib's, or one that seaborn adds to them."""
    if name not in mpl.colormaps:
        import seaborn  # noqa: F401
    return name in mpl.colormaps


def many_colors(count: int, ax: Axes, *, with_dashes: bool = False) -> list[Any]:
    """Return colours for groups: the next of the cycle, or evenly spaced hues if it is short.

    `with_dashes` is whether dashes can distinguish curves with a repeated colour of the cycle.
    """
    cycle = len(mpl.rcParams["axes.prop_cycle"].by_key().get("color", ()))
    if count <= (max(cycle, MOST_IN_LAPS) if with_dashes else cycle):
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
        if dimensions(palette) == 0:
            raise TypeError(
                "palette must be a name, a list of colours, a dict of them or a Colormap, found "
                f"{brief(palette)}"
            )
        if len(colors := list(palette)) < len(levels):
            raise ValueError(f"palette must have {len(levels)} colours, found {brief(palette)}")
        return [checked_color(color, "palette") for color in colors[: len(levels)]]
    import seaborn as sns

    try:
        return [to_hex(color) for color in sns.color_palette(palette, len(levels))]
    except ValueError as error:
        names = [*mpl.colormaps, *sns.palettes.SEABORN_PALETTES]
        raise ValueError(f"palette: {error}; {nearest_hint(palette, names)}") from None


def cycle_colors(count: int, ax: Axes) -> list[Any]:
    """Take the next colours of the axes' own cycle, as `Axes.plot` does."""
    colors = []
    for _ in range(count):
        (scout,) = ax.plot([], [])
        colors.append(scout.get_color())
        scout.remove()
    return colors


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
