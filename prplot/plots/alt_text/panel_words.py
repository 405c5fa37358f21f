"""One panel in words, from the marks of its axes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes

from prplot.core.bounds import aucpr_min
from prplot.core.checks import SAME_PREVALENCE, listed
from prplot.core.measures.score_definitions import AREA_OF, SCORES
from prplot.core.record import ConfusionCurve
from prplot.core.record.dominance import Leads, leads
from prplot.core.spaces import Space
from prplot.core.traces import random_curve, trace
from prplot.draw import scene
from prplot.draw.scene import Mark, Number, Scene
from prplot.draw.scene_artist import drawn_in, scene_of
from prplot.draw.tex import untypeset
from prplot.plots.alt_text.other_artists import other_words, table_words, tables_of
from prplot.plots.alt_text.wording import (
    as_written,
    counted,
    data_words,
    named_numbers,
    range_words,
    read,
    score_text,
    sentence,
    share,
    short_name,
    span,
    uncapital,
)

# Most curves whose scores are all read; of more, the best, the median and the worst.
MOST_NAMED = 6
# Most crossings that are read one by one.
MOST_CROSSINGS = 3
UNNAMED = ""
AREA = "Area under the curve"
# Marked points, which are read in one sentence.
POINTS = (scene.POINT, scene.BEST, scene.CHOSEN_POINT, scene.LISTED_POINT)
WITH_POINTS = (*POINTS, scene.FOLD_POINTS)


@dataclass(frozen=True)
class PanelWords:
    """Axes, and what their marks say."""

    ax: Axes

    @cached_property
    def shown(self) -> Scene:
        """What the axes show."""
        return scene_of(self.ax)

    @property
    def space(self) -> Space | None:
        """The space of the axes, if they show curves of counts."""
        return self.shown.space

    def of(self, *roles: scene.Role) -> list[Mark]:
        """Return the marks of some roles."""
        return self.shown.of(*roles)

    @cached_property
    def curves(self) -> list[tuple[Mark, ConfusionCurve]]:
        """The curves of counts, in the order of their drawing."""
        return [(held, held.curve) for held in self.of(scene.CURVE) if held.curve is not None]

    @property
    def folds(self) -> list[ConfusionCurve]:
        """The curves of folds around an average."""
        return [held.curve for held in self.of(scene.FOLD) if held.curve is not None]

    @property
    def names(self) -> list[str]:
        """The names of the curves that have one."""
        return [name_of(held) for held, _ in self.curves if name_of(held)]

    @property
    def against(self) -> str:
        """What is drawn against what, without a capital letter before words."""
        x, y = self.labels
        return f"{y} against {x}" if x and y else x or y

    @cached_property
    def labels(self) -> tuple[str, str]:
        """The names of the axes, without capital letters before words."""
        if self.space is not None:
            return uncapital(read(self.space.x_label)), uncapital(read(self.space.y_label))
        if not self.ax.axison:
            return "", ""
        # Of panels that share an axis, often one is labelled.
        rows = self.ax.get_shared_x_axes().get_siblings(self.ax)
        columns = self.ax.get_shared_y_axes().get_siblings(self.ax)
        x = [self.ax.get_xlabel(), *(one.get_xlabel() for one in rows)]
        y = [self.ax.get_ylabel(), *(one.get_ylabel() for one in columns)]
        first, second = (uncapital(as_written(next(filter(None, some), ""))) for some in (x, y))
        return first, second

    @property
    def drawn(self) -> str:
        """What is drawn, with the number of curves, as the beginning of a sentence."""
        if self.space is not None and self.curves:
            return f"{counted(len(self.curves), self.space.curve_word)} of {self.against}"
        if self.head is not None:
            return self.head.words
        if self._minimum_prevalences():
            return "lowest achievable precision against recall"
        if self._equal():
            return f"lines of equal {self._equal()} for {self.against}"
        return self._drawn_by_others()

    @property
    def title(self) -> str:
        """The title of the axes, unless a plot function wrote it from what it tells."""
        is_ours = any(one.artist is self.ax.title for one in drawn_in(self.ax, scene.PART))
        return "" if is_ours else as_written(self.ax.get_title())

    def _drawn_by_others(self) -> str:
        """Return what axes show in which nothing has a mark, by their labels."""
        if not self.ax.axison:
            return "a table" if tables_of(self.ax) else "a panel without axes"
        if not self.against:
            return "a plot without labels"
        kinds = [kind for kind in ("x", "y") if getattr(self.ax, f"get_{kind}scale")() == "log"]
        scale = {0: "", 1: f", {''.join(kinds)} axis logarithmic", 2: ", both axes logarithmic"}
        return f"a plot of {self.against}{scale[len(kinds)]}"

    @cached_property
    def head(self) -> scene.Head | None:
        """What axes without a space show; None if plot functions drew different things."""
        heads = [held.head for held in self.shown.marks if held.head is not None]
        if len(set(heads)) != 1:
            return None
        head = heads[0]
        if head.noun:
            head = head._replace(words=head.words.replace("{}", counted(len(heads), head.noun)))
        return head._replace(words=uncapital(head.words))

    def kind(self) -> str:
        """Return the first sentence: the kind of plot, its axes and its data."""
        return sentence(f"{self.drawn}{self.data()}")

    def data(self) -> str:
        """Return folds, cases and positives, as the end of a sentence; nothing if unknown."""
        curves = self.folds or [curve for _, curve in self.curves]
        if self.head is not None:
            return self.head.data
        if not curves:
            found = self._minimum_prevalences()
            noun = "prevalences" if len(found) > 1 else "prevalence"
            return f" for {noun} {listed(map('{:g}'.format, found))}" if found else ""
        return data_words(curves, len(self.folds))

    def sentences(self) -> Iterator[str]:
        """Yield what follows the first sentence, the most important first."""
        yield from self.scores()
        yield from self.order()
        yield from self.details()

    def details(self) -> Iterator[str]:
        """Yield what follows scores and the order of curves."""
        yield from self._told()
        yield from self._minimum_curves()
        yield from self._references()
        yield from self._regions()
        yield from self._points()
        yield from self._others()

    def scores(self) -> Iterator[str]:
        """Yield the scores of the curves, each with those of all curves, the best first."""
        for head, found in self.numbers().items():
            yield f"{head}: {ranked(found)}."
        if not self.numbers() and self._names():
            yield f"Shown: {'; '.join(self._names())}."
        if self.space is not None and len(self.curves) == 1 and len(self.folds) > 1:
            area = SCORES[AREA_OF[self.space.name]]
            yield f"Areas of the folds: {span(list(map(area.of, self.folds)))}."

    def brief_scores(self) -> str:
        """Return scores as part of a sentence, without areas in other spaces."""
        found = []
        for head, numbers in self.numbers(own_area=True).items():
            noun = ("areas" if len(numbers) > 1 else "area") if head == AREA else uncapital(head)
            found.append(f"{noun} {ranked(numbers)}")
        return "; ".join(found or self._names())

    def numbers(self, *, own_area: bool = False) -> dict[str, list[tuple[str, Number]]]:
        """Return the numbers in the legend, or the areas if there are none, by score.

        With `own_area`, scores that are the areas in other spaces are left out.
        """
        held = [(name_of(one), one.numbers) for one in self._entries() if one.numbers]
        heads = list(dict.fromkeys(number.head for _, numbers in held for number in numbers))
        areas = {score.head: score.space for score in SCORES.values() if score.space is not None}
        if own_area and self.space is not None:
            heads = [head for head in heads if areas.get(head, self.space.name) == self.space.name]
        is_only_area = len(areas.keys() & set(heads)) == 1
        found = {}
        for head in heads:
            of = [(name, one) for name, numbers in held for one in numbers if one.head == head]
            found[_head_of(of[0][1], is_only_area and head in areas)] = of
        return found if heads else self._areas()

    def _areas(self) -> dict[str, list[tuple[str, Number]]]:
        """Return the areas of curves whose legend shows no scores, if all are known."""
        if self.space is None or self.folds or not self.are_exact:
            return {}
        area = SCORES[AREA_OF[self.space.name]]
        own = [(name_of(one), Number(area.head, area.of(curve))) for one, curve in self.curves]
        return {AREA: own} if all(np.isfinite(number.value) for _, number in own) else {}

    def _names(self) -> list[str]:
        """Return the names of curves whose scores are not known, nor anything else."""
        if self.head is not None:
            return []
        plain = [one for one in self._entries() if not (one.numbers or one.told)]
        return list(dict.fromkeys(name_of(one) for one in plain if one.title))

    def _entries(self) -> list[Mark]:
        return self.of(scene.CURVE, scene.DASHES, scene.HULL)

    @property
    def are_exact(self) -> bool:
        """Whether curves run along the exact path between their points."""
        return bool(self.curves) and all(held.join == "exact" for held, _ in self.curves)

    def order(self) -> Iterator[str]:
        """Yield where the order of two curves changes, or which of several is never lower."""
        named = [(name_of(held), curve) for held, curve in self.curves]
        first = named[0][1].prevalence if named else 0
        same = all(abs(one.prevalence - first) <= SAME_PREVALENCE * first for _, one in named)
        if len(named) < 2 or not self.are_exact or not same or not 0 < first < 1:
            return
        if len(named) == 2:
            yield from _order_of_two(*named)
            return
        for name, curve in named:
            others = [other for _, other in named if other is not curve]
            if name and all(_leads(curve, other) in (1, 0) for other in others):
                yield f"{name} is nowhere below the others."
                return

    def _told(self) -> Iterator[str]:
        """Yield the sentences that plot functions left, but for those of marked points."""
        for held in self.shown.marks:
            if held.role not in WITH_POINTS:
                yield from held.told

    def _minimum_prevalences(self) -> list[float]:
        return [one.prevalence for one in self.of(scene.BORDER) if one.prevalence is not None]

    def _minimum_curves(self) -> Iterator[str]:
        areas = [aucpr_min(one) for one in self._minimum_prevalences()]
        if areas:
            rises = "Each curve rises" if len(areas) > 1 else "The curve rises"
            grows = f"is {share(areas[0])}"
            if len(areas) > 1:
                grows = f"grows from {share(min(areas))} to {share(max(areas))}"
            yield f"{rises} from 0 to its prevalence; the area below {grows}."

    def _references(self) -> Iterator[str]:
        yield from self._chance()
        for held in self.of(scene.BASELINE):
            words = _words_of(held).replace("always positive, ", "").replace("always positive", "")
            where = f": {words}" if words else ""
            yield f"A line shows the score of always predicting positive{where}."
        levels = [held.value for held in self.of(scene.ISOMETRIC) if held.value]
        if levels:
            head = f"Lines of equal {self._equal()}" if self.curves else "Levels"
            yield f"{head}: {listed(reversed(levels))}."
        bands = [_words_of(held) for held in self.of(scene.BAND) if held.words]
        if bands:
            yield f"Shaded: {', '.join(bands)}."
        if self.of(scene.NEGATIVE):
            yield f"Below 0: {_words_of(self.of(scene.NEGATIVE)[0])}."

    def _equal(self) -> str:
        """Return the score that is equal along lines; nothing without such lines."""
        named = [held for held in self.of(scene.ISOMETRIC) if held.value]
        return _words_of(named[0]).split(" = ")[0] if named else ""

    def _chance(self) -> Iterator[str]:
        """Yield where random guessing is, in one sentence for several prevalences."""
        heights = []
        for held in self.of(scene.CHANCE):
            space, pi = self.space, held.prevalence
            if pi is None:
                yield sentence(_words_of(held))
                continue
            if space is None:
                heights.append(pi)
                continue
            is_one = "chance" in space.same_at_every_prevalence
            line = trace(random_curve(*((1, 1) if is_one else (pi, 1 - pi))), space)
            if not np.isfinite(line.x + line.y).any():
                # Some spaces have no curve if there is only one class.
                continue
            if np.ptp(line.y) <= SAME_PREVALENCE:
                heights.append(float(line.y[0]))
            elif np.abs(line.x - line.y).max() <= SAME_PREVALENCE:
                yield "Random guessing is the diagonal."
            else:
                yield "Random guessing is drawn for comparison."
        if heights:
            yield f"Random guessing has {self.labels[1]} {listed(map(share, sorted(heights)))}."

    def areas_of_regions(self) -> list[float]:
        """Return the areas that can't be reached, by rising prevalence."""
        return [aucpr_min(pi) for pi in self._region_prevalences()]

    def _region_prevalences(self) -> list[float]:
        return sorted({one.prevalence for one in self.of(scene.REGION) if one.prevalence})

    def _regions(self) -> Iterator[str]:
        found, areas = self._region_prevalences(), list(map(share, self.areas_of_regions()))
        if len(found) == 1:
            yield (
                f"The hatched region below a curve from 0 to {share(found[0])} can't be reached by "
                f"any model; its area is {areas[0]}."
            )
        elif found:
            yield (
                "Hatched regions can't be reached by any model; for prevalences "
                f"{listed(map(share, found))} their areas are {listed(areas)}."
            )

    def _points(self) -> Iterator[str]:
        for held in self.shown.marks:
            if held.thresholds is not None:
                last, first = range_words(*sorted(held.thresholds))
                yield f"The curve is coloured by threshold, from {first} to {last}."
        points = [_point(held, self.labels) for held in self.of(*POINTS)]
        points += [_point(held, ("", "")) for held in self.of(scene.FOLD_POINTS)]
        if points:
            yield f"Marked: {'; '.join(dict.fromkeys(points))}."
        hulls = self.of(scene.HULL)
        if hulls and self.curves:
            yield "The hull of each curve is drawn." if len(hulls) > 1 else "Its hull is drawn."

    def _others(self) -> Iterator[str]:
        if self.drawn == "a table":
            yield from table_words(self.ax)
            return
        known = {one.artist for one in drawn_in(self.ax)}
        yield from other_words(self.ax, known, are_alone=not known)


