"""The command line: the summaries of small files."""

import contextlib
import io
import json
import runpy
import sys

import numpy as np
import pandas as pd
import pytest

import prplot
from prplot.cli import commands as cli
from tests.command_line import runner

# The summary of a file

PREDICTIONS = """label,good_one,bad,note,w
1,0.9,0.1,x,1
0,0.2,0.8,y,2
1,0.8,0.3,z,3
0,0.4,0.9,x,1
1,0.3,0.2,y,2
"""
COLUMNS = ["n", "prevalence", "AUROC", "AUCPR", "AUCPR_MIN", "AUCNPR", "AP", "AP_MIN", "AUPRG"]


@pytest.fixture
def predictions(tmp_path):
    path = tmp_path / "predictions.csv"
    path.write_text(PREDICTIONS)
    return path


def summarise(path, *args):
    return runner().invoke(cli.main, ["summary", str(path), *args])


def expected(models=("good_one", "bad"), **options):
    table = pd.read_csv(io.StringIO(PREDICTIONS))
    return prplot.summary(table["label"], {name: table[name] for name in models}, **options)


def errors_in(result):
    """Count the errors, and see that all other lines say what was guessed."""
    lines = result.stderr.splitlines()
    errors = [line for line in lines if line.startswith("Error: ")]
    assert all(line in errors or line.startswith("y_true = ") for line in lines)
    return len(errors)


def as_table(text):
    return pd.read_csv(io.StringIO(text), index_col=0)


def test_the_summary_of_a_file_has_a_line_for_each_model(predictions):
    result = summarise(predictions, "--sample-weight", "w")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].split() == [*COLUMNS, "E[FG1]"]
    assert [line.split()[0] for line in lines[1:]] == ["good_one", "bad"]
    assert [line.split()[1] for line in lines[1:]] == ["9", "9"]
    rows = expected(sample_weight=[1, 2, 3, 1, 2]).to_numpy(float)
    for line, row in zip(lines[1:], rows, strict=True):
        numbers = [float(word) for word in line.split()[2:]]
        np.testing.assert_allclose(numbers, row[1:], atol=5.001e-4)
    guess = "y_true = label, y_score = good_one, bad; use -t and -s to choose"
    assert result.stderr.splitlines() == [guess]
    assert result.stdout.endswith("\n")
    assert not result.stdout.endswith("\n\n")


def test_all_columns_of_floats_are_scores_or_those_that_are_named(predictions):
    found = as_table(summarise(predictions, "--format", "csv").stdout)
    assert found.index.tolist() == ["good_one", "bad"]
    assert found["n"].tolist() == [5, 5]
    args = ["--y-true", "label", "--y-score", "bad", "--y-score", "good_one", "--format", "csv"]
    assert as_table(summarise(predictions, *args).stdout).index.tolist() == ["bad", "good_one"]


def test_csv_and_json_have_all_digits(predictions):
    result = summarise(predictions, "--format", "csv", "--sample-weight", "w", "--digits", "1")
    assert result.stdout.startswith("curve,n,prevalence,AUROC,AUCPR,")
    assert not result.stdout.endswith("\n\n")
    found = as_table(result.stdout)
    found.index.name = None
    wanted = expected(sample_weight=[1, 2, 3, 1, 2])
    pd.testing.assert_frame_equal(found, wanted, check_exact=True)
    text = summarise(predictions, "--format", "json", "--sample-weight", "w").stdout
    held = pd.DataFrame(json.loads(text)).set_index("curve").rename_axis(None)
    pd.testing.assert_frame_equal(held, wanted, check_exact=True)


def test_latex_is_escaped_and_has_rules(predictions):
    text = summarise(
        predictions, "--format", "latex", "--digits", "4", "--y-score", "good_one"
    ).stdout
    for part in (r"\toprule", r"\midrule", r"\bottomrule", r"good\_one", r"AUCPR\_MIN", r"AP\_MIN"):
        assert part in text
    assert "good_one" not in text
    assert f"{expected(['good_one'])['AUCPR'].iloc[0]:.4f}" in text


@pytest.mark.parametrize("digits", [0, 1, 6])
def test_digits_are_as_many_as_asked_for(predictions, digits):
    line = summarise(predictions, "--y-score", "bad", "--digits", str(digits)).stdout.splitlines()[
        1
    ]
    value = expected(["bad"])["AUCPR"].iloc[0]
    assert line.split()[4] == f"{value:.{digits}f}"


@pytest.mark.parametrize("label", ["x", "y", "z"])
def test_the_positive_label_may_be_a_word(predictions, label):
    args = ["--y-true", "note", "--y-score", "bad", "--pos-label", label, "--format", "csv"]
    found = as_table(summarise(predictions, *args).stdout)
    table = pd.read_csv(io.StringIO(PREDICTIONS))
    assert found["prevalence"].iloc[0] == pytest.approx((table["note"] == label).mean())
    assert found["AUCPR"].iloc[0] == pytest.approx(
        prplot.aucpr(table["note"], table["bad"], pos_label=label)
    )


@pytest.mark.parametrize(("label", "prevalence"), [("1", 3 / 5), ("0", 2 / 5)])
def test_the_positive_label_may_be_a_number(predictions, label, prevalence):
    args = ["--y-score", "bad", "--pos-label", label, "--format", "csv"]
    found = as_table(summarise(predictions, *args).stdout)
    assert found["prevalence"].iloc[0] == pytest.approx(prevalence)


