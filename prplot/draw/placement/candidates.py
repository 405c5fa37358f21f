"""Candidates for words: beside lines, on lines, in fills, at markers, and at the end of leaders.

A finder takes what is drawn and the size of some words, and returns all places worth a look with
their prices. Prices of what words cover are in `costs`; a finder adds those of being less clear.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from prplot.draw.placement.costs import COVERING, CROSSING, LEADER, Ink
from prplot.draw.placement.ground import (
    Boxes,
    Ground,
    Mask,
    Points,
    Size,
    Values,
    directions,
)
from prplot.draw.style import SHAPES


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

    @property
    def leader(self) -> Points | None:
        """Samples of the leader, from the edge of the box to its tip; None without one."""
        return None if self.tip is None else leaders(self.box, self.tip[None], 100)[0]


Finder = Callable[[Ground, Artist, Size], Candidates]
NOWHERE = Candidates(Boxes(np.empty(0), np.empty(0), 0.0, 0.0), np.empty(0))

# Distances in points: of words to what they are beside, and to other things.
BESIDE = 1.5
GAP = 2.0
ROOMY = 8.0


def best(words: str, places: Candidates) -> Spot | None:
    """Return words in the cheapest of some places; None if there is none."""
    if len(places.costs) == 0:
        return None
    i = int(np.argmin(places.costs))
    if not np.isfinite(places.costs[i]):
        return None
    tip = None if places.tips is None else places.tips[i]
    return Spot(words, float(places.costs[i]), places.boxes.chosen(slice(i, i + 1)), tip)


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
    tried = np.arange(0, len(at), THINNED)
    step = _step(at)
    from_start, to_end = tried * step, (len(at) - 1 - tried) * step
    boxes = Boxes.at(at[tried], size, directions(at)[tried])
    spare = np.minimum(to_end, from_start) - size[0] / 2
    costs = ground.cost(boxes, margin=GAP) + FROM_END * to_end / (ground.width + ground.height)
    costs = costs + np.where(spare >= SEEN, 0.0, NOT_SEEN)
    own = ground.covered(ground.mask_of(line), boxes, GAP) * ground.cell
    costs = costs - own * _price_of_own(ground, line)
    costs[(spare < 0) | (_bends(at, tried, boxes, step) > BENT * size[1])] = np.inf
    return Candidates(boxes, costs)


def beside_line(ground: Ground, line: Artist, size: Size) -> Candidates:
    """Find places just above a line, or below, best as far left as can be."""
    at = ground.path_of(line)
    if len(at) < 2:
        return NOWHERE
    tried = np.arange(0, len(at), THINNED)
    angle, step, on = directions(at)[tried], _step(at), at[tried]
    turn = np.deg2rad(angle)
    normal = np.column_stack([-np.sin(turn), np.cos(turn)])
    away = size[1] / 2 + BESIDE + _half_width(line)
    sides = [Boxes.at(on + side * away * normal, size, angle) for side in (1, -1)]
    start = FROM_START * on[:, 0] / ground.width
    bent = _bends(at, tried, sides[0], step) > BESIDE
    costs = [
        np.where(bent, np.inf, ground.cost(boxes) + start + price)
        for boxes, price in zip(sides, (0.0, UNDER), strict=True)
    ]
    centres = [boxes.centres for boxes in sides]
    both = Boxes.at(np.concatenate(centres), size, np.concatenate([angle, angle]))
    return Candidates(both, np.concatenate(costs))


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
    boxes = Boxes.at(centres, size)
    away = np.abs(np.tile(shares, 2) - 0.5) * 4 + np.repeat([0.0, UNDER], len(shares))
    return Candidates(boxes, ground.cost(boxes, margin=1.0) + away)


SHORT = 6.0


def _step(at: Points) -> float:
    return float(np.hypot(*(at[1] - at[0])))


def _half_width(line: Artist) -> float:
    return float(line.get_linewidth()) / 2 if isinstance(line, Line2D) else 0.0


def _price_of_own(ground: Ground, line: Artist) -> float:
    """Return what a word on a line was charged for covering it."""
    return COVERING[ground.layer_of(line)].by_words


def _bends(at: Points, tried: NDArray[np.intp], boxes: Boxes, step: float) -> Values:
    """Return how far a sampled line deviates from the direction of the words beside it."""
    reach = int(boxes.width / 2 / max(step, 1e-9)) + 1
    offsets = np.unique(np.linspace(-reach, reach, 9).astype(int))
    near = np.clip(tried[:, None] + offsets, 0, len(at) - 1)
    assert boxes.angle is not None
    turn = np.deg2rad(boxes.angle)
    apart = at[near] - at[tried][:, None]
    across = apart[..., 1] * np.cos(turn)[:, None] - apart[..., 0] * np.sin(turn)[:, None]
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
    costs = _cost_within(ground, boxes, own)
    if within:
        costs[ground.covered(ground.mask_of(*within), boxes, GAP) > 0] = np.inf
    height = ground.height_of(region)
    x, y = boxes.x / ground.width - LOW_ON_THE_RIGHT, (boxes.y - 0.4 * height) / ground.height
    return Candidates(boxes, costs + AWAY * np.hypot(x, y))


def _cost_within(ground: Ground, boxes: Boxes, own: Mask) -> Values:
    """Return the price of words that have to lie in a region, which they cover for nothing."""
    area = (boxes.width + 2 * GAP) * (boxes.height + 2 * GAP) / ground.cell**2
    inside = ground.covered(own, boxes, GAP) >= 0.97 * area
    roomy = (boxes.width + 2 * ROOMY) * (boxes.height + 2 * ROOMY) / ground.cell**2
    free = ground.covered(own, boxes, ROOMY) / roomy
    costs = ground.cost(boxes, margin=GAP) + CRAMPED * (1 - np.minimum(free, 1.0))
    return np.where(inside, costs, np.inf)


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
    boxes = Boxes.at(centres, size)
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
    held = [ground.markers_of(one) for one in ground.markers()]
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
# At most so many leaders are looked at, cheapest first.
FEW = 512


def led(ground: Ground, artist: Any, size: Size) -> Candidates:
    """Find places from which a leader reaches a marker, or a region below."""
    is_fill = isinstance(artist, PolyCollection)
    at = ground.top_of(artist, TIPS) if is_fill else ground.markers_of(artist)
    if len(at) == 0:
        return NOWHERE
    sides = UP if is_fill else np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])
    around = (sides * (REACHES[:, None, None] + np.array(size) / 2)).reshape(-1, 2)
    boxes = Boxes.at((at[:, None] + around).reshape(-1, 2), size)
    ends = np.repeat(at, len(around), axis=0)
    costs = ground.cost(boxes, margin=GAP) + LED
    if is_fill:
        costs += OUTSIDE + AWAY * np.abs(boxes.x / ground.width - LOW_ON_THE_RIGHT)
        return Candidates(boxes, _with_leaders(ground, boxes, costs, ends, 0.0), ends)
    turned = [1 - sides @ _away(one, _other_markers(ground, one[None])) for one in at]
    costs += TURNED / 2 * np.concatenate([np.tile(each, len(REACHES)) for each in turned])
    radius = float(artist.get_markersize()) / 2
    costs[_over_others(boxes, ends, _markers(ground), 1.2 * radius)] = np.inf
    tips = _on_rim(boxes, ends, radius)
    return Candidates(boxes, _with_leaders(ground, boxes, costs, tips, TIP), tips)


def _over_others(boxes: Boxes, ends: Points, markers: Points, radius: float) -> NDArray[np.bool_]:
    """Tell which leaders from boxes to markers run over other markers, which they would name."""
    start = boxes.centres
    path, to_marker = (ends - start)[:, None], markers - start[:, None]
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
    middles = boxes.centres
    path = tips - middles
    sides = np.array([boxes.width, boxes.height]) / 2 + 1.0
    share = 1 / np.maximum((np.abs(path) / sides).max(axis=1), 1.0)
    shares = share[:, None] + (1 - share)[:, None] * np.linspace(0, 1, count)
    return np.asarray(middles[:, None] + shares[..., None] * path[:, None])


def _with_leaders(ground: Ground, boxes: Boxes, costs: Values, tips: Points, near: float) -> Values:
    """Return the prices of places with those of their leaders, for lengths and for what they cross.

    Leaders may touch lines so near to their ends. Only so many are looked at, the cheapest without
    what they cross.
    """
    ends = leaders(boxes, tips, 2)
    least = costs + LEADER * np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    found, some = np.full(len(costs), np.inf), np.argsort(least)[:FEW]
    found[some] = least[some] + _crossing(ground, boxes.chosen(some), tips[some], near)
    return found


def _crossing(ground: Ground, boxes: Boxes, tips: Points, near: float) -> Values:
    """Return the prices of what leaders cross."""
    longest = float(np.hypot(boxes.x - tips[:, 0], boxes.y - tips[:, 1]).max(initial=0))
    paths = leaders(boxes, tips, int(longest / ground.cell) + 2)
    before = np.hypot(*(paths - tips[:, None]).transpose(2, 0, 1)) > near
    on_curve = before & ground.at(ground.mask(Ink.DATA), paths)
    crossed = (on_curve & ~np.pad(on_curve, ((0, 0), (1, 0)))[:, :-1]).sum(axis=1)
    layers = (Ink.WORDS, Ink.NAMES, Ink.OTHERS)
    words = np.logical_or.reduce([ground.at(ground.mask(layer), paths) for layer in layers])
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
    boxes = Boxes.at(centres, size)
    others = ground.mask_of_others(curve)
    # Words may be drawn a little wider than they are measured.
    costs = ground.cost(boxes, margin=NEAR / 2)
    far = ground.covered(others, boxes, APART) > 0
    costs[(ground.covered(others, boxes, TIGHT) > 0) | (_off_fill(ground, boxes) > 0)] = np.inf
    costs = costs + UNCLEAR * far + UNCLEAR / 2 * (ground.covered(others, boxes, ROOMY) > 0)
    middle = at[len(at) // 2]
    away = np.hypot(*(centres - middle).T) / (ground.width + ground.height)
    return Candidates(boxes, costs + OFF_MIDDLE * away)


def _off_fill(ground: Ground, boxes: Boxes) -> Values:
    """Return how much of filled areas boxes cover, which would seem to be named."""
    return ground.covered(ground.mask(Ink.REGION), boxes, GAP)


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
