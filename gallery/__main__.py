"""Run the scripts of the gallery and save their figures: ``python gallery`` or ``prplot gallery``.

A script is a ``plot_*.py`` in sphinx-gallery's format. It runs by itself, finds its data through
``__file__`` and leaves its figures open.
"""

import argparse
import io
import os
import runpy
import sys
import warnings
from contextlib import redirect_stdout
from fnmatch import fnmatchcase
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt

import prplot

FORMATS = ("png", "pdf", "svg")


def main(words=None):
    """Return 1 if a script fails; the others still run."""
    parser = argparse.ArgumentParser("prplot gallery", description=__doc__.partition("\n")[0])
    add = parser.add_argument
    add("--only", nargs="+", default=["*"], help="scripts, by name or glob; plot_ may be omitted")
    add("--formats", nargs="+", default=["png"], choices=FORMATS, help="formats of figures")
    add("--gallery", type=Path, default=Path(__file__).resolve().parent, help="folder of scripts")
    add("--out", type=Path, help="folder for the figures, by default _figures below that")
    given = parser.parse_args(words)
    scripts = []
    for name in given.only:
        wanted = f"plot_{Path(name).stem.removeprefix('plot_')}.py"
        every = sorted(given.gallery.rglob("plot_*.py"))
        if not (found := [one for one in every if fnmatchcase(one.name, wanted)]):
            parser.error(f"no script {wanted} is in {given.gallery}; see --gallery")
        scripts += found
    print(f"running scripts in {given.gallery}", file=sys.stderr)
    out = given.out or given.gallery / "_figures"
    out.mkdir(parents=True, exist_ok=True)
    failed = 0
    for script in scripts:
        try:
            told = ", ".join(run(script, out, given.formats)) or "no figure"
        except (Exception, SystemExit) as error:
            failed += 1
            told = f"failed: {type(error).__name__}: {' '.join(str(error).split())}"
        print(f"{script.stem}: {told}", flush=True)
    print(f"{len(scripts)} scripts, {failed} failed -> {out}")
    return int(failed > 0)


def run(script, out, formats):
    """Run a script with matplotlib's defaults; return the names of its figures' files."""
    matplotlib.use("Agg")
    names = []
    with matplotlib.rc_context(), redirect_stdout(io.StringIO()), warnings.catch_warnings():
        matplotlib.rcdefaults()
        warnings.filterwarnings("ignore", "FigureCanvasAgg is non-interactive", UserWarning)
        try:
            runpy.run_path(os.fspath(script), run_name="__main__")
            # Whole, whatever a script sets.
            matplotlib.rcParams["savefig.bbox"] = None
            for count, number in enumerate(plt.get_fignums(), start=1):
                name = script.stem if count == 1 else f"{script.stem}_{count}"
                for suffix in formats:
                    # Without the version of matplotlib: another one may draw the same.
                    told = {"metadata": {"Software": None}} if suffix == "png" else {}
                    path, options = out / f"{name}.{suffix}", {"dpi": 200, **told}
                    prplot.savefig(plt.figure(number), path, alt_file=True, save_kws=options)
                    names.append(path.name)
        finally:
            plt.close("all")
    return names


if __name__ == "__main__":
    sys.exit(main())
