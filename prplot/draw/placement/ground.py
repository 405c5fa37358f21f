"""What is drawn where in some axes, to find free ground for words and legends.

All lengths are in points from the lower left corner of the axes, so that what is found depends
neither on the resolution nor on the kind of file.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from matplotlib import rcParams
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
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, get_font_names
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, Bbox, BboxBase, Transform
from numpy.typing import NDArray

from prplot.draw.placement.costs import COVERING, Ink

Points = NDArray[np.float64]
Values = NDArray[np.float64]
Size = tuple[float, float]
# The first and the last column, and row, of the cells in each of several boxes.
Corners = tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]

# Most cells along a side; cells are at least a point wide.
MOST_CELLS = 256
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


class Boxes(NamedTuple):
    """Rectangles of one size.

    Attributes
    ----------
    x, y : ndarray, shape (n,)
        Their centres.
    width, height : float
    angle : ndarray, shape (n,), or None
        Degrees, counter-clockwise; None if all are upright.
    """

    x: Values
    y: Values
    width: float
    height: float
    angle: Values | None = None

    @classmethod
    def of(cls, box: BboxBase) -> "Boxes":
        """Return an upright box."""
        x, y = (np.array([(low + high) / 2]) for low, high in zip(box.min, box.max, strict=True))
        return cls(x, y, abs(box.width), abs(box.height))

    @classmethod
    def at(cls, centres: Points, size: Size, angle: Values | None = None) -> "Boxes":
        """Return boxes with given centres, shape (n, 2)."""
        return cls(centres[:, 0], centres[:, 1], *size, angle)

    @property
    def centres(self) -> Points:
        """The centres, shape (n, 2)."""
        return np.column_stack([self.x, self.y])

    def chosen(self, which: Any) -> "Boxes":
        """Return some of the boxes."""
        angle = None if self.angle is None else self.angle[which]
        return self._replace(x=self.x[which], y=self.y[which], angle=angle)

    def half_extents(self) -> tuple[Any, Any]:
        """Return half the width and half the height of the upright boxes around them."""
        if self.angle is None:
            return self.width / 2, self.height / 2
        turn = np.deg2rad(self.angle)
        cos, sin = np.abs(np.cos(turn)), np.abs(np.sin(turn))
        return (
            (cos * self.width + sin * self.height) / 2,
            (sin * self.width + cos * self.height) / 2,
        )

    def distances(self, points: Points) -> Values:
        """Return the distance of each upright box from each point, shape (n, m)."""
        dx = np.maximum(np.abs(self.x[:, None] - points[:, 0]) - self.width / 2, 0)
        dy = np.maximum(np.abs(self.y[:, None] - points[:, 1]) - self.height / 2, 0)
        return np.asarray(np.hypot(dx, dy))


class Mask:
    """Cells of a raster that are covered, and sums over boxes of them in constant time."""

    def __init__(self, cells: NDArray[Any]) -> None:
        self.cells = cells

    def within(self, corners: Corners) -> Values:
        """Return the sum of the cells in each box."""
        x0, x1, y0, y1 = corners
        sums = self._sums
        found = sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0]
        return np.asarray(found, np.float64)

    @cached_property
    def _sums(self) -> NDArray[Any]:
        """Sums of all cells below and left of each corner of a cell."""
        kind = np.float64 if self.cells.dtype.kind == "f" else np.int32
        return np.pad(self.cells, ((1, 0), (1, 0))).cumsum(0, kind).cumsum(1, kind)


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

    def cells_of(self, artists: Iterable[Artist]) -> NDArray[np.bool_]:
        """Return which cells some artists cover."""
        self._canvas.clear()
        for artist in artists:
            artist.draw(self)
        # The first row of the canvas is at the top.
        return np.asarray(self._canvas.buffer_rgba())[::-1, :, 3] > 0

    def points_to_pixels(self, points: Any) -> Any:
        """Return lengths in pixels of the figure."""
        return points * self._dpi / 72

    def _pen(self, gc: Any) -> Any:
        """Return a pen of which lines are at least a cell wide."""
        pen, width = self._canvas.new_gc(), float(gc.get_linewidth())
        pen.set_antialiased(False)
        pen.set_linewidth(max(width, 72 / self._canvas.dpi) if width > 0 else 0.0)
        return pen

    def draw_path(self, gc: Any, path: Any, transform: Any, rgbFace: Any = None) -> None:  # noqa: N803
        """Draw a line or an area."""
        self._canvas.draw_path(self._pen(gc), path, transform + self._to_cells, rgbFace)


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
            self._layer_of[artist] = layers.get(artist, _layer_of_user(artist))
            if artist in layers or not self._is_background(artist):
                drawn[self._layer_of[artist]].append(artist)
        for layer, artists in drawn.items():
            self._masks[layer] = Mask(self._raster.cells_of(artists))
        for box in _boxes_of_others(self.ax, renderer, ignored):
            self.stamp(box.transformed(self.to_points), Ink.OTHERS)

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
            self._masks[artists] = Mask(self._raster.cells_of(artists))
        return self._masks[artists]

    def layer_of(self, artist: Artist) -> Ink:
        """Return the layer of an artist."""
        return self._layer_of.get(artist, Ink.DATA)

    def artists(self, layer: Ink) -> list[Artist]:
        """Return the artists of a layer that are shown."""
        return [artist for artist, own in self._layer_of.items() if own == layer]

    def stamp(self, box: Boxes | BboxBase, layer: Ink) -> None:
        """Add a box, or boxes of one size, turned or not, to a layer."""
        boxes = box if isinstance(box, Boxes) else Boxes.of(box)
        if boxes.angle is not None:
            # Leaders must not slip through.
            x, y = self._samples_of(boxes, 0.0, WHOLE)
            self._mark(x, y, layer)
            return
        cells = self._masks[layer].cells
        for x0, x1, y0, y1 in zip(*self._corners(boxes, self.cell / 2), strict=True):
            cells[y0:y1, x0:x1] = True
        self.change(layer, cells)

    def stamp_line(self, points: Points, layer: Ink) -> None:
        """Add a straight line between two points to a layer."""
        self._mark(points[:, 0], points[:, 1], layer)

    def _mark(self, x: Values, y: Values, layer: Ink) -> None:
        """Add samples to a layer."""
        cells = self._masks[layer].cells
        cells[self._rows(y), self._columns(x)] = True
        self.change(layer, cells)

    def clear(self, layer: Ink) -> None:
        """Remove all from a layer."""
        self.change(layer, np.zeros(self.shape, np.bool_))

    def markers(self) -> list[Artist]:
        """Return the lines that are shown and have markers alone."""
        return [one for one in self._layer_of if is_marker(one)]

    def is_veil(self, artist: Artist) -> bool:
        """Tell whether an artist lies over the data, so that nothing is painted on it."""
        return isinstance(artist, PolyCollection) and artist.get_zorder() > 3

    def mask_of_solid(self) -> Mask:
        """Return what words and legends keep their distance from."""
        layers = (Ink.REFERENCE, Ink.WORDS, Ink.DATA, Ink.NAMES, Ink.OTHERS)
        return Mask(np.logical_or.reduce([self._masks[layer].cells for layer in layers]))

    def mask_of_others(self, curve: Artist) -> Mask:
        """Return the lines that the name of a curve must not touch."""
        lines = [*self.artists(Ink.DATA), *self.artists(Ink.REFERENCE)]
        others = [self.mask_of(line).cells for line in lines if line is not curve]
        return Mask(np.logical_or.reduce([np.zeros(self.shape, bool), *others]))

    def change(self, layer: Ink, cells: NDArray[Any]) -> None:
        """Let a layer cover these cells and no others."""
        self._masks[layer] = Mask(cells)

    def _weighted(self, by: str) -> Mask:
        """Return the price of each cell, without words and what the user put there."""
        if by not in self._masks:
            total = np.zeros(self.shape)
            for layer in (Ink.HAIRLINE, Ink.REGION, Ink.REFERENCE, Ink.BAND, Ink.DATA):
                is_area = layer in (Ink.REGION, Ink.BAND)
                side = self.cell**2 if is_area else self.cell
                price = round(getattr(COVERING[layer], by) * side * PRICE_UNIT) / PRICE_UNIT
                np.add(total, price, out=total, where=self._masks[layer].cells)
            self._masks[by] = Mask(total)
        return self._masks[by]

    # Sums over boxes

    def cost(self, boxes: Boxes, by: str = "by_words", margin: float = 0.0) -> Values:
        """Return the price of what boxes with a margin cover; infinite beyond the axes."""
        apart = (Ink.WORDS, Ink.NAMES, Ink.OTHERS)
        masks = [self._weighted(by), *(self._masks[layer] for layer in apart)]
        found, *sums = self.covered_by(masks, boxes, margin)
        for layer, covered in zip(apart, sums, strict=True):
            found = found + getattr(COVERING[layer], by) * self.cell**2 * covered
        return np.where(self.holds(boxes), found, np.inf)

    def covered(self, mask: Mask, boxes: Boxes, margin: float = 0.0) -> Values:
        """Return the sum of a mask's cells in each box with a margin."""
        return self.covered_by([mask], boxes, margin)[0]

    def covered_by(self, masks: Sequence[Mask], boxes: Boxes, margin: float = 0.0) -> list[Values]:
        """Return the sums of several masks' cells in each box with a margin."""
        if boxes.angle is None:
            corners = self._corners(boxes, margin)
            return [one.within(corners) for one in masks]
        x, y = self._samples_of(boxes, margin)
        at = self._rows(y) * self.shape[1] + self._columns(x)
        return [one.cells.take(at).sum(axis=(1, 2), dtype=np.float64) for one in masks]

    def at(self, mask: Mask, points: Points) -> NDArray[Any]:
        """Return a mask's value at points, shape (..., 2)."""
        return np.asarray(mask.cells[self._rows(points[..., 1]), self._columns(points[..., 0])])

    def holds(self, boxes: Boxes, margin: float = 1.5) -> NDArray[np.bool_]:
        """Tell which boxes lie in the axes."""
        half_x, half_y = boxes.half_extents()
        return np.asarray(
            (boxes.x - half_x >= margin)
            & (boxes.x + half_x <= self.width - margin)
            & (boxes.y - half_y >= margin)
            & (boxes.y + half_y <= self.height - margin)
        )

    def sweep(self, size: Size, margin: float) -> Boxes:
        """Return boxes of one size all over the axes, with a margin to the frame."""
        spans = [
            (whole - side) / 2 - margin
            for whole, side in zip((self.width, self.height), size, strict=True)
        ]
        if min(spans) < 0:
            return Boxes(np.empty(0), np.empty(0), *size)
        x, y = (
            whole / 2 + np.linspace(-span, span, max(int(2 * span / STEP) + 1, 2))
            for whole, span in zip((self.width, self.height), spans, strict=True)
        )
        every_x, every_y = np.meshgrid(x, y)
        return Boxes(every_x.ravel(), every_y.ravel(), *size)

    def _corners(self, boxes: Boxes, margin: float) -> Corners:
        """Return the first and the last column, and row, of cells in upright boxes."""
        x, y = boxes.x, boxes.y
        half_x, half_y = boxes.width / 2 + margin, boxes.height / 2 + margin
        rows, columns = self.shape

        def place(at: Values, count: int) -> NDArray[np.intp]:
            cells = np.floor(at / self.cell + 0.5).astype(np.intp) + self._edge
            return np.clip(cells, 0, count)

        return (
            place(x - half_x, columns),
            place(x + half_x, columns),
            place(y - half_y, rows),
            place(y + half_y, rows),
        )

    def _samples_of(
        self, boxes: Boxes, margin: float, apart: float = FINE
    ) -> tuple[Values, Values]:
        """Return samples within boxes, so many cells apart at most, shape (n, rows, columns)."""
        inner = self.cell / 2 - margin
        across, along = max(boxes.height / 2 - inner, 0), max(boxes.width / 2 - inner, 0)
        u = np.linspace(-along, along, int(2 * along / (apart * self.cell)) + 2)
        v = np.linspace(-across, across, int(2 * across / (apart * self.cell)) + 2)
        turn = np.deg2rad(np.zeros(1) if boxes.angle is None else boxes.angle)[:, None, None]
        cos, sin, across_v = np.cos(turn), np.sin(turn), v[:, None]
        x = boxes.x[:, None, None] + cos * u - sin * across_v
        y = boxes.y[:, None, None] + sin * u + cos * across_v
        return x, y

    def _rows(self, y: Values) -> NDArray[np.intp]:
        return np.clip((y / self.cell + self._edge).astype(np.intp), 0, self.shape[0] - 1)

    def _columns(self, x: Values) -> NDArray[np.intp]:
        return np.clip((x / self.cell + self._edge).astype(np.intp), 0, self.shape[1] - 1)

    # Geometry of single artists

    def path_of(self, line: Artist) -> Points:
        """Return samples at equal distances along a line within the axes, shape (n, 2)."""
        if line not in self._paths:
            self._paths[line] = self._sampled(line)
        return self._paths[line]

    def markers_of(self, artist: Artist) -> Points:
        """Return the positions of markers that are in view."""
        if isinstance(artist, Line2D):
            at = artist.get_transform().transform(np.asarray(artist.get_xydata(), np.float64))
        elif isinstance(artist, PathCollection):
            offsets = np.ma.masked_invalid(artist.get_offsets()).filled(np.nan)
            at = artist.get_offset_transform().transform(offsets)
        else:
            return np.empty((0, 2))
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


