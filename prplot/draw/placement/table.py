"""What a legend says and how it is laid out: rows, numbers in columns, wrapped names.

A `Form` says how the rows of a legend are set. `Sheet` lays them out, by arithmetic with the sizes
of words, and `fill` puts them into a legend of matplotlib's, which keeps an entry for each curve,
as "name (AUCPR 0.846)", for whoever reads it.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
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
from numpy.typing import NDArray

from prplot.draw.placement.ground import Ruler, Size
from prplot.draw.scene import COLOR_KEY, DASH_KEY, OTHER, Numbers, Role, entry_text
from prplot.draw.scene_artist import DrawnMark, SceneArtist, drawn_in
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

Width = Callable[[str], float]


def broken(name: str, widest: float, width: Width) -> str:
    """Return a name in lines no wider than `widest`, as far as its words allow.

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
    lines: list[str] = []
    for line in name.split("\n"):
        lines.append("")
        for piece in pieces(line):
            if lines[-1] and width((lines[-1] + piece).rstrip()) > widest:
                lines.append("")
            lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def pieces(line: str) -> list[str]:
    """Return the parts of a line after which it may be broken."""
    return _PIECES.findall(line)


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
    role : Role
    numbers : tuple of Number
        Scores of a curve.
    short : str
        The name without its dispensable words.
    value : str
        What says enough of a reference below another of its role.
    look : tuple
        The colour and the dash of a curve, the same in several panels.
    is_foreign : bool
        Whether the user drew it.
    """

    handle: Artist
    words: str | None
    role: Role = OTHER
    numbers: Numbers = ()
    short: str = ""
    value: str = ""
    look: Any = None
    is_foreign: bool = False

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
        many = not self.is_named and len(self.numbers) >= MANY_NUMBERS
        return entry_text(self.words, self.numbers, "\n" if many else ", ")

    @property
    def cells(self) -> dict[str, str]:
        """Its numbers as text, by the names of their scores."""
        return {one.head: one.text for one in self.numbers}

    def without_numbers(self) -> Self:
        """Return the row of the name alone; numbers without a name stay."""
        return self._replace(numbers=()) if self.is_named else self


def labelled(ax: Axes, *, beside: Iterable[Axes] = ()) -> tuple[list[Entry], list[Entry]]:
    """Return what is labelled in some axes: data, then references and what is beside.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    beside : iterable of Axes
        Panels with the same data; what else is labelled there has entries too.
    """
    found = entries_of(ax)
    data = [entry for entry in found if not entry.role.places]
    # The entries of thin curves and bands follow that of the curve that they surround.
    data.sort(key=lambda entry: entry.role.comes_after)
    rest = [entry for entry in found if entry.role.places]
    for panel in beside:
        known = {entry.text for entry in data + rest}
        rest += [entry for entry in entries_of(panel) if entry.text not in known]
    return data, _once_in_full(_most_telling(rest))


def entries_of(ax: Axes) -> list[Entry]:
    """Return the rows of a legend of some axes: of our marks, and of the user's own artists."""
    held = SceneArtist.find(ax)
    drawn = [] if held is None else held.drawn()
    found = [] if held is None else [entry_of(one) for one in drawn if held.has_row(one)]
    found += foreign_entries(ax)
    # As matplotlib lists them.
    rank = {handle: i for i, handle in enumerate(ax.get_children())}
    return sorted(found, key=lambda entry: rank.get(entry.handle, len(rank)))


def foreign_entries(ax: Axes) -> list[Entry]:
    """Return the rows of what the user has drawn with a label."""
    ours = {one.artist for one in drawn_in(ax)}
    pairs = zip(*ax.get_legend_handles_labels(), strict=True)
    return [
        Entry(one, words, short=words, is_foreign=True) for one, words in pairs if one not in ours
    ]


def entry_of(one: DrawnMark) -> Entry:
    """Return the row of a mark."""
    mark = one.mark
    look = str(mark.color), str(mark.dash)
    words = mark.words or mark.name
    return Entry(one.artist, words, mark.role, mark.numbers, mark.short, mark.value, look)


def merged(entries: list[Entry]) -> list[Entry]:
    """Put the numbers that one model has in several panels behind one name."""
    known: dict[Any, Entry] = {}
    for entry in entries:
        handle = entry.handle
        key: Any = handle, entry.text
        if entry.is_tabular:
            key = entry.words, entry.look
        first = known.get(key)
        numbers = entry.numbers if first is None else (*first.numbers, *entry.numbers)
        known[key] = (first or entry)._replace(numbers=numbers)
    return list(known.values())


