"""
Chosen on tuning data, judged on test data
==========================================

A threshold that was chosen for a precision of 0.9 has it on the data that chose it. Here one half
of the digits (Alpaydin & Kaynak 1998) chooses it, and the other half judges: there the precision of
the logistic regression for the digit 8 is 0.94 and its recall 0.63, and the intervals say what other
test sets may show at this threshold. The point stays at its threshold, and moves on the curve.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd

import prplot as prp

DATA = Path(__file__).resolve().parents[1] / "data" / "digits" / "digit_8.csv"
table = pd.read_csv(DATA)
halves = {"tuning": table[0::2], "test": table[1::2]}
labels, scores = "is_digit_8", "Logistic regression"

tuning, test = ((half[labels], half[scores]) for half in halves.values())
chosen = prp.operating_point(*tuning, precision=0.9)
judged = prp.operating_point(*test, threshold=chosen.threshold, errorbar="ci", seed=0)

with plt.style.context("prplot.styles.paper"):
    fig, ax = plt.subplots(figsize=(3.25, 3.2), layout="constrained")
    table["half"] = ["tuning", "test"] * (len(table) // 2) + ["tuning"] * (len(table) % 2)
    prp.plot_pr(labels, scores, data=table, hue="half", thresholds=chosen.threshold, ax=ax)
    (low, high), (left, right) = judged.intervals["precision"], judged.intervals["recall"]
    ax.plot([judged.recall] * 2, [low, high], [left, right], [judged.precision] * 2, color="C1")
plt.show()
