"""Figures with a row for each model or task: differences to a baseline, areas on tasks."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Unpack

import numpy as np
from matplotlib.axes import Axes

from prplot.core.calls import answered
from prplot.core.measures.score_definitions import SCORES
from prplot.core.signatures import PairOptions
from prplot.core.uncertainty.differences import Comparison, Difference, sign_of_bound
from prplot.core.uncertainty.intervals import N_BOOT
from prplot.draw import scene, style
from prplot.draw.axes import (
    checked_axes,
    make_room_for_names,
    resolved_axes,
    set_share_ticks,
    slot_of,
)
from prplot.draw.painting import paint
from prplot.draw.placement.annotations import annotate
from prplot.draw.placement.ground import points_to_pixels
from prplot.draw.placement.table import names_width, write_columns, write_names
from prplot.draw.scene import Bars, Mark, Markers, Number, Polyline, Rule, Scene, Tint, rounded
from prplot.draw.style import Style, checked_color, cycle_colors, fixed_color, merged, merged_fill
from prplot.draw.tex import check_formulas, typeset, verbatim
from prplot.inputs.task_areas import Tasks, tasks_of
from prplot.plots.alt_text.wording import as_written, counted, named_numbers, short_name, span
from prplot.plots.figure.arguments import checked_legend
from prplot.plots.figure.figure import in_lines, read_out
from prplot.uncertainty import compare

COMPARISON, TASKS = "a comparison", "tasks"
# The height of a row, and of what is above and below the rows, in inches.
ROW, AROUND = 0.26, 1.1
# Room at either end of the x axis, as a share of what it shows.
MARGIN = 0.06
# What a layout leaves free at the edges of a figure at most, in points.
PADDING = 12.0
# The least p that is written as a number.
LEAST_P = 0.001
# Of tasks: the height of a bar, as a share of its row.
BAR = 0.58
# The height of the row of a task, and of a row below the axes, in inches.
TASK_ROW = 0.3
# Share of a row over which its models are spread; fewer than these have the distance of this many.
SPREAD, FEW = 0.42, 3
# The least diameter of markers, in points.
SMALLEST_MARKER = 5.0


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
    styles = {"point": merged({}, point_kws, "point_kws")}
    styles["error"] = merged(style.ERROR, err_kws, "err_kws")
    styles["zero"] = merged(style.LEVEL_OF_ZERO, zero_kws, "zero_kws")
    color = None if color is None else checked_color(color)
    checked_axes(ax, kind=COMPARISON, once=True)
    draws = {"level": level, "n_boot": n_boot, "seed": seed}
    found = _found(y_true, y_score=y_score, metric=metric, **draws, **options)
    shown = list(found.differences)
    if sort:
        # The highest first, unknown ones last.
        shown.sort(key=lambda one: (np.isnan(one.estimate), -one.estimate))
    check_formulas(one.name for one in shown)

    ax = resolved_axes(ax, height=ROW * len(shown) + AROUND)
    ends = np.array([[one.low, one.estimate, one.high] for one in shown])
    known = ends[np.isfinite(ends)]
    low, high = known.min(initial=0.0), known.max(initial=0.0)
    room = MARGIN * (high - low) or 1.0
    ax.set(xlim=(low - room, high + room), ylim=(len(shown) - 0.5, -0.5))
    set_share_ticks(ax.xaxis)
    write_names(ax, [one.name for one in shown])
    count = len(found.differences)
    read_out(ax, COMPARISON, partial(_difference_at, shown, count))
    color = fixed_color(cycle_colors(1, ax)[0] if color is None else color)
    marks = _comparison_marks(found, shown, color, styles)
    paint(Scene(None, tuple(marks if show_zero else marks[1:])), ax)
    if show_p:
        p = [typeset(_p(one, count)) for one in shown]
        write_columns(ax, {"p" if len(shown) == 1 else "p (Holm)": p})
    _name_x(ax, found)
    make_room_for_names(ax)
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
    whole = figure.bbox.width if len(figure.axes) == 1 else slot_of(ax).width
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


def _difference_at(shown: Sequence[Difference], count: int, x: float, y: float) -> str:
    """Return the difference in the row at a position."""
    row = round(y)
    return _difference_words(shown[row], count) if 0 <= row < len(shown) else f"difference {x:.3f}"


@answered
def plot_tasks(
    table: Any,
    *,
    task: str | None = None,
    model: str | None = None,
    score: str = "aucpr",
    prevalence: str = "prevalence",
    columns: Sequence[str] = (),
    show_min: bool = True,
    show_chance: bool = True,
    show_mean: bool = True,
    legend: bool | str = "auto",
    score_kws: Mapping[str, Any] | None = None,
    min_kws: Mapping[str, Any] | None = None,
    chance_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the area under the PR curve on each task, within the interval of achievable areas.

    Parameters
    ----------
    table : data frame
        A tidy table with a row for each task, or for each model on each task, such as `rank_table`
        or `summary` returns.
    task : str, optional
        The column of tasks; by default "task", or the index of a pandas table without such a
        column.
    model : str, optional
        The column of models; by default "model", if there is one. Each has a colour.
    score : str, default "aucpr"
        The column of areas under the whole PR curve, in lower or upper case.
    prevalence : str, default "prevalence"
        The column of prevalences, in [0, 1], which must be the same for all models on a task.
    columns : sequence of str, optional
        Further columns of numbers, written beside the areas of a single model.
    show_min : bool, default True
        Hatch the areas that no ranking can reach (Boyd et al. 2012, Theorem 2).
    show_chance : bool, default True
        Mark the area of random guessing, which is the prevalence.
    show_mean : bool, default True
        With several tasks, write the mean AUCPR and the mean AUCNPR: below the numbers of a single
        model, or in the legend for several, over the tasks on which all models have a row.
    legend : {"auto", True, False}, default "auto"
        Whether to draw a legend, placed below the axes.
    score_kws : dict, optional
        Line properties of the markers, overriding the defaults.
    min_kws : dict, optional
        Properties of the hatched bars.
    chance_kws : dict, optional
        Line properties of the markers; they override the defaults.
    ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input: no table, unknown columns, missing values, a task with several prevalences, or
        an unachievable area; nothing is drawn.

    See Also
    --------
    rank_table, summary : Return such tables.
    aucpr_min : The lower ends of the intervals.

    Notes
    -----
    The same AUCPR means different things on tasks of different prevalence: where half of the
    examples are positive, 0.4 is worse than random guessing. The mean of AUCNPR, the position
    within the interval, is the more careful summary (Boyd et al. 2012, section 4.2).

    Numbers and legend are outside the axes: a figure with ``layout="constrained"`` makes room for
    them, otherwise the axes shrink.

    Examples
    --------
    >>> import pandas as pd
    >>> import prplot as prp
    >>> table = pd.DataFrame({"task": ["gender", "genre"], "prevalence": [0.5, 0.05],
    ...                       "aucpr": [0.4, 0.4]})
    >>> ax = prp.plot_tasks(table)
    >>> [text.get_text() for text in ax.get_yticklabels()]
    ['gender', 'genre', 'mean']
    """
    found = tasks_of(
        table, task=task, model=model, score=score, prevalence=prevalence, columns=columns
    )
    check_formulas([*found.names, *found.models])
    with_legend = checked_legend(legend, direct=False)
    hatch = merged_fill({**style.REGION, "zorder": 1.1}, min_kws, "min_kws")
    of_chance = merged(style.LEVEL, chance_kws, "chance_kws")
    own = merged({}, score_kws, "score_kws")
    checked_axes(ax)

    count = len(found.models)
    single = count == 1
    show_mean = show_mean and len(found.names) > 1
    rows = [*found.names, "mean"] if single and show_mean else found.names
    # Below the rows there are the legend and, for several models, their means in it.
    ax = resolved_axes(ax, height=TASK_ROW * (len(found.names) + min(count, FEW)) + 2)
    ax.set(xlabel="AUCPR", xlim=(-0.012, 1.012), ylim=(len(rows) - 0.5, -0.5))
    set_share_ticks(ax.xaxis)
    write_names(ax, rows)
    read_out(ax, TASKS, partial(_area_at, found))
    marks = [*_scores(found, cycle_colors(count, ax), own, with_mean=show_mean)]
    least, faint = found.least, Tint(style.ISOMETRIC_STRENGTH)
    box = {**style.INTERVAL, "facecolor": "none", "edgecolor": faint}
    bars = Bars(least, np.ones_like(least), BAR)
    marks.append(Mark(scene.PART, bars, "achievable", is_listed=True, style=box))
    if show_min:
        tints = {"facecolor": Tint(style.TINT_STRENGTH), "edgecolor": Tint(style.HATCH_STRENGTH)}
        bars, fill = Bars(np.zeros_like(least), least, BAR), {**tints, **hatch}
        marks.append(Mark(scene.PART, bars, "unachievable", is_listed=True, style=fill))
    if show_chance:
        ticks = Polyline(found.prevalence, np.arange(len(found.names), dtype=float))
        look: Style = {"color": Tint(style.LABEL_STRENGTH), "style": of_chance}
        marks.append(Mark(scene.PART, ticks, "random", is_listed=True, **look))
    paint(Scene(None, tuple(marks)), ax)
    if single:
        write_columns(ax, _columns(found, with_mean=show_mean))
        make_room_for_names(ax)
    annotate(ax, "outside below" if with_legend else False, home=(0.0, 0.0))
    return ax


