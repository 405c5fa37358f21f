"""The scene: a record of what axes show, made before anything is drawn.

A `Scene` has a `Mark` for each curve, reference, band or point: its role, its shape and its
words. `prplot.draw.painting` draws it. Legends, labels, descriptions and later calls on the
same axes read the scene; nothing is read back from what was drawn.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from matplotlib import rcParams

from prplot.core.checks import FloatArray
from prplot.core.measures.metric_steps import StepFunction
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Space
from prplot.core.traces import Trace
from prplot.draw.placement.words import (
    Finder,
    beside_line,
    beside_point,
    beside_segment,
    inside_region,
    led,
    on_line,
)
from prplot.draw.tex import typeset

# Numbers nearer to 0, and to 1, are as good as these.
TINY = 1e-6

# What is said


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
        The number after "±", such as the standard deviation of folds.
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
            return f"{write(self.value)} {typeset('±')} {self.spread:.3f}"
        if self.ends is None:
            return write(self.value)
        return f"{write(self.value)} [{', '.join(map(write, self.ends))}]"


# In the order of their display.
Numbers = tuple[Number, ...]


# Roles


class Role(NamedTuple):
    """What a mark is for, and how such marks are coloured, labelled and listed.

    Attributes
    ----------
    name : str
        The `gid` of its artist.
    places : tuple of callable
        Functions that find positions for its words in the axes, best first; names of curves have a
        search of their own.
    strength : float or None
        Of a reference: if it is the only one in its axes, its colour is that of the text, mixed
        with the background by this share; several have the colours of their curves.
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
        Whether several of them lie within one another, of which the largest is labelled.
    has_shape : bool
        Whether its markers get distinct shapes if only the legend has room for their words.
    keeps_shape : bool
        Whether they keep the shape in which they were drawn, as other points have it, too.
    """

    name: str
    places: tuple[Finder, ...] = ()
    strength: float | None = None
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


def _reference(name: str, *places: Finder, **facts: Any) -> Role:
    return Role(f"prplot-{name}", places, is_reference=True, **facts)


CURVE = Role("prplot-curve", is_data=True)
HULL = Role("prplot-hull", is_data=True)
# What the colours and the dashes of curves mean, if each curve has both.
COLOR_KEY = Role("prplot-color-key", is_data=True)
DASH_KEY = Role("prplot-dash-key", is_data=True)
# What the dashes of several curves mean.
DASHES = Role("prplot-dashes", is_data=True)
FOLD = Role("prplot-fold", comes_after=True)
BAND = Role("prplot-band", comes_after=True)
VERTEX = Role("prplot-vertex")
DISCARDED = Role("prplot-discarded")
OPERATING_POINT = Role("prplot-operating-point")
POINT = _reference("point", beside_point, led, has_shape=True, is_named_once=True)
FOLD_POINTS = _reference("fold-points", led, is_colored=True, is_named_once=True)
SEGMENT = _reference("segment", beside_segment, is_silent=True, is_named_once=True)
CHANCE = _reference("chance", beside_line, is_colored=True, is_indispensable=True, strength=0.8)
BASELINE = _reference("baseline", beside_line, on_line, strength=0.8)
# The net benefit of treating everybody, or nobody.
TREATED = _reference("treated", beside_line, on_line, is_colored=True, strength=0.8)
REGION = _reference("region", inside_region, led, is_nested=True, strength=1.0)
NEGATIVE = _reference("negative", inside_region)
BORDER = _reference("border", on_line, beside_line)
ISOMETRIC = _reference("isometric", on_line, is_faint=True, is_silent=True, is_named_once=True)
MINIMUM = _reference("minimum", strength=1.0)
ZERO = _reference("zero")
# The best threshold of a metric, or a chosen one, which has a shape on all metrics.
BEST = POINT._replace(name="prplot-best", is_indispensable=True)
CHOSEN_POINT = BEST._replace(keeps_shape=True)
# One whose words are in the legend alone.
LISTED_POINT = CHOSEN_POINT._replace(places=())
RUG = Role("prplot-rug", comes_after=True)
CHOSEN = Role("prplot-chosen")
# Axes above and beside others, and legends of figures.
AXIS_OF_BETAS = Role("prplot-betas")
AXIS_ABOVE = Role("prplot-above")
BAR_OF_COLORS = Role("prplot-bar")
LEGEND_BENEATH = Role("prplot-beneath")
# What has nothing to say, or nothing but its row in the legend.
PART = Role("prplot-part")
OTHER = Role("prplot-other")

# Words are placed in this order of roles.
FIRST_WORDS = (
    *(POINT, BEST, CHOSEN_POINT, FOLD_POINTS, SEGMENT),
    *(CHANCE, BASELINE, TREATED, REGION, NEGATIVE, BORDER, ISOMETRIC),
)


# Shapes

TraceOrSteps = Trace | StepFunction


class Line(NamedTuple):
    """A line along a path."""

    path: TraceOrSteps


class Polyline(NamedTuple):
    """A line through points, with a gap at each nan; in shares of the axes' height if `is_rug`."""

    x: FloatArray
    y: FloatArray
    is_rug: bool = False


