"""
Benchmarks
==========

Time from labels and 64-bit scores to the record, at a prevalence of 0.1, and on to the areas AUCPR,
AUROC, AUPRG and average precision, compared with scikit-learn's ``precision_recall_curve``, alone
and with ``average_precision_score``, and with ``numpy.sort`` of the scores, a lower limit for any
method that sorts. The times are those stored by ``python -m benchmarks``.

This example needs a data file of a checkout of prplot: run it in ``gallery/benchmarks``.
"""

import json
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

PREVALENCE = 0.1
# A notebook has no file of its own: it is run in the folder of this script.
HERE = Path(globals().get("__file__", "notebook")).resolve().parent
FILE = HERE.parents[1] / "benchmarks" / "results" / "benchmarks.json"
if not FILE.exists():
    raise FileNotFoundError(f"no {FILE}; run this in gallery/benchmarks of a checkout of prplot")
rows = [
    row
    for row in json.loads(FILE.read_text(encoding="utf-8"))["times"]
    if (row["prevalence"], row["dtype"]) == (PREVALENCE, "float64")
]
OTHERS, OURS, SORT = "#D55E00", "#0072B2", "0.35"
DASHED = (0, (4, 1.5))
LINES = {
    "scikit-learn, areas": ("areas", "scikit-learn", OTHERS, DASHED),
    "scikit-learn": ("record", "scikit-learn", OTHERS, "-"),
    "prplot, areas": ("areas", "prplot", OURS, DASHED),
    "prplot": ("record", "prplot", OURS, "-"),
    "np.sort": ("record", "np.sort", SORT, "-"),
}


def apart(heights, gap):
    """Spread heights, given highest first, until neighbours are a gap apart."""
    heights = np.array(heights)
    for _ in range(200):
        lacking = np.maximum(gap - (heights[:-1] - heights[1:]), 0) / 2
        heights[:-1] += lacking
        heights[1:] -= lacking
    return heights


with plt.style.context("prplot.styles.paper"):
    fig, ax = plt.subplots(figsize=(4.2, 3.2))
    lasts = {}
    for words, (task, contestant, color, style) in LINES.items():
        held = [row for row in rows if row["task"] == task]
        sizes = [row["size"] for row in held]
        seconds = [row["seconds"][contestant] for row in held]
        ax.plot(sizes, seconds, color=color, linestyle=style, linewidth=1.4)
        ax.plot(sizes, seconds, ".", color=color, markersize=4)
        lasts[words] = seconds[-1]
    ax.set(xscale="log", yscale="log", xlabel="Scores", ylabel="Seconds")
    decades = np.ptp(np.log10(ax.get_ylim()))
    names = sorted(lasts, key=lasts.__getitem__, reverse=True)
    heights = 10 ** apart(np.log10([lasts[name] for name in names]), 0.065 * decades)
    for words, height in zip(names, heights, strict=True):
        ax.annotate(
            words,
            (sizes[-1], height),
            (6, 0),
            textcoords="offset points",
            color=LINES[words][2],
            va="center",
            fontsize=8,
            annotation_clip=False,
        )
plt.show()
