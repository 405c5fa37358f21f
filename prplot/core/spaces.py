"""ROC, PR, NPR and PRG space: point maps of one confusion count.

Every space is a one-to-one map of the counts ``(tp, fp)`` at given totals (Davis & Goadrich 2006,
Theorem 3.1; Flach & Kull 2015, section 3). A curve, a reference or an isometric is defined once, in
counts, and projected into the space that is drawn.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core import arcs, gains, normalized
from prplot.core.units import Unit

FloatArray = NDArray[np.float64]
Pair = tuple[FloatArray, FloatArray]
Map = Callable[[FloatArray, FloatArray, float, float], Pair]


@dataclass(frozen=True)
class Space:
    """A coordinate system for operating points.

    Attributes
    ----------
    name : str
        "roc", "pr", "npr" or "prg".
    x_label, y_label : str
        Axis names.
    limits : tuple of float
        Range of both axes.
    forward, backward : callable
        ``(tp, fp, pos, neg) -> (x, y)`` and ``(x, y, pos, neg) -> (tp, fp)``, elementwise.
    origin : callable
        ``(dtp, dfp, pos, neg) -> (x, y)``: where a path that leaves ``(0, 0)`` that way starts.
    bend : callable or None
        ``(tp, fp, pos, neg, tolerance) -> (tp, fp)`` with points inserted where a straight
        count-space line bends; None where it stays straight.
    with_crossings : callable or None
        ``(tp, fp, pos, neg) -> (tp, fp)`` with points where a path enters or leaves the square;
        None where it can't.
    """

    name: str
    x_label: str
    y_label: str
    limits: tuple[float, float]
    forward: Map
    backward: Map
    origin: Callable[[float, float, float, float], tuple[float, float]]
    bend: Callable[[FloatArray, FloatArray, float, float, float], Pair] | None = None
    with_crossings: Map | None = None

    def project(self, tp: ArrayLike, fp: ArrayLike, pos: float, neg: float) -> Pair:
        """Map counts to coordinates, elementwise.

        Parameters
        ----------
        tp, fp : array_like
            True and false positives.
        pos, neg : float
            Totals of the two classes.

        Returns
        -------
        x, y : ndarray of float
            Coordinates; nan where the space has none (precision at ``tp = fp = 0``).
        """
        unit = Unit.of(pos, neg)
        own_tp, own_fp = (unit.count(np.asarray(masses, np.float64)) for masses in (tp, fp))
        with np.errstate(divide="ignore", invalid="ignore"):
            return self.forward(own_tp, own_fp, float(unit.count(pos)), float(unit.count(neg)))

    def invert(self, x: ArrayLike, y: ArrayLike, pos: float, neg: float) -> Pair:
        """Map coordinates to counts, elementwise: the inverse of `project`.

        Parameters
        ----------
        x, y : array_like
            Coordinates.
        pos, neg : float
            Totals of the two classes.

        Returns
        -------
        tp, fp : ndarray of float
            Counts; nan where they can't be recovered (``fp`` at recall 0: Davis & Goadrich,
            Theorem 3.1).
        """
        unit, x, y = Unit.of(pos, neg), np.asarray(x, np.float64), np.asarray(y, np.float64)
        with np.errstate(divide="ignore", invalid="ignore"):
            tp, fp = self.backward(x, y, float(unit.count(pos)), float(unit.count(neg)))
        return unit.masses(tp), unit.masses(fp)

    def subdivide(
        self, tp: FloatArray, fp: FloatArray, pos: float, neg: float, tolerance: float
    ) -> Pair:
        """Insert points into a path of counts so that its chords are true to a tolerance here."""
        if self.bend is None:
            return tp, fp
        unit = Unit.of(pos, neg)
        pos, neg = float(unit.count(pos)), float(unit.count(neg))
        tp, fp = self.bend(unit.count(tp), unit.count(fp), pos, neg, tolerance)
        return unit.masses(tp), unit.masses(fp)

    def project_path(self, tp: ArrayLike, fp: ArrayLike, pos: float, neg: float) -> Pair:
        """Map a path of counts; a start at ``(0, 0)`` gets its limit along the first segment."""
        x, y = self.project(tp, fp, pos, neg)
        tp, fp = np.asarray(tp), np.asarray(fp)
        has_left = (tp > 0) | (fp > 0)
        left = int(has_left.argmax()) if has_left.any() else 0
        if left:
            unit = Unit.of(pos, neg)
            counts = (float(unit.count(mass)) for mass in (tp[left], fp[left], pos, neg))
            x[:left], y[:left] = self.origin(*counts)
        return x, y


def _roc(tp: FloatArray, fp: FloatArray, pos: float, neg: float) -> Pair:
    return np.divide(fp, neg), np.divide(tp, pos)


def _roc_inverse(x: FloatArray, y: FloatArray, pos: float, neg: float) -> Pair:
    return y * pos, x * neg


def _pr(tp: FloatArray, fp: FloatArray, pos: float, neg: float) -> Pair:
    return np.divide(tp, pos), np.divide(tp, tp + fp)


def _pr_inverse(x: FloatArray, y: FloatArray, pos: float, neg: float) -> Pair:
    tp = x * pos
    fp = np.where(y == 1, 0.0, tp * np.divide(1 - y, y))
    return tp, np.where(x == 0, np.nan, fp)


def _arcs(tp: FloatArray, fp: FloatArray, pos: float, neg: float, tolerance: float) -> Pair:
    return arcs.subdivide(tp, fp, tolerance)


def _prg(tp: FloatArray, fp: FloatArray, pos: float, neg: float) -> Pair:
    if pos == 0 or neg == 0:
        return np.full(tp.shape, np.nan), np.full(tp.shape, np.nan)
    odds = pos / neg
    # At tp = 0 both gains are minus infinity, whatever 0/0 says.
    none = tp == 0
    recall_gain = np.where(none, -np.inf, 1 - odds * np.divide(pos - tp, tp))
    return recall_gain, np.where(none, -np.inf, 1 - odds * np.divide(fp, tp))


def _prg_inverse(x: FloatArray, y: FloatArray, pos: float, neg: float) -> Pair:
    odds = np.divide(pos, neg)
    tp = np.divide(odds * pos, odds + 1 - x)
    return tp, np.where(np.isneginf(x), np.nan, tp * (1 - y) / odds)


def _corner(dtp: float, dfp: float, pos: float, neg: float) -> tuple[float, float]:
    return 0.0, 0.0


def _precision_limit(dtp: float, dfp: float, pos: float, neg: float) -> tuple[float, float]:
    return 0.0, dtp / (dtp + dfp)


def _height_limit(dtp: float, dfp: float, pos: float, neg: float) -> tuple[float, float]:
    # Where nothing is predicted positive, specificity is 1.
    return (0.0, dtp / (dtp + dfp)) if pos and neg else (np.nan, np.nan)


def _gain_limit(dtp: float, dfp: float, pos: float, neg: float) -> tuple[float, float]:
    if pos == 0 or neg == 0:
        return np.nan, np.nan
    if dtp == 0:
        return -np.inf, -np.inf
    return -np.inf, 1 - pos / neg * dfp / dtp


ROC = Space(
    name="roc",
    x_label="False positive rate",
    y_label="True positive rate",
    limits=(0.0, 1.0),
    forward=_roc,
    backward=_roc_inverse,
    origin=_corner,
)
PR = Space(
    name="pr",
    x_label="Recall",
    y_label="Precision",
    limits=(0.0, 1.0),
    forward=_pr,
    backward=_pr_inverse,
    origin=_precision_limit,
    bend=_arcs,
)
NPR = Space(
    name="npr",
    x_label="Normalised recall",
    y_label="Precision × specificity",
    limits=(0.0, 1.0),
    forward=normalized.project,
    backward=normalized.invert,
    origin=_height_limit,
    bend=normalized.subdivide,
)
PRG = Space(
    name="prg",
    x_label="Recall gain",
    y_label="Precision gain",
    limits=(0.0, 1.0),
    forward=_prg,
    backward=_prg_inverse,
    origin=_gain_limit,
    with_crossings=gains.with_crossings,
)
SPACES = {space.name: space for space in (ROC, PR, NPR, PRG)}
