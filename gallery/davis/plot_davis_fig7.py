"""
Davis, Fig. 7: areas that disagree
==================================

Davis & Goadrich (2006), Figure 7: the larger area under ROC, the smaller under PR.

There are 20 positives and 2000 negatives. Optimising the area under the ROC curve selects II, and
optimising the area under the PR curve selects I: most of the ROC area lies where precision is close
to 0.

The paper prints the areas, AUROC and AUCPR of 0.813 and 0.514 for I and of 0.875 and 0.038 for II,
but not the points. II is the curve through a false positive rate of 0.25 at recall 1. For I, these
counts agree with all that is printed: over half of the positives are ranked high (13 of 20). Other
points would do as well; a simpler choice, through (0, 0.5) and (0.75, 1), has AUROC 0.8125 and
AUCPR 0.520. The minimum curve and random guessing, both at precisions of 0.01 and less, are
omitted.
"""

import matplotlib.pyplot as plt

import prplot as prp

POS, NEG = 20, 2000
one = prp.ConfusionCurve.from_counts([9, 13], [0, 84], POS, NEG)
two = prp.ConfusionCurve.from_counts([20], [500], POS, NEG)

with plt.style.context("prplot.styles.paper"):
    prp.plot_spaces({"I": one, "II": two}, spaces=("roc", "pr"), show_min=False, show_chance=False)
plt.show()
