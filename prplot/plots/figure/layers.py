"""Layers of a figure, as marks: curves, hulls, references, isometrics, bounds."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prplot.core import traces
from prplot.core.checks import SAME_PREVALENCE, FloatArray, brief, finite_numbers, in_full
from prplot.core.points import f_score, squared_beta
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import SPACES, Space
from prplot.core.traces import Trace
from prplot.draw import scene, style
from prplot.draw.scene import Between, Line, Mark, Polyline, Region, Role, Swatch, Tint, share_text
from prplot.draw.style import Style, dash_of, merged, merged_region
from prplot.draw.tex import typeset
from prplot.plots.figure.labels import EMPTY, Label

# Isometrics beneath curves: few, so that they stay in the background.
LEVELS: Sequence[float] = (0.2, 0.4, 0.6, 0.8)
# Half a pixel of a usual figure, in units of the axes: the curve itself covers narrower bands.
VISIBLE = 1e-3
# The legend entry of bands around scanned curves.
WORDS = "certified bounds"


class Panel(NamedTuple):
    """Curves in a space, and what the layers around them depend on.

    Attributes
    ----------
    space : Space
    curves : sequence of ConfusionCurve
    colors : sequence of colours
        One for each curve.
    dashes : sequence of dashes or None
        One for each curve, if the curves differ in them.
    hulls : sequence of ConfusionCurve
        One for each curve, if hulls are shown.
    hull_label : Label
        What the legend shows of the hull, or of all hulls.
    beta : float
        Weight of recall in the F score of isometrics and baseline.
    levels : sequence of float
        F scores of the isometrics.
    totals : tuple of float
        Class totals, for isometrics that depend on them.
    has_other_prevalences : bool
        Whether something drawn beside the curves, such as folds, has another prevalence.
    is_beside : bool
        Whether other panels beside this one show the same curves.
    """

    space: Space
    curves: Sequence[ConfusionCurve]
    colors: Sequence[Any]
    dashes: Sequence[Any] | None = None
    hulls: Sequence[ConfusionCurve] = ()
    hull_label: Label = EMPTY
    beta: float = 1
    levels: Sequence[float] = LEVELS
    totals: tuple[float, float] = (1, 1)
    has_other_prevalences: bool = False
    is_beside: bool = False


def curve_marks(
    curves: Sequence[ConfusionCurve],
    space: Space,
    colors: Sequence[Any],
    labels: Sequence[Label],
    own: Style,
    *,
    join: str = "exact",
    role: Role = scene.CURVE,
    dashes: Sequence[Any] | None = None,
) -> list[Mark]:
    """Return a line for each curve, in its colour and with its row in the legend."""
    dashes = _dashes_for_repeated(colors) if dashes is None else dashes
    looks = zip(curves, colors, labels, dashes, strict=True)
    return [
        Mark(
            role,
            Line(traces.trace(curve, space, join=join)),
            **label._asdict(),
            is_listed=True,
            color=color,
            dash=dash,
            style=own,
            curve=curve,
            join=join,
        )
        for curve, color, label, dash in looks
    ]


def _dashes_for_repeated(colors: Sequence[Any]) -> list[Any]:
    """Return a dash for each curve, another one whenever the cycle of colours starts over."""
    if len(set(colors)) == 1:
        return ["-"] * len(colors)
    laps = [list(colors[:i]).count(color) for i, color in enumerate(colors)]
    return [dash_of(lap) for lap in laps]


def row(role: Role, words: str, own: Style, color: Any = None, *, is_filled: bool = False) -> Mark:
    """Return a row of the legend for marks of several colours."""
    shown: Style = {"once": words, "is_listed": True, "color": color, "style": own}
    return Mark(role, Swatch(is_filled), words, **shown)


def hull_marks(panel: Panel, own: Style) -> list[Mark]:
    """Return the hull of each curve, with one row in the legend for all hulls."""
    is_single, label = len(panel.hulls) == 1, panel.hull_label
    labels = [label if is_single else EMPTY] * len(panel.hulls)
    looks = panel.colors, labels, own
    marks = curve_marks(panel.hulls, panel.space, *looks, role=scene.HULL, dashes=panel.dashes)
    if label.name is not None and not is_single:
        marks.append(row(scene.HULL, label.name, own))
    return marks


# How the numbers of segments are written.
SIGNS = {"beta": "β"}
# Length of the shortest segments that get a label, in shares of the axis.
SHORTEST = 0.02


def segment_marks(
    space: Space, hulls: Iterable[ConfusionCurve], kind: str, colors: Iterable[Any]
) -> Iterator[Mark]:
    """Yield the segments of hulls with their calibrated numbers."""
    from prplot.core.measures import operating_point as points

    numbers_of: dict[str, Callable[[ConfusionCurve], FloatArray]] = {
        "c": points.accuracy_scores,
        "d": points.precision_weights,
        "beta": lambda hull: np.sqrt(points.squared_betas(hull)),
    }
    for hull, color in zip(hulls, colors, strict=True):
        if hull.pos and hull.neg:
            vertices = slice(0, None) if kind == "c" else points.vertices_in_prg(hull)
            at = np.column_stack(hull._points_in(space))
            values = [f"{value:.2f}" for value in numbers_of[kind](hull)]
            yield from segments(at[vertices], SIGNS.get(kind, kind), values, color)


def segments(at: FloatArray, head: str, values: Sequence[str], color: Any) -> Iterator[Mark]:
    """Yield the pieces of a line through points, with a number each; they are not drawn."""
    long = np.hypot(*np.diff(at, axis=0).T) >= SHORTEST
    # Most segments of a hull with very many vertices are too short.
    for i in [i for i in np.flatnonzero(long).tolist() if values[i]]:
        start, end = at[i], at[i + 1]
        # The label belongs to the part of the segment that is in view.
        share = np.clip(-start[0] / (end[0] - start[0]), 0, 1) if end[0] > start[0] else 0
        line = Polyline(*np.column_stack([start + share * (end - start), end]))
        words, unseen = typeset(f"{head} = {values[i]}"), {"linestyle": "none"}
        value = typeset(values[i])
        yield Mark(scene.SEGMENT, line, words, value=value, color=color, style=unseen)


def checked_levels(levels: ArrayLike | None, default: Sequence[float], beta: float) -> list[float]:
    """Return the F scores of the isometrics; raise unless all lie in (0, 1)."""
    if not np.isfinite(squared_beta(beta)):
        raise ValueError(
            f"beta must have a finite square to draw lines of equal F score, found {in_full(beta)}"
        )
    found = np.atleast_1d(finite_numbers(default if levels is None else levels, "levels"))
    if found.ndim > 1:
        raise ValueError(f"levels must be a list of numbers, found {brief(levels)}")
    if ((found <= 0) | (found >= 1)).any():
        raise ValueError(f"levels must lie strictly between 0 and 1, found {brief(levels)}")
    return sorted(float(level) for level in found)


def minimum_marks(panel: Panel, own: tuple[Style, Style]) -> list[Mark]:
    """Return the minimum curve and the unachievable region beneath it, once for each prevalence.

    With one prevalence both have the neutral text colour; with several, each minimum curve has the
    colour and the dash of its curve, or its dash alone if that tells them apart. The label of a
    region states its prevalence where the figure also shows others, such as those of folds.
    """
    of_line, of_region = own
    marks = []
    for curve, color, dash in _looks(panel):
        if curve.pos == 0:
            continue
        pi, worst = curve.prevalence, traces.minimum_curve(curve.pos, curve.neg)
        border = traces.trace(worst, panel.space)
        name = typeset(f"minimum, π = {pi:.12g}")
        facts: dict[str, Any] = {"once": name, "color": color, "prevalence": pi}
        # A smaller region lies wholly inside a larger one and is drawn over it.
        fill = {**of_region, "zorder": of_region["zorder"] - 0.1 * pi}
        if "color" in of_line:
            fill["color"] = of_line["color"]
        of_others = "π" if panel.has_other_prevalences else ""
        marks.append(Mark(scene.REGION, Region(border), value=of_others, style=fill, **facts))
        marks.append(Mark(scene.MINIMUM, Line(border), name, dash=dash, style=of_line, **facts))
    return marks


def chance_marks(panel: Panel, own: Style) -> list[Mark]:
    """Return random guessing, once for each prevalence, or once where it does not depend on it."""
    groups, space = _looks(panel), panel.space
    is_one = is_one_line("chance", space)
    marks = []
    for curve, color, _ in groups[:1] if is_one else groups:
        totals = (1, 1) if is_one else (curve.pos, curve.neg)
        words = "random" if is_one else typeset(f"random, π = {share_text(curve.prevalence)}")
        path = traces.trace(traces.random_curve(*totals), space)
        facts: dict[str, Any] = {"short": "random", "once": words, "prevalence": curve.prevalence}
        marks.append(Mark(scene.CHANCE, Line(path), words, color=color, style=own, **facts))
    return marks


def baseline_marks(panel: Panel, own: Style) -> list[Mark]:
    """Return the points with the F score of predicting always positive.

    They are drawn once for each prevalence; in PRG space they do not depend on prevalence.
    """
    space, beta = panel.space, panel.beta
    groups = [(curve, color) for curve, color, _ in _looks(panel) if curve.pos and curve.neg]
    is_one = is_one_line("baseline", space)
    marks = []
    for curve, color in groups[:1] if is_one else groups:
        level = f_score(curve.prevalence, 1.0, beta)
        words = f"always positive, F{beta:g} = {level:.2g}"
        if is_one:
            words = "always positive" if beta == 1 else typeset(f"always positive, β = {beta:g}")
        path = traces.trace_line(traces.f_line(level, curve.pos, beta), space, curve.pos, curve.neg)
        facts: dict[str, Any] = {"once": words, "prevalence": curve.prevalence}
        marks.append(Mark(scene.BASELINE, Line(path), words, color=color, style=own, **facts))
    return marks


def isometric_marks(
    panel: Panel, own: Style, *, beyond: bool = True, is_modified: bool = False
) -> list[Mark]:
    """Return the lines of equal F score, the highest first.

    They are straight in count space. In a space with an unachievable region, `beyond` is whether
    they continue in it. Those of the modified F score are in PR space only.
    """
    space, beta, (pos, neg) = panel.space, panel.beta, panel.totals
    # Lines that end at the minimum curve depend on prevalence in all spaces.
    if beyond and is_one_line("isometrics", space) and not is_modified:
        pos, neg = 1.0, 1.0
    most_fp = None if beyond and space.has_unachievable else neg
    score = f"{'modified ' * is_modified}F{beta:g}"
    marks = []
    for level in sorted(panel.levels, reverse=True):
        if is_modified:
            path = traces.trace_modified_f(level, pos / (pos + neg), beta)
        else:
            line = traces.f_line(level, pos, beta)
            path = traces.trace_line(line, space, pos, neg, most_fp=most_fp)
        if path.x.size:
            words = f"{score} = {level:g}"
            facts: dict[str, Any] = {"value": f"{level:g}", "once": words, "style": own}
            color = Tint(style.ISOMETRIC_STRENGTH)
            marks.append(Mark(scene.ISOMETRIC, Line(path), words, color=color, **facts))
    return marks


def is_one_line(layer: str, space: Space) -> bool:
    """Tell whether a layer is the same line in a space at every prevalence."""
    return layer in space.same_at_every_prevalence


def _looks(panel: Panel) -> list[tuple[ConfusionCurve, Any, Any]]:
    """Return the first curve of each prevalence, with the colour and dash of its references.

    They have no colour if dashes tell prevalences apart, and colours curves of one prevalence.
    Curves without a prevalence have no references.
    """
    dashes = panel.dashes or ["-"] * len(panel.colors)
    every = zip(panel.curves, panel.colors, dashes, strict=True)
    known = [look for look in every if look[0].knows_negatives]
    of_colors = [[look for look in known if look[1] == color] for color in panel.colors]
    is_by_dash = panel.dashes and any(len(one_per_prevalence(own)) > 1 for own in of_colors)
    firsts = one_per_prevalence(known)
    return [(curve, None if is_by_dash else color, dash) for curve, color, dash in firsts]


def one_per_prevalence(looks: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return the looks of the first curve of each prevalence; curves stand first in them."""
    found: list[tuple[Any, ...]] = []
    for look in looks:
        known = [curve.prevalence for curve, *_ in found]
        if not np.isclose(known, look[0].prevalence, rtol=SAME_PREVALENCE, atol=0).any():
            found.append(look)
    return found


