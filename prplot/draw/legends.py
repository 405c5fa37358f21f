"""The legend, where it covers nothing."""

from collections.abc import Iterable
from typing import Any

from matplotlib.axes import Axes
from matplotlib.legend import Legend

from prplot.draw.entries import LONG, can_be_shortened, has_long_names, made
from prplot.draw.outside import Outside, stand_outside
from prplot.draw.placement import Ground
from prplot.draw.squeezing import squeeze
from prplot.draw.standing import Home, cover_least, make_fit, room_inside, to_free_ground
from prplot.draw.ways import CUT, NAMES_ALONE, OVER_LINES, SMALLEST, WHOLE, Way, Wrapped, ways
from prplot.draw.wrapping import align_rows, wrap_legend


def renew(ax: Axes, ground: Ground, home: Home) -> Outside | None:
    """Make the legend anew from all that is labelled, and place it.

    It goes to free ground, smaller if need be; else outside, right or below; else both again with
    long names over several lines; else, where that would squeeze the axes or nobody makes room,
    over as little as possible.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    ground : Ground
        What stands in the axes.
    home : tuple of float
        Where the legend likes to be, in shares of the axes.

    Returns
    -------
    Outside or None
        None if it stands inside, or if nothing is labelled.
    """
    if _stand_whole(ax, ground, home):
        return None
    outside = stand_outside(ax)
    if outside is None and has_long_names(ax):
        is_inside, outside = _renew_wrapped(ax, ground, home)
        if is_inside:
            return None
    if outside is None:
        squeeze(ax, ground, home)
    return outside


def renew_inside(ax: Axes, ground: Ground, home: Home, renderer: Any = None) -> None:
    """Make the legend anew where no layout is to change: on free ground, else over something.

    While a figure is drawn `renderer` measures texts.
    """
    drop(ax)
    if not _stand_whole(ax, ground, home, renderer):
        squeeze(ax, ground, home, renderer)


def _stand_whole(ax: Axes, ground: Ground, home: Home, renderer: Any = None) -> bool:
    """Put the legend on free ground, with whole names; tell whether there is any."""
    brief = ways(short=True) if can_be_shortened(ax) else []
    found = (*ways(), *brief)
    return any(stand_inside(ax, ground, home, way, renderer=renderer) for way in found)


def _renew_wrapped(ax: Axes, ground: Ground, home: Home) -> tuple[bool, Outside | None]:
    """Make the legend with long names over several lines, or cut; tell whether it is inside."""
    tabular = [way for way in ways(short=True) if way.columns]
    # Smaller type before narrower names, but then before less of them.
    forms = [
        [(way, form) for way in tabular for form in OVER_LINES],
        [(way, form) for form in CUT for way in tabular],
        [(NAMES_ALONE, form) for form in CUT],
    ]
    outside: list[list[int | None]] = [[None], [2, 1], []]
    for tried, most_lines in zip(forms, outside, strict=True):
        if _stand_wrapped(ax, ground, home, tried):
            return True, None
        for lines in most_lines:
            found = stand_outside(ax, wrapped=True, most_lines=lines)
            if found is not None:
                return False, found
    return False, None


def stand_inside(
    ax: Axes,
    ground: Ground,
    home: Home,
    way: Way,
    beside: Iterable[Axes] = (),
    wrapped: Wrapped = WHOLE,
    renderer: Any = None,
) -> bool:
    """Make the legend in one of the ways, on free ground; tell whether there is any.

    A legend without entries needs none. `beside` are panels that have no legend of their own.
    """
    legend = made(
        ax,
        way.fontsize,
        columns=way.columns,
        extras=way.extras,
        numbers=way.numbers,
        short=way.short,
        beside=beside,
        widest=None if wrapped.share is None else wrapped.share * ground.frame.width,
        most_lines=wrapped.most_lines,
    )
    return legend is None or to_free_ground(
        ax, legend, ground, home, renderer, hairlines=way.hairlines
    )


def _stand_wrapped(
    ax: Axes, ground: Ground, home: Home, forms: Iterable[tuple[Way, Wrapped]]
) -> bool:
    """Make the legend in the first form that finds free ground; tell whether any does."""
    return any(
        stand_inside(ax, ground, home, way, wrapped=form) and _names_differ(ax)
        for way, form in forms
    )


def _names_differ(ax: Axes) -> bool:
    """Tell whether names of which the middle was left out still can be told apart."""
    legend = ax.get_legend()
    names = [] if legend is None else [text for text in legend.get_texts() if text.get_label()]
    return len({text.get_text() for text in names}) == len({text.get_label() for text in names})


def drop(ax: Axes) -> None:
    """Remove the legend of some axes, if they have one."""
    legend = ax.get_legend()
    if legend is not None:
        # Its figure may be on its way through its artists, and have it on its list.
        legend.set_visible(False)
        legend.remove()


def fit(ax: Axes, ground: Ground, home: Home, sizes: list[float], renderer: Any) -> None:
    """Move a legend that stands inside to ground that is free now, smaller if need be.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    ground : Ground
        What stands in the axes.
    home : tuple of float
        Where the legend likes to be, in shares of the axes.
    sizes : list of float
        Type sizes of its texts where there is room enough, in points.
    renderer
        What measures texts.
    """
    legend = ax.get_legend()
    if legend is None or _is_outside(ax, legend, renderer):
        return
    width, _ = room_inside(ax, ground)
    tries: list[dict[str, Any]] = [{}]
    if has_long_names(ax):
        tries += [{"most_lines": None}, {"most_lines": 2}, {"most_lines": 1}]
    for wrapping in tries:
        shrink = 1.0
        while shrink == 1.0 or max(sizes) * shrink >= SMALLEST:
            _resize(legend, [size * shrink for size in sizes], sizes, renderer)
            if wrapping:
                wrap_legend(legend, width, longer_than=LONG, renderer=renderer, **wrapping)
            for hairlines in (False, True):
                if to_free_ground(ax, legend, ground, home, renderer, hairlines=hairlines):
                    return
            shrink *= 0.85
    make_fit(ax, legend, ground, renderer)
    cover_least(ax, legend, ground, renderer)


def _resize(legend: Legend, sizes: list[float], whole: list[float], renderer: Any) -> None:
    """Give the texts of a legend other type sizes; headings, which are small, no tiny ones."""
    for text, size, most in zip(legend.get_texts(), sizes, whole, strict=True):
        text.set_fontsize(max(size, min(most, SMALLEST)))
    align_rows(legend, renderer)


def stand_aside(ax: Axes) -> None:
    """Keep the legend out of the next layout."""
    legend = ax.get_legend()
    if legend is not None:
        legend.set_in_layout(False)


def corner(ax: Axes, legend: Legend, renderer: Any = None) -> tuple[float, float]:
    """Return where the lower left corner of a legend is, in shares of the axes."""
    extent = legend.get_window_extent(renderer)
    x, y = ax.transAxes.inverted().transform((extent.x0, extent.y0))
    return float(x), float(y)


def _is_outside(ax: Axes, legend: Legend, renderer: Any) -> bool:
    extent, frame = legend.get_window_extent(renderer), ax.get_window_extent()
    return bool(extent.x0 >= frame.x1 or extent.y1 <= frame.y0)
