"""What a legend shows: a row for each curve, numbers in columns, long names over several lines."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
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
from matplotlib.patches import Patch
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, Transform

from prplot.draw import scene
from prplot.draw.color import readable, text_color
from prplot.draw.placement.candidates import FINDERS
from prplot.draw.style import Style

# In points.
SMALLEST_HEADING = 6.0
# In units of the type size: the swatch of a number whose colour is not its own.
SHORT_SWATCH = 1.6


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
        style: Style = {"marker": "o", "markersize": size, "markeredgecolor": "none"}
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


class Cell(Line2D):
    """A handle that stands for no artist."""


def tabulated(
    host: Axes | Figure | SubFigure,
    entries: list[tuple[Artist, str]],
    table: list[list[str]],
    style: Style,
) -> Legend:
    """Make a legend with a column for each number, under small headings."""
    rows, width = len(table), len(table[0])
    names: list[Artist] = [Line2D([], [], linestyle="none"), *(handle for handle, _ in entries)]
    cells: list[Artist] = [Cell([], []) for _ in range(rows * (width - 1))]
    texts = [table[row][column] for column in range(width) for row in range(rows)]
    legend: Legend = host.legend(
        [*names, *cells],
        texts,
        ncols=width,
        columnspacing=0.2,
        handler_map={Cell: _NoSwatch(), PathCollection: _OrderedMarkers()},
        **style,
    )
    for column in range(1, width):
        heading = legend.get_texts()[column * rows]
        size = float(heading.get_fontsize())
        heading.set_fontsize(min(size, max(size * 0.8, SMALLEST_HEADING)))
    return legend


def grid_of_numbers(
    ax: Axes, lines: Sequence[Artist], table: list[list[str]], fontsize: str
) -> Legend:
    """Make a legend of numbers in the colours of their lines, with swatches if these are alike."""
    colors = [to_hex(line.get_color()) for line in lines if isinstance(line, Line2D)]
    alike = len(set(colors)) < len(lines)
    written = [readable(ax, color) for color in colors] or [text_color(ax)]
    cells: list[Artist] = [Cell([], []) for _ in range(len(table) * len(table[0]))]
    if alike:
        cells[: len(table)] = lines
    style: Style = {"frameon": False, "borderaxespad": 0, "fontsize": fontsize}
    legend: Legend = ax.legend(
        cells,
        [row[column] for column in range(len(table[0])) for row in table],
        ncols=len(table[0]),
        loc="lower left",
        handler_map={Cell: _NoSwatch()},
        handlelength=SHORT_SWATCH if alike else 0,
        handletextpad=0.4 if alike else 0,
        columnspacing=0.8,
        labelspacing=0.2,
        borderpad=0.2,
        labelcolor=None if alike else written * len(table[0]),
        **style,
    )
    legend.set_zorder(5.5)
    return legend


# Formulas and numbers in brackets stay whole; else a line may end after a space, "_" or "-".
_PIECES = re.compile(r"\$[^$]*\$|\([^()]*\)$|[^\s_$-]*[\s_-]+|[^\s_$-]+|\$")
_FORMULA = re.compile(r"\$[^$]+\$")
# A formula is kept or left out as one letter.
_LETTERS = re.compile(r"\\\$|\$(?:\\\$|[^$])*\$|.", re.DOTALL)
# A line has room for at least so many letters.
FEWEST_LETTERS = 10
# In three letters, which all fonts have.
LEFT_OUT = "..."

Width = Callable[[str], float]


def broken(name: str, widest: float, width: Width) -> str:
    """Return a name in as few lines as can be, none wider than `widest`, as even as can be.

    Parameters
    ----------
    name : str
        Line ends that it has stay.
    widest : float
    width : callable
        Returns how wide a line is.

    Returns
    -------
    str
    """
    return "\n".join(_evenly(line, widest, width) for line in name.split("\n"))


def wrap_text(text: Text, widest: float, renderer: Any = None) -> None:
    """Write a text over several lines if it is too wide."""
    text.set_text(broken(text.get_text(), widest, _measure(text, renderer)))


def wrap_legend(
    legend: Legend,
    widest: float,
    *,
    longer_than: int = 0,
    most_lines: int | None = None,
    renderer: Any = None,
) -> None:
    """Write names over several lines if a legend is too wide; numbers stay in their rows.

    Parameters
    ----------
    legend : matplotlib.legend.Legend
    widest : float
        In pixels.
    longer_than : int, default 0
        Names of so few letters stay whole.
    most_lines : int, optional
        Of a name that takes more lines the middle is left out.
    renderer : optional
        What measures texts; the figure's own if None.
    """
    names, whole = _names(legend), legend.get_window_extent(renderer).width
    if not names or (whole <= widest and most_lines is None):
        return
    room = widest - whole + max(text.get_window_extent(renderer).width for text in names)
    for text in names:
        # The label of a text keeps its name as it was before it was wrapped.
        name, width = str(text.get_label()) or text.get_text(), _measure(text, renderer)
        text.set_label(name)
        least = width("n" * FEWEST_LETTERS)
        is_long = len(name) > longer_than
        if is_long and most_lines is not None:
            name = _cut(name, max(room, least), width, most_lines)
        text.set_text(broken(name, max(room, least), width) if is_long else name)
    align_rows(legend, renderer)


def align_rows(legend: Legend, renderer: Any = None) -> None:
    """Make all cells of a row as high as its name, and let swatches stand at its first line.

    Names that were not wrapped here stay as they are.
    """
    names = _names(legend)
    if not any(text.get_label() for text in names):
        return
    unit = legend.get_figure(root=True).dpi / 72  # type: ignore[union-attr]
    for i, cell in enumerate(legend.get_texts()[len(names) :]):
        ends = names[i % len(names)].get_text().count("\n")
        cell.set_text(cell.get_text().rstrip("\n") + "\n" * ends)
    for name, handlebox in zip(names, legend.findobj(DrawingArea), strict=False):
        said = name.get_text()
        height = name.get_window_extent(renderer).height
        name.set_text(said.split("\n", maxsplit=1)[0])
        first = name.get_window_extent(renderer).height
        name.set_text(said)
        lift = Affine2D().translate(0, (height - first) / 2 / unit)
        for swatch in handlebox.get_children():
            if isinstance(swatch, Line2D | Patch):
                swatch.set_transform(lift + handlebox.get_transform())


def _names(legend: Legend) -> list[Text]:
    """Return the texts of a legend but for numbers in columns of their own."""
    rows = sum(not isinstance(handle, Cell) for handle in legend.legend_handles)
    return legend.get_texts()[:rows]


def _measure(text: Text, renderer: Any) -> Width:
    """Return what measures lines in the type of a text."""
    known: dict[str, float] = {}

    def width(line: str) -> float:
        if line not in known:
            text.set_text(line)
            known[line] = float(text.get_window_extent(renderer).width)
        return known[line]

    return width


def _evenly(line: str, widest: float, width: Width) -> str:
    """Break a line at the narrowest width that makes no more lines of it."""
    if width(line) <= widest:
        return line
    found = _lines(line, widest, width)
    # What fits on a line is not cut to make lines even.
    least = max(map(width, (piece.rstrip() for piece in _PIECES.findall(line))))
    for narrower in np.linspace(widest, widest / 2, 11):
        tried = _lines(line, narrower, width)
        if narrower < least or len(tried) > len(found):
            break
        found = tried
    return "\n".join(found)


def _cut(name: str, widest: float, width: Width, most_lines: int) -> str:
    """Leave out as little of the middle of a name as makes it take no more than so many lines."""
    letters = _LETTERS.findall(name)
    said, kept = name, len(letters)
    while len(_lines(said, widest, width)) > most_lines and kept > FEWEST_LETTERS // 2:
        kept -= 1
        start, end = letters[: kept - kept // 2], letters[len(letters) - kept // 2 :]
        said = f"{''.join(start).rstrip()}{LEFT_OUT}{''.join(end).lstrip()}"
    return said


def _lines(line: str, widest: float, width: Width) -> list[str]:
    lines = [""]
    for piece in _fitting(line, widest, width):
        if lines[-1] and width((lines[-1] + piece).rstrip()) > widest:
            lines.append("")
        lines[-1] += piece
    return [one.rstrip() for one in lines]


def _fitting(line: str, widest: float, width: Width) -> Iterator[str]:
    """Yield the pieces of a line, those that are too wide cut anywhere but within a formula."""
    for piece in _PIECES.findall(line):
        rest = piece
        while width(rest.rstrip()) > widest and not _FORMULA.fullmatch(rest) and len(rest) > 1:
            fits = (i for i in range(len(rest) - 1, 1, -1) if width(rest[:i]) <= widest)
            cut = next(fits, 1)
            yield rest[:cut]
            rest = rest[cut:]
        yield rest


# A name and the numbers that are written behind it, each under the name of its score.
_NUMBER = r"(?:AU[A-Z]+|AP)[a-z ]* (?:-?\d+\.\d{3}|nan)"
_NUMBERS = re.compile(rf"(.*) \(({_NUMBER}(?:, {_NUMBER})*)\)", re.DOTALL)

_ONE_NUMBER = re.compile(r"[A-Z][A-Za-z ]* = (?:-?\d+\.\d{3}|nan)(?:, )?")
# From so many commas on the numbers of a curve without a name have a line each.
MANY_NUMBERS = 2
# A longer name may go over several lines where that finds the legend a better place.
LONG = 24

# How folds or classes were averaged can be left out where there is little room.
_AVERAGE = re.compile(r"^\w+ mean of (?=\d+ (?:folds?|class(?:es)?)\b)")

# What the legend has a row for.
Entry = tuple[Artist, str]


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
    short: bool = False,
    widest: float | None = None,
    longer_than: int = LONG,
    most_lines: int | None = None,
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
    short : bool, default False
        Whether words that can be missed are left out of names.
    widest : float, optional
        In pixels; long names of a wider legend go over several lines.
    longer_than : int, optional
        From how many letters on a name is long.
    most_lines : int, optional
        Of a long name that would take more lines the middle is left out.

    Returns
    -------
    matplotlib.legend.Legend or None
        None if nothing is labelled.
    """
    earlier = ax.get_legend()
    if earlier is not None:
        earlier.remove()
    data, rest = labelled(ax, extras=extras, beside=beside)
    entries = _merged([*data, *rest] if references else data)
    if not entries:
        return None
    loc = "lower left" if figure is None else "outside lower center"
    if not numbers:
        entries = [(handle, without_numbers(name)) for handle, name in entries]
    if short:
        entries = [(handle, shortened(name)) for handle, name in entries]
    style: Style = {"frameon": False, "borderaxespad": 0, "fontsize": fontsize, "loc": loc}
    style["handlelength"] = _handle_length([handle for handle, _ in entries], fontsize)
    host = ax if figure is None else figure
    fewest = 1 if columns or len(data) > 1 else 2
    table = _columns(entries, fewest) if entry_columns == 1 else None
    if table is None:
        handles, names = zip(*entries, strict=True)
        style |= {"ncols": entry_columns, "columnspacing": 1.0}
        legend: Legend = host.legend(handles, names, **style)
    else:
        legend = tabulated(host, entries, table, style)
    _break_lines(legend)
    if widest is not None:
        wrap_legend(legend, widest, longer_than=longer_than, most_lines=most_lines)
    legend.set_zorder(5.5)
    return legend


