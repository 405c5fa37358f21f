"""Making a record takes little memory beside the data, whatever their types."""

import sys
import tracemalloc
from functools import cache

import numpy as np
import pytest

from prplot import ConfusionCurve, aucpr, auprg, auroc, average_precision
from prplot.core.record.observations import observe
from prplot.core.record.ranking import counting, growing, ranked_rows, weighted_counts
from prplot.core.record.ranking.algorithms import rank
from prplot.core.record.ranking.growing import move_end
from prplot.core.record.steps import BLOCK, SharedFalsePositives, TiedFalsePositives
from tests.cases import slowly

SIZE = 1_000_000
RANGE, TINY, LONG = "full range", "next to 0", "longer than doubles"
# Those are sorted a second and a third time, in memory for all of them.
NEAR = "equal in ten digits"
# Nine of ten negatives have the score of a positive.
CAUGHT = "negatives tied with positives"
# Bytes for each score, beside the blocks that are worked on.
MOST = 16
# Where a record holds more, or what it is made from. Of weighted scores that is a mass and a
# threshold of 8 bytes each at every step and at every corner before one, of which there are at most
# as many as positives and negatives, and two bits at a step where positives and negatives are tied.
# Long doubles that no shorter floats hold take 16 bytes each, be it as thresholds, at .9 steps and
# .08 corners, or as all scores of the two classes, which is less work without weights.
MORE = {
    (CAUGHT, 0.9, "weights"): 16.3,
    (LONG, 0.5, "counts"): 20,
    (LONG, 0.1, "counts"): 21.2,
    (LONG, 0.01, "counts"): 18,
    (LONG, 0.9, "counts"): 23.2,
    (LONG, 0.5, "weights"): 16.9,
    (LONG, 0.9, "weights"): 23.7,
}
# Bytes of the blocks. They hardly grow with the scores. Ties of both classes, and scores that are
# compared, take more; so do look-ups of one class in the other, and bucket sorts.
BLOCKS = {"counts": 1e6, "weights": 1.7e6}
MORE_BLOCKS = {
    (CAUGHT, "weights"): 2.8e6,
    (RANGE, "counts"): 2.3e6,
    (TINY, "counts"): 2.3e6,
    (RANGE, "weights"): 3e6,
    (TINY, "weights"): 3e6,
    (LONG, "counts"): 4.5e6,
    (NEAR, "counts"): 3e6,
    (NEAR, "weights"): 3e6,
}
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


def most_bytes(monkeypatch, labels, scores, weights=None):
    """Return the most bytes that a record and its areas take."""
    # What is loaded and timed once doesn't count.
    some = None if weights is None else weights[:5000]
    ConfusionCurve.from_scores(labels[:5000], scores[:5000], sample_weight=some, n_jobs=1)
    reached = [0]

    def peak():
        return tracemalloc.get_traced_memory()[1]

    def move_end_in_place(array, size):
        # From numpy 2.5 on both lengths are counted at once, though nothing is copied.
        reached.append(peak())
        move_end(array, size)
        tracemalloc.reset_peak()

    for module in (counting, growing, ranked_rows):
        monkeypatch.setattr(module, "move_end", move_end_in_place)
    tracemalloc.start()
    try:
        curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights, n_jobs=1)
        for area in (aucpr, auroc, auprg, average_precision):
            area(curve)
        return max(*reached, peak())
    finally:
        tracemalloc.stop()


def limit(kind, prevalence, weights, size):
    what = "counts" if weights is None else "weights"
    blocks = MORE_BLOCKS.get((kind, what), BLOCKS[what])
    return MORE.get((kind, prevalence, what), MOST) * size + blocks


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
def test_record_and_areas_take_sixteen_bytes_for_a_score(
    kind, prevalence, weights, labels, monkeypatch
):
    check_memory(monkeypatch, SIZE, kind, prevalence, weights, labels)


@pytest.mark.parametrize(("kind", "prevalence", "weights"), MANY)
def test_blocks_take_no_more_memory_for_more_scores(kind, prevalence, weights, monkeypatch):
    check_memory(monkeypatch, 4 * SIZE, kind, prevalence, weights, "i1")


def check_memory(monkeypatch, size, kind, prevalence, weights, labels):
    is_positive, scores, masses = data(prevalence, size)
    if weights is not None:
        weights = (1 + 3 * masses).astype(weights)
    scores = scores_of(kind, is_positive, scores)
    found = most_bytes(monkeypatch, is_positive.astype(labels), scores, weights)
    assert found <= limit(kind, prevalence, weights, size)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory may move when it is cut")
def test_the_end_of_an_array_is_cut_off_in_place():
    array = np.ones(SIZE)
    address = array.ctypes.data
    move_end(array, SIZE // 2)
    assert array.size == SIZE // 2
    assert array.ctypes.data == address


@pytest.mark.parametrize(
    ("is_weighted", "kind"), [(False, TiedFalsePositives), (True, SharedFalsePositives)]
)
@pytest.mark.parametrize("lowest_tied", [-np.inf, 2])
def test_false_positives_are_read_from_any_step_on_as_if_each_step_had_its_own(
    is_weighted, kind, lowest_tied, monkeypatch
):
    monkeypatch.setattr(weighted_counts, "LISTED", 0)
    rng = np.random.default_rng(0)
    labels = rng.random(40_000) < 0.7
    # Runs of negatives and ties with them, and neither; or ties among the best alone.
    scores = rng.normal(labels)
    scores = np.where(scores >= lowest_tied, scores.round(5), scores)
    weights = rng.exponential(size=labels.size) if is_weighted else None
    steps, _, _ = rank(observe(labels, scores, sample_weight=weights))
    assert isinstance(steps.false_positives, kind)
    assert steps.tp.size > 2 * BLOCK
    for first in (0, 1, BLOCK - 1, BLOCK, BLOCK + 5, steps.tp.size - 1):
        part = slice(first, first + 7)
        before, fp = steps.fp_within(part)
        np.testing.assert_array_equal(before, steps.fp_before[part])
        np.testing.assert_array_equal(fp, steps.fp[part])
        assert steps.fp_of(first) == (before[0], fp[0])
