r"""
Davis, Fig. 2: the confusion matrix
===================================

Davis & Goadrich (2006), Figure 2: the confusion matrix and its metrics.

Every point of a curve is one confusion matrix. The numbers are those of point A in Table 1, with 20
positives and 2000 negatives. Each of the two rates is a share of a single class; precision combines
both classes, so it changes with their ratio.
"""

import matplotlib.pyplot as plt

import prplot as prp

curve = prp.ConfusionCurve.from_counts([5], [5], pos=20, neg=2000)
tp, fp, fn, tn = (int(count[1]) for count in (curve.tp, curve.fp, curve.fn, curve.tn))
cells = [
    ("", "actual positive", "actual negative"),
    ("predicted positive", f"TP = {tp}", f"FP = {fp}"),
    ("predicted negative", f"FN = {fn}", f"TN = {tn}"),
]
metrics = [
    ("Recall", r"$\mathrm{TP}\,/\,(\mathrm{TP}+\mathrm{FN})$", curve.recall[1]),
    ("Precision", r"$\mathrm{TP}\,/\,(\mathrm{TP}+\mathrm{FP})$", curve.precision[1]),
    ("True positive rate", r"$\mathrm{TP}\,/\,(\mathrm{TP}+\mathrm{FN})$", curve.tpr[1]),
    ("False positive rate", r"$\mathrm{FP}\,/\,(\mathrm{FP}+\mathrm{TN})$", curve.fpr[1]),
]


def write(ax, rows, title, **style):
    """Fill axes with a table that has rules between its rows only."""
    ax.axis("off")
    ax.set_title(title)
    table = ax.table(rows, loc="upper center", cellLoc="center", edges="horizontal", **style)
    table.auto_set_font_size(False)
    table.set_fontsize(8)
    table.scale(1, 1.7)
    for cell in table.get_celld().values():
        cell.set_linewidth(0.5)


with plt.style.context("prplot.styles.paper"):
    fig, (left, right) = plt.subplots(1, 2, figsize=(7.2, 1.8), width_ratios=(3, 4))
    write(left, cells, "(a) Confusion matrix", colWidths=(0.36, 0.32, 0.32))
    rows = [(name, formula, f"{value:.4g}") for name, formula, value in metrics]
    write(right, rows, "(b) Metrics", colWidths=(0.38, 0.38, 0.2))
plt.show()
