"""Differences of precision-recall curves at equal recall, with their bands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Unpack

import numpy as np
from matplotlib.axes import Axes

from prplot.core.calls import answered
from prplot.core.measures.averaging import trace_difference
from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import ConfusionCurve, counted_curve
from prplot.core.signatures import PairOptions
from prplot.core.spaces import PR
from prplot.core.traces import Trace
from prplot.core.uncertainty.bands import FIRST_RECALL, POINTWISE, pointwise_level
from prplot.core.uncertainty.differences import difference_band
from prplot.core.uncertainty.draws import child, seed_sequence
from prplot.core.uncertainty.intervals import N_BOOT, Resampling
from prplot.draw import scene, style
from prplot.draw.axes import (
    ROOM,
    checked_axes,
    make_room_for_names,
    resolved_axes,
    set_share_ticks,
    slot_of,
)
from prplot.draw.placement.ground import points_to_pixels
from prplot.draw.scene import Line, Mark, Number, Rule, Tint
from prplot.draw.style import (
    Style,
    checked_color,
    dash_of,
    many_colors,
    merged,
    merged_fill,
    palette_colors,
)
from prplot.draw.tex import check_formulas
from prplot.inputs.pairs import SharedRows
from prplot.inputs.samples import progress_bar, warn_of_few
from prplot.plots.alt_text.wording import as_written, counted, data_words, short_name
from prplot.plots.figure.arguments import checked_legend
from prplot.plots.figure.errorbars import words_of
from prplot.plots.figure.figure import in_lines, name_positive, read_out, show
from prplot.plots.figure.layers import bands

KIND = "differences of precision"
# Room above and below what is shown, as a share of it.
MARGIN = 0.06
# Where differences leave most room: they end at 0.
HOME = (1.0, 1.0)
# The longest line of the name of the y axis, as a share of the axes, which a legend may shorten.
LONGEST_NAME = 0.6


class Shown(NamedTuple):
    """The precision of a model minus that of the baseline, with what the legend says of it."""

    name: str
    curve: Trace
    number: Number
    band: tuple[Trace, Trace] | None = None


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
        The band around each difference: the middle `level` percent of bootstrap draws at each
        recall. None draws no band.
    n_boot : int, optional
        The number of draws, by default 2000. Without a band, `n_boot` and `seed` have no effect.
    seed, clusters, data, hue, hue_order, units, pos_label, sample_weight, missing
    palette : str, sequence of colours, dict of name to colour, or Colormap, optional
        Colours of all models, including the baseline; by default the colour cycle of the axes.
    color : colour, optional
        The colour of a single difference.
    show_zero, legend, curve_kws, band_kws, zero_kws, ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input, as in `compare`, or a simultaneous band, whose coverage of differences is not
        known; nothing is drawn.

    Warns
    -----
    FewExamplesWarning
        The test set is too small for reliable intervals, as in `compare`.

    See Also
    --------
    compare : Differences of areas, with p values.
    plot_comparison : Draws them, with a row for each model.
    plot_pr : The curves themselves.

    Notes
    -----
    Between points, the difference is that of two hyperbola arcs, and is drawn exactly. Models have
    the same colours as in `plot_pr`.

    Both models rank the same rows, so their curves vary together, and the band of the difference is
    usually narrower than the bands of the two curves suggest. It is pointwise: at any one recall it
    contains the true difference with the stated probability, so excluding 0 at some recall proves
    nothing.

    The band starts at a recall of 0.05, or at the fifth positive if that is later, and ends at the
    third-last positive: beyond these, one or two examples decide. The y axis fits everything from a
    recall of 0.05 on; before that, a line may leave it.

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
    own = merged(style.CURVE, curve_kws, "curve_kws")
    fill = merged_fill(style.BAND, band_kws, "band_kws")
    of_zero = merged(style.LEVEL_OF_ZERO, zero_kws, "zero_kws")
    rows = SharedRows.of(y_true, y_score, **options)
    names = list(rows.models)
    check_formulas(names)
    chosen = _chosen_colors(names, palette, color)
    checked_axes(ax, kind=KIND, once=True)
    how = None
    if level is not None:
        stream = child(seed_sequence(seed), 0)
        how = Resampling(level, N_BOOT if n_boot is None else n_boot, stream, "bootstrap")
    base, shown = _differences(rows, how)

    ax = resolved_axes(ax)
    _dress(ax, shown, rows)
    cycle = chosen or many_colors(len(names), ax, with_dashes=True)
    colors = [cycle[names.index(one.name)] for one in shown]
    of = f"{counted(len(shown), 'model')} minus that of {short_name(rows.baseline)}"
    head = f"precision of {of}, against recall{data_words([base])}"
    zero = Mark(scene.ZERO, Rule(0.0), color=Tint(style.LABEL_STRENGTH), style=of_zero)
    marks = [zero] if show_zero else []
    if level is not None:
        pairs = zip((one.band for one in shown), colors, strict=True)
        marks += bands(pairs, words_of(POINTWISE, level), fill)
    return show(ax, [*marks, *_curves(shown, colors, head, own)], wanted, HOME)


def _differences(rows: SharedRows, how: Resampling | None) -> tuple[ConfusionCurve, list[Shown]]:
    """Return the baseline's curve, and the differences, with bands if they are resampled."""
    curves = {name: counted_curve(of) for name, of in rows.models.items()}
    base, aucpr = curves[rows.baseline], SCORES["aucpr"]
    if not (base.pos and base.neg):
        raise ValueError("plot_difference needs positives and negatives, found one class only")
    found, doubts = [], list[tuple[None, str]]()
    with progress_bar(how.n_boot * len(rows.others) if how else 0) as watch:
        for name in rows.others:
            value = aucpr.of(curves[name]) - aucpr.of(base)
            number, borders = Number(aucpr.head, value, is_difference=True), None
            if how is not None:
                models = rows.models[name], rows.models[rows.baseline]
                band = difference_band(*models, replace(how, watch=watch), rows.clusters)
                borders = Trace(band.recall, band.lower, PR), Trace(band.recall, band.upper, PR)
                number = number._replace(ends=band.area)
                doubts += [(None, sentence) for sentence in band.warnings]
            found.append(Shown(name, trace_difference(curves[name], base), number, borders))
    warn_of_few(doubts)
    return base, found


