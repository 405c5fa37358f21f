"""Words on references, placed anew whenever the axes change their size or their limits."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from matplotlib import rcParams
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend
from matplotlib.lines import Line2D

from prplot.draw.axes import apply_aspect
from prplot.draw.placement.candidates import VISIBLE, is_marker, tell_apart
from prplot.draw.placement.ground import Box, Ground, points_to_pixels
from prplot.draw.placement.legend import (
    Home,
    Outside,
    Way,
    corner,
    drop,
    fit,
    least_side,
    remake,
    renew,
    renew_inside,
    squeeze,
    stand_aside,
    stand_inside,
    tighter,
)
from prplot.draw.placement.placer import CurveNames, first_form, name_directly, text_of, type_sizes
from prplot.draw.scene import Kind, Mark, Scene

# A layout may move axes within the room that it gave them; it comes to rest soon.
_ROUNDS = 4
# Of their size axes may grow or shrink by so much before words are placed anew.
ALIKE = 0.01


def lay_out(ax: Axes, *, at_rest: bool = True) -> bool:
    """Give the axes the size that they will be drawn in; tell whether a layout engine can."""
    figure = ax.get_figure(root=True)
    engine = None if figure is None else figure.get_layout_engine()
    if figure is None or engine is None or not at_rest:
        apply_aspect(ax)
        return engine is not None
    # One pass does not see how an aspect moves the axes within the room that the pass gave them.
    before = np.zeros(4)
    for _ in range(_ROUNDS):
        engine.execute(figure)
        apply_aspect(ax)
        now = np.array(ax.get_window_extent().bounds)
        if np.abs(now - before).max() < 0.5:
            break
        before = now
    return True


def is_alike(view: tuple[float, ...], seen: tuple[float, ...]) -> bool:
    """Tell whether two views differ by so little that all words may stay.

    At another resolution letters, and with them a layout, are a little larger or smaller.
    """
    return len(view) == len(seen) and bool(
        np.allclose(view[:2], seen[:2], rtol=ALIKE, atol=0) and view[2:] == seen[2:]
    )


def view(ax: Axes) -> tuple[float, ...]:
    """Return what the places depend on: the size of the axes in points, and their limits."""
    frame, unit = ax.get_window_extent(), points_to_pixels(ax)
    size = round(frame.width / unit, 1), round(frame.height / unit, 1)
    return *size, *ax.get_xlim(), *ax.get_ylim()


@dataclass(frozen=True)
class Placed:
    """A legend that was placed here: where its corner is, and how large its type would be."""

    ax: Axes
    legend: Legend
    corner: tuple[float, float]
    sizes: list[float]

    @classmethod
    def of(cls, ax: Axes, legend: Legend, renderer: Any = None) -> "Placed":
        """Return a legend with the place that it has now."""
        made = [float(text.get_fontsize()) for text in legend.get_texts()]
        # In a layout that is not known yet it may have been made smaller than it need be.
        wanted = FontProperties(size=rcParams["legend.fontsize"]).get_size_in_points()
        sizes = [size * wanted / max(made) for size in made]
        return cls(ax, legend, corner(ax, legend, renderer), sizes)

    def now(self, renderer: Any) -> "Placed":
        """Return the same after it was moved here."""
        return replace(self, corner=corner(self.ax, self.legend, renderer))

    @property
    def is_outside(self) -> bool:
        """Whether it stands beside or below the axes."""
        return not (0 <= self.corner[0] < 1 and self.corner[1] >= 0)

    def is_untouched(self, renderer: Any) -> bool:
        """Tell whether it is still the legend of its axes and where it was put."""
        if self.ax.get_legend() is not self.legend:
            return False
        found = corner(self.ax, self.legend, renderer)
        # A legend outside is anchored in points as well; how far it moves says nothing.
        return self.is_outside or bool(np.allclose(found, self.corner, atol=0.02))


# That of matplotlib's legends is less than that of words on the picture.
ZORDER = 5.5


class LateLegend(Artist):
    """Draws the legend that its axes were given while they were on their way through their artists.

    They draw it themselves from the next time on.
    """

    def __init__(self, ax: Axes) -> None:
        super().__init__()
        self.set_zorder(ZORDER)
        self.set_in_layout(False)
        # Whether it stands in for a legend that there was.
        self.replaces = False
        self._legend: Legend | None = None
        self._listed: list[Mark] = []
        self._is_new = False
        ax.add_artist(self)

    def show(self, legend: Legend | None, listed: Iterable[Mark]) -> None:
        """Draw a new legend, which has the names of some curves."""
        self._legend, self._listed, self._is_new = legend, list(listed), True

    def is_of(self, ax: Axes) -> bool:
        """Tell whether the legend of some axes is the one that was made late."""
        return self._legend is not None and ax.get_legend() is self._legend

    def take_back(self, ax: Axes) -> None:
        """Remove the legend again: names may find a place in another view."""
        for mark in self._listed:
            mark.write_label(listed=False)
        drop(ax)
        self._legend, self._listed, self._is_new = None, [], False

    def draw(self, renderer: Any) -> None:
        """Draw the legend, once."""
        if self._is_new and self._legend is not None and self._legend.axes is not None:
            self._legend.draw(renderer)
        self._is_new = False


# In place of a legend: curves are labelled themselves.
DIRECT = "direct"
# Where a legend stands best if nobody says where: in PR space.
HOME: Home = (0.0, 0.5)


class Annotations(Artist):
    """Writes the words of all references of some axes where they cover nothing.

    It draws nothing itself: its texts are ordinary texts of the axes. Sizes are final only when a
    figure is drawn, after its layout; so it comes first in the drawing order, and moves its texts
    and the legend if the axes have another size or other limits than when they were placed.
    """

    def __init__(self, ax: Axes, home: Home) -> None:
        super().__init__()
        self.set_zorder(-np.inf)
        self.set_in_layout(False)
        self.home = home
        self._seen: tuple[float, ...] = ()
        self._legend: Placed | None = None
        # Whether the legend is of these axes alone, and whether some names may be left to it.
        self._own_legend = True
        self._some_names = False
        self._marks = {mark.artist: mark for mark in Scene.of(ax).worded_marks()}
        self._texts = {artist: text_of(ax, mark) for artist, mark in self._marks.items()}
        # What each text shows at present: all of its words, or a part.
        self._forms: dict[Artist, str] = {}
        # The user's sizes may be others when the figure is drawn.
        self._type_sizes = {
            artist: type_sizes(mark, self._texts[artist]) for artist, mark in self._marks.items()
        }
        ax.add_artist(self)
        self._late = LateLegend(ax)

    @property
    def panel(self) -> Axes:
        """The axes that it writes in."""
        assert isinstance(self.axes, Axes)
        return self.axes

    def draw(self, renderer: Any) -> None:
        """Place the texts again if the axes were given another size or other limits."""
        if is_alike(view(self.panel), self._seen):
            return
        # A legend of the user's, or one that the user moved, stays where it is.
        ours = self._legend if self._legend and self._legend.is_untouched(renderer) else None
        if ours is not None and self._late.is_of(self.panel):
            self._late.take_back(self.panel)
            ours = None
        self._some_names = False
        ground = self.place(renderer)
        if self._late.replaces or self._names().unsaid(ground, self._listed(renderer)):
            self._list_late(ground, ours, renderer)
        elif ours is not None:
            fit(self.panel, ground, self.home, ours.sizes, renderer)
            self._legend = ours.now(renderer)
            self._yield_to_legend(renderer)

    def _list_late(self, ground: Ground, ours: Placed | None, renderer: Any) -> None:
        """Let a legend say the names that find no place in this view, if it can."""
        legend, names = self.panel.get_legend(), self._names()
        if legend is not None and (ours is None or not self._own_legend or ours.is_outside):
            names.write_anyhow(ground, self._listed(renderer), renderer)
            return
        self._late.replaces = self._late.replaces or legend is not None
        listed = self._listed(renderer)
        self._renewed_legend(ground, renderer)
        added = [self._marks[line] for line in self._listed(renderer) - listed]
        self._late.show(self.panel.get_legend(), added)
        self.keep_legend(renderer)

    def arrange(self, *, with_legend: bool) -> None:
        """Place texts and legend until the figure's layout agrees with them."""
        figure = self.panel.get_figure(root=True)
        # Where axes share a figure, a layout costs much and is not known before the last call.
        alone = figure is not None and len(figure.axes) == 1
        has_layout = lay_out(self.panel, at_rest=alone)
        self._some_names = False
        ground = self.place()
        if not with_legend:
            return
        outside = self._renewed_legend(ground)
        if outside is not None and has_layout:
            if not alone:
                # There may be more room than it seemed.
                stand_aside(self.panel)
                lay_out(self.panel)
                ground = self.place()
                outside = self._renewed_legend(ground)
            if outside is not None:
                self._rest(outside, ground.frame.width)
        self.keep_legend()

    def keep_legend(self, renderer: Any = None) -> None:
        """Keep the legend that the axes have now in place from now on."""
        legend = self.panel.get_legend()
        self._legend = None if legend is None else Placed.of(self.panel, legend, renderer)
        self._yield_to_legend(renderer)

    def take_legend(self, ground: Ground, way: Way, beside: Sequence[Axes]) -> bool:
        """Place the legend of several panels here in one of the ways; tell whether it can be."""
        if stand_inside(self.panel, ground, self.home, way, beside=beside):
            self._own_legend = not beside
            self.keep_legend()
            return True
        drop(self.panel)
        return False

    def offer(self) -> Ground:
        """Let the legend say what found no room; return the ground that it may stand on."""
        ground = self.place()
        self._settle(ground)
        return ground

    def has_free_legend(self, renderer: Any = None) -> bool:
        """Tell whether the legend stands inside and covers nothing; none does."""
        legend = self.panel.get_legend()
        if legend is None:
            return True
        extent, ground = legend.get_window_extent(renderer), self._survey(renderer)
        middle = (extent.p0 + extent.p1) / 2
        box = Box(float(middle[0]), float(middle[1]), extent.width, extent.height)
        return ground.is_free(box, margin=0, through=ground.hairlines)

    def shown_kinds(self) -> set[Kind]:
        """Return of which kinds there are marks with their words in the picture."""
        return {self._marks[ref].kind for ref, text in self._texts.items() if text.get_visible()}

    def _renewed_legend(self, ground: Ground, renderer: Any = None) -> Outside | None:
        """Make the legend anew; where it covers something, of as few names as can be."""
        unsaid = self._names().unsaid(ground, self._listed(renderer))
        self._settle(ground)
        outside = None
        if renderer is None:
            outside = renew(self.panel, ground, self.home)
        else:
            renew_inside(self.panel, ground, self.home, renderer)
        if unsaid and outside is None and not self.has_free_legend(renderer):
            self._list_few(unsaid, renderer)
        elif outside is None:
            self._list_covered(ground, renderer)
        return outside

    def _list_covered(self, ground: Ground, renderer: Any = None) -> None:
        """Let a legend that covers words of references say these, though it grows by that."""
        while covered := self._covered(ground, renderer):
            for text in covered:
                text.set_visible(False)
                del ground.texts[text]
            self._settle(ground)
            renew_inside(self.panel, ground, self.home, renderer)

    def _covered(self, ground: Ground, renderer: Any) -> list[Artist]:
        """Return the words of references, of which each must be said, that the legend covers."""
        legend = self.panel.get_legend()
        extent = None if legend is None else legend.get_window_extent(renderer)
        return [
            text
            for reference, text in self._texts.items()
            if self._marks[reference].kind.is_indispensable and text in ground.texts
            if extent is not None and extent.overlaps(ground.texts[text])
        ]

    def _list_few(self, unsaid: Iterable[Artist], renderer: Any) -> None:
        """Let the legend have those names only that find no place beside their curves."""
        for line in unsaid:
            self._marks[line].write_label(listed=False)
        self._some_names = True
        ground = self.place(renderer)
        self._settle(ground)
        renew_inside(self.panel, ground, self.home, renderer)

    def _rest(self, outside: Outside, whole: float) -> None:
        """Let the layout make room for a legend outside until neither moves the other.

        If that takes too much of the width that the axes had, less is left of long names; else the
        legend goes inside after all.
        """
        ax = self.panel
        ground = self.place()
        for _ in range(_ROUNDS):
            lay_out(ax)
            if view(ax) == self._seen:
                break
            ground = self.place()
            self._settle(ground)
            remake(ax, outside)
        # The estimate before the layout may have been a little high.
        if ground.frame.width < 0.8 * least_side(ax) * whole:
            form = tighter(ax, outside)
            if form is not None:
                remake(ax, form)
                self._rest(form, whole)
                return
            squeeze(ax, ground, self.home)
            lay_out(ax)
            ground = self.offer()
            squeeze(ax, ground, self.home)
            self._list_covered(ground)

    def place(self, renderer: Any = None) -> Ground:
        """Put every text on its first free spot; one that has none is hidden.

        Parameters
        ----------
        renderer : optional
            What measures texts; the figure's own if None.

        Returns
        -------
        Ground
            What stands in the axes, with the texts.
        """
        ax = self.panel
        self._seen = view(ax)
        # What the user took away is gone, and what was said of it.
        for reference, text in self._texts.items():
            if reference.axes is None:
                # Not removed: the figure may be on its way through its artists.
                text.set_visible(False)
        self._texts = {
            reference: text
            for reference, text in self._texts.items()
            if reference.axes is not None and text.axes is not None
        }
        ground = self._survey(renderer)
        listed = self._listed(renderer)
        self._names().write(ground, listed, renderer, some=self._some_names)
        named: set[Kind] = set()
        for reference, text in self._texts.items():
            mark = self._marks[reference]
            if mark.kind.is_data:
                continue
            # There may be room in small type that there seemed not to be.
            is_in_legend = reference in listed and mark.kind.is_indispensable
            if is_in_legend or not reference.get_visible():
                text.set_visible(False)
                continue
            short = mark.value if mark.kind.is_named_once and mark.value else mark.text
            forms = [short] if mark.kind in named else list(dict.fromkeys([mark.text, short]))
            sizes = self._type_sizes[reference]
            placed = first_form(ax, ground, mark, text, forms, renderer, sizes)
            self._forms[reference] = placed or ""
            if placed == mark.text != short:
                named.add(mark.kind)
        return ground

    def _listed(self, renderer: Any) -> set[Artist]:
        """Return what a legend keeps the words of: while a figure is drawn it can't change."""
        if renderer is None:
            return set()
        return {ref for ref in self._texts if self._marks[ref].is_listed}

    def _names(self) -> CurveNames:
        """Return the texts that name curves."""
        named = {ref: text for ref, text in self._texts.items() if self._marks[ref].kind.is_data}
        return CurveNames(self.panel, named)

    def _survey(self, renderer: Any = None) -> Ground:
        """Return what stands in the axes but for our own texts."""
        ax = self.panel
        marks = Scene.of(ax).marks()
        ground = Ground.of(
            ax,
            references={mark.artist for mark in marks if mark.kind.is_reference},
            hairlines={mark.artist for mark in marks if mark.kind.is_faint},
            regions={mark.artist for mark in marks if mark.kind.is_nested},
        )
        for text in ax.texts:
            if text not in self._texts.values():
                ground.add_text(text, renderer)
        return ground

    def _yield_to_legend(self, renderer: Any = None) -> None:
        """Move the words that a legend without free ground had to cover; hide what can't move."""
        legend = self.panel.get_legend()
        shown = {ref: text for ref, text in self._texts.items() if text.get_visible()}
        if legend is None or not shown:
            return
        extent = legend.get_window_extent(renderer)
        ground = self._survey(renderer)
        ground.texts[legend] = extent
        covered = {}
        for reference, text in shown.items():
            if extent.overlaps(text.get_window_extent(renderer)):
                covered[reference] = text
            else:
                ground.add_text(text, renderer)
        moved = [line for line in covered if self._marks[line].kind.is_data]
        self._names().move({line: covered.pop(line) for line in moved}, ground, renderer)
        for reference, text in covered.items():
            mark, forms = self._marks[reference], [self._forms[reference]]
            sizes = self._type_sizes[reference]
            first_form(self.panel, ground, mark, text, forms, renderer, sizes)

    def _settle(self, ground: Ground) -> None:
        """Let the legend say the words that found no room on the picture."""
        unit = points_to_pixels(self.panel)
        in_view = self._names().in_view(ground)
        hairlines = [line for line in self._texts if line in ground.hairlines]
        unnamed = not any(
            self._texts[line].get_visible() and self._forms.get(line) == self._marks[line].text
            for line in hairlines
        )
        for reference, text in self._texts.items():
            mark = self._marks[reference]
            # A single marker has no length.
            least = 0.0 if is_marker(reference) else VISIBLE * unit
            seen = reference in in_view or ground.shows(reference, least)
            unsaid = seen and not text.get_visible()
            if reference in ground.hairlines:
                # One row for all isometrics: rows of equal swatches would tell nothing.
                unsaid = unnamed and reference is hairlines[0]
            mark.write_label(listed=unsaid and not mark.kind.is_silent)
        self._settle_points()

    def _settle_points(self) -> None:
        """Let the legend tell apart the markers whose words found no room."""
        marks = [self._marks[reference] for reference in self._texts]
        listed = [mark for mark in marks if mark.kind.has_shape and mark.is_listed]
        points = [mark.artist for mark in listed if isinstance(mark.artist, Line2D)]
        words = [mark.text for mark in listed]
        for mark, is_first in zip(listed, tell_apart(points, words), strict=True):
            mark.write_label(listed=is_first)

    def remove(self) -> None:
        """Take the texts away too."""
        if self._late.axes is not None:
            self._late.remove()
        for text in self._texts.values():
            if text.axes is not None:
                text.remove()
        super().remove()


def annotate(ax: Axes, legend: bool | str = "auto", home: Home | None = None) -> Annotations:
    """Write every reference's words where they are free to stand, and place the legend.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Words that an earlier call wrote are placed anew.
    legend : {"auto", "direct", True, False}, default "auto"
        "auto" draws a legend if anything is labelled, "direct" writes the names of curves beside
        them; False leaves the legend to the caller.
    home : tuple of float, optional
        Where the legend likes to be, in shares of the axes; where it did before by default.

    Returns
    -------
    Annotations
        The artist that keeps the words in place.
    """
    if legend == DIRECT:
        name_directly(ax)
    for earlier in [artist for artist in ax.artists if isinstance(artist, Annotations)]:
        home = earlier.home if home is None else home
        earlier.remove()
    written = Annotations(ax, HOME if home is None else home)
    written.arrange(with_legend=legend is not False)
    return written
