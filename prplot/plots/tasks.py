"""Models on many tasks: their areas, and how two scores rank them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from prplot.core.calls import answered
from prplot.core.measures.score_definitions import SCORES
from prplot.draw import scene, style
from prplot.draw.axes import WIDER, checked_axes, figure_of, resolved_axes, set_share_ticks, settle
from prplot.draw.painting import paint
from prplot.draw.placement.annotations import annotate
from prplot.draw.placement.table import SMALLEST, write_columns, write_names
from prplot.draw.scene import Bars, Mark, Markers, Number, Polyline, Scene, Tint, rounded
from prplot.draw.scene_artist import SceneArtist, adopt
from prplot.draw.style import Style, checked_style, cycle_colors, merged, merged_fill
from prplot.draw.tex import check_formulas, typeset
from prplot.plots.description import counted, named_numbers, short_name, span
from prplot.plots.figure.arguments import checked_legend
from prplot.summaries import Tasks, rank_agreement, tasks_of

# The height of a bar, as a share of its row.
BAR = 0.58
# The height of the row of a task, and of a row below the axes, in inches.
TASK_ROW = 0.3
# Share of a row over which its models are spread; fewer than these have the distance of this many.
SPREAD, FEW = 0.42, 3
# The least diameter of markers, in points.
SMALLEST_MARKER = 5.0
# Of more ranks, cells are too small for counts, and not all have a tick.
MANY = 10
FIVE = 5


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
    SceneArtist.of(ax).kind = "tasks"
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


@answered
def plot_rank_agreement(
    table: Any,
    x: str = "aucpr",
    y: str = "auprg",
    *,
    task: str = "task",
    model: str = "model",
    heatmap_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a heat map of the ranks that two scores give to the same models.

    Parameters
    ----------
    table, x, y, task, model
    heatmap_kws : dict, optional
        Arguments of `seaborn.heatmap`, overriding the defaults.
    ax

    Returns
    -------
    matplotlib.axes.Axes
        Each cell counts models, in numbers for up to ten models. The title shows the share of tasks
        on which the scores disagree, and the rank correlation.

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn.

    See Also
    --------
    rank_table : Returns the table from predictions.
    rank_agreement : The numbers in the figure.

    Notes
    -----
    Flach & Kull (2015) draw 30 models on each of 886 tasks in Figure 4 (left).

    Examples
    --------
    >>> import prplot as prp
    >>> scores = {"good": [0.9, 0.8, 0.1, 0.2], "bad": [0.1, 0.8, 0.9, 0.2]}
    >>> table = prp.rank_table({"task": ([1, 1, 0, 0], scores)}, progress=False)
    >>> ax = prp.plot_rank_agreement(table)
    >>> ax.get_xlabel()
    'Rank by AUCPR'
    """
    found = rank_agreement(table, x, y, task=task, model=model)
    counts = found.counts.astype(int)
    if heatmap_kws is not None and not isinstance(heatmap_kws, Mapping):
        raise TypeError(f"heatmap_kws must be a dict, found {type(heatmap_kws).__name__}")
    bar = {"label": "number of models", "ticks": MaxNLocator(integer=True)}
    own = {"cmap": "rocket_r", "square": True, "cbar_kws": bar, "rasterized": True}
    # Cells without models have the colour of the background, and 0 is not on the bar.
    own |= {"mask": counts == 0, "vmin": min(1, counts.max() - 1), "annot": len(counts) <= MANY}
    own |= {"fmt": "d", "annot_kws": {"fontsize": "x-small"}}
    own = checked_style(partial(_heat_map, counts), own, heatmap_kws or {}, "heatmap_kws")
    checked_axes(ax)

    ax = resolved_axes(ax)
    _draw(counts, ax, own)
    # The best models are at the origin.
    ax.invert_yaxis()
    ax.tick_params(axis="both", labelrotation=0)
    ax.grid(visible=False)
    count = len(counts)
    across, up = (SCORES[key].head if key in SCORES else key.replace("_", " ") for key in (x, y))
    ax.set(xlabel=f"Rank by {across}", ylabel=f"Rank by {up}")
    best, top = f"{found.best_differs:.0%}", f"{found.top_differs:.0%}"
    words = f"top three on {top}, rank correlation {found.correlation:.2f}"
    many = f"{counted(count, 'model')} on each of {counted(int(counts.sum()) // count, 'task')}"
    head = f"ranks by {up} against ranks by {across}, for {many}"
    adopt(ax, Mark(scene.OTHER, head=head), ax.collections[-1])
    _write_title(ax, typeset(f"best differs on {best} of tasks\n{words}"))
    return ax


def _write_title(ax: Axes, words: str) -> None:
    """Write a title above a heat map, in type that fits beside its bar of colours."""
    title, bar = ax.set_title(words, fontsize="medium"), ax.collections[-1].colorbar
    figure = figure_of([ax])
    settle(figure)
    (left, right), end = ax.bbox.intervalx, bar.ax.bbox.x0 if bar else figure.bbox.x1
    room = min(left + right - 2 * figure.bbox.x0, 2 * end - left - right)
    size, width = float(title.get_fontsize()), title.get_window_extent().width
    title.set_fontsize(max(SMALLEST, size * min(1.0, room / WIDER / width)))


def _heat_map(counts: Any, figure: Figure, **style: Any) -> None:
    _draw(counts, figure.add_subplot(), style)


def _draw(counts: Any, ax: Axes, style: Mapping[str, Any]) -> None:
    import pandas as pd
    import seaborn as sns

    ranks = range(1, len(counts) + 1)
    every = 1 if len(counts) <= MANY else FIVE * math.ceil(len(counts) / MANY / FIVE)
    names = [str(rank) if rank == 1 or rank % every == 0 else "" for rank in ranks]
    ticks = {"xticklabels": names, "yticklabels": names}
    sns.heatmap(pd.DataFrame(counts, ranks, ranks), ax=ax, **{**ticks, **style})
    ax.tick_params(length=0)
