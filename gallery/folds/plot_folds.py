"""
Four ways to combine folds
==========================

Logistic regression on the digit 8 (Alpaydin & Kaynak 1998), in five folds made unequal on purpose:
their prevalences range from 0.50 to 0.03, and the scores of each fold have a scale of their own, as
those of uncalibrated models do. On a common scale, all scores together have an AUCPR of 0.880. The
mean precision at equal recall ("vertical", the common practice) has 0.899, partly because folds
with many positives have high curves. The normalised average excludes the different unachievable
areas, and nothing else; its AUCNPR is the mean over the folds. The ROC average is the mean ranking,
at the prevalence of all folds together. Pooling scores on different scales gives 0.733, which
underrates the model.
"""

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

# Shares of the positives and of the negatives that go to each fold.
POSITIVES = (0.2, 0.2, 0.2, 0.2, 0.2)
NEGATIVES = (0.02, 0.05, 0.13, 0.3, 0.5)
FOLDS = range(len(POSITIVES))

y_true, models = prp.datasets.load("digits")
y_score = models["Logistic regression"]

rng = np.random.default_rng(0)
fold = np.where(
    y_true == 1,
    rng.choice(FOLDS, y_true.size, p=POSITIVES),
    rng.choice(FOLDS, y_true.size, p=NEGATIVES),
)
y_score = y_score / 2.0 ** rng.permutation(FOLDS)[fold]

folds = [prp.ConfusionCurve.from_scores(y_true[fold == k], y_score[fold == k]) for k in FOLDS]
averages = {
    "vertical": prp.average_curve(folds, how="vertical"),
    "normalised": prp.average_curve(folds),
    "ROC": prp.average_curve(folds, how="roc"),
    "pooled scores": prp.ConfusionCurve.from_scores(y_true, y_score),
}

with plt.style.context("prplot.styles.paper"):
    ax = prp.plot_pr(averages, score=["aucpr", "aucnpr"], legend=False)
    for number, curve in enumerate(folds):
        thin = {"color": "0.65", "linewidth": 0.6, "zorder": 2.6}
        thin["label"] = "each fold" if number == 0 else "_"
        prp.draw.draw_trace(prp.draw.trace(curve, prp.draw.PR), ax, thin)
    prp.draw.annotate(ax)
plt.show()
