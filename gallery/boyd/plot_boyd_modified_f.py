"""
Boyd, section 4.4: a modified F1
================================

Boyd et al. (2012), section 4.4: F1 and a modified F1.

Lines of equal F1 (left) end at the border of the unachievable region: at a prevalence of 0.33, no
model can reach A, with F1 = 0.45. Of the other two points with this score, B is hardly better than
random guessing and C is fair. The modified F1 (right) is the harmonic mean of recall and
(p - π)/(1 - π). It is 0 up to a precision of π, and separates B (0.005) from C (0.444), but it
can't distinguish points below π. Both B and C have a lower F1 than calling everything positive,
which has F1 = 0.496.
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
modified = {
    f"{name}: {prp.modified_f_score(precision, recall, PREVALENCE):.3f}": (recall, precision)
    for name, (recall, precision) in points.items()
    if prp.is_achievable(precision, recall, PREVALENCE)
}
levels = [0.1, 0.2, 0.3, F1, 0.6, 0.7, 0.8, 0.9]

with plt.style.context("prplot.styles.paper"):
    fig, axes = plt.subplots(1, 2, figsize=(7.0, 3.4), layout="constrained")
    prp.plot_isometrics(
        PREVALENCE, points=points, levels=levels, show_unachievable=False, ax=axes[0]
    )
    # Few enough that the words beside the points fit between them.
    prp.plot_isometrics(
        PREVALENCE,
        score="modified_f",
        levels=[0.2, 0.4, 0.6, 0.8],
        points=modified,
        ax=axes[1],
    )
plt.show()
