"""
Flach, Fig. 1: points in ROC and PR
===================================

Flach & Kull (2015), Figure 1: the same points in ROC and in PR space.

The running example of Figures 1 to 3 has 28 positives and 400 negatives. The paper gives no data;
these have the calibrated scores that its text prints (Figure 3). Red circles are points that no
other point dominates. In ROC space their hull (dotted) is easy to see; in PR space it bends, so
that the hull can't be judged by eye.
"""

import matplotlib.pyplot as plt

import prplot as prp

TP = [1, 1, 4, 4, 8, 9, 9, 12, 15, 20, 26, 28]
FP = [0, 1, 1, 5, 11, 16, 40, 90, 140, 230, 380, 400]
curve = prp.ConfusionCurve.from_counts(TP, FP, pos=28, neg=400)
# A point is dominated if another finds as many positives at a lower cost.
best = [i for i in range(1, curve.tp.size) if curve.tp[i] > curve.tp[i - 1]]

with plt.style.context("prplot.styles.paper"):
    fig, axes = plt.subplots(1, 2, figsize=(7.2, 3.6))
    circles = {"marker": "o", "color": "#D55E00", "markerfacecolor": "none", "markersize": 6}
    dotted = {"color": "#D55E00", "linestyle": ":", "linewidth": 1.2}
    prp.plot_spaces(
        curve, spaces=("roc", "pr"), axes=axes, show_hull=True, hull_kws=dotted, name="model"
    )
    prp.draw.draw_points(curve.fpr[best], curve.tpr[best], axes[0], circles)
    prp.draw.draw_points(curve.recall[best], curve.precision[best], axes[1], circles)
plt.show()
