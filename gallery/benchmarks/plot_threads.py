"""
Threads
=======

How the time from 10 million scores to the record and four areas falls with the number of threads,
as a share of the time of one ``numpy.sort``. The points are measured, and stored by ``python -m
benchmarks.threads``. The dashed lines are not measurements but bounds: by Amdahl's law (1967) the
share of the work that one thread does alone, which is measured too, limits what others can add.

This example needs a data file of a checkout of prplot: run it in ``gallery/benchmarks``.
"""

import json
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

# A notebook has no file of its own: it is run in the folder of this script.
HERE = Path(globals().get("__file__", "notebook")).resolve().parent
FILE = HERE.parents[1] / "benchmarks" / "results" / "threads.json"
if not FILE.exists():
    raise FileNotFoundError(f"no {FILE}; run this in gallery/benchmarks of a checkout of prplot")
MOST = 16
COLORS = {0.5: "#0072B2", 0.1: "#009E73", 0.01: "#D55E00"}

held = json.loads(FILE.read_text(encoding="utf-8"))
rows = [row for row in held["times"] if "serial share" in row]
largest = rows[0]["size"]

with plt.style.context("prplot.styles.paper"):
    fig, ax = plt.subplots(figsize=(4.2, 3.0))
    for row in rows:
        sorts = {int(key): taken for key, taken in row["in sorts"].items() if key.isdecimal()}
        threads, times = map(np.array, zip(*sorted(sorts.items()), strict=True))
        color, serial = COLORS[row["prevalence"]], row["serial share"]
        further = np.linspace(1, MOST, 200)
        bound = times[0] * (serial + (1 - serial) / further)
        label = f"prevalence {row['prevalence']:g}"
        ax.plot(further, bound, color=color, linestyle=(0, (4, 1.5)), linewidth=1.0)
        ax.plot(threads, times, "o", color=color, markersize=4, label=label)
    ax.plot([], [], color="0.35", linestyle=(0, (4, 1.5)), linewidth=1.0, label="Amdahl's bound")
    ax.set(xscale="log", xlim=(0.9, MOST * 1.1), xlabel="Threads", ylabel="Time / time of one sort")
    ax.set_ylim(bottom=0)
    ax.set_xticks([1, 2, 4, 8, 16], ["1", "2", "4", "8", "16"], minor=False)
    ax.minorticks_off()
    ax.legend(frameon=False)
plt.show()
