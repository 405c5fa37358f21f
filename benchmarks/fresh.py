"""What an import and a first figure cost and load, in interpreters of their own.

``python -m benchmarks.fresh`` prints what a script takes from its first line to a PNG of 10^4
scores, in seconds of the processor, and how many times as long ours takes as the same lines, fill
and legend by matplotlib alone. With ``--instructions`` it counts the processor's instructions with
valgrind, a number that other programs don't change.
"""

import argparse
import os
import re
import shutil
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
_SCORES = """
import sys
import numpy as np
rng = np.random.default_rng(0)
labels = rng.random(10**4) < 0.1
scores = rng.normal(size=labels.size) + labels
"""
_OUR_FIGURE = f"""{_SCORES}
import prplot as prp
prp.plot_pr(labels, scores).figure.savefig(sys.argv[1])
"""
_THEIR_FIGURE = f"""{_SCORES}
import matplotlib.pyplot as plt
ranked = labels[np.argsort(-scores)]
tp = np.cumsum(ranked)
recall, share = np.linspace(0, 1, 200), ranked.mean()
minimum = share * recall / (1 - share + share * recall)
figure, ax = plt.subplots()
ax.plot(tp / tp[-1], tp / np.arange(1, tp.size + 1), label="model")
ax.fill_between(recall, minimum, hatch="//", facecolor="0.9", edgecolor="0.6")
ax.set(xlabel="Recall", ylabel="Precision", aspect="equal")
ax.legend(loc="best")
figure.savefig(sys.argv[1])
"""
# Our figures get a layout that makes room for labels, for which matplotlib draws twice.
LAID_OUT = "matplotlib, laid out"
FIGURES = {
    "prplot": _OUR_FIGURE,
    "matplotlib": _THEIR_FIGURE,
    LAID_OUT: _THEIR_FIGURE.replace("subplots()", 'subplots(layout="constrained")'),
}
_BARE = """
import matplotlib.patheffects, matplotlib.pyplot, matplotlib.backends.backend_agg
"""
# Draws a first figure and names the modules of prplot that it loaded.
_LOADED = f"""{_OUR_FIGURE}
print(*[name for name in sys.modules if name.startswith("prplot")], sep=", ")
"""
_COUNTER = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")


def run(code: str, compiled: str = "", *arguments: str) -> str:
    """Run code in a new interpreter with some arguments; return what it prints.

    Modules compiled on the way are kept in a folder.
    """
    return _process(code, compiled, *arguments).stdout


def _process(
    code: str, compiled: str, *arguments: str, counter: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    kept = {"PYTHONPYCACHEPREFIX": compiled} if compiled else {}
    env = {**os.environ, "MPLBACKEND": "agg", "PYTHONPATH": os.pathsep.join(sys.path), **kept}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [*counter, sys.executable, "-c", code, *arguments]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True)


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


def first_figure(runs: int) -> dict[str, float]:
    """Return seconds of the processor from a script's start to its PNG, ours and matplotlib's.

    They are run in turn, so that what else the machine does slows both down alike.
    """
    taken: list[tuple[float, ...]] = []
    with TemporaryDirectory() as folder:
        for _ in range(runs + 1):
            pair = []
            for code in FIGURES.values():
                before = _seconds_of_children()
                run(code, folder, os.path.join(folder, "figure.png"))
                pair.append(_seconds_of_children() - before)
            taken.append(tuple(pair))
    # The first run compiles.
    middle = np.median(taken[1:], axis=0)
    return {name: round(float(one), 3) for name, one in zip(FIGURES, middle, strict=True)}


def millions_of_instructions() -> dict[str, int]:
    """Return what the processor executes for a first figure, and for the imports that it needs."""
    with TemporaryDirectory() as folder:
        picture = os.path.join(folder, "figure.png")
        loaded = run(_LOADED, folder, picture)
        imports = {"matplotlib's modules": _BARE, "with prplot's": f"{_BARE}import {loaded}"}
        found = {}
        for name, code in {**FIGURES, **imports}.items():
            # The first run compiles.
            run(code, folder, picture)
            printed = _process(code, folder, picture, counter=_COUNTER).stderr
            counted = re.search(r"I\s+refs:\s+([\d,]+)", printed)
            assert counted is not None
            found[name] = round(int(counted[1].replace(",", "")) / 1e6)
        return found


def _seconds_of_children() -> float:
    # Not on every system, as a part of the standard library.
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fresh", description=__doc__)
    parser.add_argument("--instructions", action="store_true", help="count them by valgrind")
    if parser.parse_args().instructions:
        if shutil.which("valgrind") is None:
            parser.error("--instructions needs valgrind")
        for name, millions in millions_of_instructions().items():
            print(f"{name}: {millions} million instructions")
        return
    found = first_figure(9)
    for name, seconds in found.items():
        print(f"first figure by {name}: {seconds:.3f} s, {found['prplot'] / seconds:.2f}")


if __name__ == "__main__":
    main()
