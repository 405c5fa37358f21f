"""Random files and options on the command line: an answer, or one line on standard error."""

import warnings
from codecs import BOM_UTF16

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from prplot.cli import main
from tests.cases import slowly
from tests.command_line import runner
from tests.fuzz import hostile
from tests.fuzz.hostile import choose

COMMANDS = ["summary", "pr", "roc", "prg", "npr", "thresholds", "hull", "spaces", "net-benefit"]
NAMES = ["a.csv", "a.csv", "a.tsv", "a.txt", "a.json", "a b'c.csv", "a.parquet", "é.csv"]
HEADS = [
    "y,s", "y,s,t", "label,score", "", "a", "y;s", "y\ts", "y,y", "é,模型", "1,0.5", '"y,s"',
    "*,^a$",
]  # fmt: skip
# Cells of rows that are fine otherwise.
CELLS = [
    "0", "1", "0.5", "", "nan", "inf", "-1", "a", "é", "1e400", "x" * 50, '"', "'", "1;2", "0x1",
]  # fmt: skip
OPTIONS = [
    ["-t", "y"], ["-s", "s"], ["--decimal", "."], ["-t", "none"],
    ["--hue", "t"],
    ["--pos-label", "1"], ["--pos-label", ""], ["-s", ""], ["--missing", "drop"], ["--nothing"],
    ["--format", "csv"], ["--format", "png"], ["-o", "-"], ["--weight", "s"], ["--seed", "a"],
    ["@0"],
]  # fmt: skip


def contents(rng):
    """Return the bytes of a file that is a table, or nearly so."""
    rows = [["1", "0.9"], ["0", "0.4"], ["1", "0.7"], ["0", "0.1"]] * 2
    for _ in range(rng.integers(0, 3)):
        row = rows[rng.integers(len(rows))]
        row[rng.integers(len(row))] = choose(rng, CELLS)
    text = "\n".join([choose(rng, HEADS) if rng.random() < 0.6 else "y,s", *map(",".join, rows)])
    held = text.encode(choose(rng, ["utf-8", "utf-8", "utf-16", "utf-8-sig"]))
    cut = rng.random()
    return held[: rng.integers(len(held))] if cut < 0.1 else b"" if cut < 0.15 else held


def command(rng, folder):
    """Write a file and return the words of a command."""
    name = choose(rng, NAMES)
    path = folder / name
    if name.endswith("parquet") and rng.random() < 0.8:
        pd.DataFrame({"y": [1, 0, 1, 0], "s": hostile.scores(rng, 4)}).to_parquet(path)
    else:
        path.write_bytes(contents(rng))
    words = [choose(rng, COMMANDS), str(path)]
    # Files say nothing of their encoding.
    if path.read_bytes().startswith(BOM_UTF16) and rng.random() < 0.8:
        words += ["--encoding", "utf-16"]
    for _ in range(rng.integers(0, 3)):
        words += choose(rng, OPTIONS)
    return words if words[0] == "summary" else [*words, "-o", str(folder / "out.png")]


def check(words):
    """Run a command; raise an AssertionError if it does more than answer or complain."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = runner().invoke(main, words)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise AssertionError(f"prplot {words}: {result.exception!r}") from result.exception
    assert "Traceback" not in result.output, words
    assert result.exit_code == 0 or result.stderr.strip(), words
    # What is wrong, and the line on which a usage error stands, with its hint.
    assert len(result.stderr.strip().splitlines()) <= 6, (words, result.stderr)
    return result.exit_code == 0


@pytest.mark.parametrize("seed", [0, *map(slowly, range(1, 11))])
def test_a_command_answers_or_complains_in_a_line(seed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    count, answered = 25 if seed == 0 else 200, 0
    for i in range(count):
        rng = np.random.default_rng([seed, i, 2])
        answered += check(command(rng, tmp_path))
        plt.close("all")
    assert answered > count / 10
