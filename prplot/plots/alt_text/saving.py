"""Files of figures that contain a description."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from html import escape
from io import BytesIO
from os import PathLike, fsdecode
from pathlib import Path
from textwrap import shorten
from typing import Any

from matplotlib import rc_context, rcParams
from matplotlib.figure import Figure

from prplot.core.calls import answered
from prplot.core.checks import brief, check_kind
from prplot.plots.alt_text.description import MOST_SHORT, describe, figure_of
from prplot.plots.alt_text.wording import one_line
from prplot.plots.readout.page import page

# Where formats hold a description; those without a place for it refuse even a title.
FIELDS = {"png": "Description", "svg": "Description", "pdf": "Subject"}
# A page of one file, with the figure as SVG.
PAGE = "html"
# Metadata of matplotlib that would be the time if they were not left out.
TIMES = {"pdf": "CreationDate", "svg": "Date"}
# The time that matplotlib can't leave out.
_TIME = re.compile(rb"^%%CreationDate:.*\n", re.MULTILINE)
AUTO = "auto"


@answered
def savefig(
    fig: Any,
    path: str | PathLike[str],
    *,
    alt: str | None = AUTO,
    title: str | None = None,
    alt_file: bool | None = None,
    save_kws: Mapping[str, Any] | None = None,
) -> str:
    r"""Write a figure to a file that contains a description of it.

    Parameters
    ----------
    fig : matplotlib.figure.Figure, matplotlib.axes.Axes, or what a plot function returned
        The figure, any axes of it, or a `seaborn.FacetGrid`. The whole figure is written.
    path : str or path
        The file; its suffix decides the format, as in `matplotlib.figure.Figure.savefig`; ".html"
        writes a page.
    alt : str or None, default "auto"
        The description, by default that of `describe`; None for none.
    title : str, optional
        The title in the file; by default the first sentence of the description, or the start of
        your own.
    alt_file : bool, optional
        Whether to write the description also to a text file beside the figure, with ".alt.txt"
        instead of its suffix; by default if the format has no place for it, such as JPEG, WebP,
        TIFF, SVGZ, PS and EPS.
    save_kws : dict, optional
        Other arguments of `matplotlib.figure.Figure.savefig`, such as "dpi".

    Returns
    -------
    str
        The description, to use where the figure is shown; "" without one.

    Raises
    ------
    ValueError, TypeError, OSError
        Wrong input, or a path without a known suffix, in which case no file is written; a file that
        can't be written.

    See Also
    --------
    describe : The description, by itself.
    to_frame, to_vega : The operating points as a table, and in a Vega-Lite specification.

    Notes
    -----
    A PNG gets the texts "Title" and "Description"; an SVG ``role="img"``, a ``<title>``, and the
    description as ``aria-label``, which screen readers read if the SVG is part of a page; a PDF the
    properties "Title" and "Subject". Screen readers ignore texts in a PNG, and the properties of a
    PDF within a document: put the description into ``alt=`` of HTML, or
    ``\includegraphics[alt={...}]`` of LaTeX. The figure is drawn before the file is opened, so an
    error leaves no partial file.

    A page is one file that asks for no other: the figure as SVG, and a script that reads out the
    operating point of each curve nearest to a pointer or a finger, or by the arrow keys. It shows
    threshold, precision, recall and counts, and the band there if the figure has one. Thresholds
    are rounded down as far as they choose no other point. A slider moves exact curves of one
    prevalence to others, on linear axes, except averages of folds. Apart from its
    SVG, a page has less than 60 kB: of very many operating points it has some, and says how far the
    others are from these on their curves.

    The same lines of code write the same bytes, on any day and in any process, locale and time
    zone, with the same versions of Python and the libraries. No time is written, and the
    identifiers in an SVG are made from its description. ``save_kws={"metadata": {"CreationDate":
    time}}`` writes a time into a PDF, "Date" into an SVG. A figure written twice gives the same
    bytes too, unless it has a layout engine: those of matplotlib move axes by up to a hundredth of
    a pixel when drawn again. What LaTeX and Ghostscript write may differ, and SVGZ contains the
    time of its compression.

    Examples
    --------
    >>> import prplot as prp
    >>> from tempfile import TemporaryDirectory
    >>> ax = prp.plot_pr([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> with TemporaryDirectory() as folder:
    ...     text = prp.savefig(ax, f"{folder}/curve.svg")
    >>> text.split(".")[0]
    'One PR curve of precision against recall, on 4 cases, prevalence 0'
    """
    figure: Any = figure_of(fig).get_figure(root=True)
    check_kind(path, "path", (str, PathLike))
    options, target = _checked(alt, title, save_kws), Path(fsdecode(path))
    kind = target.suffix.removeprefix(".").lower()
    text = describe(figure) if alt == AUTO else one_line(alt or "")
    first = describe(figure, "short") if alt == AUTO else shorten(text, MOST_SHORT, placeholder="…")
    draw = _as_page if kind == PAGE else _rendered
    data = draw(figure, kind, text, one_line(title or first), options)
    target.write_bytes(data)
    if text and (kind not in (*FIELDS, PAGE) if alt_file is None else alt_file):
        target.with_suffix(".alt.txt").write_text(f"{text}\n", encoding="utf-8")
    return text


def _checked(
    alt: str | None, title: str | None, save_kws: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return the arguments of matplotlib; raise if a description is no string, or blank."""
    for name, value in (("alt", alt), ("title", title)):
        if not isinstance(value, str | None):
            raise TypeError(f"{name} must be a text or None, found {brief(value)}")
        # Characters that no text can hold are left out.
        if value is not None and not one_line(value):
            raise ValueError(f"{name} is blank; type {name}=None")
    if not isinstance(save_kws, Mapping | None):
        raise TypeError(f"save_kws must be a dict, found {brief(save_kws)}")
    return dict(save_kws or {})


def _as_page(figure: Figure, kind: str, text: str, title: str, given: dict[str, Any]) -> bytes:
    return page(figure, title, partial(_rendered, figure, "svg", text, title, given)).encode()


def _rendered(figure: Figure, kind: str, text: str, title: str, given: dict[str, Any]) -> bytes:
    """Return the file, with the texts where its format has a place for them."""
    own = {"Title": title, FIELDS[kind]: text} if kind in FIELDS else {}
    told = dict.fromkeys([TIMES[kind]] if kind in TIMES else [])
    told |= {name: words for name, words in own.items() if words}
    metadata = {"metadata": {**told, **(given.get("metadata") or {})}} if told else {}
    # The parts of an SVG have names at random without a salt; several figures in one page need
    # different ones.
    salt, written = rcParams["svg.hashsalt"], BytesIO()
    with rc_context({"svg.hashsalt": f"{title} {text}" if salt is None else salt}):
        figure.savefig(written, format=kind, **{**given, **metadata})
    data = written.getvalue()
    if kind == "svg" and (text or title):
        named = f'<svg role="img" aria-label="{escape(text or title)}" '
        return data.replace(b"<svg ", named.encode(), 1)
    return _TIME.sub(b"", data, count=1) if kind in ("ps", "eps") else data
