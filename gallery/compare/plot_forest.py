"""
Thirty classifiers compared
===========================

Thirty classifiers tell malignant from benign tumours by ten standard errors of their measurements
(Wolberg, Street & Mangasarian 1995). All score the same 569 tumours, so much of the luck of the
test set is common to them and cancels in differences. Dots and bars are the differences in AUCPR
from the best classifier, with 95 % intervals, each of which is about one classifier; 24 of the 29
exclude 0. Of this many, some are expected to do so by chance. The p values are therefore adjusted
for their number (Holm 1979; 0.029 is the least that 2000 draws can give). Dots are filled where the
adjusted p is below 0.05, which leaves 21. The best classifier was found on the same tumours and is
therefore somewhat flattered.

This example needs a data file of a checkout of prplot: run it in ``gallery/compare``.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

TASK = "breast_cancer_error"

# A notebook has no file of its own: it is run in the folder of this script.
HERE = Path(globals().get("__file__", "notebook")).resolve().parent
DATA = HERE.parent / "data" / "rank_predictions.npz"
if not DATA.exists():
    raise FileNotFoundError(f"no {DATA}; run this in gallery/compare of a checkout of prplot")
held = np.load(DATA)
y_true = held[f"{TASK}/labels"]
models = dict(zip(held["models"].tolist(), held[f"{TASK}/ranks"], strict=True))
best = max(models, key=lambda name: prp.aucpr(y_true, models[name]))
comparison = prp.compare(y_true, models, baseline=best, seed=0)

with plt.style.context("prplot.styles.paper"):
    fig, ax = plt.subplots(figsize=(4.6, 6.6))
    prp.plot_comparison(comparison, ax=ax)
    ax.set_xlabel("AUCPR minus that\nof gradient boosting")
plt.show()
