"""
Boyd, Fig. 1: the minimum curve
===============================

Boyd et al. (2012), Figure 1: minimum curve and random curve.

At a ratio of one positive to two negatives, no ranking has a point below the minimum curve: even
the worst one has an area of 0.189. The perfect ranking is drawn for comparison.
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
