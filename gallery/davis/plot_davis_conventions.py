"""
Four areas under one PR curve
=============================

Why tools disagree: four areas under one PR curve.

Four operating points of 8 positives and 12 negatives, joined in four ways. The grey line is the
exact curve, which mixtures of two neighbouring thresholds achieve.

- **Exact arcs**: true and false positives grow linearly together (Davis & Goadrich 2006,
  section 4).
- **Whole counts**: chords between whole numbers of true positives, the approximation of the paper.
- **Steps**: the precision of each point extends back to the previous point; the area is average
  precision as scikit-learn computes it.
- **Chords** between the points: too high where precision falls, too low where it rises. Many tools
  also add a starting point at precision 1, which is not drawn here.
"""

import matplotlib.pyplot as plt

import prplot as prp

curve = prp.ConfusionCurve.from_counts([1, 2, 5, 8], [1, 1, 3, 12], pos=8, neg=12)
WAYS = {
    "exact": "Exact arcs",
    "integer": "Whole counts",
    "step": "Steps",
    "linear": "Chords",
}

with plt.style.context("prplot.styles.paper"):
    fig, axes = plt.subplots(2, 2, figsize=(6.4, 6.4), sharex=True, sharey=True)
    truth = {"linewidth": 3, "color": "0.8", "zorder": 2.5}
    for ax, (way, title), color in zip(
        axes.flat, WAYS.items(), ("C0", "C2", "C4", "C5"), strict=True
    ):
        said = None if way == "exact" else "exact arcs"
        prp.plot_pr(
            curve, ax=ax, name=said, score=None, legend=False, show_points=False, curve_kws=truth
        )
        prp.draw.draw_points(curve.recall[1:], curve.precision[1:], ax, {"color": color})
        prp.plot_pr(curve, interpolation=way, color=color, show_points=False, ax=ax)
        ax.set_title(title)
        ax.label_outer()
plt.show()
