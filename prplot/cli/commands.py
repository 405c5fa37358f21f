"""The commands of the command line, and what they print."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import click

import prplot
from prplot.cli.complaints import Program, complaining
from prplot.cli.drawing import (
    AUTO,
    FIGURES,
    LOOK,
    FigureSettings,
    choose_backend,
    drawn,
    styled,
    table_of_styles,
)
from prplot.cli.gallery import gallery
from prplot.cli.loading import FILES, LABELS_AND_SCORES, READING, DataFile, Wanted, arguments
from prplot.cli.options import declared, given_to, options_of
from prplot.cli.outputs import FORMS, OUTPUT, STDOUT, SUFFIXES, check_outputs, forms_of, write

FIGURE_COMMANDS = ("pr", "roc", "prg", "npr", "spaces", "hull", "thresholds")
ABOUT_FILES = (
    "FILE is a table with named columns: .csv, .tsv, .txt, .parquet, .feather, .jsonl or .json,"
    " also with .gz or .zst; - is standard input. Several FILEs have a curve each, named by their"
    " files or as NAME=FILE. COL is a name, or @3 for the third column."
)


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(prplot.__version__, prog_name="prplot")
def main() -> None:
    """Precision-recall analysis done right.

    To begin: prplot pr predictions.csv -o pr.pdf
    """


main.add_command(gallery)


@main.command()
def styles() -> None:
    """List the styles of figures.

    The list has the size of figures in inches and of the letters of labels, ticks and legends in
    points. Use a style by --style NAME here, and in Python by
    plt.style.use("prplot.styles.NAME").
    """
    click.echo(table_of_styles())


def draw(
    function: str,
    files: Sequence[DataFile],
    output: Sequence[str],
    form: str | None,
    **given: Any,
) -> None:
    """Draw a figure into files, or in a window."""
    look = FigureSettings(**{name: given.pop(name) for name in FigureSettings._fields})
    wanted = Wanted.of(given)
    forms = forms_of(output, form, FIGURES)
    inputs = [one.path for one in files]
    is_window = choose_backend(for_window=not output and form is None and has_terminal())
    unused = ["--alt"] * (look.alt not in (None, AUTO)) + ["--dpi"] * (look.dpi is not None)
    if is_window and unused:
        raise click.UsageError(f"a window has no {' nor '.join(unused)}; name a file with -o")
    if not is_window and not output:
        chosen = form or "png"
        forms = {f"{os.fsdecode(files[0].name.encode())}.{chosen}": chosen}
    check_outputs(output or list(forms), inputs)
    with styled(look.styles):
        data = arguments(files, wanted)
        with complaining(_texts(files)):
            outputs = drawn(function, {**data, **given_to(given)}, forms, look)
    # Descriptions beside figures are outputs, too.
    check_outputs(list(outputs), inputs)
    write(outputs)


def has_terminal() -> bool:
    """Return whether standard output is a terminal."""
    return sys.stdout.isatty()


def summarize(
    files: Sequence[DataFile],
    output: Sequence[str],
    form: str | None,
    digits: int,
    **given: Any,
) -> None:
    """Print or write a table of areas."""
    wanted = Wanted.of(given)
    forms = forms_of(output or [STDOUT], form, SUFFIXES, piped="text")
    check_outputs(output, [one.path for one in files])
    data = arguments(files, wanted)
    with complaining(_texts(files)):
        table = prplot.summary(**data, **given_to(given))
        texts = {text: FORMS[one](table, digits).rstrip() for text, one in forms.items()}
    write({text: f"{held}\n".encode() for text, held in texts.items()})


def _texts(files: Sequence[DataFile]) -> str:
    """Return what messages call the data of files."""
    return files[0].text if len(files) == 1 else f"{files[0].text} ... {files[-1].text}"


def _command(
    name: str,
    function: str,
    callback: Callable[..., None],
    about: str,
    options: Sequence[click.Option],
) -> click.Command:
    """Return a command that reads files for a function of the library."""
    params = [FILES, OUTPUT, *LABELS_AND_SCORES, *options_of(function), *options, *READING]
    help_ = f"{about}\n\n{ABOUT_FILES}"
    return click.Command(name, callback=callback, params=params, help=help_, short_help=about)


def _format(choices: Iterable[str], text: str) -> click.Option:
    return click.Option(["--format", "form"], type=click.Choice(list(choices)), help=text)


OF_FIGURES = [
    *LOOK,
    _format(FIGURES, "The format where no suffix tells it: -o -, a name without one, or no -o."),
]
OF_TABLES = [
    _format(FORMS, "By default as OUT ends, or text; csv and json have all digits."),
    click.Option(
        ["--digits"],
        type=click.IntRange(0, 16),
        default=3,
        show_default=True,
        metavar="N",
        help="After the decimal point of text, Markdown and LaTeX.",
    ),
]
AREAS = "Print the areas of models, and what bounds them."
for _name in FIGURE_COMMANDS:
    _plot = f"plot_{_name}"
    _about = declared(_plot)[0].partition("\n")[0]
    main.add_command(_command(_name, _plot, partial(draw, _plot), _about, OF_FIGURES))
main.add_command(_command("summary", "summary", summarize, AREAS, OF_TABLES))
