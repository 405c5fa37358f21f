"""Words of references and names of curves, written where their price is lowest."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.text import Annotation

from prplot.draw.color import background, fill_at, readable, shade
from prplot.draw.painting import color_of
from prplot.draw.placement import costs
from prplot.draw.placement.candidates import Spot, beside_curve, best
from prplot.draw.placement.costs import Ink
from prplot.draw.placement.ground import Boxes, Ground, Size, points_to_pixels
from prplot.draw.scene import Mark
from prplot.draw.scene_artist import DrawnMark
from prplot.draw.style import LABEL, LABEL_STRENGTH, Style

# A place with a lower price is good enough.
GOOD = 10.0


# Returns the width and height of words.
Measure = Callable[[str], Size]


def text_of(ax: Axes, one: DrawnMark, points: float) -> Annotation:
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
        is_number = is_kept and one.role.is_indispensable
        most = costs.OMITTED_NUMBER if is_number else costs.OMITTED_WORDS
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
    spots = [(spot, one) for one in drawn if (spot := place(one, one.mark.text)) is not None]
    if not spots:
        return []
    spot, named = min(spots, key=lambda pair: pair[0].cost)
    found[named.artist] = spot
    add_to(ground, spot)
    return [one for one in drawn if one is not named]


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
    """Find places for the names of curves beside them.

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
    """Return the forms of a name with their prices: on one line, and with numbers below."""
    whole = mark.text.removeprefix(" ")
    forms = [(0.0, whole)]
    if mark.numbers and mark.name and not mark.words:
        below = whole.removeprefix(mark.name).strip(" ()")
        forms.append((2.0, f"{mark.name.removeprefix(' ')}\n{below}"))
    return forms


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
    for price, words in forms:
        spot = best(words, beside_curve(ground, line, measure(words)))
        if spot is not None and spot.cost + price < least:
            held, least = spot, spot.cost + price
    return held


# Writing


def write(
    ax: Axes, ground: Ground, texts: Mapping[Artist, Annotation], found: Mapping[Artist, Spot]
) -> None:
    """Put words on their places with their leaders, and hide those without one."""
    for artist, text in texts.items():
        spot = found.get(artist)
        text.set_visible(spot is not None)
        if spot is None:
            continue
        tip = spot.box.centres if spot.tip is None else spot.tip[None]
        ends = np.concatenate([spot.box.centres, tip])
        at, tip = ax.transData.inverted().transform(_in_pixels(ax, ends)).tolist()
        angle = 0.0 if spot.box.angle is None else float(spot.box.angle[0])
        text.set(text=spot.words, position=at, rotation=angle)
        text.xy = tip
        assert text.arrow_patch is not None
        text.arrow_patch.set_visible(spot.tip is not None)
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


def _in_pixels(ax: Axes, at: Any) -> Any:
    frame = ax.get_window_extent()
    return np.asarray(at) * points_to_pixels(ax) + frame.p0
