"""
What correcting a mistake is worth
==================================

If a positive and the negative right above it change places, AUROC rises by the same wherever that
happens, and AUCPR by more near the top (McDermott et al. 2024).

These are all such pairs in a ranking of 200 positives and 1800 negatives with normal scores,
corrected one at a time. AUCPR rises nearly in proportion to the square of precision divided by the
true positives, and AUCNPR by 1.05 times as much. AUPRG ignores mistakes at recalls below π, the
prevalence; from there on, its rise depends on the true positives alone and falls with their cube.
At the bottom AUROC rises most. For AUCNPR and AUPRG we know of no earlier source.
"""

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

y_true = np.repeat([1, 0], [200, 1800])
scores = np.random.default_rng(3).normal(size=y_true.size) + 1.5 * y_true
labels = y_true[np.argsort(-scores)]
ranks = -np.arange(labels.size)
pairs = np.flatnonzero(np.diff(labels) == 1)
tp = np.cumsum(labels)[pairs]


def rise(score, pair):
    """Return by how much a score rises if the negative at a rank and the next positive swap."""
    swapped = labels.copy()
    swapped[[pair, pair + 1]] = 1, 0
    return score(swapped, ranks) - score(labels, ranks)


SCORES = {"AUCNPR": prp.aucnpr, "AUCPR": prp.aucpr, "AUPRG": prp.auprg, "AUROC": prp.auroc}
STYLES = {
    "AUCNPR": {"marker": "o", "color": "#56B4E9", "markersize": 5, "fillstyle": "none"},
    "AUCPR": {"marker": ".", "color": "#0072B2", "markersize": 4},
    "AUPRG": {"marker": "x", "color": "#D55E00", "markersize": 4},
    "AUROC": {"marker": "_", "color": "0.35", "markersize": 5},
}
rises = {name: np.array([rise(score, pair) for pair in pairs]) for name, score in SCORES.items()}

with plt.style.context("prplot.styles.paper"):
    fig, ax = plt.subplots(figsize=(4.2, 3.4))
    for name, style in STYLES.items():
        seen = rises[name] > 1e-12
        ax.plot(tp[seen] / 200, rises[name][seen], linestyle="none", label=name, **style)
    ax.axvline(0.1, color="0.7", linewidth=0.8, zorder=1)
    ax.text(0.1, 1, " π", transform=ax.get_xaxis_transform(), va="top")
    ax.set(yscale="log", xlabel="Recall above the pair", ylabel="Increase in area")
    ax.legend(frameon=False)
plt.show()