def thin_color(color: Any) -> Tint:
    """Return the colour of a fold's curve, beneath an average of the given colour."""
    return Tint(style.FOLD_STRENGTH, color, on_dark=style.FOLD_STRENGTH_DARK)


def fold_row(words: str, color: Any) -> Mark:
    """Return the row of the legend for the thin lines of folds."""
    return row(scene.FOLD, words, style.FOLD, thin_color(color))


def bounds(
    curves: Iterable[ConfusionCurve],
    space: Space,
    colors: Sequence[Any],
    shape: Callable[[ConfusionCurve, Space], Trace] = traces.trace,
) -> list[Mark]:
    """Return the band around each scanned curve that certainly contains the exact one, if visible.

    `shape` maps a curve to the line that is drawn; it must be monotonic in the curve.
    """
    pairs = []
    for curve, color in zip(curves, colors, strict=True):
        # Those of scans alone have cells. Their class is not loaded where nothing was scanned.
        scanned: Any = curve if hasattr(curve, "cells") else None
        if scanned is not None and _has_wide_cells(scanned, space):
            pairs.append(((shape(scanned.lower, space), shape(scanned.upper, space)), color))
    return bands(pairs, WORDS) if pairs else []


def _has_wide_cells(scanned: Any, space: Space) -> bool:
    """Tell whether an open cell of a scanned curve is wider and higher than half a pixel."""
    cells, totals = scanned.cells, (scanned.pos, scanned.neg)
    tp, fp = cells.before()
    corners = [space.project(tp, cells.fp, *totals), space.project(cells.tp, fp, *totals)]
    sides = np.abs(np.subtract(*np.clip(corners, *space.limits))).min(axis=0)
    return bool((sides[cells.is_open()] > VISIBLE).any())


