"""The commands of the command line, what they print, and the figures that they draw."""

from __future__ import annotations

import math
import os
import re
import runpy
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

import prplot
from prplot.cli.loading import FILES, LABELS_AND_SCORES, READING, DataFile, arguments
from prplot.cli.shell import (
    FORMS,
    OUTPUT,
    STDOUT,
    SUFFIXES,
    Texts,
    as_texts,
    check_outputs,
    complaining,
    declared,
    forms_of,
    given_to,
    like,
    none_as,
    option,
    options_of,
    write,
)

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
    # A style begins with what it is for.
    starts = {
        name: re.split("[.;]", path.read_text(encoding="utf-8"))[0].removeprefix("# For ")
        for name, path in styles_of_prplot().items()
    }
    width = max(map(len, starts))
    for name, purpose in starts.items():
        click.echo(f"{name:<{width}}  {purpose}")


# Figures

FIGURES = {one: one for one in ("png", "pdf", "svg", "html", "eps", "jpg", "webp", "pgf")}
# Inches of each unit of length; the pt is that of TeX.
UNITS = {"in": 1.0, "cm": 1 / 2.54, "mm": 1 / 25.4, "pt": 1 / 72.27}
# The word for a description that `describe` writes.
AUTO = "auto"


@like("3.25in, 8.25cm, 82mm or 234pt")
def length(text: str) -> float:
    """Return inches."""
    inches = float(text[:-2]) * UNITS.get(text[-2:], 0)
    if not 0 < inches < math.inf:
        raise ValueError
    return inches


DESCRIBED = "Description for readers who can't see the figure; auto writes one, none omits it."
LOOK = [
    option("--style styles", "NAME", "Style such as paper, or a path; repeatable.", multiple=True),
    option("--width", "LENGTH", "Width, such as 3.25in, 8.25cm or 234pt.", type=length),
    option("--height", "LENGTH", "Height; by default in proportion to the width.", type=length),
    option("--dpi", "N", "Resolution in dots per inch.", type=click.FloatRange(min=1)),
    option("--title", "TEXT", "Title of the figure."),
    option("--alt", "TEXT", DESCRIBED, default=AUTO, **none_as(None)),
]


def styles_of_prplot() -> dict[str, Path]:
    """Return the paths of the style files of the package by their names."""
    folder = Path(prplot.__path__[0], "styles")
    return {path.stem: path for path in sorted(folder.glob("*.mplstyle"))}


def drawn(
    function: str, arguments: Mapping[str, Any], forms: Mapping[str, str], look: Mapping[str, Any]
) -> dict[str, bytes]:
    """Draw a figure; return the contents of its files.

    Parameters
    ----------
    function : str
        A public function.
    arguments : dict
        Its arguments.
    forms : dict of path to format
        The files.
    look : dict
        The values of the options of `LOOK`; lengths are in inches, and no description is None.
    """
    import matplotlib
    from matplotlib import pyplot as plt

    matplotlib.use("agg")
    own = styles_of_prplot()
    with plt.rc_context():
        for name in look["styles"]:
            try:
                plt.style.use(str(own.get(name, name)))
            except OSError:
                raise click.UsageError(f"style {name!r} is none of {', '.join(own)}") from None
        # Panels come in an array, a single one alone.
        found = getattr(prplot, function)(**arguments)
        panels = list(found.flat) if hasattr(found, "flat") else [found]
        figure = panels[0].figure
        _resize(figure, look["width"], look["height"])
        if look["title"] is not None:
            (panels[0].set_title if len(panels) == 1 else figure.suptitle)(look["title"])
        contents = _saved(figure, forms, look)
        plt.close(figure)
    return contents


def _resize(figure: Any, width: float | None, height: float | None) -> None:
    """Give a figure its size; a missing height or width keeps the proportions."""
    if width is None and height is None:
        return
    wide, high = figure.get_size_inches()
    figure.set_size_inches(width or height * wide / high, height or width * high / wide)
    if figure.get_layout_engine() is None:
        # The margins of a large figure are too narrow for the labels of a small one.
        figure.set_layout_engine("constrained")


