"""Ticks of axes that show shares: round ones as far as their labels fit, also in a part of them."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis, XAxis, YAxis
from matplotlib.ticker import AutoLocator, Formatter, Locator, MaxNLocator, ScalarFormatter
from numpy.typing import ArrayLike

from prplot.core.checks import check_range_of_floats, in_full

# Distances between ticks from 0 to 1, best first, and the multiples that matplotlib uses elsewhere.
STEPS = (0.25, 0.5, 1.0)
MULTIPLES = (1, 2, 2.5, 5, 10)
MOST = 6
# Axes that show a wider range have matplotlib's ticks.
WIDEST = 2.5
# Size of a letter, and the least distance between labels, in type sizes. Most fonts are narrower.
LETTER = (0.64, 1.0)
# Share of a letter by which a point is narrower.
NARROW = 0.5
GAP = 0.35
# Lengths below this are rounding errors, in points.
ROUNDED = 1e-6
# Of larger numbers matplotlib can't compute ticks: the range of an axis times 20 must be a float.
LARGEST = 1e306

# Zeros at the end of decimals, and a point that no decimals follow; TeX may end with "}$".
_ZEROS = re.compile(r"((?:\{,\}|[.,])\d*?)0+(\D*)$")
_POINT = re.compile(r"(?:\{,\}|[.,])(\D*)$")
# Of a formula, what is not seen as letters.
_UNSEEN = re.compile(r"\\\w+|[{}]")


class ShareLocator(AutoLocator):
    """Ticks at 0, 0.25, ..., 1 where there is room for their labels, else at 0, 0.5, 1, or 0, 1.

    Both axes of a square have the same distance. If the limits show only a part of the range from 0
    to 1, or far more, ticks are those of `matplotlib.ticker.AutoLocator`, as many as have room.
    """

    # The last ticks, and what they were found for: matplotlib asks for them several times.
    _known: tuple[Any, Any] = (None, None)
    # The same for the distance at which labels of its own axis have room, for which both axes ask.
    _known_step: tuple[Any, float] = (None, STEPS[0])

    def tick_values(self, vmin: float, vmax: float) -> Any:
        """Return the ticks between two limits."""
        alike = self._alike()
        seen = vmin, vmax, [_look(axis) for axis, _ in alike]
        if self._known[0] != seen:
            self._known = seen, self._found(alike, min(vmin, vmax), max(vmin, vmax))
        return self._known[1]

    def _found(self, alike: list[tuple[Axis, "ShareLocator"]], low: float, high: float) -> Any:
        if not _is_whole(low, high):
            return fitting(self.axis, self._usual(low, high))
        step = max((its._step(axis) for axis, its in alike), default=STEPS[0])
        return _multiples(step, low, high)

    def _usual(self, low: float, high: float) -> Iterator[Any]:
        """Return matplotlib's ticks, and then fewer and fewer of them."""
        usual = super().tick_values(low, high)
        yield usual
        for most in range(np.size(usual) - 2, 0, -1):
            yield MaxNLocator(most, steps=MULTIPLES).tick_values(low, high)

    def _alike(self) -> list[tuple[Axis, "ShareLocator"]]:
        """Return the axes that have the same ticks: both of a square, if it is shown whole."""
        own = self.axis
        if not isinstance(own, Axis):
            return []
        ax = own.axes
        both = [ax.xaxis, ax.yaxis] if isinstance(ax, Axes) and ax.get_aspect() == 1 else []
        others = [(axis, axis.get_major_locator()) for axis in both if axis is not own]
        return [
            (own, self),
            *(
                (axis, its)
                for axis, its in others
                if isinstance(its, ShareLocator) and _is_whole(*sorted(axis.get_view_interval()))
            ),
        ]

    def _step(self, axis: Axis) -> float:
        """Return the smallest distance of ticks at which labels do not touch, nor push out names.

        If the name of the axis leaves the figure at any distance, it does not count.
        """
        look = _look(axis)
        if self._known_step[0] != look:
            low, high = sorted(axis.get_view_interval())
            apart = (step for step in STEPS if labels_fit(axis, _multiples(step, low, high)))
            first = next(apart, STEPS[-1])
            named = (
                one for one in chain([first], apart) if name_fits(axis, _multiples(one, low, high))
            )
            self._known_step = look, next(named, first)
        return self._known_step[1]


