"""Layers for composing figures of your own: each function adds one artist and returns it.

Lines are drawn from traces: a curve, a reference or an isometric in the space of the axes.

Examples
--------
>>> import matplotlib.pyplot as plt
>>> import prplot as prp
>>> fig, ax = plt.subplots()
>>> curve = prp.ConfusionCurve.from_counts([5, 10], [5, 30], pos=20, neg=2000)
>>> prp.draw.dress(ax, prp.draw.PR)
>>> line = prp.draw.draw_trace(prp.draw.trace(curve, prp.draw.PR), ax, {"color": "C3"})
>>> line.get_color()
'#d62728'
"""

from prplot.core.spaces import NPR, PR, PRG, ROC, Space
from prplot.core.traces import (
    Trace,
    f_line,
    minimum_curve,
    perfect_curve,
    project_grid,
    random_curve,
    trace,
    trace_line,
)
from prplot.draw.artists import (
    draw_band,
    draw_grid,
    draw_points,
    draw_region,
    draw_trace,
    draw_vertices,
)
from prplot.draw.axes import dress
from prplot.draw.placement.annotations import annotate

__all__ = [
    "NPR",
    "PR",
    "PRG",
    "ROC",
    "Space",
    "Trace",
    "annotate",
    "draw_band",
    "draw_grid",
    "draw_points",
    "draw_region",
    "draw_trace",
    "draw_vertices",
    "dress",
    "f_line",
    "minimum_curve",
    "perfect_curve",
    "project_grid",
    "random_curve",
    "trace",
    "trace_line",
]
