"""What the legend says: one row for each curve, numbers in columns under their names."""

import re
from collections.abc import Iterable
from typing import Any

from matplotlib import rcParams
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend
from matplotlib.lines import Line2D

from prplot.draw import labels
from prplot.draw import style as looks
from prplot.draw.tables import tabulated
from prplot.draw.wrapping import wrap_legend

# A name and the numbers that are written behind it, each under the name of its score.
_NUMBER = r"(?:AU[A-Z]+|AP)[a-z ]* (?:-?\d+\.\d{3}|nan)"
_NUMBERS = re.compile(rf"(.*) \(({_NUMBER}(?:, {_NUMBER})*)\)", re.DOTALL)

_ONE_NUMBER = re.compile(r"[A-Z][A-Za-z ]* = (?:-?\d+\.\d{3}|nan)(?:, )?")
# From so many commas on the numbers of a curve without a name have a line each.
MANY_NUMBERS = 2
# A longer name may go over several lines where that finds the legend a better place.
LONG = 24

# How folds or classes were averaged can be left out where there is little room.
_AVERAGE = re.compile(r"^\w+ mean of (?=\d+ (?:folds?|class(?:es)?)\b)")

# What the legend has a row for.
Entry = tuple[Artist, str]


def made(
    ax: Axes,
    fontsize: Any,
    *,
    columns: bool = False,
    entry_columns: int = 1,
    references: bool = True,
    numbers: bool = True,
    extras: bool = False,
    beside: Iterable[Axes] = (),
    figure: Figure | SubFigure | None = None,
    short: bool = False,
    widest: float | None = None,
    longer_than: int = LONG,
    most_lines: int | None = None,
) -> Legend | None:
    """Make the legend of some axes from all that is labelled there, data before references.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    fontsize : float, str or None
        As in `matplotlib.axes.Axes.legend`; None is the user's own.
    columns : bool, default False
        Put the single number of a single curve in a column too; all others are.
    entry_columns : int, default 1
        How many entries stand side by side.
    references : bool, default True
        Whether labelled references have entries.
    numbers : bool, default True
        Whether curves have their numbers beside their names.
    extras : bool, default False
        Whether what can be missed has entries: the order of marked vertices.
    beside : iterable of Axes
        Panels with the same data; what else is labelled there has entries too.
    figure : Figure, optional
        Whose legend it is to be in place of the axes', beneath all panels.
    short : bool, default False
        Whether words that can be missed are left out of names.
    widest : float, optional
        In pixels; long names of a wider legend go over several lines.
    longer_than : int, optional
        From how many letters on a name is long.
    most_lines : int, optional
        Of a long name that would take more lines the middle is left out.

    Returns
    -------
    matplotlib.legend.Legend or None
        None if nothing is labelled.
    """
    earlier = ax.get_legend()
    if earlier is not None:
        earlier.remove()
    data, rest = labelled(ax, extras=extras, beside=beside)
    entries = _merged([*data, *rest] if references else data)
    if not entries:
        return None
    loc = "lower left" if figure is None else "outside lower center"
    if not numbers:
        entries = [(handle, without_numbers(name)) for handle, name in entries]
    if short:
        entries = [(handle, shortened(name)) for handle, name in entries]
    style: looks.Style = {"frameon": False, "borderaxespad": 0, "fontsize": fontsize, "loc": loc}
    style["handlelength"] = _handle_length([handle for handle, _ in entries], fontsize)
    host = ax if figure is None else figure
    fewest = 1 if columns or len(data) > 1 else 2
    table = _columns(entries, fewest) if entry_columns == 1 else None
    if table is None:
        handles, names = zip(*entries, strict=True)
        style |= {"ncols": entry_columns, "columnspacing": 1.0}
        legend: Legend = host.legend(handles, names, **style)
    else:
        legend = tabulated(host, entries, table, style)
    _break_lines(legend)
    if widest is not None:
        wrap_legend(legend, widest, longer_than=longer_than, most_lines=most_lines)
    legend.set_zorder(5.5)
    return legend


def _handle_length(handles: Iterable[Artist], fontsize: Any) -> float:
    """Return how long swatches are, in heights of letters: a dash shows where it starts again."""
    size = rcParams["legend.fontsize"] if fontsize is None else fontsize
    points = FontProperties(size=size).get_size_in_points()
    curves = [one for one in handles if isinstance(one, Line2D) and one.get_gid() in labels.CURVES]
    # matplotlib tells a line's own dashes to nobody else.
    periods = [sum(getattr(one, "_dash_pattern", (0, None))[1] or ()) for one in curves]
    widths = [float(one.get_linewidth()) for one in curves]
    needed = [period + width for period, width in zip(periods, widths, strict=True)]
    return float(max([rcParams["legend.handlelength"], *(one / points for one in needed)]))


