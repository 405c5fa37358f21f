"""Where a reference's words can stand: one finder for each kind of place, pixels in, a spot out.

A reference layer marks its artist with one of the group names below (``Artist.set_gid``) and writes
what it wants said into the artist's label behind an underscore, so that matplotlib keeps it out of
legends.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from matplotlib.artist import Artist

from prplot.draw import markers
from prplot.draw.placement import Box, Ground, Pixels, tangent

OURS = "prplot-"
POINT = "prplot-point"
FOLD_POINTS = "prplot-fold-points"
REGION = "prplot-region"
CHANCE = "prplot-chance"
ISOMETRIC = "prplot-isometric"
BORDER = "prplot-border"
MINIMUM = "prplot-minimum"
CURVE = "prplot-curve"
HULL = "prplot-hull"
VERTEX = "prplot-vertex"
DISCARDED = "prplot-discarded"
BASELINE = "prplot-baseline"
NEGATIVE = "prplot-negative"
SEGMENT = "prplot-segment"
ZERO = "prplot-zero"
BETAS = "prplot-betas"
FOLD = "prplot-fold"
BAND = "prplot-band"
OPERATING_POINT = "prplot-operating-point"
BAR = "prplot-bar"
# A curve that is labelled itself, not in the legend.
NAMED = "prplot-named"

# Distances in points.
GAP = 2.0
LINE_LEFT = 9.0
ROOMY = 8.0
VISIBLE = 2.0
SHORT = 6.0
LIFTS = (10, 14, 20, 28, 40, 60, 90)


@dataclass(frozen=True)
class Spot:
    """A place for a text.

    Attributes
    ----------
    box : Box
    ground : str or None
        What to paint beneath the text: "paper", "tint" or nothing.
    tip : ndarray, shape (2,), or None
        Where a leader line from the text points to.
    """

    box: Box
    ground: str | None = None
    tip: Pixels | None = None


Size = tuple[float, float]
Finder = Callable[[Ground, Artist, Size, float], Spot | None]


def beside_point(ground: Ground, point: Artist, size: Size, unit: float) -> Spot | None:
    """Find the first free side of a marker, else a place with a leader to it."""
    found = markers.touching(ground, point, size, unit)
    if found is None:
        return beside_points(ground, point, size, unit)
    box, through = found
    on_fill = any(
        path.contains_point((box.x, box.y)) for held in ground.fills.values() for path in held
    )
    return Spot(box, "tint" if on_fill else "paper" if through else None)


def beside_points(ground: Ground, points: Artist, size: Size, unit: float) -> Spot | None:
    """Find a free place with a leader to any of several markers."""
    found = markers.led_to(ground, points, size, unit)
    if found is None:
        return None
    box, tip, through = found
    return Spot(box, "paper" if through else None, tip)


def inside_region(ground: Ground, region: Artist, size: Size, unit: float) -> Spot | None:
    """Find a roomy place in a filled region, low on the right if there is a choice."""
    border = np.concatenate([path.vertices for path in ground.fills[region]])
    frame = ground.frame
    home = frame.x0 + 0.8 * frame.width, frame.y0 + 0.4 * ground.thickness(region)

    def rank(box: Box) -> tuple[float, float]:
        room = min(_clearance(box, border), ground.clearance(box))
        return min(room, ROOMY * unit), -float(np.hypot(box.x - home[0], box.y - home[1]))

    # A smaller region may lie within: on its tint the words of the larger one would be of it.
    others = {fill for fill in ground.fills if fill is not region and fill.get_gid() == REGION}
    tries = product(({region}, set(ground.fills) - others), (set(), ground.hairlines))
    for inside, through in tries:
        free = [
            box
            for box in _grid(ground, size)
            if _is_within(box, ground, region, GAP * unit)
            and ground.is_free(box, margin=GAP * unit, through=through, inside=inside)
        ]
        if free:
            return Spot(max(free, key=rank), "tint")
    return None


def inside_strip(ground: Ground, strip: Artist, size: Size, unit: float) -> Spot | None:
    """Find a roomy place in a fill that is a veil: nothing is painted beneath the text."""
    spot = inside_region(ground, strip, size, unit)
    return None if spot is None else Spot(spot.box)


def above_region(ground: Ground, region: Artist, size: Size, unit: float) -> Spot | None:
    """Find a place above a thin region, from which a leader line reaches its border."""
    width, height = size
    frame, gap = ground.frame, GAP * unit
    border = np.concatenate([path.vertices for path in ground.fills[region]])
    for share in np.linspace(0.85, 0.1, 31):
        x = frame.x0 + share * frame.width
        near = border[np.abs(border[:, 0] - x) <= np.abs(border[:, 0] - x).min()]
        top = float(near[:, 1].max())
        if top - float(border[:, 1].min()) < VISIBLE * unit:
            continue
        tip = np.array([x, top])
        for lift in LIFTS:
            box = Box(x, top + lift * unit + height / 2, width, height)
            way = np.linspace(tip, [x, box.y - height / 2 - gap], 30)
            free = ground.is_free(box, margin=gap, through=ground.hairlines)
            if free and not ground.is_crossed(way, gap):
                return Spot(box, "paper" if ground.hairlines else None, tip)
    return None


def beside_line(ground: Ground, line: Artist, size: Size, unit: float) -> Spot | None:
    """Find a place just above a line, else below, as far left as is free."""
    width, height = size
    at = ground.lines[line]
    away = height / 2 + 1.5 * unit
    own, faint = {line}, {line} | ground.hairlines
    for side in (away, -away):
        for i in range(0, len(at), 4):
            angle = tangent(at, i)
            turn = np.deg2rad(angle)
            x, y = at[i] + side * np.array([-np.sin(turn), np.cos(turn)])
            box = Box(x, y, width, height, angle)
            # A line that bends may run into words beside it.
            if ground.is_free(box, margin=unit, through=faint) and not box.holds(at, 0.5 * unit):
                clean = ground.is_free(box, margin=unit, through=own)
                return Spot(box, None if clean else "paper")
    return None


def beside_line_on_tint(ground: Ground, line: Artist, size: Size, unit: float) -> Spot | None:
    """Find a place beside a line within the regions that it runs through."""
    own = Ground(ground.frame, ground.lines, texts=ground.texts, hairlines=ground.hairlines)
    spot = beside_line(own, line, size, unit)
    return None if spot is None else Spot(spot.box, "tint")


def on_line(ground: Ground, line: Artist, size: Size, unit: float) -> Spot | None:
    """Find a place on a line, turned with it, near where it leaves the frame."""
    width, height = size
    at, frame = ground.lines[line], ground.frame
    within = (at >= [frame.x0, frame.y0]) & (at <= [frame.x1, frame.y1])
    seen = at[within.all(axis=1)]
    # Best if some of the line shows on both sides of its words.
    for left in (LINE_LEFT, 0.0):
        for i in range(len(seen) - 1, -1, -2):
            if np.hypot(*(seen[-1] - seen[i])) < width / 2 + left * unit:
                continue
            box = Box(seen[i, 0], seen[i, 1], width, height, tangent(seen, i))
            if ground.is_free(box, margin=GAP * unit, through={line}):
                return Spot(box, "paper")
    return None


def beside_segment(ground: Ground, segment: Artist, size: Size, unit: float) -> Spot | None:
    """Find a place above a straight segment, else below, near its middle; short ones have none."""
    start, end = ground.lines[segment]
    way, (width, height) = end - start, size
    length = float(np.hypot(*way))
    if length < SHORT * unit:
        return None
    normal = np.array([-way[1], way[0]]) / length
    normal *= 1.0 if normal[1] >= 0 else -1.0
    reach = (abs(normal[0]) * width + abs(normal[1]) * height) / 2 + GAP * unit
    shares = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
    for through, side, share in product((set(), ground.hairlines), (normal, -normal), shares):
        x, y = start + share * way + reach * side
        box = Box(float(x), float(y), width, height)
        passed = {segment, *through}
        if ground.is_free(box, margin=unit, through=passed, inside=ground.fills):
            return Spot(box, "paper" if through else None)
    return None


FINDERS: dict[str, tuple[Finder, ...]] = {
    POINT: (beside_point,),
    FOLD_POINTS: (beside_points,),
    SEGMENT: (beside_segment,),
    CHANCE: (beside_line, beside_line_on_tint),
    BASELINE: (beside_line, on_line),
    REGION: (inside_region, above_region),
    NEGATIVE: (inside_strip,),
    BORDER: (on_line, beside_line),
    ISOMETRIC: (on_line,),
}

# Words in the colour of what they name.
COLORED = {CHANCE, NAMED, FOLD_POINTS}
# What shows data, with an entry or a name of its own.
CURVES = {CURVE, HULL, NAMED}
REFERENCES = {*FINDERS, MINIMUM, ZERO}
# What finds no room is left unsaid: a legend could not tell one from another.
SILENT = {SEGMENT}
# One of these says what they all show ("F1 = 0.4"), the others their number only.
NAMED_ONCE = {ISOMETRIC, SEGMENT}


def words(artist: Artist) -> str:
    """Return what a reference wants said; nothing for an artist without words."""
    label = str(artist.get_label())
    # matplotlib names unlabelled artists _child0, _child1, ...
    return "" if label.startswith("_child") else label.removeprefix("_")


def _grid(ground: Ground, size: Size) -> Iterator[Box]:
    frame, (width, height) = ground.frame, size
    for x in np.linspace(frame.x0 + width / 2, frame.x1 - width / 2, 31):
        for y in np.linspace(frame.y0 + height / 2, frame.y1 - height / 2, 41):
            yield Box(x, y, width, height)


def _is_within(box: Box, ground: Ground, region: Artist, margin: float) -> bool:
    corners = box.corners(margin)
    return any(path.contains_points(corners).all() for path in ground.fills[region])


def _clearance(box: Box, border: Pixels) -> float:
    return float(box.distances(border).min())
