"""Rows of words and numbers in columns, wrapped names: of legends, and of figures without curves.

A `Form` says how the rows of a legend are set. A `Wish` lays them out on a `Sheet`, by arithmetic
with the sizes of words, and `fill` puts it into a legend of matplotlib's, which keeps an entry for
each curve, as "name (AUCPR 0.846)", for whoever reads it.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache, partial
from itertools import takewhile, zip_longest
from operator import add
from typing import Any, NamedTuple, Self

import numpy as np
from matplotlib import rcParams
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, get_font_names
from matplotlib.legend import Legend
from matplotlib.legend_handler import HandlerPathCollection
from matplotlib.lines import Line2D
from matplotlib.offsetbox import DrawingArea
from matplotlib.text import Annotation, Text
from numpy.typing import NDArray

from prplot.draw.axes import AnyFigure, slot_of
from prplot.draw.placement.ground import Size, points_to_pixels
from prplot.draw.scene import COLOR_KEY, DASH_KEY, OTHER, Numbers, Role, entry_text
from prplot.draw.scene_artist import DrawnMark, SceneArtist, drawn_in
from prplot.draw.style import text_color

# How large words are

# Type size at which words are measured, and pixels in a point, large enough that hinting does not
# matter.
_POINTS = 10.0
_SCALE = 4.0
_GENERIC = ("serif", "sans-serif", "sans serif", "sans", "cursive", "fantasy", "monospace")


# The smallest type, unless the user's is smaller.
SMALLEST = 6.0


class Ruler:
    """Measures words in the user's type, in points, each once for all figures."""

    def __init__(self) -> None:
        self._font = FontProperties(size=_POINTS)
        self._uses_tex = bool(rcParams["text.usetex"])

    def size(self, words: str, points: float) -> Size:
        """Return the width and height of words in a type size."""
        # The families that generic names stand for may change until the figure is drawn.
        families = *rcParams["font.sans-serif"], *rcParams["font.serif"]
        width, height = _measured(words, self._font, families, self._uses_tex)
        return width * points / _POINTS, height * points / _POINTS

    def width(self, words: str, points: float) -> float:
        """Return the width of words in a type size."""
        return self.size(words, points)[0]


@lru_cache(maxsize=4096)
def _measured(words: str, font: FontProperties, families: Any, uses_tex: bool) -> Size:
    """Return the size of words in points; the families are those that generic names stand for."""
    figure, canvas = _gauge(families)
    # For families that are not installed matplotlib would search, and log it, for each word;
    # it takes the last one if there is no other.
    installed, font = {*get_font_names(), *_GENERIC}, font.copy()
    font.set_family([one for one in font.get_family() if one in installed] or ["DejaVu Sans"])
    text = Text(0, 0, words, fontproperties=font, usetex=uses_tex, figure=figure)
    extent = text.get_window_extent(canvas)
    return float(extent.width) / _SCALE, float(extent.height) / _SCALE


@lru_cache(maxsize=8)
def _gauge(families: Any) -> Any:
    """Return a figure and a canvas on which words are measured, and nothing is drawn.

    matplotlib keeps sizes of texts for each canvas, whatever font a family stands for at the time.
    """
    canvas: Any = RendererAgg
    return Figure(dpi=72 * _SCALE), canvas(1, 1, 72 * _SCALE)


