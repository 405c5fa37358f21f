"""
A tidy table by groups
======================

One classifier, a shallow decision tree, on three tasks in one table: even handwritten digits, the
digit 8 (Alpaydin & Kaynak 1998), and a cultivar of wine (Forina et al. 1988). ``hue`` splits the
rows. Every group has its own prevalence, and therefore its own minimum curve, in its colour: an
area of 0.65 is good where one example in ten is positive, and less so where half of them are.

This example needs a data file of a checkout of prplot: run it in ``gallery/compare``.
"""

import warnings
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import prplot as prp

TASKS = {"digits_even": "even digits", "wine_3": "wine, cultivar 3", "digit_8": "digit 8"}

# A notebook has no file of its own: it is run in the folder of this script.
HERE = Path(globals().get("__file__", "notebook")).resolve().parent
DATA = HERE.parent / "data" / "rank_predictions.npz"
if not DATA.exists():
    raise FileNotFoundError(f"no {DATA}; run this in gallery/compare of a checkout of prplot")
held = np.load(DATA)
tree = held["models"].tolist().index("Decision tree")
table = pd.concat(
    pd.DataFrame(
        {
            "positive": held[f"{task}/labels"],
            "score": held[f"{task}/ranks"][tree],
            "task": words,
        }
    )
    for task, words in TASKS.items()
)

# For wine the tree tells two kinds apart, whose ranks look like predicted labels.
warnings.simplefilter("ignore", prp.SuspiciousScoresWarning)
with plt.style.context("prplot.styles.paper"):
    prp.plot_pr("positive", "score", data=table, hue="task", score=["aucpr", "aucnpr"])
plt.show()
