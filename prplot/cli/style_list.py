"""The style sheets of the package: the command that lists them, and a sheet of pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import click

from prplot.cli.drawing import (
    FIGURES,
    FigureSettings,
    choose_backend,
    close,
    save,
    show,
    styled,
    styles_of_prplot,
)
from prplot.cli.outputs import check_outputs, form_of, has_terminal, write

HEAD = ("name", "inches", "letters", "for")
# Sizes of the letters of labels, ticks and legends.
LETTERS = ("axes.labelsize", "xtick.labelsize", "legend.fontsize")
# Pictures on a sheet: their resolution, the width of larger ones, and of a row of them in inches;
# the distance between them, and the height and the letters of their captions.
DPI, LARGEST, ROW = 150, 7.2, 15.0
GAP, CAPTION, POINTS = 0.25, 0.3, 11
GROUND, INK = "#D0D0D0", "#000000"
# Figures this many times as wide as high hold two panels.
PAGE = 1.5


class StyleSheet(NamedTuple):
    """What a style sheet says of itself: all of it in words."""

    name: str
    inches: str
    letters: str
    purpose: str


class Picture(NamedTuple):
    """A figure in some style: its caption, its pixels, and the size at which it is shown."""

    caption: str
    pixels: Any
    width: float
    height: float


def style_sheets() -> list[StyleSheet]:
    """Return what the style sheets say of themselves, by name."""
    files = styles_of_prplot().items()
    return [_read(name, path.read_text(encoding="utf-8")) for name, path in files]


def _read(name: str, text: str) -> StyleSheet:
    """Read a style sheet whose comment begins with what it is for, in a sentence."""
    lines = [line for line in text.splitlines() if line]
    words = " ".join(line.removeprefix("#").strip() for line in lines if line.startswith("#"))
    settings = (line.partition(":") for line in lines if not line.startswith("#"))
    held = {key.strip(): value.strip() for key, _, value in settings}
    if "font.size" in held:
        # Where a style says no other size of labels.
        held = {"axes.labelsize": held["font.size"], **held}
    size = held.get("figure.figsize", "").replace(", ", " x ")
    letters = "/".join(held[key] for key in LETTERS if key in held)
    first = words.partition(". ")[0].partition(";")[0].removeprefix("For ")
    purpose = first.replace("A ", "a ", 1) if first.startswith("A ") else first
    return StyleSheet(name, size or "any", letters or "any", purpose)


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--show", "is_shown", is_flag=True, help="Draw a figure in each style, on one sheet.")
@click.option(
    "-o",
    "--output",
    multiple=True,
    metavar="OUT",
    help="A file for the sheet, whose suffix tells its format; several times.",
)
def styles(names: Sequence[str], is_shown: bool, output: Sequence[str]) -> None:
    """List the styles, or draw a figure in each.

    The list has the size of figures in inches and of the letters of labels, ticks and legends in
    points. Use a style by --style NAME here, and in Python by
    plt.style.use("prplot.styles.NAME").
    """
    known = {sheet.name: sheet for sheet in style_sheets()}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise click.BadParameter(
            f"there is no style {unknown[0]!r}; the styles are {', '.join(known)}",
            param_hint="'NAME'",
        )
    chosen = [known[name] for name in names or known]
    if is_shown or output:
        _draw(chosen, output)
    else:
        click.echo(_table(chosen))


def _table(sheets: Sequence[StyleSheet]) -> str:
    rows = [HEAD, *sheets]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    cells = ([f"{one:{width}}" for one, width in zip(row, widths, strict=True)] for row in rows)
    return "\n".join("  ".join(row).rstrip() for row in cells)


def _draw(sheets: Sequence[StyleSheet], output: Sequence[str]) -> None:
    """Show the sheet in a window, or write it."""
    forms = {text: form_of(text, None, FIGURES) for text in output}
    is_window = choose_backend(for_window=not forms and has_terminal())
    if not forms and not is_window:
        forms = {"styles.png": "png"}
    check_outputs(forms, [])
    names = [sheet.name for sheet in sheets]
    figure = contact_sheet(names)
    if is_window:
        show()
    look = FigureSettings(alt=f"One figure in these styles: {', '.join(names)}.")
    write({text: partial(save, figure, form=form, look=look) for text, form in forms.items()})
    close(figure)


def contact_sheet(names: Sequence[str]) -> Any:
    """Return a matplotlib figure with a picture in each of some styles, as large as in print."""
    with styled(["default"]):
        from matplotlib import pyplot as plt

        pictures = sorted(map(_picture, names), key=lambda one: one.width)
        rows = list(_in_rows(pictures))
        width = max(sum(one.width + GAP for one in row) for row in rows) + GAP
        heights = [max(one.height for one in row) + CAPTION + GAP for row in rows]
        whole = sum(heights) + GAP
        sheet = plt.figure(figsize=(width, whole), facecolor=GROUND, dpi=DPI)
        top = whole - GAP
        for row, height in zip(rows, heights, strict=True):
            left = GAP
            for one in row:
                place = (left, top - CAPTION - one.height, one.width, one.height)
                _put(sheet, one, place)
                left += one.width + GAP
            top -= height
    return sheet


def _in_rows(pictures: Sequence[Picture]) -> Iterator[list[Picture]]:
    """Yield pictures in rows no wider than `ROW`, in order."""
    row: list[Picture] = []
    for one in pictures:
        if row and sum(held.width + GAP for held in row) + one.width > ROW:
            yield row
            row = []
        row.append(one)
    if row:
        yield row


def _picture(name: str) -> Picture:
    """Draw an example in a style; one for colours alone is put behind the paper's."""
    from matplotlib import pyplot as plt

    import prplot

    (sheet,) = (one for one in style_sheets() if one.name == name)
    before = ["paper"] if sheet.inches == "any" else []
    with styled([*before, name]):
        data = prplot.datasets.breast_cancer()
        width, height = plt.rcParams["figure.figsize"]
        figure: Any
        if width < PAGE * height:
            figure = prplot.plot_pr(*data, ax=plt.figure().gca()).figure
        else:
            figure = prplot.plot_spaces(*data, spaces=["roc", "pr"])[0].figure
        width, height = figure.get_size_inches()
        share = min(1.0, LARGEST / width)
        figure.set_dpi(DPI * share)
        figure.canvas.draw()
        pixels = figure.canvas.buffer_rgba()
        plt.close(figure)
    shown = f"{name}, {sheet.inches} in" if sheet.inches != "any" else name
    scale = "" if share == 1 else f", at {share:.0%}"
    return Picture(shown + scale, pixels, width * share, height * share)


def _put(sheet: Any, one: Picture, place: tuple[float, float, float, float]) -> None:
    """Put a picture with its caption onto a sheet, at a place in inches."""
    width, height = sheet.get_size_inches()
    left, bottom, wide, high = place
    ax = sheet.add_axes((left / width, bottom / height, wide / width, high / height))
    ax.set_axis_off()
    ax.imshow(one.pixels, aspect="auto", interpolation="none")
    at = left / width, (bottom + high + CAPTION / 4) / height
    sheet.text(*at, one.caption, fontsize=POINTS, color=INK)
