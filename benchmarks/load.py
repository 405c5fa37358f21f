"""Load: many figures, curves and groups, and many rows, in processes with a memory limit.

From the checkout, after ``pip install -e '.[bench]'``::

    python -m benchmarks.load

``--store`` keeps the results and writes the table of the page on trust; ``--only`` takes the cases
whose names contain some words, and leaves the others as they were. Each case runs in a process of
its own, which the system ends if its data need more memory than the limit. Files are made in a
folder that is removed at the end.
"""

import argparse
import gc
import json
import os
import subprocess
import sys
import tempfile
import warnings
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from tqdm import tqdm

import prplot as prp
from benchmarks import results
from benchmarks.results import Results, Row, circumstances

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).parent / "results" / "load.json"
PAGE = ROOT / "docs" / "trust.md"
START, END = "<!-- load: start -->\n", "<!-- load: end -->\n"
HEAD = ["what", "seconds", "peak, MiB", "limit, MiB", "found"]
MIB = 2**20
# Programs that run at the same time, on average over a minute, from which on times are longer.
BUSY = 0.5

SCORES = ["aucpr", "auroc", "auprg", "average_precision"]

Facts = dict[str, Any]
Data = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Load:
    """Something that is much.

    Attributes
    ----------
    words : str
    run : callable
        Takes the size and a folder, and returns what was found, by name.
    size : int
        Of the table on the page.
    limit : int
        The most memory for data in MiB, of the interpreter and all libraries too.
    """

    words: str
    run: Callable[[int, Path], Facts]
    size: int
    limit: int


def scored(size: int, prevalence: float, seed: int = 0) -> Data:
    """Make labels and normal scores."""
    rng = np.random.default_rng(seed)
    labels = rng.random(size) < prevalence
    scores = rng.normal(size=size)
    scores += labels
    return labels, scores


# Memory


