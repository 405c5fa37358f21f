"""
Breast cancer: five classifiers and what can't be
=================================================

Malignant tumours among 569 (Wolberg, Street & Mangasarian 1995), scored by five classifiers in
cross-validation. 37 % are malignant, so a fifth of the square is out of reach for all models. The
decision tree and the nearest neighbours give few distinct scores: between them the curve runs
along long arcs.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

DATA = Path(__file__).resolve().parents[1] / "data" / "breast_cancer.csv"
table = np.genfromtxt(DATA, delimiter=",", names=True, deletechars="", replace_space=" ")
models = {name: table[name] for name in table.dtype.names[1:]}

with plt.style.context("prplot.styles.paper"):
    prp.plot_pr(table["malignant"], models, show_min=True, show_chance=True)
plt.show()
