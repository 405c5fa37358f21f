"""The calls of the page for users of other libraries: they run, and are equal where it says so."""

import re
from pathlib import Path
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np
import pytest

from tests.cases import slowly
from tests.docs.pages import blocks, run

TEXT = (Path(__file__).parents[2] / "docs" / "coming_from.md").read_text(encoding="utf-8")


class Row(NamedTuple):
    """A line of a table: the section, and the texts of its cells."""

    section: str
    there: str
    here: str
    changes: str


def rows_of(text):
    """Return the rows of all tables with three columns, without their heads."""
    rows, section = [], ""
    for line in text.splitlines():
        section = line.removeprefix("## ") if line.startswith("## ") else section
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 3 and cells[0] not in {"there", "---"}:
            rows.append(Row(section, *cells))
    return rows


ROWS = rows_of(TEXT)


def code_of(cell):
    """Return the code of a cell that holds nothing else."""
    return re.fullmatch("`([^`]+)`", cell)[1]


@pytest.fixture(scope="module")
def names():
    """What the page defines, and the functions of scikit-learn that it compares with."""
    sklearn = pytest.importorskip("sklearn")
    names = vars(sklearn.metrics).copy()
    for block in blocks(TEXT):
        run(block, names)
    return names


@pytest.mark.parametrize("drawn", [False, slowly(True)])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.there)
def test_the_call_runs_and_is_equal_where_the_page_says_so(row, names, drawn):
    here = eval(code_of(row.here), dict(names))
    assert here is not None
    for number in plt.get_fignums() if drawn else ():
        plt.figure(number).canvas.draw()
    plt.close("all")
    if re.match(r"equal\b", row.changes):
        there = eval(code_of(row.there), dict(names))
        np.testing.assert_allclose(here, there, rtol=1e-12)


@pytest.mark.parametrize(
    "there", [code_of(row.there) for row in ROWS if "Display" in row.there], ids=str
)
def test_the_figures_of_scikit_learn_are_called_so(there, names):
    if not hasattr(names["PrecisionRecallDisplay"], "from_cv_results"):
        pytest.skip("an older scikit-learn has other arguments")
    assert eval(there, dict(names)).ax_ is not None


def test_the_page_has_its_sections_and_its_comparisons():
    found = {}
    for row in ROWS:
        found.setdefault(row.section, []).append(row.changes.startswith("equal"))
    assert min(len(rows) for rows in found.values()) >= 3
    assert [section.split()[0] for section in found] == [
        *("scikit-learn:", "scikit-learn:", "yellowbrick", "precrec", "PRROC", "prg")
    ]
    assert sum(found["scikit-learn: numbers"]) >= 8