def test_a_positive_label_may_be_true(tmp_path):
    path = tmp_path / "flags.tsv"
    path.write_text("flag\ts\nTrue\t2\nFalse\t1\nFalse\t3\n")
    for args in ([], ["--pos-label", "True"], ["--pos-label", "true"]):
        found = as_table(summarise(path, "-t", "flag", "--format", "csv", *args).stdout)
        assert found["prevalence"].iloc[0] == pytest.approx(1 / 3)


def test_one_class_is_summed_up_with_one_warning(tmp_path):
    path = tmp_path / "ones.csv"
    path.write_text("y,s\n1,2\n1,3\n")
    result = summarise(path)
    assert result.exit_code == 0
    guess, warning = result.stderr.splitlines()
    assert guess == "y_true = y, y_score = s; use -t and -s to choose"
    assert warning.startswith(
        f"Warning: {path}: the data of 's' hold one class only (no negatives)"
    )
    assert result.stdout.splitlines()[1].split()[:5] == ["s", "2", "1.000", "NaN", "1.000"]


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (
            ["--y-true", "labl"],
            1,
            "predictions.csv: table has no column 'labl'; the nearest: label",
        ),
        (
            ["--y-score", "good"],
            1,
            "predictions.csv: table has no column 'good'; the nearest: good_one",
        ),
        (["--y-score", "none"], 1, "predictions.csv: table has no column 'none'"),
        (["--sample-weight", "x"], 1, "predictions.csv: table has no column 'x'"),
        (["--y-score", "note"], 1, "predictions.csv: y_score holds labels such as"),
        (
            ["--y-true", "note", "--y-score", "bad"],
            1,
            "y_true holds 3 labels ('x', 'y', 'z'); pass",
        ),
        (["--pos-label", "2"], 1, "pos_label '2' is not in y_true, which holds 2 labels (0, 1)"),
        (
            ["--format", "html"],
            2,
            "'html' is not one of 'text', 'markdown', 'csv', 'json', 'latex'",
        ),
        (["--digits", "17"], 2, "17 is not in the range 0<=x<=16"),
        (["--digits", "-1"], 2, "-1 is not in the range 0<=x<=16"),
        (["more.csv"], 2, "'more.csv' does not exist"),
        (["--weights", "w"], 2, "No such option"),
    ],
)
def test_a_summary_that_cannot_be_is_refused_in_one_sentence(predictions, args, code, message):
    result = summarise(predictions, *args)
    assert (result.exit_code, result.stdout) == (code, "")
    assert message in result.stderr
    if code == 1:
        assert errors_in(result) == 1


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "t.dat",
            b"a\0b",
            "t.dat: it is empty: it has no rows of data",
        ),
        ("t.csv", "", "Error: "),
        ("t.csv", "y,s\n1,\n0,2\n", "column 's' has 1 missing value"),
        ("t.csv", "y,s\n1,inf\n0,2\n", "y_score holds 1 NaN or +inf value"),
        ("t.csv", "y\n1\n0\n", "t.csv: no column of floats is left for scores; use -s"),
        ("t.csv", "y,s\n", "Error: "),
        ("t.csv", "y,s\n1,2\n0,3,4,5\n", "Error: "),
        ("t.parquet", "PAR1 no such thing", "arquet"),
        ("t.csv", b"y,s\n1,2\n0,\xff\n", "Error: "),
    ],
)
def test_files_that_hold_no_predictions_are_refused_in_one_sentence(tmp_path, name, text, message):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    result = summarise(path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert message in result.stderr
    assert errors_in(result) == 1


def test_rows_without_a_value_are_left_out_if_asked_for(tmp_path):
    path = tmp_path / "gaps.csv"
    path.write_text("y,s\n1,3\n0,\n,2\n0,1\n")
    assert "(--missing 'drop' leaves such rows out)" in summarise(path).stderr
    result = summarise(path, "--missing", "drop", "--pos-label", "1")
    said = f"Warning: {path}: 2 of 4 rows left out because they lack values: 1 in 'y', 1 in 's'\n"
    assert result.stderr.endswith(said)
    assert result.stdout.splitlines()[1].split()[:4] == ["s", "2", "0.500", "1.000"]


@pytest.mark.parametrize("path", ["none.csv", "."])
def test_a_summary_needs_a_file(tmp_path, path):
    with contextlib.chdir(tmp_path):
        result = summarise(path)
    assert result.exit_code == 2
    assert "does not exist" in result.stderr or "is a directory" in result.stderr


def test_the_package_itself_is_the_command(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["prplot", "--version"])
    with pytest.raises(SystemExit):
        runpy.run_module("prplot", run_name="__main__")
    assert capsys.readouterr().out == f"prplot, version {prplot.__version__}\n"


def test_version_and_help_name_every_option():
    text = runner().invoke(cli.main, ["summary", "--help"]).stdout
    for option in (
        "FILE...",
        "--y-true COL",
        "--y-score COL",
        "--weight, --sample-weight COL",
        "--pos-label LABEL",
        "--missing [raise|drop]",
        "--format [text|markdown|csv|json|latex]",
        "--digits",
    ):
        assert option in text
    commands = runner().invoke(cli.main, ["--help"]).stdout
    assert "gallery" in commands
    assert "summary" in commands
    result = runner().invoke(cli.main, ["--version"])
    assert result.stdout == f"prplot, version {prplot.__version__}\n"