def _scores(found: Tasks, colors: Sequence[Any], own: Style, *, with_mean: bool) -> Iterator[Mark]:
    """Yield the areas of the models, each with its own colour, marker shape and height in a row."""
    rows, count = np.arange(len(found.names)), len(found.models)
    heights = (np.arange(count) - (count - 1) / 2) * SPREAD / max(count, FEW)
    size = max(style.SCORE["markersize"] * min(1.0, (FEW / count) ** 0.5), SMALLEST_MARKER)
    edge = {"markeredgecolor": scene.GROUND, "markeredgewidth": 1.0 if count <= FEW else 0.5}
    dots = {**style.SCORE, **edge, "markersize": size}
    tasks, where = counted(len(found.names), "task"), span(found.prevalence)
    lowest = f"the lowest that can be reached is {span(found.least)}"
    head = f"AUCPR of {counted(count, 'model')} on {tasks}, prevalence {where}; {lowest}"
    # Means over the same tasks, so that models can be compared.
    means = {"AUCPR mean": found.aucpr, "AUCNPR mean": found.aucnpr}
    means = means if with_mean and found.common.any() else {}
    for i, model in enumerate(found.models):
        numbers = [Number(key, of[i][found.common].mean()) for key, of in means.items()]
        yield Mark(
            scene.CURVE,
            Markers(found.aucpr[i], rows + heights[i]),
            name=model or "AUCPR",
            # Those of a model without a name are written below its column.
            numbers=tuple(numbers) if model else (),
            is_listed=True,
            color=colors[i],
            style={**dots, "marker": style.SHAPES[i % len(style.SHAPES)], **own},
            head=head,
            told=(_told(found, i, [] if model else numbers),),
        )


