"""
Boyd et al. (2012), Figure 2: minimum curves for several prevalences
====================================================================

The more positives there are, the less of the square can be achieved.
"""

import matplotlib.pyplot as plt

import prplot as prp

with plt.style.context("prplot.styles.paper"):
    prp.plot_min([0.01, 0.1, 0.3, 0.5, 0.7, 0.9])
plt.show()
