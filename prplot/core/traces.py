"""Traces: what is drawn. A path of counts, joined in one of the ways in use, in one space."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.counts import ConfusionCurve
from prplot.core.options import choose
from prplot.core.spaces import Space

Array = NDArray[Any]
FloatArray = NDArray[np.float64]
Pair = tuple[Array, Array]

# Largest error of a drawn arc, in units of the axis: a twentieth of a pixel on a usual figure.
TOLERANCE = 1e-4


@dataclass(frozen=True)
class Trace:
    """A polyline and the space it lives in.

    Attributes
    ----------
    x, y : ndarray of float, shape (n,)
        Vertices in order.
    space : Space
    """

    x: FloatArray
    y: FloatArray
    space: Space

    def __post_init__(self) -> None:
        if self.x.shape != self.y.shape or self.x.ndim != 1:
            raise ValueError(
                f"x and y must be one-dimensional and of the same length, "
                f"found shapes {self.x.shape} and {self.y.shape}"
            )


def trace(
    curve: ConfusionCurve,
    space: Space,
    *,
    join: str = "exact",
    tolerance: float = TOLERANCE,
    recall_range: tuple[float, float] = (0.0, 1.0),
) -> Trace:
    """Draw a curve of counts as a polyline in a space.

    Parameters
    ----------
    curve : ConfusionCurve
    space : Space
    join : {"exact", "step", "linear", "integer", "points"}
        "exact" follows the counts linearly (Davis & Goadrich 2006, section 4), with points inserted
        where that bends; "step" holds the next point's value (the area is average precision);
        "linear" joins the points by chords, which is wrong in PR space; "integer" puts chords
        between whole `tp` (Davis & Goadrich's own approximation); "points" lists the points.
    tolerance : float
        Largest error of an exact arc, in units of the axis.
    recall_range : tuple of float
        The part of the curve to draw; its ends are put exactly there.

    Returns
    -------
    Trace

    Raises
    ------
    ValueError
        An unknown `join`; "integer" for counts that are not whole.
    """
    refine = _JOINS[choose(join, "join", _JOINS)]
    if curve.pos == 0:
        return _without_positives(space)
    tp, fp = cut(curve.tp, curve.fp, *(share * curve.pos for share in recall_range))
    tp, fp = refine(tp, fp, space, tolerance)
    x, y = space.project_path(tp, fp, curve.pos, curve.neg)
    if join == "step":
        x, y = np.repeat(x, 2)[:-1], np.repeat(y, 2)[1:]
    return Trace(x, y, space)


def cut(tp: Array, fp: Array, low: float, high: float) -> Pair:
    """Keep the part of a path with ``low <= tp <= high``; new ends lie exactly on it.

    Of several points with ``tp == low`` all are kept, and the first has the fewest `fp`.
    """
    first = int(np.searchsorted(tp, low, side="left"))
    last = int(np.searchsorted(tp, high, side="right"))
    inner = slice(first, last)
    head = _crossing(tp, fp, first, low) if first < tp.size and tp[first] > low else ([], [])
    tail = _crossing(tp, fp, last, high) if last < tp.size and tp[last - 1] < high else ([], [])
    return (
        np.concatenate([np.array(head[0], tp.dtype if not head[0] else float), tp[inner], tail[0]]),
        np.concatenate([np.array(head[1], fp.dtype if not head[1] else float), fp[inner], tail[1]]),
    )


def _crossing(tp: Array, fp: Array, i: int, at: float) -> tuple[list[float], list[float]]:
    share = (at - tp[i - 1]) / (tp[i] - tp[i - 1])
    return [at], [fp[i - 1] + share * (fp[i] - fp[i - 1])]


def whole_steps(tp: Array, fp: Array) -> Pair:
    """Insert a point at every whole `tp` between the points of a path (Davis & Goadrich 2006)."""
    if (tp != np.rint(tp)).any():
        raise ValueError(
            "interpolation at whole counts needs whole numbers of true positives; "
            "weights, rates and recall ranges that split an example have none"
        )
    count = np.maximum(np.diff(tp).astype(np.int64), 1)
    segment = np.repeat(np.arange(count.size), count)
    within = np.arange(segment.size) - (np.cumsum(count) - count)[segment]
    slope = np.diff(fp) / count
    inner = tp[segment] + within * (np.diff(tp) > 0)[segment], fp[segment] + within * slope[segment]
    return np.append(inner[0], tp[-1]), np.append(inner[1], fp[-1])


def _exact(tp: Array, fp: Array, space: Space, tolerance: float) -> Pair:
    return (tp, fp) if space.subdivide is None else space.subdivide(tp, fp, tolerance)


def _listed(tp: Array, fp: Array, space: Space, tolerance: float) -> Pair:
    return tp, fp


def _whole(tp: Array, fp: Array, space: Space, tolerance: float) -> Pair:
    return whole_steps(tp, fp)


_JOINS: dict[str, Callable[[Array, Array, Space, float], Pair]] = {
    "exact": _exact,
    "step": _listed,
    "linear": _listed,
    "integer": _whole,
    "points": _listed,
}


def _without_positives(space: Space) -> Trace:
    # Boyd et al. (2012), section 2.2: without positives the PR curve lies on the recall axis.
    if space.name == "pr":
        return Trace(np.array([0.0, 1.0]), np.zeros(2), space)
    return Trace(np.empty(0), np.empty(0), space)
