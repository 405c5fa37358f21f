"""A statistic of curves where they share a coordinate of one space, as a path of counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from prplot.core import normalized
from prplot.core.counts import ConfusionCurve
from prplot.core.refining import refine
from prplot.core.spaces import NPR, ROC, Space

FloatArray = NDArray[np.float64]
Pair = tuple[FloatArray, FloatArray]
Side = Literal["left", "right"]
# Of the curves' heights at n places, shape (n_curves, n), to one height each.
Statistic = Callable[[FloatArray], FloatArray]


def pointwise(
    curves: Sequence[ConfusionCurve],
    space: Space,
    totals: tuple[float, float],
    statistic: Statistic,
    tolerance: float,
) -> Pair:
    """Return the counts, at some totals, of a statistic of curves at equal first coordinates.

    Parameters
    ----------
    curves : sequence of ConfusionCurve
        All with both classes; of any prevalence.
    space : Space
        ROC, PR or NPR: where the curves share a coordinate, and whose heights are taken.
    totals : tuple of float
        Positives and negatives of the result.
    statistic : callable
        Of heights, shape (n_curves, n), one for each place; kept to what is achievable.
    tolerance : float
        By how much counts that move linearly between two points may miss a height.

    Returns
    -------
    tp, fp : ndarray of float, shape (m,)
        All corners of the curves are among the points, and both ends of every jump.
    """
    held = [ProjectedCurve.of(curve, space) for curve in curves]
    return Pointwise(held, space, totals, statistic).path(tolerance)


@dataclass(frozen=True)
class ProjectedCurve:
    """A curve in the space whose first coordinate it shares with others.

    Attributes
    ----------
    curve : ConfusionCurve
    space : Space
    x, y : ndarray of float, shape (n,)
        Its corners, x never decreasing from 0 to 1.
    """

    curve: ConfusionCurve
    space: Space
    x: FloatArray
    y: FloatArray

    @classmethod
    def of(cls, curve: ConfusionCurve, space: Space) -> ProjectedCurve:
        """Project the corners of a curve."""
        return cls(curve, space, *space.project_path(curve.tp, curve.fp, curve.pos, curve.neg))

    def heights(self, at: FloatArray, side: Side) -> FloatArray:
        """Return the heights where the curve first ("left") or last ("right") has each x."""
        after = np.searchsorted(self.x, at, side=side)
        before = after - 1
        corner = after if side == "left" else before
        before, after = np.maximum(before, 0), np.minimum(after, self.x.size - 1)
        curve = self.curve
        share = _share(self.space, self.x[before], at, self.x[after], curve.pos, curve.neg)
        tp, fp = (n[before] + share * (n[after] - n[before]) for n in (curve.tp, curve.fp))
        between = self.space.project(tp, fp, curve.pos, curve.neg)[1]
        return np.where(self.x[corner] == at, self.y[corner], between)


@dataclass(frozen=True)
class Pointwise:
    """A statistic of the curves' heights at equal x, as counts at some totals.

    Attributes
    ----------
    curves : list of ProjectedCurve
    space : Space
    totals : tuple of float
    statistic : callable
    """

    curves: list[ProjectedCurve]
    space: Space
    totals: tuple[float, float]
    statistic: Statistic

    def path(self, tolerance: float) -> Pair:
        """Return the curves' corners, and more points until counts may move linearly between."""
        corners = np.unique(np.concatenate([held.x for held in self.curves]))
        inserted = refine(corners[:-1], corners[1:], self._missed, tolerance)
        at = np.sort(np.concatenate([corners, inserted]))
        both = zip(self.counts(at, "left"), self.counts(at, "right"), strict=True)
        tp, fp = (np.column_stack(pair).ravel() for pair in both)
        kept = np.append(True, (np.diff(tp) != 0) | (np.diff(fp) != 0))
        return tp[kept], fp[kept]

    def counts(self, at: FloatArray, side: Side) -> Pair:
        """Return the counts where the average first or last has each x, kept to what can be."""
        pos, neg = self.totals
        heights = np.stack([held.heights(at.ravel(), side) for held in self.curves])
        y = np.clip(self.statistic(heights), 0, 1).reshape(at.shape)
        tp, fp = self.space.invert(at, y, pos, neg)
        if self.space is not ROC:
            # What recall 0 does not tell: without negatives first, precision there is above 0.
            fp = np.where(at == 0, self._leading_negatives(), np.minimum(fp, neg))
        return tp, fp

    def _missed(self, start: FloatArray, inner: FloatArray, end: FloatArray) -> FloatArray:
        """Return by how much straight lines in count space miss the heights within pieces."""
        start, end = start[:, None], end[:, None]
        tp, fp = self.counts(start, "right")
        last_tp, last_fp = self.counts(end, "left")
        share = _share(self.space, start, inner, end, *self.totals)
        drawn = tp + share * (last_tp - tp), fp + share * (last_fp - fp)
        true = self.counts(inner, "left")
        pos, neg = self.totals
        heights = [self.space.project(tp, fp, pos, neg)[1] for tp, fp in (drawn, true)]
        return np.abs(heights[0] - heights[1])

    def _leading_negatives(self) -> float:
        """Return the false positives at recall 0: above 0 only if negatives lead in every curve."""
        curves = [held.curve for held in self.curves]
        before = [float(curve.fp[curve.tp == 0].max()) for curve in curves]
        if not all(before):
            return 0.0
        # Near recall 0 a height is tp / fp, in normalised PR space tp (1 / fp - 1 / neg).
        least = 1.0 if self.space is NPR else 0.0
        pos, neg = map(float, self.totals)
        slopes = [
            _growth(self.space, curve.pos, curve.neg) * (curve.neg - least * fp) / (curve.neg * fp)
            for curve, fp in zip(curves, before, strict=True)
        ]
        slope = float(np.mean(slopes)) / _growth(self.space, pos, neg)
        return min(neg / (least + neg * slope), neg)


def _growth(space: Space, pos: float, neg: float) -> float:
    """Return how fast true positives grow with x at recall 0."""
    return float(neg * np.log1p(pos / neg) if space is NPR else pos)


def _share(space: Space, x0: Any, x: Any, x1: Any, pos: float, neg: float) -> Any:
    """Return how far on a straight count-space line from x0 to x1 a place is; 0 if it's upright."""
    if space is NPR:
        x0, x, x1 = (normalized.along(np.asarray(place), pos, neg) for place in (x0, x, x1))
    return np.divide(x - x0, x1 - x0, out=np.zeros(np.shape(x)), where=x1 > x0)