def name_of(held: Mark) -> str:
    """Return the name of a curve, or its label; nothing if it has only numbers."""
    name = short_name(held.words or held.name or UNNAMED)
    # Names of ours, such as those of prevalences.
    is_ours = held.numbered or untypeset(name).startswith("π = ")
    return read(name) if is_ours and not held.is_renamed else name


def _words_of(held: Mark) -> str:
    """Return what a label says, unless it is the user's, who may mean something else by it."""
    return (as_written if held.is_renamed else read)(held.text)


def _head_of(number: Number, is_only_area: bool) -> str:
    if number.is_difference:
        return f"Difference of {read(number.head)}"
    if is_only_area:
        return AREA
    head = read(number.head)
    return f"Mean {head.removesuffix(' mean')}" if head.endswith(" mean") else head


def ranked(found: list[tuple[str, Number]]) -> str:
    """Return names with their scores, the best first; of many, the best, median and worst."""
    order = found
    if not any(number.is_difference for _, number in found):
        order = sorted(found, key=lambda one: -one[1].value)
    kinds = [""] * len(order)
    if len(order) > MOST_NAMED:
        order = [order[0], order[(len(order) - 1) // 2], order[-1]]
        kinds = ["best ", "median ", "worst "]
    return named_numbers([(name, score_text(number)) for name, number in order], kinds)


def _order_of_two(
    one: tuple[str, ConfusionCurve], other: tuple[str, ConfusionCurve]
) -> Iterator[str]:
    found = _all_leads(one[1], other[1])
    if found.first == 0:
        yield "The curves are the same."
        return
    upper, lower = (one[0], other[0]) if found.first > 0 else (other[0], one[0])
    at = [share(recall) for recall in found.changes.tolist()]
    if not (upper and lower):
        upper, lower = "One curve", "the other"
    if not at:
        yield f"{upper} is nowhere below {lower}."
    elif len(at) == 1:
        yield f"{upper} is above {lower} up to recall {at[0]}, below after."
    elif len(at) <= MOST_CROSSINGS and all(before != after for before, after in pairwise(at)):
        yield f"The curves cross at recall {listed(at)}."
    else:
        often = "twice" if len(at) == 2 else f"{len(at)} times"
        where = f"first at recall {at[0]}, last at {at[-1]}"
        yield f"The curves cross {often}, {where if at[0] != at[-1] else f'near recall {at[0]}'}."


def _all_leads(one: ConfusionCurve, other: ConfusionCurve) -> Leads:
    first, second = (curve.in_safe_unit for curve in (one, other))
    return leads(
        (first.tp, first.fp, first.pos, first.neg), (second.tp, second.fp, second.pos, second.neg)
    )


def _leads(one: ConfusionCurve, other: ConfusionCurve) -> int | None:
    """Return which of two curves is never worse, 1 or -1; 0 if they are equal, else None."""
    found = _all_leads(one, other)
    return None if found.changes.size else found.first


def _point(held: Mark, labels: tuple[str, str]) -> str:
    words = " ".join(held.told) or _words_of(held)
    if held.at is None or not all(labels):
        return words
    x, y = (f"{label} {share(value)}" for label, value in zip(labels, held.at, strict=True))
    return f"{words} at {x}, {y}"
