"""What is drawn where, in pixels, to find free ground for words and legends."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection, PolyCollection
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Bbox, BboxBase
from numpy.typing import NDArray

Pixels = NDArray[np.float64]

# Samples along a line lie this close, in pixels at 100 dpi, so that no box slips between two.
SPACING = 2.0
# A line with more samples than this extends far beyond its axes.
MANY = 3000
# Costs of covering a sample of a line, a text, or a fill.
_WORTH = {"data": 20, "reference": 5, "hairline": 1, "text": 30, "fill": 30}


@dataclass(frozen=True)
class Box:
    """A rectangle, possibly turned, in pixels.

    Attributes
    ----------
    x, y : float
        Its centre.
    width, height : float
    angle : float
        Degrees, counter-clockwise.
    """

    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0

    def corners(self, margin: float = 0.0) -> Pixels:
        """Return the four corners, shape (4, 2)."""
        turn = np.deg2rad(self.angle)
        half = np.array([self.width / 2 + margin, self.height / 2 + margin])
        signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        turned: Pixels = (signs * half) @ rotation + np.array([self.x, self.y])
        return turned

    def upright(self, margin: float = 0.0) -> Bbox:
        """Return the smallest upright box around it."""
        corners = self.corners(margin)
        return Bbox([corners.min(axis=0), corners.max(axis=0)])

    def distances(self, points: Pixels) -> NDArray[np.float64]:
        """Return how far each point lies from the box; 0 inside. The box must be upright."""
        dx = np.maximum(np.abs(points[:, 0] - self.x) - self.width / 2, 0)
        dy = np.maximum(np.abs(points[:, 1] - self.y) - self.height / 2, 0)
        return np.asarray(np.hypot(dx, dy))

    def holds(self, points: Pixels, margin: float = 0.0) -> bool:
        """Tell whether any point lies inside."""
        turn = np.deg2rad(self.angle)
        dx, dy = points[:, 0] - self.x, points[:, 1] - self.y
        along = np.abs(dx * np.cos(turn) + dy * np.sin(turn))
        across = np.abs(dy * np.cos(turn) - dx * np.sin(turn))
        inside = (along <= self.width / 2 + margin) & (across <= self.height / 2 + margin)
        return bool(inside.any())


@dataclass
class Ground:
    """The inside of axes and what is drawn there.

    Attributes
    ----------
    frame : Bbox
        The axes, in pixels.
    lines : dict of artist to ndarray, shape (n, 2)
        Samples along every line and at every marker.
    fills : dict of artist to list of Path
    texts : dict of artist to Bbox
    references : set of artists
        Lines that a leader may cross.
    hairlines : set of artists
        References so faint that a text may cover them when nothing else is left.
    regions : set of artists
        Fills of which smaller ones may lie within larger ones.
    """

    frame: Bbox
    lines: dict[Artist, Pixels] = field(default_factory=dict)
    fills: dict[Artist, list[Path]] = field(default_factory=dict)
    texts: dict[Artist, BboxBase] = field(default_factory=dict)
    references: set[Artist] = field(default_factory=set)
    hairlines: set[Artist] = field(default_factory=set)
    regions: set[Artist] = field(default_factory=set)

    @classmethod
    def of(
        cls, ax: Axes, *, references: set[Artist], hairlines: set[Artist], regions: set[Artist]
    ) -> "Ground":
        """Record what is drawn in axes at present, without texts."""
        frame = ax.get_window_extent()
        ground = cls(frame, references=references, hairlines=hairlines, regions=regions)
        for line in ax.lines:
            if line.get_visible():
                ground.lines[line] = _samples(line, ax)
        for collection in ax.collections:
            if isinstance(collection, PathCollection):
                offsets = np.asarray(collection.get_offsets())
                ground.lines[collection] = collection.get_offset_transform().transform(offsets)
            elif isinstance(collection, PolyCollection):
                to_pixels = collection.get_transform()
                ground.fills[collection] = [
                    p.transformed(to_pixels) for p in collection.get_paths()
                ]
        return ground

    def add_text(self, text: Text, renderer: Any = None) -> None:
        """Add a text to what is drawn."""
        if text.get_visible() and text.get_text():
            self.texts[text] = text.get_window_extent(renderer)

    def shows(self, artist: Artist, least: float, margin: float = 0.0) -> bool:
        """Tell whether a line or a fill extends over at least so many pixels inside the frame.

        Parts of a line outside the frame count up to the margin.
        """
        if artist in self.fills:
            return self.thickness(artist) >= least
        seen = self.inside(artist, margin) if artist in self.lines else np.empty((0, 2))
        return len(seen) > 0 and float(np.ptp(seen, axis=0).max()) >= least

    def inside(self, line: Artist, margin: float = 0.0) -> Pixels:
        """Return the samples of a line in the frame, or outside it up to the margin."""
        at, low, high = self.lines[line], self.frame.p0 - margin, self.frame.p1 + margin
        seen: Pixels = at[((at >= low) & (at <= high)).all(axis=1)]
        return seen

    def thickness(self, fill: Artist) -> float:
        """Return how high a fill is at its highest."""
        heights = [np.ptp(np.asarray(path.vertices)[:, 1]) for path in self.fills[fill]]
        return float(max(heights))

    def is_crossed(self, path: Pixels, margin: float) -> bool:
        """Tell whether a text, or a line other than a reference, is near any sample of a path."""
        obstacles = [at for line, at in self.lines.items() if line not in self.references]
        steps = [Box(x, y, 1, 1) for x, y in path]
        if any(
            text.overlaps(step.upright(margin)) for step in steps for text in self.texts.values()
        ):
            return True
        return any(step.holds(at, margin) for step in steps for at in obstacles)

    def covered(self, box: Box) -> int:
        """Return the cost of covering what is under a box."""
        around = box.upright()
        cost = 0
        for line, at in self.lines.items():
            worth = _WORTH["reference" if line in self.references else "data"]
            worth = _WORTH["hairline"] if line in self.hairlines else worth
            cost += worth * int((box.distances(at) == 0).sum())
        cost += _WORTH["text"] * sum(text.overlaps(around) for text in self.texts.values())
        fills = [path for held in self.fills.values() for path in held]
        return cost + _WORTH["fill"] * sum(path.intersects_bbox(around) for path in fills)

    def clearance(self, box: Box) -> float:
        """Return how far an upright box is from the nearest line or text."""
        near = [box.distances(at).min() for at in self.lines.values() if len(at)]
        near += [box.distances(text.corners()).min() for text in self.texts.values()]
        return float(min(near, default=np.inf))

    def is_free(self, box: Box, *, margin: float, through: Any = (), inside: Any = ()) -> bool:
        """Tell whether a box lies in the frame and touches nothing.

        Parameters
        ----------
        box : Box
        margin : float
            Distance to keep, in pixels.
        through : container of artists
            Lines that the box may cover.
        inside : container of artists
            Fills that the box may cover.

        Returns
        -------
        bool
        """
        around = box.upright(margin)
        if not (
            self.frame.x0 <= around.x0
            and around.x1 <= self.frame.x1
            and self.frame.y0 <= around.y0
            and around.y1 <= self.frame.y1
        ):
            return False
        if any(other.overlaps(around) for other in self.texts.values()):
            return False
        if any(box.holds(at, margin) for line, at in self.lines.items() if line not in through):
            return False
        paths = (p for fill, held in self.fills.items() if fill not in inside for p in held)
        return not any(path.intersects_bbox(around, filled=True) for path in paths)


def _samples(line: Line2D, ax: Axes) -> Pixels:
    at: Pixels = line.get_transform().transform(np.asarray(line.get_xydata(), dtype=float))
    at = at[np.isfinite(at).all(axis=1)]
    if len(at) < 2 or line.get_linestyle() in ("None", "none", " ", ""):
        return at
    spacing = SPACING * ax.get_figure(root=True).dpi / 100  # type: ignore[union-attr]
    steps = np.hypot(*np.diff(at, axis=0).T)
    if steps.sum() > MANY * spacing:
        at, steps = _near_frame(at, ax.get_window_extent())
    # Samples at equal distances along the line.
    length = np.concatenate([[0.0], np.cumsum(steps)])
    if len(at) == 0:
        return at
    ticks = np.linspace(0, length[-1], min(int(length[-1] / spacing) + 2, 20_000))
    return np.column_stack([np.interp(ticks, length, at[:, 0]), np.interp(ticks, length, at[:, 1])])


def _near_frame(at: Pixels, frame: BboxBase) -> tuple[Pixels, NDArray[np.float64]]:
    """Return a polyline without its parts far outside a frame, and the lengths of its steps.

    A curve in PRG space, or in axes that show a part of it, may extend far outside, and most
    samples would be there. A step across an omitted part has length 0.
    """
    around = frame.expanded(1.5, 1.5)
    clip = (around.x0, around.y0, around.x1, around.y1)
    path = Path(at).cleaned(clip=clip, simplify=False)
    codes = np.asarray(path.codes)
    drawn = (codes == Path.MOVETO) | (codes == Path.LINETO)
    kept, codes = np.asarray(path.vertices)[drawn], codes[drawn]
    if len(kept) == 0:
        return np.empty((0, 2)), np.empty(0)
    steps = np.hypot(*np.diff(kept, axis=0).T)
    steps[codes[1:] == Path.MOVETO] = 0
    return kept, steps


def points_to_pixels(ax: Axes) -> float:
    """Return how many pixels of the figure a point is."""
    return float(ax.get_figure(root=True).dpi) / 72  # type: ignore[union-attr]


def tangent(at: Pixels, i: int) -> float:
    """Return the direction of sampled line `at` near sample `i`, in degrees within (-90, 90]."""
    ahead, behind = min(i + 3, len(at) - 1), max(i - 3, 0)
    dx, dy = at[ahead] - at[behind]
    angle = float(np.rad2deg(np.arctan2(dy, dx)))
    return (angle + 90) % 180 - 90


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

SMALLEST = 5.5


def is_legible(fontsize: float | str | None) -> bool:
    """Tell whether a type size is not too small."""
    return float(FontProperties(size=fontsize).get_size_in_points()) >= SMALLEST
