"""
Boyd, Fig. 2: several prevalences
=================================

Boyd et al. (2012), Figure 2: minimum curves for several prevalences.

The higher the prevalence, the less of the square is achievable.
"""

import matplotlib.pyplot as plt

import prplot as prp

with plt.style.context("prplot.styles.paper"):
    prp.plot_min([0.01, 0.1, 0.3, 0.5, 0.7, 0.9])
plt.show()
