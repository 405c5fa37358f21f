"""Results as they are stored: a small JSON file, one line for each case."""

import json
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from typing import Any

import numpy as np

import prplot

FILE = Path(__file__).parent / "results" / "benchmarks.json"
LIBRARIES = ("numpy", "matplotlib", "scikit-learn")

Row = dict[str, Any]
Results = dict[str, Any]


def circumstances(runs: int, libraries: tuple[str, ...] = LIBRARIES) -> Row:
    """Return when and with what it was measured; nothing that names the machine."""
    simd = np.show_config(mode="dicts")["SIMD Extensions"]
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "runs": runs,
        "versions": {
            "python": python_version(),
            "prplot": prplot.__version__,
            **{name: version(name) for name in libraries},
        },
        "vector instructions": (simd.get("found") or simd["baseline"])[-1],
    }


def store(results: Results, file: Path | None = None) -> None:
    """Write results, each row on a line of its own; a file is complete whenever it is read."""
    file = FILE if file is None else file
    parts = []
    for key, value in results.items():
        lines = ",\n".join(f"  {json.dumps(row)}" for row in value)
        text = f"[\n{lines}\n ]" if isinstance(value, list) else json.dumps(value)
        parts.append(f" {json.dumps(key)}: {text}")
    file.parent.mkdir(exist_ok=True)
    partial = file.with_name(file.name + ".partial")
    partial.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
    partial.replace(file)


def load(file: Path | None = None) -> Results:
    return dict(json.loads((FILE if file is None else file).read_text(encoding="utf-8")))