def labelled(
    ax: Axes, *, extras: bool = False, beside: Iterable[Axes] = ()
) -> tuple[list[Entry], list[Entry]]:
    """Return what is labelled in some axes: data, then references and what is beside.

    Arguments are those of `made`.
    """
    found = list(zip(*ax.get_legend_handles_labels(), strict=True))
    if not extras:
        found = [entry for entry in found if entry[0].get_gid() != labels.VERTEX]
    data = [entry for entry in found if entry[0].get_gid() not in labels.FINDERS]
    # What thin curves and bands show is said after the curve that they surround.
    data.sort(key=lambda entry: entry[0].get_gid() in (labels.FOLD, labels.BAND))
    rest = [entry for entry in found if entry[0].get_gid() in labels.FINDERS]
    for panel in beside:
        rest += _beyond(panel, {name for _, name in data + rest})
    return data, _most_telling(rest)


def shortened(name: str) -> str:
    """Return the name of an average without how it was made."""
    return _AVERAGE.sub("mean of ", name)


def can_be_shortened(ax: Axes) -> bool:
    """Tell whether anything that is labelled in some axes has words that can be missed."""
    return any(shortened(name) != name for name in ax.get_legend_handles_labels()[1])


def has_long_names(ax: Axes) -> bool:
    """Tell whether anything that is labelled in some axes has a name that may be wrapped."""
    _, names = ax.get_legend_handles_labels()
    said = [without_numbers(name) for name in names if not _ONE_NUMBER.match(name)]
    return any(len(name) > LONG for name in said)


def without_numbers(label: str) -> str:
    """Return the name of a curve without the numbers behind it."""
    return _NUMBERS.sub(r"\1", label)


def numbers_of(label: str) -> dict[str, str]:
    """Return the numbers behind the name of a curve, or of one without a name, by their names."""
    found = _NUMBERS.fullmatch(label)
    if found:
        return dict(cell.rsplit(" ", 1) for cell in found[2].split(", "))
    if _ONE_NUMBER.match(label) and not _ONE_NUMBER.sub("", label):
        return dict(cell.rsplit(" = ", 1) for cell in label.split(", "))
    return {}


def with_number(label: str, head: str) -> str:
    """Return the name of a curve with one of the numbers behind it, if it has that one."""
    found = _NUMBERS.fullmatch(label)
    cells = found[2].split(", ") if found else []
    kept = [cell for cell in cells if cell.startswith(f"{head} ")]
    return f"{found[1]} ({', '.join(kept)})" if found and kept else label


def _break_lines(legend: Legend) -> None:
    """Give many numbers of a curve without a name a line each."""
    for text in legend.get_texts():
        # A space kept a name with an underscore from being left out.
        said = text.get_text().removeprefix(" ")
        text.set_text(said)
        if said.count(", ") >= MANY_NUMBERS and not _ONE_NUMBER.sub("", said):
            text.set_text(said.replace(", ", "\n"))


def _merged(entries: list[Entry]) -> list[Entry]:
    """Put the numbers that one model has in several panels behind one name."""
    merged: dict[Any, Entry] = {}
    for handle, label in entries:
        found = _NUMBERS.fullmatch(label)
        if not isinstance(handle, Line2D) or found is None:
            merged[handle, label] = handle, label
            continue
        look = found[1], handle.get_color(), str(handle.get_linestyle())
        first, known = merged.get(look, (handle, f"{found[1]} ()"))
        numbers = [part for part in (known[len(found[1]) + 2 : -1], found[2]) if part]
        merged[look] = first, f"{found[1]} ({', '.join(numbers)})"
    return list(merged.values())


def _beyond(panel: Axes, known: set[str]) -> list[Entry]:
    """Return what is labelled in a panel and not known: its references, and lines of the user's."""
    labelled = zip(*panel.get_legend_handles_labels(), strict=True)
    return [(handle, name) for handle, name in labelled if name not in known]


def _most_telling(references: list[Entry]) -> list[Entry]:
    """Leave out "random" of one panel where another says "random, π = 0.3"."""
    said = [(handle.get_gid(), name) for handle, name in references]
    return [
        (handle, name)
        for handle, name in references
        if not any(
            gid == handle.get_gid() and other.startswith(f"{name}, π = ") for gid, other in said
        )
    ]


def _columns(entries: list[Entry], fewest: int) -> list[list[str]] | None:
    """Split entries of the form "name (AUCPR 0.1, AP 0.2)" into a heading and rows of cells.

    Returns
    -------
    list of list of str, or None
        None if there are fewer than `fewest` kinds of numbers.
    """
    heads: list[str] = []
    rows: list[tuple[str, dict[str, str]]] = []
    for handle, label in entries:
        found = _NUMBERS.fullmatch(label)
        if handle.get_gid() not in labels.CURVES or found is None:
            rows.append((label, {}))
            continue
        cells = numbers_of(label)
        heads += [head for head in cells if head not in heads]
        rows.append((found[1], cells))
    if len(heads) < fewest:
        return None
    body = [[name, *(cells.get(head, "") for head in heads)] for name, cells in rows]
    return [["", *_short_heads(heads)], *body]


def _short_heads(heads: list[str]) -> list[str]:
    """Leave out of a heading what the heading before it says: "AUROC", "of hull"."""
    before = ["", *heads[:-1]]
    return [
        head.removeprefix(f"{last.split(' ')[0]} ")
        for last, head in zip(before, heads, strict=True)
    ]
