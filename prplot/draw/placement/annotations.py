"""Labels of references and curves, placed again when the size or the limits of axes change."""

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
from prplot.draw.placement.candidates import VISIBLE, assign_shapes, is_marker
from prplot.draw.placement.ground import Box, Ground, points_to_pixels
from prplot.draw.placement.legend import (
    Home,
    InsideForm,
    Outside,
    corner,
    drop,
    exclude_from_layout,
    fit,
    least_side,
    place_inside,
    remake,
    renew,
    renew_inside,
    squeeze,
    tighter,
)
from prplot.draw.placement.placer import CurveNames, first_form, name_directly, text_of, type_sizes
from prplot.draw.scene import Kind, Mark, Scene

# Most passes of a layout, which may move axes in each pass but soon converges.
_ROUNDS = 4
# Relative change in the size of axes above which words are placed again.
ALIKE = 0.01


def lay_out(ax: Axes, *, at_rest: bool = True) -> bool:
    """Give the axes the size in which they will be drawn; tell whether a layout engine does it."""
    figure = ax.get_figure(root=True)
    engine = None if figure is None else figure.get_layout_engine()
    if figure is None or engine is None or not at_rest:
        apply_aspect(ax)
        return engine is not None
    # Each pass ignores that the aspect then moves the axes within their slot.
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
    """Tell whether two views differ so little that all words may keep their positions.

    At another resolution, the sizes of letters, and thus the layout, differ slightly.
    """
    return len(view) == len(seen) and bool(
        np.allclose(view[:2], seen[:2], rtol=ALIKE, atol=0) and view[2:] == seen[2:]
    )


def view(ax: Axes) -> tuple[float, ...]:
    """Return what positions depend on: the size of the axes in points, and their limits."""
    frame, unit = ax.get_window_extent(), points_to_pixels(ax)
    size = round(frame.width / unit, 1), round(frame.height / unit, 1)
    return *size, *ax.get_xlim(), *ax.get_ylim()


@dataclass(frozen=True)
class Placed:
    """A legend that was placed here, with its corner and the type sizes that it would have."""

    ax: Axes
    legend: Legend
    corner: tuple[float, float]
    sizes: list[float]

    @classmethod
    def of(cls, ax: Axes, legend: Legend, renderer: Any = None) -> "Placed":
        """Return a legend with the place that it has now."""
        made = [float(text.get_fontsize()) for text in legend.get_texts()]
        # Before the final layout is known, it may have been made smaller than necessary.
        wanted = FontProperties(size=rcParams["legend.fontsize"]).get_size_in_points()
        sizes = [size * wanted / max(made) for size in made]
        return cls(ax, legend, corner(ax, legend, renderer), sizes)

    def now(self, renderer: Any) -> "Placed":
        """Return the legend with its new corner after it was moved."""
        return replace(self, corner=corner(self.ax, self.legend, renderer))

    @property
    def is_outside(self) -> bool:
        """Whether it is beside or below the axes."""
        return not (0 <= self.corner[0] < 1 and self.corner[1] >= 0)

    def is_untouched(self, renderer: Any) -> bool:
        """Tell whether it is still the legend of its axes and where it was put."""
        if self.ax.get_legend() is not self.legend:
            return False
        found = corner(self.ax, self.legend, renderer)
        # A legend outside is anchored partly in points, and thus moves when the size changes.
        return self.is_outside or bool(np.allclose(found, self.corner, atol=0.02))


# Above words in the axes, unlike the default for legends.
ZORDER = 5.5


class LateLegend(Artist):
    """Draws a legend that is added to axes while they are being drawn.

    matplotlib does not draw such a legend itself before the next drawing.
    """

    def __init__(self, ax: Axes) -> None:
        super().__init__()
        self.set_zorder(ZORDER)
        self.set_in_layout(False)
        # Whether it replaces an earlier legend.
        self.replaces = False
        self._legend: Legend | None = None
        self._listed: list[Mark] = []
        self._is_new = False
        ax.add_artist(self)

    def show(self, legend: Legend | None, listed: Iterable[Mark]) -> None:
        """Draw a new legend, which lists some curves, at the present drawing."""
        self._legend, self._listed, self._is_new = legend, list(listed), True

    def is_of(self, ax: Axes) -> bool:
        """Tell whether the legend of axes was made while they were being drawn."""
        return self._legend is not None and ax.get_legend() is self._legend

    def take_back(self, ax: Axes) -> None:
        """Remove the legend again, as there may be room for the names in another view."""
        for mark in self._listed:
            mark.write_label(listed=False)
        drop(ax)
        self._legend, self._listed, self._is_new = None, [], False

    def draw(self, renderer: Any) -> None:
        """Draw the legend, once."""
        if self._is_new and self._legend is not None and self._legend.axes is not None:
            self._legend.draw(renderer)
        self._is_new = False


