"""
Five classifiers of tumours
===========================

569 tumours (Wolberg, Street & Mangasarian 1995), scored by five classifiers in cross-validation.
Since 37 % are malignant, a fifth of the square is out of reach of any model. The decision tree and
the nearest neighbours give few distinct scores, between which their curves run along long arcs.
"""

import matplotlib.pyplot as plt

import prplot as prp

y_true, models = prp.datasets.load("breast_cancer")

with plt.style.context("prplot.styles.paper"):
    prp.plot_pr(y_true, models, show_min=True, show_chance=True)
plt.show()
