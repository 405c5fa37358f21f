"""Models compared with a baseline: a row for each, and differences of their curves."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

import numpy as np
from matplotlib.axes import Axes

from prplot.core.calls import answered
from prplot.core.measures.averaging import trace_difference
from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import counted_curve
from prplot.core.signatures import PairOptions
from prplot.core.spaces import PR
from prplot.core.traces import Trace
from prplot.core.uncertainty.bands import FIRST_RECALL, POINTWISE, pointwise_level
from prplot.core.uncertainty.differences import (
    Comparison,
    Difference,
    difference_band,
    sign_of_bound,
)
from prplot.core.uncertainty.draws import N_BOOT, Resampling, child, seed_sequence
from prplot.draw import axes, scene, style
from prplot.draw.painting import paint
from prplot.draw.placement.ground import points_to_pixels
from prplot.draw.placement.table import names_width, write_columns, write_names
from prplot.draw.scene import Line, Mark, Markers, Number, Polyline, Rule, Scene, Tint
from prplot.draw.scene_artist import SceneArtist
from prplot.draw.style import Style
from prplot.draw.tex import check_formulas, typeset, verbatim
from prplot.inputs.notices import progress_bar, warn_of_few
from prplot.plots.description import as_written, counted, data_words, short_name
from prplot.plots.figure.arguments import checked_legend
from prplot.plots.figure.errorbars import words_of
from prplot.plots.figure.figure import in_lines, name_positive, show
from prplot.plots.figure.layers import bands
from prplot.uncertainty import SharedRows, compare

COMPARISON, DIFFERENCES = "a comparison", "differences of precision"
# The height of a row, and of what is above and below the rows, in inches.
ROW, AROUND = 0.26, 1.1
# Room at either end of an axis, as a share of what it shows.
MARGIN = 0.06
# What a layout leaves free at the edges of a figure at most, in points.
PADDING = 12.0
# The least p that is written as a number.
LEAST_P = 0.001
# Where differences of curves leave most room: they end at 0.
HOME = (1.0, 1.0)
# The longest line of the name of the y axis, as a share of the axes, which a legend may shorten.
LONGEST_NAME = 0.6
# The lower and the upper one of a band.
Borders = tuple[Trace, ...]


@answered
def plot_comparison(
    y_true: Any,
    y_score: Any = None,
    *,
    metric: str | Callable[..., float] = "aucpr",
    sort: bool = True,
    level: float = 0.95,
    n_boot: int = N_BOOT,
    seed: Any = None,
    color: Any = None,
    show_zero: bool = True,
    show_p: bool = True,
    point_kws: Mapping[str, Any] | None = None,
    err_kws: Mapping[str, Any] | None = None,
    zero_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
    **options: Unpack[PairOptions],
) -> Axes:
    """Draw the difference between each model and a baseline, with its confidence interval.

    Parameters
    ----------
    y_true : array_like, str or Comparison
        Labels, or the result of `compare` instead of all other data.
    y_score
    metric : function or str, default "aucpr"
        The score to compare, as in `compare`.
    baseline
    sort : bool, default True
        Sort the rows by difference, the highest at the top; otherwise models keep the given order.
    level : float, default 0.95
        The level of the intervals, in (0, 1).
    n_boot : int, default 2000
        The number of bootstrap draws.
    seed, clusters, data, hue, hue_order, units, pos_label, sample_weight, missing
    color : colour, optional
        The colour of dots and bars, by default the next in the colour cycle.
    show_zero
    show_p : bool, default True
        Write the p values to the right of the rows, adjusted by Holm's method if there are several.
    point_kws : dict, optional
        Line properties of the dots, overriding the defaults.
    err_kws : dict, optional
        Line properties of the bars, overriding the defaults.
    zero_kws, ax

    Returns
    -------
    matplotlib.axes.Axes
        They have one row for each model except the baseline.

    Raises
    ------
    ValueError, TypeError
        Wrong input, as in `compare`, other data beside a `Comparison`, or axes that already show a
        comparison; nothing is drawn.

    Warns
    -----
    FewExamplesWarning
        The test set is too small for reliable intervals, as in `compare`.

    See Also
    --------
    compare : Returns the numbers in the figure.
    plot_difference : The difference of two curves at each recall.

    Notes
    -----
    A dot is filled if its adjusted p value is below ``1 - level``. Each bar is the interval of one
    difference by itself, and may exclude 0 although its dot is open: of many bars, some exclude 0
    by chance, which Holm's method takes into account.

    Each row needs about 0.2 inches: for more than a dozen models, make the figure taller. With less
    room, names are set in smaller type.

    Examples
    --------
    >>> import numpy as np
    >>> import prplot as prp
    >>> rng = np.random.default_rng(0)
    >>> y_true = rng.random(300) < 0.3
    >>> scores = {"noise": rng.normal(size=300), "good": rng.normal(size=300) + 2 * y_true}
    >>> ax = prp.plot_comparison(y_true, scores, seed=0)
    >>> ax.get_xlabel()
    'AUCPR minus that of noise, with 95 % intervals'
    """
    styles = {"point": style.merged({}, point_kws, "point_kws")}
    styles["error"] = style.merged(style.ERROR, err_kws, "err_kws")
    styles["zero"] = style.merged(style.LEVEL_OF_ZERO, zero_kws, "zero_kws")
    color = None if color is None else style.checked_color(color)
    axes.checked_axes(ax, kind=COMPARISON, once=True)
    draws = {"level": level, "n_boot": n_boot, "seed": seed}
    found = _found(y_true, y_score=y_score, metric=metric, **draws, **options)
    shown = list(found.differences)
    if sort:
        # The highest first, unknown ones last.
        shown.sort(key=lambda one: (np.isnan(one.estimate), -one.estimate))
    check_formulas(one.name for one in shown)

    ax = axes.resolved_axes(ax, height=ROW * len(shown) + AROUND)
    ends = np.array([[one.low, one.estimate, one.high] for one in shown])
    known = ends[np.isfinite(ends)]
    low, high = known.min(initial=0.0), known.max(initial=0.0)
    room = MARGIN * (high - low) or 1.0
    ax.set(xlim=(low - room, high + room), ylim=(len(shown) - 0.5, -0.5))
    axes.set_share_ticks(ax.xaxis)
    write_names(ax, [one.name for one in shown])
    SceneArtist.of(ax).kind = COMPARISON
    color = style.fixed_color(style.cycle_colors(1, ax)[0] if color is None else color)
    marks = _comparison_marks(found, shown, color, styles)
    paint(Scene(None, tuple(marks if show_zero else marks[1:])), ax)
    if show_p:
        p = [typeset(_p(one, len(shown))) for one in shown]
        write_columns(ax, {"p" if len(shown) == 1 else "p (Holm)": p})
    _name_x(ax, found)
    axes.make_room_for_names(ax)
    return ax


def _found(y_true: Any, **given: Any) -> Comparison:
    """Return the given comparison, or compare the given models."""
    if not isinstance(y_true, Comparison):
        return compare(y_true, **given)
    usual = inspect.signature(plot_comparison).parameters
    extra = [name for name, one in given.items() if repr(one) != repr(usual[name].default)]
    if extra:
        raise TypeError(f"{' and '.join(extra)} can't be given beside a Comparison")
    return y_true


def _name_x(ax: Axes, found: Comparison) -> None:
    """Name the x axis, on as many lines as there is room for around its middle."""
    of = "" if found.positive is None else f" (positive: {verbatim(found.positive)})"
    level = typeset(f"with {round(100 * found.level, 9):g} % intervals")
    name = f"{SCORES[found.metric].head} minus that of {found.baseline}{of}, {level}"
    figure: Any = ax.get_figure(root=True)
    whole = figure.bbox.width if len(figure.axes) == 1 else axes.slot_of(ax).width
    # Names of rows are at the left, and columns at the right.
    end = ax.get_window_extent().x1
    beside = max([end, *(text.get_window_extent().x1 for text in ax.texts)]) - end
    room = (whole - abs(names_width(ax) - beside)) / points_to_pixels(ax)
    ax.set_xlabel(in_lines(name, ax.xaxis, room - 2 * PADDING))


def _comparison_marks(
    found: Comparison,
    shown: Sequence[Difference],
    color: Any,
    styles: dict[str, Style],
) -> list[Mark]:
    """Return a line at 0, intervals, and dots: filled where they are significant, else open."""
    rows = np.arange(len(shown), dtype=float)
    low, middle, high = np.array([[one.low, one.estimate, one.high] for one in shown]).T
    # One line has all intervals, with a gap after each.
    gaps = np.column_stack([low, high, np.full(rows.size, np.nan)]).ravel()
    bars = Polyline(gaps, np.repeat(rows, 3))
    sure = np.array([one.p_adjusted < 1 - found.level for one in shown])
    own, filled = styles["point"], {**style.SCORE, "markersize": style.POINT["markersize"]}
    edge = {"markerfacecolor": scene.GROUND, "markeredgecolor": own.get("color", color)}
    of = f"{counted(len(shown), 'model')} and {short_name(found.baseline)}"
    head = f"differences of {SCORES[found.metric].head} between {of}, with "
    facts: dict[str, Any] = {"color": color, "head": f"{head}{100 * found.level:.6g} % intervals"}
    certain, uncertain = (Markers(middle[some], rows[some]) for some in (sure, ~sure))
    rows_told = "; ".join(_difference_words(one, len(found.differences)) for one in shown)
    dots = f"{sure.sum()} of {len(shown)} dots, where p is below {1 - found.level:.2g}"
    told = f"Filled: {dots}.", f"From the top: {rows_told}."
    # Short intervals are seen within open dots.
    below = {"zorder": style.ERROR["zorder"] - 0.1}
    zero, open_dots = Rule(0.0, is_upright=True), {**filled, **edge, **below, **own}
    return [
        Mark(scene.ZERO, zero, color=Tint(style.LABEL_STRENGTH), style=styles["zero"]),
        Mark(scene.PART, bars, "intervals", color=color, style=styles["error"]),
        Mark(scene.CURVE, certain, "difference", style={**filled, **own}, told=told, **facts),
        Mark(scene.CURVE, uncertain, "uncertain difference", style=open_dots, **facts),
    ]


def _difference_words(one: Difference, count: int) -> str:
    """Return a difference, one of `count`, with its interval and its p value."""
    if np.isnan(one.estimate):
        return f"{short_name(one.name)} undefined"
    number = Number("", one.estimate, (one.low, one.high), is_difference=True)
    return f"{short_name(one.name)} {as_written(number.text)}, p {_p(one, count)}"


def _p(one: Difference, count: int) -> str:
    """Write the adjusted p value of one of `count` differences, which may be a bound."""
    p = one.p_adjusted
    if np.isnan(p):
        return "\N{EN DASH}"
    return f"< {LEAST_P:g}" if p < LEAST_P else f"{sign_of_bound(p, one.n_boot, count)}{p:.3f}"


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
    own = style.merged(style.CURVE, curve_kws, "curve_kws")
    fill = style.merged_fill(style.BAND, band_kws, "band_kws")
    of_zero = style.merged(style.LEVEL_OF_ZERO, zero_kws, "zero_kws")
    rows = SharedRows.of(y_true, y_score, **options)
    names = list(rows.models)
    check_formulas(names)
    chosen = _chosen_colors(names, palette, color)
    axes.checked_axes(ax, kind=DIFFERENCES, once=True)
    how = None
    if level is not None:
        stream = child(seed_sequence(seed), 0)
        how = Resampling(level, N_BOOT if n_boot is None else n_boot, stream, "bootstrap")
    lines, borders = _differences(rows, how)

    ax = axes.resolved_axes(ax)
    _dress(ax, [one.shape.path for one in lines] + [one for pair in borders for one in pair], rows)
    cycle = chosen or style.many_colors(len(names), ax, with_dashes=True)
    colors = [cycle[names.index(name)] for name in rows.others]
    # Those of a repeated colour are dashed.
    dashes = [style.dash_of(colors[:i].count(color)) for i, color in enumerate(colors)]
    looks = zip(lines, colors, dashes, strict=True)
    marks = [replace(one, color=color, dash=dash, style=own) for one, color, dash in looks]
    if level is not None:
        marks = [
            *bands(zip(borders, colors, strict=True), words_of(POINTWISE, level), fill),
            *marks,
        ]
    zero = Mark(scene.ZERO, Rule(0.0), color=Tint(style.LABEL_STRENGTH), style=of_zero)
    return show(ax, [zero, *marks] if show_zero else marks, wanted, HOME)


def _differences(rows: SharedRows, how: Resampling | None) -> tuple[list[Any], list[Borders]]:
    """Return the lines of differences, without colours, and their bands if they are resampled."""
    curves = {name: counted_curve(of) for name, of in rows.models.items()}
    base, aucpr = curves[rows.baseline], SCORES["aucpr"]
    if not (base.pos and base.neg):
        raise ValueError("plot_difference needs positives and negatives, found one class only")
    of = f"{counted(len(rows.others), 'model')} minus that of {short_name(rows.baseline)}"
    head = f"precision of {of}, against recall{data_words([base])}"
    found, borders, doubts = [], list[Borders](), list[tuple[None, str]]()
    with progress_bar(how.n_boot * len(rows.others) if how else 0) as watch:
        for name in rows.others:
            value = aucpr.of(curves[name]) - aucpr.of(base)
            number = Number(aucpr.head, value, is_difference=True)
            if how is not None:
                models = rows.models[name], rows.models[rows.baseline]
                band = difference_band(*models, replace(how, watch=watch), rows.clusters)
                ends = (Trace(band.recall, edge, PR) for edge in (band.lower, band.upper))
                borders.append(tuple(ends))
                number = number._replace(ends=band.area)
                doubts += [(None, sentence) for sentence in band.warnings]
            line = trace_difference(curves[name], base)
            facts: dict[str, Any] = {"name": name, "numbers": (number,), "is_listed": True}
            told = (_course_words(name, line),)
            found.append(Mark(scene.CURVE, Line(line), head=head, told=told, **facts))
    warn_of_few(doubts)
    return found, borders


def _dress(ax: Axes, paths: Sequence[Trace], rows: SharedRows) -> None:
    """Give axes limits around what is shown, and names that have room before words are placed."""
    ends = [end for path in paths for end in (path.y.min(), path.y.max())]
    low, high = min(0.0, *ends), max(0.0, *ends)
    room = MARGIN * (high - low) or 1.0
    ax.set(xlabel=PR.x_label, xlim=(-axes.ROOM, 1 + axes.ROOM), ylim=(low - room, high + room))
    axes.set_share_ticks(ax.xaxis, ax.yaxis)
    height = LONGEST_NAME * axes.slot_of(ax).height / points_to_pixels(ax)
    ax.set_ylabel(in_lines(f"Precision minus that of {rows.baseline}", ax.yaxis, height))
    name_positive(ax.xaxis, ax.get_xlabel(), rows.positive)
    SceneArtist.of(ax).kind = DIFFERENCES


def _chosen_colors(names: Sequence[str], palette: Any, color: Any) -> list[Any]:
    """Return the user's colours of the models, if any; raise if they are wrong."""
    if color is None:
        return [] if palette is None else style.palette_colors(names, palette)
    if len(names) > 2:
        raise ValueError(
            f"color goes with a single difference, found {len(names) - 1}; palette has several"
        )
    return [style.checked_color(color)] * len(names)


def _course_words(name: str, line: Trace) -> str:
    """Return between which values a difference is from `FIRST_RECALL` on."""
    x, y = line.x, line.y
    seen = np.append(y[x > FIRST_RECALL], np.interp(FIRST_RECALL, x, y))
    ends = (Number("", float(end), is_difference=True) for end in (seen.min(), seen.max()))
    low, high = (as_written(one.text) for one in ends)
    return f"{short_name(name)}: between {low} and {high} from recall {FIRST_RECALL:g} on."
