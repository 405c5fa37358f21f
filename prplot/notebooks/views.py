"""HTML views of curves, scans, intervals, comparisons and operating points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import singledispatch
from html import escape
from typing import Any

import numpy as np

from prplot.core.bounds import aucpr_min
from prplot.core.checks import FloatArray
from prplot.core.measures.operating_point import METRICS, Criterion, OperatingPoint
from prplot.core.measures.score_definitions import OF_RETRIEVED, SCORES
from prplot.core.record import ConfusionCurve
from prplot.core.scan.scanned_curve import ScannedCurve
from prplot.core.spaces import PR
from prplot.core.traces import fewest_vertices, minimum_curve, trace
from prplot.core.uncertainty.differences import Comparison, Difference, sign_of_bound
from prplot.core.uncertainty.intervals import Interval

# Every picture takes the colour of the text around it, so that it is right on dark pages too.
INK = "currentColor"
# Notebooks set these of all cells, hence not once for the table.
_LEFT = "text-align:left;white-space:nowrap"
_RIGHT = "text-align:right;white-space:nowrap;padding-left:1em"
# Sizes in pixels: a picture of a curve, the room for its labels, and the bar of a difference.
SIDE, LEFT, TOP, BELOW = 160.0, 16.0, 4.0, 16.0
BAR, BAR_HEIGHT, BAR_END = 160.0, 24.0, 6.0
# How far a curve's path may be from the curve, in pixels: it then has less than 200 vertices.
TOLERANCE = 0.5
# Areas of curves with more points take too long for something that nobody asked for.
MOST_POINTS = 10**6
AREAS = ("aucpr", "auroc", "auprg")


@singledispatch
def html_of(item: Any) -> str:
    """Return the HTML view of an object."""
    raise TypeError(f"no view of {type(item).__name__}")


@html_of.register
def _(curve: ConfusionCurve) -> str:
    rows = {
        "points": f"{curve.tp.size:,}",
        "positives": f"{curve.pos:,.10g}",
    }
    if curve.knows_negatives:
        rows["negatives"] = f"{curve.neg:,.10g}"
        rows["prevalence π"] = f"{curve.prevalence:.4g}"
    else:
        rows["retrieved"] = f"{sum(curve._end):,.10g}"
    remarks = []
    if not curve.has_both_classes:
        absent = "negatives" if curve.pos else "positives"
        remarks = [remark(f"There are no {absent}, so there is nothing to score.")]
    elif curve.tp.size > MOST_POINTS:
        words = f"Scores of more than {MOST_POINTS:,} points are computed on request."
        remarks = [remark(words)]
    else:
        rows |= _scores_of(curve)
    return beside(_picture_of(curve), table(rows.items()), *remarks)


def _picture_of(curve: ConfusionCurve) -> str:
    """Return the curve in PR space, over its unachievable region and random guessing."""
    parts, title = [], "PR curve"
    if curve.knows_negatives:
        title += f" at prevalence {curve.prevalence:.3g}"
    right, floor = LEFT + SIDE, TOP + SIDE
    if curve.knows_negatives and curve.has_both_classes:
        title += "; shaded: unachievable, dashed: random guessing"
        region = path(*_pixels(minimum_curve(curve.pos, curve.neg)))
        parts.append(
            f'<path d="{region}L{right:g} {floor:g}L{LEFT:g} {floor:g}" fill="{INK}" '
            'fill-opacity="0.15"/>'
        )
        chance = floor - SIDE * curve.prevalence
        dashed = 'stroke-opacity="0.6" stroke-dasharray="4 3"'
        parts.append(_line(LEFT, chance, right, chance, dashed))
    if curve.pos:
        line = path(*_pixels(curve))
        parts.append(f'<path d="{line}" fill="none" stroke="{INK}" stroke-width="1.8"/>')
    middle, font = SIDE / 2, f'fill="{INK}" font-size="11" text-anchor="middle"'
    parts += [
        f'<rect x="{LEFT:g}" y="{TOP:g}" width="{SIDE:g}" height="{SIDE:g}" fill="none" '
        f'stroke="{INK}" stroke-opacity="0.5"/>',
        f'<text x="{LEFT + middle:g}" y="{floor + 12:g}" {font}>recall</text>',
        f'<text transform="translate(11 {TOP + middle:g}) rotate(-90)" {font}>precision</text>',
    ]
    return picture(right + 4, floor + BELOW, title, parts)


def _pixels(curve: ConfusionCurve) -> tuple[FloatArray, FloatArray]:
    """Return few vertices of a curve's line."""
    drawn = trace(curve, PR)
    seen = np.isfinite(drawn.x + drawn.y)
    x, y = LEFT + SIDE * drawn.x[seen], TOP + SIDE * (1 - drawn.y[seen])
    kept = fewest_vertices(x, y, TOLERANCE)
    return x[kept], y[kept]


def _line(x: float, y: float, end_x: float, end_y: float, look: str) -> str:
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{end_x:.1f}" y2="{end_y:.1f}"'
    return f'<line {ends} stroke="{INK}" {look}/>'


