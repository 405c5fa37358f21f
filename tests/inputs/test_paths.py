"""A path is what is there by that name; what is not there may be a pattern."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import prplot as prp
from prplot.cli.commands import main
from tests.cases import sampled
from tests.command_line import runner

# Pairs of a name that a pattern may be, and a neighbour that this pattern finds.
NAMES = [("a[1]", "a1"), ("a*", "abc"), ("a?", "ab"), ("[!a]", "b"), ("**", "c"), ("[[]", "[")]
NAMES += [("{a,b}", "a"), ("~", "a"), ("a b%20'\"", "a"), ("file:a", "a"), ("a\nb", "a")]
LABELS = {"named": [0, 1, 1, 0], "neighbour": [1, 0, 0, 1, 1]}


def write(path, which):
    """Write labels that tell the file that was named from its neighbour."""
    path.parent.mkdir(parents=True, exist_ok=True)
    y = LABELS[which]
    table = pd.DataFrame({"y": y, "s": np.arange(len(y)) / 10})
    with path.open("wb") as file:
        table.to_csv(file, index=False) if path.suffix == ".csv" else table.to_parquet(file)
    return path


def counts(paths):
    curve = prp.scan(paths, y_true="y", y_score="s", progress=False)
    return curve.pos, curve.neg


@pytest.mark.parametrize(("kind", "names"), sampled(["parquet", "pq"], NAMES, every=3), ids=repr)
def test_a_file_that_is_there_is_no_pattern(tmp_path, monkeypatch, kind, names):
    name, neighbour = names
    monkeypatch.chdir(tmp_path)
    write(tmp_path / f"{neighbour}.{kind}", "neighbour")
    path = write(tmp_path / f"{name}.{kind}", "named")
    for given in (path, str(path), path.name, Path(path.name), [path.name]):
        assert counts(given) == (2, 2)


@pytest.mark.parametrize(("name", "neighbour"), sampled(NAMES, every=2), ids=repr)
def test_a_folder_that_is_there_is_no_pattern(tmp_path, monkeypatch, name, neighbour):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / neighbour / "one.parquet", "neighbour")
    write(tmp_path / name / "one.parquet", "named")
    assert counts(tmp_path / name) == counts(name) == counts(f"{name}/one.parquet") == (2, 2)


def test_files_of_a_folder_are_each_read_once(tmp_path):
    write(tmp_path / "a[1].parquet", "named")
    write(tmp_path / "a1.parquet", "neighbour")
    write(tmp_path / "fold[er]*" / "a?.parquet", "named")
    write(tmp_path / "folder" / "ab.parquet", "neighbour")
    assert counts(tmp_path) == (10, 8)
    assert counts([tmp_path / "a1.parquet", tmp_path / "fold[er]*"]) == (5, 4)


def test_what_is_not_there_is_a_pattern(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "a[1].parquet", "named")
    write(tmp_path / "a1.parquet", "neighbour")
    write(tmp_path / "below" / "a2.parquet", "neighbour")
    assert counts("a[0-9].parquet") == (3, 2)
    assert counts("?1.parquet") == (3, 2)
    assert counts(["a[[]*.parquet", "*/a?.parquet"]) == (5, 4)
    assert counts(tmp_path / "**" / "a*.parquet") == (8, 6)


def test_a_home_is_found_unless_its_sign_is_a_name(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "home" / "a.parquet", "neighbour")
    assert counts("~/a.parquet") == (3, 2)
    write(tmp_path / "~" / "a.parquet", "named")
    assert counts("~/a.parquet") == (2, 2)


@pytest.mark.parametrize("frame", ["", [""], ["a.parquet", ""]])
def test_an_empty_path_is_refused(tmp_path, monkeypatch, frame):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "a.parquet", "named")
    with pytest.raises(ValueError, match=r"^frame must be .*, found an empty path$"):
        counts(frame)


def test_folders_above_a_file_are_no_columns(tmp_path, monkeypatch):
    (tmp_path / "y=1").mkdir()
    monkeypatch.chdir(tmp_path / "y=1")
    write(Path("a.parquet"), "named")
    assert counts("a.parquet") == counts([Path("a.parquet")]) == (2, 2)


@pytest.mark.parametrize(("kind", "names"), sampled(["csv", "parquet"], NAMES, every=3), ids=repr)
def test_the_command_line_reads_what_is_there(tmp_path, monkeypatch, kind, names):
    name, neighbour = names
    monkeypatch.chdir(tmp_path)
    write(tmp_path / f"{neighbour}.{kind}", "neighbour")
    write(tmp_path / f"{name}.{kind}", "named")
    result = runner().invoke(main, ["summary", f"{name}.{kind}", "--format", "csv"])
    assert result.exit_code == 0
    assert result.stdout.splitlines()[1].startswith("s,4,0.5,")
