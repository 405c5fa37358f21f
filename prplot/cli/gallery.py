"""The gallery command: run the scripts of a checkout and save their figures.

A script is a ``plot_*.py`` in sphinx-gallery's format. It runs by itself, finds its data through
``__file__`` and leaves its figures open.
"""

from __future__ import annotations

import io
import os
import runpy
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from fnmatch import fnmatchcase
from pathlib import Path

import click

from prplot.cli.options import Texts, option
from prplot.cli.outputs import tell

FORMATS = ("png", "pdf", "svg")
DPI = 200
WHICH = "Scripts to run, by name or glob; plot_ may be omitted; repeatable."
KINDS = f"Figure format: {', '.join(FORMATS)}; repeatable."
OUT = click.Path(file_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path)
OWN = Path(__file__).resolve().parents[2] / "gallery"
OF_CHECKOUT = "that of the checkout from which prplot is installed"
CHOICE = click.Choice(FORMATS)
OF_GALLERY = [
    option("--only", "NAME", WHICH, multiple=True),
    option("--formats", "FORMAT", KINDS, multiple=True, type=CHOICE, default=["png"]),
    option("--gallery folder", "DIR", "Folder with the scripts.", type=FOLDER, shown=OF_CHECKOUT),
    option("--out", "DIR", "Folder for the figures.", type=OUT, shown="_figures in DIR"),
]


@click.command(params=OF_GALLERY)
@click.pass_context
def gallery(
    ctx: click.Context, only: Texts, formats: Texts, folder: Path | None, out: Path | None
) -> None:
    """Run the gallery scripts and save their figures.

    The scripts come from the checkout from which the package is installed. Exits with 1 if a
    script fails; the others still run.
    """
    folder = folder or OWN
    scripts = [one for name in only or ["*"] for one in _named(folder, name)]
    tell(f"running scripts in {folder}")
    out = out or folder / "_figures"
    out.mkdir(parents=True, exist_ok=True)
    failed = 0
    for script in scripts:
        start = time.perf_counter()
        try:
            told = ", ".join(_run(script, out, formats)) or "no figure"
        except (Exception, SystemExit) as error:
            # As a traceback of one line ends.
            failed += 1
            told = ": ".join(["failed", type(error).__name__, *str(error).splitlines()[-1:]])
        click.echo(f"{script.stem}: {told} ({time.perf_counter() - start:.1f} s)")
    click.echo(f"{len(scripts)} scripts, {failed} failed -> {out}")
    ctx.exit(int(failed > 0))


def _named(folder: Path, name: str) -> list[Path]:
    """Return the scripts in a folder whose name is this, or matches it as a glob."""
    wanted = Path(name).stem.removeprefix("plot_")
    scripts = sorted(folder.rglob("plot_*.py"))
    found = [one for one in scripts if fnmatchcase(one.stem.removeprefix("plot_"), wanted)]
    if not found:
        raise click.BadParameter(f"no script plot_{wanted}.py is in {folder}; see --gallery")
    return found


def _run(script: Path, out: Path, formats: Sequence[str]) -> list[str]:
    """Run a script with matplotlib's defaults; save the figures that it leaves open."""
    import matplotlib
    from matplotlib import pyplot as plt

    matplotlib.use("Agg")
    with matplotlib.rc_context(), redirect_stdout(io.StringIO()), warnings.catch_warnings():
        matplotlib.rcdefaults()
        warnings.filterwarnings("ignore", "FigureCanvasAgg is non-interactive", UserWarning)
        try:
            runpy.run_path(os.fspath(script), run_name="__main__")
            return list(_save_open_figures(out, script.stem, formats))
        finally:
            plt.close("all")


def _save_open_figures(out: Path, stem: str, formats: Sequence[str]) -> Iterator[str]:
    """Save figures as ``<script>.<format>``, ``<script>_2.<format>``, ... with descriptions."""
    import matplotlib
    from matplotlib import pyplot as plt

    from prplot import savefig

    for count, number in enumerate(plt.get_fignums(), start=1):
        name = stem if count == 1 else f"{stem}_{count}"
        figure = plt.figure(number)
        for suffix in formats:
            # The version of matplotlib is left out: another one may draw the same.
            told = {"metadata": {"Software": None}} if suffix == "png" else {}
            with matplotlib.rc_context({"savefig.bbox": None}):
                path = out / f"{name}.{suffix}"
                savefig(figure, path, alt_file=True, save_kws={"dpi": DPI, **told})
            yield path.name
