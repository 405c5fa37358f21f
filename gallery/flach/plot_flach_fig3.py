"""
Flach, Fig. 3: calibration for F
================================

Flach & Kull (2015), Figure 3: scores calibrated for accuracy and for F.

Left: segments of the ROC hull with their calibrated scores c. The second point up from the origin
has the highest accuracy for costs between 0.29 and 0.75, as in the paper. Right: segments of the
PRG hull with d = 1 / (1 + beta^2). The point between 0.76 and 0.49 has the highest F score for
beta^2 from 0.32 to 1.04, and therefore for F1.

The dots are a regular grid of the other space: each space spreads out what the other one
compresses.
"""

import matplotlib.pyplot as plt

import prplot as prp

TP = [1, 1, 4, 4, 8, 9, 9, 12, 15, 20, 26, 28]
FP = [0, 1, 1, 5, 11, 16, 40, 90, 140, 230, 380, 400]
curve = prp.ConfusionCurve.from_counts(TP, FP, pos=28, neg=400)

with plt.style.context("prplot.styles.paper"):
    fig, (roc, prg) = plt.subplots(1, 2, figsize=(7.2, 3.9))
    green = {"color": "#8CC7A1"}
    prp.draw.draw_grid(prp.draw.PRG, prp.draw.ROC, curve.pos, curve.neg, roc, green, count=12)
    prp.draw.draw_grid(prp.draw.ROC, prp.draw.PRG, curve.pos, curve.neg, prg, green, count=12)
    prp.plot_roc(curve, show_hull=True, show_calibration=True, ax=roc)
    prp.plot_prg(curve, show_hull=True, show_calibration=True, ax=prg)
plt.show()
