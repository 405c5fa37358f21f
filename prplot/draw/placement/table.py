"""What a legend says and how it is laid out: rows, numbers in columns, wrapped names.

A `Form` says how the rows of a legend are set. `Sheet` lays them out, by arithmetic with the sizes
of words, and `fill` puts them into a legend of matplotlib's, which keeps an entry for each curve,
as "name (AUCPR 0.846)", for whoever reads it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
from matplotlib import rcParams
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex, to_rgba
from matplotlib.legend import Legend
from matplotlib.legend_handler import HandlerBase
from matplotlib.lines import Line2D
from matplotlib.offsetbox import DrawingArea, OffsetBox
from matplotlib.patheffects import AbstractPathEffect, Normal, Stroke
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, Bbox, Transform

from prplot.draw.color import readable
from prplot.draw.placement.ground import Ruler, Size
from prplot.draw.scene import BAND, OTHER, OTHERS, Kind, Numbers, Scene, entry_text, without_ends
from prplot.draw.style import Style


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


HANDLERS: dict[Any, HandlerBase] = {PathCollection: _OrderedMarkers()}

# Names that are broken over lines

# Formulas, intervals, numbers in brackets and those with a spread stay whole; else a line may end
# after a space, "_" or "-".
_PIECES = re.compile(
    r"[\d.]+ (?:±|\$\\pm\$) [\d.]+|\$[^$]*\$|\([^()]*\)$|\[[^\[\]\s]+, [^\[\]\s]+\]"
    r"|[^\s_$-]*[\s_-]+|[^\s_$-]+|\$"
)
_FORMULA = re.compile(r"\$[^$]+\$")

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


def pieces(line: str) -> list[str]:
    """Return the parts of a line after which it may be broken."""
    return _PIECES.findall(line)


def _evenly(line: str, widest: float, width: Width) -> str:
    """Break a line at the narrowest width that makes no more lines of it."""
    if width(line) <= widest:
        return line
    found = _lines(line, widest, width)
    # What fits on a line is not cut to make lines even.
    least = max(map(width, (piece.rstrip() for piece in _PIECES.findall(line))))
    for step in range(1, 11):
        narrower = widest * (1 - step / 20)
        tried = _lines(line, narrower, width)
        if narrower < least or len(tried) > len(found):
            break
        found = tried
    return "\n".join(found)


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


# Rows

# From so many numbers on those of a curve without a name have a line each.
MANY_NUMBERS = 3


class Entry(NamedTuple):
    """A row of a legend.

    Attributes
    ----------
    handle : matplotlib.artist.Artist
    words : str or None
        The name without numbers; None for a curve without a name.
    kind : Kind
    numbers : tuple of Number
        Scores of a curve.
    short : str
        The name without its dispensable words.
    value : str
        What says enough of a reference below another of its kind.
    """

    handle: Artist
    words: str | None
    kind: Kind = OTHER
    numbers: Numbers = ()
    short: str = ""
    value: str = ""

    @property
    def is_named(self) -> bool:
        """Whether it has words, not numbers alone."""
        return self.words is not None

    @property
    def is_curve(self) -> bool:
        """Whether its handle is drawn itself, and does not only explain the dashes of others."""
        return isinstance(self.handle, Line2D) and np.size(self.handle.get_xdata()) > 0

    @property
    def is_tabular(self) -> bool:
        """Whether its numbers can be in columns beside its name."""
        return self.is_named and bool(self.numbers) and isinstance(self.handle, Line2D)

    @property
    def text(self) -> str:
        """Its words and numbers; many numbers without a name have a line each."""
        many = not self.is_named and len(self.numbers) >= MANY_NUMBERS
        return entry_text(self.words, self.numbers, "\n" if many else ", ")

    @property
    def cells(self) -> dict[str, str]:
        """Its numbers as text, by the names of their scores."""
        return {one.head: one.text for one in self.numbers}

    def without_numbers(self) -> Self:
        """Return the row of the name alone; numbers without a name stay."""
        return self._replace(numbers=()) if self.is_named else self

    def without_intervals(self) -> Self:
        """Return the row with numbers that have no intervals and no spreads."""
        return self._replace(numbers=without_ends(self.numbers))

    def shortened(self) -> Self:
        """Return the row without words that can be left out of names; references keep theirs."""
        kept = self.kind.places or not self.short
        return self if kept else self._replace(words=self.short)


def labelled(ax: Axes, *, beside: Iterable[Axes] = ()) -> tuple[list[Entry], list[Entry]]:
    """Return what is labelled in some axes: data, then references and what is beside.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    beside : iterable of Axes
        Panels with the same data; what else is labelled there has entries too.
    """
    found = entries_of(ax)
    data = [entry for entry in found if not entry.kind.places]
    # The entries of thin curves and bands follow that of the curve that they surround.
    data.sort(key=lambda entry: entry.kind.comes_after)
    rest = [entry for entry in found if entry.kind.places]
    for panel in beside:
        known = {entry.text for entry in data + rest}
        rest += [entry for entry in entries_of(panel) if entry.text not in known]
    return data, _once_in_full(_most_telling(rest))


def entries_of(ax: Axes) -> list[Entry]:
    """Return the rows of a legend of some axes: of our marks, and of the user's own artists."""
    scene, found = Scene.find(ax), []
    for handle, label in zip(*ax.get_legend_handles_labels(), strict=True):
        mark = None if scene is None else scene.mark_of(handle)
        if mark is None:
            found.append(Entry(handle, label, short=label))
        else:
            words = mark.words or mark.name
            short = mark.short or words or ""
            found.append(Entry(handle, words, mark.kind, mark.numbers, short, mark.value))
    return found