class _OrderedMarkers(HandlerPathCollection):
    """Shows markers of ordered colours by three of them."""

    def create_artists(self, legend: Legend, orig_handle: Any, *place: Any) -> list[Artist]:
        made: Any
        (made,) = super().create_artists(legend, orig_handle, *place)
        colors = orig_handle.get_facecolor()
        made.set(facecolor=colors[[0, len(colors) // 2, -1]], edgecolor="none")
        made.set_sizes(np.minimum(orig_handle.get_sizes()[:1], (0.9 * place[3]) ** 2))
        return [made]


HANDLERS: dict[Any, Any] = {
    PathCollection: _OrderedMarkers(yoffsets=[0.5] * 3, numpoints=3, marker_pad=0.2)
}

# Names that are broken over lines

# Formulas, intervals, numbers in brackets and those with a spread stay whole; else a line may end
# after a space, "_" or "-".
_PIECES = re.compile(
    r"[\d.]+ (?:±|\$\\pm\$) [\d.]+|\$[^$]*\$|\([^()]*\)$|\[[^\[\]\s]+, [^\[\]\s]+\]"
    r"|[^\s_$-]*[\s_-]+|[^\s_$-]+|\$"
)

Width = Callable[[str], float]
TextRows = list[list[str]]


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
        for piece in _PIECES.findall(line):
            if lines[-1] and width((lines[-1] + piece).rstrip()) > widest:
                lines.append("")
            lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


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
    look : tuple
        The colour and the dash of a curve, the same in several panels.
    is_foreign : bool
        Whether the user drew it.
    """

    handle: Artist
    words: str | None
    role: Role = OTHER
    numbers: Numbers = ()
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
    return data, rest


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
    return [Entry(one, words, is_foreign=True) for one, words in pairs if one not in ours]


def entry_of(one: DrawnMark) -> Entry:
    """Return the row of a mark."""
    mark = one.mark
    look = str(mark.color), str(mark.dash)
    words = mark.words or mark.name
    return Entry(one.artist, words, mark.role, mark.numbers, look)


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


# Forms

# Margin of a legend around its rows, in units of its type size.
PAD = 0.2
# Factor by which names may be wider than they are measured.
WIDER = 1.03
# Gaps between columns of numbers, and at most between rows side by side, in units of the type size,
# and between lines, as a share of the user's.
GAP, MOST_BESIDE = 0.8, 1.2
LINES = 0.6
# Longest handles and gaps beside them in small type.
SHORT_HANDLE, SHORT_PAD = 1.5, 0.5
# Distances within legends that users set, in units of the type size.
SPACING = ("handlelength", "handleheight", "handletextpad", "columnspacing", "labelspacing")


def spacing_of_user() -> dict[str, float]:
    """Return the distances within legends that the user has set."""
    held: Any = rcParams
    return {name: held[f"legend.{name}"] for name in SPACING}


class Form(NamedTuple):
    """How the rows of a legend are set.

    Attributes
    ----------
    points : float
        Type size.
    columns : int
        Number of rows side by side.
    price : float
        What is lost by it, see `ground`.
    """

    points: float
    columns: int = 1
    price: float = 0.0


class Sheet(NamedTuple):
    """The rows of a legend as they are laid out in one form, in points from the upper left corner.

    Attributes
    ----------
    entries : tuple of Entry
    form : Form
    size : (float, float)
    cells : list of list of (float, float, str)
        The words of each row with their places; headings are in a list of their own, at the end.
    handles : list of (float, float, float, float)
        The left end and the middle of the handle of each row, its width and its height.
    """

    entries: tuple[Entry, ...]
    form: Form
    size: Size
    cells: list[list[tuple[float, float, str]]]
    handles: list[tuple[float, float, float, float]]


@dataclass(frozen=True, eq=False, repr=False)
class Wish:
    """What a legend is to show.

    Attributes
    ----------
    entries : tuple of Entry
    sizes : (float, float)
        The usual and the small size of type, in points.
    ruler : Ruler
    spacing : dict of str to float
        Distances as in matplotlib's `Legend`.
    home : tuple of float
        The preferred position, in shares of the axes.
    title : (float, float)
        Width and height of the user's title.
    is_named : bool
        Whether rows have names; else numbers alone, beside the handles of their curves.
    heading : str
        The heading of the names.
    is_headed : bool
        Whether columns of numbers have headings.
    """

    entries: tuple[Entry, ...]
    sizes: tuple[float, float]
    ruler: Ruler
    spacing: dict[str, float] = field(default_factory=spacing_of_user)
    home: tuple[float, float] = (0.0, 0.5)
    title: Size = (0.0, 0.0)
    is_named: bool = True
    heading: str = ""
    is_headed: bool = True

    def size(self, sheet: Sheet) -> Size:
        """Return the size of a legend with its margins and title."""
        pad = 2 * PAD * self.sizes[0]
        width, height = sheet.size
        gap = self.spacing["labelspacing"] * self.sizes[0] if self.title[1] else 0.0
        return max(width, self.title[0]) + pad, height + gap + self.title[1] + pad

    def sheet(self, form: Form, widest: float = np.inf) -> Sheet:
        """Lay out the rows in a form, not wider than that if names can be wrapped."""
        size, spacing = form.points, self.spacing
        between = LINES * spacing["labelspacing"] * size
        beside = min(spacing["columnspacing"], MOST_BESIDE) * size
        handle, indent = self._handle(form)
        line = self._height("lp", form)
        cells: list[Any] = []
        headings: list[Any] = []
        handles: list[Any] = []
        left, bottom, above = 0.0, 0.0, 0.0
        count, roles = -(-len(self.entries) // form.columns), [one.role for one in self.entries]
        if form.columns > 1 and DASH_KEY in roles:
            # Those of dashes are beside those of colours.
            count = roles.index(DASH_KEY)
        for start in range(0, len(self.entries), count):
            rows = self._rows[start : start + count]
            titles = self._titles(rows, is_first=start == 0)
            rows = self._wrapped(rows, titles, form, widest / form.columns - indent)
            places = left + indent + self._offsets(rows, titles, form)
            above = top = line * 1.15 if any(titles) else above
            headings += [(places[i], 0.0, words) for i, words in enumerate(titles) if words]
            for row in rows:
                cells.append([(places[i], top, words) for i, words in enumerate(row) if words])
                handles.append((left, top + line / 2, *handle))
                top += max(self._height(words, form) for words in row) + between
            # Names without numbers may extend below the columns of numbers.
            alone = [indent + self._width(row[0], form) for row in rows if not any(row[1:])]
            left = max([places[-1] - GAP * size, *(left + width for width in alone)]) + beside
            bottom = max(bottom, top - between)
        shown = [*cells, *([headings] if headings else [])]
        return Sheet(self.entries, form, (left - beside, bottom), shown, handles)

    def _handle(self, form: Form) -> tuple[Size, float]:
        """Return the size of handles, and how far they are from the end of their names."""
        length, pad = self.spacing["handlelength"], self.spacing["handletextpad"]
        if form.points < self.sizes[0]:
            length, pad = min(length, SHORT_HANDLE), min(pad, SHORT_PAD)
        handles = [entry.handle for entry in self.entries if entry.role.is_data]
        curves = [handle for handle in handles if isinstance(handle, Line2D)]
        # A dash shows where it starts again; matplotlib has no public attribute for dashes.
        dashes = [sum(getattr(one, "_dash_pattern", (0, None))[1] or ()) for one in curves]
        widths = [float(one.get_linewidth()) for one in curves]
        width = max([length * form.points, *map(add, dashes, widths)])
        return (width, self.spacing["handleheight"] * form.points), width + pad * form.points

    @cached_property
    def _heads(self) -> list[str]:
        """The names of the numbers that have columns; none if a single one follows its name."""
        rows = [entry for entry in self.entries if entry.is_tabular and entry.role.is_data]
        shown = rows if self.is_named else self.entries
        heads = list(dict.fromkeys(head for entry in shown for head in entry.cells))
        is_table = not self.is_named or len(rows) > 1 or len(heads) > 1
        return heads if is_table else []

    def _titles(self, rows: TextRows, *, is_first: bool) -> list[str]:
        """Return what is written above each column of some rows."""
        heads = self._heads
        has_keys = any(entry.role in (COLOR_KEY, DASH_KEY) for entry in self.entries)
        # Without what repeats the one before: "of hull", or the score of another dash.
        before = ["", *heads[:-1]]
        if has_keys:
            before = [_shared_words(*pair) for pair in zip(before, heads, strict=False)]
        # Names beside the table, such as that of the folds, have no numbers.
        is_headed = self.is_headed and (not self.is_named or any(any(row[1:]) for row in rows))
        pairs = zip(before, heads, strict=False) if is_headed else ()
        numbers = [head.removeprefix(f"{last} ") for last, head in pairs]
        is_titled = is_first and self.entries[0].role.is_data
        return [self.heading * is_titled, *numbers] if self.is_named else numbers

    @cached_property
    def _rows(self) -> TextRows:
        return [self._row(entry) for entry in self.entries]

    def _row(self, entry: Entry) -> list[str]:
        """Return the words of a row: its name, and its numbers in columns."""
        numbers = [entry.cells.get(head, "") for head in self._heads]
        if not self.is_named:
            return numbers or [entry.text]
        if numbers and entry.is_tabular and entry.role.is_data:
            return [entry.words or "", *numbers]
        return [entry.text, *("" for _ in numbers)]

    def _offsets(self, rows: TextRows, titles: Sequence[str], form: Form) -> NDArray[np.float64]:
        """Return where columns begin, each as wide as its widest cell, and where the last ends."""
        is_single = len(rows[0]) == 1
        shown = rows if is_single else [row for row in rows if any(row[1:])]
        shown = shown or [[""] * len(rows[0])]
        columns = zip_longest(*shown, titles, fillvalue="")
        widths = [max(self._width(words, form) for words in column) for column in columns]
        # At few pixels a letter, names are drawn a little wider.
        widths[0] *= WIDER if len(widths) > 1 or form.columns > 1 else 1.0
        return np.cumsum([0.0, *(width + GAP * form.points for width in widths)])

    def _wrapped(self, rows: TextRows, titles: Sequence[str], form: Form, room: float) -> TextRows:
        """Break names over lines if they would need more room."""
        offsets = self._offsets(rows, titles, form)
        numbers = offsets[-1] - offsets[1] if len(offsets) > 2 else 0.0

        def width(words: str) -> float:
            return WIDER * self._width(words, form)

        return [[broken(row[0], room - numbers * any(row[1:]), width), *row[1:]] for row in rows]

    def _width(self, words: str, form: Form) -> float:
        return self._size(words)[0] * form.points if words else 0.0

    def _height(self, words: str, form: Form) -> float:
        """Return the height of a row; formulas may be higher than a line."""
        shown = [words, "lp"] if "\n" in words or "$" in words else ["lp"]
        return max(self._size(one)[1] for one in shown) * form.points

    @cached_property
    def _size(self) -> Callable[[str], Size]:
        """Returns the size of words in type of a point."""
        return cache(partial(self.ruler.size, points=1.0))


# The sheet as a part of a legend


class SheetBox(DrawingArea):
    """Draws a sheet within a legend.

    The legend has a text for each row, with its name and numbers, that is where its name is. It is
    not drawn itself, but cells have all properties that the user gives it.
    """

    def __init__(self, sheet: Sheet, labels: Sequence[Text], proto: Text) -> None:
        super().__init__(*sheet.size)
        self.sheet, self.proto = sheet, proto
        self._areas = [DrawingArea(width, height) for _, _, width, height in sheet.handles]
        self._cells: list[tuple[Text, Text]] = []
        for area in self._areas:
            self.add_artist(area)
        # Headings are a row without a label.
        rows: Any = zip_longest(labels, sheet.cells, fillvalue=proto)
        for label, row in rows:
            for x, y, words in row:
                self._cells.append((label, Text(x, sheet.size[1] - y, words)))
                self.add_artist(self._cells[-1][1])
            at = self._cells[-len(row)][1].get_position() if row else (0.0, 0.0)
            label.set(position=at, transform=self.get_transform(), va="top", ha="left")

    def set(self, **properties: Any) -> Any:
        """Set properties, as of every artist; see `Unseen.set`."""
        return super().set(**properties)

    def add_handles(self, legend: Legend) -> list[Artist]:
        """Draw the handles of all rows, and return them."""
        ours = {**Legend.get_default_handler_map(), **HANDLERS}
        found = []
        for entry, area in zip(self.sheet.entries, self._areas, strict=True):
            # Artists of others look as in any legend.
            handlers = legend.get_legend_handler_map() if entry.is_foreign else ours
            handler: Any = Legend.get_legend_handler(handlers, entry.handle)
            points = self.sheet.form.points
            found.append(handler.legend_artist(legend, entry.handle, points, area))
        return found

    def draw(self, renderer: Any) -> None:
        """Draw handles, names and numbers."""
        unit, corner = renderer.points_to_pixels(1.0), np.array(self.get_offset())
        for area, (x, middle, _, height) in zip(self._areas, self.sheet.handles, strict=True):
            y = self.sheet.size[1] - middle - height / 2
            area.set_offset(tuple(corner + unit * np.array([x, y])))
        for label, cell in self._cells:
            cell.update_from(label)
            cell.set_fontsize(self.sheet.form.points)
        super().draw(renderer)


def new_legend(host: Axes | AnyFigure, sheet: Sheet, **style: Any) -> Legend:
    """Make a legend of a sheet for some axes, or for a figure."""
    style = {"frameon": False, "borderpad": PAD, "alignment": "left", **style}
    legend: Legend = host.legend([Line2D([], [])], [" "], **style)
    fill(legend, sheet, {})
    return legend


def fill(legend: Legend, sheet: Sheet, known: Mapping[Artist, Text]) -> bool:
    """Put rows into a legend, in place of what it has; tell whether it has others.

    Its texts are the labels of the rows, "name (AUCPR 0.846)", and its handles theirs.

    Parameters
    ----------
    legend : matplotlib.legend.Legend
    sheet : Sheet
    known : dict of artist to Text
        Labels of handles, which they keep.
    """
    _, body = legend.get_children()[0].get_children()
    before, *_ = body.get_children()
    if isinstance(before, SheetBox) and before.sheet == sheet:
        return False
    # A text as labels are before the user changes them.
    proto = before.proto if isinstance(before, SheetBox) else legend.get_texts()[0]
    labels = []
    for entry in sheet.entries:
        label = known.get(entry.handle)
        if label is None:
            label = Text()
            label.update_from(proto)
        label.set(text=entry.text, fontsize=sheet.form.points)
        labels.append(label)
    box = SheetBox(sheet, labels, proto)
    legend.legend_handles = [*box.add_handles(legend)]
    legend.texts = labels
    body.get_children()[:] = [box]
    figure: Any = legend.get_figure()
    for part in (box, *labels):
        part.set_figure(figure)
    box.axes = legend.axes
    legend.stale = True
    return True


def _shared_words(one: str, other: str) -> str:
    """Return the words with which both texts begin."""
    pairs = zip(one.split(), other.split(), strict=False)
    return " ".join(word for word, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


# Rows of figures without curves: their names, and columns of texts beside them

# Distance between columns, and of their headings from the axes, in font sizes.
APART = 0.9
ABOVE = 0.7
# Names are wrapped that take more than a share of the room of the axes.
WIDEST = 0.5
# A line takes so many type sizes, and what is below and above the rows.
LINE = 1.15
BELOW, ON_TOP = 6.0, 1.7
ROWS = ("axes fraction", "data")


def write_names(ax: Axes, names: Sequence[str]) -> None:
    """Name the rows of axes at 0, 1, ..., in type that fits between them, long names wrapped.

    The limits of the axes must be set.
    """
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False, axis="y")
    pitch, usual, ruler = row_height(ax), float(_tick(ax).label1.get_fontsize()), Ruler()
    points = min(usual, max(pitch / LINE, SMALLEST))
    widest = WIDEST * slot_of(ax).width / points_to_pixels(ax)

    def wrapped(name: str) -> str:
        tried = broken(name, widest, lambda words: ruler.width(words, points))
        return tried if (tried.count("\n") + 1) * LINE * points <= pitch else name

    taken = max(ruler.width(wrapped(name), points) for name in names)
    points = min(points, max(points * widest / taken, SMALLEST))
    ax.set_yticks(range(len(names)), map(wrapped, names), fontsize=points, linespacing=1.0)


def row_height(ax: Axes) -> float:
    """Return the distance that rows will have once there is room for what is around them."""
    figure, slot, unit = ax.get_figure(root=True), slot_of(ax), points_to_pixels(ax)
    assert figure is not None
    size, height = float(_tick(ax).label1.get_fontsize()), slot.height / unit
    if len(figure.axes) == 1:
        is_laid_out = figure.get_layout_engine() is not None
        top = figure.bbox.height / unit - ON_TOP * size if is_laid_out else slot.y1 / unit
        height = max(min(height, top - BELOW * size), 1.0)
    return float(height / abs(ax.get_ylim()[1] - ax.get_ylim()[0]))


def write_columns(ax: Axes, columns: Mapping[str, Sequence[str]]) -> None:
    """Write texts to the right of the rows at 0, 1, ..., in columns with headings.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        With names of the rows, whose type the texts have.
    columns : dict of heading to sequence of str
    """
    size = float(_tick(ax).label1.get_fontsize())
    small = min(size, max(size * 0.8, SMALLEST))
    unit, right = points_to_pixels(ax), 0.0
    for words, shown in columns.items():
        head = _write(ax, words, (1, 1), "axes fraction", small)
        cells = [_write(ax, text, (1, i), ROWS, size) for i, text in enumerate(shown)]
        widths = [text.get_window_extent().width / unit for text in [head, *cells]]
        right += max(widths) + APART * size
        head.xyann = (right, ABOVE * size)
        for cell in cells:
            cell.xyann = (right, 0)


def _write(ax: Axes, words: str, at: tuple[float, float], within: Any, size: float) -> Annotation:
    return ax.annotate(
        words,
        at,
        (0, 0),
        xycoords=within,
        textcoords="offset points",
        ha="right",
        va="center_baseline",
        fontsize=size,
        color=text_color(ax),
        annotation_clip=False,
    )


def _tick(ax: Axes) -> Any:
    return ax.yaxis.get_major_ticks(1)[0]


def names_width(ax: Axes) -> float:
    """Return how far the names of the rows extend to the left of the axes, in pixels."""
    ruler, size = Ruler(), float(_tick(ax).label1.get_fontsize())
    # At few dots per inch, letters are fitted to the dots and may be narrower than elsewhere.
    widths = [ruler.width(label.get_text(), size) for label in ax.get_yticklabels()]
    pads = _tick(ax).get_tick_padding() + _tick(ax).get_pad()
    return float((max(widths, default=0.0) + pads) * points_to_pixels(ax))
