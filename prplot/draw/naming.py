"""The names of curves as texts of their axes: in which form they stand where."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, NamedTuple

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.text import Text

from prplot.draw import labels, names
from prplot.draw.entries import LONG, without_numbers
from prplot.draw.labels import Size, Spot
from prplot.draw.leaders import leader
from prplot.draw.placement import Ground, points_to_pixels
from prplot.draw.texts import size_of, stand
from prplot.draw.ways import is_legible
from prplot.draw.wrapping import wrap_text


class NameForm(NamedTuple):
    """How the names of curves are written: with their numbers or without, in which type.

    `price` is the length of leaders, in points for each name, that a better form may cost. Long
    names go over several lines where they would take more than a `share` of the axes' width.
    """

    numbers: bool
    fontsize: str
    price: float
    share: float | None = None


# Only where that can be read.
SMALL = "xx-small"
# Best first.
NAME_FORMS = (
    NameForm(True, "small", 0.0),
    NameForm(False, "small", 60.0),
    NameForm(False, "x-small", 120.0),
    NameForm(False, SMALL, 180.0),
)
# The same for long names, which find a place more easily over several lines.
LONG_NAME_FORMS = (
    NAME_FORMS[0],
    *(form._replace(share=share) for form in NAME_FORMS for share in (0.5, 0.35)),
)


@dataclass(frozen=True)
class CurveNames:
    """Texts that name curves.

    Attributes
    ----------
    panel : matplotlib.axes.Axes
    texts : dict of artist to Text
        Of each curve.
    """

    panel: Axes
    texts: Mapping[Artist, Text]

    def write(
        self,
        ground: Ground,
        listed: Collection[Artist],
        renderer: Any = None,
        *,
        some: bool = False,
    ) -> None:
        """Write the names beside their curves: all of them or none, which a legend has then.

        Names that are listed in a legend, and those of curves out of view, are not written. With
        `some` those are written that find a place, in the largest form for most of them.
        """
        for text in self.texts.values():
            text.set_visible(False)
        shown = [line for line in self.in_view(ground) if line not in listed]
        if shown:
            found, form = (self._most if some else self._best)(shown, ground, renderer)
            self._sizes(list(found), form, renderer)
            self._put(found, ground, renderer)

    def write_anyhow(self, ground: Ground, listed: Collection[Artist], renderer: Any) -> None:
        """Write names in small type, over curves if need be: no legend can have them."""
        shown = [line for line in self.in_view(ground) if line not in listed]
        sizes = self._sizes(shown, self._forms(shown)[-1], renderer)
        found, _ = names.spots(ground, sizes, points_to_pixels(self.panel), anyhow=True)
        self._put(found, ground, renderer)

    def in_view(self, ground: Ground) -> list[Artist]:
        """Return the curves of which a part is in view; a curve on the frame is."""
        unit = points_to_pixels(self.panel)
        return [
            line
            for line in self.texts
            if line.get_visible() and ground.shows(line, labels.VISIBLE * unit, margin=unit)
        ]

    def unsaid(self, ground: Ground, listed: Collection[Artist] = ()) -> list[Artist]:
        """Return the curves in view whose names stand nowhere."""
        return [
            line
            for line in self.in_view(ground)
            if line not in listed and not self.texts[line].get_visible()
        ]

    def move(self, covered: Mapping[Artist, Text], ground: Ground, renderer: Any) -> None:
        """Place some names anew, as they are written, where something stands on them."""
        sizes = {line: size_of(text, renderer) for line, text in covered.items()}
        found, _ = names.spots(ground, sizes, points_to_pixels(self.panel), anyhow=True)
        self._put(found, ground, renderer)

    def _best(
        self, lines: list[Artist], ground: Ground, renderer: Any
    ) -> tuple[dict[Artist, Spot], NameForm]:
        """Return places for the names in the form that costs least: short leaders, all numbers."""
        unit = points_to_pixels(self.panel)
        held: list[tuple[float, dict[Artist, Spot], NameForm]] = []
        for form in self._forms(lines):
            if held and min(held, key=itemgetter(0))[0] <= form.price * len(lines):
                break
            found, cost = names.spots(ground, self._sizes(lines, form, renderer), unit)
            held.append((cost + form.price * len(lines), found, form))
        _, found, form = min(held, key=itemgetter(0))
        return found, form

    def _most(
        self, lines: list[Artist], ground: Ground, renderer: Any
    ) -> tuple[dict[Artist, Spot], NameForm]:
        """Return places for as many names as can have one, and the best form that has most."""
        unit = points_to_pixels(self.panel)
        held = [
            (names.spots(ground, self._sizes(lines, form, renderer), unit, some=True)[0], form)
            for form in self._forms(lines)
        ]
        return max(held, key=lambda one: len(one[0]))

    def _forms(self, lines: list[Artist]) -> list[NameForm]:
        """Return the forms of some names, best first; none is too small to be read."""
        long = any(len(without_numbers(labels.words(line))) > LONG for line in lines)
        every = LONG_NAME_FORMS if long else NAME_FORMS
        return [form for form in every if form.fontsize != SMALL or is_legible(form.fontsize)]

    def _sizes(self, lines: list[Artist], form: NameForm, renderer: Any) -> dict[Artist, Size]:
        """Return how large the names are in a form, in pixels; they are not shown yet."""
        sizes = {}
        for line in lines:
            said = labels.words(line).removeprefix(" ")
            text, said = self.texts[line], said if form.numbers else without_numbers(said)
            text.set(text=said, fontsize=form.fontsize, rotation=0, bbox=None, visible=True)
            if form.share is not None and len(said) > LONG:
                wrap_text(text, form.share * self.panel.get_window_extent().width, renderer)
            sizes[line] = size_of(text, renderer)
            text.set_visible(False)
        return sizes

    def _put(self, found: Mapping[Artist, Spot], ground: Ground, renderer: Any) -> None:
        for line, spot in found.items():
            text = self.texts[line]
            text.set_visible(True)
            stand(self.panel, text, spot)
            ground.add_text(text, renderer)
            if spot.tip is not None:
                ground.lines[text] = leader(spot)
