"""
Ten classes in ten panels
=========================

Two classifiers of handwritten digits (Alpaydin & Kaynak 1998), each digit against the rest. The
panels are drawn directly from a tidy table with one column of scores per classifier.

This example needs data files of a checkout of prplot: run it in ``gallery/compare``.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd

import prplot as prp

SHOWN = ["Decision tree", "Naive Bayes"]

# A notebook has no file of its own: it is run in the folder of this script.
HERE = Path(globals().get("__file__", "notebook")).resolve().parent
FOLDER = HERE.parent / "data" / "digits"
if not FOLDER.exists():
    raise FileNotFoundError(f"no {FOLDER}; run this in gallery/compare of a checkout of prplot")
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
