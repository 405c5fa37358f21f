"""Threads change no bit of a result, and nothing is left of them."""

import gc
import threading
import warnings
import weakref
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import sleep

import numpy as np
import pytest

import prplot as prp
from prplot.core import threads
from prplot.core.record.observations import observe
from prplot.core.record.ranking import count_at, rank, rows_in_order, sort_in_place
from prplot.core.threads import Threads, available_cores, thread_count
from prplot.core.uncertainty.intervals import FewExamplesWarning
from tests.cases import slowly

THREADS = (2, 3, 5, 8, 16)
KINDS = (
    "f2",
    "f4",
    "f8",
    "g",
    ">f8",
    "?",
    *(f"{sign}{size}" for sign in "iu" for size in (1, 2, 4, 8)),
)


def random_data(rng):
    """Make labels and scores of any type and shape, with ties or without, and weights or none."""
    # With fewer than 3000 only some ways to count are taken.
    size, kind = int(10 ** rng.uniform(0, 4)), np.dtype(rng.choice(KINDS))
    labels = rng.random(size) < rng.choice([0.01, 0.1, 0.5, 0.9])
    scores = rng.normal(size=size) + labels
    shapes = (
        lambda: scores,
        lambda: scores.round(int(rng.integers(0, 4))),
        lambda: 1 / (1 + np.exp(-20 * scores)),
        lambda: np.exp(rng.uniform(1, 100) * scores),
        lambda: np.where(rng.random(size) < 0.9, 1 + scores * 1e-12, scores),
        lambda: np.abs(scores),
    )
    scores = shapes[rng.integers(len(shapes))]()
    if kind.kind in "iu":
        ends = np.iinfo(kind)
        wide = scores * rng.choice([3.0, 1e3, float(ends.max) / 4])
        # The largest floats that are no larger than the largest integers.
        scores = np.clip(wide, float(ends.min), np.nextafter(float(ends.max), 0))
    with np.errstate(over="ignore"):
        scores = scores.astype(kind)
    if kind.kind == "f":
        scores = np.where(np.isfinite(scores), scores, scores.dtype.type(1))
    masses = (None, rng.exponential(size=size), rng.integers(1, 5, size))
    return labels, scores, masses[rng.integers(len(masses))]


def parts_of(ranked):
    """Return all arrays of a record: counts, thresholds, totals."""
    steps, pos, neg = ranked
    # A sum with 0 is 0.0 for -0.0, with which it ties.
    thresholds = (steps.thresholds + 0, steps.at_corners + 0, np.array(steps.lowest) + 0)
    return [steps.tp, steps.fp, steps.fp_before, *thresholds, np.array([pos, neg])]


def same_bits(ones, others):
    return all(
        one.dtype == other.dtype and np.array_equal(one, other)
        for one, other in zip(ones, others, strict=True)
    )


@pytest.mark.parametrize("cases", [40, slowly(100_000)])
def test_records_have_the_same_bits_whatever_the_number_of_threads(cases):
    rng = np.random.default_rng(cases)
    for _ in range(cases):
        labels, scores, weights = random_data(rng)
        found = observe(labels, scores, sample_weight=weights)
        at = np.sort(found.scores[:3].astype(np.float64))[::-1]
        some = Threads(int(rng.choice(THREADS)))
        assert same_bits(parts_of(rank(found, some)), parts_of(rank(found)))
        assert same_bits(count_at(found, at, some)[:2], count_at(found, at)[:2])


def random_numbers(rng):
    kind = np.dtype(rng.choice(["f4", "f8", "i4", "i8", "u4", "u8"]))
    size, exponent = int(rng.integers(1, 5000)), int(rng.integers(1, 8 * kind.itemsize - 1))
    shapes = (
        lambda: rng.random(size),
        lambda: rng.random(size) ** 30,
        lambda: np.where(rng.random(size) < 0.8, 0.5 + 1e-9 * rng.random(size), rng.random(size)),
        lambda: rng.integers(0, 4, size) / 4,
        lambda: np.sort(rng.random(size)),
        lambda: np.append(rng.random(size) * 1e-9, 1),
    )
    shift = 0 if kind.kind == "u" else rng.choice([0, 0.5])
    return ((shapes[rng.integers(len(shapes))]() - shift) * 2.0**exponent).astype(kind)


@pytest.mark.parametrize("cases", [40, slowly(5_000)])
def test_numbers_and_rows_are_sorted_by_any_number_of_threads(cases):
    rng = np.random.default_rng(cases)
    for _ in range(cases):
        numbers, some = random_numbers(rng), Threads(int(rng.choice((1, *THREADS))))
        chosen = rng.random(numbers.size) < rng.choice([0.1, 0.9, 1])
        expected = np.flatnonzero(chosen)[numbers[chosen].argsort(kind="stable")]
        assert np.array_equal(sort_in_place(numbers[chosen], some), numbers[expected])
        rows, ranked = rows_in_order(numbers, chosen, some)
        assert np.array_equal(rows, expected)
        assert np.array_equal(ranked, numbers[expected])


@pytest.mark.parametrize("prevalence", [0.5, 0.02])
def test_large_data_have_the_same_bits_by_all_cores(prevalence):
    rng = np.random.default_rng(1)
    labels = rng.random(200_000) < prevalence
    scores = rng.normal(size=labels.size) + labels
    one, four = (prp.ConfusionCurve.from_scores(labels, scores, n_jobs=n) for n in (1, 4))
    ranking = [(curve.steps, curve.pos, curve.neg) for curve in (one, four)]
    assert same_bits(*map(parts_of, ranking))


