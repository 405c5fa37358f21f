"""Differences of precision-recall curves at equal recall, with their bands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Unpack

import numpy as np
from matplotlib.axes import Axes

from prplot.core.calls import answered
from prplot.core.measures.precision_difference import trace_difference
from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import ConfusionCurve, Counting
from prplot.core.signatures.families import PairOptions
from prplot.core.spaces import PR
from prplot.core.traces import Trace
from prplot.core.uncertainty.bands import FIRST_RECALL, POINTWISE, pointwise_level
from prplot.core.uncertainty.differences import difference_band
from prplot.core.uncertainty.draws import child, seed_sequence
from prplot.core.uncertainty.intervals import N_BOOT, Resampling
from prplot.draw.artists import draw_band, draw_trace
from prplot.draw.axes import (
    ROOM,
    PlainReadout,
    checked_axes,
    make_room_for_names,
    resolved_axes,
    slot_of,
)
from prplot.draw.color import (
    checked_color,
    dash_of,
    many_colors,
    palette_colors,
    shade,
)
from prplot.draw.placement.annotations import annotate
from prplot.draw.placement.ground import Ruler, points_to_pixels
from prplot.draw.placement.table import broken
from prplot.draw.scene import BAND as BAND_KIND
from prplot.draw.scene import CURVE as CURVE_KIND
from prplot.draw.scene import ZERO, Head, Number, Numbers, mark, mark_entry
from prplot.draw.style import BAND, CURVE, LABEL_STRENGTH, LEVEL_OF_ZERO, Style, merged, merged_fill
from prplot.draw.tex import check_formulas
from prplot.draw.ticks import set_share_ticks
from prplot.inputs.samples import progress_bar, warn_of_few
from prplot.inputs.shared_rows import SharedRows
from prplot.plots.alt_text.analysis_words import difference_head, difference_words
from prplot.plots.figure.errorbars import words_of
from prplot.plots.figure.figure import name_positive
from prplot.plots.figure.layers import explain_bands
from prplot.plots.figure.request import checked_legend

KIND = "differences of precision"
# Room above and below what is shown, as a share of it.
MARGIN = 0.06
# Where differences leave most room: they end at 0.
HOME = (1.0, 1.0)


class Shown(NamedTuple):
    """A difference that is drawn.

    Attributes
    ----------
    name : str
        Of the model.
    curve : Trace
        Its precision minus that of the baseline.
    numbers : tuple of Number
        What the legend says besides its name.
    band : (Trace, Trace) or None
        The lower and the upper border.
    """

    name: str
    curve: Trace
    numbers: Numbers
    band: tuple[Trace, Trace] | None = None

    @property
    def lines(self) -> tuple[Trace, ...]:
        """All lines of it."""
        return (self.curve, *(self.band or ()))


@answered
def plot_difference(
    y_true: Any,
    y_score: Any,
    *,
    errorbar: Any = ("ci", 95),
    n_boot: int | None = None,
    seed: Any = None,
    palette: Any = None,
    color: Any = None,
    show_zero: bool = True,
    legend: bool | str = "auto",
    curve_kws: Mapping[str, Any] | None = None,
    band_kws: Mapping[str, Any] | None = None,
    zero_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
    **options: Unpack[PairOptions],
) -> Axes:
    """Draw the precision of models minus that of a baseline, against recall.

    Parameters
    ----------
    y_true : array_like, shape (n,), or str
        Labels, or their column in `data`.
    y_score, baseline
    errorbar : "ci", ("ci", level) or None, default ("ci", 95)
        Around each difference, the interval of the middle `level` percent of bootstrap draws at
        each recall; None draws no band and needs no draws.
    n_boot : int, optional
        The number of draws, by default 2000; it and `seed` have no effect without a band.
    seed, clusters, data, pos_label, sample_weight, missing
    palette : str, sequence of colours, dict of name to colour, or Colormap, optional
        Colours of all models, that of the baseline among them; by default the colour cycle of the
        axes.
    color : colour, optional
        The colour of a single difference.
    show_zero, legend, curve_kws, band_kws, zero_kws, ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input, as in `compare`; a simultaneous band, which is not known to hold for
        differences. Nothing is drawn in this case.

    Warns
    -----
    FewExamplesWarning
        The intervals may not hold their level, as in `compare`.

    See Also
    --------
    compare : Differences of areas, with p values.
    plot_comparison : Draws them, with a row for each model.
    plot_pr : The curves themselves.

    Notes
    -----
    Between the points of both curves the difference is that of two hyperbola arcs, and is drawn
    exactly. Models have the colours that `plot_pr` gives them.

    Both models rank the same rows, so that their curves move together from sample to sample, and
    the band around the difference is mostly narrower than the bands of two curves suggest. It is
    pointwise: at each recall by itself it holds the true difference with the stated probability;
    that it excludes 0 at some recall proves nothing.

    A band starts at a recall of 0.05, or at that of the fifth positive if this is more, and ends at
    that of the last positive but two: beyond, one or two examples decide. The y axis shows all that
    is drawn from a recall of 0.05 on; before, a line may leave it.

    Examples
    --------
    >>> import numpy as np
    >>> import prplot as prp
    >>> rng = np.random.default_rng(0)
    >>> y_true = rng.random(300) < 0.3
    >>> scores = {"noise": rng.normal(size=300), "good": rng.normal(size=300) + 2 * y_true}
    >>> ax = prp.plot_difference(y_true, scores, errorbar=None)
    >>> ax.get_ylabel()
    'Precision minus that of noise'
    """
    level = pointwise_level(
        errorbar,
        why_not_simultaneous="is not known to hold for differences; plot_difference has 'ci'",
    )
    wanted = checked_legend(legend)
    curve_style = merged(CURVE, curve_kws, "curve_kws")
    band_style = merged_fill(BAND, band_kws, "band_kws")
    zero_style = merged(LEVEL_OF_ZERO, zero_kws, "zero_kws")
    rows = SharedRows.of(y_true, y_score, **options)
    check_formulas(rows.models)
    _check_colors(list(rows.models), palette, color)
    checked_axes(ax, kind=KIND, once=True)
    base, shown = _differences(rows)
    if level is not None:
        stream = child(seed_sequence(seed), 0)
        how = Resampling(level, N_BOOT if n_boot is None else n_boot, stream, "bootstrap")
        shown = _with_bands(shown, rows, how)

    ax = resolved_axes(ax)
    of_names = _colors(ax, list(rows.models), palette, color)
    colors = [of_names[one.name] for one in shown]
    _dress(ax, rows.baseline, shown)
    name_positive(ax.xaxis, ax.get_xlabel(), rows.positive)
    if show_zero:
        own = {"color": shade(ax, LABEL_STRENGTH)}
        mark(ax.axhline(0, **{**own, **zero_style}), ZERO, style=zero_style)
    _add_bands(ax, shown, colors, level, band_style)
    head = difference_head(len(shown), rows.baseline, [base])
    _add_curves(ax, shown, colors, curve_style, head)
    make_room_for_names(ax)
    annotate(ax, wanted, home=HOME)
    return ax


def _differences(rows: SharedRows) -> tuple[ConfusionCurve, list[Shown]]:
    """Return the baseline's curve, and the differences without bands."""
    curves = {name: Counting(of).curve() for name, of in rows.models.items()}
    base = curves[rows.baseline]
    if not (base.pos and base.neg):
        raise ValueError("plot_difference needs positives and negatives, found one class only")
    aucpr, found = SCORES["aucpr"], []
    for name in rows.others:
        curve = curves[name]
        number = Number(aucpr.head, aucpr.of(curve) - aucpr.of(base), is_difference=True)
        drawn = trace_difference(curve, base)
        found.append(Shown(name, drawn, (number,)))
    return base, found


