"""
Boyd, Fig. 3a: the minimum area
===============================

Boyd et al. (2012), Figure 3(a): minimum area against prevalence.

The area below the minimum curve, the least that any model has, over all recalls and over high
recalls only (Theorem 2 and Corollary 4).
"""

import matplotlib.pyplot as plt

import prplot as prp

with plt.style.context("prplot.styles.paper"):
    prp.plot_aucpr_min([(0, 1), (0.5, 1), (0.8, 1)])
plt.show()