def _handle_length(handles: Iterable[Artist], fontsize: Any) -> float:
    """Return how long swatches are, in heights of letters: a dash shows where it starts again."""
    size = rcParams["legend.fontsize"] if fontsize is None else fontsize
    points = FontProperties(size=size).get_size_in_points()
    curves = [one for one in handles if isinstance(one, Line2D) and one.get_gid() in scene.CURVES]
    # matplotlib tells a line's own dashes to nobody else.
    periods = [sum(getattr(one, "_dash_pattern", (0, None))[1] or ()) for one in curves]
    widths = [float(one.get_linewidth()) for one in curves]
    needed = [period + width for period, width in zip(periods, widths, strict=True)]
    return float(max([rcParams["legend.handlelength"], *(one / points for one in needed)]))


def labelled(
    ax: Axes, *, extras: bool = False, beside: Iterable[Axes] = ()
) -> tuple[list[Entry], list[Entry]]:
    """Return what is labelled in some axes: data, then references and what is beside.

    Arguments are those of `made`.
    """
    found = list(zip(*ax.get_legend_handles_labels(), strict=True))
    if not extras:
        found = [entry for entry in found if entry[0].get_gid() != scene.VERTEX]
    data = [entry for entry in found if entry[0].get_gid() not in FINDERS]
    # What thin curves and bands show is said after the curve that they surround.
    data.sort(key=lambda entry: entry[0].get_gid() in (scene.FOLD, scene.BAND))
    rest = [entry for entry in found if entry[0].get_gid() in FINDERS]
    for panel in beside:
        rest += _beyond(panel, {name for _, name in data + rest})
    return data, _most_telling(rest)


