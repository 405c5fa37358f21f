"""A curve counted in cells of scores, with certified bounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

from prplot.core.measures.score_definitions import SCORES, score_key
from prplot.core.record import ConfusionCurve
from prplot.core.scan.cells import Cells

# By how much our own sums may be rounded.
ROUNDING = 1e-12


@dataclass(frozen=True, eq=False, repr=False)
class ScannedCurve(ConfusionCurve):
    """A curve of data larger than memory, counted in cells of scores; made by `prplot.scan`.

    It is accepted wherever a `ConfusionCurve` is. Its points and their thresholds are exact;
    between them the curve is a best guess, true and false positives changing in proportion. The
    curve of the data runs between `lower` and `upper`.

    Attributes
    ----------
    tp, fp, fn, tn, thresholds, pos, neg, prevalence
        As in `ConfusionCurve`; exact.
    recall, precision, tpr, fpr, recall_gain, precision_gain
        As in `ConfusionCurve`; exact.
    lower, upper : ConfusionCurve
        The lowest and the highest possible curve of the data, with negatives or positives first in
        each cell. Thresholds are nan at points that the data need not have.
    cells : Cells
        The counts.
    rounding : float
        Largest rounding error of sums.

    Notes
    -----
    `precision_at`, `recall_at`, `dominates` and the areas refer to the best guess; use `lower` and
    `upper` for certain bounds. `hull` is a plain `ConfusionCurve`, the hull of the exact points: it
    is achievable, and the hull of the data is at most that of `upper`.

    Examples
    --------
    >>> import pandas as pd, prplot as prp
    >>> table = pd.DataFrame({"y": [1, 0, 1, 0], "s": [0.9, 0.8, 0.7, 0.1]})
    >>> curve = prp.scan(table, y_true="y", y_score="s")
    >>> curve.lower.fp.tolist() == curve.fp.tolist() == curve.upper.fp.tolist()
    True
    """

    cells: Cells = field(kw_only=True, default=None)  # type: ignore[assignment]
    rounding: float = field(kw_only=True, default=ROUNDING)

    def __post_init__(self) -> None:
        if not isinstance(self.cells, Cells):
            raise TypeError("ScannedCurve is made by scan")
        super().__post_init__()
        for array in vars(self.cells).values():
            array.flags.writeable = False

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"cells": self.cells, "rounding": self.rounding}

    def __repr__(self) -> str:
        low, high = self.bounds("aucpr")
        return f"{super().__repr__()[:-1]}, AUCPR in [{low:.8g}, {high:.8g}])"

    @classmethod
    def from_cells(cls, cells: Cells, rounding: float = ROUNDING) -> ScannedCurve:
        """Make a curve from the counts in cells.

        Parameters
        ----------
        cells : Cells
        rounding : float, optional
            Largest relative rounding error of sums of weights.

        Returns
        -------
        ScannedCurve
        """
        return cls(cells.steps(), cells.pos, cells.neg, cells=cells, rounding=rounding)

    @property
    def lists_all_scores(self) -> bool:
        """Whether each cell holds one score."""
        return bool(self.cells.is_tied.all())

    @cached_property
    def lower(self) -> ConfusionCurve:
        """The lowest possible curve of the data."""
        return ConfusionCurve(self.cells.steps("negatives"), self.pos, self.neg)

    @cached_property
    def upper(self) -> ConfusionCurve:
        """The highest possible curve of the data."""
        return ConfusionCurve(self.cells.steps("positives"), self.pos, self.neg)

    def bounds(self, metric: str | Callable[..., float]) -> tuple[float, float]:
        """Return certain bounds for the area under the data's own curve.

        Parameters
        ----------
        metric : function or str
            `prplot.auroc`, `prplot.aucpr`, `prplot.aucnpr`, `prplot.auprg` or
            `prplot.average_precision`, or its name.

        Returns
        -------
        low, high : float
            Widened by the rounding of sums; nan if the area is undefined, with only one class.

        Raises
        ------
        ValueError
            An unknown metric.

        Notes
        -----
        All areas except average precision rise with every correctly ranked pair, so `lower` and
        `upper` have the extreme areas. Average precision takes ties at their lower end, which
        widens its bounds.

        Examples
        --------
        >>> import pandas as pd, prplot as prp
        >>> table = pd.DataFrame({"y": [1, 0, 1, 0], "s": [0.9, 0.8, 0.7, 0.1]})
        >>> curve = prp.scan(table, y_true="y", y_score="s")
        >>> low, high = curve.bounds(prp.auroc)
        >>> low < 0.75 < high, high - low < 1e-11
        (True, True)
        """
        score = SCORES[score_key(metric, "metric")]
        if score.bounded_by is None or not (self.pos and self.neg):
            low, high = (score.of(curve) for curve in (self.lower, self.upper))
        else:
            low, high = getattr(self.cells, score.bounded_by)()
        slack = self.rounding * (1 + max(abs(low), abs(high)))
        if score.is_gain and self.neg and self.rounding > ROUNDING:
            # Recall gain divides what is missing of the positives by the share of the negatives.
            slack *= (self.pos + self.neg) / self.neg
        return max(low - slack, score.low), min(high + slack, score.high)

    def hull(self) -> ConfusionCurve:  # type: ignore[override]
        """Return the achievable curve: the upper hull of the exact points, a plain curve.

        Returns
        -------
        ConfusionCurve
            Each vertex is an operating point of the data. The hull of the full data is nowhere
            lower, and nowhere higher than ``upper.hull()``.

        Examples
        --------
        >>> import pandas as pd, prplot as prp
        >>> table = pd.DataFrame({"y": [1, 0, 0, 1], "s": [0.9, 0.8, 0.7, 0.1]})
        >>> prp.scan(table, y_true="y", y_score="s").hull().tp.tolist()
        [0, 1, 2]
        """
        return ConfusionCurve(self.steps, self.pos, self.neg).hull()

    def at_prevalence(self, prevalence: float) -> Self:
        """Return the same ROC curve at another prevalence, with its bounds there.

        Parameters
        ----------
        prevalence : float
            In (0, 1).

        Returns
        -------
        ScannedCurve

        Raises
        ------
        ValueError
            A prevalence outside (0, 1); a curve with only one class.

        Examples
        --------
        >>> import pandas as pd, prplot as prp
        >>> table = pd.DataFrame({"y": [1, 0, 0, 1], "s": [0.9, 0.8, 0.7, 0.1]})
        >>> prp.scan(table, y_true="y", y_score="s").at_prevalence(0.25).neg
        6.0
        """
        plain = ConfusionCurve(self.steps, self.pos, self.neg).at_prevalence(prevalence)
        cells = self.cells.rescaled(plain.neg)
        return type(self)(plain.steps, plain.pos, plain.neg, cells=cells, rounding=self.rounding)
