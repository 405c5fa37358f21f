"""
Flach, Fig. 4: different rankings
=================================

Flach & Kull (2015), Figure 4: AUCPR and AUPRG rank models differently.

Thirty classifiers on each of 65 binary tasks made from five data sets (see ``gallery/data``); the
paper has 886 tasks of OpenML. Left: how many models have each pair of ranks by the two areas. The
areas disagree on the best model on 20 % of the tasks and on the top three on 38 % (in the paper
24 % and 58 %), although the ranks correlate at 0.96 (0.95). Right: two tasks, one with a low rank
correlation and one with a high one. The circled pair is that of Figure 5.

This example needs a data file of a checkout of prplot: run it in ``gallery/flach``.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

# A notebook has no file of its own: it is run in the folder of this script.
HERE = Path(globals().get("__file__", "notebook")).resolve().parent
DATA = HERE.parent / "data" / "rank_predictions.npz"
if not DATA.exists():
    raise FileNotFoundError(f"no {DATA}; run this in gallery/flach of a checkout of prplot")
held = np.load(DATA)
models = held["models"].tolist()
names = [key.removesuffix("/labels") for key in held.files if key.endswith("/labels")]
tasks = {
    name: (held[f"{name}/labels"], dict(zip(models, held[f"{name}/ranks"], strict=True)))
    for name in names
}

# %%
# A table of all areas, then the two panels.

table = prp.rank_table(tasks)
EXAMPLES = {"diabetes_blood_pressure": "^", "breast_cancer_error": "o"}
PAIR = ("SVM, sigmoid kernel", "AdaBoost")

with plt.style.context("prplot.styles.paper"):
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.4), width_ratios=(5, 4))
    fig.get_layout_engine().set(wspace=0.06)
    prp.plot_rank_agreement(table, ax=left)
    for (name, marker), color in zip(EXAMPLES.items(), ("C0", "C4"), strict=True):
        rows = table[table.task == name]
        correlation = prp.rank_agreement(rows).correlation
        style = {"s": 18, "marker": marker, "facecolors": "none", "edgecolors": color}
        label = f"{name.replace('_', ' ')} ({correlation:.3f})"
        right.scatter(rows.aucpr, rows.auprg, label=label, **style)
    pair = table[(table.task == "diabetes_blood_pressure") & table.model.isin(PAIR)]
    right.scatter(pair.aucpr, pair.auprg, s=90, facecolors="none", edgecolors="0.3", linewidths=0.8)
    right.set(xlabel="AUCPR", ylabel="AUPRG", box_aspect=1)
    right.legend(frameon=False, title="rank correlation of a task")
plt.show()