def _saved(figure: Any, forms: Mapping[str, str], look: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the contents of files, and descriptions for formats that can't store one."""
    from matplotlib import rc_context

    found: dict[str, bytes] = {}
    beside: dict[str, bytes] = {}
    settings: Any = {"savefig.bbox": None, "savefig.dpi": look["dpi"] or "figure"}
    with TemporaryDirectory() as folder, rc_context(settings):
        for number, (text, form) in enumerate(forms.items()):
            path = Path(folder, f"{number}.{form}")
            prplot.savefig(figure, path, alt=look["alt"], title=look["title"])
            found[text] = path.read_bytes()
            words = path.with_suffix(".alt.txt")
            if words.exists() and text != STDOUT:
                beside[str(Path(text).with_suffix(".alt.txt"))] = words.read_bytes()
    return found | beside


# Commands


def run(function: str, files: Files, output: Texts, form: str | None, **given: Any) -> None:
    """Draw the figure of a function, or print or write its table; of a comparison both."""
    look = {str(one.name): given.pop(str(one.name), None) for one in LOOK}
    digits = given.pop("digits", 0)
    figures, tables = _outputs(function, files, output, form)
    inputs = [one.path for one in (*files, given["labels"]) if one is not None]
    check_outputs([*figures, *tables], inputs)
    data = arguments(files, given)
    data |= given_to(given)
    shown, contents = data, dict[str, bytes]()
    with complaining(files[0].text if len(files) == 1 else f"{files[0].text} ... {files[-1].text}"):
        if tables:
            of_figure = {name: data.pop(name) for name in OF_FOREST if name in data}
            found = getattr(prplot, function)(**data)
            shown = {"y_true": found, **of_figure}
            table = found.to_frame() if function == "compare" else found
            if function != "summary":
                table = table.set_index(table.columns[0])
            contents |= as_texts(table, tables, digits)
        if figures:
            plot = "plot_comparison" if tables else function
            contents |= drawn(plot, shown, figures, look)
    # Descriptions beside figures are outputs, too.
    check_outputs(list(contents), inputs)
    write(contents)


def _outputs(
    function: str, files: Files, output: Texts, form: str | None
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the formats of figures and of tables, by path."""
    if function.startswith("plot_"):
        # By default, a figure is called like the data.
        paths = output or [f"{os.fsdecode(files[0].name.encode())}.{form or 'png'}"]
        return forms_of(paths, form, FIGURES), {}
    is_drawn = [function == "compare" and Path(one).suffix.lower()[1:] in FIGURES for one in output]
    figures = [one for one, is_figure in zip(output, is_drawn, strict=True) if is_figure]
    tables = [one for one in output if one not in figures] or [STDOUT]
    return forms_of(figures, None, FIGURES), forms_of(tables, form, SUFFIXES, piped="text")


def _add(name: str, function: str, about: str, *options: click.Option) -> None:
    """Add a command that reads files for a function of the library."""
    params = [FILES, OUTPUT, *LABELS_AND_SCORES, *options, *READING]
    words: dict[str, Any] = {"help": f"{about}\n\n{ABOUT_FILES}", "short_help": about}
    name = name.replace("_", "-")
    main.add_command(click.Command(name, None, partial(run, function), params, **words))


FORMAT = "Output format, if no suffix sets it."
OF_FIGURES = [*LOOK, option("--format form", None, FORMAT, type=click.Choice(list(FIGURES)))]
OF_TABLES = [
    option("--format form", None, FORMAT, type=click.Choice(list(FORMS))),
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
    _add(_name, _plot, _about, *options_of(_plot), *OF_FIGURES)
_summary, _threshold = options_of("summary"), options_of("operating_points", "operating_point")
_add("summary", "summary", AREAS, *_summary, *OF_TABLES)
_add("threshold", "operating_points", POINTS, *_threshold, *OF_TABLES)
_add("compare", "compare", PAIRS, *options_of("plot_comparison"), *LOOK, *OF_TABLES)
