"""
Decision curve and gains chart
==============================

A decision curve shows the net benefit of acting on a predicted probability, for every probability
from which on one may decide to act (Vickers & Elkin 2006). "Treat all" acts always, "treat none"
never. Three classifiers of digits look for eights (data of Alpaydin & Kaynak 1998). The forest
ranks best, but its high probabilities are too low, so that logistic regression is of more use from
0.59 on. Naive Bayes gives 43 % of all digits a probability of 1, and does harm from 0.17 on. Right,
the cumulative gains chart of the same scores: the share of the eights among the highest.
"""

import matplotlib.pyplot as plt

import prplot as prp

y_true, scores = prp.datasets.load("digits")
models = {name: scores[name] for name in ("Logistic regression", "Random forest", "Naive Bayes")}

with plt.style.context("prplot.styles.paper"):
    fig, axes = plt.subplots(1, 2, figsize=(7.0, 3.5), layout="constrained")
    prp.plot_net_benefit(y_true, models, ax=axes[0])
    gains = {"metrics": "recall", "x": "rate", "legend": False}
    prp.plot_thresholds(y_true, models, ax=axes[1], **gains)
plt.show()
