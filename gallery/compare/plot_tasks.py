"""
Scores depend on the task
=========================

Two classifiers on nine tasks made from the handwritten digits (Alpaydin & Kaynak 1998): one digit
against the rest, even against odd, and pairs of similar digits. No ranking can reach the hatched
part, and the short line marks random guessing. The mean AUCPR includes the unachievable area of the
balanced tasks; the mean AUCNPR does not.

This example needs a data file of a checkout of prplot: run it in ``gallery/compare``.
"""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

TASKS = {
    "digit_1": "1",
    "digit_3": "3",
    "digit_8": "8",
    "digit_9": "9",
    "digits_even": "even",
    "digits_8_against_1": "8 against 1",
    "digits_8_against_3": "8 against 3",
    "digits_9_against_3": "9 against 3",
    "digits_8_against_9": "8 against 9",
}
SHOWN = {"Naive Bayes, Gaussian": "Naive Bayes", "Decision stump": "Decision stump"}

# A notebook has no file of its own: it is run in the folder of this script.
HERE = Path(globals().get("__file__", "notebook")).resolve().parent
DATA = HERE.parent / "data" / "rank_predictions.npz"
if not DATA.exists():
    raise FileNotFoundError(f"no {DATA}; run this in gallery/compare of a checkout of prplot")
held = np.load(DATA)
models = held["models"].tolist()
tasks = {
    words: (
        held[f"{task}/labels"],
        {shown: held[f"{task}/ranks"][models.index(name)] for name, shown in SHOWN.items()},
    )
    for task, words in TASKS.items()
}
table = prp.rank_table(tasks, metrics=["aucpr", "aucnpr"], progress=False)

with plt.style.context("prplot.styles.paper"):
    prp.plot_tasks(table)
plt.show()
