"""
Positives that nobody labelled
==============================

A simulation of 20,000 examples, 20 % of them positive, of which two in five were never labelled and
count as negatives: 9 % of the negatives. As labelled, the curve (orange) is far too low. With the
known share it is corrected for the wrong labels (Jain, White & Radivojac 2017), and agrees with the
curve of the true classes. Right, a share that is too low leaves a part of the error, and one that
is too high makes the classifier look better than it is.
"""

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

rng = np.random.default_rng(0)
is_positive = rng.random(20_000) < 0.2
score = rng.normal(1.5 * is_positive, 1)
label = is_positive & (rng.random(20_000) < 0.6)
share = is_positive[~label].mean()

labelled = prp.ConfusionCurve.from_scores(label, score)
corrected = labelled.corrected(positives_in_negatives=share)
wrong = {
    f"share of {100 * a:.0f} %": labelled.corrected(positives_in_negatives=a)
    for a in (0.05, share, 0.13)
}
true = prp.ConfusionCurve.from_scores(is_positive, score)
curves = {"true classes": true, "as labelled": labelled, "corrected": corrected}

with plt.style.context("prplot.styles.paper"):
    fig, axes = plt.subplots(1, 2, figsize=(7.0, 3.5), layout="constrained")
    prp.plot_pr(curves, show_min=False, ax=axes[0])
    prp.plot_pr(wrong, show_min=False, ax=axes[1])
plt.show()
