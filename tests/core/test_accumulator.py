"""Counts add up to the same curve for every split, order and tree of merges."""

import pickle
import tracemalloc
from fractions import Fraction
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import prplot as prp
from prplot.core.cells import ROOM, Counts, Zoom, ordinals, places
from prplot.core.measures.score_definitions import SCORES
from prplot.core.scanned import ScannedCurve
from tests.cases import sampled
from tests.laws import law_of

WITHIN = 1e-4
EDGES = [
    0.0,
    -0.0,
    0.5,
    1.0,
    2.0,
    5e-324,
    -5e-324,
    1e-310,
    1.7e308,
    -1.7e308,
    0.1 + 0.2,
    1 - 2**-53,
]
FLOATS = st.sampled_from(EDGES) | st.floats(-1.7e308, 1.7e308) | st.floats(0, 1, width=32)
WHOLE = st.integers(-40, 40) | st.sampled_from([2**53 - 1, 2**62, -(2**62)])


def same(one, other):
    """Return whether two curves are equal in all that they hold."""
    pairs = zip(vars(one.cells).values(), vars(other.cells).values(), strict=True)
    return one.rounding == other.rounding and all(
        a.dtype == b.dtype and np.array_equal(a, b) for a, b in pairs
    )


def of_room(room):
    """Return an accumulator of few cells, which goes through all that a large one does."""
    made = prp.Accumulator()
    made._counts = Counts(room)
    return made


def split(data, n):
    """Draw batches: lists of rows, in any order."""
    rows = data.draw(st.permutations(range(n)))
    cuts = sorted(data.draw(st.lists(st.integers(0, n), max_size=5)))
    return [list(rows[a:b]) for a, b in zip([0, *cuts], [*cuts, n], strict=True)]


def merged(data, accumulators):
    """Merge in a random tree."""
    while len(accumulators) > 1:
        k = data.draw(st.integers(0, len(accumulators) - 2))
        first, second = accumulators[k : k + 2]
        if data.draw(st.booleans()):
            first, second = second, first
        accumulators[k : k + 2] = [first.merge(second)]
    return accumulators[0]


@given(st.data(), st.sampled_from([2, 4, 16, 64, ROOM]), st.sampled_from([FLOATS, WHOLE]))
@law_of(15)
def test_every_split_order_and_tree_gives_the_same_curve(data, room, numbers):
    n = data.draw(st.integers(1, 60))
    s = np.array(data.draw(st.lists(numbers, min_size=n, max_size=n)))
    y = np.array(data.draw(st.lists(st.booleans(), min_size=n, max_size=n)))
    w = np.array(data.draw(st.lists(st.integers(0, 9), min_size=n, max_size=n)))
    w[0] = 1
    whole = of_room(room)
    whole.update(y, s, w)
    parts = []
    for rows in split(data, n):
        parts.append(of_room(room))
        for some in (rows[::2], rows[1::2]):
            parts[-1].update(y[some], s[some], w[some].astype(data.draw(st.sampled_from("if"))))
    found = merged(data, parts).curve()
    assert same(found, whole.curve())
    assert same(pickle.loads(pickle.dumps(whole)).curve(), found)
    # Each of these is at least the exact curve, or at most.
    exact = prp.ConfusionCurve.from_scores(y, s, sample_weight=w)
    if exact.pos and exact.neg:
        assert found.upper.dominates(exact)
        assert exact.dominates(found.lower)
        for name, score in SCORES.items():
            low, high = found.bounds(name)
            assert low <= score.of(exact) <= high, name
    if room == ROOM:
        assert found.lists_all_scores
        np.testing.assert_array_equal(found.tp, exact.tp)
        np.testing.assert_array_equal(found.thresholds, exact.thresholds)


