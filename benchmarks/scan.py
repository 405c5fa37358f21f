"""Count files of scores with certified bounds: seconds, memory, whether the exact area is inside.

From the checkout, after ``pip install -e '.[test]'``::

    python -m benchmarks.scan --rows 1e8 --tolerance 1e-5

``--store`` keeps the results and writes the table of the page on speed.

Files of float32 scores and int8 labels are made in a folder of their own and removed at the end.
Each scan runs in a process of its own, whose largest resident memory is shown.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable
from itertools import product
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from tqdm import tqdm

import prplot as prp

CHUNK = 10**6
FILE = Path(__file__).parent / "results" / "scan.json"
START, END = "<!-- scan: start -->\n", "<!-- scan: end -->\n"
WORDS = {
    "usual": "probabilities, π = 0.1",
    "saturated": "half within 10⁻⁶ of 0 or 1",
    "levels": "1001 levels",
    "logits": "log-odds",
    "rare": "π = 0.0001",
}
# Scans of a relation of DuckDB and of a file, and an `Accumulator` of batches in memory.
ENGINES = ("duckdb", "polars", "arrays")
BATCH = 10**5
TOLERANCE = 1e-4  # the default of `prplot.scan`, shown on the page
HEAD = ["scores", "engine", "rows", "tolerance", "passes", "s", "CPU s", "MiB", "width", "exact"]

Chunk = tuple[np.ndarray, np.ndarray]
Row = dict[str, Any]
Results = dict[str, Any]


def _normal(rng: np.random.Generator, size: int, prevalence: float, shift: float) -> Chunk:
    labels = rng.random(size) < prevalence
    return labels, rng.normal(size=size) + shift * labels


def _squashed(logits: np.ndarray) -> np.ndarray:
    return np.exp(-np.logaddexp(0, -logits))


def usual(rng: np.random.Generator, size: int) -> Chunk:
    """Make probabilities of two normal classes."""
    labels, z = _normal(rng, size, 0.1, 1.5)
    return labels, _squashed(z - 1)


def saturated(rng: np.random.Generator, size: int) -> Chunk:
    """Make probabilities of which half are within a millionth of 0 or 1."""
    labels, z = _normal(rng, size, 0.3, 1.0)
    return labels, _squashed(20 * (z - 0.3))


def levels(rng: np.random.Generator, size: int) -> Chunk:
    """Make probabilities of three digits."""
    labels, z = _normal(rng, size, 0.1, 1.5)
    return labels, np.round(_squashed(z - 1), 3)


def logits(rng: np.random.Generator, size: int) -> Chunk:
    """Make log-odds."""
    labels, z = _normal(rng, size, 0.3, 1.0)
    return labels, 6 * z


def rare(rng: np.random.Generator, size: int) -> Chunk:
    """Make one positive in 10,000, most of them on top."""
    labels, z = _normal(rng, size, 1e-4, 5.0)
    return labels, _squashed(z - 4)


CASES: dict[str, Callable[[np.random.Generator, int], Chunk]] = {
    "usual": usual,
    "saturated": saturated,
    "levels": levels,
    "logits": logits,
    "rare": rare,
}


def write(path: Path, case: str, rows: int) -> None:
    """Write a file chunk by chunk."""
    rng = np.random.default_rng(0)
    schema = pa.schema({"label": pa.int8(), "score": pa.float32()})
    with pq.ParquetWriter(path, schema, compression="none", use_dictionary=["label"]) as file:
        for start in tqdm(range(0, rows, CHUNK), desc=f"write {case}", leave=False, delay=1):
            labels, scores = CASES[case](rng, min(CHUNK, rows - start))
            columns = [labels.astype(np.int8), scores.astype(np.float32)]
            file.write_table(pa.table(columns, schema=schema))


def scanned(engine: str, paths: list[str], tolerance: float) -> dict[str, object]:
    """Count once, in this process."""
    from prplot.inputs import scan as scans

    passes: list[int] = []
    count = scans._count

    def counted(*given: Any) -> None:
        passes.append(1)
        count(*given)

    scans._count = counted
    start, worked = perf_counter(), process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        curve = accumulated(paths) if engine == "arrays" else scan(engine, paths, tolerance)
    seconds, work = perf_counter() - start, process_time() - worked
    bounds = {name: curve.bounds(name) for name in METRICS}
    return {
        "seconds": seconds,
        "work": work,
        "passes": len(passes) or 1,
        "peak": peak_memory(),
        "bounds": bounds,
    }


def scan(engine: str, paths: list[str], tolerance: float) -> prp.ScannedCurve:
    """Return the curve of the files, or of a relation of DuckDB."""
    frame: object = paths
    if engine == "duckdb":
        import duckdb

        frame = duckdb.read_parquet(paths)
    columns = {"y_true": "label", "y_score": "score"}
    found = prp.scan(frame, **columns, tolerance=tolerance, progress=False)
    assert isinstance(found, prp.ScannedCurve)
    return found


def accumulated(paths: list[str]) -> prp.ScannedCurve:
    """Return the curve of batches of arrays."""
    counts = prp.Accumulator()
    for path in paths:
        for batch in pq.ParquetFile(path).iter_batches(BATCH):
            counts.update(*(batch[name].to_numpy() for name in ("label", "score")))
    return counts.curve()


def peak_memory() -> float:
    """Return the largest resident memory of this process in MiB."""
    # What getrusage tells may be that of the process that started this one.
    status = Path("/proc/self/status")
    if status.exists():
        return float(status.read_text().split("VmHWM:")[1].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


METRICS = {
    "aucpr": prp.aucpr,
    "aucnpr": prp.aucnpr,
    "auroc": prp.auroc,
    "auprg": prp.auprg,
    "average_precision": prp.average_precision,
}


def exact(paths: list[str]) -> dict[str, float]:
    """Return the areas of a file, all of it in memory."""
    table = pa.concat_tables([pq.read_table(path) for path in paths])
    columns = [table["label"].to_numpy(), table["score"].to_numpy()]
    del table
    curve = prp.ConfusionCurve.from_scores(*columns)
    return {name: metric(curve) for name, metric in METRICS.items()}


def in_own_process(*arguments: str) -> Row:
    """Run this script in a process of its own and return what it prints."""
    command = [sys.executable, "-m", "benchmarks.scan", *arguments]
    root = Path(__file__).parents[1]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=root)
    found: Row = json.loads(done.stdout)
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="scans of files with certified bounds")
    parser.add_argument("--rows", type=float, default=1e6)
    parser.add_argument("--copies", type=int, default=1, help="each file is read so often")
    parser.add_argument("--cases", nargs="+", choices=CASES, default=list(CASES))
    parser.add_argument("--engines", nargs="+", default=list(ENGINES))
    parser.add_argument("--tolerance", type=float, nargs="+", default=[1e-4, 1e-5])
    parser.add_argument("--folder", type=Path, help="keep the files there")
    parser.add_argument("--no-exact", action="store_true", help="memory does not hold the rows")
    parser.add_argument("--store", action="store_true", help="keep the results, write the page")
    parser.add_argument("--run", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run:
        task, *paths = given.run
        found = exact(paths) if task == "exact" else scanned(task, paths, given.tolerance[0])
        print(json.dumps(found))
        return
    # Not above: a process that scans loads no more than that needs.
    from benchmarks import results, tables

    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as scratch:
        for case in tqdm(given.cases, leave=False):
            rows += measured(case, given, given.folder or Path(scratch))
    held = {"made": results.circumstances(1, ("numpy", "duckdb", "polars")), "scans": rows}
    print(table(held))
    if given.store:
        held = joined(results.load(FILE), held) if FILE.exists() else held
        results.store(held, FILE)
        page = tables.PAGE.read_text(encoding="utf-8")
        tables.PAGE.write_text(written(page, held), encoding="utf-8")


def joined(stored: Results, new: Results) -> Results:
    """Return new results, with stored ones of other cases if they were measured in the same way."""
    old, now = stored["made"], new["made"]
    if old | {"date": ""} != now | {"date": ""}:
        tqdm.write("All stored results are replaced: they were measured elsewhere.")
        return new
    first = old["date"].partition(" to ")[0]
    if first != now["date"]:
        new = new | {"made": now | {"date": f"{first} to {now['date']}"}}
    rows = {_case(row): row for row in [*stored["scans"], *new["scans"]]}
    return new | {"scans": [rows[case] for case in sorted(rows)]}


def _case(row: Row) -> tuple[Any, ...]:
    return row["rows"], list(CASES).index(row["case"]), -row["tolerance"], row["engine"]


def table(held: Results) -> str:
    """Return scans as a table, small files first, and under which circumstances they ran."""
    from benchmarks import results, tables

    cells = [
        [
            WORDS[row["case"]],
            row["engine"],
            tables.power(row["rows"]),
            f"{row['tolerance']:.0e}",
            row["passes"],
            *[tables.number(row[key]) for key in ("seconds", "work", "peak")],
            f"{row['width']:.1e}",
            row["exact"],
        ]
        for row in sorted(held["scans"], key=_case)
    ]
    return f"{tables.markdown(HEAD, cells)}\n{results.provenance(held['made'])}.\n"


def written(page: str, held: Results) -> str:
    """Return the page with its table made anew, of probabilities and the default tolerance."""
    from benchmarks import results, tables

    kind = next(iter(CASES))
    cells = [
        [row["engine"], tables.power(row["rows"])]
        + [tables.number(row[key]) for key in ("seconds", "peak")]
        for row in sorted(held["scans"], key=_case)
        if (row["case"], row["tolerance"]) == (kind, TOLERANCE)
    ]
    text = tables.markdown(["engine", "rows", "s", "peak, MiB"], cells)
    return tables.written(page, f"{text}\n{results.machine(held['made'])}.\n", START, END)


def measured(case: str, given: argparse.Namespace, folder: Path) -> list[Row]:
    """Return the rows of one case."""
    rows = int(given.rows)
    path = folder / f"{case}-{rows}.parquet"
    if not path.exists():
        folder.mkdir(exist_ok=True)
        write(path, case, rows)
    paths = [str(path)] * given.copies
    truth = None if given.no_exact else in_own_process("--run", "exact", *paths)
    held: list[Row] = []
    for tolerance, engine in product(given.tolerance, given.engines):
        found: Row = in_own_process("--tolerance", str(tolerance), "--run", engine, *paths)
        own = {"case": case, "engine": engine, "rows": rows * given.copies, "tolerance": tolerance}
        held.append(own | summarised(found, truth))
        tqdm.write(str(held[-1]))
    if given.folder is None:
        path.unlink()
    return held


def summarised(found: Row, truth: dict[str, float] | None) -> Row:
    """Return the figures of one scan, and how many of its intervals hold the exact area."""
    bounds = found["bounds"]
    low, high = bounds["aucpr"]
    inside = sum(bounds[name][0] <= area <= bounds[name][1] for name, area in (truth or {}).items())
    return {
        "passes": found["passes"],
        **{key: float(f"{found[key]:.3g}") for key in ("seconds", "work", "peak")},
        "width": float(f"{high - low:.3g}"),
        "exact": f"{inside} of {len(METRICS)} inside" if truth else "not known",
    }


if __name__ == "__main__":
    main()
