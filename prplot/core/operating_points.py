"""Operating points as a record: counts at every threshold, and their coordinates."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from prplot.core import paths
from prplot.core.spaces import PR, PRG, ROC
from prplot.core.steps import Steps
from prplot.core.units import Unit

if TYPE_CHECKING:
    import pandas as pd

Array = NDArray[Any]


@dataclass(frozen=True, eq=False, repr=False)
class OperatingPoints:
    """What a `ConfusionCurve` holds and what follows from it point by point.

    Attributes
    ----------
    steps : Steps
        The compact record; the points are laid out of it when they are asked for.
    pos, neg : int or float
        Totals of the positive and the negative class.
    """

    steps: Steps
    pos: float
    neg: float

    def __post_init__(self) -> None:
        if not isinstance(self.steps, Steps):
            raise TypeError(
                f"{type(self).__name__} is made by from_scores, from_counts, from_rates or "
                "from_precision_recall"
            )
        self.steps.freeze()

    def __getstate__(self) -> dict[str, Any]:
        # Coordinates are computed anew, so that copies are as read-only as the original.
        return {name: self.__dict__[name] for name in ("steps", "pos", "neg")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.__post_init__()

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({self.tp.size} points, pos={self.pos:g}, neg={self.neg:g}, "
            f"prevalence={self.prevalence:.4g})"
        )

    @property
    def prevalence(self) -> float:
        """Share of the positive class, ``pos / (pos + neg)``."""
        pos, neg = self.in_safe_unit.pos, self.in_safe_unit.neg
        return pos / (pos + neg)

    @cached_property
    def in_safe_unit(self) -> Self:
        """The same curve, of masses with sums and products that floats hold; mostly itself."""
        unit = Unit.of(self.pos, self.neg)
        if unit.exponent == 0:
            return self
        pos, neg = float(unit.count(self.pos)), float(unit.count(self.neg))
        return replace(self, steps=paths.in_unit(self.steps, unit), pos=pos, neg=neg)

    @cached_property
    def _places(self) -> paths.Places:
        return paths.Places.of(self.steps, self.pos, self.neg)

    @cached_property
    def tp(self) -> Array:
        """True positives at each point."""
        corners = self.steps.tp_before(self._places.with_corner)
        return self._places.lay(0, corners, self.steps.tp, self.pos)

    @cached_property
    def fp(self) -> Array:
        """False positives at each point."""
        corners = self.steps.fp_before[self._places.with_corner]
        return self._places.lay(0, corners, self.steps.fp, self.neg)

    @cached_property
    def thresholds(self) -> Array:
        """Threshold of each point; the first is ``+inf``."""
        levels = self.steps.levels
        corners = levels.at_corners(self._places.with_corner)
        return self._places.lay(np.inf, corners, levels.at_steps(), levels.end)

    @property
    def fn(self) -> Array:
        """False negatives at each point."""
        return _frozen(self.pos - self.tp)

    @property
    def tn(self) -> Array:
        """True negatives at each point."""
        return _frozen(self.neg - self.fp)

    @cached_property
    def recall(self) -> Array:
        """``tp / pos``."""
        return _frozen(PR.project_path(self.tp, self.fp, self.pos, self.neg)[0])

    @cached_property
    def precision(self) -> Array:
        """``tp / (tp + fp)``."""
        return _frozen(PR.project_path(self.tp, self.fp, self.pos, self.neg)[1])

    @property
    def tpr(self) -> Array:
        """True positive rate, the same as recall."""
        return self.recall

    @cached_property
    def fpr(self) -> Array:
        """False positive rate, ``fp / neg``."""
        return _frozen(ROC.project(self.tp, self.fp, self.pos, self.neg)[0])

    @cached_property
    def recall_gain(self) -> Array:
        """``1 - pi / (1 - pi) fn / tp`` (Flach & Kull 2015, equation 3)."""
        return _frozen(PRG.project_path(self.tp, self.fp, self.pos, self.neg)[0])

    @cached_property
    def precision_gain(self) -> Array:
        """``1 - pi / (1 - pi) fp / tp`` (Flach & Kull 2015, equation 3)."""
        return _frozen(PRG.project_path(self.tp, self.fp, self.pos, self.neg)[1])

    def to_frame(self) -> "pd.DataFrame":
        """Return the points as a table.

        Returns
        -------
        pandas.DataFrame
            One row for each point, best score first; columns threshold, tp, fp, fn, tn, recall,
            precision, fpr, recall_gain, precision_gain.
        """
        import pandas as pd

        counts = ["tp", "fp", "fn", "tn"]
        points = ["recall", "precision", "fpr", "recall_gain", "precision_gain"]
        columns = {name: getattr(self, name) for name in [*counts, *points]}
        return pd.DataFrame({"threshold": self.thresholds, **columns})


def _frozen(array: Array) -> Array:
    array.flags.writeable = False
    return array