def _with_bands(shown: Sequence[Shown], rows: SharedRows, how: Resampling) -> list[Shown]:
    """Return differences with their bands, and with intervals of those of AUCPR."""
    doubts: list[str] = []
    base, found = rows.models[rows.baseline], []
    with progress_bar(how.n_boot * len(shown)) as watch:
        how = replace(how, watch=watch)
        for one in shown:
            band = difference_band(rows.models[one.name], base, how, rows.clusters)
            borders = Trace(band.recall, band.lower, PR), Trace(band.recall, band.upper, PR)
            numbers = tuple(of._replace(ends=band.area) for of in one.numbers)
            found.append(one._replace(band=borders, numbers=numbers))
            doubts += band.warnings
    warn_of_few((None, sentence) for sentence in doubts)
    return found


def _check_colors(names: Sequence[str], palette: Any, color: Any) -> None:
    """Raise if colours are wrong, or are not for so many models."""
    if palette is not None:
        palette_colors(names, palette)
    if color is not None:
        checked_color(color)
        if len(names) > 2:
            raise ValueError(
                f"color goes with a single difference, found {len(names) - 1}; palette has several"
            )


def _colors(ax: Axes, names: Sequence[str], palette: Any, color: Any) -> dict[str, Any]:
    """Return the colour of each model, by name: those that `plot_pr` gives them."""
    if color is not None:
        return dict.fromkeys(names, checked_color(color))
    if palette is not None:
        return dict(zip(names, palette_colors(names, palette), strict=True))
    return dict(zip(names, many_colors(len(names), ax, with_dashes=True), strict=True))