def _dress(ax: Axes, shown: Sequence[Shown], rows: SharedRows) -> None:
    """Give axes limits around what is shown, and names that have room before words are placed."""
    lines = [line.y for one in shown for line in (one.curve, *(one.band or ()))]
    low, high = min(0.0, *map(np.min, lines)), max(0.0, *map(np.max, lines))
    room = MARGIN * (high - low) or 1.0
    ax.set(xlabel=PR.x_label, xlim=(-ROOM, 1 + ROOM), ylim=(low - room, high + room))
    set_share_ticks(ax.xaxis, ax.yaxis)
    height = LONGEST_NAME * slot_of(ax).height / points_to_pixels(ax)
    ax.set_ylabel(in_lines(f"Precision minus that of {rows.baseline}", ax.yaxis, height))
    name_positive(ax.xaxis, ax.get_xlabel(), rows.positive)
    read_out(ax, KIND, _words_at)
    make_room_for_names(ax)


def _curves(shown: Sequence[Shown], colors: Sequence[Any], head: str, own: Style) -> Iterator[Mark]:
    """Yield the differences, those of a repeated colour dashed."""
    for i, one in enumerate(shown):
        facts: dict[str, Any] = {"name": one.name, "numbers": (one.number,), "is_listed": True}
        look: dict[str, Any] = {"color": colors[i], "style": own}
        look["dash"] = dash_of(colors[:i].count(colors[i]))
        told = (_course_words(one),)
        yield Mark(scene.CURVE, Line(one.curve), head=head, told=told, **facts, **look)


def _chosen_colors(names: Sequence[str], palette: Any, color: Any) -> list[Any]:
    """Return the user's colours of the models, if any; raise if they are wrong."""
    if color is None:
        return [] if palette is None else palette_colors(names, palette)
    if len(names) > 2:
        raise ValueError(
            f"color goes with a single difference, found {len(names) - 1}; palette has several"
        )
    return [checked_color(color)] * len(names)


def _course_words(one: Shown) -> str:
    """Return between which values a difference is from `FIRST_RECALL` on."""
    x, y = one.curve.x, one.curve.y
    seen = np.append(y[x > FIRST_RECALL], np.interp(FIRST_RECALL, x, y))
    ends = (Number("", float(end), is_difference=True) for end in (seen.min(), seen.max()))
    low, high = (as_written(one.text) for one in ends)
    return f"{short_name(one.name)}: between {low} and {high} from recall {FIRST_RECALL:g} on."


def _words_at(x: float, y: float) -> str:
    return f"recall {x:.3f}  difference of precision {y:+.3f}"
