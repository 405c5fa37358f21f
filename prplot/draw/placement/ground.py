"""What is drawn where in some axes, and what it costs to cover it with words and legends.

All lengths are in points from the lower left corner of the axes, so that what is found depends
neither on the resolution nor on the kind of file. All prices are in the same unit, so that any two
arrangements can be compared; the cheapest one is drawn.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.collections import (
    Collection,
    PathCollection,
    PolyCollection,
    PolyQuadMesh,
    QuadMesh,
    TriMesh,
)
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, Bbox, BboxBase, Transform
from numpy.typing import NDArray

Points = NDArray[np.float64]
Values = NDArray[np.float64]
Size = tuple[float, float]
CellNumbers = NDArray[np.intp]
# The first and the last column, and row, of the cells in each of several boxes.
Corners = tuple[CellNumbers, CellNumbers, CellNumbers, CellNumbers]

# Most cells along a side; cells are at least a point wide.
MOST_CELLS = 256
# Distance of boxes from the frame of the axes, in points.
WITHIN = 1.5
# Room around the axes in which boxes with a margin may lie, in points.
AROUND = 18.0
# Distance of boxes that are tried all over the axes, in points.
STEP = 3.0
# Distance of samples along a line, in points.
SPACING = 1.5
# What extends over so many points is seen.
VISIBLE = 2.0
# What the user put behind more than this share of the axes is their background.
BACKGROUND = 0.5
# Prices of cells are multiples of 2^-20: then their sums are exact in any order, and free ground
# costs exactly 0.
PRICE_UNIT = 2**20
# Samples across a turned box are at most this far apart, in cells; such samples meet each cell.
FINE = 1.5
WHOLE = 0.7


# What gives way to what


class Ink(IntEnum):
    """What is drawn in axes, by how much it matters that it stays visible."""

    HAIRLINE = 0
    REGION = 1
    REFERENCE = 2
    BAND = 3
    WORDS = 4
    DATA = 5
    # Names of curves beside them.
    NAMES = 6
    # Texts, insets and legends of the user.
    OTHERS = 7


class Price(NamedTuple):
    """Prices of covering a point of a line, or a square point of an area, of a layer."""

    by_legend: float
    by_words: float


# A legend may displace words, which then find another place, but not names of curves; words may not
# displace each other.
COVERING = {
    Ink.HAIRLINE: Price(0.03, 0.2),
    Ink.REGION: Price(0.05, 0.012),
    Ink.REFERENCE: Price(5.0, 5.0),
    Ink.BAND: Price(0.2, 1.0),
    Ink.WORDS: Price(0.05, 20.0),
    Ink.DATA: Price(10.0, 10.0),
    Ink.NAMES: Price(20.0, 10.0),
    Ink.OTHERS: Price(20.0, 20.0),
}

# Words are left out, or go to the legend, if every place for them costs more than this.
OMITTED_WORDS = 30.0
# The same for words that nothing else tells, such as the prevalence of one of several lines, and
# for a row of a legend outside with words that have no place in the axes.
OMITTED_NUMBER = 1000.0

# Distances of a legend from data, in points: the least one, and one beyond which more is no better.
GAP = 4.0
AMPLE = 14.0
# Prices of less than the ample distance, and of being as far as possible from the preferred place.
NARROW = 2.0
FAR_FROM_HOME = 3.0
# Price of less than the least distance from a band: that of smaller type, which gives way first.
NEAR_BAND = 6.0

# Prices of what a legend can do without.
SMALLER_TYPE = 6.0
WRAPPED = 15.0
# Price of a legend that leaves the axes which it is in.
NO_ROOM = 1e6
# A legend of which the part in the axes covers more than this stands better beside them.
FREE = 20.0
# The same for numbers in panels, if these would become smaller for a legend beneath.
FREE_ENOUGH = 300.0
# Prices of a point by which axes become smaller for a legend outside, of one by which they become
# too small, and of one by which the legend leaves the figure.
LOST_SIDE = 0.3
LOST_TOO_MUCH = 60.0
BEYOND_FIGURE = 100.0

# Prices of names beside curves: of a point of a leader, of crossing a curve with it.
LEADER = 0.25
CROSSING = 40.0
# Price of a name in the legend instead of beside its curve.
LISTED_NAME = 90.0


# Places


class Boxes(NamedTuple):
    """Rectangles of one size.

    Attributes
    ----------
    centres : ndarray, shape (n, 2)
    size : (float, float)
        Width and height.
    angle : ndarray, shape (n,), or None
        Degrees, counter-clockwise; None if all are upright.
    """

    centres: Points
    size: Size
    angle: Values | None = None

    @classmethod
    def of(cls, box: BboxBase) -> "Boxes":
        """Return an upright box."""
        centre = (box.get_points()[0] + box.get_points()[1]) / 2
        return cls(centre[None], (abs(box.width), abs(box.height)))

    def chosen(self, which: Any) -> "Boxes":
        """Return some of the boxes."""
        angle = None if self.angle is None else self.angle[which]
        return self._replace(centres=self.centres[which], angle=angle)

    def half(self) -> Points:
        """Return half the width and half the height of the upright boxes around them."""
        width, height = self.size
        if self.angle is None:
            return np.array([[width, height]]) / 2
        turn = np.deg2rad(self.angle)
        cos, sin = np.abs(np.cos(turn)), np.abs(np.sin(turn))
        return np.column_stack([cos * width + sin * height, sin * width + cos * height]) / 2

    def upright(self) -> Bbox:
        """Return the upright box around the first of them."""
        centre, half = self.centres[0], self.half()[0]
        return Bbox([centre - half, centre + half])

    def distances(self, points: Points) -> Values:
        """Return the distance of each upright box from each point, shape (n, m)."""
        apart = np.abs(self.centres[:, None] - points) - np.array(self.size) / 2
        return np.asarray(np.hypot(*np.moveaxis(np.maximum(apart, 0), 2, 0)))


class Mask:
    """CellNumbers of a raster that are covered, and sums over boxes of them in constant time."""

    def __init__(self, cells: NDArray[Any]) -> None:
        self.cells = cells

    def within(self, corners: Corners) -> Values:
        """Return the sum of the cells in each box."""
        x0, x1, y0, y1 = corners
        if not self.cells.any():
            return np.zeros(len(x0))
        sums = self._sums
        found = sums[x1, y1] - sums[x1, y0] - sums[x0, y1] + sums[x0, y0]
        return np.asarray(found, np.float64)

    @cached_property
    def _sums(self) -> NDArray[np.integer[Any]]:
        """Sums of all cells left of each corner of a cell and below."""
        kind = np.promote_types(self.cells.dtype, np.int32)
        sums = np.zeros(np.add(self.cells.shape[::-1], 1), kind)
        # Along rows, which are turned then: numpy takes long to sum across them.
        sums[1:, 1:] = self.cells.cumsum(1, kind).T
        return np.cumsum(sums, 1, kind, out=sums)


# Its types are not known.
_Canvas: Any = RendererAgg


class Raster(RendererBase):
    """Draws artists as the cells that they cover: whole ones, without dashes, hatches or colours.

    Parameters
    ----------
    shape : (int, int)
        Rows and columns of cells.
    to_cells : matplotlib.transforms.Transform
        From pixels of the figure.
    dpi : float
        Of the figure.
    """

    def __init__(self, shape: tuple[int, int], to_cells: Transform, dpi: float) -> None:
        super().__init__()
        scale = float(to_cells.get_matrix()[0, 0])
        self._canvas = _Canvas(shape[1], shape[0], dpi * scale)
        self._to_cells, self._dpi = to_cells, dpi

    def mask_of(self, artists: Iterable[Artist]) -> Mask:
        """Return which cells some artists cover."""
        self._canvas.clear()
        for artist in artists:
            artist.draw(self)
        # The first row of the canvas is at the top.
        return Mask(np.asarray(self._canvas.buffer_rgba())[::-1, :, 3] > 0)

    def points_to_pixels(self, points: Any) -> Any:
        """Return lengths in pixels of the figure."""
        return points * self._dpi / 72

    def draw_path(self, gc: Any, path: Any, transform: Any, rgbFace: Any = None) -> None:  # noqa: N803
        """Draw a line or an area; lines are at least a cell wide."""
        pen, width = self._canvas.new_gc(), float(gc.get_linewidth())
        pen.set_antialiased(False)
        pen.set_linewidth(max(width, 72 / self._canvas.dpi) if width > 0 else 0.0)
        self._canvas.draw_path(pen, path, transform + self._to_cells, rgbFace)


class Ground:
    """What is drawn in some axes, as rasters of covered cells.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
    width, height : float
        Size of the axes.
    cell : float
        Side of a cell.
    canvas : Bbox
        The figure.
    """

    def __init__(
        self,
        ax: Axes,
        layers: Mapping[Artist, Ink],
        renderer: Any,
        ignored: Container[Artist | None] = (),
    ) -> None:
        frame = ax.get_window_extent()
        unit = points_to_pixels(ax)
        self.ax = ax
        # Rounded, as layouts repeat a position but for rounding errors.
        self.width, self.height = round(frame.width / unit, 1), round(frame.height / unit, 1)
        self.cell = max(1.0, max(self.width, self.height) / MOST_CELLS)
        to_corner = Affine2D().translate(-frame.x0, -frame.y0)
        self.to_points = to_corner.scale(self.width / frame.width, self.height / frame.height)
        figure = ax.get_figure(root=True)
        assert figure is not None
        self.canvas = Bbox(figure.bbox.transformed(self.to_points))
        self._edge = int(np.ceil(AROUND / self.cell))
        rows, columns = (
            int(np.ceil(side / self.cell)) + 2 * self._edge for side in (self.height, self.width)
        )
        self.shape = rows, columns
        # Of what is shown.
        self._layer_of: dict[Artist, Ink] = {}
        self._paths: dict[Artist, Points] = {}
        self._masks: dict[Any, Mask] = {}
        to_cells = Affine2D().scale(1 / self.cell).translate(self._edge, self._edge)
        self._raster = Raster(self.shape, self.to_points + to_cells, figure.dpi)
        self._survey(layers, renderer, ignored)

    # What is covered

    def _survey(
        self, layers: Mapping[Artist, Ink], renderer: Any, ignored: Container[Artist | None]
    ) -> None:
        """Fill the raster of each layer."""
        drawn: dict[Ink, list[Artist]] = {layer: [] for layer in Ink}
        for artist in self._artists(ignored):
            # Lines of the user are data, filled areas are not.
            layer = layers.get(artist, Ink.BAND if _is_area(artist) else Ink.DATA)
            self._layer_of[artist] = layer
            if artist in layers or not self._is_background(artist):
                drawn[layer].append(artist)
        for layer, artists in drawn.items():
            self._masks[layer] = self.mask_of(*artists)
        for box in _boxes_of_others(self.ax, renderer, ignored):
            self.stamp(Boxes.of(box.transformed(self.to_points)), Ink.OTHERS)

    def _artists(self, ignored: Container[Artist | None]) -> list[Artist]:
        """Return what is drawn along its own outline; of all else, boxes are enough."""
        hosts = [self.ax, *twins(self.ax)]
        held = [a for ax in hosts for a in [*ax.lines, *ax.collections, *ax.patches]]
        shown = [artist for artist in held if artist.get_visible() and artist not in ignored]
        return [artist for artist in shown if not _is_picture(artist)]

    def _is_background(self, artist: Artist) -> bool:
        """Tell whether a filled area of the user's lies behind most of the axes."""
        frame = self.ax.get_window_extent()
        is_small = isinstance(artist, Patch) and not _is_behind(artist.get_window_extent(), frame)
        if is_small or not _is_area(artist):
            return False
        return bool(self._seen_of(artist).mean() > BACKGROUND)

    def mask(self, layer: Ink) -> Mask:
        """Return what a layer covers."""
        return self._masks[layer]

    def mask_of(self, *artists: Artist) -> Mask:
        """Return what artists cover."""
        if artists not in self._masks:
            self._masks[artists] = self._raster.mask_of(artists)
        return self._masks[artists]

    def union(self, masks: Iterable[Mask]) -> Mask:
        """Return what any of some masks covers."""
        cells = [one.cells for one in masks]
        return Mask(np.logical_or.reduce([np.zeros(self.shape, np.bool_), *cells]))

    def layer_of(self, artist: Artist) -> Ink:
        """Return the layer of an artist that is shown."""
        return self._layer_of[artist]

    def artists(self, *layers: Ink) -> list[Artist]:
        """Return the artists of some layers, or all, that are shown."""
        return [one for one, own in self._layer_of.items() if own in layers or not layers]

    def stamp(self, boxes: Boxes, layer: Ink) -> None:
        """Add boxes, turned or not, to a layer."""
        if boxes.angle is not None:
            # Leaders must not slip through.
            self.mark(self._samples_of(boxes, 0.0, WHOLE), layer)
            return
        cells = self._masks[layer].cells.copy()
        for x0, x1, y0, y1 in zip(*self._corners(boxes, self.cell / 2), strict=True):
            cells[y0:y1, x0:x1] = True
        self.change(layer, cells)

    def mark(self, points: Points, layer: Ink) -> None:
        """Add points, shape (..., 2), to a layer."""
        cells = self._masks[layer].cells.copy()
        np.put(cells, self._places(points), True)
        self.change(layer, cells)

    def clear(self, layer: Ink) -> None:
        """Remove all from a layer."""
        self._masks[layer] = self.mask_of()

    def change(self, layer: Ink, cells: NDArray[Any]) -> None:
        """Let a layer cover these cells and no others."""
        self._masks[layer] = Mask(cells)

    def _weighted(self, by: str) -> Mask:
        """Return the price of each cell in units, without words and what the user put there."""
        if by not in self._masks:
            total = np.zeros(self.shape, np.int64)
            for layer in (Ink.HAIRLINE, Ink.REGION, Ink.REFERENCE, Ink.BAND, Ink.DATA):
                is_area = layer in (Ink.REGION, Ink.BAND)
                side = self.cell**2 if is_area else self.cell
                price = round(getattr(COVERING[layer], by) * side * PRICE_UNIT)
                np.add(total, price, out=total, where=self._masks[layer].cells)
            self._masks[by] = Mask(total)
        return self._masks[by]

    # Sums over boxes

    def cost(self, boxes: Boxes, by: str = "by_words", margin: float = 0.0) -> Values:
        """Return the price of what boxes with a margin cover; infinite beyond the axes."""
        apart = [one for one in (Ink.WORDS, Ink.NAMES, Ink.OTHERS) if self.mask(one).cells.any()]
        masks = [self._weighted(by), *(self._masks[layer] for layer in apart)]
        units, *sums = self.covered_by(masks, boxes, margin)
        found = units / PRICE_UNIT
        for layer, covered in zip(apart, sums, strict=True):
            found = found + getattr(COVERING[layer], by) * self.cell**2 * covered
        return np.where(self._holds(boxes), found, np.inf)

    def covered(self, mask: Mask, boxes: Boxes, margin: float = 0.0) -> Values:
        """Return the sum of a mask's cells in each box with a margin."""
        return self.covered_by([mask], boxes, margin)[0]

    def covered_by(self, masks: Sequence[Mask], boxes: Boxes, margin: float = 0.0) -> list[Values]:
        """Return the sums of several masks' cells in each box with a margin."""
        if boxes.angle is None:
            corners = self._corners(boxes, margin)
            return [one.within(corners) for one in masks]
        at = self._places(self._samples_of(boxes, margin, FINE))
        return [one.cells.take(at).sum(axis=(1, 2), dtype=np.float64) for one in masks]

    def at(self, mask: Mask, points: Points) -> NDArray[Any]:
        """Return a mask's value at points, shape (..., 2)."""
        return np.asarray(mask.cells.take(self._places(points)))

    def _holds(self, boxes: Boxes) -> NDArray[np.bool_]:
        """Tell which boxes lie in the axes."""
        low, high = boxes.centres - boxes.half(), boxes.centres + boxes.half()
        most = np.array([self.width, self.height]) - WITHIN
        return np.asarray(((low >= WITHIN) & (high <= most)).all(axis=1))

    def sweep(self, size: Size, margin: float) -> Boxes:
        """Return boxes of one size all over the axes, with a margin to the frame."""
        whole = np.array([self.width, self.height])
        spans = (whole - size) / 2 - margin
        if spans.min() < 0:
            return Boxes(np.empty((0, 2)), size)
        x, y = (
            middle + np.linspace(-span, span, max(int(2 * span / STEP) + 1, 2))
            for middle, span in zip(whole / 2, spans, strict=True)
        )
        return Boxes(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2), size)

    def _corners(self, boxes: Boxes, margin: float) -> Corners:
        """Return the first and the last column, and row, of cells in upright boxes."""
        half = np.array(boxes.size) / 2 + margin

        def place(at: Points) -> CellNumbers:
            cells = np.floor(at / self.cell + 0.5).astype(np.intp) + self._edge
            return np.clip(cells, 0, self.shape[::-1]).T

        (x0, y0), (x1, y1) = place(boxes.centres - half), place(boxes.centres + half)
        return x0, x1, y0, y1

    def _samples_of(self, boxes: Boxes, margin: float, apart: float) -> Points:
        """Return samples within turned boxes, so many cells apart, shape (n, rows, columns, 2)."""
        reach = np.maximum(np.array(boxes.size) / 2 - self.cell / 2 + margin, 0)
        u, v = (np.linspace(-side, side, int(2 * side / (apart * self.cell)) + 2) for side in reach)
        assert boxes.angle is not None
        turn = np.deg2rad(boxes.angle)[:, None, None]
        cos, sin, across = np.cos(turn), np.sin(turn), v[:, None]
        turned = np.stack([cos * u - sin * across, sin * u + cos * across], axis=-1)
        return np.asarray(boxes.centres[:, None, None] + turned)

    def _places(self, points: Points) -> CellNumbers:
        """Return the numbers of the cells that points, shape (..., 2), are in."""
        x, y = np.moveaxis((points / self.cell + self._edge).astype(np.intp), -1, 0)
        rows, columns = self.shape
        places: CellNumbers = np.clip(y, 0, rows - 1) * columns + np.clip(x, 0, columns - 1)
        return places

    # Geometry of single artists

    def path_of(self, line: Artist) -> Points:
        """Return samples at equal distances along a line within the axes, shape (n, 2)."""
        if line not in self._paths:
            self._paths[line] = self._sampled(line)
        return self._paths[line]

    def markers_of(self, artist: Artist) -> Points:
        """Return the positions of a line's markers that are in view."""
        if not isinstance(artist, Line2D):
            return np.empty((0, 2))
        at = artist.get_transform().transform(np.asarray(artist.get_xydata(), np.float64))
        found: Points = self.to_points.transform(at)
        inside = (found >= -1) & (found <= np.add((self.width, self.height), 1))
        return found[inside.all(axis=1)]

    def top_of(self, fill: Artist, count: int) -> Points:
        """Return so many places at most along the upper border of a filled area."""
        inside = self._seen_of(fill)
        x = np.flatnonzero(inside.any(axis=0))
        x = x[np.unique(np.linspace(0, len(x) - 1, count).astype(int))] if len(x) else x
        top = len(inside) - inside[::-1, x].argmax(axis=0)
        return np.asarray(np.column_stack([x + 0.5, top]) * self.cell)

    def height_of(self, fill: Artist) -> float:
        """Return how high the visible part of a filled area is at its highest."""
        return float(self._seen_of(fill).sum(axis=0).max(initial=0) * self.cell)

    def _seen_of(self, fill: Artist) -> NDArray[np.bool_]:
        """Return which cells within the axes a filled area covers."""
        cells = self.mask_of(fill).cells[self._edge : -self._edge, self._edge : -self._edge]
        return np.asarray(cells, np.bool_)

    def is_in_view(self, artist: Artist) -> bool:
        """Tell whether a line, markers or a filled area extend over some points of the axes."""
        if isinstance(artist, PolyCollection):
            return self.height_of(artist) >= VISIBLE
        if is_marker(artist):
            return len(self.markers_of(artist)) > 0
        path = self.path_of(artist)
        return len(path) > 0 and float(np.ptp(path, axis=0).max()) >= VISIBLE

    def _sampled(self, line: Artist) -> Points:
        if not isinstance(line, Line2D):
            return np.empty((0, 2))
        path = (line.get_transform() + self.to_points).transform_path(line.get_path())
        clip = (-1.0, -1.0, self.width + 1, self.height + 1)
        seen = path.cleaned(remove_nans=True, clip=clip, simplify=False)
        drawn = (seen.codes == Path.MOVETO) | (seen.codes == Path.LINETO)
        at, codes = np.asarray(seen.vertices)[drawn], np.asarray(seen.codes)[drawn]
        if len(at) < 2:
            return np.asarray(at, np.float64)
        steps = np.hypot(*np.diff(at, axis=0).T)
        # A step across a part out of view has no length.
        steps[codes[1:] == Path.MOVETO] = 0
        length = np.concatenate([[0.0], np.cumsum(steps)])
        ticks = np.linspace(0, length[-1], int(length[-1] / SPACING) + 2)
        return np.column_stack([np.interp(ticks, length, part) for part in at.T])


