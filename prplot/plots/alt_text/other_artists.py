"""What axes show that no plot function drew: lines, points, bars and tables, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.table import Table

from prplot.core.checks import listed
from prplot.draw.placement.table import foreign_entries
from prplot.plots.alt_text.wording import as_written, counted, sentence

# In the order of their reading.
NOUNS = ("line", "point", "bar", "shaded area", "image", "table", "inset")
# Most names and words that are read.
MOST_WORDS = 8
NOTHING = ("None", "none", "", " ", None)


def other_words(ax: Axes, known: Collection[Artist]) -> Iterator[str]:
    """Yield how many other things axes show than are known, and what they are called."""
    counts, found = Counter[str](), []
    # Caps and bars of errors belong to their line.
    errors = [held for held in ax.containers if isinstance(held, ErrorbarContainer)]
    parts = {part for _, caps, bars in errors for part in (*caps, *bars)}
    for one in (*ax.lines, *ax.collections, *ax.images, *tables_of(ax)):
        if one.get_visible() and one not in known and one not in parts:
            noun, count = _counted(one)
            counts[noun] += count
            found.append(one)
    bars = [held for held in ax.containers if isinstance(held, BarContainer)]
    insets = [one for one in ax.child_axes if isinstance(one, Axes) and one.get_visible()]
    insets = [one for one in insets if one not in known and not hasattr(one, "_colorbar")]
    counts.update(bar=sum(map(len, bars)), inset=len(insets))
    kinds = [counted(counts[noun], noun) for noun in NOUNS if counts[noun]]
    if not kinds:
        return
    if known:
        kinds[0] = kinds[0].replace(" ", " further ", 1)
    held = {*found, *ax.containers}
    entries = [one.words or "" for one in foreign_entries(ax) if one.handle in held]
    names = list(dict.fromkeys(filter(None, map(as_written, entries))))[:MOST_WORDS]
    are_all = len(names) == len(found) + len(bars) + len(insets)
    among = f"{':' if are_all else ', among them'} {'; '.join(names)}" if names else ""
    verb = "are" if counts.total() > 1 else "is"
    yield sentence(f"{listed(kinds)} {verb} drawn{among}")
    words = [as_written(text.get_text()) for text in ax.texts if text.get_visible()]
    if any(words) and not (known or names):
        yield f"Written in it: {'; '.join([*filter(None, words)][:MOST_WORDS])}."


def tables_of(ax: Axes) -> list[Table]:
    """Return the tables in axes."""
    return [one for one in ax.get_children() if isinstance(one, Table)]


def shows_data(ax: Axes) -> bool:
    """Tell whether anything is drawn in axes."""
    return ax.has_data() or bool(tables_of(ax))


def table_words(ax: Axes) -> Iterator[str]:
    """Yield the words of the first table in axes, row by row."""
    rows: dict[int, list[str]] = {}
    for (row, _), cell in sorted(tables_of(ax)[0].get_celld().items()):
        rows.setdefault(row, []).append(as_written(cell.get_text().get_text()))
    yield f"Rows: {'; '.join(', '.join(filter(None, row)) for row in rows.values())}."


def _counted(one: Any) -> tuple[str, int]:
    """Return what an artist is, and how many of that."""
    if isinstance(one, Line2D):
        size = int(np.isfinite(np.asarray(one.get_xydata(), float)).all(axis=1).sum())
        if one.get_linestyle() not in NOTHING:
            return "line", min(size, 1)
        return "point", 0 if one.get_marker() in NOTHING else size
    if isinstance(one, PathCollection):
        return "point", len(np.asarray(one.get_offsets()))
    if isinstance(one, LineCollection):
        return "line", len(one.get_segments())
    return {Table: "table", AxesImage: "image"}.get(type(one), "shaded area"), 1
