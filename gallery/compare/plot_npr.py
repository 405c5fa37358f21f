"""
Normalised PR space
===================

Four classifiers of even against odd handwritten digits (Alpaydin & Kaynak 1998), in PR space (left)
and in normalised PR space (right). Its height is precision times specificity: 0 on the minimum
curve, and 1 at best. Recall is scaled so that equal widths contain equal achievable areas. The
minimum area of 0.3 on the left, due to half of the digits being positive, is absent on the right.
Boyd et al. (2012, section 4.1) ask for such a space; we know of no earlier source of it.

This example needs a data file of a checkout of prplot: run it in ``gallery/compare``.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

TASK = "digits_even"
SHOWN = ("Logistic regression", "Decision tree", "Naive Bayes, Gaussian", "Decision stump")

# A notebook has no file of its own: it is run in the folder of this script.
HERE = Path(globals().get("__file__", "notebook")).resolve().parent
DATA = HERE.parent / "data" / "rank_predictions.npz"
if not DATA.exists():
    raise FileNotFoundError(f"no {DATA}; run this in gallery/compare of a checkout of prplot")
held = np.load(DATA)
models = held["models"].tolist()
scores = {name: held[f"{TASK}/ranks"][models.index(name)] for name in SHOWN}

with plt.style.context("prplot.styles.paper"):
    prp.plot_spaces(held[f"{TASK}/labels"], scores, spaces=("pr", "npr"))
plt.show()