def merged(entries: list[Entry]) -> list[Entry]:
    """Put the numbers that one model has in several panels behind one name."""
    known: dict[Any, Entry] = {}
    for entry in entries:
        handle = entry.handle
        key: Any = handle, entry.text
        if entry.is_tabular and isinstance(handle, Line2D):
            key = entry.words, handle.get_color(), str(handle.get_linestyle())
        first = known.get(key)
        numbers = entry.numbers if first is None else (*first.numbers, *entry.numbers)
        known[key] = (first or entry)._replace(numbers=numbers)
    return list(known.values())


def _most_telling(references: list[Entry]) -> list[Entry]:
    """Leave out "random" of one panel where another has "random, π = 0.3"."""
    # Regions, of which the largest is labelled, keep theirs.
    whole = [entry for entry in references if not entry.kind.is_nested]
    longer = {(entry.kind, entry.short) for entry in whole if entry.short != entry.words}
    return [entry for entry in references if (entry.kind, entry.words) not in longer]


def _once_in_full(references: list[Entry]) -> list[Entry]:
    """Leave "threshold" out of "threshold 0.2" below "threshold 0.5"."""
    first = {entry.kind: entry for entry in reversed(references)}
    return [
        entry._replace(words=entry.value)
        if entry.kind.is_named_once and entry.value and entry is not first[entry.kind]
        else entry
        for entry in references
    ]


# Forms

# Factor by which names may be wider than they are measured.
WIDER = 1.03
# Gaps between columns of numbers, in units of the type size, and between lines, as a share of the
# user's; those of rows without swatches, which are for the smallest room.
GAP, TIGHT_GAP = 0.8, 0.5
LINES, TIGHT_LINES = 0.6, 0.1


class Form(NamedTuple):
    """How the rows of a legend are set.

    Attributes
    ----------
    price : float
        What is lost by it, see `costs`.
    points : float
        Type size.
    table : bool
        Whether numbers are in columns, under headings.
    columns : int
        Number of rows side by side.
    share : float or None
        Names are wrapped if the legend would take more than this share of the width of the axes.
    extras : bool
        Whether it has dispensable entries.
    short : bool
        Whether names are without their dispensable words.
    colored : bool
        Whether rows have the colours of their curves in place of swatches, if these differ.
    named : bool
        Whether rows have names, not numbers alone.
    headed : bool
        Whether columns of numbers have headings.
    intervals : bool
        Whether numbers have their intervals, or their spreads.
    """

    price: float
    points: float
    table: bool = False
    columns: int = 1
    share: float | None = None
    extras: bool = True
    short: bool = False
    colored: bool = False
    named: bool = True
    headed: bool = True
    intervals: bool = True


