"""
Prevalence: one model where positives are rarer
===============================================

Naive Bayes on the breast-cancer data (Wolberg, Street & Mangasarian 1995), and the same ROC curve
where one tumour in ten or one in a hundred is malignant, as in a screening. The curve, the minimum
curve and the level of random guessing move together, and so do the areas. AUROC is 0.987 for all
three.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

DATA = Path(__file__).resolve().parents[1] / "data" / "breast_cancer.csv"
table = np.genfromtxt(DATA, delimiter=",", names=True, deletechars="", replace_space=" ")

with plt.style.context("prplot.styles.paper"):
    prp.plot_pr(
        table["malignant"],
        table["Naive Bayes"],
        prevalence=[0.37, 0.1, 0.01],
        show_chance=True,
        score=["aucpr", "aucnpr"],
    )
plt.show()