@pytest.mark.parametrize("size", [2**16, 2**16 + 1])
def test_up_to_65536_scores_are_exact_and_more_are_not(size):
    rng = np.random.default_rng(0)
    # All in one of the cells that the first score, alone, would need.
    s = np.append(1.0 + np.arange(size - 1) * 2.0**-52, -1e300)
    y, order = rng.random(size) < 0.4, rng.permutation(size)
    counts = prp.Accumulator()
    for rows in np.array_split(order, 9):
        counts.update(y[rows], s[rows])
        counts.update(y[rows[:0]], s[rows[:0]])
    assert counts.curve().lists_all_scores == (size == 2**16)


def made(name, rng, n):
    """Return labels and scores of a usual kind."""
    y = rng.random(n) < {"rare": 0.001, "noise": 0.5}.get(name, 0.3)
    z = rng.normal(size=n) + y
    odds = np.logaddexp(0, -z)
    return y, {
        "uniform": lambda: np.where(y, rng.random(n) ** 0.5, rng.random(n)),
        "noise": lambda: rng.random(n),
        "normal": lambda: z,
        "negative": lambda: z - 9,
        "far from 0": lambda: z + 1000,
        "single": lambda: z.astype(np.float32),
        "log-odds": lambda: 6 * z,
        "probabilities": lambda: np.exp(-odds),
        "beta near 0": lambda: rng.beta(0.2 + 0.1 * y, 30),
        "beta near 1": lambda: rng.beta(30, 0.3 - 0.1 * y),
        "beta near both": lambda: rng.beta(0.1 + 0.02 * y, 0.1),
        "rare": lambda: np.exp(-np.logaddexp(0, 9 - 4 * z)),
        "decades": lambda: 10.0 ** (-5 - 2 * z),
        "ties and more": lambda: np.where(z > 0, z, 0),
    }[name]()


KINDS = ["uniform", "noise", "normal", "negative", "far from 0", "single", "log-odds", "rare"]
KINDS += ["probabilities", "beta near 0", "beta near 1", "beta near both", "decades"]


@pytest.mark.parametrize("kind", sampled([*KINDS, "ties and more"], every=14))
def test_bounds_of_usual_scores_are_narrow_and_hold_the_exact_areas(kind):
    rng = np.random.default_rng(1)
    y, s = made(kind, rng, 200_000)
    counts, mirror = prp.Accumulator(), prp.Accumulator()
    counts.update(y, s)
    for rows in np.array_split(rng.permutation(y.size), 3):
        part = prp.Accumulator()
        part.update(y[rows], s[rows])
        mirror.merge(part)
    curve, exact = counts.curve(), prp.ConfusionCurve.from_scores(y, s)
    assert same(curve, mirror.curve())
    assert np.ptp(curve.bounds("aucpr")) < WITHIN
    for name, score in SCORES.items():
        low, high = curve.bounds(name)
        assert low <= score.of(exact) <= high, name


@given(st.lists(FLOATS, min_size=2, max_size=50))
@law_of(50)
def test_places_are_in_the_order_of_the_scores(numbers):
    s = np.unique(np.array(numbers))
    near = np.concatenate([np.nextafter(s, -np.inf), s, np.nextafter(s, np.inf)])
    near = np.unique(near[np.isfinite(near)]) + 0.0
    assert (np.diff(places(near)) >= 0).all()
    numbered = ordinals(near).tolist()
    assert numbered == sorted(set(numbered))


def test_octaves_have_equal_widths_on_both_sides_and_near_1():
    octave = places(np.array([1 / 16, 1 / 8, 3, 6, 0.875, 0.9375, -3, -6.0]))
    assert {abs(int(b - a)) for a, b in octave.reshape(-1, 2)} == {2**52}


@pytest.mark.parametrize("start", ["few", "many"])
def test_memory_is_bounded_whatever_is_counted(start):
    rng = np.random.default_rng(2)
    tracemalloc.start()
    counts = prp.Accumulator()
    if start == "few":
        counts.update([1, 0], [1e-320, -1e-320])
    for k in range(12):
        # Each batch needs wider cells than those before, and fills them all.
        s = np.ldexp(rng.random(2**16) - 0.5, 80 * k)
        counts.update(s > 0, s)
    s = np.linspace(0, 1, 2**21)
    before, _ = tracemalloc.get_traced_memory()
    counts.update(s > 0.3, s)
    own = s.nbytes + 3 * s.size
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert before < 2**26
    assert peak - own < 2**26
    assert len(pickle.dumps(counts)) < 2**25 + 2**12


