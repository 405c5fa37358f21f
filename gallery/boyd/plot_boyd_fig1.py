"""
Boyd et al. (2012), Figure 1: minimum and random curve
======================================================

One positive for every two negatives. Everything below the minimum curve is unachievable: its
area, 0.189, is free for every model. The perfect ranking is drawn to show what else there is.
"""

import matplotlib.pyplot as plt

import prplot as prp

POS, NEG = 1, 2

perfect = prp.ConfusionCurve.from_counts([POS], [0], POS, NEG)
free = prp.aucpr_min(POS / (POS + NEG))

with plt.style.context("prplot.styles.paper"):
    ax = prp.plot_pr(perfect, name="perfect", show_points=False, show_chance=True)
    ax.set_title(f"minimum AUCPR {free:.3f}")
plt.show()
