"""
Downsampling
============

The areas of one ROC curve, of a decision tree on the breast-cancer data (Wolberg, Street &
Mangasarian 1995), for smaller and larger numbers of negatives. A test set that was downsampled to
one negative per positive reports an AUCPR of 0.93, where the original data, at 1:1.7 (the dots),
give 0.89 and a screening at 1:100 would give 0.17. AUCNPR excludes the unachievable area and still
falls; AUPRG, which is relative to calling everything positive, rises.
"""

import matplotlib.pyplot as plt

import prplot as prp

y_true, models = prp.datasets.load("breast_cancer")

with plt.style.context("prplot.styles.paper"):
    prp.plot_downsampling(y_true, models["Decision tree"])
plt.show()