def _is_area(artist: Artist) -> bool:
    """Tell whether an artist is filled; a hatch fills it, too."""
    if isinstance(artist, Patch):
        return bool(artist.get_fill())
    if not isinstance(artist, Collection) or isinstance(artist, PathCollection):
        return False
    return isinstance(artist, PolyCollection) or np.size(artist.get_facecolor()) > 0


def _is_picture(artist: Artist) -> bool:
    """Tell whether an artist has very many cells, or the same shape in many places.

    Such are `pcolormesh`, `pcolor`, `tripcolor`, `hexbin` and `quiver`.
    """
    if not isinstance(artist, Collection) or isinstance(artist, PathCollection):
        return False
    has_cells = isinstance(artist, QuadMesh | PolyQuadMesh | TriMesh)
    return has_cells or np.shape(artist.get_offsets())[0] > 1


def twins(ax: Axes) -> list[Axes]:
    """Return the visible axes that share an axis with others, and their place in the figure."""
    shared = {*ax.get_shared_x_axes().get_siblings(ax), *ax.get_shared_y_axes().get_siblings(ax)}
    place = ax.get_position(original=True).bounds
    others = [one for one in shared if one is not ax and one.get_visible()]
    return [one for one in others if one.get_position(original=True).bounds == place]


def _boxes_of_others(ax: Axes, renderer: Any, ignored: Container[Artist | None]) -> list[BboxBase]:
    """Return the boxes, in pixels, of what the user put into axes: texts, insets, pictures.

    What covers most of the axes is their background.
    """
    hosts, frame = [ax, *twins(ax)], ax.get_window_extent()
    figure: Any = ax.get_figure(root=True)
    held: list[Any] = [host.get_legend() for host in hosts[1:]]
    for host in hosts:
        pictures = [*host.images, *filter(_is_picture, host.collections)]
        held += [*host.texts, *host.artists, *host.tables, *host.child_axes, *pictures]
    others = [one for one in figure.axes if one not in hosts]
    held += [one for one in others if one.get_window_extent().overlaps(frame)]
    shown = [a for a in held if a is not None and a.get_visible() and a not in ignored]
    boxes = [_extent(artist, renderer) for artist in shown]
    found = [box for box in boxes if box is not None and _has_size(box)]
    return [box for box in found if not _is_behind(box, frame)]