def _told(found: Tasks, i: int, means: Sequence[Number]) -> str:
    """Return the areas of a model, the highest first, and their means."""
    areas = found.aucpr[i]
    order = [int(task) for task in np.argsort(-areas) if np.isfinite(areas[task])]
    held = [(short_name(found.names[task]), rounded(areas[task])) for task in order]
    held += [(one.head, one.text) for one in means]
    return f"{short_name(found.models[i]) or 'AUCPR'}: {named_numbers(held)}."


def _columns(found: Tasks, *, with_mean: bool) -> dict[str, list[str]]:
    """Return AUCPR, AUCNPR and further columns beside the rows, with their means below."""
    columns = {"AUCPR": found.aucpr[0], "AUCNPR": found.aucnpr[0]}
    columns |= {name: values[0] for name, values in found.further.items()}
    shown: dict[str, list[str]] = {}
    for name, values in columns.items():
        whole = bool((values % 1 == 0).all() and (values > 1).any())
        cells = [typeset(f"{value:.0f}") if whole else _three_digits(value) for value in values]
        mean = [_three_digits(float(np.nanmean(values)))] if with_mean and not whole else []
        shown[SCORES[name].head if name in SCORES else name] = [*cells, *mean]
    return shown


def _three_digits(value: float) -> str:
    # Halves are rounded up, as by hand, even if the binary number is slightly less.
    return typeset(f"{value + 1e-9:.3f}")


def _area_at(found: Tasks, x: float, y: float) -> str:
    """Return the task and the AUCPR at a position."""
    start = f"{found.names[round(y)]}  " if 0 <= round(y) < len(found.names) else ""
    return f"{start}AUCPR {x:.3f}"
