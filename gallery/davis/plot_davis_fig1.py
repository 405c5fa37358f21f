"""
Davis, Fig. 1: alike in ROC only
================================

Davis & Goadrich (2006), Figure 1: similar areas in ROC space, far apart in PR space.

The paper compares two algorithms on a skewed cancer-detection data set that is not public. Here,
two classifiers detect the sevens among 1797 handwritten digits (Alpaydin & Kaynak 1998), where one
digit in ten is a seven. Their areas under the ROC curve differ by 0.001, those under the PR curve
by 0.41. Naive Bayes gives 438 digits the score 1.0, nearly all sevens among them: one long tie, a
straight line in both spaces. Its false positive rate of 0.16 looks good in ROC space, but with nine
times as many negatives as positives, six out of ten of these positive predictions are false.

This example needs a data file of a checkout of prplot: run it in ``gallery/davis``.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

# A notebook has no file of its own: it is run in the folder of this script.
HERE = Path(globals().get("__file__", "notebook")).resolve().parent
DATA = HERE.parent / "data" / "digits" / "digit_7.csv"
if not DATA.exists():
    raise FileNotFoundError(f"no {DATA}; run this in gallery/davis of a checkout of prplot")
table = np.genfromtxt(DATA, delimiter=",", names=True, deletechars="", replace_space=" ")
models = {name: table[name] for name in ("Decision tree", "Naive Bayes")}
labels = table[table.dtype.names[0]]

with plt.style.context("prplot.styles.paper"):
    prp.plot_spaces(labels, models, spaces=("roc", "pr"))
plt.show()
