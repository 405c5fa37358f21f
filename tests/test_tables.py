import pickle
import subprocess
import sys

import duckdb
import matplotlib.pyplot as plt
import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import prplot as prp
from prplot.inputs.frames import table_like

SCORES = {"a": [0.9, 0.8, 0.2, 0.1], "b": [0.9, 0.1, 0.8, 0.2], "c": [0.1, 0.2, 0.8, 0.9]}
LABELS = [1, 1, 0, 0]


@pytest.fixture
def table():
    """Two tasks of three models, scores by hand."""
    rows = [
        ("one", "a", 0.9, 0.8),
        ("one", "b", 0.8, 0.9),
        ("one", "c", 0.1, 0.1),
        ("two", "a", 0.5, 0.9),
        ("two", "b", 0.4, 0.5),
        ("two", "c", 0.3, 0.2),
    ]
    return pd.DataFrame(rows, columns=["task", "model", "aucpr", "auprg"])


def test_rank_table_has_the_numbers_of_every_model_on_every_task():
    table = prp.rank_table({"x": (LABELS, SCORES), "y": (LABELS[::-1], SCORES)}, progress=False)
    assert list(table.columns) == ["task", "model", "prevalence", "auroc", "aucpr", "auprg"]
    assert table.task.tolist() == ["x"] * 3 + ["y"] * 3
    assert table.model.tolist() == list(SCORES) * 2
    for row in table.itertuples():
        labels = LABELS if row.task == "x" else LABELS[::-1]
        assert row.aucpr == prp.aucpr(labels, SCORES[row.model])
        assert row.auprg == prp.auprg(labels, SCORES[row.model])
        assert row.auroc == prp.auroc(labels, SCORES[row.model])


def test_rank_table_takes_metrics_and_labels():
    tasks = {"x": (["no", "yes", "no"], {"m": [1, 2, 3]})}
    options = {"pos_label": "yes", "progress": False}
    table = prp.rank_table(tasks, metrics=["average_precision"], **options)
    assert table.average_precision.tolist() == [0.5]


@pytest.mark.parametrize(
    ("tasks", "options", "says"),
    [
        ({}, {}, "at least one task"),
        ([1], {}, "at least one task"),
        ({"x": (LABELS, SCORES)}, {"metrics": ["auc"]}, "metrics"),
        ({"x": (LABELS, {"m": [1, 2]})}, {}, "task 'x': y_true and .* must have the same length"),
        ({"x": 3}, {}, "task 'x': a task must be"),
        ({"x": {"y": 1, "s": 2}}, {}, "task 'x': a task must be"),
        ({"x": (LABELS, [1, 2, 3, 4])}, {}, "task 'x': a task must be"),
        ({"x": ([1, 1], {"m": [1, 2]})}, {}, "task 'x': the labels hold one class only"),
        ({"x": (LABELS, SCORES)}, {"metrics": 5}, "metrics must be the name of a score"),
    ],
)
def test_wrong_tasks_are_refused_by_name(tasks, options, says):
    with pytest.raises((TypeError, ValueError), match=says):
        prp.rank_table(tasks, progress=False, **options)


def test_agreement_by_hand(table):
    found = prp.rank_agreement(table)
    # Ranks by (auprg, aucpr): task one a 2, 1; b 1, 2; c 3, 3; task two 1, 1; 2, 2; 3, 3.
    assert found.counts.tolist() == [[1, 1, 0], [1, 1, 0], [0, 0, 2]]
    assert (found.best_differs, found.top_differs) == (0.5, 0.5)
    assert found.correlation == pytest.approx(
        np.corrcoef([1, 2, 3, 1, 2, 3], [2, 1, 3, 1, 2, 3])[0, 1]
    )


