"""The command that draws the gallery, and its options with several values."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from prplot.cli.complaints import tell
from prplot.cli.gallery.script_runner import FORMATS

if TYPE_CHECKING:
    from prplot.cli.gallery.script_runner import Outcome

# How many running scripts the progress bar names.
_NAMES_SHOWN = 2


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
        return super().parse_args(ctx, list(repeat_names(args, several)))


def repeat_names(args: Iterable[str], several: set[str]) -> Iterator[str]:
    """Rewrite ``--a x y`` as ``--a x --a y``.

    Parameters
    ----------
    args : iterable of str
        Arguments as typed.
    several : set of str
        The options that take several values.

    Yields
    ------
    str
        The arguments with the option's name repeated.

    Examples
    --------
    >>> " ".join(repeat_names("--a x y --b z".split(), {"--a"}))
    '--a x --a y --b z'
    """
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


@click.command(cls=Command)
@click.option(
    "--only",
    cls=Several,
    metavar="NAME ...",
    help="Scripts to run, with or without plot_; a glob or a part of the name will do.",
)
@click.option(
    "--formats",
    cls=Several,
    type=click.Choice(FORMATS),
    default=["png"],
    show_default=True,
    metavar="FORMAT ...",
    help=f"What to save figures as: {', '.join(FORMATS)}.",
)
@click.option(
    "--gallery",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    show_default="that of the checkout from which prplot is installed",
    help="Folder of the scripts.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    show_default="_figures in the folder of the scripts",
    help="Folder for the figures.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    default=lambda: os.cpu_count() or 1,
    show_default="one per core",
    help="Scripts run at the same time.",
)
@click.pass_context
def gallery(
    ctx: click.Context,
    only: Sequence[str],
    formats: Sequence[str],
    folder: Path | None,
    out: Path | None,
    jobs: int,
) -> None:
    """Run the scripts of the gallery and save their figures.

    The scripts are those of the checkout from which the package is installed, whatever the working
    folder. Exits with 1 if a script fails; the others still run.
    """
    from prplot.cli.gallery.galleries import count_up, table

    folder, scripts = _find(folder, only)
    tell(f"running scripts in {folder}")
    out = out or folder / "_figures"
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"the folder for the figures can't be made: {error}") from None
    start = time.perf_counter()
    outcomes = _run(scripts, out, list(dict.fromkeys(formats)), jobs)
    click.echo(table(outcomes))
    click.echo(f"{count_up(outcomes, time.perf_counter() - start)} -> {out}")
    ctx.exit(int(any(outcome.error for outcome in outcomes)))


def _find(folder: Path | None, only: Sequence[str]) -> tuple[Path, list[Path]]:
    """Return the gallery's folder and the chosen scripts, or end with an error of click."""
    from prplot.cli.gallery.galleries import choose_scripts, find_gallery, find_scripts

    try:
        folder = find_gallery() if folder is None else folder.resolve()
        scripts = find_scripts(folder)
    except (FileNotFoundError, ValueError) as error:
        raise NoGallery(str(error)) from error
    try:
        return folder, choose_scripts(scripts, only)
    except LookupError as error:
        raise click.BadParameter(str(error), param_hint="'--only'") from error


def _run(scripts: list[Path], out: Path, formats: list[str], jobs: int) -> list[Outcome]:
    """Run the scripts behind a progress bar; return their outcomes in the order of the scripts."""
    from prplot.cli.gallery.galleries import run_gallery
    from prplot.inputs.samples import progress_bar

    with progress_bar(len(scripts), "scripts", "script", leave=True) as advance:

        def show(names: list[str]) -> None:
            more = ", ..." if len(names) > _NAMES_SHOWN else ""
            advance(0, ", ".join(names[:_NAMES_SHOWN]) + more)

        outcomes = {}
        for outcome in run_gallery(scripts, out, formats, jobs, show):
            outcomes[outcome.script] = outcome
            advance()
    return [outcomes[script] for script in scripts]
