"""Files of figures: the same lines of code write the same bytes, wherever and whenever they run."""

import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot as prp
from tests.cases import sampled
from tests.plots.written_files import FIGURES, FORMATS, STYLES, curves, write

ROOT = Path(prp.__file__).parents[1]
# How a decimal comma, another case of i, and texts that are not UTF-8 come into a process.
LOCALES = {"de_DE": "UTF-8", "tr_TR": "UTF-8", "fr_FR": "ISO-8859-1"}


def started(folder, *args, **env):
    """Start a process that writes figures into a folder, which is its working directory, too."""
    folder.mkdir()
    command = [sys.executable, "-m", "tests.plots.written_files", str(folder), *args]
    given = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1", **env}
    return folder, subprocess.Popen(command, cwd=folder, env=given)


def contents(folder, process):
    """Return what a process wrote, when it has finished."""
    assert process.wait() == 0
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def differing(one, other):
    assert one.keys() == other.keys()
    return [name for name in one if one[name] != other[name]]


def test_processes_write_the_same_bytes(tmp_path):
    some = ["--figures", "curves", "--styles", "prplot.styles.icml"]
    some += ["--formats", "png", "pdf", "svg", "html"]
    settings = {"PYTHONHASHSEED": "2", "TZ": "Pacific/Kiritimati", "LC_ALL": "C.utf8"}
    settings |= {"SOURCE_DATE_EPOCH": "0"}
    other = started(tmp_path / "ä b", *some, "--after", **settings)
    (tmp_path / "a").mkdir()
    write(tmp_path / "a", [curves], FORMATS, ["prplot.styles.icml"])
    found = {path.name: path.read_bytes() for path in (tmp_path / "a").iterdir()}
    assert len(found) == 4
    assert differing(found, contents(*other)) == []


def made_locale(folder, name, letters):
    """Make a locale with the tool of the system; return its settings, or none if it can't be."""
    if shutil.which("localedef") is None:
        return {}
    full = f"{name}.{letters}"
    command = ["localedef", "-i", name, "-f", letters, str(folder / full)]
    # It returns 1 after a mere warning.
    subprocess.run(command, check=False, capture_output=True)
    return {"LOCPATH": str(folder), "LC_ALL": full} if (folder / full).is_dir() else {}


@pytest.mark.slow
def test_every_figure_is_written_alike_in_every_locale_time_zone_and_order(tmp_path):
    first = contents(*started(tmp_path / "first", PYTHONHASHSEED="0", TZ="UTC", LC_ALL="C"))
    assert len(first) == len(FIGURES) * len(FORMATS) * len(STYLES)
    made = tmp_path / "locales"
    made.mkdir()
    zones = ["America/St_Johns", "Asia/Kathmandu", "Pacific/Kiritimati"]
    for number, (zone, (name, letters)) in enumerate(zip(zones, LOCALES.items(), strict=True)):
        settings = {"LC_ALL": "C.utf8"} | made_locale(made, name, letters)
        settings |= {"TZ": zone, "PYTHONHASHSEED": str(number + 1)}
        after = ["--after"] if number else []
        other = contents(*started(tmp_path / name, *after, **settings))
        assert differing(first, other) == [], settings


def written(folder, draw, suffix, **options):
    path = folder / f"a.{suffix}"
    prp.savefig(draw(), path, **options)
    return path.read_bytes()


@pytest.mark.parametrize(
    "suffix", sampled(["png", "eps", "ps", "pdf", "tif", "webp", "svg"], every=6)
)
def test_a_figure_without_a_layout_is_written_twice_as_the_same_bytes(tmp_path, suffix, curve):
    figure, ax = plt.subplots(figsize=(3, 3))
    prp.plot_pr(curve, ax=ax)
    first = written(tmp_path, lambda: figure, suffix)
    figure.set_size_inches(7, 4)
    assert written(tmp_path, lambda: figure, suffix) != first
    figure.set_size_inches(3, 3)
    assert written(tmp_path, lambda: figure, suffix) == first


def test_a_layout_settles_within_a_hundredth_of_a_pixel(tmp_path, curve):
    ax = prp.plot_pr(curve)
    places = []
    for _ in range(2):
        prp.savefig(ax, tmp_path / "a.png")
        places.append(ax.get_window_extent().extents)
    np.testing.assert_allclose(places[0], places[1], atol=0.01)


@pytest.mark.parametrize("suffix", ["eps", "ps"])
def test_postscript_holds_no_time(tmp_path, curve, suffix):
    found = written(tmp_path, lambda: prp.plot_pr(curve), suffix)
    assert b"CreationDate" not in found
    assert found.startswith(b"%!PS")


NAMES = re.compile(rb'(?<=[#"])(?:[phm]|image|C[0-9a-f]+_[0-9a-f]+_)[0-9a-f]{10}(?=[")])')


def plain():
    """Draw what matplotlib names at random: clips, markers, hatches, images and collections."""
    figure, ax = plt.subplots()
    ax.plot([0, 1, 2], "o-")
    ax.fill_between([0, 1], [1, 2], hatch="//")
    ax.scatter([0, 1, 2], [1, 2, 1], c=[1, 2, 3])
    ax.imshow(np.eye(3))
    return figure


def test_names_within_an_svg_are_of_its_description_and_nothing_is_left_set(tmp_path):
    one = written(tmp_path, plain, "svg", alt="One.")
    assert one == written(tmp_path, plain, "svg", alt="One.")
    assert {name[:1] for name in NAMES.findall(one)} == {b"p", b"h", b"m", b"i", b"C"}
    # Both may be parts of one page.
    assert not {*NAMES.findall(one)} & {*NAMES.findall(written(tmp_path, plain, "svg", alt="Two."))}
    assert mpl.rcParams["svg.hashsalt"] is None


def test_names_by_a_salt_are_the_users(tmp_path, monkeypatch):
    monkeypatch.setitem(mpl.rcParams, "svg.hashsalt", "own")
    plain().savefig(tmp_path / "own.svg", metadata={"Date": None})
    assert written(tmp_path, plain, "svg", alt=None) == (tmp_path / "own.svg").read_bytes()


@pytest.mark.parametrize(
    ("suffix", "key", "words"),
    [("pdf", "CreationDate", b"/CreationDate (D:20260102"), ("svg", "Date", b"2026-01-02")],
)
def test_a_time_is_written_only_if_it_is_given(tmp_path, curve, suffix, key, words, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(datetime(2026, 1, 2, tzinfo=UTC).timestamp())))

    def draw():
        return prp.plot_pr(curve)

    assert words not in written(tmp_path, draw, suffix)
    time = {"metadata": {key: datetime(2026, 1, 2, tzinfo=UTC)}}
    assert words in written(tmp_path, draw, suffix, save_kws=time)