def _extent(artist: Any, renderer: Any) -> Any:
    """Return the box of an artist, in pixels, of a text with the box around it."""
    if _is_picture(artist):
        to_pixels = artist.axes.transData
        return artist.get_datalim(to_pixels).transformed(to_pixels)
    if hasattr(artist, "xaxis"):
        # Axes, also secondary ones.
        return artist.get_tightbbox(renderer)
    box = artist.get_window_extent(renderer)
    patch = artist.get_bbox_patch() if isinstance(artist, Text) else None
    if patch is None or not _has_size(box):
        return box
    artist.update_bbox_position_size(renderer)
    return Bbox.union([box, patch.get_window_extent(renderer)])


def _has_size(box: BboxBase) -> bool:
    """Tell whether a box can be in the way; artists that draw nothing have one without a size."""
    return bool(np.isfinite(box.extents).all() and min(abs(box.width), abs(box.height)) > 0)


def _is_behind(box: BboxBase, frame: BboxBase) -> bool:
    """Tell whether a box covers so much of the axes that it is their background."""
    seen = Bbox.intersection(box, frame)
    return seen is not None and seen.width * seen.height > BACKGROUND * frame.width * frame.height


def points_to_pixels(ax: Axes) -> float:
    """Return how many pixels of the figure a point is."""
    return float(ax.get_figure(root=True).dpi) / 72  # type: ignore[union-attr]


def is_marker(artist: Artist) -> bool:
    """Tell whether a line shows markers alone."""
    return isinstance(artist, Line2D) and artist.get_linestyle() in ("None", "none", " ", "")


def directions(at: Points) -> Values:
    """Return the direction of a sampled line near each sample, in degrees within (-90, 90]."""
    number = np.arange(len(at))
    ahead, behind = np.minimum(number + 3, len(at) - 1), np.maximum(number - 3, 0)
    dx, dy = (at[ahead] - at[behind]).T
    return np.asarray((np.rad2deg(np.arctan2(dy, dx)) + 90) % 180 - 90)
