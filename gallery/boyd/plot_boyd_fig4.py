"""
Boyd, Fig. 4: three points, one F1
==================================

Boyd et al. (2012), Figure 4: three points with the same F1 score.

A, B and C all have F1 = 0.45. At a prevalence of 0.33, A is not achievable by any confusion matrix,
B is hardly better than random guessing, and C is a fair classifier. The paper does not print the
coordinates of the points; those used here have the properties that its text states.
"""

import matplotlib.pyplot as plt

import prplot as prp

PREVALENCE = 0.33
F1 = 0.45


def precision_with(f1, recall):
    """Solve F1 = 2 p r / (p + r) for precision."""
    return f1 * recall / (2 * recall - f1)


points = {
    name: (recall, precision_with(F1, recall))
    for name, recall in zip("ABC", (0.9, 0.7, 0.3), strict=True)
}
levels = [0.1, 0.2, 0.3, F1, 0.6, 0.7, 0.8, 0.9]

with plt.style.context("prplot.styles.paper"):
    prp.plot_isometrics(PREVALENCE, points=points, levels=levels)
plt.show()
