"""Replications in chunks, in one process or several; what is done is stored and not done again.

Each replication has its own seed, and counts are whole numbers, so that the results are the same in
how many processes and how often interrupted they are made.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from itertools import islice, takewhile
from multiprocessing import get_context
from pathlib import Path
from time import monotonic

from tqdm import tqdm

from benchmarks import results
from benchmarks.coverage.cells import Cell, Replication, Tallies, added
from benchmarks.coverage.studies import DESIGN, STUDIES
from benchmarks.results import Results

FILE = Path(__file__).parents[1] / "results" / "coverage.json"
CHUNK = 50
# Chunks that are handed out to each process before they are needed.
AHEAD = 4

Task = tuple[Cell, int]


def simulate(task: Task, size: int = CHUNK) -> Tallies:
    """Return the counts of one chunk of a cell's replications."""
    cell, chunk = task
    measure = STUDIES[cell.study].measure
    return added(
        measure(Replication(cell, index)) for index in range(chunk * size, (chunk + 1) * size)
    )


class Stored:
    """Results by cell, kept in a file.

    Parameters
    ----------
    file : Path
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        empty: Results = {"design": DESIGN, "cells": []}
        held = results.load(file) if file.exists() else empty
        if held["design"] != DESIGN:
            raise ValueError(f"{file} holds results of another design; remove it, or pass --file")
        self._rows: dict[str, results.Row] = {_name(row): row for row in held["cells"]}

    def chunks(self, cell: Cell) -> int:
        """Return how many chunks of a cell are done."""
        return int(self._rows[cell.name]["chunks"]) if cell.name in self._rows else 0

    def tallies(self, cell: Cell) -> Tallies:
        """Return the counts of a cell."""
        return dict(self._rows[cell.name]["tallies"])

    def add(self, cell: Cell, tallies: Tallies) -> None:
        """Take the next chunk of a cell, and write the file."""
        row = self._rows.setdefault(cell.name, {**asdict(cell), "chunks": 0, "tallies": {}})
        row["tallies"] = added([row["tallies"], tallies])
        row["chunks"] += 1
        self.write()

    def forget(self, cells: Iterable[Cell]) -> None:
        for cell in cells:
            self._rows.pop(cell.name, None)

    def write(self) -> None:
        results.store(self.results(), self.file)

    def results(self) -> Results:
        """Return all there is, in the order of the studies."""
        order = {cell.name: i for i, cell in enumerate(every_cell())}
        names = sorted(self._rows, key=order.__getitem__)
        most = max((row["chunks"] for row in self._rows.values()), default=0)
        made = results.circumstances(CHUNK * most, ("numpy",))
        return {"made": made, "design": DESIGN, "cells": [self._rows[name] for name in names]}


def _name(row: results.Row) -> str:
    return Cell(**{key: row[key] for key in Cell.__dataclass_fields__}).name


def every_cell() -> Iterator[Cell]:
    for study in STUDIES.values():
        yield from study.cells


def tasks_of(cells: Sequence[Cell], stored: Stored, replications: int | None = None) -> list[Task]:
    """Return the chunks that are missing.

    Cells take turns, so that whenever it is stopped all of a study have equally many, and all
    studies the same share of what they ask for.

    Parameters
    ----------
    cells : sequence of Cell
    stored : Stored
    replications : int, optional
        At most; by default as many as each study asks for.
    """
    found = []
    for cell in cells:
        asked = STUDIES[cell.study].replications
        most = -(-min(asked, replications or asked) // CHUNK)
        found += [(chunk / most, (cell, chunk)) for chunk in range(stored.chunks(cell), most)]
    return [task for _, task in sorted(found, key=lambda one: one[0])]


def run(
    tasks: Sequence[Task],
    stored: Stored,
    *,
    jobs: int = 1,
    hours: float = float("inf"),
    simulated: Callable[[Task], Tallies] = simulate,
) -> None:
    """Do chunks and store each.

    Parameters
    ----------
    tasks : sequence of Task
    stored : Stored
    jobs : int
        Processes.
    hours : float
        Nothing is begun after so long.
    simulated : callable
        Does one chunk; can be pickled if there are several jobs.
    """
    begun = _until(monotonic() + 3600 * hours, tasks)
    done = _by_processes(begun, jobs, simulated) if jobs > 1 else ((t, simulated(t)) for t in begun)
    with tqdm(total=len(tasks), unit="chunk") as bar:
        for (cell, _), tallies in done:
            stored.add(cell, tallies)
            bar.set_postfix_str(cell.name, refresh=False)
            bar.update()


def _until(end: float, tasks: Iterable[Task]) -> Iterator[Task]:
    return takewhile(lambda _: monotonic() < end, tasks)


def _by_processes(
    tasks: Iterator[Task], jobs: int, simulated: Callable[[Task], Tallies]
) -> Iterator[tuple[Task, Tallies]]:
    """Yield tasks with their counts, in their order: the chunks of a cell are those from 0 on."""
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        running = deque((t, pool.submit(simulated, t)) for t in islice(tasks, AHEAD * jobs))
        while running:
            task, future = running.popleft()
            yield task, future.result()
            running.extend((t, pool.submit(simulated, t)) for t in islice(tasks, 1))
