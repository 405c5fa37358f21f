"""One panel in words: a walk over the marks of its axes, with a sentence for each role."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.container import BarContainer
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D

from prplot.core.bounds import aucpr_min
from prplot.core.checks import SAME_PREVALENCE, listed
from prplot.core.measures.score_definitions import AREA_OF, SCORES
from prplot.core.record import ConfusionCurve
from prplot.core.record.dominance import Leads, leads
from prplot.draw import scene
from prplot.draw.placement.table import foreign_entries
from prplot.draw.scene import Mark, Number, Scene, share_text
from prplot.draw.scene_artist import drawn_in, scene_of
from prplot.plots.alt_text.wording import (
    as_written,
    counted,
    data_words,
    named_numbers,
    short_name,
    uncapital,
)

# Most curves whose scores are all read; of more, the best, the median and the worst.
MOST_NAMED = 6
# Most crossings of two curves, and names of what others drew, that are read.
MOST_CROSSINGS, MOST_WORDS = 3, 8
# Marks that are curves, with their names and numbers, and marked points.
CURVES = (scene.CURVE, scene.DASHES, scene.HULL)
POINTS = (*(scene.POINT, scene.BEST, scene.CHOSEN_POINT, scene.LISTED_POINT), scene.FOLD_POINTS)
# The roles whose words are read as they are, behind what they have in common.
LABELLED = {
    "Reference lines": (scene.CHANCE, scene.BASELINE, scene.TREATED),
    "Lines of equal score": (scene.ISOMETRIC,),
    "Pieces": (scene.SEGMENT,),
    "Shaded": (scene.BAND, scene.NEGATIVE),
}
# What artists of others are; all but these are shaded areas.
KINDS = {Line2D: "line", PathCollection: "set of points", AxesImage: "image"}

Scores = dict[str, list[tuple[str, Number]]]


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
    def folds(self) -> list[ConfusionCurve]:
        """Curves around an average."""
        return [one.curve for one in self.shown.of(scene.FOLD) if one.curve is not None]

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
    curves = panel.folds or [curve for _, curve in panel.curves]
    return data_words(curves, len(panel.folds)) if curves else ""


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
    for head, roles in LABELLED.items():
        words = dict.fromkeys(as_written(one.text) for one in panel.shown.of(*roles) if one.text)
        if words:
            yield f"{head}: {'; '.join(words)}."
    shares = dict.fromkeys(one.prevalence for one in panel.shown.of(scene.REGION))
    areas = [f"{share_text(aucpr_min(pi))} at prevalence {share_text(pi)}" for pi in shares if pi]
    if areas:
        yield f"No model can reach the hatched region, an area of {listed(areas)}."
    for mark in panel.shown.marks:
        if mark.thresholds is not None:
            low, high = sorted(mark.thresholds)
            yield f"The curve is coloured by threshold, from {high:.4g} to {low:.4g}."


def numbers(panel: ShownPanel) -> Scores:
    """Return the numbers in the legend by score; without any, the areas under the curves."""
    space, found = panel.shown.space, Scores()
    for mark in panel.shown.of(*CURVES):
        for one in mark.numbers:
            found.setdefault(as_written(one.head), []).append((name_of(mark), one))
    if found or space is None or panel.folds or not (panel.curves and panel.are_exact):
        return found
    area = SCORES[AREA_OF[space.name]]
    own = [(name, Number(area.head, area.of(curve))) for name, curve in panel.curves]
    return {area.head: own} if all(np.isfinite(number.value) for _, number in own) else {}


def ranked(found: Sequence[tuple[str, Number]]) -> str:
    """Return scores with their names, the best first; of many, the best, median and worst."""
    is_difference = any(number.is_difference for _, number in found)
    places = list(found) if is_difference else sorted(found, key=lambda one: -one[1].value)
    kinds = [""] * len(places)
    if len(places) > MOST_NAMED:
        places = [places[0], places[(len(places) - 1) // 2], places[-1]]
        kinds = ["best ", "median ", "worst "]
    texts = zip(kinds, places, strict=True)
    return named_numbers((name, f"{kind}{as_written(one.text)}") for kind, (name, one) in texts)


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
        if name and all(one.first >= 0 and not one.changes.size for one in found):
            (rest, *more) = [other for other, _ in named if other != name]
            yield f"{name} is nowhere below {'the others' if more else rest or 'the other'}."
            return
    if len(named) == 2:
        changes = _leads(named[0][1], named[1][1])
        at = [share_text(recall) for recall in changes.changes.tolist()]
        left = len(at) - MOST_CROSSINGS
        more = ["once more" if left == 1 else f"{left} times more"] if left > 0 else []
        upper = named[changes.first < 0][0]
        start = f"{upper} is above at first; the" if upper else "The"
        if at:
            yield f"{start} curves cross at recall {listed([*at[:MOST_CROSSINGS], *more])}."


def _leads(one: ConfusionCurve, other: ConfusionCurve) -> Leads:
    """Return which of two curves is higher first, and where that changes."""
    units = (one._in_safe_unit, other._in_safe_unit)
    first, second = ((unit.tp, unit.fp, unit.pos, unit.neg) for unit in units)
    return leads(first, second)


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
    found = [one for one in (*ax.lines, *ax.collections, *ax.images) if one not in known]
    counts = Counter(KINDS.get(type(one), "shaded area") for one in found if one.get_visible())
    counts.update(bar=sum(len(one) for one in ax.containers if isinstance(one, BarContainer)))
    if counts.total():
        names = dict.fromkeys(as_written(one.words or "") for one in foreign_entries(ax))
        labels = f", labelled {'; '.join([*names][:MOST_WORDS])}" if names else ""
        things = listed([counted(count, noun) for noun, count in counts.items() if count])
        yield f"{'Also drawn' if known else 'Drawn'}: {things}{labels}."