class ShortFormatter(ScalarFormatter):
    """Numbers without needless zeros: 0, 0.25, 0.5 and 1."""

    def __call__(self, x: float, pos: int | None = None) -> str:
        """Return the label of a tick."""
        text = _POINT.sub(r"\1", _ZEROS.sub(r"\1\2", super().__call__(x, pos)))
        # In a formula, TeX makes a minus of a hyphen.
        return text.replace("\N{MINUS SIGN}", "-") if self.get_usetex() else text


class ChosenLocator(Locator):
    """Ticks of the fullest of some lists whose labels have room; other ones for a small part.

    Parameters
    ----------
    choices : sequence of array_like of float
        Lists of ticks, the fullest first. If fewer than two ticks of the first list are in view,
        ticks are as those of `matplotlib.ticker.AutoLocator`.
    most : int, default 6
        The most ticks in view.
    """

    def __init__(self, choices: Sequence[ArrayLike], most: int = MOST) -> None:
        self.choices = [np.asarray(ticks, np.float64) for ticks in choices]
        self.most = most

    def __call__(self) -> Any:
        """Return the ticks between the limits of the axis."""
        assert self.axis is not None
        return self.tick_values(*self.axis.get_view_interval())

    def tick_values(self, vmin: float, vmax: float) -> Any:
        """Return the ticks between two limits."""
        low, high = min(vmin, vmax), max(vmin, vmax)
        seen = [ticks[(ticks >= low) & (ticks <= high)] for ticks in self.choices]
        if seen[0].size >= 2:
            few = [ticks for ticks in seen if ticks.size <= self.most]
            return fitting(self.axis, few or seen[-1:])
        usual = (MaxNLocator(most, steps=MULTIPLES) for most in range(MOST, 0, -1))
        return fitting(self.axis, (locator.tick_values(low, high) for locator in usual))


def check_ticks(thresholds: ArrayLike, instead: str = "") -> None:
    """Raise a ValueError if no axis can have ticks at the finite ones of falling thresholds."""
    levels = np.asarray(thresholds)
    check_range_of_floats(levels, "y_score", keeps_small=True)
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


def fitting(axis: Any, choices: Any) -> Any:
    """Return the first of some lists of ticks whose labels do not touch, or else a single tick."""
    ticks: Any = []
    for ticks in choices:
        if not isinstance(axis, Axis) or labels_fit(axis, ticks):
            return ticks
    return _seen(axis, ticks)[:1]


def _seen(axis: Axis, ticks: Any) -> list[float]:
    """Return the ticks within the limits of an axis, in rising order."""
    low, high = sorted(axis.get_view_interval())
    margin = 1e-9 * (high - low)
    return [tick for tick in np.sort(ticks) if low - margin <= tick <= high + margin]


def labels_fit(axis: Axis, ticks: Any) -> bool:
    """Tell whether the labels of ticks in view have distances from one another along an axis."""
    seen = _seen(axis, ticks)
    label = axis.get_major_ticks(1)[0].label1
    size, places = float(label.get_fontsize()), _points_along(axis, seen)
    widths = np.array([len(text) for text in _texts(axis, seen)]) * LETTER[0] * size
    turned = np.radians(label.get_rotation() + (0 if isinstance(axis, XAxis) else 90))
    wide, high = abs(np.cos(turned)), abs(np.sin(turned))
    apart = np.abs(np.diff(places))
    beside = apart * wide - (widths[1:] + widths[:-1]) / 2
    above = apart * high - LETTER[1] * size
    return bool((np.maximum(beside, above) >= GAP * size - ROUNDED).all())


