"""Figures in files that hold a description of them."""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from io import BytesIO
from os import PathLike, fsdecode, fsencode
from pathlib import Path
from typing import Any

from matplotlib import rc_context, rcParams
from matplotlib.figure import Figure

from prplot.core.calls import answered
from prplot.core.checks import brief, check_kind
from prplot.plots.alt_text.description import describe, figure_of
from prplot.plots.alt_text.wording import first_sentence, one_line

# Where formats hold a title and a description; others hold none.
FIELDS = {"png": "Description", "svg": "Description", "svgz": "Description", "pdf": "Subject"}
# Metadata of matplotlib that would be the time if they were not left out.
TIMES = {"pdf": "CreationDate", "svg": "Date", "svgz": "Date"}
# The time that matplotlib can't leave out.
_TIME = re.compile(rb"^%%CreationDate:.*\n", re.MULTILINE)
AUTO = "auto"
# The first element of an SVG file, and the title that matplotlib writes into it.
_ROOT = re.compile(r"<svg\b[^>]*>")
_TITLE = re.compile(r"\s*<title>.*?</title>", re.DOTALL)
# What matplotlib raises for arguments that it can't use.
_WRONG = (AttributeError, ImportError, LookupError, TypeError, ValueError)


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
    r"""Write a figure into a file that holds a description of it.

    Parameters
    ----------
    fig : matplotlib.figure.Figure, matplotlib.axes.Axes, or what a plot function returned
        The figure, any axes of it, or a `seaborn.FacetGrid`. It is written whole.
    path : str or path
        The file; its suffix decides the format, as in `matplotlib.figure.Figure.savefig`.
    alt : str or None, default "auto"
        The description: that of `describe`, or a text of yours; None for none.
    title : str, optional
        The title in the file; by default the first sentence of the description.
    alt_file : bool, optional
        Whether the description is also written into a text file beside the figure, which ends in
        ".alt.txt" in place of the suffix. By default it is if the format has no place for it, as
        with JPEG, WebP, TIFF, PS and EPS.
    save_kws : dict, optional
        Other arguments of `matplotlib.figure.Figure.savefig`, such as "dpi".

    Returns
    -------
    str
        The description, for the figure's place in a text; "" without one.

    Raises
    ------
    ValueError, TypeError, OSError
        Wrong input, a path without a suffix, or a suffix of no known format; no file is written in
        this case. A file that can't be written.

    See Also
    --------
    describe : The description, by itself.

    Notes
    -----
    What the files hold: PNG, the texts "Title" and "Description"; SVG, ``role="img"`` with
    ``<title>`` (the first sentence) and ``<desc>`` (the rest), which screen readers read where the
    SVG is part of a page; PDF, the properties "Title" and "Subject". Screen readers ignore the
    properties of a PDF within a document, and texts in a PNG: there the description belongs into
    ``alt=`` of HTML, or ``\includegraphics[alt={...}]`` of LaTeX. The figure is drawn before the
    file is opened, so that an error leaves no part of it.

    The same lines of code write the same bytes: on any day, in any process, locale and time zone,
    with the same versions of Python and the libraries. No time is written, and the names of parts
    of an SVG are made from its description. ``save_kws={"metadata": {"CreationDate": time}}``
    writes a time into a PDF, "Date" into an SVG. One figure that is written twice is twice the
    same, too, unless it has a layout: layouts of matplotlib move axes by up to a hundredth of a
    pixel when they are drawn again. What LaTeX and Ghostscript write is theirs.

    Examples
    --------
    >>> import prplot as prp
    >>> from tempfile import TemporaryDirectory
    >>> ax = prp.plot_pr([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> with TemporaryDirectory() as folder:
    ...     text = prp.savefig(ax, f"{folder}/curve.svg")
    >>> text.split(".")[0]
    'One PR curve of precision against recall, on 4 cases, 50 % of them positive'
    """
    figure: Any = figure_of(fig).get_figure(root=True)
    options = _checked(alt, title, save_kws)
    target = _checked_path(path)
    kind = _format(figure, target)
    text, first = one_line(alt or ""), first_sentence(one_line(alt or ""))
    if alt == AUTO:
        text, first = describe(figure), describe(figure, "short")
    data = _rendered(figure, kind, text, one_line(title or first), options)
    target.write_bytes(data)
    if text and (kind not in FIELDS if alt_file is None else alt_file):
        target.with_suffix(".alt.txt").write_text(f"{text}\n", encoding="utf-8")
    return text


