"""
Normalised PR space
===================

Four classifiers of even against odd handwritten digits (Alpaydin & Kaynak 1998), in PR space (left)
and in normalised PR space (right). Its height is precision times specificity: 0 on the minimum
curve, and 1 at best. Recall is scaled so that equal widths contain equal achievable areas. The
minimum area of 0.3 on the left, due to half of the digits being positive, is absent on the right.
Boyd et al. (2012, section 4.1) ask for such a space; we know of no earlier source of it.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

TASK = "digits_even"
SHOWN = ("Logistic regression", "Decision tree", "Naive Bayes, Gaussian", "Decision stump")

DATA = Path(__file__).resolve().parents[1] / "data" / "rank_predictions.npz"
held = np.load(DATA)
models = held["models"].tolist()
scores = {name: held[f"{TASK}/ranks"][models.index(name)] for name in SHOWN}

with plt.style.context("prplot.styles.paper"):
    prp.plot_spaces(held[f"{TASK}/labels"], scores, spaces=("pr", "npr"))
plt.show()
