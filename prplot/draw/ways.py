"""In which type, and with what of its rows, a legend may stand inside its axes."""

from typing import NamedTuple

from matplotlib.font_manager import FontProperties


class Way(NamedTuple):
    """A way to stand inside.

    Attributes
    ----------
    fontsize : str or None
        None is the user's own.
    columns : bool
        Whether the number of a single curve stands in a column too.
    hairlines : bool
        Whether hairlines may be covered.
    extras : bool
        Whether entries that can be missed are there.
    numbers : bool
        Whether curves have their numbers.
    short : bool
        Whether words that can be missed are left out of names.
    """

    fontsize: str | None
    columns: bool
    hairlines: bool
    extras: bool = False
    numbers: bool = True
    short: bool = False


# Best first.
WAYS = (
    Way(None, False, False, extras=True),
    Way(None, True, False, extras=True),
    Way(None, False, False),
    Way(None, True, False),
    Way("small", True, False),
    Way(None, True, True),
    Way("small", True, True),
    Way("x-small", True, False),
    Way("x-small", True, True),
)
# What is left where there is room for nothing more.
NAMES_ALONE = Way("x-small", True, False, numbers=False, short=True)
# How the names of a legend are written that has to stand over something.
TIGHT_SIZES = ("small", "x-small")
SMALLEST = 5.5


class Wrapped(NamedTuple):
    """How long names are written: at most as wide as makes the legend a share of the axes.

    Of those that would take more than `most_lines` the middle is left out.
    """

    share: float | None
    most_lines: int | None = None


WHOLE = Wrapped(None)
OVER_LINES = (Wrapped(0.9), Wrapped(0.7), Wrapped(0.5))
CUT = (Wrapped(0.7, 2), Wrapped(0.5, 2), Wrapped(0.7, 1), Wrapped(0.5, 1))


def is_legible(fontsize: float | str | None) -> bool:
    """Tell whether a type size is not too small."""
    return float(FontProperties(size=fontsize).get_size_in_points()) >= SMALLEST


def ways(*, short: bool = False) -> list[Way]:
    """Return the ways to stand inside whose type is not too small, best first."""
    return [way._replace(short=short) for way in WAYS if is_legible(way.fontsize)]
