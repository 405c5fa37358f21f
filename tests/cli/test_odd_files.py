"""Odd files on the command line: what is guessed, what is refused, and in which words."""

import io
import re
from pathlib import Path

import pandas as pd
import pytest

from prplot.cli import main
from tests.command_line import runner

ROWS = [(1, 0.91, 0.12), (0, 0.22, 0.81), (1, 0.83, 0.33), (0, 0.41, 0.94), (1, 0.32, 0.25)]
TABLE = pd.DataFrame(ROWS, columns=["label", "a", "b"])
WHAT = "y_true = label, y_score = a, b; use -t and -s to choose"
AUROCS = {"a": 5 / 6, "b": 0}


def summarise(folder, contents, *args, name="t.csv"):
    """Run the summary of one file; return its areas by curve, the lines of stderr, and the code."""
    path = folder / name
    held = contents if isinstance(contents, str) else contents.to_csv(index=False)
    path.write_text(held)
    result = runner().invoke(main, ["summary", str(path), "--format", "csv", *args])
    assert "Traceback" not in result.output
    lines = [line.replace(f"{path}: ", "") for line in result.stderr.splitlines()]
    areas = {}
    if result.stdout:
        areas = pd.read_csv(io.StringIO(result.stdout), index_col=0)["AUROC"].to_dict()
        areas = {str(name): area for name, area in areas.items()}
    return areas, lines, result.exit_code


def with_columns(**columns):
    return TABLE.assign(**columns)


UNHARMED = {
    "as it should be": (TABLE, WHAT),
    "labels last": (TABLE[["a", "b", "label"]], WHAT),
    "case of the name": (
        TABLE.rename(columns={"label": "Target"}),
        "y_true = Target, y_score = a, b; use -t and -s to choose",
    ),
    "booleans": (with_columns(label=TABLE["label"] == 1), WHAT),
    "saved index": (TABLE.to_csv(), WHAT),
    "ids": (with_columns(id=[7, 5, 3, 9, 8]), WHAT),
    "row numbers": (with_columns(case=range(1, 6)), WHAT),
    "integers beside floats": (with_columns(age=[30, 40, 50, 20, 20]), WHAT),
    "texts": (with_columns(name=list("vwxyz")), WHAT),
    "folds": (
        with_columns(fold=[0, 1, 0, 1, 0]),
        f"{WHAT}; not used: fold (--units fold)",
    ),
    "groups of texts": (
        pd.concat([TABLE, TABLE]).assign(**{"The site": list("xyzxyxyzxy"), "Model": [1, 2] * 5}),
        f"{WHAT}; not used: The site (--hue 'The site'), Model (--hue Model)",
    ),
    "one text": (with_columns(version=["v1"] * 5), WHAT),
    "weights": (
        with_columns(weight=[0.5, 1, 2, 1, 2]),
        f"{WHAT}; not used: weight (--weight weight)",
    ),
    "a score by its name": (
        TABLE.assign(Score=TABLE["a"]).rename(columns={"a": "age"}),
        "y_true = label, y_score = Score; use -t and -s to choose",
    ),
}


@pytest.mark.parametrize("case", UNHARMED)
def test_columns_are_guessed_and_the_guess_is_said(tmp_path, case):
    table, said = UNHARMED[case]
    areas, lines, code = summarise(tmp_path, table)
    wanted = {"Score": 5 / 6} if "Score" in table else AUROCS
    assert (areas, lines, code) == (pytest.approx(wanted), [said], 0)


# As `cv_scores` writes it: two models, two folds of both labels.
LONG_TABLE = pd.DataFrame(
    {
        "model": ["k"] * 5 + ["m"] * 5,
        "row": [*range(5), *range(5)],
        "fold": [0, 0, 1, 1, 0] * 2,
        "y_true": [*TABLE["label"]] * 2,
        "y_score": [*TABLE["a"], *TABLE["b"]],
    }
)
NAMED = "y_true = y_true, y_score = y_score; use -t and -s to choose"
MODEL, FOLD = "model (--hue model)", "fold (--units fold)"
APART = [
    (["--hue", "model", "--units", "fold"], NAMED, ["k, fold 0", "k, fold 1", "k, mean"]),
    (["--hue", "fold"], f"{NAMED}; not used: {MODEL}", ["0", "1"]),
    ([], f"{NAMED}; not used: {MODEL}, {FOLD}", ["y_score"]),
    (["-t", "y_true", "-s", "y_score"], f"not used: {MODEL}, {FOLD}", ["y_score"]),
]


@pytest.mark.parametrize(("args", "said", "curves"), APART)
def test_models_and_folds_are_apart_or_it_is_said(tmp_path, args, said, curves):
    areas, lines, code = summarise(tmp_path, LONG_TABLE, *args)
    assert (lines[0], list(areas)[: len(curves)], code) == (said, curves, 0)


