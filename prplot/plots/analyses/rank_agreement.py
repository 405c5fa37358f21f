"""How two scores rank the same models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from prplot.comparisons import rank_agreement
from prplot.core.calls import answered
from prplot.core.checks import FloatArray
from prplot.core.measures.score_definitions import SCORES
from prplot.draw.axes import checked_axes, resolved_axes
from prplot.draw.scene import OTHER, PART, Mark
from prplot.draw.scene_artist import adopt
from prplot.draw.style import failure
from prplot.draw.tex import typeset
from prplot.draw.ticks import ChosenLocator
from prplot.plots.alt_text.analysis_words import ranks_facts

# Up to MANY ranks, each has a tick label; of more, every fifth.
MANY = 10
EVERY = 5


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
        Arguments of `seaborn.heatmap`; they override the defaults.
    ax

    Returns
    -------
    matplotlib.axes.Axes
        Each cell counts models. The title shows the share of tasks on which the scores disagree,
        and the correlation of all ranks.

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn in this case.

    See Also
    --------
    rank_table : Return the table from predictions.
    rank_agreement : The numbers in the figure.

    Notes
    -----
    Flach & Kull (2015), Figure 4 (left), for 30 models on each of 886 tasks.

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
    style = _checked_style(found.counts, heatmap_kws)
    checked_axes(ax)

    ax = resolved_axes(ax)
    _draw(found.counts, ax, style)
    # The best models are at the origin.
    ax.invert_yaxis()
    count = len(found.counts)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(ChosenLocator(_choices(count), len(str(count))))
        axis.set_major_formatter(FuncFormatter(_rank))
    ax.tick_params(axis="both", labelrotation=0)
    ax.set(xlabel=f"Rank by {_name(x)}", ylabel=f"Rank by {_name(y)}")
    title = (
        f"best differs on {found.best_differs:.0%} of tasks\n"
        f"top three on {found.top_differs:.0%}, rank correlation {found.correlation:.2f}"
    )
    facts = ranks_facts(found, (_name(x), _name(y)))
    adopt(ax, Mark(OTHER, **facts), ax.collections[-1])
    adopt(ax, Mark(PART), ax.set_title(typeset(title), fontsize="medium"))
    return ax


def _choices(count: int) -> list[FloatArray]:
    """Return the middles of the cells of all ranks, of every fifth, every tenth and so on."""
    steps = [1] * (count <= MANY) + [EVERY * 2**i for i in range(count.bit_length())]
    return [np.unique([1, *range(every, count + 1, every)]) - 0.5 for every in steps]


def _rank(middle: float, _position: int | None = None) -> str:
    """Return the rank of a cell by its middle."""
    rank = round(middle + 0.5)
    return str(rank) if abs(rank - 0.5 - middle) < 1e-6 else ""


def _checked_style(counts: Any, given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Merge the user's options with the defaults, and check them on temporary axes."""
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"heatmap_kws must be a dict, found {type(given).__name__}")
    bar = {"label": "number of models", "ticks": MaxNLocator(integer=True)}
    own = {"cmap": "rocket_r", "square": True, "cbar_kws": bar, "rasterized": True}
    # Cells without models have the colour of the background.
    own |= {"mask": counts == 0, "vmin": 0}
    style = {**own, **(given or {})}
    if words := failure(lambda figure: _draw(counts, figure.add_subplot(), style)):
        raise ValueError(f"heatmap_kws: {words}")
    return style


def _draw(counts: Any, ax: Axes, style: Mapping[str, Any]) -> None:
    import seaborn as sns

    sns.heatmap(counts, ax=ax, **style)


def _name(column: str) -> str:
    return SCORES[column].head if column in SCORES else column.replace("_", " ")
