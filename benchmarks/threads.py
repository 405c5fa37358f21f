"""What one thread and all of them take for a record and four areas, beside a sort and scikit-learn.

From the checkout, after ``pip install -e '.[bench]'``::

    python -m benchmarks.threads

``--store`` keeps the results and writes a sentence of the page on speed. All calls are measured in
turn, and a ratio is the median of the ratios of the rounds. `gallery/benchmarks/plot_threads.py`
draws the times of the largest data. What else threads share, an average of folds, is measured with
one thread and with all in turn.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any

import numpy as np
from tqdm import tqdm

import prplot as prp
from benchmarks import results, tables
from benchmarks.cases import PREVALENCES, Case, Data, scored
from benchmarks.numbers import SORT, THEIRS, their_areas
from benchmarks.results import Results, Row, circumstances, provenance
from benchmarks.timing import in_threads
from prplot.core.record import ConfusionCurve, observe
from prplot.core.record.ranking import rank
from prplot.core.threads import Threads, available_cores

FILE = Path(__file__).parent / "results" / "threads.json"
START, END = "<!-- threads: start -->\n", "<!-- threads: end -->\n"
HEAD = ["scores", "sort, ms", "1 thread, in sorts", "all, in sorts", "scikit-learn"]

HEAD_OF_WORK = ["what", "1 thread, ms", "all, ms", "all / 1"]

RUNS = 5
FOLDS = 10
SMALLEST, LARGEST = 10**4, 10**7
# Of so many scores or fewer one thread takes all.
SHORTEST = 10**5
# What takes no longer is repeated so many times as often.
SHORT, MORE = 0.05, 5


def by_threads(data: Data, threads: int) -> tuple[float, ...]:
    """Make a record, and AUCPR, AUROC, AUPRG and average precision of it."""
    return four_areas(ConfusionCurve.from_scores(data.labels, data.scores, n_jobs=threads))


def four_areas(curve: ConfusionCurve) -> tuple[float, ...]:
    return prp.aucpr(curve), prp.auroc(curve), prp.auprg(curve), prp.average_precision(curve)


def calls_of(case: Case, with_peer: bool) -> dict[str, Callable[[], object]]:
    """Return what is measured in turn, by name; ours by the number of threads."""
    data, cores = scored(case), available_cores()
    counts = range(1, cores + 1) if case.size == LARGEST else {1, cores}
    calls: dict[str, Callable[[], object]] = {SORT: partial(np.sort, data.scores)}
    calls |= {str(count): partial(by_threads, data, count) for count in counts}
    # Of more scores scikit-learn needs minutes, and several GB.
    compares = with_peer and case.size <= LARGEST
    return calls | ({THEIRS: partial(their_areas, data)} if compares else {})


def measured(case: Case, runs: int, with_peer: bool) -> Row:
    """Return median seconds of all calls, and median ratios to the sort of the same round."""
    calls = calls_of(case, with_peer)
    rounds: list[list[float]] = []
    while len(rounds) < runs + 1:
        taken = []
        for call in calls.values():
            start = perf_counter()
            call()
            taken.append(perf_counter() - start)
        if not rounds and sum(taken) < SHORT:
            runs *= MORE
        rounds.append(taken)
    # The first round warms up.
    held = np.array(rounds[1:])
    seconds, ratios = np.median(held, axis=0), np.median(held / held[:, :1], axis=0)
    share = {"serial share": _rounded(serial_share(case, runs))} if case.size == LARGEST else {}
    return {
        "size": case.size,
        "prevalence": case.prevalence,
        **share,
        "seconds": dict(zip(calls, map(_rounded, seconds), strict=True)),
        "in sorts": dict(zip(calls, map(_rounded, ratios), strict=True)),
    }


def shared_work(largest: int) -> dict[str, Callable[[], object]]:
    """Return what else is shared by threads, by name."""
    alone = scored(Case(min(10**6, largest), 0.5))
    folds = np.arange(alone.scores.size) % FOLDS
    parts = [folds == i for i in range(FOLDS)]
    of_folds = [ConfusionCurve.from_scores(alone.labels[i], alone.scores[i]) for i in parts]
    name = f"average of {FOLDS} folds, {alone.scores.size:,} scores"
    return {name: partial(prp.average_curve, of_folds)}


def measured_work(largest: int, runs: int) -> list[Row]:
    """Return median seconds with one thread and with all, and the median ratio, of each task."""
    found = []
    for name, call in shared_work(largest).items():
        taken = np.array([[_with_threads(count, call) for count in (1, -1)] for _ in range(runs)])
        one, every = np.median(taken, axis=0)
        ratio = np.median(taken[:, 1] / taken[:, 0])
        found.append({"what": name, "seconds": [_rounded(one), _rounded(every)]})
        found[-1]["ratio"] = _rounded(ratio)
    return found


def _with_threads(count: int, call: Callable[[], object]) -> float:
    """Return the seconds of a call in so many threads."""
    with in_threads(count):
        start = perf_counter()
        call()
        return perf_counter() - start


class TimedThreads(Threads):
    """A single thread that adds up the seconds of the processor that others could share."""

    shared = 0.0

    def map(self, work: Callable[[Any], Any], parts: Sequence[Any]) -> list[Any]:
        start = thread_time()
        found = super().map(work, parts)
        self.shared += thread_time() - start
        return found


def serial_share(case: Case, runs: int) -> float:
    """Return the share of the time of one thread that no other thread can take over.

    It is the time of the processor, which other programs hardly change.
    """
    data, shares = scored(case), []
    for _ in range(runs):
        threads, start = TimedThreads(), thread_time()
        four_areas(ConfusionCurve(*rank(observe(data.labels, data.scores), threads)))
        shares.append(1 - threads.shared / (thread_time() - start))
    return float(np.median(shares))


def _rounded(number: float) -> float:
    return float(f"{number:.3g}")


def cases(largest: int) -> Iterator[Case]:
    size = SMALLEST
    while size <= largest:
        for prevalence in PREVALENCES:
            yield Case(size, prevalence)
        size *= 10


def measure(largest: int, runs: int, with_peer: bool = True) -> Results:
    """Measure everything up to a number of scores."""
    rows = [measured(case, runs, with_peer) for case in tqdm(list(cases(largest)), smoothing=0)]
    return {
        "made": circumstances(runs),
        "times": rows,
        "work": measured_work(largest, runs),
    }


def table(held: Results) -> str:
    """Return the times of one prevalence as a table, and what stands beneath it."""
    made = held["made"]
    cores = str(made["cores"])
    cells = [
        [
            tables.power(row["size"]),
            tables.number(1e3 * row["seconds"][SORT]),
            f"{row['in sorts']['1']:.2f}",
            f"{row['in sorts'][cores]:.2f}",
            f"{tables.number(row['seconds'][THEIRS] / row['seconds'][cores])}×"
            if THEIRS in row["seconds"]
            else "",
        ]
        for row in held["times"]
        if row["prevalence"] == tables.SHOWN_PREVALENCE
    ]
    return (
        f"{tables.markdown(HEAD, cells)}\n"
        f"{_table_of_work(held)}"
        f"{_growths(held)}"
        f"{provenance(made)}; medians of {made['runs']} runs in turn.\n"
    )


def _table_of_work(held: Results) -> str:
    """Return the times of what else is shared; nothing if it was not measured."""
    cells = [
        [row["what"], *(tables.number(1e3 * s) for s in row["seconds"]), f"{row['ratio']:.2f}"]
        for row in held.get("work", [])
    ]
    return f"{tables.markdown(HEAD_OF_WORK, cells)}\n" if cells else ""


def _growths(held: Results) -> str:
    cores = str(held["made"]["cores"])
    names = {"one thread": "1", "all threads": cores, "the sort": SORT}
    rows = [row for row in held["times"] if row["prevalence"] == tables.SHOWN_PREVALENCE]
    if len(rows) < 2:
        return ""
    powers = [f"{tables.growth(rows, key):.2f} ({name})" for name, key in names.items()]
    return (
        f"From {tables.power(tables.GROWS_FROM)} scores on, at prevalence "
        f"{tables.SHOWN_PREVALENCE}, time grows as n to the power {', '.join(powers)}.\n"
    )


def sentence(held: Results) -> str:
    """Return what all threads take, as a share of the time of one."""
    cores = str(held["made"]["cores"])
    ratios = [
        (f"{tables.power(row['size'])} scores", row["in sorts"][cores] / row["in sorts"]["1"])
        for row in held["times"]
        if row["prevalence"] == tables.SHOWN_PREVALENCE and row["size"] > SHORTEST
    ]
    ratios += [(f"the {row['what']}", row["ratio"]) for row in held["work"]]
    shares = ", ".join(f"{ratio:.2f} for {what}" for what, ratio in ratios)
    return (
        f"Time of {cores} threads as a share of that of one: {shares}.\n"
        f"{results.machine(held['made'])}.\n"
    )


def written(page: str, held: Results) -> str:
    """Return the page with its sentence made anew."""
    return tables.written(page, sentence(held), START, END)


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.threads", description=__doc__)
    parser.add_argument("--largest", type=int, default=LARGEST, help="most scores (default 10^7)")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"medians of (default {RUNS})")
    parser.add_argument("--alone", action="store_true", help="leave scikit-learn out")
    parser.add_argument("--store", action="store_true", help="keep them, write the page")
    parser.add_argument("--stored", action="store_true", help="measure nothing, use the stored")
    given = parser.parse_args(arguments)
    held = (
        results.load(FILE) if given.stored else measure(given.largest, given.runs, not given.alone)
    )
    if given.store:
        results.store(held, FILE)
    if given.store or given.stored:
        page = tables.PAGE.read_text(encoding="utf-8")
        tables.PAGE.write_text(written(page, held), encoding="utf-8")
    print(table(held))


if __name__ == "__main__":
    main()
