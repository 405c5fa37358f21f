"""
Davis, Table 1: between two points
==================================

Davis & Goadrich (2006), Table 1: between two operating points.

Of 20 positives and 2000 negatives, A has 5 true and 5 false positives, and B has 10 and 30. Between
them, every true positive adds five false positives, so precision falls along an arc and not along
the chord. All numbers are the paper's own, to the three digits that it prints.
"""

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

PRINTED = (0.500, 0.375, 0.318, 0.286, 0.265, 0.250)

curve = prp.ConfusionCurve.from_counts([5, 10], [5, 30], pos=20, neg=2000)
tp = np.arange(5, 11)
recall = tp / 20
precision = curve.precision_at(recall)
fp = np.rint(tp / precision - tp).astype(int)

# %%
# The arc from A to B, the whole counts on it, and the chord that is too good to be true.

with plt.style.context("prplot.styles.paper"):
    fig, (ax, side) = plt.subplots(1, 2, figsize=(6.4, 3.4), width_ratios=(3, 2))
    prp.plot_pr(curve, ax=ax, score=None, show_points=False, name="exact arc")
    prp.draw.draw_points(recall, precision, ax, {"color": "C0", "markersize": 3.5})
    ax.plot(recall[[0, -1]], precision[[0, -1]], "--", color="#D55E00", label="chord (wrong)")
    for name, i, shift in (("A", 0, (4, 3)), ("B", -1, (4, 3))):
        ax.annotate(name, (recall[i], precision[i]), shift, textcoords="offset points")
    prp.draw.annotate(ax)

    side.axis("off")
    rows = [
        (f"{t}", f"{f}", f"{r:.2f}", f"{p:.3f}", f"{printed:.3f}")
        for t, f, r, p, printed in zip(tp, fp, recall, precision, PRINTED, strict=True)
    ]
    table = side.table(
        rows,
        colLabels=("TP", "FP", "REC", "PREC", "printed"),
        rowLabels=("A", "", "", "", "", "B"),
        loc="center",
        cellLoc="center",
        edges="horizontal",
    )
    table.auto_set_font_size(False)
    table.set_fontsize(8)
    table.scale(1, 1.4)
plt.show()