class Rule(NamedTuple):
    """A straight line across the axes: at a height, or at an x if it is upright."""

    at: float
    is_upright: bool = False


class Between(NamedTuple):
    """The area between two paths."""

    lower: TraceOrSteps
    upper: TraceOrSteps


class Region(NamedTuple):
    """The area between a path and the x axis."""

    border: TraceOrSteps


class Area(NamedTuple):
    """The area between two lines through points."""

    x: FloatArray
    low: FloatArray
    high: FloatArray


class Bars(NamedTuple):
    """A bar in each row, from left to right."""

    left: FloatArray
    right: FloatArray
    height: float


class Markers(NamedTuple):
    """Markers of the colour of their mark, or of colours that show their order.

    For the latter they have places from 0 to 1, and shades of a base, if any.
    """

    x: FloatArray
    y: FloatArray
    places: FloatArray | None = None
    base: Any = None


class Graded(NamedTuple):
    """A curve in the colours of its thresholds."""

    curve: ConfusionCurve
    space: Space
    palette: Any = None


class Swatch(NamedTuple):
    """Nothing in the axes: a line, or a filled area, in the legend alone."""

    is_filled: bool = False


Filled = Between | Region | Area | Bars
Shape = Line | Polyline | Rule | Graded | Filled | Markers | Swatch | None


class Tint(NamedTuple):
    """A mixture of a colour, by default that of text, with the background of the axes.

    Attributes
    ----------
    strength : float
        The share of the colour; 0 is the background itself.
    color : colour, optional
    on_dark : float, optional
        The share on a dark background, if it is another.
    """

    strength: float
    color: Any = None
    on_dark: float | None = None


GROUND = Tint(0.0)
INK = Tint(1.0)


# Marks


@dataclass(frozen=True, eq=False)
class Mark:
    """One thing that axes show.

    Attributes
    ----------
    role : Role
    shape : Line, Markers, ... or None
        None if matplotlib made its artist, such as an axis.
    words : str
        The label of anything but a curve with numbers.
    name : str or None
        The name of a curve.
    numbers : tuple of Number
        The scores of a curve.
    short : str
        The words without their dispensable part.
    value : str
        The short form of the words where another of its role is labelled in full.
    numbered : str
        The name of a curve that the user did not name, with "{}" for its number among several.
    once : str
        Of several marks with a role and this text, the first is drawn.
    is_listed : bool
        Whether the legend has a row for it.
    color : colour, Tint or None
        That of its curve; None stands for a neutral one.
    dash : line style or None
        That of its curve, if curves differ in it.
    style : dict
        Further properties of its artist; those of the user override all others.
    curve : ConfusionCurve or None
        What a line shows, if it is a curve of counts.
    join : str
        How the line runs between operating points.
    prevalence : float or None
        The prevalence of the curve to which a reference belongs.
    at : tuple of float or None
        Where a marked point is, in the space of the axes.
    thresholds : tuple of float or None
        The first and the last threshold that the colours of a curve show.
    head : str
        What the axes show, unless these are curves in a space.
    told : tuple of str
        What a description says of it, in sentences, in place of its words.
    """

    role: Role
    shape: Shape = None
    words: str = ""
    name: str | None = None
    numbers: Numbers = ()
    short: str = ""
    value: str = ""
    numbered: str = ""
    once: str = ""
    is_listed: bool = False
    color: Any = None
    dash: Any = None
    style: Mapping[str, Any] = field(default_factory=dict)
    curve: ConfusionCurve | None = None
    join: str = "exact"
    prevalence: float | None = None
    at: tuple[float, float] | None = None
    thresholds: tuple[float, float] | None = None
    head: str = ""
    told: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.is_renamed:
            label = str(self.style["label"] or "")
            words = "" if label.startswith("_child") else label.removeprefix("_")
            self._set(**_renamed(words), is_listed=bool(label) and not label.startswith("_"))
        elif not self.short:
            self._set(short=self.words or self.name or "")

    def _set(self, **changes: Any) -> None:
        for key, value in changes.items():
            object.__setattr__(self, key, value)

    @property
    def is_renamed(self) -> bool:
        """Whether the words are the user's."""
        return "label" in self.style

    @property
    def text(self) -> str:
        """The words, or the name of a curve with its numbers."""
        return self.words or entry_text(self.name, self.numbers)

    @property
    def label(self) -> str:
        """The label of its artist, which matplotlib's legends list if the mark is listed."""
        if not (self.is_listed and self.text):
            return f"_{self.text}"
        # Legends omit labels that start with an underscore; a space before a name avoids this.
        return f" {self.text}" if self.text.startswith("_") else self.text

    def called(self, words: str) -> "Mark":
        """Return the mark with words of the user in place of its own."""
        return replace(self, **_renamed(words))


