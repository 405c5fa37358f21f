"""One set of curves in several spaces, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from matplotlib.figure import Figure, SubFigure
from numpy.typing import NDArray

from prplot.core.calls import answered
from prplot.core.checks import brief, one_of
from prplot.core.measures.score_definitions import AREA_OF, SCORES
from prplot.core.signatures.families import CurveOptions
from prplot.core.spaces import SPACES, Space
from prplot.draw.axes import (
    checked_figure,
    checked_panels,
    make_room_below,
    new_panels,
)
from prplot.draw.placement.panels import annotate_panels
from prplot.plots.figure.arguments import Options
from prplot.plots.figure.figure import add_bar, curve_figure, draw_panel


@answered
def plot_spaces(
    y_true: Any,
    y_score: Any = None,
    *,
    estimator: str | None = "normalized",
    spaces: Sequence[str] = ("roc", "pr", "prg"),
    prevalence: float | Sequence[float] | None = None,
    show_min: bool = True,
    show_chance: bool = True,
    show_baseline: bool = True,
    score: str | Sequence[str] | None = "auto",
    min_kws: Mapping[str, Any] | None = None,
    chance_kws: Mapping[str, Any] | None = None,
    baseline_kws: Mapping[str, Any] | None = None,
    axes: Any = None,
    fig: Figure | SubFigure | None = None,
    **options: Unpack[CurveOptions],
) -> NDArray[Any]:
    """Draw the same curves in ROC, PR, NPR and PRG space, with the same colours and one legend.

    Parameters
    ----------
    y_true, y_score, data, hue, hue_order, palette, style, units, clusters, average, estimator
    errorbar, n_boot, seed
    spaces : sequence of {"roc", "pr", "npr", "prg"}, default ("roc", "pr", "prg")
        The spaces of the panels, from left to right.
    pos_label, classes, sample_weight, missing, name, color, prevalence, show_points, show_min
    show_chance : bool, default True
        Draw the line of random guessing, in ROC, PR and NPR space.
    show_baseline, show_isometrics, show_hull, beta, levels
    score : str, sequence of str, or None, default "auto"
        Scores that the legend shows: "aucpr", "aucnpr", "average_precision", "auroc" or "auprg", or
        those of one point, such as ``"recall@precision=0.9"``, ``"precision@recall=0.8"``,
        ``"precision@k=100"`` or ``"max_f1"``. "auto" shows the area of each space, None shows no
        scores.
    legend, curve_kws, point_kws, min_kws, chance_kws, baseline_kws, isometric_kws, hull_kws
    band_kws, axes, fig

    Returns
    -------
    ndarray of matplotlib.axes.Axes, shape (n_spaces,)

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn in this case.

    Warns
    -----
    FewExamplesWarning
        A test set is so small that bands and intervals of it may not hold their level, or that a
        curve among others gets none.

    See Also
    --------
    plot_hull : ROC curve and hull beside PR curve and achievable curve.
    plot_roc, plot_pr, plot_npr, plot_prg : A single panel.

    Notes
    -----
    Each point of ROC space corresponds to one of PR space (Davis & Goadrich 2006, Theorem 3.1), and
    a curve that dominates another in one space does so in the other (Theorem 3.2). The same holds
    for PRG space (Flach & Kull 2015), in which recall gain is 0 where recall equals the prevalence.
    The colour bar of ``color="threshold"`` is beside the last panel.

    Examples
    --------
    >>> import prplot as prp
    >>> roc, pr, prg = prp.plot_spaces([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> prg.lines[0].get_label()
    'AUROC = 0.750, AUCPR = 0.797, AUPRG = 0.250'
    """
    shown = _checked_spaces(spaces)
    if isinstance(score, str) and score == "auto":
        score = [AREA_OF[space.name] for space in shown if space.name in AREA_OF]
    checked = Options.of(
        y_true,
        y_score,
        estimator=estimator,
        prevalence=prevalence,
        show_min=show_min,
        show_chance=show_chance,
        show_baseline=show_baseline,
        score=score,
        min_kws=min_kws,
        chance_kws=chance_kws,
        baseline_kws=baseline_kws,
        **options,
    )
    figure = curve_figure(checked, shown)
    is_new = checked_figure(fig, axes) is None and axes is None
    panels = checked_panels(axes, shown)
    figure.warn()

    panels = new_panels(len(shown), fig) if panels is None else panels
    # The colour cycle of each panel must advance.
    colors, *_ = [figure.look.colors(ax) for ax in panels]
    for ax, space in zip(panels, shown, strict=True):
        draw_panel(ax, space, figure, colors, is_beside=True)
    if is_new:
        make_room_below(panels)
    add_bar(list(panels), figure)
    homes = [space.home for space in shown]
    areas = [AREA_OF.get(space.name) for space in shown]
    numbers = [None if area is None else SCORES[area].head for area in areas]
    annotate_panels(list(panels), figure.legend, homes, grow=is_new, numbers=numbers)
    return panels


def _checked_spaces(spaces: Sequence[str]) -> list[Space]:
    spaces = [spaces] if isinstance(spaces, str) else spaces
    names = list(spaces) if isinstance(spaces, list | tuple) else []
    if not names or len(set(map(str, names))) < len(names):
        raise ValueError(
            f"spaces must be a list of different spaces, of {', '.join(SPACES)}, "
            f"found {brief(spaces)}"
        )
    return [SPACES[one_of(name, "spaces", SPACES)] for name in names]
