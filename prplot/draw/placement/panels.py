"""Words and legends of several panels: names once for all of them, and numbers in each."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.legend import Legend
from matplotlib.patches import Patch
from numpy.typing import NDArray

from prplot.draw import scene
from prplot.draw.axes import AnyFigure, figure_of, settle
from prplot.draw.placement import ground as costs
from prplot.draw.placement.annotations import (
    AnnotatedAxes,
    Annotations,
    Group,
    alone,
    panel_of,
)
from prplot.draw.placement.legend import (
    MARGIN,
    OUTSIDE,
    Choice,
    Home,
    forms,
    inside,
)
from prplot.draw.placement.table import PAD, Entry, Sheet, Wish, labelled, merged, new_legend
from prplot.draw.scene_artist import adopt, scene_of

# Panels of one call.
Panels = Sequence[AnnotatedAxes]


def annotate_panels(
    panels: Sequence[Axes],
    legend: bool | str,
    homes: Sequence[Home],
    *,
    grow: bool,
    numbers: Sequence[str | None] | None = None,
    is_shared: bool = True,
) -> None:
    """Write the words in panels of the same models, and place their legends.

    There is one legend for all panels if they share it: in one of the panels, with all numbers, or
    with names alone and the numbers in each panel. Else each has its own.

    Parameters
    ----------
    panels : sequence of matplotlib.axes.Axes
    legend : bool or str
        As in `annotate`.
    homes : sequence of (float, float)
        The preferred position of a legend in each panel.
    grow : bool
        Whether the figure may grow to make room for a legend beneath.
    numbers : sequence of str or None, optional
        For each panel, the name of the score that is shown beside names of curves in the picture.
    is_shared : bool, default True
        Whether one legend serves all panels.
    """
    figure = figure_of(panels)
    written = Annotations.of(panels[0])
    had_legend = written.drop_beneath(figure)
    given = numbers or [None] * len(panels)
    own = False if legend in OUTSIDE else legend
    made = [
        panel_of(written, ax, own, home, number)
        for ax, home, number in zip(panels, homes, given, strict=True)
    ]
    group = written.add(made, _together if is_shared else _names_in_each)
    if legend in OUTSIDE:
        _put_beneath(figure, OUTSIDE[str(legend)] or "below", grow=grow)
    elif had_legend or (legend is not False and set(panels) >= {*figure.axes}):
        settle(figure)
        written.arrange()
        if had_legend or max(panel.cost for panel in made) > costs.FREE:
            if not (is_shared and _are_free(written, group, grow=grow)):
                for panel in made:
                    panel.drop_legend()
                    panel.legend = False
            _put_beneath(figure, "below", grow=grow)
            group.seen = None
            settle(figure)


def share_legend(
    panels: Sequence[Axes],
    legend: bool | str,
    order: Sequence[str] = (),
    *,
    grow: bool = True,
) -> Legend | None:
    """Give panels of a figure one legend of the names of their curves; each has its numbers.

    Parameters
    ----------
    panels : sequence of matplotlib.axes.Axes
        All panels of a figure whose layout makes room for legends.
    legend : bool or str
        As in `annotate`.
    order : sequence of str, optional
        Names in their order, as a single panel may lack some of them.
    grow : bool, default True
        Whether the figure becomes larger by the legend.

    Returns
    -------
    matplotlib.legend.Legend or None
        The one of all panels; that of the first panel if curves have no names.
    """
    figure = figure_of(panels)
    written = Annotations.of(panels[0])
    written.drop_beneath(figure)
    made = [panel_of(written, ax, "auto") for ax in panels]
    written.add(made, _numbers_in_each)
    if not any(entry.words for entry in curve_names(panels, order)):
        return next((panel.own.legend for panel in made if panel.own is not None), None)
    written.arrange()
    width, height = _inches(figure)
    is_wide = grow or width > 2 * height
    side = OUTSIDE.get(str(legend)) or ("right" if is_wide else "below")
    beside = _put_beneath(figure, side, grow=grow, order=order)
    settle(figure)
    return beside


def _are_free(written: Annotations, group: Group, *, grow: bool) -> bool:
    """Leave numbers alone in panels, and tell whether all are there and cover nothing."""
    panels = group.panels
    if not _has_all_numbers(panels):
        return False
    group.plan, group.seen = _numbers_in_each, None
    written.arrange()
    most = costs.FREE if grow else costs.FREE_ENOUGH
    return all(panel.cost <= most for panel in panels)


def _inches(figure: AnyFigure) -> NDArray[np.float64]:
    """Return the width and the height of a figure or a subfigure."""
    inches: NDArray[np.float64] = np.array(figure.bbox.size) / figure.dpi
    return inches


def _together(panels: Panels, is_whole: bool) -> Sequence[Choice | None]:
    """Put one legend with all numbers into one of the panels, unless the user has moved one."""
    for panel in panels:
        panel.list_words(panel.lost)
    rows = rows_of([panel.ax for panel in panels])
    if not (is_whole and rows):
        return _numbers_in_each(panels, is_whole)
    found = [inside(panel.ground, panel.wish(rows)) for panel in panels]
    best = min(found, key=lambda one: one.cost)
    return [one if one is best else None for one in found]


def _numbers_in_each(panels: Panels, is_whole: bool) -> Sequence[Choice | None]:
    """Put the numbers of each panel into itself; names are in another legend."""
    wishes = [_numbers(panel) for panel in panels]
    pairs = zip(panels, wishes, strict=True)
    if not all(wish.entries or panel.number is None for panel, wish in pairs):
        return _names_in_each(panels, is_whole)
    return _in_each(panels, wishes)


def _names_in_each(panels: Panels, is_whole: bool) -> Sequence[Choice | None]:
    """Put a legend of its own into each panel, with the words that have no other place."""
    for panel in panels:
        panel.list_words(panel.lost)
    return _in_each(panels, [panel.wish(panel.rows()) for panel in panels])


def _in_each(panels: Panels, wishes: Sequence[Wish]) -> Sequence[Choice | None]:
    """Put a legend into each panel, all in one size of type."""

    def found(points: float) -> list[Choice | None]:
        return [
            inside(panel.ground, replace(wish, sizes=(points, points))) if wish.entries else None
            for panel, wish in zip(panels, wishes, strict=True)
        ]

    def worst(choices: Sequence[Choice | None]) -> float:
        return max((one.cost for one in choices if one is not None), default=0.0)

    usual, small = map(found, panels[0].sizes)
    return small if worst(small) + costs.SMALLER_TYPE < worst(usual) else usual


def _has_all_numbers(panels: Panels) -> bool:
    """Tell whether each kind of number belongs to the space of one of the panels."""
    rows = rows_of([panel.ax for panel in panels])
    heads = {one.head for entry in rows if entry.is_tabular for one in entry.numbers}
    known = {panel.number for panel in panels}
    return bool(heads) and all(known & {*head.split()} for head in heads)


def _numbers(panel: AnnotatedAxes) -> Wish:
    """Return what a legend of the numbers of a panel's curves alone is to be like.

    Those are the number that belongs to the panel, if it has one; else all numbers, which the
    legend of names explains.
    """
    data = [entry for entry in labelled(panel.ax)[0] if entry.numbers]
    is_headed = panel.number is not None or any(one.role is scene.COLOR_KEY for one in data)
    if panel.number is not None:
        own = [scene.chosen_numbers(entry.numbers, panel.number) for entry in data]
        pairs = zip(data, own, strict=True)
        data = [one._replace(numbers=numbers) for one, numbers in pairs if numbers]
    named = [entry for entry in data if entry.is_named]
    return panel.wish(named or data, is_named=not named, is_headed=is_headed)


def rows_of(panels: Sequence[Axes]) -> list[Entry]:
    """Return the rows of one legend for several axes, with all numbers of a model in one row."""
    first, *others = panels
    data, references = labelled(first, beside=others)
    return merged([*data, *references])


# Legends of whole figures


def _put_beneath(
    figure: AnyFigure, side: str, *, grow: bool, order: Sequence[str] = ()
) -> Legend | None:
    """Put one legend of the panels of all calls beneath or beside them, if there are any rows."""
    written = Annotations.of(figure.axes[0])
    groups = [one for one in written.groups if one.plan is not alone]
    held = [panel for group in groups for panel in group.panels if panel.is_here]
    panels = [panel for panel in held if panel.ax in figure.axes]
    axes = [panel.ax for panel in panels]
    rows, title, own = rows_of(axes), None, {}
    if all(panel.legend is not False for panel in panels):
        # Numbers are in the panels.
        rows = [*curve_names(axes, order), *_heads(panels)]
        title, own = heading_of(axes), {"heading": ""}
    rows += _lost(panels)
    if not rows:
        return None
    before, wish = _inches(figure), panels[0].wish(rows, **own)
    legend = legend_of_figure(figure, wish, side, grow=grow, title=title)
    adopt(figure, scene.Mark(scene.LEGEND_BENEATH), legend)
    written.beneath[figure] = legend, before, _inches(figure)
    return legend


def _heads(panels: Panels) -> list[Entry]:
    """Return an entry that names the numbers in the panels, if these do not name them."""
    data = [entry for panel in panels if panel.number is None for entry in labelled(panel.ax)[0]]
    named = [entry for entry in data if entry.is_named and entry.role is not scene.COLOR_KEY]
    heads = list(dict.fromkeys(one.head for entry in named for one in entry.numbers))
    return [Entry(Patch(visible=False), f"numbers: {', '.join(heads)}")] if heads else []


def _lost(panels: Panels) -> list[Entry]:
    """Return the references whose words have no place in any panel, as entries of one legend."""
    unlisted = [(one, panel.listed()) for panel in panels for one in panel.drawn.values()]
    drawn = [one for one, listed in unlisted if not one.role.is_data and one not in listed]
    written = {panel.drawn[artist].role for panel in panels for artist in panel.words}
    found: dict[str, Entry] = {}
    for one in drawn:
        if one.role not in written and not one.role.is_silent and one.artist.get_visible():
            words = one.mark.short
            found.setdefault(words, Entry(one.artist, words, is_foreign=True))
    return list(found.values())


LOCATIONS = {"below": "outside lower center", "right": "outside right center"}
# Widest column of names right of panels, in points, if panels are narrower.
NAMES = 120.0


def legend_of_figure(
    figure: AnyFigure, wish: Wish, side: str, *, grow: bool, title: str | None = None
) -> Legend:
    """Put a legend beneath all panels of a figure, or right of them.

    Parameters
    ----------
    figure : matplotlib.figure.Figure or matplotlib.figure.SubFigure
    wish : Wish
    side : {"below", "right"}
    grow : bool
        Whether the figure becomes larger by the legend; else the panels make room for it.
    title : str, optional
    """
    is_below = side == "below"
    sheet = _sheet_beside(figure, wish, is_below=is_below, grow=grow)
    style = {"title": title, "title_fontsize": sheet.form.points, "loc": LOCATIONS[side]}
    legend = new_legend(figure, sheet, **style)
    extent = legend.get_window_extent()
    whole = _inches(figure)
    taken = np.array([0.0, extent.height] if is_below else [extent.width, 0.0])
    taken *= whole / figure.bbox.size
    more = taken + 2 * MARGIN / 72 * np.array([not is_below, is_below])
    if grow and isinstance(figure, Figure):
        figure.set_size_inches(*(whole + more))
    else:
        _make_room(figure, more / whole)
    return legend


def _make_room(figure: AnyFigure, taken: Any) -> None:
    """Let the layout of a figure make room for a legend; a tight one gets shares of the figure."""
    root, engine = figure.get_figure(root=True), figure.get_layout_engine()
    assert root is not None
    if engine is None:
        root.set_layout_engine("constrained")
    elif not isinstance(engine, ConstrainedLayoutEngine):
        rect: Any = {"rect": (0.0, taken[1], 1 - taken[0], 1.0)}
        engine.set(**rect)


def _sheet_beside(figure: AnyFigure, wish: Wish, *, is_below: bool, grow: bool = False) -> Sheet:
    """Return the cheapest form of a legend that fits beneath all panels, or right of them."""
    whole = _inches(figure) * 72 - 2 * MARGIN
    widest = float(whole[0] if is_below else max(whole[0] / 3, NAMES))
    room = widest - 2 * PAD * wish.sizes[0]
    sheets = [wish.sheet(form, room) for form in forms(wish, below=is_below)]

    def price(sheet: Sheet) -> float:
        width, height = wish.size(sheet)
        excess = max(width - widest, 0.0) + (not is_below) * max(height - whole[1], 0.0)
        lost = (costs.LOST_SIDE if grow else 1.0) * (height if is_below else width)
        return float(sheet.form.price + lost + costs.BEYOND_FIGURE * excess)

    return min(sheets, key=price)


def heading_of(panels: Sequence[Axes]) -> str:
    """Return what the names in all panels that have curves are names of."""
    found = {scene_of(ax).heading for ax in panels if scene_of(ax).marks}
    return found.pop() if len(found) == 1 else ""


def curve_names(panels: Sequence[Axes], order: Sequence[str]) -> list[Entry]:
    """Return the names of the curves of all panels, in their order; other names are last."""
    known: dict[Any, Entry] = {}
    for ax in panels:
        for entry in labelled(ax)[0]:
            # A curve without a name has its numbers alone, in its panel.
            if entry.is_named:
                # A dash may be called as a colour.
                key = entry.words, entry.role is scene.DASH_KEY
                known.setdefault(key, entry.without_numbers())
    rank = {(name, False): i for i, name in enumerate(order)}
    return [known[key] for key in sorted(known, key=lambda key: rank.get(key, len(rank)))]