def colors_differ(entries: Sequence[Entry]) -> bool:
    """Tell whether all rows are lines of different colours, but for that of their bands."""
    rows = [entry.handle for entry in entries if entry.kind not in (BAND, OTHERS)]
    colors = {to_hex(line.get_color()) for line in rows if isinstance(line, Line2D)}
    return len(colors) == len(rows)


class _Cell(NamedTuple):
    """Words at a position, in points from the upper left corner of a sheet."""

    x: float
    y: float
    words: str
    points: float


class _Swatch(NamedTuple):
    """The place of a handle: its left end and its middle, in points from the upper left corner."""

    x: float
    y: float
    width: float
    height: float


class Spacing(NamedTuple):
    """Distances within a legend in units of the type size, as in matplotlib's `Legend`."""

    handlelength: float = 2.0
    handleheight: float = 0.7
    handletextpad: float = 0.8
    columnspacing: float = 2.0
    labelspacing: float = 0.5

    @classmethod
    def usual(cls) -> "Spacing":
        """Return the distances that the user has set."""
        held: Any = rcParams
        return cls(*(held[f"legend.{name}"] for name in cls._fields))

    def narrowed(self) -> "Spacing":
        """Return the distances of a legend for which there is little room."""
        length, pad = min(self.handlelength, 1.5), min(self.handletextpad, 0.5)
        return self._replace(handlelength=length, handletextpad=pad)


