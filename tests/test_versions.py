"""What tools/versions.py reads and writes; its runs take too long."""

from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.image import imsave

from tools.versions import compared, counted, lowest, minimums, page_part, pinned

RESULT = {
    "python": "3.12.1",
    "kind": "newest",
    "date": "2026-11-23",
    "arguments": [],
    "installed": True,
    "versions": {"numpy": "2.4.6", "dask": "2026.8.0"},
    "commands": [True, False],
    "passed": 4321,
    "failed": ["tests.test_tables.test_names"],
    "skipped": 7,
    "images": 163,
    "differ": ["tests.plots.test_images.test_plot_min"],
}


def test_minimums_are_those_of_dependencies_and_tests():
    project = {
        "dependencies": ["numpy>=2.0", "types-tqdm"],
        "optional-dependencies": {"test": ["dask[dataframe]>=2025.1"], "docs": ["sphinx>=8"]},
    }
    assert minimums(project) == {"numpy": "2.0", "types-tqdm": None, "dask": "2025.1"}
    with pytest.raises(ValueError, match=r"a name and its lowest version, got 'numpy<3'"):
        minimums({"dependencies": ["numpy<3"], "optional-dependencies": {"test": []}})


def test_lowest_is_the_first_release_from_the_minimum_on():
    versions = ["2.10.0", "2.9.1", "2.9.0rc1", "2.8.0", "1.26.4"]
    assert lowest(versions, "2.9") == "2.9.1"
    assert lowest(versions, "2.8") == "2.8.0"
    assert lowest(versions, "2.8.0.0") == "2.8.0"
    assert lowest(versions, "2.8,!=2.8.0,!=2.9.1") == "2.10.0"


def test_what_is_older_than_the_python_and_serves_every_python_is_left_to_pip():
    least = {"numpy": "2.0", "click": "8.1", "types-tqdm": None}
    assert pinned({"numpy": "2.0.0", "click": "8.1.0"}, least) == ["numpy==2.0.0", "click==8.1.0"]
    assert pinned({"numpy": "2.1.0", "click": "8.1.0"}, least) == ["numpy==2.1.0"]
    assert pinned({"numpy": "2.1.2"}, {"numpy": "2.0,!=2.1.0,!=2.1.1"}) == ["numpy==2.1.2"]


def test_a_test_that_fails_while_it_ends_is_counted_once():
    report = (
        "<suite><testcase classname='a' name='b'/>"
        "<testcase classname='a' name='c'><failure/><error/></testcase>"
        "<testcase classname='a' name='d'><skipped/></testcase></suite>"
    )
    cases = ElementTree.fromstring(report).iter("testcase")
    assert counted(cases) == {"passed": 1, "failed": ["a.c"], "skipped": 1}


def test_images_differ_by_more_than_a_level_or_by_their_size(tmp_path):
    baseline = np.full((4, 5, 3), 100, np.uint8)
    one_level, two_levels = baseline.copy(), baseline.copy()
    one_level[0, 0], two_levels[0, 0, 1] = 101, 102
    drawn = {"same": baseline, "one": one_level, "two": two_levels, "wide": baseline[:, 1:]}
    for name, image in {**drawn, "new": baseline}.items():
        (tmp_path / name).mkdir()
        imsave(tmp_path / name / "result.png", image)
        if name != "new":
            imsave(tmp_path / name / "baseline.png", baseline)
    assert compared(tmp_path) == {"images": 5, "differ": ["new", "two", "wide"]}


def test_tables_hold_all_combinations_in_the_order_of_versions():
    about = {"kind": "lowest", "date": "2026-11-22", "arguments": ["tests/core"]}
    failed = {**about, "python": "3.13.0", "installed": False}
    part = {**RESULT, **about, "python": "3.9.2"}
    runs, versions = page_part([RESULT, failed, part]).split("\nThe versions")
    assert [line.split(" | ") for line in runs.splitlines()[2:]] == [
        ["| 3.9.2", "lowest", "`tests/core`", "4,321", "1", "7", "163", "162", "1 of 2 |"],
        ["| 3.12.1", "newest", "all", "4,321", "1", "7", "163", "162", "1 of 2 |"],
        ["| 3.13.0", "lowest", "not installed", "", "", "", "", "", " |"],
    ]
    assert "2026-11-22 to 2026-11-23" in versions
    assert "| 3.12.1 | newest | 2.4.6 |" in versions
    assert "3.13.0" not in versions
