"""The gallery command: run the scripts of a checkout and save their figures.

A script is a ``plot_*.py`` in sphinx-gallery's format. It runs by itself, finds its data through
``__file__`` and leaves its figures open.
"""

from __future__ import annotations

import io
import os
import runpy
import sys
import time
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import click

from prplot.cli.complaints import tell
from prplot.cli.options import Texts, option

FORMATS = ("png", "pdf", "svg")
DPI = 200
# The line of pyproject.toml that identifies a checkout.
_PROJECT = 'name = "prplot-curves"'


class Several(click.Option):
    """An option with several values: ``--a x y``, ``--a x,y`` or ``--a x --a y``."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"multiple": True})

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Split the values at commas before they are checked."""
        if isinstance(value, list | tuple):
            value = [part.strip() for text in value for part in text.split(",")]
        return super().type_cast_value(ctx, value)


class Command(click.Command):
    """A command without positional arguments, whose `Several` options take all that follows."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeat the name of an option before each of its values, the form that click reads."""
        several = {name for p in self.params if isinstance(p, Several) for name in p.opts}
        return super().parse_args(ctx, list(_repeat_names(args, several)))


def _repeat_names(args: Iterable[str], several: set[str]) -> Iterator[str]:
    """Yield ``--a x y`` as ``--a x --a y``."""
    name, has_value = "", False
    for arg in args:
        if arg.startswith("-"):
            option, has_equals, _ = arg.partition("=")
            name, has_value = option if option in several else "", bool(has_equals)
        else:
            if name and has_value:
                yield name
            has_value = True
        yield arg


class NoGallery(click.ClickException):
    """There is no gallery to run."""

    exit_code = 2


@dataclass(frozen=True)
class Outcome:
    """The outcome of a script: its files, figure by figure, and its error in a line, or ""."""

    script: Path
    files: tuple[Path, ...]
    seconds: float
    error: str


WHICH = "Scripts to run, by name, part of a name or glob; plot_ may be omitted."
KINDS = f"Figure formats: {', '.join(FORMATS)}."
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
OUT = click.Path(file_okay=False, path_type=Path)
OF_CHECKOUT = "that of the checkout from which prplot is installed"
OF_GALLERY = [
    option("--only", "NAME ...", WHICH, Several),
    option("--formats", "FORMAT ...", KINDS, Several, type=click.Choice(FORMATS), default=["png"]),
    option("--gallery folder", "DIR", "Folder with the scripts.", type=FOLDER, shown=OF_CHECKOUT),
    option("--out", "DIR", "Folder for the figures.", type=OUT, shown="_figures in DIR"),
    # Scripts once ran in several processes; a command that says in how many still runs.
    option("--jobs", type=click.IntRange(min=1), expose_value=False, hidden=True),
]


@click.command(cls=Command, params=OF_GALLERY)
@click.pass_context
def gallery(
    ctx: click.Context, only: Texts, formats: Texts, folder: Path | None, out: Path | None
) -> None:
    """Run the gallery scripts and save their figures.

    The scripts come from the checkout from which the package is installed. Exits with 1 if a
    script fails; the others still run.
    """
    from prplot.inputs.samples import progress_bar

    folder, scripts = _found(folder, only)
    tell(f"running scripts in {folder}")
    out = out or folder / "_figures"
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"the folder for the figures can't be made: {error}") from None
    outcomes = []
    with progress_bar(len(scripts), "scripts", "script", leave=True) as advance:
        for script in scripts:
            advance(0, script.stem)
            outcomes.append(_run(script, out, list(dict.fromkeys(formats))))
            advance()
    click.echo(f"{_table(outcomes)}\n{_counts(outcomes)} -> {out}")
    ctx.exit(int(any(outcome.error for outcome in outcomes)))


def _found(folder: Path | None, only: Sequence[str]) -> tuple[Path, list[Path]]:
    """Return the gallery's folder and the chosen scripts, or end with an error of click."""
    folder = _own_gallery() if folder is None else folder.resolve()
    scripts = sorted(path for path in folder.rglob("plot_*.py") if not _is_hidden(path, folder))
    if not scripts:
        raise NoGallery(f"there are no scripts plot_*.py in {folder}")
    names: dict[str, Path] = {}
    for path in scripts:
        if (other := names.setdefault(path.stem, path)) != path:
            raise NoGallery(f"two scripts have the same name: {other} and {path}")
    picked = {path for name in only for path in _named(scripts, name)}
    return folder, [path for path in scripts if path in picked or not only]