def bands(pairs: Iterable[tuple[Any, Any]], words: str, own: Style = style.BAND) -> list[Mark]:
    """Return bands between pairs of borders, in their colours, and one row for all of them.

    Parameters
    ----------
    pairs : iterable of ((lower, upper) or None, colour)
        Borders are traces or step functions.
    words : str
        What the bands are.
    own : dict
        Properties of the fill.
    """
    held = [(pair, color) for pair, color in pairs if pair is not None]
    fill = {key: value for key, value in own.items() if key != "label"}
    marks = [Mark(scene.BAND, Between(*pair), color=color, style=fill) for pair, color in held]
    colors = {color for _, color in held}
    one = colors.pop() if len(colors) == 1 else None
    return [*marks, row(scene.BAND, typeset(words), own, one, is_filled=True)] if held else []


# Checks a user's style for a layer and merges it with the default.
Merge = Callable[[Style, Mapping[str, Any] | None, str], Any]


class Layer(NamedTuple):
    """A layer that can be drawn around curves.

    Attributes
    ----------
    name : str
        As in its flag, ``show_<name>``.
    keyword : str
        The argument with the user's properties.
    default : dict
        The default style.
    merge : callable
        Merges the user's properties with the default style.
    marks : callable
        Takes a panel and a style, and returns the marks of the layer.
    spaces : frozenset of str
        The names of the spaces that have the layer.
    is_crowding : bool
        Whether panels side by side omit it in spaces where each prevalence has its own line.
    needs_negatives : bool
        Whether it is refused for curves whose negatives are not known.
    """

    name: str
    keyword: str
    default: Style
    merge: Merge
    marks: Callable[[Panel, Any], list[Mark]]
    spaces: frozenset[str] = frozenset(SPACES)
    is_crowding: bool = False
    needs_negatives: bool = False


