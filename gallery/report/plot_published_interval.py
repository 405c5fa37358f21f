"""
A published table
=================

The counts of Davis & Goadrich (2006, Table 1): at A, 5 of 20 positives and 5 of 2000 negatives are
above the threshold; at B, 10 and 30. Whole counts are enough for an interval and a band. The paper
warns against the chord between A and B, which promises more precision than there is: with it, the
AUCPR would be 0.231 instead of 0.217. With twenty positives, the uncertainty is far larger than
that. The order of the examples between the points isn't published; they are taken as evenly mixed,
as along the arc.
"""

import warnings

import matplotlib.pyplot as plt

import prplot as prp

curve = prp.ConfusionCurve.from_counts([5, 10], [5, 30], pos=20, neg=2000)
recall, precision = curve.recall[1:3], curve.precision[1:3]

with plt.style.context("prplot.styles.paper"), warnings.catch_warnings():
    # That few points are known is the subject of the figure.
    warnings.simplefilter("ignore", prp.FewExamplesWarning)
    ax = prp.plot_pr(curve, errorbar="ci", seed=0, show_points=False, name="exact arc")
    ax.plot(recall, precision, "--", color="#D55E00", label="chord (wrong)")
    prp.draw.draw_points(recall, precision, ax, {"color": "C0", "markersize": 3.5})
    for name, x, y in zip("AB", recall, precision, strict=True):
        ax.annotate(name, (x, y), (4, 3), textcoords="offset points")
    prp.draw.annotate(ax)
plt.show()
