"""
Flach & Kull (2015), Figure 4: AUCPR and AUPRG rank models differently
======================================================================

Thirty classifiers on each of 65 binary tasks made of five data sets (see ``gallery/data``); the
paper has 886 tasks of OpenML. Left: how many models have which rank by the two areas. They disagree
on the best model on 20 % of the tasks and on the top three on 38 % (in the paper 24 % and 58 %),
although the ranks correlate at 0.95, as in the paper. Right: two tasks, one with a low and one with
a high rank correlation.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

DATA = Path(__file__).resolve().parents[1] / "data" / "rank_predictions.npz"
held = np.load(DATA)
models = held["models"].tolist()
names = [key.removesuffix("/labels") for key in held.files if key.endswith("/labels")]
tasks = {
    name: (held[f"{name}/labels"], dict(zip(models, held[f"{name}/ranks"], strict=True)))
    for name in names
}

# %%
# A table of all areas, then the two pictures.

table = prp.rank_table(tasks)
EXAMPLES = {"wine_proline": "o", "breast_cancer_error": "^"}

with plt.style.context("prplot.styles.paper"):
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.4), width_ratios=(5, 4))
    prp.plot_rank_agreement(table, ax=left)
    for (name, marker), color in zip(EXAMPLES.items(), ("C0", "C4"), strict=True):
        rows = table[table.task == name]
        style = {"s": 18, "marker": marker, "facecolors": "none", "edgecolors": color}
        right.scatter(rows.aucpr, rows.auprg, label=name.replace("_", " "), **style)
    right.set(xlabel="AUCPR", ylabel="AUPRG", box_aspect=1)
    right.legend(frameon=False)
plt.show()
