"""A figure as a page of one file, which reads out operating points and moves the prevalence."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

import numpy as np

from prplot.core.checks import SAME_PREVALENCE, FloatArray
from prplot.core.record import ConfusionCurve
from prplot.draw import scene
from prplot.draw.scene_artist import drawn_in
from prplot.draw.style import is_dark
from prplot.plots.alt_text.wording import as_written
from prplot.plots.readout.drawn_curves import (
    DrawnCurve,
    DrawnPanel,
    drawn_panels,
    json_numbers,
    thinned,
)

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
