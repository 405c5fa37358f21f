"""What intervals cost beside a loop that resamples rows for scikit-learn.

From the checkout, after ``pip install -e '.[bench]'``::

    python -m benchmarks.uncertainty

``--store`` keeps the results and writes the table of the page on speed. The loop is measured
on a few resamples and scaled to as many as ours draws; it computes average precision only, ours
three areas with the curve and its cells.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter

import numpy as np
from sklearn.metrics import average_precision_score, precision_recall_curve
from tqdm import tqdm

import prplot as prp
from benchmarks import results, tables
from benchmarks.cases import PREVALENCES, Case, Data, scored, sizes
from benchmarks.results import Results, Row, circumstances
from benchmarks.timing import peak_memory
from prplot.core.uncertainty.draws import N_BOOT, Resampling, seed_sequence
from prplot.core.uncertainty.intervals import intervals_of
from prplot.core.uncertainty.resampled import Sample

FILE = Path(__file__).parent / "results" / "uncertainty.json"
PAGE = tables.PAGE
START, END = "<!-- intervals: start -->\n", "<!-- intervals: end -->\n"
# Rows on the page.
SHOWN = (10**4, 10**6)
HEAD = ["what", "rows", "prplot, s", "loop, s", "loop / prplot"]

AREAS = ("aucpr", "auroc", "auprg")
RUNS = 5
# Resamples of the loop, and its largest data.
RESAMPLES, LARGEST_LOOP = 3, 10**6
MODELS_OF_LOOP = 2
# Draws in which memory is compared.
FEW_DRAWS, MANY_DRAWS = 400, 20_000


def our_intervals(data: Data, n_boot: int = N_BOOT) -> object:
    """Make a curve and the intervals of three areas of it."""
    curve = prp.ConfusionCurve.from_scores(data.labels, data.scores)
    how = Resampling(n_boot=n_boot, seed=seed_sequence(0))
    return intervals_of(curve, Sample.of(curve), AREAS, how)


def resampled(data: Data, models: int = 1) -> float:
    """Return the seconds of a resample: its rows, and curve and average precision of each model."""
    rng = np.random.default_rng(0)
    columns = data.scores.reshape(data.labels.size, -1)
    start = perf_counter()
    for _ in range(RESAMPLES):
        rows = rng.integers(data.labels.size, size=data.labels.size)
        for scores in columns.T[:models]:
            if models == 1:
                precision_recall_curve(data.labels[rows], scores[rows])
            average_precision_score(data.labels[rows], scores[rows])
    return (perf_counter() - start) / RESAMPLES


def counts_of_a_billion() -> prp.ConfusionCurve:
    """Return a curve of 10^9 rows in 65536 cells."""
    rng = np.random.default_rng(0)
    x = np.linspace(4, -4, 2**16)
    tp, fp = (
        np.cumsum(rng.poisson(many * np.exp(-((x - m) ** 2) / 2) * 4.9e-5))
        for many, m in ((10**7, 1.5), (10**9, 0))
    )
    return prp.ConfusionCurve.from_counts(tp, fp, int(tp[-1]), int(fp[-1]))


def _seconds(call: Callable[[], object], runs: int) -> float:
    taken = []
    for _ in range(runs):
        start = perf_counter()
        call()
        taken.append(perf_counter() - start)
    return float(f"{np.median(taken):.3g}")


def tasks(largest: int, runs: int) -> Iterator[Callable[[], Row]]:
    """Yield what is measured."""
    for size in sizes(largest)[1:]:
        for prevalence in PREVALENCES:
            yield partial(_intervals, Case(size, prevalence), runs)
    for size in (10**5, 10**6):
        yield partial(_comparison, Case(size, 0.1), runs)
    yield partial(_billion, runs)


def _intervals(case: Case, runs: int) -> Row:
    data = scored(case)
    # More of a class than an interval needs.
    data.labels[:40] = np.repeat([True, False], 20)
    row = {"what": "interval", "rows": case.size, "prevalence": case.prevalence}
    row["ours"] = _seconds(lambda: our_intervals(data), runs)
    if case.size <= LARGEST_LOOP:
        row["loop"] = float(f"{N_BOOT * resampled(data):.3g}")
    return row


def _comparison(case: Case, runs: int) -> Row:
    data = scored(case, MODELS_OF_LOOP)
    models = {"a": data.scores[:, 0], "b": data.scores[:, 1]}
    row = {"what": "compare", "rows": case.size, "prevalence": case.prevalence}
    row["ours"] = _seconds(lambda: prp.compare(data.labels, models, seed=0), runs)
    row["loop"] = float(f"{N_BOOT * resampled(data, MODELS_OF_LOOP):.3g}")
    return row


def _billion(runs: int) -> Row:
    curve, how = counts_of_a_billion(), Resampling(seed=seed_sequence(0))
    call = lambda: intervals_of(curve, Sample.of(curve), AREAS, how)  # noqa: E731
    share = float(f"{curve.prevalence:.1g}")
    return {"what": "counts", "rows": 10**9, "prevalence": share, "ours": _seconds(call, runs)}


def memory(size: int = 10**5) -> Row:
    """Return peak bytes of drawing, of few and of many draws."""
    data = scored(Case(size, 0.1))
    curve = prp.ConfusionCurve.from_scores(data.labels, data.scores)
    sample = Sample.of(curve)
    return {
        str(n_boot): peak_memory(
            lambda n=n_boot: intervals_of(
                curve, sample, AREAS, Resampling(n_boot=n, seed=seed_sequence(0))
            )
        )
        for n_boot in (FEW_DRAWS, MANY_DRAWS)
    }


def measure(largest: int, runs: int) -> Results:
    """Measure everything up to a number of rows."""
    rows = [task() for task in tqdm(list(tasks(largest, runs)), smoothing=0)]
    return {"made": circumstances(runs), "times": rows, "memory": [memory()]}


def table(held: Results) -> str:
    """Return seconds and ratios of one prevalence as a table."""
    cells = [
        [
            row["what"],
            tables.power(row["rows"]),
            f"{row['ours']:.2g}",
            tables.number(row["loop"]) if "loop" in row else "",
            f"{tables.number(row['loop'] / row['ours'])}×" if "loop" in row else "",
        ]
        for row in held["times"]
        if row["prevalence"] == tables.SHOWN_PREVALENCE or row["what"] == "counts"
    ]
    return f"{tables.markdown(HEAD, cells)}\n{results.machine(held['made'])}.\n"


def written(page: str, held: Results) -> str:
    """Return the page with its table made anew, of a few sizes."""
    rows = [row for row in held["times"] if row["rows"] in SHOWN]
    return tables.written(page, table(held | {"times": rows}), START, END)


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.uncertainty", description=__doc__)
    parser.add_argument("--largest", type=int, default=10**7, help="most rows (default 10^7)")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"medians of (default {RUNS})")
    parser.add_argument("--store", action="store_true", help="keep them, write the page")
    parser.add_argument("--stored", action="store_true", help="measure nothing, use the stored")
    given = parser.parse_args(arguments)
    held = results.load(FILE) if given.stored else measure(given.largest, given.runs)
    if given.store:
        results.store(held, FILE)
    if given.store or given.stored:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), held), encoding="utf-8")
    print(table(held))


if __name__ == "__main__":
    main()
