"""
Davis, Fig. 4: curves that cross
================================

Davis & Goadrich (2006), Figure 4: curves cross at the same recalls in both spaces.

The other half of Theorem 3.2: a curve that does not dominate in ROC space can't dominate in PR
space. Where two curves share a confusion matrix, they meet in both spaces; on either side of that
point, the same curve is ahead in both: B on curve I has fewer false positives than A on curve II,
and therefore the higher precision. The paper shows two sketches; these are counts of 20 positives
and 100 negatives.
"""

import matplotlib.pyplot as plt

import prplot as prp

ONE = prp.ConfusionCurve.from_counts([10, 15], [4, 40], pos=20, neg=100)
TWO = prp.ConfusionCurve.from_counts([6, 18], [6, 36], pos=20, neg=100)
assert not ONE.dominates(TWO)
assert not TWO.dominates(ONE)

# Between their points I has 4 + 36 (tp - 10) / 5 false positives and II has 6 + 30 (tp - 6) / 12.
TP = (6 - 15 + 72 - 4) / (7.2 - 2.5)
FP = 6 + 2.5 * (TP - 6)

with plt.style.context("prplot.styles.paper"):
    fig, (roc, pr) = plt.subplots(1, 2, figsize=(7.2, 3.6))
    hairline = {"color": "0.6", "linewidth": 0.6}
    roc.axhline(TP / 20, **hairline)
    pr.axvline(TP / 20, **hairline)
    points = {"": (TP, FP), "A": (8, 11), "B": (8, 3.2)}
    shifts = {"": (0, 0), "A": (4, -11), "B": (5, 5)}
    for ax, space in ((roc, prp.draw.ROC), (pr, prp.draw.PR)):
        for name, (tp, fp) in points.items():
            at = space.project(tp, fp, 20, 100)
            prp.draw.draw_points(*at, ax, {"color": "black", "markersize": 4})
            ax.annotate(name, at, shifts[name], textcoords="offset points")
    prp.plot_spaces({"I": ONE, "II": TWO}, spaces=("roc", "pr"), axes=(roc, pr), show_chance=False)
plt.show()