# In place of a legend, curves are labelled with their names.
DIRECT = "direct"
# Default position of a legend, which suits PR space.
HOME: Home = (0.0, 0.5)


class Annotations(Artist):
    """Writes the words of all references of some axes where they cover nothing.

    It draws nothing itself: its texts are ordinary texts of the axes. Sizes are final only when a
    figure is drawn, after its layout, so it is first in the drawing order, and moves its texts and
    the legend if the size or the limits of the axes have changed since they were placed.
    """

    def __init__(self, ax: Axes, home: Home) -> None:
        super().__init__()
        self.set_zorder(-np.inf)
        self.set_in_layout(False)
        self.home = home
        self._seen: tuple[float, ...] = ()
        self._legend: Placed | None = None
        # Whether the legend is of these axes alone, and whether it may list only some of the names.
        self._own_legend = True
        self._some_names = False
        self._marks = {mark.artist: mark for mark in Scene.of(ax).worded_marks()}
        self._texts = {artist: text_of(ax, mark) for artist, mark in self._marks.items()}
        # What each text shows at present: all of its words, or a part.
        self._forms: dict[Artist, str] = {}
        # Recorded now, as the user's type sizes may have changed when the figure is drawn.
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
        """Place the texts again if the size or the limits of the axes have changed."""
        if is_alike(view(self.panel), self._seen):
            return
        # A legend that the user made or moved keeps its position.
        ours = self._legend if self._legend and self._legend.is_untouched(renderer) else None
        if ours is not None and self._late.is_of(self.panel):
            self._late.take_back(self.panel)
            ours = None
        self._some_names = False
        ground = self.place(renderer)
        if self._late.replaces or self._names().unplaced(ground, self._listed(renderer)):
            self._list_late(ground, ours, renderer)
        elif ours is not None:
            fit(self.panel, ground, self.home, ours.sizes, renderer)
            self._legend = ours.now(renderer)
            self._yield_to_legend(renderer)

    def _list_late(self, ground: Ground, ours: Placed | None, renderer: Any) -> None:
        """List names that have no room in this view in a legend, if there can be one."""
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
        # With several axes, a layout takes long, and is not final before the last plot.
        alone = figure is not None and len(figure.axes) == 1
        has_layout = lay_out(self.panel, at_rest=alone)
        self._some_names = False
        ground = self.place()
        if not with_legend:
            return
        outside = self._renewed_legend(ground)
        if outside is not None and has_layout:
            if not alone:
                # Without the legend, the layout may leave more room.
                exclude_from_layout(self.panel)
                lay_out(self.panel)
                ground = self.place()
                outside = self._renewed_legend(ground)
            if outside is not None:
                self._rest(outside, ground.frame.width)
        self.keep_legend()

    def keep_legend(self, renderer: Any = None) -> None:
        """Take charge of the present legend of the axes: it is moved with the words from now on."""
        legend = self.panel.get_legend()
        self._legend = None if legend is None else Placed.of(self.panel, legend, renderer)
        self._yield_to_legend(renderer)

    def take_legend(self, ground: Ground, form: InsideForm, beside: Sequence[Axes]) -> bool:
        """Place the legend of several panels here in a form; tell whether there is room."""
        if place_inside(self.panel, ground, self.home, form, beside=beside):
            self._own_legend = not beside
            self.keep_legend()
            return True
        drop(self.panel)
        return False

    def offer(self) -> Ground:
        """List words without room for the legend; return the ground on which it may be placed."""
        ground = self.place()
        self._settle(ground)
        return ground

    def has_free_legend(self, renderer: Any = None) -> bool:
        """Tell whether the legend is inside and covers nothing, or whether there is none."""
        legend = self.panel.get_legend()
        if legend is None:
            return True
        extent, ground = legend.get_window_extent(renderer), self._survey(renderer)
        middle = (extent.p0 + extent.p1) / 2
        box = Box(float(middle[0]), float(middle[1]), extent.width, extent.height)
        return ground.is_free(box, margin=0, through=ground.hairlines)

    def shown_kinds(self) -> set[Kind]:
        """Return the kinds of the marks whose words are shown in the axes."""
        return {self._marks[ref].kind for ref, text in self._texts.items() if text.get_visible()}

    def _renewed_legend(self, ground: Ground, renderer: Any = None) -> Outside | None:
        """Replace the legend; if it covers something, let it list as few names as possible."""
        unplaced = self._names().unplaced(ground, self._listed(renderer))
        self._settle(ground)
        outside = None
        if renderer is None:
            outside = renew(self.panel, ground, self.home)
        else:
            renew_inside(self.panel, ground, self.home, renderer)
        if unplaced and outside is None and not self.has_free_legend(renderer):
            self._list_few(unplaced, renderer)
        elif outside is None:
            self._list_covered(ground, renderer)
        return outside

    def _list_covered(self, ground: Ground, renderer: Any = None) -> None:
        """List words of references that the legend covers, although it grows by that."""
        while covered := self._covered(ground, renderer):
            for text in covered:
                text.set_visible(False)
                del ground.texts[text]
            self._settle(ground)
            renew_inside(self.panel, ground, self.home, renderer)

    def _covered(self, ground: Ground, renderer: Any) -> list[Artist]:
        """Return the indispensable words of references that the legend covers."""
        legend = self.panel.get_legend()
        extent = None if legend is None else legend.get_window_extent(renderer)
        return [
            text
            for reference, text in self._texts.items()
            if self._marks[reference].kind.is_indispensable and text in ground.texts
            if extent is not None and extent.overlaps(ground.texts[text])
        ]

    def _list_few(self, unplaced: Iterable[Artist], renderer: Any) -> None:
        """List only those names in the legend for which there is no room beside their curves."""
        for line in unplaced:
            self._marks[line].write_label(listed=False)
        self._some_names = True
        ground = self.place(renderer)
        self._settle(ground)
        renew_inside(self.panel, ground, self.home, renderer)

    def _rest(self, outside: Outside, whole: float) -> None:
        """Repeat the layout with a legend outside until both are stable.

        If the axes lose too much of their width `whole`, names are shortened; if that is not
        enough, the legend is placed inside after all.
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
        """Put every text on its first free spot, and hide those without one.

        Parameters
        ----------
        renderer : optional
            What measures texts; the figure's own if None.

        Returns
        -------
        Ground
            What is drawn in the axes, with the texts.
        """
        ax = self.panel
        self._seen = view(ax)
        # If the user has removed an artist, its text is hidden.
        for reference, text in self._texts.items():
            if reference.axes is None:
                # It is not removed, as the figure may be being drawn.
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
            # Words in the legend stay there, even if there is room for them in smaller type now.
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
        """Return artists listed in the legend, which can't change while a figure is being drawn."""
        if renderer is None:
            return set()
        return {ref for ref in self._texts if self._marks[ref].is_listed}

    def _names(self) -> CurveNames:
        """Return the texts that name curves."""
        named = {ref: text for ref, text in self._texts.items() if self._marks[ref].kind.is_data}
        return CurveNames(self.panel, named)

    def _survey(self, renderer: Any = None) -> Ground:
        """Return what is drawn in the axes, without the texts of this artist."""
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
        """Move the words that the legend covers, and hide those without another place."""
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
        """List words in the legend for which there is no room in the axes."""
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
            is_listed = seen and not text.get_visible()
            if reference in ground.hairlines:
                # One row for all isometrics, as rows with equal swatches would be useless.
                is_listed = unnamed and reference is hairlines[0]
            mark.write_label(listed=is_listed and not mark.kind.is_silent)
        self._settle_points()

    def _settle_points(self) -> None:
        """Give markers whose words are in the legend distinct shapes."""
        marks = [self._marks[reference] for reference in self._texts]
        listed = [mark for mark in marks if mark.kind.has_shape and mark.is_listed]
        points = [mark.artist for mark in listed if isinstance(mark.artist, Line2D)]
        words = [mark.text for mark in listed]
        for mark, is_first in zip(listed, assign_shapes(points, words), strict=True):
            mark.write_label(listed=is_first)

    def remove(self) -> None:
        """Remove the artist and its texts."""
        if self._late.axes is not None:
            self._late.remove()
        for text in self._texts.values():
            if text.axes is not None:
                text.remove()
        super().remove()


def annotate(ax: Axes, legend: bool | str = "auto", home: Home | None = None) -> Annotations:
    """Write the words of references where they cover nothing, and place the legend.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Words that an earlier call wrote are placed anew.
    legend : {"auto", "direct", True, False}, default "auto"
        "auto" draws a legend if anything is labelled, "direct" writes the names of curves beside
        them; False leaves the legend to the caller.
    home : tuple of float, optional
        The preferred position of the legend, in shares of the axes; by default that of the earlier
        call.

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