def test_cells_that_are_moved_keep_their_counts():
    counts = Counts(16)
    counts.add(np.array([1.0, 1.5, 2.0, 3.0]), np.array([True, False, True, False]))
    assert not counts.is_exact
    for s in (1e-3, -5.0, 1e300, -1e-300):
        counts.add(np.array([s]), np.array([True]))
    assert counts.pos == 6
    assert (counts.cells().pos, counts.cells().neg) == (6, 2)
    assert np.unique(counts.cells().low).size <= 8


@given(st.data())
@law_of(10)
def test_a_zoom_counts_the_same_in_more_cells(data):
    n = data.draw(st.integers(5, 60))
    s = np.array(data.draw(st.lists(FLOATS, min_size=n, max_size=n)))
    y = np.array(data.draw(st.lists(st.booleans(), min_size=n, max_size=n)))
    counts = Counts(16)
    counts.add(s, y)
    exact = prp.ConfusionCurve.from_scores(y, s)
    for _ in range(4):
        if counts.is_exact or not counts.left_open():
            return
        finer = Zoom(counts, 1e-3)
        finer.add(s, y)
        finer.check_unchanged()
        assert finer.left_open() <= counts.left_open()
        assert set(counts.cells().low) <= set(finer.cells().low)
        curve = ScannedCurve.from_cells(finer.cells(), finer.rounding)
        assert curve.upper.dominates(exact)
        assert exact.dominates(curve.lower)
        counts = finer


def test_fractional_weights_are_summed_within_the_bounds():
    rng = np.random.default_rng(3)
    y, s = rng.random(200_000) < 0.3, rng.random(200_000)
    w = 10.0 ** rng.uniform(-9, 9, y.size)
    exact = prp.ConfusionCurve.from_scores(y, s, sample_weight=w)
    for rows in (np.arange(y.size), rng.permutation(y.size)):
        counts = prp.Accumulator()
        counts.update(y[rows], s[rows], w[rows])
        low, high = counts.curve().bounds("aucpr")
        assert low <= prp.aucpr(exact) <= high
        assert counts.curve().rounding > 1e-12


@pytest.mark.parametrize("weights", [(0.5, 2), (2, 0.5)])
def test_a_fraction_in_any_batch_makes_sums_floats(weights):
    counts, merged = prp.Accumulator(), prp.Accumulator()
    for k, weight in enumerate(weights):
        counts.update([1, 0], [k, 0.3], [weight, 1])
        part = prp.Accumulator()
        part.update([1, 0], [k, 0.3], [weight, 1])
        merged.merge(part)
    for found in (counts.curve(), merged.curve()):
        assert found.tp.tolist() == [0, weights[1], weights[1], 2.5]
        assert found.rounding > 1e-12


@pytest.mark.parametrize("kind", ["few", "cells"])
def test_a_saved_file_is_read_by_later_versions(kind, tmp_path):
    rng = np.random.default_rng(4)
    n = 70_000 if kind == "cells" else 9
    s = rng.random(n)
    counts = prp.Accumulator(pos_label="spam")
    counts.update(np.where(rng.random(n) < 0.4, "spam", "ham"), s)
    counts.save(tmp_path / "counts.npz")
    found = prp.Accumulator.load(tmp_path / "counts.npz")
    assert same(found.curve(), counts.curve())
    found.update(["ham"], [3.0])
    assert found.curve().neg == counts.curve().neg + 1


# What version 1 wrote, for [1, 0, 1] with the scores [0.5, 0.25, 3].
WRITTEN = {
    "version": 1,
    "pos_label": "null",
    "totals": np.array([3.0, 1.0, 3.0]),
    "table": np.array([[1.0, 0.0, 0.25, 0.25], [0.0, 1.0, 0.5, 0.5], [0.0, 1.0, 3.0, 3.0]]),
    "others": np.array([0.0]),
}


