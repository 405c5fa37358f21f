"""What figures show that are no curves in a space: records of numbers, in sentences.

Plot functions leave the sentences with what they draw, as the facts `head` and `told` of its mark.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from prplot.core.checks import listed
from prplot.core.measures.metric_lines import GroupMetrics, WantedMetrics
from prplot.core.measures.metric_steps import THRESHOLD
from prplot.core.traces.step_function import StepFunction
from prplot.draw.scene import Head
from prplot.plots.alt_text.wording import (
    counted,
    course,
    data_words,
    range_words,
    read,
    short_name,
    uncapital,
)

if TYPE_CHECKING:
    pass

# What a mark is told of: arguments of `Mark`.
Facts = dict[str, Any]
# Most rows that are read one by one; of more, the first, the middle and the last.
MOST_ROWS = 6
# Most metrics that the first sentence names.
MOST_METRICS = 4
# Changes below this are rounding errors.
ROUNDED = 1e-9
# Changes below this don't show in three decimals.
SHOWN = 1e-3
# The least p that is read as a number.
LEAST_P = 0.001


def metrics_head(groups: Sequence[GroupMetrics], wanted: WantedMetrics) -> Head:
    """Return which metrics are drawn against what, and of how many models and cases."""
    names = listed([uncapital(wanted.name(key)) for key in wanted.keys])
    if len(wanted.keys) > MOST_METRICS:
        names = counted(len(wanted.keys), "metric")
    of = "" if len(groups) == 1 else f" of {counted(len(groups), 'model')}"
    against = "the share predicted positive"
    if wanted.against == THRESHOLD:
        ends = [end for one in groups for fold in one.folds for end in (fold.x[0], fold.x[-1])]
        against = f"the threshold, from {' to '.join(range_words(min(ends), max(ends)))}"
    folds = {len(one.folds) for one in groups if one.has_folds}
    curves = [fold.curve for one in groups for fold in one.folds]
    data = data_words(curves, folds.pop() if len(folds) == 1 else 0)
    return Head(f"{names}{of} against {against}", data=data)


def metric_words(title: str, function: StepFunction) -> tuple[str, ...]:
    """Return where a metric begins and ends, and its highest value if that is in between."""
    known = function.at_jumps
    known = known[np.isfinite(known)]
    if not known.size:
        return (f"{title} is undefined.",)
    first, last, highest = (f"{one:.3f}" for one in (known[0], known[-1], known.max()))
    words = course(known)
    if float(highest) > max(float(first), float(last)):
        words = f"begins at {first}, rises to {highest} and ends at {last}"
    return (f"{title} {words}.",)


def point_words(
    words: str, values: Mapping[str, float], name: str | None = None
) -> tuple[str, ...]:
    """Return a marked threshold of a model with the values of metrics there."""
    words = read(words) if name is None else f"{read(words)} of {short_name(name)}"
    known = {name: value for name, value in values.items() if np.isfinite(value)}
    found = [f"{uncapital(name)} {value:.3f}" for name, value in known.items()]
    return (f"{words} with {listed(found)}" if found else words,)
