"""What an import costs and loads, in interpreters of their own."""

import os
import subprocess
import sys
from tempfile import TemporaryDirectory

import numpy as np

OVER_NUMPY = ("prplot", "sklearn.metrics")
HEAVY = ("seaborn", "pandas", "scipy", "narwhals", "sklearn")

# Seconds of this thread: those of a clock are other programs' as well, and those of the process are
# of numpy's idle threads too.
_IMPORTS = """
from time import thread_time
start = thread_time()
import numpy
between = thread_time()
import {name}
print(between - start, thread_time() - between)
"""
_FIRST_PLOT = f"""
import sys, prplot
prplot.plot_pr([1, 0, 1], [3.0, 2.0, 1.0])
print(*[name for name in {HEAVY} if name in sys.modules])
"""


def run(code: str, compiled: str = "") -> str:
    """Run code in a new interpreter; return what it prints.

    Modules compiled on the way are kept in a folder.
    """
    kept = {"PYTHONPYCACHEPREFIX": compiled} if compiled else {}
    env = {**os.environ, "MPLBACKEND": "agg", "PYTHONPATH": os.pathsep.join(sys.path), **kept}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


def import_milliseconds(runs: int) -> dict[str, float]:
    """Return what numpy's import costs, and what others cost beyond it."""
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in OVER_NUMPY}
    with TemporaryDirectory() as compiled:
        for _ in range(runs + 1):
            for name, pairs in taken.items():
                numpy, own = map(float, run(_IMPORTS.format(name=name), compiled).split())
                pairs.append((numpy, own))
    # The first run compiles.
    middle = {name: np.median(pairs[1:], axis=0) for name, pairs in taken.items()}
    found = {"numpy": middle["prplot"][0], **{name: pair[1] for name, pair in middle.items()}}
    return {name: round(1e3 * float(seconds), 1) for name, seconds in found.items()}


def loaded_by_first_plot() -> list[str]:
    """Return which heavy libraries a first plot of plain arrays loads."""
    with TemporaryDirectory() as compiled:
        return run(_FIRST_PLOT, compiled).split()
