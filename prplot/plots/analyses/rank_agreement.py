"""How two scores rank the same models."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from prplot.core.calls import answered
from prplot.core.measures.score_definitions import SCORES
from prplot.draw.axes import checked_axes, resolved_axes
from prplot.draw.scene import OTHER, Mark
from prplot.draw.scene_artist import adopt
from prplot.draw.style import failure
from prplot.draw.tex import typeset
from prplot.plots.alt_text.wording import counted
from prplot.summaries import rank_agreement

# Of more ranks, cells are too small for counts, and not all have a tick.
MANY = 10
FIVE = 5


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
    own |= {"fmt": "d", "annot_kws": {"fontsize": "x-small"}, **(heatmap_kws or {})}
    if words := failure(lambda figure: _draw(counts, figure.add_subplot(), own)):
        raise ValueError(f"heatmap_kws: {words}")
    checked_axes(ax)

    ax = resolved_axes(ax)
    _draw(counts, ax, own)
    # The best models are at the origin.
    ax.invert_yaxis()
    ax.tick_params(axis="both", labelrotation=0)
    count = len(counts)
    across, up = (SCORES[key].head if key in SCORES else key.replace("_", " ") for key in (x, y))
    ax.set(xlabel=f"Rank by {across}", ylabel=f"Rank by {up}")
    best, top = f"{found.best_differs:.0%}", f"{found.top_differs:.0%}"
    words = f"top three on {top}, rank correlation {found.correlation:.2f}"
    many = f"{counted(count, 'model')} on each of {counted(int(counts.sum()) // count, 'task')}"
    head = f"ranks by {up} against ranks by {across}, for {many}"
    adopt(ax, Mark(OTHER, head=head), ax.collections[-1])
    ax.set_title(typeset(f"best differs on {best} of tasks\n{words}"), fontsize="medium")
    return ax


def _draw(counts: Any, ax: Axes, style: Mapping[str, Any]) -> None:
    import pandas as pd
    import seaborn as sns

    ranks = range(1, len(counts) + 1)
    every = 1 if len(counts) <= MANY else FIVE * math.ceil(len(counts) / MANY / FIVE)
    names = [str(rank) if rank == 1 or rank % every == 0 else "" for rank in ranks]
    ticks = {"xticklabels": names, "yticklabels": names}
    sns.heatmap(pd.DataFrame(counts, ranks, ranks), ax=ax, **{**ticks, **style})
    ax.tick_params(length=0)
