"""Files of many kinds: each is used, or refused in a sentence that leads to the right call."""

import bz2
import contextlib
import gzip
import io
import lzma
import shlex
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import prplot
from prplot.cli import main
from tests.command_line import runner

RNG = np.random.default_rng(0)
Y = (RNG.random(60) < 0.4).astype(int)
WIDE = pd.DataFrame({"id": RNG.permutation(60) + 1000, "label": Y})
WIDE["a"], WIDE["b"] = (np.round(k * Y + RNG.normal(size=60), 4) for k in (1, 0.5))
LONG = WIDE.melt(["id", "label"], ["a", "b"], "model", "score")
KINDS = np.array(["cat", "dog", "eel"])
CLASS = KINDS[RNG.integers(0, 3, 60)]
SHARES = RNG.dirichlet(np.ones(3), 60) + (CLASS[:, None] == KINDS)
SHARES /= SHARES.sum(axis=1, keepdims=True)
CLASSES = pd.DataFrame(SHARES, columns=["p_cat", "p_dog", "p_eel"]).assign(label=CLASS)
TEXT = WIDE.to_csv(index=False).encode()


def saved(function, *args, **given):
    held = io.BytesIO()
    function(held, *args, **given)
    return held.getvalue()


def marked(column, marker):
    """Return the table with a text or number in place of one value of a column."""
    return WIDE.astype(object).assign(
        **{column: [marker if i == 3 else one for i, one in enumerate(WIDE[column])]}
    )[["label", "a"]]