def name_fits(axis: Axis, ticks: Any) -> bool:
    """Tell whether the name of a y axis is in the figure beside the labels of some ticks.

    A layout engine would make room for it.
    """
    ax, label = axis.axes, axis.label
    figure = ax.get_figure(root=True)
    if figure is None or figure.get_layout_engine() is not None or not isinstance(axis, YAxis):
        return True
    tick: Any = axis.get_major_ticks(1)[0]
    letters = [len(text) - NARROW * text.count(".") for text in _texts(axis, _seen(axis, ticks))]
    widest = max(letters, default=0) * LETTER[0] * float(tick.label1.get_fontsize())
    name = LETTER[1] * float(label.get_fontsize()) * bool(label.get_text())
    pads = tick.get_tick_padding() + tick.get_pad() + axis.labelpad
    return bool(ax.get_window_extent().x0 * 72 / figure.dpi >= pads + widest + name)


def _texts(axis: Axis, values: list[float]) -> list[str]:
    """Return the labels of ticks, without letters of formulas that are not seen."""
    texts = axis.get_major_formatter().format_ticks(values)
    return [_UNSEEN.sub("", text.strip("$")) for text in texts]


def _look(axis: Axis) -> Any:
    """Return all of an axis on which it depends whether labels fit."""
    frame, figure = axis.axes.get_window_extent(), axis.axes.get_figure(root=True)
    tick: Any = axis.get_major_ticks(1)[0]
    label, name = tick.label1, axis.label
    view = (*axis.get_view_interval(), axis.get_scale())
    form = label.get_fontsize(), label.get_rotation(), id(axis.get_major_formatter())
    beside = name.get_text(), name.get_fontsize(), axis.labelpad
    pads = tick.get_tick_padding(), tick.get_pad()
    room = (None,) if figure is None else (figure.dpi, figure.get_layout_engine() is not None)
    return (*view, *form, *beside, *pads, *frame.bounds, *room)


def _points_along(axis: Axis, values: Sequence[float]) -> Any:
    """Return where values are along an axis, in points."""
    frame, figure = axis.axes.get_window_extent(), axis.axes.get_figure(root=True)
    assert figure is not None
    length = (frame.width if isinstance(axis, XAxis) else frame.height) * 72 / figure.dpi
    return _shares_along(axis, np.asarray(values, np.float64)) * length


def _is_whole(low: float, high: float) -> bool:
    """Tell whether limits show the whole range from 0 to 1, and not far more."""
    return low <= 0 and high >= 1 and high - low <= WIDEST


def _multiples(step: float, low: float, high: float) -> Any:
    first, last = np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9)
    # Without a sign of 0.
    return step * np.arange(first, last + 1) + 0.0


class AlongLocator(Locator):
    """Ticks above those of another axis, fewer if their labels would touch.

    The axis shows shares of the other one's length, from 0 to 1.

    Parameters
    ----------
    along : matplotlib.axis.Axis
    """

    def __init__(self, along: Axis) -> None:
        self.along = along

    def __call__(self) -> Any:
        """Return the ticks, in shares of the length of the other axis."""
        ticks = np.asarray(_seen(self.along, self.along.get_majorticklocs()), np.float64)
        shares = np.clip(_shares_along(self.along, ticks), 0, 1)
        return fitting(self.axis, [shares[::step] for step in range(1, max(shares.size, 2))])

    def tick_values(self, vmin: float, vmax: float) -> Any:
        """Return the ticks, whatever the limits."""
        return self()


class AlongFormatter(Formatter):
    """Labels of ticks above those of another axis.

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
        transform = self.along.get_transform()
        low, high = transform.transform(np.asarray(self.along.get_view_interval(), np.float64))
        at = low + x * (high - low)
        return self.text_at(float(transform.inverted().transform(np.array([at]))[0]))


def _shares_along(axis: Axis, values: Any) -> Any:
    """Return where values are along an axis, in shares of its length."""
    start, end = axis.get_transform().transform(np.asarray(axis.get_view_interval(), np.float64))
    return (axis.get_transform().transform(values) - start) / (end - start)
