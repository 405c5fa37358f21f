"""Simulate how often intervals and bands hold the truth; store the counts, write the tables.

From the checkout, after ``pip install -e '.[test]'``::

    python -m benchmarks.coverage --jobs 2 --hours 1.5

goes on from what is stored, each cell in turn, and stores every chunk of 50 replications.
``--table`` simulates nothing and writes the tables of ``docs/simulations.md``.
"""

import argparse
import re
from pathlib import Path

from benchmarks import results
from benchmarks.coverage import running, tables
from benchmarks.coverage.studies import STUDIES


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.coverage", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--study", nargs="+", choices=STUDIES, help="only some studies")
    parser.add_argument("--cells", default="", help="only cells whose names match a pattern")
    parser.add_argument("--replications", type=int, help="at most (default: as each study asks)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--hours", type=float, default=float("inf"), help="begin nothing after")
    parser.add_argument("--again", action="store_true", help="forget what is stored of these cells")
    parser.add_argument("--list", action="store_true", help="only list cells and chunks to do")
    parser.add_argument("--table", action="store_true", help="only write the tables")
    parser.add_argument("--file", type=Path, default=running.FILE, help="where results are stored")
    given = parser.parse_args(arguments)
    if given.table:
        text = tables.DOCUMENT.read_text(encoding="utf-8")
        tables.DOCUMENT.write_text(tables.written(text, results.load(given.file)), encoding="utf-8")
        return
    stored = running.Stored(given.file)
    cells = [
        cell
        for cell in running.every_cell()
        if (given.study is None or cell.study in given.study) and re.search(given.cells, cell.name)
    ]
    if given.again:
        stored.forget(cells)
    tasks = running.tasks_of(cells, stored, given.replications)
    if given.list:
        for cell in cells:
            print(f"{sum(task[0] == cell for task in tasks):4d}  {cell.name}")
        return
    running.run(tasks, stored, jobs=given.jobs, hours=given.hours)


if __name__ == "__main__":
    main()