def _layer_of_user(artist: Artist) -> Ink:
    """Return the layer of an artist that is not ours: lines are data, filled areas are not."""
    return Ink.BAND if _is_area(artist) else Ink.DATA


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
    return (
        isinstance(artist, QuadMesh | PolyQuadMesh | TriMesh)
        or np.shape(artist.get_offsets())[0] > 1
    )


def twins(ax: Axes) -> list[Axes]:
    """Return the visible axes that share an axis with others, and their place in the figure."""
    shared = {*ax.get_shared_x_axes().get_siblings(ax), *ax.get_shared_y_axes().get_siblings(ax)}
    place = ax.get_position(original=True).bounds
    others = [one for one in shared if one is not ax and one.get_visible()]
    return [one for one in others if one.get_position(original=True).bounds == place]


def _boxes_of_others(ax: Axes, renderer: Any, ignored: Container[Artist | None]) -> list[BboxBase]:
    """Return the boxes, in pixels, of what the user put into axes: texts, insets, pictures."""
    hosts, frame = [ax, *twins(ax)], ax.get_window_extent()
    figure = ax.get_figure(root=True)
    others = [] if figure is None else [one for one in figure.axes if one not in hosts]
    above = [one for one in others if one.get_window_extent().overlaps(frame)]
    insets = [inset for host in hosts for inset in host.child_axes]
    held: list[Any] = [a for host in hosts for a in [*host.texts, *host.artists, *host.tables]]
    held += [host.get_legend() for host in hosts if host is not ax]
    pictures = [a for host in hosts for a in [*host.images, *filter(_is_picture, host.collections)]]

    def shown(artists: Iterable[Any]) -> list[Any]:
        return [a for a in artists if a is not None and a.get_visible() and a not in ignored]

    found: list[Any] = [_extent(artist, renderer) for artist in shown(held)]
    found += [inset.get_tightbbox(renderer) for inset in shown([*insets, *above])]
    extents = [_extent(artist, renderer) for artist in shown(pictures)]
    found += [box for box in extents if not _is_behind(box, frame)]
    return [box for box in found if box is not None and _has_size(box)]


