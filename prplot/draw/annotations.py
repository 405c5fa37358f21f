"""Words on references, placed anew whenever the axes change their size or their limits."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Text

from prplot.draw import labels, legends, names
from prplot.draw.bars import apply_aspect
from prplot.draw.markers import is_marker, tell_apart
from prplot.draw.naming import CurveNames
from prplot.draw.outside import Outside, least_side, remake, tighter
from prplot.draw.placed import Placed
from prplot.draw.placement import Box, Ground, points_to_pixels
from prplot.draw.standing import Home
from prplot.draw.texts import size_of, stand, text_of
from prplot.draw.ways import Way

# In place of a legend: curves are labelled themselves.
DIRECT = "direct"

# A legend outside changes the layout, and that may move it again; it comes to rest soon.
_ROUNDS = 4
# Of their size axes may grow or shrink by so much before words are placed anew.
ALIKE = 0.01
# Where the free place mostly is in a space, in shares of the axes.
HOMES: dict[str, Home] = {
    "roc": (1.0, 0.0),
    "pr": (0.0, 0.5),
    "npr": (0.0, 0.0),
    "prg": (0.0, 0.0),
}


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
        self._texts = {
            reference: text_of(ax, reference)
            for group in (labels.NAMED, *labels.FINDERS)
            for reference in [*ax.lines, *ax.collections]
            if reference.get_gid() == group and labels.words(reference)
        }
        ax.add_artist(self)

    @property
    def panel(self) -> Axes:
        """The axes that it writes in."""
        assert isinstance(self.axes, Axes)
        return self.axes

    def draw(self, renderer: Any) -> None:
        """Place the texts again if the axes were given another size or other limits."""
        if _is_alike(_view(self.panel), self._seen):
            return
        # A legend of the user's, or one that the user moved, stays where it is.
        ours = self._legend if self._legend and self._legend.is_untouched(renderer) else None
        ground = self.place(renderer)
        if ours is not None:
            legends.fit(self.panel, ground, self.home, ours.sizes, renderer)
            self._legend = ours.now(renderer)
            self._yield_to_legend(renderer)

    def arrange(self, *, with_legend: bool) -> None:
        """Place texts and legend until the figure's layout agrees with them."""
        figure = self.panel.get_figure(root=True)
        # Where axes share a figure, a layout costs much and is not known before the last call.
        alone = figure is not None and len(figure.axes) == 1
        has_layout = lay_out(self.panel, at_rest=alone)
        ground = self.place()
        if not with_legend:
            return
        outside = self._renewed_legend(ground)
        if outside is not None and has_layout:
            if not alone:
                # There may be more room than it seemed.
                legends.stand_aside(self.panel)
                lay_out(self.panel)
                ground = self.place()
                outside = self._renewed_legend(ground)
            if outside is not None:
                self._rest(outside, ground.frame.width)
        self.keep_legend()

    def keep_legend(self) -> None:
        """Keep the legend that the axes have now in place from now on."""
        legend = self.panel.get_legend()
        self._legend = None if legend is None else Placed.of(self.panel, legend)
        self._yield_to_legend()

    def take_legend(self, ground: Ground, way: Way, beside: Sequence[Axes]) -> bool:
        """Place the legend of several panels here in one of the ways; tell whether it can be."""
        if legends.stand_inside(self.panel, ground, self.home, way, beside=beside):
            self.keep_legend()
            return True
        legends.drop(self.panel)
        return False

    def offer(self) -> Ground:
        """Let the legend say what found no room; return the ground that it may stand on."""
        ground = self.place()
        self._settle(ground)
        return ground

    def has_free_legend(self) -> bool:
        """Tell whether the legend stands inside and covers nothing; none does."""
        legend = self.panel.get_legend()
        if legend is None:
            return True
        extent, ground = legend.get_window_extent(), self._survey()
        middle = (extent.p0 + extent.p1) / 2
        box = Box(float(middle[0]), float(middle[1]), extent.width, extent.height)
        return ground.is_free(box, margin=0, through=ground.hairlines)

    def shown_groups(self) -> set[str]:
        """Return of which kinds there are references with their words on the picture."""
        return {str(ref.get_gid()) for ref, text in self._texts.items() if text.get_visible()}

    def _renewed_legend(self, ground: Ground) -> Outside | None:
        self._settle(ground)
        return legends.renew(self.panel, ground, self.home)

    def _rest(self, outside: Outside, whole: float) -> None:
        """Let the layout make room for a legend outside until neither moves the other.

        If that takes too much of the width that the axes had, less is left of long names; else the
        legend goes inside after all.
        """
        ax = self.panel
        ground = self.place()
        for _ in range(_ROUNDS):
            lay_out(ax)
            if _view(ax) == self._seen:
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
            legends.squeeze(ax, ground, self.home)
            lay_out(ax)
            legends.squeeze(ax, self.place(), self.home)

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
        self._seen = _view(ax)
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
        self._names().write(ground, renderer)
        named: set[str] = set()
        for reference, text in self._texts.items():
            if reference.get_gid() == labels.NAMED:
                continue
            if not reference.get_visible():
                text.set_visible(False)
                continue
            said, group = labels.words(reference), str(reference.get_gid())
            short = said.split(" = ")[-1] if group in labels.NAMED_ONCE else said
            forms = [short] if group in named else list(dict.fromkeys([said, short]))
            placed = _first_form(ax, ground, reference, text, forms, renderer)
            if placed == said != short:
                named.add(group)
        return ground

    def _names(self) -> CurveNames:
        """Return the texts that name curves."""
        texts = {ref: text for ref, text in self._texts.items() if ref.get_gid() == labels.NAMED}
        return CurveNames(self.panel, texts)

    def _survey(self, renderer: Any = None) -> Ground:
        """Return what stands in the axes but for our own texts."""
        ax = self.panel
        marked: set[Artist] = {line for line in ax.lines if line.get_gid() in labels.REFERENCES}
        hairlines = {line for line in marked if line.get_gid() == labels.ISOMETRIC}
        ground = Ground.of(ax, references=marked, hairlines=hairlines)
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
        moved = [line for line in covered if line.get_gid() == labels.NAMED]
        self._names().move({line: covered.pop(line) for line in moved}, ground, renderer)
        for reference, text in covered.items():
            _first_form(self.panel, ground, reference, text, [text.get_text()], renderer)

    def _settle(self, ground: Ground) -> None:
        """Let the legend say the words that found no room on the picture."""
        unit = points_to_pixels(self.panel)
        hairlines = [line for line in self._texts if line in ground.hairlines]
        unnamed = not any(
            self._texts[line].get_visible() and " = " in self._texts[line].get_text()
            for line in hairlines
        )
        for reference, text in self._texts.items():
            said = labels.words(reference)
            # A single marker has no length.
            least = 0.0 if is_marker(reference) else labels.VISIBLE * unit
            seen = reference.get_gid() == labels.NAMED or ground.shows(reference, least)
            unsaid = seen and not text.get_visible()
            if reference in ground.hairlines:
                # One row for all isometrics: rows of equal swatches would tell nothing.
                unsaid = unnamed and reference is hairlines[0]
            silent = reference.get_gid() in labels.SILENT | self._named_groups(labels.ONE_IS_ENOUGH)
            reference.set_label(said if unsaid and not silent else f"_{said}")
        self._settle_points()

    def _settle_points(self) -> None:
        """Let the legend tell apart the markers whose words found no room."""
        unsaid = [
            reference
            for reference in self._texts
            if isinstance(reference, Line2D)
            and reference.get_gid() == labels.POINT
            and not str(reference.get_label()).startswith("_")
        ]
        said = [labels.words(point) for point in unsaid]
        for point, words, is_first in zip(unsaid, said, tell_apart(unsaid, said), strict=True):
            point.set_label(words if is_first else f"_{words}")

    def _named_groups(self, groups: set[str]) -> set[str]:
        """Return of some kinds of references those of which one has its words on the picture."""
        return self.shown_groups() & groups

    def remove(self) -> None:
        """Take the texts away too."""
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
        names.name_directly(ax)
    for earlier in [artist for artist in ax.artists if isinstance(artist, Annotations)]:
        home = earlier.home if home is None else home
        earlier.remove()
    written = Annotations(ax, HOMES["pr"] if home is None else home)
    written.arrange(with_legend=legend is not False)
    return written


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


