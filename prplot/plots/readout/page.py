"""A figure as a page of one file, which reads out operating points and moves the prevalence."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

import numpy as np
from matplotlib.artist import Artist

from prplot.core.checks import SAME_PREVALENCE, FloatArray
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Space
from prplot.core.traces import Indices
from prplot.draw import scene
from prplot.draw.color import is_dark
from prplot.draw.scene import Line
from prplot.draw.scene_artist import drawn_in
from prplot.plots.readout.drawn_curves import (
    DrawnCurve,
    DrawnPanel,
    drawn_panels,
    path_length,
    place_of,
    plain,
    thinned,
)

# Pixels of a page in an inch, and how many a point may be from one that is read out.
PIXELS = 96
HALF = 0.5
# Most bytes of the data of a page, which is less than 60 kB with its scripts but without its SVG.
MOST_BYTES = 35_000
# So many operating points may have room; of more, some are left out.
FEW = 3000
# What is the same at every prevalence in some spaces, by role; anything else is as curves are.
SAME = {scene.CHANCE: "chance", scene.BASELINE: "baseline", scene.ISOMETRIC: "isometrics"}
# The rankings whose lines are references, by their names in the script.
REFERENCES = {scene.CHANCE: "RANDOM", scene.MINIMUM: "WORST", scene.REGION: "WORST"}
# The logarithm of a ratio of rates that is infinite.
_ENDLESS = 40.0
# Fewest digits of thresholds, and of counts that are not whole.
_DIGITS = 5
# What a page has no use for: the prolog, comments, and a title, which would be shown as a tip.
_NOT_SHOWN = re.compile(r"^.*?(?=<svg)|<!--.*?-->|<(title|metadata)>.*?</\1>\s*", re.DOTALL)


def page(figure: Any, title: str, write: Callable[[], bytes]) -> str:
    """Return the page of a figure, of which `write` returns the SVG."""
    svg = b""
    # Marks that come up when words are placed have their names at the second drawing.
    for _ in range(2):
        with _named_parts(figure) as names:
            svg = write()
            if all(artist.get_gid() == name for artist, name in names.items()):
                break
    panels = drawn_panels(figure)
    script = _stored("moving.js") + _stored("figure.js")
    data = _data(panels) if panels else '{"panels":[],"curves":[]}'
    digest = b64encode(sha256(script.encode()).digest()).decode()
    parts = {
        "title": escape(title or "Figure"),
        "hash": f"sha256-{digest}",
        "style": _stored("figure.css") + _stored("slider.css"),
        "kind": "dark" if any(map(is_dark, figure.axes)) else "light",
        "svg": _NOT_SHOWN.sub("", svg.decode()),
        # A name such as </script> must not end the data.
        "data": data.replace("<", "\\u003c"),
        "script": script,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], _stored("figure.html"))


@contextmanager
def _named_parts(figure: Any) -> Iterator[dict[Artist, str]]:
    """Give the parts of a figure that a page uses identifiers of their own, for a while."""
    names: dict[Artist, str] = {}
    for i, panel in enumerate(drawn_panels(figure)):
        ax: Any = panel.ax
        names[ax.patch] = f"frame-{i}"
        names |= dict.fromkeys((ax.title, ax._left_title, ax._right_title), f"heading-{i}")
        names |= {one.artist: f"mark-{i}-{k}" for k, one in enumerate(drawn_in(ax))}
    before = {artist: artist.get_gid() for artist in names}
    for artist, name in names.items():
        artist.set_gid(name)
    try:
        yield names
    finally:
        for artist, gid in before.items():
            artist.set_gid(gid)


def _stored(name: str) -> str:
    return (files(__package__) / "web" / name).read_text(encoding="utf-8")


def _data(panels: Sequence[DrawnPanel]) -> str:
    """Return the data of the page, with as many operating points as there is room for."""
    own = _own_prevalence(panels)
    curves = list({id(one.curve): one for panel in panels for one in panel.curves}.values())
    along = [_along(one.curve, panels, own) for one in curves]
    data: dict[str, Any] = {"prevalence": own, "note": ""}
    total, text = sum(one.curve.tp.size for one in curves), ""
    distances = [0.0] * (total <= FEW) + (HALF * 1.4 ** np.arange(40)).tolist()
    for distance in distances:
        kept = [thinned(path, distance) if distance else np.arange(path.size) for path in along]
        rows = {id(one.curve): some for one, some in zip(curves, kept, strict=True)}
        data["curves"] = [_points(one, rows[id(one.curve)]) for one in curves]
        data["panels"] = [_panel(panel, rows) for panel in panels]
        if total > (read := sum(map(len, kept))):
            data["note"] = (
                f"Of {total:,} operating points, {read:,} are read out; every other one is within "
                f"{distance:.2g} pixels of one of these on its curve."
            )
        text = json.dumps(data, separators=(",", ":"), allow_nan=False)
        if len(text) <= MOST_BYTES:
            break
    return text


def _moves(space: Space) -> bool:
    return "curves" not in space.same_at_every_prevalence


def _own_prevalence(panels: Sequence[DrawnPanel]) -> float | None:
    """Return the prevalence that can be moved: that of all curves; None if it can't."""
    curves = {id(one.curve): one.curve for panel in panels for one in panel.curves}
    first = next(iter(curves.values())).prevalence
    same = all(abs(one.prevalence - first) <= SAME_PREVALENCE * first for one in curves.values())
    moving = [panel for panel in panels if _moves(panel.space)]
    marks = [one.mark for panel in moving for one in panel.curves]
    # The average of folds is not the average of what they are at another prevalence.
    lines = all(isinstance(one.shape, Line) and one.join == "exact" for one in marks)
    linear = all({one.ax.get_xscale(), one.ax.get_yscale()} == {"linear"} for one in moving)
    spread = any(panel.scene.of(scene.FOLD) for panel in panels)
    can = moving and same and lines and linear and not spread
    return first if can and 0 < first < 1 else None


