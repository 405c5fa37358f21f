"""Words of references and names of curves: where they can be, and written where that costs least.

A finder takes what is drawn, an artist and the size of its words, and returns all places worth a
look with their prices: beside lines, on lines, in fills, at markers, and at the end of leaders.
Prices of what words cover are those of `ground`; a finder adds those of being less clear.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D
from matplotlib.text import Annotation
from numpy.typing import NDArray

from prplot.draw.placement.ground import (
    COVERING,
    CROSSING,
    LEADER,
    LISTED_NAME,
    OMITTED_NUMBER,
    OMITTED_WORDS,
    Boxes,
    Ground,
    Ink,
    Points,
    Size,
    Values,
    directions,
    is_marker,
    points_to_pixels,
)
from prplot.draw.style import SHAPES, background, fill_at

if TYPE_CHECKING:
    from prplot.draw.scene import Mark
    from prplot.draw.scene_artist import DrawnMark


class Candidates(NamedTuple):
    """Candidates for some words, each with its price.

    Attributes
    ----------
    boxes : Boxes
    costs : ndarray, shape (n,)
    tips : ndarray, shape (n, 2), or None
        Where leaders from the words end, on the rim of a marker or on a line.
    """

    boxes: Boxes
    costs: Values
    tips: Points | None = None


class Spot(NamedTuple):
    """Some words in the place that was chosen for them."""

    words: str
    cost: float
    box: Boxes
    tip: Points | None = None

    def stamp(self, ground: Ground, layer: Ink) -> None:
        """Add the words and their leader to what is drawn."""
        ground.stamp(self.box, layer)
        if self.tip is not None:
            ground.mark(leaders(self.box, self.tip[None], 100)[0], layer)


Finder = Callable[[Ground, Artist, Size], Candidates]
# Returns the width and height of words.
Measure = Callable[[str], Size]
NOWHERE = Candidates(Boxes(np.empty((0, 2)), (0.0, 0.0)), np.empty(0))

# Distances in points: of words to what they are beside, and to other things.
BESIDE = 1.5
GAP = 2.0
ROOMY = 8.0

# Along lines

# Every so many samples of a line words are tried.
THINNED = 4
# Share of the height of words by which the line that they are on may deviate from them.
BENT = 0.25
# Length of a line that should show on both sides of words on it.
SEEN = 9.0
NOT_SEEN = 8.0
# Prices of being away from the end of a line, and from its beginning, by the whole axes.
FROM_END = 4.0
FROM_START = 3.0
# Price of words below a line that could be above it.
UNDER = 2.0


def on_line(ground: Ground, line: Artist, size: Size) -> Candidates:
    """Find places on a line, turned with it, near where it leaves the axes."""
    at = ground.path_of(line)
    if len(at) < 2:
        return NOWHERE
    tried, step = np.arange(0, len(at), THINNED), _step(at)
    tried = tried[_bends(at, tried, size[0]) <= BENT * size[1]]
    from_start, to_end = tried * step, (len(at) - 1 - tried) * step
    boxes = Boxes(at[tried], size, directions(at)[tried])
    spare = np.minimum(to_end, from_start) - size[0] / 2
    costs = ground.cost(boxes, margin=GAP) + FROM_END * to_end / (ground.width + ground.height)
    costs = costs + np.where(spare >= SEEN, 0.0, NOT_SEEN)
    # Words on a line were charged for covering it.
    own = ground.covered(ground.mask_of(line), boxes, GAP) * ground.cell
    costs = costs - own * COVERING[ground.layer_of(line)].by_words
    costs[spare < 0] = np.inf
    return Candidates(boxes, costs)


def beside_line(ground: Ground, line: Artist, size: Size) -> Candidates:
    """Find places just above a line, or below, best as far left as can be."""
    at = ground.path_of(line)
    if len(at) < 2:
        return NOWHERE
    tried = np.arange(0, len(at), THINNED)
    tried = tried[_bends(at, tried, size[0]) <= BESIDE]
    on, angle = at[tried], directions(at)[tried]
    turn = np.deg2rad(angle)
    width = float(line.get_linewidth()) if isinstance(line, Line2D) else 0.0
    away = (size[1] / 2 + BESIDE + width / 2) * np.column_stack([-np.sin(turn), np.cos(turn)])
    boxes = Boxes(np.concatenate([on + away, on - away]), size, np.tile(angle, 2))
    start = np.tile(FROM_START * on[:, 0] / ground.width, 2)
    costs = ground.cost(boxes) + start + np.repeat([0.0, UNDER], len(on))
    return Candidates(boxes, costs)


def beside_segment(ground: Ground, segment: Artist, size: Size) -> Candidates:
    """Find places above a straight segment, or below, near its middle; short ones have none."""
    at = ground.path_of(segment)
    if len(at) < 2 or np.hypot(*(at[-1] - at[0])) < SHORT:
        return NOWHERE
    path = at[-1] - at[0]
    normal = np.array([-path[1], path[0]]) / np.hypot(*path)
    normal *= 1.0 if normal[1] >= 0 else -1.0
    reach = float(np.abs(normal) @ size) / 2 + GAP
    shares = np.array([0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8])
    on = at[0] + shares[:, None] * path
    centres = np.concatenate([on + reach * normal, on - reach * normal])
    boxes = Boxes(centres, size)
    away = np.abs(np.tile(shares, 2) - 0.5) * 4 + np.repeat([0.0, UNDER], len(shares))
    return Candidates(boxes, ground.cost(boxes, margin=1.0) + away)


SHORT = 6.0


def _step(at: Points) -> float:
    return float(np.hypot(*(at[1] - at[0])))


def _bends(at: Points, tried: NDArray[np.intp], width: float) -> Values:
    """Return how far a sampled line deviates from its direction within words of a width on it."""
    reach = int(width / 2 / max(_step(at), 1e-9)) + 1
    offsets = np.unique(np.linspace(-reach, reach, 9).astype(int))
    near = np.clip(tried[:, None] + offsets, 0, len(at) - 1)
    turn = np.deg2rad(directions(at)[tried])[:, None]
    apart = at[near] - at[tried][:, None]
    across = apart[..., 1] * np.cos(turn) - apart[..., 0] * np.sin(turn)
    return np.asarray(np.abs(across).max(axis=1))


# In filled areas

# Prices of words in a region: less than ample room, and away from the lower right.
CRAMPED = 4.0
AWAY = 3.0
LOW_ON_THE_RIGHT = 0.8


def inside_region(ground: Ground, region: Artist, size: Size) -> Candidates:
    """Find places in a filled region, best roomy and low on the right."""
    boxes, own = ground.sweep(size, GAP), ground.mask_of(region)
    others = [one for one in ground.artists(Ink.REGION) if one is not region]
    # Words of a larger region would seem to name a smaller one within it if they were on it.
    within = [one for one in others if _is_within(ground, one, region)]

    def share(margin: float) -> Values:
        area = (size[0] + 2 * margin) * (size[1] + 2 * margin) / ground.cell**2
        return ground.covered(own, boxes, margin) / area

    # The region itself, in which they have to lie, costs nothing.
    boxes = boxes.chosen(share(GAP) >= 0.97)
    costs = ground.cost(boxes, margin=GAP) + CRAMPED * (1 - np.minimum(share(ROOMY), 1.0))
    if within:
        costs[ground.covered(ground.mask_of(*within), boxes, GAP) > 0] = np.inf
    height = ground.height_of(region)
    x, y = boxes.centres.T
    x, y = x / ground.width - LOW_ON_THE_RIGHT, (y - 0.4 * height) / ground.height
    return Candidates(boxes, costs + AWAY * np.hypot(x, y))


def _is_within(ground: Ground, one: Artist, other: Artist) -> bool:
    """Tell whether one filled area is the smaller one of two, and lies within the other."""
    inner, outer = ground.mask_of(one).cells, ground.mask_of(other).cells
    return bool(inner.sum() < outer.sum() and (inner & outer).sum() > 0.9 * inner.sum())


# At markers

# Directions from a marker to its words, best first.
SIDES = np.array([(1, 0), (0.85, 0.8), (0.85, -0.8), (0, 1), (0, -1), (-0.85, 0.8), (-1, 0)])
# Distance of words that need no leader to their marker.
TOUCHING = 5.0
# Another marker must be further from the words than theirs by this factor.
CLEARLY = 1.7
# Shapes of markers in the legend, which differ from those of markers with words beside them.
OTHER_SHAPES = (*SHAPES[1:], "<", ">", "p", "X", "*", "h", "d")


def beside_point(ground: Ground, point: Artist, size: Size) -> Candidates:
    """Find the sides of a marker."""
    at = ground.markers_of(point)[:1]
    if len(at) == 0:
        return NOWHERE
    centres = at + SIDES * (TOUCHING + np.array(size) / 2)
    boxes = Boxes(centres, size)
    others = _other_markers(ground, at)
    costs = ground.cost(boxes) + 0.5 * np.arange(len(SIDES))
    if len(others):
        own = np.maximum(boxes.distances(at)[:, 0], TOUCHING / 2)
        costs[boxes.distances(others).min(axis=1) < CLEARLY * own] = np.inf
    return Candidates(boxes, costs)


def _other_markers(ground: Ground, own: Points) -> Points:
    """Return all markers but those at a position."""
    every = _markers(ground)
    return np.asarray(every[np.hypot(*(every - own[0]).T) > 1.0])


def _markers(ground: Ground) -> Points:
    """Return the positions of all markers."""
    held = [ground.markers_of(one) for one in ground.artists() if is_marker(one)]
    return np.concatenate([np.empty((0, 2)), *held])


# Leaders

# Distances of words from what a leader leads to, and directions.
REACHES = np.array([11.0, 15, 20, 26, 33, 41, 50, 60, 72, 86, 102, 120, 150, 190])
ANGLES = np.deg2rad(np.arange(-165, 181, 15))
# Preference for the right side: as if another marker at this distance repelled words.
RIGHT = 12.0
UP = np.array([[0.0, 1.0]])
# Places on the border of a region that leaders may lead to.
TIPS = 24
# Prices of a leader at all, of words outside their region, and in the direction opposite to the
# best one.
LED = 6.0
OUTSIDE = 4.0
TURNED = 8.0
# So near to its end a leader may touch the line that it leads to.
TIP = 5.0
# At most so many leaders are looked at, cheapest first, and these before others.
FEW, FIRST = 512, (16, 128)


def led(ground: Ground, artist: Any, size: Size) -> Candidates:
    """Find places from which a leader reaches a marker, or a region below."""
    is_fill = isinstance(artist, PolyCollection)
    at = ground.top_of(artist, TIPS) if is_fill else ground.markers_of(artist)
    if len(at) == 0:
        return NOWHERE
    sides = UP if is_fill else np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])
    around = (sides * (REACHES[:, None, None] + np.array(size) / 2)).reshape(-1, 2)
    boxes = Boxes((at[:, None] + around).reshape(-1, 2), size)
    ends = np.repeat(at, len(around), axis=0)
    costs = ground.cost(boxes, margin=GAP) + LED
    if is_fill:
        costs += OUTSIDE + AWAY * np.abs(boxes.centres[:, 0] / ground.width - LOW_ON_THE_RIGHT)
        return Candidates(boxes, _with_leaders(ground, boxes, costs, ends, 0.0), ends)
    turned = [1 - sides @ _away(one, _other_markers(ground, one[None])) for one in at]
    costs += TURNED / 2 * np.concatenate([np.tile(each, len(REACHES)) for each in turned])
    radius = float(artist.get_markersize()) / 2
    costs[_over_others(boxes, ends, _markers(ground), 1.2 * radius)] = np.inf
    tips = _on_rim(boxes, ends, radius)
    return Candidates(boxes, _with_leaders(ground, boxes, costs, tips, TIP), tips)


def _over_others(boxes: Boxes, ends: Points, markers: Points, radius: float) -> NDArray[np.bool_]:
    """Tell which leaders from boxes to markers run over other markers, which they would name."""
    path, to_marker = (ends - boxes.centres)[:, None], markers - boxes.centres[:, None]
    along = (to_marker * path).sum(axis=2) / np.maximum((path**2).sum(axis=2), 1e-9)
    apart = np.hypot(*np.moveaxis(to_marker - np.clip(along, 0, 1)[..., None] * path, 2, 0))
    is_other = np.hypot(*np.moveaxis(markers - ends[:, None], 2, 0)) > 1.0
    return np.asarray((is_other & (apart < radius)).any(axis=1))


def _away(centre: Points, others: Points) -> Points:
    """Return in which direction a marker has the fewest others, the right if there are none."""
    apart = centre - others
    pushed = (apart / (apart**2).sum(axis=1)[:, None]).sum(axis=0) + np.array([1 / RIGHT, 0.0])
    return np.asarray(pushed / max(float(np.hypot(*pushed)), 1e-9))


def _on_rim(boxes: Boxes, centres: Points, radius: float) -> Points:
    """Return where leaders from boxes to the middles of markers reach their rims."""
    path = centres - boxes.centres
    length = np.maximum(np.hypot(*path.T), 1e-9)
    return np.asarray(centres - path * (min(radius, 20.0) / length)[:, None])


def leaders(boxes: Boxes, tips: Points, count: int) -> Points:
    """Return samples of leaders from the edges of boxes to their tips, shape (n, count, 2)."""
    path = tips - boxes.centres
    sides = np.array(boxes.size) / 2 + 1.0
    share = 1 / np.maximum((np.abs(path) / sides).max(axis=1), 1.0)
    shares = share[:, None] + (1 - share)[:, None] * np.linspace(0, 1, count)
    return np.asarray(boxes.centres[:, None] + shares[..., None] * path[:, None])


def _with_leaders(ground: Ground, boxes: Boxes, costs: Values, tips: Points, near: float) -> Values:
    """Return the prices of places with those of their leaders, for lengths and for what they cross.

    Leaders may touch lines so near to their ends. Only so many are looked at, the cheapest without
    what they cross.
    """
    ends = leaders(boxes, tips, 2)
    least = costs + LEADER * np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    found, cheapest = np.full(len(costs), np.inf), np.argsort(least)[:FEW]
    longest = float(np.hypot(*(boxes.centres - tips)[cheapest].T).max(initial=0))
    for part in np.split(cheapest, FIRST):
        # Those that already cost more than the best one can't be better.
        some = part[least[part] <= found.min()]
        paths = leaders(boxes.chosen(some), tips[some], int(longest / ground.cell) + 2)
        found[some] = least[some] + _crossing(ground, paths, tips[some], near)
    return found


def _crossing(ground: Ground, paths: Points, tips: Points, near: float) -> Values:
    """Return the prices of what leaders cross."""
    before = np.hypot(*(paths - tips[:, None]).transpose(2, 0, 1)) > near
    on_curve = before & ground.at(ground.mask(Ink.DATA), paths)
    crossed = (on_curve & ~np.pad(on_curve, ((0, 0), (1, 0)))[:, :-1]).sum(axis=1)
    layers = (Ink.WORDS, Ink.NAMES, Ink.OTHERS)
    words = ground.at(ground.union(map(ground.mask, layers)), paths)
    # Leaders that cross words, or several curves, could not be followed.
    return np.where(words.any(axis=1) | (crossed > 1), np.inf, CROSSING * crossed)


# Beside curves

# Candidates that are tried along a curve.
ALONG = 90
# Number of samples on both sides from which the direction of a curve is taken.
WIDE = 8
# Distances of a name to its own curve, and to others, which must be further from it.
NEAR = 2.0
APART = 5.0
TIGHT = 3.0
# Prices of less than an ample distance to others, and of being away from the middle of a curve.
UNCLEAR = 6.0
OFF_MIDDLE = 4.0


def beside_curve(ground: Ground, curve: Artist, size: Size) -> Candidates:
    """Find places that touch a curve and no other line, best in its middle with room around."""
    at = ground.path_of(curve)
    if len(at) < 8:
        return NOWHERE
    centres = np.concatenate([_sides(at, size), _resting(at, size)])
    boxes = Boxes(centres, size)
    lines = ground.artists(Ink.DATA, Ink.REFERENCE)
    others = ground.union(ground.mask_of(one) for one in lines if one is not curve)
    # Words may be drawn a little wider than they are measured.
    costs = ground.cost(boxes, margin=NEAR / 2)
    far = ground.covered(others, boxes, APART) > 0
    # On a filled area they would seem to name it.
    on_fill = ground.covered(ground.mask(Ink.REGION), boxes, GAP) > 0
    costs[(ground.covered(others, boxes, TIGHT) > 0) | on_fill] = np.inf
    costs = costs + UNCLEAR * far + UNCLEAR / 2 * (ground.covered(others, boxes, ROOMY) > 0)
    middle = at[len(at) // 2]
    away = np.hypot(*(centres - middle).T) / (ground.width + ground.height)
    return Candidates(boxes, costs + OFF_MIDDLE * away)


def _sides(at: Points, size: Size) -> Points:
    """Return centres of boxes that touch a line, on both sides all along it."""
    picked = _picked(at)
    # Single steps of a curve may have any direction, so a wide stretch is taken.
    path = at[np.minimum(picked + WIDE, len(at) - 1)] - at[np.maximum(picked - WIDE, 0)]
    normal = np.column_stack([-path[:, 1], path[:, 0]])
    normal /= np.maximum(np.hypot(*normal.T), 1e-9)[:, None]
    reach = np.abs(normal) @ np.array(size) / 2 + NEAR
    return np.concatenate([at[picked] + side * reach[:, None] * normal for side in (1.0, -1.0)])


def _resting(at: Points, size: Size) -> Points:
    """Return centres of boxes that rest on a line, hang below it or lean against it.

    However rugged the line is, it runs through none of them.
    """
    turned = _stacked(at[:, ::-1], size[::-1])[:, ::-1]
    return np.concatenate([_stacked(at, size), turned])


def _stacked(at: Points, size: Size) -> Points:
    """Return centres of boxes just above and just below all of a line within their widths."""
    (width, height), x = size, at[_picked(at), 0]
    within = np.abs(at[:, 0] - x[:, None]) <= width / 2 + NEAR / 2
    top = np.where(within, at[:, 1], -np.inf).max(axis=1) + NEAR + height / 2
    bottom = np.where(within, at[:, 1], np.inf).min(axis=1) - NEAR - height / 2
    return np.concatenate([np.column_stack([x, top]), np.column_stack([x, bottom])])


def _picked(at: Points) -> NDArray[np.intp]:
    return np.unique(np.linspace(0, len(at) - 1, ALONG).astype(int))


# Choosing

# A place with a lower price is good enough.
GOOD = 10.0


def _cheapest(
    ground: Ground,
    artist: Artist,
    finders: Sequence[Finder],
    forms: Sequence[tuple[float, str]],
    measure: Measure,
) -> Spot | None:
    """Return words, in one of some forms with prices, in their cheapest place, if there is any."""
    held: Spot | None = None
    for find in finders:
        for price, words in forms:
            boxes, costs, tips = find(ground, artist, measure(words))
            i = int(np.argmin(costs)) if len(costs) else 0
            cost = float(costs[i]) + price if len(costs) else np.inf
            if cost < (np.inf if held is None else held.cost):
                tip = None if tips is None else tips[i]
                held = Spot(words, cost, boxes.chosen(slice(i, i + 1)), tip)
        if held is not None and held.cost < GOOD:
            break
    return held


def place_words(
    ground: Ground, drawn: "Iterable[DrawnMark]", measure: Measure, *, is_last: bool
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

    def spot_of(one: "DrawnMark", words: str) -> Spot | None:
        spot = _cheapest(ground, one.artist, one.role.places, [(0.0, words)], measure)
        # Points have shapes, by which a legend can name them.
        is_number = is_last and one.role.is_indispensable and not one.role.has_shape
        most = OMITTED_NUMBER if is_number else OMITTED_WORDS
        return spot if spot is not None and spot.cost < most else None

    def put(one: "DrawnMark", spot: Spot | None) -> None:
        if spot is not None:
            found[one.artist] = spot
            spot.stamp(ground, Ink.WORDS)

    for role, group in groupby(drawn, key=lambda one: one.role):
        alike = list(group)
        if role.is_named_once:
            # One has its words in full, without which values alone would say nothing.
            pairs = ((one, spot_of(one, one.mark.text)) for one in alike)
            named = _first_good((one, spot) for one, spot in pairs if spot is not None)
            if named is None:
                continue
            put(*named)
            alike = [one for one in alike if one is not named[0]]
        for one in alike:
            value = one.mark.value if role.is_named_once else ""
            put(one, spot_of(one, value or one.mark.text))
    return found


def _first_good(
    pairs: "Iterable[tuple[DrawnMark, Spot]]",
) -> "tuple[DrawnMark, Spot] | None":
    """Return the first mark with a good place for its words, or else the one with the best."""
    tried = []
    for pair in pairs:
        tried.append(pair)
        if pair[1].cost < GOOD:
            break
    return min(tried, key=lambda pair: pair[1].cost, default=None)


def place_names(
    ground: Ground, drawn: "Iterable[DrawnMark]", measure: Measure
) -> dict[Artist, Spot]:
    """Find places for the names of curves beside them.

    Names with the fewest places are placed first. Those without any, or too expensive ones, are
    missing.
    """
    forms = {one.artist: _name_forms(one.mark) for one in drawn}

    def room(line: Artist) -> int:
        costs = beside_curve(ground, line, measure(forms[line][0][1])).costs
        return int((costs < CROSSING).sum())

    found: dict[Artist, Spot] = {}
    # All are measured before the first is placed.
    for line in sorted(forms, key=room):
        spot = _cheapest(ground, line, (beside_curve,), forms[line], measure)
        if spot is not None and spot.cost < LISTED_NAME:
            found[line] = spot
            spot.stamp(ground, Ink.NAMES)
    return found


def _name_forms(mark: "Mark") -> list[tuple[float, str]]:
    """Return the forms of a name with their prices: on one line, and with numbers below."""
    whole = mark.text.removeprefix(" ")
    forms = [(0.0, whole)]
    if mark.numbers and mark.name and not mark.words:
        below = whole.removeprefix(mark.name).strip(" ()")
        forms.append((2.0, f"{mark.name.removeprefix(' ')}\n{below}"))
    return forms


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
    # Nothing is painted on what lies over the data.
    is_veil = isinstance(artist, PolyCollection) and artist.get_zorder() > 3
    if not (hairlines or references or fill) or is_veil:
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