def _first_form(
    ax: Axes, ground: Ground, reference: Artist, text: Text, forms: list[str], renderer: Any
) -> str | None:
    """Write the first form of some words for which there is a spot; without any, hide the text."""
    for form in forms:
        text.set(text=form, rotation=0, bbox=None, visible=True)
        spot = _spot(ax, ground, reference, text, renderer)
        if spot is not None:
            stand(ax, text, spot)
            ground.add_text(text, renderer)
            if spot.tip is not None:
                ground.lines[text] = names.leader(spot)
            return form
    text.set_visible(False)
    return None


def _spot(
    ax: Axes, ground: Ground, reference: Artist, text: Text, renderer: Any
) -> labels.Spot | None:
    size = size_of(text, renderer)
    for find in labels.FINDERS[str(reference.get_gid())]:
        spot = find(ground, reference, size, points_to_pixels(ax))
        if spot is not None:
            return spot
    return None


def _is_alike(view: tuple[float, ...], seen: tuple[float, ...]) -> bool:
    """Tell whether two views differ by so little that all words may stay.

    At another resolution letters, and with them a layout, are a little larger or smaller.
    """
    return len(view) == len(seen) and bool(
        np.allclose(view[:2], seen[:2], rtol=ALIKE, atol=0) and view[2:] == seen[2:]
    )


def _view(ax: Axes) -> tuple[float, ...]:
    """Return what the places depend on: the size of the axes in points, and their limits."""
    frame, unit = ax.get_window_extent(), points_to_pixels(ax)
    size = round(frame.width / unit, 1), round(frame.height / unit, 1)
    return *size, *ax.get_xlim(), *ax.get_ylim()