def _scores_of(curve: ConfusionCurve) -> dict[str, str]:
    rows = {}
    for key in AREAS if curve.knows_negatives else OF_RETRIEVED:
        has_least = curve.knows_negatives and SCORES[key].minimum is not None
        least = f" (at least {aucpr_min(curve.prevalence):.3f})" if has_least else ""
        rows[SCORES[key].head] = f"{_score(curve, key)}{least}"
    if not isinstance(curve, ScannedCurve):
        best = OperatingPoint.of(curve, Criterion("beta", 1.0).index(curve), "best F1")
        rows["best F1"] = f"{best.f1:.3f}"
        if not np.isnan(best.threshold):
            rows["its threshold"] = f"{best.threshold:.4g}"
    return rows


def _score(curve: ConfusionCurve, key: str) -> str:
    """Return a score; of a scanned curve the bounds, if they differ in writing."""
    if not isinstance(curve, ScannedCurve):
        return f"{SCORES[key].of(curve):.3f}"
    low, high = curve.bounds(key)
    # Rounded outwards, so that the written bounds hold.
    texts = f"{math.floor(low * 1e4) / 1e4:.4f}", f"{math.ceil(high * 1e4) / 1e4:.4f}"
    return f"[{texts[0]}, {texts[1]}]" if np.isfinite(low + high) else "nan"


@html_of.register
def _(interval: Interval) -> str:
    rows = {
        SCORES[interval.metric].head: f"{interval.estimate:.3f}",
        f"{100 * interval.level:g} % interval": f"[{interval.low:.3f}, {interval.high:.3f}]",
        "method": interval.method,
        "prevalence π": f"{interval.prevalence:.4g}",
    }
    return beside(table(rows.items()), *_doubts(interval.warnings))


def _doubts(warnings: Iterable[str]) -> list[str]:
    """Return the warnings as one remark; none without them."""
    told = "; ".join(dict.fromkeys(warnings))
    return [remark(f"Doubtful: {told}")] if told else []


def _bar(found: Difference, limits: tuple[float, float], title: str) -> str:
    """Return an interval as a line, with its estimate as a dot and 0 dashed, on a scale."""
    start, end, middle = BAR_END, BAR - BAR_END, BAR_HEIGHT / 2
    values = found.low, found.high, found.estimate, 0.0
    left, right, dot, zero = np.interp(values, limits, (start, end))
    parts = [
        _line(start, middle, end, middle, 'stroke-opacity="0.25"'),
        _line(zero, 1, zero, BAR_HEIGHT - 1, 'stroke-dasharray="3 2"'),
        _line(left, middle, right, middle, 'stroke-width="3"'),
        f'<circle cx="{dot:.1f}" cy="{middle:g}" r="3" fill="{INK}"/>',
    ]
    return picture(BAR, BAR_HEIGHT, title, parts)


@html_of.register
def _(comparison: Comparison) -> str:
    ends = [end for one in comparison.differences for end in (one.low, one.high)]
    limits = min(0.0, *ends), max(0.0, *ends)
    caption = f"{SCORES[comparison.metric].head} minus that of {comparison.baseline}"
    count = len(comparison.differences)
    heads = ["", "difference", f"{100 * comparison.level:g} % interval", "", "p", "adjusted p"]
    rows = []
    for one in comparison.differences:
        interval = f"[{one.low:+.3f}, {one.high:+.3f}]"
        bar = _bar(one, limits, f"{one.name} {interval}")
        p = f"{sign_of_bound(one.p, one.n_boot)}{one.p:.2g}"
        adjusted = f"{sign_of_bound(one.p_adjusted, one.n_boot, count)}{one.p_adjusted:.2g}"
        rows.append([one.name, f"{one.estimate:+.3f}", interval, bar, p, adjusted])
    doubts = _doubts(doubt for one in comparison.differences for doubt in one.warnings)
    return beside(table(rows, heads, caption), *doubts)


@html_of.register
def _(point: OperatingPoint) -> str:
    counts = table(
        [
            ["labelled positive", f"TP {point.tp:,.10g}", f"FN {point.fn:,.10g}"],
            ["labelled negative", f"FP {point.fp:,.10g}", f"TN {point.tn:,.10g}"],
        ],
        ["", "predicted positive", "predicted negative"],
    )
    rows = {"threshold": f"{point.threshold:.6g}"}
    if not point.asked.startswith("threshold "):
        rows["chosen by"] = point.asked
    for key in ("precision", "recall", "f1", "specificity", "mcc"):
        ends = point.intervals.get(key)
        interval = "" if ends is None else f" [{ends[0]:.3f}, {ends[1]:.3f}]"
        rows[METRICS[key].head] = f"{getattr(point, key):.3f}{interval}"
    return beside(counts, table(rows.items()))


# Pictures and tables


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


def path(x: FloatArray, y: FloatArray) -> str:
    """Return the path through points, for ``d=``, in tenths of pixels.

    Examples
    --------
    >>> import numpy as np
    >>> path(np.array([0, 1.24]), np.array([3, 4.0]))
    'M0 3L1.2 4'
    """
    at = np.round(np.column_stack([x, y]), 1) + 0.0
    return f"M{'L'.join(f'{one:g} {other:g}' for one, other in at.tolist())}"


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
