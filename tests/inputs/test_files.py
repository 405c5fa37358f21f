from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from prplot.inputs.files import read_predictions

TABLE = pd.DataFrame(
    {
        "label": [1, 0, 1, 0],
        "a": [0.9, 0.8, 0.7, 0.1],
        "b": [1, 4, 3, 2],
        "note": ["x", "y", "z", "w"],
        "weight": [1.0, 2.0, 0.5, 1.0],
        "kept": [True, True, False, True],
    }
)


def write(folder, name="table.csv", table=TABLE):
    path = folder / name
    table.to_csv(path, sep="," if path.suffix.lower() == ".csv" else "\t", index=False)
    return path


@pytest.mark.parametrize("name", ["t.csv", "t.tsv", "t.txt", "T.CSV", "a.b.csv"])
def test_files_of_every_kind_hold_the_same(tmp_path, name):
    held = read_predictions(write(tmp_path, name))
    assert held.y_true.tolist() == [1, 0, 1, 0]
    assert {name: scores.tolist() for name, scores in held.y_score.items()} == {
        "a": [0.9, 0.8, 0.7, 0.1],
        "b": [1, 4, 3, 2],
        "weight": [1.0, 2.0, 0.5, 1.0],
    }
    assert held.sample_weight is None


@pytest.mark.parametrize("name", ["t.parquet", "t.pq", "T.PARQUET"])
def test_pandas_reads_parquet(tmp_path, monkeypatch, name):
    # It needs an engine that is not among our dependencies.
    asked = []
    monkeypatch.setattr(pd, "read_parquet", lambda path: asked.append(path) or TABLE)
    held = read_predictions(tmp_path / name)
    assert asked == [tmp_path / name]
    assert held.y_score["a"].tolist() == [0.9, 0.8, 0.7, 0.1]


def test_weights_are_no_scores(tmp_path):
    held = read_predictions(write(tmp_path), sample_weight="weight")
    assert list(held.y_score) == ["a", "b"]
    assert held.sample_weight.tolist() == [1.0, 2.0, 0.5, 1.0]


def test_columns_can_be_chosen(tmp_path):
    held = read_predictions(write(tmp_path), y_true="note", y_score=["b", "a"])
    assert held.y_true.tolist() == ["x", "y", "z", "w"]
    assert list(held.y_score) == ["b", "a"]
    held = read_predictions(write(tmp_path), y_true="note")
    assert list(held.y_score) == ["label", "a", "b", "weight"]


def test_labels_may_be_words_and_flags(tmp_path):
    held = read_predictions(write(tmp_path), y_true="kept")
    assert held.y_true.tolist() == [True, True, False, True]


def test_all_digits_come_back(tmp_path):
    scores = np.random.default_rng(0).normal(size=50) / 3
    table = pd.DataFrame({"y": np.arange(50) % 2, "s": scores})
    held = read_predictions(write(tmp_path, table=table))
    np.testing.assert_allclose(held.y_score["s"], scores, rtol=1e-15)


@pytest.mark.parametrize(
    ("name", "text", "options", "says"),
    [
        ("t.xlsx", "a", {}, r"t\.xlsx is of no known kind; a file must end in \.csv, \.tsv, \.txt"),
        ("t", "a", {}, "t is of no known kind"),
        ("t.csv", "y,s\n1,2\n", {"y_true": "z"}, "no column 'z'; the nearest: "),
        ("t.csv", "label,s\n1,2\n", {"y_true": "lable"}, "no column 'lable'; the nearest: label"),
        ("t.csv", "y,s\n1,2\n", {"y_score": ["t"]}, "no column 't'"),
        ("t.csv", "y,s\n1,2\n", {"sample_weight": "w"}, "no column 'w'"),
        ("t.csv", "y\n1\n0\n", {}, r"t\.csv has no column of scores beside 'y'"),
        ("t.csv", "y,s\n1,high\n", {}, r"t\.csv has no column of scores beside 'y'"),
        ("t.csv", "y,w\n1,2\n", {"sample_weight": "w"}, "has no column of scores beside 'y'"),
        ("t.csv", "y,s\n1,2\n0,\n", {}, "column 's' has 1 missing value"),
        ("t.csv", "y,s\n,2\n0,3\n", {}, "column 'y' has 1 missing value"),
        ("t.csv", "y,s,w\n1,2,\n0,3,1\n", {"sample_weight": "w"}, "column 'w' has 1 missing"),
        ("t.csv", "", {}, "No columns"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(tmp_path, name, text, options, says):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ValueError, match=says) as caught:
        read_predictions(path, **options)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_the_usual_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_predictions(Path(tmp_path / "none.csv"))
