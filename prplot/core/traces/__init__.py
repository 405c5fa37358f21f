"""Traces: what is drawn of curves and references, with no more vertices than needed.

- `trace`: `Trace`, a polyline in a space, and the exact path that it stands for;
- `simplify`: fewer vertices for the same picture;
- `references`: random, minimum and perfect curves; isometrics; grids of another space.
"""

from prplot.core.traces.references import (
    f_line,
    minimum_curve,
    perfect_curve,
    project_grid,
    random_curve,
    trace_line,
    trace_modified_f,
)
from prplot.core.traces.simplify import (
    DRAWN_TOLERANCE,
    fewest_vertices,
    leftmost,
    simplified,
    thinned_in_columns,
)
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
    "ExactPath",
    "Trace",
    "f_line",
    "fewest_vertices",
    "leftmost",
    "minimum_curve",
    "path_of_counts",
    "perfect_curve",
    "project_grid",
    "random_curve",
    "simplified",
    "straight_path",
    "thinned_in_columns",
    "trace",
    "trace_line",
    "trace_modified_f",
    "whole_steps",
]
