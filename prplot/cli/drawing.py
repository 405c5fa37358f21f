"""Figures of the command line: drawn in styles and sizes, shown or saved."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import IO, Any, NamedTuple

import click

from prplot.cli.outputs import STDOUT

FIGURES = ("png", "pdf", "svg", "eps", "jpg", "webp", "pgf")
# Backends of matplotlib that only write files, or show figures inside of notebooks.
WITHOUT_WINDOW = {
    "agg",
    "cairo",
    "pdf",
    "pgf",
    "ps",
    "svg",
    "template",
    "inline",
    "nbagg",
    "webagg",
}
# The word for a description that describe writes, and formats that have no place for one.
AUTO = "auto"
WITHOUT_WORDS = ("eps", "jpg", "webp", "pgf")


class Plot(NamedTuple):
    """A command that draws: its function, what its help says, and the options of its own."""

    function: str
    help: str
    options: tuple[str, ...]


_AVERAGE = ("style", "clusters", "estimator", "errorbar", "n_boot", "seed")
_LAYERS = ("show_chance", "show_isometrics", "show_hull", "beta", "levels", "thresholds")
_CURVES = (*_AVERAGE, *_LAYERS, "show_points", "color", "palette", "score", "legend", "average")

PLOTS = {
    "pr": Plot(
        "plot_pr",
        "Draw precision against recall, and what can't be reached.",
        (*_CURVES, "show_min", "show_baseline", "prevalence", "interpolation"),
    ),
    "roc": Plot(
        "plot_roc",
        "Draw the true positive rate against the false positive rate.",
        (*_CURVES, "show_calibration"),
    ),
    "prg": Plot(
        "plot_prg",
        "Draw precision gain against recall gain.",
        (
            *(one for one in _CURVES if one != "show_chance"),
            *("show_baseline", "show_calibration", "prevalence"),
        ),
    ),
    "npr": Plot(
        "plot_npr",
        "Draw precision against recall, scaled so that all can be reached.",
        (*_CURVES, "show_baseline", "prevalence"),
    ),
    "spaces": Plot(
        "plot_spaces",
        "Draw the curves in several spaces side by side.",
        (
            *(one for one in _CURVES if one != "thresholds"),
            *("spaces", "show_min", "show_baseline", "prevalence"),
        ),
    ),
    "hull": Plot(
        "plot_hull",
        "Draw the curves with their hulls in ROC and PR space.",
        (
            *("style", "estimator", "errorbar", "color", "palette", "legend"),
            *("show_min", "show_chance", "prevalence"),
        ),
    ),
    "thresholds": Plot(
        "plot_thresholds",
        "Draw precision, recall and F1 against the threshold.",
        (
            *("clusters", "errorbar", "n_boot", "seed", "color", "palette", "legend"),
            *("metrics", "mark", "x", "beta", "show_min", "show_rate"),
        ),
    ),
}


@dataclass(frozen=True)
class FigureSettings:
    """How a figure looks.

    Attributes
    ----------
    styles : sequence of str
        Names of styles of prplot or matplotlib, or paths of style files.
    width, height : float, optional
        In inches.
    dpi : float, optional
    title : str, optional
    alt : str or None
        The description in the files, or beside those that can't hold one: "auto" is what `describe`
        says, None is none.
    """

    styles: Sequence[str] = ()
    width: float | None = None
    height: float | None = None
    dpi: float | None = None
    title: str | None = None
    alt: str | None = AUTO


def styled(styles: Sequence[str]) -> AbstractContextManager[Any]:
    """Return a context in which figures have some styles.

    Raises
    ------
    click.BadParameter
        No style, and no file of settings, of some name.
    """
    from matplotlib import style

    return style.context([_style(name) for name in styles])


def _style(name: str) -> str:
    """Return a name or path that matplotlib knows."""
    from matplotlib import style

    own = styles_of_prplot()
    if name in own:
        return str(own[name])
    if name in style.available or name == "default" or _has_settings(Path(name)):
        return name
    near = get_close_matches(name, [*own, *style.available], n=1)
    meant = f"did you mean {near[0]}? " if near else ""
    raise click.BadParameter(
        f"there is no style or file of settings {name!r}; {meant}prplot styles lists those for"
        " papers",
        param_hint="'--style'",
    )


def _has_settings(path: Path) -> bool:
    """Return whether a file has a line such as lines.linewidth: 2."""
    from matplotlib import rcParams

    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    except UnicodeError:
        return False
    return any(line.partition(":")[0].strip() in rcParams for line in lines)


def styles_of_prplot() -> dict[str, Path]:
    """Return the paths of the style files of the package by their names."""
    folder = Path(__file__).parents[1] / "styles"
    return {path.stem: path for path in sorted(folder.glob("*.mplstyle"))}


def choose_backend(for_window: bool) -> bool:
    """Prepare matplotlib for a window, or for files only; return whether there is a window."""
    import matplotlib

    if for_window and str(matplotlib.get_backend()).lower() not in WITHOUT_WINDOW:
        return True
    matplotlib.use("agg")
    return False


def drawn(plot: Plot, arguments: Mapping[str, Any], look: FigureSettings) -> Any:
    """Draw a figure.

    Parameters
    ----------
    plot : Plot
    arguments : dict
        Of the function.
    look : FigureSettings

    Returns
    -------
    matplotlib.figure.Figure
    """
    import prplot

    # Panels come in an array, a single one alone.
    found = getattr(prplot, plot.function)(**arguments)
    panels = list(found.flat) if hasattr(found, "flat") else [found]
    figure = panels[0].figure
    _resize(figure, look)
    if look.title is not None:
        (panels[0].set_title if len(panels) == 1 else figure.suptitle)(look.title)
    return figure


def _resize(figure: Any, look: FigureSettings) -> None:
    """Give a figure its size; a missing height or width keeps the proportions."""
    if look.width is None and look.height is None:
        return
    width, height = figure.get_size_inches()
    new_width = look.width if look.width is not None else look.height * width / height
    new_height = look.height if look.height is not None else look.width * height / width
    figure.set_size_inches(new_width, new_height)
    if figure.get_layout_engine() is None:
        # The margins of a large figure are too narrow for the labels of a small one.
        figure.set_layout_engine("constrained")


def save(figure: Any, stream: IO[bytes], form: str, look: FigureSettings) -> None:
    """Write a figure with its description in a format, as large as it is."""
    from tempfile import TemporaryDirectory

    from matplotlib import rc_context

    from prplot import savefig

    settings: Any = {"savefig.bbox": None, "savefig.dpi": look.dpi or "figure"}
    with TemporaryDirectory() as folder, rc_context(settings):
        path = Path(folder) / f"figure.{form}"
        savefig(figure, path, alt=look.alt, title=look.title, alt_file=False)
        stream.write(path.read_bytes())


def save_words(figure: Any, stream: IO[bytes], look: FigureSettings) -> None:
    """Write the description of a figure as a text."""
    from prplot import describe

    stream.write(f"{describe(figure) if look.alt == AUTO else look.alt}\n".encode())


def words_beside(forms: Mapping[str, str], look: FigureSettings) -> list[str]:
    """Return the text files for the descriptions of figures whose formats hold none.

    Raises
    ------
    click.UsageError
        A description of the user's that no output has a place for.
    """
    if look.alt is None:
        return []
    piped = forms.get(STDOUT)
    if look.alt != AUTO and len(forms) == 1 and piped in WITHOUT_WORDS:
        *others, last = (one for one in FIGURES if one not in WITHOUT_WORDS)
        raise click.UsageError(
            f"--alt has no place on standard output in {piped}; write to a file, or use --format "
            f"{', '.join(others)} or {last}"
        )
    paths = [Path(text) for text, form in forms.items() if text != STDOUT and form in WITHOUT_WORDS]
    return list(dict.fromkeys(os.fspath(path.with_suffix(".alt.txt")) for path in paths))


def check_shown(look: FigureSettings) -> None:
    """Raise an error of usage for what only a file can have, before a window shows the figure."""
    chosen = {"--alt": look.alt not in (None, AUTO), "--dpi": look.dpi}
    if unused := [option for option, is_given in chosen.items() if is_given]:
        *others, last = unused
        names = f"{', '.join(others)} and {last} are" if others else f"{last} is"
        raise click.UsageError(f"{names} for files, not for a window; name a file with -o")


def show() -> None:
    """Show the figures in windows until these are closed."""
    from matplotlib import pyplot as plt

    plt.show()


def close(figure: Any) -> None:
    """Forget a figure."""
    from matplotlib import pyplot as plt

    plt.close(figure)
