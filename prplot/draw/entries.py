"""What the legend says: one row for each curve, numbers in columns under their names."""

import re
from collections.abc import Iterable
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from matplotlib.legend import Legend
from matplotlib.legend_handler import HandlerBase
from matplotlib.lines import Line2D
from matplotlib.offsetbox import DrawingArea, OffsetBox

from prplot.draw import labels
from prplot.draw import style as looks

# A name and the numbers that are written behind it, each under the name of its score.
_NUMBER = r"(?:AU[A-Z]+|AP)[a-z ]* (?:-?\d\.\d{3}|nan)"
_NUMBERS = re.compile(rf"(.*) \(({_NUMBER}(?:, {_NUMBER})*)\)", re.DOTALL)


def made(
    ax: Axes,
    fontsize: Any,
    *,
    columns: bool = False,
    entry_columns: int = 1,
    references: bool = True,
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
    beside : iterable of Axes
        Panels with the same data, whose labelled references have entries too.
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
    data = [entry for entry in labelled if entry[0].get_gid() not in labels.FINDERS]
    rest = [entry for entry in labelled if entry[0].get_gid() in labels.FINDERS]
    for panel in beside:
        rest += _references_beyond(panel, {name for _, name in rest})
    entries = [*data, *rest] if references else data
    if not entries:
        return None
    loc = "lower left" if figure is None else "outside lower center"
    style: looks.Style = {"frameon": False, "borderaxespad": 0, "fontsize": fontsize, "loc": loc}
    host = ax if figure is None else figure
    fewest = 1 if columns or len(data) > 1 else 2
    table = _columns(entries, fewest) if entry_columns == 1 else None
    if table is None:
        handles, names = zip(*entries, strict=True)
        style |= {"ncols": entry_columns, "columnspacing": 1.0}
        legend: Legend = host.legend(handles, names, **style)
    else:
        legend = _tabulated(host, entries, table, style)
    legend.set_zorder(5.5)
    return legend


def _references_beyond(panel: Axes, known: set[str]) -> list[tuple[Artist, str]]:
    labelled = zip(*panel.get_legend_handles_labels(), strict=True)
    return [
        (handle, name)
        for handle, name in labelled
        if handle.get_gid() in labels.FINDERS and name not in known
    ]


def _columns(entries: list[tuple[Artist, str]], fewest: int) -> list[list[str]] | None:
    """Split entries of the form "name (AUCPR 0.1, AP 0.2)" into a heading and rows of cells.

    Returns
    -------
    list of list of str, or None
        None unless the curves show the same numbers, and not fewer than `fewest`.
    """
    heads: set[tuple[str, ...]] = set()
    rows = []
    for handle, label in entries:
        found = _NUMBERS.fullmatch(label)
        if handle.get_gid() not in (labels.CURVE, labels.HULL) or found is None:
            rows.append([label])
            continue
        cells = [cell.rsplit(" ", 1) for cell in found[2].split(", ")]
        heads.add(tuple(head for head, *_ in cells))
        rows.append([found[1], *(cell[-1] for cell in cells)])
    if len(heads) != 1 or len(head := heads.pop()) < fewest:
        return None
    width = len(head) + 1
    return [["", *head], *([*row, *[""] * (width - len(row))] for row in rows)]


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
        handler_map={_Cell: _NoSwatch()},
        **style,
    )
    for column in range(1, width):
        heading = legend.get_texts()[column * rows]
        heading.set_fontsize(float(heading.get_fontsize()) * 0.8)
    return legend
