"""The commands of the command line, their options, and what they print."""

import os
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from prplot import __version__
from prplot import summary as summary_of
from prplot.cli.galleries import choose_scripts, find_gallery, find_scripts, run_gallery
from prplot.cli.script_runner import METADATA, Outcome
from prplot.inputs.files import read_predictions
from prplot.inputs.samples import progress_bar

# How many running scripts the progress bar names.
_NAMES_SHOWN = 2


def _as_latex(table: Any, digits: int) -> str:
    style = table.style.format(precision=digits, escape="latex")
    style = style.format_index(escape="latex").format_index(escape="latex", axis="columns")
    text: str = style.to_latex(hrules=True)
    return text


# The formats of a table, as functions of it and the number of digits.
FORMS: dict[str, Callable[[Any, int], str]] = {
    "text": lambda table, digits: str(table.to_string(float_format=f"{{:.{digits}f}}".format)),
    "csv": lambda table, digits: str(table.to_csv(index_label="curve")),
    "latex": _as_latex,
}


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


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="prplot")
def main() -> None:
    """Precision-recall analysis done right."""


@main.command(cls=Command)
@click.option(
    "--only",
    cls=Several,
    metavar="NAME ...",
    help="Scripts to run, with or without plot_; a glob or a part of the name will do.",
)
@click.option(
    "--formats",
    cls=Several,
    type=click.Choice(list(METADATA)),
    default=["png"],
    show_default=True,
    metavar="FORMAT ...",
    help=f"What to save figures as: {', '.join(METADATA)}.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    show_default="gallery/_figures",
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
    ctx: click.Context, only: Sequence[str], formats: Sequence[str], out: Path | None, jobs: int
) -> None:
    """Run the scripts of the gallery and save their figures.

    Works in a checkout of the project. Exits with 1 if a script fails; the others still run.
    """
    folder, scripts = _find(only)
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


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--y-true", metavar="COLUMN", help="The labels.", show_default="first column")
@click.option(
    "--y-score",
    metavar="COLUMN",
    multiple=True,
    show_default="all other columns of numbers",
    help="The scores of one model; may be given several times.",
)
@click.option("--sample-weight", metavar="COLUMN", help="The weights, which are no scores then.")
@click.option("--pos-label", metavar="LABEL", help="The positive label, such as 1 or yes.")
@click.option(
    "--missing",
    type=click.Choice(["raise", "drop"]),
    default="raise",
    show_default=True,
    help="Refuse rows that lack a value, or leave them out.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMS)),
    default="text",
    show_default=True,
    help="How to write the table; csv has all digits.",
)
@click.option("--digits", type=click.IntRange(0, 16), default=3, show_default=True)
def summary(
    file: Path,
    y_true: str | None,
    y_score: Sequence[str],
    sample_weight: str | None,
    pos_label: str | None,
    missing: str,
    form: str,
    digits: int,
) -> None:
    """Print the areas of the models in FILE, and what bounds them.

    FILE is a table with a header: comma-separated (.csv), tab-separated (.tsv, .txt) or Parquet.
    """
    try:
        predictions = read_predictions(file, y_true, y_score, sample_weight, missing)
        label = None if pos_label is None else _label_like(pos_label, predictions.y_true)
        with warnings.catch_warnings(record=True) as given:
            warnings.simplefilter("always")
            table = summary_of(
                predictions.y_true,
                predictions.y_score,
                pos_label=label,
                sample_weight=predictions.sample_weight,
                missing=missing,
            )
        for warning in given:
            click.echo(f"Warning: {warning.message}", err=True)
        click.echo(FORMS[form](table, digits).rstrip("\n"))
    except (ImportError, TypeError, ValueError) as error:
        raise click.ClickException(str(error)) from error


def _label_like(text: str, labels: Any) -> Any:
    """Return the label with this text, also 1.0 for 1; the text itself if there is none."""
    for label in set(labels.tolist()):
        forms = {str(label)}
        if isinstance(label, float):
            forms.add(f"{label:g}")
        if isinstance(label, bool):
            forms.add(str(label).lower())
        if text in forms:
            return label
    return text


def _find(only: Sequence[str]) -> tuple[Path, list[Path]]:
    """Return the gallery's folder and the chosen scripts, or end with an error of click."""
    try:
        folder = find_gallery(Path.cwd())
        scripts = find_scripts(folder)
    except (FileNotFoundError, ValueError) as error:
        raise NoGallery(str(error)) from error
    try:
        return folder, choose_scripts(scripts, only)
    except LookupError as error:
        raise click.BadParameter(str(error), param_hint="'--only'") from error


def _run(scripts: list[Path], out: Path, formats: list[str], jobs: int) -> list[Outcome]:
    """Run the scripts behind a progress bar; return their outcomes in the order of the scripts."""
    with progress_bar(len(scripts), "scripts", "script", leave=True) as advance:

        def show(names: list[str]) -> None:
            more = ", ..." if len(names) > _NAMES_SHOWN else ""
            advance(0, ", ".join(names[:_NAMES_SHOWN]) + more)

        outcomes = {}
        for outcome in run_gallery(scripts, out, formats, jobs, show):
            outcomes[outcome.script] = outcome
            advance()
    return [outcomes[script] for script in scripts]


def table(outcomes: Iterable[Outcome]) -> str:
    """Return outcomes as a table, a line for each file and at least one for each script.

    Parameters
    ----------
    outcomes : iterable of Outcome
        The results of the scripts.

    Returns
    -------
    str
        Lines with the columns script, figures, seconds and status.
    """
    rows = [("script", "figures", "seconds", "status")]
    for outcome in outcomes:
        files = [f"{file.path.name} ({_size(file.size)})" for file in outcome.files] or ["none"]
        status = f"failed: {outcome.error}" if outcome.error else "ok"
        rows.append((outcome.script.stem, files[0], f"{outcome.seconds:.1f}", status))
        rows += [("", file, "", "") for file in files[1:]]
    first, second = (max(len(row[column]) for row in rows) for column in (0, 1))
    lines = (f"{a:{first}}  {b:{second}}  {c:>7}  {d}" for a, b, c, d in rows)
    return "\n".join(line.rstrip() for line in lines)


def count_up(outcomes: Sequence[Outcome], seconds: float) -> str:
    """Count scripts, figures and failures in one line.

    Parameters
    ----------
    outcomes : sequence of Outcome
        The results of the scripts.
    seconds : float
        Duration of the whole run.

    Returns
    -------
    str
        Such as ``9 scripts, 9 figures, 0 failed, 8.1 s``.
    """
    figures = sum(outcome.figures for outcome in outcomes)
    failed = sum(bool(outcome.error) for outcome in outcomes)
    counts = f"{_count(len(outcomes), 'script')}, {_count(figures, 'figure')}"
    return f"{counts}, {failed} failed, {seconds:.1f} s"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _size(size: int) -> str:
    """Return a size such as 41 kB, in thousands of bytes rounded up."""
    return f"{-(-size // 1000)} kB"