def _add_bands(
    ax: Axes, shown: Sequence[Shown], colors: Sequence[Any], level: float | None, style: Style
) -> None:
    """Draw the bands, with one legend entry for all of them."""
    if level is None:
        return
    for one, color in zip(shown, colors, strict=True):
        if one.band is not None:
            own = {"color": color, **style, "label": "_"}
            mark(draw_band(*one.band, ax, own), BAND_KIND)
    explain_bands(ax, words_of(POINTWISE, round(100 * level, 9)), colors, style)


def _add_curves(
    ax: Axes, shown: Sequence[Shown], colors: Sequence[Any], style: Style, head: Head
) -> None:
    """Draw the differences, those with a repeated colour dashed."""
    for i, one in enumerate(shown):
        own = {"color": colors[i], "linestyle": dash_of(colors[:i].count(colors[i]))}
        line = draw_trace(one.curve, ax, {**own, **style})
        told = difference_words(one.name, _ends(one.curve), FIRST_RECALL)
        facts: dict[str, Any] = {"name": one.name, "numbers": one.numbers}
        mark_entry(line, CURVE_KIND, style=style, head=head, told=told, **facts)


def _dress(ax: Axes, baseline: str, shown: Sequence[Shown]) -> None:
    """Give axes names, ticks, a readout, and limits that hold all lines."""
    heights = np.concatenate([line.y for one in shown for line in one.lines])
    low, high = heights.min(initial=0.0), heights.max(initial=0.0)
    room = MARGIN * (high - low) or 1.0
    ax.set(xlabel=PR.x_label, xlim=(-ROOM, 1 + ROOM), ylim=(low - room, high + room))
    set_share_ticks(ax.xaxis, ax.yaxis)
    ruler = Ruler.usual()
    points = float(ax.yaxis.label.get_fontsize())
    height = slot_of(ax).height / points_to_pixels(ax)
    name = f"Precision minus that of {baseline}"
    ax.set_ylabel(broken(name, height, lambda words: ruler.width(words, points)))
    ax.format_coord = PlainReadout(KIND, _words_at)  # type: ignore[method-assign]


def _ends(line: Trace) -> tuple[float, float]:
    """Return the lowest and the highest y of a line from `FIRST_RECALL` on."""
    seen = np.append(line.y[line.x > FIRST_RECALL], np.interp(FIRST_RECALL, line.x, line.y))
    return float(seen.min()), float(seen.max())


def _words_at(x: float, y: float) -> str:
    return f"recall {x:.3f}  difference of precision {y:+.3f}"
