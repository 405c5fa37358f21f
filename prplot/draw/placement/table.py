"""The contents of a legend: a row for each curve, numbers in columns, wrapped names."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Self

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

from prplot.draw.color import readable, text_color
from prplot.draw.scene import OTHER, Kind, LegendRecord, Numbers, Scene, entry_text, rounded
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
    """A handle without an artist."""


def make_rows(
    host: Axes | Figure | SubFigure, handles: Sequence[Artist], texts: Sequence[str], style: Style
) -> LegendRecord:
    """Make a legend with all given rows, even names such as "_name", which matplotlib omits."""
    legend: Legend = host.legend(handles, [f" {text}" for text in texts], **style)
    texts = [text.removeprefix(" ") for text in texts]
    for shown, text in zip(legend.get_texts(), texts, strict=True):
        shown.set_text(text)
    rows = sum(not isinstance(handle, Cell) for handle in handles)
    return LegendRecord(legend, list(texts[:rows]), list(texts[rows:]))


def tabulated(
    host: Axes | Figure | SubFigure, handles: Sequence[Artist], table: list[list[str]], style: Style
) -> LegendRecord:
    """Make a legend with a column for each number, under small headings."""
    rows, width = len(table), len(table[0])
    names: list[Artist] = [Line2D([], [], linestyle="none"), *handles]
    cells: list[Artist] = [Cell([], []) for _ in range(rows * (width - 1))]
    texts = [table[row][column] for column in range(width) for row in range(rows)]
    layout: Style = {"ncols": width, "columnspacing": 0.2}
    layout["handler_map"] = {Cell: _NoSwatch(), PathCollection: _OrderedMarkers()}
    made = make_rows(host, [*names, *cells], texts, {**layout, **style})
    for column in range(1, width):
        heading = made.legend.get_texts()[column * rows]
        size = float(heading.get_fontsize())
        heading.set_fontsize(min(size, max(size * 0.8, SMALLEST_HEADING)))
    return made


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
    Scene.of(ax).legend = LegendRecord(legend, names=[])
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


def wrap_text(text: Text, words: str, widest: float, renderer: Any = None) -> None:
    """Write words over several lines if they are too wide."""
    text.set_text(broken(words, widest, _measure(text, renderer)))


def wrap_legend(
    made: LegendRecord,
    widest: float,
    *,
    longer_than: int = 0,
    most_lines: int | None = None,
    renderer: Any = None,
) -> None:
    """Write names over several lines if a legend is too wide; numbers stay in their rows.

    Parameters
    ----------
    made : LegendRecord
    widest : float
        In pixels.
    longer_than : int, default 0
        Names of so few letters stay whole.
    most_lines : int, optional
        Of a name that takes more lines the middle is left out.
    renderer : optional
        What measures texts; the figure's own if None.
    """
    texts, whole = made.name_texts, made.legend.get_window_extent(renderer).width
    if not texts or (whole <= widest and most_lines is None):
        return
    room = widest - whole + max(text.get_window_extent(renderer).width for text in texts)
    for i, (text, name) in enumerate(zip(texts, made.names, strict=True)):
        width = _measure(text, renderer)
        least = width("n" * FEWEST_LETTERS)
        is_long = len(name) > longer_than
        kept = name
        if is_long and most_lines is not None:
            kept = _cut(name, max(room, least), width, most_lines)
        made.shown[i] = broken(kept, max(room, least), width) if is_long else kept
        text.set_text(made.shown[i])
    made.is_wrapped = True
    align_rows(made, renderer)


def align_rows(made: LegendRecord, renderer: Any = None) -> None:
    """Make all cells of a row as high as its name, and align swatches with its first line.

    Names that were not wrapped here stay as they are.
    """
    if not made.is_wrapped:
        return
    texts = made.name_texts
    unit = made.legend.get_figure(root=True).dpi / 72  # type: ignore[union-attr]
    cells = zip(made.legend.get_texts()[len(texts) :], made.cells, strict=True)
    for i, (cell, number) in enumerate(cells):
        cell.set_text(number + "\n" * made.shown[i % len(texts)].count("\n"))
    swatches = made.legend.findobj(DrawingArea)
    for text, name, handlebox in zip(texts, made.shown, swatches, strict=False):
        height = text.get_window_extent(renderer).height
        text.set_text(name.split("\n", maxsplit=1)[0])
        first = text.get_window_extent(renderer).height
        text.set_text(name)
        lift = Affine2D().translate(0, (height - first) / 2 / unit)
        for swatch in handlebox.get_children():
            if isinstance(swatch, Line2D | Patch):
                swatch.set_transform(lift + handlebox.get_transform())


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
    """Shorten a name in the middle, as little as possible, to take at most `most_lines` lines."""
    letters = _LETTERS.findall(name)
    shown, kept = name, len(letters)
    while len(_lines(shown, widest, width)) > most_lines and kept > FEWEST_LETTERS // 2:
        kept -= 1
        start, end = letters[: kept - kept // 2], letters[len(letters) - kept // 2 :]
        shown = f"{''.join(start).rstrip()}{LEFT_OUT}{''.join(end).lstrip()}"
    return shown


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


# From so many numbers on those of a curve without a name have a line each.
MANY_NUMBERS = 3
# Longer names may be wrapped if that gives the legend a better position.
LONG = 24


class Entry(NamedTuple):
    """A row of a legend.

    Attributes
    ----------
    handle : matplotlib.artist.Artist
    words : str or None
        The name without numbers; None for a curve without a name.
    kind : Kind
    numbers : tuple of (str, float)
        Scores of a curve, each with its name.
    short : str
        The name without its dispensable words.
    """

    handle: Artist
    words: str | None
    kind: Kind = OTHER
    numbers: Numbers = ()
    short: str = ""

    @property
    def is_named(self) -> bool:
        """Whether it has words, not numbers alone."""
        return self.words is not None

    @property
    def is_tabular(self) -> bool:
        """Whether its numbers can be in columns beside its name."""
        return self.is_named and bool(self.numbers) and isinstance(self.handle, Line2D)

    @property
    def text(self) -> str:
        """Its words and numbers; many numbers without a name have a line each."""
        text = entry_text(self.words, self.numbers)
        many = not self.is_named and len(self.numbers) >= MANY_NUMBERS
        return text.replace(", ", "\n") if many else text

    @property
    def cells(self) -> dict[str, str]:
        """Its numbers as text, by the names of their scores."""
        return {head: rounded(value) for head, value in self.numbers}

    def without_numbers(self) -> Self:
        """Return the row of the name alone; numbers without a name stay."""
        return self._replace(numbers=()) if self.is_named else self

    def shortened(self) -> Self:
        """Return the row without words that can be left out of names; references keep theirs."""
        kept = self.kind.places or not self.words
        return self if kept else self._replace(words=self.short)


def make_legend(
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
        Number of entries side by side.
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
        entries = [entry.without_numbers() for entry in entries]
    if short:
        entries = [entry.shortened() for entry in entries]
    style: Style = {"frameon": False, "borderaxespad": 0, "fontsize": fontsize, "loc": loc}
    style["handlelength"] = _handle_length(entries, fontsize)
    host = ax if figure is None else figure
    fewest = 1 if columns or len(data) > 1 else 2
    table = _columns(entries, fewest) if entry_columns == 1 else None
    handles = [entry.handle for entry in entries]
    if table is None:
        style |= {"ncols": entry_columns, "columnspacing": 1.0}
        made = make_rows(host, handles, [entry.text for entry in entries], style)
    else:
        made = tabulated(host, handles, table, style)
    made.has_numbers = numbers
    if figure is None:
        Scene.of(ax).legend = made
    if widest is not None:
        wrap_legend(made, widest, longer_than=longer_than, most_lines=most_lines)
    made.legend.set_zorder(5.5)
    return made.legend


def _handle_length(entries: Iterable[Entry], fontsize: Any) -> float:
    """Return how long swatches are, in heights of letters: a dash shows where it starts again."""
    size = rcParams["legend.fontsize"] if fontsize is None else fontsize
    points = FontProperties(size=size).get_size_in_points()
    handles = [entry.handle for entry in entries if entry.kind.is_data]
    curves = [handle for handle in handles if isinstance(handle, Line2D)]
    # matplotlib has no public attribute for the dashes of a line.
    periods = [sum(getattr(one, "_dash_pattern", (0, None))[1] or ()) for one in curves]
    widths = [float(one.get_linewidth()) for one in curves]
    needed = [period + width for period, width in zip(periods, widths, strict=True)]
    return float(max([rcParams["legend.handlelength"], *(one / points for one in needed)]))


def labelled(
    ax: Axes, *, extras: bool = False, beside: Iterable[Axes] = ()
) -> tuple[list[Entry], list[Entry]]:
    """Return what is labelled in some axes: data, then references and what is beside.

    Arguments are those of `make_legend`.
    """
    found = [entry for entry in entries_of(ax) if extras or not entry.kind.is_extra]
    data = [entry for entry in found if not entry.kind.places]
    # The entries of thin curves and bands follow that of the curve that they surround.
    data.sort(key=lambda entry: entry.kind.comes_after)
    rest = [entry for entry in found if entry.kind.places]
    for panel in beside:
        known = {entry.text for entry in data + rest}
        rest += [entry for entry in entries_of(panel) if entry.text not in known]
    return data, _most_telling(rest)


def entries_of(ax: Axes) -> list[Entry]:
    """Return the rows of a legend of some axes: of our marks, and of the user's own artists."""
    scene, found = Scene.find(ax), []
    for handle, label in zip(*ax.get_legend_handles_labels(), strict=True):
        mark = None if scene is None else scene.mark_of(handle)
        if mark is None:
            found.append(Entry(handle, label, short=label))
        else:
            words = mark.words or mark.name
            found.append(Entry(handle, words, mark.kind, mark.numbers, mark.short or words or ""))
    return found