def _along(curve: ConfusionCurve, panels: Sequence[DrawnPanel], own: float | None) -> FloatArray:
    """Return how far points are along a curve, in pixels, in all panels and at any prevalence."""
    places = []
    for panel in panels:
        box, inch = panel.ax.bbox, panel.ax.get_figure(root=True).dpi  # type: ignore[union-attr]
        size = np.array([box.width, box.height]) * PIXELS / inch
        if any(one.curve is curve for one in panel.curves):
            places.append(panel.shares(*place_of(curve, panel.space)) * size)
        if own is not None and _moves(panel.space):
            # Precision is logistic in the logarithm of this ratio: its slope is a quarter at most.
            # At other prevalences a line may be four times as far from the exact one.
            with np.errstate(divide="ignore", invalid="ignore"):
                ratio = np.log(curve.tp / curve.pos) - np.log(curve.fp / curve.neg)
            heights = np.nan_to_num(ratio, posinf=_ENDLESS, neginf=-_ENDLESS) / 4
            places.append(np.column_stack([curve.recall, heights]) * size / 4)
    return path_length(places)


def _points(one: DrawnCurve, rows: Indices) -> dict[str, Any]:
    """Return a curve with its points in some rows."""
    curve = one.curve
    return {
        "name": one.name,
        "color": one.color,
        "pos": float(curve.pos),
        "neg": float(curve.neg),
        "t": plain(_shortest(curve.thresholds[rows].tolist())),
        "tp": _steps(curve.tp[rows]),
        "fp": _steps(curve.fp[rows]),
    }


def _shortest(thresholds: list[float]) -> list[float]:
    """Return falling thresholds with digits enough to tell each from its neighbours."""
    around = zip([np.inf, *thresholds], thresholds, [*thresholds[1:], -np.inf], strict=False)
    found = []
    for above, own, below in around:
        texts = (float(f"{own:.{digits}g}") for digits in range(_DIGITS, 17))
        found.append(next((one for one in texts if below < one < above), own))
    return found


def _steps(counts: Any) -> list[float]:
    """Return by how much counts grow from point to point, whole ones as integers."""
    grown = np.diff(counts, prepend=0).tolist()
    return [int(one) if one == int(one) else float(f"{one:.{_DIGITS}g}") for one in grown]


def _panel(panel: DrawnPanel, rows: Mapping[int, Indices]) -> dict[str, Any]:
    """Return what the page knows of a panel; `rows` are those of all curves, in their order."""
    ax, places, intervals = panel.ax, list(rows), {}
    for one in panel.curves:
        if one.band is not None:
            x = place_of(one.curve, panel.space)[0][rows[id(one.curve)]]
            ends = [plain(end.round(4)) for end in one.band.at(x)]
            intervals[places.index(id(one.curve))] = ends
    return {
        "space": panel.space.name,
        "x": [ax.get_xscale(), *map(float, ax.get_xlim())],
        "y": [ax.get_yscale(), *map(float, ax.get_ylim())],
        "curves": [places.index(id(one.curve)) for one in panel.curves],
        "words": next((one.band.words for one in panel.curves if one.band), ""),
        "intervals": intervals,
        "moving": list(_moving(panel, places)),
    }


def _moving(panel: DrawnPanel, places: Sequence[int]) -> Iterator[tuple[int, Any, bool]]:
    """Yield the marks that depend on prevalence, with the counts that each shows, and if it fills.

    The counts are the number of a curve, the name of a reference, those of a hull, or None.
    """
    for k, mark in enumerate(panel.scene.marks):
        source: Any = REFERENCES.get(mark.role)
        if mark.role is scene.CURVE and mark.curve is not None:
            source = places.index(id(mark.curve))
        elif mark.role is scene.HULL and mark.curve is not None:
            source = {"tp": _steps(mark.curve.tp), "fp": _steps(mark.curve.fp)}
        is_same = SAME.get(mark.role, "curves") in panel.space.same_at_every_prevalence
        if not is_same and mark.role not in (scene.NEGATIVE, scene.ZERO):
            yield k, source, mark.role is scene.REGION
