"""Operating points joined by their mixtures: what a curve answers between and beyond them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core import paths
from prplot.core.dominance import is_nowhere_worse, same_prevalence
from prplot.core.hulls import upper_hull
from prplot.core.operating_points import OperatingPoints

Array = NDArray[Any]
# Smaller masses have fewer digits.
_LEAST = float(np.finfo(np.float64).tiny)


@dataclass(frozen=True, eq=False, repr=False)
class InterpolatedCurve(OperatingPoints):
    """What follows from a `ConfusionCurve` as a whole.

    Between two neighbouring points the counts move linearly: who flips a coin between the two
    thresholds gets every point on the way (Davis & Goadrich 2006, section 4).
    """

    def hull(self) -> Self:
        """Return the achievable curve: the upper hull of the ROC curve.

        Returns
        -------
        ConfusionCurve
            From ``(0, 0)`` to ``(pos, neg)`` with the best of the thresholds, best score first. No
            point lies on the straight line between its neighbours: exactly so for whole counts,
            else up to rounding.

        See Also
        --------
        from_scores : With ``thresholds=curve.hull().thresholds`` it counts on other data.

        Notes
        -----
        In ROC space the hull is concave; in PR space it is the achievable PR curve, which dominates
        every curve that mixtures of these points give (Davis & Goadrich 2006, Corollary 3.1). A
        hull of the data that it is judged on is optimistic: choose its thresholds on tuning data
        (section 3).

        Examples
        --------
        >>> import prplot as prp
        >>> curve = prp.ConfusionCurve.from_scores([1, 0, 0, 1], [0.9, 0.8, 0.7, 0.1])
        >>> hull = curve.hull()
        >>> hull.tp.tolist(), hull.fp.tolist(), hull.thresholds.tolist()
        ([0, 1, 2], [0, 0, 2], [inf, 0.9, 0.1])
        """
        best = upper_hull(self.tp, self.fp)
        steps = paths.closed(
            self.tp[best], self.fp[best], self.pos, self.neg, self.thresholds[best]
        )
        return type(self)(steps, self.pos, self.neg)

    def dominates(self, other: InterpolatedCurve) -> bool:
        """Tell whether precision is at no recall lower than another curve's.

        Parameters
        ----------
        other : ConfusionCurve
            Of the same prevalence; thresholds and the scale of the totals may be others.

        Returns
        -------
        bool
            Whether it is so at every recall above 0, on the exact arcs and at both ends of every
            jump; the same as being nowhere lower in ROC space. Exact for whole counts, else up to
            rounding of the rates.

        Raises
        ------
        ValueError, TypeError
            A curve of another prevalence; no curve.

        Notes
        -----
        A curve dominates in ROC space if and only if it dominates in PR space (Davis & Goadrich
        2006, Theorem 3.2). Equal curves dominate each other; of crossing curves neither does.

        Examples
        --------
        >>> import prplot as prp
        >>> curve = prp.ConfusionCurve.from_scores([1, 0, 0, 1], [0.9, 0.8, 0.7, 0.1])
        >>> curve.hull().dominates(curve), curve.dominates(curve.hull())
        (True, False)
        """
        if not isinstance(other, InterpolatedCurve):
            raise TypeError(f"other must be a ConfusionCurve, found {type(other).__name__}")
        one, another = (
            (curve.tp, curve.fp, curve.pos, curve.neg)
            for curve in (self.in_safe_unit, other.in_safe_unit)
        )
        if not same_prevalence(one, another):
            raise ValueError(
                f"other must have the same prevalence, found {self.prevalence:.6g} and "
                f"{other.prevalence:.6g}; at_prevalence brings one curve to that of the other"
            )
        return is_nowhere_worse(one, another)

    def at_prevalence(self, prevalence: float) -> Self:
        """Return the same ROC curve at another prevalence.

        Parameters
        ----------
        prevalence : float
            In (0, 1).

        Returns
        -------
        ConfusionCurve
            False positives and `neg` are rescaled by one factor; thresholds stay.

        Raises
        ------
        ValueError
            A prevalence that is not inside (0, 1); a curve with one class only.

        Examples
        --------
        >>> import prplot as prp
        >>> curve = prp.ConfusionCurve.from_counts([1], [1], 2, 2).at_prevalence(0.25)
        >>> curve.neg, curve.precision.tolist()
        (6.0, [0.25, 0.25, 0.25])
        """
        share = paths.inside(prevalence)
        if self.pos == 0 or self.neg == 0:
            raise ValueError("a curve with one class only has no other prevalence")
        for curve in (self, self.in_safe_unit):
            neg = float(curve.pos) * (1 - share) / share
            if _LEAST <= neg < np.inf:
                return type(self)(paths.rescaled(curve.steps, curve.neg, neg), curve.pos, neg)
        raise ValueError(f"prevalence must leave negatives that a float holds, found {share:g}")

    def precision_at(self, recall: ArrayLike) -> Array:
        """Return the precision at given recalls, on the exact arcs.

        Parameters
        ----------
        recall : array_like of float
            In [0, 1].

        Returns
        -------
        ndarray of float
            The upper value at a vertical drop; nan if there are no positives.

        Raises
        ------
        ValueError
            Recalls outside [0, 1].

        Examples
        --------
        >>> import prplot as prp
        >>> prp.ConfusionCurve.from_counts([5, 10], [5, 30], 20, 2000).precision_at([0.3, 0.35])
        array([0.375     , 0.31818182])
        """
        at = paths.shares(recall, "recall")
        curve = self.in_safe_unit
        return paths.precision_at(curve.tp, curve.fp, self.recall, self.precision, at)

    def recall_at(self, precision: ArrayLike) -> Array:
        """Return the largest recall with at least the given precision, on the exact arcs.

        Parameters
        ----------
        precision : array_like of float
            In [0, 1].

        Returns
        -------
        ndarray of float
            0 where no threshold has that precision; nan if there are no positives.

        Raises
        ------
        ValueError
            Precisions outside [0, 1].

        Examples
        --------
        >>> import prplot as prp
        >>> prp.ConfusionCurve.from_counts([5, 10], [5, 30], 20, 2000).recall_at([0.25, 0.375, 0.9])
        array([0.5, 0.3, 0. ])
        """
        at = paths.shares(precision, "precision")
        curve = self.in_safe_unit
        return paths.recall_at(curve.tp, curve.fp, curve.pos, self.precision, at)
