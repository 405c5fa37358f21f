"""Coverage of intervals of retrieved items: ``python -m benchmarks.coverage.retrieved``.

A simulated detector: images differ in their number of objects and in how easy these are, which
moves both the share that is found and the scores. The score of 300,000 images is taken as the true
one. Prints, for each number of images, the share of 95 % intervals that contain it. Half an hour.
"""

import warnings

import numpy as np
from tqdm import tqdm

import prplot as prp
from prplot.core.measures.score_definitions import SCORES
from prplot.core.uncertainty.draws import Resampling
from prplot.core.uncertainty.intervals import intervals_of
from prplot.core.uncertainty.resampled import RetrievedSample

KEYS = ("coco_ap", "voc_ap", "average_precision", "aucpr")
# The share of objects found in an image of mean ease, and how much higher matches score.
DETECTORS = {"mediocre": (0.7, 1.2), "good": (0.9, 3.0)}
IMAGES = (20, 50, 200)
REPLICATIONS, DRAWS, MANY = 300, 400, 300_000


def detected(images, share, gap, seed):
    """Return the curve of a simulated detector."""
    rng = np.random.default_rng(seed)
    ease = rng.normal(size=images)
    objects = rng.poisson(np.exp(0.3 + 0.5 * rng.normal(size=images)))
    odds = share / (1 - share) * np.exp(ease)
    found, alarms = rng.binomial(objects, odds / (1 + odds)), rng.poisson(2, images)
    image = np.repeat(np.tile(np.arange(images), 2), np.append(found, alarms))
    is_match = np.arange(image.size) < found.sum()
    scores = rng.normal(size=image.size) + gap * is_match + 0.5 * ease[image]
    positives = dict(enumerate(objects.tolist()))
    return prp.ConfusionCurve.from_retrieved(is_match, scores, positives, clusters=image)


def coverage(images, share, gap, replications=REPLICATIONS, draws=DRAWS, many=MANY):
    """Return the share of intervals that contain the true score, by score."""
    truth = detected(many, share, gap, 0)
    hits = []
    for seed in tqdm(range(1, replications + 1), leave=False):
        curve = detected(images, share, gap, [seed, images])
        how = Resampling(n_boot=draws, seed=np.random.SeedSequence(seed))
        try:
            found = intervals_of(curve, RetrievedSample(curve), KEYS, how)
        except ValueError:
            # Fewer than ten images with objects.
            continue
        hits.append([SCORES[key].of(truth) in found[key] for key in KEYS])
    return dict(zip(KEYS, np.mean(hits, axis=0).tolist(), strict=True))


def main():
    """Print the table."""
    warnings.simplefilter("ignore", prp.FewExamplesWarning)
    print("| detector | images | " + " | ".join(KEYS) + " |")
    for name, (share, gap) in DETECTORS.items():
        for images in IMAGES:
            found = coverage(images, share, gap)
            shares = " | ".join(f"{one:.3f}" for one in found.values())
            print(f"| {name} | {images} | {shares} |", flush=True)


if __name__ == "__main__":
    main()
