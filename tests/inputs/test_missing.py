"""Rows that lack values: refused with the way out, or left out together, with one warning."""

import inspect
import warnings
from collections.abc import Callable

import duckdb
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import prplot as prp
from tests.cases import sampled, slowly
from tests.laws import law

N = 240
# The rows without a label, a score, another score, a weight and a group; one lacks two values.
GAPS = {"y": [3], "s": [5, 3], "t": [8], "w": [11], "g": [20], "u": [21], "c": [22]}


def filled():
    """Return columns of rows that lack nothing, as lists."""
    rng = np.random.default_rng(4)
    y = (np.arange(N) % 5 < 2).astype(int)
    # Probabilities, which some functions require.
    held = {"y": y, "s": 1 / (1 + np.exp(-rng.normal(size=N) - y)), "t": rng.normal(size=N) + y / 2}
    held |= {"w": rng.integers(1, 4, N) / 2, "g": np.where(rng.random(N) < 0.5, "p", "q")}
    held |= {"u": np.where(np.arange(N) % 2, "x", "z"), "c": np.arange(N) // 2}
    return {name: column.tolist() for name, column in held.items()}


def with_gaps(value=None, columns=tuple(GAPS)):
    """Return the same with missing values in some columns."""
    held = filled()
    for name in columns:
        for row in GAPS[name]:
            held[name][row] = value
    return held


def without(*columns):
    """Return the rows that lack none of some columns."""
    dropped = {row for name in columns for row in GAPS[name]}
    held = filled()
    return {
        name: [one for row, one in enumerate(values) if row not in dropped]
        for name, values in held.items()
    }


def drawn(axes):
    """Return all that lines and areas show."""
    several = np.ravel(axes.axes if hasattr(axes, "facet_data") else axes)
    shown = [[np.asarray(line.get_xydata()).tolist() for line in ax.lines] for ax in several]
    return repr([shown, [ax.get_title() for ax in several]])


def numbers(found):
    return table_of(found.to_frame()) if hasattr(found, "to_frame") else repr(found)


def table_of(found):
    """Return a table as text, with names of rows as its index."""
    found = found.to_pandas() if isinstance(found, pl.DataFrame) else found
    found = found.set_index("name") if "name" in found else found
    return repr(found.to_dict())


ARRAYS = {"y_true": "y", "y_score": "s", "sample_weight": "w"}
MODELS = {"y_true": "y", "y_score": {"a": "s", "b": "t"}, "clusters": "c"}
GROUPS = {**ARRAYS, "hue": "g"}
CI = {"n_boot": 400, "seed": 0}
# Each function, its arguments of rows as columns, others, and what its result shows.
CALLS: dict[str, tuple[Callable, dict, dict, Callable]] = {
    "from_scores": (prp.ConfusionCurve.from_scores, ARRAYS, {}, numbers),
    "auroc": (prp.auroc, ARRAYS, {}, numbers),
    "aucpr": (prp.aucpr, ARRAYS, {}, numbers),
    "aucnpr": (prp.aucnpr, ARRAYS, {}, numbers),
    "average_precision": (prp.average_precision, ARRAYS, {}, numbers),
    "normalized_average_precision": (
        prp.normalized_average_precision,
        {"y_true": "y", "y_score": "s"},
        {},
        numbers,
    ),
    "auprg": (prp.auprg, ARRAYS, {}, numbers),
    "expected_f_gain": (prp.expected_f_gain, ARRAYS, {}, numbers),
    "interval": (prp.interval, {**ARRAYS, "clusters": "c"}, CI, numbers),
    "compare": (prp.compare, MODELS, CI, numbers),
    "summary": (prp.summary, {**GROUPS, "units": "u"}, {}, table_of),
    "best_threshold": (prp.best_threshold, ARRAYS, {}, numbers),
    "operating_conditions": (prp.operating_conditions, ARRAYS, {}, table_of),
    "operating_point": (
        prp.operating_point,
        {**ARRAYS, "clusters": "c"},
        {"recall": 0.8, "errorbar": "ci", **CI},
        numbers,
    ),
    "operating_points": (prp.operating_points, {**GROUPS, "units": "u"}, {"recall": 0.8}, table_of),
    "plot_pr": (prp.plot_pr, {**GROUPS, "style": "u"}, {}, drawn),
    "plot_roc": (prp.plot_roc, {**ARRAYS, "units": "u"}, {}, drawn),
    "plot_prg": (prp.plot_prg, {**GROUPS, "clusters": "c"}, {"errorbar": "ci", **CI}, drawn),
    "plot_npr": (prp.plot_npr, GROUPS, {}, drawn),
    "plot_thresholds": (prp.plot_thresholds, {**ARRAYS, "units": "u"}, {}, drawn),
    "plot_net_benefit": (prp.plot_net_benefit, ARRAYS, {}, drawn),
    "plot_spaces": (prp.plot_spaces, GROUPS, {}, drawn),
    "plot_hull": (prp.plot_hull, GROUPS, {}, drawn),
    "plot_f_gain": (prp.plot_f_gain, ARRAYS, {"threshold": 0.5}, drawn),
    "plot_downsampling": (prp.plot_downsampling, ARRAYS, {"progress": False}, drawn),
    "plot_comparison": (prp.plot_comparison, MODELS, CI, drawn),
    "plot_difference": (prp.plot_difference, MODELS, CI, drawn),
}
TABLES = {
    name: call for name, call in CALLS.items() if "data" in inspect.signature(call[0]).parameters
}
TABLES["curveplot"] = (
    prp.curveplot,
    {**GROUPS, "col": "u"},
    {"progress": False, "height": 1},
    drawn,
)


def columns_in(roles):
    """Return the names of the columns that arguments need, in the order of a warning."""
    order = ("y_true", "y_score", "sample_weight", "hue", "style", "units", "clusters", "col")
    found = [roles[role] for role in order if role in roles]
    return [one for role in found for one in (role.values() if isinstance(role, dict) else [role])]


def as_arrays(roles, held):
    """Return the columns that arguments name."""
    return {
        role: {key: held[one] for key, one in name.items()}
        if isinstance(name, dict)
        else held[name]
        for role, name in roles.items()
    }


def told(call, *arguments, **options):
    """Return what a call returns and the sentence of its only warning, which is at this line."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        result = call(*arguments, **options)
    (one,) = found
    assert one.category is prp.MissingValuesWarning
    assert one.filename == __file__
    return result, str(one.message)


@pytest.fixture(autouse=True)
def _closed():
    yield
    plt.close("all")


@pytest.mark.parametrize("name", [slowly(one) if one == "plot_spaces" else one for one in CALLS])
def test_rows_of_arrays_are_left_out_of_all_arrays(name):
    call, roles, options, shown = CALLS[name]
    columns = columns_in(roles)
    whole = call(**as_arrays(roles, without(*columns)), **options)
    plt.figure()
    found, sentence = told(
        call, **as_arrays(roles, with_gaps(np.nan, columns)), **options, missing="drop"
    )
    assert shown(found) == shown(whole)
    assert sentence.startswith(f"{N - len(without(*columns)['y'])} of {N} rows left out because")


@pytest.mark.parametrize(
    ("name", "library"), sampled(TABLES, [pd.DataFrame, pl.DataFrame], every=7)
)
def test_rows_of_tables_are_left_out(name, library):
    call, roles, options, shown = TABLES[name]
    columns = columns_in(roles)
    whole = call(data=pd.DataFrame(without(*columns)), **roles, **options)
    plt.figure()
    gaps = library(with_gaps(None, columns))
    found, sentence = told(call, data=gaps, **roles, **options, missing="drop")
    assert shown(found) == shown(whole)
    listed = ", ".join(f"{len(GAPS[one])} in {one!r}" for one in columns)
    dropped = N - len(without(*columns)["y"])
    assert sentence == f"{dropped} of {N} rows left out because they lack values: {listed}"
    # What the user holds stays as it was.
    assert len(gaps) == N


# What is missing, by the kind of value and of what holds it: columns of each, with row 3 missing.
def of_kind(kind):
    held = filled()
    gaps = {name: list(column) for name, column in held.items()}
    columns = {"y": gaps["y"], "s": gaps["s"], "g": gaps["g"]}
    value = {"None": None, "NaN": np.nan, "NaT": np.datetime64("NaT", "ns")}.get(kind, pd.NA)
    if kind in ("None", "NaN", "NA"):
        for column in columns.values():
            column[3] = value
        return columns
    if kind == "NaT":
        columns["g"] = np.where(np.array(gaps["g"]) == "p", "2024-05-01", "2024-05-02")
        columns["g"] = columns["g"].astype("datetime64[ns]")
        columns["g"][3] = value
        return columns
    masks = np.arange(N) == 3
    return {name: np.ma.array(column, mask=masks) for name, column in columns.items()}


def series(make):
    """Return columns of a library with row 3 missing, by name."""
    gaps = {name: list(column) for name, column in filled().items()}
    for name in "ysg":
        gaps[name][3] = None
    return {name: make(gaps[name]) for name in "ysg"}


KINDS = {
    **{kind: lambda kind=kind: of_kind(kind) for kind in ("None", "NaN", "NA", "NaT", "masked")},
    "pandas": lambda: series(pd.Series),
    "nullable": lambda: series(lambda values: pd.Series(values).convert_dtypes()),
    "categories": lambda: {
        **series(pd.Series),
        "g": pd.Series([None if i == 3 else one for i, one in enumerate(filled()["g"])]).astype(
            "category"
        ),
    },
    "polars": lambda: series(pl.Series),
    "pyarrow": lambda: series(lambda values: pa.chunked_array([values])),
}


@pytest.mark.parametrize("as_table", [False, True], ids=["arrays", "table"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_missing_value_is_found(kind, as_table):
    columns = KINDS[kind]()
    plain = filled()
    kept = [row for row in range(N) if row != 3]
    groups = columns["g"] if kind == "NaT" else plain["g"]
    whole = prp.summary(
        *([plain[name][row] for row in kept] for name in "ys"), hue=[groups[row] for row in kept]
    )
    if as_table:
        options = {"data": columns, "y_true": "y", "y_score": "s", "hue": "g"}
    else:
        options = {"y_true": columns["y"], "y_score": columns["s"], "hue": columns["g"]}
    found, sentence = told(prp.summary, **options, missing="drop")
    assert table_of(found) == table_of(whole)
    assert sentence.startswith(f"1 of {N} rows left out because they lack values: ")
    with pytest.raises(ValueError, match="missing='drop' leaves"):
        prp.summary(**options)


TABLES_OF = {
    "pandas": pd.DataFrame,
    "polars": lambda held: pl.DataFrame(held, strict=False),
    "lazy": lambda held: pl.LazyFrame(held, strict=False),
    "pyarrow": pa.table,
    "batch": pa.RecordBatch.from_pydict,
    "stream": lambda held: pa.table(held).to_reader(),
    "duckdb": lambda held: duckdb.from_arrow(pa.table(held)),
    "structured": lambda held: pd.DataFrame(held).to_records(index=False),
}


@pytest.mark.parametrize("kind", TABLES_OF)
def test_every_kind_of_table_is_read_once(kind):
    whole = prp.aucpr(without("s")["y"], without("s")["s"])
    table = TABLES_OF[kind](with_gaps(None, ["s"]))
    ax, _ = told(prp.plot_pr, "y", "s", data=table, score="aucpr", missing="drop")
    assert ax.get_legend().get_texts()[0].get_text() == f"AUCPR = {whole:.3f}"


@pytest.mark.parametrize("column", ["y", "s", "w", "g", "u", "c"])
@pytest.mark.parametrize("as_table", [False, True], ids=["arrays", "table"])
def test_an_error_says_how_to_leave_rows_out(column, as_table):
    roles = {**GROUPS, "units": "u", "clusters": "c"}
    held = with_gaps(np.nan, [column])
    options = {"data": pd.DataFrame(held), **roles} if as_table else as_arrays(roles, held)
    with pytest.raises(ValueError, match=r"missing='drop' leaves such rows out\)$"):
        prp.summary(**options, errorbar="ci", n_boot=400)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"missing": "skip"}, "missing must be one of 'raise', 'drop', found 'skip'"),
        ({"y_score": [np.inf, np.nan, 3, 2]}, r"y_score holds 1 NaN or \+inf value"),
        ({"y_score": [np.nan] * 4}, "leaves no rows: all 4 lack values, 4 in y_score"),
        ({"y_score": [np.nan, 2]}, "y_true and y_score must have the same length, found 4 and 2"),
        (
            {"y_true": [np.nan, "a", "b", "a"]},
            r"y_true holds 2 labels \('a', 'b'\); pass pos_label",
        ),
        ({"sample_weight": [np.nan, -1, 1, 1]}, "sample_weight holds 1 negative value"),
        ({"y_score": None}, "y_score is missing"),
    ],
)
@pytest.mark.filterwarnings("ignore::prplot.MissingValuesWarning")
@pytest.mark.parametrize("call", [prp.aucpr, prp.plot_pr, prp.summary])
def test_other_wrong_values_stay_errors(call, change, says):
    rows = {"y_true": [1, 0, 1, 0], "y_score": [4, 3, 2, 1], "missing": "drop"}
    with pytest.raises((TypeError, ValueError), match=says):
        call(**rows | change)


@pytest.mark.parametrize("missing", ["raise", "drop"])
def test_nothing_is_said_where_nothing_is_missing(missing):
    curve = prp.ConfusionCurve.from_scores([1, 0], [2, 1])
    for rows in ([1, 0], [2, 1]), (curve,), ([curve, curve],), ({"a": curve},):
        table = prp.summary(*rows, missing=missing, estimator=None)
        assert list(table["AUROC"]) in ([1.0], [1.0, 1.0])
    assert prp.aucpr(curve, missing=missing) == 1


def test_rows_of_weight_zero_are_absent_whatever_they_lack():
    rows = {"y_true": [1, 0, None, 1, 0], "y_score": [5, 4, None, np.nan, 1]}
    found, sentence = told(
        prp.ConfusionCurve.from_scores, **rows, sample_weight=[1, 1, 0, 1, 2], missing="drop"
    )
    assert (found.pos, found.neg) == (1, 3)
    assert sentence == "1 of 4 rows left out because they lack values: 1 in y_score"


def test_models_stay_paired():
    y, s = [1, 0, 1, 0], {"a": [4, np.nan, 2, 1], "b": [4, 3, np.nan, 1]}
    found, sentence = told(prp.summary, y, s, missing="drop")
    assert found["n"].tolist() == [2, 2]
    assert sentence.endswith("values: 1 in y_score['a'], 1 in y_score['b']")


def test_columns_of_classes_keep_their_names():
    y = np.array(["ant", "bee", "cat"] * 10)
    rng = np.random.default_rng(0)
    scores = pd.DataFrame(rng.normal(size=(30, 3)), columns=["cat", "bee", "ant"])
    whole = prp.summary(y[1:], scores[1:])
    scores.iloc[0, 1] = np.nan
    found, _ = told(prp.summary, y, scores, missing="drop")
    pd.testing.assert_frame_equal(found, whole)
    assert found.index.tolist() == ["ant", "bee", "cat"]


def test_long_whole_scores_stay_exact():
    # As floats, which hold the missing value, two of these would be tied.
    scores = pl.Series([2**60 + 2, 2**60 + 1, 2**60, None])
    area, _ = told(prp.auroc, [1, 0, 0, 1], scores, missing="drop")
    assert area == 1


@pytest.mark.parametrize("value", [None, np.nan, pd.NA, pd.NaT])
@pytest.mark.parametrize("argument", ["y_true", "y_score", "sample_weight"])
def test_each_missing_value_is_an_error_that_says_what_to_do(argument, value):
    rows = {"y_true": [1, 0, 1], "y_score": [3, 2, 1], "sample_weight": [1, 2, 1]}
    rows[argument][1] = value
    found = rf"{argument} holds 1 .*value \(first at index 1\); .* \(missing='drop' leaves such"
    with pytest.raises(ValueError, match=found):
        prp.aucpr(**rows)


def test_text_beside_nan_is_missing():
    y, s = ["a", "b", float("nan"), "a"], [4, 3, 2, 1]
    with pytest.raises(ValueError, match="y_true holds 1 missing value"):
        prp.aucpr(y, s, pos_label="a")
    area, _ = told(prp.aucpr, y, s, pos_label="a", missing="drop")
    assert area == prp.aucpr([1, 0, 1], [4, 3, 1])
    # A label may be called so.
    assert prp.auroc(["nan", "b"], [2, 1], pos_label="nan") == 1


def test_the_rows_of_tasks_are_left_out_with_a_warning():
    scores = {"a": [4, np.nan, 2, 1]}
    tasks = {"x": ([1, 0, 1, 0], scores), "y": ([1, 0, 1, 0], {"a": [4, 3, 2, 1]})}
    found, sentence = told(prp.rank_table, tasks, missing="drop", progress=False)
    assert found["auroc"].tolist() == [1, 0.75]
    assert sentence == "1 of 4 rows left out because they lack values: 1 in y_score['a']"


@pytest.mark.parametrize(
    "kind", sampled(["pandas", "polars", "lazy", "pyarrow", "duckdb"], every=2)
)
def test_scans_leave_rows_out(kind):
    roles = {"y_true": "y", "y_score": "s", "sample_weight": "w", "hue": "g"}
    gaps = with_gaps(None, "yswg")
    gaps["s"][30] = float("nan")
    lacks = {*range(N)} - {3, 5, 11, 20, 30}
    frame = TABLES_OF[kind](gaps)
    found, sentence = told(prp.scan, frame, **roles, progress=False, missing="drop")
    for name, curve in found.items():
        rows = [row for row in lacks if filled()["g"][row] == name]
        y, s, w = ([filled()[key][row] for row in rows] for key in "ysw")
        area = prp.aucpr(y, s, sample_weight=w)
        assert curve.bounds("aucpr") == pytest.approx((area, area), abs=1e-9)
    listed = "3 in 's', 1 in 'y', 1 in 'w', 1 in 'g'"
    assert sentence == f"5 of {N} rows left out because they lack values: {listed}"
    with pytest.raises(ValueError, match="missing='drop' leaves such rows out"):
        prp.scan(TABLES_OF[kind](gaps), **roles, progress=False)


def test_a_scan_of_nothing_but_gaps_is_refused():
    frame = pl.DataFrame({"y": [1, None], "s": [None, 0.5]})
    with pytest.raises(ValueError, match="leaves no rows: all 2 lack values, 1 in 's', 1 in 'y'"):
        prp.scan(frame, y_true="y", y_score="s", missing="drop")
    with pytest.raises(ValueError, match="frame has no rows"):
        prp.scan(frame.head(0), y_true="y", y_score="s", missing="drop")


@law
@given(st.data())
def test_the_rest_counts_as_if_given_alone(data):
    n = data.draw(st.integers(2, 12))
    rows = {
        "y_true": data.draw(st.lists(st.sampled_from([0, 1, None]), min_size=n, max_size=n)),
        "y_score": data.draw(
            st.lists(st.sampled_from([1.5, 2.0, 3.0, np.nan]), min_size=n, max_size=n)
        ),
        "sample_weight": data.draw(
            st.lists(st.sampled_from([0, 1, 2.5, np.nan]), min_size=n, max_size=n)
        ),
    }
    kept = [
        i for i in range(n) if not any(one[i] is None or one[i] != one[i] for one in rows.values())
    ]
    alone = {key: [one[i] for i in kept] for key, one in rows.items()}
    if not sum(alone["sample_weight"]):
        return
    expected = prp.ConfusionCurve.from_scores(**alone)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", prp.MissingValuesWarning)
        found = prp.ConfusionCurve.from_scores(**rows, missing="drop")
    np.testing.assert_array_equal(found.tp, expected.tp)
    np.testing.assert_array_equal(found.fp, expected.fp)


@pytest.mark.parametrize("function", [prp.calibrate, prp.f_calibrate])
def test_missing_scores_are_calibrated_to_nan(function):
    y, s = [1, 0, 1, 0, 1], [0.9, 0.8, 0.7, 0.1, None]
    whole = function(y[:4], s[:4])
    found, _ = told(function, y, s, missing="drop")
    np.testing.assert_array_equal(found, [*whole, np.nan])
    # What else is missing only says less about the calibration.
    found, _ = told(function, [*y, None], [*s, 0.75], missing="drop")
    np.testing.assert_array_equal(found[:5], [*whole, np.nan])
    assert found[5] == function(prp.ConfusionCurve.from_scores(y[:4], s[:4]), [0.75])[0]
    curve = prp.ConfusionCurve.from_scores(y[:4], s[:4])
    np.testing.assert_array_equal(function(curve, s, missing="drop"), [*whole, np.nan])
    with pytest.raises(ValueError, match="missing='drop' leaves"):
        function(y, s)


def test_every_function_of_rows_has_the_choice():
    lacks = []
    for name in sorted(set(prp.__all__) - {"draw", "datasets"}):
        function = getattr(prp, name)
        known = {} if inspect.isclass(function) else inspect.signature(function).parameters
        if "y_score" in known and "missing" not in known:
            lacks.append(name)
        if "missing" in known:
            assert known["missing"].default == "raise"
    assert lacks == []
    tested = {*CALLS, *TABLES, "rank_table", "scan", "calibrate", "f_calibrate"}
    every = {
        name
        for name in prp.__all__
        if callable(getattr(prp, name)) and not inspect.isclass(getattr(prp, name))
    }
    assert {
        name for name in every if "missing" in inspect.signature(getattr(prp, name)).parameters
    } <= tested
