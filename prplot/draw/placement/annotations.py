"""Words and legends of the axes of a figure, placed when the figure is drawn.

Sizes are final only then, after the layout. What is placed depends on the figure as it is, and not
on what it was before; while nothing changes, nothing is placed again.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from matplotlib import rcParams
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.legend import Legend
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox

from prplot.core.checks import brief, coordinates, one_of
from prplot.draw import scene
from prplot.draw.axes import (
    WIDER,
    AnyFigure,
    apply_aspect,
    check_rectilinear,
    make_room_for_names,
    room_of_name,
)
from prplot.draw.painting import color_of
from prplot.draw.placement import ground as costs
from prplot.draw.placement.ground import Boxes, Ground, Ink, points_to_pixels, twins
from prplot.draw.placement.legend import (
    OUTSIDE,
    Choice,
    Home,
    OwnLegend,
    forms,
    inside,
    outside,
    type_sizes,
)
from prplot.draw.placement.table import (
    SMALLEST,
    Entry,
    Ruler,
    Wish,
    entry_of,
    foreign_entries,
    labelled,
    spacing_of_user,
)
from prplot.draw.placement.words import OTHER_SHAPES, Spot, place_names, place_words, write
from prplot.draw.resolution import adapt_all
from prplot.draw.scene_artist import DrawnMark, SceneArtist, Unseen, scene_of
from prplot.draw.style import LABEL, LABEL_STRENGTH, Style, readable, shade

# In place of a legend, curves are labelled with their names.
DIRECT = "direct"
# As in seaborn: legends list all curves anyway.
FULL = "full"
# In their axes are all legends of a figure if that costs less than all of them outside.
INSIDE = "inside"
# So many points with different words are all named beside them, or all in the legend.
FEW_POINTS = 4
# Shares of their side that axes keep may differ by less.
LEVEL = 0.01
# Default position of a legend, which suits PR space.
HOME: Home = (0.0, 0.5)


class AnnotatedAxes:
    """Axes with words and, perhaps, a legend.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
    legend : bool or str
        What the user wants, as in `annotate`.
    home : tuple of float
        The preferred position of the legend, in shares of the axes.
    number : str or None
        The name of the score that belongs to the space of the axes, if they are one of several.
    drawn : dict of artist to DrawnMark
        What has words in the axes.
    texts : dict of artist to Text
    sizes : (float, float)
        The usual and the small size of type.
        Recorded when the axes are drawn into, as the user's style may end before they are drawn.
    ruler : Ruler
    spacing : dict of str to float
    words : dict of artist to Spot
        Words as they were placed last.
    lost : list of DrawnMark
        What had no place for its words then.
    cost : float
        The price of the legend where it is.
    may_place : bool
        Whether a legend may be placed.
    is_small : bool
        Whether its legend has small type, as those of other panels.
    ground : Ground
        What is drawn in the axes, while words are placed.
    """

    ground: Ground

    def __init__(self, ax: Axes, legend: bool | str, home: Home, number: str | None = None) -> None:
        self.ax, self.legend, self.home, self.number = ax, legend, home, number
        usual = FontProperties(size=rcParams["legend.fontsize"]).get_size_in_points()
        self.sizes = type_sizes(ax, usual)
        self.ruler = Ruler()
        self.spacing = spacing_of_user()
        self.drawn = {one.artist: one for one in _worded(ax, number, is_direct=legend == DIRECT)}
        self.texts = {
            artist: _text_of(ax, one, self.sizes[1]) for artist, one in self.drawn.items()
        }
        self.words: dict[Artist, Spot] = {}
        self.lost: list[DrawnMark] = []
        self.cost = 0.0
        # The legend that words were placed beside last, and the one that is shown.
        self.placed_beside: Choice | None = None
        self.shown: Choice | None = None
        self.may_place = self.is_small = False
        # Where the legends of all axes are, and what it costs in these axes and outside.
        self.side, self.prices, self.has_siblings = "", (0.0, 0.0), False
        # The share of their side that axes keep at most beside a legend.
        self.most = 1.0
        self._note_texts()
        # The shapes of markers that are named in the legend.
        self._shapes: dict[Artist, str] = {}
        # The legend that was made here last.
        self._own: OwnLegend | None = None
        self.list_words([])
        if legend is not False and legend != DIRECT:
            self._make_legend()

    @property
    def is_here(self) -> bool:
        """Whether its axes are still in a figure and have not been cleared."""
        return self.ax.get_figure() is not None and SceneArtist.find(self.ax) is not None

    # The legend

    def rows(self) -> list[Entry]:
        """Return the rows of its legend."""
        data, references = labelled(self.ax)
        names = {one.artist: entry_of(one) for one in self._names()}
        rows = [names.get(one.handle, one) for one in [*data, *references]]
        return rows if self.own is None else self.own.with_names(rows)

    def wish(self, entries: Iterable[Entry], **options: Any) -> Wish:
        """Return what a legend of some rows is to be like."""
        own, title, sizes = self.own, (0.0, 0.0), self.sizes
        if own is not None:
            heading, sizes = own.legend.get_title(), own.sizes(self.sizes)
            if heading.get_text():
                title = self.ruler.size(heading.get_text(), float(heading.get_fontsize()))
        if self.is_small:
            sizes = sizes[1], sizes[1]
        given = {"heading": scene_of(self.ax).heading, **options}
        return Wish(tuple(entries), sizes, self.ruler, self.spacing, self.home, title, **given)

    @property
    def own(self) -> OwnLegend | None:
        """The legend that was made here, unless the user has replaced it."""
        is_there = self._own is not None and self.ax.get_legend() is self._own.legend
        return self._own if is_there else None

    @property
    def shown_legend(self) -> Legend | None:
        """The legend that was made here, if it is shown."""
        return self.own.legend if self.own is not None and self.own.legend.get_visible() else None

    def _make_legend(self) -> None:
        """Make a legend, of which the form is chosen later, if there are any rows."""
        rows = self.rows()
        if rows:
            # What an argument says goes before the user's settings.
            is_fixed = rcParams["legend.loc"] != "best" and self.legend not in OUTSIDE
            wish = self.wish(rows)
            self._own = OwnLegend(self.ax, wish.sheet(forms(wish)[0]), is_fixed=is_fixed)

    def drop_legend(self) -> None:
        """Remove the legend that was made here."""
        if self.own is not None:
            self.own.make_room(self.ax)
            self.own.legend.remove()
        self._own = None

    def choose(self) -> Choice | None:
        """Return the best legend of what is listed: on free ground in the axes, else outside."""
        rows = self.rows()
        if not rows:
            return None
        wish = self.wish(rows)
        if self.legend in OUTSIDE or self.side not in ("", INSIDE):
            return self._outside(wish, OUTSIDE.get(str(self.legend), self.side))
        within = inside(self.ground, wish)
        if self.side == INSIDE or (within.is_free and not self.has_siblings):
            return within
        beyond = self._outside(wish)
        self.prices = within.cost, beyond.cost
        return within if within.is_free else min(within, beyond, key=lambda one: one.cost)

    def _outside(self, wish: Wish, side: str | None = None) -> Choice:
        """Return the best legend outside, on a side or either."""
        is_wanted = bool(OUTSIDE.get(str(self.legend)))
        return outside(self.ax, wish, side, is_wanted=is_wanted, most=self.most)

    def show(self, choice: Choice | None) -> None:
        """Put the legend in its place, for which axes make room if it is outside."""
        self.cost, self.shown = 0.0 if choice is None else choice.cost, choice
        if choice is None:
            self.drop_legend()
            return
        if self.own is None:
            self._make_legend()
        if self.own is not None:
            self.own.put(self.ax, choice)

    # Words

    def prepare(self) -> None:
        """Give the axes the size that they have without a legend."""
        if self._own is not None:
            self._own.make_room(self.ax)
        apply_aspect(self.ax)

    def survey(self, renderer: Any) -> None:
        """See what is drawn in the axes, without the words and the legend placed here."""
        adapt_all(self.ax)
        self._release_changed()
        layers = {one.artist: _layer_of(one) for one in SceneArtist.of(self.ax).drawn()}
        ignored = {*self.texts.values(), self.shown_legend}
        self.ground = Ground(self.ax, layers, renderer, ignored=ignored)
        legend = self.ax.get_legend()
        self.may_place = self._may_place()
        if legend is not None and not self.may_place:
            box = legend.get_window_extent(renderer).transformed(self.ground.to_points)
            self.ground.stamp(Boxes.of(box), Ink.OTHERS)

    def _may_place(self) -> bool:
        """Tell whether a legend may be placed: it is ours and where it was put, or not made yet."""
        if self.legend is False:
            return False
        if self.own is not None:
            return self.own.is_untouched
        # If there is none where one was made, the user has removed it.
        return self.ax.get_legend() is None and self._own is None

    def place_words(self, choice: Choice | None = None, *, is_last: bool = False) -> None:
        """Place all words, off a legend in the axes.

        Names of curves stay where they are beside a legend, and so do all words that were placed
        without it if they are not in its way.
        """
        ground, listed = self.ground, self.listed()
        measure = partial(self.ruler.size, points=self.sizes[1])
        # Points with equal words have one row.
        in_rows = {one.mark.text for one in listed if one.role.has_shape}
        free = [one for one in self.drawn.values() if one not in listed]
        free = [one for one in free if not (one.role.has_shape and one.mark.text in in_rows)]
        seen = [one for one in free if one.artist.get_visible() and ground.is_in_view(one.artist)]
        names = [one for one in seen if one.role.is_data]
        others = [one for one in seen if not one.role.is_data]
        stays = choice is not None and self._stay(others, choice)
        kept = {one.artist for one in (seen if stays else names)}
        self.words = {artist: spot for artist, spot in self.words.items() if artist in kept}
        if choice is None:
            self.words = place_names(ground, names, measure)
        if not stays:
            ground.clear(Ink.WORDS)
            before = ground.mask(Ink.OTHERS).cells
            if choice is not None and choice.box is not None:
                ground.stamp(Boxes.of(choice.box.upright().padded(1.0)), Ink.OTHERS)
            self.words |= place_words(ground, others, measure, is_last=is_last)
            # A legend with more rows may stand in the same place.
            ground.change(Ink.OTHERS, before)
        self.placed_beside = choice
        self.lost = [one for one in seen if one.artist not in self.words]

    def place_in_smaller_axes(self, side: str, renderer: Any) -> None:
        """Place all words beside a legend outside, which lists those that have no place now."""
        self.survey(renderer)
        self.place_words()
        lost = [one for one in self.lost if not one.role.is_silent]
        if lost:
            before, shorter = self.listed(), self._outside(self.wish(self.rows()), side)
            self.list_words(self.with_siblings([*before, *lost]))
            longer = self._outside(self.wish(self.rows()), side)
            most = shorter.cost + costs.OMITTED_NUMBER * len(lost)
            if longer.fits and longer.cost < most:
                self.show(longer)
                self.survey(renderer)
            else:
                self.list_words(before)
            self.place_words(is_last=True)

    def _stay(self, others: Sequence[DrawnMark], choice: Choice) -> bool:
        """Tell whether the words of some marks, placed without a legend, are not in its way."""
        spots = [self.words[one.artist] for one in others if one.artist in self.words]
        if self.placed_beside is not None or len(spots) < len(others):
            return False
        if choice.box is None:
            return True
        taken = choice.box.upright().padded(8 * self.ground.cell)
        return not any(spot.tip is not None or taken.overlaps(spot.box.upright()) for spot in spots)

    def listed(self) -> list[DrawnMark]:
        """Return what has words in the axes but a row in the legend."""
        held = SceneArtist.of(self.ax)
        return [one for one in self.drawn.values() if held.has_row(one)]

    def with_siblings(self, rows: Sequence[DrawnMark]) -> list[DrawnMark]:
        """Return rows with all other points of the same words and, if points are few, all others.

        Else one threshold would have its number beside it, and another one in the legend.
        """
        words = {(one.role, one.mark.text) for one in rows if one.role.has_shape}
        roles = {role for role, _ in words}
        alike = [one for one in self.drawn.values() if one.role in roles]
        if len({one.mark.text for one in alike}) > FEW_POINTS:
            alike = [one for one in alike if (one.role, one.mark.text) in words]
        return [*rows, *(one for one in alike if one not in rows)]

    def _names(self) -> list[DrawnMark]:
        """Return the curves that are named beside them."""
        return [one for one in self.drawn.values() if one.role.is_data]

    def list_names(self) -> None:
        """List all names of curves in a legend, which stands on the ground that they leave."""
        # Other words may take their places.
        self.words = {}
        self.list_words(self._names())
        self.ground.clear(Ink.NAMES)

    def list_words(self, drawn: Iterable[DrawnMark]) -> None:
        """Give legend entries to the marks of some words, and to no others that have words."""
        listed, rows = {one.artist for one in drawn}, SceneArtist.of(self.ax).rows
        for one in self.drawn.values():
            rows[one.artist] = one.artist in listed and not one.role.is_silent
        self._assign_shapes()

    def _assign_shapes(self) -> None:
        """Give markers whose words are in the legend distinct shapes."""
        listed = [one for one in self.listed() if one.role.has_shape]
        words = list(dict.fromkeys(one.mark.text for one in listed))
        shapes: dict[Artist, str] = {}
        rows, first = SceneArtist.of(self.ax).rows, set[str]()
        for one in listed:
            # Those with equal words have one shape, and one row.
            rows[one.artist] = one.mark.text not in first
            first.add(one.mark.text)
            if not one.role.keeps_shape:
                place = words.index(one.mark.text)
                shapes[one.artist] = OTHER_SHAPES[place % len(OTHER_SHAPES)]
        for artist in {**self._shapes, **shapes}:
            own = self.drawn[artist].mark.style["marker"] if artist in self.drawn else None
            shape = shapes.get(artist, own)
            if shape is not None and shape != self._shapes.get(artist, own):
                artist.set(marker=shape)
        self._shapes = shapes

    def write_words(self) -> None:
        """Write the words in their places, with their leaders."""
        write(self.ax, self.ground, self.texts, self.words)
        # A figure is copied without it.
        del self.ground
        self._note_texts()

    def remove(self) -> None:
        """Remove the words, but not the legend."""
        for text in self.texts.values():
            if text.get_figure() is not None:
                text.remove()

    def _note_texts(self) -> None:
        """Record the texts as they are now, to tell what the user changes of them."""
        self._noted = {artist: _look(text) for artist, text in self.texts.items()}

    def _release_changed(self) -> None:
        """Leave alone the texts that the user has changed, and remove those of removed artists."""
        for artist, text in list(self.texts.items()):
            words, *look = _look(text)
            before, *noted = self._noted[artist]
            is_ours = text.axes is not None and look == noted
            if is_ours and artist.axes is not None:
                if words != before:
                    one = self.drawn[artist]
                    self.drawn[artist] = one._replace(mark=one.mark.called(words))
                continue
            if is_ours:
                text.remove()
            del self.texts[artist], self.drawn[artist]
            self.words.pop(artist, None)


def _text_of(ax: Axes, one: DrawnMark, points: float) -> Annotation:
    """Return a text with the words of a mark, which is not yet placed."""
    color = shade(ax, LABEL_STRENGTH)
    if one.role.is_colored or one.role.is_data:
        # Where there are several, each belongs to the curves of its colour.
        color = readable(ax, color_of(one.mark, ax))
    style: Style = {"ha": "center", "va": "center", "rotation_mode": "anchor", "color": color}
    leader = {"arrowstyle": "-", "linewidth": 0.6, "shrinkA": 0, "shrinkB": 0, "color": color}
    text = ax.annotate(
        one.mark.text,
        (0.5, 0.5),
        (0.5, 0.5),
        arrowprops=leader,
        annotation_clip=False,
        **{**style, **LABEL, "fontsize": points},
    )
    text.set_in_layout(False)
    return text


# Finds the legends of panels, or none, from what is drawn there; the second argument tells whether
# these are all panels that belong together.
Plan = Callable[[Sequence[AnnotatedAxes], bool], Sequence[Choice | None]]


def arrange(panels: Sequence[AnnotatedAxes], renderer: Any, plan: Plan) -> None:
    """Place the words of panels, and the legends of those whose legend the user left alone."""
    for panel in panels:
        panel.list_words([])
        panel.survey(renderer)
        panel.place_words(is_last=not panel.may_place)
    free = [panel for panel in panels if panel.may_place]
    made = plan(free, len(free) == len(panels)) if free else ()
    for panel, choice in zip(free, made, strict=True):
        if choice is not None and choice is not panel.placed_beside:
            panel.place_words(choice, is_last=True)
        panel.show(choice)
        if choice is not None and choice.side:
            panel.place_in_smaller_axes(choice.side, renderer)
    for panel in panels:
        panel.write_words()


def alone(panels: Sequence[AnnotatedAxes], is_whole: bool) -> list[Choice | None]:
    """Choose the legend of single axes and the words that go there for want of another place."""
    (panel,) = panels
    if any(one.role.is_data for one in panel.lost):
        panel.list_names()
    choice = None
    for _ in range(4):
        lost = [one for one in panel.lost if not one.role.is_data]
        rows = panel.with_siblings([*panel.listed(), *lost])
        # No legend for the word of a region alone.
        panel.list_words([] if all(one.role.is_nested for one in rows) else rows)
        choice = panel.choose()
        if choice is None:
            break
        # A legend may take the place of words.
        panel.place_words(choice)
        if all(one.role.is_silent for one in panel.lost):
            break
    return [choice]


def _look(text: Text) -> Any:
    """Return what a text says, where, and whether it is shown."""
    return text.get_text(), text.get_visible(), *text.get_position()


def _worded(ax: Axes, number: str | None, *, is_direct: bool) -> list[DrawnMark]:
    """Return what has words in axes, in the order in which these are placed.

    If curves are named directly, those are names; with those of their numbers that `number` names.
    """
    drawn = [one for one in SceneArtist.of(ax).drawn() if one.mark.text]
    others = [one for one in drawn if one.role in scene.FIRST_WORDS]
    others.sort(key=lambda one: scene.FIRST_WORDS.index(one.role))
    if not is_direct:
        return others
    # Swatches, which have no data, stay in the legend.
    curves = [one for one in drawn if one.role.is_data and one.mark.is_listed]
    curves = [one for one in curves if not isinstance(one.mark.shape, scene.Swatch)]
    return [*(one._replace(mark=_with_number(one.mark, number)) for one in curves), *others]


def _with_number(mark: scene.Mark, head: str | None) -> scene.Mark:
    """Return a mark with the numbers of one score, if it has any."""
    if head is None or mark.name is None:
        return mark
    return replace(mark, numbers=scene.chosen_numbers(mark.numbers, head) or mark.numbers)


def _layer_of(one: DrawnMark) -> Ink:
    """Return the layer of what is marked."""
    if one.role.is_faint:
        return Ink.HAIRLINE
    if isinstance(one.mark.shape, scene.Between | scene.Region | scene.Area):
        return Ink.BAND if one.role is scene.BAND else Ink.REGION
    return Ink.REFERENCE if one.role.is_reference else Ink.DATA


def _state_of(panels: Sequence[AnnotatedAxes]) -> Any:
    """Return what the places of words and legends depend on, and those of all axes, in pixels."""
    for panel in panels:
        apply_aspect(panel.ax)
    figure: Any = panels[0].ax.get_figure(root=True)
    parts = figure, *figure.subfigs
    around = [_shown(part) for part in parts], [len(ax.get_children()) for ax in figure.axes]
    # Layouts move titles by less and less.
    words = [text.get_text() for part in parts for text in part.texts]
    size = np.round(figure.get_size_inches() * 72, 1).tolist()
    exact = size, around, words, [_state_of_panel(panel.ax) for panel in panels]
    return exact, np.array([ax.bbox.bounds for ax in figure.axes])


def _shown(host: Artist) -> Any:
    """Return what belongs to axes or a figure, and whether it is visible."""
    return [(id(one), one.get_visible()) for one in host.get_children()]


def _state_of_panel(ax: Axes) -> Any:
    legend = ax.get_legend()
    rows = [] if legend is None else [legend.get_title(), *legend.get_texts()]
    return (
        np.round(np.asarray(ax.get_window_extent().size) / points_to_pixels(ax), 1).tolist(),
        (*ax.get_xlim(), *ax.get_ylim(), ax.get_xscale(), ax.get_yscale(), ax.get_anchor()),
        _shown(ax),
        [(one.get_text(), one.get_fontsize()) for one in (ax.xaxis.label, ax.yaxis.label)],
        [(*_look(text), text.get_fontsize()) for text in [*ax.texts, *rows]],
        [one.words for one in foreign_entries(ax)],
        # matplotlib has no public attribute for its place.
        str(getattr(legend, "_loc", 0)),
    )


# The artist


@dataclass(eq=False, repr=False)
class Group:
    """Panels whose words and legends are placed together.

    Attributes
    ----------
    panels : list of AnnotatedAxes
    plan : callable
        Finds their legends.
    seen : tuple or None
        What the panels were like when that was done last.
    """

    panels: list[AnnotatedAxes]
    plan: Plan
    seen: Any = None

    def shown(self) -> list[AnnotatedAxes]:
        """Return the panels that are there and visible; others that are gone are forgotten."""
        self.panels = [one for one in self.panels if one.is_here]
        seen = [one for one in self.panels if one.ax.get_visible()]
        return [one for one in seen if min(one.ax.bbox.size) >= 1]

    def has_changed(self) -> bool:
        """Tell whether words and legends may have other places than before."""
        shown = self.shown()
        if not shown or self.seen is None:
            return bool(shown)
        (exact, places), (before, places_before) = _state_of(shown), self.seen
        # Steps of a layout that approaches its end are no changes.
        return exact != before or not np.allclose(places, places_before, rtol=0, atol=1)


class Annotations(Unseen):
    """Writes the words of all references of a figure's axes, and places their legends.

    It draws nothing itself: what it places are ordinary texts and legends of the axes. It is first
    in the drawing order, when the layout is done, and leaves all as it is if nothing has changed.
    """

    def __init__(self) -> None:
        super().__init__()
        self.set_zorder(-np.inf)
        self.groups: list[Group] = []
        # Legends of figures beneath or beside panels, with the sizes in inches before and after.
        self.beneath: dict[AnyFigure, tuple[Legend, Any, Any]] = {}
        # The type size and the distance of the names of axes, before they were fitted to the figure
        # and now.
        self.names: dict[Axis, tuple[Any, Any]] = {}

    @classmethod
    def of(cls, ax: Axes) -> "Annotations":
        """Return the artist of the figure of some axes, which gets one if it has none."""
        figure = ax.get_figure(root=True)
        assert figure is not None
        found = next((artist for artist in figure.artists if isinstance(artist, cls)), None)
        if found is None:
            found = cls()
            figure.add_artist(found)
        return found

    @property
    def panels(self) -> list[AnnotatedAxes]:
        """All axes with words or legends."""
        return [panel for group in self.groups for panel in group.panels if panel.is_here]

    def add(self, panels: Sequence[AnnotatedAxes], plan: Plan) -> Group:
        """Place the words and legends of some panels together from now on."""
        group = Group(list(panels), plan)
        self.groups.append(group)
        return group

    def release(self, ax: Axes) -> AnnotatedAxes | None:
        """Remove the words of some axes, and return their panel, if they have one."""
        for group in self.groups:
            for panel in [one for one in group.panels if one.ax is ax]:
                panel.remove()
                group.panels.remove(panel)
                group.seen = None
                return panel
        return None

    def drop_beneath(self, figure: AnyFigure) -> bool:
        """Remove the legend that an earlier call put beneath; tell whether it was there.

        The room that was taken is given back, but for what the user has changed since.
        """
        if figure not in self.beneath:
            return False
        legend, before, after = self.beneath.pop(figure)
        if isinstance(figure, Figure) and np.allclose(figure.get_size_inches(), after):
            figure.set_size_inches(before)
        engine: Any = figure.get_layout_engine()
        if not isinstance(engine, ConstrainedLayoutEngine | None):
            engine.set(rect=(0.0, 0.0, 1.0, 1.0))
        is_there = legend in figure.legends
        if is_there:
            legend.remove()
        return is_there

    def draw(self, renderer: Any) -> None:
        """Place words and legends again where the figure has changed."""
        self.arrange(renderer)
        for panel in [panel for group in self.groups for panel in group.shown()]:
            for twin in twins(panel.ax):
                # They have the box of the axes.
                twin.set_axes_locator(panel.ax.get_axes_locator())
                twin.set_box_aspect(panel.ax.get_box_aspect())
            if panel.own is not None and panel.shown_legend is not None:
                panel.own.warn_if_cut(panel.ax, panel.shown)

    def get_tightbbox(self, renderer: Any = None) -> Bbox | None:
        """Return the extent of all legends, of which layouts know nothing."""
        legends = [panel.shown_legend for panel in self.panels]
        found = [Bbox(one.get_window_extent(renderer)) for one in legends if one is not None]
        return Bbox.union(found) if found else None

    def arrange(self, renderer: Any = None) -> None:
        """Place words and legends where the figure has changed; the layout has been done."""
        self.groups = [group for group in self.groups if any(p.is_here for p in group.panels)]
        if any(not hasattr(panel.ax.apply_aspect, "__self__") for panel in self.panels):
            # matplotlib saves a part of the figure: these axes do not move.
            return
        groups = [group for group in self.groups if group.shown()]
        changed = [group for group in groups if group.has_changed()]
        if changed:
            self._place(groups, renderer)

    def _place(self, groups: Sequence[Group], renderer: Any) -> None:
        """Place words and legends.

        All legends of a figure have one size of type, the small one if any of them needs it, and
        are all in or outside their axes, which are then equally smaller.
        """
        is_small, side, most = False, "", 1.0
        panels = [panel for group in groups for panel in group.shown()]
        # Type sizes, sides and sizes of axes are made equal one after the other.
        for _ in range(4):
            for panel in panels:
                panel.is_small, panel.side, panel.most = is_small, side, most
                panel.has_siblings = len(groups) > 1
                panel.prepare()
            for group in groups:
                arrange(group.shown(), renderer, group.plan)
            own = [panel.own for panel in panels if panel.own is not None]
            sizes = {one.points for one in own if one.given is None}
            free = [one for one in panels if one.shown and one.legend not in OUTSIDE]
            sides = [one.shown.side for one in free if one.shown]
            beside = [one.shown.kept for one in panels if one.shown and one.shown.side]
            is_level = not beside or max(beside) - min(beside) < LEVEL
            if len(groups) < 2 or (len(sizes) < 2 and len(set(sides)) < 2 and is_level):
                break
            is_small = is_small or len(sizes) > 1
            if len(set(sides)) > 1:
                side = _cheaper_side(free)
            elif beside:
                most = min(beside)
        self._fit_names([axis for one in panels for axis in (one.ax.xaxis, one.ax.yaxis)])
        for group in groups:
            group.seen = _state_of(group.shown())

    def _fit_names(self, axes: Sequence[Axis]) -> None:
        """Write the names of axes smaller, all alike, if one would leave its part of the figure.

        They take as much room as before, so that layouts stay. Those whose size or distance the
        user has changed stay as they are.
        """
        ours = [one for one in axes if _fit_of(one) == self.names[one][1]]
        extents, share = [], 1.0
        for axis in ours:
            axis.label.set_fontsize(self.names[axis][0][0])
            extents.append(_size_of(axis))
            room, length = room_of_name(axis), max(extents[-1])
            if room < length:
                share = min(share, room / (WIDER * length))
        for axis, extent in zip(ours, extents, strict=True):
            usual, distance = self.names[axis][0]
            points = max(share * usual, min(SMALLEST, usual))
            axis.label.set_fontsize(points)
            # To measure names takes as long as to draw them.
            size = extent if share == 1 else _size_of(axis)
            axis.labelpad = distance + min(extent) - min(size)
            self.names[axis] = (usual, distance), _fit_of(axis)


def _size_of(axis: Axis) -> Any:
    """Return the size of the name of an axis, in points."""
    return np.array(axis.label.get_window_extent().size) / points_to_pixels(axis.axes)


def _fit_of(axis: Axis) -> tuple[Any, float]:
    """Return the type size of the name of an axis, and its distance."""
    return axis.label.get_fontsize(), axis.labelpad


def _cheaper_side(panels: Sequence[AnnotatedAxes]) -> str:
    """Return where legends of several axes, now in some and outside others, cost less together."""
    within, beyond = np.transpose([one.prices for one in panels])
    sides = [one.shown.side for one in panels if one.shown and one.shown.side]
    # Beside legends, all axes are as small as the smallest: each pays the highest price.
    return INSIDE if within.mean() < beyond.max() else max(sides, key=sides.count)


def annotate(ax: Axes, legend: bool | str = "auto", home: Home | None = None) -> Annotations:
    """Label the reference lines where words cover nothing, and place the legend.

    Both are placed when the figure is drawn, as their places depend on its layout.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Words written by an earlier call are placed again.
    legend : {"auto", "brief", "full", "direct", "outside", "outside right", "outside below", \
True, False}, default "auto"
        "auto", "brief" and "full" draw a legend if anything is labelled, in the axes or, if it
        would cover something there, outside; "direct" writes names beside their curves; False
        leaves the legend to the caller.
    home : tuple of float, optional
        The preferred position of the legend, as fractions of the axes; by default that of the
        earlier call.

    Returns
    -------
    Annotations
        The artist that keeps the words in place.

    Raises
    ------
    ValueError, TypeError
        Anything but rectilinear axes in a figure, a known `legend`, or a pair of numbers.
    """
    check_rectilinear(ax)
    if ax.get_figure() is None:
        raise ValueError("ax must be in a figure, found axes that were removed from theirs")
    if not isinstance(legend, bool | np.bool_):
        one_of(legend, "legend", ("auto", "brief", FULL, DIRECT, *OUTSIDE))
    home = None if home is None else _checked_home(home)
    make_room_for_names(ax)
    written = Annotations.of(ax)
    written.add([panel_of(written, ax, legend, home)], alone)
    return written


def _checked_home(home: Any) -> Home:
    (shares,) = coordinates(home=home)
    if shares.shape != (2,) or not np.isfinite(shares).all():
        raise ValueError(f"home must be two finite numbers, found {brief(home)}")
    return float(shares[0]), float(shares[1])


def panel_of(
    written: Annotations,
    ax: Axes,
    legend: bool | str,
    home: Home | None = None,
    number: str | None = None,
) -> AnnotatedAxes:
    """Return axes as a panel, whose words of earlier calls are removed."""
    earlier = written.release(ax)
    if earlier is not None:
        home = earlier.home if home is None else home
        if legend is False and earlier.own is not None:
            legend = earlier.legend
        if legend is not False:
            earlier.drop_legend()
    for axis in (ax.xaxis, ax.yaxis):
        now = _fit_of(axis)
        if written.names.get(axis, (now, None))[1] != now:
            written.names[axis] = now, now
    return AnnotatedAxes(ax, legend, HOME if home is None else home, number)
