"""
How many positives are needed
=============================

The width of the 95 % interval of AUCPR in typical test sets of three models, at two prevalences.
The number of positives decides. At a prevalence of 0.01 a test set has ten times as many rows as at
0.1, but its intervals are no shorter. For a width of 0.1 (the dots; their numbers are for a
prevalence of 0.1), the good model needs little more than 100 positives, the others two to three
times as many. Halving the width takes about four times the positives.
"""

from math import erfc, sqrt
from statistics import NormalDist

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D

import prplot as prp

# By how many standard deviations the mean score of the positives is above that of the negatives, so
# that normal scores have this AUCPR at this prevalence.
MODELS = {
    0.3: {0.1: 1.02, 0.01: 2.08},
    0.6: {0.1: 1.82, 0.01: 2.79},
    0.9: {0.1: 2.95, 0.01: 3.85},
}
POSITIVES = (20, 50, 100, 200, 500)
WANTED = 0.1


def typical_curve(distance, pos, neg):
    """Return the curve of normal scores in which every positive has the score of its rank."""
    ranks = (np.arange(pos) + 0.5) / pos
    scores = [NormalDist(distance).inv_cdf(1 - rank) for rank in ranks]
    fp = np.rint([neg * erfc(score / sqrt(2)) / 2 for score in scores])
    # A step has two corners: the negatives above a positive come before it.
    tp = np.column_stack([np.arange(pos), np.arange(pos) + 1]).ravel()
    return prp.ConfusionCurve.from_counts(tp, np.repeat(fp, 2), pos=pos, neg=neg)


def interval_width(distance, prevalence, pos):
    curve = typical_curve(distance, pos, round(pos * (1 - prevalence) / prevalence))
    low, high = prp.interval(curve, seed=0)
    return high - low


STYLES = {0.1: "-", 0.01: (0, (4, 1.5))}
COLORS = ("#E69F00", "#0072B2", "0.35")

with plt.style.context("prplot.styles.paper"):
    fig, ax = plt.subplots(figsize=(4.2, 3.6))
    ax.axhline(WANTED, color="0.6", linewidth=0.8, zorder=1)
    models = []
    for color, (area, distances) in zip(COLORS, MODELS.items(), strict=True):
        for prevalence, distance in distances.items():
            widths = [interval_width(distance, prevalence, pos) for pos in POSITIVES]
            needed = np.exp(np.interp(-np.log(WANTED), -np.log(widths), np.log(POSITIVES)))
            ax.plot(needed, WANTED, ".", color=color, markersize=6)
            line = ax.plot(POSITIVES, widths, color=color, linestyle=STYLES[prevalence])
            if STYLES[prevalence] == "-":
                line[0].set_label(f"AUCPR {area}: {round(needed, -1):.0f}")
                models += line
    ax.set(xscale="log", yscale="log", xlabel="Positives", ylabel="Width of the 95 % interval")
    ax.set_xticks(POSITIVES, POSITIVES)
    ticks = (0.05, 0.1, 0.2, 0.5)
    ax.set_yticks(ticks, ticks)
    ax.minorticks_off()
    titles = {"title_fontsize": 8, "frameon": False}
    ax.add_artist(ax.legend(handles=models, loc="upper right", title="positives needed", **titles))
    lines = [Line2D([], [], color="0.35", linestyle=style) for style in STYLES.values()]
    ax.legend(lines, STYLES, loc="lower left", title="prevalence", **titles)
plt.show()
