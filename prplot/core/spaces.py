"""Spaces: coordinate systems for operating points, each a map of the confusion counts.

Every space is a one-to-one map of the counts ``(tp, fp)`` at given totals (Davis & Goadrich 2006,
Theorem 3.1; Flach & Kull 2015, section 3). A curve, a reference or an isometric is defined once, in
counts, and projected into the drawn space. Between two operating points, both counts change
linearly (Davis & Goadrich 2006, section 4). Where that straight line of counts is curved in a
space, points are inserted until its chords are accurate.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from prplot.core.checks import FloatArray, checked_nonnegative, coordinates
from prplot.core.points import Place, between, f_weights, inserted, place_of, share_of

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
    is_straight : bool
        Whether straight lines of counts are straight here, too. Elsewhere points are inserted where
        they bend.
    with_crossings : callable or None
        ``(tp, fp, pos, neg) -> (tp, fp)`` with points where a path enters or leaves the square;
        None where it can't.
    curve_word, hull_word : str
        What the legend calls a curve without a name, and its hull.
    lowest : float
        The lowest coordinate that a point can have.
    same_at_every_prevalence : frozenset of str
        What is one line at every prevalence: "curves", "chance", "baseline", "isometrics".
    has_unachievable : bool
        Whether a part of the square is unachievable; isometrics may run on there.
    home : tuple of float
        Where good curves leave most room, in shares of the axes.
    recall_precision : callable or None ``(x, y) -> (recall, precision)`` where the coordinates
        alone tell; None where totals do.
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
    needs_negatives : bool
        Whether coordinates depend on the number of negatives.
    """

    name: str
    x_label: str
    y_label: str
    limits: tuple[float, float]
    forward: Map
    backward: Map
    is_straight: bool = False
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
    needs_negatives: bool = True

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
            Counts that are not numbers, or don't broadcast; totals that are not finite, or below 0.
        """
        return _mapped(self.forward, pos, neg, tp=tp, fp=fp)

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
        return _mapped(self.backward, pos, neg, x=x, y=y)

    def subdivide(
        self, tp: FloatArray, fp: FloatArray, pos: float, neg: float, tolerance: float
    ) -> Pair:
        """Insert points into a path of counts so that it can be drawn by chords here.

        Parameters
        ----------
        tp, fp : ndarray, shape (n,)
            A path in count space.
        pos, neg : float
            Totals of the two classes.
        tolerance : float
            The largest allowed error in height, in units of the axis.

        Returns
        -------
        tp, fp : ndarray, shape (m,), m >= n
            The same path; the given points are kept as they are.
        """
        if pos == 0 or neg == 0 or len(tp) < 2:
            return tp, fp
        if self.with_crossings is not None:
            tp, fp = self.with_crossings(tp, fp, pos, neg)
        if not self.is_straight:
            tp, fp = inserted(tp, fp, *self._bends(tp, fp, pos, neg, tolerance))
        return tp, fp

    def _bends(
        self, tp: FloatArray, fp: FloatArray, pos: float, neg: float, tolerance: float
    ) -> Place:
        """Return the places between which chords of a path are close enough to it."""
        low, width = self.limits[0], self.limits[1] - self.limits[0]

        def missed(start: FloatArray, inner: FloatArray, end: FloatArray) -> FloatArray:
            place = place_of(np.column_stack([start, inner, end]).T)
            x, y = self.project_path(tp, fp, pos, neg, place)
            # Upright pieces are straight, and nan.
            apart = np.abs(y[0] + (x - x[0]) / (x[-1] - x[0]) * (y[-1] - y[0]) - y)
            # Nobody sees a chord to infinity, nor what is far outside of the axes.
            apart[:, ~np.isfinite(x[0] + y[0] + x[-1] + y[-1])] = np.inf
            apart[np.maximum(np.abs(x - low), np.abs(y - low)) > 2 * width] = 0.0
            return np.asarray(apart[1:-1].T)

        # Coordinates depend on ratios of counts: they change by about the growth of the fastest of
        # the four, and bend by its square. Most of many pieces are too short to miss the tolerance.
        with np.errstate(divide="ignore", invalid="ignore"):
            of_each = ((tp, pos), (fp, neg))
            grown = sum(np.diff(n) / np.minimum(n[1:], total - n[:-1]) for n, total in of_each)
            pieces = np.flatnonzero(~(4 * width * grown * grown <= tolerance)).astype(np.float64)
            return place_of(np.sort(refine(pieces, pieces + 1, missed, _SEEN * tolerance)))

    def _share_of(
        self, start: FloatArray, at: FloatArray, end: FloatArray, pos: float, neg: float
    ) -> FloatArray:
        """Return how far along a straight count-space line from one x to another places lie."""
        if self.linear_x is None:
            return share_of(start, at, end)
        return share_of(*(self.linear_x(x, pos, neg) for x in (start, at, end)))

    def project_path(
        self, tp: ArrayLike, fp: ArrayLike, pos: float, neg: float, place: Place | None = None
    ) -> Pair:
        """Map all points of a path of counts, or places along it, as they are.

        A start at ``(0, 0)`` gets its limit along the first segment.
        """
        tp, fp = np.asarray(tp), np.asarray(fp)
        at_tp, at_fp = (
            one.astype(np.float64) if place is None else between(one, *place) for one in (tp, fp)
        )
        x, y = map(np.asarray, _unchecked(self.forward, at_tp, at_fp, pos, neg))
        at_origin = (at_tp == 0) & (at_fp == 0)
        left = at_origin.any() and min(one.searchsorted(0, side="right") for one in (tp, fp))
        if 0 < left < tp.size:
            near = _unchecked(self.forward, _NEAR * tp[left], _NEAR * fp[left], pos, neg)
            x[at_origin & np.isnan(x)] = near[0]
            y[at_origin & ~np.isfinite(y)] = near[1]
        return x, y


def _mapped(by: Map, pos: float, neg: float, **numbers: ArrayLike) -> Pair:
    pos, neg = checked_nonnegative(pos, "pos"), checked_nonnegative(neg, "neg")
    one, other = coordinates(**numbers)
    return _unchecked(by, one, other, pos, neg)


def _unchecked(by: Map, one: FloatArray, other: FloatArray, pos: float, neg: float) -> Pair:
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return by(one, other, float(pos), float(neg))


# So near the origin all but a share _NEAR of the negatives is left, which is all up to rounding.
_NEAR = 2.0**-60

# ``(start, inner, end) -> misses`` with shapes (n,), (n, k), (n,) and (n, k).
Missed = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]

# Three places are tried in each piece: one alone could lie where a picture crosses the truth.
TRIED = np.array([0.25, 0.5, 0.75])
# A chord misses one of them by at least this share of what it misses at most.
_SEEN = 0.75
# A piece is divided no more often than numbers can tell apart.
DEEPEST = 26


def refine(start: FloatArray, end: FloatArray, missed: Missed, tolerance: float) -> FloatArray:
    """Return places to insert until the chords between them are close enough to the curve.

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