# In the order in which they are drawn.
LAYERS = (
    Layer("hull", "hull_kws", style.HULL, merged, hull_marks),
    Layer("min", "min_kws", style.MINIMUM, merged_region, minimum_marks, frozenset({"pr"})),
    Layer(
        *("chance", "chance_kws", style.CHANCE, merged, chance_marks),
        spaces=frozenset(SPACES) - {"prg"},
        needs_negatives=True,
    ),
    Layer(
        *("baseline", "baseline_kws", style.BASELINE, merged, baseline_marks),
        is_crowding=True,
        needs_negatives=True,
    ),
    Layer("isometrics", "isometric_kws", style.ISOMETRIC, merged, isometric_marks),
)
LAYER = {layer.name: layer for layer in LAYERS}


def checked_layers(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the style of each layer that is shown; raise if a style is wrong, shown or not."""
    styles = {one.name: one.merge(one.default, given[one.keyword], one.keyword) for one in LAYERS}
    return {name: own for name, own in styles.items() if given[f"show_{name}"]}


def isometrics_of(
    given: Mapping[str, Any], curves: Collection[ConfusionCurve], spaces: Sequence[Space]
) -> dict[str, Any]:
    """Return the levels of isometrics in some spaces, and the class totals that they depend on."""
    totals, levels = (1.0, 1.0), LEVELS
    if given["show_isometrics"] and not all(is_one_line("isometrics", one) for one in spaces):
        groups = one_per_prevalence((curve,) for curve in curves)
        if len(groups) > 1:
            found = ", ".join(f"{curve.prevalence:.3g}" for (curve,) in groups)
            raise ValueError(
                "isometrics outside PR space depend on prevalence, but the curves have several "
                f"({found})"
            )
        totals = groups[0][0].pos, groups[0][0].neg
    beta = given["beta"]
    if len(spaces) == 1 and spaces[0].spread_levels is not None:
        levels = spaces[0].spread_levels(totals[0] / sum(totals), beta)
    return {"levels": checked_levels(given["levels"], levels, beta), "totals": totals}


def layer_marks(panel: Panel, styles: Mapping[str, Any]) -> list[Mark]:
    """Return the layers that belong to the space of a panel."""
    marks: list[Mark] = []
    for name, own in styles.items():
        layer, space = LAYER[name], panel.space
        is_crowded = layer.is_crowding and panel.is_beside and not is_one_line(name, space)
        if space.name in layer.spaces and not is_crowded:
            marks += layer.marks(panel, own)
    return marks
