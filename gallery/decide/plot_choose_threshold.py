"""
Choosing a threshold
====================

A logistic regression looks for the digit 8 (Alpaydin & Kaynak 1998). Left, the thresholds with the
highest precision among those that find at least 80, 90 and 95 % of the eights: each is an operating
point of the curve. Right, precision and recall at every threshold, with 95 % intervals for a
threshold that is given, and the best F score. Finding 95 instead of 80 % of the eights costs
precision: 0.51 instead of 0.77. The scores are meant as probabilities, but all of these thresholds
are below one third.
"""

import matplotlib.pyplot as plt
import pandas as pd

import prplot as prp

labels, models = prp.datasets.load("digits")
table = pd.DataFrame({"is_digit_8": labels, **models})
columns = {"data": table, "y_true": "is_digit_8", "y_score": "Logistic regression"}
wishes = {"recall": [0.8, 0.9, 0.95]}

chosen = prp.operating_points(**columns, **wishes)

with plt.style.context("prplot.styles.paper"):
    fig, axes = plt.subplots(1, 2, figsize=(7.0, 3.3), layout="constrained")
    prp.plot_pr(**columns, thresholds=wishes, ax=axes[0])
    prp.plot_thresholds(**columns, errorbar="ci", seed=0, ax=axes[1])
plt.show()
