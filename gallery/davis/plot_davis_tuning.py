"""
Davis, section 3: tune, then test
=================================

Davis & Goadrich (2006), section 3: choose the hull on tuning data.

A hull that is evaluated on the data from which it was built is optimistic, because it selects
thresholds that are good by chance. An honest evaluation takes three steps: rank the tuning data,
keep the thresholds of its hull, and count the test data at these thresholds. The result need not be
a hull.

A decision tree detects eights among handwritten digits (Alpaydin & Kaynak 1998). One ninth of the
rows is tuning data and another ninth test data, so that both are small and chance matters. Over all
72 such pairs, the mean AUCPR is 0.64 at tuned thresholds, 0.67 at all thresholds of the test data,
and 0.73 on their own hull.
"""

import matplotlib.pyplot as plt

import prplot as prp

labels, models = prp.datasets.load("digits")
scores = models["Decision tree"]
tuning, testing = slice(5, None, 9), slice(6, None, 9)

# %%
# The three steps.

tuned = prp.ConfusionCurve.from_scores(labels[tuning], scores[tuning])
honest = prp.ConfusionCurve.from_scores(
    labels[testing], scores[testing], thresholds=tuned.hull().thresholds
)
tested = prp.ConfusionCurve.from_scores(labels[testing], scores[testing])

with plt.style.context("prplot.styles.paper"):
    ax = prp.plot_pr({"all thresholds": tested, "tuned thresholds": honest})
    dashed = {"linestyle": "--", "linewidth": 1.0}
    prp.plot_pr(tested.hull(), name="hull (optimistic)", color="C0", curve_kws=dashed, ax=ax)
plt.show()
