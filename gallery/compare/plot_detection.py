"""
Detection and retrieval
=======================

Curves that end where the retrieved items end. On the left, a detector of three classes: its boxes
match an object or are false alarms, and there are no negatives to count. The bands come from
drawing images. The detector is simulated: each object is found or not, and matches score higher
than false alarms, with normal noise. On the right, two classifiers of handwritten digits (Alpaydin
& Kaynak 1998) return those that are most likely eights. The size of the collection is known, so all
the rest is one tie at the end, an arc to the prevalence, over the unachievable region.
"""

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

# The share of the objects that is found, and how much higher matches score than false alarms.
CLASSES = {"bird": (0.55, 0.7), "boat": (0.7, 1.2), "horse": (0.9, 1.8)}
RETURNED = {"Logistic regression": 100, "Random forest": 160}

rng = np.random.default_rng(0)
detectors = {}
for name, (share, gap) in CLASSES.items():
    objects, alarms = rng.poisson(1.2, size=200), rng.poisson(1.8, size=200)
    found = rng.binomial(objects, share)
    image = np.repeat(np.tile(np.arange(200), 2), np.append(found, alarms))
    is_match = np.repeat([True, False], [found.sum(), alarms.sum()])
    scores = rng.normal(size=is_match.size) + gap * is_match
    detectors[name] = prp.ConfusionCurve.from_retrieved(
        is_match, scores, dict(enumerate(objects)), clusters=image
    )

eights, models = prp.datasets.load("digits")
searches = {}
for name, count in RETURNED.items():
    scores = np.asarray(models[name])
    # What is not returned has no score.
    found = np.where(scores >= np.sort(scores)[-count], scores, -np.inf)
    searches[name] = prp.ConfusionCurve.from_scores(eights, found)

with plt.style.context("prplot.styles.paper"):
    fig, axes = plt.subplots(1, 2, figsize=(7.0, 3.5), layout="constrained")
    prp.plot_pr(detectors, score="coco_ap", errorbar="ci", seed=0, ax=axes[0])
    prp.plot_pr(searches, ax=axes[1])
    axes[0].set_title("Detection: negatives unknown")
    axes[1].set_title("Retrieval: collection known")
plt.show()