def test_equal_scores_share_their_place():
    table = pd.DataFrame(
        {
            "task": "t",
            "model": list("abcd"),
            "aucpr": [0.9, 0.9 + 1e-15, 0.5, 0.4],
            "auprg": [0.8, 0.9, 0.6, 0.6],
        }
    )
    found = prp.rank_agreement(table)
    # By AUCPR the first two are both best: the best by AUPRG is among them, and so on.
    assert (found.best_differs, found.top_differs) == (0, 0)
    assert found.counts.sum() == 4
    assert found.counts[0, 0] == found.counts[1, 0] == 1
    ranks = [1.5, 1.5, 3, 4], [2, 1, 3.5, 3.5]
    assert found.correlation == pytest.approx(np.corrcoef(*ranks)[0, 1])


def test_agreement_does_not_depend_on_the_order_of_rows_and_columns(table):
    mixed = table.sample(frac=1, random_state=0)[table.columns[::-1]]
    mixed.index = range(10, 16)
    for one, other in zip(prp.rank_agreement(table), prp.rank_agreement(mixed), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-14)


def test_any_table_will_do_and_a_score_agrees_with_itself(table):
    found = prp.rank_agreement(nw.from_native(table).lazy())
    assert found.counts.tolist() == prp.rank_agreement(table).counts.tolist()
    one = table[table.model == "a"]
    assert np.isnan(prp.rank_agreement(one).correlation)
    found = prp.rank_agreement(table, "aucpr", "aucpr")
    assert (found.best_differs, found.top_differs) == (0, 0)
    assert found.correlation == pytest.approx(1)


@pytest.mark.parametrize(
    ("change", "options", "error", "says"),
    [
        (lambda t: t, {"x": "aucp"}, ValueError, "no column 'aucp'; the nearest: aucpr"),
        (lambda t: t.assign(auprg=np.nan), {}, ValueError, "auprg' has 6 "),
        (lambda t: t.assign(task=None), {}, ValueError, "task' has 6 missing"),
        (lambda t: t[:0], {}, ValueError, "table is empty"),
        (lambda t: t, {"y": "model"}, ValueError, "column 'model' must hold numbers"),
        (lambda t: pd.concat([t, t]), {}, ValueError, "model 'a' twice for task 'one'"),
        (lambda t: [1, 2], {}, TypeError, "must be a data frame or a dict of columns, found list"),
    ],
)
def test_wrong_tables_are_refused(table, change, options, error, says):
    for function in (prp.rank_agreement, prp.plot_rank_agreement):
        with pytest.raises(error, match=says):
            function(change(table), **options)


def test_the_heat_map_shows_counts_and_shares(table):
    ax = prp.plot_rank_agreement(table)
    (mesh,) = ax.collections
    np.testing.assert_array_equal(
        np.asarray(mesh.get_array()).reshape(3, 3), prp.rank_agreement(table).counts
    )
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Rank by AUCPR", "Rank by AUPRG")
    title = "best differs on 50% of tasks\ntop three on 50%, rank correlation 0.75"
    assert ax.get_title() == title
    # Rank 1 stands at the origin.
    assert ax.get_ylim()[0] < ax.get_ylim()[1]
    assert [text.get_text() for text in ax.get_xticklabels()] == ["1", "2", "3"]


def test_the_heat_map_takes_seaborns_options(table):
    ax = prp.plot_rank_agreement(table, heatmap_kws={"cmap": "viridis", "cbar": False})
    assert ax.collections[0].get_cmap().name == "viridis"
    assert len(ax.figure.axes) == 1
    with pytest.raises(TypeError, match="heatmap_kws must be a dict"):
        prp.plot_rank_agreement(table, heatmap_kws=3)


@pytest.mark.parametrize("wrong", [{"cmpa": 1}, {"cmap": "nope"}])
def test_wrong_options_of_the_heat_map_leave_nothing_behind(table, wrong):
    with pytest.raises(ValueError, match="heatmap_kws: "):
        prp.plot_rank_agreement(table, heatmap_kws=wrong)
    assert plt.get_fignums() == []


def test_tasks_of_two_models_agree_on_the_top_if_they_agree_on_both(table):
    two = table[table.model != "c"]
    assert prp.rank_agreement(two).top_differs == 0.5


