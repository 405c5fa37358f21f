"""The commands of the command line, and what they print."""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

import prplot
from prplot.cli import outputs
from prplot.cli.drawing import FIGURES, LOOK, drawn, table_of_styles
from prplot.cli.loading import FILES, LABELS_AND_SCORES, READING, DataFile, arguments
from prplot.cli.options import Texts, declared, given_to, option, options_of

Files = Sequence[DataFile]
FIGURE_COMMANDS = ("pr", "roc", "prg", "npr", "spaces", "hull", "thresholds", "net_benefit")
ABOUT_FILES = (
    "FILE is a table with named columns: CSV or other text, Parquet, Feather, JSON, Excel or NPZ,"
    " optionally compressed with gzip, bzip2, xz, zstd or zip; - is standard input. Each of several"
    " FILEs is a curve, named after the file or by NAME=FILE. COL is the name of a column."
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(prplot.__version__, prog_name="prplot")
def main() -> None:
    """Precision-recall analysis done right.

    To begin: prplot pr predictions.csv -o pr.pdf
    """


@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def gallery(options: Texts) -> None:
    """Run the gallery scripts of the checkout and save their figures.

    Such as: prplot gallery --only boyd_fig2 --formats png pdf. The options are those of python
    gallery --help.
    """
    path = Path(prplot.__path__[0]).resolve().parent / "gallery" / "__main__.py"
    if not path.exists():
        raise click.ClickException(f"there is no {path}; the gallery is a part of the checkout")
    sys.exit(runpy.run_path(str(path))["main"](list(options)))


@main.command()
def styles() -> None:
    """List the figure styles.

    Use a style with --style NAME, or in Python with plt.style.use("prplot.styles.NAME").
    """
    click.echo(table_of_styles())


def draw(function: str, files: Files, output: Texts, form: str | None, **given: Any) -> None:
    """Draw a figure into files, by default into one that is called like the data."""
    look = {str(one.name): given.pop(str(one.name)) for one in LOOK}
    paths = output or [f"{os.fsdecode(files[0].name.encode())}.{form or 'png'}"]
    forms = outputs.forms_of(paths, form, FIGURES)
    inputs = _inputs(files, given)
    outputs.check(paths, inputs)
    data = arguments(files, given)
    with outputs.complaining(_texts(files)):
        contents = drawn(function, {**data, **given_to(given)}, forms, look)
    # Descriptions beside figures are outputs, too.
    outputs.check(list(contents), inputs)
    outputs.write(contents)


def tabulate(function: str, files: Files, output: Texts, form: str | None, **given: Any) -> None:
    """Print or write a table with a row for each curve."""
    digits = given.pop("digits")
    forms = _forms(output, form)
    outputs.check(output, _inputs(files, given))
    data = arguments(files, given)
    with outputs.complaining(_texts(files)):
        table = getattr(prplot, function)(**data, **given_to(given))
        named = table if function == "summary" else table.set_index(table.columns[0])
        contents = outputs.as_texts(named, forms, digits)
    outputs.write(contents)


def compare(files: Files, output: Texts, form: str | None, **given: Any) -> None:
    """Print or write the table of a comparison, and write its figure."""
    look = {str(one.name): given.pop(str(one.name)) for one in LOOK}
    digits = given.pop("digits")
    figures = [one for one in output if Path(one).suffix.lower()[1:] in FIGURES]
    forms = _forms([one for one in output if one not in figures], form)
    outputs.check(output, _inputs(files, given))
    data = {**arguments(files, given), **given_to(given)}
    of_figure = {name: data.pop(name) for name in OF_FOREST if name in data}
    with outputs.complaining(_texts(files)):
        found = prplot.compare(**data)
        contents = outputs.as_texts(found.to_frame().set_index("name"), forms, digits)
        if figures:
            shown, forms = {"y_true": found, **of_figure}, outputs.forms_of(figures, None, FIGURES)
            contents |= drawn("plot_comparison", shown, forms, look)
    outputs.write(contents)


def _inputs(files: Files, given: Mapping[str, Any]) -> list[Path]:
    """Return the paths of all files that are read."""
    return [one.path for one in (*files, given["labels"]) if one is not None]


def _forms(paths: Texts, form: str | None) -> dict[str, str]:
    """Return the formats of a table, by default of text on standard output."""
    return outputs.forms_of(paths or [outputs.STDOUT], form, outputs.SUFFIXES, piped="text")


def _texts(files: Files) -> str:
    """Return the name of the data in messages."""
    return files[0].text if len(files) == 1 else f"{files[0].text} ... {files[-1].text}"


def _add(name: str, callback: Callable[..., None], about: str, *options: click.Option) -> None:
    """Add a command that reads files for a function of the library."""
    params = [FILES, outputs.OUTPUT, *LABELS_AND_SCORES, *options, *READING]
    name, help_ = name.replace("_", "-"), f"{about}\n\n{ABOUT_FILES}"
    main.add_command(click.Command(name, None, callback, params, help=help_, short_help=about))


FORMAT = "Output format, if no suffix sets it."
OF_FIGURES = [*LOOK, option("--format form", None, FORMAT, type=click.Choice(list(FIGURES)))]
OF_TABLES = [
    option("--format form", None, FORMAT, type=click.Choice(list(outputs.FORMS))),
    option("--digits", "N", "Number of decimal places.", type=click.IntRange(0, 16), default=3),
]
# The arguments of a comparison that only its figure has.
OF_FOREST = ("sort", "color", "show_zero", "show_p")
AREAS = "Print the areas under curves and their bounds."
POINTS = "Print the best threshold under a condition such as --precision 0.9."
PAIRS = "Print the differences between models on the same rows; -o draws them."
for _name in FIGURE_COMMANDS:
    _plot = f"plot_{_name}"
    _about = declared(_plot)[0].partition("\n")[0]
    _add(_name, partial(draw, _plot), _about, *options_of(_plot), *OF_FIGURES)
_summary, _threshold = options_of("summary"), options_of("operating_points", "operating_point")
_add("summary", partial(tabulate, "summary"), AREAS, *_summary, *OF_TABLES)
_add("threshold", partial(tabulate, "operating_points"), POINTS, *_threshold, *OF_TABLES)
_add("compare", compare, PAIRS, *options_of("plot_comparison"), *LOOK, *OF_TABLES)