# ROC space: the true positive rate against the false positive rate.


def _to_roc(tp: FloatArray, fp: FloatArray, pos: float, neg: float) -> Pair:
    return np.divide(fp, neg), np.divide(tp, pos)


def _from_roc(x: FloatArray, y: FloatArray, pos: float, neg: float) -> Pair:
    return y * pos, x * neg


ROC = Space(
    name="roc",
    x_label="False positive rate",
    y_label="True positive rate",
    limits=(0.0, 1.0),
    forward=_to_roc,
    backward=_from_roc,
    is_straight=True,
    curve_word="ROC curve",
    home=(1.0, 0.0),
    calibrations=("c",),
    same_at_every_prevalence=frozenset({"curves", "chance"}),
)


# PR space: precision against recall.
#
# A straight line of counts is an arc of a hyperbola here. With ``n = tp + fp`` it reads
# ``precision = (1 - c / n) / k``, where ``k = dn / dtp`` and ``c = n_0 - k tp_0``.


def _to_pr(tp: FloatArray, fp: FloatArray, pos: float, neg: float) -> Pair:
    return np.divide(tp, pos), np.divide(tp, tp + fp)


def _from_pr(x: FloatArray, y: FloatArray, pos: float, neg: float) -> Pair:
    tp = x * pos
    fp = np.where(y == 1, 0.0, tp * np.divide(1 - y, y))
    return tp, np.where(x == 0, np.nan, fp)


def _as_they_are(x: float, y: float) -> tuple[float, float]:
    return x, y


PR = Space(
    name="pr",
    x_label="Recall",
    y_label="Precision",
    limits=(0.0, 1.0),
    forward=_to_pr,
    backward=_from_pr,
    curve_word="PR curve",
    hull_word="achievable curve",
    same_at_every_prevalence=frozenset({"isometrics"}),
    has_unachievable=True,
    home=(0.0, 0.5),
    recall_precision=_as_they_are,
    # Boyd et al. (2012), section 2.2: it lies on the recall axis.
    without_positives=((0.0, 0.0), (1.0, 0.0)),
    needs_negatives=False,
)


# Normalised PR space: precision times specificity against scaled recall.
#
# The area under a curve is AUCNPR here. Height is what precision has above the lowest possible one,
# as a share of what it could have; width is the share of the achievable area that lies left of a
# recall. With ``m`` the minimum precision at recall ``r`` and ``o = pos / neg``,
#
# ``q = (p - m) / (1 - m) = precision * specificity``, ``u = ln(1 + o r) / ln(1 + o)``,
#
# and ``(1 - m) dr`` is proportional to ``du``. So the integral of ``q du`` is the area of a PR
# curve above the minimum curve, as a share of the area between that and precision 1: AUCNPR.


