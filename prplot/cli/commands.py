"""The commands of the command line, their options, and what they print."""

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from prplot import __version__
from prplot.cli.complaints import Program, complaining
from prplot.cli.drawing import (
    FIGURES,
    PLOTS,
    FigureSettings,
    Plot,
    check_shown,
    choose_backend,
    close,
    drawn,
    save,
    save_words,
    show,
    styled,
    words_beside,
)
from prplot.cli.gallery import gallery
from prplot.cli.guesses import Asked
from prplot.cli.loading import DataFile, Wanted, arguments
from prplot.cli.options import (
    BY_ARGUMENT,
    COLUMNS,
    FILES,
    LOOK,
    READING,
    of_function,
    with_options,
)
from prplot.cli.outputs import STDOUT, check_outputs, check_used, form_of, has_terminal, write
from prplot.cli.printing import FORMS, SUFFIXES
from prplot.cli.style_list import styles

OUTPUT = click.option(
    "-o",
    "--output",
    multiple=True,
    metavar="OUT",
    help="A file to write, whose suffix tells its format; several times; - is standard output.",
)
# What a table takes beside columns.
SUMMED = ("clusters", "estimator", "errorbar", "n_boot", "seed", "score")
ABOUT_FILES = (
    "FILE is a table with named columns: .csv, .tsv, .txt, .parquet, .feather, .jsonl or .json,"
    " also with .gz or .zst; - is standard input. Several FILEs have a curve each, named by their"
    " files or as NAME=FILE. COL is a name, or @3 for the third column."
)


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="prplot")
def main() -> None:
    """Precision-recall analysis done right.

    To begin: prplot pr predictions.csv -o pr.pdf
    """


main.add_command(gallery)
main.add_command(styles)


def _curve_command(name: str, plot: Plot) -> click.Command:
    """Return the command of a plot."""

    def draw(
        files: Sequence[DataFile], output: Sequence[str], form: str | None, **given: Any
    ) -> None:
        look = FigureSettings(
            **{field: given.pop(field) for field in FigureSettings.__dataclass_fields__}
        )
        forms = {text: form_of(text, form, FIGURES) for text in output}
        check_used(form, forms)
        check_outputs([*output, *words_beside(forms, look)], _paths(files))
        wanted = _wanted(given)
        is_window = choose_backend(for_window=not forms and form is None and has_terminal())
        if is_window:
            check_shown(look)
        elif not forms:
            chosen = form or "png"
            forms = {f"{os.fsdecode(files[0].name.encode())}.{chosen}": chosen}
            check_outputs([*forms, *words_beside(forms, look)], _paths(files))
        with styled(look.styles):
            data = arguments(files, wanted)
            with complaining(_texts(files)):
                figure = drawn(plot, {**data, **of_function(given)}, look)
                if is_window:
                    show()
                saved = {
                    text: partial(save, figure, form=one, look=look) for text, one in forms.items()
                }
                words = partial(save_words, figure, look=look)
                write({**saved, **dict.fromkeys(words_beside(forms, look), words)})
                close(figure)

    form = click.option(
        "--format",
        "form",
        type=click.Choice(FIGURES),
        help="The format where no suffix tells it: -o -, a name without one, or no -o.",
    )
    own = (BY_ARGUMENT[one] for one in plot.options)
    options = [FILES, OUTPUT, *COLUMNS, *own, *LOOK, form, *READING]
    about = f"{plot.help}\n\n{ABOUT_FILES}"
    return click.command(name, help=about, short_help=plot.help)(with_options(options)(draw))


for _name, _plot in PLOTS.items():
    main.add_command(_curve_command(_name, _plot))


@main.command(help=f"Print the areas of models, and what bounds them.\n\n{ABOUT_FILES}")
@with_options([FILES, OUTPUT, *COLUMNS, *(BY_ARGUMENT[one] for one in SUMMED)])
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMS)),
    help="How to write the table: by default as OUT ends, or text; csv and json have all digits.",
)
@click.option("--digits", type=click.IntRange(0, 16), default=3, show_default=True)
@with_options(READING)
def summary(
    files: Sequence[DataFile], output: Sequence[str], form: str | None, digits: int, **given: Any
) -> None:
    """Print or write the table."""
    forms = {text: form_of(text, form, SUFFIXES) for text in output if text != STDOUT}
    if not forms or STDOUT in output:
        forms[STDOUT] = form or "text"
    check_used(form, forms)
    check_outputs(output, _paths(files))
    data = arguments(files, _wanted(given))
    with complaining(_texts(files)):
        import prplot

        table = prplot.summary(**data, **of_function(given))
        write({text: partial(_print, table, one, digits) for text, one in forms.items()})


def _print(table: Any, form: str, digits: int, stream: Any) -> None:
    stream.write(f"{FORMS[form](table, digits).rstrip()}\n".encode())


def _wanted(given: dict[str, Any]) -> Wanted:
    """Take from the options of a command those that say how files are understood."""
    asked = {key: given.pop(key, None) for key in Asked.__dataclass_fields__}
    suffix, sep = given.pop("input_format"), given.pop("sep")
    reading = {
        "suffix": None if suffix is None else f".{suffix}",
        "separator": sep,
        "header": not given.pop("no_header"),
        "encoding": given.pop("encoding"),
        "decimal": given.pop("decimal"),
    }
    others = {key: given.pop(key) for key in ("pos_label", "missing", "exact", "tolerance")}
    return Wanted(Asked(**asked), reading, **others)


def _paths(files: Sequence[DataFile]) -> list[Path]:
    return [source.path for source in files if source.contents is None]


def _texts(files: Sequence[DataFile]) -> str:
    """Return what messages call the data of files."""
    return files[0].text if len(files) == 1 else f"{files[0].text} ... {files[-1].text}"
