"""One panel in words, from the marks of its axes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from prplot.core.bounds import aucpr_min
from prplot.core.checks import SAME_PREVALENCE, listed
from prplot.core.measures.score_definitions import AREA_OF, SCORES
from prplot.core.record import ConfusionCurve
from prplot.core.record.dominance import Leads, leads
from prplot.core.traces import Trace
from prplot.draw import scene
from prplot.draw.scene import Head, Line, Mark, Number, Role, Scene
from prplot.draw.scene_artist import drawn_in, scene_of
from prplot.draw.tex import untypeset
from prplot.plots.alt_text import wording
from prplot.plots.alt_text.other_artists import other_words, table_words, tables_of

# Most curves whose scores are all read; of more, the best, the median and the worst.
MOST_NAMED = 6
# Most crossings that are wording.read one by one.
MOST_CROSSINGS = 3
AREA = "Area under the curve"
# The areas under curves, by the words for them.
AREAS = {score.head: score for score in SCORES.values() if score.space is not None}
# Marked points, which are wording.read in one sentence.
POINTS = (scene.POINT, scene.BEST, scene.CHOSEN_POINT, scene.LISTED_POINT)

NamedCurve = tuple[str, ConfusionCurve]
Scores = dict[str, list[tuple[str, Number]]]


class ShownPanel(NamedTuple):
    """What some axes show.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
    shown : Scene
    curves : list of (str, ConfusionCurve)
        Curves of counts with their names, in the order of their drawing.
    folds : list of ConfusionCurve
        Those around an average.
    are_exact : bool
        Whether there are curves, and they run along the exact path between their points.
    head : Head or None
        What axes without a space show, if plot functions drew nothing different.
    labels : (str, str)
        The names of the axes, without capital letters before words.
    title : str
        That of the axes, unless a plot function wrote it from what it tells.
    """

    ax: Axes
    shown: Scene
    curves: list[NamedCurve]
    folds: list[ConfusionCurve]
    are_exact: bool
    head: Head | None
    labels: tuple[str, str]
    title: str

    @property
    def against(self) -> str:
        """What is drawn against what."""
        return " against ".join(filter(None, reversed(self.labels)))


def panel_of(ax: Axes) -> ShownPanel:
    """Return what some axes show."""
    shown = scene_of(ax)
    marks = [mark for mark in shown.of(scene.CURVE) if mark.curve is not None]
    curves = [(name_of(mark), mark.curve) for mark in marks if mark.curve is not None]
    folds = [mark.curve for mark in shown.of(scene.FOLD) if mark.curve is not None]
    are_exact = bool(marks) and all(mark.join == "exact" for mark in marks)
    is_ours = any(one.artist is ax.title for one in drawn_in(ax, scene.PART))
    title = "" if is_ours else wording.as_written(ax.get_title())
    return ShownPanel(ax, shown, curves, folds, are_exact, _head(shown), _labels(ax, shown), title)


def _labels(ax: Axes, shown: Scene) -> tuple[str, str]:
    """Return the names of the axes, without capital letters before words."""
    if shown.space is not None:
        return wording.uncapital(wording.read(shown.space.x_label)), wording.uncapital(
            wording.read(shown.space.y_label)
        )
    if not ax.axison:
        return "", ""
    # Of panels that wording.share an axis, often one is labelled.
    rows, columns = ax.get_shared_x_axes(), ax.get_shared_y_axes()
    x = [ax.get_xlabel(), *(one.get_xlabel() for one in rows.get_siblings(ax))]
    y = [ax.get_ylabel(), *(one.get_ylabel() for one in columns.get_siblings(ax))]
    first, second = (
        wording.uncapital(wording.as_written(next(filter(None, some), ""))) for some in (x, y)
    )
    return first, second


# The first sentence


def drawn(panel: ShownPanel) -> str:
    """Return what is drawn, with the number of curves, as the beginning of a sentence."""
    space, equal = panel.shown.space, _equal(panel.shown)
    if space is not None and panel.curves:
        return f"{wording.counted(len(panel.curves), space.curve_word)} of {panel.against}"
    if panel.head is not None:
        return panel.head.words
    if _prevalences(panel.shown, scene.BORDER):
        return "lowest achievable precision against recall"
    return f"lines of equal {equal} for {panel.against}" if equal else _drawn_by_others(panel)


def _drawn_by_others(panel: ShownPanel) -> str:
    """Return what axes show in which nothing has a mark, by their labels."""
    ax = panel.ax
    if not ax.axison:
        return "a table" if tables_of(ax) else "a panel without axes"
    if not panel.against:
        return "a plot without labels"
    logarithmic = [kind for kind in ("x", "y") if getattr(ax, f"get_{kind}scale")() == "log"]
    scale = "both axes" if len(logarithmic) > 1 else f"{''.join(logarithmic)} axis"
    return f"a plot of {panel.against}{f', {scale} logarithmic' if logarithmic else ''}"


def _head(shown: Scene) -> Head | None:
    """Return what axes without a space show; None if plot functions drew different things."""
    heads = [mark.head for mark in shown.marks if mark.head is not None]
    if len(set(heads)) != 1:
        return None
    head = heads[0]
    words = (
        head.words.replace("{}", wording.counted(len(heads), head.noun))
        if head.noun
        else head.words
    )
    return head._replace(words=wording.uncapital(words))


def data(panel: ShownPanel) -> str:
    """Return folds, cases and positives, as the end of a sentence; nothing if unknown."""
    if panel.head is not None:
        return panel.head.data
    curves = panel.folds or [curve for _, curve in panel.curves]
    if curves:
        return wording.data_words(curves, len(panel.folds))
    found = _prevalences(panel.shown, scene.BORDER)
    noun = "prevalences" if len(found) > 1 else "prevalence"
    return f" for {noun} {listed(map('{:g}'.format, found))}" if found else ""


def _prevalences(shown: Scene, role: Role) -> list[float]:
    return sorted({mark.prevalence for mark in shown.of(role) if mark.prevalence})


# Scores


def sentences(panel: ShownPanel) -> Iterator[str]:
    """Yield what follows the first sentence, the most important first."""
    found, names = numbers(panel), _names(panel)
    for head, of_curves in found.items():
        yield f"{head}: {ranked(of_curves)}."
    if names and not found:
        yield f"Shown: {'; '.join(names)}."
    if panel.shown.space is not None and len(panel.curves) == 1 and len(panel.folds) > 1:
        area = SCORES[AREA_OF[panel.shown.space.name]]
        yield f"Areas of the folds: {wording.span(list(map(area.of, panel.folds)))}."
    yield from order(panel)
    yield from details(panel)


def brief_scores(panel: ShownPanel) -> str:
    """Return scores as part of a sentence, without areas in other spaces."""
    found = []
    for head, of_curves in numbers(panel, own_area=True).items():
        noun = (
            ("areas" if len(of_curves) > 1 else "area") if head == AREA else wording.uncapital(head)
        )
        found.append(f"{noun} {ranked(of_curves)}")
    return "; ".join(found or _names(panel))


def numbers(panel: ShownPanel, *, own_area: bool = False) -> Scores:
    """Return the numbers in the legend, or the areas if there are none, by score.

    With `own_area`, scores that are the areas in other spaces are left out.
    """
    space, found = panel.shown.space, Scores()
    for mark in _listed(panel):
        for one in mark.numbers:
            found.setdefault(one.head, []).append((name_of(mark), one))
    if own_area and space is not None:
        others = {head for head, score in AREAS.items() if score.space != space.name}
        found = {head: of for head, of in found.items() if head not in others}
    is_only_area = len(AREAS.keys() & found.keys()) == 1
    named = {
        _spoken(of[0][1], is_only_area=is_only_area and head in AREAS): of
        for head, of in found.items()
    }
    if named or space is None or panel.folds or not panel.are_exact:
        return named
    area = SCORES[AREA_OF[space.name]]
    own = [(name, Number(area.head, area.of(curve))) for name, curve in panel.curves]
    return {AREA: own} if all(np.isfinite(number.value) for _, number in own) else {}


def _spoken(number: Number, *, is_only_area: bool) -> str:
    head = wording.read(number.head)
    if number.is_difference:
        return f"Difference of {head}"
    if is_only_area:
        return AREA
    return f"Mean {head.removesuffix(' mean')}" if head.endswith(" mean") else head


def _listed(panel: ShownPanel) -> list[Mark]:
    return panel.shown.of(scene.CURVE, scene.DASHES, scene.HULL)


def _names(panel: ShownPanel) -> list[str]:
    """Return the names of curves whose scores are not known, nor anything else."""
    if panel.head is not None:
        return []
    plain = [mark for mark in _listed(panel) if mark.title and not (mark.numbers or mark.told)]
    return list(dict.fromkeys(map(name_of, plain)))


def name_of(mark: Mark) -> str:
    """Return the name of a curve, or its label; nothing if it has only numbers."""
    name = wording.short_name(mark.words or mark.name or "")
    # Names of ours, such as those of prevalences.
    is_ours = mark.numbered or untypeset(name).startswith("π = ")
    return wording.read(name) if is_ours and not mark.is_renamed else name


def ranked(found: Sequence[tuple[str, Number]]) -> str:
    """Return names with their scores, the best first; of many, the best, median and worst."""
    places = list(found)
    if not any(number.is_difference for _, number in found):
        places.sort(key=lambda one: -one[1].value)
    kinds = [""] * len(places)
    if len(places) > MOST_NAMED:
        places = [places[0], places[(len(places) - 1) // 2], places[-1]]
        kinds = ["best ", "median ", "worst "]
    return wording.named_numbers(
        [(name, wording.score_text(number)) for name, number in places], kinds
    )


# The order of curves


def order(panel: ShownPanel) -> Iterator[str]:
    """Yield where the order of two curves changes, or which of several is never lower."""
    named = panel.curves
    first = named[0][1].prevalence if named else 0
    same = all(abs(one.prevalence - first) <= SAME_PREVALENCE * first for _, one in named)
    if len(named) < 2 or not panel.are_exact or not same or not 0 < first < 1:
        return
    if len(named) == 2:
        yield _order_of_two(*named)
        return
    for name, curve in named:
        found = [_leads(curve, other) for _, other in named if other is not curve]
        if name and all(one.first >= 0 and not one.changes.size for one in found):
            yield f"{name} is nowhere below the others."
            return


def _order_of_two(one: NamedCurve, other: NamedCurve) -> str:
    found = _leads(one[1], other[1])
    if found.first == 0:
        return "The curves are the same."
    upper, lower = (one[0], other[0]) if found.first > 0 else (other[0], one[0])
    if not (upper and lower):
        upper, lower = "One curve", "the other"
    at = [wording.share(recall) for recall in found.changes.tolist()]
    if not at:
        return f"{upper} is nowhere below {lower}."
    if len(at) == 1:
        return f"{upper} is above {lower} up to recall {at[0]}, below after."
    if len(at) <= MOST_CROSSINGS and all(before != after for before, after in pairwise(at)):
        return f"The curves cross at recall {listed(at)}."
    often = "twice" if len(at) == 2 else f"{len(at)} times"
    where = f"first at recall {at[0]}, last at {at[-1]}"
    return f"The curves cross {often}, {where if at[0] != at[-1] else f'near recall {at[0]}'}."


def _leads(one: ConfusionCurve, other: ConfusionCurve) -> Leads:
    """Return which of two curves is higher first, and where that changes."""
    units = (one.in_safe_unit, other.in_safe_unit)
    first, second = ((unit.tp, unit.fp, unit.pos, unit.neg) for unit in units)
    return leads(first, second)


# Details


def details(panel: ShownPanel) -> Iterator[str]:
    """Yield what follows scores and the order of curves."""
    shown = panel.shown
    for mark in shown.marks:
        if mark.role not in (*POINTS, scene.FOLD_POINTS):
            yield from mark.told
    areas = [aucpr_min(pi) for pi in _prevalences(shown, scene.BORDER)]
    if areas:
        ends = [wording.share(min(areas)), wording.share(max(areas))]
        several = len(areas) > 1
        grows = f"grows from {' to '.join(ends)}" if several else f"is {ends[0]}"
        curve = "Each curve" if several else "The curve"
        yield f"{curve} rises from 0 to its prevalence; the area below {grows}."
    yield from _references(panel)
    yield from _regions(shown)
    yield from _points(panel)
    if drawn(panel) == "a table":
        yield from table_words(panel.ax)
    else:
        yield from other_words(panel.ax, {one.artist for one in drawn_in(panel.ax)})


def _references(panel: ShownPanel) -> Iterator[str]:
    shown = panel.shown
    yield from _chance(panel)
    for mark in shown.of(scene.BASELINE):
        words = _words_of(mark).removeprefix("always positive").removeprefix(", ")
        where = f": {words}" if words else ""
        yield f"A line shows the score of always predicting positive{where}."
    levels = [mark.value for mark in shown.of(scene.ISOMETRIC) if mark.value]
    if levels:
        head = f"Lines of equal {_equal(shown)}" if panel.curves else "Levels"
        yield f"{head}: {listed(reversed(levels))}."
    bands = [_words_of(mark) for mark in shown.of(scene.BAND) if mark.words]
    if bands:
        yield f"Shaded: {', '.join(bands)}."
    for mark in shown.of(scene.NEGATIVE)[:1]:
        yield f"Below 0: {_words_of(mark)}."


def _equal(shown: Scene) -> str:
    """Return the score that is equal along lines; nothing without such lines."""
    named = [mark for mark in shown.of(scene.ISOMETRIC) if mark.value]
    return _words_of(named[0]).removesuffix(f" = {named[0].value}") if named else ""


def _chance(panel: ShownPanel) -> Iterator[str]:
    """Yield where random guessing is, in one sentence for several prevalences."""
    heights = []
    for mark in panel.shown.of(scene.CHANCE):
        line = mark.shape.path if isinstance(mark.shape, Line) else None
        # Some spaces have no curve if there is only one class.
        if not isinstance(line, Trace) or not np.isfinite(line.x + line.y).any():
            continue
        if np.ptp(line.y) <= SAME_PREVALENCE:
            heights.append(float(line.y[0]))
        elif np.abs(line.x - line.y).max() <= SAME_PREVALENCE:
            yield "Random guessing is the diagonal."
        else:
            yield "Random guessing is drawn for comparison."
    if heights:
        written = listed(map(wording.share, sorted(heights)))
        yield f"Random guessing has {panel.labels[1]} {written}."


def areas_of_regions(shown: Scene) -> list[float]:
    """Return the areas that can't be reached, by rising prevalence."""
    return [aucpr_min(pi) for pi in _prevalences(shown, scene.REGION)]


