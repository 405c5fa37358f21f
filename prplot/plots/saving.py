"""Files of figures: with a description, or as a page that reads out operating points."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from html import escape
from importlib.resources import files
from io import BytesIO
from os import PathLike, fsdecode
from pathlib import Path
from textwrap import shorten
from typing import Any

import numpy as np
from matplotlib import rc_context, rcParams
from matplotlib.figure import Figure

from prplot.core.calls import answered
from prplot.core.checks import SAME_PREVALENCE, FloatArray, brief, check_kind, one_of
from prplot.core.record import ConfusionCurve
from prplot.draw import scene
from prplot.draw.scene_artist import drawn_in
from prplot.draw.style import is_dark
from prplot.plots.description import MOST_SHORT, as_written, describe, figure_of, one_line
from prplot.plots.readout import DrawnCurve, DrawnPanel, drawn_panels, json_numbers, thinned

# Where formats hold a description; those without a place for it refuse even a title.
FIELDS = {"png": "Description", "svg": "Description", "pdf": "Subject"}
# A page of one file, with the figure as SVG.
PAGE = "html"
# Metadata of matplotlib that would be the time if they were not left out.
TIMES = {"pdf": "CreationDate", "svg": "Date"}
# The time that matplotlib can't leave out.
_TIME = re.compile(rb"^%%CreationDate:.*\n", re.MULTILINE)
AUTO = "auto"
# Pixels of a page in an inch.
PIXELS = 96
# Most bytes of the numbers in a page, which is less than 60 kB beside its SVG.
MOST_BYTES = 34_000
# Points that are left out are at most so many pixels away from others.
MOST_APART = 64.0
# Prevalences at which those that are left out are near others.
PREVALENCES = (0.001, 0.01, 0.1, 0.5, 0.9)
# What is the same at every prevalence in some spaces, by role; anything else is as curves are.
SAME = {scene.CHANCE: "chance", scene.BASELINE: "baseline", scene.ISOMETRIC: "isometrics"}
# The rankings whose lines are references, by their names in the script.
REFERENCES = {scene.CHANCE: "RANDOM", scene.MINIMUM: "WORST", scene.REGION: "WORST"}
# What a page has no use for: the prolog, comments, and a title, which would be shown as a tip.
_NOT_SHOWN = re.compile(r"^.*?(?=<svg)|<!--.*?-->|<(title|metadata)>.*?</\1>\s*", re.DOTALL)


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
    one_of(kind, "the suffix of path", [*figure.canvas.get_supported_filetypes(), PAGE])
    text = describe(figure) if alt == AUTO else one_line(alt or "")
    first = describe(figure, "short") if alt == AUTO else shorten(text, MOST_SHORT, placeholder="…")
    name, shown_as = one_line(title or first), "svg" if kind == PAGE else kind
    write = partial(_rendered, figure, shown_as, text, name, options)
    target.write_bytes(page(figure, name, write).encode() if kind == PAGE else write())
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


def _rendered(figure: Figure, kind: str, text: str, title: str, given: dict[str, Any]) -> bytes:
    """Return the file, with the texts where its format has a place for them."""
    own = {"Title": title, FIELDS[kind]: text} if kind in FIELDS else {}
    told = dict.fromkeys([TIMES[kind]] if kind in TIMES else [])
    told |= {name: words for name, words in own.items() if words}
    # The parts of an SVG have names at random without a salt; several figures in one page need
    # different ones.
    salt, written = rcParams["svg.hashsalt"], BytesIO()
    with rc_context({"svg.hashsalt": f"{title} {text}" if salt is None else salt}):
        try:
            metadata = {"metadata": {**told, **(given.get("metadata") or {})}} if told else {}
            figure.savefig(written, format=kind, **{**given, **metadata})
        except Exception as error:
            # Of any kind.
            if not given:
                raise
            # Raises what is not due to the options.
            figure.savefig(BytesIO(), format=kind)
            first, *_ = str(error).splitlines() or [type(error).__name__]
            raise ValueError(f"save_kws: matplotlib says: {first}") from error
    data = written.getvalue()
    if kind == "svg" and (text or title):
        named = f'<svg role="img" aria-label="{escape(text or title)}" '
        return data.replace(b"<svg ", named.encode(), 1)
    return _TIME.sub(b"", data, count=1) if kind in ("ps", "eps") else data


def page(figure: Any, title: str, write: Callable[[], bytes]) -> str:
    """Return the page of a figure, of which `write` returns the SVG."""
    # Words are placed when a figure is drawn, and may add marks.
    write()
    panels = drawn_panels(figure)
    with ExitStack() as stack:
        for artist, gid in _gids(panels).items():
            stack.callback(artist.set_gid, artist.get_gid())
            artist.set_gid(gid)
        svg = write().decode()
    # A function, as a notebook may show several pages in one.
    script = f"(() => {{\n{_stored('moving.js')}{_stored('figure.js')}}})();"
    parts = {
        "title": escape(title or "Figure"),
        "hash": b64encode(sha256(script.encode()).digest()).decode(),
        "style": _stored("figure.css") + _stored("slider.css"),
        "kind": "dark" if any(map(is_dark, figure.axes)) else "light",
        "svg": _NOT_SHOWN.sub("", svg),
        "data": _data(panels),
        "script": script,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], _stored("figure.html"))


def _stored(name: str) -> str:
    return (files(__package__) / "web" / name).read_text(encoding="utf-8")


def _gids(panels: Sequence[DrawnPanel]) -> dict[Any, str]:
    """Return identifiers by which the script finds the parts of a figure."""
    gids: dict[Any, str] = {}
    for i, panel in enumerate(panels):
        ax: Any = panel.ax
        gids[ax.patch] = f"frame-{i}"
        gids |= dict.fromkeys((ax.title, ax._left_title, ax._right_title), f"title-{i}")
        gids |= {one.artist: f"mark-{i}-{k}" for k, one in enumerate(drawn_in(ax))}
    return gids


def _data(panels: Sequence[DrawnPanel]) -> str:
    """Return what the script knows of a figure, with as many operating points as have room."""
    curves = {id(one.curve): one for panel in panels for one in panel.curves}
    prevalence = _movable_prevalence(panels)
    rows: dict[int, Any] = dict.fromkeys(curves, slice(None))
    paths: dict[int, list[FloatArray]] = {}
    apart = 0.0
    while True:
        data = {
            "prevalence": prevalence,
            "total": sum(one.curve.tp.size for one in curves.values()),
            "apart": apart,
            "curves": [_points(one, rows[key]) for key, one in curves.items()],
            "panels": [_panel(panel, rows) for panel in panels],
        }
        # A name such as </script> must not end the data.
        text = json.dumps(data, allow_nan=False).replace("<", "\\u003c")
        if len(text) <= MOST_BYTES or apart >= MOST_APART:
            return text
        apart = 2 * apart or 1.0
        paths = paths or {key: _paths(one.curve, panels, prevalence) for key, one in curves.items()}
        rows = {key: thinned(own, apart) for key, own in paths.items()}


def _movable_prevalence(panels: Sequence[DrawnPanel]) -> float | None:
    """Return the prevalence of all curves; None if the script can't draw them at another one."""
    curves = [one.curve for panel in panels for one in panel.curves]
    moving = [one for one in panels if "curves" not in one.space.same_at_every_prevalence]
    if not moving or not all(one.knows_negatives for one in curves):
        return None
    exact = all(one.mark.join == "exact" for panel in moving for one in panel.curves)
    linear = all(one.ax.get_xscale() == one.ax.get_yscale() == "linear" for one in moving)
    # The average of folds is not the average of what they are at another prevalence.
    spread = any(panel.scene.of(scene.FOLD) for panel in panels)
    first = curves[0].prevalence
    same = all(abs(one.prevalence - first) <= SAME_PREVALENCE * first for one in curves)
    return first if exact and linear and same and not spread and 0 < first < 1 else None