def test_what_work_raises_is_raised_and_no_thread_is_left():
    before, begun = threading.active_count(), []

    def work(part):
        begun.append(part)
        if part == 1:
            raise KeyboardInterrupt
        sleep(1e-3)
        return part

    with pytest.raises(KeyboardInterrupt):
        Threads(3).map(work, range(1000))
    assert len(begun) < 1000
    assert Threads(3).map(lambda part: 2 * part, range(5)) == [0, 2, 4, 6, 8]
    assert threading.active_count() == before


@pytest.mark.parametrize("count", [2, 3])
def test_an_error_keeps_no_data_in_memory(count):
    class Data:
        pass

    data = Data()
    held = weakref.ref(data)

    def work(part, data):
        raise ValueError(f"part {part}")

    gc.disable()
    try:
        with pytest.raises(ValueError, match="part 0"):
            Threads(count).map(partial(work, data=data), range(4))
        del data
        assert held() is None
    finally:
        gc.enable()


def test_the_error_of_the_first_part_is_raised():
    late = threading.Event()

    def work(part):
        if part == 1:
            late.wait(5)
        else:
            late.set()
        raise ValueError(f"part {part}")

    with pytest.raises(ValueError, match="part 0"):
        Threads(2).map(work, range(2))
    late.clear()
    with pytest.raises(ValueError, match="part 1"):
        Threads(2).map(lambda part: work(part) if part else None, range(3))


def test_warnings_are_issued_once_in_the_thread_of_the_call(monkeypatch):
    rng, issued, warn = np.random.default_rng(6), [], warnings.warn

    def watched(*given, **options):
        issued.append(threading.current_thread())
        warn(*given, **options)

    monkeypatch.setattr(threads, "WORTHWHILE", 1)
    monkeypatch.setenv("PRPLOT_THREADS", "3")
    monkeypatch.setattr(warnings, "warn", watched)
    labels = np.arange(90) % 6 == 0
    with pytest.warns(FewExamplesWarning) as told:
        prp.summary(labels, {str(i): rng.random(90) for i in range(4)}, errorbar="ci", seed=0)
    assert len(told) == 1
    assert issued == [threading.main_thread()]


def test_threads_treat_overflow_as_the_caller_does():
    both_begun = threading.Barrier(2, timeout=30)

    def work(_):
        both_begun.wait()
        return np.geterr()["over"]

    with np.errstate(over="raise"):
        assert Threads(2).map(work, range(2)) == ["raise", "raise"]


def test_few_numbers_are_worked_on_in_one_thread(monkeypatch):
    monkeypatch.setenv("PRPLOT_THREADS", "8")
    assert [Threads.worth(10**n).count for n in (3, 5, 6)] == [1, 1, 8]
    assert Threads.worth(10**6, 2).count == 2


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (0, "n_jobs must be 1 or more, or -1 for all cores, found 0"),
        (-2, "n_jobs must be 1 or more, or -1 for all cores, found -2"),
        (True, "n_jobs must be an integer, found True"),
        (1.5, "n_jobs must be an integer, found 1.5"),
        ("2", "n_jobs must be an integer, found '2'"),
        (np.array([2]), r"n_jobs must be an integer, found array\(\[2\]\)"),
    ],
)
def test_wrong_numbers_of_threads_are_refused(wrong, words):
    with pytest.raises((ValueError, TypeError), match=f"^{words}$"):
        prp.ConfusionCurve.from_scores([1, 0], [1.0, 0.0], n_jobs=wrong)


def test_the_environment_says_how_many_threads(monkeypatch):
    monkeypatch.delenv("PRPLOT_THREADS", raising=False)
    assert thread_count() == thread_count(-1) == available_cores() >= 1
    assert thread_count(np.int64(7)) == 7
    monkeypatch.setenv("PRPLOT_THREADS", "3")
    assert (thread_count(), thread_count(5)) == (3, 5)
    monkeypatch.setenv("PRPLOT_THREADS", "many")
    for call in (thread_count, lambda: prp.ConfusionCurve.from_scores([1, 0], [1.0, 0.0])):
        with pytest.raises(ValueError, match=r"^PRPLOT_THREADS must be 1 or more, .* 'many'$"):
            call()


def test_a_wrong_number_in_the_environment_is_refused_for_a_few_scores_too(monkeypatch):
    monkeypatch.setenv("PRPLOT_THREADS", "many")
    with pytest.raises(ValueError, match=r"^PRPLOT_THREADS must be 1 or more"):
        prp.ConfusionCurve.from_scores([1, 0], [1.0, 0.0])


@pytest.mark.parametrize("n_jobs", [2**63, 10**400])
def test_no_more_threads_are_planned_than_can_be_of_use(n_jobs):
    # Each takes a part of the memory for the plan alone.
    assert Threads.worth(2**20, n_jobs).count == 256


def test_all_cores_are_no_more_than_can_be_of_use(monkeypatch):
    monkeypatch.setattr(threads, "available_cores", lambda: 400)
    assert thread_count() == thread_count(-1) == 256


@pytest.mark.parametrize("backend", ["threading", slowly("loky")])
def test_workers_have_one_thread(monkeypatch, backend):
    joblib = pytest.importorskip("joblib")
    monkeypatch.setenv("PRPLOT_THREADS", "4")
    work = joblib.Parallel(n_jobs=2, backend=backend)
    assert work(joblib.delayed(thread_count)() for _ in range(4)) == [1, 1, 1, 1]
    # What a call says is obeyed there, too.
    assert work(joblib.delayed(thread_count)(3) for _ in range(2)) == [3, 3]
    assert thread_count() == 4


def test_all_cores_are_all_cores_in_any_thread(monkeypatch):
    monkeypatch.setattr(threads, "available_cores", lambda: 6)
    monkeypatch.setenv("PRPLOT_THREADS", "-1")
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(thread_count, -1).result() == 6
        assert pool.submit(thread_count).result() == 1
    assert thread_count() == 6
