"""What the legend says: one row for each curve, numbers in columns under their names."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from matplotlib import rcParams
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure, SubFigure
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend
from matplotlib.legend_handler import HandlerBase
from matplotlib.lines import Line2D
from matplotlib.offsetbox import DrawingArea, OffsetBox
from matplotlib.transforms import Transform

from prplot.draw import labels
from prplot.draw import style as looks

# A name and the numbers that are written behind it, each under the name of its score.
_NUMBER = r"(?:AU[A-Z]+|AP)[a-z ]* (?:-?\d+\.\d{3}|nan)"
_NUMBERS = re.compile(rf"(.*) \(({_NUMBER}(?:, {_NUMBER})*)\)", re.DOTALL)

_ONE_NUMBER = re.compile(r"[A-Z][A-Za-z ]* = (?:-?\d+\.\d{3}|nan)(?:, )?")
# From so many commas on the numbers of a curve without a name have a line each.
MANY_NUMBERS = 2

# In points.
SMALLEST_HEADING = 6.0


def made(
    ax: Axes,
    fontsize: Any,
    *,
    columns: bool = False,
    entry_columns: int = 1,
    references: bool = True,
    numbers: bool = True,
    extras: bool = False,
    beside: Iterable[Axes] = (),
    figure: Figure | SubFigure | None = None,
) -> Legend | None:
    """Make the legend of some axes from all that is labelled there, data before references.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    fontsize : float, str or None
        As in `matplotlib.axes.Axes.legend`; None is the user's own.
    columns : bool, default False
        Put the single number of a single curve in a column too; all others are.
    entry_columns : int, default 1
        How many entries stand side by side.
    references : bool, default True
        Whether labelled references have entries.
    numbers : bool, default True
        Whether curves have their numbers beside their names.
    extras : bool, default False
        Whether what can be missed has entries: the order of marked vertices.
    beside : iterable of Axes
        Panels with the same data; what else is labelled there has entries too.
    figure : Figure, optional
        Whose legend it is to be in place of the axes', beneath all panels.

    Returns
    -------
    matplotlib.legend.Legend or None
        None if nothing is labelled.
    """
    earlier = ax.get_legend()
    if earlier is not None:
        earlier.remove()
    labelled = list(zip(*ax.get_legend_handles_labels(), strict=True))
    if not extras:
        labelled = [entry for entry in labelled if entry[0].get_gid() != labels.VERTEX]
    data = [entry for entry in labelled if entry[0].get_gid() not in labels.FINDERS]
    # What thin curves and bands show is said after the curve that they surround.
    data.sort(key=lambda entry: entry[0].get_gid() in (labels.FOLD, labels.BAND))
    rest = [entry for entry in labelled if entry[0].get_gid() in labels.FINDERS]
    for panel in beside:
        rest += _beyond(panel, {name for _, name in labelled + rest})
    entries = _merged([*data, *rest] if references else data)
    if not entries:
        return None
    loc = "lower left" if figure is None else "outside lower center"
    if not numbers:
        entries = [(handle, without_numbers(name)) for handle, name in entries]
    style: looks.Style = {"frameon": False, "borderaxespad": 0, "fontsize": fontsize, "loc": loc}
    style["handlelength"] = _handle_length([handle for handle, _ in entries], fontsize)
    host = ax if figure is None else figure
    fewest = 1 if columns or len(data) > 1 else 2
    table = _columns(entries, fewest) if entry_columns == 1 else None
    if table is None:
        handles, names = zip(*entries, strict=True)
        style |= {"ncols": entry_columns, "columnspacing": 1.0}
        legend: Legend = host.legend(handles, names, **style)
    else:
        legend = _tabulated(host, entries, table, style)
    _break_lines(legend)
    legend.set_zorder(5.5)
    return legend


def _handle_length(handles: Iterable[Artist], fontsize: Any) -> float:
    """Return how long swatches are, in heights of letters: a dash shows where it starts again."""
    size = rcParams["legend.fontsize"] if fontsize is None else fontsize
    points = FontProperties(size=size).get_size_in_points()
    curves = [one for one in handles if isinstance(one, Line2D) and one.get_gid() in labels.CURVES]
    # matplotlib tells a line's own dashes to nobody else.
    periods = [sum(getattr(one, "_dash_pattern", (0, None))[1] or ()) for one in curves]
    widths = [float(one.get_linewidth()) for one in curves]
    needed = [period + width for period, width in zip(periods, widths, strict=True)]
    return float(max([rcParams["legend.handlelength"], *(one / points for one in needed)]))


def without_numbers(label: str) -> str:
    """Return the name of a curve without the numbers behind it."""
    return _NUMBERS.sub(r"\1", label)


def with_number(label: str, head: str) -> str:
    """Return the name of a curve with one of the numbers behind it, if it has that one."""
    found = _NUMBERS.fullmatch(label)
    cells = found[2].split(", ") if found else []
    kept = [cell for cell in cells if cell.startswith(f"{head} ")]
    return f"{found[1]} ({', '.join(kept)})" if found and kept else label


def _break_lines(legend: Legend) -> None:
    """Give many numbers of a curve without a name a line each."""
    for text in legend.get_texts():
        # A space kept a name with an underscore from being left out.
        said = text.get_text().removeprefix(" ")
        text.set_text(said)
        if said.count(", ") >= MANY_NUMBERS and not _ONE_NUMBER.sub("", said):
            text.set_text(said.replace(", ", "\n"))


def _merged(entries: list[tuple[Artist, str]]) -> list[tuple[Artist, str]]:
    """Put the numbers that one model has in several panels behind one name."""
    merged: dict[Any, tuple[Artist, str]] = {}
    for handle, label in entries:
        found = _NUMBERS.fullmatch(label)
        if not isinstance(handle, Line2D) or found is None:
            merged[handle, label] = handle, label
            continue
        look = found[1], handle.get_color(), str(handle.get_linestyle())
        first, known = merged.get(look, (handle, f"{found[1]} ()"))
        numbers = [part for part in (known[len(found[1]) + 2 : -1], found[2]) if part]
        merged[look] = first, f"{found[1]} ({', '.join(numbers)})"
    return list(merged.values())


def _beyond(panel: Axes, known: set[str]) -> list[tuple[Artist, str]]:
    """Return what is labelled in a panel and not known: its references, and lines of the user's."""
    labelled = zip(*panel.get_legend_handles_labels(), strict=True)
    return [(handle, name) for handle, name in labelled if name not in known]


