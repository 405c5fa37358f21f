"""
Breast cancer: five classifiers and the unachievable region
===========================================================

569 tumours (Wolberg, Street & Mangasarian 1995), scored by five classifiers in cross-validation.
Since 37 % are malignant, a fifth of the square is out of reach of any model. The decision tree and
the nearest neighbours give few distinct scores, between which their curves run along long arcs.
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
