"""Axes prepared for a space: labels, limits, ticks and the readout at the cursor."""

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure, SubFigure
from matplotlib.ticker import Formatter, Locator, MaxNLocator, ScalarFormatter
from matplotlib.transforms import Bbox
from numpy.typing import ArrayLike, NDArray

from prplot.core.checks import brief, check_kind, floats_of, in_full
from prplot.core.points import f_score, is_achievable
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import PR, Space
from prplot.draw.scene_artist import SceneArtist
from prplot.draw.tex import typeset

AnyFigure = Figure | SubFigure
NamedCurve = tuple[str | None, ConfusionCurve]


class CursorReadout:
    """Text for a position: recall, precision, F1, the nearest threshold, and achievability.

    Attributes
    ----------
    space : Space
        The space of the axes.
    curves : list of (name, ConfusionCurve)
        Curves on the axes; the nearest operating point gives threshold and totals.
    """

    def __init__(self, space: Space, curves: list[NamedCurve]) -> None:
        self.space = space
        self.curves = curves

    @property
    def kind(self) -> str:
        """What the axes show."""
        return f"{self.space.name.upper()} space"

    def __call__(self, x: float, y: float) -> str:
        """Return the text at the coordinates (x, y)."""
        (name, curve), point = self._nearest(x, y)
        low, high = self.space.lowest, self.space.limits[1]
        if not (low <= x <= high and low <= y <= high and curve.has_both_classes):
            return f"{self.space.x_label} {x:.3f}  {self.space.y_label} {y:.3f}"
        recall, precision = self._in_pr(x, y, curve)
        parts = [f"recall {recall:.3f}", f"precision {precision:.3f}"]
        if self.space.cursor_words is not None:
            named = zip(self.space.cursor_words, (x, y), strict=True)
            parts += [f"{word} {value:.3f}" for word, value in named]
        parts.append(f"F1 {f_score(precision, recall):.3f}")
        threshold = curve.thresholds[point]
        if np.isfinite(threshold):
            of = f" ({name})" if name is not None else ""
            parts.append(f"threshold {threshold:.4g}{of}")
        if curve.knows_negatives:
            possible = is_achievable(precision, recall, curve.prevalence)
            parts.append("achievable" if possible else "unachievable")
        return "  ".join(parts)

    def _nearest(self, x: float, y: float) -> tuple[NamedCurve, int]:
        best = []
        for named in self.curves:
            curve = named[1]
            at_x, at_y = curve._points_in(self.space)
            distance = np.nan_to_num(np.hypot(at_x - x, at_y - y), nan=np.inf)
            best.append((float(distance.min()), int(distance.argmin()), named))
        _, point, named = min(best, key=lambda found: found[0])
        return named, point

    def _in_pr(self, x: float, y: float, curve: ConfusionCurve) -> tuple[float, float]:
        if self.space.recall_precision is not None:
            return self.space.recall_precision(x, y)
        tp, fp = self.space.invert(x, y, curve.pos, curve.neg)
        recall, precision = PR.project(tp, fp, curve.pos, curve.neg)
        return float(recall), float(np.nan_to_num(precision))


# Room for the labels of panels that have others on their left, in letters.
LETTERS_BETWEEN = 5.8
# A figure this many times as wide as high is as wide as a page, and holds several panels.
WIDE = 1.5
# Distance of names and bars from the edge of the figure, in points.
EDGE = 3.0
# Height and width of a number beside a tick, in sizes of its type.
NUMBER = 1.1, 3.5
# Height of a line, in type sizes. Each "$" counts as a line, as formulas may be as high as three.
LINE = 1.2
# Words may be this much wider at other dots per inch, because letters are fitted to pixels.
WIDER = 1.08
# Least share of their side that axes keep if no layout engine moves them.
NARROWEST = 0.25
# Margin of the limits, for half the width of a line along the frame.
ROOM = 0.012


