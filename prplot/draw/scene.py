"""A record of what is drawn in axes: a mark for each artist, with its kind, words and numbers.

The program reads marks and does not inspect artists. Artists also have their kind as `gid` and
their words as label, for users and for ``ax.legend()``. If the user changes a label, the mark takes
it over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from matplotlib import rcParams
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure

from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Space
from prplot.draw.placement.candidates import (
    Finder,
    above_region,
    beside_line,
    beside_point,
    beside_segment,
    inside_region,
    led_to_points,
    on_line,
)
from prplot.draw.tex import typeset


class Number(NamedTuple):
    """A score of a curve.

    Attributes
    ----------
    head : str
        The name of the score.
    value : float
    ends : (float, float) or None
        Its interval, if one was computed.
    is_difference : bool
        Whether it is that of two scores, and written with its sign.
    spread : float or None
        What is written after "±", such as the standard deviation of folds.
    """

    head: str
    value: float
    ends: tuple[float, float] | None = None
    is_difference: bool = False
    spread: float | None = None

    @property
    def text(self) -> str:
        """The value with its interval or spread, without the name."""
        write = signed if self.is_difference else rounded
        if self.spread is not None:
            return f"{write(self.value)} {typeset('±')} {rounded(self.spread)}"
        if self.ends is None:
            return write(self.value)
        return f"{write(self.value)} [{', '.join(map(write, self.ends))}]"


# In the order of their display.
Numbers = tuple[Number, ...]


class Head(NamedTuple):
    """What axes without a space show, as the first sentence of a description says it.

    Attributes
    ----------
    words : str
        With "{}" in place of a number, if there is a noun.
    noun : str
        What of that there are as many as marks with this head.
    data : str
        Cases and positives, as the end of the sentence.
    """

    words: str
    noun: str = ""
    data: str = ""


class Kind(NamedTuple):
    """A kind of artist, by what it shows, and how such artists are labelled.

    Attributes
    ----------
    name : str
        The `gid` of its artists.
    places : tuple of callable
        Functions that find positions for its words in the axes, best first; names of curves have a
        search of their own.
    is_data : bool
        Whether it shows a curve, with a legend entry or a name beside the curve.
    comes_after : bool
        Whether its legend entries follow those of the curves that it surrounds.
    is_reference : bool
        Whether a leader may cross it.
    is_faint : bool
        Whether words may cover it if there is no other position.
    is_colored : bool
        Whether its words are written in its colour.
    is_indispensable : bool
        Whether its words are always shown: if need be in smaller type, or in the legend.
    is_silent : bool
        Whether words without a position are left out, as legend entries would all look alike.
    is_named_once : bool
        Whether one of them is labelled in full ("F1 = 0.4") and the others with their number, if
        their marks have one.
    is_nested : bool
        Whether several of them lie within one another.
    has_shape : bool
        Whether its markers get distinct shapes if only the legend has room for their words.
    keeps_shape : bool
        Whether they keep the shape in which they were drawn, as other points have it, too.
    """

    name: str
    places: tuple[Finder, ...] = ()
    is_data: bool = False
    comes_after: bool = False
    is_reference: bool = False
    is_faint: bool = False
    is_colored: bool = False
    is_indispensable: bool = False
    is_silent: bool = False
    is_named_once: bool = False
    is_nested: bool = False
    has_shape: bool = False
    keeps_shape: bool = False


# How the `gid` of all artists of plot functions begins.
OURS = "prplot-"


def _reference(name: str, *places: Finder, **facts: bool) -> Kind:
    return Kind(f"{OURS}{name}", places, is_reference=True, **facts)


CURVE = Kind("prplot-curve", is_data=True)
HULL = Kind("prplot-hull", is_data=True)
# What the dashes of several curves mean.
DASHES = Kind("prplot-dashes", is_data=True)
# A curve that is labelled with its name and has no legend entry.
NAMED = Kind("prplot-named", is_data=True, is_colored=True)
FOLD = Kind("prplot-fold", comes_after=True)
BAND = Kind("prplot-band", comes_after=True)
VERTEX = Kind("prplot-vertex")
DISCARDED = Kind("prplot-discarded")
OPERATING_POINT = Kind("prplot-operating-point")
POINT = _reference("point", beside_point, led_to_points, has_shape=True, is_named_once=True)
FOLD_POINTS = _reference("fold-points", led_to_points, is_colored=True, is_named_once=True)
SEGMENT = _reference("segment", beside_segment, is_silent=True, is_named_once=True)
# A segment of one of several hulls.
COLORED_SEGMENT = SEGMENT._replace(is_colored=True)
CHANCE = _reference("chance", beside_line, is_colored=True, is_indispensable=True)
BASELINE = _reference("baseline", beside_line, on_line)
REGION = _reference("region", inside_region, above_region, is_nested=True)
NEGATIVE = _reference("negative", inside_region)
BORDER = _reference("border", on_line, beside_line)
ISOMETRIC = _reference("isometric", on_line, is_faint=True, is_named_once=True)
MINIMUM = _reference("minimum")
ZERO = _reference("zero")
AXIS_OF_BETAS = Kind("prplot-betas")
AXIS_ABOVE = Kind("prplot-above")
# The best threshold of a metric, or a chosen one, which has a shape on all metrics.
BEST = POINT._replace(name="prplot-best", is_indispensable=True)
CHOSEN_POINT = BEST._replace(keeps_shape=True)
RUG = Kind("prplot-rug", comes_after=True)
CHOSEN = Kind("prplot-chosen")
BAR_OF_COLORS = Kind("prplot-bar")
LEGEND_BENEATH = Kind("prplot-beneath")
LEGEND_OF_TASKS = Kind("prplot-tasks")
# Other artists with a legend entry, which keep their gid.
OTHER = Kind("")

# The property of artists of plot functions that have no mark.
PART: dict[str, Any] = {"gid": f"{OURS}part"}

# Words are placed in this order of kinds; other kinds follow.
FIRST_WORDS = (
    NAMED,
    POINT,
    BEST,
    CHOSEN_POINT,
    FOLD_POINTS,
    SEGMENT,
    COLORED_SEGMENT,
    CHANCE,
    BASELINE,
    REGION,
    NEGATIVE,
    BORDER,
    ISOMETRIC,
)


@dataclass(eq=False, repr=False)
class Mark:
    """One artist and what it shows.

    Attributes
    ----------
    kind : Kind
    artist : matplotlib.artist.Artist
    words : str
        The label of anything but a curve with numbers.
    short : str
        The words, or the name, without their dispensable part.
    value : str
        The short form of the words where another of its kind is labelled in full.
    name : str or None
        The name of a curve.
    numbers : tuple of Number
        The scores of a curve.
    numbered : str
        The name of a curve that the user did not name, with "{}" for its number among several.
    prevalence : float or None
        The prevalence of the curve to which a reference belongs.
    curve : ConfusionCurve or None
        What a line shows, if it is a curve of counts.
    join : str
        How the line runs between operating points.
    at : tuple of float or None
        Where a marked point is, in the space of the axes.
    thresholds : tuple of float or None
        The first and the last threshold that the colours of a curve show.
    head : Head or None
        What the axes show, unless these are curves in a space.
    told : tuple of str
        What a description says of it, in sentences, in place of its words.
    own_color : colour or None
        The colour that a neutral reference gets if there are several of its kind; None if the user
        chose its colour.
    is_listed : bool
        Whether the legend has an entry for it.
    is_renamed : bool
        Whether the words are the user's.
    """

    kind: Kind
    artist: Artist
    words: str = ""
    short: str = ""
    value: str = ""
    name: str | None = None
    numbers: Numbers = ()
    numbered: str = ""
    prevalence: float | None = None
    curve: ConfusionCurve | None = None
    join: str = "exact"
    at: tuple[float, float] | None = None
    thresholds: tuple[float, float] | None = None
    head: Head | None = None
    told: tuple[str, ...] = ()
    own_color: Any = None
    is_listed: bool = False
    is_renamed: bool = False
    _written: str = ""

    @property
    def text(self) -> str:
        """The words, or the name of a curve with its numbers."""
        return self.words or entry_text(self.name, self.numbers)

    @property
    def title(self) -> str:
        """The text without numbers, or the numbers if there is no name."""
        return self.name if self.name is not None and not self.words else self.text

    def write_label(self, *, listed: bool) -> None:
        """Label the artist with its text, which is hidden from legends unless `listed`."""
        text = self.text
        self.is_listed = listed and bool(text)
        # Legends omit labels that start with an underscore; a space before a name avoids this.
        entry = f" {text}" if text.startswith("_") else text
        self._written = entry if self.is_listed else f"_{text}"
        self.artist.set_label(self._written)

    def accept_label(self) -> None:
        """Take over the artist's label if the user has changed it."""
        label = str(self.artist.get_label())
        if label != self._written:
            self.is_listed = not label.startswith("_")
            # matplotlib calls artists without a label _child0, _child1, ...
            self.rename("" if label.startswith("_child") else label.removeprefix("_"))
            self._written = label

    def rename(self, words: str) -> None:
        """Replace the words, or the name and numbers, by the user's words."""
        self.words, self.short, self.value = words, words, ""
        self.name, self.numbers, self.is_renamed = None, (), True

    def set_kind(self, kind: Kind) -> None:
        """Change the kind of the mark, and the gid of its artist."""
        self.kind = kind
        if kind.name:
            self.artist.set_gid(kind.name)

    @property
    def is_drawn(self) -> bool:
        """Whether its artist is still in a figure."""
        return self.artist.get_figure() is not None


