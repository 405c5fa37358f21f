"""What stands in some axes: kinds of marks, their words, and the curves that they belong to."""

from typing import Any, NamedTuple

from matplotlib.artist import Artist

OURS = "prplot-"
POINT = "prplot-point"
FOLD_POINTS = "prplot-fold-points"
REGION = "prplot-region"
CHANCE = "prplot-chance"
ISOMETRIC = "prplot-isometric"
BORDER = "prplot-border"
MINIMUM = "prplot-minimum"
CURVE = "prplot-curve"
HULL = "prplot-hull"
VERTEX = "prplot-vertex"
DISCARDED = "prplot-discarded"
BASELINE = "prplot-baseline"
NEGATIVE = "prplot-negative"
SEGMENT = "prplot-segment"
ZERO = "prplot-zero"
BETAS = "prplot-betas"
FOLD = "prplot-fold"
BAND = "prplot-band"
OPERATING_POINT = "prplot-operating-point"
BAR = "prplot-bar"
# A curve that is labelled itself, not in the legend.
NAMED = "prplot-named"

# Words in the colour of what they name.
COLORED = {CHANCE, NAMED, FOLD_POINTS}
# What shows data, with an entry or a name of its own.
CURVES = {CURVE, HULL, NAMED}
# What finds no room is left unsaid: a legend could not tell one from another.
SILENT = {SEGMENT}
# One of these says what they all show ("F1 = 0.4"), the others their number only.
NAMED_ONCE = {ISOMETRIC, SEGMENT}


def words(artist: Artist) -> str:
    """Return what a reference wants said; nothing for an artist without words."""
    label = str(artist.get_label())
    # matplotlib names unlabelled artists _child0, _child1, ...
    return "" if label.startswith("_child") else label.removeprefix("_")


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
