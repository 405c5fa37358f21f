"""A coordinate system for operating points: a point map of the confusion counts.

Every space is a one-to-one map of the counts ``(tp, fp)`` at given totals (Davis & Goadrich 2006,
Theorem 3.1; Flach & Kull 2015, section 3). A curve, a reference or an isometric is defined once, in
counts, and projected into the space that is drawn. Where a straight line of counts bends, points
are inserted until its chords are true.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from prplot.core.checks import FloatArray, checked_nonnegative, coordinates
from prplot.core.exact import Unit

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
    curve_word, hull_word : str
        What the legend calls a curve without a name, and its hull.
    lowest : float
        The lowest coordinate that a point can have.
    same_at_every_prevalence : frozenset of str
        Which references are one line at every prevalence: "chance", "baseline", "isometrics".
    has_unachievable : bool
        Whether a part of the square is unachievable; isometrics may run on there.
    home : tuple of float
        Where good curves leave most room, in shares of the axes.
    recall_precision : callable or None
        ``(x, y) -> (recall, precision)`` where the coordinates alone tell; None where totals do.
    cursor_words : tuple of str or None
        Names of the coordinates for the cursor's read-out, beside recall and precision.
    calibrations : tuple of str
        Calibrated numbers that segments of hulls can be labelled with: "c", "d", "beta".
    without_positives : tuple of points
        Where a curve without positives lies, if anywhere.
    spread_levels : callable or None
        ``(prevalence, beta) -> list``: F scores whose isometrics are spread over the square; None
        where those that are the same in all spaces are.
    linear_x : callable or None
        ``(x, pos, neg) -> x'``: the axis along which counts grow linearly; None where x does.
    true_positives_per_x : callable or None
        ``(pos, neg) -> float``: how fast true positives grow with x at recall 0; None where x is
        recall.
    by_specificity : bool
        Whether heights are products with specificity.
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
    curve_word: str = "curve"
    hull_word: str = "hull"
    lowest: float = 0.0
    same_at_every_prevalence: frozenset[str] = frozenset()
    has_unachievable: bool = False
    home: tuple[float, float] = (0.0, 0.0)
    recall_precision: Callable[[float, float], tuple[float, float]] | None = None
    cursor_words: tuple[str, str] | None = None
    calibrations: tuple[str, ...] = ()
    without_positives: tuple[tuple[float, float], ...] = ()
    spread_levels: Callable[[float, float], list[float]] | None = None
    linear_x: Callable[[FloatArray, float, float], FloatArray] | None = None
    true_positives_per_x: Callable[[float, float], float] | None = None
    by_specificity: bool = False

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

        Raises
        ------
        ValueError, TypeError
            Counts that are no numbers, or don't broadcast; totals that are not finite, or below 0.
        """
        pos, neg = checked_nonnegative(pos, "pos"), checked_nonnegative(neg, "neg")
        unit = Unit.of(pos, neg)
        own_tp, own_fp = map(unit.count, coordinates(tp=tp, fp=fp))
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
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

        Raises
        ------
        ValueError, TypeError
            As in `project`.
        """
        pos, neg = checked_nonnegative(pos, "pos"), checked_nonnegative(neg, "neg")
        unit, (x, y) = Unit.of(pos, neg), coordinates(x=x, y=y)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
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
            # The limit depends on the ratios of both pairs only: tiny counts have their own unit.
            pairs = (float(tp[left]), float(fp[left])), (float(pos), float(neg))
            counts = (np.float64(Unit.of(*pair).count(one)) for pair in pairs for one in pair)
            with np.errstate(divide="ignore", over="ignore"):
                x[:left], y[:left] = self.origin(*counts)
        return x, y


# ``(start, inner, end) -> misses`` with shapes (n,), (n, k), (n,) and (n, k).
Missed = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]

# Three places are tried in each piece: one alone could lie where a picture crosses the truth.
TRIED = np.array([0.25, 0.5, 0.75])
# A piece is divided no more often than numbers can tell apart.
DEEPEST = 26


def refine(start: FloatArray, end: FloatArray, missed: Missed, tolerance: float) -> FloatArray:
    """Return places to be inserted until what is drawn between them is near enough to the truth.

    Parameters
    ----------
    start, end : ndarray of float, shape (n,)
        Pieces of some axis.
    missed : callable
        Takes the starts, some inner places and the ends of pieces, and returns by how much each
        inner place is missed if nothing is inserted.
    tolerance : float
        Pieces that miss no more are left as they are.

    Returns
    -------
    ndarray of float, shape (m,)
        In no order.
    """
    found = [np.empty(0)]
    for _ in range(DEEPEST):
        inner = start[:, None] + (end - start)[:, None] * TRIED
        far = missed(start, inner, end).max(axis=1, initial=0.0) > tolerance
        # Ends may be so close that nothing lies between, and still miss each other at a jump.
        far &= (np.diff(np.column_stack([start, inner, end])) > 0).all(axis=1)
        if not far.any():
            break
        found.append(inner[far].ravel())
        edges = np.column_stack([start[far], inner[far], end[far]])
        start, end = edges[:, :-1].ravel(), edges[:, 1:].ravel()
    return np.concatenate(found)
