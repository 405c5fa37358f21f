"""
Boyd, Table 2: one score, six tasks
===================================

Boyd et al. (2012), Table 2: one score, six tasks.

Areas of a Markov logic network (the LSM algorithm of Kok & Domingos 2010) on the predicates of the
IMDB data. AUCPR is as printed. The paper does not print the prevalence of each predicate, and its
areas are means over test sets; three of the prevalences drawn here are those at which its two
columns agree. (Its text states values close to 0.5 for "gender" and closer to 0.05 for "genre".)
The three perfect predicates are drawn at 0.06, the prevalence of all predicates together. An AUCPR
of 0.5 is nearly that of random guessing on "gender", and the AUCPR of "movie" is that of random
guessing; on "genre" 0.5 would be good.
"""

import matplotlib.pyplot as plt
import pandas as pd

import prplot as prp

ALL_PREDICATES = 0.06
table = pd.DataFrame(
    [
        ("actor", ALL_PREDICATES, 1.000, 1.000),
        ("director", ALL_PREDICATES, 1.000, 1.000),
        ("gender", 0.455, 0.509, 0.325),
        ("genre", 0.065, 0.624, 0.611),
        ("movie", 0.266, 0.267, 0.141),
        ("workedUnder", ALL_PREDICATES, 1.000, 1.000),
    ],
    columns=["predicate", "prevalence", "aucpr", "printed"],
)

with plt.style.context("prplot.styles.paper"):
    plt.figure(figsize=(3.6, 2.9), layout="constrained")
    prp.plot_tasks(table, task="predicate", columns=["printed"])
plt.show()
