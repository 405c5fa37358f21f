"""
Flach, Fig. 2: PR and PRG curves
================================

Flach & Kull (2015), Figure 2: PR and PRG curve of the running example.

Left: in PR space, lines of equal F1 are hyperbolas, and so is the baseline, the line of points that
are as good as calling everything positive. Right: in Precision-Recall-Gain space they are parallel
lines, the baseline is the minor diagonal, and the hull is convex. Only the part of the PR curve
with a recall of at least the prevalence is shown there; the curve enters from the left.
"""

import matplotlib.pyplot as plt

import prplot as prp

TP = [1, 1, 4, 4, 8, 9, 9, 12, 15, 20, 26, 28]
FP = [0, 1, 1, 5, 11, 16, 40, 90, 140, 230, 380, 400]
curve = prp.ConfusionCurve.from_counts(TP, FP, pos=28, neg=400)
LEVELS = (0.1, 0.15, 0.2, 0.3, 0.4)

with plt.style.context("prplot.styles.paper"):
    fig, (pr, prg) = plt.subplots(1, 2, figsize=(7.2, 3.9))
    prp.plot_pr(curve, show_baseline=True, show_isometrics=True, levels=LEVELS, ax=pr)
    prp.plot_prg(curve, show_isometrics=True, levels=LEVELS, show_hull=True, ax=prg)
plt.show()
