"""The record: from labels and scores to the curve of confusion counts.

``ConfusionCurve.from_scores`` checks its data (`observe`), sorts and counts them (`rank`), and
keeps the counts (`Steps`); ``ConfusionCurve.tp`` lays the steps out as points (`Places`), and
`prplot.core.spaces` maps points to coordinates. A mass is a sum of weights: the number of examples
if there are none. A path is the line from (0, 0) to (pos, neg) through the points.

To understand a curve, read `steps`, `ranking` and `curve`. `mistakes` only words errors, and
`sorting` only saves time.

- `observations`: labels, scores and weights, checked;
- `missing`: values that rows lack;
- `mistakes`: what unreadable labels and scores were probably meant to be;
- `steps`: counts where true positives rise, and their thresholds;
- `ranking`: sorting and counting, with or without weights;
- `sorting`: a sort for processors on which numpy's is slow;
- `paths`: the upper hull of a path, and where one is better than another;
- `sources`: counts from published points, from wrong labels and from retrieved items;
- `curve`: `ConfusionCurve`, which puts them together.
"""

from prplot.core.record.curve import (
    ConfusionCurve,
    RetrievedCurve,
    UnknownNegativesError,
    counted_curve,
)
from prplot.core.record.missing import MissingValuesWarning
from prplot.core.record.observations import Observations, observe
from prplot.core.record.steps import Steps

__all__ = [
    "ConfusionCurve",
    "MissingValuesWarning",
    "Observations",
    "RetrievedCurve",
    "Steps",
    "UnknownNegativesError",
    "counted_curve",
    "observe",
]