def test_models_within_several_files_are_pooled_with_a_word(tmp_path):
    LONG_TABLE.to_csv(tmp_path / "b.csv", index=False)
    areas, lines, _ = summarise(tmp_path, LONG_TABLE, str(tmp_path / "b.csv"))
    assert lines == [f"{NAMED}; not used: {MODEL}, {FOLD}"]
    assert list(areas) == ["t", "b"]


def test_integers_are_scores_if_they_are_named(tmp_path):
    table = TABLE.assign(a=[9, 2, 8, 4, 3], b=[1, 8, 3, 9, 2])
    assert summarise(tmp_path, table, "-s", "a,b")[0] == pytest.approx(AUROCS)


@pytest.mark.parametrize(
    "args",
    [
        ["-t", "label", "-s", "a,b"],
        ["--y-true", "label", "--y-score", "a,b"],
    ],
)
def test_columns_are_named_or_numbered(tmp_path, args):
    assert summarise(tmp_path, TABLE, *args) == (pytest.approx(AUROCS), [], 0)


@pytest.mark.parametrize(("sign", "option"), [("\t", "tab"), ("^", "^")])
def test_the_separator_may_be_named(tmp_path, sign, option):
    text = TABLE.to_csv(index=False, sep=sign)
    assert summarise(tmp_path, text, "--sep", option) == (pytest.approx(AUROCS), [WHAT], 0)


def test_a_column_may_have_a_comma_or_an_at_in_its_name(tmp_path):
    table = TABLE.rename(columns={"a": "a,b", "b": "@1"})
    areas, _, _ = summarise(tmp_path, table, "-t", "label", "-s", "a,b", "-s", "@1")
    assert areas == pytest.approx({"a,b": 5 / 6, "@1": 0})


LONG = 5_000_000
HARMED = {
    "no header": (
        TABLE.to_csv(index=False, header=False),
        "it can't be read: its first line holds numbers, no names of columns; pass --no-header",
    ),
    "words": (
        with_columns(label=["yes", "no", "yes", "no", "yes"]),
        "y_true holds 2 labels ('no', 'yes'); pass --pos-label 'no' or --pos-label 'yes', to say",
    ),
    "decimal commas": (
        TABLE.to_csv(index=False, sep=";", decimal=","),
        "no column of floats is left for scores; use -s to choose one of a, b (--decimal and --na",
    ),
    "thousands": (
        with_columns(a=["1,234.5", "950.5", "12", "2,000", "-3,000"])[["label", "a"]],
        "no column of floats is left for scores; use -s to choose one of a (--decimal and --na",
    ),
    "two columns of labels": (
        with_columns(y=[0, 1, 1, 0, 1]),
        "label and y may each be the labels; use -t to choose one of label, a, b, y",
    ),
    "no labels": (
        with_columns(label=[0.1, 0.2, 0.3, 0.4, 0.5]).rename(columns={"label": "z"}),
        "no column is called y_true, as the labels; use -t to choose one of z, a, b",
    ),
    "no scores": (
        TABLE[["label"]],
        "no column of floats is left for scores; use -s to choose one of (",
    ),
    "a gap": (
        with_columns(a=[0.9, 0.8, None, 0.4, None]),
        "column 'a' has 2 missing values (first at index 2); each row needs one (--missing 'drop'",
    ),
    "no rows": (TABLE[:0], "it is empty: it has no rows of data"),
    "nothing": ("", "it can't be read: No columns"),
    "labels of two words": (
        with_columns(label=["is ill", "so so", "is ill", "so so", "is ill"]),
        "y_true holds 2 labels ('is ill', 'so so'); pass --pos-label 'is ill' or --pos-label 'so",
    ),
    "a label of megabytes": (
        with_columns(label=["x", "x", "x", "x", "z" * LONG]),
        "y_true holds 2 labels ('x', 'zzz",
    ),
    "a gap beside a text of megabytes": (
        with_columns(a=[0.9, 0.8, None, 0.4, 0.5], note=["z" * LONG, "", "", "", ""]),
        "column 'a' has 1 missing value (first at index 2); each row needs one",
    ),
}


@pytest.mark.parametrize("case", HARMED)
def test_what_cannot_be_used_is_said_in_one_line_with_what_to_do(tmp_path, case):
    areas, lines, code = summarise(tmp_path, HARMED[case][0])
    assert (areas, code) == ({}, 1)
    assert lines[-1].startswith(f"Error: {HARMED[case][1]}")
    assert sum(line.startswith("Error: ") for line in lines) == 1
    assert len(lines[-1]) < 500


def test_texts_of_megabytes_are_read(tmp_path):
    table = with_columns(note=["z" * LONG, "", "", "", ""])
    assert summarise(tmp_path, table) == (pytest.approx(AUROCS), [WHAT], 0)


@pytest.mark.parametrize("place", [0, 4])
def test_latin_letters_are_told_with_the_encoding_that_helps(tmp_path, place):
    table = with_columns(note=["x" * 70_000] * 5)
    table.loc[place, "note"] = "naïve"
    path = tmp_path / "t.csv"
    table.to_csv(path, index=False, encoding="latin-1")
    result = runner().invoke(main, ["summary", str(path)])
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: {path}: it is no text in UTF-8, nor another ")
    assert "name the right --encoding" in result.stderr
    assert runner().invoke(main, ["summary", str(path), "--encoding", "latin-1"]).exit_code == 0


