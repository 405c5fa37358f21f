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
from prplot.core.record.steps import BLOCK, SharedFalsePositives
from tests.cases import slowly

SIZE = 1_000_000
MOST = 16
# Bytes for each score where a record itself holds about as many, or more. At a prevalence of .9:
# true and false positives at .9 steps in 4 bytes each beside keys of 8 bytes; masses and thresholds
# at .9 steps and .1 corners in 8 bytes each, with a byte that tells what is at a step. Long doubles
# of 16 bytes are kept where no shorter floats hold them.
RANGE, TINY, LONG = "full range", "next to 0", "longer than doubles"
# Those are sorted a second and a third time, in memory for all of them.
NEAR = "equal in ten digits"
# Nine of ten negatives have the score of a positive.
CAUGHT = "negatives tied with positives"
MORE = {
    ("counts", 0.9): 16.7,
    ("weights", 0.9): 18.7,
    (CAUGHT, 0.9): 21,
    (RANGE, 0.9): 18.5,
    (TINY, 0.9): 18.5,
    (NEAR, 0.5): 18,
    (NEAR, 0.1): 17,
    (NEAR, 0.01): 17,
    (NEAR, 0.9): 19,
    (LONG, 0.5): 25,
    (LONG, 0.1): 23,
    (LONG, 0.01): 18.5,
    (LONG, 0.9): 28,
    # With weights thresholds are kept, not all scores.
    (LONG, 0.5, "weights"): 18.5,
    (LONG, 0.9, "weights"): 26,
}
KINDS = ("f2", "f4", "f8", "g", ">f8", ">f4", "i1", "i2", "i4", "i8", ">i8", "u1", "u8", "?")


@cache
def data(prevalence):
    rng = np.random.default_rng(0)
    labels = rng.random(SIZE) < prevalence
    scores = rng.normal(labels)
    return labels, scores, rng.exponential(size=SIZE)


def scores_of(kind, scores):
    """Return scores in a type, over most of its range."""
    rng = np.random.default_rng(1)
    near = np.where(np.arange(SIZE) % 1000, 1e-10, 1e-5)
    shapes = {
        RANGE: lambda: rng.integers(-(2**63), 2**63 - 1, SIZE),
        TINY: lambda: scores * np.where(np.arange(SIZE) % 1000, 1, 1e-310),
        LONG: lambda: scores + rng.random(SIZE) * np.longdouble(2) ** -60,
        NEAR: lambda: np.append([-5, 7], (1 + scores * near)[2:]),
        CAUGHT: lambda: np.where(data(0.9)[0], scores, np.roll(scores, 1)),
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


def most_bytes(monkeypatch, labels, scores, weights=None, n_jobs=1):
    """Return the most memory that a record and its areas take, for each score."""
    # What is loaded and timed once doesn't count.
    some = None if weights is None else weights[:5000]
    ConfusionCurve.from_scores(labels[:5000], scores[:5000], sample_weight=some, n_jobs=n_jobs)
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
        curve = ConfusionCurve.from_scores(labels, scores, sample_weight=weights, n_jobs=n_jobs)
        for area in (aucpr, auroc, auprg, average_precision):
            area(curve)
        return max(*reached, peak()) / labels.size
    finally:
        tracemalloc.stop()


def limit(kind, prevalence, weights):
    masses = "counts" if weights is None else "weights"
    if kind == LONG and weights is not None:
        return MORE.get((kind, prevalence, masses), MOST)
    return max(MOST, MORE.get((kind, prevalence), 0), MORE.get((masses, prevalence), 0))


CASES = [
    *((kind, 0.5, None, "i8") for kind in KINDS),
    *(("f8", prevalence, "f8", "i8") for prevalence in (0.5, 0.9)),
    (CAUGHT, 0.9, None, "i1"),
    *((kind, 0.5, "f8", "?") for kind in (">f8", "g", RANGE, LONG, NEAR)),
]


@pytest.mark.parametrize(
    ("kind", "prevalence", "weights", "labels"),
    [
        *CASES,
        *(
            slowly((kind, prevalence, weights, labels))
            for kind in (*KINDS, "tied", "few tied", RANGE, TINY, LONG, NEAR)
            for prevalence in (0.5, 0.1, 0.01, 0.9)
            for weights in (None, "f8", *(("f4", "i4", ">f8") if kind == "f8" else ()))
            for labels in (("?", "i1", "f8", "O") if kind == "f8" else ("i1",))
        ),
    ],
)
def test_record_and_areas_take_sixteen_bytes_for_a_score(
    kind, prevalence, weights, labels, monkeypatch
):
    is_positive, scores, masses = data(prevalence)
    if weights is not None:
        weights = (1 + 3 * masses).astype(weights)
    found = most_bytes(monkeypatch, is_positive.astype(labels), scores_of(kind, scores), weights)
    assert found <= limit(kind, prevalence, weights)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory may move when it is cut")
def test_the_end_of_an_array_is_cut_off_in_place():
    array = np.ones(SIZE)
    address = array.ctypes.data
    move_end(array, SIZE // 2)
    assert array.size == SIZE // 2
    assert array.ctypes.data == address


def test_masses_are_read_from_any_step_on_as_if_each_step_had_its_own(monkeypatch):
    monkeypatch.setattr(weighted_counts, "LISTED", 0)
    rng = np.random.default_rng(0)
    labels = rng.random(40_000) < 0.7
    # Runs of negatives and ties with them, and neither.
    scores = rng.normal(labels).round(5)
    steps, _, _ = rank(observe(labels, scores, sample_weight=rng.exponential(size=labels.size)))
    assert isinstance(steps.false_positives, SharedFalsePositives)
    assert steps.tp.size > 2 * BLOCK
    for first in (0, 1, BLOCK - 1, BLOCK, BLOCK + 5, steps.tp.size - 1):
        part = slice(first, first + 7)
        before, fp = steps.fp_within(part)
        np.testing.assert_array_equal(before, steps.fp_before[part])
        np.testing.assert_array_equal(fp, steps.fp[part])
        assert steps.fp_of(first) == (before[0], fp[0])
