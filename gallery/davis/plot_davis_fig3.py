"""
Davis, Fig. 3: dominance
========================

Davis & Goadrich (2006), Figure 3: dominance in ROC space is dominance in PR space.

At the same recall, B on curve I has fewer false positives than A on curve II. It therefore lies
further left in ROC space and, with as many true positives, higher in PR space; the converse holds
too (Theorem 3.2). The paper shows sketches; these are counts of 20 positives and 100 negatives.
"""

import matplotlib.pyplot as plt

import prplot as prp

RECALL = 0.5
ONE = prp.ConfusionCurve.from_counts([6, 11, 16, 19], [0, 4, 14, 40], pos=20, neg=100)
TWO = prp.ConfusionCurve.from_counts([3, 8, 14, 18], [3, 10, 30, 55], pos=20, neg=100)
assert ONE.dominates(TWO)
assert not TWO.dominates(ONE)


def point_at(curve, recall):
    """Return (false positive rate, precision) of a curve at a recall."""
    precision = float(curve.precision_at(recall))
    return recall * curve.pos * (1 / precision - 1) / curve.neg, precision


with plt.style.context("prplot.styles.paper"):
    fig, (roc, pr) = plt.subplots(1, 2, figsize=(7.2, 3.6))
    hairline = {"color": "0.6", "linewidth": 0.6}
    roc.axhline(RECALL, **hairline)
    pr.axvline(RECALL, **hairline)
    for name, curve, shift in (("A", TWO, (4, -13)), ("B", ONE, (9, 4))):
        fpr, precision = point_at(curve, RECALL)
        for ax, at in ((roc, (fpr, RECALL)), (pr, (RECALL, precision))):
            prp.draw.draw_points(*at, ax, {"color": "black", "markersize": 4})
            ax.annotate(name, at, shift, textcoords="offset points")
    prp.plot_spaces({"I": ONE, "II": TWO}, spaces=("roc", "pr"), axes=(roc, pr), show_chance=False)
plt.show()
