"""Operating points at chosen thresholds, marked on the curves."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from prplot.core.counts import ConfusionCurve
from prplot.core.paths import levels_of
from prplot.core.spaces import Space
from prplot.draw import labels as marks
from prplot.draw import style as looks
from prplot.draw.artists import draw_points
from prplot.inputs.curves import Curves, named_curves

FloatArray = NDArray[np.float64]


def checked_thresholds(thresholds: ArrayLike | None) -> FloatArray | None:
    """Return different thresholds in falling order; raise unless they are finite numbers."""
    if thresholds is None:
        return None
    levels = np.unique(levels_of(np.atleast_1d(thresholds)))[::-1]
    if levels.size == 0 or not np.isfinite(levels).all():
        raise ValueError("thresholds must hold at least one number, and finite ones only")
    return levels.astype(np.float64)


def marked_points(data: Mapping[str, Any], curves: Curves, levels: FloatArray) -> list[FloatArray]:
    """Return the counts of each curve at thresholds, shape (n_thresholds, 2): tp and fp.

    Of labels and scores they are counted exactly there, at the prevalence of the curve; of a ready
    curve they are those of the last point whose threshold is not lower.
    """
    if any(isinstance(given, ConfusionCurve) for given in _given(data["y_true"])):
        return [_listed(curve, levels) for curve in curves.values()]
    counted = list(named_curves(**data, thresholds=levels).values())
    if len(counted) == 1:
        # One model may stand there at several prevalences.
        counted *= len(curves)
    found = []
    for exact, curve in zip(counted, curves.values(), strict=True):
        scale = _ratio(curve.pos, exact.pos), _ratio(curve.neg, exact.neg)
        found.append(_listed(exact, levels) * scale)
    return found


def _ratio(total: float, counted: float) -> float:
    return total / counted if counted else 1.0


def _given(y_true: Any) -> Any:
    return y_true.values() if isinstance(y_true, Mapping) else [y_true]


def _listed(curve: ConfusionCurve, levels: FloatArray) -> FloatArray:
    known = np.isfinite(curve.thresholds) | np.isinf(curve.thresholds)
    if not known.all():
        raise ValueError("thresholds need a curve that knows those of all its points")
    last = np.searchsorted(-curve.thresholds, -levels, side="right") - 1
    return np.column_stack([curve.tp[last], curve.fp[last]]).astype(np.float64)


def add_points(
    ax: Axes,
    space: Space,
    curve: ConfusionCurve,
    counts: FloatArray,
    levels: FloatArray,
    *,
    color: Any,
) -> None:
    """Mark points on a curve in its colour, each with its threshold beside it."""
    for (tp, fp), level in zip(counts, levels, strict=True):
        x, y = space.project(tp, fp, curve.pos, curve.neg)
        if np.isfinite(x) and np.isfinite(y):
            own = {**looks.POINT, "color": color, "label": f"_{level:g}"}
            draw_points([x], [y], ax, own).set_gid(marks.POINT)
