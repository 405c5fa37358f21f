"""HTML views for notebooks: curves as small pictures in SVG beside numbers, results as text."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

import numpy as np

from prplot.core.checks import FloatArray
from prplot.core.measures.score_definitions import OF_RETRIEVED, SCORES
from prplot.core.record import ConfusionCurve
from prplot.core.scanned import ScannedCurve
from prplot.core.traces import minimum_curve
from prplot.core.uncertainty.differences import Comparison

# Every picture takes the colour of the text around it, so that it is right on dark pages too.
INK = "currentColor"
# Sizes in pixels: a picture of a curve, and the room for its labels.
SIDE, LEFT, TOP, BELOW = 160.0, 16.0, 4.0, 16.0
# Areas of curves with more points take too long for something that nobody asked for.
MOST_POINTS = 10**6
AREAS = ("aucpr", "auroc", "auprg")


def html_of(item: Any) -> str:
    """Return the HTML view of an object: a curve's picture and areas, or the text of a result."""
    if isinstance(item, ConfusionCurve):
        return beside(_picture_of(item), _text("\n".join(_areas_of(item))))
    results = item.differences if isinstance(item, Comparison) else [item]
    told = (words for one in results for words in getattr(one, "warnings", ()))
    doubts = "; ".join(dict.fromkeys(told))
    remark = f'<p style="flex:0 0 100%;margin:0;max-width:60em">Doubtful: {escape(doubts)}</p>'
    return beside(_text(str(item)), remark if doubts else "")


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
        parts.append(
            f'<path d="M{LEFT:g} {chance:.1f}H{right:g}" stroke="{INK}" stroke-opacity="0.6" '
            'stroke-dasharray="4 3"/>'
        )
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
    width, height = right + 4, floor + BELOW
    return (
        f'<svg width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}" '
        f'role="img" aria-label="{title}" style="flex:none"><title>{title}</title>{"".join(parts)}'
        "</svg>"
    )


def _pixels(curve: ConfusionCurve) -> tuple[FloatArray, FloatArray]:
    """Return the points of a curve at each pixel of recall, and its end."""
    recall = np.linspace(0.0, curve.recall[-1], int(SIDE) + 1)
    precision = np.append(curve.precision_at(recall), curve.precision[-1])
    return LEFT + SIDE * np.append(recall, recall[-1]), TOP + SIDE * (1 - precision)


def _areas_of(curve: ConfusionCurve) -> Iterator[str]:
    """Yield what a curve is, and its areas; of a scanned curve their bounds."""
    yield repr(curve)
    if not curve.has_both_classes or curve.tp.size > MOST_POINTS:
        return
    for key in AREAS if curve.knows_negatives else OF_RETRIEVED:
        if not isinstance(curve, ScannedCurve):
            yield f"{SCORES[key].head} {SCORES[key].of(curve):.3f}"
            continue
        low, high = curve.bounds(key)
        # Rounded outwards, so that the written bounds hold.
        ends = f"[{np.floor(low * 1e4) / 1e4:.4f}, {np.ceil(high * 1e4) / 1e4:.4f}]"
        yield f"{SCORES[key].head} {ends if np.isfinite(low + high) else 'nan'}"


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


def _text(words: str) -> str:
    return f'<pre style="margin:0">{escape(words)}</pre>'


def beside(*parts: str) -> str:
    """Return parts in a row: below one another where there is no room, and scrolled at the end."""
    style = "display:flex;flex-wrap:wrap;gap:1em;align-items:center;overflow-x:auto"
    return f'<div style="{style}">{"".join(parts)}</div>'