def test_a_file_of_the_first_version_is_read():
    file = BytesIO()
    np.savez(file, **WRITTEN)
    file.seek(0)
    curve = prp.Accumulator.load(file).curve()
    assert (curve.tp.tolist(), curve.fp.tolist()) == ([0, 1, 2, 2], [0, 0, 0, 1])
    assert curve.thresholds.tolist() == [np.inf, 3.0, 0.5, 0.25]


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (WRITTEN | {"version": 2}, "file has format 2 of a later prplot; this one reads 1"),
        ({"table": np.ones(3)}, "file must be written by Accumulator.save, found"),
        (b"no archive", "file must be written by Accumulator.save, found"),
    ],
)
def test_other_files_are_refused(written, says, tmp_path):
    path = tmp_path / "counts.npz"
    path.write_bytes(written) if isinstance(written, bytes) else np.savez(path, **written)
    with pytest.raises(ValueError, match=says):
        prp.Accumulator.load(path)


class Tensor:
    """An array as other libraries have it: by DLPack, by NumPy's protocol, or on a GPU."""

    def __init__(self, values, way):
        self.values, self.way = np.asarray(values), way

    def __array__(self, dtype=None, copy=None):
        if self.way == "gpu":
            raise TypeError("can't convert a tensor of the GPU")
        return self.values.astype(dtype) if dtype else self.values

    def __dlpack_device__(self):
        return (1, 0)

    def __dlpack__(self, **options):
        if self.way == "array":
            raise BufferError("no such type")
        return self.values.__dlpack__(**options)


@pytest.mark.parametrize("way", ["array", "dlpack", "gpu"])
def test_arrays_of_other_libraries_are_read(way):
    rng = np.random.default_rng(5)
    y, s = rng.random(30) < 0.5, rng.random(30).astype(np.float32)
    counts, plain = prp.Accumulator(), prp.Accumulator()
    counts.update(Tensor(y, way), Tensor(s, way))
    plain.update(y.tolist(), s)
    assert same(counts.curve(), plain.curve())


@pytest.mark.parametrize("library", ["torch", "jax.numpy", "cupy"])
def test_arrays_of_installed_libraries_are_read(library):
    library = pytest.importorskip(library)
    counts = prp.Accumulator()
    counts.update(library.asarray([1, 0, 1]), library.asarray([0.25, 0.5, 0.75]))
    assert counts.curve().tp.tolist() == [0, 1, 1, 2]


def batch_of(seed):
    """Count a batch in a worker."""
    rng = np.random.default_rng(seed)
    y = rng.random(30_000) < 0.3
    counts = prp.Accumulator()
    counts.update(y, rng.normal(size=y.size) + y)
    return counts


@pytest.fixture(scope="module")
def alone():
    """Return the curve of four batches that were counted one after another."""
    counts = prp.Accumulator()
    for seed in range(4):
        counts.merge(batch_of(seed))
    return counts.curve()


def test_workers_of_joblib_count_the_same(alone):
    joblib = pytest.importorskip("joblib")
    found = joblib.Parallel(n_jobs=2)(joblib.delayed(batch_of)(seed) for seed in (3, 1, 0, 2))
    total = prp.Accumulator()
    for one in found:
        total.merge(one)
    assert same(total.curve(), alone)


def test_tasks_of_dask_count_the_same(alone):
    dask = pytest.importorskip("dask")
    first, second, third, fourth = (dask.delayed(batch_of)(seed) for seed in (2, 3, 1, 0))
    merge = dask.delayed(prp.Accumulator.merge)
    total = merge(merge(first, second), merge(third, fourth))
    assert same(total.compute(scheduler="threads").curve(), alone)


