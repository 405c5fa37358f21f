"""Figures of the command line: drawn in styles and sizes, shown or saved."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

import prplot
from prplot.cli.options import like, none_as, option
from prplot.cli.outputs import STDOUT

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


def table_of_styles() -> str:
    """Return a line for each style: its name and its purpose."""
    # A style begins with what it is for.
    starts = {
        name: re.split("[.;]", path.read_text(encoding="utf-8"))[0].removeprefix("# For ")
        for name, path in styles_of_prplot().items()
    }
    width = max(map(len, starts))
    return "\n".join(f"{name:<{width}}  {purpose}" for name, purpose in starts.items())


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
