"""
Chosen on tuning data
=====================

A threshold chosen for a recall of 0.9 reaches it on the data that chose it. Here one half of the
digits (Alpaydin & Kaynak 1998) chooses it, and the other half judges: there the logistic regression
finds 84 % of the eights, at a precision of 0.67 instead of 0.75. The bars are the 95 % intervals of
both at this threshold: recall from 0.75 to 0.90, precision from 0.60 to 0.74.
"""

import matplotlib.pyplot as plt
import pandas as pd

import prplot as prp

y_true, models = prp.datasets.load("digits")
table = pd.DataFrame({"is_digit_8": y_true, **models})
halves = {"tuning": table[0::2], "test": table[1::2]}
labels, scores = "is_digit_8", "Logistic regression"

tuning, test = ((half[labels], half[scores]) for half in halves.values())
chosen = prp.operating_point(*tuning, recall=0.9)
judged = prp.operating_point(*test, threshold=chosen.threshold, errorbar="ci", seed=0)

with plt.style.context("prplot.styles.paper"):
    fig, ax = plt.subplots(figsize=(3.25, 3.2), layout="constrained")
    table["half"] = ["tuning", "test"] * (len(table) // 2) + ["tuning"] * (len(table) % 2)
    prp.plot_pr(labels, scores, data=table, hue="half", thresholds=chosen.threshold, ax=ax)
    bars = {"color": "0.3", "linewidth": 1}
    ax.plot([judged.recall] * 2, judged.intervals["precision"], **bars)
    ax.plot(judged.intervals["recall"], [judged.precision] * 2, **bars)
plt.show()