def checked_axes(
    ax: Any, space: Space | None = None, kind: str | None = None, *, once: bool = False
) -> None:
    """Raise unless the axes to draw into, given or current, are suitable for a space.

    Parameters
    ----------
    ax : matplotlib.axes.Axes or None
        None means the current axes, if there are any yet.
    space : Space, optional
    kind : str, optional
        What the axes will show, if it is not a space.
    once : bool, default False
        Whether axes that show this already can't show another.

    Raises
    ------
    TypeError
        `ax` is no matplotlib Axes, or not rectilinear.
    ValueError
        The axes already show another space, have a scale that is not linear, or are in no figure.
    """
    current = ax is None
    ax = _current_axes() if ax is None else ax
    if ax is None:
        return
    check_rectilinear(ax, " or None")
    figure = ax.get_figure(root=True)
    if figure is None or not _is_among(ax, figure.axes):
        raise ValueError("ax must be in a figure, found axes that were removed from theirs")
    wanted = kind if space is None else f"{space.name.upper()} space"
    held = SceneArtist.find(ax)
    shown = held and (held.kind or getattr(ax.format_coord, "kind", None))
    if held and held.scene.marks and shown and (once or shown != wanted):
        if current:
            raise ValueError(
                f"the current axes show {shown} already; pass ax=, or start with plt.figure()"
            )
        raise ValueError(f"ax shows {shown} already; pass other axes")
    if space is not None and (ax.get_xscale(), ax.get_yscale()) != ("linear", "linear"):
        raise ValueError(f"ax must have linear scales, found {ax.get_xscale()}, {ax.get_yscale()}")


def check_rectilinear(ax: Any, otherwise: str = "") -> None:
    """Raise a TypeError unless something is axes that are rectilinear."""
    if not isinstance(ax, Axes) or ax.name != "rectilinear":
        raise TypeError(
            f"ax must be rectilinear matplotlib Axes{otherwise}, found {type(ax).__name__}"
        )


def _is_among(ax: Axes, known: Sequence[Axes]) -> bool:
    """Tell whether axes are among others, or among their insets."""
    insets = [child for one in known for child in one.child_axes if isinstance(child, Axes)]
    return any(one is ax for one in known) or bool(insets and _is_among(ax, insets))


