"""How two scores rank the same models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator
from numpy.typing import NDArray

from prplot.core.calls import answered
from prplot.core.checks import FloatArray
from prplot.core.measures.score_definitions import SCORES
from prplot.draw.axes import checked_axes, resolved_axes, slot_of
from prplot.draw.placement.ground import Ruler, points_to_pixels
from prplot.draw.scene import OTHER, PART, Head, Mark
from prplot.draw.scene_artist import adopt
from prplot.draw.style import failure
from prplot.draw.tex import typeset
from prplot.draw.ticks import ChosenLocator
from prplot.plots.alt_text.wording import counted
from prplot.summaries import rank_agreement

# Up to MANY ranks, each has a tick label; of more, every fifth.
MANY = 10
EVERY = 5
# The share of the axes that cells have beside the bar, and that of a cell that a count may fill.
BESIDE_BAR, FILLED = 0.75, 0.7
# The least type of counts, in points.
SMALLEST = 5.0


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
        Each cell counts models, in writing where there is room. The title shows the share of tasks
        on which the scores disagree, and the correlation of all ranks.

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
    counts = found.counts.astype(int)
    if heatmap_kws is not None and not isinstance(heatmap_kws, Mapping):
        raise TypeError(f"heatmap_kws must be a dict, found {type(heatmap_kws).__name__}")
    bar = {"label": "number of models", "ticks": MaxNLocator(integer=True)}
    own = {"cmap": "rocket_r", "square": True, "cbar_kws": bar, "rasterized": True}
    # Cells without models have the colour of the background, and 0 is not on the bar.
    own |= {"mask": counts == 0, "vmin": min(1, counts.max() - 1), **(heatmap_kws or {})}
    if words := failure(lambda figure: _draw(counts, figure.add_subplot(), own)):
        raise ValueError(f"heatmap_kws: {words}")
    checked_axes(ax)

    ax = resolved_axes(ax)
    _draw(counts, ax, own if "annot" in own else {**_written(counts, ax), **own})
    # The best models are at the origin.
    ax.invert_yaxis()
    count = len(counts)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(ChosenLocator(_choices(count), len(str(count))))
        axis.set_major_formatter(FuncFormatter(_rank))
    ax.tick_params(axis="both", labelrotation=0)
    across, up = (SCORES[key].head if key in SCORES else key.replace("_", " ") for key in (x, y))
    ax.set(xlabel=f"Rank by {across}", ylabel=f"Rank by {up}")
    best, top = f"{found.best_differs:.0%}", f"{found.top_differs:.0%}"
    words = f"top three on {top}, rank correlation {found.correlation:.2f}"
    title = typeset(f"best differs on {best} of tasks\n{words}")
    many = f"{counted(count, 'model')} on each of {counted(int(counts.sum()) // count, 'task')}"
    best, top = (one.replace("%", " %") for one in (best, top))
    told = (
        f"The best model differs on {best} of tasks, the top three on {top}.",
        f"The rank correlation is {found.correlation:.2f}.",
    )
    head = Head(f"Ranks by {up} against ranks by {across}, for {many}")
    adopt(ax, Mark(OTHER, head=head, told=told), ax.collections[-1])
    adopt(ax, Mark(PART), ax.set_title(title, fontsize="medium"))
    return ax


def _written(counts: NDArray[np.int_], ax: Axes) -> dict[str, Any]:
    """Return the counts as arguments of `seaborn.heatmap`, in type that fits into the cells."""
    slot, most = slot_of(ax), f"{counts.max()}"
    side = min(BESIDE_BAR * slot.width, slot.height) / (len(counts) * points_to_pixels(ax))
    usual = float(ax.xaxis.label.get_fontsize())
    size = min(usual, usual * FILLED * side / Ruler.usual().width(most, usual), FILLED * side)
    if size < SMALLEST:
        return {}
    return {"annot": True, "fmt": "d", "annot_kws": {"fontsize": size}}


def _choices(count: int) -> list[FloatArray]:
    """Return the middles of the cells of all ranks, of every fifth, every tenth and so on."""
    steps = [1] * (count <= MANY) + [EVERY * 2**i for i in range(count.bit_length())]
    return [np.unique([1, *range(every, count + 1, every)]) - 0.5 for every in steps]


def _rank(middle: float, _position: int | None = None) -> str:
    """Return the rank of a cell by its middle."""
    rank = round(middle + 0.5)
    return str(rank) if abs(rank - 0.5 - middle) < 1e-6 else ""


def _draw(counts: Any, ax: Axes, style: Mapping[str, Any]) -> None:
    import seaborn as sns

    sns.heatmap(counts, ax=ax, **style)