def _regions(shown: Scene) -> Iterator[str]:
    found = list(map(wording.share, _prevalences(shown, scene.REGION)))
    areas = list(map(wording.share, areas_of_regions(shown)))
    if len(found) == 1:
        yield (
            f"The hatched region below a curve from 0 to {found[0]} can't be reached by any model; "
            f"its area is {areas[0]}."
        )
    elif found:
        yield (
            "Hatched regions can't be reached by any model; for prevalences "
            f"{listed(found)} their areas are {listed(areas)}."
        )


def _points(panel: ShownPanel) -> Iterator[str]:
    shown = panel.shown
    for mark in shown.marks:
        if mark.thresholds is not None:
            last, first = wording.range_words(*sorted(mark.thresholds))
            yield f"The curve is coloured by threshold, from {first} to {last}."
    points = [_point(mark, panel.labels) for mark in shown.of(*POINTS)]
    points += [_point(mark, ("", "")) for mark in shown.of(scene.FOLD_POINTS)]
    if points:
        yield f"Marked: {'; '.join(dict.fromkeys(points))}."
    hulls = shown.of(scene.HULL)
    if hulls and panel.curves:
        yield "The hull of each curve is drawn." if len(hulls) > 1 else "Its hull is drawn."


def _point(mark: Mark, labels: tuple[str, str]) -> str:
    words = " ".join(mark.told) or _words_of(mark)
    if mark.at is None or not all(labels):
        return words
    x, y = (f"{label} {wording.share(value)}" for label, value in zip(labels, mark.at, strict=True))
    return f"{words} at {x}, {y}"


def _words_of(mark: Mark) -> str:
    """Return what a label says, unless it is the user's, who may mean something else by it."""
    return (wording.as_written if mark.is_renamed else wording.read)(mark.text)
