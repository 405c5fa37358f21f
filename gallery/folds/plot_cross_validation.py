"""
Folds, their mean and a band
============================

A decision tree on the digit 8 (Alpaydin & Kaynak 1998), in five test sets of equal prevalence. The
thin lines are the folds. The thick line is their mean in normalised PR space (right), also drawn in
PR space (left), and the band is the mean ± one standard deviation. Mean and band stay within the
achievable region. On the right, the area under the mean is the mean of the areas.
"""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import prplot as prp

FOLDS = 5

labels, models = prp.datasets.load("digits")
table = pd.DataFrame({"is_digit_8": labels, **models})

# Deal positives and negatives out in turn, so that all folds have nearly the same prevalence.
turn = np.argsort(np.argsort(table["is_digit_8"], kind="stable"))
table["fold"] = turn % FOLDS

with plt.style.context("prplot.styles.paper"):
    fig, axes = plt.subplots(1, 2, figsize=(7.0, 3.5), layout="constrained")
    columns = {"y_true": "is_digit_8", "y_score": "Decision tree", "units": "fold"}
    prp.plot_pr(data=table, errorbar="sd", show_chance=True, ax=axes[0], **columns)
    prp.plot_npr(data=table, errorbar="sd", ax=axes[1], **columns)
plt.show()
