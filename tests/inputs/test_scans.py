import os
import signal
import sys
import threading
from decimal import Decimal

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import prplot as prp
from prplot.core.measures.score_definitions import SCORES
from prplot.inputs import scan
from tests.cases import sampled, slowly
from tests.laws import law_of

LIBRARIES = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "lazy": pl.LazyFrame,
    "pyarrow": pa.table,
    "duckdb": lambda held: duckdb.from_arrow(pa.table(held)),
}
METRICS = [prp.auroc, prp.aucpr, prp.aucnpr, prp.auprg, prp.average_precision]


def scanned(frame, **options):
    return prp.scan(frame, **{"y_true": "y", "y_score": "s", "progress": False, **options})


def made(n=3000, seed=0):
    """Return columns with ties, whole and other weights, and three groups."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    s = rng.normal(size=n) + y
    s[: n // 3] = np.round(s[: n // 3], 1)
    columns = {"y": y, "s": s, "w": rng.random(n) * (rng.random(n) < 0.9)}
    columns |= {"k": rng.integers(0, 4, n), "g": rng.choice(["b", "a", "c"], n)}
    return columns


def assert_holds(curve, exact):
    assert (curve.pos, curve.neg) == pytest.approx((exact.pos, exact.neg))
    for metric in METRICS:
        low, high = curve.bounds(metric)
        assert low <= metric(exact) <= high, metric
        assert low <= metric(curve) <= high, metric
    at = np.linspace(0.01, 1, 23)
    truth = exact.precision_at(at)
    assert (curve.lower.precision_at(at) <= truth + 1e-9).all()
    assert (truth <= curve.upper.precision_at(at) + 1e-9).all()


@pytest.mark.parametrize("library", LIBRARIES)
def test_every_library_bounds_the_exact_areas(library):
    held = made()
    frame = LIBRARIES[library](held)
    curve = scanned(frame, tolerance=1e-3)
    assert_holds(curve, prp.ConfusionCurve.from_scores(held["y"], held["s"]))
    low, high = curve.bounds(prp.aucpr)
    assert high - low < 1e-3


@pytest.mark.parametrize(("weight", "library"), sampled("wk", LIBRARIES, every=3))
def test_groups_and_weights_are_counted_in_the_same_passes(library, weight):
    held = made()
    curves = scanned(LIBRARIES[library](held), sample_weight=weight, hue="g", tolerance=1e-3)
    assert list(curves) == ["a", "b", "c"]
    for name, curve in curves.items():
        y, s, w = (held[key][held["g"] == name] for key in ("y", "s", weight))
        assert_holds(curve, prp.ConfusionCurve.from_scores(y, s, sample_weight=w))


def test_whole_weights_stay_whole():
    curve = scanned(pd.DataFrame(made()), sample_weight="k")
    assert curve.tp.dtype.kind == "i"
    assert curve.rounding == 1e-12


def test_groups_that_are_numbers_are_in_rising_order():
    frame = pd.DataFrame({"y": [0, 1] * 3, "s": [1, 2] * 3, "g": [10, 10, 9, 9, 2, 2]})
    assert list(scanned(frame, hue="g")) == ["2", "9", "10"]


def test_files_are_read_where_they_are(tmp_path):
    held = pd.DataFrame(made())
    for part, rows in enumerate(np.array_split(np.arange(len(held)), 3)):
        pq.write_table(pa.table(held.iloc[rows]), tmp_path / f"part-{part}.parquet")
    exact = prp.ConfusionCurve.from_scores(held["y"], held["s"])
    parts = sorted(tmp_path.iterdir())
    for given_as in (tmp_path / "part-*.parquet", str(tmp_path / "*.parquet"), parts, tmp_path):
        assert_holds(scanned(given_as), exact)


def test_without_polars_duckdb_reads_files(tmp_path, monkeypatch):
    held, paths = pd.DataFrame(made(200)), [tmp_path / f"{part}.parquet" for part in "ab"]
    for path, some in zip(paths, (held.iloc[:90], held.iloc[90:]), strict=True):
        pq.write_table(pa.table(some), path)
    monkeypatch.setitem(sys.modules, "polars", None)
    assert_holds(scanned(paths), prp.ConfusionCurve.from_scores(held["y"], held["s"]))
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(ImportError, match="a path needs polars or DuckDB: pip install polars"):
        scanned(paths)


@pytest.mark.parametrize("read", [pl.scan_csv, duckdb.read_csv])
def test_texts_are_read_by_their_engines(tmp_path, read):
    held = pd.DataFrame(made(200))
    held.to_csv(tmp_path / "a.csv", index=False)
    exact = prp.ConfusionCurve.from_scores(held["y"], held["s"])
    assert_holds(scanned(read(str(tmp_path / "a.csv"))), exact)


# Scores that are nearly one on the scale of all may stay in one cell; the bounds hold all the same.
@pytest.mark.filterwarnings("ignore:the bounds of AUCPR stay")
@given(st.data())
@law_of(15)
def test_bounds_hold_for_ties_weights_and_groups(data):
    n = data.draw(st.integers(2, 60))

    def column(values):
        return np.array(data.draw(st.lists(values, min_size=n, max_size=n)))

    held = {
        "y": column(st.integers(0, 1)),
        "s": column(
            st.sampled_from([0.0, -0.0, 0.5, 1.0, 1e-9])
            | st.floats(-5, 5, width=32, allow_subnormal=False)
        ),
        "w": column(st.sampled_from([0.0, 1.0, 0.3]) | st.floats(1e-3, 9)),
        "g": column(st.sampled_from(["one", "other"])),
    }
    held["s"], held["w"] = held["s"].astype(float), held["w"].astype(float)
    held["w"][0] = 1.0
    curves = scanned(pl.LazyFrame(held), sample_weight="w", hue="g", tolerance=0.01)
    for name, curve in curves.items():
        rows = held["g"] == name
        exact = prp.ConfusionCurve.from_scores(
            held["y"][rows], held["s"][rows], sample_weight=held["w"][rows]
        )
        if not (exact.pos and exact.neg):
            assert curve.bounds("aucpr") == pytest.approx([float(exact.neg == 0)] * 2, abs=1e-11)
            continue
        assert_holds(curve, exact)


def test_few_distinct_scores_are_exact():
    held = made(20000)
    held["s"] = np.round(held["s"], 2)
    curve = scanned(pl.LazyFrame(held))
    exact = prp.ConfusionCurve.from_scores(held["y"], held["s"])
    for name in ("tp", "fp", "thresholds"):
        assert np.array_equal(getattr(curve, name), getattr(exact, name)), name
    for metric in METRICS:
        assert np.ptp(curve.bounds(metric)) < 1e-11


def test_groups_on_unlike_scales_are_all_cut_until_they_are_told_apart():
    columns = {"y": [0, 1, 0, 0, 1], "s": [0.0, 1e-9, -3.5e-28, 0.5, 0.0], "g": [*"aabbb"]}
    for curve in scanned(pl.LazyFrame(columns), hue="g").values():
        assert curve.cells.is_tied.all()


def test_a_tie_beside_a_score_that_is_a_hair_lower_is_told_apart():
    columns = {"y": [0, 0, 0, 0, 1], "s": [0.0, 0.5, -3.5e-28, 1.0, -0.0]}
    assert scanned(pl.LazyFrame(columns)).cells.is_tied.all()


@pytest.fixture
def passes(monkeypatch):
    """Return a list that grows with every pass."""
    sizes, count = [], scan._count

    def counting(*given):
        sizes.append(1)
        count(*given)

    monkeypatch.setattr(scan, "_count", counting)
    return sizes


@pytest.mark.parametrize(
    ("case", "tolerance", "most"),
    [slowly(("usual", 1e-4, 1)), ("usual", 1e-6, 2), ("saturated", 1e-4, 2), ("scales", 1e-4, 2)],
)
def test_cells_are_cut_anew_until_the_bounds_are_close(case, tolerance, most, passes):
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 100_000)
    z = rng.normal(size=y.size) + y
    if case == "usual":
        s = 1 / (1 + np.exp(-z))
    elif case == "saturated":
        s = 1 / (1 + np.exp(-40 * z))
    else:
        s = np.exp(15 * z)
    curve = scanned(pl.LazyFrame({"y": y, "s": s}), tolerance=tolerance)
    assert len(passes) <= most
    assert np.ptp(curve.bounds(prp.aucpr)) < tolerance
    assert_holds(curve, prp.ConfusionCurve.from_scores(y, s))


@pytest.mark.parametrize(("rows", "most"), [(200, 1), (2**16, 1), (70_000, 3)])
def test_few_rows_leave_nothing_open(rows, most, passes):
    rng = np.random.default_rng(8)
    held = {"y": rng.integers(0, 2, rows), "s": rng.random(rows)}
    curve = scanned(pl.LazyFrame(held), tolerance=1e-9)
    assert len(passes) <= most
    assert np.ptp(curve.bounds(prp.aucpr)) < (1e-9 if most > 1 else 1e-11)
    assert_holds(curve, prp.ConfusionCurve.from_scores(held["y"], held["s"]))


def test_bounds_that_stay_wide_are_warned_of(monkeypatch):
    monkeypatch.setattr(scan, "ROOM", 128)
    monkeypatch.setattr(scan, "PASSES", 1)
    held = made()
    # The bounds of a small group are exact.
    rows = np.arange(held["y"].size) > 8
    held["g"] = np.where(rows, "many", "few")
    with pytest.warns(UserWarning, match=r"stay 0\.\d+ apart; tolerance is 0.0001"):
        curve = scanned(pd.DataFrame(held), hue="g")["many"]
    assert_holds(curve, prp.ConfusionCurve.from_scores(held["y"][rows], held["s"][rows]))


@pytest.mark.filterwarnings("ignore:the bounds of AUCPR stay")
def test_many_groups_share_the_cells(monkeypatch):
    monkeypatch.setattr(scan, "ROOM", 2**12)
    monkeypatch.setattr(scan, "PASSES", 1)
    held = made(5000)
    held["g"] = np.arange(5000) // 50
    curves = scanned(pd.DataFrame(held), hue="g")
    assert all(curve.cells.low.size <= 2**12 // 128 for curve in curves.values())


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_negative_zero_is_no_other_score(library):
    held = {"y": [1, 0, 1, 0, 1], "s": [-0.0, 0.0, 0.5, -0.5, 1.0]}
    curve = scanned(LIBRARIES[library](held), tolerance=1e-9)
    assert curve.bounds(prp.auroc) == pytest.approx((11 / 12, 11 / 12))


LABELS = [
    ([0, 1, 1], None, 2),
    ([-1, 1, 1], None, 2),
    ([-1.0, 1.0, -1.0], 1, 1),
    ([True, False, False], None, 1),
    ([True, False, False], False, 2),
    ([0, 1, 1], 0, 1),
    ([3, 1, 2], 3, 1),
    (["spam", "ham", "eggs"], "spam", 1),
    ([0, 0, 0], None, 0),
    ([1, 1, 1], 1, 3),
]


@pytest.mark.parametrize(("case", "library"), sampled(LABELS, LIBRARIES, every=4))
def test_labels_are_those_of_the_record(case, library):
    labels, pos_label, positives = case
    curve = scanned(LIBRARIES[library]({"y": labels, "s": [1.0, 2, 3]}), pos_label=pos_label)
    assert (curve.pos, curve.neg) == (positives, 3 - positives)
    exact = prp.ConfusionCurve.from_scores(labels, [1.0, 2, 3], pos_label=pos_label)
    assert curve.tp.tolist() == exact.tp.tolist()


def test_labels_of_a_category_and_scores_of_a_truth_value():
    frame = pl.DataFrame(
        {"y": pl.Series(["a", "b", "a"], dtype=pl.Categorical), "s": [True, False, False]}
    )
    assert scanned(frame, pos_label="a").tp.tolist() == [0, 1, 2]


GOOD = {"y": [0, 1, 1], "s": [0.1, 0.2, 0.3], "w": [1.0, 2.0, 0.0], "g": ["a", "a", "b"]}


WRONG = [
    ({}, {"y_score": "z"}, ValueError, "frame has no column 'z'; the nearest: "),
    ({}, {"hue": "gg"}, ValueError, "frame has no column 'gg'; the nearest: g"),
    ({}, {"y_true": [0, 1, 1]}, TypeError, "y_true must name a column of the frame, found"),
    ({}, {"y_score": "g"}, TypeError, "y_score must hold numbers, found dtype String"),
    ({}, {"sample_weight": "g"}, TypeError, "sample_weight must hold numbers, found dtype"),
    ({}, {"y_true": "g"}, ValueError, "2 labels \\('a', 'b'\\); pass pos_label"),
    ({"y": [0, 1, 2]}, {}, ValueError, "3 labels \\(0, 1, 2\\); pass pos_label"),
    ({"y": [0, -1, 1]}, {}, ValueError, "3 labels \\(-1, 0, 1\\); pass pos_label"),
    ({}, {"pos_label": 7}, ValueError, "pos_label 7 is not in y_true, which holds 0, 1"),
    ({}, {"pos_label": "1"}, ValueError, "pos_label '1' is not in y_true"),
    ({"y": [0, None, 1]}, {}, ValueError, "y_true 'y' holds 1 missing value; each row"),
    ({"g": ["a", None, "b"]}, {"hue": "g"}, ValueError, "hue 'g' holds 1 missing value"),
    ({"s": [None, None, 1.0]}, {}, ValueError, "y_score 's' holds 2 missing values"),
    ({"s": [np.nan, 1.0, 2.0]}, {}, ValueError, "y_score 's' holds 1 "),
    ({"s": [np.inf, 1.0, -np.inf]}, {}, ValueError, r"holds 1 NaN or \+inf value; all must"),
    ({"w": [1.0, -1.0, 1.0]}, {"sample_weight": "w"}, ValueError, "1 negative value; weights"),
    ({"w": [1.0, None, 1.0]}, {"sample_weight": "w"}, ValueError, "holds 1 missing value"),
    ({"w": [0.0, 0.0, 0.0]}, {"sample_weight": "w"}, ValueError, "no rows with a weight above 0"),
    ({}, {"tolerance": 0}, ValueError, r"tolerance must be a number in \[1e-11, 1\), found 0"),
    ({}, {"tolerance": "x"}, ValueError, "tolerance must be a number"),
]


@pytest.mark.parametrize(
    ("case", "library"), sampled(WRONG, ["polars", "lazy", "duckdb", "pandas"], every=3)
)
def test_wrong_frames_are_refused_in_one_sentence(case, library):
    change, options, error, message = case
    with pytest.raises(error, match=message) as raised:
        scanned(LIBRARIES[library](GOOD | change), **options)
    assert "\n" not in str(raised.value)


def test_rows_of_weight_zero_are_absent():
    frame = pl.LazyFrame({"y": [0, 1, 5], "s": [0.1, 0.2, np.nan], "w": [1, 2, 0]})
    curve = scanned(frame, sample_weight="w")
    assert (curve.pos, curve.neg) == (2, 1)


def test_no_rows_and_no_frames_are_refused(tmp_path):
    with pytest.raises(ValueError, match="frame has no rows; at least one is needed"):
        scanned(pl.DataFrame({"y": [], "s": []}, schema={"y": pl.Int8, "s": pl.Float32}))
    with pytest.raises(TypeError, match="frame must be a data frame that narwhals knows, a dict"):
        scanned(np.ones(3))
    with pytest.raises(FileNotFoundError, match="no Parquet file 'nothing-here-"):
        scanned("nothing-here-*.parquet")
    with pytest.raises(FileNotFoundError, match=r"no Parquet file '\\n'$"):
        scanned("\n")
    (tmp_path / "a.csv").touch()
    with pytest.raises(ValueError, match=r"files must be Parquet .* such as polars.scan_csv"):
        scanned(tmp_path / "a.csv")


def test_passes_are_shown_where_they_take_long(capsys, monkeypatch):
    scanned(pd.DataFrame(made()), progress=True)
    assert capsys.readouterr().err == ""
    clock = iter(np.arange(0, 1000, 5.0))
    monkeypatch.setattr("tqdm.std.time", lambda: next(clock))
    scanned(pd.DataFrame(made()), progress=True)
    assert "scan: " in capsys.readouterr().err
    scanned(pd.DataFrame(made()), progress=False)
    assert capsys.readouterr().err == ""


def test_the_name_of_an_area_will_do_and_others_are_refused():
    curve = scanned(pd.DataFrame(made()))
    for metric, name in zip(METRICS, ["auroc", "aucpr", "aucnpr", "auprg"], strict=False):
        assert curve.bounds(metric) == curve.bounds(name)
    assert {metric.__name__ for metric in METRICS} == set(SCORES)
    with pytest.raises(ValueError, match=r"metric must be one of 'aucpr', .* found 'expected_f"):
        curve.bounds(prp.expected_f_gain)


def test_one_class_alone_has_no_bounds_where_areas_are_undefined():
    curve = scanned(pd.DataFrame({"y": [0, 0], "s": [0.1, 0.2]}))
    assert np.isnan(curve.bounds("auroc")).all()
    assert curve.bounds("aucpr") == pytest.approx((0, 0), abs=1e-11)


def test_decimal_weights_are_no_whole_numbers():
    rows = "(1, .9, 0.4), (0, .8, 1.6), (1, .7, 1.6), (0, .6, 0.4)"
    relation = duckdb.sql(f"select * from (values {rows}) as t(y, s, w)")
    exact = prp.ConfusionCurve.from_scores(
        [1, 0, 1, 0], [0.9, 0.8, 0.7, 0.6], sample_weight=[0.4, 1.6, 1.6, 0.4]
    )
    assert_holds(scanned(relation, sample_weight="w"), exact)


def test_groups_that_differ_in_late_digits_are_all_there():
    held = {"y": [1, 0] * 20, "s": np.arange(40.0), "g": [0.1 + 0.2] * 20 + [0.3] * 20}
    curves = scanned(pd.DataFrame(held), hue="g")
    assert [(name, curve.pos + curve.neg) for name, curve in curves.items()] == [
        ("0.3", 20),
        ("0.30000000000000004", 20),
    ]


def test_columns_may_stand_in_another_order_in_each_file(tmp_path):
    held = pd.DataFrame(made(400))[["y", "s", "k"]]
    for i, columns in enumerate((["y", "s", "k"], ["k", "s", "y"])):
        part = held[columns].iloc[200 * i : 200 * (i + 1)]
        part.to_parquet(tmp_path / f"part-{i}.parquet")
    curve = scanned(str(tmp_path / "part-*.parquet"))
    assert_holds(curve, prp.ConfusionCurve.from_scores(held.y, held.s))


def test_scores_that_change_between_passes_are_refused(monkeypatch):
    monkeypatch.setattr(scan, "ROOM", 64)
    relation = duckdb.sql("select (i % 3 = 0)::int as y, random() as s from range(30000) t(i)")
    with pytest.raises(ValueError, match="frame changed while it was read"):
        scanned(relation, tolerance=1e-6)


@pytest.mark.parametrize("weight", [None, "w"])
@pytest.mark.parametrize("change", ["swapped", "another label", "far out"])
def test_any_change_between_passes_is_refused(weight, change, monkeypatch):
    monkeypatch.setattr(scan, "ROOM", 64)
    held, looks = made(), []

    def changed(table):
        looks.append(1)
        s, first = pl.col("s"), pl.int_range(pl.len()) == 7
        # The first two leave the range of the scores and all masses, or rows, as they are.
        new = {
            "swapped": table.with_columns(s=s.min() + s.max() - s),
            "another label": table.with_columns(
                y=pl.when(first).then(1 - pl.col("y")).otherwise("y")
            ),
            "far out": table.with_columns(s=pl.when(first).then(1e300).otherwise(s)),
        }[change]
        return table if len(looks) < 2 else new

    held["w"] += 1
    frame = pl.LazyFrame(held).map_batches(changed, streamable=False)
    with pytest.raises(ValueError, match="frame changed while it was read: counts of two passes"):
        scanned(frame, sample_weight=weight, tolerance=1e-6)
    assert len(looks) == 2


@pytest.mark.parametrize("library", LIBRARIES)
def test_whole_scores_that_floats_would_round_are_refused(library):
    held = {"y": [0, 1, 1, 0], "s": np.array([2**62, 2**62 + 1, 2**62 + 2, 7])}
    with pytest.raises(
        ValueError, match=r"y_score holds 2 long values \(first at index 1\); 64-bit"
    ):
        scanned(LIBRARIES[library](held))


@pytest.mark.parametrize("weight", [2**62, 2**60])
def test_large_whole_weights_are_summed_as_floats(weight):
    held = pd.DataFrame({"y": [1, 0] * 3, "s": np.arange(6.0), "w": [weight] * 6})
    exact = prp.ConfusionCurve.from_scores(held.y, held.s, sample_weight=held.w)
    assert_holds(scanned(held, sample_weight="w"), exact)


def test_weights_beyond_all_floats_are_refused():
    held = pd.DataFrame({"y": [1, 0, 1], "s": [3.0, 2.0, 1.0], "w": [1e308] * 3})
    says = "sample_weight must be 0 or between 1e-150 and"
    with pytest.raises(ValueError, match=says):
        scanned(held, sample_weight="w")
    with pytest.raises(ValueError, match=says):
        prp.ConfusionCurve.from_scores(held.y, held.s, sample_weight=held.w)


def test_bounds_are_no_impossible_areas():
    curve = scanned(pd.DataFrame({"y": [1, 0], "s": [1.0, 0.0]}))
    assert curve.bounds(prp.aucpr)[1] == curve.bounds(prp.auroc)[1] == 1


@pytest.mark.parametrize("library", ["polars", "lazy", "pyarrow", "duckdb"])
def test_decimals_are_read_as_floats(library):
    rng = np.random.default_rng(7)
    steps, y = rng.integers(0, 40, 300), rng.integers(0, 2, 300)
    scores = pa.array([Decimal(int(step)) / 100 for step in steps], pa.decimal128(38, 20))
    held = pa.table({"y": y, "s": scores})
    frame = {
        "polars": pl.from_arrow,
        "lazy": lambda table: pl.from_arrow(table).lazy(),
        "pyarrow": lambda table: table,
        "duckdb": duckdb.from_arrow,
    }[library](held)
    assert_holds(scanned(frame), prp.ConfusionCurve.from_scores(y, steps))


@pytest.mark.parametrize("library", LIBRARIES)
def test_rows_that_were_not_retrieved_are_last_and_tied(library):
    rng = np.random.default_rng(7)
    y = rng.integers(0, 2, 500)
    scores = np.where(rng.random(500) < 0.4, -np.inf, rng.normal(size=500) + y)
    curve = scanned(LIBRARIES[library]({"y": y.tolist(), "s": scores.tolist()}))
    exact = prp.ConfusionCurve.from_scores(y, scores)
    assert curve.thresholds[-1] == -np.inf
    for metric in METRICS:
        low, high = curve.bounds(metric)
        assert low <= metric(exact) <= high, metric


@pytest.mark.parametrize(("library", "wrong"), sampled(LIBRARIES, [np.nan, np.inf], every=3))
def test_weights_that_are_no_numbers_are_called_that(library, wrong):
    frame = LIBRARIES[library]({"y": [0, 1, 1], "s": [0.1, 0.2, 0.3], "w": [1.0, wrong, 2.0]})
    missing = library == "pandas" and np.isnan(wrong)
    says = "1 missing value" if missing else "1 NaN or infinite value; all must be finite"
    with pytest.raises(ValueError, match=f"sample_weight 'w' holds {says}"):
        scanned(frame, sample_weight="w")


@pytest.mark.parametrize(
    ("labels", "pos_label", "pos"),
    [
        ([1, 0, 1, 0, 0], None, 2),
        ([1, 0, 1, 0, 0], 1, 2),
        ([1, 0, 1, 0, 0], 0, 3),
        ([True, False, True, False, True], None, 3),
        (["a", "b", "a", "b", "a"], "a", 3),
        ([1, "b", "b", "b", 1], 1, 2),
    ],
)
def test_labels_of_any_objects_are_those_they_are(labels, pos_label, pos):
    frame = pd.DataFrame({"y": pd.Series(labels, dtype=object), "s": np.arange(5.0)})
    assert scanned(frame, pos_label=pos_label).pos == pos


def test_missing_labels_among_objects_are_told():
    frame = pd.DataFrame({"y": pd.Series([1, 0, None], dtype=object), "s": np.arange(3.0)})
    with pytest.raises(ValueError, match="y_true 'y' holds 1 missing value"):
        scanned(frame)


def test_columns_of_one_name_are_refused():
    frame = pd.DataFrame([[1, 0.1, 0.2], [0, 0.3, 0.4]], columns=["y", "s", "s"])
    with pytest.raises(ValueError, match="frame has several columns with the same name"):
        scanned(frame)


@pytest.fixture
def many():
    """Rows that take long to count."""
    return duckdb.sql("SELECT i % 2 AS y, hash(i) / 1.8e19 AS s FROM range(300_000_000) AS t(i)")


@pytest.mark.slow
def test_an_interrupted_scan_is_a_keyboard_interrupt_and_leaves_nothing(
    many, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    signals = threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT))
    signals.start()
    # An error like any other would be swallowed by ``except Exception``.
    with pytest.raises(KeyboardInterrupt):
        scanned(many)
    signals.join()
    assert not list(tmp_path.iterdir())
    assert scanned(pd.DataFrame(made(10))).pos > 0


@pytest.mark.parametrize("kind", [pl.Int128, pl.Float32])
def test_scores_of_every_number_of_polars_are_counted(kind, monkeypatch):
    held = made() | {"s": np.random.default_rng(1).permutation(3000)}
    monkeypatch.setattr(scan, "ROOM", 2**8)
    frame = pl.LazyFrame(held).with_columns(pl.col("s").cast(kind))
    assert_holds(scanned(frame), prp.ConfusionCurve.from_scores(held["y"], held["s"]))
