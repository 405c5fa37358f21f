"""
Where positives are rarer
=========================

Naive Bayes on the breast-cancer data (Wolberg, Street & Mangasarian 1995), and the same ROC curve
where one tumour in ten or one in a hundred is malignant, as in a screening. The curve, the minimum
curve and the level of random guessing move together, and so do the areas. AUROC is 0.987 for all
three.
"""

import matplotlib.pyplot as plt

import prplot as prp

y_true, models = prp.datasets.load("breast_cancer")

with plt.style.context("prplot.styles.paper"):
    prp.plot_pr(
        y_true,
        models["Naive Bayes"],
        prevalence=[0.37, 0.1, 0.01],
        show_chance=True,
        score=["aucpr", "aucnpr"],
    )
plt.show()