def _columns(entries: list[tuple[Artist, str]], fewest: int) -> list[list[str]] | None:
    """Split entries of the form "name (AUCPR 0.1, AP 0.2)" into a heading and rows of cells.

    Returns
    -------
    list of list of str, or None
        None if there are fewer than `fewest` kinds of numbers.
    """
    heads: list[str] = []
    rows: list[tuple[str, dict[str, str]]] = []
    for handle, label in entries:
        found = _NUMBERS.fullmatch(label)
        if handle.get_gid() not in labels.CURVES or found is None:
            rows.append((label, {}))
            continue
        cells = dict(cell.rsplit(" ", 1) for cell in found[2].split(", "))
        heads += [head for head in cells if head not in heads]
        rows.append((found[1], cells))
    if len(heads) < fewest:
        return None
    body = [[name, *(cells.get(head, "") for head in heads)] for name, cells in rows]
    return [["", *_shortened(heads)], *body]


def _shortened(heads: list[str]) -> list[str]:
    """Leave out of a heading what the heading before it says: "AUROC", "of hull"."""
    before = ["", *heads[:-1]]
    return [
        head.removeprefix(f"{last.split(' ')[0]} ")
        for last, head in zip(before, heads, strict=True)
    ]


class _OrderedMarkers(HandlerBase):
    """Shows markers of ordered colours by three of them."""

    def create_artists(
        self,
        legend: Legend,
        orig_handle: Artist,
        xdescent: float,
        ydescent: float,
        width: float,
        height: float,
        fontsize: float,
        trans: Transform,
    ) -> Sequence[Artist]:
        assert isinstance(orig_handle, PathCollection)
        colors = np.asarray(orig_handle.get_facecolor())
        size = min(float(np.sqrt(orig_handle.get_sizes()[0])), 0.9 * height)
        shown = [to_hex(tuple(colors[i])) for i in (0, len(colors) // 2, -1)]
        places = (np.array([0.12, 0.5, 0.88]) * width - xdescent).tolist()
        style: looks.Style = {"marker": "o", "markersize": size, "markeredgecolor": "none"}
        middle = height / 2 - ydescent
        return [
            Line2D([x], [middle], color=color, transform=trans, **style)
            for x, color in zip(places, shown, strict=True)
        ]


class _NoSwatch(HandlerBase):
    """Gives a cell of a table no room for a handle."""

    def legend_artist(
        self, legend: Legend, orig_handle: Artist, fontsize: float, handlebox: OffsetBox
    ) -> Artist:
        if isinstance(handlebox, DrawingArea):
            handlebox.width = 0.0
        return orig_handle


class _Cell(Line2D):
    """A handle that stands for no artist."""


def _tabulated(
    host: Axes | Figure | SubFigure,
    entries: list[tuple[Artist, str]],
    table: list[list[str]],
    style: looks.Style,
) -> Legend:
    """Make a legend with a column for each number, under small headings."""
    rows, width = len(table), len(table[0])
    names: list[Artist] = [Line2D([], [], linestyle="none"), *(handle for handle, _ in entries)]
    cells: list[Artist] = [_Cell([], []) for _ in range(rows * (width - 1))]
    texts = [table[row][column] for column in range(width) for row in range(rows)]
    legend: Legend = host.legend(
        [*names, *cells],
        texts,
        ncols=width,
        columnspacing=0.2,
        handler_map={_Cell: _NoSwatch(), PathCollection: _OrderedMarkers()},
        **style,
    )
    for column in range(1, width):
        heading = legend.get_texts()[column * rows]
        size = float(heading.get_fontsize())
        heading.set_fontsize(min(size, max(size * 0.8, SMALLEST_HEADING)))
    return legend
