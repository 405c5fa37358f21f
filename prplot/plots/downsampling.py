"""Areas against the ratio of the classes: what downsampling does to them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import NullFormatter
from numpy.typing import ArrayLike, NDArray

from prplot.core.bounds import aucpr_min
from prplot.core.options import brief, choose
from prplot.core.paths import SAME_PREVALENCE, numbers
from prplot.draw import labels as marks
from prplot.draw import style as looks
from prplot.draw.annotations import annotate
from prplot.draw.frames import checked_axes, open_limits, resolved_axes
from prplot.draw.readout import PlainReadout
from prplot.inputs.curves import Curves, named_curves
from prplot.plots import layers
from prplot.tables import METRICS, areas_by_ratio

FloatArray = NDArray[np.float64]
KIND = "downsampling"
# Negatives for each positive, and at how many ratios the lines are computed.
RATIOS = (1.0, 100.0)
STEPS = 41
# What an AUPRG that is worse is not drawn to; the legend says how far it goes.
DEEPEST = -0.5
LOWEST = "lowest AUCPR"
NAMES = {name: name.upper() for name in METRICS} | {"average_precision": "AP"}


def plot_downsampling(
    y_true: Any,
    y_score: Any = None,
    *,
    ratios: tuple[float, float] | None = None,
    score: str | Sequence[str] = ("aucpr", "aucnpr", "auprg"),
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | None = None,
    name: str | None = None,
    show_min: bool = True,
    show_data: bool = True,
    progress: bool = True,
    legend: bool | str = "auto",
    curve_kws: Mapping[str, Any] | None = None,
    min_kws: Mapping[str, Any] | None = None,
    data_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw areas of the same ROC curves against the number of negatives for each positive.

    Parameters
    ----------
    y_true : array_like, shape (n,), ConfusionCurve, or dict of name to ConfusionCurve
        Labels, or ready curves; all with positives and negatives.
    y_score : array_like of numbers, shape (n,), or dict of name to array_like
        Scores of one model or of several; higher means more likely positive.
    ratios : (low, high), optional
        Negatives for each positive; by default from 1 to 100, or to the ratio of the data.
    score : str or sequence of str, default ("aucpr", "aucnpr", "auprg")
        Areas to draw: "aucpr", "aucnpr", "auprg", "auroc", "average_precision".
    pos_label : hashable, optional
        The positive label; by default 1 (or True) among 0/1, -1/1 or booleans.
    sample_weight : array_like of numbers, shape (n,), optional
        Nonnegative weights.
    name : str, optional
        What the legend calls a single model.
    show_min : bool, default True
        The lowest area under the PR curve, which every model gets for free.
    show_data : bool, default True
        Mark the ratio of the data on each line.
    progress : bool, default True
        Show a progress bar where that lasts.
    legend : {"auto", True, False}, default "auto"
        Place a legend where it covers nothing.
    curve_kws, min_kws, data_kws : dict, optional
        Line properties of the areas, of the minimum and of the markers; they win over the defaults.
    ax : matplotlib.axes.Axes, optional
        The current axes by default.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input, before anything is drawn; a class without examples.

    See Also
    --------
    ConfusionCurve.at_prevalence : The curve behind each number.

    Notes
    -----
    Removing negatives (or positives) at random leaves the ROC curve as it is, but for chance; so
    areas are those of the curve at another prevalence, exactly (Boyd et al. 2012, section 4.3). Of
    the areas only AUROC does not depend on the ratio.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_downsampling([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> ax.get_xlabel()
    'Positives : negatives'
    """
    curves = named_curves(
        y_true, y_score, pos_label=pos_label, sample_weight=sample_weight, name=name
    )
    scores = [choose(one, "score", METRICS) for one in _listed(score)]
    low, high = _checked_ratios(ratios, curves)
    with_legend = layers.checked_legend(legend)
    style = looks.merged(looks.CURVE, curve_kws, "curve_kws")
    min_style = looks.merged(looks.MINIMUM, min_kws, "min_kws")
    data_style = looks.merged(looks.CORNER, data_kws, "data_kws")
    checked_axes(ax, kind=KIND)

    at = np.geomspace(low, high, STEPS)
    areas = areas_by_ratio(curves, scores, at, progress=progress)
    ax = resolved_axes(ax)
    least = min(0.0, *(float(line.min()) for line in areas.values()))
    _dress(ax, low, high, max(least, DEEPEST))
    ax.format_coord = PlainReadout(KIND, _words)  # type: ignore[method-assign]
    styles = _looks(ax, curves, scores)
    for (model, one), line in areas.items():
        label = _entry(model, one, line.min()) if len(curves) == 1 else model
        own = {
            **styles[model, one],
            "label": label if one == scores[0] or len(curves) == 1 else "_",
        }
        ax.plot(at, line, **{**own, **style})[0].set_gid(marks.CURVE)
    if len(curves) > 1:
        _explain_dashes(ax, scores, {**style, "color": looks.text_color(ax)})
    if show_data:
        _mark_data(ax, curves, scores, styles, data_style)
    known = {line.get_label() for line in ax.lines}
    if show_min and LOWEST not in known and {"aucpr", "average_precision"} & set(scores):
        own = {"color": looks.text_color(ax), "label": LOWEST}
        ax.plot(at, aucpr_min(1 / (1 + at)), **{**own, **min_style})
    annotate(ax, with_legend, home=(0.0, 0.0))
    return ax


