"""Words of references and names of curves, written where their price is lowest."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.text import Text

from prplot.draw.color import background, fill_at, readable, shade
from prplot.draw.painting import color_of
from prplot.draw.placement import costs
from prplot.draw.placement.candidates import Spot, beside_curve, best, led
from prplot.draw.placement.costs import Ink
from prplot.draw.placement.ground import Boxes, Ground, Size, points_to_pixels
from prplot.draw.placement.table import broken
from prplot.draw.scene import Mark, Role
from prplot.draw.scene_artist import DrawnMark
from prplot.draw.style import LABEL, LABEL_STRENGTH, Style

# A place with a lower price is good enough.
GOOD = 10.0


# Returns the width and height of words.
Measure = Callable[[str], Size]


def text_of(ax: Axes, one: DrawnMark, points: float) -> Text:
    """Return a text with the words of a mark, which is not yet placed."""
    color = shade(ax, LABEL_STRENGTH)
    if one.role.is_colored or one.role.is_data:
        # Where there are several, each belongs to the curves of its colour.
        color = readable(ax, color_of(one.mark, ax))
    style: Style = {"ha": "center", "va": "center", "rotation_mode": "anchor", "color": color}
    text = ax.text(0.5, 0.5, one.mark.text, **{**style, **LABEL, "fontsize": points})
    text.set_in_layout(False)
    return text


def place_words(
    ground: Ground, drawn: Iterable[DrawnMark], measure: Measure, *, is_last: bool
) -> dict[Artist, Spot]:
    """Find the cheapest places for the words of references, one after the other.

    Parameters
    ----------
    ground : Ground
        Words that are placed are added to it.
    drawn : iterable of DrawnMark
    measure : callable
    is_last : bool
        Whether no legend takes words without a place; indispensable ones then are on data if need
        be.

    Returns
    -------
    dict of artist to Spot
        Words that cost too much are missing.
    """
    found: dict[Artist, Spot] = {}

    def place(one: DrawnMark, words: str) -> Spot | None:
        spot = _cheapest(ground, one, words, measure)
        # Points have shapes, by which a legend can name them.
        is_kept = is_last and not one.role.has_shape
        most = price_of_omission(one.role) if is_kept else costs.OMITTED_WORDS
        return spot if spot and spot.cost < most else None

    for role, group in groupby(drawn, key=lambda one: one.role):
        alike = list(group)
        if role.is_named_once:
            alike = _name_one(ground, alike, place, found)
        for one in alike:
            is_short = role.is_named_once and one.mark.value
            words = one.mark.value if is_short else one.mark.text
            spot = place(one, words)
            if spot is not None:
                found[one.artist] = spot
                add_to(ground, spot)
    return found


def _name_one(
    ground: Ground,
    drawn: list[DrawnMark],
    place: Callable[[DrawnMark, str], Spot | None],
    found: dict[Artist, Spot],
) -> list[DrawnMark]:
    """Place the words of one of several marks in full; return the others, which have values alone.

    Without it, values would say nothing: then there are no others.
    """
    held: tuple[DrawnMark, Spot] | None = None
    for one in drawn:
        spot = place(one, one.mark.text)
        if spot is not None and (held is None or spot.cost < held[1].cost):
            held = one, spot
        if held is not None and held[1].cost < GOOD:
            break
    if held is None:
        return []
    named, spot = held
    found[named.artist] = spot
    add_to(ground, spot)
    return [one for one in drawn if one is not named]


def price_of_omission(role: Role) -> float:
    """Return what it costs to leave out the words of a reference."""
    return costs.OMITTED_NUMBER if role.is_indispensable else costs.OMITTED_WORDS


def add_to(ground: Ground, spot: Spot, layer: Ink = Ink.WORDS) -> None:
    """Add words and their leader to what is drawn."""
    ground.stamp(spot.box, layer)
    leader = spot.leader
    if leader is not None:
        ground.stamp_line(leader, layer)


def _cheapest(ground: Ground, one: DrawnMark, words: str, measure: Measure) -> Spot | None:
    """Return words in their cheapest place; None if there is none."""
    held: Spot | None = None
    for find in one.role.places:
        spot = best(words, find(ground, one.artist, measure(words)))
        if spot is not None and (held is None or spot.cost < held.cost):
            held = spot
        if held is not None and held.cost < GOOD:
            break
    return held


# Names of curves


def place_names(ground: Ground, drawn: Iterable[DrawnMark], measure: Measure) -> dict[Artist, Spot]:
    """Find places for the names of curves: beside them, else with leaders to them.

    Names with the fewest places are placed first. Those without any, or too expensive ones, are
    missing.
    """
    forms = {one.artist: _name_forms(ground, one.mark, measure) for one in drawn}
    room = {line: _room(ground, line, found, measure) for line, found in forms.items()}
    found: dict[Artist, Spot] = {}
    for line in sorted(forms, key=room.__getitem__):
        spot = _cheapest_name(ground, line, forms[line], measure)
        if spot is not None:
            found[line] = spot
            add_to(ground, spot, Ink.NAMES)
    return found


def _name_forms(ground: Ground, mark: Mark, measure: Measure) -> list[tuple[float, str]]:
    """Return the forms of a name with their prices: on one line, with numbers below, wrapped."""
    whole = mark.text.removeprefix(" ")
    forms = [(0.0, whole)]
    if mark.numbers and mark.name and not mark.words:
        below = whole.removeprefix(mark.name).strip(" ()")
        forms.append((2.0, f"{mark.name.removeprefix(' ')}\n{below}"))

    def width(line: str) -> float:
        return measure(line)[0]

    for share in (0.5, 0.35):
        if width(whole) > share * ground.width:
            forms.append((costs.BROKEN[share], broken(whole, share * ground.width, width)))
    return list({words: (price, words) for price, words in reversed(forms)}.values())[::-1]


def _room(
    ground: Ground, line: Artist, forms: Sequence[tuple[float, str]], measure: Measure
) -> int:
    """Count the places beside a curve for its name."""
    return int((beside_curve(ground, line, measure(forms[0][1])).costs < costs.CROSSING).sum())


def _cheapest_name(
    ground: Ground, line: Artist, forms: Sequence[tuple[float, str]], measure: Measure
) -> Spot | None:
    held: Spot | None = None
    least = costs.LISTED_NAME
    for find in (beside_curve, led):
        for price, words in forms:
            spot = best(words, find(ground, line, measure(words)))
            if spot is not None and spot.cost + price < least:
                held, least = spot, spot.cost + price
        # A leader is never as good as a place that touches the curve.
        if held is not None:
            return held
    return None


# Writing


def write(
    ax: Axes, ground: Ground, texts: Mapping[Artist, Text], found: Mapping[Artist, Spot]
) -> None:
    """Put words on their places, and hide those without one."""
    for artist, text in texts.items():
        spot = found.get(artist)
        text.set_visible(spot is not None)
        if spot is None:
            continue
        at = ax.transData.inverted().transform(_in_pixels(ax, spot.box.centres))[0]
        angle = 0.0 if spot.box.angle is None else float(spot.box.angle[0])
        text.set(text=spot.words, position=(float(at[0]), float(at[1])), rotation=angle)
        text.set_bbox(_paper(ax, ground, artist, spot.box))


def _paper(ax: Axes, ground: Ground, artist: Artist, box: Boxes) -> Any:
    """Return what to paint beneath words that cover a line or a filled area."""
    layers = (Ink.HAIRLINE, Ink.REFERENCE, Ink.REGION)
    covered = ground.covered_by([ground.mask(layer) for layer in layers], box)
    hairlines, references, fill = (float(one[0]) for one in covered)
    if not (hairlines or references or fill) or ground.is_veil(artist):
        return None
    x, y = _in_pixels(ax, box.centres)[0]
    paper = fill_at(ax, x, y) if fill else background(ax)
    if fill and paper == background(ax) and not (hairlines or references):
        # It would cut a corner out of an area that they only touch.
        return None
    return {"facecolor": paper, "edgecolor": "none", "pad": 0.6}


def leader_segments(ax: Axes, found: Iterable[Spot]) -> list[Any]:
    """Return the leaders of words, in shares of the axes."""
    paths = [spot.leader for spot in found]
    to_shares = ax.transAxes.inverted().transform
    return [to_shares(_in_pixels(ax, path[[0, -1]])) for path in paths if path is not None]


def _in_pixels(ax: Axes, at: Any) -> Any:
    frame = ax.get_window_extent()
    return np.asarray(at) * points_to_pixels(ax) + frame.p0
