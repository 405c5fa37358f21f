"""The record: from labels and scores to the curve of confusion counts.

``ConfusionCurve.from_scores`` checks its data (`observe`), sorts and counts them (`rank`), and
keeps the counts (`Steps`); ``ConfusionCurve.tp`` lays the steps out as points (`Places`), and
`prplot.core.spaces` maps points to coordinates. A mass is a sum of weights; without weights, a
number of examples. A path is the line through the points (tp, fp), from (0, 0) to its end: (pos,
neg), or the last item of a `RetrievedCurve`.

To understand a curve, read `steps`, which has an example, then `ranking` and `curve`. The other
modules are read on demand; `mistakes` only words errors.

- `steps`: counts where true positives rise, and their thresholds;
- `ranking`: sorting and counting, with or without weights;
- `curve`: `ConfusionCurve`, which puts all together;
- `observations`: labels, scores and weights, checked, and values that rows lack;
- `mistakes`: what unreadable labels and scores were probably meant to be;
- `sources`: counts from published points, from wrong labels and from retrieved items;
- `paths`: the upper hull of a path, and where one is better than another.

Where the papers' results are used:

- Counts move linearly between points (Davis & Goadrich 2006, section 4): `steps`, and
  ``precision_at`` in `curve`.
- A point of PR space has one pair of counts (Theorem 3.1): `sources`.
- Dominance is the same in ROC and PR space (Theorem 3.2), and the achievable curve is the hull in
  ROC space (Corollary 3.1): `paths`.
- No point lies below the minimum curve (Boyd et al. 2012, Theorem 1): `sources` refuses it.
- Gains (Flach & Kull 2015, section 3) are coordinates of the same counts: ``recall_gain`` and
  ``precision_gain`` in `curve`.
"""

from prplot.core.record.curve import (
    ConfusionCurve,
    RetrievedCurve,
    UnknownNegativesError,
    counted_curve,
)
from prplot.core.record.observations import MissingValuesWarning, Observations, observe
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
