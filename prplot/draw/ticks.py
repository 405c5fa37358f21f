"""Ticks of axes that show shares, ranks, ratios and the like, as many as there is room for."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib.axis import Axis
from matplotlib.ticker import Formatter, Locator, MaxNLocator, ScalarFormatter
from numpy.typing import ArrayLike

from prplot.core.checks import floats_of, in_full

# Distances between ticks of shares, in powers of ten.
STEPS = (1, 2.5, 5, 10)
# At least and at most so many distances from 0 to 1, the latter as in matplotlib.
FEWEST, MOST = 3, 9
# Of larger numbers matplotlib can't compute ticks: the range of an axis times 20 must be a float.
LARGEST = 1e306
# Decimals that are 0, with their point, or the last of them. TeX may end with "}$".
_ZEROS = re.compile(r"(?:\{,\}|[.,])0*(?=\D*$)|((?:\{,\}|[.,])\d*[1-9])0+(?=\D*$)")


class ShareLocator(MaxNLocator):
    """Ticks at 0, 0.25, ..., 1 where matplotlib has room for them, else at 0, 0.5 and 1.

    Both axes of a square have as many.
    """

    def __init__(self) -> None:
        super().__init__(steps=STEPS)

    def tick_values(self, vmin: float, vmax: float) -> Any:
        """Return the ticks between two limits."""
        axis: Any = self.axis
        ax = axis.axes
        alike = [axis] if ax.get_box_aspect() is None else [ax.xaxis, ax.yaxis]
        most = min(one.get_tick_space() for one in alike)
        most = min(max(most, FEWEST if vmin <= 0 and vmax >= 1 else 1), MOST)
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
