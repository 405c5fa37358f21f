"""What notebooks show of curves, scans, intervals, comparisons and operating points."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import singledispatch
from typing import Any

import numpy as np

from prplot.core.bounds import aucpr_min
from prplot.core.checks import FloatArray
from prplot.core.measures.operating_point import METRICS, Criterion, OperatingPoint
from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import ConfusionCurve
from prplot.core.scan.scanned_curve import ScannedCurve
from prplot.core.spaces import PR
from prplot.core.traces import fewest_vertices, minimum_curve, trace
from prplot.core.uncertainty.differences import Comparison, Difference, sign_of_bound
from prplot.core.uncertainty.intervals import Interval
from prplot.notebooks.fragments import (
    INK,
    beside,
    element,
    path,
    picture,
    remark,
    table,
)

# Sizes in pixels: a picture of a curve, the room for its labels, and a bar of an interval.
SIDE, LEFT, TOP, BELOW = 160.0, 16.0, 4.0, 16.0
BAR, BAR_HEIGHT, BAR_LABELS, BAR_END = 160.0, 24.0, 12.0, 6.0
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
        "negatives": f"{curve.neg:,.10g}",
        "prevalence π": f"{curve.prevalence:.4g}",
    }
    remarks = []
    if not (curve.pos and curve.neg):
        absent = "negatives" if curve.pos else "positives"
        remarks = [remark(f"There are no {absent}, and so there is nothing to score.")]
    elif curve.tp.size > MOST_POINTS:
        words = f"Scores of more than {MOST_POINTS:,} points are computed when asked for."
        remarks = [remark(words)]
    else:
        rows |= _scores_of(curve)
    return beside(_picture_of(curve), table(rows.items()), *remarks)


def _picture_of(curve: ConfusionCurve) -> str:
    """Return the curve in PR space, over its unachievable region and random guessing."""
    parts, title = [], f"PR curve at prevalence {curve.prevalence:.3g}"
    right, floor, bottom = LEFT + SIDE, TOP + SIDE, TOP + SIDE + 12
    if curve.pos and curve.neg:
        title += "; shaded: unachievable, dashed: random guessing"
        x, y = _pixels(minimum_curve(curve.pos, curve.neg))
        region = path(np.append(x, [x[-1], x[0]]), np.append(y, [floor, floor]))
        parts.append(element("path", d=region, fill=INK, fill_opacity=0.15))
        chance = floor - SIDE * curve.prevalence
        parts.append(_rule(LEFT, right, chance, stroke_opacity=0.6, stroke_dasharray="4 3"))
    if curve.pos:
        line = path(*_pixels(curve))
        parts.append(element("path", d=line, fill="none", stroke=INK, stroke_width=1.8))
    frame: dict[str, object] = {"x": LEFT, "y": TOP, "width": SIDE, "height": SIDE}
    parts.append(element("rect", **frame, fill="none", stroke=INK, stroke_opacity=0.5))
    turned = f"translate(11 {TOP + SIDE / 2:g}) rotate(-90)"
    parts += [
        _text("0", LEFT, bottom),
        _text("recall", LEFT + SIDE / 2, bottom),
        _text("1", right, bottom, "end"),
        _text("0", LEFT - 5, floor, "end"),
        _text("1", LEFT - 5, TOP + 9, "end"),
        _text("precision", 0.0, 0.0, transform=turned),
    ]
    return picture(right + 4, floor + BELOW, title, parts)


def _pixels(curve: ConfusionCurve) -> tuple[FloatArray, FloatArray]:
    """Return few vertices of a curve's line."""
    drawn = trace(curve, PR)
    seen = np.isfinite(drawn.x + drawn.y)
    x, y = LEFT + SIDE * drawn.x[seen], TOP + SIDE * (1 - drawn.y[seen])
    kept = fewest_vertices(x, y, TOLERANCE)
    return x[kept], y[kept]


def _text(words: str, x: float, y: float, anchor: str = "middle", **properties: object) -> str:
    font: dict[str, object] = {"fill": INK, "font_size": 11, "text_anchor": anchor}
    return element("text", words, x=x, y=y, **font, **properties)


def _rule(left: float, right: float, at: float, **properties: object) -> str:
    line = path(np.array([left, right]), np.full(2, at))
    return element("path", d=line, stroke=INK, **properties)


def _scores_of(curve: ConfusionCurve) -> dict[str, str]:
    rows = {}
    for key in AREAS:
        least = f" (at least {aucpr_min(curve.prevalence):.3f})" if SCORES[key].minimum else ""
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
    head, score = SCORES[interval.metric].head, SCORES[interval.metric]
    low = score.low if np.isfinite(score.low) else min(0.0, interval.low)
    ends = f"[{interval.low:.3f}, {interval.high:.3f}]"
    bar = _bar(interval, (low, 1.0), f"{head} {ends}")
    rows = {
        head: f"{interval.estimate:.3f}",
        f"{100 * interval.level:g} % interval": ends,
        "method": interval.method,
        "prevalence π": f"{interval.prevalence:.4g}",
    }
    return beside(bar, table(rows.items()), *_doubts(interval.warnings))


def _doubts(warnings: Iterable[str]) -> list[str]:
    """Return the warnings as one remark; none without them."""
    told = "; ".join(dict.fromkeys(warnings))
    return [remark(f"Doubtful: {told}")] if told else []


def _bar(
    found: Interval | Difference,
    limits: tuple[float, float],
    title: str,
    *,
    is_difference: bool = False,
) -> str:
    """Return an interval as a line, with its estimate as a dot, on a scale."""
    start, end, middle = BAR_END, BAR - BAR_END, BAR_HEIGHT / 2
    values = found.low, found.high, found.estimate, 0.0
    left, right, dot, zero = np.interp(values, limits, (start, end))
    parts = [_rule(start, end, middle, stroke_opacity=0.25)]
    if is_difference:
        upright = path(np.full(2, zero), np.array([1.0, BAR_HEIGHT - 1]))
        parts.append(element("path", d=upright, stroke=INK, stroke_dasharray="3 2"))
    parts.append(_rule(left, right, middle, stroke_width=3))
    parts.append(element("circle", cx=dot, cy=middle, r=3.0, fill=INK))
    if is_difference:
        return picture(BAR, BAR_HEIGHT, title, parts)
    height = BAR_HEIGHT + BAR_LABELS
    low, high = (f"{one:.2g}" for one in limits)
    parts += [_text(low, start, height - 3, "start"), _text(high, end, height - 3, "end")]
    return picture(BAR, height, title, parts)


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
        bar = _bar(one, limits, f"{one.name} {interval}", is_difference=True)
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
    return beside(counts, table(rows.items()))
