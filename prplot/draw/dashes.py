"""Dashes: any number of them, no two alike, that are told apart in black and white."""

from collections.abc import Iterator
from itertools import count, islice, product
from typing import Any

# Lengths of strokes and gaps are in widths of the line. A dot must be no dash, and a pattern must
# come several times in a small panel.
DOT, GAP, DASH, LONG_DASH = 1, 1.5, 4, 7
# The most different ones come first.
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
    """Return the line style of a place in the order of dashes, which has no end.

    Parameters
    ----------
    place : int
        From 0 on, which is a solid line.

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
    return next(islice(_further(), place - len(FIRST), None))


def _further() -> Iterator[Any]:
    """Yield patterns of more and more strokes, each of dashes and dots."""
    for strokes in count(3):
        for word in product("-.", repeat=strokes):
            pattern = 0, _lengths(word)
            if _is_own(word) and pattern not in FIRST:
                yield pattern


def _is_own(word: tuple[str, ...]) -> bool:
    """Tell whether a word is the first of those that make its endless pattern, and the shortest."""
    return all(word < word[k:] + word[:k] for k in range(1, len(word)))


def _lengths(word: tuple[str, ...]) -> tuple[float, ...]:
    # A dash alone among dots is longer, so that the eye finds where the pattern starts.
    dash = LONG_DASH if word.count("-") == 1 else DASH
    return tuple(length for stroke in word for length in (dash if stroke == "-" else DOT, GAP))