def _current_axes() -> Axes | None:
    """Return the current axes if they exist, without creating any or importing pyplot."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None or not pyplot.get_fignums():
        return None
    figure = pyplot.gcf()
    return figure.gca() if figure.axes else None


def resolved_axes(ax: Axes | None, height: float | None = None) -> Axes:
    """Return the axes to draw into: the current ones when None.

    A figure made for them is at least `height` inches high.
    """
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    if not plt.get_fignums():
        # A new figure gets a layout engine, which makes room for a legend outside the axes.
        width, usual = rcParams["figure.figsize"]
        plt.figure(layout="constrained", figsize=(width, max(usual, height or 0.0)))
    return plt.gca()


def checked_panels(axes: Any, spaces: Sequence[Space]) -> NDArray[Any] | None:
    """Return panels as an array; raise unless there is a different one for each space.

    Parameters
    ----------
    axes : iterable or dict of matplotlib.axes.Axes, or None
    spaces : sequence of Space

    Returns
    -------
    ndarray of matplotlib.axes.Axes, shape (n_spaces,), or None

    Raises
    ------
    TypeError, ValueError
        As in `checked_axes`; too few or too many axes, or the same axes twice.
    """
    if axes is None:
        return None
    axes = axes.values() if isinstance(axes, Mapping) else axes
    is_listed = isinstance(axes, Iterable) and not isinstance(axes, np.ndarray)
    panels = np.ravel(np.array(list(axes) if is_listed else [axes], dtype=object))
    others = [panel for panel in panels if not isinstance(panel, Axes)]
    if others or isinstance(axes, Axes):
        raise TypeError(
            f"axes must be {len(spaces)} matplotlib Axes or None, "
            f"found {type(others[0] if others else axes).__name__}"
        )
    found = len(set(map(id, panels)))
    if len(panels) != len(spaces) or found < len(panels):
        names = " and ".join(dict.fromkeys(space.name.upper() for space in spaces))
        raise ValueError(f"axes must be {len(spaces)} different Axes, for {names}, found {found}")
    for ax, space in zip(panels, spaces, strict=True):
        checked_axes(ax, space)
    return panels


def checked_figure(fig: Any, axes: Any) -> AnyFigure | None:
    """Return the figure that panels are made in; raise unless there is room for them.

    Parameters
    ----------
    fig : matplotlib.figure.Figure, matplotlib.figure.SubFigure or None
        None means a new figure, unless there are axes.
    axes : object
        The axes that the user gave.

    Raises
    ------
    TypeError
        Both are given; `fig` is no figure.
    ValueError
        The figure contains axes or subfigures.
    """
    if fig is None:
        return None
    if axes is not None:
        raise TypeError("fig and axes can't both be given: axes are in a figure already")
    if not isinstance(fig, Figure | SubFigure):
        raise TypeError(f"fig must be a matplotlib Figure or SubFigure, found {type(fig).__name__}")
    held = len(fig.axes), len(fig.subfigs)
    if any(held):
        raise ValueError(
            f"fig must be empty, found {held[0]} axes and {held[1]} subfigures; pass axes=, or one "
            "of the subfigures"
        )
    return fig


def lay_out(fig: AnyFigure) -> None:
    """Give a figure without a layout, or that of a subfigure, one that makes room for labels."""
    root: Any = fig.get_figure(root=True)
    if root.get_layout_engine() is None:
        root.set_layout_engine("constrained")


def new_panels(count: int, fig: AnyFigure | None = None) -> NDArray[Any]:
    """Return the panels of a figure, left to right.

    In a new figure each has a slot as high as the user's figures, and as wide; if these are `WIDE`
    times as wide as high, the panels share their width.
    """
    import matplotlib.pyplot as plt

    if fig is not None:
        lay_out(fig)
        return np.asarray(fig.subplots(1, count, squeeze=False)[0])
    width, side = rcParams["figure.figsize"]
    if WIDE * side <= width < count * side:
        side = width / count
    size = (count * side, side)
    _, panels = plt.subplots(1, count, figsize=size, layout="constrained", squeeze=False)
    return np.asarray(panels[0])


def figure_of(panels: Sequence[Axes]) -> AnyFigure:
    """Return the subfigure that all panels are in, or else their figure."""
    around = {ax.get_figure(root=False) for ax in panels}
    figure = around.pop() if len(around) == 1 else panels[0].get_figure(root=True)
    assert figure is not None
    return figure


def drop(figure: Figure) -> None:
    """Close a figure after an error."""
    import matplotlib.pyplot as plt

    plt.close(figure)


def dress(ax: Axes, space: Space, curves: list[NamedCurve] | None = None) -> None:
    """Give axes the labels, limits, ticks, aspect and cursor readout of a space.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    space : Space
    curves : list of (name, ConfusionCurve), optional
        Curves whose thresholds the readout shows.

    Raises
    ------
    TypeError
        Anything but rectilinear axes, a space, or pairs of a name and a curve.
    """
    check_rectilinear(ax)
    check_kind(space, "space", Space)
    if curves is not None and not _are_named(curves):
        raise TypeError(f"curves must be a list of (name, ConfusionCurve), found {brief(curves)}")
    low, high = space.limits
    ax.set(
        xlabel=typeset(space.x_label),
        ylabel=typeset(space.y_label),
        xlim=(low - ROOM, high + ROOM),
        ylim=(low - ROOM, high + ROOM),
    )
    set_share_ticks(ax.xaxis, ax.yaxis)
    keep_whole(ax)
    if curves:
        known = ax.format_coord.curves if _continues(ax, space) else []  # type: ignore[attr-defined]
        ax.format_coord = CursorReadout(space, [*known, *curves])  # type: ignore[method-assign]


def _are_named(curves: Any) -> bool:
    is_list = isinstance(curves, list | tuple)
    pairs = [one for one in curves if isinstance(one, tuple) and len(one) == 2] if is_list else []
    names = all(name is None or isinstance(name, str) for name, _ in pairs)
    is_whole = is_list and len(pairs) == len(curves)
    return is_whole and names and all(isinstance(curve, ConfusionCurve) for _, curve in pairs)


def _continues(ax: Axes, space: Space) -> bool:
    readout = ax.format_coord
    return bool(ax.lines) and isinstance(readout, CursorReadout) and readout.space == space


def open_limits(ax: Axes, y: tuple[float, float]) -> None:
    """Set y limits with a small margin around data that may touch the frame."""
    low, high = y
    margin = ROOM * (high - low)
    ax.set_ylim(low - margin, high + margin)


def axis_above(ax: Axes, text_at: Callable[[float], str], name: str) -> Axes:
    """Add an axis above axes, with other labels for the places of their own ticks.

    Unlike matplotlib's secondary axes, it follows every scale.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    text_at : callable
        Takes a value of x and returns the label above it.
    name : str

    Returns
    -------
    matplotlib.axes.Axes
        A child of the axes; its x is the share of their width.
    """
    # As low as matplotlib's secondary axes, so that it covers nothing.
    above = ax.inset_axes((0, 1, 1, 1e-10))
    above.set(xlim=(0, 1), yticks=[])
    above.patch.set_visible(False)
    above.set_navigate(False)
    above.spines[["left", "right", "bottom"]].set_visible(False)
    above.spines["top"].set_visible(True)
    above.xaxis.tick_top()
    above.xaxis.set_label_position("top")
    above.set_xlabel(name)
    above.xaxis.set_major_locator(AlongLocator(ax.xaxis))
    above.xaxis.set_major_formatter(AlongFormatter(ax.xaxis, text_at))
    make_room_for_names(ax)
    return above


def level_squares(panels: Sequence[Axes]) -> None:
    """Make a new figure higher by what its panels show below 0, so that squares keep their size."""
    figure: Any = panels[0].get_figure(root=True)
    depth = -ROOM - min(ax.get_ylim()[0] for ax in panels)
    if depth <= 0:
        return
    figure.get_layout_engine().execute(figure)
    places = [ax.get_position(original=True).transformed(figure.transFigure) for ax in panels]
    unit = min(min(place.size) for place in places) / (1 + 2 * ROOM) / figure.dpi
    width, height = figure.get_size_inches()
    figure.set_size_inches(width, height + depth * unit)


def keep_whole(ax: Axes) -> None:
    """Let axes keep the shape of their limits, with their names on the figure."""
    (x0, x1), (y0, y1) = ax.get_xbound(), ax.get_ybound()
    ax.set_aspect("auto")
    ax.set_box_aspect((y1 - y0) / (x1 - x0))
    figure = ax.get_figure(root=False)
    if figure is not None and len(figure.axes) > 1 and y0 < -2 * ROOM:
        # Panels beside one that reaches below 0 have their zeros at one height.
        for panel in figure.axes:
            panel.set_anchor("N")
    apply_aspect(ax)
    make_room_for_names(ax)


def _has_room(axis: Any, pixels: float) -> bool:
    """Tell whether the name of an axis and numbers of five letters have room beside it."""
    figure, tick, name = axis.get_figure(root=False), axis.majorTicks[0], axis.label
    size, side = (NUMBER[0], 1) if axis.axis_name == "x" else (NUMBER[1], 0)
    points = tick.get_tick_padding() + tick.get_pad() + size * tick.label1.get_fontsize()
    lines = 1 + name.get_text().count("\n") + name.get_text().count("$")
    points += axis.labelpad + EDGE + LINE * lines * name.get_fontsize()
    return bool(pixels - figure.bbox.p0[side] >= points * figure.dpi / 72)


def room_of_name(axis: Any) -> float:
    """Return how many points the name of an axis has in its part of the figure."""
    side = 0 if axis.axis_name == "x" else 1
    figure, spec = axis.get_figure(root=False), axis.axes.get_subplotspec()
    rows, columns, *_ = (1, 1) if spec is None else spec.get_geometry()
    spans = (1, 1) if spec is None else (len(spec.colspan), len(spec.rowspan))
    low, high = figure.bbox.get_points()[:, side]
    middle = axis.axes.bbox.get_points()[:, side].mean()
    cell = (high - low) * spans[side] / (columns, rows)[side]
    return float(min(cell, 2 * (middle - low), 2 * (high - middle)) * 72 / figure.dpi - 2 * EDGE)


def make_room_for_names(ax: Axes) -> None:
    """Make axes without a layout engine smaller, so that all that belongs to them is on the figure.

    Those are the names of both axes, and texts beside them. Nothing is done to one of several axes,
    and to axes in no grid.
    """
    figure: Any = ax.get_figure(root=False)
    is_alone = figure is not None and len(figure.axes) == 1 and ax.get_subplotspec() is not None
    if not is_alone or figure.get_layout_engine() is not None:
        return
    apply_aspect(ax)
    shown = [text for text in ax.texts if text.get_visible() and text.get_in_layout()]
    beside = [*shown, *ax.child_axes]
    # To measure names takes as long as to draw them.
    if not beside and _has_room(ax.xaxis, ax.bbox.y0) and _has_room(ax.yaxis, ax.bbox.x0):
        return
    # Names that are longer than the axes are fitted when the figure is drawn.
    axes = [axis.get_tightbbox(for_layout_only=True) for axis in (ax.xaxis, ax.yaxis)]
    held = [*axes, *(one.get_tightbbox() for one in beside)]
    frame, whole = ax.get_window_extent(), figure.bbox.padded(-EDGE * figure.dpi / 72)
    around = Bbox.union([frame, *(box for box in held if box is not None)])
    place = ax.get_position(original=True)
    least, most = (1 - WIDER) * frame.get_points() + WIDER * around.get_points()
    before = np.maximum(whole.p0 - least, 0) / figure.bbox.size
    behind = np.maximum(most - whole.p1, 0) / figure.bbox.size
    left, bottom = np.minimum(place.p0 + before, place.p1 - NARROWEST * np.array(place.size))
    right, top = np.maximum(place.p1 - behind, (left, bottom) + NARROWEST * np.array(place.size))
    if before.any() or behind.any():
        figure.subplots_adjust(left=left, bottom=bottom, right=right, top=top)


def slot_of(ax: Axes) -> Bbox:
    """Return the position that axes were given in their figure, in pixels."""
    around = ax.get_figure(root=False)
    assert around is not None
    return Bbox(ax.get_position(original=True).transformed(around.transSubfigure))


def apply_aspect(ax: Axes) -> None:
    """Give axes the size with which they will be drawn, at their present position."""
    locator: Any = ax.get_axes_locator()
    # matplotlib itself calls locators without a renderer if it has none yet.
    ax.apply_aspect(locator and locator(ax, None))


def settle(figure: AnyFigure) -> None:
    """Lay out a figure of square panels once, from which the next layout finds their final size.

    A layout measures panels where they are, and these have another size before the first one.
    """
    engine, whole = figure.get_layout_engine(), figure.get_figure(root=True)
    if engine is not None and whole is not None:
        engine.execute(whole)
        for ax in whole.axes:
            apply_aspect(ax)


# Ticks

# Distances between ticks of shares, in powers of ten.
STEPS = (1, 2.5, 5, 10)
# At least and at most so many distances from 0 to 1, the latter as in matplotlib.
FEWEST, MOST = 3, 9
# Axes that become narrower, but not by this factor, keep their ticks.
HARDLY = 0.93
# Of larger numbers matplotlib can't compute ticks: the range of an axis times 20 must be a float.
LARGEST = 1e306
# Decimals that are 0, with their point, or the last of them. TeX may end with "}$".
_ZEROS = re.compile(r"(?:\{,\}|[.,])0*(?=\D*$)|((?:\{,\}|[.,])\d*[1-9])0+(?=\D*$)")


class ShareLocator(MaxNLocator):
    """Ticks at 0, 0.25, ..., 1 where matplotlib has room for them, else at 0, 0.5 and 1.

    Both axes of a square have as many: those of x, whose labels need more room. There are no fewer
    in axes that become hardly narrower, perhaps for the labels themselves.
    """

    def __init__(self) -> None:
        super().__init__(steps=STEPS)
        # The size of the figure, the width of the axes and the room for ticks, as seen last.
        self._seen: tuple[Any, float, int] = ((), 0.0, 0)

    def tick_values(self, vmin: float, vmax: float) -> Any:
        """Return the ticks between two limits."""
        axis: Any = self.axis
        ax = axis.axes
        around, (size, width, space) = tuple(ax.get_figure(root=True).bbox.size), self._seen
        if around != size or not HARDLY * width < ax.bbox.width < width:
            space = (axis if ax.get_box_aspect() is None else ax.xaxis).get_tick_space()
            self._seen = around, ax.bbox.width, space
        most = min(max(space, FEWEST if vmin <= 0 and vmax >= 1 else 1), MOST)
        self.set_params(nbins=most, min_n_ticks=min(most, 2))
        return super().tick_values(vmin, vmax)


class ShortFormatter(ScalarFormatter):
    """Numbers without needless zeros: 0, 0.25, 0.5 and 1."""

    def __call__(self, x: float, pos: int | None = None) -> str:
        """Return the label of a tick."""
        text = _ZEROS.sub(r"\1", super().__call__(x, pos))
        # In a formula, TeX makes a minus of a hyphen.
        return text.replace("\N{MINUS SIGN}", "-") if self.get_usetex() else text


def check_ticks(thresholds: ArrayLike, instead: str = "") -> None:
    """Raise a ValueError if no axis can have ticks at the finite ones of falling thresholds."""
    levels = np.asarray(thresholds)
    floats_of(levels, "y_score")
    ends = levels[np.isfinite(levels)][[0, -1]].tolist()
    if max(map(abs, ends)) > LARGEST:
        raise ValueError(
            f"thresholds must be between {-LARGEST:g} and {LARGEST:g} to have an axis or a colour "
            f"bar, found {in_full(max(ends, key=abs))}{instead}"
        )


def set_share_ticks(*axes: Axis) -> None:
    """Give axes that show shares their ticks."""
    for axis in axes:
        axis.set_major_locator(ShareLocator())
        axis.set_major_formatter(ShortFormatter())


class AlongLocator(Locator):
    """Ticks above those of an x axis, on an axis of the shares of its length.

    Parameters
    ----------
    along : matplotlib.axis.Axis
    """

    def __init__(self, along: Axis) -> None:
        self.along = along

    def __call__(self) -> Any:
        """Return the ticks, in shares of the length of the other axis."""
        return _ticks_along(self.along)[1]


class AlongFormatter(Formatter):
    """Labels of ticks above those of an x axis.

    Parameters
    ----------
    along : matplotlib.axis.Axis
    text_at : callable
        Takes a value of the other axis and returns the label above it.
    """

    def __init__(self, along: Axis, text_at: Callable[[float], str]) -> None:
        self.along = along
        self.text_at = text_at

    def __call__(self, x: float, pos: int | None = None) -> str:
        """Return the label of a tick."""
        ticks, shares = _ticks_along(self.along)
        return self.text_at(float(ticks[np.abs(shares - x).argmin()])) if ticks.size else ""


def _ticks_along(axis: Axis) -> tuple[Any, Any]:
    """Return the ticks of an x axis in view, and where they are, in shares of its length."""
    ax, ticks = axis.axes, np.asarray(axis.get_majorticklocs(), np.float64)
    places = np.column_stack([ticks, np.zeros(ticks.size)])
    shares = (ax.get_xaxis_transform() - ax.transAxes).transform(places)[:, 0]
    seen = np.abs(shares - 0.5) <= 0.5 + 1e-9
    return ticks[seen], shares[seen]
