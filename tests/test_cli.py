"""The command line: small galleries, and the summaries of small files."""

import contextlib
import io
import json
import re
import runpy
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import prplot
from prplot.cli import commands as cli
from prplot.cli.gallery import galleries, gallery_command
from prplot.cli.gallery.script_runner import FigureFile, Outcome
from tests.command_line import runner

DRAW = "import matplotlib.pyplot as plt\nplt.figure().gca().plot([0, 1], label='$x^2$')\n"
SCRIPTS = {
    "plot_good.py": f"{DRAW}plt.gca().fill_between([0, 1], [0, 1], hatch='/')\nplt.show()\n",
    "plot_pair.py": DRAW + DRAW + "print('not in the table')\n",
    "plot_bad.py": "raise ValueError('no such thing')\n",
    "plot_deadly.py": "import os\nos._exit(3)\n",
}


def make_checkout(folder, names):
    (folder / "gallery" / "topic").mkdir(parents=True)
    (folder / "pyproject.toml").write_text('[project]\nname = "prplot-curves"\n')
    for name in names:
        (folder / "gallery" / "topic" / name).write_text(SCRIPTS[name])
    return folder


def run(folder, *args):
    with contextlib.chdir(folder):
        return runner().invoke(cli.main, ["gallery", "--gallery", "gallery", *args])


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    return make_checkout(tmp_path_factory.mktemp("checkout"), SCRIPTS)


