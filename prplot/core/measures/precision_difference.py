"""The difference of two precision-recall curves at equal recall."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from prplot.core.checks import FloatArray
from prplot.core.measures.averaging import ProjectedCurve, Side
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import PR, Pair, refine
from prplot.core.traces import ARC_TOLERANCE, ExactPath, Trace


def trace_difference(curve: ConfusionCurve, baseline: ConfusionCurve) -> Trace:
    """Return the precision of a curve minus that of another, against recall.

    Parameters
    ----------
    curve, baseline : ConfusionCurve
        With positives.

    Returns
    -------
    Trace
        With recalls of PR space. It passes through the points of both curves; where one of them
        drops, so does the difference, and between them it is that of two hyperbola arcs.
    """
    return _Difference(ProjectedCurve.of(curve, PR), ProjectedCurve.of(baseline, PR)).traced()


@dataclass(frozen=True)
class _Difference:
    """Two curves, the heights of which are subtracted."""

    curve: ProjectedCurve
    baseline: ProjectedCurve

    @cached_property
    def corners(self) -> FloatArray:
        """The recalls of the points of both curves."""
        return np.union1d(self.curve.x, self.baseline.x)

    @cached_property
    def ends(self) -> Pair:
        """The differences where the recalls of the corners begin, and where they end."""
        return self._heights(self.corners, "left"), self._heights(self.corners, "right")

    def _heights(self, at: FloatArray, side: Side) -> FloatArray:
        height: FloatArray = self.curve.heights(at, side)
        return np.asarray(height - self.baseline.heights(at, side))

    def traced(
        self, *, tolerance: float = ARC_TOLERANCE, within: tuple[float, float] = (0.0, 1.0)
    ) -> Trace:
        """Return the difference at least at the recalls within a range, to a tolerance."""
        first = max(int(self.corners.searchsorted(within[0])) - 1, 0)
        seen = slice(first, int(self.corners.searchsorted(within[1], side="right")) + 1)
        corners, ends = self.corners[seen], [end[seen] for end in self.ends]
        inner = np.sort(self._inserted(corners, tolerance))
        x = np.concatenate([np.repeat(corners, 2), inner])
        y = np.concatenate([np.column_stack(ends).ravel(), self._heights(inner, "left")])
        order = np.argsort(x, kind="stable")
        x, y = x[order], y[order]
        kept = np.append(True, (np.diff(x) != 0) | (np.diff(y) != 0))
        return Trace(x[kept], y[kept], PR, tolerance, self.traced, self._path)

    def _inserted(self, corners: FloatArray, tolerance: float) -> FloatArray:
        """Return recalls between corners at which chords need further vertices."""

        def missed(start: FloatArray, inner: FloatArray, end: FloatArray) -> FloatArray:
            first, last = self._heights(start, "right"), self._heights(end, "left")
            share = (inner - start[:, None]) / (end - start)[:, None]
            chord = first[:, None] + share * (last - first)[:, None]
            return np.abs(self._heights(inner.ravel(), "left").reshape(inner.shape) - chord)

        return refine(corners[:-1], corners[1:], missed, tolerance)

    def _path(self) -> ExactPath:
        """Return the exact path: at each corner it has two points, where a recall begins and ends.

        They differ where a curve drops.
        """
        return ExactPath(2 * self.corners.size, self._at)

    def _at(self, places: FloatArray) -> Pair:
        point = np.minimum(np.floor(places).astype(np.int64), 2 * self.corners.size - 2)
        share, corner = places - point, point // 2
        is_drop = point % 2 == 0
        following = np.minimum(corner + 1, self.corners.size - 1)
        x = self.corners[corner]
        x = np.where(is_drop, x, x + share * (self.corners[following] - x))
        left, right = (end[corner] for end in self.ends)
        between = np.where(share > 0, self._heights(x, "left"), right)
        return x, np.where(is_drop, left + share * (right - left), between)
