"""What is drawn: traces of curves and references, with no more vertices than needed."""

from prplot.core.traces.references import (
    f_line,
    minimum_curve,
    perfect_curve,
    project_grid,
    random_curve,
    trace_line,
    trace_modified_f,
)
from prplot.core.traces.simplify import DRAWN_TOLERANCE, LEFT, fewest, reduce, within
from prplot.core.traces.trace import (
    ARC_TOLERANCE,
    ExactPath,
    Trace,
    path_of_counts,
    straight_path,
    trace,
    whole_steps,
)

__all__ = [
    "ARC_TOLERANCE",
    "DRAWN_TOLERANCE",
    "LEFT",
    "ExactPath",
    "Trace",
    "f_line",
    "fewest",
    "minimum_curve",
    "path_of_counts",
    "perfect_curve",
    "project_grid",
    "random_curve",
    "reduce",
    "straight_path",
    "trace",
    "trace_line",
    "trace_modified_f",
    "whole_steps",
    "within",
]
