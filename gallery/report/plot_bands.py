"""
What one test set leaves open
=============================

A linear discriminant of 569 tumours by ten standard errors of their measurements (Wolberg, Street &
Mangasarian 1995). At any one recall, the pointwise band should contain the precision of the model
in 95 % of test sets like this one. That it contains the whole curve is much rarer; the simultaneous
band, which is wider, does so in 95 %. Both start at a recall of 0.05. Bottom right, the same
tumours are dealt into five test sets: the band is their mean ± one standard deviation. It shows how
much test sets of a fifth of the size differ, and depends on the number of folds. It is not an
interval for the model.

This example needs a data file of a checkout of prplot: run it in ``gallery/report``.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import prplot as prp

TASK, MODEL = "breast_cancer_error", "Linear discriminant"
FOLDS = 5

# A notebook has no file of its own: it is run in the folder of this script.
HERE = Path(globals().get("__file__", "notebook")).resolve().parent
DATA = HERE.parent / "data" / "rank_predictions.npz"
if not DATA.exists():
    raise FileNotFoundError(f"no {DATA}; run this in gallery/report of a checkout of prplot")
held = np.load(DATA)
scores = held[f"{TASK}/ranks"][held["models"].tolist().index(MODEL)]
table = pd.DataFrame({"malignant": held[f"{TASK}/labels"], "score": scores})

# Deal positives and negatives out in turn, so that all folds have nearly the same prevalence.
turn = np.argsort(np.argsort(table["malignant"], kind="stable"))
table["fold"] = turn % FOLDS

BANDS = {
    "The curve": {},
    "Pointwise band": {"errorbar": "ci", "seed": 0},
    "Simultaneous band": {"errorbar": "simultaneous", "seed": 0},
    "Standard deviation of folds": {"errorbar": "sd", "units": "fold"},
}

with plt.style.context("prplot.styles.paper"):
    fig, axes = plt.subplots(2, 2, figsize=(7.0, 6.4), sharex=True, sharey=True)
    for ax, (title, band) in zip(axes.flat, BANDS.items(), strict=True):
        prp.plot_pr("malignant", "score", data=table, ax=ax, **band)
        ax.set_title(title)
        ax.label_outer()
plt.show()
