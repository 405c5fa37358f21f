"""Names over several lines, broken where a reader would break them."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.offsetbox import DrawingArea
from matplotlib.patches import Patch
from matplotlib.text import Text
from matplotlib.transforms import Affine2D

from prplot.draw.tables import Cell

# Formulas and numbers in brackets stay whole; else a line may end after a space, "_" or "-".
_PIECES = re.compile(r"\$[^$]*\$|\([^()]*\)$|[^\s_$-]*[\s_-]+|[^\s_$-]+|\$")
_FORMULA = re.compile(r"\$[^$]+\$")
# A formula is kept or left out as one letter.
_LETTERS = re.compile(r"\\\$|\$(?:\\\$|[^$])*\$|.", re.DOTALL)
# A line has room for at least so many letters.
FEWEST_LETTERS = 10
# In three letters, which all fonts have.
LEFT_OUT = "..."

Width = Callable[[str], float]


def broken(name: str, widest: float, width: Width) -> str:
    """Return a name in as few lines as can be, none wider than `widest`, as even as can be.

    Parameters
    ----------
    name : str
        Line ends that it has stay.
    widest : float
    width : callable
        Returns how wide a line is.

    Returns
    -------
    str
    """
    return "\n".join(_evenly(line, widest, width) for line in name.split("\n"))


def wrap_text(text: Text, widest: float, renderer: Any = None) -> None:
    """Write a text over several lines if it is too wide."""
    text.set_text(broken(text.get_text(), widest, _measure(text, renderer)))


def wrap_legend(
    legend: Legend,
    widest: float,
    *,
    longer_than: int = 0,
    most_lines: int | None = None,
    renderer: Any = None,
) -> None:
    """Write names over several lines if a legend is too wide; numbers stay in their rows.

    Parameters
    ----------
    legend : matplotlib.legend.Legend
    widest : float
        In pixels.
    longer_than : int, default 0
        Names of so few letters stay whole.
    most_lines : int, optional
        Of a name that takes more lines the middle is left out.
    renderer : optional
        What measures texts; the figure's own if None.
    """
    names, whole = _names(legend), legend.get_window_extent(renderer).width
    if not names or (whole <= widest and most_lines is None):
        return
    room = widest - whole + max(text.get_window_extent(renderer).width for text in names)
    for text in names:
        # The label of a text keeps its name as it was before it was wrapped.
        name, width = str(text.get_label()) or text.get_text(), _measure(text, renderer)
        text.set_label(name)
        least = width("n" * FEWEST_LETTERS)
        is_long = len(name) > longer_than
        if is_long and most_lines is not None:
            name = _cut(name, max(room, least), width, most_lines)
        text.set_text(broken(name, max(room, least), width) if is_long else name)
    align_rows(legend, renderer)


def align_rows(legend: Legend, renderer: Any = None) -> None:
    """Make all cells of a row as high as its name, and let swatches stand at its first line.

    Names that were not wrapped here stay as they are.
    """
    names = _names(legend)
    if not any(text.get_label() for text in names):
        return
    unit = legend.get_figure(root=True).dpi / 72  # type: ignore[union-attr]
    for i, cell in enumerate(legend.get_texts()[len(names) :]):
        ends = names[i % len(names)].get_text().count("\n")
        cell.set_text(cell.get_text().rstrip("\n") + "\n" * ends)
    for name, handlebox in zip(names, legend.findobj(DrawingArea), strict=False):
        said = name.get_text()
        height = name.get_window_extent(renderer).height
        name.set_text(said.split("\n", maxsplit=1)[0])
        first = name.get_window_extent(renderer).height
        name.set_text(said)
        lift = Affine2D().translate(0, (height - first) / 2 / unit)
        for swatch in handlebox.get_children():
            if isinstance(swatch, Line2D | Patch):
                swatch.set_transform(lift + handlebox.get_transform())


def _names(legend: Legend) -> list[Text]:
    """Return the texts of a legend but for numbers in columns of their own."""
    rows = sum(not isinstance(handle, Cell) for handle in legend.legend_handles)
    return legend.get_texts()[:rows]


def _measure(text: Text, renderer: Any) -> Width:
    """Return what measures lines in the type of a text."""
    known: dict[str, float] = {}

    def width(line: str) -> float:
        if line not in known:
            text.set_text(line)
            known[line] = float(text.get_window_extent(renderer).width)
        return known[line]

    return width


def _evenly(line: str, widest: float, width: Width) -> str:
    """Break a line at the narrowest width that makes no more lines of it."""
    if width(line) <= widest:
        return line
    found = _lines(line, widest, width)
    # What fits on a line is not cut to make lines even.
    least = max(map(width, (piece.rstrip() for piece in _PIECES.findall(line))))
    for narrower in np.linspace(widest, widest / 2, 11):
        tried = _lines(line, narrower, width)
        if narrower < least or len(tried) > len(found):
            break
        found = tried
    return "\n".join(found)


def _cut(name: str, widest: float, width: Width, most_lines: int) -> str:
    """Leave out as little of the middle of a name as makes it take no more than so many lines."""
    letters = _LETTERS.findall(name)
    said, kept = name, len(letters)
    while len(_lines(said, widest, width)) > most_lines and kept > FEWEST_LETTERS // 2:
        kept -= 1
        start, end = letters[: kept - kept // 2], letters[len(letters) - kept // 2 :]
        said = f"{''.join(start).rstrip()}{LEFT_OUT}{''.join(end).lstrip()}"
    return said


def _lines(line: str, widest: float, width: Width) -> list[str]:
    lines = [""]
    for piece in _fitting(line, widest, width):
        if lines[-1] and width((lines[-1] + piece).rstrip()) > widest:
            lines.append("")
        lines[-1] += piece
    return [one.rstrip() for one in lines]


def _fitting(line: str, widest: float, width: Width) -> Iterator[str]:
    """Yield the pieces of a line, those that are too wide cut anywhere but within a formula."""
    for piece in _PIECES.findall(line):
        rest = piece
        while width(rest.rstrip()) > widest and not _FORMULA.fullmatch(rest) and len(rest) > 1:
            fits = (i for i in range(len(rest) - 1, 1, -1) if width(rest[:i]) <= widest)
            cut = next(fits, 1)
            yield rest[:cut]
            rest = rest[cut:]
        yield rest