LISTS = {"label": [[1, 0]] * 5, "a": [{"p": 0.1}] * 5, "b": [[0.1]] * 5}


@pytest.mark.parametrize("suffix", ["parquet", "json"])
@pytest.mark.parametrize(
    ("column", "args"),
    [
        ("label", []),
        ("label", ["-t", "label", "-s", "a"]),
        ("a", ["-s", "a"]),
        ("b", ["--hue", "b"]),
    ],
)
def test_a_column_of_lists_is_refused(tmp_path, suffix, column, args):
    path = tmp_path / f"t.{suffix}"
    table = with_columns(**{column: LISTS[column]})
    table.to_parquet(path) if suffix == "parquet" else table.to_json(path, orient="records")
    result = runner().invoke(main, ["summary", str(path), *args])
    assert result.exit_code == 1
    *_, error = result.stderr.splitlines()
    assert re.match(r"Error: \S+: (y_true|y_score|hue) (must )?holds? ", error)


CURED = {
    "no header": ["--no-header", "-t", "1", "-s", "2,3"],
    "words": ["--pos-label", "yes"],
    "decimal commas": ["--decimal", ","],
    "two columns of labels": ["-t", "label"],
    "labels of two words": ["--pos-label", "is ill"],
}


@pytest.mark.parametrize("case", CURED)
def test_the_advice_helps(tmp_path, case):
    areas, _, code = summarise(tmp_path, HARMED[case][0], *CURED[case])
    assert code == 0
    assert list(areas.values()) == pytest.approx(list(AUROCS.values()))


def test_several_files_are_curves_by_the_names_of_files(tmp_path):
    for name, column in (("one", "a"), ("two", "b")):
        TABLE[["label", column]].to_csv(tmp_path / f"{name}.csv", index=False)
    paths = [str(tmp_path / "one.csv"), f"other={tmp_path / 'two.csv'}"]
    result = runner().invoke(main, ["summary", *paths, "--format", "csv"])
    table = pd.read_csv(io.StringIO(result.stdout), index_col=0)
    assert table["AUROC"].to_dict() == pytest.approx({"one": 5 / 6, "other": 0})
    for args, words in (
        ([paths[0], paths[0]], "two FILEs are called 'one'; name them by NAME=FILE"),
        ([*paths, "--hue", "a"], "--hue goes with one FILE"),
    ):
        refused = runner().invoke(main, ["summary", *args])
        assert refused.exit_code == 2
        assert words in refused.stderr


def test_names_of_files_need_not_be_utf8(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # As Python has the bytes of UTF-8 in a locale without it; and no UTF-8 at all.
    names = ["\udcc3\udca9.csv", "\udcff.csv"]
    for name in names:
        Path(name).write_text(TABLE.to_csv(index=False))
    table = runner().invoke(main, ["summary", *names, "-s", "a", "--format", "csv"]).stdout
    assert [line[:2] for line in table.splitlines()[1:]] == ["é,", "\N{REPLACEMENT CHARACTER},"]
    assert runner().invoke(main, ["roc", *names, "-s", "a"]).exit_code == 0


def test_a_pipe_is_read_as_text_or_as_what_it_holds(tmp_path):
    held = io.BytesIO()
    TABLE.to_parquet(held)
    texts = TABLE.to_csv(index=False)
    for name, data in (("-", texts), ("pipe=-", held.getvalue())):
        result = runner().invoke(main, ["summary", name, "--format", "csv"], input=data)
        assert result.stdout.splitlines()[1].startswith("a,5,0.6,0.8333")


@pytest.mark.parametrize(
    ("form", "beginning"),
    [
        ("markdown", "|  | n | prevalence | AUROC"),
        ("json", '[\n  {\n    "curve": "a",\n    "n": 5,'),
        ("latex", "\\begin{tabular}"),
    ],
)
def test_tables_are_written_to_files_by_their_suffix(tmp_path, form, beginning):
    path = tmp_path / "t.csv"
    TABLE.to_csv(path, index=False)
    printed = runner().invoke(main, ["summary", str(path), "--format", form]).stdout
    assert printed.startswith(beginning)
    out = tmp_path / f"out.{ {'markdown': 'md', 'latex': 'tex'}.get(form, form) }"
    result = runner().invoke(main, ["summary", str(path), "-o", str(out)])
    assert (result.stdout, out.read_text()) == ("", printed)
    assert result.stderr.splitlines() == [WHAT, f"wrote {out}"]


def test_labels_and_scores_may_be_exchanged_in_the_words_of_the_options(tmp_path):
    _, lines, code = summarise(tmp_path, TABLE, "-t", "a", "-s", "label")
    assert code == 1
    assert "y_true seems to hold scores" in lines[-1]
