"""One panel in words, from the marks of its axes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes

from prplot.core.bounds import aucpr_min
from prplot.core.measures.score_definitions import AREA_OF, SCORES
from prplot.core.record import SAME_PREVALENCE, ConfusionCurve
from prplot.core.record.dominance import Leads, leads
from prplot.core.spaces import Space
from prplot.core.traces import random_curve, trace
from prplot.draw import scene
from prplot.draw.scene import Mark, Number, Scene, marks_of
from prplot.draw.tex import untypeset
from prplot.plots.alt_text.wording import (
    counted,
    data_words,
    listed,
    one_line,
    read,
    score_text,
    sentence,
    share,
    uncapital,
)

# Most curves whose scores are all read; of more, the best, the median and the worst.
MOST_NAMED = 6
# Most crossings that are read one by one.
MOST_CROSSINGS = 3
UNNAMED = ""
# Marked points, which are read in one sentence.
POINTS = (scene.POINT, scene.BEST, scene.CHOSEN_POINT)


@dataclass(frozen=True)
class PanelWords:
    """Axes, and what their marks say."""

    ax: Axes

    @cached_property
    def marks(self) -> list[Mark]:
        """The marks of the axes."""
        return marks_of(self.ax)

    @property
    def space(self) -> Space | None:
        """The space of the axes, if they show curves of counts."""
        found = Scene.find(self.ax)
        return None if found is None else found.space

    def of(self, *kinds: scene.Kind) -> list[Mark]:
        """Return the marks of some kinds."""
        return [held for held in self.marks if held.kind in kinds]

    @cached_property
    def curves(self) -> list[tuple[Mark, ConfusionCurve]]:
        """The curves of counts, in the order of their drawing."""
        return [
            (held, held.curve)
            for held in self.of(scene.CURVE, scene.NAMED)
            if held.curve is not None
        ]

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
        labels = self.ax.get_xlabel(), self.ax.get_ylabel()
        if self.space is not None:
            labels = self.space.x_label, self.space.y_label
        x, y = (uncapital(read(label)) for label in labels)
        return f"{y} against {x}" if x and y else x or y

    @property
    def drawn(self) -> str:
        """What is drawn, with the number of curves, as the beginning of a sentence."""
        if self.space is not None and self.curves:
            return f"{counted(len(self.curves), self.space.curve_word)} of {self.against}"
        if self.head is not None:
            return self.head.words
        if self._minimum_prevalences():
            return "lowest achievable precision against recall"
        return f"a plot of {self.against}" if self.against else "a plot without labels"

    @cached_property
    def head(self) -> scene.Head | None:
        """What axes without a space show; None if plot functions drew different things."""
        heads = [held.head for held in self.marks if held.head is not None]
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
            return f" for prevalences {listed(map('{:g}'.format, found))}" if found else ""
        return data_words(curves, len(self.folds))

    def sentences(self) -> Iterator[str]:
        """Yield what follows the first sentence, the most important first."""
        yield from self.scores()
        yield from self.order()
        yield from self._told()
        yield from self._minimum_curves()
        yield from self._references()
        yield from self._regions()
        yield from self._points()
        yield from self._others()

    def scores(self, *, own_area: bool = False) -> Iterator[str]:
        """Yield the scores of the curves, each with those of all curves, the best first.

        With `own_area`, scores that are the areas in other spaces are left out.
        """
        held = [(name_of(one), one.numbers) for one in self._entries() if one.numbers]
        heads = list(dict.fromkeys(number.head for _, numbers in held for number in numbers))
        areas = {score.head: score.space for score in SCORES.values() if score.space is not None}
        if own_area and self.space is not None:
            heads = [head for head in heads if areas.get(head, self.space.name) == self.space.name]
        for head in heads:
            found = [(name, one) for name, numbers in held for one in numbers if one.head == head]
            is_only_area = len(areas.keys() & set(heads)) == 1 and head in areas
            yield f"{_head_of(found[0][1], is_only_area)}: {ranked(found)}."
        if not heads:
            yield from self._areas()
        if not self.curves:
            yield from self._named()

    def _areas(self) -> Iterator[str]:
        """Yield the areas of curves whose legend shows no scores."""
        if self.space is None or self.folds or not self.are_exact:
            return
        area = SCORES[AREA_OF[self.space.name]]
        own = [(name_of(one), Number(area.head, area.of(curve))) for one, curve in self.curves]
        if all(np.isfinite(number.value) for _, number in own):
            yield f"Area under the curve: {ranked(own)}."

    def _entries(self) -> list[Mark]:
        return self.of(scene.CURVE, scene.NAMED, scene.HULL)

    def _named(self) -> Iterator[str]:
        """Yield the words of curves that are none of counts."""
        plain = [one for one in self._entries() if not (one.numbers or one.head)]
        names = [read(one.title) for one in plain if one.title]
        if names:
            yield f"Shown: {', '.join(dict.fromkeys(names))}."

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
        for held in self.marks:
            if held.kind not in POINTS:
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
            words = read(held.text).replace("always positive, ", "").replace("always positive", "")
            where = f": {words}" if words else ""
            yield f"A line shows the score of always predicting positive{where}."
        levels = [held.value for held in self.of(scene.ISOMETRIC) if held.value]
        if levels:
            head = read(self.of(scene.ISOMETRIC)[0].words).split(" = ")[0]
            yield f"Lines of equal {head}: {listed(reversed(levels))}."
        bands = [read(held.words) for held in self.of(scene.BAND) if held.words]
        if bands:
            yield f"Shaded: {', '.join(bands)}."
        if self.of(scene.NEGATIVE):
            yield f"Below 0: {read(self.of(scene.NEGATIVE)[0].text)}."

    def _chance(self) -> Iterator[str]:
        """Yield where random guessing is, in one sentence for several prevalences."""
        heights = []
        for held in self.of(scene.CHANCE):
            space, pi = self.space, held.prevalence
            if space is None or pi is None:
                yield sentence(read(held.text))
                continue
            line = trace(random_curve(pi, 1 - pi), space)
            if np.ptp(line.y) <= SAME_PREVALENCE:
                heights.append(float(line.y[0]))
            elif np.abs(line.x - line.y).max() <= SAME_PREVALENCE:
                yield "Random guessing is the diagonal."
            else:
                yield "Random guessing is drawn for comparison."
        if heights and self.space is not None:
            what = uncapital(self.space.y_label)
            yield f"Random guessing has {what} {listed(map(share, sorted(heights)))}."

    def _regions(self) -> Iterator[str]:
        found = sorted({one.prevalence for one in self.of(scene.REGION) if one.prevalence})
        areas = [share(aucpr_min(pi)) for pi in found]
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
        for held in self.marks:
            if held.thresholds is not None:
                first, last = (share(one, 3) for one in held.thresholds)
                yield f"The curve is coloured by threshold, from {first} to {last}."
        points = [_point(held, self.space) for held in self.of(*POINTS)]
        points += [read(held.text) for held in self.of(scene.FOLD_POINTS)]
        if points:
            yield f"Marked: {'; '.join(dict.fromkeys(points))}."
        hulls = self.of(scene.HULL)
        if hulls and self.curves:
            yield "The hull of each curve is drawn." if len(hulls) > 1 else "Its hull is drawn."

    def _others(self) -> Iterator[str]:
        known = {held.artist for held in self.marks}
        lines = [line for line in self.ax.lines if line not in known]
        if lines:
            verb = "are" if len(lines) > 1 else "is"
            noun = "further line" if self.marks else "line"
            yield sentence(f"{counted(len(lines), noun)} {verb} drawn")


def name_of(held: Mark) -> str:
    """Return the name of a curve, or its label; nothing if it has only numbers."""
    name = one_line(held.words or held.name or UNNAMED)
    # Names of ours, such as those of prevalences.
    ours = untypeset(name)
    return read(ours) if held.numbered or ours.startswith("π = ") else name


def _head_of(number: Number, is_only_area: bool) -> str:
    if number.is_difference:
        return f"Difference of {read(number.head)}"
    return "Area under the curve" if is_only_area else read(number.head)


def ranked(found: list[tuple[str, Number]]) -> str:
    """Return names with their scores, the best first; of many, the best, median and worst."""
    order = found
    if not any(number.is_difference for _, number in found):
        order = sorted(found, key=lambda one: -one[1].value)
    if len(order) <= MOST_NAMED:
        return ", ".join(named_score(name, number) for name, number in order)
    kinds = {"best": order[0], "median": order[(len(order) - 1) // 2], "worst": order[-1]}
    return ", ".join(
        f"{kind} {named_score(name, number)}" for kind, (name, number) in kinds.items()
    )


def named_score(name: str, number: Number) -> str:
    """Return a name, if there is one, and a score, with a colon where the name ends in a digit."""
    colon = ":" if name[-1:].isdigit() else ""
    return f"{name}{colon} {score_text(number)}".lstrip()


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
        yield f"{upper} is nowhere below."
    elif len(at) == 1:
        yield f"{upper} is above {lower} up to recall {at[0]}, below after."
    elif len(at) <= MOST_CROSSINGS and all(before != after for before, after in pairwise(at)):
        yield f"The curves cross at recall {listed(at)}."
    else:
        yield f"The curves cross {len(at)} times, first at recall {at[0]}, last at {at[-1]}."


def _all_leads(one: ConfusionCurve, other: ConfusionCurve) -> Leads:
    first, second = (curve.in_safe_unit for curve in (one, other))
    return leads(
        (first.tp, first.fp, first.pos, first.neg), (second.tp, second.fp, second.pos, second.neg)
    )


def _leads(one: ConfusionCurve, other: ConfusionCurve) -> int | None:
    """Return which of two curves is never worse, 1 or -1; 0 if they are equal, else None."""
    found = _all_leads(one, other)
    return None if found.changes.size else found.first


def _point(held: Mark, space: Space | None) -> str:
    words = " ".join(held.told) or read(held.text)
    if held.at is None or space is None:
        return words
    x, y = (
        f"{uncapital(label)} {share(value)}"
        for label, value in zip((read(space.x_label), read(space.y_label)), held.at, strict=True)
    )
    return f"{words} at {x}, {y}"
