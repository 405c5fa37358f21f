"""
Boyd, Table 3: downsampling
===========================

Boyd et al. (2012), Table 3: downsampling makes any model look good.

Areas of SAYU (Davis et al. 2005) on the task advisedBy of the UW-CSE data, trained on data
downsampled to 1:1 up to 1:24 (positives to negatives), and tested on data with the same ratio
(left) or with the original ratio (right). AUCNPR is computed here from the printed AUCPR and shown
beside the printed AUCNPR; they differ by no more than the rounding of the printed AUCPR explains.
With as many negatives as positives, the area is more than twice that on the original data,
normalised or not.
"""

import matplotlib.pyplot as plt
import pandas as pd

import prplot as prp

ORIGINAL = 24
table = pd.DataFrame(
    [
        (1, 0.851, 0.785, 0.330, 0.316),
        (2, 0.740, 0.680, 0.329, 0.315),
        (3, 0.678, 0.627, 0.343, 0.329),
        (4, 0.701, 0.665, 0.314, 0.299),
        (5, 0.599, 0.560, 0.334, 0.320),
        (10, 0.383, 0.352, 0.258, 0.242),
        (24, 0.363, 0.349, 0.363, 0.349),
    ],
    columns=["negatives", "aucpr", "printed", "aucpr, original", "printed, original"],
)
task = [f"1:{ratio}" for ratio in table["negatives"]]
downsampled = pd.DataFrame(
    {
        "task": task,
        "prevalence": 1 / (1 + table["negatives"]),
        "aucpr": table["aucpr"],
        "printed": table["printed"],
    }
)
original = pd.DataFrame(
    {
        "task": task,
        "prevalence": 1 / (1 + ORIGINAL),
        "aucpr": table["aucpr, original"],
        "printed": table["printed, original"],
    }
)

with plt.style.context("prplot.styles.paper"):
    fig, axes = plt.subplots(1, 2, figsize=(7.6, 3.4), layout="constrained")
    for ax, tested in zip(axes, (downsampled, original), strict=True):
        prp.plot_tasks(tested, columns=["printed"], show_mean=False, ax=ax)
        ax.get_legend().remove()
    # One legend says the same for both.
    shown = axes[0].get_legend_handles_labels()
    fig.legend(*shown, loc="outside lower center", ncols=4, frameon=False)
    axes[0].set_ylabel("Trained on")
    axes[0].set_title("tested on the same ratio", fontsize="medium", pad=18)
    axes[1].set_title("tested on 1:24", fontsize="medium", pad=18)
plt.show()
