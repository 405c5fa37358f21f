"""References are neutral while there is one of a kind, and like their curves with several.

So each knows what it belongs to, as it may get company in a later call.
"""

from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex

from prplot.draw import labels as marks
from prplot.draw import style as looks

# An attribute of artists: it is copied and pickled with them.
_KNOWN = "prplot_origin"


class Origin(NamedTuple):
    """The curve that a reference belongs to.

    Attributes
    ----------
    prevalence : float
    color : colour or None
        None if the user chose how the reference looks.
    """

    prevalence: float
    color: Any


def remember(artist: Artist, origin: Origin) -> None:
    """Let a reference know its curve."""
    vars(artist)[_KNOWN] = origin


def origin_of(artist: Artist) -> Origin | None:
    """Return what a reference belongs to; None if it is not ours."""
    return vars(artist).get(_KNOWN)


def regions_of(ax: Axes) -> list[tuple[PolyCollection, Origin]]:
    """Return the unachievable regions with what they belong to."""
    found = [artist for artist in ax.collections if artist.get_gid() == marks.REGION]
    known = [(region, origin_of(region)) for region in found]
    return [(one, it) for one, it in known if it is not None and isinstance(one, PolyCollection)]


def tell_apart(ax: Axes, kind: str, neutral: str) -> None:
    """Give those of several lines of a kind that are neutral the colours of their curves."""
    lines = [line for line in ax.lines if line.get_gid() == kind]
    for line in lines if len(lines) > 1 else []:
        origin = origin_of(line)
        if origin and origin.color is not None and to_hex(line.get_color()) == neutral:
            line.set_color(to_hex(origin.color))


def tint_apart(ax: Axes) -> None:
    """Give those of several regions that are neutral the colours of their curves."""
    neutral, regions = looks.shade(ax, looks.TINT_STRENGTH), regions_of(ax)
    for region, origin in regions if len(regions) > 1 else []:
        is_neutral = to_hex(np.asarray(region.get_facecolor())[0]) == neutral
        if origin.color is not None and is_neutral:
            region.set_facecolor(looks.shade(ax, looks.TINT_STRENGTH, origin.color))
            region.set_edgecolor(looks.shade(ax, looks.HATCH_STRENGTH, origin.color))