def shortened(name: str) -> str:
    """Return the name of an average without how it was made."""
    return _AVERAGE.sub("mean of ", name)


def can_be_shortened(ax: Axes) -> bool:
    """Tell whether anything that is labelled in some axes has words that can be missed."""
    return any(shortened(name) != name for name in ax.get_legend_handles_labels()[1])


def has_long_names(ax: Axes) -> bool:
    """Tell whether anything that is labelled in some axes has a name that may be wrapped."""
    _, names = ax.get_legend_handles_labels()
    said = [without_numbers(name) for name in names if not _ONE_NUMBER.match(name)]
    return any(len(name) > LONG for name in said)


def without_numbers(label: str) -> str:
    """Return the name of a curve without the numbers behind it."""
    return _NUMBERS.sub(r"\1", label)


def numbers_of(label: str) -> dict[str, str]:
    """Return the numbers behind the name of a curve, or of one without a name, by their names."""
    found = _NUMBERS.fullmatch(label)
    if found:
        return dict(cell.rsplit(" ", 1) for cell in found[2].split(", "))
    if _ONE_NUMBER.match(label) and not _ONE_NUMBER.sub("", label):
        return dict(cell.rsplit(" = ", 1) for cell in label.split(", "))
    return {}


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


def _merged(entries: list[Entry]) -> list[Entry]:
    """Put the numbers that one model has in several panels behind one name."""
    merged: dict[Any, Entry] = {}
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


