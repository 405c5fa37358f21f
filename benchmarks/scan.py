"""Scan files of scores with certified bounds: seconds, memory, whether the exact area is inside.

From the checkout, after ``pip install -e '.[test]'``::

    python benchmarks/scan.py --rows 1e8 --tolerance 1e-5

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
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from tqdm import tqdm

import prplot as prp

CHUNK = 10**6
HEADINGS = (
    f"{'case':<10}{'engine':<8}{'rows':>8}{'tolerance':>10}{'passes':>7}{'s':>7}{'cpu s':>7}"
    f"{'MiB':>6}  {'AUCPR is in':<24}{'width':>8}  exact"
)

Chunk = tuple[np.ndarray, np.ndarray]


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


def frame_of(engine: str, paths: list[str]) -> object:
    """Return the files as what an engine takes."""
    if engine == "polars":
        import polars as pl

        return pl.scan_parquet(paths)
    return paths


def scanned(engine: str, paths: list[str], tolerance: float) -> dict[str, object]:
    """Scan once, in this process."""
    from prplot.inputs import scans

    passes: list[int] = []
    count = scans.counted

    def counted(*given: object) -> object:
        passes.append(1)
        return count(*given)  # type: ignore[arg-type]

    scans.counted = counted  # type: ignore[assignment]
    start, worked = perf_counter(), process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        curve = prp.scan(
            frame_of(engine, paths),
            y_true="label",
            y_score="score",
            tolerance=tolerance,
            progress=False,
        )
    seconds, work = perf_counter() - start, process_time() - worked
    bounds = {name: curve.bounds(name) for name in METRICS}
    return {
        "seconds": seconds,
        "work": work,
        "passes": len(passes),
        "peak": peak_memory(),
        "bounds": bounds,
    }


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


def in_own_process(*arguments: str) -> dict[str, object]:
    """Run this script in a process of its own and return what it prints."""
    command = [sys.executable, __file__, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, object] = json.loads(done.stdout)
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="scans of files with certified bounds")
    parser.add_argument("--rows", type=float, default=1e6)
    parser.add_argument("--copies", type=int, default=1, help="each file is read so often")
    parser.add_argument("--cases", nargs="+", choices=CASES, default=list(CASES))
    parser.add_argument("--engines", nargs="+", default=["duckdb", "polars"])
    parser.add_argument("--tolerance", type=float, nargs="+", default=[1e-4, 1e-5])
    parser.add_argument("--folder", type=Path, help="keep the files there")
    parser.add_argument("--no-exact", action="store_true", help="memory does not hold the rows")
    parser.add_argument("--run", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run:
        task, *paths = given.run
        found = exact(paths) if task == "exact" else scanned(task, paths, given.tolerance[0])
        print(json.dumps(found))
        return
    print(HEADINGS)
    with tempfile.TemporaryDirectory() as scratch:
        for case in tqdm(given.cases, leave=False):
            report(case, given, given.folder or Path(scratch))


def report(case: str, given: argparse.Namespace, folder: Path) -> None:
    """Print the rows of one case."""
    rows = int(given.rows)
    path = folder / f"{case}-{rows}.parquet"
    if not path.exists():
        folder.mkdir(exist_ok=True)
        write(path, case, rows)
    paths = [str(path)] * given.copies
    truth = None if given.no_exact else in_own_process("--run", "exact", *paths)
    for tolerance in given.tolerance:
        for engine in given.engines:
            arguments = ["--tolerance", str(tolerance), "--run", engine, *paths]
            found = in_own_process(*arguments)
            bounds = found["bounds"]
            low, high = bounds["aucpr"]
            inside = truth and [name for name in METRICS if inside_of(bounds[name], truth[name])]
            verdict = "-" if truth is None else f"{len(inside)} of {len(METRICS)} areas inside"
            tqdm.write(
                f"{case:<10}{engine:<8}{rows * given.copies:>8.0e}{tolerance:>10.0e}"
                f"{found['passes']:>7}{found['seconds']:>7.1f}{found['work']:>7.1f}{found['peak']:>6.0f}"
                f"  [{low:.8f}, {high:.8f}]{high - low:>8.1e}  {verdict}"
            )
    if given.folder is None:
        path.unlink()


def inside_of(bounds: list[float], area: float) -> bool:
    """Tell whether an area lies in an interval."""
    return bounds[0] <= area <= bounds[1]


if __name__ == "__main__":
    main()
