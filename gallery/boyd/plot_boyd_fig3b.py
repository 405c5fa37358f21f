"""
Boyd, Fig. 3b: minimum as a share
=================================

Boyd et al. (2012), Figure 3(b): minimum area as a share of the maximum.

As a share of the area of a perfect ranking over the same recalls, the minimum area is largest where
recall is high.
"""

import matplotlib.pyplot as plt

import prplot as prp

with plt.style.context("prplot.styles.paper"):
    prp.plot_aucpr_min([(0, 1), (0.5, 1), (0.8, 1)], normalize=True)
plt.show()
