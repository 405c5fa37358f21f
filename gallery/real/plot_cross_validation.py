"""
Cross-validation: folds, their mean and a band
==============================================

A decision tree on the digit 8 (Alpaydin & Kaynak 1998), in five test sets of one prevalence. The
thin lines are the folds, the strong one is their mean in normalised PR space (right), drawn in PR
space (left) too, and the band is the mean plus and minus a standard deviation. Neither leaves what
is achievable. On the right the area under the mean is the mean of the areas.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

FOLDS = range(5)

DATA = Path(__file__).resolve().parents[1] / "data" / "digits" / "digit_8.csv"
table = np.genfromtxt(DATA, delimiter=",", names=True, deletechars="", replace_space=" ")
y_true, y_score = table["is_digit_8"], table["Decision tree"]

# Deal out positives and negatives in turns, so that all folds have nearly the same prevalence.
fold = np.argsort(np.argsort(y_true, kind="stable")) % len(FOLDS)
folds = [prp.ConfusionCurve.from_scores(y_true[fold == k], y_score[fold == k]) for k in FOLDS]

with plt.style.context("prplot.styles.paper"):
    fig, axes = plt.subplots(1, 2, figsize=(7.0, 3.5), layout="constrained")
    prp.plot_pr(folds, errorbar="sd", show_chance=True, ax=axes[0])
    prp.plot_npr(folds, errorbar="sd", ax=axes[1])
plt.show()