def _paths(
    curve: ConfusionCurve, panels: Sequence[DrawnPanel], own: float | None
) -> list[FloatArray]:
    """Return where a curve runs, also at other prevalences if there is an own one, in pixels."""
    curves = [curve, *(curve.at_prevalence(one) for one in PREVALENCES if own is not None)]
    paths = []
    for panel in panels:
        if any(one.curve is curve for one in panel.curves):
            size = PIXELS * np.array(panel.ax.bbox.size) / panel.ax.figure.dpi
            paths += [panel.axes_fractions(one) * size for one in curves]
    return paths


def _points(one: DrawnCurve, rows: Any) -> dict[str, Any]:
    """Return some operating points of a curve."""
    return {
        "name": one.name,
        "color": one.color,
        "pos": float(one.curve.pos),
        "neg": float(one.curve.neg) if one.curve.knows_negatives else None,
        "t": json_numbers(one.curve.thresholds[rows]),
        "tp": one.curve.tp[rows].tolist(),
        "fp": one.curve.fp[rows].tolist(),
    }


def _panel(panel: DrawnPanel, rows: dict[int, Any]) -> dict[str, Any]:
    """Return what the script knows of a panel; `rows` are those of all curves, in their order."""
    ax, numbers, intervals = panel.ax, list(rows), {}
    for one in panel.curves:
        if one.band is not None:
            ends = panel.band_ends(one)
            kept = [json_numbers(end[rows[id(one.curve)]]) for end in ends]
            intervals[numbers.index(id(one.curve))] = kept
    words = [mark.text for mark in panel.scene.of(scene.BAND) if mark.text]
    return {
        "space": panel.space.name,
        "x": [ax.get_xscale(), *ax.get_xlim()],
        "y": [ax.get_yscale(), *ax.get_ylim()],
        "curves": [numbers.index(id(one.curve)) for one in panel.curves],
        "words": as_written(words[0]) if intervals and words else "",
        "intervals": intervals,
        "moving": list(_moving(panel, numbers)),
    }


def _moving(panel: DrawnPanel, numbers: Sequence[int]) -> Iterator[tuple[int, Any, bool]]:
    """Yield the marks that depend on prevalence, with the counts that each shows, and if it fills.

    The counts are the number of a curve, the name of a reference, those of a hull, or None.
    """
    for k, mark in enumerate(panel.scene.marks):
        source: Any = REFERENCES.get(mark.role)
        if mark.role is scene.CURVE and mark.curve is not None:
            source = numbers.index(id(mark.curve))
        elif mark.role is scene.HULL and mark.curve is not None:
            source = {"tp": mark.curve.tp.tolist(), "fp": mark.curve.fp.tolist()}
        is_same = SAME.get(mark.role, "curves") in panel.space.same_at_every_prevalence
        if not is_same and mark.role not in (scene.NEGATIVE, scene.ZERO):
            yield k, source, mark.role is scene.REGION
