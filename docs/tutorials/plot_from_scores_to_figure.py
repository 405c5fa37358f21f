"""
From scores to a figure
=======================

Labels and scores become a figure for a paper, a table and a threshold.

You need a label for each case, 0 or 1, and a score, higher for cases that are more likely positive.
With scikit-learn the scores are ``model.predict_proba(X)[:, 1]``, for cases that the model was not
trained on.
"""

# %%
# Labels and scores
# -----------------
#
# prplot comes with the predictions of five classifiers for 569 tumours (Wolberg, Street &
# Mangasarian 1995), 212 of them malignant. The labels are an array; the scores are a dict with an
# array for each classifier.

import matplotlib.pyplot as plt

import prplot as prp

y_true, models = prp.datasets.breast_cancer()
y_true.size, y_true.sum()  # 569, 212

# %%
# A first figure
# --------------
#
# One call draws the curve of one model. No model can reach the hatched region; the legend shows the
# exact area under the curve.

forest = models["Random forest"]
ax = prp.plot_pr(y_true, forest, show_chance=True)
plt.show()

# %%
# The area is 0.988; the worst ranking has 0.215. Both depend on the prevalence, the share of
# positives, which is 0.373 here and belongs in every caption.

prp.aucpr(y_true, forest)  # 0.988
prp.aucpr_min(y_true.mean())  # 0.215
y_true.mean()  # 0.373

# %%
# Several models
# --------------
#
# A dict of scores gives one curve for each model. ``legend="direct"`` would write the names beside
# the curves.

ax = prp.plot_pr(y_true, models)
plt.show()

# %%
# ``summary`` makes a table, with the other areas and their bounds.

prp.summary(y_true, models).round(3)

# %%
# A threshold
# -----------
#
# Suppose that 95 % of the malignant tumours have to be found. ``operating_point`` returns the best
# threshold for that, with its counts: 202 tumours are found, and 11 alarms are false.
# ``thresholds`` marks it on the curve.

point = prp.operating_point(y_true, forest, recall=0.95)
point.tp, point.fp  # 202, 11
ax = prp.plot_pr(y_true, forest, thresholds={"recall": 0.95})
plt.show()

# %%
# It was evaluated on the data that chose it, which is optimistic. The tutorial on
# :ref:`a fair comparison <sphx_glr_tutorial_plot_fair_comparison.py>` uses other data.
#
# A file for a paper
# ------------------
#
# A style sheet sets fonts, widths and colours for one column of a paper. ``savefig`` writes the
# file, with a description of the figure for readers who can't see it.

names = ["Random forest", "Naive Bayes", "Decision tree"]
chosen = {name: models[name] for name in names}
with plt.style.context("prplot.styles.paper"):
    fig, ax = plt.subplots(figsize=(3.25, 3.25))
    prp.plot_pr(y_true, chosen, show_chance=True, ax=ax)
    prp.savefig(fig, "pr.pdf")
plt.show()

# %%
# ``describe`` returns the description.

print(prp.describe(fig))
