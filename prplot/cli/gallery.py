"""The gallery command: run the scripts of a checkout and save their figures.

A script is a ``plot_*.py`` in sphinx-gallery's format. It runs by itself, finds its data through
``__file__`` and leaves its figures open.
"""

from __future__ import annotations

import io
import os
import runpy
import warnings
from contextlib import redirect_stdout
from fnmatch import fnmatchcase
from pathlib import Path

import click

from prplot.cli.options import Texts, option
from prplot.cli.outputs import tell

OUT = click.Path(file_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path)
OWN = Path(__file__).resolve().parents[2] / "gallery"
OF_CHECKOUT = "that of the checkout from which prplot is installed"
WHICH = "Scripts to run, by name or glob; plot_ may be omitted; repeatable."
KINDS = "Figure format: png, pdf or svg; repeatable."
FORMAT = click.Choice(["png", "pdf", "svg"])
OF_GALLERY = [
    option("--only", "NAME", WHICH, multiple=True, default=["*"]),
    option("--formats", "FORMAT", KINDS, multiple=True, type=FORMAT, default=["png"]),
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
    scripts = [one for name in only for one in _named(folder, name)]
    tell(f"running scripts in {folder}")
    out = out or folder / "_figures"
    out.mkdir(parents=True, exist_ok=True)
    failed = 0
    for script in scripts:
        try:
            told = ", ".join(_run(script, out, formats)) or "no figure"
        except (Exception, SystemExit) as error:
            failed += 1
            told = f"failed: {type(error).__name__}: {' '.join(str(error).split())}"
        click.echo(f"{script.stem}: {told}")
    click.echo(f"{len(scripts)} scripts, {failed} failed -> {out}")
    ctx.exit(int(failed > 0))


def _named(folder: Path, name: str) -> list[Path]:
    """Return the scripts in a folder whose name is this, or matches it as a glob."""
    wanted = f"plot_{Path(name).stem.removeprefix('plot_')}.py"
    found = [one for one in sorted(folder.rglob("plot_*.py")) if fnmatchcase(one.name, wanted)]
    if not found:
        raise click.BadParameter(f"no script {wanted} is in {folder}; see --gallery")
    return found


def _run(script: Path, out: Path, formats: Texts) -> list[str]:
    """Run a script with matplotlib's defaults; save the figures that it leaves open.

    They are called ``<script>.<format>``, ``<script>_2.<format>``, ..., with descriptions.
    """
    import matplotlib
    from matplotlib import pyplot as plt

    from prplot import savefig

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
                    savefig(plt.figure(number), path, alt_file=True, save_kws=options)
                    names.append(path.name)
        finally:
            plt.close("all")
    return names
