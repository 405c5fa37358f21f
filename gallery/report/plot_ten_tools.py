"""
Ten tools, one classifier
=========================

Chen et al. (2024) give ten tools a classifier with two scores: 78,124 of 269,661 positives and
13,913 of 566,487 negatives have the higher one. There is one operating point, and the tools report
areas from 0.356 to 0.942. Each panel shows what a rule draws, and the arc in grey.

- **Arcs**: both counts grow in proportion. Keras with its 200 thresholds draws the same here.
- **Average precision**: steps, as in scikit-learn, TorchEval and Weka.
- **Chords from (0, 1)**: the starting point belongs to no threshold.
- **MLeval**: no area to the left of the first point.
- **ROCR**: adds points at whole counts, those after the operating point in the wrong place.
- **PerfMeas**: a point for each row, so that the order of tied rows decides (dashed: positives
  first).
"""

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

POS, NEG, TP, FP = 269_661, 566_487, 78_124, 13_913
curve = prp.ConfusionCurve.from_counts([TP], [FP], pos=POS, neg=NEG)
first, last = curve.precision[1:]


def along(*counts):
    """Return recall and precision along straight lines between counts (tp, fp)."""
    at = np.linspace(0, len(counts) - 1, 1001)
    tp, fp = (np.interp(at, range(len(counts)), one) for one in np.transpose(counts))
    return tp / POS, tp / (tp + fp)


LEFT, POINT, END = (0, first), (TP / POS, first), (1, last)
RIGHT = along((TP, FP), (POS, NEG))


def path(*parts):
    """Return recall and precision of points and paths, one after the other."""
    return np.hstack([np.reshape(part, (2, -1)) for part in parts])


PANELS = {
    "PRROC, precrec, Keras": ("arcs", [path(LEFT, RIGHT)]),
    "Average precision": ("steps", [path(LEFT, POINT, (TP / POS, last), END)]),
    "scikit-learn auc, yardstick": ("chords\nfrom (0, 1)", [path((0, 1), POINT, END)]),
    "MLeval": ("a chord", [path(POINT, END)]),
    "ROCR": ("points out\nof order", [path((0, 1), (1 / POS, first), RIGHT, LEFT, POINT, END)]),
    "PerfMeas": (
        "a point\nper row",
        [
            path(along((0, 1), (0, FP), (TP, FP), (TP, NEG), (POS, NEG))),
            path(along((1, 0), (TP, 0), (TP, FP), (POS, FP), (POS, NEG))),
        ],
    ),
}
areas = {tool: [np.trapezoid(y, x) for x, y in paths] for tool, (_, paths) in PANELS.items()}

with plt.style.context("prplot.styles.paper"):
    fig, axes = plt.subplots(2, 3, figsize=(6.4, 4.7), sharex=True, sharey=True)
    grey = {"linewidth": 3, "color": "0.8", "zorder": 2.5}
    for ax, (tool, (words, paths)) in zip(axes.flat, PANELS.items(), strict=True):
        prp.plot_pr(curve, score=None, legend=False, show_points=False, curve_kws=grey, ax=ax)
        for (recall, precision), line in zip(paths, ("-", "--")[: len(paths)], strict=True):
            ax.plot(recall, precision, line, color="#D55E00", linewidth=1.2, zorder=3)
        prp.draw.draw_points([TP / POS], [first], ax, {"color": "0.2"})
        said = " to ".join(f"{area:.3f}" for area in areas[tool])
        ax.text(0.98, 0.8, f"{words}\n{said}", ha="right", va="center", fontsize=8)
        ax.set_title(tool)
        ax.label_outer()
plt.show()