def _beyond(panel: Axes, known: set[str]) -> list[Entry]:
    """Return what is labelled in a panel and not known: its references, and lines of the user's."""
    labelled = zip(*panel.get_legend_handles_labels(), strict=True)
    return [(handle, name) for handle, name in labelled if name not in known]


def _most_telling(references: list[Entry]) -> list[Entry]:
    """Leave out "random" of one panel where another says "random, π = 0.3"."""
    said = [(handle.get_gid(), name) for handle, name in references]
    return [
        (handle, name)
        for handle, name in references
        if not any(
            gid == handle.get_gid() and other.startswith(f"{name}, π = ") for gid, other in said
        )
    ]


def _columns(entries: list[Entry], fewest: int) -> list[list[str]] | None:
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
        if handle.get_gid() not in scene.CURVES or found is None:
            rows.append((label, {}))
            continue
        cells = numbers_of(label)
        heads += [head for head in cells if head not in heads]
        rows.append((found[1], cells))
    if len(heads) < fewest:
        return None
    body = [[name, *(cells.get(head, "") for head in heads)] for name, cells in rows]
    return [["", *_short_heads(heads)], *body]


def _short_heads(heads: list[str]) -> list[str]:
    """Leave out of a heading what the heading before it says: "AUROC", "of hull"."""
    before = ["", *heads[:-1]]
    return [
        head.removeprefix(f"{last.split(' ')[0]} ")
        for last, head in zip(before, heads, strict=True)
    ]
