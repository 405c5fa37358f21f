"""
Names beside their curves
=========================

Six classifiers on the digit 8 (Alpaydin & Kaynak 1998). ``legend="direct"`` writes each name
beside its curve, or draws a leader to it where there is no room, so that readers need not look back
and forth between curve and legend. No name covers a curve or another name.

This example needs a data file of a checkout of prplot: run it in ``gallery/compare``.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

SHOWN = [
    "Quadratic discriminant",
    "Naive Bayes, Gaussian",
    "AdaBoost",
    "Nearest class mean",
    "Decision tree",
    "Decision stump",
]

# A notebook has no file of its own: it is run in the folder of this script.
HERE = Path(globals().get("__file__", "notebook")).resolve().parent
DATA = HERE.parent / "data" / "rank_predictions.npz"
if not DATA.exists():
    raise FileNotFoundError(f"no {DATA}; run this in gallery/compare of a checkout of prplot")
held = np.load(DATA)
names = held["models"].tolist()
models = {name: held["digit_8/ranks"][names.index(name)] for name in SHOWN}

with plt.style.context("prplot.styles.paper"):
    plt.figure(figsize=(4.2, 4.2), layout="constrained")
    prp.plot_pr(held["digit_8/labels"], models, legend="direct", show_chance=True)
plt.show()