def resident() -> float:
    """Return the resident memory of this process in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MIB


def peak() -> float:
    """Return the largest resident memory of this process in MiB, or since `forget_peak`."""
    return float(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) / 1024


def forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


def set_limit(limit: int) -> None:
    """Let this process have no more memory for data, in MiB, than a limit."""
    import resource

    # The OpenBLAS of old versions of numpy tries again for ever where it gets no memory: it takes
    # all that it needs when it is first used.
    np.linalg.inv(np.eye(2))
    resource.setrlimit(resource.RLIMIT_DATA, (limit * MIB, limit * MIB))


# Cases


def many_figures(size: int, folder: Path) -> Facts:
    """Make, draw, save and close figures of several kinds, one after the other."""
    import matplotlib.pyplot as plt

    labels, scores = scored(2000, 0.3)
    models = {"a": scores, "b": scores + np.random.default_rng(1).normal(size=scores.size)}
    kinds = (prp.plot_pr, prp.plot_roc, prp.plot_prg, partial(prp.plot_pr, show_isometrics=True))
    seen: list[weakref.ref[Any]] = []
    start = 0.0
    for i in range(size):
        figure = kinds[i % len(kinds)](labels, models).figure
        figure.canvas.draw()
        figure.savefig(folder / f"figure.{('png', 'pdf', 'svg')[i % 3]}")
        seen.append(weakref.ref(figure))
        plt.close(figure)
        del figure
        if i == size // 5:
            gc.collect()
            start = resident()
    gc.collect()
    left = sum(one() is not None for one in seen) + len(plt.get_fignums())
    return {"figures left": left, "growth, MiB": round(resident() - start, 1)}


def many_curves(size: int, folder: Path) -> Facts:
    """Draw a curve of each of many models into one axes."""
    rng = np.random.default_rng(0)
    labels = rng.random(2000) < 0.3
    models = {
        f"model {i}": rng.normal(size=labels.size) + rng.uniform(0.5, 2.5) * labels
        for i in range(size)
    }
    ax = prp.plot_pr(labels, models)
    ax.figure.savefig(folder / "curves.png")
    return {"names listed": names_of(ax), "of the axes covered": share_covered(ax)}


def names_of(ax: Any) -> int:
    """Return how many curves the legend names, and check that it says how many it does not."""
    texts = [text.get_text() for text in ax.get_legend().get_texts()]
    named = [text for text in texts if "(AUCPR" in text]
    if len(named) < len(texts):
        assert f"and {curves_of(ax) - len(named)} more" in texts
    return len(named)


def curves_of(ax: Any) -> int:
    return sum("AUCPR" in str(line.get_label()) for line in ax.lines)


def share_covered(ax: Any) -> float:
    """Return the share of the axes that the legend covers."""
    from matplotlib.transforms import Bbox

    frame = ax.get_window_extent()
    common = Bbox.intersection(frame, ax.get_legend().get_window_extent())
    area = 0.0 if common is None else common.width * common.height
    return round(area / (frame.width * frame.height), 3)


def grouped(size: int) -> Any:
    """Make a table of 100 rows for each of many groups."""
    import pandas as pd

    labels, scores = scored(100 * size, 0.3)
    names = [f"group {i}" for i in range(size)]
    return pd.DataFrame({"y": labels, "score": scores, "group": np.repeat(names, 100)})


def groups_in_a_table(size: int, folder: Path) -> Facts:
    table = prp.summary("y", "score", data=grouped(size), hue="group")
    return {"rows": len(table)}


def groups_in_a_figure(size: int, folder: Path) -> Facts:
    ax = prp.plot_pr("y", "score", data=grouped(size), hue="group")
    ax.figure.savefig(folder / "groups.png")
    return {"names listed": names_of(ax), "of the axes covered": share_covered(ax)}


def points_in_memory(size: int, folder: Path) -> Facts:
    """Plot scores that are in memory, then zoom and pan."""
    labels, scores = scored(size, 0.5)
    # All libraries are loaded.
    prp.plot_pr([1, 0, 1], [3.0, 2.0, 1.0]).figure.savefig(BytesIO())
    forget_peak()
    before, start = resident(), perf_counter()
    ax = prp.plot_pr(labels, scores, score=SCORES)
    ax.figure.savefig(folder / "points.png")
    facts = {"to PNG, s": perf_counter() - start}
    facts["bytes per score beyond data"] = (peak() - before) * MIB / size
    steps = []
    for left in (0.2, 0.25, 0.3, 0.35):
        start = perf_counter()
        ax.set(xlim=(left, left + 0.1))
        ax.figure.canvas.draw()
        steps.append(perf_counter() - start)
    return facts | {"zoom, s": steps[0], "pan, s": float(np.median(steps[1:]))}


def rows_of_a_file(engine: str, size: int, folder: Path) -> Facts:
    """Scan a file of scores with bounds of AUCPR at most 1e-5 apart."""
    from benchmarks import scan

    found = scan.scanned(engine, [str(folder / "scores.parquet")], 1e-5)
    low, high = found["bounds"]["aucpr"]  # type: ignore[index]
    return {"passes": found["passes"], "width": high - low, "s": found["seconds"]}


def write_rows(size: int, folder: Path) -> None:
    """Write the file of `rows_of_a_file`."""
    from benchmarks import scan

    scan.write(folder / "scores.parquet", "usual", size)


LOADS = {
    "figures": Load("figures made, drawn, saved and closed", many_figures, 500, 300),
    "curves": Load("curves in one axes, to PNG", many_curves, 200, 500),
    "summary": Load("groups in a table of areas", groups_in_a_table, 1000, 500),
    "groups": Load("groups in one axes, to PNG", groups_in_a_figure, 1000, 700),
    "points": Load("points in memory, to PNG with four areas", points_in_memory, 10**7, 1000),
    "duckdb": Load("rows of a relation of DuckDB", partial(rows_of_a_file, "duckdb"), 10**8, 900),
    "polars": Load("rows of a file, by polars", partial(rows_of_a_file, "polars"), 10**8, 1000),
}


SCANS = ("duckdb", "polars")

# In processes of their own


def run(name: str, size: int, folder: Path) -> Row:
    """Run a case in this process."""
    import matplotlib

    matplotlib.use("agg")
    warnings.simplefilter("error", RuntimeWarning)
    start = perf_counter()
    facts = LOADS[name].run(size, folder)
    short = {key: float(f"{value:.3g}") for key, value in facts.items()}
    return {"seconds": round(perf_counter() - start, 2), "peak": round(peak()), "found": short}


def measured(name: str, size: int | None = None, limit: int | None = None) -> Row:
    """Return what a case takes in a process of its own, under its limit.

    Raises
    ------
    subprocess.CalledProcessError
        It failed, or took more memory than the limit.
    """
    load = LOADS[name]
    size, limit = size or load.size, limit or load.limit
    with tempfile.TemporaryDirectory() as folder:
        if name in SCANS:
            write_rows(size, Path(folder))
        command = [sys.executable, "-m", "benchmarks.load", "--run", name, str(size), folder]
        command += ["--limit", str(limit)]
        done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT)
        if done.returncode:
            sys.stderr.write(done.stderr)
            done.check_returncode()
    return {"case": name, "size": size, "limit": limit, **json.loads(done.stdout.splitlines()[-1])}


# The page


def table(held: Results) -> str:
    """Return the results as a table, and under which circumstances they were measured."""
    from benchmarks import tables

    cells = [
        [
            f"{row['size']:,} {LOADS[row['case']].words}",
            tables.number(row["seconds"]),
            row["peak"],
            row["limit"],
            "; ".join(f"{key} {value:g}" for key, value in row["found"].items()),
        ]
        for row in held["loads"]
    ]
    made = held["made"]
    how = "other programs ran at the same time" if made["busy"] else "nothing else ran"
    return f"{tables.markdown(HEAD, cells)}\n{results.provenance(made)}; {how}.\n"


def written(page: str, held: Results) -> str:
    """Return the page with its table made anew."""
    from benchmarks import tables

    cells = [
        [f"{row['size']:,} {LOADS[row['case']].words}", tables.number(row["seconds"]), row["peak"]]
        for row in held["loads"]
        if row["case"] not in SCANS
    ]
    text = tables.markdown(["what", "seconds", "peak, MiB"], cells)
    return tables.written(page, f"{text}\n{results.machine(held['made'])}.\n", START, END)


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--only", default="", help="cases whose names contain this")
    parser.add_argument("--scale", type=float, default=1.0, help="smaller or larger cases")
    parser.add_argument("--store", action="store_true", help="keep them, write the page")
    parser.add_argument("--stored", action="store_true", help="measure nothing, use the stored")
    parser.add_argument("--run", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--limit", type=int, default=0, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.run:
        name, size, folder = given.run
        set_limit(given.limit)
        print(json.dumps(run(name, int(size), Path(folder))))
        return
    held = results.load(FILE) if given.stored else measure(given.only, given.scale)
    if given.store and given.scale != 1:
        parser.error("--store keeps cases in full")
    if given.store:
        held = with_stored(held)
        results.store(held, FILE)
    if given.store or given.stored:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), held), encoding="utf-8")
    print(table(held))


def with_stored(held: Results) -> Results:
    """Return results with what is stored of other cases."""
    known = results.load(FILE)["loads"] if FILE.exists() else []
    rows = {row["case"]: row for row in [*known, *held["loads"]]}
    return {"made": held["made"], "loads": [rows[name] for name in LOADS if name in rows]}


def measure(only: str = "", scale: float = 1.0) -> Results:
    """Measure all cases whose names contain some words."""
    busy = os.getloadavg()[0] > BUSY
    names = [name for name in LOADS if only in name]
    rows = []
    for name in tqdm(names, leave=False):
        rows.append(measured(name, int(scale * LOADS[name].size)))
        tqdm.write(str(rows[-1]))
    made = circumstances(1, ("numpy", "matplotlib", "polars", "duckdb"))
    del made["runs"]
    made["busy"] = busy
    return {"made": made, "loads": rows}


if __name__ == "__main__":
    main()
