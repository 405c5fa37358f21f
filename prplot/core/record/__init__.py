"""From labels and scores to the one record, the curve of confusion counts."""

from prplot.core.record.curve import ConfusionCurve
from prplot.core.record.dominance import SAME_PREVALENCE
from prplot.core.record.observations import (
    Observations,
    is_missing,
    judged,
    observe,
    refuse_missing,
)
from prplot.core.record.steps import Listed, Steps, Thresholds, checked_thresholds, steps_through

__all__ = [
    "SAME_PREVALENCE",
    "ConfusionCurve",
    "Listed",
    "Observations",
    "Steps",
    "Thresholds",
    "checked_thresholds",
    "is_missing",
    "judged",
    "observe",
    "refuse_missing",
    "steps_through",
]