def _most_telling(references: list[Entry]) -> list[Entry]:
    """Leave out "random" of one panel where another has "random, π = 0.3"."""
    # Regions, of which the largest is labelled, keep theirs.
    whole = [entry for entry in references if not entry.role.is_nested]
    longer = {(entry.role, entry.short) for entry in whole if entry.short != entry.words}
    return [entry for entry in references if (entry.role, entry.words) not in longer]


def _once_in_full(references: list[Entry]) -> list[Entry]:
    """Leave "threshold" out of "threshold 0.2" below "threshold 0.5"."""
    first = {entry.role: entry for entry in reversed(references)}
    return [
        entry._replace(words=entry.value)
        if entry.role.is_named_once and entry.value and entry is not first[entry.role]
        else entry
        for entry in references
    ]


# Forms

# Factor by which names may be wider than they are measured.
WIDER = 1.03
# Gaps between columns of numbers, in units of the type size, and between lines, as a share of the
# user's.
GAP = 0.8
LINES = 0.6


class Form(NamedTuple):
    """How the rows of a legend are set.

    Attributes
    ----------
    points : float
        Type size.
    table : bool
        Whether numbers are in columns, under headings.
    columns : int
        Number of rows side by side.
    price : float
        What is lost by it, see `costs`.
    """

    points: float
    table: bool = False
    columns: int = 1
    price: float = 0.0


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
        """Return the distances of a legend in small type."""
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
    named : bool
        Whether rows have names, not numbers alone.
    headed : bool
        Whether columns of numbers have headings.
    heading : str
        The heading of the names.
    """

    entries: tuple[Entry, ...]
    form: Form
    ruler: Ruler
    spacing: Spacing
    widest: float = np.inf
    named: bool = True
    headed: bool = True
    heading: str = ""

    @cached_property
    def heads(self) -> list[str]:
        """The names of the numbers that have columns; none if rows are plain."""
        if not self.form.table:
            return []
        rows = [entry for entry in self.entries if entry.is_tabular and entry.role.is_data]
        rows = rows if self.named else list(self.entries)
        return list(dict.fromkeys(head for entry in rows for head in entry.cells))

    @property
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
        handles = [entry.handle for entry in self.entries if entry.role.is_data]
        curves = [handle for handle in handles if isinstance(handle, Line2D)]
        # matplotlib has no public attribute for the dashes of a line.
        periods = [sum(getattr(one, "_dash_pattern", (0, None))[1] or ()) for one in curves]
        widths = [float(one.get_linewidth()) for one in curves]
        needed = [period + width for period, width in zip(periods, widths, strict=True)]
        return float(max([self.spacing.handlelength * self.form.points, *needed]))

    def _row(self, entry: Entry) -> list[str]:
        """Return the words of a row: its name, and its numbers in columns."""
        numbers = [entry.cells.get(head, "") for head in self.heads]
        if not self.named:
            return numbers or [entry.text]
        if self.heads and entry.is_tabular and entry.role.is_data:
            return [entry.words or "", *numbers]
        return [entry.text, *("" for _ in self.heads)]

    @cached_property
    def _layout(self) -> tuple[Size, list[list[_Cell]], list[_Swatch]]:
        size, between = self.form.points, LINES * self.spacing.labelspacing * self.form.points
        indent = self.handle_width + self.spacing.handletextpad * size
        line, handle = self._height("lp"), self.spacing.handleheight * size
        lines = -(-len(self.entries) // self.form.columns)
        roles = [entry.role for entry in self.entries]
        if self.form.columns > 1 and DASH_KEY in roles:
            # Those of dashes are beside those of colours.
            lines = roles.index(DASH_KEY)
        cells: list[list[_Cell]] = []
        headings: list[_Cell] = []
        swatches: list[_Swatch] = []
        left, bottom = 0.0, 0.0
        for start in range(0, len(self.entries), lines):
            part = self._wrapped(map(self._row, self.entries[start : start + lines]), indent)
            title = self._title if start == 0 else ""
            places = left + indent + self._offsets(part, title)
            top = line * 1.15 if self._shown_heads or self._title else 0.0
            first = 1 if self.named else 0
            titled = zip(places[first:-1], self._heads_of(part), strict=False)
            headings += [_Cell(places[0], 0.0, title, size)] if title else []
            headings += [_Cell(x, 0.0, head, size) for x, head in titled]
            for row in part:
                columns = zip(places[:-1], row, strict=True)
                cells.append([_Cell(x, top, words, size) for x, words in columns if words])
                swatches.append(_Swatch(left, top + line / 2, self.handle_width, handle))
                top += max(self._height(words) for words in row) + between
            # Names without numbers may extend below the columns of numbers.
            alone = [indent + self._width(row[0]) for row in part if not any(row[1:])]
            bottom = max(bottom, top - between)
            left = max([places[-1] - self._gap, *(left + width for width in alone)]) + self._beside
        return (left - self._beside, bottom), [*cells, *([headings] if headings else [])], swatches

    @cached_property
    def _shown_heads(self) -> list[str]:
        """The headings of the columns, without what repeats the one before: "of hull"."""
        if not self.headed or not self.heads:
            return []
        before = ["", *self.heads[:-1]]
        if self._has_keys:
            # A score of several groups, with the dash of each.
            before = [head.split(" ")[0] for head in before]
        pairs = zip(before, self.heads, strict=True)
        return [head.removeprefix(f"{last} ") for last, head in pairs]

    @property
    def _has_keys(self) -> bool:
        """Whether curves have rows for their colours, and others for their dashes."""
        return any(entry.role in (COLOR_KEY, DASH_KEY) for entry in self.entries)

    @property
    def _title(self) -> str:
        """The heading of the names, if the first of them is that of a curve."""
        return self.heading if self.named and self.entries[0].role.is_data else ""

    @property
    def _gap(self) -> float:
        return GAP * self.form.points

    @property
    def _beside(self) -> float:
        return min(self.spacing.columnspacing, 1.2) * self.form.points

    def _heads_of(self, rows: list[list[str]]) -> list[str]:
        """Return the headings above some rows: none above those of dashes alone."""
        has_numbers = not self._has_keys or any(any(row[1:]) for row in rows)
        return self._shown_heads if has_numbers else []

    def _offsets(self, rows: list[list[str]], title: str = "") -> NDArray[np.float64]:
        """Return where columns begin, each as wide as its widest cell, and where the last ends."""
        shown = rows if len(rows[0]) == 1 else [row for row in rows if any(row[1:])]
        columns = zip(*(shown or [[""] * len(rows[0])]), strict=True)
        widths = [max(map(self._width, column)) for column in columns]
        first = 1 if self.named else 0
        widths[0] = max(widths[0], self._width(title))
        heads = map(self._width, self._heads_of(rows))
        widths[first:] = [max(pair) for pair in zip_longest(widths[first:], heads, fillvalue=0.0)]
        # At few pixels a letter, names are drawn a little wider.
        widths[0] *= WIDER if len(widths) > 1 or self.form.columns > 1 else 1.0
        return np.cumsum([0.0, *(width + self._gap for width in widths)])

    def _wrapped(self, rows: Iterable[list[str]], indent: float) -> list[list[str]]:
        """Break names over lines if the sheet would be too wide."""
        rows = list(rows)
        offsets = self._offsets(rows)
        numbers = offsets[-1] - offsets[1] if len(offsets) > 2 else 0.0
        room = self.widest / self.form.columns - indent
        return [
            [broken(row[0], room - numbers * any(row[1:]), self._width), *row[1:]] for row in rows
        ]

    def _width(self, words: str) -> float:
        return self.ruler.width(words, self.form.points) if words else 0.0

    def _height(self, words: str) -> float:
        """Return the height of a row; formulas may be higher than a line."""
        plain = self.ruler.size("lp", self.form.points)[1]
        if "\n" in words or "$" in words:
            return max(self.ruler.size(words, self.form.points)[1], plain)
        return plain


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
        _label(entry, sheet.form, (known or {}).get(entry.handle, proto)) for entry in sheet.entries
    ]
    box = SheetBox(sheet, labels, proto)
    legend.legend_handles = [*_swatched(legend, sheet, box)]
    legend.texts = labels
    body.get_children()[:] = [box]
    box.set_figure(legend.get_figure())
    box.axes = legend.axes
    legend.stale = True
    return labels


def _label(entry: Entry, form: Form, proto: Text) -> Text:
    label = Text(0, 0, entry.text)
    label.update_from(proto)
    label.set(text=entry.text, fontsize=form.points)
    return label


def _swatched(legend: Legend, sheet: Sheet, box: SheetBox) -> list[Artist]:
    """Draw the handles of all rows into areas of the box; return the artists drawn."""
    own = {**Legend.get_default_handler_map(), **HANDLERS}
    handles: list[Artist] = []
    for entry, swatch in zip(sheet.entries, sheet.swatches, strict=True):
        # Artists of others look as in any legend.
        handlers = legend.get_legend_handler_map() if entry.is_foreign else own
        handler: Any = Legend.get_legend_handler(handlers, entry.handle)
        area = DrawingArea(swatch.width, swatch.height, 0.0, 0.0)
        drawn = handler.legend_artist(legend, entry.handle, sheet.form.points, area)
        handles.append(drawn)
        box.add_swatch(area, swatch)
    return handles