def _listed(score: str | Sequence[str]) -> Sequence[str]:
    names = [score] if isinstance(score, str) else score
    if not isinstance(names, list | tuple) or not names or len(set(names)) < len(names):
        raise ValueError(f"score must be a list of different names, found {brief(score)}")
    return names


def _checked_ratios(ratios: tuple[float, float] | None, curves: Curves) -> tuple[float, float]:
    for key, curve in curves.items():
        if curve.pos == 0 or curve.neg == 0:
            of = "" if key is None else f"model {key!r}: "
            raise ValueError(f"{of}one class only has no other ratio")
    if ratios is None:
        own = [float(curve.neg / curve.pos) for curve in curves.values()]
        return min(RATIOS[0], *own), max(RATIOS[1], *own)
    ends = numbers(ratios, "ratios")
    if ends.shape != (2,) or not 0 < ends[0] < ends[1]:
        raise ValueError(f"ratios must be two numbers with 0 < low < high, found {brief(ratios)}")
    return float(ends[0]), float(ends[1])


def _looks(
    ax: Axes, curves: Curves, scores: Sequence[str]
) -> dict[tuple[str | None, str], looks.Style]:
    """Give each area of a single model a colour; else models have colours and areas have dashes."""
    single = len(curves) == 1
    colors = looks.cycle_colors(len(scores) if single else len(curves), ax)
    return {
        (model, one): {
            "color": colors[j if single else i],
            "linestyle": "-" if single else _dashes(scores)[j],
        }
        for i, model in enumerate(curves)
        for j, one in enumerate(scores)
    }


def _entry(model: str | None, score: str, lowest: float) -> str:
    """Return what the legend says of an area of a single model."""
    deep = f", down to {lowest:.2g}" if lowest < DEEPEST else ""
    return f"{'' if model is None else f'{model}, '}{NAMES[score]}{deep}"


def _explain_dashes(ax: Axes, scores: Sequence[str], style: looks.Style) -> None:
    """Say in the legend which area has which dash, or on the axis which area it is."""
    if len(scores) == 1:
        ax.set_ylabel(NAMES[scores[0]])
        return
    for score, dash in zip(scores, _dashes(scores), strict=True):
        ax.plot([], [], **{"linestyle": dash, **style}, label=NAMES[score])


def _dashes(scores: Sequence[str]) -> list[Any]:
    return [looks.LAPS[i % len(looks.LAPS)] for i in range(len(scores))]


def _mark_data(
    ax: Axes,
    curves: Curves,
    scores: Sequence[str],
    styles: Mapping[tuple[str | None, str], looks.Style],
    style: looks.Style,
) -> None:
    """Mark the ratio of the data on each line, and say so once in the legend."""
    ratios = [float(curve.neg / curve.pos) for curve in curves.values()]
    for (model, curve), ratio in zip(curves.items(), ratios, strict=True):
        for score in scores:
            own = {"color": styles[model, score]["color"], "label": "_"}
            ax.plot(ratio, METRICS[score](curve), **{**looks.CORNER, **own, **style})
    alike = max(ratios) < min(ratios) * (1 + SAME_PREVALENCE)
    words = f"data, {_ratio(float(f'{ratios[0]:.3g}'))}" if alike else "data"
    own = {"color": looks.text_color(ax), "label": words}
    ax.plot([], [], **{**looks.CORNER, **own, **style})


def _dress(ax: Axes, low: float, high: float, least: float) -> None:
    ax.set(xscale="log", xlabel="Positives : negatives", ylabel="Area")
    ax.set_xlim(low / 1.03, high * 1.03)
    open_limits(ax, y=(least, 1.0))
    ticks = _ticks(low, high)
    ax.set_xticks(ticks, [_ratio(ratio) for ratio in ticks])
    ax.xaxis.set_minor_formatter(NullFormatter())


def _ticks(low: float, high: float) -> list[float]:
    """Return round ratios within a range, the denser the narrower it is."""
    decades = np.log10(high / low)
    steps = (1, 2, 5) if decades < 1.5 else (1, 3) if decades < 2.6 else (1,)
    every = 1 if decades < 6 else 2
    powers = range(0, int(np.ceil(max(abs(np.log10([low, high]))))) + 1, every)
    round_ones = {step * 10.0**power for step in steps for power in powers}
    return sorted(
        ratio
        for ratio in round_ones | {1 / ratio for ratio in round_ones}
        if low / 1.01 <= ratio <= high * 1.01
    )


def _words(x: float, y: float) -> str:
    return f"{_ratio(float(f'{x:.3g}'))}  prevalence {1 / (1 + x):.3g}  area {y:.3f}"


def _ratio(negatives: float) -> str:
    return f"1:{negatives:g}" if negatives >= 1 else f"{1 / negatives:g}:1"
