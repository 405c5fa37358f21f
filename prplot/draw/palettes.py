"""Palettes: colours of things that have an order, and of groups that have none."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, ListedColormap, to_hex, to_rgb

from prplot.core.options import brief, nearest
from prplot.draw.style import checked_color, is_dark

# The part of a sequential palette that can be read on a ground.
SEEN_ON_DARK, SEEN_ON_LIGHT = (0.3, 1.0), (0.0, 0.8)
# How far shades of a colour go towards black and towards white.
DARKEST, LIGHTEST = -0.5, 0.55
# More curves than that have hues of their own, whatever the cycle.
MOST_IN_LAPS = 10
# Of many hues neighbours differ in lightness, or they would look alike.
LIGHTNESS_ON_DARK, LIGHTNESS_ON_LIGHT = (0.55, 0.88, 0.72), (0.38, 0.68, 0.53)


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


def threshold_colors(palette: Any, *, on_dark: bool) -> Colormap:
    """Return a colormap for thresholds: by default one that is readable at both of its ends.

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
                f"{nearest(palette, mpl.colormaps)}"
            )
        return mpl.colormaps[palette]
    low, high = SEEN_ON_DARK if on_dark else SEEN_ON_LIGHT
    colors = mpl.colormaps["viridis"](np.linspace(low, high, 256))
    return ListedColormap(colors, "thresholds")


def _is_colormap(name: str) -> bool:
    """Tell whether matplotlib knows a colormap, or does once seaborn has added its own."""
    if name not in mpl.colormaps:
        import seaborn  # noqa: F401
    return name in mpl.colormaps


def many_colors(count: int, ax: Axes, *, with_dashes: bool = False) -> list[Any]:
    """Return colours for groups: the next ones of the cycle, or hues all around if it is short.

    `with_dashes` tells whether dashes can tell apart what the second lap of a short cycle draws.
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