def _renamed(words: str) -> dict[str, Any]:
    return {"words": words, "short": words, "value": "", "name": None, "numbers": ()}


@dataclass(frozen=True)
class Scene:
    """What axes show.

    Attributes
    ----------
    space : Space or None
        The space of the axes, if curves of counts are drawn.
    marks : tuple of Mark
        In the order in which they are drawn.
    heading : str
        What the names of all curves are names of, such as "model".
    of_decisions : bool
        Whether curves count decisions, of which each case has one for every class.
    """

    space: Space | None = None
    marks: tuple[Mark, ...] = ()
    heading: str = ""
    of_decisions: bool = False

    def of(self, *roles: Role) -> list[Mark]:
        """Return the marks of some roles."""
        return [mark for mark in self.marks if mark.role in roles]

    def with_marks(self, more: "Scene") -> "Scene":
        """Return the scene after a further call, without what is shown already.

        Earlier marks keep their places. The words of a mark may change beside others.
        """
        known = {(mark.role.name, mark.once) for mark in self.marks}
        new = [one for one in more.marks if not one.once or (one.role.name, one.once) not in known]
        marks = _regions_named(_numbered([*self.marks, *new]))
        heading = more.heading if not self.marks or self.heading == more.heading else ""
        of_decisions = self.of_decisions or more.of_decisions
        return Scene(more.space or self.space, tuple(marks), heading, of_decisions)

    def is_alone(self, role: Role) -> bool:
        """Tell whether there is one mark of a role at most."""
        return len(self.of(role)) < 2


def _numbered(marks: Iterable[Mark]) -> list[Mark]:
    """Give numbers to curves that the user did not name if there are several of a kind."""
    marks, groups = list(marks), dict[str, list[int]]()
    for i, mark in enumerate(marks):
        if mark.numbered and mark.text and not mark.words:
            groups.setdefault(mark.numbered, []).append(i)
    for numbered, places in groups.items():
        for number, i in enumerate(places, 1) if len(places) > 1 else ():
            marks[i] = replace(marks[i], name=numbered.format(number), short="")
    return marks


def _regions_named(marks: Sequence[Mark]) -> list[Mark]:
    """Label the largest of nested regions, with its prevalence where there are several."""
    regions = [mark for mark in marks if mark.role.is_nested and mark.prevalence is not None]
    most = max((mark.prevalence or 0.0 for mark in regions), default=0.0)

    def named(mark: Mark) -> Mark:
        if mark.prevalence != most:
            return replace(mark, words="", short="")
        of = f" at π = {share_text(most)}" if len(regions) > 1 or mark.value else ""
        return replace(mark, words=typeset(f"unachievable{of}"), short="unachievable")

    return [named(mark) if mark in regions else mark for mark in marks]


# Texts


def entry_text(name: str | None, numbers: Numbers, between: str = ", ") -> str:
    """Return the label of a curve: its name with its numbers, or its numbers alone."""
    if name is None:
        return between.join(f"{one.head} = {one.text}" for one in numbers)
    shown = between.join(f"{one.head} {one.text}" for one in numbers)
    return f"{name} ({shown})" if shown else name


def rounded(value: float) -> str:
    """Write a score with three decimals, or more where these would make it 1, or leave one digit.

    Examples
    --------
    >>> rounded(0.8462), rounded(0.99982), rounded(0.00417), rounded(1), rounded(-1e-9)
    ('0.846', '0.9998', '0.0042', '1.000', '0.000')
    """
    digits, size = 3, abs(value)
    if TINY < size < 0.01:
        digits = 1 - math.floor(math.log10(size))
    elif TINY < 1 - size < 5e-4:
        digits = -math.floor(math.log10(1 - size))
    return typeset(f"{round(value, digits) + 0.0:.{digits}f}")


def share_text(share: float) -> str:
    """Write a share, such as a prevalence, with two digits, or three where these leave but one.

    Examples
    --------
    >>> share_text(0.2617), share_text(0.0995), share_text(0.3)
    ('0.26', '0.0995', '0.3')
    """
    return f"{share:.3g}" if f"{share:.2g}" == f"{share:.1g}" else f"{share:.2g}"


def signed(value: float) -> str:
    """Write a difference of scores with three decimals and its sign, unless it is rounded to 0."""
    # A minus is as wide as a plus, a hyphen is not.
    minus = "\N{MINUS SIGN}" if rcParams["axes.unicode_minus"] else "-"
    sign = "+" if value > 0 else minus if value < 0 else ""
    return typeset(f"{sign if round(value, 3) else ''}{abs(value):.3f}")


def chosen_numbers(numbers: Sequence[Number], head: str) -> Numbers:
    """Return the numbers of one score: that of the curve, of its hull, and means over classes."""
    return tuple(one for one in numbers if head in one.head.split())
