"""Parts of HTML views: pictures and tables in the text colour of the page, light or dark."""

from collections.abc import Iterable, Sequence
from html import escape

from prplot.core.checks import FloatArray

# Every picture takes the colour of the text around it, so that it is right on dark pages too.
INK = "currentColor"
# Notebooks set these of all cells, hence not once for the table.
_LEFT = "text-align:left;white-space:nowrap"
_RIGHT = "text-align:right;white-space:nowrap;padding-left:1em"


def picture(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """Return an SVG picture with a title for screen readers.

    Parameters
    ----------
    width, height : float
        In pixels.
    title : str
    parts : iterable of str
        Its elements.
    """
    name = escape(title)
    return (
        f'<svg width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}" '
        f'role="img" aria-label="{name}" style="flex:none"><title>{name}</title>{"".join(parts)}'
        "</svg>"
    )


def element(name: str, text: str = "", /, **properties: object) -> str:
    """Return an element; underscores in properties stand for hyphens.

    Examples
    --------
    >>> element("text", "a < b", stroke_width=1)
    '<text stroke-width="1">a &lt; b</text>'
    """
    written = "".join(
        f' {key.replace("_", "-")}="{_number(value) if isinstance(value, float) else value}"'
        for key, value in properties.items()
    )
    return f"<{name}{written}>{escape(text)}</{name}>" if text else f"<{name}{written}/>"


def path(x: FloatArray, y: FloatArray) -> str:
    """Return the path through points, for ``d=``, in tenths of pixels.

    Examples
    --------
    >>> import numpy as np
    >>> path(np.array([0, 1.24]), np.array([3, 4.0]))
    'M0 3L1.2 4'
    """
    points = (f"{_number(one)} {_number(other)}" for one, other in zip(x, y, strict=True))
    return f"M{'L'.join(points)}"


def _number(value: float) -> str:
    return f"{round(float(value), 1) + 0.0:g}"


def table(rows: Iterable[Sequence[str]], head: Sequence[str] = (), caption: str = "") -> str:
    """Return a table; the first cell of a row is its heading.

    Parameters
    ----------
    rows : iterable of sequence of str
        Texts; pictures, which start with an element of SVG, are kept as they are.
    head : sequence of str
        The headings of the columns, if there are any.
    caption : str
        Words above it, if there are any.
    """
    lines = [_row(cells, "row") for cells in rows]
    if head:
        cells = "".join(f'<th scope="col" style="{_RIGHT}">{_cell(one)}</th>' for one in head)
        lines = [f"<thead><tr>{cells}</tr></thead>", *lines]
    if caption:
        lines.insert(0, f'<caption style="{_LEFT};caption-side:top">{escape(caption)}</caption>')
    # Notebooks centre tables, and break numbers where a table is wide.
    return f'<table style="margin:0;white-space:nowrap">{"".join(lines)}</table>'


def _row(cells: Sequence[str], scope: str) -> str:
    name, *others = cells
    data = "".join(f'<td style="{_RIGHT}">{_cell(one)}</td>' for one in others)
    return f'<tr><th scope="{scope}" style="{_LEFT}">{_cell(name)}</th>{data}</tr>'


def _cell(text: str) -> str:
    return text if text.startswith("<svg ") else escape(text)


def beside(*parts: str) -> str:
    """Return parts in a row: below one another where there is no room, and scrolled at the end."""
    style = "display:flex;flex-wrap:wrap;gap:1em;align-items:center;overflow-x:auto"
    return f'<div style="{style}">{"".join(parts)}</div>'


def remark(text: str) -> str:
    """Return a paragraph in a row of its own."""
    return f'<p style="flex:0 0 100%;margin:0;max-width:60em">{escape(text)}</p>'
