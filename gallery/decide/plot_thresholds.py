"""
A curve coloured by threshold
=============================

A curve does not show which threshold leads to which point. Here colours do, for the logistic
regression on the breast-cancer data (Wolberg et al. 1995): nearly all of the curve belongs to
thresholds near 0 and near 1, and the thresholds between these lie within a few points of its
corner. The same colour marks the same threshold in both spaces.
"""

import matplotlib.pyplot as plt

import prplot as prp

y_true, models = prp.datasets.load("breast_cancer")
y_score = models["Logistic regression"]

with plt.style.context("prplot.styles.paper"):
    fig, axes = plt.subplots(1, 2, figsize=(7.0, 3.2), layout="constrained")
    prp.plot_spaces(y_true, y_score, spaces=("roc", "pr"), color="threshold", axes=axes)
plt.show()