def _extent(artist: Any, renderer: Any) -> Bbox:
    """Return the box of an artist, in pixels, of a text with the box around it."""
    if _is_picture(artist):
        to_pixels = artist.axes.transData
        return Bbox(artist.get_datalim(to_pixels).transformed(to_pixels))
    box = artist.get_window_extent(renderer)
    patch = artist.get_bbox_patch() if isinstance(artist, Text) else None
    if patch is None or not _has_size(box):
        return Bbox(box)
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


class Ruler:
    """Measures words in a type, in points, each once.

    Attributes
    ----------
    font : FontProperties
        The type, in any size.
    uses_tex : bool
        Whether TeX writes the words.
    """

    def __init__(self, font: FontProperties, uses_tex: bool = False) -> None:
        self.font = font
        self.uses_tex = uses_tex
        self._known: dict[str, Size] = {}

    @classmethod
    def usual(cls) -> "Ruler":
        """Return what measures words in the user's type."""
        return cls(FontProperties(), bool(rcParams["text.usetex"]))

    def size(self, words: str, points: float) -> Size:
        """Return the width and height of words in a type size."""
        if words not in self._known:
            # Rulers share what is known of a type, but to look it up takes longer.
            self._known[words] = _measured(words, self.font, _families(), self.uses_tex)
        width, height = self._known[words]
        return width * points / _POINTS, height * points / _POINTS

    def width(self, words: str, points: float) -> float:
        """Return the width of words in a type size."""
        return self.size(words, points)[0]


