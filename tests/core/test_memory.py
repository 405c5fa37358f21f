"""Making a record takes little memory beside the data, whatever their types."""

import tracemalloc
from functools import cache

import numpy as np
import pytest

from prplot import ConfusionCurve, aucpr, auprg, auroc, average_precision
from tests.cases import slowly

SIZE = 500_000
RANGE, TINY, LONG = "full range", "next to 0", "longer than doubles"
# Those are sorted a second time, in memory for all of them.
NEAR = "equal in ten digits"
# Nine of ten negatives have the score of a positive.
CAUGHT = "negatives tied with positives"
# Bytes for each score, beside the blocks that are worked on.
MOST = {"counts": 24, "weights": 40}
# Thresholds of integers beyond 2^53 and of long doubles take 16 bytes each, and so do long doubles
# while they are sorted; scores that are nearly equal are sorted twice.
MORE = {
    **{(kind, "counts"): 33 for kind in (RANGE, "i8", ">i8", "u8")},
    (RANGE, "weights"): 48,
    (NEAR, "counts"): 33,
    (NEAR, "weights"): 46,
    **{(kind, "counts"): 36 for kind in (LONG, "g")},
    **{(kind, "weights"): 65 for kind in (LONG, "g")},
}
# A copy in another order of bytes, or another type, as thresholds are.
COPY = 8
# Bytes of the blocks. They hardly grow with the scores.
BLOCKS = 2e6
KINDS = ("f2", "f4", "f8", "g", ">f8", ">f4", "i1", "i2", "i4", "i8", ">i8", "u1", "u8", "?")


@cache
def data(prevalence, size=SIZE):
    rng = np.random.default_rng(0)
    labels = rng.random(size) < prevalence
    scores = rng.normal(labels)
    return labels, scores, rng.exponential(size=size)


def scores_of(kind, labels, scores):
    """Return scores in a type, over most of its range."""
    rng = np.random.default_rng(1)
    size = scores.size
    near = np.where(np.arange(size) % 1000, 1e-10, 1e-5)
    shapes = {
        RANGE: lambda: rng.integers(-(2**63), 2**63 - 1, size),
        TINY: lambda: scores * np.where(np.arange(size) % 1000, 1, 1e-310),
        LONG: lambda: scores + rng.random(size) * np.longdouble(2) ** -60,
        NEAR: lambda: np.append([-5, 7], (1 + scores * near)[2:]),
        CAUGHT: lambda: np.where(labels, scores, np.roll(scores, 1)),
        "tied": lambda: scores.round(3),
        "few tied": lambda: scores.round(5),
    }
    if kind in shapes:
        return shapes[kind]()
    if np.dtype(kind).kind in "iu":
        share = (scores - scores.min()) / np.ptp(scores)
        least, most = np.iinfo(kind).min // 4, np.iinfo(kind).max // 4
        return (least + share * (most - least)).astype(kind)
    return scores.astype(kind)


def most_bytes(labels, scores, weights=None):
    """Return the most bytes that a record and its areas take."""
    # What is loaded and timed once doesn't count.
    some = None if weights is None else weights[:5000]
    ConfusionCurve.from_scores(labels[:5000], scores[:5000], sample_weight=some, n_jobs=1)
    tracemalloc.start()
    try:
        curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights, n_jobs=1)
        for area in (aucpr, auroc, auprg, average_precision):
            area(curve)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def limit(kind, weights, size):
    what = "counts" if weights is None else "weights"
    copies = (kind[0] == ">") + (weights is not None and weights.dtype != np.float64)
    copies += weights is not None and kind.strip(">") in ("f4", "i4", "i8", "u8")
    return (MORE.get((kind, what), MOST[what]) + COPY * copies) * size + BLOCKS


CASES = [
    *((kind, 0.5, None, "i8") for kind in KINDS),
    *(("f8", prevalence, "f8", "i8") for prevalence in (0.5, 0.9)),
    *((CAUGHT, 0.9, weights, "i1") for weights in (None, "f8")),
    *((kind, 0.9, None, "i1") for kind in ("f8", "few tied", TINY)),
    *((kind, 0.5, "f8", "?") for kind in (">f8", "g", RANGE, LONG, NEAR)),
]


MANY = [
    slowly((kind, 0.9, weights))
    for kind in ("f8", "few tied", CAUGHT, RANGE, TINY, LONG, NEAR)
    for weights in (None, "f8")
]


@pytest.mark.parametrize(
    ("kind", "prevalence", "weights", "labels"),
    [
        *CASES,
        *(
            slowly((kind, prevalence, weights, labels))
            for kind in (*KINDS, "tied", "few tied", CAUGHT, RANGE, TINY, LONG, NEAR)
            for prevalence in (0.5, 0.1, 0.01, 0.9)
            for weights in (None, "f8", *(("f4", "i4", ">f8") if kind == "f8" else ()))
            for labels in (("?", "i1", "f8", "O") if kind == "f8" else ("i1",))
        ),
    ],
)
def test_record_and_areas_take_few_bytes_for_a_score(kind, prevalence, weights, labels):
    check_memory(SIZE, kind, prevalence, weights, labels)


@pytest.mark.parametrize(("kind", "prevalence", "weights"), MANY)
def test_blocks_take_no_more_memory_for_more_scores(kind, prevalence, weights):
    check_memory(8 * SIZE, kind, prevalence, weights, "i1")


def check_memory(size, kind, prevalence, weights, labels):
    is_positive, scores, masses = data(prevalence, size)
    if weights is not None:
        weights = (1 + 3 * masses).astype(weights)
    scores = scores_of(kind, is_positive, scores)
    found = most_bytes(is_positive.astype(labels), scores, weights)
    assert found <= limit(kind, weights, size)