@dataclass(frozen=True, eq=False, repr=False)
class Sheet:
    """The layout of a legend's rows in one form, in points.

    Attributes
    ----------
    entries : tuple of Entry
    form : Form
    ruler : Ruler
    spacing : Spacing
    widest : float
        Names are wrapped if the sheet would be wider.
    """

    entries: tuple[Entry, ...]
    form: Form
    ruler: Ruler
    spacing: Spacing
    widest: float = np.inf

    @cached_property
    def heads(self) -> list[str]:
        """The names of the numbers that have columns; none if rows are plain."""
        if not self.form.table:
            return []
        rows = [entry for entry in self.entries if entry.is_tabular and entry.kind.is_data]
        rows = rows if self.form.named else list(self.entries)
        return list(dict.fromkeys(head for entry in rows for head in entry.cells))

    @property
    def lines(self) -> int:
        """How many rows it has below one another."""
        return -(-len(self.entries) // self.form.columns)

    @cached_property
    def size(self) -> Size:
        """Its width and height."""
        return self._layout[0]

    @property
    def cells(self) -> list[list[_Cell]]:
        """The words of each row; headings are in a list of their own, at the end."""
        return self._layout[1]

    @property
    def swatches(self) -> list[_Swatch]:
        """The places of the handles of all rows."""
        return self._layout[2]

    @cached_property
    def handle_width(self) -> float:
        """How long swatches are: a dash shows where it starts again."""
        shown = [entry for entry in self.entries if self.has_swatch(entry)]
        handles = [entry.handle for entry in shown if entry.kind.is_data]
        curves = [handle for handle in handles if isinstance(handle, Line2D)]
        # matplotlib has no public attribute for the dashes of a line.
        periods = [sum(getattr(one, "_dash_pattern", (0, None))[1] or ()) for one in curves]
        widths = [float(one.get_linewidth()) for one in curves]
        needed = [period + width for period, width in zip(periods, widths, strict=True)]
        usual = min(self.spacing.handlelength, 1.6 if self.form.colored else np.inf)
        return float(max([usual * self.form.points * bool(shown), *needed]))

    def has_swatch(self, entry: Entry) -> bool:
        """Tell whether a row has a handle: the colour of a curve is enough if no other has it."""
        if not self.form.colored:
            return True
        return not self._colors_differ or not (entry.is_curve or entry.kind is OTHERS)

    @cached_property
    def _colors_differ(self) -> bool:
        return colors_differ(self.entries)

    def _row(self, entry: Entry) -> list[str]:
        """Return the words of a row: its name, and its numbers in columns."""
        if not self.form.named:
            if not entry.is_named and not self.form.table:
                return [entry.text]
            if entry.kind is OTHERS:
                return [entry.text, *("" for _ in self.heads[1:])]
            return [entry.cells.get(head, "") for head in self.heads]
        if not self.heads or not (entry.is_tabular and entry.kind.is_data):
            return [entry.text, *("" for _ in self.heads)]
        return [entry.words or "", *(entry.cells.get(head, "") for head in self.heads)]

    @cached_property
    def _layout(self) -> tuple[Size, list[list[_Cell]], list[_Swatch]]:
        size, pad = self.form.points, self.spacing
        rows = [self._row(entry) for entry in self.entries]
        whole_indent = self.handle_width + pad.handletextpad * size * bool(self.handle_width)
        indents = [whole_indent * self.has_swatch(entry) for entry in self.entries]
        indent = min(indents)
        cells: list[list[_Cell]] = [[] for _ in rows]
        swatches: list[_Swatch] = []
        left, bottom = 0.0, 0.0
        for start in range(0, len(rows), self.lines):
            part = self._wrapped(rows[start : start + self.lines], indent)
            widths = self._widths(part)
            y = self._line(size) * 1.15 if self._has_headings else 0.0
            for i, row in enumerate(part, start):
                x, height = left + indents[i], self._height(row[0])
                for words, width in zip(row, widths, strict=True):
                    if words:
                        cells[i].append(_Cell(x, y, words, size))
                    x += width + self._gap
                line = self._line(size)
                swatches.append(
                    _Swatch(left, y + line / 2, self.handle_width, pad.handleheight * size)
                )
                y += height + self._between
            bottom = max(bottom, y - self._between)
            alone = [
                indents[i] + self._width(row[0], size)
                for i, row in enumerate(part, start)
                if not any(row[1:])
            ]
            whole = indent + sum(widths) + self._gap * (len(widths) - 1)
            left += max([whole, *alone]) + self._beside
        if self._has_headings:
            cells.append(self._headings(indent, widths))
        return (left - self._beside, bottom), cells, swatches

    @property
    def _has_headings(self) -> bool:
        return bool(self.heads) and self.form.headed

    @property
    def _gap(self) -> float:
        # The headings of two columns must not read as one.
        is_tight = self.form.colored and len(self.heads) == 1
        return (TIGHT_GAP if is_tight else GAP) * self.form.points

    @property
    def _between(self) -> float:
        # Lines of one name are closer together than rows.
        share = TIGHT_LINES if self.form.colored and self.form.share is None else LINES
        return share * self.spacing.labelspacing * self.form.points

    @property
    def _beside(self) -> float:
        return min(self.spacing.columnspacing, 1.2) * self.form.points

    def _headings(self, indent: float, widths: list[float]) -> list[_Cell]:
        """Return the headings of the columns of numbers, which are not side by side."""
        x, found = indent, []
        if self.form.named:
            x, widths = x + widths[0] + self._gap, widths[1:]
        for head, width in zip(_short_heads(self.heads), widths, strict=True):
            found.append(_Cell(x, 0.0, head, self.form.points))
            x += width + self._gap
        return found

    def _widths(self, rows: list[list[str]]) -> list[float]:
        """Return the widths of columns, of which each is as wide as its widest cell."""
        size = self.form.points
        # Names without numbers may extend below the columns of numbers.
        shown = [row for row in rows if any(row[1:])] or [[""] * len(rows[0])]
        if len(rows[0]) == 1:
            shown = rows
        widths = [
            max(self._width(words, size) for words in column) for column in zip(*shown, strict=True)
        ]
        # At few pixels a letter, names are drawn a little wider.
        widths[0] *= WIDER if len(widths) > 1 or self.form.columns > 1 else 1.0
        if self._has_headings:
            heads = [self._width(head, size) for head in _short_heads(self.heads)]
            first = 1 if self.form.named else 0
            widths[first:] = [max(pair) for pair in zip(widths[first:], heads, strict=True)]
        return widths

    def _wrapped(self, rows: list[list[str]], indent: float) -> list[list[str]]:
        """Break names over lines if the sheet would be too wide."""
        if not np.isfinite(self.widest):
            return rows
        others = sum(width + self._gap for width in self._widths(rows)[1:])
        room = self.widest / self.form.columns - indent
        return [
            [self._broken(row[0], room - others if any(row[1:]) else room), *row[1:]]
            for row in rows
        ]

    def _broken(self, name: str, room: float) -> str:
        least = self._width("n" * 4, self.form.points)
        return broken(name, max(room, least), lambda line: self._width(line, self.form.points))

    @cached_property
    def breaks_words(self) -> bool:
        """Whether a name is broken within a word."""
        if not np.isfinite(self.widest):
            return False
        names = [row[0].words for row in self.cells[: len(self.entries)] if row]
        ends = {piece.rstrip() for entry in self.entries for piece in pieces(entry.text)}
        lines = [line for name in names for line in name.split("\n")]
        return not all(any(line.endswith(end) for end in ends if end) for line in lines)

    def _width(self, words: str, size: float) -> float:
        return self.ruler.width(words, size) if words else 0.0

    def _line(self, size: float) -> float:
        return self.ruler.size("lp", size)[1]

    def _height(self, words: str) -> float:
        """Return the height of a row; formulas may be higher than a line."""
        plain = self._line(self.form.points)
        if "\n" in words or "$" in words:
            return max(self.ruler.size(words, self.form.points)[1], plain)
        return plain


def _short_heads(heads: list[str]) -> list[str]:
    """Leave out of a heading what repeats the heading before it: "AUROC", "of hull"."""
    before = ["", *heads[:-1]]
    return [head.removeprefix(f"{last} ") for last, head in zip(before, heads, strict=True)]


# The sheet as a part of a legend


class Halo(Stroke):
    """Paints the ground around lines and letters, and beneath filled swatches.

    These may be transparent, and would else be painted twice.
    """

    def __init__(self, width: float, ground: Any) -> None:
        super().__init__(linewidth=width, foreground=ground, alpha=1.0)
        self.ground: Any = to_rgba(ground)

    def draw_path(
        self,
        renderer: Any,
        gc: Any,
        tpath: Any,
        affine: Any,
        rgbFace: Any = None,  # noqa: N803
    ) -> None:
        """Draw what surrounds a path."""
        face: Any = rgbFace if rgbFace is None else self.ground
        super().draw_path(renderer, gc, tpath, affine, face)


class SheetBox(OffsetBox):
    """Draws a sheet within a legend.

    The legend has a text for each row, with its name and numbers; it is not drawn itself unless
    the user has changed it. Cells have its colour.
    """

    def __init__(self, sheet: Sheet, labels: Sequence[Text], proto: Text) -> None:
        super().__init__()
        self.sheet = sheet
        self.labels = list(labels)
        self._proto = proto
        # What is drawn around letters and lines to tell them from what they cover.
        self.halo: list[AbstractPathEffect] = []
        self._texts: list[tuple[int, Text, Affine2D, _Cell]] = []
        for i, row in enumerate(sheet.cells):
            for cell in row:
                text, shift = Text(0, 0, cell.words), Affine2D()
                self._texts.append((i, text, shift, cell))
                self.get_children().append(text)
            if i < len(self.labels) and row:
                # The label of a row is not drawn, but it is where its name is.
                self.labels[i].set(va="top", ha="left", transform=self._texts[-len(row)][2])
        self._swatches: list[tuple[DrawingArea, _Swatch]] = []

    def set(self, **properties: Any) -> Any:
        """Set properties, as of every artist; see `Unseen.set`."""
        return super().set(**properties)

    def add_swatch(self, area: DrawingArea, swatch: _Swatch) -> None:
        """Add the handle of a row."""
        self._swatches.append((area, swatch))
        self.get_children().append(area)

    def set_figure(self, fig: Any) -> None:
        """Give all parts their figure."""
        super().set_figure(fig)
        for label in self.labels:
            label.set_figure(fig)

    def get_bbox(self, renderer: Any) -> Bbox:
        """Return its size, in pixels."""
        unit = renderer.points_to_pixels(1.0)
        width, height = self.sheet.size
        return Bbox.from_bounds(0, 0, width * unit, height * unit)

    def draw(self, renderer: Any) -> None:
        """Draw handles, names and numbers."""
        unit = renderer.points_to_pixels(1.0)
        left, bottom = self.get_offset(self.get_bbox(renderer), renderer)
        top = bottom + self.sheet.size[1] * unit
        for area, swatch in self._swatches:
            y = top - (swatch.y + swatch.height / 2) * unit
            area.set_offset((left + swatch.x * unit, y))
            for handle in area.get_children():
                handle.set_path_effects([*self.halo, Normal()] if self.halo else [])
            area.draw(renderer)
        for i, text, shift, cell in self._texts:
            # Cells have all properties that the user gave their row.
            text.update_from(self.labels[i] if i < len(self.labels) else self._proto)
            text.set(text=cell.words, fontsize=cell.points, transform=shift, va="top", ha="left")
            shift.clear().translate(left + cell.x * unit, top - cell.y * unit)
            if self.halo and not text.get_path_effects():
                # Files get letters as outlines for the halo alone, and as text above it.
                text.set_path_effects(self.halo)
                text.draw(renderer)
                text.set_path_effects([])
            text.draw(renderer)
        self.stale = False


def fill(
    legend: Legend,
    sheet: Sheet,
    known: Mapping[Artist, Text] | None = None,
    proto: Text | None = None,
) -> list[Text]:
    """Put rows into a legend, in place of what it has; return their labels.

    Its texts are the labels of the rows, "name (AUCPR 0.846)", and its handles theirs.

    Parameters
    ----------
    legend : matplotlib.legend.Legend
    sheet : Sheet
    known : dict of artist to Text, optional
        Labels that handles had before, of which theirs have the properties.
    proto : Text, optional
        Of which other words have the properties; by default the first label.
    """
    _, body = legend.get_children()[0].get_children()
    proto = proto or next(iter(legend.get_texts()), Text())
    labels = [
        _label(legend, entry, sheet.form, (known or {}).get(entry.handle, proto))
        for entry in sheet.entries
    ]
    box = SheetBox(sheet, labels, proto)
    legend.legend_handles = [*_swatched(legend, sheet, box)]
    legend.texts = labels
    body.get_children()[:] = [box]
    box.set_figure(legend.get_figure())
    box.axes = legend.axes
    legend.stale = True
    return labels


def _label(legend: Legend, entry: Entry, form: Form, proto: Text) -> Text:
    label = Text(0, 0, entry.text)
    label.update_from(proto)
    label.set(text=entry.text, fontsize=form.points)
    if form.colored and isinstance(entry.handle, Line2D) and entry.is_curve and legend.axes:
        label.set_color(readable(legend.axes, entry.handle.get_color()))
    return label


def _swatched(legend: Legend, sheet: Sheet, box: SheetBox) -> list[Artist]:
    """Draw the handles of all rows into areas of the box; return the artists drawn."""
    handlers = {**Legend.get_default_handler_map(), **HANDLERS}
    handles: list[Artist] = []
    for entry, swatch in zip(sheet.entries, sheet.swatches, strict=True):
        handler: Any = Legend.get_legend_handler(handlers, entry.handle)
        area = DrawingArea(swatch.width, swatch.height, 0.0, 0.0)
        drawn = handler.legend_artist(legend, entry.handle, sheet.form.points, area)
        handles.append(drawn)
        if sheet.has_swatch(entry):
            box.add_swatch(area, swatch)
    return handles