def _families() -> tuple[tuple[str, ...], ...]:
    """Return the families that generic names stand for."""
    return tuple(rcParams["font.sans-serif"]), tuple(rcParams["font.serif"])


# Type size at which words are measured, and pixels in a point, large enough that hinting does not
# matter.
_POINTS = 10.0
_SCALE = 4.0


@lru_cache(maxsize=4096)
def _measured(words: str, font: FontProperties, families: Any, uses_tex: bool) -> Size:
    text = Text(0, 0, words, fontproperties=_found(font, families), usetex=uses_tex)
    figure, canvas = _gauge()
    text.set_figure(figure)
    extent = text.get_window_extent(canvas)
    return float(extent.width) / _SCALE, float(extent.height) / _SCALE


@lru_cache(maxsize=1)
def _gauge() -> Any:
    """Return a figure and a canvas on which words are measured, and nothing is drawn."""
    return Figure(dpi=72 * _SCALE), _Canvas(1, 1, 72 * _SCALE)


@lru_cache(maxsize=64)
def _found(font: FontProperties, families: Any) -> FontProperties:
    """Return the type in its size, without families that are not installed.

    For those matplotlib would search, and log it, for each of the words.
    """
    installed = {*get_font_names(), *_GENERIC}
    kept = [family for family in font.get_family() if family in installed]
    found = font.copy()
    found.set_size(_POINTS)
    # matplotlib itself takes this one if there is no other.
    found.set_family(kept or ["DejaVu Sans"])
    return found


_GENERIC = ("serif", "sans-serif", "sans serif", "sans", "cursive", "fantasy", "monospace")


def upright(boxes: Boxes) -> Bbox:
    """Return the upright box around the first of some boxes."""
    half_x, half_y = (np.ravel(half)[0] for half in boxes.half_extents())
    x, y = boxes.x[0], boxes.y[0]
    return Bbox.from_extents(x - half_x, y - half_y, x + half_x, y + half_y)
