"""
Davis, Fig. 5: the achievable curve
===================================

Davis & Goadrich (2006), Figure 5: the ROC hull and its PR analogue.

(a) The upper hull of nine operating points keeps five of them and the end points. (b) It dominates
the curve through all points. (c) So does its image in PR space, the achievable curve, which
discards exactly the same points although it is not convex: it bends between two points. The paper
prints no coordinates; these are counts of 20 positives and 60 negatives. A vertex of the hull has
the same colour in (b) and (c).
"""

import matplotlib.pyplot as plt

import prplot as prp

TP = [4, 6, 9, 10, 13, 14, 17, 18, 20]
FP = [0, 3, 3, 8, 10, 17, 19, 30, 36]
curve = prp.ConfusionCurve.from_counts(TP, FP, pos=20, neg=60)

# All legends in the type size of the words in the panels.
with plt.style.context(["prplot.styles.paper", {"legend.fontsize": 6}]):
    fig, axes = plt.subplots(1, 3, figsize=(9.6, 3.3))
    hull = curve.hull()
    prp.plot_roc(hull, score=None, show_points=False, show_chance=False, ax=axes[0])
    faint = {"color": "0.5", "markersize": 4, "label": "discarded"}
    prp.draw.draw_points(curve.fpr, curve.tpr, axes[0], faint)
    kept = {"color": "C0", "markersize": 5, "label": "on the hull"}
    prp.draw.draw_points(hull.fpr, hull.tpr, axes[0], kept)
    prp.draw.annotate(axes[0])
    prp.plot_hull(curve, axes=axes[1:])
    for ax, letter in zip(axes, "abc", strict=True):
        ax.set_title(f"({letter})", loc="left")
plt.show()
