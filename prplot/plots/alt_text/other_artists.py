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
from matplotlib.lines import Line2D
from matplotlib.table import Table

from prplot.core.checks import listed
from prplot.draw.placement.table import foreign_entries
from prplot.plots.alt_text.wording import as_written, counted, sentence

# In the order of their reading.
NOUNS = ("line", "point", "bar", "shaded area", "image", "table", "inset")
# Most names and words that are read.
MOST_WORDS = 8
NO_LINE = ("none", "", " ", None)


def other_words(ax: Axes, known: Collection[Artist], *, are_alone: bool) -> Iterator[str]:
    """Yield how many other things axes show, and what they are called.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    known : collection of matplotlib.artist.Artist
        What is described already.
    are_alone : bool
        Whether nothing is.
    """
    found = [one for one in _artists(ax) if one not in known and _is_seen(one)]
    counts: Counter[str] = Counter()
    for one in found:
        counts.update(_counts(one))
    bars = [held for held in ax.containers if isinstance(held, BarContainer)]
    insets = [one for one in ax.child_axes if isinstance(one, Axes) and one.get_visible()]
    insets = [one for one in insets if one not in known and not hasattr(one, "_colorbar")]
    counts.update(bar=sum(map(len, bars)), inset=len(insets))
    number = sum(counts.values())
    if not number:
        return
    kinds = [counted(counts[noun], noun) for noun in NOUNS if counts[noun]]
    if not are_alone:
        first, *others = kinds
        kinds = [first.replace(" ", " further ", 1), *others]
    names, drawn = _names(ax, found), len(found) + len(bars) + len(insets)
    among = f"{':' if len(names) == drawn else ', among them'} {'; '.join(names)}" if names else ""
    yield sentence(f"{listed(kinds)} {'are' if number > 1 else 'is'} drawn{among}")
    words = [as_written(text.get_text()) for text in ax.texts if text.get_visible()]
    words = [one for one in words if one]
    if words and are_alone and not names:
        yield f"Written in it: {'; '.join(words[:MOST_WORDS])}."


def tables_of(ax: Axes) -> list[Table]:
    """Return the tables in axes."""
    return [one for one in ax.get_children() if isinstance(one, Table)]


def shows_data(ax: Axes) -> bool:
    """Tell whether anything is drawn in axes."""
    return ax.has_data() or bool(tables_of(ax))


def table_words(ax: Axes) -> Iterator[str]:
    """Yield the words of the first table in axes, row by row."""
    cells = tables_of(ax)[0].get_celld()
    rows: dict[int, list[str]] = {}
    for (row, _), cell in sorted(cells.items()):
        rows.setdefault(row, []).append(as_written(cell.get_text().get_text()))
    yield f"Rows: {'; '.join(', '.join(filter(None, row)) for row in rows.values())}."


def _artists(ax: Axes) -> Iterator[Artist]:
    # Caps and bars of errors belong to their line.
    errors: set[Artist] = set()
    for held in ax.containers:
        if isinstance(held, ErrorbarContainer):
            _, caps, bars = held
            errors.update([*caps, *bars])
    for one in (*ax.lines, *ax.collections, *ax.images, *tables_of(ax)):
        if one not in errors:
            yield one


def _is_seen(one: Artist) -> bool:
    return bool(one.get_visible())


def _counts(one: Any) -> dict[str, int]:
    """Return how many things of which kind an artist is."""
    if isinstance(one, Line2D):
        size = int(np.isfinite(np.asarray(one.get_xydata(), float)).all(axis=1).sum())
        if one.get_linestyle() not in ("None", *NO_LINE):
            return {"line": 1} if size else {}
        return {} if one.get_marker() in ("None", *NO_LINE) else {"point": size}
    if isinstance(one, PathCollection):
        return {"point": len(np.asarray(one.get_offsets()))}
    if isinstance(one, LineCollection):
        return {"line": len(one.get_segments())}
    if isinstance(one, Table):
        return {"table": 1}
    return {"image": 1} if one in one.axes.images else {"shaded area": 1}


def _names(ax: Axes, found: list[Artist]) -> list[str]:
    """Return the names that others have in a legend, few of them."""
    drawn = {*found, *ax.containers}
    entries = [one for one in foreign_entries(ax) if one.handle in drawn]
    names = [as_written(one.words or "") for one in entries]
    return list(dict.fromkeys(filter(None, names)))[:MOST_WORDS]
