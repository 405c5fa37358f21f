"""ROC space: the true positive rate against the false positive rate."""

import numpy as np

from prplot.core.checks import FloatArray
from prplot.core.spaces.space import Pair, Space


def _project(tp: FloatArray, fp: FloatArray, pos: float, neg: float) -> Pair:
    return np.divide(fp, neg), np.divide(tp, pos)


def _invert(x: FloatArray, y: FloatArray, pos: float, neg: float) -> Pair:
    return y * pos, x * neg


def _origin(dtp: float, dfp: float, pos: float, neg: float) -> tuple[float, float]:
    return 0.0, 0.0


ROC = Space(
    name="roc",
    x_label="False positive rate",
    y_label="True positive rate",
    limits=(0.0, 1.0),
    forward=_project,
    backward=_invert,
    origin=_origin,
)