class Unseen(Artist):
    """An artist that draws nothing itself: it acts when others are drawn, or knows what they are.

    It is copied, pickled and cleared with its axes.
    """

    def set(self, **properties: Any) -> Any:
        """Set properties, as of every artist.

        matplotlib would write a method for each class, with a list of what can be set: that takes
        longer than to define the rest of the class.
        """
        return super().set(**properties)


class Scene(Unseen):
    """The marks of some axes, or of a figure, in the order in which they were drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.set_in_layout(False)
        self._marks: dict[Artist, Mark] = {}
        # The positive labels of all that is drawn, as far as they are to be named.
        self.positives: list[str] = []
        # The space of the axes, once curves of counts are drawn.
        self.space: Space | None = None

    @classmethod
    def find(cls, host: Axes | Figure | SubFigure) -> "Scene | None":
        """Return the scene of some axes, or of a figure, if anything was marked there."""
        return next((artist for artist in host.artists if isinstance(artist, cls)), None)

    @classmethod
    def of(cls, host: Axes | Figure | SubFigure) -> "Scene":
        """Return the scene of some axes, or of a figure, which gets one if it has none."""
        scene = cls.find(host)
        if scene is None:
            scene = cls()
            host.add_artist(scene)
        return scene

    def add(self, mark: Mark) -> Mark:
        """Record a mark."""
        self._marks[mark.artist] = mark
        mark.set_kind(mark.kind)
        return mark

    def mark(
        self,
        artist: Artist,
        kind: Kind,
        words: str = "",
        *,
        style: Mapping[str, Any] | None = None,
        listed: bool = False,
        **facts: Any,
    ) -> Mark:
        """Record what an artist shows, and label it.

        Parameters
        ----------
        artist : matplotlib.artist.Artist
        kind : Kind
        words : str
            The label of anything but a curve with numbers.
        style : mapping, optional
            The user's properties; a label among them replaces ours, even if it is empty.
        listed : bool, default False
            Whether the legend has an entry for it.
        **facts
            Other attributes of the `Mark`.
        """
        mark = self.add(Mark(kind, artist, words, **{"short": words, **facts}))
        if style is not None and "label" in style:
            mark.accept_label()
        else:
            mark.write_label(listed=listed)
        return mark

    def marks(self, *kinds: Kind) -> list[Mark]:
        """Return the marks of some kinds, or all, whose artists are still in the figure."""
        if not all(mark.is_drawn for mark in self._marks.values()):
            self._marks = {key: mark for key, mark in self._marks.items() if mark.is_drawn}
        found = [mark for mark in self._marks.values() if mark.kind in kinds or not kinds]
        for mark in found:
            mark.accept_label()
        return found

    def worded_marks(self) -> list[Mark]:
        """Return the marks with words in the axes, in the order in which these are placed."""
        rank = {kind: i for i, kind in enumerate(FIRST_WORDS)}
        found = [mark for mark in self.marks() if mark.kind.places or mark.kind in rank]
        found.sort(key=lambda mark: rank.get(mark.kind, len(rank)))
        return [mark for mark in found if mark.text]

    def mark_of(self, artist: Artist) -> Mark | None:
        """Return the mark of an artist, or None if it has none."""
        mark = self._marks.get(artist)
        if mark is not None:
            mark.accept_label()
        return mark

    def draw(self, renderer: Any) -> None:
        """Draw nothing."""


def mark(artist: Artist, kind: Kind, words: str = "", **facts: Any) -> Mark:
    """Record what an artist shows, with words to be written in the axes; see `Scene.mark`."""
    assert isinstance(artist.axes, Axes)
    return Scene.of(artist.axes).mark(artist, kind, words, **facts)


def mark_entry(artist: Artist, kind: Kind, words: str = "", **facts: Any) -> Mark:
    """Record what an artist shows, with words or a name and numbers for the legend."""
    return mark(artist, kind, words, listed=True, **facts)


def marks_of(host: Axes | Figure | SubFigure, *kinds: Kind) -> list[Mark]:
    """Return the marks of some kinds, or all, in some axes or of a figure."""
    scene = Scene.find(host)
    return [] if scene is None else scene.marks(*kinds)


def has_words(ax: Axes, words: str, *kinds: Kind) -> bool:
    """Tell whether axes have a mark with these words."""
    return any(mark.text == words for mark in marks_of(ax, *kinds))


def labels_of(ax: Axes) -> tuple[str, ...]:
    """Return the labels of all that is drawn in axes, which the user may have changed."""
    return tuple(str(one.get_label()) for one in (*ax.lines, *ax.collections, *ax.patches))


def is_ours(artist: Artist) -> bool:
    """Tell whether a plot function drew an artist, with a mark or without."""
    return str(artist.get_gid() or "").startswith(OURS)


def legend_text(artist: Any) -> str:
    """Return what the legend calls an artist, or a container; nothing if it has no entry."""
    label = str(artist.get_label() or "")
    return "" if label.startswith("_") else label


def entry_text(name: str | None, numbers: Numbers, between: str = ", ") -> str:
    """Return the label of a curve: its name with its numbers, or its numbers alone."""
    if name is None:
        return between.join(f"{one.head} = {one.text}" for one in numbers)
    shown = between.join(f"{one.head} {one.text}" for one in numbers)
    return f"{name} ({shown})" if shown else name


def rounded(value: float) -> str:
    """Write a score with three decimals, and without a sign if it is rounded to 0."""
    return typeset(f"{round(value, 3) + 0.0:.3f}")


def signed(value: float) -> str:
    """Write a difference of scores with three decimals and its sign, unless it is rounded to 0."""
    # A minus is as wide as a plus, a hyphen is not.
    sign = "+" if value > 0 else "\N{MINUS SIGN}" if rcParams["axes.unicode_minus"] else "-"
    return typeset(f"{sign if round(value, 3) else ''}{abs(value):.3f}")


def chosen_numbers(numbers: Sequence[Number], head: str) -> Numbers:
    """Return the numbers of one score: that of the curve, of its hull, and means over classes."""
    return tuple(one for one in numbers if head in one.head.split())
