"""
Published points
================

Sensitivity and specificity of prostate-specific antigen at nine cut-offs, from Thompson et al.
(2005, JAMA 294, 66-70, Table 3), for 5587 men with biopsies, of whom 21.9 % had cancer. The rates
and the prevalence determine the PR curve: exact arcs between the marked points. At the usual
cut-off of 4.1 ng/ml, about half of the positive results are correct, and four cancers in five are
missed.
"""

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

CUTOFFS = np.array([10.1, 8.1, 6.1, 4.1, 3.1, 2.6, 2.1, 1.6, 1.1])  # ng/ml
SENSITIVITY = np.array([0.9, 1.7, 4.6, 20.5, 32.2, 40.5, 52.6, 67.0, 83.4]) / 100
SPECIFICITY = np.array([99.7, 99.4, 98.5, 93.8, 86.7, 81.1, 72.5, 58.7, 38.9]) / 100

curve = prp.ConfusionCurve.from_rates(
    1 - SPECIFICITY, SENSITIVITY, prevalence=0.219, thresholds=CUTOFFS
)

with plt.style.context("prplot.styles.paper"):
    fig, axes = plt.subplots(1, 2, figsize=(7.0, 3.5), layout="constrained")
    shown = {"show_points": True, "thresholds": [1.1, 2.1, 4.1], "name": "PSA"}
    prp.plot_roc(curve, ax=axes[0], **shown)
    prp.plot_pr(curve, ax=axes[1], show_chance=True, **shown)
plt.show()
