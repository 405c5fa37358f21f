"""
How often intervals are right
=============================

The share of simulated test sets, with as many negatives as positives, whose 95 % interval contains
the AUCPR of the population. On the left, the highest scores belong to some negatives far above all
others; on the right, the model is nearly perfect. The percentile and the basic bootstrap can't draw
a negative above the highest negative that they have seen, nor a positive below the lowest: their
intervals are too short until there are hundreds of positives. Boyd's interval needs only the AUCPR
and the number of positives. On the right it is too short with 20 positives and too long with more;
on the left it is too short however large the test set is. Bars are two standard errors of the
simulation, ``python -m benchmarks.coverage``.

This example needs a data file of a checkout of prplot: run it in ``gallery/report``.
"""

import json
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

# A notebook has no file of its own: it is run in the folder of this script.
HERE = Path(globals().get("__file__", "notebook")).resolve().parent
FILE = HERE.parents[1] / "benchmarks" / "results" / "coverage.json"
if not FILE.exists():
    raise FileNotFoundError(f"no {FILE}; run this in gallery/report of a checkout of prplot")
rows = [
    row
    for row in json.loads(FILE.read_text(encoding="utf-8"))["cells"]
    if (row["study"], row["prevalence"]) == ("areas", 0.5)
]
POPULATIONS = {"hv": "Negatives with heavy tails", "d3": "A nearly perfect model"}
METHODS = {
    "bayesian": ("Bayesian bootstrap", "#0072B2", "o"),
    "percentile": ("percentile bootstrap", "#E69F00", "s"),
    "basic": ("basic bootstrap", "#D55E00", "v"),
    "logit": ("Boyd's logit interval", "0.35", "D"),
}


def coverage(counts):
    """Return how often intervals contained the truth, and its standard error, in percent."""
    n = counts["n"]
    share = 1 - (counts["undefined"] + counts["below"] + counts["above"]) / n
    return 100 * share, 100 * np.sqrt(share * (1 - share) / n)


with plt.style.context("prplot.styles.paper"):
    fig, axes = plt.subplots(1, 2, figsize=(7.0, 3.3), sharex=True, sharey=True)
    for ax, (population, title) in zip(axes, POPULATIONS.items(), strict=True):
        ax.axhline(95, color="0.6", linewidth=0.8, zorder=1)
        for method, (words, color, marker) in METHODS.items():
            held = {
                row["pos"]: coverage(row["tallies"][f"aucpr {method}"])
                for row in rows
                if row["population"] == population
            }
            positives = sorted(held)
            shares, errors = np.transpose([held[pos] for pos in positives])
            ax.errorbar(
                positives,
                shares,
                yerr=2 * errors,
                color=color,
                marker=marker,
                markersize=4,
                linewidth=1.4,
                elinewidth=0.8,
                label=words,
            )
        # As matplotlib 3.11 does; 3.10 begins at 1.
        room = (positives[-1] / positives[0]) ** 0.05
        ax.set(xscale="log", xlim=(positives[0] / room, positives[-1] * room))
        ax.set(xticks=positives, xticklabels=positives, title=title)
        ax.minorticks_off()
        ax.set(xlabel="Positives", yticks=(60, 70, 80, 90, 95, 100))
    axes[0].set_ylabel("Intervals that contain the AUCPR in %")
    axes[1].legend(loc="lower right", frameon=False)
plt.show()
