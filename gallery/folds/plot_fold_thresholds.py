"""
Thresholds of folds
===================

Five test sets of 359 or 360 digits each (Alpaydin & Kaynak 1998). The thin lines are the metrics of
each fold at every threshold, the thick ones their means, and the bands one standard deviation. Each
test set chooses its own threshold for the best F score of the digit 8: the ticks at the bottom.
They lie between 0.24 and 0.73, although the best F scores are all between 0.79 and 0.86: where the
metric is flat, the choice is loose.
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
columns = {"data": table, "y_true": "is_digit_8", "y_score": "Logistic regression", "units": "fold"}

chosen = prp.operating_points(**columns, beta=1)

with plt.style.context("prplot.styles.paper"):
    fig, ax = plt.subplots(figsize=(4.2, 3.4), layout="constrained")
    prp.plot_thresholds(**columns, errorbar="sd", ax=ax)
plt.show()
