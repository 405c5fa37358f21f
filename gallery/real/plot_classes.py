"""
Ten classes in ten panels
=========================

Two classifiers of handwritten digits (Alpaydin & Kaynak 1998), each digit against the rest. The
panels are drawn directly from a tidy table with one column of scores per classifier.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd

import prplot as prp

SHOWN = ["Decision tree", "Naive Bayes"]

FOLDER = Path(__file__).resolve().parents[1] / "data" / "digits"
tables = []
for digit in range(10):
    table = pd.read_csv(FOLDER / f"digit_{digit}.csv")
    positive = table.columns[0]
    tables.append(table[SHOWN].assign(positive=table[positive], digit=digit))

with plt.style.context("prplot.styles.paper"):
    prp.curveplot(
        pd.concat(tables),
        y_true="positive",
        y_score=SHOWN,
        col="digit",
        col_wrap=5,
        height=2.6,
        legend="outside below",
        progress=False,
    )
plt.show()
