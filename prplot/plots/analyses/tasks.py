"""Areas on several tasks, each within the interval that is achievable on the task."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.layout_engine import ConstrainedLayoutEngine

from prplot.core.calls import answered
from prplot.core.measures.score_definitions import SCORES
from prplot.draw.axes import PlainReadout, checked_axes, resolved_axes
from prplot.draw.color import cycle_colors
from prplot.draw.painting import paint
from prplot.draw.placement.columns import make_room_beside, write_columns, write_names
from prplot.draw.placement.panels import put_legend_below
from prplot.draw.scene import (
    CURVE,
    GROUND,
    LEGEND_OF_TASKS,
    PART,
    Bars,
    Mark,
    Markers,
    Number,
    Numbers,
    Polyline,
    Rule,
    Scene,
    Tint,
)
from prplot.draw.scene_artist import adopt, remove
from prplot.draw.style import (
    HATCH_STRENGTH,
    INTERVAL,
    ISOMETRIC_STRENGTH,
    LABEL_STRENGTH,
    LEVEL,
    REGION,
    SCORE,
    SHAPES,
    TINT_STRENGTH,
    Style,
    merged,
    merged_fill,
)
from prplot.draw.tex import check_formulas, typeset
from prplot.draw.ticks import set_share_ticks
from prplot.inputs.task_areas import Tasks, tasks_of
from prplot.plots.alt_text.analysis_words import tasks_facts
from prplot.plots.figure.arguments import checked_legend

KIND = "tasks"
# The height of a bar, as a share of its row, and the height of a row in inches.
HEIGHT = 0.58
ROW = 0.3
# Share of a row over which its models are spread.
SPREAD = 0.42
# With fewer models than this, markers have the distance of this many.
FEW = 3


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
        Hatch the areas that no ranking can have (Boyd et al. 2012, Theorem 2).
    show_chance : bool, default True
        Mark the area of random guessing, which is the prevalence.
    show_mean : bool, default True
        With several tasks, write the mean AUCPR and the mean AUCNPR: those of a single model below
        its numbers, those of several models in the legend, over the tasks on which all models have
        a row.
    legend : {"auto", True, False}, default "auto"
        Whether to draw a legend, placed below the axes.
    score_kws : dict, optional
        Line properties of the markers; they override the defaults.
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
        an area that is not achievable. Nothing is drawn in this case.

    See Also
    --------
    rank_table, summary : Return such tables.
    aucpr_min : The lower ends of the intervals.

    Notes
    -----
    One AUCPR means different things on tasks of different prevalence: where half of the examples
    are positive, 0.4 is worse than random guessing. The mean of AUCNPR, the position within the
    interval, is the more careful summary (Boyd et al. 2012, section 4.2).

    Numbers and legend are outside the axes: a figure with ``layout="constrained"`` makes room for
    them, otherwise the axes become smaller.

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
    bar_style = merged_fill({**REGION, "zorder": 1.1}, min_kws, "min_kws")
    chance_style = merged(LEVEL, chance_kws, "chance_kws")
    score_style = merged({}, score_kws, "score_kws")
    checked_axes(ax)

    single = len(found.models) == 1
    show_mean = show_mean and len(found.names) > 1
    rows = len(found.names) + (1 if single else len(found.models) + 3)
    ax = resolved_axes(ax, height=ROW * rows + 1.2)
    _dress(ax, found, with_mean=show_mean and single)
    ax.format_coord = _readout(found)  # type: ignore[method-assign]
    marks = [*_scores(found, cycle_colors(len(found.models), ax), score_style, with_mean=show_mean)]
    edge = {**INTERVAL, "facecolor": "none", "edgecolor": Tint(ISOMETRIC_STRENGTH)}
    box = Bars(found.least, np.ones_like(found.least), HEIGHT)
    marks.append(Mark(PART, box, "achievable", style=edge, is_listed=True))
    if show_min:
        tint = {"facecolor": Tint(TINT_STRENGTH), "edgecolor": Tint(HATCH_STRENGTH)}
        bars = Bars(np.zeros_like(found.least), found.least, HEIGHT)
        style = {**tint, **bar_style}
        marks.append(Mark(PART, bars, "unachievable", style=style, is_listed=True))
    if show_chance:
        ticks = Polyline(found.prevalence, np.arange(len(found.names), dtype=float))
        look: Style = {"color": Tint(LABEL_STRENGTH), "style": chance_style}
        marks.append(Mark(PART, ticks, "random", is_listed=True, **look))
    if show_mean and single:
        rule: Style = {"color": Tint(ISOMETRIC_STRENGTH), "style": {"linewidth": 0.6}}
        marks.insert(0, Mark(PART, Rule(len(found.names) - 0.5), **rule))
    paint(Scene(None, tuple(marks)), ax)
    if single:
        _write_numbers(ax, found, with_mean=show_mean)
        make_room_beside(ax)
    if with_legend:
        _put_legend_below(ax)
    return ax


def _dress(ax: Axes, found: Tasks, *, with_mean: bool) -> None:
    names = [*found.names, "mean"] if with_mean else found.names
    ax.set(xlabel="AUCPR", xlim=(-0.012, 1.012), ylim=(len(names) - 0.5, -0.5))
    set_share_ticks(ax.xaxis)
    write_names(ax, names)


def _scores(
    found: Tasks, colors: Sequence[Any], style: Style, *, with_mean: bool
) -> Iterator[Mark]:
    """Yield the areas of the models, each with its own colour, marker shape and height in a row."""
    rows, count = np.arange(len(found.names)), len(found.models)
    heights = (np.arange(count) - (count - 1) / 2) * SPREAD / max(count, FEW)
    scores = zip(found.models, found.aucpr, found.aucnpr, strict=True)
    facts = tasks_facts(found, with_mean=with_mean)
    for i, (model, areas, shares) in enumerate(scores):
        numbers: Numbers = ()
        if model and with_mean and found.common.any():
            # Means over the same tasks, so that models can be compared.
            named = (("AUCPR mean", areas), ("AUCNPR mean", shares))
            numbers = tuple(Number(head, values[found.common].mean()) for head, values in named)
        own: Style = {"markeredgecolor": GROUND, "marker": SHAPES[i % len(SHAPES)]}
        own["markersize"] = SCORE["markersize"] * min(1.0, (FEW / count) ** 0.5)
        look: Style = {"color": colors[i], "style": {**SCORE, **own, **style}}
        said: Style = {"name": model or "AUCPR", "numbers": numbers, "is_listed": True, **facts[i]}
        yield Mark(CURVE, Markers(areas, rows + heights[i]), **said, **look)


def _write_numbers(ax: Axes, found: Tasks, *, with_mean: bool) -> None:
    """Write AUCPR, AUCNPR and further columns to the right of the rows, with their means below."""
    columns = {"AUCPR": found.aucpr[0], "AUCNPR": found.aucnpr[0]}
    columns |= {name: values[0] for name, values in found.further.items()}
    shown: dict[str, list[str]] = {}
    for name, values in columns.items():
        whole = bool((values % 1 == 0).all() and (values > 1).any())
        cells = [typeset(f"{value:.0f}") if whole else _rounded(value) for value in values]
        if with_mean and not whole:
            cells.append(_rounded(float(np.nanmean(values))))
        shown[SCORES[name].head if name in SCORES else name] = cells
    write_columns(ax, shown)


def _rounded(value: float) -> str:
    # Halves are rounded up, as by hand, even if the binary number is slightly less.
    return typeset(f"{value + 1e-9:.3f}")


def _put_legend_below(ax: Axes) -> None:
    """Put a legend below the axes, or below all panels where a layout makes room for that."""
    figure = ax.get_figure(root=False)
    assert figure is not None
    laid_out = isinstance(figure.get_layout_engine(), ConstrainedLayoutEngine)
    # A legend below the figure is shared by all panels of this kind.
    panels = [panel for panel in figure.axes if getattr(panel.format_coord, "kind", None) == KIND]
    for host in (figure, ax):
        remove(host, LEGEND_OF_TASKS)
    legend = put_legend_below(panels if laid_out else [ax], of_figure=laid_out)
    adopt(figure if laid_out else ax, Mark(LEGEND_OF_TASKS), legend)


def _readout(found: Tasks) -> PlainReadout:
    """Return the readout for the cursor: the task, and the AUCPR and AUCNPR at the position."""
    return PlainReadout(KIND, partial(_words_at, found))


def _words_at(found: Tasks, x: float, y: float) -> str:
    row = round(y)
    if not (0 <= row < len(found.names) and 0 <= x <= 1):
        return f"AUCPR {x:.3f}"
    least = float(found.least[row])
    if x < least:
        return f"{found.names[row]}  AUCPR {x:.3f}  unachievable"
    share = (x - least) / (1 - least) if least < 1 else 1.0
    return f"{found.names[row]}  AUCPR {x:.3f}  AUCNPR {share:.3f}"