def _to_npr(tp: FloatArray, fp: FloatArray, pos: float, neg: float) -> Pair:
    """Map counts to scaled recall and to precision times specificity."""
    if pos == 0 or neg == 0:
        return np.full(tp.shape, np.nan), np.full(tp.shape, np.nan)
    return np.log1p(tp / neg) / np.log1p(pos / neg), tp / (tp + fp) * ((neg - fp) / neg)


def _from_npr(x: FloatArray, y: FloatArray, pos: float, neg: float) -> Pair:
    """Map scaled recall and precision times specificity to counts."""
    if pos == 0 or neg == 0:
        return np.full(x.shape, np.nan), np.full(x.shape, np.nan)
    tp = np.where(x == 1, pos, neg * scaled_true_positives(x, pos, neg))
    fp = np.where(y == 0, neg, neg * (tp * (1 - y) / (tp + y * neg)))
    # At recall 0 the false positives are lost, as in PR space.
    return tp, np.where(x == 0, np.nan, fp)


def scaled_true_positives(x: FloatArray, pos: float, neg: float) -> FloatArray:
    """Return true positives, in units of all negatives, at a scaled recall."""
    return np.asarray(np.expm1(x * np.log1p(pos / neg)))


NPR = Space(
    name="npr",
    x_label="Normalised recall",
    y_label="Precision × specificity",
    limits=(0.0, 1.0),
    forward=_to_npr,
    backward=_from_npr,
    curve_word="normalised PR curve",
    hull_word="achievable curve",
    linear_x=scaled_true_positives,
)


# Precision-Recall-Gain space.
#
# A gain is a precision or a recall on the harmonic scale between the prevalence and 1 (Flach & Kull
# 2015, section 3).


def _to_prg(tp: FloatArray, fp: FloatArray, pos: float, neg: float) -> Pair:
    if pos == 0 or neg == 0:
        return np.full(tp.shape, np.nan), np.full(tp.shape, np.nan)
    # At tp = 0 both gains are minus infinity, whatever 0/0 says.
    none, recall = tp == 0, np.divide(tp, pos)
    # Each ratio is rounded once, so that equal ones give a gain of exactly 0.
    recall_gain = np.where(none, -np.inf, 1 - np.divide(pos - tp, neg) / recall)
    return recall_gain, np.where(none, -np.inf, 1 - np.divide(fp, neg) / recall)


def _from_prg(x: FloatArray, y: FloatArray, pos: float, neg: float) -> Pair:
    odds = np.divide(pos, neg)
    tp = np.divide(odds * pos, odds + 1 - x)
    return tp, np.where(np.isneginf(x), np.nan, tp * (1 - y) / odds)


# A path comes from minus infinity; this far left of the square it is on no picture.
_FAR_LEFT = -1.0
# Where isometrics are drawn above the F gain of always positive, in shares of the way from there to
# 1, before they are rounded to round F scores.
_ABOVE = (0.3, 0.6, 0.85)


def with_crossings(tp: FloatArray, fp: FloatArray, pos: float, neg: float) -> Pair:
    """Insert points where a path crosses recall gain 0 and precision gain 0, and one far left.

    Parameters
    ----------
    tp, fp : ndarray, shape (n,)
        A path of counts.
    pos, neg : float
        Totals of the two classes.

    Returns
    -------
    tp, fp : ndarray of float, shape (m,)
        The same path; all segments keep to one side of each line.
    """
    # Each is 0 on a line, linear in the counts.
    sides = [tp - pos * (pos / (pos + (1 - gain) * neg)) for gain in (_FAR_LEFT, 0.0)]
    sides.append(tp / pos - fp / neg)
    at = np.sort(np.concatenate([_crossings(side) for side in sides]))
    return inserted(tp, fp, *place_of(at))


def _crossings(side: FloatArray) -> FloatArray:
    """Return where along a path, in numbers of points, a linear function of it changes its sign."""
    signs = np.sign(side)
    i = np.flatnonzero(signs[:-1] * signs[1:] < 0)
    return i + share_of(side[i], 0.0, side[i + 1])


def spread_levels(prevalence: float, beta: float) -> list[float]:
    """Return round F scores whose isometrics are spread over the unit square."""
    baseline = f_weights(beta)[1]
    gains = [baseline / 2, *(baseline + share * (1 - baseline) for share in _ABOVE)]
    wanted = [prevalence / (1 - (1 - prevalence) * gain) for gain in gains]
    rounded = {float(f"{level:.2g}") for level in wanted}
    return sorted(level for level in rounded if 0 < level < 1)


PRG = Space(
    name="prg",
    x_label="Recall gain",
    y_label="Precision gain",
    limits=(0.0, 1.0),
    forward=_to_prg,
    backward=_from_prg,
    is_straight=True,
    with_crossings=with_crossings,
    curve_word="PRG curve",
    lowest=-np.inf,
    same_at_every_prevalence=frozenset({"baseline"}),
    has_unachievable=True,
    calibrations=("d", "beta"),
    cursor_words=("recall gain", "precision gain"),
    spread_levels=spread_levels,
)

SPACES = {space.name: space for space in (ROC, PR, NPR, PRG)}
