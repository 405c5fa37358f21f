"""What notebooks show of curves, scans, intervals, comparisons and operating points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Any

import numpy as np

from prplot.core.bounds import aucpr_min
from prplot.core.checks import FloatArray
from prplot.core.measures.operating_point import OperatingPoint
from prplot.core.measures.point_metrics import METRICS, PointCounts
from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import ConfusionCurve
from prplot.core.scan.scanned_curve import ScannedCurve
from prplot.core.spaces import PR
from prplot.core.traces import Trace, fewest_vertices, minimum_curve, trace
from prplot.core.uncertainty.differences import Comparison, sign_of_bound
from prplot.core.uncertainty.intervals import Interval
from prplot.notebooks.fragments import (
    INK,
    beside,
    element,
    numbers,
    path,
    picture,
    remark,
    table,
)

# Sizes in pixels: a picture of a curve, the room for its labels, and a bar of an interval.
SIDE, LEFT, TOP, BELOW = 160.0, 16.0, 4.0, 16.0
BAR, BAR_HEIGHT, BAR_LABELS = 160.0, 24.0, 12.0
# The side of a mosaic, and the width and height that the name of a count needs.
MOSAIC, ROOM_FOR_NAME = 120.0, (22.0, 14.0)
# Most vertices of a path, and the first tolerance in pixels.
MOST_VERTICES = 200
TOLERANCE = 0.2
# Areas of curves with more points take too long for something that nobody asked for.
MOST_POINTS = 10**6
AREAS = ("aucpr", "auroc", "auprg")


@singledispatch
def html_of(item: Any) -> str:
    """Return the HTML view of an object."""
    raise TypeError(f"no view of {type(item).__name__}")


@html_of.register
def _(curve: ConfusionCurve) -> str:
    return beside(_picture_of(curve), numbers(dict(_numbers_of(curve))), *_missing(curve))


def _missing(curve: ConfusionCurve) -> Iterator[str]:
    """Return remarks on scores that are not shown."""
    if not (curve.pos and curve.neg):
        absent = "negatives" if curve.pos else "positives"
        yield remark(f"There are no {absent}, and so there is nothing to score.")
    elif curve.tp.size > MOST_POINTS:
        yield remark(f"Scores of more than {MOST_POINTS:,} points are computed when asked for.")


def _picture_of(curve: ConfusionCurve) -> str:
    """Return the curve in PR space, over its unachievable region and random guessing."""
    parts = [*_ground(curve), *_line_of(curve)]
    frame: dict[str, object] = {"x": LEFT, "y": TOP, "width": SIDE, "height": SIDE}
    parts.append(element("rect", **frame, fill="none", stroke=INK, stroke_opacity=0.5))
    parts += _labels()
    title = f"PR curve at prevalence {curve.prevalence:.3g}"
    if curve.pos and curve.neg:
        title += "; shaded: unachievable, dashed: random guessing"
    return picture(LEFT + SIDE + 4, TOP + SIDE + BELOW, title, parts)


def _labels() -> Iterator[str]:
    """Return the names of the axes, and their ends."""
    left, right, floor, bottom = LEFT, LEFT + SIDE, TOP + SIDE, TOP + SIDE + 12
    yield _text("0", left, bottom)
    yield _text("recall", left + SIDE / 2, bottom)
    yield _text("1", right, bottom, text_anchor="end")
    yield _text("0", left - 5, floor, text_anchor="end")
    yield _text("1", left - 5, TOP + 9, text_anchor="end")
    turned = f"translate(11 {TOP + SIDE / 2:g}) rotate(-90)"
    yield _text("precision", 0.0, 0.0, transform=turned)


def _text(words: str, x: float, y: float, **properties: object) -> str:
    own: dict[str, object] = {"fill": INK, "font_size": 11, "text_anchor": "middle"}
    return element("text", words, x=x, y=y, **own | properties)


def _ground(curve: ConfusionCurve) -> Iterator[str]:
    if not (curve.pos and curve.neg):
        return
    x, y = _pixels(trace(minimum_curve(curve.pos, curve.neg), PR))
    floor = TOP + SIDE
    border = path(np.append(x, [x[-1], x[0]]), np.append(y, [floor, floor]), closed=True)
    yield element("path", d=border, fill=INK, fill_opacity=0.15)
    height = floor - SIDE * curve.prevalence
    ends = np.array([LEFT, LEFT + SIDE])
    dashed: dict[str, object] = {"stroke": INK, "stroke_opacity": 0.6, "stroke_dasharray": "4 3"}
    yield element("path", d=path(ends, np.full(2, height)), fill="none", **dashed)


def _line_of(curve: ConfusionCurve) -> Iterator[str]:
    if not curve.pos:
        return
    line = path(*_pixels(trace(curve, PR)))
    yield element("path", d=line, fill="none", stroke=INK, stroke_width=1.8)


def _pixels(drawn: Trace) -> tuple[FloatArray, FloatArray]:
    """Return few vertices: to a fifth of a pixel, or coarser if these are too many."""
    seen = np.isfinite(drawn.x + drawn.y)
    x, y = LEFT + SIDE * drawn.x[seen], TOP + SIDE * (1 - drawn.y[seen])
    tolerance = TOLERANCE
    kept = fewest_vertices(x, y, tolerance)
    while kept.size > MOST_VERTICES:
        tolerance *= 2
        # Of those that are left: a pass over all would take as long as the first.
        kept = kept[fewest_vertices(x[kept], y[kept], tolerance)]
    return x[kept], y[kept]


def _numbers_of(curve: ConfusionCurve) -> Iterator[tuple[str, str]]:
    yield "points", f"{curve.tp.size:,}"
    yield "positives", f"{curve.pos:,.10g}"
    yield "negatives", f"{curve.neg:,.10g}"
    yield "prevalence π", f"{curve.prevalence:.4g}"
    if not (curve.pos and curve.neg) or curve.tp.size > MOST_POINTS:
        return
    for key in AREAS:
        least = f" (at least {aucpr_min(curve.prevalence):.3f})" if SCORES[key].minimum else ""
        yield SCORES[key].head, f"{_score(curve, key)}{least}"
    if not isinstance(curve, ScannedCurve):
        yield from _best_f1(curve)


def _score(curve: ConfusionCurve, key: str) -> str:
    """Return a score; of a scanned curve the bounds, if they differ in writing."""
    if not isinstance(curve, ScannedCurve):
        return f"{SCORES[key].of(curve):.3f}"
    low, high = curve.bounds(key)
    # Rounded outwards, so that the written bounds hold.
    texts = f"{math.floor(low * 1e4) / 1e4:.4f}", f"{math.ceil(high * 1e4) / 1e4:.4f}"
    return f"[{texts[0]}, {texts[1]}]" if np.isfinite(low + high) else "nan"


def _best_f1(curve: ConfusionCurve) -> Iterator[tuple[str, str]]:
    found = METRICS["f1"].of(PointCounts.of(curve, slice(None)), 1.0)
    best = int(np.nanargmax(found))
    threshold = curve.thresholds[best]
    yield "best F1", f"{found[best]:.3f}"
    if not np.isnan(threshold):
        yield "its threshold", f"{threshold:.4g}"


@html_of.register
def _(interval: Interval) -> str:
    head, score = SCORES[interval.metric].head, SCORES[interval.metric]
    low = score.low if np.isfinite(score.low) else min(0.0, interval.low)
    ends = f"[{interval.low:.3f}, {interval.high:.3f}]"
    values = interval.estimate, interval.low, interval.high
    bar = _bar(*values, (low, 1.0), f"{head} {ends}", labelled=True)
    rows = {
        head: f"{interval.estimate:.3f}",
        f"{100 * interval.level:g} % interval": ends,
        "method": interval.method,
        "prevalence π": f"{interval.prevalence:.4g}",
    }
    return beside(bar, numbers(rows), *_doubts(interval.warnings))


def _doubts(warnings: Iterable[str]) -> list[str]:
    """Return the warnings as one remark; none without them."""
    told = "; ".join(dict.fromkeys(warnings))
    return [remark(f"Doubtful: {told}")] if told else []


def _bar(
    estimate: float,
    low: float,
    high: float,
    limits: tuple[float, float],
    title: str,
    zero: float | None = None,
    labelled: bool = False,
) -> str:
    """Return an interval as a line on a scale, labelled or not, with its estimate as a dot."""
    start, end = limits
    scale = (BAR - 12) / ((end - start) or 1.0)
    left, right, dot = (6 + scale * (one - start) for one in (low, high, estimate))
    middle = BAR_HEIGHT / 2
    parts = [_rule(6.0, BAR - 6, middle, stroke_opacity=0.25)]
    if zero is not None:
        at = 6 + scale * (zero - start)
        upright = path(np.full(2, at), np.array([1.0, BAR_HEIGHT - 1]))
        parts.append(element("path", d=upright, stroke=INK, stroke_dasharray="3 2"))
    parts.append(_rule(left, right, middle, stroke_width=3))
    parts.append(element("circle", cx=dot, cy=middle, r=3.0, fill=INK))
    below = BAR_HEIGHT + BAR_LABELS - 3
    if labelled:
        parts.append(_text(f"{start:.2g}", 6.0, below, text_anchor="start"))
        parts.append(_text(f"{end:.2g}", BAR - 6, below, text_anchor="end"))
    return picture(BAR, BAR_HEIGHT + BAR_LABELS * labelled, title, parts)


def _rule(left: float, right: float, at: float, **properties: object) -> str:
    line = path(np.array([left, right]), np.full(2, at))
    return element("path", d=line, stroke=INK, **properties)


@html_of.register
def _(comparison: Comparison) -> str:
    ends = [end for one in comparison.differences for end in (one.low, one.high)]
    limits = min(0.0, *ends), max(0.0, *ends)
    caption = f"{SCORES[comparison.metric].head} minus that of {comparison.baseline}"
    several = len(comparison.differences) > 1
    heads = ["", "difference", f"{100 * comparison.level:g} % interval", "", "p"]
    rows = []
    for one in comparison.differences:
        interval = f"[{one.low:+.3f}, {one.high:+.3f}]"
        bar = _bar(one.estimate, one.low, one.high, limits, f"{one.name} {interval}", zero=0.0)
        p = f"{sign_of_bound(one.p, one.n_boot)}{one.p:.2g}"
        sign = sign_of_bound(one.p_adjusted, one.n_boot, len(comparison.differences))
        row = [one.name, f"{one.estimate:+.3f}", interval, bar, p]
        rows.append([*row, f"{sign}{one.p_adjusted:.2g}"] if several else row)
    doubts = _doubts(doubt for one in comparison.differences for doubt in one.warnings)
    heads += ["adjusted p"] if several else []
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
    return beside(_mosaic(point), counts, numbers(rows))


def _mosaic(point: OperatingPoint) -> str:
    """Return the counts as areas: a column for each class, its tinted part predicted positive."""
    pos, neg = point.tp + point.fn, point.fp + point.tn
    width = MOSAIC * pos / (pos + neg) if pos + neg else 0.0
    parts = [
        *_column(0.0, width, (point.tp, point.fn), ("TP", "FN"), 0.35),
        *_column(width, MOSAIC - width, (point.fp, point.tn), ("FP", "TN"), 0.2),
    ]
    title = "Counts as areas: positives left, negatives right; tinted: predicted positive"
    return picture(MOSAIC, MOSAIC, title, parts)


def _column(
    left: float, wide: float, counts: tuple[float, float], names: tuple[str, str], strength: float
) -> Iterator[str]:
    """Return the called part of a class from below, the rest above it, and names that fit."""
    share = counts[0] / sum(counts) if sum(counts) else 0.0
    edge = MOSAIC * (1 - share)
    box: dict[str, object] = {"x": left, "width": wide}
    tint: dict[str, object] = {"fill": INK, "fill_opacity": strength}
    yield element("rect", **box, y=edge, height=MOSAIC - edge, **tint)
    outline: dict[str, object] = {"fill": "none", "stroke": INK, "stroke_opacity": 0.5}
    yield element("rect", **box, y=0.0, height=MOSAIC, **outline)
    for name, top, bottom in ((names[0], edge, MOSAIC), (names[1], 0.0, edge)):
        if wide >= ROOM_FOR_NAME[0] and bottom - top >= ROOM_FOR_NAME[1]:
            yield _text(name, left + wide / 2, (top + bottom) / 2 + 4)