@pytest.fixture(scope="module")
def everything(checkout):
    """All scripts, with the defaults; the progress bar is shown at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("prplot.inputs.samples.DELAY", 0)
        return run(checkout)


def test_the_others_are_drawn_when_some_fail_with_a_progress_bar_on_stderr(everything, checkout):
    written = {path.name for path in (checkout / "gallery" / "_figures").iterdir()}
    names = {"plot_good", "plot_pair", "plot_pair_2"}
    assert written == {f"{name}.{suffix}" for name in names for suffix in ("png", "alt.txt")}
    assert everything.exit_code == 1
    assert "4/4" in everything.stderr
    assert "plot_good" in everything.stderr


def test_the_table_has_files_sizes_seconds_and_status(everything):
    lines = everything.stdout.splitlines()
    patterns = [
        r"script +figures +seconds  status",
        r"plot_bad +none +\d+\.\d  failed: ValueError: no such thing",
        r"plot_deadly +none +\d+\.\d  failed: the worker process ended abruptly",
        r"plot_good +plot_good\.png \(\d+ kB\) +\d+\.\d  ok",
        r"plot_pair +plot_pair\.png \(\d+ kB\) +\d+\.\d  ok",
        r" +plot_pair_2\.png \(\d+ kB\)",
        r"4 scripts, 3 figures, 2 failed, \d+\.\d s -> \S+_figures",
    ]
    assert len(lines) == len(patterns)
    for pattern, line in zip(patterns, lines, strict=True):
        assert re.fullmatch(pattern, line)


def test_a_rerun_gives_the_same_bytes(checkout, tmp_path):
    pictures = []
    for out in (tmp_path / "first", tmp_path / "second"):
        args = ["--only", "good", "pair", "--formats", "png", "pdf", "svg", "--out", str(out)]
        args += ["--jobs", "1"]
        result = run(checkout, *args)
        assert result.exit_code == 0, result.output
        assert "2 scripts, 3 figures, 0 failed" in result.stdout
        pictures.append({path.name: path.read_bytes() for path in out.iterdir()})
    assert len(pictures[0]) == 9 + 3
    words = pictures[0]["plot_good.alt.txt"]
    assert words.startswith(b"A plot without labels. ")
    assert b"/Subject (" + words.strip() in pictures[0]["plot_good.pdf"]
    assert pictures[0] == pictures[1]


# How the options are read: the scripts are not run.


@pytest.fixture
def asked(checkout, monkeypatch):
    """Return a function that runs the command line and tells what it asked to be run."""

    def ask(*args):
        calls = []

        def record(scripts, out, formats, jobs, watch):
            calls.append(([path.stem for path in scripts], formats, jobs))
            return (Outcome(script, (), 0.0) for script in scripts)

        monkeypatch.setattr(galleries, "run_gallery", record)
        result = run(checkout, "--out", str(checkout / "out"), *args)
        assert result.exit_code == 0, result.output
        return calls[0]

    return ask


@pytest.mark.parametrize(
    "args",
    [
        ["--only", "good", "pair", "--formats", "png", "svg"],
        ["--formats", "png", "svg", "--only", "good", "pair"],
        ["--only", "good", "--formats", "png", "--only", "pair", "--formats", "svg"],
        ["--only", "good,pair", "--formats", "png, svg"],
        ["--only=good", "pair", "--formats=png,svg"],
        ["--only", "good", "good", "plot_pair", "--formats", "png", "svg", "png"],
    ],
)
def test_several_values_after_one_option(asked, args):
    scripts, formats, _ = asked(*args)
    assert (scripts, formats) == (["plot_good", "plot_pair"], ["png", "svg"])


def test_defaults_and_jobs(asked, monkeypatch):
    monkeypatch.setattr(gallery_command.os, "cpu_count", lambda: 5)
    assert asked() == ([name.removesuffix(".py") for name in sorted(SCRIPTS)], ["png"], 5)
    assert asked("--jobs", "3", "--only", "good") == (["plot_good"], ["png"], 3)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--formats", "png", "jpg"], "'jpg' is not one of 'png', 'pdf', 'svg'."),
        (["--formats", "png,"], "'' is not one of 'png', 'pdf', 'svg'."),
        (["--formats"], "Option '--formats' requires an argument."),
        (["--formats", "--only", "good"], "'--only' is not one of 'png', 'pdf', 'svg'."),
        (["--jobs", "0"], "Invalid value for '--jobs': 0 is not in the range x>=1."),
        (["--jobs", "-2"], "Invalid value for '--jobs': -2 is not in the range x>=1."),
        (["--jobs", "2", "3"], "Got unexpected extra argument (3)"),
        (["good"], "Got unexpected extra argument (good)"),
        (["--only", "god"], "no gallery script is called 'god'; the nearest: good, "),
        (["--only", ""], "no gallery script is called ''; the nearest: "),
    ],
)
def test_what_cannot_be_meant_is_refused_in_one_sentence(checkout, args, message):
    result = run(checkout, *args)
    assert result.exit_code == 2
    assert message in result.stderr


def test_the_folder_is_said_before_its_scripts_are_run(checkout, monkeypatch):
    def fail(*args):
        raise AssertionError

    monkeypatch.setattr(gallery_command, "_run", fail)
    result = run(checkout, "--only", "good")
    assert isinstance(result.exception, AssertionError)
    assert result.stderr == f"running scripts in {(checkout / 'gallery').resolve()}\n"


def test_only_the_checkout_of_the_package_is_run_unasked(checkout, tmp_path, monkeypatch):
    found = []
    monkeypatch.setattr(gallery_command, "_run", lambda scripts, *_: found.extend(scripts) or [])
    # A folder that looks like a checkout.
    with contextlib.chdir(checkout):
        result = runner().invoke(cli.main, ["gallery", "--out", str(tmp_path)])
    own = Path(prplot.__file__).parents[1] / "gallery"
    assert result.stderr == f"running scripts in {own}\n"
    assert {path.is_relative_to(own) for path in found} == {True}


def test_elsewhere_it_says_that_it_needs_a_checkout(checkout, tmp_path, monkeypatch):
    outside = tmp_path / "site" / "prplot" / "cli" / "gallery" / "galleries.py"
    find = galleries.find_gallery
    monkeypatch.setattr(galleries, "find_gallery", lambda: find(outside))
    with contextlib.chdir(checkout):
        result = runner().invoke(cli.main, ["gallery"])
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: the gallery needs a checkout of the project with its")
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_a_gallery_without_scripts(tmp_path):
    result = run(make_checkout(tmp_path, []))
    assert result.exit_code == 2
    assert "no scripts plot_*.py in" in result.stderr


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
        found = as_table(summarise(path, "--format", "csv", *args).stdout)
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
        (["--sample-weight", "x"], 1, "predictions.csv: table has no column 'x'"),
        (["--y-score", "note"], 1, "predictions.csv: y_score must hold numbers"),
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
        (["--format", "json", "-o", "x.csv"], 2, "; x.csv is csv"),
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
        ("t.xlsx", "a", "t.xlsx: unknown kind of file; its name must end in .csv, "),
        ("t.csv", "", "Error: "),
        ("t.csv", "y,s\n1,\n0,2\n", "column 's' has 1 missing value"),
        ("t.csv", "y,s\n1,inf\n0,2\n", "y_score holds 1 NaN or infinite value"),
        ("t.csv", "y\n1\n0\n", "t.csv: no column of scores beside 'y'"),
        ("t.csv", "y,s\n", "Error: "),
        ("t.csv", "y,s\n1,2\n0,3,4,5\n", "Error: "),
        ("t.parquet", "no such thing", "arquet"),
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
    assert "(--missing drop leaves it out)" in summarise(path).stderr
    result = summarise(path, "--missing", "drop", "--pos-label", "1")
    said = f"Warning: {path}: 2 of 4 rows left out because they lack values: 1 in y, 1 in s\n"
    assert result.stderr.startswith(said)
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
    text = runner().invoke(cli.main, ["gallery", "--help"]).stdout
    for option in ("--only NAME ...", "--formats FORMAT ...", "--out DIR", "--jobs N"):
        assert option in text


# The rest of the command line


@pytest.mark.parametrize(("size", "text"), [(1, "1 kB"), (41_000, "41 kB"), (41_001, "42 kB")])
def test_sizes_are_rounded_up(tmp_path, size, text):
    file = FigureFile(tmp_path / "plot_a.png", size)
    assert f"plot_a.png ({text})" in galleries.table([Outcome(tmp_path, (file,), 1.0)])


def test_one_of_each_is_singular(tmp_path):
    files = tuple(FigureFile(tmp_path / f"plot_a.{kind}", 9) for kind in ("png", "pdf"))
    outcome = Outcome(tmp_path / "plot_a.py", files, 1.0)
    assert galleries.count_up([outcome], 8.06) == "1 script, 1 figure, 0 failed, 8.1 s"
