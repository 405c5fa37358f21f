"""Figures in words: a walk over the marks of axes, with a sentence for each role."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from textwrap import shorten
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure

from prplot.core.calls import answered
from prplot.core.checks import SAME_PREVALENCE, FloatArray, brief, listed, one_of
from prplot.core.measures.score_definitions import AREA_OF, SCORES
from prplot.core.points import aucpr_min
from prplot.core.record import ConfusionCurve
from prplot.core.record.paths import leads
from prplot.draw import scene
from prplot.draw.placement.table import foreign_entries
from prplot.draw.scene import Mark, Number, Scene, rounded, share_text
from prplot.draw.scene_artist import drawn_in, scene_of
from prplot.draw.tex import untypeset

LEVELS = ("short", "long")
# Most characters of a description.
MOST_SHORT = 140
MOST_LONG = 600
# Most curves whose scores are read.
MOST_NAMED = 6
# Most crossings of two curves, and names of what others drew, that are read.
MOST_CROSSINGS, MOST_WORDS = 3, 8
# Marks that are curves, with their names and numbers, and marked points.
CURVES = (scene.CURVE, scene.DASHES, scene.HULL)
POINTS = (*(scene.POINT, scene.BEST, scene.CHOSEN_POINT, scene.LISTED_POINT), scene.FOLD_POINTS)
# Marks around curves, whose words are read behind what they have in common.
AROUND = {
    "Reference lines": (scene.CHANCE, scene.BASELINE, scene.TREATED),
    "Lines of equal score": (scene.ISOMETRIC,),
    "Pieces": (scene.SEGMENT,),
    "Shaded": (scene.BAND, scene.NEGATIVE),
}

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
# Longer names are cut.
LONGEST_NAME = 60
# Control characters, halves of pairs and no characters at all, which XML forbids.
_UNWRITABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
# What stands between two dollars that are not escaped, and the spaces and fonts in it.
_FORMULA = re.compile(r"(?<!\\)\$([^$]*)(?<!\\)\$")
_SILENT = re.compile(r"\\(?:math[a-z]+|text[a-z]*|(?:left|right)\b|[,;:! ])")
_MARKUP = str.maketrans(dict.fromkeys("{}\\", ""))

Scores = dict[str, list[tuple[str, Number]]]


@answered
def describe(fig: Any, level: str = "long") -> str:
    """Return what a figure shows, as a text for readers who can't see it.

    Parameters
    ----------
    fig : matplotlib.figure.Figure, matplotlib.axes.Axes, or what a plot function returned
        The figure, some axes of it, or a `seaborn.FacetGrid`.
    level : {"long", "short"}, default "long"
        One paragraph of at most 600 characters, or its first sentence, of at most 140.

    Returns
    -------
    str
        The kind of plot, the number of curves and the data; the six best scores; where two curves
        cross, or that one is nowhere below the other; the labels of references, regions and marked
        points; the number of other lines, and titles. For other plots, the range of each line. For
        several panels, what they share comes first. A longer text is cut and ends in "…".

    Raises
    ------
    ValueError, TypeError
        Not a figure or axes, a figure without axes, or an unknown level.

    See Also
    --------
    savefig : Writes a figure to a file that contains this text.

    Notes
    -----
    The text comes from the recorded curves, not from the picture: the same figure has the same text
    in all sizes and styles. It names no colours and makes no judgements. Scores are those of the
    legend or, without any, the area under each curve. Crossings are computed from counts, on the
    exact arcs; their recalls are the same in all spaces (Davis & Goadrich 2006, Theorem 3.2). The
    order follows Lundgard & Satyanarayan, *Accessible Visualization via Natural Language
    Descriptions*, IEEE TVCG 2022: the kind of chart, then numbers, then the course of the curves.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_pr([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], show_min=False, show_chance=True)
    >>> prp.describe(ax, "short")
    'One PR curve of precision against recall, on 4 cases, prevalence 0.5.'
    >>> print(prp.describe(ax).split(". ", 1)[1])
    AUCPR: 0.797. Reference lines: random, π = 0.5.
    """
    one_of(level, "level", LEVELS)
    panels = [panel_of(ax) for ax in shown_axes(fig)]
    first, *others = _of_one(panels[0]) if len(panels) == 1 else _of_several(panels)
    if level == "short":
        return shorten(first, MOST_SHORT, placeholder="…")
    title = "" if isinstance(fig, Axes) else as_written(figure_of(fig).get_suptitle())
    others += [f"Title: {title}."] if title else []
    return shorten(" ".join([first, *others]), MOST_LONG, placeholder="…")


def shown_axes(fig: Any) -> list[Axes]:
    """Return the axes of a figure that show something, and insets, or all if none do.

    Raises
    ------
    ValueError, TypeError
        A figure without axes; something else.
    """
    if isinstance(fig, Axes):
        return [fig]
    if isinstance(fig, np.ndarray | list | tuple):
        found = [ax for ax in np.ravel(np.asarray(fig, object)).tolist() if ax is not None]
        if not found or not all(isinstance(ax, Axes) for ax in found):
            raise TypeError(f"fig must contain axes, found {brief(fig)}")
        return found
    axes = [ax for ax in figure_of(fig).axes if ax.get_visible()]
    if not axes:
        raise ValueError("fig has no axes; draw something first, such as prp.plot_pr(y, s)")
    axes = [one for ax in axes for one in (ax, *ax.child_axes) if isinstance(one, Axes)]
    shown = [ax for ax in axes if scene_of(ax).marks or ax.has_data()]
    return [ax for ax in shown if not hasattr(ax, "_colorbar")] or axes


def figure_of(fig: Any) -> Figure | SubFigure:
    """Return a figure, or that of axes or of an object that has one, such as a FacetGrid.

    Raises
    ------
    TypeError
        Something else.
    """
    if isinstance(fig, np.ndarray | list | tuple):
        fig = next(np.asarray(fig, object).flat, fig)
    found = fig if isinstance(fig, Figure | SubFigure) else getattr(fig, "figure", None)
    if not isinstance(found, Figure | SubFigure):
        raise TypeError(f"fig must be a figure or axes of matplotlib, found {type(fig).__name__}")
    return found


def _of_one(panel: ShownPanel) -> Iterator[str]:
    yield sentence(f"{drawn(panel)}{data(panel)}")
    yield from sentences(panel)
    if panel.title:
        yield f"Title: {panel.title}."


def _of_several(panels: list[ShownPanel]) -> Iterator[str]:
    """Yield what the panels have in common, then sentences about single panels."""
    of_panels, wholes = ({*map(words, panels)} for words in (data, drawn))
    of_all, is_one = of_panels.pop() if len(of_panels) == 1 else "", len(wholes) == 1
    shown = f", each showing {wholes.pop()}" if is_one else f": {'; '.join(map(kind, panels))}"
    yield sentence(f"{counted(len(panels), 'panel')}{of_all}{shown}")
    told = [list(dict.fromkeys(sentences(panel))) for panel in panels]
    common = [one for one in told[0] if all(one in own for own in told)]
    yield from common
    for i, (panel, own) in enumerate(zip(panels, told, strict=True), 1):
        against = f", {panel.against}" if panel.curves and not is_one else ""
        of_panel = data(panel) if not of_all else ""
        rest = [one for one in own if one not in common]
        if rest or against or of_panel or panel.title:
            yield " ".join([f"{panel.title or f'Panel {i}'}{against}{of_panel}.", *rest])


# One panel


class ShownPanel(NamedTuple):
    """What some axes show, and the names of their x and y axis."""

    ax: Axes
    shown: Scene
    labels: tuple[str, str]

    @property
    def curves(self) -> list[tuple[str, ConfusionCurve]]:
        """Curves of counts with their names, in the order of their drawing."""
        marks = self.shown.of(scene.CURVE)
        return [(name_of(mark), mark.curve) for mark in marks if mark.curve is not None]

    @property
    def folds(self) -> list[Mark]:
        """Curves around an average."""
        return [one for one in self.shown.of(scene.FOLD) if one.curve is not None]

    @property
    def are_exact(self) -> bool:
        """Whether all curves run along the exact path between their points."""
        return all(one.join == "exact" for one in self.shown.of(scene.CURVE))

    @property
    def against(self) -> str:
        """The names of y and x: "y against x"."""
        return " against ".join(filter(None, reversed(self.labels)))

    @property
    def title(self) -> str:
        """The title of the axes."""
        return as_written(self.ax.get_title())


def panel_of(ax: Axes) -> ShownPanel:
    """Return what some axes show."""
    shown = scene_of(ax)
    names = ax.get_xlabel(), ax.get_ylabel()
    if shown.space is not None:
        names = shown.space.x_label, shown.space.y_label
    x, y = (uncapital(as_written(name)) for name in names)
    return ShownPanel(ax, shown, (x, y))


def name_of(mark: Mark) -> str:
    """Return the name of a curve, or its label; nothing if it has only numbers."""
    return short_name(mark.words or mark.name or "")


def drawn(panel: ShownPanel) -> str:
    """Return y against x, with the number of curves."""
    return f"{kind(panel)} of {panel.against}" if panel.curves else kind(panel)


def kind(panel: ShownPanel) -> str:
    """Return the kind of plot: for curves in a space, without the names of the axes."""
    if panel.shown.space is not None and panel.curves:
        return counted(len(panel.curves), panel.shown.space.curve_word)
    heads = dict.fromkeys(mark.head for mark in panel.shown.marks if mark.head)
    plain = f"a plot of {panel.against}" if panel.against else "a plot without labels"
    return "; ".join(heads) or plain


def data(panel: ShownPanel) -> str:
    """Return the data of curves, as the end of a sentence."""
    noun = "decisions" if panel.shown.of_decisions else "cases"
    marks = panel.folds or panel.shown.of(scene.CURVE)
    curves = [one.curve for one in marks if one.curve is not None]
    # The folds of a model have its colour and its dash.
    sizes = Counter((str(one.color), str(one.dash)) for one in panel.folds)
    return data_words(curves, in_parts(sizes.values(), marks[0].words), noun) if curves else ""


def sentences(panel: ShownPanel) -> Iterator[str]:
    """Yield what follows the first sentence, the most important first."""
    found = numbers(panel)
    for head, of_curves in found.items():
        yield f"{head}: {ranked(of_curves)}."
    listed_marks = panel.shown.of(*CURVES)
    names = dict.fromkeys(map(name_of, listed_marks))
    if any(names) and not (found or any(mark.told for mark in listed_marks)):
        yield f"Shown: {'; '.join(filter(None, names))}."
    yield from _order(panel)
    for mark in panel.shown.marks:
        yield from mark.told if mark.role not in POINTS else ()
    yield from _layers(panel)
    points = dict.fromkeys(_point(mark, panel.labels) for mark in panel.shown.of(*POINTS))
    if points:
        yield f"Marked: {'; '.join(points)}."
    yield from _of_others(panel)


def _layers(panel: ShownPanel) -> Iterator[str]:
    """Yield the layers around curves: references and bands by words, regions by areas."""
    for head, roles in AROUND.items():
        words = dict.fromkeys(as_written(one.text) for one in panel.shown.of(*roles) if one.text)
        if words:
            yield f"{head}: {'; '.join(words)}."
    shares = dict.fromkeys(one.prevalence for one in panel.shown.of(scene.REGION))
    areas = [f"{share_text(aucpr_min(pi))} at prevalence {share_text(pi)}" for pi in shares if pi]
    if areas:
        yield f"No model can reach the hatched region, an area of {listed(areas)}."
    for low, high in (sorted(one.thresholds) for one in panel.shown.marks if one.thresholds):
        yield f"The curve is coloured by threshold, from {high:.4g} to {low:.4g}."


def numbers(panel: ShownPanel) -> Scores:
    """Return the numbers in the legend by score; without any, the areas under the curves."""
    space, found = panel.shown.space, Scores()
    for mark in panel.shown.of(*CURVES):
        for one in mark.numbers:
            found.setdefault(as_written(one.head), []).append((name_of(mark), one))
    if found or panel.folds or not (panel.curves and panel.are_exact):
        return found
    if space is None or space.name not in AREA_OF:
        return found
    area = SCORES[AREA_OF[space.name]]
    own = [(name, Number(area.head, area.of(curve))) for name, curve in panel.curves]
    return {area.head: own} if all(np.isfinite(number.value) for _, number in own) else {}


def ranked(found: Sequence[tuple[str, Number]]) -> str:
    """Return scores with their names, the best first; differences stay in their order."""
    is_difference = any(number.is_difference for _, number in found)
    places = list(found) if is_difference else sorted(found, key=lambda one: -one[1].value)
    more = len(places) - MOST_NAMED
    texts = named_numbers((name, as_written(one.text)) for name, one in places[:MOST_NAMED])
    return f"{texts}; {more} more" if more > 0 else texts


def _order(panel: ShownPanel) -> Iterator[str]:
    """Yield which curve is never lower than the others, or where two curves cross."""
    named = panel.curves
    if not all(curve.knows_negatives for _, curve in named):
        return
    first = named[0][1].prevalence if named else 0
    same = all(abs(one.prevalence - first) <= SAME_PREVALENCE * first for _, one in named)
    if len(named) < 2 or not panel.are_exact or not same or not 0 < first < 1:
        return
    for name, curve in named:
        found = (_leads(curve, other) for _, other in named if other is not curve)
        if name and all(first >= 0 and not changes.size for first, changes in found):
            (rest, *more) = [other for other, _ in named if other != name]
            yield f"{name} is nowhere below {'the others' if more else rest or 'the other'}."
            return
    if len(named) == 2:
        first, changes = _leads(named[0][1], named[1][1])
        at = [share_text(recall) for recall in changes.tolist()]
        more = ["others"] if len(at) > MOST_CROSSINGS else []
        upper = named[first < 0][0]
        start = f"{upper} is above at first; the" if upper else "The"
        if at:
            yield f"{start} curves cross at recall {listed([*at[:MOST_CROSSINGS], *more])}."


def _leads(one: ConfusionCurve, other: ConfusionCurve) -> tuple[int, FloatArray]:
    """Return which of two curves is higher first, and where that changes."""
    return leads((one.tpr, one.fpr), (other.tpr, other.fpr))


def _point(mark: Mark, labels: tuple[str, str]) -> str:
    """Return the words and the position of a marked point."""
    words = " ".join(mark.told) or as_written(mark.text)
    if mark.at is None:
        return words
    x, y = (f"{label} {share_text(at)}" for label, at in zip(labels, mark.at, strict=True))
    return f"{words} at {x}, {y}"


def _of_others(panel: ShownPanel) -> Iterator[str]:
    """Yield how many other things axes show, and what their labels are."""
    ax, known = panel.ax, {one.artist for one in drawn_in(panel.ax)}
    artists = (*ax.lines, *ax.collections, *ax.images, *ax.patches)
    found = [one for one in artists if one not in known and one.get_visible()]
    if found:
        names = dict.fromkeys(as_written(one.words or "") for one in foreign_entries(ax))
        labels = f", labelled {'; '.join([*names][:MOST_WORDS])}" if names else ""
        start = "Also drawn" if known else "Drawn"
        yield f"{start}: {counted(len(found), 'element')}{labels}."


def as_written(words: str) -> str:
    r"""Return words without mathematics, on one line.

    Examples
    --------
    >>> as_written("Train / Test, ± 1 sd"), as_written(r"$\mathrm{TP}\,/\,n$ of \$5")
    ('Train / Test, ± 1 sd', 'TP / n of $5')
    """
    words = _FORMULA.sub(_without_markup, untypeset(words)).replace(r"\$", "$")
    # Some styles write hyphens before numbers, others minus signs.
    return one_line(words.replace("\N{MINUS SIGN}", "-"))


def _without_markup(formula: re.Match[str]) -> str:
    """Return a formula without its braces, fonts and spaces; Greek letters have their names."""
    return one_line(_SILENT.sub(" ", formula[1]).translate(_MARKUP))


def one_line(words: str) -> str:
    """Return words without line breaks and characters that text files may not contain."""
    return " ".join(_UNWRITABLE.sub("", " ".join(words.split())).split())


def short_name(words: str) -> str:
    """Return a name on one line, cut if it is very long."""
    name = one_line(untypeset(words))
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"


def counted(count: int, noun: str) -> str:
    """Return a number, in letters if it is small, and the noun in its number.

    Examples
    --------
    >>> counted(2, "PR curve"), counted(13, "line")
    ('two PR curves', '13 lines')
    """
    number = NUMBERS[count] if count < len(NUMBERS) else f"{count:,}"
    plural = "es" if noun.endswith("s") else "s"
    return f"{number} {noun}{plural * (count != 1)}"


def span(values: Iterable[float]) -> str:
    """Return one share, or the lowest and the highest if they differ in writing."""
    held = list(values)
    return " to ".join(dict.fromkeys(map(share_text, (min(held), max(held)))))


def in_parts(sizes: Collection[int], part: str = "fold") -> str:
    """Return the number of folds or classes of each model, if any, as the middle of a sentence."""
    up_to = "up to " * (len(set(sizes)) > 1)
    return f", in {up_to}{counted(max(sizes), part)}" if sizes else ""


def data_words(curves: Sequence[ConfusionCurve], several: str = "", noun: str = "cases") -> str:
    """Return folds or classes, cases and prevalence, as the end of a sentence."""
    if not all(curve.knows_negatives for curve in curves):
        positives = [curve.pos for curve in curves]
        ends = dict.fromkeys(f"{one:,.6g}" for one in (min(positives), max(positives)))
        return f"{several}, {' to '.join(ends)} positives"
    totals = {curve.pos + curve.neg for curve in curves}
    cases = ""
    # Rates, weights and other prevalences have no cases to be counted, and classes share theirs.
    if len(totals) == 1 and all(isinstance(one, int) for one in totals):
        cases = f", on {totals.pop():,} {noun}{' each' * several.endswith('folds')}"
    return f"{several}{cases}, prevalence {span(curve.prevalence for curve in curves)}"


def named_numbers(found: Iterable[tuple[str, str]]) -> str:
    """Return numbers with their names after them, as names may end in numbers.

    Examples
    --------
    >>> named_numbers([("SVM, linear", "0.91"), ("digit 8", "0.8")])
    '0.91 for SVM, linear; 0.8 for digit 8'
    """
    return "; ".join(f"{number} for {name}" if name else number for name, number in found)


def sentence(words: str) -> str:
    """Return words with a capital letter and a full stop, unless they begin with a name."""
    return f"{words[:1].upper()}{words[1:]}."


def uncapital(words: str) -> str:
    """Return words with a small letter at the start, unless that is a symbol or abbreviation."""
    is_word = words[1:2].islower() or words[1:2] == " "
    return f"{words[:1].lower()}{words[1:]}" if is_word else words


def titled(name: str | None, what: str) -> str:
    """Return the name of a model, if it has one, followed by some words."""
    return what if name is None else f"{short_name(name)}: {uncapital(what)}"


def course(values: FloatArray) -> str:
    """Return the range of values of a line."""
    return as_written(f"goes from {rounded(values[0])} to {rounded(values[-1])}")
