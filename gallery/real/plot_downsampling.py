"""
Downsampling: areas against the ratio of the classes
====================================================

The areas of one ROC curve, a decision tree's on the breast-cancer data (Wolberg, Street &
Mangasarian 1995), if there were more negatives or fewer. A test set that was downsampled to one
negative for each positive reports an AUCPR of 0.93 where the original data, at 1:1.7 (the dots),
give 0.89 and a screening at 1:100 would give 0.17. AUCNPR takes the free area off and still falls;
AUPRG, which measures against calling everything positive, rises.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

DATA = Path(__file__).resolve().parents[1] / "data" / "breast_cancer.csv"
table = np.genfromtxt(DATA, delimiter=",", names=True, deletechars="", replace_space=" ")

with plt.style.context("prplot.styles.paper"):
    prp.plot_downsampling(table["malignant"], table["Decision tree"])
plt.show()
