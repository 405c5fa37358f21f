"""
Flach, Fig. 5: why they disagree
================================

Flach & Kull (2015), Figure 5: why AUCPR and AUPRG disagree.

A sigmoid-kernel SVM and AdaBoost on 442 diabetes patients (Efron et al. 2004), where the positive
class is a blood pressure in the top quarter. AUCPR prefers the SVM because of its lead at recalls
below the prevalence, where F1 can't exceed that of calling everything positive. AUPRG excludes that
part and prefers AdaBoost, which leads from a recall of 0.37 on. The paper's pair is AdaBoost and
logistic regression on a task of OpenML.

This example needs a data file of a checkout of prplot: run it in ``gallery/flach``.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

TASK = "diabetes_blood_pressure"
PAIR = ("SVM, sigmoid kernel", "AdaBoost")

# A notebook has no file of its own: it is run in the folder of this script.
HERE = Path(globals().get("__file__", "notebook")).resolve().parent
DATA = HERE.parent / "data" / "rank_predictions.npz"
if not DATA.exists():
    raise FileNotFoundError(f"no {DATA}; run this in gallery/flach of a checkout of prplot")
held = np.load(DATA)
models = held["models"].tolist()
scores = {name: held[f"{TASK}/ranks"][models.index(name)] for name in PAIR}

with plt.style.context("prplot.styles.paper"):
    prp.plot_spaces(held[f"{TASK}/labels"], scores)
plt.show()
