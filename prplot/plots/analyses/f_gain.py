"""F-gain lines: the gain of each threshold against the weight of precision, and their envelope."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Unpack

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter

from prplot.core.calls import answered
from prplot.core.checks import checked_number, in_full
from prplot.core.measures.calibration import best_f_gains, f_gain_at, vertices_in_prg
from prplot.core.record import ConfusionCurve
from prplot.core.signatures import FigureOptions
from prplot.core.spaces import PRG
from prplot.core.traces import Trace
from prplot.draw import scene, style
from prplot.draw.axes import checked_axes, open_limits, resolved_axes
from prplot.draw.color import dash_of
from prplot.draw.scene import Area, Head, Mark, Markers, Polyline, Tint
from prplot.draw.scene_artist import adopt, scene_of
from prplot.draw.style import Style, merged
from prplot.draw.tex import typeset
from prplot.draw.ticks import ChosenLocator, set_share_ticks
from prplot.plots.alt_text.wording import share
from prplot.plots.figure.arguments import Options
from prplot.plots.figure.figure import curve_figure, name_positive
from prplot.plots.figure.groups import counted_at
from prplot.plots.figure.hull_vertices import SHORTEST, segment
from prplot.plots.figure.labels import MODELS
from prplot.plots.figure.layers import bounds
from prplot.plots.plain import read_out, show

KIND = "F gains"
WEIGHTS = np.array([0.0, 1.0])
# Most lines: of more thresholds, only vertices of the hull have a line, and at most this many.
MANY_LINES = 60
MANY_CORNERS = 40
FEW_MODELS = 3
# The legend entry of a curve without a name.
UNNAMED = "best threshold"
BETAS = (0.25, 0.5, 1, 2, 4)
FEWER_BETAS = (0.5, 1, 2)
HEAD = (
    "Best F gain of {} against d = 1 / (1 + beta squared), from recall (d = 0) to precision (d = 1)"
)


@answered
def plot_f_gain(
    y_true: Any,
    y_score: Any = None,
    *,
    label: str | None = None,
    prevalence: float | Sequence[float] | None = None,
    threshold: float | None = None,
    show_lines: bool | None = None,
    show_baseline: bool = True,
    curve_kws: Mapping[str, Any] | None = None,
    line_kws: Mapping[str, Any] | None = None,
    baseline_kws: Mapping[str, Any] | None = None,
    threshold_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
    **options: Unpack[FigureOptions],
) -> Axes:
    """Draw the best F gain for every trade-off of precision and recall.

    Parameters
    ----------
    y_true : array_like, shape (n,) or (n, n_classes), ConfusionCurve, or dict of curves
        Labels, or an indicator matrix with a column for each class, or curves in place of labels
        and scores. A dict holds the curves of several models by name.
    y_score, data, hue, hue_order, palette, pos_label, classes, sample_weight, missing
    name : str, optional
        The name of a single model in the legend.
    label
    color : colour, optional
        The colour of a single model; by default the next one of the axes' cycle.
    prevalence
    threshold : float, optional
        Draw the line of this threshold of a single model, and shade its loss against the best
        threshold. It is counted exactly; of a `ConfusionCurve`, the last point at or above the
        threshold is taken.
    show_lines : bool, optional
        Draw the line of each threshold, or, if there are very many, of those that are best
        somewhere. By default they are drawn for up to three models.
    show_baseline : bool, default True
        Draw the line of calling everything positive, from 1 to 0.
    legend
    curve_kws, line_kws, baseline_kws, threshold_kws : dict, optional
        Line properties of the envelope, the lines of the thresholds, the baseline and the line of
        `threshold`; they override the defaults.
    ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn in this case.

    See Also
    --------
    best_threshold : The best threshold for one beta.
    operating_conditions : The corners of the envelope, as a table.
    plot_prg : The hull that is the dual of the envelope.

    Notes
    -----
    With ``d = 1 / (1 + beta^2)`` the F gain of a threshold is ``d precision gain + (1 - d) recall
    gain`` (Flach & Kull 2015, Theorem 2), a straight line over ``d`` from its recall gain to its
    precision gain. The upper envelope of all lines belongs to the best threshold for each ``beta``;
    its corners are the ``d`` of the segments of the Precision-Recall-Gain hull. The paper mentions
    cost curves for F scores as future work; we know of no earlier description.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_f_gain([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], threshold=0.9)
    >>> ax.get_ylabel()
    'F gain'
    """
    checked = Options.of(
        y_true,
        y_score,
        label=label,
        prevalence=prevalence,
        show_points=False,
        curve_kws=curve_kws,
        **options,
    )
    figure = curve_figure(checked, show_hull=True)
    curves = figure.groups.curves
    chosen = _counts_at(threshold, curves, checked)
    line_style = merged(style.LINES, line_kws, "line_kws")
    baseline_style = merged(style.BASELINE, baseline_kws, "baseline_kws")
    threshold_style = merged(style.CHOSEN, threshold_kws, "threshold_kws")
    checked_axes(ax, kind=KIND)
    figure.warn()

    ax = resolved_axes(ax)
    _dress(ax)
    name_positive(ax.yaxis, ax.get_ylabel(), figure.groups.positive)
    colors, hulls = figure.look.colors(ax), figure.hulls
    with_lines = len(hulls) <= FEW_MODELS if show_lines is None else show_lines
    marks = bounds(curves, _envelope, colors)
    for i, (curve, hull) in enumerate(zip(curves, hulls, strict=True)):
        if curve.pos == 0 or curve.neg == 0:
            continue
        if with_lines:
            marks.append(_lines(curve, hull, colors[i], line_style))
        dash = dash_of(colors[:i].count(colors[i]))
        marks += _best(hull, colors[i], dash, figure.labels[i].name, figure.look.style)
        if chosen is not None:
            marks += _loss(curve, hull, chosen, colors[i], threshold_style)
        if len(hulls) == 1:
            marks += _thresholds(hull, colors[i])
    if show_baseline:
        words, color = "always positive", Tint(style.LABEL_STRENGTH)
        line = Polyline(WEIGHTS, 1 - WEIGHTS)
        marks.append(
            Mark(scene.BASELINE, line, words, once=words, color=color, style=baseline_style)
        )
    return show(ax, marks, figure.legend, (0.5, 0.0))


def _counts_at(
    threshold: float | None, curves: Sequence[ConfusionCurve], options: Options
) -> tuple[float, float, float] | None:
    """Return the threshold and its counts, exact if there are scores, else those of a point."""
    if threshold is None:
        return None
    checked_number(threshold, "threshold", "be a number", lambda one: not np.isnan(one))
    if len(curves) > 1:
        raise ValueError(f"threshold goes with a single model, found {len(curves)}")
    (curve,) = curves
    if np.isnan(curve.thresholds).any():
        raise ValueError("threshold can't be drawn: the curve has no thresholds")
    if curve.pos == 0 or curve.neg == 0:
        return None
    ((counted,),) = counted_at(options, np.array([threshold], dtype=np.float64))
    above = np.flatnonzero((counted.thresholds >= threshold) & (counted.tp > 0))
    if above.size == 0:
        raise ValueError(
            f"threshold {in_full(threshold)} finds no positives, so that it has no F gain; "
            f"the highest that does is {in_full(curve.thresholds[curve.tp > 0].max())}"
        )
    point = above[-1]
    return counted.thresholds[point], counted.tp[point], counted.fp[point]


def _dress(ax: Axes) -> None:
    ax.set(xlabel=typeset("d = 1 / (1 + β²)"), ylabel="F gain", xlim=(-0.012, 1.012))
    open_limits(ax, y=(0.0, 1.0))
    set_share_ticks(ax.xaxis, ax.yaxis)
    read_out(ax, KIND, _words_at)
    if not scene_of(ax).of(scene.AXIS_OF_BETAS):
        # The functions that matplotlib uses by default can't be pickled.
        betas = ax.secondary_xaxis("top", functions=(np.positive, np.positive))
        choices = [[1 / (1 + beta**2) for beta in chosen] for chosen in (BETAS, FEWER_BETAS, (1,))]
        betas.xaxis.set_major_locator(ChosenLocator(choices, len(str(BETAS[0]))))
        betas.xaxis.set_major_formatter(FuncFormatter(_beta_text))
        betas.set_xlabel(typeset("β"))
        adopt(ax, Mark(scene.AXIS_OF_BETAS), betas)


def _words_at(x: float, y: float) -> str:
    beta = np.sqrt(1 / x - 1) if 0 < x <= 1 else np.inf
    return f"d {x:.3f}  beta {beta:.3f}  F gain {y:.3f}"


def _beta_text(weight: float, _position: int | None = None) -> str:
    """Return the beta of a weight of precision."""
    return f"{np.sqrt(1 / weight - 1):.3g}" if 0 < weight <= 1 else ""


def _lines(curve: ConfusionCurve, hull: ConfusionCurve, color: Any, own: Style) -> Mark:
    """Return the lines of all thresholds if they are few, else those of vertices of the hull."""
    record = hull if curve.tp.size > MANY_LINES else curve
    kept = np.flatnonzero(record.tp > 0)
    kept = kept[np.unique(np.linspace(0, kept.size - 1, MANY_LINES).astype(int))]
    totals = curve.pos, curve.neg
    ends = f_gain_at(record.tp[kept], record.fp[kept], *totals, WEIGHTS[:, None])
    # One artist draws all lines, with a gap after each.
    x = np.tile([*WEIGHTS, np.nan], kept.size)
    y = np.column_stack([*ends, np.full(kept.size, np.nan)]).ravel()
    faint = Tint(style.BENEATH_STRENGTH, color)
    return Mark(scene.ISOMETRIC, Polyline(x, y), color=faint, style=own)


def _envelope(curve: ConfusionCurve) -> Trace:
    # F-gain lines have no space of their own; PRG space has the same limits.
    return Trace(*best_f_gains(curve.hull()), PRG)


def _best(
    hull: ConfusionCurve, color: Any, dash: Any, name: str | None, own: Style
) -> Iterator[Mark]:
    """Yield the envelope, and its corners if they are few."""
    weight, gain = best_f_gains(hull)
    yield Mark(
        scene.CURVE,
        Polyline(weight, gain),
        name=name or UNNAMED,
        numbered=MODELS.format(name=UNNAMED) if name is None else "",
        is_listed=True,
        color=color,
        dash=dash,
        style=own,
        head=Head(HEAD, "model"),
        told=tuple(_best_told(hull, name or "")),
    )
    if weight.size <= MANY_CORNERS:
        corners = Markers(weight[1:-1], gain[1:-1])
        yield Mark(scene.VERTEX, corners, color=own.get("color", color), style=style.CORNER)


def _best_told(hull: ConfusionCurve, name: str) -> Iterator[str]:
    """Yield the best F gain at some weights, and its first and last threshold."""
    weight, gain = best_f_gains(hull)
    lowest, middle = int(np.argmin(gain)), float(np.interp(0.5, weight, gain))
    words = f"{gain[0]:.3f} at d = 0, {middle:.3f} at 0.5 (F1), {gain[-1]:.3f} at 1"
    if 0 < lowest < weight.size - 1:
        words += f"; lowest {gain[lowest]:.3f} at {share(weight[lowest])}"
    yield f"{name or 'F gain'}: {words}."
    best = hull.thresholds[vertices_in_prg(hull)][::-1]
    if np.isfinite(best).all() and best.size > 1:
        ends = f"from {share(best[0], 3)} at d = 0 to {share(best[-1], 3)} at d = 1"
        yield f"The best threshold{f' of {name}' if name else ''} changes {ends}."


def _loss(
    curve: ConfusionCurve,
    hull: ConfusionCurve,
    chosen: tuple[float, float, float],
    color: Any,
    own: Style,
) -> Iterator[Mark]:
    """Yield the line of the chosen threshold, and its loss against the envelope."""
    (threshold, tp, fp), (weight, gain) = chosen, best_f_gains(hull)
    own_gain = f_gain_at(tp, fp, curve.pos, curve.neg, weight)
    at = int(np.argmax(gain - own_gain))
    words, most = f"threshold {threshold:.4g}", f"{(gain - own_gain)[at]:.3f}"
    told = f"{words.capitalize()} is below the best by at most {most}, at d = {share(weight[at])}."
    line, name = Polyline(weight, own_gain), typeset(words)
    yield Mark(scene.HULL, line, name=name, is_listed=True, color=color, style=own, told=(told,))
    shaded = {"facecolor": own.get("color", color), **style.LOSS}
    shape = Area(weight, own_gain, gain)
    yield Mark(scene.PART, shape, "its loss", is_listed=True, style=shaded)


def _thresholds(hull: ConfusionCurve, color: Any) -> Iterator[Mark]:
    """Yield each piece of the envelope with its threshold."""
    weight, gain = best_f_gains(hull)
    thresholds = hull.thresholds[vertices_in_prg(hull)][::-1]
    long = np.hypot(np.diff(weight), np.diff(gain)) >= SHORTEST
    for i, threshold in enumerate(thresholds):
        if long[i] and np.isfinite(threshold):
            piece = slice(i, i + 2)
            ends = np.column_stack([weight[piece], gain[piece]])
            yield segment(ends, "threshold", f"{threshold:.3g}", color)
