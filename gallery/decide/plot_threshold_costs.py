"""
What a threshold costs
======================

If a missed eight costs more than a false alarm, the best threshold is lower. The steps are the cost
per digit of a logistic regression (data of Alpaydin & Kaynak 1998), at every threshold, if a false
alarm costs 1 and a missed eight 1, 5 or 20; the dots are the cheapest thresholds. If scores were
calibrated probabilities, the cheapest threshold would be near 1/2, 1/6 and 1/21: the cost of a
false alarm as a share of both costs. Right, their precision and recall.
"""

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

labels, models = prp.datasets.load("digits")
scores = models["Logistic regression"]
COSTS = [(1, 1), (1, 5), (1, 20)]

curve = prp.ConfusionCurve.from_scores(labels, scores, thresholds=np.unique)
cheapest = prp.operating_points(labels, scores, cost=COSTS)

with plt.style.context("prplot.styles.paper"):
    fig, axes = plt.subplots(1, 2, figsize=(7.0, 3.5), width_ratios=(2, 3), layout="constrained")
    for (of_fp, of_fn), threshold in zip(COSTS, cheapest["threshold"], strict=True):
        cost = (of_fp * curve.fp + of_fn * curve.fn) / len(labels)
        best = cost[curve.thresholds == threshold]
        (line,) = axes[0].step(curve.thresholds[1:], cost[1:], where="post", label=f"1 and {of_fn}")
        axes[0].plot(threshold, best, "o", color=line.get_color())
    axes[0].set(xlim=(0, 1), yscale="log", xlabel="Threshold", ylabel="Cost for each digit")
    axes[0].legend(title="False alarm and missed eight", frameon=False)
    shown = ("precision", "recall")
    prp.plot_thresholds(
        labels, scores, metrics=shown, mark={"cost": COSTS}, show_min=False, ax=axes[1]
    )
plt.show()