def can_be_shortened(ax: Axes) -> bool:
    """Tell whether anything that is labelled in some axes has words that can be left out."""
    data = [entry for entry in entries_of(ax) if entry.words and not entry.kind.places]
    return any(entry.short != entry.words for entry in data)


def has_long_names(ax: Axes) -> bool:
    """Tell whether anything that is labelled in some axes has a name that may be wrapped."""
    return any(len(entry.words or "") > LONG for entry in entries_of(ax))


def _merged(entries: list[Entry]) -> list[Entry]:
    """Put the numbers that one model has in several panels behind one name."""
    merged: dict[Any, Entry] = {}
    for entry in entries:
        handle = entry.handle
        key: Any = handle, entry.text
        if entry.is_tabular and isinstance(handle, Line2D):
            key = entry.words, handle.get_color(), str(handle.get_linestyle())
        known = merged.get(key)
        numbers = entry.numbers if known is None else (*known.numbers, *entry.numbers)
        merged[key] = (known or entry)._replace(numbers=numbers)
    return list(merged.values())


def _most_telling(references: list[Entry]) -> list[Entry]:
    """Leave out "random" of one panel where another has "random, π = 0.3"."""
    # Regions, of which the largest is labelled, keep theirs.
    whole = [entry for entry in references if not entry.kind.is_nested]
    longer = {(entry.kind, entry.short) for entry in whole if entry.short != entry.words}
    return [entry for entry in references if (entry.kind, entry.words) not in longer]


def _columns(entries: list[Entry], fewest: int) -> list[list[str]] | None:
    """Lay out names and their numbers as a heading and rows of cells.

    Returns
    -------
    list of list of str, or None
        None if there are fewer than `fewest` kinds of numbers.
    """
    tabular = [entry.is_tabular and entry.kind.is_data for entry in entries]
    rows = [
        (entry.words or "", entry.cells) if in_columns else (entry.text, {})
        for entry, in_columns in zip(entries, tabular, strict=True)
    ]
    heads = list(dict.fromkeys(head for _, cells in rows for head in cells))
    if len(heads) < fewest:
        return None
    body = [[name, *(cells.get(head, "") for head in heads)] for name, cells in rows]
    return [["", *_short_heads(heads)], *body]


def _short_heads(heads: list[str]) -> list[str]:
    """Leave out of a heading what repeats the heading before it: "AUROC", "of hull"."""
    before = ["", *heads[:-1]]
    return [
        head.removeprefix(f"{last.split(' ')[0]} ")
        for last, head in zip(before, heads, strict=True)
    ]