def _checked_path(path: str | PathLike[str]) -> Path:
    """Return a path; raise unless it is one that a file can have."""
    check_kind(path, "path", (str, PathLike))
    try:
        is_one = b"\0" not in fsencode(path)
    except UnicodeEncodeError:
        is_one = False
    if not is_one:
        raise ValueError(f"path must be one that a file can have, found {brief(str(path))}")
    return Path(fsdecode(path))


def _checked(
    alt: str | None, title: str | None, save_kws: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return the arguments of matplotlib; raise if a text is none, or blank."""
    for name, value in (("alt", alt), ("title", title)):
        if not isinstance(value, str | None):
            raise TypeError(f"{name} must be a text or None, found {brief(value)}")
        # Characters that no text can hold are left out.
        if value is not None and not one_line(value):
            raise ValueError(f"{name} is blank; type {name}=None")
    if not isinstance(save_kws, Mapping | None):
        raise TypeError(f"save_kws must be a dict, found {brief(save_kws)}")
    options = dict(save_kws or {})
    if not isinstance(options.get("metadata"), Mapping | None):
        raise TypeError(f"save_kws: metadata must be a dict, found {brief(options['metadata'])}")
    for key in ("fname", "format"):
        if key in options:
            raise ValueError(f"save_kws has no {key!r}; the suffix of path decides")
    return options


def _format(figure: Figure, path: Path) -> str:
    known = figure.canvas.get_supported_filetypes()
    kind = path.suffix.removeprefix(".").lower()
    if kind not in known:
        found = f"the suffix {path.suffix!r}" if kind else "no suffix"
        raise ValueError(
            f"path must end in a format of figures, found {found} in {brief(str(path))}; type one "
            f"of {', '.join(sorted(known))}"
        )
    return kind


def _rendered(figure: Figure, kind: str, text: str, title: str, given: dict[str, Any]) -> bytes:
    """Return the file, with the texts where its format has a place for them."""
    # Formats without a place for words refuse even an empty one.
    own = {"Title": title, FIELDS[kind]: text} if kind in FIELDS else {}
    own = {name: words for name, words in own.items() if words}
    told = {**dict.fromkeys([TIMES[kind]] if kind in TIMES else []), **own}
    metadata = {"metadata": {**told, **(given.get("metadata") or {})}} if told else {}
    is_compressed, written = kind == "svgz", BytesIO()
    # The parts of an SVG have names at random without a salt; several figures in one page need
    # different ones.
    salt = rcParams["svg.hashsalt"]
    try:
        with rc_context({"svg.hashsalt": f"{title} {text}" if salt is None else salt}):
            figure.savefig(
                written, format="svg" if is_compressed else kind, **{**given, **metadata}
            )
    except _WRONG as error:
        # Without options it can't be their fault.
        if not given:
            raise
        words = f"save_kws {brief(given)} can't be used; matplotlib says: {one_line(str(error))}"
        raise ValueError(words) from error
    data = written.getvalue()
    if kind in ("svg", "svgz") and title:
        data = _with_texts(data.decode(), title, _after(title, text)).encode()
    elif kind in ("ps", "eps"):
        data = _TIME.sub(b"", data, count=1)
    return gzip.compress(data, mtime=0) if is_compressed else data


def _after(heading: str, text: str) -> str:
    """Return the text without its first sentence, if that is the heading and so is said already."""
    rest = text.removeprefix(heading)
    is_sentence = not rest or (rest.startswith(" ") and heading.endswith((".", "!", "?")))
    return rest.strip() if is_sentence else text


def _with_texts(svg: str, title: str, rest: str) -> str:
    """Return an SVG file with a title and a description for screen readers."""
    # Several figures in one page need different names.
    key = f"prplot-{sha256(f'{title} {rest}'.encode()).hexdigest()[:10]}"
    names, lines = [f"{key}-title"], [f'<title id="{key}-title">{escape(title)}</title>']
    if rest:
        names.append(f"{key}-desc")
        lines.append(f'<desc id="{key}-desc">{escape(rest)}</desc>')
    root = _ROOT.search(svg)
    assert root is not None
    opened = root[0].removesuffix(">") + f' role="img" aria-labelledby="{" ".join(names)}">'
    body = _TITLE.sub("", svg[root.end() :], count=1)
    return "".join([svg[: root.start()], opened, "".join(f"\n {one}" for one in lines), body])
