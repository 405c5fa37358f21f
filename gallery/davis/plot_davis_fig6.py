"""
Davis, Fig. 6: interpolation
============================

Davis & Goadrich (2006), Figure 6: correct and incorrect interpolation.

There are 433 positives, 56164 negatives, and one operating point near recall 0.02 at precision 1.
If the points are joined by chords, the curve encloses half of the square; the correct curve is a
steep arc with almost no area.

The paper prints 0.031 and 0.50. Nine true positives, the whole number closest to its 0.02, give
0.029 on the exact arcs (0.030 by the paper's own trapezoids at whole counts) and 0.51 by chords.
The printed 0.031 follows from no exact or trapezoidal sum at that point, so the figure shows both
numbers.
"""

import matplotlib.pyplot as plt

import prplot as prp

curve = prp.ConfusionCurve.from_counts([9], [0], pos=433, neg=56164)
correct = prp.aucpr(curve)
chords = prp.aucpr(curve, interpolation="linear")

with plt.style.context("prplot.styles.paper"):
    ax = prp.plot_pr(curve, name=f"correct: AUCPR {correct:.3f}\n(printed 0.031)", score=None)
    prp.plot_pr(
        curve,
        name=f"incorrect: AUCPR {chords:.2f}\n(printed 0.50)",
        interpolation="linear",
        score=None,
        curve_kws={"linestyle": "--"},
        color="C4",
        ax=ax,
    )
plt.show()
