"""
A fair comparison of two models
===============================

The same cases, a confidence interval for the difference, and thresholds from other data.

A logistic regression and nearest neighbours look for the digit 8 among 1797 handwritten digits
(Alpaydin & Kaynak 1998). Which is better, and is the difference more than chance?
"""

# %%
# The same cases
# --------------
#
# Both models scored the same cases, so they share the prevalence, and with it the minimum
# curve and its area.

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

y_true, scores = prp.datasets.digits()
names = ["Logistic regression", "k nearest neighbours"]
models = {name: scores[name] for name in names}
ax = prp.plot_pr(y_true, models, errorbar="ci", seed=0)
plt.show()

# %%
# Each band is about one curve. Bands do *not* answer the question: an easy test set would be easy
# for both models, so the two share much of the sampling error.
#
# The difference and its interval
# -------------------------------
#
# ``compare`` resamples the cases, and computes the difference on the same cases each time.

comparison = prp.compare(y_true, models, seed=0)
comparison

# %%
# The AUCPR of nearest neighbours is 0.094 higher; the 95 % interval, 0.060 to 0.128, excludes 0.

(lead,) = comparison.differences
lead.estimate, lead.low, lead.high  # 0.094, 0.060, 0.128

# %%
# At which recalls?
# -----------------
#
# Areas do not show whether curves cross. ``dominates`` says whether one is nowhere below the other,
# and ``plot_difference`` draws the difference in precision with a band.

logistic, neighbours = (prp.ConfusionCurve.from_scores(y_true, scores[name]) for name in names)
neighbours.dominates(logistic)  # False
neighbours.precision_at([0.95, 0.995])  # 0.896, 0.151
logistic.precision_at([0.95, 0.995])  # 0.505, 0.202

# %%
# Neither dominates: the curves cross just before a recall of 1. At a recall of 0.95, precision is
# 0.896 for nearest neighbours and 0.505 for the logistic regression. At a recall of 0.995 it is
# 0.151 and 0.202, both too low to be of much use.

ax = prp.plot_difference(y_true, models, seed=0)
plt.show()

# %%
# Other numbers
# -------------
#
# If F scores matter and beta is undecided, compare AUPRG (:doc:`/which_number`). It agrees here,
# with a much smaller difference: when positives are rare, all good models are close to 1.

(gain,) = prp.compare(y_true, models, metric="auprg", seed=0).differences
gain.estimate, gain.low, gain.high  # 0.003, 0.001, 0.005

# %%
# Thresholds from other data
# --------------------------
#
# A threshold chosen on the test data is good partly by chance. Choose it on tuning data, here every
# other case, and evaluate it on the rest.

tuning = np.arange(y_true.size) % 2 == 0
testing = ~tuning
judged = []
for s in models.values():
    chosen = prp.operating_point(y_true[tuning], s[tuning], recall=0.9)
    kept = chosen.threshold
    judged.append(prp.operating_point(y_true[testing], s[testing], threshold=kept))
[point.recall for point in judged]  # 0.837, 0.895
[point.precision for point in judged]  # 0.673, 0.963

# %%
# On the tuning data recall is at least 0.9. On the test data it is 0.837 and 0.895, with precisions
# of 0.673 and 0.963.
#
# What to write
# -------------
#
# "On 1797 digits, 0.097 of them eights, nearest neighbours have an AUCPR of 0.974 and the logistic
# regression one of 0.880 (area of the worst ranking: 0.050). The difference is 0.094 (95 % interval
# 0.060 to 0.128, 2000 bootstrap draws of the cases)."

prp.aucpr(neighbours), prp.aucpr(logistic)  # 0.974, 0.880
y_true.mean()  # 0.097
prp.aucpr_min(y_true.mean())  # 0.050

# %%
# The interval is about another test set, not about training the models again (:doc:`/uncertainty`).