def test_partitions_of_spark_count_the_same():
    sql = pytest.importorskip("pyspark.sql")
    session = sql.SparkSession.builder.master("local[1]").getOrCreate()
    rng = np.random.default_rng(6)
    y = rng.integers(0, 2, 400)
    s = rng.random(400)
    rows = list(zip(y.tolist(), s.tolist(), strict=True))

    def count(parts):
        import pyarrow as pa

        counts = prp.Accumulator()
        for part in parts:
            counts.update(part["y"], part["s"])
        yield pa.RecordBatch.from_pydict({"counts": [pickle.dumps(counts)]})

    frame = session.createDataFrame(rows, "y int, s double").repartition(3)
    total, plain = prp.Accumulator(), prp.Accumulator()
    for row in frame.mapInArrow(count, "counts binary").collect():
        total.merge(pickle.loads(row.counts))
    plain.update(y, s)
    session.stop()
    assert same(total.curve(), plain.curve())


@pytest.mark.parametrize(
    ("pos_label", "batches", "says"),
    [
        (None, [([1, 0], [1.0]), ...], "y_true and y_score must have the same length"),
        (None, [([1, 0], [1.0, np.nan])], "y_score holds 1 NaN or .inf value"),
        (None, [([1, 0], [2**60 + 1, 3])], "y_score holds 1 long value .first at index 0.; 64-bit"),
        (None, [(["a", "b"], [1.0, 2.0])], r"2 labels \('a', 'b'\); pass pos_label"),
        (None, [([1, 0], [1, 2]), ([1, -1], [1, 2])], "y_true holds the labels -1, 0, 1; pass"),
        ("c", [(["a", "b"], [1, 2]), (["a"], [3])], "pos_label 'c' is not in y_true, which holds"),
        (None, [], "nothing was counted; update with labels and scores first"),
    ],
)
def test_wrong_batches_are_refused_in_one_sentence(pos_label, batches, says):
    counts = prp.Accumulator(pos_label=pos_label)
    with pytest.raises(ValueError, match=says):  # noqa: PT012
        for batch in batches:
            counts.update(*batch)
        counts.curve()


def test_what_does_not_merge_is_refused():
    one = prp.Accumulator()
    with pytest.raises(TypeError, match="other must be an Accumulator, found 3"):
        one.merge(3)
    with pytest.raises(ValueError, match="other must have the pos_label None, found 'a'"):
        one.merge(prp.Accumulator(pos_label="a"))
    with pytest.raises(TypeError, match="pos_label must be a text or a number to be saved"):
        prp.Accumulator(pos_label=Fraction(1, 3)).save(BytesIO())


def test_weights_beyond_all_floats_are_refused():
    counts = prp.Accumulator()
    with pytest.raises(ValueError, match="sample_weight must be 0 or between 1e-150 and"):
        counts.update([1, 0], [1, 2], [1e308, 1])


@pytest.mark.parametrize("others", [[0.5, 0.25], np.arange(70_000) / 7])
def test_scores_that_were_never_retrieved_come_last(others):
    s = [-np.inf, *others] if len(others) < 9 else np.append(-np.inf, others)
    y = np.arange(len(s)) % 3 == 0
    parts = [prp.Accumulator() for _ in range(3)]
    for part, rows in zip(parts, ([0], [1, 2], np.arange(3, y.size)), strict=True):
        part.update(y[rows], np.array([s[row] for row in rows]))
    curve = pickle.loads(pickle.dumps(parts[1].merge(parts[0]))).merge(parts[2]).curve()
    assert curve.thresholds[-1] == -np.inf
    assert (curve.tp[-2], curve.fp[-2]) == (y[1:].sum(), (~y[1:]).sum())


def test_batches_without_positives_or_weights_count_too():
    counts = prp.Accumulator(pos_label="a")
    counts.update([], [])
    counts.update(["b", "c"], [1, 2])
    counts.update(["a"], [3], [0])
    counts.update(["a"], [4])
    assert (counts.curve().pos, counts.curve().neg) == (1, 2)
    assert repr(counts) == "Accumulator(3 rows)"