NPZ = {"y_true": Y, "y_score": WIDE["a"]}
FILES = {
    "bzip2": bz2.compress(TEXT),
    "t.csv.xz": lzma.compress(TEXT),
    "gzip": gzip.compress(TEXT),
    "lines": WIDE.to_json(orient="records", lines=True).encode(),
    "json": WIDE.to_json(orient="records").encode(),
    "parquet": saved(WIDE.to_parquet),
    "numbers.parquet": saved(WIDE[["label", "a"]].set_axis([0, 1], axis=1).to_parquet),
    "index.parquet": saved(WIDE[["label", "a"]].set_index("label").to_parquet),
    "feather": saved(WIDE.to_feather),
    "text": TEXT,
    "t.npz": saved(np.savez, **NPZ),
    "parts.npz": saved(np.savez, y=Y, s=WIDE["a"], y_train=Y[:9], s_train=Y[:9]),
    "comments.csv": b"# by x, version 2\n" + TEXT,
    "savetxt": saved(np.savetxt, WIDE[["label", "a"]], header="label a"),
    "gap.csv": marked("a", "?"),
    "label.csv": marked("label", "?"),
    "number.csv": marked("a", -999),
    "t.pkl": b"\x80\x04\x95\0",
    "long.csv": LONG,
    "uneven.csv": LONG.drop([3, 64]),
    "sites.csv": WIDE[["label", "a"]].assign(site=list("xyz") * 20, patient=np.arange(60) // 2),
    "classes.csv": CLASSES,
    "after.csv": CLASSES.set_axis(["cat p", "dog p", "eel p", "label"], axis=1),
    "plain.csv": CLASSES.set_axis([*KINDS, "label"], axis=1),
    "unclear.csv": CLASSES.set_axis(["x", "u", "v", "label"], axis=1),
    "b.csv": WIDE[["id", "b"]],
    "one.csv": WIDE[["label", "a"]],
    "truth.csv": WIDE[["id", "label"]].assign(weight=1.5),
    "a.csv": WIDE[["id", "a"]][::-1],
    "apart.csv": WIDE[["id", "a"]].assign(site=list("xyz") * 20),
    "short.csv": WIDE[["id", "a"]][2:],
    "twice.csv": pd.concat([WIDE, WIDE[:1]])[["id", "label", "a"]],
    "none.csv": WIDE.replace({"id": {1003: None}})[["id", "label"]],
    "words.csv": WIDE[["id", "a"]].assign(id="x"),
}  # fmt: skip
GUESS, ONE = "y_true = label, y_score = a, b; use", "y_true = label, y_score = a; use"
READ = ("bzip2", "t.csv.xz", "gzip", "lines", "json", "parquet", "feather", "text")
JOIN = "--labels truth.csv --on id"
# A command, and what it says; what begins with Error is all that it says.
ANSWERS = [
    *((f"summary {name}", GUESS) for name in READ),
    ("summary numbers.parquet", "no column is called y_true, as the labels; use -t to choose one"),
    ("summary numbers.parquet -t 0 -s 1", ""),
    ("summary index.parquet", ONE),
    ("summary t.npz", "y_true = y_true, y_score = y_score; use"),
    ("summary parts.npz", "Error: parts.npz: it can't be read: All arrays must be of the same"),
    ("summary comments.csv", GUESS),
    ("summary savetxt", "its first line holds numbers, no names of columns; pass --no-header"),
    ("summary savetxt --no-header -t 1 -s 2", ""),
    ("summary gap.csv", "use -s to choose one of a (--decimal and --na help to read"),
    ("summary gap.csv --na ?", "column 'a' has 1 missing value (first at index 3); each row needs"),
    ("summary gap.csv --na ? --missing drop", "1 of 60 rows left out"),
    ("summary number.csv --na -999 --missing drop", "1 of 60 rows left out"),
    ("summary label.csv", "Error: label.csv: y_true holds 3 labels ('0', '1', '?'); pass"),
    ("summary label.csv --na ? --missing drop", "1 of 60 rows left out"),
    ("summary t.pkl", "Error: t.pkl: it is no text in UTF-8, nor another known kind of file; name"),
    ("summary long.csv", "y_score = score; use -t and -s to choose; not used: model (--hue model)"),
    ("summary sites.csv", "not used: site (--hue site), patient (--clusters patient)"),
    ("summary long.csv -t label -s score --hue model", ""),
    ("summary classes.csv", "y_true = label, y_score = p_cat, p_dog, p_eel; use"),
    ("pr classes.csv --average macro", "wrote classes.png"),
    ("summary classes.csv -s p_cat", "y_true holds 3 labels ('cat', 'dog', 'eel'); pass"),
    ("summary plain.csv", "y_true = label, y_score = cat, dog, eel; use"),
    ("summary unclear.csv", "y_true holds 3 labels ('cat', 'dog', 'eel'); pass"),
    ("summary classes.csv --pos-label cat", "pos_label can't be given beside a column of scores"),
    ("summary b.csv", "no column is called y_true, as the labels; use -t to choose one of id, b"),
    ("summary a.csv --labels truth.csv", "Error: --labels FILE goes with --on COL, the ids"),
    ("summary a.csv --on id", "Error: --labels FILE goes with --on COL, the ids"),
    (f"summary a.csv {JOIN}", "y_true = label of truth.csv; use -t to choose\ny_score = a; use"),
    (f"summary a.csv {JOIN} -t label -s a --weight weight", ""),
    (f"summary apart.csv {JOIN} --hue site", ""),
    (f"summary a.csv {JOIN} -t truth", "Error: truth.csv: table has no column 'truth'; the"),
    ("summary a.csv --labels truth.csv --on a", "Error: truth.csv: table has no column 'a'; the"),
    (f"summary one.csv {JOIN}", "Error: one.csv: table has no column 'id'; the"),
    (f"summary short.csv {JOIN}", "column 'id' has ids in one of the files only, such as "),
    (f"summary short.csv {JOIN} --missing drop", "2 of 60 rows left out"),
    (f"summary twice.csv {JOIN}", "column 'id' has missing ids, or ids on several rows, such as "),
    (f"summary words.csv {JOIN}", "Error: words.csv: column 'id' must hold ids of one type"),
    ("summary a.csv --labels twice.csv --on id", "Error: twice.csv: column 'id' has missing"),
    ("summary a.csv --labels none.csv --on id", "ids, or ids on several rows, such as nan"),
    (f"summary long.csv {JOIN}", "; --hue or --units may tell them apart"),
    (f"compare uneven.csv {JOIN} --hue model", "column 'id' has ids of some models only, such as"),
    (f"summary long.csv {JOIN} --hue Model", "Error: long.csv: table has no column 'Model'; the"),
    (f"compare a.csv b.csv {JOIN} -o c.png", "wrote c.png"),
    ("compare parquet", GUESS),
    ("compare long.csv --hue model -o c.png", "wrote c.png"),
    ("compare one.csv", "Error: one.csv: compare needs two models or more, found one"),
    ("threshold text --precision .6", GUESS),
    ("threshold long.csv --hue model --recall .8,.9 --cost 1:20", "y_score = score; use"),
    ("threshold text", "pass at least one condition of threshold, recall, "),
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("kinds")
    for name, held in FILES.items():
        is_ready = isinstance(held, bytes)
        (path / name).write_bytes(held if is_ready else held.to_csv(index=False).encode())
    return path


def run(folder, line, **given):
    with contextlib.chdir(folder):
        return runner().invoke(main, shlex.split(line), **given)


def table_of(folder, line, **given):
    return pd.read_csv(
        io.StringIO(run(folder, f"{line} --format csv", **given).stdout), index_col=0
    )


@pytest.mark.parametrize(("line", "said"), ANSWERS)
def test_a_file_is_used_or_refused_with_what_to_do(folder, line, said):
    result = run(folder, line)
    assert said in result.stderr
    assert result.exit_code in ((1, 2) if "Error: " in result.stderr else (0,))
    assert "Traceback" not in result.output


@pytest.mark.parametrize("name", ["gzip", "parquet", "lines", "t.npz"])
def test_a_stream_is_seen_from_its_first_bytes(folder, name):
    areas = table_of(folder, "summary -", input=FILES[name])["AUROC"]
    assert areas.iloc[0] == pytest.approx(prplot.auroc(Y, WIDE["a"]))


def test_a_workbook_is_read_by_its_sheets(folder):
    pytest.importorskip("openpyxl")
    with pd.ExcelWriter(folder / "t.xlsx") as book:
        for sheet in ("test", "train"):
            WIDE[["label", "a" if sheet == "test" else "b"]].to_excel(
                book, sheet_name=sheet, index=False
            )
    assert list(table_of(folder, "summary t.xlsx").index) == ["a"]
    assert list(table_of(folder, "summary t.xlsx --part train").index) == ["b"]
    assert "named 'other' not found" in run(folder, "summary t.xlsx --part other").stderr


@pytest.mark.parametrize("name", ["classes.csv", "after.csv", "plain.csv"])
def test_classes_have_the_numbers_of_python(folder, name):
    columns = [*KINDS, "label"]
    wanted = prplot.summary("label", list(KINDS), data=CLASSES.set_axis(columns, axis=1))
    found = table_of(folder, f"summary {name}")
    pd.testing.assert_frame_equal(found, wanted.rename_axis("curve"))


def test_joined_files_have_the_numbers_of_python(folder):
    joined = table_of(folder, f"summary a.csv b.csv {JOIN}")["AUCPR"]
    assert joined.tolist() == [prplot.aucpr(Y, WIDE[name]) for name in "ab"]


def test_models_are_compared_as_in_python(folder):
    wanted = prplot.compare("label", ["a", "b"], data=WIDE, seed=0).to_frame()
    joined = (f"compare a=a.csv b=b.csv {JOIN}", f"compare long.csv --hue model {JOIN}")
    for line in ("compare text", "compare long.csv --hue model", *joined):
        found = table_of(folder, line)
        assert found.index.tolist() == ["b"]
        assert found["estimate"].tolist() == wanted["estimate"].tolist()
    assert run(folder, "compare text -o c.png").stdout
    assert Path(folder, "c.png").is_file()


def test_thresholds_are_those_of_operating_points(folder):
    wanted = prplot.operating_points("label", {"a": "a"}, data=WIDE, precision=[0.6, 0.7])
    found = table_of(folder, "threshold text -s a --precision .6,.7")
    assert found["threshold"].tolist() == wanted["threshold"].tolist()
    assert found["asked"].tolist() == wanted["asked"].tolist()