def _own_gallery() -> Path:
    """Return the gallery of the checkout that the package is in.

    No other folder is looked at: scripts are run, and one that only looks like a checkout may hold
    anything.
    """
    folder = Path(__file__).resolve().parents[2]
    project = folder / "pyproject.toml"
    if project.is_file() and _PROJECT in project.read_text(encoding="utf-8", errors="replace"):
        return folder / "gallery"
    raise NoGallery(
        "the gallery needs a checkout of the project with its gallery/ folder:"
        " name that folder by --gallery, or install the package from the checkout with"
        " pip install -e ."
    )


def _is_hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith((".", "_")) for part in path.relative_to(folder).parts)


def _named(scripts: Sequence[Path], name: str) -> list[Path]:
    """Return the scripts with this name or matching it as a glob, else those containing it."""
    wanted = Path(name).name.removesuffix(".py")
    for pattern in [wanted, f"*{wanted}*"] if wanted else []:
        if found := [path for path in scripts if _matches(path, pattern)]:
            return found
    near = get_close_matches(wanted, [_short(path) for path in scripts], n=3, cutoff=0)
    raise click.BadParameter(
        f"no gallery script is called {name!r}; the nearest: {', '.join(near)}",
        param_hint="'--only'",
    )


def _matches(path: Path, pattern: str) -> bool:
    return fnmatchcase(path.stem, pattern) or fnmatchcase(_short(path), pattern)


def _short(path: Path) -> str:
    return path.stem.removeprefix("plot_")


def _run(script: Path, out: Path, formats: Sequence[str]) -> Outcome:
    """Run a script with matplotlib's defaults, and save the figures that it leaves open."""
    import matplotlib
    from matplotlib import pyplot as plt

    start = time.perf_counter()
    files: list[Path] = []
    error = ""
    matplotlib.use("Agg")
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        try:
            _execute(script)
            files += _save_open_figures(out, script.stem, formats)
        except (Exception, SystemExit) as failure:
            # As a traceback of one line ends.
            error = ": ".join([type(failure).__name__, *str(failure).strip().splitlines()[-1:]])
        finally:
            plt.close("all")
    return Outcome(script, tuple(files), time.perf_counter() - start, error)


def _execute(script: Path) -> None:
    """Run a script as ``python script`` would, with its own folder and arguments, but no output.

    The working folder stays the same.
    """
    path, argv = sys.path[:], sys.argv[:]
    sys.path.insert(0, os.fspath(script.parent))
    sys.argv[:] = [os.fspath(script)]
    try:
        with redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "FigureCanvasAgg is non-interactive", UserWarning)
            runpy.run_path(os.fspath(script), run_name="__main__")
    except SystemExit as end:
        if end.code:
            raise
    finally:
        sys.path[:], sys.argv[:] = path, argv


def _save_open_figures(out: Path, stem: str, formats: Sequence[str]) -> Iterator[Path]:
    """Save figures as ``<script>.<format>``, ``<script>_2.<format>``, ... with descriptions."""
    import matplotlib
    from matplotlib import pyplot as plt

    from prplot import savefig

    for count, number in enumerate(plt.get_fignums(), start=1):
        name = stem if count == 1 else f"{stem}_{count}"
        figure = plt.figure(number)
        # There is nothing to say of a figure without axes.
        alt = "auto" if figure.axes else None
        for suffix in formats:
            path = out / f"{name}.{suffix}"
            # The version of matplotlib is left out: another one may draw the same.
            told = {"metadata": {"Software": None}} if suffix == "png" else {}
            with matplotlib.rc_context({"savefig.bbox": None}):
                savefig(figure, path, alt=alt, alt_file=True, save_kws={"dpi": DPI, **told})
            yield path


def _table(outcomes: Iterable[Outcome]) -> str:
    """Return a line for each file and at least one for each script."""
    rows = [("script", "figures", "seconds", "status")]
    for outcome in outcomes:
        # In thousands of bytes, rounded up.
        files = [f"{path.name} ({-(-path.stat().st_size // 1000)} kB)" for path in outcome.files]
        status = f"failed: {outcome.error}" if outcome.error else "ok"
        first, *others = files or ["none"]
        rows.append((outcome.script.stem, first, f"{outcome.seconds:.1f}", status))
        rows += [("", file, "", "") for file in others]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = (f"{a:{widths[0]}}  {b:{widths[1]}}  {c:>7}  {d}" for a, b, c, d in rows)
    return "\n".join(line.rstrip() for line in lines)


def _counts(outcomes: Sequence[Outcome]) -> str:
    """Return scripts, figures and failures in a line."""
    figures = len({path.stem for outcome in outcomes for path in outcome.files})
    counts = ((len(outcomes), "script"), (figures, "figure"))
    words = [f"{number} {noun}{'' if number == 1 else 's'}" for number, noun in counts]
    failed = sum(bool(outcome.error) for outcome in outcomes)
    seconds = sum(outcome.seconds for outcome in outcomes)
    return f"{', '.join(words)}, {failed} failed, {seconds:.1f} s"
