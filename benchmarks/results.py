"""Results as they are stored: a small JSON file, one line for each case."""

import json
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from platform import processor, python_version
from typing import Any

import numpy as np

import prplot
from prplot.core.threads import available_cores

FILE = Path(__file__).parent / "results" / "benchmarks.json"
LIBRARIES = ("numpy", "matplotlib", "scikit-learn")

# The instructions that numpy's sort is compiled for, the widest first.
SORTS = {
    "AVX-512": ("X86_V4", "AVX512_SKX"),
    "AVX2": ("X86_V3", "AVX2"),
    "ASIMD": ("ASIMD",),
    "VSX": ("VSX2",),
}

Row = dict[str, Any]
Results = dict[str, Any]


def circumstances(runs: int, libraries: tuple[str, ...] = LIBRARIES) -> Row:
    """Return when, on which processor and with what it was measured."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "runs": runs,
        "versions": {
            "python": python_version(),
            "prplot": prplot.__version__,
            **{name: version(name) for name in libraries},
        },
        "processor": processor_name(),
        "cores": available_cores(),
        "sort": sort_dispatch(),
    }


def processor_name() -> str:
    """Return what the processor calls itself, as far as the system tells."""
    file = Path("/proc/cpuinfo")
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else processor()


def sort_dispatch() -> str:
    """Return the instructions that numpy sorts with here."""
    simd = np.show_config(mode="dicts")["SIMD Extensions"]
    found = {*simd["baseline"], *simd.get("found", [])}
    return next((name for name, some in SORTS.items() if found.intersection(some)), "none")


def machine(made: Row) -> str:
    """Return when and on which processor it was measured, in words."""
    return f"Measured on {made['date']}, {made['cores']} cores, {made['processor']}"


def provenance(made: Row) -> str:
    """Return when, on which processor and with what it was measured, in words."""
    versions = ", ".join(f"{name} {version}" for name, version in made["versions"].items())
    return f"{machine(made)}; numpy sorts with {made['sort']}; {versions}"


def store(results: Results, file: Path | None = None) -> None:
    """Write results, each row on a line of its own; a file is complete whenever it is read."""
    file = FILE if file is None else file
    parts = []
    for key, value in results.items():
        lines = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in value)
        text = f"[\n{lines}\n ]" if isinstance(value, list) else json.dumps(value)
        parts.append(f" {json.dumps(key)}: {text}")
    file.parent.mkdir(exist_ok=True)
    partial = file.with_name(file.name + ".partial")
    partial.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
    partial.replace(file)


def load(file: Path | None = None) -> Results:
    return dict(json.loads((FILE if file is None else file).read_text(encoding="utf-8")))