def test_the_fourth_place_does_not_count():
    table = pd.DataFrame(
        {"task": "t", "model": list("abcde"), "aucpr": [5, 4, 3, 2, 1], "auprg": [5, 4, 3, 1, 2]}
    )
    assert prp.rank_agreement(table).top_differs == 0
    table.loc[2:3, "auprg"] = [2, 3]
    assert prp.rank_agreement(table).top_differs == 1


def test_ranks_stand_at_the_middle_of_their_cells(table):
    ax = prp.plot_rank_agreement(table)
    np.testing.assert_array_equal(ax.get_xticks(), [0.5, 1.5, 2.5])
    np.testing.assert_array_equal(ax.get_yticks(), [0.5, 1.5, 2.5])


# Results are tables of the caller's library: what holds the data, and the table that comes back.
ROWS = {"y": [1, 0] * 20, "a": list(range(40, 0, -1)), "b": [4, 5, 6, 3, 2, 1, 7, 8] * 5}
KINDS = {
    "pandas": (pd.DataFrame, pd.DataFrame),
    "dict": (dict, pd.DataFrame),
    "structured array": (lambda held: pd.DataFrame(held).to_records(index=False), pd.DataFrame),
    "polars": (pl.DataFrame, pl.DataFrame),
    "lazy polars": (pl.LazyFrame, pl.DataFrame),
    "pyarrow": (pa.table, pa.Table),
    "batch": (pa.RecordBatch.from_pydict, pa.Table),
    "stream": (lambda held: pa.table(held).to_reader(), pa.Table),
    "duckdb": (lambda held: duckdb.from_arrow(pa.table(held)), pa.Table),
}


@pytest.mark.parametrize("kind", KINDS)
def test_tables_come_back_in_the_library_of_the_data(kind):
    of, expected = KINDS[kind]
    plain = prp.summary(ROWS["y"], {"a": ROWS["a"], "b": ROWS["b"]})
    found = prp.summary("y", ["a", "b"], data=of(ROWS))
    assert type(found) is expected
    if expected is pd.DataFrame:
        pd.testing.assert_frame_equal(found, plain)
    else:
        columns = nw.from_native(found).to_dict(as_series=False)
        assert columns == {"name": ["a", "b"], **plain.to_dict(orient="list")}
    compared = prp.compare("y", ["a", "b"], data=of(ROWS), n_boot=400, seed=0)
    assert type(compared.to_frame()) is expected
    assert type(pickle.loads(pickle.dumps(compared)).to_frame()) is expected


@pytest.mark.parametrize("kind", ["pandas", "polars", "pyarrow"])
def test_columns_of_a_table_keep_their_types(kind):
    of, expected = KINDS[kind]
    columns = ("whole", "part", "text", "mixed", "flag")
    rows = [{"whole": 1, "part": 0.5, "text": "x", "mixed": "x", "flag": True}]
    rows.append({"whole": 2, "text": None, "mixed": 2, "flag": False})
    found = table_like(of(ROWS), rows, ["p", "q"])
    assert type(found) is expected
    frame = nw.from_native(found)
    if expected is pd.DataFrame:
        assert found.index.tolist() == ["p", "q"]
        assert found["mixed"].tolist() == ["x", 2]
    else:
        assert frame["name"].to_list() == ["p", "q"]
        assert frame["mixed"].to_list() == ["x", "2"]
        assert frame.columns == ["name", *columns]
    assert frame["whole"].dtype == nw.Int64
    assert frame["part"].dtype == nw.Float64
    assert frame["flag"].dtype == nw.Boolean
    assert frame["text"].is_null().to_list() == [False, True]


def test_who_has_polars_needs_no_pandas():
    lines = [
        "import sys; sys.modules['pandas'] = None",
        "import polars as pl, prplot as prp",
        "rows = pl.DataFrame({'y': [1, 0, 1, 0], 's': [4, 3, 2, None]})",
        "print(prp.summary('y', 's', data=rows, missing='drop')['n'].to_list())",
    ]
    command = [sys.executable, "-W", "ignore", "-c", "\n".join(lines)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "[3]\n"
